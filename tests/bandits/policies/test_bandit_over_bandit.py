"""Bandit over bandit: EXP3 over discount factors, a fresh SC-D-GLUCB in each block."""

from __future__ import annotations

import math

import numpy as np
import pytest

from glbtheory.bandits.policies.bandit_over_bandit import BanditOverBandit
from glbtheory.bandits.policies.base import load_policy, policy_from
from glbtheory.bandits.policies.sc_d_glucb import SCDGLUCB

GAMMAS = (0.6, 0.9, 0.98)


def make(**more) -> BanditOverBandit:
    settings = {"S": 2.0, "gammas": GAMMAS, "block": 12, "divisor": 30.0, "seed": 3, **more}
    return BanditOverBandit(settings.pop("link", "logistic"), 2, 100, **settings)


def stream(n: int, seed: int = 0, arms: int = 5):
    """Action sets on the circle and a number in [0, 1) for each round."""
    rng = np.random.default_rng(seed)
    angles = 2 * np.pi * rng.random((n, arms))
    return np.stack([np.cos(angles), np.sin(angles)], axis=2) * (1 - 1e-12), rng.random(n)


def coin(action: np.ndarray, t: int, noise: float) -> float:
    sign = 1 if t < 50 else -1
    return float(noise < 1 / (1 + math.exp(-2 * sign * action[0])))


def played(policy: BanditOverBandit, n: int, seed: int = 0) -> list[int]:
    actions, noise = stream(n, seed)
    chosen = []
    for t in range(n):
        k = policy.select(actions[t])
        policy.update(actions[t][k], coin(actions[t][k], t, noise[t]))
        chosen.append(k)
    return chosen


def same(one: dict, other: dict) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[k], other[k]) for k in one)


# --- the algorithm --------------------------------------------------------------------------------


def test_defaults_are_those_of_the_theory() -> None:
    policy = BanditOverBandit("logistic", 2, 8000, 3.0)
    assert policy.block == 179  # 2 √8000 = 178.9
    assert policy.blocks == 45
    assert len(policy.gammas) == 7  # ⌈log 179⌉ + 1
    memories = [1 / (1 - g) for g in policy.gammas]
    assert memories[0] == 2
    assert memories[-1] == pytest.approx(2 * 179)
    ratios = np.divide(memories[1:], memories[:-1])
    assert ratios == pytest.approx(179 ** (1 / 6))
    assert policy.exploration == pytest.approx(math.sqrt(7 * math.log(7) / ((math.e - 1) * 45)))
    assert policy.lam == pytest.approx(2 * math.log(179))
    assert policy.player.delta == pytest.approx(0.05 / 45)
    assert policy.player.horizon == 179
    assert len(BanditOverBandit("logistic", 2, 8000, 3.0, grid=4).gammas) == 4
    (one,) = BanditOverBandit("logistic", 2, 8000, 3.0, grid=1).gammas
    assert one == pytest.approx(1 - 1 / 358)


def test_a_run_is_exp3_over_fresh_policies() -> None:
    """The algorithm written down again, straight from its description."""
    policy, n, H = make(), 100, 12
    actions, noise = stream(n)
    uniform = np.random.Generator(np.random.PCG64(np.random.SeedSequence(3))).random(9)
    alpha = min(1.0, math.sqrt(3 * math.log(3) / ((math.e - 1) * 9)))
    weights = np.ones(3)
    for block in range(9):
        p = (1 - alpha) * weights / weights.sum() + alpha / 3
        j = int((np.cumsum(p) < uniform[block]).sum())
        lam = 2 * math.log(H)
        fresh = SCDGLUCB("logistic", 2, H, 2.0, lam, GAMMAS[j], delta=0.05 / 9, divisor=30.0)
        assert policy.gamma == GAMMAS[j]
        np.testing.assert_allclose(policy.probabilities(), p, rtol=1e-12)
        total = 0.0
        for t in range(block * H, min(n, block * H + H)):
            k = fresh.select(actions[t])
            assert policy.select(actions[t]) == k
            reward = coin(actions[t][k], t, noise[t])
            for one in (fresh, policy):
                one.update(actions[t][k], reward)
            total += reward
        weights[j] *= math.exp(alpha / (3 * p[j]) * total / H)
    assert len(set(policy._chosen)) > 1


def test_the_factor_that_pays_off_is_drawn_more_often() -> None:
    policy = BanditOverBandit("logistic", 1, 3000, 1.0, gammas=GAMMAS, block=10)
    for _ in range(3000):
        policy.update([1.0], float(policy.gamma == GAMMAS[1]))
    p = policy.probabilities()
    assert p[1] == pytest.approx(1 - 2 / 3 * policy.exploration, abs=1e-3)
    assert np.mean(np.array(policy._chosen[-100:]) == 1) > 0.75


