"""Bounds of a part in which a variable occurs more than once: guessed at points, proved later."""

from __future__ import annotations

import math
from fractions import Fraction

from glbtheory.engines.counterexamples.refutation import (
    Point,
    candidates,
    refute,
    values_at,
    violates,
)
from glbtheory.engines.language.domain import Domain, Inequality, Interval
from glbtheory.engines.language.expression import Expr, constant, num, substitute
from glbtheory.engines.language.ranges import range_of


def proposed_range(part: Expr, domain: Domain) -> tuple[Interval, dict[str, Inequality]]:
    """A likely range of a polynomial, and what is left to be shown of it.

    An end is the least (or greatest) value at many points of the domain, if no point is found at
    which the part goes beyond; otherwise it is what interval arithmetic gives.
    """
    values = range_of(part, domain)
    # The cloud is thin where the domain has no ends, so its simplest point is added.
    points = [{n: _nearest_to_zero(i) for n, i in domain.items()}, *candidates(domain)]
    points = [p for p in points if all(domain[n].contains(x) for n, x in p.items())]
    floats = values_at(part, points)
    order = [k for k in range(len(points)) if math.isfinite(floats[k])]
    bounds: dict[str, Inequality] = {}
    if not order:
        return values, bounds
    for key, relation, k in (
        ("least", ">=", min(order, key=floats.__getitem__)),
        ("most", "<=", max(order, key=floats.__getitem__)),
    ):
        end = _value(part, points[k])
        if end is None or end in (values.lo, values.hi):
            continue
        bound = Inequality(part, relation, num(end), domain)
        if not violates(bound, _farther(points[k], domain)) and refute(bound) is None:
            bounds[key] = bound
            values = _with_end(values, key, end)
    return values, bounds


def _nearest_to_zero(interval: Interval) -> Fraction:
    lo, hi = interval.lo, interval.hi
    if isinstance(lo, Fraction) and lo > 0:
        return lo
    return hi if isinstance(hi, Fraction) and hi < 0 else Fraction(0)


def _value(part: Expr, point: Point) -> Fraction | None:
    return constant(substitute(part, {n: num(x) for n, x in point.items()}))


def _farther(point: Point, domain: Domain) -> Point:
    """A point farther out, in the directions in which the domain has no end."""
    result = {}
    for name, x in point.items():
        step = max(abs(x), Fraction(1)) * (1 if x >= 0 else -1)
        result[name] = x + step if domain[name].contains(x + 10 * step) else x
    return result


def _with_end(values: Interval, key: str, end: Fraction) -> Interval:
    if key == "least":
        return Interval(end, values.hi, False, values.hi_open)
    return Interval(values.lo, end, values.lo_open, False)
