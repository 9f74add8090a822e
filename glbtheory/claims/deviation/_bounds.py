"""The implicit factor and the solved quadratic on one round, which several claims attack.

The formulas name their hypotheses: the tokens ``far``, ``links`` and ``outside`` of the attack.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from glbtheory.claims.model import Statement
from glbtheory.claims.vocabulary import attacked
from glbtheory.claims.vocabulary.attacks import EXTREMES, simple_path
from glbtheory.claims.vocabulary.hand_steps import INDUCTION, TERMWISE
from glbtheory.regret.round_attacks import LINKS, ProofRound
from glbtheory.setting.forgetting import Discount, Window
from glbtheory.setting.links import Link, logistic, poisson, z

NOISE = r"\gamma^{t-1}S_{t-D:t}"
X = rf"X = \lVert{NOISE}\rVert_{{\widetilde G_{{t-D:t}}^{{-1}}}}"
Y = rf"y = \lVert{NOISE}\rVert_{{\widetilde H_{{t-D:t}}^{{-1}}}}"
FAR = r"t\in\mathcal{T}(\gamma)"

#: G_t and G̃ are sums over rounds with a ridge: G_t >= λI and G_t >= G̃_{t-D:t}, for every d and t.
ORDERED = TERMWISE.discharged_by("deviation_round.G_ge", "deviation_round.Gtilde_le_G")
#: A sum over rounds with larger weights is a larger matrix, for every d and t.
MONOTONE = TERMWISE.discharged_by("determinants.design_mono")
#: The weights of the old rounds add up to γ^D/(1-γ) at most, for every t and D.
OLD_WEIGHTS = INDUCTION.discharged_by("deviation.discount_old")

#: |μ''| = 8 μ': a mean that is not self-concordant in the paper's sense.
STEEP = Link("exp(8z)/8", sp.exp(8 * z) / 8, sp.exp(8 * z), concordance=(8, 0))

#: A change at the last round: the depth D = 10 reaches back over it.  Down, up, and down
#: with the estimate outside Θ.
NEAR = (
    simple_path(poisson, [1.0], [20.0], [3.0, -3.0], lam=0.1, S=3.0),
    simple_path(poisson, [1.0], [0.05], [-3.0, 3.0], lam=0.1, S=3.0),
    simple_path(poisson, [1.0], [20.4], [3.0, -3.0], lam=0.1, S=3.0, m=21.0),
)
#: No information, and θ* outside Θ: by one per cent, and at three times its radius.
BEYOND = (
    simple_path(logistic, [0.0], [0.0], [4.04, 4.04], lam=100.0, S=4.0),
    simple_path(poisson, [0.0], [0.0], [6.0, 6.0], lam=1e4, S=2.0),
)
#: Rounds with the steep mean: without information, and with a window.
STEEP_ROUNDS = (
    simple_path(STEEP, [0.0], [0.0], [0.5, 0.5], lam=1.0, S=0.5),
    ProofRound(
        STEEP,
        [[0.5], [-0.9]],
        [6.8, 2.4],
        [[-0.5]] * 3,
        Window(2),
        lam=2.0,
        S=0.5,
        probe=[0.5],
    ),
)
#: One click and hardly any ridge: the estimate is far away, and all of it is noise.
FAR_OUT = simple_path(logistic, [1.0], [1.0], [0.0, 0.0], lam=1e-6, S=0.01)
#: Fifty old clicks push the estimate away; the one round since has hardly any noise.
OLD_CLICKS = simple_path(
    logistic,
    [1.0] * 51,
    [1.0] * 50 + [0.51],
    [0.0] * 52,
    lam=0.01,
    S=0.01,
    D=1,
    forgetting=Discount(0.99),
)
#: Every statement looks at those of these rounds that satisfy its hypotheses.
KNOWN = (*EXTREMES, FAR_OUT, OLD_CLICKS, *NEAR, *BEYOND, *STEEP_ROUNDS)
#: Wide ranges of S: the parts of the implicit factor are each used up at an end.
WIDE: dict[str, Any] = {"S": (0.01, 10.0), "known": KNOWN}
#: What mutants move that drop a hypothesis: t in T(γ), a self-concordant mean.
ANY_ROUND: dict[str, Any] = {"far": None}
STEEPER: dict[str, Any] = {"links": (*LINKS, STEEP)}


def under(hypothesis: str, formula: str) -> str:
    """A formula, asserted under a hypothesis if there is one."""
    return rf"{hypothesis}:\ {formula}" if hypothesis else formula


def assumed(far: bool | None, links: Sequence[Link] = LINKS, outside: float = 1.0) -> str:
    """The hypotheses of an attack as a formula."""
    said = [
        FAR if far else "",
        r"|\ddot\mu|\leq 8\dot\mu" if STEEP in links else "",
        rf"\lVert\theta^\star_s\rVert_2\leq {outside:g}\,S" if outside > 1 else "",
    ]
    return r",\ ".join(x for x in said if x)


def factor(number: Any) -> str:
    """A factor in a formula; nothing for 1."""
    return "" if number == 1 else rf"{float(number):g}\,"


# --- the implicit factor F = 1 + S̄ + X/√λ ---------------------------------------------------------

#: What a mutant leaves out of F, or of the solved quadratic.
NO_OLD: dict[str, Any] = {"old": 0.0}
NO_NOISE: dict[str, Any] = {"noise": 0.0}


def _size(p: ProofRound, size: float, old: float) -> Any:
    """size S̄, of whose second part only the share ``old`` is kept: S for S̄ with old = 0."""
    return size * (p.S + old * (p.S_bar - p.S))


def _size_latex(size: float, old: float) -> str:
    kept = {1.0: r"\bar S", 0.0: "S"}.get(old, rf"(S+{old:g}(\bar S-S))")
    return factor(size) + kept


def implicit_factor(
    p: ProofRound, one: float, size: float, old: float = 1.0, noise: float = 1.0
) -> Any:
    """one + size S̄ + noise X/√λ."""
    return one + _size(p, size, old) + noise * p.X_G / p.sqrt(p.lam)


def factor_latex(one: float, size: float, old: float = 1.0, noise: float = 1.0) -> str:
    """The same as a formula."""
    tail = rf"+{factor(noise)}\tfrac{{X}}{{\sqrt\lambda}}" if noise else ""
    return rf"\Big({one:g}+{_size_latex(size, old)}{tail}\Big)"


def _slope_latex(
    *,
    one: float = 1.0,
    size: float = 1.0,
    old: float = 1.0,
    noise: float = 1.0,
    far: bool | None = True,
    links: Sequence[Link] = LINKS,
    outside: float = 1.0,
) -> str:
    return under(
        assumed(far, links, outside),
        rf"\alpha(a,\theta^\star_t,\hat\theta_t) \geq {factor_latex(one, size, old, noise)}^{{-1}}"
        rf"\dot\mu(a^\top\theta^\star_t),\quad {X}",
    )


@attacked(latex=_slope_latex, seed=41, **WIDE)
def slope(
    p: ProofRound, *, one: float = 1.0, size: float = 1.0, old: float = 1.0, noise: float = 1.0
) -> Any:
    """α >= μ'/F."""
    return p.slope() / p.alpha() / implicit_factor(p, one, size, old, noise)


