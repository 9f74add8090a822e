"""LogUCB2: its radius, its sets, its index, and that the index is optimistic."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from glbtheory.bandits import load_policy, policy_from
from glbtheory.bandits.estimators.log_odds_bound import log_odds
from glbtheory.bandits.policies.log_ucb2 import LogUCB2
from glbtheory.setting import links
from glbtheory.setting.likelihood import gradient_map, hessian

COMMON = {"policy": "LogUCB2", "link": "logistic", "d": 2, "horizon": 200, "S": 2.0, "lam": 1.0}


def made(**more: Any) -> Any:
    return policy_from({**COMMON, **more})


class Narrow(LogUCB2):
    """A radius much below what the theory asks, so that the sets bind after a few rounds."""

    def _bonuses(self, rounds: np.ndarray) -> Any:
        return 0.2


def arms(rng: np.random.Generator, k: int = 8, d: int = 2) -> np.ndarray:
    found = rng.standard_normal((k, d))
    return found / np.linalg.norm(found, axis=1, keepdims=True)


def follow(policy: Any, rounds: int, seed: int = 0, theta: Any = (1.2, -1.0)) -> list[Any]:
    """The actions that were played and their rewards."""
    rng, played = np.random.default_rng(seed), []
    for _ in range(rounds):
        offered = arms(rng, d=policy.d)
        a = offered[policy.select(offered)]
        r = float(rng.random() < links.logistic.mu(a @ np.asarray(theta)[: policy.d]))
        policy.update(a, r)
        played.append((a, r))
    return played


def data(seed: int, n: int = 15) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return arms(rng, n), rng.uniform(0.2, 3, n)


def distances(points: np.ndarray, hat: np.ndarray, A: np.ndarray, w: np.ndarray) -> np.ndarray:
    """The norms of g(θ) - g(θ̂) in the inverse Hessian at every θ, for λ = 1."""
    mu, dmu = links.logistic.mu, links.logistic.dmu
    Z = points @ A.T
    F = (mu(Z) - mu(A @ hat)) * w @ A + points - hat
    H = np.einsum("ps,si,sj->pij", dmu(Z) * w, A, A) + np.identity(2)
    return np.sqrt(np.einsum("pi,pi->p", F, np.linalg.solve(H, F[:, :, None])[:, :, 0]))


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.05, 3.0), st.floats(0.3, 4.0))
def test_log_odds_bound_those_of_the_confidence_set(
    seed: int, radius: float, length: float
) -> None:
    A, w = data(seed)
    rng = np.random.default_rng(seed + 1)
    x, hat = arms(rng, 1)[0], length * arms(rng, 1)[0]
    S, tolerance = 2.0, 1e-2
    found = log_odds(A, w, hat, "logistic", 1.0, S, x, radius, tolerance=tolerance)
    line = np.linspace(-S, S, 61)
    grid = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    turn = np.linspace(0, 2 * np.pi, 400)
    grid = np.vstack([grid, S * np.stack([np.cos(turn), np.sin(turn)], axis=1)])
    grid = grid[np.linalg.norm(grid, axis=1) <= S * (1 + 1e-12)]
    inside = grid[distances(grid, hat, A, w) <= radius]
    top = float(np.abs(inside @ x).max(initial=-1.0))
    assert found >= top - 1e-9
    if len(inside):
        # The grid misses at most a step of the set's end.
        assert found <= top + tolerance * S + 0.12


def test_log_odds_of_all_of_the_ball_and_of_an_empty_set() -> None:
    A, w = data(1)
    x = np.array([0.6, 0.0])
    assert log_odds(A, w, [0.5, 0.5], "logistic", 1.0, 2.0, x, 1e3) == pytest.approx(1.2)
    assert log_odds(A, w, [40.0, 40.0], "logistic", 1.0, 2.0, x, 1e-3) == -1
    assert log_odds(A, w, [0.5, 0.5], "logistic", 1.0, 2.0, [0.0, 0.0], 1.0) == 0


def test_the_radius_is_that_of_the_confidence_set() -> None:
    policy = made(S=3.0, lam=2.0, delta=0.1)
    t = np.array([1, 10, 150])
    expected = math.sqrt(2) * 3.5 + 2 / math.sqrt(2) * np.log(4 * (1 + t / 16) / 0.1)
    assert policy._bonuses(t) == pytest.approx(expected)


@pytest.mark.parametrize("second", [0.5, 1.0])
def test_the_index_is_mean_plus_both_terms(second: float) -> None:
    policy = made(divisor=30.0, second_order=second)
    played = follow(policy, 40)
    A, w = np.array([a for a, _ in played]), np.ones(40)
    theta = policy.centre().theta
    S, c_mu = 2.0, links.logistic.dmu(2.0)
    gamma = 2.5 + 2 * math.log(4 * (1 + 41 / 8) / 0.05)
    H = hessian(theta, A, w, links.logistic, 1.0)
    V = A.T @ A + np.identity(2) / c_mu
    rng = np.random.default_rng(9)
    offered = arms(rng, 200) * rng.random((200, 1))
    index = []
    for a in offered:
        first = (2 + 4 * S) * gamma * links.logistic.dmu(a @ theta)
        first *= math.sqrt(a @ np.linalg.solve(H, a))
        rest = second * (4 + 8 * S) * 0.25 / c_mu * gamma**2 * (a @ np.linalg.solve(V, a))
        index.append(links.logistic.mu(a @ theta) + (first + rest) / 30.0)
    assert policy._index(offered, gamma) == pytest.approx(index, rel=1e-9)
    assert policy.select(offered) == int(np.argmax(index))
    for start in range(0, 200, 20):
        few = slice(start, start + 20)
        assert policy.select(offered[few]) == int(np.argmax(index[few]))


@pytest.mark.parametrize("second", [0.5, 1.0])
def test_the_index_is_optimistic_where_the_sets_hold_the_parameter(second: float) -> None:
    """Radii below the theory's, but such that every set holds θ*: then no mean is above."""
    truth = np.array([1.1, -1.2])
    checked = 0
    for seed in range(4):
        policy: Any = Tight("logistic", 2, 200, 1.7, 0.3, second_order=second)
        policy.truth, policy.needed = truth, 0.05
        follow(policy, 60, seed, truth)
        assert policy._levels.size  # the log-odds do bind
        assert (np.abs(policy._rows @ truth) <= policy._levels).all()
        theta = policy.centre().theta
        assert (
            np.linalg.norm(theta) <= 1.7 and (np.abs(policy._rows @ theta) <= policy._levels).all()
        )
        offered = arms(np.random.default_rng(seed + 50), 40)
        index = policy._index(offered, policy.radius())
        assert (links.logistic.mu(offered @ truth) <= index).all()
        checked += len(offered)
    assert checked == 160


