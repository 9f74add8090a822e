"""What ``make timings`` prints: where the time went, what became slower, and what limits a machine.

The last run of each command is read from :mod:`glbtheory._support.timings`.  The critical path is
computed from the measured parts: stages follow one another, and the parts of a stage are given to
the workers in turn, the longest first.  This is what a machine with so many idle cores would need
if the parts took the same processor seconds there.
"""

from __future__ import annotations

import argparse
import heapq
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from glbtheory._support import timings
from glbtheory._support.timings import DETAILS, Seconds, Timings

#: A part is named as slower if it takes so many times as long as before, and so much longer.
FACTOR, MARGIN = 1.5, 1.0
WORKERS = (1, 2, 4, 8)
#: Commands in the order in which they are run, with the commands that have to come first.
FIRST = {"set-up": (), "book": ("set-up",), "test": ("set-up",)}


def length(seconds: Seconds, workers: int) -> float:
    """How long a part takes on idle cores: one that used several processes is shared out too."""
    width = max(1.0, seconds.processor / seconds.wall) if seconds.wall > 0 else 1.0
    return seconds.processor / min(float(workers), width)


def makespan(parts: Mapping[str, Seconds], workers: int) -> float:
    """Until the last of some parts is done, if each free worker takes the longest that is left.

    Never less than the longest part, nor than an equal share of all work; never more than 4/3 of
    the best order (Graham 1969).
    """
    work = sum(part.processor for part in parts.values())
    until = [0.0] * workers
    for time in sorted((length(part, workers) for part in parts.values()), reverse=True):
        heapq.heappush(until, heapq.heappop(until) + time)
    # A part that shares out its work keeps more than one worker busy.
    return max([*until, work / workers])


def critical_path(stages: Mapping[str, Mapping[str, Seconds]], workers: int) -> dict[str, float]:
    """The seconds of each stage on so many workers."""
    return {s: makespan(parts, workers) for s, parts in stages.items() if s != DETAILS}


def slower(now: Timings, before: Timings) -> list[tuple[str, str, str, Seconds, Seconds]]:
    """Command, stage, name, seconds before and now of each part that became slower.

    Processor seconds are compared; wall seconds say more about what else the machine did.
    """
    found = [
        (command, stage, name, before[command][stage][name], seconds)
        for command, stages in now.items()
        for stage, parts in stages.items()
        for name, seconds in parts.items()
        if name in before.get(command, {}).get(stage, {})
    ]
    worse = [
        entry
        for entry in found
        if entry[4].processor >= FACTOR * entry[3].processor
        and entry[4].processor >= entry[3].processor + MARGIN
    ]
    return sorted(worse, key=lambda entry: entry[3].processor - entry[4].processor)


# --- text -----------------------------------------------------------------------------------------


def lines(now: Timings, before: Timings, most: int = 25) -> Iterator[str]:
    """The report, line by line; ``most`` parts of each stage are listed."""
    for command in sorted(now, key=lambda name: [*FIRST, name].index(name)):
        stages = now[command]
        yield f"make {command}: seconds of the last run"
        yield f"  {'processor':>10} {'wall':>9}  part"
        for stage, parts in stages.items():
            total = sum(parts.values(), Seconds(0.0, 0.0))
            yield f"  {total.processor:10.1f} {'':9}  {stage}: {len(parts)} parts"
            ordered = sorted(parts.items(), key=lambda item: (-item[1].processor, item[0]))
            for name, seconds in ordered[:most]:
                yield f"  {seconds.processor:10.1f} {seconds.wall:9.1f}      {name}"
            rest = sum((seconds.processor for _, seconds in ordered[most:]), 0.0)
            if len(ordered) > most:
                yield f"  {rest:10.1f} {'':9}      the other {len(ordered) - most}"
        yield ""
    yield from _paths(now)
    yield from _slower(now, before)


def _paths(now: Timings) -> Iterator[str]:
    if not now:
        return
    yield "On so many idle cores, from the processor seconds of the parts"
    yield "  " + " ".join(f"{w:>8}" for w in WORKERS) + "  workers"
    for command in FIRST:
        if command not in now:
            continue
        needed = [now.get(other, {}) for other in FIRST[command]]
        stages = {stage: parts for run in (*needed, now[command]) for stage, parts in run.items()}
        paths = [critical_path(stages, w) for w in WORKERS]
        for stage in paths[0]:
            yield "  " + " ".join(f"{p[stage]:8.1f}" for p in paths) + f"  {command}: {stage}"
        if len(paths[0]) > 1:
            sums = " ".join(f"{sum(p.values()):8.1f}" for p in paths)
            yield f"  {sums}  {command}: all, one stage after the other"
    yield ""


def _slower(now: Timings, before: Timings) -> Iterator[str]:
    shared = {c: s for c, s in now.items() if c in before}
    if not shared:
        yield "There is no earlier run to compare with."
        return
    worse = slower(now, before)
    if not worse:
        yield f"No part became {FACTOR} times slower."
    else:
        yield f"{FACTOR} times slower than before (processor seconds):"
    for command, stage, name, old, new in worse:
        yield f"  {old.processor:8.1f} -> {new.processor:8.1f}  {command}: {stage}: {name}"


def main(arguments: list[str]) -> int:
    """The command; nothing here is a failure, since other processes move every number."""
    parser = argparse.ArgumentParser(description="Where the time of make book and make test went.")
    parser.add_argument("--before", type=Path, metavar="FILE", help="an earlier timings.json")
    parser.add_argument("--most", type=int, default=25, help="parts of each stage (%(default)s)")
    parser.add_argument("commands", nargs="*", help="book or test (default: all that were timed)")
    given = parser.parse_args(arguments)
    if given.most < 0:
        parser.error(f"--most must be at least 0, not {given.most}")
    if given.before is not None and not given.before.is_file():
        parser.error(f"--before: there is no file {given.before}")
    try:
        now = timings.read(timings.place())
        before = timings.read(given.before or timings.place_before())
    except ValueError as error:
        parser.error(str(error))
    wanted = {*given.commands, *(c for name in given.commands for c in FIRST.get(name, ()))}
    if unknown := set(given.commands) - set(FIRST):
        parser.error(f"commands are {', '.join(FIRST)}, not {', '.join(sorted(unknown))}")
    shown = {c: parts for c, parts in now.items() if not wanted or c in wanted}
    if not shown:
        print("Nothing was timed yet: run make book or make test.")
        return 0
    print("\n".join(lines(shown, before, given.most)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
