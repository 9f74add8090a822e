"""Deviation without projection: the main text's displays and its undefined residuals
(lines 929-1070)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from glbtheory.claims.deviation._bounds import (
    FAR,
    FAR_OUT,
    MONOTONE,
    OLD_WEIGHTS,
    X,
    factor,
    under,
)
from glbtheory.claims.deviation.implicit_factor import (
    DESIGN_MUTANTS,
    design_form,
    one_slope,
    ridge_kept,
)
from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.vocabulary import attacked, bound
from glbtheory.claims.vocabulary.attacks import EXTREMES, simple_path
from glbtheory.claims.vocabulary.hand_steps import CAUCHY_SCHWARZ, LOEWNER
from glbtheory.claims.vocabulary.symbolic_data import Data, discounted, lam, on_data, times
from glbtheory.regret.round_attacks import ProofRound
from glbtheory.setting.forgetting import Discount
from glbtheory.setting.links import Link, binomial, linear, logistic, poisson

_BOUNDED = (logistic, binomial(5))


# --- Z44, Q7, D9: the main text's g_t ------------------------------------------------------------


def _deviation(path: ProofRound) -> Any:
    """‖g_t(θ̂) - g_t(θ*)‖ in the inverse of G̃_{t-D:t}, with the main text's g_t."""
    rise = path.g(path.estimate, recent=True) - path.g(path.truth, recent=True)
    return path.norm(rise, path.G_tilde_recent)


_RISE = r"\lVert g_t(\hat\theta_t)-g_t(\theta^\star_t)\rVert_{\widetilde G_{t-D:t}^{-1}}"


@on_data(
    latex=lambda *, keep=1: (
        rf"G\widetilde G^{{-1}}G-{factor(keep)}G = (G-\widetilde G)+(G-\widetilde G)"
        r"\widetilde G^{-1}(G-\widetilde G),\quad G = G_{t-D:t}"
    ),
    sizes=[(1, 3), (2, 2), (2, 3)],
    scope="d <= 2, t <= 3, any slopes α",
)
def _doubled(data: Data, *, keep: Any = 1) -> tuple[Any, Any]:
    """det(G̃)(G G̃^{-1} G - G) = det(G̃)(G - G̃) + (G - G̃) adj(G̃) (G - G̃), as forms of v."""
    once, twice = discounted(data.t), discounted(data.t, 2)
    G, tilde = (data.gram(times(w, data.alphas), lam) for w in (once, twice))
    inverse, det = tilde.adjugate(), tilde.det()
    more = G - tilde
    left = G * inverse * G - keep * det * G
    return data.form(left), data.form(det * more + more * inverse * more)


@attacked(
    latex=lambda *, share=1.0: (
        r"|a^\top(\hat\theta_t-\theta^\star_t)| \leq "
        rf"{factor(share)}\tfrac{{1}}{{\sqrt\lambda}}{_RISE}"
    ),
    seed=44,
    far=None,
    outside=3.0,
)
def _gap(p: ProofRound, *, share: float = 1.0) -> Any:
    return p.gap() * p.sqrt(p.lam) / (share * _deviation(p))


#: Old rewards at their largest push the estimate away from a small θ*; the ridge drowns the data.
_PUSHED = simple_path(
    logistic, [1.0] * 3 + [0.0], [1.0] * 3 + [0.0], [-0.01] * 5, lam=100.0, S=0.01, D=1
)


@attacked(
    latex=lambda *, size=1.0, noise=1.0: under(
        rf"0\leq\mu\leq m,\ {FAR}",
        rf"{_RISE} \leq X+{factor(size)}\sqrt\lambda S+\frac{{{factor(noise)}m}}{{\sqrt\lambda}}"
        rf"\frac{{\gamma^D}}{{1-\gamma}},\quad {X}",
    ),
    seed=45,
    known=(*EXTREMES, _PUSHED),
    links=_BOUNDED,
)
def _with_g(p: ProofRound, *, size: float = 1.0, noise: float = 1.0) -> Any:
    """The deviation of the main text's g_t against the recent noise."""
    bias = size * p.sqrt(p.lam) * p.S + noise * p.m * p.tail / p.sqrt(p.lam)
    return _deviation(p) / (p.X_G + bias)


