"""Explorers in a real browser: the numbers are Python's, and every way to move them works."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from _browser import PHONE_WIDTH, browser, browsers, width  # noqa: F401
from glbtheory.book.explorers import potentials, regret_bounds, self_concordance
from glbtheory.book.explorers._page import show
from glbtheory.regret import useful_horizon
from glbtheory.setting.forgetting import Discount, Window
from glbtheory.setting.links import binomial, logistic

#: Ten digits.
CLOSE = 1e-10
#: The spiral turns by up to 4π, a number whose last place in floats is 2e-15.
TURNED = 1e-14
KINDS = {"bounds": 0, "cone": 1, "playground": 2}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The three explorers on one page, and the second one once more."""
    makers = (
        regret_bounds.bound_explorer,
        self_concordance.cone_explorer,
        potentials.potential_playground,
    )
    body = "\n".join(make()._repr_html_() for make in (*makers, self_concordance.cone_explorer))
    head = "<meta charset='utf-8'><meta name='viewport' content='width=device-width'>"
    path = tmp_path_factory.mktemp("explorers") / "page.html"
    html = f"<!doctype html><html lang='en'><head>{head}</head><body>{body}</body></html>"
    path.write_text(html, encoding="utf-8")
    return path


@pytest.fixture
def page(browser: Any, file: Path) -> Iterator[Any]:  # noqa: F811
    """The page, freshly opened; nothing may have been said on the console at the end."""
    width(browser, 1000)
    browser.get_log("browser")
    browser.get(file.as_uri())
    yield browser
    assert not browser.get_log("browser")


def root(page: Any, kind: str) -> Any:
    return page.find_elements("css selector", ".explorer")[KINDS[kind]]


def part(page: Any, kind: str, selector: str) -> Any:
    return root(page, kind).find_element("css selector", selector)


def outs(page: Any, kind: str) -> dict[str, str]:
    """All numbers of an explorer as they are read."""
    script = (
        "return Object.fromEntries([...arguments[0].querySelectorAll('[data-out]')]"
        ".map(e => [e.dataset.out, e.textContent]))"
    )
    return page.execute_script(script, root(page, kind))


def computed(page: Any, kind: str, states: list[dict[str, Any]]) -> list[dict[str, float]]:
    """What the script computes for many states; null is no number."""
    script = "return arguments[1].map(s => arguments[0].compute(s).out)"
    found = page.execute_script(script, root(page, kind), states)
    return [{k: math.nan if v is None else float(v) for k, v in row.items()} for row in found]


def choose(page: Any, kind: str, name: str, value: str) -> None:
    part(page, kind, f"[data-choice={name}] option[value='{value}']").click()


def write(page: Any, kind: str, name: str, text: str) -> None:
    field = part(page, kind, f"[data-control={name}] input[type=number]")
    field.clear()
    field.send_keys(text)


def slide(page: Any, kind: str, name: str, *keys: str) -> None:
    part(page, kind, f"[data-control={name}] input[type=range]").send_keys(*keys)


def agree(script: dict[str, float], python: dict[str, float], state: Any) -> None:
    """All numbers that Python has, to ten digits; the script has no others than those it skips."""
    for key, exact in python.items():
        assert script[key] == pytest.approx(exact, rel=CLOSE, abs=0), (key, state)


# --- the numbers are Python's ---------------------------------------------------------------------


def bound_states(theorem: str) -> list[dict[str, Any]]:
    """Every link, small and large horizons, tuned and given γ or τ, and λ."""
    rows: list[dict[str, Any]] = []
    links = ({"link": "logistic"}, {"link": "binomial", "n": 12}, {"link": "linear", "m": 2.5})
    sizes = ((0.1, 1, 50, 1), (1, 3, 8000, 4), (6, 2, 10**11, 2), (15.5, 40, 10**20, 900))
    chosen = (
        (None, None, None),
        ("0.95", 7, None),
        ("0.99999", 12_345, "0.125"),
        (None, None, "40"),
    )
    for link, (S, d, T, changes), (gamma, tau, lam) in product(links, sizes, chosen):
        rows.append(
            {**link, "S": S, "d": d, "T": T, "Gamma": changes, "delta": "0.05", "Delta": "0.3"}
            | {"gamma": gamma, "tau": tau, "lam": lam, "theorem": theorem}
        )
    return rows


