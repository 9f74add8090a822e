"""Statements in one variable on any interval: sign tables built from monotone pieces.

The claim on a piece is f > 0 on an open interval.  It is shown by one of

value     the interval arithmetic says so on the whole piece
slope     the mean value form says so
roots     f is a rational function without a zero in the piece (Sturm)
product   f equals a product of parts whose signs are shown on the piece
rise      f times something positive is monotone, and >= 0 in the limit at the end where it is least
zero      f vanishes identically (where f >= 0 is enough)
constant  the derivative of f vanishes identically, and so does f at an end (likewise)
branch    abs, min and max are replaced by the branch that they take on the piece
cover     the piece is cut into pieces

For *rise* the factor is chosen so that the derivative has fewer transcendental terms: a sum of
terms is divided by one of them and differentiated, which kills this term.  Such chains end in
rational functions.  Zeros of the gap are ends of pieces; they may be constant expressions such as
exp(1), found numerically and then shown exactly.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from glbtheory.engines.boxes.jets import Series
from glbtheory.engines.boxes.wide_boxes import WideBoxes
from glbtheory.engines.budget import Budget
from glbtheory.engines.language.domain import Inequality
from glbtheory.engines.language.expression import Expr, Program, UndefinedHere, num
from glbtheory.engines.language.parse import ParseError, parse_expression
from glbtheory.engines.language.structure import (
    kinks,
    sign_parts,
    smooth_parts,
    without_kinks,
)
from glbtheory.engines.one_variable.chains import complexity, divisors, factored
from glbtheory.engines.one_variable.rational_functions import as_rational, no_roots
from glbtheory.engines.one_variable.regions import (
    LineRegion,
    RegionEnd,
    enclosed,
    end_text,
    piece_end,
    precise_value,
)
from glbtheory.engines.one_variable.special_points import (
    kink_points,
    touching_points,
    turning_points,
)
from glbtheory.engines.one_variable.tower import UNIT, Element, Tower

ProofNode = dict[str, Any]

_MAX_DEPTH = 9
_MAX_WORK = 400
_MAX_TURNS = 3
_MAX_BOXES = 250
_CANDIDATES = 3
_ONE = num(1)


class _TooHard(Exception):
    """The search has done enough."""


def prove_one_variable(statement: Inequality, budget: Budget) -> list[dict[str, Any]] | None:
    """Steps of a certificate, or None; the gap must be defined on the domain."""
    if len(statement.domain) != 1 or statement.relation == "==":
        return None
    ((name, interval),) = statement.domain.items()
    if interval.lo == interval.hi:
        return None
    search = _SignTableSearch(name, budget)
    gap = statement.gap
    lo, hi = piece_end(interval.lo), piece_end(interval.hi)
    whole = LineRegion(name, lo, hi)
    cuts = kink_points(gap, whole)
    if not statement.strict:
        cuts = [*cuts, *touching_points(gap, whole, cuts)]
    cuts = sorted(set(cuts), key=lambda c: enclosed(c)[0])
    ends: list[RegionEnd] = [lo, *cuts, hi]
    pieces: list[ProofNode] = []
    try:
        for a, b in pairwise(ends):
            region = LineRegion(name, a, b)
            proof = search.positive(gap, region, 0)
            if proof is None and not statement.strict:
                proof = search.zero(gap, region)
            if proof is None:
                return None
            pieces.append({"lo": end_text(a), "hi": end_text(b), "proof": proof})
    except _TooHard:
        return None
    if statement.strict:
        # In between the gap is positive; at the ends of the pieces it might vanish.
        closed = [lo] * (not interval.lo_open) + [hi] * (not interval.hi_open)
        for point in [*cuts, *closed]:
            if isinstance(point, Expr) and whole.value_sign(gap, point) != 1:
                return None
    if not all(_readable(piece["proof"], name) for piece in pieces):
        return None
    return [{"rule": "one variable", "pieces": pieces}]


def _readable(node: ProofNode, name: str) -> bool:
    """Whether the texts of a proof can be read back: the parser refuses very deep ones."""
    for key in ("expression", "factor", "slope", "part"):
        if key in node:
            try:
                parse_expression(node[key], {name})
            except ParseError:
                return False
    below = [*node.get("known", []), *node.get("parts", [])]
    below += [node["proof"]] if "proof" in node else []
    return all(_readable(child, name) for child in below)


class _SignTableSearch:
    """One search; what was shown or tried before on the same piece is remembered."""

    def __init__(self, name: str, budget: Budget):
        self.name, self.budget = name, budget
        self.work = 0
        self._known: dict[tuple[Expr, tuple[str, str]], ProofNode | None] = {}

    # -- one piece --------------------------------------------------------------------------------

    def positive(self, f: Expr, region: LineRegion, depth: int) -> ProofNode | None:
        """A proof of f > 0 on the open region."""
        key = (f, region.key)
        if key not in self._known:
            self.budget.check()
            self._known[key] = None  # no proof may use itself
            if region.sign(f) == 1:
                self._known[key] = self._search(f, region, depth)
        return self._known[key]

    def _search(self, f: Expr, region: LineRegion, depth: int) -> ProofNode | None:
        self.work += 1
        if self.work > _MAX_WORK:
            raise _TooHard
        if self.value_positive(f, region):
            return {"by": "value"}
        if self._slope_positive(f, region):
            return {"by": "slope"}
        rational = as_rational(f, self.name)
        if rational is not None:
            return {"by": "roots"} if no_roots(rational, region) else None
        if any(True for _ in kinks(f)):
            return self._branch(f, region, depth)
        if depth > _MAX_DEPTH:
            return None
        return self._algebra(f, region, depth) or (
            self._cover(f, region, depth) if depth <= 2 else None
        )

    def zero(self, f: Expr, region: LineRegion) -> ProofNode | None:
        """A proof that f vanishes on the whole region."""
        if any(True for _ in kinks(f)):
            known = self.known(list(kinks(f)), region, 1)
            if known is None:
                return None
            signs = {k["part"]: k["sign"] for k in known}
            proof = self.zero(without_kinks(f, lambda part: signs[str(part)]), region)
            return proof and {"by": "branch", "known": known, "proof": proof}
        try:
            element = Tower(self.name, region.sign).read(f)
        except (UndefinedHere, ZeroDivisionError, OverflowError):
            return None
        if element.top.is_zero():
            return {"by": "zero"}
        return self._constant(f, region)

    def _constant(self, f: Expr, region: LineRegion) -> ProofNode | None:
        """A proof that f does not change, and vanishes at an end."""
        tower = Tower(self.name, region.sign)
        try:
            if not tower.derivative(tower.read(f)).top.is_zero():
                return None
        except (UndefinedHere, ZeroDivisionError, OverflowError):
            return None
        known = self.known(_smooth(f), region, 1)
        for end in ("lo", "hi"):
            if known is not None and region.limit_sign(f, end) == 0:
                return {"by": "constant", "end": end, "known": known}
        return None

    def known(self, parts: list[Expr], region: LineRegion, depth: int) -> list[ProofNode] | None:
        """Proofs of the signs of some parts."""
        found: dict[str, ProofNode] = {}
        for part in parts:
            sign = region.sign(part)
            if sign is None:
                return None
            text = str(part)
            if text in found:
                continue
            proof = self.positive(part if sign > 0 else -part, region, depth)
            if proof is None:
                return None
            found[text] = {"part": text, "sign": sign, "proof": proof}
        return list(found.values())

    def value_positive(self, f: Expr, region: LineRegion) -> bool:
        """Whether interval arithmetic shows f > 0 on the closed piece, wherever f is defined."""
        wide = WideBoxes(defined=True)
        ((name, ends),) = region.box().items()
        try:
            with wide.precision():
                return wide.positive(Program(f).run(wide, {name: wide.box(*ends)}))
        except (UndefinedHere, ZeroDivisionError, OverflowError):
            return False

    def _slope_positive(self, f: Expr, region: LineRegion) -> bool:
        """Whether the mean value form shows f > 0 on the closed piece."""
        wide = WideBoxes()
        ((name, (lo, hi)),) = region.box().items()
        if not (isinstance(lo, Fraction) and isinstance(hi, Fraction)):
            return False
        centre, program = (lo + hi) / 2, Program(f)
        try:
            with wide.precision():
                value = program.run(wide, {name: wide.const(centre)})
                jets = Series(wide, 1)
                slope = program.run(jets, {name: jets.variable(wide.box(lo, hi), True)})[1]
                reach = wide.box(lo - centre, hi - centre)
                return wide.positive(wide.add(value, wide.mul(slope, reach)))
        except (UndefinedHere, ZeroDivisionError, OverflowError):
            return False

    def _branch(self, f: Expr, region: LineRegion, depth: int) -> ProofNode | None:
        known = self.known(list(kinks(f)), region, depth + 1)
        if known is None:
            return None
        signs = {k["part"]: k["sign"] for k in known}
        plain = without_kinks(f, lambda part: signs[str(part)])
        proof = self.positive(plain, region, depth)
        return proof and {"by": "branch", "known": known, "proof": proof}

    # -- algebra ----------------------------------------------------------------------------------

    def _algebra(self, f: Expr, region: LineRegion, depth: int) -> ProofNode | None:
        """As a product, or by a monotone multiple."""
        tower = Tower(self.name, region.sign)
        try:
            element = tower.read(f)
        except (UndefinedHere, ZeroDivisionError, OverflowError):
            return None
        if element.top.is_zero():
            return None
        expression, factors = factored(tower, element)
        if len(factors) == 1 and element.bottom.is_one() and not _is_power(element.top):
            text = tower.text(element)
            if self.value_positive(text, region):
                part = {"part": str(text), "sign": 1, "proof": {"by": "value"}}
                known = self.known(_smooth(text), region, depth)
                if known is not None:
                    joined = _joined(known, [part])
                    return {"by": "product", "expression": str(text), "known": joined}
            return self._rise(f, tower, element, region, depth) or (
                self._turning(f, tower, element, region, depth) if depth <= _MAX_TURNS else None
            )
        known = self.known([*self._needs(expression)], region, depth)
        if known is None:
            return None
        return {"by": "product", "expression": str(expression), "known": known}

    def _needs(self, expression: Expr) -> list[Expr]:
        return [*_smooth(expression), *sign_parts(expression)]

    def _rise(
        self, f: Expr, tower: Tower, element: Element, region: LineRegion, depth: int
    ) -> ProofNode | None:
        for _, factor, slope, end in self._candidates(f, tower, element, region):
            parts = _smooth(f) + self._needs(factor)
            known = self.known(parts, region, depth + 1)
            if known is None:
                continue
            of_slope = self.known(self._needs(slope), region, depth + 1)
            if of_slope is None:
                continue
            return {
                "by": "rise",
                "end": end,
                "factor": str(factor),
                "slope": str(slope),
                "known": _joined(known, of_slope),
            }
        return None

    def _candidates(self, f: Expr, tower: Tower, element: Element, region: LineRegion) -> list[Any]:
        """Factors with which f is monotone, and its slope, the simplest first."""
        good = []
        for hardest, factor, slope in self._slopes(tower, element)[: 2 * _CANDIDATES]:
            sign = region.sign(slope)
            if sign is None:
                continue
            end = "lo" if sign > 0 else "hi"
            limit = region.limit_sign(f * factor, end)
            if limit is not None and limit >= 0:
                good.append((hardest, factor, slope, end))
        return good[:_CANDIDATES]

    def _slopes(self, tower: Tower, element: Element) -> list[Any]:
        """Factors with the derivative they give, the simplest first."""
        self.budget.check()
        found = []
        top = element.top
        start = complexity(tower, top)
        for divisor in divisors(tower, top):
            try:
                slope = tower.derivative(tower.element(top, divisor))
                if slope.top.is_zero():
                    continue
                sign = tower.sign_of(divisor)
                expression, factors = factored(tower, slope)
            except (UndefinedHere, ZeroDivisionError, OverflowError):
                continue
            hardest = max((complexity(tower, p) for p in factors), default=(0, 0, 0, 0))
            # Without a factor also a slope that is no harder is of use: sin and cos never end.
            if hardest >= start and not (divisor.is_one() and hardest[:2] <= start[:2]):
                continue
            text = tower.text(Element(divisor, UNIT))
            factor = _ONE / text if sign > 0 else -(_ONE / text)
            found.append((hardest, factor, expression if sign > 0 else -expression))
        found.sort(key=lambda item: item[0])
        return found

    def _turning(
        self, f: Expr, tower: Tower, element: Element, region: LineRegion, depth: int
    ) -> ProofNode | None:
        """Cut where a slope changes its sign; there f is no longer near 0."""
        for _, _, slope in self._slopes(tower, element)[:2]:
            cuts = turning_points(slope, region)
            if not cuts or not all(precise_positive(f, self.name, c) for c in cuts):
                continue
            ends: list[RegionEnd] = [region.lo, *map(num, cuts), region.hi]
            parts = []
            for a, b in pairwise(ends):
                proof = self.positive(f, LineRegion(self.name, a, b), depth + 1)
                if proof is None:
                    break
                parts.append(proof)
            else:
                return {"by": "cover", "cuts": [str(c) for c in cuts], "parts": parts}
        return None

    # -- covers -----------------------------------------------------------------------------------

    def _cover(self, f: Expr, region: LineRegion, depth: int) -> ProofNode | None:
        """Monotone pieces near the ends, boxes in between."""
        lo, hi = enclosed(region.lo)[1], enclosed(region.hi)[0]
        left = self._near(f, region, "lo", _towards(lo, hi, 1), depth)
        if left is None:
            return None
        right = self._near(f, region, "hi", _towards(hi, lo, -1), depth)
        if right is None:
            return None
        (a, first), (b, last) = left, right
        if not all(precise_positive(f, self.name, c) for c in (a, b)):
            return None
        if a < b:
            middle = self._boxes(f, a, b, depth)
            if middle is None:
                return None
            cuts, proofs = middle
            return {
                "by": "cover",
                "cuts": [str(c) for c in (a, *cuts, b)],
                "parts": [first, *proofs, last],
            }
        # The two pieces overlap: the first one ends where the second begins.
        shorter = self.positive(f, LineRegion(self.name, num(b), region.hi), depth + 1)
        again = self.positive(f, LineRegion(self.name, region.lo, num(b)), depth + 1)
        if shorter is None or again is None:
            return None
        return {"by": "cover", "cuts": [str(b)], "parts": [again, shorter]}

    def _near(
        self, f: Expr, region: LineRegion, end: str, points: list[Fraction], depth: int
    ) -> tuple[Fraction, ProofNode] | None:
        """A piece at an end on which f > 0 is shown, and its other end."""
        for x in points:
            a, b = (region.lo, num(x)) if end == "lo" else (num(x), region.hi)
            piece = LineRegion(self.name, a, b)
            if self.value_positive(f, piece):
                return x, {"by": "value"}
            if piece.sign(f) != 1:
                return None
            proof = self._algebra(f, piece, depth + 1) if self.work < _MAX_WORK else None
            if proof is not None:
                return x, proof
        return None

    def _boxes(
        self, f: Expr, a: Fraction, b: Fraction, depth: int
    ) -> tuple[list[Fraction], list[ProofNode]] | None:
        """Boxes from a to b on each of which the value or the mean value form settles it."""
        cuts: list[Fraction] = []
        proofs: list[ProofNode] = []
        stack = [(a, b)]
        count = 0
        while stack:
            lo, hi = stack.pop()
            count += 1
            if count % 16 == 0:
                self.budget.check()
            if count > _MAX_BOXES:
                return None
            piece = LineRegion(self.name, num(lo), num(hi))
            if self.value_positive(f, piece):
                proof: ProofNode = {"by": "value"}
            elif self._slope_positive(f, piece):
                proof = {"by": "slope"}
            else:
                if not precise_positive(f, self.name, (lo + hi) / 2):
                    return None
                middle = _middle(lo, hi)
                stack += [(middle, hi), (lo, middle)]
                continue
            if proofs:
                cuts.append(lo)
            proofs.append(proof)
        return cuts, proofs


def _joined(*lists: list[ProofNode]) -> list[ProofNode]:
    return list({node["part"]: node for nodes in lists for node in nodes}.values())


def _smooth(expression: Expr) -> list[Expr]:
    """The parts whose signs show that an expression is smooth."""
    return [part for whole, _ in smooth_parts(expression) for part in sign_parts(whole)]


def _is_power(polynomial: Any) -> bool:
    return any(k > 1 for _, k in polynomial.factor()[1])


def precise_positive(f: Expr, name: str, x: Fraction) -> bool:
    """Whether f > 0 at a rational point."""
    value = precise_value(Program(f), name, x)
    return value is not None and bool(value > 0)


def _towards(start: Any, other: Any, side: int) -> list[Fraction]:
    """Points ever nearer to an end: fractions of the way, or far out for an infinite end."""
    if not isinstance(start, Fraction):
        far = [Fraction(8), Fraction(64), Fraction(2**12), Fraction(2**24)]
        found = [-side * x for x in far]
        base = other if isinstance(other, Fraction) else Fraction(0)
        return [base + x for x in found]
    width = abs(other - start) if isinstance(other, Fraction) else Fraction(8)
    return [
        _short(start + side * width * s)
        for s in (Fraction(1, 2), Fraction(1, 8), Fraction(1, 64), Fraction(1, 1024))
    ]


def _short(x: Fraction) -> Fraction:
    """A shorter rational near x, if x is long."""
    if x.denominator < 2**40:
        return x
    return Fraction(float(x)).limit_denominator(2**24) or Fraction(float(x))


def _middle(lo: Fraction, hi: Fraction) -> Fraction:
    """The middle; on long pieces of one sign the geometric one."""
    if lo > 0 and hi > 4 * lo:
        return _between(lo, hi, float(lo) ** 0.5 * float(hi) ** 0.5)
    if hi < 0 and lo < 4 * hi:
        return _between(lo, hi, -(float(-lo) ** 0.5) * float(-hi) ** 0.5)
    return (lo + hi) / 2


def _between(lo: Fraction, hi: Fraction, guess: float) -> Fraction:
    x = Fraction(guess).limit_denominator(10**6) if abs(guess) > 1e-3 else Fraction(guess)
    return x if lo < x < hi else (lo + hi) / 2
