"""Taylor jets of the search: power series in one direction over any of its arithmetics."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from glbtheory.engines.language.expression import UndefinedHere


class NotSmooth(UndefinedHere):
    """A kink (of abs, min or max) lies inside the box or at the point."""


class Series:
    """Power series in one direction, truncated after degree n, over any arithmetic.

    Run over boxes, coefficient k encloses f^(k)/k! on the whole box; run over exact numbers it
    is the exact Taylor coefficient.  The recurrences are the usual ones of automatic
    differentiation, from f' = f a' for exp and its relatives.

    ``side`` is for exact numbers at a kink: the series is then the one for h > 0 (side 1) or for
    h < 0 (side -1); with side 0 a kink is refused.
    """

    def __init__(self, base: Any, degree: int, side: int = 0):
        self.base, self.degree, self.side = base, degree, side
        self.zero, self.one = base.const(Fraction(0)), base.const(Fraction(1))

    def variable(self, value: Any, active: bool) -> list[Any]:
        """The series of a variable: value + h if it is the active one."""
        rest = [self.zero] * self.degree
        if active and self.degree:
            rest[0] = self.one
        return [value, *rest]

    def const(self, value: Fraction) -> list[Any]:
        return [self.base.const(value), *[self.zero] * self.degree]

    def pi(self) -> list[Any]:
        return [self.base.pi(), *[self.zero] * self.degree]

    def add(self, a: list[Any], b: list[Any]) -> list[Any]:
        return [
            x if y is self.zero else y if x is self.zero else self.base.add(x, y)
            for x, y in zip(a, b, strict=True)
        ]

    def sub(self, a: list[Any], b: list[Any]) -> list[Any]:
        return self.add(a, self.neg(b))

    def neg(self, a: list[Any]) -> list[Any]:
        return [x if x is self.zero else self.base.neg(x) for x in a]

    def mul(self, a: list[Any], b: list[Any]) -> list[Any]:
        return [self._dot(a, b, k) for k in range(self.degree + 1)]

    def _dot(self, a: list[Any], b: list[Any], k: int) -> Any:
        total = self.zero
        for j in range(k + 1):
            total = self._plus(total, a[j], b[k - j])
        return total

    def _plus(self, total: Any, x: Any, y: Any) -> Any:
        """total + x y, where a structural zero is not multiplied (0 times infinity is 0 here)."""
        if x is self.zero or y is self.zero:
            return total
        product = self.base.mul(x, y)
        return product if total is self.zero else self.base.add(total, product)

    def div(self, a: list[Any], b: list[Any]) -> list[Any]:
        base, quotient = self.base, [self.base.div(a[0], b[0])]
        for k in range(1, self.degree + 1):
            rest = a[k]
            for j in range(1, k + 1):
                rest = self._plus(rest, b[j], base.neg(quotient[k - j]))
            quotient.append(self.zero if rest is self.zero else base.div(rest, b[0]))
        return quotient

    def pow(self, a: list[Any], k: int) -> list[Any]:
        if k < 0:
            return self.div(self.const(Fraction(1)), self.pow(a, -k))
        if k == 0:
            return self.const(Fraction(1))
        first = max(1, k - self.degree)
        inner: list[Any] = []
        result = [self.base.pow(a[0], first - 1)] if first > 1 else self.const(Fraction(1))
        for j in range(first, k + 1):
            # (a^j)' = j a' a^(j-1); the leading coefficient is the base's own power, which knows
            # that even powers are never negative.  Coefficient n needs n smaller powers, no more.
            inner, result = result, [self.base.pow(a[0], j)]
            for n in range(1, min(self.degree, len(inner)) + 1):
                result.append(self._scaled(self._convolve(a, inner, n), Fraction(j, n)))
        return result

    def _scaled(self, x: Any, factor: int | Fraction) -> Any:
        if x is self.zero or factor == 1:
            return x
        return self.base.mul(x, self.base.const(Fraction(factor)))

    def _integrate(self, start: Any, derivative_over: Any) -> list[Any]:
        """The series f with f_0 = start and n f_n = derivative_over(f, n)."""
        f = [start]
        for n in range(1, self.degree + 1):
            f.append(self._scaled(derivative_over(f, n), Fraction(1, n)))
        return f

    def _convolve(self, a: list[Any], f: list[Any], n: int) -> Any:
        """Coefficient n-1 of a' f: the sum of j a_j f_{n-j} over j = 1..n."""
        total = self.zero
        for j in range(1, n + 1):
            total = self._plus(total, self._scaled(a[j], j), f[n - j])
        return total

    def call(self, name: str, args: list[Any]) -> list[Any]:
        if name in ("min", "max"):
            return self._choose(name, *args)
        (a,) = args
        base = self.base
        if name == "abs":
            return self._abs(a)
        start = base.call(name, [a[0]])
        if self.degree == 0:
            return [start]
        if name == "exp":
            return self._integrate(start, lambda f, n: self._convolve(a, f, n))
        if name == "log":
            return [start, *self._from_slope(self.div(self._derivative(a), a))]
        if name == "sqrt":
            return self._sqrt(start, a)
        if name == "atan":
            slope = self.div(self._derivative(a), self.add(self.const(Fraction(1)), self.pow(a, 2)))
            return [start, *self._from_slope(slope)]
        if name in ("sinh", "cosh"):
            return self._sinh_cosh(name, a)
        if name in ("sin", "cos", "tan"):
            sine, cosine = self._sin_cos(a)
            return sine if name == "sin" else cosine if name == "cos" else self.div(sine, cosine)
        if name in ("asin", "acos"):
            root = self.call("sqrt", [self.sub(self.const(Fraction(1)), self.pow(a, 2))])
            slope = self._from_slope(self.div(self._derivative(a), root))
            return [start, *(slope if name == "asin" else self.neg(slope))]
        if name == "erf":
            return [start, *self._from_slope(self._bell(a))]
        if name == "gamma":
            raise UndefinedHere("no derivative of the Gamma function")
        return self._tanh(start, a)

    def _sin_cos(self, a: list[Any]) -> tuple[list[Any], list[Any]]:
        sine, cosine = [self.base.call("sin", [a[0]])], [self.base.call("cos", [a[0]])]
        for n in range(1, self.degree + 1):
            s, c = self._convolve(a, cosine, n), self._convolve(a, sine, n)
            sine.append(self._scaled(s, Fraction(1, n)))
            cosine.append(self._scaled(c, Fraction(-1, n)))
        return sine, cosine

    def _bell(self, a: list[Any]) -> list[Any]:
        """2/sqrt(pi) e^(-a^2) a', the derivative of erf(a)."""
        bell = self.call("exp", [self.neg(self.pow(a, 2))])
        root = self.base.call("sqrt", [self.base.pi()])
        factor = self.base.div(self.base.const(Fraction(2)), root)
        product = self.mul(bell, self._derivative(a))
        return [x if x is self.zero else self.base.mul(x, factor) for x in product]

    def _derivative(self, a: list[Any]) -> list[Any]:
        """The series of a', its last coefficient unknown and not used."""
        return [self._scaled(a[k + 1], k + 1) for k in range(self.degree)] + [self.zero]

    def _from_slope(self, slope: list[Any]) -> list[Any]:
        return [self._scaled(slope[k - 1], Fraction(1, k)) for k in range(1, self.degree + 1)]

    def _sqrt(self, start: Any, a: list[Any]) -> list[Any]:
        base, s = self.base, [start]
        twice = self._scaled(start, 2)
        for k in range(1, self.degree + 1):
            rest = a[k]
            for j in range(1, k):
                rest = self._plus(rest, s[j], base.neg(s[k - j]))
            s.append(self.zero if rest is self.zero else base.div(rest, twice))
        return s

    def _sinh_cosh(self, name: str, a: list[Any]) -> list[Any]:
        sinh, cosh = [self.base.call("sinh", [a[0]])], [self.base.call("cosh", [a[0]])]
        for n in range(1, self.degree + 1):
            s, c = self._convolve(a, cosh, n), self._convolve(a, sinh, n)
            sinh.append(self._scaled(s, Fraction(1, n)))
            cosh.append(self._scaled(c, Fraction(1, n)))
        return sinh if name == "sinh" else cosh

    def _tanh(self, start: Any, a: list[Any]) -> list[Any]:
        t, square = [start], [self.base.pow(start, 2)]
        for n in range(1, self.degree + 1):
            slope = self.base.sub(self._scaled(a[n], n), self._convolve(a, square, n))
            t.append(self._scaled(slope, Fraction(1, n)))
            square.append(self._dot(t, t, n))
        return t

    def _abs(self, a: list[Any]) -> list[Any]:
        zero = self.const(Fraction(0))
        if self._at_least(a, zero):
            return a
        if self._at_least(zero, a):
            return self.neg(a)
        if self.degree > 1 or not hasattr(self.base, "hull"):
            raise NotSmooth("abs changes branch inside the box")
        # Clarke's generalised slope: enough for the mean value and monotonicity rules.
        slopes = [self.base.hull(a[1], self.base.neg(a[1]))] if self.degree else []
        return [self.base.call("abs", [a[0]]), *slopes]

    def _choose(self, name: str, a: list[Any], b: list[Any]) -> list[Any]:
        if self._at_least(b, a):
            return a if name == "min" else b
        if self._at_least(a, b):
            return b if name == "min" else a
        if self.degree > 1 or not hasattr(self.base, "hull"):
            raise NotSmooth(f"{name} changes branch inside the box")
        slopes = [self.base.hull(a[1], b[1])] if self.degree else []
        return [self.base.call(name, [a[0], b[0]]), *slopes]

    def _at_least(self, a: list[Any], b: list[Any]) -> bool:
        """Whether a >= b for sure: on the box, or at an exact point and next to it."""
        if hasattr(self.base, "nonnegative"):
            return bool(self.base.nonnegative(self.base.sub(a[0], b[0])))
        for k, difference in enumerate(self.sub(a, b)):
            sign = self.base.sign(difference)
            if sign and k and not self.side:
                raise NotSmooth("a kink at the point")
            if sign:
                return bool(sign * (self.side if k % 2 else 1) > 0)
        return True
