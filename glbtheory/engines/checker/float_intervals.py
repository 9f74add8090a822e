"""Outward-rounded intervals with float ends, many at once: the arithmetic for large trees.

The only thing taken for granted is that numpy adds, subtracts, multiplies, divides and takes square
roots of floats as IEEE 754 says, to the nearest float.  Such a result r is off by at most 2^-53 |r|
unless it underflows, so r - 2^-52 |r| is a lower bound.  Underflow raises ``FloatingPointError``
inside :func:`rounding`.  Elementary functions are series in this arithmetic with the remainder
added.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from glbtheory.engines.checker.intervals import iv, precision, rational_ends

#: Lower and upper ends: numbers, or arrays with one entry per box.
FloatEnds = tuple[Any, Any]

_UNIT = 2.0**-52
# Numbers of numpy: those of Python underflow without a word.
ONE: FloatEnds = (np.float64(1), np.float64(1))
#: Arguments of exp and its relatives beyond this are refused.
LARGEST_ARGUMENT = 600.0


def rounding() -> Any:
    """The state of numpy in which these functions are to be used."""
    return np.errstate(under="raise", over="ignore", invalid="ignore", divide="ignore")


def around(low: Fraction, high: Fraction) -> FloatEnds:
    """Floats around two rationals."""
    a, b = np.float64(float(low)), np.float64(float(high))
    a = a if Fraction(float(a)) <= low else np.nextafter(a, -np.inf)
    return a, b if Fraction(float(b)) >= high else np.nextafter(b, np.inf)


def out(low: Any, high: Any) -> FloatEnds:
    """Ends that were rounded to the nearest float, moved outward."""
    return low - np.abs(low) * _UNIT, high + np.abs(high) * _UNIT


def add(a: FloatEnds, b: FloatEnds) -> FloatEnds:
    return out(a[0] + b[0], a[1] + b[1])


def neg(a: FloatEnds) -> FloatEnds:
    return -a[1], -a[0]


def sub(a: FloatEnds, b: FloatEnds) -> FloatEnds:
    return add(a, neg(b))


def mul(a: FloatEnds, b: FloatEnds) -> FloatEnds:
    for x, y in ((a, b), (b, a)):
        if np.ndim(x[0]) == 0 and x[0] == x[1]:
            if abs(x[0]) == 1:
                return y if x[0] == 1 else neg(y)
            ends = (y[0] * x[0], y[1] * x[0])
            return out(*ends) if x[0] >= 0 else out(ends[1], ends[0])
    products = (a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1])
    low = np.minimum(np.minimum(products[0], products[1]), np.minimum(products[2], products[3]))
    high = np.maximum(np.maximum(products[0], products[1]), np.maximum(products[2], products[3]))
    return out(low, high)


def inverse(a: FloatEnds) -> FloatEnds:
    """1/a where a does not contain 0."""
    return out(1.0 / a[1], 1.0 / a[0])


def size(a: FloatEnds) -> Any:
    """The largest absolute value."""
    return np.maximum(-a[0], a[1])


def absolute(a: FloatEnds) -> FloatEnds:
    return np.maximum(np.maximum(a[0], -a[1]), 0.0), size(a)


def power(a: FloatEnds, k: int) -> FloatEnds:
    """a**k for k >= 1: at the ends, of |a| if k is even, where it increases."""
    if k == 1:
        return a
    low, high = a if k % 2 else absolute(a)
    return _repeated((low, low), k)[0], _repeated((high, high), k)[1]


def _repeated(x: FloatEnds, k: int) -> FloatEnds:
    """A point to the power k by repeated squaring."""
    if k == 1:
        return x
    half = _repeated(x, k // 2)
    # The square of an enclosure of one number: both factors are the same number.
    low, high = absolute(half)
    square = out(low * low, high * high)
    return square if k % 2 == 0 else mul(square, x)


def root(a: FloatEnds) -> FloatEnds:
    return out(np.sqrt(a[0]), np.sqrt(a[1]))


# --- elementary functions -------------------------------------------------------------------------


def _of_constant(name: str) -> tuple[FloatEnds, float, FloatEnds]:
    """Floats around log 2 or pi, a short float near it, and floats around the rest."""
    with precision(200):
        value = iv.log(iv.mpf(2)) if name == "log2" else +iv.pi
        low, high = rational_ends(value)
    short = float(np.round(float(low) * 2.0**32)) / 2.0**32
    return around(low, high), short, around(low - Fraction(short), high - Fraction(short))


_LOG2, _LOG2_SHORT, _LOG2_REST = _of_constant("log2")
PI: FloatEnds = _of_constant("pi")[0]
_HALF_PI: FloatEnds = (PI[0] / 2, PI[1] / 2)
#: The remainders of the three series below are smaller than this.
_REMAINDER: FloatEnds = (-(2.0**-60), 2.0**-60)


def _exp(x: Any) -> FloatEnds:
    """exp at points: x = k log 2 + r with |r| < 0.36, and the series of exp up to r^14."""
    k = np.rint(x * 1.4426950408889634)
    # k has at most 10 bits and the short logarithm 32, so their product is exact.
    r = sub(sub((x, x), (k * _LOG2_SHORT, k * _LOG2_SHORT)), mul((k, k), _LOG2_REST))
    if not np.all(size(r) < 0.36):
        raise FloatingPointError("exp: the argument was not reduced")
    total = ONE
    for n in range(14, 0, -1):
        total = add(ONE, mul(out(r[0] / n, r[1] / n), total))
    scale = np.ldexp(1.0, k.astype(np.int64))
    return mul(add(total, _REMAINDER), (scale, scale))


def _log(x: Any) -> FloatEnds:
    """log at points > 0: x = 2^e m, and log m = 2 (t + t^3/3 + ...), t = (m - 1)/(m + 1)."""
    m, e = np.frexp(x)
    small = m < 0.70710678
    m, e = np.where(small, 2 * m, m), np.where(small, e - 1, e).astype(float)
    t = mul(sub((m, m), ONE), inverse(add((m, m), ONE)))
    if not np.all(size(t) < 0.172):
        raise FloatingPointError("log: the argument was not reduced")
    series = mul(mul((2.0, 2.0), t), _odd_series(power(t, 2), 1))
    rest = add(series, mul((e, e), _LOG2_REST))
    return add(rest, (e * _LOG2_SHORT, e * _LOG2_SHORT))


def _odd_series(square: FloatEnds, sign: int) -> FloatEnds:
    """1 + s/3 + s^2/5 + ... (signs alternate if ``sign`` is -1) for 0 <= s < 0.04, up to s^12."""
    total: FloatEnds = (np.float64(0), np.float64(0))
    for n in range(12, -1, -1):
        one = 1.0 if sign == 1 or n % 2 == 0 else -1.0
        total = add(out(one / (2 * n + 1), one / (2 * n + 1)), mul(square, total))
    return add(total, _REMAINDER)


def _atan(x: Any) -> FloatEnds:
    """atan at points: 1/x for |x| > 1, the half angle twice, then the series."""
    y = np.abs(x)
    large = y > 1
    below = inverse((y, y)) if np.any(large) else (y, y)
    z = (np.where(large, below[0], y), np.where(large, below[1], y))
    for _ in range(2):
        z = mul(z, inverse(add(ONE, root(add(ONE, power(z, 2))))))
    if not np.all(size(z) < 0.1999):
        raise FloatingPointError("atan: the argument was not reduced")
    angle = mul((4.0, 4.0), mul(z, _odd_series(power(z, 2), -1)))
    turned = sub(_HALF_PI, angle)
    low: Any = np.where(large, turned[0], angle[0])
    high: Any = np.where(large, turned[1], angle[1])
    return np.where(x < 0, -high, low), np.where(x < 0, -low, high)


def _sinh(x: Any) -> FloatEnds:
    return mul((0.5, 0.5), sub(_exp(x), _exp(-x)))


def _cosh(x: Any) -> FloatEnds:
    return mul((0.5, 0.5), add(_exp(x), _exp(-x)))


def _tanh(x: Any) -> FloatEnds:
    """1 - 2/(exp(2x) + 1); beyond 20 only the side is known."""
    near = np.clip(x, -20.0, 20.0)
    low, high = sub(ONE, mul((2.0, 2.0), inverse(add(_exp(2 * near), ONE))))
    return np.where(x < -20, -1.0, low), np.where(x > 20, 1.0, high)


_INCREASING = {"exp": _exp, "log": _log, "atan": _atan, "sinh": _sinh, "cosh": _cosh, "tanh": _tanh}


def increasing(name: str, a: FloatEnds) -> FloatEnds:
    """A function that increases (cosh on |a|), at the two ends, where it is defined."""
    low, high = absolute(a) if name == "cosh" else a
    f = _INCREASING[name]
    return f(np.asarray(low, dtype=float))[0], f(np.asarray(high, dtype=float))[1]
