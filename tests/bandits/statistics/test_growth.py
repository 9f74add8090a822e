"""Slopes on logarithmic axes: known power laws, coverage of the limits, bad input."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from glbtheory.bandits.experiments.configuration import Configuration
from glbtheory.bandits.experiments.results import Results
from glbtheory.bandits.statistics.growth import (
    AGREES,
    BELOW,
    STEEPER,
    paired,
    power,
    simultaneous,
    slope,
)
from glbtheory.bandits.trace import Trace

X = np.array([1000.0, 2000.0, 4000.0, 16000.0])


def power_law(e: float, seed: int, runs: int = 16, shared: float = 0.0, noise: float = 0.3) -> Any:
    """Runs of mean 3 x^e with log-normal factors, part of which is the same at all values."""
    rng = np.random.default_rng([seed, runs])
    own = rng.normal(size=(runs, len(X)))
    both = rng.normal(size=(runs, 1))
    factor = np.exp(noise * (np.sqrt(1 - shared) * own + np.sqrt(shared) * both) - noise**2 / 2)
    return 3 * X**e * factor


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("e", [-0.5, 0.0, 2 / 3, 1.0])
def test_an_exact_power_law_has_its_slope(e: float, weighted: bool) -> None:
    # Factors per run that are the same at all values do not move the slope, in any resample.
    rows = 3 * X**e * np.array([[1.0], [2.0], [4.0]])
    found = slope(X, rows, weighted=weighted, resamples=50)
    assert found.estimate == pytest.approx(e, abs=1e-12)
    assert found.local == pytest.approx([e] * 3, abs=1e-12)
    assert found.error < 1e-12
    assert found.line(X) == pytest.approx(found.means)
    assert power(X, rows[0]) == pytest.approx(e, abs=1e-12)


def test_least_squares_are_those_of_numpy() -> None:
    rows = power_law(0.7, 1)
    means, errors = rows.mean(axis=0), rows.std(axis=0, ddof=1) / 4
    plain, weighted = slope(X, rows), slope(X, rows, weighted=True)
    assert plain.estimate == pytest.approx(np.polyfit(np.log(X), np.log(means), 1)[0])
    fit = np.polyfit(np.log(X), np.log(means), 1, w=means / errors)
    assert weighted.estimate == pytest.approx(fit[0])
    assert np.log(weighted.line([5.0])[0]) == pytest.approx(np.polyval(fit, np.log(5.0)))
    assert plain.local == pytest.approx(np.diff(np.log(means)) / np.diff(np.log(X)))


def test_curvature_shows_in_the_local_slopes() -> None:
    rows = np.outer([1.0, 1.1, 0.9], X ** (2 / 3) * np.log(X))
    found = slope(X, rows, resamples=50)
    assert (np.diff(found.local) < 0).all()
    # A logarithm makes the slope larger than the exponent at every horizon.
    assert found.local.min() > 2 / 3 and found.estimate > 2 / 3


@pytest.mark.parametrize("shared", [0.0, 0.9])
def test_the_limits_cover_the_true_slope_as_often_as_they_say(shared: float) -> None:
    trials = 400
    covered = {0.95: 0, 0.8: 0}
    for seed in range(trials):
        found = slope(X, power_law(2 / 3, seed, 12, shared), resamples=400)
        for level in covered:
            covered[level] += found.at(level).contains(2 / 3)
    for level, times in covered.items():
        # Within four standard deviations.
        assert abs(times / trials - level) < 4 * np.sqrt(level * (1 - level) / trials)


def test_runs_are_drawn_with_all_their_columns() -> None:
    """Shared noise cancels in the slope; drawn column by column it would not."""
    together = slope(X, power_law(0.5, 3, shared=0.99), resamples=500)
    apart = slope(X, power_law(0.5, 3, shared=0.0), resamples=500)
    assert together.error < apart.error / 4


def test_limits_widen_with_confidence_and_narrow_with_runs() -> None:
    few, many = slope(X, power_law(0.5, 1, 6)), slope(X, power_law(0.5, 1, 96))
    assert few.upper - few.lower > 3 * (many.upper - many.lower)
    wider = many.at(0.999)
    assert wider.lower < many.lower < many.estimate < many.upper < wider.upper
    assert wider.confidence == 0.999 and wider.estimate == many.estimate


def test_verdicts_are_words_about_the_limits() -> None:
    found = slope(X, power_law(0.6, 1, 64))
    assert found.verdict(0.9) == BELOW and found.verdict(0.3) == STEEPER
    assert found.verdict(found.estimate) == AGREES
    assert found.verdict(found.upper) == AGREES and found.contains(found.lower)
    assert str(found) == f"{found.estimate:.2f} ({found.lower:.2f} to {found.upper:.2f})"


def test_nothing_is_printed_as_minus_zero() -> None:
    falling = X**-0.001 * np.array([[1.0], [2.0]])
    assert str(slope(X, falling, resamples=20)) == "0.00 (0.00 to 0.00)"


def test_simultaneous_limits_are_bonferronis() -> None:
    slopes = {k: slope(X, power_law(0.5, k), resamples=200) for k in range(5)}
    all_of_them = simultaneous(slopes, 0.9)
    for k, found in all_of_them.items():
        assert found.confidence == pytest.approx(0.98)
        assert found.upper == slopes[k].at(0.98).upper > slopes[k].at(0.9).upper


def test_the_same_runs_give_the_same_bits() -> None:
    rows = power_law(0.5, 1)
    a, b, c = slope(X, rows), slope(X, rows), slope(X, rows, seed=1)
    assert (a.lower, a.upper) == (b.lower, b.upper) != (c.lower, c.upper)
    assert a.estimate == c.estimate


def results(runs: list[int], size: float) -> Results:
    plan = Configuration({}, {"a": {"policy": "p"}}, 9, 0, (5, 10))
    traces = {
        r: Trace(np.array([5, 10]), np.array([1.0, size + r]), *[np.zeros(2)] * 3) for r in runs
    }
    return Results(plan, {"a": traces})


def test_runs_are_paired_by_number() -> None:
    rows = paired([results([0, 1, 3], 10.0), results([3, 0, 2], 20.0)], "a")
    assert rows.tolist() == [[10.0, 20.0], [13.0, 23.0]]
    with pytest.raises(ValueError, match="'a' is finished in all"):
        paired([results([0], 1.0), results([1], 1.0)], "a")
    with pytest.raises(ValueError, match="results must not be empty"):
        paired([], "a")
    with pytest.raises(ValueError, match="label must be one of a"):
        paired([results([0], 1.0)], "b")


GOOD = np.ones((3, 4))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"values": [1.0]}, "values must be two at least and increase"),
        ({"values": [1.0, 2.0, 2.0, 3.0]}, "values must be two at least and increase"),
        ({"values": [0.0, 1.0, 2.0, 3.0]}, "values must be positive"),
        ({"values": "abcd"}, "values must"),
        ({"values": [1.0, 2.0, 3.0]}, "rows must have shape"),
        ({"rows": GOOD[:1]}, "rows must hold two runs at least"),
        ({"rows": GOOD[0]}, "rows must have shape"),
        ({"rows": -GOOD}, "rows must be positive"),
        ({"rows": np.nan * GOOD}, "rows must be finite"),
        ({"weighted": True}, "rows must differ at every value"),
        ({"weighted": 1}, "weighted must be True or False"),
        ({"confidence": 1.0}, "confidence must lie in"),
        ({"resamples": 1}, "resamples must be an integer"),
        ({"seed": -1}, "seed must be an integer"),
    ],
)
def test_bad_input_is_named(arguments: dict[str, Any], says: str) -> None:
    given = {"values": X, "rows": GOOD, **arguments}
    with pytest.raises(ValueError, match=says):
        slope(given.pop("values"), given.pop("rows"), **given)


def test_bad_input_of_the_others_is_named() -> None:
    found = slope(X, power_law(0.5, 1), resamples=20)
    with pytest.raises(ValueError, match="exponent must be a finite number"):
        found.verdict(np.nan)
    with pytest.raises(ValueError, match="confidence must lie in"):
        found.at(0.0)
    with pytest.raises(ValueError, match="x must be positive"):
        found.line(-1.0)
    with pytest.raises(ValueError, match="slopes must be a dictionary"):
        simultaneous({})
    with pytest.raises(ValueError, match="slopes must hold Slope"):
        simultaneous({"a": 1.0})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="confidence must lie in"):
        simultaneous({"a": found}, 2.0)
    with pytest.raises(ValueError, match="numbers must have shape"):
        power(X, [1.0])
