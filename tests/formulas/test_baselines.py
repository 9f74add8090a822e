"""Other papers' bonuses and the regret from them, against the same typed again in mpmath."""

from __future__ import annotations

import mpmath as mp
import pytest

from _closed_forms import agrees, on_all_sets
from glbtheory.formulas.baselines import BASELINES


def _least_slope_bonus(a: dict, weight: mp.mpf, rounds: mp.mpf = 1) -> mp.mpf:
    noise = 2 * mp.log(rounds / a["delta"]) + a["d"] * mp.log(
        1 + a["c_mu"] * weight / (a["d"] * a["lam"])
    )
    size = mp.sqrt(a["c_mu"] * a["lam"]) * a["S"] + a["m"] * mp.sqrt(noise) / 2
    return 2 * a["k_mu"] * size / a["c_mu"]


def _log_ucb1_bonus(a: dict) -> mp.mpf:
    volume = 2 ** a["d"] * (1 + a["t"] / (4 * a["d"] * a["lam"])) ** (a["d"] / 2) / a["delta"]
    root = mp.sqrt(a["lam"])
    inside = root * a["S"] + root / 2 + 2 * mp.log(volume) / root
    return 2 * a["k_mu"] * mp.sqrt(1 + 2 * a["S"]) / mp.sqrt(a["c_mu"]) * inside


def _end(a: dict) -> dict:
    return {**a, "t": a["T"]}


def _glm_bonus(a: dict) -> mp.mpf:
    return _least_slope_bonus(a, a["t"])


def _d_bonus(a: dict, rounds: mp.mpf = 1) -> mp.mpf:
    weight = (1 - a["gamma"] ** (2 * a["t"])) / (1 - a["gamma"] ** 2)
    return _least_slope_bonus(a, weight, rounds)


def _alpha_ucb_glm(a: dict) -> mp.mpf:
    """σ/κ √(d/2 log(1 + 2T/d) + log(1/δ)), σ = m/2 and κ = c_μ."""
    return (
        a["m"]
        * mp.sqrt(a["d"] / 2 * mp.log((a["d"] + 2 * a["T"]) / a["d"]) - mp.log(a["delta"]))
        / (2 * a["c_mu"])
    )


def _summed_bonus(a: dict, bonus: mp.mpf, volume: mp.mpf) -> mp.mpf:
    return 2 * bonus * mp.sqrt(2 * max(1, a["c_mu"] / a["lam"]) * a["d"] * a["T"] * volume)


def _stationary_volume(a: dict) -> mp.mpf:
    return mp.log(1 + a["c_mu"] * a["T"] / (a["d"] * a["lam"]))


def _regret_d_glucb(a: dict) -> mp.mpf:
    fade = 1 - a["gamma"]
    volume = -a["T"] * mp.log(a["gamma"]) + mp.log(1 + a["c_mu"] / (a["d"] * a["lam"] * fade))
    old = 4 * a["k_mu"] * (2 * a["S"] * a["k_mu"] + a["m"]) / a["lam"]
    near = 2 * a["Gamma"] * mp.log(a["T"])
    return (near + old) / fade + _summed_bonus(a, _d_bonus(_end(a)), volume)


INDEPENDENT = {
    "bonus_glm_ucb_end": lambda a: _glm_bonus(_end(a)),
    "bonus_d_glucb_end": lambda a: _d_bonus(_end(a)),
    "bonus_log_ucb1_end": lambda a: _log_ucb1_bonus(_end(a)),
    "regret_glm_ucb": lambda a: _summed_bonus(a, _glm_bonus(_end(a)), _stationary_volume(a)),
    "regret_log_ucb1": lambda a: _summed_bonus(a, _log_ucb1_bonus(_end(a)), _stationary_volume(a)),
    "regret_d_glucb": _regret_d_glucb,
    "bonus_glm_ucb": _glm_bonus,
    "bonus_d_glucb": _d_bonus,
    "bonus_d_glucb_union": lambda a: _d_bonus(a, a["T"]),
    "alpha_ucb_glm": _alpha_ucb_glm,
    "burn_in_ucb_glm": lambda a: (
        4 * a["d"] * (a["m"] / a["c_mu"]) ** 2 * (a["d"] - mp.log(a["delta"]))
    ),
    "bonus_log_ucb1": _log_ucb1_bonus,
}


@on_all_sets
@pytest.mark.parametrize("name", INDEPENDENT)
def test_formula_agrees_with_its_twin_to_twelve_digits(name: str, values: dict[str, str]) -> None:
    assert agrees(name, INDEPENDENT[name], values)


def test_every_formula_has_an_independent_twin() -> None:
    assert {f.name for f in BASELINES} == set(INDEPENDENT)
