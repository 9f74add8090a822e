"""Where results that can be computed again are kept, and how a file is written whole."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).resolve().parents[2]
#: Files that are being written end in this.
PART = ".part"


def cache_folder(kind: str) -> Path:
    """``_build/<kind>`` of a checkout, else the user's cache; ``GLBTHEORY_CACHE`` overrides."""
    if os.environ.get("GLBTHEORY_CACHE"):
        return Path(os.environ["GLBTHEORY_CACHE"]) / kind
    if (_ROOT / "_toc.yml").exists():
        return _ROOT / "_build" / kind
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "glbtheory" / kind


def path_of(name: str, value: Any) -> Path:
    """``value`` as a path, once it is the name of a file or of a folder."""
    if not isinstance(value, (str, os.PathLike)):
        raise ValueError(f"{name} must be a file name, not {value!r}")
    return Path(value)


def write_atomically(path: Path, data: bytes) -> None:
    """Write beside, flush, rename: a reader sees all of the file or none of it."""
    part = path.with_name(f".{path.stem[:16]}-{secrets.token_hex(8)}{PART}")
    try:
        with open(part, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
