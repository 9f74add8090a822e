"""Exact numbers of the checker: finite sums of rational multiples of monomials.

A monomial is a product of powers of e, pi, primes and logarithms of primes.  The exponent of e is
rational, that of a prime lies in [0, 1), the others are rational as well.  A sum with no term is
zero; whether the monomials are independent does not matter, because nothing is ever concluded from
a sum that has terms but from its sign, which intervals decide.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor, isqrt

from glbtheory.engines.checker.intervals import Intervals
from glbtheory.engines.language.expression import MAX_BITS, UndefinedHere, bits

#: What is raised to powers: ("e", 0), ("pi", 0), ("prime", p) or ("log", p).
BaseNumber = tuple[str, int]
PowerProduct = tuple[tuple[BaseNumber, Fraction], ...]
Number = dict[PowerProduct, Fraction]

_E: BaseNumber = ("e", 0)
_MAX_TERMS = 400
_MAX_EXPONENT = 1000
_MAX_FACTOR = 10_000


class ExactNumbers:
    """Arithmetic that writes a value down or raises ``UndefinedHere``; it never rounds."""

    def const(self, value: Fraction) -> Number:
        return {(): value} if value else {}

    def pi(self) -> Number:
        return {((("pi", 0), Fraction(1)),): Fraction(1)}

    def add(self, a: Number, b: Number) -> Number:
        total = dict(a)
        for monomial, coefficient in b.items():
            rest = total.pop(monomial, Fraction(0)) + coefficient
            if rest:
                total[monomial] = rest
        return total

    def neg(self, a: Number) -> Number:
        return {m: -c for m, c in a.items()}

    def sub(self, a: Number, b: Number) -> Number:
        return self.add(a, self.neg(b))

    def mul(self, a: Number, b: Number) -> Number:
        if len(a) * len(b) > _MAX_TERMS:
            raise UndefinedHere("too many terms")
        total: Number = {}
        for left, c in a.items():
            for right, d in b.items():
                if bits(c) + bits(d) > MAX_BITS:
                    raise UndefinedHere("numbers too long")
                total = self.add(total, _monomial([*left, *right], c * d))
        return total

    def div(self, a: Number, b: Number) -> Number:
        monomial, coefficient = _single(b, "inverse")
        return self.mul(a, _monomial([(g, -q) for g, q in monomial], 1 / coefficient))

    def pow(self, a: Number, k: int) -> Number:
        if k < 0:
            return self.div(self.const(Fraction(1)), self.pow(a, -k))
        power = self.const(Fraction(1))
        for digit in bin(k)[2:]:
            power = self.mul(power, power)
            if digit == "1":
                power = self.mul(power, a)
        return power

    def sign(self, a: Number) -> int:
        """-1, 0 or 1; undecided signs raise."""
        if not a:
            return 0
        numbers = Intervals()
        total = numbers.const(Fraction(0))
        for monomial, coefficient in a.items():
            term = numbers.const(coefficient)
            for (kind, p), q in monomial:
                term = term * _enclosed_power(numbers, kind, p, q)
            total = total + term
        if total.a > 0 or total.b < 0:
            return 1 if total.a > 0 else -1
        raise UndefinedHere("sign not decided")

    def call(self, name: str, args: list[Number]) -> Number:
        if name in ("min", "max"):
            smaller, larger = args if self.sign(self.sub(*args)) <= 0 else reversed(args)
            return smaller if name == "min" else larger
        (a,) = args
        if name == "abs":
            return self.neg(a) if self.sign(a) < 0 else a
        if name in ("sinh", "tanh", "atan", "sqrt", "sin", "tan", "asin", "erf") and not a:
            return {}
        if name in ("sin", "cos", "tan"):
            return self._wave(name, a)
        if name in ("atan", "asin") and a == self.const(Fraction(1)):
            return self.mul(self.pi(), self.const(Fraction(1, 4 if name == "atan" else 2)))
        if name == "exp":
            return self._exp(a)
        if name == "log":
            return self._log(a)
        if name == "sqrt":
            return self._sqrt(a)
        if name in ("sinh", "cosh"):
            up, down = self._exp(a), self._exp(self.neg(a))
            twice = self.add(up, down) if name == "cosh" else self.sub(up, down)
            return self.mul(twice, self.const(Fraction(1, 2)))
        raise UndefinedHere(f"{name} is not exact here")

    def _wave(self, name: str, a: Number) -> Number:
        """sin, cos and tan of multiples of pi/6 and pi/4."""
        (turn,) = self.pi()
        if not set(a) <= {turn}:
            raise UndefinedHere(f"{name} is not exact here")
        q = a.get(turn, Fraction(0))
        sine, cosine = self._sine(q), self._sine(q + Fraction(1, 2))
        if name == "tan":
            return self.div(sine, cosine)
        return sine if name == "sin" else cosine

    def _sine(self, q: Fraction) -> Number:
        """sin(q pi) from the known squares in the first quarter."""
        q %= 2
        sign, q = (-1, q - 1) if q >= 1 else (1, q)
        squares = {
            Fraction(k, 12): Fraction(n, 4) for k, n in ((0, 0), (2, 1), (3, 2), (4, 3), (6, 4))
        }
        square = squares.get(min(q, 1 - q))
        if square is None:
            raise UndefinedHere("sin is not exact here")
        root = self.call("sqrt", [self.const(square)])
        return root if sign > 0 else self.neg(root)

    def _exp(self, a: Number) -> Number:
        """e^(q + r log p + ...) = e^q p^r ..."""
        powers: list[tuple[BaseNumber, Fraction]] = []
        for monomial, c in a.items():
            if not monomial:
                powers.append((_E, c))
            elif len(monomial) == 1 and monomial[0][0][0] == "log" and monomial[0][1] == 1:
                powers.append((("prime", monomial[0][0][1]), c))
            else:
                raise UndefinedHere("exp is not exact here")
        return _monomial(powers, Fraction(1))

    def _log(self, a: Number) -> Number:
        monomial, coefficient = _single(a, "logarithm")
        if coefficient < 0 or any(kind in ("log", "pi") for (kind, _), _ in monomial):
            raise UndefinedHere("logarithm is not exact here")
        total: Number = {}
        for (kind, p), q in [*monomial, *_prime_powers(coefficient)]:
            term: PowerProduct = () if kind == "e" else ((("log", p), Fraction(1)),)
            total = self.add(total, {term: q})
        return total

    def _sqrt(self, a: Number) -> Number:
        monomial, coefficient = _single(a, "square root")
        if coefficient < 0:
            raise UndefinedHere("square root of a negative number")
        roots = isqrt(coefficient.numerator), isqrt(coefficient.denominator)
        if (roots[0] ** 2, roots[1] ** 2) == coefficient.as_integer_ratio():
            return _monomial([(g, q / 2) for g, q in monomial], Fraction(*roots))
        halves = [(g, q / 2) for g, q in [*monomial, *_prime_powers(coefficient)]]
        return _monomial(halves, Fraction(1))


def _single(a: Number, what: str) -> tuple[PowerProduct, Fraction]:
    if len(a) != 1:
        raise UndefinedHere(f"{what} of a sum or of zero")
    return next(iter(a.items()))


def _monomial(powers: list[tuple[BaseNumber, Fraction]], coefficient: Fraction) -> Number:
    """A product of powers, whole powers of primes taken into the coefficient."""
    exponents: dict[BaseNumber, Fraction] = {}
    for generator, q in powers:
        exponents[generator] = exponents.get(generator, Fraction(0)) + q
    for generator, q in exponents.items():
        if generator[0] == "prime":
            whole = floor(q)
            if abs(whole) > _MAX_EXPONENT:
                raise UndefinedHere("numbers too long")
            coefficient *= Fraction(generator[1]) ** whole
            exponents[generator] = q - whole
    return {tuple(sorted((g, q) for g, q in exponents.items() if q)): coefficient}


def _prime_powers(value: Fraction) -> list[tuple[BaseNumber, Fraction]]:
    """A rational > 0 as a product of powers of primes."""
    return [
        (("prime", p), Fraction(sign * k))
        for sign, n in ((1, value.numerator), (-1, value.denominator))
        for p, k in prime_factors(n).items()
    ]


def prime_factors(n: int) -> dict[int, int]:
    """Primes and their powers by trial division; what is too large for it is refused."""
    found: dict[int, int] = {}
    for p in range(2, _MAX_FACTOR + 1):
        if p * p > n:
            break
        while n % p == 0:
            found[p] = found.get(p, 0) + 1
            n //= p
    else:
        if n > _MAX_FACTOR**2:
            raise UndefinedHere("number too large to factor")
    if n > 1:
        found[n] = found.get(n, 0) + 1
    return found


def _enclosed_power(numbers: Intervals, kind: str, p: int, q: Fraction) -> object:
    """An interval around e^q, pi^q, p^q or log(p)^q."""
    exponent = numbers.const(q)
    if kind == "e":
        return numbers.call("exp", [exponent])
    base = numbers.pi() if kind == "pi" else numbers.const(Fraction(p))
    if kind == "log":
        base = numbers.call("log", [base])
    if q.denominator == 1:
        return numbers.pow(base, int(q))
    return numbers.call("exp", [exponent * numbers.call("log", [base])])
