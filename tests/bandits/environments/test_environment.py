"""Environments: the same numbers however they are asked for, exact means, honest rewards."""

from __future__ import annotations

import json
import math
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from glbtheory.bandits.environments.action_sets import ActionSet, Ball, FixedArms, Sphere, Supplied
from glbtheory.bandits.environments.environment import Chunk, Environment, environment_from
from glbtheory.bandits.environments.schedules import (
    Abrupt,
    Drift,
    Listed,
    Rotation,
    Schedule,
    Stationary,
)
from glbtheory.bandits.kernels.rewards import COIN, FAMILY, GAUSSIAN
from glbtheory.engines.sampling import clopper_pearson
from glbtheory.setting import links

Array = np.ndarray
T = 600
POSITIVE = FixedArms([[1.0, 0.0], [0.0, 1.0], [0.6, 0.6]])
JUMPS = Abrupt([[2, 1], [-1, 0.5], [0, 2]], [201, 450])
WALK = Listed(np.random.default_rng(8).normal(size=(T, 2)))
ARRAY = Supplied(np.random.default_rng(9).uniform(-0.7, 0.7, size=(T, 4, 2)))
EACH = {
    "logistic": Environment("logistic", JUMPS, Sphere(5, 2), T),
    "binomial": Environment("binomial(4)", Drift([1.0, 0, 0], [0, 2, 0]), Ball(3, 3), T),
    "poisson": Environment(links.poisson, Rotation(1.5, 2, 0.1), ARRAY, T),
    "gaussian": Environment("linear", WALK, Ball(4, 2), T, m=0.5),
    "coin": Environment("linear", Abrupt([[1, 1], [0, 0.5]], [301]), POSITIVE, T, 1.5, "coin"),
    "line": Environment("logistic", Stationary([1.5]), Ball(3, 1), T),
}
each = pytest.mark.parametrize("name", EACH)


def joined(environment: Environment, seed: Any, size: int) -> Chunk:
    chunks = list(environment.rounds(seed, size))
    assert [c.first for c in chunks] == list(range(0, environment.horizon, size))
    assert all(a.flags.c_contiguous for c in chunks for a in c[1:])
    return Chunk(0, *(np.concatenate([c[i] for c in chunks]) for i in (1, 2, 3)))


def same(one: Chunk, other: Chunk) -> bool:
    return all(x.tobytes() == y.tobytes() for x, y in zip(one[1:], other[1:], strict=True))


# --- rounds ---------------------------------------------------------------------------------------


@each
def test_the_size_of_a_chunk_changes_no_bit(name: str) -> None:
    environment = EACH[name]
    whole = joined(environment, 11, T)
    assert whole.actions.shape == (T, environment.d, environment.arms)
    assert whole.theta.shape == (T, environment.d) and whole.noise.shape == (T,)
    for size in (1, 7, 256, 10**6):
        assert same(joined(environment, 11, size), whole)


@each
def test_the_seed_makes_the_run(name: str) -> None:
    environment = EACH[name]
    root = np.random.SeedSequence(11)
    root.spawn(3)
    assert same(joined(environment, 11, 50), joined(environment, root, 50))
    assert same(joined(environment, root, 50), joined(environment, root, 50))
    assert root.n_children_spawned == 3
    child = root.spawn(1)[0]
    assert joined(environment, 11, 50).noise[0] != joined(environment, child, 50).noise[0]


def test_the_noise_does_not_know_the_actions() -> None:
    noises = {
        joined(Environment("logistic", JUMPS, actions, T), 4, 99).noise.tobytes()
        for actions in (Sphere(5, 2), Sphere(6, 2), Ball(5, 2), POSITIVE)
    }
    assert len(noises) == 1


@pytest.mark.parametrize("kind", [Sphere, Ball])
def test_noise_and_actions_come_from_streams_of_their_own(kind: Any) -> None:
    chunk = joined(Environment("logistic", JUMPS, kind(1, 2), T), 4, T)
    x, y = chunk.actions[:, :, 0].T
    angle, square = np.arctan2(y, x) / (2 * np.pi) % 1, x * x + y * y
    for numbers in (angle, square):
        assert not np.isclose(numbers, chunk.noise[:, None], rtol=0, atol=1e-9).any()


@each
def test_a_shorter_horizon_is_the_beginning(name: str) -> None:
    """For schedules that do not stretch with the horizon."""
    environment = EACH[name]
    configuration = environment.configuration() | {"horizon": 100}
    short, long = joined(environment_from(configuration), 1, 30), joined(environment, 1, 30)
    for part, whole in zip(short[1:], long[1:], strict=True):
        assert part.tobytes() == whole[:100].tobytes()


