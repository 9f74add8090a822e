"""Finished runs on disk: one Parquet file per policy and run, named by what it is a result of.

The name is the SHA-256 of the run's identity: environment, policy, seed, number of the run,
horizon, checkpoints, format and simulator.  A file therefore says the same thing wherever it lies,
and a changed configuration can never meet an old result.  Files are written beside, flushed to the
disk and renamed, so that a reader sees all of a file or none of it.

A reader checks everything: that the file is Parquet of this format, that the identity inside is the
expected one, that the numbers have the right lengths, are finite and match their checksum.  What
fails is :class:`DamagedRuns`, and is never used.

All questions about the version of the simulator go through :func:`simulator` of this module.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from glbtheory._support.files import PART
from glbtheory.bandits.experiments.simulator_identity import simulator
from glbtheory.bandits.trace import COLUMNS, Trace

__all__ = [
    "FORMAT",
    "SUFFIX",
    "DamagedRuns",
    "canonical",
    "decode",
    "digest",
    "encode",
    "identity",
    "read",
    "remove_leftovers",
    "setting_of",
    "simulator",
]

FORMAT = 1
SUFFIX = ".parquet"
#: Longer descriptions (an environment given by an array) are replaced by their digest.
_LONGEST = 16_384
_KEY = b"glbtheory"
_SCHEMA = pa.schema(
    [("round", pa.int64())]
    + [(name, pa.int64() if "i" in kind else pa.float64()) for name, kind in COLUMNS.items()]
)


class DamagedRuns(Exception):
    """A file that is not the result it should be; the text says why."""


def canonical(value: Any) -> str:
    """The one text of a JSON value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def digest(value: Any) -> str:
    """SHA-256 of a JSON value."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def _brief(value: Any) -> Any:
    return value if len(canonical(value)) <= _LONGEST else {"sha256": digest(value)}


def setting_of(
    environment: Mapping[str, Any], checkpoints: Sequence[int], seed: int, code: str
) -> dict[str, Any]:
    """What all runs of an experiment share; ``code`` is the digest of the simulator."""
    return {
        "format": FORMAT,
        "simulator": code,
        "environment": _brief(environment),
        "seed": seed,
        "horizon": int(checkpoints[-1]),
        "checkpoints": _brief(list(checkpoints)),
    }


def identity(setting: Mapping[str, Any], policy: Mapping[str, Any], run: int) -> dict[str, Any]:
    """What one file is a result of."""
    return {**setting, "policy": _brief(policy), "run": run}


def _checksum(address: str, trace: Trace) -> str:
    """Of the numbers and of the place they belong to."""
    body = hashlib.sha256(address.encode())
    for column, kind in zip(trace, ("<i8", *COLUMNS.values()), strict=True):
        body.update(np.ascontiguousarray(column, dtype=kind).tobytes())
    return body.hexdigest()


def encode(who: Mapping[str, Any], trace: Trace) -> tuple[str, bytes]:
    """A run's address and the bytes of its file; the same run gives the same bytes."""
    address = digest(who)
    if not all(np.isfinite(column).all() for column in trace):
        raise ValueError("a trace must be finite")
    inside = canonical({"identity": who, "checksum": _checksum(address, trace)})
    table = pa.table(list(trace), schema=_SCHEMA.with_metadata({_KEY: inside}))
    sink = pa.BufferOutputStream()
    # Dictionaries and statistics would only add bytes; the page checksums catch a damaged page.
    pq.write_table(
        table,
        sink,
        compression="zstd",
        use_dictionary=False,
        write_statistics=False,
        write_page_checksum=True,
    )
    return address, sink.getvalue().to_pybytes()


def decode(data: bytes, who: Mapping[str, Any], checkpoints: Sequence[int]) -> Trace:
    """The trace in the bytes of a file, or :class:`DamagedRuns` with the reason."""
    if not data.startswith(b"PAR1"):  # the library looks at the end only
        raise DamagedRuns("not readable as Parquet")
    try:
        with pq.ParquetFile(pa.BufferReader(data), page_checksum_verification=True) as file:
            table = file.read(use_threads=False)
        inside = json.loads((table.schema.metadata or {})[_KEY])
        found, checksum = inside["identity"], inside["checksum"]
    except (pa.ArrowException, OSError, MemoryError, OverflowError) as error:
        raise DamagedRuns(f"not readable as Parquet: {str(error).splitlines()[0]}") from None
    except (KeyError, TypeError, ValueError, RecursionError):
        raise DamagedRuns("no description of the run inside") from None
    if not table.schema.equals(_SCHEMA, check_metadata=False):
        raise DamagedRuns("other columns than those of a run")
    address = digest(who)
    if found != who or digest(found) != address:
        raise DamagedRuns(f"the result of another run{_difference(found, who)}")
    if table.num_rows != len(checkpoints) or any(c.null_count for c in table.columns):
        raise DamagedRuns(f"{table.num_rows} rows in place of {len(checkpoints)}, or gaps")
    trace = Trace(*(c.to_numpy() for c in table.columns))
    if checksum != _checksum(address, trace):
        raise DamagedRuns("the numbers do not match their checksum")
    if not np.array_equal(trace.rounds, checkpoints):
        raise DamagedRuns("other checkpoints")
    if not all(np.isfinite(column).all() for column in trace):
        raise DamagedRuns("numbers that are not finite")
    return trace


def _difference(found: Any, who: Mapping[str, Any]) -> str:
    if not isinstance(found, dict):
        return ""
    keys = [k for k in who if found.get(k) != who[k]]
    return f" (other {', '.join(keys)})" if keys else ""


def read(path: Path, who: Mapping[str, Any], checkpoints: Sequence[int]) -> Trace | None:
    """The run in a file; ``None`` without a file, :class:`DamagedRuns` if it is another run."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise DamagedRuns(f"cannot be read: {error.strerror}") from None
    return decode(data, who, checkpoints)


def remove_leftovers(folder: Path) -> list[str]:
    """Delete what an interrupted write left; the caller holds the folder's lock."""
    found = sorted(folder.glob(f".*{PART}"))
    for path in found:
        path.unlink(missing_ok=True)
    return [path.name for path in found]
