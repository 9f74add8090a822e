"""A plugin of pytest: wall and processor seconds of the tests, for ``make timings``.

``make test`` loads it.  The tests are one stage and the cells of the chapters another, recorded by
file, since a worker takes whole files; a test that takes long is listed by itself as well.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from glbtheory._support.timings import DETAILS, VARIABLE, Part, Seconds, Stopwatch, add

#: A test or cell that takes as many processor seconds is listed by itself.
SLOW = 2.0
PROPERTY = "seconds"
#: What tests start is no part of the command that started the tests.
COMMAND = os.environ.pop(VARIABLE, None)

_watch = pytest.StashKey[Stopwatch]()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Measure a test with its fixtures, in the worker that runs it."""
    item.stash[_watch] = Stopwatch()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Iterator[None]:
    """The seconds travel to the main process with the report on the last phase."""
    report = yield
    if call.when == "teardown":
        report.user_properties.append((PROPERTY, tuple(item.stash[_watch].read())))
    return report


def parts(seconds: dict[str, Seconds]) -> Iterator[Part]:
    """The parts of a run, from the seconds of each test by its name ``file::test``."""
    for name, took in seconds.items():
        file = name.partition("::")[0]
        yield Part("chapters compared" if file.endswith(".ipynb") else "tests", file, took)
        if took.processor >= SLOW:
            yield Part(DETAILS, name, took)


@pytest.hookimpl
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """In the main process, which has the reports of all workers."""
    if COMMAND is None:
        return
    reports = [r for found in terminalreporter.stats.values() for r in found]
    seconds = {
        report.nodeid: Seconds(*value)
        for report in reports
        for name, value in getattr(report, "user_properties", ())
        if name == PROPERTY
    }
    add(COMMAND, parts(seconds))
