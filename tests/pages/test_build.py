"""The pages as a reader gets them: all there, no dead link, small, and needing no network."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from bs4 import BeautifulSoup

from _book import BuiltBook, toc_entries
from glbtheory.book.links import dead_links, read_pages

PAGE_BYTES = 1_500_000


@pytest.fixture(scope="module")
def pages(built_book: BuiltBook) -> dict[Path, BeautifulSoup]:
    return read_pages(built_book.html)


def test_the_book_builds_without_a_warning(built_book: BuiltBook) -> None:
    assert built_book.returncode == 0, built_book.log


@pytest.mark.parametrize("entry", toc_entries())
def test_the_page_exists(built_book: BuiltBook, entry: str) -> None:
    assert built_book.page(entry).is_file()


def test_internal_links_lead_somewhere(pages: dict[Path, BeautifulSoup]) -> None:
    assert pages
    assert not dead_links(pages)


def weight(page: Path) -> int:
    """Bytes of a page.  Chapters share MathJax, which is no part of them; the report, one file by
    itself, carries its formulas as MathML in its place, so that these are left out there."""
    text = page.read_bytes()
    if page.name == "report.html":
        text = re.sub(rb"<math.*?</math>", b"", text, flags=re.S)
    return len(text)


def test_no_page_is_heavy(pages: dict[Path, BeautifulSoup]) -> None:
    assert not [f"{p.name}: {weight(p)}" for p in pages if weight(p) > PAGE_BYTES]


def test_no_page_loads_anything_from_the_network(pages: dict[Path, BeautifulSoup]) -> None:
    """Links may lead out; scripts, styles and pictures may not."""
    loaded = []
    for page, soup in pages.items():
        sources = [tag["src"] for tag in soup.find_all(["script", "img", "iframe"], src=True)]
        sources += [tag["href"] for tag in soup.find_all("link", rel="stylesheet", href=True)]
        loaded += [f"{page.name}: {s}" for s in sources if urlsplit(s).netloc]
    assert not loaded
