"""Orders against numbers: displays at enormous arguments grow with the exponents computed."""

from __future__ import annotations

from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest
import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.rates import other_papers, scalings, table_1, unknown_changes
from glbtheory.claims.vocabulary import orders
from glbtheory.claims.vocabulary.orders import GAP, WINDOW, WINDOW_GAP, WORST, Delta, G, T, c, d
from glbtheory.setting.links import linear, logistic

DIRECTIONS = [
    {"T": 1},
    {"T": 1, "Gamma": Fraction(1, 2)},
    {"T": 1, "c_mu": Fraction(-1, 4)},
    {"T": 1, "d": Fraction(1, 5), "Gamma": Fraction(1, 6), "c_mu": Fraction(-1, 9)},
    {"T": 1, "d": Fraction(1, 8), "Delta": Fraction(-1, 20)},
]


def at(direction: dict, log10: int) -> dict:
    """The problem at x = N^y with N = 10^log10; the other numbers are ordinary ones."""
    big = {n: mp.mpf(10) ** (mp.mpf(log10) * y) for n, y in direction.items()}
    plain = {"S": 1, "k_mu": 1, "m": 1, "delta": 0.1, "d": 1, "c_mu": 1, "Gamma": 1, "Delta": 1}
    values = {**plain, **big}
    values["lam"] = values["d"] * mp.log(values["T"])
    return values


def slope(value, direction: dict) -> float:
    """The exponent of N that a function of the problem shows far out.

    Between N = 10^400 and 10^800 a power of log T bends it by a few thousandths only.
    """
    with mp.workdps(2500):
        low, high = (mp.log10(value(at(direction, k))) for k in (400, 800))
        return float((high - low) / 400)


def display(expression, tuning: str):
    """A bound with its tuning put in, as a function of the problem."""
    chosen = f.FORMULAS[tuning]
    symbol = f.tau if tuning.startswith("tau") else f.gamma
    expanded = expression.subs({p.symbol: p.expanded() for p in PARTS})
    compiled = sp.lambdify(list(f.SYMBOLS.values()), expanded, "mpmath")
    tuned = sp.lambdify(list(f.SYMBOLS.values()), chosen.expression, "mpmath")

    def value(problem: dict):
        arguments = {n: problem.get(n) for n in f.SYMBOLS}
        arguments[str(symbol)] = tuned(**arguments)
        return compiled(**arguments)

    return value


PARTS = [f.BETA, f.BETA_WINDOW_END]
DISPLAYS = {
    "worst case": (table_1.WORST_DISPLAY, "gamma_worst_case", WORST),
    "gap": (table_1.GAP_DISPLAY, "gamma_gap", GAP),
    "window": (f.FORMULAS["regret_window"].expression, "tau_worst_case", WINDOW),
    "window, gap": (f.FORMULAS["regret_window_gap"].expression, "tau_gap", WINDOW_GAP),
    "third sum": (scalings.SUMS[2], "gamma_gap", GAP),
}


@pytest.mark.parametrize("direction", DIRECTIONS, ids=str)
@pytest.mark.parametrize("name", DISPLAYS)
def test_a_display_grows_as_its_order_says(name: str, direction: dict) -> None:
    expression, formula, tuning = DISPLAYS[name]
    assert all(r.along(**direction) >= 0 for r in tuning.region), "outside the region"
    found = slope(display(expression, formula), direction)
    assert found == pytest.approx(float(tuning.of(expression).along(**direction)), abs=0.012)


@pytest.mark.parametrize("name", ["regret_glm_ucb", "regret_log_ucb1"])
def test_a_baseline_grows_as_its_order_says(name: str) -> None:
    formula = f.FORMULAS[name]
    compiled = sp.lambdify(list(f.SYMBOLS.values()), formula.expanded(), "mpmath")
    for direction in ({"T": 1}, {"T": 1, "d": Fraction(1, 8), "c_mu": Fraction(-1, 3)}):
        found = slope(lambda p: compiled(**{n: p.get(n) for n in f.SYMBOLS}), direction)
        order = table_1.order_of_bound(formula)
        assert found == pytest.approx(float(order.along(**direction)), abs=0.012)


