"""All runs of one configuration in one file, so that thousands need not be opened one by one.

A pack is a copy: the runs lie in the store as well, each in a file of its own (``run_files``).  It
is read if it is what it should be, identity and checksum included, and is otherwise ignored.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from glbtheory._support.files import write_atomically
from glbtheory.bandits.experiments import run_files
from glbtheory.bandits.experiments.configuration import Configuration
from glbtheory.bandits.trace import COLUMNS, Trace

Traces = dict[str, dict[int, Trace]]
_KEY = b"glbtheory-pack"


def _identity(plan: Configuration, simulator: str) -> str:
    """What the runs are results of; policies in order, whatever they are called."""
    return run_files.digest([plan.setting(simulator), list(plan.policies.values()), plan.runs])


def place(folder: Path, plan: Configuration, simulator: str) -> Path:
    """Where the pack of a configuration belongs."""
    return folder / "packs" / f"{_identity(plan, simulator)}{run_files.SUFFIX}"


def _checksum(identity: str, columns: Mapping[str, np.ndarray]) -> str:
    body = hashlib.sha256(identity.encode())
    for name, kind in COLUMNS.items():
        body.update(np.ascontiguousarray(columns[name], dtype=kind).tobytes())
    return body.hexdigest()


def write(folder: Path, plan: Configuration, simulator: str, traces: Traces) -> None:
    """Keep all runs of a configuration."""
    path = place(folder, plan, simulator)
    rows = [traces[label][run] for label in plan.policies for run in range(plan.runs)]
    columns = {name: np.concatenate([getattr(t, name) for t in rows]) for name in COLUMNS}
    identity = _identity(plan, simulator)
    inside = json.dumps({"identity": identity, "checksum": _checksum(identity, columns)})
    table = pa.table(columns).replace_schema_metadata({_KEY: inside.encode()})
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="zstd", write_statistics=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, sink.getvalue().to_pybytes())


def read(folder: Path, plan: Configuration, simulator: str) -> Traces | None:
    """All runs of a configuration, or None if there is no sound pack of them."""
    try:
        data = place(folder, plan, simulator).read_bytes()
        table = pq.read_table(pa.BufferReader(data), use_threads=False)
        inside = json.loads((table.schema.metadata or {})[_KEY])
        columns = {name: table.column(name).to_numpy() for name in COLUMNS}
        told = inside["identity"], inside["checksum"]
    except (OSError, pa.ArrowException, KeyError, TypeError, ValueError):
        return None
    identity, n = _identity(plan, simulator), len(plan.checkpoints)
    if table.num_rows != len(plan.policies) * plan.runs * n:
        return None
    if told != (identity, _checksum(identity, columns)):
        return None
    rounds, first = np.array(plan.checkpoints), 0
    traces: Traces = {}
    for label in plan.policies:
        traces[label] = {}
        for run in range(plan.runs):
            here = slice(first, first + n)
            traces[label][run] = Trace(rounds, *(columns[name][here] for name in COLUMNS))
            first += n
    return traces
