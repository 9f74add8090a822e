r"""Thompson sampling for generalised linear rewards, with forgetting.

Round t draws :math:`\tilde\theta \sim N(\hat\theta_t, c^2H_t^{-1})` and plays an action with the
largest :math:`a^\top\tilde\theta`.  Chapelle and Li (2011) :cite:p:`chapelle2011` do this for
logistic rewards; Kim and Tewari (2020) :cite:p:`kim2020` add discounted weights, for linear ones.
Estimate and matrix are those of ``_one_step`` with discount factor ``gamma``; 1 forgets nothing.
The draw is a function of the seed and the round.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glbtheory._support.lazy_scipy import ndtri
from glbtheory._support.validation import positive
from glbtheory.bandits.policies._questions import one_of_the_largest
from glbtheory.bandits.policies.references._online import OnlinePolicy

Array = np.ndarray

#: Draws from which propensities are estimated; they have no closed form.
DRAWS = 4000


class ThompsonSampling(OnlinePolicy):
    """Thompson sampling; ``scale`` is c, the number of posterior standard deviations."""

    name = "Thompson"

    def __init__(
        self,
        link: Any,
        d: int,
        gamma: float = 1.0,
        *,
        scale: float = 1.0,
        lam: float = 1.0,
        horizon: int | None = None,
        m: float | None = None,
        seed: int | np.random.SeedSequence = 0,
    ) -> None:
        self.scale = positive("scale", scale)
        if self.scale > 1e6:
            raise ValueError(f"scale must be at most 1e6, not {scale!r}")
        super().__init__(link, d, gamma, lam, horizon, m, seed)

    def _drawn(self, normal: Array) -> Array:
        """Parameters from rows of standard normal numbers."""
        # H = L Lᵀ, and L⁻ᵀ of a standard normal vector has the covariance H⁻¹.
        factor = np.linalg.cholesky(self.estimates.design[0])
        found: Array = self.theta + self.scale * np.linalg.solve(factor.T, normal.T).T
        return found

    def _scores(self, offered: Array) -> Array:
        numbers = self._numbers((self.round - 1) * (self.d + 1) + 1, self.d + 1)
        # Numbers are multiples of 2⁻⁵³ and may be 0, where the quantile is not finite.
        normal = ndtri(np.clip(numbers[None, :-1], 2.0**-54, 1.0))
        found: Array = offered @ self._drawn(normal)[0]
        return found

    def _select(self, offered: Array) -> int:
        last = self.round * (self.d + 1)
        return one_of_the_largest(self._scores(offered), float(self._numbers(last)[0]))

    def _propensities(self, offered: Array) -> Array:
        """Estimated from draws of a generator of their own; none of them is 0."""
        normal = np.random.default_rng(0).standard_normal((DRAWS, self.d))
        best = (self._drawn(normal) @ offered.T).argmax(axis=1)
        counts = np.bincount(best, minlength=len(offered)) + 0.5
        found: Array = counts / counts.sum()
        return found
