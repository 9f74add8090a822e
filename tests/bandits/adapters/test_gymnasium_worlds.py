"""Our worlds pass Gymnasium's own checker, and a policy there plays the run that it plays here."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from glbtheory.bandits import (
    SCDGLUCB,
    SWUCB,
    Abrupt,
    Environment,
    Sphere,
    Uniform,
    play_run,
)
from glbtheory.bandits.adapters.gymnasium_worlds import BanditEnv, play_episode

HORIZON = 700  # more than one block of rounds


def world(link: str = "logistic", d: int = 3, m: float | None = None) -> Environment:
    first = np.eye(d)[0]
    return Environment(link, Abrupt([first, -first], [300]), Sphere(7, d), HORIZON, m=m)


@pytest.mark.parametrize("link", ["logistic", "linear", "poisson", "binomial(3)"])
def test_the_checker_of_gymnasium_is_content(link: str) -> None:
    env = BanditEnv(world(link, m=1.0 if link == "linear" else None))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*not set via `gymnasium.make`")
        warnings.filterwarnings("ignore", message=".*Not able to test alternative render modes")
        check_env(env)


def test_the_run_is_that_of_play_run() -> None:
    here = world()
    policy = SCDGLUCB("logistic", 3, HORIZON, S=1, lam=1, gamma=0.99, divisor=10)
    checkpoints = [100, 512, 513, HORIZON]
    trace = play_run(here, {"ours": policy}, 11, checkpoints)["ours"]
    env = BanditEnv(here)
    regret, observation = [], env.reset(seed=11)[0]
    over = False
    while not over:
        k = policy.select(observation)
        chosen = observation[k]
        observation, reward, terminated, over, info = env.step(np.int64(k))
        policy.update(chosen, reward)
        regret.append(info["regret"])
        assert not terminated
    assert np.cumsum(regret)[np.array(checkpoints) - 1] == pytest.approx(trace.regret, rel=1e-12)
    with pytest.raises(ValueError, match="reset must be called"):
        env.step(0)


def test_an_episode_with_our_policy() -> None:
    env = gymnasium.wrappers.TimeLimit(BanditEnv(world()), 50)
    policy = SCDGLUCB("logistic", 3, HORIZON, S=1, lam=1, gamma=0.99)
    rewards = play_episode(env, policy, seed=1)
    assert len(rewards) == 50 and set(rewards) <= {0.0, 1.0} and policy.round == 51
    again = SCDGLUCB("logistic", 3, HORIZON, S=1, lam=1, gamma=0.99)
    assert (play_episode(env, again, seed=1, rounds=20) == rewards[:20]).all()


class Numbered(gymnasium.Env):
    """Actions 5, 6, 7; the last one is best. The observation is a context of two numbers."""

    def __init__(self) -> None:
        self.action_space = gymnasium.spaces.Discrete(3, start=5)
        self.observation_space = gymnasium.spaces.Box(0, 1, (2,), np.float32)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        return np.array([0.6, 0.8], np.float32), {}

    def step(self, action):
        assert action in self.action_space
        return np.array([0.6, 0.8], np.float32), bool(action == 7), False, False, {}


def test_a_world_with_numbered_arms_and_with_contexts() -> None:
    arms = SWUCB(3, tau=100)
    assert play_episode(Numbered(), arms, seed=0, rounds=300).mean() > 0.6

    def rows(context):
        return np.kron(np.eye(3), context / np.linalg.norm(np.float64(context)) * (1 - 1e-7))

    policy = SCDGLUCB("logistic", 6, 300, S=3, lam=1, gamma=0.99, divisor=2e5)
    assert play_episode(Numbered(), policy, seed=0, actions=rows, rounds=300).mean() > 0.8


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: BanditEnv("logistic"), "environment must be an Environment"),
        (lambda: play_episode(BanditEnv(world()), "uniform"), "policy must be a Policy"),
        (lambda: play_episode(None, Uniform()), "world must have an action_space"),
        (lambda: play_episode(Numbered(), Uniform(), rounds=0), "rounds must be an integer"),
        (
            lambda: play_episode(Numbered(), Uniform(), actions=lambda _: np.eye(2)),
            "actions must give 3 rows",
        ),
    ],
)
def test_mistakes_are_named(call, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        call()


def test_an_action_out_of_range_is_refused() -> None:
    env = BanditEnv(world())
    env.reset(seed=0)
    for bad in (7, -1, 1.0, True):
        with pytest.raises(ValueError, match="action must be an integer"):
            env.step(bad)
