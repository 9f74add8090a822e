"""Regret bounds, tunings, K arms and potentials, against the same typed again in mpmath."""

from __future__ import annotations

import mpmath as mp
import pytest

from _closed_forms import (
    agrees,
    beta_appendix,
    bias,
    bonus_with,
    on_all_sets,
    rho,
    rho_window,
    s_bar,
    squared_ages,
)
from glbtheory.formulas import FORMULAS
from glbtheory.formulas.regret_bounds import ARMS, POTENTIALS, REGRET, TUNINGS


def q(text: str) -> mp.mpf:
    """A decimal or a fraction at the working precision."""
    top, _, bottom = text.partition("/")
    return mp.mpf(top) / mp.mpf(bottom or "1")


def volume(a: dict) -> mp.mpf:
    return mp.log1p(1 / (a["d"] * a["lam"] * (1 - a["gamma"]))) - a["T"] * mp.log(a["gamma"])


def blocks(a: dict) -> mp.mpf:
    return -(-int(a["T"]) // int(a["tau"])) * mp.log1p(a["tau"] / (a["d"] * a["lam"]))


def bonuses(a: dict, beta: mp.mpf, gained: mp.mpf) -> mp.mpf:
    """2β/√c_μ √T √(2 max(1, 1/λ) gained): lines 2355-2371 and 2961-2966."""
    return 2 * beta * mp.sqrt(a["T"] / a["c_mu"] * 2 * max(1, 1 / a["lam"]) * gained)


def gap_sums(a: dict) -> list[mp.mpf]:
    """(2x + 2y)² = 4x² + 4y² + 8xy over the rounds: x the bonus, y the bias."""
    beta, gained = beta_appendix(a), a["d"] * volume(a)
    squares = 2 * max(1, 1 / a["lam"]) * gained
    return [
        4 * beta**2 / a["c_mu"] * squares,
        4 * a["T"] * bias(a) ** 2,
        4 * bias(a) * bonuses(a, beta, gained),
    ]


def own_potential(a: dict) -> mp.mpf:
    """The elliptical potential of a matrix with ridge λ/c_μ, with that ridge in both places."""
    ridge = a["lam"] / a["c_mu"]
    return 2 * max(1, 1 / ridge) * a["d"] * volume({**a, "lam": ridge})


def beta_window_end(a: dict) -> mp.mpf:
    return bonus_with(a, a["S"], rho_window({**a, "t": a["T"]}))


def own_blocks(a: dict) -> mp.mpf:
    """The elliptical potential of a window's matrix with ridge λ/c_μ, block by block."""
    ridge = a["lam"] / a["c_mu"]
    gained = mp.log(1 + a["tau"] / (a["d"] * ridge))
    return 2 * max(1, 1 / ridge) * a["d"] * mp.ceil(a["T"] / a["tau"]) * gained


def _blocks_lost(a: dict) -> mp.mpf:
    """Per arm and block of τ rounds: rare plays, one more, and the wrong means on both sides."""
    rare = 4 * a["B"] * a["xi"] * mp.log(a["tau"]) / a["Delta"]
    return rare + 1 + 2 * (1 + mp.log(a["tau"], 1 + a["eta"]))


def _rows(a: dict) -> mp.mpf:
    """Blocks of τ rounds, one more for the first phase."""
    return (a["T"] + a["tau"]) / a["tau"]


INDEPENDENT = {
    "gamma_worst_case": lambda a: (
        1 - (mp.sqrt(a["c_mu"]) * a["Gamma"] / (a["d"] * a["T"])) ** (mp.mpf(2) / 3)
    ),
    "gamma_gap": lambda a: 1 - mp.sqrt(a["c_mu"] * a["Gamma"]) / (a["d"] * mp.sqrt(a["T"])),
    "lam_theorem": lambda a: a["d"] * mp.log(a["T"]),
    "analysis_window": lambda a: mp.log(a["T"], 1 / a["gamma"]),
    "gap_sum_bonus": lambda a: gap_sums(a)[0],
    "gap_sum_bias": lambda a: gap_sums(a)[1],
    "gap_sum_mixed": lambda a: gap_sums(a)[2],
    "regret_discount": lambda a: (
        a["Gamma"] * 2 * mp.log(a["T"]) / (1 - a["gamma"])
        + 2 * a["k_mu"] * (2 * a["S"] * a["k_mu"] + a["m"]) / (a["lam"] * (1 - a["gamma"]))
        + bonuses(a, bonus_with(a, s_bar(a), rho(a)), a["d"] * volume(a))
    ),
    "regret_discount_proof": lambda a: (
        a["Gamma"] * a["D"]
        + 2 * a["T"] * bias(a)
        + bonuses(a, beta_appendix(a), a["d"] * volume(a))
    ),
    "regret_gap_proof": lambda a: a["Gamma"] * a["D"] + mp.fsum(gap_sums(a)) / a["Delta"],
    "regret_discount_corrected": lambda a: (
        a["m"] * a["Gamma"] * a["D"]
        + 2 * a["T"] * bias(a)
        + 2 * beta_appendix(a) * mp.sqrt(a["T"] / a["c_mu"] * own_potential(a))
    ),
    "regret_gap_corrected": lambda a: (
        a["m"] * a["Gamma"] * a["D"]
        + 8
        * (beta_appendix(a) ** 2 / a["c_mu"] * own_potential(a) + a["T"] * bias(a) ** 2)
        / a["Delta"]
    ),
    "regret_window": lambda a: (
        a["Gamma"] * a["tau"]
        + bonuses(a, bonus_with(a, a["S"], rho_window({**a, "t": a["T"]})), a["d"] * blocks(a))
    ),
    "regret_window_corrected": lambda a: (
        a["m"] * a["Gamma"] * a["tau"]
        + 2 * beta_window_end(a) * mp.sqrt(a["T"] / a["c_mu"] * own_blocks(a))
    ),
    "regret_window_gap_corrected": lambda a: (
        a["m"] * a["Gamma"] * a["tau"]
        + 4 * beta_window_end(a) ** 2 / (a["c_mu"] * a["Delta"]) * own_blocks(a)
    ),
    "regret_window_gap": lambda a: (
        a["Gamma"] * a["tau"]
        + 4
        * bonus_with(a, a["S"], rho_window({**a, "t": a["T"]})) ** 2
        / (a["c_mu"] * a["Delta"])
        * (2 * max(1, 1 / a["lam"]) * a["d"] * blocks(a))
    ),
    "tau_worst_case": lambda a: (a["d"] * a["T"] / mp.sqrt(a["c_mu"]) / a["Gamma"]) ** q("2/3"),
    "tau_unknown": lambda a: (a["d"] * a["T"] / mp.sqrt(a["c_mu"])) ** q("2/3"),
    "tau_gap": lambda a: a["d"] * mp.sqrt(a["T"] / (a["c_mu"] * a["Gamma"])),
    "arms_bonus": lambda a: a["B"] * mp.sqrt(a["xi"] * mp.log(min(a["t"], a["tau"])) / a["n"]),
    "arms_threshold": lambda a: 4 * a["B"] ** 2 * a["xi"] * mp.log(a["tau"]) / a["Delta"] ** 2,
    "arms_split": lambda a: (
        a["T"]
        * (
            a["K"] * 4 * a["B"] ** 2 * a["xi"] * mp.log(a["tau"]) / (a["Delta"] * a["tau"])
            + a["Delta"]
            + 2 * a["K"] * a["B"] * (mp.log(a["tau"], 1 + a["eta"]) + 1) / a["tau"]
        )
        + a["K"] * a["B"] * a["Gamma"] * a["tau"]
    ),
    "arms_gap": lambda a: mp.sqrt(4 * a["B"] ** 2 * a["K"] * a["xi"] * mp.log(a["tau"]) / a["tau"]),
    "regret_arms": lambda a: (
        a["B"]
        * (
            4 * a["T"] * mp.sqrt(a["K"] * a["xi"] * mp.log(a["tau"]) / a["tau"])
            + a["K"] * (a["tau"] * a["Gamma"] + 2 * mp.log(a["tau"]) * a["T"] / a["tau"])
        )
    ),
    "arms_split_corrected": lambda a: (
        a["B"] * a["K"] * a["tau"] * (a["Gamma"] + 1)
        + a["T"] * (a["Delta"] + a["K"] * a["B"] * _blocks_lost(a) / a["tau"])
    ),
    "regret_arms_corrected": lambda a: (
        a["B"]
        * (
            4 * a["T"] * mp.sqrt(a["K"] * a["xi"] * mp.log(a["tau"]) / a["tau"])
            + a["K"] * a["tau"] * (1 + a["Gamma"])
            + a["K"] * a["T"] * (3 + mp.log(a["tau"] ** 2, 1 + a["eta"])) / a["tau"]
        )
    ),
    "regret_arms_shared": lambda a: (
        a["B"]
        * (
            a["tau"] * a["Gamma"]
            + 4 * mp.sqrt(a["T"] * a["K"] * a["xi"] * mp.log(a["tau"]) * _rows(a))
            + a["K"] * _rows(a)
            + 2 * a["K"] * (1 + mp.log(a["tau"], 1 + a["eta"])) * (_rows(a) + mp.log(a["tau"]))
        )
    ),
    "regret_arms_display": lambda a: (
        a["B"]
        * (
            a["T"] * mp.sqrt(32 * a["K"] * a["xi"] * mp.log(a["tau"]) / a["tau"])
            + a["tau"] * a["Gamma"] * mp.sqrt(a["K"])
            + 2 * a["K"] * a["T"] / a["tau"]
            + (1 + mp.log(a["tau"], 1 + a["eta"]))
            * (4 + mp.log(a["tau"] ** 2))
            * (a["K"] * a["T"] / a["tau"])
        )
    ),
    "tau_arms": lambda a: mp.cbrt(a["T"] ** 2 / (a["K"] * a["Gamma"] ** 2)),
    "determinant_discount": lambda a: (
        (a["lam"] + mp.fsum(a["gamma"] ** k for k in range(int(a["t"]) - 1)) / a["d"]) ** a["d"]
    ),
    "determinant_squared_discount": lambda a: (
        (a["lam"] + a["k_mu"] * squared_ages(a) / a["d"]) ** a["d"]
    ),
    "determinant_window": lambda a: (
        (a["lam"] + a["k_mu"] * min(a["t"], a["tau"]) / a["d"]) ** a["d"]
    ),
    "elliptical_constant": lambda a: 2 * max(1, 1 / a["lam"]),
    "elliptical_constant_best": lambda a: 1 / (a["lam"] * mp.log1p(1 / a["lam"])),
    "elliptical_window": lambda a: (
        2
        * max(1, 1 / a["lam"])
        * a["d"]
        * -(-int(a["T"]) // int(a["tau"]))
        * mp.log1p(a["tau"] / (a["lam"] * a["d"]))
    ),
}


@on_all_sets
@pytest.mark.parametrize("name", INDEPENDENT)
def test_formula_agrees_with_its_twin_to_twelve_digits(name: str, values: dict[str, str]) -> None:
    assert agrees(name, INDEPENDENT[name], values)


def test_every_formula_has_an_independent_twin() -> None:
    assert {f.name for f in [*REGRET, *TUNINGS, *ARMS, *POTENTIALS]} == set(INDEPENDENT)


def test_digits_that_cancel_are_computed() -> None:
    found = FORMULAS["elliptical_constant_best"](lam="1e30")
    assert found == pytest.approx(1.0, abs=1e-15)
