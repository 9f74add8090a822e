"""The estimate in one and two dimensions, up to date in constant time per round.

The weighted likelihood is kept as a Taylor polynomial around an anchor (``kernels.tracker``); it is
rebuilt when its remainder is no longer small.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glbtheory._support.validation import LONGEST, finite_array
from glbtheory.bandits.environments.reward_families import Family
from glbtheory.bandits.estimators.base import Estimator, Forgetting, decay
from glbtheory.bandits.kernels import tracker as tr
from glbtheory.bandits.kernels.local_model import W
from glbtheory.bandits.kernels.local_newton import solve
from glbtheory.bandits.kernels.play import choose

Array = np.ndarray

#: The stored observations among the fields of a tracker.
_DATA = ("actions", "rewards", "weights", "rounds")
_FIXED = ("hi", "lo", "numbers", "counts", "design")


class LocalEstimator(Estimator):
    """One or two dimensions: the local Taylor model of the likelihood."""

    def __init__(
        self, d: int, family: Family, lam: float, ridge: float, forgetting: Forgetting
    ) -> None:
        self.d, self.family, self.lam, self.ridge = d, family, lam, ridge
        self.gamma, self.window = decay(forgetting)
        self.tracker = tr.tracker(self.gamma, ridge, 64)

    @property
    def clock(self) -> int:
        return int(self.tracker.counts[tr.CLOCK])

    @property
    def theta(self) -> Array:
        n = self.tracker.numbers
        return n[[tr.ANCHOR1, tr.ANCHOR2]][: self.d] + n[[tr.X1, tr.X2]][: self.d]

    @property
    def certificate(self) -> float:
        return float(self.tracker.numbers[tr.CERTIFICATE])

    @property
    def design(self) -> Array:
        v11, v12, v22 = self.tracker.design
        return np.array([[v11, v12], [v12, v22]])[: self.d, : self.d]

    def advance(self, n: int = 1) -> None:
        tr.advance_by(self.tracker, *self.family, self.ridge, self.gamma, self.window, n)

    def observe(self, action: Array, reward: float, age: int = 0) -> None:
        if self.window and age >= self.window:
            return
        self.make_room(1)
        a1, a2 = (*action, 0.0)[:2]
        tr.observe(self.tracker, *self.family, self.gamma, float(a1), float(a2), reward, age)

    def make_room(self, more: int) -> None:
        """So many observations can be added without a new array."""
        self.tracker = tr.with_room(self.tracker, *self.family, more)

    def solve(self) -> float:
        return float(solve(self.tracker, *self.family, self.lam))

    def choose(
        self, actions: Array, bonus: float, inside: float = np.nan, radius: float = 0.0
    ) -> int:
        columns = np.zeros((2, len(actions)))
        columns[: self.d] = actions.T
        out = np.empty(len(actions))
        best, _ = choose(*self.family, self.tracker, columns, bonus, inside, radius, out)
        return int(best)

    def weighted_data(self) -> tuple[Array, Array, Array]:
        t = self.tracker
        use = slice(int(t.counts[tr.FIRST]), int(t.counts[tr.STORED]))
        weights = t.weights[use] / t.numbers[tr.SCALE]
        return t.actions[use, : self.d].copy(), t.rewards[use].copy(), weights

    def clear(self) -> None:
        tr.clear(self.tracker, self.ridge)

    def state(self) -> dict[str, Array]:
        t, stored = self.tracker, int(self.tracker.counts[tr.STORED])
        fixed = {name: getattr(t, name).copy() for name in _FIXED}
        return fixed | {name: getattr(t, name)[:stored].copy() for name in _DATA}

    def restore(self, state: dict[str, Array]) -> None:
        stored = np.size(state["rewards"]) if isinstance(state, dict) and "rewards" in state else 0
        fresh = tr.tracker(self.gamma, self.ridge, max(64, 2 * stored))
        checked = _checked(fresh, stored, state)
        for name in _FIXED:
            getattr(fresh, name)[...] = checked[name]
        for name in _DATA:
            getattr(fresh, name)[: len(checked[name])] = checked[name]
        self.tracker = fresh


def _checked(fresh: tr.Tracker, stored: int, state: Any) -> dict[str, Array]:
    """The arrays of a state, once they are those of a tracker of the same discount factor."""
    if not isinstance(state, dict) or set(state) != {*_FIXED, *_DATA}:
        raise ValueError(f"state must have the arrays {', '.join((*_FIXED, *_DATA))}")
    shapes = {
        "hi": (W * W,),
        "lo": (W * W,),
        "numbers": fresh.numbers.shape,
        "counts": fresh.counts.shape,
        "design": (3,),
        "actions": (stored, 2),
        "rewards": (stored,),
        "weights": (stored,),
        "rounds": (stored,),
    }
    checked = {name: finite_array(f"state {name}", state[name], s) for name, s in shapes.items()}
    for name in ("counts", "rounds"):
        if np.asarray(state[name]).dtype.kind not in "iu":
            raise ValueError(f"state {name} must hold integers")
    counts, first = checked["counts"], int(checked["counts"][tr.FIRST])
    if counts[tr.STORED] != stored or not 0 <= first <= stored or counts[tr.CLOCK] < 0:
        raise ValueError(f"state counts must agree with {stored} observations, not {counts}")
    growth = slice(tr.GROWTH, tr.GROWTH + 2)
    if (checked["numbers"][growth] != fresh.numbers[growth]).any():
        raise ValueError("state numbers must be those of the same discount factor")
    if not checked["numbers"][tr.SCALE] > 0 or (checked["weights"] < 0).any():
        raise ValueError("state numbers and weights must not be negative")
    if (checked["actions"] ** 2).sum(axis=1).max(initial=0.0) > LONGEST:
        raise ValueError("state actions must have norm at most 1")
    return checked
