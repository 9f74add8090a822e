r"""Observations in blocks, the likelihood of each expanded where the estimate was; compiled.

An observation (a, r) of weight w has a *place* z, a number near :math:`a^\top\theta`, and stands in
for itself by the tangent of its mean there:

.. math:: w\{\mu(a^\top\theta) - r\}a \approx w\{m + p\,(a^\top\theta - z) - r\}a, \qquad
          m = \mu(z),\ p = \dot\mu(z) .

Summed, the gradient becomes :math:`c + H\theta` with a vector c and a matrix H, which cost nothing
to evaluate however many observations there are.  With :math:`h = a^\top\theta - z` and
:math:`|\ddot\mu| \le \dot\mu`, Gronwall's inequality for :math:`\dot\mu` gives

.. math:: |\mu(z+h) - m - p\,h| \le p\,(e^{|h|} - 1 - |h|) \le p\,h^2\varphi(|h|), \qquad
          \varphi(x) = \frac{e^x - 1 - x}{x^2} ,

with equality for Poisson means; :math:`\varphi` increases.  As :math:`\lVert a\rVert\le1`, what the
tangents lack has a norm of at most

.. math:: \varphi\big(\max|h|\big)\,Q, \qquad
          Q = \sum_s w_s p_s h_s^2 = \theta^\top H\theta - 2 q^\top\theta + q_0, \quad
          q = \sum_s w_s p_s z_s a_s,\ q_0 = \sum_s w_s p_s z_s^2 ,

and Q too costs nothing to evaluate.  Where it is too large, ``blocks_newton`` moves the places of
some blocks.

Weights are those of ``newton_store``: :math:`\gamma^{-s}` times a constant, and SCALE is that of
the last round that is over.  ``totals`` holds H (its lower half, row by row), c, q and the scalars;
it is changed by one observation or by the sums of one block at a time and added up anew now and
then, so that round-off does not grow with the rounds.  For the same end the design matrix is kept
in twice the working precision.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from glbtheory.bandits.kernels.compile import lean
from glbtheory.bandits.kernels.double_double import reciprocal
from glbtheory.bandits.kernels.elementary import exp
from glbtheory.bandits.kernels.link_codes import LINEAR, LOGISTIC
from glbtheory.bandits.kernels.newton_store import BIG, LEAPS, SMALL, TINY, multiplied, power

Array = np.ndarray

#: Observations of a block.
SIDE = 64
# Rows of ``data``.
WEIGHT, REWARD, PLACE, MEAN, SLOPE, ROWS = 0, 1, 2, 3, 4, 5
# Places behind H, c and q in ``totals``: Σ w p z², Σ w p, and Σ w (|m| + p |z| + |r|).
SQUARE, STIFF, HEARD, SCALARS = 0, 1, 2, 3
# Places in ``numbers``.  SCALE and GROWTH = 1/γ are double-doubles; LOST and LOST_REWARD the sums
# of w and of w|r| over what was dropped; no |h| was above REACH at the point ``scanned``, and since
# then the estimate was never further from it than PATH; CERTIFICATE is that of the estimate.
SCALE, GROWTH, LOST, LOST_REWARD, REACH, PATH, CERTIFICATE, SIZE = 0, 2, 4, 5, 6, 7, 8, 9
# Places in ``counts``: the first block in use, the last one, observations in the last one, rounds
# that are over, rounds whose growth of SCALE is one product, whether ``factor`` is of use, blocks
# summed in ``totals`` and changes of ``totals`` since then, observations that came late, Newton
# steps, blocks expanded anew, and searches for such blocks.
FIRST, LAST, FILLED, CLOCK, LEAP, FACTORED, SUMMED, CHANGES, LATE = 0, 1, 2, 3, 4, 5, 6, 7, 8
STEPS, EXPANDED, SCANS, COUNTS = 9, 10, 11, 12
# Columns of ``about``: the earliest round of a block, its observations, whether its sums are known.
EARLIEST, LIVE, KNOWN = 0, 1, 2

#: No round is so late.
NEVER = 2**62


class Blocks(NamedTuple):
    """All that an estimator remembers; the first axis of most arrays counts blocks."""

    actions: Array  # (blocks, d, SIDE)
    data: Array  # (blocks, ROWS, SIDE)
    rounds: Array  # (blocks, SIDE)
    about: Array  # (blocks, 3)
    sums: Array  # (blocks, length of totals)
    totals: Array
    design: Array  # two rows: Σ w a_i a_j for i >= j, row by row, and what the first row lacks
    theta: Array
    scanned: Array
    factor: Array  # of some Hessian: the lower half row by row, the diagonal inverted
    numbers: Array
    counts: Array
    term: Array
    work: Array
    vectors: Array


def halves(d: int) -> int:
    """Entries of the lower half of a symmetric matrix."""
    return d * (d + 1) // 2


def blocks(d: int, gamma: float, capacity: int) -> Blocks:
    """An empty store of so many blocks."""
    numbers, counts = np.zeros(SIZE), np.zeros(COUNTS, np.int64)
    numbers[GROWTH], numbers[GROWTH + 1] = reciprocal(gamma)
    counts[LEAP] = 2**62 if gamma == 1.0 else max(1, int(250.0 / np.log2(numbers[GROWTH])))
    half = halves(d)
    length = half + 2 * d + SCALARS
    fresh = Blocks(
        np.zeros((capacity, d, SIDE)),
        np.zeros((capacity, ROWS, SIDE)),
        np.zeros((capacity, SIDE), np.int64),
        np.zeros((capacity, 3), np.int64),
        np.zeros((capacity, length)),
        np.zeros(length),
        np.zeros((2, half)),
        np.zeros(d),
        np.zeros(d),
        np.zeros(half),
        numbers,
        counts,
        np.zeros(length),
        np.zeros((5, SIDE)),
        np.zeros((6, d)),
    )
    clear(fresh)
    return fresh


@lean
def clear(store: Blocks) -> None:
    """Forget everything but the number of rounds that are over."""
    numbers, counts = store.numbers, store.counts
    store.totals[:] = 0.0
    store.design[:, :] = 0.0
    store.theta[:] = 0.0
    store.scanned[:] = 0.0
    numbers[SCALE], numbers[SCALE + 1] = 1.0, 0.0
    for k in range(LOST, SIZE):
        numbers[k] = 0.0
    for k in (FIRST, LAST, FILLED, FACTORED, SUMMED, CHANGES, LATE):
        counts[k] = 0
    _fresh_block(store, 0)


@lean
def _fresh_block(store: Blocks, k: int) -> None:
    store.actions[k, :, :] = 0.0
    store.data[k, :, :] = 0.0
    store.about[k, EARLIEST] = NEVER
    store.about[k, LIVE] = store.about[k, KNOWN] = 0


# --- sums -----------------------------------------------------------------------------------------


@lean
def _dot(p: Array, q: Array) -> float:
    """Σ p q over a block: eight strands, added in a fixed order."""
    s0 = s1 = s2 = s3 = s4 = s5 = s6 = s7 = 0.0
    for b in range(SIDE // 8):
        o = 8 * b
        s0 += p[o] * q[o]
        s1 += p[o + 1] * q[o + 1]
        s2 += p[o + 2] * q[o + 2]
        s3 += p[o + 3] * q[o + 3]
        s4 += p[o + 4] * q[o + 4]
        s5 += p[o + 5] * q[o + 5]
        s6 += p[o + 6] * q[o + 6]
        s7 += p[o + 7] * q[o + 7]
    return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7))


@lean
def _sum_block(store: Blocks, k: int) -> None:
    """The sums of block k, from its places."""
    actions, data, out = store.actions[k], store.data[k], store.sums[k]
    steep, pull, bent = store.work[0], store.work[1], store.work[2]
    weight, reward, place = data[WEIGHT], data[REWARD], data[PLACE]
    mean, slope = data[MEAN], data[SLOPE]
    d = actions.shape[0]
    at = 0
    square = stiff = heard = 0.0
    for b in range(SIDE):
        w, p, z = weight[b], slope[b], place[b]
        steep[b] = w * p
        pull[b] = w * (mean[b] - p * z - reward[b])
        stiff += steep[b]
        square += steep[b] * z * z
        heard += w * (abs(mean[b]) + p * abs(z) + abs(reward[b]))
    for i in range(d):
        row = actions[i]
        for b in range(SIDE):
            bent[b] = steep[b] * row[b]
        for j in range(i + 1):
            out[at] = _dot(bent, actions[j])
            at += 1
    for i in range(d):
        out[at + i] = _dot(pull, actions[i])
    for b in range(SIDE):
        bent[b] = steep[b] * place[b]
    at += d
    for i in range(d):
        out[at + i] = _dot(bent, actions[i])
    at += d
    out[at + SQUARE] = square
    out[at + STIFF] = stiff
    out[at + HEARD] = heard
    store.about[k, KNOWN] = 1


@lean
def _change(store: Blocks, k: int, sign: float) -> None:
    """``totals`` += sign times the sums of block k; HEARD and STIFF bound errors and only grow."""
    if store.about[k, KNOWN] == 0:
        _sum_block(store, k)
    totals, sums = store.totals, store.sums[k]
    end = totals.size - SCALARS
    for j in range(end):
        totals[j] += sign * sums[j]
    totals[end + SQUARE] += sign * sums[end + SQUARE]
    if sign > 0.0:
        totals[end + STIFF] += sums[end + STIFF]
        totals[end + HEARD] += sums[end + HEARD]
    store.counts[CHANGES] += 1


@lean
def add_up(store: Blocks) -> None:
    """``totals`` from the sums of all blocks."""
    counts = store.counts
    store.totals[:] = 0.0
    for k in range(counts[FIRST], counts[LAST] + 1):
        _change(store, k, 1.0)
    counts[SUMMED] = counts[LAST] + 1 - counts[FIRST]
    counts[CHANGES] = 0


@lean
def _tangents(data: Array, link: int, times: float) -> None:
    """Means and slopes at the places of a block."""
    place, mean, slope = data[PLACE], data[MEAN], data[SLOPE]
    if link == LOGISTIC:
        for b in range(SIDE):
            p = 1.0 / (1.0 + exp(min(max(-place[b], -700.0), 700.0)))
            mean[b] = times * p
            slope[b] = times * p * (1.0 - p)
    elif link == LINEAR:
        for b in range(SIDE):
            mean[b] = place[b]
            slope[b] = 1.0
    else:
        for b in range(SIDE):
            e = exp(min(max(place[b], -700.0), 700.0))
            mean[b] = e
            slope[b] = e


@lean
def expand(store: Blocks, k: int, link: int, times: float, z: Array) -> None:
    """Block k has its places at z."""
    _change(store, k, -1.0)
    place = store.data[k, PLACE]
    for b in range(SIDE):
        place[b] = z[b]
    _tangents(store.data[k], link, times)
    _sum_block(store, k)
    _change(store, k, 1.0)
    store.counts[EXPANDED] += 1


@lean
def recall(store: Blocks, link: int, times: float) -> None:
    """Means, slopes and sums of all blocks from their places."""
    for k in range(store.counts[FIRST], store.counts[LAST] + 1):
        _tangents(store.data[k], link, times)
        _sum_block(store, k)


@lean
def _one(store: Blocks, k: int, b: int, sign: float) -> None:
    """``totals`` += sign times observation b of block k, and the design matrix with it."""
    actions, data, totals = store.actions[k], store.data[k], store.totals
    w, reward, z = data[WEIGHT, b], data[REWARD, b], data[PLACE, b]
    mean, slope = data[MEAN, b], data[SLOPE, b]
    d = actions.shape[0]
    a, sums, rest = store.vectors[0], store.design[0], store.design[1]
    for i in range(d):
        a[i] = actions[i, b]
    steep, weight, at = sign * w * slope, sign * w, 0
    for i in range(d):
        x, y = steep * a[i], weight * a[i]
        row, high, low = totals[at : at + i + 1], sums[at : at + i + 1], rest[at : at + i + 1]
        for j in range(i + 1):
            row[j] += x * a[j]
        for j in range(i + 1):
            h, v = high[j], y * a[j]
            s = h + v
            back = s - h
            more = ((h - (s - back)) + (v - back)) + low[j]
            t = s + more
            low[j] = more - (t - s)
            high[j] = t
        at += i + 1
    pull, bent = weight * (mean - slope * z - reward), steep * z
    for i in range(d):
        totals[at + i] += pull * a[i]
        totals[at + d + i] += bent * a[i]
    at += 2 * d
    totals[at + SQUARE] += bent * z
    if sign > 0.0:
        totals[at + STIFF] += steep
        totals[at + HEARD] += w * (abs(mean) + slope * abs(z) + abs(reward))
    store.counts[CHANGES] += 1


# --- rounds ---------------------------------------------------------------------------------------


@lean
def _mean_and_slope(link: int, times: float, z: float) -> tuple[float, float]:
    if link == LOGISTIC:
        p = 1.0 / (1.0 + exp(min(max(-z, -700.0), 700.0)))
        return times * p, times * p * (1.0 - p)
    if link == LINEAR:
        return z, 1.0
    e = exp(min(max(z, -700.0), 700.0))
    return e, e


@lean
def observe(
    store: Blocks, link: int, times: float, gamma: float, action: Array, reward: float, age: int
) -> None:
    """An action and its reward, played in the last round that is over or ``age`` rounds before."""
    numbers, counts, theta = store.numbers, store.counts, store.theta
    weight = numbers[SCALE]
    if age > 0:
        g, f = power(gamma, 0.0, age)
        weight = multiplied(numbers[SCALE], numbers[SCALE + 1], g, f)[0]
        if not weight >= SMALL:
            numbers[LOST] += SMALL
            numbers[LOST_REWARD] += SMALL * abs(reward)
            return
        counts[LATE] += 1
    if counts[FILLED] == SIDE:
        counts[LAST] += 1
        counts[FILLED] = 0
        _fresh_block(store, counts[LAST])
    k, b = counts[LAST], counts[FILLED]
    counts[FILLED] += 1
    z = 0.0
    for i in range(theta.size):
        store.actions[k, i, b] = action[i]
        z += action[i] * theta[i]
    mean, slope = _mean_and_slope(link, times, z)
    data, played = store.data[k], counts[CLOCK] - age
    data[WEIGHT, b], data[REWARD, b], data[PLACE, b] = weight, reward, z
    data[MEAN, b], data[SLOPE, b] = mean, slope
    store.rounds[k, b] = played
    store.about[k, EARLIEST] = min(store.about[k, EARLIEST], played)
    store.about[k, LIVE] += 1
    store.about[k, KNOWN] = 0
    _one(store, k, b, 1.0)


@lean
def _leave(store: Blocks, k: int, last: int) -> None:
    """What block k has of rounds up to ``last`` leaves."""
    earliest = NEVER
    for b in range(SIDE):
        if store.data[k, WEIGHT, b] == 0.0:
            continue
        if store.rounds[k, b] <= last:
            _one(store, k, b, -1.0)
            store.data[k, WEIGHT, b] = 0.0
            store.about[k, LIVE] -= 1
            store.about[k, KNOWN] = 0
        else:
            earliest = min(earliest, store.rounds[k, b])
    store.about[k, EARLIEST] = earliest


@lean
def _forget(store: Blocks, last: int) -> None:
    """A window forgets the rounds up to ``last``: in the first block, unless rewards came late."""
    counts = store.counts
    k = counts[FIRST]
    while k <= counts[LAST]:
        if store.about[k, EARLIEST] <= last:
            _leave(store, k, last)
        elif counts[LATE] == 0:
            break
        k += 1
    while counts[FIRST] < counts[LAST] and store.about[counts[FIRST], LIVE] == 0:
        counts[FIRST] += 1


@lean
def _rescale(store: Blocks) -> None:
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
    for j in range(store.totals.size):
        store.totals[j] *= part
    for j in range(store.design.shape[1]):
        store.design[0, j] *= part
        store.design[1, j] *= part
    vanished = False
    for k in range(counts[FIRST], counts[LAST] + 1):
        for j in range(store.totals.size):
            store.sums[k, j] *= part
        for b in range(SIDE):
            weight = store.data[k, WEIGHT, b] * part
            if weight < SMALL and store.data[k, WEIGHT, b] > 0.0:
                numbers[LOST] += SMALL  # rounded up, for the sums of what is dropped
                numbers[LOST_REWARD] += SMALL * abs(store.data[k, REWARD, b])
                weight = 0.0
                vanished = True
                store.about[k, LIVE] -= 1
                store.about[k, KNOWN] = 0
            store.data[k, WEIGHT, b] = weight
    if vanished:
        add_up(store)


@lean
def advance(store: Blocks, rounds: int, window: int) -> None:
    """So many rounds are over: weights decay, and what is older than the window leaves."""
    numbers, counts = store.numbers, store.counts
    counts[CLOCK] += rounds
    if numbers[GROWTH] != 1.0:
        leap = counts[LEAP]
        left = min(rounds, LEAPS * leap)
        while left > 0:
            n = min(left, leap)
            g, f = numbers[GROWTH], numbers[GROWTH + 1]
            if n > 1:
                g, f = power(g, f, n)
            if numbers[SCALE] * g > BIG:
                _rescale(store)
            h, e = multiplied(numbers[SCALE], numbers[SCALE + 1], g, f)
            numbers[SCALE], numbers[SCALE + 1] = h, e
            left -= n
    if window > 0:
        _forget(store, counts[CLOCK] - window)


@lean
def drop(store: Blocks, height: float, bounded: bool, allowed: float) -> None:
    """The first blocks leave while all that ever left moves the gradient by at most ``allowed``.

    ``height`` bounds a mean; for bounded rewards it bounds \\|μ - r\\| as well.
    """
    numbers, counts = store.numbers, store.counts
    if numbers[GROWTH] == 1.0:
        return
    limit = allowed * numbers[SCALE]
    while counts[FIRST] < counts[LAST]:
        k = counts[FIRST]
        # The largest weight is one of those of the last observations, unless some came late.
        weight = numbers[LOST]
        if not (weight + store.data[k, WEIGHT, 0]) * height <= limit:
            return
        gain = numbers[LOST_REWARD]
        for b in range(SIDE):
            weight += store.data[k, WEIGHT, b]
            gain += store.data[k, WEIGHT, b] * abs(store.data[k, REWARD, b])
        lost = weight * height
        if not bounded:
            lost += gain
        if not lost <= limit:
            return
        _change(store, k, -1.0)
        numbers[LOST], numbers[LOST_REWARD] = weight, gain
        counts[FIRST] = k + 1


_ARRAYS = ("actions", "data", "rounds", "about", "sums")


def with_room(store: Blocks, more: int) -> Blocks:
    """The same store with room for so many further observations.

    What no longer counts makes room first; the capacity doubles when more than half is in use.
    """
    counts, capacity = store.counts, len(store.about)
    needed = (int(counts[FILLED]) + more) // SIDE + 1
    if counts[LAST] + needed < capacity:
        return store
    first, live = int(counts[FIRST]), int(counts[LAST] + 1 - counts[FIRST])
    room = capacity
    while 2 * live + needed > room:
        room *= 2
    replaced = {}
    for name in _ARRAYS:
        old = getattr(store, name)
        replaced[name] = np.zeros((room, *old.shape[1:]), old.dtype)
        replaced[name][:live] = old[first : first + live]
    counts[FIRST], counts[LAST] = 0, live - 1
    return store._replace(**replaced)
