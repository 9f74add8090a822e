r"""Compiled parts of the projection on a disc: a lower bound over a cell, and the search with it.

Write :math:`F(\theta) = g(\theta) - g(\hat\theta)` and N for the matrix of the norm, constant or
:math:`H(\theta)`.  For every vector v

.. math:: q(\theta) = \lVert F(\theta)\rVert^2_{N(\theta)^{-1}} \geq
          \psi_v(\theta) = 2\,v^\top F(\theta) - v^\top N(\theta)\,v ,

with equality, and equal gradients, at a point c if :math:`v = N(c)^{-1}F(c)`.  The right side is a
sum over the observations of functions of :math:`z_s = a_s^\top\theta` alone: with p = a·v they are
:math:`2p\mu(z) - p^2\dot\mu(z)`, or :math:`2p\mu(z)` where N is constant.  Their second derivatives
are bounded from below on :math:`|z - a^\top c| \leq R` by :math:`|\ddot\mu| \leq \dot\mu`, so that

.. math:: q(c+\delta) \geq q(c) + b^\top\delta + \tfrac12\,\delta^\top K\,\delta ,
          \qquad \lVert\delta\rVert \leq R .

Rounding is bounded along: whatever v comes out, the inequality holds for it, so only the value of
:math:`\psi_v`, of b and of K at that v have errors that matter.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from glbtheory.bandits.kernels.compile import fast
from glbtheory.bandits.kernels.double_double import UNIT
from glbtheory.bandits.kernels.elementary import exp
from glbtheory.bandits.kernels.link_codes import LINEAR, LOGISTIC

#: Over wider cells the growth e^R of the slope says nothing; they are split unseen.
WIDEST = 30.0

#: Sums are taken by blocks: their error then grows with n/BLOCK + BLOCK in place of n.
BLOCK = 64


class PlaneProjection(NamedTuple):
    """One projection in the plane; ``mean`` and ``slope`` are room for the computation."""

    code: int
    times: float
    S: float
    lam: float  # ridge within the vector g
    local: bool  # the norm is that of H(θ), else of the matrix (n11, n12, n22)
    n11: float
    n12: float
    n22: float
    target1: float  # g(θ̂), and a bound of its error
    target2: float
    error: float
    actions: np.ndarray  # one column per observation
    weights: np.ndarray
    mean: np.ndarray
    slope: np.ndarray


class Model(NamedTuple):
    """q >= value + b·δ + δ·Kδ/2 up to the margins, which stand for powers 0, 1, 2 of ‖δ‖."""

    value: float
    b1: float
    b2: float
    k11: float
    k12: float
    k22: float
    margin0: float
    margin1: float
    margin2: float


@fast
def means(code: Any, actions: Any, x: Any, y: Any, mean: Any, slope: Any) -> Any:
    """μ and μ' of every observation at θ = (x, y); the factor of a binomial is left out."""
    first, second = actions[0], actions[1]
    n = len(mean)
    if code == LOGISTIC:
        for s in range(n):
            e = exp(-min(max(first[s] * x + second[s] * y, -700.0), 700.0))
            mu = 1.0 / (1.0 + e)
            mean[s] = mu
            slope[s] = (e * mu) * mu
    elif code == LINEAR:
        for s in range(n):
            mean[s] = first[s] * x + second[s] * y
            slope[s] = 1.0
    else:
        for s in range(n):
            mean[s] = slope[s] = exp(min(max(first[s] * x + second[s] * y, -700.0), 700.0))


@fast
def image(
    code: Any,
    times: Any,
    lam: Any,
    actions: Any,
    weights: Any,
    x: Any,
    y: Any,
    mean: Any,
    slope: Any,
) -> Any:
    """g(θ) at θ = (x, y), and a bound of the norm of its rounding error."""
    means(code, actions, x, y, mean, slope)
    n = len(weights)
    norm = np.sqrt(x * x + y * y)
    g1 = g2 = size = 0.0
    for block in range(0, n, BLOCK):
        p1 = p2 = p3 = 0.0
        for s in range(block, min(block + BLOCK, n)):
            wide = weights[s] * times
            p1 += wide * mean[s] * actions[0, s]
            p2 += wide * mean[s] * actions[1, s]
            p3 += wide * (max(abs(mean[s]), norm) if code == LINEAR else mean[s])
        g1 += p1
        g2 += p2
        size += p3
    error = UNIT * ((n / BLOCK + BLOCK + 6.0 * norm + 40.0) * size + 8.0 * lam * norm)
    return g1 + lam * x, g2 + lam * y, 2.0 * error


