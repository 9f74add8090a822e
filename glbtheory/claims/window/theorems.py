"""The theorems with a sliding window: the bound, its tunings and the rates (lines 2918-3052)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Claim, Statement
from glbtheory.claims.vocabulary import enumerated, grid, scales, stated
from glbtheory.claims.vocabulary.enumerated import labelled
from glbtheory.claims.vocabulary.exact_designs import rational
from glbtheory.claims.vocabulary.exact_runs import exceeded, kept, moved
from glbtheory.claims.vocabulary.hand_steps import CHEBYSHEV
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
)
from glbtheory.claims.vocabulary.orders import GAP_RATE_OVER_DELTA as DIVIDED
from glbtheory.claims.window.regret_steps import (
    CORRECTED,
    CORRECTED_GAPS,
    OWN_RIDGE,
    PRINTED,
    PRINTED_GAPS,
    PRINTED_RIDGE,
    WORST_CASE,
    chain,
    without_range,
)
from glbtheory.engines.enumeration import enumerate_cases
from glbtheory.engines.evidence import HOLDS, REFUTED, Evidence
from glbtheory.engines.orders import ONE, Order
from glbtheory.regret.late_change_runs import WINDOW_WITNESS
from glbtheory.setting.links import binomial, z

# --- T5 -------------------------------------------------------------------------------------------

_SHORT = sp.Rational(9, 10)


def _worst_action(n: int) -> Any:
    """The regret of the action -1 beside 9/10, θ* = 1, for binomial rewards of n trials."""
    mean = binomial(n).mean
    return mean.subs(z, _SHORT) - mean.subs(z, -1)


def _long_bad_action() -> Iterator[dict[str, Any]]:
    for trials, (rounds, tau) in product((1, 200), ((1, 1), (10, 5))):
        sizes = {"trials": trials, "T": rounds, "tau": tau}
        yield {**sizes, "lam": 10**5, "S": 1, "delta": Fraction(1, 20)}


#: The two bounds in the numbers of a problem alone.
_AS_PRINTED, _AS_CORRECTED = (
    f.FORMULAS[name].expanded() for name in ("regret_window", "regret_window_corrected")
)
_HALF = _AS_CORRECTED.subs(
    sp.log(1 + f.c_mu * f.tau / (f.d * f.lam)), sp.log(1 + f.tau / (f.d * f.lam))
)


@stated(latex=WORST_CASE % (r"m\,", *OWN_RIDGE))
def _forced(*, right: Any = _AS_CORRECTED) -> Evidence:
    """Problems whose regret is the same for all rewards: a long bad action, a shorter good one.

    Dimension 1, one parameter θ* = S = 1, actions -1 and 9/10, binomial rewards.  The estimate
    satisfies λ|θ̂_t| <= τ m, and the bonuses, at least k_μ λ/(λ + c_μ τ) per unit of length, make
    up for that in every round, so -1 is played throughout.
    """
    compared: list[str] = []

    def check(trials: int, T: int, tau: int, lam: int, S: int, delta: Fraction) -> Any:
        k, least = sp.Rational(trials, 4), binomial(trials).slope.subs(z, S)
        pull = k * (1 + _SHORT) * sp.Rational(tau * trials, lam)
        if not (1 - _SHORT) * k * lam / (lam + least * tau) > pull:
            raise ValueError(f"the long action is not forced with {trials} trials, τ = {tau}")
        known = {f.d: 1, f.T: T, f.tau: tau, f.lam: lam, f.S: S, f.delta: rational(delta)}
        known |= {f.Gamma: 0, f.m: trials, f.k_mu: k, f.c_mu: least}
        regret, granted = T * _worst_action(trials), right.subs(known)
        compared[:] = [f"{float(regret):.6g} <= {float(granted):.6g} fails"]
        return regret, "<=", granted

    scope = "d = 1, θ* = S = 1, actions -1 and 9/10, binomial rewards; Γ_T = 0, λ = 10⁵"
    found = enumerate_cases(*labelled(_long_bad_action, check, {}, None), scope)
    # The exact sides are pages long; their sign has been decided exactly.
    return found.with_(detail=compared[0]) if found.outcome == REFUTED else found


_REPAIRED = f.FORMULAS["regret_window_corrected"]
_on_stale_window = kept(WINDOW_WITNESS, _REPAIRED)

T5 = Claim(
    id="T5",
    error_lines="2923-2928",
    title="The regret with a sliding window",
    printed=[_forced.variant(WORST_CASE % ("", *PRINTED_RIDGE), right=_AS_PRINTED)],
    corrected=[
        _forced,
        chain,
        _on_stale_window.variant(rf"\text{{on a stale window}}\quad {_on_stale_window.latex}"),
    ],
    support=[exceeded(WINDOW_WITNESS, f.FORMULAS["regret_window"], 2)],
    mutants=[
        _on_stale_window.mutant(
            "m dropped before Γ_T τ, on the stale window",
            formula=moved(_REPAIRED, f.m * f.Gamma * f.tau, f.Gamma * f.tau),
        ),
        _forced.mutant(
            "c_μ missing in the logarithm alone",
            WORST_CASE % (r"m\,", OWN_RIDGE[0], ""),
            right=_HALF,
        ),
        chain.mutant(
            "m dropped before Γ_T τ",
            WORST_CASE % ("", *OWN_RIDGE),
            right=without_range(CORRECTED),
        ),
    ],
    hypotheses=["A1", "A2", "A3", "A4", "A6"],
    depends_on=["P8", "Q44", "I40", "Q40", "L8", CHEBYSHEV],
    effect="statement",
    note="Two whole problems break the printed bound. With one change and m = 1000 the window "
    "holds on to the old action, and a change costs m, not 1: the regret is more than twice the "
    "bound. And without any change: with 200 trials c_μ = 39.3, the algorithm plays the bad "
    "action in every round whatever the rewards, and pays more than the printed bound. It takes a "
    "large c_μ and a large λ, on which the theorem puts no condition. For m <= 1 (logistic), "
    "where c_μ <= 1/4, the printed bound holds (I40). The rates have c_μ <= 1 and constants m: "
    "untouched.",
)


# --- C7, C8, T6: the rates ------------------------------------------------------------------------

_R, _BOUND = r"R_T", r"\text{(the bound at } \tau\text{)}\ R_T"
#: Horizons so short that the window is longer than they are; then R_T <= m T is below the rate.
_SHORT_WORST = replace(WINDOW, name="window, T < τ", region=(*ANY, d**2 / (T * c * G**2)))
_SHORT_GAP = replace(
    WINDOW_GAP, name="window with gaps, T < τ", region=(*ANY, Delta**-1, d**2 / (T * c * G))
)


def _follows(display: Any, rate: Order, tuning: Tuning) -> Statement:
    """The rate from the display, with the tokens of ``scales``.

    What does not follow is refuted where τ >= dλ: there the logarithm of the display is at least a
    constant.
    """
    whole = scales(_R, display, rate, tuning)

    def run(*, term: Any, tuning: Tuning, **tokens: Any) -> Evidence:
        found = whole.check(term=term, tuning=tuning, **tokens)
        if found.outcome == HOLDS:
            return found
        least = term.replace(sp.log(1 + f.tau / (f.d * f.lam)), sp.Integer(1))
        long = replace(tuning, region=(*tuning.region, tuning.order / (d * tuning.lam)))
        there = whole.check(term=least, tuning=long, **tokens)
        return there if there.outcome == REFUTED else found

    return replace(whole, check=run)


_short_horizon = scales(r"\tau > T:\ R_T \leq mT", f.m * f.T, RATE, _SHORT_WORST)
_rate = _follows(PRINTED, RATE, WINDOW)

C7 = Claim(
    id="C7",
    title="The rate with a window tuned to a known number of changes",
    printed=[_rate, _short_horizon],
    support=[_rate.variant(term=CORRECTED)],
    mutants=[
        _rate.mutant("exponent of T lowered by 1/12", rate=RATE / T ** "1/12"),
        _rate.mutant("exponent of Γ_T lowered by 1/12", rate=RATE / G ** "1/12"),
        _rate.mutant("exponent of 1/c_μ lowered by 1/12", rate=RATE * c ** "1/12"),
        _rate.mutant("horizons shorter than the window", what=_BOUND, tuning=_SHORT_WORST),
    ],
    depends_on=["T5", "S10", "S11", "S12"],
    note="The exponents of the two terms agree. Where T < d²/(c_μ Γ_T²) the tuned window is longer "
    "than the horizon and the bound is above the rate, but the rate is then above T itself. "
    "Γ_T >= 1 is needed to divide by it; T >= 2 for λ = d log T > 0. The corollary names no "
    "probability; it is that of T5, of which it is a corollary (Z141 is about the theorem that has "
    "none).",
)

UNKNOWN = Tuning.by("window, Γ_T unknown", "tau_unknown", T, d, c**-1, T / G, T * c / d**2)
_SHORT_UNKNOWN = replace(
    UNKNOWN, name="window, T < τ, Γ_T unknown", region=(T, d, c**-1, d**2 / (T * c))
)
#: The same where something changes.
_CHANGING = replace(UNKNOWN, region=(*UNKNOWN.region, G))
_STILL = Order.of(c_mu="-1/3", d="2/3", T="2/3")
_BOTH = _STILL + _STILL * G
_unknown = _follows(PRINTED, _BOTH, UNKNOWN)
_C8 = r"R_T = \widetilde O\big(c_\mu^{-1/3}d^{2/3}%sT^{2/3}\big)"


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
    return _worst_action(1), "<=", C * (Gamma_T + extra) * scale


C8 = Claim(
    id="C8",
    error_lines="2983",
    title="The rate with Γ_T unknown has 1 + Γ_T for Γ_T, which matters only if Γ_T = 0",
    printed=[_stationary],
    corrected=[
        _unknown,
        _short_horizon.variant(rate=_STILL, tuning=_SHORT_UNKNOWN),
        _stationary.variant(_C8 % r"(1+\Gamma_T)", extra=1),
    ],
    support=[
        _unknown.variant(term=CORRECTED),
        _unknown.variant(what=r"\Gamma_T\geq 1:\ R_T", rate=_STILL * G, tuning=_CHANGING),
    ],
    mutants=[
        _unknown.mutant("exponent of T lowered by 1/12", rate=_BOTH / T ** "1/12"),
        _unknown.mutant("Γ_T^(11/12) for Γ_T", rate=_STILL + _STILL * G ** "11/12"),
    ],
    depends_on=["T5", "C7"],
    effect="notation",
    note="With at least one change the printed rate is right. Γ_T counts changes up to a maximum "
    "(line 213) and may be 0; then the printed rate says that the regret is 0, since the term "
    "that does not contain Γ_T is left out. λ = d log T is carried over from the first half. "
    "This is the one place where Γ_T is unknown and may be 0; where the tuning divides by Γ_T, "
    "in C7 and T6, Γ_T = 0 is excluded.",
)

_rate_with_gaps = _follows(PRINTED_GAPS, DIVIDED, WINDOW_GAP)

T6 = Claim(
    id="T6",
    title="The rate with a window when gaps are at least Δ",
    printed=[_rate_with_gaps, _short_horizon.variant(rate=DIVIDED, tuning=_SHORT_GAP)],
    support=[
        _rate_with_gaps.variant(term=CORRECTED_GAPS),
        exceeded(WINDOW_WITNESS, f.FORMULAS["regret_window_gap"], 2),
        kept(WINDOW_WITNESS, f.FORMULAS["regret_window_gap_corrected"]),
    ],
    mutants=[
        _rate_with_gaps.mutant("exponent of T lowered by 1/12", rate=DIVIDED / T ** "1/12"),
        _rate_with_gaps.mutant("exponent of d lowered by 1/12", rate=DIVIDED / d ** "1/12"),
        _rate_with_gaps.mutant("exponent of 1/Δ lowered by 1/12", rate=DIVIDED * Delta ** "1/12"),
    ],
    hypotheses=["A1", "A2", "A3", "A4", "A5", "A6"],
    depends_on=["P8", "Q44", "Q45", "I41", "S13", "S14", "S15", "Z67", "Z140", CHEBYSHEV],
    note="The rate is what this claim checks; the display before it, with its constants, is "
    "exceeded by the run with a stale window (T5), since a change costs m and not 1. Γ_T τ is not "
    "divided by Δ in the display; since Δ <= m it is at most m Γ_T τ/Δ, so the rate holds. Read "
    "with λ = d log T (Z67), Γ_T >= 1 and with probability at least 1-δ (Z141). τ > T is harmless, "
    "as in C7.",
)


# --- Z67, Z68: what the statements leave out ------------------------------------------------------


def _with_ridge(order: Order) -> Tuning:
    """The tuning with gaps when λ has another order than d."""
    return replace(WINDOW_GAP, lam=order)


_Z67 = (
    r"\text{the bound at } \tau,\ %s:\ R_T ="
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
    effect="statement",
    note="λ = d log T stands in the proof (line 3042). What is refuted is that the bound gives the "
    "rate for any λ: with λ = 1 β grows like d³. Z87 has all orders of λ.",
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


_near_changes = scales(r"m\,\Gamma_T\lceil\tau\rceil", f.Gamma * f.tau + f.Gamma, RATE, WINDOW)
_TAU = r"\tau = \big(\tfrac{dT}{\sqrt{c_\mu}\,\Gamma_T}\big)^{2/3}"

Z68 = Claim(
    id="Z68",
    lines="2973-2974, 2980, 3004",
    error_lines="2974, 2980, 3004",
    kind="corollary",
    title="The tuned window is no whole number; rounded up it keeps the rates",
    printed=[_whole.variant(_TAU + r" \in \mathbb{N}", rounded=lambda tau: tau)],
    corrected=[
        _whole,
        _near_changes,
        _near_changes.variant(
            what=r"\text{with gaps: } m\,\Gamma_T\lceil\tau\rceil", rate=DIVIDED, tuning=WINDOW_GAP
        ),
    ],
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
    depends_on=["C7", "T6"],
    effect="notation",
    note="A convention: the page does not say that its τ is whole, and nobody reads it "
    "otherwise. The algorithm drops the action of round t - τ (line 2699): τ counts rounds. "
    "Rounding up makes ⌈T/τ⌉ no larger and adds at most m Γ_T to the first term. For Γ_T = 0 two "
    "of the three tunings divide by 0: with no change there is nothing to forget.",
)

CLAIMS = [T5, C7, C8, T6, Z67, Z68]
