"""Runs programs, several at once, and tells their time and peak memory.

An interrupt ends what was started here before it goes on to the caller.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Finished:
    """What a program said, on both streams together, and what it took."""

    code: int
    output: str
    seconds: float
    megabytes: float


class Processes:
    """Programs that were started and have not ended; leaving the block ends them all."""

    def __init__(self) -> None:
        self._running: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()
        self._closed = False

    def run(self, command: Sequence[str], folder: Path) -> Finished:
        """Wait for one program; it may be called from several threads."""
        begun = time.monotonic()
        with tempfile.TemporaryFile() as out:
            with self._lock:
                if self._closed:
                    raise InterruptedError("closed")
                # A group of its own: an interrupt at the terminal reaches this process alone.
                process = subprocess.Popen(
                    command,
                    cwd=folder,
                    stdin=subprocess.DEVNULL,
                    stdout=out,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
                self._running.add(process)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            with self._lock:
                self._running.discard(process)
            out.seek(0)
            said = out.read().decode(errors="replace")
        taken = time.monotonic() - begun
        return Finished(process.returncode, said, taken, used.ru_maxrss / 1024)

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._closed = True
            for process in self._running:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGTERM)
