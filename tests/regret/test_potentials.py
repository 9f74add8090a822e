"""Elliptical potentials against exact arithmetic, the lemmas, and the sharper bounds."""

import time
from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp

from glbtheory.formulas import FORMULAS
from glbtheory.regret.potentials import design_matrices, log_growth, potential
from glbtheory.setting.forgetting import Discount, Forever, Window

KINDS = [Discount(F(9, 10)), Discount(1), Window(1), Window(4), Window(100), Forever()]
ACTIONS = [[F(i % 5, 7), F((3 * i) % 4, -9)] for i in range(1, 13)]


def in_ball(rng, n, d):
    """Actions of all lengths up to 1."""
    u = rng.standard_normal((n, d))
    return rng.uniform(0, 1, (n, 1)) * u / np.linalg.norm(u, axis=1, keepdims=True)


# --- potentials ---------------------------------------------------------------------------------


def exact_designs(kind, actions, ridge):
    V = ridge * np.identity(len(actions[0]), dtype=object)
    path = [V]
    for t, a in enumerate(actions, start=1):
        gone = kind.leaving(t) if isinstance(kind, Window) else None
        V = kind.update_design(V, a, ridge, None if gone is None else actions[gone - 1])
        path.append(V)
    return path


@pytest.mark.parametrize("kind", KINDS)
def test_matrices_potential_and_growth_agree_with_fractions(kind):
    path = exact_designs(kind, ACTIONS, F(3, 2))
    V = design_matrices(ACTIONS, kind, 1.5)
    np.testing.assert_allclose(V, np.array(path, dtype=float), rtol=1e-14, atol=1e-15)
    exact = [
        (sp.Matrix([a]) * sp.Matrix(M).inv() * sp.Matrix(a))[0, 0]
        for a, M in zip(ACTIONS, path[:-1], strict=True)
    ]
    terms = potential(ACTIONS, kind, 1.5)
    np.testing.assert_allclose(terms, np.array(exact, dtype=float), rtol=1e-13)
    shrink = sp.Rational(9, 10) ** 24 if kind == Discount(F(9, 10)) else 1
    growth = sp.log(sp.Matrix(path[-1]).det() / (sp.Rational(9, 4) * shrink))
    assert log_growth(ACTIONS, kind, 1.5) == pytest.approx(float(growth), rel=1e-13)


@pytest.mark.parametrize("kind", [Discount(0.97), Window(7), Window(33), Forever()])
def test_long_runs_agree_with_the_recursion_step_by_step(kind):
    A = in_ball(np.random.default_rng(5), 200, 3)
    V = design_matrices(A, kind, 0.1)
    for t in range(1, 201):
        gone = kind.leaving(t) if isinstance(kind, Window) else None
        step = kind.update_design(V[t - 1], A[t - 1], 0.1, None if gone is None else A[gone - 1])
        np.testing.assert_allclose(V[t], step, rtol=1e-13, atol=1e-13)


def test_a_window_forgets_large_actions_without_a_trace():
    """Differences of cumulative sums would leave round-off of the size 1e-13."""
    A = np.concatenate([np.ones((1000, 1)), np.full((1000, 1), 1e-9)])
    assert design_matrices(A, Window(10), 1e-18)[-1, 0, 0] == pytest.approx(1.1e-17, rel=1e-12)


def test_small_growth_keeps_its_digits():
    growth = log_growth([[1e-9, 0.0]], Forever(), 100.0)
    assert growth == pytest.approx(1e-20, rel=1e-12)


@pytest.mark.parametrize("kind", [Discount(0.5), Discount(1 - 1e-9), Window(1000), Forever()])
def test_a_million_rounds_neither_overflow_nor_take_long(kind):
    A = np.ones((10**6, 1))
    start = time.perf_counter()
    with np.errstate(over="raise", invalid="raise", divide="raise"):
        total, growth = potential(A, kind, 0.01).sum(), log_growth(A, kind, 0.01)
    assert time.perf_counter() - start < 20
    assert np.isfinite(total) and np.isfinite(growth)
    if isinstance(kind, Discount):
        assert total <= FORMULAS["elliptical_constant"](lam=F(1, 100)) * growth


def test_no_actions_at_all():
    empty = np.zeros((0, 2))
    for kind in KINDS:
        assert design_matrices(empty, kind, 2.0).tolist() == [[[2.0, 0.0], [0.0, 2.0]]]
        assert potential(empty, kind, 2.0).shape == (0,)
        assert log_growth(empty, kind, 2.0) == 0


@pytest.mark.parametrize("constant", ["elliptical_constant", "elliptical_constant_best"])
@pytest.mark.parametrize("lam", [F(1, 100), F(1), F(7)])
def test_the_lemmas_hold_on_random_data(constant, lam):
    rng = np.random.default_rng(11)
    c = FORMULAS[constant](lam=lam)
    for d, T, gamma, tau in [(1, 5, 0.5, 2), (2, 40, 0.9, 7), (4, 60, 0.999, 20)]:
        A = in_ball(rng, T, d)
        discounted = potential(A, Discount(gamma), float(lam)).sum()
        assert discounted <= c * log_growth(A, Discount(gamma), float(lam))
        windowed = potential(A, Window(tau), float(lam)).sum()
        assert windowed <= c * d * -(-T // tau) * np.log1p(tau / (float(lam) * d))


@pytest.mark.parametrize("function", [design_matrices, potential, log_growth])
@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (([[1.0, 1.0]], Forever(), 1.0), "actions must have norm at most 1"),
        (([1.0, 0.0], Forever(), 1.0), "actions must have shape"),
        (([[np.nan]], Forever(), 1.0), "actions must be finite"),
        (([[1.0]], "forever", 1.0), "forgetting must be Discount, Window or Forever"),
        (([[1.0]], Forever(), 0.0), "ridge must be positive"),
        (([[1.0]], Forever(), np.nan), "ridge must be positive"),
    ],
)
def test_bad_data_are_named(function, arguments, name):
    with pytest.raises(ValueError, match=name):
        function(*arguments)


# --- sharper bounds ------------------------------------------------------------------------------


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