def as_script(state: dict[str, Any]) -> dict[str, Any]:
    """The same choice as the controls say it."""
    words = {"link": state["link"], "theorem": state.get("theorem", "T2")}
    numbers = {k: float(v) for k, v in state.items() if k not in words and v is not None}
    own = "tau" if regret_bounds.THEOREMS[words["theorem"]].window else "gamma"
    words["forgetting"] = "tuned" if state.get(own) is None else "given"
    words["ridge"] = "theorem" if state.get("lam") is None else "given"
    return {"n": 1, "m": 1, "gamma": 0.9, "tau": 8, "lam": 1.0, "Delta": 0.2, **numbers, **words}


@pytest.mark.parametrize("theorem", regret_bounds.THEOREMS)
def test_bounds_are_pythons_to_ten_digits(page: Any, theorem: str) -> None:
    """Python takes u and r of the script, and finds none that are better."""
    # Every third one has every link, every size and every choice.
    states = bound_states(theorem)[:: 1 if theorem == "T2" else 3]
    found = computed(page, "bounds", [as_script(s) for s in states])
    spoke = 0
    for state, script in zip(states, found, strict=True):
        directed = {} if math.isnan(script["sharper"]) else {k: repr(script[k]) for k in ("u", "r")}
        python = regret_bounds.values({**state, **directed})
        agree(script, python, state)
        spoke += "corrected" in python
        for kind in regret_bounds.KINDS:
            assert math.isnan(script[kind]) == (kind not in python)
    assert spoke >= 0.8 * len(states)


@pytest.mark.parametrize("theorem", ["T1", "T5"])
def test_the_script_chooses_directions_as_well_as_python(page: Any, theorem: str) -> None:
    """Both stop at three digits on a flat valley; the sharper bounds agree to five."""
    states = bound_states(theorem)[::5]
    found = computed(page, "bounds", [as_script(s) for s in states])
    for state, script in zip(states, found, strict=True):
        python = regret_bounds.values(state)
        if "sharper" in python:
            assert script["sharper"] == pytest.approx(python["sharper"], rel=1e-5), state


PROBLEMS = {
    "logistic": (useful_horizon.HorizonProblem(S=6, d=2, Gamma=2, Delta=Fraction(1, 5)), 0),
    "many changes": (
        useful_horizon.HorizonProblem(
            S=Fraction(1, 2), d=5, Gamma=100, delta=Fraction(1, 1000), Delta=Fraction(1, 10)
        ),
        0,
    ),
    "binomial": (
        useful_horizon.HorizonProblem(S=2, d=1, Gamma=3, link=binomial(4), Delta=Fraction(1, 2)),
        4,
    ),
}


@pytest.mark.parametrize(
    ("theorem", "name"),
    [
        *(("T2", name) for name in PROBLEMS),
        ("T1", "binomial"),
        ("T5", "many changes"),
        ("T6", "logistic"),
    ],
)
def test_horizons_are_pythons(page: Any, theorem: str, name: str) -> None:
    """The sharper ones to three digits, of which the last may differ by one."""
    problem, n = PROBLEMS[name]
    state = {"link": "binomial" if n else "logistic", "n": n, "T": 1000, "theorem": theorem}
    state |= {k: getattr(problem, k) for k in ("S", "d", "Gamma", "delta", "Delta")}
    (found,) = computed(page, "bounds", [as_script(state)])
    for kind in regret_bounds.KINDS:
        exact = regret_bounds.horizon(theorem, kind, problem)
        last = 1.001 * 10 ** (math.floor(math.log10(exact)) - 2)
        close = {"abs": last} if kind == "sharper" else {"rel": CLOSE}
        assert found[f"{kind}_from"] == pytest.approx(exact, **close)


def test_a_horizon_with_a_given_discount_is_where_the_bound_crosses(page: Any) -> None:
    state = {"link": "logistic", "S": 0.5, "d": 1, "Gamma": 1, "delta": "0.05", "T": 1000}
    state |= {"gamma": "0.9999999", "lam": None}
    (found,) = computed(page, "bounds", [as_script(state)])
    T0 = round(found["corrected_from"])
    assert T0 > 1000
    assert regret_bounds.values({**state, "T": T0})["corrected_share"] < 1
    assert regret_bounds.values({**state, "T": T0 - 1})["corrected_share"] >= 1
    (never,) = computed(page, "bounds", [as_script({**state, "gamma": "0.9"})])
    assert math.isnan(never["corrected_from"])


