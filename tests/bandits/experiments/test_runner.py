"""Many runs: any number of workers, interruptions, damage, folders that grow."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from _small import configuration, described

from glbtheory.bandits.experiments import results, run_files, simulator_identity, workers
from glbtheory.bandits.experiments.configuration import Configuration, configuration_from, merged
from glbtheory.bandits.experiments.folder import Folder
from glbtheory.bandits.experiments.runner import Report, simulate
from glbtheory.bandits.presets import PRESETS, Options, preset


def files(folder: Path) -> dict[str, bytes]:
    """Names and contents of all finished runs."""
    return {p.name: p.read_bytes() for p in sorted((folder / "shards").iterdir())}


def places(folder: Path) -> dict[str, tuple[int, int]]:
    """What changes when a file is written again, even with the same bytes."""
    found = {p.name: p.stat() for p in (folder / "shards").glob("*.parquet")}
    return {name: (s.st_ino, s.st_mtime_ns) for name, s in found.items()}


def told(folder: Path) -> str:
    return json.dumps(results.load(folder).summary())


@pytest.fixture(scope="module")
def serial(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small experiment, computed in this process."""
    path = tmp_path_factory.mktemp("serial") / "x"
    report = simulate({path: configuration()}, jobs=1)
    assert (report.computed, report.kept) == (8, 0) and not report.lines()
    return path


# --- the same files from everybody ------------------------------------------------------------


def test_processes_write_the_same_files(serial: Path, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    simulate({tmp_path: configuration()}, jobs=2, progress=lambda a, b, _: seen.append((a, b)))
    assert files(tmp_path) == files(serial)
    assert told(tmp_path) == told(serial)
    assert seen == [(2 * k, 8) for k in range(5)]


def test_a_dask_cluster_of_two_processes_writes_the_same_files(
    serial: Path, tmp_path: Path
) -> None:
    simulate({tmp_path: configuration()}, jobs=2, backend="dask")
    assert files(tmp_path) == files(serial)


def test_a_dask_scheduler_somewhere_writes_the_same_files(serial: Path, tmp_path: Path) -> None:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        pids = {w.pid for w in cluster.workers.values()}
        assert len(pids) == 2 and os.getpid() not in pids
        simulate({tmp_path: configuration()}, scheduler=cluster.scheduler_address)
    assert files(tmp_path) == files(serial)


def test_a_dask_cluster_writes_the_same_files_in_more_dimensions(tmp_path: Path) -> None:
    """Also for policies that are asked round by round, and that play at random."""
    world = {
        "link": "logistic",
        "schedule": {"kind": "stationary", "theta": [1.0, -1.0, 0.5, 0.0]},
        "actions": {"kind": "sphere", "arms": 6, "d": 4},
    }
    policies = [
        {"name": "SC-D-GLUCB", "lam": 1.0, "gamma": 0.99, "divisor": 20.0},
        {"name": "SC-SW-GLUCB", "lam": 1.0, "tau": 30},
        {"name": "uniform"},
    ]
    plan = configuration(environment=world, policies=policies, horizon=60)
    simulate({tmp_path / "here": plan}, jobs=1)
    simulate({tmp_path / "there": plan}, jobs=2, backend="dask")
    here = files(tmp_path / "here")
    assert len(here) > 0 and files(tmp_path / "there") == here


def test_threads_of_one_worker_do_not_share_policies(serial: Path) -> None:
    text = run_files.canonical(configuration().to_json())
    tasks = [workers.Task(text, run, tuple(configuration().policies)) for run in range(4)] * 3
    with ThreadPoolExecutor(4) as pool:
        found = {
            address: data for done in pool.map(workers.work, tasks) for address, data in done.files
        }
    assert {f"{address}.parquet": data for address, data in found.items()} == files(serial)


def test_nobody_at_the_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 0.3)
    with pytest.raises(ValueError, match=r"scheduler: no Dask scheduler answers at 'tcp://127"):
        simulate({tmp_path: configuration()}, scheduler="tcp://127.0.0.1:9")


def test_several_experiments_share_the_workers(serial: Path, tmp_path: Path) -> None:
    plans = {tmp_path / "a": configuration(), tmp_path / "b": configuration(seed=8)}
    assert simulate(plans, jobs=2).computed == 16
    assert files(tmp_path / "a") == files(serial)
    assert not set(files(tmp_path / "a")) & set(files(tmp_path / "b"))


