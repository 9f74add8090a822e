"""Which versions of which libraries are installed."""

from __future__ import annotations

import os
import platform
import re
import sys
from functools import cache, lru_cache
from pathlib import Path


@cache
def library_versions(names: frozenset[str]) -> tuple[str, ...]:
    """Python, the distributions that install some modules, and all that these require."""
    providers = {name: _distribution_of(name) for name in names}
    found = {name: "absent" for name, provider in providers.items() if provider is None}
    todo = [provider for provider in providers.values() if provider is not None]
    while todo:
        name = _normalised(todo.pop())
        if name not in found and name in installed():
            found[name], metadata = installed()[name]
            todo += _requirements(metadata)
    return (_PYTHON, *(f"{name}=={version}" for name, version in sorted(found.items())))


_PYTHON = f"{platform.python_implementation()}=={platform.python_version()}"


def environment() -> str:
    """Python and everything that is installed beside it: cheap to say, and never too little."""
    versions = sorted(f"{name}=={version}" for name, (version, _) in installed().items())
    return " ".join([_PYTHON, *versions])


@lru_cache(maxsize=1)
def installed() -> dict[str, tuple[str, Path]]:
    """The installed distributions: version, and folder of the metadata.

    The names of these folders say both; to read what is in all of them would take half a second.
    """
    found: dict[str, tuple[str, Path]] = {}
    for place in sys.path:
        try:
            entries = os.listdir(place or ".")
        except OSError:
            continue
        for entry in sorted(entries):
            stem, dot, suffix = entry.rpartition(".")
            name, dash, version = stem.partition("-")
            if dot and dash and suffix in ("dist-info", "egg-info"):
                found.setdefault(_normalised(name), (version, Path(place or ".", entry)))
    return found


def _normalised(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@cache
def _distribution_of(module: str) -> str | None:
    """The distribution whose files include a top-level module; likely names are tried first."""
    names = sorted(installed(), key=lambda name: (_normalised(module) not in name, name))
    return next((name for name in names if _installs(installed()[name][1], module)), None)


def _installs(metadata: Path, module: str) -> bool:
    try:
        record = (metadata / "RECORD").read_text(encoding="utf-8")
    except (OSError, ValueError):
        return False
    line = rf"^{re.escape(module)}(?:/|\.py,|\.[^/,]+\.(?:so|pyd),)"
    return re.search(line, record, re.M) is not None


def _requirements(metadata: Path) -> list[str]:
    """What a distribution requires, apart from its extras."""
    try:
        text = (metadata / "METADATA").read_text(encoding="utf-8")
    except (OSError, ValueError):
        return []
    head = text.partition("\n\n")[0]
    lines = re.findall(r"^Requires-Dist:\s*([A-Za-z0-9._-]+)([^\n]*)", head, re.M)
    return [name for name, rest in lines if "extra ==" not in rest]
