"""Statements with roots as statements about rational functions.

Roots and absolute values become new unknowns, about which a few facts are true: r = u^(1/k) has
r >= 0 and r^k = u, and a = |u| has a >= |u| and a^2 = u^2.  What follows from the facts alone holds
for the true values too.  This fixes how a certificate names and numbers the unknowns and the facts,
so search and checker share it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from glbtheory.engines.language.domain import Inequality, Interval
from glbtheory.engines.language.expression import MAX_BITS, Expr, bits, constant, num, var

#: Roots of a higher order make polynomials that are too long.
MAX_ORDER = 12


class NotAlgebraic(ValueError):
    """The statement has a function that is no root and no absolute value."""


@dataclass(frozen=True)
class Fact:
    """``expr relation 0`` at every point of the domain; relation is >=, > or ==."""

    expr: Expr
    relation: str


@dataclass(frozen=True)
class Algebraic:
    """The gap as a rational expression in ``names``, and what is known of them.

    The first names are the variables (or roots of them), and ``independent`` says how many of them
    fill the box of their ends: all, unless there is a side condition.  The others are continuous
    functions of these.
    """

    gap: Expr
    names: tuple[str, ...]
    facts: tuple[Fact, ...]
    independent: int


def algebraic(statement: Inequality) -> Algebraic:
    """The statement without roots.  Raises :class:`NotAlgebraic` where there is no such form."""
    given = [side for side in statement.given if _polynomial(side.expr)]
    rewriting = _Rewriting(statement)
    for expr in (statement.gap, *(side.expr for side in given)):
        rewriting.find(expr)
    gap = rewriting.rewritten(statement.gap)
    for side in given:
        rewriting.facts.append(Fact(rewriting.rewritten(side.expr), side.relation))
    names = (*rewriting.variable_names(), *rewriting.unknowns)
    # Between integers a root need not even be defined, so there the names are not independent.
    independent = 0 if statement.conditional else len(statement.domain)
    return Algebraic(gap, names, (*rewriting.ends(), *rewriting.facts), independent)


def _polynomial(expr: Expr) -> bool:
    """Whether an expression is defined everywhere, without any condition."""
    return all(
        e.op in ("num", "var", "add", "sub", "mul", "neg")
        or (e.op == "pow" and int(e.value or 0) >= 0)
        for e in expr.walk()
    )


class _Rewriting:
    """First all roots are found, so that each base gets one root; then they are replaced."""

    def __init__(self, statement: Inequality):
        self.domain = statement.domain
        self.orders: dict[str, int] = {}  # of a variable, or of the text of a base
        self.positive: set[str] = set()  # bases that are > 0 because their logarithm is defined
        self.unknowns: list[str] = []
        self.facts: list[Fact] = []

    # -- finding ----------------------------------------------------------------------------------

    def find(self, expr: Expr) -> None:
        """Note the order of every root in an expression."""
        for node in expr.walk():
            power = as_power(node)
            if power is not None:
                base, q, positive = power
                for key, _, exponent in self._pieces(base, q):
                    self.orders[key] = lcm(self.orders.get(key, 1), exponent.denominator)
                    if self.orders[key] > MAX_ORDER:
                        raise NotAlgebraic("a root of a high order")
                    if positive:
                        self.positive.add(key)

    def _pieces(self, base: Expr, q: Fraction) -> Iterator[tuple[str, Expr, Fraction]]:
        """base^q as a product of powers of simpler bases (key, base, exponent)."""
        monomial = self._monomial(base)
        if monomial is None:
            yield str(base), base, q
            return
        coefficient, exponents = monomial
        if coefficient != 1:
            yield str(num(coefficient)), num(coefficient), q
        for name, k in exponents.items():
            if k:
                yield name, var(name), k * q

    def _monomial(self, expr: Expr) -> tuple[Fraction, dict[str, int]] | None:
        """c x1^k1 x2^k2 ... with c > 0 and all x >= 0 on the domain; None otherwise.

        Only then is a root of the product the product of the roots.
        """
        value = constant(expr)
        if value is not None:
            return (value, {}) if value > 0 else None
        if expr.op == "var":
            name = str(expr.value)
            return (Fraction(1), {name: 1}) if self.domain[name].lo >= 0 else None
        if expr.op not in ("mul", "div", "pow"):
            return None
        parts = [self._monomial(a) for a in expr.args]
        if any(p is None for p in parts):
            return None
        (c, exponents), *others = (p for p in parts if p is not None)
        if expr.op == "pow":
            k = int(expr.value or 0)
            if bits(c) * abs(k) > MAX_BITS:
                return None
            return c**k, {n: e * k for n, e in exponents.items()}
        ((d, more),) = others
        side = 1 if expr.op == "mul" else -1
        names = {**exponents, **more}
        total = {n: exponents.get(n, 0) + side * more.get(n, 0) for n in names}
        return c * d**side, total

    # -- rewriting --------------------------------------------------------------------------------

    def rewritten(self, expr: Expr) -> Expr:
        """The expression with unknowns in place of roots and absolute values."""
        if expr.op == "num":
            return expr
        if expr.op == "var":
            return self._variable(str(expr.value))
        power = as_power(expr)
        if power is not None:
            product = num(1)
            for key, base, q in self._pieces(*power[:2]):
                product = product * self._root_power(key, base, q)
            return product
        if expr.op in ("add", "sub", "mul", "div", "neg", "pow"):
            return Expr(expr.op, tuple(self.rewritten(a) for a in expr.args), expr.value)
        if expr.op == "abs":
            return self._absolute(expr.args[0])
        if expr.op in ("min", "max") and len(expr.args) == 2:
            a, b = expr.args
            distance = self._absolute(a - b)
            total = self.rewritten(a) + self.rewritten(b)
            return (total + distance if expr.op == "max" else total - distance) / num(2)
        raise NotAlgebraic(expr.op)

    def _variable(self, name: str) -> Expr:
        k = self.orders.get(name, 1)
        return var(name) if k == 1 else Expr("pow", (var(_root_name(name, k)),), k)

    def _root_power(self, key: str, base: Expr, q: Fraction) -> Expr:
        """base^q as a power of the root of the base."""
        k = self.orders[key]
        if base.op == "var":
            root = var(key if k == 1 else _root_name(key, k))
            return Expr("pow", (root,), int(q * k))
        if k == 1:
            return Expr("pow", (self.rewritten(base),), int(q))
        name = _root_name(key, k)
        if name not in self.unknowns:
            inside = self.rewritten(base)
            self.unknowns.append(name)
            strict = key in self.positive or (constant(base) or 0) > 0
            self.facts.append(Fact(var(name), ">" if strict else ">="))
            self.facts.append(Fact(Expr("pow", (var(name),), k) - inside, "=="))
        return Expr("pow", (var(name),), int(q * k))

    def _absolute(self, inside: Expr) -> Expr:
        name = f"abs({inside})"
        if name not in self.unknowns:
            u = self.rewritten(inside)
            self.unknowns.append(name)
            a = var(name)
            self.facts += [Fact(a, ">="), Fact(a - u, ">="), Fact(a + u, ">=")]
            self.facts.append(Fact(Expr("pow", (a,), 2) - Expr("pow", (u,), 2), "=="))
        return var(name)

    # -- the variables ----------------------------------------------------------------------------

    def variable_names(self) -> list[str]:
        orders = [(n, self.orders.get(n, 1)) for n in sorted(self.domain)]
        return [n if k == 1 else _root_name(n, k) for n, k in orders]

    def ends(self) -> Iterator[Fact]:
        """The ends of the domain as facts."""
        for name in sorted(self.domain):
            interval = self.domain[name]
            k = self.orders.get(name, 1)
            if k > 1:
                strict = interval.lo > 0 or interval.lo_open
                yield Fact(var(_root_name(name, k)), ">" if strict else ">=")
            yield from _bounds(self._variable(name), interval, above_zero=k > 1)


def _bounds(x: Expr, interval: Interval, above_zero: bool) -> Iterator[Fact]:
    if isinstance(interval.lo, Fraction) and not (above_zero and interval.lo == 0):
        yield Fact(x - num(interval.lo), ">" if interval.lo_open else ">=")
    if isinstance(interval.hi, Fraction):
        yield Fact(num(interval.hi) - x, ">" if interval.hi_open else ">=")


def _root_name(base: str, k: int) -> str:
    # No name of a variable has a bracket, so nothing is named twice.
    return f"({base})^(1/{k})"


def as_power(expr: Expr) -> tuple[Expr, Fraction, bool] | None:
    """(u, q, whether u > 0) with expr = u^q for a broken q; None for other expressions."""
    if expr.op == "sqrt":
        return expr.args[0], Fraction(1, 2), False
    if expr.op == "exp" and expr.args[0].op == "mul":
        left, right = expr.args[0].args
        q = constant(left)
        if q is not None and right.op == "log":
            return right.args[0], q, True
    return None
