"""How good the tunings are: what they cost, and that no other does better.

A tuning is free where its symbol (x for 1-γ, w for τ) has no constraint; a rate that is at most the
display then holds for every choice.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Claim, Statement
from glbtheory.claims.rates.scalings import RIDGE_SUMS, SUMS
from glbtheory.claims.rates.table_1 import GAP_DISPLAY, WORST_DISPLAY
from glbtheory.claims.vocabulary import attains, bound, scales, stated
from glbtheory.claims.vocabulary.hand_steps import BASELINES
from glbtheory.claims.vocabulary.orders import (
    ANY,
    GAP,
    GAP_RATE,
    GAP_RATE_OVER_DELTA,
    PROBLEM,
    RATE,
    WORST,
    Delta,
    G,
    T,
    Tuning,
    c,
    d,
    monomials,
    order_latex,
)
from glbtheory.engines.evidence import Evidence
from glbtheory.engines.orders import ONE, Order, at_most, compare, order_of
from glbtheory.formulas import baselines

_X = Order.of(x=1)
_W = Order.of(w=1)

# --- the best tunings -----------------------------------------------------------------------------

_ANY_GAMMA = Tuning("any γ", _X, ANY)
_ANY_GAMMA_GAP = Tuning("any γ", _X, (*ANY, Delta, Delta**-1))
_BEST = r"\min_\gamma \text{bound}"
_TWELFTH = T ** "1/12"
#: The orders put 1-γ for log(1/γ).
_REPLACED = r"\log(1/\gamma)\to1-\gamma:\quad "
_AT_LEAST = bound(
    "1 - g <= {factor}*log(1/g)",
    "0 < g < 1",
    latex=r"1-\gamma \leq \log(1/\gamma)",
    scope="every γ in (0, 1)",
    factor="1",
)


def _replaced(statement: Statement) -> Statement:
    """The same as a part: 1-γ stands for log(1/γ)."""
    return statement.as_part(_REPLACED + statement.latex)


_BEST_WORST = attains(_BEST, WORST_DISPLAY, RATE, _ANY_GAMMA, scope="every γ, any problem")
#: Γ_T D and the first sum with the least bonus, k_μ√λ: the only logarithm is that of 1/γ.
_TWO_TERMS = f.Gamma * f.FORMULAS["analysis_window"].expression + (
    8 * f.d * f.k_mu**2 * f.lam * f.T * sp.log(1 / f.gamma) / (f.c_mu * f.Delta)
)
_BEST_GAP = attains(
    r"\text{gaps}:\quad " + _BEST, _TWO_TERMS, GAP_RATE, _ANY_GAMMA_GAP, scope="every γ; Δ constant"
)
_TUNED = scales(r"\text{bound}", WORST_DISPLAY, RATE, WORST)


def _other_tuning(factor: Order) -> dict[str, Any]:
    tuning = replace(WORST, order=WORST.order * factor, lam=d)
    return {"what": r"\text{bound with another tuning}", "tuning": tuning}


Z85 = Claim(
    id="Z85",
    lines="713-714, 791-793, 805-807",
    kind="remark",
    title="No other discount factor gives a better rate",
    printed=[
        _replaced(_BEST_WORST),
        _BEST_GAP.as_part(
            r"\min_x\Big(\tfrac{\Gamma_T\log T}{x}+\tfrac{8dk_\mu^2\lambda}{c_\mu\Delta}Tx\Big) = "
            + order_latex(GAP_RATE, r"\widetilde\Omega")
        ),
    ],
    support=[_TUNED, _AT_LEAST],
    follows="The worst-case bound grows with log(1/γ), which is at least 1-γ for every γ (in the "
    "support); with 1-γ in its place no γ has a smaller order, which is what is checked. With gaps "
    "Γ_T D and the first sum, whose β is at least k_μ√λ, are together as large for every x = "
    "log(1/γ), and the other terms are not negative.",
    mutants=[
        _BEST_WORST.mutant("T^(1/12) times larger", rate=RATE * _TWELFTH),
        _BEST_GAP.mutant("T^(1/12) times larger, with gaps", rate=GAP_RATE * _TWELFTH),
        _TUNED.mutant("1-γ larger by T^(1/12): less memory", **_other_tuning(_TWELFTH)),
        _TUNED.mutant("1-γ smaller by T^(1/12): more memory", **_other_tuning(_TWELFTH**-1)),
        _AT_LEAST.mutant("log(1/γ) lowered by one per cent", factor="0.99"),
    ],
    ours=True,
    note="Balancing is optimal: max(A/x, B√x) is at least A^{1/3} B^{2/3} for every x, and "
    "max(A/x, Bx) at least √(AB). No γ, of any form, makes the display smaller, up to logarithms.",
)


def _window_bound(rate: Order, log: Order, where: Order, relation: str, scope: str) -> Statement:
    """Γ_T τ plus the bonuses is at least the rate, if log(1 + τ/(dλ)) is at least ``log``."""
    display = f.FORMULAS["regret_window"].expression
    free = Tuning("any window", _W, (*ANY, _W, where), window=True)
    volume = sp.log(1 + f.tau / (f.d * f.lam))
    what = rf"\tau {relation} d\lambda:\quad \text{{bound}} = "

    @stated(latex=lambda *, rate=rate: what + order_latex(rate, r"\widetilde\Omega"))
    def at_least(*, rate: Order = rate) -> Evidence:
        least = order_of(display, {**free.known(below=True), volume: log}, below=True)
        return compare((rate, rate), (least, free.of(display)), free.region, scope)

    return at_least


#: For τ >= dλ the logarithm is at least log 2, else at least log 2 times τ/(dλ), by concavity.
_WINDOW = _window_bound(RATE, ONE, _W / d**2, r"\geq", "every window of at least dλ rounds")
_SHORT_WINDOW = _window_bound(T, _W / d**2, d**2 / _W, r"\leq", "every window of 1 to dλ rounds")

Z86 = Claim(
    id="Z86",
    lines="2972-2978",
    kind="remark",
    title="No other window of at least dλ rounds gives a better rate",
    printed=[_WINDOW.as_part(r"\log\big(1+\tfrac{\tau}{d\lambda}\big)\to1:\quad " + _WINDOW.latex)],
    support=[
        _SHORT_WINDOW,
        bound(
            "log(1 + x) >= log(2)",
            "x >= 1",
            latex=r"\log\big(1+\tfrac{\tau}{d\lambda}\big) \geq \log2\quad(\tau\geq d\lambda)",
            scope="every τ >= dλ",
        ),
    ],
    follows="For windows of at least dλ rounds the logarithm of the bound is at least log 2 (in "
    "the support); with a constant in its place the order is what is checked.",
    mutants=[
        _WINDOW.mutant("T^(1/12) times larger", rate=RATE * _TWELFTH),
        _SHORT_WINDOW.mutant("shorter windows: T^(1/12) times larger", rate=T * _TWELFTH),
    ],
    ours=True,
    note="With windows shorter than dλ the bound is of order T at least (in the support; there "
    "the logarithm is at least log 2 times τ/(dλ), by concavity).",
)


_RIDGE = attains(
    r"\min_\lambda \beta_T^\delta",
    f.BETA.symbol,
    d ** "1/2",
    replace(WORST, lam=Order.of(lam=1)),
    scope="every λ > 0, tuned γ",
)


def _ridge_of(lam: Order) -> dict[str, Any]:
    what = rf"\lambda = {monomials(lam)}\log T:\quad \beta_T^\delta"
    return {"what": what, "tuning": replace(WORST, lam=lam)}


_RIDGE_D = scales(term=f.BETA.symbol, rate=d ** "1/2", **_ridge_of(d))
#: From below for every λ: more than √d unless λ is of order d.
_EVERY_RIDGE = attains(
    r"\beta_T^\delta",
    f.BETA.symbol,
    Order.of(lam="1/2") + Order.of(d=3, lam="-5/2"),
    replace(WORST, lam=Order.of(lam=1)),
    scope="every λ > 0, tuned γ",
)

Z87 = Claim(
    id="Z87",
    lines="714, 793",
    kind="remark",
    title="λ of order d is the only good order",
    printed=[_RIDGE, _RIDGE_D, _EVERY_RIDGE],
    mutants=[
        _EVERY_RIDGE.mutant(
            "exponent of 1/λ raised from 5/2 to 31/12",
            rate=Order.of(lam="1/2") + Order.of(d=3, lam="-31/12"),
        ),
        _RIDGE.mutant("exponent of d raised by 1/12: no λ would reach √d", rate=d ** "7/12"),
        _RIDGE_D.mutant("λ of order d^(13/12)", **_ridge_of(d ** "13/12")),
        _RIDGE_D.mutant("λ of order d^(11/12)", **_ridge_of(d ** "11/12")),
    ],
    ours=True,
    note="With λ above the order of d the first term of the last formula is above √d, with λ "
    "below it the second: a smaller λ is punished by the power 5/2.",
)

# --- what self-concordance is for -----------------------------------------------------------------


def _power_of_slope(exponent: str) -> Order:
    return Order.of(c_mu=exponent, Gamma="1/2", T="1/2")


@stated(
    latex=lambda *, exponent="-1": (
        r"\min_\gamma \text{bound without self-concordance} = "
        + order_latex(_power_of_slope(exponent), r"\widetilde\Omega")
    )
)
def any_discount(*, exponent: str = "-1") -> Evidence:
    """Whatever γ: Γ_T/x + c_μ^{-2} T x is at least c_μ^{exponent} √(Γ_T T)."""
    # From below, the bonus of D-GLUCB is at least (m/c_μ)√(2 log(1/δ)), whatever γ.
    least = order_of(baselines.D_GLUCB.expression, {**PROBLEM, f.lam: d}, below=True)
    bound = G / _X + least**2 * T * _X
    region = (*ANY, d**-1)
    return at_most(_power_of_slope(exponent), bound, region, "every γ; d and Δ constants")


N14 = Claim(
    id="N14",
    title="Without self-concordance the same argument gives no c_μ^{-1/2}, whatever the discount "
    "factor",
    printed=[
        any_discount.as_part(
            r"\min_x\big(\tfrac{\Gamma_T}{x}+c_\mu^{-2}Tx\big) = "
            + order_latex(_power_of_slope("-1"), r"\widetilde\Omega")
        )
    ],
    support=[scales(r"\text{the bound of T1}", GAP_DISPLAY, GAP_RATE_OVER_DELTA, GAP)],
    fidelity="implied",
    follows="By the bonuses of the baselines the bonus of D-GLUCB is of order 1/c_μ at least. "
    "With gaps the proof of T1 then gives a first term of order Γ_T/x and a sum of squares of "
    "order c_μ^{-2}Tx at least, with x = log(1/γ); no x makes both smaller, which is what is "
    "checked. With self-concordance T1 has c_μ^{-1/2}.",
    mutants=[
        any_discount.mutant("exponent of 1/c_μ raised from 1 to 13/12", exponent="-13/12"),
    ],
    depends_on=["T1", BASELINES],
    note="Two things separate c_μ^{-2} (stationary, line 740) from c_μ^{-1/2}: self-concordance "
    "halves the exponent, and the balance with the rounds near changes halves it again. Without "
    "self-concordance the balance alone gives c_μ^{-1}.",
)
_T_ALONE = (T, *(y**s for y in (d, c, G) for s in (1, -1)))
_BEST_IN_T = attains(
    _BEST,
    WORST_DISPLAY,
    T ** "2/3",
    Tuning("any γ", _X, _T_ALONE),
    scope="every γ; d, c_μ, Γ_T constants",
)
_TUNED_IN_T = scales(
    "R_T",
    WORST_DISPLAY,
    T ** "2/3",
    Tuning("worst-case tuning, T alone", WORST.order, _T_ALONE),
)
N16 = Claim(
    id="N16",
    title="The best discount factor gives T^{2/3}, and no better",
    printed=[
        _replaced(_BEST_IN_T),
        _TUNED_IN_T.as_part(_TUNED_IN_T.variant(what=r"\text{the bound of T2}").latex),
    ],
    support=[_AT_LEAST],
    fidelity="paraphrase",
    follows="Z172 has the rate at the tuning. The bound grows with log(1/γ), which is at least "
    "1-γ for every γ (in the support); with 1-γ in its place no γ has a smaller order.",
    mutants=[
        _BEST_IN_T.mutant("exponent 2/3 raised to 3/4", rate=T ** "3/4"),
        _TUNED_IN_T.mutant("exponent of T lowered by 1/12", rate=T ** "7/12"),
    ],
    depends_on=["Z172"],
    note="The rates of the linear case and of Markov decision processes are other papers' "
    "theorems and are not checked. For the linear case line 815 cites the rate whose proof was "
    "later found to have a gap (N19).",
)

# --- short horizons -------------------------------------------------------------------------------

_RATE_TEXT = r"c_\mu^{-1/3} d^{2/3}\Gamma_T^{1/3}T^{2/3}"


def _when(condition: str, where: Order, text: str = "T") -> dict[str, Any]:
    """The tokens of a condition: ``where`` is at least 1, and how that reads."""
    tuning = Tuning.none(*ANY, Delta**-1, where)
    return {"what": rf"{condition} \Rightarrow {text}", "tuning": tuning}


_SHORT = scales(
    term=lambda: T, rate=RATE, **_when(r"T \leq d^2/(c_\mu\Gamma_T^2)", d**2 / (c * G**2 * T))
)
_SHORT_GAP = scales(
    term=lambda: T,
    rate=GAP_RATE_OVER_DELTA,
    **_when(r"T \leq d^2/(c_\mu\Gamma_T)", d**2 / (c * G * T)),
)
_LONG = scales(
    term=lambda: RATE,
    rate=T,
    **_when(r"T \geq d^2\Gamma_T/c_\mu", T * c / (d**2 * G), _RATE_TEXT),
)
Z84 = Claim(
    id="Z84",
    lines="715-718, 795-797",
    kind="remark",
    title="Horizons too short for the tuning have rates above T",
    printed=[_SHORT, _SHORT_GAP, _LONG],
    mutants=[
        _SHORT.mutant(
            "d² raised to d³ in the condition",
            **_when(r"T \leq d^3/(c_\mu\Gamma_T^2)", d**3 / (c * G**2 * T)),
        ),
        _SHORT_GAP.mutant(
            "d² raised to d³ in the condition, with gaps",
            **_when(r"T \leq d^3/(c_\mu\Gamma_T)", d**3 / (c * G * T)),
        ),
        _LONG.mutant(
            "d² lowered to d in the condition",
            **_when(r"T \geq d\Gamma_T/c_\mu", T * c / (d * G), _RATE_TEXT),
        ),
    ],
    ours=True,
    note="So the rates need no condition on T: where the tuning leaves its range the regret is at "
    "most mT, which is below the rate. The rate itself is below T only once T >= d² Γ_T/c_μ.",
)

# --- gaps -----------------------------------------------------------------------------------------

_CROSSING = Order.of(c_mu="-1/6", d="1/3", Gamma="1/6", T="-1/6")


def _crossing(above: bool) -> Statement:
    """Which of the two rates is smaller, for gaps above or below a limit."""
    small, large = (GAP_RATE_OVER_DELTA, RATE) if above else (RATE, GAP_RATE_OVER_DELTA)
    relation = r"\geq" if above else r"\leq"

    @stated(
        latex=lambda *, limit=_CROSSING: (
            rf"\Delta {relation} {monomials(limit)} \Rightarrow "
            rf"{monomials(small)} \leq {monomials(large)}"
        )
    )
    def smaller(*, limit: Order = _CROSSING) -> Evidence:
        where = Delta / limit if above else limit / Delta
        return at_most(small, large, (*ANY, Delta**-1, where), "any problem")

    return smaller


_ABOVE, _BELOW = _crossing(above=True), _crossing(above=False)
#: What T1 has as corrected, with γ^D = 1/T.
_BOUND_OF_T1 = f.m * f.Gamma * f.FORMULAS["analysis_window"].expression + (
    2 / f.Delta * (RIDGE_SUMS[0] + SUMS[1])
)
_KNOWN_GAP = scales(
    r"T\geq\tfrac{d^2}{c_\mu\Gamma_T\Delta^3},\ "
    r"\gamma = 1-\tfrac{\sqrt{c_\mu\Gamma_T\Delta}}{d\sqrt T}:\quad R_T",
    _BOUND_OF_T1,
    GAP_RATE / Delta ** "1/2",
    Tuning(
        "γ that knows Δ",
        (c * G * Delta) ** "1/2" / (d * T ** "1/2"),
        (*ANY, Delta**-1, T * c * G * Delta**3 / d**2),
    ),
)
Z89 = Claim(
    id="Z89",
    lines="711-718, 1090-1092",
    kind="remark",
    title="When gaps help, and what knowing the gap would give",
    printed=[
        _ABOVE.as_whole(),
        _BELOW.as_whole(),
        _KNOWN_GAP.as_part(_KNOWN_GAP.latex.replace("R_T", r"\text{the bound of T1}", 1)),
    ],
    depends_on=["T1", "I28", "I30"],
    follows="The first two are exponent arithmetic. T1 bounds the regret for every γ; with "
    "log(1/γ) between (1-γ)/2 and 2(1-γ) (I28, I30) the order of its bound at that γ is what is "
    "checked.",
    mutants=[
        _ABOVE.mutant("the limit lowered by T^(1/12)", limit=_CROSSING / T ** "1/12"),
        _BELOW.mutant("the limit raised by T^(1/12)", limit=_CROSSING * T ** "1/12"),
        _KNOWN_GAP.mutant(
            "the printed γ, which does not know Δ",
            what=r"\gamma = 1-\tfrac{\sqrt{c_\mu\Gamma_T}}{d\sqrt T}:\quad R_T",
            tuning=GAP,
        ),
    ],
    ours=True,
    note="The gap must beat T^{-1/6} up to d, c_μ, Γ_T. A discount factor that knows Δ would have "
    "Δ^{-1/2} for Δ^{-1}, once T >= d²/(c_μ Γ_T Δ³).",
)

# --- the discount factor of the experiment --------------------------------------------------------

_WITHOUT_SLOPE = Tuning("γ without c_μ", WORST.order * c ** "-1/3", WORST.region)
_EXPERIMENT = r"\gamma = 1-\big(\tfrac{\Gamma_T}{dT}\big)^{2/3}:\quad "
_OPTIMAL = r"\gamma = 1-\big(\tfrac{c_\mu^{1/2}\Gamma_T}{dT}\big)^{2/3}:\quad "
_OF_BEST = r"\text{bound} = \widetilde O\big(\min_\gamma\text{bound}\big)"
_AT_BEST = scales(_OPTIMAL + r"\text{bound}", WORST_DISPLAY, RATE, WORST)
#: Where the rate is below T, so that the bound says something.
_BELOW_T = replace(_WITHOUT_SLOPE, region=(*WORST.region, T * c / (d**2 * G)))
_AT_EXPERIMENT = _AT_BEST.variant(_EXPERIMENT + _OF_BEST, tuning=_BELOW_T)

Z175 = Claim(
    id="Z175",
    lines="1246-1249",
    error_lines="1248",
    kind="prose-claim",
    title="The discount factor of the experiment, called asymptotically optimal, has lost its c_μ",
    printed=[_AT_EXPERIMENT],
    corrected=[_AT_BEST.variant(_OPTIMAL + _OF_BEST).as_part(_REPLACED + _AT_BEST.latex)],
    support=[
        _AT_BEST.variant(
            what=_EXPERIMENT + r"\text{bound}", rate=RATE * c ** "-1/6", tuning=_WITHOUT_SLOPE
        ),
        attains(
            _EXPERIMENT + r"\text{bound}", WORST_DISPLAY, RATE * c ** "-1/6" / d**3, _WITHOUT_SLOPE
        ),
    ],
    mutants=[
        _AT_BEST.mutant("exponent of 1/c_μ lowered by 1/12", rate=RATE * c ** "1/12"),
        _AT_BEST.mutant("exponent of T lowered by 1/12", rate=RATE / T ** "1/12"),
    ],
    depends_on=["Z85", "I28", "I30"],
    fidelity="paraphrase",
    follows="With log(1/γ) between (1-γ)/2 and 2(1-γ) (I28, I30) the bound at the theorem's γ "
    "is of the rate that is checked, where T(1-γ) >= 1, as it is for large T; no γ has a smaller "
    "one (Z85).",
    effect="statement",
    note="The theorem (lines 791-792) has c_μ^{1/2}Γ_T. Without c_μ^{1/2} the bound is of order "
    "c_μ^{-1/2} and not c_μ^{-1/3} (from below this is shown up to powers of d), which matters in "
    "an experiment that is about c_μ. Read for T alone, with c_μ a constant, the word "
    "'asymptotically' allows it (X5). For D-GLUCB, whose bound is of order c_μ^{-1} at this γ and "
    "c_μ^{-2/3} at the best, it is the same (B3, Z82).",
)

CLAIMS = [N14, N16, Z84, Z85, Z86, Z87, Z89, Z175]
