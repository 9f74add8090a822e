"""The run in closed form against direct computation."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import mpmath as mp
import numpy as np
import pytest

from glbtheory import formulas
from glbtheory.regret.late_change_runs import WINDOW_WITNESS, WITNESS, StaleRun, StaleWindow
from glbtheory.setting.likelihood import estimate
from glbtheory.setting.links import binomial

SHORT = StaleRun(
    n=20,
    odds=9,
    gamma=Fraction(49, 50),
    learning=60,
    stale=18,
    lam=Fraction(3),
    delta=Fraction(1, 2),
)


def test_the_sign_of_the_estimate_is_the_sign_of_the_weighted_sum() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        actions = rng.choice([-1.0, 1.0], size=9)
        rewards = rng.integers(0, 21, size=9).astype(float)
        weights = 0.9 ** np.arange(8, -1, -1)
        found = estimate(actions[:, None], rewards, weights, binomial(20), 2.0)
        total = float(weights @ ((rewards - 10) * actions))
        assert np.sign(found.theta[0]) == np.sign(total)


def test_least_sum_is_attained_by_rewards_of_zero() -> None:
    run, g = SHORT, 0.98
    start = 20 * (0.9 - 0.5 - 0.01) * (1 - g**60) / (1 - g)
    level = start
    for _ in range(run.stale - 1):
        level = g * level - 10
    assert float(run.last_sum().mid()) == pytest.approx(level, rel=1e-12)


def test_failure_is_the_variance_over_the_square_of_the_margin() -> None:
    w = 0.98 ** np.arange(60)
    variance = 20 * 0.9 * 0.1 * float(w @ w)
    assert float(SHORT.failure().mid()) == pytest.approx(variance / (20 * 0.01 * w.sum()) ** 2)


def test_a_run_that_is_too_long_is_not_known_to_stick() -> None:
    sure = replace(SHORT, margin=Fraction(1, 10))
    assert sure.last_sum() > 0
    assert sure.sticks()
    assert not replace(sure, stale=40).sticks()
    assert not replace(sure, margin=Fraction(1, 1000)).sticks()  # Chebyshev says nothing then


def test_simulated_runs_stick_as_long_as_is_known() -> None:
    run = replace(SHORT, margin=Fraction(1, 10))
    for seed in range(20):
        levels, actions = run.play(seed)
        assert (actions[:60] == 1).all()
        if levels[60] >= 20 * (0.9 - 0.5 - 0.1):
            assert (actions == 1).all()
    longer = replace(run, stale=200)
    assert (longer.play(0)[1][-50:] == -1).all()


def test_the_bound_at_the_run_agrees_with_mpmath() -> None:
    arguments = {
        **{"d": 1, "T": WITNESS.T, "Gamma": 1, "m": 1000, "k_mu": 250, "c_mu": 90},
        **{"S": mp.log(9), "lam": 10**5, "delta": mp.mpf(1) / 100, "gamma": 1 - mp.mpf(10) ** -8},
    }
    with mp.workdps(40):
        a = {k: mp.mpf(v) for k, v in arguments.items()}
        a["S"], a["gamma"] = mp.log(9), 1 - mp.mpf(10) ** -8
        old = (2 * a["S"] * 250 + 1000) / (a["lam"] * (1 - a["gamma"]))
        size = 1 + a["S"] + old / a["T"]
        root = mp.sqrt(a["lam"])
        inside = 250 * (1 - a["T"] ** -2) / (a["lam"] * (1 - a["gamma"] ** 2))
        rho = root / 2000 + 2000 / root * (mp.log(a["T"] * 100) + mp.log(2))
        rho += 1000 / root * mp.log1p(inside)
        beta = 250 * root * (size + mp.sqrt(size / a["lam"]) * rho + rho**2 / a["lam"]) ** 1.5
        volume = -a["T"] * mp.log(a["gamma"]) + mp.log1p(1 / (a["lam"] * (1 - a["gamma"])))
        explored = 2 * beta / mp.sqrt(90) * mp.sqrt(2 * a["T"] * volume)
        total = 2 * mp.log(a["T"]) / (1 - a["gamma"]) + 500 * old + explored
        found = float(WITNESS.bound(formulas.FORMULAS["regret_discount"]).mid())
        assert found == pytest.approx(float(total), rel=1e-12)


def test_the_witness_exceeds_the_printed_bound_and_not_the_corrected_one() -> None:
    regret = int(WITNESS.regret)
    assert WITNESS.sticks()
    assert regret == 32 * 10**9
    assert WITNESS.bound(formulas.FORMULAS["regret_discount"]) < regret
    assert WITNESS.bound(formulas.FORMULAS["regret_discount_corrected"]) > regret
    # With a reward range of 100 the printed bound is not exceeded: the range matters.
    assert replace(WITNESS, n=100).bound(formulas.FORMULAS["regret_discount"]) > regret // 10


def test_depth_is_the_least_whole_number_with_old_weight_below_one_over_t() -> None:
    g = SHORT.gamma
    assert g**SHORT.depth <= Fraction(1, SHORT.T) < g ** (SHORT.depth - 1)


# --- the window -----------------------------------------------------------------------------------

WINDOW = StaleWindow(
    n=4,
    odds=9,
    tau=6,
    learning=7,
    stale=3,
    lam=Fraction(3),
    delta=Fraction(1, 2),
    margin=Fraction(1, 20),
)


def test_least_sum_of_a_window_is_attained() -> None:
    """Over all rewards the sum before the last round falls to A - n j, and no lower."""
    n, tau, j = 2, 3, 2
    for start in product(range(n + 1), repeat=tau):
        A = sum(start) - tau * n / 2
        after = [
            sum((*start, *new)[-tau:]) - tau * n / 2 for new in product(range(n + 1), repeat=j)
        ]
        assert min(after) >= A - n * j
    full = (n,) * j + (0,) * (tau - j)
    assert sum((*full, *(0,) * j)[-tau:]) == sum(full) - n * j


def test_last_sum_and_failure_of_a_window_by_hand() -> None:
    assert float(WINDOW.last_sum().mid()) == pytest.approx(4 * (0.9 - 0.55) * 6 - 4 * 2)
    assert float(WINDOW.failure().mid()) == pytest.approx(4 * 0.09 * 6 / (4 * 0.05 * 6) ** 2)
    assert not replace(WINDOW, stale=4).last_sum() > 0


def test_a_window_longer_than_the_learning_phase_is_refused() -> None:
    with pytest.raises(ValueError, match="tau"):
        replace(WINDOW, tau=8)
    with pytest.raises(ValueError, match="tau"):
        replace(WINDOW, tau=2)


def test_the_bound_of_a_window_agrees_with_the_compiled_form() -> None:
    known = {
        **{"d": 1, "T": 10, "Gamma": 1, "m": 4, "k_mu": 1.0, "c_mu": 0.36, "S": np.log(9)},
        **{"lam": 3.0, "delta": 0.5, "tau": 6, "Delta": 3.2},
    }
    for name in ("regret_window", "regret_window_gap_corrected"):
        formula = formulas.FORMULAS[name]
        expected = formula.compiled(**{k: known[k] for k in formula.arguments})
        assert float(WINDOW.bound(formula).mid()) == pytest.approx(float(expected), rel=1e-12)


def test_the_window_exceeds_the_printed_bounds_and_not_the_corrected_ones() -> None:
    regret = int(WINDOW_WITNESS.regret)
    assert WINDOW_WITNESS.sticks()
    assert regret == 304 * 10**8
    for name in ("regret_window", "regret_window_gap"):
        assert WINDOW_WITNESS.bound(formulas.FORMULAS[name]) < regret
        assert WINDOW_WITNESS.bound(formulas.FORMULAS[f"{name}_corrected"]) > regret
