"""Rounds that are over and whose reward has not come yet."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

import numpy as np


class Waiting:
    """A set of rounds kept as intervals: a million rounds without a reward are two numbers."""

    def __init__(self) -> None:
        self._first: list[int] = []
        self._last: list[int] = []

    def add(self, first: int, last: int) -> None:
        """The rounds first, ..., last, which come after all others."""
        if self._last and self._last[-1] == first - 1:
            self._last[-1] = last
        else:
            self._first.append(first)
            self._last.append(last)

    def __contains__(self, played: int) -> bool:
        k = bisect_right(self._first, played) - 1
        return k >= 0 and played <= self._last[k]

    def remove(self, played: int) -> None:
        """A reward has come; the round must be one of these."""
        k = bisect_right(self._first, played) - 1
        first, last = self._first[k], self._last[k]
        left = [(first, played - 1)] if first < played else []
        right = [(played + 1, last)] if played < last else []
        self._first[k : k + 1] = [a for a, _ in left + right]
        self._last[k : k + 1] = [b for _, b in left + right]

    def array(self) -> np.ndarray:
        """First and last rounds of the intervals, one row each."""
        return np.array([self._first, self._last], dtype=np.int64).T.reshape(-1, 2)

    @staticmethod
    def of(array: Any, clock: int) -> Waiting:
        """The set of such an array; all its rounds must be over at ``clock``."""
        rows = np.asarray(array)
        good = rows.ndim == 2 and rows.shape[1:] == (2,) and rows.dtype == np.int64
        # Read row by row the numbers are first <= last < first <= last ..., with gaps between.
        steps = np.diff(rows.ravel()) if good else np.array([])
        if not good or (rows.size and (rows.min() < 1 or rows.max() > clock)):
            raise ValueError(f"waiting must be intervals of rounds between 1 and {clock}")
        if (steps[::2] < 0).any() or (steps[1::2] < 2).any():
            raise ValueError("waiting must be intervals of rounds in order")
        found = Waiting()
        found._first, found._last = rows[:, 0].tolist(), rows[:, 1].tolist()
        return found
