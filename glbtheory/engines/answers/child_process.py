"""Questions asked in processes of their own, so that a limit in seconds is kept for sure.

A library that computes in C for minutes hears no alarm.  Its process can be ended.  Where the
system cannot copy a process, nothing here is available, and the alarm of
:mod:`~glbtheory.engines.answers.time_limit` must do.
"""

from __future__ import annotations

import json
import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import Any

#: Seconds between the alarm inside a process and its end.
GRACE = 0.6


def available() -> bool:
    """Whether this system can copy a process."""
    return "fork" in multiprocessing.get_all_start_methods()


class Asked:
    """One call under way in a process of its own; what it returns must be JSON."""

    def __init__(self, index: int, call: Callable[[], Any], seconds: float | None):
        context = multiprocessing.get_context("fork")
        self.index, self.started = index, time.monotonic()
        self.deadline = None if seconds is None else self.started + seconds + GRACE
        self.connection, theirs = context.Pipe(duplex=False)
        self.process = context.Process(target=_run, args=(call, theirs), daemon=True)
        self.process.start()
        theirs.close()

    def answer(self) -> tuple[str, Any]:
        """("answer", value), or ("error", message) if the process ended without one."""
        try:
            kind, value = json.loads(self.connection.recv_bytes())
        except (EOFError, OSError):
            self.process.join()
            return "error", f"the process ended with code {self.process.exitcode}"
        self.process.join()
        return kind, value

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self.process.kill()
        self.process.join()
        self.connection.close()


def _run(call: Callable[[], Any], connection: Connection) -> None:
    # The parent decides what an interrupt from the keyboard means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        said = ["answer", call()]
    except Exception as error:  # a process must say why it fails, whatever the reason is
        said = ["error", f"{type(error).__name__}: {error}"]
    connection.send_bytes(json.dumps(said).encode())
    connection.close()


def ask_all(
    calls: Sequence[Callable[[], Any]], *, jobs: int, seconds: float | None
) -> Iterator[tuple[int, str, Any, float]]:
    """Run calls in ``jobs`` processes at a time; yield (index, kind, value, seconds) when done.

    ``kind`` is "answer", "error" or "late".  Leaving the loop ends what is under way.
    """
    running: list[Asked] = []
    todo = iter(enumerate(calls))
    try:
        while True:
            while len(running) < jobs and (item := next(todo, None)) is not None:
                # An interrupt between the start and the entry would leave a process behind.
                with _no_interrupts():
                    running.append(Asked(*item, seconds))
            if not running:
                return
            ready = wait([a.connection for a in running], timeout=_patience(running))
            for asked in list(running):
                spent = time.monotonic() - asked.started
                if asked.connection in ready:
                    kind, value = asked.answer()
                elif asked.deadline is not None and time.monotonic() > asked.deadline:
                    kind, value = "late", None
                else:
                    continue
                asked.end()
                running.remove(asked)
                yield asked.index, kind, value, spent
    finally:
        for asked in running:
            asked.end()


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Interrupts from the keyboard wait until the block is left."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _patience(running: list[Asked]) -> float | None:
    """Seconds until the first deadline; None is for ever."""
    deadlines = [a.deadline for a in running if a.deadline is not None]
    return max(0.0, min(deadlines) - time.monotonic()) + 0.01 if deadlines else None
