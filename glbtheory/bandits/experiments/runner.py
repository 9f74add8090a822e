"""Experiments in folders: what is missing is computed, what is there is checked and kept.

::

    DIR/config.json             the configuration, with a checksum
    DIR/shards/<address>.parquet    one finished run of one policy (``shards``)
    DIR/.lock                   held while a process computes here

A folder's configuration only grows: asked for more runs or for other policies, it takes them in;
asked for anything else, it refuses and says what differs.  One process at a time works in a
folder.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from glbtheory._support.files import PART, path_of, write_atomically
from glbtheory._support.simulator_identity import simulator
from glbtheory._support.validation import one_of, whole_number
from glbtheory.bandits.experiments import run_files
from glbtheory.bandits.experiments.configuration import Configuration, merged
from glbtheory.bandits.experiments.workers import BACKENDS, Task, WorkersFailed, run_all, warm_up
from glbtheory.bandits.trace import Trace

Progress = Callable[[int, int, str], None]


@dataclass
class Report:
    """What a call of :func:`simulate` found and did, in numbers of (policy, run)."""

    kept: int = 0
    computed: int = 0
    removed: list[str] = field(default_factory=list)
    damaged: dict[str, str] = field(default_factory=dict)
    strangers: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """For a reader; empty when there is nothing to say."""
        said = list(self.notes)
        said += [f"{name}: {why}; computed again" for name, why in self.damaged.items()]
        if self.strangers:
            said.append(f"{_some(self.strangers)}: of another configuration or version; not used")
        if self.removed:
            said.append(f"{len(self.removed)} unfinished file(s) removed")
        return said


def _some(names: Sequence[str], most: int = 3) -> str:
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


class Folder:
    """One experiment on disk."""

    def __init__(self, path: str | Path):
        self.path = path_of("folder", path)
        self.shards = self.path / "shards"
        self.config = self.path / "config.json"

    # --- the configuration ------------------------------------------------------------------

    def stored(self) -> tuple[Configuration, str]:
        """The configuration and the digest of the simulator that is at work here.

        FileNotFoundError if there is none, ValueError if it is not what was written.
        """
        try:
            entry = json.loads(self.config.read_text(encoding="utf-8"))
            body, code = entry["configuration"], entry["simulator"]
            if entry["sha256"] != _fingerprint(body, code):
                raise ValueError("checksum")
            return Configuration.stored(body), code
        except FileNotFoundError:
            raise
        except OSError as error:
            raise ValueError(f"cannot read {self.config}: {error.strerror}") from None
        except (ValueError, KeyError, TypeError, RecursionError):
            raise ValueError(f"{self.config} is damaged") from None

    def store(self, configuration: Configuration) -> None:
        """Write the configuration, as a whole or not at all."""
        body, code = configuration.to_json(), simulator()
        entry = {"sha256": _fingerprint(body, code), "simulator": code, "configuration": body}
        write_atomically(self.config, (json.dumps(entry, indent=1) + "\n").encode())

    def extended(self, wanted: Configuration, report: Report) -> Configuration:
        """The configuration of the folder once ``wanted`` is part of it."""
        try:
            old, code = self.stored()
        except FileNotFoundError:
            self.store(wanted)
            return wanted
        except ValueError as error:
            report.notes.append(f"{error}; written anew")
            self.store(wanted)
            return wanted
        try:
            both = merged(old, wanted)
        except ValueError as error:
            if not any(self.shards.glob(f"*{run_files.SUFFIX}")):
                self.store(wanted)  # nothing was finished under the old one
                return wanted
            raise ValueError(
                f"out: {self.path} holds another experiment: {error}; choose another folder"
            ) from None
        if code != simulator():
            report.notes.append(
                f"{self.path}: the simulator has changed since; its runs are computed again"
            )
        if both != old or code != simulator():
            self.store(both)
        return both

    # --- the runs ---------------------------------------------------------------------------

    def file(self, address: str) -> Path:
        """Where a run belongs."""
        return self.shards / f"{address}{run_files.SUFFIX}"

    def expected(
        self, configuration: Configuration, code: str
    ) -> Iterator[tuple[str, int, dict[str, Any], Path]]:
        """Label, run, identity and file of everything the configuration asks for."""
        setting = configuration.setting(code)
        for run in range(configuration.runs):
            for label, policy in configuration.policies.items():
                who = run_files.identity(setting, policy, run)
                yield label, run, who, self.file(run_files.digest(who))

    def scan(
        self, configuration: Configuration, code: str
    ) -> Iterator[tuple[str, int, Path, Trace | run_files.Damaged | None]]:
        """Every run that is asked for: its trace, or what is wrong with it, or None."""
        for label, run, who, path in self.expected(configuration, code):
            found: Trace | run_files.Damaged | None
            try:
                found = run_files.read(path, who, configuration.checkpoints)
            except run_files.Damaged as fault:
                found = fault
            yield label, run, path, found

    def strangers(self, configuration: Configuration, code: str) -> list[str]:
        """Files among the runs that the configuration does not ask for."""
        if not self.shards.is_dir():
            return []
        ours = {path.name for *_, path in self.expected(configuration, code)}
        return sorted(
            p.name for p in self.shards.iterdir() if p.name not in ours and p.suffix != PART
        )

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Nobody else computes here meanwhile; the lock ends with the process, however it ends."""
        try:
            self.shards.mkdir(parents=True, exist_ok=True)
            lock = open(self.path / ".lock", "w")  # noqa: SIM115
        except OSError as error:
            raise ValueError(f"out: cannot write in {self.path}: {error.strerror}") from None
        with lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise ValueError(f"out: another process is at work in {self.path}") from None
            yield


