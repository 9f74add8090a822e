"""Many runs at once: in this process, in processes of this machine, or on a Dask cluster.

A worker gets the configuration as text, builds it once, and returns the finished files as bytes;
only the parent writes.  So the workers need not share a disk, no worker writes on after its parent
was killed, and the results do not depend on who computed them.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from glbtheory.bandits.experiments import run_files

BACKENDS = ("loky", "dask")
#: Seconds to wait for a Dask scheduler.
PATIENCE = 10.0


class Task(NamedTuple):
    """One run of some policies."""

    configuration: str
    run: int
    labels: tuple[str, ...]


class Done(NamedTuple):
    """The files of a task, by address, and the code that made them."""

    task: Task
    files: tuple[tuple[str, bytes], ...]
    simulator: str


class WorkersFailed(RuntimeError):
    """The pool broke; what was finished is on disk."""


#: A policy that plays belongs to one thread: a Dask worker may have several.
_ours = threading.local()


def _built(text: str) -> Any:
    """The configuration, its environment and its policies, built once by each thread."""
    if not hasattr(_ours, "built"):
        _ours.built = lru_cache(maxsize=4)(_build)
    return _ours.built(text)


def _build(text: str) -> Any:
    from glbtheory.bandits.environments.environment import environment_from
    from glbtheory.bandits.policies.base import policy_from

    values = json.loads(text)
    policies = {}
    for entry in values["policies"]:
        label = entry.pop("label")
        policies[label] = entry, policy_from(entry)
    return values, environment_from(values["environment"]), policies


def work(task: Task) -> Done:
    """Play one run; the same files wherever and with whatever else this is called."""
    from glbtheory.bandits.run import play_run, run_seed

    values, environment, policies = _built(task.configuration)
    checkpoints = values["checkpoints"]
    playing = {label: policies[label][1] for label in task.labels}
    seed = run_seed(values["seed"], task.run)
    traces = play_run(environment, playing, seed, checkpoints)
    code = run_files.simulator()
    setting = run_files.setting_of(values["environment"], checkpoints, values["seed"], code)
    files = tuple(
        run_files.encode(run_files.identity(setting, policies[label][0], task.run), traces[label])
        for label in task.labels
    )
    return Done(task, files, code)


def warm_up(tasks: Iterable[Task]) -> None:
    """Compile here what the tasks need: workers that start together would each do it."""
    wanted: dict[str, set[str]] = {}
    for task in tasks:
        wanted.setdefault(task.configuration, set()).update(task.labels)
    for text, labels in wanted.items():
        _compile(text, tuple(sorted(labels)))


@lru_cache(maxsize=256)
def _compile(text: str, labels: tuple[str, ...]) -> None:
    """Play two rounds; once is enough for a process."""
    from glbtheory.bandits.run import play_run

    _, environment, policies = _built(text)
    playing = {label: policies[label][1] for label in labels}
    play_run(environment, playing, 0, [min(2, environment.horizon)])


# --- the pools ----------------------------------------------------------------------------------


def run_all(
    tasks: list[Task], *, jobs: int, backend: str = "loky", scheduler: str | None = None
) -> Generator[Done, None, None]:
    """The finished tasks, in whatever order they finish."""
    results: Generator[Done, None, None]
    if backend == "dask" or scheduler is not None:
        results = _dask(tasks, jobs, scheduler)
    elif jobs == 1 or len(tasks) == 1:
        results = (work(task) for task in tasks)
    else:
        results = _processes(tasks, min(jobs, len(tasks)))
    with _interrupts_remembered() as raise_if_interrupted, contextlib.closing(results):
        for done in results:
            yield done
            raise_if_interrupted()


@contextlib.contextmanager
def _interrupts_remembered() -> Iterator[Callable[[], None]]:
    """Ctrl-C stops at the next task at the latest.

    A ``KeyboardInterrupt`` that is raised while Python runs a finaliser or a callback of a weak
    reference is printed and dropped; what it stood for must not be.
    """
    seen = False
    old = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(old):
        yield lambda: None
        return

    def handler(number: int, frame: Any) -> None:
        nonlocal seen
        seen = True
        old(number, frame)

    def raise_if_interrupted() -> None:
        if seen:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, handler)
    try:
        yield raise_if_interrupted
    finally:
        signal.signal(signal.SIGINT, old)


def _processes(tasks: list[Task], jobs: int) -> Generator[Done, None, None]:
    from joblib import Parallel, delayed
    from joblib.externals.loky import get_reusable_executor
    from joblib.externals.loky.process_executor import BrokenProcessPool

    parent = os.getpid()
    pool = Parallel(n_jobs=jobs, backend="loky", return_as="generator_unordered", batch_size=1)
    with _interrupts_ignored():
        results = pool(delayed(_in_process)(task, parent) for task in tasks)
    try:
        yield from results
    except BrokenProcessPool as error:
        raise WorkersFailed(f"a process ended early: {error}") from error
    except BaseException:
        # The runs that are under way would otherwise hold up the end.
        get_reusable_executor().shutdown(wait=True, kill_workers=True)
        raise


class _interrupts_ignored:
    """Processes started here ignore Ctrl-C: the parent alone decides what happens then."""

    def __enter__(self) -> None:
        main = threading.current_thread() is threading.main_thread()
        self.old = signal.signal(signal.SIGINT, signal.SIG_IGN) if main else None

    def __exit__(self, *_: Any) -> None:
        if self.old is not None:
            signal.signal(signal.SIGINT, self.old)


def _in_process(task: Task, parent: int) -> Done:
    _end_with(parent)
    return work(task)


@lru_cache(maxsize=1)
def _end_with(parent: int) -> None:
    """Leave when the parent is gone; an orphan would stay for minutes, waiting for tasks."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    if os.getpid() != parent:
        threading.Thread(target=watch, daemon=True).start()


def _dask(tasks: list[Task], jobs: int, scheduler: str | None) -> Generator[Done, None, None]:
    from concurrent.futures import CancelledError

    from distributed import Client, KilledWorker, LocalCluster, as_completed

    if scheduler is not None:
        client, cluster = _connected(scheduler), None
    else:
        with _interrupts_ignored():
            cluster = LocalCluster(
                n_workers=jobs,
                threads_per_worker=1,
                processes=True,
                dashboard_address=None,
                host="127.0.0.1",
                silence_logs=logging.CRITICAL,
            )
        client = Client(cluster)
    waiting = iter(tasks)
    try:
        # A few tasks per worker are under way at a time; thousands at once would be slow to stop.
        ahead = 3 * max(len(client.scheduler_info(n_workers=-1)["workers"]), jobs)
        # Results are fetched by the client's own thread: Ctrl-C finds this one only waiting.
        first = [client.submit(work, task, pure=False) for task in islice(waiting, ahead)]
        pool = as_completed(first, with_results=True)
        try:
            for _, done in pool:
                yield done
                for task in islice(waiting, 1):
                    pool.add(client.submit(work, task, pure=False))
        except (KilledWorker, CancelledError, OSError) as error:
            raise WorkersFailed(f"the Dask workers failed: {error}") from error
    finally:
        client.close()
        if cluster is not None:
            cluster.close()


def _connected(address: str) -> Any:
    from distributed import Client

    try:
        client = Client(address, timeout=PATIENCE)
    except (OSError, TimeoutError, ValueError) as error:
        raise ValueError(f"scheduler: no Dask scheduler answers at {address!r}: {error}") from None
    if not client.scheduler_info(n_workers=-1)["workers"]:
        client.close()
        raise ValueError(f"scheduler: the one at {address!r} has no workers")
    return client
