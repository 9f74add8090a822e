"""What can be read off the form of an expression: signs of products, smoothness, branches.

A product has a sign if its factors have one; a quotient is smooth where its denominator is not 0;
abs(u) is u or -u if u has a sign.  Search and checker both reduce a question to the *parts* named
here, and each shows the signs of the parts in its own way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from glbtheory.engines.language.expression import Expr, call, num

#: The sign (1 or -1) of a part.
Lookup = Callable[[Expr], int]


def sign_parts(expr: Expr) -> Iterator[Expr]:
    """The parts whose signs decide the sign of an expression."""
    match expr.op:
        case "num" | "pi" | "exp" | "cosh" | "sqrt":
            return
        case "mul" | "div" | "neg":
            for arg in expr.args:
                yield from sign_parts(arg)
        case "pow":
            if int(expr.value or 0):
                yield from sign_parts(expr.args[0])
        case _:
            yield expr


def sign_from(expr: Expr, lookup: Lookup) -> int:
    """The sign of an expression from the signs of its parts; 0 only for the number 0."""
    match expr.op:
        case "num":
            assert isinstance(expr.value, Fraction)
            return (expr.value > 0) - (expr.value < 0)
        case "pi" | "exp" | "cosh" | "sqrt":
            return 1
        case "mul" | "div":
            return sign_from(expr.args[0], lookup) * sign_from(expr.args[1], lookup)
        case "neg":
            return -sign_from(expr.args[0], lookup)
        case "pow":
            k = int(expr.value or 0)
            return sign_from(expr.args[0], lookup) ** (k % 2 or 2) if k else 1
    return lookup(expr)


def smooth_parts(expr: Expr) -> Iterator[tuple[Expr, bool]]:
    """Parts that must not vanish (True: that must be > 0) for an expression to be smooth.

    An expression with abs, min or max is not smooth: it raises ValueError.
    """
    seen: set[Expr] = set()
    for node in expr.walk():
        need: tuple[Expr, bool] | None = None
        match node.op:
            case "abs" | "min" | "max":
                raise ValueError(f"{node.op} has a kink")
            case "div":
                need = node.args[1], False
            case "pow" if int(node.value or 0) < 0:
                need = node.args[0], False
            case "log" | "sqrt" | "gamma":
                need = node.args[0], True
            case "asin" | "acos":
                need = num(1) - Expr("pow", (node.args[0],), 2), True
            case "tan":
                need = call("cos", node.args[0]), False
        if need is not None and need[0].op != "num" and need[0] not in seen:
            seen.add(need[0])
            yield need


def kinks(expr: Expr) -> Iterator[Expr]:
    """What changes its sign at the kinks: u for abs(u), u - v for min(u, v) and max(u, v)."""
    for node in reversed(list(expr.walk())):
        if node.op == "abs":
            yield node.args[0]
        elif node.op in ("min", "max"):
            yield node.args[0] - node.args[1]


def without_kinks(expr: Expr, lookup: Lookup) -> Expr:
    """The branch of an expression where the signs of its kinks are known.

    ``lookup`` is asked for kinks as they stand in the expression.
    """
    if not expr.args:
        return expr
    args = tuple(without_kinks(a, lookup) for a in expr.args)
    if expr.op == "abs":
        return args[0] if lookup(expr.args[0]) > 0 else -args[0]
    if expr.op in ("min", "max"):
        first_is_larger = lookup(expr.args[0] - expr.args[1]) > 0
        return args[0] if first_is_larger == (expr.op == "max") else args[1]
    return Expr(expr.op, args, expr.value)
