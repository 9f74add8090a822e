"""Policies that know the family of the rewards: its link, and the largest reward m."""

from __future__ import annotations

from typing import Any

import numpy as np

from glbtheory.bandits.environments.reward_families import check_rewards, largest_reward, link_of
from glbtheory.bandits.policies.base import Policy


class KnownRewards(Policy):
    """What generalised linear policies and bandit over bandit share."""

    def _set_rewards(self, link: Any, m: float | None) -> None:
        """For constructors: the link, and m where the link does not say it."""
        self.link = link_of(link)
        self.m = largest_reward(self.link, m)

    def _rewards(self, rewards: list[Any]) -> np.ndarray:
        return check_rewards(self.link, rewards)

    def _option(self, name: str) -> Any:
        if name == "link":
            return self.link.name.lower()
        if name == "m" and self.link.reward_range is not None:
            return None  # the link says it
        return super()._option(name)
