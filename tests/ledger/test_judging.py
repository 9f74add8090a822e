"""From evidence on statements to a verdict: whole, derived by named steps, or where checked."""

from __future__ import annotations

from typing import Any

import pytest

from glbtheory.claims.model import Claim, HandStep, Statement
from glbtheory.engines.evidence import Evidence
from glbtheory.ledger.dependencies import with_chains
from glbtheory.ledger.judging import judged
from glbtheory.ledger.one_claim import run_claim
from glbtheory.ledger.records import Record, record_of

STEP = HandStep("Jensen", "f(mean) is at most the mean of f, for convex f.")


def statement(extent: str, strength: str = "proved", latex: str = "x", **more: Any) -> Statement:
    def check() -> Evidence:
        return Evidence(more.get("outcome", "holds"), "fake", strength, scope=f"{extent} scope")

    return Statement(latex, check, why="put in", extent=extent, checked="y")


FALSE = statement("whole", outcome="refuted")


def claim(name: str, *printed: Statement, **parts: Any) -> Claim:
    return Claim(
        id=name, title="a claim of the tests", lines="1", printed=printed, mutants=[FALSE], **parts
    )


def records(*claims: Claim) -> dict[str, Record]:
    found = with_chains(record_of(c, run_claim(c)) for c in claims)
    return {r.claim.id: r for r in found}


@pytest.mark.parametrize(
    ("extent", "verdict"),
    [
        ("whole", "holds"),
        ("part", "holds-where-checked"),
        ("cases", "holds-where-checked"),
        ("consistency", "holds-where-checked"),
    ],
)
def test_only_the_whole_statement_holds(extent: str, verdict: str) -> None:
    (found,) = records(claim("Y1", statement(extent))).values()
    assert found.verdict == verdict
    assert found.to_json()["extent"] == extent


def test_a_search_never_covers_the_whole() -> None:
    (found,) = records(claim("Y1", statement("whole", "searched"))).values()
    assert (found.verdict, found.strength) == ("holds-where-checked", "searched")


def test_each_formula_needs_evidence_of_its_own() -> None:
    both = claim("Y1", statement("whole"), statement("cases", "enumerated"))
    other = claim("Y2", statement("whole"), statement("cases", "enumerated", latex="z"))
    found = records(both, other)
    assert (found["Y1"].verdict, found["Y1"].strength) == ("holds", "proved")
    assert (found["Y2"].verdict, found["Y2"].strength) == ("holds-where-checked", "enumerated")


def test_what_follows_is_as_strong_as_the_parts_of_its_proof() -> None:
    parts = (statement("part", "certified"), statement("cases", "sampled"))
    derived = claim("Y1", *parts, depends_on=["Y2"], follows="From Y2.")
    found = records(derived, claim("Y2", statement("whole")))
    assert (found["Y1"].verdict, found["Y1"].strength) == ("holds", "certified")
    assert found["Y1"].derived and not found["Y2"].derived


def test_one_proved_part_does_not_lift_a_step_by_hand() -> None:
    derived = claim(
        "Y1", statement("part", "proved"), depends_on=["Y2", STEP], follows="From Y2 by Jensen."
    )
    found = records(derived, claim("Y2", statement("whole")))["Y1"]
    assert (found.verdict, found.strength) == ("holds", "by hand")
    assert found.rests_on == ["Y2", "Jensen"]
    assert found.effective_strength == "by hand"


def test_without_a_part_the_last_step_is_by_hand() -> None:
    derived = claim("Y1", statement("cases"), depends_on=[STEP], follows="By Jensen.")
    (found,) = records(derived).values()
    assert (found.verdict, found.strength) == ("holds", "by hand")


def test_nothing_follows_from_what_is_only_known_in_cases_or_from_itself() -> None:
    found = records(
        claim("Y1", statement("part"), depends_on=["Y2"], follows="From Y2."),
        claim("Y2", statement("part"), depends_on=["Y3"], follows="From Y3."),
        claim("Y3", statement("cases")),
        claim("Y4", statement("part"), depends_on=["Y5"], follows="From Y5."),
        claim("Y5", statement("part"), depends_on=["Y4"], follows="From Y4."),
    )
    assert {r.verdict for r in found.values()} == {"holds-where-checked"}
    assert found["Y1"].unproved_below == ("Y2",)
    assert found["Y2"].unproved_below == ("Y3",)
    assert found["Y4"].unproved_below == ("Y5",)


def test_what_is_decided_as_a_whole_rests_on_nothing() -> None:
    found = records(
        claim("Y1", statement("whole"), depends_on=["Y2"]), claim("Y2", statement("cases"))
    )
    assert (found["Y1"].verdict, found["Y1"].rests_on) == ("holds", [])
    assert found["Y1"].effective_strength == "proved"


def test_a_correction_is_judged_in_the_same_way() -> None:
    wrong = statement("whole", outcome="refuted")
    found = records(
        claim("Y1", wrong, corrected=[statement("whole")], effect="step"),
        claim("Y2", wrong, corrected=[statement("cases")], effect="step"),
    )
    assert found["Y1"].verdict == "holds-as-corrected"
    assert found["Y2"].verdict == "corrected-where-checked"


def test_support_must_hold_and_is_a_part() -> None:
    given = {"depends_on": ["Y3"], "follows": "From Y3."}
    broken = claim(
        "Y1", statement("cases"), support=[statement("whole", outcome="refuted")], **given
    )
    sound = claim("Y2", statement("cases"), support=[statement("whole", "certified")], **given)
    found = records(broken, sound, claim("Y3", statement("whole")))
    assert found["Y1"].verdict == "refuted"
    assert (found["Y2"].verdict, found["Y2"].strength) == ("holds", "certified")


def test_no_statements_are_no_evidence() -> None:
    assert judged([], [], [], follows=False) is None
