"""Deviation without projection: the main text's displays and its undefined residuals
(lines 929-1070)."""

from __future__ import annotations

from typing import Any

import sympy as sp

from glbtheory.claims.deviation._bounds import FAR, PathBound, X, factor
from glbtheory.claims.deviation.implicit_factor import RIDGE, factor_form, one_slope
from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.vocabulary.attacks import EXTREMES, simple_path
from glbtheory.claims.vocabulary.hand_steps import CAUCHY_SCHWARZ, LOEWNER, MEAN_VALUE, TERMWISE
from glbtheory.claims.vocabulary.old_data import on_data
from glbtheory.claims.vocabulary.symbolic_data import Data, discounted, lam, times
from glbtheory.regret.round_attacks import ProofRound
from glbtheory.setting.forgetting import Discount
from glbtheory.setting.links import binomial, linear, logistic, poisson

_BOUNDED = (logistic, binomial(5))
_LIPSCHITZ = (*_BOUNDED, linear)


# --- Z44, Q7, D9: the main text's g_t ------------------------------------------------------------


def _deviation(path: ProofRound) -> Any:
    """‖g_t(θ̂) - g_t(θ*)‖ in the inverse of G̃_{t-D:t}, with the main text's g_t."""
    rise = path.g(path.estimate, recent=True) - path.g(path.truth, recent=True)
    return path.norm(rise, path.G_tilde_recent)


def _doubled(keep: Any = 1, why: str = "") -> Statement:
    """det(G̃)(G G̃^{-1} G - G) = det(G̃)(G - G̃) + (G - G̃) adj(G̃) (G - G̃), as forms of v."""

    def sides(data: Data) -> tuple[Any, Any]:
        once, twice = discounted(data.t), discounted(data.t, 2)
        G, tilde = (data.gram(times(w, data.alphas), lam) for w in (once, twice))
        inverse, det = tilde.adjugate(), tilde.det()
        more = G - tilde
        left = G * inverse * G - keep * det * G
        return data.form(left), data.form(det * more + more * inverse * more)

    latex = (
        rf"G\widetilde G^{{-1}}G-{factor(float(keep))}G = (G-\widetilde G)+(G-\widetilde G)"
        r"\widetilde G^{-1}(G-\widetilde G),\quad G = G_{t-D:t}"
    )
    return on_data(sides, latex, why, [(1, 3), (2, 2), (2, 3)], "d <= 2, t <= 3, any slopes α")


def _ridge_only(rhs: str, latex: str, why: str = "") -> Bound:
    return Bound(
        "l + x", ">=", rhs, "l > 0, x >= 0", latex=latex, scope="every eigenvalue", why=why
    )


_RISE = r"\lVert g_t(\hat\theta_t)-g_t(\theta^\star_t)\rVert_{\widetilde G_{t-D:t}^{-1}}"
_GAP = PathBound(
    lambda p: p.gap() * p.sqrt(p.lam) / _deviation(p),
    rf"|a^\top(\hat\theta_t-\theta^\star_t)| \leq \tfrac{{1}}{{\sqrt\lambda}}{_RISE}",
)


def _with_g(size: float = 1.0, noise: float = 1.0) -> PathBound:
    """The deviation of the main text's g_t against the recent noise."""

    def ratio(p: ProofRound) -> Any:
        bias = size * p.sqrt(p.lam) * p.S + noise * p.m * p.tail / p.sqrt(p.lam)
        return _deviation(p) / (p.X_G + bias)

    return PathBound(
        ratio,
        rf"{_RISE} \leq X+{factor(size)}\sqrt\lambda S+\frac{{{factor(noise)}m}}{{\sqrt\lambda}}"
        rf"\frac{{\gamma^D}}{{1-\gamma}},\quad {X}",
    )


#: Old rewards at their largest push the estimate away from a small θ*; the ridge drowns the data.
_PUSHED = (
    simple_path(
        logistic, [1.0] * 3 + [0.0], [1.0] * 3 + [0.0], [-0.01] * 5, lam=100.0, S=0.01, D=1
    ),
)

Z44 = Claim(
    id="Z44",
    ours=True,
    lines="933-937, 986-994, 1038",
    kind="prose-claim",
    title="The residual C is nowhere defined; with the main text's g_t it may be 0",
    printed=[
        _doubled(),
        _ridge_only("l", r"G_{t-D:t} \geq \lambda I_d"),
        _GAP.attacked(44, far=None, outside=3.0),
        _with_g().when(FAR).attacked(45, known=(), links=_BOUNDED),
    ],
    mutants=[
        _doubled(sp.Rational(101, 100), "G raised by one per cent"),
        _ridge_only("1.01*l", r"G_{t-D:t}\geq 1.01\,\lambda I_d", "ridge raised by one per cent"),
        _with_g(size=0.99).when(FAR).broken("√λ S lowered by one per cent", EXTREMES[1:2]),
        _with_g(noise=0.49)
        .when(FAR)
        .broken(
            "m lowered to 0.49 m (a logistic mean at θ̂ ≈ 0 is 1/2, so a half is what is seen)",
            _PUSHED,
        ),
    ],
    depends_on=["D8", "D10", "Q28", "C3", TERMWISE, LOEWNER],
    note="g_t(θ̂) - g_t(θ*) = G_{t-D:t}(θ̂ - θ*) for the g_t of line 935, whose sum starts at t - D,"
    " for any two parameters: no estimate, no T(γ), no Θ. Its norm in the inverse of G̃_{t-D:t} is "
    "therefore at least √λ‖θ̂ - θ*‖, and the relations 986-990 (with its inverse, Q6) and 1060-1070 "
    "hold with C = 0. The residual comes in one step later, when the deviation is bounded by the "
    "noise: it then contains √λ S as well, which is no effect of non-stationarity (P1).",
)


