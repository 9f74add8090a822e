r"""A change that a forgetful policy notices late: runs of both algorithms in closed form.

One dimension.  For ``learning`` rounds the only action is 1 and :math:`\theta^\star = S`; then the
parameter turns to :math:`-S` and for ``stale`` rounds both 1 and -1 are offered.  Rewards are
binomial with n trials and logistic success probability, so that :math:`m = n`,
:math:`k_\mu = n/4`, :math:`c_\mu = n p(1-p)` with :math:`p = \sigma(S)`.

The bonus of 1 and of -1 is the same, so Algorithm 1 plays the sign of :math:`\hat\theta_t`.  That
is the sign of :math:`\sum_s \gamma^{t-1-s}(r_{s+1} - n/2)a_s`: the gradient map increases and is
:math:`\sum_s\gamma^{t-1-s}(n/2)a_s` at 0.  Let A be this sum after the learning rounds.  While the
policy keeps to 1, rewards are at least 0 and the sum after j more rounds is at least

.. math:: \gamma^j A - \frac n2\,\frac{1-\gamma^j}{1-\gamma},

whatever is drawn.  As long as this is positive the old action is played and costs n(2p-1) a round.

With a sliding window A is the sum over the last τ rounds.  Each round that leaves takes at most n/2
with it, and each new one takes at most n/2 away, so that after j <= τ rounds the sum is at least
A - n j.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb, ctx

from glbtheory import formulas
from glbtheory.engines.boxes.balls import ball
from glbtheory.formulas.enclosure import enclose

#: 1 - γ of 1e-9 costs thirty bits, and γ^j as many again.
BITS = 200


def depth(T: int, gamma: Fraction) -> int:
    """D of the proofs, log T/log(1/γ) rounded up."""
    with ctx.workprec(BITS):
        return int((-arb(T).log() / ball(gamma).log()).ceil().unique_fmpz())


@dataclass(frozen=True, kw_only=True)
class _Stale(ABC):
    """The run; S is the logarithm of ``odds``, and ``margin`` is how far A/n may fall short."""

    n: int
    odds: int
    learning: int
    stale: int
    lam: Fraction
    delta: Fraction = Fraction(1, 100)
    margin: Fraction = Fraction(1, 100)

    @property
    def p(self) -> Fraction:
        """The probability of success when the action has the sign of the parameter."""
        return Fraction(self.odds, 1 + self.odds)

    @property
    def T(self) -> int:
        """The number of rounds."""
        return self.learning + self.stale

    @property
    def gap(self) -> Fraction:
        """What a round of the old action costs after the change."""
        return self.n * (2 * self.p - 1)

    @property
    def regret(self) -> Fraction:
        """The regret when every stale round plays the old action."""
        return self.stale * self.gap

    @property
    @abstractmethod
    def memory(self) -> dict[str, Any]:
        """How the learner forgets, by the names of the closed forms."""

    @abstractmethod
    def weights(self) -> tuple[Any, Any]:
        """The sum of the weights in A, and of their squares, after the learning rounds."""

    @abstractmethod
    def last_sum(self) -> Any:
        """The least that the sum can be before the last round, off the event of :meth:`failure`.

        It falls with j, so that it is positive before every stale round if it is before the last.
        """

    def failure(self) -> Any:
        r"""Chebyshev's limit on :math:`P(A < n(p-\tfrac12-\text{margin})W)`, W the weight of A."""
        with ctx.workprec(BITS):
            weight, squares = self.weights()
            variance = self.n * ball(self.p * (1 - self.p)) * squares
            return variance / (self.n * ball(self.margin) * weight) ** 2

    def _start(self) -> Any:
        """The least A off the event of :meth:`failure`."""
        return self.n * ball(self.p - Fraction(1, 2) - self.margin) * self.weights()[0]

    def sticks(self) -> bool:
        """Certain: with probability above δ every stale round plays the old action."""
        return bool(self.last_sum() > 0) and bool(1 - self.failure() > ball(self.delta))

    def bound(self, formula: formulas.Formula) -> Any:
        """A closed form at this run's constants, Γ_T = 1, as an enclosure."""
        with ctx.workprec(BITS):
            size = arb(self.odds).log()
        values = {
            **{"d": 1, "T": self.T, "Gamma": 1, "m": self.n, "k_mu": Fraction(self.n, 4)},
            **{"S": size, "lam": self.lam, "delta": self.delta, **self.memory},
            **{"c_mu": self.n * self.p * (1 - self.p), "Delta": self.gap},
        }
        return enclose(formula, values, bits=BITS)


