"""Rounds of an upper-confidence policy in any dimension, compiled: ``play`` for ``blocks``.

The index is that of ``play``, with the bonus as the policy gives it: whatever the certificate of
the estimate adds to it is in there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glbtheory.bandits.kernels.blocks import CLOCK, SCALE, Blocks, clear
from glbtheory.bandits.kernels.blocks_newton import learn
from glbtheory.bandits.kernels.compile import fast, lean
from glbtheory.bandits.kernels.packed import TILE, cholesky, indices
from glbtheory.bandits.kernels.play import PlayRule
from glbtheory.bandits.kernels.rewards import mean_of, reward

Array = np.ndarray


@lean
def design_of(store: Blocks, ridge: float, out: Array) -> None:
    """V, ridge included: the lower half row by row."""
    inverse, at = 1.0 / store.numbers[SCALE], 0
    for k in range(out.size):
        out[k] = store.design[0, k] * inverse
    for i in range(store.theta.size):
        out[at + i] += ridge
        at += i + 1


@lean
def choose(
    link: int,
    times: float,
    ridge: float,
    store: Blocks,
    columns: Array,
    bonus: float,
    inside: float,
    radius: float,
    factor: Array,
    work: Array,
    out: Array,
) -> Any:
    """The first column with the largest index, or -1, and whether the estimate is outside Θ."""
    theta, square = store.theta, 0.0
    for i in range(theta.size):
        square += theta[i] * theta[i]
    outside = square > radius * radius
    b = bonus
    if inside == inside and not outside:
        b = inside
    design = store.term[: factor.size]
    design_of(store, ridge, design)
    if not cholesky(design, factor, store.vectors[0]):
        return -1, outside
    indices(link, times, theta, factor, columns, b, work, out)
    best = 0
    for k in range(1, columns.shape[1]):
        if out[k] > out[best]:
            best = k
    return best, outside


@lean
def _rounds(
    rule: PlayRule,
    accuracy: float,
    store: Blocks,
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
    factor: Array,
    work: Array,
    action: Array,
    out: Array,
) -> None:
    """:func:`play` with space for the indices of a round."""
    d, arms = actions.shape[1], actions.shape[2]
    for t in range(actions.shape[0]):
        offered = actions[t]
        k, far = choose(
            rule.link,
            rule.times,
            rule.ridge,
            store,
            offered,
            bonus[t],
            inside[t],
            rule.radius,
            factor,
            work,
            out,
        )
        if explore[t] >= 0.0:
            k = min(int(explore[t] * arms), arms - 1)
        outside[t] = far
        row, x = offered[0], theta[t, 0]
        for j in range(arms):
            out[j] = row[j] * x
        for i in range(1, d):
            row, x = offered[i], theta[t, i]
            for j in range(arms):
                out[j] += row[j] * x
        top = -np.inf
        for j in range(arms):
            top = max(top, out[j])
        mean = mean_of(rule.link, rule.times, out[k])
        # Means of equal or larger z may be smaller by a rounding error.
        regret[t] = max(mean_of(rule.link, rule.times, top) - mean, 0.0)
        chosen[t] = k
        gain = reward(rule.link, rule.times, rule.kind, rule.m, mean, noise[t])
        rewards[t] = gain
        for i in range(d):
            action[i] = offered[i, k]
        certificates[t] = learn(
            store,
            rule.link,
            rule.times,
            rule.lam,
            rule.gamma,
            rule.window,
            accuracy,
            action,
            gain,
        )
        if rule.period > 0 and store.counts[CLOCK] % rule.period == 0:
            clear(store)


@fast
def play(
    rule: PlayRule,
    accuracy: float,
    store: Blocks,
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

    The arguments are those of ``play.play``, with the accuracy of the estimates.
    """
    d = actions.shape[1]
    _rounds(
        rule,
        accuracy,
        store,
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
        np.empty(d * (d + 1) // 2),
        np.empty((d + 2, TILE)),
        np.empty(d),
        np.empty(actions.shape[2]),
    )
