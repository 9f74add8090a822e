"""Which monomials may occur in the squares.

On t >= 0 every polynomial in t = y^2 is even in y, so its squares fall into blocks: t^a times a
square, with a in {0, 1}^n.  A basis element of such a block is written as the point b = 2 m + a
(for unknowns without ends b = 2 m): two elements of a block multiply to the monomial (b + b')/2.
A square can only occur if b lies in the Newton polytope of the polynomial.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from glbtheory.engines.squares.tables import Table, TableExponents

_MAX_CANDIDATES = 100_000
_SEED = 20210313


@dataclass
class Block:
    """factor * t^label * (a square of combinations of monomials)."""

    factor: Table
    #: Facts whose product the factor is (places in the list of facts).
    facts: tuple[int, ...]
    #: Half points b; the monomial of each is (b - label)/2.
    points: list[TableExponents]
    label: TableExponents
    #: Columns: the combinations of monomials that are allowed, with whole coefficients.
    allowed: Any = None

    def monomial(self, k: int) -> TableExponents:
        return tuple((b - a) // 2 for b, a in zip(self.points[k], self.label, strict=True))

    @property
    def width(self) -> int:
        return int(self.allowed.shape[1])


def newton_points(support: Iterable[TableExponents], positive: list[bool]) -> list[TableExponents]:
    """Whole points of (a set slightly larger than) the convex hull of the support."""
    corners = np.array(sorted(support))
    n = corners.shape[1]
    low, high = corners.min(axis=0), corners.max(axis=0)
    steps = [1 if p else 2 for p in positive]
    axes = [np.arange(lo + (lo % s), hi + 1, s) for lo, hi, s in zip(low, high, steps, strict=True)]
    # One unknown follows from the others if all terms have the same degree.
    if np.prod([float(len(a)) for a in axes]) > _MAX_CANDIDATES:
        return []
    grid = np.array(list(itertools.product(*axes)), dtype=np.int64).reshape(-1, n)
    for directions in _directions(n):
        height = directions @ corners.T
        most, least = height.max(axis=1), height.min(axis=1)
        reach = grid @ directions.T
        grid = grid[((reach <= most) & (reach >= least)).all(axis=1)]
    return [tuple(map(int, row)) for row in grid]


def _directions(n: int) -> Iterable[Any]:
    yield np.ones((1, n), dtype=np.int64)
    if n <= 5:
        yield np.array(list(itertools.product((-1, 0, 1), repeat=n)), dtype=np.int64)
    rng = np.random.default_rng(_SEED)
    yield rng.integers(-6, 7, size=(200, n))
    if n <= 4:
        yield np.array(list(itertools.product(range(-3, 4), repeat=n)), dtype=np.int64)


def pairs(points: list[TableExponents]) -> int:
    """How many products of two elements there are in the blocks of the points."""
    sizes: dict[TableExponents, int] = {}
    for b in points:
        parity = tuple(k % 2 for k in b)
        sizes[parity] = sizes.get(parity, 0) + 1
    return sum(k * (k + 1) // 2 for k in sizes.values())


def pruned(points: list[TableExponents], support: set[TableExponents]) -> list[TableExponents]:
    """Without the points whose square can be cancelled by nothing and is not in the support."""
    current = set(points)
    while True:
        middles: dict[TableExponents, int] = {}
        listed = sorted(current)
        groups: dict[TableExponents, list[TableExponents]] = {}
        for b in listed:
            groups.setdefault(tuple(k % 2 for k in b), []).append(b)
        for group in groups.values():
            for b, c in itertools.combinations(group, 2):
                middle = tuple((x + y) // 2 for x, y in zip(b, c, strict=True))
                middles[middle] = 1
        kept = {b for b in current if b in support or b in middles}
        if kept == current:
            return listed
        current = kept


def blocks_of(
    points: list[TableExponents], positive: list[bool], supports: Iterable[Table]
) -> list[Block]:
    """The points by parity, and by what stays the same when unknowns without ends change sign."""
    n = len(positive)
    span = _parities([e for t in supports for e in t], positive)
    groups: dict[tuple[TableExponents, TableExponents], list[TableExponents]] = {}
    for b in points:
        label = tuple(k % 2 if p else 0 for k, p in zip(b, positive, strict=True))
        parity = [0 if p else (k // 2) % 2 for k, p in zip(b, positive, strict=True)]
        groups.setdefault((label, _rest(parity, span)), []).append(b)
    one: Table = {(0,) * n: Fraction(1)}
    return [Block(one, (), group, label) for (label, _), group in sorted(groups.items())]


def _parities(exponents: list[TableExponents], positive: list[bool]) -> list[list[int]]:
    """A basis, in echelon form, of the parities of the exponents of unknowns without ends."""
    span: list[list[int]] = []
    for e in exponents:
        row = [0 if p else k % 2 for k, p in zip(e, positive, strict=True)]
        reduced = list(_rest(row, span))
        if any(reduced):
            span.append(reduced)
    return span


def _rest(row: list[int], span: list[list[int]]) -> TableExponents:
    for base in span:
        if row[base.index(1)]:
            row = [a ^ b for a, b in zip(row, base, strict=True)]
    return tuple(row)


def blocks_with_factor(
    factor: Table,
    facts: tuple[int, ...],
    region: set[TableExponents],
    positive: list[bool],
    supports: list[Table],
) -> list[Block]:
    """Squares times a factor such that all monomials stay in the region."""
    first = min(factor)
    points = []
    for r in sorted(region):
        b = tuple(x - y for x, y in zip(r, first, strict=True))
        even = all(p or k % 2 == 0 for k, p in zip(b, positive, strict=True))
        if even and min(b) >= 0 and all(_sum(b, f) in region for f in factor):
            points.append(b)
    blocks = blocks_of(points, positive, supports)
    return [Block(factor, facts, block.points, block.label) for block in blocks]


def multiples(relation: Table, region: set[TableExponents]) -> list[TableExponents]:
    """The monomials by which a relation can be multiplied within the region."""
    first = min(relation)
    found = []
    for r in sorted(region):
        m = tuple(x - y for x, y in zip(r, first, strict=True))
        if min(m) >= 0 and all(_sum(m, f) in region for f in relation):
            found.append(m)
    return found


def _sum(a: TableExponents, b: TableExponents) -> TableExponents:
    return tuple(map(int.__add__, a, b))
