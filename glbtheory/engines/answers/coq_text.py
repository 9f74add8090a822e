"""Expressions of the language as Coq's reals."""

from __future__ import annotations

from fractions import Fraction

from glbtheory.engines.language.expression import Expr
from glbtheory.engines.language.tightening import linear_form

_FUNCTIONS = {"exp": "exp", "log": "ln", "sqrt": "sqrt"}
_MAX_COPIES = 12


class NotForCoq(ValueError):
    """A proof for which no Coq text is known; the message says why."""


def coq(expr: Expr, *, split: bool = False) -> str:
    """An expression as text; with ``split`` exponentials of sums are written as products."""
    op, args = expr.op, expr.args
    if op == "num":
        assert isinstance(expr.value, Fraction)
        return _number(expr.value)
    if op == "var":
        return str(expr.value)
    if op == "pi":
        return "PI"
    if op in ("add", "sub", "mul", "div"):
        sign = {"add": "+", "sub": "-", "mul": "*", "div": "/"}[op]
        return f"({coq(args[0], split=split)} {sign} {coq(args[1], split=split)})"
    if op == "neg":
        return f"(- {coq(args[0], split=split)})"
    if op == "pow":
        return _power(coq(args[0], split=split), int(expr.value or 0))
    if op == "exp" and split:
        product = split_exponential(args[0])
        if product is not None:
            return product
    if op not in _FUNCTIONS:
        raise NotForCoq(f"{op} is not among the functions of a Coq proof")
    return f"({_FUNCTIONS[op]} {coq(args[0], split=split)})"


def _number(q: Fraction) -> str:
    if q.denominator == 1:
        return str(q) if q >= 0 else f"({q})"
    return f"({q.numerator} / {q.denominator})"


def _power(base: str, k: int) -> str:
    # Products, since the derivative of a power brings natural numbers in.
    if abs(k) > _MAX_COPIES:
        raise NotForCoq(f"a power of {abs(k)} is too high")
    product = "(" + " * ".join([base] * abs(k)) + ")" if k else "1"
    return product if k >= 0 else f"(/ {product})"


def split_exponential(argument: Expr) -> str | None:
    """e^(c + k1 x1 + ...) as a product of e^x, with integer k; None if it is not of this kind."""
    form = linear_form(argument)
    if form is None or any(k.denominator != 1 for k in form[0].values()):
        return None
    top = [f"(exp {_number(form[1])})"] if form[1] else []
    bottom: list[str] = []
    for name, k in sorted(form[0].items()):
        (top if k > 0 else bottom).extend([f"(exp {name})"] * abs(int(k)))
    if len(top) + len(bottom) > _MAX_COPIES:
        return None
    above, below = " * ".join(top) or "1", " * ".join(bottom)
    return f"({above})" if not below else f"(({above}) / ({below}))"


def exponential_rewrites(expr: Expr) -> list[tuple[str, str]]:
    """(as written, as a product) for each exponential that is split."""
    found = {}
    for node in expr.walk():
        if node.op == "exp":
            product, written = split_exponential(node.args[0]), coq(node)
            if product is not None and product != f"({written})":
                found[written] = product
    return list(found.items())
