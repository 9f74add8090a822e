"""Coq compiles what has changed, says what was proved, and no tampering goes unseen."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from _coq import BASE, CLAIMS, edit, need_coq, project
from glbtheory.engines.kernel import build, checked, sources
from glbtheory.engines.kernel.build import CompilationFailed, compile_all
from glbtheory.engines.kernel.checked import CheckedProofs
from glbtheory.engines.kernel.evidence import kernel_evidence, lemma_evidence
from glbtheory.engines.kernel.processes import Processes
from glbtheory.engines.kernel.refresh import Refreshed, differences, examine, refresh
from glbtheory.engines.kernel.sources import RefusedSource


@pytest.fixture(autouse=True)
def coq() -> None:
    need_coq()


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    return project(tmp_path / "formal")


def examined(folder: Path, **how: str) -> Refreshed:
    return examine(folder, build=folder.parent / "build", **{"coqchk": "no", **how})


def refreshed(folder: Path) -> CheckedProofs:
    return refresh(folder, build=folder.parent / "build", coqchk="no").proofs


# --- compiling ------------------------------------------------------------------------------------


def compiled(folder: Path, **how: object) -> list[str]:
    """Compile a project; the files that Coq was asked about."""
    asked: list[str] = []
    run = Processes.run

    def counted(self: Processes, command: list[str], where: Path) -> object:
        if command[0] == "coqc":
            asked.append(command[-1])
        return run(self, command, where)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Processes, "run", counted)
        compile_all(sources.read(folder), folder.parent / "build", **how)  # type: ignore[arg-type]
    return sorted(asked)


def test_only_what_changed_is_compiled_again(toy: Path) -> None:
    assert compiled(toy) == ["Claims.v", "base.v"]
    assert compiled(toy) == []
    edit(toy / "Claims.v", "What is claimed", "All that is claimed")
    assert compiled(toy) == ["Claims.v"]
    edit(toy / "base.v", "A helper", "The helper")  # Coq writes the same again
    assert compiled(toy) == ["base.v"]
    edit(toy / "base.v", "Qed.", "Qed.\nLemma more : True. Proof. exact I. Qed.")
    assert compiled(toy) == ["Claims.v", "base.v"]
    edit(toy / "_CoqProject", "Toy\n", "Toy\n-arg -w -arg -deprecated\n")
    assert compiled(toy) == ["Claims.v", "base.v"]
    assert compiled(toy, from_nothing=True) == ["Claims.v", "base.v"]
    (toy.parent / "build" / "base.vo").write_bytes(b"something else")
    assert "base.v" in compiled(toy)
    assert {path.suffix for path in toy.iterdir()} == {".v", ""}


def test_what_it_took_is_told(toy: Path) -> None:
    seen: list[tuple[int, int, str]] = []
    found = compile_all(
        sources.read(toy), toy.parent / "build", progress=lambda *said: seen.append(said)
    )
    assert list(found) == ["base", "Claims"]
    assert all(c.seconds > 0 and c.megabytes > 10 for c in found.values())
    assert seen == [(1, 2, "base.v"), (2, 2, "Claims.v")]


def test_an_error_is_told_with_its_place_and_what_was_finished_is_kept(toy: Path) -> None:
    edit(toy / "Claims.v", "exact add_zero", "exact add_nothing")
    with pytest.raises(CompilationFailed, match=r"(?s)Claims\.v:.*line 7.*add_nothing"):
        compiled(toy)
    edit(toy / "Claims.v", "exact add_nothing", "exact add_zero")
    assert compiled(toy) == ["Claims.v"]


def test_files_that_need_each_other_are_refused(tmp_path: Path) -> None:
    folder = project(tmp_path / "formal", base="From Toy Require Import Claims.\n")
    with pytest.raises(CompilationFailed, match=r"need each other|coqdep"):
        compiled(folder)


def test_leaving_ends_what_was_started(tmp_path: Path) -> None:
    begun = time.monotonic()
    processes = Processes()
    ended: list[int] = []
    thread = threading.Thread(
        target=lambda: ended.append(processes.run(["sleep", "60"], tmp_path).code)
    )
    thread.start()
    while not processes._running:
        time.sleep(0.01)
    processes.__exit__()
    thread.join(10)
    assert ended and ended[0] < 0 and time.monotonic() - begun < 10


# --- what Coq says --------------------------------------------------------------------------------


def test_statements_comments_and_axioms_are_recorded(toy: Path) -> None:
    proofs = examined(toy, coqchk="own").proofs
    assert proofs.sources == sources.read(toy).digest
    assert proofs.versions["coq"].startswith("8.")
    assert list(proofs.theorems) == ["L7", "T2"]
    assert proofs.theorems["L7"].statement == ["forall n : nat, n + 0 = n"]
    assert proofs.theorems["L7"].comment == "L7, lines 3-4: n + 0 = n"
    assert proofs.theorems["L7"].axioms == []
    assert proofs.chapters["base"].lemmas == {"add_zero": ["forall n : nat, n + 0 = n"]}


def test_the_same_proofs_give_the_same_bytes(toy: Path) -> None:
    refreshed(toy)
    first = (toy / checked.FILE).read_bytes()
    refresh(toy, build=toy.parent / "another", coqchk="no", jobs=1)
    assert (toy / checked.FILE).read_bytes() == first
    assert not differences(checked.read(toy), examined(toy).proofs)
    assert kernel_evidence("L7", "all n", toy).outcome == "holds"
    assert lemma_evidence("base.add_zero", toy).outcome == "holds"


AXIOMS = """From Coq Require Import Classical FunctionalExtensionality ProofIrrelevance.
Lemma either (P : Prop) : P \\/ ~ P. Proof. exact (classic P). Qed.
Lemma same (P : Prop) (a b : P) : a = b. Proof. exact (proof_irrelevance P a b). Qed.
"""


def test_axioms_have_full_names_and_only_some_are_allowed(tmp_path: Path) -> None:
    claims = """From Toy Require Import base.
    Theorem L7 : forall P : Prop, P \\/ ~ P. Proof. exact either. Qed.
    Theorem T2 : forall (P : Prop) (a b : P), a = b. Proof. exact same. Qed.
    """
    folder = project(tmp_path / "formal", base=AXIOMS, Claims=claims)
    theorems = refreshed(folder).theorems
    assert theorems["L7"].axioms == ["Coq.Logic.Classical_Prop.classic"]
    assert kernel_evidence("L7", "", folder).outcome == "holds"
    refused = kernel_evidence("T2", "", folder)
    assert refused.outcome == "undecided" and "proof_irrelevance" in refused.detail
    # A file of lemmas is asked as a whole.
    assert "proof_irrelevance" in lemma_evidence("either", folder).detail


# --- tampering ------------------------------------------------------------------------------------


def changed(folder: Path, recorded: CheckedProofs) -> list[str]:
    """What differs, once somebody has edited sources and put their digest into the record."""
    found = examined(folder).proofs
    return differences(found, replace(recorded, sources=found.sources))


def test_a_weakened_statement_differs_from_the_record(toy: Path) -> None:
    recorded = refreshed(toy)
    edit(toy / "Claims.v", "Theorem L7 : forall n, n", "Theorem L7 : forall n, n = n -> n")
    edit(toy / "Claims.v", "exact add_zero", "intros; apply add_zero")
    assert changed(toy, recorded) == ["theorem L7 differs"]


def test_a_statement_weakened_behind_its_notation_differs_too(toy: Path) -> None:
    edit(toy / "Claims.v", "\n(* L7", "\nNotation \"'sure' n\" := (n + 0 = n) (at level 9).\n(* L7")
    edit(toy / "Claims.v", "forall n, n + 0 = n.", "forall n, sure n.")
    recorded = refreshed(toy)
    assert recorded.theorems["L7"].statement == ["forall n : nat, sure n"]
    edit(toy / "Claims.v", "(n + 0 = n) (at", "(n + 0 = n \\/ n = 1) (at")
    edit(toy / "Claims.v", "exact add_zero", "left; apply add_zero")
    found = examined(toy).proofs.theorems["L7"]
    assert found.statement == recorded.theorems["L7"].statement
    assert "theorem L7 differs" in changed(toy, recorded)


def test_an_added_axiom_differs_from_the_record(toy: Path) -> None:
    recorded = refreshed(toy)
    edit(toy / "base.v", "Import Arith.", "Import Arith Classical.")
    edit(toy / "base.v", "now rewrite", "destruct (classic True); now rewrite")
    assert changed(toy, recorded) == [
        *("theorem L7 differs", "theorem T2 differs", "file base differs")
    ]


@pytest.mark.parametrize("hidden", ["Axiom", "Parameter"])
def test_an_axiom_of_ours_is_found_even_where_the_words_are_not(
    toy: Path, hidden: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second line of defence: what Coq itself says of assumptions."""
    monkeypatch.setattr(sources, "check", lambda *_: None)
    edit(
        toy / "base.v",
        "Lemma add_zero n : n + 0 = n.",
        f"{hidden} no : False.\nLemma add_zero n : n + 0 = n.",
    )
    edit(toy / "base.v", "now rewrite Nat.add_0_r", "destruct no")
    refreshed(toy)
    refused = kernel_evidence("L7", "", toy)
    assert refused.outcome == "undecided" and "Toy.base.no" in refused.detail


