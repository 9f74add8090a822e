r"""SC-D-GLUCB: discount factors, and no projection.

.. math:: b = \frac{\beta_T^\delta}{\sqrt{c_\mu}}, \qquad
   \beta_T^\delta = k_\mu\sqrt\lambda
   \Big(1 + \bar S + \sqrt{\tfrac{1+\bar S}{\lambda}}\rho_T^\delta
        + \big(\tfrac{\rho_T^\delta}{\sqrt\lambda}\big)^2\Big)^{3/2}

with :math:`\rho_T^\delta` and :math:`\bar S` of the appendix for the analysis window D
(``beta_appendix``).  With ``refined``, rounds at which :math:`\hat\theta_t \in \Theta` use
:math:`\bar\beta_T^\delta = k_\mu\sqrt{1+2S}\,(\sqrt\lambda S + \rho_T^\delta)` instead
(``beta_bar_appendix``).  Russac, Faury, Cappé and Garivier (2021) :cite:p:`russac2021`.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

import numpy as np

from glbtheory.bandits._limits import LAST_ROUND
from glbtheory.bandits.glucb import GeneralizedLinearUCB
from glbtheory.forgetting import Discount
from glbtheory.inputs import fraction_of_one, truth_value, whole_number


class SCDGLUCB(GeneralizedLinearUCB):
    """The paper's algorithm for discount factors; ``depth`` is D, log T/log(1/γ) rounded up."""

    name = "SC-D-GLUCB"

    def __init__(
        self,
        link: Any,
        d: int,
        horizon: int,
        S: float,
        lam: float,
        gamma: float,
        *,
        refined: bool = False,
        depth: int | None = None,
        delta: float = 0.05,
        divisor: float = 1.0,
        m: float | None = None,
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
            delta=delta,
            divisor=divisor,
            m=m,
            seed=seed,
        )
        self.refined = truth_value("refined", refined)
        if depth is None:
            depth = max(1, math.ceil(math.log(self.horizon) / -math.log(self.gamma)))
        # Log T is below 37, and log(1/γ) at least 2**-53.
        self.depth = whole_number("depth", depth, 1, 37 * LAST_ROUND)
        self._check_bonuses()

    @cached_property
    def _scale(self) -> float:
        return self._beta("beta_appendix")

    @cached_property
    def _refined_scale(self) -> float:
        return self._beta("beta_bar_appendix")

    def _beta(self, formula: str) -> float:
        beta = float(self._number(formula, gamma=self.gamma, D=self.depth))
        return beta / math.sqrt(self.c_mu) / self.divisor

    def _bonuses(self, rounds: np.ndarray) -> Any:
        return self._scale

    def _inside(self, rounds: np.ndarray) -> Any:
        return self._refined_scale if self.refined else np.nan

    def _options(self) -> dict[str, Any]:
        own = {"gamma": self.gamma, "refined": self.refined, "depth": self.depth}
        return {**super()._options(), **own}
