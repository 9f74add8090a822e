"""Polynomial arithmetic with z3, also after the substitution p = e^z.

A statement whose exponentials are integer powers of e^z turns into one about polynomials in
p > 0.  Where z itself occurs too, z3 is told p >= 1 + z, z >= 0 <=> p >= 1, p (1 - z) <= 1: what it
then proves holds for every p and z with these properties, so it holds for p = e^z.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import arb, ctx, fmpq

from glbtheory.engines.answers.time_limit import remaining_milliseconds
from glbtheory.engines.language.domain import End, Inequality
from glbtheory.engines.language.expression import Expr, constant, num

if TYPE_CHECKING:
    import z3
else:
    from glbtheory._support.lazy_libraries import z3

#: Steps z3 may take: a count, not a time, so that every machine gets the same answer.
STEPS = 8_000_000
#: Steps for a first look, before other engines are asked.
EASY_STEPS = 100_000
#: Polynomials of higher degree are left to the other engines.
MAX_DEGREE = 60
#: Each square root is one more variable for z3.
MAX_ROOTS = 6


#: What this translation can write.
_POLYNOMIAL: tuple[str, ...] = (
    "num",
    "var",
    "exp",
    "add",
    "sub",
    "mul",
    "div",
    "neg",
    "pow",
    "abs",
    "min",
    "max",
)
_POLYNOMIAL += ("sqrt", "tanh", "sinh", "cosh")


class NotPolynomial(ValueError):
    """The statement does not become polynomial by the substitutions known here."""


class _Translation:
    """A statement in the language of z3: terms, and the facts about its auxiliary variables."""

    def __init__(self, statement: Inequality):
        self.statement = statement
        self.reals = {n: z3.Real(n) for n in statement.domain}
        self.facts: list[Any] = []
        self.exponentials: dict[str, Any] = {}
        self.scale = _common_denominators(statement.gap)
        self.fresh = 0
        self._bare = _bare_variables(statement.gap)
        for name, interval in statement.domain.items():
            self._bounds(name, interval)

    def add_conditions(self) -> None:
        """The side conditions that become polynomial; others are left out."""
        for side in self.statement.given:
            try:
                if self.degree(side.expr) > MAX_DEGREE or not is_polynomial(side.expr):
                    continue
                value = self.term(side.expr)
            except (NotPolynomial, KeyError):
                continue
            facts = {">=": value >= 0, ">": value > 0, "==": value == 0}
            self.facts.append(facts[side.relation])

    def _bounds(self, name: str, interval: Any) -> None:
        x = self.reals[name]
        if isinstance(interval.lo, Fraction):
            self.facts.append(x > _z3(interval.lo) if interval.lo_open else x >= _z3(interval.lo))
        if isinstance(interval.hi, Fraction):
            self.facts.append(x < _z3(interval.hi) if interval.hi_open else x <= _z3(interval.hi))

    def degree(self, expr: Expr) -> int:
        """A bound on the degree of the polynomial that an expression becomes."""
        if expr.op in ("exp", "tanh", "sinh", "cosh"):
            coefficients, _ = linear(expr.args[0])
            return sum(abs(int(k * self.scale[n])) for n, k in coefficients.items())
        below = [self.degree(a) for a in expr.args]
        if expr.op == "pow":
            return below[0] * abs(int(expr.value or 0))
        if expr.op in ("mul", "div"):
            return sum(below)
        return max(below, default=1 if expr.op == "var" else 0)

    def term(self, expr: Expr) -> Any:
        """The expression as a z3 term."""
        if expr.op == "num":
            return _z3(Fraction(str(expr.value)))
        if expr.op == "var":
            return self.reals[str(expr.value)]
        if expr.op == "exp":
            return self._exponential(expr.args[0])
        if expr.op not in _POLYNOMIAL:
            raise NotPolynomial(expr.op)
        args = [self.term(a) for a in expr.args]
        match expr.op:
            case "add":
                return args[0] + args[1]
            case "sub":
                return args[0] - args[1]
            case "mul":
                return args[0] * args[1]
            case "div":
                return args[0] / args[1]
            case "neg":
                return -args[0]
            case "pow":
                return _power(args[0], int(expr.value or 0))
            case "abs":
                return z3.If(args[0] >= 0, args[0], -args[0])
            case "min":
                return z3.If(args[0] <= args[1], args[0], args[1])
            case "max":
                return z3.If(args[0] >= args[1], args[0], args[1])
            case "sqrt":
                return self._root(args[0])
        return self._hyperbolic(expr)

    def _root(self, inside: Any) -> Any:
        self.fresh += 1
        if self.fresh > MAX_ROOTS:
            raise NotPolynomial("too many roots")
        root = z3.Real(f"root!{self.fresh}")
        self.facts += [root >= 0, root * root == inside]
        return root

    def _hyperbolic(self, expr: Expr) -> Any:
        up = self._exponential(expr.args[0])
        if expr.op == "tanh":
            return (up * up - 1) / (up * up + 1)
        sign = 1 if expr.op == "cosh" else -1
        return (up + sign / up) / 2

    def _exponential(self, argument: Expr) -> Any:
        """e^(k1 x1 + k2 x2 + c) as a product of integer powers of e^(x/scale)."""
        coefficients, offset = linear(argument)
        if offset != 0:
            raise NotPolynomial("exponential of a constant")
        product: Any = z3.RealVal(1)
        for name, k in coefficients.items():
            product = product * _power(self._base(name), int(k * self.scale[name]))
        return product

    def _base(self, name: str) -> Any:
        if name not in self.exponentials:
            p = z3.Real(f"exp!{name}")
            self.exponentials[name] = p
            self.facts.append(p > 0)
            self._exponential_bounds(name, p)
            if name in self._bare:
                x = self.reals[name] / self.scale[name]
                self.facts += [p >= 1 + x, (x >= 0) == (p >= 1), p * (1 - x) <= 1]
        return self.exponentials[name]

    def _exponential_bounds(self, name: str, p: Any) -> None:
        interval = self.statement.domain[name]
        low = _rational_exp(interval.lo, self.scale[name], outward=-1)
        if low is not None:
            self.facts.append(p > _z3(low) if interval.lo_open else p >= _z3(low))
        high = _rational_exp(interval.hi, self.scale[name], outward=1)
        if high is not None:
            self.facts.append(p < _z3(high) if interval.hi_open else p <= _z3(high))


def _rational_exp(end: End, scale: int, outward: int) -> Fraction | None:
    """A rational at most (outward = -1) or at least (outward = 1) e^(end/scale); exact at 0."""
    # Far out the number would be too long, or a float of it 0: no bound is better than a wrong one.
    if not isinstance(end, Fraction) or abs(end / scale) > 100:
        return None
    if end == 0:
        return Fraction(1)
    x = end / scale
    with ctx.workprec(80):
        middle = Fraction(float(arb(fmpq(x.numerator, x.denominator)).exp().mid()))
    # The float is off by parts in 10^15; moving by one in 10^12 is outward for sure.
    return middle * (1 + Fraction(outward, 10**12))


def linear(expr: Expr) -> tuple[dict[str, Fraction], Fraction]:
    """Coefficients and offset of a linear form; raises NotPolynomial otherwise."""
    value = constant(expr)
    if value is not None:
        return {}, value
    if expr.op == "var":
        return {str(expr.value): Fraction(1)}, Fraction(0)
    if expr.op in ("add", "sub", "neg"):
        first, offset = linear(expr.args[0])
        if expr.op == "neg":
            return {n: -k for n, k in first.items()}, -offset
        second, more = linear(expr.args[1])
        sign = 1 if expr.op == "add" else -1
        names = {*first, *second}
        total = {n: first.get(n, Fraction(0)) + sign * second.get(n, Fraction(0)) for n in names}
        return total, offset + sign * more
    if expr.op in ("mul", "div"):
        a, b = expr.args
        left, right = constant(a), constant(b)
        if expr.op == "mul" and left is not None:
            inner, offset = linear(b)
            return {n: left * k for n, k in inner.items()}, left * offset
        if right is not None and right != 0:
            factor = right if expr.op == "mul" else 1 / right
            inner, offset = linear(a)
            return {n: factor * k for n, k in inner.items()}, factor * offset
    raise NotPolynomial("exponential of something that is not linear")


def _common_denominators(expr: Expr) -> dict[str, int]:
    """For each variable the common denominator of its coefficients inside exponentials."""
    scale: dict[str, int] = {}
    for node in expr.walk():
        if node.op == "var":
            scale.setdefault(str(node.value), 1)
        if node.op in ("exp", "tanh", "sinh", "cosh"):
            for name, k in linear(node.args[0])[0].items():
                old = scale.get(name, 1)
                scale[name] = old * k.denominator // _gcd(old, k.denominator)
    return scale


def _gcd(a: int, b: int) -> int:
    return a if b == 0 else _gcd(b, a % b)


def _bare_variables(expr: Expr) -> set[str]:
    """Variables that occur outside exponentials too."""
    if expr.op == "var":
        return {str(expr.value)}
    if expr.op in ("exp", "tanh", "sinh", "cosh"):
        return set()
    return set().union(*(_bare_variables(a) for a in expr.args)) if expr.args else set()


def _z3(q: Fraction) -> Any:
    return z3.Q(q.numerator, q.denominator)


def _power(base: Any, k: int) -> Any:
    if k == 0:
        return z3.RealVal(1)
    product = base
    for _ in range(abs(k) - 1):
        product = product * base
    return product if k > 0 else 1 / product


def is_polynomial(expr: Expr) -> bool:
    """Whether the substitutions known here may make an expression polynomial."""
    return not any(node.op in ("log", "atan", "pi") for node in expr.walk())


def prove_polynomial(statement: Inequality, steps: int = STEPS) -> bool:
    """Whether z3 shows that no point of the domain violates the statement.

    Division is total in z3 (x/0 is an unknown number), so the caller must know that no
    denominator vanishes on the domain.
    """
    if not is_polynomial(statement.gap):
        return False
    try:
        translation = _Translation(statement)
        if translation.degree(statement.gap) > MAX_DEGREE:
            return False
        gap = translation.term(statement.gap)
        translation.add_conditions()
    except NotPolynomial:
        return False
    solver = z3.SolverFor("QF_NRA")
    solver.set("rlimit", steps)
    limit = remaining_milliseconds()
    if limit is not None:
        solver.set("timeout", limit)
    solver.add(*translation.facts)
    if statement.relation == "==":
        solver.add(gap != 0)
    else:
        solver.add(gap <= 0 if statement.strict else gap < 0)
    return bool(solver.check() == z3.unsat)


def no_point(statement: Inequality) -> bool:
    """Whether z3 shows that no point satisfies the side conditions of a statement."""
    simple = Inequality(num(0), "<=", num(0), statement.domain, statement.given, statement.integers)
    translation = _Translation(simple)
    translation.add_conditions()
    solver = z3.SolverFor("QF_NRA")
    solver.set("rlimit", STEPS)
    limit = remaining_milliseconds()
    if limit is not None:
        solver.set("timeout", limit)
    solver.add(*translation.facts)
    return bool(solver.check() == z3.unsat)
