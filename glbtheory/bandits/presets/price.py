r"""What the theory costs: the size of the bonus, the projection, and the constants of the proof.

All in the world of the paper's figure (``_preset.world``), with its discount factor.

================  ==================================================================================
price-divisor     every bonus divided by 1, 2, 5, 10, 20 and 50; only 1 has the theorems' guarantee
price-projection  GLM-UCB, LogUCB1 and D-GLUCB with their projection solved and bypassed
price-constants   SC-D-GLUCB with the printed bonus, the line before it, and the sharpened one
================  ==================================================================================
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from glbtheory.bandits.presets.building_blocks import (
    FIGURE,
    Options,
    Preset,
    experiment,
    horizon_of,
    numbers,
    policy_of,
    world,
)

RADII = (6.0, 7.0)
POLICIES = (*FIGURE, "SC-SW-GLUCB")
DIVISORS = (1, 2, 5, 10, 20, 50)
#: Policies that project, and how: labels end in these words.
PROJECTED = ("D-GLUCB", "GLM-UCB", "LogUCB1")
WAYS: dict[str, dict[str, Any]] = {
    "projected": {"projection": True, "factor": 2},
    "bypassed": {"projection": False, "factor": 2},
    "bypassed, factor 1": {"projection": False, "factor": 1},
}
#: λ at which estimates leave Θ; at d log T they never do.
SMALL = (0.2, 0.05)
#: λ by its name in parts; None is d log T.
PENALTIES: dict[str, float | None] = {"dlogT": None, "0.2": 0.2}
#: The bonuses of SC-D-GLUCB by label; "before" asks for the line before the power 3/2.
BONUSES: dict[str, dict[str, Any]] = {
    "printed": {"refined": False},
    "line before": {"refined": False, "before": True},
    "sharpened": {"refined": False, "bonus": "sharp"},
    "refined": {"refined": True},
    "refined, sharpened": {"refined": True, "bonus": "sharp"},
}
#: 1 has the guarantee, 5 is the experiment's.
SHARES = (1, 5)


def labelled(name: str, divisor: float) -> str:
    """A policy or a bonus, and what it is divided by."""
    return f"{name} / {divisor:g}"


def _parts(
    options: Options, quick: bool, policies: Callable[[dict[str, Any], int], list[dict[str, Any]]]
) -> dict[str, dict[str, Any]]:
    """The figure's two worlds at two values of λ, with some policies of the figure's numbers."""
    T = horizon_of(options, quick, 8000, 800)
    found = {}
    for penalty, lam in PENALTIES.items():
        for S in RADII:
            own = numbers(options, S, T, **({} if lam is None else {"lam": lam}))
            place = world(S, T, options.actions)
            found[f"S={S:g}_lam={penalty}"] = experiment(
                options,
                quick,
                place,
                policies(own, T),
                horizon=T,
                runs=24,
                quick_runs=3,
                checkpoints=40,
            )
    return found


def _divisor(options: Options, quick: bool) -> dict[str, dict[str, Any]]:
    def policies(own: dict[str, Any], T: int) -> list[dict[str, Any]]:
        return [
            policy_of(name, {**own, "divisor": float(k)}, labelled(name, k))
            for name in POLICIES
            for k in DIVISORS
        ]

    return _parts(options, quick, policies)


def _projection(options: Options, quick: bool) -> dict[str, dict[str, Any]]:
    """Actions in the disc: on the circle all have one norm at round 1, and rounding would choose.

    Pairs of runs are then equal up to the first projection.
    """
    T, S = horizon_of(options, quick, 1000, 200), RADII[0]
    found = {}
    for lam in SMALL:
        policies = [
            policy_of(name, numbers(options, S, T, lam=lam, **way), f"{name}, {words}")
            for name in PROJECTED
            for words, way in WAYS.items()
        ]
        place = world(S, T, "ball")
        found[f"lam={lam:g}"] = experiment(
            options, quick, place, policies, horizon=T, runs=10, quick_runs=2, checkpoints=40
        )
    return found


def line_before(known: dict[str, Any], T: int) -> float:
    r"""β over the line before it, :math:`(1+\bar S+q)/(S+q)` where
    :math:`\beta = k_\mu\sqrt\lambda\,(1+\bar S+q)^{3/2}`."""
    from glbtheory.bandits.policies.sc_d_glucb import SCDGLUCB

    taken = {k: known[k] for k in ("S", "lam", "gamma", "delta")}
    policy = SCDGLUCB("logistic", 2, T, **taken)
    beta = policy.coefficients(0, 1)[0][0] * math.sqrt(policy.c_mu)
    bracket = (beta / (policy.k_mu * math.sqrt(policy.lam))) ** (2 / 3)
    old = policy.gamma**policy.depth * (2 * policy.S * policy.k_mu + policy.m)
    return float(bracket / (bracket - 1 - old / (policy.lam * (1 - policy.gamma))))


def _constants(options: Options, quick: bool) -> dict[str, dict[str, Any]]:
    def policies(own: dict[str, Any], T: int) -> list[dict[str, Any]]:
        return [_variant(name, own, T, float(k)) for name in BONUSES for k in SHARES]

    return _parts(options, quick, policies)


def _variant(name: str, own: dict[str, Any], T: int, divisor: float) -> dict[str, Any]:
    """SC-D-GLUCB with one of the bonuses."""
    changed = dict(BONUSES[name])
    more = line_before(own, T) if changed.pop("before", False) else 1.0
    known = {**own, **changed, "divisor": divisor * more}
    return policy_of("SC-D-GLUCB", known, labelled(name, divisor))


PRESETS = {
    "price-divisor": Preset(
        "the figure with every bonus divided by 1 to 50",
        _divisor,
        ("horizon", "delta", "factor", "actions"),
    ),
    "price-projection": Preset(
        "the projection of the figure's competitors solved and bypassed",
        _projection,
        ("horizon", "delta"),
    ),
    "price-constants": Preset(
        "SC-D-GLUCB with the printed and with smaller constants",
        _constants,
        ("horizon", "delta", "actions"),
    ),
}
