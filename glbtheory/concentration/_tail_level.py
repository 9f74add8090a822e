"""The tail radius compared with rational numbers, and the level of a run."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import arb, ctx

from glbtheory._support.validation import as_rational, whole_number
from glbtheory.concentration.noise_laws import Law
from glbtheory.engines.boxes.balls import ball
from glbtheory.formulas import FORMULAS, check_arguments
from glbtheory.formulas.enclosure import enclose

#: What the number in H is for a law: its variance, unless a mutant says otherwise.
Variance = Callable[[Law], Fraction]
#: A radius of one's own: from a ball that holds det(H)/λ^d to the radius, a ball or a rational.
Radius = Callable[[arb], Any]

#: Bits of the balls, until a comparison is certain.
PRECISIONS = (64, 128, 256, 512, 1024, 2048, 4096)


def radius_ball(
    det_ratio: Any, *, lam: Fraction, m: Fraction, w: Fraction, d: int, delta: Fraction
) -> Any:
    """The tail radius as an Arb ball at the current precision; ``det_ratio`` may be a ball."""
    gain = ball(det_ratio).log() / 2
    known = {"lam": lam, "m": m, "w": w, "d": d, "delta": delta, "gain": gain}
    return enclose(FORMULAS["tail_radius"], known)


def enclosure(value: Any) -> tuple[Fraction, Fraction]:
    """The two ends of a ball as rationals."""
    low, high = (
        Fraction(int(n)) * Fraction(2) ** int(e)
        for n, e in (value.lower().man_exp(), value.upper().man_exp())
    )
    return low, high


@lru_cache(maxsize=200_000)
def squared_radius(
    bits: int,
    det_ratio: Fraction,
    lam: Fraction,
    m: Fraction,
    w: Fraction,
    d: int,
    delta: Fraction,
    radius: Radius | None = None,
) -> tuple[Fraction, Fraction]:
    """An enclosure of the squared radius; many states share one matrix H."""
    with ctx.workprec(bits):
        if radius is None:
            r = radius_ball(det_ratio, lam=lam, m=m, w=w, d=d, delta=delta)
        else:
            found = radius(ball(det_ratio))
            r = found if isinstance(found, arb) else as_rational("radius", found)
            if r < 0 or (isinstance(r, arb) and not r.is_finite()):
                raise ValueError(f"radius must return a finite number >= 0, not {found}")
            if isinstance(r, Fraction):
                return r * r, r * r
        return enclosure(r * r)


def reached(
    norm_squared: Any,
    det_ratio: Any,
    *,
    w: Any,
    d: int,
    lam: Any,
    m: Any,
    delta: Any,
    scale: Any = 1,
    radius: Radius | None = None,
) -> bool:
    r"""Whether the root of ``norm_squared`` is at least ``scale`` times the radius, rigorously.

    ``det_ratio`` is :math:`\det(H)/\lambda^d`; all numbers are rational.  Balls of growing
    precision enclose the radius until the comparison is certain.  That comes to an end: with L the
    logarithm of the algebraic number
    :math:`2^d \det(H)^{1/2} / (\delta\lambda^{d/2}) > 1`, the squared radius is a polynomial in the
    transcendental number L with rational coefficients, and so never equals a rational.

    ``radius`` replaces the tail radius: a function of ``det_ratio``, an Arb ball at the precision
    of the moment, to a ball, or an int or Fraction; ``lambda ratio: 3 + ratio.log() / 2``, say.  A
    ball whose square holds ``norm_squared`` at every precision ends in an ``ArithmeticError``.
    """
    ratio = as_rational("det_ratio", det_ratio)
    if ratio < 1:
        raise ValueError(f"det_ratio must be >= 1, since H >= λI, not {det_ratio}")
    at, weight = Level.of(lam, m, delta, scale, radius), as_rational("w", w)
    check_arguments({"w": weight})
    d = whole_number("d", d, 1)
    target = as_rational("norm_squared", norm_squared) / at.scale**2
    for bits in PRECISIONS:
        low, high = at.squared_radius(bits, ratio, weight, d)
        if target >= high:
            return True
        if target < low:
            return False
    raise ArithmeticError(f"undecided at {PRECISIONS[-1]} bits: {norm_squared} and {det_ratio}")


# --- arguments --------------------------------------------------------------------------------


def spread_of(law: Law, variance: Variance | None) -> Fraction:
    """The number that a law puts into H."""
    if variance is None:
        return law.variance
    value = as_rational("variance", variance(law))
    if value < 0:
        raise ValueError(f"variance must return numbers >= 0, not {value}")
    return value


@dataclass(frozen=True)
class Level:
    """λ, m, δ, the factor on the radius and the radius, checked; the same for a whole run."""

    lam: Fraction
    m: Fraction
    delta: Fraction
    scale: Fraction
    radius: Radius | None = None

    @staticmethod
    def of(lam: Any, m: Any, delta: Any, scale: Any = 1, radius: Radius | None = None) -> Level:
        """Exact rationals in their ranges."""
        names = {"lam": lam, "m": m, "delta": delta}
        values = {n: as_rational(n, v) for n, v in names.items()}
        check_arguments(values)
        factor = as_rational("scale", scale)
        if factor <= 0:
            raise ValueError(f"scale must be > 0, not {scale}")
        if radius is not None and not callable(radius):
            raise ValueError(f"radius must be a function of det_ratio or None, not {radius!r}")
        return Level(**values, scale=factor, radius=radius)

    def squared_radius(
        self, bits: int, det_ratio: Fraction, w: Fraction, d: int
    ) -> tuple[Fraction, Fraction]:
        """An enclosure of the squared radius, without the factor."""
        return squared_radius(bits, det_ratio, self.lam, self.m, w, d, self.delta, self.radius)

    def least(self, unit: Fraction, det_ratio: Fraction, w: Fraction, d: int) -> int:
        """The least integer k such that a squared norm of k units reaches the radius."""
        factor = self.scale**2 / unit
        for bits in PRECISIONS:
            ends = self.squared_radius(bits, det_ratio, w, d)
            low, high = (math.ceil(factor * x) for x in ends)
            if low == high:
                return low
        raise ArithmeticError(f"undecided at {PRECISIONS[-1]} bits: {unit} and {det_ratio}")


def common(values: Iterable[Fraction]) -> int:
    """The least common denominator."""
    return math.lcm(*(v.denominator for v in values))
