"""The main text's sketch of the deviation: a bias that is none, and the event."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.vocabulary import bound, identity

# --- Z125: the bias that is none ------------------------------------------------------------------

_UP = "(2 + x + x**2/2 + e)"
#: Logistic, θ* = 0 throughout: old rounds a = 1 with reward 1, then D rounds a = 0.
#: With x = θ̂, u = e^x - 1 = x + x²/2 + e and W the weight of the old rounds, λx = W/(1+e^x) and
#: G_t = W/(2x), so that the squares of error and product, times 4(1+e^x)², are u² and
#: x²(1+e^x)/2: W and λ have dropped out.
_needed = bound(
    "(x + x**2/2 + e)**2 > {product}",
    "x > 0, e >= 0",
    latex=r"\theta^\star_s = 0\ \text{throughout},\ a_s = r_{s+1} = 1\ (s<t-D),"
    r"\ a_s = 0\ (s\geq t-D),\quad \Delta_t(1,\hat\theta_t) > k_\mu"
    r"\lVert g_t(\hat\theta_t)-g_t(\theta^\star_t)\rVert_{\widetilde G_{t-D:t}^{-1}}"
    r"\lVert 1\rVert_{G_t^{-1}}",
    scope="logistic, no change, every γ, λ, D and number of old rounds",
    product=f"x**2/2*{_UP}",
)

_PARTS = (
    r"\bar S-S = \underbrace{\frac{2Sk_\mu}{T\lambda(1-\gamma)}}_{\text{drift}}%s,\quad"
    r" \frac{\partial(\bar S-S)}{\partial\Gamma_T} = 0"
)


@identity(
    latex=_PARTS % r"+\underbrace{\frac{m}{T\lambda(1-\gamma)}}_{\text{old noise}}",
    scope="every constant",
    at={"T": 16},
)
def _two_parts(*, noise: int = 1) -> Iterator[tuple[str, Any, Any]]:
    """S̄ - S is what bounds the drift plus what bounds the old noise; neither contains Γ_T."""
    excess = f.S_BAR.expression - f.S
    weight = 1 / (f.T * f.lam * (1 - f.gamma))
    yield "parts", excess, (2 * f.S * f.k_mu + noise * f.m) * weight
    yield "changes", sp.diff(excess, f.Gamma), 0


_exponential = bound(
    "exp(x) >= 1 + x + x**2/2",
    "x >= 0",
    latex=r"e^x \geq 1+x+\tfrac{x^2}{2}",
    scope="every x >= 0",
)

Z125 = Claim(
    id="Z125",
    lines="627-628, 966, 994, 1039, 2288-2289",
    kind="remark",
    title="The bias due to non-stationarity is there, and needed, when nothing changes",
    printed=[_needed.as_part(r"(e^x-1)^2 > \tfrac{x^2}{2}(1+e^x),\quad x > 0"), _two_parts],
    support=[_exponential],
    mutants=[
        _needed.mutant(
            "no round is old: the product is at least k_μ|θ̂|, and covers the error",
            product=f"x**2/4*{_UP}**2",
        ),
        _two_parts.mutant("the old noise left out", _PARTS % "", noise=0),
    ],
    depends_on=["Q25", "D10"],
    ours=True,
    follows="On this path let x = θ̂_t and W be the weight of the old rounds. The equation of the "
    "estimate (Q25) is λx = W/(1+e^x), and G_t = W/(2x) by D10, so that W and λ drop out of the "
    "squares of both sides: what is left is compared. The second formula is decided as a whole.",
    note="Five sentences call the first term of line 958, the residual C, or S̄ - S a bias due to "
    "non-stationarity. Its part with m bounds the noise of rounds older than D, and the whole is "
    "the price of cutting at t - D: it is the same number when Γ_T = 0, and the display of line "
    "958 is false without it even then. The path: θ* = 0, old clicks, then actions 0. 'Bias and "
    "noise of rounds older than D' would say it. Wording; nothing is derived from it.",
)

# --- Z130: the event ------------------------------------------------------------------------------


def _plain(expression: Any) -> Any:
    return expression.replace(sp.log, lambda x: sp.log(sp.expand(x)))


@identity(
    latex=r"P\big(\exists t\in\mathcal{T}(\gamma):\ \lVert\gamma^{t-1}S_{t-D:t}\rVert"
    r"_{\widetilde H_{t-D:t}^{-1}} > \rho_T^\delta\big) \leq \delta",
    scope="every d, T, λ, δ, k_μ, m, γ and D",
    at={"d": 2, "T": 16},
)
def _radius(*, level: Any = f.T) -> Iterator[tuple[str, Any, Any]]:
    """The radius of one round at δ/level, with the determinant at its bound, is ρ."""
    inside = f.FORMULAS["determinant_squared_discount"].expression.base / f.lam
    at = {f.w: 1, f.delta: f.delta / level, f.gain: f.d / 2 * sp.log(inside)}
    found = f.FORMULAS["tail_radius"].expression.subs(at, simultaneous=True)
    yield "ρ", _plain(found), _plain(f.RHO_APPENDIX.expression)


#: T - e rounds, each with probability δ/T.
_union = bound(
    "(T - e)*x/T <= x",
    "T >= 1, e >= {least}, x > 0",
    latex=r"|\mathcal{T}(\gamma)|\cdot\frac{\delta}{T} \leq \delta",
    scope="every T and every set of at most T rounds",
    least="0",
)
_RADIUS = (
    r"\frac{\sqrt\lambda}{2m}+\frac{2m}{\sqrt\lambda}\log\frac{T\det^{1/2}}{\delta\lambda^{d/2}}"
    r"+\frac{2m}{\sqrt\lambda}d\log2 = \rho_T^\delta,\quad"
    r"\det = \Big(\lambda+\frac{k_\mu(1-\gamma^{2D})}{d(1-\gamma^2)}\Big)^d"
)
_AT_LEVEL = r"\rho_T^\delta\ \text{is the radius at level}\ "

Z130 = Claim(
    id="Z130",
    lines="1949-1951",
    kind="prose-claim",
    title="The noise is below ρ at all rounds far from a change, with probability 1-δ",
    kernel=KernelTheorem(
        "Z130",
        "every d, T, D, 0 < γ < 1, λ > 0, δ, link, law of bounded rewards and policy; the "
        "probability is taken round by round, by upper integrals",
        mutants=["Z130_mutant"],
    ),
    printed=[_radius.as_part(_RADIUS)],
    support=[_union],
    mutants=[
        _radius.mutant("level δ instead of δ/T", _AT_LEVEL + r"\delta", level=sp.Integer(1)),
        _radius.mutant("level δ/T² instead of δ/T", _AT_LEVEL + r"\delta/T^2", level=f.T**2),
        _union.mutant("more rounds than T", least="-0.01"),
    ],
    depends_on=["C1", "C9"],
    fidelity="paraphrase",
    note="High probability means at least 1-δ. The page names the corollary for one round; what "
    "makes it hold for all rounds is the level δ/T inside ρ and a union over at most T rounds, "
    "and the determinant at its bound. It holds for all t <= T, far from a change or not. D5 is "
    "the same for the main text's ρ.",
)

CLAIMS = [Z125, Z130]
