r"""Non-stationary generalised linear environments.

At round t the learner is offered K actions in the unit ball and plays one of them, a; the reward
has the mean :math:`\mu(a^\top\theta^\star_t)` and the law of the link's family::

    environment = Environment("logistic", Abrupt([[3, 0], [-3, 0]], breaks=[4001]),
                              Sphere(arms=50, d=2), horizon=8000)
    for chunk in environment.rounds(seed=0):
        regret = environment.best(chunk)[:, None] - environment.means(chunk)

============ ============================================ =========================================
link         reward                                       number drawn for a round
============ ============================================ =========================================
logistic     1 with probability μ, else 0                 uniform
binomial(n)  successes in n trials of probability μ/n     uniform, inverse distribution function
Poisson      Poisson with mean μ                          uniform, inverse distribution function
linear       gaussian: μ + (m/2) N(0, 1)                  standard normal
             coin: m with probability μ/m, else 0         uniform
============ ============================================ =========================================

One number per round, drawn whatever is played, makes the policies of one run comparable.  The
dynamic regret :math:`\sum_t \max_a \mu(a^\top\theta^\star_t) - \mu(a_t^\top\theta^\star_t)` takes
the means as they are, not the rewards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from glbtheory._support.seeds import seed_root
from glbtheory._support.validation import finite_array, one_of, real_number, unit_ball, whole_number
from glbtheory.bandits._from_dict import checked_arguments, described
from glbtheory.bandits._limits import LAST_ROUND
from glbtheory.bandits.environments.action_sets import ActionSet, actions_from
from glbtheory.bandits.environments.reward_families import (
    LINEAR,
    POISSON,
    Family,
    family,
    largest_reward,
    link_of,
)
from glbtheory.bandits.environments.schedules import Schedule, schedule_from
from glbtheory.bandits.kernels.draws import means, products
from glbtheory.bandits.kernels.rewards import (
    COIN,
    FAMILY,
    GAUSSIAN,
    LARGEST_MEAN,
    MOST_TRIALS,
    reward,
)
from glbtheory.setting.links import Link

Array = np.ndarray

#: What the reward of the linear link may be.
NOISES = {"gaussian": GAUSSIAN, "coin": COIN}
#: Means this far outside their range, relative to m, are round-off.
_EDGE = 1e-12


class Chunk(NamedTuple):
    """Some rounds in a row; ``first`` counts from 0.

    ``actions`` has the shape (n, d, K), ``theta`` (n, d), ``noise`` (n,).
    """

    first: int
    actions: Array
    theta: Array
    noise: Array

    def offered(self, i: int) -> Array:
        """The actions of the chunk's i-th round (from 0) as K rows."""
        return self.actions[i].T


