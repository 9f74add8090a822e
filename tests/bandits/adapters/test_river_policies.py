"""Our policies in river's own evaluations."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from river import bandit, stats

from glbtheory.bandits.adapters.river_policies import RiverContextualPolicy, RiverPolicy
from glbtheory.bandits.inputs.records import KnownFeatures

GLM = {
    "policy": "SC-D-GLUCB",
    "link": "logistic",
    "d": 4,
    "horizon": 1000,
    "S": 3.0,
    "lam": 1.0,
    "gamma": 0.999,
    "divisor": 2e5,
}
ARMS = {"red": [1, 0, 0, 0], "blue": [0, 0.6, 0.8, 0], "green": [0, 0, 0, 1]}


class Clicks(gymnasium.Env):
    """Three arms with fixed probabilities of a click."""

    def __init__(self, steps: int = 200) -> None:
        self.action_space = gymnasium.spaces.Discrete(3)
        self.observation_space = gymnasium.spaces.Discrete(1)
        self.steps = steps

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.done = 0
        return 0, {}

    def step(self, action):
        self.done += 1
        reward = float(self.np_random.random() < (0.1, 0.5, 0.9)[action])
        return 0, reward, False, self.done >= self.steps, {}


def test_river_evaluates_policies_with_vectors_and_with_arms() -> None:
    vectors = {k: row for k, row in enumerate(ARMS.values())}
    policies = [
        RiverPolicy(GLM, arms=vectors),
        RiverPolicy({"policy": "D-UCB", "arms": 3, "gamma": 0.999}),
        RiverPolicy({"policy": "uniform"}, seed=5),
        bandit.UCB(delta=1, seed=1),
    ]
    steps = list(bandit.evaluate(policies, Clicks(), n_episodes=3, seed=7))
    assert len(steps) == 4 * 3 * 200
    earned = [
        np.mean([s["reward"] for s in steps if s["policy_idx"] == k]) for k in range(len(policies))
    ]
    assert earned[0] > 0.75 and earned[1] > 0.7 and abs(earned[2] - 0.5) < 0.1
    # river evaluated clones: ours are as they were.
    assert policies[0].policy_.round == 1 and policies[0]._n == 0


def test_it_plays_what_the_policy_itself_plays() -> None:
    ours = RiverPolicy(GLM, arms=ARMS)
    bare = ours.clone().policy_
    rows = np.array(list(ARMS.values()), dtype=float)
    rng = np.random.default_rng(2)
    for _ in range(60):
        arm = ours.pull(list(ARMS))
        k = bare.select(rows)
        assert arm == list(ARMS)[k]
        click = bool(rng.random() < 0.3)
        ours.update(arm, click)
        bare.update(rows[k], float(click))
    assert (ours.policy_.theta == bare.theta).all() and ours._n == 60
    assert "blue" in repr(ours)  # river's table of arms
    # Some of the arms, in another order.
    assert ours.pull(["green", "red"]) in ("green", "red")


def test_contexts_that_are_dictionaries() -> None:
    """Replay of a uniform log in which the better arm depends on the context."""
    rng = np.random.default_rng(4)
    log = []
    for _ in range(1500):
        city = ("Rome", "Oslo")[rng.integers(2)]
        arm = ("sun", "snow")[rng.integers(2)]
        good = (city == "Rome") == (arm == "sun")
        log.append((["sun", "snow"], {"city": city}, arm, bool(rng.random() < (0.2, 0.8)[good])))
    features = KnownFeatures.of([context for _, context, _, _ in log])
    policy = RiverContextualPolicy(GLM, features, ["sun", "snow"])
    total, used = bandit.evaluate_offline(policy, iter(log), reward_stat=stats.Mean())
    assert 600 < used < 900 and total.get() > 0.7
    blind, used = bandit.evaluate_offline(
        RiverPolicy({"policy": "D-UCB", "arms": 2, "gamma": 1.0 - 1e-6}),
        ((range(2), None, ("sun", "snow").index(a), r) for _, _, a, r in log),
        reward_stat=stats.Mean(),
    )
    assert abs(blind.get() - 0.5) < 0.1 and used > 500
    assert policy.policy_.round == 1 + policy._n  # evaluate_offline plays the policy it is given


def test_longer_contexts_lengthen_the_radius() -> None:
    features = KnownFeatures(["a", "b"])
    policy = RiverContextualPolicy(GLM, features, ["x", "y"], longest=5.0)
    assert policy.policy_.S == 15.0
    assert policy.actions(["y"], {"a": 3.0, "b": 4.0}).tolist() == [[0, 0, 0.6, 0.8]] or (
        np.linalg.norm(policy.actions(["y"], {"a": 3.0, "b": 4.0})) == pytest.approx(1.0)
    )
    assert policy.pull(["x", "y"], {"a": 3.0}) in ("x", "y")
    with pytest.raises(ValueError, match="larger Scaler"):
        policy.pull(["x", "y"], {"a": 6.0})
    assert policy.clone().policy_.S == 15.0


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: RiverPolicy(GLM), "arms must be given"),
        (lambda: RiverPolicy("SC-D-GLUCB"), "configuration must be a dictionary"),
        (lambda: RiverPolicy(RiverPolicy(GLM, arms=ARMS).policy_), "policy must be a dictionary"),
        (lambda: RiverPolicy(GLM, arms={"a": [1, 0], "b": [1]}), "vectors of equal length"),
        (lambda: RiverPolicy(GLM, arms=[[1, 0]]), "arms must be a dictionary"),
        (lambda: RiverPolicy(GLM, arms=ARMS).pull(["red", "pink"]), "arm_ids must be among"),
        (lambda: RiverPolicy(GLM, arms=ARMS).update("red", "yes"), "reward must hold numbers"),
        (lambda: RiverPolicy(GLM, arms=ARMS).update("red"), "reward must be one number"),
        (
            lambda: RiverPolicy({"policy": "D-UCB", "arms": 3, "gamma": 0.9}).pull([1, 2]),
            "arm_ids must be 0",
        ),
        (lambda: RiverContextualPolicy(GLM, "age", ["a"]), "features must be KnownFeatures"),
        (
            lambda: RiverContextualPolicy(GLM, KnownFeatures(["a"]), ["a"], how="sum"),
            "how must be one of",
        ),
        (
            lambda: RiverContextualPolicy(GLM, KnownFeatures(["a"]), ["a"], longest=0),
            "longest must be positive",
        ),
    ],
)
def test_mistakes_are_named(call, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        call()
