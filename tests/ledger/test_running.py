"""The ledger on tiny claims: verdicts, chains, exit codes, and a store that is never stale."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

from _package_copy import copy_package, write_module
from glbtheory import ledger
from glbtheory._support.code_identity import LOADED
from glbtheory.claims import all_claims, select
from glbtheory.claims.model import Bound, Claim, HandStep, Statement
from glbtheory.engines.evidence import Evidence
from glbtheory.ledger import evidence_store, running

OUTCOMES = ("holds", "refuted", "undecided")


def said(outcome: str, strength: str = "proved", **more: Any) -> Statement:
    """A statement whose engine answers at once."""
    return Statement(
        outcome,
        lambda: Evidence(outcome, "fake", strength, **more),
        why="an answer put in",
        extent="whole",
    )


def claim(name: str = "T1", **parts: Any) -> Claim:
    base: dict[str, Any] = {
        "lines": "1",
        "kind": "step",
        "title": "a claim of the tests",
        "chapter": "setting",
        "printed": [said("holds")],
        "mutants": [said("refuted")],
    }
    given = {**base, **parts}
    if given.get("depends_on") or given.get("hypotheses"):
        # What rests on something follows from it.
        given["printed"] = [s.as_part("y") for s in given["printed"]]
        given["follows"] = "From what is below, by a hand step."
    return Claim(id=name, **given)


def run(*claims: Claim, **options: Any) -> list[ledger.Record]:
    return ledger.verify(claims, **{"jobs": 1, **options})


# --- verdicts -----------------------------------------------------------------------------------


def expected(printed: str, corrected: str | None, mutant: str) -> str:
    """The rule in words: mutants first, then what is printed, then its repair."""
    if mutant != "refuted":
        return "undecided"
    if printed != "refuted":
        return printed
    return {None: "refuted", "holds": "holds-as-corrected"}.get(corrected, corrected or "")


@pytest.mark.parametrize(
    ("printed", "corrected", "mutant"), list(product(OUTCOMES, (None, *OUTCOMES), OUTCOMES))
)
def test_verdict_is_computed_from_the_outcomes(
    printed: str, corrected: str | None, mutant: str
) -> None:
    repair = [said(corrected)] if corrected else []
    (record,) = run(
        claim(printed=[said(printed)], corrected=repair, effect="step", mutants=[said(mutant)])
    )
    assert record.verdict == expected(printed, corrected, mutant)
    assert record.to_json()["verdict"] == record.verdict
    known = record.verdict in ("holds", "holds-as-corrected", "refuted")
    assert record.strength == ("proved" if known else "by hand")


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ({}, 0),
        ({"printed": [said("refuted")], "corrected": [said("holds")], "effect": "step"}, 0),
        ({"printed": [said("refuted")], "kind": "prose-claim"}, 0),
        ({"printed": [said("refuted")], "kind": "experiment-claim"}, 0),
        ({"printed": [said("refuted")]}, 1),
        ({"mutants": [said("refuted"), said("holds")]}, 1),
        ({"printed": [said("undecided")], "mutants": [said("holds")]}, 1),
        ({"corrected": [said("holds")], "effect": "step"}, 1),  # nothing was wrong as printed
        ({"mutants": [said("undecided")]}, 3),
        ({"printed": [said("undecided")]}, 3),
    ],
)
def test_exit_code(parts: dict[str, Any], code: int) -> None:
    assert ledger.exit_code(run(claim(**parts))) == code


def test_the_worst_claim_sets_the_exit_code() -> None:
    open_one = claim("T2", printed=[said("undecided")])
    wrong = claim("T3", printed=[said("refuted")])
    assert ledger.exit_code(run(claim(), open_one)) == 3
    assert ledger.exit_code(run(claim(), open_one, wrong)) == 1


def test_a_claim_is_as_strong_as_its_weakest_statement_and_its_support() -> None:
    other = replace(said("holds", "certified"), latex="another formula")
    (record,) = run(claim(printed=[said("holds"), other]))
    assert (record.verdict, record.strength) == ("holds", "certified")
    other = replace(said("holds", "sampled"), latex="another formula")
    (record,) = run(claim(printed=[said("holds"), other]))
    assert (record.verdict, record.strength) == ("holds-where-checked", "sampled")
    (record,) = run(claim(depends_on=["A2"], support=[said("holds", "certified")]))
    assert (record.verdict, record.strength) == ("holds", "certified")
    (record,) = run(claim(support=[said("refuted")]))
    assert record.verdict == "refuted"
    (record,) = run(claim(printed=[said("holds"), said("undecided")]))
    assert record.verdict == "undecided"


@pytest.mark.parametrize(
    ("kind", "strength", "code"),
    [
        ("experiment-claim", "sampled", 0),
        ("experiment-claim", "searched", 3),
        ("step", "sampled", 3),
    ],
)
def test_runs_may_leave_a_sentence_about_an_experiment_open(
    kind: str, strength: str, code: int
) -> None:
    open_one = claim(kind=kind, printed=[said("undecided", strength)])
    (record,) = run(open_one)
    assert record.verdict == "undecided" and ledger.exit_code([record]) == code
    survived = claim("T2", kind=kind, printed=open_one.printed, mutants=[said("undecided")])
    assert ledger.exit_code(run(survived)) == 3


def test_a_sentence_that_is_reproduced_at_some_settings_says_so() -> None:
    def some() -> Evidence:
        return Evidence("holds", "comparison", "sampled", scope="3 of 7", partial=True)

    part = Statement("x", some)
    for printed in ([part], [part, said("holds")], [said("holds"), part]):
        (record,) = run(claim(kind="experiment-claim", printed=printed))
        assert (record.verdict, record.strength) == ("reproduced-at-some", "sampled")
        assert ledger.exit_code([record]) == 0 and not ledger.errata([record])


@pytest.mark.parametrize(
    ("kind", "strength", "verdict"),
    [
        ("experiment-claim", "sampled", "not-reproduced"),
        ("experiment-claim", "enumerated", "refuted"),
        ("prose-claim", "sampled", "refuted"),
    ],
)
def test_runs_that_say_the_opposite_of_an_experiment_are_no_erratum(
    kind: str, strength: str, verdict: str
) -> None:
    (record,) = run(claim(kind=kind, printed=[said("refuted", strength)]))
    assert (record.verdict, record.strength) == (verdict, strength)
    assert len(ledger.errata([record])) == (verdict == "refuted")
    assert ledger.summary([record])["verdict"][verdict] == 1
    assert ledger.exit_code([record]) == 0
    repaired = {"corrected": [said("holds")], "effect": "statement"}
    (record,) = run(claim(kind=kind, printed=[said("refuted", strength)], **repaired))
    assert record.verdict == "holds-as-corrected"


def test_a_claim_without_statements_is_read() -> None:
    (record,) = run(claim(printed=[], mutants=[], reason="a theorem of another paper"))
    assert (record.verdict, record.strength) == ("read", "by hand")
    assert record.to_json()["printed"] is None
    assert ledger.exit_code([record]) == 0


def test_an_engine_that_raises_leaves_the_claim_undecided_and_says_why() -> None:
    def broken() -> Evidence:
        raise ZeroDivisionError("of all things")

    (record,) = run(claim(printed=[Statement("x", broken)]))
    assert record.verdict == "undecided"
    assert record.printed is not None
    assert "ZeroDivisionError: of all things" in record.printed.detail
    assert ledger.exit_code([record]) == 3


def test_an_infinite_ratio_is_no_json_number() -> None:
    (record,) = run(claim(printed=[said("holds", worst_ratio=float("inf"))]))
    assert record.to_json()["worst_ratio"] is None
    (record,) = run(claim(printed=[said("holds", worst_ratio=0.5)]))
    assert record.to_json()["worst_ratio"] == 0.5


@pytest.mark.parametrize(
    ("parts", "said_so"),
    [
        ({"kind": "rumour"}, "kind must be one of"),
        ({"corrected": [said("holds")]}, "needs an effect"),
        ({"mutants": []}, "needs a mutant"),
        ({"printed": []}, "needs the reason"),
    ],
)
def test_a_claim_that_is_not_whole_is_refused(parts: dict[str, Any], said_so: str) -> None:
    with pytest.raises(ValueError, match=said_so):
        claim(**parts)


# --- chains -------------------------------------------------------------------------------------

GRONWALL = HandStep("a hand step", "something that no engine checks")


def test_effective_strength_is_the_weakest_link_and_is_named() -> None:
    base = claim("T1", printed=[said("holds", "enumerated")])
    middle = claim("T2", printed=[said("holds", "certified")], depends_on=["T1"])
    top = claim("T3", hypotheses=["T2"])
    (record,) = run(top, extra=[base, middle])
    assert record.strength == "proved"
    assert (record.effective_strength, record.weakest_link) == ("enumerated", "T1")
    assert record.conditional_on == []


def test_a_hand_step_below_makes_a_claim_conditional() -> None:
    base = claim("T1", depends_on=[GRONWALL])
    top = claim("T2", depends_on=["T1"])
    (record,) = run(top, extra=[base])
    assert record.verdict == "holds"
    assert (record.effective_strength, record.weakest_link) == ("by hand", "T1")
    assert record.conditional_on == ["a hand step"]


@pytest.mark.parametrize("below", ["refuted", "undecided"])
def test_a_claim_on_sand_is_conditional_on_it(below: str) -> None:
    base = claim("T1", printed=[said(below)])
    (record,) = run(claim("T2", depends_on=["T1"]), extra=[base])
    assert record.conditional_on == ["T1"]


def test_the_answer_does_not_depend_on_the_order_asked() -> None:
    base = claim("T1", depends_on=[GRONWALL])
    left = claim("T2", depends_on=["T1"], printed=[said("holds", "sampled")])
    top = claim("T3", depends_on=["T2", "T1"])
    forward = {r.claim.id: r.to_json() for r in run(base, left, top)}
    backward = {r.claim.id: r.to_json() for r in run(top, left, base)}
    assert forward == backward


def test_a_circle_ends_and_proves_nothing() -> None:
    one, two = claim("T1", depends_on=["T2"]), claim("T2", depends_on=["T1"])
    alone = claim("T3", depends_on=["T3"])
    for record in run(one, two, alone):
        assert record.effective_strength == "by hand"
        assert record.weakest_link == record.claim.id


def test_what_circles_say_does_not_depend_on_the_order_of_the_claims() -> None:
    claims = [
        claim("T1", depends_on=["T2"]),
        claim("T2", depends_on=["T3", GRONWALL]),
        claim("T3", depends_on=["T1", "T5"], printed=[said("undecided")]),
        claim("T4", depends_on=["T3"], printed=[said("holds", "sampled")]),
        claim("T5", printed=[said("refuted", "searched")]),
        claim("T6", depends_on=["T6", "T4"]),
    ]
    orders = list(permutations(claims))
    first = {r.claim.id: r.to_json() for r in run(*claims)}
    for order in orders[:: len(orders) // 40]:
        assert {r.claim.id: r.to_json() for r in run(*order)} == first
        # And asked alone, each says the same.
        alone = order[0]
        (record,) = run(alone, extra=claims)
        assert record.to_json() == first[alone.id]
    assert first["T4"]["effective_strength"] == "by hand"
    assert first["T4"]["weakest_link"] == "T3"
    assert first["T4"]["conditional_on"] == ["a hand step", "T2", "T1", "T5", "T3"]
    assert {"a hand step", "T5"} <= set(first["T3"]["conditional_on"])
    assert first["T5"]["effective_strength"] == "searched"


def test_a_chain_may_rest_on_claims_of_the_paper() -> None:
    (record,) = run(claim("T1", depends_on=["A2"]))
    assert (record.effective_strength, record.conditional_on) == ("proved", [])


def test_an_unknown_dependency_is_named() -> None:
    with pytest.raises(ValueError, match="T1 rests on Nowhere"):
        run(claim(depends_on=["Nowhere"]))


def test_an_unknown_id_is_named_and_jobs_must_be_positive() -> None:
    with pytest.raises(ValueError, match="unknown claim A99, B99"):
        select(["A1", "A99", "B99"])
    with pytest.raises(ValueError, match="jobs must be at least 1"):
        run(claim(), jobs=0)


# --- the store ------------------------------------------------------------------------------------


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GLBTHEORY_CACHE", str(tmp_path))
    return tmp_path / "ledger"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The claims whose engines were asked, in order."""
    names: list[str] = []
    original = running.run_claim

    def spy(which: Claim) -> dict[str, Any]:
        names.append(which.id)
        return original(which)

    monkeypatch.setattr(running, "run_claim", spy)
    return names


