r"""What a generalised linear policy remembers: weighted observations, their estimate, the design.

With :math:`w_s` the weights of ``forgetting``, an :class:`Estimator` keeps

.. math:: \hat\theta_t = \arg\min_\theta \sum_{s<t} w_s\{b(a_s^\top\theta) - r_s a_s^\top\theta\}
          + \tfrac\lambda2\|\theta\|^2 , \qquad
          V_t = \sum_{s<t} w_s a_s a_s^\top + \text{ridge}\cdot I .

Every estimator says how exact it is: ``certificate`` bounds the norm of the true gradient at
``theta``, round-off included.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from glbtheory.setting.forgetting import Discount, Forgetting, Window

Array = np.ndarray


def decay(forgetting: Forgetting) -> tuple[float, int]:
    """(γ, τ): the weights are powers of γ within the last τ rounds; τ = 0 stands for all."""
    gamma = float(forgetting.gamma) if isinstance(forgetting, Discount) else 1.0
    return gamma, int(forgetting.tau) if isinstance(forgetting, Window) else 0


class Estimator(ABC):
    """The weighted observations of a policy; it is the policies that check the numbers."""

    d: int

    @property
    @abstractmethod
    def clock(self) -> int:
        """How many rounds are over."""

    @property
    @abstractmethod
    def theta(self) -> Array:
        """The estimate."""

    @property
    @abstractmethod
    def certificate(self) -> float:
        """A bound of the norm of the gradient at ``theta``."""

    @property
    @abstractmethod
    def design(self) -> Array:
        """The matrix V of the coming round."""

    @abstractmethod
    def advance(self, n: int = 1) -> None:
        """So many rounds are over."""

    @abstractmethod
    def observe(self, action: Array, reward: float, age: int = 0) -> None:
        """What was played in the last round that is over, or ``age`` rounds before it."""

    @abstractmethod
    def solve(self) -> float:
        """Bring the estimate up to date; returns its certificate."""

    @abstractmethod
    def choose(
        self, actions: Array, bonus: float, inside: float = np.nan, radius: float = 0.0
    ) -> int:
        """The first row with the largest μ(a·θ̂) + b‖a‖ in the inverse design norm.

        b is ``inside`` where that is a number and ‖θ̂‖ <= ``radius``, and ``bonus`` elsewhere.
        """

    @abstractmethod
    def weighted_data(self) -> tuple[Array, Array, Array]:
        """Actions, rewards and weights of the observations that still count."""

    @abstractmethod
    def clear(self) -> None:
        """Forget all observations; the clock keeps running."""

    @abstractmethod
    def state(self) -> dict[str, Array]:
        """All that it remembers, as arrays."""

    @abstractmethod
    def restore(self, state: dict[str, Array]) -> None:
        """Take over what :meth:`state` gave."""
