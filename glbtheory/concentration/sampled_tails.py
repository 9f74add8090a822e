r"""Monte Carlo of the self-normalised sum under adversaries who see the whole past.

At the fixed round :math:`t` the tail inequality speaks of

.. math:: S = \sum_{s<t} w_s \varepsilon_{s+1} a_s, \qquad
          H = \sum_{s<t} w_s^2 \sigma_s^2 a_s a_s^\top + \lambda I,

with :math:`w_s = \gamma^{t-1-s}`, or 1 on the last :math:`\tau` rounds.  The weights are those of
round :math:`t` from the start, so every round is a rank-one update (Sherman and Morrison) with a
fixed ridge; the recursion :math:`H \to \gamma^2 H + \sigma^2 aa^\top + (1-\gamma^2)\lambda I`
ends at the same matrix, but has to be inverted anew in every round.  It also suits the adversary,
who aims at round :math:`t`.

Arrays keep the paths in their last axis: actions are (d, paths).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from glbtheory._support.validation import (
    LONGEST,
    finite_array,
    fraction_of_one,
    listed,
    positive,
    whole_number,
)
from glbtheory.concentration.adversaries import (
    Adversary,
    Logistic,
    Noise,
    noise_named,
    policy_named,
)
from glbtheory.concentration.noise_laws import Law
from glbtheory.engines.sampling import Draw
from glbtheory.formulas import FORMULAS
from glbtheory.setting.forgetting import Discount, Forever, Forgetting, Window

Array = np.ndarray

# --- what a policy sees -------------------------------------------------------------------------


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


# --- simulation ---------------------------------------------------------------------------------

#: Paths that are simulated together: few enough for their matrices to stay in the cache.
_CHUNK = 2048


@dataclass(frozen=True)
class TailSetting:
    """One instance: dimension, round, ridge λ, bound m on the noise, forgetting and noise.

    ``noise`` is a name, a :class:`glbtheory.concentration.noise_laws.Law` or a function of (actions, uniforms) to
    (noise, variance), all in units of m and m²; :mod:`glbtheory.concentration.adversaries` says more.

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


def walk(
    policy: str | Adversary, setting: TailSetting, uniforms: Array, rng: np.random.Generator
) -> Iterator[PathState]:
    """The state before the first round and after each round.

    Row s of ``uniforms`` makes the noise of round s; ``rng`` is the policy's own, so that the
    noise does not depend on what it draws.
    """
    choose = policy_named(policy)
    state, m = PathState(setting, uniforms.shape[1], rng), setting.m
    yield state
    for u in uniforms:
        if setting.foresight:
            state.ahead = _drawn(setting.law, np.zeros_like(state.S), u, setting)[0]
        move = choose(state)
        a, law = move if isinstance(move, tuple) else (move, setting.noise)
        a = finite_array("actions of the policy", a, state.S.shape)
        if not (a * a).sum(axis=0).max() <= LONGEST:
            raise ValueError("policy must choose actions of norm at most 1")
        noise, variance = _drawn(law, a, u, setting)
        state.add(a, m * noise, m**2 * variance if setting.variance is None else setting.variance)
        yield state


def _drawn(law: str | Law | Noise, a: Array, u: Array, setting: TailSetting) -> tuple[Array, Array]:
    """Noise and variance in units of m and m², checked as far as a draw can be."""
    drawn = noise_named(law, bounded=setting.bounded)(a, u)
    if not isinstance(drawn, tuple) or len(drawn) != 2:
        raise ValueError(f"noise must return the pair (noise, variance), not {drawn!r}")
    noise = finite_array("noise", drawn[0], u.shape)
    variance = finite_array("variance of the noise", drawn[1], np.shape(drawn[1]) and u.shape)
    if variance.min() < 0:
        raise ValueError("variance of the noise must be non-negative")
    if setting.bounded and not max(abs(noise).max(), variance.max()) <= LONGEST:
        raise ValueError(
            "noise must lie in [-1, 1] and its variance in [0, 1], in units of m and m², "
            "unless bounded=False"
        )
    return noise, variance


def _walks(
    policy: str | Adversary, setting: TailSetting, paths: int, rng: np.random.Generator
) -> Iterator[Iterator[PathState]]:
    """Independent walks of some thousand paths each, ``paths`` in all."""
    whole_number("paths", paths, 1)
    if not isinstance(rng, np.random.Generator):
        raise ValueError(f"rng must be a numpy Generator, not {rng!r}")
    own, noise = rng.spawn(2)
    for start in range(0, paths, _CHUNK):
        size = min(_CHUNK, paths - start)
        yield walk(policy, setting, noise.random((len(setting.weights), size)), own)


def simulate(
    policy: str | Adversary, *, paths: int, rng: np.random.Generator, **setting: Any
) -> Sums:
    """The sums at round t on independent paths.

    ``policy`` is a name out of ``POLICIES`` or a function of the :class:`PathState` that returns the
    actions, or the pair of actions and noise; :mod:`glbtheory.concentration.adversaries` says what each must be.
    The other keywords are those of :class:`TailSetting`: d, t, lam, m, forgetting and perhaps noise,
    variance, foresight, bounded.

    The frequency with which the radius of the theorem is reached is ``(sums.ratio(delta) >=
    1).mean()``.  For a radius of one's own, a function f of the gain log(det(H)^{1/2}/λ^{d/2}),
    it is ``(sums.norm >= f(sums.gain)).mean()``.
    """
    given = TailSetting(**setting)
    ends = [deque(states, maxlen=1)[0].sums() for states in _walks(policy, given, paths, rng)]
    norm, gain = (np.concatenate([getattr(e, n) for e in ends]) for n in ("norm", "gain"))
    return Sums(norm, gain, given.d, given.lam, given.m)


