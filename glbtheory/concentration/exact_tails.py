r"""Violation probabilities of the tail inequality, exactly: nothing here is sampled.

For noises :math:`\varepsilon_{s+1}` with :math:`|\varepsilon| \le m` and variance
:math:`\sigma_s^2`, actions :math:`a_s` in the unit ball and weights :math:`w_s`, let

.. math:: S = \sum_{s<t} w_s \varepsilon_{s+1} a_s, \qquad
          H = \sum_{s<t} w_s^2 \sigma_s^2 a_s a_s^\top + \lambda I .

The inequality bounds the probability that :math:`\|S\|_{H^{-1}}` reaches the tail radius.
:func:`adversary` computes the largest such probability over all adaptive choices of actions and
noise laws from finite lists; :func:`equal_weights` follows one sum for thousands of rounds.  Both
answer with a rational number.  Discounted sums have no finite state; for them
:func:`discounted` and :func:`anytime_curve` give two-sided bounds.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

from glbtheory._support.validation import as_rational, whole_number
from glbtheory.concentration._tail_game import Action, OptimalPlay, adversary
from glbtheory.concentration._tail_grid import anytime_curve, block_bound, discounted, long_run
from glbtheory.concentration._tail_level import Level, Radius, Variance, common, reached, spread_of
from glbtheory.concentration.noise_laws import FAIR, Law, checked_law, skewed

__all__ = [
    "FAIR",
    "Action",
    "Law",
    "OptimalPlay",
    "Radius",
    "Variance",
    "adversary",
    "anytime_curve",
    "block_bound",
    "critical_scale",
    "discounted",
    "equal_weights",
    "long_run",
    "reached",
    "skewed",
]


def equal_weights(
    T: int,
    law: Any,
    *,
    lam: Any,
    m: Any,
    delta: Any,
    scale: Any = 1,
    freeze: bool = True,
    variance: Variance | None = None,
    bounded: bool = True,
    radius: Radius | None = None,
) -> Fraction:
    r"""The violation probability at round T for d = 1, weights 1 and one noise law.

    The action is 1 until the radius is reached and 0 from then on: this leaves S and H as they
    are, so at the fixed round T the radius is reached exactly if it was reached at *any* of the
    rounds :math:`2, \dots, T`.  With ``freeze=False`` the action is 1 throughout.

    The masses of the values of S that are still below the radius are integers in units of
    (common denominator)^-n; the answer is an exact rational.  ``variance``, ``bounded`` and
    ``radius`` are those of :func:`adversary`.
    """
    T, level = whole_number("T", T, 1), Level.of(lam, m, delta, scale, radius)
    noise = checked_law(law, level.m, bounded=bounded)
    spread = spread_of(noise, variance)
    unit, total = common([v for _, v in noise]), common([p for p, _ in noise])
    steps = [(int(p * total), int(v * unit)) for p, v in noise]
    alive, crossed = {0: 1}, 0
    for n in range(1, T):
        after: dict[int, int] = {}
        for s, mass in alive.items():
            for p, v in steps:
                after[s + v] = after.get(s + v, 0) + mass * p
        crossed *= total
        alive = after
        if freeze or n == T - 1:
            edge = _edge(n * spread, unit, level)
            crossed += sum(mass for s, mass in after.items() if abs(s) >= edge)
            alive = {s: mass for s, mass in after.items() if abs(s) < edge}
    return Fraction(crossed, total ** (T - 1))


def _edge(information: Fraction, unit: int, level: Level) -> int:
    """The least k >= 0 such that S = k/unit reaches the radius when H = information + λ."""
    h = information + level.lam
    square = level.least(1 / (h * unit * unit), h / level.lam, Fraction(1), 1)
    return math.isqrt(square - 1) + 1 if square > 0 else 0


def critical_scale(
    probability: Callable[[Fraction], Any],
    delta: Any,
    *,
    low: Any = Fraction(1, 16),
    high: Any = 1,
    steps: int = 8,
) -> tuple[Fraction, Fraction]:
    r"""A bracket of the largest factor on the radius at which the probability exceeds δ.

    ``probability(scale)`` falls with the scale; it is a number, or (lower, upper) bounds of one.
    At the first scale returned it exceeds δ for certain, at the second it does not; in between
    neither is shown.  Each end is bisected ``steps`` times.  (For simulated sums:
    :func:`glbtheory.concentration.sampled_tails.critical_scale`.)
    """
    level = as_rational("delta", delta)
    ends = as_rational("low", low), as_rational("high", high)

    @cache
    def bounds(scale: Fraction) -> tuple[Any, Any]:
        found = probability(scale)
        return found if isinstance(found, tuple) else (found, found)

    if not (bounds(ends[0])[0] > level and bounds(ends[1])[1] <= level):
        raise ValueError(f"low and high must bracket the critical scale, not {low} and {high}")

    def bisect(side: int) -> tuple[Fraction, Fraction]:
        a, b = ends
        for _ in range(whole_number("steps", steps, 1)):
            middle = (a + b) / 2
            a, b = (middle, b) if bounds(middle)[side] > level else (a, middle)
        return a, b

    return bisect(0)[0], bisect(1)[1]
