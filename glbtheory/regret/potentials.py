r"""Elliptical potentials: the sums of squared norms that the regret proofs have to bound.

For actions :math:`a_1, \dots, a_T` in the unit ball and the design matrices :math:`V_t` of
``forgetting``, the elliptical potential is :math:`\sum_{t \le T} \|a_t\|^2_{V_t^{-1}}`.  It is
bounded by :math:`C(\lambda)` times the growth

.. math:: \log\frac{\det V_{T+1}}{\lambda^d \gamma^{dT}}

under discounts, and by :math:`C(\lambda)\, d \lceil T/\tau\rceil \log(1+\tau/(\lambda d))` under
a window.  ``potential_attacks`` looks for actions on which these bounds are tight.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glbtheory._support.validation import positive, unit_ball
from glbtheory.setting.forgetting import Discount, Forever, Forgetting, Window

Array = np.ndarray


def design_matrices(actions: Any, forgetting: Forgetting, ridge: float) -> Array:
    r"""The matrices :math:`V_1, \dots, V_{T+1}` of T actions, as an array (T+1, d, d)."""
    A, ridge = unit_ball(actions), positive("ridge", ridge)
    return past_sums(A, _checked_forgetting(forgetting)) + ridge * np.identity(A.shape[1])


def potential(actions: Any, forgetting: Forgetting, ridge: float) -> Array:
    r"""The terms :math:`x_t = \|a_t\|^2_{V_t^{-1}}` for :math:`t = 1, \dots, T`.

    The relative error is about :math:`10^{-16}` times the condition number of :math:`V_t`, at
    most :math:`T/r`.
    """
    V = design_matrices(actions, forgetting, ridge)
    A = np.asarray(actions, dtype=float)
    return np.einsum("ti,ti->t", A, solve_each(V[:-1], A))


def log_growth(actions: Any, forgetting: Forgetting, ridge: float) -> float:
    r""":math:`\log(\det V_{T+1} / (r^d \gamma^{dT}))`, with :math:`\gamma = 1` unless discounted.

    The eigenvalues of :math:`(V_{T+1} - rI)/r` go through log1p, so small growth stays accurate.
    For a window this does not bound the potential, since volume is lost when an action leaves;
    the formula ``elliptical_window`` does.
    """
    A, ridge = unit_ball(actions), positive("ridge", ridge)
    weights = _checked_forgetting(forgetting).weights(len(A) + 1)
    gamma = float(forgetting.gamma) if isinstance(forgetting, Discount) else 1.0
    return log_one_plus((A.T * (weights / ridge)) @ A) - A.size * float(np.log(gamma))


def _checked_forgetting(forgetting: Any) -> Forgetting:
    if not isinstance(forgetting, Discount | Window | Forever):
        raise ValueError(f"forgetting must be Discount, Window or Forever, not {forgetting!r}")
    return forgetting


def past_sums(A: Array, forgetting: Forgetting) -> Array:
    """The matrices V_1, ..., V_{T+1} without their ridge."""
    M = np.zeros((len(A) + 1, A.shape[1], A.shape[1]))
    terms = A[:, :, None] * A[:, None, :]
    if isinstance(forgetting, Discount):
        from scipy.signal import lfilter  # slow to import, and most runs never need it

        M[1:] = lfilter([1.0], [1.0, -float(forgetting.gamma)], terms, axis=0)
    elif isinstance(forgetting, Window) and forgetting.tau < len(A):
        M[1:] = _window_sums(terms, forgetting.tau)
    else:
        M[1:] = np.cumsum(terms, axis=0)
    return M


def solve_each(V: Array, A: Array) -> Array:
    """V_t^{-1} a_t for every round."""
    return np.linalg.solve(V, A[:, :, None])[:, :, 0]


def log_one_plus(M: Array) -> float:
    """log det(I + M) for a positive semi-definite M."""
    return float(np.log1p(np.maximum(np.linalg.eigvalsh(M), 0.0)).sum())


def _window_sums(terms: Array, tau: int) -> Array:
    """Sums of the last tau terms: the end of one block of tau and the beginning of the next.

    Nothing is subtracted, so nothing cancels, however long the run.
    """
    n = len(terms)
    blocks = np.zeros((-(-n // tau) * tau, *terms.shape[1:]))
    blocks[:n] = terms
    blocks = blocks.reshape(-1, tau, *terms.shape[1:])
    sums = np.cumsum(blocks, axis=1)
    ends = np.cumsum(blocks[:, ::-1], axis=1)[:, ::-1]
    # At place i of a block the window still holds the places i+1, ... of the block before.
    sums[1:, :-1] += ends[:-1, 1:]
    return sums.reshape(-1, *terms.shape[1:])[:n]
