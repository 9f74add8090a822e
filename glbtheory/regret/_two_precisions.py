"""The same small linear algebra in floats and in many digits.

A statement about one round of a bandit problem is searched for violations in floats; what looks
like a violation is computed again with many digits.  Both number systems offer the same
operations on numpy arrays, of floats or of mpmath numbers, so that each formula is written once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import mpmath
import numpy as np
import sympy as sp

from glbtheory.setting.likelihood import estimate, mean_slope
from glbtheory.setting.links import Link, z

Array = np.ndarray


@dataclass(frozen=True)
class DoubleNumbers:
    """Double precision."""

    def array(self, values: Any) -> Array:
        """Numbers as an array."""
        return np.asarray(values, dtype=float)

    def number(self, value: Any) -> Any:
        """One number."""
        return float(value)

    def mu(self, link: Link, x: Array) -> Array:
        """μ, entry by entry."""
        return np.asarray(link.mu(x))

    def dmu(self, link: Link, x: Array) -> Array:
        """μ', entry by entry."""
        return np.asarray(link.dmu(x))

    def mean_slope(self, link: Link, x: Array, y: Array) -> Array:
        """The mean of μ' between two points, entry by entry."""
        return mean_slope(x, y, link)

    def sqrt(self, x: Any) -> Any:
        """The root of a number that round-off may have put below zero."""
        return float(np.sqrt(max(x, 0.0)))

    def solve(self, matrix: Array, vector: Array) -> Array:
        """M^{-1} v."""
        return np.linalg.solve(matrix, vector)

    def largest(self, matrix: Array, relative_to: Array) -> Any:
        """The largest eigenvalue of B^{-1/2} A B^{-1/2}."""
        root = np.linalg.inv(np.linalg.cholesky(relative_to))
        return float(np.linalg.eigvalsh(root @ matrix @ root.T)[-1])

    def estimate(
        self, link: Link, actions: Array, rewards: Array, weights: Array, lam: float
    ) -> Array:
        """The weighted maximum-likelihood estimate."""
        return estimate(actions, rewards, weights, link, lam).theta


@dataclass(frozen=True)
class Digits:
    """mpmath numbers of ``count`` digits; floats are read as the decimals they print as."""

    count: int = 40

    @property
    def context(self) -> Any:
        """Arithmetic with half as many digits again: the formulas lose some."""
        return _context(3 * self.count // 2)

    def array(self, values: Any) -> Array:
        array = np.asarray(values)
        return self._filled([self.number(v) for v in array.ravel()], array)

    def _filled(self, values: list[Any], like: Array) -> Array:
        array = np.empty(len(values), dtype=object)
        array[:] = values
        return array.reshape(np.shape(like))

    def number(self, value: Any) -> Any:
        known = isinstance(value, self.context.mpf)
        return value if known else self.context.mpf(repr(float(value)))

    def mu(self, link: Link, x: Array) -> Array:
        return self._each(_functions(link, self.context)[0], x)

    def dmu(self, link: Link, x: Array) -> Array:
        return self._each(_functions(link, self.context)[1], x)

    def _each(self, function: Any, x: Array) -> Array:
        return self._filled([self.context.mpf(function(v)) for v in np.ravel(x)], x)

    def mean_slope(self, link: Link, x: Array, y: Array) -> Array:
        close = self.context.mpf(10) ** (-self.count // 2)
        mu, dmu = _functions(link, self.context)
        pairs = zip(np.ravel(x), np.ravel(y), strict=True)
        # The mean slope and the slope in the middle differ by a square of the distance.
        values = [
            (mu(q) - mu(p)) / (q - p) if abs(q - p) > close else dmu((p + q) / 2) for p, q in pairs
        ]
        return self._filled(values, x)

    def sqrt(self, x: Any) -> Any:
        return self.context.sqrt(max(x, self.context.mpf(0)))

    def solve(self, matrix: Array, vector: Array) -> Array:
        m = self.context.matrix
        return self._filled(
            list(self.context.lu_solve(m(matrix.tolist()), m(vector.tolist()))), vector
        )

    def largest(self, matrix: Array, relative_to: Array) -> Any:
        m = self.context.matrix
        root = self.context.cholesky(m(relative_to.tolist())) ** -1
        whitened = root * m(matrix.tolist()) * root.T
        return max(self.context.eigsy((whitened + whitened.T) / 2, eigvals_only=True))

    def estimate(
        self, link: Link, actions: Array, rewards: Array, weights: Array, lam: Any
    ) -> Array:
        """Newton's method from the estimate in floats."""
        A, r, w = (np.asarray(v, dtype=float) for v in (actions, rewards, weights))
        theta = self.array(estimate(A, r, w, link, float(lam)).theta)
        identity = self.array(np.identity(len(theta)))
        for _ in range(self.count):
            x = actions @ theta
            gradient = actions.T @ (weights * (self.mu(link, x) - rewards)) + lam * theta
            hessian = (actions.T * (weights * self.dmu(link, x))) @ actions + lam * identity
            step = self.solve(hessian, gradient)
            theta = theta - step
            if max(abs(v) for v in step) < self.context.mpf(10) ** (-self.count):
                return theta
        raise ArithmeticError("the estimate did not converge")


@lru_cache(maxsize=8)
def _context(digits: int) -> Any:
    """An mpmath of its own, whose precision nobody else changes."""
    context = mpmath.mp.clone()
    context.dps = digits
    return context


@lru_cache(maxsize=64)
def _functions(link: Link, context: Any) -> tuple[Any, Any]:
    names = {name: getattr(context, name) for name in ("exp", "erf", "sqrt", "pi", "mpf", "tanh")}
    mu, dmu = (sp.lambdify(z, f, [names, "mpmath"]) for f in (link.mean, link.slope))
    return mu, dmu
