"""Random action sets have their laws; all of them come out the same however they are cut."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from scipy import stats

from glbtheory.bandits.environments.action_sets import (
    ACTION_SETS,
    ActionSet,
    Ball,
    FixedArms,
    Sphere,
    Supplied,
    actions_from,
)
from glbtheory.bandits.environments.schedules import Abrupt, Drift, Listed, Rotation, Stationary

Array = np.ndarray
ARMS = np.array([[1.0, 0.0], [0.0, -1.0], [0.5, 0.5]])
GIVEN = np.arange(30.0).reshape(5, 3, 2) / 100
EACH: list[ActionSet] = [
    *(kind(3, d) for kind in (Sphere, Ball) for d in (1, 2, 3, 6)),
    FixedArms(ARMS),
    Supplied(GIVEN),
]
each = pytest.mark.parametrize("actions", EACH, ids=lambda a: f"{a.kind}-{a.d}")

#: A true law fails a check at a seed drawn at random with a probability below this.
ALPHA = 1e-9
ROUNDS, K = 4000, 25
N = ROUNDS * K


def drawn(actions: ActionSet, seed: int = 0) -> Array:
    """All actions of a run as rows."""
    chunk = actions.drawing(np.random.SeedSequence(seed))(0, ROUNDS)
    return chunk.transpose(0, 2, 1).reshape(N, actions.d)


def follows(sample: Array, cdf: object) -> bool:
    """Kolmogorov-Smirnov with the limit of Dvoretzky, Kiefer, Wolfowitz and Massart, all n."""
    distance = stats.kstest(sample, cdf).statistic
    return bool(distance <= math.sqrt(math.log(2 / ALPHA) / (2 * len(sample))))


def mean_near(sample: Array, value: float) -> bool:
    """Hoeffding's limit for numbers in [-1, 1]."""
    return bool(abs(sample.mean() - value) <= math.sqrt(2 * math.log(2 / ALPHA) / len(sample)))


def test_all_action_sets_are_looked_at() -> None:
    assert {a.kind for a in EACH} == set(ACTION_SETS)


@pytest.mark.parametrize("d", [1, 2, 3, 6])
def test_uniform_on_the_sphere(d: int) -> None:
    a = drawn(Sphere(K, d))
    np.testing.assert_allclose((a * a).sum(axis=1), 1.0, rtol=0, atol=4e-15)
    if d == 1:
        assert mean_near(a[:, 0], 0.0)
        return
    if d == 2:
        assert follows(np.arctan2(a[:, 1], a[:, 0]) / np.pi, stats.uniform(-1, 2).cdf)
    # (1 + a_i)/2 is Beta((d-1)/2, (d-1)/2), for d = 3 uniform; so it is in every direction.
    law = stats.beta((d - 1) / 2, (d - 1) / 2).cdf
    oblique = a @ np.ones(d) / math.sqrt(d)
    for sample in (*a.T, oblique, (a[:, 0] - a[:, -1]) / math.sqrt(2)):
        assert follows((1 + sample) / 2, law)


@pytest.mark.parametrize("d", [1, 2, 3, 6])
def test_uniform_in_the_ball(d: int) -> None:
    a = drawn(Ball(K, d))
    radius = np.sqrt((a * a).sum(axis=1))
    assert radius.max() <= 1 + 4e-16
    assert follows(radius**d, stats.uniform.cdf)
    law = stats.beta((d + 1) / 2, (d + 1) / 2).cdf
    for sample in (*a.T, a @ np.ones(d) / math.sqrt(d)):
        assert follows((1 + sample) / 2, law)
    if d == 2:
        # The angle does not know the radius: uniform among the short and among the long.
        angle = np.arctan2(a[:, 1], a[:, 0]) / np.pi
        for part in (radius < 0.5, radius >= 0.5):
            assert follows(angle[part], stats.uniform(-1, 2).cdf)


@pytest.mark.parametrize("kind, extra", [(Sphere, 0), (Ball, 2)])
@pytest.mark.parametrize("d", [2, 3, 6])
def test_second_moments(kind: type[Sphere] | type[Ball], extra: int, d: int) -> None:
    """E aaᵀ = I/d on the sphere and I/(d+2) in the ball."""
    a = drawn(kind(K, d))
    for i in range(d):
        assert mean_near(a[:, i], 0.0)
        for j in range(d):
            assert mean_near(a[:, i] * a[:, j], (i == j) / (d + extra))


def test_the_arms_of_a_round_are_independent() -> None:
    for kind in (Sphere, Ball):
        chunk = kind(K, 2).drawing(np.random.SeedSequence(1))(0, ROUNDS)
        pairs = (chunk[:, :, 1:] * chunk[:, :, :-1]).sum(axis=1)
        assert mean_near(pairs.ravel()[::2], 0.0) and mean_near(pairs.ravel()[1::2], 0.0)
        assert len(np.unique(chunk[:, 0])) == ROUNDS * K


@pytest.mark.parametrize("seed", [0, 1])
def test_the_circle_is_the_one_of_the_generators_numbers(seed: int) -> None:
    root = np.random.SeedSequence(seed)
    angle = 2 * np.pi * np.random.Generator(np.random.PCG64(root)).random((7, 3))
    wanted = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    got = Sphere(3, 2).drawing(np.random.SeedSequence(seed))(0, 7)
    np.testing.assert_allclose(got, wanted, rtol=0, atol=1e-15)


