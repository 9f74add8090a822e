r"""Experiments that the paper does not have: other memories, rewards, arms and movements.

Unless said otherwise the world is that of the figure: logistic rewards, 50 actions on the circle,
S = 6 (or 2, where rewards are noisy), jumps by :math:`2\pi/3`, bonuses divided by 5,
:math:`\lambda = d\log T`.

==============  ==================================================================================
beyond-window   SC-SW-GLUCB against SC-D-GLUCB over a grid of memories, and at the theorems' tunings
beyond-bob      bandit over bandit against policies that are told the number of changes
beyond-rewards  logistic, binomial, Poisson and linear rewards; bonuses divided by 1 to 125
beyond-arms     K arms as an orthonormal basis, on the two worlds that are hard for a window
beyond-drift    a parameter that turns slowly, or spends the same path in one jump
==============  ==================================================================================
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from glbtheory.bandits.presets.building_blocks import (
    ANGLES,
    Options,
    Preset,
    experiment,
    horizon_of,
    numbers,
    policy_of,
    world,
)

NamedParts = dict[str, dict[str, Any]]

S = 6.0
#: The figure's world, where one reward says nearly everything, and one with noisy rewards.
SIZES = {"S=6": S, "S=2": 2.0}


def factor(memory: float) -> float:
    """The discount factor γ whose weights sum to ``memory`` = 1/(1-γ)."""
    return 1 - 1 / memory


def tuned(formula: str, T: int, Gamma: float, c_mu: float = 1.0) -> float:
    """A tuning of the theorems for d = 2; without c_μ, as in the figure, unless it is given."""
    from glbtheory.formulas import FORMULAS

    return float(FORMULAS[formula].compiled(d=2, T=T, c_mu=c_mu, Gamma=Gamma))


def _discounts(memories: Iterable[int], known: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        policy_of("SC-D-GLUCB", {**known, "gamma": factor(memory)}, f"discount {memory}")
        for memory in memories
    ]


# --- window and discount --------------------------------------------------------------------------

#: 1/(1-γ) of the discounts; the windows are these and one of twice the longest.
MEMORIES = (25, 50, 100, 200, 400, 800, 1600)
WINDOWS = (*MEMORIES, 2 * MEMORIES[-1])


def _window(options: Options, quick: bool) -> NamedParts:
    """The memories, and both policies as the theorems tune them: with c_μ, for one change."""
    from glbtheory.bandits.environments.reward_families import slopes

    T = horizon_of(options, quick, 8000, 800)
    parts = {}
    for name, S in SIZES.items():
        known = numbers(options, S, T)
        c_mu = slopes("logistic", S)[1]
        theory = {
            "gamma": tuned("gamma_worst_case", T, 1, c_mu),
            "tau": math.ceil(tuned("tau_worst_case", T, 1, c_mu)),
        }
        policies = [
            *_discounts(MEMORIES, known),
            *(policy_of("SC-SW-GLUCB", {**known, "tau": w}, f"window {w}") for w in WINDOWS),
            policy_of("SC-D-GLUCB", {**known, **theory}, "discount, theorem"),
            policy_of("SC-SW-GLUCB", {**known, **theory}, "window, theorem"),
        ]
        parts[name] = experiment(
            options, quick, world(S, T), policies, horizon=T, runs=24, quick_runs=3
        )
    return parts


# --- an unknown number of changes -----------------------------------------------------------------

#: Numbers of changes, by the size of the parameter.
CHANGES = {"S=2": (1, 4, 16), "S=6": (4,)}
#: Tunings for this many changes are played in all worlds.
FIXED = {"slow": 1, "fast": 64}


def turning(S: float, T: int, changes: int) -> dict[str, Any]:
    """The world of the figure with this many changes, equally far apart."""
    step = ANGLES[1] - ANGLES[0]
    angles = [ANGLES[0] + k * step for k in range(changes + 1)]
    thetas = [[S * math.cos(angle), S * math.sin(angle)] for angle in angles]
    breaks = [1 + k * T // (changes + 1) for k in range(1, changes + 1)]
    return {**world(S, T), "schedule": {"kind": "abrupt", "thetas": thetas, "breaks": breaks}}


def _bob(options: Options, quick: bool) -> NamedParts:
    T = horizon_of(options, quick, 3000, 300)
    return {
        f"{size}-changes={changes}": _unknown(options, quick, SIZES[size], T, changes)
        for size, numbers_of_changes in CHANGES.items()
        for changes in numbers_of_changes
    }


def _unknown(options: Options, quick: bool, S: float, T: int, changes: int) -> dict[str, Any]:
    """Policies that are told the number of changes, and others that are not."""
    known = numbers(options, S, T)
    # BOB's own choice is d log H, for its blocks.
    blocks = {name: x for name, x in known.items() if name != "lam" or options.lam is not None}
    tau = math.ceil(tuned("tau_worst_case", T, changes))
    told = {**known, "gamma": tuned("gamma_worst_case", T, changes), "tau": tau, "period": tau}
    fixed = {
        name: {**known, "gamma": tuned("gamma_worst_case", T, Gamma)}
        for name, Gamma in FIXED.items()
    }
    policies = [
        policy_of("BOB", blocks),
        policy_of("BOB", {**blocks, "exploration": 1.0}, "BOB, blind"),
        policy_of("GLM-UCB", known),
        *(policy_of("SC-D-GLUCB", own, f"SC-D-GLUCB, {name}") for name, own in fixed.items()),
        *(
            policy_of(name, told, f"{name}, told")
            for name in ("SC-D-GLUCB", "SC-SW-GLUCB", "restarted GLM-UCB")
        ),
    ]
    environment = turning(S, T, changes)
    return experiment(options, quick, environment, policies, horizon=T, runs=10, quick_runs=2)


# --- rewards --------------------------------------------------------------------------------------

#: Part, link, and the m that is to be said: Poisson counts of mean e² exceed 20 with
#: the probability 3e-5.
REWARDS = {
    "logistic": ("logistic", None),
    "binomial": ("binomial(10)", None),
    "poisson": ("poisson", 20.0),
    "linear": ("linear", 2.0),
}
REWARD_S = SIZES["S=2"]
DIVISORS = (1, 5, 25, 125, 625)


def _rewards(options: Options, quick: bool) -> NamedParts:
    """The same path of the parameter, S = 2, for each family."""
    T = horizon_of(options, quick, 4000, 400)
    parts = {}
    for name, (link, m) in REWARDS.items():
        bound = {} if m is None else {"m": m}
        known = numbers(options, REWARD_S, T, **bound)
        policies = [
            policy_of("SC-D-GLUCB", {**known, "divisor": float(x)}, f"divided by {x}")
            for x in DIVISORS
        ]
        if m is not None or name == "binomial":
            top = 10.0 if m is None else m
            wide = {**known, "lam": top * top * known["lam"]}
            policies.append(policy_of("SC-D-GLUCB", wide, "penalty times m²"))
        # The m of a Poisson world says nothing about its rewards.
        said = bound if link == "linear" else {}
        environment = {**world(REWARD_S, T), "link": link, **said}
        parts[name] = experiment(
            options, quick, environment, policies, horizon=T, runs=20, quick_runs=4
        )
    return parts


# --- K arms ---------------------------------------------------------------------------------------

ARM_WINDOWS = (20, 60, 180, 540)
XI = 0.6
#: The window of the world with many arms.
MANY = 5


def small_gap(tau: int, arms: int = 2) -> list[list[float]]:
    """Means that a window of τ rounds cannot tell apart: a gap of √(ξ log τ/τ), and no change."""
    gap = math.sqrt(XI * math.log(tau) / tau)
    return [[0.5 + gap / 2, *[0.5 - gap / 2] * (arms - 1)]]


def falling(arms: int = 2) -> list[list[float]]:
    """The best arm falls from 0.9 to 0.1; the others stay at 1/2."""
    return [[first, *[0.5] * (arms - 1)] for first in (0.9, 0.1)]


def basis(means: list[list[float]], T: int) -> dict[str, Any]:
    """Arms as an orthonormal basis, logistic rewards with these means, phases of equal length."""
    arms = len(means[0])
    thetas = [[math.log(p / (1 - p)) for p in row] for row in means]
    breaks = [1 + k * T // len(means) for k in range(1, len(means))]
    unit = [[float(i == j) for j in range(arms)] for i in range(arms)]
    return {
        "link": "logistic",
        "schedule": {"kind": "abrupt", "thetas": thetas, "breaks": breaks},
        "actions": {"kind": "fixed", "actions": unit},
    }


def _arms(options: Options, quick: bool) -> NamedParts:
    T = horizon_of(options, quick, 1000, 200)
    worlds = {f"gap-tau={tau}": (small_gap(tau), tau) for tau in ARM_WINDOWS}
    worlds |= {f"falling-tau={tau}": (falling(), tau) for tau in ARM_WINDOWS}
    worlds[f"arms={MANY}"] = (falling(MANY), ARM_WINDOWS[2])
    parts = {}
    for name, (means, tau) in worlds.items():
        environment = basis(means, T)
        size = max(math.hypot(*theta) for theta in environment["schedule"]["thetas"])
        # A window of τ rounds is as old on the average as weights that sum to τ/2.
        known = numbers(options, size, T, tau=tau, gamma=factor(tau / 2), xi=XI)
        policies = [
            policy_of(policy, known) for policy in ("SW-UCB", "D-UCB", "SC-SW-GLUCB", "SC-D-GLUCB")
        ]
        parts[name] = experiment(
            options, quick, environment, policies, horizon=T, runs=8, quick_runs=2
        )
    return parts


# --- drift ----------------------------------------------------------------------------------------

DRIFT_MEMORIES = (5, 25, 50, 100, 200, 400, 800, 1600)
#: What is walked in all, in jumps of the figure; one budget is also spent in one jump.
BUDGETS = {"S=2": (1, 4, 16), "S=6": (4,)}


def jump(S: float) -> float:
    """The length of the figure's jump."""
    return 2 * S * math.sin((ANGLES[1] - ANGLES[0]) / 2)


