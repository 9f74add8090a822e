"""A run seen from inside is the run of the simulator; the ellipses are what they say they are."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose

from glbtheory.bandits import (
    Abrupt,
    Environment,
    FixedArms,
    Sphere,
    play_run,
    policy_from,
    run_seed,
)
from glbtheory.bandits.diagnostics import confidence_ellipses
from glbtheory.bandits.diagnostics.confidence_ellipses import Region
from glbtheory.bandits.diagnostics.recorder import RecordedRun, believer, record, stream
from glbtheory.book.drawing.belief_slides import beliefs
from glbtheory.setting.likelihood import design_matrix, estimate

T = 300
ROUNDS = (1, 2, 40, 149, 150, 151, 200, 300)
WORLD = Environment("logistic", Abrupt([[-2, 3], [-2, -3]], [150]), Sphere(12, 2), T)
COMMON = {"link": "logistic", "d": 2, "horizon": T, "S": 4.0, "lam": 0.3, "divisor": 5.0}
POLICIES: dict[str, dict[str, Any]] = {
    "SC-D-GLUCB": {"gamma": 0.98, "refined": True},
    "SC-SW-GLUCB": {"tau": 50},
    "D-GLUCB": {"gamma": 0.98},
    "GLM-UCB": {},
    "LogUCB1": {"factor": 1},
    "restarted GLM-UCB": {"period": 60},
    "UCB-GLM": {"burn_in": 20},
}


def make(name: str, **changed: Any) -> Any:
    return policy_from({"policy": name, **COMMON, **POLICIES.get(name, {}), **changed})


@cache
def seen(name: str) -> RecordedRun:
    return record(WORLD, make(name), run_seed(3, 1), ROUNDS)


@pytest.mark.parametrize("name", [*POLICIES])
def test_the_run_is_that_of_the_simulator(name: str) -> None:
    run = seen(name)
    trace = play_run(WORLD, {name: make(name)}, run_seed(3, 1), range(1, T + 1))[name]
    assert np.array_equal(np.cumsum(run.regret), trace.regret)
    assert np.array_equal(np.cumsum(run.reward), trace.reward)
    assert np.array_equal(np.cumsum(run.outside), trace.outside)


@pytest.mark.parametrize("name", ["uniform", "oracle", "BOB"])
def test_policies_without_an_estimate_of_their_own_are_played_too(name: str) -> None:
    given: dict[str, Any] = {"policy": name, "horizon": T}
    if name == "oracle":
        given["schedule"] = WORLD.schedule.configuration()
    if name == "BOB":
        given |= COMMON
    run = record(WORLD, policy_from(given), run_seed(3, 1), [1, 200])
    trace = play_run(WORLD, {name: policy_from(given)}, run_seed(3, 1), [T])[name]
    assert np.cumsum(run.regret)[-1] == trace.regret[-1]
    assert math.isnan(run.moments[0].bonus) == (name != "BOB")
    assert (run.moments[1].played is None) == (name != "BOB")


@pytest.mark.parametrize("name", [*POLICIES])
def test_estimate_and_design_are_those_of_the_weighted_past(name: str) -> None:
    """Replayed from what was played, with the weights of the policy's way of forgetting."""
    run, policy = seen(name), make(name)
    actions, rewards = run.actions, run.reward
    for t in (40, 151, 200):
        weights = policy.forgetting.weights(t)
        if name == "restarted GLM-UCB":
            weights = (np.arange(1, t) > (t - 1) // 60 * 60).astype(float)
        m = run.at(t)
        found = estimate(actions[: t - 1], rewards[: t - 1], weights, policy.link, policy.lam)
        assert_allclose(m.theta, found.theta, atol=1e-6)
        assert_allclose(m.design, design_matrix(actions[: t - 1], weights, policy.ridge))
        assert_allclose(
            [m.weight, m.sample_size], [weights.sum(), weights.sum() ** 2 / (weights**2).sum()]
        )
        slopes = weights * policy.link.dmu(actions[: t - 1] @ m.theta)
        u = m.action / np.linalg.norm(m.action)
        assert_allclose(m.information, slopes @ (actions[: t - 1] @ u) ** 2, rtol=1e-5)


def test_the_discounts_sample_size_is_twice_its_sum_of_weights() -> None:
    m = seen("SC-D-GLUCB").at(300)
    assert m.weight == pytest.approx(50, rel=0.01)
    assert m.sample_size == pytest.approx(1.98 / 0.02, rel=0.01)


@pytest.mark.parametrize("name", ["SC-D-GLUCB", "SC-SW-GLUCB", "D-GLUCB", "GLM-UCB", "LogUCB1"])
def test_the_action_played_has_the_largest_index(name: str) -> None:
    run, policy = seen(name), make(name)
    offers = {now.number: now.offered for now in stream(WORLD, run_seed(3, 1))}
    for m in run.moments:
        widths = np.sqrt(
            np.einsum("ki,ki->k", offers[m.number], np.linalg.solve(m.design, offers[m.number].T).T)
        )
        index = policy.link.mu(offers[m.number] @ m.theta) + m.coefficient * widths
        assert m.prediction + m.bonus == pytest.approx(index.max(), abs=1e-9)
        assert m.spread == pytest.approx(m.coefficient * np.ptp(widths))


def test_the_refined_coefficient_is_that_of_estimates_inside() -> None:
    plain, refined, _ = (float(x[0]) for x in make("SC-D-GLUCB").coefficients(0, 1))
    run = record(WORLD, make("SC-D-GLUCB", S=2.0), run_seed(3, 1))
    plain, refined, _ = (float(x[0]) for x in make("SC-D-GLUCB", S=2.0).coefficients(0, 1))
    assert 0 < run.outside.sum() < T
    used = run.column("coefficient")
    assert np.array_equal(used, np.where(run.outside, plain, refined))
    assert np.array_equal(run.outside, ~run.column("inside"))


# --- ellipses -------------------------------------------------------------------------------------


def test_a_region_and_its_axes() -> None:
    region = Region([1, 2], [[4, 0], [0, 1]], 2)
    half, directions = region.axes()
    assert_allclose(half, [2, 1])
    assert_allclose(np.abs(directions), [[0, 1], [1, 0]])
    assert [1, 3.99] in region and [1, 4.01] not in region
    assert region.width([0, 1]) == pytest.approx(2)
    assert region.distance([2, 2]) == pytest.approx(1)


def test_the_bonus_pays_for_the_ellipse_played_and_for_no_larger_one_of_its_shape() -> None:
    """All means of the ellipse are covered; the bonus is k_mu times its width."""
    rng = np.random.default_rng(np.random.SeedSequence(1))
    for name in ("SC-D-GLUCB", "GLM-UCB"):
        policy, m = make(name), seen(name).at(200)
        half, directions = m.played.axes()
        turn = rng.uniform(0, 2 * np.pi, 200)
        border = m.centre + np.column_stack([np.cos(turn), np.sin(turn)]) * half @ directions
        for action in ([1.0, 0.0], [0.6, -0.8]):
            a = np.array(action)
            bonus = m.coefficient * math.sqrt(a @ np.linalg.solve(m.design, a))
            assert bonus == pytest.approx(policy.k_mu * m.played.width(a))
            errors = np.abs(policy.link.mu(border @ a) - policy.link.mu(m.centre @ a))
            assert errors.max() <= bonus * (1 + 1e-12)
            assert np.abs((border - m.centre) @ a).max() * policy.k_mu > 0.999 * bonus


def test_the_ellipse_proved_has_the_whole_bonus_or_half_of_the_published_one() -> None:
    for name, share in (("SC-D-GLUCB", 5), ("SC-SW-GLUCB", 5), ("GLM-UCB", 2.5), ("LogUCB1", 5)):
        m = next(m for m in seen(name).moments if m.inside)
        assert m.proved.radius == pytest.approx(share * m.played.radius), name
    policy = make("GLM-UCB", factor=1)
    assert confidence_ellipses.proved(policy).radius == pytest.approx(
        confidence_ellipses.proved(make("GLM-UCB")).radius
    )
    assert seen("UCB-GLM").at(200).proved is None
    assert seen("UCB-GLM").at(2).played is None  # random play has no bonus


def test_nothing_is_proved_around_an_estimate_outside_unless_it_is_projected() -> None:
    bypassed, projected = (make("GLM-UCB", S=1.0, projection=p) for p in (False, True))
    for policy in (bypassed, projected):
        for _ in range(60):
            policy.update([1.0, 0.0], 1.0)
        assert not confidence_ellipses.in_ball(policy)
    assert confidence_ellipses.proved(bypassed) is None
    region = confidence_ellipses.proved(projected)
    assert np.linalg.norm(region.centre) <= 1 + 1e-9
    assert region.radius == pytest.approx(5 * confidence_ellipses.played(projected).radius)
    assert_allclose(confidence_ellipses.played(bypassed).centre, bypassed.theta)


def test_proved_ellipses_hold_the_parameter_far_from_a_change() -> None:
    for name in ("SC-D-GLUCB", "SC-SW-GLUCB", "D-GLUCB", "GLM-UCB", "LogUCB1"):
        held = [m.truth in m.proved for m in seen(name).moments if m.number < 150 and m.proved]
        assert held and all(held)


def test_the_margin_is_the_bias_over_the_slope() -> None:
    policy = make("SC-D-GLUCB")
    tail = 0.98**policy.depth / 0.02
    assert confidence_ellipses.margin(policy) == pytest.approx(tail * (2 * 4 * 0.25 + 1) / 0.3)
    assert confidence_ellipses.margin(make("SC-SW-GLUCB")) == 0


def test_the_asymptotic_ellipse_covers_about_as_often_as_it_says() -> None:
    """Actions that nobody chose, hardly any penalty: the textbook's own case."""
    rng = np.random.default_rng(np.random.SeedSequence(2))
    truth, held, tries = np.array([0.8, -0.5]), 0, 150
    for _ in range(tries):
        policy = make("D-GLUCB", lam=1e-3, gamma=0.99)
        angles = rng.uniform(0, 2 * np.pi, T)
        actions = np.column_stack([np.cos(angles), np.sin(angles)])
        rewards = rng.random(T) < policy.link.mu(actions @ truth)
        policy.update_batch(actions, rewards.astype(float))
        held += truth in confidence_ellipses.asymptotic(policy)
    assert 0.89 <= held / tries <= 0.99


# --- slides of beliefs, and bad input -------------------------------------------------------------


def test_beliefs_have_a_frame_per_round_and_a_window_per_policy() -> None:
    both = {name: seen(name) for name in ("SC-D-GLUCB", "GLM-UCB")}
    shown = beliefs(both, ROUNDS, S=4, alt="two policies", start=151, change=150)
    assert shown.labels[:2] == ("round 1", "round 2")
    assert shown.labels[shown.start] == "round 151, 1 after the change"
    assert all(frame.count("<svg") == 2 for frame in shown.frames)
    assert len(shown._repr_html_()) < 300_000
    # Nobody has data for an ellipse at round 1.
    assert shown.frames[0].count("<ellipse") == 2 and shown.frames[-1].count("<ellipse") == 4


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: record(WORLD, "GLM-UCB"), "policy"),
        (lambda: record("world", make("GLM-UCB")), "environment"),
        (lambda: record(WORLD, make("GLM-UCB", d=3)), "d = 2"),
        (lambda: record(WORLD, make("GLM-UCB", horizon=299)), "horizon"),
        (lambda: record(WORLD, make("GLM-UCB"), 0, [0]), "rounds"),
        (lambda: record(WORLD, make("GLM-UCB"), 0, [301]), "rounds"),
        (lambda: record(WORLD, make("GLM-UCB"), 0, []), "rounds"),
        (lambda: record(WORLD, make("GLM-UCB"), last=0), "last"),
        (lambda: record(WORLD, policy_from({"policy": "D-UCB", "arms": 12, "gamma": 0.9})), "vec"),
        (lambda: stream(None), "environment"),
        (lambda: seen("GLM-UCB").at(3), "number"),
        (lambda: seen("GLM-UCB").column("colour"), "name"),
        (lambda: Region([0, 0], [[1, 2], [2, 1]], 1), "matrix"),
        (lambda: Region([0, 0], np.eye(2), 0), "radius"),
        (lambda: Region([0, 0], np.eye(3), 1), "matrix"),
        (lambda: confidence_ellipses.asymptotic(make("GLM-UCB"), 1.0), "level"),
        (lambda: beliefs({}, ROUNDS, S=4, alt="x"), "runs"),
        (lambda: beliefs({"a": seen("GLM-UCB")}, [3], S=4, alt="x"), "number"),
        (lambda: beliefs({"a": seen("GLM-UCB")}, ROUNDS, S=4, alt="x", start=3), "start"),
        (lambda: beliefs({"a": seen("GLM-UCB")}, ROUNDS, S=0, alt="x"), "S"),
    ],
)
def test_bad_input_is_refused(call: Any, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        call()


def test_who_believes() -> None:
    policy = policy_from({"policy": "BOB", **COMMON})
    assert believer(policy) is policy.player
    assert believer(policy_from({"policy": "uniform"})) is None


def test_fixed_arms_are_played_too() -> None:
    world = Environment("logistic", Abrupt([[2, 0], [-2, 0]], [30]), FixedArms(np.eye(2)), 60)
    run = record(world, make("GLM-UCB"), 1, [1, 60])
    assert run.rounds.tolist() == [1, 60]
    assert len(run.regret) == 60
