r"""SC-D-GLUCB: discount factors, and no projection.

.. math:: b = \frac{\beta_T^\delta}{\sqrt{c_\mu}}, \qquad
   \beta_T^\delta = k_\mu\sqrt\lambda
   \Big(1 + \bar S + \sqrt{\tfrac{1+\bar S}{\lambda}}\rho_T^\delta
        + \big(\tfrac{\rho_T^\delta}{\sqrt\lambda}\big)^2\Big)^{3/2}

with :math:`\rho_T^\delta` and :math:`\bar S` of the appendix for the analysis window D
(``beta_appendix``).  With ``refined``, rounds at which :math:`\hat\theta_t \in \Theta` use
:math:`\bar\beta_T^\delta = k_\mu\sqrt{1+2S}\,(\sqrt\lambda S + \rho_T^\delta)` instead
(``beta_bar_appendix``).  Russac, Faury, Cappé and Garivier (2021) :cite:p:`russac2021`.

With ``bonus="sharp"`` the two are ``beta_sharpened`` and the smaller of that and
``beta_bar_sharpened``: the same theorems hold with them, with the same probability, and they are
never larger.  For means in [0, m] everywhere, as logistic and binomial ones are.

A round is played by the parent class, ``generalized_linear``, with the compiled functions of
``kernels.play``; this file has the bonuses.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

import numpy as np

from glbtheory._support.validation import fraction_of_one, one_of, truth_value, whole_number
from glbtheory.bandits._limits import LAST_ROUND
from glbtheory.bandits.policies.generalized_linear import TOLERANCE, GeneralizedLinearUCB
from glbtheory.regret.sharper_directions import MOST_DIRECTIONS, directions
from glbtheory.setting.forgetting import Discount

#: As printed, or without the roundings of the proof.
BONUSES = ("paper", "sharp")
#: The sharp bonus has 1 - e^{-S} in it, of which fewer digits are left the smaller S is.
_LEAST_RADIUS = 1e-6


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
        bonus: str = "paper",
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
            delta=delta,
            divisor=divisor,
            m=m,
            tolerance=tolerance,
            seed=seed,
        )
        self.refined = truth_value("refined", refined)
        self.bonus = one_of("bonus", bonus, BONUSES)
        if self.bonus == "sharp":
            self._check_sharp()
        if depth is None:
            depth = max(1, math.ceil(math.log(self.horizon) / -math.log(self.gamma)))
        # Log T is below 37, and log(1/γ) at least 2**-53.
        self.depth = whole_number("depth", depth, 1, 37 * LAST_ROUND)
        self._check_bonuses()

    def _check_sharp(self) -> None:
        """Old rounds count m only where the mean function itself stays in [0, m]."""
        if self.link.reward_range is None:
            raise ValueError(f"bonus must be paper for {self.link.name} rewards, not sharp")
        if self.S < _LEAST_RADIUS:
            raise ValueError(f"S must be at least {_LEAST_RADIUS:g} for bonus sharp, not {self.S}")
        if self.d > MOST_DIRECTIONS:
            raise ValueError(f"bonus must be paper for d above {MOST_DIRECTIONS}, not sharp")

    @cached_property
    def _scale(self) -> float:
        return self._beta("beta_sharpened" if self.bonus == "sharp" else "beta_appendix")

    @cached_property
    def _refined_scale(self) -> float:
        if self.bonus == "sharp":
            return min(self._scale, self._beta("beta_bar_sharpened"))
        return self._beta("beta_bar_appendix")

    @cached_property
    def _analysis(self) -> dict[str, float]:
        """What only the analysis knows: the window D, and the ball of directions."""
        known = {"gamma": self.gamma, "D": self.depth}
        if self.bonus == "paper":
            return known
        own = {name: getattr(self, name) for name in ("d", "lam", "delta", "k_mu", "m")}
        return {**known, **directions(T=self.horizon, **own, **known)._asdict()}

    def _beta(self, formula: str) -> float:
        beta = float(self._number(formula, **self._analysis))
        return beta / math.sqrt(self.c_mu) / self.divisor

    def _bonuses(self, rounds: np.ndarray) -> Any:
        return self._scale

    def _inside(self, rounds: np.ndarray) -> Any:
        return self._refined_scale if self.refined else np.nan

    def _forgiven(self, tolerance: float) -> float | None:
        """Not known of the sharp bonus."""
        if self.bonus != "paper":
            return None
        return self._of_radius(tolerance, self._number("rho_appendix", **self._analysis))
