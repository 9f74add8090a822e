"""The run that is the same for all rewards, against direct computation."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from glbtheory import formulas
from glbtheory.regret.forced_runs import WITNESS, ForcedRun
from glbtheory.setting.likelihood import estimate
from glbtheory.setting.links import binomial

SMALL = ForcedRun(
    n=2, S=Fraction(1), short=Fraction(1, 2), gamma=Fraction(9, 10), T=4, lam=Fraction(40)
)


def played(run: ForcedRun, rewards: tuple[int, ...]) -> list[float]:
    """Algorithm 1 on these rewards, estimate by estimate."""
    arms, g, lam = np.array([-1.0, float(run.short)]), float(run.gamma), float(run.lam)
    c_mu, link = float(run.c_mu.mid()), binomial(run.n)
    beta = float(run.bound(formulas.FORMULAS["beta_appendix"]).mid())
    V, done = lam / c_mu, []
    for t in range(run.T):
        theta = 0.0
        if done:
            weights = g ** np.arange(t - 1, -1, -1.0)
            past = np.array(rewards[:t], dtype=float)
            theta = float(estimate(np.array(done)[:, None], past, weights, link, lam).theta[0])
        index = link.mu(arms * theta) + beta / np.sqrt(c_mu) * np.abs(arms) / np.sqrt(V)
        done.append(float(arms[int(np.argmax(index))]))
        V = g * V + done[-1] ** 2 + (1 - g) * lam / c_mu
    return done


def test_every_sequence_of_rewards_plays_the_long_action() -> None:
    assert SMALL.forced()
    for rewards in product(range(3), repeat=SMALL.T - 1):
        assert played(SMALL, rewards) == [-1.0] * SMALL.T


def test_a_small_ridge_is_not_known_to_force() -> None:
    assert not replace(SMALL, lam=Fraction(10)).forced()
    assert not replace(SMALL, short=Fraction(9, 10)).forced()
    assert not replace(WITNESS, lam=Fraction(3 * 10**13)).forced()


def test_weight_is_the_smaller_of_horizon_and_memory() -> None:
    assert SMALL.weight == 4
    assert replace(SMALL, T=50).weight == 10


def test_regret_and_slope_by_hand() -> None:
    up, down = 1 / (1 + np.exp(-0.5)), 1 / (1 + np.exp(1.0))
    assert float(SMALL.regret.mid()) == pytest.approx(4 * 2 * (up - down), rel=1e-14)
    assert float(SMALL.c_mu.mid()) == pytest.approx(2 * down * (1 - down), rel=1e-14)


def test_the_witness_exceeds_the_printed_bound_and_not_the_corrected_one() -> None:
    assert WITNESS.forced()
    assert WITNESS.bound(formulas.FORMULAS["regret_discount"]) < WITNESS.regret
    assert WITNESS.bound(formulas.FORMULAS["regret_discount_corrected"]) > WITNESS.regret
