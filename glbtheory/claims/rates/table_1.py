"""Every rate that the paper states away from its proofs: Table 1, the introduction, the remarks.

The rows of this paper are compared with the displays they summarise.  The rows of other papers are
derived from their bonuses: an optimistic algorithm pays twice the bonus of the arm it plays, and
the norms of the played arms sum to √(dT) times the root of the volume.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Claim, Statement
from glbtheory.claims.rates.scalings import SUMS
from glbtheory.claims.vocabulary import attains, bound, refuted_for_every, scales
from glbtheory.claims.vocabulary.hand_steps import BASELINES, CAUCHY_SCHWARZ
from glbtheory.claims.vocabulary.orders import (
    ANY,
    GAP,
    GAP_RATE,
    GAP_RATE_OVER_DELTA,
    PROBLEM,
    RATE,
    WINDOW,
    WINDOW_GAP,
    WORST,
    Delta,
    G,
    T,
    Tuning,
    c,
    d,
)
from glbtheory.claims.window.theorems import rate_of_window
from glbtheory.engines.orders import ONE, Order, order_of
from glbtheory.formulas import baselines

#: What Theorem 1's proof displays, with D and γ^D put in, and Theorem 2's display.
GAP_DISPLAY = f.Gamma * f.FORMULAS["analysis_window"].expression + sum(SUMS) / f.Delta
WORST_DISPLAY = f.FORMULAS["regret_discount"].expression
#: In words, what is compared in the place of the regret.
_OURS = r"\text{the bound of the theorem}"


def _compared(statement: Statement, what: str = _OURS) -> Statement:
    """A rate of R_T, as evidence on the bound of R_T."""
    return statement.as_part(statement.variant(what=what).latex)


def _row(
    claim_id: str,
    title: str,
    display: Any,
    tuning: Tuning,
    rate: Order,
    letter: Order,
    name: str,
    theorem: str,
    **fields: Any,
) -> Claim:
    """A rate stated for this paper is that of a theorem: the display is of exactly that order.

    The mutants lower the exponent of ``letter`` by 1/12, and raise it from below.
    """
    small = letter ** "1/12"
    above = scales("R_T", display, rate, tuning)
    below = attains(_OURS, display, rate, tuning)
    return Claim(
        id=claim_id,
        title=title,
        printed=[_compared(above)],
        support=[below],
        mutants=[
            above.mutant(f"{name} lowered by 1/12", rate=rate / small),
            below.mutant(f"{name} raised by 1/12, below", rate=rate * small),
        ],
        depends_on=[theorem],
        fidelity="paraphrase",
        follows=f"It is the rate of {theorem}, whose bound is of exactly this order.",
        **fields,
    )


def _with_gap(claim_id: str, title: str, above: Statement, theorem: str, **fields: Any) -> Claim:
    """The row with gaps has no Δ: no multiple of it covers the bound of the theorem.

    ``above`` says that the bound is of the order with 1/Δ.
    """
    without = above.variant(what=r"\text{regret upper bound}", rate=GAP_RATE)
    return Claim(
        id=claim_id,
        title=title,
        printed=[without],
        corrected=[_compared(above)],
        support=[
            above.variant(
                what=r"\Delta\text{ constant}:\ " + _OURS,
                rate=GAP_RATE,
                tuning=_fixed(above.tokens["tuning"]),
            ).as_cases()
        ],
        mutants=[
            above.mutant(
                f"exponent of {n} lowered by 1/12",
                rate=GAP_RATE_OVER_DELTA / _LETTERS[n] ** "1/12",
            )
            for n in ("1/c_μ", "d", "Γ_T", "T", "1/Δ")
        ],
        depends_on=[theorem],
        follows=f"It is the rate of {theorem}.",
        effect="notation",
        **fields,
    )


def _fixed(tuning: Tuning) -> Tuning:
    """The same where Δ is a constant."""
    return replace(tuning, region=(*tuning.region, Delta, Delta**-1))


_LETTERS = {"1/c_μ": c**-1, "d": d, "T": T, "Γ_T": G, "1/Δ": Delta**-1}

B4 = _with_gap(
    "B4",
    "Table 1: SC-D-GLUCB with gaps, without the 1/Δ of the theorem",
    scales("R_T", GAP_DISPLAY, GAP_RATE_OVER_DELTA, GAP),
    "T1",
    error_lines="496-497",
    fidelity="paraphrase",
    note="The row gives the upper bound of a theorem that has Δ^{-1}; what is refuted is that "
    "this bound is of the order of the row, not that some regret exceeds it. The caption "
    "compares the dependence on c_μ, d, T and Γ_T: whoever counts Δ as a constant reads a true "
    "row (in the support). Lines 453 and 742 have the Δ^{-1}.",
)
B5 = _row(
    "B5",
    "Table 1: SC-D-GLUCB in the worst case",
    WORST_DISPLAY,
    WORST,
    RATE,
    c**-1,
    "exponent of 1/c_μ",
    "Z172",
)
N9 = _row(
    "N9",
    "The rate of the introduction is that of the worst-case theorem",
    WORST_DISPLAY,
    WORST,
    RATE,
    d,
    "exponent of d",
    "Z172",
)
Z80 = _row(
    "Z80",
    "Table 1, caption: the window has the same rate in the worst case",
    f.FORMULAS["regret_window"].expression,
    WINDOW,
    RATE,
    G,
    "exponent of Γ_T",
    "C7",
    lines="510-513",
    kind="table-row",
)
Z81 = _with_gap(
    "Z81",
    "Table 1, caption: the window has the same rate with gaps, with the 1/Δ of its theorem",
    rate_of_window(
        "R_T", f.FORMULAS["regret_window_gap"].expression, GAP_RATE_OVER_DELTA, WINDOW_GAP
    ),
    "T6",
    lines="510-513",
    error_lines="511",
    kind="table-row",
    fidelity="paraphrase",
    note="The guarantees are the same as the table's: as in the row with gaps (B4), Δ^{-1} is "
    "left out.",
)


# --- O without the tilde --------------------------------------------------------------------------

#: Γ_T D >= Γ_T log T/(2(1-γ)) = (log T/2) c_μ^{-1/2} d √(Γ_T T).  For one fixed problem (d = 1, one
#: change, c_μ = 1/4, Δ = 1) γ = 1 - 1/(2√T) is in [1/2, 1) for every T, and the ratio of the two
#: sides passes any constant as T grows.
_WITHOUT_TILDE = refuted_for_every(
    bound(
        "-log(g) <= 2*(1-g)",
        "1/2 <= g < 1",
        latex=r"\Gamma_T D \geq \tfrac12\log(T)\, c_\mu^{-1/2} d\sqrt{\Gamma_T T}",
    ),
    witness={
        **{"Gamma": "1", "d": "1", "c_mu": "1/4", "Delta": "1"},
        **{"C": "any", "T": "any above exp(2C)"},
    },
    latex=r"\text{the bound of Theorem 1} = \mathcal O(c_\mu^{-1/2}\Delta^{-1}d\sqrt{\Gamma_T T})",
    scope="read of the sum that bounds R_T in the proof of Theorem 1, whose first term is "
    "Γ_T D; every γ in [1/2, 1), the tuning of Theorem 1; C fixed, T growing",
)
_WITH_TILDE = scales("R_T", GAP_DISPLAY, GAP_RATE_OVER_DELTA, GAP)


def _without_tilde(claim_id: str, title: str, **fields: Any) -> Claim:
    """A rate quoted from Theorem 1 as O: what its proof bounds exceeds every multiple of it."""
    return Claim(
        id=claim_id,
        title=title,
        printed=[_WITHOUT_TILDE],
        corrected=[_compared(_WITH_TILDE)],
        follows="It is the rate of T1.",
        mutants=[
            _WITH_TILDE.mutant(
                "exponent of T lowered by 1/12", rate=GAP_RATE_OVER_DELTA / T ** "1/12"
            )
        ],
        effect="notation",
        **fields,
    )


N10 = _without_tilde(
    "N10",
    "The rate with gaps, quoted in the introduction without its logarithms",
    error_lines="453",
    fidelity="paraphrase",
    depends_on=["T1"],
    note="The theorem has Õ. Its proof bounds the regret by a sum whose first term, Γ_T D with "
    "D = log T/log(1/γ), has a logarithm that no constant covers as T grows. That sum is what is "
    "tested: whether some regret is of this order is not known.",
)
R8 = _without_tilde(
    "R8",
    "The rate with gaps, quoted after the theorem without its logarithms",
    error_lines="741-742",
    fidelity="paraphrase",
    depends_on=["T1"],
    note="Line 742 has O where the theorem has Õ: the same slip as N10, and tested in the same "
    "way. The parts of the remark are N12-N15.",
)


# --- other papers ---------------------------------------------------------------------------------


def order_of_bound(formula: f.Formula, x: Order = ONE) -> Order:
    """The order of a baseline's bonus or bound: λ of order d, 1-γ of order x, logarithms 1.

    That the logarithms of 1 + c_μ .../(dλ) are at least constants is part of the regions below.
    """
    parts = [formula, *formula.uses]
    atoms = {a for part in parts for a in part.expression.atoms(sp.log) if a.has(f.lam)}
    known = {
        **PROBLEM,
        f.lam: d,
        f.t: T,
        1 - f.gamma: x,
        sp.log(1 / f.gamma): x,
        sp.log(2**f.d / f.delta): d,
        **dict.fromkeys(atoms, ONE),
    }
    for part in formula.uses:
        known[part.symbol] = order_of(part.expression, known)
    return order_of(formula.expression, known)


@dataclass(frozen=True)
class Baseline:
    """What follows for another paper's algorithm: a bound, its rate, and where."""

    bound: Callable[[], Order]
    rate: Order
    where: Tuning


