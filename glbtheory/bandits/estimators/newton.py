"""The estimate in any dimension: Newton's method on all data.

Every round costs time in proportion to the observations that still count: all of them, those of the
window, or the last ones whose discounted weight is not negligible.  In one and two dimensions
``local`` takes constant time; there, this estimator is its check.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glbtheory._support.validation import LONGEST, finite_array
from glbtheory.bandits.environments.reward_families import Family
from glbtheory.bandits.estimators.base import Estimator, Forgetting, decay
from glbtheory.bandits.kernels import newton
from glbtheory.bandits.kernels import newton_store as ns

Array = np.ndarray

#: Arrays of a store with one entry (or column) per observation, and the others.
_DATA = ("actions", "rewards", "weights", "rounds")
_FIXED = ("design", "theta", "factor", "numbers", "counts")
_WHOLE = ("rounds", "counts")
#: Below this a discount factor leaves the range in which weights are kept.
_LEAST_GAMMA = 2.0**-900
_CAPACITY = 64


class NewtonEstimator(Estimator):
    """Any dimension: stored observations, and a damped Newton method from the last estimate."""

    def __init__(
        self, d: int, family: Family, lam: float, ridge: float, forgetting: Forgetting
    ) -> None:
        self.d, self.family, self.lam, self.ridge = d, family, lam, ridge
        self.gamma, self.window = decay(forgetting)
        if self.gamma < _LEAST_GAMMA:
            raise ValueError(f"gamma must lie in [2**-900, 1], not {self.gamma!r}")
        self.store = ns.store(d, self.gamma, _CAPACITY, newton.BLOCK)
        self._certificate = 0.0

    @property
    def clock(self) -> int:
        return int(self.store.counts[ns.CLOCK])

    @property
    def theta(self) -> Array:
        return self.store.theta.copy()

    @property
    def certificate(self) -> float:
        return self._certificate

    @property
    def design(self) -> Array:
        out = np.empty((self.d, self.d))
        newton.design_of(self.store, self.ridge, out)
        return out

    def advance(self, n: int = 1) -> None:
        ns.advance(self.store, n, self.window)

    def observe(self, action: Array, reward: float, age: int = 0) -> None:
        if self.window and age >= self.window:
            return
        self.store = ns.with_room(self.store, newton.BLOCK)
        ns.observe(self.store, self.gamma, np.asarray(action, float), float(reward), age)

    def solve(self) -> float:
        self._certificate = float(newton.solve(self.store, *self.family, self.lam))
        return self._certificate

    def choose(
        self, actions: Array, bonus: float, inside: float = np.nan, radius: float = 0.0
    ) -> int:
        theta = self.store.theta
        if not np.isnan(inside) and float((theta * theta).sum()) <= radius * radius:
            bonus = inside
        rows = np.ascontiguousarray(actions, float)
        return int(newton.choose(self.store, *self.family, self.ridge, rows, float(bonus)))

    def weighted_data(self) -> tuple[Array, Array, Array]:
        s, use = self.store, self._live()
        weights = s.weights[use] / s.numbers[ns.SCALE]
        return s.actions[:, use].T.copy(), s.rewards[use].copy(), weights

    def _live(self) -> slice:
        return slice(int(self.store.counts[ns.FIRST]), int(self.store.counts[ns.STORED]))

    def clear(self) -> None:
        ns.clear(self.store)
        self._certificate = 0.0

    def state(self) -> dict[str, Array]:
        s, use = self.store, self._live()
        fixed = {name: getattr(s, name).copy() for name in _FIXED}
        fixed["counts"][ns.STORED] -= fixed["counts"][ns.FIRST]
        fixed["counts"][ns.FIRST] = 0
        data = {name: getattr(s, name)[..., use].copy() for name in _DATA}
        return fixed | data | {"certificate": np.array(self._certificate)}

    def restore(self, state: dict[str, Array]) -> None:
        stored = np.size(state["rewards"]) if isinstance(state, dict) and "rewards" in state else 0
        fresh = ns.store(self.d, self.gamma, max(_CAPACITY, 2 * stored), newton.BLOCK)
        checked = _checked(fresh, stored, state)
        for name in _FIXED:
            getattr(fresh, name)[...] = checked[name]
        for name in _DATA:
            getattr(fresh, name)[..., :stored] = checked[name]
        self.store, self._certificate = fresh, float(checked["certificate"])


def _checked(fresh: ns.Store, stored: int, state: Any) -> dict[str, Array]:
    """The arrays of a state, once they are those of a store of this dimension and discount."""
    names = (*_FIXED, *_DATA, "certificate")
    if not isinstance(state, dict) or set(state) != set(names):
        raise ValueError(f"state must have the arrays {', '.join(names)}")
    shapes: dict[str, tuple[int, ...]] = {name: getattr(fresh, name).shape for name in _FIXED}
    for name in _DATA:
        shapes[name] = (*getattr(fresh, name).shape[:-1], stored)
    checked = {name: finite_array(f"state {name}", state[name], s) for name, s in shapes.items()}
    for name in _WHOLE:
        if np.asarray(state[name]).dtype.kind not in "iu":
            raise ValueError(f"state {name} must hold integers")
    bound = np.asarray(state["certificate"])
    if bound.shape != () or bound.dtype.kind != "f" or not bound >= 0:
        raise ValueError("state certificate must be a number >= 0")
    counts, rounds = np.asarray(state["counts"]), np.asarray(state["rounds"])
    if counts[ns.STORED] != stored or counts[ns.FIRST] != 0 or counts[ns.CLOCK] < 0:
        raise ValueError(f"state counts must agree with {stored} observations, not {counts}")
    if (np.diff(rounds) < 0).any() or (stored and not 1 <= rounds[0] <= rounds[-1] <= counts[2]):
        raise ValueError("state rounds must increase, from 1 to the clock")
    numbers, growth = checked["numbers"], slice(ns.GROWTH, ns.GROWTH + 2)
    same = (numbers[growth] == fresh.numbers[growth]).all() and counts[ns.LEAP] == fresh.counts[3]
    if not same:
        raise ValueError("state numbers must be those of the same discount factor")
    if not numbers[ns.SCALE] >= 0.5 or (numbers[[ns.LOST, ns.LOST_REWARD]] < 0).any():
        raise ValueError("state numbers must hold positive weights")
    if not ((checked["weights"] > 0) & (checked["weights"] <= numbers[ns.SCALE])).all():
        raise ValueError("state weights must lie between 0 and that of the last round")
    if (checked["actions"] ** 2).sum(0).max(initial=0.0) > LONGEST:
        raise ValueError("state actions must have norm at most 1")
    if counts[ns.FACTORED] not in (0, 1) or (
        counts[ns.FACTORED] == 1 and not (np.diag(checked["factor"]) > 0).all()
    ):
        raise ValueError("state factor must be a Cholesky factor")
    return checked | {"counts": counts, "rounds": rounds, "certificate": bound}