def test_the_order_of_a_tuning_is_read_off_its_formula() -> None:
    assert WORST.order == (c ** "1/2" * G / (d * T)) ** "2/3"
    assert GAP.order == (c * G) ** "1/2" / (d * T ** "1/2")
    assert WINDOW.order == WORST.order**-1 and WINDOW_GAP.order == GAP.order**-1


def test_conditions_and_monomials_in_words() -> None:
    assert orders.condition(T * c * G**2 / d**2) == "Γ_T² T c_μ >= d²"
    assert orders.condition(c**-1) == "1 >= c_μ"
    assert orders.condition(T ** "2/3" / Delta) == "T^(2/3) >= Δ"
    assert (
        orders.order_latex(Delta**-1 * T ** "1/2") == r"\widetilde O\big(\Delta^{-1}\,T^{1/2}\big)"
    )


def test_bandit_over_bandit_against_a_search_over_windows() -> None:
    """min over w <= H of (Γ w + dT/√(c w)) + √(HT), at numbers, has the exponent of the orders."""
    length = c ** "-1/2" * d * T ** "1/2"
    for g in (Fraction(0), Fraction(1, 5), Fraction(1, 2), Fraction(4, 5)):
        direction = {"T": 1, "Gamma": g, "d": Fraction(1, 20), "c_mu": Fraction(-1, 7)}
        y = {n: float(v) for n, v in direction.items()}
        block = float(length.along(**direction))
        w = np.linspace(0, block, 4001)
        bonuses = y["d"] + 1 - y["c_mu"] / 2 - w / 2
        best = np.maximum(y["Gamma"] + w, bonuses).min()
        expected = max(best, (block + 1) / 2)
        fits = WINDOW.order.along(**direction) <= length.along(**direction)
        window = WINDOW.order if fits else length
        order = unknown_changes.blocks("regret_window", window, length)
        assert float(order.along(**direction)) == pytest.approx(expected, abs=2e-3)


def test_a_rate_that_adapts_is_a_maximum() -> None:
    rate = unknown_changes.Adapted(T ** "1/2", "1/2", T ** "1/3")
    assert rate.order == T ** "1/2" * G ** "1/2" + T ** "2/3"
    assert r"\max(\Gamma_T, T^{1/3})^{1/2}" in rate.latex


@pytest.mark.parametrize("link", [logistic, linear], ids=lambda x: x.name)
def test_the_objective_of_the_projection_against_numpy(link) -> None:
    arms = np.array(other_papers.ARMS, dtype=float)
    outside, theta = np.array(other_papers.OUTSIDE, dtype=float), np.array([0.5, -1.25])
    v = (link.mu(arms @ theta) - link.mu(arms @ outside)) @ arms
    V = arms.T @ arms + other_papers.RIDGE * np.eye(2)
    found = other_papers.squared_objective(link, (Fraction(1, 2), Fraction(-5, 4)))
    assert float(found) == pytest.approx(v @ np.linalg.solve(V, v), rel=1e-12)
    assert float(other_papers.squared_objective(link, other_papers.OUTSIDE)) == 0


def test_orders_do_not_know_which_bonus_is_larger() -> None:
    """LogUCB1 has the better rate and, at S = 6 and any practical horizon, the larger bound."""
    glm, log = (f.FORMULAS[n] for n in ("regret_glm_ucb", "regret_log_ucb1"))
    assert table_1.order_of_bound(glm) != table_1.order_of_bound(log)
    known = {**f.link_constants(logistic, 6), "d": 2, "S": 6, "delta": "1/20", "T": 10**9}
    known["lam"] = sp.log(10**9) * 2
    values = [x(**{n: known[n] for n in x.arguments}) for x in (glm, log)]
    assert values[0] < values[1]


def test_a_scope_names_the_tuning_only_if_there_is_one() -> None:
    plain = orders.Tuning.none(T, c**-1)
    assert orders.scales("T", lambda: T, T, plain).decide().scope == "T >= 1, 1 >= c_μ"
    assert orders.scales("T", lambda: T, T, GAP).decide().scope.startswith("gap tuning; T >= 1, ")


