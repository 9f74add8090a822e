"""A limit in seconds that also holds inside sympy, z3 and scipy.

A search asks its budget now and then whether time is up.  Libraries do not.  In the main thread an
alarm raises :class:`~glbtheory.engines.budget.OutOfTime` wherever Python code is running; z3 is
told its own limit.  In other threads there is no alarm, and only the budget is asked.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from glbtheory.engines.budget import OutOfTime

#: An alarm that a library has swallowed is sounded again after so many seconds.
_AGAIN = 0.2

#: The deadline of each thread that has one.
_deadlines = threading.local()


def remaining() -> float | None:
    """Seconds left in this thread; None if there is no limit."""
    deadline = getattr(_deadlines, "at", None)
    return None if deadline is None else float(deadline) - time.monotonic()


def remaining_milliseconds() -> int | None:
    """The same for libraries that count milliseconds: at least 1."""
    left = remaining()
    return None if left is None else max(1, int(1000 * left))


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Raise OutOfTime in the block after some seconds; None is no limit.

    An outer limit that ends earlier stays in force, and an alarm of the caller's own is left
    alone: where one is set, only the budget is asked.
    """
    if seconds is None:
        yield
        return
    outer = getattr(_deadlines, "at", None)
    deadline = time.monotonic() + seconds
    _deadlines.at = deadline if outer is None else min(outer, deadline)
    try:
        if outer is None and _alarm_is_free():
            with _alarm(seconds):
                yield
        else:
            yield
    finally:
        _deadlines.at = outer


def _alarm_is_free() -> bool:
    return (
        hasattr(signal, "setitimer")
        and threading.current_thread() is threading.main_thread()
        and signal.getitimer(signal.ITIMER_REAL)[0] == 0
    )


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    armed = True

    def ring(number: int, frame: Any) -> None:
        if armed:
            raise OutOfTime

    old_handler = signal.signal(signal.SIGALRM, ring)
    old_hook = sys.unraisablehook

    def quiet(unraisable: Any) -> None:
        # An alarm inside a destructor or a callback cannot be passed on; it rings again.
        if not isinstance(unraisable.exc_value, OutOfTime):
            old_hook(unraisable)

    sys.unraisablehook = quiet
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-3), _AGAIN)
    try:
        yield
    finally:
        armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old_handler)
        sys.unraisablehook = old_hook
