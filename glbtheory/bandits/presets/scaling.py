r"""Growth of regret: the same world at several horizons, numbers of changes, dimensions and norms.

Logistic rewards, 50 actions on the sphere drawn anew at every round.  The parameter has the norm S
and turns by a third of the circle at each of :math:`\Gamma_T` changes, which cut the horizon into
phases of equal length.  Every policy has :math:`\lambda = d\log T` and the tuning of its own
theorem at the true :math:`\Gamma_T`: with :math:`c_\mu` in it for SC-D-GLUCB and SC-SW-GLUCB,
:math:`1-\gamma = (c_\mu^{1/2}\Gamma_T/(dT))^{2/3}`, and without for D-GLUCB,
:math:`1-\gamma = (\Gamma_T/(dT))^{2/3}`.

Policies come twice: with the bonus that the theorems ask for, and (``/ 5`` in the label) with the
smaller one of the paper's experiment, refined and divided by 5.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from glbtheory._support.validation import one_of
from glbtheory.bandits.presets.building_blocks import (
    ACTIONS,
    ANGLES,
    Options,
    Preset,
    experiment,
    horizon_of,
    numbers,
    policy_of,
)

#: What the labels of a policy end in, and the bonus they stand for.
BONUSES: dict[str, dict[str, Any]] = {
    "": {"divisor": 1.0, "refined": False},
    " / 5": {"divisor": 5.0, "refined": True},
}
#: The values of each parameter, and those of the short form.
HORIZONS = tuple(1000 * 2**k for k in range(7)), (250, 500, 1000)
CHANGES = tuple(2**k for k in range(7)), (1, 2, 4)
RADII = (1, 2, 3, 4, 5, 6, 7), (1, 2, 3)
DIMENSIONS = (2, 3, 4, 6), (2, 3)
#: Rounds at which stationary runs are looked at, and those of the short form.
LOOKS = HORIZONS
#: The power of c_μ^{1/2} in 1 - γ, by policy as it is labelled.
POWERS = {
    "SC-D-GLUCB": 1,
    "SC-SW-GLUCB": 1,
    "D-GLUCB": 0,
    "SC-D-GLUCB, no c_mu": 0,
    "D-GLUCB, c_mu": 2,
}
FORGETTING = ("SC-D-GLUCB", "SC-SW-GLUCB", "D-GLUCB")
DISCOUNTED = ("SC-D-GLUCB", "D-GLUCB", "SC-D-GLUCB, no c_mu", "D-GLUCB, c_mu")
STATIONARY = ("GLM-UCB", "LogUCB1")


def turning(d: int, S: float, T: int, Gamma: int, actions: str = "sphere") -> dict[str, Any]:
    """A world whose parameter turns to and fro at equally spaced rounds."""
    two = [[S * math.cos(a), S * math.sin(a), *[0.0] * (d - 2)] for a in ANGLES]
    thetas = [two[k % 2] for k in range(Gamma + 1)]
    breaks = [1 + T * k // (Gamma + 1) for k in range(1, Gamma + 1)]
    return {
        "link": "logistic",
        "schedule": {"kind": "abrupt", "thetas": thetas, "breaks": breaks},
        "actions": {"kind": one_of("actions", actions, ACTIONS), "arms": 50, "d": d},
    }


def tuned(options: Options, d: int, S: float, T: int, Gamma: int, power: int) -> dict[str, Any]:
    r"""The arguments of the policies, with :math:`c_\mu^{1/2}` to that power in γ and τ."""
    from glbtheory.bandits.environments.reward_families import link_of, slopes
    from glbtheory.formulas import FORMULAS

    slope = slopes(link_of("logistic"), S)[1]
    # At least one change: without any the theorems would forget nothing.
    known = {"d": d, "T": T, "Gamma": max(Gamma, 1), "c_mu": slope**power}
    return numbers(
        options,
        S,
        T,
        lam=float(FORMULAS["lam_theorem"].compiled(d=d, T=T)),
        gamma=float(FORMULAS["gamma_worst_case"].compiled(**known)),
        tau=max(1, math.ceil(float(FORMULAS["tau_worst_case"].compiled(**known)))),
    )


def policies(
    labels: Iterable[str], options: Options, d: int, S: float, T: int, Gamma: int
) -> list[dict[str, Any]]:
    """Each policy with both bonuses."""
    found = []
    for label in labels:
        name = label.split(",")[0]
        known = tuned(options, d, S, T, Gamma, POWERS.get(label, 0))
        for end, bonus in BONUSES.items():
            found.append(policy_of(name, {**known, **bonus}, label + end))
    return found


def _point(
    options: Options,
    quick: bool,
    labels: Iterable[str],
    d: int,
    S: float,
    T: int,
    Gamma: int,
    runs: int,
    checkpoints: int = 1,
) -> dict[str, Any]:
    """One value of one parameter; what is fitted is the regret at the end."""
    return experiment(
        options,
        quick,
        turning(d, S, T, Gamma, options.actions),
        policies(labels, options, d, S, T, Gamma),
        horizon=T,
        runs=runs,
        quick_runs=4,
        checkpoints=checkpoints,
    )


def _horizons(options: Options, quick: bool) -> dict[str, dict[str, Any]]:
    # Enough checkpoints to tell the rounds after a change from the others.
    return {
        f"T={T}": _point(options, quick, FORGETTING, 2, 1.0, T, 2, 12, 120) for T in HORIZONS[quick]
    }


def _changes(options: Options, quick: bool) -> dict[str, dict[str, Any]]:
    T = horizon_of(options, quick, 16_000, 1000)
    return {
        f"changes={k}": _point(options, quick, FORGETTING, 2, 1.0, T, k, 12) for k in CHANGES[quick]
    }


def _radii(options: Options, quick: bool) -> dict[str, dict[str, Any]]:
    T = horizon_of(options, quick, 8000, 1000)
    return {
        f"S={S}": _point(options, quick, DISCOUNTED, 2, float(S), T, 2, 16) for S in RADII[quick]
    }


def _dimensions(options: Options, quick: bool) -> dict[str, dict[str, Any]]:
    # Three dimensions and more are played round by round.
    T = horizon_of(options, quick, 1000, 200)
    return {
        f"d={d}": _point(options, quick, ("SC-D-GLUCB", "D-GLUCB"), d, 1.0, T, 2, 10)
        for d in DIMENSIONS[quick]
    }


def _stationary(options: Options, quick: bool) -> dict[str, dict[str, Any]]:
    looks = LOOKS[quick]
    T = looks[-1]
    world = turning(2, 1.0, T, 0, options.actions)
    world["schedule"] = {"kind": "stationary", "theta": world["schedule"]["thetas"][0]}
    players = policies(STATIONARY, options, 2, 1.0, T, 0)
    return {
        "": experiment(
            options, quick, world, players, horizon=T, runs=16, quick_runs=4, checkpoints=looks
        )
    }


_ALL = ("delta", "factor", "actions")
PRESETS = {
    "scaling-T": Preset("regret against the horizon, two changes", _horizons, _ALL),
    "scaling-changes": Preset("regret against the number of changes", _changes, ("horizon", *_ALL)),
    "scaling-S": Preset("regret against the slope c_mu, through S", _radii, ("horizon", *_ALL)),
    "scaling-d": Preset("regret against the dimension", _dimensions, ("horizon", *_ALL)),
    "scaling-stationary": Preset("regret without changes as rounds go by", _stationary, _ALL),
}
