"""Pointing at a link shows what it leads to: from a disk, by mouse and by keyboard."""

from __future__ import annotations

import re
from typing import Any

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from _browser import Chrome, browser, browsers, complaints, folder, visit  # noqa: F401

SHOWN = "const b = document.getElementById('glb-preview'); return b && !b.hidden ? %s : null"


def shown(browser: Chrome, what: str = "b.innerText") -> Any:  # noqa: F811
    return browser.execute_script(SHOWN % what)


def wait(browser: Chrome, what: str = "b.innerText") -> Any:  # noqa: F811
    return WebDriverWait(browser, 20, 0.1).until(lambda b: shown(b, what))


def link(browser: Chrome, pattern: str, kind: str = "article a.reference.internal") -> Any:  # noqa: F811
    """The first visible link of the text whose address matches, in the middle of the window."""
    for found in browser.find_elements(By.CSS_SELECTOR, kind):
        address = found.get_attribute("href") or ""
        if found.is_displayed() and re.search(pattern, address):
            script = "arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})"
            browser.execute_script(script, found)
            return found
    raise AssertionError(f"no visible link to {pattern}")


@pytest.mark.parametrize(
    ("entry", "target", "wanted"),
    [
        ("book/slack", r"regret\.html#thm-regret-worst$", r"Theorem [\d.]+ \(Worst-case regret\)"),
        ("book/mixing", r"#equation-", r"\(\d+\.\d+\)"),
        ("book/setting", r"#fig-", r"^\s*Fig\. [\d.]+"),
        ("book/glossary", r"#term-strength$", r"^strength"),
    ],
)
def test_a_link_shows_its_target(
    browser: Chrome,  # noqa: F811
    folder: str,  # noqa: F811
    entry: str,
    target: str,
    wanted: str,
) -> None:
    visit(browser, folder, entry)
    here = browser.current_url
    ActionChains(browser).move_to_element(link(browser, target)).perform()
    assert re.search(wanted, wait(browser))
    if "fig-" not in target and "term-" not in target:  # formulas are typeset, none is left over
        count = "b.querySelectorAll('.math mjx-container').length"
        WebDriverWait(browser, 20, 0.1).until(
            lambda b: shown(b, count) >= shown(b, "b.querySelectorAll('.math').length") > 0
        )
        assert shown(browser, "b.querySelectorAll('mjx-merror').length") == 0
    inside = "(r => r.left >= 0 && r.top >= 0 && r.right <= innerWidth && r.bottom <= innerHeight)"
    assert shown(browser, f"{inside}(b.getBoundingClientRect())")
    assert browser.current_url == here and not complaints(browser)
    ActionChains(browser).send_keys(Keys.ESCAPE).perform()
    assert shown(browser) is None


def test_the_keyboard_shows_it_too(browser: Chrome, folder: str) -> None:  # noqa: F811
    visit(browser, folder, "book/glossary")
    found = link(browser, r"#term-strength$")
    ActionChains(browser).send_keys(Keys.TAB).perform()  # the reader uses the keyboard
    browser.execute_script("arguments[0].focus()", found)
    assert wait(browser).startswith("strength")
    assert found.get_attribute("aria-describedby") == "glb-preview"
    ActionChains(browser).send_keys(Keys.TAB).perform()
    WebDriverWait(browser, 10, 0.1).until(lambda b: not (shown(b) or "").startswith("strength"))


def test_links_to_sections_and_out_of_the_book_show_nothing(
    browser: Chrome,  # noqa: F811
    folder: str,  # noqa: F811
) -> None:
    visit(browser, folder, "book/glossary")
    ActionChains(browser).move_to_element(link(browser, r"how_to_read\.html#mutant$")).pause(
        1.0
    ).perform()
    assert shown(browser) is None and not complaints(browser)


def test_a_claim_shows_its_title_and_verdict(browser: Chrome, folder: str) -> None:  # noqa: F811
    visit(browser, folder, "book/regret")
    found = link(browser, r"report\.html#claim-T2$", "article a.claim")
    ActionChains(browser).move_to_element(found).perform()
    assert re.match(r"T2 .*\(lines 755-799\)\n✎ holds as corrected · \w+", wait(browser))
    assert not complaints(browser)


def test_a_line_of_the_paper_says_its_claims(browser: Chrome, folder: str) -> None:  # noqa: F811
    visit(browser, folder, "book/intro")
    tall = "return [...document.querySelectorAll('[data-claims]:not([data-claims=\"\"])')].sort("
    tall += "(a, b) => b.height.baseVal.value - a.height.baseVal.value)[0]"
    stroke = browser.execute_script(tall)
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", stroke)
    ActionChains(browser).move_to_element(stroke).perform()
    said = wait(browser)
    first = stroke.get_attribute("data-claims").split()[0]
    assert said.startswith(stroke.get_attribute("data-says")) and f"\n{first} " in said
