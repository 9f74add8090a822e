"""Sphinx extension and command: what a published book needs and a book on a disk does not.

With an address in the environment (``make book BASE_URL=…``) every page names its canonical one and
``sitemap.xml`` lists them all.  ``python -m glbtheory.book.extensions.publishing HTML PDF`` puts
the PDF beside the pages and links it from the front page; a new build of the pages removes it.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit
from xml.sax.saxutils import escape

FRONT = "book/intro"
PDF = "glbtheory.pdf"
#: The place for the link, written in the front page.
MARK = "<!-- the book on paper -->"
LINK = f' On paper: <a href="{PDF}">the whole book as one PDF</a>.'


def base_url(text: str) -> str:
    """The address with a slash at its end, or nothing."""
    parts = urlsplit(text := text.strip())
    if text and (parts.scheme not in ("http", "https") or not parts.netloc or parts.query):
        raise ValueError(f"BASE_URL must be empty or begin with http:// or https://, not {text!r}")
    return f"{text.rstrip('/')}/" if text else ""


def sitemap(base: str, pages: list[str]) -> str:
    """The addresses of the pages, in the format of sitemaps.org."""
    places = [f"<url><loc>{escape(base + quote(page))}.html</loc></url>" for page in pages]
    opening = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', opening, *places, "</urlset>", ""])


def add_pdf(html: Path, pdf: Path) -> None:
    """Copy the PDF beside the front page and link it there; doing so twice changes nothing."""
    front = html / f"{FRONT}.html"
    text = front.read_text(encoding="utf-8")
    if MARK not in text:
        raise ValueError(f"html must hold pages of this version: {front} has no place for the PDF")
    shutil.copyfile(pdf, front.with_name(PDF))
    front.write_text(text.replace(MARK + LINK, MARK).replace(MARK, MARK + LINK), encoding="utf-8")


def _set_address(app: Any, config: Any) -> None:
    config.html_baseurl = base_url(os.environ.get("BASE_URL", ""))


def _finish(app: Any, exception: Exception | None) -> None:
    if exception is not None or app.builder.name != "html":
        return
    out = Path(app.outdir)
    for old in (out / "sitemap.xml", (out / FRONT).with_name(PDF)):
        old.unlink(missing_ok=True)
    if app.config.html_baseurl:
        pages = sitemap(app.config.html_baseurl, sorted(app.env.found_docs))
        (out / "sitemap.xml").write_text(pages, encoding="utf-8")


def setup(app: Any) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("config-inited", _set_address)
    app.connect("build-finished", _finish)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}


if __name__ == "__main__":
    add_pdf(Path(sys.argv[1]), Path(sys.argv[2]))
