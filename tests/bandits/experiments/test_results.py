"""Summaries of runs: numbers recomputed by hand, determinism, exports."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from glbtheory._support.files import write_atomically
from glbtheory.bandits.experiments import results, run_files
from glbtheory.bandits.experiments.configuration import Configuration
from glbtheory.bandits.experiments.folder import Folder
from glbtheory.bandits.experiments.results import Results
from glbtheory.bandits.experiments.simulator_identity import simulator
from glbtheory.bandits.statistics import summary
from glbtheory.bandits.trace import Trace

POINTS = (5, 10, 20)
PLAN = Configuration({"link": "x"}, {"a": {"policy": "p"}, "b, c": {"policy": "q"}}, 6, 0, POINTS)


def made_up(label: str, run: int) -> Trace:
    rng = np.random.default_rng([run, len(label)])
    regret = np.cumsum(rng.random(3))
    outside = np.array([0, 1, run])
    return Trace(np.array(POINTS), regret, regret * 2, outside, np.full(3, 1e-9 * (run + 1)))


def stored(path: Path, plan: Configuration = PLAN, leave: tuple[int, ...] = ()) -> Folder:
    """A folder with made-up runs."""
    folder = Folder(path)
    folder.shards.mkdir(parents=True)
    folder.store(plan)
    for label, run, who, file in folder.expected(plan, simulator()):
        if run not in leave:
            write_atomically(file, run_files.encode(who, made_up(label, run))[1])
    return folder


def test_what_was_stored_is_loaded(tmp_path: Path) -> None:
    stored(tmp_path / "x")
    found = results.load(tmp_path / "x")
    assert found.configuration == PLAN
    assert found.labels == ["a", "b, c"] and found.runs("a") == list(range(6))
    assert found.rounds.tolist() == list(POINTS)
    assert all(found.traces[x][r].same_as(made_up(x, r)) for x in PLAN.policies for r in range(6))
    assert not found.damaged and not found.strangers and found.same_code


def test_the_statistics_are_the_textbook_ones() -> None:
    rows = np.array([[1.0, 5.0], [2.0, 5.0], [4.0, 5.0], [9.0, 5.0]])
    assert summary.mean(rows).tolist() == [4.0, 5.0]
    deviation = np.std(rows[:, 0], ddof=1)
    assert summary.standard_error(rows) == pytest.approx([deviation / 2, 0.0])
    assert np.isnan(summary.standard_error(rows[:1])).all()
    assert summary.quantile(rows, 0.5).tolist() == [3.0, 5.0]
    low, high = summary.band(rows, 0.5)
    assert (low[0], high[0]) == (1.75, 5.25)
    wide = summary.band(rows, 0.98)
    assert wide.lower[0] < low[0] and wide.upper[0] > high[0]
    for bad in (0, 1, 1.5, float("nan"), "x", True):
        with pytest.raises(ValueError, match="level"):
            summary.band(rows, bad)  # type: ignore[arg-type]


def test_bootstrap_limits_cover_the_mean_as_often_as_they_say() -> None:
    rng = np.random.default_rng(1)
    rows = rng.exponential(size=(60, 400))  # 400 samples of 60 runs; the mean is 1
    low, high = summary.bootstrap(rows, 0.9)
    covered = np.mean((low < 1) & (high > 1))
    assert 0.83 < covered < 0.94
    assert (low < summary.mean(rows)).all() and (summary.mean(rows) < high).all()
    again = summary.bootstrap(rows, 0.9)
    assert again.lower.tolist() == low.tolist()
    assert summary.bootstrap(rows, 0.9, seed=1).lower.tolist() != low.tolist()
    narrow = summary.bootstrap(rows, 0.5)
    assert (narrow.lower > low).all() and (narrow.upper < high).all()


def test_few_runs_have_wide_limits_and_one_has_none() -> None:
    rows = np.random.default_rng(2).normal(size=(10, 1000))
    low, high = summary.bootstrap(rows, 0.95)
    # Percentiles that are not expanded cover 90 % of the means of ten runs.
    assert 0.925 < np.mean((low < 0) & (high > 0)) < 0.975
    assert np.isnan(summary.bootstrap(rows[:1], 0.95)).all()


def test_a_paired_difference_is_run_by_run(tmp_path: Path) -> None:
    stored(tmp_path / "x")
    found = results.load(tmp_path / "x")
    del found.traces["a"][2]
    rows = np.array([made_up("a", r).regret - made_up("b, c", r).regret for r in (0, 1, 3, 4, 5)])
    pair = found.difference("a", "b, c")
    assert pair.runs == 5
    assert pair.mean == pytest.approx(rows.mean(axis=0))
    assert pair.standard_error == pytest.approx(rows.std(axis=0, ddof=1) / np.sqrt(5))
    assert np.isnan(pair.limits.lower).all() and np.isnan(pair.limits.upper).all(), "five runs"
    whole = results.load(tmp_path / "x").difference("a", "b, c")
    assert (whole.limits.lower <= whole.mean).all() and (whole.mean <= whole.limits.upper).all()
    assert found.difference("a", "a").mean.tolist() == [0, 0, 0]
    with pytest.raises(ValueError, match="other"):
        found.difference("a", "nobody")


def test_the_summary_is_json_and_counts_what_is_missing(tmp_path: Path) -> None:
    folder = stored(tmp_path / "x", leave=(1, 4))
    files = {(label, run): path for label, run, _, path in folder.expected(PLAN, simulator())}
    files["a", 0].write_bytes(b"PAR1 nonsense PAR1")
    files["a", 2].rename(folder.shards / "stranger.parquet")
    found = results.load(tmp_path / "x")
    told = json.loads(json.dumps(found.summary(), allow_nan=False))
    assert told["policies"]["a"]["runs"] == {"complete": 2, "missing": 3, "corrupt": 1}
    assert told["policies"]["b, c"]["runs"] == {"complete": 4, "missing": 2, "corrupt": 0}
    assert list(told["damaged"]) == [files["a", 0].name]
    assert told["not_used"] == ["stranger.parquet"]
    assert found.missing("a") == [0, 1, 2, 4] and found.runs("a") == [3, 5]
    rows = np.array([made_up("a", r).regret for r in (3, 5)])
    regret = told["policies"]["a"]["regret"]
    assert regret["mean"] == pytest.approx(rows.mean(axis=0))
    assert regret["quantiles"]["0.25"] == pytest.approx(np.quantile(rows, 0.25, axis=0))
    assert regret["band"][0] == pytest.approx(regret["quantiles"]["0.25"])
    assert told["policies"]["a"]["rounds_outside"]["mean"] == [0, 1, 4]
    assert told["policies"]["a"]["worst_certificate"] == 1e-9 * 6


def test_no_run_and_one_run_have_a_summary_too(tmp_path: Path) -> None:
    stored(tmp_path / "none", leave=tuple(range(6)))
    empty = results.load(tmp_path / "none")
    assert empty.summary()["policies"]["a"] == {"runs": {"complete": 0, "missing": 6, "corrupt": 0}}
    assert empty.tidy().num_rows == 0
    with pytest.raises(ValueError, match="no run of 'a' is finished"):
        empty.mean("a")
    stored(tmp_path / "one", leave=tuple(range(1, 6)))
    one = results.load(tmp_path / "one").summary()["policies"]["a"]["regret"]
    assert one["standard_error"] == [None] * 3


def test_the_tidy_table_has_every_number_once(tmp_path: Path) -> None:
    stored(tmp_path / "x", leave=(3,))
    found = results.load(tmp_path / "x")
    table = found.tidy()
    assert table.column_names[:3] == ["policy", "run", "round"] and table.num_rows == 2 * 5 * 3
    results.write_csv(table, tmp_path / "t.csv")
    results.write_parquet(table, tmp_path / "t.parquet")
    assert pq.read_table(tmp_path / "t.parquet").equals(table)
    with open(tmp_path / "t.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 30
    for row in rows:
        trace = made_up(row["policy"], int(row["run"]))
        at = POINTS.index(int(row["round"]))
        assert float(row["regret"]) == trace.regret[at]  # all digits
        assert int(row["outside"]) == trace.outside[at]


def test_folders_without_an_experiment(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no config\.json"):
        results.load(tmp_path)
    (tmp_path / "config.json").write_text('{"digest": "', encoding="utf-8")
    with pytest.raises(ValueError, match=r"config\.json is damaged"):
        results.load(tmp_path)


def test_a_configuration_without_runs_is_an_experiment_that_has_not_begun(tmp_path: Path) -> None:
    Folder(tmp_path).store(PLAN)
    assert results.load(tmp_path).missing("a") == list(range(6))


def test_experiments_in_subfolders_are_found(tmp_path: Path) -> None:
    stored(tmp_path / "two" / "b")
    stored(tmp_path / "two" / "a")
    assert list(results.experiments(tmp_path / "two")) == ["a", "b"]
    assert list(results.experiments(tmp_path / "two" / "a")) == [""]
    assert list(results.experiments(tmp_path / "nothing")) == [""]


def test_results_of_other_code_can_be_read_and_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(tmp_path / "x")
    monkeypatch.setattr(run_files, "simulator", lambda: "newer")
    found = results.load(tmp_path / "x")
    assert len(found.runs("a")) == 6 and not found.same_code


def test_unknown_columns_are_refused() -> None:
    with pytest.raises(ValueError, match="what must be one of regret"):
        Results(PLAN, {"a": {}}).values("a", "gain")


def test_several_experiments_are_listed_by_their_numbers(tmp_path: Path) -> None:
    for name in ("T=1000", "T=250", "T=500", "S=6_lam=0.2"):
        stored(tmp_path / name)
    assert list(results.experiments(tmp_path)) == ["S=6_lam=0.2", "T=250", "T=500", "T=1000"]
    with pytest.raises(ValueError, match=r"holds several experiments; load one of .*T=250"):
        results.load(tmp_path)
