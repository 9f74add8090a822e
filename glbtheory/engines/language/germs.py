"""Asymptotic expansions at an end of an interval, from which limits are read.

Near the end the variable is written with t > 0, t -> 0: x = a + t, x = a - t, x = 1/t or x = -1/t.
With L = log(1/t), a *germ* is a finite sum of terms  c e^P t^p L^q  and a remainder O(e^P t^p L^q),
where P is a sum of rational multiples of terms t^p L^q that tend to infinity faster than L.  Such
terms are ordered by size, and sums, products, quotients, exponentials and logarithms of germs are
germs.  The coefficients are numbers of the caller's arithmetic (see :class:`Numbers`), so search
and checker decide with their own numbers which coefficients are zero and what signs they have.

Nothing is rounded: what this calculus cannot write down raises ``UndefinedHere``.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from math import inf
from typing import Any, Protocol

from glbtheory.engines.language.domain import End
from glbtheory.engines.language.expression import Expr, Program, UndefinedHere, constant

#: (p, q) of t^p L^q, each with a rational coefficient: the divergent exponent of an exponential.
Exponent = tuple[tuple[tuple[Fraction, Fraction], Fraction], ...]

_ZERO = Fraction(0)
#: Numbers of terms that are kept, one attempt after the other.
_LENGTHS = (4, 12)


class Numbers(Protocol):
    """Coefficients: exact where that is possible, enclosures elsewhere."""

    def const(self, value: Fraction) -> Any: ...
    def pi(self) -> Any: ...
    def add(self, a: Any, b: Any) -> Any: ...
    def mul(self, a: Any, b: Any) -> Any: ...
    def div(self, a: Any, b: Any) -> Any: ...
    def neg(self, a: Any) -> Any: ...
    def call(self, name: str, args: list[Any]) -> Any: ...
    def is_zero(self, a: Any) -> bool:
        """Whether a number is known to be 0."""

    def sign(self, a: Any) -> int:
        """The sign; raises ``UndefinedHere`` where it is not known."""

    def rational(self, a: Any) -> Fraction | None:
        """The value, if it is known to be rational."""


@dataclass(frozen=True)
class GermMonomial:
    """e^exponent t^p L^q."""

    exponent: Exponent = ()
    p: Fraction = _ZERO
    q: Fraction = _ZERO

    def times(self, other: GermMonomial, power: Fraction | int = 1) -> GermMonomial:
        """This monomial times a power of another one."""
        exponent = dict(self.exponent)
        for term, c in other.exponent:
            exponent[term] = exponent.get(term, _ZERO) + power * c
        kept = tuple(sorted((k, c) for k, c in exponent.items() if c))
        return GermMonomial(kept, self.p + power * other.p, self.q + power * other.q)

    def size(self) -> int:
        """1 if it tends to infinity, 0 if it is 1, -1 if it tends to 0."""
        if self.exponent:
            _, c = max(self.exponent, key=lambda term: (-term[0][0], term[0][1]))
            return 1 if c > 0 else -1
        order = -self.p or self.q
        return (order > 0) - (order < 0)


_UNIT = GermMonomial()


def compare(a: GermMonomial, b: GermMonomial) -> int:
    """1 if a is larger than b near the end, -1 if smaller."""
    return a.times(b, -1).size()


@dataclass(frozen=True)
class Germ:
    """Terms from the largest to the smallest, and the size of what is left out (None: nothing)."""

    terms: tuple[tuple[GermMonomial, Any], ...]
    rest: GermMonomial | None = None


class Germs:
    """Germs as an arithmetic: an expression is run over it."""

    def __init__(self, numbers: Numbers, length: int):
        self.numbers, self.length = numbers, length

    # -- construction ---------------------------------------------------------------------------

    def const(self, value: Fraction) -> Germ:
        return self._number(self.numbers.const(value))

    def pi(self) -> Germ:
        return self._number(self.numbers.pi())

    def _number(self, value: Any) -> Germ:
        return self._germ({_UNIT: value}, None)

    def power_of_t(self, p: int, sign: int = 1) -> Germ:
        """sign t^p."""
        c = self.numbers.const(Fraction(sign))
        return Germ(((GermMonomial(p=Fraction(p)), c),))

    def _germ(self, terms: dict[GermMonomial, Any], rest: GermMonomial | None) -> Germ:
        kept = [(m, c) for m, c in terms.items() if not self.numbers.is_zero(c)]
        if rest is not None:
            kept = [(m, c) for m, c in kept if compare(m, rest) > 0]
        kept.sort(key=cmp_to_key(_larger_first))
        if len(kept) > self.length:
            rest, kept = kept[self.length][0], kept[: self.length]
        return Germ(tuple(kept), rest)

    # -- arithmetic -----------------------------------------------------------------------------

    def add(self, a: Germ, b: Germ) -> Germ:
        terms = dict(a.terms)
        for m, c in b.terms:
            terms[m] = self.numbers.add(terms[m], c) if m in terms else c
        return self._germ(terms, _larger(a.rest, b.rest))

    def neg(self, a: Germ) -> Germ:
        return Germ(tuple((m, self.numbers.neg(c)) for m, c in a.terms), a.rest)

    def sub(self, a: Germ, b: Germ) -> Germ:
        return self.add(a, self.neg(b))

    def mul(self, a: Germ, b: Germ) -> Germ:
        terms: dict[GermMonomial, Any] = {}
        for m, c in a.terms:
            for n, d in b.terms:
                product, key = self.numbers.mul(c, d), m.times(n)
                terms[key] = self.numbers.add(terms[key], product) if key in terms else product
        rest: GermMonomial | None = None
        for x, y in ((a, b), (b, a)):
            if x.rest is not None:
                for size in [n for n, _ in y.terms[:1]] + ([y.rest] if y.rest else []):
                    rest = _larger(rest, x.rest.times(size))
        return self._germ(terms, rest)

    def div(self, a: Germ, b: Germ) -> Germ:
        return self.mul(a, self._to_the(b, Fraction(-1)))

    def pow(self, a: Germ, k: int) -> Germ:
        if k < 0:
            return self._to_the(a, Fraction(k))
        result = self.const(Fraction(1))
        for digit in bin(k)[2:]:
            result = self.mul(result, result)
            if digit == "1":
                result = self.mul(result, a)
        return result

    def leading(self, a: Germ) -> tuple[GermMonomial, Any, int]:
        """The largest term and the sign of its coefficient."""
        if not a.terms:
            raise UndefinedHere("no leading term is known")
        m, c = a.terms[0]
        sign = self.numbers.sign(c)
        if not sign:
            raise UndefinedHere("no leading term is known")
        return m, c, sign

    def _relative(self, a: Germ) -> tuple[GermMonomial, Any, int, Germ]:
        """a = c m (1 + r): the monomial m, c, its sign, and r, which tends to 0."""
        m, c, sign = self.leading(a)
        rest = None if a.rest is None else a.rest.times(m, -1)
        terms = {n.times(m, -1): self.numbers.div(d, c) for n, d in a.terms[1:]}
        return m, c, sign, self._germ(terms, rest)

    def _series(self, r: Germ, coefficients: Any) -> Germ:
        """The sum of coefficients(k) r^k, for r that tends to 0."""
        if not r.terms and r.rest is None:
            return self._number(coefficients(0))
        size = r.terms[0][0] if r.terms else r.rest
        assert size is not None
        if size.size() >= 0:
            raise UndefinedHere("a part that should vanish does not")
        power, total = self.const(Fraction(1)), self._number(coefficients(0))
        for k in range(1, self.length + 2):
            power = self.mul(power, r)
            total = self.add(total, self.mul(self._number(coefficients(k)), power))
        beyond = _UNIT.times(size, self.length + 2)
        return self._germ(dict(total.terms), _larger(total.rest, beyond))

    def _to_the(self, a: Germ, q: Fraction) -> Germ:
        """a^q; a > 0 unless q is a whole number."""
        m, c, sign, r = self._relative(a)
        if q.denominator > 1 and sign < 0:
            raise UndefinedHere("a root of something negative")
        binomials = [Fraction(1)]
        for k in range(self.length + 1):
            binomials.append(binomials[-1] * (q - k) / (k + 1))
        series = self._series(r, lambda k: self.numbers.const(binomials[k]))
        outside = Germ(((_UNIT.times(m, q), self._number_power(c, q)),))
        return self.mul(outside, series)

    def _number_power(self, c: Any, q: Fraction) -> Any:
        numbers = self.numbers
        if q.denominator == 2:
            c, q = numbers.call("sqrt", [c]), q * 2
        if q.denominator > 1:
            return numbers.call("exp", [numbers.mul(numbers.const(q), numbers.call("log", [c]))])
        result = numbers.const(Fraction(1))
        for _ in range(abs(int(q))):
            result = numbers.mul(result, c)
        return numbers.div(numbers.const(Fraction(1)), result) if q < 0 else result

    # -- functions ------------------------------------------------------------------------------

    def call(self, name: str, args: list[Germ]) -> Germ:
        if name in ("min", "max"):
            a, b = args
            difference = self.sub(a, b)
            if not difference.terms and difference.rest is None:
                return a
            return a if (self.leading(difference)[2] > 0) == (name == "max") else b
        (a,) = args
        if name == "abs":
            if not a.terms and a.rest is None:
                return a
            return a if self.leading(a)[2] > 0 else self.neg(a)
        if name == "sqrt":
            return self._to_the(a, Fraction(1, 2)) if a.terms or a.rest is not None else a
        return getattr(self, f"_{name}")(a)

    def _parts(self, a: Germ) -> tuple[list[tuple[GermMonomial, Any]], Any, Germ]:
        """The terms that tend to infinity, the limit of the others, and what tends to 0."""
        if a.rest is not None and a.rest.size() >= 0:
            raise UndefinedHere("the expansion is too short")
        large = [(m, c) for m, c in a.terms if m.size() > 0]
        limit = next((c for m, c in a.terms if m == _UNIT), self.numbers.const(_ZERO))
        small = self._germ({m: c for m, c in a.terms if m.size() < 0}, a.rest)
        return large, limit, small

    def _exp(self, a: Germ) -> Germ:
        large, limit, small = self._parts(a)
        exponent, p = [], _ZERO
        for m, c in large:
            q = self.numbers.rational(c)
            if q is None or m.exponent:
                raise UndefinedHere("an exponential of another order")
            if m.p == 0 and m.q == 1:
                p -= q
            elif m.p == 0 and m.q < 1:
                raise UndefinedHere("an exponential of another order")
            else:
                exponent.append(((m.p, m.q), q))
        inverse = [Fraction(1)]
        for k in range(1, self.length + 3):
            inverse.append(inverse[-1] / k)
        series = self._series(small, lambda k: self.numbers.const(inverse[k]))
        value = self.numbers.call("exp", [limit])
        return self.mul(Germ(((GermMonomial(tuple(sorted(exponent)), p), value),)), series)

    def _log(self, a: Germ) -> Germ:
        m, c, sign, r = self._relative(a)
        if sign < 0 or m.q:
            raise UndefinedHere("a logarithm of another order")
        number = self.numbers.const
        total = self._series(r, lambda k: number(Fraction((-1) ** (k + 1), k) if k else _ZERO))
        outside = {GermMonomial(p=p, q=q): number(d) for (p, q), d in m.exponent}
        if m.p:
            outside[GermMonomial(q=Fraction(1))] = number(-m.p)
        outside[_UNIT] = self.numbers.call("log", [c])
        return self.add(self._germ(outside, None), total)

    def _cosh(self, a: Germ) -> Germ:
        both = self.add(self._exp(a), self._exp(self.neg(a)))
        return self.mul(both, self.const(Fraction(1, 2)))

    def _sinh(self, a: Germ) -> Germ:
        both = self.sub(self._exp(a), self._exp(self.neg(a)))
        return self.mul(both, self.const(Fraction(1, 2)))

    def _tanh(self, a: Germ) -> Germ:
        if not a.terms and a.rest is None:
            return a
        if self.leading(a)[2] < 0:
            return self.neg(self._tanh(self.neg(a)))
        double = self._exp(self.mul(a, self.const(Fraction(-2))))
        one = self.const(Fraction(1))
        return self.div(self.sub(one, double), self.add(one, double))

    def _atan(self, a: Germ) -> Germ:
        if not a.terms and a.rest is None:
            return a
        one, numbers = self.const(Fraction(1)), self.numbers
        if a.terms and a.terms[0][0].size() > 0:
            # atan(a) = +-pi/2 - atan(1/a)
            sign = self.leading(a)[2]
            quarter = self.mul(self.pi(), self.const(Fraction(sign, 2)))
            return self.sub(quarter, self._atan(self.div(one, a)))
        _, limit, small = self._parts(a)
        if not numbers.is_zero(limit):
            # atan(c + r) = atan(c) + atan(r / (1 + c^2 + c r))
            c = self._number(limit)
            below = self.add(self.add(one, self.mul(c, c)), self.mul(c, small))
            small = self.div(small, below)
        series = self._series(
            small, lambda k: numbers.const(Fraction((-1) ** (k // 2), k) if k % 2 else _ZERO)
        )
        return self.add(self._number(numbers.call("atan", [limit])), series)

    def _sin(self, a: Germ) -> Germ:
        return self._wave(a, "sin")

    def _cos(self, a: Germ) -> Germ:
        return self._wave(a, "cos")

    def _wave(self, a: Germ, name: str) -> Germ:
        if (a.rest is not None and a.rest.size() >= 0) or (a.terms and a.terms[0][0].size() > 0):
            return Germ((), _UNIT)  # bounded, and nothing else is said
        _, limit, small = self._parts(a)
        # The derivatives of sin and cos in turn, divided by k!.
        cycle = [self.numbers.call(f, [limit]) for f in ("sin", "cos")]
        cycle += [self.numbers.neg(c) for c in cycle]
        start = 0 if name == "sin" else 1
        inverse = [Fraction(1)]
        for k in range(1, self.length + 3):
            inverse.append(inverse[-1] / k)

        def coefficient(k: int) -> Any:
            return self.numbers.mul(cycle[(start + k) % 4], self.numbers.const(inverse[k]))

        return self._series(small, coefficient)

    def _tan(self, a: Germ) -> Germ:
        return self.div(self._wave(a, "sin"), self._wave(a, "cos"))

    def _asin(self, a: Germ) -> Germ:
        # asin(a) = atan(a / sqrt(1 - a^2)) where |a| < 1
        below = self.sub(self.const(Fraction(1)), self.mul(a, a))
        return self._atan(self.div(a, self._to_the(below, Fraction(1, 2))))

    def _acos(self, a: Germ) -> Germ:
        return self.sub(self.mul(self.pi(), self.const(Fraction(1, 2))), self._asin(a))

    def _erf(self, a: Germ) -> Germ:
        if a.terms and a.terms[0][0].size() > 0:
            # erf(a) = +-1 + O(e^(-a^2))
            sign = self.leading(a)[2]
            tail = self._exp(self.neg(self.mul(a, a)))
            return self._germ({_UNIT: self.numbers.const(Fraction(sign))}, tail.terms[0][0])
        _, limit, small = self._parts(a)
        if not self.numbers.is_zero(limit):
            value = self.numbers.call("erf", [limit])
            size = small.terms[0][0] if small.terms else small.rest
            return self._germ({_UNIT: value}, size)
        # erf(r) = 2/sqrt(pi) times the sum of (-1)^n r^(2n+1) / (n! (2n+1))
        factor = self.numbers.div(
            self.numbers.const(Fraction(2)), self.numbers.call("sqrt", [self.numbers.pi()])
        )
        coefficients, c = [], Fraction(1)
        for n in range(self.length + 3):
            coefficients += [_ZERO, c / (2 * n + 1)]
            c = -c / (n + 1)
        return self._series(
            small, lambda k: self.numbers.mul(factor, self.numbers.const(coefficients[k]))
        )

    def _gamma(self, a: Germ) -> Germ:
        if a.terms and a.terms[0][0].size() > 0:
            raise UndefinedHere("gamma far out")
        _, limit, small = self._parts(a)
        value = self.numbers.call("gamma", [limit])
        size = small.terms[0][0] if small.terms else small.rest
        return self._germ({_UNIT: value}, size)


def _larger_first(x: tuple[GermMonomial, Any], y: tuple[GermMonomial, Any]) -> int:
    return -compare(x[0], y[0])


def _larger(a: GermMonomial | None, b: GermMonomial | None) -> GermMonomial | None:
    if a is None or b is None:
        return a or b
    return a if compare(a, b) > 0 else b


def limit_sign(expr: Expr, name: str, end: Expr | End, side: int, numbers: Numbers) -> int | None:
    """The sign of the limit at an end, 1 also for +infinity; None if it is not found.

    ``end`` is a number, a constant expression or an infinity; ``side`` is 1 if the variable comes
    from above the end, -1 if from below.
    """
    for length in _LENGTHS:
        germs = Germs(numbers, length)
        try:
            germ = Program(expr).run(germs, {name: _variable(germs, end, side)})
            if germ.terms and germ.terms[0][0].size() >= 0:
                return germs.leading(germ)[2]
            if germ.rest is None or germ.rest.size() < 0:
                return 0
        except (UndefinedHere, ZeroDivisionError, OverflowError):
            continue
    return None


def _variable(germs: Germs, end: Expr | End, side: int) -> Germ:
    if isinstance(end, Expr):
        value = constant(end)
        start = germs.const(value) if value is not None else Program(end).run(germs, {})
    elif end in (inf, -inf):
        return germs.power_of_t(-1, 1 if end > 0 else -1)
    else:
        start = germs.const(Fraction(end))
    return germs.add(start, germs.power_of_t(1, side))
