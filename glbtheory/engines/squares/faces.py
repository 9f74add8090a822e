"""Directions that the squares cannot have.

Where the polynomial is 0, every square with a positive factor is 0 too.  So the Gram matrices are
singular, and rounding would make them indefinite, unless the squares are built from combinations of
monomials that vanish there.  Zeros at simple points are found exactly; other forbidden directions
show up as the kernel of the solution in floats, and are guessed by rounding.  A wrong guess costs
time, not truth.
"""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat
from scipy import sparse

from glbtheory.engines.squares.monomials import Block
from glbtheory.engines.squares.tables import Table, value

_MAX_POINTS = 5000
_MAX_ZEROS = 40
_MAX_ENTRY = 10**7


class Negative(Exception):
    """The polynomial is negative at a point of the domain."""


def simple_points(positive: list[bool]) -> list[tuple[int, ...]]:
    """Points with small whole coordinates, on the right side of 0."""
    n = len(positive)
    for numbers in ((0, 1, 2, 3, 4), (0, 1, 2), (0, 1)):
        axes = [numbers if p else (*numbers, *(-k for k in numbers if k)) for p in positive]
        if np.prod([float(len(a)) for a in axes]) <= _MAX_POINTS:
            return [p for p in itertools.product(*axes) if any(p)] + [(0,) * n]
    return [(0,) * n, (1,) * n]


def zeros(
    polynomial: Table, sides: list[Table], relations: list[Table], positive: list[bool]
) -> list[Any]:
    """Simple points where the polynomial is 0; raises :class:`Negative` where it is negative.

    At the points the sides are >= 0 and the relations 0.
    """
    points = simple_points(positive)
    exponents = np.array(list(polynomial))
    coefficients = np.array([float(c) for c in polynomial.values()])
    grid = np.array(points, dtype=float)
    values = np.zeros(len(points))
    sizes = np.zeros(len(points))
    for e, c in zip(exponents, coefficients, strict=True):
        term = c * np.prod(grid ** e[None, :], axis=1)
        values += term
        sizes += np.abs(term)
    found = []
    for k in np.nonzero(values <= 1e-9 * sizes)[0]:
        point = points[int(k)]
        if any(value(r, point) != 0 for r in relations) or any(value(g, point) < 0 for g in sides):
            continue
        exact = value(polynomial, point)
        if exact < 0:
            raise Negative
        if exact == 0 and any(point):
            found.append(point)
    # Multiples of one another say the same if all terms have the same degree.
    found.sort(key=lambda p: sum(abs(x) for x in p))
    return found[:_MAX_ZEROS]


def restrict_to_zeros(blocks: list[Block], points: list[Any]) -> None:
    """Leave only the combinations of monomials that vanish at the zeros."""
    for block in blocks:
        lines = []
        for point in points:
            factor = value(block.factor, point)
            for x, a in zip(point, block.label, strict=True):
                factor *= x**a
            if factor > 0:
                lines.append(
                    [
                        value({block.monomial(k): Fraction(1)}, point)
                        for k in range(len(block.points))
                    ]
                )
        if lines:
            block.allowed = kernel(lines, len(block.points))


def kernel(lines: list[list[Any]], width: int) -> Any:
    """Whole columns that span what all lines map to 0."""
    matrix = fmpq_mat([[_fmpq(Fraction(x)) for x in line] for line in lines])
    reduced, rank = matrix.rref()
    pivots = []
    for i in range(rank):
        pivots.append(next(j for j in range(width) if reduced[i, j] != 0))
    columns = []
    for j in range(width):
        if j in pivots:
            continue
        column = [fmpq(0)] * width
        column[j] = fmpq(1)
        for i, p in enumerate(pivots):
            column[p] = -reduced[i, j]
        denominator = 1
        for x in column:
            denominator = denominator * int(x.q) // int(np.gcd(denominator, int(x.q)))
        columns.append([int(x * denominator) for x in column])
    dense = np.array(columns, dtype=np.int64).reshape(len(columns), width).T
    return sparse.csc_matrix(dense)


def restrict_to_image(block: Block, singular: Any, top: float) -> bool:
    """Leave out the kernel of a matrix in floats, rounded; whether anything was left out.

    ``top`` is the largest eigenvalue of all blocks.
    """
    if block.width == 0:
        return False
    eigenvalues, vectors = np.linalg.eigh(singular)
    top = max(top, 1e-300)
    ratios = np.maximum(eigenvalues, 1e-14 * top) / top
    count = _gap(ratios)
    if count == 0:
        return False
    lines = _rounded_rows(vectors[:, :count].T)
    if lines is None:
        return False
    reduction = kernel(lines, block.width)
    combined = (block.allowed @ reduction).tocsc()
    if combined.nnz and np.abs(combined.data).max() > _MAX_ENTRY:
        return False
    block.allowed = combined
    return True


def _gap(ratios: Any) -> int:
    """How many of the sorted eigenvalues count as 0: below 1e-3, and before the widest gap."""
    small = int((ratios < 1e-3).sum())
    if small == 0:
        return 0
    # What comes after the last one counts as 1.
    logs = np.log10([*ratios, 1.0])
    steps = np.diff(logs[: small + 1])
    best = int(np.argmax(steps))
    return best + 1 if steps[best] > 1.0 else 0


def _rounded_rows(rows: Any) -> list[list[Fraction]] | None:
    """The row space in echelon form, with entries rounded to simple rationals; None if not near."""
    a = np.array(rows, dtype=float)
    count, width = a.shape
    for i in range(count):
        k, j = divmod(int(np.argmax(np.abs(a[i:]))), width)
        a[[i, i + k]] = a[[i + k, i]]
        a[i] /= a[i, j]
        for other in range(count):
            if other != i:
                a[other] -= a[other, j] * a[i]
    result = []
    for i in range(count):
        line = []
        for x in a[i]:
            near = Fraction(float(x)).limit_denominator(48)
            if abs(float(near) - x) > 2e-3:
                return None
            line.append(near)
        result.append(line)
    return result


def _fmpq(x: Fraction) -> Any:
    return fmpq(x.numerator, x.denominator)
