r"""Estimates that learn from each observation once, side by side for several discount factors.

An observation (a, r) moves each estimate to the minimiser of

.. math:: \tfrac12\lVert\theta-\hat\theta\rVert_H^2 + w\{b(a^\top\theta) - r a^\top\theta\}, \qquad
          H \leftarrow H + w\dot\mu(a^\top\theta)aa^\top ,

with the weight w = 1, or a power of the discount factor for a reward that comes late.  The
minimiser lies on a line: :math:`\theta = \hat\theta + w(r-\mu(z))H^{-1}a` where
:math:`z = a^\top\theta` solves an increasing equation of one variable.  With each round that is
over H becomes :math:`\gamma H + (1-\gamma)\lambda I`.  A round costs :math:`O(d^3)`, however long
the past is.  This is the step of Faury et al. (2022) :cite:p:`faury2022`, with forgetting.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glbtheory._support.validation import finite_array
from glbtheory.bandits.environments.reward_families import LINEAR, POISSON, family
from glbtheory.setting.links import Link

Array = np.ndarray

_STEPS = 100
#: Beyond it no family's mean is a finite float.
_FARTHEST = 700.0


class OneStepEstimates:
    """One estimate for each of the discount factors ``gammas``, from the same observations."""

    def __init__(self, link: Link, d: int, gammas: Any, lam: float) -> None:
        self.link, self.d, self.lam = link, d, lam
        self.gammas = np.asarray(gammas, float)
        self.theta = np.zeros((len(self.gammas), d))
        self.design = np.tile(lam * np.identity(d), (len(self.gammas), 1, 1))
        self._inverse: Array | None = None

    @property
    def inverse(self) -> Array:
        """The inverses of the matrices H."""
        if self._inverse is None:
            self._inverse = np.linalg.inv(self.design)
        return self._inverse

    def predictors(self, rows: Array) -> Array:
        """a·θ for each action (rows) and each estimate (columns)."""
        found: Array = np.clip(rows @ self.theta.T, -_FARTHEST, _FARTHEST)
        return found

    def squared_widths(self, rows: Array) -> Array:
        """The squares of the norms of actions in the inverse matrices."""
        found: Array = ((rows @ self.inverse) * rows).sum(axis=2).T
        return np.maximum(found, 0.0)

    def forget(self, rounds: int) -> None:
        """So many rounds are over."""
        faded = self.gammas**rounds
        if (faded == 1).all():
            return
        self.design *= faded[:, None, None]
        places = np.arange(self.d)
        self.design[:, places, places] += ((1 - faded) * self.lam)[:, None]
        self._inverse = None

    def learn(self, action: Array, reward: float, age: int) -> None:
        """An observation of ``age`` rounds ago."""
        weights = self.gammas**age
        steered = self.inverse @ action
        widths = np.maximum(steered @ action, 0.0)
        start = np.clip(self.theta @ action, -_FARTHEST, _FARTHEST)
        z = self._landing(start, weights * widths, reward)
        slopes = weights * self.link.dmu(z)
        self.theta += steered * (weights * (reward - self.link.mu(z)))[:, None]
        self.design += slopes[:, None, None] * np.outer(action, action)
        # Sherman and Morrison; forgetting, if there is any, computes the inverse anew.
        share = slopes / (1 + slopes * widths)
        self._inverse = self.inverse - share[:, None, None] * (
            steered[:, :, None] * steered[:, None, :]
        )

    def _landing(self, start: Array, gains: Array, reward: float) -> Array:
        """z = start + gain (r - μ(z)): Newton's method, kept between start and the first step."""
        with np.errstate(over="ignore"):
            ends = start + gains * (reward - self.link.mu(start))
        low = np.maximum(np.minimum(start, ends), -_FARTHEST)
        high = np.minimum(np.maximum(start, ends), _FARTHEST)
        z = np.clip(start, low, high)
        for _ in range(_STEPS):
            miss = z - start - gains * (reward - self.link.mu(z))
            low, high = np.where(miss < 0, z, low), np.where(miss > 0, z, high)
            step = z - miss / (1 + gains * self.link.dmu(z))
            inside = (step >= low) & (step <= high)
            new = np.where(inside, step, 0.5 * (low + high))
            if (abs(new - z) <= 1e-13 * (1 + abs(z))).all():
                return new
            z = new
        return z

    # -- state -----------------------------------------------------------------------------------

    def state(self) -> dict[str, Array]:
        return {"theta": self.theta.copy(), "design": self.design.copy()}

    def restore(self, state: dict[str, Array]) -> None:
        """Take over what :meth:`state` gave."""
        theta = finite_array("state theta", state["theta"], self.theta.shape)
        design = finite_array("state design", state["design"], self.design.shape)
        least = np.linalg.eigvalsh(design)[:, 0] if design.size else np.ones(1)
        if (design != design.transpose(0, 2, 1)).any() or not (least > 0).all():
            raise ValueError("state design must hold symmetric positive matrices")
        self.theta, self.design, self._inverse = theta.copy(), design.copy(), None


def log_likelihoods(link: Link, z: Array, reward: float) -> Array:
    """log p(r | z), without the part that does not depend on z."""
    code, times = family(link)
    if code == LINEAR:
        return reward * z - z * z / 2
    if code == POISSON:
        return reward * z - np.exp(z)
    return reward * z - times * np.logaddexp(0.0, z)
