r"""The weighted likelihood as a polynomial around an anchor (one or two dimensions).

With :math:`x = \theta - \theta_0` the only part of the objective that is not quadratic is

.. math:: P(x) = \sum_s w_s\, b(a_s^\top\theta_0 + a_s^\top x), \qquad b' = \mu,

and its Taylor polynomial of degree ``M`` is a sum over observations.  A new observation adds one
term to each of its 78 coefficients, so a round costs the same however long the past is.  Weights
are kept relative to the first round (:math:`\gamma^{-s}` in place of :math:`\gamma^{t-1-s}`), so
forgetting costs nothing.  When the estimate has moved too far from the anchor for the remainder
(:func:`remainder`), the polynomial is rebuilt around it from the stored actions.

``hi[W r + s]`` is the coefficient of :math:`x_1^{M-r}x_2^{r-s}`, of total degree :math:`M-s`: both
Horner loops then run upwards.  The coefficient of degree 0 is of no use to a derivative; its place
``hi[LAST]`` holds :math:`\sum_s w_s\mu(a_s^\top\theta_0)`, which bounds the remainder of the
Poisson model.  Coefficients are double-doubles (``hi``, ``lo``): a sum over :math:`10^5` rounds
loses nothing, and an observation that leaves a window leaves no trace.
"""

from __future__ import annotations

from math import comb, factorial, pi
from typing import NamedTuple

import numpy as np

from glbtheory.bandits.kernels.compile import lean
from glbtheory.bandits.kernels.elementary import exp
from glbtheory.bandits.kernels.link_codes import LINEAR, POISSON

Array = np.ndarray

#: Degree of the Taylor polynomial of μ, and of its primitive b.
N = 10
M = N + 1
#: Coefficients are stored row by row, W in a row.
W = M + 1
LAST = W * W - 1
#: So many observations are summed before a sum is added to the double-doubles.
BLOCK = 256
_QUARTER = BLOCK // 4


#: hi[W r + s] takes C(k, M-r)/k times the coefficient of degree k - 1 of μ, k = M - s.
FACTOR = np.array(
    [comb(M - s, M - r) / (M - s) if s <= r and s < M else 0.0 for r in range(W) for s in range(W)]
)
#: Dirichlet's lambda function at N + 2 is below this.
_LAMBDA = 1.000002
_POISSON = 1.0 / factorial(N + 1)
_BEND = 4.0 * 1.0518 / pi**3


class Work(NamedTuple):
    """Scratch space."""

    taylor: Array
    term: Array
    rows: Array
    first: Array
    second: Array
    block_taylor: Array
    block_first: Array
    block_second: Array
    block_sum: Array
    factor: Array


class Derivatives(NamedTuple):
    """Gradient, Hessian and third derivatives; the digits are the coordinates."""

    g1: float
    g2: float
    h11: float
    h12: float
    h22: float
    d111: float
    d112: float
    d122: float
    d222: float


def work() -> Work:
    """Fresh scratch space."""
    term = np.zeros(W * W)
    return Work(
        np.zeros(W),
        term,
        term.reshape(W, W),
        np.zeros(W),
        np.zeros(2 * W),
        np.zeros((N + 1, BLOCK)),
        np.zeros((M + 2, BLOCK)),
        np.zeros((M + 1, BLOCK)),
        np.zeros(_QUARTER),
        FACTOR.reshape(W, W).copy(),
    )