Z44 = Claim(
    id="Z44",
    ours=True,
    lines="933-937, 986-994, 1038",
    kind="prose-claim",
    title="The residual C is nowhere defined; with the main text's g_t it may be 0",
    printed=[_gap, _with_g],
    support=[_doubled],
    mutants=[
        _doubled.mutant("G raised by one per cent", keep=sp.Rational(101, 100)),
        _gap.mutant("right side lowered by one per cent", share=0.99),
        _with_g.mutant("√λ S lowered by one per cent", size=0.99),
        _with_g.mutant(
            "m lowered to 0.49 m (a logistic mean at θ̂ ≈ 0 is 1/2, so a half is what is seen)",
            noise=0.49,
        ),
    ],
    hypotheses=["A1", "A2", "A4"],
    depends_on=["D10", "Q25", CAUCHY_SCHWARZ, LOEWNER, MONOTONE, OLD_WEIGHTS],
    follows="By D10, with the actions before t - D set to zero, g_t(θ̂) - g_t(θ*) = G(θ̂ - θ*) "
    "for G = G_{t-D:t}; since G >= G̃ and G >= λI by termwise sums, the identity for GG̃^{-1}G, "
    "which one multiplies out in any dimension, makes its squared norm at least λ‖θ̂ - θ*‖², and "
    "Cauchy-Schwarz gives the first formula. For t in T(γ) that difference is by Q25 also the "
    "recent noise, -λθ*_t, and the residuals r_{s+1} - μ(a_s·θ̂_t) of the old rounds, each at most "
    "m; the triangle inequality, the Loewner order (G̃ >= λI) and a geometric sum (induction over "
    "rounds) give the second.",
    note="g_t(θ̂) - g_t(θ*) = G_{t-D:t}(θ̂ - θ*) for the g_t of line 935, whose sum starts at t "
    "- D, for any two parameters: no estimate, no T(γ), no Θ. Its norm in the inverse of "
    "G̃_{t-D:t} is therefore at least √λ‖θ̂ - θ*‖, and the relations 986-990 (with its inverse, "
    "Q6) and 1060-1070 hold with C = 0. The residual comes in one step later, when the "
    "deviation is bounded by the noise: it then contains √λ S as well, which is no effect of "
    "non-stationarity (P1).",
)


@attacked(
    latex=lambda *, one=1.0, deviation=1.0: (
        rf"G_t \geq \Big({one:g}+C"
        + (rf"+\tfrac{{1}}{{\sqrt\lambda}}{_RISE}" if deviation else "")
        + r"\Big)^{-1}c_\mu V_t,\quad C \geq 0"
    ),
    seed=7,
    known=(*EXTREMES, FAR_OUT),
    far=None,
)
def _no_residual(p: ProofRound, *, one: float = 1.0, deviation: float = 1.0) -> Any:
    """The relation with C = 0, the largest right side."""
    return p.relative(p.c_mu * p.V, p.G) / (one + deviation * _deviation(p) / p.sqrt(p.lam))


#: A larger residual C = r makes the right side smaller.
_residual = bound(
    "c/(1 + x) >= c/(1 + r + x)",
    "c > 0, r >= {least}, x >= 0",
    latex=r"(1+x)^{-1} \geq (1+C+x)^{-1},\quad C\geq 0,\quad"
    rf" x = \tfrac{{1}}{{\sqrt\lambda}}{_RISE}",
    scope="C = r",
    least="0",
)


Q7 = Claim(
    id="Q7",
    title="The main text's relation of G_t and c_μ V_t holds for every residual C >= 0",
    kernel=KernelTheorem(
        "Q7",
        "every d, t, D, 0 < γ < 1, λ > 0, link, C >= 0, actions and two parameters with μ' >= "
        "c_μ at the second",
        mutants=["Q7_mutant"],
    ),
    printed=[_no_residual],
    support=[design_form, one_slope, ridge_kept, _residual],
    mutants=[
        _no_residual.mutant("1 lowered to 0.98", one=0.98),
        _no_residual.mutant("the deviation left out", deviation=0.0),
        *DESIGN_MUTANTS,
        _residual.mutant("residual allowed down to -0.01", least="-0.01"),
    ],
    hypotheses=["A1", "A3", "A4"],
    depends_on=["Z44", "I13"],
    fidelity="paraphrase",
    note="The page does not define C, which it calls a residual; it is read as a number that is "
    "not negative. C4 is the appendix's form, with the noise in the place of the deviation and "
    "S̄ for C.",
)


