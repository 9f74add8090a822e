"""Computing the runs that are missing: one way, whoever wants them and wherever they are kept.

A :class:`Portion` is some runs of a configuration and the folder that keeps them.
:meth:`Portion.look` finds those that are there and sound; :func:`compute` plays the others with one
pool of workers, and writes every run as soon as it is finished.  Interrupted at any moment, nothing
that was finished is lost: the next look finds it.

:func:`share` is for portions that other processes may want as well.  Each is held by a lock while
it is computed; those that others hold are visited again, and by then there may be nothing left to
do.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from glbtheory._support.files import write_atomically
from glbtheory._support.progress import ProgressReport, restarts_unsaid
from glbtheory.bandits.experiments import run_files
from glbtheory.bandits.experiments.configuration import Configuration
from glbtheory.bandits.experiments.folder import Expected, RunFolder, held
from glbtheory.bandits.experiments.packed_runs import Traces
from glbtheory.bandits.experiments.workers import Done, Task, WorkersFailed, run_all, warm_up
from glbtheory.bandits.trace import Trace

#: Called with the number of runs done, their total, and the name of the last one.

#: Seconds between two looks at portions that others hold.
_PAUSE = 0.1


class Looked(NamedTuple):
    """How many files were sound, and what is wrong with the others, by name."""

    sound: int
    damaged: dict[str, str]


@dataclass(eq=False)
class Portion:
    """Some runs of a configuration, the folder that keeps them, and what is missing there.

    ``traces``, if given, takes up the runs as they are found and finished.
    """

    folder: RunFolder
    plan: Configuration
    runs: range
    traces: Traces | None = None
    missing: dict[tuple[str, int], Expected] = field(init=False)

    def __post_init__(self) -> None:
        wanted = self.folder.expected(self.plan, run_files.simulator(), self.runs)
        self.missing = {(one.label, one.run): one for one in wanted}

    def look(self) -> Looked:
        """Read the files of missing runs; what is sound is missing no longer."""
        sound, damaged = 0, {}
        for wanted in list(self.missing.values()):
            found = self.folder.found(wanted, self.plan)
            if isinstance(found, Trace):
                sound += 1
                self._take(wanted, found)
            elif found is not None:
                damaged[wanted.path.name] = str(found)
        return Looked(sound, damaged)

    def tasks(self) -> list[Task]:
        """What is missing, one task for each number of a run."""
        text = run_files.canonical(self.plan.to_json())
        labels: dict[int, list[str]] = {}
        for label, run in self.missing:
            labels.setdefault(run, []).append(label)
        return [Task(text, run, tuple(some)) for run, some in labels.items()]

    def finished(self, done: Done) -> None:
        """The files of a task are written."""
        for label, (_, data) in zip(done.task.labels, done.files, strict=True):
            wanted = self.missing[label, done.task.run]
            trace = None
            if self.traces is not None:
                trace = run_files.decode(data, wanted.identity, self.plan.checkpoints)
            self._take(wanted, trace)

    def _take(self, wanted: Expected, trace: Trace | None) -> None:
        del self.missing[wanted.label, wanted.run]
        if self.traces is not None and trace is not None:
            self.traces[wanted.label][wanted.run] = trace


class Tally:
    """How much of the work is done, and who is told."""

    def __init__(self, total: int, progress: ProgressReport | None) -> None:
        self.done, self.total, self._progress = 0, total, progress
        self.add(0)

    def add(self, runs: int, name: str = "") -> None:
        """So many more runs are done."""
        self.done += runs
        if self._progress is not None:
            self._progress(self.done, self.total, name)


def compute(
    portions: Sequence[Portion],
    tally: Tally,
    *,
    jobs: int,
    backend: str = "loky",
    scheduler: str | None = None,
) -> None:
    """Play what the portions lack, all with the same workers, and write it."""
    wanted: dict[Task, list[Portion]] = {}
    for portion in portions:
        for task in portion.tasks():
            wanted.setdefault(task, []).append(portion)
    if not wanted:
        return
    # All configurations at the same pace: a look at any moment shows them all.
    tasks = sorted(wanted, key=lambda task: task.run)
    warm_up(tasks)
    results = run_all(tasks, jobs=jobs, backend=backend, scheduler=scheduler)
    # Closed at once when something fails here, or the workers would not stop.  Files are flushed
    # side by side: one after the other would hold up short runs.
    with restarts_unsaid(), contextlib.closing(results), ThreadPoolExecutor(4) as writers:
        for done in results:
            if done.simulator != run_files.simulator():
                raise WorkersFailed(
                    "a worker has another version of the simulator or of its libraries; "
                    "install the same on all machines"
                )
            for portion in wanted[done.task]:
                paths = [portion.folder.file(address) for address, _ in done.files]
                list(writers.map(_write, paths, (data for _, data in done.files)))
                portion.finished(done)
                tally.add(len(done.files), f"run {done.task.run}")


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, data)


def share(portions: Sequence[Portion], locks: Path, tally: Tally, *, jobs: int) -> None:
    """Complete portions that other processes may be completing too; ``locks`` is a folder."""
    locks.mkdir(parents=True, exist_ok=True)
    waiting = list(portions)
    while waiting:
        busy = []
        for portion in waiting:
            with held(lock_of(portion, locks)) as ours:
                if not ours:
                    busy.append(portion)
                    continue
                # Others may have finished some since the last look.
                tally.add(portion.look().sound)
                compute([portion], tally, jobs=jobs)
        if len(busy) == len(waiting):
            time.sleep(_PAUSE)
        waiting = busy


def lock_of(portion: Portion, locks: Path) -> Path:
    """The lock of a portion: the same for all who want these runs of these policies."""
    plan, runs = portion.plan, portion.runs
    setting = plan.setting(run_files.simulator())
    return locks / run_files.digest([setting, plan.policies, runs.start, runs.stop])[:32]
