"""Policies after some rounds, and how their methods are called well and badly."""

from __future__ import annotations

import inspect
import tempfile
from functools import cache
from typing import Any

import _bad as bad
import numpy as np
from _kinds import ARMS, KINDS, THETA, Row
from hypothesis import strategies as st

from glbtheory.bandits.policies.bandit_over_bandit import BanditOverBandit
from glbtheory.bandits.policies.base import Policy, policy_class, policy_from
from glbtheory.bandits.policies.generalized_linear import GeneralizedLinearUCB

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


@cache
def place() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()


def good_options(cls: type[Policy]) -> dict[str, Any]:
    return {n: v for n, v in OPTIONS.items() if n in inspect.signature(cls).parameters}


def warm(name: str) -> Policy:
    """A policy of that name after some rounds, two of them without a reward."""
    cls = policy_class(name)
    found = cls(**good_options(cls))
    arms = not cls.contextual
    for k in (0, 1, 2, 0):
        found.update(k if arms else ARMS[k], 0.25 * k)
    found.advance(2)
    found.update(1 if arms else ARMS[1], 1.0)
    return found


@cache
def saved(name: str) -> str:
    path = f"{place().name}/{name}.npz"
    warm(name).save(path)
    return path


def strangers() -> list[Any]:
    """Policies that cannot meet the environment."""
    short = {"policy": "GLM-UCB", **good_options(policy_class("GLM-UCB"))}
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


def calls_of(policy: Policy) -> dict[str, Row]:
    """How the methods of a policy that :func:`warm` made are called."""
    arms, name = not policy.contextual, policy.name
    action, actions = (0, [0, 1]) if arms else (ARMS[0], ARMS[:2])
    offered = bad.array(ARMS, largest=1.0, width=name != "uniform")
    one = bad.whole(0, 2) if arms else bad.array(action, largest=1.0)
    several = bad.array(actions, largest=1.0, width=name != "uniform")
    reward, rewards = KINDS["reward"], bad.array([0.5, 1.0], largest=1.0)
    if arms:
        offered = bad.array(ARMS, width=False)
        offered |= bad.whole(3, 3) | bad.values([ARMS[:2], ARMS[0]])
    if name in ("uniform", "oracle", "D-LinUCB"):  # who take any number
        reward, rewards = bad.REAL, bad.array([0.5, 1.0])
    reward, rewards = bad.no_clicks(reward), bad.no_clicks(rewards)
    played = bad.whole(1, 10) | bad.values([1, 4, 7, 8])
    late = bad.array([5, 6]) | bad.values([[5, 5], [5], [6, 7], [0, 5], [5, 6.0]])
    kinds = {"action": one, "reward": reward, "played": played}
    batch = {"actions": several, "rewards": rewards, "played": late}
    mask = bad.junk(3, [], [1, 0, 1], [True], [[True]] * 3, [False] * 3, [True] * 4, np.ones(3))
    some = {"actions": ARMS, "mask": [True, False, True]}
    asked = {"actions": offered, "mask": mask.filter(lambda x: x is not None)}
    sets = bad.junk(3, [], ARMS[0], [ARMS, "x"], [ARMS] * 44) | bad.nested()
    return {
        "select": Row(policy.select, some, asked),
        "scores": Row(policy.scores, some, asked),
        "propensities": Row(policy.propensities, some, asked),
        "top": Row(policy.top, {**some, "k": 2}, {**asked, "k": bad.whole(1, 2)}),
        "predict": Row(policy.predict, {"actions": ARMS}, {"actions": offered}),
        "select_batch": Row(policy.select_batch, {"action_sets": [ARMS]}, {"action_sets": sets}),
        "update": Row(policy.update, {"action": action, "reward": 0.5}, kinds),
        "update_batch": Row(policy.update_batch, {"actions": actions, "rewards": [0, 1]}, batch),
        "advance": Row(policy.advance, {"rounds": 1}, {"rounds": bad.whole(1, 43)}),
        "reset": Row(policy.reset, {"seed": 3}),
        "save": Row(policy.save, {"path": f"{place().name}/again.npz"}),
        "load": Row(type(policy).load, {"path": saved(name)}),
        "restore": Row(policy.restore, {"state": policy.state()}, {"state": _states(policy)}),
    }


#: Policies whose own state says how many rounds are over.
_CLOCKED = (GeneralizedLinearUCB, BanditOverBandit)


def _states(policy: Policy) -> bad.Bad:
    """States of the policy with one fault."""
    state = policy.state()
    found: list[Any] = [{**state, name: bad.Thing()} for name in ("nonsense", "own.nonsense")]
    for name, good in state.items():
        found.append({n: a for n, a in state.items() if n != name})
        wrong: list[Any] = [good[None], good.astype(str), None, bad.Thing()]
        if good.dtype.kind == "f":
            wrong += [np.full_like(good, x) for x in (bad.NAN, -bad.INF)] if good.size else []
        else:
            wrong.append(good.astype(float) + 0.5)
        found += [{**state, name: x} for x in wrong]
    clocks = [-1, 5, 51, *([6, 8] if isinstance(policy, _CLOCKED) else [])]
    found += [{**state, "clock": np.array(clock)} for clock in clocks]
    found += [{**state, "waiting": np.array(rows)} for rows in ([[6, 5]], [[0, 5]], [[5, 8]])]
    return bad.junk(3, []) | st.sampled_from(found)
