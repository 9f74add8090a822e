"""The commands simulate, results and suggest as a user meets them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow.parquet as pq
import pytest
from _small import described

from glbtheory.cli import main


class Answer(NamedTuple):
    """What one command said."""

    code: int
    out: str
    err: str


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*argv: Any) -> Answer:
        capsys.readouterr()
        try:
            code = main([str(a) for a in argv])
        except SystemExit as leaving:  # how argparse refuses
            code = int(leaving.code or 0)
        said = capsys.readouterr()
        return Answer(code, said.out, said.err)

    return run


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "experiment.json"
    path.write_text(json.dumps(described(runs=2)), encoding="utf-8")
    return path


def toml(value: Any, key: str = "") -> str:
    """A configuration as TOML; enough of it for this one."""
    plain = {k: v for k, v in value.items() if not isinstance(v, dict) and k != "policies"}
    text = "".join(f"{k} = {json.dumps(v)}\n" for k, v in plain.items())
    for k, v in value.items():
        if isinstance(v, dict):
            text += f"[{key}{k}]\n" + toml(v, f"{key}{k}.")
    for policy in value.get("policies", []):
        text += "[[policies]]\n" + toml(policy)
    return text


def test_simulate_and_results(cli: Any, config: Path, tmp_path: Path) -> None:
    out = tmp_path / "x"
    done = cli("simulate", "--config", config, "--out", out, "--jobs", 1)
    assert (done.code, done.out) == (0, f"{out}: 4 runs computed, 0 already there\n")
    assert "4 runs to compute, 0 already there" in done.err
    assert "4 of 4 runs, about 0 s left" in done.err
    again = cli("simulate", "--config", config, "--out", out, "--jobs", 1, "--json")
    assert json.loads(again.out)["kept"] == 4 and json.loads(again.out)["computed"] == 0
    found = cli("results", out, "--json")
    assert (found.code, found.err) == (0, "")
    value = json.loads(found.out)
    assert value["rounds"] == [50, 100, 150, 200, 250, 300]
    assert value["policies"]["all data"]["runs"] == {"complete": 2, "missing": 0, "corrupt": 0}
    assert str(tmp_path) not in found.out  # the same wherever the folder lies
    table = cli("results", out, "--level", 0.8)
    assert "all data" in table.out and "central 80%" in table.out and table.err == ""


def test_toml_says_the_same_as_json(cli: Any, config: Path, tmp_path: Path) -> None:
    other = tmp_path / "experiment.toml"
    other.write_text(toml(described(runs=2)), encoding="utf-8")
    assert cli("simulate", "--config", config, "--out", tmp_path / "x", "--jobs", 1).code == 0
    assert cli("simulate", "--config", other, "--out", tmp_path / "y", "--jobs", 1).code == 0
    a, b = (cli("results", tmp_path / name, "--json").out for name in "xy")
    assert a == b


def test_options_change_the_file(cli: Any, config: Path, tmp_path: Path) -> None:
    out = tmp_path / "x"
    given = ("--jobs", 1, "--runs", 3, "--seed", 1, "--horizon", 200, "--checkpoints", 2)
    assert (
        cli("simulate", "--config", config, "--out", out, *given, "--policies", "all data").code
        == 0
    )
    value = json.loads(cli("results", out, "--json").out)
    assert value["rounds"] == [100, 200] and value["configuration"]["seed"] == 1
    assert list(value["policies"]) == ["all data"]
    assert value["policies"]["all data"]["runs"]["complete"] == 3


def test_without_an_experiment_the_folder_goes_on(cli: Any, config: Path, tmp_path: Path) -> None:
    out = tmp_path / "x"
    cli("simulate", "--config", config, "--out", out, "--jobs", 1)
    gone = min((out / "shards").iterdir())
    gone.unlink()
    assert "1 runs computed" in cli("simulate", "--out", out).out
    assert gone.exists()
    assert (
        "2 runs computed, 4 already there"
        in cli("simulate", "--out", out, "--runs", 3, "--jobs", 1).out
    )


def test_both_figures_in_one_command(cli: Any, tmp_path: Path) -> None:
    out = tmp_path / "x"
    small = ("--horizon", 60, "--runs", 1, "--lam", 1, "--policies", "SC-D-GLUCB", "uniform")
    assert cli("simulate", "--preset", "figure-1", "--out", out, "--jobs", 1, *small).code == 0
    value = json.loads(cli("results", out, "--json").out)["experiments"]
    assert list(value) == ["figure-1a", "figure-1b"]
    assert value["figure-1b"]["configuration"]["policies"][0]["S"] == 7.0
    assert value["figure-1b"]["configuration"]["policies"][0]["lam"] == 1.0
    table = tmp_path / "all.parquet"
    assert cli("results", out, "--parquet", table, "--csv", tmp_path / "all.csv").code == 0
    assert pq.read_table(table).column_names[:2] == ["experiment", "policy"]
    assert pq.read_table(table).num_rows == 2 * 2 * 60
    assert (tmp_path / "all.csv").read_text().count("\n") == 241
    assert "0 runs computed, 4 already there" in cli("simulate", "--out", out).out
    assert "holds several" in cli("simulate", "--preset", "figure-1a", "--out", out).err


def test_damage_is_reported_by_name(cli: Any, config: Path, tmp_path: Path) -> None:
    out = tmp_path / "x"
    run = ("simulate", "--config", config, "--out", out, "--jobs", 1)
    cli(*run)
    whole = cli("results", out, "--json").out
    bad = min((out / "shards").iterdir())
    bad.write_bytes(bad.read_bytes()[:100])
    found = cli("results", out, "--json")
    assert found.code == 0 and bad.name in found.err
    assert list(json.loads(found.out)["damaged"]) == [bad.name]
    assert f"{bad.name}: " in cli(*run).err
    assert cli("results", out, "--json").out == whole


BAD = [
    (("simulate",), "--out"),
    (("simulate", "--out", "{new}"), "--preset or --config is needed"),
    (("simulate", "--preset", "figure-9", "--out", "{new}"), "preset must be one of"),
    (("simulate", "--preset", "figure-1", "--config", "x", "--out", "{new}"), "not allowed with"),
    (("simulate", "--config", "{new}", "--out", "{new}"), "cannot read"),
    (("simulate", "--config", "{config}", "--out", "{config}"), "out: cannot write"),
    (("simulate", "--config", "{config}", "--out", "{new}", "--runs", "0"), "runs must be"),
    (("simulate", "--config", "{config}", "--out", "{new}", "--runs", "x"), "--runs"),
    (("simulate", "--config", "{config}", "--out", "{new}", "--horizon", "0"), "horizon"),
    (("simulate", "--config", "{config}", "--out", "{new}", "--seed", "-1"), "seed"),
    (("simulate", "--config", "{config}", "--out", "{new}", "--checkpoints", "0"), "checkpoints"),
    (("simulate", "--config", "{config}", "--out", "{new}", "--jobs", "0"), "jobs"),
    (("simulate", "--config", "{config}", "--out", "{new}", "--backend", "mpi"), "--backend"),
    (("simulate", "--config", "{config}", "--out", "{new}", "--policies", "me"), "policies: me"),
    (("simulate", "--config", "{config}", "--out", "{new}", "--lam", "1"), "--lam goes with"),
    (("simulate", "--config", "{config}", "--out", "{new}", "--scheduler", "nope"), "scheduler"),
    (("simulate", "--preset", "figure-1a", "--out", "{new}", "--lam", "-1"), "lam"),
    (("simulate", "--preset", "figure-1a", "--out", "{new}", "--delta", "nan"), "delta"),
    (("simulate", "--preset", "figure-1a", "--out", "{new}", "--factor", "3"), "factor"),
    (("simulate", "--preset", "figure-1a", "--out", "{new}", "--actions", "cube"), "actions"),
    (("simulate", "--preset", "figure-1a", "--out", "{new}", "--policies", "me"), "policies"),
    (("simulate", "--out", "{new}", "--horizon", "5"), "--horizon needs"),
    (("results",), "DIR"),
    (("results", "{new}"), "no experiment in"),
    (("results", "{new}", "--level", "1"), "level must lie in"),
    (("results", "{new}", "--confidence", "0"), "confidence must lie in"),
    (("suggest", "--d", "2"), "--horizon"),
    (("suggest", "--d", "0", "--horizon", "100", "--S", "1"), "d must be"),
    (("suggest", "--d", "2", "--horizon", "100", "--S", "-1"), "S must be"),
    (("suggest", "--d", "2", "--horizon", "100", "--S", "1", "--link", "x"), "link must be"),
]


@pytest.mark.parametrize(("argv", "named"), BAD, ids=[" ".join(a) for a, _ in BAD])
def test_bad_input_is_a_message_that_names_the_argument(
    cli: Any,
    config: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    argv: tuple[str, ...],
    named: str,
) -> None:
    from glbtheory.bandits.experiments import workers

    monkeypatch.setattr(workers, "PATIENCE", 0.3)
    places = {"new": tmp_path / "new", "config": config}
    done = cli(*(a.format(**places) for a in argv))
    assert done.code == 2 and named in done.err, done
    assert done.out == "" and "Traceback" not in done.err


@pytest.mark.parametrize(
    ("name", "text", "named"),
    [
        ("a.json", "{", "is not JSON"),
        ("a.json", "[]", "configuration must be a dictionary"),
        ("a.json", '{"runs": NaN}', "NaN is not a number"),
        ("a.json", '{"runs": 1, "runs": 2}', "given twice"),
        ("a.json", json.dumps(described(horizn=3)), "'horizn'"),
        ("a.toml", "runs = = 3", "is not TOML"),
        ("a.json", b"\xff\xfe", "UTF-8"),
        ("a.json", "[" * 100_000, "is not JSON"),
    ],
)
def test_bad_files(cli: Any, tmp_path: Path, name: str, text: Any, named: str) -> None:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    done = cli("simulate", "--config", path, "--out", tmp_path / "x")
    assert done.code == 2 and named in done.err
    assert not (tmp_path / "x").exists()


def test_another_experiment_in_the_folder_is_bad_input(
    cli: Any, config: Path, tmp_path: Path
) -> None:
    run = ("simulate", "--config", config, "--out", tmp_path / "x", "--jobs", 1)
    cli(*run)
    done = cli(*run, "--seed", 99)
    assert done.code == 2 and "seed is 7 there and 99 here" in done.err


def test_suggest(cli: Any) -> None:
    known = ("--d", 2, "--horizon", 8000, "--lowest", 0.02, "--highest", 0.5, "--changes", 2)
    assert "Play SC-D-GLUCB with" in cli("suggest", *known).out
    value = json.loads(cli("suggest", *known, "--json").out)
    assert value["settings"]["policy"] == "SC-D-GLUCB" and value["settings"]["S"] == 3.9


# --- processes that are stopped ---------------------------------------------------------------


def started(config: Path, out: Path, *more: str) -> subprocess.Popen[str]:
    """The command in a process group of its own, once it has finished a first run."""
    argv = ["simulate", "--config", str(config), "--out", str(out), "--runs", "3000", *more]
    process = subprocess.Popen(
        [sys.executable, "-m", "glbtheory", *argv],
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 120
    while not list((out / "shards").glob("*.parquet")):
        assert process.poll() is None and time.monotonic() < deadline, process.communicate()
        time.sleep(0.02)
    return process


def members(group: int) -> list[int]:
    """Processes of a group that still live."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group and fields[0] != "Z":
            found.append(int(entry.name))
    return found