@each
def test_how_a_run_is_cut_changes_no_bit(actions: ActionSet) -> None:
    whole = actions.drawing(np.random.SeedSequence(5))(0, 5)
    assert whole.shape == (5, actions.d, actions.arms)
    for cut in (1, 2, 3, 4):
        draw = actions.drawing(np.random.SeedSequence(5))
        parts = [draw(first, min(cut, 5 - first)) for first in range(0, 5, cut)]
        assert np.concatenate(parts).tobytes() == whole.tobytes()
        assert all(p.flags.c_contiguous and p.flags.writeable for p in parts)


@each
def test_the_seed_makes_the_run(actions: ActionSet) -> None:
    first, same, other = (
        actions.drawing(np.random.SeedSequence(s))(0, 5).tobytes() for s in (3, 3, 4)
    )
    assert first == same
    assert (first == other) == isinstance(actions, FixedArms | Supplied)


def test_fixed_and_supplied_actions_come_as_given() -> None:
    seed = np.random.SeedSequence(0)
    fixed = FixedArms(ARMS).drawing(seed)(3, 4)
    assert all((fixed[t].T == ARMS).all() for t in range(4))
    supplied = Supplied(GIVEN).drawing(seed)(1, 3)
    assert (supplied.transpose(0, 2, 1) == GIVEN[1:4]).all()
    fixed[:] = supplied[:] = 7
    assert (FixedArms(ARMS).drawing(seed)(0, 1)[0].T == ARMS).all()
    again = Supplied(GIVEN).drawing(seed)(1, 1)[0].T
    assert again.tolist() == GIVEN[1].tolist()


@pytest.mark.parametrize(
    "schedule",
    [
        Stationary([1.0, -2.0]),
        Abrupt([[1, 0], [0, 1], [9, 9]], [3, 6]),
        Drift([1.0, 0.0], [0.0, 3.0], 5),
        Rotation(2, 0.4, 0.1, 5),
        Listed(np.arange(10.0).reshape(5, 2)),
    ],
    ids=lambda s: s.kind,
)
def test_reach_bounds_the_products(schedule: object) -> None:
    for actions in (Sphere(20, 2), Ball(20, 2), FixedArms(ARMS), Supplied(GIVEN)):
        low, high = actions.reach(schedule, 5)
        chunk = actions.drawing(np.random.SeedSequence(0))(0, 5)
        z = np.einsum("tdk,td->tk", chunk, schedule.truth(0, 5))  # type: ignore[attr-defined]
        if isinstance(actions, FixedArms | Supplied):
            assert (low, high) == pytest.approx((z.min(), z.max()), abs=1e-14)
        else:
            assert -schedule.norm() == low <= z.min() and z.max() <= high  # type: ignore[attr-defined]


@each
def test_configuration_round_trip(actions: ActionSet) -> None:
    text = json.dumps(actions.configuration(), allow_nan=False)
    back = actions_from(json.loads(text))
    assert type(back) is type(actions) and json.dumps(back.configuration()) == text
    assert (back.arms, back.d) == (actions.arms, actions.d)
    runs = [a.drawing(np.random.SeedSequence(2))(0, 5).tobytes() for a in (actions, back)]
    assert runs[0] == runs[1]


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: Sphere(0, 2), "arms must be an integer >= 1"),
        (lambda: Sphere(True, 2), "arms must be an integer >= 1"),
        (lambda: Sphere(2.0, 2), "arms must be an integer >= 1"),
        (lambda: Ball(2, 0), "d must be an integer >= 1"),
        (lambda: Ball(2, None), "d must be an integer >= 1"),
        (lambda: FixedArms([]), "actions must have shape"),
        (lambda: FixedArms(np.empty((0, 2))), "actions must not be empty"),
        (lambda: FixedArms(np.empty((2, 0))), "actions must have at least one column"),
        (lambda: FixedArms([[1.0, 1e-3]]), "actions must have norm at most 1"),
        (lambda: FixedArms([[math.nan, 0.0]]), "actions must be finite"),
        (lambda: FixedArms([["a", "b"]]), "actions must be an array of numbers"),
        (lambda: FixedArms([[True, False]]), "actions must be an array of numbers"),
        (lambda: Supplied(ARMS), "actions must have shape"),
        (lambda: Supplied(np.empty((3, 0, 2))), "actions must not be empty"),
        (lambda: Supplied(np.full((1, 1, 2), 0.8)), "actions must have norm at most 1"),
        (lambda: Supplied(np.full((1, 1, 2), np.inf)), "actions must be finite"),
        (lambda: Supplied(GIVEN).over(6), "horizon must be at most 5"),
        (lambda: actions_from(None), "actions must be a dictionary, not NoneType"),
        (lambda: actions_from({"arms": 3}), "actions must have a kind among sphere, ball"),
        (lambda: actions_from({"kind": "cube"}), "not 'cube'"),
        (lambda: actions_from({"kind": "ball", "arms": 3}), "must have the key 'd'"),
        (lambda: actions_from({"kind": "ball", "arms": 3, "d": 2, "r": 1}), "not 'r'"),
        (lambda: actions_from({"kind": "fixed", "actions": None}), "actions must be an array"),
    ],
)
def test_bad_input_is_named(make: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()  # type: ignore[operator]
