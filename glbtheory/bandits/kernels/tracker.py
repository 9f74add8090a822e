r"""What one estimate needs, round by round, in one or two dimensions.

A :class:`Tracker` holds the local model of the likelihood, the weighted sum of rewards, the design
matrix, and the stored actions from which the model is rebuilt.  :func:`advance` ends a round,
:func:`observe` takes one reward; ``local_newton`` finds the estimate.

Weights are kept relative to the first round: :math:`\gamma^{-s}` in place of
:math:`\gamma^{t-1-s}`, so that nothing has to be multiplied when a round ends.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from glbtheory.bandits.kernels.compile import lean
from glbtheory.bandits.kernels.double_double import gather, product, reciprocal
from glbtheory.bandits.kernels.elementary import exp
from glbtheory.bandits.kernels.link_codes import LINEAR, LOGISTIC
from glbtheory.bandits.kernels.local_model import W, Work, add, work

Array = np.ndarray

#: Old observations are dropped when their weights times means add up to less than this.
DROP = 1e-10

# Places in ``numbers``.
ANCHOR1, ANCHOR2, X1, X2 = 0, 1, 2, 3
REWARD1, REWARD2, SCALE, MASS = 4, 6, 8, 10  # double-doubles: two places each
DROPPED, ABSOLUTE = 12, 13  # the weights of what was dropped, the sum of w |r|
LOCAL = 14  # nine derivatives of the model at the estimate, in the order of ``Derivatives``
CERTIFICATE, GROWTH = 23, 24  # GROWTH: 1/γ as a double-double
SIZE = 26
# Places in ``counts``: observations stored, the first of them still in use, rounds that are over,
# models built, Newton steps taken.
STORED, FIRST, CLOCK, BUILT, STEPS = 0, 1, 2, 3, 4

#: Weights are divided by this power of two, exactly, before they overflow.
_BIG = 2.0**300


class Tracker(NamedTuple):
    """Everything one estimate needs; ``rows`` is ``hi``, ``design`` is (V_11, V_12, V_22)."""

    hi: Array
    rows: Array
    lo: Array
    numbers: Array
    counts: Array
    design: Array
    actions: Array
    rewards: Array
    weights: Array
    rounds: Array
    work: Work


def tracker(gamma: float, ridge: float, capacity: int) -> Tracker:
    """An empty tracker with room for so many observations."""
    numbers = np.zeros(SIZE)
    numbers[GROWTH], numbers[GROWTH + 1] = reciprocal(gamma)
    hi = np.zeros(W * W)
    fresh = Tracker(
        hi,
        hi.reshape(W, W),
        np.zeros(W * W),
        numbers,
        np.zeros(5, np.int64),
        np.zeros(3),
        np.zeros((capacity, 2)),
        np.zeros(capacity),
        np.zeros(capacity),
        np.zeros(capacity, np.int64),
        work(),
    )
    clear(fresh, ridge)
    return fresh


@lean
def clear(tracker: Tracker, ridge: float) -> None:
    """Forget everything but the number of rounds that are over."""
    numbers, design = tracker.numbers, tracker.design
    for k in range(W * W):
        tracker.hi[k] = tracker.lo[k] = 0.0
    for k in range(GROWTH):
        numbers[k] = 0.0
    numbers[SCALE] = 1.0
    tracker.counts[STORED] = tracker.counts[FIRST] = 0
    design[0] = design[2] = ridge
    design[1] = 0.0


def with_room(tracker: Tracker, link: int, times: float, more: int) -> Tracker:
    """The same tracker with room for so many further observations.

    Observations that no longer count make room first; then the capacity doubles.
    """
    counts = tracker.counts
    if counts[STORED] + more <= len(tracker.rewards):
        return tracker
    drop(tracker, link, times)
    first, stored = int(counts[FIRST]), int(counts[STORED])
    live, capacity = stored - first, len(tracker.rewards)
    while 2 * live + more > capacity:
        capacity *= 2

    def moved(old: Array) -> Array:
        new = np.zeros((capacity, *old.shape[1:]), old.dtype)
        new[:live] = old[first:stored]
        return new

    counts[FIRST], counts[STORED] = 0, live
    return tracker._replace(
        actions=moved(tracker.actions),
        rewards=moved(tracker.rewards),
        weights=moved(tracker.weights),
        rounds=moved(tracker.rounds),
    )


@lean
def _grow(numbers: Array) -> None:
    """The weight of the next observation: γ^{-t} as a double-double."""
    h, e = numbers[SCALE], numbers[SCALE + 1]
    g, f = numbers[GROWTH], numbers[GROWTH + 1]
    p, error = product(h, g)
    rest = error + (h * f + e * g)
    t = p + rest
    numbers[SCALE + 1] = rest - (t - p)
    numbers[SCALE] = t


@lean
def _rescale(tracker: Tracker) -> None:
    """All weights times a power of two: exact, except that very old ones may become 0."""
    hi, lo, numbers = tracker.hi, tracker.lo, tracker.numbers
    for k in range(W * W):
        hi[k] /= _BIG
        lo[k] /= _BIG
    for k in range(REWARD1, CERTIFICATE):
        numbers[k] /= _BIG
    for k in range(tracker.counts[STORED]):
        tracker.weights[k] /= _BIG


@lean
def advance(
    tracker: Tracker, link: int, times: float, ridge: float, gamma: float, window: int
) -> None:
    """A round is over: weights decay, and what is older than the window leaves."""
    numbers, counts, design = tracker.numbers, tracker.counts, tracker.design
    counts[CLOCK] += 1
    if gamma != 1.0:
        if numbers[SCALE] > _BIG:
            _rescale(tracker)
        _grow(numbers)
        keep = ridge * (1.0 - gamma)
        design[0] = gamma * design[0] + keep
        design[1] = gamma * design[1]
        design[2] = gamma * design[2] + keep
    if window > 0:
        while (
            counts[FIRST] < counts[STORED]
            and tracker.rounds[counts[FIRST]] <= counts[CLOCK] - window
        ):
            _leave(tracker, link, times)


@lean
def advance_by(
    tracker: Tracker, link: int, times: float, ridge: float, gamma: float, window: int, n: int
) -> None:
    """So many rounds are over."""
    for _ in range(n):
        advance(tracker, link, times, ridge, gamma, window)


@lean
def _leave(tracker: Tracker, link: int, times: float) -> None:
    """The oldest observation of a window leaves (all weights are 1)."""
    numbers, counts, design = tracker.numbers, tracker.counts, tracker.design
    k = counts[FIRST]
    a1, a2 = tracker.actions[k, 0], tracker.actions[k, 1]
    gather(numbers, REWARD1, -tracker.rewards[k] * a1)
    gather(numbers, REWARD2, -tracker.rewards[k] * a2)
    gather(numbers, MASS, -1.0)
    numbers[ABSOLUTE] -= abs(tracker.rewards[k])
    t1, t2 = numbers[ANCHOR1], numbers[ANCHOR2]
    add(tracker.hi, tracker.lo, tracker.work, link, a1, a2, t1, t2, -times)
    _note(numbers, link, a1, a2, -times)
    design[0] -= a1 * a1
    design[1] -= a1 * a2
    design[2] -= a2 * a2
    counts[FIRST] = k + 1


@lean
def observe(
    tracker: Tracker,
    link: int,
    times: float,
    gamma: float,
    a1: float,
    a2: float,
    reward: float,
    age: int,
) -> None:
    """An action and its reward, played in the last round that is over or ``age`` rounds before.

    ``times`` multiplies the mean (binomial rewards).  Observations are stored in the order of their
    rounds, in which a window drops them.
    """
    numbers, counts, design = tracker.numbers, tracker.counts, tracker.design
    share = 1.0
    if age > 0:
        power, left = gamma, age
        while left > 0:
            if left % 2 == 1:
                share *= power
            power *= power
            left //= 2
    weight = numbers[SCALE] * share
    played = counts[CLOCK] - age
    k = counts[STORED]
    while k > counts[FIRST] and tracker.rounds[k - 1] > played:
        tracker.actions[k, 0] = tracker.actions[k - 1, 0]
        tracker.actions[k, 1] = tracker.actions[k - 1, 1]
        tracker.rewards[k] = tracker.rewards[k - 1]
        tracker.weights[k] = tracker.weights[k - 1]
        tracker.rounds[k] = tracker.rounds[k - 1]
        k -= 1
    tracker.actions[k, 0] = a1
    tracker.actions[k, 1] = a2
    tracker.rewards[k] = reward
    tracker.weights[k] = weight
    tracker.rounds[k] = played
    counts[STORED] += 1
    gather(numbers, REWARD1, weight * reward * a1)
    gather(numbers, REWARD2, weight * reward * a2)
    gather(numbers, MASS, weight)
    numbers[ABSOLUTE] += weight * abs(reward)
    design[0] += share * a1 * a1
    design[1] += share * a1 * a2
    design[2] += share * a2 * a2
    t1, t2 = numbers[ANCHOR1], numbers[ANCHOR2]
    add(tracker.hi, tracker.lo, tracker.work, link, a1, a2, t1, t2, weight * times)
    _note(numbers, link, a1, a2, weight * times)


@lean
def _note(numbers: Array, link: int, a1: float, a2: float, weight: float) -> None:
    """One observation more (or less) in the derivatives at the present estimate."""
    t1, t2 = numbers[ANCHOR1] + numbers[X1], numbers[ANCHOR2] + numbers[X2]
    z = min(max(a1 * t1 + a2 * t2, -700.0), 700.0)
    mean, slope, bend = z, 1.0, 0.0
    if link == LOGISTIC:
        mean = 1.0 / (1.0 + exp(-z))
        slope = mean * (1.0 - mean)
        bend = slope * (1.0 - 2.0 * mean)
    elif link != LINEAR:
        mean = slope = bend = exp(z)
    mean, slope, bend = mean * weight, slope * weight, bend * weight
    numbers[LOCAL] += mean * a1
    numbers[LOCAL + 1] += mean * a2
    numbers[LOCAL + 2] += slope * a1 * a1
    numbers[LOCAL + 3] += slope * a1 * a2
    numbers[LOCAL + 4] += slope * a2 * a2
    numbers[LOCAL + 5] += bend * a1 * a1 * a1
    numbers[LOCAL + 6] += bend * a1 * a1 * a2
    numbers[LOCAL + 7] += bend * a1 * a2 * a2
    numbers[LOCAL + 8] += bend * a2 * a2 * a2


@lean
def largest_mean(link: int, times: float, size: float) -> float:
    """A bound of the means over parameters of norm ``size``."""
    if link == LOGISTIC:
        return times
    return max(size, 1.0) if link == LINEAR else exp(min(size, 700.0))


@lean
def _size(numbers: Array) -> float:
    """The norm of the estimate."""
    t1, t2 = numbers[ANCHOR1] + numbers[X1], numbers[ANCHOR2] + numbers[X2]
    return np.sqrt(t1 * t1 + t2 * t2)


@lean
def drop(tracker: Tracker, link: int, times: float) -> None:
    """Observations of negligible weight are no longer kept for the next model."""
    numbers, counts = tracker.numbers, tracker.counts
    start, dropped = counts[FIRST], numbers[DROPPED]
    allowed = DROP * numbers[SCALE] / largest_mean(link, times, _size(numbers))
    while start < counts[STORED] and dropped + tracker.weights[start] <= allowed:
        dropped += tracker.weights[start]
        start += 1
    numbers[DROPPED] = dropped
    counts[FIRST] = start
