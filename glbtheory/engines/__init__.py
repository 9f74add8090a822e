"""Engines that decide statements; they know nothing of the paper.

``decide`` is the way in: it takes what ``parse_inequality`` reads, and answers with ``Evidence``.
The three names are loaded on first use, so that the checker of certificates works without
the search and without python-flint.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from glbtheory._support.lazy_names import lazy_name

if TYPE_CHECKING:
    from glbtheory.engines.decision import decide
    from glbtheory.engines.evidence import Evidence
    from glbtheory.engines.language.parse import parse_inequality

__all__ = ["Evidence", "decide", "parse_inequality"]

_PLACES = {"Evidence": "evidence", "decide": "decision", "parse_inequality": "language.parse"}


def __getattr__(name: str) -> Any:
    return lazy_name(__name__, name, _PLACES)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
