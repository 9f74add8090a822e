"""K arms: phases, counts and the policy against brute force and against hand calculations."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest
import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.arms.theorem import Term, in_ratios, term_by_term
from glbtheory.formulas import FORMULAS
from glbtheory.regret.k_arms import (
    ArmSchedule,
    SlidingUCB,
    breakpoint_sets,
    deviation_probability,
    falling_case,
    levels,
    most_rare_plays,
    plays,
    rare_plays,
    rarest,
    regret_of_plays,
    simulate,
    small_gap_case,
    xi_of,
)

TWO = ArmSchedule(6, (3, 5), ((F(1), F(0)), (F(1, 2), F(1)), (F(1), F(1, 4))))


def test_phases_cover_every_round_once() -> None:
    rounds = [t for phase in TWO.phases() for t in phase]
    assert rounds == list(range(1, 7))
    assert [TWO.phase_of(t) for t in rounds] == [0, 0, 1, 1, 2, 2]
    assert [t for phase in TWO.phases_as_printed() for t in phase] == [1, 2, 3, 4]


def test_gaps_and_regret_by_hand() -> None:
    assert TWO.gaps(1) == (F(1, 2), 0)
    assert TWO.smallest_gap(0) == F(1, 2) and TWO.smallest_gap(1) == F(3, 4)
    assert TWO.regret([1, 0, 0, 1, 1, 0]) == 1 + 0 + F(1, 2) + 0 + F(3, 4) + 0
    assert ArmSchedule(2, (), ((1, 1),)).smallest_gap(0) is None


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((3, (1,), ((0,), (1,))), "breakpoints must increase"),
        ((3, (4,), ((0,), (1,))), "breakpoints must increase"),
        ((3, (3, 2), ((0,), (1,), (0,))), "breakpoints must increase"),
        ((3, (2,), ((0,),)), "for each phase"),
        ((3, (2,), ((0,), (0, 1))), "same arms"),
        ((0, (), ((0,),)), "horizon"),
    ],
)
def test_a_bad_schedule_is_refused(arguments: tuple, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        ArmSchedule(*arguments)


def test_breakpoints_are_all_found_once() -> None:
    assert len(list(breakpoint_sets(6, 2))) == math.comb(5, 2)


def test_counts_hold_the_round_itself() -> None:
    assert plays([0, 1, 0, 0], 4, 2, 0) == 2
    assert plays([0, 1, 0, 0], 4, 3, 1) == 1
    assert plays([0, 1, 0, 0], 2, 5, 0) == 1


@pytest.mark.parametrize("lag", [0, 1])
def test_recursion_agrees_with_all_sequences(lag: int) -> None:
    for T, tau, m in product((1, 4, 7), (1, 2, 3), (F(1, 2), 1, F(3, 2), 2)):
        rounds = range(2, T + 1)
        best = 0
        for word in product((0, 1), repeat=T):
            hits = sum(word[t - 1] == 1 and plays(word, t - lag, tau, 1) <= m for t in rounds)
            best = max(best, hits)
        assert most_rare_plays(T, tau, m, rounds, lag) == best


def test_the_counting_lemma_is_attained() -> None:
    for T, tau, m in ((12, 4, 2), (9, 3, 1), (10, 5, 4)):
        assert T % tau == 0
        word = rarest(T, tau, m)
        assert rare_plays(word, range(1, T + 1), tau, 0, m) == T // tau * m


def test_the_policy_plays_every_arm_first_and_looks_back_tau_rounds() -> None:
    policy = SlidingUCB(3, 4, F(1))
    path = policy.run(3, lambda t, arm: 0)
    assert [arm for arm, _ in path] == [0, 1, 2]
    past = [(0, 5), (0, 1), (1, 1), (2, 0), (1, 0)]
    assert policy.summary(past, 0) == (1, 1)
    assert policy.summary(past, 1) == (2, 1)
    wanted = 0.5 + math.sqrt(math.log(4) / 2)
    assert policy.index(past, 1) == pytest.approx(wanted, rel=1e-15)


def test_bonus_is_the_formula() -> None:
    policy, bonus = SlidingUCB(2, 9, F(2, 3), F(3)), FORMULAS["arms_bonus"]
    for t, n in ((2, 1), (9, 4), (30, 7)):
        assert policy.bonus(t, n) == pytest.approx(bonus(t=t, tau=9, B=3, xi="2/3", n=n))
    assert policy.bonus(5, 0) == math.inf


def test_expected_regret_by_hand() -> None:
    """T = 3, K = 2, τ = 2: after one play of each arm the larger reward wins, ties go to arm 0."""
    p, q = F(1, 3), F(3, 4)
    policy = SlidingUCB(2, 2, F(1))
    found = policy.expected_regret(ArmSchedule(3, (), ((p, q),)))
    third_is_zero = 1 - (1 - p) * q
    assert found == (q - p) * (1 + third_is_zero)


def test_levels_and_xi() -> None:
    assert [levels(n, F(1)) for n in (1, 2, 3, 4, 5)] == [0, 1, 2, 2, 3]
    assert levels(10**6, F(1, 2)) == math.ceil(math.log(10**6) / math.log(1.5))
    assert xi_of(F(2)) == F(2, 3)
    for eta in (F(1, 2), F(1), F(3)):
        assert 2 * xi_of(eta) * (1 - eta**2 / 16) == 1
    with pytest.raises(ValueError, match="eta"):
        xi_of(F(4))


def test_deviation_probability_is_that_of_the_best_stopping() -> None:
    """All reward sequences: the walk is above the boundary at some N <= n."""
    n, xi = 6, F(8, 15)
    for p in (F(1, 4), F(3, 5)):
        total = F(0)
        for word in product((0, 1), repeat=n):
            sums = np.cumsum(word)
            above = [sums[k - 1] / k > p + math.sqrt(xi * math.log(n) / k) for k in range(1, n + 1)]
            if any(above):
                total += p ** sum(word) * (1 - p) ** (n - sum(word))
        assert deviation_probability(p, n, xi) == total


def test_deviations_grow_with_the_range_of_the_rewards() -> None:
    small, large = (deviation_probability(F(1, 4), 8, F(2, 3), F(s)) for s in (1, 4))
    assert small < large


def test_simulation_agrees_with_the_policy_on_fixed_rewards() -> None:
    schedule = falling_case(40, 2)
    for tau in (1, 3, 8):
        policy = SlidingUCB(2, tau, F(8, 15))
        path = policy.run(40, lambda t, arm: schedule.means[schedule.phase_of(t)][arm])
        total = simulate(schedule, policy, noisy=False)
        assert regret_of_plays(schedule, total) == [schedule.regret([a for a, _ in path])]
        assert total.sum() == 40


def test_simulation_agrees_with_the_exact_mean() -> None:
    schedule = ArmSchedule(8, (5,), ((F(1, 5), F(4, 5)), (F(9, 10), F(1, 10))))
    policy = SlidingUCB(2, 3, F(8, 15))
    exact = float(policy.expected_regret(schedule))
    found = np.array(
        [float(r) for r in regret_of_plays(schedule, simulate(schedule, policy, 20_000, 7))]
    )
    assert abs(found.mean() - exact) < 4 * found.std() / math.sqrt(len(found))


def test_simulation_repeats_with_its_seed_and_scales_with_B() -> None:
    schedule = ArmSchedule(50, (), ((F(1, 2), F(1, 4)),))
    first = simulate(schedule, SlidingUCB(2, 10, F(1)), 3, 1)
    assert np.array_equal(first, simulate(schedule, SlidingUCB(2, 10, F(1)), 3, 1))
    assert not np.array_equal(first, simulate(schedule, SlidingUCB(2, 10, F(1)), 3, 2))
    twice = ArmSchedule(50, (), ((F(1), F(1, 2)),))
    assert np.array_equal(first, simulate(twice, SlidingUCB(2, 10, F(1), 2), 3, 1))
    with pytest.raises(ValueError, match="arms"):
        simulate(schedule, SlidingUCB(3, 10, F(1)))


def test_the_hard_cases_are_hard() -> None:
    """A gap that a window cannot resolve costs a fixed part of T√(log τ/τ)."""
    tau, xi = 50, F(8, 15)
    schedule = small_gap_case(1000, tau, xi)
    (regret,) = regret_of_plays(schedule, simulate(schedule, SlidingUCB(2, tau, xi), noisy=False))
    assert regret > 0.2 * 1000 * math.sqrt(float(xi) * math.log(tau) / tau)


@pytest.mark.parametrize("name", ["regret_arms_corrected", "regret_arms_shared"])
def test_simulated_regret_is_below_the_bound_where_the_bound_says_something(name: str) -> None:
    """T = 10000, where both bounds are below T; the mean of 20 runs with Hoeffding's margin."""
    T, tau, xi, runs = 10_000, 900, F(8, 15), 20
    schedule = ArmSchedule(T, (5001,), ((F(3, 5), F(2, 5)), (F(1, 5), F(2, 5))))
    total = simulate(schedule, SlidingUCB(2, tau, xi), runs, 3)
    mean = float(np.mean([float(r) for r in regret_of_plays(schedule, total)]))
    bound = FORMULAS[name](T=T, K=2, Gamma=1, tau=tau, B=1, xi=xi, eta=1)
    margin = T * math.sqrt(math.log(1000) / (2 * runs)) / 5  # gaps are at most 1/5
    assert bound < T and mean + margin < bound
    assert mean > 0.02 * bound