class Tight(LogUCB2):
    """The smallest radius with which the set of the coming round still holds the truth."""

    truth: Any = None
    needed: float = 0.05

    def radius(self) -> float:
        A, _, w = self.estimator.weighted_data()
        F = gradient_map(self.truth, A, w, self.link, self.lam) - gradient_map(
            self.estimator.theta, A, w, self.link, self.lam
        )
        H = hessian(self.truth, A, w, self.link, self.lam)
        return max(math.sqrt(F @ np.linalg.solve(H, F)) * (1 + 1e-6), self.needed)

    def _at(self, t: int) -> tuple[float, float, float]:
        return self.radius(), math.nan, -1.0


def test_binding_log_odds_narrow_the_projection() -> None:
    policy: Any = Narrow("logistic", 2, 200, 2.0, 1.0, divisor=50.0)
    follow(policy, 60)
    rows, levels = policy._rows, policy._levels
    assert len(levels) > 5
    assert (levels < 2.0 * np.linalg.norm(rows, axis=1)).all()
    found = policy.centre()
    assert found.certified
    assert (np.abs(rows @ found.theta) <= levels).all()
    # The first sets are too narrow for the estimate, which is moved; tighter ones move it further.
    assert found.value > 0 and (np.abs(rows @ policy.theta) > levels).any()
    policy._levels = 0.5 * levels
    moved = policy.centre()
    assert moved.value > found.value and moved.certified
    assert (np.abs(rows @ moved.theta) <= policy._levels).all()


def test_without_binding_log_odds_and_inside_the_ball_the_centre_is_the_estimate() -> None:
    policy = made(divisor=50.0)
    follow(policy, 30)
    assert policy._levels.size == 0
    assert np.linalg.norm(policy.theta) < 2
    assert (policy.centre().theta == policy.theta).all()


def test_a_batch_is_the_same_as_one_by_one(tmp_path: Path) -> None:
    one: Any = Narrow("logistic", 2, 200, 2.0, 1.0)
    played = follow(one, 25)
    many: Any = Narrow("logistic", 2, 200, 2.0, 1.0)
    many.update_batch([a for a, _ in played], [r for _, r in played])
    assert (one._rows == many._rows).all()
    assert one._levels == pytest.approx(many._levels, abs=1e-6)
    assert len(one._levels) > 0


def test_it_is_saved_and_goes_on(tmp_path: Path) -> None:
    policy = made(divisor=20.0)
    follow(policy, 20)
    policy._rows, policy._levels = np.array([[1.0, 0.0]]), np.array([0.3])
    policy.save(tmp_path / "p.npz")
    again: Any = load_policy(tmp_path / "p.npz")
    assert again.configuration() == policy.configuration()
    assert (again._rows == policy._rows).all() and (again._levels == policy._levels).all()
    offered = arms(np.random.default_rng(3), 30)
    assert again.select(offered) == policy.select(offered)
    policy.reset()
    assert policy.round == 1 and policy._levels.size == 0


def test_one_dimension_and_late_rewards() -> None:
    policy = made(d=1, divisor=20.0)
    follow(policy, 15, theta=(1.0,))
    s = policy.round
    policy.advance()
    policy.update([0.5], 1.0, played=s)
    assert policy.round == s + 1
    assert policy.rule() is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("link", "poisson"),
        ("link", "binomial(2)"),
        ("d", 3),
        ("d", 0),
        ("S", 0.0),
        ("lam", math.nan),
        ("delta", 1.0),
        ("horizon", 0),
        ("tolerance", 0.0),
        ("second_order", 0.4),
        ("second_order", True),
        ("divisor", -1.0),
    ],
)
def test_bad_arguments_are_named(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=name):
        made(**{name: value})


def test_bad_input_changes_nothing() -> None:
    policy = made()
    follow(policy, 5)
    before = policy.state()
    for action, reward in (([2.0, 0.0], 1.0), ([1.0, 0.0], 2.0), ([1.0], 1.0), ([math.nan, 0], 1)):
        with pytest.raises(ValueError, match=r"action|reward"):
            policy.update(action, reward)
    state = policy.state()
    for name, bad in (
        ("own.odds.levels", np.array([-1.0])),
        ("own.odds.rows", np.zeros((1, 3))),
        ("own.numbers", np.zeros(2)),
    ):
        with pytest.raises(ValueError, match="state"):
            policy.restore({**state, name: bad})
    with pytest.raises(ValueError, match="odds"):
        policy.restore({n: a for n, a in state.items() if n != "own.odds.rows"})
    after = policy.state()
    assert all((before[n] == after[n]).all() for n in before)
