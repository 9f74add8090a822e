r"""Who plays against the tail inequality: policies that see the whole past.

A policy sees the past of every path (:class:`glbtheory.concentration.tail_setting.PathState`) and
answers with actions of norm at most 1, an array of the shape of ``state.S``: (d, paths), where the
paths come in chunks of at most 2048.  It may also choose the law of the next noise
(:mod:`glbtheory.concentration.drawn_noise`) and answer with the pair of both.  The hypothesis of
the inequality is that it sees nothing more: all of ``POLICIES`` are predictable,
:class:`Anticipating` is the one that is not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import cast

import numpy as np

from glbtheory._support.validation import finite_array, fraction_of_one, listed, positive
from glbtheory.concentration.drawn_noise import FAIR, Noise, TwoPoint, function_named, skewed
from glbtheory.concentration.tail_setting import PathState

Array = np.ndarray

#: The actions, or the actions and the law of the next noise: the adversary may choose both.
Move = Array | tuple[Array, Noise]
Adversary = Callable[[PathState], Move]


def _basis(state: PathState, i: int | Array) -> Array:
    """The basis vector with number i, or with number i[p] on path p."""
    a = np.zeros_like(state.S)
    a[i, np.arange(a.shape[1])] = 1
    return a


def _direction(x: Array, otherwise: Array) -> Array:
    """x scaled to length one, or ``otherwise`` where it is too short to have a direction."""
    length = np.sqrt((x * x).sum(axis=0))
    short = length < 1e-9
    return np.where(short, otherwise, x / np.where(short, 1, length))


def fixed(state: PathState) -> Array:
    """The first basis vector, always: a plain walk."""
    return _basis(state, 0)


def round_robin(state: PathState) -> Array:
    """The basis vectors in turn."""
    return _basis(state, state.played % len(state.S))


def uniform_direction(state: PathState) -> Array:
    """A direction drawn anew in every round."""
    return _direction(state.rng.standard_normal(state.S.shape), _basis(state, 0))


def _along(x: Array, state: PathState) -> Array:
    """Along x, once each basis vector was played; before, the sum would never leave a line."""
    start = round_robin(state)
    return start if state.played < len(x) else _direction(x, start)


def aligned(state: PathState) -> Array:
    """Along the sum itself."""
    return _along(state.S, state)


def stretch(state: PathState) -> Array:
    """Along H^{-1}S, the gradient of the squared norm: noise moves the norm most."""
    return _along(state.solved, state)


def orthogonal(state: PathState) -> Array:
    """Orthogonal to H^{-1}S, where the square of the norm grows by ε² q/(1 + σ²q) and never falls.

    Of the basis vectors that with the largest share of q = a^T H^{-1} a outside H^{-1}S is taken,
    and its part along H^{-1}S removed.
    """
    unit = _direction(state.solved, np.zeros_like(state.S))
    shares = np.einsum("iip->ip", state.inverse) * (1 - unit**2)
    a = _basis(state, shares.argmax(axis=0))
    return _direction(a - unit * (unit * a).sum(axis=0), a)


@dataclass(frozen=True)
class Greedy:
    """Maximises E‖S‖^power after the coming round over directions and laws of the noise.

    Directions lie between ``orthogonal`` and ``stretch``.  Power 1 is the expected norm and plays
    it safe; a high power looks for large deviations.
    """

    power: float = 8.0
    laws: tuple[TwoPoint, ...] = (FAIR, skewed(0.2), TwoPoint(0.25, -1.0))
    angles: tuple[float, ...] = (0.0, 0.5, 1.0)

    def __post_init__(self) -> None:
        positive("power", self.power)
        finite_array("angles", listed("angles", self.angles))
        if not all(isinstance(law, TwoPoint) for law in listed("laws", self.laws)):
            raise ValueError(f"laws must hold laws of the type TwoPoint, not {self.laws!r}")

    def __call__(self, state: PathState) -> Move:
        side = orthogonal(state)
        front = _direction(state.solved, side)
        best, a = np.full(len(state.gain), -np.inf), side
        high, low = np.ones(len(state.gain)), -np.ones(len(state.gain))
        m = state.setting.m
        turned = [_direction(np.cos(x) * side + np.sin(x) * front, side) for x in self.angles]
        forms = [(tried, *state.forms(tried)[1:]) for tried in turned]
        for (tried, q, b), law in product(forms, self.laws):
            value = np.zeros(len(best))
            for end, chance in ((law.high, law.chance), (law.low, 1 - law.chance)):
                square = state.grown_square(q, b, m * end, m**2 * law.variance)
                value += chance * np.maximum(square, 0) ** (self.power / 2)
            better = value > best
            best, a = np.where(better, value, best), np.where(better, tried, a)
            high, low = np.where(better, law.high, high), np.where(better, law.low, low)
        return a, TwoPoint(high, low)


@dataclass(frozen=True)
class Freeze:
    """Plays ``base`` until the norm reaches ``level`` times the radius for ``delta``, then rests.

    An action 0 changes neither S nor H, so what was reached is kept until round t: this is how an
    adversary turns the highest point of a path into its end.
    """

    delta: float
    level: float
    base: Adversary = round_robin

    def __post_init__(self) -> None:
        fraction_of_one("delta", self.delta, closed=True)
        positive("level", self.level)
        if not callable(self.base):
            raise ValueError(f"base must be a function of the state, not {self.base!r}")

    def __call__(self, state: PathState) -> Move:
        playing = state.sums().ratio(self.delta) < self.level
        move = self.base(state)
        return (move[0] * playing, move[1]) if isinstance(move, tuple) else move * playing


@dataclass(frozen=True)
class Anticipating:
    """Not predictable: the last ``rounds`` actions are sign(ε) along S, knowing ε in advance."""

    rounds: int

    def __call__(self, state: PathState) -> Array:
        if state.left > self.rounds:
            return aligned(state)
        if state.ahead is None:
            raise ValueError("foresight must be True for a policy that anticipates")
        return np.sign(state.ahead) * aligned(state)


def adversaries(delta: float, level: float) -> dict[str, Adversary]:
    """Every predictable policy; the one that freezes aims at ``level`` times the radius."""
    return {
        "fixed": fixed,
        "round robin": round_robin,
        "random": uniform_direction,
        "aligned": aligned,
        "stretch": stretch,
        "orthogonal": orthogonal,
        "greedy": Greedy(),
        "freeze": Freeze(delta, level),
    }


POLICIES = adversaries(delta=0.1, level=0.45)


def policy_named(policy: str | Adversary) -> Adversary:
    """A policy, or the one of that name."""
    others = "a function of the state"
    return cast(Adversary, function_named("policy", policy, POLICIES, others))
