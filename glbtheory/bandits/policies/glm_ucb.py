r"""GLM-UCB, regularised and self-normalised: all data, stationary rewards.

.. math:: b_t = \frac{2k_\mu}{c_\mu}\Big(\sqrt{c_\mu\lambda}\,S
   + \frac m2\sqrt{2\log\tfrac1\delta + d\log\big(1 + \tfrac{c_\mu t}{d\lambda}\big)}\Big)

Filippi, Cappé, Garivier and Szepesvári (2010) :cite:p:`filippi2010`, in the form with a ridge that
Faury et al. (2020) :cite:p:`faury2020` compare with.  The paper projects the estimate on Θ in the
norm of :math:`V_t^{-1}`; experiments often bypass this, and so does ``projection=False``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glbtheory.bandits.policies.generalized_linear import TOLERANCE, ProjectedUCB
from glbtheory.setting.forgetting import Forever


class GLMUCB(ProjectedUCB):
    """GLM-UCB, with or without the projection."""

    name = "GLM-UCB"

    def __init__(
        self,
        link: Any,
        d: int,
        horizon: int,
        S: float,
        lam: float,
        *,
        factor: int = 2,
        projection: bool = False,
        delta: float = 0.05,
        divisor: float = 1.0,
        m: float | None = None,
        tolerance: float = TOLERANCE,
        seed: int | np.random.SeedSequence = 0,
    ) -> None:
        super().__init__(
            link,
            d,
            horizon,
            S,
            lam,
            Forever(),
            factor=factor,
            projection=projection,
            delta=delta,
            divisor=divisor,
            m=m,
            tolerance=tolerance,
            seed=seed,
        )
        self._check_bonuses()

    def _published(self, rounds: np.ndarray) -> Any:
        return self._number("bonus_glm_ucb", t=rounds)
