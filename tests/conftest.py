"""What the tests share: repeatable hypothesis, and one build of the pages."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator

import pytest
from filelock import FileLock
from hypothesis import settings

from _book import ROOT, BuiltBook, build_book
from _browser import MISSING
from _coq import MISSING_COQ

# A session that was started in the background ignores interrupts, and so would what it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples on every run: a test that fails today fails tomorrow.
settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")

SLOW = {
    line
    for line in (ROOT / "tests" / "slow_tests.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what ``slow_tests.txt`` lists, and what reads the built pages."""
    for item in items:
        if "built_book" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
        if {item.path.name, getattr(item, "originalname", item.name)} & SLOW:
            item.add_marker("slow")


@pytest.fixture(scope="session")
def built_book(tmp_path_factory: pytest.TempPathFactory) -> BuiltBook:
    """The book, built once for all workers of a run: the first one builds, the others wait."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    output, answer = shared / "book", shared / "book.json"
    with FileLock(shared / "book.lock"):
        if not answer.exists():
            book = build_book(ROOT, output)
            answer.write_text(json.dumps([book.returncode, book.log]), encoding="utf-8")
    returncode, log = json.loads(answer.read_text(encoding="utf-8"))
    return BuiltBook(output / "_build" / "html", returncode, log)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
    """Say at the end, once and plainly, that a part of the tests did not happen."""
    yield
    skipped = terminalreporter.stats.get("skipped", [])
    for missing in (MISSING, MISSING_COQ):
        count = sum(missing in str(report.longrepr) for report in skipped)
        if count:
            terminalreporter.write_line(f"{count} tests SKIPPED: {missing}", yellow=True, bold=True)
