"""Ball arithmetic (Arb through python-flint): the fast arithmetic of the search.

Comparisons of balls are true only when certain: ``not (a < b)`` does not mean ``a >= b``.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import arb, fmpq

from glbtheory.engines.language.domain import End
from glbtheory.engines.language.expression import Operators, UndefinedHere


class Balls(Operators):
    """Arb balls on finite boxes; anything that is not finite raises ``UndefinedHere``."""

    def precision(self) -> AbstractContextManager[None]:
        """Balls work with the bits of the moment."""
        return nullcontext()

    def const(self, value: Fraction) -> Any:
        return _ball(value)

    def pi(self) -> Any:
        return arb.pi()

    def box(self, lo: End, hi: End) -> Any:
        """The smallest ball holding [lo, hi]."""
        if not (isinstance(lo, Fraction) and isinstance(hi, Fraction)):
            raise UndefinedHere("an infinite box has no ball")
        return _ball(lo) if lo == hi else _ball(lo).union(_ball(hi))

    def div(self, a: Any, b: Any) -> Any:
        return _finite(a / b)

    def pow(self, a: Any, k: int) -> Any:
        if k < 0:
            return self.div(_ball(Fraction(1)), self.pow(a, -k))
        if k % 2 == 0 and k and a.contains(0):
            # Arb squares the ball, not the number: an even power is never negative.
            top = max(abs(a).upper(), abs(-a).upper()) ** k
            return arb(0).union(top)
        return a**k

    def positive(self, a: Any) -> bool:
        """Whether every number of the ball is > 0."""
        return bool(a > 0)

    def nonnegative(self, a: Any) -> bool:
        """Whether every number of the ball is >= 0."""
        return bool(a >= 0)

    def hull(self, a: Any, b: Any) -> Any:
        """A ball holding both."""
        return a.union(b)

    def call(self, name: str, args: list[Any]) -> Any:
        if name == "min":
            return args[0].min(args[1])
        if name == "max":
            return args[0].max(args[1])
        (a,) = args
        if name == "abs":
            return abs(a)
        if name == "sqrt" and not a >= 0:
            raise UndefinedHere("square root of a ball that reaches below zero")
        if name == "gamma" and not a > 0:
            raise UndefinedHere("the Gamma function at a ball that reaches below zero")
        if name in ("tanh", "sinh", "erf") or (name == "cosh" and not a.contains(0)):
            return _monotone(name, a)
        return _finite(getattr(a, name)())


def _monotone(name: str, a: Any) -> Any:
    """A monotone function at the two ends: Arb's own bound grows with the radius."""
    low, high = getattr(a.lower(), name)(), getattr(a.upper(), name)()
    return _finite(low.union(high))


def _finite(a: Any) -> Any:
    if not a.is_finite():
        raise UndefinedHere("not finite on this box")
    return a


def ball(value: Any) -> Any:
    """A rational as a ball at the working precision; a ball stays what it is."""
    if isinstance(value, arb):
        return value
    q = Fraction(value)
    return arb(fmpq(q.numerator, q.denominator))


#: For the search, which keeps one precision and asks for few constants very often.
_ball = lru_cache(maxsize=16384)(ball)
