r"""The best ball of directions for the sharpened radius.

``rho_sharpened`` is a valid radius for every shift u and every radius r that do not depend on the
data.  The smaller, the better: :func:`directions` looks for the pair with the least radius, from
numbers that are known before the first round.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np

from glbtheory.formulas import FORMULAS

#: Beyond it Γ(d/2) and the masses of small balls leave the floats.
MOST_DIRECTIONS = 300
#: The paper's choice of u and r.
HALVES = (0.5, 0.5)
#: Where the search begins: u and r are of order 1, or of order λ^{-1/2} for large λ.
_COARSE = tuple(4.0**k for k in range(-10, 3))
_FINEST = 1.0001
#: φ(v) loses its digits below: (e^v - 1 - v) is then a difference of nearly equal numbers.
_LEAST = 1e-3


class Directions(NamedTuple):
    """Shifts by at most u leave a ball of radius r in the ball of radius u + r."""

    u: float
    r: float


@lru_cache(maxsize=256)
def directions(
    *, d: int, T: int, lam: float, delta: float, gamma: float, k_mu: float, D: int, m: float
) -> Directions:
    """u and r of three digits with the least ``rho_sharpened``; not worse than u = r = 1/2.

    Where the mass of every ball leaves the floats (large m, small λ, many dimensions) no radius is
    finite, whichever pair is given.
    A search on a grid of powers, then by steps that shrink.  Three digits lose nothing (the radius
    is flat at its minimum) and are the same on every machine.
    """
    fixed = dict(d=d, T=T, lam=lam, delta=delta, gamma=gamma, k_mu=k_mu, D=D, m=m)

    def radius(pair: tuple[float, float]) -> float:
        if sum(pair) < _LEAST:
            return math.inf
        value = _radius(pair, fixed)
        return value if math.isfinite(value) else math.inf

    found = min(product(_COARSE, _COARSE), key=radius)
    step = 2.0
    while step > _FINEST:
        factors = (1 / step, 1.0, step)
        best = min(((found[0] * x, found[1] * y) for x, y in product(factors, factors)), key=radius)
        if radius(best) < radius(found):
            found = best
        else:
            step = math.sqrt(step)
    short = (float(f"{found[0]:.3g}"), float(f"{found[1]:.3g}"))
    return Directions(*min(short, HALVES, key=radius))


def _radius(pair: tuple[float, float], fixed: dict[str, float]) -> float:
    u, r = np.array(pair)
    with np.errstate(all="ignore"):
        return float(FORMULAS["rho_sharpened"].compiled(**fixed, u=u, r=r))
