r"""The oracle: it knows :math:`\theta^\star_t` and plays the best action; its regret is 0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from glbtheory._support.validation import finite_array
from glbtheory.bandits.environments.schedules import Listed, Schedule, Stationary, schedule_from
from glbtheory.bandits.policies.base import Policy


class Oracle(Policy):
    r"""Plays an action with the largest mean: of a schedule, its configuration, or parameters.

    One vector stands for a parameter that never changes, rows for one parameter per round.  Means
    increase with :math:`a^\top\theta`, so the link does not matter.
    """

    name = "oracle"

    def __init__(
        self,
        schedule: Any,
        horizon: int | None = None,
        *,
        seed: int | np.random.SeedSequence = 0,
    ) -> None:
        given = _schedule(schedule)
        if horizon is None and isinstance(given, Listed):
            horizon = len(given.thetas)
        super().__init__(horizon=horizon, seed=seed)
        self.schedule = given if self.horizon is None else given.over(self.horizon)
        self.schedule.truth(0, 1)  # a schedule that needs a number of rounds says so now
        self.d = self.schedule.d

    def _select(self, offered: np.ndarray) -> int:
        return int(np.argmax(self._scores(offered)))

    def _scores(self, offered: np.ndarray) -> np.ndarray:
        # Products summed in order, as environments do it: their best action is the same bits.
        found: np.ndarray = (offered * self.schedule.truth(self._clock, 1)[0]).sum(axis=1)
        return found

    def _observe(self, action: Any, reward: float, age: int) -> None:
        pass


def _schedule(given: Any) -> Schedule:
    if isinstance(given, Schedule):
        return given
    if isinstance(given, Mapping):
        return schedule_from(given)
    rows = finite_array("schedule", given)
    if rows.ndim not in (1, 2) or rows.size == 0:
        raise ValueError(f"schedule must be one parameter or one row per round, not {given!r}")
    return Stationary(rows) if rows.ndim == 1 else Listed(rows)
