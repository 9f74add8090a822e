"""Slides: one text for HTML and XML, the same every time, and a browser that can move them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from selenium.webdriver.common.keys import Keys

from _browser import browser, browsers  # noqa: F401
from glbtheory.bandits.diagnostics.confidence_ellipses import Region
from glbtheory.book.drawing.frame_slider import MOST, PAUSE, Slides, slides
from glbtheory.book.drawing.svg_plane import Plane, legend, short, words

PLANE = Plane(10, 10, 200, 10)


def three(**changed: Any) -> Slides:
    given: dict[str, Any] = {
        "frames": [PLANE.draw(PLANE.point((k, k), fill="#D55E00")) for k in range(3)],
        "labels": ["round 1", "round 2 < 3 & more", 'round "3"'],
        "size": (220, 220),
        "alt": "a dot that climbs",
        "start": 1,
        "backdrop": PLANE.draw(PLANE.frame(5)),
        **changed,
    }
    return slides(given.pop("frames"), given.pop("labels"), **given)


# --- the drawings ---------------------------------------------------------------------------------


def test_coordinates_are_short() -> None:
    assert [short(v) for v in (1.25, -0.04, 3.0, -2.51)] == ["1.2", "0", "3", "-2.5"]


def test_a_plane_has_its_origin_in_the_middle_and_looks_upwards() -> None:
    dot = ElementTree.fromstring(PLANE.point((5, 5)))
    assert (dot.get("cx"), dot.get("cy")) == ("150", "50")
    circle = ElementTree.fromstring(PLANE.circle((0, 0), 6))
    assert circle.get("r") == "60"


def test_an_ellipse_turns_against_the_clock() -> None:
    """The long axis of the region lies at 30 degrees; SVG's y axis points down."""
    u = np.array([np.cos(np.pi / 6), np.sin(np.pi / 6)])
    v = np.array([-u[1], u[0]])
    matrix = np.outer(u, u) / 16 + np.outer(v, v)
    drawn = ElementTree.fromstring(PLANE.region(Region(np.array([1.0, 2.0]), matrix, 1.0)))
    assert (drawn.get("rx"), drawn.get("ry")) == ("40", "10")
    assert drawn.get("transform") == "rotate(-30 110 80)"


def test_words_are_escaped_and_styles_are_svg() -> None:
    text = words(1, 2, "a < b & c", font_size=12, fill="#000000")
    assert ElementTree.fromstring(text).text == "a < b & c"
    assert 'font-size="12"' in text


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: Plane(0, 0, 0, 1), "side"),
        (lambda: Plane(0, 0, 1, np.nan), "limit"),
        (lambda: Plane(np.inf, 0, 1, 1), "x"),
        (lambda: PLANE.point((1, 2, 3)), "point"),
        (lambda: PLANE.point((1e9, 0)), "point"),
        (lambda: PLANE.circle((0, 0), -1), "radius"),
        (lambda: PLANE.ellipse((0, 0), (1, 0), 0), "half"),
        (lambda: PLANE.frame(0), "step"),
        (lambda: legend(0, 0, [("square", "name", {})]), "entries"),
    ],
)
def test_bad_drawings_are_refused(call: Any, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        call()


# --- the text -------------------------------------------------------------------------------------


def test_the_html_is_well_formed_and_says_what_it_shows() -> None:
    root = ElementTree.fromstring(three()._repr_html_())
    svg = root.find(".//svg")
    assert svg is not None and svg.get("aria-label") == "a dot that climbs"
    shown = [g.get("style") for g in root.iter("g") if g.get("data-label")]
    assert shown == ["display:none", "display:inline", "display:none"]
    label = root.find("p")
    assert label is not None and label.text == "round 2 < 3 & more"
    (slider,) = root.iter("input")
    assert (slider.get("max"), slider.get("value")) == ("2", "1")
    assert slider.get("aria-label") and slider.get("aria-valuetext") == label.text
    assert all(b.get("type") == "button" for b in root.iter("button"))


def test_the_text_is_a_function_of_the_frames() -> None:
    assert three()._repr_html_() == three()._repr_html_()
    assert repr(three()) == 'slides: 3 frames, round 1 to round "3"; a dot that climbs'


def test_ids_are_unique_among_different_slides() -> None:
    page = "".join(s._repr_html_() for s in (three(), three(start=0), three(alt="another")))
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids)) == 3


