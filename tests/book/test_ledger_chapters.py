"""What the chapters on the whole ledger show: complete, and the same as the report."""

from __future__ import annotations

import re

import matplotlib.pyplot as plt
import nbformat
import pytest

from _book import ROOT
from _ledger import all_records
from _tables import check_table
from glbtheory import ledger
from glbtheory.book import kernel_chapter, ledger_chapters
from glbtheory.book.cards import cell
from glbtheory.claims import inventory
from glbtheory.claims.slips import GROUPS
from glbtheory.ledger import Record, running
from glbtheory.ledger.coverage import CHECKABLE, coverage
from glbtheory.ledger.findings import mathematics
from glbtheory.ledger.report import report
from glbtheory.ledger.verdicts import ESTABLISHED


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return list(all_records().values())


def test_every_refuted_claim_has_one_card_under_its_slip(records: list[Record]) -> None:
    wrong = {e["id"] for e in ledger.refuted(records)}
    seen = []
    for group in GROUPS:
        shown = ledger_chapters.errata_cards(group, records).markdown
        slips = [e for e in ledger.errata(records) if e["group"] == group]
        assert all(f"**{cell(e['slip'])}**" in shown for e in slips)
        seen += re.findall(r"^\| \*\*(\w+)\*\* \|", shown, re.M)
        for one in shown.split("\n\n"):
            if not one.startswith("|"):
                continue
            check_table(one)
            assert one.count("$") % 2 == 0
            for row in ("printed", "witness", "repair", "effect", "rests on it", "chapter"):
                assert f"\n| {row} " in one, one[:60]
    assert sorted(seen) == sorted(wrong)
    with pytest.raises(ValueError, match="group must be"):
        ledger_chapters.errata_cards("typo", records)


def test_counts_are_those_of_the_report(records: list[Record]) -> None:
    shown = ledger_chapters.errata_counts(records).markdown
    check_table(shown)
    head = report(records)["headline"]
    for group, count in head["errata"].items():
        assert f"| {group} | {count} |" in shown
    shown = ledger_chapters.repairs(records).markdown
    check_table(shown)
    for effect, count in head["repairs"].items():
        assert re.search(rf"\| {effect} \| .* \| {count} \|", shown)
    assert f"| all | | {sum(head['repairs'].values())} |" in shown


def test_theorems_name_the_errata_below_them(records: list[Record]) -> None:
    shown = ledger_chapters.below_theorems(records).markdown
    theorems = [i.id for i in inventory.items() if i.kind == "theorem"]
    assert check_table(shown) == len(theorems)
    row = next(line for line in shown.splitlines() if line.startswith("| T3 |"))
    assert "T3" in row.split("|")[3]


def test_coverage_has_a_row_per_kind(records: list[Record]) -> None:
    covered = coverage(records)
    shown = ledger_chapters.coverage_table(records).markdown
    assert check_table(shown) == len(covered.shares()) + 2
    share = covered.share(CHECKABLE)
    assert f"| {share.total} | {share.strong} | {share.percent:.0f} % |" in shown


def test_again_asks_the_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    run = running.run_claim
    monkeypatch.setattr(running, "run_claim", lambda claim: asked.append(claim.id) or run(claim))
    shown = ledger_chapters.again("N22").markdown
    assert "N22" in asked
    check_table(shown)
    assert "| printed | refuted |" in shown and "| corrected | holds |" in shown
    with pytest.raises(ValueError, match="T99"):
        ledger_chapters.again("T99")


def test_long_lists_are_cut_theorems_first() -> None:
    names = [f"I{k}" for k in range(1, 20)] + ["T2"]
    shown = ledger_chapters.brief(names)
    assert shown.startswith("T2, I1, I2") and shown.endswith(" and 8 more")
    assert ledger_chapters.brief([]) == "nothing else"
    assert ledger_chapters.brief(["L4"]) == "L4"


def test_maps_show_every_claim_and_every_erratum(records: list[Record]) -> None:
    fig, (top, bottom) = plt.subplots(2)
    ledger_chapters.verdict_map(top, records)
    spans = [s for r in records for s in inventory.spans(r.claim.lines)]
    assert len(top.lines) == len(spans)
    ledger_chapters.errata_map(bottom, records)
    assert sum(len(line.get_xdata()) for line in bottom.lines) == len(ledger.refuted(records))
    plt.close(fig)


def test_the_numbers_on_the_page_are_those_of_a_report_made_now(records: list[Record]) -> None:
    """The chapter's stored output against the ledger of today, number by number."""
    chapter = nbformat.read(ROOT / "book" / "ledger.ipynb", 4)
    texts = [
        o.text for c in chapter.cells if c.cell_type == "code" for o in c.outputs if "text" in o
    ]
    head = report(records)["headline"]
    first = texts[0]
    assert first.startswith(f"{head['claims']} claims; ")
    assert f"{head['items']['covered']} of {head['items']['listed']} listed items" in first
    for count in head["verdicts"].values():
        assert re.search(rf" {count}$", first, re.M)
    assert f"{head['mutants']['refuted']} of {head['mutants']['stated']} mutants refuted" in first
    share = head["shares"]["checkable"]
    assert f"{share['strong']} ({share['percent']:.0f} %)" in first


def test_what_no_kernel_theorem_decides_is_counted_and_has_a_reason(records: list[Record]) -> None:
    counts, shown = kernel_chapter.outside_kernel().markdown.split("\n\n")
    check_table(shown)
    rows = [re.split(r" (?<!\\)\| ", row.strip("| ")) for row in shown.splitlines()[2:]]
    assert all(len(row) == 4 and row[3] for row in rows)
    claims = mathematics(records)
    known = [
        r
        for r in claims
        if r.by_kernel or (r.effective_strength == "proved" and r.verdict in ESTABLISHED)
    ]
    assert {row[0] for row in rows} == {r.claim.id for r in claims} - {r.claim.id for r in known}
    found = [int(n) for n in re.findall(r"\d+", counts)]
    decided = sum(r.by_kernel for r in claims)
    assert found[:2] == [len(claims), decided]
    assert found[4:] == [len(known) - decided, len(rows)]
    # Every theorem, lemma, proposition and corollary that the paper numbers is decided in Coq.
    assert found[2] == found[3] == 37