@pytest.mark.parametrize("link", ["linear", "poisson", "binomial(4)"])
def test_rewards_of_a_block_are_brought_to_the_unit_interval(link: str) -> None:
    m = None if link == "binomial(4)" else 3.0
    policy = BanditOverBandit(link, 1, 100, 2.0, gammas=GAMMAS, block=10, m=m)
    for _ in range(10):
        policy.update([1.0], 1.5)
    width = 2 * 10 * 2 + 4 * (3 / 2) * math.sqrt(10 * math.log(100 / math.sqrt(10)))
    found = {"linear": 0.5 + 15 / width, "poisson": 15 / 30, "binomial(4)": 15 / 40}
    assert policy._gains()[0] == pytest.approx(found[link])
    if link == "binomial(4)":
        return
    for _ in range(10):
        policy.update([1.0], 1e6)
    assert policy._gains()[1] == 1.0
    if link == "linear":
        for _ in range(10):
            policy.update([1.0], -1e308)
        assert policy._gains()[2] == 0.0
    assert np.isfinite(policy.probabilities()).all()


def test_the_draw_of_a_block_is_a_function_of_the_seed() -> None:
    draws = {s: tuple(_drawn(make(seed=s, exploration=1.0))) for s in range(6)}
    assert len(set(draws.values())) > 3
    assert draws[4] == tuple(_drawn(make(seed=4, exploration=1.0)))
    policy = make(seed=1)
    played(policy, 30)
    policy.reset(4)
    assert same(policy.state(), make(seed=4).state())


def _drawn(policy: BanditOverBandit) -> list[int]:
    played(policy, 100)
    return policy._chosen


# --- rounds ---------------------------------------------------------------------------------------


def test_select_changes_nothing() -> None:
    policy = make()
    actions, _ = stream(30)
    played(policy, 12)  # the next round opens a block
    before = policy.state()
    assert len({policy.select(actions[3]) for _ in range(4)}) == 1
    assert same(policy.state(), before)


def test_a_batch_over_several_blocks_is_its_rounds_in_order() -> None:
    one, batch = make(), make()
    actions, noise = stream(40)
    rewards = [float(x < 0.5) for x in noise]
    for a, r in zip(actions[:, 0], rewards, strict=True):
        one.update(a, r)
    batch.update_batch(actions[:, 0], rewards)
    for name in ("_chosen", "_chances", "_totals"):
        assert getattr(one, name) == getattr(batch, name)
    np.testing.assert_allclose(one.player.theta, batch.player.theta, atol=1e-9)


def test_late_rewards_within_a_block_end_where_those_on_time_do() -> None:
    on_time, late = make(), make()
    actions, noise = stream(31)
    data = [(actions[t][0], float(noise[t] < 0.5)) for t in range(31)]
    for first in (1, 13, 25):
        last = min(first + 11, 31)
        for s in range(first, last + 1):
            on_time.update(*data[s - 1])
        late.advance(last - first)
        for s in np.random.default_rng(first).permutation(np.arange(first, last)):
            late.update(*data[s - 1], played=int(s))
        late.update(*data[last - 1])
    assert late.round == on_time.round == 32
    assert late._totals == on_time._totals
    assert late._chosen == on_time._chosen
    np.testing.assert_allclose(late.player.theta, on_time.player.theta, atol=1e-8)
    assert np.linalg.norm(on_time.player.theta) > 1e-3


def test_a_reward_of_a_finished_block_counts_for_its_factor_from_the_next_draw_on() -> None:
    policy = make()
    policy.advance(12)  # block 0 without any reward; block 1 is open
    first, chance = policy._chosen[0], policy._chances[0]
    theta = policy.player.theta
    np.testing.assert_allclose(policy.probabilities(), 1 / 3)
    for s in range(1, 13):
        policy.update([1.0, 0.0], 1.0, played=s)
    assert np.array_equal(policy.player.theta, theta)  # the block that plays now did not see it
    expected = np.ones(3)
    expected[first] = math.exp(policy.exploration / (3 * chance))
    expected = (1 - policy.exploration) * expected / expected.sum() + policy.exploration / 3
    np.testing.assert_allclose(policy.probabilities(), expected, rtol=1e-12)
    policy.advance(12)
    assert policy._chances[2] == pytest.approx(expected[policy._chosen[2]], rel=1e-12)


def test_many_rounds_pass_as_one_by_one() -> None:
    one, many = make(), make()
    many.advance(59)
    for _ in range(59):
        one.advance()
    assert one._chosen == many._chosen
    assert len(one._chosen) == 5
    assert one.player.round == many.player.round == 12
    many.advance()
    assert len(many._chosen) == 6