def test_two_folders_may_hold_the_same_experiment(serial: Path, tmp_path: Path) -> None:
    report = simulate({tmp_path / "a": configuration(), tmp_path / "b": configuration()})
    assert report.computed == 16
    assert files(tmp_path / "a") == files(tmp_path / "b") == files(serial)


def test_a_worker_of_another_version_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = workers.work
    monkeypatch.setattr(workers, "work", lambda task: work(task)._replace(simulator="other"))
    with pytest.raises(workers.WorkersFailed, match="another version"):
        simulate({tmp_path: configuration()})
    assert not files(tmp_path)


# --- resuming ---------------------------------------------------------------------------------


def test_what_is_there_is_not_computed_again(serial: Path) -> None:
    before = places(serial)
    report = simulate({serial: configuration()})
    assert (report.kept, report.computed) == (8, 0)
    assert places(serial) == before


@pytest.mark.parametrize("changes", [{"runs": 2}, {"policies": described()["policies"][:1]}])
def test_a_folder_grows_and_does_not_shrink(
    serial: Path, tmp_path: Path, changes: dict[str, Any]
) -> None:
    simulate({tmp_path: configuration(**changes)})
    before = places(tmp_path)
    assert len(before) == 4
    report = simulate({tmp_path: configuration()})
    assert (report.kept, report.computed) == (4, 4)
    assert files(tmp_path) == files(serial) and told(tmp_path) == told(serial)
    assert places(tmp_path).items() >= before.items()
    report = simulate({tmp_path: configuration(**changes)})  # asks for less: nothing to do
    assert (report.kept, report.computed, report.strangers) == (4, 0, [])
    assert told(tmp_path) == told(serial)


def in_a_child(plan: Configuration, folder: Path) -> int:
    """A process of its own that computes, without the time to start a new interpreter."""
    pid = os.fork()
    if pid == 0:  # pragma: no cover
        try:
            simulate({folder: plan})
        finally:
            os._exit(0)
    return pid


def test_killed_ten_times_nothing_is_lost_and_nothing_done_twice(tmp_path: Path) -> None:
    plan = configuration(runs=240)
    workers.warm_up([workers.Task(run_files.canonical(plan.to_json()), 0, tuple(plan.policies))])
    folder, whole = tmp_path / "killed", tmp_path / "whole"
    rng = random.Random(4)
    finished: dict[str, tuple[int, int]] = {}
    for _ in range(10):
        pid = in_a_child(plan, folder)
        enough, deadline = len(finished) + rng.randint(1, 7), time.monotonic() + 60
        while len(places(folder)) < enough:
            assert time.monotonic() < deadline
            time.sleep(0.0005)
        time.sleep(rng.random() * 0.02)
        os.kill(pid, signal.SIGKILL)
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -signal.SIGKILL
        now = places(folder)
        assert len(finished) < len(now) < 480  # in the middle
        assert now.items() >= finished.items()  # no finished run was computed again
        finished = now
    report = simulate({folder: plan})
    assert (report.kept, report.computed) == (len(finished), 480 - len(finished))
    assert not report.damaged and places(folder).items() >= finished.items()
    assert not list(folder.rglob("*.part"))
    simulate({whole: plan})
    assert files(folder) == files(whole)
    assert told(folder) == told(whole)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_that_somebody_swallows_still_stops(tmp_path: Path, jobs: int) -> None:
    """As a finaliser does, which prints the exception and goes on."""
    seen = []

    def progress(done: int, total: int, what: str) -> None:
        seen.append(done)
        if done and len(seen) == 2:
            with contextlib.suppress(KeyboardInterrupt):
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(5)

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        simulate({tmp_path / "x": configuration(runs=6)}, jobs=jobs, progress=progress)
    assert len(seen) == 2
    assert signal.getsignal(signal.SIGINT) is before


