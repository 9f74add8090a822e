r"""D-UCB for K arms: discounted means :cite:p:`garivier2011`.

With :math:`N_t(\gamma, i) = \sum_{s=1}^t \gamma^{t-s} 1(I_s = i)`, their sum over the arms
:math:`n_t(\gamma)` and the mean

.. math:: \bar X_t(\gamma, i)
          = \frac{1}{N_t(\gamma, i)} \sum_{s=1}^t \gamma^{t-s} X_s 1(I_s = i),

round t + 1 plays the first arm with the largest

.. math:: \bar X_t(\gamma, i) + 2B \sqrt{\frac{\xi \log n_t(\gamma)}{N_t(\gamma, i)}},

for rewards in [0, B].  The factor 2 is the source's, which has none in SW-UCB.  An arm not yet seen
has the index :math:`+\infty`.  The analysis asks :math:`\xi > 1/2`; for a horizon T with
:math:`\Gamma_T` changes it suggests :math:`\gamma = 1 - (4B)^{-1}\sqrt{\Gamma_T/T}`.

As in SW-UCB a play counts once its reward is known, then with the weight of the round it was
played in.  While rewards are late :math:`n_t` may be below 1; its logarithm is then taken as 0.
"""

from __future__ import annotations

import math

import numpy as np

from glbtheory._support.validation import finite_array, fraction_of_one, positive, whole_number
from glbtheory.bandits._from_dict import checked_keys
from glbtheory.bandits._limits import LAST_ROUND
from glbtheory.bandits.policies.k_arms import ArmPolicy

Array = np.ndarray

#: A count below it is none: its bonus, above 10^140 B, would soon leave the range of floats.
_FORGOTTEN = 1e-290


class DUCB(ArmPolicy):
    """D-UCB with discount factor ``gamma`` in (0, 1]; O(K) per round."""

    name = "D-UCB"

    def __init__(
        self,
        arms: int,
        gamma: float,
        *,
        B: float = 1.0,
        xi: float = 0.6,
        horizon: int | None = None,
    ) -> None:
        super().__init__(arms, B=B, xi=xi, horizon=horizon)
        self.gamma = fraction_of_one("gamma", gamma, closed=True)
        self._clear()

    @staticmethod
    def tuned(horizon: int, changes: int, B: float = 1.0) -> float:
        """γ = 1 - √(Γ_T/T)/(4B); B must be large enough for it to be positive."""
        T = whole_number("horizon", horizon, 1, LAST_ROUND)
        count = whole_number("changes", changes, 1, LAST_ROUND)
        step = math.sqrt(count / T) / (4 * positive("B", B))
        if step >= 1:
            raise ValueError(f"changes must be below {16 * B * B * T:g} for B = {B:g}, not {count}")
        return 1 - step

    def indices(self) -> Array:
        seen = self._counts > _FORGOTTEN
        return self._upper(self._sums, self._counts, seen, float(self._counts.sum()), 2.0)

    def means(self) -> Array:
        return self._sums / np.where(self._counts > _FORGOTTEN, self._counts, np.nan)

    def _clear(self) -> None:
        self._counts, self._sums = np.zeros(self.arms), np.zeros(self.arms)

    def _advance(self, rounds: int) -> None:
        faded = self.gamma**rounds
        self._counts *= faded
        self._sums *= faded

    def _observe(self, action: int, reward: float, age: int) -> None:
        weight = self.gamma**age
        self._counts[action] += weight
        self._sums[action] += weight * reward

    def _state(self) -> dict[str, Array]:
        return {"counts": self._counts.copy(), "sums": self._sums.copy()}

    def _restore(self, state: dict[str, Array], clock: int) -> None:
        checked_keys("state", state, ("counts", "sums"))
        counts = finite_array("counts", state["counts"], (self.arms,))
        sums = finite_array("sums", state["sums"], (self.arms,))
        if counts.min() < 0:
            raise ValueError("counts must be non-negative")
        # Up to round-off: a mean lies between the smallest and the largest reward.
        if sums.min() < 0 or (sums > self.B * counts * (1 + 1e-6) + 1e-300).any():
            raise ValueError("sums must be those of rewards between 0 and B")
        self._counts, self._sums = counts.copy(), sums.copy()
