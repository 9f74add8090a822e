"""What a reader does in a browser: follow a link, search, open the book from a disk, offline.

The browser has no network (``_browser.FLAGS``); most of these pages are opened from their files.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from bs4 import BeautifulSoup
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from _book import BuiltBook, toc_entries
from _browser import (  # noqa: F401
    Chrome,
    address,
    browser,
    browsers,
    complaints,
    folder,
    loaded,
    settle,
    texts,
    visit,
)

#: Seconds until the first page can be read.
USABLE = 1.0
TRIES = 5


def until(browser: Chrome, script: str, *arguments: object) -> Any:  # noqa: F811
    """What the script returns as soon as that is true; half a minute at most."""
    return WebDriverWait(browser, 30, 0.1).until(lambda b: b.execute_script(script, *arguments))


# --- links to boxes -------------------------------------------------------------------------------

BOX_LINKS = """
return [...document.querySelectorAll("main article a.reference.internal[href*='#']")]
  .filter(a => /^[A-Z]\\w+ [\\d.]+$/.test(a.textContent.trim()) && a.checkVisibility())
  .filter(a => (a.pathname === location.pathname) === arguments[0]);
"""

# Where the box of the address is, between the bar at the top and the lower edge.
PLACE = """
const box = document.getElementById(decodeURIComponent(location.hash.slice(1)));
const bar = document.querySelector(".bd-header-article").getBoundingClientRect();
const at = box.getBoundingClientRect();
return {title: box.querySelector(".admonition-title").textContent.trim(), top: at.top,
        bar: Math.max(0, bar.bottom), screen: window.innerHeight};
"""

STILL = """
const done = arguments[0];
let last = -1;
const look = () => {
  if (window.scrollY === last) { done(); } else { last = window.scrollY; setTimeout(look, 300); }
};
look();
"""


def follow(browser: Chrome, link: Any) -> tuple[str, dict[str, Any]]:  # noqa: F811
    """Click a link as a reader does; the link's text, and where its box then is."""
    text, target = str(link.text).strip(), str(link.get_attribute("href"))
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", link)
    browser.execute_async_script(STILL)
    link.click()
    until(browser, "return location.href === arguments[0]", target)
    settle(browser)
    browser.execute_async_script(STILL)
    return text, dict(browser.execute_script(PLACE))


@pytest.mark.parametrize("same_page", [True, False], ids=["on the page", "elsewhere"])
@pytest.mark.parametrize("entry", ["book/regret", "book/tail", "book/boxes"])
def test_a_link_leads_to_its_box(
    browser: Chrome,  # noqa: F811
    folder: str,  # noqa: F811
    entry: str,
    same_page: bool,
) -> None:
    """The box has the number that the link says, and its title is seen."""
    visit(browser, folder, entry)
    links = browser.execute_script(BOX_LINKS, same_page)
    if not links:
        assert same_page and entry == "book/boxes"  # it has no boxes of its own
        return
    text, place = follow(browser, links[-1])
    assert re.fullmatch(re.escape(text) + r"( +\(.+\))?", place["title"], re.DOTALL)
    assert place["bar"] <= place["top"] < place["screen"] - 40


# --- search ---------------------------------------------------------------------------------------


def theorem(html: Path, entry: str) -> str:
    """The title of the first theorem of a page."""
    soup = BeautifulSoup((html / f"{entry}.html").read_text(encoding="utf-8"), "html.parser")
    shown = soup.select_one("div.proof.theorem > .admonition-title")
    assert shown is not None
    found = re.search(r"\((.+)\)$", shown.get_text().strip())
    assert found is not None
    return found[1]


@pytest.mark.parametrize("where", ["from a server", "from the disk"])
@pytest.mark.parametrize("entry", ["book/regret", "book/tail"])
def test_search_finds_a_theorem(
    browser: Chrome,  # noqa: F811
    built_book: BuiltBook,
    address: str,  # noqa: F811
    folder: str,  # noqa: F811
    where: str,
    entry: str,
) -> None:
    """A title that is typed into the field of the first page leads to the theorem's page."""
    visit(browser, address if where == "from a server" else folder, toc_entries()[0])
    until(browser, "return document.readyState === 'complete'")
    browser.execute_script(
        "[...document.querySelectorAll('.search-button__button')]"
        ".find(b => b.checkVisibility()).click()"
    )
    fields = browser.find_elements(By.CSS_SELECTOR, "input[type=search]")
    field = next(f for f in fields if f.is_displayed())
    field.send_keys(theorem(built_book.html, entry), Keys.ENTER)
    until(browser, "return /search\\.html/.test(location.href)")
    script = "return [...document.querySelectorAll('#search-results li > a')].map(a => a.href)"
    finished = "return /found/.test(document.querySelector('.search-summary')?.textContent ?? '')"
    until(browser, finished)
    found = [urlsplit(link).path for link in browser.execute_script(script)]
    assert any(path.endswith(f"/{entry}.html") for path in found[:5]), found
    assert not complaints(browser)


