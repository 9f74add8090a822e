"""Simple expressions that are near a root: the M of the inequality of means.

The means are equal where M is the root.  So M should agree with it at a point where the two sides
of the statement are equal, or are as close as they get; and it should grow as the root does.
Kinds: the tangent plane of the root, sums of all variables or of its own, and the number 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from glbtheory.engines.counterexamples.refutation import Point, float_values, values_at
from glbtheory.engines.language.domain import Domain
from glbtheory.engines.language.expression import Expr, num, var, variables
from glbtheory.engines.language.roots import as_power
from glbtheory.engines.symbolic import to_sympy

if TYPE_CHECKING:
    import sympy as sp
else:
    from glbtheory._support.lazy_libraries import sympy as sp

#: A number that is no short rational is rounded to one.
_MAX_DENOMINATOR = 60
_KINDS = ("tangent", "all", "own", "one")
_TINY = 1e-9


def meeting_points(gap: Expr, domain: Domain) -> Iterator[Point]:
    """Where both sides may be equal: first with equal variables, then with one of them twice."""
    names = sorted(domain)
    points = [dict.fromkeys(names, Fraction(1))]
    points += [{n: Fraction(2 if n == m else 1) for n in names} for m in names]
    points = [p for p in points if all(domain[n].contains(x) for n, x in p.items())]
    if not points:
        return
    values = np.abs(values_at(gap, points))
    order = np.argsort(np.where(np.isfinite(values), values, np.inf), kind="stable")
    yield points[0]
    if order[0] != 0 and values[order[0]] < _TINY:
        yield points[order[0]]


def nearby(roots: list[Expr], domain: Domain, point: Point) -> Iterator[list[Expr]]:
    """For all roots together: expressions that agree with them at the point, of one kind."""
    seen: list[list[Expr]] = []
    for kind in _KINDS:
        found = [_of_kind(kind, root, domain, point) for root in roots]
        plain = [e for e in found if e is not None]
        if len(plain) == len(found) and plain not in seen:
            seen.append(plain)
            yield plain


def _of_kind(kind: str, root: Expr, domain: Domain, point: Point) -> Expr | None:
    """M for one root; None if there is none of this kind."""
    power = as_power(root)
    assert power is not None
    base, order = power[0], power[1].denominator
    (value,) = values_at(base, [point])
    if not 0 < value < np.inf:
        return None
    height = Fraction(value ** (1 / order)).limit_denominator(_MAX_DENOMINATOR)
    if height <= 0:
        return None
    if kind == "tangent":
        return _tangent(base, order, height, point)
    degree = _degree(base, domain)
    if degree is None or degree % order:
        return None
    power_of_each = degree // order
    if power_of_each == 0:
        return num(1 if kind == "one" else height)
    if kind == "one":
        return None
    names = variables(base) if kind == "own" else sorted(domain)
    if power_of_each < 0 or not names:
        return None
    total = sum(point[n] ** power_of_each for n in names)
    return _combination({n: height / total for n in names}, power_of_each, Fraction(0))


def _tangent(base: Expr, order: int, height: Fraction, point: Point) -> Expr | None:
    """The tangent plane of base^(1/order), with the value ``height`` at the point."""
    symbols = {n: sp.Symbol(n, positive=True) for n in variables(base)}
    at = {s: sp.Rational(point[n].numerator, point[n].denominator) for n, s in symbols.items()}
    written = to_sympy(base, symbols)
    value = written.subs(at)
    slopes: dict[str, Fraction] = {}
    for name, symbol in symbols.items():
        slope = sp.diff(written, symbol).subs(at) / value / order
        if not slope.is_Rational:
            return None
        slopes[name] = Fraction(int(slope.p), int(slope.q)) * height
    offset = height - sum((c * point[n] for n, c in slopes.items()), Fraction(0))
    if offset < 0 or any(c < 0 for c in slopes.values()):
        return None
    return _combination(slopes, 1, offset)


def _combination(slopes: dict[str, Fraction], k: int, offset: Fraction) -> Expr:
    """The sum of c x^k, and the offset."""
    powers = {n: var(n) if k == 1 else Expr("pow", (var(n),), k) for n in slopes}
    terms = [powers[n] if c == 1 else num(c) * powers[n] for n, c in slopes.items() if c]
    if offset or not terms:
        terms.append(num(offset))
    total = terms[0]
    for term in terms[1:]:
        total = total + term
    return total


def _degree(base: Expr, domain: Domain) -> int | None:
    """The degree of an expression that is homogeneous, as far as floats can tell."""
    rng = np.random.default_rng(5)
    points = {n: rng.uniform(0.5, 2.0, 8) for n in domain}
    once = float_values(base, points)
    twice = float_values(base, {n: 2 * x for n, x in points.items()})
    if not np.all(once > 0) or not np.all(twice > 0):
        return None
    degrees = np.log2(twice / once)
    whole = round(float(degrees[0]))
    return whole if np.all(np.abs(degrees - whole) < _TINY) else None
