r"""The estimate of observations in blocks, as exact as it is asked to be, with a certificate.

:func:`solve` leaves in the store an estimate :math:`\theta` and returns a bound

.. math:: \Big\lVert\sum_s w_s\big(\mu(a_s^\top\theta) - r_s\big)a_s + \lambda\theta\Big\rVert
          \leq \text{left} + \text{tangents} + \text{dropped} + \text{round-off}

that is at most ``accuracy`` unless round-off forbids it; the left-hand side is that of exact
arithmetic and of all observations.

*Left.*  The norm of :math:`c + H\theta + \lambda\theta`, the gradient of the tangents
(``blocks``).  It is linear, and one Newton step from the last estimate makes it small: the
Cholesky factor of an earlier Hessian serves as long as a step shortens it enough.

*Tangents.*  :math:`\varphi(R)\,Q` with Q as in ``blocks`` and R a bound of all \|h\|.  At the last
search (:func:`_search`), at a point :math:`\theta_0`, they were at most REACH; an observation made
since then has its place at an estimate at most PATH away from :math:`\theta_0`.  By the triangle
inequality and :math:`\lVert a\rVert \le 1`, :math:`R = \max(\text{REACH}, \text{PATH}) +
\lVert\theta - \theta_0\rVert` will do.

*Search.*  Where the bound is too large, all blocks are looked at: those that contribute more than
an equal share of a part of ``accuracy``, or have a large \|h\|, get their places at the present
estimate.  The second search of a call and later ones do so with all blocks, so that the steps are
those of Newton's method; longer ones than 1 are shortened as in ``newton.solve``, which descends.

*Dropped.*  As in ``newton``: an observation that is no longer stored changes the gradient by at
most :math:`w|\mu-r|`.

*Round-off*, with :math:`u = 2^{-53}`.  A place is a number of the machine, so what follows from it
is exact but for: the mean and the slope there, 11 u of themselves; the weight, 2 u; the products
that make a term of a sum, 6 u; the sum over a block, 11 u.  Entries of ``totals`` are then added up
N times (SUMMED + CHANGES), each time with an error of u times a partial sum.  Sums of terms
:math:`w(m - pz - r)a` have a norm of at most :math:`G = \sum w(|m| + p|z| + |r|)`, the matrix H and
its parts a Frobenius norm of at most :math:`P = \sum wp`; both are summed without ever taking
anything away between two times that ``totals`` is added up anew.  So c errs by at most
(N + 30) u G, and :math:`H\theta` by (N + 30 + d) u P‖θ‖; a slope that errs by 11 u moves a
tangent by that part of :math:`p(|z| + \lVert\theta\rVert)`, within the same.  Q errs by twice
(N + 30 + d) u
:math:`(\theta^\top H\theta + q_0)`, since :math:`2|q^\top\theta|` is at most that sum.  The ridge
term errs by :math:`3u\lambda\lVert\theta\rVert`, a place by :math:`d u\lVert\theta\rVert`, which
R allows for.  The factor 1.1 covers products of errors and the errors of these bounds.
"""

from __future__ import annotations

import numpy as np

from glbtheory.bandits.kernels.blocks import (
    CERTIFICATE,
    CHANGES,
    FACTORED,
    FIRST,
    HEARD,
    LAST,
    LOST,
    LOST_REWARD,
    PATH,
    PLACE,
    REACH,
    SCALARS,
    SCALE,
    SCANS,
    SIDE,
    SLOPE,
    SQUARE,
    STEPS,
    STIFF,
    SUMMED,
    WEIGHT,
    Blocks,
    add_up,
    advance,
    drop,
    expand,
    observe,
)
from glbtheory.bandits.kernels.compile import lean
from glbtheory.bandits.kernels.double_double import UNIT
from glbtheory.bandits.kernels.elementary import exp
from glbtheory.bandits.kernels.link_codes import LINEAR, LOGISTIC
from glbtheory.bandits.kernels.newton import height
from glbtheory.bandits.kernels.packed import cholesky, solved, times_vector

Array = np.ndarray

#: Parts of the accuracy: what Newton's method may leave, what is dropped, and what the blocks that
#: a search leaves alone may contribute.
_LEFT, _DROPPED, _SPARED = 0.1, 0.05, 0.2
#: Where round-off may be more than this part, sums are added up anew.
_ERRING = 0.02
#: A search leaves no larger |h| than this alone.
_WIDE = 1.5
#: An earlier Hessian serves while a step shortens the gradient to this part.
_CONTRACTION = 0.25
_LIMIT = 500