def test_the_horizon_ends_in_a_short_block() -> None:
    policy = make()
    played(policy, 100)
    assert len(policy._chosen) == 9
    for call in (lambda: policy.select(np.eye(2)), lambda: policy.update([1.0, 0.0], 1.0)):
        with pytest.raises(ValueError, match="horizon"):
            call()
    exact = BanditOverBandit("logistic", 2, 24, 1.0, block=12)
    played(exact, 24)
    assert len(exact._chosen) == 2


# --- files and bad input --------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [0, 7, 12, 29, 100])
def test_a_saved_policy_goes_on_the_same(rounds: int, tmp_path) -> None:
    policy = make()
    played(policy, rounds)
    policy.save(tmp_path / "bob.npz")
    other = load_policy(tmp_path / "bob.npz")
    assert isinstance(other, BanditOverBandit)
    assert other.configuration() == policy.configuration()
    assert same(policy.state(), other.state())
    left = 100 - rounds
    assert played(policy, left, seed=8) == played(other, left, seed=8)
    assert same(policy.state(), other.state())


@pytest.mark.parametrize(
    "more", [{}, {"gammas": None, "grid": 1}, {"link": "linear", "m": 1.0, "refined": True}]
)
def test_a_configuration_makes_the_same_policy(more: dict) -> None:
    policy = make(**more)
    again = policy_from({**policy.configuration(), "seed": 3})
    assert again.configuration() == policy.configuration()
    assert same(again.state(), policy.state())


@pytest.mark.parametrize(
    ("more", "argument"),
    [
        *(({"block": bad}, "block") for bad in (0, -1, 101, 2.5, True, math.nan)),
        *(({"gammas": bad}, "gammas") for bad in ((), 0.5, [1.0], [0.0], [0.5, math.nan], ["a"])),
        *(({"gammas": None, "grid": bad}, "grid") for bad in (0, 1.5, True)),
        ({"grid": 3}, "grid"),
        *(({"exploration": bad}, "exploration") for bad in (0, -0.1, 1.1, math.nan, True)),
        *(({"lam": bad}, "lam") for bad in (0, -1, math.nan, math.inf)),
        *(({"S": bad}, "S") for bad in (0, math.nan, "2")),
        *(({"delta": bad}, "delta") for bad in (0, 1, math.nan)),
        *(({"divisor": bad}, "divisor") for bad in (0, -1, True)),
        ({"refined": 1}, "refined"),
        ({"link": "probit"}, "link"),
        ({"link": "linear"}, "m must"),
        ({"m": 2.0}, "m must"),
        ({"seed": -1}, "seed"),
    ],
)
def test_bad_settings_are_named(more: dict, argument: str) -> None:
    with pytest.raises(ValueError, match=argument):
        make(**more)


@pytest.mark.parametrize(
    ("call", "argument"),
    [
        (lambda p: p.select([]), "actions"),
        (lambda p: p.select(np.ones((3, 2))), "actions"),
        (lambda p: p.select(np.zeros((3, 3))), "actions"),
        (lambda p: p.select([[math.nan, 0.0]]), "actions"),
        (lambda p: p.update([1.0, 1.0], 1.0), "action"),
        (lambda p: p.update([1.0], 1.0), "action"),
        *((lambda p, x=x: p.update([1.0, 0.0], x), "reward") for x in (-1, 2, math.nan, "1")),
        (lambda p: p.update([1.0, 0.0], 1.0, played=3), "played"),
        (lambda p: p.update([1.0, 0.0], 1.0, played=99), "played"),
        (lambda p: p.advance(0), "rounds"),
        (lambda p: p.advance(1000), "horizon"),
        (lambda p: p.update_batch([[1.0, 0.0]] * 2, [1.0, 7.0]), "reward"),
        (lambda p: p.reset("x"), "seed"),
    ],
)
def test_bad_input_is_named_and_changes_nothing(call, argument: str) -> None:
    policy = make()
    played(policy, 14)
    before = policy.state()
    with pytest.raises(ValueError, match=argument):
        call(policy)
    assert same(policy.state(), before)


def test_a_state_that_cannot_be_is_refused() -> None:
    policy = make()
    played(policy, 30)
    good = policy.state()
    bad = {
        "own.chosen": [np.array([0, 1, 3]), np.array([0, 1]), np.array([-1, 0, 0])],
        "own.chances": [np.array([0.5, 0.5, 0.0]), np.array([0.5, 2.0, 0.5]), np.zeros(2)],
        "own.totals": [np.array([1.0, np.nan, 2.0]), np.zeros(0), np.zeros(40)],
        "own.inner.clock": [np.array(-1), np.array(0.5)],
        "own.other": [np.zeros(1)],
    }
    for name, arrays in bad.items():
        for wrong in arrays:
            fresh = make()
            with pytest.raises(ValueError):
                fresh.restore({**good, name: wrong})
            assert same(fresh.state(), make().state())
    fresh = make()
    with pytest.raises(ValueError, match="chosen"):
        fresh.restore({k: v for k, v in good.items() if k != "own.chosen"})
