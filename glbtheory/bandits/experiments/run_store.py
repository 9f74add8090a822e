"""Experiments by content: what was simulated once, by whomever, is not simulated again.

::

    found = simulated("figure-1")                    # a preset
    found["figure-1a"].mean("SC-D-GLUCB")            # as of results.load

Every finished run lies in one store (``_build/experiments`` of a checkout) under the address of
what it is a result of (``shards``): the environment, the policy, the seed, the number of the run,
the checkpoints and the simulator's own code.  A changed number or a changed line of the simulator
asks for another address, and a damaged file is computed again.  Complete sets of runs are packed
into one file besides (``packs``), which is what is read when it is there and sound.

Several processes may ask for the same at once.  They take different portions of the runs, each held
by a lock while it is computed, and wait only for those that others hold at the end.
"""

from __future__ import annotations

import contextlib
import fcntl
import multiprocessing
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import joblib

from glbtheory._support.files import cache_folder, write_atomically
from glbtheory._support.progress import restarts_unsaid, terminal_progress
from glbtheory._support.simulator_identity import simulator
from glbtheory._support.validation import whole_number
from glbtheory.bandits.experiments import packed_runs, run_files
from glbtheory.bandits.experiments.configuration import Configuration, configuration_from
from glbtheory.bandits.experiments.packed_runs import Traces
from glbtheory.bandits.experiments.results import Results
from glbtheory.bandits.experiments.runner import Folder
from glbtheory.bandits.experiments.workers import Task, run_all, warm_up
from glbtheory.bandits.presets import Options, preset
from glbtheory.bandits.trace import Trace

#: Runs of a configuration that one process takes at a time.
PORTION = 20
#: Seconds between two looks at portions that others hold.
_PAUSE = 0.1


def simulated(
    name: str, options: Options | None = None, *, jobs: int | None = None
) -> dict[str, Results]:
    """The runs of a preset by the names of its parts, computed where they are missing."""
    return _completed(preset(name, options), jobs, name)


def simulated_from(
    experiments: Mapping[str, Mapping[str, Any]], *, jobs: int | None = None
) -> dict[str, Results]:
    """The runs of some configurations, each in the form of a configuration file."""
    if not isinstance(experiments, Mapping):
        raise ValueError(f"experiments must be configurations by name, not {experiments!r}")
    return _completed(experiments, jobs, "simulate")


def _completed(
    experiments: Mapping[str, Mapping[str, Any]], jobs: int | None, title: str
) -> dict[str, Results]:
    if jobs is None:
        # A process that is one of several workers does not start workers of its own.
        jobs = 1 if multiprocessing.parent_process() is not None else joblib.cpu_count()
    jobs = whole_number("jobs", jobs, 1)
    plans = {name: _plan(name, given) for name, given in experiments.items()}
    store = _Store(cache_folder("experiments"))
    found = {name: store.read(plan) for name, plan in plans.items()}
    wanted = [(plan, found[name]) for name, plan in plans.items()]
    store.complete([pair for pair in wanted if not _complete(*pair)], jobs, title)
    for plan, traces in wanted:
        store.pack(plan, traces)
    return {name: Results(plan, found[name]) for name, plan in plans.items()}


def _plan(name: Any, given: Any) -> Configuration:
    try:
        return configuration_from(given)
    except ValueError as error:
        raise ValueError(f"experiments: {name}: {error}") from None


def _complete(plan: Configuration, traces: Traces) -> bool:
    return all(len(runs) == plan.runs for runs in traces.values())


