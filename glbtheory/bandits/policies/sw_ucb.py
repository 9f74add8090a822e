r"""SW-UCB for K arms: means over the last τ rounds :cite:p:`garivier2011`.

With :math:`N_t(\tau, i) = \sum_{s=t-\tau+1}^t 1(I_s = i)` and the mean :math:`\bar X_t(\tau, i)` of
the rewards of arm i in these rounds, round t + 1 plays the first arm with the largest

.. math:: \bar X_t(\tau, i) + B \sqrt{\frac{\xi \log(\min(t, \tau))}{N_t(\tau, i)}},

for rewards in [0, B]; an arm that was not seen within the window has the index :math:`+\infty`.
There is no factor 2 here, unlike in D-UCB.  The analysis asks :math:`\xi > 1/2`; for a horizon T
with :math:`\Gamma_T` changes it suggests :math:`\tau = 2B\sqrt{T \log(T)/\Gamma_T}`.

A play counts once its reward is known.  While rewards are late an arm whose plays are all waiting
therefore looks unseen, and is played again.
"""

from __future__ import annotations

import math

import numpy as np

from glbtheory._support.validation import finite_array, positive, whole_number
from glbtheory.bandits._from_dict import checked_keys
from glbtheory.bandits._limits import LAST_ROUND
from glbtheory.bandits.policies.k_arms import ArmPolicy

Array = np.ndarray


class SWUCB(ArmPolicy):
    """SW-UCB with window ``tau``; O(K) per round, and memory for min(τ, rounds) rewards."""

    name = "SW-UCB"

    def __init__(
        self, arms: int, tau: int, *, B: float = 1.0, xi: float = 0.6, horizon: int | None = None
    ) -> None:
        super().__init__(arms, B=B, xi=xi, horizon=horizon)
        self.tau = whole_number("tau", tau, 1, LAST_ROUND)
        self._clear()

    @staticmethod
    def tuned(horizon: int, changes: int, B: float = 1.0) -> int:
        """τ = ⌈2B√(T log(T)/Γ_T)⌉, at most T."""
        T = whole_number("horizon", horizon, 1, LAST_ROUND)
        count = whole_number("changes", changes, 1, LAST_ROUND)
        return min(T, max(1, math.ceil(2 * positive("B", B) * math.sqrt(T * math.log(T) / count))))

    def indices(self) -> Array:
        size = min(self._clock, self.tau)
        return self._upper(self._sums, self._counts, self._counts > 0, size, 1.0)

    def means(self) -> Array:
        return self._sums / np.where(self._counts > 0, self._counts, np.nan)

    # Round s has the slot (s-1) mod τ; an arm -1 says that its reward is not there.  While the
    # window fills there are fewer slots than τ: a window may be longer than any memory.

    def _clear(self) -> None:
        self._arm = np.full(min(self.tau, 64), -1, dtype=np.int64)
        self._reward = np.zeros(len(self._arm))
        self._counts = np.zeros(self.arms, dtype=np.int64)
        self._sums = np.zeros(self.arms)

    def _advance(self, rounds: int) -> None:
        clock = self._clock + rounds
        first = max(0, self._clock - self.tau)
        slots = np.arange(first, min(max(first, clock - self.tau), first + self.tau)) % self.tau
        slots = slots[slots < len(self._arm)]
        gone = slots[self._arm[slots] >= 0]
        np.subtract.at(self._counts, self._arm[gone], 1)
        np.subtract.at(self._sums, self._arm[gone], self._reward[gone])
        self._arm[gone] = -1
        if clock // self.tau > self._clock // self.tau:
            # Once a window, so that round-off of the differences does not pile up.
            self._sums = self._summed()

    def _summed(self) -> Array:
        known = self._arm >= 0
        # Of nothing, bincount gives integers.
        return np.bincount(self._arm[known], self._reward[known], self.arms).astype(float)

    def _observe(self, action: int, reward: float, age: int) -> None:
        if age >= self.tau:
            return
        played = self._clock - age
        self._make_room(played)
        slot = (played - 1) % self.tau
        self._arm[slot], self._reward[slot] = action, reward
        self._counts[action] += 1
        self._sums[action] += reward

    def _make_room(self, played: int) -> None:
        have = len(self._arm)
        if played > have and have < self.tau:
            more = min(self.tau, max(2 * have, played)) - have
            self._arm = np.append(self._arm, np.full(more, -1, dtype=np.int64))
            self._reward = np.append(self._reward, np.zeros(more))

    def _state(self) -> dict[str, Array]:
        slots = np.flatnonzero(self._arm >= 0)
        return {
            "slots": slots,
            "slot_arms": self._arm[slots],
            "slot_rewards": self._reward[slots],
            "sums": self._sums.copy(),
        }

    def _restore(self, state: dict[str, Array], clock: int) -> None:
        checked_keys("state", state, ("slots", "slot_arms", "slot_rewards", "sums"))
        slots, arms = state["slots"], state["slot_arms"]
        rewards = finite_array("slot_rewards", state["slot_rewards"], (len(np.atleast_1d(slots)),))
        sums = finite_array("sums", state["sums"], (self.arms,))
        for name, found, end in (("slots", slots, self.tau), ("slot_arms", arms, self.arms)):
            if found.shape != rewards.shape or found.dtype != np.int64:
                raise ValueError(f"{name} must be {len(rewards)} integers")
            if found.size and not 0 <= found.min() <= found.max() < end:
                raise ValueError(f"{name} must lie in 0..{end - 1}")
        if (np.diff(slots) <= 0).any() or slots.max(initial=-1) >= clock:
            raise ValueError(f"slots must increase and lie in 0..{clock - 1}")
        if rewards.size:
            self._rewards(list(rewards))
        # The sums carry the round-off of their history, which later choices depend on.
        total = np.bincount(arms, rewards, minlength=self.arms)
        if (abs(sums - total) > 1e-9 * self.B * (1 + len(rewards))).any():
            raise ValueError("sums must be those of the rewards in the window")
        self._clear()
        self._make_room(int(slots.max(initial=0)) + 1)
        self._arm[slots], self._reward[slots], self._sums = arms, rewards, sums.copy()
        self._counts = np.bincount(arms, minlength=self.arms)
