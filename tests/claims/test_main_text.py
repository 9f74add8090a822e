"""Sentences of the main text, by routes that the claims do not take: runs, floats, other tools."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from glbtheory.claims.rates.burn_in import _beyond, _estimate
from glbtheory.claims.vocabulary.attacks import simple_path
from glbtheory.formulas import FORMULAS
from glbtheory.regret.round_attacks import ProofRound
from glbtheory.setting.forgetting import Discount
from glbtheory.setting.likelihood import estimate
from glbtheory.setting.links import logistic


@pytest.mark.parametrize("n", [1, 4, 40, 400])
def test_leaving_after_a_burn_in_is_a_binomial_tail(n: int) -> None:
    exact = float(_beyond(n, Fraction(3, 4)))
    assert exact == pytest.approx(stats.binom.sf(math.floor(0.75 * n), n, 0.75), rel=1e-9)
    assert exact >= 81 / 256


def test_the_least_chance_to_leave_is_at_four_rounds() -> None:
    rounds = np.arange(1, 2001)
    chance = stats.binom.sf(np.floor(0.75 * rounds), rounds, 0.75)
    assert rounds[np.argmin(chance)] == 4 and chance.min() == pytest.approx(81 / 256)


def test_a_change_takes_the_logistic_estimate_out_as_well() -> None:
    """λ -> 0: the same limit (1, -8/3) as with a linear mean, for other weights too."""
    actions = np.array([[1.0, 0.0], [0.8, 0.6]])
    for weights in ([1.0, 1.0], [0.3, 1.0]):
        means = logistic.mu(np.array([1.0, -0.8]))
        found = estimate(actions, means, np.array(weights), logistic, lam=1e-7).theta
        assert found == pytest.approx([1, -8 / 3], abs=1e-4)
    x, y = _estimate(Fraction(1, 200), Fraction(1), -1)
    assert float(x**2 + y**2) == pytest.approx(7.358, abs=5e-4)


@pytest.mark.parametrize(("gamma", "lam", "old"), [(0.99, 0.1, 4), (0.9, 1.0, 10), (0.5, 3.0, 1)])
def test_without_a_change_the_first_term_is_needed(gamma: float, lam: float, old: int) -> None:
    """θ* = 0, old clicks, one action 0, D = 1: error above k_μ times deviation times norm."""
    shape = {"lam": lam, "S": 1.0, "forgetting": Discount(gamma)}
    clicks = [1.0] * old
    path = simple_path(logistic, [*clicks, 0.0], [*clicks, 0.0], [0.0] * (old + 2), D=1, **shape)

    def product(p: ProofRound) -> float:
        rise = p.g(p.estimate, recent=True) - p.g(p.truth, recent=True)
        norm = p.norm(rise, p.G_tilde_recent) * p.norm(np.ones(1), p.G)
        return float(0.25 * norm)

    x = float(path.estimate[0])
    error = 1 / (1 + math.exp(-x)) - 0.5
    assert error > product(path) == pytest.approx(math.sqrt(x**2 / (8 * (1 + math.exp(x)))))
    deep = simple_path(
        logistic, [*clicks, 0.0], [*clicks, 0.0], [0.0] * (old + 2), D=old + 1, **shape
    )
    assert error <= product(deep)


def test_the_sketch_at_large_penalty_by_hand() -> None:
    """Binomial(10), S = 2, λ = 10⁴: the printed product is far below β, the repaired one not."""
    known = {"d": 1, "T": 100, "delta": "0.1", "gamma": "0.9", "lam": 10**4, "m": 10, "k_mu": "2.5"}
    rho = FORMULAS["rho"](**known)
    size = FORMULAS["s_bar"](S=2, **{n: known[n] for n in ("T", "gamma", "lam", "m", "k_mu")})
    b = math.sqrt((1 + size) / 1e4) * rho + rho**2 / 1e4
    beta = FORMULAS["beta"](S=2, **known) / 100
    error = 10 * (1 / (1 + math.exp(-2)) - 0.5)
    assert 2.5 * b * math.sqrt(1 + size + b) == pytest.approx(0.51728, abs=5e-5)
    assert error == pytest.approx(3.80797, abs=5e-5) and beta == pytest.approx(13.760, abs=5e-3)
    assert error < 2.5 * (size + b) * math.sqrt(1 + size + b) < beta


def test_the_false_link_of_the_gap_proof_in_floats() -> None:
    """d = 2, basis actions in turn, c_μ = 1/4: ridge λ on the left is too small by far."""
    c, lam, g, T = 0.25, 10.0, 0.9, 4
    V = lam / c * np.eye(2)
    for t in range(T):
        V = g * V + (1 - g) * lam / c * np.eye(2)
        V[t % 2, t % 2] += 1
    determinant = np.linalg.slogdet(V)[1] - 2 * T * math.log(g)

    def granted(ridge: float) -> float:
        return float(2 * (-T * math.log(g) + math.log1p(1 / (2 * ridge * (1 - g)))))

    assert determinant - 2 * math.log(lam) > granted(lam) + 2
    assert determinant - 2 * math.log(lam / c) < granted(lam / c)
    assert math.exp(determinant - 2 * math.log(lam)) == pytest.approx(40.43, abs=5e-3)
