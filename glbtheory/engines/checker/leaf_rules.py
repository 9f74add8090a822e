"""Leaves of a cover: the rule that shows gap >= 0 (or > 0) on one box.

Computed with intervals, exact numbers and power series over both; see
:mod:`glbtheory.engines.boxes.interval` for what the rules are called and what they say.  Rules that
need computer algebra load it when they are met.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from glbtheory.engines.checker.boxes import box_text
from glbtheory.engines.checker.exact_numbers import ExactNumbers
from glbtheory.engines.checker.intervals import Intervals
from glbtheory.engines.checker.refusal import BadCertificate
from glbtheory.engines.checker.series import BoxSeries, PointSeries
from glbtheory.engines.language.domain import Box, Inequality
from glbtheory.engines.language.expression import (
    Expr,
    Program,
    UndefinedHere,
    num,
    substitute,
    var,
)


class LeafChecker:
    """Verifies rules for one gap; ``defined`` says that it is shown to be defined on the domain."""

    def __init__(self, gap: Expr, statement: Inequality, defined: bool):
        self.gap, self.statement, self.defined = gap, statement, defined
        self.program = Program(gap)
        self.numbers, self.exact = Intervals(defined), ExactNumbers()
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
            raise BadCertificate(f"rule {kind} fails on {box_text(box)}")

    def _run(self, box: Box) -> Any:
        return self.program.run(self.numbers, {n: self.numbers.box(*e) for n, e in box.items()})

    def _series(self, box: Box, active: set[str], order: int) -> list[Any]:
        """Enclosures of the Taylor coefficients along the sum of the active directions."""
        series = BoxSeries(self.numbers, order)
        values = {n: series.variable(self.numbers.box(*e), n in active) for n, e in box.items()}
        zero = self.numbers.const(Fraction(0))
        return [zero if c is None else c for c in self.program.run(series, values)]

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
        from glbtheory.engines.checker.symbolic_steps import vanishes_on_face

        return vanishes_on_face(self.gap, face, name, order)

    def _exact_series(self, point: Box, name: str, order: int, side: int) -> list[Any]:
        """The exact Taylor coefficients at a point; an empty or missing one is zero."""
        series = PointSeries(order, side)
        values = {n: series.variable(Fraction(lo), n == name) for n, (lo, _) in point.items()}
        return list(self.program.run(series, values))

    def _hessian(self, box: Box, rule: dict[str, Any]) -> bool:
        at = {n: Fraction(x) for n, x in rule["at"].items()}
        inside = set(at) == set(box) and all(box[n][0] <= x <= box[n][1] for n, x in at.items())
        if not inside or self.strict:
            return False
        free = [n for n, (lo, hi) in box.items() if lo != hi]
        if not free:
            return False  # a single point has a value and no second derivatives
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
        from glbtheory.engines.checker.symbolic_steps import (
            coordinate,
            fault_of_ladder,
            start_positive,
        )

        # A ladder says nothing about poles on its way: these need their own certificates.
        if len(box) != 1 or not self.defined:
            return False
        ((name, (lo, hi)),) = box.items()
        u = var(coordinate(name))
        if isinstance(lo, Fraction):
            gap = substitute(self.gap, {name: num(lo) + u})
        elif isinstance(hi, Fraction):
            gap = substitute(self.gap, {name: num(hi) - u})
        else:
            return False
        fault = fault_of_ladder(rule, gap, self.strict)
        if fault:
            raise BadCertificate(fault)
        return not self.strict or start_positive(gap, name)

    def _zero(self, box: Box, rule: dict[str, Any]) -> bool:
        if self.strict or any(lo != hi for lo, hi in box.values()):
            return False
        values = {n: self.exact.const(Fraction(lo)) for n, (lo, _) in box.items()}
        return not self.program.run(self.exact, values)
