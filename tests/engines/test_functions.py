"""sin, cos, tan, asin, acos, erf and gamma: every arithmetic encloses what mpmath computes."""

import random
from fractions import Fraction

import mpmath
import pytest

from glbtheory.engines.boxes.balls import Balls
from glbtheory.engines.boxes.jets import Series
from glbtheory.engines.boxes.wide_boxes import WideBoxes
from glbtheory.engines.checker.intervals import Intervals
from glbtheory.engines.checker.series import BoxSeries
from glbtheory.engines.language.expression import UndefinedHere

RANGES = {
    "sin": (-20, 20),
    "cos": (-20, 20),
    "tan": (-1.5, 1.5),
    "asin": (-0.99, 0.99),
    "acos": (-0.99, 0.99),
    "erf": (-5, 5),
    "gamma": (0.05, 8),
}


def boxes(name, count):
    rng = random.Random(name)
    lo, hi = RANGES[name]
    for _ in range(count):
        a, b = sorted(Fraction(rng.uniform(lo, hi)) for _ in range(2))
        if rng.random() < 0.5:
            b = a + (b - a) / 1000
        yield a, b, [a, b, *(a + (b - a) * Fraction(k, 7) for k in range(1, 7))]


def ends(numbers, value):
    """The lower and the upper end of an enclosure as mpmath numbers."""
    if isinstance(numbers, Intervals):
        return mpmath.mpf(value.a), mpmath.mpf(value.b)
    low, high = value if isinstance(numbers, WideBoxes) else (value.lower(), value.upper())
    return (mpmath.mpf(x.mid().str(40, radius=False)) for x in (low, high))


@pytest.mark.parametrize("name", RANGES)
@pytest.mark.parametrize("numbers", [Balls(), WideBoxes(), Intervals()])
def test_values_are_enclosed(name, numbers):
    seen = 0
    for a, b, points in boxes(name, 60):
        try:
            low, high = ends(numbers, numbers.call(name, [numbers.box(a, b)]))
        except UndefinedHere:
            continue
        seen += 1
        with mpmath.workdps(40):
            for x in points:
                value = getattr(mpmath, name)(mpmath.mpf(x.numerator) / x.denominator)
                slack = mpmath.mpf(10) ** -14 * (1 + abs(value))
                assert low - slack <= value <= high + slack
    assert seen > 20


@pytest.mark.parametrize("name", [n for n in RANGES if n != "gamma"])
@pytest.mark.parametrize("kind", [Series, BoxSeries])
def test_taylor_coefficients_are_enclosed(name, kind):
    numbers = WideBoxes() if kind is Series else Intervals()
    for a, b, points in boxes(name, 20):
        series = kind(numbers, 4)
        try:
            found = series.call(name, [series.variable(numbers.box(a, b), True)])
        except UndefinedHere:
            continue
        for x in points[2:5]:
            with mpmath.workdps(40):
                at = mpmath.mpf(x.numerator) / x.denominator
                for c, value in zip(
                    found, mpmath.taylor(getattr(mpmath, name), at, 4), strict=True
                ):
                    low, high = ends(numbers, c)
                    slack = mpmath.mpf(10) ** -10 * (1 + abs(value))
                    assert low - slack <= value <= high + slack


@pytest.mark.parametrize("numbers", [Balls(), WideBoxes(), Intervals()])
@pytest.mark.parametrize(
    ("name", "lo", "hi"), [("tan", 1, 2), ("asin", 0, 2), ("acos", -2, 0), ("gamma", -1, 1)]
)
def test_what_may_be_undefined_is_refused(name, lo, hi, numbers):
    with pytest.raises(UndefinedHere):
        numbers.call(name, [numbers.box(Fraction(lo), Fraction(hi))])


def test_turning_points_are_seen():
    for numbers in (WideBoxes(), Intervals()):
        low, high = ends(numbers, numbers.call("sin", [numbers.box(Fraction(1), Fraction(5))]))
        assert (low, high) == (-1, 1)
        low, high = ends(numbers, numbers.call("cos", [numbers.box(Fraction(1), Fraction(2))]))
        assert -0.42 < low < -0.41 and 0.54 < high < 0.55
        low, high = ends(numbers, numbers.call("gamma", [numbers.box(Fraction(1), Fraction(2))]))
        assert 0.885 < low < 0.8857 and 1 <= high < 1.0001
