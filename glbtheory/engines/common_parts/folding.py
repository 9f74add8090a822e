"""Numbers put together after a variable got a value: u*1 + 0 is u, log(1) is 0."""

from __future__ import annotations

from glbtheory.engines.language.expression import Expr, constant, num

_ZERO, _ONE = num(0), num(1)
#: Functions with a rational value at 0 or 1.
_VALUES = {
    "exp": {_ZERO: _ONE},
    "log": {_ONE: _ZERO},
    "sqrt": {_ZERO: _ZERO, _ONE: _ONE},
    "cosh": {_ZERO: _ONE},
    "cos": {_ZERO: _ONE},
    "abs": {_ZERO: _ZERO, _ONE: _ONE},
} | {name: {_ZERO: _ZERO} for name in ("tanh", "sinh", "atan", "sin", "tan", "asin", "erf")}


def folded(expr: Expr) -> Expr | None:
    """The same value, shorter; None where a number is divided by 0 or log(0) is asked for."""
    args = []
    for arg in expr.args:
        new = folded(arg)
        if new is None:
            return None
        args.append(new)
    result = Expr(expr.op, tuple(args), expr.value)
    match expr.op, args:
        case "div", [_, b] if b == _ZERO:
            return None
        case "log" | "gamma", [a] if a == _ZERO:
            return None
        case "pow", [a] if a == _ZERO and int(expr.value or 0) < 0:
            return None
        case "mul", [a, b] if _ONE in (a, b):
            result = b if a == _ONE else a
        case "mul", [a, b] if _ZERO in (a, b):
            result = _ZERO
        case "div", [a, b] if b == _ONE or a == _ZERO:
            result = a
        case "add", [a, b] if _ZERO in (a, b):
            result = b if a == _ZERO else a
        case "sub", [a, b] if b == _ZERO:
            result = a
        case "sub", [a, b] if a == _ZERO:
            result = -b
        case op, [a] if a in _VALUES.get(op, {}):
            result = _VALUES[op][a]
    value = constant(result) if result.op not in ("num", "div") else None
    return result if value is None else num(value)
