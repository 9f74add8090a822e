"""Claims on self-concordance: a witness holds up in floats, and each token decides."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from glbtheory.claims import all_claims
from glbtheory.claims.self_concordance import discussion, matrix_bounds, slope_bounds
from glbtheory.claims.self_concordance._pairs import on_pairs
from glbtheory.engines.evidence import HOLDS, REFUTED
from glbtheory.setting.links import poisson


def test_the_earlier_expansion_fails_at_its_witness_in_floats() -> None:
    """N21 says what was put in: x·θ* = -S with 2S = h + r, and the other point is h further."""
    at = discussion.N21.printed[0].decide().witness
    assert at is not None and at["z1"] == "-S"
    h, r = (float(Fraction(at[name])) for name in "hr")
    start = -(h + r) / 2
    mean = 1 / (1 + math.exp(-start))
    granted = mean + h * mean * (1 - mean) / (1 + h + r)
    assert 1 / (1 + math.exp(-start - h)) > granted + 1e-9


@pytest.mark.parametrize(("sign", "slope"), [(1, 1.0), (-1, -1.0)])
def test_straight_links_attain_the_bounds_and_bent_ones_do_not(sign: int, slope: float) -> None:
    straight = np.full(12, slope)
    assert slope_bounds.bent_slope_ratio(straight, sign)[0] == pytest.approx(1, abs=1e-12)
    bent = straight * np.where(np.arange(12) == 5, 0.9, 1)
    assert slope_bounds.bent_slope_ratio(bent, sign)[0] < 1 - 1e-3


def test_a_coefficient_above_one_is_allowed_and_one_below_is_not() -> None:
    below = on_pairs(slope_bounds._above_rational, poisson, -1)
    assert below.variant(c=sp.Rational(101, 100)).decide().outcome == HOLDS
    assert below.variant(c=sp.Rational(99, 100)).decide().outcome == REFUTED


def test_the_length_of_actions_must_not_be_below_one() -> None:
    for length, outcome in ((sp.Rational(11, 10), HOLDS), (sp.Rational(9, 10), REFUTED)):
        assert matrix_bounds._LENGTH_ONE.variant(c=length).decide().outcome == outcome


@pytest.mark.parametrize("name", ["L4", "L5", "L6", "Z5", "Q6", "I13", "N21", "N22", "N23", "N24"])
def test_mutants_keep_what_they_do_not_move(name: str) -> None:
    """A mutant is its statement once its tokens are put back."""
    claim = all_claims()[name]
    statements = (*claim.printed, *claim.corrected, *claim.support)
    for mutant in claim.mutants:
        origin = next(s for s in statements if mutant.same_check(s))
        assert set(mutant.tokens) == set(origin.tokens)
        assert mutant.variant(**origin.tokens).tokens == origin.tokens
