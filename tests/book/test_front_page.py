"""The front page: numbers of the report of today, and every line of the paper once."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from _book import ROOT, BuiltBook
from glbtheory import book, ledger
from glbtheory.book.extensions.publishing import FRONT, MARK
from glbtheory.book.front_page import (
    ERRATUM,
    EXPERIMENT,
    LINES,
    LOOKS,
    NO_CLAIM,
    Sheets,
    numbers,
    sheets,
    strokes,
)
from glbtheory.claims import inventory
from glbtheory.claims.inventory import PARTS
from glbtheory.claims.slips import ERRATA
from glbtheory.ledger import Record
from glbtheory.ledger.report import report


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return book.records()


@pytest.fixture(scope="module")
def drawn(records: list[Record]) -> Sheets:
    return sheets(records)


def test_the_numbers_are_those_of_the_report(records: list[Record]) -> None:
    head = report(records)["headline"]
    shown = [number for number, _ in numbers(records).tiles]
    own = [r for r in records if not r.claim.ours and r.claim.kind != "experiment-claim"]
    assert shown[0] == f"{sum(r.by_kernel for r in own)} of {len(own)}"
    assert shown[2:5] == [
        f"{head['of_the_paper']['as_printed']} of {head['of_the_paper']['claims']}",
        str(sum(head["errata"][group] for group in ERRATA)),
        str(head["repairs"]["rate"]),
    ]
    fewer = [n for n, _ in numbers([r for r in records if r.claim.id != "T1"]).tiles]
    listed = len(inventory.items())
    assert shown[1] == f"{listed} of {listed}" and fewer[1] == f"{listed - 1} of {listed}"
    assert fewer[3] == str(int(shown[3]) - 1)


def test_every_line_is_drawn_once_on_a_sheet_that_holds_it(drawn: Sheets) -> None:
    lines = [line for s in drawn.strokes for line in range(s.first, s.last + 1)]
    assert lines == list(range(1, inventory.LINES + 1))
    sheets_of: dict[tuple[int, int], int] = {}
    for s in drawn.strokes:
        sheets_of[s.part, s.sheet] = sheets_of.get((s.part, s.sheet), 0) + s.last - s.first + 1
    assert max(sheets_of.values()) <= LINES
    assert {part for part, _ in sheets_of} == set(range(len(PARTS)))
    for part, (first, _) in enumerate(PARTS):
        assert min(s.first for s in drawn.strokes if s.part == part) == first


def test_a_line_is_orange_exactly_where_an_erratum_stands(records: list[Record]) -> None:
    wrong: set[int] = set()
    counted = {n for e in ledger.errata(records) if e["group"] in ERRATA for n in e["claims"]}
    for claim in (r.claim for r in records if r.claim.id in counted):
        for first, last in inventory.spans(claim.error_lines or claim.lines):
            wrong |= set(range(first, last + 1))
    orange = {
        line for s in strokes(records) if s.says == ERRATUM for line in range(s.first, s.last + 1)
    }
    assert orange == wrong
    kept = [r for r in records if r.verdict != "holds-as-corrected"]
    assert not [s for s in strokes(kept) if s.says == ERRATUM]


def test_what_is_not_settled_is_about_the_experiments(records: list[Record]) -> None:
    assert {s.part for s in strokes(records) if s.says == EXPERIMENT} == {
        [name for _, name in PARTS].index("experiments")
    }
    assert {s.says for s in strokes([])} == {NO_CLAIM}


def test_drawing_and_picture_show_the_same(drawn: Sheets) -> None:
    root = ElementTree.fromstring(drawn._repr_html_())
    assert len(list(root.iter("rect"))) == len(drawn.strokes)
    colours = {r.get("fill") for r in root.iter("rect")}
    assert colours == set(LOOKS.values())
    told = [(r.get("data-says"), r.get("data-claims")) for r in root.iter("rect")]
    assert told == [(s.lines, " ".join(s.claims)) for s in drawn.strokes]
    svg = root.find(".//svg")
    assert svg is not None and svg.get("aria-label") == drawn.alt
    assert drawn._repr_png_()[:4] == b"\x89PNG"
    # The style sheet names the colour that recedes in the dark.
    assert LOOKS[NO_CLAIM] in (ROOT / "book" / "_static" / "front.css").read_text()


def test_the_front_page_has_numbers_doors_and_a_place_for_the_pdf(built_book: BuiltBook) -> None:
    page = built_book.page(FRONT).read_text(encoding="utf-8")
    assert 'class="glb-tiles"' in page and page.count("sd-card-title") == 3 and MARK in page
