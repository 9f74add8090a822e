"""How the public functions and classes of the simulator are called, well and badly."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path as File
from typing import Any

import _bad as bad
import numpy as np
from _kinds import ARMS, KINDS, ROW, THETA, Row
from _policy_calls import good_options, place, saved, strangers, warm
from _public import entry_of
from _small import configuration, described
from hypothesis import strategies as st

from glbtheory.bandits import presets, run, suggestions, trace
from glbtheory.bandits._limits import LAST_ROUND
from glbtheory.bandits.diagnostics import confidence_ellipses, recorder
from glbtheory.bandits.environments import action_sets, environment, reward_families, schedules
from glbtheory.bandits.estimators import estimator, log_odds_bound, projection
from glbtheory.bandits.experiments import configuration as configurations
from glbtheory.bandits.experiments import results, run_store, runner
from glbtheory.bandits.policies import bandit_over_bandit, base
from glbtheory.bandits.policies.base import POLICIES, Policy, policy_class, policy_from
from glbtheory.bandits.policies.d_ucb import DUCB
from glbtheory.bandits.policies.references.epsilon_greedy import EpsilonGreedy
from glbtheory.bandits.policies.references.thompson import ThompsonSampling
from glbtheory.bandits.policies.sw_ucb import SWUCB
from glbtheory.bandits.statistics import growth, paired, questions, summary
from glbtheory.setting.forgetting import Discount

Call = Callable[..., Any]

ENVIRONMENT = {
    "link": "logistic",
    "schedule": {"kind": "stationary", "theta": THETA},
    "actions": {"kind": "fixed", "actions": ARMS},
    "horizon": 50,
}
ROW_ABOVE = ROW + 1.0
_PROJECTED = {
    "actions": ROW,
    "weights": [1.0, 0.5, 0.25],
    "theta_hat": [1.5, 2.0],
    "link": "logistic",
    "lam": 1.0,
    "S": 1.0,
}
_ROWS_IN_BALL = {
    "actions": bad.array(ROW, largest=1.0, empty=True, width=False),
    "theta_hat": bad.array(THETA),
}
_UNIFORM = bad.number_outside(lambda x: 0 <= x < 1)
_PATH = KINDS["path"]
_NO_FUNCTION = bad.junk(3, []).filter(lambda x: not callable(x))


def _given(value: Any) -> bool:
    return value is not None


@cache
def _advice() -> suggestions.Advice:
    return suggestions.suggest("logistic", 2, 50, S=1.0, changes=1)


@cache
def _environment() -> environment.Environment:
    return environment.environment_from(ENVIRONMENT)


@cache
def _folder() -> str:
    """An experiment of two short runs."""
    path = File(place().name) / "small"
    runner.simulate({path: configuration(horizon=6, runs=2, checkpoints=2, environment=_plain())})
    return str(path)


def _plain() -> dict[str, Any]:
    return {k: v for k, v in ENVIRONMENT.items() if k != "horizon"}


def _small() -> dict[str, Any]:
    small = configuration(horizon=6, runs=2, checkpoints=2, environment=_plain())
    return small.to_json()


def _simulated(**given: Any) -> None:
    """Little: where bad input is expected, nothing is simulated."""
    options = presets.Options(horizon=6, runs=1, checkpoints=2, policies=("GLM-UCB",))
    run_store.simulated(**{"options": options, "jobs": 1, **given})


@cache
def _slope() -> growth.Slope:
    return growth.slope([1.0, 2.0], ROW_ABOVE)


@cache
def _results() -> results.Results:
    return results.load(_folder())


def _found(method: str) -> Call:
    return lambda **given: getattr(_results(), method)(**given)


def _on(thing: Callable[[], Any], method: str) -> Call:
    return lambda **given: getattr(thing(), method)(**given)


@cache
def rows() -> dict[str, Row]:
    path = bad.array(ROW, width=False)
    rounds = bad.whole(1)
    found = {
        "diagnostics.confidence_ellipses.Region": Row(
            confidence_ellipses.Region,
            {"centre": THETA, "matrix": np.eye(2), "radius": 1.0},
            {
                "centre": bad.array(THETA),
                "matrix": bad.array(np.eye(2)) | bad.values([[[1, 2], [2, 1]], [[1, 1], [0, 1]]]),
                "radius": bad.POSITIVE,
            },
        ),
        "diagnostics.confidence_ellipses.asymptotic": Row(
            confidence_ellipses.asymptotic,
            {"policy": warm("GLM-UCB")},
            {"policy": st.nothing()},
        ),
        "diagnostics.recorder.record": Row(
            recorder.record,
            {"environment": _environment(), "policy": warm("GLM-UCB"), "last": 3},
            {
                "environment": bad.junk(3, ENVIRONMENT, {}),
                "policy": bad.junk(3, {}, "uniform", Policy, warm("SW-UCB")),
                "rounds": bad.array([1, 3]) | bad.values([[0], [4], [1.5]]),
                "last": bad.whole(1, 50),
            },
        ),
        "diagnostics.recorder.stream": Row(
            recorder.stream,
            {"environment": _environment()},
            {"environment": bad.junk(3, ENVIRONMENT, {})},
        ),
        "environments.action_sets.Ball": Row(action_sets.Ball, {"arms": 3, "d": 2}),
        "environments.action_sets.Sphere": Row(action_sets.Sphere, {"arms": 3, "d": 2}),
        "environments.action_sets.FixedArms": Row(
            action_sets.FixedArms,
            {"actions": ARMS},
            {"actions": bad.array(ARMS, largest=1.0, width=False)},
        ),
        "environments.action_sets.Supplied": Row(
            action_sets.Supplied,
            {"actions": [ARMS]},
            {"actions": bad.array([ARMS], largest=1.0, width=False)},
        ),
        "environments.action_sets.actions_from": Row(
            action_sets.actions_from, {"configuration": ENVIRONMENT["actions"]}
        ),
        "suggestions.Advice.policy": Row(_on(_advice, "policy"), {}),
        "suggestions.natural_parameter": Row(
            suggestions.natural_parameter,
            {"link": "logistic", "mean": 0.5},
            {"mean": bad.FRACTION, "name": st.nothing()},
        ),
        "policies.bandit_over_bandit.default_gammas": Row(
            bandit_over_bandit.default_gammas, {"block": 5}, {"block": st.nothing()}
        ),
        "experiments.configuration.Configuration.only": Row(
            _on(configuration, "only"),
            {"labels": ["all data"]},
            {"labels": bad.junk(3, bad.NAN, True, [3], "all data") | bad.nested()},
        ),
        "experiments.configuration.Configuration.setting": Row(
            _on(configuration, "setting"), {"simulator": "abc"}, {"simulator": st.nothing()}
        ),
        "experiments.configuration.configuration_from": Row(
            configurations.configuration_from, {"given": described()}, {"given": bad.DICTIONARY}
        ),
        "experiments.configuration.read_file": Row(
            configurations.read_file, {"path": str(File(_folder()) / "config.json")}
        ),
        "environments.environment.Environment": Row(
            environment.Environment,
            {
                "link": "logistic",
                "schedule": schedules.Stationary(THETA),
                "actions": action_sets.FixedArms(ARMS),
                "horizon": 50,
            },
            {
                "actions": bad.junk(ARMS, 3, {}),
                "noise": bad.name(),
                "schedule": bad.junk(THETA, 3, {}),
            },
        ),
        "environments.environment.Environment.best": Row(
            _on(_environment, "best"),
            {"chunk": next(_environment().rounds(0))},
            {"chunk": bad.junk(3, (), ARMS)},
        ),
        "environments.environment.Environment.mean": Row(
            _on(_environment, "mean"), {"actions": ARMS, "theta": THETA}
        ),
        "environments.environment.Environment.means": Row(
            _on(_environment, "means"),
            {"chunk": next(_environment().rounds(0))},
            {"chunk": bad.junk(3, (), ARMS)},
        ),
        "environments.environment.Environment.reward": Row(
            _on(_environment, "reward"),
            {"mean": 0.5, "noise": 0.5},
            {"mean": bad.number_outside(lambda x: -1e-9 < x < 1 + 1e-9), "noise": _UNIFORM},
        ),
        "environments.environment.Environment.rounds": Row(
            _on(_environment, "rounds"), {"seed": 0}
        ),
        "environments.environment.environment_from": Row(
            environment.environment_from, {"configuration": ENVIRONMENT}
        ),
        "environments.reward_families.check_rewards": Row(
            reward_families.check_rewards,
            {"link": "logistic", "rewards": [0.5, 1], "n": 2},
            {"rewards": bad.array([0.5, 1.0], largest=1.0), "n": st.nothing()},
        ),
        "environments.reward_families.family": Row(reward_families.family, {"link": "logistic"}),
        "environments.reward_families.largest_reward": Row(
            reward_families.largest_reward, {"link": "logistic"}
        ),
        "environments.reward_families.link_of": Row(reward_families.link_of, {"link": "logistic"}),
        "environments.reward_families.slopes": Row(
            reward_families.slopes, {"link": "logistic", "S": 1.0}
        ),
        "estimators.log_odds_bound.log_odds": Row(
            log_odds_bound.log_odds,
            {**_PROJECTED, "x": [0.6, 0.0], "radius": 1.0},
            {**_ROWS_IN_BALL, "x": bad.array([0.6, 0.0]), "radius": bad.POSITIVE},
        ),
        "estimators.estimator": Row(
            estimator,
            {
                "d": 3,
                "link": "logistic",
                "lam": 1.0,
                "ridge": 1.0,
                "forgetting": Discount(0.9),
                "accuracy": 0.1,
            },
            {"forgetting": bad.junk(3, 0.9, Discount), "accuracy": bad.POSITIVE.filter(_given)},
        ),
        "policies.base.load_policy": Row(base.load_policy, {"path": saved("uniform")}),
        "policies.base.policy_class": Row(
            policy_class, {"name": "uniform"}, {"name": bad.name(*POLICIES)}
        ),
        "policies.base.policy_from": Row(policy_from, {"configuration": {"policy": "uniform"}}),
        "experiments.run_store.simulated": Row(
            _simulated,
            {"name": "figure-1a-quick"},
            {
                "name": bad.name(*presets.PRESETS),
                "options": bad.junk(3, {}).filter(_given),
                "progress": _NO_FUNCTION,
            },
        ),
        "experiments.run_store.simulated_from": Row(
            run_store.simulated_from,
            {"experiments": {"small": _small()}, "jobs": 1},
            {"experiments": bad.junk(3, {"small": 3}), "progress": _NO_FUNCTION},
        ),
        "presets.preset": Row(
            presets.preset,
            {"name": "figure-1a"},
            {"name": bad.name(*presets.PRESETS), "options": bad.junk(3, {}).filter(_given)},
        ),
        "estimators.projection.project": Row(
            projection.project,
            _PROJECTED,
            {
                **_ROWS_IN_BALL,
                "norm": bad.name("design", "hessian"),
                "design": bad.array(np.eye(2)) | bad.values([[[1, 2], [2, 1]], [[1, 1], [0, 1]]]),
                "ridge": bad.FLAG,
                "method": bad.name("auto", "multistart", "certified"),
                "tolerance": bad.number_outside(lambda x: 1e-12 <= x <= 1),
                "slabs": bad.junk(3, (), ([[0.0, 0.0]], [1.0]), ([[0.0, 1.0]], [-1.0])),
            },
        ),
        "experiments.results.experiments": Row(
            results.experiments, {"folder": _folder()}, {"folder": _PATH}
        ),
        "experiments.results.load": Row(results.load, {"folder": _folder()}, {"folder": _PATH}),
        "experiments.results.write_csv": Row(
            results.write_csv,
            {"table": _results().tidy(), "path": f"{place().name}/a.csv"},
            {"table": bad.junk(3, {}, [])},
        ),
        "experiments.results.write_parquet": Row(
            results.write_parquet,
            {"table": _results().tidy(), "path": f"{place().name}/a.parquet"},
            {"table": bad.junk(3, {}, [])},
        ),
        "experiments.runner.simulate": Row(
            runner.simulate,
            {"experiments": {_folder(): _results().configuration}},
            {
                "experiments": bad.junk(3, True, [], [_folder()], {_folder(): described()}),
                "progress": _NO_FUNCTION,
                "started": _NO_FUNCTION,
                "scheduler": bad.junk(3, []).filter(lambda x: not isinstance(x, str)),
            },
        ),
        "environments.schedules.Abrupt": Row(
            schedules.Abrupt,
            {"thetas": ROW, "breaks": [3, 5]},
            {
                "thetas": path | bad.values([ROW[:2], ROW[[0, 0, 1]]]),
                "breaks": bad.array([3, 5]) | bad.values([[3, 3], [5, 3], [1, 5], [2.5, 3], 3]),
            },
        ),
        "environments.schedules.Drift": Row(
            schedules.Drift,
            {"start": THETA, "end": [0.0, 0.0]},
            {"start": bad.array(THETA), "end": bad.array(THETA), "rounds": rounds},
        ),
        "environments.schedules.Listed": Row(schedules.Listed, {"thetas": ROW}, {"thetas": path}),
        "environments.schedules.Rotation": Row(
            schedules.Rotation,
            {"radius": 1.0, "turns": 2},
            {
                "radius": bad.number_outside(lambda x: 0 <= x <= 1e6),
                "turns": bad.number_outside(lambda x: -1e6 <= x <= 1e6),
                "phase": bad.number_outside(lambda x: -1e6 <= x <= 1e6),
                "rounds": rounds,
            },
        ),
        "environments.schedules.Stationary": Row(schedules.Stationary, {"theta": THETA}),
        "environments.schedules.Schedule.changes": Row(
            _on(lambda: schedules.Listed(ROW), "changes"), {"T": 3}
        ),
        "environments.schedules.Schedule.truth": Row(
            _on(lambda: schedules.Stationary(THETA), "truth"), {"first": 0, "n": 3}
        ),
        "environments.schedules.schedule_from": Row(
            schedules.schedule_from, {"configuration": ENVIRONMENT["schedule"]}
        ),
        "run.play_run": Row(
            run.play_run,
            {
                "environment": _environment(),
                "policies": {"any": warm("SC-D-GLUCB")},
                "seed": 0,
                "checkpoints": [2, 4],
            },
            {
                "environment": bad.junk(3, ENVIRONMENT, {}),
                "policies": bad.junk(3, [], ["uniform"], *strangers()),
                "checkpoints": bad.array([2, 4]) | bad.values([[4, 2], [2, 2], [0], [51], [1.5]]),
            },
        ),
        "run.run_seed": Row(run.run_seed, {"seed": 0, "run": 1}),
        "statistics.growth.power": Row(
            growth.power,
            {"values": [1.0, 2.0, 4.0], "numbers": [1.0, 2.0, 3.0]},
            {
                "values": bad.array([1.0, 2.0, 4.0]) | bad.values([[0.0, 2, 4], [2, 1, 4], [1]]),
                "numbers": bad.array([1.0, 2.0, 3.0]) | bad.values([[1.0, -2, 3], [1, 2]]),
            },
        ),
        "statistics.growth.simultaneous": Row(
            growth.simultaneous,
            {"slopes": {"any": _slope()}},
            {"slopes": bad.junk(3, {}, {"any": 3}, [_slope()])},
        ),
        "statistics.growth.slope": Row(
            growth.slope,
            {"values": [1.0, 2.0], "rows": ROW_ABOVE},
            {
                "values": bad.array([1.0, 2.0]) | bad.values([[0.0, 2.0], [2.0, 1.0], [1.0]]),
                "rows": bad.array(ROW_ABOVE) | bad.values([ROW_ABOVE[:1], -ROW_ABOVE]),
                "weighted": bad.FLAG,
                "resamples": bad.whole(2, 10**6),
            },
        ),
        "statistics.paired.compare": Row(
            paired.compare,
            {"rows": [1.0, 2.0, 0.5]},
            {"rows": bad.array([1.0, 2.0, 0.5], width=False) | bad.values([[1.0]])},
        ),
        "statistics.paired.per_test": Row(
            paired.per_test, {"confidence": 0.95, "tests": 3}, {"tests": bad.whole(1)}
        ),
        "statistics.questions.estimated": Row(
            questions.estimated,
            {"table": ROW, "statistic": questions.mean_of(1.0, -1.0), "confidence": 0.9},
            {
                "table": bad.array(ROW, width=False) | bad.values([ROW[:2]]),
                "statistic": st.nothing(),
            },
        ),
        "statistics.summary.band": Row(summary.band, {"rows": ROW}),
        "statistics.summary.bootstrap": Row(summary.bootstrap, {"rows": ROW}),
        "statistics.summary.mean": Row(summary.mean, {"rows": ROW}),
        "statistics.summary.quantile": Row(summary.quantile, {"rows": ROW, "q": 0.5}),
        "statistics.summary.resampled_means": Row(summary.resampled_means, {"rows": ROW}),
        "statistics.summary.standard_error": Row(summary.standard_error, {"rows": ROW}),
        "trace.checked_checkpoints": Row(
            trace.checked_checkpoints,
            {"checkpoints": [2, 4], "horizon": 4},
            {"checkpoints": bad.junk(0, [4, 2], [2, 2, 4], [0, 4], [2, 4.0], [], [2])},
        ),
        "trace.equally_spaced": Row(
            trace.equally_spaced, {"horizon": 10, "points": 3}, {"points": bad.whole(1)}
        ),
    }
    found["suggestions.suggest"] = Row(
        suggestions.suggest,
        {"link": "logistic", "d": 2, "horizon": 50, "S": 1.0, "changes": 1},
        {
            "horizon": bad.count(2, LAST_ROUND),
            "changes": bad.whole(0, 49),
            "lowest": bad.number_outside(lambda x: 0 < x < 1),
            "highest": bad.number_outside(lambda x: 0 < x < 1),
            "lasting": bad.number_outside(lambda x: x >= 1),
            "gap": bad.CLOSED,
            "forgetting": bad.name("discount", "window"),
            "aim": bad.name("guarantee", "practice"),
        },
    )
    label = {"label": "SC-D-GLUCB"}
    for method in ("band", "difference", "limits", "mean", "missing", "runs", "summary", "values"):
        good = {} if method == "summary" else label
        good = {**label, "other": "all data"} if method == "difference" else good
        found[f"experiments.results.Results.{method}"] = Row(_found(method), good)
    for cls in map(policy_class, POLICIES):
        entry = entry_of(cls)
        closed = (DUCB, EpsilonGreedy, ThompsonSampling)
        gamma = {"gamma": bad.CLOSED} if cls in closed else {}
        own = {"lam": bad.POSITIVE, "horizon": bad.count(1, LAST_ROUND), **gamma}
        found[entry] = Row(cls, good_options(cls), own)
    for tuned in (SWUCB, DUCB):
        entry = f"{entry_of(tuned)}.tuned"
        found[entry] = Row(tuned.tuned, {"horizon": 50, "changes": 2})
    scaled = "policies.generalized_linear.GeneralizedLinearUCB.with_bonus_scale"
    found[scaled] = Row(_on(lambda: warm("GLM-UCB"), "with_bonus_scale"), {"scale": 0.5})
    found["policies.generalized_linear.GeneralizedLinearUCB.coefficients"] = Row(
        _on(lambda: warm("GLM-UCB"), "coefficients"), {"first": 0, "n": 3}
    )
    return found
