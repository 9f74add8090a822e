"""Witnesses of several errata, computed anew from the formulas of the page in plain floats."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from glbtheory import ledger
from glbtheory.claims import select
from glbtheory.regret.k_arms import SlidingUCB, xi_of

XI = 8 / 15


def record(name: str) -> ledger.Record:
    (found,) = ledger.verify(select([name]), jobs=1)
    return found


def right_side(S: float, T: float, rounds: float, growth: float) -> float:
    """(2/√c_μ)β‖a‖ for logistic rewards, d = 1, λ = log T, δ = 1/20, ``rounds`` actions ±1."""
    lam, k, p = math.log(T), 1 / 4, 1 / (1 + math.exp(-S))
    c, root = p * (1 - p), math.sqrt(math.log(T))
    rho = root / 2 + 2 / root * math.log(20 * T) + math.log(1 + k * growth / lam) / root
    rho += 2 / root * math.log(2)
    inside = 1 + S + math.sqrt((1 + S) / lam) * rho + rho**2 / lam
    return 2 / math.sqrt(c) * k * root * inside**1.5 / math.sqrt(rounds + lam / c)


def test_the_first_round_after_a_change_costs_more_than_twice_its_bonus() -> None:
    S, T = math.log(7), 1e11
    memory = math.ceil(math.sqrt(T * 64 / 7))
    window = right_side(S, T, memory, memory)
    gamma = 1 - 1 / memory
    faded = right_side(S, T, memory, (1 - T**-2) / (1 - gamma**2))
    assert window == pytest.approx(0.608879, rel=1e-4)
    assert faded < 0.75 and window < 0.75
    details = [e.detail for e in record("Z140").printed.parts]  # type: ignore[union-attr]
    assert details[0].startswith("0.75 <= 0.608879")


def test_a_window_of_one_round_alternates() -> None:
    """The arm that was not played in the last round is unseen, and comes next."""
    path = SlidingUCB(2, 1, xi_of(Fraction(1))).run(16, lambda t, arm: int(arm == (t > 8)))
    arms = [arm for arm, _ in path]
    assert arms == [0, 1] * 8
    wrong = sum(arm != (t > 8) for t, arm in enumerate(arms, start=1))
    found, last = record("Z142").printed, record("I62").printed
    assert found is not None and last is not None and found.witness is not None
    assert (found.witness["tau"], found.witness["T"]) == ("1", "5")
    assert found.detail == f"not {arms[:4].count(1)} <= 1"
    assert last.detail == f"not {wrong} <= 2"  # BKτΓ_T, all else is 0


def test_the_line_with_the_blocks_by_hand() -> None:
    """I59: K = 2, T = 4, τ = 3, phases {1}, {2}, {3}, gaps 1/25, Δ = 0.0399."""
    rare, gap, level = 4 * XI * math.log(3), 0.04, 0.0399
    left = 3 * rare / gap + 3 * gap * 3
    right = rare * 2 / level * 4 / 3 + 3 * 2 * 3
    assert left + level * 4 == pytest.approx(176.298, abs=1e-3)
    assert right + level * 4 == pytest.approx(174.798, abs=1e-3)
    assert record("I59").printed.outcome == "refuted"  # type: ignore[union-attr]


def test_at_the_chosen_level_the_rounding_is_paid_for() -> None:
    rng = random.Random(59)
    for _ in range(2000):
        arms, tau = rng.randint(2, 12), rng.randint(2, 400)
        level = 2 * math.sqrt(XI * math.log(tau) * arms / tau)
        if level >= 1:
            continue
        gap = rng.uniform(level, 1)
        assert (arms - 1) * (4 * XI * math.log(tau) / gap + gap * tau) <= arms * tau


def test_equal_gaps_by_phase_and_at_once() -> None:
    """Z155: 18284 against 18001 at gap 1/2, 52326 against 49258 at gap 1/5."""
    for gap, by_phase, at_once in ((0.5, 18284, 18001), (0.2, 52326, 49258)):
        A, levels = 4 * XI * math.log(1000) / gap**2, math.ceil(math.log2(1000))
        each = 1000 + 11 * A + 2 * 9002 * levels / 1000
        whole = 101 * A + 2 * levels * 100.010 + 10 * 1000 + math.log(1000) ** 2
        assert round(10 * each) == by_phase and round(whole) == at_once
