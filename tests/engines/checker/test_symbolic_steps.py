"""The checker's ladders, visible signs, derivatives and limits: true ones taken, others not."""

import math
from fractions import Fraction

import pytest

from glbtheory.engines.checker.derivative import derivative
from glbtheory.engines.checker.limits import start_value
from glbtheory.engines.checker.symbolic_steps import fault_of_ladder, orthants, vanishes_on_face
from glbtheory.engines.checker.visible_signs import nonnegative, positive
from glbtheory.engines.counterexamples.refutation import Floats
from glbtheory.engines.language.expression import Program, constant, substitute
from glbtheory.engines.language.parse import parse_expression as read
from glbtheory.engines.language.parse import parse_inequality
from glbtheory.engines.symbolic import ladders


@pytest.mark.parametrize(
    "text",
    [
        *("u**2+exp(u)*u+log(1+u)", "(u-5)**2", "sqrt(u)", "cosh(u-3)", "log(2)-1/2", "u/(1+u)"),
        *("log(u/7919)**2", "exp(u)*(1+u)+1+u-u*exp(u)-u", "tanh(u)", "atan(u)/(1+u)", "abs(u-v)"),
        *("(1+u)**(-3)", "exp(1)-2", "sqrt(2)*u-u", "max(u,-v)", "log((2+u)/2)"),
    ],
)
def test_visibly_nonnegative(text):
    assert nonnegative(read(text))


@pytest.mark.parametrize(
    "text",
    [
        *("u-1", "log(u)", "1/u-u", "u-v", "log(2)-1", "exp(u)-1-u", "sinh(u)-u", "min(u,v-1)"),
        # Not real, or not defined, where the text would be non-negative.
        *("sqrt(u-5)**2", "sqrt(u-5)", "cosh(sqrt(u-5))", "(1/(u-u))**2", "1/0"),
        *("log(1-u)*(-1)", "exp(sqrt(u-1))", "u*sqrt(v-1)**2"),
    ],
)
def test_not_visibly_nonnegative(text):
    assert not nonnegative(read(text))


def test_positive_means_never_zero():
    for text in ("u", "1+u", "exp(u)", "log(2+u)", "u+v", "sqrt(u)", "cosh(u-3)", "1/u"):
        assert positive(read(text)), text
    for text in ("(u-5)**2", "0*u", "abs(u-v)", "u-u", "exp(u)-1"):
        assert not positive(read(text)), text


def ladder(*rungs, variable="u", multiplier="1"):
    pairs = [(r, multiplier if k == 0 else "1") for k, r in enumerate(rungs)]
    parts = [{"expression": e, "multiplier": m} for e, m in pairs]
    return {"rule": "ladder", "variable": variable, "rungs": parts}


def test_true_ladders():
    assert (
        fault_of_ladder(ladder("exp(u)-1-u", "exp(u)-1", "exp(u)"), read("exp(u)-1-u"), True)
        is None
    )
    steps = ladder("log(1+u)*(1+u)-u", "log(1+u)", multiplier="1+u")
    assert fault_of_ladder(steps, read("log(1+u)-u/(1+u)"), False) is None
    # More rungs than needed are verified like the others.
    assert fault_of_ladder(ladder("u", "1"), read("u"), False) is None


@pytest.mark.parametrize(
    ("gap", "rungs"),
    [
        # A kink between rungs: the derivative of abs jumps down.
        ("1-abs(u-1)", ["1-abs(u-1)", "-(u-1)/abs(u-1)", "0"]),
        ("1-sqrt(u**2-2*u+1)", ["1-sqrt(u**2-2*u+1)", "-(u-1)/sqrt(u**2-2*u+1)", "0"]),
        # The start is negative, or the top rung is.
        ("u-1", ["u-1", "1"]),
        ("u-u**2", ["u-u**2", "1-2*u"]),
        # Missing rungs, wrong rungs.
        ("exp(u)-1-u", []),
        ("exp(u)-1-u", ["exp(u)-1-u"]),
        ("exp(u)-1-u", ["exp(u)-1-u", "exp(u)"]),
        ("u", ["u", "2"]),
        # Texts that are equal to the gap where they are defined, which is not everywhere.
        ("u-5", ["sqrt(u-5)**2"]),
        ("u-5", ["sqrt(u-5)*sqrt(u-5)"]),
        ("u-5", ["exp(log(u-5))"]),
        ("u-5", ["(u-5)**2/(u-5)"]),
        ("u-5", ["abs(sqrt(u-5))**2"]),
        # A start that only looks like zero: -u/u.
        ("-1/(2*v+2)", ["-(u+2*v+2)*u/((u+v+1)**2-v**2-2*v-1)/(2*v+2)", "0"]),
    ],
)
@pytest.mark.parametrize("strict", [False, True])
def test_bogus_ladders(gap, rungs, strict):
    assert fault_of_ladder(ladder(*rungs), read(gap), strict)


