"""Reference runs: the algorithms as printed, replayed independently, and what the runs report."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.optimize import root

from glbtheory import formulas
from glbtheory.regret.reference_runs import (
    ReferenceProblem,
    ReferenceRun,
    path_at,
    play,
    prediction_errors,
)
from glbtheory.setting.forgetting import Discount, Forever, Window
from glbtheory.setting.links import binomial, linear, logistic, poisson, probit, scaled_bernoulli

TWO = [[1.0, 0.0], [-1.0, 0.0]]


def _setting(**changes: Any) -> ReferenceProblem:
    common: dict[str, Any] = {"link": logistic, "theta": TWO, "T": 30, "breaks": (16,)}
    common |= {"forgetting": Discount(0.9), "lam": 2.0, "S": 1.5, "arms": 5}
    return ReferenceProblem(**{**common, **changes})


def _weight(setting: ReferenceProblem, t: int, s: int) -> float:
    if isinstance(setting.forgetting, Window):
        return float(s >= t - setting.forgetting.tau)
    return float(setting.forgetting.gamma) ** (t - 1 - s)


def _bonus(setting: ReferenceProblem, t: int) -> float:
    """β/√c_μ in plain arithmetic, straight from the page."""
    d, T, S, lam, m = setting.d, setting.T, setting.S, setting.lam, setting.m
    n = setting.link.reward_range[1] if setting.link.reward_range else None
    slope = math.exp(S) / (1 + math.exp(S)) ** 2
    k, c = (n / 4, n * slope) if n else (1.0, 1.0)
    if isinstance(setting.forgetting, Window):
        growth, size = k * min(t, setting.forgetting.tau) / (d * lam), S
    else:
        g = float(setting.forgetting.gamma)
        D = math.ceil(math.log(T) / math.log(1 / g))
        growth = k * (1 - g ** (2 * D)) / (d * lam * (1 - g * g))
        size = S + g**D * (2 * S * k + m) / (lam * (1 - g))
    rho = math.sqrt(lam) / (2 * m) + m / math.sqrt(lam) * (
        2 * math.log(T / setting.delta) + 2 * d * math.log(2) + d * math.log(1 + growth)
    )
    inside = 1 + size + math.sqrt((1 + size) / lam) * rho + rho**2 / lam
    return k * math.sqrt(lam) * inside**1.5 / math.sqrt(c)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"forgetting": Window(7), "divisor": 30.0},
        {"link": binomial(3), "divisor": 100.0},
        {
            "link": linear,
            "m": 1.0,
            "theta": [[0.9, 0.1], [0.2, 0.8]],
            "draw": "positive",
            "divisor": 50.0,
        },
    ],
    ids=["discount", "window", "binomial", "linear"],
)
def test_each_round_is_the_printed_one(changes: dict[str, Any]) -> None:
    """Estimate, width and bonus of every round, by definitions and another solver."""
    setting = _setting(**changes)
    run = play(setting, 4)
    slope = math.exp(setting.S) / (1 + math.exp(setting.S)) ** 2
    limits = setting.link.reward_range
    c = limits[1] * slope if limits else 1.0
    for t in range(1, setting.T + 1):
        V = setting.lam / c * np.eye(2)
        for s in range(1, t):
            V += _weight(setting, t, s) * np.outer(run.actions[s - 1], run.actions[s - 1])

        def score(theta: np.ndarray, t: int = t) -> np.ndarray:
            total = -setting.lam * theta
            for s in range(1, t):
                a = run.actions[s - 1]
                rest = run.rewards[s - 1] - setting.link.mu(a @ theta)
                total = total + _weight(setting, t, s) * rest * a
            return total

        solved = root(score, np.zeros(2), tol=1e-12).x
        assert run.estimates[t - 1] == pytest.approx(solved, abs=1e-8)
        a = run.actions[t - 1]
        width = math.sqrt(a @ np.linalg.inv(V) @ a)
        assert run.widths[t - 1] == pytest.approx(width, rel=1e-10)
        bonus = _bonus(setting, t) * width / setting.divisor
        assert run.bonus[t - 1] == pytest.approx(bonus, rel=1e-10)


def test_the_arm_played_has_the_largest_index() -> None:
    arms = np.array([[1.0, 0.0], [0.0, 1.0], [-0.7, 0.7]])
    setting = _setting(arms=arms, divisor=200.0)
    run = play(setting, 1)
    beta = setting.beta(1) / math.sqrt(setting.c_mu) / setting.divisor
    played = set()
    for t in range(1, setting.T + 1):
        V = path_at(run, t).V
        index = [
            logistic.mu(a @ run.estimates[t - 1]) + beta * math.sqrt(a @ np.linalg.solve(V, a))
            for a in arms
        ]
        best = int(np.argmax(index))
        assert (run.actions[t - 1] == arms[best]).all()
        played.add(best)
    assert len(played) == 3


def test_regret_gap_and_rewards() -> None:
    arms = np.array([[1.0, 0.0], [0.0, 1.0], [-0.6, 0.6]])
    run = play(_setting(link=binomial(4), arms=arms, divisor=100.0), 2)
    for t in range(1, 31):
        means = np.sort(4 / (1 + np.exp(-arms @ (TWO[0] if t < 16 else TWO[1]))))
        mine = 4 / (1 + math.exp(-run.actions[t - 1] @ (TWO[0] if t < 16 else TWO[1])))
        assert run.regret[t - 1] == pytest.approx(means[-1] - mine, abs=1e-12)
        assert run.gap[t - 1] == pytest.approx(means[-1] - means[-2])
    assert set(run.rewards) <= {0.0, 1.0, 2.0, 3.0, 4.0}
    assert len(set(run.rewards)) > 2
    assert run.noise == pytest.approx(run.rewards - run.means)


@pytest.mark.parametrize("link", [logistic, binomial(4), linear], ids=lambda link: link.name)
def test_rewards_have_the_mean_of_the_link(link: Any) -> None:
    """One arm, many rounds of the same coin; four standard errors."""
    given = {"m": 1.0} if link is linear else {}
    setting = _setting(
        link=link, theta=[[0.6]], breaks=(), T=900, arms=[[1.0]], forgetting=Window(1), **given
    )
    run = play(setting, 3)
    assert abs(run.noise.mean()) < 4 * run.noise.std() / 30
    spread = {"logistic": 0.2288, "binomial(4)": 4 * 0.2288, "linear": 0.24}[link.name]
    assert run.noise.var() == pytest.approx(spread, rel=0.2)


@pytest.mark.parametrize("forgetting", [Discount(0.7), Window(5)], ids=["discount", "window"])
def test_rounds_far_from_changes(forgetting: Any) -> None:
    theta = [[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]]
    setting = _setting(theta=theta, breaks=(4, 20), forgetting=forgetting)
    memory = 5 if isinstance(forgetting, Window) else math.ceil(math.log(30) / math.log(1 / 0.7))
    assert setting.memory == memory
    phase = [0] * 3 + [1] * 16 + [2] * 11
    for t in range(1, 31):
        recent = [s for s in range(1, t) if s >= t - memory]
        assert setting.far[t - 1] == all(phase[s - 1] == phase[t - 1] for s in recent)
        assert (setting.truth[t - 1] == theta[phase[t - 1]]).all()
    assert setting.Gamma == 2


def test_a_seed_gives_the_same_arms_and_coins_to_every_policy() -> None:
    one, two, other = (
        play(_setting(divisor=x, arms=3), seed) for x, seed in ((1.0, 7), (1.0, 7), (1.0, 8))
    )
    assert (one.actions == two.actions).all() and (one.rewards == two.rewards).all()
    assert (one.actions != other.actions).any()
    greedy = play(_setting(divisor=1e9, arms=3), 7)
    assert (greedy.best == one.best).all() and (greedy.actions != one.actions).any()


def test_the_refined_bonus_is_used_inside_only() -> None:
    setting = _setting(refined=True, S=1.0, lam=0.05, T=60, divisor=50.0)
    run = play(setting, 0)
    assert run.inside.any() and not run.inside.all()
    k, c = 0.25, float(logistic.dmu(1.0))
    bar = k * math.sqrt(3) * (math.sqrt(0.05) * 1.0 + setting.radius(1))
    for inside, bonus, width in zip(run.inside, run.bonus, run.widths, strict=True):
        beta = bar if inside else setting.beta(1)
        assert bonus == pytest.approx(beta / math.sqrt(c) * width / 50, rel=1e-12)


def test_path_and_prediction_errors_agree_with_the_run() -> None:
    run = play(_setting(), 5)
    errors = prediction_errors(run)
    for t in (1, 2, 17, 30):
        path = path_at(run, t)
        assert path.t == t and path.far == run.far[t - 1]
        assert path.prediction_error() == pytest.approx(errors[t - 1], abs=1e-9)
        assert path.norm(path.probe, path.V) == pytest.approx(run.widths[t - 1], rel=1e-10)
    assert path_at(run, 3, probe=run.best[2]).probe == pytest.approx(run.best[2])
    best = prediction_errors(run, run.best)
    assert best[0] == pytest.approx(abs(0.5 - logistic.mu(run.best[0] @ TWO[0])))


def test_numbers_are_the_closed_forms() -> None:
    setting = _setting()
    known = {"d": 2, "T": 30, "S": "1.5", "lam": 2, "delta": "0.05", "gamma": "0.9", "Gamma": 1}
    exact = formulas.value("regret_discount", {**known, "link": "logistic"})
    assert setting.number("regret_discount") == pytest.approx(float(exact), rel=1e-12)


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"theta": [[1.0, 0.0]]}, "theta"),
        ({"theta": [[1.0, 0.0], [1.0, 0.0]]}, "theta"),
        ({"breaks": (31,)}, "breaks"),
        ({"breaks": (1,)}, "breaks"),
        ({"S": 0.5}, "S"),
        ({"arms": [[2.0, 0.0]]}, "arms must have norm"),
        ({"arms": [[1.0]]}, "arms"),
        ({"draw": "cube"}, "draw"),
        ({"forgetting": Forever()}, "forgetting"),
        ({"forgetting": Discount(1)}, "depth"),
        ({"lam": 0.0}, "lam"),
        ({"delta": 0.0}, "delta"),
        ({"link": poisson}, "rewards"),
        ({"link": probit}, "self-concordant"),
        ({"link": scaled_bernoulli(2)}, "self-concordant"),
        ({"link": linear}, "m"),
        ({"link": linear, "m": 3.0}, "m"),
        ({"m": 2.0}, "m must be 1 for the link logistic"),
        ({"depth": 2.5}, "depth must be an integer >= 1"),
        ({"depth": 0}, "depth must be an integer >= 1"),
        ({"link": "nosuch"}, "link must be a Link or one of logistic"),
        ({"link": 3}, "link must be a Link or one of logistic"),
        ({"breaks": 11}, "breaks must be a list"),
        ({"arms": "many"}, "arms must be rows"),
        ({"arms": 0}, "arms must be an integer >= 1"),
    ],
)
def test_bad_settings_are_refused(changes: dict[str, Any], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        _setting(**changes)


def test_a_link_may_be_named_and_m_repeated() -> None:
    assert _setting(link="Logistic", m=1).link is logistic
    assert _setting(breaks=[], theta=TWO[:1]).Gamma == 0


def test_an_unknown_number_is_refused() -> None:
    with pytest.raises(ValueError, match=r"name must be one of .*rho"):
        _setting().number("nosuch")
    with pytest.raises(ValueError, match="rho_window needs t, tau"):
        _setting().number("rho_window")


@pytest.mark.parametrize(
    ("probe", "said"), [([2.0, 0.0], "probe must have norm"), ([1.0], "probe must have shape")]
)
def test_a_bad_probe_is_named(probe: list[float], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        path_at(play(_setting(T=3, breaks=(2,)), 0), 2, probe)


def test_means_outside_the_reward_range_are_refused() -> None:
    with pytest.raises(ValueError, match="arms"):
        play(_setting(link=linear, m=1.0), 0)


def test_a_round_outside_the_run_is_refused() -> None:
    run: ReferenceRun = play(_setting(T=3, breaks=(2,)), 0)
    with pytest.raises(ValueError, match="t must"):
        path_at(run, 4)
