"""Readers who see little, use no mouse or read in the dark: axe-core looks at every page.

axe (https://github.com/dequelabs/axe-core) checks the rules of WCAG 2, levels A and AA, with all
that folds unfolded.  Three things keep it fast.  Formulas, some thousand elements of MathJax, are
replaced by a letter of their colour and size, and of the tokens of code one of each kind is kept;
two pages are checked as they are.  Contrast is checked for one element of each look.  And the dark
theme is switched on in the same visit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import pytest

from _browser import (  # noqa: F401
    PHONE_WIDTH,
    Chrome,
    address,
    browser,
    browsers,
    every_page,
    theme,
    visit,
)

AXE = (files("axe_core_python") / "axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa"]
CONTRAST = "color-contrast"

#: Outside the contents, but a reader comes there as well.
OTHERS = ["book/report", "search", "genindex", "py-modindex"]
#: Tables, boxes, cards and code; slides; the explorers; the graph; signatures; the report.
ON_A_PHONE = ["book/setting", "book/tail", "book/explore", "book/dependencies", "book/api_tails"]
AS_THEY_ARE = ["book/intro", "book/glossary"]

#: What the theme does and no style sheet can mend: (rule, selector that the element must match).
KNOWN: dict[tuple[str, str], str] = {}

OPEN = """
document.querySelectorAll("details").forEach(e => e.open = true);
const style = document.createElement("style");
style.textContent = "* { transition: none !important; animation: none !important; }";
document.head.append(style);
"""

LIGHTEN = """
const formulas = [...document.querySelectorAll("mjx-container, math:not(mjx-container math)")];
const sizes = formulas.map(e => e.getBoundingClientRect());
formulas.forEach((formula, k) => {
  const letter = document.createElement("span");
  letter.textContent = "x";
  letter.style.cssText = `display: inline-block; width: ${sizes[k].width}px;`
    + `height: ${sizes[k].height}px`;
  formula.matches("math") ? formula.replaceWith(letter) : formula.replaceChildren(letter);
});
const kinds = new Set();
document.querySelectorAll(".highlight pre span:not(:has(*))").forEach(token => {
  const kind = token.className + token.closest(".highlight").parentElement.className;
  if (kinds.has(kind)) { token.replaceWith(token.textContent); }
  kinds.add(kind);
});
"""

# A look: colour, size, weight and what lies behind.
ONE_OF_EACH_LOOK = """
document.querySelectorAll("[data-look]").forEach(e => e.removeAttribute("data-look"));
const behind = new Map([[null, ""]]);
const below = e => {
  if (!behind.has(e)) {
    const s = getComputedStyle(e);
    const own = [s.backgroundColor, s.backgroundImage, s.opacity, s.filter, s.position].join();
    const plain = "rgba(0, 0, 0, 0),none,1,none,static";
    behind.set(e, below(e.parentElement) + (own === plain ? "" : "|" + own));
  }
  return behind.get(e);
};
const looks = new Set();
document.querySelectorAll("body *").forEach(e => {
  if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) { return; }
  if (!e.getClientRects().length) { return; }
  const s = getComputedStyle(e);
  const look = [s.color, s.fill, s.fontSize, s.fontWeight, below(e)].join();
  if (!looks.has(look)) { e.setAttribute("data-look", ""); }
  looks.add(look);
});
return looks.size;
"""

RUN = """
const [known, options, done] = arguments;
const context = options.look ? {include: [["[data-look]"]]} : document;
const allowed = (rule, target) => known.some(([r, selector]) =>
  r === rule && document.querySelector(target)?.matches(selector));
