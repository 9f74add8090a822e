"""The graph on a page: one text for HTML and XML, a link per node, and a browser that walks it."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from _browser import Chrome, browser, browsers, width  # noqa: F401
from _small_graph import some
from _small_ledger import circle, small, wrong
from glbtheory.book.graph import style
from glbtheory.book.graph.interactive import anchor, graph_page
from glbtheory.book.graph.style import COLOURINGS, HAND, LOOKS
from glbtheory.ledger import dependencies

PAGE = graph_page(some(), "report")
ROOT = ElementTree.fromstring(PAGE._repr_html_())


def node(name: str) -> ElementTree.Element:
    (found,) = (a for a in ROOT.iter("a") if a.get("data-n") == name)
    return found


# --- the look -------------------------------------------------------------------------------------


def test_no_two_strengths_share_a_colour_or_a_shape() -> None:
    solid = [look for look in LOOKS.values() if not look.hollow]
    assert len({look.colour for look in LOOKS.values()}) == len(LOOKS)
    assert len({look.outline for look in solid}) == len({look.marker for look in solid})
    assert len({(look.outline, look.hollow) for look in LOOKS.values()}) == len(LOOKS)
    assert len({(look.marker, look.hollow) for look in LOOKS.values()}) == len(LOOKS)


def test_a_node_has_three_strengths() -> None:
    shown = style.nodes(some())
    assert shown["T1"].strengths == ("by hand", "searched", "proved")
    assert shown["L2"].strengths == ("by hand", "enumerated", "proved")
    assert shown["Jensen"].kind == HAND
    assert [n for n, k in shown.items() if k.ring] == ["L4"]
    assert not shown["Z1"].listed and shown["T1"].large is False  # a step, in these tests
    assert shown["L4"].large


def test_the_words_name_the_weakest_link() -> None:
    assert style.nodes([wrong()])["L4"].words == (
        "L4 (lemma, lines 3065-3078): a <wrong> constant & its repair. ✎ holds as corrected; "
        "alone certified, hand steps granted certified, whole chain certified"
    )


def test_counts_are_of_claims_and_hand_steps() -> None:
    shown = style.nodes(some())
    found = style.counts(shown, "claim alone")
    assert (found["proved"], found["sampled"], found[HAND]) == (5, 1, 2)
    assert sum(found.values()) == len(shown)
    with pytest.raises(ValueError, match="colouring must be one of"):
        style.counts(shown, "taste")


def test_circles_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="circle"):
        graph_page(circle())


# --- the text -------------------------------------------------------------------------------------


def test_every_node_is_a_link_with_words_and_its_arrows() -> None:
    arrows = dependencies.arrows(some())
    names = [a.get("data-n") for a in ROOT.iter("a") if a.get("data-n")]
    assert names == list(arrows)
    for name, below in arrows.items():
        kept = [names[int(k)] for k in (node(name).get("data-d") or "").split()]
        assert kept == below
        title = node(name).find("title")
        assert title is not None and (title.text or "").startswith(name)


def test_links_lead_to_rows_or_to_chapters() -> None:
    assert node("T1").get("href") == "#claim-T1"
    assert node("Jensen").get("href") == "#step-Jensen"
    book = ElementTree.fromstring(graph_page(some(), "book")._repr_html_())
    links = {a.get("data-n"): a.get("href") for a in book.iter("a")}
    assert (links["T1"], links["Jensen"]) == ("setting.html", "dependencies.html")
    with pytest.raises(ValueError, match="place must be one of book, report"):
        graph_page(some(), "poster")


def test_anchors_are_plain() -> None:
    assert anchor("Auer, Cesa-Bianchi and Fischer 2002", True) == (
        "step-Auer-Cesa-Bianchi-and-Fischer-2002"
    )


def test_the_thin_lines_are_those_that_nothing_implies() -> None:
    (lines,) = (p for p in ROOT.iter("path") if p.get("data-part") == "arrows")
    count = sum(map(len, dependencies.reduced(dependencies.arrows(some())).values()))
    assert (lines.get("d") or "").count("M") == count


def test_the_text_is_a_function_of_the_records() -> None:
    assert graph_page(some())._repr_html_() == graph_page(iter(some()))._repr_html_()
    assert repr(graph_page(some())) == "graph: 9 claims, 2 hand steps, 9 arrows"
    assert graph_page(small())._repr_html_() != graph_page(some())._repr_html_()


def test_nothing_is_loaded() -> None:
    assert not re.search(r"https?:|src=|import", PAGE._repr_html_())


# --- in a browser ---------------------------------------------------------------------------------


@pytest.fixture
def page(browser: Chrome, tmp_path: Path) -> Chrome:  # noqa: F811
    path = tmp_path / "graph.html"
    head = '<!DOCTYPE html><html><head><meta charset="utf-8"></head><body>'
    path.write_text(head + PAGE._repr_html_(), encoding="utf-8")
    width(browser, 1280)
    browser.get_log("browser")
    browser.get(path.as_uri())
    return browser


def part(page: Chrome, name: str) -> WebElement:
    return page.find_element(By.CSS_SELECTOR, f"[data-part={name}]")


def named(page: Chrome, condition: str) -> set[str]:
    script = (
        "return [...document.querySelectorAll('.n')]"
        f".filter(e => {condition}).map(e => e.dataset.n)"
    )
    return set(page.execute_script(script))


SEEN = "!e.classList.contains('gone')"
LIT = f"{SEEN} && !e.classList.contains('dim')"


def test_pointing_at_a_node_shows_both_sides(page: Chrome) -> None:
    assert "Point at a node" in part(page, "said").text
    target = page.find_element(By.CSS_SELECTOR, "[data-n=L2] .mark")
    ActionChains(page).move_to_element(target).perform()
    assert "Rests on 2 others, 2 of them directly; 3 rest on it." in part(page, "said").text
    assert named(page, LIT) == {"A1", "Jensen", "L2", "T1", "T2", "Z1"}


def test_search_dims_what_does_not_match(page: Chrome) -> None:
    part(page, "query").send_keys("sampled")
    assert named(page, LIT) == {"X1"}
    assert part(page, "count").text == "1 found"


def test_focus_shows_a_neighbourhood_and_escape_the_whole(page: Chrome) -> None:
    part(page, "query").send_keys("T1", Keys.ENTER)
    assert named(page, SEEN) == {"Z1", "T1", "L2", "L10"}
    assert "T1 rests directly on:" in part(page, "lists").text
    page.find_element(By.CSS_SELECTOR, "[data-part=depth] option[value='2']").click()
    assert named(page, SEEN) == {"Z1", "T1", "L2", "L10", "A1", "Jensen"}
    page.find_element(By.CSS_SELECTOR, "[data-n=L2] .mark").click()  # walks on
    assert "L2 rests directly on:" in part(page, "lists").text
    part(page, "query").send_keys(Keys.ESCAPE)
    assert named(page, SEEN) == set(dependencies.arrows(some()))


def test_claims_beyond_the_list_can_go(page: Chrome) -> None:
    part(page, "ours").click()
    assert named(page, SEEN) == set(dependencies.arrows(some())) - {"Z1", "L10"}


def test_colours_and_shapes_follow_the_choice(page: Chrome) -> None:
    shape = "return document.querySelector('[data-n=T1] .mark').getAttribute('d')"
    assert page.execute_script(shape) == LOOKS["by hand"].outline
    options = part(page, "colouring").find_elements(By.TAG_NAME, "option")
    assert [o.text for o in options] == list(COLOURINGS)
    options[1].click()
    assert page.execute_script(shape) == LOOKS["searched"].outline
    legend = page.find_element(By.CSS_SELECTOR, "[data-look=searched] span").text
    assert int(legend) == style.counts(PAGE.nodes, COLOURINGS[1])["searched"]


def test_keys_walk_along_the_arrows(page: Chrome) -> None:
    page.execute_script("document.querySelector('[data-n=T2]').focus()")
    where = "return document.activeElement.dataset.n"
    keys = ActionChains(page)
    keys.send_keys(Keys.ARROW_DOWN).perform()
    assert page.execute_script(where) in {"L2", "Markov"}
    keys.send_keys(Keys.ARROW_UP).perform()
    assert page.execute_script(where) in {"T1", "T2"}
    assert len(named(page, "e.getAttribute('tabindex') === '0'")) == 1
    keys.send_keys(Keys.ENTER).perform()
    assert page.current_url.split("#")[1] in {"claim-T1", "claim-T2"}
    assert not page.get_log("browser")
