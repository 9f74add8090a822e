"""A counterexample in the new variables as one in the old: with u = x y and any y, x = u/y."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from glbtheory.engines.common_parts.search import Reduction
from glbtheory.engines.counterexamples.refutation import Point, violates
from glbtheory.engines.language.domain import Inequality, Interval
from glbtheory.engines.language.expression import constant, num, substitute

#: Parts into which an interval is cut in the search for a value of the free variable.
_PARTS = 16


def lifted(
    statement: Inequality, reduction: Reduction, witness: Mapping[str, str] | None
) -> Point | None:
    """A point at which the statement certainly fails; None if none is found."""
    if witness is None or not reduction.back:
        return None
    known = {n: Fraction(x) for n, x in witness.items()}
    free = [n for n in statement.domain if n not in reduction.back and n not in known]
    if len(free) > 1:
        return None
    choices: list[Point] = [{}]
    if free:
        choices = [{free[0]: x} for x in _values(statement.domain[free[0]])]
    for choice in choices:
        point = _point(statement, reduction, {**known, **choice})
        if point is not None and violates(statement, point):
            return point
    return None


def _values(interval: Interval) -> Iterator[Fraction]:
    lo, hi = interval.lo, interval.hi
    raw = [Fraction(1), Fraction(0)]
    if isinstance(lo, Fraction) and isinstance(hi, Fraction):
        raw += [hi - Fraction(k, _PARTS) * (hi - lo) for k in range(_PARTS + 1)]
    elif isinstance(lo, Fraction):
        raw += [lo + Fraction(2) ** k for k in range(-4, 5)] + [lo]
    elif isinstance(hi, Fraction):
        raw += [hi - Fraction(2) ** k for k in range(-4, 5)] + [hi]
    return (x for x in raw if interval.contains(x))


def _point(statement: Inequality, reduction: Reduction, values: Point) -> Point | None:
    numbers = {n: num(x) for n, x in values.items()}
    point: Point = {}
    for name, interval in statement.domain.items():
        old = reduction.back.get(name)
        value = values.get(name) if old is None else constant(substitute(old, numbers))
        if value is None or not interval.contains(value):
            return None
        point[name] = value
    return point