def test_an_admitted_proof_is_refused_before_and_after_compiling(
    toy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(toy / "base.v", "Proof. now rewrite Nat.add_0_r. Qed.", "Proof. Admitted.")
    with pytest.raises(RefusedSource, match=r"base\.v, line 4: Admitted"):
        examined(toy)
    monkeypatch.setattr(sources, "check", lambda *_: None)
    refreshed(toy)
    assert "Toy.base.add_zero" in kernel_evidence("L7", "", toy).detail


def test_unsafe_fixpoints_count_as_axioms(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "check", lambda *_: None)
    loop = "Unset Guard Checking.\nFixpoint no (n : nat) : False := no n.\nSet Guard Checking.\n"
    edit(toy / "base.v", "Lemma add_zero n : n + 0 = n.", f"{loop}Lemma add_zero n : n + 0 = n.")
    edit(toy / "base.v", "now rewrite Nat.add_0_r", "destruct (no 0)")
    refreshed(toy)
    assert kernel_evidence("L7", "", toy).outcome == "undecided"
    with pytest.raises(CompilationFailed, match="fixpoints"):
        examined(toy, coqchk="own")


def test_a_renamed_theorem_is_missed(toy: Path) -> None:
    recorded = refreshed(toy)
    edit(toy / "Claims.v", "Theorem L7", "Theorem L8")
    assert changed(toy, recorded) == [
        "theorem L8 is not in the record",
        "theorem L7 is in the record alone",
    ]
    refreshed(toy)
    assert "no such theorem" in kernel_evidence("L7", "", toy).detail


def test_a_proof_that_computes_is_not_a_theorem(toy: Path) -> None:
    edit(toy / "Claims.v", "exact add_zero. Qed.", "exact add_zero. Defined.")
    with pytest.raises(RefusedSource, match="L7 ends with Defined"):
        examined(toy)


def test_a_theorem_in_a_module_or_twice_is_refused(tmp_path: Path) -> None:
    inside = CLAIMS.replace("Theorem T2", "Module M.\nTheorem T2") + "End M.\n"
    with pytest.raises(RefusedSource, match="stands in a module"):
        examined(project(tmp_path / "a" / "formal", Claims=inside))
    twice = BASE + "Module M.\nLemma add : True. Proof. exact I. Qed.\nEnd M.\n"
    assert (
        "M.add"
        in examined(project(tmp_path / "b" / "formal", base=twice)).proofs.chapters["base"].lemmas
    )


def test_claims_may_stand_in_several_files(tmp_path: Path) -> None:
    more = "Theorem L9 : True. Proof. exact I. Qed.\n"
    proofs = examined(project(tmp_path / "a" / "formal", claims_more=more)).proofs
    assert {name: t.module for name, t in proofs.theorems.items()} == {
        "L7": "Claims",
        "T2": "Claims",
        "L9": "claims_more",
    }
    assert "claims_more" not in proofs.chapters
    again = more.replace("L9", "L7")
    with pytest.raises(
        RefusedSource, match=r"claims_more\.v.*L7 is a theorem of Claims\.v already"
    ):
        examined(project(tmp_path / "b" / "formal", claims_more=again))


def test_sources_edited_meanwhile_are_not_recorded(
    toy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(*args: object, **how: object) -> Refreshed:
        found = examine(*args, **how)  # type: ignore[arg-type]
        edit(toy / "base.v", "A helper", "A lemma")
        return found

    monkeypatch.setattr("glbtheory.engines.kernel.refresh.examine", slow)
    with pytest.raises(ValueError, match="edited while"):
        refreshed(toy)
    assert not (toy / checked.FILE).exists()


def test_the_folder_of_builds_has_the_name_of_the_project(toy: Path) -> None:
    assert build.build_folder(sources.read(toy)).name == "Toy"
