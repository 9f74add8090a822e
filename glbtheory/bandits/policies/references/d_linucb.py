r"""D-LinUCB: least squares with discounted weights, and optimism.

Russac, Vernade and Cappé (2019) :cite:p:`russac2019`, for rewards with linear means and noise that
is σ-sub-Gaussian.  Round t plays an action with the largest

.. math:: a^\top\hat\theta_t + \beta_t\lVert a\rVert_{V_t^{-1}\widetilde V_tV_t^{-1}} , \qquad
   \beta_t = \sqrt\lambda S + \sigma\sqrt{2\log\tfrac1\delta
   + d\log\Bigl(1 + \frac{1-\gamma^{2(t-1)}}{\lambda d(1-\gamma^2)}\Bigr)}

for actions of norm at most 1, where :math:`V_t = \sum_{s<t}\gamma^{t-1-s}a_sa_s^\top + \lambda I`,
:math:`\widetilde V_t` is the same with :math:`\gamma^2`, and
:math:`\hat\theta_t = V_t^{-1}\sum_{s<t}\gamma^{t-1-s}r_sa_s`.  Rewards that are 0 or 1 have
σ = 1/2.  ``divisor`` divides the bonus; the theory has 1.
"""

from __future__ import annotations

import math

import numpy as np

from glbtheory._support.validation import (
    finite_array,
    fraction_of_one,
    positive,
    whole_number,
)
from glbtheory.bandits._from_dict import checked_keys
from glbtheory.bandits._limits import MOST_DIMENSIONS
from glbtheory.bandits.policies._questions import one_of_the_largest
from glbtheory.bandits.policies.base import Policy

Array = np.ndarray

_PARTS = ("design", "squared", "sums")
#: Numbers beyond these make sums of squares or matrices that floats cannot hold.
_LEAST, _LARGEST = 1e-9, 1e9


class DLinUCB(Policy):
    """D-LinUCB; it has no link, and takes rewards up to 1e9."""

    name = "D-LinUCB"
    d: int
    S: float

    def __init__(
        self,
        d: int,
        S: float,
        lam: float,
        gamma: float,
        *,
        sigma: float = 0.5,
        delta: float = 0.05,
        divisor: float = 1.0,
        horizon: int | None = None,
        seed: int | np.random.SeedSequence = 0,
    ) -> None:
        super().__init__(horizon=horizon, seed=seed)
        self.d = whole_number("d", d, 1, MOST_DIMENSIONS)
        self.S, self.lam = _sized("S", S), _sized("lam", lam)
        self.gamma = fraction_of_one("gamma", gamma)
        self.sigma, self.divisor = _sized("sigma", sigma), _sized("divisor", divisor)
        self.delta = fraction_of_one("delta", delta)
        self._clear()

    @property
    def theta(self) -> Array:
        found: Array = np.linalg.solve(self._design, self._sums)
        return found

    def radius(self) -> float:
        r""":math:`\beta_t` of the coming round, divided."""
        square = self.gamma * self.gamma
        # 1 - γ^{2t} without cancellation for γ near 1.
        faded = -math.expm1(2 * self._clock * math.log(self.gamma))
        ratio = faded / (self.lam * self.d * (1 - square)) if self._clock else 0.0
        spread = 2 * math.log(1 / self.delta) + self.d * math.log1p(ratio)
        return (math.sqrt(self.lam) * self.S + self.sigma * math.sqrt(spread)) / self.divisor

    def _means(self, offered: Array) -> Array:
        found: Array = offered @ self.theta
        return found

    def _scores(self, offered: Array) -> Array:
        steered = np.linalg.solve(self._design, offered.T)
        squares = np.einsum("ik,ij,jk->k", steered, self._squared, steered)
        found: Array = self._means(offered) + self.radius() * np.sqrt(np.maximum(squares, 0.0))
        return found

    def _select(self, offered: Array) -> int:
        return one_of_the_largest(self._scores(offered), float(self._numbers(self.round)[0]))

    def _rewards(self, rewards: list[float]) -> Array:
        found = super()._rewards(rewards)
        if abs(found).max() > _LARGEST:
            raise ValueError(f"reward must lie in [-{_LARGEST:g}, {_LARGEST:g}]")
        return found

    def _clear(self) -> None:
        self._design = self.lam * np.identity(self.d)
        self._squared, self._sums = self._design.copy(), np.zeros(self.d)

    def _advance(self, rounds: int) -> None:
        faded = self.gamma**rounds
        ridge = self.lam * np.identity(self.d)
        self._design = faded * self._design + (1 - faded) * ridge
        self._squared = faded * faded * self._squared + (1 - faded * faded) * ridge
        self._sums = faded * self._sums

    def _observe(self, action: Array, reward: float, age: int) -> None:
        weight, square = self.gamma**age, np.outer(action, action)
        self._design += weight * square
        self._squared += weight * weight * square
        self._sums += weight * reward * action

    def _state(self) -> dict[str, Array]:
        return {name: getattr(self, f"_{name}").copy() for name in _PARTS}

    def _restore(self, state: dict[str, Array], clock: int) -> None:
        checked_keys("state", state, _PARTS)
        shapes = {"design": (self.d, self.d), "squared": (self.d, self.d), "sums": (self.d,)}
        found = {n: finite_array(f"state {n}", state[n], shape) for n, shape in shapes.items()}
        for name in ("design", "squared"):
            matrix = found[name]
            if (matrix != matrix.T).any() or not np.linalg.eigvalsh(matrix)[0] > 0:
                raise ValueError(f"state {name} must be a symmetric positive matrix")
        for name, array in found.items():
            setattr(self, f"_{name}", array.copy())


def _sized(name: str, value: float) -> float:
    found = positive(name, value)
    if not _LEAST <= found <= _LARGEST:
        raise ValueError(f"{name} must lie in [{_LEAST:g}, {_LARGEST:g}], not {value!r}")
    return found