def test_the_cone_is_pythons_to_ten_digits(page: Any) -> None:
    places = list(product((-6.0, -1.0, 0.35, 4.0), (-4.0, -0.05, 0.0, 0.6, 3.15)))
    states = [{"link": name, "z": z, "h": h} for name in self_concordance.NAMES for z, h in places]
    found = computed(page, "cone", states)
    for state, script in zip(states, found, strict=True):
        agree_or_zero(script, self_concordance.values(state["link"], state["z"], state["h"]), state)


def agree_or_zero(script: dict[str, float], python: dict[str, float], state: Any) -> None:
    """As ``agree``; a curvature of 0 has no digits."""
    for key, exact in python.items():
        assert script[key] == pytest.approx(exact, rel=CLOSE, abs=1e-15), (key, state)


def test_the_playground_is_pythons_to_ten_digits(page: Any) -> None:
    rng = np.random.default_rng(np.random.SeedSequence(7))
    states, exact = [], []
    for rounds, ridge, memory in product(
        (1, 7, 60), (0.05, 1.0, 20.0), (Discount(0.5), Discount(0.999), Window(1), Window(9))
    ):
        angle, size = 2 * np.pi * rng.random(rounds), np.sqrt(rng.random(rounds))
        actions = np.stack([size * np.cos(angle), size * np.sin(angle)], axis=1)
        window = isinstance(memory, Window)
        states.append(
            {
                "actions": actions.tolist(),
                "T": rounds,
                "lam": ridge,
                "at": rounds,
                "forgetting": "window" if window else "discount",
                "gamma": 0.9 if window else memory.gamma,
                "tau": memory.tau if window else 8,
            }
        )
        exact.append(potentials.values(actions, memory, ridge, rounds))
    found = computed(page, "playground", states)
    for state, script, python in zip(states, found, exact, strict=True):
        agree(script, python, {k: v for k, v in state.items() if k != "actions"})


@pytest.mark.parametrize("name", potentials.PRESETS)
def test_presets_are_pythons(page: Any, name: str) -> None:
    choose(page, "playground", "preset", name)
    found = page.execute_script("return arguments[0].actions()", root(page, "playground"))
    assert np.allclose(found, potentials.preset(name, 24), rtol=0, atol=TURNED)
    values = potentials.values(potentials.preset(name, 24), Discount(0.9), 1.0, 12)
    assert outs(page, "playground") == {k: show(v) for k, v in values.items()}


@pytest.mark.parametrize(
    ("kind", "make"),
    [
        ("bounds", regret_bounds.bound_explorer),
        ("cone", self_concordance.cone_explorer),
        ("playground", potentials.potential_playground),
    ],
)
def test_the_script_shows_what_python_wrote(page: Any, kind: str, make: Callable[[], Any]) -> None:
    values = make().values
    found = outs(page, kind)
    assert found and found == {key: show(values.get(key)) for key in found}


# --- sliders, fields and keys ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "name", "out"),
    [
        ("bounds", "S", "c_mu"),
        ("bounds", "d", "rho"),
        ("bounds", "T", "corrected"),
        ("bounds", "delta", "beta"),
        ("bounds", "Gamma", "corrected_from"),
        ("cone", "z", "mu"),
        ("cone", "h", "mean_slope"),
        ("playground", "gamma", "volume"),
        ("playground", "lam", "constant"),
        ("playground", "T", "potential"),
        ("playground", "at", "norm"),
        ("playground", "x", "potential"),
        ("playground", "y", "norm"),
    ],
)
def test_an_arrow_key_on_a_slider_changes_the_numbers(
    page: Any, kind: str, name: str, out: str
) -> None:
    before = outs(page, kind)[out]
    field = part(page, kind, f"[data-control={name}] input[type=number]")
    value = field.get_attribute("value")
    # To the left: the first ridge is 1, and C is the same for all larger ones.
    slide(page, kind, name, Keys.ARROW_LEFT)
    assert field.get_attribute("value") != value
    assert outs(page, kind)[out] != before
    spoken = part(page, kind, f"[data-control={name}] input[type=range]")
    assert spoken.get_attribute("aria-valuetext") == field.get_attribute("value")


def test_a_field_moves_its_slider_and_the_numbers(page: Any) -> None:
    write(page, "bounds", "S", "3")
    state = {"S": 3, "d": 2, "T": 8000, "delta": "0.05", "Gamma": 2, "link": "logistic"}
    values = regret_bounds.values(state)
    found = outs(page, "bounds")
    assert found["corrected"] == show(values["corrected"])
    assert part(page, "bounds", "[data-control=S] input").get_attribute("value") == "3"


