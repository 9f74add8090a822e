"""Deciding a statement by one in fewer variables."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from glbtheory.engines.common_parts.search import reductions
from glbtheory.engines.common_parts.witnesses import lifted
from glbtheory.engines.evidence import HOLDS, Evidence
from glbtheory.engines.language.certificate_format import seal
from glbtheory.engines.language.domain import Inequality

#: Ways to write a statement with fewer variables that are tried.
_MAX_REDUCTIONS = 2


def decide_by_common_part(
    statement: Inequality,
    conditions: Callable[[], list[dict[str, Any]] | None],
    decide: Callable[[Inequality], Evidence],
) -> Evidence | None:
    """Evidence by way of a statement with fewer variables, or with lower powers; or None.

    ``conditions`` shows that the sides are defined, ``decide`` decides the new statement.  Each
    step of the recursion makes one of the two numbers smaller, so it ends.
    """
    defined: list[dict[str, Any]] | None = None
    for reduction in itertools.islice(reductions(statement), _MAX_REDUCTIONS):
        defined = conditions() if defined is None else defined
        if defined is None:
            return None
        bounds = {key: decide(bound) for key, bound in reduction.bounds.items()}
        if any(evidence.outcome != HOLDS for evidence in bounds.values()):
            continue
        found = decide(reduction.inner)
        if found.outcome == HOLDS:
            shown = {key: evidence.certificate for key, evidence in bounds.items()}
            step = reduction.to_step(found.certificate, shown)
            certificate = seal(statement, {"steps": [*defined, step]})
            return replace(found, certificate=certificate)
        witness = lifted(statement, reduction, found.witness)
        if witness is not None:
            from glbtheory.engines.decision import refuted_at  # it imports this room

            return refuted_at(statement, witness)
    return None