@dataclass(frozen=True, eq=False)
class Environment:
    r"""A link, a schedule of :math:`\theta^\star_t` and action sets for ``horizon`` rounds.

    ``link`` is one of ``reward_families.KNOWN`` or its name; the attribute is the link.
    ``m`` is needed for the linear link and is the end of the rewards' range for the logistic and
    the binomial ones; Poisson rewards have no end, and ``m`` is infinite unless given (it changes
    no reward).  ``noise`` is ``"gaussian"`` (default) or ``"coin"`` for the linear link, None for
    the others.  A coin needs means in [0, m].
    """

    link: Any
    schedule: Schedule
    actions: ActionSet
    horizon: int
    m: Any = None
    noise: Any = None

    def __post_init__(self) -> None:
        link = link_of(self.link)
        horizon = whole_number("horizon", self.horizon, 1, LAST_ROUND)
        if not isinstance(self.schedule, Schedule):
            raise ValueError(f"schedule must be a Schedule, not {self.schedule!r}")
        if not isinstance(self.actions, ActionSet):
            raise ValueError(f"actions must be an ActionSet, not {self.actions!r}")
        if self.actions.d != self.schedule.d:
            raise ValueError(
                f"actions must have the dimension {self.schedule.d} of the schedule, "
                f"not {self.actions.d}"
            )
        noise = _noise(link, self.noise)
        unbounded = family(link).code == POISSON and self.m is None
        values = {
            "link": link,
            "schedule": self.schedule.over(horizon),
            "actions": self.actions.over(horizon),
            "horizon": horizon,
            "m": math.inf if unbounded else largest_reward(link, self.m),
            "noise": noise,
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)
        self._check_means()

    def _check_means(self) -> None:
        """Every mean must be one that a reward can be drawn for."""
        if self.family.times > MOST_TRIALS:
            raise ValueError(f"link must have at most {MOST_TRIALS} trials, not {self.link.name}")
        if self.family.code == POISSON:
            high = self.actions.reach(self.schedule, self.horizon)[1]
            if high > math.log(LARGEST_MEAN):
                raise ValueError(
                    f"schedule must keep Poisson means at most {LARGEST_MEAN:g}; "
                    f"with these actions they may reach exp({high:g})"
                )
        if self.kind == COIN:
            low, high = self.actions.reach(self.schedule, self.horizon)
            if low < -_EDGE * self.m or high > (1 + _EDGE) * self.m:
                raise ValueError(
                    f"noise must be gaussian unless all means lie in [0, m] = [0, {self.m:g}]; "
                    f"with these actions they may lie anywhere in [{low:g}, {high:g}]"
                )

    # -- what others ask ---------------------------------------------------------------------------

    @property
    def d(self) -> int:
        """The dimension."""
        return self.schedule.d

    @property
    def arms(self) -> int:
        """K, the number of actions on offer at every round."""
        return int(self.actions.arms)

    @property
    def S(self) -> float:
        r"""The largest :math:`\lVert\theta^\star_t\rVert` of the schedule."""
        return self.schedule.norm()

    @cached_property
    def family(self) -> Family:
        """The link as the compiled functions know it."""
        return family(self.link)

    @cached_property
    def kind(self) -> int:
        """How rewards are drawn, as the compiled functions know it."""
        return FAMILY if self.noise is None else NOISES[self.noise]

    # -- rounds ------------------------------------------------------------------------------------

    def rounds(self, seed: int | np.random.SeedSequence, size: int = 256) -> Iterator[Chunk]:
        """All rounds of one run, ``size`` at a time; ``size`` changes none of the numbers."""
        size = whole_number("size", size, 1, LAST_ROUND)
        offered, noise = seed_root(seed).spawn(2)
        draw = self.actions.drawing(offered)
        generator = np.random.Generator(np.random.PCG64(noise))
        number = generator.standard_normal if self.kind == GAUSSIAN else generator.random
        return self._chunks(draw, number, size)

    def _chunks(
        self, draw: Callable[[int, int], Array], number: Callable[[int], Array], size: int
    ) -> Iterator[Chunk]:
        for first in range(0, self.horizon, size):
            n = min(size, self.horizon - first)
            yield Chunk(first, draw(first, n), self.schedule.truth(first, n), number(n))

    def means(self, chunk: Chunk) -> Array:
        r""":math:`\mu(a^\top\theta^\star_t)` of all actions of a chunk, shape (n, K)."""
        z = _products(chunk)
        means(*self.family, z, z)
        return z

    def best(self, chunk: Chunk) -> Array:
        """The largest mean of each round of a chunk, shape (n,)."""
        z = _products(chunk).max(axis=1, keepdims=True)
        means(*self.family, z, z)
        return z[:, 0]

    def mean(self, actions: Any, theta: Any) -> Array:
        r""":math:`\mu(a^\top\theta)` of the rows of ``actions`` at one parameter, shape (K,)."""
        rows = unit_ball(actions)
        theta = finite_array("theta", theta, (self.d,))
        if len(rows) == 0 or rows.shape[1] != self.d:
            raise ValueError(f"actions must be at least one row of {self.d} numbers")
        columns = np.array(rows.T[None], order="C")
        return self.means(Chunk(0, columns, theta[None], np.empty(1)))[0]

    def reward(self, mean: float, noise: float) -> float:
        """The reward of an action of that mean, from the number drawn for the round."""
        code, times = self.family
        mean = real_number("mean", mean)
        noise = real_number("noise", noise)
        top = LARGEST_MEAN if code == POISSON else self.m
        if self.kind != GAUSSIAN and not -_EDGE * top <= mean <= (1 + _EDGE) * top:
            raise ValueError(f"mean must lie in [0, {top:g}], not {mean!r}")
        if self.kind != GAUSSIAN and not 0 <= noise < 1:
            raise ValueError(f"noise must lie in [0, 1), not {noise!r}")
        return float(reward(code, times, self.kind, self.m, mean, noise))

    def configuration(self) -> dict[str, Any]:
        """A dictionary that JSON can hold; :func:`environment_from` is the inverse."""
        return {**described(self), "link": self.link.name.lower()}

    def __reduce__(self) -> tuple[Any, ...]:
        # A link holds functions that cannot travel to another process.
        return environment_from, (self.configuration(),)


def _noise(link: Link, noise: Any) -> str | None:
    if family(link).code != LINEAR:
        if noise is not None:
            raise ValueError(f"noise must be None for the link {link.name}, not {noise!r}")
        return None
    if noise is None:
        return "gaussian"
    return one_of("noise", noise, NOISES)


def _products(chunk: Chunk) -> Array:
    if not isinstance(chunk, Chunk):
        raise ValueError(f"chunk must be one of those of rounds, not {chunk!r}")
    n, _, arms = chunk.actions.shape
    z = np.empty((n, arms))
    products(chunk.actions, chunk.theta, z)
    return z


def environment_from(configuration: Any) -> Environment:
    """The environment of a configuration; every key is checked."""
    given = checked_arguments("environment", configuration, Environment)
    given["schedule"] = schedule_from(given["schedule"])
    given["actions"] = actions_from(given["actions"])
    return Environment(**given)
