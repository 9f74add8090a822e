"""Sphinx extension and command: chapters executed side by side, as many as there are workers.

Sphinx reads one page after the other, and each chapter would wait for the kernel of the one before.
Here all of them are executed first and the pages are made from the outputs; the files stay as they
are.  A chapter is not executed again as long as nothing that it can depend on has changed
(:mod:`glbtheory.book.extensions._kept_chapters`).

``python -m glbtheory.book.extensions.parallel_execution`` executes in any case, and stores the
outputs in the chapters (``make refresh``).  ``WORKERS`` in the environment says how many run at
once.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from sphinx.errors import ExtensionError
from sphinx.util import logging

from glbtheory._support.timings import Part, Seconds, processor_seconds, record
from glbtheory.book.extensions import _kept_chapters

WORKERS = 2
TIMEOUT = 600
FAULTS = (CellExecutionError, CellTimeoutError, DeadKernelError)
_log = logging.getLogger(__name__)


def workers() -> int:
    """How many chapters at once: ``WORKERS`` in the environment, or two."""
    text = os.environ.get("WORKERS", "").strip() or str(WORKERS)
    if not text.isdigit() or int(text) < 1:
        raise ValueError(f"WORKERS must be a whole number, at least 1, not {text!r}")
    return int(text)


def executed(path: Path, timeout: int = TIMEOUT) -> tuple[nbformat.NotebookNode, float]:
    """The notebook with the outputs of a run in its own folder, and the processor seconds of the
    kernel; an error in a cell is raised."""
    notebook = nbformat.read(path, as_version=4)
    processor = 0.0

    def used(**_: Any) -> None:
        nonlocal processor
        # After each cell: once the kernel is gone it cannot be asked.
        kernel = getattr(client.km.provisioner, "pid", None) if client.km else None
        processor = processor_seconds(kernel) if kernel else 0.0

    client = NotebookClient(
        notebook,
        timeout=timeout,
        record_timing=False,  # the time of day is not an output
        resources={"metadata": {"path": str(path.parent)}},
        on_cell_executed=used,
    )
    return client.execute(), processor


def side_by_side(
    paths: Sequence[Path], timeout: int = TIMEOUT
) -> Iterator[tuple[Path, nbformat.NotebookNode | Exception, float]]:
    """Notebook or fault of each path, with its seconds, in the order in which they finish."""

    def run(path: Path) -> tuple[Path, nbformat.NotebookNode | Exception, float]:
        start = time.perf_counter()
        try:
            found, processor = executed(path, timeout)
        except FAULTS as fault:
            return path, fault, time.perf_counter() - start
        wall = time.perf_counter() - start
        record([Part("chapters", path.stem, Seconds(wall, processor))])
        return path, found, wall

    # Threads suffice: a kernel is a process of its own, and its client only waits.
    with ThreadPoolExecutor(workers()) as pool:
        jobs = [pool.submit(run, path) for path in paths]
        try:
            for job in as_completed(jobs):
                yield job.result()
        finally:
            pool.shutdown(cancel_futures=True)  # an interrupt starts no further chapter


# --- the pages ------------------------------------------------------------------------------------


def _take_over(app: Any) -> None:
    """Tell myst-nb that there is nothing to execute, where this extension does it."""
    app.glb_executed = {}
    app.glb_execute = app.builder.name == "html" and app.config.nb_execution_mode == "force"
    if app.glb_execute:
        app.config.nb_execution_mode = "off"


def _execute(app: Any, env: Any, pages: list[str]) -> None:
    """Before the pages are read: run those that will be."""
    if not app.glb_execute:
        return
    paths = {Path(env.doc2path(page)): page for page in pages}
    chapters = [path for path in paths if path.suffix == ".ipynb"]
    around = _kept_chapters.surroundings()
    addresses = {path: _address(path, around) for path in chapters}
    kept = {path: text for path in chapters if (text := _kept_chapters.load(addresses[path]))}
    app.glb_executed.update((paths[path], text) for path, text in kept.items())
    if kept:
        _log.info(f"{len(kept)} of {len(chapters)} chapters are as they were executed before")
    chapters = [path for path in chapters if path not in kept]
    faults = []
    done = 0
    for path, found, seconds in side_by_side(chapters, app.config.nb_execution_timeout):
        page, done = paths[path], done + 1
        if isinstance(found, Exception):
            report = Path(app.outdir, "reports", f"{page}.err.log")
            report.parent.mkdir(parents=True, exist_ok=True)
            report.write_text(str(found), encoding="utf-8")
            faults.append(f"{page} failed, see {report}\n{found}")
            continue
        app.glb_executed[page] = text = nbformat.writes(found)
        # Not if a file was edited meanwhile: nobody knows which of the two the chapter has seen.
        if _address(path, _kept_chapters.surroundings()) == addresses[path]:
            _kept_chapters.store(addresses[path], text)
        _log.info(f"executed {page} in {seconds:.0f} s ({done} of {len(chapters)})")
    if faults:
        raise ExtensionError("\n\n".join(faults))


def _address(path: Path, around: str) -> str:
    return _kept_chapters.address(nbformat.read(path, as_version=4), around)


def _read(app: Any, page: str, source: list[str]) -> None:
    source[0] = app.glb_executed.get(page, source[0])


def setup(app: Any) -> dict[str, Any]:
    """Called by Sphinx."""
    # After the builders that take stored outputs (100), before myst-nb reads its settings (500).
    app.connect("builder-inited", _take_over, priority=200)
    app.connect("env-before-read-docs", _execute)
    app.connect("source-read", _read)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


# --- the command ----------------------------------------------------------------------------------


def refresh(paths: Sequence[Path]) -> int:
    """Execute in place; a chapter that fails keeps what it had.  The number of faults."""
    faults = 0
    for path, found, seconds in side_by_side(paths):
        if isinstance(found, Exception):
            faults += 1
            print(f"{path} failed and is left as it was\n{found}", file=sys.stderr)
        else:
            new = path.with_suffix(".new")
            nbformat.write(found, new)
            new.replace(path)
            print(f"{path} in {seconds:.0f} s", flush=True)
    return faults


if __name__ == "__main__":
    sys.exit(min(1, refresh([Path(name) for name in sys.argv[1:]])))