def rotating(S: float, T: int, budget: float) -> dict[str, Any]:
    """A parameter that walks as far as ``budget`` jumps, along the circle and at constant speed."""
    turns = budget * jump(S) / (2 * math.pi * S)
    phase = ANGLES[0] / (2 * math.pi)
    schedule = {"kind": "rotation", "radius": S, "turns": turns, "phase": phase}
    return {**world(S, T), "schedule": schedule}


def _drift(options: Options, quick: bool) -> NamedParts:
    """All memories, and γ tuned for a change in every round or for the length of the path."""
    T = horizon_of(options, quick, 4000, 400)
    parts = {}
    for size, budgets in BUDGETS.items():
        S = SIZES[size]
        known = numbers(options, S, T)
        every = {**known, "gamma": tuned("gamma_worst_case", T, T - 1)}
        worlds = {f"{size}-budget={b}": (rotating(S, T, b), b) for b in budgets}
        if 1 in budgets:
            worlds[f"{size}-jump"] = (world(S, T), 1)
        for name, (environment, budget) in worlds.items():
            path = {**known, "gamma": tuned("gamma_worst_case", T, budget * jump(S))}
            policies = [
                *_discounts(DRIFT_MEMORIES, known),
                policy_of("SC-D-GLUCB", every, "every round a change"),
                policy_of("SC-D-GLUCB", path, "by the path"),
                policy_of("GLM-UCB", known),
            ]
            parts[name] = experiment(
                options, quick, environment, policies, horizon=T, runs=20, quick_runs=2
            )
    return parts


_TAKEN = ("horizon", "lam", "delta")
PRESETS = {
    "beyond-window": Preset("sliding window against discount at matched memory", _window, _TAKEN),
    "beyond-bob": Preset("bandit over bandit, 1, 4 and 16 changes", _bob, _TAKEN),
    "beyond-rewards": Preset("logistic, binomial, Poisson and linear rewards", _rewards, _TAKEN),
    "beyond-arms": Preset("K arms in worlds that are hard for a window", _arms, _TAKEN),
    "beyond-drift": Preset("a parameter that turns slowly", _drift, _TAKEN),
}
