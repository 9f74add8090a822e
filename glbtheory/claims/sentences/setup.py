"""How the experiment was set up (lines 1168-1185, 1214-1252): the world, the runs, the band.

What the text fixes is compared with the ready-made experiment ``figure-1``, exactly where it can
be.  What it leaves open (λ, δ, circle or disc, the factor 2) is scanned by
``experiment_sentences``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import sympy as sp

from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.engines.enumeration import enumerate_cases
from glbtheory.engines.evidence import Evidence

PANELS = {"figure-1a": 6, "figure-1b": 7}


def panels() -> dict[str, dict[str, Any]]:
    from glbtheory.bandits.presets import preset

    return preset("figure-1")


def checked(
    latex: str, cases: Iterable[Any], check: Callable[[Any], Any], scope: str, why: str = ""
) -> Statement:
    listed = list(cases)
    return Statement(latex, lambda: enumerate_cases(listed, check, scope), why)


def equal(lhs: Any, rhs: Any, latex: str, scope: str, why: str = "") -> Bound:
    return Bound(sp.sympify(lhs), "==", sp.sympify(rhs), latex=latex, scope=scope, why=why)


# --- X4: the world --------------------------------------------------------------------------------


def _world(breaks: int = 4000, thirds: tuple[int, int] = (2, 4), why: str = "") -> Statement:
    """The schedule of both panels: two phases on the circle of radius S."""

    def check(case: dict[str, Any]) -> bool:
        panel = panels()[case["panel"]]
        schedule = panel["environment"]["schedule"]
        angles = [math.pi * k / 3 for k in thirds]
        meant = [[case["S"] * math.cos(a), case["S"] * math.sin(a)] for a in angles]
        close = np.allclose(schedule["thetas"], meant, rtol=0, atol=1e-12)
        place = panel["environment"]
        kind = place["link"] == "logistic" and place["actions"]["d"] == 2
        return bool(close and schedule["breaks"] == [breaks] and panel["horizon"] == 8000 and kind)

    cases = [{"panel": name, "S": S} for name, S in PANELS.items()]
    latex = (
        r"\theta^\star_t = S(\cos\varphi_t,\sin\varphi_t),\quad"
        rf" \varphi_t = \tfrac{{{thirds[0]}\pi}}3\ (t < {breaks}),\ "
        rf"\tfrac{{{thirds[1]}\pi}}3\ (t \geq {breaks}),\quad d = 2,\ T = 8000"
    )
    return checked(latex, cases, check, "both panels of the ready-made experiment", why)


_S = sp.Symbol("S", positive=True)
_TURN = [sp.Matrix([sp.cos(a), sp.sin(a)]) * _S for a in (2 * sp.pi / 3, 4 * sp.pi / 3)]


def _jump(size: Any, latex: str, why: str = "") -> Bound:
    away = _TURN[1] - _TURN[0]
    return Bound(sp.expand(away.dot(away)), "==", size**2 * _S**2, "S > 0", latex=latex, why=why)


X4 = Claim(
    id="X4",
    title="Logistic rewards in the plane; θ* jumps once, from angle 2π/3 to 4π/3 at t = 4000",
    printed=[
        _world(),
        _jump(sp.sqrt(3), r"\|\theta^\star_{4000}-\theta^\star_{3999}\| = \sqrt3 S"),
    ],
    mutants=[
        _world(4001, why="the change one round later"),
        _world(thirds=(1, 4), why="first angle π/3 instead of 2π/3"),
        _jump(2, r"\|\theta^\star_{4000}-\theta^\star_{3999}\| = 2S", "√3 raised to 2"),
    ],
    note="The jump has the length √3 S: 10.4 for S = 6 and 12.1 for S = 7. That t = 4000 is the "
    "first round of the new parameter, and not the last of the old one, is our reading; one round "
    "in 8000 does not matter.",
)

# --- X7: the actions ------------------------------------------------------------------------------


def _actions(kind: str, arms: int, most: bool, latex: str, why: str = "") -> Statement:
    """So many actions at each of 500 rounds: of length one, or at most one; none comes twice."""

    def run() -> Evidence:
        from glbtheory.bandits.environments.environment import environment_from
        from glbtheory.bandits.experiments.configuration import configuration_from
        from glbtheory.bandits.presets import Options, preset
        from glbtheory.bandits.run import run_seed

        panel = preset("figure-1", Options(actions=kind))["figure-1a"]
        place = environment_from(configuration_from(panel).environment)
        seed = run_seed(0, 0).spawn(2)[0]
        chunk = next(iter(place.rounds(seed, 500)))
        offered = [np.asarray(chunk.offered(i)) for i in range(500)]

        def check(case: dict[str, Any]) -> bool:
            i = case["round"] - 1
            norms = np.sqrt((offered[i] ** 2).sum(axis=1))
            fits = (norms <= 1 + 1e-12) if most else np.abs(norms - 1) <= 1e-12
            fresh = i == 0 or not np.isin(offered[i], offered[i - 1]).any()
            return bool(len(norms) == arms and fits.all() and fresh)

        cases = ({"round": k} for k in range(1, 501))
        return enumerate_cases(cases, check, f"{kind}: the first 500 rounds of the first run")

    return Statement(latex, run, why)


_CIRCLE = r"\text{circle: 50 new actions},\ \|a\| = 1"
_DISC = r"\text{disc: 50 new actions},\ \|a\| \leq 1"

X7 = Claim(
    id="X7",
    title="At every round 50 new random actions, on the unit circle or in the disc",
    printed=[_actions("sphere", 50, False, _CIRCLE), _actions("ball", 50, True, _DISC)],
    mutants=[
        _actions("sphere", 51, False, r"51\text{ actions}", "one action more"),
        _actions("ball", 50, False, r"\text{disc},\ \|a\| = 1", "actions in the disc: length one"),
    ],
    depends_on=["A1"],
    note="In the unit circle may mean on the circle or in the disc, and the law is not stated: "
    "both are run, each uniform. Either satisfies ‖a‖ <= 1.",
)

# --- X8: bonuses divided by five ------------------------------------------------------------------


def _bonuses(given: dict[str, Any]) -> Any:
    """The bonus and the refined bonus of a policy at every round."""
    from glbtheory.bandits.policies.base import policy_from

    policy: Any = policy_from(given)
    return policy.coefficients(0, 8000)[:2]


def _divided(divisor: int, latex: str, why: str = "") -> Statement:
    """The bonus of each policy at every round, against the undivided one."""

    def run() -> Evidence:
        from glbtheory.bandits.experiments.configuration import configuration_from

        cases = []
        parts = {name: configuration_from(given) for name, given in panels().items()}
        for name, plan in parts.items():
            cases += [{"panel": name, "policy": label} for label in plan.policies]

        def check(case: dict[str, Any]) -> bool:
            given = parts[case["panel"]].policies[case["policy"]]
            played = _bonuses(given)
            whole = _bonuses({**given, "divisor": 1.0})
            pairs = zip(played, whole, strict=True)
            return all(np.allclose(a * divisor, b, rtol=1e-14, equal_nan=True) for a, b in pairs)

        return enumerate_cases(cases, check, "both bonuses of every policy at 8000 rounds")

    return Statement(latex, run, why)


X8 = Claim(
    id="X8",
    title="All four policies play a fifth of their bonuses",
    printed=[_divided(5, r"b^{\text{played}}_t = \tfrac15 b_t,\quad t = 1, \dots, 8000")],
    mutants=[_divided(6, r"b^{\text{played}}_t = \tfrac16 b_t", "a sixth")],
    note="The theorems are about the whole bonus. A fifth of it is below what the proofs need, for "
    "every policy alike; that it speeds up learning is Z27.",
)

# --- X9, Z28: runs and quantiles ------------------------------------------------------------------


def _runs(runs: int, level: str, latex: str, why: str = "") -> Statement:
    """The number of runs, and that the band has so much below, between and above."""

    def check(case: dict[str, Any]) -> bool:
        from glbtheory.bandits.statistics.summary import band

        # With 1, …, 4n+1 the quartiles are n+1 and 3n+1.
        rows = np.arange(1.0, 402.0)[:, None]
        found = band(rows, float(sp.Rational(case["level"])))
        quartiles = (float(found.lower[0]), float(found.upper[0])) == (101.0, 301.0)
        return bool(panels()[case["panel"]]["runs"] == runs and quartiles)

    cases = [{"panel": name, "level": level} for name in PANELS]
    return checked(latex, cases, check, "the ready-made experiment, the band of results", why)


def _precision(first: int, last: int, confidence: str, why: str = "") -> Statement:
    """The lower quartile lies between two order statistics of 200 runs, exactly."""
    n, latex = (
        200,
        (rf"P\big(X_{{({first})}} \leq q_{{1/4}} \leq X_{{({last})}}\big) \geq {confidence}"),
    )

    def check(case: dict[str, Any]) -> Any:
        inside = sum(math.comb(n, k) * 3 ** (n - k) for k in range(first, last))
        return sp.Rational(inside, 4**n), ">=", sp.Rational(confidence)

    return checked(latex, [{"n": n}], check, "any law of the regret without atoms", why)


X9 = Claim(
    id="X9",
    title="200 runs; the central half lies between the quartiles",
    printed=[_runs(200, "1/2", r"n = 200,\quad [q_{1/4}, q_{3/4}]")],
    support=[_precision(38, 63, "0.95")],
    mutants=[
        _runs(200, "1/4", r"n = 200,\quad [q_{3/8}, q_{5/8}]", "the central quarter"),
        _runs(100, "1/2", r"n = 100", "100 runs"),
        _precision(45, 56, "0.95", "the quartile known up to five runs to each side"),
    ],
    note="With 200 runs a quartile is known up to some 12 places in the order: it lies between the "
    "38th and the 63rd smallest run with probability 0.95, whatever the law. The widths of two "
    "bands that differ by a tenth cannot be told apart.",
)

Z28 = Claim(
    id="Z28",
    lines="1183, 1230-1233",
    kind="experiment-claim",
    title="The caption's 25 % quantiles are the text's central 50 % if both sides are meant",
    printed=[
        equal(
            sp.Rational(3, 4) - sp.Rational(1, 4),
            sp.Rational(1, 2),
            r"P(q_{1/4} \leq X \leq q_{3/4}) = \tfrac12",
            "any law without atoms",
        )
    ],
    mutants=[
        equal(
            sp.Rational(1, 4),
            sp.Rational(1, 2),
            r"P(X \leq q_{1/4}) = \tfrac12",
            "",
            "the lower 25 % quantile alone",
        )
    ],
    note="The caption says 25 % associated quantiles, the text central 50 % quantiles. Both are "
    "met by the quartiles on either side, which is what this book draws.",
)

CLAIMS = [X4, X7, X8, X9, Z28]
