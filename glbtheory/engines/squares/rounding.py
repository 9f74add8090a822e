"""From a solution in floats to an exact one, and from matrices to squares."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat
from scipy.linalg import qr

from glbtheory.engines.squares.charts import ChartTerm
from glbtheory.engines.squares.monomials import Block
from glbtheory.engines.squares.programs import SemidefiniteProgram, Solution
from glbtheory.engines.squares.tables import Table

#: Fewer bits make shorter certificates, more bits stay closer to the solution.
_BITS = (5, 9, 14, 20, 28, 40)
#: How much of the largest possible positive part is tried.
_HALVINGS = (1, 3, 6, 10, 16, 24)


class Rounding:
    """The equations A r = p, with columns chosen that can be solved for exactly."""

    def __init__(self, program: SemidefiniteProgram, maps: list[Any], relation: Any):
        self.program = program
        columns = [table.toarray() for table in maps] + [relation.toarray()]
        self.matrix = np.hstack(columns)
        self.sizes = [c.shape[1] for c in columns]
        _, triangle, order = qr(self.matrix, mode="economic", pivoting=True)
        diagonal = np.abs(np.diag(triangle))
        self.rank = int((diagonal > 1e-9 * max(1.0, diagonal[0])).sum())
        self.solved = np.sort(order[: self.rank])
        _, _, lines = qr(self.matrix[:, self.solved].T, mode="economic", pivoting=True)
        self.lines = np.sort(lines[: self.rank])
        basis = self.matrix[np.ix_(self.lines, self.solved)]
        self.basis = fmpq_mat([[int(x) for x in row] for row in basis])

    def exact(self, solution: Solution, bits: int) -> list[Fraction] | None:
        """A rational solution near the given one."""
        r = np.concatenate([*(_triangle(x) for x in solution.matrices), solution.cofactors])
        scale = float(np.abs(r).max()) or 1.0
        # One unit in the last place is scale / 2^bits, rounded to a power of two.
        step = Fraction(2) ** (int(np.floor(np.log2(scale))) - bits)
        values = [step * round(x / float(step)) for x in r]
        chosen = set(map(int, self.solved))
        right = self.program.right_hand_side()
        rest = list(right)
        table = self.matrix
        for k in range(len(values)):
            if k not in chosen and values[k]:
                for line in np.nonzero(table[:, k])[0]:
                    rest[line] -= int(table[line, k]) * values[k]
        wanted = fmpq_mat([[_fmpq(rest[line])] for line in self.lines])
        try:
            solved = self.basis.solve(wanted)
        except ZeroDivisionError:
            return None
        for k, column in enumerate(self.solved):
            values[column] = _fraction(solved[k, 0])
        # Lines that were left out must hold by themselves.
        for left_out in set(range(len(rest))) - set(map(int, self.lines)):
            row = table[left_out]
            total = sum(int(row[k]) * values[k] for k in self.solved if row[k])
            if total != rest[left_out]:
                return None
        return values

    def terms(
        self, solution: Solution, strict: list[Table] | None
    ) -> tuple[list[ChartTerm], list[tuple[int, Table]], tuple[Fraction, Table] | None] | None:
        """Exact squares and cofactors, and a multiple of something > 0 if ``strict`` asks for it.

        ``strict`` are polynomials in t with coefficients >= 0 that are > 0 throughout.
        """
        for bits in _BITS:
            values = self.exact(solution, bits)
            if values is None:
                return None
            found = self._squares(values, strict)
            if found is not None:
                return found[0], self._cofactors(values), found[1]
        return None

    def _squares(
        self, values: list[Fraction], strict: list[Table] | None
    ) -> tuple[list[ChartTerm], tuple[Fraction, Table] | None] | None:
        matrices = []
        at = 0
        for block, size in zip(self.program.blocks, self.sizes, strict=False):
            matrices.append(_square(values[at : at + size], block.width))
            at += size
        if strict is None:
            terms = self._decomposed(matrices)
            return None if terms is None else (terms, None)
        if self._decomposed(matrices) is None:
            return None
        for positive in strict:
            found = self._without(matrices, positive)
            if found is not None:
                return found
        return None

    def _decomposed(self, matrices: list[Any]) -> list[ChartTerm] | None:
        terms: list[ChartTerm] = []
        for block, matrix in zip(self.program.blocks, matrices, strict=True):
            pieces = decomposition(matrix)
            if pieces is None:
                return None
            terms += [_term(block, d, row) for d, row in pieces]
        return terms

    def _without(
        self, matrices: list[Any], positive: Table
    ) -> tuple[list[ChartTerm], tuple[Fraction, Table]] | None:
        """The squares of what is left when a multiple of a positive polynomial is taken away.

        Each of its monomials must be the square of a basis element: it is taken off the diagonal.
        """
        places = []
        for e, c in positive.items():
            place = self._diagonal(e)
            if place is None:
                return None
            places.append((*place, c))
        most = min(_fraction(matrices[n][k][k]) * w / c for n, k, w, c in places)
        for halvings in _HALVINGS:
            amount = most / 2**halvings
            # A short number.
            amount = Fraction(1, -(-amount.denominator // max(1, amount.numerator)))
            trial = [[list(row) for row in m] for m in matrices]
            for n, k, w, c in places:
                trial[n][k][k] -= _fmpq(amount * c / w)
            terms = self._decomposed(trial)
            if terms is not None:
                return terms, (amount, positive)
        return None

    def _diagonal(self, e: tuple[int, ...]) -> tuple[int, int, int] | None:
        """(block, place, w) such that the square of this basis element is w t^e."""
        for n, block in enumerate(self.program.blocks):
            if block.facts or e not in block.points:
                continue
            line = block.allowed.tocsr()[block.points.index(e)]
            for k in line.indices:
                column = block.allowed[:, int(k)]
                if column.nnz == 1:
                    return n, int(k), int(column.data[0]) ** 2
        return None

    def _cofactors(self, values: list[Fraction]) -> list[tuple[int, Table]]:
        at = sum(self.sizes[:-1])
        found = []
        for fact, _, monomials in self.program.relations:
            table = {m: values[at + k] for k, m in enumerate(monomials) if values[at + k]}
            at += len(monomials)
            if table:
                found.append((fact, table))
        return found


def decomposition(matrix: list[list[Any]]) -> list[tuple[Any, list[Any]]] | None:
    """(d, row) with matrix = sum of d row row^T and d > 0; None if it is not semidefinite."""
    a = [list(row) for row in matrix]
    n = len(a)
    pieces = []
    for k in range(n):
        d = a[k][k]
        if d < 0:
            return None
        if d == 0:
            if any(a[k][j] != 0 for j in range(k + 1, n)):
                return None
            continue
        row = [fmpq(0)] * k + [a[k][j] / d for j in range(k, n)]
        pieces.append((d, row))
        for i in range(k + 1, n):
            if a[k][i] != 0:
                left = a[k][i]
                for j in range(i, n):
                    a[i][j] -= left * row[j]
    return pieces


def _term(block: Block, d: Any, row: list[Any]) -> ChartTerm:
    """d (sum of row_k basis_k)^2 times the factor of the block."""
    q: Table = {}
    columns = block.allowed.tocoo()
    for i, k, c in zip(columns.row, columns.col, columns.data, strict=True):
        if row[k] != 0:
            e = block.monomial(int(i))
            q[e] = q.get(e, Fraction(0)) + _fraction(row[k]) * int(c)
    powers = {i: a for i, a in enumerate(block.label) if a}
    for fact in block.facts:
        powers[-1 - fact] = powers.get(-1 - fact, 0) + 1
    return _fraction(d), {e: c for e, c in q.items() if c}, powers


def _triangle(matrix: Any) -> Any:
    w = matrix.shape[0]
    return np.array([matrix[i, j] for j in range(w) for i in range(j + 1)])


def _square(values: list[Fraction], w: int) -> list[list[Any]]:
    matrix: list[list[Any]] = [[fmpq(0)] * w for _ in range(w)]
    at = 0
    for j in range(w):
        for i in range(j + 1):
            matrix[i][j] = matrix[j][i] = _fmpq(values[at])
            at += 1
    return matrix


def _fmpq(x: Fraction) -> Any:
    return fmpq(x.numerator, x.denominator)


def _fraction(x: Any) -> Fraction:
    return Fraction(int(x.p), int(x.q))
