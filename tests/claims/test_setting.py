"""Claims on the setting: numbers by another route, and tokens that decide."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
import sympy as sp

from glbtheory.claims.setting import assumptions, definitions, proof_sketch, slopes_in_numbers
from glbtheory.engines.evidence import HOLDS, REFUTED
from glbtheory.setting.links import scaled_bernoulli


@pytest.mark.parametrize(
    ("value", "shown", "not_shown"),
    [("405.43", ("400", "410", "405"), ("500", "406")), ("1098.6", ("1000", "1099"), ("1200",))],
)
def test_trailing_zeros_are_not_digits(
    value: str, shown: tuple[str, ...], not_shown: tuple[str, ...]
) -> None:
    exact = sp.Rational(value)
    assert all(slopes_in_numbers.rounds_to(exact, printed) for printed in shown)
    assert not any(slopes_in_numbers.rounds_to(exact, printed) for printed in not_shown)


@pytest.mark.parametrize("radius", [1, 4, 6, 7])
def test_the_inverse_slope_as_a_whole_number_in_floats(radius: int) -> None:
    whole = round((1 + math.exp(-radius)) ** 2 / math.exp(-radius))
    for printed, outcome in ((whole, HOLDS), (whole - 1, REFUTED)):
        about = slopes_in_numbers._about.variant(radius=radius, printed=str(printed))
        assert about.decide().outcome == outcome


def test_phases_by_groups() -> None:
    for path in [(0,), (0, 0, 1, 1, 0), (1, 0, 1), (0, 0, 0)]:
        groups = 1 + sum(x != y for x, y in pairwise(path))
        assert definitions._stretches(path) == groups


@pytest.mark.parametrize("m", [2, 3])
def test_rewards_zero_and_m_need_the_constant_m(m: int) -> None:
    steep = assumptions.self_concordant(scaled_bernoulli(m), 1)
    assert steep.variant(factor=m).decide().outcome == HOLDS
    assert steep.variant(factor=m - sp.Rational(1, 100)).decide().outcome == REFUTED


def test_a_regret_above_the_gap_is_below_its_square_for_every_smaller_gap() -> None:
    squared = assumptions.BELOW_SQUARE
    assert squared.variant(gap="(0.99*g)").decide().outcome == HOLDS
    assert squared.variant(least="0").decide().outcome == REFUTED


def test_the_ridge_at_the_end_of_the_experiment_in_floats() -> None:
    faded = math.exp(7999 * math.log(0.9975))
    assert 2.0e-9 < faded < float(proof_sketch._faded.tokens["limit"])
