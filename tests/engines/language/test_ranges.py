"""Exact ranges: every value lies inside, an open end is never taken."""

import itertools
import random
from fractions import Fraction

import pytest

from glbtheory.engines.language.domain import Interval
from glbtheory.engines.language.expression import constant, num, substitute
from glbtheory.engines.language.parse import parse_domain, parse_expression
from glbtheory.engines.language.ranges import NoRange, range_of


@pytest.mark.parametrize(
    ("text", "where", "expected"),
    [
        ("x*y", "0<=x<=1, 0<=y<=1", "0 <= u <= 1"),
        ("x*y", "0<x<=1, 0<=y<1", "0 <= u < 1"),
        ("x*y", "0<x<=1, 0<y<1", "0 < u < 1"),
        ("x*y", "-1<=x<2, -3<y<=1", "-6 < u < 3"),
        ("x*y", "x>=0, y>0", "u >= 0"),
        ("x*y", "x>0, 0<=y<=1", "u >= 0"),
        ("x + y", "0<=x<=1, 0<y<=1", "0 < u <= 2"),
        ("2*x - 3*y", "0<=x<=1, 0<=y<1", "-3 < u <= 2"),
        ("x/y", "0<=x<=1, 1<y<=2", "0 <= u < 1"),
        ("x/y", "0<x<=1, y>0", "u > 0"),
        ("x/y", "1<=x<=2, y<=-1", "-2 <= u < 0"),
        ("x**2", "-1<x<=1/2", "0 <= u < 1"),
        ("x**2", "-1<=x<0", "0 < u <= 1"),
        ("x**3", "-1<=x<2", "-1 <= u < 8"),
        ("x**(-2)", "0<x<=2", "u >= 1/4"),
        ("abs(x)", "-2<x<=1", "0 <= u < 2"),
        ("exp(x)", "x<=0", "0 < u <= 1"),
        ("x*x", "-1<=x<=1", "0 <= u <= 1"),
    ],
)
def test_ranges(text, where, expected):
    assert range_of(parse_expression(text), parse_domain(where)).text("u") == expected


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("x/y", "0<=x<=1, 0<=y<=1"),
        ("1/x", "-1<x<1"),
        ("x**(-1)", "x<=0"),
        ("log(x)", "x>0"),
        ("x + z", "x>0"),
    ],
)
def test_no_range(text, where):
    with pytest.raises(NoRange):
        range_of(parse_expression(text), parse_domain(where))


def test_all_values_lie_inside():
    rng = random.Random(1)
    ends = [Fraction(k, 2) for k in range(-4, 5)]
    texts = ("x*y", "x + y", "x - 2*y", "x/y", "x**2*y", "x**2/y**3", "(x - y)**2", "x*y**2 - x")
    found = 0
    for _ in range(400):
        domain = {}
        for name in "xy":
            lo, hi = sorted(rng.sample(ends, 2))
            domain[name] = Interval(lo, hi, rng.random() < 0.5, rng.random() < 0.5)
        expr = parse_expression(rng.choice(texts))
        try:
            values = range_of(expr, domain)
        except NoRange:
            continue
        grid = [
            [x for k in range(17) if i.contains(x := i.lo + Fraction(k, 16) * (i.hi - i.lo))]
            for i in domain.values()
        ]
        for x, y in itertools.product(*grid):
            value = constant(substitute(expr, {"x": num(x), "y": num(y)}))
            assert value is not None
            assert values.contains(value), (str(expr), domain, x, y)
            found += 1
    assert found > 10_000
