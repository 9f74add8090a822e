"""Bars go to the terminal, and only there."""

from __future__ import annotations

import io
import os
import sys
import warnings

import pytest

from glbtheory._support.progress import progress_bar, restarts_unsaid, terminal_progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_shows_how_far_the_work_is() -> None:
    stream = Terminal()
    with progress_bar("verify", stream) as report:
        report(3, 7, "L4")
    assert "verify" in stream.getvalue() and "3/7" in stream.getvalue()


def test_nothing_is_written_where_there_is_no_terminal() -> None:
    stream = io.StringIO()
    with progress_bar("verify", stream) as report:
        report(3, 7, "L4")
    assert stream.getvalue() == ""


def test_from_a_notebook_the_output_stays_clean(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    reader, writer = os.pipe()
    captured = io.StringIO()
    captured._original_stdstream_copy = writer  # type: ignore[attr-defined]
    monkeypatch.setattr(sys, "stderr", captured)
    with terminal_progress("simulate") as report:
        report(1, 2, "")
    os.close(writer)  # the copy that was written to is closed already
    assert os.read(reader, 100) == b"", "a pipe is no terminal"
    os.close(reader)
    assert captured.getvalue() == "" and capfd.readouterr() == ("", "")


def test_only_the_remark_on_workers_is_silenced() -> None:
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        with restarts_unsaid():
            warnings.warn(
                "A worker stopped while some jobs were given to the executor.", stacklevel=1
            )
            warnings.warn("something else", stacklevel=1)
    assert [str(w.message) for w in seen] == ["something else"]
