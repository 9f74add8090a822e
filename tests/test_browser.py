"""The pages in a real browser: the mathematics is typeset, and a phone can show it.

Sphinx does not notice bad LaTeX; MathJax does.  The browser is the system's Chromium.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import Chrome, ChromeOptions, ChromeService

from _book import BuiltBook, toc_entries

PHONE_WIDTH = 375
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-proxy-server",
    "--window-size=1280,1000",
]

# The browser asks for an icon on its own account, and the book has none; sphinx-thebe, which
# Jupyter Book always loads and this book never uses, declares its settings twice.
HARMLESS = ("favicon.ico", "Identifier 'THEBE_JS_URL' has already been declared")

every_page = pytest.mark.parametrize("entry", toc_entries())


def find_browser() -> tuple[str, str]:
    """Chromium and its driver; without them there is nothing to test with."""
    names = ("chromium", "chromium-browser", "google-chrome")
    browser = next(filter(None, map(shutil.which, names)), None)
    driver = shutil.which("chromedriver")
    if browser and driver:
        return browser, driver
    message = (
        "chromium or chromedriver not found: the pages were NOT checked in a browser "
        "(on Debian: apt-get install chromium chromium-driver)"
    )
    if os.environ.get("CI"):
        pytest.fail(message)
    pytest.skip(message)


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the tests read the browser's console instead."""


@pytest.fixture(scope="module")
def address(built_book: BuiltBook) -> Iterator[str]:
    """The built pages on a free loopback port."""
    assert built_book.returncode == 0, built_book.log
    handler = partial(QuietHandler, directory=str(built_book.html))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def start(profile: Path) -> Chrome:
    binary, driver = find_browser()
    options = ChromeOptions()
    options.binary_location = binary
    for flag in [*FLAGS, f"--user-data-dir={profile}"]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    chrome = Chrome(options=options, service=ChromeService(driver))
    chrome.set_page_load_timeout(60)
    chrome.set_script_timeout(60)
    return chrome


@pytest.fixture(scope="module")
def browsers() -> Iterator[list[Chrome]]:
    """At most one browser, which the tests of a file share."""
    shared: list[Chrome] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NO_PROXY", "127.0.0.1,localhost")  # the driver listens on loopback
        patch.setenv("no_proxy", "127.0.0.1,localhost")
        yield shared
        for chrome in shared:
            chrome.quit()


@pytest.fixture
def browser(browsers: list[Chrome], tmp_path_factory: pytest.TempPathFactory) -> Chrome:
    """The browser; one that crashed fails the test in which it did, and not all that follow."""
    try:
        assert browsers[0].title is not None
    except (IndexError, WebDriverException):
        browsers[:] = [start(tmp_path_factory.mktemp("profile"))]
    return browsers[0]


def width(browser: Chrome, pixels: int) -> None:
    """Give the page a screen of this width; a headless window alone stops at about 500."""
    metrics = {"width": pixels, "height": 1000, "deviceScaleFactor": 1, "mobile": pixels < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def visit(browser: Chrome, address: str, entry: str, pixels: int = 1280) -> None:
    """Open a page and wait until MathJax, where the page has it, is done."""
    width(browser, pixels)
    browser.get_log("browser")
    browser.get(f"{address}/{entry}.html")
    browser.execute_async_script(
        """
        const done = arguments[0];
        const maths = document.querySelector(".math, .output.text_latex") !== null;
        const wait = () => window.MathJax?.startup?.promise
            ? window.MathJax.startup.promise.then(() => done()) : setTimeout(wait, 50);
        maths ? wait() : done();
        """
    )


def texts(browser: Chrome, selector: str) -> list[str]:
    script = "return [...document.querySelectorAll(arguments[0])].map(e => e.outerHTML)"
    return [html[:400] for html in browser.execute_script(script, selector)]


@every_page
def test_mathematics_is_typeset_without_errors(browser: Chrome, address: str, entry: str) -> None:
    visit(browser, address, entry)
    formulas = len(texts(browser, "main .math"))
    typeset = len(texts(browser, "main mjx-container"))
    assert typeset >= formulas, f"{formulas} formulas, {typeset} typeset"
    assert not texts(browser, "mjx-merror, [data-mjx-error]")
    # An unknown macro is shown in red rather than as an error.
    assert not texts(browser, "mjx-container mjx-mtext[style*='red']")


@every_page
def test_no_formula_is_left_as_source(browser: Chrome, address: str, entry: str) -> None:
    """Text outside of code that still looks like LaTeX was never given to MathJax."""
    visit(browser, address, entry)
    left = browser.execute_script(
        r"""
        const page = document.querySelector("main article").cloneNode(true);
        page.querySelectorAll("pre, code, script, mjx-container").forEach(e => e.remove());
        return page.textContent.match(/\\[\[\](]|\$\$|\\(frac|mathbb|theta|mu|le|sqrt)\b/g) || [];
        """
    )
    assert not left


@every_page
def test_the_console_is_clean(browser: Chrome, address: str, entry: str) -> None:
    visit(browser, address, entry)
    severe = [e["message"] for e in browser.get_log("browser") if e["level"] == "SEVERE"]
    assert not [message for message in severe if not any(known in message for known in HARMLESS)]


@every_page
def test_everything_comes_from_the_book_itself(browser: Chrome, address: str, entry: str) -> None:
    visit(browser, address, entry)
    script = "return performance.getEntriesByType('resource').map(e => e.name)"
    loaded = browser.execute_script(script)
    assert not [name for name in loaded if not name.startswith((address, "data:"))]


@every_page
def test_every_picture_has_alternative_text(browser: Chrome, address: str, entry: str) -> None:
    visit(browser, address, entry)
    script = "return [...document.images].filter(i => !i.alt.trim()).map(i => i.outerHTML)"
    assert not [html[:200] for html in browser.execute_script(script)]


@every_page
def test_a_phone_needs_no_sideways_scrolling(browser: Chrome, address: str, entry: str) -> None:
    visit(browser, address, entry, PHONE_WIDTH)
    page_width = browser.execute_script("return document.scrollingElement.scrollWidth")
    assert page_width <= PHONE_WIDTH


def test_code_can_be_copied_and_a_chapter_taken_away(browser: Chrome, address: str) -> None:
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