@lean
def _curve(r: float) -> float:
    """An upper bound of φ(r) = (e^r - 1 - r)/r²."""
    if r < 0.5:
        # The next terms of the series add less than r⁵/4000.
        s = 0.5 + r * (1.0 / 6.0 + r * (1.0 / 24.0 + r * (1.0 / 120.0 + r * (1.0 / 720.0))))
        return s + 2.5e-4 * r * r * r * r * r + 1e-15
    if r > 300.0:
        return np.inf
    return (exp(r) - 1.0 - r) / (r * r) * (1.0 + 1e-13)


@lean
def _norm(vector: Array) -> float:
    s = 0.0
    for k in range(vector.size):
        s += vector[k] * vector[k]
    return np.sqrt(s)


@lean
def _gap(x: Array, y: Array) -> float:
    s = 0.0
    for k in range(x.size):
        s += (x[k] - y[k]) * (x[k] - y[k])
    return np.sqrt(s)


@lean
def _gradient(store: Blocks, lam: float, x: Array, curved: Array, out: Array) -> float:
    """The gradient of the tangents at x, with H x in ``curved``; returns its norm."""
    d = x.size
    half = d * (d + 1) // 2
    inverse = 1.0 / store.numbers[SCALE]
    times_vector(store.totals[:half], x, curved)
    s = 0.0
    for i in range(d):
        out[i] = (store.totals[half + i] + curved[i]) * inverse + lam * x[i]
        s += out[i] * out[i]
    return np.sqrt(s)


@lean
def _factored(store: Blocks, lam: float) -> None:
    """``factor`` is that of the present Hessian."""
    d = store.theta.size
    half = d * (d + 1) // 2
    inverse, at = 1.0 / store.numbers[SCALE], 0
    for k in range(half):
        store.term[k] = store.totals[k] * inverse
    for i in range(d):
        store.term[at + i] += lam
        at += i + 1
    good = cholesky(store.term[:half], store.factor, store.vectors[0])
    store.counts[FACTORED] = 1 if good else 0


@lean
def _at_rest(store: Blocks, lam: float, x: Array, curved: Array, out: Array, goal: float) -> float:
    """Moves x to where the gradient of the tangents is below ``goal``, or as near as it gets."""
    step, counts = store.vectors[4], store.counts
    norm = _gradient(store, lam, x, curved, out)
    exact = False
    for _ in range(60):
        if norm <= goal:
            break
        if counts[FACTORED] == 0:
            _factored(store, lam)
            exact = True
            if counts[FACTORED] == 0:
                break
        solved(store.factor, out, step)
        for i in range(x.size):
            x[i] -= step[i]
        counts[STEPS] += 1
        before = norm
        norm = _gradient(store, lam, x, curved, out)
        if not norm <= _CONTRACTION * before:
            if exact:  # round-off is all that is left
                break
            counts[FACTORED] = 0
    return norm


@lean
def _search(
    store: Blocks, link: int, times: float, x: Array, allowed: float, everything: bool
) -> None:
    """Blocks that contribute much at x get their places there."""
    numbers, counts = store.numbers, store.counts
    first, last = counts[FIRST], counts[LAST]
    share = allowed * numbers[SCALE] / (last + 1 - first)
    z, d = store.work[3], x.size
    reach = 0.0
    counts[SCANS] += 1
    for k in range(first, last + 1):
        actions = store.actions[k]
        weight, place, slope = store.data[k, WEIGHT], store.data[k, PLACE], store.data[k, SLOPE]
        for b in range(SIDE):
            z[b] = actions[0, b] * x[0]
        for i in range(1, d):
            row, t = actions[i], x[i]
            for b in range(SIDE):
                z[b] += row[b] * t
        far = square = 0.0
        for b in range(SIDE):
            if weight[b] > 0.0:
                h = abs(z[b] - place[b])
                square += weight[b] * slope[b] * h * h
                far = max(far, h)
        if everything or far > _WIDE or _curve(far) * square > share:
            expand(store, k, link, times, z)
        else:
            reach = max(reach, far)
    numbers[REACH] = reach * (1.0 + 1e-9) + 1e-12
    numbers[PATH] = 0.0
    for i in range(d):
        store.scanned[i] = x[i]


@lean
def _often(store: Blocks) -> float:
    """(N + 30 + d) u."""
    counts = store.counts
    return UNIT * (counts[SUMMED] + counts[CHANGES] + 30.0 + store.theta.size)


