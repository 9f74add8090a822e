"""What a policy can be asked beside :meth:`select`: indices, means, several actions, chances."""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import deepcopy
from typing import Any

import numpy as np

from glbtheory._support.validation import listed, whole_number

Array = np.ndarray


class PolicyQuestions(ABC):
    """None of these changes the policy.

    ``mask`` says by a truth value for each action whether it can be played now; the others are not
    looked at, and have the score -inf and the propensity 0.
    """

    def scores(self, actions: Any, mask: Any = None) -> Array:
        """The numbers that actions are compared by in the coming round.

        :meth:`select` takes the largest, but for actions that differ by round-off.  Where a policy
        plays at random, the action that was drawn has the largest.
        """
        offered, available = self._asked(actions, mask)
        found = np.full(how_many(offered), -np.inf)
        found[available] = self._scores(self._subset(offered, available))
        return found

    def predict(self, actions: Any) -> Array | None:
        """Estimated mean rewards; None for a policy that estimates nothing."""
        return self._means(self._offered(actions))

    def top(self, actions: Any, k: int, mask: Any = None) -> Array:
        """The numbers of k actions, those with the largest scores, the first of them as select."""
        offered, available = self._asked(actions, mask)
        k = whole_number("k", k, 1, len(available))
        subset = self._subset(offered, available)
        scores = self._scores(subset)
        scores[self._select(subset)] = np.inf
        best = np.argsort(-scores, kind="stable")[:k]
        return available[best]

    def select_batch(self, action_sets: Any) -> list[int]:
        """The actions of several rounds before the first of their rewards is known.

        They are those of :meth:`select` and :meth:`advance` by turns on a copy of the policy.
        """
        asked = deepcopy(self)
        sets = listed("action_sets", action_sets)
        try:
            asked._within_horizon(len(sets))
            for offered in sets:
                asked._offered(offered)
        except ValueError as error:
            raise ValueError(f"action_sets: {error}") from None
        chosen = []
        for i, offered in enumerate(sets):
            chosen.append(asked.select(offered))
            if i + 1 < len(sets):
                asked.advance()
        return chosen

    def propensities(self, actions: Any, mask: Any = None) -> Array:
        """With which probability each action is played in the coming round.

        What is remembered is given, and the policy's random number of the round is not: a policy
        that draws nothing in this round has a one and zeros.
        """
        offered, available = self._asked(actions, mask)
        found = np.zeros(how_many(offered))
        found[available] = self._propensities(self._subset(offered, available))
        return found

    # -- what a policy is made of ----------------------------------------------------------------

    @abstractmethod
    def select(self, actions: Any, mask: Any = None) -> int:
        """The number of the action to play in the coming round."""

    @abstractmethod
    def advance(self, rounds: int = 1) -> None:
        """So many rounds are over."""

    @abstractmethod
    def _offered(self, actions: Any) -> Any:
        """The action set, checked: rows, or how many arms there are."""

    @abstractmethod
    def _within_horizon(self, rounds: int) -> None:
        """So many more rounds may be played."""

    @abstractmethod
    def _select(self, offered: Any) -> int:
        """The action to play among checked ones."""

    def _scores(self, offered: Any) -> Array:
        """What checked actions are compared by; without an index, their turn after the chosen."""
        return in_turn(self._select(offered), how_many(offered))

    def _means(self, offered: Any) -> Array | None:
        """Estimated means of checked actions."""
        return None

    def _propensities(self, offered: Any) -> Array:
        """The chances of checked actions."""
        return one_hot(self._select(offered), how_many(offered))

    def _subset(self, offered: Any, available: Array) -> Any:
        """The available ones of the actions on offer."""
        return len(available) if isinstance(offered, int) else offered[available]

    def _asked(self, actions: Any, mask: Any) -> tuple[Any, Array]:
        offered = self._offered(actions)
        self._within_horizon(1)
        return offered, available_of(mask, how_many(offered))


def how_many(offered: Any) -> int:
    """The number of actions on offer."""
    return offered if isinstance(offered, int) else len(offered)


def available_of(mask: Any, n: int) -> Array:
    """The numbers of the actions that a mask leaves."""
    if mask is None:
        return np.arange(n)
    try:
        given = np.asarray(mask)
    except ValueError:
        given = np.array(None)
    if given.dtype != np.bool_ or given.shape != (n,):
        raise ValueError(f"mask must be {n} truth values, one for each action")
    if not given.any():
        raise ValueError("mask must leave at least one action")
    return np.flatnonzero(given)


def one_hot(k: int, n: int) -> Array:
    """The chances of n actions of which one is played."""
    found = np.zeros(n)
    found[k] = 1.0
    return found


def in_turn(k: int, n: int) -> Array:
    """Scores of actions k, k + 1, ... and then those before k: k drawn at random, so are all."""
    return -((np.arange(n) - k) % n).astype(float)


#: Indices so close are equal: actions given in single precision have errors of this size.
_CLOSE = 1e-6


def largest(index: Array) -> Array:
    """The places of the largest index, and of those that are tied with it."""
    return np.flatnonzero(index >= index.max() - _CLOSE)


def one_of_the_largest(index: Array, number: float) -> int:
    """The place of a largest index; a number in [0, 1) chooses among those that are tied."""
    tied = largest(index)
    return int(tied[min(int(number * len(tied)), len(tied) - 1)])
