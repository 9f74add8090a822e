r"""OFUGLB-e: optimism over a likelihood-ratio set, relaxed to an ellipsoid.

Lee, Yun and Jun (2024) :cite:p:`lee2024`, for logistic rewards that do not change.  With
:math:`\hat\theta_t` the maximum of the likelihood over the ball of radius S, the parameter lies
with probability 1-δ, at all rounds, in the set of θ of the ball with

.. math:: \mathcal L_t(\theta) - \mathcal L_t(\hat\theta_t) \le \beta_t^2 = \log\tfrac1\delta
          + d\log\Bigl(e\vee\frac{2eS(t-1)}d\Bigr) .

Here t-1 is a Lipschitz constant of the loss of the first t-1 rounds.  By self-concordance the set
lies in the ellipsoid (their theorem 3.2)

.. math:: \lVert\theta-\hat\theta_t\rVert_{H_t}^2 \le \gamma_t^2 = 2(1+S)(1+\beta_t^2) , \qquad
          H_t = \sum_{s<t}\dot\mu(a_s^\top\hat\theta_t)a_sa_s^\top + \frac{1+S}{2S^2}I ,

the matrix as in the authors' program, in which the last summand adds at most
:math:`(2S)^2(1+S)/(2S^2)` to the square.  Round t plays an action with the largest
:math:`\min\{a^\top\hat\theta_t + \gamma_t\lVert a\rVert_{H_t^{-1}}, S\lVert a\rVert\}`.  All data
are kept, and a round costs time in proportion to them.  ``divisor`` divides :math:`\gamma_t`; the
theory has 1.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from glbtheory._support.validation import (
    count,
    finite_array,
    fraction_of_one,
    positive,
    whole_number,
)
from glbtheory.bandits._from_dict import checked_keys
from glbtheory.bandits._limits import LAST_ROUND, MOST_DIMENSIONS
from glbtheory.bandits.policies._known_rewards import KnownRewards
from glbtheory.bandits.policies._questions import one_of_the_largest

Array = np.ndarray

_NEWTON, _BISECTIONS = 60, 80
_LEAST, _LARGEST = 1e-3, 1e3


class OFUGLB(KnownRewards):
    """OFUGLB-e; ``link`` can only be the logistic one."""

    name = "OFUGLB-e"
    d: int
    S: float
    _actions: Array
    _paid: Array
    _start: Array
    _estimate: Array | None

    def __init__(
        self,
        link: Any,
        d: int,
        horizon: int,
        S: float,
        *,
        delta: float = 0.05,
        divisor: float = 1.0,
        m: float | None = None,
        seed: int | np.random.SeedSequence = 0,
    ) -> None:
        super().__init__(horizon=count("horizon", horizon, 1, LAST_ROUND), seed=seed)
        self._set_rewards(link, m)
        if self.link.name != "logistic":
            raise ValueError(f"link must be logistic for {self.name}, not {self.link.name}")
        self.d, self.S = whole_number("d", d, 1, MOST_DIMENSIONS), positive("S", S)
        if not _LEAST <= self.S <= _LARGEST:
            raise ValueError(f"S must lie in [{_LEAST:g}, {_LARGEST:g}], not {S!r}")
        self.delta, self.divisor = fraction_of_one("delta", delta), positive("divisor", divisor)
        if self.divisor < _LEAST:
            raise ValueError(f"divisor must be at least {_LEAST:g}, not {divisor!r}")
        self._clear()

    @property
    def theta(self) -> Array:
        """The maximum of the likelihood over the ball."""
        if self._estimate is None:
            self._estimate = constrained_maximum(self._actions, self._paid, self.S, self._start)
        return self._estimate.copy()

    def radius(self) -> float:
        r""":math:`\gamma_t` of the coming round, divided."""
        n = len(self._paid)
        inside = max(math.e, 2 * math.e * self.S * n / self.d)
        square = math.log(1 / self.delta) + self.d * math.log(inside)
        return math.sqrt(2 * (1 + self.S) * (1 + square)) / self.divisor

    def matrix(self) -> Array:
        """H of the coming round."""
        slopes = self.link.dmu(self._actions @ self.theta)
        ridge = (1 + self.S) / (2 * self.S**2)
        found: Array = (self._actions.T * slopes) @ self._actions + ridge * np.identity(self.d)
        return found

    def _means(self, offered: Array) -> Array:
        found: Array = self.link.mu(offered @ self.theta)
        return found

    def _scores(self, offered: Array) -> Array:
        steered = np.linalg.solve(self.matrix(), offered.T).T
        widths = np.sqrt(np.maximum((steered * offered).sum(axis=1), 0.0))
        most = self.S * np.linalg.norm(offered, axis=1)
        found: Array = np.minimum(offered @ self.theta + self.radius() * widths, most)
        return found

    def _select(self, offered: Array) -> int:
        return one_of_the_largest(self._scores(offered), float(self._numbers(self.round)[0]))

    def _observe(self, action: Array, reward: float, age: int) -> None:
        if self._estimate is not None:
            self._start = self._estimate
        self._actions = np.vstack([self._actions, action])
        self._paid = np.append(self._paid, reward)
        self._estimate = None

    def _clear(self) -> None:
        self._actions, self._paid = np.empty((0, self.d)), np.empty(0)
        self._start, self._estimate = np.zeros(self.d), None

    def _state(self) -> dict[str, Array]:
        return {"actions": self._actions.copy(), "paid": self._paid.copy(), "theta": self.theta}

    def _restore(self, state: dict[str, Array], clock: int) -> None:
        checked_keys("state", state, ("actions", "paid", "theta"))
        actions = finite_array("state actions", state["actions"], (None, self.d))
        paid = finite_array("state paid", state["paid"], (len(actions),))
        theta = finite_array("state theta", state["theta"], (self.d,))
        if (np.linalg.norm(actions, axis=1) > 1 + 1e-9).any() or len(actions) > clock:
            raise ValueError(f"state actions must be at most {clock}, of norm at most 1")
        if paid.size and (paid.min() < 0 or paid.max() > 1):
            raise ValueError("state paid must lie in [0, 1]")
        if np.linalg.norm(theta) > self.S * (1 + 1e-9):
            raise ValueError(f"state theta must have norm at most {self.S:g}")
        self._actions, self._paid = actions.copy(), paid.copy()
        self._start = self._estimate = theta.copy()


def constrained_maximum(actions: Array, rewards: Array, S: float, start: Array) -> Array:
    """The θ of norm at most S with the largest logistic likelihood.

    It is the minimiser with a penalty λ|θ|²/2 for the λ >= 0 at which the norm is S, or for λ = 0.
    Where the likelihood grows without end in a direction, only the ball holds it.
    """
    if len(actions) == 0:
        return np.zeros_like(start)
    least = 1e-9 * len(actions)
    inside = _penalised(actions, rewards, least, start)
    if np.linalg.norm(inside) <= S:
        return inside
    low, high, theta = math.log(least), math.log(len(actions) / S + 1.0), inside
    for _ in range(_BISECTIONS):
        middle = 0.5 * (low + high)
        theta = _penalised(actions, rewards, math.exp(middle), theta)
        norm = float(np.linalg.norm(theta))
        if abs(norm - S) <= 1e-10 * S:
            break
        low, high = (middle, high) if norm > S else (low, middle)
    return theta * min(1.0, S / max(float(np.linalg.norm(theta)), 1e-300))


def _penalised(actions: Array, rewards: Array, lam: float, start: Array) -> Array:
    """Newton's method with halved steps."""
    theta = start
    value = _loss(actions, rewards, lam, theta)
    for _ in range(_NEWTON):
        means = 1 / (1 + np.exp(-(actions @ theta)))
        gradient = actions.T @ (means - rewards) + lam * theta
        if np.linalg.norm(gradient) <= 1e-9 * math.sqrt(len(actions)) * min(1.0, lam + 1e-3):
            break
        hessian = (actions.T * (means * (1 - means))) @ actions + lam * np.identity(len(theta))
        step = np.linalg.solve(hessian, gradient)
        size = 1.0
        while size > 1e-10:
            new = theta - size * step
            now = _loss(actions, rewards, lam, new)
            if now <= value - 1e-4 * size * float(gradient @ step):
                break
            size /= 2
        else:
            break
        theta, value = new, now
    return theta


def _loss(actions: Array, rewards: Array, lam: float, theta: Array) -> float:
    z = actions @ theta
    return float((np.logaddexp(0.0, z) - rewards * z).sum() + lam * (theta @ theta) / 2)
