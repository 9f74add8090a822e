"""What policies for K arms share: arms by number, rewards in [0, B], the largest index."""

from __future__ import annotations

import math
from abc import abstractmethod
from typing import Any

import numpy as np

from glbtheory._support.validation import finite_array, positive, whole_number
from glbtheory.bandits._limits import MOST_ARMS
from glbtheory.bandits.policies.base import Policy

Array = np.ndarray

#: Indices of rewards beyond this would overflow.
_LARGEST = 1e100


class ArmPolicy(Policy):
    """K arms with rewards in [0, B], played by index; what SW-UCB and D-UCB share."""

    contextual = False
    arms: int

    def __init__(self, arms: int, *, B: float = 1.0, xi: float = 0.6, horizon: int | None = None):
        self.arms = whole_number("arms", arms, 1, MOST_ARMS)
        self.B, self.xi = positive("B", B), positive("xi", xi)
        if max(self.B, self.xi) > _LARGEST:
            raise ValueError(f"B and xi must be at most {_LARGEST:g}, not {B!r} and {xi!r}")
        super().__init__(horizon=horizon)

    @abstractmethod
    def indices(self) -> Array:
        """The index of each arm for the coming round; infinite for arms not seen."""

    @abstractmethod
    def means(self) -> Array:
        """The mean of each arm's rewards that count; not a number for arms not seen."""

    # The actions on offer are arms by their numbers.

    def _select(self, offered: Array) -> int:
        return int(np.argmax(self.indices()[offered]))

    def _scores(self, offered: Array) -> Array:
        return self.indices()[offered]

    def _means(self, offered: Array) -> Array:
        return self.means()[offered]

    def _upper(self, sums: Array, counts: Array, seen: Array, size: float, factor: float) -> Array:
        """Means plus ``factor`` B √(ξ log(size)/count) of the arms that were seen."""
        found = np.full(self.arms, np.inf)
        n = counts[seen]
        # Fewer than one observation in all happens only while rewards are late.
        log = math.log(max(size, 1.0))
        with np.errstate(over="ignore"):  # an arm nearly forgotten has an index without bound
            found[seen] = sums[seen] / n + factor * self.B * np.sqrt(self.xi * log / n)
        return found

    def _offered(self, actions: Any) -> Array:
        if not isinstance(actions, (int, np.integer)):
            rows = finite_array("actions", actions, (None, None))
            actions = len(rows) if rows.size else 0
        if whole_number("actions", actions, 1) != self.arms:
            raise ValueError(f"actions must be {self.arms}, the number of arms, or as many rows")
        return np.arange(self.arms)

    def _played(self, actions: list[Any]) -> list[int]:
        found = [whole_number("action", arm, 0) for arm in actions]
        if max(found) >= self.arms:
            raise ValueError(f"action must be an arm in 0..{self.arms - 1}, not {max(found)}")
        return found

    def _rewards(self, rewards: list[Any]) -> Array:
        array = finite_array("reward", rewards, (None,))
        if array.min() < 0 or array.max() > self.B:
            raise ValueError(f"reward must lie in [0, {self.B:g}]")
        return array
