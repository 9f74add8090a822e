"""Our environments for Gymnasium, and our policies in environments of Gymnasium.

:class:`BanditEnv` is one run of an :class:`Environment`: an episode of ``horizon`` steps.  The
observation is the action set of the coming round, K rows of d numbers; an action is the number of
a row; ``info`` has ``mean`` and ``regret``, which a policy must not see.  ``reset(seed=s)`` starts
the run that ``play_run`` plays for the seed s, so that the same choices give the same numbers.

:func:`play_episode` lets a policy play an environment of Gymnasium whose actions are numbered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import numpy as np

from glbtheory._support.seeds import seed_root
from glbtheory._support.validation import whole_number
from glbtheory.bandits.adapters._extras import need
from glbtheory.bandits.environments.environment import Chunk, Environment
from glbtheory.bandits.inputs.tables import as_reward, as_rows
from glbtheory.bandits.policies.base import Policy

need("gymnasium")
import gymnasium  # noqa: E402

Array = np.ndarray
_LARGEST = np.iinfo(np.int64).max


class BanditEnv(gymnasium.Env[Array, np.int64]):
    """An environment of ours with the interface of Gymnasium."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": []}

    def __init__(self, environment: Environment) -> None:
        if not isinstance(environment, Environment):
            raise ValueError(f"environment must be an Environment, not {environment!r}")
        self.environment = environment
        K, d = environment.arms, environment.d
        # A unit vector may be longer than 1 by rounding.
        self.observation_space = gymnasium.spaces.Box(-1.0 - 1e-9, 1.0 + 1e-9, (K, d), np.float64)
        self.action_space = gymnasium.spaces.Discrete(K)
        self._rounds: Iterator[Chunk] | None = None
        self._left = self._at = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """A new run; without a seed it is drawn from the generator of the environment."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(_LARGEST)) if seed is None else seed
        world = seed_root(drawn).spawn(2)[0]
        self._rounds = self.environment.rounds(world)
        self._left = self.environment.horizon
        self._next_chunk()
        return self._observation(), {}

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """One round; ``truncated`` says that it was the last one."""
        k = whole_number("action", _plain(action), 0, self.environment.arms - 1)
        if self._left == 0:
            raise ValueError("reset must be called first: no round is left")
        i, self._at, self._left = self._at, self._at + 1, self._left - 1
        mean = float(self._means[i, k])
        reward = self.environment.reward(mean, float(self._chunk.noise[i]))
        regret = float(self._means[i].max() - mean)
        if self._left and self._at == len(self._means):
            self._next_chunk()
        observation = self._observation()
        return observation, reward, False, self._left == 0, {"mean": mean, "regret": regret}

    def _next_chunk(self) -> None:
        assert self._rounds is not None
        self._chunk = next(self._rounds)
        self._means = self.environment.means(self._chunk)
        self._at = 0

    def _observation(self) -> Array:
        """The actions of the coming round; after the last one, those of the last one."""
        i = min(self._at, len(self._means) - 1)
        return np.ascontiguousarray(self._chunk.actions[i].T)


def _plain(action: Any) -> Any:
    if isinstance(action, np.ndarray) and action.ndim == 0:
        return action.item()
    return action


def play_episode(
    world: Any,
    policy: Policy,
    *,
    seed: int | None = None,
    actions: Callable[[Any], Any] | None = None,
    rounds: int | None = None,
) -> Array:
    """The rewards of one episode that a policy plays, at most ``rounds`` of them.

    ``actions`` makes an observation the rows among which the policy chooses; without it the
    observation is these rows if the policy's actions are vectors, and the policy is asked for one
    of ``world.action_space.n`` arms otherwise.  The policy learns; it is not reset.
    """
    if not isinstance(policy, Policy):
        raise ValueError(f"policy must be a Policy, not {policy!r}")
    space = getattr(world, "action_space", None)
    if not isinstance(space, gymnasium.spaces.Discrete):
        raise ValueError(f"world must have an action_space that is Discrete, not {space!r}")
    last = None if rounds is None else whole_number("rounds", rounds, 1)
    rewards: list[float] = []
    observation, _ = world.reset(seed=seed)
    over = False
    while not over and (last is None or len(rewards) < last):
        offered = _offered(observation, policy, int(space.n), actions)
        k = policy.select(offered)
        observation, reward, terminated, truncated, _ = world.step(int(space.start) + k)
        rewards.append(as_reward(reward))
        policy.update(k if isinstance(offered, int) else offered[k], rewards[-1])
        over = terminated or truncated
    return np.array(rewards)


def _offered(
    observation: Any, policy: Policy, arms: int, actions: Callable[[Any], Any] | None
) -> Any:
    if actions is None and (policy.d is None and np.ndim(observation) != 2):
        return arms
    offered = as_rows(observation if actions is None else actions(observation))
    if len(offered) != arms:
        raise ValueError(f"actions must give {arms} rows, as the world has, not {len(offered)}")
    return offered