def _curvature_latex(
    *,
    one: float = 1.0,
    size: float = 1.0,
    old: float = 1.0,
    noise: float = 1.0,
    far: bool | None = True,
    links: Sequence[Link] = LINKS,
    outside: float = 1.0,
) -> str:
    return under(
        assumed(far, links, outside),
        rf"\widetilde G_{{t-D:t}} \geq {factor_latex(one, size, old, noise)}^{{-1}}"
        rf"\widetilde H_{{t-D:t}},\quad {X}",
    )


@attacked(latex=_curvature_latex, seed=42, **WIDE)
def curvature(
    p: ProofRound, *, one: float = 1.0, size: float = 1.0, old: float = 1.0, noise: float = 1.0
) -> Any:
    """G̃_{t-D:t} >= H̃_{t-D:t}/F."""
    needed = p.relative(p.H_tilde_recent, p.G_tilde_recent)
    return needed / implicit_factor(p, one, size, old, noise)


def _design_latex(
    *, one: float = 1.0, size: float = 1.0, old: float = 1.0, noise: float = 1.0
) -> str:
    right = rf"{factor_latex(one, size, old, noise)}^{{-1}}c_\mu V_t"
    return under(FAR, rf"G_t \geq {right},\quad {X}")


@attacked(latex=_design_latex, seed=46, **WIDE)
def design(
    p: ProofRound, *, one: float = 1.0, size: float = 1.0, old: float = 1.0, noise: float = 1.0
) -> Any:
    """G_t >= c_μ V_t/F."""
    return p.relative(p.c_mu * p.V, p.G) / implicit_factor(p, one, size, old, noise)


def dropped_terms(bounded: Statement) -> list[Statement]:
    """Two mutants of a statement with the factor F: without its old rounds, without its noise."""
    return [
        bounded.mutant("S for S̄: the old rounds left out", **NO_OLD),
        bounded.mutant("the term X/√λ left out", **NO_NOISE),
    ]


# --- the quadratic X² <= F y², solved -------------------------------------------------------------


def solved_ratio(p: ProofRound, root: float, square: float, old: float = 1.0) -> Any:
    """X over root √(1+S̄) y + square y²/√λ."""
    first = root * p.sqrt(1 + _size(p, 1.0, old)) * p.X_H
    return p.X_G / (first + square * p.X_H**2 / p.sqrt(p.lam))


def solved_latex(
    *,
    root: float = 1.0,
    square: float = 1.0,
    old: float = 1.0,
    far: bool | None = True,
    links: Sequence[Link] = LINKS,
    where: str = "",
) -> str:
    """That this ratio is at most 1, ``where`` some condition more holds."""
    last = rf"+\frac{{{factor(square)}y^2}}{{\sqrt\lambda}}" if square else ""
    return under(
        r",\ ".join(x for x in (where, assumed(far, links)) if x),
        rf"X \leq {factor(root)}\sqrt{{1+{_size_latex(1.0, old)}}}\,y{last},\quad {X},\quad {Y}",
    )


@attacked(latex=solved_latex, seed=47, **WIDE)
def solved(p: ProofRound, *, root: float = 1.0, square: float = 1.0, old: float = 1.0) -> Any:
    """X <= √(1+S̄) y + y²/√λ."""
    return solved_ratio(p, root, square, old)


def dropped_parts(bounded: Statement) -> list[Statement]:
    """Two mutants of the solved quadratic: without its old rounds, without its square."""
    return [
        bounded.mutant("S for S̄: the old rounds left out", **NO_OLD),
        bounded.mutant("the term y²/√λ left out", square=0.0),
    ]
