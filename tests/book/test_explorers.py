"""Explorers: what is printed as JavaScript is the formula, and a page without scripts has numbers.

What the scripts compute is compared with Python in ``test_explorers_browser``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy as sp
from bs4 import BeautifulSoup

from glbtheory.book._page_files import page_file
from glbtheory.book.explorers import potentials as playground
from glbtheory.book.explorers import regret_bounds, self_concordance
from glbtheory.book.explorers._javascript import (
    careful,
    forget,
    function,
    library,
    log_lower,
    printed,
)
from glbtheory.book.explorers._page import Choice, Control, Explorer, show
from glbtheory.formulas import FORMULAS, SYMBOLS, D, T, gamma, link_constants, value
from glbtheory.regret import potentials, sharper_horizon, useful_horizon
from glbtheory.setting.forgetting import Discount, Window
from glbtheory.setting.links import binomial, logistic

LARGEST = 45_000
MAKERS = [
    regret_bounds.bound_explorer,
    self_concordance.cone_explorer,
    playground.potential_playground,
]
every_explorer = pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)


# --- the printer ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FORMULAS)
def test_every_formula_is_printed(name: str) -> None:
    """The incomplete gamma function, which JavaScript does not have, by its logarithm."""
    text = printed(FORMULAS[name].expression)
    assert "Not supported" not in text and "lowergamma" not in text


@pytest.mark.parametrize("name", [n for n, f in FORMULAS.items() if not f.uses])
def test_the_careful_form_is_the_same_function(name: str) -> None:
    """Fifty digits of both at a point where nothing is special."""
    expression = FORMULAS[name].expression
    point = {s: sp.Rational(k + 7, 3) for k, s in enumerate(SYMBOLS.values())}
    point |= {gamma: sp.Rational(19, 20), SYMBOLS["delta"]: sp.Rational(1, 7)}
    known = {**point, forget: 1 - point[gamma]}
    # log1p and expm1 are sympy's own; written out they are the logarithm and the exponential.
    whole = careful(expression).replace(log_lower, lambda a, x: sp.log(sp.lowergamma(a, x)))
    opened = whole.rewrite(sp.log).rewrite(sp.exp).xreplace(known)
    exact = expression.xreplace(point).evalf(50)
    assert abs(opened.evalf(50) - exact) <= sp.Float("1e-40") * (1 + abs(exact))


@pytest.mark.parametrize(
    "expression",
    [1 - gamma, 1 - gamma**2, 1 - gamma ** (2 * D), sp.log(1 / gamma), sp.log(1 + 1 / T)],
    ids=str,
)
def test_nothing_cancels_next_to_one(expression: Any) -> None:
    """In floats, at γ = 1 - 10^-12, where 1 - γ² in floats would have four right digits."""
    exact = {gamma: 1 - sp.Rational(1, 10**12), D: 30, T: sp.Integer(10) ** 14}
    text = printed(expression)
    names = {"forget": 1e-12, "D": 30.0, "T": 1e14, "Math": np}
    found = eval(text, {"__builtins__": {}}, names)  # what is printed here is Python as well
    assert found == pytest.approx(float(expression.subs(exact).evalf(30)), rel=1e-14)
    assert not re.search(r"\b1 - ", text)


@pytest.mark.parametrize("forgotten", [1e-2, 1e-6, 1e-12])
def test_a_forgotten_volume_keeps_its_digits(forgotten: float) -> None:
    """log((1 + y)/(1 + γy)) of the sharpened potential, whose argument is close to 1."""
    y = 1 / (3 * (1 - gamma))
    expression = sp.log((1 + y) / (1 + gamma * y))
    found = eval(printed(expression), {"__builtins__": {}}, {"forget": forgotten, "Math": np})
    exact = expression.subs(gamma, 1 - sp.Rational(str(forgotten))).evalf(40)
    assert found == pytest.approx(float(exact), rel=1e-14)


def test_what_is_printed_reads_like_the_formula() -> None:
    x, h = sp.symbols("x h", real=True)
    assert printed(sp.exp(h) - 1) == "Math.expm1(h)"
    assert printed(1 - sp.exp(-h)) == "-Math.expm1(-h)"
    assert printed(sp.exp(h) - 1 - h) == "-h + Math.expm1(h)"
    assert printed(x + h - 1) == "h + x - 1"
    assert printed(sp.log(sp.lowergamma(h, x) / T)) == "logLower(h, x) - Math.log(T)"
    assert printed(gamma**D) == "Math.exp(D*Math.log1p(-forget))"
    assert printed(sp.Max(1, 1 / x) + sp.ceiling(x)) == "Math.ceil(x) + Math.max(1, 1/x)"
    assert function(x + h) == "v => { const {h, x} = v; return h + x; }"


def test_a_formula_calls_what_it_uses_and_nothing_is_written_twice() -> None:
    text = library([FORMULAS["beta"], FORMULAS["beta_bar"]])
    assert re.findall(r"^(\w+): v", text, re.M) == ["s_bar", "rho", "beta", "beta_bar"]
    assert text.count("const rho = F.rho(v);") == 2


@pytest.mark.parametrize(
    "call",
    [
        lambda: printed(sp.besselj(0, sp.Symbol("x"))),
        lambda: function(sp.Symbol("x y")),
        lambda: library([FORMULAS["rho"]], {"rho": sp.Integer(1)}),
        lambda: library([], {"a-b": sp.Integer(1)}),
    ],
)
def test_what_cannot_be_printed_is_refused(call: Callable[[], Any]) -> None:
    with pytest.raises(ValueError):
        call()


# --- numbers as text ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (0.0, "0"),
        (0.25, "0.25"),
        (-1.0, "−1"),
        (1234567.4, "1234567"),
        (1200000.0, "1200000"),
        (9.697181e10, "9.69718 × 10¹⁰"),
        (0.0012345678, "0.00123457"),
        (0.00012, "1.2 × 10⁻⁴"),
        (9999999.6, "1 × 10⁷"),
        (float("inf"), "∞"),
        (float("nan"), "–"),
        (None, "–"),
    ],
)
def test_numbers_have_six_digits(x: float | None, text: str) -> None:
    assert show(x) == text


# --- the bound explorer ---------------------------------------------------------------------------

STATE = {"S": 3, "d": 4, "T": 10**6, "delta": "0.01", "Gamma": 5, "link": "binomial", "n": 7}


every_theorem = pytest.mark.parametrize("name", regret_bounds.THEOREMS)


@every_theorem
def test_the_terms_of_a_bound_add_up_to_it(name: str) -> None:
    theorem = regret_bounds.THEOREMS[name]
    for formula in theorem.bounds.values():
        parts = regret_bounds.terms(formula)
        whole = formula.expression
        for norm in formula.uses:
            if norm.name.startswith("regret_norm"):
                whole = whole.subs(norm.symbol, norm.expression)
        assert sp.expand(sum(parts.values()) - whole) == 0
        # A window forgets old data for good: no bias.
        assert [k for k, part in parts.items() if part == 0] == ["bias"] * theorem.window


@every_theorem
def test_terms_are_what_they_are_called(name: str) -> None:
    """Without changes nothing is lost; without old data there is no bias."""
    for formula in regret_bounds.THEOREMS[name].bounds.values():
        parts = regret_bounds.terms(formula)
        assert parts["lost"].subs(SYMBOLS["Gamma"], 0) == 0
        assert not (parts["bonuses"] + parts["bias"]).has(SYMBOLS["Gamma"])
        names = {str(x) for x in parts["bonuses"].free_symbols}
        assert not any("bias" in x or "mixed" in x for x in names)


@every_theorem
def test_values_are_those_of_other_ways(name: str) -> None:
    """``glbtheory value``, in exact numbers, or numpy where γ has a broken power."""
    theorem = regret_bounds.THEOREMS[name]
    free = {"tau": 900} if theorem.window else {"gamma": "0.95"}
    state = {**STATE, "theorem": name, "lam": "2.5", "Delta": "0.1", "u": "0.7", "r": "0.25"}
    found = regret_bounds.values({**state, **free})
    known = {k: v for k, v in state.items() if k in SYMBOLS} | free | link_constants(binomial(7), 3)
    for kind, formula in theorem.bounds.items():
        given = {k: v for k, v in known.items() if k in formula.arguments}
        if "D" in formula.arguments:
            depth = np.log(10.0**6) / np.log(1 / 0.95)
            floats = {k: np.float64(Fraction(str(v)) if k in free else v) for k, v in given.items()}
            floats["D"] = np.ceil(depth) if kind == "sharper" else depth
            exact = float(formula.compiled(**floats))
        else:
            exact = float(value(formula.name, given))
        assert found[kind] == pytest.approx(exact, rel=1e-11), kind


@every_theorem
def test_tuned_values_are_those_of_the_theorem(name: str) -> None:
    """In balls, by modules that know nothing of explorers."""
    state = {**STATE, "link": "logistic", "theorem": name, "Delta": "0.1"}
    found = regret_bounds.values(state)
    problem = useful_horizon.HorizonProblem(
        S=3, d=4, Gamma=5, delta=Fraction(1, 100), Delta=Fraction(1, 10)
    )
    for kind, suffix in (("printed", ""), ("corrected", " corrected")):
        exact = useful_horizon.share(name + suffix, problem, 10**6)
        assert found[f"{kind}_share"] == pytest.approx(exact, rel=1e-13)
    exact = sharper_horizon.share(f"{name} sharpened", problem, 10**6)
    assert found["sharper_share"] == pytest.approx(exact, rel=1e-13)
    assert found["sharper"] < found["corrected"]


@every_theorem
def test_the_terms_add_up_in_numbers(name: str) -> None:
    found = regret_bounds.values({**STATE, "theorem": name, "Delta": "0.1"})
    for kind in regret_bounds.KINDS:
        total = sum(found[f"{kind}_{term}"] for term in regret_bounds.TERMS)
        assert total == pytest.approx(found[kind], rel=1e-13)


def test_a_window_that_is_a_power_is_not_rounded_up_twice() -> None:
    """(d T/Γ)^(2/3) = 100: a whole number, which floats miss on either side."""
    state = {"S": 1, "d": 1, "T": 1000, "Gamma": 1, "delta": 1, "link": "linear", "m": 1}
    assert regret_bounds.values({**state, "theorem": "T5"})["tau"] == 100


@pytest.mark.parametrize("trials", [1, 2, 9])
def test_binomial_constants_are_those_of_the_link(trials: int) -> None:
    printed_ones = regret_bounds._of_links()
    link, S = binomial(trials), sp.Rational(5, 2)
    exact = link_constants(link, S)
    for key in ("k_mu", "c_mu", "m"):
        ours = printed_ones[f"binomial_{key}"].subs({SYMBOLS["n"]: trials, SYMBOLS["S"]: S})
        assert float(ours) == pytest.approx(float(exact[key]), rel=1e-14)
    assert float(exact["c_mu"]) == pytest.approx(float(link.c_mu("5/2")), rel=1e-12)


def test_poisson_rewards_have_a_least_slope_and_no_bound() -> None:
    found = regret_bounds.values({**STATE, "link": "poisson"})
    assert found["c_mu"] == pytest.approx(np.exp(-3))
    assert not {"k_mu", "m", "rho", "printed", "corrected", "sharper"} & set(found)


def test_outside_the_theorem_there_is_no_bound() -> None:
    assert "corrected" in regret_bounds.values({**STATE, "T": 100, "Gamma": 100})
    assert "corrected" not in regret_bounds.values({**STATE, "T": 100, "Gamma": 500})
    for theorem in regret_bounds.THEOREMS:
        still = {**STATE, "theorem": theorem, "Delta": "0.1", "Gamma": 0}
        assert "corrected" not in regret_bounds.values(still)
        assert "corrected" in regret_bounds.values({**still, "gamma": "0.9", "tau": 10})
    unbounded = regret_bounds.values({**STATE, "link": "linear", "m": 2})
    assert "corrected" in unbounded and not {"sharper", "u", "beta_sharper"} & set(unbounded)
    for theorem in ("T1", "T6"):
        wide = {**STATE, "theorem": theorem, "Delta": 8}
        assert "corrected" not in regret_bounds.values(wide)
        assert "corrected" in regret_bounds.values({**wide, "Delta": 7})


@pytest.mark.parametrize("name", ["T1", "T5"])
def test_an_explorer_may_begin_with_another_theorem(name: str) -> None:
    explorer = regret_bounds.bound_explorer(theorem=name, S=1)
    page = BeautifulSoup(explorer._repr_html_(), "html.parser")
    hidden = {e.dd["data-out"] for e in page.select(".facts [hidden]")}
    assert hidden == ({"gamma", "memory", "D", "s_bar"} if name == "T5" else {"tau"})
    problem = useful_horizon.HorizonProblem(S=1, Delta=Fraction(1, 5))
    exact = useful_horizon.first_useful(f"{name} corrected", problem).T0
    assert explorer.values["corrected_from"] == exact
    assert regret_bounds.THEOREMS[name].words in repr(explorer)


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"S": 0}, "S"),
        ({"d": 1.5}, "d"),
        ({"delta": 2}, "delta"),
        ({"link": "poisson"}, "link"),
        ({"T": 10, "Gamma": 1000}, "T"),
        ({"trials": 0, "link": "binomial"}, "n"),
        ({"theorem": "T3"}, "theorem"),
        ({"theorem": "T1", "Delta": 2}, "Delta"),
    ],
)
def test_bad_beginnings_of_the_bound_explorer(changed: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=rf"\b{named}\b"):
        regret_bounds.bound_explorer(**changed)


# --- the cone -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", self_concordance.NAMES)
def test_values_of_the_cone_are_those_of_the_link(name: str) -> None:
    link = self_concordance.links()[name]
    for at, step in ((-1.0, 1.5), (2.25, -3.0), (0.5, 0.05)):
        found = self_concordance.values(name, at, step)
        assert found["mu"] == pytest.approx(float(link.mu(at)), rel=1e-13)
        assert found["slope"] == pytest.approx(float(link.dmu(at)), rel=1e-13)
        points = at + step * (np.arange(2000) + 0.5) / 2000
        mean = np.mean(np.broadcast_to(link.dmu(points), points.shape))
        assert found["mean_slope"] == pytest.approx(mean, rel=1e-5)


def test_the_lemma_holds_where_the_constant_is_one_and_fails_where_it_is_two() -> None:
    worst = dict.fromkeys(self_concordance.NAMES, 0.0)
    for name in self_concordance.NAMES:
        for at in (-4.0, -0.5, 3.0):
            for step in (-2.0, -0.1, 0.7, 4.0):
                found = self_concordance.values(name, at, step)
                assert found["lower_rational"] < found["lower_exponential"]
                worst[name] = max(worst[name], found["lower_ratio"], found["upper_ratio"])
    assert worst.pop("steep") > 1.5
    assert max(worst.values()) <= 1 + 1e-12
    assert worst["poisson"] == pytest.approx(1, abs=1e-12)


def test_at_the_same_point_all_bounds_are_the_slope() -> None:
    found = self_concordance.values("logistic", 1.0, 0.0)
    for key in ("slope", "mean_slope", "lower_exponential", "upper_exponential", "lower_rational"):
        assert found[key] == pytest.approx(float(logistic.dmu(1.0)), rel=1e-15)


def test_curves_are_the_values() -> None:
    steps = np.array([-3.0, -0.5, 0.5, 2.0])
    found = self_concordance.curves("logistic", -1.0, steps)
    for k, step in enumerate(steps):
        exact = self_concordance.values("logistic", -1.0, float(step))
        for key in ("mean_slope", "lower_exponential", "upper_exponential", "lower_rational"):
            assert found[key][k] == pytest.approx(exact[key] / exact["slope"], rel=1e-12)


@pytest.mark.parametrize("bad", [{"link": "probit"}, {"at": 7}, {"step": float("nan")}])
def test_bad_beginnings_of_the_cone(bad: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(bad))):
        self_concordance.cone_explorer(**bad)


# --- the playground -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", playground.PRESETS)
def test_presets_lie_in_the_disc(name: str) -> None:
    actions = playground.preset(name, 20)
    assert actions.shape == (20, 2)
    assert (np.hypot(*actions.T) <= 1 + 1e-15).all()


def test_presets_are_what_they_are_called() -> None:
    assert (playground.preset("same", 3) == [[1, 0]] * 3).all()
    assert (playground.preset("alternate", 3) == [[1, 0], [0, 1], [1, 0]]).all()
    assert (playground.preset("halves", 3) == [[1, 0], [0, 1], [0, 1]]).all()
    sizes = np.hypot(*playground.preset("spiral", 10).T)
    assert sizes == pytest.approx(np.arange(1, 11) / 10)


@pytest.mark.parametrize("memory", [Discount(0.8), Window(5)], ids=str)
@pytest.mark.parametrize("ridge", [0.1, 1.0, 4.0])
def test_the_potential_is_below_every_bound(memory: Any, ridge: float) -> None:
    for name in playground.PRESETS:
        actions = playground.preset(name, 17)
        found = playground.values(actions, memory, ridge, 3)
        assert found["potential"] <= found["best"] <= found["bound"] <= found["any"] * (1 + 1e-12)
        terms = potentials.potential(actions, memory, ridge)
        assert found["norm"] == terms[2] and found["potential"] == pytest.approx(terms.sum())
        assert found["bound_share"] == pytest.approx(found["potential"] / found["bound"])


@pytest.mark.parametrize(
    ("bad", "named"),
    [
        ({"start": "own"}, "name"),
        ({"rounds": 0}, "rounds"),
        ({"rounds": 61}, "rounds"),
        ({"at": 25}, "at"),
        ({"gamma": 1.5}, "gamma"),
        ({"lam": 0}, "lam"),
    ],
)
def test_bad_beginnings_of_the_playground(bad: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        playground.potential_playground(**bad)


# --- the page -------------------------------------------------------------------------------------


@every_explorer
def test_the_page_is_small_self_contained_and_repeatable(make: Callable[[], Explorer]) -> None:
    html = make()._repr_html_()
    assert html == make()._repr_html_()
    assert len(html.encode()) < LARGEST
    assert not re.search(r"https?:|src=|href=|import|url\(|fetch|eval\(", html)
    assert html.count("</script>") == 1


@every_explorer
def test_every_control_has_a_name(make: Callable[[], Explorer]) -> None:
    page = BeautifulSoup(make()._repr_html_(), "html.parser")
    controls = page.select("input, select")
    assert len(controls) >= 3
    unnamed = [c for c in controls if not c.get("aria-label") and c.find_parent("label") is None]
    assert not unnamed
    assert all(svg.get("aria-label") for svg in page.select("svg"))
    assert page.select_one("[role=status]") is not None


@every_explorer
def test_without_scripts_the_numbers_are_there(make: Callable[[], Explorer]) -> None:
    explorer = make()
    page = BeautifulSoup(explorer._repr_html_(), "html.parser")
    outs = {e["data-out"]: e.get_text() for e in page.select("[data-out]")}
    assert len(outs) >= 10
    shown = {e["data-out"] for e in page.select("[data-out]") if not e.find_parent(hidden=True)}
    assert shown <= set(explorer.values)
    assert outs == {key: show(explorer.values.get(key)) for key in outs}


@every_explorer
def test_as_text_an_explorer_is_its_first_state(make: Callable[[], Explorer]) -> None:
    explorer = make()
    text = repr(explorer)
    assert text.splitlines()[0] == explorer.title
    assert 3 <= len(text.splitlines()) <= 6
    assert text == repr(make())
    assert explorer._repr_png_().startswith(b"\x89PNG")


def test_ids_are_unique_among_different_explorers() -> None:
    pages = [make()._repr_html_() for make in MAKERS] + [
        self_concordance.cone_explorer(at=0.5)._repr_html_()
    ]
    ids = [re.findall(r'\sid="([^"]+)"', page) for page in pages]
    assert all(len(found) == 1 for found in ids)
    assert len({found[0] for found in ids}) == len(pages)


def test_scripts_and_style_are_found_beside_the_package() -> None:
    for name in (
        "common.js",
        "regret_bounds.js",
        "self_concordance.js",
        "potentials.js",
        "explorer.css",
    ):
        assert len(page_file("glbtheory.book.explorers", name)) > 1000


def test_bad_controls_are_refused() -> None:
    with pytest.raises(ValueError, match="scale"):
        Control("x", "x", 0, 1, 0.5, scale="square")
    with pytest.raises(ValueError, match="x"):
        Control("x", "x", 0, 1, 2)
    with pytest.raises(ValueError, match="word"):
        Choice("word", "word", {"a": "A"}, "b")
