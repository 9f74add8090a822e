"""How every public entry of the simulator is called well, and what is bad for its arguments.

The entries are found, not listed: all public functions, classes and methods of the modules of
``glbtheory.bandits`` whose names do not begin with an underscore.
"""


from __future__ import annotations

import importlib
import inspect
import pkgutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path as File
from typing import Any, NamedTuple

import _bad as bad
import numpy as np
from _small import configuration, described
from hypothesis import strategies as st

from glbtheory import bandits
from glbtheory.bandits import (
    action_sets,
    advice,
    bob,
    environments,
    families,
    log_odds,
    memory,
    policy,
    presets,
    projection,
    results,
    runner,
    schedules,
    simulate,
    summary,
    trace,
)
from glbtheory.bandits import configuration as configurations
from glbtheory.bandits.d_ucb import DUCB
from glbtheory.bandits.policy import POLICIES, Policy, policy_class, policy_from
from glbtheory.bandits.sw_ucb import SWUCB
from glbtheory.forgetting import Discount

Call = Callable[..., Any]

ARMS = [[0.6, 0.0], [0.0, 0.6], [-0.5, 0.5]]
THETA = [1.0, -0.5]
ROW = np.array([[0.3, 0.4], [0.5, 0.0], [0.1, 0.2]])

# --- what is driven -------------------------------------------------------------------------------

#: Modules that no user calls: they compute, store and print for those that are called.
INNER = {
    "cli": "texts of a command line; test_cli_simulate",
    "newton_memory": "made by memory()",
    "saving": "called by Policy.save and load_policy",
    "shards": "files of the runner; test_shards",
    "sources": "takes no argument",
    "waiting": "part of a policy's state",
    "workers": "called by runner.simulate",
}
#: Single entries that take what others have checked.
CHECKED_BEFORE = {
    "action_sets.ActionSet": "abstract",
    "action_sets.ActionSet.drawing": "called by Environment",
    "action_sets.ActionSet.over": "called by Environment",
    "action_sets.ActionSet.reach": "called by Environment",
    "advice.Advice": "made by suggest",
    "bob.default_block": "called by BanditOverBandit",
    "bob.default_exploration": "called by BanditOverBandit",
    "bob.default_lam": "called by BanditOverBandit",
    "configuration.Configuration": "made by configuration_from",
    "configuration.merged": "takes two configurations that are checked",
    "configuration.policy_configuration": "called by configuration_from",
    "environments.Chunk": "made by Environment.rounds",
    "families.Family": "made by family",
    "glucb.GeneralizedLinearUCB": "abstract: its bonuses are those of a subclass",
    "glucb.ProjectedUCB": "abstract: its bonuses are those of a subclass",
    "memory.LocalMemory": "made by memory()",
    "memory.Memory": "abstract; its numbers are checked by the policies",
    "memory.decay": "called by memories",
    "policy.Policy": "abstract",
    "policy.RoundNumbers": "part of a policy's state",
    "presets.Options": "checked by preset",
    "projection.Projection": "made by project",
    "projection.Task": "made by project",
    "projection.project_memory": "called by policies",
    "projection.slabs_of": "called by project",
    "results.Difference": "made by Results.difference",
    "results.Results": "made by load",
    "runner.Folder": "called by simulate and load",
    "runner.Report": "made by simulate",
    "schedules.Schedule": "abstract",
    "schedules.Schedule.corners": "called by Environment",
    "schedules.Schedule.over": "called by Environment",
    "summary.Limits": "made by band",
    "sw_ucb.ArmPolicy": "abstract",
    "trace.Trace": "made by play_run",
}
#: Classes whose methods are driven on the object they are called on, whatever the subclass.
OBJECTS = {
    action_sets.ActionSet,
    advice.Advice,
    configurations.Configuration,
    environments.Environment,
    policy.Policy,
    results.Results,
    schedules.Schedule,
}


