"""Polynomial arithmetic, also after p = e^z; nothing false gets through."""

from fractions import Fraction

import mpmath
import pytest

from _polynomials import FALSE, TRUE
from glbtheory.engines.language.parse import parse_expression, parse_inequality
from glbtheory.engines.polynomial import NotPolynomial, _rational_exp, linear, prove_polynomial


@pytest.mark.parametrize(
    ("text", "where"),
    TRUE,
)
def test_true(text, where):
    assert prove_polynomial(parse_inequality(text, where))


@pytest.mark.parametrize(
    ("text", "where"),
    FALSE,
)
def test_false(text, where):
    assert not prove_polynomial(parse_inequality(text, where))


@pytest.mark.parametrize(
    "text",
    [
        "log(x) <= x",
        "atan(x) <= x",
        "exp(x**2) >= 1",
        "exp(1) >= 2",
        "x**70 >= 0",
        "exp(x/101)+exp(x) > 0",
    ],
)
def test_not_polynomial_is_not_proved(text):
    assert not prove_polynomial(parse_inequality(text, "x > 0" if "log" in text else ""))


def test_bounds_of_exponentials_point_outward():
    for end in (Fraction(-99), Fraction(-1, 3), Fraction(1, 7), Fraction(50)):
        with mpmath.workdps(60):
            value = mpmath.exp(mpmath.mpf(end.numerator) / end.denominator)
            low, high = (_rational_exp(end, 1, outward=s) for s in (-1, 1))
            assert mpmath.mpf(low.numerator) / low.denominator < value
            assert value < mpmath.mpf(high.numerator) / high.denominator
    assert _rational_exp(Fraction(0), 1, outward=1) == 1
    for end in (Fraction(-1000), Fraction(10) ** 300, float("inf")):
        assert _rational_exp(end, 1, outward=1) is None


def test_linear_forms():
    assert linear(parse_expression("2*(x-y)/3+x-1")) == (
        {"x": Fraction(5, 3), "y": Fraction(-2, 3)},
        Fraction(-1),
    )
    with pytest.raises(NotPolynomial):
        linear(parse_expression("x*y"))
