"""Folders of finished runs, and the folder of one experiment.

::

    DIR/config.json             the configuration, with a checksum
    DIR/shards/<address>.parquet    one finished run of one policy (``run_files``)
    DIR/.lock                   held while a process computes here

Reading one needs neither policies nor workers.  An experiment's configuration only grows: more runs
and other policies are taken in; anything else is refused, and the error says what differs.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from filelock import FileLock, Timeout

from glbtheory._support import sealed_json
from glbtheory._support.files import PART, path_of
from glbtheory.bandits.experiments import run_files
from glbtheory.bandits.experiments.configuration import Configuration, merged
from glbtheory.bandits.trace import Trace


@contextlib.contextmanager
def held(path: Path) -> Iterator[bool]:
    """Whether this process holds a lock; it is released with the process, however that ends."""
    lock = FileLock(path)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        yield False
        return
    try:
        yield True
    finally:
        lock.release()


class Expected(NamedTuple):
    """A run that a configuration asks for: whose it is, and where its file belongs."""

    label: str
    run: int
    identity: dict[str, Any]
    path: Path


class RunFolder:
    """Finished runs of any configurations, each in the file that its address names."""

    def __init__(self, path: str | Path) -> None:
        self.path = path_of("folder", path)

    def file(self, address: str) -> Path:
        """Where a run belongs: some thousand files in one folder are slow to list."""
        return self.path / address[:2] / f"{address}{run_files.SUFFIX}"

    def expected(
        self, plan: Configuration, code: str, runs: Iterable[int] | None = None
    ) -> Iterator[Expected]:
        """All runs of a configuration by the simulator ``code``, or those of some numbers."""
        setting = plan.setting(code)
        for run in range(plan.runs) if runs is None else runs:
            for label, policy in plan.policies.items():
                who = run_files.identity(setting, policy, run)
                yield Expected(label, run, who, self.file(run_files.digest(who)))

    def scan(
        self, plan: Configuration, code: str
    ) -> Iterator[tuple[Expected, Trace | run_files.DamagedRuns | None]]:
        """All runs of a configuration: the trace, or what is wrong with the file, or None."""
        for wanted in self.expected(plan, code):
            yield wanted, self.found(wanted, plan)

    def found(self, wanted: Expected, plan: Configuration) -> Trace | run_files.DamagedRuns | None:
        """The trace of one run, or what is wrong with its file, or None if there is none."""
        try:
            return run_files.read(wanted.path, wanted.identity, plan.checkpoints)
        except run_files.DamagedRuns as fault:
            return fault


class Folder(RunFolder):
    """One experiment on disk."""

    def __init__(self, path: str | Path) -> None:
        super().__init__(path)
        self.shards = self.path / "shards"
        self.config = self.path / "config.json"

    def file(self, address: str) -> Path:
        """Where a run belongs."""
        return self.shards / f"{address}{run_files.SUFFIX}"

    def stored(self) -> tuple[Configuration, str]:
        """The configuration, and the digest of the simulator that works on it.

        FileNotFoundError if there is none, ValueError if it is not what was written.
        """
        try:
            entry = sealed_json.read(self.config)
            return Configuration.stored(entry["configuration"]), entry["simulator"]
        except FileNotFoundError:
            raise
        except OSError as error:
            raise ValueError(f"cannot read {self.config}: {error.strerror}") from None
        except (ValueError, KeyError, TypeError, RecursionError):
            raise ValueError(f"{self.config} is damaged") from None

    def store(self, configuration: Configuration) -> None:
        """Write the configuration, as a whole or not at all."""
        body = {"simulator": run_files.simulator(), "configuration": configuration.to_json()}
        sealed_json.write(self.config, body, indent=1)

    def extend(self, wanted: Configuration) -> tuple[Configuration, list[str]]:
        """Take ``wanted`` in: the folder's configuration then, and notes for the user."""
        try:
            old, code = self.stored()
        except FileNotFoundError:
            self.store(wanted)
            return wanted, []
        except ValueError as error:
            self.store(wanted)
            return wanted, [f"{error}; written again"]
        try:
            both = merged(old, wanted)
        except ValueError as error:
            if not any(self.shards.glob(f"*{run_files.SUFFIX}")):
                self.store(wanted)  # nothing was finished under the old one
                return wanted, []
            raise ValueError(
                f"out: {self.path} holds another experiment: {error}; choose another folder"
            ) from None
        notes = []
        if code != run_files.simulator():
            notes = [f"{self.path}: the simulator has changed since; its runs are computed again"]
        if both != old or notes:
            self.store(both)
        return both, notes

    def strangers(self, configuration: Configuration, code: str) -> list[str]:
        """Files among the runs that the configuration does not ask for."""
        if not self.shards.is_dir():
            return []
        ours = {wanted.path.name for wanted in self.expected(configuration, code)}
        return sorted(
            p.name for p in self.shards.iterdir() if p.name not in ours and p.suffix != PART
        )

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Meanwhile no other process computes here; ValueError if one does."""
        with contextlib.ExitStack() as stack:
            try:
                self.shards.mkdir(parents=True, exist_ok=True)
                ours = stack.enter_context(held(self.path / ".lock"))
            except OSError as error:
                raise ValueError(f"out: cannot write in {self.path}: {error.strerror}") from None
            if not ours:
                raise ValueError(f"out: another process is at work in {self.path}")
            yield
