"""The checker's question to z3: it takes what the search takes, and nothing false."""

import pytest

from _polynomials import FALSE, TRUE
from glbtheory.engines.checker.polynomial_step import polynomial_holds
from glbtheory.engines.language.parse import parse_inequality


@pytest.mark.parametrize(
    ("text", "where"),
    [
        *TRUE,
        ("1/(1+x) <= 1", "x >= 0"),
        ("1/(x-2) < 0", "x < 2"),
    ],
)
def test_true(text, where):
    assert polynomial_holds(parse_inequality(text, where))


@pytest.mark.parametrize(
    ("text", "where"),
    [
        *FALSE,
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
