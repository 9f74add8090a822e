"""The tail radius compared with rational numbers, noise laws, and the level of a run."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from flint import arb, ctx

from glbtheory.engines.balls import Balls, ball
from glbtheory.engines.expression import Program
from glbtheory.engines.symbolic import from_sympy
from glbtheory.formulas import FORMULAS, check_arguments
from glbtheory.inputs import as_rational
from glbtheory.noise import Law

#: What the number in H is for a law: its variance, unless a mutant says otherwise.
Variance = Callable[[Law], Fraction]

#: Bits of the balls, until a comparison is certain.
PRECISIONS = (64, 128, 256, 512, 1024, 2048, 4096)


@cache
def _program() -> Program:
    return Program(from_sympy(FORMULAS["tail_radius"].expression))


def radius_ball(
    det_ratio: Any, *, lam: Fraction, m: Fraction, w: Fraction, d: int, delta: Fraction
) -> Any:
    """The tail radius as an Arb ball at the current precision; ``det_ratio`` may be a ball."""
    values = {"lam": ball(lam), "m": ball(m), "w": ball(w), "d": arb(d), "delta": ball(delta)}
    return _program().run(Balls(), {**values, "gain": (ball(det_ratio)).log() / 2})


def enclosure(value: Any) -> tuple[Fraction, Fraction]:
    """The two ends of a ball as rationals."""
    low, high = (
        Fraction(int(n)) * Fraction(2) ** int(e)
        for n, e in (value.lower().man_exp(), value.upper().man_exp())
    )
    return low, high


@lru_cache(maxsize=200_000)
def squared_radius(
    bits: int, det_ratio: Fraction, lam: Fraction, m: Fraction, w: Fraction, d: int, delta: Fraction
) -> tuple[Fraction, Fraction]:
    """An enclosure of the squared radius; many states share one matrix H."""
    with ctx.workprec(bits):
        r = radius_ball(det_ratio, lam=lam, m=m, w=w, d=d, delta=delta)
        return enclosure(r * r)


def reached(norm_squared: Any, det_ratio: Any, *, w: Any, d: int, **level: Any) -> bool:
    r"""Whether the root of ``norm_squared`` is at least ``scale`` times the radius, rigorously.

    ``det_ratio`` is :math:`\det(H)/\lambda^d`, ``level`` holds lam, m, delta and perhaps scale;
    all numbers are rational.  Balls of growing precision enclose the radius until the comparison
    is certain.  That comes to an end: with L the logarithm of the algebraic number
    :math:`2^d \det(H)^{1/2} / (\delta\lambda^{d/2}) > 1`, the squared radius is a polynomial in the
    transcendental number L with rational coefficients, and so never equals a rational.
    """
    ratio = as_rational("det_ratio", det_ratio)
    if ratio < 1:
        raise ValueError(f"det_ratio must be >= 1, since H >= λI, not {det_ratio}")
    at, weight = Level.of(**level), as_rational("w", w)
    check_arguments({"w": weight, "d": d})
    target = as_rational("norm_squared", norm_squared) / at.scale**2
    for bits in PRECISIONS:
        low, high = squared_radius(bits, ratio, at.lam, at.m, weight, d, at.delta)
        if target >= high:
            return True
        if target < low:
            return False
    raise ArithmeticError(f"undecided at {PRECISIONS[-1]} bits: {norm_squared} and {det_ratio}")


# --- laws and arguments -----------------------------------------------------------------------


def checked_law(law: Any, m: Fraction, *, bounded: bool = True) -> Law:
    """The law (or its pairs), once it is centred, has mass one and stays in [-m, m].

    ``bounded=False`` drops the last condition, to see what it is good for.
    """
    found = law if isinstance(law, Law) else Law.of(law)
    if found.mean != 0:
        raise ValueError(f"law must have mean 0, unlike {found}")
    if bounded and found.size > m:
        raise ValueError(f"law must have values in [-{m}, {m}], unlike {found}")
    return found


@dataclass(frozen=True)
class Level:
    """λ, m, δ and the factor on the radius, checked; the same for a whole run."""

    lam: Fraction
    m: Fraction
    delta: Fraction
    scale: Fraction

    @staticmethod
    def of(lam: Any, m: Any, delta: Any, scale: Any = 1) -> Level:
        """Exact rationals in their ranges."""
        names = {"lam": lam, "m": m, "delta": delta}
        values = {n: as_rational(n, v) for n, v in names.items()}
        check_arguments(values)
        factor = as_rational("scale", scale)
        if factor <= 0:
            raise ValueError(f"scale must be > 0, not {scale}")
        return Level(**values, scale=factor)

    def least(self, unit: Fraction, det_ratio: Fraction, w: Fraction, d: int) -> int:
        """The least integer k such that a squared norm of k units reaches the radius."""
        factor = self.scale**2 / unit
        for bits in PRECISIONS:
            ends = squared_radius(bits, det_ratio, self.lam, self.m, w, d, self.delta)
            low, high = (math.ceil(factor * x) for x in ends)
            if low == high:
                return low
        raise ArithmeticError(f"undecided at {PRECISIONS[-1]} bits: {unit} and {det_ratio}")


def rounds(T: Any, least: int = 1) -> int:
    """A number of rounds."""
    if isinstance(T, bool) or not isinstance(T, int) or not least <= T:
        raise ValueError(f"T must be an integer >= {least}, not {T!r}")
    return T


def common(values: Iterable[Fraction]) -> int:
    """The least common denominator."""
    return math.lcm(*(v.denominator for v in values))
