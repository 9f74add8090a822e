r"""LogUCB1: all data, logistic rewards, self-concordance in place of the least slope.

.. math:: b_t = 2k_\mu\sqrt{\frac{1+2S}{c_\mu}}\Big(\sqrt\lambda\big(S+\tfrac12\big)
   + \frac2{\sqrt\lambda}\log\frac{2^d(1+t/(4d\lambda))^{d/2}}{\delta}\Big)

Faury, Abeille, Calauzènes and Fercoq (2020) :cite:p:`faury2020`, their first algorithm.  The paper
projects the estimate on Θ in the norm of :math:`H_t^{-1}(\theta)`; ``projection=False`` bypasses
this.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from glbtheory.bandits.policies.glm_ucb import GLMUCB


class LogUCB1(GLMUCB):
    """LogUCB1, with or without the projection; ``link`` can only be the logistic one."""

    name = "LogUCB1"
    norm = "hessian"
    only = "logistic"

    def _published(self, rounds: np.ndarray) -> Any:
        return self._number("bonus_log_ucb1", t=rounds)

    def _forgiven(self, tolerance: float) -> float | None:
        r"""The norm is that of :math:`H^{-1}(\theta^\star)`, with the ridge λ."""
        radius = float(self._published(np.array([1]))[0]) / (2 * self.k_mu)
        radius /= math.sqrt((1 + 2 * self.S) / self.c_mu)
        return tolerance * radius * math.sqrt(self.lam)
