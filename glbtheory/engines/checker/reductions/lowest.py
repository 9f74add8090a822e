"""Lowest along a variable: the gap is smallest at v = g, and there it is >= 0.

Let v be a variable, and g an expression in the others with values in the closed interval of v.  If
(v - g) * d gap/dv >= 0 wherever v is inside its interval, then gap >= gap at v = g, by the mean
value theorem on the segment from g to v:

* The gap is continuous on the segment, g included, since every function of the language is
  continuous where it is defined.  So neither end of the segment needs a derivative.
* Inside the segment the gap has a derivative: roots and inverse sines ask for more than to be
  defined, and that has certificates of its own; abs, min, max and gamma of v are refused.

If equality is allowed, it is enough to look at the interior of the domain, which is dense in it.
If it is not, then the gap at g must be > 0; where g is an end of the interval that v does not take,
(v - g) * d gap/dv > 0 does as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from glbtheory.engines.checker.derivative import derivative
from glbtheory.engines.checker.normal_form import is_zero
from glbtheory.engines.checker.refusal import BadCertificate, CertificateCheck
from glbtheory.engines.checker.rewritten import sign_statement
from glbtheory.engines.checker.symbolic_steps import known_signs
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

#: Checks the steps that show a statement to be defined.
DefinedCheck = Callable[[list[Any], Inequality], object]


def check_lowest(
    step: Any, statement: Inequality, check: CertificateCheck, check_defined: DefinedCheck
) -> None:
    """Raise unless the step shows the statement, whose sides are known to be defined."""
    if statement.conditional or statement.relation == "==":
        raise BadCertificate("lowest along a variable: for inequalities on boxes only")
    name = step["variable"]
    if name not in statement.domain:
        raise BadCertificate(f"lowest along {name!r}, which is no variable of the statement")
    interval = statement.domain[name]
    others = statement.domain if statement.strict else interior(statement.domain)
    others = {n: i for n, i in others.items() if n != name}
    at = _expression(step["at"], set(others))
    _check_inside(step["inside"], at, interval, others, check)
    never_there = constant(at) is not None and not interval.contains(_number(at))
    strict_slope = statement.strict and never_there
    lowest = substitute(statement.gap, {name: at})
    relation = ">" if statement.strict and not never_there else ">="
    check(step["value"], sign_statement(lowest, relation, others))
    line = _LineToCheck(
        name, at, interval, {**others, name: inside(interval)}, check, check_defined
    )
    line.check_smooth(step["smooth"], statement.gap)
    line.check_slope(step["slope"], derivative(statement.gap, name), ">" if strict_slope else ">=")


def _check_inside(
    offered: Any, at: Expr, interval: Interval, others: Domain, check: CertificateCheck
) -> None:
    """Raise unless the values of g lie in the closed interval."""
    value = constant(at)
    if value is not None:
        if not interval.lo <= value <= interval.hi:
            raise BadCertificate(f"{at} is not in the interval of the variable")
        return
    ends = [(e, r) for e, r in ((interval.lo, ">="), (interval.hi, "<=")) if is_finite(e)]
    for certificate, (end, relation) in zip(offered, ends, strict=True):
        check(certificate, sign_statement(at - num(Fraction(end)), relation, others))


class _LineToCheck:
    """The lines along which one variable moves inside its interval."""

    def __init__(
        self,
        name: str,
        at: Expr,
        interval: Interval,
        domain: Domain,
        check: CertificateCheck,
        check_defined: DefinedCheck,
    ):
        self.name, self.at, self.interval, self.domain = name, at, interval, domain
        self.distance = var(name) - at
        self.check, self.check_defined = check, check_defined

    def check_smooth(self, offered: Any, expr: Expr) -> None:
        """Raise unless an expression that is defined also has a derivative on the lines."""
        parts = list(rough_parts(expr, self.name))
        for certificate, part in zip(offered, parts, strict=True):
            self.check(certificate, sign_statement(part, ">", self.domain))

    def check_slope(self, data: Any, slope: Expr, relation: str) -> None:
        """Raise unless (v - g) * slope is >= 0, or > 0."""
        match data["way"]:
            case "factor":
                rest = self.read(data["rest"])
                self.require_equal(slope, self.distance * rest)
                self.check(data["certificate"], self.sign(rest, relation))
            case "sign":
                same = self.read(data["slope"])
                self.require_equal(slope, same)
                self.check(data["certificate"], self.sign(same, self.towards_the_end(relation)))
            case "direct":
                same = self.read(data["slope"])
                self.require_equal(slope, same)
                self.check(data["certificate"], self.sign(self.distance * same, relation))
            case "growing":
                self.check_growing(data, slope, relation)
            case way:
                raise BadCertificate(f"unknown way {way!r} to see the sign of a slope")

    def check_growing(self, data: Any, slope: Expr, relation: str) -> None:
        """The slope is a factor >= 0 times what grows along v and is 0 at v = g."""
        factor, rest = self.read(data["factor"]), self.read(data["rest"])
        self.require_equal(slope, factor * rest)
        self.check(data["positive"], self.sign(factor, relation))
        self.check_defined(data["defined"], self.sign(rest, ">="))
        self.check_smooth(data["smooth"], rest)
        growth = self.read(data["growth"])
        self.require_equal(derivative(rest, self.name), growth)
        self.check(data["certificate"], self.sign(growth, relation))
        # The certificate shows as well that the rest is defined at v = g, so it is continuous.
        others = {n: i for n, i in self.domain.items() if n != self.name}
        start = substitute(rest, {self.name: self.at})
        self.check(data["start"], sign_statement(start, "==", others))

    def towards_the_end(self, relation: str) -> str:
        """The relation of the slope to 0 if g is an end of the interval."""
        value = constant(self.at)
        if value is not None and value == self.interval.lo:
            return relation
        if value is not None and value == self.interval.hi:
            return {">": "<", ">=": "<="}[relation]
        raise BadCertificate(f"{self.at} is no end of the interval of the variable")

    def read(self, text: Any) -> Expr:
        return _expression(text, set(self.domain))

    def sign(self, expr: Expr, relation: str) -> Inequality:
        return sign_statement(expr, relation, self.domain)

    def require_equal(self, a: Expr, b: Expr) -> None:
        """Raise unless two expressions are shown to be equal where both are defined."""
        if not is_zero(a - b, known_signs(self.domain)):
            raise BadCertificate(f"not shown to be equal: {a} and {b}")


def rough_parts(expr: Expr, name: str) -> Iterator[Expr]:
    """What must be > 0, so that an expression has a derivative in a variable where it is defined.

    An expression with a kink along the variable, or with gamma, raises :class:`BadCertificate`.
    """
    seen: set[Expr] = set()
    for node in expr.walk():
        if name not in variables(node):
            continue
        if node.op in ("abs", "min", "max", "gamma"):
            raise BadCertificate(f"{node.op} of {name} may have no derivative")
        if node.op in ("sqrt", "asin", "acos"):
            a = node.args[0]
            part = a if node.op == "sqrt" else num(1) - Expr("pow", (a,), 2)
            if part not in seen:
                seen.add(part)
                yield part


def _number(expr: Expr) -> Fraction:
    value = constant(expr)
    assert value is not None
    return value


def _expression(text: Any, names: set[str]) -> Expr:
    """An expression in these variables, read by the parser of the language."""
    expr = parse_expression(text, names)
    unknown = set(variables(expr)) - names
    if unknown:
        raise BadCertificate(f"{', '.join(sorted(unknown))} must not occur in {text}")
    return expr