def _derived(
    claim_id: str, title: str, of: Baseline, letters: str, what: str = "R_T", **fields: Any
) -> Claim:
    """The rate that follows from a baseline's bonus is exactly the printed one.

    The mutants lower the exponents of ``letters``.
    """
    theirs = r"\text{the bound from the bonus}"
    above = scales(what, of.bound, of.rate, of.where)
    below = attains(theirs, of.bound, of.rate, of.where)
    return Claim(
        id=claim_id,
        title=title,
        printed=[_compared(above, theirs)],
        support=[below, *fields.pop("support", ())],
        mutants=[
            above.mutant(f"exponent of {n} lowered by 1/12", rate=of.rate / _LETTERS[n] ** "1/12")
            for n in letters.split()
        ],
        **{
            "depends_on": ["P10", "L8", BASELINES, CAUCHY_SCHWARZ],
            "follows": f"{_SUMMED}. {_SHORT}",
            "note": _DERIVATION,
            **({} if fields.get("ours") else {"fidelity": "paraphrase"}),
            **fields,
        },
    )


_SHORT = "For shorter horizons the rate is above T, and the regret at most mT."
_SUMMED = (
    "The bonuses of the baselines cover the errors of all actions, so that a round costs twice the "
    "bonus of the action played (P10); Cauchy-Schwarz over the rounds and L8, with a window of T "
    "rounds, bound the sum of the norms, and the order of the result is what is checked"
)
_FADED = _SUMMED.replace(
    " and L8, with a window of T rounds, bound the sum of the norms, and",
    ", L7 and C10 bound the sum of the norms. Rounds near a change and the bias are paid for as in "
    "T2, and with log(1/γ) between (1-γ)/2 and 2(1-γ) (I28, I30)",
)
_WITH_CHANGES = ["P10", "L7", "C10", "T2", "I28", "I30", BASELINES, CAUCHY_SCHWARZ]


