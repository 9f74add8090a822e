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
#: Files of this folder that do not decide a number of a trace.
ASIDE = {
    "_preset",
    "advice",
    "cached",
    "cli",
    "configuration",
    "packs",
    "presets",
    "presets_beyond",
    "presets_figure",
    "presets_price",
    "presets_scaling",
    "results",
    "runner",
    "shards",
    "sources",
    "summary",
    "workers",
}
#: Modules elsewhere in the package that do; the engines compute the constants of the links.
BELOW = (
    "_compensated.py",
    "_formulas_bonus.py",
    "_formulas_regret.py",
    "_formulas_sharp.py",
    "_objective.py",
    "baselines.py",
    "engines/*.py",
    "forgetting.py",
    "formula.py",
    "formulas.py",
    "inputs.py",
    "likelihood.py",
    "links.py",
    "sharpened.py",
)
#: Modules that a run loads and that cannot change it.
HARMLESS = {"glbtheory.files", "glbtheory._formulas_sharp_regret"}
_LIBRARIES = ("numpy", "numba", "scipy", "sympy", "python-flint")


def files() -> list[Path]:
    """The files that decide what a run gives."""
    here = [p for p in PACKAGE.glob("bandits/*.py") if p.stem not in ASIDE]
    return sorted(here) + sorted(p for pattern in BELOW for p in PACKAGE.glob(pattern))


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
