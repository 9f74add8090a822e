"""Points of the line where something happens: zeros of the gap and kinks, as exact expressions.

A zero is found numerically with many digits and compared with a few kinds of numbers: rationals,
square roots, e^r, log r, multiples of pi and of e.  That the gap vanishes there is then shown by
an exact expansion.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import inf
from typing import Any

import numpy as np
from flint import arb, ctx

from glbtheory.engines.boxes.jets import Series
from glbtheory.engines.language.domain import to_float
from glbtheory.engines.language.expression import PI, Expr, Program, UndefinedHere, call, num
from glbtheory.engines.language.structure import kinks
from glbtheory.engines.one_variable.regions import (
    LineRegion,
    _fraction,
    _LongBalls,
    enclosed,
    precise_value,
    vanishes_at,
)

_BITS = 400
_CLOSE = arb(2) ** -150
_MAX_DENOMINATOR = 720
_MAX_POINTS = 12


def kink_points(gap: Expr, region: LineRegion) -> list[Expr]:
    """Where the parts of abs, min and max vanish.

    A zero without a name is put between two rational points, close to it.
    """
    found: dict[str, Expr] = {}
    for part in kinks(gap):
        candidates = zeros(part, region)
        for z in candidates:
            named = next((e for e in names(z) if vanishes(part, region, e)), None)
            around = [named] if named is not None else _around(z, region)
            found.update((str(e), e) for e in around)
        for named in touching_points(part, region, []):
            found[str(named)] = named
    return list(found.values())


def turning_points(slope: Expr, region: LineRegion) -> list[Fraction]:
    """Two rational points around each place where a slope changes its sign."""
    found = {x for z in zeros(slope, region) for x in _bracket(z, region)}
    return sorted(found)


def _around(z: Any, region: LineRegion) -> list[Expr]:
    return [num(x) for x in _bracket(z, region)]


def _bracket(z: Any, region: LineRegion) -> list[Fraction]:
    """Two rational points of the region, one on each side of a number and close to it."""
    middle = _fraction(z.mid())
    reach = Fraction(1, 2**20)
    while reach > abs(middle) / 2**16 and reach > Fraction(1, 2**60):
        reach /= 2
    rounded = Fraction(round(middle / reach)) * reach
    lo, hi = enclosed(region.lo)[1], enclosed(region.hi)[0]
    return [x for x in (rounded - reach, rounded + reach) if lo < x < hi]


def touching_points(gap: Expr, region: LineRegion, others: list[Expr]) -> list[Expr]:
    """Points inside the region where the gap vanishes."""
    found: list[Expr] = []
    lo, hi = enclosed(region.lo)[1], enclosed(region.hi)[0]
    for z in minima(gap, region):
        if not (z > _end(lo) and z < _end(hi)):
            continue
        for named in names(z):
            if vanishes(gap, region, named):
                if str(named) not in map(str, [*found, *others]):
                    found.append(named)
                break
    return found


def _end(x: Any) -> Any:
    return arb(_fmpq(x)) if isinstance(x, Fraction) else arb("inf" if x > 0 else "-inf")


def vanishes(f: Expr, region: LineRegion, point: Expr) -> bool:
    """Whether f has the limit 0 on both sides of a point."""
    if vanishes_at(f, region.name, point):
        return True
    left = LineRegion(region.name, region.lo, point)
    right = LineRegion(region.name, point, region.hi)
    return left.limit_sign(f, "hi") == 0 and right.limit_sign(f, "lo") == 0


def _grid(region: LineRegion) -> list[Fraction]:
    lo, hi = enclosed(region.lo)[1], enclosed(region.hi)[0]
    if isinstance(lo, Fraction) and isinstance(hi, Fraction):
        return sorted(
            {lo + (hi - lo) * Fraction(k, 401) for k in range(1, 401)} | set(region.points)
        )
    steps = [Fraction(1, 2**k) for k in range(1, 31)] + [Fraction(k, 16) for k in range(1, 400)]
    steps += [Fraction(2**k) for k in range(5, 31)]
    if isinstance(lo, Fraction):
        return sorted({lo + s for s in steps})
    if isinstance(hi, Fraction):
        return sorted({hi - s for s in steps})
    return sorted({s for s in steps} | {-s for s in steps} | {Fraction(0)})


def _values(f: Expr, region: LineRegion) -> tuple[list[Fraction], Any]:
    """The grid and the values there; many bits, so that a small value has the right sign."""
    program = Program(f)
    points, values = _grid(region), []
    for x in points:
        value = precise_value(program, region.name, x, _BITS)
        values.append(_to_float(value))
    return points, np.array(values)


def _to_float(value: Any) -> float:
    """A float of the right sign; nan where the value is undefined."""
    if value is None:
        return float("nan")
    if value.contains(0):
        return 0.0
    near = float(value.mid())
    if near == 0:
        return 1e-300 if value > 0 else -1e-300
    return float(np.clip(near, -1e300, 1e300))


def zeros(f: Expr, region: LineRegion) -> list[Any]:
    """Where f changes its sign on a grid, with many digits."""
    points, values = _values(f, region)
    found: list[Any] = []
    for x, value in zip(points, values, strict=True):
        if value == 0:
            found.append(arb(_fmpq(x)))
    for (a, u), (b, v) in zip(
        zip(points, values, strict=True), zip(points[1:], values[1:], strict=True), strict=False
    ):
        if np.isfinite(u) and np.isfinite(v) and np.sign(u) * np.sign(v) < 0:
            z = _bisected(f, region.name, a, b, u > 0)
            if z is not None:
                found.append(z)
    return found[:_MAX_POINTS]


def _bisected(f: Expr, name: str, a: Fraction, b: Fraction, falling: bool) -> Any:
    program = Program(f)
    with ctx.workprec(_BITS):
        lo, hi = arb(_fmpq(a)), arb(_fmpq(b))
        for _ in range(220):
            middle = ((lo + hi) / 2).mid()
            try:
                value = program.run(_LongBalls(), {name: middle})
            except (UndefinedHere, ZeroDivisionError, OverflowError):
                return None
            if not (value > 0 or value < 0):
                return middle
            if bool(value > 0) == falling:
                lo = middle
            else:
                hi = middle
        return ((lo + hi) / 2).mid()


def minima(f: Expr, region: LineRegion) -> list[Any]:
    """Local minima of |f| on a grid, improved by Newton's method for f'."""
    points, values = _values(f, region)
    size = np.where(np.isfinite(values), np.abs(values), np.inf)
    found: list[Any] = []
    order = []
    for k in range(1, len(points) - 1):
        if size[k] <= size[k - 1] and size[k] <= size[k + 1] and size[k] < inf:
            order.append(k)
    order.sort(key=lambda k: size[k])
    for k in order[:_MAX_POINTS]:
        z = _newton(f, region.name, points[k], points[k - 1], points[k + 1])
        if z is not None:
            found.append(z)
    return found


def _newton(f: Expr, name: str, start: Fraction, lo: Fraction, hi: Fraction) -> Any:
    """A zero of f' between lo and hi, with many digits; the start itself if f vanishes there."""
    program = Program(f)
    with ctx.workprec(_BITS):
        z, low, high = (arb(_fmpq(x)) for x in (start, lo, hi))
        order = 1
        for step in range(60):
            jets = Series(_LongBalls(), 2)
            try:
                value, slope, curve = program.run(jets, {name: jets.variable(z, True)})
            except (UndefinedHere, ZeroDivisionError, OverflowError):
                return z if step == 0 else _rounded(z)
            if value.contains(0) or slope.contains(0):
                return z
            if not (curve > 0 or curve < 0):
                return None
            move = order * slope / (2 * curve)
            new = (z - move).mid()
            if not (low <= new and new <= high):
                return None
            if abs(move) < _CLOSE * (abs(z) + _CLOSE):
                return new
            z = new
            if step == 12:
                # Newton's method is slow at a zero of higher order: round early.
                return _rounded(z)
        return z


