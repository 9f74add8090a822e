"""Exact numbers of the search: sums of rational multiples of e^q, sqrt(s), log(p) and pi^k."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from flint import arb, ctx, fmpq

from glbtheory.engines.language.expression import MAX_BITS, UndefinedHere, bits

#: Bits with which the sign of a number that is not formally zero is looked for.
_PRECISION = 80

#: A monomial: the exponent q of e^q, a squarefree s of sqrt(s), and powers of log(p), p prime;
#: p = 0 stands for pi.
Factors = tuple[Fraction, int, tuple[tuple[int, int], ...]]
#: A finite sum of rational multiples of monomials.  The empty sum is zero.
ExactNumber = dict[Factors, Fraction]
_UNIT: Factors = (Fraction(0), 1, ())


class Exact:
    """Sums of rational multiples of e^q, sqrt(s), log(p): enough to see that a value is zero.

    A sum whose coefficients all vanish is zero; anything this arithmetic cannot write down
    raises ``UndefinedHere`` rather than being rounded.
    """

    def const(self, value: Fraction) -> ExactNumber:
        return {_UNIT: value} if value else {}

    def pi(self) -> ExactNumber:
        return {(Fraction(0), 1, ((0, 1),)): Fraction(1)}

    def rational(self, a: ExactNumber) -> Fraction | None:
        """The value, if it is written as a rational number."""
        return a.get(_UNIT, Fraction(0)) if set(a) <= {_UNIT} else None

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
        inverse = tuple((prime, -k) for prime, k in logs)
        return self.mul(a, {(-q, s, inverse): 1 / (c * s)})

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
        """The sign, by balls where the sum is not formally zero."""
        if not a:
            return 0
        with ctx.workprec(_PRECISION):
            total = arb(0)
            for (q, s, logs), c in a.items():
                term = arb(_fmpq(c)) * arb(_fmpq(q)).exp() * arb(s).sqrt()
                for prime, k in logs:
                    term = term * (arb(prime).log() if prime else arb.pi()) ** k
                total = total + term
        if total > 0 or total < 0:
            return 1 if total > 0 else -1
        raise UndefinedHere("sign not decided")

    def call(self, name: str, args: list[ExactNumber]) -> ExactNumber:
        if name in ("min", "max"):
            left_is_less = self.sign(self.sub(args[0], args[1])) <= 0
            return args[0] if left_is_less == (name == "min") else args[1]
        (a,) = args
        if name == "abs":
            return a if self.sign(a) >= 0 else self.neg(a)
        if name in ("atan", "tanh", "sinh", "sin", "asin", "erf", "tan") and not a:
            return {}
        if name in ("sin", "cos", "tan"):
            return self._wave(name, a)
        if name in ("atan", "asin") and a == self.const(Fraction(1)):
            return self.mul(self.pi(), self.const(Fraction(1, 4 if name == "atan" else 2)))
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
            elif len(logs) == 1 and logs[0][1] == 1 and logs[0][0] and c.denominator == 1:
                if abs(c) > 1000:
                    raise UndefinedHere("numbers too long")
                result = self.mul(result, self.const(Fraction(logs[0][0]) ** int(c)))
            else:
                raise UndefinedHere("exp is not exact here")
        return result

    def _wave(self, name: str, a: ExactNumber) -> ExactNumber:
        """sin, cos and tan at multiples of pi/6 and pi/4."""
        pi = (Fraction(0), 1, ((0, 1),))
        if not set(a) <= {pi}:
            raise UndefinedHere(f"{name} is not exact here")
        turn = a.get(pi, Fraction(0)) % 2
        if name == "tan":
            return self.div(self._sine(turn), self._sine((turn + Fraction(1, 2)) % 2))
        return self._sine(turn if name == "sin" else (turn + Fraction(1, 2)) % 2)

    def _sine(self, turn: Fraction) -> ExactNumber:
        """sin(turn pi) for 0 <= turn < 2."""
        if turn >= 1:
            return self.neg(self._sine(turn - 1))
        square = {
            Fraction(0): Fraction(0),
            Fraction(1, 6): Fraction(1, 4),
            Fraction(1, 4): Fraction(1, 2),
            Fraction(1, 3): Fraction(3, 4),
            Fraction(1, 2): Fraction(1),
        }.get(min(turn, 1 - turn))
        if square is None:
            raise UndefinedHere("sin is not exact here")
        return self.call("sqrt", [self.const(square)])

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


def _fmpq(q: Fraction) -> fmpq:
    return fmpq(q.numerator, q.denominator)


def _merge(
    a: tuple[tuple[int, int], ...], b: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, int], ...]:
    powers: dict[int, int] = dict(a)
    for prime, k in b:
        powers[prime] = powers.get(prime, 0) + k
    return tuple(sorted((prime, k) for prime, k in powers.items() if k))


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