def a2(**options: Any) -> dict[str, Any]:
    return run(*select(["A2"]), **options)[0].to_json()


def test_the_second_run_asks_no_engine(cache: Path, asked: list[str]) -> None:
    first = a2()
    assert asked == ["A2"] and len(list(cache.glob("*.json"))) == 1
    assert a2() == first
    assert asked == ["A2"]
    assert a2(use_cache=False) == first
    assert asked == ["A2", "A2"]


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"not json",
        b"[]",
        b"{}",
        b"\xff\xfe\x00",
        b'{"digest": "0", "printed": null, "corrected": null, "mutants": []}',
    ],
    ids=["empty", "text", "list", "object", "bytes", "foreign"],
)
def test_a_damaged_entry_is_computed_again(cache: Path, asked: list[str], damage: bytes) -> None:
    first = a2()
    (entry,) = cache.glob("*.json")
    whole = entry.read_bytes()
    entry.write_bytes(damage)
    assert a2() == first and asked == ["A2", "A2"]
    assert entry.read_bytes() == whole


def test_a_truncated_or_edited_entry_is_computed_again(cache: Path, asked: list[str]) -> None:
    first = a2()
    (entry,) = cache.glob("*.json")
    whole = entry.read_text()
    for changed in (whole[:-20], whole.replace('"holds"', '"undecided"', 1)):
        assert changed != whole
        entry.write_text(changed)
        assert a2() == first
    assert asked == ["A2"] * 3


