"""Sphinx extension: the report beside the pages of the book, made from the ledger as it is now.

``report.html`` and ``report.json`` are written into the folder of the chapters when the pages are
finished, so that links to them from a chapter and from them to the chapters work from a disk.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from glbtheory.book.cards import records
from glbtheory.book.report.page import write_html
from glbtheory.ledger.report import write_json

FOLDER = "book"


def write_report(app: Any, exception: Exception | None) -> None:
    """Write both files, unless the build failed or makes something other than pages."""
    if exception is not None or app.builder.name != "html":
        return
    folder = Path(app.outdir) / FOLDER
    found = records()
    write_json(folder / "report.json", found)
    write_html(folder / "report.html", found, chapters="")


def setup(app: Any) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("build-finished", write_report)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
