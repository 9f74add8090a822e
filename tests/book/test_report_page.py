"""The report as a page: complete without scripts, nothing loaded, and a browser that can use it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from selenium.webdriver.common.by import By

from _browser import Chrome, browser, browsers, width  # noqa: F401
from _ledger import all_records
from _small_ledger import JENSEN, record, records
from glbtheory.book.report import page as report_page
from glbtheory.claims.model import KernelTheorem, ScopeCondition
from glbtheory.engines.evidence import Evidence
from glbtheory.ledger import report
from glbtheory.ledger.dependencies import with_chains

DATA = report.report(records())
PAGE = report_page.html(records())
SOUP = BeautifulSoup(PAGE, "html.parser")


def text(soup: BeautifulSoup, selector: str) -> str:
    (found,) = soup.select(selector)
    return " ".join(found.get_text(" ").split())


def test_every_link_leads_somewhere_on_the_page() -> None:
    assert not _dead_links(SOUP)


def _dead_links(soup: BeautifulSoup) -> set[str]:
    ids = {e["id"] for e in soup.select("[id]")}
    return {a["href"] for a in soup.select("a[href]") if a["href"][1:] not in ids}


def test_ids_are_unique() -> None:
    ids = [e["id"] for e in SOUP.select("[id]")]
    assert len(ids) == len(set(ids))


def test_nothing_is_loaded() -> None:
    assert not re.search(r"https?://|\bsrc=|@import|url\(", PAGE)
    assert not SOUP.select("link, img, iframe, object")


def test_the_headline_says_what_the_data_say() -> None:
    tiles = text(SOUP, ".tiles")
    assert f"7 of {DATA['headline']['items']['listed']} checkable items covered" in tiles
    assert "9 of 9 nearby false statements refuted" in tiles
    assert "1 errata distinct slips: 1 false as printed; 0 incomplete hypothesis" in tiles
    answer = text(SOUP, "header p")
    assert "No repair changes a rate (" in answer
    assert "Of 3 theorems 3 stand as printed, 0 as corrected, and 0 as their claims" in answer
    assert "2 named hand steps, on which 3 claims rest." in answer


def test_an_erratum_shows_formula_witness_repair_and_dependents() -> None:
    shown = text(SOUP, "#erratum-L4")
    assert shown.startswith("line 3070, L4 : a <wrong> constant & its repair")
    for part in ("x = 3/2, measured = 0.1235; 3/2 < 1 fails", "the note", "T3"):
        assert part in shown
    assert len(SOUP.select("#erratum-L4 math")) >= 3
    assert "None." in text(SOUP, "#errata")


def test_the_ledger_is_a_plain_table_with_everything_in_it() -> None:
    rows = SOUP.select("table.ledger tbody tr")
    assert [r["data-id"] for r in rows] == [e["id"] for e in DATA["ledger"]]
    (row,) = (r for r in rows if r["data-id"] == "L4")
    assert row["data-spans"] == "3065-3078" and row["data-effect"] == "constant"
    assert "hidden" not in row.attrs
    shown = " ".join(row.get_text(" ").split())
    for part in ("lemma:self_concordance", "holds as corrected", "all x", "0.9877", "2/2"):
        assert part in shown


def test_what_is_not_covered_is_said() -> None:
    assert "not covered" in text(SOUP, "#coverage")
    assert text(SOUP, "#coverage").count("not covered") == len(
        [i for i in DATA["coverage"]["items"] if i["claim"] is None]
    )


def test_kernel_theorems_are_shown_with_axioms_and_conditions() -> None:
    finite = ScopeCondition("finitely many rewards", "rewards take <finitely> many values")
    theorem = KernelTheorem("T1", "for all n", conditions=[finite])
    plain = record("T1", ["L2", JENSEN])
    shown = {"theorem": "T1", "statement": "forall n, 0 <= n", "axioms": ["Coq.Logic.C.classic"]}
    found = Evidence(
        "holds",
        "kernel",
        "kernel",
        scope="for all n",
        certificate=shown,
        detail="kernel theorem T1",
    )
    decided = replace(plain, claim=replace(plain.claim, kernel=theorem), kernel=found)
    above = record("T2", ["T1"])
    page = report_page.html(with_chains([decided, above, record("L2")]))
    assert "kernel theorem T1; no axioms but classic" in page
    assert page.count("finitely many rewards: rewards take &lt;finitely&gt; many values") == 2
    assert not _dead_links(BeautifulSoup(page, "html.parser"))
    assert "What no machine checked: 0 named hand steps" in page
    # A theorem that does not count says why.
    old = Evidence("undecided", "kernel", "by hand", detail="kernel theorem T1: older: make proofs")
    page = report_page.html(with_chains([replace(decided, kernel=old), above, record("L2")]))
    assert "kernel theorem T1: older: make proofs" in page


def test_hand_steps_say_what_they_say() -> None:
    assert "f(mean) is at most the mean of f" in text(SOUP, "#step-Jensen")


def test_chapters_are_links_only_where_there_is_a_book() -> None:
    assert "setting.html" not in PAGE
    assert 'href="book/setting.html"' in report_page.html(records(), chapters="book/")


def test_the_file_is_the_page_and_the_same_every_time(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    report_page.write_html(path, records())
    assert path.read_text(encoding="utf-8") == PAGE
    assert [p.name for p in tmp_path.iterdir()] == ["report.html"]


def test_the_report_of_the_ledger_is_whole() -> None:
    found = list(all_records().values())
    soup = BeautifulSoup(report_page.html(found), "html.parser")
    data = report.report(found)
    assert not _dead_links(soup)
    assert len(soup.select("table.ledger tbody tr")) == len(found)
    assert len(soup.select("article")) == len(data["refuted"])
    items = data["headline"]["items"]
    assert f"{items['covered']} of {items['listed']} checkable items covered" in text(
        soup, ".tiles"
    )


# --- in a browser ---------------------------------------------------------------------------------


@pytest.fixture
def page(browser: Chrome, tmp_path: Path) -> Chrome:  # noqa: F811
    path = tmp_path / "report.html"
    path.write_text(PAGE, encoding="utf-8")
    width(browser, 1280)
    browser.get_log("browser")
    browser.get(path.as_uri())
    return browser


def shown_rows(page: Chrome) -> list[str]:
    script = (
        "return [...document.querySelectorAll('table.ledger tbody tr')]"
        ".filter(r => !r.hidden).map(r => r.dataset.id)"
    )
    return list(page.execute_script(script))


def test_words_lines_and_verdicts_filter_the_ledger(page: Chrome) -> None:
    everything = [e["id"] for e in DATA["ledger"]]
    assert shown_rows(page) == everything
    words = page.find_element(By.NAME, "query")
    words.send_keys("l2")  # an id alone means that claim
    assert shown_rows(page) == ["L2"]
    words.clear()
    words.send_keys("wrong repair")
    assert shown_rows(page) == ["L4"]
    page.find_element(By.CSS_SELECTOR, "form.filters button").click()
    assert shown_rows(page) == everything
    line = page.find_element(By.NAME, "line")
    line.send_keys("3066")
    assert shown_rows(page) == ["L4"]
    line.clear()
    page.find_element(By.CSS_SELECTOR, "[name=strength] option[value=sampled]").click()
    assert shown_rows(page) == ["X1"]
    assert page.find_element(By.ID, "shown").text == f"1 of {len(everything)} claims"


def test_a_heading_sorts_both_ways(page: Chrome) -> None:
    button = page.find_element(By.CSS_SELECTOR, "table.ledger th:nth-child(6) button")
    button.click()
    assert shown_rows(page)[-1] == "X1"
    button.click()
    assert shown_rows(page)[0] == "X1"
    head = page.find_element(By.CSS_SELECTOR, "table.ledger th:nth-child(6)")
    assert head.get_attribute("aria-sort") == "descending"


def test_a_link_opens_the_claim_even_if_it_was_filtered_away(page: Chrome) -> None:
    page.find_element(By.NAME, "query").send_keys("T1")
    assert shown_rows(page) == ["T1"]
    page.execute_script("location.hash = '#claim-L4'")
    page.execute_async_script("setTimeout(arguments[0], 50)")
    assert "L4" in shown_rows(page)
    assert page.execute_script("return document.querySelector('#claim-L4 details').open")


def test_a_phone_and_a_dark_room(page: Chrome) -> None:
    width(page, 375)
    assert page.execute_script("return document.scrollingElement.scrollWidth") <= 375
    colour = "return getComputedStyle(document.body).backgroundColor"
    light = page.execute_script(colour)
    dark = {"features": [{"name": "prefers-color-scheme", "value": "dark"}]}
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", dark)
    assert page.execute_script(colour) != light
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert not page.get_log("browser")
