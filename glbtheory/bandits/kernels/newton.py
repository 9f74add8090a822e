r"""The weighted estimate in any dimension: warm-started damped Newton on all data, compiled.

:func:`solve` leaves in the store an estimate :math:`\theta` and returns its certificate,

.. math:: \Big\lVert\sum_s w_s\big(\mu(a_s^\top\theta) - r_s\big)a_s + \lambda\theta\Big\rVert
          \leq \text{computed norm} + \text{dropped} + \text{round-off},

where s runs over all observations and the left-hand side is that of exact arithmetic.

*Dropped.*  An observation of weight w that is no longer stored would change the gradient by at
most :math:`w|\mu-r|\,\lVert a\rVert`: at most n w for ``binomial(n)``, else
:math:`w(\bar\mu + |r|)` with :math:`\bar\mu = \lVert\theta\rVert` (linear) or
:math:`e^{\lVert\theta\rVert}` (Poisson).

*Round-off*, with :math:`u = 2^{-53}`, factors near 1 left to the end:

- :math:`z = a^\top\theta` errs by :math:`d\,u\,\lVert\theta\rVert`, which moves the residual by at
  most that times :math:`\dot\mu`, at most n/4 (logistic), 1 (linear), :math:`\mu` (Poisson);
- :func:`~glbtheory.bandits.kernels.elementary.exp` errs by 4 u of itself: 2 u for the last two
  additions, 1.5 u for the reduced argument and the polynomial below; the logistic mean then by 7 u
  and its product with n by 8 u; the subtraction of r by :math:`u(|\mu| + |r|)`;
- a stored weight errs by 1.1 u, its product with the residual by u, that with :math:`a_{sj}` by u;
- in a block of 256 a term takes part in 31 additions of its strand and in three of strands: 34 u;
- blocks add up as double-doubles, to :math:`4u^2` for each of them, with one last rounding;
- SCALE and its inverse err by u each, the product with the sum by u.

Together less than 42 u of :math:`\sum_s w_s|\mu_s-r_s|` and 9 u of
:math:`\sum_s w_s(|\mu_s|+|r_s|)`: at most 51 u of the latter, which is summed along (its own error
is of second order).  Component j is bounded by a sum of :math:`c_s|a_{sj}|`, the norm by
:math:`\sum_s c_s`.  The ridge term errs by :math:`2u\lambda\lVert\theta\rVert`, the addition by
u of the norm.  The factor 1.01 covers all products of errors, underflow adds less than 1e-300.
"""

from __future__ import annotations

import numpy as np

from glbtheory.bandits.kernels.compile import fast
from glbtheory.bandits.kernels.double_double import UNIT, gather
from glbtheory.bandits.kernels.elementary import exp
from glbtheory.bandits.kernels.link_codes import LINEAR, LOGISTIC
from glbtheory.bandits.kernels.local_newton import STOP
from glbtheory.bandits.kernels.newton_store import (
    FACTORED,
    FIRST,
    HESSIANS,
    LOST,
    LOST_REWARD,
    SCALE,
    STEPS,
    STORED,
    Store,
    drop,
)
from glbtheory.bandits.kernels.rewards import mean_of
from glbtheory.bandits.kernels.tracker import DROP

Array = np.ndarray

#: So many observations are summed in doubles, the sums of blocks in double-doubles.
BLOCK = 256
#: A factor of an earlier Hessian serves for steps of at most this length ...
_NEAR = 0.1
#: ... as long as each step shortens the gradient to this part of its norm.
_CONTRACTION = 0.05
#: Failures of this after which a call no longer relies on earlier Hessians.
_FAILURES = 8
_LIMIT = 1000


