"""Experiments in folders: what is missing is computed, what is there is checked and kept.

``folder`` says what such a folder holds.  One process at a time works in a folder.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from glbtheory._support.validation import one_of, whole_number
from glbtheory.bandits.experiments import run_files
from glbtheory.bandits.experiments.configuration import Configuration
from glbtheory.bandits.experiments.folder import Folder
from glbtheory.bandits.experiments.orchestration import Portion, ProgressReport, Tally, compute
from glbtheory.bandits.experiments.workers import BACKENDS


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


def simulate(
    experiments: Mapping[str | Path, Configuration],
    *,
    jobs: int = 1,
    backend: str = "loky",
    scheduler: str | None = None,
    progress: ProgressReport | None = None,
    started: Callable[[Report, int], None] | None = None,
) -> Report:
    """Compute the missing runs of some experiments, each in its folder, with one pool of workers.

    ``progress(done, total, what)`` is called for every run that is on disk, ``started(report,
    missing)`` once, with what was found before the first is computed.  The files do not depend on
    ``jobs`` and ``backend``.  After an interruption another call continues with what is missing.
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
        portions = []
        for folder, wanted in folders:
            stack.enter_context(folder.locked())
            portions.append(_portion(folder, wanted, report))
        total = sum(len(portion.missing) for portion in portions)
        if started is not None:
            started(report, total)
        if total:
            tally = Tally(total, progress)
            compute(portions, tally, jobs=jobs, backend=backend, scheduler=scheduler)
            report.computed = tally.done
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


def _portion(folder: Folder, wanted: Configuration, report: Report) -> Portion:
    """What an experiment asks for; the folder's configuration takes in what is new."""
    report.removed += run_files.remove_leftovers(folder.path)
    report.removed += run_files.remove_leftovers(folder.shards)
    whole, notes = folder.extend(wanted)
    report.notes += notes
    report.strangers += folder.strangers(whole, run_files.simulator())
    portion = Portion(folder, wanted, range(wanted.runs))
    looked = portion.look()
    report.kept += looked.sound
    report.damaged |= looked.damaged
    return portion