def _public() -> dict[str, Call]:
    """All functions and classes by module and name, with the methods of OBJECTS."""
    found: dict[str, Call] = {}
    for info in pkgutil.iter_modules(bandits.__path__):
        if info.name.startswith("_") or info.name in INNER:
            continue
        module = importlib.import_module(f"{bandits.__name__}.{info.name}")
        for name, thing in vars(module).items():
            if name.startswith("_") or getattr(thing, "__module__", "") != module.__name__:
                continue
            if inspect.isclass(thing) or inspect.isroutine(thing):
                found[f"{info.name}.{name}"] = thing
    for cls in [c for c in found.values() if inspect.isclass(c) and issubclass(c, (*OBJECTS,))]:
        for name in dir(cls):
            method = getattr(cls, name)
            homes = [b for b in cls.__mro__ if name in vars(b) and "bandits" in b.__module__]
            if name.startswith("_") or not callable(method) or not homes:
                continue
            home = homes[-1]  # where it was first said what it takes
            entry = f"{home.__module__.rpartition('.')[2]}.{home.__name__}.{name}"
            found.setdefault(entry, method)
    return found


PUBLIC = _public()
#: The methods that every policy has are driven on every policy.
OF_POLICIES = "policy.Policy."


def arguments(entry: str) -> list[str]:
    """The arguments of an entry."""
    kinds = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
    found = inspect.signature(PUBLIC[entry]).parameters.values()
    return [p.name for p in found if p.kind not in kinds and p.name != "self"]


def may_be_none(entry: str, argument: str) -> bool:
    return inspect.signature(PUBLIC[entry]).parameters[argument].default is None


# --- kinds of arguments by name -------------------------------------------------------------------

KINDS: dict[str, bad.Bad] = {
    "B": bad.POSITIVE,
    "S": bad.POSITIVE,
    "T": bad.whole(1),
    "actions": bad.array(ARMS, largest=1.0),
    "arms": bad.whole(1, 2**53),
    "backend": bad.name("loky", "dask"),
    "block": bad.whole(1, 50),
    "budget": bad.POSITIVE,
    "burn_in": bad.whole(0),
    "changes": bad.whole(1),
    "checkpoints": bad.whole(1),
    "confidence": bad.FRACTION,
    "configuration": bad.DICTIONARY,
    "d": bad.whole(1, 10**6),
    "delta": bad.FRACTION,
    "depth": bad.whole(1, 2**53),
    "divisor": bad.POSITIVE,
    "exploration": bad.CLOSED,
    "factor": bad.number_outside(lambda x: x in (1, 2)),
    "first": bad.whole(0, 2**53),
    "gamma": bad.FRACTION,
    "gammas": bad.array([0.5, 0.9]) | bad.values([[0.5, 1.0], [0.0], [0.5, -1.0]]),
    "grid": bad.whole(1, 10**6),
    "horizon": bad.ROUNDS,
    "index": bad.name("linear", "mean"),
    "jobs": bad.whole(1),
    "label": bad.name("SC-D-GLUCB", "all data"),
    "lam": bad.POSITIVE,
    "level": bad.FRACTION,
    "link": bad.LINK,
    "m": bad.number_outside(lambda x: x == 1),
    "n": bad.whole(0, 2**53),
    "other": bad.name("SC-D-GLUCB", "all data"),
    "path": bad.junk(3, 1.5, True, [], {}).filter(lambda x: not isinstance(x, str)),
    "period": bad.whole(1),
    "projection": bad.FLAG,
    "q": bad.number_outside(lambda x: 0 <= x <= 1),
    "refined": bad.FLAG,
    "resamples": bad.whole(1, 10**9),
    "reward": bad.number_outside(lambda x: 0 <= x <= 1),
    "ridge": bad.POSITIVE,
    "rounds": bad.ROUNDS,
    "rows": bad.array(ROW),
    "run": bad.whole(0),
    "schedule": bad.DICTIONARY,
    "second_order": bad.number_outside(lambda x: x >= 0.5),
    "seed": bad.SEED,
    "size": bad.whole(1, 2**53),
    "tau": bad.whole(1),
    "theta": bad.array(THETA),
    "tolerance": bad.FRACTION,
    "union": bad.FLAG,
    "weights": bad.array([1.0, 0.5, 0.25]) | bad.values([[1.0, 0.5, -0.1]]),
    "what": bad.name("regret", "reward", "outside", "certificate"),
    "work": bad.whole(1),
    "xi": bad.POSITIVE,
}


#: What else an error may name.
ALSO: dict[tuple[str, str], tuple[str, ...]] = {}


class Row(NamedTuple):
    """How an entry is called: good arguments, and kinds that differ from those by name."""

    call: Call
    good: dict[str, Any]
    kinds: dict[str, bad.Bad] = {}


