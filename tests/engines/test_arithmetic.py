"""Balls and intervals enclose, exact numbers are exact, series are Taylor series."""

from fractions import Fraction
from math import factorial

import mpmath
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath.libmp import to_rational

from glbtheory.engines.balls import Balls
from glbtheory.engines.checker.intervals import Intervals
from glbtheory.engines.exact import Exact
from glbtheory.engines.jets import NotSmooth, Series
from glbtheory.engines.language.expression import Program, UndefinedHere
from glbtheory.engines.language.parse import parse_expression
from glbtheory.engines.symbolic import to_sympy

FORMULAS = [
    "exp(x)*x",
    "log(2+x)",
    "sqrt(2+x)",
    "tanh(x)",
    "sinh(x)",
    "cosh(x)",
    "atan(x)",
    "abs(x-1/10)",
    "min(x, x**2-1/3)",
    "max(x, 1/7)",
    "x**5-x**4",
    "(x-1/3)**6",
    "(2+x)**(-3)",
    "(1-exp(-x))/(x+3)",
    "log(1+exp(2*x))*tanh(x/2)",
    "cosh(x)**7/sqrt(1+x**2)",
]
small = st.fractions(min_value=-1, max_value=1, max_denominator=64)


def true_value(expr, point, digits=40):
    """The expression in floats of many digits, by a third implementation."""
    names = {"abs": abs, "min": min, "max": max}

    def value(e):
        if e.op == "num":
            return mpmath.mpf(e.value.numerator) / e.value.denominator
        if e.op == "var":
            return mpmath.mpf(point[e.value].numerator) / point[e.value].denominator
        args = [value(a) for a in e.args]
        if e.op == "pow":
            return args[0] ** e.value
        arithmetic = {
            "add": lambda a, b: a + b,
            "sub": lambda a, b: a - b,
            "mul": lambda a, b: a * b,
            "div": lambda a, b: a / b,
            "neg": lambda a: -a,
        }
        return (arithmetic.get(e.op) or names.get(e.op) or getattr(mpmath, e.op))(*args)

    with mpmath.workdps(digits):
        return +value(expr)


def inside(enclosure, value):
    """Whether an interval or ball holds a number of 40 digits."""
    with mpmath.workdps(40):
        slack = mpmath.mpf(10) ** -36 * (1 + abs(value))
        if isinstance(enclosure, mpmath.ctx_iv.ivmpf):
            return mpmath.mpf(enclosure.a) - slack <= value <= mpmath.mpf(enclosure.b) + slack
        middle, radius = (mpmath.mpf(float(v)) for v in (enclosure.mid(), enclosure.rad()))
        return abs(value - middle) <= radius * (1 + 1e-9) + abs(middle) * 1e-15 + slack


@pytest.mark.parametrize("formula", FORMULAS)
@settings(max_examples=12)
@given(a=small, b=small, t=st.fractions(min_value=0, max_value=1, max_denominator=16))
def test_intervals_and_balls_enclose(formula, a, b, t):
    expr = parse_expression(formula)
    lo, hi = min(a, b), max(a, b)
    point = {"x": lo + t * (hi - lo)}
    for arithmetic in (Intervals(), Balls()):
        try:
            enclosure = Program(expr).run(arithmetic, {"x": arithmetic.box(lo, hi)})
        except UndefinedHere:
            # A wide ball around 2+x may reach zero when it is raised to a power.
            assert formula == "(2+x)**(-3)" and isinstance(arithmetic, Balls)
            continue
        assert inside(enclosure, true_value(expr, point))


@pytest.mark.parametrize("formula", [f for f in FORMULAS if "abs" not in f and "m" not in f[:2]])
@settings(max_examples=4)
@given(at=small)
def test_series_are_taylor_coefficients(formula, at):
    expr, order = parse_expression(formula), 4
    x = sp.Symbol("x", real=True)
    derivatives = [to_sympy(expr, {"x": x})]
    for _ in range(order):
        derivatives.append(sp.diff(derivatives[-1], x))
    jets = Series(Intervals(), order)
    found = Program(expr).run(jets, {"x": jets.variable(jets.base.const(at), True)})
    for k, (coefficient, derivative) in enumerate(zip(found, derivatives, strict=True)):
        exact = derivative.subs(x, sp.Rational(at.numerator, at.denominator)) / factorial(k)
        assert abs(float(coefficient.mid) - float(exact)) <= 1e-9 * (1 + abs(float(exact)))


@settings(max_examples=10)
@given(at=small)
def test_high_powers_need_few_steps(at):
    jets = Series(Intervals(), 3)
    found = jets.pow(jets.variable(jets.base.const(at), True), 1000)
    for k, binomial in enumerate((1, 1000, 499500, 166167000)):
        exact = binomial * at ** (1000 - k)
        low, high = (Fraction(*to_rational(end)) for end in found[k]._mpi_)
        assert low <= exact <= high


EXACT = [
    "exp(1)*exp(-1)-1",
    "sqrt(2)*sqrt(8)-4",
    "log(6)-log(2)-log(3)",
    "log(sqrt(8))-3*log(2)/2",
    "exp(2*log(3))-9",
    "cosh(1)+sinh(1)-exp(1)",
    "1/sqrt(2)-sqrt(2)/2",
    "log(exp(1/3))-1/3",
    "(1+sqrt(2))**2-3-2*sqrt(2)",
    "abs(-1/2)-1/2",
    "sqrt(0)+atan(0)+tanh(0)+sinh(0)",
]


