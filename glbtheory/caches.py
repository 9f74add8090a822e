"""Where results that can be computed again are kept."""

from __future__ import annotations

import os
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]


def cache_folder(kind: str) -> Path:
    """``_build/<kind>`` of a checkout, else the user's cache; ``GLBTHEORY_CACHE`` overrides."""
    if os.environ.get("GLBTHEORY_CACHE"):
        return Path(os.environ["GLBTHEORY_CACHE"]) / kind
    if (_ROOT / "_toc.yml").exists():
        return _ROOT / "_build" / kind
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "glbtheory" / kind