@fast
def _dot(p: Array, q: Array, n: int) -> float:
    """Σ p q over n entries, a multiple of eight: eight strands, added in a fixed order."""
    s0 = s1 = s2 = s3 = s4 = s5 = s6 = s7 = 0.0
    for b in range(n // 8):
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


@fast
def _link(
    code: int,
    times: float,
    z: Array,
    rewards: Array,
    weights: Array,
    residual: Array,
    slope: Array,
    size: Array,
    n: int,
) -> None:
    """w (μ - r), w μ' and w (|μ| + |r|) of n observations."""
    if code == LOGISTIC:
        for b in range(n):
            p = 1.0 / (1.0 + exp(min(max(-z[b], -700.0), 700.0)))
            mean, w, r = times * p, weights[b], rewards[b]
            residual[b] = w * (mean - r)
            slope[b] = w * (mean * (1.0 - p))
            size[b] = w * (mean + abs(r))
    elif code == LINEAR:
        for b in range(n):
            w, r = weights[b], rewards[b]
            residual[b] = w * (z[b] - r)
            slope[b] = w
            size[b] = w * (abs(z[b]) + abs(r))
    else:
        for b in range(n):
            mean = exp(min(max(z[b], -700.0), 700.0))
            w, r = weights[b], rewards[b]
            residual[b] = w * (mean - r)
            slope[b] = w * mean
            size[b] = w * (mean + abs(r))


@fast
def evaluate(
    store: Store, code: int, times: float, lam: float, gradient: Array, hessian: Array, curved: bool
) -> tuple[float, float]:
    """Gradient (and Hessian if ``curved``) at θ; Σ w (|μ| + |r|) and a bound of Σ w μ'.

    ``gradient`` has two places for each component, the second is scratch.
    """
    theta, d = store.theta, store.theta.size
    z, residual, slope = store.work[0], store.work[1], store.work[2]
    size, ones = store.work[3], store.work[4]
    gradient[:] = 0.0
    hessian[:, :] = 0.0
    total = mass = 0.0
    start, end = store.counts[FIRST], store.counts[STORED]
    while start < end:
        n = min(BLOCK, end - start)
        full = (n + 7) // 8 * 8
        weights = store.weights[start : start + full]
        for b in range(full):
            z[b] = 0.0
            ones[b] = 1.0
        for j in range(d):
            row, t = store.actions[j, start : start + full], theta[j]
            for b in range(full):
                z[b] += row[b] * t
        rewards = store.rewards[start : start + full]
        _link(code, times, z, rewards, weights, residual, slope, size, full)
        for b in range(n, full):  # what lies behind the end does not count
            residual[b] = slope[b] = size[b] = ones[b] = 0.0
        for j in range(d):
            row = store.actions[j, start : start + full]
            gather(gradient, 2 * j, _dot(residual, row, full))
        if curved:
            for i in range(d):
                bent, row = store.work[5 + i], store.actions[i, start : start + full]
                for b in range(full):
                    bent[b] = slope[b] * row[b]
                for j in range(i + 1):
                    hessian[i, j] += _dot(bent, store.actions[j, start : start + full], full)
        total += _dot(size, ones, full)
        mass += _dot(weights, ones, full)
        start += n
    inverse = 1.0 / store.numbers[SCALE]
    for i in range(d):
        gradient[i] = gradient[2 * i] * inverse + lam * theta[i]
        for j in range(i + 1):
            hessian[i, j] *= inverse
        hessian[i, i] += lam
    total *= inverse
    mass *= inverse
    if code == LOGISTIC:
        return total, 0.25 * times * mass
    return total, mass if code == LINEAR else total


@fast
def cholesky(matrix: Array, factor: Array) -> bool:
    """L with L Lᵀ = matrix, of which the lower half is read; False if it is not positive."""
    d = matrix.shape[0]
    for i in range(d):
        for j in range(i + 1):
            s = matrix[i, j]
            for k in range(j):
                s -= factor[i, k] * factor[j, k]
            if i > j:
                factor[i, j] = s / factor[j, j]
            elif s > 0.0:
                factor[i, i] = np.sqrt(s)
            else:
                return False
    return True


@fast
def _solved(factor: Array, vector: Array, out: Array) -> None:
    """The solution of L Lᵀ x = vector."""
    d = factor.shape[0]
    for i in range(d):
        s = vector[i]
        for k in range(i):
            s -= factor[i, k] * out[k]
        out[i] = s / factor[i, i]
    for i in range(d - 1, -1, -1):
        s = out[i]
        for k in range(i + 1, d):
            s -= factor[k, i] * out[k]
        out[i] = s / factor[i, i]


@fast
def _norm(vector: Array, d: int) -> float:
    s = 0.0
    for i in range(d):
        s += vector[i] * vector[i]
    return np.sqrt(s)


@fast
def height(code: int, times: float, length: float) -> float:
    """What a mean can be for estimates of that length; not below 1, since they move."""
    if code == LOGISTIC:
        return times
    if code == LINEAR:
        return max(1.0, length)
    return exp(length) if length <= 700.0 else np.inf


@fast
def solve(store: Store, code: int, times: float, lam: float) -> float:
    r"""Newton's method from the last estimate; returns the certificate of the new one.

    For :math:`|\ddot\mu| \le \dot\mu` and :math:`\lVert a\rVert \le 1` a step :math:`\delta` of
    length r changes the objective by at most :math:`(\psi(r) - 1)\,\delta^\top H\delta` with
    :math:`\psi(r) = (e^r - r - 1)/r^2`, so whole steps descend up to r = 1.79.  Longer ones are
    shortened by :math:`1/(1 + r/2)`, which is at most :math:`\log(1+r)/r`, the factor that descends
    best; a linear mean needs no damping.

    From one round to the next the Hessian hardly changes, and over a step of length r by at most
    :math:`e^r`.  The factor of an earlier Hessian is therefore used while steps are short and the
    gradient shrinks; where it does not, a new Hessian is made.  After some such failures in one
    call, every step gets a Hessian of its own, so that the descent above is certain.
    """
    numbers, counts, theta, d = store.numbers, store.counts, store.theta, store.theta.size
    gradient, step, hessian = np.zeros(2 * d), np.zeros(d), np.zeros((d, d))
    drop(store, height(code, times, _norm(theta, d)), code == LOGISTIC, DROP)
    inverse = 1.0 / numbers[SCALE]
    before, failures = np.inf, 0
    curved = counts[FACTORED] == 0
    for taken in range(_LIMIT + 1):
        total, stiffness = evaluate(store, code, times, lam, gradient, hessian, curved)
        length, norm = _norm(theta, d), _norm(gradient, d)
        rounding = 51.0 * total + d * length * stiffness + 2.0 * lam * length + norm
        rounding = 1.01 * UNIT * rounding + 1e-300
        lost = numbers[LOST] * height(code, times, length)
        if code != LOGISTIC:
            lost += numbers[LOST_REWARD]
        bound = (norm + lost * inverse + rounding) * (1.0 + 1e-9)
        if code > LINEAR and not length < 700.0:  # where the exponential is cut off
            bound = np.inf
        if not bound < np.inf or norm <= max(STOP, rounding) or taken == _LIMIT:
            break
        if not curved:
            _solved(store.factor, gradient, step)
            if norm > _CONTRACTION * before or not _norm(step, d) <= _NEAR:
                failures += 1
                curved = True
                evaluate(store, code, times, lam, gradient, hessian, True)
        if curved:
            counts[HESSIANS] += 1
            counts[FACTORED] = cholesky(hessian, store.factor)
            if counts[FACTORED] == 0:
                break
            _solved(store.factor, gradient, step)
        counts[STEPS] += 1
        size = _norm(step, d)
        part = 1.0 if size <= 1.0 or code == LINEAR else 1.0 / (1.0 + 0.5 * size)
        for i in range(d):
            theta[i] -= part * step[i]
        before = norm
        curved = failures > _FAILURES or not (size <= _NEAR or code == LINEAR)
    if not bound < np.inf:  # NaN as well
        bound = np.inf
    return bound


@fast
def design_of(store: Store, ridge: float, out: Array) -> None:
    """V, ridge included."""
    place, inverse = 0, 1.0 / store.numbers[SCALE]
    for i in range(store.theta.size):
        for j in range(i + 1):
            out[i, j] = out[j, i] = store.design[place] * inverse
            place += 2
        out[i, i] += ridge


@fast
def choose(
    store: Store, code: int, times: float, ridge: float, actions: Array, bonus: float
) -> int:
    """The first row of ``actions`` with the largest μ(a·θ) + bonus ‖a‖ in the norm of V⁻¹.

    With V = L Lᵀ that norm is the Euclidean one of L⁻¹a, by forward substitution.
    """
    theta, d = store.theta, store.theta.size
    design, factor, solved = np.zeros((d, d)), np.zeros((d, d)), np.zeros(d)
    design_of(store, ridge, design)
    if not cholesky(design, factor):
        return -1
    best, highest = 0, -np.inf
    for k in range(actions.shape[0]):
        z = width = 0.0
        for i in range(d):
            s = actions[k, i]
            z += s * theta[i]
            for j in range(i):
                s -= factor[i, j] * solved[j]
            s /= factor[i, i]
            solved[i] = s
            width += s * s
        index = mean_of(code, times, z) + bonus * np.sqrt(width)
        if index > highest:
            best, highest = k, index
    return best
