"""Symbolic steps of a certificate: identities and derivative ladders.

A ladder shows f >= 0 for u > 0.  Each rung is something positive times what is below it: the gap
for the first rung, the derivative of the rung before for the others.  A rung starts (at u = 0) with
a value >= 0, so it is >= 0 if the rung above it is; the top rung is visibly >= 0.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from glbtheory.engines.checker.derivative import derivative, has_kink
from glbtheory.engines.checker.limits import start_value
from glbtheory.engines.checker.normal_form import is_zero
from glbtheory.engines.checker.visible_signs import nonnegative, positive
from glbtheory.engines.language.domain import Box, Domain, Inequality, is_finite
from glbtheory.engines.language.expression import Expr, num, substitute, var, variables
from glbtheory.engines.language.parse import parse_expression


def known_signs(domain: Domain | Box) -> dict[str, int]:
    """The variables that keep one sign on a domain, or on a box."""
    signs = {}
    for name, interval in domain.items():
        lo, hi = interval if isinstance(interval, tuple) else (interval.lo, interval.hi)
        if lo >= 0 or hi <= 0:
            signs[name] = 1 if lo >= 0 else -1
    return signs


def is_identity(statement: Inequality) -> bool:
    """Whether both sides are shown to be equal."""
    return not statement.strict and is_zero(statement.gap, known_signs(statement.domain))


def vanishes_on_face(gap: Expr, face: Box, name: str, order: int) -> bool:
    """Whether gap and its derivatives in ``name`` below ``order`` vanish on a whole face."""
    if has_kink(gap):
        return False
    fixed = {n: lo for n, (lo, hi) in face.items() if lo == hi}
    point = {n: num(x) for n, x in fixed.items() if isinstance(x, Fraction)}
    if name not in point:
        return False
    signs = known_signs(face)
    for _ in range(order):
        if not is_zero(substitute(gap, point), signs):
            return False
        gap = derivative(gap, name)
    return True


# --- ladders --------------------------------------------------------------------------------------


def orthants(domain: Domain) -> Iterator[dict[str, Expr]]:
    """The parts of a domain, each variable written with a coordinate u >= 0.

    A second finite end is forgotten: more is then shown than is asked for.
    """
    choices = []
    for name, interval in domain.items():
        u, lo, hi = var(coordinate(name)), interval.lo, interval.hi
        if isinstance(lo, Fraction):
            choices.append([(name, num(lo) + u)])
        elif isinstance(hi, Fraction):
            choices.append([(name, num(hi) - u)])
        else:
            choices.append([(name, u), (name, -u)])
    yield from map(dict, itertools.product(*choices))


def coordinate(name: str) -> str:
    """The name, in certificates, of the coordinate u >= 0 of a variable."""
    return f"u_{name}"


def fault_of_ladder(data: Mapping[str, Any], gap: Expr, strict: bool) -> str | None:
    """What is wrong with a ladder for a gap in coordinates u > 0; None if it is right.

    A right ladder shows gap >= 0 (gap > 0 if ``strict``) wherever all coordinates are > 0 and the
    gap is defined.
    """
    names = set(variables(gap))
    name = data.get("variable")
    if data.get("rule") != "ladder" or name not in names:
        return "not a ladder in a variable of the statement"
    rungs = data.get("rungs") or []
    below = gap
    for level, rung in enumerate(rungs):
        expression, multiplier = (_rung(rung[k], names) for k in ("expression", "multiplier"))
        if not (positive(multiplier) and _regular(multiplier)):
            return f"rung {level}: the multiplier is not visibly positive"
        if not is_zero(expression - multiplier * below, {n: 1 for n in names}):
            return f"rung {level} is not the multiplier times what is below"
        if level == len(rungs) - 1:
            return _fault_of_top(expression, level, strict)
        if not _smooth(expression):
            return f"rung {level} may have a kink"
        start = start_value(expression, str(name))
        if start is None or not nonnegative(start):
            return f"rung {level}: the value at the start is not visibly non-negative"
        below = derivative(expression, str(name))
    return "a ladder without rungs"


def _fault_of_top(expression: Expr, level: int, strict: bool) -> str | None:
    # Roots that survive in the rung come from the gap, which is defined on the domain.
    if not nonnegative(expression, defined=True):
        return "the ladder does not reach a non-negative rung"
    vanishing = strict and not positive(expression, defined=True)
    return f"rung {level} may vanish" if vanishing else None


def border_positive(statement: Inequality, gap: Expr) -> bool:
    """Whether a strict statement also holds where coordinates are 0, if its domain goes there."""
    domain = statement.domain.values()
    if all(i.lo_open if is_finite(i.lo) else i.hi_open for i in domain):
        return True
    names = [coordinate(n) for n in statement.domain]
    return len(names) == 1 and positive(substitute(gap, {names[0]: num(0)}))


def start_positive(gap: Expr, name: str) -> bool:
    """Whether the gap is > 0 at the start of a half-line."""
    start = start_value(gap, coordinate(name))
    return start is not None and positive(start)


def _rung(text: str, names: set[str]) -> Expr:
    """The text of a rung, read by the parser of the language."""
    expr = parse_expression(text, names)
    unknown = set(variables(expr)) - names
    if unknown:
        raise ValueError(f"a rung with the unknown variables {sorted(unknown)}")
    return expr


def _smooth(expr: Expr) -> bool:
    """Whether there is no kink and no jump where all coordinates are > 0 and expr is defined."""
    roots = [node.args[0] for node in expr.walk() if node.op == "sqrt"]
    # tan has poles, asin and acos have vertical tangents, gamma has no derivative here.
    harsh = any(node.op in ("tan", "asin", "acos", "gamma") for node in expr.walk())
    return not has_kink(expr) and not harsh and all(map(positive, roots))


def _regular(expr: Expr) -> bool:
    """Whether an expression is smooth, and visibly defined where all coordinates are > 0."""
    logs = [node.args[0] for node in expr.walk() if node.op == "log"]
    poles = [node.args[1] for node in expr.walk() if node.op == "div"]
    poles += [n.args[0] for n in expr.walk() if n.op == "pow" and int(n.value or 0) < 0]
    return (
        _smooth(expr)
        and all(map(positive, logs))
        and all(positive(p) or positive(-p) for p in poles)
    )
