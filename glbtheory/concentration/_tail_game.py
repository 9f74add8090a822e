"""The optimal adaptive adversary of the tail inequality, by backward induction in integers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from operator import add
from typing import Any

import numpy as np
from flint import fmpq_mat, fmpz_mat

from glbtheory._support.validation import as_rational, listed
from glbtheory.concentration._tail_level import Level, Radius, Variance, common, spread_of
from glbtheory.concentration.noise_laws import Law, checked_law

Action = tuple[Fraction, ...]


@dataclass(frozen=True)
class OptimalPlay:
    """The largest violation probability, what the adversary plays first, and the work done."""

    probability: Fraction
    #: The action of the first round; all of them if the action may wait for the noise.
    actions: list[Action]
    #: The noise law of the first round.
    law: Law
    #: States of all rounds together, after merging.
    states: int


#: S, then the upper triangle of H, in units of their common denominators.
GameState = tuple[int, ...]
#: One way to play a round: for each outcome its mass and the steps of the state to pick from,
#: more than one only if the action may wait for the noise.
GameMove = tuple[tuple[int, tuple[GameState, ...]], ...]
#: A signed permutation of the entries of a state: (source, sign) for each entry.
Symmetry = tuple[tuple[int, int], ...]


def adversary(
    weights: Sequence[Any],
    actions: Sequence[Sequence[Any]],
    laws: Sequence[Any],
    *,
    lam: Any,
    m: Any,
    delta: Any,
    scale: Any = 1,
    variance: Variance | None = None,
    anticipating: bool = False,
    bounded: bool = True,
    monotone: bool = True,
    radius: Radius | None = None,
) -> OptimalPlay:
    r"""The largest probability, over adaptive policies, that the radius is reached at round t.

    There are :math:`t - 1` = ``len(weights)`` noises.  Before each one the adversary, who knows
    the past, picks an action from ``actions`` and a law from ``laws``.  What matters for the
    future is the round and the pair (S, H); states are merged and, where the lists of moves are
    kept by a signed permutation of the coordinates, so are states that differ by one.  Backward
    induction in integers: S, H and the probabilities have common denominators.

    What the theorem excludes is refused, unless an option says otherwise: ``variance`` replaces
    the number that a law puts into H, ``anticipating`` lets the action wait for the noise,
    ``bounded=False`` lets the noise exceed m, ``monotone=False`` lets the weights fall.
    ``radius`` replaces the tail radius, as in :func:`glbtheory.concentration.exact_tails.reached`;
    δ has no part then.
    """
    level = Level.of(lam, m, delta, scale, radius)
    steps = [as_rational("weights", w) for w in listed("weights", weights)]
    if min(steps) <= 0:
        raise ValueError("weights must be positive")
    if monotone and steps != sorted(steps):
        raise ValueError("weights must not fall from one round to the next unless monotone=False")
    vectors = _checked_actions(actions)
    choices = [
        checked_law(law, level.m, bounded=bounded, name="each of laws")
        for law in listed("laws", laws)
    ]
    return _AdversaryGame(level, steps, vectors, choices, variance, anticipating).solve()


def _checked_actions(actions: Sequence[Sequence[Any]]) -> list[Action]:
    vectors = [
        tuple(as_rational("actions", x) for x in listed("each of actions", a))
        for a in listed("actions", actions)
    ]
    if len({len(a) for a in vectors}) != 1:
        raise ValueError("actions must be vectors of one length")
    if any(sum(x * x for x in a) > 1 for a in vectors):
        raise ValueError("actions must have norm at most 1")
    return vectors


class _AdversaryGame:
    """The game in integers: S in units of 1/unit_s, H of 1/unit_h, probabilities of 1/mass."""

    def __init__(
        self,
        level: Level,
        weights: list[Fraction],
        actions: list[Action],
        laws: list[Law],
        variance: Variance | None,
        anticipating: bool,
    ):
        self.level, self.last = level, weights[-1]
        self.d = d = len(actions[0])
        self.pairs = [(i, j) for i in range(d) for j in range(i, d)]
        spread = {law: spread_of(law, variance) for law in laws}
        sizes = [
            w * v * x for w, law, a in product(weights, laws, actions) for x in a for _, v in law
        ]
        squares = [
            w * w * spread[law] * a[i] * a[j]
            for w, law, a in product(weights, laws, actions)
            for i, j in self.pairs
        ]
        self.unit_s, self.unit_h = common(sizes), common([*squares, level.lam])
        self.mass = common(p for law in laws for p, _ in law)

        def step(w: Fraction, a: Action, v: Fraction, variance: Fraction) -> GameState:
            of_h = (int(w * w * variance * a[i] * a[j] * self.unit_h) for i, j in self.pairs)
            return (*(int(w * v * x * self.unit_s) for x in a), *of_h)

        #: What the adversary picks before the noise: the actions that stay open, and the law.
        picks = [actions] if anticipating else [[a] for a in actions]
        self.labels = list(product(picks, laws))
        self.moves: list[list[GameMove]] = [
            [
                tuple(
                    (int(p * self.mass), tuple(step(w, a, v, spread[law]) for a in open_))
                    for p, v in law
                )
                for open_, law in self.labels
            ]
            for w in weights
        ]
        self.symmetries = self._symmetries()
        ridge = int(level.lam * self.unit_h)
        self.start = (0,) * d + tuple(ridge if i == j else 0 for i, j in self.pairs)
        self._edges: dict[GameState, tuple[list[list[int]], int]] = {}

    def _symmetries(self) -> list[Symmetry]:
        """The signed permutations of the coordinates that keep the moves of every round."""
        d, found = self.d, []
        at = {pair: d + k for k, pair in enumerate(self.pairs)}
        for order, signs in product(permutations(range(d)), product((1, -1), repeat=d)):
            of_h = [
                (at[min(order[i], order[j]), max(order[i], order[j])], signs[i] * signs[j])
                for i, j in self.pairs
            ]
            symmetry = (*zip(order, signs, strict=True), *of_h)
            if all(_image(symmetry, moves) == _image((), moves) for moves in self.moves):
                found.append(symmetry)
        return found

    def canonical(self, state: GameState) -> GameState:
        """The least of the states that a symmetry makes of this one."""
        if len(self.symmetries) == 1:
            return state
        return min([_turn(symmetry, state) for symmetry in self.symmetries])

    def solve(self) -> OptimalPlay:
        """Forward to list the states of each round, then backward for their values."""
        layer, states, forward = [self.canonical(self.start)], 1, []
        for moves in self.moves:
            number: dict[GameState, int] = {}
            steps = list({s for move in moves for _, open_ in move for s in open_})
            after = [
                [
                    number.setdefault(self.canonical(tuple(map(add, state, step))), len(number))
                    for step in steps
                ]
                for state in layer
            ]
            layer = list(number)
            states += len(layer)
            place = {step: k for k, step in enumerate(steps)}
            forward.append((_numbered(moves, place), np.array(after)))
        # k rounds before the end a value is an integer in units of mass**-k.
        value = np.array([int(self.violates(state)) for state in layer], dtype=object)
        worth: list[Any] = []
        for options, after in reversed(forward):
            worth = [
                sum(n * np.maximum.reduce([value[after[:, i]] for i in open_]) for n, open_ in move)
                for move in options
            ]
            value = np.maximum.reduce(worth)
        first = next(k for k, w in zip(options.values(), worth, strict=True) if w[0] == value[0])
        actions, law = self.labels[first]
        probability = Fraction(value[0], self.mass ** len(forward))
        return OptimalPlay(probability, actions, law, states)

    def violates(self, state: GameState) -> bool:
        """Whether the final state reaches the radius: S^T adj(H) S against an integer edge."""
        s, h = state[: self.d], state[self.d :]
        if h not in self._edges:
            self._edges[h] = self._edge(h)
        adjugate, edge = self._edges[h]
        return (
            sum(
                x * y * a
                for x, row in zip(s, adjugate, strict=True)
                for y, a in zip(s, row, strict=True)
            )
            >= edge
        )

    def _edge(self, h: GameState) -> tuple[list[list[int]], int]:
        """The adjugate of H and the least value of S^T adj(H) S that reaches the radius."""
        d, entry = self.d, dict(zip(self.pairs, h, strict=True))
        matrix = fmpz_mat([[entry[min(i, j), max(i, j)] for j in range(d)] for i in range(d)])
        det = matrix.det()
        inverse = fmpq_mat(matrix).inv()
        adjugate = [[int((inverse[i, j] * det).p) for j in range(d)] for i in range(d)]
        unit = Fraction(self.unit_h, int(det) * self.unit_s**2)
        ratio = Fraction(int(det), self.unit_h**d) / self.level.lam**d
        return adjugate, self.level.least(unit, ratio, self.last, d)


def _numbered(moves: list[GameMove], place: dict[GameState, int]) -> dict[Any, int]:
    """Moves with steps by number, each once, and the first label of each."""
    options: dict[Any, int] = {}
    for k, move in enumerate(moves):
        merged: dict[tuple[int, ...], int] = {}
        for n, open_ in move:
            key = tuple(place[s] for s in open_)
            merged[key] = merged.get(key, 0) + n
        options.setdefault(tuple(sorted((n, key) for key, n in merged.items())), k)
    return options


def _turn(symmetry: Symmetry, state: GameState) -> GameState:
    return tuple([sign * state[k] for k, sign in symmetry])


def _image(symmetry: Symmetry, moves: list[GameMove]) -> set[Any]:
    """The moves after a symmetry, in no order; the empty symmetry leaves them as they are."""
    return {
        tuple(
            sorted(
                (n, tuple(sorted(_turn(symmetry, s) if symmetry else s for s in open_)))
                for n, open_ in move
            )
        )
        for move in moves
    }
