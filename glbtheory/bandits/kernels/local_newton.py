r"""The estimate of a tracker: Newton's method on the local model, and a certificate.

.. math:: \Big\lVert\sum_s w_s\big(\mu(a_s^\top\hat\theta) - r_s\big)a_s
          + \lambda\hat\theta\Big\rVert
          \leq \text{what Newton leaves} + \text{remainder} + \text{dropped} + \text{round-off}.

*Round-off*, with u = 2⁻⁵³: a weight is wrong by u (late observations: by 70 u), a mean by
8 u + 2 u‖θ‖ (its argument), its Taylor coefficients and the powers of the action by less than 30 u
of the whole, Horner's rule by 4 (N+1) u; sums over observations are double-doubles, whose error is
negligible.  Within the radius that the remainder allows, the absolute values of the terms add up to
less than 1.3 Σ w μ_max, so 192 u + 8 u‖θ‖ per unit of weight is more than all of it; the sum of
rewards is wrong by less than 80 u Σ w |r|.
"""

from __future__ import annotations

import numpy as np

from glbtheory.bandits.kernels.compile import lean
from glbtheory.bandits.kernels.double_double import UNIT
from glbtheory.bandits.kernels.elementary import exp
from glbtheory.bandits.kernels.link_codes import LINEAR, LOGISTIC
from glbtheory.bandits.kernels.local_model import (
    LAST,
    Derivatives,
    bend,
    build,
    derivatives,
    remainder,
)
from glbtheory.bandits.kernels.tracker import (
    ABSOLUTE,
    ANCHOR1,
    ANCHOR2,
    BUILT,
    CERTIFICATE,
    DROPPED,
    FIRST,
    LOCAL,
    MASS,
    REWARD1,
    REWARD2,
    SCALE,
    STEPS,
    STORED,
    X1,
    X2,
    Tracker,
    drop,
    largest_mean,
)

Array = np.ndarray

#: Newton leaves at most this norm of the gradient; the remainder may be four times as large.
STOP = 1e-9


@lean
def _rebuild(tracker: Tracker, link: int, times: float) -> None:
    """A new anchor at the present estimate."""
    numbers, counts = tracker.numbers, tracker.counts
    numbers[ANCHOR1] += numbers[X1]
    numbers[ANCHOR2] += numbers[X2]
    numbers[X1] = numbers[X2] = 0.0
    drop(tracker, link, times)
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
    inverse = 1.0 / (h11 * h22 - h12 * h12)
    return (h22 * g1 - h12 * g2) * inverse, (h11 * g2 - h12 * g1) * inverse


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
    # One step of Newton's method for the quadratic equation, from the solution of the linear one.
    b11, b12, b22 = c0 * d1 + c1 * d2, c1 * d1 + c2 * d2, c2 * d1 + c3 * d2
    r1, r2 = 0.5 * (b11 * d1 + b12 * d2), 0.5 * (b12 * d1 + b22 * d2)
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
                old = numbers[DROPPED] * inverse * largest_mean(link, times, size)
                bound = left + rest + old + rounding
                break
        part = 1.0 if length <= 1.0 else 1.0 / (1.0 + 0.5 * length)
        numbers[X1] = x - part * d1
        numbers[X2] = y - part * d2
    numbers[CERTIFICATE] = bound
    return bound
