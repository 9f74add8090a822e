"""The independent checker of counterexamples: exact numbers and mpmath intervals at one point.

A statement ``lhs relation rhs`` on a box is refuted by one rational point of the box at which both
sides are defined and the relation fails for sure.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from glbtheory.engines.checker.exact_numbers import ExactNumbers
from glbtheory.engines.checker.intervals import Intervals, precision
from glbtheory.engines.checker.refusal import BadCertificate
from glbtheory.engines.language.domain import Inequality, end_of
from glbtheory.engines.language.expression import Expr, Program, UndefinedHere

_PRECISIONS = (80, 320, 1280)


def check_counterexample(witness: Any, statement: Inequality) -> None:
    """Raise :class:`BadCertificate` unless the statement fails at the witness."""
    point = _point(witness, statement)
    _require_conditions(statement, point)
    sign = _sign(statement.gap, point)
    if sign is None:
        raise BadCertificate("the sign at the point is not decided")
    fails = (
        sign != 0 if statement.relation == "==" else sign < 0 or (sign == 0 and statement.strict)
    )
    if not fails:
        raise BadCertificate("the statement holds at the point")


def _point(witness: Any, statement: Inequality) -> dict[str, Fraction]:
    if not isinstance(witness, Mapping) or set(witness) != set(statement.domain):
        raise BadCertificate("the point must name the variables of the statement, and no other")
    point = {}
    for name, text in witness.items():
        try:
            value = end_of(text)
        except (TypeError, ValueError) as fault:
            raise BadCertificate(f"{name}: {fault}") from None
        if not isinstance(value, Fraction) or not statement.domain[name].contains(value):
            raise BadCertificate(f"{name} = {text} is not in the domain")
        point[name] = value
    return point


def _require_conditions(statement: Inequality, point: Mapping[str, Fraction]) -> None:
    """Raise unless the point satisfies every side condition for sure."""
    for name in sorted(statement.integers):
        if point[name].denominator != 1:
            raise BadCertificate(f"{name} = {point[name]} is not an integer")
    for side in statement.given:
        sign = _sign(side.expr, point)
        if sign not in {">": {1}, ">=": {0, 1}, "==": {0}}[side.relation]:
            raise BadCertificate(f"the point is not shown to satisfy {side.text}")


def _sign(expr: Expr, point: Mapping[str, Fraction]) -> int | None:
    """The sign of an expression at a point; None where it is not decided."""
    program, exact = Program(expr), ExactNumbers()
    try:
        return exact.sign(program.run(exact, {n: exact.const(x) for n, x in point.items()}))
    except (UndefinedHere, ZeroDivisionError, OverflowError):
        pass  # not among the exact numbers; intervals may still tell
    numbers = Intervals()
    try:
        for bits in _PRECISIONS:
            with precision(bits):
                value = program.run(numbers, {n: numbers.const(x) for n, x in point.items()})
            if value.a > 0 or value.b < 0:
                return 1 if value.a > 0 else -1
    except (UndefinedHere, ZeroDivisionError, OverflowError):
        return None
    return None
