r"""The weighted estimate of every round, in constant time per round (one or two dimensions).

A :class:`Tracker` holds the local model of the likelihood, the weighted sum of rewards, the design
matrix, and the stored actions from which the model is rebuilt.  :func:`advance` ends a round,
:func:`observe` takes one reward, :func:`solve` returns the estimate's certificate

.. math:: \Big\lVert\sum_s w_s\big(\mu(a_s^\top\hat\theta) - r_s\big)a_s
          + \lambda\hat\theta\Big\rVert
          \leq \text{computed norm} + \text{remainder} + \text{dropped} + \text{round-off}.

Weights are kept relative to the first round: :math:`\gamma^{-s}` in place of
:math:`\gamma^{t-1-s}`, so that nothing has to be multiplied when a round ends.

*Round-off*, with u = 2⁻⁵³: a weight is wrong by u (late observations: by 70 u), a mean by
8 u + 2 u‖θ‖ (its argument), its Taylor coefficients and the powers of the action by less than 30 u
of the whole, Horner's rule by 4 (N+1) u; sums over observations are double-doubles, whose error is
negligible.  Within the radius that the remainder allows, the absolute values of the terms add up to
less than 1.3 Σ w μ_max, so 192 u + 8 u‖θ‖ per unit of weight is more than all of it; the sum of
rewards is wrong by less than 80 u Σ w |r|.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from glbtheory.bandits._compiled import lean
from glbtheory.bandits._elementary import exp
from glbtheory.bandits._local_model import (
    LAST,
    LINEAR,
    LOGISTIC,
    Derivatives,
    W,
    Work,
    add,
    bend,
    build,
    derivatives,
    remainder,
    work,
)

Array = np.ndarray

#: Newton leaves at most this norm of the gradient; the remainder may be four times as large.
STOP = 1e-9
#: Old observations are dropped when their weights add up to less than this.
DROP = 1e-10
UNIT = 2.0**-53

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
_SPLIT = 2.0**27 + 1.0


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
    # 1/γ to twice the working precision: 1 - γ q is exact as a difference of doubles.
    inverse = 1.0 / gamma
    product, error = _product(inverse, gamma)
    numbers[GROWTH], numbers[GROWTH + 1] = inverse, ((1.0 - product) - error) / gamma
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


def with_room(tracker: Tracker, more: int) -> Tracker:
    """The same tracker with room for so many further observations.

    Observations that no longer count make room first; then the capacity doubles.
    """
    counts = tracker.counts
    if counts[STORED] + more <= len(tracker.rewards):
        return tracker
    drop(tracker)
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
def _product(a: float, b: float) -> tuple[float, float]:
    """a b exactly: the rounded product and its error (Dekker)."""
    p = a * b
    s = _SPLIT * a
    a1 = s - (s - a)
    a2 = a - a1
    s = _SPLIT * b
    b1 = s - (s - b)
    b2 = b - b1
    return p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2


@lean
def _gather(numbers: Array, place: int, value: float) -> None:
    """A double-double += value."""
    h = numbers[place]
    s = h + value
    b = s - h
    rest = ((h - (s - b)) + (value - b)) + numbers[place + 1]
    t = s + rest
    numbers[place + 1] = rest - (t - s)
    numbers[place] = t


@lean
def _grow(numbers: Array) -> None:
    """The weight of the next observation: γ^{-t} as a double-double."""
    h, e = numbers[SCALE], numbers[SCALE + 1]
    g, f = numbers[GROWTH], numbers[GROWTH + 1]
    p, error = _product(h, g)
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
def _leave(tracker: Tracker, link: int, times: float) -> None:
    """The oldest observation of a window leaves (all weights are 1)."""
    numbers, counts, design = tracker.numbers, tracker.counts, tracker.design
    k = counts[FIRST]
    a1, a2 = tracker.actions[k, 0], tracker.actions[k, 1]
    _gather(numbers, REWARD1, -tracker.rewards[k] * a1)
    _gather(numbers, REWARD2, -tracker.rewards[k] * a2)
    _gather(numbers, MASS, -1.0)
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
    _gather(numbers, REWARD1, weight * reward * a1)
    _gather(numbers, REWARD2, weight * reward * a2)
    _gather(numbers, MASS, weight)
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
def drop(tracker: Tracker) -> None:
    """Observations of negligible weight are no longer kept for the next model."""
    numbers, counts = tracker.numbers, tracker.counts
    start, dropped = counts[FIRST], numbers[DROPPED]
    allowed = DROP * numbers[SCALE]
    while start < counts[STORED] and dropped + tracker.weights[start] <= allowed:
        dropped += tracker.weights[start]
        start += 1
    numbers[DROPPED] = dropped
    counts[FIRST] = start


@lean
def _rebuild(tracker: Tracker, link: int, times: float) -> None:
    """A new anchor at the present estimate."""
    numbers, counts = tracker.numbers, tracker.counts
    numbers[ANCHOR1] += numbers[X1]
    numbers[ANCHOR2] += numbers[X2]
    numbers[X1] = numbers[X2] = 0.0
    drop(tracker)
    counts[BUILT] += 1
    build(
        tracker.hi,
        tracker.lo,
        tracker.work,
        link,
        tracker.actions,
        tracker.weights,
        counts[FIRST],
        counts[STORED],
        times,
        numbers[ANCHOR1],
        numbers[ANCHOR2],
    )


@lean
def _step(h11: float, h12: float, h22: float, g1: float, g2: float) -> tuple[float, float]:
    """The solution of a symmetric system."""
    determinant = h11 * h22 - h12 * h12
    return (h22 * g1 - h12 * g2) / determinant, (h11 * g2 - h12 * g1) / determinant


@lean
def _predict(numbers: Array, lam: float) -> None:
    """Move the estimate to the zero of its gradient's expansion of second order.

    The derivatives at the last estimate are known and the new observation has been noted there, so
    that this costs no evaluation of the model.  It is a guess: :func:`solve` checks it.
    """
    inverse = 1.0 / numbers[SCALE]
    t1, t2 = numbers[ANCHOR1] + numbers[X1], numbers[ANCHOR2] + numbers[X2]
    g1 = (numbers[LOCAL] - numbers[REWARD1]) * inverse + lam * t1
    g2 = (numbers[LOCAL + 1] - numbers[REWARD2]) * inverse + lam * t2
    h11 = numbers[LOCAL + 2] * inverse + lam
    h12 = numbers[LOCAL + 3] * inverse
    h22 = numbers[LOCAL + 4] * inverse + lam
    c0, c1 = numbers[LOCAL + 5] * inverse, numbers[LOCAL + 6] * inverse
    c2, c3 = numbers[LOCAL + 7] * inverse, numbers[LOCAL + 8] * inverse
    d1, d2 = _step(h11, h12, h22, g1, g2)
    if not d1 * d1 + d2 * d2 <= 0.25:
        return
    for _ in range(2):
        b11, b12, b22 = c0 * d1 + c1 * d2, c1 * d1 + c2 * d2, c2 * d1 + c3 * d2
        r1 = g1 - h11 * d1 - h12 * d2 + 0.5 * (b11 * d1 + b12 * d2)
        r2 = g2 - h12 * d1 - h22 * d2 + 0.5 * (b12 * d1 + b22 * d2)
        e1, e2 = _step(h11 - b11, h12 - b12, h22 - b22, r1, r2)
        d1, d2 = d1 + e1, d2 + e2
    if d1 * d1 + d2 * d2 <= 1.0:
        numbers[X1] -= d1
        numbers[X2] -= d2


@lean
def _settle(numbers: Array, D: Derivatives, d1: float, d2: float) -> None:
    """Move the estimate by (-d1, -d2) from where the derivatives are D, and expand them there."""
    b11 = D.d111 * d1 + D.d112 * d2
    b12 = D.d112 * d1 + D.d122 * d2
    b22 = D.d122 * d1 + D.d222 * d2
    numbers[X1] -= d1
    numbers[X2] -= d2
    numbers[LOCAL] = D.g1 - D.h11 * d1 - D.h12 * d2 + 0.5 * (b11 * d1 + b12 * d2)
    numbers[LOCAL + 1] = D.g2 - D.h12 * d1 - D.h22 * d2 + 0.5 * (b12 * d1 + b22 * d2)
    numbers[LOCAL + 2] = D.h11 - b11
    numbers[LOCAL + 3] = D.h12 - b12
    numbers[LOCAL + 4] = D.h22 - b22
    numbers[LOCAL + 5] = D.d111
    numbers[LOCAL + 6] = D.d112
    numbers[LOCAL + 7] = D.d122
    numbers[LOCAL + 8] = D.d222


@lean
def solve(tracker: Tracker, link: int, times: float, lam: float) -> float:
    """Newton's method on the model; returns the certificate and leaves the estimate in place.

    A step that solves the linear equation leaves a gradient of at most half the model's third
    derivative times the square of its length (:func:`bend`); once that is small enough, nothing has
    to be evaluated at the new point.

    For |μ''| <= μ' and ‖a‖ <= 1 a step of length r changes the objective by at most
    (ψ(r) - 1) δ·Hδ with ψ(r) = (e^r - r - 1)/r², so whole steps descend up to r = 1.79.  Longer
    ones are shortened by 1/(1 + r/2), which is at most log(1+r)/r, the factor that descends best.
    """
    numbers, counts = tracker.numbers, tracker.counts
    _predict(numbers, lam)
    inverse = 1.0 / numbers[SCALE]
    s1, s2 = numbers[REWARD1] * inverse, numbers[REWARD2] * inverse
    mass = numbers[MASS] * times * inverse
    heard = numbers[ABSOLUTE] * inverse
    bound = np.inf
    for _ in range(1000):
        x, y = numbers[X1], numbers[X2]
        t1, t2 = numbers[ANCHOR1] + x, numbers[ANCHOR2] + y
        r = np.sqrt(x * x + y * y)
        size = np.sqrt(t1 * t1 + t2 * t2) + 1.0
        mean = tracker.hi[LAST] * inverse
        # What a mean can be within reach: 1 (logistic), |θ| (linear), the model's sum (Poisson).
        if link == LOGISTIC:
            height = mass
        elif link == LINEAR:
            height = mass * size
        else:
            height = mass + mean * exp(min(r + 1.0, 700.0))
        rounding = UNIT * (height * (192.0 + 8.0 * size) + 80.0 * heard + 8.0 * lam * size)
        if remainder(link, mass, mean, r) > 4.0 * STOP:
            _rebuild(tracker, link, times)
            continue
        counts[STEPS] += 1
        D = derivatives(tracker.rows, x, y)
        g1 = D.g1 * inverse - s1 + lam * t1
        g2 = D.g2 * inverse - s2 + lam * t2
        d1, d2 = _step(D.h11 * inverse + lam, D.h12 * inverse, D.h22 * inverse + lam, g1, g2)
        length = np.sqrt(d1 * d1 + d2 * d2)
        if length <= 0.5:
            left = 0.5 * bend(link, mass, mean, r + length) * length * length
            left += 64.0 * UNIT * np.sqrt(g1 * g1 + g2 * g2)
            rest = remainder(link, mass, mean, r + length)
            if left <= STOP and rest <= 4.0 * STOP:
                _settle(numbers, D, d1, d2)
                old = numbers[DROPPED] * inverse * times
                if link == LINEAR:
                    old *= size
                elif link != LOGISTIC:
                    old *= exp(min(size, 700.0))
                bound = left + rest + old + rounding
                break
        part = 1.0 if length <= 1.0 else 1.0 / (1.0 + 0.5 * length)
        numbers[X1] = x - part * d1
        numbers[X2] = y - part * d2
    numbers[CERTIFICATE] = bound
    return bound
