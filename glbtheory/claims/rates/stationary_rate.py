"""What takes c_μ^{-2} to c_μ^{-1/2} in the main text (lines 738-744)."""

from __future__ import annotations

from typing import Any

from glbtheory.claims.model import Claim, Statement
from glbtheory.claims.rates.table_1 import GAP_DISPLAY, order_of_bound
from glbtheory.claims.rates.tunings import N14, any_discount
from glbtheory.claims.vocabulary import scales
from glbtheory.claims.vocabulary.hand_steps import BASELINES
from glbtheory.claims.vocabulary.orders import GAP, GAP_RATE_OVER_DELTA, Delta, T, Tuning, c, d
from glbtheory.engines.orders import Order
from glbtheory.formulas import baselines

# --- Z126: what takes c_μ^{-2} to c_μ^{-1/2} ------------------------------------------------------

#: T >= d²/c_μ: the logarithms of the baselines' bonuses are at least constants; gaps at most 1.
_STATIONARY = Tuning.none(T, d, c**-1, T * c / d**2, Delta**-1)


def _without_changes(formula: Any, exponent: str, name: str) -> Statement:
    """r_t <= r_t²/Δ with the bonuses of an algorithm for a parameter that never changes."""

    def bound() -> Order:
        return (order_of_bound(formula) / T ** "1/2") ** 2 / Delta

    what = rf"\text{{no changes, {name}}}:\quad R_T"
    return scales(what, bound, _rate(exponent), _STATIONARY)


def _rate(exponent: str) -> Order:
    return Order.of(Delta=-1, c_mu=exponent, d=2)


def _compared(statement: Statement) -> Statement:
    """A rate of R_T, as evidence on the bound of R_T."""
    return statement.as_part(statement.latex.replace("R_T", r"\text{bound}", 1))


_BOTH = scales(r"\text{both}:\quad R_T", GAP_DISPLAY, GAP_RATE_OVER_DELTA, GAP)
_PLAIN = _without_changes(baselines.REGRET_GLM_UCB, "-2", "no self-concordance")
_SHARP = _without_changes(baselines.REGRET_LOG_UCB1, "-1", "self-concordance")

Z126 = Claim(
    id="Z126",
    lines="738-744",
    kind="prose-claim",
    title="From c_μ^{-2} to c_μ^{-1/2}: self-concordance halves the exponent, and so do changes",
    printed=[
        _compared(_PLAIN),
        _compared(_SHARP),
        N14.printed[0],
        _compared(_BOTH),
    ],
    mutants=[
        _SHARP.mutant("self-concordance alone: c_μ^{-1/2} for c_μ^{-1}", rate=_rate("-1/2")),
        _SHARP.mutant("exponent of 1/c_μ lowered from 1 to 11/12", rate=_rate("-11/12")),
        _PLAIN.mutant("exponent of 1/c_μ lowered from 2 to 23/12", rate=_rate("-23/12")),
        any_discount.mutant(
            "changes alone: exponent of 1/c_μ raised from 1 to 13/12", exponent="-13/12"
        ),
        _BOTH.mutant(
            "both: exponent of 1/c_μ lowered from 1/2 to 5/12",
            rate=GAP_RATE_OVER_DELTA * c ** "1/12",
        ),
    ],
    depends_on=["Q30", "P10", "L8", "N14", "T1", BASELINES],
    follows="Without changes a round costs at most its squared regret over Δ (Q30), which the "
    "bonuses of the baselines bound by four squared bonuses (P10); L8, with a window of T rounds, "
    "bounds the sum of the squared norms, and the order of the result is what is checked. For "
    "shorter horizons the rate is above T, and the regret at most mT. The third is N14, the last "
    "T1.",
    ours=True,
    note="The page sets its c_μ^{-1/2} against a stationary c_μ^{-2} and calls the difference a "
    "direct consequence of self-concordance. In part: without changes self-concordance gives "
    "c_μ^{-1}; the other half comes from balancing with the rounds after changes, which takes any "
    "power to its root (with √(Γ_T T) in the place of a logarithm). Exponents only.",
)

CLAIMS = [Z126]