def peaks(
    policy: str | Adversary,
    deltas: Sequence[float],
    *,
    paths: int,
    rng: np.random.Generator,
    **setting: Any,
) -> Array:
    """The largest norm over radius on the way to round t, an array (len(deltas), paths).

    A path that :class:`Freeze` stops at level c ends at c or above exactly if its peak is at
    least c, so one run of the base policy answers for every level.
    """
    tops, deltas = [], listed("deltas", deltas)
    for states in _walks(policy, TailSetting(**setting), paths, rng):
        top: Any = 0.0
        for state in states:
            sums = state.sums()
            top = np.maximum(top, [sums.ratio(delta) for delta in deltas])
        tops.append(top)
    return np.concatenate(tops, axis=1)


@dataclass(frozen=True)
class _Exceedances:
    policy: Adversary
    delta: float
    scale: float
    setting: dict[str, Any]

    def __call__(self, rng: np.random.Generator, n: int) -> int:
        sums = simulate(self.policy, paths=n, rng=rng, **self.setting)
        return int((sums.ratio(self.delta) >= self.scale).sum())


def exceedances(
    policy: str | Adversary, delta: float, *, scale: float = 1.0, **setting: Any
) -> Draw:
    """How often the norm reaches ``scale`` times the radius, as ``sample_until`` draws it."""
    TailSetting(**setting)
    level = fraction_of_one("delta", delta, closed=True)
    return _Exceedances(policy_named(policy), level, positive("scale", scale), setting)


# --- how conservative the radius is -------------------------------------------------------------


@dataclass(frozen=True)
class Scale:
    """A quantile with limits that cover the true one with the stated confidence or more."""

    value: float
    low: float
    high: float


def upper_quantile(values: Array, delta: float, level: float = 0.95) -> Scale:
    """The (1-δ)-quantile of independent values, with order statistics as limits.

    The number of values up to the quantile is binomial, or larger where values tie, whatever
    their law: the i-th smallest is above the quantile with probability at most P(B < i), and the
    j-th is below it with probability at most P(B >= j), where B is binomial(n, 1-δ).
    """
    from scipy.stats import binom  # slow to import, and most runs never need it

    ordered = np.sort(finite_array("values", values, (None,)))
    n, q = len(ordered), 1 - fraction_of_one("delta", delta, closed=True)
    if n == 0:
        raise ValueError("values must not be empty")
    half = (1 - fraction_of_one("level", level)) / 2
    counts = np.arange(n + 2)
    below = binom.cdf(counts - 1, n, q)  # P(B < i)
    i = int(np.flatnonzero(below <= half)[-1])
    j = int(np.flatnonzero(binom.sf(counts - 1, n, q) <= half)[0])  # P(B >= j)
    return Scale(
        float(ordered[max(int(np.ceil(n * q - 1e-9)), 1) - 1]),
        float(ordered[i - 1]) if i >= 1 else float("-inf"),
        float(ordered[j - 1]) if j <= n else float("inf"),
    )


def critical_scale(sums: Sums, delta: float, level: float = 0.95) -> Scale:
    """The largest c for which the norm exceeds c times the radius with probability above δ.

    Estimated from simulated sums; :func:`glbtheory.concentration.exact_tails.critical_scale` brackets it exactly.
    """
    return upper_quantile(sums.ratio(delta), delta, level)


@dataclass(frozen=True)
class Cell:
    """The critical scale of the worst policy, stopped at its best level, in one instance."""

    d: int
    gamma: float
    lam: float
    delta: float
    policy: str
    scale: Scale


def conservativeness(
    dims: Sequence[int],
    gammas: Sequence[float],
    lams: Sequence[float],
    deltas: Sequence[float],
    *,
    t: int = 101,
    paths: int = 4000,
    policies: Sequence[str] = ("round robin", "orthogonal", "stretch"),
    seed: int = 0,
) -> list[Cell]:
    """The critical scale over a grid, with m = 1 (only λ/m² matters) and fair noise.

    A quarter of the paths chooses the worst policy, fresh ones measure it: the limits are not
    spoilt by the choice.
    """
    cells: list[Cell] = []
    deltas, policies = listed("deltas", deltas), listed("policies", policies)
    whole_number("paths", paths, 1)
    axes = {"dims": dims, "gammas": gammas, "lams": lams}
    grid = list(product(*(listed(name, values) for name, values in axes.items())))
    for (d, gamma, lam), root in zip(
        grid, np.random.SeedSequence(seed).spawn(len(grid)), strict=True
    ):
        setting = {"d": d, "t": t, "lam": lam, "m": 1.0, "forgetting": Discount(gamma)}
        pilot, final = (np.random.default_rng(s) for s in root.spawn(2))
        tried = {
            name: peaks(name, deltas, paths=max(paths // 4, 1), rng=pilot, **setting)
            for name in policies
        }
        measured: dict[str, Array] = {}
        for k, delta in enumerate(deltas):
            worst = max(policies, key=lambda n: upper_quantile(tried[n][k], delta).value)
            if worst not in measured:
                measured[worst] = peaks(worst, deltas, paths=paths, rng=final, **setting)
            scale = upper_quantile(measured[worst][k], delta)
            cells.append(Cell(d, float(gamma), float(lam), float(delta), worst, scale))
    return cells
