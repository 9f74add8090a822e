"""Arithmetics that need no ball library: intervals (mpmath.iv), exact numbers, power series.

:class:`Intervals` and :class:`Exact` are all that the certificate checker computes with.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import Any

import mpmath
from mpmath import iv

from glbtheory.engines.language.domain import End
from glbtheory.engines.language.expression import MAX_BITS, Operators, UndefinedHere, bits

iv.prec = 80

#: Beyond e^FAR and e^-FAR intervals only know "large" and "small": towers of exponentials would
#: otherwise need numbers whose exponents do not fit into memory.
FAR = 10**6


class Intervals(Operators):
    """Outward-rounded intervals with possibly infinite ends (``mpmath.iv``).

    ``defined`` lets the argument of a logarithm, or a denominator, reach 0 with one end, for
    domains whose open end is there; whoever sets it must know that on the domain itself the
    argument is > 0 and the denominator is not 0.
    """

    def __init__(self, defined: bool = False):
        self.defined = defined

    def const(self, value: Fraction) -> Any:
        return _iv_rational(value)

    def pi(self) -> Any:
        return iv.pi

    def box(self, lo: End, hi: End) -> Any:
        """The interval from ``lo`` to ``hi``."""
        return iv.mpf([_iv_end(lo).a, _iv_end(hi).b])

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
        return iv.mpf([_iv_power(a.a, k).a, _iv_power(a.b, k).b])

    def lower(self, a: Any) -> Any:
        """The lower end, as a point."""
        return a.a

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
            return iv.log(a)
        if name == "sqrt":
            if a.a < 0:
                raise UndefinedHere("square root of an interval that reaches below zero")
            return iv.sqrt(a)
        if name == "cosh":
            a = self.call("abs", [a])
        # The rest increase, so their ends are the values at the ends.
        return iv.mpf([_increasing(name, a.a).a, _increasing(name, a.b).b])


def _iv_power(x: Any, k: int) -> Any:
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
    """exp on an interval, with rough ends far out."""
    if a.a >= -FAR and a.b <= FAR:
        return iv.exp(a)
    low = iv.mpf(0) if a.a < -FAR else iv.exp(iv.mpf(min(a.a, FAR))).a
    high = iv.inf if a.b > FAR else iv.exp(iv.mpf(max(a.b, -FAR))).b
    return iv.mpf([low, high])


def _increasing(name: str, x: Any) -> Any:
    """tanh, sinh, atan (and cosh on x >= 0) at a point, written with exp only."""
    x = iv.mpf(x)
    if name == "tanh":
        return 1 - 2 / (_exp(2 * x) + 1)
    if name == "sinh":
        return (_exp(x) - _exp(-x)) / 2
    if name == "cosh":
        return (_exp(x) + _exp(-x)) / 2
    # mpmath's interval context has no atan; the point value is padded by far more than its error.
    with mpmath.workprec(iv.prec + 20):
        value = mpmath.atan(mpmath.mpf(x.a))
        pad = abs(value) * mpmath.mpf(2) ** (-iv.prec)
        return iv.mpf([value - pad, value + pad])


@lru_cache(maxsize=4096)
def _iv_rational(value: Fraction) -> Any:
    return iv.mpf(value.numerator) / iv.mpf(value.denominator)


def _iv_end(end: End) -> Any:
    return _iv_rational(end) if isinstance(end, Fraction) else iv.mpf(end)


# --- exact numbers ------------------------------------------------------------------------------

#: A monomial: the exponent q of e^q, a squarefree s of sqrt(s), and powers of log(p), p prime.
Monomial = tuple[Fraction, int, tuple[tuple[int, int], ...]]
#: A finite sum of rational multiples of monomials.  The empty sum is zero.
ExactNumber = dict[Monomial, Fraction]
_UNIT: Monomial = (Fraction(0), 1, ())


class Exact:
    """Sums of rational multiples of e^q, sqrt(s), log(p): enough to see that a value is zero.

    A sum whose coefficients all vanish is zero; anything this arithmetic cannot write down
    raises ``UndefinedHere`` rather than being rounded.
    """

    def const(self, value: Fraction) -> ExactNumber:
        return {_UNIT: value} if value else {}

    def pi(self) -> ExactNumber:
        raise UndefinedHere("pi is not exact here")

    def add(self, a: ExactNumber, b: ExactNumber) -> ExactNumber:
        total = dict(a)
        for key, coefficient in b.items():
            total[key] = total.get(key, Fraction(0)) + coefficient
        return {k: c for k, c in total.items() if c}

    def neg(self, a: ExactNumber) -> ExactNumber:
        return {k: -c for k, c in a.items()}

    def sub(self, a: ExactNumber, b: ExactNumber) -> ExactNumber:
        return self.add(a, self.neg(b))

    def mul(self, a: ExactNumber, b: ExactNumber) -> ExactNumber:
        if len(a) * len(b) > 400:
            raise UndefinedHere("too many terms")
        total: ExactNumber = {}
        for (q1, s1, l1), c1 in a.items():
            for (q2, s2, l2), c2 in b.items():
                outside, inside = _square_part(s1 * s2)
                key = (q1 + q2, inside, _merge(l1, l2))
                if bits(c1) + bits(c2) > MAX_BITS:
                    raise UndefinedHere("numbers too long")
                total = self.add(total, {key: c1 * c2 * outside})
        return total

    def div(self, a: ExactNumber, b: ExactNumber) -> ExactNumber:
        if not b:
            raise UndefinedHere("division by zero")
        if len(b) > 1:
            raise UndefinedHere("division by a sum")
        (((q, s, logs), c),) = b.items()
        if logs:
            raise UndefinedHere("division by a logarithm")
        return self.mul(a, {(-q, s, ()): 1 / (c * s)})

    def pow(self, a: ExactNumber, k: int) -> ExactNumber:
        if k < 0:
            return self.div(self.const(Fraction(1)), self.pow(a, -k))
        result, square = self.const(Fraction(1)), a
        while k:
            if k % 2:
                result = self.mul(result, square)
            k //= 2
            if k:
                square = self.mul(square, square)
        return result

    def sign(self, a: ExactNumber) -> int:
        """The sign, by intervals where the sum is not formally zero."""
        if not a:
            return 0
        total = iv.mpf(0)
        for (q, s, logs), c in a.items():
            term = _iv_rational(c) * _exp(_iv_rational(q)) * iv.sqrt(iv.mpf(s))
            for prime, k in logs:
                term = term * iv.log(iv.mpf(prime)) ** k
            total = total + term
        if total.a > 0 or total.b < 0:
            return 1 if total.a > 0 else -1
        raise UndefinedHere("sign not decided")

    def call(self, name: str, args: list[ExactNumber]) -> ExactNumber:
        if name in ("min", "max"):
            left_is_less = self.sign(self.sub(args[0], args[1])) <= 0
            return args[0] if left_is_less == (name == "min") else args[1]
        (a,) = args
        if name == "abs":
            return a if self.sign(a) >= 0 else self.neg(a)
        if name in ("atan", "tanh", "sinh") and not a:
            return {}
        rational = a.get(_UNIT, Fraction(0)) if set(a) <= {_UNIT} else None
        if name == "exp":
            return self._exp(a, rational)
        if name == "log":
            return self._log(a, rational)
        if name == "sqrt" and rational is not None and rational >= 0:
            outside, inside = _square_part(rational.numerator * rational.denominator)
            return self.mul(
                self.const(Fraction(outside, rational.denominator)),
                {(Fraction(0), inside, ()): Fraction(1)},
            )
        if name in ("sinh", "cosh") and rational is not None:
            up, down = self._exp(a, rational), self._exp(self.neg(a), -rational)
            both = self.add(up, down) if name == "cosh" else self.sub(up, down)
            return self.mul(self.const(Fraction(1, 2)), both)
        raise UndefinedHere(f"{name} is not exact here")

    def _exp(self, a: ExactNumber, rational: Fraction | None) -> ExactNumber:
        if rational is not None:
            return {(rational, 1, ()): Fraction(1)}
        # e^(q + k log 2 + ...) is a rational multiple of e^q when the multiples are integers.
        result = self.const(Fraction(1))
        for (q, s, logs), c in a.items():
            if q or s != 1:
                raise UndefinedHere("exp is not exact here")
            if not logs:
                result = self.mul(result, {(c, 1, ()): Fraction(1)})
            elif len(logs) == 1 and logs[0][1] == 1 and c.denominator == 1 and abs(c) <= 1000:
                result = self.mul(result, self.const(Fraction(logs[0][0]) ** int(c)))
            else:
                raise UndefinedHere("exp is not exact here")
        return result

    def _log(self, a: ExactNumber, rational: Fraction | None) -> ExactNumber:
        if len(a) != 1:
            raise UndefinedHere("logarithm of a sum or of zero")
        (((q, s, logs), c),) = a.items()
        if logs or c <= 0:
            raise UndefinedHere("logarithm is not exact here")
        total = self.const(q)
        for prime, k in _factor(c.numerator).items():
            total = self.add(total, {(Fraction(0), 1, ((prime, 1),)): Fraction(k)})
        for prime, k in _factor(c.denominator).items():
            total = self.add(total, {(Fraction(0), 1, ((prime, 1),)): Fraction(-k)})
        for prime, k in _factor(s).items():
            total = self.add(total, {(Fraction(0), 1, ((prime, 1),)): Fraction(k, 2)})
        return total


def _merge(
    a: tuple[tuple[int, int], ...], b: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, int], ...]:
    powers: dict[int, int] = dict(a)
    for prime, k in b:
        powers[prime] = powers.get(prime, 0) + k
    return tuple(sorted(powers.items()))


def _factor(n: int) -> dict[int, int]:
    """Prime factors by trial division; numbers too large for it are refused."""
    factors: dict[int, int] = {}
    p = 2
    while p * p <= n:
        if p > 10_000:
            raise UndefinedHere("number too large to factor")
        while n % p == 0:
            factors[p] = factors.get(p, 0) + 1
            n //= p
        p += 1
    if n > 1:
        factors[n] = factors.get(n, 0) + 1
    return factors


def _square_part(n: int) -> tuple[int, int]:
    """n = outside^2 * inside with inside squarefree."""
    root = isqrt(n)
    if root * root == n:
        return root, 1
    outside, inside = 1, 1
    for prime, k in _factor(n).items():
        outside *= prime ** (k // 2)
        inside *= prime ** (k % 2)
    return outside, inside


# --- power series -------------------------------------------------------------------------------


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
        return self._tanh(start, a)

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
