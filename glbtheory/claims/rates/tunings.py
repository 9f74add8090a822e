"""How good the tunings are: what they cost, and that no other does better.

A tuning is free where its symbol (x for 1-γ, w for τ) has no constraint; a rate that is at most the
display then holds for every choice.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Claim, Statement
from glbtheory.claims.rates.table_1 import GAP_DISPLAY, WORST_DISPLAY
from glbtheory.claims.vocabulary.hand_steps import BASELINES
from glbtheory.claims.vocabulary.old_forms import scales
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
    sides,
)
from glbtheory.claims.vocabulary.orders import order_latex as latex
from glbtheory.engines.evidence import Evidence
from glbtheory.engines.orders import ONE, Order, at_most, compare, order_of
from glbtheory.formulas import baselines

_X = Order.of(x=1)
_W = Order.of(w=1)
OMEGA = r"\widetilde\Omega"


def no_better(
    what: str, display: Any, rate: Order, free: Tuning, scope: str, why: str = ""
) -> Statement:
    """The display is at least the rate, whatever the free tuning."""

    def run() -> Evidence:
        return compare((rate, rate), sides(display, free), free.region, scope)

    return Statement(rf"{what} = " + latex(rate, OMEGA), run, why)


# --- the best tunings -----------------------------------------------------------------------------

_ANY_GAMMA = Tuning("any γ", _X, ANY)
_ANY_GAMMA_GAP = Tuning("any γ", _X, (*ANY, Delta, Delta**-1))
_BEST = r"\min_\gamma \text{bound}"
_TWELFTH = T ** "1/12"


def _moved(tuning: Tuning, display: Any, rate: Order, factor: Order, why: str) -> Statement:
    other = Tuning(tuning.name, tuning.order * factor, tuning.region, tuning.window)
    return scales(r"R_T \text{ with another tuning}", display, rate, other, why)


Z85 = Claim(
    id="Z85",
    lines="713-714, 791-793, 805-807",
    kind="remark",
    title="No other discount factor gives a better rate",
    printed=[
        no_better(_BEST, WORST_DISPLAY, RATE, _ANY_GAMMA, "every γ, any problem"),
        no_better(_BEST, GAP_DISPLAY, GAP_RATE, _ANY_GAMMA_GAP, "every γ; Δ constant"),
    ],
    mutants=[
        no_better(
            _BEST, WORST_DISPLAY, RATE * _TWELFTH, _ANY_GAMMA, "every γ", "T^(1/12) times larger"
        ),
        no_better(
            _BEST,
            GAP_DISPLAY,
            GAP_RATE * _TWELFTH,
            _ANY_GAMMA_GAP,
            "every γ",
            "T^(1/12) times larger, with gaps",
        ),
        _moved(WORST, WORST_DISPLAY, RATE, _TWELFTH, "1-γ larger by T^(1/12): less memory"),
        _moved(WORST, WORST_DISPLAY, RATE, _TWELFTH**-1, "1-γ smaller by T^(1/12): more memory"),
    ],
    ours=True,
    note="Balancing is optimal: max(A/x, B√x) is at least A^{1/3} B^{2/3} for every x, and "
    "max(A/x, Bx) at least √(AB). No γ, of any form, makes the display smaller, up to logarithms.",
)


def _window_bound(rate: Order, log: Order, where: Order, text: str, why: str) -> Statement:
    """Γ_T τ plus the bonuses is at least the rate, if log(1 + τ/(dλ)) is at least ``log``."""
    display = f.FORMULAS["regret_window"].expression
    free = Tuning("any window", _W, (*ANY, _W, where), window=True)
    volume = sp.log(1 + f.tau / (f.d * f.lam))

    def run() -> Evidence:
        least = order_of(display, {**free.known(below=True), volume: log}, below=True)
        return compare((rate, rate), (least, free.of(display)), free.region, text)

    relation = r"\geq" if where == _W / d**2 else r"\leq"
    what = rf"\tau {relation} d\lambda:\quad \text{{bound}} = "
    return Statement(what + latex(rate, OMEGA), run, why)


def _window(rate: Order, why: str = "") -> Statement:
    """For τ >= dλ the logarithm is at least log 2."""
    return _window_bound(rate, ONE, _W / d**2, "every window of at least dλ rounds", why)


def _short_window(rate: Order, why: str = "") -> Statement:
    """For τ <= dλ the logarithm is at least log 2 times τ/(dλ), by concavity."""
    scope = "every window of 1 to dλ rounds"
    return _window_bound(rate, _W / d**2, d**2 / _W, scope, why)


Z86 = Claim(
    id="Z86",
    lines="2972-2978",
    kind="remark",
    title="No other window of at least dλ rounds gives a better rate",
    printed=[_window(RATE)],
    support=[_short_window(T)],
    mutants=[
        _window(RATE * _TWELFTH, "T^(1/12) times larger"),
        _short_window(T * _TWELFTH, "shorter windows: T^(1/12) times larger"),
    ],
    ours=True,
    note="With windows shorter than dλ the bound is of order T at least (in the support).",
)


def _ridge(rate: Order, why: str = "") -> Statement:
    free = Tuning(WORST.name, WORST.order, WORST.region, lam=Order.of(lam=1))
    return no_better(
        r"\min_\lambda \beta_T^\delta", f.BETA.symbol, rate, free, "every λ > 0, tuned γ", why
    )


def _ridge_at(lam: Order, why: str = "") -> Statement:
    tuning = Tuning(WORST.name, WORST.order, WORST.region, lam=lam)
    what = rf"\lambda = {monomials(lam)}\log T:\quad \beta_T^\delta"
    return scales(what, f.BETA.symbol, d ** "1/2", tuning, why)


Z87 = Claim(
    id="Z87",
    lines="714, 793",
    kind="remark",
    title="λ of order d is the only good order",
    printed=[_ridge(d ** "1/2"), _ridge_at(d)],
    mutants=[
        _ridge(d ** "7/12", "exponent of d raised by 1/12: no λ would reach √d"),
        _ridge_at(d ** "13/12", "λ of order d^(13/12)"),
        _ridge_at(d ** "11/12", "λ of order d^(11/12)"),
    ],
    ours=True,
    note="β is of order √λ + d³ λ^{-5/2}: a smaller λ is punished by the power 5/2.",
)

# --- what self-concordance is for -----------------------------------------------------------------


def _any_discount(exponent: str, why: str = "") -> Statement:
    """Whatever γ: Γ_T/x + c_μ^{-2} T x is at least c_μ^{exponent} √(Γ_T T)."""
    rate = Order.of(c_mu=exponent, Gamma="1/2", T="1/2")

    def run() -> Evidence:
        # From below, the bonus of D-GLUCB is at least (m/c_μ)√(2 log(1/δ)), whatever γ.
        least = order_of(baselines.D_GLUCB.expression, {**PROBLEM, f.lam: d}, below=True)
        bound = G / _X + least**2 * T * _X
        return at_most(rate, bound, (*ANY, d**-1), "every γ; d and Δ constants")

    text = r"\min_\gamma \text{bound without self-concordance} = "
    return Statement(text + latex(rate, OMEGA), run, why)


N14 = Claim(
    id="N14",
    title="Without self-concordance no discount factor gives c_μ^{-1/2}",
    printed=[_any_discount("-1"), scales("R_T", GAP_DISPLAY, GAP_RATE_OVER_DELTA, GAP)],
    mutants=[_any_discount("-13/12", "exponent of 1/c_μ raised from 1 to 13/12")],
    depends_on=["T1", BASELINES],
    note="Two things separate c_μ^{-2} (stationary, line 740) from c_μ^{-1/2}: self-concordance "
    "halves the exponent, and the balance with the rounds near changes halves it again. Without "
    "self-concordance the balance alone gives c_μ^{-1}.",
)
_T_ALONE = (T, *(y**s for y in (d, c, G) for s in (1, -1)))
_HORIZON = "every γ; d, c_μ, Γ_T constants"
_IN_T = Tuning("worst-case tuning, T alone", WORST.order, _T_ALONE)
N16 = Claim(
    id="N16",
    title="The best discount factor gives T^{2/3}, and no better",
    printed=[
        no_better(_BEST, WORST_DISPLAY, T ** "2/3", Tuning("any γ", _X, _T_ALONE), _HORIZON),
        scales("R_T", WORST_DISPLAY, T ** "2/3", _IN_T),
    ],
    mutants=[
        no_better(
            _BEST,
            WORST_DISPLAY,
            T ** "3/4",
            Tuning("any γ", _X, _T_ALONE),
            _HORIZON,
            "exponent 2/3 raised to 3/4",
        ),
        scales("R_T", WORST_DISPLAY, T ** "7/12", _IN_T, "exponent of T lowered by 1/12"),
    ],
    depends_on=["T2"],
    note="The rates of the linear case and of Markov decision processes are other papers' theorems "
    "and are not checked. For the linear case line 815 cites the rate whose proof was later found "
    "to have a gap (N19).",
)

# --- short horizons -------------------------------------------------------------------------------

_RATE_TEXT = r"c_\mu^{-1/3} d^{2/3}\Gamma_T^{1/3}T^{2/3}"


def _when(condition: str, where: Order, term: Order, text: str, rate: Order, why: str = "") -> Any:
    """On the problems with ``where`` at least 1 (``condition`` in words), term is at most rate."""
    problems = Tuning.none(*ANY, Delta**-1, where)
    return scales(rf"{condition} \Rightarrow {text}", lambda: term, rate, problems, why)


Z84 = Claim(
    id="Z84",
    lines="715-718, 795-797",
    kind="remark",
    title="Horizons too short for the tuning have rates above T",
    printed=[
        _when(r"T \leq d^2/(c_\mu\Gamma_T^2)", d**2 / (c * G**2 * T), T, "T", RATE),
        _when(r"T \leq d^2/(c_\mu\Gamma_T)", d**2 / (c * G * T), T, "T", GAP_RATE_OVER_DELTA),
        _when(r"T \geq d^2\Gamma_T/c_\mu", T * c / (d**2 * G), RATE, _RATE_TEXT, T),
    ],
    mutants=[
        _when(
            r"T \leq d^3/(c_\mu\Gamma_T^2)",
            d**3 / (c * G**2 * T),
            T,
            "T",
            RATE,
            "d² raised to d³ in the condition",
        ),
        _when(
            r"T \geq d\Gamma_T/c_\mu",
            T * c / (d * G),
            RATE,
            _RATE_TEXT,
            T,
            "d² lowered to d in the condition",
        ),
    ],
    ours=True,
    note="So the rates need no condition on T: where the tuning leaves its range the regret is at "
    "most mT, which is below the rate. The rate itself is below T only once T >= d² Γ_T/c_μ.",
)

# --- gaps -----------------------------------------------------------------------------------------

_CROSSING = Order.of(c_mu="-1/6", d="1/3", Gamma="1/6", T="-1/6")


def _crossing(limit: Order, above: bool, why: str = "") -> Statement:
    """Which of the two rates is smaller, for gaps above or below a limit."""
    small, large = (GAP_RATE_OVER_DELTA, RATE) if above else (RATE, GAP_RATE_OVER_DELTA)
    where = Delta / limit if above else limit / Delta
    relation = r"\geq" if above else r"\leq"

    def run() -> Evidence:
        return at_most(small, large, (*ANY, Delta**-1, where), "any problem")

    text = rf"\Delta {relation} {monomials(limit)} \Rightarrow {monomials(small)} \leq "
    return Statement(text + monomials(large), run, why)


_KNOWN_GAP = (c * G * Delta) ** "1/2" / (d * T ** "1/2")
Z89 = Claim(
    id="Z89",
    lines="711-718, 1090-1092",
    kind="remark",
    title="When gaps help, and what knowing the gap would give",
    printed=[
        _crossing(_CROSSING, above=True),
        _crossing(_CROSSING, above=False),
        scales(
            r"\gamma = 1-\tfrac{\sqrt{c_\mu\Gamma_T\Delta}}{d\sqrt T}:\quad R_T",
            GAP_DISPLAY,
            GAP_RATE / Delta ** "1/2",
            Tuning("γ that knows Δ", _KNOWN_GAP, (*ANY, Delta**-1, T * c * G * Delta**3 / d**2)),
        ),
    ],
    mutants=[
        _crossing(_CROSSING / T ** "1/12", True, "the limit lowered by T^(1/12)"),
        _crossing(_CROSSING * T ** "1/12", False, "the limit raised by T^(1/12)"),
        scales(
            r"\gamma = 1-\tfrac{\sqrt{c_\mu\Gamma_T}}{d\sqrt T}:\quad R_T",
            GAP_DISPLAY,
            GAP_RATE / Delta ** "1/2",
            GAP,
            "the printed γ, which does not know Δ",
        ),
    ],
    ours=True,
    note="The gap must beat T^{-1/6} up to d, c_μ, Γ_T. A discount factor that knows Δ would have "
    "Δ^{-1/2} for Δ^{-1}, once T >= d²/(c_μ Γ_T Δ³).",
)

CLAIMS = [N14, N16, Z84, Z85, Z86, Z87, Z89]
