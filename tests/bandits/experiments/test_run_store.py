"""The store of runs: nothing is computed twice, nothing wrong is used."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from _small import configuration, described

from glbtheory.bandits.experiments import orchestration, results, run_store, runner, workers
from glbtheory.bandits.experiments.folder import RunFolder, held
from glbtheory.bandits.experiments.orchestration import Looked, Portion, lock_of
from glbtheory.bandits.experiments.run_store import simulated, simulated_from
from glbtheory.bandits.presets import Options


@pytest.fixture(autouse=True)
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    # Not by GLBTHEORY_CACHE, which is also where the compiled code is kept.
    monkeypatch.setattr(run_store, "cache_folder", lambda kind: tmp_path / kind)
    return tmp_path / "experiments"


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, tuple[str, ...]]]:
    """The runs that are simulated in this process."""
    seen: list[tuple[int, tuple[str, ...]]] = []
    work = workers.work

    def counted(task: workers.Task) -> workers.Done:
        seen.append((task.run, task.labels))
        return work(task)

    monkeypatch.setattr(workers, "work", counted)
    return seen


def test_the_runs_are_those_of_the_runner(tmp_path: Path) -> None:
    found = simulated_from({"a": described()}, jobs=1)["a"]
    runner.simulate({tmp_path / "folder": configuration()})
    expected = results.load(tmp_path / "folder")
    assert found.configuration == expected.configuration
    for label in expected.labels:
        for what in ("regret", "reward", "outside", "certificate"):
            assert np.array_equal(found.values(label, what), expected.values(label, what))


def test_nothing_is_computed_twice(played: list[Any]) -> None:
    first = simulated_from({"a": described()}, jobs=1)["a"]
    assert len(played) == 4
    again = simulated_from({"b": described()}, jobs=1)["b"]
    assert len(played) == 4
    assert np.array_equal(first.values("all data"), again.values("all data"))
    more = simulated_from({"b": described(runs=6)}, jobs=1)["b"]
    assert [run for run, _ in played[4:]] == [4, 5] and more.runs("all data") == list(range(6))
    # A policy under another label is the same policy; only the new one is played.
    policies = [{**described()["policies"][1], "label": "other"}, {"name": "uniform"}]
    simulated_from({"c": described(policies=policies)}, jobs=1)
    assert {labels for _, labels in played[6:]} == {("uniform",)}


def test_another_number_is_another_run(played: list[Any]) -> None:
    simulated_from({"a": described(runs=1)}, jobs=1)
    for change in ({"seed": 8}, {"checkpoints": 5}, {"horizon": 301}):
        before = len(played)
        simulated_from({"a": described(runs=1, **change)}, jobs=1)
        assert len(played) == before + 1


def test_a_damaged_run_is_computed_again(own_store: Path, played: list[Any]) -> None:
    first = simulated_from({"a": described()}, jobs=1)["a"]
    (pack,) = (own_store / "packs").iterdir()
    runs = [p for p in own_store.rglob("*.parquet") if p != pack]
    victim = sorted(runs)[3]
    whole = victim.read_bytes()
    for damaged in (whole[:100], b"", whole[:-30] + bytes(30)):
        pack.unlink()
        victim.write_bytes(damaged)
        before = len(played)
        again = simulated_from({"a": described()}, jobs=1)["a"]
        assert len(played) == before + 1 and len(played[-1][1]) == 1
        assert victim.read_bytes() == whole and pack.exists()
        _same(first, again)


def _same(a: Any, b: Any) -> None:
    assert a.labels == b.labels
    for label in a.labels:
        for what in ("regret", "reward", "outside", "certificate"):
            assert np.array_equal(a.values(label, what), b.values(label, what))


def test_a_pack_is_read_in_place_of_its_runs(own_store: Path, played: list[Any]) -> None:
    first = simulated_from({"a": described()}, jobs=1)["a"]
    for path in own_store.rglob("*.parquet"):
        if path.parent.name != "packs":
            path.unlink()
    _same(first, simulated_from({"b": described()}, jobs=1)["b"])
    assert len(played) == 4
    # The same runs in another order of policies are another pack.
    other = described(policies=described()["policies"][::-1])
    again = simulated_from({"b": other}, jobs=1)["b"]
    assert np.array_equal(again.values("all data"), first.values("all data"))


@pytest.mark.parametrize("damage", ["cut", "empty", "changed", "other", "text"])
def test_a_damaged_pack_is_not_used(own_store: Path, played: list[Any], damage: str) -> None:
    first = simulated_from({"a": described()}, jobs=1)["a"]
    (pack,) = (own_store / "packs").iterdir()
    if damage == "other":
        simulated_from({"a": described(seed=8)}, jobs=1)
        (other,) = (p for p in (own_store / "packs").iterdir() if p != pack)
        pack.write_bytes(other.read_bytes())
    elif damage == "changed":
        table = pq.read_table(pack)
        values = table.column("regret").to_numpy().copy()
        values[5] += 1e-9
        pq.write_table(table.set_column(0, "regret", pa.array(values)), pack)
    else:
        whole = pack.read_bytes()
        pack.write_bytes({"cut": whole[:200], "empty": b"", "text": b"PAR1 no PAR1"}[damage])
    before, damaged = len(played), pack.read_bytes()
    _same(first, simulated_from({"a": described()}, jobs=1)["a"])
    assert len(played) == before, "the runs themselves are still there"
    assert pack.read_bytes() != damaged, "and the pack is made anew"


def _share(root: Path, queue: Any) -> None:
    """Ask for 60 runs in a process of its own, and tell how many of them were played here."""
    run_store.cache_folder = lambda kind: root / kind
    mine, work = [], workers.work

    def counted(task: workers.Task) -> workers.Done:
        mine.append(task.run)
        return work(task)

    workers.work = counted
    found = simulated_from({"a": described(runs=60)})["a"]
    queue.put((len(mine), float(found.mean("all data")[-1])))


def test_two_processes_share_the_work(tmp_path: Path) -> None:
    simulated_from({"a": described(runs=1)}, jobs=1)  # compiled once, here
    context = multiprocessing.get_context("spawn")
    queue = context.Queue()
    both = [context.Process(target=_share, args=(tmp_path, queue)) for _ in range(2)]
    for process in both:
        process.start()
    told = [queue.get(timeout=120) for _ in both]
    for process in both:
        process.join()
    assert sum(count for count, _ in told) == 59, "each run is played by one of them"
    assert told[0][1] == told[1][1]


def test_a_portion_that_somebody_holds_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    store = RunFolder(run_store.cache_folder("experiments"))
    locks = store.path / "locks"
    locks.mkdir(parents=True)
    lock = lock_of(Portion(store, configuration(runs=2), range(0, 2)), locks)
    waited = []
    with held(lock) as ours:
        assert ours
        with held(lock) as second:
            assert not second

        def rest(seconds: float) -> None:
            waited.append(seconds)
            raise KeyboardInterrupt

        monkeypatch.setattr(orchestration.time, "sleep", rest)
        with pytest.raises(KeyboardInterrupt):
            simulated_from({"a": described(runs=2)}, jobs=1)
    assert waited
    assert simulated_from({"a": described(runs=2)}, jobs=1)["a"].runs("all data") == [0, 1]


def test_what_others_finished_meanwhile_is_taken(
    monkeypatch: pytest.MonkeyPatch, played: list[Any]
) -> None:
    """Between the look and the lock another process has computed all of it."""
    simulated_from({"a": described(runs=2)}, jobs=1)
    before = len(played)
    for pack in (run_store.cache_folder("experiments") / "packs").iterdir():
        pack.unlink()
    seen, look = [], Portion.look

    def blind_at_first(self: Portion) -> Looked:
        seen.append(self)
        return look(self) if seen.count(self) > 1 else Looked(0, {})

    monkeypatch.setattr(Portion, "look", blind_at_first)
    told: list[tuple[int, int]] = []
    found = simulated_from(
        {"a": described(runs=2)}, jobs=2, progress=lambda done, total, _: told.append((done, total))
    )["a"]
    assert len(played) == before and found.runs("all data") == [0, 1]
    assert told[0] == (0, 4) and told[-1] == (4, 4)


def test_progress_is_reported_run_by_run() -> None:
    told: list[tuple[int, int]] = []
    simulated_from(
        {"a": described(runs=2)}, jobs=1, progress=lambda done, total, _: told.append((done, total))
    )
    assert sorted(set(told)) == [(0, 4), (2, 4), (4, 4)] and told == sorted(told)
    with pytest.raises(ValueError, match="progress must be a function"):
        simulated_from({"a": described(runs=2)}, progress=3)  # type: ignore[arg-type]


def test_the_lock_of_a_killed_process_does_not_block(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    ready, done = os.pipe()
    pid = os.fork()
    if pid == 0:  # pragma: no cover
        with held(lock) as ours:
            os.write(done, b"1" if ours else b"0")
            time.sleep(60)
        os._exit(0)
    assert os.read(ready, 1) == b"1"
    with held(lock) as ours:
        assert not ours
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    with held(lock) as ours:
        assert ours
    with held(lock) as ours:
        assert ours, "and it can be taken again"


def test_presets_by_name() -> None:
    options = Options(horizon=20, runs=2, checkpoints=2, policies=("GLM-UCB",))
    found = simulated("figure-1-quick", options, jobs=1)
    assert list(found) == ["figure-1a", "figure-1b"]
    assert found["figure-1b"].values("GLM-UCB").shape == (2, 2)
    with pytest.raises(ValueError, match="preset must be one of"):
        simulated("figure-2")
    with pytest.raises(ValueError, match="jobs"):
        simulated("figure-1-quick", options, jobs=0)
    with pytest.raises(ValueError, match="experiments: a: runs"):
        simulated_from({"a": described(runs=0)})
