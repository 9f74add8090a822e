"""The policies one by one, and what each of them must do on a user's own stream."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from glbtheory import formulas
from glbtheory._support.seeds import seed_root
from glbtheory.bandits import load_policy, policy_from
from glbtheory.bandits.environments.reward_families import (
    Family,
    check_rewards,
    family,
    largest_reward,
    link_of,
    slopes,
)
from glbtheory.bandits.policies.generalized_linear import GeneralizedLinearUCB
from glbtheory.regret.reference_runs import ReferenceProblem, _arm_sets, play
from glbtheory.regret.sharper_directions import directions
from glbtheory.setting import links
from glbtheory.setting.forgetting import Discount, Forever, Window
from glbtheory.setting.likelihood import estimate

T = 60
GLM = {"link": "logistic", "d": 2, "horizon": T, "S": 2, "lam": 1, "divisor": 20}
ALL: dict[str, dict[str, Any]] = {
    "SC-D-GLUCB": {**GLM, "policy": "SC-D-GLUCB", "gamma": 0.9},
    "refined": {**GLM, "policy": "SC-D-GLUCB", "gamma": 0.9, "refined": True},
    "sharp": {**GLM, "policy": "SC-D-GLUCB", "gamma": 0.9, "refined": True, "bonus": "sharp"},
    "SC-SW-GLUCB": {**GLM, "policy": "SC-SW-GLUCB", "tau": 15, "refined": True},
    "GLM-UCB": {**GLM, "policy": "GLM-UCB"},
    "projected": {**GLM, "policy": "GLM-UCB", "projection": True, "S": 0.5},
    "LogUCB1": {**GLM, "policy": "LogUCB1", "factor": 1},
    "D-GLUCB": {**GLM, "policy": "D-GLUCB", "gamma": 0.95, "union": True},
    "UCB-GLM": {**GLM, "policy": "UCB-GLM", "burn_in": 10, "seed": 3},
    "UCB-GLM mean": {**GLM, "policy": "UCB-GLM", "burn_in": 10, "index": "mean"},
    "restarted GLM-UCB": {**GLM, "policy": "restarted GLM-UCB", "period": 25},
    "linear": {**GLM, "policy": "SC-D-GLUCB", "link": "linear", "m": 1, "gamma": 0.9},
    "Poisson": {**GLM, "policy": "SC-SW-GLUCB", "link": "poisson", "m": 9, "tau": 15},
    "binomial": {**GLM, "policy": "GLM-UCB", "link": "binomial(3)"},
    "one dimension": {**GLM, "policy": "D-GLUCB", "gamma": 0.9, "d": 1},
    "three dimensions": {**GLM, "policy": "SC-D-GLUCB", "gamma": 0.9, "d": 3},
    "window of three": {**GLM, "policy": "SC-SW-GLUCB", "tau": 15, "d": 3},
    "all of three": {**GLM, "policy": "GLM-UCB", "d": 3},
    "uniform": {"policy": "uniform", "horizon": T, "seed": 4},
    "oracle": {
        "policy": "oracle",
        "horizon": T,
        "schedule": {"kind": "stationary", "theta": [1, 0]},
    },
}
LINEAR_UCB = [n for n in ALL if n not in ("uniform", "oracle")]


def made(case: str, **more: Any) -> Any:
    return policy_from({**ALL[case], **more})


class Stream:
    """Arms and coins; rewards depend on the action alone, not on the policy."""

    def __init__(self, d: int = 2, arms: int = 6, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        self.arms = rng.normal(size=(T, arms, d))
        self.arms /= np.linalg.norm(self.arms, axis=2, keepdims=True)
        self.coins = rng.random(T)

    def reward(self, t: int, action: np.ndarray) -> float:
        return float(self.coins[t] < 1 / (1 + math.exp(-2 * action[0])))


def stream_of(policy: Any, seed: int = 0) -> Stream:
    return Stream(policy.d or 2, seed=seed)


def follow(policy: Any, stream: Stream, first: int, last: int) -> list[int]:
    """Rounds first, ..., last - 1, counted from 0."""
    chosen = []
    for t in range(first, last):
        k = policy.select(stream.arms[t])
        policy.update(stream.arms[t, k], stream.reward(t, stream.arms[t, k]))
        chosen.append(k)
    return chosen


def same(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> bool:
    return one.keys() == other.keys() and all(
        a.dtype == other[n].dtype
        and a.shape == other[n].shape
        and a.tobytes() == other[n].tobytes()
        for n, a in one.items()
    )


# --- against the reference ------------------------------------------------------------------------

REFERENCE = [
    ("SC-D-GLUCB", Discount(0.95), "logistic", None),
    ("SC-SW-GLUCB", Window(40), "logistic", None),
    ("SC-D-GLUCB", Discount(0.97), links.binomial(3), None),
    ("SC-SW-GLUCB", Window(30), "linear", 2.0),
]


@pytest.mark.parametrize("refined", [False, True])
@pytest.mark.parametrize(("name", "forgetting", "link", "m"), REFERENCE)
def test_actions_are_those_of_the_reference_run(
    name: str, forgetting: Any, link: Any, m: Any, refined: bool
) -> None:
    """But where two indices differ by less than rounding, as those of unit vectors at round 1."""
    theta = [[0.9, 0], [0.1, 0.8]] if link == "linear" else [[2, 0], [-2, 0]]
    setting = ReferenceProblem(
        link,
        theta=theta,
        breaks=[91],
        T=160,
        forgetting=forgetting,
        lam=2,
        S=3,
        m=m,
        draw="positive" if link == "linear" else "ball",
        divisor=300,
        refined=refined,
    )
    run = play(setting, seed=3)
    sets = _arm_sets(setting, np.random.default_rng(seed_root(3).spawn(2)[0]))
    kept = {"gamma": forgetting.gamma} if name == "SC-D-GLUCB" else {"tau": forgetting.tau}
    policy: Any = policy_from(
        {"policy": name, "link": link, "d": 2, "horizon": 160, "S": 3, "lam": 2, "divisor": 300}
        | {"refined": refined, "m": m, **kept}
    )
    ties = 0
    for t, arms in enumerate(sets):
        # The gradient is at most the certificate, and the objective is at least as curved as λ.
        allowed = policy.certificate / setting.lam + run.errors[t]
        assert np.linalg.norm(policy.theta - run.estimates[t]) <= allowed <= 1e-8
        k = policy.select(arms)
        if (arms[k] != run.actions[t]).any():
            both = np.array([arms[k], run.actions[t]])
            bonus = run.bonus[t] / run.widths[t]
            index = setting.link.mu(both @ run.estimates[t]) + bonus * policy._widths(both)
            assert abs(index[1] - index[0]) <= 1e-8
            ties += 1
        policy.update(run.actions[t], run.rewards[t])
    assert ties <= 1
    chosen = (run.actions[:, None] == sets).all(axis=2).argmax(axis=1)
    assert len(set(chosen)) > 3, "the run must not be trivial"
    if refined:
        assert run.inside.any()


def test_depth_is_the_analysis_window() -> None:
    policy: Any = made("SC-D-GLUCB")
    assert policy.depth == math.ceil(math.log(T) / -math.log(0.9))
    assert made("SC-D-GLUCB", depth=7).depth == 7
    assert made("SC-D-GLUCB", depth=7)._bonuses(np.arange(3)) != policy._bonuses(np.arange(3))


# --- bonuses --------------------------------------------------------------------------------------

C_MU = math.exp(2) / (1 + math.exp(2)) ** 2
KNOWN = {"d": 2, "T": T, "S": 2, "lam": 1, "delta": "0.05", "k_mu": "1/4", "m": 1}


def exact(name: str, **more: Any) -> float:
    known = {**KNOWN, "c_mu": repr(C_MU), **more}
    formula = formulas.FORMULAS[name]
    return formula(**{n: known[n] for n in formula.arguments})


BONUSES = [
    ("GLM-UCB", {}, "bonus_glm_ucb", {}, 1.0),
    ("GLM-UCB", {"factor": 1}, "bonus_glm_ucb", {}, 0.5),
    ("GLM-UCB", {"divisor": 5}, "bonus_glm_ucb", {}, 4.0),
    ("LogUCB1", {"factor": 2}, "bonus_log_ucb1", {}, 1.0),
    ("LogUCB1", {}, "bonus_log_ucb1", {}, 0.5),
    ("D-GLUCB", {"union": False}, "bonus_d_glucb", {"gamma": "0.95"}, 1.0),
    ("D-GLUCB", {}, "bonus_d_glucb_union", {"gamma": "0.95"}, 1.0),
    ("UCB-GLM", {}, "alpha_ucb_glm", {}, 1.0),
    ("UCB-GLM mean", {}, "alpha_ucb_glm", {}, 0.25),
    ("SC-SW-GLUCB", {"refined": False}, "beta_window", {"tau": 15}, 1 / math.sqrt(C_MU)),
    ("SC-D-GLUCB", {"depth": 9}, "beta_appendix", {"gamma": "0.9", "D": 9}, 1 / math.sqrt(C_MU)),
]


@pytest.mark.parametrize(("case", "options", "formula", "more", "factor"), BONUSES)
def test_bonuses_are_the_closed_forms(
    case: str, options: Any, formula: str, more: Any, factor: float
) -> None:
    bonus, inside, _ = made(case, **options).coefficients(0, T)
    for t in (1, 2, 30, T):
        wanted = factor * exact(formula, t=t, **more) / 20
        assert bonus[t - 1] == pytest.approx(wanted, rel=1e-12)
    assert np.isnan(inside).all()


def test_the_refined_bonus_is_used_where_the_estimate_is_inside() -> None:
    c_mu = slopes("logistic", 2.0)[1]
    plain, refined = made("SC-D-GLUCB"), made("refined")
    bonus, inside, _ = refined.coefficients(5, 3)
    assert (bonus == plain.coefficients(0, 3)[0]).all()
    wanted = exact("beta_bar_appendix", gamma="0.9", D=refined.depth) / math.sqrt(c_mu) / 20
    assert inside == pytest.approx(np.full(3, wanted), rel=1e-12)
    assert inside[0] < bonus[0] / 2
    # Sure of itself inside Θ: an action with a better mean but a smaller width is chosen.
    arms = np.array([[1.0, 0.0], [0.0, 1.0]])
    for policy in (plain, refined):
        for t in range(40):
            policy.update(arms[t % 3 // 2], 1.0 if t % 3 < 2 else 0.0)
        assert np.linalg.norm(policy.theta) <= policy.S
    assert (plain.select(arms), refined.select(arms)) == (1, 0)


@pytest.mark.parametrize("lam", [1e-3, 0.1, 1, 8, 1e4])
def test_the_sharp_bonus_is_the_closed_form_and_never_larger(lam: float) -> None:
    printed, sharp = made("refined", lam=lam), made("sharp", lam=lam)
    known = {"k_mu": 0.25, "m": 1, "T": T, "lam": lam, "delta": 0.05, "gamma": 0.9, "d": 2}
    u, r = directions(D=sharp.depth, **known)
    more = {"gamma": "0.9", "D": sharp.depth, "u": repr(u), "r": repr(r), "lam": repr(lam)}
    wanted = [exact(f"{name}_sharpened", **more) for name in ("beta", "beta_bar")]
    bonus, inside, _ = sharp.coefficients(0, 3)
    scale = 20 * math.sqrt(sharp.c_mu)
    assert scale * bonus == pytest.approx(np.full(3, wanted[0]), rel=1e-12)
    assert scale * inside == pytest.approx(np.full(3, min(wanted)), rel=1e-12)
    larger = printed.coefficients(0, 3)
    assert (bonus < 0.9 * larger[0]).all() and (inside < 0.9 * larger[1]).all()


def test_the_sharp_bonus_is_part_of_the_configuration() -> None:
    assert made("SC-D-GLUCB").configuration()["bonus"] == "paper"
    sharp = made("sharp")
    assert policy_from(sharp.configuration()).coefficients(0, 2)[1] == pytest.approx(
        sharp.coefficients(0, 2)[1], rel=0
    )
    plain = made("sharp", refined=False)
    assert np.isnan(plain.coefficients(0, 2)[1]).all()
    with pytest.raises(ValueError, match="bonus must be paper for d above 300"):
        made("sharp", d=301)
    with pytest.raises(ValueError, match="S must be at least 1e-06 for bonus sharp"):
        made("sharp", S=1e-7)
    for case in ("linear", "Poisson"):
        with pytest.raises(ValueError, match=r"bonus must be paper for (linear|Poisson) rewards"):
            made("sharp", link=case.lower(), m=9)


@pytest.mark.parametrize("case", LINEAR_UCB)
def test_coefficients_do_not_depend_on_how_rounds_are_grouped(case: str) -> None:
    policy = made(case)
    whole = policy.coefficients(0, T)
    parts = [policy.coefficients(first, 7) for first in range(0, 56, 7)]
    for k in range(3):
        np.testing.assert_array_equal(whole[k][:56], np.concatenate([p[k] for p in parts]))
    assert all(x.shape == (0,) for x in policy.coefficients(3, 0))


def test_bonuses_that_overflow_are_refused() -> None:
    with pytest.raises(ValueError, match=r"divisor = .* must give finite bonuses"):
        made("SC-D-GLUCB", divisor=5e-324)
    with pytest.raises(ValueError, match="lam must be at least"):
        made("SC-D-GLUCB", lam=1e-200)


# --- the compiled rounds --------------------------------------------------------------------------


def test_the_rule_says_what_the_kernel_needs() -> None:
    rule = made("SC-D-GLUCB").rule()
    assert (rule.link, rule.times, rule.lam, rule.gamma, rule.window) == (0, 1.0, 1.0, 0.9, 0)
    assert rule.ridge == pytest.approx(1 / slopes("logistic", 2)[1]) and rule.radius == 2
    assert made("SC-SW-GLUCB").rule().window == 15 and made("SC-SW-GLUCB").rule().gamma == 1
    assert made("restarted GLM-UCB").rule().period == 25 and rule.period == 0
    assert made("binomial").rule().times == 3 and made("Poisson").rule().link == 2


@pytest.mark.parametrize("case", ["projected", "three dimensions", "UCB-GLM"])
def test_what_the_kernel_cannot_play_has_no_rule(case: str) -> None:
    assert made(case, **({"tolerance": 0} if case == "three dimensions" else {})).rule() is None


def test_a_tolerance_is_paid_for_by_the_bonus() -> None:
    """For d >= 3 the bonus grows by it, and the certificate is what it allows."""
    for case in ("three dimensions", "window of three", "all of three"):
        policy, exact = made(case), made(case, tolerance=0)
        given, bare = (p.coefficients(0, 5)[0] for p in (policy, exact))
        np.testing.assert_allclose(given, 1.01 * bare, rtol=1e-14)
        follow(policy, stream_of(policy), 0, 40)
        follow(exact, stream_of(policy), 0, 40)
        assert 1e-8 < policy.certificate <= policy.accuracy
        assert exact.accuracy is None and exact.certificate <= 1e-8
    assert made("one dimension").accuracy is None
    with pytest.raises(ValueError, match="tolerance must lie in"):
        made("three dimensions", tolerance=-0.1)


# --- on a stream ----------------------------------------------------------------------------------


@pytest.mark.parametrize("case", ALL)
def test_select_changes_nothing_and_answers_the_same(case: str) -> None:
    policy = made(case)
    stream = stream_of(policy)
    follow(policy, stream, 0, 17)
    before = policy.state()
    answers = {policy.select(stream.arms[17]) for _ in range(3)}
    policy.select(stream.arms[20])
    assert len(answers) == 1 and same(policy.state(), before)
    assert policy.select(stream.arms[17].tolist()) in answers


@pytest.mark.parametrize("case", ALL)
def test_a_saved_policy_goes_on_as_if_it_had_not_been(case: str, tmp_path: Path) -> None:
    policy = made(case)
    stream = stream_of(policy)
    follow(policy, stream, 0, 29)
    policy.advance()
    policy.save(tmp_path / "saved")
    other = load_policy(tmp_path / "saved")
    assert type(other) is type(policy) and other.configuration() == policy.configuration()
    assert same(other.state(), policy.state())
    policy.update(stream.arms[0, 0], 1, played=30)
    other.update(stream.arms[0, 0], 1, played=30)
    assert follow(policy, stream, 30, T) == follow(other, stream, 30, T)
    assert same(other.state(), policy.state())


@pytest.mark.parametrize("case", ALL)
def test_a_configuration_survives_json_and_reset_begins_again(case: str) -> None:
    policy = made(case)
    stream = stream_of(policy)
    fresh, first = policy.state(), follow(policy, stream, 0, 25)
    configuration = json.loads(json.dumps(policy.configuration(), allow_nan=False))
    again = policy_from({**configuration, "seed": ALL[case].get("seed", 0)})
    assert again.configuration() == policy.configuration()
    assert follow(again, stream, 0, 25) == first
    policy.reset()
    assert same(policy.state(), fresh) and follow(policy, stream, 0, 25) == first


@pytest.mark.parametrize("case", LINEAR_UCB)
def test_the_order_in_which_late_rewards_come_does_not_matter(case: str) -> None:
    """Strong convexity: two points with gradients g and h are at most (|g| + |h|)/λ apart."""
    exact = {"tolerance": 0} if "three" in case else {}
    on_time, late, batched = (made(case, **exact) for _ in range(3))
    stream = stream_of(on_time)
    rng = np.random.default_rng(5)
    actions = stream.arms[:40, 0]
    rewards = np.array([stream.reward(t, a) for t, a in enumerate(actions)])
    for a, r in zip(actions, rewards, strict=True):
        on_time.update(a, r)
    late.update_batch(actions[:10], rewards[:10])
    late.advance(30)
    for s in rng.permutation(np.arange(11, 41)):
        late.update(actions[s - 1], rewards[s - 1], played=int(s))
    batched.advance(40)
    order = rng.permutation(np.arange(1, 41))
    batched.update_batch(actions[order - 1], rewards[order - 1], played=order)
    for other in (late, batched):
        assert other.round == on_time.round and other.certificate <= 1e-8
        allowed = (other.certificate + on_time.certificate) / on_time.lam
        assert np.linalg.norm(other.theta - on_time.theta) <= allowed
        np.testing.assert_allclose(other.estimator.design, on_time.estimator.design, rtol=1e-12)
    assert np.linalg.norm(on_time.theta) > 0.05


@pytest.mark.parametrize("case", LINEAR_UCB)
def test_estimates_are_those_of_the_likelihood(case: str) -> None:
    policy: GeneralizedLinearUCB = made(case)
    exact = 1e-8 if policy.accuracy is None else policy.accuracy / policy.lam + 1e-8
    stream = stream_of(policy)
    actions = stream.arms[:40, 1]
    rewards = [stream.reward(t, a) for t, a in enumerate(actions)]
    policy.update_batch(actions, rewards)
    first = 25 if policy.period else 0
    weights = policy.forgetting.weights(41)[first:]
    found = estimate(actions[first:], rewards[first:], weights, policy.link, policy.lam)
    allowed = policy.certificate / policy.lam + found.error_bound
    assert np.linalg.norm(policy.theta - found.theta) <= allowed <= exact
    V = (actions[first:].T * weights) @ actions[first:] + policy.ridge * np.identity(policy.d)
    np.testing.assert_allclose(policy.estimator.design, V, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("case", ALL)
def test_nothing_is_played_beyond_the_horizon(case: str) -> None:
    policy = made(case)
    stream = stream_of(policy)
    follow(policy, stream, 0, T)
    before = policy.state()
    for ask in (
        lambda: policy.select(stream.arms[0]),
        lambda: policy.update(stream.arms[0, 0], 1),
        policy.advance,
    ):
        with pytest.raises(ValueError, match=f"horizon is {T}"):
            ask()
    assert same(policy.state(), before)


BAD_NUMBERS = st.sampled_from(
    [math.nan, math.inf, -math.inf, -1.0, 7.5, True, None, "1", [0.0], 1j]
)
BAD_ACTION = st.one_of(
    st.sampled_from([None, "a", 0.5, True, [], [[0.1, 0.2]], [0.1], [0.1] * 4, [math.nan] * 2]),
    st.tuples(st.floats(0.8, 1e300), st.floats(0.8, 1e300)).map(list),
)
BAD_SETS = st.one_of(
    st.sampled_from([None, "ab", 2.5, True, 0, -1, [], [[]], [[[0.1, 0.2]]], [[0.1], [0.1, 0.2]]]),
    BAD_ACTION.map(lambda a: [[0.1, 0.2], a]),
)


@pytest.mark.parametrize(
    "case", ["SC-D-GLUCB", "SC-SW-GLUCB", "restarted GLM-UCB", "uniform", "oracle"]
)
def test_bad_input_is_named_and_leaves_the_state(case: str) -> None:
    policy = made(case)
    follow(policy, stream_of(policy), 0, 12)
    policy.advance(2)
    before, good = policy.state(), [0.6, 0.0]
    free = case in ("uniform", "oracle")

    @settings(max_examples=40)
    @given(BAD_NUMBERS, BAD_ACTION, BAD_SETS)
    def attack(number: Any, action: Any, actions: Any) -> None:
        # Uniform play takes actions of any dimension.
        assume(case != "uniform" or action not in ([0.1], [0.1] * 4))
        calls = [
            ("actions", lambda: policy.select(actions)),
            ("action", lambda: policy.update(action, 1)),
            ("action", lambda: policy.update_batch([good, action], [1, 1])),
            ("action", lambda: policy.update_batch([good, action], [1, 1], played=[13, 14])),
            ("played", lambda: policy.update(good, 1, played=number if number is not None else 1)),
            ("rounds", lambda: policy.advance(number)),
        ]
        # A truth value is a reward of 0 or 1.
        if number is not True and not (
            free and isinstance(number, float) and math.isfinite(number)
        ):
            calls += [
                ("reward", lambda: policy.update(good, number)),
                ("reward", lambda: policy.update_batch([good, good], [1, number])),
                ("reward", lambda: policy.update(good, number, played=13)),
            ]
        for named, call in calls:
            with pytest.raises(ValueError, match=named):
                call()
        assert same(policy.state(), before)

    attack()


@settings(max_examples=150)
@given(
    st.sampled_from(["SC-D-GLUCB", "SC-SW-GLUCB", "GLM-UCB", "restarted GLM-UCB", "UCB-GLM"]),
    st.sampled_from(
        [
            *(("horizon", x) for x in (0, -1, 1.5, True, None, "8")),
            *(("d", x) for x in (0, 2.0, None, True)),
            *(
                (n, x)
                for n in ("S", "lam", "divisor")
                for x in (0, -1, math.nan, math.inf, True, "1")
            ),
            *(("delta", x) for x in (0, 1, -0.1, 1.5, math.nan, True, None)),
            *(("link", x) for x in ("probit", "binomial(0)", "", None, 3, links.probit)),
            *(("m", x) for x in (0, 2, math.nan, True)),
            *(("seed", x) for x in (-1, 1.5, True)),
        ]
    ),
)
def test_bad_arguments_are_named(case: str, bad: tuple[str, Any]) -> None:
    name, value = bad
    with pytest.raises(ValueError, match=name):
        made(case, **{name: value})


@pytest.mark.parametrize(
    ("case", "name", "values"),
    [
        ("SC-D-GLUCB", "gamma", [0, 1, 1.1, -0.5, math.nan, True, None]),
        ("SC-D-GLUCB", "depth", [0, 1.5, True]),
        ("SC-D-GLUCB", "refined", [1, None]),
        ("SC-D-GLUCB", "bonus", ["sharper", "", None, True, 1]),
        ("D-GLUCB", "gamma", [0, 1, math.nan]),
        ("D-GLUCB", "union", [1]),
        ("SC-SW-GLUCB", "tau", [0, -1, 2.5, True, None]),
        ("GLM-UCB", "factor", [0, 3, 1.5, True, None]),
        ("GLM-UCB", "projection", [1, None]),
        ("LogUCB1", "link", ["linear", "binomial(2)"]),
        ("UCB-GLM", "burn_in", [-1, 2.5, True]),
        ("UCB-GLM", "index", ["none", None]),
        ("restarted GLM-UCB", "period", [0, 1.5, True]),
        ("linear", "m", [None, 0, -1]),
        ("Poisson", "m", [None]),
        ("GLM-UCB", "S", [2000.0]),
        ("oracle", "schedule", [None, 3, "x", [[[1.0]]], {"kind": "none"}, [math.nan, 0]]),
    ],
)
def test_bad_own_arguments_are_named(case: str, name: str, values: list[Any]) -> None:
    for value in values:
        with pytest.raises(ValueError, match=name):
            made(case, **{name: value})


# --- each on its own ------------------------------------------------------------------------------


def test_a_restart_forgets_everything_before_it() -> None:
    restarted, plain = made("restarted GLM-UCB"), made("GLM-UCB")
    stream = Stream()
    follow(restarted, stream, 0, 25)
    assert (restarted.theta == 0).all() and restarted.round == 26
    assert (restarted.estimator.design == restarted.ridge * np.identity(2)).all()
    bonus = restarted.coefficients(0, T)[0]
    assert (bonus[25:50] == bonus[:25]).all() and (np.diff(bonus[:25]) > 0).all()
    # From there on it is GLM-UCB, begun at round 26.
    for t in range(25, 45):
        k = restarted.select(stream.arms[t])
        assert k == plain.select(stream.arms[t])
        for policy in (restarted, plain):
            policy.update(stream.arms[t, k], stream.reward(t, stream.arms[t, k]))
        assert (restarted.theta == plain.theta).all()


def test_rewards_from_before_a_restart_come_too_late() -> None:
    policy = made("restarted GLM-UCB")
    policy.advance(30)
    policy.update([1.0, 0.0], 1, played=25)
    assert (policy.theta == 0).all()
    policy.update([1.0, 0.0], 1, played=26)
    assert policy.theta[0] > 0
    policy.advance(20)
    assert (policy.theta == 0).all()


def test_burn_in_plays_at_random_and_then_stops() -> None:
    policy = made("UCB-GLM")
    numbers = policy._numbers(1, 10)
    explore = policy.coefficients(0, T)[2]
    assert explore[:10].tolist() == numbers.tolist() and (explore[10:] == -1).all()
    stream = Stream()
    assert follow(policy, stream, 0, 10) == [int(6 * u) for u in numbers]
    # Afterwards the index is one of the linear predictor.
    arms, theta = stream.arms[10], policy.theta
    V = np.linalg.inv(policy.estimator.design)
    index = arms @ theta + policy._alpha * np.sqrt(np.einsum("ki,ij,kj->k", arms, V, arms))
    assert policy.select(arms) == index.argmax()


def test_the_burn_in_of_the_theory_is_capped_by_the_horizon() -> None:
    assert made("UCB-GLM", burn_in=None).burn_in == T
    long = made("UCB-GLM", burn_in=None, horizon=10**7)
    c_mu = slopes("logistic", 2)[1]
    assert long.burn_in == math.ceil(2 * 4 * (2 + math.log(20)) / c_mu**2)


def test_the_projected_policy_plays_a_parameter_in_the_ball() -> None:
    projected, plain = made("projected"), made("projected", projection=False)
    for t in range(30):
        for policy in (projected, plain):
            policy.update([1.0, 0.0] if t % 2 else [0.6, 0.8], 1)
    assert (projected.theta == plain.theta).all() and np.linalg.norm(plain.theta) > 0.5
    centre = projected._centre()
    assert np.linalg.norm(centre) == pytest.approx(0.5, rel=1e-9)
    assert (plain._centre() == plain.theta).all()
    # The index is taken at that parameter.
    arms = np.array([[1.0, 0.0], [0.0, 1.0], [0.6, 0.8], [-0.8, 0.6]])
    index = links.logistic.mu(arms @ centre) + projected._at(31)[0] * projected._widths(arms)
    assert projected.select(arms) == index.argmax()


def test_the_oracle_plays_the_best_action_of_its_round() -> None:
    rows = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])
    oracle = policy_from({"policy": "oracle", "schedule": rows})
    arms = [[-0.9, 0.1], [0.1, 0.9], [0.9, 0.1]]
    assert oracle.horizon == 3
    for wanted in (2, 1, 0):
        assert oracle.select(arms) == wanted
        oracle.update(arms[wanted], 0.3)
    with pytest.raises(ValueError, match="horizon"):
        policy_from({"policy": "oracle", "schedule": rows, "horizon": 4})


def test_uniform_play_is_uniform_over_rows_or_arms() -> None:
    policy = policy_from({"policy": "uniform"})
    counts = np.zeros(4, int)
    for _ in range(4000):
        k = policy.select(4)
        counts[k] += 1
        policy.update(k, 1)
    # Four standard deviations of a binomial count.
    assert np.abs(counts - 1000).max() < 4 * math.sqrt(4000 * 3 / 16)
    assert policy.select(np.zeros((4, 3))) == policy.select(4)


# --- families -------------------------------------------------------------------------------------


def test_families_have_codes_and_factors() -> None:
    assert family("logistic") == Family(0, 1.0) == family(links.logistic)
    assert family(links.linear) == Family(1, 1.0) and family("Poisson") == Family(2, 1.0)
    assert family("binomial(5)") == Family(0, 5.0) == family(links.binomial(5))
    assert link_of("Binomial(5)").mean == links.binomial(5).mean


@pytest.mark.parametrize(
    "bad",
    [
        *(links.probit, links.scaled_bernoulli(2), links.Link.from_formula("z", name="logistic")),
        *("binomial(-1)", "binomial(1.5)", "x", None),
    ],
)
def test_other_links_are_refused(bad: Any) -> None:
    with pytest.raises(ValueError, match="link must be one of logistic, linear, poisson"):
        family(bad)


@pytest.mark.parametrize(
    ("link", "good", "bad"),
    [
        ("logistic", [0, 1, 0.3], [-0.1, 1.1]),
        ("binomial(4)", [0, 4, 2.5], [-1, 4.5]),
        ("poisson", [0, 1e6], [-0.5, math.inf]),
        ("linear", [-3, 0, 1e9], [math.nan, math.inf]),
    ],
)
def test_rewards_lie_in_the_range_of_their_family(link: str, good: Any, bad: Any) -> None:
    for x in good:
        assert check_rewards(link, [x], 1).tolist() == [x]
    for x in [*bad, True, None, "1", [1.0]]:
        with pytest.raises(ValueError, match="reward"):
            check_rewards(link, [x], 1)


def test_constants_of_the_families() -> None:
    assert largest_reward("binomial(4)") == 4 and largest_reward("linear", 1.5) == 1.5
    assert slopes("logistic", 6.0) == (0.25, 0.002466509291360048)
    assert slopes("poisson", 2) == pytest.approx((math.exp(2), math.exp(-2)), rel=1e-15)
    assert slopes("linear", 2) == (1, 1) and slopes("binomial(4)", 6)[0] == 1
    assert isinstance(made("GLM-UCB").forgetting, Forever)


def test_actions_normalised_in_single_precision_are_shortened() -> None:
    policy = made("SC-D-GLUCB")
    rows = np.random.default_rng(3).normal(size=(200, 2)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    assert (np.linalg.norm(rows.astype(float), axis=1) > 1 + 1e-9).any()
    policy.update(rows[policy.select(rows)], 1.0)
    with pytest.raises(ValueError, match=r"row 7 has the norm 1\.00001"):
        policy.select(np.where(np.arange(200)[:, None] == 7, rows * 1.00001, rows * 0.9))
