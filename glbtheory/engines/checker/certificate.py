"""The independent checker of certificates: fractions and mpmath intervals, no ball library.

It takes the statement from the caller.  A file cannot change what is being checked: it can only
offer boxes and rules (or symbolic steps), each of which is verified here from scratch.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp

from glbtheory.engines.checker.intervals import Intervals
from glbtheory.engines.exact import Exact
from glbtheory.engines.jets import Series
from glbtheory.engines.language.domain import (
    Box,
    Domain,
    End,
    Inequality,
    domain_text,
    end_of,
    end_text,
)
from glbtheory.engines.language.expression import (
    Expr,
    Program,
    UndefinedHere,
    call,
    clear_denominators,
    constant,
    num,
    variables,
)
from glbtheory.engines.polynomial import prove_polynomial
from glbtheory.engines.symbolic import (
    border_positive,
    check_ladder,
    is_zero,
    orthants,
    positive,
    smooth_everywhere,
    start_value,
    to_sympy,
)

FORMAT = 1


class BadCertificate(ValueError):
    """The certificate does not prove the statement; the message says why."""


def digest(certificate: Mapping[str, Any]) -> str:
    """A fingerprint of everything but itself: accidents are caught before any arithmetic."""
    body = {k: v for k, v in certificate.items() if k != "digest"}
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def seal(statement: Inequality, body: dict[str, Any]) -> dict[str, Any]:
    """A certificate: the statement as text, the evidence, the fingerprint."""
    certificate = {
        "format": FORMAT,
        "statement": statement.text,
        "domain": domain_text(statement.domain),
        **body,
    }
    return {**certificate, "digest": digest(certificate)}


def check(certificate: Any, statement: Inequality) -> None:
    """Raise :class:`BadCertificate` unless the certificate proves the statement."""
    try:
        _check(certificate, statement, frozenset())
    except BadCertificate:
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise BadCertificate(f"malformed: {error!r}") from None
    except RecursionError:
        raise BadCertificate("malformed: nested too deeply") from None


def _check(certificate: Any, statement: Inequality, known: frozenset[str]) -> None:
    """Check one certificate; ``known`` are the conditions (as text) that are shown already."""
    if not isinstance(certificate, dict):
        raise BadCertificate("not a JSON object")
    if certificate.get("format") != FORMAT:
        raise BadCertificate(f"format {certificate.get('format')!r} is not {FORMAT}")
    if certificate.get("statement") != statement.text:
        raise BadCertificate("it was made for another statement")
    if certificate.get("domain") != domain_text(statement.domain):
        raise BadCertificate("it was made for another domain")
    if certificate.get("digest") != digest(certificate):
        raise BadCertificate("its content was changed after it was made")
    if "steps" in certificate:
        _check_steps(certificate["steps"], statement, known)
    else:
        _check_cover(certificate, statement, known)


# --- symbolic steps ------------------------------------------------------------------------------


def _check_steps(steps: Any, statement: Inequality, known: frozenset[str]) -> None:
    if not isinstance(steps, list) or not steps:
        raise BadCertificate("no steps")
    known = _check_defined([s for s in steps if s["rule"] == "defined"], statement, known)
    proof = [s for s in steps if s["rule"] != "defined"]
    rules = {s["rule"] for s in proof}
    if rules == {"identity"}:
        if not _is_identity(statement):
            raise BadCertificate("the two sides are not shown to be equal")
    elif rules == {"polynomial"}:
        if not prove_polynomial(statement):
            raise BadCertificate("the polynomial step does not hold")
    elif rules == {"ladder"}:
        _check_ladders(proof, statement)
    elif rules == {"logarithm"} and len(proof) == 1:
        inner = logarithm(statement)
        if inner is None:
            raise BadCertificate("no side is an exponential")
        check(proof[0]["certificate"], inner)
    elif rules == {"cleared"} and len(proof) == 1:
        gap = _cleared(proof[0]["denominator"], statement, known)
        _check_steps(proof[0]["steps"], numerator_statement(statement, gap), known)
    else:
        raise BadCertificate(f"unknown rules {sorted(rules)}")


def numerator_statement(statement: Inequality, numerator: Expr) -> Inequality:
    """N >= 0 (or > 0) on the domain of a statement whose gap is N over something positive."""
    used = set(variables(numerator))
    domain = {n: i for n, i in statement.domain.items() if n in used}
    return Inequality(numerator, ">" if statement.strict else ">=", num(0), domain)


def logarithm(statement: Inequality) -> Inequality | None:
    """A <= e^B as log A <= B (equivalent, since log A asks A > 0); None if no side is e^B."""
    if statement.relation == "==" or "exp" not in (statement.lhs.op, statement.rhs.op):
        return None
    lhs, rhs = (
        e.args[0] if e.op == "exp" else call("log", e) for e in (statement.lhs, statement.rhs)
    )
    used = set(variables(lhs - rhs))
    domain = {n: i for n, i in statement.domain.items() if n in used}
    return Inequality(lhs, statement.relation, rhs, domain)


def _is_identity(statement: Inequality) -> bool:
    return not statement.strict and is_zero(to_sympy(statement.gap))


def _check_ladders(proof: list[Any], statement: Inequality) -> None:
    if statement.relation == "==":
        raise BadCertificate("a ladder shows an inequality, not an equality")
    parts = list(orthants(statement))
    if len(parts) != len(proof):
        raise BadCertificate(f"{len(proof)} ladders for {len(parts)} parts of the domain")
    for step, (shifts, symbols) in zip(proof, parts, strict=True):
        gap = to_sympy(statement.gap, shifts)
        fault = check_ladder(step, gap, symbols, statement.strict)
        if fault:
            raise BadCertificate(fault)
        if statement.strict and not border_positive(statement, gap, symbols):
            raise BadCertificate("the two sides may be equal on the border")


# --- definedness ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Condition:
    """A part that must be > 0 (or >= 0, or of ``either`` sign but not 0) on the domain."""

    positive: Inequality
    either: bool = False

    @property
    def versions(self) -> list[Inequality]:
        """The statements of which one is enough."""
        p = self.positive
        negative = Inequality(p.lhs, "<", p.rhs, p.domain)
        return [p, negative] if self.either else [p]


def definedness(statement: Inequality) -> list[Condition]:
    """The conditions under which both sides are defined, inner parts first.

    So every part of a condition is covered by the conditions before it.
    """
    needs: dict[str, tuple[Expr, set[str]]] = {}
    for node in reversed(list(statement.gap.walk())):
        need = {"div": "nonzero", "log": "positive", "sqrt": "nonnegative"}.get(node.op)
        if node.op == "pow" and int(node.value or 0) < 0:
            need = "nonzero"
        if need is not None:
            part = node.args[-1]
            needs.setdefault(str(part), (part, set()))[1].add(need)
    found = [_condition(part, need, statement) for part, need in needs.values()]
    return [c for c in found if c is not None]


def _condition(part: Expr, need: set[str], statement: Inequality) -> Condition | None:
    value = constant(part)
    if value is not None and (value > 0 or (value < 0 and need == {"nonzero"})):
        return None
    domain = {n: i for n, i in statement.domain.items() if n in variables(part)}
    relation = ">=" if need == {"nonnegative"} else ">"
    return Condition(Inequality(part, relation, num(0), domain), need == {"nonzero"})


def _check_defined(
    offered: list[Any], statement: Inequality, known: frozenset[str]
) -> frozenset[str]:
    """Every place where a side might be undefined has its own certificate, or is known."""
    certificates = {s["statement"]: s["certificate"] for s in offered}
    for condition in definedness(statement):
        if any(v.text in known for v in condition.versions):
            continue
        version = next((v for v in condition.versions if v.text in certificates), None)
        if version is None:
            raise BadCertificate(f"nothing shows that {condition.positive.text}")
        _check(certificates[version.text], version, known)
        known |= {version.text}
    return known


# --- covers --------------------------------------------------------------------------------------


def _check_cover(certificate: dict[str, Any], statement: Inequality, known: frozenset[str]) -> None:
    if statement.relation == "==":
        raise BadCertificate("leaves show an inequality, not an equality")
    defined = "defined" in certificate
    if defined:
        known = _check_defined(certificate["defined"], statement, known)
    gap = statement.gap
    if certificate.get("form") == "cleared":
        if not defined:
            raise BadCertificate("denominators cleared, but nothing shows that all are defined")
        gap = _cleared(certificate["denominator"], statement, known)
    leaves = [
        (_read_box(leaf["box"], statement.domain), leaf["rule"]) for leaf in certificate["leaves"]
    ]
    if not leaves:
        raise BadCertificate("no leaves")
    _covered(statement.box(), [box for box, _ in leaves])
    checker = _LeafChecker(gap, statement, defined)
    for box, rule in leaves:
        checker.check(box, rule)


def _cleared(offered: dict[str, Any], statement: Inequality, known: frozenset[str]) -> Expr:
    """The numerator, once the denominator is shown to have a sign on the domain."""
    numerator, denominator = clear_denominators(statement.gap)
    sign = offered["sign"]
    if sign not in (1, -1):
        raise BadCertificate("the sign of a denominator is 1 or -1")
    domain = {n: i for n, i in statement.domain.items() if n in variables(denominator)}
    relation = ">" if sign == 1 else "<"
    _check(offered["certificate"], Inequality(denominator, relation, num(0), domain), known)
    return numerator if sign == 1 else -numerator


def _read_box(data: dict[str, list[str]], domain: Domain) -> Box:
    if set(data) != set(domain):
        raise BadCertificate("a box names other variables than the statement")
    box = {}
    for name, (lo, hi) in data.items():
        box[name] = (end_of(lo), end_of(hi))
        if not box[name][0] <= box[name][1]:
            raise BadCertificate("a box with its ends in the wrong order")
    return box


def _covered(region: Box, leaves: list[Box]) -> None:
    """Whether the leaves cover the region: cut along their faces until one leaf contains it."""
    stack = [(region, leaves)]
    while stack:
        region, near = stack.pop()
        near = [
            b
            for b in near
            if all(b[n][0] <= region[n][1] and region[n][0] <= b[n][1] for n in region)
        ]
        if any(
            all(b[n][0] <= lo and hi <= b[n][1] for n, (lo, hi) in region.items()) for b in near
        ):
            continue
        name, x = _face_inside(region, near)
        if name is None:
            where = {n: [end_text(lo), end_text(hi)] for n, (lo, hi) in region.items()}
            raise BadCertificate(f"no leaf covers {where}")
        lo, hi = region[name]
        stack += [({**region, name: (lo, x)}, near), ({**region, name: (x, hi)}, near)]


def _face_inside(region: Box, near: list[Box]) -> tuple[str | None, End]:
    faces = [
        (name, x)
        for b in near
        for name in region
        for x in b[name]
        if region[name][0] < x < region[name][1]
    ]
    # The middle face keeps the recursion balanced.
    return sorted(faces, key=lambda f: (f[0], f[1]))[len(faces) // 2] if faces else (None, 0.0)


class _LeafChecker:
    """Verifies the rule of one box with intervals, exact numbers and their power series."""

    def __init__(self, gap: Expr, statement: Inequality, defined: bool):
        self.gap, self.statement, self.defined = gap, statement, defined
        self.program = Program(gap)
        self.numbers, self.exact = Intervals(defined), Exact()
        self.strict = statement.strict

    def check(self, box: Box, rule: dict[str, Any]) -> None:
        kinds = {
            "value": self._value,
            "slope": self._slope,
            "monotone": self._monotone,
            "taylor": self._taylor,
            "hessian": self._hessian,
            "ladder": self._ladder,
            "zero": self._zero,
        }
        kind = rule.get("rule") if isinstance(rule, dict) else None
        if kind not in kinds:
            raise BadCertificate(f"unknown rule {rule!r}")
        try:
            good = kinds[kind](box, rule)
        except (UndefinedHere, ZeroDivisionError, OverflowError) as error:
            raise BadCertificate(f"rule {kind}: {error}") from None
        if not good:
            where = {n: [end_text(lo), end_text(hi)] for n, (lo, hi) in box.items()}
            raise BadCertificate(f"rule {kind} fails on {where}")

    def _run(self, box: Box) -> Any:
        return self.program.run(self.numbers, {n: self.numbers.box(*e) for n, e in box.items()})

    def _series(self, box: Box, active: set[str], order: int) -> list[Any]:
        jets = Series(self.numbers, order)
        values = {n: jets.variable(self.numbers.box(*e), n in active) for n, e in box.items()}
        return list(self.program.run(jets, values))

    def _good(self, value: Any) -> bool:
        return bool(value.a > 0) if self.strict else bool(value.a >= 0)

    def _value(self, box: Box, rule: dict[str, Any]) -> bool:
        return self._good(self._run(box))

    def _slope(self, box: Box, rule: dict[str, Any]) -> bool:
        centre = {n: (lo + hi) / 2 for n, (lo, hi) in box.items()}
        if not all(isinstance(c, Fraction) for c in centre.values()):
            return False
        total = self._run({n: (c, c) for n, c in centre.items()})
        for n, (lo, hi) in box.items():
            if lo != hi:
                reach = self.numbers.box(lo - centre[n], hi - centre[n])
                total = total + self._series(box, {n}, 1)[1] * reach
        return bool(total.a > 0)

    def _monotone(self, box: Box, rule: dict[str, Any]) -> bool:
        face = dict(box)
        if not rule["ends"]:
            return False
        for n, end in rule["ends"].items():
            slope = self._series(box, {n}, 1)[1]
            if not (slope.a >= 0 if end == "lo" else end == "hi" and slope.b <= 0):
                return False
            x = box[n][0] if end == "lo" else box[n][1]
            if not isinstance(x, Fraction):
                return False
            face[n] = (x, x)
        self.check(face, rule["then"])
        return True

    def _taylor(self, box: Box, rule: dict[str, Any]) -> bool:
        name, end, order = rule["variable"], rule["end"], rule["order"]
        if end not in ("lo", "hi") or not isinstance(order, int) or not 1 <= order <= 20:
            return False
        x = box[name][0] if end == "lo" else box[name][1]
        interval = self.statement.domain[name]
        excluded = (
            interval.lo_open and x == interval.lo
            if end == "lo"
            else interval.hi_open and x == interval.hi
        )
        if not isinstance(x, Fraction) or (self.strict and not excluded):
            return False
        if not self._vanish_below({**box, name: (x, x)}, name, order, 1 if end == "lo" else -1):
            return False
        top = self._series(box, {name}, order)[order]
        return self._good(top if end == "lo" or order % 2 == 0 else -top)

    def _vanish_below(self, face: Box, name: str, order: int, side: int) -> bool:
        """Whether the Taylor coefficients below ``order`` vanish on the whole face."""
        if all(lo == hi for lo, hi in face.values()):
            return not any(self._exact_series(face, name, order, side)[:order])
        symbols = {n: sp.Symbol(n, real=True) for n in face}
        expression = to_sympy(self.gap, symbols)
        if not smooth_everywhere(expression):
            return False
        for _ in range(order):
            if not is_zero(expression.subs(symbols[name], sp.Rational(str(face[name][0])))):
                return False
            expression = sp.diff(expression, symbols[name])
        return True

    def _exact_series(self, point: Box, name: str, order: int, side: int) -> list[Any]:
        jets = Series(self.exact, order, side)
        values = {
            n: jets.variable(self.exact.const(Fraction(lo)), n == name)
            for n, (lo, _) in point.items()
        }
        return list(self.program.run(jets, values))

    def _hessian(self, box: Box, rule: dict[str, Any]) -> bool:
        at = {n: Fraction(x) for n, x in rule["at"].items()}
        inside = set(at) == set(box) and all(box[n][0] <= x <= box[n][1] for n, x in at.items())
        if not inside or self.strict:
            return False
        free = [n for n, (lo, hi) in box.items() if lo != hi]
        point: Box = {n: (x, x) for n, x in at.items()}
        if any(any(self._exact_series(point, n, 2, 0)[:2]) for n in free):
            return False
        pure = {n: 2 * self._series(box, {n}, 2)[2] for n in free}
        rows = [
            [
                pure[i] if i == j else (2 * self._series(box, {i, j}, 2)[2] - pure[i] - pure[j]) / 2
                for j in free
            ]
            for i in free
        ]
        return self._pivots_positive(rows)

    def _pivots_positive(self, rows: list[list[Any]]) -> bool:
        for k in range(len(rows)):
            if not rows[k][k].a > 0:
                return False
            for i in range(k + 1, len(rows)):
                factor = self.numbers.div(rows[i][k], rows[k][k])
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k], strict=True)]
        return True

    def _ladder(self, box: Box, rule: dict[str, Any]) -> bool:
        # A ladder says nothing about poles on its way: these need their own certificates.
        if len(box) != 1 or not self.defined:
            return False
        ((name, (lo, hi)),) = box.items()
        u = sp.Symbol(f"u_{name}", positive=True)
        if isinstance(lo, Fraction):
            gap = to_sympy(self.gap, {name: sp.Rational(str(lo)) + u})
        elif isinstance(hi, Fraction):
            gap = to_sympy(self.gap, {name: sp.Rational(str(hi)) - u})
        else:
            return False
        fault = check_ladder(rule, gap, {name: u}, self.strict)
        if fault:
            raise BadCertificate(fault)
        return not self.strict or positive(start_value(gap, u))

    def _zero(self, box: Box, rule: dict[str, Any]) -> bool:
        if self.strict or any(lo != hi for lo, hi in box.values()):
            return False
        values = {n: self.exact.const(Fraction(lo)) for n, (lo, _) in box.items()}
        return not self.program.run(self.exact, values)