ENVIRONMENT = {
    "link": "logistic",
    "schedule": {"kind": "stationary", "theta": THETA},
    "actions": {"kind": "fixed", "actions": ARMS},
    "horizon": 50,
}
_PROJECTED = {
    "actions": ROW,
    "weights": [1.0, 0.5, 0.25],
    "theta_hat": [1.5, 2.0],
    "link": "logistic",
    "lam": 1.0,
    "S": 1.0,
}
_ROWS_IN_BALL = {
    "actions": bad.array(ROW, largest=1.0, empty=True),
    "theta_hat": bad.array(THETA),
}
#: Arguments of policies' constructors, by name.
OPTIONS: dict[str, Any] = {
    "link": "logistic",
    "d": 2,
    "horizon": 50,
    "S": 1.0,
    "lam": 1.0,
    "gamma": 0.9,
    "tau": 5,
    "period": 7,
    "arms": 3,
    "schedule": {"kind": "stationary", "theta": THETA},
}


_UNIFORM = bad.number_outside(lambda x: 0 <= x < 1)
_PATH = KINDS["path"]


def _given(value: Any) -> bool:
    return value is not None


def warm(name: str) -> Policy:
    """A policy of that name after some rounds, two of them without a reward."""
    cls = policy_class(name)
    found = cls(**_good_options(cls))
    arms = not cls.contextual
    for k in (0, 1, 2, 0):
        found.update(k if arms else ARMS[k], 0.25 * k)
    found.advance(2)
    found.update(1 if arms else ARMS[1], 1.0)
    return found


@cache
def _saved(name: str) -> str:
    path = f"{_place().name}/{name}.npz"
    warm(name).save(path)
    return path


def _strangers() -> list[Any]:
    """Policies that cannot meet the environment."""
    short = {"policy": "GLM-UCB", **_good_options(policy_class("GLM-UCB"))}
    return [
        {},
        {"any": "uniform"},
        {"any": Policy},
        {"any": policy_from({**short, "d": 1})},
        {"any": policy_from({**short, "d": 3})},
        {"any": policy_from({**short, "horizon": 3})},
        {"any": policy_from({"policy": "SW-UCB", "arms": 4, "tau": 5})},
        {"any": policy_from({"policy": "oracle", "schedule": [1.0, 0.0, 0.0]})},
    ]


@cache
def _environment() -> environments.Environment:
    return environments.environment_from(ENVIRONMENT)


@cache
def _place() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()


@cache
def _folder() -> str:
    """An experiment of two short runs."""
    path = File(_place().name) / "small"
    runner.simulate({path: configuration(horizon=6, runs=2, checkpoints=2, environment=_plain())})
    return str(path)


def _plain() -> dict[str, Any]:
    return {k: v for k, v in ENVIRONMENT.items() if k != "horizon"}


def _found(method: str) -> Call:
    return lambda **given: getattr(results.load(_folder()), method)(**given)


def _on(thing: Callable[[], Any], method: str) -> Call:
    return lambda **given: getattr(thing(), method)(**given)


def _good_options(cls: type[Policy]) -> dict[str, Any]:
    return {n: v for n, v in OPTIONS.items() if n in inspect.signature(cls).parameters}


