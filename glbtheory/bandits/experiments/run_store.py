"""Experiments by content: what was simulated once is not simulated again, whoever asks.

::

    found = simulated("figure-1")                    # a preset
    found["figure-1a"].mean("SC-D-GLUCB")            # as of results.load

Every finished run lies in one store (``_build/experiments`` of a checkout) under the address of
what it is a result of (``run_files``): the environment, the policy, the seed, the number of the
run, the checkpoints and the simulator's own code.  A changed number or a changed line of the
simulator leads to another address, and a damaged file is computed again.  Complete sets of runs are
also packed into one file (``packed_runs``), which is read first if it is there and sound.

Several processes may ask for the same at once.  They take different portions of the runs, each held
by a lock while it is computed, and wait only for those that others hold at the end.
"""

from __future__ import annotations

import contextlib
import multiprocessing
from collections.abc import Mapping
from typing import Any

import joblib

from glbtheory._support.files import cache_folder
from glbtheory._support.progress import terminal_progress
from glbtheory._support.validation import whole_number
from glbtheory.bandits.experiments import packed_runs, run_files
from glbtheory.bandits.experiments.configuration import Configuration, configuration_from
from glbtheory.bandits.experiments.folder import RunFolder
from glbtheory.bandits.experiments.orchestration import Portion, ProgressReport, Tally, share
from glbtheory.bandits.experiments.packed_runs import Traces
from glbtheory.bandits.experiments.results import Results
from glbtheory.bandits.presets import Options, preset

#: Runs of a configuration that one process takes at a time.
PORTION = 20


def simulated(
    name: str,
    options: Options | None = None,
    *,
    jobs: int | None = None,
    progress: ProgressReport | None = None,
) -> dict[str, Results]:
    """The runs of a preset by the names of its parts, computed where they are missing.

    ``progress(done, total, what)`` is called for every run; without it a bar on the terminal shows
    how far they are.
    """
    return _completed(preset(name, options), jobs, progress, name)


def simulated_from(
    experiments: Mapping[str, Mapping[str, Any]],
    *,
    jobs: int | None = None,
    progress: ProgressReport | None = None,
) -> dict[str, Results]:
    """The runs of some configurations, each in the form of a configuration file."""
    if not isinstance(experiments, Mapping):
        raise ValueError(f"experiments must be configurations by name, not {experiments!r}")
    return _completed(experiments, jobs, progress, "simulate")


def _completed(
    experiments: Mapping[str, Mapping[str, Any]],
    jobs: int | None,
    progress: ProgressReport | None,
    title: str,
) -> dict[str, Results]:
    if progress is not None and not callable(progress):
        raise ValueError(f"progress must be a function, not {progress!r}")
    if jobs is None:
        # A process that is one of several workers does not start workers of its own.
        jobs = 1 if multiprocessing.parent_process() is not None else joblib.cpu_count()
    jobs = whole_number("jobs", jobs, 1)
    plans = {name: _plan(name, given) for name, given in experiments.items()}
    store, code = RunFolder(cache_folder("experiments")), run_files.simulator()
    found: dict[str, Traces] = {}
    portions: list[Portion] = []
    for name, plan in plans.items():
        packed = packed_runs.read(store.path, plan, code)
        found[name] = {label: {} for label in plan.policies} if packed is None else packed
        if packed is None:
            packed_runs.place(store.path, plan, code).unlink(missing_ok=True)
            portions += _portions(store, plan, found[name])
    for portion in portions:
        portion.look()
    lacking = [portion for portion in portions if portion.missing]
    if lacking:
        told = terminal_progress(title) if progress is None else contextlib.nullcontext(progress)
        with told as report:
            tally = Tally(sum(len(portion.missing) for portion in lacking), report)
            share(lacking, store.path / "locks", tally, jobs=jobs)
    for name, plan in plans.items():
        if not packed_runs.place(store.path, plan, code).exists():
            packed_runs.write(store.path, plan, code, found[name])
    return {name: Results(plan, found[name]) for name, plan in plans.items()}


def _plan(name: Any, given: Any) -> Configuration:
    try:
        return configuration_from(given)
    except ValueError as error:
        raise ValueError(f"experiments: {name}: {error}") from None


def _portions(store: RunFolder, plan: Configuration, traces: Traces) -> list[Portion]:
    firsts = range(0, plan.runs, PORTION)
    pieces = [range(first, min(first + PORTION, plan.runs)) for first in firsts]
    return [Portion(store, plan, runs, traces) for runs in pieces]
