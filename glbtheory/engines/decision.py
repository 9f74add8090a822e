"""One door to the deciding engines: is this inequality true on this domain?

Order: show that both sides are defined, look for a counterexample, then algebra (identity,
polynomial arithmetic, ladders), then branch and bound, then a longer hunt for a counterexample.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glbtheory.engines.equivalents import clear_denominators, logarithm, numerator_statement
from glbtheory.engines.evidence import HOLDS, REFUTED, UNDECIDED, Evidence
from glbtheory.engines.interval import Search
from glbtheory.engines.language.certificate_format import seal
from glbtheory.engines.language.definedness import Condition, definedness
from glbtheory.engines.language.domain import Box, Inequality, end_text, is_finite, to_float
from glbtheory.engines.language.expression import num, variables
from glbtheory.engines.polynomial import prove_polynomial
from glbtheory.engines.refutation import (
    Point,
    candidates,
    float_values,
    refute,
    refute_near,
    sign_at,
    touching_points,
)
from glbtheory.engines.symbolic import is_zero, ladders, manageable, to_sympy

#: Clearing denominators may blow an expression up; beyond this many nodes it does not help.
_MAX_SIZE = 2000


class UndefinedOnDomain(ValueError):
    """One side of the inequality is undefined somewhere on the domain."""


def decide(statement: Inequality, *, max_boxes: int = 3000) -> Evidence:
    """Proved, certified, refuted by a rational witness, or undecided with the stuck box.

    Raises :class:`UndefinedOnDomain` when a denominator vanishes, or a logarithm or root leaves
    its range, at a point of the domain.
    """
    require_defined(statement)
    return _decide(statement, max_boxes, frozenset())


def _decide(statement: Inequality, max_boxes: int, known: frozenset[str]) -> Evidence:
    """Decide; ``known`` are the conditions (as text) that hold already on the domain."""
    witness = refute(statement)
    if witness is not None:
        return _refuted(statement, witness)
    conditions, known = _prove_conditions(statement, max_boxes, known)
    if conditions is not None:
        steps = _symbolic_steps(statement) or _cleared_steps(statement, max_boxes, known)
        if steps is not None:
            certificate = seal(statement, {"steps": conditions + steps})
            return Evidence(HOLDS, "symbolic", "proved", certificate=certificate)
    if statement.relation != "==":
        evidence, stuck = _branch_and_bound(statement, conditions, max_boxes, known)
        if evidence.outcome == HOLDS:
            return evidence
        # The box that would not close is where a small violation hides.
        witness = refute_near(statement, stuck)
        if witness is not None:
            return _refuted(statement, witness)
    else:
        evidence = Evidence(
            UNDECIDED, "symbolic", "by hand", detail="the two sides were not shown equal"
        )
    witness = refute(statement, thorough=True)
    return evidence if witness is None else _refuted(statement, witness)


def _refuted(statement: Inequality, witness: Point) -> Evidence:
    values = {n: np.array([to_float(x)]) for n, x in witness.items()}
    lhs, rhs = (float(float_values(e, values)[0]) for e in (statement.lhs, statement.rhs))
    # As many digits as it takes to see the difference.
    digits = next((d for d in (6, 9, 12, 17) if f"{lhs:.{d}g}" != f"{rhs:.{d}g}"), 6)
    detail = f"{lhs:.{digits}g} {statement.relation} {rhs:.{digits}g} fails"
    text = {n: str(x) for n, x in witness.items()}
    return Evidence(REFUTED, "interval", "proved", witness=text, detail=detail)


# --- definedness --------------------------------------------------------------------------------


def require_defined(statement: Inequality) -> None:
    """Raise with the place where a side is undefined, if one can be found."""
    for condition in definedness(statement):
        point = _undefined_at(condition)
        if point is not None:
            raise UndefinedOnDomain(point)


def _undefined_at(condition: Condition) -> str | None:
    """A place where a part is 0, or has a sign that it must not have; None if none is found."""
    part, domain = condition.positive.lhs, condition.positive.domain
    points = candidates(domain)
    columns = {n: np.array([to_float(p[n]) for p in points]) for n in domain}
    values = float_values(part, columns)
    values = values[: len(points)]
    finite = np.where(np.isfinite(values), values, np.inf)
    order = np.argsort(np.abs(finite), kind="stable")[:20]
    extremes = [int(np.argmin(finite)), int(np.argmax(np.where(finite < np.inf, finite, -np.inf)))]
    signs: set[int] = set()
    for k in [*extremes, *order]:
        sign = sign_at(part, points[k])
        where = f"{part} is {'0' if sign == 0 else 'negative'} at {_at(points[k])}"
        if sign == 0 and condition.positive.strict:
            return f"undefined on the domain: {where}"
        if sign is not None and sign < 0 and not condition.either:
            return f"undefined on the domain: {where}"
        if sign is not None:
            signs.add(sign)
    # A continuous part that takes both signs on a box vanishes in between.
    if {1, -1} <= signs:
        return f"undefined on the domain: {part} changes its sign"
    return None


def _at(point: Point) -> str:
    return ", ".join(f"{n} = {x}" for n, x in point.items()) or "every point"


def _prove_conditions(
    statement: Inequality, max_boxes: int, known: frozenset[str]
) -> tuple[list[dict[str, Any]] | None, frozenset[str]]:
    """A certificate for every place where a side might be undefined; None if one is missing."""
    steps: list[dict[str, Any]] = []
    for condition in definedness(statement):
        if any(v.text in known for v in condition.versions):
            continue
        for version in condition.versions:
            evidence = _decide(version, max_boxes, known)
            if evidence.outcome == HOLDS:
                certificate = evidence.certificate
                step = {"rule": "defined", "statement": version.text, "certificate": certificate}
                steps.append(step)
                known |= {version.text}
                break
        else:
            return None, known
    return steps, known


# --- algebra ------------------------------------------------------------------------------------


def _symbolic_steps(statement: Inequality) -> list[dict[str, Any]] | None:
    if not manageable(statement.gap):
        return None
    if not statement.strict and is_zero(to_sympy(statement.gap)):
        return [{"rule": "identity"}]
    if prove_polynomial(statement):
        return [{"rule": "polynomial"}]
    ends = {e for i in statement.domain.values() for e in (i.lo, i.hi)}
    shifted = any(is_finite(e) and e != 0 for e in ends)
    if statement.relation == "==" or not manageable(statement.gap, shifted=shifted):
        return None
    found = ladders(statement)
    if found is not None:
        return [ladder.to_json() for ladder in found]
    return _by_logarithm(statement)


def _cleared_steps(
    statement: Inequality, max_boxes: int, known: frozenset[str]
) -> list[dict[str, Any]] | None:
    """Algebra on the numerator, once the sign of the denominator is known."""
    if statement.relation == "==":
        return None
    for gap, form in _forms(statement, max_boxes, known):
        if "denominator" in form:
            steps = _symbolic_steps(numerator_statement(statement, gap))
            if steps is not None:
                return [{"rule": "cleared", "denominator": form["denominator"], "steps": steps}]
    return None


def _by_logarithm(statement: Inequality) -> list[dict[str, Any]] | None:
    """cosh(x) <= exp(x**2/2) has no ladder; log(cosh(x)) <= x**2/2 has one."""
    inner = logarithm(statement)
    if inner is None:
        return None
    try:
        evidence = decide(inner)
    except UndefinedOnDomain:
        return None  # the other side is not positive everywhere
    if evidence.outcome != HOLDS or evidence.strength != "proved":
        return None
    return [{"rule": "logarithm", "certificate": evidence.certificate}]


# --- branch and bound ---------------------------------------------------------------------------


def _branch_and_bound(
    statement: Inequality,
    conditions: list[dict[str, Any]] | None,
    max_boxes: int,
    known: frozenset[str],
) -> tuple[Evidence, Box]:
    defined = conditions is not None
    extra: dict[str, Any] = {"defined": conditions} if defined else {}
    stuck: Box = {}
    for gap, form in _forms(statement, max_boxes, known if defined else None):
        touching = touching_points(gap, statement.domain)
        search = Search(statement, gap, defined=defined, max_boxes=max_boxes)
        cover = search.run(touching)
        if cover.stuck is None:
            body = {**extra, **form, "leaves": [leaf.to_json() for leaf in cover.leaves]}
            evidence = Evidence(
                HOLDS,
                "interval",
                "certified",
                certificate=seal(statement, body),
                detail=f"{len(cover.leaves)} boxes",
            )
            return evidence, {}
        stuck = cover.stuck
    where = ", ".join(f"{n} in [{end_text(lo)}, {end_text(hi)}]" for n, (lo, hi) in stuck.items())
    return Evidence(UNDECIDED, "interval", "by hand", detail=f"stuck near {where}"), stuck


def _forms(statement: Inequality, max_boxes: int, known: frozenset[str] | None) -> Any:
    """The gap as written, then with its denominators cleared (if all of them are known)."""
    yield statement.gap, {"form": "direct"}
    if known is None:
        return
    numerator, denominator = clear_denominators(statement.gap)
    if denominator == num(1) or numerator.size + denominator.size > _MAX_SIZE:
        return
    domain = {n: i for n, i in statement.domain.items() if n in variables(denominator)}
    for sign, relation in ((1, ">"), (-1, "<")):
        positive = Inequality(denominator, relation, num(0), domain)
        evidence = _decide(positive, max_boxes, known)
        if evidence.outcome == HOLDS:
            form = {"sign": sign, "certificate": evidence.certificate}
            yield (numerator if sign == 1 else -numerator), {"form": "cleared", "denominator": form}
            return