_DERIVATION = (
    "Derived from the bonus with λ of order d, for T >= d²/c_μ; other papers' theorems are not "
    "checked."
)
#: T >= d²/c_μ: the logarithms of the baselines' bonuses are at least constants.
_STATIONARY = Tuning.none(T, d, c**-1, T * c / d**2)
_GLM = Baseline(
    lambda: order_of_bound(baselines.REGRET_GLM_UCB), Order.of(c_mu=-1, d=1, T="1/2"), _STATIONARY
)
_LOG = Baseline(
    lambda: order_of_bound(baselines.REGRET_LOG_UCB1),
    Order.of(c_mu="-1/2", d=1, T="1/2"),
    _STATIONARY,
)
B1 = _derived("B1", "Table 1: GLM-UCB", _GLM, "1/c_μ d T")
_GLM_BONUS = scales(
    r"d\text{ constant}:\quad \text{exploration bonus}",
    lambda: order_of_bound(baselines.GLM_UCB),
    c**-1,
    Tuning.none(*_STATIONARY.region, d**-1),
)
N3 = _derived(
    "N3",
    "GLM-UCB: bonus and regret bound are of order 1/c_μ",
    _GLM,
    "1/c_μ",
    support=[_GLM_BONUS.variant(least=True)],
    follows=f"{_SUMMED}. {_SHORT} The bonus is the one that is summed; its order is checked too.",
    fidelity="paraphrase",
)
N3 = replace(
    N3,
    printed=[
        *N3.printed,
        _compared(_GLM_BONUS, r"d\text{ constant}:\quad \text{the bonus of the derivation}"),
    ],
    mutants=[
        *N3.mutants,
        _GLM_BONUS.mutant("exponent of 1/c_μ lowered by 1/12, in the bonus", rate=c ** "-11/12"),
    ],
)
B2 = _derived("B2", "Table 1: LogUCB1", _LOG, "1/c_μ d T")
_LOG_UCB2 = Order.of(d=1, T="1/2") + c**-1
N4 = _derived(
    "N4",
    "LogUCB1: c_μ^{-1/2} d √T from its bonus (the rate of LogUCB2 is read)",
    _LOG,
    "1/c_μ",
    support=[scales(r"d\sqrt T + c_\mu^{-1}", lambda: _LOG_UCB2, _LOG.rate, _STATIONARY)],
    fidelity="paraphrase",
    note="The first rate is derived from the bonus. The second is a theorem of Faury et al. 2020, "
    "not derived here; it is no larger than the first once T >= 1/(c_μ d²).",
)