def test_an_entry_moved_to_another_claim_is_not_believed(cache: Path, asked: list[str]) -> None:
    a2()
    (entry,) = cache.glob("*.json")
    key = evidence_store.key(all_claims()["A5"])
    shutil.copy(entry, cache / f"{key}.json")
    (record,) = run(*select(["A5"]))
    assert asked == ["A2", "A5"]
    assert len(record.mutants) == len(all_claims()["A5"].mutants)


def test_a_claim_with_something_put_in_is_not_taken_from_the_cache(
    cache: Path, asked: list[str]
) -> None:
    """The reader's own variant of a claim: same id, same text, another statement."""
    a2()
    original = all_claims()["A2"]
    bound = next(s for s in original.support if isinstance(s, Bound))
    weaker = replace(original, support=[replace(bound, rhs="m/2", sides=None, tokens={})])
    for jobs in (1, 2):
        (record,) = run(weaker, claim("T1"), jobs=jobs)[:1]
        assert record.verdict == "refuted"
    assert a2()["verdict"] == "holds"


def test_the_key_follows_the_text_of_the_claim() -> None:
    original = all_claims()["A2"]
    key = evidence_store.key(original)
    assert key is not None and key == evidence_store.key(original)
    assert key != evidence_store.key(all_claims()["A3"])
    assert evidence_store.key(replace(original, title="something else")) is None
    assert evidence_store.key(claim()) is None
    other = LOADED.edited(original.module, LOADED.text(original.module) + b"# edited\n")
    assert key != evidence_store.key(original, other)


