"""Coordinates in which the ends of the domain are t >= 0, and the way back.

A variable with one end becomes t = x - lo or t = hi - x.  One with two ends becomes
t = (x - lo)/(hi - x), which runs through all t >= 0; a polynomial of degree d in x is then one in t
over (1 + t)^d, and 1 + t = (hi - lo)/(hi - x).  A variable without ends stays.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from glbtheory.engines.squares.tables import Table, affine, degrees, primitive, product, two_sided

#: One term of a sum: coefficient, polynomial q, powers of facts; it stands for c q^2 g^a.
ChartTerm = tuple[Fraction, Table, dict[int, int]]


@dataclass(frozen=True)
class ChartEnd:
    """A fact that bounds one unknown: its place in the list of facts, the bound, strictness."""

    fact: int
    bound: Fraction
    strict: bool


@dataclass(frozen=True)
class OrthantChart:
    """For each unknown its lower and upper end, as far as the chart uses them."""

    lower: tuple[ChartEnd | None, ...]
    upper: tuple[ChartEnd | None, ...]

    @property
    def size(self) -> int:
        return len(self.lower)

    def positive(self, i: int) -> bool:
        """Whether t_i >= 0."""
        return self.lower[i] is not None or self.upper[i] is not None

    def boxed(self, i: int) -> bool:
        return self.lower[i] is not None and self.upper[i] is not None

    def strict(self, i: int) -> bool:
        """Whether 0 < t_i < oo throughout the domain."""
        ends = [e for e in (self.lower[i], self.upper[i]) if e is not None]
        return bool(ends) and all(e.strict for e in ends)

    def forward(self, a: Table) -> Table:
        """The polynomial in t: a(x(t)) times (1 + t)^d for the unknowns with two ends."""
        for i in range(self.size):
            lo, hi = self.lower[i], self.upper[i]
            if lo is not None and hi is not None:
                d = degrees(a, self.size)[i]
                if d:
                    one = (Fraction(1), Fraction(1))
                    a = two_sided(a, i, d, (lo.bound, hi.bound), one)
            elif lo is not None:
                a = affine(a, i, lo.bound, Fraction(1))
            elif hi is not None:
                a = affine(a, i, hi.bound, Fraction(-1))
        return a

    def backward(self, term: ChartTerm, degree: list[int]) -> ChartTerm:
        """c q(t)^2 t^a times v^degree for the unknowns with two ends (v = hi - x), in x.

        In t the powers stand for the unknowns themselves, ``{i: a}``, and ``-1 - k`` for the fact
        k; in x for facts.
        """
        c, q, powers = term
        facts: dict[int, int] = {-1 - k: a for k, a in powers.items() if k < 0}
        for i in range(self.size):
            lo, hi = self.lower[i], self.upper[i]
            a = powers.get(i, 0)
            if lo is not None and hi is not None:
                d = degrees(q, self.size)[i]
                rest = degree[i] - a - 2 * d
                assert rest >= 0
                _count(facts, lo.fact, a)
                _count(facts, hi.fact, rest)
                if d:
                    q = two_sided(q, i, d, (-lo.bound, Fraction(1)), (hi.bound, Fraction(-1)))
            elif lo is not None:
                _count(facts, lo.fact, a)
                q = affine(q, i, -lo.bound, Fraction(1))
            elif hi is not None:
                _count(facts, hi.fact, a)
                q = affine(q, i, hi.bound, Fraction(-1))
        content, q = primitive(q)
        return c * content**2, q, facts

    def polynomial_backward(self, a: Table) -> Table:
        """A polynomial in t as one in x, for charts without two-sided unknowns."""
        for i in range(self.size):
            lo, hi = self.lower[i], self.upper[i]
            if lo is not None:
                a = affine(a, i, -lo.bound, Fraction(1))
            elif hi is not None:
                a = affine(a, i, hi.bound, Fraction(-1))
        return a

    def widths(self, degree: list[int]) -> Fraction:
        """The product of (hi - lo)^degree over the unknowns with two ends."""
        result = Fraction(1)
        for lo, hi, d in zip(self.lower, self.upper, degree, strict=True):
            if lo is not None and hi is not None:
                result *= (hi.bound - lo.bound) ** d
        return result


def _count(facts: dict[int, int], fact: int, a: int) -> None:
    if a:
        facts[fact] = facts.get(fact, 0) + a


def monomial_terms(a: Table, chart: OrthantChart) -> list[ChartTerm] | None:
    """A polynomial in t as a sum of terms, if no coefficient forbids it."""
    terms: list[ChartTerm] = []
    for e, c in a.items():
        if c < 0 or any(k % 2 and not chart.positive(i) for i, k in enumerate(e)):
            return None
        root = tuple(0 if chart.positive(i) else k // 2 for i, k in enumerate(e))
        powers = {i: k for i, k in enumerate(e) if k and chart.positive(i)}
        terms.append((c, {root: Fraction(1)}, powers))
    return terms


def extended(a: Table, unknowns: list[int], size: int, k: int, constant: bool) -> Table:
    """a times (t_i + ... [+ 1])^k over the given unknowns."""
    base: Table = {tuple(int(i == j) for j in range(size)): Fraction(1) for i in unknowns}
    if constant:
        base[(0,) * size] = Fraction(1)
    for _ in range(k):
        a = product(a, base)
    return a


def term_json(term: ChartTerm, to_json: Any) -> list[Any]:
    """A term as certificates have it."""
    c, q, facts = term
    return [str(c), to_json(q), [[k, a] for k, a in sorted(facts.items())]]
