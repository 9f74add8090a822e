"""What a link shows when pointed at: whole elements, no anchor twice, links that stay right."""

from __future__ import annotations

import json
import re

import pytest

from _book import BuiltBook, toc_entries
from glbtheory.book.extensions.hover_previews import FOLDER, script, targets

BODY = """
<div class="proof theorem admonition" id="thm-a"><p class="admonition-title">Theorem 1</p>
<section id="proof-content"><div>inner <a class="headerlink" href="#thm-a">#</a>
<a href="#thm-b">there</a> <a href="two.html#x">two</a></div></section></div>
<div class="math notranslate nohighlight" id="equation-e">\\[ x < y \\]</div>
<div class="plain" id="plain">no</div>
<figure class="align-default" id="fig-a"><img src="a.png" alt="a"/></figure>
<figure class="align-default" id="fig-svg"><svg></svg></figure>
<dl><dt id="term-w">w</dt><dd><p>meaning</p></dd><dt class="sig" id="py">f()</dt></dl>
"""


def test_boxes_equations_pictures_and_words_are_shown_and_nothing_else() -> None:
    found = targets(BODY, "book/one")
    assert list(found) == ["thm-a", "equation-e", "fig-a", "term-w"]
    assert "inner" in found["thm-a"] and "plain" not in found["equation-e"]
    assert found["term-w"] == "<strong>w</strong><div><p>meaning</p></div>"


def test_copies_have_no_anchor_and_right_links() -> None:
    (box, *_) = targets(BODY, "book/one").values()
    assert "id=" not in box and "headerlink" not in box
    assert 'href="one.html#thm-b"' in box and 'href="two.html#x"' in box


def test_an_element_that_is_never_closed_is_an_error() -> None:
    with pytest.raises(ValueError, match="never closed"):
        targets('<div class="proof x" id="a"><div></div>', "p")


def test_no_text_ends_the_script() -> None:
    text = script("p", {"a": "</script>"})
    assert "</script" not in text
    found = re.fullmatch(r"glbPreviews\(\"p\", (.*)\);\n", text)
    assert found and json.loads(found[1]) == {"a": "</script>"}


def test_every_page_has_its_file_and_every_box_is_in_it(built_book: BuiltBook) -> None:
    for entry in toc_entries():
        file = built_book.html / FOLDER / f"{entry}.js"
        page = built_book.page(entry).read_text(encoding="utf-8")
        boxes = re.findall(r'<div class="proof [^"]*" id="([^"]+)"', page)
        assert not [b for b in boxes if f'"{b}": ' not in file.read_text(encoding="utf-8")]
        # One error in every page of the book is one too many, harmless or not.
        assert "THEBE_JS_URL" not in page and "sphinx-thebe.js" not in page
