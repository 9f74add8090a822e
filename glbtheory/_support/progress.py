"""Progress bars on the terminal, from a command or from inside a notebook."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

#: Called with the number of pieces done, their total, and the name of the last one.
ProgressReport = Callable[[int, int, str], None]


@contextmanager
def restarts_unsaid() -> Iterator[None]:
    """Silence joblib's warning that it replaced a worker whose memory had grown."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="A worker stopped while some jobs")
        yield


@contextmanager
def terminal_progress(label: str) -> Iterator[ProgressReport]:
    """A bar on the terminal, even from a notebook: the bar stays out of the stored output."""
    # A kernel captures standard error, but keeps a copy of the terminal's own descriptor.
    copy = getattr(sys.stderr, "_original_stdstream_copy", None)
    if copy is None:
        with progress_bar(label) as report:
            yield report
        return
    with open(os.dup(copy), "w") as terminal, progress_bar(label, terminal) as report:
        yield report


@contextmanager
def progress_bar(label: str, stream: TextIO | None = None) -> Iterator[ProgressReport]:
    """A bar on standard error while work is under way; silent when that is not a terminal."""
    stream = sys.stderr if stream is None else stream
    console = Console(file=stream)
    columns = (
        TextColumn(label),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[name]}"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not stream.isatty()) as bar:
        task = bar.add_task(label, total=None, name="")

        def report(done: int, total: int, name: str) -> None:
            bar.update(task, completed=done, total=total, name=name)

        yield report
