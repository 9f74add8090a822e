r"""Potentials and determinants with their derivatives in floats, and potentials in balls.

The first serve the searches of :mod:`glbtheory.regret.potential_attacks`, the second judge what
these find.  Nothing here checks its input.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from flint import arb, arb_mat

from glbtheory.regret.potentials import past_sums, solve_each
from glbtheory.setting.forgetting import Forgetting

Array = np.ndarray


@dataclass(frozen=True)
class PotentialSlopes:
    """Derivatives in lam, in the actions, and in gamma (``decay``) or in every weight."""

    lam: float
    actions: Array
    decay: float = 0.0
    weights: Array = field(default_factory=lambda: np.zeros(0))


def potential_slopes(
    A: Array, forgetting: Forgetting, lam: float
) -> tuple[Array, float, PotentialSlopes]:
    r"""The matrices without their ridge, the potential, and its derivatives.

    With :math:`y_t = V_t^{-1}a_t` the potential changes by
    :math:`\sum_t 2y_t^\top da_t - y_t^\top dV_t\, y_t`.  What :math:`a_t` does to later rounds
    is collected by the same sums backwards in time,
    :math:`Z_t = \sum_{u>t} w_{u,t}\, y_u y_u^\top`.
    """
    M = past_sums(A, forgetting)
    Y = solve_each(M[:-1] + lam * np.identity(A.shape[1]), A)
    Z = past_sums(Y[::-1], forgetting)[-2::-1]
    actions = 2 * (Y - np.einsum("tij,tj->ti", Z, A))
    total = float(np.einsum("ti,ti->", A, Y))
    return (
        M,
        total,
        PotentialSlopes(-float(np.sum(Y**2)), actions, decay=-float(np.sum(Z * M[:-1]))),
    )


def determinant_slopes(A: Array, w: Array, H: Array) -> PotentialSlopes:
    r"""Derivatives of :math:`\log\det H` for :math:`H = \lambda I + \sum_s w_s a_s a_s^\top`."""
    inverse = np.linalg.inv(H)
    Y = A @ inverse
    each = np.einsum("ti,ti->t", A, Y)
    return PotentialSlopes(float(np.trace(inverse)), 2 * w[:, None] * Y, weights=each)


# --- in balls -------------------------------------------------------------------------------------


def diagonal_in_balls(d: int, value: Any) -> Any:
    return arb_mat(d, d, [value if i == j else 0 for i in range(d) for j in range(d)])


def potential_in_balls(actions: Any, lam: Any, gamma: Any, tau: int | None) -> tuple[Any, Any]:
    """The potential and the last design matrix, in balls, by the recursion."""
    d = len(actions[0])
    V, total = diagonal_in_balls(d, arb(lam)), arb(0)
    restored = diagonal_in_balls(d, arb((1 - gamma) * lam))
    columns = [arb_mat(d, 1, a) if any(a) else None for a in actions]
    for t, column in enumerate(columns):
        if column is not None:
            total += (column.transpose() * V.solve(column))[0, 0]
        V = V * arb(gamma) + restored
        if column is not None:
            V += column * column.transpose()
        gone = columns[t - tau] if tau is not None and t >= tau else None
        if gone is not None:
            V -= gone * gone.transpose()
    return total, V
