r"""Monte Carlo of the self-normalised sum under adversaries who see the whole past.

:func:`simulate` draws the sums of :mod:`glbtheory.concentration.tail_setting` at round t,
:func:`peaks` the highest points on the way there, and :func:`exceedances` counts how often the
radius is reached.  :func:`critical_scale` and :func:`conservativeness` say by how much the radius
could be multiplied.
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
from glbtheory.concentration.adversaries import Adversary, policy_named
from glbtheory.concentration.drawn_noise import Noise, noise_named
from glbtheory.concentration.noise_laws import Law
from glbtheory.concentration.tail_setting import PathState, Sums, TailSetting
from glbtheory.engines.sampling import Draw
from glbtheory.setting.forgetting import Discount

Array = np.ndarray

#: Paths that are simulated together: few enough for their matrices to stay in the cache.
_CHUNK = 2048


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

    ``policy`` is a name out of ``POLICIES`` or a function of the
    :class:`~glbtheory.concentration.tail_setting.PathState` that returns the actions, or the pair
    of actions and noise; :mod:`glbtheory.concentration.adversaries` says what each must be.  The
    other keywords are those of :class:`~glbtheory.concentration.tail_setting.TailSetting`: d, t,
    lam, m, forgetting and perhaps noise, variance, foresight, bounded.

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

    A path that :class:`~glbtheory.concentration.adversaries.Freeze` stops at level c ends at c or
    above exactly if its peak is at least c, so one run of the base policy answers for every level.
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

    Estimated from simulated sums; :func:`glbtheory.concentration.exact_tails.critical_scale`
    brackets it exactly.
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