def test_nothing_is_loaded() -> None:
    assert not re.search(r"https?:|src=|href=|import", three()._repr_html_())


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"frames": []}, "frames"),
        ({"frames": "<g/>"}, "frames"),
        ({"frames": ["<g>", "<g/>", "<g/>"]}, r"frames\[0\]"),
        ({"frames": ["<g/>", 3, "<g/>"]}, r"frames\[1\]"),
        ({"frames": ["<g/>", "<g/>", '<g id="x"/>']}, "ids"),
        ({"frames": ["<g/>", "<script>1</script>", "<g/>"]}, "scripts"),
        ({"frames": ["<g/>", "<g/>", "<g>" + "x" * MOST + "</g>"]}, "characters"),
        ({"labels": ["one", "two"]}, "labels"),
        ({"labels": ["one", "two", "a\nb"]}, r"labels\[2\]"),
        ({"labels": ["one", "two", " "]}, r"labels\[2\]"),
        ({"alt": " "}, "alt"),
        ({"start": 3}, "start"),
        ({"start": -1}, "start"),
        ({"size": (100, 0)}, "size"),
        ({"size": 100}, "size"),
        ({"backdrop": "<g"}, "backdrop"),
    ],
)
def test_bad_slides_are_refused(changed: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        three(**changed)


# --- in a browser ---------------------------------------------------------------------------------


@pytest.fixture
def page(browser: Any, tmp_path: Path) -> Any:  # noqa: F811
    """Two slides and a copy of the first one, opened from a file."""
    body = "".join(s._repr_html_() for s in (three(), three(start=0), three()))
    html = f"<!doctype html><html><head><meta charset='utf-8'></head><body>{body}</body></html>"
    file = tmp_path / "page.html"
    file.write_text(html, encoding="utf-8")
    browser.get_log("browser")
    browser.get(file.as_uri())
    return browser


def seen(chrome: Any) -> list[list[int]]:
    """The frames that have a size on the screen, for each slide of the page."""
    return chrome.execute_script(
        "return [...document.querySelectorAll('svg[role=img]')].map(s =>"
        " [...s.querySelectorAll('g[data-label]')].map((g, i) =>"
        " g.getBoundingClientRect().width ? i : -1).filter(i => i >= 0))"
    )


def test_each_slide_starts_at_its_frame(page: Any) -> None:
    assert seen(page) == [[1], [0], [1]]
    assert not page.get_log("browser")


def test_moving_a_slider_changes_its_frame_and_no_other(page: Any) -> None:
    slider = page.find_elements("css selector", "input")[0]
    slider.send_keys(Keys.ARROW_RIGHT)
    assert seen(page) == [[2], [0], [1]]
    assert slider.get_attribute("aria-valuetext") == 'round "3"'
    slider.send_keys(Keys.HOME)
    assert seen(page) == [[0], [0], [1]]


def test_buttons_step_and_stop_at_the_ends(page: Any) -> None:
    buttons = page.find_elements("css selector", "[data-step]")
    for _ in range(3):
        buttons[-1].click()
    assert seen(page) == [[1], [0], [2]]
    for _ in range(4):
        buttons[-2].click()
    assert seen(page) == [[1], [0], [0]]


def test_play_goes_to_the_end_and_stops(page: Any) -> None:
    play = page.find_elements("css selector", "[data-part=play]")[0]
    play.click()
    assert play.text == "pause"
    page.execute_async_script(f"setTimeout(arguments[0], {4 * PAUSE})")
    assert seen(page)[0] == [2]
    assert play.text == "play"
