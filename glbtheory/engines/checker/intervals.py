"""Outward-rounded intervals (fractions and mpmath), the arithmetic of the checker."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache
from typing import Any

import mpmath
from mpmath.ctx_iv import MPIntervalContext
from mpmath.libmp import to_rational

from glbtheory.engines.language.domain import End
from glbtheory.engines.language.expression import Operators, UndefinedHere

#: A context of the checker's own: nobody else can change its precision.
iv = MPIntervalContext()
PRECISION = 80
iv.prec = PRECISION

#: Beyond e^FAR and e^-FAR only "large" and "small" are known: a tower of exponentials would
#: otherwise need numbers whose exponents do not fit into memory.
FAR = 10**6


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Compute with more bits for a while."""
    before, iv.prec = iv.prec, bits
    try:
        yield
    finally:
        iv.prec = before


class Intervals(Operators):
    """Outward-rounded intervals of mpmath, the ends possibly infinite.

    ``defined`` lets the argument of a logarithm, or a denominator, reach 0 with one end, for
    domains whose open end is there.  It may be set only where the argument is known to be > 0, and
    the denominator not 0, on the domain itself.
    """

    def __init__(self, defined: bool = False):
        self.defined = defined

    def const(self, value: Fraction) -> Any:
        return _rational(value, iv.prec)

    def pi(self) -> Any:
        return iv.pi

    def box(self, lo: End, hi: End) -> Any:
        """The interval from ``lo`` to ``hi``."""
        return iv.mpf([_end(lo).a, _end(hi).b])

    def div(self, a: Any, b: Any) -> Any:
        if b.a > 0 or b.b < 0:
            return a / b
        if self.defined and b.a < b.b and b.a == 0:
            return a * iv.mpf([(1 / b.b).a, iv.inf])
        if self.defined and b.a < b.b and b.b == 0:
            return a * iv.mpf([-iv.inf, (1 / b.a).b])
        raise UndefinedHere("division by an interval that contains zero")

    def pow(self, a: Any, k: int) -> Any:
        if k < 0:
            return self.div(iv.mpf(1), self.pow(a, -k))
        if k % 2 == 0:
            # An even power is the power of the absolute value, so it is never negative.
            a = self.call("abs", [a])
        # On what is left the power increases: its ends are the powers of the ends.
        return iv.mpf([_power(a.a, k).a, _power(a.b, k).b])

    def positive(self, a: Any) -> bool:
        """Whether every number in the interval is > 0."""
        return bool(a.a > 0)

    def nonnegative(self, a: Any) -> bool:
        """Whether every number in the interval is >= 0."""
        return bool(a.a >= 0)

    def hull(self, a: Any, b: Any) -> Any:
        """The smallest interval holding both."""
        return iv.mpf([min(a.a, b.a), max(a.b, b.b)])

    def call(self, name: str, args: list[Any]) -> Any:
        if name in ("min", "max"):
            choose = min if name == "min" else max
            (a, b) = args
            return iv.mpf([choose(a.a, b.a), choose(a.b, b.b)])
        (a,) = args
        if name == "abs":
            low = 0 if a.a <= 0 <= a.b else min(abs(a.a), abs(a.b))
            return iv.mpf([low, max(abs(a.a), abs(a.b))])
        if name == "exp":
            return _exp(a)
        if name == "log":
            if a.a < 0 or a.b <= 0 or (a.a == 0 and not self.defined):
                raise UndefinedHere("logarithm of an interval that reaches below zero")
            low = -iv.inf if a.a == 0 else _padded("log", a.a).a
            return iv.mpf([low, iv.inf if a.b == iv.inf else _padded("log", a.b).b])
        if name == "sqrt":
            if a.a < 0:
                raise UndefinedHere("square root of an interval that reaches below zero")
            return iv.sqrt(a)
        if name == "cosh":
            a = self.call("abs", [a])
        # The rest increase, so their ends are the values at the ends.
        return iv.mpf([_increasing(name, a.a).a, _increasing(name, a.b).b])


def _power(x: Any, k: int) -> Any:
    """A point to the power k, by repeated squaring."""
    result, square = iv.mpf(1), iv.mpf(x)
    while k:
        if k % 2:
            result = result * square
        k //= 2
        if k:
            square = square * square
    return result


def _exp(a: Any) -> Any:
    """exp on an interval, with rough ends far out.

    mpmath's own intervals of exp and log may miss the value: of exp(2^-60) both ends are 1 + 2^-60.
    """
    low = iv.mpf(0) if a.a < -FAR else _padded("exp", min(a.a, FAR)).a
    high = iv.inf if a.b > FAR else _padded("exp", max(a.b, -FAR)).b
    return iv.mpf([low, high])


def _increasing(name: str, x: Any) -> Any:
    """tanh, sinh, atan (and cosh on x >= 0) at a point."""
    x = iv.mpf(x)
    if name == "tanh":
        return 1 - 2 / (_exp(2 * x) + 1)
    if name == "sinh":
        return (_exp(x) - _exp(-x)) / 2
    if name == "cosh":
        return (_exp(x) + _exp(-x)) / 2
    return _padded(name, x.a)


def _padded(name: str, x: Any) -> Any:
    """A function at a point, from mpmath's numbers: padded by far more than their error."""
    if name == "exp" and x == 0:
        return iv.mpf(1)
    with mpmath.workprec(iv.prec + 20):
        value = getattr(mpmath, name)(mpmath.mpf(x))
        pad = abs(value) * mpmath.mpf(2) ** (-iv.prec)
        return iv.mpf([value - pad, value + pad])


@lru_cache(maxsize=4096)
def _rational(value: Fraction, bits: int) -> Any:
    """An interval around a rational; ``bits`` only keeps precisions apart in the cache."""
    return iv.mpf(value.numerator) / iv.mpf(value.denominator)


def _end(end: End) -> Any:
    return _rational(end, iv.prec) if isinstance(end, Fraction) else iv.mpf(end)


def rational_ends(a: Any) -> tuple[Fraction, Fraction]:
    """The ends of a finite interval as exact rationals."""
    low, high = (Fraction(*to_rational(end)) for end in a._mpi_)
    return low, high
