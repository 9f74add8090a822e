"""SW-UCB and D-UCB agree with their published formulas, on time and late."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from glbtheory.bandits.policies.base import Policy, load_policy, policy_from
from glbtheory.bandits.policies.d_ucb import DUCB
from glbtheory.bandits.policies.sw_ucb import SWUCB
from glbtheory.regret.k_arms import SlidingUCB

BOTH = [
    pytest.param(lambda: SWUCB(3, 5, B=2.0), id="SW-UCB"),
    pytest.param(lambda: DUCB(3, 0.8, B=2.0), id="D-UCB"),
]


def same(one: dict, other: dict) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[k], other[k]) for k in one)


def played(policy: Policy, rounds: int, seed: int = 0) -> list[tuple[int, float]]:
    """Rounds with random rewards; what was played and paid."""
    rng = np.random.default_rng(seed)
    past = []
    for _ in range(rounds):
        arm = policy.select(policy.arms)
        past.append((arm, float(rng.random()) * policy.B))
        policy.update(*past[-1])
    return past


# --- the formulas ---------------------------------------------------------------------------------


@pytest.mark.parametrize("tau", [1, 2, 3, 5, 9])
@pytest.mark.parametrize("arms", [1, 2, 3])
def test_every_path_of_coins_is_the_exact_one(arms: int, tau: int) -> None:
    """All 2^7 paths of SW-UCB against exact arithmetic, index by index."""
    exact = SlidingUCB(arms=arms, tau=tau, xi=Fraction(3, 5), B=1)
    count = 0
    for path in exact.paths(7):
        policy = SWUCB(arms, tau, xi=0.6)
        for t, (arm, reward) in enumerate(path):
            values = [exact.index(path[:t], i) for i in range(arms)]
            assert policy.indices().tolist() == values
            assert policy.select(arms) == arm
            policy.update(arm, reward)
        count += 1
    assert count == 2**7


@given(
    tau=st.integers(1, 40),
    arms=st.integers(1, 5),
    B=st.sampled_from([1, 2, 8]),
    numerators=st.lists(st.integers(0, 16), min_size=1, max_size=120),
)
def test_windowed_indices_are_the_exact_ones(
    tau: int, arms: int, B: int, numerators: list[int]
) -> None:
    """Rewards in sixteenths have exact sums, so the floats are the same."""
    exact = SlidingUCB(arms=arms, tau=tau, xi=0.75, B=B)
    policy = SWUCB(arms, tau, xi=0.75, B=B)
    past: list[tuple[int, Fraction]] = []
    for n in numerators:
        assert policy.indices().tolist() == [exact.index(past, i) for i in range(arms)]
        arm = policy.select(arms)
        past.append((arm, Fraction(B * n, 16)))
        policy.update(arm, float(past[-1][1]))


@pytest.mark.parametrize("gamma", [1.0, 0.99, 0.7, 0.2])
def test_discounted_indices_are_those_of_the_published_sums(gamma: float) -> None:
    arms, B, xi = 3, 2.0, 0.6
    policy = DUCB(arms, gamma, B=B, xi=xi)
    past: list[tuple[int, float]] = []
    rng = np.random.default_rng(5)
    for _ in range(150):
        t = len(past)
        weights = [gamma ** (t - s) for s in range(1, t + 1)]
        seen = [[w for w, (a, _) in zip(weights, past, strict=True) if a == i] for i in range(arms)]
        counts = [math.fsum(part) for part in seen]
        n = math.fsum(counts)
        for i, found in enumerate(policy.indices()):
            if counts[i] == 0:
                assert found == math.inf
                continue
            total = math.fsum(w * x for w, (a, x) in zip(weights, past, strict=True) if a == i)
            bonus = 2 * B * math.sqrt(xi * math.log(max(n, 1)) / counts[i])
            assert found == pytest.approx(total / counts[i] + bonus, rel=1e-12)
        arm = policy.select(np.eye(arms))
        assert policy.indices()[arm] == policy.indices().max()
        past.append((arm, B * float(rng.random())))
        policy.update(*past[-1])
    assert {a for a, _ in past} == {0, 1, 2}


@pytest.mark.parametrize("policy", [SWUCB(4, 50), DUCB(4, 0.9)])
def test_arms_are_first_played_in_their_order_and_ties_go_to_the_first(policy: Policy) -> None:
    for arm in range(4):
        assert policy.select(4) == arm
        assert policy.select(4) == arm  # asking changes nothing
        policy.update(arm, 0.5)
    one, last = policy.indices()[[0, 3]]
    assert policy.select(4) == (0 if one >= last else int(np.argmax(policy.indices())))
    # Within the window all four are alike.
    assert isinstance(policy, DUCB) or len(set(policy.indices())) == 1


def test_the_window_follows_a_change_that_the_whole_past_hides() -> None:
    """After 600 rounds the good arm goes bad; its past outweighs that for as long."""
    mistakes = {}
    for name, policy in {
        "all": SWUCB(2, 10**9),
        "window": SWUCB(2, 100),
        "discount": DUCB(2, 0.98),
    }.items():
        late = 0
        for t in range(1200):
            arm = policy.select(2)
            late += t >= 600 and arm == 0
            policy.update(arm, 0.5 if arm else 0.9 if t < 600 else 0.1)
        mistakes[name] = late
    assert mistakes["window"] < mistakes["all"] / 2
    assert mistakes["discount"] < mistakes["all"] / 2


def test_tuned_values_are_the_published_ones() -> None:
    # 2 √(10000 log(10000)/4) = 303.48...; 1 - √(4/10000)/4
    assert SWUCB.tuned(10_000, 4) == 304
    assert SWUCB.tuned(100, 1, B=50) == 100  # never longer than the horizon
    assert DUCB.tuned(10_000, 4) == pytest.approx(0.995)
    assert DUCB.tuned(10_000, 4, B=2) == pytest.approx(0.9975)
    with pytest.raises(ValueError, match="changes"):
        DUCB.tuned(100, 10, B=0.01)
    for tuned in (SWUCB.tuned, DUCB.tuned):
        for bad in ((0, 1), (10, 0), (10, True), (10, 1, -1.0)):
            with pytest.raises(ValueError, match=r"horizon|changes|B"):
                tuned(*bad)


# --- numbers --------------------------------------------------------------------------------------


def test_round_off_does_not_stay_when_large_rewards_leave_the_window() -> None:
    policy = SWUCB(1, 10, B=1e9)
    rng = np.random.default_rng(2)
    for x in 1e9 * rng.random(1000):
        policy.update(0, x)
    small = 1e-9 * rng.random(25)
    for x in small:
        policy.update(0, x)
    assert policy._sums[0] == pytest.approx(math.fsum(small[-10:]), rel=1e-12)


def test_an_arm_forgotten_for_ages_counts_as_unseen_without_a_warning() -> None:
    policy = DUCB(2, 0.5)
    policy.update(1, 1.0)
    policy.update(0, 1.0)
    policy.advance(5000)
    policy.update(0, 1.0, played=5002)
    assert policy.indices()[1] == math.inf
    assert policy.select(2) == 1
    edge = DUCB(2, 0.5)  # 2^-1071 is a float, the bonus that it gives is none
    edge.update(1, 0.0)
    edge.advance(1070)
    edge.update_batch([0, 0], [1.0, 1.0], played=[1070, 1071])
    assert edge._counts[1] > 0
    assert edge.indices()[1] == math.inf
    near = DUCB(2, 0.5)
    near.update(1, 0.0)
    near.advance(950)
    near.update(0, 1.0, played=951)
    assert near.indices()[1] < math.inf  # 2^-950 is still a number


def test_a_window_longer_than_any_memory_needs_none() -> None:
    policy = SWUCB(2, 10**15)
    played(policy, 200)
    assert policy._counts.sum() == 200
    assert len(policy._arm) < 1000


# --- late rewards and batches ---------------------------------------------------------------------


@given(
    delays=st.lists(st.integers(0, 12), min_size=1, max_size=60),
    tau=st.integers(1, 15),
    seed=st.integers(0, 99),
)
def test_late_rewards_end_where_those_on_time_do(delays: list[int], tau: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    rounds = [(int(rng.integers(3)), float(rng.random())) for _ in delays]
    for make in (lambda: SWUCB(3, tau), lambda: DUCB(3, 0.7)):
        on_time, late = make(), make()
        due: dict[int, list[int]] = {}
        for s, (delay, (arm, reward)) in enumerate(zip(delays, rounds, strict=True), 1):
            on_time.update(arm, reward)
            assert late.round == s
            late.advance()
            due.setdefault(s + delay, []).append(s)
            for r in due.pop(s, []):
                late.update(*rounds[r - 1], played=r)
        for r in (r for group in due.values() for r in group):
            late.update(*rounds[r - 1], played=r)
        assert late.round == on_time.round
        np.testing.assert_allclose(late.indices(), on_time.indices(), rtol=1e-9)


def test_a_reward_older_than_the_window_changes_nothing() -> None:
    policy = SWUCB(2, 3)
    policy.advance()
    for _ in range(2):
        policy.update(0, 1.0)
    assert policy.indices()[1] == math.inf
    policy.update(1, 1.0, played=1)  # still within the last three rounds
    assert policy.indices()[1] < math.inf
    policy = SWUCB(2, 3)
    policy.advance()
    for _ in range(3):
        policy.update(0, 1.0)
    before = policy.indices()
    policy.update(1, 1.0, played=1)
    assert np.array_equal(policy.indices(), before)


@pytest.mark.parametrize("jump", [1, 4, 5, 6, 100])
def test_many_rounds_pass_as_one_by_one(jump: int) -> None:
    one, many = SWUCB(3, 5), SWUCB(3, 5)
    for policy in (one, many):
        played(policy, 7)
    many.advance(jump)
    for _ in range(jump):
        one.advance()
    assert np.array_equal(one._counts, many._counts)
    np.testing.assert_allclose(one._sums, many._sums, atol=1e-15)
    assert one._counts.sum() == max(0, 5 - jump)


@pytest.mark.parametrize("make", BOTH)
def test_a_batch_is_its_rounds_in_order(make) -> None:
    one, batch = make(), make()
    past = played(one, 23)
    batch.update_batch([a for a, _ in past], [x for _, x in past])
    assert same(one.state(), batch.state())


# --- files and bad input --------------------------------------------------------------------------


@pytest.mark.parametrize("make", BOTH)
@pytest.mark.parametrize("rounds", [0, 2, 5, 31])
def test_a_saved_policy_goes_on_the_same(make, rounds: int, tmp_path) -> None:
    policy = make()
    played(policy, rounds)
    policy.advance(2)
    policy.save(tmp_path / "p.npz")
    other = load_policy(tmp_path / "p.npz")
    assert type(other) is type(policy)
    assert other.configuration() == policy.configuration()
    for both in (policy, other):
        both.update(1, 0.25, played=rounds + 1)
    assert same(policy.state(), other.state())
    assert played(policy, 40, seed=9) == played(other, 40, seed=9)
    assert same(policy.state(), other.state())


def test_a_saved_window_keeps_the_round_off_of_its_sums(tmp_path) -> None:
    """Summed afresh, the rewards would give other bits, and one day another choice."""
    policy = SWUCB(1, 50, B=1e6)
    played(policy, 1049)
    assert policy._sums[0] != policy._summed()[0]
    policy.save(tmp_path / "p.npz")
    assert load_policy(tmp_path / "p.npz")._sums[0] == policy._sums[0]


@pytest.mark.parametrize("make", BOTH)
def test_reset_forgets_everything(make) -> None:
    policy = make()
    first = played(policy, 20)
    policy.reset()
    assert policy.round == 1
    assert same(policy.state(), make().state())
    assert played(policy, 20) == first


@pytest.mark.parametrize("make", BOTH)
def test_a_configuration_makes_the_same_policy(make) -> None:
    policy = make()
    assert policy_from(policy.configuration()).configuration() == policy.configuration()


@pytest.mark.parametrize(
    ("name", "kwargs", "argument"),
    [
        *(("SW-UCB", {"tau": bad}, "tau") for bad in (0, -1, 2.5, True, math.nan, None)),
        *(("D-UCB", {"gamma": bad}, "gamma") for bad in (0, 1.1, -1, True, math.nan, "x")),
        *(("SW-UCB", {"tau": 3, "arms": bad}, "arms") for bad in (0, -2, 1.0, True)),
        *(("SW-UCB", {"tau": 3, "B": bad}, "B") for bad in (0, -1, math.inf, math.nan, True)),
        *(("D-UCB", {"gamma": 0.5, "xi": bad}, "xi") for bad in (0, -1, math.nan, "1")),
        *(("D-UCB", {"gamma": 0.5, "horizon": bad}, "horizon") for bad in (0, 1.5, True)),
        ("SW-UCB", {"gamma": 0.5, "tau": 3}, "gamma"),
        ("SW-UCB", {}, "tau"),
    ],
)
def test_bad_settings_are_named(name: str, kwargs: dict, argument: str) -> None:
    with pytest.raises(ValueError, match=argument):
        policy_from({"policy": name, "arms": 2, **kwargs})


@pytest.mark.parametrize("make", BOTH)
@pytest.mark.parametrize(
    ("call", "argument"),
    [
        *((lambda p, x=x: p.select(x), "actions") for x in (0, 2, 4, True, 3.0, None, "abc", [])),
        *((lambda p, x=x: p.select(x), "actions") for x in (np.eye(2), [[1.0], [2.0, 3.0]])),
        *((lambda p, x=x: p.update(x, 1.0), "action") for x in (-1, 3, 1.0, True, None, [0])),
        *((lambda p, x=x: p.update(0, x), "reward") for x in (-0.1, 2.1, math.nan, "1", [True])),
        *((lambda p, x=x: p.update(0, x), "reward") for x in (math.inf, None, [1.0])),
        *((lambda p, x=x: p.update(0, 1.0, played=x), "played") for x in (0, 1, 9, 1.5, True)),
        (lambda p: p.update_batch([0, 1], [1.0]), "reward"),
        (lambda p: p.update_batch([0, 7], [1.0, 1.0]), "action"),
        (lambda p: p.update_batch([], []), "actions"),
        (lambda p: p.update_batch([0, 1], [1.0, 1.0], played=[8, 8]), "played"),
        (lambda p: p.advance(0), "rounds"),
        (lambda p: p.reset(-1), "seed"),
    ],
)
def test_bad_input_is_named_and_changes_nothing(make, call, argument: str) -> None:
    policy = make()
    played(policy, 7)
    policy.advance()
    before = policy.state()
    with pytest.raises(ValueError, match=argument):
        call(policy)
    assert same(policy.state(), before)


@pytest.mark.parametrize("make", BOTH)
def test_a_state_that_cannot_be_is_refused(make) -> None:
    policy = make()
    played(policy, 9)
    good = policy.state()
    for name, array in good.items():
        if not name.startswith("own."):
            continue
        bad = [array[:-1], np.full(array.shape, -1, array.dtype), array.astype(complex)]
        if array.dtype == float:
            bad += [np.full(array.shape, np.nan), np.full(array.shape, 7.0)]
        for wrong in bad:
            if name == "own.counts" and (wrong == 7.0).all():
                continue  # a possible count
            fresh = make()
            with pytest.raises(ValueError):
                fresh.restore({**good, name: wrong})
            assert same(fresh.state(), make().state())
    with pytest.raises(ValueError, match="more"):
        make().restore({**good, "own.more": np.zeros(1)})


@pytest.mark.parametrize("policy", [SWUCB(2, 3, horizon=2), DUCB(2, 0.5, horizon=2)])
def test_the_horizon_is_the_end(policy: Policy) -> None:
    played(policy, 2)
    for call in (lambda: policy.select(2), lambda: policy.update(0, 1.0), policy.advance):
        with pytest.raises(ValueError, match="horizon"):
            call()
