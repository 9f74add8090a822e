r"""D-GLUCB: discount factors, with the least slope as GLM-UCB has it.

.. math:: b_t = \frac{2k_\mu}{c_\mu}\Big(\sqrt{c_\mu\lambda}\,S
   + \frac m2\sqrt{2\log\tfrac1\delta
   + d\log\Big(1 + \frac{c_\mu(1-\gamma^{2t})}{d\lambda(1-\gamma^2)}\Big)}\Big)

Russac, Cappé and Garivier (2020) :cite:p:`russac2020`.  With weights that change from round to
round the radius holds at one round with probability 1 - δ; ``union=True`` has log(T/δ) in place of
log(1/δ), which makes it hold at all T rounds together.  The estimate is projected on Θ, here in
the norm of :math:`V_t^{-1}`; ``projection=False`` bypasses this.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glbtheory._support.validation import fraction_of_one, truth_value
from glbtheory.bandits.policies.generalized_linear import TOLERANCE, ProjectedUCB
from glbtheory.setting.forgetting import Discount


class DGLUCB(ProjectedUCB):
    """D-GLUCB as published, or with the union bound; with or without the projection."""

    name = "D-GLUCB"

    def __init__(
        self,
        link: Any,
        d: int,
        horizon: int,
        S: float,
        lam: float,
        gamma: float,
        *,
        union: bool = False,
        factor: int = 2,
        projection: bool = False,
        delta: float = 0.05,
        divisor: float = 1.0,
        m: float | None = None,
        tolerance: float = TOLERANCE,
        seed: int | np.random.SeedSequence = 0,
    ) -> None:
        self.gamma = fraction_of_one("gamma", gamma)
        super().__init__(
            link,
            d,
            horizon,
            S,
            lam,
            Discount(self.gamma),
            factor=factor,
            projection=projection,
            delta=delta,
            divisor=divisor,
            m=m,
            tolerance=tolerance,
            seed=seed,
        )
        self.union = truth_value("union", union)
        self._check_bonuses()

    def _published(self, rounds: np.ndarray) -> Any:
        formula = "bonus_d_glucb_union" if self.union else "bonus_d_glucb"
        return self._number(formula, t=rounds, gamma=self.gamma)
