r"""ε-greedy: with probability ε an action at random, else the best one by online regression.

This is what most systems in use do; Bietti, Agarwal and Langford (2021) :cite:p:`bietti2021`
compare it with others on many data sets.  The regression is the one-step estimate of ``_one_step``
with discount factor ``gamma``; 1 forgets nothing.  With ε = 0 the policy is greedy.  The number of
a round says both whether the action is drawn and which.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glbtheory._support.validation import real_number
from glbtheory.bandits.policies._questions import how_many, in_turn, largest, one_of_the_largest
from glbtheory.bandits.policies.references._online import OnlinePolicy

Array = np.ndarray


class EpsilonGreedy(OnlinePolicy):
    """ε-greedy with ``epsilon`` in [0, 1]."""

    name = "epsilon-greedy"

    def __init__(
        self,
        link: Any,
        d: int,
        epsilon: float = 0.05,
        gamma: float = 1.0,
        *,
        lam: float = 1.0,
        horizon: int | None = None,
        m: float | None = None,
        seed: int | np.random.SeedSequence = 0,
    ) -> None:
        self.epsilon = real_number("epsilon", epsilon, 0.0, 1.0)
        super().__init__(link, d, gamma, lam, horizon, m, seed)

    def _select(self, offered: Array) -> int:
        number, n = float(self._numbers(self.round)[0]), how_many(offered)
        if number < self.epsilon:
            return min(int(number / self.epsilon * n), n - 1)
        # What is left of the number is as if drawn anew.
        left = (number - self.epsilon) / (1 - self.epsilon)
        return one_of_the_largest(self._means(offered), left)

    def _scores(self, offered: Array) -> Array:
        if self._numbers(self.round)[0] < self.epsilon:
            return in_turn(self._select(offered), len(offered))
        return self._means(offered)

    def _propensities(self, offered: Array) -> Array:
        tied, n = largest(self._means(offered)), len(offered)
        found = np.full(n, self.epsilon / n)
        found[tied] += (1 - self.epsilon) / len(tied)
        return found
