"""What every policy can be asked, and copies that go on by themselves."""

from __future__ import annotations

import copy
import inspect
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

from glbtheory.bandits import policy_from
from glbtheory.bandits.kernels import compile
from glbtheory.bandits.policies._cold_start import announce_compilation
from glbtheory.bandits.policies.base import POLICIES, Policy, policy_class

GOOD = {
    **{"link": "logistic", "d": 2, "horizon": 60, "S": 1.0, "lam": 1.0, "gamma": 0.9, "tau": 8},
    **{"divisor": 50, "period": 15, "arms": 4, "seed": 5},
    "schedule": {"kind": "stationary", "theta": [1.0, -0.5]},
}
RNG = np.random.default_rng(3)
SETS = RNG.normal(size=(60, 4, 2))
SETS /= 1.1 * np.linalg.norm(SETS, axis=2, keepdims=True)


def made(name: str, **more: Any) -> Policy:
    cls = policy_class(name)
    known = inspect.signature(cls).parameters
    return cls(**{n: v for n, v in {**GOOD, **more}.items() if n in known})


def follow(policy: Policy, first: int, last: int) -> list[int]:
    """Rounds first, ..., last - 1; what pays depends on the action alone."""
    chosen = []
    for t in range(first, last):
        k = policy.select(SETS[t])
        action = SETS[t, k] if policy.contextual else k
        policy.update(action, bool((SETS[t, k, 0] > 0.2) ^ (t % 7 == 0)))
        chosen.append(k)
    return chosen


@pytest.mark.parametrize("name", POLICIES)
def test_scores_are_what_select_takes_the_largest_of(name: str) -> None:
    policy = made(name)
    for t in range(20):
        scores, k = policy.scores(SETS[t]), policy.select(SETS[t])
        assert scores.shape == (4,)
        assert scores[k] == scores.max() or scores[k] >= scores.max() - 1e-9 * abs(scores.max())
        best = policy.top(SETS[t], 4)
        assert best[0] == k and sorted(best) == [0, 1, 2, 3]
        rest = scores[best[1:]]
        assert (rest[1:] <= rest[:-1]).all()
        assert policy.top(SETS[t], 2).tolist() == best[:2].tolist()
        follow(policy, t, t + 1)


@pytest.mark.parametrize("name", POLICIES)
def test_masked_actions_are_not_there(name: str) -> None:
    policy = made(name)
    follow(policy, 0, 12)
    mask = np.array([True, False, True, True])
    k = policy.select(SETS[12], mask)
    assert mask[k] and k == policy.select(SETS[12], mask.tolist())
    scores, chances = policy.scores(SETS[12], mask), policy.propensities(SETS[12], mask)
    assert scores[1] == -np.inf and chances[1] == 0 and chances.sum() == pytest.approx(1)
    assert 1 not in policy.top(SETS[12], 3, mask)
    if policy.contextual:
        rest = SETS[12][mask]
        assert k == np.flatnonzero(mask)[policy.select(rest)]
        assert (scores[mask] == policy.scores(rest)).all()
    assert policy.select(SETS[12], np.ones(4, bool)) == policy.select(SETS[12])


@pytest.mark.parametrize("name", POLICIES)
def test_a_batch_is_select_and_advance_by_turns(name: str) -> None:
    policy = made(name)
    follow(policy, 0, 10)
    before = policy.state()
    chosen = policy.select_batch(SETS[10:16])
    assert all((a == before[n]).all() for n, a in policy.state().items())
    for t, k in zip(range(10, 16), chosen, strict=True):
        assert policy.select(SETS[t]) == k
        policy.advance()


@pytest.mark.parametrize("name", POLICIES)
def test_propensities_are_the_frequencies_over_seeds(name: str) -> None:
    """Four standard deviations of each count."""
    policy = made(name)
    follow(policy, 0, 5)
    wanted, state = policy.propensities(SETS[5]), policy.state()
    counts, n = np.zeros(4), 400
    for seed in range(n):
        state["random"] = made("uniform", seed=seed).state()["random"]
        policy.restore(state)
        counts[policy.select(SETS[5])] += 1
    assert (abs(counts / n - wanted) <= 4 * np.sqrt(wanted * (1 - wanted) / n)).all()


