"""Floats of the standard library: an expression at a few hundred points, without numpy.

One variable needs no more points than this, and loading numpy takes longer than computing them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from glbtheory.engines.language.expression import Operators

NAN, INF = math.nan, math.inf


class PlainFloats(Operators):
    """Floats as numpy has them: infinities where numbers are too large, nan where undefined."""

    def const(self, value: Fraction) -> float:
        try:
            return value.numerator / value.denominator
        except OverflowError:
            return INF if value > 0 else -INF

    def pi(self) -> float:
        return math.pi

    def div(self, a: float, b: float) -> float:
        if b == 0:
            return NAN if a == 0 or a != a else math.copysign(INF, a) * math.copysign(1, b)
        return a / b

    def pow(self, a: float, k: int) -> float:
        try:
            return float(a) ** k
        except ZeroDivisionError:
            return INF
        except OverflowError:
            return -INF if a < 0 and k % 2 else INF

    def call(self, name: str, args: list[float]) -> float:
        if any(x != x for x in args):
            return NAN
        return _FUNCTIONS[name](*args)


def _guarded(function: Callable[[float], float]) -> Callable[[float], float]:
    """The function with infinity where it is too large and nan where it is undefined."""

    def guarded(x: float) -> float:
        try:
            return function(x)
        except OverflowError:
            return INF
        except ValueError:
            return NAN

    return guarded


def _sinh(x: float) -> float:
    return math.copysign(_large_sinh(abs(x)), x)


_large_sinh = _guarded(math.sinh)


def _log(x: float) -> float:
    return -INF if x == 0 else math.log(x) if x > 0 else NAN


_FUNCTIONS: dict[str, Callable[..., float]] = {
    "exp": _guarded(math.exp),
    "log": _log,
    "sqrt": _guarded(math.sqrt),
    "tanh": math.tanh,
    "sinh": _sinh,
    "cosh": _guarded(math.cosh),
    "atan": math.atan,
    "abs": abs,
    "min": min,
    "max": max,
}
#: The functions that are known here; an expression with another one is left to numpy.
KNOWN = frozenset(_FUNCTIONS)
