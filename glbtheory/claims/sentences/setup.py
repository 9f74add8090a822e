"""How the experiment was set up (lines 1168-1185, 1214-1252): the world, the runs, the band.

What the text fixes is compared with the ready-made experiment ``figure-1``, exactly where it can
be.  What it leaves open (λ, δ, circle or disc, the factor 2) is scanned by
``experiment_sentences``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
import sympy as sp

from glbtheory.claims.model import Bound, Claim, HandStep
from glbtheory.claims.vocabulary import computed_bound, enumerated, grid

QUANTILES = HandStep(
    "quantiles of a law",
    "A law without atoms gives the probability p to what lies up to its p-quantile.",
)
PANELS = {"figure-1a": 6, "figure-1b": 7}
_QUARTER, _ROOT_3 = sp.Rational(1, 4), sp.sqrt(3)


def panels() -> dict[str, dict[str, Any]]:
    from glbtheory.bandits.presets import preset

    return preset("figure-1")


def equal(lhs: Any, rhs: Any, latex: str, scope: str) -> Bound:
    """Two exact numbers are equal; the right one is a token."""

    @computed_bound(latex=latex, scope=scope)
    def equality(*, value: Any = rhs) -> Any:
        return sp.sympify(lhs), "==", sp.sympify(value)

    return equality


# --- X4: the world --------------------------------------------------------------------------------


def _turning(*, breaks: int = 4000, thirds: tuple[int, int] = (2, 4)) -> str:
    return (
        r"\theta^\star_t = S(\cos\varphi_t,\sin\varphi_t),\quad"
        rf" \varphi_t = \tfrac{{{thirds[0]}\pi}}3\ (t < {breaks}),\ "
        rf"\tfrac{{{thirds[1]}\pi}}3\ (t \geq {breaks}),\quad d = 2,\ T = 8000"
    )


@enumerated(
    cases=lambda: ({"panel": name, "S": S} for name, S in PANELS.items()),
    latex=_turning,
    scope="both panels of the ready-made experiment",
)
def _world(panel: str, S: int, *, breaks: int = 4000, thirds: tuple[int, int] = (2, 4)) -> Any:
    """The schedule of both panels: two phases on the circle of radius S."""
    plan = panels()[panel]
    place = plan["environment"]
    schedule = place["schedule"]
    angles = [math.pi * k / 3 for k in thirds]
    meant = [[S * math.cos(a), S * math.sin(a)] for a in angles]
    close = np.allclose(schedule["thetas"], meant, rtol=0, atol=1e-12)
    kind = place["link"] == "logistic" and place["actions"]["d"] == 2
    return bool(close and schedule["breaks"] == [breaks] and plan["horizon"] == 8000 and kind)


_S = sp.Symbol("S", positive=True)
_TURN = [sp.Matrix([sp.cos(a), sp.sin(a)]) * _S for a in (2 * sp.pi / 3, 4 * sp.pi / 3)]


_JUMP = r"\|\theta^\star_{4000}-\theta^\star_{3999}\| = %s"


@computed_bound(where="S > 0", latex=_JUMP % r"\sqrt3 S")
def _jump(*, size: Any = _ROOT_3) -> Any:
    away = _TURN[1] - _TURN[0]
    return sp.expand(away.dot(away)), "==", size**2 * _S**2


X4 = Claim(
    id="X4",
    title="Logistic rewards in the plane; θ* jumps once, from angle 2π/3 to 4π/3 at t = 4000",
    printed=[_world.as_consistency(r"\text{the ready-made experiment has these numbers}")],
    support=[_jump],
    mutants=[
        _world.mutant("the change one round later", breaks=4001),
        _world.mutant("first angle π/3 instead of 2π/3", thirds=(1, 4)),
        _jump.mutant("√3 raised to 2", size=2),
    ],
    fidelity="paraphrase",
    note="The check compares the experiment of this book with the page. The jump has the length "
    "√3 S: 10.4 for S = 6 and 12.1 for S = 7. That t = 4000 is the first round of the new "
    "parameter, and not the last of the old one, is our reading; one round in 8000 does not "
    "matter.",
)

# --- X7: the actions ------------------------------------------------------------------------------


@lru_cache(maxsize=2)
def _offered(kind: str) -> list[Any]:
    """The actions of the first 500 rounds of the first run."""
    from glbtheory.bandits.environments.environment import environment_from
    from glbtheory.bandits.experiments.configuration import configuration_from
    from glbtheory.bandits.presets import Options, preset
    from glbtheory.bandits.run import run_seed

    panel = preset("figure-1", Options(actions=kind))["figure-1a"]
    place = environment_from(configuration_from(panel).environment)
    seed = run_seed(0, 0).spawn(2)[0]
    chunk = next(iter(place.rounds(seed, 500)))
    return [np.asarray(chunk.offered(i)) for i in range(500)]


@enumerated(
    cases=lambda: grid(round=range(1, 501)),
    latex=r"\text{circle: 50 new actions},\ \|a\| = 1",
    scope=lambda *, kind="sphere": f"{kind}: the first 500 rounds of the first run",
)
def _actions(round: int, *, kind: str = "sphere", arms: int = 50, most: bool = False) -> Any:
    """So many actions at each of 500 rounds: of length one, or at most one; none comes twice."""
    offered, i = _offered(kind), round - 1
    norms = np.sqrt((offered[i] ** 2).sum(axis=1))
    fits = (norms <= 1 + 1e-12) if most else np.abs(norms - 1) <= 1e-12
    fresh = i == 0 or not np.isin(offered[i], offered[i - 1]).any()
    return bool(len(norms) == arms and fits.all() and fresh)


_in_disc = _actions.variant(r"\text{disc: 50 new actions},\ \|a\| \leq 1", kind="ball", most=True)

X7 = Claim(
    id="X7",
    title="At every round 50 new random actions, on the unit circle or in the disc",
    printed=[
        _actions.as_consistency(r"\text{the ready-made experiment, circle: 500 rounds}"),
        _in_disc.as_consistency(r"\text{the ready-made experiment, disc: 500 rounds}"),
    ],
    mutants=[
        _actions.mutant("one action more", r"51\text{ actions}", arms=51),
        _in_disc.mutant("actions in the disc: length one", r"\text{disc},\ \|a\| = 1", most=False),
    ],
    depends_on=["A1"],
    fidelity="paraphrase",
    note="In the unit circle may mean on the circle or in the disc, and the law is not stated: "
    "both are run, each uniform; the check reads the actions of these runs. Either satisfies "
    "‖a‖ <= 1.",
)

# --- X8: bonuses divided by five ------------------------------------------------------------------


def _bonuses(given: dict[str, Any]) -> Any:
    """The bonus and the refined bonus of a policy at every round."""
    from glbtheory.bandits.policies.base import policy_from

    policy: Any = policy_from(given)
    return policy.coefficients(0, 8000)[:2]


@lru_cache(maxsize=1)
def _plans() -> dict[str, Any]:
    from glbtheory.bandits.experiments.configuration import configuration_from

    return {name: configuration_from(given) for name, given in panels().items()}


def _policies() -> Iterator[dict[str, Any]]:
    for name, plan in _plans().items():
        for label in plan.policies:
            yield {"panel": name, "policy": label}


@enumerated(
    cases=_policies,
    latex=r"b^{\text{played}}_t = \tfrac15 b_t,\quad t = 1, \dots, 8000",
    scope="both bonuses of every policy at 8000 rounds",
)
def _divided(panel: str, policy: str, *, divisor: int = 5) -> Any:
    """The bonus of each policy at every round, against the undivided one."""
    given = _plans()[panel].policies[policy]
    pairs = zip(_bonuses(given), _bonuses({**given, "divisor": 1.0}), strict=True)
    return all(np.allclose(a * divisor, b, rtol=1e-14, equal_nan=True) for a, b in pairs)


X8 = Claim(
    id="X8",
    title="All four policies play a fifth of their bonuses",
    printed=[_divided.as_consistency(r"\text{the policies of the ready-made experiment do so}")],
    mutants=[
        _divided.mutant("a sixth", r"b^{\text{played}}_t = \tfrac16 b_t", divisor=6),
    ],
    fidelity="paraphrase",
    note="The check is of the policies that this book plays. The theorems are about the whole "
    "bonus. A fifth of it is below what the proofs need, for "
    "every policy alike; that it speeds up learning is Z27.",
)

# --- X9, Z28: runs and quantiles ------------------------------------------------------------------


@enumerated(
    cases=lambda *, level="1/2": grid(panel=PANELS, level=[level]),
    latex=r"n = 200,\quad [q_{1/4}, q_{3/4}]",
    scope="the ready-made experiment, the band of results",
)
def _runs(panel: str, level: str, *, runs: int = 200) -> Any:
    """The number of runs, and that the band has so much below, between and above."""
    from glbtheory.bandits.statistics.summary import band

    # With 1, …, 4n+1 the quartiles are n+1 and 3n+1.
    rows = np.arange(1.0, 402.0)[:, None]
    found = band(rows, float(sp.Rational(level)))
    quartiles = (float(found.lower[0]), float(found.upper[0])) == (101.0, 301.0)
    return bool(panels()[panel]["runs"] == runs and quartiles)


@enumerated(
    cases=lambda: grid(n=[200]),
    latex=lambda *, first=38, last=63: (
        rf"P\big(X_{{({first})}} \leq q_{{1/4}} \leq X_{{({last})}}\big) \geq 0.95"
    ),
    scope="any law of the regret without atoms",
)
def _precision(n: int, *, first: int = 38, last: int = 63) -> Any:
    """The lower quartile lies between two order statistics of 200 runs, exactly."""
    inside = sum(math.comb(n, k) * 3 ** (n - k) for k in range(first, last))
    return sp.Rational(inside, 4**n), ">=", sp.Rational("0.95")


X9 = Claim(
    id="X9",
    title="200 runs; the central half lies between the quartiles",
    printed=[_runs.as_consistency(r"\text{the ready-made experiment and its band have these}")],
    support=[_precision],
    mutants=[
        _runs.mutant("the central quarter", r"n = 200,\quad [q_{3/8}, q_{5/8}]", level="1/4"),
        _runs.mutant("100 runs", r"n = 100", runs=100),
        _precision.mutant("the quartile known up to five runs to each side", first=45, last=56),
    ],
    fidelity="paraphrase",
    note="The check compares the experiment of this book with the page. With 200 runs a quartile "
    "is known up to some 12 places in the order: it lies between the 38th and the 63rd smallest "
    "run with probability 0.95, whatever the law. The widths of two bands that differ by a tenth "
    "cannot be told apart.",
)


@computed_bound(latex=r"P(q_{1/4} \leq X \leq q_{3/4}) = \tfrac12", scope="any law without atoms")
def _central(*, below: Any = _QUARTER) -> Any:
    """The share up to the upper quartile, less what lies ``below``."""
    return sp.Rational(3, 4) - below, "==", sp.Rational(1, 2)


Z28 = Claim(
    id="Z28",
    lines="1183, 1230-1233",
    kind="experiment-claim",
    title="The caption's 25 % quantiles are the text's central 50 % if both sides are meant",
    printed=[_central.as_part(r"\tfrac34-\tfrac14 = \tfrac12")],
    mutants=[_central.mutant("the lower 25 % quantile alone", below=sp.Rational(1, 2))],
    depends_on=[QUANTILES],
    fidelity="paraphrase",
    follows="By quantiles of a law three quarters lie up to the upper quartile and one quarter up "
    "to the lower one; what lies between is the difference.",
    note="The caption says 25 % associated quantiles, the text central 50 % quantiles. Both are "
    "met by the quartiles on either side, which is what this book draws.",
)

CLAIMS = [X4, X7, X8, X9, Z28]
