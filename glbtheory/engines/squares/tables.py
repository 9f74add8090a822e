"""Polynomials as tables {exponents: coefficient}: the few operations that the search needs."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import comb, gcd
from typing import Any

TableExponents = tuple[int, ...]
Table = dict[TableExponents, Fraction]


def product(a: Table, b: Table) -> Table:
    """a b."""
    total: Table = {}
    for e, c in a.items():
        for f, d in b.items():
            g = tuple(map(int.__add__, e, f))
            total[g] = total.get(g, Fraction(0)) + c * d
    return {e: c for e, c in total.items() if c}


def to_the(a: Table, k: int, n: int) -> Table:
    """a^k for a polynomial in n unknowns."""
    result: Table = {(0,) * n: Fraction(1)}
    for _ in range(k):
        result = product(result, a)
    return result


def total_of(tables: Iterable[tuple[Fraction, Table]]) -> Table:
    """The sum of c * table."""
    total: Table = {}
    for c, table in tables:
        for e, d in table.items():
            total[e] = total.get(e, Fraction(0)) + c * d
    return {e: c for e, c in total.items() if c}


def degree(a: Table) -> int:
    """The total degree; 0 for the polynomial 0."""
    return max((sum(e) for e in a), default=0)


def degrees(a: Table, n: int) -> list[int]:
    """The degree in each unknown."""
    return [max((e[i] for e in a), default=0) for i in range(n)]


def value(a: Table, point: Iterable[Any]) -> Any:
    """The value at a point."""
    at = list(point)
    total: Any = 0
    for e, c in a.items():
        term: Any = c
        for x, k in zip(at, e, strict=True):
            if k:
                term = term * x**k
        total = total + term
    return total


def affine(a: Table, i: int, shift: Fraction, scale: Fraction) -> Table:
    """a with the i-th unknown x replaced by shift + scale x."""
    if shift == 0:
        return {e: c * scale ** e[i] for e, c in a.items()}
    total: Table = {}
    for e, c in a.items():
        for j in range(e[i] + 1):
            f = (*e[:i], j, *e[i + 1 :])
            total[f] = (
                total.get(f, Fraction(0)) + c * comb(e[i], j) * shift ** (e[i] - j) * scale**j
            )
    return {e: c for e, c in total.items() if c}


def two_sided(a: Table, i: int, d: int, first: tuple[Fraction, Fraction], second: Any) -> Table:
    """a with x^k replaced by (p + q x)^k (r + s x)^(d - k), for first = (p, q), second = (r, s)."""
    n = len(next(iter(a))) if a else 0
    unit: Table = {tuple(int(j == i) for j in range(n)): Fraction(1)}
    one: Table = {(0,) * n: Fraction(1)}
    u = total_of([(first[0], one), (first[1], unit)])
    v = total_of([(second[0], one), (second[1], unit)])
    by_power: dict[int, Table] = {}
    for e, c in a.items():
        by_power.setdefault(e[i], {})[(*e[:i], 0, *e[i + 1 :])] = c
    parts = []
    for k, rest in by_power.items():
        power = product(to_the(u, k, n), to_the(v, d - k, n))
        parts.append((Fraction(1), product(rest, power)))
    return total_of(parts)


def primitive(a: Table) -> tuple[Fraction, Table]:
    """(c, b) with a = c b, c > 0, and b with whole coefficients without a common divisor."""
    if not a:
        return Fraction(1), a
    denominator = 1
    for x in a.values():
        denominator = denominator * x.denominator // gcd(denominator, x.denominator)
    divisor = gcd(*(int(x * denominator) for x in a.values()))
    c = Fraction(divisor, denominator)
    return c, {e: x / c for e, x in a.items()}


def to_json(a: Table) -> list[Any]:
    """As certificates have it."""
    return [[str(c), list(e)] for e, c in sorted(a.items(), reverse=True)]
