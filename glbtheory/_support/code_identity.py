"""The code of this package as it was when it was loaded, and the versions of the libraries.

What a verdict depends on.  A session that goes on while a file is edited still runs the old code,
and must not store what it finds under the new.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import platform
from functools import lru_cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent
_SOURCES = {path: path.read_bytes() for path in PACKAGE.rglob("*.py")}
_LIBRARIES = ("numpy", "scipy", "sympy", "mpmath", "python-flint", "z3-solver")

#: A process that started later may have loaded other code; this tells them apart.
SNAPSHOT = hashlib.sha256(b"\0".join(_SOURCES[p] for p in sorted(_SOURCES))).hexdigest()


def source(path: Path) -> bytes:
    """The text of a file as it was loaded; of a file from elsewhere, as it is."""
    return _SOURCES[path] if path in _SOURCES else path.read_bytes()


@lru_cache(maxsize=1)
def library_versions() -> str:
    """The versions that a verdict may depend on."""
    pins = [f"{n}=={importlib.metadata.version(n)}" for n in _LIBRARIES]
    return " ".join([f"python=={platform.python_version()}", *pins])
