"""The estimate in three and more dimensions at a cost per round that the past does not raise.

Observations are kept in blocks; each stands in for itself by the tangent of its mean at a place
near the present estimate (``kernels.blocks``).  The estimate is as exact as ``accuracy`` asks for:
its certificate is at most that unless round-off forbids it (``kernels.blocks_newton``).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glbtheory._support.validation import LONGEST, finite_array
from glbtheory.bandits.environments.reward_families import Family
from glbtheory.bandits.estimators.base import Estimator, Forgetting, decay
from glbtheory.bandits.kernels import blocks as bl
from glbtheory.bandits.kernels.blocks_newton import solve
from glbtheory.bandits.kernels.packed import TILE
from glbtheory.bandits.kernels.play_blocks import choose, design_of

Array = np.ndarray

#: Blocks for which there is room at first.
_CAPACITY = 4
#: What a state holds as it is; of blocks only the first so many rows of ``data``, from which the
#: others follow.
_FIXED = ("totals", "design", "theta", "scanned", "factor", "numbers", "counts")
_DATA = ("actions", "data", "rounds", "about")
_STORED = bl.PLACE + 1


class BlockEstimator(Estimator):
    """Any dimension: tangents by blocks, moved where the certificate asks for it."""

    def __init__(
        self,
        d: int,
        family: Family,
        lam: float,
        ridge: float,
        forgetting: Forgetting,
        accuracy: float,
    ) -> None:
        self.d, self.family, self.lam, self.ridge = d, family, lam, ridge
        self.accuracy = accuracy
        self.gamma, self.window = decay(forgetting)
        self.store = bl.blocks(d, self.gamma, _CAPACITY)
        self._factor, self._work = np.empty(bl.halves(d)), np.empty((d + 2, TILE))

    @property
    def clock(self) -> int:
        return int(self.store.counts[bl.CLOCK])

    @property
    def theta(self) -> Array:
        return self.store.theta.copy()

    @property
    def certificate(self) -> float:
        return float(self.store.numbers[bl.CERTIFICATE])

    @property
    def design(self) -> Array:
        lower = np.empty(bl.halves(self.d))
        design_of(self.store, self.ridge, lower)
        out = np.empty((self.d, self.d))
        rows, columns = np.tril_indices(self.d)
        out[rows, columns] = out[columns, rows] = lower
        return out

    def advance(self, n: int = 1) -> None:
        bl.advance(self.store, n, self.window)

    def observe(self, action: Array, reward: float, age: int = 0) -> None:
        if self.window and age >= self.window:
            return
        self.make_room(1)
        row = np.ascontiguousarray(action, float)
        bl.observe(self.store, *self.family, self.gamma, row, float(reward), age)

    def make_room(self, more: int) -> None:
        """So many observations can be added without a new array."""
        self.store = bl.with_room(self.store, more)

    def solve(self) -> float:
        return float(solve(self.store, *self.family, self.lam, self.accuracy))

    def choose(
        self, actions: Array, bonus: float, inside: float = np.nan, radius: float = 0.0
    ) -> int:
        columns = np.ascontiguousarray(np.asarray(actions, float).T)
        best, _ = choose(
            *self.family,
            self.ridge,
            self.store,
            columns,
            float(bonus),
            float(inside),
            float(radius),
            self._factor,
            self._work,
            np.empty(len(actions)),
        )
        return int(best)

    def _live(self) -> slice:
        return slice(int(self.store.counts[bl.FIRST]), int(self.store.counts[bl.LAST]) + 1)

    def weighted_data(self) -> tuple[Array, Array, Array]:
        s, use = self.store, self._live()
        weights = s.data[use, bl.WEIGHT].ravel()
        kept = np.flatnonzero(weights > 0)
        kept = kept[np.argsort(s.rounds[use].ravel()[kept], kind="stable")]
        actions = s.actions[use].transpose(0, 2, 1).reshape(-1, self.d)
        rewards = s.data[use, bl.REWARD].ravel()
        return actions[kept], rewards[kept], weights[kept] / s.numbers[bl.SCALE]

    def clear(self) -> None:
        bl.clear(self.store)

    def state(self) -> dict[str, Array]:
        s, use = self.store, self._live()
        fixed = {name: getattr(s, name).copy() for name in _FIXED}
        fixed["counts"][bl.LAST] -= fixed["counts"][bl.FIRST]
        fixed["counts"][bl.FIRST] = 0
        data = {name: getattr(s, name)[use].copy() for name in _DATA}
        data["data"] = data["data"][:, :_STORED].copy()
        return fixed | data

    def restore(self, state: dict[str, Array]) -> None:
        live = np.shape(state["about"])[:1] if isinstance(state, dict) and "about" in state else ()
        n = int(live[0]) if live else 1
        fresh = bl.blocks(self.d, self.gamma, max(_CAPACITY, 2 * n))
        checked = _checked(fresh, n, state)
        for name in _FIXED:
            getattr(fresh, name)[...] = checked[name]
        for name in ("actions", "rounds", "about"):
            getattr(fresh, name)[:n] = checked[name]
        fresh.data[:n, :_STORED] = checked["data"]
        bl.recall(fresh, *self.family)
        _check_sums(fresh)
        fresh.about[:n] = checked["about"]
        self.store = fresh


def _checked(fresh: bl.Blocks, n: int, state: Any) -> dict[str, Array]:
    """The arrays of a state of n blocks, once they are those of the same dimension and discount."""
    names = (*_FIXED, *_DATA)
    if not isinstance(state, dict) or set(state) != set(names):
        raise ValueError(f"state must have the arrays {', '.join(names)}")
    shapes: dict[str, tuple[int, ...]] = {name: getattr(fresh, name).shape for name in _FIXED}
    for name in _DATA:
        shapes[name] = (n, *getattr(fresh, name).shape[1:])
    shapes["data"] = (n, _STORED, bl.SIDE)
    checked: dict[str, Array] = {}
    for name, shape in shapes.items():
        if name == "numbers":  # a certificate may be infinite
            given = np.asarray(state[name])
            if given.dtype.kind != "f" or given.shape != shape or np.isnan(given).any():
                raise ValueError(f"state numbers must be {shape[0]} numbers")
            finite_array("state numbers", given[: bl.CERTIFICATE])
            checked[name] = given
            continue
        finite_array(f"state {name}", state[name], shape)
        checked[name] = np.asarray(state[name])
    for name in ("counts", "rounds", "about"):
        if checked[name].dtype.kind not in "iu":
            raise ValueError(f"state {name} must hold integers")
    counts, numbers, about = checked["counts"], checked["numbers"], checked["about"]
    weights, rounds = checked["data"][:, bl.WEIGHT], checked["rounds"]
    growth = slice(bl.GROWTH, bl.GROWTH + 2)
    same = (numbers[growth] == fresh.numbers[growth]).all()
    if not same or counts[bl.LEAP] != fresh.counts[bl.LEAP]:
        raise ValueError("state numbers must be those of the same discount factor")
    if counts[bl.FIRST] != 0 or counts[bl.LAST] != n - 1 or not 0 <= counts[bl.FILLED] <= bl.SIDE:
        raise ValueError(f"state counts must agree with {n} blocks, not {counts}")
    if (counts < 0).any() or counts[bl.FACTORED] > 1:
        raise ValueError(f"state counts must not be negative, not {counts}")
    if not numbers[bl.SCALE] >= 0.5 or (numbers[bl.LOST :] < 0).any():
        raise ValueError("state numbers must not be negative")
    if not ((weights >= 0) & (weights <= numbers[bl.SCALE])).all():
        raise ValueError("state data must have weights between 0 and that of the last round")
    live = weights > 0
    live[-1, counts[bl.FILLED] :] = False
    if (live != (weights > 0)).any() or (about[:, bl.LIVE] != live.sum(axis=1)).any():
        raise ValueError("state data must have weights where there are observations")
    earliest = np.where(live, rounds, bl.NEVER).min(axis=1)
    if (rounds[live] < 1).any() or (rounds[live] > counts[bl.CLOCK]).any():
        raise ValueError("state rounds must be rounds that are over")
    if (about[:, bl.EARLIEST] > earliest).any() or not np.isin(about[:, bl.KNOWN], (0, 1)).all():
        raise ValueError("state about must agree with the rounds")
    if (checked["actions"] ** 2).sum(axis=1).max(initial=0.0) > LONGEST:
        raise ValueError("state actions must have norm at most 1")
    diagonal = np.cumsum(np.arange(1, len(checked["theta"]) + 1)) - 1
    if counts[bl.FACTORED] and not (checked["factor"][diagonal] > 0).all():
        raise ValueError("state factor must be a Cholesky factor")
    return checked


def _check_sums(store: bl.Blocks) -> None:
    """The sums of a state must be those of its observations, and so must the bounds of places."""
    n, end = int(store.counts[bl.LAST]) + 1, store.totals.size - bl.SCALARS
    exact = store.sums[:n].sum(axis=0)
    size = 1e-9 * (exact[end + bl.STIFF] * (1 + np.abs(store.data[:n, bl.PLACE]).max()) ** 2)
    size += 1e-9 * exact[end + bl.HEARD] + 1e-250
    lower = store.totals[end + bl.STIFF :] >= exact[end + bl.STIFF :] * (1 - 1e-9)
    wrong = np.abs(store.totals - exact)[: end + bl.SQUARE + 1] > size
    if wrong.any() or not lower.all():
        raise ValueError("state totals must be the sums over the observations")
    far = np.abs(
        np.einsum("kdb,d->kb", store.actions[:n], store.scanned) - store.data[:n, bl.PLACE]
    )
    far = np.where(store.data[:n, bl.WEIGHT] > 0, far, 0.0).max()
    if far > store.numbers[[bl.REACH, bl.PATH]].max() + 1e-9 * (1 + far):
        raise ValueError("state numbers must bound the distances of the places")
