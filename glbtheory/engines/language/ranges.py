"""The values that a part of an expression can take on a domain, in exact arithmetic.

Intervals have rational or infinite ends and know whether an end belongs to them.  The result holds
every value of the expression; it is the exact range if no variable occurs twice and no function but
abs does.  An expression that has such a range is defined on the whole domain.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from glbtheory.engines.language.domain import INF, Domain, End, Interval
from glbtheory.engines.language.expression import MAX_BITS, Expr, bits

#: A bound of the values, and whether it may be taken.  An infinite one is never taken.
_Bound = tuple[End, bool]
_ZERO = Fraction(0)


class NoRange(ArithmeticError):
    """The expression may be undefined on the domain, or has a part that is not known here."""


def range_of(expr: Expr, domain: Domain) -> Interval:
    """An interval that holds all values; raises :class:`NoRange` where none is found."""
    match expr.op:
        case "num":
            assert isinstance(expr.value, Fraction)
            return Interval(expr.value, expr.value)
        case "var":
            if str(expr.value) not in domain:
                raise NoRange(f"nothing is known of {expr.value}")
            return domain[str(expr.value)]
    args = [range_of(a, domain) for a in expr.args]
    match expr.op:
        case "add":
            return _added(*args)
        case "sub":
            return _added(args[0], _negated(args[1]))
        case "neg":
            return _negated(args[0])
        case "mul":
            if expr.args[0] == expr.args[1]:
                return _power(args[0], 2)
            return _multiplied(*args)
        case "div":
            return _multiplied(args[0], _inverted(args[1]))
        case "pow":
            k = int(expr.value or 0)
            return _power(args[0], k) if k >= 0 else _inverted(_power(args[0], -k))
    found = _FUNCTIONS.get(expr.op)
    if found is None or len(args) != 1:
        raise NoRange(f"no exact range of {expr.op}")
    return found(args[0])


def _ends(a: Interval) -> tuple[_Bound, _Bound]:
    return (a.lo, not a.lo_open and a.lo != -INF), (a.hi, not a.hi_open and a.hi != INF)


def _interval(lo: _Bound, hi: _Bound) -> Interval:
    for end, _ in (lo, hi):
        if isinstance(end, Fraction) and bits(end) > MAX_BITS:
            raise NoRange("numbers too long")
    # An infinite end has no openness of its own.
    return Interval(lo[0], hi[0], not lo[1] and lo[0] != -INF, not hi[1] and hi[0] != INF)


def _added(a: Interval, b: Interval) -> Interval:
    (a_lo, a_hi), (b_lo, b_hi) = _ends(a), _ends(b)
    return _interval(_sum(a_lo, b_lo), _sum(a_hi, b_hi))


def _sum(x: _Bound, y: _Bound) -> _Bound:
    """The sum of two lower, or of two upper, bounds."""
    for end, _ in (x, y):
        if not isinstance(end, Fraction):
            return end, False
    return x[0] + y[0], x[1] and y[1]


def _negated(a: Interval) -> Interval:
    lo, hi = _ends(a)
    return _interval((-hi[0], hi[1]), (-lo[0], lo[1]))


def _multiplied(a: Interval, b: Interval) -> Interval:
    products = [_product(x, y) for x in _ends(a) for y in _ends(b)]
    least, most = min(p[0] for p in products), max(p[0] for p in products)
    # A corner of value 0 is also taken where only one factor takes its 0.
    taken = a.contains(_ZERO) or b.contains(_ZERO)
    ends = [
        (end, any(t for p, t in products if p == end) or (end == 0 and taken))
        for end in (least, most)
    ]
    return _interval(ends[0], ends[1])


def _product(x: _Bound, y: _Bound) -> _Bound:
    """The product of two ends; 0 times infinity is 0, the limit of the corners nearby."""
    if x[0] == 0 or y[0] == 0:
        return _ZERO, (x[0] == 0 and x[1]) or (y[0] == 0 and y[1])
    if isinstance(x[0], Fraction) and isinstance(y[0], Fraction):
        return x[0] * y[0], x[1] and y[1]
    return (INF if (x[0] > 0) == (y[0] > 0) else -INF), False


def _inverted(a: Interval) -> Interval:
    if a.contains(_ZERO) or a.lo < 0 < a.hi:
        raise NoRange("a denominator may be 0")
    (lo, lo_in), (hi, hi_in) = _ends(a)
    positive = lo >= 0
    return _interval(_inverse(hi, hi_in, positive), _inverse(lo, lo_in, positive))


def _inverse(end: End, taken: bool, positive: bool) -> _Bound:
    if not isinstance(end, Fraction):
        return _ZERO, False
    return (1 / end, taken) if end else (INF if positive else -INF, False)


def _power(a: Interval, k: int) -> Interval:
    if k == 0:
        return Interval(Fraction(1), Fraction(1))
    (lo, lo_in), (hi, hi_in) = _ends(a)
    ends: list[_Bound] = [(_end_power(lo, k), lo_in), (_end_power(hi, k), hi_in)]
    if k % 2:
        return _interval(ends[0], ends[1])
    least = min(ends[0][0], ends[1][0])
    most = max(ends[0][0], ends[1][0])
    top = (most, any(t for p, t in ends if p == most))
    if lo < 0 < hi:
        return _interval((_ZERO, True), top)
    return _interval((least, any(t for p, t in ends if p == least)), top)


def _end_power(end: End, k: int) -> End:
    if not isinstance(end, Fraction):
        return INF if end > 0 or k % 2 == 0 else -INF
    if bits(end) * k > MAX_BITS:
        raise NoRange("numbers too long")
    return end**k


def _absolute(a: Interval) -> Interval:
    if a.lo >= 0:
        return a
    if a.hi <= 0:
        return _negated(a)
    lo, hi = _ends(a)
    ends = [(-lo[0], lo[1]), hi]
    most = max(ends[0][0], ends[1][0])
    return _interval((_ZERO, True), (most, any(t for p, t in ends if p == most)))


def _exponential(a: Interval) -> Interval:
    """Exact at 0 and at the infinities; elsewhere e^lo > 0, and e^lo >= 1 + lo, is all it says."""
    (lo, lo_in), (hi, hi_in) = _ends(a)
    below: _Bound = (_ZERO, False)
    if isinstance(lo, Fraction) and lo > -1:
        below = (1 + lo, lo_in and lo == 0)
    return _interval(below, (Fraction(1), hi_in) if hi == 0 else (INF, False))


def _wave(a: Interval) -> Interval:
    """All values that a sine can take, whatever the argument."""
    return Interval(Fraction(-1), Fraction(1))


_FUNCTIONS: dict[str, Callable[[Interval], Interval]] = {
    "abs": _absolute,
    "exp": _exponential,
    "sin": _wave,
    "cos": _wave,
}
