"""Sentences of the main text around its theorems (lines 217-219, 645-647, 738-744, 800-807)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp

from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.rates.scalings import (
    GAP,
    GAP_RATE_OVER_DELTA,
    Delta,
    Order,
    T,
    Tuning,
    c,
    d,
    scales,
)
from glbtheory.claims.rates.table_1 import GAP_DISPLAY, bound_of
from glbtheory.claims.rates.tunings import N14
from glbtheory.claims.vocabulary.hand_steps import BASELINES, INDUCTION, identities
from glbtheory.formulas import baselines

# --- Z122: the mean reward of a round -------------------------------------------------------------


def _round_means(used: tuple[int, int, int], latex: str, why: str = "") -> Statement:
    """Three rounds with parameters of their own: E[r_{t+1}|a_t] from the density against μ.

    y_t = e^z with z = a_t·θ*_t; ``used`` says whose parameter enters μ in round 1, 2, 3.
    """

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        w, y = sp.symbols("w0:4", positive=True), sp.symbols("y1:4", positive=True)
        x = sp.Symbol("x", positive=True)
        total = sum(w[k] * x**k for k in range(4))  # e^b, so that μ = b' = x d/dx log
        mean = sp.simplify(x * sp.diff(sp.log(total), x))
        first = sum(k * w[k] * x**k for k in range(4)) / total
        for t in range(3):
            yield f"t = {t + 1}", first.subs(x, y[t]), mean.subs(x, y[used[t] - 1])

    return identities(pairs, latex, "every law on {0,1,2,3}, three rounds", why)


_MEAN = r"\mathbb{E}[r_{t+1}|a_t] = \mu(a_t^\top\theta^\star_{%s})"

Z122 = Claim(
    id="Z122",
    lines="214-219",
    kind="definition",
    chapter="setting",
    title="The mean reward of a round is μ at the parameter of that round",
    printed=[_round_means((1, 2, 3), _MEAN % "t")],
    mutants=[
        _round_means((2, 3, 3), _MEAN % "t+1", "index moved by one: the parameter of round t+1"),
        _round_means((1, 1, 1), _MEAN % "1", "one parameter for all rounds"),
    ],
    depends_on=["D1"],
    note="The reward of round t has the index t+1 and the parameter of round t; D1 is the display "
    "for a parameter that never changes.",
)

# --- Z120: where the minimal gap is used ----------------------------------------------------------


def _squared(lhs: str, rhs: str, where: str, latex: str, why: str = "") -> Bound:
    scope = "every Δ > 0; the regret is r, or Δ + e where it is at least Δ"
    return Bound(lhs, "<=", rhs, where, latex=latex, scope=scope, why=why)


_STEP = r"r_t \leq \frac{r_t^2}{%s\Delta}"

Z120 = Claim(
    id="Z120",
    lines="645-647, 3003, 3012-3023",
    error_lines="647",
    kind="prose-claim",
    chapter="setting",
    title="The minimal gap is said to be used in one theorem; the window's theorem needs it too",
    printed=[
        _squared(
            "r",
            "r**2/g",
            "r >= 0, g > 0",
            r"\text{only Theorem 1 uses it: the step of line 3020 without it},\quad "
            + _STEP % ""
            + r"\ (r_t\geq0)",
        )
    ],
    corrected=[
        _squared(
            "g + e",
            "(g + e)**2/g",
            "g > 0, e >= 0",
            r"\text{both theorems with gaps use it (lines 667, 3002)},\quad "
            + _STEP % ""
            + r"\ (r_t\geq\Delta)",
        )
    ],
    mutants=[
        _squared(
            "g + e",
            "(g + e)**2/(1.01*g)",
            "g > 0, e >= 0",
            _STEP % r"1.01\,",
            "gap overstated by one per cent",
        ),
        _squared(
            "0.99*g + e",
            "(0.99*g + e)**2/g",
            "g > 0, e >= 0",
            r"r_t \leq \frac{r_t^2}{\Delta}\ (r_t\geq0.99\,\Delta)",
            "regrets one per cent below the gap allowed",
        ),
    ],
    depends_on=["A5", "Q30", "Q45"],
    effect="notation",
    note="Line 3003 states the theorem for the sliding window under the same assumption, and lines "
    "3012-3023 use it as lines 2416-2427 do. A slip in a sentence; no statement changes.",
)

# --- Z126: what takes c_μ^{-2} to c_μ^{-1/2} ------------------------------------------------------

#: T >= d²/c_μ: the logarithms of the baselines' bonuses are at least constants; gaps at most 1.
_STATIONARY = Tuning.none(T, d, c**-1, T * c / d**2, Delta**-1)


def _without_changes(formula: Any, exponent: str, name: str, why: str = "") -> Statement:
    """r_t <= r_t²/Δ with the bonuses of an algorithm for a parameter that never changes."""
    rate = Order.of(Delta=-1, c_mu=exponent, d=2)

    def bound() -> Order:
        return (bound_of(formula) / T ** "1/2") ** 2 / Delta

    return scales(rf"\text{{no changes, {name}}}:\quad R_T", bound, rate, _STATIONARY, why)


_PLAIN, _SHARP = baselines.REGRET_GLM_UCB, baselines.REGRET_LOG_UCB1

Z126 = Claim(
    id="Z126",
    lines="738-744",
    kind="prose-claim",
    chapter="rates",
    title="From c_μ^{-2} to c_μ^{-1/2}: self-concordance halves the exponent, and so do changes",
    printed=[
        _without_changes(_PLAIN, "-2", "no self-concordance"),
        _without_changes(_SHARP, "-1", "self-concordance"),
        N14.printed[0],
        scales(r"\text{both}:\quad R_T", GAP_DISPLAY, GAP_RATE_OVER_DELTA, GAP),
    ],
    mutants=[
        _without_changes(
            _SHARP, "-1/2", "self-concordance", "self-concordance alone: c_μ^{-1/2} for c_μ^{-1}"
        ),
        _without_changes(
            _SHARP, "-11/12", "self-concordance", "exponent of 1/c_μ lowered from 1 to 11/12"
        ),
        _without_changes(
            _PLAIN, "-23/12", "no self-concordance", "exponent of 1/c_μ lowered from 2 to 23/12"
        ),
    ],
    depends_on=["N13", "N14", "T1", BASELINES],
    ours=True,
    note="The page sets its c_μ^{-1/2} against a stationary c_μ^{-2} and calls the difference a "
    "direct consequence of self-concordance. In part: without changes self-concordance gives "
    "c_μ^{-1}; the other half comes from balancing with the rounds after changes, which takes any "
    "power to its root (with √(Γ_T T) in the place of a logarithm). Exponents only.",
)

# --- Z127: the forgetting time --------------------------------------------------------------------


def _remainder(shift: int, latex: str, why: str = "") -> Statement:
    """Σ_{k<n} γ^k + γ^{n+shift}/(1-γ) = 1/(1-γ): what is older than n rounds weighs γ^n/(1-γ)."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        g = sp.Symbol("gamma", positive=True)
        for n in range(1, 9):
            recent = sum(g**k for k in range(n))
            yield f"n = {n}", recent + g ** (n + shift) / (1 - g), 1 / (1 - g)

    return identities(pairs, latex, "n <= 8, every γ", why)


