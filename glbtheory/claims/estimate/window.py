"""The estimate with a sliding window: notation and first-order condition (lines 2600-2670)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import sympy as sp

from glbtheory.claims.estimate.discounts import one_below
from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.vocabulary import identity
from glbtheory.claims.vocabulary.data_identities import (
    above_design,
    condition,
    covariance,
    gradient,
    in_window,
    last,
    noise_and_mean,
    of_window,
    separated,
)
from glbtheory.claims.vocabulary.hand_steps import STRICT_CONVEXITY
from glbtheory.claims.vocabulary.symbolic_data import (
    WINDOW_SIZES,
    Data,
    b,
    c_mu,
    lam,
    mu,
    on_data,
    times,
    windowed,
)

_TAUS, _HALF = (1, 2), sp.Rational(1, 2)

# --- Q35: the design matrix ---------------------------------------------------------------------


def _design(data: Data, weights: list[Any]) -> Any:
    return data.gram(weights, lam / c_mu)


_V = r"V_t = \sum_{s=\max(1,t-\tau)}^{t-1}a_s a_s^\top + \frac{\lambda}{c_\mu}I_d"


@on_data(sizes=WINDOW_SIZES, latex=_V, scope=of_window)
def slides(
    data: Data,
    *,
    total: Callable[[Data, list[Any]], Any] = _design,
    tau: int = 1,
    late: int = 0,
) -> Any:
    """A windowed sum at t from the sum at t-1: the new term comes, the one τ rounds older goes.

    ``total(data, weights)`` is the sum; ``late`` keeps the leaving term that many rounds longer.
    """
    t = data.t
    step = [sp.Integer((s == t - 1) - (s == t - 1 - tau - late)) for s in range(1, t)]
    before = total(data, windowed(t - 1, tau))
    nothing = total(data, [sp.Integer(0)] * (t - 1))
    return total(data, windowed(t, tau)), before + total(data, step) - nothing


_above_design = in_window(above_design, 2, _V)

Q35 = Claim(
    id="Q35",
    title="With a window V_t gains the newest action and, once t > τ, loses the oldest",
    kernel=KernelTheorem(
        "Q35",
        "every d, t, τ, λ, all actions in the unit ball; c_μ any lower bound of the slopes",
        shows=r"V_{t+1} = V_t + a_t a_t^\top - a_{t-\tau}a_{t-\tau}^\top\,1\{t>\tau\},\quad "
        r"c_\mu V_t "
        r"\leq H_t(\theta)\ (\theta\in\Theta)",
        mutants=["Q35_mutant"],
    ),
    printed=[
        *(
            slides.variant(tau=tau).as_cases(
                r"V_{t+1} = V_t + a_t a_t^\top - a_{t-\tau}a_{t-\tau}^\top\,1\{t>\tau\},"
                rf"\quad d\leq 2,\ t < 4,\ \tau = {tau}"
            )
            for tau in _TAUS
        ),
        _above_design.as_cases(
            r"x^\top(H_t(\theta)-c_\mu V_t)x = \sum_{s=\max(1,t-\tau)}^{t-1}"
            r"(\dot\mu(a_s^\top\theta)-c_\mu)(a_s^\top x)^2,\quad d\leq 2,\ t\leq 4,\ \tau = 2"
        ),
    ],
    support=[one_below],
    mutants=[
        slides.mutant("oldest dropped a round late", r"-a_{t-\tau-1}a_{t-\tau-1}^\top", late=1),
        _above_design.mutant("ridge λ", r"V_t = \cdots + \lambda I_d", ridge=lam),
        _above_design.mutant(
            "window of V_t longer by one round", r"s = \max(1,t-\tau-1)", design=last(3)
        ),
    ],
    hypotheses=["A1", "A3"],
    depends_on=["Q34"],
    fidelity="verbatim",
    note="As with discounts, H_t - c_μ V_t is the sum of (μ' - c_μ) a a^T over the window.",
)


# --- Q36, Q37, Q41: the first-order condition ---------------------------------------------------

_G = r"g_t(\theta) = \sum_{s=\max(1,t-\tau)}^{t-1}\mu(a_s^\top\theta)a_s + \lambda\theta"
_IS_GRADIENT = (
    r"g_t(\theta)-\sum_s r_{s+1}a_s = \nabla_\theta\Big(\sum_s\big(b(a_s^\top\theta)"
    r"-r_{s+1}a_s^\top\theta\big)+\tfrac\lambda2\lVert\theta\rVert_2^2\Big),\quad"
    r" \max(1,t-\tau)\leq s\leq t-1,\ d\leq 2,\ t\leq 4,\ \tau = %s"
)


@identity(
    latex=r"\partial_i\big(b(a^\top\theta)-r\,a^\top\theta\big) = (\mu(a^\top\theta)-r)\,a_i,\quad"
    r"\partial_i\tfrac\lambda2\lVert\theta\rVert_2^2 = \lambda\theta_i",
    scope="every dimension, entry and link: the other entries of a·θ are one number",
)
def _one_observation(*, penalty: Any = 1) -> Iterator[tuple[str, Any, Any]]:
    """Derivatives at one observation and of the penalty; ``rest`` are the other entries."""
    x, a, r, rest, others = sp.symbols("theta_i a_i r rest others", real=True)
    inner = a * x + rest
    yield "term", sp.diff(b(inner) - r * inner, x).doit(), ((mu(inner) - r) * a).doit()
    yield "penalty", sp.diff(lam / 2 * (x**2 + others), x), penalty * lam * x


_gradient_in_one, _gradient_in_two = (in_window(gradient, tau, _G) for tau in _TAUS)

Q36 = Claim(
    id="Q36",
    title="With a window g_t(θ) - Σ r_{s+1} a_s is again the gradient of the objective",
    kernel=KernelTheorem(
        "Q36",
        "every d, t, τ, λ, all data and links; in every direction",
        shows=r"\nabla_\theta\Big(-\sum_{s=\max(1,t-\tau)}^{t-1}\log\mathbb{P}_\theta(r_{s+1}|a_s)"
        r"+\tfrac\lambda2\lVert\theta\rVert_2^2\Big) = "
        r"g_t(\theta)-\sum_{s=\max(1,t-\tau)}^{t-1}r_{s+1}a_s",
        mutants=["Q36_mutant"],
    ),
    printed=[
        _gradient_in_one.as_cases(_IS_GRADIENT % 1),
        _gradient_in_two.as_cases(_IS_GRADIENT % 2),
    ],
    support=[_one_observation],
    mutants=[
        _one_observation.mutant("penalty halved", r"\tfrac\lambda2\theta_i", penalty=_HALF),
        _gradient_in_one.mutant(
            "window of g_t longer by one round", r"s = \max(1,t-\tau-1)", defined=last(2)
        ),
        _gradient_in_two.mutant(
            "λ/2 for λ",
            r"g_t(\theta) = \cdots + \tfrac{\lambda}{2}\theta",
            keep=_HALF,
        ),
    ],
    depends_on=["Q34", "Q41"],
    fidelity="verbatim",
)


def _noise(data: Data, weights: list[Any]) -> Any:
    return data.score(times(weights, data.noise()[: len(weights)]))


_S = r"S_t = \sum_{s=\max(1,t-\tau)}^{t-1}\epsilon_{s+1}a_s"
_noise_slides = slides.variant(_S, total=_noise)
_noise_in_one, _noise_in_two = (in_window(noise_and_mean, tau, _S) for tau in _TAUS)

_NOISE_SLIDES = (
    r"S_{t+1} = S_t + \epsilon_{t+1}a_t - \epsilon_{t-\tau+1}a_{t-\tau}\,1\{t>\tau\},"
    r"\quad d\leq 2,\ t < 4,\ \tau = %s"
)
_REWARDS = (
    r"\sum_s r_{s+1}a_s = S_t + \sum_s\mu(a_s^\top\theta^\star_s)a_s,\quad"
    r" \max(1,t-\tau)\leq s\leq t-1,\ d\leq 2,\ t\leq 4,\ \tau = %s"
)

Q37 = Claim(
    id="Q37",
    title="With a window S_t is the unweighted noise of the last τ rounds",
    kernel=KernelTheorem(
        "Q37",
        "every d, t, τ, all data and links",
        shows=r"S_{t+1} = S_t + \epsilon_{t+1}a_t - "
        r"\epsilon_{t-\tau+1}a_{t-\tau}\,1\{t>\tau\},\quad "
        r"\sum_s r_{s+1}a_s = S_t + \sum_s\mu(a_s^\top\theta^\star_s)a_s",
        mutants=["Q37_mutant"],
    ),
    printed=[
        *(_noise_slides.variant(tau=tau).as_cases(_NOISE_SLIDES % tau) for tau in _TAUS),
        _noise_in_one.as_cases(_REWARDS % 1),
        _noise_in_two.as_cases(_REWARDS % 2),
    ],
    mutants=[
        _noise_in_one.mutant(
            "window of S_t longer by one round", r"s = \max(1,t-\tau-1)", noise=last(2)
        ),
        _noise_slides.mutant(
            "oldest dropped a round late", r"-\epsilon_{t-\tau}a_{t-\tau-1}", late=1
        ),
    ],
    depends_on=["Q21"],
    fidelity="verbatim",
    note="No factor stands before S_t: inside the window all weights are 1.",
)

_CONDITION = r"\sum_{s=\max(1,t-\tau)}^{t-1}(r_{s+1}-\mu(a_s^\top\theta))a_s - \lambda\theta = 0"
_SPLIT = (
    r"g_t(\hat\theta_t) = \sum_{s=\max(1,t-\tau)}^{t-1}r_{s+1}a_s"
    r" = S_t + \sum_{s=\max(1,t-\tau)}^{t-1}\mu(a_s^\top\theta^\star_s)a_s"
)
_conditions, _gradients, _splits = (
    [in_window(statement, tau, latex) for tau in _TAUS]
    for statement, latex in (
        (condition, _CONDITION),
        (gradient, _SPLIT),
        (noise_and_mean, _SPLIT),
    )
)

Q41 = Claim(
    id="Q41",
    title="The windowed estimate: one zero, and at it noise plus the means of the window",
    kernel=KernelTheorem(
        "Q41",
        "every d, t, τ, λ > 0, all data",
        mutants=["Q41_mutant"],
    ),
    printed=[*_conditions, *_gradients, *_splits],
    support=[
        in_window(
            separated,
            1,
            r"(\theta-\theta')^\top(g_t(\theta)-g_t(\theta')) ="
            r" \sum_{s}\alpha_s(a_s^\top(\theta-\theta'))^2+\lambda\lVert\theta-\theta'\rVert_2^2",
            sizes=[(1, 2), (1, 3), (2, 3)],
        )
    ],
    mutants=[
        _conditions[1].mutant("sign of λθ turned", r"\cdots + \lambda\theta = 0", sign=1),
        _splits[1].mutant(
            "the means of all rounds at one parameter",
            r"\mu(a_s^\top\theta^\star_{t-1})",
            own_parameter=False,
        ),
    ],
    hypotheses=["A3"],
    depends_on=["D11", STRICT_CONVEXITY],
    fidelity="verbatim",
    note="Uniqueness is again due to the penalty: with τ < d the window never spans.",
)


# --- Q39: the covariance ------------------------------------------------------------------------

_covariance = covariance.variant(
    r"H_t = \sum_{s=\max(1,t-\tau)}^{t-1}\dot\mu(a_s^\top\theta^\star_s)a_s a_s^\top"
    r" + \lambda I_d",
    scope="t = 4, τ = 2, d = 2, fixed actions, logistic rewards with any means",
    noise=last(2),
    weights=last(2),
)


Q39 = Claim(
    id="Q39",
    title="With a window H_t at the true parameters is the covariance of S_t plus λ I",
    kernel=KernelTheorem(
        "Q39",
        "every d, t, τ, λ and parameters, fixed actions, rewards of any law with mean μ and "
        "variance μ' given the past",
        shows=r"\operatorname{Cov}(S_t)+\lambda I_d = H_t",
        mutants=["Q39_mutant"],
    ),
    printed=[
        _covariance.as_cases(
            r"\operatorname{Cov}(S_t)+\lambda I_d,\quad t = 4,\ \tau = 2,\ d = 2,\ \text{logistic}"
        )
    ],
    mutants=[
        _covariance.mutant(
            "window of H_t longer by one round", r"s = \max(1,t-\tau-1)", weights=last(3)
        ),
        _covariance.mutant(
            "one parameter for all rounds",
            r"\dot\mu(a_s^\top\theta^\star_{t-1})",
            own_parameter=False,
        ),
    ],
    depends_on=["D1", "Q37"],
    fidelity="verbatim",
    note="Squared weights and weights are the same here, so no tilde matrix is needed. On a round "
    "of T(τ) all parameters of the window agree and H_t = H_t(θ*_t).",
)

CLAIMS = [Q35, Q36, Q37, Q39, Q41]
