"""What all policies share: rounds, late rewards, random numbers, files, names."""

from __future__ import annotations

import inspect
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from glbtheory import bandits
from glbtheory.bandits.policies import _policy_file
from glbtheory.bandits.policies._delayed_rewards import Waiting
from glbtheory.bandits.policies.base import (
    POLICIES,
    Policy,
    RoundNumbers,
    load_policy,
    policy_class,
    policy_from,
)
from glbtheory.bandits.policies.generalized_linear import GeneralizedLinearUCB
from glbtheory.bandits.policies.uniform import Uniform

#: Arguments of constructors, by name.
GOOD = {
    "link": "logistic",
    "d": 2,
    "horizon": 50,
    "S": 1.0,
    "lam": 1.0,
    "gamma": 0.9,
    "tau": 5,
    "period": 7,
    "arms": 3,
    "schedule": {"kind": "stationary", "theta": [1.0, -0.5]},
}


#: Policies without one estimated parameter: several, one for each block or arm, or none.
NO_THETA = ("auto", "BOB", "SW-UCB", "D-UCB", "uniform", "oracle")


def made(name: str) -> Policy:
    cls = policy_class(name)
    return cls(**{n: v for n, v in GOOD.items() if n in inspect.signature(cls).parameters})


class Diary(Policy):
    """Writes down what it is told."""

    name = "diary"
    d = 2

    def __init__(self, horizon: int | None = None, *, seed: Any = 0) -> None:
        super().__init__(horizon=horizon, seed=seed)
        self.events: list[tuple[Any, ...]] = []

    def _select(self, offered: np.ndarray) -> int:
        return len(offered) - 1

    def _advance(self, rounds: int) -> None:
        self.events.append(("over", rounds))

    def _observe(self, action: np.ndarray, reward: float, age: int) -> None:
        self.events.append((tuple(action), reward, age))

    def _refresh(self) -> None:
        self.events.append(("refresh",))

    def _clear(self) -> None:
        self.events = []


A, B = (0.5, 0.0), (0.0, -1.0)


# --- rounds ---------------------------------------------------------------------------------------


def test_an_update_ends_the_coming_round_and_then_observes_it() -> None:
    diary = Diary()
    assert diary.round == 1
    diary.update(A, 1)
    assert diary.events == [("over", 1), (A, 1.0, 0), ("refresh",)]
    assert diary.round == 2


def test_a_batch_is_the_coming_rounds_in_their_order_with_one_refresh() -> None:
    diary = Diary()
    diary.update_batch([A, B], [1, 0])
    wanted = [("over", 1), (A, 1.0, 0), ("over", 1), (B, 0.0, 0), ("refresh",)]
    assert diary.events == wanted and diary.round == 3


def test_a_late_reward_has_the_age_of_its_round_and_ends_none() -> None:
    diary = Diary()
    diary.advance()
    diary.update(B, 0)
    diary.advance(3)
    diary.events.clear()
    diary.update(A, 1, played=1)
    assert diary.events == [(A, 1.0, 4), ("refresh",)] and diary.round == 6
    diary.events.clear()
    diary.update_batch([A, B], [0, 1], played=np.array([5, 3]))
    assert diary.events == [(A, 0.0, 0), (B, 1.0, 2), ("refresh",)]


@pytest.mark.parametrize("played", [0, 2, 4, 5, -1, True, 1.0, "1"])
def test_only_an_ended_round_without_a_reward_can_have_a_late_one(played: Any) -> None:
    diary = Diary()
    diary.advance()
    diary.update(A, 1)
    diary.advance()
    before = diary.state(), list(diary.events)
    with pytest.raises(ValueError, match="played"):
        diary.update(A, 1, played=played)
    assert same(diary.state(), before[0]) and diary.events == before[1]


def test_a_round_has_one_reward() -> None:
    diary = Diary()
    diary.advance(2)
    with pytest.raises(ValueError, match="2 different rounds"):
        diary.update_batch([A, B], [0, 1], played=[1, 1])
    diary.update(A, 1, played=1)
    with pytest.raises(ValueError, match="no reward yet"):
        diary.update(A, 1, played=1)


