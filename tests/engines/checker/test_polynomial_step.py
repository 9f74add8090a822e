"""The checker's question to z3: it takes what the search takes, and nothing false."""

import pytest

from glbtheory.engines.checker.polynomial_step import polynomial_holds
from glbtheory.engines.language.parse import parse_inequality


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("gamma*lambda <= (gamma**2+lambda**2)/2", ""),
        ("sqrt(x*y) <= (x+y)/2", "x>=0, y>=0"),
        ("abs(x+y) <= abs(x)+abs(y)", ""),
        ("min(x,y)*max(x,y) == x*y", ""),
        ("exp(x)/(1+exp(x))**2 <= 1/4", ""),
        ("tanh(x) < 1", ""),
        ("cosh(x) >= 1", ""),
        ("exp(x/2)+exp(-x/3) > 0", ""),
        ("exp(x) >= 1+x", ""),
        ("exp(2*x) <= 7.39", "x <= 1"),
        ("x**4 >= 0", ""),
        ("1/(1+x) <= 1", "x >= 0"),
        ("1/(x-2) < 0", "x < 2"),
    ],
)
def test_true(text, where):
    assert polynomial_holds(parse_inequality(text, where))


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("gamma*lambda <= (gamma**2+lambda**2)/2.001", ""),
        ("x**2 > 0", ""),
        ("x**2 >= 1e-30", ""),
        ("exp(x) >= 1", "x <= -1000"),
        ("exp(x) <= 0", "x <= -800"),
        ("exp(x) >= 1e-300", "x <= -745"),
        ("exp(x) <= 1e300", "x >= 1000"),
        ("exp(2*x) <= 7.389", "x <= 1"),
        ("exp(x) > 1", "x >= 0"),
        ("exp(x) >= 1+1.001*x", ""),
        ("exp(x)*exp(y) <= exp(x)", "y <= 1"),
        ("max(x,y) <= x", ""),
        ("sqrt(x) <= x", "x >= 0"),
        ("x == 0", "x >= 0"),
        ("1/(x-2) < 0", "x < 3"),
        ("exp(x*y) >= 1", "x >= 0"),
        ("abs(x) <= x", "x >= -1"),
    ],
)
def test_false(text, where):
    assert not polynomial_holds(parse_inequality(text, where))


@pytest.mark.parametrize("text", ["log(x) <= x", "atan(x) <= x", "x**170 >= 0"])
def test_what_is_not_polynomial_is_not_shown(text):
    assert not polynomial_holds(parse_inequality(text, "x > 0" if "log" in text else ""))
