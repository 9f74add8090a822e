"""Steps in one variable: sign tables from monotone pieces.

A proof on a piece shows f > 0 at every point of an open interval where f is defined.  What the
kinds of proof are called and what they say is listed in :mod:`glbtheory.engines.one_variable`;
each is verified here from scratch: signs by intervals and by Sturm's theorem, identities by normal
forms, derivatives and limits by the checker's own numbers.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import sympy as sp

from glbtheory.engines.checker.derivative import derivative
from glbtheory.engines.checker.germ_numbers import GermNumbers
from glbtheory.engines.checker.intervals import Intervals, precision, rational_ends
from glbtheory.engines.checker.normal_form import NormalForms, is_zero
from glbtheory.engines.checker.refusal import BadCertificate
from glbtheory.engines.checker.series import BoxSeries
from glbtheory.engines.language.domain import End, Inequality
from glbtheory.engines.language.expression import (
    Expr,
    Program,
    UndefinedHere,
    constant,
    num,
    substitute,
    variables,
)
from glbtheory.engines.language.germs import limit_sign
from glbtheory.engines.language.parse import parse_expression
from glbtheory.engines.language.structure import (
    kinks,
    sign_from,
    sign_parts,
    smooth_parts,
    without_kinks,
)

#: An end of a piece: a constant expression or an infinity.
PieceEnd = Expr | float

_PRECISIONS = (80, 320)
_GERM_BITS = 256
_MAX_DEPTH = 60
_MAX_DEGREE = 400


def check_one_variable(step: dict[str, Any], statement: Inequality) -> None:
    """Refuse unless the pieces show the statement, whose gap is defined on its domain."""
    if len(statement.domain) != 1 or statement.relation == "==":
        raise BadCertificate("not an inequality in one variable")
    ((name, interval),) = statement.domain.items()
    pieces = [(_end(p["lo"]), _end(p["hi"]), p["proof"]) for p in step["pieces"]]
    if not pieces or not _is(pieces[0][0], interval.lo) or not _is(pieces[-1][1], interval.hi):
        raise BadCertificate("the pieces do not reach the ends of the domain")
    for (_, before, _), (after, _, _) in pairwise(pieces):
        if before != after:
            raise BadCertificate("the pieces do not fit together")
    checker = _Pieces(name)
    for lo, hi, proof in pieces:
        checker.check(statement.gap, lo, hi, proof, weak=not statement.strict)
    if statement.strict:
        # In between the gap is positive; at the ends of the pieces it might vanish.
        points = [hi for _, hi, _ in pieces[:-1]]
        points += [pieces[0][0]] if not interval.lo_open else []
        points += [pieces[-1][1]] if not interval.hi_open else []
        for point in points:
            if isinstance(point, Expr) and not _positive_at(statement.gap, name, point):
                raise BadCertificate(f"the gap is not shown to be positive at {point}")


def _end(text: Any) -> PieceEnd:
    if text in ("inf", "-inf"):
        return float(text)
    expr = parse_expression(text)
    if variables(expr):
        raise BadCertificate(f"an end of a piece is a constant, not {text!r}")
    return expr


def _is(end: PieceEnd, domain_end: End) -> bool:
    if isinstance(end, Expr) and isinstance(domain_end, Fraction):
        return constant(end) == domain_end
    return end == domain_end


def _enclosure(end: PieceEnd) -> tuple[End, End]:
    """Rationals (or an infinity) below and above an end."""
    if not isinstance(end, Expr):
        return end, end
    value = constant(end)
    if value is not None:
        return value, value
    with precision(_GERM_BITS):
        return rational_ends(Program(end).run(Intervals(), {}))


def _positive_at(f: Expr, name: str, point: Expr) -> bool:
    """Whether f > 0 at one point."""
    for bits in _PRECISIONS:
        with precision(bits):
            numbers = Intervals()
            try:
                at = Program(point).run(numbers, {})
                if Program(f).run(numbers, {name: at}).a > 0:
                    return True
            except (UndefinedHere, ZeroDivisionError, OverflowError):
                return False
    return False


class _Pieces:
    """Verifies proofs of f > 0 on open pieces."""

    def __init__(self, name: str):
        self.name = name

    def check(
        self,
        f: Expr,
        lo: PieceEnd,
        hi: PieceEnd,
        node: Any,
        depth: int = 0,
        *,
        weak: bool = False,
    ) -> None:
        """Raise unless the node shows f > 0 between lo and hi wherever f is defined.

        With ``weak`` also f = 0 on the whole piece is good.
        """
        if depth > _MAX_DEPTH:
            raise BadCertificate("nested too deeply")
        if not _enclosure(lo)[1] < _enclosure(hi)[0]:
            raise BadCertificate(f"no piece from {lo} to {hi}")
        kinds = {
            "value": self._value,
            "slope": self._slope,
            "roots": self._roots,
            "product": self._product,
            "rise": self._rise,
            "branch": self._branch,
            "cover": self._cover,
        }
        kind = node.get("by") if isinstance(node, dict) else None
        if weak and kind == "branch":
            self._branch(f, lo, hi, node, depth, weak=True)
            return
        if weak and kind == "zero" and self._equal(f, num(0), lo, hi):
            return
        if weak and kind == "constant" and self._constant(f, lo, hi, node, depth):
            return
        if kind not in kinds:
            raise BadCertificate(f"unknown kind of proof {kind!r}")
        try:
            good = kinds[kind](f, lo, hi, node, depth)
        except (UndefinedHere, ZeroDivisionError, OverflowError) as error:
            raise BadCertificate(f"{kind}: {error}") from None
        if not good:
            raise BadCertificate(f"{kind} does not show {f} > 0 between {lo} and {hi}")

    def _box(self, lo: PieceEnd, hi: PieceEnd) -> tuple[End, End]:
        return _enclosure(lo)[0], _enclosure(hi)[1]

    def _value(self, f: Expr, lo: PieceEnd, hi: PieceEnd, node: Any, depth: int) -> bool:
        # Only points where f is defined count, so an argument of log may reach 0 with one end.
        numbers = Intervals(defined=True)
        return bool(Program(f).run(numbers, {self.name: numbers.box(*self._box(lo, hi))}).a > 0)

    def _slope(self, f: Expr, lo: PieceEnd, hi: PieceEnd, node: Any, depth: int) -> bool:
        a, b = self._box(lo, hi)
        if not (isinstance(a, Fraction) and isinstance(b, Fraction)):
            return False
        numbers, program, centre = Intervals(), Program(f), (a + b) / 2
        value = program.run(numbers, {self.name: numbers.const(centre)})
        series = BoxSeries(numbers, 1)
        slope = program.run(series, {self.name: series.variable(numbers.box(a, b), True)})[1]
        if slope is None:
            slope = numbers.const(Fraction(0))
        return bool((value + slope * numbers.box(a - centre, b - centre)).a > 0)

    def _roots(self, f: Expr, lo: PieceEnd, hi: PieceEnd, node: Any, depth: int) -> bool:
        """A quotient of polynomials without a zero of either has one sign."""
        x = sp.Symbol(self.name)
        top, bottom = Program(f).run(_Quotients(x), {self.name: (sp.Poly(x, x), sp.Poly(1, x))})
        a, b = self._box(lo, hi)
        if _has_root(top, a, b) or _has_root(bottom, a, b):
            return False
        inside = sp.Rational(*_inside(a, b).as_integer_ratio())
        return bool(top.eval(inside) * bottom.eval(inside) > 0)

    def _signs(self, node: Any, lo: PieceEnd, hi: PieceEnd, depth: int) -> dict[str, int]:
        """The signs that the node shows, by the text of the part."""
        signs = {}
        for known in node["known"]:
            part, sign = self._read(known["part"]), known["sign"]
            if sign not in (1, -1):
                raise BadCertificate("a sign is 1 or -1")
            self.check(part if sign == 1 else -part, lo, hi, known["proof"], depth + 1)
            signs[str(part)] = sign
        return signs

    def _read(self, text: str) -> Expr:
        expr = parse_expression(text, {self.name})
        if not set(variables(expr)) <= {self.name}:
            raise BadCertificate(f"unknown variables in {text!r}")
        return expr

    def _regular(self, expr: Expr, signs: dict[str, int]) -> bool:
        """Whether an expression is defined and smooth on the piece.

        Each of its denominators, and each argument of a logarithm or root, has a known sign
        wherever it is defined; from the inside to the outside, so all are defined everywhere.
        """
        for part, must_be_positive in smooth_parts(expr):
            sign = self._sign(part, signs)
            if not sign or (must_be_positive and sign != 1):
                return False
        return True

    def _sign(self, expr: Expr, signs: dict[str, int]) -> int:
        if any(str(p) not in signs for p in sign_parts(expr)):
            return 0
        return sign_from(expr, lambda part: signs[str(part)])

    def _product(self, f: Expr, lo: PieceEnd, hi: PieceEnd, node: Any, depth: int) -> bool:
        signs = self._signs(node, lo, hi, depth)
        expression = self._read(node["expression"])
        return (
            self._regular(expression, signs)
            and self._sign(expression, signs) == 1
            and self._equal(f, expression, lo, hi)
        )

    def _equal(self, f: Expr, g: Expr, lo: PieceEnd, hi: PieceEnd) -> bool:
        a, b = self._box(lo, hi)
        try:
            return bool(_FormsOnPiece(self.name, a, b).of(f - g)[0].top == 0)
        except UndefinedHere:
            return False

    def _rise(self, f: Expr, lo: PieceEnd, hi: PieceEnd, node: Any, depth: int) -> bool:
        signs = self._signs(node, lo, hi, depth)
        factor, slope = self._read(node["factor"]), self._read(node["slope"])
        if not all(self._regular(e, signs) for e in (f, factor, slope)):
            return False
        if self._sign(factor, signs) != 1:
            return False
        # From which end f times the factor increases.
        end = {1: "lo", -1: "hi"}.get(self._sign(slope, signs))
        if end is None or node["end"] != end:
            return False
        if not self._equal(derivative(f * factor, self.name), slope, lo, hi):
            return False
        at, side = (lo, 1) if end == "lo" else (hi, -1)
        with precision(_GERM_BITS):
            if isinstance(at, Expr) and self._nonnegative_at(f * factor, at):
                return True
            start = limit_sign(f * factor, self.name, at, side, GermNumbers())
        return start is not None and start >= 0

    def _nonnegative_at(self, g: Expr, point: Expr) -> bool:
        """Whether g is smooth at a point, and >= 0 there; then this is the limit as well."""
        numbers = Intervals()
        try:
            at = {self.name: Program(point).run(numbers, {})}
            for part, must_be_positive in smooth_parts(g):
                value = Program(part).run(numbers, at)
                if not (value.a > 0 or (value.b < 0 and not must_be_positive)):
                    return False
            if Program(g).run(numbers, at).a > 0:
                return True
        except (UndefinedHere, ZeroDivisionError, OverflowError):
            return False
        return is_zero(substitute(g, {self.name: point}))

    def _constant(self, f: Expr, lo: PieceEnd, hi: PieceEnd, node: Any, depth: int) -> bool:
        """Whether f is smooth, has no slope, and vanishes at an end."""
        if not self._regular(f, self._signs(node, lo, hi, depth)):
            return False
        at, side = {"lo": (lo, 1), "hi": (hi, -1)}[node["end"]]
        with precision(_GERM_BITS):
            limit = limit_sign(f, self.name, at, side, GermNumbers())
        return limit == 0 and self._equal(derivative(f, self.name), num(0), lo, hi)

    def _branch(
        self, f: Expr, lo: PieceEnd, hi: PieceEnd, node: Any, depth: int, *, weak: bool = False
    ) -> bool:
        signs = self._signs(node, lo, hi, depth)
        if any(str(part) not in signs for part in kinks(f)):
            raise BadCertificate("a kink whose sign is not shown")
        plain = without_kinks(f, lambda part: signs[str(part)])
        self.check(plain, lo, hi, node["proof"], depth + 1, weak=weak)
        return True

    def _cover(self, f: Expr, lo: PieceEnd, hi: PieceEnd, node: Any, depth: int) -> bool:
        cuts = [num(Fraction(c)) for c in node["cuts"]]
        ends: list[PieceEnd] = [lo, *cuts, hi]
        if len(node["parts"]) != len(ends) - 1:
            return False
        for a, b, part in zip(ends, ends[1:], node["parts"], strict=False):
            self.check(f, a, b, part, depth + 1)
        return all(_positive_at(f, self.name, cut) for cut in cuts)


class _FormsOnPiece(NormalForms):
    """Normal forms that are valid on one piece: polynomials without a root there have a sign."""

    def __init__(self, name: str, lo: End, hi: End):
        self._ends = lo, hi
        super().__init__({name: 1} if lo >= 0 else {name: -1} if hi <= 0 else {})

    def sign(self, polynomial: Any) -> int:
        seen = super().sign(polynomial)
        symbols = polynomial.free_symbols
        if seen or len(symbols) != 1:
            return seen
        (x,) = symbols
        written = sp.Poly(polynomial, x)
        if self.meaning[x].kind != "variable" or _has_root(written, *self._ends):
            return 0
        return 1 if written.eval(sp.Rational(*_inside(*self._ends).as_integer_ratio())) > 0 else -1


# --- polynomials ----------------------------------------------------------------------------------


class _Quotients:
    """Quotients of polynomials over the rationals, not reduced."""

    def __init__(self, x: Any):
        self.x = x

    def const(self, value: Fraction) -> Any:
        return sp.Poly(sp.Rational(*value.as_integer_ratio()), self.x), sp.Poly(1, self.x)

    def pi(self) -> Any:
        raise UndefinedHere("pi is not rational")

    def add(self, a: Any, b: Any) -> Any:
        return a[0] * b[1] + b[0] * a[1], a[1] * b[1]

    def sub(self, a: Any, b: Any) -> Any:
        return self.add(a, self.neg(b))

    def neg(self, a: Any) -> Any:
        return -a[0], a[1]

    def mul(self, a: Any, b: Any) -> Any:
        return a[0] * b[0], a[1] * b[1]

    def div(self, a: Any, b: Any) -> Any:
        return a[0] * b[1], a[1] * b[0]

    def pow(self, a: Any, k: int) -> Any:
        top, bottom = (a[0], a[1]) if k >= 0 else (a[1], a[0])
        if abs(k) * max(top.degree(), bottom.degree()) > _MAX_DEGREE:
            raise UndefinedHere("degree too high")
        return top ** abs(k), bottom ** abs(k)

    def call(self, name: str, args: list[Any]) -> Any:
        raise UndefinedHere(f"{name} is not rational")


def _has_root(polynomial: Any, lo: End, hi: End) -> bool:
    """Whether a polynomial has a root strictly between lo and hi, or vanishes identically."""
    if polynomial.is_zero:
        return True
    ends: list[Any] = []
    for end in (lo, hi):
        if not isinstance(end, Fraction):
            ends.append(None)
            continue
        at = sp.Rational(*end.as_integer_ratio())
        ends.append(at)
        linear = sp.Poly(polynomial.gen - at, polynomial.gen)
        while polynomial.degree() > 0 and polynomial.eval(at) == 0:
            polynomial = polynomial.quo(linear)
    return polynomial.degree() > 0 and polynomial.count_roots(*ends) > 0


def _inside(lo: End, hi: End) -> Fraction:
    """A rational number between two ends."""
    if isinstance(lo, Fraction):
        return (lo + hi) / 2 if isinstance(hi, Fraction) else lo + 1
    return hi - 1 if isinstance(hi, Fraction) else Fraction(0)
