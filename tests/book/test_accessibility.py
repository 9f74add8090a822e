"""What the extension for accessibility changes on a page, and what it leaves."""

from __future__ import annotations

from pathlib import Path

from docutils import nodes
from docutils.utils import new_document
from PIL import Image

from glbtheory.book.extensions.accessibility import (
    SCROLLS,
    WIDE,
    box_wide_figures,
    drop_repeated_ids,
    valid,
)


def test_only_the_repeated_id_goes() -> None:
    tree = new_document("page")
    tree += nodes.section(ids=["proof-content"])
    tree += nodes.section(ids=["mine"])
    drop_repeated_ids(tree)
    assert [part["ids"] for part in tree.findall(nodes.section)] == [[], ["mine"]]


def test_only_wide_figures_get_a_box(tmp_path: Path) -> None:
    tree = new_document("page")
    for name, width in (("narrow.png", WIDE), ("wide.png", WIDE + 1)):
        Image.new("1", (width, 2)).save(tmp_path / name)
        tree += nodes.figure("", nodes.image(uri=name, alt=name), nodes.caption("", "words"))
    tree += nodes.paragraph("", "", nodes.image(uri="wide.png"))
    tree += nodes.figure("", nodes.image(uri="https://example.org/gone.png"))
    box_wide_figures(tree, tmp_path)
    (box,) = tree.findall(nodes.container)
    assert box["classes"] == ["wide", SCROLLS]
    assert [type(part) for part in box.parent] == [nodes.container, nodes.caption]
    assert box[0]["uri"] == "wide.png" and box[0]["alt"] == "wide.png"


def test_lists_are_lists() -> None:
    paren = '<span class="sig-paren">(</span>'
    assert valid(
        f"{paren}\n\n<dl>\n<dd>a,</dd>\n<dd>b,</dd>\n</dl>\n\n)<dl><dt>x</dt><dd>y</dd></dl>"
    ) == (
        f'{paren}\n\n<span class="sig-lines">\n<span class="sig-line">a,</span>\n'
        '<span class="sig-line">b,</span>\n</span>\n\n)<dl><dt>x</dt><dd>y</dd></dl>'
    )
    assert valid('<div role="list"><div role="doc-biblioentry">') == (
        '<div role="list"><div role="listitem">'
    )


def test_a_citation_keeps_its_id_once() -> None:
    cited = '<span class="bibtex-citation" id="id1">'
    assert valid(f'{cited}a{cited}b<p id="id1">') == (
        f'{cited}a<span class="bibtex-citation">b<p id="id1">'
    )


def test_a_formula_keeps_what_touches_it() -> None:
    formula = r'<span class="math notranslate nohighlight">\(x &lt; 1\)</span>'
    kept = f'<span class="together">({formula}),</span> then'
    assert valid(f"({formula}), then") == kept
    assert valid(f"{formula}-th") == f'<span class="together">{formula}-th</span>'
    assert valid(f"where {formula} is") == f"where {formula} is"
