"""Balls, wide boxes and intervals enclose, exact numbers are exact, series are Taylor series.

The search (balls, wide boxes, exact numbers, jets) and the checker (intervals, exact numbers,
series) have arithmetics of their own; both are held to the same truths.
"""

from fractions import Fraction
from math import factorial

import mpmath
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from _enclosures import INF, ends, exact, inside, true_value
from glbtheory.engines.boxes.balls import Balls
from glbtheory.engines.boxes.jets import NotSmooth, Series
from glbtheory.engines.boxes.wide_boxes import WideBoxes
from glbtheory.engines.checker.exact_numbers import ExactNumbers
from glbtheory.engines.checker.intervals import Intervals
from glbtheory.engines.checker.series import BoxSeries, Kink, PointSeries
from glbtheory.engines.exact import Exact
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
#: Boxes with two ends: the search's and the checker's.
TWO_ENDS = [WideBoxes, Intervals]
small = st.fractions(min_value=-1, max_value=1, max_denominator=64)


def series_over(numbers, degree):
    return BoxSeries(numbers, degree) if isinstance(numbers, Intervals) else Series(numbers, degree)


@pytest.mark.parametrize("formula", FORMULAS)
@settings(max_examples=12)
@given(a=small, b=small, t=st.fractions(min_value=0, max_value=1, max_denominator=16))
def test_all_arithmetics_enclose(formula, a, b, t):
    expr = parse_expression(formula)
    lo, hi = min(a, b), max(a, b)
    point = {"x": lo + t * (hi - lo)}
    for arithmetic in (Intervals(), WideBoxes(), Balls()):
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
    for numbers in (Intervals(), WideBoxes(), Balls()):
        jets = series_over(numbers, order)
        found = Program(expr).run(jets, {"x": jets.variable(numbers.const(at), True)})
        for k, (coefficient, derivative) in enumerate(zip(found, derivatives, strict=True)):
            true = derivative.subs(x, sp.Rational(at.numerator, at.denominator)) / factorial(k)
            value = exact(mpmath.mpf(str(sp.N(true, 40))))
            low, high = ends(numbers.const(Fraction(0)) if coefficient is None else coefficient)
            slack = Fraction(1, 10**12) * (1 + abs(value))
            assert low - slack <= value <= high + slack and high - low <= 1000 * slack


@pytest.mark.parametrize("formula", [f for f in FORMULAS if "abs" not in f and "m" not in f[:2]])
@settings(max_examples=4)
@given(a=small, b=small, t=st.fractions(min_value=0, max_value=1, max_denominator=8))
def test_series_on_boxes_enclose_those_at_points(formula, a, b, t):
    program, (lo, hi), order = Program(parse_expression(formula)), sorted((a, b)), 3
    at = lo + t * (hi - lo)
    for numbers in (Intervals(), WideBoxes()):
        jets = series_over(numbers, order)
        wide, narrow = (
            program.run(jets, {"x": jets.variable(box, True)})
            for box in (numbers.box(lo, hi), numbers.const(at))
        )
        for outer, inner in zip(wide, narrow, strict=True):
            (low, high), (x, y) = (
                ends(numbers.const(Fraction(0)) if c is None else c) for c in (outer, inner)
            )
            slack = Fraction(1, 10**15) * (1 + abs(x))
            assert low - slack <= x and y <= high + slack


@pytest.mark.parametrize("numbers", [Intervals(), WideBoxes()])
@settings(max_examples=10)
@given(at=small)
def test_high_powers_need_few_steps(numbers, at):
    jets = series_over(numbers, 3)
    found = jets.pow(jets.variable(numbers.const(at), True), 1000)
    for k, binomial in enumerate((1, 1000, 499500, 166167000)):
        low, high = ends(found[k])
        assert low <= binomial * at ** (1000 - k) <= high


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
@pytest.mark.parametrize("numbers", [Exact(), ExactNumbers()])
def test_exact_zeros_are_seen(formula, numbers):
    expr = parse_expression(formula)
    assert Program(expr).run(numbers, {}) == {}
    assert abs(true_value(expr, {}, 50)) < mpmath.mpf(10) ** -45


def value_of_search(number):
    total = mpmath.mpf(0)
    for (q, s, logs), c in number.items():
        term = mpmath.mpf(c.numerator) / c.denominator * mpmath.sqrt(s)
        term *= mpmath.exp(mpmath.mpf(q.numerator) / q.denominator)
        for prime, k in logs:
            term *= mpmath.log(prime) ** k
        total += term
    return total


def value_of_checker(number):
    bases = {
        "e": lambda p: mpmath.e,
        "pi": lambda p: mpmath.pi,
        "prime": mpmath.mpf,
        "log": mpmath.log,
    }
    total = mpmath.mpf(0)
    for monomial, c in number.items():
        term = mpmath.mpf(c.numerator) / c.denominator
        for (kind, p), q in monomial:
            term *= mpmath.power(bases[kind](p), mpmath.mpf(q.numerator) / q.denominator)
        total += term
    return total


