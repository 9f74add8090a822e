"""Files of finished runs: written whole, named by what they are, never used when damaged."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from glbtheory._support.files import write_atomically
from glbtheory.bandits.experiments import run_files
from glbtheory.bandits.experiments.configuration import Configuration
from glbtheory.bandits.trace import Trace

POINTS = (10, 20, 30)
WHO = run_files.identity(
    run_files.setting_of({"link": "logistic"}, POINTS, seed=3, code="abc"), {"policy": "x"}, 5
)


def trace(**changes: Any) -> Trace:
    columns = {
        "rounds": np.array(POINTS),
        "regret": np.array([0.1, 0.2, 1 / 3]),
        "reward": np.array([1.0, 2.0, 3.0]),
        "outside": np.array([0, 1, 1]),
        "certificate": np.array([1e-9, 1e-9, 2e-9]),
    }
    return Trace(**{**columns, **changes})


ADDRESS, DATA = run_files.encode(WHO, trace())


def table(**metadata: str) -> pa.Table:
    found = pq.read_table(pa.BufferReader(DATA))
    inside = json.loads(found.schema.metadata[b"glbtheory"])
    return found.replace_schema_metadata({"glbtheory": json.dumps({**inside, **metadata})})


def written(found: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    pq.write_table(found, sink)
    return sink.getvalue().to_pybytes()


def test_a_run_comes_back_bit_by_bit_and_its_file_is_always_the_same() -> None:
    found = run_files.decode(DATA, WHO, POINTS)
    assert found.same_as(trace())
    assert run_files.encode(dict(reversed(WHO.items())), trace()) == (ADDRESS, DATA)
    assert len(ADDRESS) == 64


@pytest.mark.parametrize("key", list(WHO))
def test_every_part_of_the_identity_is_part_of_the_address(key: str) -> None:
    other = {**WHO, key: "another"}
    assert run_files.digest(other) != ADDRESS
    with pytest.raises(run_files.DamagedRuns, match=rf"another run \(other {key}\)"):
        run_files.decode(DATA, other, POINTS)


def test_long_descriptions_are_kept_as_digests() -> None:
    first = {"thetas": [[0.1, 0.2]] * 10_000}
    second = {"thetas": [[0.1, 0.2]] * 9_999 + [[0.1, 0.3]]}
    a, b = (run_files.setting_of(e, POINTS, 0, "abc") for e in (first, second))
    assert list(a["environment"]) == ["sha256"] and a != b


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "Parquet"),
        (b"PAR1", "Parquet"),
        (DATA[:-1], "Parquet"),
        (DATA[: len(DATA) // 2], "Parquet"),
        (b"x" + DATA[1:], "Parquet"),
        (b"not a table at all" * 100, "Parquet"),
        (written(pa.table({"a": [1]})), "description"),
        (written(pa.table({"a": [1]}).replace_schema_metadata({"glbtheory": "[]"})), "description"),
        (written(table(checksum="0" * 64)), "checksum"),
        (written(table(identity="x")), "another run"),  # type: ignore[arg-type]
        (written(table().slice(0, 2)), "rows"),
        (written(pa.concat_tables([table(), table()])), "rows"),
        (written(table().drop_columns("outside")), "columns"),
        (written(table().set_column(0, "t", table()["round"])), "columns"),
        (
            written(table().set_column(1, "regret", pa.array([0.1, 0.2, 0.5]))),
            "checksum",
        ),
        (written(table().set_column(1, "regret", pa.array([0.1, None, 0.5]))), "gaps"),
        (written(table().set_column(1, "regret", pa.array([1, 2, 3]))), "columns"),
    ],
)
def test_damaged_files_are_told_apart(data: bytes, why: str) -> None:
    with pytest.raises(run_files.DamagedRuns, match=why):
        run_files.decode(data, WHO, POINTS)


def test_rightly_signed_nonsense_is_refused() -> None:
    address = run_files.digest(WHO)
    for bad, why in (
        (trace(regret=np.array([0.1, np.nan, 1.0])), "finite"),
        (trace(rounds=np.array([10, 20, 31])), "checkpoints"),
    ):
        inside = {"identity": WHO, "checksum": run_files._checksum(address, bad)}
        schema = run_files._SCHEMA.with_metadata({"glbtheory": json.dumps(inside)})
        with pytest.raises(run_files.DamagedRuns, match=why):
            run_files.decode(written(pa.table(list(bad), schema=schema)), WHO, POINTS)
    with pytest.raises(ValueError, match="finite"):
        run_files.encode(WHO, trace(regret=np.array([0.1, np.inf, 1.0])))


@given(st.integers(0, len(DATA) - 1), st.integers(1, 255))
def test_no_changed_byte_changes_a_number(place: int, change: int) -> None:
    data = bytearray(DATA)
    data[place] ^= change
    try:
        found = run_files.decode(bytes(data), WHO, POINTS)
    except run_files.DamagedRuns:
        return
    assert found.same_as(trace())  # a byte that nothing depends on


@given(st.integers(0, len(DATA) - 1))
def test_a_truncated_file_is_damaged(size: int) -> None:
    with pytest.raises(run_files.DamagedRuns):
        run_files.decode(DATA[:size], WHO, POINTS)


def test_reading_from_disk(tmp_path: Path) -> None:
    path = tmp_path / f"{ADDRESS}.parquet"
    assert run_files.read(path, WHO, POINTS) is None
    write_atomically(path, DATA)
    found = run_files.read(path, WHO, POINTS)
    assert found is not None and found.same_as(trace())
    assert [p.name for p in tmp_path.iterdir()] == [path.name]
    path.unlink()
    path.mkdir()
    with pytest.raises(run_files.DamagedRuns, match="cannot be read"):
        run_files.read(path, WHO, POINTS)


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.parquet"
    write_atomically(path, b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["a.parquet"]


def test_leftovers_are_removed_and_nothing_else(tmp_path: Path) -> None:
    for name in (".abc-1.part", ".d.part", "x.part", "keep.parquet", ".hidden"):
        (tmp_path / name).write_bytes(b"")
    assert run_files.remove_leftovers(tmp_path) == [".abc-1.part", ".d.part"]
    assert sorted(p.name for p in tmp_path.iterdir()) == [".hidden", "keep.parquet", "x.part"]


def test_a_label_is_no_part_of_an_address() -> None:
    found = Configuration({"link": "x"}, {"a": {"policy": "p"}}, 2, 0, (5,))
    renamed = replace(found, policies={"b": {"policy": "p"}})
    a, b = (
        run_files.digest(run_files.identity(c.setting("s"), next(iter(c.policies.values())), 0))
        for c in (found, renamed)
    )
    assert a == b
