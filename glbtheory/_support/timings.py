"""How long the parts of a command took: wall and processor seconds, kept in one file.

``make book`` and ``make test`` name themselves in the environment (``TIMED``).  Whatever they start
then records its parts: the claims that were decided, the chapters that were executed, the pages,
the tests.  Anything that is run without that name records nothing.

What is known of a command is that of its last run.  The numbers of the run before are moved to a
file beside, so that the two can be compared.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from glbtheory._support.files import cache_folder, write_atomically

#: The variable that names the command which is being timed.
VARIABLE = "TIMED"
#: The stage that lists slow tests by themselves; they are counted with their files already.
DETAILS = "slow tests"


class Seconds(NamedTuple):
    """What one part took."""

    wall: float
    processor: float

    def __add__(self, other: tuple[object, ...]) -> Seconds:
        more = Seconds(*other)  # type: ignore[arg-type]
        return Seconds(self.wall + more.wall, self.processor + more.processor)


class Part(NamedTuple):
    """One part of a command: the stage it belongs to, its name, and what it took."""

    stage: str
    name: str
    seconds: Seconds


#: Seconds by command, stage and name.
Timings = dict[str, dict[str, dict[str, Seconds]]]


# --- measuring ------------------------------------------------------------------------------------


def processor_seconds(process: int | None = None) -> float:
    """User and system time of a process, of those it has waited for, and of its live descendants.

    ``process`` is an id; without it, or where the system does not list processes under ``/proc``,
    it is this process.
    """
    own = os.getpid() if process is None else process
    total = _of(own)
    if total is None:
        if process is not None:
            return 0.0
        used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(u.ru_utime + u.ru_stime for u in used)
    todo = list(_children(own))
    while todo:
        child = todo.pop()
        total += _of(child) or 0.0
        todo += _children(child)
    return total


def _of(process: int) -> float | None:
    """Of the process and of the children that it has waited for."""
    try:
        text = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    # The name of the command stands in brackets and may hold anything; times follow as 12 to 15.
    ticks = text.rpartition(")")[2].split()[11:15]
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def _children(process: int) -> Iterator[int]:
    for file in Path(f"/proc/{process}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            yield from map(int, file.read_text().split())


class Stopwatch:
    """Wall and processor seconds since it was made."""

    def __init__(self, process: int | None = None):
        self._process = process
        self._wall, self._processor = time.perf_counter(), processor_seconds(process)

    def read(self) -> Seconds:
        """The seconds so far."""
        wall = time.perf_counter() - self._wall
        return Seconds(wall, max(0.0, processor_seconds(self._process) - self._processor))


# --- keeping --------------------------------------------------------------------------------------


def place() -> Path:
    """The file of the last runs."""
    return cache_folder("timings.json")


def place_before() -> Path:
    """The file of the runs before the last ones."""
    return cache_folder("timings-before.json")


def read(path: Path) -> Timings:
    """What a file says; nothing if there is none.  Anything else is a ValueError."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from None
    try:
        found = json.loads(text)
        return {
            command: {
                stage: {name: Seconds(*map(float, pair)) for name, pair in parts.items()}
                for stage, parts in stages.items()
            }
            for command, stages in found.items()
        }
    except (ValueError, TypeError, AttributeError):
        raise ValueError(f"{path} is no file of timings") from None


def begin(command: str) -> None:
    """Forget the last run of a command, but for the file beside."""
    known = read(place())
    if command in known:
        _write(place_before(), {**read(place_before()), command: known.pop(command)})
        _write(place(), known)


def record(parts: Iterable[Part]) -> None:
    """Add parts to the command that is being timed; without one, do nothing.

    Of a part that is recorded twice the seconds are added: a command that was interrupted and went
    on, or a chapter that was executed a second time, took both.
    """
    command = os.environ.get(VARIABLE)
    if command:
        add(command, parts)


def add(command: str, parts: Iterable[Part]) -> None:
    """Add parts to a command."""
    from filelock import FileLock

    new = list(parts)
    if not new:
        return
    # Without a place to write, a command is not timed.
    with contextlib.suppress(OSError):
        place().parent.mkdir(parents=True, exist_ok=True)
        with FileLock(place().with_name(".timings.lock")):
            known = read(place())
            stages = known.setdefault(command, {})
            for part in new:
                names = stages.setdefault(part.stage, {})
                names[part.name] = names.get(part.name, Seconds(0.0, 0.0)) + part.seconds
            _write(place(), known)


def _write(path: Path, timings: Mapping[str, Mapping[str, Mapping[str, Seconds]]]) -> None:
    rounded = {
        command: {
            stage: {name: [round(x, 2) for x in seconds] for name, seconds in sorted(parts.items())}
            for stage, parts in stages.items()
        }
        for command, stages in timings.items()
    }
    write_atomically(path, (json.dumps(rounded, ensure_ascii=False, indent=0) + "\n").encode())


# --- what the Makefile calls ----------------------------------------------------------------------


def shell_seconds(text: str) -> float:
    """The sum of what ``times`` of a shell prints: ``0m1.23s 0m0.45s`` on each of two lines."""
    total = 0.0
    for word in text.split():
        minutes, _, seconds = word.removesuffix("s").partition("m")
        total += 60 * float(minutes) + float(seconds)
    return total


def main(arguments: list[str]) -> None:
    """``begin COMMAND``, or ``set-up NAME SECONDS FILE``, a file that ``times`` was written to."""
    match arguments:
        case ["begin", command]:
            begin(command)
        case ["set-up", name, wall, file]:
            seconds = Seconds(float(wall), shell_seconds(Path(file).read_text()))
            add("set-up", [Part("set-up", name, seconds)])
        case _:
            raise ValueError("begin COMMAND, or set-up NAME SECONDS FILE")


if __name__ == "__main__":
    main(sys.argv[1:])