def test_a_cache_that_cannot_be_written_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: list[str]
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setenv("GLBTHEORY_CACHE", str(blocked / "ledger"))
    assert a2()["verdict"] == a2()["verdict"] == "holds"
    assert asked == ["A2", "A2"]


def in_a_copy(folder: Path, call: str) -> Any:
    """Run a line of Python against the package in ``folder``; its printed JSON."""
    env = {**os.environ, "PYTHONPATH": str(folder), "GLBTHEORY_CACHE": str(folder / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", call], cwd=folder, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


KEYS = """
import json
from glbtheory.claims import all_claims
from glbtheory.ledger import evidence_store
print(json.dumps([evidence_store.key(all_claims()[i]) for i in ("A2", "Q16", "X10")]))
"""


def edit(folder: Path, module: str) -> None:
    path = folder.joinpath(*module.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    write_module(path, path.read_text() + "\n# edited\n")


def test_edited_code_never_finds_the_old_entry(tmp_path: Path) -> None:
    copy_package(tmp_path)
    keys = in_a_copy(tmp_path, KEYS)

    def changed() -> list[bool]:
        nonlocal keys
        before, keys = keys, in_a_copy(tmp_path, KEYS)
        return [a != b for a, b in zip(before, keys, strict=True)]

    edit(tmp_path, "glbtheory.engines.boxes.interval")
    assert changed() == [True, True, True]
    edit(tmp_path, all_claims()["Q16"].module)
    assert changed() == [False, True, False], "A2 and X10 are in other files"
    # X10 is about an experiment: its policies and presets are loaded by name.
    edit(tmp_path, "glbtheory.bandits.policies.sc_d_glucb")
    assert changed() == [False, False, True]
    edit(tmp_path, "glbtheory.bandits.presets.figure_1")
    assert changed() == [False, False, True]
    edit(tmp_path, "glbtheory.book.front_page")
    assert changed() == [False, False, False]


STALE_SESSION = """
import json, pathlib
from glbtheory import ledger
from glbtheory.ledger import evidence_store
from glbtheory._support.files import cache_folder
from glbtheory.claims import all_claims
engine = pathlib.Path(ledger.__file__).parents[1] / "engines" / "boxes" / "interval.py"
engine.write_text(engine.read_text() + "\\n# edited during the session\\n")
ledger.verify([all_claims()["A2"]], jobs=1)
evidence_store.store_answer(evidence_store.LedgerAnswer([], 0))
print(json.dumps([p.stem for p in cache_folder("ledger").glob("*.json")]))
"""


def test_a_session_with_old_code_stores_nothing_under_the_new(tmp_path: Path) -> None:
    copy_package(tmp_path)
    stored = in_a_copy(tmp_path, STALE_SESSION)
    assert len(stored) == 1
    assert stored[0] not in in_a_copy(tmp_path, KEYS)


# --- processes, and claims from elsewhere ---------------------------------------------------------


def test_one_and_two_processes_agree(cache: Path) -> None:
    ids = ["D3", "A2", "A5"]
    one = [r.to_json() for r in run(*select(ids), use_cache=False, jobs=1)]
    two = [r.to_json() for r in run(*select(ids), use_cache=False, jobs=2)]
    assert one == two
    assert [r["id"] for r in two] == ids


def test_claims_from_elsewhere_run_in_processes_too(cache: Path) -> None:
    mine = [
        claim(
            f"T{k}",
            printed=[Bound("x*(1-x)", "<=", "1/4")],
            mutants=[Bound("x*(1-x)", "<=", "0.2499", why="constant lowered")],
            depends_on=["A2"],
        )
        for k in (1, 2)
    ]
    records = run(*mine, jobs=2)
    assert [r.verdict for r in records] == ["holds", "holds"]
    assert records[0].mutants[0].witness == {"x": "1/2"}
    assert records[0].effective_strength == "proved"


def test_progress_is_reported_and_ends_at_the_total(cache: Path) -> None:
    seen: list[tuple[int, int, str]] = []
    run(claim("T1"), claim("T2"), progress=lambda *at: seen.append(at))
    assert seen[0] == (0, 2, "") and seen[-1][:2] == (2, 2)


# --- what the ledger says in all ------------------------------------------------------------------


def test_errata_and_summary() -> None:
    witness = {"x": "1/2"}
    wrong = claim(
        "Y1",
        printed=[said("refuted", witness=witness)],
        corrected=[said("holds")],
        effect="constant",
        error_lines="1",
        lines="1-9",
    )
    records = run(wrong, claim("T2"), claim("T3", printed=[said("undecided")]))
    (entry,) = ledger.errata(records)
    assert entry["id"] == "Y1" and entry["lines"] == "1" and entry["claims"] == ["Y1"]
    assert [e["effect"] for e in ledger.refuted(records)] == ["constant"]
    assert entry["witness"] == witness and entry["corrected"] == "holds"
    counts = ledger.summary(records)
    assert sum(counts["verdict"].values()) == sum(counts["strength"].values()) == 3
    assert counts["verdict"]["holds-as-corrected"] == counts["verdict"]["undecided"] == 1