def test_nothing_is_played_beyond_the_horizon_but_late_rewards_may_come() -> None:
    diary = Diary(horizon=3)
    diary.advance(2)
    with pytest.raises(ValueError, match="horizon is 3: round 4"):
        diary.update_batch([A, B], [0, 1])
    with pytest.raises(ValueError, match="horizon"):
        diary.advance(2)
    assert diary.round == 3 and diary.select([A, B]) == 1
    diary.update(A, 1)
    for ask in (lambda: diary.select([A]), lambda: diary.update(A, 1), diary.advance):
        with pytest.raises(ValueError, match="horizon"):
            ask()
    diary.update(A, 1, played=2)


@pytest.mark.parametrize(
    ("actions", "rewards", "said"),
    [
        ([A], [np.nan], "reward"),
        ([A], [[True]], "reward"),
        ([A], ["1"], "reward"),
        ([A, B], [1], "rewards must be 2"),
        ([A, (1, 1)], [1, 1], "action must have norm at most 1"),
        ([A, (0, np.inf)], [1, 1], "action must be finite"),
        ([A, (1, 0, 0)], [1, 1], "action"),
        ([(1, 0, 0)], [1], "action must have 2 coordinates"),
        ([0.5], [1], "action must be a vector of 2 numbers"),
        ([], [], "actions must not be empty"),
        ([A], 1.0, "rewards must be a list"),
    ],
)
def test_bad_batches_change_nothing(actions: Any, rewards: Any, said: str) -> None:
    diary = Diary()
    with pytest.raises(ValueError, match=said):
        diary.update_batch(actions, rewards)
    assert diary.round == 1 and not diary.events


@pytest.mark.parametrize("actions", [[], [[]], [[1, 1]], [[np.nan, 0]], [[0.5]], 3, None, "ab"])
def test_bad_action_sets_are_named(actions: Any) -> None:
    with pytest.raises(ValueError, match="actions"):
        Diary().select(actions)


@pytest.mark.parametrize("rounds", [0, -1, 1.5, True, None])
def test_bad_numbers_of_rounds_are_named(rounds: Any) -> None:
    with pytest.raises(ValueError, match="rounds"):
        Diary().advance(rounds)


@pytest.mark.parametrize("bad", [{"horizon": 0}, {"horizon": 2.5}, {"seed": -1}, {"seed": None}])
def test_bad_arguments_are_named(bad: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(bad))):
        Diary(**bad)


def test_reset_begins_again_and_a_bad_seed_does_not() -> None:
    policy = Uniform(seed=1)
    first = policy.select(1000)
    policy.advance(4)
    with pytest.raises(ValueError, match="seed"):
        policy.reset(seed=-3)
    assert policy.round == 5
    policy.reset()
    assert policy.round == 1 and policy.select(1000) == first and not policy._waiting.array().size
    policy.reset(seed=2)
    assert policy.select(1000) == Uniform(seed=2).select(1000) != first


# --- waiting rounds -------------------------------------------------------------------------------


@given(st.lists(st.integers(1, 4), max_size=8), st.randoms(use_true_random=False))
def test_waiting_rounds_are_a_set(steps: list[int], random: Any) -> None:
    waiting, wanted, clock = Waiting(), set(), 0
    for step in steps:
        waiting.add(clock + 1, clock + step)
        wanted |= set(range(clock + 1, clock + step + 1))
        clock += step + random.randrange(2)
        for s in random.sample(sorted(wanted), random.randrange(len(wanted) + 1)):
            waiting.remove(s)
            wanted.remove(s)
        for kept in (waiting, Waiting.of(waiting.array(), clock)):
            assert {s for s in range(-1, clock + 3) if s in kept} == wanted


@pytest.mark.parametrize(
    "rows",
    [[[0, 2]], [[3, 2]], [[1, 2], [2, 3]], [[1, 2], [3, 4]], [[4, 4], [1, 1]], [[1, 9]], [1, 2]],
)
def test_what_is_no_set_of_waiting_rounds_is_refused(rows: Any) -> None:
    with pytest.raises(ValueError, match="waiting"):
        Waiting.of(np.array(rows), 8)


def test_a_million_waiting_rounds_are_two_numbers() -> None:
    policy = Uniform()
    policy.advance(10**6)
    assert policy.state()["waiting"].tolist() == [[1, 10**6]]


# --- random numbers -------------------------------------------------------------------------------