class _Store(Folder):
    """A folder of runs of any configurations."""

    def file(self, address: str) -> Path:
        """Some thousand files in one folder are slow to list."""
        return self.path / address[:2] / f"{address}{run_files.SUFFIX}"

    def read(self, plan: Configuration) -> Traces:
        """What is there of a configuration; damaged files do not count."""
        packed = packed_runs.read(self.path, plan, simulator())
        if packed is not None:
            return packed
        packed_runs.place(self.path, plan, simulator()).unlink(missing_ok=True)
        traces: Traces = {label: {} for label in plan.policies}
        for label, run, _, found in self.scan(plan, simulator()):
            if isinstance(found, Trace):
                traces[label][run] = found
        return traces

    def pack(self, plan: Configuration, traces: Traces) -> None:
        """All runs in one file as well, for the next reader."""
        if not packed_runs.place(self.path, plan, simulator()).exists():
            packed_runs.write(self.path, plan, simulator(), traces)

    def complete(self, wanted: list[tuple[Configuration, Traces]], jobs: int, title: str) -> None:
        """Compute what the traces lack, and put it there."""
        if not wanted:
            return
        portions = [
            (plan, traces, runs)
            for plan, traces in wanted
            for runs in _portions(plan.runs)
            if _lacking(plan, traces, runs)
        ]
        total = sum(len(_lacking(plan, traces, runs)) for plan, traces, runs in portions)
        done = 0
        compiled: set[int] = set()
        with restarts_unsaid(), terminal_progress(title) as report:
            report(0, total, "")
            while portions:
                busy = []
                for plan, traces, runs in portions:
                    with self.held(plan, runs) as ours:
                        if not ours:
                            busy.append((plan, traces, runs))
                            continue
                        lacking = _lacking(plan, traces, runs)
                        self.reread(plan, traces, runs)
                        tasks = _tasks(plan, _lacking(plan, traces, runs))
                        if tasks:
                            if id(plan) not in compiled:
                                warm_up(tasks)
                                compiled.add(id(plan))
                            self.compute(plan, traces, tasks, jobs)
                        done += len(lacking)
                        report(done, total, "")
                if len(busy) == len(portions):
                    time.sleep(_PAUSE)
                portions = busy

    @contextlib.contextmanager
    def held(self, plan: Configuration, runs: range) -> Iterator[bool]:
        """Whether this process holds a portion; the lock ends with it, however it ends."""
        name = run_files.digest([plan.setting(simulator()), plan.policies, runs.start, runs.stop])
        place = self.path / "locks"
        place.mkdir(parents=True, exist_ok=True)
        with open(place / name[:32], "w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
                return
            yield True

    def reread(self, plan: Configuration, traces: Traces, runs: range) -> None:
        """Others may have finished some since."""
        lacking = set(_lacking(plan, traces, runs))
        for label, run, who, path in self.expected(plan, simulator()):
            if (label, run) in lacking:
                with contextlib.suppress(run_files.Damaged):
                    found = run_files.read(path, who, plan.checkpoints)
                    if found is not None:
                        traces[label][run] = found

    def compute(self, plan: Configuration, traces: Traces, tasks: list[Task], jobs: int) -> None:
        """Play the tasks; the traces are those of the files that are written."""
        with contextlib.closing(run_all(tasks, jobs=jobs)) as results:
            for task, files, _ in results:
                for label, (address, data) in zip(task.labels, files, strict=True):
                    path = self.file(address)
                    path.parent.mkdir(parents=True, exist_ok=True)
                    write_atomically(path, data)
                    who = run_files.identity(
                        plan.setting(simulator()), plan.policies[label], task.run
                    )
                    traces[label][task.run] = run_files.decode(data, who, plan.checkpoints)


def _portions(runs: int) -> list[range]:
    return [range(k, min(k + PORTION, runs)) for k in range(0, runs, PORTION)]


def _lacking(plan: Configuration, traces: Traces, runs: range) -> list[tuple[str, int]]:
    return [(label, run) for run in runs for label in plan.policies if run not in traces[label]]


def _tasks(plan: Configuration, lacking: list[tuple[str, int]]) -> list[Task]:
    labels: dict[int, list[str]] = {}
    for label, run in lacking:
        labels.setdefault(run, []).append(label)
    text = run_files.canonical(plan.to_json())
    return [Task(text, run, tuple(some)) for run, some in labels.items()]
