"""Links of built pages, without a network: ``python glbtheory/book/links.py _build/html``.

Links inside the book must lead to a page and, where they name one, to a place on it.  Links that
lead out are listed and not followed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

from bs4 import BeautifulSoup

Pages = dict[Path, BeautifulSoup]
TAGS = ["a", "link", "script", "img", "source", "iframe"]


def read_pages(html: Path) -> Pages:
    """Every page, parsed; ``_static`` holds the theme's templates, not pages."""
    files = [f for f in sorted(html.rglob("*.html")) if "_static" not in f.relative_to(html).parts]
    return {f: BeautifulSoup(f.read_text(encoding="utf-8"), "html.parser") for f in files}


def is_external(address: str) -> bool:
    return bool(urlsplit(address).scheme or urlsplit(address).netloc)


def anchors(page: BeautifulSoup) -> set[str]:
    return {tag["id"] for tag in page.find_all(id=True)} | {
        tag["name"] for tag in page.find_all("a", attrs={"name": True})
    }


def addresses(page: BeautifulSoup) -> Iterator[str]:
    for tag in page.find_all(TAGS):
        address = tag.get("href") or tag.get("src")
        if address and address != "#":
            yield address
    for tag in page.find_all("meta", attrs={"http-equiv": "Refresh"}):
        yield tag["content"].partition("url=")[2]


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
    pages = read_pages(html.resolve())
    if not pages:
        print(f"There are no pages in {html}: run make book first.")
        return 1
    dead, outside = dead_links(pages), external_links(pages)
    print(f"{len(outside)} addresses outside the book, not followed:", *outside, sep="\n  ")
    print(f"{len(pages)} pages, {len(dead)} dead links", *dead, sep="\n  ")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
