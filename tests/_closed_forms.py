"""Closed forms typed a second time in mpmath: what several tests share, and the comparison."""

from __future__ import annotations

import mpmath as mp
import pytest

from glbtheory.formulas import FORMULAS

NAMES = ["d", "T", "t", "S", "lam", "delta", "gamma", "tau", "D", "k_mu", "c_mu", "m", "Gamma"]
NAMES += ["w", "gain", "Delta", "K", "B", "xi", "eta", "n", "u", "r"]
SETS = [
    dict(zip(NAMES, row.split(), strict=True))
    for row in (
        "2 8000 100 6 1 0.1 0.99 500 70 1/4 0.0025 1 2 1 3.5 0.1 10 1 0.6 0.5 7 1.25 0.4",
        "1 1 1 0.5 2 1 0.5 1 1 1 1 3 1 1/2 1/8 1/2 1 3 1 1 1 1/2 1/2",
        "10 100000 90000 7 57.3 0.001 0.9999 1000 200 0.25 0.0009 1 40 7.25 60 "
        "0.01 1000 2.5 2 0.001 40 0.7 0.9",
        "3 17 9 1/3 0.01 1/20 1/7 9 4 3/4 0.1 5/2 7 9/4 2 1/3 3 1/2 7/3 2 5 3 2/3",
    )
]

#: A test for each set of arguments.
on_all_sets = pytest.mark.parametrize("values", SETS, ids=["figure", "edge", "long", "odd"])


def q(text: str) -> mp.mpf:
    """A decimal or a fraction at the working precision."""
    top, _, bottom = text.partition("/")
    return mp.mpf(top) / mp.mpf(bottom or "1")


def radius_with(a: dict, inside: mp.mpf) -> mp.mpf:
    """Lines 613-623 and 2836-2845, term by term."""
    d, m, root = a["d"], a["m"], mp.sqrt(a["lam"])
    return (
        root / (2 * m)
        + 2 * m / root * mp.log(a["T"] / a["delta"])
        + 2 * m / root * d * mp.log(2)
        + d * m / root * mp.log(1 + inside)
    )


def rho(a: dict) -> mp.mpf:
    top = a["k_mu"] * (1 - a["T"] ** -2)
    return radius_with(a, top / (a["d"] * a["lam"] * (1 - a["gamma"] ** 2)))


def s_bar(a: dict) -> mp.mpf:
    return a["S"] + (2 * a["S"] * a["k_mu"] + a["m"]) / (a["T"] * a["lam"] * (1 - a["gamma"]))


def bonus_with(a: dict, size: mp.mpf, radius: mp.mpf) -> mp.mpf:
    lam = a["lam"]
    inside = 1 + size + mp.sqrt((1 + size) / lam) * radius + (radius / mp.sqrt(lam)) ** 2
    return a["k_mu"] * mp.sqrt(lam) * inside ** mp.mpf("1.5")


def rho_window(a: dict) -> mp.mpf:
    return radius_with(a, a["k_mu"] * min(a["t"], a["tau"]) / (a["d"] * a["lam"]))


def beta_appendix(a: dict) -> mp.mpf:
    radius = radius_with(a, a["k_mu"] * squared_ages(a) / (a["d"] * a["lam"]))
    return bonus_with(a, a["S"] + bias(a) / a["k_mu"], radius)


def bias(a: dict) -> mp.mpf:
    """k_μ (2 S k_μ + m)/λ times the sum of γ^k over the ages k >= D."""
    old = a["gamma"] ** a["D"] / (1 - a["gamma"])
    return a["k_mu"] * (2 * a["S"] * a["k_mu"] + a["m"]) / a["lam"] * old


def rho_sharpened(a: dict) -> mp.mpf:
    """The tail bound for directions in a ball of radius u + r, term by term."""
    reach, root = a["u"] + a["r"], mp.sqrt(a["lam"]) / a["m"]
    moment = (mp.expm1(reach) - reach) / reach**2
    masses = [
        mp.quad(lambda x: x ** (a["d"] - 1) * mp.exp(-moment * (root * x) ** 2), [0, end / 2, end])
        for end in (reach, a["r"])
    ]
    volume = a["d"] / 2 * mp.log1p(a["k_mu"] * squared_ages(a) / (a["d"] * a["lam"]))
    level = mp.log(a["T"]) - mp.log(a["delta"]) + volume + mp.log(masses[0]) - mp.log(masses[1])
    return moment * a["u"] * root + level / (a["u"] * root)


def bias_sharpened(a: dict) -> mp.mpf:
    """k_μ m/λ times the sum of γ^k over the ages k >= D."""
    return a["k_mu"] * a["m"] * a["gamma"] ** a["D"] / (a["lam"] * (1 - a["gamma"]))


def noise_sharpened(a: dict) -> mp.mpf:
    """The zero of X² - ρ²(S̄ + S/(e^S - 1) + X/√λ) above 0, by Newton's method."""
    square, root = rho_sharpened(a) ** 2, mp.sqrt(a["lam"])
    start = a["S"] + bias_sharpened(a) / a["k_mu"] + a["S"] / mp.expm1(a["S"])
    return mp.findroot(lambda x: x * (x - square / root) - square * start, square / root + square)


def beta_sharpened(a: dict) -> mp.mpf:
    return (
        a["k_mu"]
        * mp.sqrt(noise_sharpened(a) ** 2 / rho_sharpened(a) ** 2)
        * (mp.sqrt(a["lam"]) * a["S"] + noise_sharpened(a))
    )


def squared_ages(a: dict) -> mp.mpf:
    """The sum of γ^{2k} over the ages k < D, term by term."""
    return mp.fsum(a["gamma"] ** (2 * k) for k in range(int(a["D"])))


def agrees(name: str, twin, values: dict[str, str]) -> bool:
    """Whether a formula and its twin agree to twelve digits."""
    formula = FORMULAS[name]
    with mp.workdps(40):
        wanted = twin({n: q(v) for n, v in values.items()})
        found = formula(**{n: values[n] for n in formula.arguments})
        return bool(abs(found - wanted) <= mp.mpf(10) ** -12 * abs(wanted) + mp.mpf(10) ** -15)
