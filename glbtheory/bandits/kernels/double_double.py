"""Numbers of twice the working precision, as the sum of two doubles."""

from __future__ import annotations

import numpy as np

from glbtheory.bandits.kernels.compile import lean

Array = np.ndarray

UNIT = 2.0**-53
_SPLIT = 2.0**27 + 1.0


@lean
def product(a: float, b: float) -> tuple[float, float]:
    """a b exactly: the rounded product and its error (Dekker)."""
    p = a * b
    s = _SPLIT * a
    a1 = s - (s - a)
    a2 = a - a1
    s = _SPLIT * b
    b1 = s - (s - b)
    b2 = b - b1
    return p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2


@lean
def gather(numbers: Array, place: int, value: float) -> None:
    """A double-double += value."""
    h = numbers[place]
    s = h + value
    b = s - h
    rest = ((h - (s - b)) + (value - b)) + numbers[place + 1]
    t = s + rest
    numbers[place + 1] = rest - (t - s)
    numbers[place] = t


@lean
def reciprocal(x: float) -> tuple[float, float]:
    """1/x to twice the working precision: 1 - x q is exact as a difference of doubles."""
    q = 1.0 / x
    rounded, error = product(q, x)
    return q, ((1.0 - rounded) - error) / x
