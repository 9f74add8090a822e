r"""LogUCB1: all data, logistic rewards, self-concordance in place of the least slope.

.. math:: b_t = 2k_\mu\sqrt{\frac{1+2S}{c_\mu}}\Big(\sqrt\lambda\big(S+\tfrac12\big)
   + \frac2{\sqrt\lambda}\log\frac{2^d(1+t/(4d\lambda))^{d/2}}{\delta}\Big)

Faury, Abeille, Calauzènes and Fercoq (2020) :cite:p:`faury2020`, their first algorithm.  The paper
projects the estimate on Θ in the norm of :math:`H_t^{-1}(\theta)`; ``projection=False`` bypasses
this.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glbtheory.bandits.families import link_of
from glbtheory.bandits.glucb import ProjectedUCB
from glbtheory.forgetting import Forever


class LogUCB1(ProjectedUCB):
    """LogUCB1, with or without the projection; ``link`` can only be the logistic one."""

    name = "LogUCB1"
    norm = "hessian"

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
        seed: int | np.random.SeedSequence = 0,
    ) -> None:
        if link_of(link).name != "logistic":
            raise ValueError(f"link must be logistic for LogUCB1, not {link_of(link).name}")
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
            seed=seed,
        )
        self._check_bonuses()

    def _published(self, rounds: np.ndarray) -> Any:
        return self._number("bonus_log_ucb1", t=rounds)

    def _options(self) -> dict[str, Any]:
        return {**super()._options(), "projection": self.projection}