def test_both_ends_of_a_slider_are_its_limits(page: Any) -> None:
    slide(page, "bounds", "T", Keys.END)
    field = part(page, "bounds", "[data-control=T] input[type=number]")
    assert float(field.get_attribute("value")) == 1e20
    slide(page, "bounds", "T", Keys.HOME)
    assert float(field.get_attribute("value")) == 10


@pytest.mark.parametrize(
    ("name", "text"), [("S", "-1"), ("d", "2.5"), ("T", ""), ("delta", "3"), ("T", "1e30")]
)
def test_a_bad_number_is_named_and_nothing_moves(page: Any, name: str, text: str) -> None:
    before = outs(page, "bounds")
    field = part(page, "bounds", f"[data-control={name}] input[type=number]")
    page.execute_script(
        "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))",
        field,
        text,
    )
    assert field.get_attribute("aria-invalid") == "true"
    said = part(page, "bounds", "[data-part=said]").text
    assert said.startswith(f"{name.replace('delta', 'δ')},") and "must be" in said
    assert outs(page, "bounds") == before
    write(page, "bounds", name, {"d": "3", "T": "9000", "delta": "0.5"}.get(name, "2"))
    assert field.get_attribute("aria-invalid") == "false"
    assert outs(page, "bounds") != before


def test_a_choice_shows_what_it_needs(page: Any) -> None:
    trials = part(page, "bounds", "[data-control=n]")
    assert not trials.is_displayed()
    choose(page, "bounds", "link", "binomial")
    assert trials.is_displayed()
    gamma = part(page, "bounds", "[data-control=gamma]")
    choose(page, "bounds", "forgetting", "given")
    assert gamma.is_displayed()
    state = {"S": 6, "d": 2, "T": 8000, "delta": "0.05", "Gamma": 2, "link": "binomial", "n": 5}
    values = regret_bounds.values({**state, "gamma": "0.9975"})
    assert outs(page, "bounds")["printed"] == show(values["printed"])


def test_a_theorem_shows_what_it_is_about(page: Any) -> None:
    """Δ with gaps, τ with a window; the numbers that do not exist are not there."""
    names = ("[data-control=Delta]", "[data-control=gamma]", "[data-control=tau]")
    names += ("[data-out=gamma]", "[data-out=tau]", "[data-out=s_bar]")
    choose(page, "bounds", "forgetting", "given")
    there = {"T1": "110101", "T5": "001010", "T6": "101010", "T2": "010101"}
    for theorem, wanted in there.items():
        choose(page, "bounds", "theorem", theorem)
        found = [part(page, "bounds", name).is_displayed() for name in names]
        assert found == [word == "1" for word in wanted], theorem
    choose(page, "bounds", "theorem", "T6")
    state = {"S": 6, "d": 2, "T": 8000, "delta": "0.05", "Gamma": 2, "link": "logistic"}
    values = regret_bounds.values({**state, "theorem": "T6", "Delta": "0.2", "tau": 400})
    seen = outs(page, "bounds")
    assert seen["corrected"] == show(values["corrected"])
    assert seen["corrected_bias"] == "0" and seen["tau"] == "400"


def test_a_gap_above_the_largest_reward_is_named(page: Any) -> None:
    choose(page, "bounds", "theorem", "T1")
    write(page, "bounds", "Delta", "1.5")
    assert "smaller Δ" in part(page, "bounds", "[data-part=said]").text
    assert outs(page, "bounds")["corrected"] == "–"


def test_poisson_rewards_say_why_there_is_no_bound(page: Any) -> None:
    choose(page, "bounds", "link", "poisson")
    found = outs(page, "bounds")
    assert found["c_mu"] == show(math.exp(-6)) and found["k_mu"] == "∞"
    assert found["corrected"] == found["rho"] == found["sharper"] == found["printed_from"] == "–"
    assert "Poisson" in part(page, "bounds", "[data-part=said]").text


def test_a_mean_function_without_bounds_has_no_sharper_bound(page: Any) -> None:
    choose(page, "bounds", "link", "linear")
    found = outs(page, "bounds")
    assert found["sharper"] == found["u"] == found["sharper_from"] == "–" != found["corrected"]
    assert "stays in [0, m]" in part(page, "bounds", "[data-part=said]").text


