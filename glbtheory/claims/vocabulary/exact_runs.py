"""Runs of the algorithms that are known exactly, against closed forms of the regret."""

from __future__ import annotations

from typing import Any

from glbtheory.claims.model import Statement
from glbtheory.claims.vocabulary.forms import written
from glbtheory.engines.boxes.balls import ball
from glbtheory.engines.evidence import HOLDS, REFUTED, UNDECIDED, Evidence
from glbtheory.formulas import Formula
from glbtheory.regret.forced_runs import ForcedRun
from glbtheory.regret.late_change_runs import StaleRun, StaleWindow

Known = StaleRun | StaleWindow | ForcedRun


def moved(formula: Formula, old: Any, new: Any) -> Formula:
    """The closed form with one part replaced; its LaTeX shows the part that is there now."""
    expression = formula.expression.subs(old, new)
    if expression == formula.expression:
        raise ValueError(f"{old} does not occur in {formula.name}")
    return Formula(formula.name, formula.title, formula.lines, expression, formula.uses)


def kept(run: Known, formula: Formula) -> Statement:
    """R_T <= the closed form, on a run whose regret is known, both sides enclosed.

    The run and the formula are tokens.
    """
    tokens = {"run": run, "formula": formula}
    return written(_compared, tokens, lambda *, formula: rf"R_T \leq {formula.latex}")


def exceeded(run: Known, formula: Formula, factor: Any) -> Statement:
    """R_T > ``factor`` times the closed form, on a run whose regret is known; all are tokens."""

    def beyond(*, run: Known, formula: Formula, factor: Any) -> Evidence:
        found = _compared(run=run, formula=Formula("", "", "", factor * formula.expanded()))
        turned = {REFUTED: HOLDS, HOLDS: REFUTED}.get(found.outcome, UNDECIDED)
        detail = found.detail.replace("<=", ">").removesuffix(" fails")
        return found.with_(outcome=turned, detail=detail)

    def latex(*, formula: Formula, factor: Any) -> str:
        return rf"\text{{on this run}}\quad R_T > {float(factor):g}\Bigl({formula.latex}\Bigr)"

    return written(beyond, {"run": run, "formula": formula, "factor": factor}, latex)


def _compared(*, run: Known, formula: Formula) -> Evidence:
    if not _certain(run):
        return Evidence(UNDECIDED, "enclosure", "by hand", detail="the run is not known")
    witness, scope = _described(run)
    regret, bound = ball(run.regret), run.bound(formula)
    words = f"{float(regret.mid()):.5g} <= {float(bound.mid()):.5g}"
    if bound < regret:
        detail = f"{words} fails"
        return Evidence(REFUTED, "enclosure", "enumerated", scope, witness, detail=detail)
    outcome = HOLDS if bound >= regret else UNDECIDED
    return Evidence(outcome, "enclosure", "enumerated", scope, detail=words)


def _certain(run: Known) -> bool:
    return run.forced() if isinstance(run, ForcedRun) else run.sticks()


def _described(run: Known) -> tuple[dict[str, str], str]:
    """The problem and the policy as a witness, and in a few words."""
    common = {"d": "1", "m": str(run.n), "lambda": str(run.lam), "delta": str(run.delta)}
    if isinstance(run, ForcedRun):
        words = "no change"
        own = {"theta": run.S, "actions": f"{{-1, {run.short}}}", "gamma": run.gamma, "T": run.T}
    else:
        words = "one change"
        own = {"theta": f"log {run.odds}, then -log {run.odds}", "actions": "{1}, then {1, -1}"}
        own |= {"gamma": run.gamma} if isinstance(run, StaleRun) else {"tau": run.tau}
        own |= {"before": run.learning, "after": run.stale}
    witness = {**common, **{name: str(x) for name, x in own.items()}}
    return witness, f"d = 1, {words}, binomial rewards with m = {run.n} (1 run)"