#: Two clicks of mean 1/2 long ago, and little forgotten since.
_OLD_CLICKS = simple_path(
    logistic,
    [1.0, 1.0, 0.0],
    [1.0, 1.0, 0.5],
    [0.0] * 4,
    lam=0.01,
    S=0.4,
    D=1,
    forgetting=Discount(0.95),
)
#: A reward 0 for a short action pushes a Poisson estimate out of Θ, and its slopes above k_μ.
_OUT_OF_REACH = simple_path(poisson, [-0.1], [0.0], [0.0, 0.0], lam=0.01, S=0.1, D=2)
_LIPSCHITZ = (*_BOUNDED, linear)


_PREDICTED = (
    r"\Delta_t(a,\hat\theta_t) \leq \frac{c\gamma^D}{1-\gamma}"
    rf"+%sk_\mu{_RISE}\lVert a\rVert_{{G_t^{{-1}}}}"
)


def _predicted_latex(
    *, slope: float = 1.0, bias: float = 1.0, links: Sequence[Link] = _LIPSCHITZ
) -> str:
    constant = r"\frac{k_\mu m}{\lambda}" if bias else "0"
    return under(
        r"k_\mu = \max_{|z|\leq S}\dot\mu(z)" if poisson in links else "",
        _PREDICTED % factor(slope) + rf",\quad c = {constant}",
    )


@attacked(
    latex=_predicted_latex,
    seed=9,
    known=(_OLD_CLICKS, *EXTREMES, _OUT_OF_REACH),
    links=_LIPSCHITZ,
    far=None,
)
def _predicted(p: ProofRound, *, slope: float = 1.0, bias: float = 1.0) -> Any:
    """Line 958 with c = k_μ m/λ."""
    first = bias * p.k_mu * p.m / p.lam * p.tail
    second = slope * p.k_mu * _deviation(p) * p.norm(p.probe, p.G)
    return p.prediction_error() / (first + second)


D9 = Claim(
    id="D9",
    title="The prediction error is at most a bias plus k_μ times deviation times norm",
    kernel=KernelTheorem(
        "D9",
        "every d, t, D, 0 < γ < 1, λ > 0, link, actions and two parameters; m bounds the "
        "differences of their means",
        latex=_PREDICTED % "" + r",\quad c = \frac{k_\mu m}{\lambda}",
        mutants=["D9_mutant"],
    ),
    printed=[_predicted.variant(under(FAR, _PREDICTED % "")).as_cases(_predicted.latex)],
    mutants=[
        _predicted.mutant("k_μ lowered by one per cent", slope=0.99),
        _predicted.mutant("bias left out", bias=0.0),
        _predicted.mutant(
            "Poisson: k_μ only on Θ, while θ̂ lies outside",
            links=(*_LIPSCHITZ, poisson),
        ),
    ],
    hypotheses=["A1", "A2", "A3", "A4"],
    depends_on=["D10"],
    fidelity="paraphrase",
    note="The page does not say what c is. With the g_t of line 935 the rounds before t - D are "
    "what it must pay for, and c = k_μ m/λ will do, at every round; T(γ) is not needed. The "
    "theorem asks that m bound |μ(a_s·θ̂) - μ(a_s·θ*_t)|, as it does for a family of rewards in "
    "[0, m]; the linear mean may leave [0, m]: for it this was searched only. The appendix's "
    "version (P5) has c = k_μ(2Sk_μ + m)/λ. k_μ must bound slopes up to θ̂, on "
    "the whole line, which Poisson rewards do not have (A3).",
)


CLAIMS = [D9, Q7, Z44]