def test_the_status_says_whether_the_bound_speaks(page: Any) -> None:
    """And from which horizon on, for the setting of the paper's figure with one change."""
    said = part(page, "bounds", "[data-part=said]")
    write(page, "bounds", "Gamma", "1")
    values = outs(page, "bounds")
    assert "no policy can lose more than m T = 8000" in said.text
    assert f"{values['corrected']}, is above it and says nothing" in said.text
    assert f"from T = {values['corrected_from']} on" in said.text
    assert f"sharper bound from about T = {values['sharper_from']} on" in said.text
    write(page, "bounds", "T", "1e12")
    assert "is below it and says something" in said.text
    write(page, "bounds", "Gamma", "0")
    assert "Choose your own" in said.text
    write(page, "bounds", "Gamma", "1")
    choose(page, "bounds", "forgetting", "given")
    assert "γ stays the same when T grows" in said.text


def test_the_cone_says_which_link_is_too_steep(page: Any) -> None:
    said = part(page, "cone", "[data-part=said]")
    assert "lies between" in said.text
    choose(page, "cone", "link", "poisson")
    assert "cannot be improved" in said.text
    choose(page, "cone", "link", "steep")
    write(page, "cone", "z", "-5")
    assert "too steep" in said.text


def test_two_copies_do_not_disturb_each_other(page: Any) -> None:
    copies = page.find_elements("css selector", "[aria-label^='Self-concordance']")
    assert len(copies) == 2
    numbers = [c.find_element("css selector", "[data-out=mu]") for c in copies]
    first = numbers[0].text
    assert numbers[1].text == first
    copies[1].find_element("css selector", "[data-control=z] input").send_keys(Keys.ARROW_RIGHT)
    assert numbers[0].text == first != numbers[1].text


# --- dragging, and the same by keys ---------------------------------------------------------------


def test_a_handle_moves_by_arrow_keys_and_keeps_the_focus(page: Any) -> None:
    handle = part(page, "cone", "[data-handle=z]")
    page.execute_script("arguments[0].focus()", handle)
    for _ in range(3):
        page.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
    field = part(page, "cone", "[data-control=z] input[type=number]")
    assert float(field.get_attribute("value")) == pytest.approx(-0.85)
    assert outs(page, "cone")["mu"] == show(float(logistic.mu(-0.85)))
    assert page.switch_to.active_element.get_attribute("data-handle") == "z"
    page.switch_to.active_element.send_keys(Keys.PAGE_DOWN)
    assert float(field.get_attribute("value")) == pytest.approx(-1.35)


@pytest.mark.parametrize("name", ["z", "h"])
def test_a_handle_follows_the_pointer(page: Any, name: str) -> None:
    handle = part(page, "cone", f"[data-handle={name}]")
    page.execute_script("arguments[0].scrollIntoView({block: 'center'})", handle)
    field = part(page, "cone", f"[data-control={name}] input[type=number]")
    before = float(field.get_attribute("value"))
    ActionChains(page).drag_and_drop_by_offset(handle, 60, 0).perform()
    moved = float(field.get_attribute("value"))
    assert moved > before + 0.5
    found = {k: float(field.get_attribute("value")) for k in [name]}
    state = {"z": -1.0, "h": 1.5, **found}
    exact = self_concordance.values("logistic", state["z"], state["h"])
    assert outs(page, "cone")["mean_slope"] == show(exact["mean_slope"])


def test_an_action_moves_by_keys_and_stays_in_the_disc(page: Any) -> None:
    handle = part(page, "playground", "[data-handle=action]")
    page.execute_script("arguments[0].focus()", handle)
    for _ in range(12):
        page.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
    actions = page.execute_script("return arguments[0].actions()", root(page, "playground"))
    assert actions[11] == pytest.approx([1.0, 0.0])
    select = part(page, "playground", "[data-choice=preset] select")
    assert select.get_attribute("value") == "own"
    values = potentials.values(np.array(actions), Discount(0.9), 1.0, 12)
    assert outs(page, "playground") == {k: show(v) for k, v in values.items()}
    page.switch_to.active_element.send_keys(Keys.PAGE_UP)
    field = part(page, "playground", "[data-control=at] input[type=number]")
    assert field.get_attribute("value") == "13"


