"""From evidence on single statements to evidence on the claim that they are statements of.

A claim says one formula or several.  A formula is known *as a whole* if a check that covers all of
it holds.  A claim is known as a whole if each of its formulas is.  Otherwise it may *follow* from
what was checked and from what it depends on, by steps that it names; then its checks are parts of
a proof, and it is as strong as the weakest of them, or *by hand* where a step that it names is.
Otherwise it is known where it was checked, and no further.
"""

from __future__ import annotations

from collections.abc import Sequence

from glbtheory.claims.model import AnyStatement, latex_of
from glbtheory.engines.evidence import (
    CASES,
    EXTENTS,
    HOLDS,
    PART,
    STRENGTHS,
    WHOLE,
    Evidence,
    conjunction,
    weakest,
)

#: Strengths that settle all cases of the scope; a link is weak below them.
STRONG = STRENGTHS[: STRENGTHS.index("enumerated") + 1]


def judged(
    statements: Sequence[AnyStatement],
    found: Sequence[Evidence],
    support: Sequence[Evidence],
    *,
    follows: bool,
    by_hand: bool = False,
) -> Evidence | None:
    """The evidence on a claim: ``found`` on its statements in order, ``support`` on its steps.

    ``by_hand`` says that it names a hand step that nothing proves.
    """
    if not statements:
        return None
    together = conjunction([*found, *support]).with_(parts=[*found, *support])
    if together.outcome != HOLDS:
        return together
    settled = [_settling(group) for group in _by_formula(statements, found)]
    known = [e for e in settled if e is not None]
    if len(known) == len(settled):
        # The steps of a proof are not needed where the formula itself was decided.
        return _from(together, known, WHOLE)
    if follows:
        steps = [e for e in (*found, *support) if e.extent in (WHOLE, PART)]
        derived = _from(together, steps, PART)
        return derived.with_(strength="by hand", engine="none") if by_hand else derived
    worst = max((e.extent for e in found if e.extent != WHOLE), key=EXTENTS.index, default=CASES)
    return together.with_(extent=worst)


def _by_formula(
    statements: Sequence[AnyStatement], found: Sequence[Evidence]
) -> list[list[Evidence]]:
    groups: dict[str, list[Evidence]] = {}
    for statement, evidence in zip(statements, found, strict=True):
        groups.setdefault(latex_of(statement), []).append(evidence)
    return list(groups.values())


def _settling(group: list[Evidence]) -> Evidence | None:
    """The strongest evidence on a formula that covers all of it."""
    whole = [e for e in group if e.extent == WHOLE and e.strength in STRONG]
    return min(whole, key=lambda e: STRENGTHS.index(e.strength)) if whole else None


def _from(together: Evidence, used: list[Evidence], extent: str) -> Evidence:
    """What was found in all, as strong as the weakest of what is used."""
    strength = weakest([e.strength for e in used]) if used else "by hand"
    engine = next((e.engine for e in used if e.strength == strength), "none")
    scopes = dict.fromkeys(e.scope for e in used if e.scope)
    return together.with_(strength=strength, engine=engine, scope="; ".join(scopes), extent=extent)
