"""The rule "root bounds": rational bounds take the place of roots.

The step gives the numbers of some roots of the statement, each with an expression M > 0 that is
compared with it.  The bounds of :mod:`~glbtheory.engines.language.root_bounds` give a gap that is
nowhere larger, and a certificate of its own shows that this gap is >= 0 (> 0).  Every function of
the language is continuous where it is defined, so without strictness the inside of the domain is
enough: it is dense in it.
"""

from __future__ import annotations

from typing import Any

from glbtheory.engines.checker.refusal import BadCertificate, CertificateCheck
from glbtheory.engines.checker.rewritten import sign_statement
from glbtheory.engines.language.domain import Domain, Inequality, interior
from glbtheory.engines.language.expression import Expr, variables
from glbtheory.engines.language.parse import parse_expression
from glbtheory.engines.language.root_bounds import NearRoot, NoBound, below, roots_of


def check_root_bounds(step: Any, statement: Inequality, check: CertificateCheck) -> None:
    """Raise unless the step shows the statement, whose sides are known to be defined."""
    if statement.conditional or statement.relation == "==":
        raise BadCertificate("root bounds: for inequalities on boxes only")
    domain = statement.domain if statement.strict else interior(statement.domain)
    there = roots_of(statement.gap)
    roots: dict[Expr, NearRoot] = {}
    for offered in step["roots"]:
        number, order = offered["number"], offered["order"]
        if type(number) is not int or not 0 <= number < len(there):
            raise BadCertificate(f"there is no root {number!r}")
        if type(order) is not int:
            raise BadCertificate(f"the order of a bound is 1 or 2, not {order!r}")
        roots[there[number]] = NearRoot(_expression(offered["near"], domain), order)
    try:
        gap = below(statement.gap, roots, domain)
    except NoBound as fault:
        raise BadCertificate(f"root bounds: {fault}") from None
    check(step["certificate"], sign_statement(gap, ">" if statement.strict else ">=", domain))


def _expression(text: Any, domain: Domain) -> Expr:
    """An expression in the variables of the statement, read by the parser of the language."""
    expr = parse_expression(text, domain)
    unknown = set(variables(expr)) - set(domain)
    if unknown:
        raise BadCertificate(f"{', '.join(sorted(unknown))} must not occur in {text}")
    return expr
