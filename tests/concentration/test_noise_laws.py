"""Finite noise laws are centred, exact, and compared without rounding."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import mpmath as mp
import numpy as np
import pytest

from glbtheory.concentration.noise_laws import (
    FAIR,
    ExpSum,
    Law,
    checked_law,
    three_point,
    two_point,
)

VALUES = (Fraction(1, 1000), Fraction(1, 3), Fraction(1), Fraction(5, 2))


@pytest.mark.parametrize(("x", "y"), list(product(VALUES, VALUES)))
def test_two_point_laws_are_centred_with_variance_xy(x: Fraction, y: Fraction) -> None:
    law = two_point(x, y)
    assert law.mean == 0 and law.variance == x * y
    assert law.scaled(3).variance == 9 * x * y


@pytest.mark.parametrize("middle", ["-1/4", "0", "1/3"])
def test_three_point_laws_are_centred_and_have_three_points(middle: str) -> None:
    law = three_point(1, Fraction(middle), Fraction(1, 2), Fraction(2, 5))
    assert law.mean == 0 and len(law.outcomes) == 3
    assert [v for _, v in law.outcomes] == [1, Fraction(middle), Fraction(-1, 2)]
    # Variances mix as well: the inner law has variance |middle| times the opposite end.
    inner = {"-1/4": Fraction(1, 4), "0": Fraction(0), "1/3": Fraction(1, 6)}[middle]
    assert law.variance == Fraction(3, 5) * Fraction(1, 2) + Fraction(2, 5) * inner


def test_moments_agree_with_another_library() -> None:
    law, v = three_point(1, Fraction(1, 3), Fraction(1, 2), Fraction(1, 4)), Fraction(7, 8)
    with mp.workdps(30):
        chances = [mp.mpf(p.numerator) / p.denominator for p, _ in law.outcomes]
        exponents = [mp.mpf((v * x).numerator) / (v * x).denominator for _, x in law.outcomes]
        expected = mp.fdot(chances, map(mp.exp, exponents))
    assert float(law.moment(v)) == pytest.approx(float(expected), rel=1e-14)


def test_signs_are_exact() -> None:
    one = ExpSum.of([(1, 0)])
    assert (one - one).sign() == 0
    assert (two_point(1, 1).moment(0) - one).sign() == 0
    # e to sixty digits, and one unit of the last digit more.
    with mp.workdps(80):
        digits = int(mp.floor(mp.e * 10**60))
    below, above = (ExpSum.of([(Fraction(digits + k, 10**60), 0)]) for k in (0, 1))
    e = ExpSum.of([(1, 1)])
    assert (e - below).sign() == 1 and (e - above).sign() == -1


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda: two_point(0, 1), "x"),
        (lambda: two_point(1, -1), "y"),
        (lambda: two_point(0.5, 1), "x"),
        (lambda: three_point(1, 1, 1, Fraction(1, 2)), "middle"),
        (lambda: three_point(1, 0, 1, 1), "share"),
        (lambda: three_point(1, 0.5, 1, Fraction(1, 2)), "middle"),
        (lambda: Law(((Fraction(1, 2), Fraction(1)),)), "outcomes"),
        (lambda: Law(((0.5, 1), (0.5, -1))), "probability"),
        (lambda: Law(((Fraction(1, 2), 1.0), (Fraction(1, 2), -1))), "value"),
        (lambda: Law("fair"), "outcomes"),  # type: ignore[arg-type]
        (lambda: FAIR.scaled(0.5), "factor"),
        (lambda: checked_law(3, 1), "law must be a Law or its pairs"),
    ],
)
def test_bad_laws_are_refused_by_name(make, name) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match=name):
        make()


def test_integers_of_numpy_are_exact_numbers() -> None:
    big = np.int64(2**62)
    law = Law(((Fraction(1, 2), big), (Fraction(1, 2), -big)))
    # Nothing overflows: Python's integers are inside.
    assert law.scaled(np.int64(4)).variance == 2**128
