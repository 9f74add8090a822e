"""Coordinates of the unit ball and of positive scalars, for searches over all data of a bound."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from flint import fmpq

from glbtheory.formulas import RANGES

Array = np.ndarray


@dataclass(frozen=True)
class Chart:
    """Coordinates for n actions of the unit ball of R^d and some positive scalars.

    A point holds the scalars (logarithms, except gamma), the weights if they are free, the n
    radii in [0, 1] and the n directions u in [-1, 1]^d; the action is radius u / |u|.  ``first``
    is the round of the first action.
    """

    d: int
    n: int
    scalars: dict[str, tuple[float, float]]
    first: int = 1
    weighted: bool = False

    @property
    def bounds(self) -> list[tuple[float, float]]:
        ends = [
            pair if name == "gamma" else (float(np.log(pair[0])), float(np.log(pair[1])))
            for name, pair in self.scalars.items()
        ]
        between = (0.0, 1.0)
        return ends + [between] * (self.n * (1 + self.weighted)) + [(-1.0, 1.0)] * (self.n * self.d)

    def _split(self, x: Array) -> tuple[Array, Array, Array, Array]:
        """Scalars, weights, radii and directions."""
        m, n = len(self.scalars), self.n
        extra = n * self.weighted
        head, weights, radii = x[:m], x[m : m + extra], x[m + extra : m + extra + n]
        return head, weights, radii, x[m + extra + n :].reshape(n, self.d)

    def read(self, x: Array) -> tuple[list[float], Array]:
        """The scalars and the actions."""
        head, _, radii, u = self._split(x)
        values = [
            float(v) if name == "gamma" else float(np.exp(v))
            for name, v in zip(self.scalars, head, strict=True)
        ]
        return values, radii[:, None] * _unit(u)[0]

    def weights(self, x: Array) -> Array:
        """The free weights."""
        return self._split(x)[1]

    def pull(
        self, x: Array, d_scalars: Sequence[float], d_actions: Array, d_weights: Any = None
    ) -> Array:
        """The gradient in the coordinates from the one in scalars and actions."""
        values, _ = self.read(x)
        _, _, radii, u = self._split(x)
        unit, length = _unit(u)
        head = [
            s if name == "gamma" else s * v
            for name, v, s in zip(self.scalars, values, d_scalars, strict=True)
        ]
        along = np.einsum("ti,ti->t", d_actions, unit)
        turn = (radii / length)[:, None] * (d_actions - along[:, None] * unit)
        free = [] if d_weights is None else d_weights
        return np.concatenate([head, free, along, turn.ravel()])

    def point(self, values: Sequence[float], A: Array) -> Array:
        """The coordinates of given scalars and actions; free weights are 1."""
        head = [
            v if name == "gamma" else np.log(v)
            for name, v in zip(self.scalars, values, strict=True)
        ]
        radii = np.linalg.norm(A, axis=1)
        # A round without an action still needs a direction.
        rest = np.eye(1, self.d).repeat(self.n, axis=0)
        u = np.where(radii[:, None] > 0, A, rest)
        return np.concatenate([head, np.ones(self.n * self.weighted), radii, u.ravel()])

    def corners(self) -> Iterator[tuple[float, ...]]:
        """Scalars for the structured starts: both ends and 1, little forgetting."""
        choices = [
            (pair[1],) if name == "gamma" else (*pair, 1.0) for name, pair in self.scalars.items()
        ]
        return product(*choices)

    def describe(self, x: Array) -> dict[str, Any]:
        """Rational data next to the point: twelve digits, and no action longer than 1."""
        floats = np.asarray(x, dtype=float)
        values, A = self.read(floats)
        data: dict[str, Any] = {"d": self.d}
        for i, (name, value) in enumerate(zip(self.scalars, values, strict=True)):
            simple = name == "gamma" and isinstance(x[i], Fraction)
            data[name] = x[i] if simple else Fraction(f"{value:.12g}")
        if self.weighted:
            data["weights"] = [Fraction(f"{v:.12f}") for v in self.weights(floats)]
        rounds: dict[tuple[Fraction, ...], list[int]] = {}
        for t, a in enumerate(A, start=self.first):
            action = tuple(Fraction(f"{v:.12f}") for v in a)
            if sum(v * v for v in action) > 1:
                action = tuple(Fraction(f"{v:.12f}") for v in (1 - 1e-12 * self.d) * a)
            if any(action):
                rounds.setdefault(action, []).append(t)
        data["actions"] = {_ranges(when): list(action) for action, when in rounds.items()}
        return data

    def parse(self, data: dict[str, Any]) -> tuple[dict[str, Any], list[list[Any]]]:
        """Scalars and actions of a description (or of its text) as exact rationals."""
        scalars: dict[str, Any] = {name: _rational(data[name]) for name in self.scalars}
        for name, value in scalars.items():
            if not value > 0 or (name == "gamma" and not value < 1):
                raise ValueError(f"{name} must be {RANGES[name][0]}, not {value}")
        if self.weighted:
            scalars["weights"] = [_rational(v) for v in data["weights"]]
            if not all(0 <= v <= 1 for v in scalars["weights"]):
                raise ValueError("weights must lie in [0, 1]")
        actions = [[fmpq(0)] * self.d for _ in range(self.n)]
        for when, action in data["actions"].items():
            exact = [_rational(v) for v in action]
            if len(exact) != self.d or sum((v * v for v in exact), fmpq(0)) > 1:
                raise ValueError(f"actions must be {self.d} numbers with norm at most 1")
            for t in _numbers(when):
                if not 0 <= t - self.first < self.n:
                    last = self.first + self.n - 1
                    raise ValueError(f"actions must be of the rounds {self.first} to {last}")
                actions[t - self.first] = exact
        return scalars, actions


def _unit(u: Array) -> tuple[Array, Array]:
    """Unit vectors and lengths; the direction 0 gives the action 0."""
    length = np.sqrt(np.einsum("ti,ti->t", u, u))
    length = np.where(length > 0, length, 1.0)
    return u / length[:, None], length


def _rational(value: Any) -> Any:
    q = Fraction(value)
    return fmpq(q.numerator, q.denominator)


def _ranges(rounds: Sequence[int]) -> str:
    """1, 2, 3, 7 as "1-3,7"."""
    runs: list[list[int]] = []
    for t in rounds:
        if runs and t == runs[-1][1] + 1:
            runs[-1][1] = t
        else:
            runs.append([t, t])
    return ",".join(f"{a}" if a == b else f"{a}-{b}" for a, b in runs)


def _numbers(text: str) -> Iterator[int]:
    """The inverse of :func:`_ranges`."""
    for run in text.split(","):
        first, _, last = run.partition("-")
        yield from range(int(first), int(last or first) + 1)


def once(d: int, n: int, period: int | None = None) -> Array:
    """Each basis vector once, then nothing; all over again after a period."""
    s = np.arange(n) % (period or n)
    return np.where((s < d)[:, None], np.identity(d)[s % d], 0.0)


def cycle(d: int, n: int, dwell: int = 1) -> Array:
    """The basis over and over, each vector for ``dwell`` rounds."""
    return np.identity(d)[np.arange(n) // dwell % d]


def frame(d: int, n: int) -> Array:
    """Unit vectors whose outer products sum to a multiple of the identity (harmonic frame)."""
    angles = 2 * np.pi * np.outer(np.arange(n), np.arange(1, d // 2 + 1)) / n
    rest = np.full((n, d % 2), 0.5**0.5)
    return (2 / d) ** 0.5 * np.concatenate([np.cos(angles), np.sin(angles), rest], axis=1)
