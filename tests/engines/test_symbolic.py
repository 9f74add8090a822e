"""Identities, limits, visible signs and ladders; and what they must not claim."""

import pytest
import sympy as sp

from glbtheory.engines.language.expression import call, var
from glbtheory.engines.language.parse import parse_expression, parse_inequality
from glbtheory.engines.symbolic import (
    check_ladder,
    climb,
    from_sympy,
    is_zero,
    ladders,
    limit,
    manageable,
    nonnegative,
    positive,
    read_back,
    smooth,
    start_value,
    to_sympy,
)

u, v = sp.symbols("u v", positive=True)


@pytest.mark.parametrize(
    "text",
    ["exp(x)*x-1/3", "sqrt(x)/(1+x)", "min(x,y)-max(x,2)", "abs(x)**3", "tanh(x)+atan(y)-cosh(x)"],
)
def test_sympy_and_back(text):
    expression = to_sympy(parse_expression(text))
    assert is_zero(to_sympy(from_sympy(expression)) - expression)


def test_what_is_not_in_the_language_is_refused():
    for bad in (sp.sec(u), sp.Float("0.1"), sp.sign(sp.Symbol("x", real=True))):
        with pytest.raises(ValueError):
            from_sympy(bad)


def test_names_of_sympy_do_not_leak():
    for name in ("pi", "E", "I", "S", "N", "gamma", "beta", "lambda", "zoo", "oo"):
        assert to_sympy(var(name)) == sp.Symbol(name, real=True)
    assert to_sympy(call("exp", parse_expression("E"))) != sp.exp(sp.E)


def test_identities():
    assert is_zero(to_sympy(parse_expression("sinh(2*x)-2*sinh(x)*cosh(x)")))
    assert is_zero(to_sympy(parse_expression("1/(1+exp(-x))-exp(x)/(1+exp(x))")))
    assert not is_zero(to_sympy(parse_expression("sqrt(x**2)-x")))
    assert not is_zero(to_sympy(parse_expression("log(x**2)-2*log(x)+1")))


def test_limits():
    assert limit((sp.exp(u) - 1) / u, u, 0) == 1
    assert limit(u * sp.exp(-u), u, sp.oo) == 0
    assert limit(sp.log(u), u, 0) == -sp.oo
    assert start_value((1 - sp.exp(-u)) / u, u) == 1
    assert start_value(u * sp.log(u), u) == 0


def test_visible_signs():
    assert nonnegative(u**2 + sp.exp(u) * u + sp.log(1 + u))
    assert not nonnegative(u - 1) and not nonnegative(sp.log(u)) and not nonnegative(1 / u - u)
    assert positive(1 + u) and positive(sp.exp(u)) and positive(sp.log(2 + u))
    # u = 0 belongs to closed domains although the symbol is declared positive.
    assert not positive(u) and not positive(u + v) and not positive(sp.log(1 + u))


def test_smooth_means_no_kink_where_it_is_defined():
    assert smooth(sp.sqrt(u) + sp.log(3 - u))
    assert not smooth(sp.sqrt(u**2 - 2 * u + 1))
    assert not smooth(sp.Abs(u - 1)) and not smooth(sp.Min(u, 1))


def test_a_ladder_and_its_check():
    gap = sp.log(1 + u) - u / (1 + u)
    ladder = climb(gap, u)
    assert ladder is not None
    assert check_ladder(ladder.to_json(), gap, {"x": u}) is None
    assert check_ladder(ladder.to_json(), gap - u / 100, {"x": u})


@pytest.mark.parametrize(
    ("gap", "rungs"),
    [
        # A kink between rungs: the derivative of abs jumps down.
        ("1-abs(u-1)", ["1-abs(u-1)", "-(u-1)/abs(u-1)", "0"]),
        ("1-sqrt(u**2-2*u+1)", ["1-sqrt(u**2-2*u+1)", "-(u-1)/sqrt(u**2-2*u+1)", "0"]),
        # The start is negative, or the top rung is.
        ("u-1", ["u-1", "1"]),
        ("u-u**2", ["u-u**2", "1-2*u"]),
        # Idle rungs, missing rungs, wrong rungs.
        ("u", ["u", "1"]),
        ("exp(u)-1-u", ["exp(u)-1-u"]),
        ("exp(u)-1-u", ["exp(u)-1-u", "exp(u)"]),
    ],
)
def test_bogus_ladders(gap, rungs):
    data = {
        "rule": "ladder",
        "variable": "u",
        "rungs": [{"expression": r, "multiplier": "1"} for r in rungs],
    }
    assert check_ladder(data, read_back(gap, {"u": u}), {"x": u})


@pytest.mark.parametrize("multiplier", ["-1", "u-1", "exp(1/(u-1))", "abs(u-1)", "0", "1/(u-1)**2"])
def test_multipliers_must_be_positive_and_regular(multiplier):
    data = {
        "rule": "ladder",
        "variable": "u",
        "rungs": [{"expression": f"({multiplier})*u", "multiplier": multiplier}],
    }
    assert "multiplier" in (check_ladder(data, u, {"x": u}) or "")


def test_rungs_know_no_other_variables():
    with pytest.raises(ValueError):
        read_back("z*u", {"u": u})


def test_strict_ladders_need_a_rung_that_does_not_vanish():
    assert ladders(parse_inequality("log(x/7919)**2 >= 0", "x >= 1")) is not None
    assert ladders(parse_inequality("log(x/7919)**2 > 0", "x >= 1")) is None
    assert ladders(parse_inequality("x > 0", "x >= 0")) is None
    assert ladders(parse_inequality("x > 0", "x > 0")) is not None
    assert ladders(parse_inequality("exp(x) > x", "x >= 0")) is not None


def test_long_sums_are_left_alone():
    assert manageable(parse_expression("(1+x)**20"))
    for text in ("(1+x+y)**1000", "cosh(x)**1000", "exp(100000*log(1+x))", "((10**1000)**1000)*x"):
        assert not manageable(parse_expression(text))
    assert not manageable(parse_expression("x**1000"), shifted=True)
