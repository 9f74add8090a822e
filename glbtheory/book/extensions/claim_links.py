"""Sphinx extension: every id of a claim in the text leads to its entry in the report.

A chapter names claims in cards, tables, notes and sentences.  Here each id becomes a link to the
row of ``report.html`` beside the chapters, and a script holds what ``previews.js`` shows when the
reader points at it: title, lines, verdict and strength.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any

from glbtheory.book.cards import records
from glbtheory.book.extensions.hover_previews import FOLDER, script
from glbtheory.book.extensions.report import FOLDER as CHAPTERS
from glbtheory.book.graph.interactive import anchor
from glbtheory.claims import all_claims, inventory
from glbtheory.ledger import Record
from glbtheory.ledger.verdicts import SIGNS

#: The name under which the script offers its claims.
PAGE = "claims"
#: Titles of other works: the solver Z3 is no claim.
ASIDE = f"{CHAPTERS}/references"
#: Inside of these a link would be nested, or an id is part of something else.
CLOSED = {
    *("a", "button", "code", "h1", "h2", "h3", "h4", "h5", "h6", "label", "option"),
    *("pre", "script", "select", "style", "summary", "svg", "title"),
}
_TAG = re.compile(r"(<!--.*?-->|<[^>]+>)", re.DOTALL)
_NAME = re.compile(r"<(/?)([a-zA-Z][\w-]*)")
_MATH = re.compile(r'<(span|div) class="math ')
_ID = re.compile(r"(?<![\w.#/'^_{\\-])([A-Z]\d{1,3})(?![\w(/^_-]|\.\d)")


def linked(body: str, known: Iterable[str]) -> str:
    """The body of a page with a link at every id that is known."""
    ids = set(known)

    def link(found: re.Match[str]) -> str:
        name = found[1]
        if name not in ids:
            return name
        return f'<a class="claim" href="report.html#{anchor(name, False)}">{name}</a>'

    done, closed, maths = [], 0, ""
    for part in _TAG.split(body):
        tag = _NAME.match(part)
        if tag:
            name, ends = tag[2].lower(), bool(tag[1])
            if maths:  # a formula holds LaTeX, and its number at most
                maths = "" if ends and name == maths else maths
            elif found := _MATH.match(part):
                maths = found[1]
            elif name in CLOSED and not part.endswith("/>"):
                closed += -1 if ends else 1
        elif not closed and not maths and not part.startswith("<!--"):
            part = _ID.sub(link, part)
        done.append(part)
    return "".join(done)


def shown(record: Record) -> str:
    """One claim in two lines."""
    claim = record.claim
    lines = f" ({inventory.named(claim.lines)})"
    return (
        f"<p><strong>{claim.id}</strong> {escape(claim.title)}{escape(lines)}<br/>"
        f"{escape(SIGNS[record.verdict])} · {escape(record.strength)}</p>"
    )


def _link(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    chapter = doctree is not None and page.startswith(f"{CHAPTERS}/") and page != ASIDE
    if chapter and app.builder.name == "html":
        context["body"] = linked(context["body"], all_claims())


def _write(app: Any, exception: Exception | None) -> None:
    if exception is not None or app.builder.name != "html":
        return
    file = Path(app.outdir, FOLDER, f"{PAGE}.js")
    file.parent.mkdir(parents=True, exist_ok=True)
    found = {record.claim.id: shown(record) for record in records()}
    file.write_text(script(PAGE, found), encoding="utf-8")


def setup(app: Any) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("html-page-context", _link, priority=400)  # before the previews are taken (500)
    app.connect("build-finished", _write)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
