"""Questions in one variable that a moment settles: no computer algebra is loaded for them.

The answers are as sound as all others and have certificates; what differs is the order of the
methods.  A cover with few boxes comes before derivative ladders, which need sympy.
"""

from __future__ import annotations

from typing import Any

from glbtheory.engines.boxes.interval import Rule, Search
from glbtheory.engines.counterexamples.refutation import candidates, refute, sign_at, values_at
from glbtheory.engines.decision import refuted_at, require_defined
from glbtheory.engines.evidence import HOLDS, Evidence
from glbtheory.engines.language.certificate_format import seal
from glbtheory.engines.language.definedness import definedness
from glbtheory.engines.language.domain import Box, Inequality
from glbtheory.engines.polynomial import is_polynomial, prove_polynomial

#: Boxes of a cover that is worth trying before anything else.
_BOXES = 60
#: A cover starts with cuts where the gap vanishes: so many of the least values are looked at.
_LEAST = 4


class _QuickSearch(Search):
    """Branch and bound with the rules that need no computer algebra."""

    def _ladder_rule(self, box: Box) -> Rule | None:
        return None


def quick_answer(statement: Inequality) -> Evidence | None:
    """Evidence for or against a statement in at most one variable; None if it takes longer.

    Raises :class:`~glbtheory.engines.decision.UndefinedOnDomain` as ``decide`` does.
    """
    if statement.conditional or len(statement.domain) > 1 or statement.relation == "==":
        return None
    require_defined(statement)
    witness = refute(statement)
    if witness is not None:
        return refuted_at(statement, witness)
    return _proof(statement, 0)


def _proof(statement: Inequality, depth: int) -> Evidence | None:
    defined = _defined(statement, depth)
    if defined is None:
        return None
    # Of a condition it only matters that it holds, and z3 takes a moment to load.
    return (_covered(statement, defined, 1) if depth else None) or (
        _polynomial(statement, defined) or _covered(statement, defined, _BOXES)
    )


def _polynomial(statement: Inequality, defined: list[dict[str, Any]]) -> Evidence | None:
    if not (is_polynomial(statement.gap) and prove_polynomial(statement)):
        return None
    certificate = seal(statement, {"steps": [*defined, {"rule": "polynomial"}]})
    return Evidence(HOLDS, "symbolic", "proved", certificate=certificate)


def _covered(statement: Inequality, defined: list[dict[str, Any]], boxes: int) -> Evidence | None:
    cover = _QuickSearch(statement, defined=True, max_boxes=boxes).run(_zeros(statement))
    if cover.stuck is not None:
        return None
    leaves = [leaf.to_json() for leaf in cover.leaves]
    certificate = seal(statement, {"defined": defined, "form": "direct", "leaves": leaves})
    detail = f"{len(leaves)} box{'es' * (len(leaves) != 1)}"
    return Evidence(HOLDS, "interval", "certified", certificate=certificate, detail=detail)


def _defined(statement: Inequality, depth: int) -> list[dict[str, Any]] | None:
    """A certificate for every part that must have a sign; None if one is not found at once."""
    steps: list[dict[str, Any]] = []
    for condition in definedness(statement):
        if depth == 3:
            return None
        found = ((v, _proof(v, depth + 1)) for v in condition.versions if refute(v) is None)
        version, evidence = next(((v, e) for v, e in found if e is not None), (None, None))
        if version is None or evidence is None:
            return None
        step = {"rule": "defined", "statement": version.text, "certificate": evidence.certificate}
        steps.append(step)
    return steps


def _zeros(statement: Inequality) -> list[dict[str, Any]]:
    """Points of the usual cloud at which the gap is exactly zero."""
    points = candidates(statement.domain)
    sizes = [abs(v) if v == v else float("inf") for v in values_at(statement.gap, points)]
    least = sorted(range(len(points)), key=sizes.__getitem__)[:_LEAST]
    return [points[k] for k in least if sizes[k] < 1e-9 and sign_at(statement.gap, points[k]) == 0]