# --- from the disk --------------------------------------------------------------------------------


def test_there_is_no_network(browser: Chrome) -> None:  # noqa: F811
    with pytest.raises(WebDriverException, match="ERR_NAME_NOT_RESOLVED"):
        browser.get("http://example.org/")


def test_the_first_page_is_there_at_once(browser: Chrome, folder: str) -> None:  # noqa: F811
    """Parsed and painted in a second, the best of five.

    On a machine that has more to do than it has processors, a page gets its share of them only.
    """
    share = min(1.0, (os.cpu_count() or 1) / max(os.getloadavg()[0], 0.1))
    times = []
    for _ in range(TRIES):
        visit(browser, folder, toc_entries()[0])
        assert browser.find_element(By.CSS_SELECTOR, "main article h1").is_displayed()
        times.append(
            until(
                browser,
                """
                const paint = performance.getEntriesByName("first-contentful-paint")[0];
                const parsed = performance.getEntriesByType("navigation")[0];
                return paint && Math.max(paint.startTime, parsed.domContentLoadedEventEnd) / 1000;
                """,
            )
        )
    assert min(times) * share < USABLE, (times, share)


@pytest.mark.parametrize("entry", ["book/setting", "book/errata", "book/report"])
def test_formulas_and_figures_need_no_server(browser: Chrome, folder: str, entry: str) -> None:  # noqa: F811
    visit(browser, folder, entry)
    formulas = len(texts(browser, "main .math"))
    assert len(texts(browser, "main mjx-container")) >= formulas
    assert len(texts(browser, "mjx-container, math")) > 20
    assert not texts(browser, "mjx-merror, [data-mjx-error]")
    empty = "return [...document.images].filter(i => !i.naturalWidth).map(i => i.src)"
    assert not browser.execute_script(empty)
    assert not [name for name in loaded(browser) if not name.startswith((folder, "data:"))]
    assert not complaints(browser)


def test_sliders_need_no_server(browser: Chrome, folder: str) -> None:  # noqa: F811
    visit(browser, folder, "book/explore")
    explorers = browser.find_elements(By.CSS_SELECTOR, ".explorer")
    assert explorers
    for explorer in explorers:
        numbers = (
            "return [...arguments[0].querySelectorAll('[data-out]')].map(e => e.textContent).join()"
        )
        before = browser.execute_script(numbers, explorer)
        sliders = explorer.find_elements(By.CSS_SELECTOR, "input[type=range]")
        next(s for s in sliders if s.is_displayed()).send_keys(*[Keys.RIGHT] * 5)
        assert browser.execute_script(numbers, explorer) != before
    assert not complaints(browser)


def test_slides_need_no_server(browser: Chrome, folder: str) -> None:  # noqa: F811
    visit(browser, folder, "book/at_work")
    slides = browser.find_element(By.CSS_SELECTOR, "[id^='slides-']")
    label = slides.find_element(By.CSS_SELECTOR, "[data-part=label]")
    before = label.text
    slides.find_element(By.CSS_SELECTOR, "[data-step='1']").send_keys(Keys.ENTER)
    assert label.text != before
    assert not complaints(browser)


def test_the_graph_needs_no_server(browser: Chrome, folder: str) -> None:  # noqa: F811
    visit(browser, folder, "book/dependencies")
    browser.find_element(By.CSS_SELECTOR, "[data-part=query]").send_keys("T2", Keys.ENTER)
    assert (
        "T2 rests directly on:" in browser.find_element(By.CSS_SELECTOR, "[data-part=lists]").text
    )
    assert not complaints(browser)


def test_only_formulas_that_scroll_stop_the_tabulator(browser: Chrome, folder: str) -> None:  # noqa: F811
    """A page has hundreds of formulas; a reader at the keyboard wants the next link."""
    visit(browser, folder, "book/regret", 500)
    script = """
    const all = [...document.querySelectorAll("mjx-container")];
    const scrolls = e => /auto|scroll/.test(getComputedStyle(e).overflowX)
      && e.scrollWidth > e.clientWidth;
    const stops = all.filter(e => e.tabIndex >= 0);
    const wanted = all.filter(scrolls);
    return stops.length === wanted.length && wanted.every(e => e.tabIndex === 0)
      ? [all.length, stops.length] : null;
    """
    formulas, stops = until(browser, script)
    assert formulas > 100 and 0 < stops < formulas / 4
