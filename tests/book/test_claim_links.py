"""Ids of claims are links where they are words of the text, and nowhere else."""

from __future__ import annotations

import re

import pytest

from _book import BuiltBook, toc_entries
from glbtheory import ledger
from glbtheory.book import records
from glbtheory.book.extensions.claim_links import ASIDE, PAGE, linked, shown
from glbtheory.book.extensions.hover_previews import FOLDER
from glbtheory.claims import all_claims

LINK = '<a class="claim" href="report.html#claim-T2">T2</a>'


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("<p>T2, (T2) and T2.</p>", f"<p>{LINK}, ({LINK}) and {LINK}.</p>"),
        ("<td><strong>T2</strong></td>", f"<td><strong>{LINK}</strong></td>"),
        ("<p>T2.</p><code>T2</code>T2", f"<p>{LINK}.</p><code>T2</code>{LINK}"),
        ("<br/>T2<a href='x'><em>T2</em></a>", f"<br/>{LINK}<a href='x'><em>T2</em></a>"),
    ],
)
def test_ids_in_the_text_are_links(text: str, wanted: str) -> None:
    assert linked(text, ["T2"]) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "<p>T22, XT2, T2x, T2.5, x/T2, 'T2', T2(x), -T2</p>",
        '<span class="math notranslate">\\(T2 &lt; 1\\)</span>',
        '<div class="math notranslate"><span class="eqno">(1)</span>\\[T2\\]</div>',
        "<h2>T2</h2><pre><span>T2</span></pre><summary>T2</summary><svg><text>T2</text></svg>",
        "<!-- T2 --><script>T2 < 3</script><p title='T2'>Q7</p>",
    ],
)
def test_ids_elsewhere_stay(text: str) -> None:
    assert linked(text, ["T2"]) == text


def test_the_pages_have_them_and_what_they_show(built_book: BuiltBook) -> None:
    found = {
        entry: re.findall(
            r'<a class="claim" href="report.html#claim-(\w+)">(\w+)</a>',
            built_book.page(entry).read_text(encoding="utf-8"),
        )
        for entry in toc_entries()
    }
    assert len(found["book/errata"]) > 400 and len(found["book/regret"]) > 50
    refuted = {e["id"] for e in ledger.refuted(records())}
    assert refuted <= {name for name, _ in found["book/errata"]}
    assert not found[ASIDE]
    assert all(a == b for pairs in found.values() for a, b in pairs)
    text = (built_book.html / FOLDER / f"{PAGE}.js").read_text(encoding="utf-8")
    assert not [name for name in all_claims() if f'"{name}": ' not in text]


def test_what_is_shown_is_the_ledger_of_today() -> None:
    (record,) = records(["T2"])
    assert record.claim.title in shown(record)
    assert f"{record.strength}</p>" in shown(record) and "holds as corrected" in shown(record)
