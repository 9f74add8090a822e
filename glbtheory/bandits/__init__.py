"""Policies for generalised linear bandits, the worlds they play in, and experiments with them.

Policies are made by name (:func:`policy_from`) or from their classes; each name is loaded when it
is first used.
"""

from __future__ import annotations

from typing import Any

from glbtheory._support.lazy_names import lazy_name

#: Where each public name is.
_PLACES = {
    # policies
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
    "Auto": "policies.auto",
    "BanditOverBandit": "policies.bandit_over_bandit",
    "SWUCB": "policies.sw_ucb",
    "DUCB": "policies.d_ucb",
    "DLinUCB": "policies.references.d_linucb",
    "OFUGLB": "policies.references.ofuglb",
    "ThompsonSampling": "policies.references.thompson",
    "EpsilonGreedy": "policies.references.epsilon_greedy",
    "Uniform": "policies.uniform",
    "Oracle": "policies.oracle",
    "suggest": "suggestions",
    # worlds
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
    # one run
    "play_run": "run",
    "run_seed": "run",
}

__all__ = sorted(_PLACES)


def __getattr__(name: str) -> Any:
    return lazy_name(__name__, name, _PLACES)


def __dir__() -> list[str]:
    return __all__
