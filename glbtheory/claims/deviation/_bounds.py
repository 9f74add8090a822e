"""The implicit factor and the solved quadratic on one round, which several claims attack.

The formulas name their hypotheses: the tokens ``far``, ``links`` and ``outside`` of the attack.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from glbtheory.claims.vocabulary import attacked
from glbtheory.claims.vocabulary.attacks import EXTREMES, simple_path
from glbtheory.regret.round_attacks import LINKS, ProofRound
from glbtheory.setting.forgetting import Window
from glbtheory.setting.links import Link, logistic, poisson, z

NOISE = r"\gamma^{t-1}S_{t-D:t}"
X = rf"X = \lVert{NOISE}\rVert_{{\widetilde G_{{t-D:t}}^{{-1}}}}"
Y = rf"y = \lVert{NOISE}\rVert_{{\widetilde H_{{t-D:t}}^{{-1}}}}"
FAR = r"t\in\mathcal{T}(\gamma)"

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
#: Every statement looks at those of these rounds that satisfy its hypotheses.
KNOWN = (*EXTREMES, *NEAR, *BEYOND, *STEEP_ROUNDS)
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


def implicit_factor(p: ProofRound, one: float, size: float) -> Any:
    """one + size S̄ + X/√λ."""
    return one + size * p.S_bar + p.X_G / p.sqrt(p.lam)


def factor_latex(one: float, size: float) -> str:
    """The same as a formula."""
    return rf"\Big({one:g}+{factor(size)}\bar S+\tfrac{{X}}{{\sqrt\lambda}}\Big)"


def _slope_latex(
    *,
    one: float = 1.0,
    size: float = 1.0,
    far: bool | None = True,
    links: Sequence[Link] = LINKS,
    outside: float = 1.0,
) -> str:
    return under(
        assumed(far, links, outside),
        rf"\alpha(a,\theta^\star_t,\hat\theta_t) \geq {factor_latex(one, size)}^{{-1}}"
        rf"\dot\mu(a^\top\theta^\star_t),\quad {X}",
    )


@attacked(latex=_slope_latex, seed=41, **WIDE)
def slope(p: ProofRound, *, one: float = 1.0, size: float = 1.0) -> Any:
    """α >= μ'/F."""
    return p.slope() / p.alpha() / implicit_factor(p, one, size)


def _curvature_latex(
    *,
    one: float = 1.0,
    size: float = 1.0,
    far: bool | None = True,
    links: Sequence[Link] = LINKS,
    outside: float = 1.0,
) -> str:
    return under(
        assumed(far, links, outside),
        rf"\widetilde G_{{t-D:t}} \geq {factor_latex(one, size)}^{{-1}}\widetilde H_{{t-D:t}},"
        rf"\quad {X}",
    )


@attacked(latex=_curvature_latex, seed=42, **WIDE)
def curvature(p: ProofRound, *, one: float = 1.0, size: float = 1.0) -> Any:
    """G̃_{t-D:t} >= H̃_{t-D:t}/F."""
    return p.relative(p.H_tilde_recent, p.G_tilde_recent) / implicit_factor(p, one, size)


def _design_latex(*, one: float = 1.0, size: float = 1.0) -> str:
    return under(FAR, rf"G_t \geq {factor_latex(one, size)}^{{-1}}c_\mu V_t,\quad {X}")


@attacked(latex=_design_latex, seed=46, **WIDE)
def design(p: ProofRound, *, one: float = 1.0, size: float = 1.0) -> Any:
    """G_t >= c_μ V_t/F."""
    return p.relative(p.c_mu * p.V, p.G) / implicit_factor(p, one, size)


# --- the quadratic X² <= F y², solved -------------------------------------------------------------


def solved_ratio(p: ProofRound, root: float, square: float) -> Any:
    """X over root √(1+S̄) y + square y²/√λ."""
    return p.X_G / (root * p.sqrt(1 + p.S_bar) * p.X_H + square * p.X_H**2 / p.sqrt(p.lam))


def solved_latex(
    *,
    root: float = 1.0,
    square: float = 1.0,
    far: bool | None = True,
    links: Sequence[Link] = LINKS,
    where: str = "",
) -> str:
    """That this ratio is at most 1, ``where`` some condition more holds."""
    return under(
        r",\ ".join(x for x in (where, assumed(far, links)) if x),
        rf"X \leq {factor(root)}\sqrt{{1+\bar S}}\,y+\frac{{{factor(square)}y^2}}{{\sqrt\lambda}},"
        rf"\quad {X},\quad {Y}",
    )


@attacked(latex=solved_latex, seed=47, **WIDE)
def solved(p: ProofRound, *, root: float = 1.0, square: float = 1.0) -> Any:
    """X <= √(1+S̄) y + y²/√λ."""
    return solved_ratio(p, root, square)
