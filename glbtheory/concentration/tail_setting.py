r"""An instance of the tail inequality, and the state of its paths before the next action.

At the fixed round :math:`t` the tail inequality speaks of

.. math:: S = \sum_{s<t} w_s \varepsilon_{s+1} a_s, \qquad
          H = \sum_{s<t} w_s^2 \sigma_s^2 a_s a_s^\top + \lambda I,

with :math:`w_s = \gamma^{t-1-s}`, or 1 on the last :math:`\tau` rounds.  The weights are those of
round :math:`t` from the start, so every round is a rank-one update (Sherman and Morrison) with a
fixed ridge; the recursion :math:`H \to \gamma^2 H + \sigma^2 aa^\top + (1-\gamma^2)\lambda I`
ends at the same matrix, but needs a new inverse in every round.  It also suits the adversary,
who aims at round :math:`t`.

Arrays keep the paths in their last axis: actions are (d, paths).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from glbtheory._support.validation import fraction_of_one, positive, whole_number
from glbtheory.concentration.drawn_noise import Logistic, Noise, noise_named
from glbtheory.concentration.noise_laws import Law
from glbtheory.formulas import FORMULAS
from glbtheory.setting.forgetting import Discount, Forever, Forgetting, Window

Array = np.ndarray


@dataclass(frozen=True)
class TailSetting:
    """One instance: dimension, round, ridge λ, bound m on the noise, forgetting and noise.

    ``noise`` is a name, a :class:`glbtheory.concentration.noise_laws.Law` or a function of
    (actions, uniforms) to (noise, variance), all in units of m and m²;
    :mod:`glbtheory.concentration.drawn_noise` says more.

    What the theorem excludes is refused, unless an option says otherwise: ``variance`` replaces σ²
    in H (in the units of the noise, not of m; None is the true one), ``foresight`` shows the coming
    noise to the policy, ``bounded=False`` lets the noise exceed m.
    """

    d: int
    t: int
    lam: float
    m: float
    forgetting: Forgetting
    noise: str | Law | Noise = "fair"
    variance: float | None = None
    foresight: bool = False
    bounded: bool = True

    def __post_init__(self) -> None:
        checked: dict[str, Any] = {n: whole_number(n, getattr(self, n), 1) for n in ("d", "t")}
        optional = () if self.variance is None else ("variance",)
        checked |= {n: positive(n, getattr(self, n)) for n in ("lam", "m", *optional)}
        for name, value in checked.items():
            object.__setattr__(self, name, value)
        if not isinstance(self.forgetting, Discount | Window | Forever):
            wrong = self.forgetting
            raise ValueError(f"forgetting must be Discount, Window or Forever, not {wrong!r}")
        noise_named(self.noise, bounded=self.bounded)
        if self.foresight and isinstance(self.law, Logistic):
            raise ValueError("foresight needs a noise that does not depend on the action")

    @property
    def weights(self) -> Array:
        """The weights at round t of the rounds that enter the sums."""
        weights = self.forgetting.weights(self.t)
        return np.asarray(weights[weights > 0])

    @property
    def law(self) -> Noise:
        """The noise that is drawn where a policy does not choose it."""
        return noise_named(self.noise, bounded=self.bounded)


@dataclass(frozen=True)
class Sums:
    """The norm and gain = log(det(H)^{1/2} / λ^{d/2}) of every path at round t."""

    norm: Array
    gain: Array
    d: int
    lam: float
    m: float

    def radius(self, delta: float, w: float = 1.0) -> Array:
        """The radius of the tail inequality, path by path."""
        level = fraction_of_one("delta", delta, closed=True)
        given = {"d": self.d, "lam": self.lam, "m": self.m, "gain": self.gain}
        compiled = FORMULAS["tail_radius"].compiled
        return np.asarray(compiled(**given, w=positive("w", w), delta=level))

    def ratio(self, delta: float, w: float = 1.0) -> Array:
        """The norm over the radius."""
        return np.asarray(self.norm / self.radius(delta, w))


class PathState:
    """The past of every path before the next action, kept up to date by :meth:`add`.

    ``solved`` is H^{-1}S, ``square`` is S^T H^{-1} S, ``weight`` is that of the coming round.
    ``ahead`` is the coming noise over m: None, except for a policy that is meant to cheat.
    """

    def __init__(self, setting: TailSetting, paths: int, rng: np.random.Generator):
        self.setting, self.rng = setting, rng
        self.weights = setting.weights
        self.played = 0
        d = setting.d
        self.S, self.solved = np.zeros((d, paths)), np.zeros((d, paths))
        self.inverse = np.repeat(np.identity(d)[:, :, None] / setting.lam, paths, axis=2)
        self.square, self.gain = np.zeros(paths), np.zeros(paths)
        self.ahead: Array | None = None

    @property
    def left(self) -> int:
        """How many rounds are still to come."""
        return len(self.weights) - self.played

    @property
    def weight(self) -> float:
        """The weight of the coming round."""
        return float(self.weights[self.played])

    def sums(self) -> Sums:
        """The norm and the gain of the past."""
        s = self.setting
        return Sums(np.sqrt(np.maximum(self.square, 0)), self.gain.copy(), s.d, s.lam, s.m)

    def forms(self, a: Array) -> tuple[Array, Array, Array]:
        """H^{-1}a, a^T H^{-1} a and a^T H^{-1} S."""
        g = np.einsum("ijp,jp->ip", self.inverse, a)
        return g, (a * g).sum(axis=0), (a * self.solved).sum(axis=0)

    def grown_square(self, q: Array, b: Array, noise: Any, variance: Any) -> Array:
        """S^T H^{-1} S after an action with the forms q and b; nothing is changed."""
        jump, v = self.weight * noise, self.weight**2 * variance
        return np.asarray(self.square + (jump**2 * q + 2 * jump * b - v * b**2) / (1 + v * q))

    def add(self, a: Array, noise: Array, variance: Any) -> None:
        """One more round."""
        jump, v = self.weight * noise, self.weight**2 * variance
        g, q, b = self.forms(a)
        grown = 1 + v * q
        self.square = self.grown_square(q, b, noise, variance)
        self.inverse -= (g * (v / grown))[:, None] * g
        self.solved += g * ((jump - v * b) / grown)
        self.gain += np.log1p(v * q) / 2
        self.S += jump * a
        self.played += 1
