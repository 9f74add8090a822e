"""The theorems with a sliding window: the bound, its tunings and the rates (lines 2918-3052)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Claim, KernelTheorem, Statement
from glbtheory.claims.vocabulary import enumerated, grid, scales
from glbtheory.claims.vocabulary.exact_designs import rational
from glbtheory.claims.vocabulary.exact_runs import exceeded, kept, moved
from glbtheory.claims.vocabulary.hand_steps import CHEBYSHEV, INDUCTION
from glbtheory.claims.vocabulary.orders import (
    ANY,
    RATE,
    WINDOW,
    WINDOW_GAP,
    Delta,
    G,
    T,
    Tuning,
    c,
    d,
    order_latex,
)
from glbtheory.claims.vocabulary.orders import GAP_RATE_OVER_DELTA as DIVIDED
from glbtheory.claims.window._known_problems import for_ever, surely, worst_action
from glbtheory.claims.window.regret_steps import (
    AS_CORRECTED,
    AS_PRINTED,
    CORRECTED,
    CORRECTED_GAPS,
    GAPS_AS_CORRECTED,
    OWN_RIDGE,
    PRINTED,
    WORST_CASE,
    added_up,
    likely,
    on_problems,
)
from glbtheory.engines.evidence import HOLDS, REFUTED, Evidence
from glbtheory.engines.orders import ONE, Order
from glbtheory.regret.late_change_runs import WINDOW_WITNESS
from glbtheory.setting.links import binomial, z

# --- T5 -------------------------------------------------------------------------------------------

_REPAIRED = f.FORMULAS["regret_window_corrected"]
_ON_FORCED, _ON_STALE = on_problems("regret_window_corrected", AS_CORRECTED)
_LOGARITHM = sp.log(1 + f.c_mu * f.tau / (f.d * f.lam))

T5 = Claim(
    id="T5",
    kernel=KernelTheorem(
        "T5_ordinary_law",
        "every d, T, τ, λ > 0, δ, link, law of bounded rewards, policy of the algorithm and "
        "comparator; the probability is taken round by round, by upper integrals",
        covers="corrected",
        mutants=["T5_ordinary_law_mutant"],
        beside=["T5"],
    ),
    error_lines="2923-2928",
    title="The regret with a sliding window",
    printed=on_problems("regret_window", AS_PRINTED),
    corrected=[_ON_FORCED, _ON_STALE],
    support=[added_up, exceeded(WINDOW_WITNESS, f.FORMULAS["regret_window"], 2)],
    mutants=[
        _ON_STALE.mutant(
            "m dropped before Γ_T τ, on the stale window",
            likely(WORST_CASE % ("", *OWN_RIDGE)),
            formula=moved(_REPAIRED, f.m * f.Gamma * f.tau, f.Gamma * f.tau),
        ),
        _ON_FORCED.mutant(
            "c_μ missing in the logarithm alone",
            likely(WORST_CASE % (r"m\,", OWN_RIDGE[0], "")),
            right=_REPAIRED.expanded().subs(_LOGARITHM, _LOGARITHM.subs(f.c_mu, 1)),
        ),
    ],
    hypotheses=["A1", "A2", "A3", "A4", "A6"],
    depends_on=["I40"],
    witness_rests_on=[CHEBYSHEV],
    fidelity="verbatim",
    follows="It is the last line of I40.",
    effect="statement",
    note="Two whole problems break the printed bound. With one change and m = 1000 the window "
    "holds on to the old action, and a change costs m, not 1: the regret is more than twice the "
    "bound. And without any change: with 200 trials c_μ = 39.3, the algorithm plays the bad "
    "action in every round whatever the rewards, and pays more than the printed bound. It takes a "
    "large c_μ and a large λ, on which the theorem puts no condition. For m <= 1 (logistic), "
    "where c_μ <= 1/4, the printed bound holds (I40). The rates hold for every c_μ, with constants "
    "in m and k_μ: untouched.",
)


# --- C7, C8, T6: the rates ------------------------------------------------------------------------

_R, _BOUND = r"R_T", r"\text{the bound at } \tau"
_RIDGE_IS = r",\ \lambda = d\log T:\quad "
_KNOWN = r"\tau = \big(\tfrac{dT}{c_\mu^{1/2}\Gamma_T}\big)^{2/3}" + _RIDGE_IS
#: Horizons so short that the window is longer than they are; then R_T <= m T is below the rate, up
#: to a constant.
_SHORT_WORST = replace(WINDOW, name="window, T < τ", region=(*ANY, d**2 / (T * c * G**2)))
_SHORT_GAP = replace(
    WINDOW_GAP, name="window with gaps, T < τ", region=(*ANY, Delta**-1, d**2 / (T * c * G))
)


def rate_of_window(what: str, display: Any, rate: Order, tuning: Tuning) -> Statement:
    """The rate from the display, with the tokens of ``scales``.

    What does not follow is refuted where the logarithm of the display is at least a constant: for
    τ >= dλ, or c_μ τ >= dλ if it has c_μ.
    """
    whole = scales(what, display, rate, tuning)

    def run(*, term: Any, tuning: Tuning, **tokens: Any) -> Evidence:
        found = whole.check(term=term, tuning=tuning, **tokens)
        if found.outcome == HOLDS:
            return found
        share = f.tau / (f.d * f.lam)
        own = term.has(sp.log(1 + f.c_mu * share))
        least = term.subs({sp.log(1 + s * share): sp.Integer(1) for s in (1, f.c_mu)})
        size = tuning.order / (d * tuning.lam) * (c if own else ONE)
        long = replace(tuning, region=(*tuning.region, size))
        there = whole.check(term=least, tuning=long, **tokens)
        return there if there.outcome == REFUTED else found

    return replace(whole, check=run)


_short_horizon = scales(r"\tau > T:\ R_T \leq mT", f.m * f.T, RATE, _SHORT_WORST)
_rate = rate_of_window(_KNOWN + _R, CORRECTED, RATE, WINDOW)


def _bound_of(before: str, display: str, rate: Order) -> str:
    """What is compared: the closed form, not the regret."""
    return rf"\tau\leq T,\ {before}{display} = {order_latex(rate)}"


C7 = Claim(
    id="C7",
    kernel=KernelTheorem(
        "C7_regret",
        "every d, T >= 2, Γ_T >= 1, δ, link, law of bounded rewards and policy of the "
        "algorithm; the constant and the logarithm are written out; the probability is taken "
        "round by round, by upper integrals",
        mutants=["C7_regret_mutant"],
        beside=["C7"],
    ),
    title="The rate with a window tuned to a known number of changes",
    printed=[_rate.as_part(_bound_of(_KNOWN, AS_CORRECTED, RATE))],
    support=[
        _rate.variant(what=r"\text{the printed bound at } \tau", term=PRINTED),
        _short_horizon,
    ],
    mutants=[
        _rate.mutant("exponent of T lowered by 1/12", rate=RATE / T ** "1/12"),
        _rate.mutant("exponent of Γ_T lowered by 1/12", rate=RATE / G ** "1/12"),
        _rate.mutant("exponent of 1/c_μ lowered by 1/12", rate=RATE * c ** "1/12"),
        _rate.mutant("exponent of d lowered by 1/12", rate=RATE / d ** "1/12"),
        _rate.mutant(
            "horizons shorter than the window", what=_BOUND, term=PRINTED, tuning=_SHORT_WORST
        ),
    ],
    depends_on=["T5"],
    fidelity="verbatim",
    note="The exponents of the two terms agree; line 2993 has another (S11). Where "
    "T < d²/(c_μ Γ_T²) the tuned window is longer than the horizon and the bound is above the "
    "rate, but the rate is then above T itself. Γ_T >= 1 is needed to divide by it; T >= 2 for "
    "λ = d log T > 0. The corollary names no probability; it is that of T5, of which it is a "
    "corollary (Z141 is about the theorem that has none).",
)

UNKNOWN = Tuning.by("window, Γ_T unknown", "tau_unknown", T, d, c**-1, T / G, T * c / d**2)
_SHORT_UNKNOWN = replace(
    UNKNOWN, name="window, T < τ, Γ_T unknown", region=(T, d, c**-1, d**2 / (T * c))
)
#: The same where something changes.
_CHANGING = replace(UNKNOWN, region=(*UNKNOWN.region, G))
_STILL = Order.of(c_mu="-1/3", d="2/3", T="2/3")
_BOTH = _STILL + _STILL * G
_UNKNOWN = r"\tau = \big(\tfrac{dT}{c_\mu^{1/2}}\big)^{2/3}" + _RIDGE_IS
_unknown = rate_of_window(_UNKNOWN + _R, CORRECTED, _BOTH, UNKNOWN)
_C8 = _UNKNOWN + r"R_T = \widetilde O\big(c_\mu^{-1/3}d^{2/3}%sT^{2/3}\big)"


@enumerated(
    cases=lambda: grid(T=(2, 10, 1000), d=[1], Gamma_T=[0], S=[1], actions=["-1, 9/10"], C=[1000]),
    latex=_C8 % r"\Gamma_T",
    scope="Γ_T = 0, logistic, d = 1, the first round; T in {2, 10, 1000}",
)
def _stationary(T: int, Gamma_T: int, C: int, *, extra: int = 0, **_: Any) -> Any:
    """Γ_T = 0: the regret of the first round, where the longer action is played, is above 0.

    At t = 1 the estimate is 0 and the matrix a multiple of the identity, so the longest action has
    the largest index.  ``extra`` is added to Γ_T in the rate, with a constant of 1000.
    """
    scale = binomial(1).slope.subs(z, 1) ** sp.Rational(-1, 3) * T ** sp.Rational(2, 3)
    return worst_action(1), "<=", C * (Gamma_T + extra) * scale


C8 = Claim(
    id="C8",
    kernel=KernelTheorem(
        "C8_regret",
        "every d, T >= 2, Γ_T, δ, link, law of bounded rewards and policy of the algorithm; the"
        " constant and the logarithm are written out; the probability is taken round by round, "
        "by upper integrals",
        covers="corrected",
        mutants=["C8_regret_mutant"],
        beside=["C8"],
    ),
    error_lines="2983",
    title="The rate with Γ_T unknown has 1 + Γ_T for Γ_T, which matters only if Γ_T = 0",
    printed=[_stationary],
    corrected=[
        _unknown.variant(_C8 % r"(1+\Gamma_T)").as_part(_bound_of(_UNKNOWN, AS_CORRECTED, _BOTH)),
        _stationary.variant(_C8 % r"(1+\Gamma_T)", extra=1),
    ],
    support=[
        _short_horizon.variant(rate=_STILL, tuning=_SHORT_UNKNOWN),
        _unknown.variant(
            what=r"\Gamma_T\geq 1,\ \tau\leq T:\ \text{the bound}",
            rate=_STILL * G,
            tuning=_CHANGING,
        ),
    ],
    mutants=[
        _unknown.mutant("exponent of T lowered by 1/12", rate=_BOTH / T ** "1/12"),
        _unknown.mutant("Γ_T^(11/12) for Γ_T", rate=_STILL + _STILL * G ** "11/12"),
        _unknown.mutant("exponent of 1/c_μ lowered by 1/12", rate=_BOTH * c ** "1/12"),
        _unknown.mutant("exponent of d lowered by 1/12", rate=_BOTH / d ** "1/12"),
    ],
    depends_on=["T5"],
    fidelity="paraphrase",
    effect="notation",
    note="With at least one change the printed rate is right. Γ_T counts changes up to a maximum "
    "(line 213) and may be 0; then the printed rate says that the regret is 0, since the term "
    "that does not contain Γ_T is left out. λ = d log T is carried over from the first half. "
    "This is the one place where Γ_T is unknown and may be 0; where the tuning divides by Γ_T, "
    "in C7 and T6, Γ_T = 0 is excluded.",
)

_GAP = r"\tau = \tfrac{d\sqrt T}{\sqrt{c_\mu\Gamma_T}}" + _RIDGE_IS
_LIKELY = r"\text{with probability at least } 1-\delta:\ "
_rate_with_gaps = rate_of_window(_GAP + _LIKELY + _R, CORRECTED_GAPS, DIVIDED, WINDOW_GAP)

T6 = Claim(
    id="T6",
    kernel=KernelTheorem(
        "T6_full",
        "every d, T, τ, λ, δ, link, law of bounded rewards, policy of the algorithm and "
        "comparator: the bound, and the rate with its constant for T >= 2 and Γ_T >= 1; the "
        "probability is taken round by round, by upper integrals",
        covers="corrected",
        mutants=["T6_full_mutant"],
        beside=["T6", "T6_ordinary_law", "T6_rate"],
    ),
    error_lines="3004-3008",
    title="The rate with a window when gaps are at least Δ, with the λ and the probability that"
    " are left out",
    printed=[surely],
    corrected=[_rate_with_gaps.as_part(_bound_of(_GAP, GAPS_AS_CORRECTED, DIVIDED))],
    support=[
        for_ever,
        _short_horizon.variant(rate=DIVIDED, tuning=_SHORT_GAP),
        exceeded(WINDOW_WITNESS, f.FORMULAS["regret_window_gap"], 2),
        kept(WINDOW_WITNESS, f.FORMULAS["regret_window_gap_corrected"]),
    ],
    mutants=[
        _rate_with_gaps.mutant("exponent of T lowered by 1/12", rate=DIVIDED / T ** "1/12"),
        _rate_with_gaps.mutant("exponent of d lowered by 1/12", rate=DIVIDED / d ** "1/12"),
        _rate_with_gaps.mutant("exponent of Γ_T lowered by 1/12", rate=DIVIDED / G ** "1/12"),
        _rate_with_gaps.mutant("exponent of 1/c_μ lowered by 1/12", rate=DIVIDED * c ** "1/12"),
        _rate_with_gaps.mutant("exponent of 1/Δ lowered by 1/12", rate=DIVIDED * Delta ** "1/12"),
    ],
    hypotheses=["A1", "A2", "A3", "A4", "A5", "A6"],
    depends_on=["I41"],
    witness_rests_on=[INDUCTION, CHEBYSHEV],
    fidelity="verbatim",
    effect="statement",
    note="As printed it is said of every outcome and of no λ. On a path of positive probability "
    "the regret is linear (Z141), and the bound gives the rate for λ of order d alone (Z67); "
    "both are in the proof or in the theorem with discounts, and no rate changes. The display "
    "of the proof, with its constants, is exceeded by the run with a stale window (T5), since a "
    "change costs m and not 1. Γ_T τ is not divided by Δ in the display; since Δ <= m it is at "
    "most m Γ_T τ/Δ. Γ_T >= 1.",
)


# --- Z67, Z68: what the statements leave out ------------------------------------------------------


def _with_ridge(order: Order) -> Tuning:
    """The tuning with gaps when λ has another order than d."""
    return replace(WINDOW_GAP, lam=order)


_Z67 = (
    r"\tau = \tfrac{d\sqrt T}{\sqrt{c_\mu\Gamma_T}} \leq T,\ %s:\quad \text{the bound} ="
    r" \widetilde O(\Delta^{-1}c_\mu^{-1/2}d\sqrt{\Gamma_T T})"
)

Z67 = Claim(
    id="Z67",
    lines="3001-3010",
    error_lines="3004",
    kind="theorem",
    title="The gap-dependent theorem does not say which λ it is about",
    printed=[
        _rate_with_gaps.variant(
            _Z67 % r"\lambda\ \text{not named, say } \lambda = 1", tuning=_with_ridge(ONE)
        )
    ],
    corrected=[_rate_with_gaps.variant(_Z67 % r"\lambda = d\log T")],
    mutants=[
        _rate_with_gaps.mutant(
            "exponent of d lowered by 1/12",
            _Z67 % r"\lambda = d^{11/12}",
            tuning=_with_ridge(d ** "11/12"),
        ),
        _rate_with_gaps.mutant(
            "exponent of d raised by 1/12",
            _Z67 % r"\lambda = d^{13/12}",
            tuning=_with_ridge(d ** "13/12"),
        ),
    ],
    depends_on=["I41"],
    fidelity="implied",
    effect="statement",
    note="λ = d log T stands in the proof (line 3042). What is refuted is that the bound gives "
    "the rate for any λ: with λ = 1 β grows like d³. Z87 has all orders of λ.",
)


@enumerated(
    cases=lambda: grid(d=[2], T=(100, 1000), c_mu=[Fraction(1, 4)], Gamma_T=(1, 5)),
    latex=r"\lceil\tau\rceil \in \mathbb{N}",
    scope="d = 2, c_μ = 1/4, T in {100, 1000}, Γ_T in {1, 5}",
)
def _whole(
    d: int,
    T: int,
    c_mu: Fraction,
    Gamma_T: int,
    *,
    rounded: Callable[[Any], Any] = sp.ceiling,
) -> Any:
    """The window of the tuning, rounded as said, is a whole number."""
    known = {f.d: d, f.T: T, f.c_mu: rational(c_mu), f.Gamma: Gamma_T}
    tau = rounded(f.FORMULAS["tau_worst_case"].expression.subs(known))
    return tau - sp.floor(tau), "==", sp.Integer(0)


#: Whether τ is below T or not.
_near_changes = scales(
    r"m\,\Gamma_T\lceil\tau\rceil",
    f.Gamma * f.tau + f.Gamma,
    RATE,
    replace(WINDOW, region=ANY),
)
_TAU = r"\tau = \big(\tfrac{dT}{\sqrt{c_\mu}\,\Gamma_T}\big)^{2/3}"

Z68 = Claim(
    id="Z68",
    lines="2973-2974, 2980, 3004",
    error_lines="2974, 2980, 3004",
    kind="corollary",
    title="The tuned window is no whole number; rounded up it keeps the rates",
    printed=[_whole.variant(_TAU + r" \in \mathbb{N}", rounded=lambda tau: tau)],
    corrected=[
        _near_changes,
        _near_changes.variant(
            what=r"\text{with gaps: } m\,\Gamma_T\lceil\tau\rceil",
            rate=DIVIDED,
            tuning=replace(WINDOW_GAP, region=(*ANY, Delta**-1)),
        ),
        _near_changes.variant(
            what=r"\Gamma_T\text{ unknown: } m\,\Gamma_T\lceil\tau\rceil",
            rate=_STILL * G,
            tuning=replace(UNKNOWN, region=(T, d, c**-1, T / G)),
        ),
    ],
    support=[_whole],
    mutants=[
        _near_changes.mutant(
            "window longer by T^{1/12}",
            what=r"m\,\Gamma_T\lceil\tau T^{1/12}\rceil",
            tuning=replace(
                WINDOW, name=f"{WINDOW.name}, rounded", order=WINDOW.order * T ** "1/12"
            ),
        ),
        _whole.mutant(
            "rounded up to halves",
            r"\tfrac12\lceil2\tau\rceil \in \mathbb{N}",
            rounded=lambda tau: sp.ceiling(2 * tau) / 2,
        ),
    ],
    fidelity="implied",
    effect="notation",
    note="A convention: the page does not say that its τ is whole, and nobody reads it "
    "otherwise. The algorithm drops the action of round t - τ (line 2699): τ counts rounds. "
    "Rounding up makes ⌈T/τ⌉ no larger and adds at most m Γ_T to the first term. For Γ_T = 0 two "
    "of the three tunings divide by 0: with no change there is nothing to forget.",
)

CLAIMS = [T5, C7, C8, T6, Z67, Z68]
