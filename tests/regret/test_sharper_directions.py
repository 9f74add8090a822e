"""The sharpened radius: its best ball of directions, and its order with the printed one."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest

from glbtheory.formulas import FORMULAS
from glbtheory.regret.sharper_directions import HALVES, MOST_DIRECTIONS, directions

CASES = list(itertools.product((1, 2, 10, MOST_DIRECTIONS), (1e-3, 0.1, 1.0, 18.0, 1e4), (0.05, 1)))


def known(d: int, lam: float, delta: float, m: float = 1.0) -> dict[str, Any]:
    return dict(d=d, T=1000, lam=lam, delta=delta, gamma=0.99, k_mu=m / 4, D=688, m=m)


def radius(numbers: dict[str, Any], u: float, r: float) -> float:
    found = FORMULAS["rho_sharpened"].compiled(**numbers, u=u, r=r)
    return float(found)


@pytest.mark.parametrize(("d", "lam", "delta"), CASES)
def test_the_radius_is_below_the_printed_one(d: int, lam: float, delta: float) -> None:
    numbers = known(d, lam, delta)
    found = radius(numbers, *directions(**numbers))
    assert 0 < found < 0.97 * FORMULAS["rho_appendix"].compiled(**numbers)


@pytest.mark.parametrize(("d", "lam", "delta"), CASES)
def test_no_other_ball_is_better(d: int, lam: float, delta: float) -> None:
    numbers = known(d, lam, delta)
    u, r = directions(**numbers)
    best = radius(numbers, u, r)
    with np.errstate(all="ignore"):
        for x, y in np.random.default_rng(d).uniform(-3, 3, size=(200, 2)):
            other = radius(numbers, u * math.exp(x), r * math.exp(y))
            assert not other < best * (1 - 1e-5)


def test_halves_give_the_printed_terms_when_the_roundings_are_put_back() -> None:
    """e - 2 <= 1 and R <= 2^d are all that changes at u = r = 1/2."""
    numbers = known(3, 2.0, 0.1, m=2.0)
    printed = FORMULAS["rho_appendix"].compiled(**numbers)
    moment, root = math.e - 2, math.sqrt(2.0)
    ball = FORMULAS["ball_ratio"](d=3, lam=2.0 * moment, m=2, w=1)
    lost = (1 - moment) * root / 4 + 4 / root * (3 * math.log(2) - math.log(ball))
    assert radius(numbers, *HALVES) == pytest.approx(printed - lost, rel=1e-12)


def test_compiled_masses_agree_with_exact_ones() -> None:
    exact = FORMULAS["ball_ratio"](d=5, lam=3, m=1, w=2)
    assert FORMULAS["ball_ratio"].compiled(d=5, lam=3.0, m=1.0, w=2.0) == pytest.approx(exact)


def test_the_search_has_three_digits() -> None:
    for x in directions(**known(2, 18.0, 0.05)):
        assert x == float(f"{x:.3g}")


@pytest.mark.parametrize("lam", [1e14, 1e19, 5e21])
@pytest.mark.parametrize("d", [2, 300])
def test_rounding_makes_no_radius_smaller(d: int, lam: float) -> None:
    """For huge λ the best ball is tiny, and φ of it would be noise in floats."""
    known = {"d": d, "T": 8000, "lam": lam, "delta": 0.05, "gamma": 0.9975, "k_mu": 0.25}
    known |= {"D": 3591, "m": 1.0}
    found = directions(**known)._asdict()
    formula = FORMULAS["rho_sharpened"]
    exact = formula.exactly(**known, **found)
    assert formula.compiled(**known, **found) == pytest.approx(float(exact), rel=1e-8)
