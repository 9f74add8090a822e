"""Simple rational numbers: the simplest one between two others, and in a counterexample."""

from __future__ import annotations

from fractions import Fraction

from glbtheory.engines.counterexamples.refutation import Point, violates
from glbtheory.engines.language.domain import Inequality

#: A coordinate with a smaller denominator is simple enough.
_SIMPLE = 64
_HALVINGS = 40


def simplest_between(lo: Fraction, hi: Fraction) -> Fraction:
    """The rational in [lo, hi] with the smallest denominator, and of these the one nearest to 0.

    The walk down the Stern-Brocot tree, done with continued fractions.
    """
    if lo > hi:
        raise ValueError(f"no number lies between {lo} and {hi}")
    if lo <= 0 <= hi:
        return Fraction(0)
    if hi < 0:
        return -simplest_between(-hi, -lo)
    whole = -((-lo.numerator) // lo.denominator)
    if whole <= hi:
        return Fraction(whole)
    below = Fraction(lo.numerator // lo.denominator)
    return below + 1 / simplest_between(1 / (hi - below), 1 / (lo - below))


def simpler_witness(statement: Inequality, point: Point) -> Point:
    """The counterexample with simpler coordinates, as long as it still is one."""
    best = dict(point)
    for name in sorted(best, key=lambda n: -best[n].denominator):
        if best[name].denominator > _SIMPLE:
            best[name] = _simpler(statement, best, name)
    return best


def _simpler(statement: Inequality, point: Point, name: str) -> Fraction:
    """The simplest value of one coordinate in a neighbourhood that refutes."""
    x = point[name]
    radius = max(abs(x), Fraction(1))
    for _ in range(_HALVINGS):
        trial = simplest_between(x - radius, x + radius)
        if trial.denominator < x.denominator and violates(statement, {**point, name: trial}):
            return trial
        radius /= 2
    return x
