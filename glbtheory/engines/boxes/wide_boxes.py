"""Intervals with two Arb ends: the arithmetic of the search on wide and on infinite boxes.

A ball has one radius, so a wide ball around e^x reaches below zero, and an infinite box has no
ball.  Here a box is a pair of exact ends.  Each operation takes the ends that matter, computes with
Arb, and keeps the lower end of the lower result and the upper end of the upper one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq

from glbtheory.engines.language.domain import End
from glbtheory.engines.language.expression import UndefinedHere

#: Bits of the ends: a little fewer than the checker has, so that it sees what is seen here.
PRECISION = 72
#: Beyond e^FAR and e^-FAR only "large" and "small" are known: a tower of exponentials would
#: otherwise need numbers whose exponents do not fit into memory.
FAR = 10**6

_INFINITY, _ZERO, _ONE = arb("inf"), arb(0), arb(1)

#: A lower and an upper end: Arb numbers of radius 0, infinities among them.
Ends = tuple[Any, Any]


class WideBoxes:
    """Outward-rounded intervals, the ends possibly infinite.

    An infinite end says that the numbers have no bound, not that infinity is among them.
    ``defined`` lets the argument of a logarithm, or a denominator, reach 0 with one end, for
    domains whose open end is there.  It may be set only where the argument is known to be > 0, and
    the denominator not 0, on the domain itself.
    """

    def __init__(self, defined: bool = False):
        self.defined = defined
        self._constants: dict[Fraction, Ends] = {}

    @contextmanager
    def precision(self) -> Iterator[None]:
        """Arb works with the bits of this arithmetic."""
        with ctx.workprec(PRECISION):
            yield

    def const(self, value: Fraction) -> Ends:
        found = self._constants.get(value)
        if found is None:
            found = self._constants[value] = _ends(arb(fmpq(value.numerator, value.denominator)))
        return found

    def pi(self) -> Ends:
        return _ends(arb.pi())

    def box(self, lo: End, hi: End) -> Ends:
        """The interval from ``lo`` to ``hi``."""
        low = self.const(lo)[0] if isinstance(lo, Fraction) else _infinity(lo)
        return low, self.const(hi)[1] if isinstance(hi, Fraction) else _infinity(hi)

    def add(self, a: Ends, b: Ends) -> Ends:
        return _low(a[0] + b[0]), _high(a[1] + b[1])

    def sub(self, a: Ends, b: Ends) -> Ends:
        return _low(a[0] - b[1]), _high(a[1] - b[0])

    def neg(self, a: Ends) -> Ends:
        return -a[1], -a[0]

    def mul(self, a: Ends, b: Ends) -> Ends:
        for zero, other in ((a, b), (b, a)):
            if zero[0] == 0 and zero[1] == 0:
                # Nothing is gained by knowing more than the checker, which gives up here.
                return (-_INFINITY, _INFINITY) if _unbounded(other) else (_ZERO, _ZERO)
        if a[0] >= 0 and b[0] >= 0:
            return _low(_product(a[0], b[0])), _high(_product(a[1], b[1]))
        products = [_product(x, y) for x in a for y in b]
        return min(map(_low, products)), max(map(_high, products))

    def div(self, a: Ends, b: Ends) -> Ends:
        if b[0] > 0:
            low = a[0] / (b[1] if a[0] >= 0 else b[0])
            high = a[1] / (b[0] if a[1] >= 0 else b[1])
            return _low(low), _high(high)
        if b[1] < 0:
            return self.div(self.neg(a), self.neg(b))
        if self.defined and b[0] < b[1] and b[0] == 0:
            return self.mul(a, (_low(1 / b[1]), _INFINITY))
        if self.defined and b[0] < b[1] and b[1] == 0:
            return self.mul(a, (-_INFINITY, _high(1 / b[0])))
        raise UndefinedHere("division by an interval that contains zero")

    def pow(self, a: Ends, k: int) -> Ends:
        if k < 0:
            return self.div((_ONE, _ONE), self.pow(a, -k))
        if k == 0:
            return _ONE, _ONE
        if k % 2 == 0:
            # An even power is the power of the absolute value, so it is never negative.
            a = self.call("abs", [a])
        # On what is left the power increases.
        return _low(_power(a[0], k)), _high(_power(a[1], k))

    def positive(self, a: Ends) -> bool:
        """Whether every number of the interval is > 0."""
        return bool(a[0] > 0)

    def nonnegative(self, a: Ends) -> bool:
        """Whether every number of the interval is >= 0."""
        return bool(a[0] >= 0)

    def hull(self, a: Ends, b: Ends) -> Ends:
        """The smallest interval that holds both."""
        return min(a[0], b[0]), max(a[1], b[1])

    def call(self, name: str, args: list[Ends]) -> Ends:
        if name in ("min", "max"):
            choose = min if name == "min" else max
            a, b = args
            return choose(a[0], b[0]), choose(a[1], b[1])
        ((low, high),) = args
        if name == "abs":
            if low >= 0:
                return low, high
            return (-high, -low) if high <= 0 else (_ZERO, max(-low, high))
        if name == "log" and (low < 0 or high <= 0 or (low == 0 and not self.defined)):
            raise UndefinedHere("logarithm of an interval that reaches below zero")
        if name == "sqrt" and low < 0:
            raise UndefinedHere("square root of an interval that reaches below zero")
        if name in ("sin", "cos", "tan"):
            return _wave(name, low, high)
        if name in ("asin", "acos"):
            return _arc(name, low, high)
        if name == "gamma":
            return _gamma(low, high, self.defined)
        if name == "cosh":
            low, high = self.call("abs", [(low, high)])
        # What is left increases, so its ends are the values at the ends.
        return _at_low_end(name, low), _at_high_end(name, high)


def _infinity(end: float) -> Any:
    return _INFINITY if end > 0 else -_INFINITY


def _unbounded(a: Ends) -> bool:
    return not (a[0].is_finite() and a[1].is_finite())


def _ends(ball: Any) -> Ends:
    return ball.lower(), ball.upper()


def _low(ball: Any) -> Any:
    """The lower end of a result; none is known where Arb has no answer."""
    end = ball.lower()
    return -_INFINITY if end.is_nan() else end


def _high(ball: Any) -> Any:
    end = ball.upper()
    return _INFINITY if end.is_nan() else end


def _product(x: Any, y: Any) -> Any:
    """x y, where 0 times an infinite end is 0: all numbers of the interval are finite."""
    return _ZERO if x == 0 or y == 0 else x * y


def _power(x: Any, k: int) -> Any:
    if x.is_finite():
        return x**k
    return _INFINITY if x > 0 or k % 2 == 0 else -_INFINITY


def _at_low_end(name: str, x: Any) -> Any:
    """A number at most f(x), for a function f that increases."""
    if name in ("exp", "sinh", "cosh") and abs(x) > FAR:
        if x < 0:
            return _ZERO if name == "exp" else -_INFINITY
        x = arb(FAR)
    if not x.is_finite():
        return _limit_at_infinity(name, x)[0]
    if name == "log" and x == 0:
        return -_INFINITY
    end = _low(getattr(x, name)())
    return max(end, -_ONE) if name in ("tanh", "erf") else end


def _at_high_end(name: str, x: Any) -> Any:
    """A number at least f(x), for a function f that increases."""
    if name in ("exp", "sinh", "cosh") and abs(x) > FAR:
        if x > 0:
            return _INFINITY
        x = arb(-FAR)
    if not x.is_finite():
        return _limit_at_infinity(name, x)[1]
    end = _high(getattr(x, name)())
    return min(end, _ONE) if name in ("tanh", "erf") else end


def _limit_at_infinity(name: str, x: Any) -> Ends:
    if name in ("tanh", "erf"):
        return (_ONE, _ONE) if x > 0 else (-_ONE, -_ONE)
    if name == "atan":
        return _ends(arb.pi() / 2 if x > 0 else -arb.pi() / 2)
    return x, x


def _may_hold(low: Any, high: Any, offset: Any, period: Any) -> bool:
    """Whether offset + k period may lie between low and high for some integer k."""
    first, last = (low - offset) / period, (high - offset) / period
    return bool(first.lower().ceil() <= last.upper().floor())


def _wave(name: str, low: Any, high: Any) -> Ends:
    """sin, cos and tan: the ends, and the turning points (or poles) in between."""
    bounded = low.is_finite() and high.is_finite() and max(abs(low), abs(high)) < FAR
    pi = arb.pi()
    if name == "tan":
        if not bounded or _may_hold(low, high, pi / 2, pi):
            raise UndefinedHere("tangent of an interval that may hold a pole")
        return _low(low.tan()), _high(high.tan())
    if not bounded:
        return -_ONE, _ONE
    top = pi / 2 if name == "sin" else arb(0)
    ends = [getattr(x, name)() for x in (low, high)]
    least = -_ONE if _may_hold(low, high, top + pi, 2 * pi) else min(map(_low, ends))
    most = _ONE if _may_hold(low, high, top, 2 * pi) else max(map(_high, ends))
    return max(least, -_ONE), min(most, _ONE)


def _arc(name: str, low: Any, high: Any) -> Ends:
    if low < -1 or high > 1:
        raise UndefinedHere(f"{name} of an interval that reaches beyond 1")
    if name == "asin":
        return _low(low.asin()), _high(high.asin())
    return _low(high.acos()), _high(low.acos())


def _gamma(low: Any, high: Any, defined: bool) -> Ends:
    """The Gamma function falls up to 1.4616 and rises from 1.4617 on, and is at least 0.8856."""
    if low < 0 or high <= 0 or (low == 0 and not defined):
        raise UndefinedHere("the Gamma function at an interval that reaches below zero")
    at_low = low.gamma() if low > 0 else _INFINITY
    at_high = high.gamma() if high.is_finite() else _INFINITY
    if low >= arb("1.4617"):
        return _low(at_low), _high(at_high)
    if high <= arb("1.4616"):
        return _low(at_high), _high(at_low)
    return arb("0.8856").lower(), max(_high(at_low), _high(at_high))
