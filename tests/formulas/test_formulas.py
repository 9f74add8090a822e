"""The closed forms against the paper's lines, typed a second time in mpmath."""

from __future__ import annotations

import math

import mpmath as mp
import pytest
import sympy as sp

from glbtheory import formulas
from glbtheory.formulas import FORMULAS, SYMBOLS


def q(text: str) -> mp.mpf:
    """A decimal or a fraction at the working precision."""
    top, _, bottom = text.partition("/")
    return mp.mpf(top) / mp.mpf(bottom or "1")


def _radius(a: dict, inside: mp.mpf) -> mp.mpf:
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
    return _radius(a, top / (a["d"] * a["lam"] * (1 - a["gamma"] ** 2)))


def s_bar(a: dict) -> mp.mpf:
    return a["S"] + (2 * a["S"] * a["k_mu"] + a["m"]) / (a["T"] * a["lam"] * (1 - a["gamma"]))


def _bonus(a: dict, size: mp.mpf, radius: mp.mpf) -> mp.mpf:
    lam = a["lam"]
    inside = 1 + size + mp.sqrt((1 + size) / lam) * radius + (radius / mp.sqrt(lam)) ** 2
    return a["k_mu"] * mp.sqrt(lam) * inside ** mp.mpf("1.5")


def sharp_norm(a: dict) -> mp.mpf:
    """The bound of line 2154 on the noise: ρ²/√λ + √(1 + S̄) ρ."""
    return rho(a) ** 2 / mp.sqrt(a["lam"]) + mp.sqrt(1 + s_bar(a)) * rho(a)


def rho_window(a: dict) -> mp.mpf:
    return _radius(a, a["k_mu"] * min(a["t"], a["tau"]) / (a["d"] * a["lam"]))


def beta_appendix(a: dict) -> mp.mpf:
    radius = _radius(a, a["k_mu"] * _squared_ages(a) / (a["d"] * a["lam"]))
    return _bonus(a, a["S"] + bias(a) / a["k_mu"], radius)


def bias(a: dict) -> mp.mpf:
    """k_μ (2 S k_μ + m)/λ times the sum of γ^k over the ages k >= D."""
    old = a["gamma"] ** a["D"] / (1 - a["gamma"])
    return a["k_mu"] * (2 * a["S"] * a["k_mu"] + a["m"]) / a["lam"] * old


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
    return _bonus(a, a["S"], rho_window({**a, "t": a["T"]}))


def own_blocks(a: dict) -> mp.mpf:
    """The elliptical potential of a window's matrix with ridge λ/c_μ, block by block."""
    ridge = a["lam"] / a["c_mu"]
    gained = mp.log(1 + a["tau"] / (a["d"] * ridge))
    return 2 * max(1, 1 / ridge) * a["d"] * mp.ceil(a["T"] / a["tau"]) * gained


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


