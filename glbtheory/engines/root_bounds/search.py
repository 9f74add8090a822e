"""The search for proofs by rational bounds of roots.

A sum of roots hides squares: sqrt(x y) <= (x + y)/2 is one.  Where the bounds of
:mod:`~glbtheory.engines.language.root_bounds` lose little, the statement follows from one between
rational functions, which sums of squares often prove.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from glbtheory.engines.along_variable.guesses import seems_signed
from glbtheory.engines.along_variable.lowest import Decide
from glbtheory.engines.budget import Budget, OutOfTime
from glbtheory.engines.evidence import HOLDS
from glbtheory.engines.language.domain import Domain, Inequality, interior
from glbtheory.engines.language.expression import Expr, num, variables
from glbtheory.engines.language.parse import parse_expression
from glbtheory.engines.language.root_bounds import ORDERS, NearRoot, NoBound, below, roots_of
from glbtheory.engines.language.roots import as_power
from glbtheory.engines.root_bounds.nearby import meeting_points, nearby

#: Longer gaps are left to other methods.
_MAX_SIZE, _MAX_ROOTS = 300, 8
_MAX_VARIABLES = 4
#: Statements without roots that are tried, and their share of the time.
_MAX_TRIED, _SHARE = 3, 0.4
_BOXES = 200


@dataclass(frozen=True)
class RootBoundsProof:
    """The step of a certificate, and whether no part of the proof rests on boxes."""

    step: dict[str, Any]
    exact: bool


def prove_by_root_bounds(
    statement: Inequality, budget: Budget, decide: Decide
) -> RootBoundsProof | None:
    """A proof, or None; ``decide`` decides what is left without the roots."""
    if statement.relation == "==" or statement.conditional or not budget.reductions:
        return None
    if not 2 <= len(statement.domain) <= _MAX_VARIABLES or statement.gap.size > _MAX_SIZE:
        return None
    roots = roots_of(statement.gap)
    if not 0 < len(roots) <= _MAX_ROOTS or any(i.lo < 0 for i in statement.domain.values()):
        return None
    own = replace(budget, boxes=min(_BOXES, budget.boxes), reductions=0)
    if budget.remaining is not None:
        own = replace(own, deadline=Budget.of(1, budget.remaining * _SHARE).deadline)
    tried = 0
    try:
        for offered, inner in _statements(statement, roots):
            own.check()
            found = decide(inner, own)
            if found.outcome == HOLDS and found.certificate is not None:
                step = {"rule": "root bounds", "roots": offered, "certificate": found.certificate}
                return RootBoundsProof(step, found.strength == "proved")
            tried += 1
            if tried == _MAX_TRIED:
                break
    except OutOfTime:
        budget.check()
    return None


def _statements(
    statement: Inequality, roots: list[Expr]
) -> Iterator[tuple[list[dict[str, Any]], Inequality]]:
    """Statements with fewer roots that imply the given one, and that floats do not refute."""
    domain = statement.domain if statement.strict else interior(statement.domain)
    relation = ">" if statement.strict else ">="
    seen: set[str] = set()
    for chosen in _choices(roots, statement.gap, domain):
        try:
            gap = below(statement.gap, chosen, domain)
        except NoBound:
            continue
        text = str(gap)
        if text in seen or not seems_signed(gap, domain):
            continue
        seen.add(text)
        used = {n: i for n, i in domain.items() if n in variables(gap)}
        offered = [
            {"number": roots.index(root), "near": str(n.near), "order": n.order}
            for root, n in chosen.items()
        ]
        yield offered, Inequality(gap, relation, num(0), used)


def _choices(roots: list[Expr], gap: Expr, domain: Domain) -> Iterator[dict[Expr, NearRoot]]:
    """All roots, or those of sums only: roots of products are left to other methods."""
    sums = [root for root in roots if _has_sum(root)]
    for order in ORDERS:
        for group in [roots] if sums in ([], roots) else [roots, sums]:
            if order == 2 and any(_order(root) != 2 for root in group):
                continue
            for point in meeting_points(gap, domain):
                for near in nearby(group, domain, point):
                    yield {
                        root: NearRoot(_as_read(m, domain), order)
                        for root, m in zip(group, near, strict=True)
                    }


def _order(root: Expr) -> int:
    power = as_power(root)
    return 1 if power is None else power[1].denominator


def _has_sum(root: Expr) -> bool:
    power = as_power(root)
    return power is not None and any(e.op in ("add", "sub") for e in power[0].walk())


def _as_read(expr: Expr, domain: Domain) -> Expr:
    """The expression as the checker will read it."""
    return parse_expression(str(expr), domain)
