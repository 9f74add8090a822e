"""One door to the deciding engines: is this inequality true on this domain?

Order: show that both sides are defined, look for a counterexample, in many bounded variables a tree
of boxes, in one variable sign tables, then algebra (identity, polynomial arithmetic, rational
bounds of roots, sums of squares, ladders), then the lowest place along a variable, then branch and
bound, then a longer hunt for a counterexample.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from glbtheory.engines.boxes.interval import Search
from glbtheory.engines.budget import Budget, OutOfTime
from glbtheory.engines.counterexamples.refutation import (
    Point,
    admits,
    candidates,
    inner_points,
    refute,
    refute_near,
    sign_at,
    touching_points,
    values_at,
)
from glbtheory.engines.equivalents import (
    clear_denominators,
    logarithm,
    numerator_statement,
    without_function,
)
from glbtheory.engines.evidence import HOLDS, REFUTED, UNDECIDED, Evidence
from glbtheory.engines.language.certificate_format import seal
from glbtheory.engines.language.definedness import Condition, definedness
from glbtheory.engines.language.domain import Box, Inequality, end_text, is_finite, to_float
from glbtheory.engines.language.expression import NARY, UNARY, num, variables
from glbtheory.engines.polynomial import EASY_STEPS, prove_polynomial
from glbtheory.engines.symbolic import is_zero, ladders, manageable, to_sympy

if TYPE_CHECKING:
    from glbtheory.engines.boxes.box_tree import BoxTree
    from glbtheory.engines.boxes.many_boxes import ManyBoxes

#: Clearing denominators may blow an expression up; beyond this many nodes it does not help.
_MAX_SIZE = 2000
_POLYNOMIAL = ("num", "var", "add", "sub", "mul", "div", "neg", "pow", "abs", "min", "max")
_ALGEBRAIC = (*_POLYNOMIAL, "sqrt")


class UndefinedOnDomain(ValueError):
    """One side of the inequality is undefined somewhere on the domain."""


def decide(statement: Inequality, *, budget: Budget | None = None) -> Evidence:
    """Proved, certified, refuted by a rational witness, or undecided with the stuck box.

    Raises :class:`UndefinedOnDomain` when a denominator vanishes, or a logarithm or root leaves
    its range, at a point of the domain.
    """
    if statement.conditional:
        from glbtheory.engines.conditions.side_conditions import decide_conditional

        return decide_conditional(statement, budget or Budget())
    require_defined(statement)
    return decide_on_box(statement, budget or Budget())


def decide_on_box(statement: Inequality, budget: Budget) -> Evidence:
    """The same for a statement without side conditions, its sides being defined or not."""
    return _decide(statement, budget, frozenset())


def _decide(statement: Inequality, budget: Budget, known: frozenset[str]) -> Evidence:
    """Decide; ``known`` are the conditions (as text) that hold already on the domain."""
    # Methods that need large libraries are loaded when it is their turn.
    from glbtheory.engines.boxes.many_boxes import many_boxes
    from glbtheory.engines.one_variable.between_roots import refute_between_roots

    budget.check()
    witness = refute(statement) or refute_between_roots(statement)
    if witness is not None:
        return refuted_at(statement, witness)
    if not _is_algebraic(statement):
        common = _common_part(statement, budget, known)
        if common is not None:
            return common
    boxes = many_boxes(statement, budget)
    if boxes is None or not _many_boxes_first(statement):
        return _decide_by_all_means(statement, boxes, budget, known)
    # These bounds show by themselves that both sides are defined.
    found = _tree_of_boxes(statement, boxes.quickly())
    if found.outcome != UNDECIDED:
        return found
    try:
        return _decide_by_all_means(statement, boxes, budget, known)
    except OutOfTime:
        return found


def _decide_by_all_means(
    statement: Inequality, boxes: ManyBoxes | None, budget: Budget, known: frozenset[str]
) -> Evidence:
    """Algebra, then branch and bound, then a longer look for a counterexample."""
    budget.check()
    conditions, known = _prove_conditions(statement, budget, known)
    if conditions is not None:
        steps = _identity_steps(statement) or _one_variable_steps(statement, budget)
        steps = steps or _easy_steps(statement)
        if steps is None:
            from glbtheory.engines.counterexamples.descent import refute_by_descent
            from glbtheory.engines.squares import prove_by_squares

            witness = refute_by_descent(statement, budget)
            if witness is not None:
                return refuted_at(statement, witness)
            bounded = _root_bounds(statement, conditions, budget)
            if bounded is not None:
                return bounded
            steps = prove_by_squares(statement, budget)
        if steps is None and _is_algebraic(statement):
            common = _common_part(statement, budget, known)
            if common is not None:
                return common
        if steps is None:
            steps = _symbolic_steps(statement, budget) or _cleared_steps(statement, budget, known)
        if steps is not None:
            certificate = seal(statement, {"steps": conditions + steps})
            return Evidence(HOLDS, "symbolic", "proved", certificate=certificate)
        inside = _without_function(statement, conditions, budget)
        inside = inside or _lowest(statement, conditions, budget)
        if inside is not None:
            return inside
    tree = None if boxes is None else _tree_of_boxes(statement, boxes.fully())
    if tree is not None and tree.outcome != UNDECIDED:
        return tree
    if statement.relation != "==":
        evidence, stuck = _branch_and_bound(statement, conditions, budget, known)
        if evidence.outcome == HOLDS:
            return evidence
        # The box that would not close is where a small violation hides.
        witness = refute_near(statement, stuck)
        if witness is not None:
            return refuted_at(statement, witness)
    else:
        evidence = Evidence(
            UNDECIDED, "symbolic", "by hand", detail="the two sides were not shown equal"
        )
    witness = refute(statement, thorough=True)
    if witness is not None:
        return refuted_at(statement, witness)
    return evidence if tree is None else tree


def refuted_at(statement: Inequality, witness: Point) -> Evidence:
    """A counterexample as evidence, with the values of both sides."""
    lhs, rhs = (values_at(e, [witness])[0] for e in (statement.lhs, statement.rhs))
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
    points = [p for p in candidates(domain) if admits(condition.positive, p)]
    if not points:
        return None
    finite = [v if math.isfinite(v) else math.inf for v in values_at(part, points)]
    by_value = sorted(range(len(finite)), key=finite.__getitem__)
    order = sorted(range(len(finite)), key=lambda k: abs(finite[k]))[:20]
    extremes = [
        by_value[0],
        max(by_value, key=lambda k: finite[k] if finite[k] < math.inf else -math.inf),
    ]
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
    if {1, -1} <= signs and not condition.positive.conditional:
        return f"undefined on the domain: {part} changes its sign"
    return None


def _at(point: Point) -> str:
    return ", ".join(f"{n} = {x}" for n, x in point.items()) or "every point"


def _prove_conditions(
    statement: Inequality, budget: Budget, known: frozenset[str]
) -> tuple[list[dict[str, Any]] | None, frozenset[str]]:
    """A certificate for every place where a side might be undefined; None if one is missing."""
    steps: list[dict[str, Any]] = []
    for condition in definedness(statement):
        if any(v.text in known for v in condition.versions):
            continue
        for version in condition.versions:
            evidence = _decide(version, budget, known)
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


def _one_variable_steps(statement: Inequality, budget: Budget) -> list[dict[str, Any]] | None:
    """Sign tables, for one variable; what is polynomial is left to algebra."""
    if all(node.op in _POLYNOMIAL for node in statement.gap.walk()):
        return None
    from glbtheory.engines.one_variable import prove_one_variable

    return prove_one_variable(statement, budget)


def _identity_steps(statement: Inequality) -> list[dict[str, Any]] | None:
    """Both sides are equal: seen first, since other methods look long for signs of what is 0."""
    if statement.strict or not manageable(statement.gap) or _seen_nonzero(statement):
        return None
    return [{"rule": "identity"}] if is_zero(to_sympy(statement.gap)) else None


def _easy_steps(statement: Inequality) -> list[dict[str, Any]] | None:
    """Identities, and what z3 sees at once."""
    if not manageable(statement.gap):
        return None
    found = _identity_steps(statement)
    if found is None and prove_polynomial(statement, EASY_STEPS):
        found = [{"rule": "polynomial"}]
    return found


def _symbolic_steps(statement: Inequality, budget: Budget) -> list[dict[str, Any]] | None:
    """A longer look by z3, then ladders."""
    if not manageable(statement.gap):
        return None
    if prove_polynomial(statement):
        return [{"rule": "polynomial"}]
    ends = {e for i in statement.domain.values() for e in (i.lo, i.hi)}
    shifted = any(is_finite(e) and e != 0 for e in ends)
    if statement.relation == "==" or not manageable(statement.gap, shifted=shifted):
        return None
    found = ladders(statement)
    if found is not None:
        return [ladder.to_json() for ladder in found]
    return _by_logarithm(statement, budget)


def _seen_nonzero(statement: Inequality) -> bool:
    """Whether one exact value shows that the sides are no identity, before sympy is asked."""
    return any(sign_at(statement.gap, p) in (1, -1) for p in inner_points(statement.domain))


def _cleared_steps(
    statement: Inequality, budget: Budget, known: frozenset[str]
) -> list[dict[str, Any]] | None:
    """Algebra on the numerator, once the sign of the denominator is known."""
    if statement.relation == "==":
        return None
    for gap, form in _forms(statement, budget, known):
        if "denominator" in form:
            # Squares are not asked again: they have seen the numerator.
            inner = numerator_statement(statement, gap)
            steps = _easy_steps(inner) or _symbolic_steps(inner, budget)
            if steps is not None:
                return [{"rule": "cleared", "denominator": form["denominator"], "steps": steps}]
    return None


def _by_logarithm(statement: Inequality, budget: Budget) -> list[dict[str, Any]] | None:
    """cosh(x) <= exp(x**2/2) has no ladder; log(cosh(x)) <= x**2/2 has one."""
    inner = logarithm(statement)
    if inner is None or without_function(inner) is not None:
        return None  # the way back would lead here again
    try:
        evidence = decide(inner, budget=budget)
    except UndefinedOnDomain:
        return None  # the other side is not positive everywhere
    if evidence.outcome != HOLDS or evidence.strength != "proved":
        return None
    return [{"rule": "logarithm", "certificate": evidence.certificate}]


def _without_function(
    statement: Inequality, conditions: list[dict[str, Any]], budget: Budget
) -> Evidence | None:
    """log(1 + x**2) > 0 is 1 + x**2 > 1: what is left when an increasing function is taken off."""
    inner = without_function(statement)
    if inner is None or inner.text == statement.text:
        return None
    # What is left has a certificate of its own, which says again that its parts are defined.
    found = _decide(inner, budget, frozenset())
    if found.outcome != HOLDS:
        return None
    step = {"rule": "increasing", "certificate": found.certificate}
    certificate = seal(statement, {"steps": [*conditions, step]})
    return Evidence(HOLDS, found.engine, found.strength, certificate=certificate)


def _is_algebraic(statement: Inequality) -> bool:
    """Whether algebra is likely to settle it as it stands."""
    return all(node.op in _ALGEBRAIC for node in statement.gap.walk())


def _common_part(statement: Inequality, budget: Budget, known: frozenset[str]) -> Evidence | None:
    """log(1 + x*y) >= x*y/2 is a statement about u = x*y."""
    from glbtheory.engines.common_parts import decide_by_common_part

    return decide_by_common_part(
        statement,
        lambda: _prove_conditions(statement, budget, known)[0],
        lambda inner: _decide(inner, budget, frozenset()),
    )


def _lowest(
    statement: Inequality, conditions: list[dict[str, Any]], budget: Budget
) -> Evidence | None:
    """The gap is lowest at a known place along one variable: fewer variables are left."""
    from glbtheory.engines.along_variable import prove_lowest

    found = prove_lowest(statement, budget, lambda part, less: _decide(part, less, frozenset()))
    if found is None:
        return None
    certificate = seal(statement, {"steps": [*conditions, found.step]})
    engine, strength = ("symbolic", "proved") if found.exact else ("interval", "certified")
    return Evidence(HOLDS, engine, strength, certificate=certificate)


def _root_bounds(
    statement: Inequality, conditions: list[dict[str, Any]], budget: Budget
) -> Evidence | None:
    """2*sqrt(x*y) <= x + y: by the inequality of means, roots give way to rational functions."""
    if all(e.op != "sqrt" and e.op != "exp" for e in statement.gap.walk()):
        return None
    from glbtheory.engines.root_bounds import prove_by_root_bounds

    found = prove_by_root_bounds(
        statement, budget, lambda part, less: _decide(part, less, frozenset())
    )
    if found is None:
        return None
    certificate = seal(statement, {"steps": [*conditions, found.step]})
    engine, strength = ("symbolic", "proved") if found.exact else ("interval", "certified")
    return Evidence(HOLDS, engine, strength, certificate=certificate)


# --- branch and bound ---------------------------------------------------------------------------


def _many_boxes_first(statement: Inequality) -> bool:
    """Whether algebra is likely to take long: many variables, or functions of several."""
    functions = any(e.op in (*UNARY, *NARY) for e in statement.gap.walk())
    return len(statement.domain) >= (2 if functions else 4)


def _tree_of_boxes(statement: Inequality, tree: BoxTree) -> Evidence:
    """What a search over boxes in several variables shows."""
    if tree.levels is not None:
        certificate = seal(statement, {"tree": tree.levels})
        detail = f"{tree.boxes} boxes"
        return Evidence(HOLDS, "interval", "certified", certificate=certificate, detail=detail)
    from glbtheory.engines.boxes.many_boxes import lowest_witness

    witness = lowest_witness(statement, tree)
    if witness is not None:
        return refuted_at(statement, witness)
    return Evidence(UNDECIDED, "interval", "by hand", detail=_what_is_left(tree))


def _what_is_left(tree: BoxTree) -> str:
    """Where the search got stuck, and the lower bound that it has shown everywhere."""
    if tree.stuck is None:
        return "the numbers are too small for floats"
    where = ", ".join(
        f"{n} in [{to_float(lo):.6g}, {to_float(hi):.6g}]" for n, (lo, hi) in tree.stuck.items()
    )
    if tree.bound is None or not math.isfinite(tree.bound):
        return f"stuck near {where}"
    return f"stuck near {where}; the difference of the sides is at least {tree.bound:.6g}"


def _branch_and_bound(
    statement: Inequality,
    conditions: list[dict[str, Any]] | None,
    budget: Budget,
    known: frozenset[str],
) -> tuple[Evidence, Box]:
    defined = conditions is not None
    extra: dict[str, Any] = {"defined": conditions} if defined else {}
    stuck: Box = {}
    for gap, form in _forms(statement, budget, known if defined else None):
        touching = touching_points(gap, statement.domain)
        search = Search(statement, gap, defined=defined, budget=budget)
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


def _forms(statement: Inequality, budget: Budget, known: frozenset[str] | None) -> Any:
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
        evidence = _decide(positive, budget, known)
        if evidence.outcome == HOLDS:
            form = {"sign": sign, "certificate": evidence.certificate}
            yield (numerator if sign == 1 else -numerator), {"form": "cleared", "denominator": form}
            return
