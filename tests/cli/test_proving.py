"""``prove`` on the command line: quick answers, limits in seconds, files of problems."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from _book import ROOT
from glbtheory.cli import main

#: Undecided for minutes without a limit: z3 and the covers both have a hard time.
HARD = "(a+b+c)**5*(a*b+b*c+c*a) + sqrt(a+b) >= a*b*c*(a+b)**3 + sqrt(a)"
ORTHANT = "a > 0, b > 0, c > 0"


def ask(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main(["prove", *argv])
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.mark.parametrize(
    ("statement", "where", "code"),
    [
        ("exp(x) >= 1 + x", "", 0),
        ("log(1+x) <= x", "x >= 0", 0),
        ("exp(x) <= 1 + 0.99*x + x**2", "-1 <= x <= 1", 1),
    ],
)
def test_a_simple_question_loads_no_computer_algebra(statement: str, where: str, code: int) -> None:
    program = (
        "import sys; from glbtheory.cli import main; code = main(sys.argv[1:]);"
        "assert not {'sympy', 'scipy', 'numpy', 'rich'} & set(sys.modules); sys.exit(code)"
    )
    argv = [sys.executable, "-c", program, "prove", statement, "--where", where]
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (code, "")


def test_a_limit_in_seconds_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    start = time.monotonic()
    code, out, _ = ask(capsys, HARD, "--where", ORTHANT, "--seconds", "1")
    assert code == 3 and "out of time after 1 s" in out
    assert time.monotonic() - start < 4  # the start of a process on a busy machine included


@pytest.mark.parametrize("seconds", ["0", "-1", "inf", "nan"])
def test_a_limit_must_be_a_positive_number(
    capsys: pytest.CaptureFixture[str], seconds: str
) -> None:
    code, out, err = ask(capsys, "x <= 1", f"--seconds={seconds}")
    assert code == 2 and out == "" and "--seconds" in err


PROBLEMS: list[Any] = [
    {"name": "tangent", "statement": "exp(x) >= 1 + x"},
    {"name": "no text", "statement": 3},
    7,
    {"name": "undefined", "statement": "1/x >= 0"},
    {"statement": "x**2 >= 1", "where": "x >= 0", "truth": "false"},
]


def test_a_file_of_problems_is_answered_in_its_order(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "problems.json"
    path.write_text(json.dumps(PROBLEMS))
    code, out, _ = ask(capsys, "--file", str(path), "--jobs", "2")
    assert code == 2  # some entries could not be read
    lines = out.splitlines()
    assert lines[0] == "tangent: proved by exact algebra"
    assert lines[1].startswith("no text: error: entry 2 (no text): statement must be text")
    assert lines[2].startswith("3: error: entry 3 must be an object")
    assert lines[3].startswith("undefined: error: undefined on the domain")
    assert lines[4] == "5: refuted at x = 0: 0 >= 1 fails"


def test_a_run_goes_on_where_it_stopped(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    problems, out = tmp_path / "problems.json", tmp_path / "out.json"
    problems.write_text(json.dumps(PROBLEMS[:1]))
    kept = {"name": "tangent", "statement": "exp(x) >= 1 + x", "where": ""}
    answer = {"outcome": "refuted", "witness": {"x": "0"}, "strength": "proved", "detail": "kept"}
    out.write_text(json.dumps([{**kept, **answer}]))
    code, said, _ = ask(capsys, "--file", str(problems), "--out", str(out))
    assert code == 1 and said == "tangent: refuted at x = 0: kept\n"
    out.write_text(json.dumps([{**kept, **answer, "where": "x > 0"}]))  # another problem
    code, said, _ = ask(capsys, "--file", str(problems), "--out", str(out), "--json")
    assert code == 0 and json.loads(said)["outcome"] == "proved"
    assert json.loads(out.read_text())[0]["outcome"] == "proved"


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ([], "required"),
        (["x <= 1", "--out", "o.json"], "--out needs --file"),
        (["x <= 1", "--file", "p.json"], "takes the place"),
        (["--file", "missing.json"], "cannot read"),
    ],
)
def test_what_does_not_fit_together_is_refused(
    capsys: pytest.CaptureFixture[str], argv: list[str], said: str
) -> None:
    code, out, err = ask(capsys, *argv)
    assert code == 2 and out == "" and said in err


def test_a_proof_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ask(capsys, "log(1+x) <= x", "--where", "x >= 0", "--explain")
    assert code == 0 and out.startswith("proved by exact algebra\nClaim: $")
    assert "This proves the claim." in out


def test_the_best_constant(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["best", "x*(1-x) <= c", "--where", "0 <= x <= 1", "--for", "c"]) == 0
    assert capsys.readouterr().out.startswith("the smallest c is 1/4 = 0.25\n")
    assert main(["best", "x*(1-x) <= c", "--where", "0 <= x <= 1", "--for", "d"]) == 2
    assert "does not contain d" in capsys.readouterr().err


def test_no_coq_file_without_a_proof(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "proof.v"
    code, out, _ = ask(capsys, "x <= 1", "--where", "x <= 2", "--coq", str(path))
    assert code == 1 and "nothing is written" in out and not path.exists()


def test_an_interrupted_run_keeps_what_is_done(tmp_path: Path) -> None:
    problems, kept = tmp_path / "problems.json", tmp_path / "out.json"
    hard = {"name": "hard", "statement": HARD, "where": ORTHANT}
    problems.write_text(json.dumps([{"name": "easy", "statement": "x**2 >= 0"}, hard]))
    program = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from glbtheory.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    argv = [sys.executable, "-c", program, "prove", "--file", str(problems), "--out", str(kept)]
    running = subprocess.Popen(argv, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert running.stdout is not None
    assert running.stdout.readline().startswith(b"easy: proved")
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert running.returncode == 130 and b"interrupted" in said
    assert [entry["name"] for entry in json.loads(kept.read_text())] == ["easy"]
