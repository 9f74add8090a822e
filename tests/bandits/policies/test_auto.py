"""The policy without numbers: what it guarantees, and that it needs none."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from glbtheory.bandits import Abrupt, Environment, Sphere, Uniform, play_run, run_seed
from glbtheory.bandits.policies._one_step import log_likelihoods
from glbtheory.bandits.policies.auto import BLOCK, MEMORIES, SCALES, Auto

RNG = np.random.default_rng(7)


def test_it_plays_without_a_number() -> None:
    policy = Auto()
    for t in range(60):
        arms = RNG.normal(size=(5, 3)) / 10
        policy.update(arms[policy.select(arms)], t % 2 == 0)
    assert policy.round == 61 and policy.horizon is None
    assert sum(policy.memory_weights.values()) == pytest.approx(1)
    with pytest.raises(ValueError, match="actions must have 3 coordinates"):
        policy.select(np.zeros((5, 4)))


@pytest.mark.parametrize("seed", range(4))
def test_predictions_are_as_good_as_those_of_the_best_switching(seed: int) -> None:
    """Against all ways to switch at most twice, on data that are made to mislead."""
    rng = np.random.default_rng(seed)
    policy, T, J = Auto(), 40, len(MEMORIES)
    losses, mixture = np.zeros((T, J)), 0.0
    for t in range(T):
        action = np.array([1.0, 0]) if rng.random() < 0.5 else np.array([0, 1.0])
        reward = float((t // 13) % 2) if rng.random() < 0.9 else float(rng.integers(2))
        if t:
            row = np.append(action, 1.0)[None]
            logs = log_likelihoods(policy.link, policy.estimates.predictors(row)[0], reward)
        else:
            logs = np.full(J, math.log(0.5))
        losses[t] = -logs
        mixture -= math.log(float(policy._weights @ np.exp(logs)))
        policy.update(action, reward)
    sums = np.vstack([np.zeros(J), losses.cumsum(axis=0)])
    for s in range(3):
        price = math.log(J) + (s + 1) * math.log(T) + s * math.log(J - 1)
        best = min(
            sum((sums[b] - sums[a]).min() for a, b in itertools.pairwise([0, *cuts, T]))
            for cuts in itertools.combinations(range(1, T), s)
        )
        assert mixture <= best + price
    assert mixture > losses.sum(axis=0).min() - 1e-9 - math.log(T)


def test_the_share_is_that_of_the_docstring() -> None:
    policy = Auto(d=2)
    logs = np.log([0.9, 0.5, 0.1, 0.2, 0.7])
    policy._trust(logs)
    first = np.exp(logs) / np.exp(logs).sum()
    assert policy._weights == pytest.approx(first / 2 + (1 - first) / 2 / 4)
    assert policy._weights.sum() == pytest.approx(1)


def test_scales_are_drawn_by_exp3() -> None:
    """Importance-weighted losses of the blocks that are over, written out."""
    policy, arms = Auto(d=2, seed=3), np.array([[0.6, 0.2], [-0.3, 0.8]])
    losses, played = np.zeros(len(SCALES)), []
    for block in range(12):
        n = block + 1
        logs = -math.sqrt(math.log(len(SCALES)) / (len(SCALES) * n)) * losses
        chances = np.exp(logs - logs.max()) / np.exp(logs - logs.max()).sum()
        k = SCALES.index(policy.scale)
        played.append(k)
        assert policy._chances[-1] == pytest.approx(chances[k])
        paid = 0
        for t in range(BLOCK):
            reward = (t + block) % 3 == 0
            paid += reward
            policy.update(arms[policy.select(arms)], reward)
        losses[k] += (1 - paid / BLOCK) / chances[k]
        assert policy._losses == pytest.approx(losses)
    assert set(played) == set(range(len(SCALES)))


def test_late_rewards_count_for_the_block_they_belong_to() -> None:
    policy = Auto(d=2, seed=3)
    policy.advance(BLOCK + 3)
    chosen, chances = list(policy._chosen), list(policy._chances)
    before = policy._losses.copy()
    policy.update([0.5, 0.5], True, played=2)
    wanted = before.copy()
    wanted[chosen[0]] -= 1 / BLOCK / chances[0]
    assert policy._losses == pytest.approx(wanted)
    assert policy._chosen == chosen


def test_the_bonus_counts_standard_deviations_of_the_mean() -> None:
    policy = Auto(d=2)
    for t in range(40):
        policy.update([0.8, 0.1 * (t % 3)], t % 4 != 0)
    arms = RNG.normal(size=(6, 2)) / 3
    rows = np.column_stack([arms, np.ones(6)])
    z = rows @ policy.estimates.theta.T
    means = 1 / (1 + np.exp(-z))
    centre = means @ policy._weights
    inside = (means * (1 - means)) ** 2
    inside *= np.array([[x @ P @ x for P in policy.estimates.inverse] for x in rows])
    spread = (inside + (means - centre[:, None]) ** 2) @ policy._weights
    assert policy._weights.min() > 1e-3
    assert policy.predict(arms) == pytest.approx(centre, rel=1e-9)
    assert policy.scores(arms) == pytest.approx(centre + policy.scale * np.sqrt(spread), rel=1e-9)


def test_ties_are_broken_by_the_seed_and_not_by_round_off() -> None:
    arms = RNG.normal(size=(50, 5))
    arms /= 1.0001 * np.linalg.norm(arms, axis=1, keepdims=True)
    chosen = set()
    for seed in range(20):
        policy = Auto(seed=seed)
        k = policy.select(arms)
        assert k == policy.select(arms.tolist()) == policy.select(arms.astype(np.float32))
        chosen.add(k)
    assert len(chosen) > 10


@pytest.mark.slow
def test_it_follows_changes_and_finds_rare_clicks() -> None:
    """Far better than chance without a number given, also where most rewards are 0."""
    world = Environment(
        "logistic", Abrupt([[4, 0, 0], [0, -4, 0]], [401]), Sphere(20, 3), horizon=800
    )
    found = play_run(world, {"auto": Auto(), "u": Uniform()}, run_seed(0, 0), [800])
    assert found["auto"].regret[-1] < 0.25 * found["u"].regret[-1]
    rng, policy, regret, chance = np.random.default_rng(5), Auto(), 0.0, 0.0
    for _ in range(1500):
        arms = rng.normal(size=(20, 5))
        arms /= np.linalg.norm(arms, axis=1, keepdims=True)
        p = 1 / (1 + np.exp(3 - 4 * arms[:, 0]))
        k = policy.select(arms)
        policy.update(arms[k], bool(rng.random() < p[k]))
        regret, chance = regret + p.max() - p[k], chance + p.max() - p.mean()
    assert regret < 0.4 * chance
