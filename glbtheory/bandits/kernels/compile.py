"""Compilation with numba, stored by the content of the compiled files.

numba looks only at the file of a function when it decides whether stored machine code is still
good, not at the files of the functions it calls.  The folder for machine code is therefore named
after the content of this folder, which has all compiled functions: a change of any of them means
that all are compiled again.

There is no ``fastmath``: sums keep their order, and the same numbers come out on every machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba

from glbtheory._support.writable_folder import writable_folder


def _folder() -> str | None:
    """A folder for machine code, or none if nothing can be written."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    folder = writable_folder("compiled", digest.hexdigest()[:16])
    return None if folder is None else str(folder)


_FOLDER = _folder()
# numba's types know neither the setting nor the option that are used here.
_CONFIG: Any = numba.config
_NJIT: Any = numba.njit


def is_cold() -> bool:
    """Whether whole runs were not compiled yet in this version, so that the first one waits."""
    return _FOLDER is None or not any(Path(_FOLDER).rglob("play.play-*"))


def fast(function: Callable[..., Any]) -> Any:
    """``function`` compiled at its first call; division by zero gives an infinity."""
    return _stored(function)


def lean(function: Callable[..., Any]) -> Any:
    """The same for a function that makes no array: its arguments are not counted as references.

    A function of a microsecond spends half of it on counting who uses its arrays.
    """
    return _stored(function, _nrt=False)


def _stored(function: Callable[..., Any], **options: Any) -> Any:
    before = _CONFIG.CACHE_DIR
    _CONFIG.CACHE_DIR = _FOLDER or ""
    try:
        return _NJIT(error_model="numpy", cache=_FOLDER is not None, **options)(function)
    finally:
        _CONFIG.CACHE_DIR = before


def inlined(function: Callable[..., Any]) -> Any:
    """``function`` compiled into each of its callers, so that their loops can be vectorised."""
    return _NJIT(error_model="numpy", inline="always", _nrt=False)(function)