def test_the_number_of_a_round_depends_on_seed_and_round_alone() -> None:
    numbers = RoundNumbers(7)
    together = numbers.at(1, 50)
    generator = np.random.Generator(np.random.PCG64(np.random.SeedSequence(7)))
    assert together.tolist() == generator.random(50).tolist()
    assert together.tolist() == [numbers.at(t)[0] for t in range(1, 51)]
    assert numbers.at(20, 5).tolist() == together[19:24].tolist()
    assert RoundNumbers.of(numbers.array()).at(1, 50).tolist() == together.tolist()
    assert together[0] != RoundNumbers(8).at(1)[0]
    assert 0.3 < together.mean() < 0.7


def test_a_seed_sequence_is_left_as_it_was() -> None:
    seed = np.random.SeedSequence(5)
    first = RoundNumbers(seed).at(1)[0]
    assert seed.n_children_spawned == 0 and RoundNumbers(seed).at(1)[0] == first


# --- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", POLICIES)
def test_every_policy_of_the_registry_bears_its_name(name: str) -> None:
    cls = policy_class(name)
    assert issubclass(cls, Policy) and cls.name == name


@pytest.mark.parametrize("name", POLICIES)
def test_a_configuration_has_the_constructor_s_arguments(name: str) -> None:
    found = made(name)
    keys = [k for k in inspect.signature(type(found)).parameters if k not in ("seed", "grid")]
    assert list(found.configuration()) == ["policy", *keys]
    assert json.loads(json.dumps(found.configuration())) == found.configuration()
    assert policy_from(found.configuration()).configuration() == found.configuration()


@pytest.mark.parametrize("name", POLICIES)
def test_what_a_policy_does_not_have_is_none(name: str) -> None:
    """Callers need not ask whether an attribute is there."""
    found = made(name)
    estimates = isinstance(found, GeneralizedLinearUCB)
    assert (found.certificate is not None) == estimates
    assert (found.theta is None) == (found.name in NO_THETA)
    assert (found.S is None) == ("S" not in found.configuration())
    assert (found.arms is None) == found.contextual
    assert found.rule() is None or estimates
    assert Diary().rule() is None and Diary().theta is None and Diary().certificate is None


@pytest.mark.parametrize("bad", ["UCB", "", None, 3, "Uniform"])
def test_an_unknown_policy_is_named_with_the_known_ones(bad: Any) -> None:
    with pytest.raises(ValueError, match="policy must be one of SC-D-GLUCB"):
        policy_from({"policy": bad})