@pytest.mark.parametrize(
    "formula",
    ["exp(1/3)-sqrt(2)+log(5)*sqrt(3)", "(exp(1)-2)*(log(3)+1/7)", "cosh(2)-exp(1)*sqrt(5)/3"],
)
@pytest.mark.parametrize(
    ("numbers", "value"), [(Exact(), value_of_search), (ExactNumbers(), value_of_checker)]
)
def test_exact_numbers_have_the_right_value(formula, numbers, value):
    expr = parse_expression(formula)
    with mpmath.workdps(40):
        total = value(Program(expr).run(numbers, {}))
        assert abs(total - true_value(expr, {})) < mpmath.mpf(10) ** -35
    assert numbers.sign(Program(expr).run(numbers, {})) == (1 if total > 0 else -1)


@pytest.mark.parametrize(
    "formula",
    [
        "1/0",
        "log(0)",
        "log(-1)",
        "sqrt(-1)",
        "1/(1-1)",
        "atan(2)",
        "exp(sqrt(2))",
        "((10**1000)**1000)**9",
    ],
)
@pytest.mark.parametrize("numbers", [Exact(), ExactNumbers()])
def test_exact_refuses_what_it_cannot_write(formula, numbers):
    with pytest.raises(UndefinedHere):
        Program(parse_expression(formula)).run(numbers, {})


@pytest.mark.parametrize("formula", ["log(pi)", "exp(pi)", "(2**1000)**1000*exp(1)", "tanh(1)"])
def test_exact_numbers_of_the_checker_refuse_as_well(formula):
    with pytest.raises((UndefinedHere, KeyError)):
        Program(parse_expression(formula)).run(ExactNumbers(), {})


def test_exact_series_at_a_kink_take_the_side_that_is_asked_for():
    program, zero = Program(parse_expression("abs(x)+min(x,0)")), Fraction(0)
    for side, slope in ((1, 1), (-1, 0)):
        jets = Series(Exact(), 2, side)
        found = program.run(jets, {"x": jets.variable(Exact().const(zero), True)})
        assert found[1] == Exact().const(Fraction(slope))
        series = PointSeries(2, side)
        found = program.run(series, {"x": series.variable(zero, True)})
        assert (found[1] or {}) == ExactNumbers().const(Fraction(slope))
    jets, series = Series(Exact(), 2), PointSeries(2)
    with pytest.raises(NotSmooth):
        program.run(jets, {"x": jets.variable(Exact().const(zero), True)})
    with pytest.raises(Kink):
        program.run(series, {"x": series.variable(zero, True)})


@pytest.mark.parametrize("kind", TWO_ENDS)
def test_a_kink_inside_a_box_gives_both_slopes_and_no_curvature(kind):
    program, numbers = Program(parse_expression("abs(x)")), kind()
    box = numbers.box(Fraction(-1), Fraction(1))
    jets = series_over(numbers, 1)
    low, high = ends(program.run(jets, {"x": jets.variable(box, True)})[1])
    assert low <= -1 and high >= 1
    jets = series_over(numbers, 2)
    with pytest.raises((NotSmooth, Kink)):
        program.run(jets, {"x": jets.variable(box, True)})


@pytest.mark.parametrize("formula", ["1/x", "log(x)", "sqrt(x)", "x**(-2)"])
@pytest.mark.parametrize("arithmetic", [Intervals(), WideBoxes(), Balls()])
def test_undefined_boxes_are_refused(formula, arithmetic):
    box = {"x": arithmetic.box(Fraction(-1), Fraction(1))}
    with pytest.raises(UndefinedHere):
        Program(parse_expression(formula)).run(arithmetic, box)


@pytest.mark.parametrize("kind", TWO_ENDS)
def test_open_ends_reach_infinity_only_when_defined(kind):
    box = {"x": kind().box(Fraction(0), Fraction(2))}
    for formula, low, high in (
        ("1/x", Fraction(1, 2), INF),
        ("-1/x", -INF, Fraction(-1, 2)),
        ("log(x)", -INF, Fraction(7, 10)),
    ):
        program = Program(parse_expression(formula))
        with pytest.raises(UndefinedHere):
            program.run(kind(), box)
        a, b = ends(program.run(kind(defined=True), box))
        assert a <= low and b >= high - Fraction(1, 100)
    with pytest.raises(UndefinedHere):
        Program(parse_expression("1/(x-x)")).run(
            kind(defined=True), {"x": kind().box(Fraction(1), Fraction(1))}
        )


