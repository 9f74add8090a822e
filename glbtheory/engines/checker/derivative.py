"""Derivatives of expressions of the language, for the checker."""

from __future__ import annotations

from fractions import Fraction

from glbtheory.engines.language.expression import PI, Expr, call, num

_ZERO, _ONE = num(0), num(1)

#: Functions with a kink: their derivative jumps.
KINKS = ("abs", "min", "max")


def has_kink(expr: Expr) -> bool:
    """Whether abs, min or max occurs."""
    return any(node.op in KINKS for node in expr.walk())


def derivative(expr: Expr, name: str) -> Expr:
    """The derivative in one variable; an expression with a kink raises ValueError."""
    known: dict[int, Expr] = {}

    def of(e: Expr) -> Expr:
        if id(e) not in known:
            known[id(e)] = _rule(e, [of(a) for a in e.args], name)
        return known[id(e)]

    return of(expr)


def _rule(e: Expr, slopes: list[Expr], name: str) -> Expr:
    if e.op == "var":
        return _ONE if e.value == name else _ZERO
    if all(s == _ZERO for s in slopes):
        return _ZERO
    if e.op in KINKS:
        raise ValueError(f"{e.op} has no derivative everywhere")
    a, da = e.args[0], slopes[0]
    match e.op:
        case "neg":
            return -da
        case "add":
            return _sum(da, slopes[1])
        case "sub":
            return _sum(da, _times(num(-1), slopes[1]))
        case "mul":
            return _sum(_times(da, e.args[1]), _times(a, slopes[1]))
        case "div":
            b, db = e.args[1], slopes[1]
            return _sum(
                _times(da, _ONE / b), _times(_times(num(-1), a), _times(db, _ONE / (b * b)))
            )
        case "pow":
            k = int(e.value or 0)
            return _times(num(k), _times(Expr("pow", (a,), k - 1), da)) if k else _ZERO
    return _times(_outer(e, a), da)


def _outer(e: Expr, a: Expr) -> Expr:
    """f'(a) for the function f of the node."""
    match e.op:
        case "exp":
            return e
        case "log":
            return _ONE / a
        case "sqrt":
            return num(Fraction(1, 2)) / e
        case "sinh":
            return call("cosh", a)
        case "cosh":
            return call("sinh", a)
        case "tanh":
            return _ONE - e * e
        case "atan":
            return _ONE / (_ONE + a * a)
        case "sin":
            return call("cos", a)
        case "cos":
            return -call("sin", a)
        case "tan":
            return _ONE + e * e
        case "asin":
            return _ONE / call("sqrt", _ONE - a * a)
        case "acos":
            return -(_ONE / call("sqrt", _ONE - a * a))
        case "erf":
            return num(2) / call("sqrt", PI) * call("exp", -(a * a))
    raise ValueError(f"no derivative of {e.op}")


def _sum(a: Expr, b: Expr) -> Expr:
    return b if a == _ZERO else a if b == _ZERO else a + b


def _times(a: Expr, b: Expr) -> Expr:
    if _ZERO in (a, b):
        return _ZERO
    return b if a == _ONE else a if b == _ONE else a * b
