"""The gap-dependent regret theorem, and what the constants of both theorems depend on."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.regret._potential import growth, volume
from glbtheory.claims.regret.gap_steps import NORM, PARTS
from glbtheory.claims.regret.worst_case_theorem import (
    EXPLORE,
    LIKELY,
    LOST,
    MAIN,
    MAIN_LATEX,
    assembled,
    granted,
    tuned,
)
from glbtheory.claims.vocabulary import attains, bound, scales, stated
from glbtheory.claims.vocabulary.exact_runs import exceeded, kept, moved
from glbtheory.claims.vocabulary.hand_steps import CHEBYSHEV
from glbtheory.claims.vocabulary.orders import (
    GAP,
    GAP_RATE_OVER_DELTA,
    G,
    T,
    Tuning,
    c,
    d,
    order_latex,
)
from glbtheory.engines.evidence import HOLDS, UNDECIDED, Evidence, conjunction
from glbtheory.engines.orders import ONE, Order, compare, order_of
from glbtheory.regret.late_change_runs import WITNESS as STALE

#: The four terms of the display with every C_i put to 1.
GAP_TERMS = (
    f.Gamma / (1 - f.gamma),
    1 / (f.T * (1 - f.gamma) ** 2 * f.Delta),
    EXPLORE / f.Delta,
    f.d * f.BETA.symbol**2 / (f.c_mu * f.Delta) * f.VOLUME,
)


# --- T1 -------------------------------------------------------------------------------------------

_DISPLAY = (
    r"C_1\frac{\Gamma_T}{1-\gamma}+C_2\frac{1}{T(1-\gamma)^2\Delta}"
    r"%s+C_4\frac{d(\beta_T^\delta)^2}{c_\mu\Delta}" + growth("1")
)
_THIRD = r"C_3\frac{\beta_T^\delta\sqrt{dT}}{\sqrt{c_\mu}\Delta}\sqrt{" + volume("1") + "}"
_FOUR, _THREE = _DISPLAY % f"+{_THIRD}", _DISPLAY % ""
_WITHOUT = GAP_TERMS[0] + GAP_TERMS[1] + GAP_TERMS[3]
_CORRECTED = f.FORMULAS["regret_gap_corrected"]
#: Lost rounds (I23) and r_t <= r_t²/Δ <= 2(r_{1,t} + r_{2,t})/Δ (Q30, Z59), with Z55 for the norms.
_SUM = LOST + 2 / f.Delta * (PARTS[0].subs(NORM, sp.sqrt(granted())) + f.T * PARTS[1])
_OWN = growth(r"c_\mu")
_SUM_LATEX = (
    r"m\,\Gamma_T D + \frac2\Delta\bigg(\frac{4}{c_\mu}(\beta_T^\delta)^2\cdot"
    rf"2\max\Big(1,\frac{{c_\mu}}{{\lambda}}\Big)\,d\,{_OWN}"
    r" + T\,\frac{4k_\mu^2}{\lambda^2}\frac{\gamma^{2D}}{(1-\gamma)^2}(2Sk_\mu+m)^2\bigg)"
)
_WITHOUT_M = moved(_CORRECTED, LOST, f.Gamma * f.D)
_THREE_QUARTERS = Order.of(d="1/2", c_mu="-1/4", Gamma="1/4", T="3/4", Delta=-1)

_TUNED_LATEX = r"\gamma = 1-\tfrac{\sqrt{c_\mu\Gamma_T}}{d\sqrt T},\ \lambda = d\log T:\quad "
_rate = scales(_TUNED_LATEX + _THREE, _WITHOUT, GAP_RATE_OVER_DELTA, GAP)
#: The regret by its corrected bound.
_regret_rate = _rate.variant(what=_TUNED_LATEX + "R_T", term=tuned(_CORRECTED.expression))
_third_term = scales(_THIRD, GAP_TERMS[2], _THREE_QUARTERS, GAP)
_added_up = assembled(_SUM, _CORRECTED, _SUM_LATEX)
_on_run = kept(STALE, _CORRECTED)
_CORRECTED_LATEX = r"0 < \gamma < 1:\ " + LIKELY % rf"R_T \leq {_SUM_LATEX}"
#: Line 2505 divides by Δ what the proof does not: x = Γ_T D, and m = Δ + e.
_over_gap = bound(
    "x <= {share}*(D + e)*x/D",
    "D > 0, e >= 0, x >= 0",
    latex=r"x \leq \frac{m\,x}{\Delta}\quad(\Delta\leq m)",
    scope="every gap and every range m at least as large",
    share="1",
)

T1 = Claim(
    id="T1",
    kernel=KernelTheorem(
        "T1_full",
        "every d, λ, δ, link, law of bounded rewards, policy of the algorithm and comparator: the "
        "bound for every T, D and 0 < γ < 1; the display for T >= 2, 1/2 <= γ < 1 and "
        "D = ⌈log T/log(1/γ)⌉; the rate for T >= 2 and Γ_T >= 1; the probability is taken round "
        "by round, by upper integrals",
        covers="corrected",
        mutants=["T1_full_mutant"],
        beside=["T1", "T1_ordinary_law"],
    ),
    error_lines="677-678, 703-704",
    title="Gap-dependent regret with discount factors: the rate is true, but it does not follow"
    " from the printed bound",
    printed=[_rate.variant(what=_TUNED_LATEX + _FOUR, term=sum(GAP_TERMS))],
    corrected=[
        _on_run.variant(_CORRECTED_LATEX),
        _regret_rate.as_part(rf"{_TUNED_LATEX}{_SUM_LATEX} = {order_latex(GAP_RATE_OVER_DELTA)}"),
    ],
    support=[
        _rate,
        _added_up,
        _third_term,
        attains(_THIRD, GAP_TERMS[2], _THREE_QUARTERS / d**3, GAP),
        exceeded(STALE, f.FORMULAS["regret_gap_proof"], 12),
        _over_gap,
    ],
    mutants=[
        _rate.mutant("exponent of T lowered by 1/12", rate=GAP_RATE_OVER_DELTA / T ** "1/12"),
        _rate.mutant("exponent of c_μ raised by 1/12", rate=GAP_RATE_OVER_DELTA * c ** "1/12"),
        _regret_rate.mutant(
            "exponent of d lowered by 1/12", rate=GAP_RATE_OVER_DELTA / d ** "1/12"
        ),
        _regret_rate.mutant(
            "exponent of Γ_T lowered by 1/12", rate=GAP_RATE_OVER_DELTA / G ** "1/12"
        ),
        _third_term.mutant("exponent 3/4 of T lowered by 1/12", rate=_THREE_QUARTERS / T ** "1/12"),
        _regret_rate.mutant(
            "exponent of 1/Δ lowered by 1/12",
            rate=GAP_RATE_OVER_DELTA * Order.of(Delta="1/12"),
        ),
        _added_up.mutant("m Γ_T D without its factor m, in the sum", formula=_WITHOUT_M),
        _on_run.mutant("m Γ_T D without its factor m", formula=_WITHOUT_M),
        _over_gap.mutant("m lowered by one per cent: a gap as large as m", share="0.99"),
    ],
    hypotheses=["A1", "A2", "A3", "A4", "A5", "A6"],
    depends_on=[
        *("Q30", "Q31", "I23", "I31", "I32", "Z54", "Z59", "Z9", "I28", "I30", "Z84"),
    ],
    fidelity="implied",
    effect="step",
    note="What is called printed is 'in particular': that the display, at the tuning, is of the "
    "rate beside it. The display is true if its constants may depend on m, k_μ, S and λ (Z58). β "
    "has the appendix's form, for the D of the bound. The rate is true for γ in (1/2, 1), for "
    "which the theorem is stated (Z83), and with m, k_μ, S and δ among the constants of the O: c_μ "
    "is at most k_μ, and Γ_T D, which the proof does not divide by Δ, is at most m Γ_T D/Δ since "
    "Δ <= m. Only 'in particular' fails: with the theorem's own tuning the C_3 term is "
    "d^{1/2}c_μ^{-1/4}Γ_T^{1/4}T^{3/4}/Δ, which is (T c_μ/(Γ_T d²))^{1/4} times the rate beside it "
    "(from below this is shown up to powers of d). The proof's term has a further factor "
    "γ^D/(λ(1-γ)) = 1/(λT(1-γ)), lost in the display, and is not needed at all (Z59): with C_3 = 0 "
    "and C_2, C_4 doubled both the display and the rate stand, and the one gives the other. The "
    "explicit sum of the proof (lines 2449-2493) has Γ_T D in the place of m Γ_T D (I23); the run "
    "of T2, which rests on Chebyshev, exceeds it twelve times.",
)


# --- Z58: what the constants depend on ------------------------------------------------------------

_m = Order.of(m=1)
#: The family of stale runs: k_μ and c_μ are multiples of m, λ = m², 1-γ = 1/T, Γ_T = d = 1.
_FAMILY: dict[Any, Order] = {
    **dict.fromkeys((f.S, f.delta, f.d, f.Gamma), ONE),
    **dict.fromkeys((f.m, f.k_mu, f.c_mu, f.Delta), _m),
    **dict.fromkeys((1 - f.gamma, sp.log(1 / f.gamma)), T**-1),
    **{f.T: T, f.lam: _m**2},
}


def _in_family(expression: Any) -> tuple[Order, Order]:
    """The order of a display along the family, from below and from above."""

    def side(below: bool) -> Order:
        known = dict(_FAMILY)
        for name in ("rho", "s_bar", "beta"):
            formula = f.FORMULAS[name]
            known[formula.symbol] = order_of(formula.expression, known, below)
        return order_of(expression, known, below)

    return side(True), side(False)


#: 1/(1-γ) rounds of learning with p = 9/10, ``after``/(1-γ) stale rounds, γ >= 0.9999, every n.
#: γ^{x/(1-γ)} is at least e^{-x/γ} (I30) and at most e^{-x} (I28).
_still_stale = bound(
    "exp(-{after}/g)*(0.39*(1 - exp(-1)) + 0.5) > 0.5",
    "0.9999 <= g < 1",
    latex=r"e^{-0.35/\gamma}\big(0.39\,(1-e^{-1})+\tfrac12\big) > \tfrac12",
    scope="all γ >= 0.9999; the left side is at most γ^j((p - 1/2 - 1/100)(1-γ^L) + 1/2) for "
    "p = 9/10, L = 1/(1-γ) and j < 0.35/(1-γ) (I28, I30)",
    after="0.35",
)
_estimated_well = bound(
    "0.09*e/(0.0001*(1 - exp(-1))**2) <= 0.5",
    "0 < e <= 0.0001",
    latex=r"\frac{p(1-p)\,(1-\gamma)}{0.01^2\,(1-e^{-1})^2} \leq \tfrac12",
    scope="all γ >= 0.9999, p = 9/10; by Chebyshev the weighted share of successes is off by more "
    "than 1/100 with at most this probability, for every number of trials",
)


#: What is compared with the regret of order mT.
_ON_FAMILY = r"mT = O\text{ of the right side, on the family of stale runs}"


@lru_cache(maxsize=1)
def _known_to_stick() -> Evidence:
    return conjunction([_still_stale.decide(), _estimated_well.decide()])


def _constant(
    display: str, first: str, others: str = r"C_2,\dots = O(\log^k T)", where: str = ""
) -> str:
    """A display with its C_1; the others are absolute unless said."""
    return where + LIKELY % rf"R_T \leq {display}" + rf",\quad C_1 = {first},\ {others}"


_TWICE_M = r"2m\log T"
_EVERY_GAMMA = r"\forall\gamma\in(\tfrac12,1):\ "
_KAPPA = r",\ \kappa = \max(1,k_\mu)"
#: What the proofs give, with D <= 2 log T/(1-γ) and c_μ <= k_μ <= κ.
_WORST_CONSTANTS = _constant(
    MAIN_LATEX,
    _TWICE_M + r"+\tfrac{2k_\mu(2Sk_\mu+m)}{\lambda}",
    r"C_2 = 2\kappa\sqrt{2\max(1,\tfrac1\lambda)}" + _KAPPA,
    r"\Gamma_T\geq1,\ T\geq2,\ " + _EVERY_GAMMA,
)
_GAP_CONSTANTS = _constant(
    _THREE,
    _TWICE_M,
    r"C_2 = \tfrac{8k_\mu^2(2Sk_\mu+m)^2}{\lambda^2},\ C_4 = 16\kappa^2\max(1,\tfrac1\lambda)"
    + _KAPPA,
    r"T\geq2,\ " + _EVERY_GAMMA,
)
_BIAS = f.k_mu * f.SHIFT / f.lam
#: c_μ is s κ.
_wide_slope = bound(
    "max(1, s*k/l) <= {share}*k*max(1, 1/l)",
    "0 < s <= 1, k >= 1, l > 0",
    latex=r"\max\Big(1,\frac{c_\mu}{\lambda}\Big) \leq \kappa\max\Big(1,\frac1\lambda\Big)"
    r"\quad(c_\mu\leq\kappa,\ \kappa\geq1)",
    scope="every κ >= 1, c_μ <= κ and λ",
    share="1",
)
_steep_slope = bound(
    "log(1 + k*y) <= {share}*k*log(1 + y)",
    "k >= 1, y > 0",
    latex=r"\log(1+\kappa y) \leq \kappa\log(1+y),\quad y = \frac{1}{d\lambda(1-\gamma)}"
    r"\quad(\kappa\geq1)",
    scope="every κ >= 1 and y > 0",
    share="1",
)


@stated(latex=_constant(MAIN_LATEX, r"O(\log T)", where=_EVERY_GAMMA))
def _universal(*, display: Any = MAIN) -> Evidence:
    """The regret of the family, of order mT, against a display with constants free of m."""
    sticking = _known_to_stick()
    if sticking.outcome != HOLDS:
        return sticking.with_(outcome=UNDECIDED, witness=None)
    scope = "stale runs with 1-γ = 1/T, λ = m², d = Γ_T = 1; T >= m²"
    return compare((_m * T, _m * T), _in_family(display), (_m, T / _m**2), scope)


Z58 = Claim(
    id="Z58",
    kernel=KernelTheorem(
        "Z58",
        "every d, T >= 2, 1/2 <= γ < 1, λ > 0, δ, link, law of bounded rewards and policy of the "
        "algorithm; Γ_T >= 1 in the first display; the probability is taken round by round, by "
        "upper integrals",
        covers="corrected",
        mutants=["Z58_mutant"],
    ),
    lines="670-685, 694-711, 777-789",
    error_lines="684, 710, 787",
    kind="theorem",
    title="If universal means absolute: C_1 contains the range m of the rewards, and is not",
    printed=[
        _universal,
        _universal.variant(
            _constant(_FOUR, r"O(\log T)", where=_EVERY_GAMMA), display=sum(GAP_TERMS)
        ),
    ],
    corrected=[
        _universal.variant(
            _WORST_CONSTANTS, display=(f.m + _BIAS) * GAP_TERMS[0] + f.k_mu * EXPLORE
        ).as_cases(_ON_FAMILY),
        _universal.variant(
            _GAP_CONSTANTS,
            display=f.m * GAP_TERMS[0] + _BIAS**2 * GAP_TERMS[1] + f.k_mu**2 * GAP_TERMS[3],
        ).as_cases(_ON_FAMILY),
    ],
    support=[_still_stale, _estimated_well, _wide_slope, _steep_slope],
    mutants=[
        _universal.mutant(
            "the root of m",
            _constant(MAIN_LATEX, r"O(\sqrt m\log T)", where=_EVERY_GAMMA),
            display=sp.sqrt(f.m) * GAP_TERMS[0] + EXPLORE,
        ),
        _still_stale.mutant(
            "0.41/(1-γ) stale rounds: longer than the argument reaches", after="0.41"
        ),
        _wide_slope.mutant("κ before the maximum lowered by one per cent", share="0.99"),
        _steep_slope.mutant("κ before the logarithm lowered by one per cent", share="0.99"),
    ],
    hypotheses=["A3"],
    depends_on=["T1", "T2", "Z9", "Z57"],
    witness_rests_on=["A2", "D2", "I28", "I30", CHEBYSHEV],
    fidelity="paraphrase",
    effect="statement",
    note="Read as absolute constants times logarithms of T, as 'universal' says, both displays are "
    "false: the regret of the stale runs grows as m/(1-γ). What the proofs give, with β of the "
    "appendix's form and C_3 = 0, is the correction: constants that depend on m, k_μ, S and λ, and "
    "neither on c_μ nor on γ, as the page says. Whoever lets constants depend on m, k_μ, S and λ "
    "reads true statements (the first display for Γ_T >= 1: Z57).",
)


# --- Z61: the terms that are dropped --------------------------------------------------------------

_DROPPED = r":\ \tfrac1\Delta\sum_t(r_{2,t}+r_{3,t})"
#: The second and the third sum over Δ against the rate.
_dropped = scales(
    r"T\geq d^2/(c_\mu\Gamma_T)" + _DROPPED,
    tuned((f.GAP_SUMS[1].expression + f.GAP_SUMS[2].expression) / f.Delta),
    GAP_RATE_OVER_DELTA,
    GAP,
)
_BOUNDED = r"T\geq d^2/(c_\mu\Gamma_T):\ \text{the bounds of I32 and I33 over } \Delta = "
#: Nothing is asked of T but T >= Γ_T >= 1.
_ANY_T = Tuning("gap, any T", GAP.order, GAP.region[:-1])

Z61 = Claim(
    id="Z61",
    lines="2494-2506",
    kind="step",
    title="The dropped terms carry more powers of 1/c_μ: they are below the rate for large T",
    printed=[_dropped.as_part(_BOUNDED + order_latex(GAP_RATE_OVER_DELTA))],
    mutants=[
        _dropped.mutant(
            "T below d²/(c_μ Γ_T) allowed", what=r"T\geq\Gamma_T" + _DROPPED, tuning=_ANY_T
        ),
        _dropped.mutant("exponent of T lowered by 1/12", rate=GAP_RATE_OVER_DELTA / T ** "1/12"),
    ],
    depends_on=["I32", "I33", "I28", "I30"],
    follows="I32 and I33 bound the two sums; with c_μ bounded by a constant the bound of I33 is of "
    "the order of the printed one. With log(1/γ) between (1-γ)/2 and 2(1-γ) (I28, I30) the order "
    "of these bounds is what is checked.",
    ours=True,
    note="'Keeping the highest order term in T' drops terms with c_μ^{-1} and c_μ^{-3/4}, more "
    "than the c_μ^{-1/2} of the rate. They are below it once T >= d²/(c_μ Γ_T), that is once "
    "T(1-γ) >= 1. For smaller T they are not, but there the regret, at most mT, is below the rate "
    "by itself (Z84).",
)

CLAIMS = [T1, Z58, Z61]
