r"""Ready-made experiments: the paper's figure, and short versions of it.

The experiment of the paper (lines 1214-1276): logistic rewards in two dimensions, 50 actions drawn
anew at every round, :math:`T = 8000`.  The parameter has the norm S = 6 (figure 1a) or 7 (figure
1b) and the angle :math:`2\pi/3`, and jumps to :math:`4\pi/3` at round 4000.  SC-D-GLUCB uses the
refined bonus of the Remark; the others bypass the projection; every bonus is divided by 5; the
discount factor is :math:`\gamma = 1 - (\Gamma_T/(dT))^{2/3}` with :math:`\Gamma_T = 2`; 200 runs.

What the text does not say are options here: λ (default :math:`d\log T`, as in the theorems), δ
(0.05), whether actions lie on the circle or in the disc (``sphere`` or ``ball``), and whether the
bonuses of the projected policies keep their factor 2 when the projection is bypassed (``factor``).
The paper's text reports estimates outside Θ for several hundred rounds, which the default λ does
not give: λ is then well below 1.
"""

from __future__ import annotations

import inspect
import math
from dataclasses import dataclass
from typing import Any

from glbtheory.bandits._limits import LAST_ROUND
from glbtheory.inputs import fraction_of_one, listed, one_of, positive, whole_number

FIGURE = ("SC-D-GLUCB", "D-GLUCB", "GLM-UCB", "LogUCB1")
ACTIONS = ("sphere", "ball")
_RADII = {"figure-1a": 6.0, "figure-1b": 7.0}
_PARTS = {"figure-1": ("figure-1a", "figure-1b"), "figure-1a": (), "figure-1b": ()}
_QUICK = "-quick"
#: All presets; those that end in -quick have 10 runs of 800 rounds.
PRESETS = (*_PARTS, *(name + _QUICK for name in _PARTS))


@dataclass(frozen=True)
class Options:
    """What a user may change; ``None`` stands for the preset's own number."""

    horizon: int | None = None
    runs: int | None = None
    seed: int = 0
    checkpoints: int = 200
    policies: tuple[str, ...] | None = None
    lam: float | None = None
    delta: float = 0.05
    factor: int = 2
    actions: str = "sphere"


def preset(name: str, options: Options | None = None) -> dict[str, dict[str, Any]]:
    """The configurations of a preset by the names of their folders; "" if there is only one."""
    one_of("preset", name, PRESETS)
    options = Options() if options is None else options
    if not isinstance(options, Options):
        raise ValueError(f"options must be Options, not {options!r}")
    quick = name.endswith(_QUICK)
    base = name.removesuffix(_QUICK)
    parts = _PARTS[base]
    if parts:
        return {part: _figure(_RADII[part], options, quick) for part in parts}
    return {"": _figure(_RADII[base], options, quick)}


def _figure(S: float, options: Options, quick: bool) -> dict[str, Any]:
    T = options.horizon if options.horizon is not None else 800 if quick else 8000
    T = whole_number("horizon", T, 4, LAST_ROUND)
    runs = options.runs if options.runs is not None else 10 if quick else 200
    one_of("actions", options.actions, ACTIONS)
    thetas = [[S * math.cos(angle), S * math.sin(angle)] for angle in _ANGLES]
    return {
        "environment": {
            "link": "logistic",
            "schedule": {"kind": "abrupt", "thetas": thetas, "breaks": [T // 2]},
            "actions": {"kind": options.actions, "arms": 50, "d": 2},
        },
        "policies": _policies(options, S, T),
        "horizon": T,
        "runs": runs,
        "seed": options.seed,
        "checkpoints": options.checkpoints,
    }


_ANGLES = (2 * math.pi / 3, 4 * math.pi / 3)


def _policies(options: Options, S: float, T: int) -> list[dict[str, Any]]:
    """The named policies, each with those of the experiment's numbers that it knows."""
    from glbtheory.bandits.policy import policy_class

    numbers = _numbers(options, S, T)
    names = FIGURE if options.policies is None else listed("policies", options.policies)
    found = []
    for name in names:
        try:
            known = inspect.signature(policy_class(name)).parameters
        except ValueError as error:
            raise ValueError(f"policies: {error}") from None
        found.append({"name": name, **{k: v for k, v in numbers.items() if k in known}})
    return found


def _numbers(options: Options, S: float, T: int) -> dict[str, Any]:
    from glbtheory.formulas import FORMULAS

    # The theorem's tuning without its c_μ, which the experiment leaves out.
    known = {"d": 2, "T": T, "c_mu": 1.0, "Gamma": 2}
    tau = max(1, math.ceil(float(FORMULAS["tau_worst_case"].compiled(**known))))
    lam = FORMULAS["lam_theorem"].compiled(d=2, T=T) if options.lam is None else options.lam
    return {
        "S": S,
        "lam": positive("lam", float(lam) if options.lam is None else lam),
        "delta": fraction_of_one("delta", options.delta),
        "divisor": 5.0,
        "factor": options.factor,
        "gamma": float(FORMULAS["gamma_worst_case"].compiled(**known)),
        "tau": tau,
        "period": tau,
        "refined": True,
    }
