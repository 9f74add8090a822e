"""Policies for generalised linear bandits, their environments, and runs of them.

Policies are made by name (:func:`policy_from`) or from their classes; each name is loaded when it
is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

#: Where each public name is.
_PLACES = {
    "POLICIES": "policy",
    "Policy": "policy",
    "load_policy": "policy",
    "policy_class": "policy",
    "policy_from": "policy",
    "GeneralizedLinearUCB": "glucb",
    "SCDGLUCB": "sc_d_glucb",
    "SCSWGLUCB": "sc_sw_glucb",
    "GLMUCB": "glm_ucb",
    "LogUCB1": "log_ucb1",
    "LogUCB2": "log_ucb2",
    "DGLUCB": "d_glucb",
    "UCBGLM": "ucb_glm",
    "RestartedGLMUCB": "restarted_glm_ucb",
    "BanditOverBandit": "bob",
    "SWUCB": "sw_ucb",
    "DUCB": "d_ucb",
    "Uniform": "uniform",
    "Oracle": "oracle",
    "Environment": "environments",
    "environment_from": "environments",
    "Stationary": "schedules",
    "Abrupt": "schedules",
    "Drift": "schedules",
    "Rotation": "schedules",
    "Path": "schedules",
    "Sphere": "action_sets",
    "Ball": "action_sets",
    "FixedArms": "action_sets",
    "Supplied": "action_sets",
    "play_run": "simulate",
    "run_seed": "simulate",
    "suggest": "advice",
}

__all__ = sorted(_PLACES)


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
