"""The reasons that the text of the experiment gives (lines 1223-1230, 1249-1252, 1261-1268).

Equal scaling of the exploration terms is exact arithmetic of exponents.  That a fifth of the bonus
learns faster, that unweighted estimates are more precise before the change and off after it, are
questions to runs: each holds if the answers to all of its questions are yes, jointly at confidence
0.95.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import sympy as sp

from glbtheory import formulas as f
from glbtheory.bandits.statistics.paired import per_test
from glbtheory.bandits.statistics.questions import Answer, Question, mean_of
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
from glbtheory.claims.vocabulary import stated
from glbtheory.claims.vocabulary.forms import Decorator, Text, filled, given, tokens_of, written
from glbtheory.claims.vocabulary.hand_steps import BASELINES
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


@stated(
    latex=lambda *, one="SC-D-GLUCB", other="LogUCB1": (
        rf"b^{{\text{{{one}}}}} \asymp b^{{\text{{{other}}}}} \text{{ up to logarithms}}"
    )
)
def _same(*, one: str = "SC-D-GLUCB", other: str = "LogUCB1") -> Evidence:
    """Two exploration terms have the same order: each is at most the other."""
    orders = exploration_orders()
    scope = f"{one} and {other}: λ = d log T, S, k_μ and δ constant, logarithms not counted"
    sides = ((one, other), (other, one))
    return conjunction([at_most(orders[a], orders[b], ANY, scope) for a, b in sides])


_ROOT = c ** "-1/2" * d ** "1/2"
_WHOLE = c**-1 * d ** "1/2"


@stated(
    latex=lambda *, name="LogUCB1", order=_ROOT: rf"b^{{\text{{{name}}}}} \asymp {monomials(order)}"
)
def _scales(*, name: str = "LogUCB1", order: Order = _ROOT) -> Evidence:
    found, scope = exploration_orders()[name], f"{name}, logarithms not counted"
    return conjunction([at_most(found, order, ANY, scope), at_most(order, found, ANY, scope)])


_POWERS = r"\text{the powers of } c_\mu \text{ and } d \text{ in both formulas are the same}"
_D_GLUCB = _same.variant(one="D-GLUCB", other="GLM-UCB")

Z29 = Claim(
    id="Z29",
    lines="1223-1230",
    kind="experiment-claim",
    title="Each forgetting policy explores at the scale of its stationary counterpart",
    printed=[
        _same.as_part(_POWERS),
        _same.variant(one="SC-D-GLUCB, refined").as_part(_POWERS),
        _D_GLUCB.as_part(_POWERS),
    ],
    support=[_scales, _scales.variant(name="GLM-UCB", order=_WHOLE)],
    mutants=[
        _same.mutant("counterpart exchanged: LogUCB1 by GLM-UCB", other="GLM-UCB"),
        _D_GLUCB.mutant("counterpart exchanged: GLM-UCB by LogUCB1", other="LogUCB1"),
        _scales.mutant("power 1/2 of 1/c_μ raised to 2/3", order=c ** "-2/3" * d ** "1/2"),
    ],
    depends_on=[BASELINES],
    fidelity="paraphrase",
    follows="The terms of the other papers are those of bonuses of the baselines, and that of "
    "SC-D-GLUCB is β/√c_μ; with λ = d log T, and S, k_μ and δ constant, their powers of c_μ and d "
    "are the same.",
    note="The factor of the norm is of order c_μ^(-1/2) √d for SC-D-GLUCB and LogUCB1, and of "
    "order c_μ^(-1) √d for D-GLUCB and GLM-UCB. These are orders for small c_μ: at the numbers of "
    "the experiment constants and λ decide which bonus is the larger one (see the chapter).",
)

# --- questions to runs ----------------------------------------------------------------------------


def asked(*, latex: Text, scope: Text) -> Decorator:
    """All answers are yes, jointly at the confidence of the sentences.

    The decorated function of tokens returns the questions.
    """

    def form(questions: Callable[..., list[Question]]) -> Statement:
        def run(**tokens: Any) -> Evidence:
            listed = questions(**given(questions, tokens))
            level = per_test(CONFIDENCE, len(listed))
            parts = [_as_evidence(question.answer(level)) for question in listed]
            said = "; ".join(part.scope for part in parts)
            return conjunction(parts).with_(scope=filled(scope, tokens), detail=said)

        return written(run, tokens_of(questions, latex, scope), latex)

    return form


def _as_evidence(answer: Answer) -> Evidence:
    found = answer.found.evidence(answer.relation, answer.bound)
    witness = {"question": answer.text, **(found.witness or {})}
    return found.with_(scope=str(answer), witness=witness if found.witness else None)


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


@stated(latex=r"E R_T\big(\tfrac15 b\big) < E R_T(b)")
def _faster(*, less: str = "{}, whole", more: str = "{}") -> Evidence:
    """The first of the two names has more regret, for all policies at one of the penalties."""

    def questions(panels: Panels) -> list[Question]:
        return [
            Question(
                f"S = {S}, {less.format(x)} less {more.format(x)}",
                table_of((panel, y.format(x), "regret", total) for y in (less, more)),
                mean_of(1, -1),
            )
            for S, panel in panels.items()
            for x in _POLICIES
        ]

    worlds = whole_bonuses()
    return somewhere(
        {name: answered("Z27", questions(panels), len(worlds)) for name, panels in worlds.items()}
    )


Z27 = Claim(
    id="Z27",
    lines="1249-1252",
    kind="experiment-claim",
    title="A fifth of the bonus has less regret than the whole one, for every policy",
    printed=[_faster],
    mutants=[
        _faster.mutant(
            "direction reversed",
            r"E R_T\big(\tfrac15 b\big) > E R_T(b)",
            less="{}",
            more="{}, whole",
        )
    ],
    depends_on=["X8"],
    fidelity="paraphrase",
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


_TURNED = tuple((b, a) for a, b in COUNTERPARTS)
#: The last round before the change, and one memory 1/(1-γ) later.
BEFORE, AFTER = 3999, 4399


PolicyPairs = tuple[tuple[str, str], ...]


@asked(
    latex=r"t = 3999:\quad E\|\hat\theta^{\text{weighted}}_t-\theta^\star_t\| >"
    r" E\|\hat\theta^{\text{unweighted}}_t-\theta^\star_t\|",
    scope=lambda *, t=BEFORE: f"after {t} rounds, λ = d log T and 0.2, both panels, 20 runs",
)
def _nearer(*, t: int = BEFORE, pairs: PolicyPairs = tuple(COUNTERPARTS)) -> list[Question]:
    """The second of each pair is nearer to the parameter after t rounds."""
    return [
        Question(
            f"{_penalty(lam)}, S = {S}, round {t}: distance of {a} less that of {b}",
            np.column_stack([away[S, a], away[S, b]]),
            mean_of(1, -1),
        )
        for lam in _SMALL
        for away in [distances(lam, t)]
        for S in PANELS.values()
        for a, b in pairs
    ]


Z40 = Claim(
    id="Z40",
    lines="1261-1264",
    kind="experiment-claim",
    title="Just before the change the estimates that use all data are the more precise ones",
    printed=[_nearer],
    mutants=[
        _nearer.mutant("direction reversed", r"t = 3999,\ \text{weighted nearer}", pairs=_TURNED),
        _nearer.mutant(
            "400 rounds after the change instead of before it",
            r"t = 4399,\ \text{unweighted nearer}",
            t=AFTER,
        ),
    ],
    depends_on=["X6"],
    fidelity="paraphrase",
    note="SC-D-GLUCB against LogUCB1, D-GLUCB against GLM-UCB, Euclidean distance. More precise "
    "does not mean less regret before the change: that is X10.",
)

_nearer_after = _nearer.variant(
    r"t = 4399:\quad E\|\hat\theta^{\text{unweighted}}_t-\theta^\star_t\| >"
    r" E\|\hat\theta^{\text{weighted}}_t-\theta^\star_t\|",
    t=AFTER,
    pairs=_TURNED,
)

Z50 = Claim(
    id="Z50",
    lines="1264-1268",
    kind="experiment-claim",
    title="400 rounds after the change the estimates that use all data are still further off",
    printed=[_nearer_after],
    mutants=[
        _nearer_after.mutant(
            "direction reversed", r"t = 4399,\ \text{reversed}", pairs=tuple(COUNTERPARTS)
        ),
        _nearer_after.mutant("before the change instead of after it", r"t = 3999", t=BEFORE),
    ],
    depends_on=["X6"],
    fidelity="paraphrase",
    note="The text calls it the persistence of obsolete information. What it does to the regret "
    "is X11.",
)

CLAIMS = [Z27, Z29, Z40, Z50]
