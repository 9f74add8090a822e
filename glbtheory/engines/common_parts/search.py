"""Statements in fewer variables: what is left when common parts get names of their own.

Where a symmetry leaves a statement as it is, one variable can be given a fixed value: with
f(x, y) = f(x y, 1) for all x and y, the statement is one about u = x y.  The identity is shown by
sympy before the new statement is tried, and by the checker's own algebra afterwards.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from glbtheory.engines.common_parts.bounds import proposed_range
from glbtheory.engines.common_parts.folding import folded
from glbtheory.engines.common_parts.symmetries import Invariance, symmetries
from glbtheory.engines.language.domain import Domain, Inequality, Interval, end_text, is_finite
from glbtheory.engines.language.expression import UNARY, Expr, num, substitute, var, variables
from glbtheory.engines.language.parse import parse_expression
from glbtheory.engines.language.ranges import NoRange, range_of

#: Larger statements are not looked at.
_MAX_SIZE = 400
_MAX_VARIABLES = 6
#: A power of one variable with this exponent is worth a name even if nothing else gets simpler.
_HIGH_POWER = 20


@dataclass(frozen=True)
class Reduction:
    """The statement is a positive factor times ``inner``, whose new variables are parts."""

    inner: Inequality
    parts: dict[str, Expr]
    factor: Expr
    #: Old variables from new ones and from those old ones that may take any value of their own.
    back: dict[str, Expr] = field(default_factory=dict)
    #: Bounds of the one part that interval arithmetic does not show: they need proofs.
    bounds: dict[str, Inequality] = field(default_factory=dict)

    def to_step(self, certificate: Any, bounds: dict[str, Any]) -> dict[str, Any]:
        """The step of a certificate, once the new statement and the bounds have one."""
        domain = self.inner.domain
        return {
            "rule": "common part",
            "parts": [
                {"name": n, "part": str(part), "range": _range_text(domain[n]), **bounds}
                for n, part in self.parts.items()
            ],
            "factor": str(self.factor),
            "sides": [str(self.inner.lhs), str(self.inner.rhs)],
            "certificate": certificate,
        }


def _range_text(i: Interval) -> list[Any]:
    return [end_text(i.lo), end_text(i.hi), i.lo_open, i.hi_open]


def reductions(statement: Inequality) -> Iterator[Reduction]:
    """Statements with fewer variables, or with lower powers, that imply this one."""
    if statement.conditional or not 1 <= len(statement.domain) <= _MAX_VARIABLES:
        return
    if statement.gap.size > _MAX_SIZE:
        return
    names = _Names(statement.domain)
    yield from _whole_subexpressions(statement, _Names(statement.domain))
    lower, powers = _without_powers(statement, names)
    found = False
    if len(lower.domain) > 1:
        for symmetry in symmetries(lower.gap, lower.domain):
            for reduction in _by_symmetry(lower, symmetry, names):
                composed = _composed(statement, reduction, powers)
                if composed is not None and _same(statement, composed):
                    found = True
                    yield composed
    if not found:
        yield from _polynomial_core(statement)
    if not found and powers and _highest_power(statement) >= _HIGH_POWER:
        alone = Reduction(lower, powers, num(1))
        if _same(statement, alone):
            yield alone


class _Names:
    """New names: u, v, w, then u1, u2, ..."""

    def __init__(self, taken: Iterable[str]):
        self.taken = set(taken)

    def new(self) -> str:
        name = next(n for n in self._all() if n not in self.taken)
        self.taken.add(name)
        return name

    def _all(self) -> Iterator[str]:
        yield from "uvw"
        k = 1
        while True:
            yield f"u{k}"
            k += 1


# --- equal subexpressions ------------------------------------------------------------------------


def _whole_subexpressions(statement: Inequality, names: _Names) -> Iterator[Reduction]:
    """A subexpression whose variables, at least two, occur nowhere else; or a wave without end."""
    total = _occurrences(statement.gap)
    candidates: dict[Expr, int] = {}
    for node in statement.gap.walk():
        whole = node in (statement.gap, statement.lhs, statement.rhs)
        if node.args and (not whole or _is_wave(node, statement)):
            candidates[node] = candidates.get(node, 0) + 1
    for node, times in sorted(candidates.items(), key=lambda item: (item[0].size, str(item[0]))):
        own = _occurrences(node)
        if (len(own) < 2 and not _is_wave(node, statement)) or any(
            total[n] != times * k for n, k in own.items()
        ):
            continue
        if sum(own.values()) > len(own) and len(own) == len(total):
            continue  # a variable occurs twice: the range would be too large to be of use
        reduction = _named(statement, node, names)
        if reduction is not None:
            yield reduction
            return


def _is_wave(node: Expr, statement: Inequality) -> bool:
    """Whether it is the sine or cosine of what has no bounds: all that is known is [-1, 1]."""
    if node.op not in ("sin", "cos"):
        return False
    try:
        inside = range_of(node.args[0], statement.domain)
    except NoRange:
        return False
    return not (is_finite(inside.lo) and is_finite(inside.hi))


def _occurrences(expr: Expr) -> dict[str, int]:
    counts: dict[str, int] = {}
    for node in expr.walk():
        if node.op == "var":
            counts[str(node.value)] = counts.get(str(node.value), 0) + 1
    return counts


def _named(statement: Inequality, part: Expr, names: _Names) -> Reduction | None:
    name = names.new()
    lhs, rhs = (_replaced(e, part, var(name)) for e in (statement.lhs, statement.rhs))
    inner = _statement(lhs, statement.relation, rhs, statement.domain, {name: part})
    return None if inner is None else Reduction(inner, {name: part}, num(1))


def _replaced(expr: Expr, old: Expr, new: Expr) -> Expr:
    if expr == old:
        return new
    if not expr.args:
        return expr
    return Expr(expr.op, tuple(_replaced(a, old, new) for a in expr.args), expr.value)


# --- powers of one variable ----------------------------------------------------------------------


def _without_powers(statement: Inequality, names: _Names) -> tuple[Inequality, dict[str, Expr]]:
    """The statement with u for x**k, where x occurs in powers of x**k alone; the parts u."""
    powers: dict[str, Expr] = {}
    lhs, rhs = statement.lhs, statement.rhs
    for name in statement.domain:
        k = math.gcd(*_exponents(statement.gap, name))
        if k < 2:
            continue
        new = names.new()
        powers[new] = Expr("pow", (var(name),), k)
        lhs, rhs = (_lowered(e, name, k, var(new)) for e in (lhs, rhs))
    inner = _statement(lhs, statement.relation, rhs, statement.domain, powers)
    return (statement, {}) if inner is None else (inner, powers)


def _exponents(expr: Expr, name: str) -> list[int]:
    """The exponents with which a variable occurs."""
    if expr == var(name):
        return [1]
    if expr.op == "pow" and expr.args[0] == var(name):
        return [int(expr.value or 0)]
    return [k for a in expr.args for k in _exponents(a, name)]


def _lowered(expr: Expr, name: str, k: int, new: Expr) -> Expr:
    if expr.op == "pow" and expr.args[0] == var(name):
        left = int(expr.value or 0) // k
        return new if left == 1 else Expr("pow", (new,), left)
    return Expr(expr.op, tuple(_lowered(a, name, k, new) for a in expr.args), expr.value)


def _highest_power(statement: Inequality) -> int:
    return max((abs(int(e.value or 0)) for e in statement.gap.walk() if e.op == "pow"), default=0)


def _composed(
    statement: Inequality, reduction: Reduction, powers: dict[str, Expr]
) -> Reduction | None:
    """The reduction of a statement with powers named, as one of the statement itself."""
    if not powers:
        return reduction
    parts = {n: substitute(part, powers) for n, part in reduction.parts.items()}
    # A power that the reduction does not touch stays a part of its own.
    parts |= {n: part for n, part in powers.items() if n in reduction.inner.domain}
    factor = substitute(reduction.factor, powers)
    return replace(reduction, parts=parts, factor=factor, back={})


# --- symmetries ----------------------------------------------------------------------------------


def _by_symmetry(statement: Inequality, symmetry: Invariance, names: _Names) -> Iterator[Reduction]:
    """One variable gets a fixed value; bounded new variables come first."""
    found = []
    for fixed in reversed(symmetry.weights):
        reduction = _with_fixed(statement, symmetry, fixed, _Names(names.taken))
        if reduction is not None:
            found.append(reduction)
    yield from sorted(found, key=_unwieldy)


def _unwieldy(reduction: Reduction) -> tuple[int, int, int]:
    intervals = [reduction.inner.domain[n] for n in reduction.parts]
    infinite = sum(not isinstance(end, Fraction) for i in intervals for end in (i.lo, i.hi))
    return infinite, reduction.inner.gap.size, sum(e.size for e in reduction.parts.values())


def _with_fixed(
    statement: Inequality, symmetry: Invariance, fixed: str, names: _Names
) -> Reduction | None:
    values: dict[str, Expr] = {fixed: num(0 if symmetry.degree is None else 1)}
    parts: dict[str, Expr] = {}
    back: dict[str, Expr] = {}
    factor = num(1)
    for name, weight in symmetry.weights.items():
        ratio = weight / symmetry.weights[fixed]
        if name == fixed:
            continue
        new = names.new()
        if symmetry.degree is None:
            part = _plus_multiple(var(name), -ratio, var(fixed))
            back[name] = _plus_multiple(var(new), ratio, var(fixed))
        elif ratio.denominator == 1:
            part = _times_power(var(name), -int(ratio), var(fixed))
            back[name] = _times_power(var(new), int(ratio), var(fixed))
        else:
            return None
        values[name], parts[new] = var(new), part
    if symmetry.degree:
        exponent = symmetry.degree / symmetry.weights[fixed]
        if exponent.denominator != 1:
            return None
        factor = _times_power(num(1), int(exponent), var(fixed))
    lhs, rhs = (folded(substitute(e, values)) for e in (statement.lhs, statement.rhs))
    if lhs is None or rhs is None or not _positive(factor, statement):
        return None
    inner = _statement(lhs, statement.relation, rhs, statement.domain, parts)
    return None if inner is None else Reduction(inner, parts, factor, back)


def _plus_multiple(x: Expr, q: Fraction, y: Expr) -> Expr:
    size = y if abs(q) == 1 else num(abs(q)) * y
    return x + size if q > 0 else x - size


def _times_power(x: Expr, k: int, y: Expr) -> Expr:
    size = y if abs(k) == 1 else Expr("pow", (y,), abs(k))
    if k < 0:
        return x / size
    return size if x == num(1) else x * size


def _positive(factor: Expr, statement: Inequality) -> bool:
    try:
        values = range_of(factor, statement.domain)
    except NoRange:
        return False
    return values.lo > 0 or (values.lo == 0 and (values.lo_open or not statement.strict))


def _statement(
    lhs: Expr, relation: str, rhs: Expr, domain: Domain, parts: dict[str, Expr]
) -> Inequality | None:
    """The new statement on the ranges of the parts; None if a part has none.

    Its sides are as the checker reads them: there -1 is a sign and a number, elsewhere one number.
    """
    lhs, rhs = (parse_expression(str(e), (*domain, *parts)) for e in (lhs, rhs))
    used = set(variables(lhs - rhs))
    try:
        ranges = {n: range_of(part, domain) for n, part in parts.items()}
    except NoRange:
        return None
    intervals = {**domain, **ranges}
    if not set(parts) <= used:
        return None
    return Inequality(lhs, relation, rhs, {n: i for n, i in intervals.items() if n in used})


# --- polynomials ---------------------------------------------------------------------------------


def _polynomial_core(statement: Inequality) -> Iterator[Reduction]:
    """The variables enter through a polynomial, such as x**2 + x*y + y**2."""
    if not any(e.op in UNARY and e.op != "abs" for e in statement.gap.walk()):
        return
    from glbtheory.engines.common_parts.polynomial_cores import core_of

    name = _Names(statement.domain).new()
    found = core_of(statement.gap, name) if len(statement.domain) > 1 else None
    if found is None:
        return
    part, gap = (parse_expression(str(e), (*statement.domain, name)) for e in found)
    values, bounds = proposed_range(part, statement.domain)
    sides = (num(0), gap) if statement.relation in ("<=", "<") else (gap, num(0))
    inner = Inequality(sides[0], statement.relation, sides[1], {name: values})
    reduction = Reduction(inner, {name: part}, num(1), bounds=bounds)
    if _same(statement, reduction):
        yield reduction


# --- the identity --------------------------------------------------------------------------------


def _same(statement: Inequality, reduction: Reduction) -> bool:
    """Whether sympy sees that the statement is the factor times the new one."""
    from glbtheory.engines.symbolic import sp, to_sympy

    symbols = {n: _symbol(n, i) for n, i in statement.domain.items()}
    old, factor = (to_sympy(e, symbols) for e in (statement.gap, reduction.factor))
    parts = {n: to_sympy(part, symbols) for n, part in reduction.parts.items()}
    new = to_sympy(reduction.inner.gap, {**symbols, **parts})
    difference = old - factor * new
    for simplify in (sp.expand, _split_logarithms, _numerator):
        if difference == 0:
            return True
        difference = simplify(difference)
    return bool(difference == 0)


def _split_logarithms(expr: Any) -> Any:
    """log(p q) = log|p| + log|q|, with log standing for log|.| from here on."""
    from glbtheory.engines.symbolic import sp

    factored = expr.replace(sp.log, lambda a: sp.log(sp.factor(sp.together(a))))
    return sp.expand(sp.expand_log(factored, force=True))


def _numerator(expr: Any) -> Any:
    from glbtheory.engines.symbolic import sp

    return sp.expand(sp.fraction(sp.together(expr))[0])


def _symbol(name: str, interval: Interval) -> Any:
    from glbtheory.engines.symbolic import sp

    if interval.lo > 0 or (interval.lo == 0 and interval.lo_open):
        return sp.Symbol(name, positive=True)
    return sp.Symbol(name, nonnegative=True) if interval.lo == 0 else sp.Symbol(name, real=True)
