r"""How a learner forgets: weights of past rounds and design-matrix recursions.

At round :math:`t` the rounds :math:`s = 1, \dots, t-1` are in the past and carry weights
:math:`w_{t,s} \in [0, 1]`:

========== ================================== ================================
Discount   :math:`\gamma^{t-1-s}`              the last round weighs 1
Window     :math:`1\{s \ge \max(1, t-\tau)\}`  the last :math:`\tau` rounds weigh 1
Forever    :math:`1`                           the stationary case
========== ================================== ================================

Weights are taken in this time-varying form.  The equivalent increasing weights
:math:`\gamma^{-s}` overflow already for :math:`\gamma = 0.9` and :math:`s = 7000`.

The design matrix :math:`V_t = \sum_{s<t} w_{t,s} a_s a_s^\top + r I`, with ridge
:math:`r = \lambda / c_\mu`, starts at :math:`V_1 = r I`; each class has its recursion.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational
from typing import Any

import numpy as np

from glbtheory._support.validation import LONGEST, is_real

Array = np.ndarray


def _round(t: Any) -> int:
    if isinstance(t, bool) or not isinstance(t, (int, np.integer)) or t < 1:
        raise ValueError(f"t must be an integer >= 1, not {t!r}")
    return int(t)


def _vector(name: str, value: Any, like: Array) -> Array:
    try:
        vector = np.asarray(value, dtype=like.dtype)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must be an array of numbers") from error
    if vector.shape != like.shape[:1]:
        raise ValueError(f"{name} must have shape {like.shape[:1]}, not {vector.shape}")
    if not _finite(vector):
        raise ValueError(f"{name} must be finite")
    if (vector * vector).sum() > LONGEST:
        raise ValueError(f"{name} must have norm at most 1")
    return vector


def _finite(x: Array) -> bool:
    return x.dtype == object or bool(np.isfinite(x).all())


def _design(V: Any) -> Array:
    """``V`` as a square matrix, float or (for exact recursions) of Fractions."""
    matrix = np.asarray(V)
    if matrix.dtype.kind not in "iufO":
        raise ValueError(f"V must be a matrix of numbers, not of {matrix.dtype}")
    if matrix.dtype != object:
        matrix = matrix.astype(float)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not _finite(matrix):
        raise ValueError(f"V must be a finite square matrix, not of shape {matrix.shape}")
    return matrix


def _ridge(ridge: Any) -> Any:
    if not is_real(ridge) or not 0 < ridge < np.inf:
        raise ValueError(f"ridge must be positive and finite, not {ridge!r}")
    return ridge


def _stays(oldest: Any) -> None:
    if oldest is not None:
        raise ValueError("oldest must be None: only a window drops an action")


@dataclass(frozen=True)
class Discount:
    r"""Exponential discounting, :math:`w_{t,s} = \gamma^{t-1-s}` with :math:`\gamma \in (0, 1]`.

    ``gamma`` may be a ``Fraction``; exact weights are then those of that fraction.  A float
    stands for the dyadic rational that it is.
    """

    gamma: float | Fraction

    def __post_init__(self) -> None:
        real = isinstance(self.gamma, (float, Rational)) and not isinstance(self.gamma, bool)
        if not real or not 0 < self.gamma <= 1:
            raise ValueError(f"gamma must lie in (0, 1], not {self.gamma!r}")

    @property
    def effective_size(self) -> float:
        r"""The limit of the sum of weights, :math:`1/(1-\gamma)`; infinite at 1."""
        return float("inf") if self.gamma == 1 else float(1 / (1 - self.gamma))

    def weights(self, t: int) -> Array:
        """Weights of the rounds 1, ..., t-1 (old ones underflow to 0, nothing overflows)."""
        return np.power(float(self.gamma), np.arange(_round(t) - 2, -1, -1, dtype=float))

    def squared_weights(self, t: int) -> Array:
        r"""The squares :math:`\gamma^{2(t-1-s)}`, one rounding each."""
        return np.power(float(self.gamma), 2 * np.arange(_round(t) - 2, -1, -1, dtype=float))

    def exact_weights(self, t: int) -> list[Fraction]:
        """The weights as fractions."""
        return [Fraction(self.gamma) ** (t - 1 - s) for s in range(1, _round(t))]

    def update_design(self, V: Any, action: Any, ridge: Any, oldest: Any = None) -> Array:
        r""":math:`V_{t+1} = \gamma V_t + a_t a_t^\top + (1-\gamma)\, r I`.

        The last term restores the ridge that the factor :math:`\gamma` takes away.
        """
        _stays(oldest)
        V = _design(V)
        a = _vector("action", action, V)
        gamma = Fraction(self.gamma) if V.dtype == object else float(self.gamma)
        identity = np.identity(len(V), dtype=V.dtype)
        return gamma * V + np.multiply.outer(a, a) + (1 - gamma) * _ridge(ridge) * identity


@dataclass(frozen=True)
class Window:
    r"""A sliding window: the last :math:`\tau \ge 1` rounds weigh 1, older ones 0."""

    tau: int

    def __post_init__(self) -> None:
        whole = isinstance(self.tau, (int, np.integer)) and not isinstance(self.tau, bool)
        if not whole or self.tau < 1:
            raise ValueError(f"tau must be an integer >= 1, not {self.tau!r}")

    @property
    def effective_size(self) -> float:
        r"""The limit of the sum of weights, :math:`\tau`."""
        return float(self.tau)

    def weights(self, t: int) -> Array:
        """Weights of the rounds 1, ..., t-1."""
        return (np.arange(1, _round(t)) >= max(1, t - self.tau)).astype(float)

    def squared_weights(self, t: int) -> Array:
        """The same as the weights, which are 0 or 1."""
        return self.weights(t)

    def exact_weights(self, t: int) -> list[Fraction]:
        """The weights as fractions."""
        return [Fraction(s >= max(1, t - self.tau)) for s in range(1, _round(t))]

    def leaving(self, t: int) -> int | None:
        r"""The round :math:`t-\tau` that leaves between :math:`V_t` and :math:`V_{t+1}`, if any.

        None leaves while :math:`t \le \tau`: the sum for :math:`V_{t+1}` starts at
        :math:`\max(1, t+1-\tau)`, which is still 1 at :math:`t = \tau`.
        """
        return _round(t) - self.tau if t > self.tau else None

    def update_design(self, V: Any, action: Any, ridge: Any, oldest: Any = None) -> Array:
        r""":math:`V_{t+1} = V_t + a_t a_t^\top - a_{t-\tau} a_{t-\tau}^\top`.

        ``oldest`` is the action of round :meth:`leaving`, or None while the window fills.
        The ridge is part of :math:`V_t` already and does not change.
        """
        _ridge(ridge)
        V = _design(V)
        a = _vector("action", action, V)
        V = V + np.multiply.outer(a, a)
        if oldest is None:
            return V
        old = _vector("oldest", oldest, V)
        return V - np.multiply.outer(old, old)


@dataclass(frozen=True)
class Forever:
    """No forgetting: every past round weighs 1."""

    @property
    def effective_size(self) -> float:
        """Infinite: the sum of weights grows without limit."""
        return float("inf")

    def weights(self, t: int) -> Array:
        """Weights of the rounds 1, ..., t-1."""
        return np.ones(_round(t) - 1)

    def squared_weights(self, t: int) -> Array:
        """The same as the weights."""
        return self.weights(t)

    def exact_weights(self, t: int) -> list[Fraction]:
        """The weights as fractions."""
        return [Fraction(1)] * (_round(t) - 1)

    def update_design(self, V: Any, action: Any, ridge: Any, oldest: Any = None) -> Array:
        r""":math:`V_{t+1} = V_t + a_t a_t^\top`."""
        _stays(oldest)
        _ridge(ridge)
        V = _design(V)
        a = _vector("action", action, V)
        return V + np.multiply.outer(a, a)


Forgetting = Discount | Window | Forever
