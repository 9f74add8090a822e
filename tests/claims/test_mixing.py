"""The mixture: false means by plain quadrature, and tokens that decide."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest
from scipy import integrate

from glbtheory.claims.mixing.half_ball import Q12, exponent, maximised
from glbtheory.claims.mixing.mixture_mean import L2
from glbtheory.claims.mixing.normalisers import I10
from glbtheory.engines.evidence import HOLDS, REFUTED


def mean_of_process(S: float, H: float, lam: float) -> float:
    """M̄ in d = 1 with m w = 1; H is without its ridge."""
    above, _ = integrate.quad(lambda x: math.exp(S * x - (H + lam) * x * x), -1, 1)
    below, _ = integrate.quad(lambda x: math.exp(-lam * x * x), -1, 1)
    return above / below


def test_the_tree_whose_actions_know_the_noise_by_quadrature() -> None:
    """Three coins are three gains: S = H(0) = 3, whatever the coins show; λ_3 = 64/10."""
    found = L2.mutants[5].decide()
    assert found.witness is not None and found.witness["law"] == "coin"
    assert (found.witness["ridges"], found.witness["u"]) == ("growing", "4")
    assert found.detail.startswith(f"{mean_of_process(3, 3, 6.4):.6g} <= 1")


def test_the_tree_whose_ridge_is_chosen_late_by_quadrature() -> None:
    """λ = 1/4 after the gain of probability 1/10, and 1000 after the loss of 1/9."""
    found = L2.mutants[4].decide()
    assert found.witness is not None and found.witness["law"] == "skewed"
    mean = mean_of_process(1, 1 / 9, 0.25) / 10 + mean_of_process(-1 / 9, 1 / 9, 1000) * 9 / 10
    assert found.detail.startswith(f"{mean:.6g} <= 1")


@pytest.mark.parametrize("token", ["radius", "factor", "fall"])
def test_each_token_of_the_walk_decides(token: str) -> None:
    """Where the weights do not fall, a round of weight 1 more changes nothing that counts."""
    walk = L2.printed[1]
    harmless, harmful = {
        "radius": (F(2), F(9, 4)),
        "factor": (F(9, 10), F(3, 5)),
        "fall": (F(1), F(9, 4)),
    }[token]
    assert walk.variant(**{token: harmless}).decide().outcome == HOLDS
    assert walk.variant(**{token: harmful}).decide().outcome == REFUTED


def test_no_point_near_a_star_has_a_larger_exponent() -> None:
    for case in maximised():
        star, args = case["star"], (case["H"], case["S"], case["scale"])
        top = exponent(star, *args)
        for step in (F(1, 100), F(-1, 100)):
            moved = tuple(x + step for x in star)
            if sum(x * x for x in moved) <= F(1, 4):
                assert exponent(moved, *args) <= top


def test_the_half_ball_is_the_largest_that_the_bounds_allow() -> None:
    (lower,) = Q12.printed
    assert lower.variant(radius=F(49, 100)).decide().outcome == HOLDS
    assert lower.variant(reach=F(49, 50)).decide().outcome == HOLDS
    inner = I10.corrected[0]
    assert inner.variant(reach=F(99, 100)).decide().outcome == HOLDS