@fast
def model(p: Any, x: Any, y: Any, R: Any) -> Any:
    """The lower bound around (x, y) within the distance R."""
    code, times = p.code, p.times
    n = len(p.weights)
    first, second, weights, mean, slope = p.actions[0], p.actions[1], p.weights, p.mean, p.slope
    means(code, p.actions, x, y, mean, slope)
    f1, f2 = p.lam * x - p.target1, p.lam * y - p.target2
    n11, n12, n22 = p.n11, p.n12, p.n22
    for s in range(n):
        f1 += weights[s] * times * mean[s] * first[s]
        f2 += weights[s] * times * mean[s] * second[s]
    if p.local:
        for s in range(n):
            steep = weights[s] * times * slope[s]
            n11 += steep * first[s] * first[s]
            n12 += steep * first[s] * second[s]
            n22 += steep * second[s] * second[s]
    det = n11 * n22 - n12 * n12
    v1 = (n22 * f1 - n12 * f2) / det
    v2 = (n11 * f2 - n12 * f1) / det
    v = np.sqrt(v1 * v1 + v2 * v2)
    moving = 1.0 if p.local else 0.0

    grow = exp(R)
    shrink = 1.0 / grow
    value = b1 = b2 = k11 = k12 = k22 = height = bend = 0.0
    norm = np.sqrt(x * x + y * y)
    for block in range(0, n, BLOCK):
        part = 0.0
        for s in range(block, min(block + BLOCK, n)):
            a1, a2, mu = first[s], second[s], mean[s]
            wide = weights[s] * times
            steep = wide * slope[s]
            h = a1 * v1 + a2 * v2
            hh = moving * h * h
            part += 2.0 * wide * h * mu - hh * steep
            if code == LOGISTIC:
                # With τ = 1 - 2μ, whose slope is -2μ', the second derivative of μ is τμ' and the
                # third is (3τ² - 1)μ'/2.  The curvature is concave in τ, hence least at an end.
                tau = 1.0 - 2.0 * mu
                turn = 2.0 * slope[s] * (grow - 1.0)
                low, high = max(tau - turn, -1.0), min(tau + turn, 1.0)
                least = min(
                    2.0 * h * low - hh * (1.5 * low * low - 0.5),
                    2.0 * h * high - hh * (1.5 * high * high - 0.5),
                )
                height += wide * mu
            elif code == LINEAR:
                tau = least = 0.0
                height += wide * max(abs(mu), norm)
            else:
                tau = 1.0
                least = 2.0 * h - hh
                height += wide * mu
            rise = steep * (2.0 * h - hh * tau)
            b1 += rise * a1
            b2 += rise * a2
            curve = steep * least * (grow if least < 0.0 else shrink)
            k11 += curve * a1 * a1
            k12 += curve * a1 * a2
            k22 += curve * a2 * a2
            bend += steep
        value += part
    value += 2.0 * (v1 * (p.lam * x - p.target1) + v2 * (p.lam * y - p.target2))
    value -= v1 * (p.n11 * v1 + p.n12 * v2) + v2 * (p.n12 * v1 + p.n22 * v2)
    b1 += 2.0 * p.lam * v1
    b2 += 2.0 * p.lam * v2

    # Errors of μ and μ' are relative (1 + ‖θ‖) units, those of p = a·v are units of ‖v‖.
    unit = UNIT * (6.0 * norm + 64.0)
    square = moving * v
    outer = abs(p.target1) + abs(p.target2) + p.lam * norm
    outer += v * (abs(p.n11) + abs(p.n22) + 2.0 * abs(p.n12))
    sums = (unit + UNIT * (n / BLOCK + BLOCK)) * (2.0 * height + square * bend)
    margin0 = v * (sums + 16.0 * UNIT * outer + 2.0 * p.error)
    margin1 = 2.0 * (unit + UNIT * n) * v * ((2.0 + square) * bend + 2.0 * p.lam)
    margin2 = 4.0 * (unit + UNIT * n) * v * (1.0 + square) * grow * bend
    return Model(value, b1, b2, k11, k12, k22, margin0, margin1, margin2)


@fast
def parabola(slope: Any, curve: Any, reach: Any) -> Any:
    """The least of slope·y + curve·y² over |y| <= reach."""
    slope = abs(slope)
    if 2.0 * curve * reach > slope:
        return -slope * slope / (4.0 * curve)
    return -slope * reach + curve * reach * reach


