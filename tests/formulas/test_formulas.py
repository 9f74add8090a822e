"""The registry of closed forms, and values from command-line style arguments."""

from __future__ import annotations

import mpmath as mp
import pytest

from glbtheory import formulas
from glbtheory.formulas import (
    FORMULAS,
    baselines,
    confidence,
    regret_bounds,
    sharper_confidence,
    sharper_regret_bounds,
)


def test_the_registry_holds_every_formula_of_every_module_once() -> None:
    """Each module's own test has a twin for each of its formulas."""
    listed = [
        *(confidence.CONCENTRATION + confidence.BONUS + sharper_confidence.SHARPENED),
        *(regret_bounds.REGRET + regret_bounds.TUNINGS + regret_bounds.ARMS),
        *(regret_bounds.POTENTIALS + baselines.BASELINES + sharper_regret_bounds.SHARPENED_REGRET),
    ]
    assert len(FORMULAS) == len(listed)
    assert all(FORMULAS[formula.name] is formula for formula in listed)


def test_a_link_fills_in_its_constants_and_explicit_ones_win() -> None:
    base = {"d": "2", "T": "100", "lam": "1", "delta": "0.1", "gamma": "0.9"}
    through = formulas.value("rho", {**base, "link": "logistic"})
    assert through == formulas.value("rho", {**base, "k_mu": "1/4", "m": "1"})
    assert formulas.value("rho", {**base, "link": "logistic", "m": "2"}) != through


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        ({"link": "logistic", "S": "6"}, lambda: 1 / (2 + mp.e**6 + mp.e**-6)),
        ({"link": "poisson", "S": "3"}, lambda: mp.e**-3),
        ({"link": "linear", "S": "3"}, lambda: mp.mpf(1)),
        ({"link": "Probit", "S": "2"}, lambda: mp.npdf(2)),
    ],
)
def test_least_slope_of_a_named_link(arguments: dict[str, str], wanted) -> None:
    with mp.workdps(30):
        found = mp.mpf(str(formulas.value("c_mu", arguments).evalf(25)))
        assert abs(found - wanted()) < mp.mpf(10) ** -20


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("k_mu", {"link": "poisson"}, "infinite"),
        ("k_mu", {"link": "nope"}, "link must be one of"),
        ("k_mu", {}, "needs link"),
        ("c_mu", {"link": "logistic"}, "needs S"),
        ("nothing", {}, "unknown formula nothing"),
        ("rho", {"link": "logistic"}, "rho needs d, T, lam, delta, gamma"),
    ],
)
def test_what_value_cannot_answer_it_explains(name: str, arguments: dict, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        formulas.value(name, arguments)
