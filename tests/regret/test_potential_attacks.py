"""The sharpened bounds on elliptical potentials, against actions and against the paper's."""

from __future__ import annotations

import numpy as np
import pytest

from glbtheory.claims.sharper import discounted_potential, window_bonus
from glbtheory.formulas import FORMULAS
from glbtheory.regret.potential_attacks import closed_form_problem
from glbtheory.regret.potentials import potential
from glbtheory.setting.forgetting import Discount, Window


def discounted(**known: float) -> float:
    return float(FORMULAS["potential_discount_sharpened"].compiled(c_mu=1.0, **known))


def windowed(**known: float) -> float:
    return float(FORMULAS["potential_window_sharpened"].compiled(c_mu=1.0, **known))


def paper(d: int, T: int, lam: float, gamma: float) -> float:
    """The lemma of the paper and its determinant bound, with the best factor."""
    factor = FORMULAS["elliptical_constant_best"].compiled(lam=lam)
    volume = T * np.log(1 / gamma) + np.log1p((1 - gamma**T) / (d * lam * (1 - gamma)))
    return float(factor * d * volume)


@pytest.mark.parametrize("d", [1, 2, 5])
@pytest.mark.parametrize("lam", [0.05, 1.0, 40.0])
def test_no_actions_exceed_the_bounds(d: int, lam: float) -> None:
    rng = np.random.default_rng(np.random.SeedSequence([d, int(100 * lam)]))
    for T, gamma, tau in ((7, 0.5, 2), (60, 0.9, 9), (300, 0.995, 80)):
        drawn = rng.normal(size=(T, d))
        drawn /= np.linalg.norm(drawn, axis=1, keepdims=True)
        bursts = drawn * (np.arange(T) % (2 * tau) < tau)[:, None]
        for actions in (drawn, bursts, np.eye(d)[np.arange(T) % d], np.eye(d)[[0] * T]):
            faded = potential(actions, Discount(gamma), lam).sum()
            assert faded <= discounted(d=d, T=T, lam=lam, gamma=gamma) * (1 + 1e-12)
            cut = potential(actions, Window(tau), lam).sum()
            assert cut <= windowed(d=d, T=T, lam=lam, tau=tau) * (1 + 1e-12)


@pytest.mark.parametrize("d", [1, 10])
def test_never_above_the_lemmas_of_the_paper(d: int) -> None:
    for lam in (0.01, 1.0, 1e4):
        for T, gamma, tau in ((1, 0.5, 1), (50, 0.6, 7), (10_000, 0.999, 3000)):
            new = discounted(d=d, T=T, lam=lam, gamma=gamma)
            assert new <= paper(d, T, lam, gamma) * (1 + 1e-9)
            # log(1 + x) loses digits in floats where x is tiny.
            factor = FORMULAS["elliptical_constant_best"].compiled(lam=lam)
            blocks = factor * d * np.ceil(T / tau) * np.log1p(tau / (d * lam))
            assert windowed(d=d, T=T, lam=lam, tau=tau) <= blocks * (1 + 1e-9)


def test_a_large_ridge_gives_the_bound_without_learning() -> None:
    """Each term is at most 1/ridge, and the lemma of the paper does not see it."""
    T, lam, gamma = 8000, 7000.0, 0.999
    assert discounted(d=2, T=T, lam=lam, gamma=gamma) == T / lam
    assert discounted(d=2, T=T, lam=lam / 10, gamma=gamma) < 0.8 * T / (lam / 10)
    assert paper(2, T, lam, gamma) > 10 * T / lam


def test_the_search_finds_what_is_too_small() -> None:
    """A bound lowered by one per cent is exceeded, one raised by one per cent is not."""
    low, high = (
        closed_form_problem(1, 4, factor * discounted_potential.DISCOUNT) for factor in (0.99, 1.01)
    )
    assert max(low.objective(np.array(x))[0] for x in low.initial) > 1.005
    assert max(high.objective(np.array(x))[0] for x in high.initial) < 1


@pytest.mark.parametrize("make", [window_bonus._no_data, window_bonus._pushed])
def test_window_witnesses_are_paths_of_the_model(make) -> None:
    path = make()
    assert (np.linalg.norm(np.asarray(path.actions, float), axis=1) <= 1).all()
    assert (np.linalg.norm(np.asarray(path.theta, float), axis=1) <= path.S).all()
    assert all(0 <= reward <= path.m for reward in path.rewards)
