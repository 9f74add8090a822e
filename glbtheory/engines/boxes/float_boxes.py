"""Many boxes at once: intervals with float ends, as arrays, rounded outward.

An interval is a pair of arrays (or numbers), one entry per box.  Every result is widened by more
than its rounding error, and by more than the checker widens it, so that the checker sees what is
seen here.  Underflow raises ``FloatingPointError``, so a result that is 0 is exactly 0.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

#: Lower and upper ends.
FloatPair = tuple[Any, Any]

#: A float operation errs by at most half a unit in the last place: 2^-53 of the result.
_STEP = 2.0**-51
#: numpy's elementary functions err by a few units; the checker's series by less than this.
_FUNCTION_STEP = 2.0**-45

FUNCTIONS = ("exp", "log", "sqrt", "tanh", "sinh", "cosh", "atan", "abs", "min", "max")
ONE: FloatPair = (1.0, 1.0)


def enclosed(value: Fraction) -> FloatPair:
    """The narrowest floats around a rational."""
    near = float(value)
    if Fraction(near) == value:
        return near, near
    below = near if Fraction(near) < value else float(np.nextafter(near, -np.inf))
    return below, float(np.nextafter(below, np.inf))


PI: FloatPair = (float(np.nextafter(np.pi, 0)), float(np.nextafter(np.pi, 4)))


def widened(low: Any, high: Any, step: float = _STEP) -> FloatPair:
    return low - np.abs(low) * step, high + np.abs(high) * step


def add(a: FloatPair, b: FloatPair) -> FloatPair:
    return widened(a[0] + b[0], a[1] + b[1])


def sub(a: FloatPair, b: FloatPair) -> FloatPair:
    return widened(a[0] - b[1], a[1] - b[0])


def neg(a: FloatPair) -> FloatPair:
    return -a[1], -a[0]


def mul(a: FloatPair, b: FloatPair) -> FloatPair:
    for x, y in ((a, b), (b, a)):
        if isinstance(x[0], float) and x[0] == x[1]:
            if x[0] == 1.0:
                return y
            if x[0] == -1.0:
                return neg(y)
            return widened(
                *((y[0] * x[0], y[1] * x[0]) if x[0] >= 0 else (y[1] * x[0], y[0] * x[0]))
            )
    p, q, r, s = a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1]
    low = np.minimum(np.minimum(p, q), np.minimum(r, s))
    return widened(low, np.maximum(np.maximum(p, q), np.maximum(r, s)))


def power(a: FloatPair, k: int) -> FloatPair:
    """An even power is the power of the absolute value; what is left increases."""
    if k == 1:
        return a
    low, high = a if k % 2 else absolute(a)
    result = widened(_point_power(low, k), _point_power(high, k), _STEP * k)
    return result if k % 2 else (np.maximum(result[0], 0.0), result[1])


def _point_power(x: Any, k: int) -> Any:
    """By multiplication: numpy's own power is slow, and its error is not documented."""
    result = None
    while k:
        if k % 2:
            result = x if result is None else result * x
        k //= 2
        if k:
            x = x * x
    return result


def absolute(a: FloatPair) -> FloatPair:
    low = np.maximum(np.maximum(a[0], -a[1]), 0.0)
    return low, np.maximum(-a[0], a[1])


def reciprocal(a: FloatPair) -> FloatPair:
    """1/a for an interval without 0; the caller has put the others aside."""
    return widened(1.0 / a[1], 1.0 / a[0])


def contains_zero(a: FloatPair) -> Any:
    return np.logical_not((a[0] > 0) | (a[1] < 0))


def magnitude(a: FloatPair) -> Any:
    """The largest absolute value."""
    return np.maximum(-a[0], a[1])


def hull(a: FloatPair, b: FloatPair) -> FloatPair:
    return np.minimum(a[0], b[0]), np.maximum(a[1], b[1])


def function(name: str, a: FloatPair) -> FloatPair:
    """A function of one argument; the caller has put aside what is undefined."""
    if name == "sqrt":
        return widened(np.sqrt(a[0]), np.sqrt(a[1]))
    if name == "cosh":
        a = absolute(a)
    f = np.arctan if name == "atan" else getattr(np, name)
    low, high = widened(f(a[0]), f(a[1]), _FUNCTION_STEP)
    if name in ("sinh", "tanh"):
        # The checker computes these from exp, with an error that does not vanish at 0.
        low, high = low - _FUNCTION_STEP, high + _FUNCTION_STEP
    if name == "tanh":
        low, high = np.maximum(low, -1.0), np.minimum(high, 1.0)
    if name == "exp":
        low = np.maximum(low, 0.0)
    if name == "cosh":
        low = np.maximum(low, 1.0)
    return low, high
