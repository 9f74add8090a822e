"""Identities of the weighted estimate that claims of several chapters make, on symbolic data.

Each is one statement, as printed with discounts.  The weights of a sum are tokens: a window puts
its own in (:func:`in_window`), a mutant moves those of one side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

import sympy as sp

from glbtheory.claims.model import Statement
from glbtheory.claims.vocabulary.identities import identity
from glbtheory.claims.vocabulary.symbolic_data import (
    WINDOW_SIZES,
    Data,
    Weights,
    c_mu,
    discounted,
    gamma,
    lam,
    mu,
    on_data,
    times,
    windowed,
)


def squared(t: int) -> list[Any]:
    """γ^{2(t-1-s)}: the weights of the matrices with a tilde."""
    return discounted(t, power=2)


def late(t: int) -> list[Any]:
    """γ^{t-s}: the exponent moved by one."""
    return discounted(t, shift=1)


def scaled(t: int, shift: int = 0) -> list[Any]:
    """γ^{t-1+shift} times the weights γ^{-s} of S_t."""
    return [gamma ** (t - 1 + shift) * gamma**-s for s in range(1, t)]


def last(tau: int) -> Weights:
    """1 for the last τ rounds, 0 before, at any t."""
    return lambda t: windowed(t, tau)


def of_window(*, tau: int = 1) -> str:
    """The scope of a statement with a window."""
    return f"d <= 2, t <= 4, τ = {tau}, any link"


def in_window(
    statement: Statement, tau: int, latex: str, sizes: Iterable[tuple[int, int]] = WINDOW_SIZES
) -> Statement:
    """A statement about discounted sums with a window: each of its weights is the window's."""
    weights = {n: last(tau) for n, w in statement.tokens.items() if w in (discounted, scaled)}
    return statement.variant(latex, scope=of_window(tau=tau), sizes=tuple(sizes), **weights)


# --- the objective, its gradient and its Hessian --------------------------------------------------


@on_data(
    latex=r"g_t(\theta) = \sum_{s=1}^{t-1}\gamma^{t-1-s}\mu(a_s^\top\theta)a_s + \lambda\theta"
)
def gradient(
    data: Data, *, fitted: Weights = discounted, defined: Weights = discounted, keep: Any = 1
) -> Any:
    """The gradient of the objective is g_t(θ) - Σ w r a; ``keep`` is what g_t keeps of λθ."""
    v = defined(data.t)
    g = data.g(v) + (keep - 1) * lam * data.theta
    return data.gradient(fitted(data.t)), g - data.score(times(v, data.rewards))


@on_data(
    latex=r"\sum_{s=1}^{t-1}\gamma^{t-1-s}(r_{s+1}-\mu(a_s^\top\theta))a_s - \lambda\theta = 0"
)
def condition(data: Data, *, weights: Weights = discounted, sign: int = -1) -> Any:
    """The gradient of the log-likelihood to be maximised is Σ w (r - μ)a - λθ."""
    w, means = weights(data.t), [mu(x) for x in data.along(data.theta)]
    residual = data.score(times(w, data.rewards, means))
    return -data.gradient(w), residual + sign * lam * data.theta


@on_data(
    latex=r"H_t(\theta) = \sum_{s=1}^{t-1}\gamma^{t-1-s}\dot\mu(a_s^\top\theta)a_s a_s^\top"
    r" + \lambda I_d"
)
def hessian(
    data: Data, *, fitted: Weights = discounted, defined: Weights = discounted, penalty: int = 1
) -> Any:
    """Second derivatives of the objective against the matrix of the definition."""
    objective = data.objective(fitted(data.t), penalty)
    return sp.hessian(objective, list(data.theta)), data.hessian(defined(data.t))


@on_data(
    latex=r"V_t = \sum_{s=1}^{t-1}\gamma^{t-1-s}a_s a_s^\top + \frac{\lambda}{c_\mu}I_d",
)
def above_design(
    data: Data,
    *,
    weights: Weights = discounted,
    design: Weights = discounted,
    ridge: Any = lam / c_mu,
    slopes: Callable[[Data], Sequence[Any]] = Data.slopes,
) -> Any:
    """x^T(H_t - c V_t)x = Σ w (μ' - c)(a·x)^2: where slopes are at least c, H_t >= c V_t."""
    w, found = weights(data.t), slopes(data)
    difference = data.gram(times(w, found), lam) - c_mu * data.gram(design(data.t), ridge)
    return data.form(difference), data.squares(times(w, found, [c_mu] * len(w)))


# --- two parameters -------------------------------------------------------------------------------


def _listed(*, sizes: Iterable[tuple[int, int]] = ((2, 4),)) -> str:
    return "; ".join(f"d = {d}, t = {t}" for d, t in sizes) + ", any link"


