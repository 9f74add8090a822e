"""The weighted estimate and its matrices, as defined (lines 264-281, 1838-1885, 2607-2640)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp

from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.vocabulary.hand_steps import FUNDAMENTAL, TERMWISE
from glbtheory.claims.vocabulary.old_data import covariance, hessian_identity, mean_value
from glbtheory.claims.vocabulary.old_forms import identities
from glbtheory.claims.vocabulary.symbolic_data import WINDOW_SIZES, discounted, mu, windowed
from glbtheory.setting.links import linear, logistic, poisson, z

Q17 = Claim(
    id="Q17",
    title="H_t(θ) is the Hessian of the weighted negative log-likelihood",
    printed=[
        hessian_identity(
            discounted,
            discounted,
            r"H_t(\theta) = \sum_{s=1}^{t-1}\gamma^{t-1-s}\dot\mu(a_s^\top\theta)a_s a_s^\top"
            r" + \lambda I_d",
        )
    ],
    mutants=[
        hessian_identity(
            discounted,
            lambda t: discounted(t, power=2),
            r"\gamma^{2(t-1-s)}",
            why="weights squared: the tilde matrix is not the Hessian",
        )
    ],
    depends_on=["Q1", TERMWISE],
)


# --- H tilde is a covariance --------------------------------------------------------------------


def _covariance(power: int, latex: str, why: str = "") -> Statement:
    scope = "t = 3, d = 2, logistic rewards with any means, every γ"
    return covariance(discounted(3), discounted(3, power), latex, scope, why)


Q16 = Claim(
    id="Q16",
    title="The tilde matrix H̃_t is the covariance of the discounted noise, plus λ I",
    printed=[
        _covariance(
            2,
            r"\widetilde H_t(\theta) = \sum_{s=1}^{t-1}\gamma^{2(t-1-s)}\dot\mu(a_s^\top\theta)"
            r"a_s a_s^\top + \lambda I_d",
        )
    ],
    mutants=[_covariance(1, r"\gamma^{t-1-s}", why="exponent halved: weights not squared")],
    depends_on=["D1", TERMWISE],
)


# --- windows ------------------------------------------------------------------------------------

_WINDOW: dict[str, Any] = {"sizes": WINDOW_SIZES, "scope": "d <= 2, t <= 4, τ = 2, any link"}

Q34 = Claim(
    id="Q34",
    title="With a window, H_t(θ) sums the last min(τ, t-1) rounds and is again the Hessian",
    printed=[
        hessian_identity(
            lambda t: windowed(t, 2),
            lambda t: [sp.Integer(s in range(max(1, t - 2), t)) for s in range(1, t)],
            r"H_t(\theta) = \sum_{s=\max(1,t-\tau)}^{t-1}\dot\mu(a_s^\top\theta)a_s a_s^\top"
            r" + \lambda I_d",
            **_WINDOW,
        )
    ],
    mutants=[
        hessian_identity(
            lambda t: windowed(t, 2),
            lambda t: windowed(t, 1),
            r"s = \max(1, t-\tau+1)",
            why="window shorter by one round",
            **_WINDOW,
        )
    ],
    depends_on=["Q1", TERMWISE],
)


# --- the mean slope α and the matrices G --------------------------------------------------------


def secant(link: Any, x: Any, y: Any) -> Any:
    """α as the integral of the definition, by an antiderivative checked by differentiation."""
    v = sp.Symbol("v", real=True)
    path = v * y + (1 - v) * x
    primitive = link.mean.subs(z, path) / (y - x)
    integrand = link.slope.subs(z, path)
    if sp.simplify(sp.diff(primitive, v) - integrand) != 0:
        raise ArithmeticError("not an antiderivative")
    return primitive.subs(v, 1) - primitive.subs(v, 0)


def _alpha_pairs(swap: int) -> Iterable[tuple[str, Any, Any]]:
    x, y, v = sp.symbols("x y v", real=True)
    for link in (logistic, poisson, linear):
        alpha = secant(link, x, y)
        rise = link.mean.subs(z, x) - link.mean.subs(z, y)
        yield f"{link.name}: mean value", swap * alpha * (x - y), rise
        yield f"{link.name}: symmetry", alpha, secant(link, y, x)
    path = mu(v * y + (1 - v) * x)
    yield (
        "any link: chain rule",
        sp.diff(path, v).doit(),
        ((y - x) * mu(v * y + (1 - v) * x, 2)).doit(),
    )


def _alpha(latex: str, swap: int = 1, why: str = "") -> Statement:
    scope = "logistic, Poisson and linear for all pairs; the chain rule for any link"
    return identities(lambda: _alpha_pairs(swap), latex, scope, why)


D10 = Claim(
    id="D10",
    title="The mean slope α is symmetric, and G_t turns differences of g_t into products",
    printed=[
        _alpha(
            r"\alpha(a,\theta_1,\theta_2) ="
            r" \int_0^1\dot\mu(v a^\top\theta_2+(1-v)a^\top\theta_1)dv"
        ),
        mean_value(
            discounted,
            discounted,
            r"G_t(\theta_1,\theta_2) = \sum_{s=1}^{t-1}\gamma^{t-1-s}"
            r"\alpha(a_s,\theta_1,\theta_2)a_s a_s^\top + \lambda I_d",
        ),
    ],
    mutants=[
        _alpha(
            r"\mu(a^\top\theta_1)-\mu(a^\top\theta_2) = \alpha\, a^\top(\theta_2-\theta_1)",
            swap=-1,
            why="sign turned",
        ),
        mean_value(
            discounted,
            lambda t: discounted(t, shift=1),
            r"\gamma^{t-s}",
            why="exponent moved by one: γ^{t-s} in G_t against γ^{t-1-s} in g_t",
        ),
    ],
    depends_on=[FUNDAMENTAL, TERMWISE],
)


def tilde_below(power: str, latex: str, why: str = "") -> Bound:
    """G - G̃ has the weights w - w² >= 0 on every a a^T, where w = γ^{t-1-s} is in (0, 1]."""
    return Bound(
        f"w**{power}",
        "<=",
        "w",
        "0 < w <= 1",
        latex=latex,
        scope="every γ in (0, 1] and every age; the matrices follow termwise",
        why=why,
    )


def _squares(power: int, latex: str, why: str = "") -> Statement:
    """The weights of G̃_t against the squares of the weights of G_t."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        for t in range(2, 6):
            squares = [w**2 for w in discounted(t)]
            for s, (a, b) in enumerate(zip(discounted(t, power), squares, strict=True), start=1):
                yield f"t={t}, s={s}", a, b

    return identities(pairs, latex, "t <= 5, every γ", why)


