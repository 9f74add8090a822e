"""Sphinx extension: what a page lacks for readers with a phone, a keyboard or a screen reader.

sphinx-proof gives the content of every box the same id, to which nothing links.  Citations in the
docstrings of each module are numbered from 1, so that ids repeat.  Sphinx marks up the lines of a
long signature as a description list without terms, and docutils gives the items of a bibliography a
role that list items may not have.  None of this is valid HTML, and screen readers stumble over it.
A browser may also break a line between a formula and its full stop, or its opening bracket.

A figure of more than ``WIDE`` pixels would be shrunk on a phone until its labels cannot be read.
It is put into a box that scrolls by itself; ``book.css`` gives it its width there.

``reading.js`` does the rest when a page is opened.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import imagesize  # type: ignore[import-untyped]
from docutils import nodes  # type: ignore[import-untyped]

from glbtheory.book.extensions._static_files import bring

SCRIPT = "reading.js"
REPEATED = "proof-content"
#: Pixels; at half its size such a figure no longer fits a phone.
WIDE = 850
#: The theme gives the keyboard a way into boxes of this class where they scroll.
SCROLLS = "pst-scrollable-table-container"

_SIGNATURE = re.compile(r'(<span class="sig-paren">\(</span>\s*)<dl>(.*?)</dl>', re.DOTALL)
_FORMULA = re.compile(r'(\(?)(<span class="math [^"]*">[^<]*</span>)([.,;:?!)]*(?:-th)?)')
_CITATION = re.compile(r'(<span class="bibtex-citation") id="([^"]+)"')


def drop_repeated_ids(doctree: nodes.document) -> None:
    for part in doctree.findall(nodes.section):
        if REPEATED in part["ids"]:
            part["ids"].remove(REPEATED)


def box_wide_figures(doctree: nodes.document, folder: Path) -> None:
    for image in list(doctree.findall(nodes.image)):
        file = folder / image["uri"]
        wide = file.is_file() and imagesize.get(file)[0] > WIDE
        if wide and isinstance(image.parent, nodes.figure):
            image.replace_self(nodes.container("", image.deepcopy(), classes=["wide", SCROLLS]))


def _lines(signature: re.Match[str]) -> str:
    lines = signature[2].replace("<dd>", '<span class="sig-line">').replace("</dd>", "</span>")
    return f'{signature[1]}<span class="sig-lines">{lines}</span>'


def _kept(formula: re.Match[str]) -> str:
    touched = formula[1] or formula[3]
    return f'<span class="together">{formula[0]}</span>' if touched else formula[0]


def valid(body: str) -> str:
    """The text of a page with lists that are lists, citations with an id of their own, and formulas
    that keep what touches them."""
    seen: set[str] = set()

    def first(citation: re.Match[str]) -> str:
        new = citation[2] not in seen
        seen.add(citation[2])
        return citation[0] if new else citation[1]

    plain = _FORMULA.sub(_kept, _SIGNATURE.sub(_lines, _CITATION.sub(first, body)))
    return plain.replace('role="doc-biblioentry"', 'role="listitem"')


def _mend(app: Any, doctree: nodes.document, page: str) -> None:
    if app.builder.format == "html":
        drop_repeated_ids(doctree)
        box_wide_figures(doctree, Path(app.srcdir))


def _mend_text(app: Any, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    if "body" in context:
        context["body"] = valid(context["body"])


def setup(app: Any) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("doctree-resolved", _mend)
    app.connect("html-page-context", _mend_text)
    bring(app, SCRIPT)
    app.add_js_file(SCRIPT, loading_method="defer")
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