@pytest.mark.parametrize("formula", EXACT)
def test_exact_zeros_are_seen(formula):
    expr = parse_expression(formula)
    assert Program(expr).run(Exact(), {}) == {}
    assert abs(true_value(expr, {}, 50)) < mpmath.mpf(10) ** -45


@pytest.mark.parametrize(
    "formula",
    ["exp(1/3)-sqrt(2)+log(5)*sqrt(3)", "(exp(1)-2)*(log(3)+1/7)", "cosh(2)-exp(1)*sqrt(5)/3"],
)
def test_exact_numbers_have_the_right_value(formula):
    expr = parse_expression(formula)
    total = mpmath.mpf(0)
    with mpmath.workdps(40):
        for (q, s, logs), c in Program(expr).run(Exact(), {}).items():
            term = mpmath.mpf(c.numerator) / c.denominator * mpmath.sqrt(s)
            term *= mpmath.exp(mpmath.mpf(q.numerator) / q.denominator)
            for prime, k in logs:
                term *= mpmath.log(prime) ** k
            total += term
        assert abs(total - true_value(expr, {})) < mpmath.mpf(10) ** -35
    assert Exact().sign(Program(expr).run(Exact(), {})) == (1 if total > 0 else -1)


@pytest.mark.parametrize(
    "formula",
    [
        "1/0",
        "log(0)",
        "log(-1)",
        "sqrt(-1)",
        "1/(1-1)",
        "atan(1)",
        "exp(sqrt(2))",
        "((10**1000)**1000)**9",
    ],
)
def test_exact_refuses_what_it_cannot_write(formula):
    with pytest.raises(UndefinedHere):
        Program(parse_expression(formula)).run(Exact(), {})


def test_exact_series_at_a_kink_takes_the_side_that_is_asked_for():
    program, at = Program(parse_expression("abs(x)+min(x,0)")), Exact().const(Fraction(0))
    for side, slope in ((1, 1), (-1, 0)):
        jets = Series(Exact(), 2, side)
        series = program.run(jets, {"x": jets.variable(at, True)})
        assert series[1] == Exact().const(Fraction(slope))
    jets = Series(Exact(), 2)
    with pytest.raises(NotSmooth):
        program.run(jets, {"x": jets.variable(at, True)})


def test_a_kink_inside_a_box_gives_both_slopes_and_no_curvature():
    program = Program(parse_expression("abs(x)"))
    jets = Series(Intervals(), 1)
    slope = program.run(jets, {"x": jets.variable(jets.base.box(Fraction(-1), Fraction(1)), True)})[
        1
    ]
    assert slope.a <= -1 and slope.b >= 1
    jets = Series(Intervals(), 2)
    with pytest.raises(NotSmooth):
        program.run(jets, {"x": jets.variable(jets.base.box(Fraction(-1), Fraction(1)), True)})


@pytest.mark.parametrize("formula", ["1/x", "log(x)", "sqrt(x)", "x**(-2)"])
@pytest.mark.parametrize("arithmetic", [Intervals(), Balls()])
def test_undefined_boxes_are_refused(formula, arithmetic):
    box = {"x": arithmetic.box(Fraction(-1), Fraction(1))}
    with pytest.raises(UndefinedHere):
        Program(parse_expression(formula)).run(arithmetic, box)


def test_open_ends_reach_infinity_only_when_defined():
    box = {"x": Intervals().box(Fraction(0), Fraction(2))}
    for formula, low, high in (
        ("1/x", 0.5, "inf"),
        ("-1/x", "-inf", -0.5),
        ("log(x)", "-inf", 0.7),
    ):
        program = Program(parse_expression(formula))
        with pytest.raises(UndefinedHere):
            program.run(Intervals(), box)
        value = program.run(Intervals(defined=True), box)
        assert value.a <= mpmath.mpf(low) and value.b >= mpmath.mpf(high) - mpmath.mpf("0.01")
    with pytest.raises(UndefinedHere):
        Program(parse_expression("1/(x-x)")).run(
            Intervals(defined=True), {"x": Intervals().box(Fraction(1), Fraction(1))}
        )


def test_towers_of_exponentials_stay_in_memory():
    numbers = Intervals()
    value = Program(parse_expression("exp(exp(exp(x)))")).run(
        numbers, {"x": numbers.box(Fraction(0), Fraction(1000))}
    )
    assert 15 < value.a < 16 and value.b == mpmath.inf
    low = Program(parse_expression("exp(-exp(exp(x)))")).run(
        numbers, {"x": numbers.box(Fraction(100), Fraction(1000))}
    )
    assert low.a == 0 and low.b > 0


def test_even_powers_of_boxes_around_zero():
    for arithmetic in (Intervals(), Balls()):
        box = arithmetic.box(Fraction(-1), Fraction(2))
        even, odd = arithmetic.pow(box, 4), arithmetic.pow(box, 3)
        assert inside(even, mpmath.mpf(0)) and inside(even, mpmath.mpf(16))
        assert inside(odd, mpmath.mpf(-1)) and inside(odd, mpmath.mpf(8))
    assert Intervals().nonnegative(Intervals().pow(Intervals().box(Fraction(-1), Fraction(2)), 4))
