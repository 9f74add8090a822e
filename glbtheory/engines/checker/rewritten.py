"""The statements to which a certificate may pass: denominators cleared, logarithms taken.

The search has its own version.  Both must name the same statement, or the certificate is refused.
"""

from __future__ import annotations

from glbtheory.engines.language.domain import Domain, Inequality
from glbtheory.engines.language.expression import Expr, call, num, variables

_ONE = num(1)
#: Functions that grow strictly wherever they are defined.
_INCREASING = frozenset({"log", "sqrt", "exp", "atan", "tanh", "sinh"})


def sign_statement(part: Expr, relation: str, domain: Domain) -> Inequality:
    """``part relation 0`` on what the domain says of its variables."""
    return Inequality(part, relation, num(0), _restricted(domain, part))


def numerator_statement(statement: Inequality, numerator: Expr) -> Inequality:
    """What is left of a statement whose gap is the numerator over something positive."""
    return sign_statement(numerator, ">" if statement.strict else ">=", statement.domain)


def logarithm(statement: Inequality) -> Inequality | None:
    """The logarithm of both sides, one of which is an exponential.

    The new statement implies the old one: log A is defined only where A > 0.
    """
    sides = (statement.lhs, statement.rhs)
    if statement.relation == "==" or all(side.op != "exp" for side in sides):
        return None
    left, right = (side.args[0] if side.op == "exp" else call("log", side) for side in sides)
    domain = _restricted(statement.domain, left - right)
    return Inequality(left, statement.relation, right, domain)


def without_function(statement: Inequality) -> Inequality | None:
    """What is left of f(A) <= f(B), or of log A <= c, when f is taken off both sides.

    Each f grows strictly, so that the new statement implies the old one wherever that is defined.
    """
    sides = [statement.lhs, statement.rhs]
    if sides[0].op == "sub" and sides[1] == num(0):
        sides = list(sides[0].args)
    functions = [side.op for side in sides]
    if statement.relation == "==":
        return None
    if functions[0] == functions[1] and functions[0] in _INCREASING:
        left, right = (side.args[0] for side in sides)
    elif "log" in functions:
        constant = sides[1 - functions.index("log")]
        if variables(constant):
            return None
        power = _ONE if constant == num(0) else call("exp", constant)
        left, right = (side.args[0] if side.op == "log" else power for side in sides)
    else:
        return None
    return Inequality(left, statement.relation, right, _restricted(statement.domain, left - right))


def _restricted(domain: Domain, part: Expr) -> Domain:
    names = variables(part)
    return {name: interval for name, interval in domain.items() if name in names}


def as_quotient(expr: Expr) -> tuple[Expr, Expr]:
    """(N, D) with expr = N / D wherever expr is defined; functions are not looked into."""
    if expr.op == "neg":
        top, bottom = as_quotient(expr.args[0])
        return -top, bottom
    if expr.op == "pow":
        pair, k = as_quotient(expr.args[0]), int(expr.value or 0)
        top, bottom = pair if k >= 0 else pair[::-1]
        return _to_the(top, abs(k)), _to_the(bottom, abs(k))
    if expr.op not in ("add", "sub", "mul", "div"):
        return expr, _ONE
    (a, b), (c, d) = (as_quotient(side) for side in expr.args)
    if expr.op == "mul":
        return _product(a, c), _product(b, d)
    if expr.op == "div":
        return _product(a, d), _product(b, c)
    if b != d:
        a, c, b = (a if d == _ONE else a * d), (c if b == _ONE else c * b), _product(b, d)
    return (a + c if expr.op == "add" else a - c), b


def _product(a: Expr, b: Expr) -> Expr:
    return a if b == _ONE and a != _ONE else b if a == _ONE else a * b


def _to_the(a: Expr, k: int) -> Expr:
    return a if a == _ONE or k == 1 else Expr("pow", (a,), k)
