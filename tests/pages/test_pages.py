"""The pages in a real browser: the mathematics is typeset, and a phone can show it.

Sphinx does not notice bad LaTeX; MathJax does.  A page is opened once for a wide screen and once
for a phone; what was seen there is kept for all tests.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from _browser import (  # noqa: F401
    PHONE_WIDTH,
    Chrome,
    address,
    browser,
    browsers,
    complaints,
    every_page,
    loaded,
    texts,
    visit,
    width,
)

LOOK = r"""
const all = (selector) => [...document.querySelectorAll(selector)];
const html = (elements) => elements.map(e => e.outerHTML.slice(0, 400));
const text = document.querySelector("main article").cloneNode(true);
text.querySelectorAll("pre, code, script, mjx-container").forEach(e => e.remove());
return {
  formulas: all("main .math").length,
  typeset: all("main mjx-container").length,
  // An unknown macro is shown in red rather than as an error.
  failed: html(all("mjx-merror, [data-mjx-error], mjx-container mjx-mtext[style*='red']")),
  source: text.textContent.match(/\\[\[\](]|\$\$|\\(frac|mathbb|theta|mu|le|sqrt)\b/g) || [],
  nameless: html([...document.images].filter(i => !i.alt.trim())),
  empty: html([...document.images].filter(i => i.complete && !i.naturalWidth)),
};
"""


@dataclass(frozen=True)
class Seen:
    """What one visit on a wide screen has shown."""

    formulas: int
    typeset: int
    failed: list[str]
    source: list[str]
    nameless: list[str]
    empty: list[str]
    complaints: list[str]
    loaded: list[str]


@pytest.fixture(scope="module")
def kept() -> dict[str, Any]:
    """Pages that were visited, and what was seen there."""
    return {}


@pytest.fixture
def seen(browser: Chrome, address: str, kept: dict[str, Any], entry: str) -> Seen:  # noqa: F811
    if entry not in kept:
        visit(browser, address, entry)
        found = browser.execute_script(LOOK)
        kept[entry] = Seen(**found, complaints=complaints(browser), loaded=loaded(browser))
    return kept[entry]


@every_page
def test_mathematics_is_typeset_without_errors(seen: Seen, entry: str) -> None:
    assert seen.typeset >= seen.formulas, f"{seen.formulas} formulas, {seen.typeset} typeset"
    assert not seen.failed


@every_page
def test_no_formula_is_left_as_source(seen: Seen, entry: str) -> None:
    """Text outside of code that still looks like LaTeX was never given to MathJax."""
    assert not seen.source


@every_page
def test_the_console_is_clean(seen: Seen, entry: str) -> None:
    assert not seen.complaints


@every_page
def test_everything_comes_from_the_book_itself(seen: Seen, address: str, entry: str) -> None:  # noqa: F811
    assert not [name for name in seen.loaded if not name.startswith((address, "data:"))]


@every_page
def test_every_picture_is_there_and_has_alternative_text(seen: Seen, entry: str) -> None:
    assert not seen.nameless
    assert not seen.empty


@every_page
def test_a_phone_needs_no_sideways_scrolling(browser: Chrome, address: str, entry: str) -> None:  # noqa: F811
    visit(browser, address, entry, PHONE_WIDTH)
    page_width = browser.execute_script("return document.scrollingElement.scrollWidth")
    assert page_width <= PHONE_WIDTH


def test_code_can_be_copied_and_a_chapter_taken_away(browser: Chrome, address: str) -> None:  # noqa: F811
    """Every cell has a button that copies it; the page offers its notebook, or its source."""
    visit(browser, address, "book/setting")
    cells = len(texts(browser, "main div.cell_input pre"))
    assert cells and cells == len(texts(browser, "main div.cell_input button.copybtn"))
    for entry, suffix in (("book/setting", ".ipynb"), ("book/notation", ".md")):
        visit(browser, address, entry)
        script = (
            "return [...document.querySelectorAll('a.btn-download-source-button')].map(a => a.href)"
        )
        (source,) = browser.execute_script(script)
        assert source == f"{address}/_sources/{entry}{suffix}"