@pytest.mark.parametrize(
    ("configuration", "said"),
    [
        ([], "configuration must be a dictionary"),
        ({"policy": "uniform", "gamma": 1}, "'gamma'"),
        ({"policy": "GLM-UCB", "link": "logistic", "d": 2, "S": 1, "lam": 1}, "'horizon'"),
        ({"policy": "uniform", "horizon": 0}, "horizon"),
    ],
)
def test_bad_configurations_are_explained(configuration: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        policy_from(configuration)


def test_public_names_are_loaded_when_used() -> None:
    assert bandits.Uniform is Uniform and bandits.policy_from is policy_from
    assert "Uniform" in dir(bandits)
    with pytest.raises(AttributeError, match="Nothing"):
        _ = bandits.Nothing


# --- files ----------------------------------------------------------------------------------------


def same(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> bool:
    """The same arrays bit by bit."""
    return one.keys() == other.keys() and all(
        a.dtype == other[n].dtype
        and a.shape == other[n].shape
        and a.tobytes() == other[n].tobytes()
        for n, a in one.items()
    )


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    policy = Uniform(horizon=100, seed=9)
    policy.advance(3)
    policy.update(A, 1, played=2)
    policy.save(tmp_path / "policy.npz")
    return tmp_path / "policy.npz"


def test_a_file_gives_back_configuration_and_state(saved: Path) -> None:
    policy = load_policy(saved)
    assert type(policy) is Uniform and policy.horizon == 100 and policy.round == 4
    assert policy.state()["waiting"].tolist() == [[1, 1], [3, 3]]
    assert policy.select(10**6) == int(RoundNumbers(9).at(4)[0] * 10**6)
    assert type(Uniform.load(str(saved))) is Uniform
    with pytest.raises(ValueError, match="holds a policy uniform, not a Diary"):
        Diary.load(saved)


def test_saving_again_replaces_the_file_and_leaves_nothing_else(saved: Path) -> None:
    policy = load_policy(saved)
    policy.advance()
    policy.save(saved)
    assert load_policy(saved).round == 5
    assert os.listdir(saved.parent) == [saved.name]


def test_a_save_that_fails_leaves_the_old_file(saved: Path, monkeypatch: Any) -> None:
    before = saved.read_bytes()

    def stop(*_: Any) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", stop)
    with pytest.raises(OSError, match="no space"):
        load_policy(saved).save(saved)
    assert saved.read_bytes() == before and os.listdir(saved.parent) == [saved.name]


def test_every_shortened_file_is_refused(saved: Path) -> None:
    whole = saved.read_bytes()
    for length in [*range(0, len(whole), 97), len(whole) - 1]:
        saved.write_bytes(whole[:length])
        with pytest.raises(ValueError, match=r"policy\.npz"):
            load_policy(saved)


def test_a_changed_byte_is_refused_or_changes_nothing(saved: Path) -> None:
    """A few bytes of a zip archive (dates, say) have no meaning."""
    whole, policy = saved.read_bytes(), load_policy(saved)
    refused = 0
    for place in range(0, len(whole), 7):
        saved.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        try:
            assert same(load_policy(saved).state(), policy.state())
        except ValueError as error:
            assert "policy.npz" in str(error)
            refused += 1
    assert refused > len(whole) / 7 / 2


def rewritten(path: Path, **changes: Any) -> None:
    """The file with other arrays and a digest that agrees with them."""
    with np.load(path, allow_pickle=False) as archive:
        arrays = {n: archive[n] for n in archive.files if n != "digest"}
    arrays |= {n.replace("__", "."): np.asarray(v) for n, v in changes.items()}
    arrays = {n: a for n, a in arrays.items() if a.dtype != object}
    np.savez(path, **arrays, digest=np.array(_policy_file._digest(arrays)))


def test_a_good_archive_with_other_numbers_is_refused(saved: Path) -> None:
    with np.load(saved, allow_pickle=False) as archive:
        arrays = {n: archive[n] for n in archive.files}
    np.savez(saved, **{**arrays, "state.clock": np.array(4)})
    with pytest.raises(ValueError, match="changed after it was saved"):
        load_policy(saved)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"version": 2}, "version 2"),
        ({"format": "another"}, "is not a saved policy"),
        ({"configuration": json.dumps({"policy": "none"})}, "policy must be one of"),
        ({"configuration": json.dumps({"policy": "uniform", "horizon": 2})}, "clock"),
        ({"configuration": "[]"}, "dictionary"),
        ({"configuration": "{"}, "configuration"),
        ({"state__clock": -1}, "clock"),
        ({"state__clock": 1.0}, "clock"),
        ({"state__clock": None}, "clock"),
        ({"state__random": np.zeros(4, np.uint64)}, "random"),
        ({"state__waiting": np.array([[1, 7]])}, "waiting"),
        ({"state__other": 1}, "other"),
        ({"state__own.other": 1}, "other"),
    ],
)
def test_a_foreign_content_is_refused(saved: Path, changes: dict[str, Any], said: str) -> None:
    rewritten(saved, **changes)
    with pytest.raises(ValueError, match=said) as caught:
        load_policy(saved)
    assert str(saved) in str(caught.value)


def test_foreign_files_are_refused_and_nothing_in_them_runs(tmp_path: Path) -> None:
    path = tmp_path / "foreign"
    np.savez(path.with_suffix(".npz"), format=np.array([{}], dtype=object))
    with zipfile.ZipFile(tmp_path / "zip.npz", "w") as archive:
        archive.writestr("format.npy", "text")
    np.save(tmp_path / "array.npy", np.zeros(3))
    (tmp_path / "text").write_text("policy")
    (tmp_path / "folder").mkdir()
    for foreign in tmp_path.iterdir():
        with pytest.raises(ValueError, match=foreign.name):
            load_policy(foreign)
    with pytest.raises(FileNotFoundError):
        load_policy(tmp_path / "missing")
    with pytest.raises(ValueError, match="path"):
        load_policy(3)
