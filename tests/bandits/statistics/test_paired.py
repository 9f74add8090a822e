"""Limits of paired differences: their coverage, and what they decide."""

from __future__ import annotations

import numpy as np
import pytest

from glbtheory.bandits.statistics.paired import Comparison, compare, per_test
from glbtheory.engines.sampling import clopper_pearson


def test_a_family_shares_its_error() -> None:
    assert per_test(0.95, 1) == pytest.approx(0.95)
    assert per_test(0.95, 10) == pytest.approx(0.995)
    for bad in (0, -1, 1.5):
        with pytest.raises(ValueError, match="tests"):
            per_test(0.95, bad)
    with pytest.raises(ValueError, match="confidence"):
        per_test(1.0, 3)


def test_the_numbers_of_a_comparison() -> None:
    rows = np.array([1.0, 2.0, 3.0, -1.0, 5.0, 2.0])
    found = compare(rows, 0.9)
    assert (found.runs, found.mean, found.above) == (6, 2.0, 5)
    assert (found.above_lower, found.above_upper) == clopper_pearson(5, 6, 0.9)
    assert found.lower < 2.0 < found.upper
    wider = compare(rows, 0.999)
    assert wider.lower < found.lower and wider.upper > found.upper
    assert compare(rows, 0.9) == found, "the same rows give the same limits"


def test_limits_cover_the_mean_as_often_as_they_say() -> None:
    """Skewed differences, 40 runs: 300 experiments at 90 %, exact limits of the share."""
    rng = np.random.default_rng(11)
    covered = sum(
        one.lower < 1.0 < one.upper
        for one in (compare(rng.exponential(1.0, 40), 0.9, 999) for _ in range(300))
    )
    low, high = clopper_pearson(covered, 300, 0.999)
    assert low < 0.9 and high > 0.85


@pytest.mark.parametrize(
    ("lower", "upper", "relation", "bound", "outcome"),
    [
        (1, 2, ">", 0, "holds"),
        (1, 2, "<", 0, "refuted"),
        (-2, -1, "<", 0, "holds"),
        (-2, -1, ">", 0, "refuted"),
        (-1, 1, ">", 0, "undecided"),
        (-1, 1, "<", 0, "undecided"),
        (1, 2, ">", 1.5, "undecided"),
        (1, 2, ">", 3, "refuted"),
        (0, 1, ">", 0, "undecided"),
    ],
)
def test_outcomes(lower: float, upper: float, relation: str, bound: float, outcome: str) -> None:
    found = Comparison(9, (lower + upper) / 2, lower, upper, 5, 0.2, 0.8, 0.99)
    assert found.outcome(relation, bound) == outcome
    evidence = found.evidence(relation, bound, "somewhere")
    assert (evidence.outcome, evidence.strength) == (outcome, "sampled")
    assert (evidence.witness is not None) == (outcome == "refuted")
    assert evidence.scope.startswith("somewhere: ") and "9 runs" in evidence.scope
    with pytest.raises(ValueError, match="relation"):
        found.outcome(">=", bound)


@pytest.mark.parametrize("rows", [[], [1.0], [[1.0, 2.0]], [1.0, float("nan")], "ab"])
def test_bad_rows(rows: object) -> None:
    with pytest.raises(ValueError, match="rows"):
        compare(rows)