@dataclass(frozen=True, kw_only=True)
class StaleRun(_Stale):
    """The run of SC-D-GLUCB."""

    gamma: Fraction

    @property
    def depth(self) -> int:
        """D of the proofs."""
        return depth(self.T, self.gamma)

    @property
    def memory(self) -> dict[str, Any]:
        """γ, and D of the proofs."""
        return {"gamma": self.gamma, "D": self.depth}

    def _power(self, j: int) -> Any:
        """γ^j; through the logarithm, since j may be 10^9."""
        return (ball(self.gamma).log() * j).exp()

    def weights(self) -> tuple[Any, Any]:
        """Geometric sums over the learning rounds."""
        g, L = ball(self.gamma), self.learning
        return (1 - self._power(L)) / (1 - g), (1 - self._power(2 * L)) / (1 - g * g)

    def last_sum(self) -> Any:
        """See the module."""
        with ctx.workprec(BITS):
            lost = 1 - self._power(self.stale - 1)
            return (1 - lost) * self._start() - self.n * lost / (2 * (1 - ball(self.gamma)))

    def play(self, seed: int) -> tuple[np.ndarray, np.ndarray]:
        """One simulated run: the estimate's sign statistic and the action, by round.

        The statistic is the weighted mean of r - n/2 towards action 1, so that it starts near
        n(p-1/2).  Meant for γ far from 1: every round is drawn.
        """
        rng = np.random.default_rng(seed)
        g, p = float(self.gamma), float(self.p)
        level, weight = 0.0, 0.0
        levels, actions = np.zeros(self.T), np.ones(self.T)
        for t in range(self.T):
            levels[t] = level / weight if weight else 0.0
            actions[t] = 1.0 if t < self.learning or level > 0 else -1.0
            good = (actions[t] > 0) == (t < self.learning)
            reward = rng.binomial(self.n, p if good else 1 - p)
            level = g * level + (reward - self.n / 2) * actions[t]
            weight = g * weight + 1
        return levels, actions


@dataclass(frozen=True, kw_only=True)
class StaleWindow(_Stale):
    """The run of SC-SW-GLUCB; at least τ learning rounds and at most τ stale ones."""

    tau: int

    def __post_init__(self) -> None:
        if not self.stale <= self.tau <= self.learning:
            raise ValueError(f"tau must be from {self.stale} to {self.learning}, not {self.tau}")

    @property
    def memory(self) -> dict[str, Any]:
        """τ alone."""
        return {"tau": self.tau}

    def weights(self) -> tuple[Any, Any]:
        """Each of the last τ rounds counts once."""
        return ball(self.tau), ball(self.tau)

    def last_sum(self) -> Any:
        """See the module."""
        with ctx.workprec(BITS):
            return self._start() - self.n * (self.stale - 1)


#: A thousand trials a round, one change: the printed bound of the worst-case theorem is exceeded.
WITNESS = StaleRun(
    n=1000,
    odds=9,
    gamma=1 - Fraction(1, 10**8),
    learning=10**8,
    stale=4 * 10**7,
    lam=Fraction(10**5),
)

#: The same with a window of 10^8 rounds.
WINDOW_WITNESS = StaleWindow(
    n=1000, odds=9, tau=10**8, learning=10**8, stale=38 * 10**6, lam=Fraction(10**5)
)
