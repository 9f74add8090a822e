"""Which code made a result: a digest of the files and libraries that decide the numbers.

A result of other code is not a result of this code, however small the change: the digest is part of
the address of every stored run.  Files that only store, summarise or print do not count.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
#: What decides the numbers of a run; the engines compute the constants of the links.
DECIDING = (
    "_support/lazy_scipy.py",
    "_support/seeds.py",
    "_support/validation.py",
    "bandits/_from_dict.py",
    "bandits/_limits.py",
    "bandits/run.py",
    "bandits/trace.py",
    "bandits/environments/*.py",
    "bandits/estimators/*.py",
    "bandits/kernels/*.py",
    "bandits/policies/*.py",
    "engines/**/*.py",
    "formulas/*.py",
    "regret/sharper_directions.py",
    "setting/*.py",
)
#: Modules that a run loads and that cannot change it.
HARMLESS = {"glbtheory._support.files"}
_LIBRARIES = ("numpy", "numba", "scipy", "sympy", "python-flint")


def files() -> list[Path]:
    """The files that decide what a run gives."""
    return sorted({p for pattern in DECIDING for p in PACKAGE.glob(pattern)})


#: The code as it was when this process started; a file edited later does not change what runs.
_TEXTS = {path.relative_to(PACKAGE).as_posix(): path.read_bytes() for path in files()}


@cache
def simulator() -> str:
    """The digest."""
    body = hashlib.sha256()
    for name, text in _TEXTS.items():
        body.update(f"{name}\0{len(text)}\0".encode() + text)
    for library in _LIBRARIES:
        body.update(f"{library}=={importlib.metadata.version(library)}\n".encode())
    return body.hexdigest()