@each
def test_the_parameters_are_those_of_the_schedule(name: str) -> None:
    environment = EACH[name]
    assert (joined(environment, 0, 77).theta == environment.schedule.truth(0, T)).all()
    assert environment.schedule.norm() == environment.S


def test_movements_take_the_whole_horizon() -> None:
    theta = EACH["binomial"].schedule.truth(0, T)
    assert theta[0].tolist() == [1, 0, 0] and theta[-1].tolist() == [0, 2, 0]
    assert EACH["poisson"].schedule.configuration()["rounds"] == T


@pytest.mark.parametrize(
    "name, law", [("logistic", stats.uniform.cdf), ("gaussian", stats.norm.cdf)]
)
def test_the_law_of_the_noise(name: str, law: Any) -> None:
    environment = environment_from(
        EACH[name].configuration()
        | {"horizon": 50_000, "schedule": Stationary([1.0, 1.0]).configuration()}
        | {"actions": Ball(1, 2).configuration()}
    )
    noise = joined(environment, 3, 50_000).noise
    # Dvoretzky, Kiefer, Wolfowitz and Massart at error 1e-9.
    assert stats.kstest(noise, law).statistic <= math.sqrt(math.log(2e9) / 1e5)


# --- means and regret -----------------------------------------------------------------------------


@each
def test_means_are_those_of_the_link(name: str) -> None:
    environment = EACH[name]
    for chunk in environment.rounds(2, 250):
        z = np.einsum("tdk,td->tk", chunk.actions, chunk.theta)
        np.testing.assert_allclose(
            environment.means(chunk), environment.link.mu(z), rtol=1e-14, atol=1e-15
        )
        np.testing.assert_allclose(
            environment.best(chunk), environment.link.mu(z.max(axis=1)), rtol=1e-14, atol=1e-15
        )


@each
def test_nothing_is_better_than_the_best(name: str) -> None:
    environment = EACH[name]
    for chunk in environment.rounds(2, 250):
        gaps = environment.best(chunk)[:, None] - environment.means(chunk)
        assert (gaps >= 0).all() and (gaps.min(axis=1) == 0).all()


@each
def test_one_round_gives_the_bits_of_the_chunk(name: str) -> None:
    environment = EACH[name]
    chunk = next(environment.rounds(2, 40))
    means = environment.means(chunk)
    for i in range(40):
        one = environment.mean(chunk.offered(i), chunk.theta[i])
        assert one.tobytes() == means[i].tobytes()


def test_means_leave_the_chunk_as_it_was() -> None:
    chunk = next(EACH["logistic"].rounds(0, 20))
    before = [x.tobytes() for x in chunk[1:]]
    EACH["logistic"].means(chunk)
    EACH["logistic"].best(chunk)
    assert [x.tobytes() for x in chunk[1:]] == before


# --- rewards --------------------------------------------------------------------------------------


def test_the_codes_of_the_compiled_loop() -> None:
    kinds = {name: environment.kind for name, environment in EACH.items()}
    assert kinds.pop("gaussian") == GAUSSIAN and kinds.pop("coin") == COIN
    assert set(kinds.values()) == {FAMILY}
    assert EACH["binomial"].family.times == 4
    assert [EACH[n].m for n in ("logistic", "binomial", "poisson", "gaussian")] == [
        1,
        4,
        math.inf,
        0.5,
    ]


@pytest.mark.parametrize("mean", [0.0, 0.01, 0.4, 0.5, 0.77, 1.0])
def test_rewards_are_quantiles_of_their_family(mean: float) -> None:
    """One number of noise gives the reward: the inverse of the distribution function."""
    for u in np.random.default_rng(0).random(200):
        assert EACH["logistic"].reward(mean, u) == float(u < mean)
        assert EACH["coin"].reward(1.5 * mean, u) == 1.5 * (u < mean)
        assert EACH["poisson"].reward(5 * mean, u) == max(stats.poisson.ppf(u, 5 * mean), 0)
        trials = EACH["binomial"].reward(4 * mean, u)
        assert trials == max(stats.binom.ppf(u, 4, mean), 0)
    for noise in (-2.0, 0.0, 0.3):
        assert EACH["gaussian"].reward(mean - 3, noise) == mean - 3 + 0.25 * noise


def test_rewards_of_a_run_have_their_means() -> None:
    environment = Environment("logistic", JUMPS, Sphere(2, 2), 20_000)
    chunk = joined(environment, 6, 20_000)
    means = environment.means(chunk)[:, 0]
    for low, high in ((0.0, 0.3), (0.3, 0.6), (0.6, 1.0)):
        chosen = (means >= low) & (means < high)
        pairs = zip(means[chosen], chunk.noise[chosen], strict=True)
        won = int(sum(environment.reward(mean, noise) for mean, noise in pairs))
        # A sum of coins varies less than a binomial of the same mean (Hoeffding, 1956).
        limits = clopper_pearson(won, int(chosen.sum()), 1 - 1e-9)
        assert limits[0] <= means[chosen].mean() <= limits[1]


