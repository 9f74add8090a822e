"""Branch and bound under side conditions: a box on which one of them fails needs no proof."""

from __future__ import annotations

from glbtheory.engines.boxes.interval import Rule, Search
from glbtheory.engines.boxes.wide_boxes import WideBoxes
from glbtheory.engines.budget import Budget
from glbtheory.engines.language.domain import Box, Inequality, Side
from glbtheory.engines.language.expression import Program, UndefinedHere, variables


class ConditionalSearch(Search):
    """Branch and bound in which a box outside the conditions is done."""

    def __init__(self, statement: Inequality, budget: Budget, defined: bool):
        super().__init__(statement, defined=defined, max_boxes=budget.boxes)
        self.budget = budget
        self._sides = [(Program(s.expr), s) for s in statement.given]
        self._nested = False
        #: Intervals that take nothing for granted.
        self._plain = WideBoxes(False)

    def rule_for(self, box: Box) -> Rule | None:
        """A rule of the search; ``outside`` only for whole boxes, not for their faces."""
        if self._nested:
            return super().rule_for(box)
        self.budget.check()
        for k, (program, side) in enumerate(self._sides):
            if self._fails(program, side, box):
                return {"rule": "outside", "side": k}
        self._nested = True
        try:
            return super().rule_for(box)
        finally:
            self._nested = False

    def _fails(self, program: Program, side: Side, box: Box) -> bool:
        ar = self._plain
        ends = {n: ar.box(*box[n]) for n in variables(side.expr)}
        try:
            with ar.precision():
                value = program.run(ar, ends)
        except (UndefinedHere, ZeroDivisionError, OverflowError):
            return False
        below = ar.positive(ar.neg(value))
        if side.relation == "==":
            return bool(below or ar.positive(value))
        return bool(below or (side.relation == ">" and ar.nonnegative(ar.neg(value))))