def test_a_bound_by_terms_needs_the_terms_of_both_sides() -> None:
    """x + 1 <= 2x term by term; a term left out is no proof, a term too small is refuted."""
    x = in_ratios(f.T / f.tau)
    sides = (f.T / f.tau + 1, 2 * f.T / f.tau)
    whole = [Term(1, x, x, "x >= 1"), Term(1, sp.Integer(1), x, "x >= 1")]
    assert term_by_term(sides, whole, "x >= 1").outcome == "holds"
    with pytest.raises(ValueError, match="not those of the two sides"):
        term_by_term(sides, whole[:1], "x >= 1")
    lower = [Term(1, x, x, "x >= 1"), Term(1, sp.Integer(1), x * sp.Rational(9, 10), "x >= 1")]
    less = (f.T / f.tau + 1, sp.Rational(19, 10) * f.T / f.tau)
    assert term_by_term(less, lower, "x >= 1").outcome == "refuted"


_TOTAL = np.zeros((1, 2, 2), dtype=int)
_LOUD = ArmSchedule(3, (), ((2, 0),))


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: levels(5, F(0)), "eta must be positive"),
        (lambda: levels(5, F(-1)), "eta must be positive"),
        (lambda: levels(0, F(1)), "n must be an integer >= 1"),
        (lambda: SlidingUCB(0, 2, F(1)), "arms must be an integer >= 1"),
        (lambda: SlidingUCB(2, 2.5, F(1)), "tau must be an integer >= 1"),  # type: ignore[arg-type]
        (lambda: SlidingUCB(2, 2, 0), "xi must be positive"),
        (lambda: SlidingUCB(2, 2, 1, math.nan), "B must be positive"),
        (lambda: ArmSchedule(3, (), ((math.nan,),)), "means must be finite numbers >= 0"),
        (lambda: ArmSchedule(3, (), ((-1,),)), "means must be finite numbers >= 0"),
        (lambda: ArmSchedule(3, (), ((),)), "means must not be empty"),
        (lambda: ArmSchedule(3, (2.5,), ((0,), (1,))), "breakpoints must be an integer"),  # type: ignore[arg-type]
        (lambda: TWO.regret([0] * 7), "actions must be at most 6"),
        (lambda: TWO.regret([-1]), "arms in 0..1"),
        (lambda: simulate(_LOUD, SlidingUCB(2, 2, 1)), "means must lie in"),
        (lambda: deviation_probability(F(3, 2), 2, F(1)), "p must lie in"),
        (lambda: deviation_probability(F(1, 2), 2, F(0)), "xi must be positive"),
        (lambda: deviation_probability(F(1, 2), 2, F(1), F(0)), "scale must be positive"),
        (lambda: plays([0, 1], 3, 1, 0), "t must lie in 0..2"),
        (lambda: plays([0, 1], -1, 1, 0), "t must be an integer >= 0"),
        (lambda: plays([0, 1], 1, -1, 0), "tau must be an integer >= 0"),
        (lambda: rare_plays([0, 1], range(0, 2), 1, 0, 1), "rounds must lie in 1..2"),
        (lambda: rarest(4, 2, 0.5), "m must be an integer >= 0"),  # type: ignore[arg-type]
        (lambda: rarest(4, 0, 1), "tau must be an integer >= 1"),
        (lambda: most_rare_plays(4, 0, 1, range(1, 5)), "tau must be an integer >= 1"),
        (lambda: most_rare_plays(4, 2, math.nan, range(1, 5)), "m must be a number"),
        (lambda: most_rare_plays(4, 2, 1, range(1, 5), 2), "lag must be 0 or 1"),
        (lambda: small_gap_case(4, 0, 1), "tau must be an integer >= 1"),
        (lambda: small_gap_case(4, 2, -1), "xi must be positive"),
        (lambda: falling_case(4, -1), "changes must be an integer >= 0"),
        (lambda: regret_of_plays(TWO, _TOTAL), "total must have shape"),
    ],
)
def test_bad_arguments_are_named(call: Callable[[], object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        call()