def rho_sharpened(a: dict) -> mp.mpf:
    """The tail bound for directions in a ball of radius u + r, term by term."""
    reach, root = a["u"] + a["r"], mp.sqrt(a["lam"]) / a["m"]
    moment = (mp.expm1(reach) - reach) / reach**2
    masses = [
        mp.quad(lambda x: x ** (a["d"] - 1) * mp.exp(-moment * (root * x) ** 2), [0, end / 2, end])
        for end in (reach, a["r"])
    ]
    volume = a["d"] / 2 * mp.log1p(a["k_mu"] * _squared_ages(a) / (a["d"] * a["lam"]))
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
    one = 2 * INDEPENDENT["beta_sharpened"](a) * mp.sqrt(share) + 2 * bias_sharpened(a)
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
    "rho": rho,
    "s_bar": s_bar,
    "beta": lambda a: _bonus(a, s_bar(a), rho(a)),
    "beta_bar": lambda a: (
        a["k_mu"] * mp.sqrt(1 + 2 * a["S"]) * (mp.sqrt(a["lam"]) * a["S"] + rho(a))
    ),
    "beta_bar_appendix": lambda a: (
        a["k_mu"]
        * mp.sqrt(1 + 2 * a["S"])
        * (
            mp.sqrt(a["lam"]) * a["S"]
            + _radius(a, a["k_mu"] * _squared_ages(a) / a["d"] / a["lam"])
        )
    ),
    "beta_sharp": lambda a: (
        a["k_mu"]
        * mp.sqrt(1 + s_bar(a) + sharp_norm(a) / mp.sqrt(a["lam"]))
        * (mp.sqrt(a["lam"]) * a["S"] + sharp_norm(a))
    ),
    "rho_window": rho_window,
    "beta_window": lambda a: _bonus(a, a["S"], rho_window(a)),
    "gamma_worst_case": lambda a: (
        1 - (mp.sqrt(a["c_mu"]) * a["Gamma"] / (a["d"] * a["T"])) ** (mp.mpf(2) / 3)
    ),
    "gamma_gap": lambda a: 1 - mp.sqrt(a["c_mu"] * a["Gamma"]) / (a["d"] * mp.sqrt(a["T"])),
    "lam_theorem": lambda a: a["d"] * mp.log(a["T"]),
    "rho_appendix": lambda a: _radius(a, a["k_mu"] * _squared_ages(a) / (a["d"] * a["lam"])),
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
    "rho_sharpened": rho_sharpened,
    "s_bar_sharpened": lambda a: a["S"] + bias_sharpened(a) / a["k_mu"],
    "noise_sharpened": noise_sharpened,
    "bias_sharpened": bias_sharpened,
    "beta_sharpened": lambda a: (
        a["k_mu"]
        * mp.sqrt(noise_sharpened(a) ** 2 / rho_sharpened(a) ** 2)
        * (mp.sqrt(a["lam"]) * a["S"] + noise_sharpened(a))
    ),
    "beta_bar_sharpened": lambda a: (
        a["k_mu"]
        * (
            mp.sqrt(a["lam"]) * a["S"]
            + rho_sharpened(a) * mp.sqrt(2 * a["S"] / -mp.expm1(-2 * a["S"]))
        )
    ),
    "ball_ratio": lambda a: _ball(a, 1) / _ball(a, mp.mpf("0.5")),
    "rho_window_end": lambda a: rho_window({**a, "t": a["T"]}),
    "beta_window_end": lambda a: _bonus(a, a["S"], rho_window({**a, "t": a["T"]})),
    "beta_appendix": beta_appendix,
    "bias": bias,
    "analysis_window": lambda a: mp.log(a["T"], 1 / a["gamma"]),
    "gap_sum_bonus": lambda a: gap_sums(a)[0],
    "gap_sum_bias": lambda a: gap_sums(a)[1],
    "gap_sum_mixed": lambda a: gap_sums(a)[2],
    "regret_discount": lambda a: (
        a["Gamma"] * 2 * mp.log(a["T"]) / (1 - a["gamma"])
        + 2 * a["k_mu"] * (2 * a["S"] * a["k_mu"] + a["m"]) / (a["lam"] * (1 - a["gamma"]))
        + bonuses(a, _bonus(a, s_bar(a), rho(a)), a["d"] * volume(a))
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
        + bonuses(a, _bonus(a, a["S"], rho_window({**a, "t": a["T"]})), a["d"] * blocks(a))
    ),
    "regret_window_corrected": lambda a: (
        a["m"] * a["Gamma"] * a["tau"]
        + 2 * beta_window_end(a) * mp.sqrt(a["T"] / a["c_mu"] * own_blocks(a))
    ),
    "regret_window_gap_corrected": lambda a: (
        a["m"] * a["Gamma"] * a["tau"]
        + 4 * beta_window_end(a) ** 2 / (a["c_mu"] * a["Delta"]) * own_blocks(a)
    ),
    "beta_bar_window": lambda a: (
        a["k_mu"] * mp.sqrt(1 + 2 * a["S"]) * (mp.sqrt(a["lam"]) * a["S"] + rho_window(a))
    ),
    "regret_window_gap": lambda a: (
        a["Gamma"] * a["tau"]
        + 4
        * _bonus(a, a["S"], rho_window({**a, "t": a["T"]})) ** 2
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
        (a["lam"] + a["k_mu"] * _squared_ages(a) / a["d"]) ** a["d"]
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


def _blocks_lost(a: dict) -> mp.mpf:
    """Per arm and block of τ rounds: rare plays, one more, and the wrong means on both sides."""
    rare = 4 * a["B"] * a["xi"] * mp.log(a["tau"]) / a["Delta"]
    return rare + 1 + 2 * (1 + mp.log(a["tau"], 1 + a["eta"]))


def _rows(a: dict) -> mp.mpf:
    """Blocks of τ rounds, one more for the first phase."""
    return (a["T"] + a["tau"]) / a["tau"]


def _squared_ages(a: dict) -> mp.mpf:
    """The sum of γ^{2k} over the ages k < D, term by term."""
    return mp.fsum(a["gamma"] ** (2 * k) for k in range(int(a["D"])))


def _ball(a: dict, part: mp.mpf) -> mp.mpf:
    """The radial integral of the Gaussian up to ``part`` of the radius, by quadrature."""
    radius = part * mp.sqrt(2 * a["lam"]) / (a["m"] * a["w"])
    return mp.quad(lambda r: r ** (a["d"] - 1) * mp.exp(-(r**2) / 2), [0, radius / 2, radius])


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


@pytest.mark.parametrize("values", SETS, ids=["figure", "edge", "long", "odd"])
@pytest.mark.parametrize("name", INDEPENDENT)
def test_formula_agrees_with_the_paper_to_twelve_digits(name: str, values: dict[str, str]) -> None:
    formula = FORMULAS[name]
    with mp.workdps(40):
        wanted = INDEPENDENT[name]({n: q(v) for n, v in values.items()})
        found = formula(**{n: values[n] for n in formula.arguments})
        assert abs(found - wanted) <= mp.mpf(10) ** -12 * abs(wanted) + mp.mpf(10) ** -15


def test_every_formula_has_an_independent_twin() -> None:
    assert set(FORMULAS) == set(INDEPENDENT)


def test_digits_that_cancel_are_computed() -> None:
    found = FORMULAS["elliptical_constant_best"](lam="1e30")
    assert found == pytest.approx(1.0, abs=1e-15)


def test_decimals_are_exact() -> None:
    """lam = 0.1 is one tenth, not the nearest binary number."""
    exact = FORMULAS["s_bar"].exactly(S="0.1", k_mu=1, m=1, T=1, lam="0.1", gamma="0.9")
    assert exact == sp.Rational(1201, 10)


def test_the_window_counts_no_more_than_the_rounds_played() -> None:
    base = dict(d=2, T=100, lam=1, delta="0.1", k_mu=1, m=1)
    radius = FORMULAS["rho_window"]
    assert radius(t=10, tau=50, **base) == radius(t=50, tau=10, **base)
    assert radius(t=10, tau=50, **base) < radius(t=11, tau=50, **base)


@pytest.mark.parametrize("name", FORMULAS)
def test_formula_says_where_it_stands_and_shows_latex(name: str) -> None:
    formula = FORMULAS[name]
    assert formula.lines and formula.title and formula.arguments
    assert not set(FORMULAS) & set(formula.arguments)
    assert all(part.written and part.written in formula.latex for part in formula.uses)
    assert r"\lambda" in formula.latex or not formula.expression.has(SYMBOLS["lam"])


@pytest.mark.parametrize(
    ("argument", "bad", "said"),
    [
        ("gamma", "1", "in (0, 1)"),
        ("gamma", "0", "in (0, 1)"),
        ("gamma", "-0.5", "in (0, 1)"),
        ("lam", "0", "> 0"),
        ("lam", "-1", "> 0"),
        ("d", "1.5", "positive integer"),
        ("d", "0", "positive integer"),
        ("delta", "0", "in (0, 1]"),
        ("delta", "1.01", "in (0, 1]"),
        ("T", "0", "integer >= 1"),
        ("T", "7/2", "integer >= 1"),
        ("m", "-1", "> 0"),
        ("k_mu", "0", "> 0"),
        ("k_mu", "nan", "> 0"),
        ("lam", "inf", "> 0"),
        ("lam", "1/0", "> 0"),
        ("lam", "", "> 0"),
        ("lam", "one", "> 0"),
        ("T", "1e99999999999", "integer >= 1"),
    ],
)
def test_bad_argument_is_named_with_its_range(argument: str, bad: str, said: str) -> None:
    good = {n: SETS[0][n] for n in FORMULAS["rho"].arguments}
    with pytest.raises(ValueError, match=argument) as caught:
        FORMULAS["rho"](**{**good, argument: bad})
    assert said in str(caught.value)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_floats_that_are_no_numbers_are_refused(bad: float) -> None:
    with pytest.raises(ValueError, match="lam must be > 0"):
        FORMULAS["lam_theorem"](d=2, T=10, lam=bad)


def test_missing_and_unknown_arguments_are_named() -> None:
    with pytest.raises(ValueError, match="rho needs delta, gamma"):
        FORMULAS["rho"](d=2, T=10, lam=1, k_mu=1, m=1)
    with pytest.raises(ValueError, match="unknown argument Lambda"):
        FORMULAS["rho"](Lambda=1)


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
