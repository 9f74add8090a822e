r"""Noise that is drawn: laws that turn actions and uniform numbers into noise.

A noise is called with the actions and one uniform number u for each path, and answers with the pair
(noise, variance): noise in [-1, 1], in units of m, and its conditional variance, in units of m², an
array of the shape of u each (the variance may be one number).  That its mean is 0 cannot be seen
from what it draws and is left to its author; a :class:`glbtheory.concentration.noise_laws.Law`,
also in units of m, is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from glbtheory._support.validation import positive
from glbtheory.concentration.noise_laws import Law, checked_law

Array = np.ndarray


@dataclass(frozen=True)
class TwoPoint:
    """The centred law on ``high`` > 0 > ``low``, in units of m; arrays give each path its own."""

    high: Any
    low: Any

    def __post_init__(self) -> None:
        if not (np.all(np.asarray(self.high) > 0) and np.all(np.asarray(self.high) <= 1)):
            raise ValueError(f"high must lie in (0, 1], not {self.high!r}")
        if not (np.all(np.asarray(self.low) >= -1) and np.all(np.asarray(self.low) < 0)):
            raise ValueError(f"low must lie in [-1, 0), not {self.low!r}")

    @property
    def chance(self) -> Any:
        """The probability of ``high`` that makes the mean zero."""
        return -self.low / (self.high - self.low)

    @property
    def variance(self) -> Any:
        """The second moment."""
        return -self.high * self.low

    def __call__(self, actions: Array, u: Array) -> tuple[Array, Array]:
        """Noise from uniform numbers, and its variance."""
        return np.where(u < self.chance, self.high, self.low), np.broadcast_to(
            self.variance, u.shape
        )


@dataclass(frozen=True)
class Finite:
    """A finite law of rationals, in units of m."""

    law: Law

    def __call__(self, actions: Array, u: Array) -> tuple[Array, Array]:
        """Noise from uniform numbers, and its variance."""
        ends = np.cumsum([float(p) for p, _ in self.law])[:-1]
        values = np.array([float(x) for _, x in self.law])
        drawn = values[np.searchsorted(ends, u, side="right")]
        return drawn, np.full(u.shape, float(self.law.variance))


@dataclass(frozen=True)
class UniformNoise:
    """The uniform law on [-1, 1], in units of m."""

    def __call__(self, actions: Array, u: Array) -> tuple[Array, Array]:
        """Noise from uniform numbers, and its variance."""
        return 2 * u - 1, np.full(u.shape, 1 / 3)


@dataclass(frozen=True)
class Logistic:
    """r - μ of a Bernoulli reward r with logistic mean, θ* of length ``size`` on the diagonal."""

    size: float

    def __call__(self, actions: Array, u: Array) -> tuple[Array, Array]:
        """Noise from uniform numbers, and its variance μ'."""
        mean = 1 / (1 + np.exp(-self.size / np.sqrt(len(actions)) * actions.sum(axis=0)))
        return (u < mean) - mean, mean * (1 - mean)


def skewed(p: float) -> TwoPoint:
    """The law whose value m has the small probability p."""
    p = positive("p", p)
    if p > 0.5:
        raise ValueError(f"p must lie in (0, 1/2], not {p!r}")
    return TwoPoint(1.0, -p / (1 - p))


Noise = Callable[[Array, Array], tuple[Array, Array]]
FAIR = TwoPoint(1.0, -1.0)
NOISES: dict[str, Noise] = {
    "fair": FAIR,
    "skewed": skewed(0.1),
    "uniform": UniformNoise(),
    "bernoulli": Logistic(1.0),
}


# --- by name --------------------------------------------------------------------------------------


def function_named(name: str, value: Any, known: Mapping[str, Any], others: str) -> Any:
    """A function, or the one of that name."""
    found = known.get(value) if isinstance(value, str) else value
    if not callable(found):
        raise ValueError(f"{name} must be one of {', '.join(known)}, or {others}, not {value!r}")
    return found


def noise_named(noise: str | Law | Noise, *, bounded: bool = True) -> Noise:
    """A noise, the one of that name, or that of a law."""
    if isinstance(noise, Law):
        return Finite(checked_law(noise, 1, bounded=bounded, name="noise"))
    others = "a Law, or a function of actions and uniforms"
    return cast(Noise, function_named("noise", noise, NOISES, others))
