"""A real browser for the tests: the system's Chromium, the built pages, and how to visit one.

A test file imports the fixtures that it uses (``browsers`` always goes with ``browser``).
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import Chrome, ChromeOptions, ChromeService

from _book import BuiltBook, toc_entries

DESK_WIDTH = 1280
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
    # The network is cut: no name but the loopback has an address.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
]
MISSING = (
    "chromium or chromedriver not found: the pages were NOT checked in a browser "
    "(on Debian: apt-get install chromium chromium-driver)"
)

every_page = pytest.mark.parametrize("entry", toc_entries())


def find_browser() -> tuple[str, str]:
    """Chromium and its driver; without them there is nothing to test with."""
    names = ("chromium", "chromium-browser", "google-chrome")
    browser = next(filter(None, map(shutil.which, names)), None)
    driver = shutil.which("chromedriver")
    if browser and driver:
        return browser, driver
    if os.environ.get("CI"):
        pytest.fail(MISSING)
    pytest.skip(MISSING)


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


@pytest.fixture(scope="module")
def folder(built_book: BuiltBook) -> str:
    """The built pages as files."""
    assert built_book.returncode == 0, built_book.log
    return built_book.html.resolve().as_uri()


def start(profile: Path) -> Chrome:
    binary, driver = find_browser()
    options = ChromeOptions()
    options.binary_location = binary
    for flag in [*FLAGS, f"--user-data-dir={profile}"]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    chrome = Chrome(options=options, service=ChromeService(driver))
    chrome.set_page_load_timeout(120)
    chrome.set_script_timeout(300)
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


def theme(browser: Chrome, mode: str) -> None:
    """Light or dark: what the reader's system asks for, and what the page's own button sets."""
    wanted = [{"name": "prefers-color-scheme", "value": mode}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": wanted})
    script = "Object.assign(document.documentElement.dataset, {mode: %r, theme: %r})"
    browser.execute_script(script % (mode, mode))


def visit(browser: Chrome, address: str, entry: str, pixels: int = DESK_WIDTH) -> None:
    """Open a page and wait until MathJax, where the page has it, is done."""
    width(browser, pixels)
    browser.get_log("browser")
    browser.get(f"{address}/{entry}.html")
    settle(browser)


def settle(browser: Chrome) -> None:
    """Wait until MathJax, where the page has it, is done."""
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


def complaints(browser: Chrome) -> list[str]:
    """What the console has reported as an error since it was last asked."""
    return [str(e["message"]) for e in browser.get_log("browser") if e["level"] == "SEVERE"]


def loaded(browser: Chrome) -> list[Any]:
    """The address of everything that the page has loaded."""
    return list(
        browser.execute_script("return performance.getEntriesByType('resource').map(e => e.name)")
    )