def _d_glucb(x: Order, exponent: str, *region: Order) -> Baseline:
    """D-GLUCB with 1-γ of order x; 1/(1-γ) >= d²/c_μ: its logarithm is at least a constant."""
    return Baseline(
        lambda: order_of_bound(baselines.REGRET_D_GLUCB, x),
        Order.of(c_mu=exponent, d="2/3", Gamma="1/3", T="2/3"),
        Tuning("D-GLUCB's tuning", x, (*ANY, c / (d**2 * x), *region)),
    )


B3 = _derived(
    "B3",
    "Table 1: D-GLUCB",
    _d_glucb((G / (d * T)) ** "2/3", "-1"),
    "1/c_μ d Γ_T T",
    depends_on=_WITH_CHANGES,
    follows=f"{_FADED}. {_SHORT}",
    note="Derived from the bonus with λ of order d and γ = 1 - (Γ_T/(dT))^{2/3}, which does not "
    "know c_μ. With c_μ in γ the same analysis has c_μ^{-2/3}: see Z82.",
)
Z82 = _derived(
    "Z82",
    "D-GLUCB with c_μ in its discount factor: c_μ^{-2/3} instead of c_μ^{-1}",
    _d_glucb((c * G / (d * T)) ** "2/3", "-2/3", c**2 * T * G**2 / d**2),
    "1/c_μ",
    depends_on=_WITH_CHANGES,
    follows=f"{_FADED}. {_SHORT}",
    lines="484-505",
    kind="table-row",
    ours=True,
    note="The table compares a discount factor that knows c_μ (this paper) with one that does "
    "not. Tuned alike, self-concordance takes c_μ^{-2/3} to c_μ^{-1/3}; and a γ that does not "
    "know c_μ takes this paper's rate to c_μ^{-1/2}.",
)
N13 = _derived(
    "N13",
    "GLM-UCB with gaps: the exponents of Δ, c_μ and d (the logarithm is read)",
    Baseline(
        lambda: (_GLM.bound() / T ** "1/2") ** 2 / Delta,
        Order.of(Delta=-1, c_mu=-2, d=2),
        Tuning.none(*_STATIONARY.region, Delta**-1),
    ),
    "1/c_μ d 1/Δ",
    r"\text{exponents only:}\quad R_T",
    depends_on=["Q30", "P10", "L8", BASELINES],
    follows="With a gap a round costs at most its squared regret over Δ (Q30). The bonuses of "
    "the baselines cover the errors of all actions, so that the regret of a round is at most "
    "twice the bonus (P10); L8, with a window of T rounds, bounds the sum of the squared norms, "
    f"and the order of the result is what is checked. {_SHORT}",
    fidelity="paraphrase",
    note="Derived from r_t <= r_t²/Δ. Powers of log T are not checked: the page has one, another "
    "paper's; this derivation, with a self-normalised bonus, gives log² T (one logarithm in the "
    "bonus, one in the potential).",
)

CLAIMS = [B1, B2, B3, B4, B5, N3, N4, N9, N10, N13, R8, Z80, Z81, Z82]
