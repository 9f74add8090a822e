"""The sharper radius and bonus, against the same typed again in mpmath."""

from __future__ import annotations

import mpmath as mp
import pytest

from _closed_forms import (
    agrees,
    beta_sharpened,
    bias_sharpened,
    noise_sharpened,
    on_all_sets,
    rho_sharpened,
)
from glbtheory.formulas.sharper_confidence import SHARPENED

INDEPENDENT = {
    "rho_sharpened": rho_sharpened,
    "s_bar_sharpened": lambda a: a["S"] + bias_sharpened(a) / a["k_mu"],
    "noise_sharpened": noise_sharpened,
    "bias_sharpened": bias_sharpened,
    "beta_sharpened": beta_sharpened,
    "beta_bar_sharpened": lambda a: (
        a["k_mu"]
        * (
            mp.sqrt(a["lam"]) * a["S"]
            + rho_sharpened(a) * mp.sqrt(2 * a["S"] / -mp.expm1(-2 * a["S"]))
        )
    ),
}


@on_all_sets
@pytest.mark.parametrize("name", INDEPENDENT)
def test_formula_agrees_with_its_twin_to_twelve_digits(name: str, values: dict[str, str]) -> None:
    assert agrees(name, INDEPENDENT[name], values)


def test_every_formula_has_an_independent_twin() -> None:
    assert {f.name for f in SHARPENED} == set(INDEPENDENT)