def test_an_action_follows_the_pointer(page: Any) -> None:
    dot = part(page, "playground", "[data-action='24']")
    page.execute_script("arguments[0].scrollIntoView({block: 'center'})", dot)
    ActionChains(page).drag_and_drop_by_offset(dot, -100, 60).perform()
    actions = np.array(
        page.execute_script("return arguments[0].actions()", root(page, "playground"))
    )
    assert actions.shape == (24, 2) and np.hypot(*actions[23]) < 0.9
    assert np.allclose(actions[:23], potentials.preset("spiral", 24)[:23], rtol=0, atol=TURNED)
    field = part(page, "playground", "[data-control=at] input[type=number]")
    assert field.get_attribute("value") == "24"
    values = potentials.values(actions, Discount(0.9), 1.0, 24)
    assert outs(page, "playground") == {k: show(v) for k, v in values.items()}


def test_fewer_rounds_than_the_one_shown(page: Any) -> None:
    write(page, "playground", "T", "5")
    field = part(page, "playground", "[data-control=at] input[type=number]")
    assert field.get_attribute("value") == "5"
    values = potentials.values(potentials.preset("spiral", 5), Discount(0.9), 1.0, 5)
    assert outs(page, "playground") == {k: show(v) for k, v in values.items()}


def test_the_ellipse_is_that_of_the_design_matrix(page: Any) -> None:
    choose(page, "playground", "preset", "same")
    ellipse = part(page, "playground", "ellipse")
    scale = float(part(page, "playground", "circle.frame").get_attribute("r"))
    half = [float(ellipse.get_attribute(name)) / scale for name in ("rx", "ry")]
    weight = sum(0.9**k for k in range(11))
    assert half == pytest.approx([1 / math.sqrt(1 + weight), 1], abs=1e-3)
    assert "rotate(0" in ellipse.get_attribute("transform").replace("-0", "0")


# --- both themes, small screens, no scripts -------------------------------------------------------

CONTRAST = """
const light = text => {
  const [r, g, b] = text.match(/[\\d.]+/g).slice(0, 3).map(x => x / 255).map(
    x => x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const card = light(getComputedStyle(arguments[0]).backgroundColor);
const ratio = text => {
  const [a, b] = [light(text), card].sort();
  return (b + 0.05) / (a + 0.05);
};
const inked = [...arguments[0].querySelectorAll("td, th, dt, dd, label, p")].map(
  e => getComputedStyle(e).color);
const drawn = [...arguments[0].querySelectorAll("svg text")].map(e => getComputedStyle(e).fill);
const lines = [...arguments[0].querySelectorAll(".a, .b, .c")].map(e => getComputedStyle(e).stroke);
const least = list => Math.min(...list.map(ratio));
return [least(inked), least(drawn.length ? drawn : inked), least(lines)];
"""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("kind", KINDS)
def test_both_themes_are_readable(page: Any, kind: str, theme: str) -> None:
    page.execute_script("document.documentElement.dataset.theme = arguments[0]", theme)
    background = root(page, kind).value_of_css_property("background-color")
    assert ("255, 255, 255" in background) == (theme == "light")
    text, drawn, lines = page.execute_script(CONTRAST, root(page, kind))
    assert text >= 4.5 and drawn >= 4.5 and lines >= 3
    name = {"bounds": "S", "cone": "z", "playground": "lam"}[kind]
    before = outs(page, kind)
    slide(page, kind, name, Keys.ARROW_LEFT)
    assert outs(page, kind) != before


def test_a_phone_needs_no_sideways_scrolling(page: Any) -> None:
    width(page, PHONE_WIDTH)
    page.refresh()
    assert page.execute_script("return document.scrollingElement.scrollWidth") <= PHONE_WIDTH
    wide = page.execute_script(
        "return [...document.querySelectorAll('.explorer svg[data-drawing]')]"
        ".map(e => e.getBoundingClientRect().width)"
    )
    assert len(wide) == 7 and all(250 <= w <= PHONE_WIDTH for w in wide)


def test_drawings_are_redrawn_when_the_window_changes(page: Any) -> None:
    svg = part(page, "bounds", "svg[data-drawing]")
    before = svg.get_attribute("width")
    width(page, 500)
    page.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
    assert svg.get_attribute("width") != before


def test_nothing_is_loaded(page: Any) -> None:
    assert page.execute_script("return performance.getEntriesByType('resource').length") == 0


def test_without_scripts_there_are_numbers_and_no_dead_controls(
    browser: Any,  # noqa: F811
    file: Path,
) -> None:
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.get(file.as_uri())
        shown = part(browser, "bounds", "[data-out=corrected]")
        assert shown.is_displayed() and shown.text == show(
            regret_bounds.bound_explorer().values["corrected"]
        )
        assert not any(e.is_displayed() for e in browser.find_elements("css selector", "input"))
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
