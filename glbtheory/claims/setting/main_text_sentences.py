"""Sentences of the main text on rewards and gaps (lines 214-219, 645-647)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp

from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.vocabulary.old_forms import identities

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

CLAIMS = [Z120, Z122]
