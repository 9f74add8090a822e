r"""Observations with forgetting weights in any dimension, compiled.

At a clock of t rounds over, the observation of round s weighs :math:`\gamma^{t-s}`.  Stored is
:math:`w_s = \gamma^{-s}` times a constant, so that nothing has to be multiplied when a round ends;
SCALE is the stored weight of the last round that is over.  It is a double-double, made by products
of the double-double :math:`1/\gamma`: after t rounds it is wrong by less than 8 t 2⁻¹⁰⁴ of itself,
which for t < 2⁴⁰ is nothing beside the unit round-off.

Observations are kept in the order of their rounds, oldest first; those that a window forgets, and
those of negligible weight, leave at the front.  The sums of the design matrix are double-doubles,
so that what has left leaves no trace.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from glbtheory.bandits.kernels.compile import fast
from glbtheory.bandits.kernels.double_double import gather, product, reciprocal

Array = np.ndarray

# Places in ``numbers``; SCALE and GROWTH = 1/γ are double-doubles, LOST and LOST_REWARD the sums of
# w and of w|r| over the observations that were dropped.
SCALE, GROWTH, LOST, LOST_REWARD, SIZE = 0, 2, 4, 5, 6
# Places in ``counts``: observations stored, the first of them still in use, rounds that are over,
# rounds whose growth of SCALE is one product, whether ``factor`` is of use, Newton steps taken, and
# Hessians made.
STORED, FIRST, CLOCK, LEAP, FACTORED, STEPS, HESSIANS, COUNTS = 0, 1, 2, 3, 4, 5, 6, 7

#: SCALE stays below this.
BIG = 2.0**300
#: A stored weight below this is dropped: it is less than 1e-270 of SCALE, and products underflow.
SMALL = 2.0**-900
#: No rounding of a dropped sum is larger.
TINY = 2.0**-1070
#: After so many leaps everything is below SMALL.
LEAPS = 40


class Store(NamedTuple):
    """Observations (``actions`` has one column each), their sums, and the estimate."""

    actions: Array
    rewards: Array
    weights: Array
    rounds: Array
    design: Array  # Σ w a_i a_j for i >= j, row by row: double-doubles
    theta: Array
    factor: Array  # Cholesky factor of the Hessian of some earlier estimate
    numbers: Array
    counts: Array
    work: Array


def store(d: int, gamma: float, capacity: int, block: int) -> Store:
    """An empty store; its arrays have room for a whole block beyond the capacity."""
    numbers, counts = np.zeros(SIZE), np.zeros(COUNTS, np.int64)
    inverse, rest = reciprocal(gamma)
    numbers[GROWTH], numbers[GROWTH + 1] = inverse, rest
    counts[LEAP] = 2**62 if gamma == 1.0 else max(1, int(250.0 / np.log2(inverse)))
    room = capacity + block
    fresh = Store(
        np.zeros((d, room)),
        np.zeros(room),
        np.zeros(room),
        np.zeros(room, np.int64),
        np.zeros(d * (d + 1)),
        np.zeros(d),
        np.zeros((d, d)),
        numbers,
        counts,
        np.zeros((5 + d + d, block)),
    )
    clear(fresh)
    return fresh


@fast
def clear(store: Store) -> None:
    """Forget everything but the number of rounds that are over."""
    numbers, counts = store.numbers, store.counts
    store.design[:] = 0.0
    store.theta[:] = 0.0
    numbers[SCALE], numbers[SCALE + 1] = 1.0, 0.0
    numbers[LOST] = numbers[LOST_REWARD] = 0.0
    counts[STORED] = counts[FIRST] = counts[FACTORED] = 0


@fast
def multiplied(h: float, e: float, g: float, f: float) -> tuple[float, float]:
    """The product of two double-doubles, wrong by less than 8 u² of itself."""
    p, error = product(h, g)
    rest = error + (h * f + e * g)
    t = p + rest
    return t, rest - (t - p)


@fast
def power(g: float, f: float, n: int) -> tuple[float, float]:
    """The n-th power of a double-double, wrong by less than 8 n u² of itself."""
    h, e = 1.0, 0.0
    while n > 0:
        if n % 2 == 1:
            h, e = multiplied(h, e, g, f)
        n //= 2
        if n > 0:
            g, f = multiplied(g, f, g, f)
    return h, e


@fast
def _lose(store: Store, k: int) -> None:
    """Observation k, the first one, no longer counts; its weight and reward are remembered."""
    weight = store.weights[k]
    store.numbers[LOST] += weight
    store.numbers[LOST_REWARD] += weight * abs(store.rewards[k])
    store.counts[FIRST] = k + 1


@fast
def _rescale(store: Store) -> None:
    """SCALE is brought to [1, 2), everything else with it, exactly but for what is dropped."""
    numbers, counts = store.numbers, store.counts
    part = 1.0
    while numbers[SCALE] * part >= 2.0:
        part *= 0.5
    numbers[SCALE] *= part
    numbers[SCALE + 1] *= part
    for k in (LOST, LOST_REWARD):
        if numbers[k] > 0.0:
            numbers[k] = numbers[k] * part + TINY
    for k in range(store.design.size):
        store.design[k] *= part
    for k in range(counts[FIRST], counts[STORED]):
        store.weights[k] *= part
        if store.weights[k] < SMALL:
            store.weights[k] = SMALL  # rounded up, for the sums of what is dropped
            _lose(store, k)


@fast
def advance(store: Store, rounds: int, window: int) -> None:
    """So many rounds are over: weights decay, and what is older than the window leaves."""
    numbers, counts = store.numbers, store.counts
    counts[CLOCK] += rounds
    if numbers[GROWTH] != 1.0:
        leap = counts[LEAP]
        left = min(rounds, LEAPS * leap)
        while left > 0:
            n = min(left, leap)
            g, f = power(numbers[GROWTH], numbers[GROWTH + 1], n)
            if numbers[SCALE] * g > BIG:
                _rescale(store)
            h, e = multiplied(numbers[SCALE], numbers[SCALE + 1], g, f)
            numbers[SCALE], numbers[SCALE + 1] = h, e
            left -= n
    if window > 0:
        last = counts[CLOCK] - window
        while counts[FIRST] < counts[STORED] and store.rounds[counts[FIRST]] <= last:
            k = counts[FIRST]
            _add_to_design(store, k, -store.weights[k])
            counts[FIRST] = k + 1


@fast
def _add_to_design(store: Store, k: int, weight: float) -> None:
    place = 0
    for i in range(store.theta.size):
        a = weight * store.actions[i, k]
        for j in range(i + 1):
            gather(store.design, place, a * store.actions[j, k])
            place += 2


@fast
def observe(store: Store, gamma: float, action: Array, reward: float, age: int) -> None:
    """An action and its reward, played in the last round that is over or ``age`` rounds before."""
    numbers, counts = store.numbers, store.counts
    weight = numbers[SCALE]
    if age > 0:
        g, f = power(gamma, 0.0, age)
        weight = multiplied(numbers[SCALE], numbers[SCALE + 1], g, f)[0]
    if not weight >= SMALL:
        numbers[LOST] += SMALL
        numbers[LOST_REWARD] += SMALL * abs(reward)
        return
    played = counts[CLOCK] - age
    k = counts[STORED]
    while k > counts[FIRST] and store.rounds[k - 1] > played:
        store.actions[:, k] = store.actions[:, k - 1]
        store.rewards[k] = store.rewards[k - 1]
        store.weights[k] = store.weights[k - 1]
        store.rounds[k] = store.rounds[k - 1]
        k -= 1
    store.actions[:, k] = action
    store.rewards[k] = reward
    store.weights[k] = weight
    store.rounds[k] = played
    counts[STORED] += 1
    _add_to_design(store, k, weight)


@fast
def drop(store: Store, height: float, bounded: bool, allowed: float) -> None:
    """The oldest observations leave while all that ever left moves the gradient by ``allowed``.

    ``height`` bounds a mean; for bounded rewards it bounds \\|μ - r\\| as well.
    """
    numbers, counts = store.numbers, store.counts
    limit = allowed * numbers[SCALE]
    while counts[FIRST] < counts[STORED]:
        k = counts[FIRST]
        weight = store.weights[k]
        lost = (numbers[LOST] + weight) * height
        if not bounded:
            lost += numbers[LOST_REWARD] + weight * abs(store.rewards[k])
        if not lost <= limit:
            return
        _lose(store, k)


def with_room(store: Store, block: int) -> Store:
    """The same store with room for one more observation.

    What no longer counts makes room first; the capacity doubles when more than half is in use.
    """
    counts, capacity = store.counts, len(store.rewards) - block
    if counts[STORED] < capacity:
        return store
    first, stored = int(counts[FIRST]), int(counts[STORED])
    live = stored - first
    room = (2 * capacity if 2 * live > capacity else capacity) + block
    moved = {}
    for name in ("actions", "rewards", "weights", "rounds"):
        old = getattr(store, name)
        moved[name] = np.zeros((*old.shape[:-1], room), old.dtype)
        moved[name][..., :live] = old[..., first:stored]
    counts[FIRST], counts[STORED] = 0, live
    return store._replace(**moved)
