"""Search and checker clear denominators and take logarithms on their own, with the same result."""

import pytest

from glbtheory.engines import equivalents
from glbtheory.engines.checker import rewritten
from glbtheory.engines.language.expression import num
from glbtheory.engines.language.parse import parse_expression, parse_inequality

TEXTS = [
    "x",
    "1/x",
    "x/y-y/x",
    "1/x+1/x",
    "-(1/(1+1/x))",
    "(x/y)**(-3)*2",
    "(1/x)**0",
    "1/(1/x)",
    "(x+1/y)/(x-1/y)*(2/z)",
    "1*x/(1*y)",
    "1*1+1/1",
    "exp(1/x)/log(1/y)",
    "((x/y)**2+z)**(-1)",
    "x/2-y/2",
]


@pytest.mark.parametrize("text", TEXTS)
def test_the_same_quotient(text):
    expr = parse_expression(text)
    assert rewritten.as_quotient(expr) == equivalents.clear_denominators(expr)


@pytest.mark.parametrize(
    ("text", "where"),
    [("x <= exp(y)", "x>0, y>0"), ("exp(x) < exp(y)", ""), ("exp(x) == y", ""), ("x <= y", "")],
)
def test_the_same_logarithm_and_numerator(text, where):
    statement = parse_inequality(text, where)
    assert rewritten.logarithm(statement) == equivalents.logarithm(statement)
    for part in (num(1), parse_expression("x*2")):
        ours = rewritten.numerator_statement(statement, part)
        assert ours == equivalents.numerator_statement(statement, part)


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("log(x) <= log(y)", "x <= y"),
        ("sqrt(x) - sqrt(y) < 0", "x < y"),
        ("log(x) > 0", "x > 1"),
        ("2 >= log(x*y)", "exp(2) >= x*y"),
        ("atan(x) >= atan(y)", "x >= y"),
        ("cosh(x) <= cosh(y)", None),
        ("log(x) <= y", None),
        ("log(x) <= sqrt(y)", None),
        ("log(x) == log(y)", None),
    ],
)
def test_an_increasing_function_is_taken_off(text, inside):
    statement = parse_inequality(text, "x > 0, y > 0" if "y" in text else "x > 0")
    found = rewritten.without_function(statement)
    assert found == equivalents.without_function(statement)
    assert (None if found is None else found.text) == inside
