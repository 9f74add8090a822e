"""Symbolic observations, and the identities that several claims check on them.

Everything here is exact algebra in a few small sizes (dimension d, rounds 1 .. t-1), for an
arbitrary link where nothing else is said: the mean function is the derivative of an unknown b.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

import sympy as sp

from glbtheory.claims.model import Statement
from glbtheory.claims.vocabulary.hand_steps import identities

b = sp.Function("b")
_u = sp.Symbol("u", real=True)
gamma, lam, c_mu = sp.symbols("gamma lambda c_mu", positive=True)

#: Weights of the rounds 1 .. t-1 at round t.
Weights = Callable[[int], list[Any]]


def mu(x: Any, order: int = 1) -> Any:
    """b^(order) at x for an arbitrary cumulant function b; order 1 is μ, order 2 is μ'."""
    return b(_u).diff(_u, order).subs(_u, x)


def discounted(t: int, power: int = 1, shift: int = 0) -> list[Any]:
    """γ^{power (t-1-s) + shift}."""
    return [gamma ** (power * (t - 1 - s) + shift) for s in range(1, t)]


def windowed(t: int, tau: int) -> list[Any]:
    """1 for the last τ rounds, 0 before."""
    return [sp.Integer(1 if s >= max(1, t - tau) else 0) for s in range(1, t)]


class Data:
    """Symbolic observations: t-1 rounds in dimension d, with an arbitrary link.

    ``theta`` and ``other`` are two parameters, ``truths`` the true parameter of each round,
    ``alphas`` any slopes, ``x`` any vector.
    """

    def __init__(self, d: int, t: int):
        self.d, self.t = d, t
        self.theta, self.other, self.x = (self._vector(n) for n in ("theta", "eta", "x"))
        self.actions = [self._vector(f"a{s}_") for s in range(1, t)]
        self.truths = [self._vector(f"q{s}_") for s in range(1, t)]
        self.rewards = sp.symbols(f"r2:{t + 1}", real=True)
        self.alphas = sp.symbols(f"alpha1:{t}", positive=True)

    def _vector(self, name: str) -> Any:
        return sp.Matrix([sp.Symbol(f"{name}{i}", real=True) for i in range(1, self.d + 1)])

    def along(self, theta: Any) -> list[Any]:
        """a_s · θ, round by round."""
        return [(a.T * theta)[0] for a in self.actions]

    def means(self) -> list[Any]:
        """μ(a_s · θ*_s): the mean reward of each round."""
        return [mu((a.T * q)[0]) for a, q in zip(self.actions, self.truths, strict=True)]

    def noise(self) -> list[Any]:
        """ε_{s+1} = r_{s+1} - μ(a_s · θ*_s)."""
        return times([1] * (self.t - 1), self.rewards, minus=self.means())

    def secants(self) -> list[Any]:
        """α(a_s, θ, θ') of two different parameters: the mean-value quotient of μ."""
        pairs = zip(self.along(self.theta), self.along(self.other), strict=True)
        return [(mu(x) - mu(y)) / (x - y) for x, y in pairs]

    def score(self, coefficients: Sequence[Any]) -> Any:
        """The sum of c_s a_s over the first len(c) rounds."""
        total = sp.zeros(self.d, 1)
        for c, a in zip(coefficients, self.actions[: len(coefficients)], strict=True):
            total += c * a
        return total

    def gram(self, coefficients: Sequence[Any], ridge: Any) -> Any:
        """The sum of c_s a_s a_s^T over the first len(c) rounds, plus the ridge."""
        total = ridge * sp.eye(self.d)
        for c, a in zip(coefficients, self.actions[: len(coefficients)], strict=True):
            total += c * a * a.T
        return total

    def objective(self, weights: Sequence[Any], penalty: int = 1) -> Any:
        """The weighted regularised negative log-likelihood, up to terms free of θ."""
        total = penalty * lam / 2 * (self.theta.T * self.theta)[0]
        for w, x, r in zip(weights, self.along(self.theta), self.rewards, strict=True):
            total += w * (b(x) - r * x)
        return total

    def gradient(self, weights: Sequence[Any]) -> Any:
        """The gradient of the objective, by differentiation."""
        objective = self.objective(weights)
        return sp.Matrix([sp.diff(objective, x) for x in self.theta])

    def hessian(self, weights: Sequence[Any]) -> Any:
        """H_t(θ) of the definition."""
        slopes = [mu(x, 2) for x in self.along(self.theta)]
        return self.gram(times(weights, slopes), lam)

    def g(self, weights: Sequence[Any], theta: Any = None) -> Any:
        """g_t(θ) of the definition."""
        theta = self.theta if theta is None else theta
        return self.score(times(weights, [mu(x) for x in self.along(theta)])) + lam * theta

    def form(self, matrix: Any) -> Any:
        """x^T M x, as a 1 by 1 matrix."""
        return self.x.T * matrix * self.x

    def squares(self, coefficients: Sequence[Any]) -> Any:
        """The sum of c_s (a_s · x)^2, as a 1 by 1 matrix."""
        return sp.Matrix([sum(times(coefficients, [y**2 for y in self.along(self.x)]))])


def times(weights: Sequence[Any], values: Sequence[Any], minus: Sequence[Any] = ()) -> list[Any]:
    """w_s (v_s - m_s), round by round."""
    less = minus or [0] * len(values)
    return [w * (v - m) for w, v, m in zip(weights, values, less, strict=True)]


def entrywise(left: Any, right: Any, name: str) -> Iterator[tuple[str, Any, Any]]:
    """The entries of two vectors or matrices of one shape, named and expanded."""
    if left.shape != right.shape:
        raise ValueError(f"sides must have one shape, not {left.shape} and {right.shape}")
    for i, j in product(range(left.rows), range(left.cols)):
        yield f"{name}, entry ({i + 1},{j + 1})", sp.expand(left[i, j]), sp.expand(right[i, j])


SIZES = ((1, 1), (1, 2), (2, 3), (3, 2), (2, 4))
WINDOW_SIZES = ((1, 2), (2, 3), (2, 4))


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