@cache
def rows() -> dict[str, Row]:
    path = bad.array(ROW)
    rounds = bad.whole(1)
    found = {
        "action_sets.Ball": Row(action_sets.Ball, {"arms": 3, "d": 2}),
        "action_sets.Sphere": Row(action_sets.Sphere, {"arms": 3, "d": 2}),
        "action_sets.FixedArms": Row(action_sets.FixedArms, {"actions": ARMS}),
        "action_sets.Supplied": Row(
            action_sets.Supplied, {"actions": [ARMS]}, {"actions": bad.array([ARMS], largest=1.0)}
        ),
        "action_sets.actions_from": Row(
            action_sets.actions_from, {"configuration": ENVIRONMENT["actions"]}
        ),
        "advice.Advice.policy": Row(
            _on(lambda: advice.suggest("logistic", 2, 50, S=1.0, changes=1), "policy"), {}
        ),
        "advice.natural_parameter": Row(
            advice.natural_parameter,
            {"link": "logistic", "mean": 0.5},
            {"mean": bad.FRACTION, "name": st.nothing()},
        ),
        "bob.default_gammas": Row(bob.default_gammas, {"block": 5}, {"block": st.nothing()}),
        "configuration.Configuration.only": Row(
            _on(configuration, "only"),
            {"labels": ["all data"]},
            {"labels": bad.junk(3, bad.NAN, True, [3], "all data") | bad.nested()},
        ),
        "configuration.Configuration.stored": Row(
            configurations.Configuration.stored,
            {"values": configuration().to_json()},
            {"values": bad.DICTIONARY},
        ),
        "configuration.Configuration.setting": Row(
            _on(configuration, "setting"), {"simulator": "abc"}, {"simulator": st.nothing()}
        ),
        "configuration.configuration_from": Row(
            configurations.configuration_from, {"given": described()}, {"given": bad.DICTIONARY}
        ),
        "configuration.read_file": Row(
            configurations.read_file, {"path": str(File(_folder()) / "config.json")}
        ),
        "environments.Environment": Row(
            environments.Environment,
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
        "environments.Environment.best": Row(
            _on(_environment, "best"),
            {"chunk": next(_environment().rounds(0))},
            {"chunk": bad.junk(3, (), ARMS)},
        ),
        "environments.Environment.mean": Row(
            _on(_environment, "mean"), {"actions": ARMS, "theta": THETA}
        ),
        "environments.Environment.means": Row(
            _on(_environment, "means"),
            {"chunk": next(_environment().rounds(0))},
            {"chunk": bad.junk(3, (), ARMS)},
        ),
        "environments.Environment.reward": Row(
            _on(_environment, "reward"),
            {"mean": 0.5, "noise": 0.5},
            {"mean": bad.number_outside(lambda x: -1e-9 < x < 1 + 1e-9), "noise": _UNIFORM},
        ),
        "environments.Environment.rounds": Row(_on(_environment, "rounds"), {"seed": 0}),
        "environments.environment_from": Row(
            environments.environment_from, {"configuration": ENVIRONMENT}
        ),
        "families.check_reward": Row(
            families.check_reward, {"link": "logistic", "reward": 0.5, "m": 1}
        ),
        "families.check_rewards": Row(
            families.check_rewards,
            {"link": "logistic", "rewards": [0.5, 1], "n": 2},
            {"rewards": bad.array([0.5, 1.0], largest=1.0), "n": st.nothing()},
        ),
        "families.family": Row(families.family, {"link": "logistic"}),
        "families.largest_reward": Row(families.largest_reward, {"link": "logistic"}),
        "families.link_of": Row(families.link_of, {"link": "logistic"}),
        "families.slopes": Row(families.slopes, {"link": "logistic", "S": 1.0}),
        "log_odds.log_odds": Row(
            log_odds.log_odds,
            {**_PROJECTED, "x": [0.6, 0.0], "radius": 1.0},
            {**_ROWS_IN_BALL, "x": bad.array([0.6, 0.0]), "radius": bad.POSITIVE},
        ),
        "memory.memory": Row(
            memory.memory,
            {"d": 2, "link": "logistic", "lam": 1.0, "ridge": 1.0, "forgetting": Discount(0.9)},
            {"forgetting": bad.junk(3, 0.9, Discount)},
        ),
        "policy.load_policy": Row(policy.load_policy, {"path": _saved("uniform")}),
        "policy.policy_class": Row(
            policy_class, {"name": "uniform"}, {"name": bad.name(*POLICIES)}
        ),
        "policy.policy_from": Row(policy_from, {"configuration": {"policy": "uniform"}}),
        "presets.preset": Row(
            presets.preset,
            {"name": "figure-1a"},
            {"name": bad.name(*presets.PRESETS), "options": bad.junk(3, {}).filter(_given)},
        ),
        "projection.project": Row(
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
        "results.experiments": Row(results.experiments, {"folder": _folder()}, {"folder": _PATH}),
        "results.load": Row(results.load, {"folder": _folder()}, {"folder": _PATH}),
        "results.write_csv": Row(
            results.write_csv,
            {"table": results.load(_folder()).tidy(), "path": f"{_place().name}/a.csv"},
            {"table": bad.junk(3, {}, [])},
        ),
        "results.write_parquet": Row(
            results.write_parquet,
            {"table": results.load(_folder()).tidy(), "path": f"{_place().name}/a.parquet"},
            {"table": bad.junk(3, {}, [])},
        ),
        "runner.simulate": Row(
            runner.simulate,
            {"experiments": {_folder(): results.load(_folder()).configuration}},
            {
                "experiments": bad.junk(3, True, [], [_folder()], {_folder(): described()}),
                "progress": bad.junk(3, []).filter(lambda x: not callable(x)),
                "started": bad.junk(3, []).filter(lambda x: not callable(x)),
                "scheduler": bad.junk(3, []).filter(lambda x: not isinstance(x, str)),
            },
        ),
        "schedules.Abrupt": Row(
            schedules.Abrupt,
            {"thetas": ROW, "breaks": [3, 5]},
            {
                "thetas": path | bad.values([ROW[:2], ROW[[0, 0, 1]]]),
                "breaks": bad.array([3, 5]) | bad.values([[3, 3], [5, 3], [1, 5], [2.5, 3], 3]),
            },
        ),
        "schedules.Drift": Row(
            schedules.Drift,
            {"start": THETA, "end": [0.0, 0.0]},
            {"start": bad.array(THETA), "end": bad.array(THETA), "rounds": rounds},
        ),
        "schedules.Path": Row(schedules.Path, {"thetas": ROW}, {"thetas": path}),
        "schedules.Rotation": Row(
            schedules.Rotation,
            {"radius": 1.0, "turns": 2},
            {
                "radius": bad.number_outside(lambda x: 0 <= x <= 1e6),
                "turns": bad.number_outside(lambda x: -1e6 <= x <= 1e6),
                "phase": bad.number_outside(lambda x: -1e6 <= x <= 1e6),
                "rounds": rounds,
            },
        ),
        "schedules.Stationary": Row(schedules.Stationary, {"theta": THETA}),
        "schedules.Schedule.changes": Row(_on(lambda: schedules.Path(ROW), "changes"), {"T": 3}),
        "schedules.Schedule.truth": Row(
            _on(lambda: schedules.Stationary(THETA), "truth"), {"first": 0, "n": 3}
        ),
        "schedules.schedule_from": Row(
            schedules.schedule_from, {"configuration": ENVIRONMENT["schedule"]}
        ),
        "simulate.play_run": Row(
            simulate.play_run,
            {
                "environment": _environment(),
                "policies": {"any": warm("SC-D-GLUCB")},
                "seed": 0,
                "checkpoints": [2, 4],
            },
            {
                "environment": bad.junk(3, ENVIRONMENT, {}),
                "policies": bad.junk(3, [], ["uniform"], *_strangers()),
                "checkpoints": bad.array([2, 4]) | bad.values([[4, 2], [2, 2], [0], [51], [1.5]]),
            },
        ),
        "simulate.run_seed": Row(simulate.run_seed, {"seed": 0, "run": 1}),
        "summary.band": Row(summary.band, {"rows": ROW}),
        "summary.bootstrap": Row(summary.bootstrap, {"rows": ROW}),
        "summary.mean": Row(summary.mean, {"rows": ROW}),
        "summary.quantile": Row(summary.quantile, {"rows": ROW, "q": 0.5}),
        "summary.standard_error": Row(summary.standard_error, {"rows": ROW}),
        "trace.checked_checkpoints": Row(
            trace.checked_checkpoints,
            {"checkpoints": [2, 4], "horizon": 4},
            {"checkpoints": bad.junk(0, [4, 2], [2, 2, 4], [0, 4], [2, 4.0], [], [2])},
        ),
        "trace.equally_spaced": Row(
            trace.equally_spaced, {"horizon": 10, "points": 3}, {"points": bad.whole(1)}
        ),
    }
    found["advice.explain"] = Row(
        lambda **given: advice.explain(**given, S=1.0, changes=1),
        {"link": "logistic", "d": 2, "horizon": 50},
    )
    found["advice.suggest"] = Row(
        advice.suggest,
        {"link": "logistic", "d": 2, "horizon": 50, "S": 1.0, "changes": 1},
        {
            "horizon": bad.whole(2, 2**53),
            "changes": bad.whole(0, 49),
            "lowest": bad.number_outside(lambda x: 0 < x < 1),
            "highest": bad.number_outside(lambda x: 0 < x < 1),
            "lasting": bad.number_outside(lambda x: x >= 1),
            "gap": bad.CLOSED,
            "forgetting": bad.name("discount", "window"),
        },
    )
    label = {"label": "SC-D-GLUCB"}
    for method in ("band", "difference", "limits", "mean", "missing", "runs", "summary", "values"):
        good = {} if method == "summary" else label
        good = {**label, "other": "all data"} if method == "difference" else good
        found[f"results.Results.{method}"] = Row(_found(method), good)
    for cls in map(policy_class, POLICIES):
        entry = f"{cls.__module__.rpartition('.')[2]}.{cls.__name__}"
        gamma = {"gamma": bad.CLOSED} if cls is DUCB else {}
        found[entry] = Row(cls, _good_options(cls), {"lam": bad.POSITIVE, **gamma})
    for tuned in (SWUCB, DUCB):
        entry = f"{tuned.__module__.rpartition('.')[2]}.{tuned.__name__}.tuned"
        found[entry] = Row(tuned.tuned, {"horizon": 50, "changes": 2})
    found["glucb.GeneralizedLinearUCB.coefficients"] = Row(
        _on(lambda: warm("GLM-UCB"), "coefficients"), {"first": 0, "n": 3}
    )
    return found


# --- the methods of policies ----------------------------------------------------------------------


def calls(policy: Policy) -> dict[str, Row]:
    """How the methods of a policy that :func:`warm` made are called."""
    arms, name = not policy.contextual, policy.name
    action, actions = (0, [0, 1]) if arms else (ARMS[0], ARMS[:2])
    offered = bad.array(ARMS, largest=1.0, width=name != "uniform")
    one = bad.whole(0, 2) if arms else bad.array(action, largest=1.0)
    several = bad.array(actions, largest=1.0, width=name != "uniform")
    reward, rewards = KINDS["reward"], bad.array([0.5, 1.0], largest=1.0)
    if arms:
        offered = bad.array(ARMS, width=False).filter(lambda x: np.shape(x) != (3, 0))
        offered |= bad.whole(3, 3) | bad.values([ARMS[:2], ARMS[0]])
    if name == "uniform":  # which takes the number of an arm, too
        one = one.filter(lambda x: x is not bad.HUGE)
    if name in ("uniform", "oracle"):  # who do not look at rewards
        reward, rewards = bad.REAL, bad.array([0.5, 1.0])
    played = bad.whole(1, 10) | bad.values([1, 4, 7, 8])
    late = bad.array([5, 6]) | bad.values([[5, 5], [5], [6, 7], [0, 5], [5, 6.0]])
    kinds = {"action": one, "reward": reward, "played": played}
    batch = {"actions": several, "rewards": rewards, "played": late}
    return {
        "select": Row(policy.select, {"actions": ARMS}, {"actions": offered}),
        "update": Row(policy.update, {"action": action, "reward": 0.5}, kinds),
        "update_batch": Row(policy.update_batch, {"actions": actions, "rewards": [0, 1]}, batch),
        "advance": Row(policy.advance, {"rounds": 1}, {"rounds": bad.whole(1, 43)}),
        "reset": Row(policy.reset, {"seed": 3}),
        "save": Row(policy.save, {"path": f"{_place().name}/again.npz"}),
        "load": Row(type(policy).load, {"path": _saved(name)}),
        "restore": Row(policy.restore, {"state": policy.state()}, {"state": _states(policy)}),
    }


def _states(policy: Policy) -> bad.Bad:
    """States of the policy with one fault."""
    state = policy.state()
    found: list[Any] = [{**state, name: bad.Thing()} for name in ("nonsense", "own.nonsense")]
    for name, good in state.items():
        found.append({n: a for n, a in state.items() if n != name})
        wrong: list[Any] = [good[None], good.astype(str), good.astype(object), None, bad.Thing()]
        if good.dtype.kind == "f":
            wrong += [np.full_like(good, x) for x in (bad.NAN, -bad.INF)] if good.size else []
        else:
            wrong.append(good.astype(float) + 0.5)
        found += [{**state, name: x} for x in wrong]
    clocks = [-1, 5, 51, *([6, 8] if hasattr(policy, "memory") or policy.name == "BOB" else [])]
    found += [{**state, "clock": np.array(clock)} for clock in clocks]
    found += [{**state, "waiting": np.array(rows)} for rows in ([[6, 5]], [[0, 5]], [[5, 8]])]
    return bad.junk(3, []) | st.sampled_from(found)