@pytest.mark.parametrize("kind", TWO_ENDS)
def test_towers_of_exponentials_stay_in_memory(kind):
    numbers = kind()
    low, high = ends(
        Program(parse_expression("exp(exp(exp(x)))")).run(
            numbers, {"x": numbers.box(Fraction(0), Fraction(1000))}
        )
    )
    assert 15 < low < 16 and high == INF
    low, high = ends(
        Program(parse_expression("exp(-exp(exp(x)))")).run(
            numbers, {"x": numbers.box(Fraction(100), Fraction(1000))}
        )
    )
    assert low == 0 and high > 0


@pytest.mark.parametrize("kind", TWO_ENDS)
def test_infinite_boxes(kind):
    numbers = kind()
    box = {"x": numbers.box(Fraction(1), INF)}
    for formula, low, high in (
        ("x**3", 1, INF),
        ("(-x)**3", -INF, -1),
        ("x**(-2)", 0, 1),
        ("-x*x", -INF, -1),
        ("exp(-x)", 0, Fraction(37, 100)),
        ("tanh(x)", Fraction(76, 100), 1),
        ("atan(x)", Fraction(78, 100), Fraction(158, 100)),
        ("sinh(x)", Fraction(117, 100), INF),
        ("cosh(x-3)", 1, INF),
        ("log(x)", 0, INF),
        ("sqrt(x)", 1, INF),
        ("abs(1-x)", 0, INF),
        ("min(x,2)", 1, 2),
        ("x-x", -INF, INF),
    ):
        a, b = ends(Program(parse_expression(formula)).run(numbers, box))
        for found, wanted in ((a, low), (b, high)):
            assert found == wanted or abs(found - wanted) <= Fraction(2, 100), formula


def test_even_powers_of_boxes_around_zero():
    for arithmetic in (Intervals(), WideBoxes(), Balls()):
        box = arithmetic.box(Fraction(-1), Fraction(2))
        even, odd = arithmetic.pow(box, 4), arithmetic.pow(box, 3)
        assert inside(even, mpmath.mpf(0)) and inside(even, mpmath.mpf(16))
        assert inside(odd, mpmath.mpf(-1)) and inside(odd, mpmath.mpf(8))
    for kind in TWO_ENDS:
        assert kind().nonnegative(kind().pow(kind().box(Fraction(-1), Fraction(2)), 4))


# --- two arithmetics, one truth -------------------------------------------------------------------

leaves = st.one_of(st.just("x"), st.just("y"), st.integers(-3, 3).map(lambda n: f"({n})"))


def _compound(inner):
    binary = st.tuples(inner, st.sampled_from("+-*/"), inner).map(lambda t: f"({t[0]}{t[1]}{t[2]})")
    functions = ("exp", "log", "sqrt", "tanh", "sinh", "cosh", "atan", "abs")
    unary = st.tuples(st.sampled_from(functions), inner).map(lambda t: f"{t[0]}({t[1]})")
    pairs = st.tuples(st.sampled_from(("min", "max")), inner, inner)
    power = st.tuples(inner, st.integers(-3, 4)).map(lambda t: f"({t[0]})**({t[1]})")
    return st.one_of(binary, unary, pairs.map(lambda t: f"{t[0]}({t[1]},{t[2]})"), power)


expressions = st.recursive(leaves, _compound, max_leaves=8)
ends_of_boxes = st.fractions(min_value=-6, max_value=6, max_denominator=8)


@settings(max_examples=300, deadline=None)
@given(
    text=expressions,
    corners=st.tuples(*[ends_of_boxes] * 4),
    t=st.fractions(min_value=0, max_value=1, max_denominator=8),
    infinite=st.booleans(),
)
def test_the_arithmetics_of_search_and_checker_agree(text, corners, t, infinite):
    """Both enclose the true values; so they overlap, and differ by roundings only."""
    expr = parse_expression(text)
    (x0, x1), (y0, y1) = sorted(corners[:2]), sorted(corners[2:])
    point = {"x": x0 + t * (x1 - x0), "y": y0 + t * (y1 - y0)}
    found = []
    for numbers in (Intervals(), WideBoxes()):
        box = {"x": numbers.box(x0, x1), "y": numbers.box(y0, INF if infinite else y1)}
        try:
            found.append(ends(Program(expr).run(numbers, box)))
        except (UndefinedHere, ZeroDivisionError):
            found.append(None)
    checker, search = found
    # An argument that touches 0 but for roundings may be refused by one of the two.
    if checker is None or search is None:
        return
    assert checker[0] <= search[1] and search[0] <= checker[1]
    try:
        value = true_value(expr, point, 60)
    except (ZeroDivisionError, ValueError, OverflowError):
        return
    if isinstance(value, mpmath.mpc) or not mpmath.isfinite(value):
        return
    if abs(value) < mpmath.mpf(10) ** 1000:
        slack = Fraction(1, 10**40) * (1 + abs(exact(value)))
        assert all(low - slack <= exact(value) <= high + slack for low, high in found)
