"""Proofs by the place where a gap is lowest along one variable: Pinsker, Young, Fenchel.

Let v be a variable and g an expression in the others, with values in the interval of v.  If
(v - g) * d gap/dv >= 0, then gap >= gap at v = g, a statement in fewer variables.  The sign of the
slope is seen in one of these ways:

sign     g is an end of the interval, and the slope has one sign
factor   slope = (v - g) * rest, and rest >= 0
growing  slope = factor * rest, factor >= 0, rest is 0 at v = g, and its derivative is >= 0
direct   (v - g) * slope >= 0 is decided as it stands
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from glbtheory.engines.along_variable.guesses import Brackets, guesses, seems_signed
from glbtheory.engines.budget import Budget, OutOfTime
from glbtheory.engines.evidence import HOLDS, Evidence
from glbtheory.engines.language.definedness import definedness
from glbtheory.engines.language.domain import (
    Domain,
    Inequality,
    Interval,
    inside,
    interior,
    is_finite,
)
from glbtheory.engines.language.expression import (
    Expr,
    constant,
    num,
    substitute,
    var,
    variables,
)
from glbtheory.engines.language.parse import parse_expression
from glbtheory.engines.symbolic import from_sympy, manageable, to_sympy

if TYPE_CHECKING:
    import sympy as sp
else:
    from glbtheory._support.lazy_libraries import sympy as sp

#: Longer gaps are left to other methods.
_MAX_SIZE, _MAX_VARIABLES, _MAX_POWER = 150, 4, 20
#: Places that are tried along one variable, and boxes for the sign of a slope.
_MAX_PLACES, _BOXES = 4, 60
#: The share of the time that is left for this method.
_OWN_TIME = 0.5

Decide = Callable[[Inequality, Budget], Evidence]


@dataclass
class LowestProof:
    """The step of a certificate, and how strong the proofs of its parts are."""

    step: dict[str, Any]
    strengths: set[str]

    @property
    def exact(self) -> bool:
        """Whether no part rests on boxes."""
        return self.strengths <= {"proved"}


class _NotShown(Exception):
    """A part of a proof is missing."""


def prove_lowest(statement: Inequality, budget: Budget, decide: Decide) -> LowestProof | None:
    """A proof by the lowest place along one variable; ``decide`` decides the parts."""
    if statement.relation == "==" or statement.conditional or not budget.reductions:
        return None
    if not 2 <= len(statement.domain) <= _MAX_VARIABLES or statement.gap.size > _MAX_SIZE:
        return None
    if not manageable(statement.gap) or any(
        e.op == "pow" and abs(int(e.value or 0)) > _MAX_POWER for e in statement.gap.walk()
    ):
        return None
    own = budget
    if budget.remaining is not None:
        own = replace(budget, deadline=Budget.of(1, budget.remaining * _OWN_TIME).deadline)
    try:
        for name in sorted(statement.domain, key=lambda n: _in_exponent(statement.gap, n)):
            own.check()
            found = _along(statement, name, own, decide)
            if found is not None:
                return found
    except OutOfTime:
        budget.check()
    return None


def _along(statement: Inequality, name: str, budget: Budget, decide: Decide) -> LowestProof | None:
    try:
        line = _Line(statement, name, budget, decide)
        brackets = Brackets(line.slope, name, line.domain)
        if not brackets.possible:
            return None
        places = guesses(line.factored, name, line.symbols, statement.domain)
        good = (g for g in places if _plain_logarithms(g, line.domain) and brackets.admit(g))
        for _, at in zip(range(_MAX_PLACES), good, strict=False):
            budget.check()
            try:
                return line.proof(line.same(at))
            except _NotShown:
                continue
    except (ValueError, ArithmeticError, TypeError, AttributeError, sp.PolynomialError):
        return None  # a kink, or something that the language or sympy cannot say
    return None


@dataclass
class _Line:
    """The lines along one variable of a statement."""

    statement: Inequality
    name: str
    budget: Budget
    decide: Decide
    strengths: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        gap = self.statement.gap
        self.rough = list(_rough_parts(gap, self.name))
        whole = self.statement.domain
        others = whole if self.statement.strict else interior(whole)
        self.others = {n: i for n, i in others.items() if n != self.name}
        self.domain: Domain = {n: self.others.get(n, inside(i)) for n, i in whole.items()}
        self.symbols = {n: _symbol(n, i) for n, i in self.domain.items()}
        self.v = self.symbols[self.name]
        slope = sp.diff(to_sympy(gap, self.symbols), self.v)
        self.factored = sp.factor(sp.together(sp.expand_log(slope, force=True)))
        self.slope = self.text(self.factored)

    def text(self, expression: Any) -> Expr:
        return self.same(from_sympy(expression))

    def same(self, expr: Expr) -> Expr:
        """The expression as the checker will read it."""
        return parse_expression(str(expr), set(self.statement.domain))

    # -- parts of a proof --------------------------------------------------------------------------

    def shown(self, expr: Expr, relation: str, domain: Domain, *, hard: bool = False) -> Any:
        """A certificate for ``expr relation 0``; raises if there is none."""
        used = set(variables(expr))
        part = Inequality(expr, relation, num(0), {n: i for n, i in domain.items() if n in used})
        left = self.budget.reductions - 1 if hard else 0
        boxes = self.budget.boxes if hard else min(_BOXES, self.budget.boxes)
        found = self.decide(part, replace(self.budget, boxes=boxes, reductions=left))
        if found.outcome != HOLDS or found.certificate is None:
            raise _NotShown
        self.strengths.add(found.strength)
        return found.certificate

    def proof(self, at: Expr) -> LowestProof:
        """The step that says: the gap is lowest at this place, and >= 0 there."""
        self.strengths = set()
        interval, strict = self.statement.domain[self.name], self.statement.strict
        place = constant(at)
        never_there = place is not None and not interval.contains(place)
        lowest = substitute(self.statement.gap, {self.name: at})
        relation = ">" if strict and never_there else ">="
        slope = self.slope_proof(at, relation)
        step = {
            "rule": "lowest",
            "variable": self.name,
            "at": str(at),
            "inside": [] if place is not None else self.inside(at, interval),
            "smooth": [self.shown(p, ">", self.domain) for p in self.rough],
            "slope": slope,
            "value": self.shown(
                lowest, ">" if strict and not never_there else ">=", self.others, hard=True
            ),
        }
        return LowestProof(step, set(self.strengths))

    def inside(self, at: Expr, interval: Interval) -> list[Any]:
        ends = [(e, r) for e, r in ((interval.lo, ">="), (interval.hi, "<=")) if is_finite(e)]
        return [self.shown(at - num(Fraction(e)), r, self.others) for e, r in ends]

    # -- the sign of the slope ---------------------------------------------------------------------

    def slope_proof(self, at: Expr, relation: str) -> dict[str, Any]:
        """The first way that works; raises if there is none."""
        for way in (self.by_sign, self.by_factor, self.by_growth, self.directly):
            self.budget.check()
            try:
                for found in way(at, relation):
                    return found
            except _NotShown:
                continue
        raise _NotShown

    def by_sign(self, at: Expr, relation: str) -> Iterator[dict[str, Any]]:
        interval, place = self.statement.domain[self.name], constant(at)
        if place is None or place not in (interval.lo, interval.hi):
            return
        falling = {">": "<", ">=": "<="}
        relation = relation if place == interval.lo else falling[relation]
        certificate = self.shown(self.slope, relation, self.domain)
        yield {"way": "sign", "slope": str(self.slope), "certificate": certificate}

    def by_factor(self, at: Expr, relation: str) -> Iterator[dict[str, Any]]:
        place = to_sympy(at, self.symbols)
        quotient = sp.factor(sp.together(self.factored / (self.v - place)))
        if sp.simplify(sp.denom(quotient).subs(self.v, place)) == 0:
            return
        rest = self.text(quotient)
        if seems_signed(rest, self.domain):
            certificate = self.shown(rest, relation, self.domain)
            yield {"way": "factor", "rest": str(rest), "certificate": certificate}

    def by_growth(self, at: Expr, relation: str) -> Iterator[dict[str, Any]]:
        for rest in self.growing_parts():
            try:
                yield self.growth(rest, at, relation)
            except _NotShown:
                continue

    def growing_parts(self) -> Iterator[Any]:
        """Factors of the slope that may grow along the variable: the last one is the slope."""
        top = sp.numer(self.factored)
        for factor in sp.Mul.make_args(top):
            if factor.has(self.v) and not (factor.is_Pow and factor.exp.is_Integer):
                yield factor
                yield -factor
                if self.v.is_positive:
                    yield sp.expand(factor / self.v)
                    yield sp.expand(-factor / self.v)
        yield sp.expand(self.factored)

    def growth(self, rest: Any, at: Expr, relation: str) -> dict[str, Any]:
        growth = self.text(sp.factor(sp.together(sp.diff(rest, self.v))))
        factor = self.text(sp.factor(sp.cancel(self.factored / rest)))
        text = self.text(rest)
        if not (seems_signed(growth, self.domain) and seems_signed(factor, self.domain)):
            raise _NotShown
        used = {n: i for n, i in self.domain.items() if n in variables(text)}
        conditions = definedness(Inequality(text, ">=", num(0), used))
        start = substitute(text, {self.name: at})
        return {
            "way": "growing",
            "factor": str(factor),
            "rest": str(text),
            "growth": str(growth),
            "start": self.shown(start, "==", self.others),
            "positive": self.shown(factor, relation, self.domain),
            "certificate": self.shown(growth, relation, self.domain),
            "smooth": [self.shown(p, ">", self.domain) for p in _rough_parts(text, self.name)],
            "defined": [self.defined(c.versions) for c in conditions],
        }

    def defined(self, versions: list[Inequality]) -> dict[str, Any]:
        for version in versions:
            try:
                certificate = self.shown(version.lhs, version.relation, version.domain)
            except _NotShown:
                continue
            return {"rule": "defined", "statement": version.text, "certificate": certificate}
        raise _NotShown

    def directly(self, at: Expr, relation: str) -> Iterator[dict[str, Any]]:
        product = (var(self.name) - at) * self.slope
        if manageable(product) and seems_signed(product, self.domain):
            certificate = self.shown(product, relation, self.domain)
            yield {"way": "direct", "slope": str(self.slope), "certificate": certificate}


def _in_exponent(gap: Expr, name: str) -> bool:
    """Whether a variable occurs in an exponential; then g has logarithms, which are harder."""
    return any(e.op == "exp" and name in variables(e) for e in gap.walk())


def _plain_logarithms(at: Expr, domain: Domain) -> bool:
    """Whether it is visible that logarithms have positive arguments.

    Otherwise the checker does not see that exp(log(u)) is u, and not |u|.
    """
    for node in at.walk():
        if node.op == "log":
            inner = list(node.args[0].walk())
            if any(e.op not in ("num", "var", "add", "mul", "div", "pow") for e in inner):
                return False
            if any(e.op == "num" and Fraction(str(e.value)) < 0 for e in inner):
                return False
            if any(domain[n].lo < 0 for n in variables(node)):
                return False
    return True


def _rough_parts(expr: Expr, name: str) -> Iterator[Expr]:
    """What must be > 0 for an expression to have a derivative; a kink is a ValueError."""
    seen: set[Expr] = set()
    for node in expr.walk():
        if name not in variables(node):
            continue
        if node.op in ("abs", "min", "max", "gamma"):
            raise ValueError(f"{node.op} of {name} may have no derivative")
        if node.op in ("sqrt", "asin", "acos"):
            a = node.args[0]
            part = a if node.op == "sqrt" else num(1) - Expr("pow", (a,), 2)
            if part not in seen:
                seen.add(part)
                yield part


def _symbol(name: str, interval: Interval) -> Any:
    if interval.lo >= 0:
        return sp.Symbol(name, positive=True)
    return sp.Symbol(name, negative=True) if interval.hi <= 0 else sp.Symbol(name, real=True)
