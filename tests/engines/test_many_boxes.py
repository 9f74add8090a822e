"""Bounded boxes in several variables: trees of boxes, witnesses, and what is left."""

import time
import tracemalloc
from fractions import Fraction

import numpy as np
import pytest

from glbtheory.engines.boxes.box_bounds import BoxBounds
from glbtheory.engines.boxes.box_tree import TreeSearch
from glbtheory.engines.boxes.many_boxes import lowest_witness
from glbtheory.engines.boxes.tape import Tape, Unsupported
from glbtheory.engines.budget import Budget
from glbtheory.engines.checker.certificate import check
from glbtheory.engines.checker.counterexample import check_counterexample
from glbtheory.engines.checker.tree import _TreeChecker
from glbtheory.engines.counterexamples.refutation import candidates, float_values
from glbtheory.engines.decision import decide
from glbtheory.engines.language.certificate_format import seal
from glbtheory.engines.language.parse import parse_expression, parse_inequality


def box(names, lo, hi):
    return ", ".join(f"{lo} <= {n} <= {hi}" for n in names)


#: True statements with functions, quotients, kinks and up to ten variables.
TRUE = [
    ("atan(x*y) + sqrt(1 + x*z) > x*y*z/2", box("xyz", 0, 1)),
    ("x*y*z*w*(4 - x - y - z - w) <= 0.341", box("wxyz", 0, 1)),
    ("log(1 + x*y) <= x*y - x**2*y**2/4 + 1/100", box("xy", 0, 1)),
    ("1/(1 + x*y) + 1/(1 + y*z) + 1/(1 + x*z) > 1.49", box("xyz", 0, 1)),
    ("max(x, y) - min(x, y) <= abs(x - y) + 1/100", box("xy", -1, 1)),
    ("exp(x*y) + exp(-x*y) >= 1.99 + tanh(x*y)**2/4", box("xy", -1, 1)),
    (
        "a**2 + b**2 + c**2 + d**2 + e**2 + f**2 + g**2 + h**2 + i**2 + j**2 - a*b - c*d > -0.01",
        box("abcdefghij", -1, 1),
    ),
]


@pytest.mark.parametrize(("text", "where"), TRUE)
def test_true_statements_are_proved_and_checked(text, where):
    statement = parse_inequality(text, where)
    evidence = decide(statement)
    assert evidence.outcome == "holds"
    check(evidence.certificate, statement)


#: False by a little: the margin of each is smaller than what a coarse grid would see.
FALSE = [
    ("x*y*(1 - x*y) <= 0.24999", box("xy", 0, 1)),
    ("x**4 - 16*x**2 + 5*x + y**4 - 16*y**2 + 5*y >= -156.6646", box("xy", -5, 5)),
    ("(x - 1/3)**2 + (y - 1/7)**2 + (z - 1/11)**2 + (w - 1/13)**2 >= 1/10**7", box("wxyz", 0, 1)),
    ("exp(x + y) + exp(-x - y) + z**2 > 2", box("xyz", -1, 1)),
]


@pytest.mark.parametrize(("text", "where"), FALSE)
def test_false_statements_have_a_rational_witness(text, where):
    statement = parse_inequality(text, where)
    evidence = decide(statement)
    assert evidence.outcome == "refuted"
    check_counterexample(evidence.witness, statement)


def test_a_touching_gap_is_neither_proved_nor_refuted_by_boxes():
    # Equality at x = y = sqrt(2), no rational point.
    statement = parse_inequality("(x*y - 2)**2 + x*y*(x - y)**2 >= 0*x", box("xy", 1, 2))
    shifted = parse_inequality("x**4*y**4 + 4 >= 4*x**2*y**2", box("xy", 1, 2))
    assert TreeSearch(statement).run(20_000, Budget()).witness is None
    tree = TreeSearch(shifted).run(20_000, Budget())
    assert tree.levels is None and tree.witness is None
    assert tree.bound is not None and tree.bound < 0


def test_the_bound_of_an_unfinished_search_holds():
    statement = parse_inequality("x**4*y**4 + 4 >= 4*x**2*y**2 + x*y", box("xy", 1, 2))
    tree = TreeSearch(statement).run(200, Budget())
    rng = np.random.default_rng(3)
    x, y = rng.uniform(1, 2, (2, 10_000))
    assert tree.bound is None or tree.bound <= (x**4 * y**4 + 4 - 4 * x**2 * y**2 - x * y).min()


