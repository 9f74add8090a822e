"""Links of built pages, without a network: ``python -m glbtheory.book.links _build/html``.

Links inside the book must lead to a page and, where they name one, to a place on it.  Links that
lead out are listed and not followed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

from bs4 import BeautifulSoup, Tag

Pages = dict[Path, BeautifulSoup]
TAGS = ["a", "link", "script", "img", "source", "iframe"]


def read_pages(html: Path) -> Pages:
    """Every page, parsed; ``_static`` holds the theme's templates, not pages."""
    files = [f for f in sorted(html.rglob("*.html")) if "_static" not in f.relative_to(html).parts]
    return {f: BeautifulSoup(f.read_text(encoding="utf-8"), "html.parser") for f in files}


def is_external(address: str) -> bool:
    """Does it lead out of the book?"""
    return bool(urlsplit(address).scheme or urlsplit(address).netloc)


def _attribute(tag: Tag, name: str) -> str:
    """The text of an attribute, empty where there is none."""
    return str(tag.get(name) or "")


def anchors(page: BeautifulSoup) -> set[str]:
    """The names of the places on a page."""
    ids = {_attribute(tag, "id") for tag in page.find_all(id=True)}
    names = {_attribute(tag, "name") for tag in page.find_all("a", attrs={"name": True})}
    return ids | names


def addresses(page: BeautifulSoup) -> Iterator[str]:
    """Where the links, scripts and pictures of a page lead."""
    for tag in page.find_all(TAGS):
        address = _attribute(tag, "href") or _attribute(tag, "src")
        if address and address != "#":
            yield address
    for tag in page.find_all("meta", attrs={"http-equiv": "Refresh"}):
        yield _attribute(tag, "content").partition("url=")[2]


def dead_links(pages: Pages) -> list[str]:
    """``page: address`` of every internal link that leads nowhere."""
    known = {page: anchors(soup) for page, soup in pages.items()}
    dead = []
    for page, soup in pages.items():
        for address in addresses(soup):
            if is_external(address):
                continue
            parts = urlsplit(address)
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            anchor = unquote(parts.fragment)
            if not target.is_file() or (anchor and anchor not in known.get(target, {anchor})):
                dead.append(f"{page.name}: {address}")
    return dead


def external_links(pages: Pages) -> list[str]:
    """The addresses outside the book, each once."""
    return sorted({a for soup in pages.values() for a in addresses(soup) if is_external(a)})


def main(html: Path) -> int:
    """Print what was found; 1 if a link is dead or there are no pages."""
    pages = read_pages(html.resolve())
    if not pages:
        print(f"There are no pages in {html}: run make book first.")
        return 1
    dead, outside = dead_links(pages), external_links(pages)
    print(f"{len(outside)} addresses outside the book, not followed:", *outside, sep="\n  ")
    print(f"{len(pages)} pages, {len(dead)} dead links", *dead, sep="\n  ")
    return 1 if dead else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m glbtheory.book.links FOLDER")
    sys.exit(main(Path(sys.argv[1])))
