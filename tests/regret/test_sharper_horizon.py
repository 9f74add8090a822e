"""The sharpened regret bounds: enclosures against digits, their tuning, their horizons."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from glbtheory.formulas import FORMULAS
from glbtheory.regret import useful_horizon
from glbtheory.regret.sharper_horizon import SHARPENED, best, bound, first_useful, is_useful, share
from glbtheory.regret.useful_horizon import HorizonProblem

PROBLEM = HorizonProblem(S=1, d=2, Gamma=2, Delta=Fraction(1, 10))
GIVEN: dict[str, Any] = {"lam": 18, "u": "0.9", "r": "0.2"}
OWN = {"gamma": {"gamma": "0.997", "D": 2000}, "tau": {"tau": 700}}


def given(theorem: str) -> dict[str, Any]:
    return GIVEN | OWN["tau" if theorem[:2] in ("T5", "T6") else "gamma"]


@pytest.mark.parametrize("theorem", SHARPENED)
def test_the_enclosure_holds_the_digits(theorem: str) -> None:
    formula, numbers = FORMULAS[SHARPENED[theorem][0]], given(theorem)
    slope = {"k_mu": Fraction(1, 4), "c_mu": Fraction("0.19661193324148185254"), "m": 1}
    known = numbers | slope | {"d": 2, "T": 8000, "S": 1, "delta": "0.05", "Gamma": 2}
    known |= {"Delta": "0.1"}
    digits = formula(**{n: known[n] for n in formula.arguments})
    found = bound(theorem, PROBLEM, 8000, **numbers)
    assert float(found.mid()) == pytest.approx(digits, rel=1e-12)
    assert float(found.rad()) < 1e-20 * digits


@pytest.mark.parametrize("theorem", SHARPENED)
@pytest.mark.parametrize("S", [1, 6])
def test_smaller_than_the_repaired_bound_and_smaller_still_when_tuned(theorem: str, S: int) -> None:
    problem = HorizonProblem(S=S, d=2, Gamma=2, Delta=Fraction(1, 10))
    for T in (8000, 10**6):
        repaired = useful_horizon.share(theorem.replace("sharpened", "corrected"), problem, T)
        own = share(theorem, problem, T)
        tuned = share(theorem, problem, T, **best(theorem, problem, T))
        assert tuned < own < 0.6 * repaired


def test_no_near_choice_is_better_than_the_best() -> None:
    numbers = best("T2 sharpened", PROBLEM, 10**6)
    least = share("T2 sharpened", PROBLEM, 10**6, **numbers)
    for name in ("D", "u", "r"):
        for factor in (0.9, 1.1):
            moved = numbers | {name: round(numbers[name] * factor, 4 if name != "D" else None)}
            assert share("T2 sharpened", PROBLEM, 10**6, **moved) > least * (1 - 1e-6)
    for factor in (Fraction(9, 10), Fraction(11, 10)):
        moved = numbers | {"gamma": 1 - (1 - numbers["gamma"]) * factor}
        assert share("T2 sharpened", PROBLEM, 10**6, **moved) > least * (1 - 1e-6)


def test_the_horizon_is_where_the_bound_crosses() -> None:
    T = first_useful("T2 sharpened", PROBLEM)
    assert is_useful("T2 sharpened", PROBLEM, T)
    assert not is_useful("T2 sharpened", PROBLEM, T - 10**5)
    assert T < useful_horizon.first_useful("T2 corrected", PROBLEM).T0 / 20
    assert first_useful("T2 sharpened", PROBLEM, tuned=True) < T


def test_a_bound_that_says_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match=r"says nothing up to 10\^3"):
        first_useful("T2 sharpened", PROBLEM, decades=3)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"theorem": "T3"}, "theorem must be one of T1 sharpened"),
        ({"T": 1}, "T must be"),
        ({"gamma": 1}, "gamma must be in"),
        ({"tau": "0.5"}, "tau must be an integer"),
        ({"S": 2}, "S must be one of lam, gamma"),
    ],
)
def test_bad_input_is_named(arguments: dict[str, Any], said: str) -> None:
    call = {"theorem": "T2 sharpened", "problem": PROBLEM, "T": 8000} | arguments
    with pytest.raises(ValueError, match=said):
        bound(**call)