def _fingerprint(body: Any, code: str) -> str:
    return hashlib.sha256(f"{code}\n{run_files.canonical(body)}".encode()).hexdigest()


# --- computing what is missing ------------------------------------------------------------------


def simulate(
    experiments: Mapping[str | Path, Configuration],
    *,
    jobs: int = 1,
    backend: str = "loky",
    scheduler: str | None = None,
    progress: Progress | None = None,
    started: Callable[[Report, int], None] | None = None,
) -> Report:
    """Compute the missing runs of some experiments, each in its folder, with one pool of workers.

    ``progress(done, total, what)`` is told of every run that is on disk, ``started(report,
    missing)`` once, of what was found before the first is computed.  The files do not depend on
    ``jobs`` and ``backend``.  Interrupted at any moment, another call goes on where this one ended.
    """
    jobs = whole_number("jobs", jobs, 1)
    backend = one_of("backend", backend, BACKENDS)
    if scheduler is not None and not isinstance(scheduler, str):
        raise ValueError(f"scheduler must be an address, not {scheduler!r}")
    for name, told in (("progress", progress), ("started", started)):
        if told is not None and not callable(told):
            raise ValueError(f"{name} must be a function, not {told!r}")
    folders = _checked(experiments)
    report = Report()
    with contextlib.ExitStack() as stack:
        places: dict[str, Folder] = {}
        tasks: list[Task] = []
        for folder, wanted in folders:
            stack.enter_context(folder.locked())
            found = _missing(folder, wanted, report)
            if found:
                places[found[0].configuration] = folder
            tasks += found
        total = sum(len(task.labels) for task in tasks)
        if started is not None:
            started(report, total)
        if tasks:
            # All experiments at the same pace: a look at any moment shows them all.
            tasks.sort(key=lambda task: task.run)
            warm_up(tasks)
            _compute(tasks, places, report, progress, jobs, backend, scheduler)
    return report


def _checked(experiments: Any) -> list[tuple[Folder, Configuration]]:
    if not isinstance(experiments, Mapping):
        raise ValueError(f"experiments must be a dictionary by folders, not {experiments!r}")
    for path, wanted in experiments.items():
        if not isinstance(path, (str, os.PathLike)) or not isinstance(wanted, Configuration):
            raise ValueError(
                f"experiments must be configurations by folders, not {wanted!r} by {path!r}"
            )
    return [(Folder(path), wanted) for path, wanted in experiments.items()]


def _missing(folder: Folder, wanted: Configuration, report: Report) -> list[Task]:
    """The tasks that an experiment still needs; the folder's configuration takes in what is new."""
    report.removed += run_files.remove_leftovers(folder.path)
    report.removed += run_files.remove_leftovers(folder.shards)
    whole = folder.extended(wanted, report)
    report.strangers += folder.strangers(whole, simulator())
    missing: dict[int, list[str]] = {}
    for label, run, path, found in folder.scan(wanted, simulator()):
        if isinstance(found, Trace):
            report.kept += 1
            continue
        missing.setdefault(run, []).append(label)
        if found is not None:
            report.damaged[path.name] = str(found)
    text = run_files.canonical(wanted.to_json())
    return [Task(text, run, tuple(labels)) for run, labels in missing.items()]


def _compute(
    tasks: list[Task],
    places: Mapping[str, Folder],
    report: Report,
    progress: Progress | None,
    jobs: int,
    backend: str,
    scheduler: str | None,
) -> None:
    total = sum(len(task.labels) for task in tasks)
    done = 0
    if progress is not None:
        progress(0, total, "")
    results = run_all(tasks, jobs=jobs, backend=backend, scheduler=scheduler)
    # Closed at once when something fails here: the workers would go on otherwise.  Files are
    # flushed side by side: one after the other would hold up short runs.
    with contextlib.closing(results), ThreadPoolExecutor(4) as writers:
        for task, files, code in results:
            if code != simulator():
                raise WorkersFailed(
                    "a worker has another version of the simulator or of its libraries; "
                    "install the same on all machines"
                )
            paths = [places[task.configuration].file(address) for address, _ in files]
            list(writers.map(write_atomically, paths, (data for _, data in files)))
            done += len(files)
            report.computed += len(files)
            if progress is not None:
                progress(done, total, f"run {task.run}")
