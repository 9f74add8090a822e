"""The sharper regret bounds, against the same typed again in mpmath."""

from __future__ import annotations

import mpmath as mp
import pytest

from _closed_forms import agrees, beta_sharpened, bias_sharpened, on_all_sets, rho_sharpened
from glbtheory.formulas.sharper_regret_bounds import SHARPENED_REGRET


def own_share(a: dict) -> mp.mpf:
    """z/log(1 + z) at z = c_μ/λ: the best factor for terms of at most z."""
    z = a["c_mu"] / a["lam"]
    return z / mp.log1p(z)


def potential_discount_sharpened(a: dict) -> mp.mpf:
    """The volume of the last round and what each round before loses; or all terms at their most."""
    ages = mp.fsum(a["gamma"] ** k for k in range(int(a["T"])))
    spread = a["c_mu"] * ages / (a["d"] * a["lam"])
    kept = a["gamma"] + (1 - a["gamma"]) / (1 + spread)
    spent = own_share(a) * a["d"] * (mp.log1p(spread) - (a["T"] - 1) * mp.log(kept))
    return min(spent, a["T"] * a["c_mu"] / a["lam"])


def potential_window_sharpened(a: dict) -> mp.mpf:
    """Blocks of at most τ + 1 rounds, all of the same length."""
    blocks = -(-int(a["T"]) // (int(a["tau"]) + 1))
    inside = a["T"] / blocks * a["c_mu"] / (a["d"] * a["lam"])
    return own_share(a) * a["d"] * blocks * mp.log1p(inside)


def rho_window_sharpened(a: dict) -> mp.mpf:
    """The radius of one round of discounts, with min(t, τ) rounds of weight one for it."""
    rounds = min(a["t"], a["tau"])
    return rho_sharpened({**a, "D": mp.mpf(1), "k_mu": a["k_mu"] * rounds})


def noise_window_sharpened(a: dict) -> mp.mpf:
    square, root = rho_window_sharpened(a) ** 2, mp.sqrt(a["lam"])
    start = a["S"] / -mp.expm1(-a["S"])
    return mp.findroot(lambda x: x * (x - square / root) - square * start, square / root + square)


def beta_window_sharpened(a: dict) -> mp.mpf:
    noise = noise_window_sharpened(a)
    factor = noise / rho_window_sharpened(a)
    return a["k_mu"] * factor * (mp.sqrt(a["lam"]) * a["S"] + noise)


def squared_regrets(a: dict) -> mp.mpf:
    """Σ (x_t + y)² at its largest: all x_t equal."""
    share = potential_discount_sharpened(a) / a["T"] / a["c_mu"]
    one = 2 * beta_sharpened(a) * mp.sqrt(share) + 2 * bias_sharpened(a)
    return a["T"] * one**2


def squared_regrets_window(a: dict) -> mp.mpf:
    bonus = beta_window_sharpened({**a, "t": a["T"]})
    return 4 * bonus**2 / a["c_mu"] * potential_window_sharpened(a)


INDEPENDENT = {
    "potential_discount_sharpened": potential_discount_sharpened,
    "potential_window_sharpened": potential_window_sharpened,
    "rho_window_sharpened": rho_window_sharpened,
    "noise_window_sharpened": noise_window_sharpened,
    "beta_window_sharpened": beta_window_sharpened,
    "rho_window_sharpened_end": lambda a: rho_window_sharpened({**a, "t": a["T"]}),
    "noise_window_sharpened_end": lambda a: noise_window_sharpened({**a, "t": a["T"]}),
    "beta_window_sharpened_end": lambda a: beta_window_sharpened({**a, "t": a["T"]}),
    "beta_bar_window_sharpened": lambda a: (
        a["k_mu"] * mp.sqrt(a["lam"]) * a["S"]
        + a["k_mu"] * rho_window_sharpened(a) * mp.sqrt(2 * a["S"] / -mp.expm1(-2 * a["S"]))
    ),
    "regret_norm_discount": lambda a: mp.sqrt(squared_regrets(a)),
    "regret_norm_window": lambda a: mp.sqrt(squared_regrets_window(a)),
    "regret_discount_sharpened": lambda a: (
        a["m"] * a["Gamma"] * a["D"] + mp.sqrt(a["T"] * squared_regrets(a))
    ),
    "regret_discount_gap_sharpened": lambda a: (
        a["m"] * a["Gamma"] * a["D"] + squared_regrets(a) / a["Delta"]
    ),
    "regret_window_sharpened": lambda a: (
        a["m"] * a["Gamma"] * a["tau"] + mp.sqrt(a["T"] * squared_regrets_window(a))
    ),
    "regret_window_gap_sharpened": lambda a: (
        a["m"] * a["Gamma"] * a["tau"] + squared_regrets_window(a) / a["Delta"]
    ),
}


@on_all_sets
@pytest.mark.parametrize("name", INDEPENDENT)
def test_formula_agrees_with_its_twin_to_twelve_digits(name: str, values: dict[str, str]) -> None:
    assert agrees(name, INDEPENDENT[name], values)


def test_every_formula_has_an_independent_twin() -> None:
    assert {f.name for f in SHARPENED_REGRET} == set(INDEPENDENT)
