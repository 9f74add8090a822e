"""The weighted estimate and its matrices, as defined (lines 264-281, 1838-1885, 2607-2640)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.vocabulary import bound, identity
from glbtheory.claims.vocabulary.data_identities import (
    covariance,
    hessian,
    in_window,
    last,
    late,
    mean_value,
    squared,
)
from glbtheory.claims.vocabulary.hand_steps import FUNDAMENTAL, TERMWISE
from glbtheory.claims.vocabulary.symbolic_data import b, discounted, lam, mu
from glbtheory.setting.links import linear, logistic, poisson, z

_IS_HESSIAN = (
    r"H_t(\theta) = \nabla_\theta^2\Big(\sum_s %s\big(b(a_s^\top\theta)-r_{s+1}a_s^\top\theta\big)"
    r"+\tfrac\lambda2\lVert\theta\rVert_2^2\Big),\quad %s"
)


@identity(
    latex=r"\partial_i\partial_j\big(b(a^\top\theta)-r\,a^\top\theta\big) ="
    r" \dot\mu(a^\top\theta)\,a_ia_j,\quad \partial_i\partial_j\tfrac\lambda2\lVert\theta\rVert_2^2"
    r" = \lambda 1\{i = j\}",
    scope="every dimension, pair of entries and link: the other entries of a·θ are one number",
)
def _one_observation(*, penalty: Any = 1) -> Iterator[tuple[str, Any, Any]]:
    """Second derivatives at one observation and of the penalty; ``rest`` are the other entries."""
    x, y, a, e, r, rest, others = sp.symbols("theta_i theta_j a_i a_j r rest others", real=True)
    inner = a * x + e * y + rest
    term, ridge = b(inner) - r * inner, lam / 2 * (x**2 + y**2 + others)
    for name, one, two, product, kept in (("i = j", x, x, a * a, lam), ("i != j", x, y, a * e, 0)):
        yield f"term, {name}", sp.diff(term, one, two).doit(), (mu(inner, 2) * product).doit()
        yield f"penalty, {name}", sp.diff(ridge, one, two), penalty * kept


Q17 = Claim(
    id="Q17",
    title="H_t(θ) is the Hessian of the weighted negative log-likelihood",
    kernel=KernelTheorem(
        "Q17",
        "every d, t, γ, λ, all data and links; all second derivatives of the objective",
        shows=r"H_t(\theta) = "
        r"\nabla_\theta^2\Big(-\sum_{s=1}^{t-1}\gamma^{t-1-s}\log\mathbb{P}_\theta(r_{s+1}|a_s)"
        r"+\tfrac\lambda2\lVert\theta\rVert_2^2\Big)",
        mutants=["Q17_mutant"],
    ),
    printed=[hessian.as_cases(_IS_HESSIAN % (r"\gamma^{t-1-s}", r"d\leq 3,\ t\leq 4"))],
    support=[_one_observation],
    mutants=[
        _one_observation.mutant("ridge 2λ", r"\partial_i^2 = 2\lambda", penalty=2),
        hessian.mutant(
            "weights squared: the tilde matrix is not the Hessian",
            r"\gamma^{2(t-1-s)}",
            defined=squared,
        ),
    ],
    depends_on=["Q1"],
    fidelity="verbatim",
)

_windowed_hessian = in_window(
    hessian,
    2,
    r"H_t(\theta) = \sum_{s=\max(1,t-\tau)}^{t-1}\dot\mu(a_s^\top\theta)a_s a_s^\top"
    r" + \lambda I_d",
)

Q34 = Claim(
    id="Q34",
    title="With a window, H_t(θ) sums the last min(τ, t-1) rounds and is again the Hessian",
    kernel=KernelTheorem(
        "Q34",
        "every d, t, τ, λ, all data and links; all second derivatives of the objective",
        shows=r"H_t(\theta) = "
        r"\nabla_\theta^2\Big(-\sum_{s=\max(1,t-\tau)}^{t-1}\log\mathbb{P}_\theta(r_{s+1}|a_s)"
        r"+\tfrac\lambda2\lVert\theta\rVert_2^2\Big)",
        mutants=["Q34_mutant"],
    ),
    printed=[
        _windowed_hessian.as_cases(
            _IS_HESSIAN % (r"1\{s\geq t-\tau\}", r"d\leq 2,\ t\leq 4,\ \tau = 2")
        )
    ],
    support=[_one_observation],
    mutants=[
        _windowed_hessian.mutant(
            "window shorter by one round", r"s = \max(1, t-\tau+1)", defined=last(1)
        )
    ],
    depends_on=["Q1"],
    fidelity="verbatim",
)

_tilde_covariance = covariance.variant(
    r"\widetilde H_t(\theta) = \sum_{s=1}^{t-1}\gamma^{2(t-1-s)}\dot\mu(a_s^\top\theta)"
    r"a_s a_s^\top + \lambda I_d",
    t=3,
    scope="t = 3, d = 2, logistic rewards with any means, every γ",
)

_COVARIANCE = (
    r"\operatorname{Cov}\Big(\sum_{s=1}^{t-1}\gamma^{t-1-s}\epsilon_{s+1}a_s\Big)+\lambda I_d,"
    r"\quad t = 3,\ d = 2,\ \text{logistic}"
)


Q16 = Claim(
    id="Q16",
    title="The tilde matrix H̃_t is the covariance of the discounted noise, plus λ I",
    kernel=KernelTheorem(
        "Q16",
        "every d, t, γ, θ and λ, fixed actions, rewards of any law with mean μ and variance μ' "
        "given the past",
        shows=r"\operatorname{Cov}\Big(\sum_{s=1}^{t-1}\gamma^{t-1-s}\epsilon_{s+1}a_s\Big)"
        r"+\lambda I_d = \widetilde H_t(\theta)",
        mutants=["Q16_mutant"],
    ),
    printed=[_tilde_covariance.as_cases(_COVARIANCE)],
    mutants=[
        _tilde_covariance.mutant(
            "exponent halved: weights not squared", r"\gamma^{t-1-s}", weights=discounted
        ),
    ],
    depends_on=["D1"],
    fidelity="verbatim",
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


@identity(
    latex=r"\alpha(a,\theta_1,\theta_2) ="
    r" \int_0^1\dot\mu(v a^\top\theta_2+(1-v)a^\top\theta_1)dv",
    scope="logistic, Poisson and linear for all pairs; the chain rule for any link",
)
def _mean_slope(*, sign: int = 1) -> Iterator[tuple[str, Any, Any]]:
    x, y, v = sp.symbols("x y v", real=True)
    for link in (logistic, poisson, linear):
        alpha = secant(link, x, y)
        rise = link.mean.subs(z, x) - link.mean.subs(z, y)
        yield f"{link.name}: mean value", sign * alpha * (x - y), rise
        yield f"{link.name}: symmetry", alpha, secant(link, y, x)
    path = v * y + (1 - v) * x
    yield "any link: chain rule", sp.diff(mu(path), v).doit(), ((y - x) * mu(path, 2)).doit()


D10 = Claim(
    id="D10",
    title="The mean slope α is symmetric, and G_t turns differences of g_t into products",
    kernel=KernelTheorem(
        "D10",
        "every d, t, γ, λ, all actions, μ continuously differentiable",
        shows=r"\alpha(a,\theta_1,\theta_2) = \alpha(a,\theta_2,\theta_1),\quad "
        r"g_t(\theta_1)-g_t(\theta_2) = G_t(\theta_1,\theta_2)(\theta_1-\theta_2)",
        mutants=["D10_mutant"],
    ),
    printed=[_mean_slope.as_cases(), mean_value],
    mutants=[
        _mean_slope.mutant(
            "sign turned",
            r"\mu(a^\top\theta_1)-\mu(a^\top\theta_2) = \alpha\, a^\top(\theta_2-\theta_1)",
            sign=-1,
        ),
        mean_value.mutant(
            "exponent moved by one: γ^{t-s} in G_t against γ^{t-1-s} in g_t",
            r"\gamma^{t-s}",
            matrix=late,
        ),
    ],
    depends_on=[FUNDAMENTAL, TERMWISE],
    fidelity="verbatim",
)

#: G - G̃ has the weights w - w² >= 0 on every a a^T, where w = γ^{t-1-s} is in (0, 1].
tilde_below = bound(
    "w**{power} <= w",
    "0 < w <= {top}",
    latex=r"\gamma^{2(t-1-s)} \leq \gamma^{t-1-s}",
    scope="every γ in (0, 1] and every age",
    power="2",
    top="1",
)
tilde_above = tilde_below.mutant(
    "exponent below 1", r"\gamma^{0.99(t-1-s)} \leq \gamma^{t-1-s}", power="(99/100)"
)


_tilde_below = tilde_below.variant(
    r"\widetilde G_t(\theta_1,\theta_2) = \sum_{s=1}^{t-1}\gamma^{2(t-1-s)}"
    r"\alpha(a_s,\theta_1,\theta_2)a_s a_s^\top + \lambda I_d"
)

Q22 = Claim(
    id="Q22",
    title="G̃_t has the squared weights, so it lies below G_t",
    kernel=KernelTheorem(
        "Q22",
        "every d, t, γ, λ, all actions and parameters, slopes that are not negative",
        shows=r"G_t-\widetilde G_t = "
        r"\sum_{s=1}^{t-1}(\gamma^{t-1-s}-\gamma^{2(t-1-s)})\alpha(a_s,\theta_1,\theta_2)a_s "
        r"a_s^\top,\quad \lambda I_d \leq \widetilde G_t \leq G_t\ (0\leq\gamma\leq 1)",
        mutants=["Q22_mutant"],
    ),
    printed=[_tilde_below.as_part(r"\gamma^{2(t-1-s)} \leq \gamma^{t-1-s}")],
    mutants=[
        tilde_above,
        _tilde_below.mutant("γ a little above 1 allowed", top="1.01", scope=""),
    ],
    hypotheses=["A4"],
    depends_on=["D10"],
    fidelity="verbatim",
    note="G̃_t <= G_t needs α >= 0, which self-concordance gives (μ' >= |μ''| >= 0).",
)

_windowed_mean_value = mean_value.variant(
    r"G_t(\theta_1,\theta_2) = \sum_{s=\max(1,t-\tau)}^{t-1}"
    r"\alpha(a_s,\theta_1,\theta_2)a_s a_s^\top + \lambda I_d",
    scope="d = 2, t = 4, τ = 2, any link",
    weights=last(2),
    matrix=last(2),
)

Q38 = Claim(
    id="Q38",
    title="With a window, g_t(θ1) - g_t(θ2) = G_t(θ1, θ2)(θ1 - θ2)",
    kernel=KernelTheorem(
        "Q38",
        "every d, t, τ, λ, all actions",
        shows=r"g_t(\theta_1)-g_t(\theta_2) = G_t(\theta_1,\theta_2)(\theta_1-\theta_2),\quad G_t "
        r"= "
        r"\sum_{s=\max(1,t-\tau)}^{t-1}\alpha(a_s,\theta_1,\theta_2)a_s a_s^\top + \lambda I_d",
        mutants=["Q38_mutant"],
    ),
    printed=[_windowed_mean_value],
    mutants=[
        _windowed_mean_value.mutant(
            "window longer by one round", r"s = \max(1,t-\tau-1)", matrix=last(3)
        )
    ],
    depends_on=["D10", TERMWISE],
    fidelity="verbatim",
)

CLAIMS = [Q16, Q17, Q22, Q34, Q38, D10]
