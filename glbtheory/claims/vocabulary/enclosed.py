"""Statements about real numbers that are known by enclosures, on listed instances.

A relation between two balls holds only when it is certain and is refuted only when its contrary
is certain; whatever lies between is undecided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from flint import arb

from glbtheory.claims.vocabulary.enumerated import Case, Cases, labelled
from glbtheory.claims.vocabulary.forms import Decorator, Text, filled, tokens_of, written
from glbtheory.engines.boxes.balls import ball
from glbtheory.engines.enumeration import as_text
from glbtheory.engines.evidence import HOLDS, REFUTED, UNDECIDED, Evidence

Sides = tuple[Any, str, Any]

#: Two enclosures of one number must agree to this many bits before '==' is taken to hold.
AGREEMENT = 40
AGREED = f"two enclosures agree to {AGREEMENT} bits"


def certain(lhs: Any, relation: str, rhs: Any) -> bool | None:
    """True or False when the enclosures settle it, else None."""
    a, b = ball(lhs), ball(rhs)
    if relation == "==":
        close = abs(a - b) <= arb(2) ** -AGREEMENT * abs(b)
        return True if close else (None if a.overlaps(b) else False)
    if relation in (">=", ">"):
        a, b, relation = b, a, relation.replace(">", "<")
    if relation not in ("<=", "<"):
        raise ValueError(f"relation must be one of <=, <, >=, >, ==, not {relation!r}")
    yes, no = (a <= b, a > b) if relation == "<=" else (a < b, a >= b)
    return True if yes else (False if no else None)


def enclosed(
    *, cases: Cases, latex: Text, scope: Text, shown: Mapping[str, str] | None = None
) -> Decorator:
    """The check of every listed case as (lhs, relation, rhs); the first failure decides.

    The arguments are those of :func:`~glbtheory.claims.vocabulary.enumerated.enumerated`.
    """

    def form(check: Callable[..., Sides]) -> Any:
        def run(**tokens: Any) -> Evidence:
            listed, sides = labelled(cases, check, tokens, shown)
            return _every(listed, sides, filled(scope, tokens))

        return written(run, tokens_of(check, cases, latex, scope), latex)

    return form


def _every(cases: Iterable[Case], sides: Callable[[Case], Sides], scope: str) -> Evidence:
    count, stuck, ratios = 0, "", []
    for case in cases:
        count += 1
        lhs, relation, rhs = sides(case)
        truth = certain(lhs, relation, rhs)
        left, right = ball(lhs), ball(rhs)
        small, large = (right, left) if ">" in relation else (left, right)
        if large > 0:
            ratios.append(float((small / large).mid()))
        if truth is False:
            detail = _failure(left, relation, right)
            return _answer(REFUTED, scope, count, ratios, as_text(case), detail)
        if truth is None and not stuck:
            stuck = f"{left} {relation} {right} is not decided at {as_text(case)}"
    if not count or stuck:
        return _answer(UNDECIDED, scope, count, ratios, None, stuck or "nothing was checked")
    return _answer(HOLDS, scope, count, ratios, None, "every case holds")


def _failure(lhs: arb, relation: str, rhs: arb) -> str:
    a, b = float(lhs.mid()), float(rhs.mid())
    # As many digits as it takes to see the difference.
    digits = next((n for n in (6, 9, 12, 15) if f"{a:.{n}g}" != f"{b:.{n}g}"), 6)
    return f"{a:.{digits}g} {relation} {b:.{digits}g} fails"


def _answer(
    outcome: str, scope: str, count: int, ratios: list[float], witness: Any, detail: str
) -> Evidence:
    return Evidence(
        outcome,
        engine="enclosure",
        strength="enumerated",
        scope=f"{scope} ({count} cases)",
        witness=witness,
        worst_ratio=max(ratios, default=None),
        detail=detail,
    )
