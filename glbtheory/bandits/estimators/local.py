r"""What a generalised linear policy remembers: weighted observations, their estimate, the design.

With :math:`w_s` the weights of ``forgetting``, a :class:`Memory` keeps

.. math:: \hat\theta_t = \arg\min_\theta \sum_{s<t} w_s\{b(a_s^\top\theta) - r_s a_s^\top\theta\}
          + \tfrac\lambda2\|\theta\|^2 , \qquad
          V_t = \sum_{s<t} w_s a_s a_s^\top + \text{ridge}\cdot I ,

up to date in constant time per round for d <= 2 (``_tracker``), and by Newton's method on the data
that still count for larger d (``newton_memory``).  Both say how exact they are:
``certificate`` bounds the norm of the true gradient at ``theta``, round-off included.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np

from glbtheory._support.validation import LONGEST, finite_array, positive, whole_number
from glbtheory.bandits._limits import MOST_DIMENSIONS
from glbtheory.bandits.environments.reward_families import Family, family
from glbtheory.bandits.kernels import tracker as tr
from glbtheory.bandits.kernels.local_model import W
from glbtheory.bandits.kernels.local_newton import solve
from glbtheory.bandits.kernels.play import choose
from glbtheory.setting.forgetting import Discount, Forever, Window
from glbtheory.setting.links import Link

Array = np.ndarray
Forgetting = Discount | Window | Forever

#: The weights of two rounds in a row must be numbers of the machine.
LEAST_GAMMA = 1e-80


class Memory(ABC):
    """The interface; numbers are not checked here but by the policies."""

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
        """Forget all observations; the rounds go on counting."""

    @abstractmethod
    def state(self) -> dict[str, Array]:
        """Everything that is needed to go on, as arrays."""

    @abstractmethod
    def restore(self, state: dict[str, Array]) -> None:
        """Go on from what :meth:`state` gave."""


def memory(d: int, link: Link | str, lam: float, ridge: float, forgetting: Forgetting) -> Memory:
    """An empty memory for actions in dimension d."""
    d = whole_number("d", d, 1, MOST_DIMENSIONS)
    lam, ridge = positive("lam", lam), positive("ridge", ridge)
    if not isinstance(forgetting, Discount | Window | Forever):
        raise ValueError(f"forgetting must be Discount, Window or Forever, not {forgetting!r}")
    if decay(forgetting)[0] < LEAST_GAMMA:
        raise ValueError(f"gamma must be at least {LEAST_GAMMA:g}, not {decay(forgetting)[0]!r}")
    if d <= 2:
        return LocalMemory(d, family(link), lam, ridge, forgetting)
    from glbtheory.bandits.estimators.newton import NewtonMemory

    return NewtonMemory(d, family(link), lam, ridge, forgetting)


def decay(forgetting: Forgetting) -> tuple[float, int]:
    """(γ, τ): the weights are powers of γ within the last τ rounds; τ = 0 stands for all."""
    gamma = float(forgetting.gamma) if isinstance(forgetting, Discount) else 1.0
    return gamma, int(forgetting.tau) if isinstance(forgetting, Window) else 0


#: The stored observations among the fields of a tracker.
_DATA = ("actions", "rewards", "weights", "rounds")
_FIXED = ("hi", "lo", "numbers", "counts", "design")


class LocalMemory(Memory):
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
