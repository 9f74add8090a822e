"""Power series of the checker: Taylor coefficients on a box, or exactly at a point.

A series is the list of coefficients of 1, h, ..., h^n.  A coefficient ``None`` is a zero that
is known from the form of the expression, so that it stays zero also times an infinite end.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from fractions import Fraction
from math import comb, factorial
from typing import Any

from glbtheory.engines.checker.exact_numbers import ExactNumbers
from glbtheory.engines.checker.intervals import Intervals
from glbtheory.engines.language.expression import UndefinedHere

Coefficients = list[Any]


class Kink(UndefinedHere):
    """abs, min or max changes its branch inside the box, or at the point."""


class PowerSeries(ABC):
    """What holds for series over boxes and over points; the two differ at kinks only."""

    numbers: Any

    def __init__(self, degree: int):
        self.degree = degree

    def variable(self, value: Any, active: bool) -> Coefficients:
        """value, or value + h for a variable that moves."""
        return self._padded([value, self._number(1)] if active else [value])

    def const(self, value: Fraction) -> Coefficients:
        return self._padded([self.numbers.const(value)])

    def pi(self) -> Coefficients:
        return self._padded([self.numbers.pi()])

    def add(self, a: Coefficients, b: Coefficients) -> Coefficients:
        return [self._sum((x, y)) for x, y in zip(a, b, strict=True)]

    def neg(self, a: Coefficients) -> Coefficients:
        return [None if x is None else self.numbers.neg(x) for x in a]

    def sub(self, a: Coefficients, b: Coefficients) -> Coefficients:
        return [
            x if y is None else self.numbers.neg(y) if x is None else self.numbers.sub(x, y)
            for x, y in zip(a, b, strict=True)
        ]

    def mul(self, a: Coefficients, b: Coefficients) -> Coefficients:
        return [
            self._sum(self._product(a[i], b[k - i]) for i in range(k + 1)) for k in self._orders
        ]

    def div(self, a: Coefficients, b: Coefficients) -> Coefficients:
        # a = q b, solved for the last coefficient of q.
        quotient: Coefficients = []
        for k in self._orders:
            known = self._sum(self._product(quotient[k - j], b[j]) for j in range(1, k + 1))
            quotient.append(self._over(self._minus(a[k], known), b[0]))
        return quotient

    def pow(self, a: Coefficients, k: int) -> Coefficients:
        if k < 0:
            return self.div(self.const(Fraction(1)), self.pow(a, -k))
        # (a_0 + r)^k by the binomial formula, where r begins with h.
        numbers, total = self.numbers, self._padded([self.numbers.pow(self._value(a), k)])
        for j in range(1, min(k, self.degree) + 1):
            outer = numbers.mul(self._number(comb(k, j)), numbers.pow(self._value(a), k - j))
            total = self.add(total, self._scaled(self._tail_power(a, j), outer))
        return total

    def call(self, name: str, args: list[Coefficients]) -> Coefficients:
        if name in ("min", "max"):
            return self._choose(name, *args)
        (a,) = args
        if name == "abs":
            return self._absolute(a)
        first = self.numbers.call(name, [self._value(a)])
        if self.degree == 0:
            return [first]
        if name == "exp":
            return self._scaled(self._tail_function(a, (1, 1)), first)
        if name in ("sinh", "cosh"):
            return self._hyperbolic(name, a)
        if name == "log":
            return self._with_slope(first, self._slopes(a), a)
        if name == "atan":
            return self._with_slope(
                first, self._slopes(a), self.add(self.const(Fraction(1)), self.pow(a, 2))
            )
        if name in ("sin", "cos", "tan"):
            sine, cosine = self._sin_cos(a)
            return sine if name == "sin" else cosine if name == "cos" else self.div(sine, cosine)
        if name in ("asin", "acos"):
            square = self.sub(self.const(Fraction(1)), self.pow(a, 2))
            root = self._sqrt(self.numbers.call("sqrt", [self._value(square)]), square)
            slopes = self._slopes(a) if name == "asin" else self.neg(self._slopes(a))
            return self._with_slope(first, slopes, root)
        if name == "erf":
            return self._erf(first, a)
        if name == "gamma":
            raise UndefinedHere("no derivative of the Gamma function")
        return self._tanh(first, a) if name == "tanh" else self._sqrt(first, a)

    def _sin_cos(self, a: Coefficients) -> tuple[Coefficients, Coefficients]:
        """n s_n = sum of j a_j c_(n-j), and n c_n = - sum of j a_j s_(n-j)."""
        slopes = self._slopes(a)
        sine = [self.numbers.call("sin", [self._value(a)])]
        cosine = [self.numbers.call("cos", [self._value(a)])]
        for n in self._orders[1:]:
            up, down = (
                self._sum(self._product(slopes[j], other[n - j]) for j in range(1, n + 1))
                for other in (cosine, sine)
            )
            sine.append(self._product(up, self._number(Fraction(1, n))))
            cosine.append(self._product(down, self._number(Fraction(-1, n))))
        return sine, cosine

    def _erf(self, first: Any, a: Coefficients) -> Coefficients:
        """The derivative is 2/sqrt(pi) e^(-a^2) a'."""
        bell = self.call("exp", [self.neg(self.pow(a, 2))])
        root = self.numbers.call("sqrt", [self.numbers.pi()])
        factor = self.numbers.div(self._number(2), root)
        slopes = self._scaled(self.mul(bell, self._slopes(a)), factor)
        return self._with_slope(first, slopes, self.const(Fraction(1)))

    # -- parts ------------------------------------------------------------------------------------

    @property
    def _orders(self) -> range:
        return range(self.degree + 1)

    def _number(self, value: int | Fraction) -> Any:
        return self.numbers.const(Fraction(value))

    def _padded(self, start: Coefficients) -> Coefficients:
        return (start + [None] * (self.degree + 1))[: self.degree + 1]

    def _value(self, a: Coefficients) -> Any:
        return self._number(0) if a[0] is None else a[0]

    def _sum(self, terms: Iterable[Any]) -> Any:
        total = None
        for term in terms:
            if term is not None:
                total = term if total is None else self.numbers.add(total, term)
        return total

    def _minus(self, x: Any, y: Any) -> Any:
        return self.sub([x], [y])[0]

    def _product(self, x: Any, y: Any) -> Any:
        return None if x is None or y is None else self.numbers.mul(x, y)

    def _over(self, x: Any, y: Any) -> Any:
        if y is None:
            raise UndefinedHere("division by zero")
        return None if x is None else self.numbers.div(x, y)

    def _scaled(self, a: Coefficients, factor: Any) -> Coefficients:
        return [self._product(x, factor) for x in a]

    def _slopes(self, a: Coefficients) -> Coefficients:
        """k a_k, the coefficients of h a'."""
        return [self._product(x, self._number(k)) if k else None for k, x in enumerate(a)]

    def _tail_power(self, a: Coefficients, j: int) -> Coefficients:
        """(a - a_0)^j; its first coefficient is a power of a_1, and even powers are >= 0."""
        tail = [None, *a[1:]]
        power = tail
        for _ in range(j - 1):
            power = self.mul(power, tail)
        if j > 1 and a[1] is not None:
            power[j] = self.numbers.pow(a[1], j)
        return power

    def _tail_function(self, a: Coefficients, pattern: tuple[int, int]) -> Coefficients:
        """The sum of (a - a_0)^j / j! over even j, over odd j, or over all (the pattern)."""
        total = self._padded([self._number(1)] if pattern[0] else [])
        for j in range(1, self.degree + 1):
            if pattern[j % 2]:
                part = self._scaled(self._tail_power(a, j), self._number(Fraction(1, factorial(j))))
                total = self.add(total, part)
        return total

    def _hyperbolic(self, name: str, a: Coefficients) -> Coefficients:
        # cosh(a_0 + r) = cosh a_0 cosh r + sinh a_0 sinh r, and the like for sinh.
        same, other = ("cosh", "sinh") if name == "cosh" else ("sinh", "cosh")
        start = [self.numbers.call(f, [self._value(a)]) for f in (same, other)]
        even, odd = self._tail_function(a, (1, 0)), self._tail_function(a, (0, 1))
        return self.add(self._scaled(even, start[0]), self._scaled(odd, start[1]))

    def _with_slope(self, first: Any, slopes: Coefficients, below: Coefficients) -> Coefficients:
        """The function f with the given value and h f' = slopes / below."""
        rest = self.div(slopes, below)
        return [
            first,
            *(self._product(rest[k], self._number(Fraction(1, k))) for k in self._orders[1:]),
        ]

    def _tanh(self, first: Any, a: Coefficients) -> Coefficients:
        # t' = (1 - t^2) a'; 1 - t^2 is kept whole, so that it stays >= 0.
        numbers, slopes, t = self.numbers, self._slopes(a), [first]
        rest: Coefficients = [numbers.sub(self._number(1), numbers.pow(first, 2))]
        for n in self._orders[1:]:
            slope = self._sum(self._product(slopes[j], rest[n - j]) for j in range(1, n + 1))
            t.append(self._product(slope, self._number(Fraction(1, n))))
            square = self._sum(self._product(t[i], t[n - i]) for i in range(n + 1))
            rest.append(None if square is None else numbers.neg(square))
        return t

    def _sqrt(self, first: Any, a: Coefficients) -> Coefficients:
        # s s = a, solved for the last coefficient of s.
        s, twice = [first], self.numbers.mul(self._number(2), first)
        for n in self._orders[1:]:
            known = self._sum(self._product(s[i], s[n - i]) for i in range(1, n))
            s.append(self._over(self._minus(a[n], known), twice))
        return s

    def _absolute(self, a: Coefficients) -> Coefficients:
        return self._choose("max", a, self.neg(a))

    @abstractmethod
    def _choose(self, name: str, a: Coefficients, b: Coefficients) -> Coefficients:
        """min or max: one of the two where it is known which."""


