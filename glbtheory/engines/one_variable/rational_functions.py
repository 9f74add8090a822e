"""Rational functions of one variable: recognised, and shown to have no zero (Sturm)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import sympy as sp

from glbtheory.engines.language.expression import Expr, Program, UndefinedHere
from glbtheory.engines.one_variable.regions import LineRegion

_RATIONAL = ("num", "var", "add", "sub", "mul", "div", "neg", "pow")


class _RationalFunctions:
    """Quotients of polynomials in one variable as an arithmetic."""

    def __init__(self, x: Any):
        self.x = x

    def const(self, value: Fraction) -> Any:
        return sp.Poly(sp.Rational(value.numerator, value.denominator), self.x), self.one

    @property
    def one(self) -> Any:
        return sp.Poly(1, self.x)

    def pi(self) -> Any:
        raise UndefinedHere("not rational")

    def add(self, a: Any, b: Any) -> Any:
        return a[0] * b[1] + b[0] * a[1], a[1] * b[1]

    def sub(self, a: Any, b: Any) -> Any:
        return a[0] * b[1] - b[0] * a[1], a[1] * b[1]

    def neg(self, a: Any) -> Any:
        return -a[0], a[1]

    def mul(self, a: Any, b: Any) -> Any:
        return a[0] * b[0], a[1] * b[1]

    def div(self, a: Any, b: Any) -> Any:
        if b[0].is_zero:
            raise UndefinedHere("division by zero")
        return a[0] * b[1], a[1] * b[0]

    def pow(self, a: Any, k: int) -> Any:
        top, bottom = a if k >= 0 else a[::-1]
        if abs(k) * max(top.degree(), bottom.degree()) > 200 or bottom.is_zero:
            raise UndefinedHere("degree too high")
        return top ** abs(k), bottom ** abs(k)

    def call(self, name: str, args: list[Any]) -> Any:
        raise UndefinedHere("not rational")


def as_rational(f: Expr, name: str) -> tuple[Any, Any] | None:
    """(numerator, denominator) of a rational function over the rationals; None for others."""
    if any(node.op not in _RATIONAL for node in f.walk()):
        return None
    x = sp.Symbol(name)
    numbers = _RationalFunctions(x)
    try:
        found = Program(f).run(numbers, {name: (sp.Poly(x, x), numbers.one)})
    except UndefinedHere:
        return None
    return found[0], found[1]


def no_roots(quotient: tuple[Any, Any], region: LineRegion) -> bool:
    """Whether numerator and denominator have no zero in the open region."""
    lo, hi = (e for e in region.box()[region.name])
    return all(_roots_inside(p, lo, hi) == 0 for p in quotient)


def _roots_inside(p: Any, lo: Any, hi: Any) -> int:
    """The number of roots strictly between lo and hi."""
    if p.is_zero:
        return 1
    for end in (lo, hi):
        if isinstance(end, Fraction):
            linear = sp.Poly(p.gen - sp.Rational(end.numerator, end.denominator), p.gen)
            while p.degree() > 0 and p.rem(linear).is_zero:
                p = p.quo(linear)
    if p.degree() <= 0:
        return 0
    ends = [
        sp.Rational(e.numerator, e.denominator) if isinstance(e, Fraction) else None
        for e in (lo, hi)
    ]
    return int(p.count_roots(*ends))


def points_between_roots(gap: Expr, name: str) -> list[Fraction]:
    """Rational points, one in each interval between the real roots of a rational function.

    A rational root is among them as well.  There is none for other functions.
    """
    quotient = as_rational(gap, name)
    if quotient is None or any(p.is_zero for p in quotient):
        return []
    product = quotient[0] * quotient[1]
    if product.degree() <= 0:
        return []
    isolated = [
        [Fraction(int(end.p), int(end.q)) for end in ends] for ends, _ in product.intervals()
    ]
    if not isolated:
        return [Fraction(0)]
    points = [isolated[0][0] - 1, isolated[-1][1] + 1]
    points += [lo for lo, hi in isolated if lo == hi]
    points += [(a[1] + b[0]) / 2 for a, b in pairwise(isolated)]
    return points
