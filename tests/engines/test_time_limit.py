"""A limit in seconds: kept inside libraries, and nothing is left of it afterwards."""

from __future__ import annotations

import signal
import threading
import time
from contextlib import suppress

import pytest

import glbtheory
from glbtheory.engines.answers.time_limit import remaining, remaining_milliseconds, time_limit
from glbtheory.engines.budget import OutOfTime


def test_an_endless_loop_ends() -> None:
    start = time.monotonic()
    with pytest.raises(OutOfTime), time_limit(0.2):
        with suppress(Exception):  # what a careless library does: the alarm rings again
            while True:
                sum(range(1000))
        while True:
            sum(range(1000))
    assert time.monotonic() - start < 3


def test_handlers_and_limits_are_restored() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with time_limit(5):
        left = remaining()
        assert left is not None and 4 < left <= 5
        with time_limit(100):  # an inner limit does not lengthen the outer one
            assert (remaining_milliseconds() or 10**9) <= 5000
    assert remaining() is None and remaining_milliseconds() is None
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_a_thread_has_its_own_limit_and_no_alarm() -> None:
    found = []

    def work() -> None:
        found.append(remaining())
        with time_limit(3):
            found.append(remaining())

    with time_limit(50):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert found[0] is None and found[1] is not None and found[1] <= 3


def test_prove_says_that_time_is_up() -> None:
    hard = "(a+b+c)**5*(a*b+b*c+c*a) + sqrt(a+b) >= a*b*c*(a+b)**3 + sqrt(a)"
    start = time.monotonic()
    found = glbtheory.prove(hard, "a > 0, b > 0, c > 0", seconds=1)
    assert found.outcome == "undecided" and found.detail == "out of time after 1 s"
    assert time.monotonic() - start < 4
    with pytest.raises(ValueError, match="seconds must be a positive number"):
        glbtheory.prove("x <= 1", seconds=0)
