"""A policy on disk: an ``npz`` archive of plain arrays, written at once or not at all.

Beside the arrays of the state stand what the file is, its version, the policy's configuration as
JSON text, and a digest of all this.  Nothing in it is executed when it is read.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from typing import Any

import numpy as np

from glbtheory._support.files import path_of, write_atomically

Array = np.ndarray

FORMAT, VERSION = "glbtheory policy", 1
_STATE = "state."


def write(path: Any, configuration: dict[str, Any], state: dict[str, Array]) -> None:
    """Write the file; one that is there already stays whole until the new one is."""
    target = path_of("path", path)
    arrays = {
        "format": np.array(FORMAT),
        "version": np.array(VERSION),
        "configuration": np.array(json.dumps(configuration, sort_keys=True, allow_nan=False)),
        **{_STATE + name: np.asarray(value) for name, value in state.items()},
    }
    arrays["digest"] = np.array(_digest(arrays))
    data = io.BytesIO()
    np.savez(data, allow_pickle=False, **arrays)
    write_atomically(target, data.getvalue())


def read(path: Any) -> tuple[dict[str, Any], dict[str, Array]]:
    """Configuration and state; ValueError names a file that is not a whole, unchanged one."""
    source = path_of("path", path)
    try:
        with source.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        found = str(arrays["format"]), int(arrays["version"])
    except FileNotFoundError:
        raise
    except (
        OSError,
        ValueError,
        TypeError,
        KeyError,
        AttributeError,
        EOFError,
        MemoryError,
        NotImplementedError,
        RuntimeError,
        zipfile.BadZipFile,
        zlib.error,
    ) as error:
        raise ValueError(f"{source} is not a saved policy: {error}") from None
    if found[0] != FORMAT:
        raise ValueError(f"{source} is not a saved policy")
    if found[1] != VERSION:
        raise ValueError(f"{source} has version {found[1]}; this program reads version {VERSION}")
    if str(arrays.pop("digest", "")) != _digest(arrays):
        raise ValueError(f"{source} was changed after it was saved")
    try:
        configuration = json.loads(str(arrays["configuration"]))
    except (KeyError, ValueError) as error:
        raise ValueError(f"{source} has no readable configuration: {error}") from None
    state = {n.removeprefix(_STATE): a for n, a in arrays.items() if n.startswith(_STATE)}
    return configuration, state


def _digest(arrays: dict[str, Array]) -> str:
    """Names, types, shapes and bytes of all arrays."""
    digest = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"{name} {array.dtype.str} {arrays[name].shape}\n".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()