Q22 = Claim(
    id="Q22",
    title="G̃_t has the squared weights, so it lies below G_t",
    printed=[
        _squares(
            2,
            r"\widetilde G_t(\theta_1,\theta_2) = \sum_{s=1}^{t-1}\gamma^{2(t-1-s)}"
            r"\alpha(a_s,\theta_1,\theta_2)a_s a_s^\top + \lambda I_d",
        ),
    ],
    support=[tilde_below("2", r"\gamma^{2(t-1-s)} \leq \gamma^{t-1-s}")],
    mutants=[
        _squares(1, r"\gamma^{t-1-s}", why="exponent halved"),
        tilde_below("(99/100)", r"\gamma^{0.99(t-1-s)} \leq \gamma^{t-1-s}", "exponent below 1"),
    ],
    hypotheses=["A4"],
    depends_on=["D10", TERMWISE],
    note="G̃_t <= G_t needs α >= 0, which self-concordance gives (μ' >= |μ''| >= 0).",
)

Q38 = Claim(
    id="Q38",
    title="With a window, g_t(θ1) - g_t(θ2) = G_t(θ1, θ2)(θ1 - θ2)",
    printed=[
        mean_value(
            lambda t: windowed(t, 2),
            lambda t: windowed(t, 2),
            r"G_t(\theta_1,\theta_2) = \sum_{s=\max(1,t-\tau)}^{t-1}"
            r"\alpha(a_s,\theta_1,\theta_2)a_s a_s^\top + \lambda I_d",
            extra=", τ = 2",
        )
    ],
    mutants=[
        mean_value(
            lambda t: windowed(t, 2),
            lambda t: windowed(t, 3),
            r"s = \max(1,t-\tau-1)",
            why="window longer by one round",
        )
    ],
    depends_on=["D10", TERMWISE],
)

CLAIMS = [Q16, Q17, Q22, Q34, Q38, D10]
