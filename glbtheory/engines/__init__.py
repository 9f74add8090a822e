"""Engines that decide statements; they know nothing of the paper.

``decide`` is the way in: it takes what ``parse_inequality`` reads, and answers with ``Evidence``.
The three names are loaded on first use, so that the checker of certificates works without
the search and without python-flint.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from glbtheory.engines.decision import decide
    from glbtheory.engines.evidence import Evidence
    from glbtheory.engines.language.parse import parse_inequality

__all__ = ["Evidence", "decide", "parse_inequality"]

_HOMES = {"Evidence": "evidence", "decide": "decision", "parse_inequality": "language.parse"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
