"""A kernel theorem decides the claim that it states, ends its chain, and is never overruled."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from _coq import edit, project
from glbtheory import book, ledger
from glbtheory._support.code_identity import LOADED
from glbtheory.claims import all_claims
from glbtheory.claims.model import Claim, HandStep, KernelTheorem, ScopeCondition, Statement
from glbtheory.cli import console, main
from glbtheory.cli.proofs import _summary
from glbtheory.engines.evidence import Evidence
from glbtheory.engines.kernel import checked, sources
from glbtheory.engines.kernel.checked import CheckedChapter, CheckedProofs, CheckedTheorem
from glbtheory.ledger import dependencies, evidence_store, report
from glbtheory.ledger.running import verify

STEP = HandStep("a hand step", "something that no engine checks")
FINITE = ScopeCondition("finitely many rewards", "rewards take finitely many values")


def said(outcome: str, strength: str = "searched", **more: Any) -> Statement:
    return Statement(outcome, lambda: Evidence(outcome, "fake", strength, **more), why="put in")


def claim(name: str = "T1", **parts: Any) -> Claim:
    base: dict[str, Any] = {"lines": "1", "kind": "step", "title": "a claim", "chapter": "setting"}
    stated = {"printed": [said("holds")], "mutants": [said("refuted")]}
    return Claim(id=name, **{**base, **stated, **parts})


@pytest.fixture(autouse=True)
def formal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Proofs of L7 and of the lemma add_zero, recorded as if Coq had been asked."""
    folder = project(tmp_path / "formal")
    monkeypatch.setattr(sources, "FOLDER", folder)
    record(folder)
    return folder


def record(folder: Path) -> None:
    comment = "L7, lines 3-4: n + 0 = n"
    theorem = CheckedTheorem(["forall n : nat, n + 0 = n"], "0" * 64, [], comment)
    chapter = CheckedChapter([], {"add_zero": theorem.statement})
    digest = sources.read(folder).digest
    proofs = CheckedProofs(digest, {"coq": "8.16.1"}, {"L7": theorem}, {"base": chapter})
    checked.write(folder, proofs)


def records(*claims: Claim) -> dict[str, ledger.Record]:
    return {r.claim.id: r for r in verify(claims, jobs=1, extra=claims)}


KERNEL = KernelTheorem("L7", "for all n")


# --- one claim ------------------------------------------------------------------------------------


def test_a_theorem_that_states_the_claim_decides_it() -> None:
    (found,) = records(claim(printed=[said("holds", worst_ratio=0.5)], kernel=KERNEL)).values()
    assert (found.verdict, found.strength, found.by_kernel) == ("holds", "kernel", True)
    assert found.deciding is not None
    assert (found.deciding.scope, found.deciding.worst_ratio) == ("for all n", 0.5)
    entry = found.to_json()["kernel"]
    assert entry["theorem"] == "L7" and entry["decides"] and entry["axioms"] == []
    assert entry["statement"] == "forall n : nat, n + 0 = n"


def test_it_decides_what_engines_leave_open() -> None:
    (found,) = records(claim(printed=[said("undecided", "by hand")], kernel=KERNEL)).values()
    assert (found.verdict, found.strength) == ("holds", "kernel")


def test_a_theorem_on_the_correction_leaves_the_refutation_to_the_engines() -> None:
    parts = {"printed": [said("refuted")], "corrected": [said("holds")], "effect": "constant"}
    theorem = KernelTheorem("L7", covers="corrected")
    (found,) = records(claim(**parts, kernel=theorem)).values()
    assert (found.verdict, found.strength) == ("holds-as-corrected", "kernel")
    parts["printed"] = [said("undecided", "by hand")]
    (found,) = records(claim(**parts, kernel=theorem)).values()
    assert (found.verdict, found.by_kernel) == ("undecided", False)