@fast
def least_in_ball(m: Any, b1: Any, b2: Any, R: Any) -> Any:
    """The least of b·δ + δ·Kδ/2 over the ball, from below."""
    half = 0.5 * (m.k11 + m.k22)
    other = 0.5 * (m.k11 - m.k22)
    smallest = half - np.sqrt(other * other + m.k12 * m.k12)
    return parabola(np.sqrt(b1 * b1 + b2 * b2), 0.5 * smallest, R)


@fast
def least_at_rim(m: Any, S: Any, n1: Any, n2: Any, x: Any, y: Any) -> Any:
    r"""The least of b·δ + δ·Kδ/2 for δ = -ξn + ηt with 0 <= ξ <= x, |η| <= y inside the disc.

    n is the outer normal at the boundary point c and t the tangent.  Where the function falls
    outwards, as it does at a minimum on the rim, ξ >= η²/(2S) makes up for curvature along t.
    """
    inward = -(m.b1 * n1 + m.b2 * n2)
    along = m.b2 * n1 - m.b1 * n2
    knn = n1 * (m.k11 * n1 + 2.0 * m.k12 * n2) + n2 * n2 * m.k22
    ktt = n2 * (m.k11 * n2 - 2.0 * m.k12 * n1) + n1 * n1 * m.k22
    knt = (m.k22 - m.k11) * n1 * n2 + m.k12 * (n1 * n1 - n2 * n2)
    inward -= 0.5 * max(-knn, 0.0) * x + abs(knt) * y
    if inward >= 0.0:
        return parabola(along, 0.5 * ktt + inward / (2.0 * S), y)
    return inward * x + parabola(along, 0.5 * ktt, y)


@fast
def bound(p: Any, cell: Any, slabs: Any, levels: Any) -> Any:
    """Over the cell (φ, h, ρ1, ρ2) of polar coordinates, |angle - φ| <= h: the least q can be.

    Returns that bound (∞ where no point lies in all slabs |x·θ| <= level), q at the middle, the
    bound of its rounding error, the middle, the derivative along the circle, and the radius R.
    """
    phi, h, low, high = cell[0], cell[1], cell[2], cell[3]
    S = p.S
    rim = high >= S
    rho = S if rim else 0.5 * (low + high)
    n1, n2 = np.cos(phi), np.sin(phi)
    x, y = rho * n1, rho * n2
    # A little more than half the angle, so that rounded neighbours overlap.
    h = h * (1.0 + 1e-12) + 1e-14
    near = (rho - low) * (rho - low) + 4.0 * rho * low * np.sin(0.5 * h) ** 2
    far = (rho - high) * (rho - high) + 4.0 * rho * high * np.sin(0.5 * h) ** 2
    R = np.sqrt(max(near, far)) * (1.0 + 1e-12)
    m = model(p, x, y, min(R, WIDEST))
    tangent = m.b2 * n1 - m.b1 * n2
    if R > WIDEST:
        return -np.inf, m.value, m.margin0, x, y, tangent, R
    least = least_in_ball(m, m.b1, m.b2, R)
    if rim:
        width = S * np.sin(min(h, 0.5 * np.pi))
        depth = S - low * np.cos(h)
        least = max(least, least_at_rim(m, S, n1, n2, depth, width))
    for j in range(len(levels)):
        x1, x2 = slabs[j, 0], slabs[j, 1]
        size = np.sqrt(x1 * x1 + x2 * x2)
        place = x1 * x + x2 * y
        if place < 0.0:
            x1, x2, place = -x1, -x2, -place
        if place - R * size > levels[j] * (1.0 + 1e-12) + 1e-12:
            return np.inf, m.value, m.margin0, x, y, tangent, R
        if place + R * size > levels[j]:
            # Lagrange: adding multiplier·(x·θ - level) <= 0 only lowers the function.
            multiplier = max(0.0, -(m.b1 * x1 + m.b2 * x2) / (size * size))
            rest = least_in_ball(m, m.b1 + multiplier * x1, m.b2 + multiplier * x2, R)
            least = max(least, rest + multiplier * (place - levels[j] - 1e-12 * (1.0 + levels[j])))
    b = abs(m.b1) + abs(m.b2)
    k = abs(m.k11) + abs(m.k22) + 2.0 * abs(m.k12)
    rounding = 64.0 * UNIT * (abs(m.value) + (b + k * (R + S)) * (R + S))
    margin = m.margin0 + (m.margin1 + m.margin2 * R) * R + rounding
    return m.value + least - margin, m.value, m.margin0, x, y, tangent, R
