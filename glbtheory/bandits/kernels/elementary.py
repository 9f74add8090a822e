"""Elementary functions made of sums and products only.

The compiled loops use no library function whose last bit depends on the machine: the same seed
gives the same bits wherever IEEE doubles are, and the loops below can be vectorised.
"""

from __future__ import annotations

from math import factorial, pi

import numpy as np

from glbtheory.bandits.kernels.compile import inlined

_LOG2E = 1.4426950408889634
# ln 2 in two parts: the first has 32 bits, so that k * LN2_HI is exact for |k| < 2^20.
_LN2_HI = 6.93147180369123816490e-01
_LN2_LO = 1.90821492927058770002e-10
_SHIFT = 6755399441055744.0  # 1.5 * 2^52: adding it rounds to the nearest integer

#: Taylor coefficients of sin 2πf and cos 2πf; the next ones are below 1e-17 for |f| <= 1/8.
_SIN = tuple((-1) ** k * (2 * pi) ** (2 * k + 1) / factorial(2 * k + 1) for k in range(9))
_COS = tuple((-1) ** k * (2 * pi) ** (2 * k) / factorial(2 * k) for k in range(9))


@inlined
def exp(x: float) -> float:
    """e^x for -700 <= x <= 700 to about one unit in the last place.

    x = k ln 2 + r with |r| <= ln(2)/2; e^r by its Taylor polynomial of degree 13, whose remainder
    is below 4e-18; 2^k by its bits.
    """
    shifted = x * _LOG2E + _SHIFT
    k = shifted - _SHIFT
    r = (x - k * _LN2_HI) - k * _LN2_LO
    p = 1.0 / 6227020800.0
    p = p * r + 1.0 / 479001600.0
    p = p * r + 1.0 / 39916800.0
    p = p * r + 1.0 / 3628800.0
    p = p * r + 1.0 / 362880.0
    p = p * r + 1.0 / 40320.0
    p = p * r + 1.0 / 5040.0
    p = p * r + 1.0 / 720.0
    p = p * r + 1.0 / 120.0
    p = p * r + 1.0 / 24.0
    p = p * r + 1.0 / 6.0
    p = p * r + 0.5
    p = p * (r * r) + r + 1.0
    # The low bits of ``shifted`` are the integer k.
    bits = np.float64(shifted).view(np.int64)
    scale = np.int64((bits + 1023) << 52).view(np.float64)
    return p * scale


@inlined
def logistic(z: float) -> float:
    """1/(1 + e^{-z}), with z held within ±700."""
    z = min(max(z, -700.0), 700.0)
    return 1.0 / (1.0 + exp(-z))


@inlined
def circle(u: float) -> tuple[float, float]:
    """(cos 2πu, sin 2πu) for 0 <= u < 1: u = q/4 + f with |f| <= 1/8, then q quarter turns."""
    shifted = 4.0 * u + _SHIFT
    q = shifted - _SHIFT
    f = u - 0.25 * q
    w = f * f
    s = _SIN[8]
    s = s * w + _SIN[7]
    s = s * w + _SIN[6]
    s = s * w + _SIN[5]
    s = s * w + _SIN[4]
    s = s * w + _SIN[3]
    s = s * w + _SIN[2]
    s = s * w + _SIN[1]
    s = (s * w + _SIN[0]) * f
    c = _COS[8]
    c = c * w + _COS[7]
    c = c * w + _COS[6]
    c = c * w + _COS[5]
    c = c * w + _COS[4]
    c = c * w + _COS[3]
    c = c * w + _COS[2]
    c = c * w + _COS[1]
    c = c * w + _COS[0]
    # q = 0, ..., 4: (c, s), (-s, c), (-c, -s), (s, -c), (c, s)
    odd = 0.5 * q - np.floor(0.5 * q) > 0.25
    x = s if odd else c
    y = c if odd else s
    x = -x if 0.5 < q < 2.5 else x
    y = -y if 1.5 < q < 3.5 else y
    return x, y
