"""Symbolic observations, and the form of an identity between things made from them.

Everything here is exact algebra in a few small sizes (dimension d, rounds 1 .. t-1), for an
arbitrary link where nothing else is said: the mean function is the derivative of an unknown b.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

import sympy as sp

from glbtheory.claims.model import Statement
from glbtheory.claims.vocabulary.forms import Decorator, Text, given, tokens_of
from glbtheory.claims.vocabulary.identities import identities_of
from glbtheory.engines.evidence import CASES

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

    def slopes(self) -> list[Any]:
        """μ'(a_s · θ), round by round."""
        return [mu(x, 2) for x in self.along(self.theta)]

    def hessian(self, weights: Sequence[Any]) -> Any:
        """H_t(θ) of the definition."""
        return self.gram(times(weights, self.slopes()), lam)

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
SCOPE = "d <= 3, t <= 4, any link"


def on_data(
    *, latex: Text, sizes: Iterable[tuple[int, int]] = SIZES, scope: Text = SCOPE
) -> Decorator:
    """Two vectors or matrices made from the data agree, entry by entry, in every size (d, t).

    The decorated function of the data returns both; ``sizes`` is a token as well.
    """

    def form(sides: Callable[..., tuple[Any, Any]]) -> Statement:
        def pairs(**tokens: Any) -> Iterable[tuple[str, Any, Any]]:
            for d, t in tokens["sizes"]:
                left, right = sides(Data(d, t), **given(sides, tokens))
                yield from entrywise(left.doit(), right.doit(), f"d={d}, t={t}")

        tokens = {**tokens_of(sides, latex, scope), "sizes": tuple(sizes)}
        # Dimension and number of rounds are numbers here.
        return identities_of(pairs, tokens, latex, scope, extent=CASES)

    return form
