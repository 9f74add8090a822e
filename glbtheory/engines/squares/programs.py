"""The semidefinite program: a polynomial as a sum of squares, solved in floats.

Unknown are a symmetric matrix R for each block (the Gram matrix of its squares) and the cofactors
of the relations.  Comparing coefficients gives linear equations A r = p.  Asked is for the solution
whose smallest eigenvalue t is largest: t > 0 leaves room for rounding, t < 0 means that there is
none.  The solver gets the dual problem, which has one unknown for each monomial.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from scipy import sparse

from glbtheory.engines.budget import Budget
from glbtheory.engines.squares.monomials import Block
from glbtheory.engines.squares.tables import Table, TableExponents

#: Larger programs than this take too long.
MAX_ENTRIES = 3000
_MAX_ROUNDS = 80
#: Far below 2^53, up to which floats hold whole numbers.
_EXACT = 2**40


@dataclass
class Effort:
    """What the programs of one statement may cost: a count, so that every machine does the same.

    The time of the solver grows somewhat like the square of the number of unknown entries.
    """

    left: int = 12_000_000

    def allows(self, entries: int) -> bool:
        """Whether a program of this size may still be solved; if so, it is paid for."""
        cost = max(entries, 100) ** 2
        if not 0 < entries <= MAX_ENTRIES or cost > self.left:
            return False
        self.left -= cost
        return True


@dataclass
class SemidefiniteProgram:
    """Blocks, relations with the monomials that multiply them, and the polynomial."""

    target: Table
    blocks: list[Block]
    relations: list[tuple[int, Table, list[TableExponents]]]

    def __post_init__(self) -> None:
        self.rows: dict[TableExponents, int] = {}
        for block in self.blocks:
            if block.allowed is None:
                block.allowed = sparse.identity(len(block.points), dtype=np.int64, format="csc")
        self._entries = [self._block_entries(block) for block in self.blocks]
        self._relation_entries = self._of_relations()

    @property
    def representable(self) -> bool:
        """Whether every monomial of the polynomial occurs in some product."""
        return all(e in self.rows for e in self.target)

    @property
    def entries(self) -> int:
        """How many numbers are unknown; 0 if no square is left."""
        squares = sum(b.width * (b.width + 1) // 2 for b in self.blocks)
        return squares + int(self._relation_entries[3]) if squares else 0

    def _row(self, e: TableExponents) -> int:
        return self.rows.setdefault(e, len(self.rows))

    def _block_entries(self, block: Block) -> Any:
        """(rows, columns, values): what the full matrix of a block adds to each coefficient."""
        rows, columns, values = [], [], []
        k = len(block.points)
        factor = [(f, int(c)) for f, c in block.factor.items()]
        for i, b in enumerate(block.points):
            for j, d in enumerate(block.points):
                middle = [(x + y) // 2 for x, y in zip(b, d, strict=True)]
                for f, c in factor:
                    rows.append(self._row(tuple(map(int.__add__, middle, f))))
                    columns.append(i * k + j)
                    values.append(c)
        return rows, columns, values

    def _of_relations(self) -> Any:
        rows, columns, values = [], [], []
        column = 0
        for _, relation, monomials in self.relations:
            for m in monomials:
                for f, c in relation.items():
                    rows.append(self._row(tuple(map(int.__add__, m, f))))
                    columns.append(column)
                    values.append(int(c))
                column += 1
        return rows, columns, values, column

    def matrices(self) -> tuple[list[Any], Any]:
        """For each block the map from the upper triangle of R to coefficients; for relations too.

        All entries are whole numbers, small enough to be exact as floats; OverflowError if not.
        """
        m = len(self.rows)
        maps = []
        for block, (rows, columns, values) in zip(self.blocks, self._entries, strict=True):
            k, w = len(block.points), block.width
            full = sparse.csr_matrix((values, (rows, columns)), shape=(m, k * k), dtype=np.float64)
            both = sparse.kron(block.allowed, block.allowed, format="csc")
            reduced = (full @ both).tocsc()
            upper = [(i, j) for j in range(w) for i in range(j + 1)]
            left = [i * w + j for i, j in upper]
            right = [j * w + i for i, j in upper]
            once = sparse.diags([0.5 if i == j else 1.0 for i, j in upper])
            maps.append(((reduced[:, left] + reduced[:, right]) @ once).tocsc())
        rows, columns, values, width = self._relation_entries
        relation = sparse.csc_matrix((values, (rows, columns)), shape=(m, width), dtype=np.float64)
        if any(t.nnz and np.abs(t.data).max() > _EXACT for t in (*maps, relation)):
            raise OverflowError("not exact as floats")
        return maps, relation

    def right_hand_side(self) -> list[Fraction]:
        result = [Fraction(0)] * len(self.rows)
        for e, c in self.target.items():
            result[self.rows[e]] = c
        return result


@dataclass
class Solution:
    """Matrices R = S + t I, the cofactors, and t."""

    matrices: list[Any]
    singular: list[Any]
    cofactors: Any
    smallest: float


def solve(
    program: SemidefiniteProgram, maps: list[Any], relation: Any, budget: Budget
) -> Solution | None:
    """The solution in floats; None if the solver gives up."""
    import clarabel  # a solver written in Rust; most questions never need it

    p = np.array([float(c) for c in program.right_hand_side()])
    scale = float(np.abs(p).max()) or 1.0
    m = len(p)
    trace = np.zeros(m)
    rows, cones = [], []
    for block, table in zip(program.blocks, maps, strict=True):
        w = block.width
        if w == 0:
            continue
        upper = [(i, j) for j in range(w) for i in range(j + 1)]
        diagonal = [k for k, (i, j) in enumerate(upper) if i == j]
        trace += np.asarray(table[:, diagonal].sum(axis=1)).ravel()
        scaled = sparse.diags([-1.0 if i == j else -1 / np.sqrt(2) for i, j in upper])
        rows.append((table @ scaled).T)
        cones.append(clarabel.PSDTriangleConeT(w))
    equations = [sparse.csr_matrix(trace.reshape(1, m))]
    if relation.shape[1]:
        equations.append(relation.T)
    zero = 1 + relation.shape[1]
    matrix = sparse.vstack([*equations, *rows], format="csc")
    b = np.zeros(matrix.shape[0])
    b[0] = 1.0
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.max_iter = _MAX_ROUNDS
    settings.max_threads = 1
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-9
    if budget.remaining is not None:
        settings.time_limit = max(0.01, budget.remaining)
    solver = clarabel.DefaultSolver(
        sparse.csc_matrix((m, m)),
        p / scale,
        matrix,
        b,
        [clarabel.ZeroConeT(zero), *cones],
        settings,
    )
    answer = solver.solve()
    z = np.array(answer.z)
    if len(z) != len(b) or not np.all(np.isfinite(z)):
        return None
    t = -z[0] * scale
    return _unpacked(program, z[zero:] * scale, t, -z[1:zero] * scale)


def _unpacked(program: SemidefiniteProgram, z: Any, t: float, cofactors: Any) -> Solution:
    matrices, singular, at = [], [], 0
    for block in program.blocks:
        w = block.width
        s = np.zeros((w, w))
        for j in range(w):
            for i in range(j + 1):
                s[i, j] = s[j, i] = z[at] if i == j else z[at] / np.sqrt(2)
                at += 1
        singular.append(s)
        matrices.append(s + t * np.eye(w))
    return Solution(matrices, singular, cofactors, t)