@lean
def _rounding(store: Blocks, lam: float, length: float) -> float:
    """The error of the gradient of the tangents at an estimate of that length."""
    totals = store.totals
    end = totals.size - SCALARS
    summed = (totals[end + HEARD] + 2.0 * totals[end + STIFF] * length) / store.numbers[SCALE]
    return 1.1 * (_often(store) * summed + 3.0 * UNIT * lam * length) + 1e-300


@lean
def _refresh(store: Blocks, lam: float, accuracy: float) -> None:
    """Add up anew when ``totals`` was changed so often that it costs little, or errs too much."""
    counts = store.counts
    often = 512 + 4 * (counts[LAST] + 1 - counts[FIRST])
    if counts[CHANGES] > often or (
        counts[CHANGES] > 0 and _rounding(store, lam, _norm(store.theta)) > _ERRING * accuracy
    ):
        add_up(store)


@lean
def _bound(
    store: Blocks, link: int, times: float, lam: float, x: Array, curved: Array, norm: float
) -> float:
    """The certificate at x, where the tangents have a gradient of that norm."""
    numbers, totals, d = store.numbers, store.totals, x.size
    half = d * (d + 1) // 2
    end = half + 2 * d
    inverse = 1.0 / numbers[SCALE]
    length = _norm(x)
    bent = mixed = 0.0
    for i in range(d):
        bent += x[i] * curved[i]
        mixed += x[i] * totals[half + d + i]
    bent = max(bent, 0.0)
    square = max(totals[end + SQUARE], 0.0)
    often = _often(store)
    total = bent - 2.0 * mixed + square
    total = max(total, 0.0) + 2.2 * often * (bent + square)
    away = max(numbers[REACH], numbers[PATH]) + _gap(x, store.scanned)
    away = away * (1.0 + 1e-9) + 1e-9 * (1.0 + length)
    lost = numbers[LOST] * height(link, times, length)
    if link != LOGISTIC:
        lost += numbers[LOST_REWARD]
    bound = norm * (1.0 + 4.0 * UNIT) + lost * inverse + _rounding(store, lam, length)
    if link != LINEAR:
        bound += _curve(away) * total * inverse
    if link > LINEAR and not length < 700.0:  # where the exponential is cut off
        bound = np.inf
    return bound * (1.0 + 1e-9)


@lean
def solve(store: Blocks, link: int, times: float, lam: float, accuracy: float) -> float:
    """Bring the estimate up to date; returns its certificate."""
    numbers, counts, theta = store.numbers, store.counts, store.theta
    x, curved, out = store.vectors[1], store.vectors[2], store.vectors[3]
    d = theta.size
    drop(store, height(link, times, _norm(theta)), link == LOGISTIC, _DROPPED * accuracy)
    _refresh(store, lam, accuracy)
    bound = before = np.inf
    for taken in range(_LIMIT):
        for i in range(d):
            x[i] = theta[i]
        norm = _at_rest(store, lam, x, curved, out, _LEFT * accuracy)
        size = _gap(x, theta)
        if not (norm < np.inf and size < np.inf):
            bound = np.inf
            break
        if link != LINEAR and size > 1.0:
            part = 1.0 / (1.0 + 0.5 * size)
            for i in range(d):
                x[i] = theta[i] + part * (x[i] - theta[i])
            norm = _gradient(store, lam, x, curved, out)
        for i in range(d):
            theta[i] = x[i]
        bound = _bound(store, link, times, lam, x, curved, norm)
        if bound <= accuracy or link == LINEAR:
            break
        # A Newton step that does not halve the bound has nothing but round-off left.
        if taken > 3 and size <= 0.5 and not bound <= 0.5 * before:
            break
        before = bound if size <= 0.5 else np.inf
        counts[FACTORED] = 0
        _search(store, link, times, x, _SPARED * accuracy, taken > 0)
    if not bound < np.inf:  # NaN as well
        bound = np.inf
    numbers[PATH] = max(numbers[PATH], _gap(theta, store.scanned))
    numbers[CERTIFICATE] = bound
    return bound


@lean
def learn(
    store: Blocks,
    link: int,
    times: float,
    lam: float,
    gamma: float,
    window: int,
    accuracy: float,
    action: Array,
    reward: float,
) -> float:
    """A round is over, with this action and reward; returns the certificate of the new estimate."""
    advance(store, 1, window)
    observe(store, link, times, gamma, action, reward, 0)
    return solve(store, link, times, lam, accuracy)
