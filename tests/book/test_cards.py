"""What a chapter shows: the same text every time, and tables that stay tables."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

import matplotlib as mpl
import pytest

from _ledger import all_records
from _tables import check_table
from glbtheory import book
from glbtheory.book import cards
from glbtheory.claims import Bound, Claim, all_claims
from glbtheory.engines.evidence import STRENGTH_LABELS


@pytest.fixture(scope="module", autouse=True)
def ledger_is_there() -> None:
    all_records()


@pytest.mark.parametrize("name", all_claims())
def test_card_is_a_table_with_formulas_and_verdict(name: str) -> None:
    shown = book.card(name).markdown
    check_table(shown)
    record = all_records()[name]
    assert shown.startswith(f"| **{name}** |") and record.claim.lines in shown
    assert book.SIGNS[record.verdict] in shown
    assert shown.count("$") % 2 == 0
    if record.claim.reason:
        assert "| reason |" in shown and "| mutants |" not in shown
        return
    assert STRENGTH_LABELS[record.strength] in shown
    n = len(record.mutants)
    assert f"| mutants | {n} of {n} refuted |" in shown
    assert ("| corrected |" in shown) == bool(record.claim.corrected)
    textbook = [n for n in record.conditional_on if cards.is_textbook(n)]
    assert ("| conditional on |" in shown) == (len(textbook) < len(record.conditional_on))
    assert ("| standard |" in shown) == bool(textbook)
    assert ("| follows |" in shown) == bool(record.derived)
    assert ("| worst ratio |" in shown) == (record.strength == "searched")


@pytest.mark.parametrize("name", all_claims())
def test_mutants_have_a_row_each(name: str) -> None:
    shown = book.mutants(name).markdown
    assert check_table(shown) == len(all_claims()[name].mutants)
    assert shown.count("| refuted |") == len(all_claims()[name].mutants)


@pytest.mark.parametrize("name", ["T2", "N23", "I11", "A4"])
def test_a_card_folds_to_one_line_that_says_what_was_found(name: str) -> None:
    """A screen reader, a key and a click open it without a script; the table stays Markdown."""
    card, record = book.card(name), all_records()[name]
    shown = card._repr_markdown_()
    line, empty, *inside = shown.split("\n")
    assert line == f'<details class="card"><summary>{card.summary}</summary>' and not empty
    assert "\n".join(inside) == f"{card.markdown}\n\n</details>"
    refuted = len(record.mutants) - len(record.survivors)
    for fact in (
        name,
        escape(record.claim.title),
        book.SIGNS[record.verdict],
        STRENGTH_LABELS[record.strength],
        f"{refuted}/{len(record.mutants)} mutants",
    ):
        assert fact in card.summary
    assert ("| the change |" in shown) == (name in ("I11", "T2"))


def test_table_has_a_row_for_each_claim_asked_for() -> None:
    assert check_table(book.table().markdown) == len(all_claims())
    shown = book.table(["N22", "A1"]).markdown
    assert check_table(shown) == 2
    assert shown.index("| N22 |") < shown.index("| A1 |")


def test_glance_counts_every_claim_twice() -> None:
    shown = book.glance().markdown
    assert shown.startswith(f"{len(all_claims())} claims.")
    numbers = [int(n) for n in re.findall(r"\| (\d+) \|", shown)]
    assert sum(numbers) == 2 * len(all_claims())
    for word in (*STRENGTH_LABELS.values(), *book.SIGNS.values()):
        assert f"| {word} |" in shown


@pytest.mark.parametrize(
    "show",
    [
        lambda: book.card("L4"),
        book.table,
        lambda: book.mutants("N21"),
        book.glance,
    ],
    ids=["card", "table", "mutants", "glance"],
)
def test_the_same_text_every_time(show: Callable[[], book.Shown]) -> None:
    first = show()
    assert show() == first
    assert repr(first) == first.markdown and first.markdown in first._repr_markdown_()
    assert not re.search(r"0x[0-9a-f]{6,}|/tmp|\bseconds\b", first.markdown)


@pytest.mark.parametrize(
    ("inequality", "where", "answer"),
    [
        ("log(1+x) <= x", "x >= 0", "proved by exact algebra"),
        ("x <= 1", "0 <= x <= 2", "refuted at x = 2: 2 <= 1 fails"),
        ("2 <= 1", "", "refuted at once: 2 <= 1 fails"),
    ],
)
def test_prove_answers_in_one_line(inequality: str, where: str, answer: str) -> None:
    assert book.prove(inequality, where) == answer


def test_prove_refuses_what_is_no_question() -> None:
    with pytest.raises(ValueError, match="undefined on the domain"):
        book.prove("1/x <= 1", "-1 <= x <= 1")
    with pytest.raises(ValueError, match="exactly one"):
        book.prove("x")


def test_an_unknown_claim_is_named() -> None:
    with pytest.raises(ValueError, match="unknown claim A99"):
        book.card("A99")


def test_a_claim_of_ones_own_has_a_card_whatever_its_title() -> None:
    mine = Claim(
        id="MINE",
        lines="-",
        kind="step",
        chapter="mine",
        title="bars | and *stars*",
        printed=[Bound("abs(x)", "<=", "1", "-1 <= x <= 1", latex=r"|x| \leq \|1\|")],
        mutants=[Bound("abs(x)", "<=", "0.99", "-1 <= x <= 1", why="one per cent | less")],
    )
    shown = book.card("MINE", extra=[mine]).markdown
    check_table(shown)
    assert r"bars \| and \*stars\*" in shown
    assert r"$\vert x\vert \leq\Vert 1\Vert $" in shown


def test_figures_have_the_palette_and_readable_labels() -> None:
    with mpl.rc_context():
        book.figure_style()
        assert mpl.rcParams["font.size"] >= 11
        colours = [c["color"] for c in mpl.rcParams["axes.prop_cycle"]]
        assert colours == list(book.PALETTE.values())
