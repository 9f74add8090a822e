"""Limits at the start of a half-line, which sympy computes for the checker."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp

from glbtheory.engines.checker.normal_form import NormalForms
from glbtheory.engines.language.expression import (
    PI,
    Expr,
    Program,
    UndefinedHere,
    call,
    num,
    power,
    substitute,
    var,
)

#: Limits of longer expressions take minutes.
_MAX_OPERATIONS = 25


def start_value(expr: Expr, name: str) -> Expr | None:
    """The value, or the limit from the right, at name = 0; None if none is found."""
    value = substitute(expr, {name: num(0)})
    try:
        NormalForms().of(value)
    except UndefinedHere:
        return _limit(expr, name)
    return value


def _limit(expr: Expr, name: str) -> Expr | None:
    program = Program(expr)
    names = {str(v) for op, _, v in program.code if op == "var"}
    symbols = {n: sp.Symbol(n, positive=True) for n in names}
    try:
        translated = program.run(_Sympy(), symbols)
        if sp.count_ops(translated) > _MAX_OPERATIONS:
            return None
        return _back(sp.limit(translated, symbols[name], 0, "+"))
    except (NotImplementedError, ValueError, TypeError, LookupError):
        return None


class _Sympy:
    """sympy's expressions as an arithmetic."""

    def const(self, value: Fraction) -> Any:
        return sp.Rational(value.numerator, value.denominator)

    def pi(self) -> Any:
        return sp.pi

    def add(self, a: Any, b: Any) -> Any:
        return sp.Add(a, b)

    def sub(self, a: Any, b: Any) -> Any:
        return sp.Add(a, sp.Mul(-1, b))

    def mul(self, a: Any, b: Any) -> Any:
        return sp.Mul(a, b)

    def div(self, a: Any, b: Any) -> Any:
        return sp.Mul(a, sp.Pow(b, -1))

    def neg(self, a: Any) -> Any:
        return sp.Mul(-1, a)

    def pow(self, a: Any, k: int) -> Any:
        return sp.Pow(a, k)

    def call(self, name: str, args: list[Any]) -> Any:
        special = {"abs": sp.Abs, "min": sp.Min, "max": sp.Max}
        return (special.get(name) or getattr(sp, name))(*args)


def _back(value: Any) -> Expr:
    """The language's own expression for a limit; anything unusual is refused."""
    if value.is_Rational:
        return num(Fraction(int(value.p), int(value.q)))
    if value.is_Symbol:
        return var(value.name)
    if value is sp.pi:
        return PI
    if value is sp.E:
        return call("exp", num(1))
    if value.is_Add or value.is_Mul:
        total = _back(value.args[0])
        for part in map(_back, value.args[1:]):
            total = total + part if value.is_Add else total * part
        return total
    if value.is_Pow:
        return power(_back(value.base), _back(value.exp))
    names = {"exp", "log", "tanh", "sinh", "cosh", "atan"}
    name = type(value).__name__
    if name in names:
        return call(name, _back(value.args[0]))
    raise ValueError(f"a limit that the language cannot say: {value}")
