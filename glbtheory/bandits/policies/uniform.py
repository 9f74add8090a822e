"""Uniform play: every action with the same probability, whatever the rewards."""

from __future__ import annotations

from typing import Any

import numpy as np

from glbtheory._support.validation import is_real, whole_number
from glbtheory.bandits._limits import MOST_ARMS
from glbtheory.bandits.policies.base import Policy


class Uniform(Policy):
    """Plays at random; the choice of round t is a function of the seed and of t alone.

    The actions may be vectors of any dimension, or a number of arms.
    """

    name = "uniform"

    def __init__(
        self, horizon: int | None = None, *, seed: int | np.random.SeedSequence = 0
    ) -> None:
        super().__init__(horizon=horizon, seed=seed)

    def _offered(self, actions: Any) -> int:
        if is_real(actions):
            return whole_number("actions", actions, 1, MOST_ARMS)
        return len(super()._offered(actions))

    def _played(self, actions: list[Any]) -> Any:
        if all(is_real(a) for a in actions):
            return [whole_number("action", a, 0, MOST_ARMS - 1) for a in actions]
        return super()._played(actions)

    def _select(self, offered: int) -> int:
        return min(int(self._numbers(self.round)[0] * offered), offered - 1)

    def _propensities(self, offered: int) -> np.ndarray:
        return np.full(offered, 1 / offered)

    def _observe(self, action: Any, reward: float, age: int) -> None:
        pass
