"""Style sheets, scripts and templates: found beside the modules, filled in, and in the wheel."""

from __future__ import annotations

import subprocess
import sys
import tomllib

import pytest

from _book import ROOT
from glbtheory.book import _page_files
from glbtheory.book._page_files import filled, page_file

FILES = [f for f in (ROOT / "glbtheory").rglob("*") if f.suffix in (".css", ".html", ".js")]


def test_words_are_replaced() -> None:
    style = page_file("glbtheory.book.graph", "graph.css", **{"#ID": "#here"})
    assert "#here .controls" in style and "#ID" not in style


def test_an_indented_line_continues_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_page_files, "page_file", lambda *_: "<p>$a\n  <b>$b</b>\n    </p>\n<i/>\n")
    assert filled("any", "file", a="$b\n  x", b="y") == "<p>$b\n  x<b>y</b></p>\n<i/>"


def test_a_template_must_be_filled_whole() -> None:
    with pytest.raises(KeyError, match="title"):
        filled("glbtheory.book.report", "report.html", style="")


def test_the_wheel_takes_them_along() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    data = settings["tool"]["setuptools"]["package-data"]
    taken = {
        found
        for package, patterns in data.items()
        for pattern in patterns
        for found in ROOT.joinpath(*package.split(".")).glob(pattern)
    }
    assert len(FILES) > 10 and not set(FILES) - taken


def test_the_chapters_helpers_load_on_first_use() -> None:
    """The report and the command line must not load what only chapters need."""
    code = (
        "import sys; from glbtheory import book; assert 'glbtheory.ledger' not in sys.modules;"
        "book.PALETTE; assert 'matplotlib' not in sys.modules; book.figure_style;"
        "assert 'matplotlib' in sys.modules; assert set(book.__all__) <= set(dir(book));"
        "assert all(getattr(book, name) is not None for name in book.__all__)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    from glbtheory import book

    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        book.nothing_of_the_kind  # noqa: B018
