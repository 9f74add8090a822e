"""Policies with one estimate that learns from each observation once (``_one_step``)."""

from __future__ import annotations

from typing import Any

import numpy as np

from glbtheory._support.validation import fraction_of_one, positive, whole_number
from glbtheory.bandits._from_dict import checked_keys
from glbtheory.bandits._limits import MOST_DIMENSIONS
from glbtheory.bandits.policies._known_rewards import KnownRewards
from glbtheory.bandits.policies._one_step import OneStepEstimates

Array = np.ndarray

#: With less, the matrix of a few equal actions is singular in floats.
_LEAST_RIDGE = 1e-9


class OnlinePolicy(KnownRewards):
    """A generalised linear estimate with discount factor ``gamma`` in (0, 1]."""

    d: int
    _replaced = ("estimates",)

    def __init__(
        self,
        link: Any,
        d: int,
        gamma: float,
        lam: float,
        horizon: int | None,
        m: float | None,
        seed: int | np.random.SeedSequence,
    ) -> None:
        super().__init__(horizon=horizon, seed=seed)
        self._set_rewards(link, m)
        self.d = whole_number("d", d, 1, MOST_DIMENSIONS)
        self.gamma = fraction_of_one("gamma", gamma, closed=True)
        self.lam = positive("lam", lam)
        if not _LEAST_RIDGE <= self.lam <= 1 / _LEAST_RIDGE:
            raise ValueError(f"lam must lie in [1e-9, 1e9], not {lam!r}")
        self._clear()

    @property
    def theta(self) -> Array:
        return self.estimates.theta[0].copy()

    def _fresh(self) -> OneStepEstimates:
        return OneStepEstimates(self.link, self.d, [self.gamma], self.lam)

    def _clear(self) -> None:
        self.estimates = self._fresh()

    def _means(self, offered: Array) -> Array:
        found: Array = self.link.mu(self.estimates.predictors(offered)[:, 0])
        return found

    def _advance(self, rounds: int) -> None:
        self.estimates.forget(rounds)

    def _observe(self, action: Array, reward: float, age: int) -> None:
        self.estimates.learn(action, reward, age)

    def _state(self) -> dict[str, Array]:
        return self.estimates.state()

    def _restore(self, state: dict[str, Array], clock: int) -> None:
        checked_keys("state", state, ("theta", "design"))
        estimates = self._fresh()
        estimates.restore(state)
        self.estimates = estimates
