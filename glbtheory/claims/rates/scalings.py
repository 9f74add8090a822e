"""Rates by exact exponent arithmetic: every scaling of the two regret appendices.

Orders ignore constants and logarithms.  S, k_μ, m and δ are constants; the tunings make
λ = d log T of order d.  The printed rates are meant for large T.  How large is part of the
statement: a term that vanishes as T grows may carry a power of 1/c_μ, and it is below the rate
only once T is beyond that power.

"Scales as" is read as two statements: the term is at most the printed rate (as :math:`O` says), and
at least the rate named beside it, so that the printed exponents are the true ones.  Where they are
not (S2), the second statement has the smaller rate and the note says so.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Claim, HandStep
from glbtheory.claims.vocabulary import attains, scales
from glbtheory.claims.vocabulary.orders import (
    ANY,
    GAP,
    GAP_RATE,
    LOG,
    RATE,
    WINDOW,
    WINDOW_GAP,
    WORST,
    G,
    T,
    Tuning,
    c,
    d,
    order_latex,
    term_with,
)
from glbtheory.engines.orders import Order

#: The orders put 1-γ for log(1/γ).
LOGARITHM = (
    "For γ in (1/2, 1), as the theorems ask, log(1/γ) lies between (1-γ)/2 and 2(1-γ) (I28, I30); "
    "with 1-γ in its place the order is what is checked%s."
)
#: Where the bonus or T log(1/γ) is in the term, the rate needs T(1-γ) >= 1.
LARGE = ", where T(1-γ) >= 1, as it is for large T"


_beta = f.BETA.symbol


def scaling(
    claim_id: str,
    title: str,
    what: str,
    term: Any,
    printed: Order,
    tuning: Tuning,
    corrected: Order | None = None,
    exact: Order | None = None,
    bounded_by: str = "",
    **fields: Any,
) -> Claim:
    """One bullet: the order of a term from both sides.

    Mutants move the exponent of T by 1/12.  ``exact`` is the order from below, if it is not the
    printed one.  A sum whose closed form is a bound is ``bounded_by`` a claim.  Where the term has
    log(1/γ) its order is that of 1-γ by two other claims.  The horizon may be short unless the term
    has the bonus of the discount factors.
    """
    large = sp.sympify(term).has(_beta)
    if not large:
        tuning = replace(tuning, region=ANY)
    own = rf"\text{{the bound of {bounded_by}}}" if bounded_by else what
    above = scales(what, term, printed, tuning)
    true = above.variant(rate=corrected or printed)
    below = attains(own, term, exact or corrected or printed, tuning)
    deciding = true
    if bounded_by or sp.sympify(term).has(sp.log(1 / f.gamma)):
        compared = rf"\log(1/\gamma)\to1-\gamma:\quad {true.variant(what=own).latex}"
        deciding = true.as_part(compared)
        sums = f"The sum is at most the bound of {bounded_by}. " if bounded_by else ""
        fields["depends_on"] = [*([bounded_by] if bounded_by else ()), "I28", "I30"]
        fields["follows"] = sums + LOGARITHM % (LARGE if large else "")
    return Claim(
        id=claim_id,
        title=title,
        printed=[above if corrected else deciding],
        corrected=[deciding] if corrected else [],
        support=[below],
        mutants=[
            true.mutant("exponent of T lowered by 1/12", rate=true.tokens["rate"] / T ** "1/12"),
            below.mutant("from below, T^(1/12) larger", rate=below.tokens["rate"] * T ** "1/12"),
        ],
        **{"fidelity": "verbatim", **fields},
    )


_explore = term_with("regret_discount", _beta)

S1 = scaling(
    "S1",
    "The rounds near a change",
    r"\frac{2\log T}{1-\gamma}\Gamma_T",
    term_with("regret_discount", f.Gamma),
    RATE,
    WORST,
)
S2 = scaling(
    "S2",
    "The bias of old data",
    r"\frac{2k_\mu(2Sk_\mu+m)}{\lambda(1-\gamma)}",
    next(
        t
        for t in sp.Add.make_args(f.FORMULAS["regret_discount"].expression)
        if not t.has(f.Gamma) and not t.has(_beta)
    ),
    Order.of(c_mu="-1/3", d="2/3", Gamma="-2/3", T="2/3"),
    WORST,
    exact=Order.of(c_mu="-1/3", d="-1/3", Gamma="-2/3", T="2/3"),
    note="The division by λ = d log T gives d^{-1/3}; the printed d^{2/3} is true and larger.",
)

_root = sp.sqrt(sp.log(1 / f.gamma))
S3 = scaling(
    "S3",
    "The sum of the bonuses",
    r"\frac{2\beta_T^\delta}{\sqrt{c_\mu}}\sqrt{dT}\cdots",
    _explore,
    c ** "-1/2" * d * T * WORST.order ** "1/2",
    WORST,
    note="It needs T(1-γ) >= 1, that is T >= d²/(c_μ Γ_T²).",
)
#: The page keeps √log(1/γ) here and puts the tuning in two lines later.
_S3 = (
    r"\frac{2\beta_T^\delta}{\sqrt{c_\mu}}\sqrt{dT}\sqrt{2\max\big(1,\tfrac1\lambda\big)}"
    r"\sqrt{T\log(1/\gamma)+\log\big(1+\tfrac{1}{d\lambda(1-\gamma)}\big)}"
    r"\ \text{scales as}\ \frac{1}{\sqrt{c_\mu}}dT\sqrt{\log(1/\gamma)}"
)
S3 = replace(S3, printed=[p.variant(_S3) for p in S3.printed])
S4 = scaling(
    "S4",
    "The root of log(1/γ)",
    r"\sqrt{\log(1/\gamma)}",
    _root,
    Order.of(c_mu="1/6", d="-1/3", Gamma="1/3", T="-1/3"),
    WORST,
)
S5 = scaling(
    "S5",
    "The product",
    r"c_\mu^{-1/2}dT\sqrt{\log(1/\gamma)}",
    f.d * f.T * _root / sp.sqrt(f.c_mu),
    RATE,
    WORST,
)

#: The three sums of the gap-dependent proof with γ^D = 1/T (lines 2464-2493).
SUMS = [
    formula.expression.subs(
        {f.BETA_APPENDIX.symbol: _beta, f.gamma**f.D: 1 / f.T, f.gamma ** (2 * f.D): f.T**-2}
    )
    for formula in f.GAP_SUMS
]
#: What I31 and I33 have in the place of the printed ridge λ: V_t has λ/c_μ.
_RIDGE = {
    sp.Max(1, 1 / f.lam): sp.Max(1, f.c_mu / f.lam),
    1 / (f.d * f.lam * (1 - f.gamma)): f.c_mu / (f.d * f.lam * (1 - f.gamma)),
}
RIDGE_SUMS = [s.subs(_RIDGE) for s in SUMS]
S6 = scaling(
    "S6",
    "The rounds near a change",
    r"\Gamma_T D",
    f.Gamma * f.FORMULAS["analysis_window"].expression,
    GAP_RATE,
    GAP,
)
S7 = scaling(
    "S7",
    "The first sum",
    r"\sum_{t=1}^T r_{1,t}",
    RIDGE_SUMS[0],
    GAP_RATE,
    GAP,
    bounded_by="I31",
)
S8 = scaling(
    "S8",
    "The second sum",
    r"\sum_{t=1}^T r_{2,t}",
    SUMS[1],
    Order.of(c_mu=-1, Gamma=-1),
    GAP,
)
S9 = scaling(
    "S9",
    "The third sum",
    r"\sum_{t=1}^T r_{3,t}",
    RIDGE_SUMS[2],
    Order.of(d="1/4", c_mu="-3/4", Gamma="-1/4", T="1/4"),
    GAP,
    Order.of(d="1/2", c_mu="-3/4", Gamma="-1/4", T="1/4"),
    bounded_by="I33",
    effect="step",
    note="The exponent of d is 1/2. The sum itself is refuted, not only its bound: single basis "
    "vectors as action sets, in turn, make it as large, once T^(11/12) >= d² Γ_T/c_μ. The term is "
    "of lower order in T and the rate is not touched.",
)
IN_TURN = HandStep(
    "basis vectors in turn",
    "If each action set is one basis vector, in turn, then V_t is diagonal and ‖a_t‖² is at least "
    "1/(λ/c_μ + 1/(1-γ^d)); this is at least d(1-γ)/4 if d(1-γ) <= 1 and λ/c_μ <= 1/(d(1-γ)).",
    textbook=False,
)
#: The third sum with these actions, from below: r_{3,t} with the least norm, T times.
SUM_IN_TURN = (
    8
    * f.k_mu
    * _beta
    / (f.lam * sp.sqrt(f.c_mu))
    * (2 * f.S * f.k_mu + f.m)
    / (1 - f.gamma)
    * sp.sqrt(f.d * (1 - f.gamma))
    / 2
)
S9 = replace(
    S9,
    printed=[
        S9.printed[0].variant(
            term=SUM_IN_TURN,
            # λ/c_μ <= 1/(d(1-γ)), with room for the logarithm in λ.
            tuning=replace(GAP, region=(*GAP.region, T ** "11/12" * c / (d**2 * G))),
        )
    ],
    witness_rests_on=[IN_TURN],
)

# --- the sliding window ---------------------------------------------------------------------------

_beta_window = f.BETA_WINDOW_END.symbol
_BONUS = (d * LOG) ** "1/2"


def _bonus_rate(claim_id: str, tuning: Tuning) -> Claim:
    """β = O(√(d log T)) without the tilde: here logarithms are counted."""
    bonus = scales(r"\beta_T^\delta", _beta_window, _BONUS, tuning, logs=LOG)
    return Claim(
        id=claim_id,
        title="The bonus is of order √(d log T)",
        printed=[bonus],
        support=[bonus.variant(least=True)],
        mutants=[
            bonus.mutant("exponent of d lowered by 1/12", rate=_BONUS / d ** "1/12"),
            bonus.mutant("exponent of log T lowered by 1/12", rate=_BONUS / LOG ** "1/12"),
        ],
        fidelity="paraphrase",
        note="Logarithms are counted: λ = d log T balances √λ and (d/√λ) log T.",
    )


S10 = _bonus_rate("S10", WINDOW)
S12 = scaling(
    "S12",
    "The sum of the bonuses, window",
    r"\frac{\beta_T^\delta}{\sqrt{c_\mu}}\sqrt T\sqrt{dT/\tau}",
    _beta_window / sp.sqrt(f.c_mu) * sp.sqrt(f.T) * sp.sqrt(f.d * f.T / f.tau),
    RATE,
    WINDOW,
)
S13 = _bonus_rate("S13", WINDOW_GAP)
S14 = scaling(
    "S14",
    "The rounds near a change, window",
    r"\Gamma_T\tau",
    term_with("regret_window_gap", f.Gamma),
    GAP_RATE,
    WINDOW_GAP,
)
S15 = scaling(
    "S15",
    "The sum of squared bonuses, window",
    r"\frac{(\beta_T^\delta)^2}{c_\mu}d\frac T\tau",
    _beta_window**2 / f.c_mu * f.d * f.T / f.tau,
    GAP_RATE,
    WINDOW_GAP,
)
_near = term_with("regret_window", f.Gamma)
_BULLET = Order.of(c_mu="-1/3", d="2/3", Gamma="2/3", T="2/3")
_TWELFTH = G ** "1/12"
_ANY_WINDOW = replace(WINDOW, region=ANY)
_NEAR_CHANGES = scales(r"\Gamma_T\tau", _near, RATE, _ANY_WINDOW)
_NEAR_FROM_BELOW = attains(r"\Gamma_T\tau", _near, RATE, _ANY_WINDOW)
S11 = Claim(
    id="S11",
    title="The rounds near a change, window: the exponent of Γ_T",
    printed=[
        scales(
            rf"\Gamma_T\tau = {order_latex(_BULLET)} \;\Rightarrow\; R_T",
            lambda: _BULLET,
            RATE,
            WINDOW,
        )
    ],
    corrected=[_NEAR_CHANGES, _NEAR_FROM_BELOW],
    mutants=[
        _NEAR_CHANGES.mutant("exponent of Γ_T lowered by 1/12", rate=RATE / _TWELFTH),
        _NEAR_FROM_BELOW.mutant("from below, Γ_T^(1/12) larger", rate=RATE * _TWELFTH),
    ],
    effect="step",
    error_lines="2993",
    fidelity="implied",
    note="What is refuted is that the rate of the corollary follows from the printed bullet. Γ_T "
    "times Γ_T^{-2/3} is Γ_T^{1/3}. The printed Γ_T^{2/3} is a true upper bound, but the "
    "rate of the corollary (line 2977) does not follow from it; from Γ_T^{1/3} it does.",
)

CLAIMS = [S1, S2, S3, S4, S5, S6, S7, S8, S9, S10, S11, S12, S13, S14, S15]
