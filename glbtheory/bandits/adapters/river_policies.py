"""Our policies as bandit policies of river.

river asks ``pull(arm_ids)`` or ``pull(arm_ids, context)`` and answers ``update(arm_id, ...)``.
:class:`RiverPolicy` chooses among arms that stay the same, :class:`RiverContextualPolicy` among
arms that are seen in a context.  A policy is described by a dictionary, as ``policy_from`` takes
it, because river clones what it evaluates; ``policy_`` is the policy that plays.

An arm of :class:`RiverPolicy` is a number from 0 for policies for K arms; for the others it has a
row in ``arms``.  In a context x, the action is that of ``inputs.joint`` for the vectors of x and of
the arm; an arm without a row is a unit vector.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import numpy as np

from glbtheory._support.validation import listed, positive
from glbtheory.bandits.adapters._extras import need
from glbtheory.bandits.inputs.joint import HOW, joint_actions
from glbtheory.bandits.inputs.records import Features
from glbtheory.bandits.inputs.scaler import Scaler
from glbtheory.bandits.inputs.tables import as_reward, as_row
from glbtheory.bandits.policies.base import Policy, policy_from

need("river")
from river import bandit, stats  # noqa: E402

Array = np.ndarray


def _policy(configuration: Any, seed: Any) -> Policy:
    if isinstance(configuration, Policy):
        raise ValueError("policy must be a dictionary, such as policy.configuration()")
    found = policy_from(configuration)
    found.reset(seed)
    return found


def _rows(arms: Any) -> dict[Any, Array] | None:
    if arms is None:
        return None
    if not isinstance(arms, Mapping) or not arms:
        raise ValueError("arms must be a dictionary: the vector of each arm")
    found = {arm: as_row(row, f"arms[{arm!r}]") for arm, row in arms.items()}
    if len({len(row) for row in found.values()}) > 1:
        raise ValueError("arms must have vectors of equal length")
    return found


def _of(arms: dict[Any, Array], arm_ids: Any) -> Array:
    wanted = listed("arm_ids", arm_ids)
    for arm in wanted:
        if arm not in arms:
            raise ValueError(f"arm_ids must be among {', '.join(map(str, arms))}, not {arm!r}")
    return np.array([arms[arm] for arm in wanted])


class RiverPolicy(bandit.base.Policy):
    """A policy of ours for river's ``bandit.evaluate``; the choice ignores any context."""

    def __init__(
        self,
        policy: Mapping[str, Any],
        arms: Mapping[Any, Any] | None = None,
        reward_obj: Any = None,
        burn_in: int = 0,
        seed: int = 0,
    ) -> None:
        super().__init__(stats.Mean() if reward_obj is None else reward_obj, burn_in=burn_in)
        self.policy, self.arms, self.seed = copy.deepcopy(policy), arms, seed
        self.policy_ = _policy(policy, seed)
        self._arms = _rows(arms)
        if self.policy_.contextual and self._arms is None and self.policy_.d is not None:
            raise ValueError(f"arms must be given: the actions of {self.policy_.name} are vectors")

    def _pull(self, arm_ids: Any) -> Any:
        if self._arms is not None:
            return arm_ids[self.policy_.select(_of(self._arms, arm_ids))]
        if list(arm_ids) != list(range(len(arm_ids))):
            raise ValueError(f"arm_ids must be 0, ..., K - 1 or have rows in arms, not {arm_ids!r}")
        return arm_ids[self.policy_.select(len(arm_ids))]

    def update(self, arm_id: Any, *reward_args: Any, **reward_kwargs: Any) -> None:
        """The reward of an arm; the round is then over."""
        if len(reward_args) != 1 or reward_kwargs:
            raise ValueError("reward must be one number")
        reward = as_reward(reward_args[0])
        action = int(arm_id) if self._arms is None else _of(self._arms, [arm_id])[0]
        self.policy_.update(action, reward)
        super().update(arm_id, reward)


class RiverContextualPolicy(bandit.base.ContextualPolicy):
    """A policy of ours for river's ``evaluate_offline`` with contexts that are dictionaries.

    ``features`` makes a context a vector; with ``longest``, a bound of the lengths of these
    vectors, they are divided by it, and S in ``policy`` is meant for them as they are: the adapter
    passes on ``longest`` times S.
    """

    def __init__(
        self,
        policy: Mapping[str, Any],
        features: Features,
        arms: Any,
        how: str = "outer",
        longest: float = 1.0,
        reward_obj: Any = None,
        burn_in: int = 0,
        seed: int = 0,
    ) -> None:
        super().__init__(stats.Mean() if reward_obj is None else reward_obj, burn_in=burn_in)
        if not isinstance(features, Features):
            raise ValueError(f"features must be KnownFeatures or HashedFeatures, not {features!r}")
        if how not in HOW:
            raise ValueError(f"how must be one of {', '.join(HOW)}, not {how!r}")
        self.policy, self.features, self.arms = copy.deepcopy(policy), features, arms
        self.how, self.longest, self.seed = how, positive("longest", longest), seed
        self._scaler = Scaler(self.longest)
        self._arms = _rows(arms if isinstance(arms, Mapping) else _units(arms))
        given = dict(policy) if isinstance(policy, Mapping) else policy
        if isinstance(given, dict) and "S" in given:
            given["S"] = self._scaler.radius(given["S"])
        self.policy_ = _policy(given, seed)

    def actions(self, arm_ids: Any, context: Mapping[str, Any]) -> Array:
        """The rows among which the policy chooses."""
        assert self._arms is not None
        x = self._scaler.rows(self.features.vector(context)[None])[0]
        return joint_actions(x, _of(self._arms, arm_ids), self.how)

    def _pull(self, arm_ids: Any, context: Mapping[str, Any]) -> Any:
        return arm_ids[self.policy_.select(self.actions(arm_ids, context))]

    def update(
        self, arm_id: Any, context: Mapping[str, Any], *reward_args: Any, **reward_kwargs: Any
    ) -> None:
        """The reward of an arm in a context; the round is then over."""
        if len(reward_args) != 1 or reward_kwargs:
            raise ValueError("reward must be one number")
        reward = as_reward(reward_args[0])
        self.policy_.update(self.actions([arm_id], context)[0], reward)
        super().update(arm_id, context, reward)


def _units(arms: Any) -> dict[Any, Array]:
    names = listed("arms", arms)
    return dict(zip(names, np.identity(len(names)), strict=True))
