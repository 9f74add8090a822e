"""How long a chapter is, and that no formula of a card is cut off."""

from __future__ import annotations

import pytest
from selenium.webdriver import Chrome

from _book import toc_entries
from _browser import DESK_WIDTH, address, browser, browsers, visit

__all__ = ["address", "browser", "browsers"]

#: Pixels of a screen, and how many screens a chapter may have with its cards folded.
SCREEN, MOST = 900, 30
#: Pages to look things up in, not chapters to read.
REFERENCE = {"formal_statements", "api", "api_bandits", "api_ledger", "api_mathematics"}
REFERENCE |= {"api_tails", "references"}

HEIGHT = "return document.documentElement.scrollHeight"
OPEN = "document.querySelectorAll('article details.card').forEach(d => { d.open = true; })"
#: Cells with a formula, or a table of a card, of which a part is out of sight.
CLIPPED = """
const out = e => e.scrollWidth > e.clientWidth + 1;
const cells = [...document.querySelectorAll("div.cell_output table td")];
const tables = [...document.querySelectorAll("details.card .pst-scrollable-table-container")];
return [
  ...cells.filter(t => [...t.querySelectorAll("mjx-container")].some(out)),
  ...tables.filter(out),
].map(e => e.textContent.slice(0, 80));
"""

chapters = pytest.mark.parametrize(
    "entry", [e for e in toc_entries() if e.split("/")[-1] not in REFERENCE]
)


@chapters
def test_a_chapter_has_at_most_thirty_screens(address: str, browser: Chrome, entry: str) -> None:
    visit(browser, address, entry, DESK_WIDTH)
    assert browser.execute_script(HEIGHT) / SCREEN <= MOST


@chapters
def test_no_formula_of_a_card_is_cut_off(address: str, browser: Chrome, entry: str) -> None:
    visit(browser, address, entry, DESK_WIDTH)
    browser.execute_script(OPEN)
    assert not browser.execute_script(CLIPPED)
