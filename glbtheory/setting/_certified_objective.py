r"""The objective of the weighted estimate in floating point, with bounds on its rounding errors.

:class:`Objective` evaluates gradient and Hessian, inverts the Hessian, and turns the three into the
certificate whose mathematics :func:`glbtheory.setting.likelihood.estimate` states.  Data are read
in blocks of rows; nothing here checks its input.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from glbtheory._support.validation import LONGEST
from glbtheory.setting._compensated_sums import products, total, two_product

Array = np.ndarray

#: The unit round-off u: a rounded result errs by at most u times its size.
UNIT = 2.0**-53
#: More than what gradual underflow takes from one term.
_TINY = float(np.finfo(float).tiny)
#: Rows are summed in runs of this length, the sums of runs pairwise.
_RUN = 128
#: Numbers, and rows, of one block at most: a block and what is computed from it stay in the cache.
_BLOCK, _ROWS = 2**17, 2**13


@dataclass(frozen=True)
class Evaluation:
    """The objective at theta: gradient, Hessian if asked for, and bounds on rounding errors.

    ``argument`` bounds the error of each inner product z = a·theta as the link sees it, and
    ``other`` the norm of the gradient's error from all other sources; ``stiffness`` is the sum
    of w μ'.
    """

    theta: Array
    gradient: Array
    hessian: Array
    stiffness: float
    argument: float
    other: float

    @property
    def round_off(self) -> float:
        return self.argument * self.stiffness + self.other


@dataclass(frozen=True)
class Inverse:
    """A symmetric P, its norm (at most ``size``) and the point whose Hessian it nearly inverts."""

    matrix: Array
    size: float
    point: Evaluation


class Objective:
    """Actions, weights, rewards, link and λ, and the objective they define."""

    def __init__(self, A: Array, w: Array, r: Array, link: Any, lam: float) -> None:
        self.A, self.w, self.r, self.link, self.lam = A, w, r, link, lam
        # Without a known C, 1 is only a guess of how long a step may be.
        self.known = getattr(link, "concordance", None) is not None
        self.pair = link.concordance if self.known else (1.0, 0.0)
        self.residual: Callable[[Array, Array], tuple[Array, Array, Array]] = (
            getattr(getattr(link, "numeric", None), "residual", None) or self._plain_residual
        )
        n, d = A.shape
        rows = min(_ROWS, max(_RUN, _BLOCK // d // _RUN * _RUN))
        self.blocks = [slice(i, i + rows) for i in range(0, max(n, 1), rows)]
        self.identity = np.identity(d)
        self.buffer = np.empty((min(n, rows), d))
        # What underflow may take from the terms of a sum, in the link or in a product.
        largest = float(max(r.max(initial=0.0), -r.min(initial=0.0)))
        self.underflow = d * _TINY * (n + float(w.sum()) * (1 + largest))

    def concordance(self, radius: float) -> float:
        """C on |z| <= radius."""
        return float(self.pair[0] + self.pair[1] * LONGEST * radius)

    def _plain_residual(self, z: Array, r: Array) -> tuple[Array, Array, Array]:
        mu = self.link.mu(z)
        return mu - r, 1 + np.abs(mu) + np.abs(r), self.link.dmu(z)

    def at(self, theta: Array, curved: bool) -> Evaluation:
        r"""The objective at theta in ordinary arithmetic.

        Rounding errors, with u the unit round-off and factors that cover all of second order:

        - an inner product errs by :math:`d\,u\,\|a_s\|\|\theta\|`, and the link adds 2u|z|; the
          residual carries this on with :math:`\dot\mu` between the two arguments, at most
          :math:`e^{C\cdot\text{error}}` times the computed one;
        - the residual errs by 8u of its size, its product with w by u;
        - a sum of n terms in runs, then pairwise in blocks of 128 with eight lanes, by
          (run + 1 + 20 + log2 n) u of each term;
        - the ridge term by :math:`2u\lambda\|\theta\|`, the last addition by u of the result.
        """
        n, d = self.A.shape
        runs, mass, stiffness = [], 0.0, 0.0
        hessian = self.lam * self.identity
        for block in self.blocks:
            A, w = self.A[block], self.w[block]
            residual, size, slope = self.residual(A @ theta, self.r[block])
            runs += _run_sums(w * residual, A)
            mass += float(w @ size)
            slope = w * slope
            stiffness += float(slope.sum())
            if curved:
                root = np.multiply(A, np.sqrt(slope)[:, None], out=self.buffer[: len(A)])
                hessian += root.T @ root
        sums = runs[0] if len(runs) == 1 else np.ascontiguousarray(np.vstack(runs).T).sum(axis=1)
        gradient = sums + self.lam * theta
        length, norm = norm_of(theta), norm_of(gradient)
        argument = 1.01 * (d + 2) * UNIT * length
        # Without C, the slope is trusted not to double within the error of its argument.
        argument *= math.exp(self.concordance(2 * length) * argument) if self.known else 2.0
        other = (
            1.01 * UNIT * ((_RUN + 30 + math.log2(n + 1)) * mass + 2 * self.lam * length + norm)
            + self.underflow
        )
        return Evaluation(theta, gradient, hessian, stiffness, argument, other)

    def precisely(self, theta: Array, inverse: Inverse) -> tuple[Evaluation, float]:
        r"""The objective at theta with inner products and sums in twice the working precision.

        Also returns a bound on :math:`\|P e\|` for the error e of the gradient.  What is left of e
        is a multiple of each action: :math:`\sum_s w_s c_s a_s` with :math:`c_s` at most

        - 8u of the residual's size, u for each of its correction by the low part of z, its product
          with w, and the rest of the sums, which is :math:`O(n \log n\,u^2)`;
        - :math:`2u|z_s|\dot\mu_s` for the argument that the link adds;
        - :math:`\dot\mu_s` times what is of second order in the argument: the inner product's
          :math:`(d+1)^2u^2\|\theta\|`, the correction's own rounding, at most
          :math:`10u\cdot u|z_s|`, and the next Taylor term, :math:`C(u z_s)^2`;

        and the sum itself is rounded once.
        """
        d, length = len(theta), norm_of(theta)
        second = UNIT**2 * length * ((d + 1) ** 2 + 10 + self.concordance(length) * length)
        highs, low = [], np.zeros(d)
        stiffness = norm = moved = 0.0
        for block in self.blocks:
            A, w = self.A[block], self.w[block]
            columns = np.ascontiguousarray(A.T)
            z, rest = products(columns, theta)
            residual, size, slope = self.residual(z, self.r[block])
            product, error = two_product(columns, w * (residual + slope * rest))
            high, carry = total(product)
            highs.append(high)
            low += carry + error.sum(axis=1)
            each = w * (UNIT * (11 * size + 2 * np.abs(z) * slope) + second * slope)
            norm += float(each.sum())
            moved += float(each @ np.linalg.norm(A @ inverse.matrix, axis=1))
            stiffness += float(w @ slope)
        ridge, error = two_product(self.lam, theta)
        high, carry = total(np.stack([*highs, ridge], axis=1))
        gradient = high + (low + carry + error)
        rounded = UNIT * (2 * norm_of(gradient) + self.lam * length) + self.underflow
        # A product with P errs by d u ‖P‖.
        moved += inverse.size * (rounded + 2 * d * UNIT * norm)
        point = Evaluation(
            theta, gradient, self.identity, stiffness, second, 1.01 * (norm + rounded)
        )
        return point, 1.01 * moved

    def invert(self, point: Evaluation) -> Inverse:
        """The inverse of the computed Hessian."""
        H = point.hessian
        try:
            P = np.linalg.inv(H)
        except np.linalg.LinAlgError:  # λ is lost in the rounding of H; a safe direction is not
            P = np.linalg.inv(H + 8 * len(H) * UNIT * np.trace(H) * self.identity)
        P = (P + P.T) / 2
        return Inverse(P, norm_of(P), point)

    def defect(self, inverse: Inverse) -> float:
        r"""A bound on :math:`\|I - PH\|`, H the exact Hessian where the inverse was taken.

        The computed Hessian errs by :math:`\sum_s w_s\dot\mu_s` times: n u for a sum in whatever
        order, 30 u for the slope, its root and the products, and C times the argument's error.
        The defect is that times :math:`\|P\|`, plus what is computed of :math:`I - PH`, plus
        the rounding of this computation.
        """
        P, point = inverse.matrix, inverse.point
        H, n, d = point.hessian, len(self.w), len(P)
        spread = (n + 30) * UNIT + 2 * self.concordance(2 * norm_of(point.theta)) * point.argument
        error = (d + 2) * UNIT * norm_of(H) + spread * point.stiffness + self.underflow
        return norm_of(self.identity - P @ H) + 1.01 * inverse.size * error

    def bound(self, point: Evaluation, inverse: Inverse, moved: float | None = None) -> float:
        r"""The certificate of :func:`estimate`; ``moved`` bounds :math:`\|P e\|` if known.

        Else the error e of the gradient splits: what the arguments' errors :math:`\zeta` bring is
        :math:`\sum_s w_s\tau_s a_s` with :math:`|\tau_s| \le \zeta\dot\mu_s`, and
        :math:`\sum_s w_s\dot\mu_s a_s a_s^\top \preceq H(\theta) \preceq (1+\kappa)P^{-1}`, so its
        P-norm is at most :math:`\zeta\sqrt{(1+\kappa)\sum_s w_s\dot\mu_s}` (Cauchy–Schwarz).
        Everything else is bounded in norm.  The factor 1.001 covers the rounding of the bound.
        """
        d, norm = len(point.theta), norm_of(point.gradient)
        crude = 1.001 * (norm + point.round_off) / self.lam
        if not crude < math.inf:
            return math.inf
        apart = LONGEST * (norm_of(point.theta - inverse.point.theta) + crude)
        C = self.concordance(norm_of(point.theta) + apart)
        reach, defect = 1.001 * C * apart, self.defect(inverse)
        if not (self.known and defect < 1 and reach < 100):
            return crude
        growth = math.exp(reach) / (1 - defect)
        root = math.sqrt(inverse.size)
        if moved is None:
            error = point.argument * math.sqrt(growth * point.stiffness) + root * point.other
            moved = root * error
        else:
            error = root * point.round_off
        step = inverse.matrix @ point.gradient
        slack = 2 * d * UNIT * inverse.size * norm
        decrement = math.sqrt(max(float(point.gradient @ step), 0.0) + slack * norm)
        sharp = norm_of(step) + slack + moved + (growth - 1) * root * (decrement + error)
        return min(crude, 1.001 * sharp)


def norm_of(x: Array) -> float:
    """The Euclidean (Frobenius) norm; squares that leave the range of floats are scaled back."""
    norm = math.sqrt(float(np.vdot(x, x)))
    if 1e-140 < norm < 1e140:
        return norm
    largest = float(np.abs(x).max(initial=0.0))
    if not 0 < largest < math.inf:
        return largest
    return largest * math.sqrt(float(np.vdot(x / largest, x / largest)))


def _run_sums(v: Array, A: Array) -> list[Array]:
    """Sums of v_s a_s over runs of rows, a few arrays of such sums."""
    whole = len(v) // _RUN * _RUN
    if whole == 0:
        return [v @ A]
    runs = np.matmul(v[:whole].reshape(-1, 1, _RUN), A[:whole].reshape(-1, _RUN, A.shape[1]))
    return [runs[:, 0], v[whole:] @ A[whole:]]
