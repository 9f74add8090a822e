"""Trees of boxes: what is shown is true, and nothing else is accepted."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest

from glbtheory.engines.boxes.box_tree import CUT, FACE, TreeSearch
from glbtheory.engines.budget import Budget
from glbtheory.engines.checker import float_intervals as fi
from glbtheory.engines.checker.certificate import BadCertificate, check
from glbtheory.engines.checker.float_tape import FloatTape
from glbtheory.engines.language.certificate_format import seal
from glbtheory.engines.language.parse import parse_expression, parse_inequality

#: One statement for every kind of number in a tree, and the number.
KINDS = {
    "value": ("x**2 + y**2 >= 0", "-1 <= x <= 1, -1 <= y <= 1", 1),
    "mean": ("x*y - x - y/2 + 1 >= -1/2", "1 <= x <= 2, 1 <= y <= 2", 2),
    "partly": ("x - x**2 + y**4 > -3/10", "0 <= x <= 1, -1 <= y <= 1", 3),
    "bend": ("x**2 - x*y + y**2 - x >= -0.334", "-1 <= x <= 1, -1 <= y <= 1", 4),
    "sharp": ("sqrt(2 + x*y - x - y + x**2*y) <= 2", "0 <= x <= 1, 0 <= y <= 1", 5),
    "cut": ("exp(x*y) - x*y > 0.99", "-2 <= x <= 2, -2 <= y <= 2", CUT),
    "face": ("1/(1/10 + x - x*y/2 - x/4) <= 100", "0 <= x <= 1, 0 <= y <= 1", FACE),
}


def tree_of(text, where):
    statement = parse_inequality(text, where)
    tree = TreeSearch(statement).run(20_000, Budget())
    assert tree.levels is not None, tree
    return statement, tree.levels


def accepted(levels, statement):
    try:
        check(seal(statement, {"tree": levels}), statement)
    except BadCertificate:
        return False
    return True


def kind(code):
    return code if 0 <= code < CUT else CUT if 0 <= code < FACE else FACE


@pytest.mark.parametrize("name", KINDS)
def test_the_checker_accepts_what_the_search_finds(name):
    text, where, number = KINDS[name]
    statement, levels = tree_of(text, where)
    seen = {kind(c) for level in levels for c in level}
    assert number in seen
    assert accepted(levels, statement)


def test_every_change_of_a_tree_is_refused_or_still_shows_a_true_statement():
    text, where, _ = KINDS["cut"]
    statement, levels = tree_of(text, where)
    assert not accepted(levels[:-1], statement)
    assert not accepted([*levels, [1]], statement)
    assert not accepted([], statement)
    assert not accepted([levels[0], [*levels[1], 1], *levels[2:]], statement)
    assert not accepted([[1]], statement)
    assert not accepted([[2]], statement)
    assert not accepted([[4]], statement)
    assert not accepted([[5]], statement)
    for wrong in (0, 6, 9, CUT + 2, FACE, FACE + 9, -9, True, 1.0, "1", None):
        assert not accepted([[wrong], *levels[1:]], statement)


def test_a_face_needs_a_gap_that_is_monotone():
    # On the lower face x = -1 the gap is positive; in the middle it is not.
    statement = parse_inequality("x**2 + 0*y >= 1/2", "-1 <= x <= 1, 0 <= y <= 1")
    for code in (FACE + 1, FACE + 2, -1, -2):
        assert not accepted([[code], [1]], statement)
    rising = parse_inequality("x**3 + x + 0*y >= -3", "-1 <= x <= 1, 0 <= y <= 1")
    assert accepted([[FACE + 1], [1]], rising)
    assert not accepted([[FACE + 2], [1]], rising)


@pytest.mark.parametrize("name", KINDS)
def test_a_tree_for_one_statement_is_none_for_a_false_one(name):
    text, where, _ = KINDS[name]
    _, levels = tree_of(text, where)
    left, relation, right = next(text.partition(f" {r} ") for r in ("<=", ">=", ">") if r in text)
    shift = "- 1000" if ">" in relation else "+ 1000"
    assert not accepted(levels, parse_inequality(f"{left} {shift}{relation}{right}", where))


def test_strict_and_equal_statements():
    where = "-1 <= x <= 1, -1 <= y <= 1"
    assert accepted([[1]], parse_inequality("x**2 + y**2 >= 0", where))
    for text in ("x**2 + y**2 > 0", "x**2 + y**2 == 0"):
        assert not accepted([[1]], parse_inequality(text, where))


def test_a_tree_needs_a_bounded_domain_and_a_gap_that_is_defined():
    assert not accepted([[1]], parse_inequality("x**2 + y**2 >= 0", "x >= 0, 0 <= y <= 1"))
    for text in ("sqrt(x) + y**2 >= -9", "1/x**2 + y**2 >= -9", "log(x) + y >= -10**9"):
        statement = parse_inequality(text, "-1 <= x <= 1, 0 <= y <= 1")
        for code in (1, 2, 3, 4, 5):
            assert not accepted([[code]], statement), text


def test_a_kink_has_no_second_derivatives():
    # By its second derivatives on either side, abs(x) would be a straight line.
    statement = parse_inequality("y**2 >= abs(x) - 1/2", "-1 <= x <= 1, -1 <= y <= 1")
    assert not accepted([[4]], statement)


FUNCTIONS = ("exp", "log", "sqrt", "tanh", "sinh", "cosh", "atan")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_enclose_the_true_values(name):
    rng = np.random.default_rng(5)
    points = np.concatenate([rng.uniform(-3, 3, 300), rng.uniform(-300, 300, 300), [0, 1, -1, 2]])
    points = np.concatenate(
        [points, rng.uniform(-1e-9, 1e-9, 50), 1 + rng.uniform(-1e-12, 1e-12, 50)]
    )
    if name in ("log", "sqrt"):
        points = np.abs(points[points != 0])
    with fi.rounding():
        low, high = (fi.root if name == "sqrt" else lambda a: fi.increasing(name, a))(
            (points, points)
        )
    with mpmath.workprec(200):
        for x, a, b in zip(points, low, high, strict=True):
            true = getattr(mpmath, name)(mpmath.mpf(float(x)))
            assert mpmath.mpf(float(a)) <= true <= mpmath.mpf(float(b)), (name, x)
            assert b - a <= 1e-13 * max(1.0, abs(float(true)))


EXPRESSIONS = (
    "x**3*y - y**2/(2 + x) + exp(x*y)",
    "log(3 + x*y - x**2*y)*atan(x - y)",
    "sqrt(2 + x + y*x**2) - tanh(x)*sinh(y) + cosh(x*y)",
    "(x - y)**(-2)*3 + x/(x*y + 4)",
    "abs(x*y) + min(x, y**2) - max(x*x, y)",
)


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_values_and_derivatives_enclose_those_at_points(text):
    """Derivatives by mpmath with many digits, at random points of random boxes."""
    tape = FloatTape(parse_expression(text), ["x", "y"])
    rng = np.random.default_rng(7)
    low = np.stack([rng.uniform(0.5, 0.9, 40), rng.uniform(-0.9, -0.5, 40)], axis=1)
    high = low + rng.uniform(0, 0.3, low.shape)
    names = {n: getattr(mpmath, n) for n in ("exp", "log", "atan", "sqrt", "tanh", "sinh", "cosh")}
    code = compile(text, "text", "eval")

    def f(x, y):
        return eval(code, {**names, "abs": abs, "min": min, "max": max, "x": x, "y": y})

    with fi.rounding():
        on = tape.on(low, high, sharp=True)
        value, slopes = on.result(), on.slopes()
        rows = [on.slopes_along(n) for n in ("x", "y")]
    for k in range(len(low)):
        at = low[k] + rng.uniform(0, 1, 2) * (high[k] - low[k])
        x, y = (mpmath.mpf(float(v)) for v in at)
        with mpmath.workdps(40):
            assert value[0][k] <= f(x, y) <= value[1][k]
            for i, order in enumerate(((1, 0), (0, 1))):
                slope = mpmath.diff(f, (x, y), order)
                assert slopes[i][0][k] <= slope <= slopes[i][1][k]
            if on.smooth[k]:
                for i, j, order in ((0, 0, (2, 0)), (1, 0, (1, 1)), (1, 1, (0, 2))):
                    second = mpmath.diff(f, (x, y), order)
                    a, b = rows[i][j]
                    assert a[k] - 1e-9 <= second <= b[k] + 1e-9


def test_constants_that_are_no_floats_are_enclosed():
    low, high = fi.around(Fraction(1, 3), Fraction(1, 3))
    assert Fraction(low) < Fraction(1, 3) < Fraction(high)
    assert fi.around(Fraction(1, 2), Fraction(1, 2)) == (0.5, 0.5)
    assert Fraction(fi.PI[0]) < Fraction(314159265358979323847, 10**20) < Fraction(fi.PI[1])


def test_numbers_too_small_for_floats_are_refused():
    tiny = parse_inequality("x**200*y**200 >= 0", "0 <= x <= 1e-10, 0 <= y <= 1")
    assert not accepted([[1]], tiny)
