r"""Exploration bonuses of other papers' algorithms: what multiplies :math:`\|a\|_{V_t^{-1}}`.

:math:`V_t = \sum_s w_s a_s a_s^\top + (\lambda/c_\mu) I`.  Both GLM-UCB and D-GLUCB compare
:math:`\theta` and the estimate through the smallest slope, hence the factor :math:`1/c_\mu`;
LogUCB1 pays its root, as SC-D-GLUCB does.  The index of UCB-GLM is one of
:math:`a^\top\theta`, not of its mean.

The bounds on the regret follow from the bonuses as this paper's do: a round costs at most twice the
bonus of the played arm, by Cauchy-Schwarz and the potential lemma with ridge :math:`\lambda/c_\mu`.
They are not the constants of the papers cited.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from glbtheory.formulas.formula import Formula, Gamma, S, T, c_mu, d, delta, gamma, k_mu, lam, m, t


def _least_slope(weight: Any, failure: Any = delta) -> Any:
    """(2 k_μ/c_μ)(√(c_μ λ) S + (m/2)√(2 log(1/failure) + d log(1 + c_μ weight/(dλ))))."""
    noise = sp.sqrt(2 * sp.log(1 / failure) + d * sp.log(1 + c_mu * weight / (d * lam)))
    return 2 * k_mu / c_mu * (sp.sqrt(c_mu * lam) * S + m / 2 * noise)


GLM_UCB = Formula(
    "bonus_glm_ucb",
    "exploration bonus of GLM-UCB, regularised and self-normalised (Filippi et al. 2010)",
    "316-319",
    _least_slope(t),
)
_squared = (1 - gamma ** (2 * t)) / (1 - gamma**2)
D_GLUCB = Formula(
    "bonus_d_glucb",
    "exploration bonus of D-GLUCB (Russac et al. 2020)",
    "484-488",
    _least_slope(_squared),
)
D_GLUCB_UNION = Formula(
    "bonus_d_glucb_union",
    "exploration bonus of D-GLUCB with a union bound over the rounds",
    "484-488",
    _least_slope(_squared, delta / T),
)
LOG_UCB1 = Formula(
    "bonus_log_ucb1",
    "exploration bonus of LogUCB1 (Faury et al. 2020)",
    "343-346",
    2
    * k_mu
    * sp.sqrt((1 + 2 * S) / c_mu)
    * (
        sp.sqrt(lam) * (S + sp.Rational(1, 2))
        + 2 / sp.sqrt(lam) * (sp.log(2**d / delta) + d / 2 * sp.log(1 + t / (4 * d * lam)))
    ),
)
#: Rewards in an interval of length m are sub-Gaussian with constant m/2.
_sigma = m / 2
UCB_GLM = Formula(
    "alpha_ucb_glm",
    "exploration bonus of UCB-GLM, on the scale of the linear predictor (Li et al. 2017)",
    "371-380",
    _sigma / c_mu * sp.sqrt(d / 2 * sp.log(1 + 2 * T / d) + sp.log(1 / delta)),
)
BURN_IN = Formula(
    "burn_in_ucb_glm",
    "rounds of random play on the sphere that UCB-GLM starts with (Li et al. 2017)",
    "371-380",
    # The least eigenvalue that is asked for; each round adds 1/d to it on average.
    d * 16 * _sigma**2 * (d + sp.log(1 / delta)) / c_mu**2,
)


def _summed(bonus: Formula, volume: Any) -> Any:
    """2 bonus √T √(2 max(1, c_μ/λ) d volume)."""
    norms = 2 * sp.Max(1, c_mu / lam) * d * volume
    return 2 * bonus.symbol * sp.sqrt(T) * sp.sqrt(norms)


def _at_the_end(bonus: Formula, written: str) -> Formula:
    """A bonus at the last round, where it is largest."""
    title = f"{bonus.title}, at the last round"
    name = f"{bonus.name}_end"
    return Formula(name, title, bonus.lines, bonus.expression.subs(t, T), written=written)


_stationary = sp.log(1 + c_mu * T / (d * lam))
_faded = T * sp.log(1 / gamma) + sp.log(1 + c_mu / (d * lam * (1 - gamma)))
_ENDS = {b.name: _at_the_end(b, r"\beta_T") for b in (GLM_UCB, D_GLUCB, LOG_UCB1)}
_END_GLM, _END_D, _END_LOG = _ENDS.values()
REGRET_GLM_UCB = Formula(
    "regret_glm_ucb",
    "bound on the regret of GLM-UCB without changes, from its bonus",
    "316-319",
    _summed(_END_GLM, _stationary),
    (_END_GLM,),
)
REGRET_LOG_UCB1 = Formula(
    "regret_log_ucb1",
    "bound on the regret of LogUCB1 without changes, from its bonus",
    "343-346",
    _summed(_END_LOG, _stationary),
    (_END_LOG,),
)
REGRET_D_GLUCB = Formula(
    "regret_d_glucb",
    "bound on the regret of D-GLUCB in the worst case, from its bonus",
    "484-488",
    2 * sp.log(T) / (1 - gamma) * Gamma
    # The bias pays k_μ/c_μ for the least slope and wins c_μ/λ from the ridge.
    + 4 * k_mu * (2 * S * k_mu + m) / lam / (1 - gamma)
    + _summed(_END_D, _faded),
    (_END_D,),
)
BASELINES = [
    GLM_UCB,
    D_GLUCB,
    D_GLUCB_UNION,
    LOG_UCB1,
    UCB_GLM,
    BURN_IN,
    *_ENDS.values(),
    REGRET_GLM_UCB,
    REGRET_LOG_UCB1,
    REGRET_D_GLUCB,
]
