"""Horizons at which the bounds begin to say something."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import mpmath as mp
import pytest

from glbtheory.regret.useful_horizon import (
    THEOREMS,
    HorizonProblem,
    always,
    bound,
    excess,
    first_useful,
    is_useful,
    share,
)
from glbtheory.setting.links import binomial, linear, poisson

SIX = HorizonProblem(S=6, Delta=Fraction(1, 10))
PRINTED = [name for name in THEOREMS if "corrected" not in name]


def _bonus(S: Any, rho: Any, lam: Any, k: Any) -> Any:
    return k * mp.sqrt(lam) * (1 + S + mp.sqrt((1 + S) / lam) * rho + rho**2 / lam) ** mp.mpf("1.5")


def _printed(theorem: str, problem: HorizonProblem, T: int) -> Any:
    """The four bounds written out from the page, for the logistic link."""
    with mp.workdps(80):
        d, G, S, dlt = problem.d, problem.Gamma, mp.mpf(problem.S), mp.mpf(1) / 20
        k, c, m, gap = mp.mpf(1) / 4, 1 / (2 + mp.exp(S) + mp.exp(-S)), 1, mp.mpf(1) / 10
        lam = d * mp.log(T)
        start = mp.sqrt(lam) / 2 + 2 / mp.sqrt(lam) * (mp.log(T / dlt) + d * mp.log(2))
        wide = 2 * max(1, 1 / lam)
        if theorem in ("T5", "T6"):
            raw = (d * T / (mp.sqrt(c) * G)) ** (mp.mpf(2) / 3)
            tau = mp.ceil(raw if theorem == "T5" else d * mp.sqrt(T) / mp.sqrt(c * G))
            rho = start + d / mp.sqrt(lam) * mp.log(1 + k * min(T, tau) / (d * lam))
            beta = _bonus(S, rho, lam, k)
            volume = d * mp.ceil(T / tau) * mp.log(1 + tau / (d * lam))
            if theorem == "T5":
                return G * tau + 2 * beta / mp.sqrt(c) * mp.sqrt(T * wide * volume)
            return G * tau + 4 * beta**2 / (c * gap) * wide * volume
        u = (mp.sqrt(c) * G / (d * T)) ** (mp.mpf(2) / 3)
        if theorem == "T1":
            u = mp.sqrt(c * G) / (d * mp.sqrt(T))
        g = 1 - u
        old = (2 * S * k + m) / (T * lam * u)
        growth = k * (1 - mp.mpf(T) ** -2) / (d * lam * (1 - g**2))
        rho = start + d / mp.sqrt(lam) * mp.log(1 + growth)
        beta = _bonus(S + old, rho, lam, k)
        volume = d * (T * mp.log(1 / g) + mp.log(1 + 1 / (d * lam * u)))
        if theorem == "T2":
            explored = 2 * beta / mp.sqrt(c) * mp.sqrt(T * wide * volume)
            return 2 * mp.log(T) / u * G + 2 * k * old * T + explored
        squares = 4 / c * beta**2 * wide * volume
        biases = 4 * T * (k * old) ** 2
        mixed = 8 * k * old * beta / mp.sqrt(c) * mp.sqrt(T * wide * volume)
        return G * mp.log(T) / mp.log(1 / g) + (squares + biases + mixed) / gap


@pytest.mark.parametrize("theorem", PRINTED)
@pytest.mark.parametrize("T", [8000, 96971810460, 10**25 + 7])
def test_bounds_agree_with_an_independent_evaluation(theorem: str, T: int) -> None:
    ball = bound(theorem, SIX, T)
    with mp.workdps(80):
        expected = _printed(theorem, SIX, T)
        middle = mp.mpf(str(ball.mid().str(60, radius=False)))
        assert abs(middle / expected - 1) < mp.mpf(10) ** -30
    assert ball.rad() < ball * 1e-40


@pytest.mark.parametrize("theorem", PRINTED)
@pytest.mark.parametrize("S", [1, 6])
def test_the_first_useful_horizon(theorem: str, S: int) -> None:
    problem = HorizonProblem(S=S, Delta=Fraction(1, 10))
    found = first_useful(theorem, problem)
    assert found.changes == 1
    assert not is_useful(theorem, problem, found.T0 - 1)
    assert is_useful(theorem, problem, found.T0)
    assert _printed(theorem, problem, found.T0) < found.T0
    assert _printed(theorem, problem, found.T0 - 1) >= found.T0 - 1
    assert str(found).startswith(theorem)


def test_shares_at_the_horizon_of_the_figure() -> None:
    found = {name: share(name, SIX, 8000) for name in PRINTED}
    rounded = {name: float(f"{x:.4g}") for name, x in found.items()}
    assert rounded == {"T1": 398100.0, "T2": 210.9, "T5": 279.4, "T6": 981900.0}


@pytest.mark.parametrize("theorem", ["T2", "T5", "T6"])
def test_repaired_bounds_start_a_little_earlier(theorem: str) -> None:
    """For c_μ < 1 and m = 1 the ridge λ/c_μ is the only repair that counts, and it helps."""
    printed = first_useful(theorem, SIX).T0
    repaired = first_useful(f"{theorem} corrected", SIX).T0
    assert printed / 30 < repaired < printed


def test_cells_settle_what_holds_and_nothing_else() -> None:
    T0 = first_useful("T2", SIX).T0
    assert always("T2", SIX, 2 * T0, 10**20, True)
    assert always("T2", SIX, 1000, T0 // 2, False)
    assert always("T2", SIX, T0 // 2, 2 * T0, True, most=300) is None
    assert always("T2", SIX, T0 // 2, 2 * T0, False, most=300) is None
    assert always("T5", SIX, 10**14, 10**30, True)


def test_other_links_and_reward_ranges() -> None:
    """More range makes ρ larger, and the bound starts later even against m T."""
    first = first_useful("T2", HorizonProblem(S=1)).T0
    wide = first_useful("T2", HorizonProblem(S=1, link=binomial(5))).T0
    assert wide > 100 * first
    steep = first_useful("T2", HorizonProblem(S=1, link=linear, m=1)).T0
    assert steep > first
    assert share("T2", HorizonProblem(S=1, link=linear, m=1), 10**6) < 100


def test_no_discount_factor_of_at_most_one_half() -> None:
    """γ = 1 - (√c_μ Γ/(dT))^{2/3} is below 1/2 for few rounds and many changes."""
    problem = HorizonProblem(S=1, d=1, Gamma=10)
    assert math.isinf(share("T2", problem, 8))
    assert not is_useful("T2", problem, 8)
    assert math.isfinite(share("T2", problem, 1000))


def test_excess_is_bound_minus_horizon() -> None:
    value = excess("T5", SIX, 10**6)
    assert float(value.mid()) == pytest.approx(float(bound("T5", SIX, 10**6).mid()) - 10**6)


@pytest.mark.parametrize(
    ("call", "word"),
    [
        (lambda: HorizonProblem(S=0), "S"),
        (lambda: HorizonProblem(S=1, Gamma=0), "Gamma"),
        (lambda: HorizonProblem(S=1, delta=Fraction(2)), "delta"),
        (lambda: bound("T3", SIX, 100), "theorem"),
        (lambda: bound("T1", HorizonProblem(S=1), 100), "Delta"),
        (lambda: bound("T2", SIX, 1), "T"),
        (lambda: bound("T2", HorizonProblem(S=1, link=linear), 100), "m"),
        (lambda: bound("T2", HorizonProblem(S=1, link=poisson, m=1), 100), "slope"),
        (lambda: first_useful("T1", SIX, decades=5), "T1"),
        (lambda: first_useful("T1", SIX, decades=0), "decades must be an integer >= 1"),
        (lambda: always("T2", SIX, 100, 100, False), "low must be below high = 100"),
        (lambda: always("T2", SIX, 0, 100, False), "low must be an integer >= 1"),
        (lambda: HorizonProblem(S=1, Delta=Fraction(3, 2)), "Delta must be at most m = 1"),
        (
            lambda: HorizonProblem(S=1, Delta=Fraction(3), link=linear, m=2),
            "Delta must be at most m = 2",
        ),
        (lambda: HorizonProblem(S=1, link="nosuch"), "link must be a Link"),  # type: ignore[arg-type]
    ],
)
def test_bad_input_is_refused(call: Any, word: str) -> None:
    with pytest.raises(ValueError, match=word):
        call()
