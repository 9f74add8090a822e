"""What ready-made experiments are built from: their options, the paper's world and its numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from glbtheory._support.validation import fraction_of_one, listed, one_of, positive, whole_number
from glbtheory.bandits._from_dict import arguments
from glbtheory.bandits._limits import LAST_ROUND

#: The policies of the paper's figure.
FIGURE = ("SC-D-GLUCB", "D-GLUCB", "GLM-UCB", "LogUCB1")
ACTIONS = ("sphere", "ball")
#: The angles of the parameter before and after the change.
ANGLES = (2 * math.pi / 3, 4 * math.pi / 3)


@dataclass(frozen=True)
class Options:
    """What a user may change; ``None`` stands for the preset's own number."""

    horizon: int | None = None
    runs: int | None = None
    seed: int = 0
    checkpoints: int | None = None
    policies: tuple[str, ...] | None = None
    lam: float | None = None
    delta: float = 0.05
    factor: int = 2
    actions: str = "sphere"


#: Options that every preset takes, and those that only some do.
COMMON = ("runs", "seed", "checkpoints")
SPECIAL = ("horizon", "policies", "lam", "delta", "factor", "actions")
_DEFAULTS = {field.name: field.default for field in fields(Options)}


@dataclass(frozen=True)
class Preset:
    """A ready-made experiment.

    ``parts(options, quick)`` gives the configurations by the names of their folders ("" if there is
    only one), a version of seconds if ``quick``; ``options`` are those of :data:`SPECIAL` that it
    takes; ``text`` says in a line what it shows.
    """

    text: str
    parts: Callable[[Options, bool], dict[str, dict[str, Any]]]
    options: tuple[str, ...] = ()

    def configurations(self, name: str, options: Options, quick: bool) -> dict[str, dict[str, Any]]:
        """The parts; an option that means nothing here is refused."""
        for option in SPECIAL:
            if option not in self.options and getattr(options, option) != _DEFAULTS[option]:
                taken = ", ".join((*COMMON, *self.options))
                raise ValueError(f"{option} is not an option of {name}, which takes {taken}")
        return self.parts(options, quick)


def horizon_of(options: Options, quick: bool, whole: int, short: int) -> int:
    """T: the one asked for, else that of the preset or of its quick form."""
    T = options.horizon if options.horizon is not None else short if quick else whole
    return whole_number("horizon", T, 4, LAST_ROUND)


def experiment(
    options: Options,
    quick: bool,
    environment: Mapping[str, Any],
    policies: Iterable[Mapping[str, Any]],
    *,
    horizon: int,
    runs: int,
    quick_runs: int = 10,
    checkpoints: int | Iterable[int] = 200,
) -> dict[str, Any]:
    """One configuration, with the numbers of runs and of checkpoints that the user may change."""
    own = checkpoints if isinstance(checkpoints, int) else list(checkpoints)
    return {
        "environment": dict(environment),
        "policies": [dict(policy) for policy in policies],
        "horizon": horizon,
        "runs": options.runs if options.runs is not None else quick_runs if quick else runs,
        "seed": options.seed,
        "checkpoints": own if options.checkpoints is None else options.checkpoints,
    }


def world(S: float, T: int, actions: str = "sphere", change: int | None = None) -> dict[str, Any]:
    """The environment of the paper's figure; the first round of its second phase is ``change``."""
    thetas = [[S * math.cos(angle), S * math.sin(angle)] for angle in ANGLES]
    breaks = [T // 2 if change is None else change]
    return {
        "link": "logistic",
        "schedule": {"kind": "abrupt", "thetas": thetas, "breaks": breaks},
        "actions": {"kind": one_of("actions", actions, ACTIONS), "arms": 50, "d": 2},
    }


def numbers(options: Options, S: float, T: int, **more: Any) -> dict[str, Any]:
    """The arguments of the figure's policies, whichever of them they take; ``more`` replaces some.

    The discount factor is the theorem's without its c_μ, which the experiment leaves out.
    """
    from glbtheory.formulas import FORMULAS

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
        **more,
    }


def policies_of(names: Iterable[str], known: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The named policies, each with those of the numbers that it takes."""
    return [policy_of(name, known) for name in listed("policies", names)]


def policy_of(name: str, known: Mapping[str, Any], label: str | None = None) -> dict[str, Any]:
    """One policy with those of the numbers that it takes, under its name or under a label."""
    from glbtheory.bandits.policies.base import policy_class

    try:
        taken = arguments(policy_class(name))
    except ValueError as error:
        raise ValueError(f"policies: {error}") from None
    named = {"name": name} if label is None else {"name": name, "label": label}
    return {**named, **{k: v for k, v in known.items() if k in taken}}
