"""What the text says about the projection that it bypassed (lines 1278-1285)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import sympy as sp

from glbtheory.bandits.statistics.questions import Question, mean_of
from glbtheory.claims.model import Claim
from glbtheory.claims.sentences._questions import COMPETITORS, table_of, total
from glbtheory.claims.sentences.reasons import asked
from glbtheory.claims.sentences.setup import PANELS
from glbtheory.claims.setting.slopes_in_numbers import INVERSE, S
from glbtheory.claims.vocabulary import computed_bound

#: λ at which estimates leave Θ for hundreds of rounds.
_LAM = 0.2

Z105 = Claim(
    id="Z105",
    lines="1278-1280",
    kind="prose-claim",
    title="The three competitors would have to project where the estimate leaves Θ, SC-D-GLUCB not",
    reason="The algorithms of other papers: the analyses of GLM-UCB, LogUCB1 and D-GLUCB are about "
    "an estimate that was projected on Θ. That the problem is not convex is N5; that SC-D-GLUCB "
    "needs no projection is P5.",
    depends_on=["N5", "P5"],
)

# --- Z106: a larger S instead ---------------------------------------------------------------------


def _plans(**changed: Any) -> dict[str, dict[str, Any]]:
    from glbtheory.bandits.presets import Options, preset

    return preset("figure-1", Options(lam=_LAM, checkpoints=4, **changed))


@lru_cache(maxsize=4)
def inflated(more: float, runs: int = 20) -> dict[int, Any]:
    """Both panels with policies that are told S + ``more``."""
    from glbtheory.bandits.experiments.run_store import simulated_from

    plans = _plans(runs=runs, policies=COMPETITORS)
    for name, S_true in PANELS.items():
        plans[name]["policies"] = [
            {**policy, "S": S_true + more} for policy in plans[name]["policies"]
        ]
    found = simulated_from(plans)
    return {S_true: found[name] for name, S_true in PANELS.items()}


@asked(
    latex=r"S' = S+2:\quad E\,\#\{t : \|\hat\theta_t\| > S'\} < 1",
    scope=lambda *, more=2.0: (
        f"λ = {_LAM:g}, both panels, three competitors, 20 runs" if more else ""
    ),
)
def _stays(*, more: float = 2.0) -> list[Question]:
    """Less than one round outside for competitors that are told S + ``more``."""
    return [
        Question(
            f"S = {S_true}, {x} told {S_true + more:g}: rounds outside",
            table_of([(panel, x, "outside", total)]),
            mean_of(1),
            "<",
            1.0,
        )
        for S_true, panel in inflated(more).items()
        for x in COMPETITORS
    ]


@computed_bound(
    where="6 <= S <= 9",
    latex=r"6 \leq S \leq 9:\quad c_\mu^{-1}(S+2) \geq 7\,c_\mu^{-1}(S)",
)
def _inverse(*, factor: str = "7") -> Any:
    grown = INVERSE["logistic"].subs(S, S + 2)
    return grown, ">=", sp.Rational(factor) * INVERSE["logistic"]


Z106 = Claim(
    id="Z106",
    lines="1280-1282",
    kind="experiment-claim",
    title="Told S + 2 the competitors keep their estimates inside; 1/c_μ is then 7 times larger",
    printed=[_stays, _inverse],
    mutants=[
        _stays.mutant("S is not inflated", r"S' = S:\quad E\,\#\{t\} < 1", more=0.0),
        _inverse.mutant("7 raised to 7.5, above e²", factor="15/2"),
    ],
    depends_on=["X1"],
    ours=True,
    note="The text says that a larger S would do instead of the projection; by how much is not "
    "said: S + 2 and less than one round are ours. It is no equivalent for the bonus: the larger S "
    "enters it through S and through 1/c_μ.",
)

# --- Z107: is bypassing the projection optimistic? ------------------------------------------------


@lru_cache(maxsize=1)
def projected() -> Any:
    """The competitors with the projection solved and bypassed, by λ."""
    from glbtheory.bandits.experiments.run_store import simulated

    return simulated("price-projection")


_DIFFERENCE = r"E R_T(\text{projected}) - E R_T(\text{bypassed})"


@asked(
    latex=rf"{_DIFFERENCE} > 0",
    scope="GLM-UCB, LogUCB1, D-GLUCB, S = 6, T = 1000, λ = 0.2 and 0.05, actions in the disc",
)
def _costs(*, least: float = 0.0) -> list[Question]:
    """With the projection each competitor has more regret than without, by ``least`` or more."""
    return [
        Question(
            f"{part}, {x}: regret with the projection less regret without",
            table_of((panel, f"{x}, {way}", "regret", total) for way in ("projected", "bypassed")),
            mean_of(1, -1),
            ">",
            least,
        )
        for part, panel in projected().items()
        for x in COMPETITORS
    ]


Z107 = Claim(
    id="Z107",
    lines="1282-1285",
    kind="experiment-claim",
    title="Bypassing the projection evaluates the competitors of SC-D-GLUCB optimistically",
    printed=[_costs],
    mutants=[
        _costs.mutant("the competitors flattered by 20", rf"{_DIFFERENCE} > 20", least=20.0),
    ],
    depends_on=["Z105"],
    fidelity="paraphrase",
    note="At λ = d log T no estimate leaves Θ and there is nothing to bypass. Where estimates do "
    "leave Θ, the projection moves the regret by a few units, and these runs do not tell in which "
    "direction. Solving it is slow, so that there are few and short runs.",
)

CLAIMS = [Z105, Z106, Z107]
