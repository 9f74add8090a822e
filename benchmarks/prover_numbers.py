"""Numbers to compute a statement in: exact rationals, many digits, and enclosures by mpmath."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from mpmath import iv, mp, mpf
from prover_problems import Reading, Unsupported

#: Increasing functions that mpmath's intervals lack, or know at single points only.
_INCREASING = {
    "atan": mp.atan,
    "asin": mp.asin,
    "sinh": mp.sinh,
    "tanh": mp.tanh,
    "erf": mp.erf,
    "log1p": mp.log1p,
    "expm1": mp.expm1,
}
_OF_INTERVALS = {"exp": iv.exp, "log": iv.log, "sqrt": iv.sqrt, "sin": iv.sin, "cos": iv.cos}


class Rationals:
    """Exact, without functions but abs, min, max, and roots that are rational."""

    def const(self, value: Fraction) -> Fraction:
        return value

    def power(self, base: Fraction, exponent: Fraction) -> Fraction:
        if exponent.denominator == 1:
            return base ** int(exponent)
        root = [_root(n, exponent.denominator) for n in (base.numerator, base.denominator)]
        return Fraction(*root) ** exponent.numerator

    def call(self, name: str, args: list[Fraction]) -> Fraction:
        match name:
            case "sqrt":
                return self.power(args[0], Fraction(1, 2))
            case "abs":
                return abs(args[0])
            case "min" | "max":
                return (min if name == "min" else max)(args)
        raise Unsupported(name)


def _root(n: int, k: int) -> int:
    if n < 0:
        raise Unsupported("a root of a negative number")
    guess = int(mp.nint(mp.root(n, k)))
    if guess**k != n:
        raise Unsupported("the root is not rational")
    return guess


class Digits:
    """mpmath's numbers in the current precision: close, without a guarantee."""

    def const(self, value: Fraction) -> Any:
        return mpf(value.numerator) / value.denominator

    def power(self, base: Any, exponent: Fraction) -> Any:
        if exponent.denominator == 1:
            return base ** int(exponent)
        if base < 0:
            raise Unsupported("a root of a negative number")
        return base ** self.const(exponent)

    def call(self, name: str, args: list[Any]) -> Any:
        match name:
            case "pi":
                return +mp.pi
            case "abs":
                return abs(args[0])
            case "min" | "max":
                return (min if name == "min" else max)(args)
        if not hasattr(mp, name):
            raise Unsupported(name)
        value = getattr(mp, name)(*args)
        if not mp.isfinite(value) or mp.im(value):
            raise Unsupported(f"{name} outside its range")
        return value


class Enclosures:
    """mpmath's intervals, with the increasing functions that they lack."""

    def const(self, value: Fraction) -> Any:
        return iv.mpf(value.numerator) / value.denominator

    def power(self, base: Any, exponent: Fraction) -> Any:
        if exponent.denominator == 1:
            return base ** int(exponent)
        if base.a < 0:
            raise Unsupported("a root of what may be negative")
        if exponent.denominator == 2:
            return iv.sqrt(base) ** exponent.numerator
        if base.a == 0:
            raise Unsupported("a root of what may be 0")
        return iv.exp(self.const(exponent) * iv.log(base))

    def call(self, name: str, args: list[Any]) -> Any:
        match name:
            case "pi":
                return iv.mpf(iv.pi)
            case "abs":
                return abs(args[0])
            case "min" | "max":
                pick = min if name == "min" else max
                return iv.mpf([pick(_end(a, 0) for a in args), pick(_end(a, 1) for a in args)])
            case "cosh":
                return (iv.exp(args[0]) + iv.exp(-args[0])) / 2
            case "tan":
                return iv.sin(args[0]) / iv.cos(args[0])
            case "acos":
                return iv.pi / 2 - _increasing("asin", args[0])
        if (name == "log" and args[0].a <= 0) or (name == "sqrt" and args[0].a < 0):
            raise Unsupported(f"{name} of what may be negative")
        if name in _OF_INTERVALS:
            return _OF_INTERVALS[name](args[0])
        if name in _INCREASING:
            return _increasing(name, args[0])
        raise Unsupported(name)


def _end(interval: Any, which: int) -> Any:
    return mp.make_mpf(interval._mpi_[which])


def _increasing(name: str, interval: Any) -> Any:
    """The values at both ends, computed with more digits and moved outwards."""
    ends = []
    with mp.workprec(iv.prec + 30):
        for which, sign in ((0, -1), (1, 1)):
            x = _end(interval, which)
            if (
                not mp.isfinite(x)
                or (name == "asin" and abs(x) > 1)
                or (name == "log1p" and x <= -1)
            ):
                raise Unsupported(f"{name} outside its range")
            value = _INCREASING[name](x)
            ends.append(value + sign * mp.ldexp(abs(value), -iv.prec - 10))
    return iv.mpf(ends)


def fails_at(reading: Reading, point: Mapping[str, Fraction]) -> bool:
    """Whether the statement certainly fails at a rational point of its box."""
    if set(point) != set(reading.box):
        return False
    if not all(reading.box[name].contains(x) for name, x in point.items()):
        return False
    try:
        exact = reading.gap(Rationals(), point)
        return bool(exact < 0 or (reading.strict and exact == 0))
    except Unsupported:
        pass  # not a rational value; an enclosure may still tell
    except ZeroDivisionError:
        return False
    before = iv.prec
    try:
        for iv.prec in (80, 400, 2000):
            numbers = Enclosures()
            gap = reading.gap(numbers, {n: numbers.const(x) for n, x in point.items()})
            if gap.b < 0:
                return True
            if gap.a > 0:
                return False
    except (Unsupported, ZeroDivisionError):
        return False
    finally:
        iv.prec = before
    return False
