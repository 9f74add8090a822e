"""The pages as a reader gets them: all there, no dead link, small, and needing no network."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from bs4 import BeautifulSoup

from _book import BuiltBook, toc_entries

PAGE_BYTES = 1_500_000


@pytest.fixture(scope="module")
def pages(built_book: BuiltBook) -> dict[Path, BeautifulSoup]:
    """Every page of the build, parsed; ``_static`` holds the theme's templates, not pages."""
    found = sorted(built_book.html.rglob("*.html"))
    files = [f for f in found if "_static" not in f.relative_to(built_book.html).parts]
    return {f: BeautifulSoup(f.read_text(encoding="utf-8"), "html.parser") for f in files}


def is_external(address: str) -> bool:
    return bool(urlsplit(address).scheme or urlsplit(address).netloc)


def anchors(page: BeautifulSoup) -> set[str]:
    return {tag["id"] for tag in page.find_all(id=True)} | {
        tag["name"] for tag in page.find_all("a", attrs={"name": True})
    }


def test_the_book_builds_without_a_warning(built_book: BuiltBook) -> None:
    assert built_book.returncode == 0, built_book.log


@pytest.mark.parametrize("entry", toc_entries())
def test_the_page_exists(built_book: BuiltBook, entry: str) -> None:
    assert built_book.page(entry).is_file()


def test_internal_links_lead_somewhere(pages: dict[Path, BeautifulSoup]) -> None:
    assert pages
    known = {page: anchors(soup) for page, soup in pages.items()}
    dead = []
    for page, soup in pages.items():
        for tag in soup.find_all(["a", "link", "script", "img", "source", "iframe"]):
            address = tag.get("href") or tag.get("src")
            if not address or address == "#" or is_external(address):
                continue
            parts = urlsplit(address)
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            anchor = unquote(parts.fragment)
            if not target.is_file() or (anchor and anchor not in known.get(target, {anchor})):
                dead.append(f"{page.name}: {address}")
    assert not dead


def test_no_page_is_heavy(pages: dict[Path, BeautifulSoup]) -> None:
    assert not [f"{p.name}: {p.stat().st_size}" for p in pages if p.stat().st_size > PAGE_BYTES]


def test_no_page_loads_anything_from_the_network(pages: dict[Path, BeautifulSoup]) -> None:
    """Links may lead out; scripts, styles and pictures may not."""
    loaded = []
    for page, soup in pages.items():
        sources = [tag["src"] for tag in soup.find_all(["script", "img", "iframe"], src=True)]
        sources += [tag["href"] for tag in soup.find_all("link", rel="stylesheet", href=True)]
        loaded += [f"{page.name}: {s}" for s in sources if urlsplit(s).netloc]
    assert not loaded
