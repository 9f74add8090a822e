r"""The actions on offer at each round: K vectors in the unit ball.

========== =======================================================================================
Sphere     drawn anew at every round, uniform on the unit sphere
Ball       drawn anew at every round, uniform in the unit ball
FixedArms  the same at every round
Supplied   given by the user, round by round
========== =======================================================================================

A uniform direction is that of a standard normal vector, for d = 2 a uniform angle.  In the plane a
uniform point of the ball has the radius :math:`\sqrt u`; in :math:`d \ge 3` it is what d
coordinates of a uniform point on the sphere of :math:`\mathbb{R}^{d+2}` are (for d = 1, Archimedes'
theorem), which needs no d-th root.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from glbtheory._support.validation import LONGEST, finite_array, unit_ball, whole_number
from glbtheory.bandits._from_dict import Configured, configured
from glbtheory.bandits._limits import MOST_ARMS, MOST_DIMENSIONS
from glbtheory.bandits.kernels.draws import directions, into_disc, on_circle, products

Array = np.ndarray
#: ``draw(first, n)``: the actions (n, d, K) of the next n rounds; ``first`` counts from 0.
ActionDraw = Callable[[int, int], Array]


class ActionSet(Configured, ABC):
    """Where the actions of a round come from; K is ``arms``."""

    arms: Any
    d: Any

    @abstractmethod
    def drawing(self, seed: np.random.SeedSequence) -> ActionDraw:
        """The actions of a run, chunk after chunk; how it is cut changes nothing."""

    @abstractmethod
    def reach(self, schedule: Any, horizon: int) -> tuple[float, float]:
        r"""Limits of :math:`a^\top\theta^\star_t` over all actions and rounds."""

    def over(self, horizon: int) -> ActionSet:
        """The action set for a run of ``horizon`` rounds; ValueError if it is too short."""
        return self


def _generator(seed: np.random.SeedSequence) -> np.random.Generator:
    # By name: what numpy takes by default may change.
    return np.random.Generator(np.random.PCG64(seed))


@dataclass(frozen=True, eq=False)
class _Random(ActionSet):
    arms: int
    d: int

    def __post_init__(self) -> None:
        self._set(
            arms=whole_number("arms", self.arms, 1, MOST_ARMS),
            d=whole_number("d", self.d, 1, MOST_DIMENSIONS),
        )

    def reach(self, schedule: Any, horizon: int) -> tuple[float, float]:
        S = schedule.norm()
        return -S, S


@dataclass(frozen=True, eq=False)
class Sphere(_Random):
    """``arms`` actions, uniform on the unit sphere of dimension d - 1."""

    kind: ClassVar[str] = "sphere"

    def drawing(self, seed: np.random.SeedSequence) -> ActionDraw:
        generator = _generator(seed)

        def draw(first: int, n: int) -> Array:
            actions = np.empty((n, self.d, self.arms))
            if self.d == 1:
                actions[:, 0] = np.where(generator.random((n, self.arms)) < 0.5, -1.0, 1.0)
            elif self.d == 2:
                on_circle(generator.random((n, self.arms)), actions)
            else:
                directions(generator.standard_normal((n, self.arms, self.d)), actions)
            return actions

        return draw


@dataclass(frozen=True, eq=False)
class Ball(_Random):
    """``arms`` actions, uniform in the unit ball."""

    kind: ClassVar[str] = "ball"

    def drawing(self, seed: np.random.SeedSequence) -> ActionDraw:
        generator, second = map(_generator, seed.spawn(2))

        def draw(first: int, n: int) -> Array:
            actions = np.empty((n, self.d, self.arms))
            if self.d == 1:
                actions[:, 0] = 2 * generator.random((n, self.arms)) - 1
            elif self.d == 2:
                on_circle(generator.random((n, self.arms)), actions)
                into_disc(second.random((n, self.arms)), actions)
            else:
                directions(generator.standard_normal((n, self.arms, self.d + 2)), actions)
            return actions

        return draw


@dataclass(frozen=True, eq=False)
class FixedArms(ActionSet):
    """The rows of ``actions`` at every round."""

    kind: ClassVar[str] = "fixed"
    actions: Any

    def __post_init__(self) -> None:
        actions = unit_ball(self.actions)
        if len(actions) == 0:
            raise ValueError("actions must not be empty")
        self._set(actions=actions)

    @property
    def arms(self) -> int:
        """K."""
        return len(self.actions)

    @property
    def d(self) -> int:
        """The dimension."""
        return int(self.actions.shape[1])

    def drawing(self, seed: np.random.SeedSequence) -> ActionDraw:
        columns = np.ascontiguousarray(self.actions.T)[None]
        return lambda first, n: np.repeat(columns, n, axis=0)

    def reach(self, schedule: Any, horizon: int) -> tuple[float, float]:
        # Linear in the parameter: the corners of its path are enough.
        z = schedule.corners(horizon) @ self.actions.T
        return float(z.min()), float(z.max())


@dataclass(frozen=True, eq=False)
class Supplied(ActionSet):
    """``actions[t - 1]`` holds the K actions of round t as rows: shape (rounds, K, d)."""

    kind: ClassVar[str] = "supplied"
    actions: Any

    def __post_init__(self) -> None:
        actions = finite_array("actions", self.actions, (None, None, None))
        if actions.size == 0:
            raise ValueError("actions must not be empty")
        if np.einsum("tkd,tkd->tk", actions, actions).max() > LONGEST:
            raise ValueError("actions must have norm at most 1")
        self._set(actions=actions)

    @property
    def arms(self) -> int:
        """K."""
        return int(self.actions.shape[1])

    @property
    def d(self) -> int:
        """The dimension."""
        return int(self.actions.shape[2])

    def over(self, horizon: int) -> Supplied:
        if len(self.actions) < horizon:
            raise ValueError(
                f"horizon must be at most {len(self.actions)}, the rounds of actions, not {horizon}"
            )
        return self

    def drawing(self, seed: np.random.SeedSequence) -> ActionDraw:
        # A new array: what a policy does to it must not reach the next run.
        return lambda first, n: np.array(
            self.actions[first : first + n].transpose(0, 2, 1), order="C"
        )

    def reach(self, schedule: Any, horizon: int) -> tuple[float, float]:
        z = np.empty((horizon, self.arms))
        actions = self.actions[:horizon].transpose(0, 2, 1)
        products(np.array(actions, order="C"), schedule.truth(0, horizon), z)
        return float(z.min()), float(z.max())


#: All action sets by their names in configurations.
ACTION_SETS: dict[str, type[ActionSet]] = {
    cls.kind: cls for cls in (Sphere, Ball, FixedArms, Supplied)
}


def actions_from(configuration: Any) -> ActionSet:
    """The action set of a configuration; the inverse of :meth:`ActionSet.configuration`."""
    return configured("actions", configuration, ACTION_SETS.values())
