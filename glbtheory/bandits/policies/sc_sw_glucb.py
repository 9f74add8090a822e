r"""SC-SW-GLUCB: a sliding window of τ rounds, and no projection.

.. math:: b_t = \frac{\beta_t^\delta}{\sqrt{c_\mu}}

with ``beta_window`` of the appendix, which grows until the window is full; with ``refined``,
``beta_bar_window`` at the rounds at which :math:`\hat\theta_t \in \Theta`.  Russac, Faury, Cappé
and Garivier (2021) :cite:p:`russac2021`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from glbtheory._support.validation import truth_value, whole_number
from glbtheory.bandits._limits import LAST_ROUND
from glbtheory.bandits.policies.generalized_linear import TOLERANCE, GeneralizedLinearUCB
from glbtheory.setting.forgetting import Window


class SCSWGLUCB(GeneralizedLinearUCB):
    """The paper's algorithm for a sliding window."""

    name = "SC-SW-GLUCB"

    def __init__(
        self,
        link: Any,
        d: int,
        horizon: int,
        S: float,
        lam: float,
        tau: int,
        *,
        refined: bool = False,
        delta: float = 0.05,
        divisor: float = 1.0,
        m: float | None = None,
        tolerance: float = TOLERANCE,
        seed: int | np.random.SeedSequence = 0,
    ) -> None:
        self.tau = whole_number("tau", tau, 1, LAST_ROUND)
        super().__init__(
            link,
            d,
            horizon,
            S,
            lam,
            Window(self.tau),
            delta=delta,
            divisor=divisor,
            m=m,
            tolerance=tolerance,
            seed=seed,
        )
        self.refined = truth_value("refined", refined)
        self._check_bonuses()

    def _beta(self, formula: str, rounds: np.ndarray) -> Any:
        beta = self._number(formula, t=rounds, tau=self.tau)
        return beta / math.sqrt(self.c_mu) / self.divisor

    def _bonuses(self, rounds: np.ndarray) -> Any:
        return self._beta("beta_window", rounds)

    def _inside(self, rounds: np.ndarray) -> Any:
        return self._beta("beta_bar_window", rounds) if self.refined else np.nan

    def _forgiven(self, tolerance: float) -> float | None:
        """The radius grows until the window is full."""
        return self._of_radius(tolerance, self._number("rho_window", t=1, tau=self.tau))
