"""Coefficients of asymptotic expansions for the checker: an exact number and an interval."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Any

from glbtheory.engines.checker.exact_numbers import ExactNumbers
from glbtheory.engines.checker.intervals import Intervals
from glbtheory.engines.language.expression import UndefinedHere

#: Longer sums of exact numbers are kept as intervals only.
_MAX_SUM = 80


class GermNumbers:
    """Pairs of an exact number (None where there is none) and an interval that holds it."""

    def __init__(self) -> None:
        self.exact, self.intervals = ExactNumbers(), Intervals()

    def const(self, value: Fraction) -> Any:
        return self.exact.const(value), self.intervals.const(value)

    def pi(self) -> Any:
        return self.exact.pi(), self.intervals.pi()

    def add(self, a: Any, b: Any) -> Any:
        return self._apply("add", a, b)

    def mul(self, a: Any, b: Any) -> Any:
        return self._apply("mul", a, b)

    def div(self, a: Any, b: Any) -> Any:
        return self._apply("div", a, b)

    def neg(self, a: Any) -> Any:
        return self._apply("neg", a)

    def _apply(self, name: str, *args: Any) -> Any:
        enclosure = getattr(self.intervals, name)(*(b for _, b in args))
        return self._exactly(
            lambda: getattr(self.exact, name)(*(a for a, _ in args)), args
        ), enclosure

    def call(self, name: str, args: list[Any]) -> Any:
        enclosure = self.intervals.call(name, [b for _, b in args])
        return self._exactly(lambda: self.exact.call(name, [a for a, _ in args]), args), enclosure

    def _exactly(self, compute: Any, args: Any) -> Any:
        if any(a is None for a, _ in args) or prod(len(a) or 1 for a, _ in args) > _MAX_SUM:
            return None
        try:
            return compute()
        except (UndefinedHere, ZeroDivisionError, OverflowError):
            return None

    def is_zero(self, a: Any) -> bool:
        """Whether a number is known to be 0."""
        return a[0] is not None and not a[0]

    def sign(self, a: Any) -> int:
        """-1, 0 or 1; raises where the sign is not known."""
        if self.is_zero(a):
            return 0
        if a[1].a > 0 or a[1].b < 0:
            return 1 if a[1].a > 0 else -1
        raise UndefinedHere("sign not decided")

    def rational(self, a: Any) -> Fraction | None:
        """The value, if it is written as a rational number."""
        if a[0] is None or not set(a[0]) <= {()}:
            return None
        value: Fraction = a[0].get((), Fraction(0))
        return value