@pytest.mark.parametrize(
    "multiplier",
    ["-1", "u-1", "exp(1/(u-1))", "abs(u-1)", "0", "1/(u-1)**2", "sqrt(u-1)", "1+0/(u-1)"],
)
def test_multipliers_must_be_positive_and_regular(multiplier):
    steps = ladder(f"({multiplier})*u", multiplier=multiplier)
    assert "multiplier" in (fault_of_ladder(steps, read("u"), False) or "")


def test_strict_ladders_need_a_top_that_does_not_vanish():
    assert fault_of_ladder(ladder("(u-5)**2"), read("(u-5)**2"), False) is None
    assert fault_of_ladder(ladder("(u-5)**2"), read("(u-5)**2"), True)


def test_rungs_know_no_other_variables():
    with pytest.raises(ValueError, match="unknown"):
        fault_of_ladder(ladder("z*u"), read("u"), False)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("x/(1+x) <= log(1+x)", "x>=0"),
        ("1/(1+h) <= (1-exp(-h))/h", "h > 0"),
        ("log(1+x) <= x", "x >= 0"),
        ("atan(x) <= x", "x >= 0"),
        ("exp(x) > x", "x >= 0"),
        ("log(x/7919)**2 >= 0", "x >= 1"),
        ("x*log(x) >= x-1", "x >= 1"),
        ("sqrt(1+x) <= 1+x/2", "x >= 0"),
        ("x/(1+x+h) <= log(1+x)", "x >= 0, h >= 0"),
        ("(1+x)*log(1+x) >= x", "x >= 0"),
        ("log(cosh(x)) <= x**2/2", ""),
    ],
)
def test_the_checker_takes_the_ladders_of_the_search(text, where):
    statement = parse_inequality(text, where)
    found = ladders(statement)
    assert found is not None
    for steps, shifts in zip(found, orthants(statement.domain), strict=True):
        gap = substitute(statement.gap, shifts)
        assert fault_of_ladder(steps.to_json(), gap, statement.strict) is None


@pytest.mark.parametrize(
    "text",
    [
        *("exp(x**2)*x", "log(1+x)/x", "sqrt(1+x**3)", "tanh(2*x)-sinh(x)", "cosh(x)/(1+atan(x))"),
        *("x**5-3*x**(-2)", "-(x-y)*(x+y)"),
    ],
)
def test_derivatives(text):
    program, slope = Program(read(text)), Program(derivative(read(text), "x"))
    for x in (0.3, 1.1, 2.5):
        low, high = (program.run(Floats(), {"x": x + h, "y": 0.7}) for h in (-1e-5, 1e-5))
        assert slope.run(Floats(), {"x": x, "y": 0.7}) == pytest.approx(
            (high - low) / 2e-5, rel=1e-6
        )
    with pytest.raises(ValueError, match="derivative"):
        derivative(read("abs(x)"), "x")


def test_values_and_limits_at_the_start():
    assert constant(start_value(read("(1-exp(-u))/u"), "u")) == 1
    assert constant(start_value(read("u*log(u)"), "u")) == 0
    assert start_value(read("log(u)"), "u") is None
    value = Program(start_value(read("exp(u)+log(2+u)"), "u")).run(Floats(), {})
    assert value == pytest.approx(1 + math.log(2))


def test_vanishing_on_a_face():
    face = {"x": (Fraction(0), Fraction(0)), "y": (Fraction(1), Fraction(2))}
    gap = read("y*(exp(x)-1-x)")
    assert vanishes_on_face(gap, face, "x", 2)
    assert not vanishes_on_face(gap, face, "x", 3)
    assert not vanishes_on_face(read("x**2-0.001*abs(x)+0*y"), face, "x", 1)
    assert not vanishes_on_face(read("y*(exp(x)-1-x)+1e-30"), face, "x", 1)