@on_data(
    sizes=[(2, 4)],
    latex=r"G_t(\theta_1,\theta_2) = \sum_{s=1}^{t-1}\gamma^{t-1-s}"
    r"\alpha(a_s,\theta_1,\theta_2)a_s a_s^\top + \lambda I_d",
    scope=_listed,
)
def mean_value(data: Data, *, weights: Weights = discounted, matrix: Weights = discounted) -> Any:
    """g(θ) - g(θ') = G(θ, θ')(θ - θ'), with the weights of g and those of G."""
    w, gap = weights(data.t), data.theta - data.other
    # G (θ-θ') without the matrix: a a^T (θ-θ') is a times a·(θ-θ').
    steps = times(matrix(data.t), times(data.secants(), data.along(gap)))
    return data.g(w) - data.g(w, data.other), data.score(steps) + lam * gap


@on_data(
    sizes=[(1, 3), (2, 2)],
    latex=r"(\theta-\theta')^\top(g_t(\theta)-g_t(\theta')) ="
    r" \sum_s\gamma^{t-1-s}\alpha_s(a_s^\top(\theta-\theta'))^2"
    r" + \lambda\lVert\theta-\theta'\rVert_2^2",
    scope="d <= 2, t <= 3, any link",
)
def separated(data: Data, *, weights: Weights = discounted, keep: Any = 1) -> Any:
    """(θ-θ')·(g(θ)-g(θ')) = Σ w α (a·(θ-θ'))^2 + λ|θ-θ'|^2: g takes no value twice."""
    w, gap = weights(data.t), data.theta - data.other
    squares = [y**2 for y in data.along(gap)]
    total = sum(times(w, times(data.secants(), squares))) + keep * lam * (gap.T * gap)[0]
    return gap.T * (data.g(w) - data.g(w, data.other)), sp.Matrix([total])


# --- the noise ------------------------------------------------------------------------------------


@on_data(
    latex=r"g_t(\hat\theta_t) = \sum_{s=1}^{t-1}\gamma^{t-1-s}r_{s+1}a_s = \gamma^{t-1}S_t"
    r" + \sum_{s=1}^{t-1}\gamma^{t-1-s}\mu(a_s^\top\theta^\star_s)a_s"
)
def noise_and_mean(
    data: Data,
    *,
    weights: Weights = discounted,
    noise: Weights = scaled,
    own_parameter: bool = True,
) -> Any:
    """Σ w r a = Σ v ε a + Σ w μ(a·θ*_s)a, or with all means at the latest parameter."""
    w, means = weights(data.t), data.means()
    if not own_parameter and data.truths:
        means = [mu(x) for x in data.along(data.truths[-1])]
    noises = data.score(times(noise(data.t), data.noise()))
    return data.score(times(w, data.rewards)), noises + data.score(times(w, means))


@identity(
    latex=r"\widetilde H_t = \sum_{s=1}^{t-1}\gamma^{2(t-1-s)}\dot\mu(a_s^\top\theta^\star_s)"
    r"a_s a_s^\top + \lambda I_d",
    scope="t = 4, d = 2, fixed actions, logistic rewards with any means, every γ",
)
def covariance(
    *,
    t: int = 4,
    noise: Weights = discounted,
    weights: Weights = squared,
    own_parameter: bool = True,
) -> Iterator[tuple[str, Any, Any]]:
    """E of products of entries of Σ v_s ε_{s+1} a_s over the tree of Bernoulli rewards, d = 2.

    The variance of round s is p_s(1 - p_s), which is μ'(a_s·θ*_s) for the logistic mean, or with
    all but the last round at another parameter than their own.
    """
    means = sp.symbols(f"p1:{t}", positive=True)
    taken = means if own_parameter else [*sp.symbols(f"q1:{t - 1}", positive=True), means[-1]]
    actions = [sp.symbols(f"a{s}_1:3", real=True) for s in range(1, t)]

    def score(path: tuple[int, ...], i: int) -> Any:
        rounds = zip(noise(t), path, means, actions, strict=True)
        return sum(v * (r - p) * a[i] for v, r, p, a in rounds)

    def probability(path: tuple[int, ...]) -> Any:
        return sp.prod([p if r else 1 - p for r, p in zip(path, means, strict=True)])

    for i, j in ((0, 0), (0, 1), (1, 1)):
        paths = product((1, 0), repeat=t - 1)
        expected = sum(probability(h) * score(h, i) * score(h, j) for h in paths)
        rounds = zip(weights(t), taken, actions, strict=True)
        defined = sum(w * p * (1 - p) * a[i] * a[j] for w, p, a in rounds)
        yield f"entry ({i + 1},{j + 1})", expected, defined
