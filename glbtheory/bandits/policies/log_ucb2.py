r"""LogUCB2: logistic rewards, all data, a bonus with the slope at the estimate.

The second algorithm of Faury, Abeille, Calauzènes and Fercoq (2020) :cite:p:`faury2020`, whose
regret has :math:`1/c_\mu` in a term of second order only.  At round t, with
:math:`g_t(\theta) = \sum_{s<t}\mu(a_s^\top\theta)a_s + \lambda\theta`,
:math:`H_t(\theta) = \sum_{s<t}\dot\mu(a_s^\top\theta)a_sa_s^\top + \lambda I`,
:math:`V_t = \sum_{s<t}a_sa_s^\top + (\lambda/c_\mu) I` and the maximum-likelihood estimate
:math:`\hat\theta_t`:

1. the confidence set is
   :math:`C_t = \{\theta\in\Theta : \lVert g_t(\theta)-g_t(\hat\theta_t)\rVert_{H_t^{-1}(\theta)}
   \leq \gamma_t\}` with :math:`\gamma_t = \sqrt\lambda(S+\frac12)
   + \frac2{\sqrt\lambda}\log\frac{2^d(1+t/(4d\lambda))^{d/2}}\delta`, as for LogUCB1;
2. the *admissible log-odds* are those of
   :math:`W_t = \{\theta\in\Theta : |a_s^\top\theta|\leq\ell_s \text{ for all } s<t\}` with
   :math:`\ell_s = \sup_{\theta\in C_s}|a_s^\top\theta|`.  The slope of the logistic mean is even
   and falls away from 0, so this is the same as
   :math:`\dot\mu(a_s^\top\theta) \geq \inf_{\theta'\in C_s}\dot\mu(a_s^\top\theta')`;
3. the estimate is projected on the narrower set:
   :math:`\theta_t \in \arg\min_{\theta\in W_t}
   \lVert g_t(\theta)-g_t(\hat\theta_t)\rVert_{H_t^{-1}(\theta)}`;
4. an action with the largest :math:`\mu(a^\top\theta_t) + \epsilon_t(a)` is played, where

.. math:: \epsilon_t(a) = (2+4S)\,\gamma_t\,\dot\mu(a^\top\theta_t)\,
          \lVert a\rVert_{H_t^{-1}(\theta_t)}
          + (4+8S)\,\frac{M}{c_\mu}\,\gamma_t^2\,\lVert a\rVert^2_{V_t^{-1}},
          \qquad M = \tfrac14 \geq \sup|\ddot\mu| .

**Why this is optimistic.**  If the parameter θ* lies in every :math:`C_s` it lies in :math:`W_t`,
so :math:`\theta_t` is at most :math:`\gamma_t` from :math:`\hat\theta_t`, as θ* is.  The secant
matrix G between the two has :math:`G \succeq H_t(\theta)/(1+2S)` at both ends, whence
:math:`\lVert\theta_t-\theta^*\rVert_G \leq 2\sqrt{1+2S}\,\gamma_t` and
:math:`\lVert\theta_t-\theta^*\rVert_{H_t(\theta_t)} \leq (2+4S)\gamma_t`.  Expand
:math:`\mu(a^\top\theta^*)` at :math:`\theta_t`: the first term of the bonus is the slope times the
second distance; the rest is at most :math:`\frac M2(a^\top(\theta_t-\theta^*))^2 \leq
\frac M2\lVert a\rVert^2_{G^{-1}}\,4(1+2S)\gamma_t^2` with
:math:`G^{-1}\preceq V_t^{-1}/c_\mu`, which is half of the second term.

**Choices.**  Optimism is over the action only; the index is a bonus around :math:`\theta_t`, not a
maximum over θ (that is a later algorithm, of Abeille, Faury and Calauzènes).  Whether the second
term is printed with the factor (4 + 8S) or with half of it was not compared with the printed page:
both bound the rest, and ``second_order`` (default 1) multiplies it.  ``M`` is 1/4, which bounds
:math:`\sup|\ddot\mu| = 1/(6\sqrt3)` as well as the slope.  ``divisor`` divides the bonus, not
:math:`\gamma_t` in the sets.  The suprema :math:`\ell_s` are rounded up by at most
``tolerance`` S‖a‖, which keeps θ* in :math:`W_t`; constraints that Θ implies are dropped, and an
empty :math:`C_s` gives none.  A late reward narrows :math:`W_t` by the set of the round in which it
arrives.  Both non-convex searches are global ones (``estimators.projection``), hence d <= 2; they
look at all observations, so a round costs O(t).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from glbtheory._support.validation import finite_array, fraction_of_one, real_number
from glbtheory.bandits.estimators.log_odds_bound import log_odds
from glbtheory.bandits.estimators.projection import Projection, project_estimate
from glbtheory.bandits.policies.generalized_linear import GeneralizedLinearUCB
from glbtheory.setting.forgetting import Forever
from glbtheory.setting.likelihood import hessian

Array = np.ndarray

#: An upper bound of the second derivative of the logistic mean.
M = 0.25

_ROWS, _LEVELS = "odds.rows", "odds.levels"


class LogUCB2(GeneralizedLinearUCB):
    """LogUCB2 in one or two dimensions; ``link`` can only be the logistic one."""

    name = "LogUCB2"
    only = "logistic"
    projection = True
    _rows: Array
    _levels: Array

    def __init__(
        self,
        link: Any,
        d: int,
        horizon: int,
        S: float,
        lam: float,
        *,
        second_order: float = 1.0,
        tolerance: float = 1e-3,
        delta: float = 0.05,
        divisor: float = 1.0,
        m: float | None = None,
        seed: int | np.random.SeedSequence = 0,
    ) -> None:
        self.second_order = real_number("second_order", second_order, 0.5, np.inf)
        super().__init__(
            link,
            d,
            horizon,
            S,
            lam,
            Forever(),
            delta=delta,
            divisor=divisor,
            m=m,
            tolerance=fraction_of_one("tolerance", tolerance),
            seed=seed,
        )
        if self.d > 2:
            raise ValueError(f"d must be 1 or 2 for LogUCB2, not {d}")
        self._check_bonuses()

    def _bonuses(self, rounds: Array) -> Any:
        r"""The radii :math:`\gamma_t`: what is left of LogUCB1's bonus once its factor is 1."""
        return self._number("bonus_log_ucb1", t=rounds, k_mu=0.5, c_mu=1 + 2 * self.S)

    def _check_bonuses(self) -> None:
        super()._check_bonuses()
        radius, S = float(self.coefficients(self.horizon - 1, 1)[0][0]), self.S
        # Where nothing was played yet the two norms are largest.
        largest = (2 + 4 * S) * radius / math.sqrt(self.lam)
        largest += self.second_order * (4 + 8 * S) * M / self.c_mu * radius * radius / self.ridge
        if not math.isfinite(largest / self.divisor):
            raise ValueError(
                f"S = {S:g}, lam = {self.lam:g}, second_order = {self.second_order:g}, delta = "
                f"{self.delta:g} and divisor = {self.divisor:g} must give finite bonuses"
            )

    # -- the admissible log-odds -----------------------------------------------------------------

    def centre(self) -> Projection:
        r""":math:`\theta_t` and how exact it is."""
        slabs = self._rows, self._levels
        return project_estimate(self.estimator, self.link, self.lam, self.S, "hessian", slabs=slabs)

    def _centre(self) -> Array:
        return self.centre().theta

    def _observe(self, action: Array, reward: float, age: int) -> None:
        # The set of the round that is over; the reward is not in it yet.
        self.estimator.solve()
        actions, _, weights = self.estimator.weighted_data()
        radius = self._at(max(self._clock, 1))[0]
        level = log_odds(
            actions,
            weights,
            self.estimator.theta,
            self.link,
            self.lam,
            self.S,
            action,
            radius,
            tolerance=self.tolerance,
        )
        if 0 <= level < self.S * float(np.linalg.norm(action)) * (1 - 1e-12):
            self._rows = np.vstack([self._rows, action])
            self._levels = np.append(self._levels, level)
        super()._observe(action, reward, age)

    def _index(self, offered: Array, bonus: float) -> Array:
        radius = bonus
        theta = self._centre()
        actions, _, weights = self.estimator.weighted_data()
        H = hessian(theta, actions, weights, self.link, self.lam)
        near = np.sqrt(np.einsum("ki,ki->k", offered, np.linalg.solve(H, offered.T).T))
        z, S = offered @ theta, self.S
        width = (2 + 4 * S) * radius * self.link.dmu(z) * near
        second = self.second_order * (4 + 8 * S) * M / self.c_mu * radius**2
        width += second * self._widths(offered) ** 2
        found: Array = self.link.mu(z) + width / self.divisor
        return found

    # -- state -----------------------------------------------------------------------------------

    def _clear(self) -> None:
        super()._clear()
        self._rows, self._levels = np.empty((0, self.d)), np.empty(0)

    def _state(self) -> dict[str, Array]:
        return {**super()._state(), _ROWS: self._rows.copy(), _LEVELS: self._levels.copy()}

    def _restore(self, state: dict[str, Array], clock: int) -> None:
        if not {_ROWS, _LEVELS} <= set(state):
            raise ValueError(f"state must have the arrays {_ROWS} and {_LEVELS}")
        rows = finite_array(f"state {_ROWS}", state[_ROWS], (None, self.d))
        levels = finite_array(f"state {_LEVELS}", state[_LEVELS], (len(rows),))
        if levels.min(initial=0.0) < 0 or not rows.any(axis=1).all():
            raise ValueError(f"state {_LEVELS} must not be negative, nor a row of {_ROWS} zero")
        super()._restore({n: a for n, a in state.items() if n not in (_ROWS, _LEVELS)}, clock)
        self._rows, self._levels = rows.copy(), levels.copy()
