"""A few records made by hand, whose graph and report can be read off."""

from __future__ import annotations

from collections.abc import Sequence

from glbtheory.claims.model import Claim, HandStep, Statement
from glbtheory.engines.evidence import Evidence
from glbtheory.ledger import Record

JENSEN = HandStep("Jensen", "f(mean) is at most the mean of f, for convex f.")
MARKOV = HandStep("Markov", "P(X >= x) is at most E X / x.")
HOLDS, REFUTED = (
    Statement(outcome, lambda outcome=outcome: Evidence(outcome, "fake", "proved"), why="put in")
    for outcome in ("holds", "refuted")
)


def record(
    name: str,
    below: Sequence[str | HandStep] = (),
    strength: str = "proved",
    outcome: str = "holds",
    hypotheses: Sequence[str] = (),
) -> Record:
    claim = Claim(
        id=name,
        lines="1",
        kind="step",
        title="a claim of the tests",
        chapter="setting",
        printed=[HOLDS],
        mutants=[REFUTED],
        depends_on=below,
        hypotheses=hypotheses,
        follows="from what is below" if below or hypotheses else "",
    )
    refuted = Evidence("refuted", "fake", "proved")
    extent = "part" if below or hypotheses else "whole"
    return Record(claim, Evidence(outcome, "fake", strength, extent=extent), None, [refuted])


def small() -> list[Record]:
    """T1 -> L2, L10 -> A1;  L2 -> Jensen;  L10 attacked;  T2 -> L2, Markov;  X1 alone."""
    return [
        record("T1", ["L10", "L2"]),
        record("T2", ["L2", MARKOV]),
        record("L2", [JENSEN], hypotheses=["A1"]),
        record("L10", ["A1"], strength="searched"),
        record("A1", strength="enumerated"),
        record("X1", strength="sampled"),
    ]


def circle() -> list[Record]:
    return [record("A1", ["B1"]), record("B1", ["C1", JENSEN]), record("C1", ["A1"])]


PRINTED = Statement(r"x < 1 \\ \text{for } x \leq 2", lambda: Evidence("refuted", "fake", "proved"))


def wrong(name: str = "L4", effect: str = "constant", lines: str = "3065-3078") -> Record:
    """A claim whose printed statement is refuted and whose repair holds."""
    claim = Claim(
        id=name,
        lines=lines,
        kind="lemma",
        title="a <wrong> constant & its repair",
        chapter="setting",
        label="lemma:self_concordance",
        printed=[PRINTED],
        corrected=[HOLDS],
        mutants=[REFUTED, REFUTED],
        effect=effect,
        error_lines="3070",
        note="the note",
    )
    witness = {"x": "3/2", "measured": 0.123456789}
    refuted = Evidence("refuted", "fake", "proved", witness=witness, detail="3/2 < 1 fails")
    holds = Evidence("holds", "fake", "certified", scope="all x", worst_ratio=0.98765432)
    mutants = [Evidence("refuted", "fake", "proved", witness={"x": "1/2"})] * 2
    return Record(claim, refuted, holds, mutants, "certified", name)


def records() -> list[Record]:
    """The hand-made chain of the tests on graphs, and T3 on top of a wrong lemma."""
    return [*small(), wrong(), record("T3", ["L4"])]
