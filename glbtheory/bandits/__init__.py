"""Policies for generalised linear bandits, the worlds they play in, and experiments with them.

Policies are made by name (:func:`policy_from`) or from their classes; each name is loaded when it
is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

#: Where each public name is: the policies.
_POLICIES = {
    "POLICIES": "glbtheory.bandits.policies.base",
    "Policy": "glbtheory.bandits.policies.base",
    "load_policy": "glbtheory.bandits.policies.base",
    "policy_class": "glbtheory.bandits.policies.base",
    "policy_from": "glbtheory.bandits.policies.base",
    "GeneralizedLinearUCB": "glbtheory.bandits.policies.generalized_linear",
    "SCDGLUCB": "glbtheory.bandits.policies.sc_d_glucb",
    "SCSWGLUCB": "glbtheory.bandits.policies.sc_sw_glucb",
    "GLMUCB": "glbtheory.bandits.policies.glm_ucb",
    "LogUCB1": "glbtheory.bandits.policies.log_ucb1",
    "LogUCB2": "glbtheory.bandits.policies.log_ucb2",
    "DGLUCB": "glbtheory.bandits.policies.d_glucb",
    "UCBGLM": "glbtheory.bandits.policies.ucb_glm",
    "RestartedGLMUCB": "glbtheory.bandits.policies.restarted_glm_ucb",
    "BanditOverBandit": "glbtheory.bandits.policies.bandit_over_bandit",
    "SWUCB": "glbtheory.bandits.policies.sw_ucb",
    "DUCB": "glbtheory.bandits.policies.d_ucb",
    "Uniform": "glbtheory.bandits.policies.uniform",
    "Oracle": "glbtheory.bandits.policies.oracle",
    "suggest": "glbtheory.bandits.suggestions",
}
#: The worlds.
_WORLDS = {
    "Environment": "glbtheory.bandits.environments.environment",
    "environment_from": "glbtheory.bandits.environments.environment",
    "Stationary": "glbtheory.bandits.environments.schedules",
    "Abrupt": "glbtheory.bandits.environments.schedules",
    "Drift": "glbtheory.bandits.environments.schedules",
    "Rotation": "glbtheory.bandits.environments.schedules",
    "Listed": "glbtheory.bandits.environments.schedules",
    "Sphere": "glbtheory.bandits.environments.action_sets",
    "Ball": "glbtheory.bandits.environments.action_sets",
    "FixedArms": "glbtheory.bandits.environments.action_sets",
    "Supplied": "glbtheory.bandits.environments.action_sets",
}
#: One run.
_RUNNING = {
    "play_run": "glbtheory.bandits.run",
    "run_seed": "glbtheory.bandits.run",
    "record": "glbtheory.bandits.diagnostics.recorder",
}
#: Many runs.
_EXPERIMENTS = {
    "Configuration": "glbtheory.bandits.experiments.configuration",
    "configuration_from": "glbtheory.bandits.experiments.configuration",
    "preset": "glbtheory.bandits.presets",
    "simulate": "glbtheory.bandits.experiments.runner",
    "simulated": "glbtheory.bandits.experiments.run_store",
    "simulated_from": "glbtheory.bandits.experiments.run_store",
}
_PLACES = {**_POLICIES, **_WORLDS, **_RUNNING, **_EXPERIMENTS}

__all__ = sorted(_PLACES)


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_PLACES[name]), name)


def __dir__() -> list[str]:
    return __all__