def _q7(one: float = 1.0) -> PathBound:
    """The relation with C = 0, the largest right side."""
    return PathBound(
        lambda p: p.relative(p.c_mu * p.V, p.G) / (one + _deviation(p) / p.sqrt(p.lam)),
        rf"G_t \geq \Big({one:g}+C+\tfrac{{1}}{{\sqrt\lambda}}{_RISE}\Big)^{{-1}}c_\mu V_t,"
        r"\quad C = 0",
    )


def _residual(least: str = "0", why: str = "") -> Bound:
    """A larger residual C = r makes the right side smaller."""
    return Bound(
        "c/(1 + x)",
        ">=",
        "c/(1 + r + x)",
        f"c > 0, r >= {least}, x >= 0",
        latex=rf"(1+x)^{{-1}} \geq (1+C+x)^{{-1}},\quad C\geq {least},\quad"
        rf" x = \tfrac{{1}}{{\sqrt\lambda}}{_RISE}",
        scope="C = r",
        why=why,
    )


Q7 = Claim(
    id="Q7",
    title="The main text's relation of G_t and c_μ V_t holds for every residual C >= 0",
    printed=[
        _q7().attacked(7, far=None),
        factor_form(design=True),
        one_slope(),
        RIDGE,
        _residual(),
    ],
    mutants=[
        _q7(0.98).broken("1 lowered to 0.98"),
        factor_form(sp.Rational(101, 100), "ridge of c_μ V_t raised by one per cent", True),
        one_slope("1.01", "c_μ raised by one per cent"),
        _residual("-0.01", "residual allowed down to -0.01"),
    ],
    hypotheses=["A1", "A3", "A4"],
    depends_on=["Z44", "I13", "Q19", TERMWISE],
    note="C4 is the appendix's form, with the noise in the place of the deviation and S̄ for C.",
)


def _predicted(slope: float = 1.0, bias: float = 1.0) -> PathBound:
    """Line 958 with c = k_μ m/λ."""

    def ratio(p: ProofRound) -> Any:
        first = bias * p.k_mu * p.m / p.lam * p.tail
        second = slope * p.k_mu * _deviation(p) * p.norm(p.probe, p.G)
        return p.prediction_error() / (first + second)

    constant = r"\frac{k_\mu m}{\lambda}" if bias else "0"
    return PathBound(
        ratio,
        r"\Delta_t(a,\hat\theta_t) \leq \frac{c\gamma^D}{1-\gamma}"
        rf"+{factor(slope)}k_\mu{_RISE}\lVert a\rVert_{{G_t^{{-1}}}},\quad c = {constant}",
    )


D9 = Claim(
    id="D9",
    title="The prediction error is at most a bias plus k_μ times deviation times norm",
    printed=[
        _predicted().attacked(9, known=(), links=_LIPSCHITZ, far=None),
        Bound(
            "1/(l + x + y)",
            "<=",
            "1/(l + x)",
            "l > 0, x >= 0, y >= 0",
            latex=r"\lVert v\rVert_{G_t^{-1}} \leq \lVert v\rVert_{\widetilde G_{t-D:t}^{-1}}",
            scope="one direction; G_t >= G̃_{t-D:t} by Q28",
        ),
    ],
    mutants=[
        _predicted(slope=0.99).broken("k_μ lowered by one per cent"),
        _predicted(bias=0.0).broken(
            "bias left out",
            [
                simple_path(
                    logistic,
                    [1.0, 1.0, 0.0],
                    [1.0, 1.0, 0.5],
                    [0.0] * 4,
                    lam=0.01,
                    S=0.4,
                    D=1,
                    forgetting=Discount(0.95),
                )
            ],
        ),
        _predicted()
        .when(r"k_\mu = \max_{|z|\leq S}\dot\mu(z)")
        .broken(
            "Poisson: k_μ only on Θ, while θ̂ lies outside",
            [simple_path(poisson, [-0.1], [0.0], [0.0, 0.0], lam=0.01, S=0.1, D=2)],
        ),
    ],
    hypotheses=["A2", "A3"],
    depends_on=["I14", "Z44", "Q28", CAUCHY_SCHWARZ, LOEWNER, MEAN_VALUE],
    note="The page does not say what c is. With the g_t of line 935 the rounds before t - D are "
    "what it must pay for: Σ γ^{t-1-s}(μ(a_s·θ̂) - μ(a_s·θ*_t))a_s, of size m γ^D/(1-γ) when means "
    "lie in [0, m]. So c = k_μ m/λ will do, at every round; T(γ) is not needed. For the linear "
    "mean, which may leave [0, m], this is an attack only. The appendix's version (P5) has "
    "c = k_μ(2Sk_μ + m)/λ. k_μ must bound slopes up to θ̂, on the whole line, which Poisson rewards "
    "do not have (A3).",
)


CLAIMS = [D9, Q7, Z44]
