"""The link check finds what leads nowhere, and does not follow what leads out."""

from __future__ import annotations

from pathlib import Path

import pytest

from glbtheory.book.links import dead_links, external_links, main, read_pages

GOOD = {
    "index.html": '<meta http-equiv="Refresh" content="0; url=book/intro.html" />',
    "book/intro.html": '<h1 id="top">a</h1><a href="two.html#there">b</a><a href="#top">c</a>'
    '<a href="https://example.org/x">d</a><img src="a%20b.png"><a href="#">e</a>',
    "book/two.html": '<p id="there">f</p><a href="../index.html">g</a>',
    "book/a b.png": "",
    "_static/part.html": '<a href="nowhere.html">h</a>',
}


def write(folder: Path, changed: dict[str, str]) -> Path:
    for name, text in {**GOOD, **changed}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_good_pages_have_no_dead_link(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pages = read_pages(write(tmp_path, {}))
    assert len(pages) == 3 and dead_links(pages) == []
    assert external_links(pages) == ["https://example.org/x"]
    assert main(tmp_path) == 0
    assert "3 pages, 0 dead links" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("index.html", '<meta http-equiv="Refresh" content="0; url=intro.html"/>', "intro.html"),
        ("book/two.html", "<p>no anchor</p>", "two.html#there"),
        ("book/two.html", '<p id="there"></p><a href="three.html">x</a>', "three.html"),
        ("book/two.html", '<p id="there"></p><img src="gone.png">', "gone.png"),
        ("book/two.html", '<p id="there"></p><a href="#here">x</a>', "#here"),
    ],
)
def test_a_dead_link_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, said: str
) -> None:
    write(tmp_path, {name: text})
    assert main(tmp_path) == 1
    out = capsys.readouterr().out
    assert "1 dead links" in out and said in out


def test_no_pages_is_not_a_success(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(tmp_path) == 1
    assert "run make book first" in capsys.readouterr().out
