"""New variables for old ones, so that a side condition becomes a bound.

Of a condition p v + q >= 0 (> 0, == 0) with p and q free of v:

solve   p v + q == 0:               v = -q/p
add     p a rational number:        v = (t - q)/p with t >= 0
scale   p < 0 and v >= 0:           v = u q/(-p) with 0 <= u <= 1

Every point of the old domain comes from a point of the new one: take t = p v + q, or
u = v (-p)/q (and u = 0 where q = 0, since then v = 0).  So the new statement implies the old one.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from glbtheory.engines.language.domain import Domain, Inequality, Interval, Side
from glbtheory.engines.language.expression import (
    Expr,
    constant,
    num,
    substitute,
    var,
    variables,
)
from glbtheory.engines.language.tightening import linear_form, tightened

WAYS = ("solve", "add", "scale")


@dataclass(frozen=True)
class Elimination:
    """Replace ``variable`` with the help of condition number ``side``; ``name`` is new."""

    side: int
    variable: str
    way: str
    name: str = ""

    def to_json(self) -> dict[str, object]:
        """Plain values."""
        return {"side": self.side, "variable": self.variable, "way": self.way, "name": self.name}


def linear_in(expr: Expr, name: str) -> tuple[Expr, Expr] | None:
    """(p, q), free of the variable, with expr = p name + q; None if it is not seen to be linear."""
    zero, one = num(0), num(1)
    if name not in variables(expr):
        return zero, expr
    if expr.op == "var":
        return one, zero
    parts = [linear_in(a, name) for a in expr.args]
    if any(part is None for part in parts):
        return None
    found = [part for part in parts if part is not None]
    p, q = found[0]
    match expr.op:
        case "neg":
            return _minus(zero, p), _minus(zero, q)
        case "add":
            return _plus(p, found[1][0]), _plus(q, found[1][1])
        case "sub":
            return _minus(p, found[1][0]), _minus(q, found[1][1])
        case "mul":
            (a, b), (c, d) = found
            if c == zero:
                return _times(a, d), _times(b, d)
            return (_times(b, c), _times(b, d)) if a == zero else None
        case "div" if found[1][0] == zero:
            bottom = found[1][1]
            return (p if p == zero else p / bottom), (q if q == zero else q / bottom)
    return None


def _plus(a: Expr, b: Expr) -> Expr:
    return b if a == num(0) else a if b == num(0) else _number(a + b)


def _minus(a: Expr, b: Expr) -> Expr:
    if b.op == "neg":
        return _plus(a, b.args[0])
    return a if b == num(0) else _number(-b if a == num(0) else a - b)


def _times(a: Expr, b: Expr) -> Expr:
    if num(0) in (a, b):
        return num(0)
    return b if a == num(1) else a if b == num(1) else _number(a * b)


def _number(expr: Expr) -> Expr:
    """A rational constant as one number."""
    value = constant(expr)
    return expr if value is None else num(value)


def eliminated(statement: Inequality, step: Elimination) -> tuple[Inequality, Expr] | None:
    """The statement in the new variables, and what the old variable is; None if it cannot be."""
    if not 0 <= step.side < len(statement.given) or step.variable in statement.integers:
        return None
    side = statement.given[step.side]
    form = linear_in(side.expr, step.variable)
    if form is None or step.way not in WAYS or (step.way == "solve") != (side.relation == "=="):
        return None
    found = _solution(statement, step, side, *form)
    if found is None:
        return None
    value, interval = found
    used: set[str] = set() if interval is None else {"lo"} if step.way == "scale" else set()
    if step.way != "solve" and (not step.name.isidentifier() or step.name in statement.domain):
        return None
    return _rewritten(statement, step, value, interval, used), value


def _solution(
    statement: Inequality, step: Elimination, side: Side, p: Expr, q: Expr
) -> tuple[Expr, Interval | None] | None:
    """What the variable is in terms of the others and the new one, and where the new one lives."""
    slope = constant(p)
    if step.way == "solve":
        if slope == 0 or not (slope or visibly_signed(p, statement.domain)):
            return None
        return (_scaled(q, -1 / slope) if slope else -q / p), None
    strict = side.relation == ">"
    if step.way == "add":
        if not slope:
            return None
        return _scaled(_minus(var(step.name), q), 1 / slope), Interval(Fraction(0), lo_open=strict)
    own = statement.domain[step.variable]
    down = num(-slope) if slope is not None else _minus(num(0), p)
    if own.lo != 0 or not visibly_positive(down, statement.domain):
        return None
    top = q if down == num(1) else q / down
    return var(step.name) * top, Interval(Fraction(0), Fraction(1), own.lo_open, strict)


def _scaled(expr: Expr, factor: Fraction) -> Expr:
    return expr if factor == 1 else -expr if factor == -1 else _number(num(factor) * expr)


def _rewritten(
    statement: Inequality,
    step: Elimination,
    value: Expr,
    interval: Interval | None,
    used: set[str],
) -> Inequality:
    old = {step.variable: value}
    lhs, rhs = substitute(statement.lhs, old), substitute(statement.rhs, old)
    domain = {n: i for n, i in statement.domain.items() if n != step.variable}
    if interval is not None:
        domain[step.name] = interval
    given = [
        Side(substitute(s.expr, old), s.relation)
        for k, s in enumerate(statement.given)
        if k != step.side
    ]
    given += _bounds(value, statement.domain[step.variable], used)
    given = [s for s in given if not implied(s, domain)]
    tightened(domain, given, statement.integers)
    names = {*variables(lhs - rhs), *(n for s in given for n in variables(s.expr))}
    domain = {n: i for n, i in domain.items() if n in names}
    return Inequality(
        lhs, statement.relation, rhs, domain, tuple(given), statement.integers & names
    )


def _bounds(value: Expr, interval: Interval, used: set[str]) -> list[Side]:
    """The bounds of the old variable, as conditions on what it is now."""
    found = []
    if isinstance(interval.lo, Fraction) and "lo" not in used:
        found.append(Side(_minus(value, num(interval.lo)), ">" if interval.lo_open else ">="))
    if isinstance(interval.hi, Fraction):
        found.append(Side(_minus(num(interval.hi), value), ">" if interval.hi_open else ">="))
    return found


# --- visible signs --------------------------------------------------------------------------------


def implied(side: Side, domain: Domain) -> bool:
    """Whether a condition holds on the whole box, and this can be seen at once."""
    if side.relation == "==":
        return False
    form = linear_form(side.expr)
    if form is None:
        return visibly_positive(side.expr, domain, strict=side.relation == ">")
    least, attained = form[1], True
    for name, c in form[0].items():
        interval = domain.get(name, Interval())
        end = interval.lo if c > 0 else interval.hi
        if not isinstance(end, Fraction):
            return False
        least += c * end
        attained &= not (interval.lo_open if c > 0 else interval.hi_open)
    return least > 0 or (least == 0 and (side.relation == ">=" or not attained))


def visibly_signed(expr: Expr, domain: Domain) -> bool:
    """Whether an expression is visibly > 0, or visibly < 0, on a box."""
    return visibly_positive(expr, domain) or (
        expr.op == "neg" and visibly_positive(expr.args[0], domain)
    )


def visibly_positive(expr: Expr, domain: Domain, strict: bool = True) -> bool:
    """Whether an expression is > 0 (or >= 0) on a box, seen from the signs of its parts."""
    value = constant(expr)
    if value is not None:
        return value > 0 or (value == 0 and not strict)
    args = expr.args
    match expr.op:
        case "var":
            interval = domain.get(str(expr.value), Interval())
            inside = interval.lo == 0 and (interval.lo_open or not strict)
            return interval.lo > 0 or inside
        case "add":
            weak = all(visibly_positive(a, domain, strict=False) for a in args)
            return weak and (not strict or any(visibly_positive(a, domain) for a in args))
        case "mul":
            return all(visibly_positive(a, domain, strict) for a in args)
        case "div":
            return visibly_positive(args[0], domain, strict) and visibly_positive(args[1], domain)
        case "pow":
            even = int(expr.value or 0) % 2 == 0 and not strict and int(expr.value or 0) > 0
            return even or visibly_positive(args[0], domain, strict or int(expr.value or 0) < 0)
        case "exp" | "cosh":
            return True
        case "sub":
            return _linear_positive(expr, domain, strict)
    return False


def _linear_positive(expr: Expr, domain: Domain, strict: bool) -> bool:
    form = linear_form(expr)
    return form is not None and implied(Side(expr, ">" if strict else ">="), domain)