def test_a_search_in_two_parts_gives_the_tree_of_one():
    statement = parse_inequality(*TRUE[0])
    search = TreeSearch(parse_inequality(*TRUE[1]))
    whole = TreeSearch(parse_inequality(*TRUE[1])).run(20_000, Budget())
    assert whole.boxes > 20
    tree = search.run(20, Budget())
    assert tree.levels is None and 0 <= tree.share < 1
    assert search.run(20_000, Budget()).levels is not None
    assert TreeSearch(statement).run(20_000, Budget()).levels is not None


def test_time_is_honoured():
    text = " + ".join(f"(x{i}*x{i + 1} - 1/2)**2" for i in range(9)) + " >= 1/10**9"
    where = ", ".join(f"0 <= x{i} <= 1" for i in range(10))
    search = TreeSearch(parse_inequality(text, where))
    start = time.monotonic()
    tree = search.run(10**9, Budget.of(seconds=0.5))
    assert time.monotonic() - start < 2.5
    assert tree.levels is None


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("x**2 + y**2 >= 0", "x >= 0, 0 <= y <= 1"),
        ("x**2 >= 0", "0 <= x <= 1"),
    ],
)
def test_other_domains_are_left_to_other_methods(text, where):
    with pytest.raises(Unsupported):
        TreeSearch(parse_inequality(text, where))


def test_points_in_twelve_variables_take_little_memory():
    names = [f"x{i}" for i in range(12)]
    statement = parse_inequality(" + ".join(f"{n}**2" for n in names) + " >= 0", box(names, -1, 1))
    tracemalloc.start()
    points = candidates(statement.domain)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(points) <= 20_000
    assert peak < 100 * 2**20


EXPRESSIONS = [
    "sqrt(3 + x*y - x**2*y)*exp(x - y) + log(2 + x*y**2)/(3 - x*y)",
    "atan((x - y)/(2 + x*x)) + tanh(x*y) - sinh(x)*cosh(y)/4 + x**5 - y**(-3)",
    "abs(x*y - 1) + min(x*y, x) + max(x, y**2)*x",
]


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_the_checker_sees_what_the_search_sees(text):
    """On every box each bound of the checker is at least that of the search."""
    statement = parse_inequality(f"{text} >= 0", "1/2 <= x <= 3/2, 1/2 <= y <= 3/2")
    rng = np.random.default_rng(11)
    low = rng.uniform(0.5, 1.2, (300, 2))
    high = low + rng.uniform(0, 1, low.shape) ** 6 * 0.3
    tape = Tape(statement.gap, ["x", "y"])
    checker = _TreeChecker(statement, statement.gap)
    with np.errstate(under="raise", over="ignore", invalid="ignore", divide="ignore"):
        plain, sharp = BoxBounds(tape, low, high), BoxBounds(tape, low, high, sharp=True)
        pairs = [
            (plain.value(), checker._value(low, high)),
            (sharp.value(), checker._sharp(low, high)),
            (sharp.mean(), checker._mean(low, high)),
            (sharp.mean(tape.uses > 1), checker._partly(low, high)),
            (sharp.bend(), checker._bend(low, high)),
        ]
    for ours, theirs in pairs:
        assert np.isfinite(ours).any()
        # Another point c of the mean value form, where a slope is almost 0, may cost a little.
        assert (ours <= theirs + 1e-12).all()


def test_random_statements_near_the_boundary_get_no_wrong_answer():
    """Random polynomials of three variables against a constant near their least value."""
    rng = np.random.default_rng(20)
    monomials = ("x", "y", "z", "x*y", "y*z", "x*z", "x**2", "y**2", "x*y*z")
    # The grid has the corners, where most of the least values are.
    axis = np.linspace(-1, 1, 21)
    grid = dict(zip("xyz", (a.ravel() for a in np.meshgrid(axis, axis, axis)), strict=True))
    answers = set()
    for _ in range(40):
        factors = rng.integers(-8, 9, len(monomials))
        text = " + ".join(f"({f}/4)*{m}" for f, m in zip(factors, monomials, strict=True))
        values = float_values(parse_expression(text), {**grid})
        least = Fraction(float(values.min())).limit_denominator(1000)
        for shift in (Fraction(-1, 20), Fraction(1, 200)):
            statement = parse_inequality(f"{text} >= {least + shift}", box("xyz", -1, 1))
            tree = TreeSearch(statement).run(20_000, Budget())
            witness = None if tree.levels else lowest_witness(statement, tree)
            answers.add((shift > 0, tree.levels is not None, witness is not None))
            if tree.levels is not None:
                check(seal(statement, {"tree": tree.levels}), statement)
            if shift > 0:
                assert tree.levels is None, text
    assert {(True, False, True), (False, True, False)} <= answers
