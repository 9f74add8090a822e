"""The policies of other papers do what their papers say."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from glbtheory.bandits import Abrupt, Environment, Sphere, play_run, run_seed
from glbtheory.bandits.policies._one_step import OneStepEstimates, log_likelihoods
from glbtheory.bandits.policies.references.d_linucb import DLinUCB
from glbtheory.bandits.policies.references.epsilon_greedy import EpsilonGreedy
from glbtheory.bandits.policies.references.ofuglb import OFUGLB, constrained_maximum
from glbtheory.bandits.policies.references.thompson import ThompsonSampling
from glbtheory.setting import links

RNG = np.random.default_rng(11)
ROWS = RNG.normal(size=(40, 3))
ROWS /= np.linalg.norm(ROWS, axis=1, keepdims=True)


# --- the step -------------------------------------------------------------------------------------


@pytest.mark.parametrize("link", [links.logistic, links.linear, links.poisson, links.binomial(4)])
def test_a_step_ends_at_the_minimiser(link: Any) -> None:
    """There the gradient of half the squared distance plus the loss vanishes."""
    estimates = OneStepEstimates(link, 3, [0.9, 0.99, 1.0], 0.7)
    for k, row in enumerate(ROWS):
        reward = float(k % 3) / 2 if link.name != "binomial(4)" else float(k % 5)
        estimates.forget(1)
        before, H = estimates.theta.copy(), estimates.design.copy()
        estimates.learn(row, reward, k % 2)
        weight = estimates.gammas ** (k % 2)
        for j in range(3):
            theta = estimates.theta[j]
            pull = weight[j] * (link.mu(theta @ row) - reward)
            gradient = H[j] @ (theta - before[j]) + pull * row
            assert np.linalg.norm(gradient) <= 1e-9 * (1 + np.linalg.norm(H[j]))
            new = H[j] + weight[j] * link.dmu(theta @ row) * np.outer(row, row)
            assert estimates.design[j] == pytest.approx(new, rel=1e-9)
        assert estimates.inverse @ estimates.design == pytest.approx(
            np.tile(np.identity(3), (3, 1, 1)), abs=1e-8
        )


def test_with_linear_rewards_the_steps_are_ridge_regression() -> None:
    estimates = OneStepEstimates(links.linear, 3, [1.0], 0.7)
    rewards = RNG.normal(size=len(ROWS))
    for row, reward in zip(ROWS, rewards, strict=True):
        estimates.forget(1)
        estimates.learn(row, reward, 0)
    V = ROWS.T @ ROWS + 0.7 * np.identity(3)
    assert estimates.theta[0] == pytest.approx(np.linalg.solve(V, ROWS.T @ rewards), rel=1e-9)
    widths = np.einsum("ki,ij,kj->k", ROWS, np.linalg.inv(V), ROWS)
    assert estimates.squared_widths(ROWS)[:, 0] == pytest.approx(widths, rel=1e-9)


def test_log_likelihoods_are_those_of_the_families() -> None:
    for z in (-3.0, 0.0, 2.0):
        p, mean = 1 / (1 + math.exp(-z)), math.exp(z)
        assert log_likelihoods(links.logistic, z, 1.0) == pytest.approx(math.log(p))
        assert log_likelihoods(links.logistic, z, 0.0) == pytest.approx(math.log(1 - p))
        four = 3 * math.log(p) + math.log(1 - p)
        assert log_likelihoods(links.binomial(4), z, 3.0) == pytest.approx(four)
        assert log_likelihoods(links.poisson, z, 2.0) == pytest.approx(2 * z - mean)
        squares = -((1.5 - z) ** 2) / 2 + 1.5**2 / 2
        assert log_likelihoods(links.linear, z, 1.5) == pytest.approx(squares)


# --- D-LinUCB -------------------------------------------------------------------------------------


def test_d_linucb_is_the_published_algorithm() -> None:
    """Sums written out, as the paper has them, against the recursion."""
    gamma, lam, S, delta = 0.93, 0.4, 1.5, 0.1
    policy = DLinUCB(3, S, lam, gamma, delta=delta)
    paid = RNG.random(len(ROWS))
    for row, reward in zip(ROWS, paid, strict=True):
        policy.update(row, reward)
    t = len(ROWS) + 1
    weights = gamma ** (t - 1 - np.arange(1, t))
    V = (ROWS.T * weights) @ ROWS + lam * np.identity(3)
    W = (ROWS.T * weights**2) @ ROWS + lam * np.identity(3)
    theta = np.linalg.solve(V, ROWS.T @ (weights * paid))
    spread = 2 * math.log(1 / delta)
    spread += 3 * math.log(1 + (1 - gamma ** (2 * (t - 1))) / (lam * 3 * (1 - gamma**2)))
    beta = math.sqrt(lam) * S + 0.5 * math.sqrt(spread)
    inverse = np.linalg.inv(V)
    widths = np.sqrt(np.einsum("ki,ij,kj->k", ROWS, inverse @ W @ inverse, ROWS))
    assert policy.scores(ROWS) == pytest.approx(ROWS @ theta + beta * widths, rel=1e-9)


def test_d_linucb_takes_late_rewards_as_if_on_time() -> None:
    late, on_time = DLinUCB(3, 1, 1, 0.9), DLinUCB(3, 1, 1, 0.9)
    late.advance(5)
    for k in (3, 1, 4, 0, 2):
        late.update(ROWS[k], k / 5, played=k + 1)
    for k in range(5):
        on_time.update(ROWS[k], k / 5)
    assert late.scores(ROWS) == pytest.approx(on_time.scores(ROWS), rel=1e-12)


@pytest.mark.slow
def test_forgetting_pays_after_a_change_as_in_its_paper() -> None:
    world = Environment(
        "linear", Abrupt([[1, 0], [-1, 0]], [501]), Sphere(20, 2), horizon=1000, m=1.0
    )
    policies = {"kept": DLinUCB(2, 1, 1, 1 - 1e-9), "faded": DLinUCB(2, 1, 1, 0.98)}
    found = [play_run(world, policies, run_seed(0, k), [1000]) for k in range(5)]
    kept, faded = (np.mean([f[n].regret[-1] for f in found]) for n in policies)
    assert faded < 0.7 * kept


# --- Thompson sampling ----------------------------------------------------------------------------


def test_draws_have_the_mean_and_the_covariance_that_are_said() -> None:
    policy = ThompsonSampling("logistic", 3, 0.95, scale=0.8)
    policy.update_batch(ROWS, (ROWS[:, 0] > 0))
    n = 20000
    draws = policy._drawn(np.random.default_rng(1).standard_normal((n, 3)))
    covariance = 0.64 * np.linalg.inv(policy.estimates.design[0])
    # Five standard deviations of a mean and of an entry of a covariance matrix.
    size = np.sqrt(np.diag(covariance))
    assert (abs(draws.mean(axis=0) - policy.theta) <= 5 * size / math.sqrt(n)).all()
    error = np.sqrt((covariance**2 + np.outer(size, size) ** 2) / n)
    assert (abs(np.cov(draws.T) - covariance) <= 5 * error).all()


def test_a_draw_belongs_to_its_round_and_seed() -> None:
    policy, other = (ThompsonSampling("logistic", 3, seed=s) for s in (1, 2))
    first = policy.scores(ROWS)
    assert (first == policy.scores(ROWS)).all() and (first != other.scores(ROWS)).any()
    policy.advance()
    assert (first != policy.scores(ROWS)).any()


# --- ε-greedy -------------------------------------------------------------------------------------


def test_one_round_in_so_many_is_drawn() -> None:
    policy = EpsilonGreedy("logistic", 3, 0.2, seed=4)
    policy.update([1.0, 0, 0], True)
    best = int(policy.predict(ROWS).argmax())
    chances = policy.propensities(ROWS)
    assert chances[best] == pytest.approx(0.8 + 0.2 / 40) and chances[best - 1] == 0.2 / 40
    greedy = 0
    for _ in range(1000):
        greedy += policy.select(ROWS) == best
        policy.advance()
    assert abs(greedy - 805) <= 4 * math.sqrt(1000 * 0.805 * 0.195)
    assert EpsilonGreedy("logistic", 3, 0.0).propensities(ROWS[:2]).tolist() == [0.5, 0.5]


# --- OFUGLB ---------------------------------------------------------------------------------------


def _flips(theta: np.ndarray, n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(n, 3))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows, (rng.random(n) < 1 / (1 + np.exp(-rows @ theta))).astype(float)


@pytest.mark.parametrize("S", [0.5, 2.0, 30.0])
def test_the_maximum_over_the_ball_is_one(S: float) -> None:
    """Inside, the gradient vanishes; on the sphere, it points along the parameter."""
    rows, rewards = _flips(np.array([1.5, 0, -1.0]), 200, 0)
    theta = constrained_maximum(rows, rewards, S, np.zeros(3))
    gradient = rows.T @ (1 / (1 + np.exp(-rows @ theta)) - rewards)
    norm = np.linalg.norm(theta)
    if S == 30.0:
        assert norm < S and np.linalg.norm(gradient) <= 1e-5
    else:
        assert norm == pytest.approx(S, rel=1e-9)
        along = float(gradient @ theta) / norm
        assert along < 0 and np.linalg.norm(gradient - along * theta / norm) <= 1e-5
    # Separable data have their maximum on the sphere.
    edge = constrained_maximum(rows[:3], np.ones(3), S, np.zeros(3))
    assert np.linalg.norm(edge) == pytest.approx(S, rel=1e-6)


def test_the_ellipsoid_holds_the_likelihood_ratio_set() -> None:
    """Theorem 3.2 of the paper, at points of the ball drawn at random and near the estimate."""
    truth = np.array([1.5, 0, -1.0])
    rows, rewards = _flips(truth, 120, 1)
    policy = OFUGLB("logistic", 3, 500, 2.0)
    policy.update_batch(rows, rewards)
    n, theta, H = len(rows), policy.theta, policy.matrix()
    level = math.log(20) + 3 * math.log(max(math.e, 2 * math.e * 2 * n / 3))
    assert policy.radius() ** 2 == pytest.approx(2 * 3 * (1 + level))

    def loss(x: np.ndarray) -> float:
        return float((np.logaddexp(0, rows @ x) - rewards * (rows @ x)).sum())

    rng, inside, closest = np.random.default_rng(2), 0, 0.0
    for size in np.geomspace(0.05, 4, 3000):
        x = theta + size * rng.normal(size=3)
        if np.linalg.norm(x) <= 2 and loss(x) - loss(theta) <= level:
            inside += 1
            closest = max(closest, float((x - theta) @ H @ (x - theta)) / policy.radius() ** 2)
    assert inside > 300 and closest <= 1
    assert loss(truth) - loss(theta) <= level


def test_the_index_is_the_largest_mean_over_ellipsoid_and_ball() -> None:
    rows, rewards = _flips(np.array([1.5, 0, -1.0]), 60, 3)
    policy = OFUGLB("logistic", 3, 500, 2.0, divisor=4)
    policy.update_batch(rows, rewards)
    inverse = np.linalg.inv(policy.matrix())
    widths = np.sqrt(np.einsum("ki,ij,kj->k", ROWS, inverse, ROWS))
    wanted = np.minimum(ROWS @ policy.theta + policy.radius() * widths, 2.0)
    assert policy.scores(0.5 * ROWS) == pytest.approx(0.5 * wanted, rel=1e-9)
