"""The estimate with a sliding window: notation and first-order condition (lines 2600-2670)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import sympy as sp

from glbtheory.claims.model import Claim, Statement
from glbtheory.claims.vocabulary.hand_steps import STRICT_CONVEXITY, TERMWISE
from glbtheory.claims.vocabulary.old_data import (
    above_design,
    condition,
    covariance,
    gradient,
    noise_and_mean,
    on_data,
    separated,
)
from glbtheory.claims.vocabulary.stationary_rounds import stationary_rounds
from glbtheory.claims.vocabulary.symbolic_data import (
    WINDOW_SIZES,
    Data,
    Weights,
    c_mu,
    lam,
    times,
    windowed,
)

_TAUS = (1, 2)


def _window(tau: int) -> Weights:
    return lambda t: windowed(t, tau)


def _sizes(tau: int, sizes: Any = WINDOW_SIZES) -> dict[str, Any]:
    return {"sizes": sizes, "scope": f"d <= 2, t <= 4, τ = {tau}, any link"}


# --- Q35: the design matrix ---------------------------------------------------------------------


def _slide(total: Any, tau: int, latex: str, why: str = "", late: int = 0) -> Statement:
    """A windowed sum at t from the sum at t-1: the new term comes, the one τ rounds older goes.

    ``total(data, weights)`` is the sum; ``late`` keeps the leaving term that many rounds longer.
    """

    def sides(data: Data) -> tuple[Any, Any]:
        t = data.t
        come = [sp.Integer(s == t - 1) for s in range(1, t)]
        go = [sp.Integer(s == t - 1 - tau - late) for s in range(1, t)]
        step = [x - y for x, y in zip(come, go, strict=True)]
        before = total(data, windowed(t - 1, tau))
        nothing = total(data, [sp.Integer(0)] * (t - 1))
        return total(data, windowed(t, tau)), before + total(data, step) - nothing

    return on_data(sides, latex, why, **_sizes(tau))


def _design(data: Data, weights: list[Any]) -> Any:
    return data.gram(weights, lam / c_mu)


_V = r"V_t = \sum_{s=\max(1,t-\tau)}^{t-1}a_s a_s^\top + \frac{\lambda}{c_\mu}I_d"

Q35 = Claim(
    id="Q35",
    title="With a window V_t gains the newest action and, once t > τ, loses the oldest",
    printed=[
        *(_slide(_design, tau, _V) for tau in _TAUS),
        above_design(_window(2), _V, **_sizes(2)),
    ],
    mutants=[
        _slide(_design, 1, r"-a_{t-\tau-1}a_{t-\tau-1}^\top", "oldest dropped a round late", 1),
        above_design(_window(2), r"V_t = \cdots + \lambda I_d", "ridge λ", ridge=lam, **_sizes(2)),
        above_design(
            _window(2),
            r"s = \max(1,t-\tau-1)",
            "window of V_t longer by one round",
            design=_window(3),
            **_sizes(2),
        ),
    ],
    hypotheses=["A3"],
    depends_on=["Q34", TERMWISE],
    note="As with discounts, H_t - c_μ V_t is the sum of (μ' - c_μ) a a^T over the window.",
)


# --- Q36, Q37, Q41: the first-order condition ---------------------------------------------------

Q36 = Claim(
    id="Q36",
    title="With a window g_t(θ) - Σ r_{s+1} a_s is again the gradient of the objective",
    printed=[
        gradient(
            _window(tau),
            _window(tau),
            r"g_t(\theta) = \sum_{s=\max(1,t-\tau)}^{t-1}\mu(a_s^\top\theta)a_s + \lambda\theta",
            **_sizes(tau),
        )
        for tau in _TAUS
    ],
    mutants=[
        gradient(
            _window(1),
            _window(2),
            r"s = \max(1,t-\tau-1)",
            "window of g_t longer by one round",
            **_sizes(1),
        ),
        gradient(
            _window(2),
            _window(2),
            r"g_t(\theta) = \cdots + \tfrac{\lambda}{2}\theta",
            "λ/2 for λ",
            keep=sp.Rational(1, 2),
            **_sizes(2),
        ),
    ],
    depends_on=["Q34", "Q41", TERMWISE],
)


def _noise_sum(tau: int) -> Any:
    """S_t = Σ ε_{s+1} a_s over the window."""
    return lambda data: data.score(times(windowed(data.t, tau), data.noise()))


def _noise_of(data: Data, weights: list[Any]) -> Any:
    return data.score(times(weights, data.noise()[: len(weights)]))


_SUM = r"S_t = \sum_{s=\max(1,t-\tau)}^{t-1}\epsilon_{s+1}a_s"

Q37 = Claim(
    id="Q37",
    title="With a window S_t is the unweighted noise of the last τ rounds",
    printed=[
        *(_slide(_noise_of, tau, _SUM) for tau in _TAUS),
        *(noise_and_mean(_window(tau), _noise_sum(tau), _SUM, **_sizes(tau)) for tau in _TAUS),
    ],
    mutants=[
        noise_and_mean(
            _window(1),
            _noise_sum(2),
            r"s = \max(1,t-\tau-1)",
            "window of S_t longer by one round",
            **_sizes(1),
        ),
        _slide(_noise_of, 1, r"-\epsilon_{t-\tau}a_{t-\tau-1}", "oldest dropped a round late", 1),
    ],
    depends_on=["Q21", TERMWISE],
    note="No factor stands before S_t: inside the window all weights are 1.",
)

_SPLIT = (
    r"g_t(\hat\theta_t) = \sum_{s=\max(1,t-\tau)}^{t-1}r_{s+1}a_s"
    r" = S_t + \sum_{s=\max(1,t-\tau)}^{t-1}\mu(a_s^\top\theta^\star_s)a_s"
)


def _no_bias(tau: int, steady: bool, latex: str, why: str = "") -> Statement:
    """With one parameter in the window, Σ r a - g_t(θ*_t) = S_t - λθ*_t: nothing else is left."""

    def sides(data: Data) -> tuple[Any, Any]:
        if steady:
            first = max(1, data.t - tau)
            data.truths[first - 1 :] = [data.theta] * (data.t - first)
        rewarded = data.score(times(windowed(data.t, tau), data.rewards))
        g = data.g(windowed(data.t, tau))
        return rewarded - g, _noise_sum(tau)(data) - lam * data.theta

    return on_data(sides, latex, why, **_sizes(tau))


Q41 = Claim(
    id="Q41",
    title="The windowed estimate: one zero, and at it noise plus the means of the window",
    printed=[
        *(
            condition(
                _window(tau),
                r"\sum_{s=\max(1,t-\tau)}^{t-1}(r_{s+1}-\mu(a_s^\top\theta))a_s"
                r" - \lambda\theta = 0",
                **_sizes(tau),
            )
            for tau in _TAUS
        ),
        *(gradient(_window(tau), _window(tau), _SPLIT, **_sizes(tau)) for tau in _TAUS),
        *(noise_and_mean(_window(tau), _noise_sum(tau), _SPLIT, **_sizes(tau)) for tau in _TAUS),
    ],
    support=[
        separated(
            _window(1),
            r"(\theta-\theta')^\top(g_t(\theta)-g_t(\theta')) ="
            r" \sum_{s}\alpha_s(a_s^\top(\theta-\theta'))^2+\lambda\lVert\theta-\theta'\rVert_2^2",
            **_sizes(1, [(1, 2), (1, 3), (2, 3)]),
        )
    ],
    mutants=[
        condition(
            _window(2), r"\cdots + \lambda\theta = 0", "sign of λθ turned", sign=1, **_sizes(2)
        ),
        noise_and_mean(
            _window(2),
            _noise_sum(2),
            r"\mu(a_s^\top\theta^\star_{t-1})",
            "the means of all rounds at one parameter",
            last=True,
            **_sizes(2, [(1, 3), (2, 3)]),
        ),
    ],
    hypotheses=["A3"],
    depends_on=["D11", STRICT_CONVEXITY],
    note="Uniqueness is again due to the penalty: with τ < d the window never spans.",
)


# --- Q39: the covariance ------------------------------------------------------------------------

_COVARIANCE = "t = 4, τ = 2, d = 2, fixed actions, logistic rewards with any means"

Q39 = Claim(
    id="Q39",
    title="With a window H_t at the true parameters is the covariance of S_t plus λ I",
    printed=[
        covariance(
            windowed(4, 2),
            windowed(4, 2),
            r"H_t = \sum_{s=\max(1,t-\tau)}^{t-1}\dot\mu(a_s^\top\theta^\star_s)a_s a_s^\top"
            r" + \lambda I_d",
            _COVARIANCE,
        )
    ],
    mutants=[
        covariance(
            windowed(4, 2),
            windowed(4, 3),
            r"s = \max(1,t-\tau-1)",
            _COVARIANCE,
            "window of H_t longer by one round",
        ),
        covariance(
            windowed(4, 2),
            windowed(4, 2),
            r"\dot\mu(a_s^\top\theta^\star_{t-1})",
            _COVARIANCE,
            "one parameter for all rounds",
            one_parameter=True,
        ),
    ],
    depends_on=["Q23", "Q37", TERMWISE],
    note="Squared weights and weights are the same here, so no tilde matrix is needed. On a round "
    "of T(τ) all parameters of the window agree and H_t = H_t(θ*_t).",
)


# --- Q40: rounds far from a change --------------------------------------------------------------

Q40 = stationary_rounds(
    "Q40",
    "t_tau",
    "2642-2651",
    "2644",
    r"\mathcal{T}(\tau)",
    "tau",
    "T(τ) holds the rounds at least τ after the last change, once rounds before 1 are left out",
    "The sums over the window (lines 2610-2640) have the max(1, t-τ) that is missing here.",
)

#: Line 2651 is a sentence about the same set: on it the bias is gone.
Q40 = replace(
    Q40,
    support=[
        *Q40.support,
        *(
            _no_bias(
                tau,
                True,
                r"t\in\mathcal{T}(\tau):\ g_t(\hat\theta_t)-g_t(\theta^\star_t)"
                r" = S_t - \lambda\theta^\star_t",
            )
            for tau in _TAUS
        ),
    ],
    mutants=[
        *Q40.mutants,
        _no_bias(
            2,
            False,
            r"g_t(\hat\theta_t)-g_t(\theta^\star_t) = S_t - \lambda\theta^\star_t",
            "the parameter may change inside the window",
        ),
    ],
)

CLAIMS = [Q35, Q36, Q37, Q39, Q40, Q41]
