"""The rule "common part": the variables enter a statement only through a few parts.

The step names new variables u = g(x), each with an interval that holds all values of g on the
domain, and a statement S'(u) on these intervals with a certificate of its own.  If

    (difference of the sides of S) = factor * (difference of the sides of S' at u = g(x))

with a factor > 0 (>= 0 is enough if equality is allowed), then S' implies S.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from glbtheory.engines.checker.refusal import BadCertificate, CertificateCheck
from glbtheory.engines.language.domain import Inequality, Interval, end_of
from glbtheory.engines.language.expression import Expr, num, substitute, variables
from glbtheory.engines.language.parse import parse_expression
from glbtheory.engines.language.ranges import NoRange, range_of


def check_common_part(step: Any, statement: Inequality, check: CertificateCheck) -> None:
    """Raise unless the step shows a statement whose sides are defined on its domain."""
    if statement.conditional:
        raise BadCertificate("a common part knows nothing of side conditions")
    parts: dict[str, Expr] = {}
    intervals = dict(statement.domain)
    for offered in step["parts"]:
        name = offered["name"]
        if name in intervals or not isinstance(name, str):
            raise BadCertificate(f"the name {name!r} is not free")
        parts[name] = parse_expression(offered["part"], statement.domain)
        intervals[name] = _interval(offered["range"])
        _require_inside(parts[name], offered, intervals[name], statement, check)
    lhs, rhs = (parse_expression(text, intervals) for text in step["sides"])
    used = set(variables(lhs - rhs))
    domain = {name: i for name, i in intervals.items() if name in used}
    inner = Inequality(lhs, statement.relation, rhs, domain)
    factor = parse_expression(step["factor"], statement.domain)
    _require_factor(factor, statement)
    _require_same(statement, substitute(inner.gap, parts), factor)
    check(step["certificate"], inner)


def _interval(offered: Any) -> Interval:
    lo, hi, lo_open, hi_open = offered
    if not (isinstance(lo_open, bool) and isinstance(hi_open, bool)):
        raise BadCertificate("an end is open or not")
    return Interval(end_of(lo), end_of(hi), lo_open, hi_open)


def _require_inside(
    part: Expr, offered: Any, claimed: Interval, statement: Inequality, check: CertificateCheck
) -> None:
    """All values of the part lie in the interval; this shows, too, that it is defined.

    An end that exact interval arithmetic does not show has a certificate of its own.
    """
    if claimed.empty:
        raise BadCertificate("an interval without numbers")
    try:
        found = range_of(part, statement.domain)
    except NoRange:
        found = None
    above = Interval(lo=claimed.lo, lo_open=claimed.lo_open)
    below = Interval(hi=claimed.hi, hi_open=claimed.hi_open)
    for key, half, end in (("least", above, claimed.lo), ("most", below, claimed.hi)):
        if found is not None and found.intersect(half) == found:
            continue
        if not isinstance(end, Fraction) or key not in offered:
            raise BadCertificate(f"the values of {part} may leave {half.text('it') or 'it'}")
        relation = ">" if key == "least" else "<"
        relation += "" if half.lo_open or half.hi_open else "="
        names = set(variables(part))
        domain = {n: i for n, i in statement.domain.items() if n in names}
        check(offered[key], Inequality(part, relation, num(end), domain))


def _require_factor(factor: Expr, statement: Inequality) -> None:
    try:
        values = range_of(factor, statement.domain)
    except NoRange as fault:
        raise BadCertificate(f"the values of {factor}: {fault}") from None
    if values.lo < 0 or (statement.strict and values.lo == 0 and not values.lo_open):
        raise BadCertificate(f"the factor {factor} is not shown to be positive")


def _require_same(statement: Inequality, inside: Expr, factor: Expr) -> None:
    """The statement is the factor times the new one, wherever both are defined."""
    if factor == num(1) and str(inside) == str(statement.gap):
        return
    from glbtheory.engines.checker.normal_form import is_zero
    from glbtheory.engines.checker.symbolic_steps import known_signs

    if not is_zero(statement.gap - factor * inside, known_signs(statement.domain)):
        raise BadCertificate("the new statement is not shown to be the old one")
