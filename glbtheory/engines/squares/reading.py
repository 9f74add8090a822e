"""Rational expressions as reduced quotients of polynomials, factored."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly_ctx

from glbtheory.engines.language.expression import Expr, Program, UndefinedHere
from glbtheory.engines.squares.tables import Table

#: Longer polynomials than this are left to the other engines.
MAX_TERMS = 3000
_MAX_DEGREE = 320
#: To factor a polynomial of higher degree may take minutes, and cannot be interrupted.
_MAX_FACTORED = 60


@dataclass(frozen=True)
class Factored:
    """constant * f1^k1 * f2^k2 ..."""

    constant: Fraction
    factors: list[tuple[Table, int]]


class Reader:
    """The arithmetic that reads rational expressions in some names."""

    def __init__(self, names: tuple[str, ...]):
        self.names = names
        # Flint wants names of its own kind.
        self.context = fmpq_mpoly_ctx.get([f"x{i}" for i in range(len(names))], Ordering.deglex)
        self.one = self.context.constant(1)

    def quotient(self, expr: Expr) -> tuple[Any, Any]:
        """(N, D) without a common factor."""
        units = self.context.gens()
        values = {name: (units[i], self.one) for i, name in enumerate(self.names)}
        result: tuple[Any, Any] = Program(expr).run(self, values)
        return result

    def table(self, polynomial: Any) -> Table:
        """A polynomial of flint as a table."""
        terms = polynomial.to_dict().items()
        return {tuple(map(int, e)): Fraction(int(c.p), int(c.q)) for e, c in terms}

    def factored(self, polynomial: Any) -> Factored:
        """The irreducible factors."""
        if polynomial.is_zero():
            return Factored(Fraction(0), [])
        if polynomial.total_degree() > _MAX_FACTORED:
            return Factored(Fraction(1), [(self.table(polynomial), 1)])
        constant, factors = polynomial.factor()
        tables = [(self.table(f), int(k)) for f, k in factors]
        return Factored(Fraction(int(constant.p), int(constant.q)), tables)

    # -- the arithmetic ---------------------------------------------------------------------------

    def const(self, value: Fraction) -> tuple[Any, Any]:
        return self.context.constant(fmpq(value.numerator, value.denominator)), self.one

    def pi(self) -> Any:
        raise UndefinedHere("pi")

    def add(self, a: Any, b: Any) -> Any:
        if a[1] == b[1]:
            return self._reduced(a[0] + b[0], a[1])
        return self._reduced(a[0] * b[1] + b[0] * a[1], a[1] * b[1])

    def sub(self, a: Any, b: Any) -> Any:
        return self.add(a, self.neg(b))

    def neg(self, a: Any) -> Any:
        return -a[0], a[1]

    def mul(self, a: Any, b: Any) -> Any:
        if max(len(a[0]) * len(b[0]), len(a[1]) * len(b[1])) > 100 * MAX_TERMS:
            raise UndefinedHere("too long to be written out")
        return self._reduced(a[0] * b[0], a[1] * b[1])

    def div(self, a: Any, b: Any) -> Any:
        return self.mul(a, self._inverse(b))

    def pow(self, a: Any, k: int) -> Any:
        if k < 0:
            a, k = self._inverse(a), -k
        if k > _MAX_DEGREE:
            raise UndefinedHere("too long to be written out")
        for part in a:
            longest = max((len(str(c)) for c in part.coeffs()), default=1)
            many = comb(len(part) + k - 1, k) > MAX_TERMS if len(part) > 1 else False
            if many or k * max(int(part.total_degree()), longest // 20) > _MAX_DEGREE:
                raise UndefinedHere("too long to be written out")
        return a[0] ** k, a[1] ** k

    def call(self, name: str, args: Any) -> Any:
        raise UndefinedHere(name)

    def _inverse(self, a: Any) -> Any:
        if a[0].is_zero():
            raise UndefinedHere("division by zero")
        return a[1], a[0]

    def _reduced(self, top: Any, bottom: Any) -> Any:
        long = max(len(top), len(bottom)) > MAX_TERMS
        if long or max(top.total_degree(), bottom.total_degree()) > _MAX_DEGREE:
            raise UndefinedHere("too long to be written out")
        if bottom.is_one():
            return top, bottom
        common = top.gcd(bottom) if not top.is_zero() else bottom
        return (top, bottom) if common.is_one() else (top / common, bottom / common)
