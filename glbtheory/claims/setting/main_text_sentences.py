"""Sentences of the main text on rewards and gaps (lines 214-219, 645-647)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.setting.assumptions import BELOW_SQUARE
from glbtheory.claims.vocabulary import identity

# --- Z122: the mean reward of a round -------------------------------------------------------------

_MEAN = r"\mathbb{E}[r_{t+1}|a_t] = \mu(a_t^\top\theta^\star_{%s})"


@identity(latex=_MEAN % "t", scope="every law on {0,1,2,3}, three rounds")
def _round_means(*, used: tuple[int, int, int] = (1, 2, 3)) -> Iterator[tuple[str, Any, Any]]:
    """Three rounds with parameters of their own: E[r_{t+1}|a_t] from the density against μ.

    y_t = e^z with z = a_t·θ*_t; ``used`` says whose parameter enters μ in round 1, 2, 3.
    """
    w, y = sp.symbols("w0:4", positive=True), sp.symbols("y1:4", positive=True)
    x = sp.Symbol("x", positive=True)
    total = sum(w[k] * x**k for k in range(4))  # e^b, so that μ = b' = x d/dx log
    mean = sp.simplify(x * sp.diff(sp.log(total), x))
    first = sum(k * w[k] * x**k for k in range(4)) / total
    for t, other in enumerate(used, start=1):
        yield f"t = {t}", first.subs(x, y[t - 1]), mean.subs(x, y[other - 1])


Z122 = Claim(
    id="Z122",
    lines="214-219",
    kind="definition",
    title="The mean reward of a round is μ at the parameter of that round",
    kernel=KernelTheorem(
        "Z122",
        "every canonical family with rewards in [0, m], every reference measure, d, actions and "
        "parameters",
        mutants=["Z122_mutant"],
    ),
    printed=[_round_means.as_cases()],
    mutants=[
        _round_means.mutant(
            "index moved by one: the parameter of round t+1", _MEAN % "t+1", used=(2, 3, 3)
        ),
        _round_means.mutant("one parameter for all rounds", _MEAN % "1", used=(1, 1, 1)),
    ],
    depends_on=["D1"],
    fidelity="verbatim",
    note="The reward of round t has the index t+1 and the parameter of round t; D1 is the display "
    "for a parameter that never changes.",
)

# --- Z120: where the minimal gap is used ----------------------------------------------------------


_SCOPE = "every Δ > 0; the regret is e, or Δ + e where it is at least Δ"
_STEP = r"r_t \leq \frac{r_t^2}{\Delta}\ (r_t\geq%s)"
_WITHOUT_GAP = BELOW_SQUARE.variant(
    r"\text{the step of line 3020 without the assumption:}\quad " + _STEP % "0",
    scope=_SCOPE,
    least="0",
)
_WITH_GAP = BELOW_SQUARE.variant(
    r"\text{the step of line 3020 with the assumption:}\quad " + _STEP % r"\Delta",
    scope=_SCOPE,
)

Z120 = Claim(
    id="Z120",
    lines="645-647, 3003, 3012-3023",
    error_lines="647",
    kind="prose-claim",
    title="The minimal gap is said to be used in one theorem; the window's theorem needs it too",
    printed=[_WITHOUT_GAP],
    corrected=[_WITH_GAP],
    mutants=[
        _WITH_GAP.mutant("gap overstated by one per cent", gap="(1.01*g)"),
        _WITH_GAP.mutant("regrets one per cent below the gap allowed", least="0.99"),
    ],
    depends_on=["A5", "Q30", "Q45"],
    effect="notation",
    fidelity="implied",
    note="What is decided is that the step of the window's proof fails without the assumption. "
    "Line 3003 states the theorem for the sliding window under the same assumption, and lines "
    "3012-3023 use it as lines 2416-2427 do. A slip in a sentence; no statement changes.",
)

CLAIMS = [Z120, Z122]
