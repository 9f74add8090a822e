r"""UCB-GLM: random play first, so that no projection is needed; then

.. math:: a_t \in \arg\max_a\ a^\top\hat\theta_t + \alpha\,\lVert a\rVert_{V_t^{-1}} , \qquad
   \alpha = \frac{\sigma}{c_\mu}\sqrt{\tfrac d2\log\big(1+\tfrac{2T}{d}\big) + \log\tfrac1\delta} ,

on all data, with σ = m/2.  Li, Lu and Zhou (2017) :cite:p:`li2017`, their first algorithm.  The
estimate stays near the parameter once the least eigenvalue of the design is
:math:`16\sigma^2(d+\log(1/\delta))/c_\mu^2`; random actions on the sphere add 1/d to it per round,
hence the length of the burn-in (``burn_in_ucb_glm``), for logistic rewards with S = 6 more than a
million rounds.  Their :math:`c_\mu` is the least slope in a neighbourhood of the parameter, and
they have neither λ nor a ridge; here both are as in the other policies, and may be small.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from glbtheory._support.validation import one_of, whole_number
from glbtheory.bandits.policies.generalized_linear import GeneralizedLinearUCB
from glbtheory.setting.forgetting import Forever

if TYPE_CHECKING:
    from glbtheory.bandits.kernels.play import PlayRule

INDICES = ("linear", "mean")


class UCBGLM(GeneralizedLinearUCB):
    r"""UCB-GLM; ``burn_in`` rounds of random play, by default as many as the theory asks.

    ``index="linear"`` is the index of the paper; ``"mean"`` is
    :math:`\mu(a^\top\hat\theta_t) + k_\mu\alpha\lVert a\rVert_{V_t^{-1}}`, on the scale of the
    rewards as the other policies have it, and runs compiled.
    """

    name = "UCB-GLM"

    def __init__(
        self,
        link: Any,
        d: int,
        horizon: int,
        S: float,
        lam: float,
        *,
        burn_in: int | None = None,
        index: str = "linear",
        delta: float = 0.05,
        divisor: float = 1.0,
        m: float | None = None,
        seed: int | np.random.SeedSequence = 0,
    ) -> None:
        super().__init__(
            link, d, horizon, S, lam, Forever(), delta=delta, divisor=divisor, m=m, seed=seed
        )
        self.index = one_of("index", index, INDICES)
        if burn_in is None:
            asked = float(self._number("burn_in_ucb_glm"))
            self.burn_in = math.ceil(min(asked, self.horizon))
        else:
            self.burn_in = whole_number("burn_in", burn_in, 0)
        self._check_bonuses()

    @cached_property
    def _alpha(self) -> float:
        scale = self.k_mu if self.index == "mean" else 1.0
        return scale * float(self._number("alpha_ucb_glm")) / self.divisor

    def _bonuses(self, rounds: np.ndarray) -> Any:
        return self._alpha

    def _explore(self, first: int, n: int) -> Any:
        rounds = np.arange(first, first + n)
        if first > self.burn_in:
            return -1.0
        return np.where(rounds <= self.burn_in, self._numbers(first, n), -1.0)

    def rule(self) -> PlayRule | None:
        return super().rule() if self.index == "mean" else None

    def _pick(self, offered: np.ndarray, bonus: float, inside: float) -> int:
        if self.index == "mean":
            return super()._pick(offered, bonus, inside)
        return int(np.argmax(self._index(offered, bonus)))

    def _index(self, offered: np.ndarray, bonus: float) -> np.ndarray:
        if self.index == "mean":
            return super()._index(offered, bonus)
        found: np.ndarray = offered @ self._centre() + bonus * self._widths(offered)
        return found
