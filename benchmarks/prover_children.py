"""A solver in a child process, so that a limit of time and memory is honoured whatever it does."""

from __future__ import annotations

import json
import os
import resource
import select
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from prover_problems import Problem

SCRIPT = Path(__file__).with_name("prover_solvers.py")
#: A solver that honours the limit itself is given this much longer before its process ends.
GRACE = 1.0
_START = 120.0
_MEMORY = 6 << 30


class Child:
    """One solver, started once and again after it had to be ended; ``missing`` says why not."""

    def __init__(self, name: str):
        self.name = name
        self.missing: str | None = None
        self._start()

    def _start(self) -> None:
        one_thread = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        self._process = subprocess.Popen(
            [sys.executable, str(SCRIPT), self.name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **one_thread},
            preexec_fn=_limit_memory,
        )
        self._unread = b""
        greeting = self._read(_START)
        self.missing = "it did not start" if greeting is None else greeting["missing"]

    def ask(self, problem: Problem, seconds: float) -> dict[str, Any]:
        """The answer; without one, undecided and ``over`` says that the child was ended."""
        begin = time.perf_counter()
        assert self._process.stdin is not None
        line = json.dumps({"problem": asdict(problem), "seconds": seconds}) + "\n"
        try:
            self._process.stdin.write(line.encode())
            self._process.stdin.flush()
            said = self._read(seconds + GRACE)
        except BrokenPipeError:
            self._process.wait()
            said = None
        if said is not None:
            return {**said, "over": said["seconds"] > seconds + GRACE}
        taken, ended = time.perf_counter() - begin, self._process.poll() is not None
        self.close()
        self._start()
        if ended:
            return {
                "answer": "error",
                "reason": "its process ended",
                "seconds": taken,
                "over": False,
            }
        return {"answer": "undecided", "reason": "out of time", "seconds": taken, "over": True}

    def _read(self, seconds: float) -> dict[str, Any] | None:
        """The next line; None after the time, or at the end of the process."""
        assert self._process.stdout is not None
        deadline, pipe = time.monotonic() + seconds, self._process.stdout.fileno()
        while b"\n" not in self._unread:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([pipe], [], [], left)[0]:
                return None
            piece = os.read(pipe, 1 << 16)
            if not piece:
                self._process.wait()
                return None
            self._unread += piece
        line, _, self._unread = self._unread.partition(b"\n")
        return dict(json.loads(line))

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
