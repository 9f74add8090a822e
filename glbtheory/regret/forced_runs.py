r"""A stationary run of SC-D-GLUCB that is the same for all rewards.

One dimension, :math:`\theta^\star = S`, actions -1 and ``short`` < 1, binomial rewards with n
trials: the longer action is the worse one.  Of the rounds before t, with total weight at most
:math:`W = \min(T, 1/(1-\gamma))`, the estimate knows :math:`\lambda|\hat\theta_t| \leq W n`, so
that the estimated means of the two actions differ by at most
:math:`k_\mu(1+\text{short})Wn/\lambda`.
The bonuses differ by

.. math:: (1-\text{short})\frac{\beta_T^\delta}{\sqrt{c_\mu}}\lVert 1\rVert_{V_t^{-1}}
          \geq (1-\text{short})\,k_\mu\sqrt{\frac{\lambda}{\lambda+c_\mu W}} .

Where the second is larger, -1 is played in every round, whatever the rewards.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from glbtheory import formulas
from glbtheory.engines.boxes.balls import ball
from glbtheory.regret.late_change_runs import BITS, depth, enclose


@dataclass(frozen=True)
class ForcedRun:
    """The run; there is no change."""

    n: int
    S: Fraction
    short: Fraction
    gamma: Fraction
    T: int
    lam: Fraction
    delta: Fraction = Fraction(1, 20)

    def _mean(self, x: Fraction) -> Any:
        """n σ(x)."""
        return self.n / (1 + (-ball(x)).exp())

    @property
    def weight(self) -> Fraction:
        """What the weights of all past rounds sum to at most."""
        return min(Fraction(self.T), 1 / (1 - self.gamma))

    @property
    def c_mu(self) -> Any:
        """The least slope over |z| <= S."""
        with ctx.workprec(BITS):
            p = 1 / (1 + (-ball(self.S)).exp())
            return self.n * p * (1 - p)

    def forced(self) -> bool:
        """Certain: -1 is played in every round, whatever the rewards."""
        with ctx.workprec(BITS):
            W, lam = ball(self.weight), ball(self.lam)
            push = ball(1 - self.short) * (lam / (lam + self.c_mu * W)).sqrt()
            pull = ball((1 + self.short) * self.weight * self.n / self.lam)
            return bool(push > pull)

    @property
    def regret(self) -> Any:
        """T(μ(short S) - μ(-S)) as an enclosure."""
        with ctx.workprec(BITS):
            return self.T * (self._mean(self.short * self.S) - self._mean(-self.S))

    def bound(self, formula: formulas.Formula) -> Any:
        """A closed form at this run's constants, Γ_T = 0, as an enclosure."""
        values = {
            **{"d": 1, "T": self.T, "Gamma": arb(0), "m": self.n, "k_mu": Fraction(self.n, 4)},
            **{"S": self.S, "lam": self.lam, "delta": self.delta, "gamma": self.gamma},
            **{"D": depth(self.T, self.gamma), "c_mu": self.c_mu},
        }
        return enclose(formula, values)


#: Ten million trials a round, no change: the printed bound is exceeded since c_μ is large.
WITNESS = ForcedRun(
    n=10**7,
    S=Fraction(1),
    short=Fraction(1, 2),
    gamma=1 - Fraction(2, 10**10),
    T=10**6,
    lam=Fraction(4 * 10**13),
)
