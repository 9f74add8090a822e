r"""What is kept of one run of one policy: sums at a few rounds, not every round.

========== ============================================================================
rounds     the checkpoints, rounds counted from 1; the last is the horizon
regret     :math:`\sum_{s\le t}\max_a\mu(a^\top\theta^\star_s) - \mu(a_s^\top\theta^\star_s)`
reward     :math:`\sum_{s\le t} r_{s+1}`
outside    number of rounds so far with :math:`\lVert\hat\theta_t\rVert > S`
certificate the largest bound so far on the norm of the likelihood's gradient at the estimate
========== ============================================================================
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from glbtheory._support.validation import whole_number
from glbtheory.bandits._limits import LAST_ROUND

#: Columns of a trace after ``rounds`` and their types on disk: little-endian everywhere.
COLUMNS = {"regret": "<f8", "reward": "<f8", "outside": "<i8", "certificate": "<f8"}
#: Checkpoints unless the user asks for others.
POINTS = 200


class Trace(NamedTuple):
    """One run of one policy, at the checkpoints."""

    rounds: np.ndarray
    regret: np.ndarray
    reward: np.ndarray
    outside: np.ndarray
    certificate: np.ndarray

    def same_as(self, other: Trace) -> bool:
        """Bit for bit."""
        return all(np.array_equal(a, b) for a, b in zip(self, other, strict=True))


def equally_spaced(horizon: int, points: int = POINTS) -> tuple[int, ...]:
    """So many rounds, equally spaced up to rounding, the last one the horizon."""
    horizon = whole_number("horizon", horizon, 1, LAST_ROUND)
    points = min(whole_number("checkpoints", points, 1), horizon)
    return tuple(-(-horizon * k // points) for k in range(1, points + 1))


def checked_checkpoints(checkpoints: Any, horizon: int) -> tuple[int, ...]:
    """A number of checkpoints, or increasing rounds of which the last is the horizon."""
    several = isinstance(checkpoints, list | tuple | range | np.ndarray)
    if not several or getattr(checkpoints, "shape", None) == ():
        return equally_spaced(horizon, checkpoints)
    horizon = whole_number("horizon", horizon, 1, LAST_ROUND)
    rounds = tuple(whole_number("checkpoints", c, 1) for c in checkpoints)
    if not rounds or rounds[-1] != horizon:
        raise ValueError(f"checkpoints must end at the horizon {horizon}, not at {rounds[-1:]}")
    if any(a >= b for a, b in pairwise(rounds)):
        raise ValueError("checkpoints must increase")
    return rounds