def test_the_worst_case_tuning_falls_below_one_half_with_very_many_changes() -> None:
    gamma = 1 - (0.25**0.5 * 750 / 1000) ** (2 / 3)
    assert gamma == pytest.approx(0.47998, abs=1e-5)
    values = {"T": 1000, "Gamma": 750, "d": 1, "c_mu": Fraction(1, 4)}
    assert float(f.FORMULAS["gamma_worst_case"](**values)) == pytest.approx(gamma, rel=1e-12)


@pytest.mark.parametrize("log10", [4, 8, 16])
def test_no_constant_covers_the_logarithm_of_the_rounds_near_a_change(log10: int) -> None:
    """d = Γ_T = Δ = 1, c_μ = 1/4: Γ_T D over the rate is at least log(T)/2, the witness of N10."""
    horizon = 10.0**log10
    forgotten = 0.5 / np.sqrt(horizon)  # 1 - γ
    near = np.log(horizon) / -np.log1p(-forgotten)
    assert np.log(horizon) / 2 <= near / (2 * np.sqrt(horizon)) <= np.log(horizon)


@pytest.mark.parametrize("d, gamma, ridge", [(1, 0.9, 2.0), (3, 0.95, 1.0), (10, 0.99, 8.0)])
def test_basis_vectors_in_turn_keep_their_norm(d: int, gamma: float, ridge: float) -> None:
    """The hand step of S9: ‖a_t‖² >= 1/(λ/c_μ + 1/(1-γ^d)) >= d(1-γ)/4, for 400 rounds."""
    assert d * (1 - gamma) <= 1 and ridge <= 1 / (d * (1 - gamma))
    past = np.zeros((d, d))
    least = 1 / (ridge + 1 / (1 - gamma**d))
    assert least >= d * (1 - gamma) / 4
    for t in range(400):
        action = np.eye(d)[t % d]
        assert action @ np.linalg.solve(past + ridge * np.eye(d), action) >= least
        past = gamma * past + np.outer(action, action)


@pytest.mark.parametrize("window", [1, 10, 100])
def test_with_short_windows_the_bound_is_above_the_horizon(window: int) -> None:
    known = {**f.link_constants(logistic, 1), "S": 1, "delta": "1/20", "T": 10**6, "d": 30}
    known |= {"lam": 30 * sp.log(10**6), "tau": window, "Gamma": 1}
    assert window < 30 * known["lam"]
    bound = f.FORMULAS["regret_window"]
    assert bound(**{n: known[n] for n in bound.arguments}) > 10**6


def test_the_discount_factor_of_the_experiment_costs_a_power_of_the_slope() -> None:
    """With c_μ = N^{-1/4} the bound at γ = 1-(Γ_T/(dT))^{2/3} outgrows that at the theorem's γ."""
    direction = {"T": 1, "c_mu": Fraction(-1, 4)}
    own = slope(display(table_1.WORST_DISPLAY, "gamma_worst_case"), direction)
    compiled = sp.lambdify(
        list(f.SYMBOLS.values()),
        table_1.WORST_DISPLAY.subs({p.symbol: p.expanded() for p in PARTS}),
        "mpmath",
    )

    def without(problem: dict):
        gamma = 1 - (problem["Gamma"] / (problem["d"] * problem["T"])) ** (mp.mpf(2) / 3)
        return compiled(**{n: {**problem, "gamma": gamma}.get(n) for n in f.SYMBOLS})

    assert slope(without, direction) - own == pytest.approx(1 / 24, abs=0.012)


def test_the_row_with_gaps_needs_its_gap() -> None:
    """Δ = N^{-1/20} shows in the bound, and the row does not have it."""
    small = {"T": 1, "Delta": Fraction(-1, 20)}
    found = slope(display(table_1.GAP_DISPLAY, "gamma_gap"), small)
    assert found == pytest.approx(0.5 + 0.05, abs=0.012)
    assert table_1.B4.corrected and table_1.Z81.corrected