def test_an_interrupt_keeps_finished_runs_and_says_how_to_go_on(
    config: Path, tmp_path: Path
) -> None:
    out = tmp_path / "x"
    process = started(config, out, "--jobs", "2")
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert f"interrupted; finished runs are kept, 'glbtheory simulate --out {out}' resumes" in err
    assert "Traceback" not in err
    assert 0 < len(list((out / "shards").glob("*.parquet"))) < 6000
    assert not list(out.rglob("*.part"))


def test_a_killed_parent_leaves_no_process_behind(cli: Any, config: Path, tmp_path: Path) -> None:
    out = tmp_path / "x"
    process = started(config, out, "--jobs", "2")
    assert len(members(process.pid)) >= 3  # itself, two workers
    process.kill()
    process.communicate()
    before = {p: p.stat().st_mtime_ns for p in (out / "shards").glob("*.parquet")}
    deadline = time.monotonic() + 30
    while members(process.pid):
        assert time.monotonic() < deadline, "workers outlive their parent"
        time.sleep(0.1)
    assert 0 < len(before) < 6000
    after = {p: p.stat().st_mtime_ns for p in (out / "shards").glob("*.parquet")}
    assert after == before  # nobody writes without the parent


def test_other_commands_start_without_the_simulator() -> None:
    """Neither numba nor pyarrow nor Dask is loaded by commands that do not need them."""
    code = (
        "import sys; from glbtheory.cli import main; main(['value', 'c_mu', 'S=1']);"
        "print(*{'numba', 'pyarrow', 'distributed', 'joblib'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "", done
