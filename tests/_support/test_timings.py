"""Seconds of the parts of a command: measured, kept, compared, put on more workers."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from _timing import parts as parts_of_tests
from glbtheory._support import timings
from glbtheory._support.timing_report import critical_path, lines, main, makespan, slower
from glbtheory._support.timings import DETAILS, Part, Seconds, Stopwatch


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GLBTHEORY_CACHE", str(tmp_path))
    monkeypatch.setenv(timings.VARIABLE, "book")
    return tmp_path


def busy(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


# --- measuring ------------------------------------------------------------------------------------


def test_a_stopwatch_tells_work_from_waiting() -> None:
    watch = Stopwatch()
    busy(0.3)
    worked = watch.read()
    time.sleep(0.3)
    waited = watch.read()
    assert worked.processor >= 0.25 and worked.wall >= 0.3
    assert waited.wall >= worked.wall + 0.3
    assert waited.processor < worked.processor + 0.15


def test_children_count_while_they_run_and_after() -> None:
    watch = Stopwatch()
    script = (
        "import time, sys\n"
        "while time.process_time() < 0.5: pass\n"
        "print('done', flush=True); sys.stdin.read()"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert child.stdin is not None and child.stdout is not None
    child.stdout.readline()
    running = watch.read().processor
    of_it_alone = timings.processor_seconds(child.pid)
    child.communicate()
    assert running >= 0.4 and of_it_alone >= 0.4
    assert watch.read().processor >= 0.4
    assert timings.processor_seconds(child.pid) == 0.0


def test_what_a_shell_prints_is_added_up() -> None:
    assert timings.shell_seconds("0m0.01s 0m0.02s\n1m30.5s 0m9.47s\n") == pytest.approx(100.0)


# --- keeping --------------------------------------------------------------------------------------


def test_parts_are_kept_and_added_up(store: Path) -> None:
    timings.record([Part("claims", "L7", Seconds(2.0, 1.0)), Part("pages", "read", Seconds(1, 1))])
    timings.record([Part("claims", "L7", Seconds(1.0, 0.5))])
    assert timings.read(timings.place()) == {
        "book": {"claims": {"L7": (3.0, 1.5)}, "pages": {"read": (1.0, 1.0)}}
    }


def test_without_a_name_nothing_is_recorded(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(timings.VARIABLE)
    timings.record([Part("claims", "L7", Seconds(2.0, 1.0))])
    assert not list(store.iterdir())


def test_a_new_run_moves_the_old_numbers_aside(store: Path) -> None:
    timings.add("test", [Part("tests", "a.py", Seconds(1, 1))])
    timings.record([Part("claims", "L7", Seconds(2.0, 1.0))])
    timings.main(["begin", "book"])
    timings.record([Part("claims", "L7", Seconds(5.0, 4.0))])
    timings.main(["begin", "other"])
    assert timings.read(timings.place())["book"] == {"claims": {"L7": (5.0, 4.0)}}
    assert timings.read(timings.place_before()) == {"book": {"claims": {"L7": (2.0, 1.0)}}}
    assert "test" in timings.read(timings.place())


def test_the_set_up_is_recorded_from_what_the_shell_says(store: Path) -> None:
    (store / "times").write_text("0m1.00s 0m0.50s\n0m2.00s 0m0.50s\n")
    timings.main(["set-up", "the book", "9", str(store / "times")])
    assert timings.read(timings.place()) == {"set-up": {"set-up": {"the book": (9.0, 4.0)}}}
    with pytest.raises(ValueError, match="begin COMMAND"):
        timings.main(["start"])


def test_a_place_that_cannot_be_written_is_no_failure(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (store / "file").write_text("in the way")
    monkeypatch.setenv("GLBTHEORY_CACHE", str(store / "file"))
    timings.record([Part("claims", "L7", Seconds(2.0, 1.0))])


@pytest.mark.parametrize("text", ["", "[]", '{"book": 1}', '{"book": {"claims": {"L7": [1]}}}'])
def test_other_files_are_refused(store: Path, text: str) -> None:
    timings.place().write_text(text)
    with pytest.raises(ValueError, match=r"timings\.json is no file of timings"):
        timings.read(timings.place())


# --- the tests themselves -------------------------------------------------------------------------


def test_tests_are_parts_by_file_and_slow_ones_by_themselves() -> None:
    found = list(
        parts_of_tests(
            {
                "rooms/a.py::test_one": Seconds(1.0, 0.5),
                "rooms/a.py::test_two": Seconds(4.0, 3.0),
                "chapters/b.ipynb::Cell 0": Seconds(1.0, 1.0),
            }
        )
    )
    assert found == [
        ("tests", "rooms/a.py", (1.0, 0.5)),
        ("tests", "rooms/a.py", (4.0, 3.0)),
        (DETAILS, "rooms/a.py::test_two", (4.0, 3.0)),
        ("chapters compared", "chapters/b.ipynb", (1.0, 1.0)),
    ]


# --- more workers ---------------------------------------------------------------------------------


def alone(*seconds: float) -> dict[str, Seconds]:
    return {str(k): Seconds(s, s) for k, s in enumerate(seconds)}


@pytest.mark.parametrize(
    ("seconds", "workers", "expected"),
    [
        ((3, 3, 2, 2, 2), 1, 12),
        # Longest first is 7 here, the best order 6 (Graham 1969).
        ((3, 3, 2, 2, 2), 2, 7),
        ((3, 3, 2, 2, 2), 8, 3),
        ((10, 1, 1, 1), 4, 10),
    ],
)
def test_the_longest_goes_first(seconds: tuple[int, ...], workers: int, expected: float) -> None:
    assert makespan(alone(*seconds), workers) == expected


def test_a_part_that_shares_out_its_work_is_shorter_on_more_workers() -> None:
    two_processes = {"X10": Seconds(50.0, 100.0)}
    assert [makespan(two_processes, w) for w in (1, 2, 4)] == [100.0, 50.0, 50.0]
    waiting = {"busy machine": Seconds(300.0, 100.0)}
    assert [makespan(waiting, w) for w in (1, 2, 4)] == [100.0, 100.0, 100.0]


def test_slow_tests_are_not_counted_twice() -> None:
    stages = {"tests": alone(4.0), DETAILS: alone(3.0)}
    assert critical_path(stages, 1) == {"tests": 4.0}


# --- the report -----------------------------------------------------------------------------------


def test_only_what_is_much_slower_is_named() -> None:
    before = {"a": 2.0, "b": 0.1, "c": 10.0, "d": 4.0}
    now = {"a": 3.0, "b": 1.0, "c": 14.9, "d": 12.0, "e": 50.0}
    # b is ten times as long, but not by a second; c is five seconds longer, but not 1.5 times.
    found = slower(claims(now), claims(before))
    assert [entry[2] for entry in found] == ["d", "a"]


def claims(processor: dict[str, float]) -> timings.Timings:
    return {"book": {"claims": {name: Seconds(9.0, s) for name, s in processor.items()}}}


def test_the_report_is_sorted_and_names_what_is_slower(
    store: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([]) == 0
    assert "Nothing was timed yet" in capsys.readouterr().out
    timings.add("set-up", [Part("set-up", "the environment", Seconds(60.0, 30.0))])
    timings.record([Part("claims", name, Seconds(s, s)) for name, s in (("L7", 2), ("L8", 5))])
    assert main([]) == 0
    assert "There is no earlier run to compare with." in capsys.readouterr().out
    timings.begin("book")
    timings.record([Part("claims", name, Seconds(s, s)) for name, s in (("L7", 4), ("L8", 5))])
    assert main(["--most", "1", "book"]) == 0
    text = capsys.readouterr().out
    assert text.index("L8") < text.index("the other 1")
    assert "    39.0     35.0     35.0     35.0  book: all, one stage after the other" in text
    assert text.rstrip().endswith("2.0 ->      4.0  book: claims: L7")


def test_an_earlier_file_can_be_named(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    timings.record([Part("claims", "L7", Seconds(4.0, 4.0))])
    earlier = store / "earlier.json"
    earlier.write_text(json.dumps({"book": {"claims": {"L7": [4.0, 3.0]}}}))
    assert main(["--before", str(earlier)]) == 0
    assert "No part became 1.5 times slower." in capsys.readouterr().out
    for wrong in (["--before", str(store / "gone")], ["--most", "-1"], ["lunch"]):
        with pytest.raises(SystemExit) as stopped:
            main(wrong)
        assert stopped.value.code == 2
    timings.place().write_text("{")
    with pytest.raises(SystemExit):
        main([])


def test_a_report_of_one_stage_has_no_sum() -> None:
    now = {"test": {"tests": alone(1.0, 2.0), DETAILS: alone(2.0)}}
    text = "\n".join(lines(now, {}))
    assert "slow tests: 1 parts" in text and "all, one stage" not in text
