"""Counterexamples that a grid of points misses."""

from fractions import Fraction

import pytest

from glbtheory.engines.budget import Budget
from glbtheory.engines.counterexamples.descent import refute_by_descent
from glbtheory.engines.counterexamples.refutation import violates
from glbtheory.engines.language.parse import parse_domain, parse_inequality

FALSE = [
    # Fails only near (3/7, 5/11, ...).
    ("(7*x-3)**2 + (11*y-5)**2 + (13*z-2)**2 >= 1/1000", ""),
    # Fails only near the line x = y = z: a form of degree 3.
    ("x**3 + y**3 + z**3 >= 3.0001*x*y*z", "x > 0, y > 0, z > 0"),
    # The violation is small in absolute size, and only at (1, 1, 1).
    ("(x-y**2)**2 + (y-1)**2 + (x-z**2)**2 + (z-1)**2 > 1/10**9", "-10<=x<=10,-10<=y<=10"),
    ("(x1-1)**2+(x2-1)**2+(x3-1)**2+(x4-1)**2-x1*x2-x2*x3-x3*x4 >= -15.999", "-16<=x1<=16"),
]

TRUE = [
    ("x**3 + y**3 + z**3 >= 3*x*y*z", "x >= 0, y >= 0, z >= 0"),
    ("(x-y**2)**2 + (y-1)**2 >= 0", ""),
    ("x**4*y**2 + x**2*y**4 + 1 >= 3*x**2*y**2", ""),
]


@pytest.mark.parametrize(("text", "where"), FALSE)
def test_descent_finds_a_witness(text: str, where: str) -> None:
    statement = parse_inequality(text, parse_domain(where))
    point = refute_by_descent(statement, Budget())
    assert point is not None and violates(statement, point)
    assert all(isinstance(x, Fraction) for x in point.values())


@pytest.mark.parametrize(("text", "where"), TRUE)
def test_descent_finds_none_where_there_is_none(text: str, where: str) -> None:
    assert refute_by_descent(parse_inequality(text, parse_domain(where)), Budget()) is None
