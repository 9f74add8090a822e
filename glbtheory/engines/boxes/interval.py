"""Branch and bound: a statement proved on a whole box, with a certificate.

The search runs on Arb balls, and on wide boxes on intervals with two Arb ends.  A box is a *leaf*
when one of these rules shows gap >= 0 on it:

value     the gap, computed on the box, is >= 0 (or > 0)
slope     mean value form: gap(c) + sum_i d_i gap(box) (x_i - c_i) > 0
monotone  the sign of some partial derivatives is known: go to the faces where the gap is least
taylor    the gap vanishes to order n on a face and its n-th derivative has the right sign
hessian   the gap and its gradient vanish at a point and its Hessian is positive definite
ladder    on a half-line: a derivative ladder of the symbolic engine
zero      the gap vanishes identically on this (degenerate) box

so exact zeros inside the domain or on its border are no obstacle.  The leaves, with rational
boxes, are the certificate; :mod:`glbtheory.engines.checker` verifies it with arithmetic of its
own.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from glbtheory.engines.boxes.balls import Balls
from glbtheory.engines.boxes.jets import Series
from glbtheory.engines.boxes.wide_boxes import WideBoxes
from glbtheory.engines.budget import Budget
from glbtheory.engines.exact import Exact
from glbtheory.engines.language.domain import Box, End, Inequality, end_text, to_float
from glbtheory.engines.language.expression import Expr, Program, UndefinedHere
from glbtheory.engines.symbolic import (
    climb,
    is_zero,
    manageable,
    positive,
    smooth_everywhere,
    start_value,
    to_sympy,
    verified,
)

if TYPE_CHECKING:
    import sympy as sp
else:
    from glbtheory._support.lazy_libraries import sympy as sp

Rule = dict[str, Any]
_MAX_ORDER = 10
_FAR = 2**40
#: Arithmetic operations (a ball operation counts 1) that a search may take: some seconds.  A
#: count, not a time, so that every machine gets the same answer.
_MAX_WORK = 12_000_000
_COST_OF_WIDE_BOXES = 12
_COST_OF_EXACT = 20


@dataclass
class Leaf:
    """A box and the rule that settles it."""

    box: Box
    rule: Rule

    def to_json(self) -> dict[str, Any]:
        """Rational ends as text."""
        ends = {n: [end_text(lo), end_text(hi)] for n, (lo, hi) in self.box.items()}
        return {"box": ends, "rule": self.rule}


@dataclass
class Cover:
    """The result of a search: leaves that cover the domain, or where it got stuck."""

    leaves: list[Leaf] = field(default_factory=list)
    stuck: Box | None = None


class Search:
    """One branch-and-bound run for ``gap >= 0`` (``> 0`` if strict) on the domain.

    ``defined`` says that the gap is known to be defined on the domain (open ends excluded).
    """

    def __init__(
        self,
        statement: Inequality,
        gap: Expr | None = None,
        *,
        defined: bool = False,
        max_boxes: int = 3000,
        budget: Budget | None = None,
    ):
        self.statement = statement
        self.gap = gap or statement.gap
        self.program = Program(self.gap)
        self.strict = statement.strict
        self.budget = budget or Budget(max_boxes)
        self.balls, self.wide, self.exact = Balls(), WideBoxes(defined), Exact()
        self._symbolic: Any = None
        # Each try costs as much as many boxes, and a ladder does not see where a gap is undefined.
        self._ladder_tries = 4 if defined and manageable(self.gap, shifted=True) else 0
        self.work = 0

    # -- the loop ----------------------------------------------------------------------------

    def run(self, touching: Iterable[dict[str, Fraction]] = ()) -> Cover:
        """Split boxes until all are leaves; ``touching`` are points where the gap vanishes."""
        cover = Cover()
        touch = list(touching)
        tickets = itertools.count()
        queue = [(-float("inf"), next(tickets), self.statement.box())]
        while queue:
            self.budget.check()
            _, ticket, box = heapq.heappop(queue)
            rule = self.rule_for(box)
            if rule is not None:
                cover.leaves.append(Leaf(box, rule))
                continue
            if ticket > self.budget.boxes or self.work > _MAX_WORK or self._hopeless(box):
                cover.stuck = box
                return cover
            for half in self.split(box, touch):
                heapq.heappush(queue, (_priority(half), next(tickets), half))
        return cover

    def _hopeless(self, box: Box) -> bool:
        """Whether cutting further is useless: the box is too small, or too far out."""
        far = any(abs(e) > _FAR for ends in box.values() for e in ends if isinstance(e, Fraction))
        return far or all(0 <= hi - lo < 2.0**-48 for lo, hi in box.values())

    def split(self, box: Box, touch: list[dict[str, Fraction]]) -> list[Box]:
        """Two halves: at a touching point if there is one inside, else across the longest side."""
        for point in touch:
            for name, x in point.items():
                lo, hi = box[name]
                if lo < x < hi and all(box[n][0] <= v <= box[n][1] for n, v in point.items()):
                    return _cut(box, name, x)
        name = max(box, key=lambda n: _length(*box[n]))
        return _cut(box, name, _middle(*box[name]))

    # -- rules -------------------------------------------------------------------------------

    def rule_for(self, box: Box) -> Rule | None:
        """A rule that settles the box, or None."""
        value = self.evaluate(box)
        if value is not None and self._good(*value):
            return {"rule": "value"}
        free = [n for n, (lo, hi) in box.items() if lo != hi]
        if not free:
            return {"rule": "zero"} if not self.strict and self._vanishes(box) else None
        slopes = {n: self.derivatives(box, n, 1) for n in free}
        return (
            self._slope_rule(box, free, slopes)
            or self._monotone_rule(box, free, slopes)
            or self._taylor_rule(box, free)
            or self._hessian_rule(box, free)
            or self._ladder_rule(box)
        )

    def evaluate(self, box: Box) -> tuple[Any, Any] | None:
        """(arithmetic, enclosure of the gap on the box); None where it may be undefined."""
        return self._over(box, lambda ar: self.program.run(ar, _boxes(ar, box)), 0)

    def derivatives(self, box: Box, name: str, order: int) -> tuple[Any, list[Any]] | None:
        """(arithmetic, Taylor coefficients 0..order in one variable on the box)."""

        def series(ar: Any) -> list[Any]:
            jets = Series(ar, order)
            values = {n: jets.variable(v, n == name) for n, v in _boxes(ar, box).items()}
            return list(self.program.run(jets, values))

        return self._over(box, series, order)

    def _over(self, box: Box, compute: Any, order: int) -> tuple[Any, Any] | None:
        # Balls are fast, but a wide ball around e^x reaches below zero, an infinite box has no
        # ball, and a logarithm at an open end has no finite value: pairs of ends take these.
        wide = any(hi - lo > 4 for lo, hi in box.values())
        for arithmetic in (self.wide,) if wide else (self.balls, self.wide):
            self._count(order, 1 if arithmetic is self.balls else _COST_OF_WIDE_BOXES)
            try:
                with arithmetic.precision():
                    return arithmetic, compute(arithmetic)
            except (UndefinedHere, ZeroDivisionError, OverflowError):
                if not self._at_border(box):
                    return None
        return None

    def _count(self, order: int, cost: int) -> None:
        self.work += len(self.program.code) * (order + 1) ** 2 * cost

    def _at_border(self, box: Box) -> bool:
        domain = self.statement.domain
        return any(
            lo == domain[n].lo or hi == domain[n].hi for n, (lo, hi) in box.items() if lo != hi
        )

    def _good(self, ar: Any, value: Any) -> bool:
        return bool(ar.positive(value) if self.strict else ar.nonnegative(value))

    def _slope_rule(self, box: Box, free: list[str], slopes: dict[str, Any]) -> Rule | None:
        if any(not _finite_box(box, n) or slopes[n] is None for n in free):
            return None
        balls = self.balls
        if any(ar is not balls for ar, _ in slopes.values()):
            return None
        centre = {n: _middle(lo, hi) for n, (lo, hi) in box.items()}
        try:
            total = self.program.run(balls, {n: balls.const(c) for n, c in centre.items()})
        except UndefinedHere:
            return None
        for n in free:
            lo, hi = box[n]
            reach = balls.box(lo - centre[n], hi - centre[n])
            total = total + slopes[n][1][1] * reach
        return {"rule": "slope"} if balls.positive(total) else None

    def _monotone_rule(self, box: Box, free: list[str], slopes: dict[str, Any]) -> Rule | None:
        ends: dict[str, str] = {}
        face = dict(box)
        for n in free:
            if slopes[n] is None:
                continue
            ar, (_, slope) = slopes[n]
            end = "lo" if ar.nonnegative(slope) else "hi" if ar.nonnegative(ar.neg(slope)) else ""
            x = box[n][0] if end == "lo" else box[n][1]
            if end and isinstance(x, Fraction):
                ends[n] = end
                face[n] = (x, x)
        if not ends:
            return None
        then = self.rule_for(face)
        return None if then is None else {"rule": "monotone", "ends": ends, "then": then}

    def _taylor_rule(self, box: Box, free: list[str]) -> Rule | None:
        for n in free:
            for end, x in zip(("lo", "hi"), box[n], strict=True):
                if isinstance(x, Fraction):
                    rule = self._taylor_at(box, n, end, x)
                    if rule is not None:
                        return rule
        return None

    def _taylor_at(self, box: Box, name: str, end: str, x: Fraction) -> Rule | None:
        face = {**box, name: (x, x)}
        if self.strict and not self._excluded(name, end, x):
            return None
        if not self._may_vanish(face):
            return None
        order = self._vanishing_order(face, name, end)
        if order is None:
            return None
        found = self.derivatives(box, name, order)
        if found is None:
            return None
        ar, coefficients = found
        top = coefficients[order] if end == "lo" or order % 2 == 0 else ar.neg(coefficients[order])
        if not self._good(ar, top):
            return None
        return {"rule": "taylor", "variable": name, "end": end, "order": order}

    def _excluded(self, name: str, end: str, x: Fraction) -> bool:
        """Whether the face lies on an open end of the domain."""
        interval = self.statement.domain[name]
        return bool(
            (interval.lo_open and x == interval.lo)
            if end == "lo"
            else (interval.hi_open and x == interval.hi)
        )

    def _may_vanish(self, face: Box) -> bool:
        middle: Box = {n: (m := _middle(lo, hi), m) for n, (lo, hi) in face.items()}
        value = self.evaluate(middle)
        return value is None or not (
            value[0].positive(value[1]) or value[0].positive(value[0].neg(value[1]))
        )

    def _vanishing_order(self, face: Box, name: str, end: str) -> int | None:
        """The first Taylor coefficient in ``name`` that does not vanish on the whole face."""
        if all(lo == hi for lo, hi in face.values()):
            return self._exact_order(face, name, 1 if end == "lo" else -1)
        if not manageable(self.gap):
            return None
        expression, symbols = self._sympy(face)
        if not smooth_everywhere(expression):
            return None
        for order in range(_MAX_ORDER + 1):
            at_face = expression.subs(symbols[name], sp.Rational(str(face[name][0])))
            if not is_zero(at_face):
                return order or None
            expression = sp.diff(expression, symbols[name])
            if order == 3:
                return None
        return None

    def _exact_order(self, face: Box, name: str, side: int) -> int | None:
        jets = Series(self.exact, _MAX_ORDER, side)
        self._count(_MAX_ORDER, _COST_OF_EXACT)
        try:
            values = {
                n: jets.variable(self.exact.const(Fraction(lo)), n == name)
                for n, (lo, _) in face.items()
            }
            coefficients = self.program.run(jets, values)
        except (UndefinedHere, ZeroDivisionError, OverflowError):
            return None
        for order, c in enumerate(coefficients):
            if c:
                return order or None
        return None

    def _vanishes(self, box: Box) -> bool:
        try:
            values = {n: self.exact.const(Fraction(lo)) for n, (lo, _) in box.items()}
            return not self.program.run(self.exact, values)
        except (UndefinedHere, ZeroDivisionError, OverflowError):
            return False

    def _sympy(self, box: Box) -> tuple[Any, dict[str, Any]]:
        if self._symbolic is None:
            symbols = {n: sp.Symbol(n, real=True) for n in box}
            self._symbolic = to_sympy(self.gap, symbols), symbols
        expression, symbols = self._symbolic
        return expression, symbols

    def _hessian_rule(self, box: Box, free: list[str]) -> Rule | None:
        # There are 2^n corners, and each is tried exactly.
        if self.strict or not 2 <= len(free) <= 6 or any(not _finite_box(box, n) for n in free):
            return None
        for corner in _corners(box, free):
            if self._vanishes({n: (c, c) for n, c in corner.items()}) and self._flat(corner, free):
                rows = hessian(self, box, free, self.balls)
                if rows is not None and positive_definite(rows, self.balls):
                    at = {n: str(c) for n, c in corner.items()}
                    return {"rule": "hessian", "at": at}
        return None

    def _ladder_rule(self, box: Box) -> Rule | None:
        """A derivative ladder from the finite end of a half-line (one variable only)."""
        if len(box) != 1 or all(_finite_box(box, n) for n in box) or self._ladder_tries == 0:
            return None
        self._ladder_tries -= 1
        found = half_line(self.gap, box)
        if found is None:
            return None
        gap, u = found
        ladder = climb(gap, u)
        if ladder is None or not verified(ladder, gap, {"": u}, self.strict):
            return None
        if self.strict and not positive(start_value(gap, u)):
            return None
        return ladder.to_json()

    def _flat(self, point: dict[str, Fraction], free: list[str]) -> bool:
        face: Box = {n: (c, c) for n, c in point.items()}
        return all((self._exact_order(face, n, 0) or 0) >= 2 for n in free)


def half_line(gap: Expr, box: Box) -> tuple[Any, Any] | None:
    """The gap in the coordinate u >= 0 that starts at the finite end of a half-line."""
    ((name, (lo, hi)),) = box.items()
    u = sp.Symbol(f"u_{name}", positive=True)
    if isinstance(lo, Fraction):
        return to_sympy(gap, {name: sp.Rational(str(lo)) + u}), u
    if isinstance(hi, Fraction):
        return to_sympy(gap, {name: sp.Rational(str(hi)) - u}), u
    return None


def hessian(search: Any, box: Box, free: list[str], ar: Any) -> list[list[Any]] | None:
    """Enclosures of the second derivatives, from series along e_i and e_i + e_j."""

    def second(active: set[str]) -> Any:
        jets = Series(ar, 2)
        values = {n: jets.variable(v, n in active) for n, v in _boxes(ar, box).items()}
        return ar.mul(search.program.run(jets, values)[2], ar.const(Fraction(2)))

    try:
        pure = {n: second({n}) for n in free}
        rows = [[pure[i] for _ in free] for i in free]
        for a, i in enumerate(free):
            for b, j in enumerate(free):
                if a != b:
                    mixed = ar.sub(ar.sub(second({i, j}), pure[i]), pure[j])
                    rows[a][b] = ar.mul(mixed, ar.const(Fraction(1, 2)))
    except (UndefinedHere, ZeroDivisionError):
        return None
    return rows


def positive_definite(rows: list[list[Any]], ar: Any) -> bool:
    """Whether every symmetric matrix in the enclosure is positive definite (pivots > 0)."""
    rows = [list(r) for r in rows]
    for k in range(len(rows)):
        if not ar.positive(rows[k][k]):
            return False
        for i in range(k + 1, len(rows)):
            factor = ar.div(rows[i][k], rows[k][k])
            for j in range(k, len(rows)):
                rows[i][j] = ar.sub(rows[i][j], ar.mul(factor, rows[k][j]))
    return True


def _boxes(ar: Any, box: Box) -> dict[str, Any]:
    return {n: ar.box(lo, hi) for n, (lo, hi) in box.items()}


def _finite_box(box: Box, name: str) -> bool:
    lo, hi = box[name]
    return isinstance(lo, Fraction) and isinstance(hi, Fraction)


def _middle(lo: End, hi: End) -> Fraction:
    """A point to cut at: the middle, or further out on an infinite side."""
    if isinstance(lo, Fraction) and isinstance(hi, Fraction):
        return (lo + hi) / 2
    if isinstance(lo, Fraction):
        return Fraction(max(2 * lo, lo + 1))
    if isinstance(hi, Fraction):
        return Fraction(min(2 * hi, hi - 1))
    return Fraction(0)


def _length(lo: End, hi: End) -> float:
    """How much a side asks to be cut; an infinite side asks less the further out it starts."""
    if isinstance(lo, Fraction) and isinstance(hi, Fraction):
        return to_float(hi - lo)
    if not isinstance(lo, Fraction) and not isinstance(hi, Fraction):
        return float("inf")
    start = abs(to_float(lo if isinstance(lo, Fraction) else hi))
    return 64.0 / (1.0 + start)


def _priority(box: Box) -> float:
    """Largest boxes first, so that a hopeless statement shows itself early."""
    return -max(_length(lo, hi) for lo, hi in box.values())


def _cut(box: Box, name: str, x: Fraction) -> list[Box]:
    lo, hi = box[name]
    return [{**box, name: (lo, x)}, {**box, name: (x, hi)}]


def _corners(box: Box, free: list[str]) -> Iterable[dict[str, Fraction]]:
    corners: list[dict[str, Fraction]] = [{}]
    for n, (lo, hi) in box.items():
        ends = [lo, hi] if n in free else [lo]
        corners = [{**c, n: Fraction(e)} for c in corners for e in ends]
    return corners
