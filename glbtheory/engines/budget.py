"""What a search may spend: boxes, and seconds.

A count of boxes gives every machine the same answer.  A limit in seconds is for people who wait.
"""

from __future__ import annotations

import time
from dataclasses import dataclass


class OutOfTime(Exception):
    """The time that was granted is used up."""


@dataclass(frozen=True)
class Budget:
    """At most ``boxes`` boxes in one cover; no work after ``deadline`` (``time.monotonic``).

    ``reductions`` is how often a statement may be reduced to others that may be as hard as it is.
    """

    boxes: int = 3000
    deadline: float | None = None
    reductions: int = 2

    @staticmethod
    def of(boxes: int = 3000, seconds: float | None = None) -> Budget:
        """A budget that ends ``seconds`` from now; None is no end."""
        return Budget(boxes, None if seconds is None else time.monotonic() + seconds)

    @property
    def remaining(self) -> float | None:
        """Seconds left; None if there is no end."""
        return None if self.deadline is None else self.deadline - time.monotonic()

    def check(self) -> None:
        """Raise :class:`OutOfTime` after the deadline."""
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise OutOfTime
