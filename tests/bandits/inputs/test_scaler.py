"""Rescaled together, features and S describe the same stream; the guarantee is that of before."""

from __future__ import annotations

import numpy as np
import pytest

from glbtheory.bandits import SCDGLUCB
from glbtheory.bandits.inputs.scaler import Scaler
from glbtheory.setting.likelihood import estimate
from glbtheory.setting.links import logistic

RNG = np.random.default_rng(0)
ROWS = RNG.normal(size=(60, 3)) * [1.0, 4.0, 0.5]
THETA = np.array([0.5, -0.25, 1.0])


def test_means_are_the_same_and_rows_fit() -> None:
    scaler = Scaler.of(ROWS)
    rows = scaler.rows(ROWS)
    assert np.linalg.norm(rows, axis=1).max() <= 1 + 1e-12
    assert rows @ (scaler.longest * THETA) == pytest.approx(ROWS @ THETA, rel=1e-13)
    assert scaler.theta(scaler.longest * THETA) == pytest.approx(THETA, rel=1e-15)
    S = float(np.linalg.norm(THETA))
    assert scaler.radius(S) >= np.linalg.norm(scaler.longest * THETA) * (1 - 1e-15)
    # The slope that the policy assumes is below every slope that occurs in the stream.
    policy = SCDGLUCB("logistic", 3, 10, scaler.radius(S), 1.0, 0.9)
    assert policy.c_mu <= logistic.dmu(ROWS @ THETA).min()


def test_without_the_radius_the_slope_would_be_wrong() -> None:
    """Why S is rescaled too: with the S of before, slopes occur that the policy excludes."""
    rows = 6.0 * np.identity(3)
    scaler = Scaler.of(rows)
    S = float(np.linalg.norm(THETA))
    least = logistic.dmu(rows @ THETA).min()
    assert SCDGLUCB("logistic", 3, 10, S, 1.0, 0.9).c_mu > least
    assert SCDGLUCB("logistic", 3, 10, scaler.radius(S), 1.0, 0.9).c_mu <= least


def test_the_estimate_is_that_of_the_ridge_in_other_units() -> None:
    scaler = Scaler(float(2.0 ** np.ceil(np.log2(np.linalg.norm(ROWS, axis=1).max()))))
    rewards = (RNG.random(60) < logistic.mu(ROWS @ THETA)).astype(float)
    found = estimate(scaler.rows(ROWS), rewards, np.ones(60), logistic, lam=0.5)
    theta = scaler.theta(found.theta)
    ridge = 0.5 * scaler.longest**2
    gradient = ROWS.T @ (logistic.mu(ROWS @ theta) - rewards) + ridge * theta
    assert np.linalg.norm(gradient) < 1e-8


def test_longer_rows_are_refused_by_number() -> None:
    scaler = Scaler(2.0)
    with pytest.raises(ValueError, match=r"row 1 has the norm 3: a larger Scaler needs a larger S"):
        scaler.rows([[0.0, 1.0], [3.0, 0.0]])
    assert "S = 1.5 becomes 3" in scaler.explain(1.5)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: Scaler(0.0), "longest must be positive"),
        (lambda: Scaler(float("inf")), "longest must be positive"),
        (lambda: Scaler.of(np.zeros((2, 2))), "actions must have a row that is not zero"),
        (lambda: Scaler.of(ROWS, room=0.5), "room must be at least 1"),
        (lambda: Scaler(1.0).radius(-1), "S must be positive"),
        (lambda: Scaler(1.0).theta("x"), "theta must be"),
    ],
)
def test_mistakes_are_named(call, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        call()
