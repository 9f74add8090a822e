"""Sphinx extension: theorems, equations, figures and words shown where a link points at them.

A page opened from a disk may not read another page, but it may load a script.  So the boxes,
equations, figures and words of each page are written into a script of their own, which
``previews.js``, beside this file, loads when the reader first points at a link to that page.
``claim_links`` adds the claims.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup

from glbtheory.book.extensions._static_files import bring

FOLDER = "_static/previews"
SCRIPT, STYLE = "previews.js", "previews.css"
#: What can be shown: numbered boxes, labelled equations, pictures, words of the glossary.
TARGETS = re.compile(
    r'<(?:(?P<div>div) class="(?:proof|math) [^"]*" |(?P<figure>figure) [^>]*|(?P<dt>dt) )'
    r'id="(?P<id>[^"]+)">'
)


def targets(body: str, page: str) -> dict[str, str]:
    """What the body of a page offers to be shown, by anchor."""
    return {name: _bare(shown, page) for name, shown in _parts(body)}


def _parts(body: str) -> Iterator[tuple[str, str]]:
    """Anchor and text of each part.  Pages are long and parts are short: only these are parsed."""
    for found in TARGETS.finditer(body):
        kind = next(kind for kind in ("div", "figure", "dt") if found[kind])
        end = _end(body, kind, found.start())
        if kind == "dt":
            end = _end(body, "dd", body.index("<dd", end))
        shown = body[found.start() : end]
        if kind != "figure" or "<img" in shown:
            yield found["id"], shown


def _end(body: str, kind: str, start: int) -> int:
    """Where the element that starts here is closed."""
    depth = 0
    for mark in re.compile(rf"<(/?){kind}\b").finditer(body, start):
        depth += -1 if mark[1] else 1
        if depth == 0:
            return body.index(">", mark.end()) + 1
    raise ValueError(f"body must be whole: <{kind}> at {start} is never closed")


def _bare(shown: str, page: str) -> str:
    """The same without anchors, which must be unique on a page, and with links that stay right."""
    copy = BeautifulSoup(shown, "html.parser")
    for link in copy.select("a.headerlink"):
        link.decompose()
    for tag in copy.find_all(id=True):
        del tag["id"]
    for link in copy.find_all("a", href=True):
        if str(link["href"]).startswith("#"):
            link["href"] = f"{page.rsplit('/', 1)[-1]}.html{link['href']}"
    # A word and its meaning leave the list that they stand in.
    for old, new in (("dt", "strong"), ("dd", "div")):
        for tag in copy.find_all(old):
            tag.name = new
    return str(copy)


def script(page: str, found: dict[str, str]) -> str:
    """The file that a page loads; ``<`` is written so that no text can end a script element."""
    text = json.dumps(found, ensure_ascii=False, sort_keys=True).replace("</", "<\\/")
    return f"glbPreviews({json.dumps(page)}, {text});\n"


def _collect(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    if doctree is not None:
        app.glb_previews[page] = targets(context["body"], page)


def _start(app: Any) -> None:
    app.glb_previews = {}
    if app.builder.name == "html":
        app.add_css_file(STYLE)
        app.add_js_file(SCRIPT, loading_method="defer")
        app.connect("html-page-context", _collect)


def _finish(app: Any, exception: Exception | None) -> None:
    if exception is not None:
        return
    for page, found in app.glb_previews.items():
        file = Path(app.outdir, FOLDER, f"{page}.js")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(script(page, found), encoding="utf-8")


def setup(app: Any) -> dict[str, Any]:
    """Called by Sphinx."""
    bring(app, SCRIPT, STYLE)
    app.connect("builder-inited", _start)
    app.connect("build-finished", _finish)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": False}
