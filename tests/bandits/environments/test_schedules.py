"""Paths of the parameter against their formulas, written out round by round."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from glbtheory.bandits.environments.schedules import (
    SCHEDULES,
    Abrupt,
    Drift,
    Listed,
    Rotation,
    Schedule,
    Stationary,
    schedule_from,
)

ROWS = np.array([[0.5, -1.0], [2.0, 0.0], [2.0, 0.0], [0.25, 3.0], [0.0, 0.0], [1.0, 1.0]])
EACH: list[Schedule] = [
    Stationary([1.0, 2.0, 2.0]),
    Abrupt([[3, 4], [0, -1], [3, 4]], [3, 4]),
    Drift([0.0, 2.0], [1.0, -1.0], 5),
    Rotation(2.5, 1.5, 0.25, 6),
    Listed(ROWS),
]
each = pytest.mark.parametrize("schedule", EACH, ids=lambda s: s.kind)


def test_all_schedules_are_looked_at() -> None:
    assert [s.kind for s in EACH] == list(SCHEDULES)


def test_stationary() -> None:
    truth = EACH[0].truth(7, 3)
    assert truth.tolist() == [[1.0, 2.0, 2.0]] * 3
    assert EACH[0].norm() == 3.0 and EACH[0].changes(100) == 0 and EACH[0].d == 3


def test_abrupt_breaks_are_the_first_rounds_of_phases() -> None:
    schedule = Abrupt([[3, 4], [0, -1], [1, 1]], [3, 6])
    by_round = {t: ([3, 4] if t < 3 else [0, -1] if t < 6 else [1, 1]) for t in range(1, 9)}
    assert schedule.truth(0, 8).tolist() == list(by_round.values())
    assert schedule.norm() == 5.0
    assert [schedule.changes(T) for T in (1, 2, 3, 5, 6, 100)] == [0, 0, 1, 1, 2, 2]


def test_abrupt_without_breaks_is_stationary() -> None:
    for none in ([], (), np.array([], dtype=int)):
        assert Abrupt([[1.0, 0.0]], none).truth(0, 2).tolist() == [[1.0, 0.0]] * 2


def test_drift_goes_in_equal_steps_and_rests() -> None:
    schedule = Drift([0.0, 2.0], [1.0, -1.0], 5)
    wanted = [[0, 2], [0.25, 1.25], [0.5, 0.5], [0.75, -0.25], [1, -1], [1, -1]]
    assert schedule.truth(0, 6).tolist() == wanted
    assert schedule.norm() == 2.0 and schedule.changes(6) == 4 and schedule.changes(2) == 1
    assert Drift([1.0], [3.0], 1).truth(0, 3).tolist() == [[1.0]] * 3


def test_rotation() -> None:
    schedule = Rotation(2.5, -1.5, 0.125, 60)
    angle = 2 * np.pi * (0.125 - 1.5 * np.arange(100) / 60)
    wanted = 2.5 * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    np.testing.assert_allclose(schedule.truth(0, 100), wanted, rtol=0, atol=1e-14)
    assert schedule.norm() == 2.5 and schedule.changes(60) == 59
    assert Rotation(1, 0, rounds=5).changes(5) == 0
    # After whole turns it is where it began.
    np.testing.assert_allclose(
        Rotation(1, 3, 0.3, 8).truth(8, 1), Rotation(1, 3, 0.3, 8).truth(0, 1)
    )


def test_path_counts_what_changes() -> None:
    schedule = Listed(ROWS)
    assert (schedule.truth(1, 4) == ROWS[1:5]).all()
    assert schedule.changes(6) == 4 and schedule.changes(3) == 1
    assert schedule.norm() == math.hypot(0.25, 3.0)


@each
def test_any_part_is_a_part_of_the_whole(schedule: Schedule) -> None:
    whole = schedule.truth(0, 6)
    assert whole.shape == (6, schedule.d) and whole.dtype == float
    for first in range(6):
        for n in range(6 - first + 1):
            part = schedule.truth(first, n)
            assert (part == whole[first : first + n]).all() and part.shape == (n, schedule.d)
            assert part.flags.c_contiguous and part.flags.writeable


@each
def test_norm_is_the_largest(schedule: Schedule) -> None:
    largest = np.linalg.norm(schedule.truth(0, 6), axis=1).max()
    assert schedule.norm() == pytest.approx(largest, rel=1e-14)


@each
def test_what_comes_out_or_went_in_can_be_changed_safely(schedule: Schedule) -> None:
    before = schedule.truth(0, 6)
    schedule.truth(0, 6)[:] = 7
    assert (schedule.truth(0, 6) == before).all()
    mine = np.array([1.0, 2.0])
    fixed = Stationary(mine)
    mine[0] = 9
    assert fixed.truth(0, 1).tolist() == [[1.0, 2.0]]


@each
def test_corners_span_the_path(schedule: Schedule) -> None:
    """A linear function is nowhere on the path larger than at the corners."""
    for angle in np.linspace(0, 2 * np.pi, 17):
        direction = np.resize([np.cos(angle), np.sin(angle)], schedule.d)
        for horizon in (1, 3, 6):
            top = (schedule.corners(horizon) @ direction).max()
            assert top == pytest.approx((schedule.truth(0, horizon) @ direction).max(), abs=1e-14)


def test_the_horizon_sets_the_rounds_of_a_movement() -> None:
    for schedule in (Drift([0.0], [1.0]), Rotation(1, 1)):
        with pytest.raises(ValueError, match="rounds must be given"):
            schedule.truth(0, 1)
        bound = schedule.over(9)
        assert bound.configuration()["rounds"] == 9
        assert bound.over(100).configuration()["rounds"] == 9
        assert schedule.configuration()["rounds"] is None


def test_a_path_must_be_long_enough() -> None:
    assert Listed(ROWS).over(6).changes(6) == 4
    with pytest.raises(ValueError, match="horizon must be at most 6"):
        Listed(ROWS).over(7)
    with pytest.raises(ValueError, match="n must end by round 6"):
        Listed(ROWS).truth(4, 3)


@each
def test_configuration_round_trip(schedule: Schedule) -> None:
    text = json.dumps(schedule.configuration(), allow_nan=False)
    back = schedule_from(json.loads(text))
    assert type(back) is type(schedule) and json.dumps(back.configuration()) == text
    assert (back.truth(0, 6) == schedule.truth(0, 6)).all()


numbers = st.floats(-1e6, 1e6)


@given(st.lists(st.tuples(numbers, numbers), min_size=1, max_size=5))
def test_floats_survive_json(rows: list[tuple[float, float]]) -> None:
    first, *rest = rows
    for schedule in (Listed(rows), Drift(first, (rest or [first])[0], 3), Rotation(1, *first)):
        back = schedule_from(json.loads(json.dumps(schedule.configuration()))).over(1)
        assert back.truth(0, 1).tobytes() == schedule.over(1).truth(0, 1).tobytes()


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: Stationary([]), "theta must not be empty"),
        (lambda: Stationary(1.0), "theta must have shape"),
        (lambda: Stationary([math.nan]), "theta must be finite"),
        (lambda: Stationary([1e200, 1e200]), "theta must have a finite norm"),
        (lambda: Stationary("ab"), "theta must be an array of numbers"),
        (lambda: Stationary([True, False]), "theta must be an array of numbers"),
        (lambda: Stationary([[1.0], [1.0, 2.0]]), "theta must be an array of numbers"),
        (lambda: Abrupt([1.0, 2.0], []), "thetas must have shape"),
        (lambda: Abrupt(np.empty((1, 0)), []), "thetas must not be empty"),
        (lambda: Abrupt([[1.0], [2.0]], []), "thetas must have 1 rows"),
        (lambda: Abrupt([[1.0], [1.0]], [3]), "thetas must differ"),
        (lambda: Abrupt([[1.0], [2.0]], [1]), "breaks must be an integer >= 2"),
        (lambda: Abrupt([[1.0], [2.0]], [2.0]), "breaks must be an integer"),
        (lambda: Abrupt([[1.0], [2.0]], 5), "breaks must be a list"),
        (lambda: Abrupt([[1.0], [2.0]], None), "breaks must be a list"),
        (lambda: Abrupt([[1.0], [2.0], [1.0]], [5, 5]), "breaks must increase"),
        (lambda: Abrupt([[1.0], [2.0], [1.0]], [5, 4]), "breaks must increase"),
        (lambda: Drift([1.0], [1.0, 2.0]), "end must have shape"),
        (lambda: Drift([math.inf], [1.0]), "start must be finite"),
        (lambda: Drift([0.0], [1.0], 0), "rounds must be an integer >= 1"),
        (lambda: Drift([0.0], [1.0], True), "rounds must be an integer"),
        (lambda: Rotation(-1, 1), "radius must lie in"),
        (lambda: Rotation(True, 1), "radius must lie in"),
        (lambda: Rotation(1, math.inf), "turns must lie in"),
        (lambda: Rotation(1, 1, math.nan), "phase must lie in"),
        (lambda: Rotation(1, 1, 0, 1.5), "rounds must be an integer"),
        (lambda: Listed([1.0]), "thetas must have shape"),
        (lambda: Listed(np.empty((0, 2))), "thetas must not be empty"),
        (lambda: EACH[0].truth(-1, 2), "first must be an integer >= 0"),
        (lambda: EACH[0].truth(0, -1), "n must be an integer >= 0"),
        (lambda: EACH[1].changes(0), "T must be an integer >= 1"),
        (lambda: schedule_from(["stationary"]), "schedule must be a dictionary, not list"),
        (lambda: schedule_from({}), "schedule must have a kind among stationary, abrupt"),
        (lambda: schedule_from({"kind": "jump"}), "not 'jump'"),
        (lambda: schedule_from({"kind": ["drift"]}), "schedule must have a kind among"),
        (lambda: schedule_from({"kind": "stationary"}), "must have the key 'theta'"),
        (lambda: schedule_from({"kind": "path", "thetas": [[1.0]], "theta": 1}), "not 'theta'"),
        (lambda: schedule_from({"kind": "stationary", "theta": [None]}), "theta must be an array"),
    ],
)
def test_bad_input_is_named(make: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()  # type: ignore[operator]