def _share(relation: str, factor: str, where: str, latex: str, why: str = "") -> Bound:
    """γ^{1/(1-γ)} against e^{-factor}, by logarithms."""
    return Bound(
        "log(g)",
        relation,
        f"-{factor}*(1 - g)",
        where,
        latex=latex,
        scope=f"all {where.replace('g', 'γ')}",
        why=why,
    )


_LAST = r"1-\gamma^{1/(1-\gamma)}"

Z127 = Claim(
    id="Z127",
    lines="800-807",
    kind="prose-claim",
    chapter="regret",
    title="1/(1-γ) is all the weight there is; that many rounds carry 63 to 76 % of it",
    printed=[
        _remainder(
            0,
            r"\sum_{k\geq0}\gamma^k = \frac{1}{1-\gamma},\quad"
            r" \sum_{k<n}\gamma^k = \frac{1-\gamma^n}{1-\gamma}",
        ),
        _share("<=", "1", "0 < g < 1", rf"{_LAST} \geq 1-\tfrac1e \approx 0.63"),
        _share(
            ">=", "1.4", "1/2 <= g < 1", rf"{_LAST} \leq 1-e^{{-1.4}} < 0.76\ (\gamma\geq\tfrac12)"
        ),
    ],
    mutants=[
        _remainder(
            1, r"\sum_{k<n}\gamma^k = \frac{1-\gamma^{n+1}}{1-\gamma}", "exponent moved by one"
        ),
        _share("<=", "1.01", "0 < g < 1", rf"{_LAST} \geq 1-e^{{-1.01}}", "1 raised to 1.01"),
        _share(">=", "1.38", "1/2 <= g < 1", rf"{_LAST} \leq 1-e^{{-1.38}}", "1.4 lowered to 1.38"),
    ],
    depends_on=[INDUCTION],
    note="This is how a rough measure of the forgetting time may be read: 1/(1-γ) rounds after "
    "a change the old data have at most e^{-1} = 37 % of the weight. The time depends on γ alone; "
    "it multiplies the number of changes in the first term of the bound. That balancing the two "
    "terms gives the best rate is Z85.",
)

CLAIMS = [Z120, Z122, Z126, Z127]
