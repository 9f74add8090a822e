"""The settings at which the sentences about the figure are tested.

λ, δ, circle or disc, whether the bonuses keep their factor 2 and how the change of the world is
counted are not stated in the paper.  Scanned are the ready-made experiments ``figure-1`` (the
reference, 200 runs), ``figure-1-lambda`` and ``figure-1-choices`` (40 runs, more where a sentence
stayed open; only what the text leaves open), and one setting that a search for an advantage that
grows with S led to, played with random numbers that the search had not seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from glbtheory.bandits.statistics.questions import CONTRADICTED, REPRODUCED, Judgement, Question
from glbtheory.claims.model import Statement
from glbtheory.claims.sentences._questions import CONFIDENCE, PLAIN, SENTENCES, Panels, answered
from glbtheory.claims.vocabulary import stated
from glbtheory.engines.evidence import HOLDS, REFUTED, UNDECIDED, Evidence

#: What is asked of the runs of both panels.
Questions = Callable[[Panels], list[Question]]

REFERENCE = "λ = d log T"
FOUND = "λ = 5.3, factor 1"
#: Settings with more runs than their scan.
_MORE = {"λ = 0.3, disc": 240, "λ = 0.2, δ = 0.5": 120, "λ = 0.2, δ = 1/T": 120}
_RADII = {6: "figure-1a", 7: "figure-1b"}
#: The choices of ``figure-1-choices`` that the text leaves open.
OPEN = {
    "delta=0.5": "δ = 0.5",
    "delta=1_over_T": "δ = 1/T",
    "factor=1": "factor 1",
    "union": "union bound",
}


def name_of(lam: str, more: str = "") -> str:
    """How a setting is called: λ, and what is not as in the reference."""
    penalty = f"λ = {'d log T' if lam == 'dlogT' else lam}"
    return f"{penalty}, {more}" if more else penalty


@lru_cache(maxsize=1)
def settings() -> dict[str, Panels]:
    """The runs of both panels at every setting, simulated where they are missing."""
    from glbtheory.bandits.experiments.run_store import simulated_from
    from glbtheory.bandits.presets import Options, preset
    from glbtheory.bandits.presets.figure_1 import BASES, LAMBDAS

    plans: dict[tuple[str, int], dict[str, Any]] = {}
    figures = {
        REFERENCE: preset("figure-1"),
        FOUND: preset("figure-1", Options(lam=5.3, factor=1, seed=1, runs=240)),
    }
    scan, choices = preset("figure-1-lambda"), preset("figure-1-choices")
    for S, part in _RADII.items():
        for name, figure in figures.items():
            plans[name, S] = _with_plain(figure[part])
        for actions, more in (("sphere", ""), ("ball", "disc")):
            for lam in LAMBDAS:
                name, plan = name_of(lam, more), scan[f"S={S}_lam={lam}_{actions}"]
                if name != REFERENCE:
                    plans[name, S] = _with_runs(plan, name)
        for lam in BASES:
            for choice, more in OPEN.items():
                name, plan = name_of(lam, more), choices[f"S={S}_lam={lam}_{choice}"]
                plans[name, S] = _with_runs(plan, name)
    results = simulated_from({f"{name}, S = {S}": plan for (name, S), plan in plans.items()})
    names = dict.fromkeys(name for name, _ in plans)
    return {name: {S: results[f"{name}, S = {S}"] for S in _RADII} for name in names}


def _with_runs(plan: dict[str, Any], name: str) -> dict[str, Any]:
    return {**plan, "runs": _MORE.get(name, plan["runs"])}


def _with_plain(panel: dict[str, Any]) -> dict[str, Any]:
    """The panel and SC-D-GLUCB without the refined bonus."""
    policies = panel["policies"]
    ours = next(p for p in policies if p["name"] == "SC-D-GLUCB")
    return {**panel, "policies": [*policies, {**ours, "label": PLAIN, "refined": False}]}


@lru_cache(maxsize=64)
def judged(identifier: str) -> dict[str, Judgement]:
    """A sentence at every setting."""
    return judge_all(identifier, SENTENCES[identifier].questions)


def judge_all(identifier: str, questions: Questions) -> dict[str, Judgement]:
    """Any questions at every setting, at the level of all that are asked."""
    found = settings()
    return {
        name: answered(identifier, questions(panels), len(found)) for name, panels in found.items()
    }


def somewhere(judgements: dict[str, Judgement]) -> Evidence:
    """That a sentence is reproduced at one setting at least; refuted if contradicted at each."""
    by = {name: found.outcome for name, found in judgements.items()}
    counts = Counter(by.values())
    outcome = UNDECIDED
    if counts[REPRODUCED]:
        outcome = HOLDS
    elif counts[CONTRADICTED] == len(by):
        outcome = REFUTED
    return Evidence(
        outcome,
        engine="comparison",
        strength="sampled",
        partial=outcome == HOLDS and counts[REPRODUCED] < len(by),
        scope=f"{_told(by, counts)}; {_shortly(judgements[REFERENCE])}",
        witness=_against(judgements) if outcome == REFUTED else None,
        detail="" if outcome == REFUTED else _at_reference(judgements[REFERENCE]),
    )


def _told(by: dict[str, str], counts: Counter[str]) -> str:
    where = [name for name, outcome in by.items() if outcome == REPRODUCED]
    listed = f" ({'; '.join(where)})" if 0 < len(where) <= 8 else ""
    said = (
        f"reproduced at {counts[REPRODUCED]} of {len(by)} settings{listed}, contradicted at"
        f" {counts[CONTRADICTED]}, undecided at {len(by) - counts.total() + counts['undecided']};"
    )
    return f"{said} at the reference {by[REFERENCE]}; jointly at confidence {CONFIDENCE:g}"


def _shortly(found: Judgement, most: int = 4) -> str:
    """The answers at the reference: those that say no first."""
    first = sorted(found.answers, key=lambda answer: answer.outcome != REFUTED)[:most]
    more = " …" if len(found.answers) > most else ""
    return f"{REFERENCE}: " + "; ".join(map(str, first)) + more


def _at_reference(found: Judgement) -> str:
    return f"{REFERENCE}: " + "; ".join(map(str, found.answers))


def _against(judgements: dict[str, Judgement]) -> dict[str, Any]:
    """The first answer that says no, at the reference and at two more settings."""
    first = [REFERENCE, *(name for name in judgements if name != REFERENCE)][:3]
    return {name: str(judgements[name].against[0]) for name in first}


def sentence(identifier: str, latex: str) -> Statement:
    """The sentence is reproduced at one setting at least; what is asked of the runs is a token."""
    printed = SENTENCES[identifier].questions

    @stated(latex=latex)
    def reproduced(*, questions: Questions = printed) -> Evidence:
        known = questions is printed
        return somewhere(judged(identifier) if known else judge_all(identifier, questions))

    return reproduced
