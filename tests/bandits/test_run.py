"""One run: seeds, common random numbers, compiled rounds against select and update."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from _small import configuration, described

from glbtheory.bandits import run as runs
from glbtheory.bandits.environments.environment import Environment, environment_from
from glbtheory.bandits.policies.base import Policy, policy_from
from glbtheory.bandits.run import play_run, run_seed
from glbtheory.bandits.trace import checked_checkpoints, equally_spaced

CHECKPOINTS = equally_spaced(300, 6)


def environment(**changes: Any) -> Environment:
    return environment_from({**described()["environment"], "horizon": 300, **changes})


def policy(name: str = "SC-D-GLUCB", **more: Any) -> Policy:
    common = {"link": "logistic", "d": 2, "horizon": 300, "S": 2.0, "lam": 1.0, "divisor": 20.0}
    return policy_from({"policy": name, **common, **more})


def test_the_seed_of_a_run_is_that_of_spawn() -> None:
    for run, child in enumerate(np.random.SeedSequence(5).spawn(3)):
        assert run_seed(5, run).generate_state(4).tolist() == child.generate_state(4).tolist()


def test_a_run_depends_on_its_seed_and_on_nothing_else() -> None:
    place, one = environment(), policy(gamma=0.99)
    first = play_run(place, {"a": one}, 3, CHECKPOINTS)["a"]
    other = play_run(place, {"a": one}, 4, CHECKPOINTS)["a"]
    together = play_run(
        place, {"x": policy("GLM-UCB"), "a": policy(gamma=0.99), "y": one}, 3, CHECKPOINTS
    )
    assert first.same_as(together["a"]) and first.same_as(together["y"])
    assert not first.same_as(other)
    assert not first.same_as(together["x"])
    assert one.round == 1


def test_fewer_checkpoints_tell_the_same() -> None:
    one = policy(gamma=0.99)
    all_rounds = play_run(environment(), {"a": one}, 3, range(1, 301))["a"]
    few = play_run(environment(), {"a": one}, 3, [50, 256, 257, 300])["a"]
    at = few.rounds - 1
    for name in ("regret", "reward", "outside", "certificate"):
        assert getattr(all_rounds, name)[at].tolist() == getattr(few, name).tolist()
    assert (np.diff(all_rounds.regret) >= 0).all()
    assert (np.diff(few.certificate) >= 0).all() and 0 < few.certificate[-1] < 1e-7


@pytest.mark.parametrize(
    ("link", "d", "name", "more"),
    [
        ("logistic", 2, "SC-D-GLUCB", {"gamma": 0.98, "refined": True}),
        ("binomial(3)", 2, "SC-SW-GLUCB", {"tau": 40}),
        ("poisson", 2, "GLM-UCB", {"m": 8.0}),
        ("linear", 2, "D-GLUCB", {"gamma": 0.98, "m": 1.0}),
        ("logistic", 1, "LogUCB1", {}),
        ("logistic", 2, "restarted GLM-UCB", {"period": 70}),
    ],
)
def test_compiled_rounds_are_those_of_select_and_update(
    link: str, d: int, name: str, more: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    place = environment(
        link=link,
        schedule={"kind": "stationary", "theta": [1.2, -0.5][:d]},
        actions={"kind": "ball", "arms": 6, "d": d},
        **({"m": 1.0} if link == "linear" else {}),
    )
    one = policy(name, link=link, d=d, S=1.3, **more)
    compiled = play_run(place, {"a": one}, 11, CHECKPOINTS)["a"]
    monkeypatch.setattr(type(one), "rule", lambda self: None)
    slow = play_run(place, {"a": one}, 11, CHECKPOINTS)["a"]
    for column in ("rounds", "regret", "reward", "outside"):
        assert getattr(compiled, column).tolist() == getattr(slow, column).tolist(), column
    assert compiled.certificate == pytest.approx(slow.certificate, rel=1e-9)


def test_rounds_outside_the_ball_are_counted() -> None:
    small = policy(gamma=0.99, S=0.05)
    found = play_run(environment(), {"a": small}, 3, range(1, 301))["a"]
    assert found.outside[0] == 0  # the first estimate is 0
    assert found.outside[-1] > 200


def test_the_oracle_has_no_regret_and_chance_has_the_mean_one() -> None:
    schedule = described()["environment"]["schedule"]
    players = {
        "oracle": policy_from({"policy": "oracle", "schedule": schedule, "horizon": 300}),
        "uniform": policy_from({"policy": "uniform", "horizon": 300}),
    }
    place = environment()
    found = play_run(place, players, 3, CHECKPOINTS)
    assert found["oracle"].regret[-1] == 0
    assert found["oracle"].reward[-1] > found["uniform"].reward[-1]
    chunks = list(place.rounds(np.random.SeedSequence(3).spawn(2)[0]))
    expected = sum((place.best(c) - place.means(c).mean(axis=1)).sum() for c in chunks)
    assert found["uniform"].regret[-1] == pytest.approx(expected, rel=0.2)


def test_arms_without_vectors_and_larger_dimensions_are_played_too() -> None:
    arms = policy_from({"policy": "SW-UCB", "arms": 5, "tau": 50})
    found = play_run(environment(), {"arms": arms}, 3, CHECKPOINTS)["arms"]
    assert found.regret[-1] > 0 and found.certificate[-1] == 0
    place = environment(
        schedule={"kind": "stationary", "theta": [1.0, 0.5, -0.5]},
        actions={"kind": "sphere", "arms": 4, "d": 3},
    )
    for tolerance, bound in ((0, 1e-8), (0.01, policy(d=3, gamma=0.99).accuracy)):
        one = policy(d=3, gamma=0.99, tolerance=tolerance)
        found = play_run(place, {"a": one}, 3, [40])["a"]
        assert found.reward[-1] > 10 and 0 < found.certificate[-1] <= bound


@pytest.mark.parametrize(
    "given",
    [
        {"gamma": 0.98},
        {"policy": "SC-SW-GLUCB", "tau": 80},
        {"policy": "GLM-UCB"},
        {"policy": "restarted GLM-UCB", "period": 90},
    ],
    ids=str,
)
def test_three_dimensions_give_the_same_bits_compiled_and_one_by_one(
    given: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    place = environment(
        schedule={"kind": "stationary", "theta": [1.0, 0.5, -0.5]},
        actions={"kind": "sphere", "arms": 9, "d": 3},
    )
    compiled = play_run(place, {"a": policy(d=3, **given)}, 3, CHECKPOINTS)["a"]
    monkeypatch.setattr(runs, "_player", runs._RoundByRound)
    one_by_one = play_run(place, {"a": policy(d=3, **given)}, 3, CHECKPOINTS)["a"]
    assert compiled.same_as(one_by_one) and compiled.certificate[-1] > 1e-6


@pytest.mark.parametrize("checkpoints", [[], [0], [2, 2], [3, 1], [301], [True], [1.5]])
def test_bad_checkpoints(checkpoints: list[Any]) -> None:
    with pytest.raises(ValueError, match="checkpoints"):
        play_run(environment(), {"a": policy(gamma=0.99)}, 0, checkpoints)


def test_checkpoints_of_a_configuration() -> None:
    assert equally_spaced(10, 4) == (3, 5, 8, 10)
    assert equally_spaced(3, 200) == (1, 2, 3)
    assert checked_checkpoints([1, 7], 7) == (1, 7)
    for bad in ([1, 6], [], "12", 0, 2.5, True, [7, 7], {"a": 1}):
        with pytest.raises(ValueError, match="checkpoints"):
            checked_checkpoints(bad, 7)


def test_the_small_configuration_is_what_it_says() -> None:
    found = configuration()
    assert found.horizon == 300 and list(found.policies) == ["SC-D-GLUCB", "all data"]
    assert found.policies["all data"]["S"] == 2.0  # the schedule's largest norm
