r"""The experiment of the paper's figure (lines 1214-1292), and scans of what its text leaves open.

Logistic rewards in two dimensions, 50 actions drawn anew at every round, :math:`T = 8000`.  The
parameter has the norm S = 6 (figure 1a) or 7 (figure 1b) and the angle :math:`2\pi/3`, and jumps to
:math:`4\pi/3` at round 4000.  SC-D-GLUCB uses the refined bonus of the Remark; the others bypass
the projection; every bonus is divided by 5; the discount factor is
:math:`\gamma = 1 - (\Gamma_T/(dT))^{2/3}` with :math:`\Gamma_T = 2`; 200 runs.

What the text does not say are options: λ (default :math:`d\log T`, as in the theorems), δ (0.05),
whether actions lie on the circle or in the disc (``sphere`` or ``ball``), and whether the bonuses
of the projected policies keep their factor 2 when the projection is bypassed (``factor``).

The scans play the first runs of the same worlds with the same random numbers:

================  ==================================================================================
figure-1-lambda   λ from 0.01 to :math:`d\log T`, on the circle and in the disc
figure-1-choices  one other choice at a time, at two values of λ
figure-1-gamma    the discount factor, written as the memory :math:`1/(1-\gamma)`
================  ==================================================================================

Their parts are named ``S=6_lam=0.2_sphere``, ``S=6_lam=0.2_factor=1``, ``S=6_memory=400``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from glbtheory.bandits.presets.building_blocks import (
    ACTIONS,
    FIGURE,
    SPECIAL,
    Options,
    Preset,
    experiment,
    horizon_of,
    numbers,
    policies_of,
    policy_of,
    world,
)

RADII = {"figure-1a": 6.0, "figure-1b": 7.0}
#: SC-D-GLUCB without the Remark's smaller bonus.
PLAIN = "SC-D-GLUCB, plain"
#: The scanned values of λ by their names in parts; None is the theorem's.
LAMBDAS: dict[str, float | None] = {
    **{f"{lam:g}": lam for lam in (0.01, 0.1, 0.2, 0.3, 1.0, 3.0)},
    "dlogT": None,
}
#: λ at which one other choice at a time is changed: the theorem's, and one at which estimates leave
#: Θ as often as the text says.
BASES = ("dlogT", "0.2")
#: What is changed, by its name in parts; ``later`` moves the change of the world by one round.
CHOICES: dict[str, dict[str, Any]] = {
    "delta=0.5": {"delta": 0.5},
    "delta=1_over_T": {"delta": "1/T"},
    "factor=1": {"factor": 1},
    "union": {"union": True},
    "unrefined": {"refined": False},
    "Gamma=1": {"Gamma": 1},
    "later": {"later": 1},
}
#: Scanned memories; the stated one and those of Γ = 1 and of the theorem are added.
MEMORIES = (2, 6, 25, 50, 100, 200, 1600)
#: Runs of the scans, and of their quick forms.
RUNS, QUICK_RUNS = 40, 3


def panel(S: float, options: Options, quick: bool) -> dict[str, Any]:
    """One panel of the figure."""
    T = horizon_of(options, quick, 8000, 800)
    names = FIGURE if options.policies is None else options.policies
    policies = policies_of(names, numbers(options, S, T))
    return experiment(options, quick, world(S, T, options.actions), policies, horizon=T, runs=200)


def _both(options: Options, quick: bool) -> dict[str, dict[str, Any]]:
    return {name: panel(S, options, quick) for name, S in RADII.items()}


# --- scans ----------------------------------------------------------------------------------------


def discount(T: int, Gamma: int = 2, c_mu: float = 1.0) -> float:
    """γ of the worst-case theorem; the experiment leaves its c_μ out."""
    from glbtheory.formulas import FORMULAS

    return float(FORMULAS["gamma_worst_case"].compiled(d=2, T=T, c_mu=c_mu, Gamma=Gamma))


def looks(T: int) -> list[int]:
    """Checkpoints of a scan: 16 of them, the rounds at the change and a memory away from it."""
    change, memory = T // 2, round(1 / (1 - discount(T)))
    near = (change - 1 - memory, change - 1, change, change - 1 + memory)
    return sorted(t for t in {*(T * k // 16 for k in range(1, 17)), *near} if 1 <= t <= T)


def variant(
    S: float, options: Options, quick: bool, names: Iterable[str], choice: Mapping[str, Any]
) -> dict[str, Any]:
    """A panel with other choices, fewer checkpoints and the plain policy where it is named."""
    T = horizon_of(options, quick, 8000, 800)
    changed = dict(choice)
    actions, later = changed.pop("actions", options.actions), changed.pop("later", 0)
    if "Gamma" in changed:
        changed["gamma"] = discount(T, changed.pop("Gamma"))
    if changed.get("delta") == "1/T":
        changed["delta"] = 1 / T
    known = numbers(options, S, T, **changed)
    policies = [
        policy_of("SC-D-GLUCB", {**known, "refined": False}, PLAIN)
        if name == PLAIN
        else policy_of(name, known)
        for name in names
    ]
    place = world(S, T, actions, T // 2 + later)
    return experiment(
        options,
        quick,
        place,
        policies,
        horizon=T,
        runs=RUNS,
        quick_runs=QUICK_RUNS,
        checkpoints=looks(T),
    )


def _penalty(name: str) -> dict[str, Any]:
    lam = LAMBDAS[name]
    return {} if lam is None else {"lam": lam}


def _lambda(options: Options, quick: bool) -> dict[str, dict[str, Any]]:
    names = (*FIGURE, PLAIN)
    return {
        f"S={S:g}_lam={lam}_{actions}": variant(
            S, options, quick, names, {"actions": actions, **_penalty(lam)}
        )
        for actions in ACTIONS
        for lam in LAMBDAS
        for S in RADII.values()
    }


def _choices(options: Options, quick: bool) -> dict[str, dict[str, Any]]:
    names = (*FIGURE, PLAIN)
    return {
        f"S={S:g}_lam={lam}_{choice}": variant(
            S, options, quick, names, {**_penalty(lam), **changed}
        )
        for lam in BASES
        for choice, changed in CHOICES.items()
        for S in RADII.values()
    }


def _gamma(options: Options, quick: bool) -> dict[str, dict[str, Any]]:
    from glbtheory.bandits.environments.reward_families import link_of, slopes

    T = horizon_of(options, quick, 8000, 800)
    found = {}
    for S in RADII.values():
        c_mu = slopes(link_of("logistic"), S)[1]
        gammas = [discount(T), discount(T, Gamma=1), discount(T, c_mu=c_mu)]
        for gamma in sorted([*(1 - 1 / memory for memory in MEMORIES), *gammas]):
            memory = 1 / (1 - gamma)
            part = f"S={S:g}_memory={memory:{'.0f' if memory >= 100 else '.3g'}}"
            found[part] = variant(S, options, quick, FIGURE[:2], {"gamma": gamma})
    return found


_FREE = ("horizon", "delta", "factor")
PRESETS = {
    "figure-1": Preset("both panels of the paper's figure", _both, SPECIAL),
    "figure-1a": Preset(
        "its left panel, S = 6", lambda options, quick: {"": panel(6.0, options, quick)}, SPECIAL
    ),
    "figure-1b": Preset(
        "its right panel, S = 7", lambda options, quick: {"": panel(7.0, options, quick)}, SPECIAL
    ),
    "figure-1-lambda": Preset("the figure for many λ, on circle and disc", _lambda, _FREE),
    "figure-1-choices": Preset(
        "the figure with one other choice at a time", _choices, ("horizon",)
    ),
    "figure-1-gamma": Preset(
        "the figure's discounted policies for many γ", _gamma, (*_FREE, "lam", "actions")
    ),
}
