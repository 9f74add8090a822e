"""Polynomials with rational coefficients as tables {exponents: coefficient}, and their quotients.

Nothing but additions and multiplications of exact numbers: an identity between polynomials holds if
the two tables are equal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from glbtheory.engines.checker.refusal import BadCertificate
from glbtheory.engines.language.expression import MAX_BITS, Expr, Program, UndefinedHere, bits

Exponents = tuple[int, ...]
#: No coefficient of a polynomial is 0.
Polynomial = dict[Exponents, Fraction | int]

#: Longer products than this are not written out.
_MAX_PRODUCTS = 4_000_000
_MAX_EXPONENT = 400


def add(a: Polynomial, b: Polynomial, factor: Fraction | int = 1) -> Polynomial:
    """a + factor b."""
    total = dict(a)
    for e, c in b.items():
        value = total.get(e, 0) + factor * c
        if value == 0:
            total.pop(e, None)
        else:
            total[e] = value
    return total


def multiply(a: Polynomial, b: Polynomial) -> Polynomial:
    """a b."""
    if len(a) * len(b) > _MAX_PRODUCTS:
        raise UndefinedHere("too long to be written out")
    total: Polynomial = {}
    for e, c in a.items():
        for f, d in b.items():
            g = tuple(map(int.__add__, e, f))
            total[g] = total.get(g, 0) + c * d
    return {e: c for e, c in total.items() if c != 0}


def power(a: Polynomial, k: int, n: int) -> Polynomial:
    """a^k for a polynomial in n names."""
    longest = max((bits(Fraction(c)) for c in a.values()), default=0)
    if k < 0 or k > _MAX_EXPONENT or (k > 1 and longest * k > MAX_BITS):
        raise UndefinedHere("too long to be written out")
    result = one(n)
    for _ in range(k):
        result = multiply(result, a)
    return result


def one(n: int) -> Polynomial:
    """The constant 1 in n names."""
    return {(0,) * n: 1}


def quotient_of(a: Polynomial, b: Polynomial) -> Polynomial:
    """The polynomial q with a = q b; refused where there is none."""
    if not b:
        raise BadCertificate("division by the polynomial 0")
    lead = max(b)
    rest, result = dict(a), Polynomial()
    while rest:
        top = max(rest)
        e = tuple(map(int.__sub__, top, lead))
        if min(e, default=0) < 0:
            raise BadCertificate("one polynomial does not divide the other")
        c = Fraction(rest[top]) / b[lead]
        result[e] = c
        rest = add(rest, multiply({e: c}, b), -1)
    return result


def read_polynomial(offered: Any, n: int) -> Polynomial:
    """A polynomial from [[coefficient, exponents], ...]."""
    result: Polynomial = {}
    for coefficient, exponents in offered:
        e = tuple(exponents)
        if len(e) != n or any(type(k) is not int or not 0 <= k <= _MAX_EXPONENT for k in e):
            raise BadCertificate(f"no exponents of a polynomial in {n} names: {exponents!r}")
        if e in result:
            raise BadCertificate("one monomial is written twice")
        value = read_rational(coefficient)
        if value != 0:
            result[e] = value.numerator if value.denominator == 1 else value
    return result


def read_rational(text: Any) -> Fraction:
    """A rational number from its text."""
    if not isinstance(text, str) or not re.fullmatch(r"-?[0-9]+(/[1-9][0-9]*)?", text):
        raise BadCertificate(f"not a rational number: {text!r}")
    return Fraction(text)


# --- rational expressions ------------------------------------------------------------------------

_Factor = frozenset[tuple[Exponents, Fraction | int]]


@dataclass(frozen=True)
class SparseQuotient:
    """A polynomial over a product of powers of polynomials, none of which is the polynomial 0."""

    top: Polynomial
    bottom: dict[_Factor, int] = field(default_factory=dict)


class Quotients:
    """The arithmetic that reads a rational expression.

    Every factor of a bottom is a factor of something by which the expression divides, so it is not
    0 wherever the expression is defined.
    """

    def __init__(self, names: tuple[str, ...]):
        self.names, self.n = names, len(names)

    def read(self, expr: Expr) -> tuple[Polynomial, Polynomial]:
        """(N, D) with expr = N/D."""
        values = {name: SparseQuotient(self._unit(i)) for i, name in enumerate(self.names)}
        result: SparseQuotient = Program(expr).run(self, values)
        return result.top, self._written_out(result.bottom)

    def _unit(self, i: int) -> Polynomial:
        return {tuple(int(i == j) for j in range(self.n)): 1}

    def _written_out(self, factors: Mapping[_Factor, int]) -> Polynomial:
        product = one(self.n)
        for factor, k in factors.items():
            product = multiply(product, power(dict(factor), k, self.n))
        return product

    def const(self, value: Fraction) -> SparseQuotient:
        return SparseQuotient({(0,) * self.n: value} if value else {})

    def pi(self) -> SparseQuotient:
        raise UndefinedHere("pi is no rational number")

    def add(self, a: SparseQuotient, b: SparseQuotient) -> SparseQuotient:
        common = {f: max(a.bottom.get(f, 0), b.bottom.get(f, 0)) for f in {**a.bottom, **b.bottom}}
        left, right = (
            multiply(side.top, self._written_out(_missing(common, side.bottom))) for side in (a, b)
        )
        return SparseQuotient(add(left, right), common)

    def sub(self, a: SparseQuotient, b: SparseQuotient) -> SparseQuotient:
        return self.add(a, self.neg(b))

    def neg(self, a: SparseQuotient) -> SparseQuotient:
        return SparseQuotient({e: -c for e, c in a.top.items()}, a.bottom)

    def mul(self, a: SparseQuotient, b: SparseQuotient) -> SparseQuotient:
        factors = {f: a.bottom.get(f, 0) + b.bottom.get(f, 0) for f in {**a.bottom, **b.bottom}}
        return SparseQuotient(multiply(a.top, b.top), factors)

    def div(self, a: SparseQuotient, b: SparseQuotient) -> SparseQuotient:
        return self.mul(a, self._inverse(b))

    def pow(self, a: SparseQuotient, k: int) -> SparseQuotient:
        if k < 0:
            a, k = self._inverse(a), -k
        return SparseQuotient(power(a.top, k, self.n), {f: e * k for f, e in a.bottom.items()})

    def call(self, name: str, args: list[SparseQuotient]) -> SparseQuotient:
        raise UndefinedHere(f"{name} is no rational function")

    def _inverse(self, a: SparseQuotient) -> SparseQuotient:
        if not a.top:
            raise UndefinedHere("division by zero")
        # The monomial that all terms share is split off, so that 1/(a b) + 1/(b c) stays short.
        shared = tuple(min(k) for k in zip(*a.top, strict=True))
        lead = a.top[max(a.top)]
        rest: Polynomial = {
            tuple(map(int.__sub__, e, shared)): Fraction(c) / lead for e, c in a.top.items()
        }
        bottom = {frozenset(self._unit(i).items()): k for i, k in enumerate(shared) if k}
        if rest != one(self.n):
            bottom[frozenset(rest.items())] = 1
        top: Polynomial = {e: Fraction(c) / lead for e, c in self._written_out(a.bottom).items()}
        return SparseQuotient(top, bottom)


def _missing(common: dict[_Factor, int], present: dict[_Factor, int]) -> dict[_Factor, int]:
    return {f: k - present.get(f, 0) for f, k in common.items()}
