"""Open intervals of the one-variable search: their ends, sample points, and signs seen there.

An end is a constant expression or an infinity.  Signs at samples only guide the search; nothing is
concluded from them.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf
from typing import Any

from flint import arb, ctx

from glbtheory.engines.boxes.balls import Balls, ball
from glbtheory.engines.exact import Exact
from glbtheory.engines.language.domain import Box, End
from glbtheory.engines.language.expression import (
    Expr,
    Program,
    UndefinedHere,
    constant,
    num,
    substitute,
)
from glbtheory.engines.language.germs import limit_sign
from glbtheory.engines.language.structure import smooth_parts
from glbtheory.engines.one_variable.tower import Tower

#: An end of a piece of the line.
RegionEnd = Expr | float

_BITS = 700
_NUMBERS = 256
#: Longer sums of exact numbers are kept as balls only.
_MAX_SUM = 60


class _LongBalls(Balls):
    """Balls at the precision of the moment: nothing is kept from an earlier one."""

    def const(self, value: Fraction) -> Any:
        return ball(value)


class BallGermNumbers:
    """Coefficients of asymptotic expansions: an exact number, if there is one, and a ball."""

    def __init__(self) -> None:
        self.exact, self.balls = Exact(), _LongBalls()

    def _both(self, name: str, *args: Any) -> Any:
        exact = None
        if all(a[0] is not None for a in args) and _terms(args) <= _MAX_SUM:
            try:
                exact = getattr(self.exact, name)(*(a[0] for a in args))
            except (UndefinedHere, ZeroDivisionError, OverflowError):
                exact = None
        return exact, getattr(self.balls, name)(*(a[1] for a in args))

    def const(self, value: Fraction) -> Any:
        return self.exact.const(value), ball(value)

    def pi(self) -> Any:
        return self._both("pi")

    def add(self, a: Any, b: Any) -> Any:
        return self._both("add", a, b)

    def mul(self, a: Any, b: Any) -> Any:
        return self._both("mul", a, b)

    def div(self, a: Any, b: Any) -> Any:
        return self._both("div", a, b)

    def neg(self, a: Any) -> Any:
        return self._both("neg", a)

    def call(self, name: str, args: list[Any]) -> Any:
        exact = None
        if args[0][0] is not None:
            try:
                exact = self.exact.call(name, [a[0] for a in args])
            except (UndefinedHere, ZeroDivisionError, OverflowError):
                exact = None
        return exact, self.balls.call(name, [a[1] for a in args])

    def is_zero(self, a: Any) -> bool:
        """Whether a number is known to be 0."""
        return a[0] is not None and not a[0]

    def sign(self, a: Any) -> int:
        """The sign; raises where it is not known."""
        if self.is_zero(a):
            return 0
        if a[1] > 0 or a[1] < 0:
            return 1 if a[1] > 0 else -1
        raise UndefinedHere("sign not decided")

    def rational(self, a: Any) -> Fraction | None:
        """The value, if it is rational for sure."""
        return None if a[0] is None else self.exact.rational(a[0])


def _terms(args: tuple[Any, ...]) -> int:
    product = 1
    for a in args:
        product *= max(1, len(a[0]))
    return product


class LineRegion:
    """The open interval from ``lo`` to ``hi`` in one variable."""

    def __init__(self, name: str, lo: RegionEnd, hi: RegionEnd):
        self.name, self.lo, self.hi = name, lo, hi
        self.key = (str(lo), str(hi))
        self._points: list[Fraction] | None = None
        self._signs: dict[Expr, int | None] = {}

    def box(self) -> Box:
        """Rational ends, rounded outwards."""
        return {self.name: (enclosed(self.lo)[0], enclosed(self.hi)[1])}

    @property
    def points(self) -> list[Fraction]:
        """Rational points inside, denser towards the ends."""
        if self._points is None:
            lo, hi = enclosed(self.lo)[1], enclosed(self.hi)[0]
            self._points = _samples(lo, hi)
        return self._points

    def sign(self, expr: Expr) -> int | None:
        """The sign at the samples, if all that are decided agree."""
        if expr not in self._signs:
            self._signs[expr] = self._sampled(expr)
        return self._signs[expr]

    def _sampled(self, expr: Expr) -> int | None:
        found: set[int] = set()
        program = Program(expr)
        for x in self.points:
            value = precise_value(program, self.name, x)
            if value is None or not (value > 0 or value < 0):
                continue
            found.add(1 if value > 0 else -1)
            if len(found) > 1:
                return None
        return found.pop() if found else None

    def limit_sign(self, expr: Expr, end: str) -> int | None:
        """The sign of the limit at the end "lo" or "hi"."""
        at, side = (self.lo, 1) if end == "lo" else (self.hi, -1)
        if isinstance(at, Expr) and self._smooth_at(expr, at):
            sign = self.value_sign(expr, at)
            if sign is not None:
                return sign
        with ctx.workprec(_NUMBERS):
            return limit_sign(expr, self.name, at, side, BallGermNumbers())

    def value_sign(self, expr: Expr, point: Expr) -> int | None:
        """The sign of the value at a point; None if it is not found."""
        balls = _LongBalls()
        with ctx.workprec(_NUMBERS):
            try:
                at = {self.name: Program(point).run(balls, {})}
                value = Program(expr).run(balls, at)
            except (UndefinedHere, ZeroDivisionError, OverflowError, ValueError):
                return None
            if value > 0 or value < 0:
                return 1 if value > 0 else -1
        return 0 if vanishes_at(expr, self.name, point) else None

    def _smooth_at(self, expr: Expr, point: Expr) -> bool:
        balls = _LongBalls()
        with ctx.workprec(_NUMBERS):
            try:
                at = {self.name: Program(point).run(balls, {})}
                return not any(
                    Program(part).run(balls, at).contains(0) for part, _ in smooth_parts(expr)
                )
            except (UndefinedHere, ZeroDivisionError, OverflowError, ValueError):
                return False


def vanishes_at(expr: Expr, name: str, point: Expr) -> bool:
    """Whether an expression is shown to be 0 at a point, by algebra."""
    try:
        value = Tower(name, _constant_sign).read(substitute(expr, {name: point}))
    except (UndefinedHere, ZeroDivisionError, OverflowError, ValueError):
        return False
    return bool(value.top.is_zero())


def _constant_sign(expr: Expr) -> int | None:
    value = precise_value(Program(expr), "", Fraction(0))
    if value is None or not (value > 0 or value < 0):
        return None
    return 1 if value > 0 else -1


def precise_value(program: Program, name: str, x: Fraction, bits: int = _BITS) -> Any:
    """The value at a rational point with many bits; None where it is undefined."""
    with ctx.workprec(bits):
        try:
            return program.run(_LongBalls(), {name: ball(x)})
        except (UndefinedHere, ZeroDivisionError, OverflowError):
            return None


def enclosed(end: RegionEnd) -> tuple[End, End]:
    """Rationals (or an infinity) below and above an end."""
    if not isinstance(end, Expr):
        return end, end
    value = constant(end)
    if value is not None:
        return value, value
    with ctx.workprec(160):
        found = Program(end).run(_LongBalls(), {})
        return _fraction(found.lower()), _fraction(found.upper())


def _fraction(x: arb) -> Fraction:
    mantissa, exponent = x.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _samples(lo: End, hi: End) -> list[Fraction]:
    near = [Fraction(1, 2**k) for k in (40, 24, 16, 12, 9, 7, 6, 5, 4, 3, 2)]
    if isinstance(lo, Fraction) and isinstance(hi, Fraction):
        width = hi - lo
        inside = [lo + width * s for s in near] + [hi - width * s for s in near]
        inside += [lo + width * Fraction(k, 29) for k in range(1, 29, 2)]
        return sorted(set(inside))
    far = (
        near + [Fraction(3, 2) ** k for k in range(0, 16)] + [Fraction(2**k) for k in (13, 20, 34)]
    )
    if isinstance(lo, Fraction):
        return sorted(lo + s for s in far)
    if isinstance(hi, Fraction):
        return sorted(hi - s for s in far)
    return sorted([s for s in far] + [-s for s in far])


def end_text(end: RegionEnd) -> str:
    """An end as text in a certificate."""
    return str(end) if isinstance(end, Expr) else "inf" if end == inf else "-inf"


def piece_end(end: End) -> RegionEnd:
    """An end of a domain as the end of a piece."""
    return num(end) if isinstance(end, Fraction) else end