def test_a_mutant_that_survives_still_leaves_the_claim_undecided() -> None:
    (found,) = records(claim(mutants=[said("holds")], kernel=KERNEL)).values()
    assert (found.verdict, found.strength, found.by_kernel) == ("undecided", "by hand", False)


@pytest.mark.parametrize("covers", ["printed", "corrected"])
def test_an_engine_that_refutes_a_theorem_is_a_contradiction(
    covers: str, capsys: pytest.CaptureFixture[str]
) -> None:
    refuted = said("refuted", detail="2 <= 1 fails")
    parts = {"printed": [refuted], "corrected": [refuted], "effect": "constant"}
    top = claim("T2", depends_on=["T1"])
    found = records(claim(**parts, kernel=KernelTheorem("L7", covers=covers)), top)
    below = found["T1"]
    assert (below.verdict, below.strength, below.by_kernel) == ("undecided", "by hand", False)
    assert below.contradiction.startswith("CONTRADICTION: the kernel theorem L7")
    assert "2 <= 1 fails" in below.contradiction
    assert ledger.exit_code([below]) == 1
    assert found["T2"].conditional_on == ["T1"]
    console.show_verdicts(console.out(), [below.to_json()])
    assert "CONTRADICTION" in capsys.readouterr().out


def test_an_old_record_leaves_everything_to_the_engines(
    formal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stated = claim(kernel=KERNEL, depends_on=[STEP.discharged_by("add_zero")])
    edit(formal / "base.v", "A helper", "The helper")
    (found,) = records(stated).values()
    (plain,) = records(claim(depends_on=[STEP])).values()
    for field in ("verdict", "strength", "effective_strength", "weakest_link", "conditional_on"):
        assert getattr(found, field) == getattr(plain, field)
    assert found.strength == "searched" and found.conditional_on == ["a hand step"]
    console.show_verdicts(console.out(), [found.to_json()])
    assert "older than the sources: make proofs" in " ".join(capsys.readouterr().out.split())


def test_a_theorem_must_cover_something() -> None:
    with pytest.raises(ValueError, match="covers must be printed or corrected, not 'all'"):
        KernelTheorem("L7", covers="all")
    with pytest.raises(ValueError, match="T1: the kernel theorem covers nothing"):
        claim(kernel=KernelTheorem("L7", covers="corrected"))


# --- chains ---------------------------------------------------------------------------------------


def test_the_chain_of_a_claim_ends_at_its_theorem() -> None:
    base = claim("T1", printed=[said("holds", "sampled")], depends_on=[STEP])
    middle = claim("T2", depends_on=["T1"], kernel=KERNEL)
    top = claim("T3", printed=[said("holds", "proved")], hypotheses=["T2"])
    found = records(base, middle, top)
    assert (found["T2"].effective_strength, found["T2"].weakest_link) == ("kernel", "T2")
    assert found["T2"].conditional_on == []
    assert (found["T3"].effective_strength, found["T3"].weakest_link) == ("proved", "T3")
    assert found["T1"].conditional_on == ["a hand step"]
    all_of_them = list(found.values())
    assert dependencies.arrows(all_of_them)["T2"] == []
    assert dependencies.named_arrows(all_of_them)["T2"] == ["T1"]
    assert dependencies.dependents(all_of_them)["T1"] == []
    assert dependencies.named_dependents(all_of_them)["T1"] == ["T2", "T3"]
    assert dependencies.effective_strengths(all_of_them, ["T2"])["T2"] == "kernel"


def test_what_a_theorem_leaves_out_is_a_condition_of_all_above() -> None:
    middle = claim("T2", depends_on=[STEP], kernel=replace(KERNEL, conditions=[FINITE]))
    top = claim("T3", printed=[said("holds", "proved")], hypotheses=["T2"])
    found = records(middle, top)
    assert found["T2"].conditional_on == found["T3"].conditional_on == ["finitely many rewards"]
    assert found["T2"].effective_strength == "kernel"
    assert set(dependencies.conditions(found.values())["T3"]) == {"finitely many rewards"}
    (condition,) = report._scope_conditions(list(found.values()))
    assert condition["dependents"] == ["T2", "T3"] and condition["says"] == FINITE.says


def test_a_lemma_discharges_one_use_of_a_hand_step() -> None:
    proved = claim(
        "T1", printed=[said("holds", "proved")], depends_on=[STEP.discharged_by("add_zero")]
    )
    read = claim("T2", depends_on=[STEP])
    wrong = claim("T3", depends_on=[STEP.discharged_by("add_zero", "no_such_lemma")])
    found = records(proved, read, wrong)
    assert (found["T1"].effective_strength, found["T1"].conditional_on) == ("proved", [])
    assert found["T2"].conditional_on == found["T3"].conditional_on == ["a hand step"]
    (link,) = (k for k in dependencies.weakest_links(found.values()) if k.kind == "hand step")
    assert link.users == ["T2", "T3"]
    assert dependencies.hand_steps([found["T1"]]) == {}
    assert dependencies.named_hand_steps([found["T1"]]) == {STEP.name: STEP.says}
    (line,) = console.chain_lines(proved, {}, found)
    assert line.startswith("  a hand step (kernel, add_zero):")
    with pytest.raises(ValueError, match="needs the name of a lemma"):
        STEP.discharged_by()


def test_show_prints_the_theorem_and_ends_the_chain_there(
    capsys: pytest.CaptureFixture[str],
) -> None:
    stated = claim(kernel=replace(KERNEL, conditions=[FINITE], beside=["L7_mutant"]))
    found = records(stated)
    console.show_record(console.out(), found["T1"], {"T1": stated}, found)
    shown = capsys.readouterr().out
    assert "kernel theorem L7 (formal/Claims.v), covers what is printed" in shown
    assert "    forall n : nat, n + 0 = n\n" in shown and "no axioms" in shown
    assert "condition: finitely many rewards" in shown and "beside it: L7_mutant" in shown
    assert "chain:\n  kernel theorem L7 (formal/Claims.v)\n" in shown


def test_show_says_nothing_of_mutants_that_an_old_record_refuted(
    formal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    theorem = replace(KERNEL, conditions=[FINITE], mutants=["L7_mutant"], beside=["L7_best"])
    stated = claim(kernel=theorem)
    edit(formal / "base.v", "A helper", "The helper")
    found = records(stated)
    console.show_record(console.out(), found["T1"], {"T1": stated}, found)
    shown = capsys.readouterr().out
    assert "older than the sources: make proofs" in " ".join(shown.split())
    for words in ("refuted by the kernel", "L7_mutant", "beside it", "condition:", "axioms"):
        assert words not in shown


def test_names_that_coq_puts_in_are_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert console.coq_names("forall (R_T S : nat), R_T = S") == []
    renamed, reals = console.coq_names("forall S0 : R_ringType, R_AbsRing S0 = R_T")
    assert renamed.startswith("S0 is the file's S")
    assert reals.startswith("R_AbsRing, R_ringType: the real numbers R")


def test_a_card_names_the_theorem_or_the_contradiction() -> None:
    shown = book.card("MINE1", [claim("MINE1", kernel=KERNEL)]).markdown
    assert "**✓ holds** — kernel-checked |" in shown
    assert "| kernel | kernel theorem L7 (formal/Claims.v) |" in shown
    refuted = claim("MINE1", printed=[said("refuted")], kernel=KERNEL)
    assert "| contradiction | **CONTRADICTION" in book.card("MINE1", [refuted]).markdown


# --- keys -----------------------------------------------------------------------------------------


def test_editing_a_proof_changes_the_key_of_claims_that_name_one(
    formal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = all_claims()["A3"]
    stated = replace(plain, kernel=KERNEL)
    discharged = replace(plain, depends_on=[STEP.discharged_by("add_zero")])
    monkeypatch.setattr(evidence_store, "is_of_the_paper", lambda claim: True)

    def keys() -> list[str | None]:
        return [evidence_store.key(c, LOADED) for c in (plain, stated, discharged)]

    first, whole = keys(), evidence_store._whole()
    edit(formal / "base.v", "A helper", "The helper")
    second = keys()
    assert [a == b for a, b in zip(first, second, strict=True)] == [True, False, False]
    assert evidence_store._whole() != whole
    record(formal)
    third = keys()
    assert [a == b for a, b in zip(second, third, strict=True)] == [True, False, False]


def test_evidence_found_before_an_edit_is_not_stored_after_it(
    formal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GLBTHEORY_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(evidence_store, "is_of_the_paper", lambda claim: True)

    def meanwhile() -> Evidence:
        edit(formal / "base.v", "A helper", "The helper")
        return Evidence("holds", "fake", "proved")

    base = all_claims()["A3"]
    stated = replace(base, kernel=KERNEL, printed=[Statement("x", meanwhile)], depends_on=[])
    verify([replace(stated, hypotheses=[])], jobs=1)
    assert list((tmp_path / "cache").rglob("*.json")) == []


# --- the command ----------------------------------------------------------------------------------


def test_proofs_lists_theorems(capsys: pytest.CaptureFixture[str], formal: Path) -> None:
    assert main(["proofs"]) == 0
    shown = capsys.readouterr().out
    (row,) = (line for line in shown.splitlines() if "3-4" in line)
    assert row.split("│")[1].strip() == "L7" and all_claims()["L7"].title in row
    assert "forall n" not in shown and "1 theorem, checked by coq 8.16.1\n" in shown
    assert main(["proofs", "L7", "--json"]) == 0
    assert '"name": "L7"' in capsys.readouterr().out
    assert main(["proofs", "L8"]) == 2
    assert "no theorem L8" in capsys.readouterr().err
    assert main(["proofs", "--from-nothing"]) == 2
    edit(formal / "base.v", "A helper", "The helper")
    assert main(["proofs"]) == 2
    assert "older than the sources" in capsys.readouterr().err


def test_proofs_shows_a_theorem_in_full_and_its_name_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["proofs", "L7"]) == 0
    first, statement, many, axioms = capsys.readouterr().out.splitlines()
    assert first == "L7 (formal/Claims.v): lines 3-4: n + 0 = n"
    assert statement == "    forall n : nat, n + 0 = n"
    assert (many, axioms) == ("1 theorem, checked by coq 8.16.1", "no axioms")


@pytest.mark.parametrize("name", ["add_zero", "base.add_zero"])
def test_proofs_shows_lemmas_of_other_files(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert main(["proofs", name]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("add_zero (formal/base.v): A helper")
    assert "    forall n : nat, n + 0 = n\n" in shown
    assert shown.rstrip().endswith("no axioms")


def test_proofs_asks_which_of_two_lemmas_is_meant(
    capsys: pytest.CaptureFixture[str], formal: Path
) -> None:
    chapter = CheckedChapter([], {"add_zero": ["True"]})
    known = checked.read(formal)
    checked.write(formal, replace(known, chapters={"base": chapter, "other": chapter}))
    assert main(["proofs", "add_zero"]) == 2
    assert "say which: base.add_zero, other.add_zero" in capsys.readouterr().err


def test_what_a_comment_says_is_cut_to_lines_and_one_sentence() -> None:
    assert _summary("L7, lines 3-4, 7: a (b. 1) thing. More.") == ("3-4, 7", "a (b")
    assert _summary("L3, lines 3-4: e - 2 = 0.718... there. Not") == (
        "3-4",
        "e - 2 = 0.718... there",
    )
    assert _summary("T2, lines 3-4 (proof 9-10): T2 for any law; more") == ("3-4", "T2 for any law")
    assert _summary("L7, lines 3-4. Paper: x.") == ("3-4", "")
    assert _summary("") == ("", "")
