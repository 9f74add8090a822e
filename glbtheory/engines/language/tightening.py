"""Bounds of variables that follow from linear relations: ``0 < y < x`` says x > 0.

Exact rational arithmetic, a few rounds.  The set of points does not change; its box gets smaller.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction

from glbtheory.engines.language.domain import Domain, End, Interval, Side
from glbtheory.engines.language.expression import Expr, constant

#: How often all relations are used.  More rounds could go on for ever: x < y/2, y < x/2 + 1.
_ROUNDS = 4

Linear = tuple[dict[str, Fraction], Fraction]


def linear_form(expr: Expr) -> Linear | None:
    """Coefficients and offset of an expression that is linear as it is written; else None."""
    value = constant(expr)
    if value is not None:
        return {}, value
    if expr.op == "var":
        return {str(expr.value): Fraction(1)}, Fraction(0)
    if expr.op == "neg":
        return _scaled(linear_form(expr.args[0]), Fraction(-1))
    if expr.op in ("add", "sub"):
        left, right = (linear_form(a) for a in expr.args)
        right = _scaled(right, Fraction(1 if expr.op == "add" else -1))
        if left is None or right is None:
            return None
        names = {**left[0], **right[0]}
        total = {n: left[0].get(n, Fraction(0)) + right[0].get(n, Fraction(0)) for n in names}
        return {n: c for n, c in total.items() if c}, left[1] + right[1]
    if expr.op == "mul":
        for k, factor in enumerate(map(constant, expr.args)):
            if factor is not None:
                return _scaled(linear_form(expr.args[1 - k]), factor)
    if expr.op == "div":
        divisor = constant(expr.args[1])
        if divisor:
            return _scaled(linear_form(expr.args[0]), 1 / divisor)
    return None


def _scaled(form: Linear | None, factor: Fraction) -> Linear | None:
    if form is None:
        return None
    return {n: factor * c for n, c in form[0].items() if factor}, factor * form[1]


def tightened(
    domain: dict[str, Interval], given: Iterable[Side], integers: Iterable[str] = ()
) -> None:
    """Make the intervals as small as the linear relations and the integers show, in place."""
    forms = [(linear_form(side.expr), side.relation) for side in given]
    for name in integers:
        domain[name] = _integer_ends(domain.get(name, Interval()))
    for _ in range(_ROUNDS):
        before = dict(domain)
        for form, relation in forms:
            if form is not None:
                _use(domain, form, relation == ">")
                if relation == "==":
                    _use(domain, ({n: -c for n, c in form[0].items()}, -form[1]), False)
        for name in integers:
            domain[name] = _integer_ends(domain[name])
        if domain == before or any(i.empty for i in domain.values()):
            return


def _use(domain: dict[str, Interval], form: Linear, strict: bool) -> None:
    """sum c_i x_i + d >= 0 (> 0 if strict) bounds each x_i by the most that the others give."""
    coefficients, offset = form
    for name, c in coefficients.items():
        others = {n: k for n, k in coefficients.items() if n != name}
        most, attained = _most(domain, others)
        if not isinstance(most, Fraction):
            continue
        end, is_open = -(most + offset) / c, strict or not attained
        bound = Interval(lo=end, lo_open=is_open) if c > 0 else Interval(hi=end, hi_open=is_open)
        domain[name] = domain.get(name, Interval()).intersect(bound)


def _most(domain: Domain, coefficients: Mapping[str, Fraction]) -> tuple[End, bool]:
    """The supremum of a linear form on a box, and whether it may be attained."""
    total: End = Fraction(0)
    attained = True
    for name, c in coefficients.items():
        interval = domain.get(name, Interval())
        end = interval.hi if c > 0 else interval.lo
        if not isinstance(end, Fraction):
            return math.inf, False
        total += c * end
        attained &= not (interval.hi_open if c > 0 else interval.lo_open)
    return total, attained


def _integer_ends(interval: Interval) -> Interval:
    """The closed interval with the same integers."""
    lo, hi = interval.lo, interval.hi
    if isinstance(lo, Fraction):
        lo = Fraction(math.floor(lo) + 1 if interval.lo_open else math.ceil(lo))
    if isinstance(hi, Fraction):
        hi = Fraction(math.ceil(hi) - 1 if interval.hi_open else math.floor(hi))
    return Interval(lo, hi)