axe.run(context, {resultTypes: ["violations"], ...options.run}).then(result => done(
  result.violations.flatMap(v => v.nodes.filter(n => !allowed(v.id, n.target[0])).map(n =>
    `${v.id}: ${n.target.join(" ")}\\n  ${n.html.slice(0, 160)}\\n  `
    + n.failureSummary.replace(/\\n/g, "\\n  ")))
), error => done([String(error)]));
"""

# A picture's labels are dark, and behind them, whatever the theme, it must be light.  A figure has
# a version for the dark, with light labels on a dark ground, and its other version is hidden there.
WRONG_GROUND = """
const channel = v => v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4;
const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
const numbers = text => text.match(/[\\d.]+/g).map(Number);
return [...document.querySelectorAll("main img")].filter(image => {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const paint = canvas.getContext("2d");
  paint.drawImage(image, 0, 0, 4, 4, 0, 0, 1, 1);  // the corner is never drawn upon
  const [r, g, b, a] = paint.getImageData(0, 0, 1, 1).data;
  let behind = [18, 18, 18];
  for (let e = image; e; e = e.parentElement) {
    const [x, y, z, alpha = 1] = numbers(getComputedStyle(e).backgroundColor);
    if (alpha === 1) { behind = [x, y, z]; break; }
  }
  const filter = getComputedStyle(image).filter;
  const dimmed = Number(filter.match(/brightness\\(([\\d.]+)\\)/)?.[1] ?? 1);
  const seen = [r, g, b].map((v, k) => (v * a + behind[k] * (255 - a)) / 255 * dimmed);
  const turned = image.matches(".shown-in-dark");
  if (image.matches(".shown-in-light, .shown-in-dark")) {
    const hidden = getComputedStyle(image).display === "none";
    if (hidden === turned) { return true; }
    if (hidden) { return false; }
  }
  return turned ? light(seen) > 0.02 : light(seen) < 0.4;
}).map(image => image.outerHTML.slice(0, 200));
"""


@dataclass(frozen=True)
class Found:
    """What one visit has shown: violations in light and in dark, pictures on a wrong ground."""

    light: list[str]
    dark: list[str]
    pictures: list[str]


def violations(browser: Chrome, rules: list[str], *, look: bool = False) -> list[str]:  # noqa: F811
    known = [list(key) for key in KNOWN]
    run: dict[str, Any] = {"runOnly": rules}
    if rules == RULES:
        run["rules"] = {CONTRAST: {"enabled": False}}
    return list(browser.execute_async_script(RUN, known, {"look": look, "run": run}))


def contrast(browser: Chrome) -> list[str]:  # noqa: F811
    assert browser.execute_script(ONE_OF_EACH_LOOK) > 0
    return violations(browser, [CONTRAST], look=True)


def examine(browser: Chrome, address: str, entry: str, pixels: int = 1280) -> Found:  # noqa: F811
    theme(browser, "light")
    visit(browser, address, entry, pixels)
    theme(browser, "light")
    browser.execute_script(OPEN)
    if entry not in AS_THEY_ARE:
        browser.execute_script(LIGHTEN)
    browser.execute_script(AXE)
    light = violations(browser, RULES) + contrast(browser)
    theme(browser, "dark")
    return Found(light, contrast(browser), browser.execute_script(WRONG_GROUND))


@pytest.fixture(scope="module")
def kept() -> Iterator[dict[str, Found]]:
    yield {}


@pytest.fixture
def found(browser: Chrome, address: str, kept: dict[str, Found], entry: str) -> Found:  # noqa: F811
    if entry not in kept:
        kept[entry] = examine(browser, address, entry)
    return kept[entry]


def told(violated: list[str]) -> str:
    return "\n".join(["", *violated])


@every_page
def test_a_page_is_accessible(found: Found, entry: str) -> None:
    assert not found.light, told(found.light)


@every_page
def test_a_page_can_be_read_in_the_dark(found: Found, entry: str) -> None:
    assert not found.dark, told(found.dark)
    assert not found.pictures, told(found.pictures)


@pytest.mark.parametrize("entry", OTHERS)
def test_so_can_report_search_and_index(found: Found, entry: str) -> None:
    assert not found.light + found.dark, told(found.light + found.dark)


@pytest.mark.parametrize("entry", ON_A_PHONE)
def test_a_phone_changes_nothing(browser: Chrome, address: str, entry: str) -> None:  # noqa: F811
    """What scrolls there and not on a desk can be reached with keys; the menus have names."""
    on_phone = examine(browser, address, entry, PHONE_WIDTH)
    assert not on_phone.light + on_phone.dark, told(on_phone.light + on_phone.dark)


def test_the_checks_find_what_they_should(browser: Chrome, address: str) -> None:  # noqa: F811
    """Grey on grey, a picture without a ground, a field without a name, an id that stands twice."""
    visit(browser, address, "book/references")
    theme(browser, "dark")
    browser.execute_script(OPEN)
    browser.execute_script(AXE)
    assert not violations(browser, RULES) + contrast(browser)
    browser.execute_script(
        """
        const more = document.createElement("div");
        more.innerHTML = "<p style='color: #777; background: #888'>grey</p>"
          + "<input id='twice'><p id='twice'>x</p><label for='twice'></label>";
        const image = document.createElement("img");
        image.alt = "a picture";
        image.style.background = "transparent";
        document.querySelector("main article").append(more, image);
        """
    )
    seen = " ".join(violations(browser, RULES) + contrast(browser))
    for rule in ("color-contrast:", "label:", "duplicate-id-aria:"):
        assert rule in seen
    assert browser.execute_script(WRONG_GROUND)