def _rounded(z: Any) -> Any:
    q = _fraction(z).limit_denominator(_MAX_DENOMINATOR)
    return arb(_fmpq(q)) if abs(to_float(_fraction(z) - q)) < 1e-3 / q.denominator**2 else None


def names(z: Any) -> Iterator[Expr]:
    """Expressions that a number may be equal to: rationals, roots, e^r, log r, r pi, r e."""
    with ctx.workprec(_BITS):
        q = _rational(z)
        if q is not None:
            yield num(q)
            return
        forms: list[tuple[Any, Any]] = [
            (z / arb.pi(), lambda r: num(r) * PI),
            (z**2, lambda r: call("sqrt", num(r)) if z > 0 else -call("sqrt", num(r))),
            (z.exp() if abs(z) < 100 else None, lambda r: call("log", num(r)) if r > 0 else None),
            (z / arb(1).exp(), lambda r: num(r) * call("exp", num(1))),
        ]
        if z > 0:
            forms.append((z.log(), lambda r: call("exp", num(r))))
            for k in (3, 4, 5, 6):
                forms.append(
                    (z**k, lambda r, k=k: call("exp", num(Fraction(1, k)) * call("log", num(r))))
                )
        for value, build in forms:
            r = None if value is None else _rational(value)
            if r is not None and r != 0:
                expr = build(r)
                if expr is not None:
                    yield expr
        yield from _quadratic(z)


def _quadratic(z: Any) -> Iterator[Expr]:
    """(b + sqrt(d)) / a with small integers."""
    for a in range(1, 13):
        for b in range(-24, 25):
            rest = a * z - b
            d = _rational(rest**2, 1)
            if d is not None and 0 < d < 2000 and b:
                root = call("sqrt", num(d))
                top = num(b) + root if rest > 0 else num(b) - root
                yield top / num(a) if a > 1 else top
                return


def _rational(z: Any, limit: int = _MAX_DENOMINATOR) -> Fraction | None:
    """The rational with a small denominator that a number agrees with to many digits."""
    if not z.is_finite():
        return None
    q = _fraction(z.mid()).limit_denominator(limit)
    if abs(q) > 10**6:
        return None
    return q if abs(z - arb(_fmpq(q))) < _CLOSE * (1 + abs(z)) + z.rad() else None


def _fmpq(q: Fraction) -> Any:
    from flint import fmpq

    return fmpq(q.numerator, q.denominator)
