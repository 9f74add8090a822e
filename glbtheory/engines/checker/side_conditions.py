"""Side conditions in certificates: what may be forgotten, replaced or split.

box         the statement holds on the whole box, conditions or not
substitute  a condition is turned into a bound by a new variable
integers    an integer variable: small values one by one, the rest as a real number
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from glbtheory.engines.checker.boxes import box_text
from glbtheory.engines.checker.intervals import Intervals
from glbtheory.engines.checker.refusal import BadCertificate, CertificateCheck
from glbtheory.engines.language.domain import Box, Inequality, Interval, Side
from glbtheory.engines.language.elimination import Elimination, eliminated, linear_in
from glbtheory.engines.language.expression import (
    Program,
    UndefinedHere,
    num,
    substitute,
    var,
    variables,
)

RULES = ("box", "substitute", "integers")
_MAX_CASES = 1000


def check_conditional(step: Any, statement: Inequality, check: CertificateCheck) -> None:
    """Raise unless one of the rules shows the statement; ``check`` checks a certificate."""
    rules = {"box": _box, "substitute": _substitute, "integers": _integers}
    rules[step["rule"]](step, statement, check)


def _box(step: Any, statement: Inequality, check: CertificateCheck) -> None:
    check(step["certificate"], statement.on_the_box)


def _substitute(step: Any, statement: Inequality, check: CertificateCheck) -> None:
    elimination = Elimination(step["side"], step["variable"], step["way"], step["name"])
    found = eliminated(statement, elimination)
    if found is None:
        raise BadCertificate("the substitution is not possible")
    side, name = statement.given[step["side"]], step["variable"]
    form = linear_in(side.expr, name)
    if form is None or {name} & {*variables(form[0]), *variables(form[1])}:
        raise BadCertificate("the condition is not linear in the variable")
    from glbtheory.engines.checker.normal_form import is_zero

    if not is_zero(side.expr - (form[0] * var(name) + form[1]), {}):
        raise BadCertificate("the condition is not what the substitution takes it for")
    check(step["certificate"], found[0])


def _integers(step: Any, statement: Inequality, check: CertificateCheck) -> None:
    name, first, last = step["variable"], int(step["first"]), int(step["last"])
    interval = statement.domain[name]
    if name not in statement.integers or last - first > _MAX_CASES:
        raise BadCertificate("not an integer variable, or too many cases")
    values = range(first, last + 1)
    if last < first - 1 or len(step["cases"]) != len(values):
        raise BadCertificate("the cases are not those of the integer variable")
    for certificate, value in zip(step["cases"], values, strict=True):
        check(certificate, _at(statement, name, value))
    # What is left out between the cases and the ends of the domain has its own certificate.
    below = Interval(interval.lo, Fraction(first - 1))
    above = Interval(Fraction(last + 1), interval.hi)
    for key, part in (("below", below), ("above", above)):
        if part.empty:
            continue
        domain = {**statement.domain, name: part}
        rest = replace(statement, domain=domain, integers=statement.integers - {name})
        check(step[key], rest)


def _at(statement: Inequality, name: str, value: int) -> Inequality:
    point = {name: num(value)}
    lhs, rhs = substitute(statement.lhs, point), substitute(statement.rhs, point)
    given = tuple(Side(substitute(s.expr, point), s.relation) for s in statement.given)
    names = {*variables(lhs - rhs), *(n for s in given for n in variables(s.expr))}
    domain = {n: i for n, i in statement.domain.items() if n in names}
    return Inequality(lhs, statement.relation, rhs, domain, given, statement.integers & names)


def require_outside(statement: Inequality, box: Box, rule: Any) -> None:
    """Raise unless one condition certainly fails on a whole box, which then needs no proof."""
    try:
        good = _outside(statement, box, rule)
    except (UndefinedHere, ZeroDivisionError, OverflowError):
        good = False
    if not good:
        raise BadCertificate(f"rule outside fails on {box_text(box)}")


def _outside(statement: Inequality, box: Box, rule: Any) -> bool:
    side = statement.given[rule["side"]]
    numbers = Intervals(False)
    ends = {n: numbers.box(*box[n]) for n in variables(side.expr)}
    value = Program(side.expr).run(numbers, ends)
    if side.relation == "==":
        return bool(value.b < 0 or value.a > 0)
    return bool(value.b < 0 or (side.relation == ">" and value.b <= 0))
