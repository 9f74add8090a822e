"""Statements in another form, for the search: denominators cleared, logarithms taken."""

from __future__ import annotations

from glbtheory.engines.language.domain import Inequality
from glbtheory.engines.language.expression import Expr, call, num, variables


def numerator_statement(statement: Inequality, numerator: Expr) -> Inequality:
    """N >= 0 (or > 0) on the domain of a statement whose gap is N over something positive."""
    used = set(variables(numerator))
    domain = {n: i for n, i in statement.domain.items() if n in used}
    return Inequality(numerator, ">" if statement.strict else ">=", num(0), domain)


def logarithm(statement: Inequality) -> Inequality | None:
    """A <= e^B as log A <= B (equivalent, since log A asks A > 0); None if no side is e^B."""
    if statement.relation == "==" or "exp" not in (statement.lhs.op, statement.rhs.op):
        return None
    lhs, rhs = (
        e.args[0] if e.op == "exp" else call("log", e) for e in (statement.lhs, statement.rhs)
    )
    used = set(variables(lhs - rhs))
    domain = {n: i for n, i in statement.domain.items() if n in used}
    return Inequality(lhs, statement.relation, rhs, domain)


#: Functions that grow strictly wherever they are defined.
INCREASING = ("log", "sqrt", "exp", "atan", "tanh", "sinh")


def without_function(statement: Inequality) -> Inequality | None:
    """f(A) <= f(B) as A <= B for a strictly increasing f, and log A <= c as A <= e^c.

    f(A) - f(B) <= 0 is the same; None if the statement is neither.
    """
    lhs, rhs = statement.lhs, statement.rhs
    if lhs.op == "sub" and rhs == num(0):
        lhs, rhs = lhs.args
    if statement.relation == "==":
        return None
    if lhs.op == rhs.op and lhs.op in INCREASING:
        left, right = lhs.args[0], rhs.args[0]
    elif lhs.op == "log" and not variables(rhs):
        left, right = lhs.args[0], num(1) if rhs == num(0) else call("exp", rhs)
    elif rhs.op == "log" and not variables(lhs):
        left, right = num(1) if lhs == num(0) else call("exp", lhs), rhs.args[0]
    else:
        return None
    used = set(variables(left - right))
    domain = {n: i for n, i in statement.domain.items() if n in used}
    return Inequality(left, statement.relation, right, domain)


def clear_denominators(expr: Expr) -> tuple[Expr, Expr]:
    """Numerator N and denominator D with expr = N/D wherever expr is defined.

    Quotients inside functions stay where they are: only the rational skeleton is opened.
    """
    one = num(1)
    match expr.op:
        case "add" | "sub":
            (n1, d1), (n2, d2) = map(clear_denominators, expr.args)
            if d1 == d2:
                return Expr(expr.op, (n1, n2)), d1
            left = n1 if d2 == one else n1 * d2
            right = n2 if d1 == one else n2 * d1
            return Expr(expr.op, (left, right)), _times(d1, d2)
        case "mul":
            (n1, d1), (n2, d2) = map(clear_denominators, expr.args)
            return _times(n1, n2), _times(d1, d2)
        case "div":
            (n1, d1), (n2, d2) = map(clear_denominators, expr.args)
            return _times(n1, d2), _times(d1, n2)
        case "neg":
            n, d = clear_denominators(expr.args[0])
            return -n, d
        case "pow":
            n, d = clear_denominators(expr.args[0])
            k = int(expr.value or 0)
            if k < 0:
                n, d, k = d, n, -k
            return _power(n, k), _power(d, k)
    return expr, one


def _times(a: Expr, b: Expr) -> Expr:
    one = num(1)
    return b if a == one else a if b == one else a * b


def _power(a: Expr, k: int) -> Expr:
    return a if k == 1 or a == num(1) else Expr("pow", (a,), k)
