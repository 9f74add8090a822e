"""The claims on K arms by numbers written out, and how much their checks would let pass."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from glbtheory.claims.arms import (
    blocks,
    counting,
    deviation,
    events,
    hypotheses,
    on_runs,
    regret_steps,
    theorem,
)
from glbtheory.engines.evidence import HOLDS, REFUTED
from glbtheory.regret.k_arms import ArmSchedule, deviation_probability, levels, xi_of


def test_small_schedules_change_where_they_say() -> None:
    listed = list(counting.small_schedules())
    # One phase: 3 rows.  One change at 2, 3 or 4: 3 * 2 rows.  Two of these places: 3 * 2 * 2.
    assert len(listed) == 3 + 3 * 6 + 3 * 12
    assert {s.changes for s in listed} == {0, 1, 2}


def test_wrong_plays_by_hand() -> None:
    schedule = ArmSchedule(4, (3,), ((F(1), F(0)), (F(0), F(1))))
    played = [1, 0, 0, 1]  # wrong at rounds 1 and 3
    assert counting.wrong_plays(schedule, played, range(1, 3), 1) == 1
    assert counting.wrong_plays(schedule, played, range(3, 5), 0) == 1
    assert counting.wrong_plays(schedule, played, range(3, 9), 1) == 0


def test_the_chance_of_a_deviation_by_hand() -> None:
    """n = 1: the bonus is 0, and a success is above its mean; η = 1: one level up to n = 2."""
    assert deviation_probability(F(1, 5), 1, xi_of(F(1)), 1) == F(1, 5)
    assert [levels(n, F(1)) for n in (1, 2, 3, 4, 5)] == [0, 1, 2, 2, 3]
    refuted = deviation._deviates.decide()
    assert refuted.outcome == REFUTED and refuted.witness["n"] == "1"


@pytest.mark.parametrize(
    ("statement", "passes", "falls"),
    [
        (blocks._blocks, {"late": 1}, {"late": 2}),
        (deviation._deviates_from_two, {"weight": F(68, 100)}, {"weight": F(52, 100)}),
        (events._covered_before, {"factor": 1.5}, {"factor": 1.4}),
        (regret_steps._after_changes, {"factor": F(1)}, {"factor": F(99, 100)}),
    ],
)
def test_a_mutant_moved_a_little_less_passes(statement, passes, falls) -> None:
    """The mutants record how blind the checks are."""
    assert statement.variant(**passes).decide().outcome == HOLDS
    assert statement.variant(**falls).decide().outcome == REFUTED


def test_all_arms_together_pay_for_one_window_after_a_change() -> None:
    """τ = 2 wrong rounds of gap 1 after one change cost 2 = Bτ, with three arms as with two."""
    schedule = ArmSchedule(5, (3,), ((F(1), F(0), F(0)), (F(0), F(1), F(0))))
    played = (0, 0, 0, 2, 1)
    first = schedule.phases()[1][:2]
    assert sum(schedule.gap(t, played[t - 1]) for t in first) == 2


def test_the_theorem_and_its_clause_on_constants_are_one_statement() -> None:
    """What Z73 refutes stands in T7 too; the constants that replace it grow with B."""
    assert theorem.UNIVERSAL in theorem.T7.printed and theorem.UNIVERSAL in hypotheses.Z73.printed
    assert theorem.UNIVERSAL.decide().outcome == REFUTED
    assert theorem.T7.corrected and hypotheses.Z73.corrected


def test_the_chances_are_corrected_to_one_statement_with_bounded_rewards() -> None:
    """What Z71 refutes, bounded means, is not what I58 is corrected to."""
    (corrected,), (same,) = deviation.I58.corrected, deviation.Z71.corrected
    assert corrected.latex == same.latex and r"X_s(i)\in[0,B]" in corrected.latex
    assert deviation._UNBOUNDED.decide().outcome == REFUTED
    # n = K = 2 and η = 1: one level over 2 rounds is below the chance 9/10 of the witness.
    assert F(levels(2, F(1)), 2) < F(9, 10)


def test_the_split_of_a_phase_holds_as_printed_but_for_its_equality() -> None:
    equality, rest = counting.I54.printed
    assert equality.decide().outcome == REFUTED and rest.decide().outcome == HOLDS


def test_runs_are_about_a_twentieth_of_the_bound() -> None:
    """The note of Z77: 0.15 of the bound still holds, a fiftieth does not."""
    case = on_runs._CASES[:1]
    assert on_runs._below.variant(part=0.15, cases=case).decide().outcome == HOLDS
    assert on_runs._below.variant(part=0.02, cases=case).decide().outcome == REFUTED
    assert all(c.share < 1 for c in on_runs._CASES)
