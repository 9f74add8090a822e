"""Statements on bounded boxes in several variables: a tree of boxes, or a point where they fail.

The search over boxes sees many points on its way.  The lowest of them are where a local search
starts, and what it finds is rounded to rationals and confirmed exactly.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from glbtheory.engines.boxes.box_tree import BoxTree, TreeSearch
from glbtheory.engines.boxes.tape import Tape, Unsupported
from glbtheory.engines.budget import Budget
from glbtheory.engines.counterexamples.refutation import Point, simplest, violates
from glbtheory.engines.language.domain import Domain, Inequality, to_float

#: Boxes of a first try: a moment.
_QUICK = 20_000
#: How many boxes of this search cost as much as one of the search with Arb, for a program of this
#: many operations.
_CHEAPER, _OPERATIONS = 500, 200
_OWN_TIME = 0.75
_DENOMINATORS = (1, 10, 1000, 10**6, 10**12)


class ManyBoxes:
    """The search for a tree of boxes, in a quick part and a long one."""

    def __init__(self, statement: Inequality, budget: Budget):
        self.budget = budget
        self.search = TreeSearch(statement)
        # Long programs get fewer boxes, so that a search takes about as long for all.
        share = min(1.0, _OPERATIONS / len(self.search.tape.code))
        self.most = int(budget.boxes * _CHEAPER * share)

    def quickly(self) -> BoxTree:
        """A first try; it goes on as long as the rest seems to be within the budget.

        The share of the volume that is settled tells how many boxes the whole may take.  A part of
        the time is left to other methods.
        """
        left = self.budget.remaining
        budget = Budget.of(self.budget.boxes, None if left is None else left * _OWN_TIME)
        tree = self.search.run(min(_QUICK, self.most), budget)
        while tree.levels is None and tree.witness is None and tree.share > 0:
            expected = 2 * int(tree.boxes / tree.share)
            late = budget.remaining is not None and budget.remaining <= 0
            if tree.tiny or late or expected > 2 * self.most or tree.boxes > 0.9 * self.most:
                break
            tree = self.search.run(min(expected, self.most), budget)
        return tree

    def fully(self) -> BoxTree:
        """All that the budget allows."""
        return self.search.run(self.most, self.budget)


def many_boxes(statement: Inequality, budget: Budget) -> ManyBoxes | None:
    """The search for a statement; None if it is not of this kind."""
    if statement.relation == "==":
        return None
    try:
        return ManyBoxes(statement, budget)
    except (Unsupported, OverflowError):
        return None


def lowest_witness(statement: Inequality, tree: BoxTree) -> Point | None:
    """A rational point at which the statement fails, near the lowest points of the search."""
    if tree.witness is not None:
        found = _rounded(statement, tree.witness)
        if found is not None:
            return found
    for start in tree.lowest[:3]:
        found = _rounded(statement, _descended(statement, start))
        if found is not None:
            return found
    return None


def _rounded(statement: Inequality, point: Point) -> Point | None:
    """The point with denominators as small as they can be, if the statement fails there."""
    for limit in _DENOMINATORS:
        near = {
            n: _inside(x.limit_denominator(limit), n, statement.domain) for n, x in point.items()
        }
        if violates(statement, near):
            return simplest(statement, near)
    near = {n: _inside(x, n, statement.domain) for n, x in point.items()}
    return near if violates(statement, near) else None


def _inside(x: Fraction, name: str, domain: Domain) -> Fraction:
    lo, hi = domain[name].lo, domain[name].hi
    assert isinstance(lo, Fraction) and isinstance(hi, Fraction)
    return min(max(x, lo), hi)


def _descended(statement: Inequality, start: Point) -> Point:
    """A local minimum of the gap, in floats, by its gradient."""
    from scipy.optimize import minimize  # slow to import, and most questions never need it

    names = list(statement.domain)
    tape = Tape(statement.gap, names)

    def value_and_slopes(x: Any) -> tuple[float, Any]:
        with np.errstate(all="ignore"):
            run = tape.evaluate(x[None, :], x[None, :])
            slopes = [float(np.mean(pair)) for pair in tape.gradient(run)]
        value = float(np.mean(run.values[-1]))
        known = not run.bad.any() and np.isfinite(value) and np.all(np.isfinite(slopes))
        return (value, np.array(slopes)) if known else (1e300, np.zeros(len(x)))

    ends = [(to_float(i.lo), to_float(i.hi)) for i in statement.domain.values()]
    begin = np.array([to_float(start[n]) for n in names])
    best = minimize(value_and_slopes, begin, jac=True, method="L-BFGS-B", bounds=ends).x
    return {n: Fraction(float(v)) for n, v in zip(names, best, strict=True)}
