"""Policies for generalised linear bandits, their environments, and runs of them.

Policies are made by name (:func:`policy_from`) or from their classes; each name is loaded when it
is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

#: Where each public name is.
_PLACES = {
    "POLICIES": "policies.base",
    "Policy": "policies.base",
    "load_policy": "policies.base",
    "policy_class": "policies.base",
    "policy_from": "policies.base",
    "GeneralizedLinearUCB": "policies.generalized_linear",
    "SCDGLUCB": "policies.sc_d_glucb",
    "SCSWGLUCB": "policies.sc_sw_glucb",
    "GLMUCB": "policies.glm_ucb",
    "LogUCB1": "policies.log_ucb1",
    "LogUCB2": "policies.log_ucb2",
    "DGLUCB": "policies.d_glucb",
    "UCBGLM": "policies.ucb_glm",
    "RestartedGLMUCB": "policies.restarted_glm_ucb",
    "BanditOverBandit": "policies.bandit_over_bandit",
    "SWUCB": "policies.sw_ucb",
    "DUCB": "policies.d_ucb",
    "Uniform": "policies.uniform",
    "Oracle": "policies.oracle",
    "Environment": "environments.environment",
    "environment_from": "environments.environment",
    "Stationary": "environments.schedules",
    "Abrupt": "environments.schedules",
    "Drift": "environments.schedules",
    "Rotation": "environments.schedules",
    "Listed": "environments.schedules",
    "Sphere": "environments.action_sets",
    "Ball": "environments.action_sets",
    "FixedArms": "environments.action_sets",
    "Supplied": "environments.action_sets",
    "play_run": "run",
    "run_seed": "run",
    "suggest": "suggest",
}

__all__ = sorted(_PLACES)


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
