"""A replay is what select and update would have done, and its limits cover."""

from __future__ import annotations

import numpy as np
import pytest

from glbtheory.bandits import SCDGLUCB, Uniform
from glbtheory.bandits.inputs.replay import blocked_difference, replay_by_day

RNG = np.random.default_rng(5)
SIZES = RNG.integers(2, 5, 40)
START = np.append(0, SIZES.cumsum())
ROWS = RNG.normal(size=(START[-1], 3))
ROWS /= np.linalg.norm(ROWS, axis=1, keepdims=True) * 1.001
OUTCOMES = (RNG.random(START[-1]) < 0.5).astype(float)
DAY = np.sort(RNG.integers(0, 9, 40))


def policy() -> SCDGLUCB:
    return SCDGLUCB("logistic", 3, 40, S=2, lam=1, gamma=0.97, divisor=1000, tolerance=0)


def test_it_is_the_same_by_hand() -> None:
    """Each reward on its own, after the day is over."""
    by_hand, expected = policy(), []
    for today in np.unique(DAY):
        todo, first = [], by_hand.round
        for i in np.flatnonzero(today == DAY):
            k = START[i] + by_hand.select(ROWS[START[i] : START[i + 1]])
            todo.append(k)
        by_hand.advance(len(todo))
        for s, k in enumerate(todo):
            by_hand.update(ROWS[k], OUTCOMES[k], played=first + s)
        expected += OUTCOMES[todo].tolist()
    ours = policy()
    ours.update(ROWS[0], 1.0)  # what it knew before is forgotten
    assert replay_by_day(ours, ROWS, OUTCOMES.astype(bool), START, DAY).tolist() == expected
    assert ours.round == 41
    assert np.abs(ours.theta - by_hand.theta).max() < 1e-6


def test_what_was_not_chosen_is_not_told() -> None:
    first = policy()
    earned = replay_by_day(first, ROWS, OUTCOMES, START, DAY)
    again, chosen = policy(), []
    select = again._select
    again._select = lambda offered: chosen.append(select(offered)) or chosen[-1]  # type: ignore
    replay_by_day(again, ROWS, OUTCOMES, START, DAY)
    other = 1.0 - OUTCOMES
    places = START[:-1] + np.array(chosen)
    other[places] = OUTCOMES[places]
    assert (replay_by_day(policy(), ROWS, other, START, DAY) == earned).all()


def test_limits_cover_where_days_go_together() -> None:
    """Days share a shock, so rounds are dependent; the mean is 0."""
    rng, inside = np.random.default_rng(0), 0
    for _ in range(600):
        days = np.sort(rng.integers(0, 210, 2000))
        values = rng.normal(size=210)[days] + rng.normal(size=2000)
        found = blocked_difference(values, days)
        inside += found.low <= 0 <= found.high
        assert found.mean == pytest.approx(values.mean())
    # 570 expected, standard deviation 5.3.
    assert abs(inside - 570) <= 21
    naive = 1.96 * values.std() / np.sqrt(2000)
    assert found.high - found.mean > 1.5 * naive


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"policy": "uniform"}, "policy must be a Policy"),
        ({"start": START[:-1]}, "start must be integers"),
        ({"start": START * 1.0}, "start must be integers"),
        ({"day": DAY[::-1]}, "day must be 40 integers"),
        ({"day": DAY[1:]}, "day must be 40 integers"),
        ({"outcomes": OUTCOMES[1:]}, "outcomes must be"),
        ({"actions": ROWS[:, :2]}, "actions must have 3"),
    ],
)
def test_mistakes_are_named(change, text: str) -> None:
    given = {"actions": ROWS, "outcomes": OUTCOMES, "start": START, "day": DAY}
    given["policy"] = policy()
    with pytest.raises(ValueError, match=text):
        replay_by_day(**{**given, **change})


@pytest.mark.parametrize(
    ("values", "day", "more", "text"),
    [
        ([1.0, 2.0], [0, 1], {}, "at least two blocks"),
        ([1.0, 2.0], [0.0, 9.0], {}, "day must be 2 integers"),
        ([1.0, 2.0], [0, 9], {"level": 1.0}, "level must lie"),
        ([1.0, 2.0], [0, 9], {"days": 0}, "days must be"),
        ([[1.0, 2.0]], [0, 9], {}, "difference must have shape"),
    ],
)
def test_mistakes_of_limits_are_named(values, day, more, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        blocked_difference(values, day, **more)


def test_uniform_earns_the_mean_of_the_arms_on_average() -> None:
    mean = (np.add.reduceat(OUTCOMES, START[:-1]) / SIZES).mean()
    runs = [replay_by_day(Uniform(seed=s), ROWS, OUTCOMES, START, DAY).mean() for s in range(200)]
    assert abs(np.mean(runs) - mean) < 4 * np.std(runs) / np.sqrt(200)
