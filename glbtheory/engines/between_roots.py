"""Counterexamples to rational inequalities in one variable: one point between any two roots.

The sign of a rational function changes at roots of its numerator and of its denominator only.  A
point in each gap between neighbouring roots, and the roots that are rational, see all of its signs
but those at irrational roots, where the gap is 0.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from glbtheory.engines.language.domain import Inequality
from glbtheory.engines.refutation import Point, sign_at
from glbtheory.engines.symbolic import to_sympy

if TYPE_CHECKING:
    import sympy as sp
else:
    from glbtheory._support.lazy_libraries import sympy as sp

_RATIONAL = frozenset({"num", "var", "add", "sub", "mul", "div", "neg", "pow"})
_MAX_DEGREE = 40


def refute_between_roots(statement: Inequality) -> Point | None:
    """A rational point of the domain where a rational statement in one variable fails."""
    gap = statement.gap
    if len(statement.domain) != 1 or any(node.op not in _RATIONAL for node in gap.walk()):
        return None
    ((name, interval),) = statement.domain.items()
    top, bottom = sp.fraction(sp.together(to_sympy(gap)))
    product = sp.Poly(top * bottom, sp.Symbol(name, real=True), domain="QQ")
    if product.is_zero or product.degree() > _MAX_DEGREE:
        return None
    for x in _points(product):
        if not interval.contains(x):
            continue
        sign = sign_at(gap, {name: x})
        if sign is not None and (sign < 0 or (sign == 0 and statement.strict)):
            return {name: x}
    return None


def _points(polynomial: sp.Poly) -> list[Fraction]:
    """Rational roots, points between neighbouring roots, and one beyond each end."""
    ends = [(_fraction(a), _fraction(b)) for (a, b), _ in polynomial.sqf_part().intervals()]
    if not ends:
        return [Fraction(0)]
    between = [(b + c) / 2 for (_, b), (c, _) in pairwise(ends)]
    beyond = [ends[0][0] - 1, ends[-1][1] + 1]
    # An isolating interval shrinks to a point where the root is rational and was met.
    return [x for pair in ends for x in pair] + between + beyond


def _fraction(q: sp.Rational) -> Fraction:
    return Fraction(int(q.p), int(q.q))
