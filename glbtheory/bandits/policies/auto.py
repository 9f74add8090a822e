r"""A policy without numbers: how much to forget and to explore is learnt while it plays.

**Forgetting.**  One-step estimates (``_one_step``) with memories 1/(1-γ) of 25, 100, 400, 1600 and
all rounds learn from every observation.  Each predicts each reward before it is known, and the
weights follow from how well they do, by the fixed share of Herbster and Warmuth (1998)
:cite:p:`herbster1998` with the share 1/(t+1) after t observations:

.. math:: w_j \leftarrow \frac{w_jp_j(r)}{\sum_iw_ip_i(r)} , \qquad
          w_j \leftarrow \Bigl(1-\frac1{t+1}\Bigr)w_j + \frac1{t+1}\,\frac{1-w_j}{J-1} .

**Exploration.**  With means :math:`\mu_j` and widths :math:`\sigma_j = \lVert a\rVert_{H_j^{-1}}`
an action is played that has the largest

.. math:: \bar\mu + c\sqrt{\textstyle\sum_jw_j\bigl\{\dot\mu_j^2\sigma_j^2
          + (\mu_j-\bar\mu)^2\bigr\}} , \qquad \bar\mu = \textstyle\sum_jw_j\mu_j ,

so that c counts standard deviations of a mean reward.  Every 25 rounds c is drawn from
1/4 and 1/2 by EXP3 with the rate :math:`\sqrt{\log 2/(2n)}` in block n.

**What is guaranteed,** for every number of rounds, none of which need be known before:

- The predictions: for every sequence of T rewards, in whatever order they come, and every way to
  switch s times between the J memories, the mixture loses at most
  :math:`\log J + (s+1)\log T + s\log(J-1)` more in :math:`-\log p(r)` than the sequence of memories
  does.  This is the bound of the fixed share, with :math:`\prod_{t<T}(1-\frac1{t+1}) = \frac1T`.
- The scale: over n blocks the expected loss is at most :math:`2\sqrt{2n\log 2}` blocks of rewards
  above that of the best single c *on the states that were reached* (Bubeck and Cesa-Bianchi, 2012
  :cite:p:`bubeck2012`, theorem 3.1).  The estimates are shared by all c, so this is no statement
  on what another c would have led to.

**What is not:** no bound on the regret against the best actions is known for this policy.  Where
one is needed, ``suggest(..., aim="guarantee")`` gives a policy of the paper.

With ``intercept`` each action gets a last coordinate 1, so that the mean at the action 0 may be
any. Actions whose indices differ by less than 10⁻⁶ are tied, and the seed chooses among them.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from glbtheory._support.validation import finite_array, truth_value, whole_number
from glbtheory.bandits._from_dict import checked_keys
from glbtheory.bandits._limits import MOST_DIMENSIONS
from glbtheory.bandits.environments.reward_families import LINEAR, family
from glbtheory.bandits.policies._known_rewards import KnownRewards
from glbtheory.bandits.policies._one_step import OneStepEstimates, log_likelihoods
from glbtheory.bandits.policies._questions import one_of_the_largest

Array = np.ndarray

#: Rounds that the estimates remember.
MEMORIES = (25.0, 100.0, 400.0, 1600.0, math.inf)
#: Standard deviations that an unknown action is given.
SCALES = (0.25, 0.5)
#: Rounds for which a scale is kept.
BLOCK = 25
#: The weight of the prior, as of so many observations of variance 1.
_RIDGE = 0.5
#: Memories that weigh less do not count in the choice of an action.
_LEAST = 1e-3
_KEPT = ("theta", "design", "weights", "losses", "chosen", "chances", "learnt")


class Auto(KnownRewards):
    """``auto``: no number need be given; ``d`` is that of the first action observed."""

    name = "auto"
    _replaced = ("estimates",)

    def __init__(
        self,
        link: Any = "logistic",
        d: int | None = None,
        horizon: int | None = None,
        *,
        intercept: bool = True,
        m: float | None = None,
        seed: int | np.random.SeedSequence = 0,
    ) -> None:
        super().__init__(horizon=horizon, seed=seed)
        self._set_rewards(link, m)
        self.d = None if d is None else whole_number("d", d, 1, MOST_DIMENSIONS)
        self.intercept = truth_value("intercept", intercept)
        self._clear()

    def _fresh(self, d: int) -> OneStepEstimates:
        gammas = [1 - 1 / memory for memory in MEMORIES]
        return OneStepEstimates(self.link, d + self.intercept, gammas, _RIDGE)

    def _clear(self) -> None:
        self.estimates = None if self.d is None else self._fresh(self.d)
        self._weights = np.full(len(MEMORIES), 1 / len(MEMORIES))
        self._learnt = 0
        self._losses = np.zeros(len(SCALES))
        self._chosen: list[int] = []
        self._chances: list[float] = []
        self._open()

    # -- what it has learnt ----------------------------------------------------------------------

    @property
    def memory_weights(self) -> dict[float, float]:
        """How much each memory is trusted, by the number of rounds that it remembers."""
        return dict(zip(MEMORIES, self._weights.tolist(), strict=True))

    @property
    def scale(self) -> float:
        """The number of standard deviations in the bonus of this block."""
        return SCALES[self._chosen[-1]]

    def scale_chances(self) -> Array:
        """With which probabilities the next block draws its scale, as far as is known now."""
        n = len(self._chosen) + 1
        rate = math.sqrt(math.log(len(SCALES)) / (len(SCALES) * n))
        weights = np.exp(-rate * (self._losses - self._losses.min()))
        found: Array = weights / weights.sum()
        return found

    # -- choosing --------------------------------------------------------------------------------

    def _rows(self, actions: Array) -> Array:
        return np.column_stack([actions, np.ones(len(actions))]) if self.intercept else actions

    def _moments(self, offered: Array) -> tuple[Array, Array]:
        """Mean and standard deviation of the mean reward of each action."""
        estimates = self.estimates or self._fresh(offered.shape[1])
        rows, use = self._rows(offered), self._weights > _LEAST
        weights = self._weights[use] / self._weights[use].sum()
        z = estimates.predictors(rows)[:, use]
        means, slopes = self.link.mu(z), self.link.dmu(z)
        centre = means @ weights
        spread = slopes**2 * estimates.squared_widths(rows)[:, use] + (means - centre[:, None]) ** 2
        return centre, np.sqrt(spread @ weights)

    def _scores(self, offered: Array) -> Array:
        means, deviations = self._moments(offered)
        found: Array = means + self.scale * deviations
        return found

    def _select(self, offered: Array) -> int:
        return one_of_the_largest(self._scores(offered), self._numbers(self.round)[0])

    def _means(self, offered: Array) -> Array:
        return self._moments(offered)[0]

    def _right_dimension(self, rows: Array, name: str) -> None:
        known = self.d if self.estimates is None else self.estimates.d - self.intercept
        if known is not None and rows.shape[1] != known:
            raise ValueError(f"{name} must have {known} coordinates, not {rows.shape[1]}")

    # -- learning --------------------------------------------------------------------------------

    def _advance(self, rounds: int) -> None:
        if self.estimates is not None:
            self.estimates.forget(rounds)

    def _over(self, rounds: int) -> None:
        while rounds:
            self._open()
            step = min(rounds, BLOCK - self._clock % BLOCK)
            super()._over(step)
            rounds -= step

    def _observe(self, action: Array, reward: float, age: int) -> None:
        if self.estimates is None:
            self.estimates = self._fresh(len(action))
        row = self._rows(action[None])[0]
        self._trust(log_likelihoods(self.link, self.estimates.predictors(row[None])[0], reward))
        self.estimates.learn(row, reward, age)
        block = (self._clock - age - 1) // BLOCK
        share = self._gain(reward) / BLOCK / self._chances[block]
        self._losses[self._chosen[block]] -= share

    def _trust(self, logs: Array) -> None:
        """The fixed share of the memories that predicted well."""
        weights = self._weights * np.exp(logs - logs.max())
        # What has underflown may come back through the share.
        weights /= weights.sum()
        self._learnt += 1
        share = 1 / (self._learnt + 1)
        self._weights = (1 - share) * weights + share * (1 - weights) / (len(weights) - 1)

    def _gain(self, reward: float) -> float:
        """A reward on the scale of [0, 1]."""
        if family(self.link).code == LINEAR:
            return min(max(0.5 + reward / (2 * self.m), 0.0), 1.0)
        return min(reward / self.m, 1.0)

    def _refresh(self) -> None:
        self._open()

    def _open(self) -> None:
        """Draw the scale of the coming round's block, unless that is done."""
        if self._clock // BLOCK < len(self._chosen):
            return
        if self._chosen:  # a block without rewards loses 1; its rewards were subtracted
            self._losses[self._chosen[-1]] += 1 / self._chances[-1]
        chances = self.scale_chances()
        drawn = float(self._random.at(2**62 + len(self._chosen))[0])
        choice = min(
            int(np.searchsorted(np.cumsum(chances), drawn, side="right")), len(chances) - 1
        )
        self._chosen.append(choice)
        self._chances.append(float(chances[choice]))

    # -- state -----------------------------------------------------------------------------------

    def _state(self) -> dict[str, Array]:
        kept = self.estimates or OneStepEstimates(self.link, 0, [0.5] * len(MEMORIES), 1.0)
        return {
            **kept.state(),
            "weights": self._weights.copy(),
            "losses": self._losses.copy(),
            "chosen": np.array(self._chosen, dtype=np.int64),
            "chances": np.array(self._chances),
            "learnt": np.array(self._learnt),
        }

    def _restore(self, state: dict[str, Array], clock: int) -> None:
        checked_keys("state", state, _KEPT)
        theta = finite_array("state theta", state["theta"], (len(MEMORIES), None))
        d = theta.shape[1] - self.intercept
        if theta.shape[1] and (d < 1 or self.d not in (None, d)):
            raise ValueError(f"state theta must have columns for {self.d} coordinates")
        estimates = self._fresh(d) if theta.shape[1] else None
        if estimates is not None:
            estimates.restore(state)
        elif self.d is not None or np.shape(state["design"]) != (len(MEMORIES), 0, 0):
            raise ValueError("state theta and design must agree")
        weights = finite_array("state weights", state["weights"], (len(MEMORIES),))
        if weights.min() < 0 or abs(weights.sum() - 1) > 1e-9:
            raise ValueError("state weights must be those of a distribution")
        losses = finite_array("state losses", state["losses"], (len(SCALES),))
        blocks = clock // BLOCK + 1
        chances = finite_array("state chances", state["chances"], (blocks,))
        chosen, learnt = np.asarray(state["chosen"]), np.asarray(state["learnt"])
        if chosen.shape != (blocks,) or chosen.dtype != np.int64:
            raise ValueError(f"state chosen must be {blocks} integers at clock {clock}")
        if chosen.min() < 0 or chosen.max() >= len(SCALES):
            raise ValueError(f"state chosen must lie in 0..{len(SCALES) - 1}")
        if chances.min() <= 0 or chances.max() > 1 + 1e-12:
            raise ValueError("state chances must lie in (0, 1]")
        if learnt.shape != () or learnt.dtype != np.int64 or not 0 <= learnt <= clock:
            raise ValueError(f"state learnt must be an integer from 0 to {clock}")
        self.estimates, self._weights, self._losses = estimates, weights.copy(), losses.copy()
        self._chosen, self._chances = chosen.tolist(), chances.tolist()
        self._learnt = int(learnt)
