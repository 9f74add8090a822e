r"""The paper's policy, others, and ``auto`` side by side, in two worlds of five dimensions.

=========  =======================================================================================
new-arms   other actions on the sphere at every round, and one change: who is greedy looks around
           without wanting to
few-arms   ten actions that stay, and no change: who is greedy may stay with the wrong one
=========  =======================================================================================
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from glbtheory.bandits.presets.building_blocks import (
    Options,
    Preset,
    experiment,
    horizon_of,
    policy_of,
)

D, S = 5, 5.0
#: 1/(1-γ) of policies that forget; the second is for the world without a change.
MEMORY = {"new-arms": 100, "few-arms": 1000}
#: What SC-D-GLUCB adds to the mean of an action never tried, beside the theorem's bonus.
BONUSES = (0.1, 0.3, 1.0)


def worlds(T: int) -> dict[str, dict[str, Any]]:
    """The two environments: parameters and actions are drawn once, with a seed of their own."""
    rng = np.random.default_rng(2021)
    thetas, arms = rng.normal(size=(2, D)), rng.normal(size=(10, D))
    thetas *= S / np.linalg.norm(thetas, axis=1, keepdims=True)
    arms /= np.linalg.norm(arms, axis=1, keepdims=True)
    changing = {"kind": "abrupt", "thetas": thetas.tolist(), "breaks": [T // 2 + 1]}
    staying = {"kind": "stationary", "theta": thetas[0].tolist()}
    return {
        "new-arms": {
            "link": "logistic",
            "schedule": changing,
            "actions": {"kind": "sphere", "arms": 30, "d": D},
        },
        "few-arms": {
            "link": "logistic",
            "schedule": staying,
            "actions": {"kind": "fixed", "actions": (arms * (1 - 1e-9)).tolist()},
        },
    }


def _policies(options: Options, T: int, memory: int) -> list[dict[str, Any]]:
    from glbtheory.bandits.policies.sc_d_glucb import SCDGLUCB
    from glbtheory.formulas import FORMULAS

    lam = D * math.log(T) if options.lam is None else options.lam
    gamma = 1 - 1 / memory
    known = {"S": S, "lam": lam, "gamma": gamma, "delta": options.delta}
    worst = {"d": D, "T": T, "c_mu": 1.0, "Gamma": 1}
    theorem = {**known, "gamma": float(FORMULAS["gamma_worst_case"].compiled(**worst))}
    # For least squares the parameter is another one: a mean of 1 has the norm 1.
    linear = {**known, "S": 1.0, "lam": 1.0}
    # With the theorem's λ the penalty outweighs the data of so few rounds.
    light = SCDGLUCB("logistic", D, T, S, 1.0, gamma, delta=options.delta)
    divisors = [light.with_bonus_scale(bonus).divisor for bonus in BONUSES]
    online = {"gamma": gamma, "lam": 1.0}
    return [
        policy_of("auto", {}),
        policy_of("SC-D-GLUCB", theorem, "SC-D-GLUCB, theorem"),
        *(
            policy_of(
                "SC-D-GLUCB", {**known, "lam": 1.0, "divisor": x}, f"SC-D-GLUCB, bonus {bonus}"
            )
            for bonus, x in zip(BONUSES, divisors, strict=True)
        ),
        policy_of("D-LinUCB", linear),
        policy_of("Thompson", online),
        policy_of("epsilon-greedy", online),
        policy_of("epsilon-greedy", {**online, "epsilon": 0.0}, "greedy"),
        policy_of("uniform", {}),
    ]


def _practice(options: Options, quick: bool) -> dict[str, dict[str, Any]]:
    T = horizon_of(options, quick, 1000, 100)
    return {
        name: experiment(
            options,
            quick,
            environment,
            _policies(options, T, MEMORY[name]),
            horizon=T,
            runs=20,
            quick_runs=2,
            checkpoints=50,
        )
        for name, environment in worlds(T).items()
    }


PRESETS = {
    "beyond-practice": Preset(
        "auto and policies of other papers", _practice, ("horizon", "lam", "delta")
    )
}