class BoxSeries(PowerSeries):
    """Coefficient k encloses f^(k)/k! on the whole box."""

    def __init__(self, numbers: Intervals, degree: int):
        super().__init__(degree)
        self.numbers = numbers

    def _absolute(self, a: Coefficients) -> Coefficients:
        value = self._value(a)
        if self.numbers.nonnegative(value):
            return a
        if self.numbers.nonnegative(self.numbers.neg(value)):
            return self.neg(a)
        return self._both("abs", [value], a, self.neg(a))

    def _choose(self, name: str, a: Coefficients, b: Coefficients) -> Coefficients:
        x, y = self._value(a), self._value(b)
        for small, large in ((a, b), (b, a)):
            gap = self.numbers.sub(self._value(large), self._value(small))
            if self.numbers.nonnegative(gap):
                return small if name == "min" else large
        return self._both(name, [x, y], a, b)

    def _both(self, name: str, values: list[Any], a: Coefficients, b: Coefficients) -> Coefficients:
        """Either branch: the value, and a slope that holds the slopes of both."""
        if self.degree > 1:
            raise Kink(f"{name} changes branch inside the box")
        slopes = [self._number(0) if c is None else c for c in (*a[1:], *b[1:])]
        hull = [self.numbers.hull(*slopes)] if slopes else []
        return [self.numbers.call(name, values), *hull]


class PointSeries(PowerSeries):
    """Exact Taylor coefficients at a rational point.

    At a kink the series is the one for h > 0 (``side`` 1) or for h < 0 (``side`` -1); with
    ``side`` 0 a kink is refused.
    """

    def __init__(self, degree: int, side: int = 0):
        super().__init__(degree)
        self.numbers, self.side = ExactNumbers(), side

    def variable(self, value: Any, active: bool) -> Coefficients:
        return super().variable(self.numbers.const(value), active)

    def _choose(self, name: str, a: Coefficients, b: Coefficients) -> Coefficients:
        for k, difference in enumerate(self.sub(a, b)):
            sign = 0 if difference is None else self.numbers.sign(difference)
            if sign and k and not self.side:
                raise Kink("a kink at the point")
            if sign:
                a_is_larger = sign * self.side**k > 0
                return a if a_is_larger == (name == "max") else b
        return a
