"""Sphinx extension: pages without the scripts of sphinx-thebe.

Jupyter Book loads that extension for every book.  This one never runs code in the page, and the
extension declares its constants twice, which every browser reports as an error.
"""

from __future__ import annotations

from typing import Any


def _wanted(script: Any) -> bool:
    named = str(getattr(script, "filename", None) or script)
    return "thebe" not in named and "THEBE_JS_URL" not in script.attributes.get("body", "")


def _drop(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    context["script_files"] = [s for s in context["script_files"] if _wanted(s)]


def setup(app: Any) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("html-page-context", _drop, priority=900)  # when all others have added theirs
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
