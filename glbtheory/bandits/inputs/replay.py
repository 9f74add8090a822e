"""A stream whose outcomes are all known, replayed day by day; weekly differences with limits.

Where the outcome of every arm is on record, a policy can be played on the record itself.  It
decides all rounds of a day in the morning and is told at night what came of its own choices, and
of no others.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from glbtheory._support.validation import finite_array, fraction_of_one, whole_number
from glbtheory.bandits.inputs.tables import as_rewards, as_rows
from glbtheory.bandits.policies.base import Policy

Array = np.ndarray


class MeanDifference(NamedTuple):
    """A mean with its limits."""

    mean: float
    low: float
    high: float


def replay_by_day(policy: Policy, actions: Any, outcomes: Any, start: Any, day: Any) -> Array:
    """What the policy earned in each round; it is reset first.

    The arms of round i are the rows ``start[i]`` up to ``start[i + 1]`` of ``actions``, with their
    ``outcomes``; ``day[i]`` does not decrease.
    """
    if not isinstance(policy, Policy):
        raise ValueError(f"policy must be a Policy, not {policy!r}")
    rows, known = as_rows(actions), as_rewards(outcomes, "outcomes")
    cuts, days = _rounds(start, day, len(rows))
    if len(known) != len(rows):
        raise ValueError(f"outcomes must be {len(rows)} numbers, not {len(known)}")
    policy.reset()
    chosen = np.empty(len(days), dtype=int)
    mornings = np.flatnonzero(np.diff(days, prepend=days[0] - 1))
    for lo, hi in zip(mornings, [*mornings[1:], len(days)], strict=True):
        for i in range(lo, hi):
            chosen[i] = cuts[i] + policy.select(rows[cuts[i] : cuts[i + 1]])
        first = policy.round
        policy.advance(int(hi - lo))
        played = list(range(first, policy.round))
        policy.update_batch(rows[chosen[lo:hi]], known[chosen[lo:hi]], played=played)
    return known[chosen]


def _rounds(start: Any, day: Any, rows: int) -> tuple[Array, Array]:
    cuts = np.asarray(start)
    increasing = cuts.ndim == 1 and len(cuts) > 1 and cuts.dtype.kind in "iu"
    if not increasing or cuts[0] != 0 or cuts[-1] != rows or (np.diff(cuts) < 1).any():
        raise ValueError(f"start must be integers that increase from 0 to {rows}")
    days = np.asarray(day)
    if days.shape != (len(cuts) - 1,) or days.dtype.kind not in "iu" or (np.diff(days) < 0).any():
        raise ValueError(f"day must be {len(cuts) - 1} integers that do not decrease")
    return cuts, days


def blocked_difference(
    difference: Any, day: Any, *, days: int = 7, level: float = 0.95
) -> MeanDifference:
    r"""The mean of ``difference`` over rounds, with limits from blocks of ``days`` days.

    With :math:`D_j` the sum of the differences and :math:`n_j` the number of rounds of block j, the
    mean :math:`\sum D_j/\sum n_j` of m blocks has the standard error
    :math:`\sqrt{\tfrac m{m-1}\sum_j(D_j-\text{mean}\cdot n_j)^2}\,/\sum_j n_j`, that of a ratio of
    means; the limits take a quantile of Student's law with m − 1 degrees of freedom.  They are
    right for large m if blocks are independent, whatever the dependence within them.
    """
    values = finite_array("difference", difference, (None,))
    number = np.asarray(day)
    if number.shape != values.shape or number.dtype.kind not in "iu":
        raise ValueError(f"day must be {len(values)} integers")
    blocks = number // whole_number("days", days, 1)
    _, place, counts = np.unique(blocks, return_inverse=True, return_counts=True)
    m = len(counts)
    if m < 2:
        raise ValueError("day must range over at least two blocks")
    level = fraction_of_one("level", level)
    mean = float(values.mean())
    left = np.bincount(place, weights=values) - mean * counts
    error = float(np.sqrt(m / (m - 1) * (left @ left))) / len(values)
    from scipy.special import stdtrit

    width = float(stdtrit(m - 1, (1 + level) / 2)) * error
    return MeanDifference(mean, mean - width, mean + width)