def test_one_process_at_a_time(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    with (
        folder.locked(),
        pytest.raises(ValueError, match=f"another process is at work in {tmp_path}"),
    ):
        simulate({tmp_path: configuration()})
    simulate({tmp_path: configuration(runs=1)})


def test_unfinished_files_are_removed(tmp_path: Path) -> None:
    (tmp_path / "shards").mkdir()
    (tmp_path / "shards" / ".0123-abc.part").write_bytes(b"half")
    (tmp_path / ".config-abc.part").write_bytes(b"half")
    report = simulate({tmp_path: configuration(runs=1)})
    assert report.removed == [".config-abc.part", ".0123-abc.part"]
    assert not list(tmp_path.rglob("*.part"))


# --- damage -----------------------------------------------------------------------------------


def _flip(path: Path, _: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 0x20
    path.write_bytes(bytes(data))


DAMAGE = {
    "flipped": _flip,
    "truncated": lambda path, _: path.write_bytes(path.read_bytes()[:-20]),
    "empty": lambda path, _: path.write_bytes(b""),
    "foreign": lambda path, _: path.write_bytes(b"PAR1, said the cat"),
    "another run's": lambda path, other: path.write_bytes(other.read_bytes()),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_file_is_reported_and_computed_again(
    serial: Path, tmp_path: Path, kind: str
) -> None:
    simulate({tmp_path: configuration()})
    first, second, *rest = sorted((tmp_path / "shards").iterdir())
    before = places(tmp_path)
    DAMAGE[kind](first, second)
    assert first.name in results.load(tmp_path).damaged
    report = simulate({tmp_path: configuration()})
    assert list(report.damaged) == [first.name] and report.computed == 1
    assert any(first.name in line for line in report.lines())
    assert files(tmp_path) == files(serial)
    after = places(tmp_path)
    assert all(after[p.name] == before[p.name] for p in (second, *rest))


def test_a_renamed_file_is_missing_at_its_place_and_not_used_at_another(
    serial: Path, tmp_path: Path
) -> None:
    simulate({tmp_path: configuration()})
    first = min((tmp_path / "shards").iterdir())
    stranger = first.with_name("0" * 64 + ".parquet")
    first.rename(stranger)
    report = simulate({tmp_path: configuration()})
    assert report.strangers == [stranger.name] and report.computed == 1
    assert any(stranger.name in line and "not used" in line for line in report.lines())
    assert stranger.exists()  # whose it is, we do not know
    stranger.unlink()
    assert files(tmp_path) == files(serial)


@pytest.mark.parametrize("text", ["", "{", '{"digest": "0"}', "[]", "null", '{"a": NaN}'])
def test_a_half_written_configuration_is_written_anew(
    serial: Path, tmp_path: Path, text: str
) -> None:
    simulate({tmp_path: configuration(runs=2)})
    whole = (tmp_path / "config.json").read_bytes()
    (tmp_path / "config.json").write_text(text, encoding="utf-8")
    report = simulate({tmp_path: configuration(runs=2)})
    assert (report.kept, report.computed) == (4, 0)
    assert any("config.json is damaged" in line for line in report.lines())
    assert (tmp_path / "config.json").read_bytes() == whole


def test_an_edited_configuration_is_damaged(tmp_path: Path) -> None:
    simulate({tmp_path: configuration(runs=1)})
    path = tmp_path / "config.json"
    path.write_text(path.read_text().replace('"seed": 7', '"seed": 9'))
    with pytest.raises(ValueError, match="is damaged"):
        Folder(tmp_path).stored()


def test_runs_of_an_older_simulator_are_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    simulate({tmp_path: configuration(runs=1)})
    monkeypatch.setattr(run_files, "simulator", lambda: "newer")
    report = simulate({tmp_path: configuration(runs=1)})
    assert (report.kept, report.computed, len(report.strangers)) == (0, 2, 2)
    assert "simulator has changed" in report.lines()[0]
    assert simulator_identity.simulator() != "newer"


# --- configurations ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"seed": 8}, "seed is 7 there and 8 here"),
        ({"horizon": 301}, "horizon is 300 there and 301 here"),
        ({"checkpoints": 7}, "checkpoints is"),
        (
            {"policies": [{**described()["policies"][0], "gamma": 0.98}]},
            r"policies\.SC-D-GLUCB\.gamma is 0\.99 there and 0\.98 here",
        ),
        (
            {"environment": {**described()["environment"], "link": "binomial(2)"}},
            r"environment\.link is \"logistic\" there and \"binomial\(2\)\" here",
        ),
    ],
)
def test_another_experiment_in_the_same_folder_is_refused(
    serial: Path, changes: dict[str, Any], named: str
) -> None:
    before = files(serial), (serial / "config.json").read_bytes()
    with pytest.raises(ValueError, match=named):
        simulate({serial: configuration(**changes)})
    assert before == (files(serial), (serial / "config.json").read_bytes())


def test_merging_keeps_the_order_and_takes_the_larger_number_of_runs() -> None:
    first, second = described()["policies"]
    a = configuration(policies=[first], runs=9)
    b = configuration(policies=[second], runs=3)
    both = merged(a, b)
    assert list(both.policies) == ["SC-D-GLUCB", "all data"] and both.runs == 9


POLICY = described()["policies"][0]


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"horizon": 0}, "horizon must be an integer >= 1"),
        ({"horizon": True}, "horizon"),
        ({"runs": 0}, "runs must be an integer >= 1"),
        ({"runs": 2.5}, "runs"),
        ({"seed": -1}, "seed must be an integer >= 0"),
        ({"checkpoints": 0}, "checkpoints"),
        ({"checkpoints": [10, 20]}, "checkpoints must end at the horizon"),
        ({"colour": "red"}, "'colour'"),
        ({"environment": 3}, "environment must be a dictionary"),
        ({"environment": {}}, "environment must have the key 'link'"),
        ({"environment": {**described()["environment"], "link": "cubic"}}, "environment: link"),
        ({"environment": {**described()["environment"], "horizon": 5}}, "horizon is 300, but"),
        ({"policies": []}, "policies must be a list"),
        ({"policies": {"a": 1}}, "policies must be a list"),
        ({"policies": [3]}, r"policies\[0\] must be a dictionary"),
        ({"policies": [POLICY, {}]}, r"policies\[1\]: label"),
        ({"policies": [{"name": "nobody"}]}, r"policies\[0\]: policy must be one of .*'nobody'"),
        ({"policies": [{**POLICY, "gamma": 1.5}]}, r"policies\[0\]: gamma must lie in"),
        ({"policies": [{**POLICY, "lam": -1.0}]}, r"policies\[0\]: lam must be positive"),
        ({"policies": [{**POLICY, "delta": float("nan")}]}, r"policies\[0\]: delta"),
        ({"policies": [{**POLICY, "colour": 1}]}, r"policies\[0\].*'colour'"),
        ({"policies": [{**POLICY, "seed": 1}]}, r"policies\[0\]: seed is the experiment's"),
        ({"policies": [{**POLICY, "label": ""}]}, r"policies\[0\]: label must be a text"),
        ({"policies": [{**POLICY, "label": "a\nb"}]}, r"policies\[0\]: label must be a text"),
        ({"policies": [POLICY, POLICY]}, r"policies\[1\]: the label 'SC-D-GLUCB' is used twice"),
    ],
)
def test_a_bad_configuration_names_the_key(changes: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        configuration(**changes)


def test_configurations_that_are_no_dictionaries_or_lack_a_key() -> None:
    with pytest.raises(ValueError, match="configuration must be a dictionary"):
        configuration_from([1])
    for key in ("environment", "policies", "horizon", "runs"):
        with pytest.raises(ValueError, match=f"must have the key '{key}'"):
            configuration_from({k: v for k, v in described().items() if k != key})


def test_a_stored_configuration_is_the_same_again() -> None:
    found = configuration()
    assert Configuration.stored(json.loads(json.dumps(found.to_json()))) == found
    assert configuration_from(json.loads(json.dumps(found.to_json()))) == found


def test_the_presets_are_the_experiment_of_the_paper() -> None:
    (found,) = preset("figure-1b").values()
    plan = configuration_from(found)
    assert (plan.horizon, plan.runs, len(plan.checkpoints)) == (8000, 200, 200)
    assert list(plan.policies) == ["SC-D-GLUCB", "D-GLUCB", "GLM-UCB", "LogUCB1"]
    for policy in plan.policies.values():
        assert (policy["S"], policy["divisor"], policy["delta"]) == (7.0, 5.0, 0.05)
        assert policy["lam"] == pytest.approx(17.974393641)
        assert policy.get("gamma", 0.9975) == pytest.approx(0.9975, abs=1e-12)
        assert policy.get("projection", False) is False
    assert plan.policies["SC-D-GLUCB"]["refined"] is True
    schedule = plan.environment["schedule"]
    assert schedule["breaks"] == [4000]
    assert schedule["thetas"][0] == pytest.approx([-3.5, 6.062177826])
    assert schedule["thetas"][1] == pytest.approx([-3.5, -6.062177826])
    assert plan.environment["actions"] == {"kind": "sphere", "arms": 50, "d": 2}


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_a_configuration(name: str) -> None:
    parts = preset(name, Options(runs=1))
    assert parts and ("" not in parts or len(parts) == 1)
    for part, described_part in parts.items():
        assert re.fullmatch(r"[\w.=-]*", part)
        plan = configuration_from(described_part)
        assert plan.runs == 1 and plan.seed == 0


def test_the_options_of_the_figure() -> None:
    options = Options(horizon=40, runs=1, lam=1.0, delta=0.1, actions="ball")
    assert list(preset("figure-1")) == ["figure-1a", "figure-1b"]
    for described_part in preset("figure-1", options).values():
        plan = configuration_from(described_part)
        assert plan.horizon == 40 and plan.policies["GLM-UCB"]["lam"] == 1.0
        assert plan.environment["actions"]["kind"] == "ball"
    more = preset("figure-1a", Options(policies=("SC-SW-GLUCB", "uniform", "oracle")))[""]
    assert configuration_from(more).policies["SC-SW-GLUCB"]["tau"] == 400


@pytest.mark.parametrize(
    ("name", "options", "named"),
    [
        ("figure-2", {}, "preset must be one of those .* perhaps figure-1"),
        ("figure-1a", {"horizon": 1}, "horizon"),
        ("figure-1a", {"lam": 0.0}, "lam"),
        ("figure-1a", {"delta": 1.0}, "delta"),
        ("figure-1a", {"actions": "cube"}, "actions"),
        ("figure-1a", {"factor": 3}, "factor"),
        ("figure-1a", {"policies": ("nobody",)}, "policies"),
    ],
)
def test_bad_options_of_a_preset(name: str, options: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        configuration_from(preset(name, Options(**options)).get("", {}))


def test_bad_jobs_and_backends(tmp_path: Path) -> None:
    for bad in (0, -1, 1.5, True):
        with pytest.raises(ValueError, match="jobs must be an integer >= 1"):
            simulate({tmp_path: configuration()}, jobs=bad)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="backend must be one of loky, dask"):
        simulate({tmp_path: configuration()}, backend="threads")


def test_a_report_says_what_was_found() -> None:
    lines = Report(damaged={"a": "why"}, strangers=list("bcdef"), removed=["x"]).lines()
    assert lines[0] == "a: why; computed again"
    assert lines[1].startswith("b, c, d and 2 more")
    assert "1 unfinished" in lines[2]


def test_policies_for_arms_need_the_same_arms_and_bounded_rewards() -> None:
    policy = {"name": "SW-UCB", "tau": 50}
    with pytest.raises(ValueError, match="actions must be fixed for SW-UCB"):
        configuration(policies=[policy])
    fixed = {"kind": "fixed", "actions": [[1.0, 0.0], [0.0, 1.0]]}
    still = {"kind": "stationary", "theta": [0.2, 0.6]}
    world = {"link": "linear", "m": 1.0, "schedule": still, "actions": fixed}
    with pytest.raises(ValueError, match="B = 1 must bound the rewards for SW-UCB"):
        configuration(environment=world, policies=[policy])
    assert configuration(environment={**world, "noise": "coin"}, policies=[policy]).runs == 4


def test_a_folder_without_finished_runs_takes_another_experiment(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.shards.mkdir()
    folder.store(configuration())
    simulate({tmp_path: configuration(horizon=20, checkpoints=2, runs=1)})
    assert folder.stored()[0].horizon == 20
    with pytest.raises(ValueError, match="holds another experiment"):
        simulate({tmp_path: configuration(horizon=30, checkpoints=2, runs=1)})
