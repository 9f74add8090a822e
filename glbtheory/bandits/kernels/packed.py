"""Symmetric matrices kept as their lower half, row by row: factors, solutions, widths of actions.

The inner loops run over entries that lie side by side and have no running sum, so that they are
vectorised without a change of the order of any sum.
"""

from __future__ import annotations

import numpy as np

from glbtheory.bandits.kernels.compile import lean
from glbtheory.bandits.kernels.elementary import logistic
from glbtheory.bandits.kernels.link_codes import LOGISTIC
from glbtheory.bandits.kernels.rewards import mean_of

Array = np.ndarray

#: Actions that are scored together.
TILE = 64


@lean
def cholesky(matrix: Array, factor: Array, column: Array) -> bool:
    """L with L Lᵀ = matrix, the diagonal of L inverted; False if the matrix is not positive."""
    d = column.size
    for k in range(matrix.size):
        factor[k] = matrix[k]
    start = 0
    for k in range(d):
        pivot = factor[start + k]
        if not pivot > 0.0:
            return False
        inverse = 1.0 / np.sqrt(pivot)
        factor[start + k] = inverse
        at = start + k + 1
        start = at
        for i in range(k + 1, d):
            below = factor[at + k] * inverse
            factor[at + k] = below
            column[i] = below
            row = factor[at : at + i + 1]
            for j in range(k + 1, i + 1):
                row[j] -= below * column[j]
            at += i + 1
    return True


@lean
def solved(factor: Array, vector: Array, out: Array) -> None:
    """The solution of L Lᵀ x = vector."""
    d = out.size
    at = 0
    for i in range(d):
        s = vector[i]
        for k in range(i):
            s -= factor[at + k] * out[k]
        out[i] = s * factor[at + i]
        at += i + 1
    for i in range(d - 1, -1, -1):
        at -= i + 1
        row = factor[at : at + i + 1]
        x = out[i] * row[i]
        out[i] = x
        for k in range(i):
            out[k] -= row[k] * x


@lean
def times_vector(matrix: Array, x: Array, out: Array) -> None:
    """matrix · x."""
    d = x.size
    at = 0
    for i in range(d):
        row = matrix[at : at + i + 1]
        s = row[i] * x[i]
        for j in range(i):
            s += row[j] * x[j]
        t = x[i]
        for j in range(i):
            out[j] += row[j] * t
        out[i] = s
        at += i + 1


@lean
def indices(
    link: int,
    times: float,
    theta: Array,
    factor: Array,
    columns: Array,
    bonus: float,
    work: Array,
    out: Array,
) -> None:
    """μ(a·θ) + bonus ‖a‖ in the norm of the inverse of L Lᵀ, for every column a.

    That norm is the Euclidean one of L⁻¹a, by forward substitution for a tile of actions at once.
    """
    d, arms = columns.shape
    start = 0
    while start < arms:
        n = min(TILE, arms - start)
        z, square, found = work[d], work[d + 1], out[start : start + n]
        for b in range(n):
            z[b] = square[b] = 0.0
        at = 0
        for i in range(d):
            x, a, t = work[i], columns[i, start : start + n], theta[i]
            for b in range(n):
                x[b] = a[b]
                z[b] += a[b] * t
            j = 0
            while j + 4 <= i:
                l0, l1, l2, l3 = factor[at], factor[at + 1], factor[at + 2], factor[at + 3]
                x0, x1, x2, x3 = work[j], work[j + 1], work[j + 2], work[j + 3]
                for b in range(n):
                    x[b] -= (l0 * x0[b] + l1 * x1[b]) + (l2 * x2[b] + l3 * x3[b])
                at += 4
                j += 4
            while j < i:
                l0, x0 = factor[at], work[j]
                for b in range(n):
                    x[b] -= l0 * x0[b]
                at += 1
                j += 1
            inverse = factor[at]
            at += 1
            for b in range(n):
                x[b] *= inverse
                square[b] += x[b] * x[b]
        if link == LOGISTIC:
            for b in range(n):
                found[b] = times * logistic(z[b]) + bonus * np.sqrt(square[b])
        else:
            for b in range(n):
                found[b] = mean_of(link, times, z[b]) + bonus * np.sqrt(square[b])
        start += n