@pytest.mark.parametrize(
    "name, mean, noise, message",
    [
        ("logistic", -0.1, 0.5, r"mean must lie in \[0, 1\]"),
        ("logistic", math.nan, 0.5, "mean must be a finite number"),
        ("logistic", True, 0.5, "mean must be a finite number"),
        ("logistic", "x", 0.5, "mean must be a finite number"),
        ("binomial", 4.1, 0.5, r"mean must lie in \[0, 4\]"),
        ("poisson", 701.0, 0.5, r"mean must lie in \[0, 700\]"),
        ("gaussian", math.inf, 0.5, "mean must be a finite number"),
        ("coin", 1.6, 0.5, r"mean must lie in \[0, 1.5\]"),
        ("logistic", 0.5, 1.0, r"noise must lie in \[0, 1\)"),
        ("coin", 0.5, -0.1, r"noise must lie in \[0, 1\)"),
        ("gaussian", 0.5, math.nan, "noise must be a finite number"),
        ("gaussian", 0.5, None, "noise must be a finite number"),
    ],
)
def test_bad_rewards_are_named(name: str, mean: Any, noise: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        EACH[name].reward(mean, noise)


# --- configuration --------------------------------------------------------------------------------


@each
def test_configuration_round_trip(name: str) -> None:
    environment = EACH[name]
    text = json.dumps(environment.configuration(), allow_nan=False)
    back = environment_from(json.loads(text))
    assert json.dumps(back.configuration()) == text
    assert back.m == environment.m and back.noise == environment.noise
    assert same(joined(back, 5, 100), joined(environment, 5, 100))


@each
def test_an_environment_travels_to_another_process(name: str) -> None:
    back = pickle.loads(pickle.dumps(EACH[name]))
    assert back.configuration() == EACH[name].configuration()
    assert same(joined(back, 5, 100), joined(EACH[name], 5, 100))


points = st.tuples(*[st.floats(-2, 2)] * 2)
schedules: st.SearchStrategy[Schedule] = st.one_of(
    st.builds(Stationary, points),
    st.builds(
        lambda a, b, t: Abrupt([a, (b, 2.5)], [t]), points, st.floats(-2, 2), st.integers(2, 50)
    ),
    st.builds(Drift, points, points, st.none() | st.integers(1, 40)),
    st.builds(Rotation, st.floats(0, 2), st.floats(-3, 3), st.floats(-1, 1)),
    st.builds(Listed, st.lists(points, min_size=30, max_size=30)),
)
action_sets: st.SearchStrategy[ActionSet] = st.one_of(
    st.builds(Sphere, st.integers(1, 4), st.just(2)),
    st.builds(Ball, st.integers(1, 4), st.just(2)),
    st.just(POSITIVE),
    st.just(ARRAY),
)
LINKS = ["logistic", "Poisson", "binomial(3)", links.binomial(7), links.poisson]


@settings(max_examples=60)
@given(st.sampled_from(LINKS), schedules, action_sets, st.integers(1, 30), st.integers(1, 31))
def test_any_environment_round_trips(
    link: Any, schedule: Schedule, actions: ActionSet, horizon: int, size: int
) -> None:
    environment = Environment(link, schedule, actions, horizon)
    back = environment_from(json.loads(json.dumps(environment.configuration())))
    assert same(joined(back, 5, size), joined(environment, 5, horizon))
    norms = np.linalg.norm(environment.schedule.truth(0, horizon), axis=1)
    assert norms.max() <= environment.S * (1 + 1e-12)


def changed(name: str, **values: Any) -> dict[str, Any]:
    return EACH[name].configuration() | values


def without(key: str) -> dict[str, Any]:
    return {k: v for k, v in EACH["logistic"].configuration().items() if k != key}


SPHERE = Sphere(3, 2)
STILL = Stationary([1.0, 0.5])


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: Environment("probit", STILL, SPHERE, 9), "link must be one of"),
        (lambda: Environment(None, STILL, SPHERE, 9), "link must be one of"),
        (lambda: Environment("binomial(0)", STILL, SPHERE, 9), "link must be one of"),
        (lambda: Environment("binomial(1001)", STILL, SPHERE, 9), "link must have at most 1000"),
        (lambda: Environment("logistic", [1.0, 0.5], SPHERE, 9), "schedule must be a Schedule"),
        (lambda: Environment("logistic", STILL, 50, 9), "actions must be an ActionSet"),
        (
            lambda: Environment("logistic", STILL, Sphere(3, 3), 9),
            "actions must have the dimension 2",
        ),
        (lambda: Environment("logistic", STILL, SPHERE, 0), "horizon must be an integer >= 1"),
        (lambda: Environment("logistic", STILL, SPHERE, 9.0), "horizon must be an integer >= 1"),
        (lambda: Environment("logistic", STILL, SPHERE, True), "horizon must be an integer >= 1"),
        (lambda: Environment("logistic", WALK, SPHERE, T + 1), "horizon must be at most 600"),
        (lambda: Environment("logistic", STILL, ARRAY, T + 1), "horizon must be at most 600"),
        (lambda: Environment("logistic", STILL, SPHERE, 9, m=2), "m must be 1"),
        (lambda: Environment("logistic", STILL, SPHERE, 9, noise="coin"), "noise must be None"),
        (lambda: Environment("linear", STILL, SPHERE, 9), "m must be given"),
        (lambda: Environment("linear", STILL, SPHERE, 9, m=0), "m must be positive"),
        (lambda: Environment("linear", STILL, SPHERE, 9, m=math.nan), "m must be positive"),
        (lambda: Environment("poisson", STILL, SPHERE, 9, m=-1), "m must be positive"),
        (lambda: Environment("linear", STILL, SPHERE, 9, 1, "cauchy"), "noise must be one of"),
        (lambda: Environment("linear", STILL, SPHERE, 9, 1, COIN), "noise must be one of"),
        # Coins need means in [0, m]: for no random set around 0, nor here at the second phase.
        (
            lambda: Environment("linear", STILL, SPHERE, 9, 2, "coin"),
            r"anywhere in \[-1.11803, 1.11",
        ),
        (lambda: Environment("linear", STILL, Ball(3, 2), 9, 2, "coin"), "noise must be gaussian"),
        (
            lambda: Environment("linear", Abrupt([[1, 1], [2, 1]], [9]), POSITIVE, 9, 1.7, "coin"),
            r"anywhere in \[1, 2\]",
        ),
        (
            lambda: Environment("linear", Drift([1, 1], [1, -0.1]), POSITIVE, 9, 2, "coin"),
            r"anywhere in \[-0.1, 1.2\]",
        ),
        (lambda: Environment("linear", STILL, ARRAY, 9, 2, "coin"), "noise must be gaussian"),
        (
            lambda: Environment("poisson", Stationary([6, 3]), SPHERE, 9),
            "Poisson means at most 700",
        ),
        (lambda: EACH["logistic"].rounds(0, 0), "size must be an integer >= 1"),
        (lambda: EACH["logistic"].rounds(-1), "seed must be an integer >= 0"),
        (lambda: EACH["logistic"].rounds(None), "seed must be an integer >= 0"),
        (
            lambda: EACH["logistic"].mean([[1.0]], [1.0, 0.0]),
            "actions must be at least one row of 2",
        ),
        (lambda: EACH["logistic"].mean(np.empty((0, 2)), [1.0, 0.0]), "actions must be at least"),
        (lambda: EACH["logistic"].mean([[2.0, 0.0]], [1.0, 0.0]), "actions must have norm"),
        (lambda: EACH["logistic"].mean([[1.0, 0.0]], [1.0]), "theta must have shape"),
        (lambda: environment_from("logistic"), "environment must be a dictionary, not str"),
        (lambda: environment_from(changed("logistic", seed=3)), "not 'seed'"),
        (lambda: environment_from(changed("logistic", **{"a": 1, "b": 2})), "not 'a', 'b'"),
        (lambda: environment_from(without("horizon")), "must have the key 'horizon'"),
        (lambda: environment_from(without("schedule")), "must have the key 'schedule'"),
        (lambda: environment_from(changed("logistic", schedule=None)), "schedule must be a dict"),
        (lambda: environment_from(changed("logistic", actions=[])), "actions must be a dict"),
        (lambda: environment_from(changed("logistic", horizon="9")), "horizon must be an integer"),
        (lambda: environment_from(changed("logistic", link=3)), "link must be one of"),
    ],
)
def test_bad_input_is_named(make: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


def test_coins_within_their_limits_are_accepted() -> None:
    """The limits count: 1.2 is the largest mean, 0 the least, and later phases are not reached."""
    walled = Abrupt([[1, 1], [-5, 0]], [10])
    assert Environment("linear", walled, POSITIVE, 9, 1.2, "coin").kind == COIN
    with pytest.raises(ValueError, match="noise must be gaussian"):
        Environment("linear", walled, POSITIVE, 10, 1.2, "coin")
    with pytest.raises(ValueError, match="noise must be gaussian"):
        Environment("linear", walled, POSITIVE, 9, 1.19, "coin")
    assert Environment("linear", Stationary([0, 0]), SPHERE, 9, 1, "coin").S == 0
