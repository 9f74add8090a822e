"""The estimators against all logs that can happen, in exact numbers, and against themselves."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from glbtheory.bandits.adapters.off_policy import (
    doubly_robust,
    inverse_propensity,
    self_normalised,
)

#: Two rounds with contexts 0 and 1, three arms, rewards that are coins: all in sixteenths.
LOGGING = np.array([[8, 4, 4], [2, 10, 4]]) / 16
TARGET = np.array([[2, 6, 8], [12, 0, 4]]) / 16
MEANS = np.array([[4, 8, 12], [2, 14, 6]]) / 16
GUESS = np.array([[0.5, 0.25, 1.0], [0.0, 0.125, 0.75]])


def _expected(estimator) -> tuple[float, float]:
    """Mean and variance over all logs, weighted with their probabilities."""
    first = second = Fraction(0)
    for arms in product(range(3), repeat=2):
        for clicks in product((0, 1), repeat=2):
            chance = Fraction(1)
            for t, (a, r) in enumerate(zip(arms, clicks, strict=True)):
                mean = Fraction(MEANS[t, a])
                chance *= Fraction(LOGGING[t, a]) * (mean if r else 1 - mean)
            value = Fraction(estimator(np.array(arms), np.array(clicks)))
            first, second = first + chance * value, second + chance * value**2
    return float(first), float(second - first**2)


def _pieces(arms: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    t = np.arange(2)
    return LOGGING[t, arms], TARGET[t, arms]


def _ips(arms, clicks):
    return inverse_propensity(clicks, *_pieces(arms)).value


def _dr(guess):
    return lambda arms, clicks: doubly_robust(clicks, _pieces(arms)[0], arms, TARGET, guess).value


def test_unbiased_over_all_logs() -> None:
    truth = (TARGET * MEANS).sum(axis=1).mean()
    assert _expected(_ips)[0] == pytest.approx(truth, abs=1e-14)
    assert _expected(_dr(GUESS))[0] == pytest.approx(truth, abs=1e-14)
    assert _expected(_dr(np.zeros((2, 3))))[0] == pytest.approx(truth, abs=1e-14)
    # With the wrong propensities neither IPS nor DR is: the check can fail.
    uniform = np.full(2, 1 / 3)
    wrong = _expected(lambda a, r: inverse_propensity(r, uniform, _pieces(a)[1]).value)[0]
    assert abs(wrong - truth) > 0.01


def test_a_good_guess_lowers_the_variance() -> None:
    assert _expected(_dr(MEANS))[1] < _expected(_ips)[1] < _expected(_dr(-GUESS))[1]


def test_the_limits_cover_the_value() -> None:
    rng = np.random.default_rng(0)
    truth = float((TARGET * MEANS).sum(axis=1).mean())
    inside = np.zeros(3)
    runs, n = 400, 600
    for _ in range(runs):
        x = np.arange(n) % 2
        arms = (rng.random(n)[:, None] > LOGGING[x].cumsum(axis=1)).sum(axis=1)
        clicks = rng.random(n) < MEANS[x, arms]
        p, pi = LOGGING[x, arms], TARGET[x, arms]
        values = (
            inverse_propensity(clicks, p, pi),
            self_normalised(clicks, p, pi),
            doubly_robust(clicks, p, arms, TARGET[x], GUESS[x]),
        )
        inside += [low <= truth <= high for low, high in (v.limits(0.95) for v in values)]
        assert 0 < values[0].effective_rounds < n
    # 380 expected; 4 standard deviations of a binomial law are 17.
    assert (inside >= 380 - 17).all()


def test_what_self_normalising_gives() -> None:
    r, p, pi = [0.0, 1.0, 1.0, 0.0], [0.5, 0.25, 0.5, 0.1], [0.5, 0.5, 0.1, 0.0]
    value = self_normalised(r, p, pi).value
    assert self_normalised([x + 7 for x in r], p, pi).value == pytest.approx(value + 7)
    assert inverse_propensity([x + 7 for x in r], p, pi).value != pytest.approx(
        inverse_propensity(r, p, pi).value + 7
    )
    assert inverse_propensity([True, False], [0.5, 0.5], [0.5, 0.5]).value == 0.5
    assert inverse_propensity(r, p, p).effective_rounds == 4


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: inverse_propensity([1, 0], [0.5, 0.0], [1, 1]), "propensities must lie"),
        (lambda: inverse_propensity([1, 0], [0.5, 0.5], [1, 2]), "target must lie"),
        (lambda: inverse_propensity([1, 0], [0.5], [1, 1]), "propensities must have shape"),
        (lambda: inverse_propensity([1], [0.5], [1]), "rewards must be at least 2"),
        (lambda: inverse_propensity([1, 0], [1e-320, 0.5], [1, 1]), "large enough"),
        (lambda: self_normalised([1, 0], [0.5, 0.5], [0, 0]), "target must be positive"),
        (
            lambda: doubly_robust([1, 0], [0.5, 0.5], [0, 2], [[1, 0]] * 2, [[0, 0]] * 2),
            "chosen must be 2 integers",
        ),
        (
            lambda: doubly_robust([1, 0], [0.5, 0.5], [0, 1], [[1, 1]] * 2, [[0, 0]] * 2),
            "target must have rows that are probabilities",
        ),
        (
            lambda: doubly_robust([1, 0], [0.5, 0.5], [0, 1], [[1, 0]] * 2, [[0, 0]]),
            "predicted must have shape",
        ),
        (lambda: inverse_propensity([1, 0], [1, 1], [1, 1]).limits(1.5), "level must lie"),
    ],
)
def test_mistakes_are_named(call, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        call()