def test_predictions_are_means() -> None:
    policy: Any = made("SC-D-GLUCB")
    follow(policy, 0, 30)
    wanted = 1 / (1 + np.exp(-SETS[30] @ policy.theta))
    assert policy.predict(SETS[30]) == pytest.approx(wanted, rel=1e-12)
    arms: Any = made("SW-UCB")
    for arm, reward in ((0, 1), (0, 0), (2, 1)):
        arms.update(arm, reward)
    assert (
        arms.predict(4)[[0, 2]].tolist() == [0.5, 1.0] and np.isnan(arms.predict(4)[[1, 3]]).all()
    )
    assert made("uniform").predict(4) is None and made("oracle").predict(SETS[0]) is None


@pytest.mark.parametrize("name", POLICIES)
def test_copies_go_on_by_themselves(name: str) -> None:
    policy = made(name)
    follow(policy, 0, 20)
    policy.advance()
    others = [copy.deepcopy(policy), pickle.loads(pickle.dumps(policy))]
    wanted = follow(policy, 21, 40)
    for other in others:
        assert other.configuration() == policy.configuration() and other.round == 22
        assert follow(other, 21, 40) == wanted


@pytest.mark.slow
def test_policies_travel_between_processes() -> None:
    policy = made("SC-D-GLUCB")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        found = pool.submit(_after_a_click, policy).result()
    assert policy.round == 1
    assert found.round == 2 and (found.theta == _after_a_click(policy).theta).all()


def _after_a_click(policy: Policy) -> Policy:
    policy.update([0.5, 0.5], True)
    return policy


@pytest.mark.parametrize("name", POLICIES)
def test_what_a_policy_was_made_with_stays(name: str) -> None:
    policy = made(name)
    for option in inspect.signature(type(policy)).parameters:
        if option in policy.__dict__:
            before = policy.configuration()
            with pytest.raises(AttributeError, match=rf"{option} of a .* cannot be changed"):
                setattr(policy, option, 7)
            assert policy.configuration() == before
    with pytest.raises(AttributeError, match="make another policy"):
        made("SC-D-GLUCB").horizon = 100


def test_a_million_may_be_written_as_a_float() -> None:
    for name in POLICIES:
        if "horizon" in made(name).configuration() and name != "BOB":
            found = made(name, horizon=1e6).horizon
            assert found == 10**6 and isinstance(found, int)
    with pytest.raises(ValueError, match="horizon"):
        made("uniform", horizon=1e6 + 0.5)


def test_clicks_are_rewards_of_nought_and_one() -> None:
    one, other = made("SC-D-GLUCB"), made("SC-D-GLUCB")
    one.update_batch(SETS[0], np.array([True, False, True, True]))
    other.update_batch(SETS[0], [1, 0, 1.0, 1])
    assert (one.theta == other.theta).all()


def test_a_configuration_makes_what_a_new_horizon_asks_for() -> None:
    policy = made("SC-D-GLUCB")
    assert policy_from({**policy.configuration(), "horizon": 100}).horizon == 100


@pytest.mark.parametrize("name", ["SC-D-GLUCB", "SC-SW-GLUCB", "D-GLUCB", "LogUCB1", "UCB-GLM"])
def test_a_bonus_can_be_read_and_set_in_units_of_reward(name: str) -> None:
    """What the scores of an action of norm 1 exceed its mean by, before the first reward."""
    policy: Any = made(name, horizon=1, burn_in=0)
    if name != "UCB-GLM":  # whose index is linear
        score = float(policy.scores([[0.6, 0.8]])[0])
        assert policy.bonus_scale == pytest.approx(score - 0.5, rel=1e-9)
    other = policy.with_bonus_scale(0.25)
    assert other.bonus_scale == pytest.approx(0.25, rel=1e-12) and type(other) is type(policy)
    changed = {**policy.configuration(), "divisor": other.divisor}
    assert other.configuration() == changed
    for bad in (0, -1, np.nan, np.inf, "1", True, 1e-320):
        with pytest.raises(ValueError, match="scale"):
            policy.with_bonus_scale(bad)


@pytest.mark.parametrize(("terminal", "cold", "said"), [(1, 1, 1), (1, 0, 0), (0, 1, 0)])
def test_who_waits_for_the_compiler_is_told_once(
    terminal: int, cold: int, said: int, monkeypatch: Any, capsys: Any
) -> None:
    monkeypatch.setattr(compile, "is_cold", lambda: bool(cold))
    monkeypatch.setattr("sys.stderr.isatty", lambda: bool(terminal))
    announce_compilation.cache_clear()
    assert made("SC-D-GLUCB").estimator.clock == made("GLM-UCB").estimator.clock
    assert capsys.readouterr().err.count("compiling") == said
    announce_compilation.cache_clear()
