r"""Rounds of an upper-confidence policy in one or two dimensions, compiled.

Every generalised linear policy of this package plays

.. math:: a_t \in \arg\max_a\ \mu(a^\top\hat\theta_t) + b_t\,\lVert a\rVert_{V_t^{-1}}

and differs from the others in how it forgets (:math:`\gamma`, a window, restarts) and in the
numbers :math:`b_t`; with a refined bonus, ``inside`` replaces ``bonus`` at rounds where the
estimate lies in the ball of radius :math:`S`.  The environment's rounds are drawn before, the same
for all policies.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from glbtheory.bandits.kernels.compile import fast, lean
from glbtheory.bandits.kernels.elementary import logistic
from glbtheory.bandits.kernels.link_codes import LOGISTIC
from glbtheory.bandits.kernels.local_newton import solve
from glbtheory.bandits.kernels.rewards import mean_of, reward
from glbtheory.bandits.kernels.tracker import (
    ANCHOR1,
    ANCHOR2,
    CLOCK,
    X1,
    X2,
    Tracker,
    advance,
    clear,
    observe,
)

Array = np.ndarray


class PlayRule(NamedTuple):
    """What a policy is in numbers, but for its bonuses.

    ``link`` and ``times`` are those of a reward family; ``window`` and ``period`` (rounds between
    restarts) are 0 if there is none; ``radius`` is S; ``kind`` and ``m`` say how rewards
    are drawn (``rewards``).
    """

    link: int
    times: float
    lam: float
    ridge: float
    gamma: float
    window: int
    period: int
    radius: float
    kind: int
    m: float


@lean
def choose(
    link: int,
    times: float,
    tracker: Tracker,
    actions: Array,
    bonus: float,
    inside: float,
    radius: float,
    out: Array,
) -> Any:
    """The first column of ``actions`` with the largest index, and whether θ̂ is outside Θ."""
    numbers, design = tracker.numbers, tracker.design
    t1 = numbers[ANCHOR1] + numbers[X1]
    t2 = numbers[ANCHOR2] + numbers[X2]
    outside = t1 * t1 + t2 * t2 > radius * radius
    b = bonus
    if inside == inside and not outside:
        b = inside
    v11, v12, v22 = design[0], design[1], design[2]
    det = v11 * v22 - v12 * v12
    i11, i12, i22 = v22 / det, -2.0 * v12 / det, v11 / det
    first, second = actions[0], actions[1]
    # One loop per link: a choice inside the loop would keep it from being vectorised.
    if link == LOGISTIC:
        for k in range(actions.shape[1]):
            a1, a2 = first[k], second[k]
            width = np.sqrt(a1 * (i11 * a1 + i12 * a2) + i22 * a2 * a2)
            out[k] = times * logistic(a1 * t1 + a2 * t2) + b * width
    else:
        for k in range(actions.shape[1]):
            a1, a2 = first[k], second[k]
            width = np.sqrt(a1 * (i11 * a1 + i12 * a2) + i22 * a2 * a2)
            out[k] = mean_of(link, times, a1 * t1 + a2 * t2) + b * width
    best = 0
    for k in range(1, actions.shape[1]):
        if out[k] > out[best]:
            best = k
    return best, outside


@lean
def learn(
    link: int,
    times: float,
    lam: float,
    ridge: float,
    gamma: float,
    window: int,
    tracker: Tracker,
    a1: float,
    a2: float,
    reward: float,
) -> float:
    """A round is over, with this action and reward; returns the certificate of the new estimate."""
    advance(tracker, link, times, ridge, gamma, window)
    observe(tracker, link, times, gamma, a1, a2, reward, 0)
    return solve(tracker, link, times, lam)


@lean
def _rounds(
    rule: PlayRule,
    tracker: Tracker,
    actions: Array,
    theta: Array,
    noise: Array,
    explore: Array,
    bonus: Array,
    inside: Array,
    regret: Array,
    chosen: Array,
    rewards: Array,
    outside: Array,
    certificates: Array,
    out: Array,
) -> None:
    """:func:`play` with space for the indices of a round."""
    arms = actions.shape[2]
    for t in range(actions.shape[0]):
        offered = actions[t]
        k, far = choose(
            rule.link, rule.times, tracker, offered, bonus[t], inside[t], rule.radius, out
        )
        if explore[t] >= 0.0:
            k = min(int(explore[t] * arms), arms - 1)
        outside[t] = far
        first, second = offered[0], offered[1]
        th1, th2 = theta[t, 0], theta[t, 1]
        top = -np.inf
        for j in range(arms):
            top = max(top, first[j] * th1 + second[j] * th2)
        mean = mean_of(rule.link, rule.times, first[k] * th1 + second[k] * th2)
        # Means of equal or larger z may be smaller by a rounding error.
        regret[t] = max(mean_of(rule.link, rule.times, top) - mean, 0.0)
        chosen[t] = k
        gain = reward(rule.link, rule.times, rule.kind, rule.m, mean, noise[t])
        rewards[t] = gain
        certificates[t] = learn(
            rule.link,
            rule.times,
            rule.lam,
            rule.ridge,
            rule.gamma,
            rule.window,
            tracker,
            first[k],
            second[k],
            gain,
        )
        if rule.period > 0 and tracker.counts[CLOCK] % rule.period == 0:
            clear(tracker, rule.ridge)


@fast
def play(
    rule: PlayRule,
    tracker: Tracker,
    actions: Array,
    theta: Array,
    noise: Array,
    explore: Array,
    bonus: Array,
    inside: Array,
    regret: Array,
    chosen: Array,
    rewards: Array,
    outside: Array,
    certificates: Array,
) -> None:
    """Rounds of one run; the last five arrays are filled.

    ``actions[t]`` has one column per action; where ``explore[t]`` is not negative the action with
    the number floor(explore K) is played.  The tracker must have room for all rounds.
    """
    out = np.empty(actions.shape[2])
    _rounds(
        rule,
        tracker,
        actions,
        theta,
        noise,
        explore,
        bonus,
        inside,
        regret,
        chosen,
        rewards,
        outside,
        certificates,
        out,
    )
