"""The confidence radius and the bonus, against the same typed again in mpmath."""

from __future__ import annotations

import mpmath as mp
import pytest

from _closed_forms import (
    agrees,
    beta_appendix,
    bias,
    bonus_with,
    on_all_sets,
    radius_with,
    rho,
    rho_window,
    s_bar,
    squared_ages,
)
from glbtheory.formulas import FORMULAS
from glbtheory.formulas.confidence import BONUS, CONCENTRATION


def sharp_norm(a: dict) -> mp.mpf:
    """The bound of line 2154 on the noise: ρ²/√λ + √(1 + S̄) ρ."""
    return rho(a) ** 2 / mp.sqrt(a["lam"]) + mp.sqrt(1 + s_bar(a)) * rho(a)


def _ball(a: dict, part: mp.mpf) -> mp.mpf:
    """The radial integral of the Gaussian up to ``part`` of the radius, by quadrature."""
    radius = part * mp.sqrt(2 * a["lam"]) / (a["m"] * a["w"])
    return mp.quad(lambda r: r ** (a["d"] - 1) * mp.exp(-(r**2) / 2), [0, radius / 2, radius])


INDEPENDENT = {
    "rho": rho,
    "s_bar": s_bar,
    "beta": lambda a: bonus_with(a, s_bar(a), rho(a)),
    "beta_bar": lambda a: (
        a["k_mu"] * mp.sqrt(1 + 2 * a["S"]) * (mp.sqrt(a["lam"]) * a["S"] + rho(a))
    ),
    "beta_bar_appendix": lambda a: (
        a["k_mu"]
        * mp.sqrt(1 + 2 * a["S"])
        * (
            mp.sqrt(a["lam"]) * a["S"]
            + radius_with(a, a["k_mu"] * squared_ages(a) / a["d"] / a["lam"])
        )
    ),
    "beta_sharp": lambda a: (
        a["k_mu"]
        * mp.sqrt(1 + s_bar(a) + sharp_norm(a) / mp.sqrt(a["lam"]))
        * (mp.sqrt(a["lam"]) * a["S"] + sharp_norm(a))
    ),
    "rho_window": rho_window,
    "beta_window": lambda a: bonus_with(a, a["S"], rho_window(a)),
    "rho_appendix": lambda a: radius_with(a, a["k_mu"] * squared_ages(a) / (a["d"] * a["lam"])),
    "s_bar_appendix": lambda a: (
        a["S"]
        + a["gamma"] ** a["D"] * (2 * a["S"] * a["k_mu"] + a["m"]) / (a["lam"] * (1 - a["gamma"]))
    ),
    "tail_radius": lambda a: (
        mp.sqrt(a["lam"]) / (2 * a["m"] * a["w"])
        + 2
        * a["m"]
        * a["w"]
        / mp.sqrt(a["lam"])
        * mp.log(mp.exp(a["gain"]) * mp.mpf(2) ** a["d"] / a["delta"])
    ),
    "ball_ratio": lambda a: _ball(a, 1) / _ball(a, mp.mpf("0.5")),
    "rho_window_end": lambda a: rho_window({**a, "t": a["T"]}),
    "beta_window_end": lambda a: bonus_with(a, a["S"], rho_window({**a, "t": a["T"]})),
    "beta_appendix": beta_appendix,
    "bias": bias,
    "beta_bar_window": lambda a: (
        a["k_mu"] * mp.sqrt(1 + 2 * a["S"]) * (mp.sqrt(a["lam"]) * a["S"] + rho_window(a))
    ),
}


@on_all_sets
@pytest.mark.parametrize("name", INDEPENDENT)
def test_formula_agrees_with_its_twin_to_twelve_digits(name: str, values: dict[str, str]) -> None:
    assert agrees(name, INDEPENDENT[name], values)


def test_every_formula_has_an_independent_twin() -> None:
    assert {f.name for f in [*CONCENTRATION, *BONUS]} == set(INDEPENDENT)


def test_the_window_counts_no_more_than_the_rounds_played() -> None:
    base = dict(d=2, T=100, lam=1, delta="0.1", k_mu=1, m=1)
    radius = FORMULAS["rho_window"]
    assert radius(t=10, tau=50, **base) == radius(t=50, tau=10, **base)
    assert radius(t=10, tau=50, **base) < radius(t=11, tau=50, **base)
