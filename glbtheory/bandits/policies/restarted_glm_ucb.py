r"""Restarted GLM-UCB: everything is forgotten every ``period`` rounds.

Between two restarts it is GLM-UCB, and its bonus counts the rounds since the last restart.  This
is how Zhao et al. (2020) :cite:p:`zhao2020` meet changes in linear bandits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glbtheory._support.validation import whole_number
from glbtheory.bandits.policies.generalized_linear import TOLERANCE
from glbtheory.bandits.policies.glm_ucb import GLMUCB


class RestartedGLMUCB(GLMUCB):
    """GLM-UCB that starts afresh at the rounds 1, 1 + period, 1 + 2 period, ..."""

    name = "restarted GLM-UCB"

    def __init__(
        self,
        link: Any,
        d: int,
        horizon: int,
        S: float,
        lam: float,
        period: int,
        *,
        factor: int = 2,
        delta: float = 0.05,
        divisor: float = 1.0,
        m: float | None = None,
        tolerance: float = TOLERANCE,
        seed: int | np.random.SeedSequence = 0,
    ) -> None:
        self.period = whole_number("period", period, 1)
        super().__init__(
            link,
            d,
            horizon,
            S,
            lam,
            factor=factor,
            delta=delta,
            divisor=divisor,
            m=m,
            tolerance=tolerance,
            seed=seed,
        )

    def _published(self, rounds: np.ndarray) -> Any:
        return super()._published((rounds - 1) % self.period + 1)

    def _advance(self, rounds: int) -> None:
        super()._advance(rounds)
        if self._clock // self.period != (self._clock + rounds) // self.period:
            self.estimator.clear()

    def _observe(self, action: np.ndarray, reward: float, age: int) -> None:
        # A late reward from before the restart is forgotten already, and so is that of the last
        # round before it.
        if age < self._clock % self.period:
            super()._observe(action, reward, age)