@lean
def taylor(link: int, z: float, c: Array) -> None:
    """c[k] = μ^(k)(z)/k! for k <= N."""
    if link == LINEAR:
        for k in range(2, W):
            c[k] = 0.0
        c[0] = z
        c[1] = 1.0
    elif link == POISSON:
        c[0] = exp(min(max(z, -700.0), 700.0))
        for k in range(N):
            c[k + 1] = c[k] * (1.0 / (k + 1))
    else:
        # μ' = μ(1 - μ) gives (k+1) c_{k+1} = c_k - Σ c_i c_{k-i}.
        c[0] = 1.0 / (1.0 + exp(min(max(-z, -700.0), 700.0)))
        for k in range(N):
            twice = 0.0
            for i in range((k + 1) // 2):
                twice += c[i] * c[k - i]
            middle = c[k // 2] * c[k // 2] if k % 2 == 0 else 0.0
            c[k + 1] = (c[k] - 2.0 * twice - middle) * (1.0 / (k + 1))


@lean
def accumulate(hi: Array, lo: Array, term: Array) -> None:
    """(hi, lo) += term, entry by entry, as double-doubles."""
    for k in range(W * W):
        s = hi[k] + term[k]
        b = s - hi[k]
        rest = ((hi[k] - (s - b)) + (term[k] - b)) + lo[k]
        t = s + rest
        lo[k] = rest - (t - s)
        hi[k] = t


@lean
def add(
    hi: Array,
    lo: Array,
    work: Work,
    link: int,
    a1: float,
    a2: float,
    t1: float,
    t2: float,
    weight: float,
) -> None:
    """One observation of the given weight (negative: it leaves) at the anchor (t1, t2)."""
    c, first, second = work.taylor, work.first, work.second
    taylor(link, a1 * t1 + a2 * t2, c)
    mean = c[0] * weight
    # first[r] = a1^(M-r); second[i] = a2^(M-i), and 0 for i > M: row r reads a2^(r-s) from M-r on.
    first[M] = second[M] = 1.0
    for i in range(M, 0, -1):
        first[i - 1] = first[i] * a1
        second[i - 1] = second[i] * a2
    # Turned round: entry s now holds the coefficient of degree N - s, times the weight.
    for i in range(N // 2 + 1):
        front = c[i] * weight
        c[i] = c[N - i] * weight
        c[N - i] = front
    for r in range(W):
        row, factor, powers, p = work.rows[r], work.factor[r], second[M - r :], first[r]
        for s in range(r + 1):
            row[s] = (p * powers[s]) * (c[s] * factor[s])
    work.term[LAST] = mean
    accumulate(hi, lo, work.term)


@lean
def _dot(u: Array, p: Array, q: Array, w: Array) -> float:
    """The sum of u p q over a block, by halves: loops without a running sum can be vectorised."""
    u1, u2, u3 = u[_QUARTER:], u[2 * _QUARTER :], u[3 * _QUARTER :]
    p1, p2, p3 = p[_QUARTER:], p[2 * _QUARTER :], p[3 * _QUARTER :]
    q1, q2, q3 = q[_QUARTER:], q[2 * _QUARTER :], q[3 * _QUARTER :]
    for b in range(_QUARTER):
        left = u[b] * p[b] * q[b] + u1[b] * p1[b] * q1[b]
        w[b] = left + (u2[b] * p2[b] * q2[b] + u3[b] * p3[b] * q3[b])
    half = _QUARTER // 2
    while half >= 8:
        upper = w[half:]
        for b in range(half):
            w[b] += upper[b]
        half //= 2
    return ((w[0] + w[1]) + (w[2] + w[3])) + ((w[4] + w[5]) + (w[6] + w[7]))


@lean
def _block_taylor(link: int, C: Array, X: Array, Y: Array, t1: float, t2: float) -> None:
    """:func:`taylor` for a block of observations at once."""
    first = C[0]
    if link == LINEAR:
        for k in range(2, N + 1):
            for b in range(BLOCK):
                C[k, b] = 0.0
        for b in range(BLOCK):
            first[b] = X[b] * t1 + Y[b] * t2
            C[1, b] = 1.0
        return
    if link == POISSON:
        for b in range(BLOCK):
            first[b] = exp(min(max(X[b] * t1 + Y[b] * t2, -700.0), 700.0))
        for k in range(N):
            out, before, r = C[k + 1], C[k], 1.0 / (k + 1)
            for b in range(BLOCK):
                out[b] = before[b] * r
        return
    for b in range(BLOCK):
        first[b] = 1.0 / (1.0 + exp(min(max(-(X[b] * t1 + Y[b] * t2), -700.0), 700.0)))
    for k in range(N):
        out, before, half, r = C[k + 1], C[k], C[k // 2], 1.0 / (k + 1)
        for b in range(BLOCK):
            out[b] = 0.0
        for i in range((k + 1) // 2):
            left, right = C[i], C[k - i]
            for b in range(BLOCK):
                out[b] += left[b] * right[b]
        if k % 2 == 0:
            for b in range(BLOCK):
                out[b] = (before[b] - 2.0 * out[b] - half[b] * half[b]) * r
        else:
            for b in range(BLOCK):
                out[b] = (before[b] - 2.0 * out[b]) * r


@lean
def build(
    hi: Array,
    lo: Array,
    work: Work,
    link: int,
    actions: Array,
    weights: Array,
    start: int,
    end: int,
    times: float,
    t1: float,
    t2: float,
) -> None:
    """All coefficients at the anchor, from the observations start..end-1 of weight w_s times."""
    for k in range(W * W):
        hi[k] = lo[k] = 0.0
    C, P, Q, rows = work.block_taylor, work.block_first, work.block_second, work.rows
    X, Y, weight = P[1], P[M + 1], Q[0]
    while start < end:
        n = min(BLOCK, end - start)
        here, shares = actions[start:], weights[start:]
        for b in range(n):
            X[b] = here[b, 0]
            Y[b] = here[b, 1]
            weight[b] = shares[b] * times
        for b in range(n, BLOCK):
            X[b] = Y[b] = weight[b] = 0.0
        _block_taylor(link, C, X, Y, t1, t2)
        # P[i] = a1^i, Q[j] = w a2^j
        for b in range(BLOCK):
            P[0, b] = 1.0
        for i in range(2, M + 1):
            before, out = P[i - 1], P[i]
            for b in range(BLOCK):
                out[b] = before[b] * X[b]
        for j in range(1, M + 1):
            before, out = Q[j - 1], Q[j]
            for b in range(BLOCK):
                out[b] = before[b] * Y[b]
        for r in range(M + 1):
            for s in range(min(r + 1, M)):
                rows[r, s] = _dot(C[N - s], P[M - r], Q[r - s], work.block_sum) * work.factor[r, s]
        work.term[LAST] = _dot(C[0], P[0], Q[0], work.block_sum)
        accumulate(hi, lo, work.term)
        start += n


@lean
def derivatives(rows: Array, x: float, y: float) -> Derivatives:
    """The derivatives of orders 1, 2, 3 at (x, y) of the polynomial with W rows of coefficients."""
    v0 = v1 = v2 = v3 = u0 = u1 = u2 = t0 = t1 = w0 = 0.0
    for r in range(W):
        # q0, q1, q2, q3: the row's polynomial in y, its k-th derivatives over k!
        q0 = q1 = q2 = q3 = 0.0
        row = rows[r]
        for s in range(min(r + 1, M)):
            q3 = q3 * y + q2
            q2 = q2 * y + q1
            q1 = q1 * y + q0
            q0 = q0 * y + row[s]
        if r == M:  # the constant term is not there
            q3 = q3 * y + q2
            q2 = q2 * y + q1
            q1 = q1 * y + q0
            q0 = q0 * y
        v3 = v3 * x + v2
        v2 = v2 * x + v1
        v1 = v1 * x + v0
        v0 = v0 * x + q0
        u2 = u2 * x + u1
        u1 = u1 * x + u0
        u0 = u0 * x + q1
        t1 = t1 * x + t0
        t0 = t0 * x + q2
        w0 = w0 * x + q3
    return Derivatives(v1, u0, 2.0 * v2, u1, 2.0 * t0, 6.0 * v3, 2.0 * u2, 2.0 * t1, 6.0 * w0)


@lean
def remainder(link: int, mass: float, mean: float, r: float) -> float:
    r"""Bound on what the gradient of the polynomial lacks at distance r from the anchor.

    The logistic is a half plus the sum of :math:`1/(z - i\pi(2j-1))` over all integers j (in
    pairs), so its k-th Taylor coefficient anywhere on the line is at most
    :math:`2\lambda(k+1)\pi^{-k-1}` with Dirichlet's lambda function.  For the Poisson mean the
    coefficients are :math:`\mu/k!`.  ``mass`` is the sum of weights, ``mean`` that of weights times
    means.
    """
    if link == LINEAR:
        return 0.0
    power = 1.0
    if link == POISSON:
        for _ in range(N + 1):
            power *= r
        return mean * power * _POISSON * exp(min(r, 700.0))
    q = r / pi
    if q >= 0.9:
        return np.inf
    for _ in range(N + 1):
        power *= q
    return mass * (2.0 * _LAMBDA / pi) * power / (1.0 - q)


@lean
def bend(link: int, mass: float, mean: float, r: float) -> float:
    r"""Bound on the third derivatives of the polynomial up to the distance r from the anchor.

    The coefficients are bounded as above; with :math:`\lambda(k+1) \le \lambda(3) < 1.0518`,
    :math:`\sum_{k\ge2} k(k-1)\pi^{-k-1}r^{k-2} = 2\pi^{-3}(1-r/\pi)^{-3}`.
    """
    if link == LINEAR:
        return 0.0
    if link == POISSON:
        return mean * exp(min(r, 700.0))
    q = r / pi
    if q >= 0.9:
        return np.inf
    return mass * _BEND / ((1.0 - q) * (1.0 - q) * (1.0 - q))
