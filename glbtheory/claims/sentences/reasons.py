"""The reasons that the text of the experiment gives (lines 1223-1230, 1249-1252, 1261-1268).

Equal scaling of the exploration terms is exact arithmetic of exponents.  That a fifth of the bonus
learns faster, that unweighted estimates are more precise before the change and off after it, are
questions to runs: each holds if the answers to all of its questions are yes, jointly at confidence
0.95.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import numpy as np
import sympy as sp

from glbtheory import formulas as f
from glbtheory.bandits.statistics.paired import per_test
from glbtheory.bandits.statistics.questions import Question, mean_of
from glbtheory.claims.model import Claim, Statement
from glbtheory.claims.sentences._questions import (
    CONFIDENCE,
    COUNTERPARTS,
    UNWEIGHTED,
    WEIGHTED,
    Panels,
    answered,
    table_of,
    total,
)
from glbtheory.claims.sentences._settings import REFERENCE, somewhere
from glbtheory.claims.sentences.setup import PANELS
from glbtheory.claims.vocabulary.orders import ANY, PROBLEM, Tuning, c, d, monomials
from glbtheory.engines.evidence import Evidence, conjunction
from glbtheory.engines.orders import ONE, Order, at_most, order_of
from glbtheory.formulas import baselines

_POLICIES = (*WEIGHTED, *UNWEIGHTED)

# --- Z29: the exploration terms -------------------------------------------------------------------


def _exact(expression: Any, known: dict[Any, Order]) -> Order:
    """The order of a bonus; every logarithm in it counts as 1."""
    logs = dict.fromkeys(sp.sympify(expression).atoms(sp.log), ONE)
    return order_of(expression, {**known, **logs})


@lru_cache(maxsize=1)
def exploration_orders() -> dict[str, Order]:
    """What multiplies the norm of an action in V_t^{-1}: powers of c_μ and d, with λ = d log T."""
    known = {**Tuning.none(*ANY).known(), **PROBLEM}
    beta, refined = (_exact(f.FORMULAS[n].expression, known) for n in ("beta", "beta_bar"))
    bonuses = {b.name: _exact(b.expression, known) for b in baselines.BASELINES[:4]}
    return {
        "SC-D-GLUCB": beta / c ** "1/2",
        "SC-D-GLUCB, refined": refined / c ** "1/2",
        "LogUCB1": bonuses["bonus_log_ucb1"],
        "D-GLUCB": bonuses["bonus_d_glucb"],
        "GLM-UCB": bonuses["bonus_glm_ucb"],
    }


def _same(one: str, other: str, why: str = "") -> Statement:
    """Two exploration terms have the same order: each is at most the other."""

    def run() -> Evidence:
        orders = exploration_orders()
        scope = f"{one} and {other}: λ = d log T, S, k_μ and δ constant, logarithms not counted"
        sides = ((one, other), (other, one))
        return conjunction([at_most(orders[a], orders[b], ANY, scope) for a, b in sides])

    return Statement(rf"b^{{\text{{{one}}}}} \asymp b^{{\text{{{other}}}}}", run, why)


def _scales(name: str, order: Order, why: str = "") -> Statement:
    def run() -> Evidence:
        found, scope = exploration_orders()[name], f"{name}, logarithms not counted"
        return conjunction([at_most(found, order, ANY, scope), at_most(order, found, ANY, scope)])

    return Statement(rf"b^{{\text{{{name}}}}} \asymp {monomials(order)}", run, why)


_ROOT = c ** "-1/2" * d ** "1/2"
_WHOLE = c**-1 * d ** "1/2"

Z29 = Claim(
    id="Z29",
    lines="1223-1230",
    kind="experiment-claim",
    title="Each forgetting policy explores at the scale of its stationary counterpart",
    printed=[
        _same("SC-D-GLUCB", "LogUCB1"),
        _same("SC-D-GLUCB, refined", "LogUCB1"),
        _same("D-GLUCB", "GLM-UCB"),
    ],
    support=[_scales("LogUCB1", _ROOT), _scales("GLM-UCB", _WHOLE)],
    mutants=[
        _same("SC-D-GLUCB", "GLM-UCB", "counterpart exchanged: LogUCB1 by GLM-UCB"),
        _same("D-GLUCB", "LogUCB1", "counterpart exchanged: GLM-UCB by LogUCB1"),
        _scales("LogUCB1", c ** "-2/3" * d ** "1/2", "power 1/2 of 1/c_μ raised to 2/3"),
    ],
    note="The factor of the norm is of order c_μ^(-1/2) √d for SC-D-GLUCB and LogUCB1, and of "
    "order c_μ^(-1) √d for D-GLUCB and GLM-UCB. These are orders for small c_μ: at the numbers of "
    "the experiment constants and λ decide which bonus is the larger one (see the chapter).",
)

# --- questions to runs ----------------------------------------------------------------------------


def asked(
    latex: str, questions: Callable[[], list[Question]], scope: str, why: str = ""
) -> Statement:
    """All answers are yes, jointly at the confidence of the sentences."""

    def run() -> Evidence:
        asked = questions()
        level = per_test(CONFIDENCE, len(asked))
        parts = []
        for question in asked:
            answer = question.answer(level)
            found = answer.found.evidence(answer.relation, answer.bound)
            witness = {"question": answer.text, **(found.witness or {})}
            parts.append(found.with_(scope=str(answer), witness=witness if found.witness else None))
        together = conjunction(parts)
        said = "; ".join(part.scope for part in parts)
        return together.with_(scope=scope, detail=said)

    return Statement(latex, run, why)


# --- Z27: a fifth of the bonus --------------------------------------------------------------------

_RUNS = 40
#: The reference's λ = d log T, one at which estimates leave Θ, and one between.
_PENALTIES: tuple[float | None, ...] = (None, 0.2, 1.0)
_SMALL: tuple[float | None, ...] = (None, 0.2)


def _penalty(lam: float | None) -> str:
    return REFERENCE if lam is None else f"λ = {lam:g}"


@lru_cache(maxsize=1)
def whole_bonuses() -> dict[str, Panels]:
    """Both panels with whole bonuses beside the divided ones, at two penalties."""
    from glbtheory.bandits.experiments.run_store import simulated_from
    from glbtheory.bandits.presets import Options, preset

    plans = {}
    for lam in _PENALTIES:
        for name, panel in preset("figure-1", Options(lam=lam, runs=_RUNS)).items():
            whole = [
                {**policy, "label": f"{policy['name']}, whole", "divisor": 1.0}
                for policy in panel["policies"]
            ]
            key = f"{_penalty(lam)}, S = {PANELS[name]}"
            plans[key] = {**panel, "policies": [*panel["policies"], *whole]}
    found = simulated_from(plans)
    return {
        _penalty(lam): {S: found[f"{_penalty(lam)}, S = {S}"] for S in PANELS.values()}
        for lam in _PENALTIES
    }


def _faster(latex: str, names: Callable[[str], tuple[str, str]], why: str = "") -> Statement:
    """The first of the two names has more regret, for all policies at one of the penalties."""

    def questions(panels: Panels) -> list[Question]:
        return [
            Question(
                f"S = {S}, {names(x)[0]} less {names(x)[1]}",
                table_of((panel, y, "regret", total) for y in names(x)),
                mean_of(1, -1),
            )
            for S, panel in panels.items()
            for x in _POLICIES
        ]

    def run() -> Evidence:
        worlds = whole_bonuses()
        return somewhere(
            {
                name: answered("Z27", questions(panels), len(worlds))
                for name, panels in worlds.items()
            }
        )

    return Statement(latex, run, why)


Z27 = Claim(
    id="Z27",
    lines="1249-1252",
    kind="experiment-claim",
    title="A fifth of the bonus has less regret than the whole one, for every policy",
    printed=[
        _faster(r"E R_T\big(\tfrac15 b\big) < E R_T(b)", lambda x: (f"{x}, whole", x)),
    ],
    mutants=[
        _faster(
            r"E R_T\big(\tfrac15 b\big) > E R_T(b)",
            lambda x: (x, f"{x}, whole"),
            "direction reversed",
        )
    ],
    depends_on=["X8"],
    note="Read as: at one of three penalties (d log T, 0.2, 1), for all policies in both panels. "
    "λ = 1 was added after the other two had not confirmed it.",
)

# --- Z40, Z50: the estimates before and after the change ------------------------------------------


def _estimate(plan: Any, label: str, run: int, t: int) -> Any:
    """The estimate that a policy has after t rounds."""
    from glbtheory.bandits.environments.environment import environment_from
    from glbtheory.bandits.policies.base import policy_from
    from glbtheory.bandits.run import play_run, run_seed

    policy: Any = policy_from(plan.policies[label])
    kept, clear = [], policy.reset

    def reset(seed: Any = None) -> None:
        # Called before the first round and after the last: what is there then is forgotten.
        kept.append(policy.theta.copy())
        clear(seed)

    policy.reset = reset
    # The world ends here: rounds are played in blocks, and the last may not go beyond t.
    world = environment_from({**plan.environment, "horizon": t})
    play_run(world, {label: policy}, run_seed(plan.seed, run), [t])
    return kept[-1]


@lru_cache(maxsize=4)
def distances(lam: float | None, t: int, runs: int = 20) -> dict[tuple[int, str], Any]:
    """The distance of the estimates from the parameter of round t, by panel and policy."""
    from glbtheory.bandits.environments.schedules import schedule_from
    from glbtheory.bandits.experiments.configuration import configuration_from
    from glbtheory.bandits.presets import Options, preset

    found = {}
    for name, panel in preset("figure-1", Options(lam=lam)).items():
        plan = configuration_from(panel)
        truth = schedule_from(plan.environment["schedule"]).truth(t - 1, 1)[0]
        for label in plan.policies:
            away = [_estimate(plan, label, run, t) - truth for run in range(runs)]
            found[PANELS[name], label] = np.sqrt((np.array(away) ** 2).sum(axis=1))
    return found


def _nearer(
    t: int, pairs: Iterable[tuple[str, str]], lam: float | None
) -> Callable[[], list[Question]]:
    """The second of each pair is nearer to the parameter after t rounds."""
    listed = list(pairs)

    def questions() -> list[Question]:
        away = distances(lam, t)
        return [
            Question(
                f"{_penalty(lam)}, S = {S}, round {t}: distance of {a} less that of {b}",
                np.column_stack([away[S, a], away[S, b]]),
                mean_of(1, -1),
            )
            for S in PANELS.values()
            for a, b in listed
        ]

    return questions


_TURNED = tuple((b, a) for a, b in COUNTERPARTS)
#: The last round before the change, and one memory 1/(1-γ) later.
BEFORE, AFTER = 3999, 4399


def _distances(t: int, pairs: Iterable[tuple[str, str]], latex: str, why: str = "") -> Statement:
    listed = list(pairs)

    def questions() -> list[Question]:
        return [q for lam in _SMALL for q in _nearer(t, listed, lam)()]

    scope = f"after {t} rounds, λ = d log T and 0.2, both panels, 20 runs"
    return asked(latex, questions, scope, why)


Z40 = Claim(
    id="Z40",
    lines="1261-1264",
    kind="experiment-claim",
    title="Just before the change the estimates that use all data are the more precise ones",
    printed=[
        _distances(
            BEFORE,
            COUNTERPARTS,
            r"t = 3999:\quad E\|\hat\theta^{\text{weighted}}_t-\theta^\star_t\| >"
            r" E\|\hat\theta^{\text{unweighted}}_t-\theta^\star_t\|",
        )
    ],
    mutants=[
        _distances(BEFORE, _TURNED, r"t = 3999,\ \text{weighted nearer}", "direction reversed"),
        _distances(
            AFTER,
            COUNTERPARTS,
            r"t = 4399,\ \text{unweighted nearer}",
            "400 rounds after the change instead of before it",
        ),
    ],
    depends_on=["X6"],
    note="SC-D-GLUCB against LogUCB1, D-GLUCB against GLM-UCB, Euclidean distance. More precise "
    "does not mean less regret before the change: that is X10.",
)

Z50 = Claim(
    id="Z50",
    lines="1264-1268",
    kind="experiment-claim",
    title="400 rounds after the change the estimates that use all data are still further off",
    printed=[
        _distances(
            AFTER,
            _TURNED,
            r"t = 4399:\quad E\|\hat\theta^{\text{unweighted}}_t-\theta^\star_t\| >"
            r" E\|\hat\theta^{\text{weighted}}_t-\theta^\star_t\|",
        )
    ],
    mutants=[
        _distances(AFTER, COUNTERPARTS, r"t = 4399,\ \text{reversed}", "direction reversed"),
        _distances(BEFORE, _TURNED, r"t = 3999", "before the change instead of after it"),
    ],
    depends_on=["X6"],
    note="The text calls it the persistence of obsolete information. What it does to the regret "
    "is X11.",
)

CLAIMS = [Z27, Z29, Z40, Z50]
