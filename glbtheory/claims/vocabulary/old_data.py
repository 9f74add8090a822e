"""Old forms on symbolic data, being replaced."""
# ruff: noqa

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any

import sympy as sp

from glbtheory.claims.model import Statement
from glbtheory.claims.vocabulary.old_forms import identities
from glbtheory.claims.vocabulary.symbolic_data import (
    SIZES,
    Data,
    Weights,
    c_mu,
    entrywise,
    lam,
    mu,
    times,
)


def on_data(
    sides: Callable[[Data], tuple[Any, Any]],
    latex: str,
    why: str = "",
    sizes: Iterable[tuple[int, int]] = SIZES,
    scope: str = "d <= 3, t <= 4, any link",
) -> Statement:
    """Two vectors or matrices made from the data agree, entry by entry, in every size."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        for d, t in sizes:
            left, right = sides(Data(d, t))
            yield from entrywise(left.doit(), right.doit(), f"d={d}, t={t}")

    return identities(pairs, latex, scope, why)


def mean_value(
    weights: Weights,
    other: Weights,
    latex: str,
    why: str = "",
    extra: str = "",
    sizes: Iterable[tuple[int, int]] = ((2, 4),),
) -> Statement:
    """g(θ) - g(θ') = G(θ, θ')(θ - θ'), with weights of G that may be ``other`` than those of g."""

    def sides(data: Data) -> tuple[Any, Any]:
        w, v = weights(data.t), other(data.t)
        gap = data.theta - data.other
        # G (θ-θ') without the matrix: a a^T (θ-θ') is a times a·(θ-θ').
        slopes = times(v, times(data.secants(), data.along(gap)))
        return data.g(w) - data.g(w, data.other), data.score(slopes) + lam * gap

    where = "; ".join(f"d = {d}, t = {t}" for d, t in sizes)
    return on_data(sides, latex, why, sizes, f"{where}{extra}, any link")


def hessian_identity(
    fitted: Weights, defined: Weights, latex: str, why: str = "", penalty: int = 1, **sizes: Any
) -> Statement:
    """Second derivatives of the objective against the matrix of the definition."""
    return on_data(
        lambda data: (
            sp.hessian(data.objective(fitted(data.t), penalty), list(data.theta)),
            data.hessian(defined(data.t)),
        ),
        latex,
        why,
        **sizes,
    )


def covariance(
    noise: Sequence[Any],
    weights: Sequence[Any],
    latex: str,
    scope: str,
    why: str = "",
    one_parameter: bool = False,
) -> Statement:
    """E of products of entries of Σ v_s ε_{s+1} a_s over the tree of Bernoulli rewards, d = 2.

    The variance of round s is p_s(1 - p_s), which is μ'(a_s·θ*_s) for the logistic mean.  With
    ``one_parameter`` all but the last round are taken at another parameter than their own.
    """

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        n = len(noise)
        means = sp.symbols(f"p1:{n + 1}", positive=True)
        taken = [*sp.symbols(f"q1:{n}", positive=True), means[-1]] if one_parameter else means
        actions = [sp.symbols(f"a{s}_1:3", real=True) for s in range(1, n + 1)]

        def score(path: tuple[int, ...], i: int) -> Any:
            rounds = zip(noise, path, means, actions, strict=True)
            return sum(v * (r - p) * a[i] for v, r, p, a in rounds)

        def probability(path: tuple[int, ...]) -> Any:
            return sp.prod([p if r else 1 - p for r, p in zip(path, means, strict=True)])

        for i, j in ((0, 0), (0, 1), (1, 1)):
            paths = product((1, 0), repeat=n)
            expected = sum(probability(h) * score(h, i) * score(h, j) for h in paths)
            rounds = zip(weights, taken, actions, strict=True)
            given = sum(w * p * (1 - p) * a[i] * a[j] for w, p, a in rounds)
            yield f"entry ({i + 1},{j + 1})", expected, given

    return identities(pairs, latex, scope, why)


def above_design(
    weights: Weights,
    latex: str,
    why: str = "",
    ridge: Any = lam / c_mu,
    design: Weights | None = None,
    **sizes: Any,
) -> Statement:
    """x^T(H_t - c V_t)x = Σ w (μ' - c)(a·x)^2: where slopes are at least c, H_t >= c V_t."""

    def sides(data: Data) -> tuple[Any, Any]:
        w, v = weights(data.t), (design or weights)(data.t)
        slopes = [mu(x, 2) for x in data.along(data.theta)]
        difference = data.hessian(w) - c_mu * data.gram(v, ridge)
        return data.form(difference), data.squares(times(w, slopes, [c_mu] * len(w)))

    return on_data(sides, latex, why, **sizes)


def gradient(
    fitted: Weights, defined: Weights, latex: str, why: str = "", keep: Any = 1, **sizes: Any
) -> Statement:
    """The gradient of the objective is g_t(θ) - Σ w r a; ``keep`` is what g_t keeps of λθ."""

    def sides(data: Data) -> tuple[Any, Any]:
        w, v = fitted(data.t), defined(data.t)
        g = data.g(v) + (keep - 1) * lam * data.theta
        return data.gradient(w), g - data.score(times(v, data.rewards))

    return on_data(sides, latex, why, **sizes)


def condition(
    weights: Weights, latex: str, why: str = "", sign: int = -1, **sizes: Any
) -> Statement:
    """The gradient of the log-likelihood to be maximised is Σ w (r - μ)a - λθ."""

    def sides(data: Data) -> tuple[Any, Any]:
        w = weights(data.t)
        means = [mu(x) for x in data.along(data.theta)]
        residual = data.score(times(w, data.rewards, means))
        return -data.gradient(w), residual + sign * lam * data.theta

    return on_data(sides, latex, why, **sizes)


def separated(
    weights: Weights, latex: str, why: str = "", keep: Any = 1, **sizes: Any
) -> Statement:
    """(θ-θ')·(g(θ)-g(θ')) = Σ w α (a·(θ-θ'))^2 + λ|θ-θ'|^2: g takes no value twice."""

    def sides(data: Data) -> tuple[Any, Any]:
        w, gap = weights(data.t), data.theta - data.other
        steps = [y**2 for y in data.along(gap)]
        total = sum(times(w, times(data.secants(), steps))) + keep * lam * (gap.T * gap)[0]
        return gap.T * (data.g(w) - data.g(w, data.other)), sp.Matrix([total])

    return on_data(sides, latex, why, **sizes)


def noise_and_mean(
    weights: Weights,
    factor: Callable[[Data], Any],
    latex: str,
    why: str = "",
    last: bool = False,
    **sizes: Any,
) -> Statement:
    """Σ w r a = (noise part) + Σ w μ(a·θ*_s)a; with ``last`` all means at the latest parameter."""

    def sides(data: Data) -> tuple[Any, Any]:
        w, means = weights(data.t), data.means()
        if last:
            means = [mu(x) for x in data.along(data.truths[-1])]
        return data.score(times(w, data.rewards)), factor(data) + data.score(times(w, means))

    return on_data(sides, latex, why, **sizes)
