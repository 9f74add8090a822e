"""Statements on bounded boxes in several variables: a tree of boxes, or a point where they fail.

The search over boxes sees many points on its way.  The lowest of them are where a local search
starts, and what it finds is rounded to rationals and confirmed exactly.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from glbtheory.engines.box_tree import Tree, TreeSearch
from glbtheory.engines.budget import Budget
from glbtheory.engines.language.domain import Domain, Inequality, to_float
from glbtheory.engines.refutation import Point, simplest, violates
from glbtheory.engines.tape import Tape, Unsupported

#: Boxes of a first try: a moment.
QUICK = 20_000
#: A box of this search costs about as much as this part of a box of the search with Arb.
_CHEAPER = 200
_OPERATIONS = 100
_DENOMINATORS = (1, 10, 1000, 10**6, 10**12)


def search_tree(statement: Inequality, budget: Budget, *, quick: bool = False) -> Tree | None:
    """The result of the search; None if the statement is not of this kind."""
    if statement.relation == "==":
        return None
    try:
        search = TreeSearch(statement)
    except (Unsupported, OverflowError):
        return None
    # Long programs get fewer boxes, so that a search takes about as long for all.
    share = min(1.0, _OPERATIONS / len(search.tape.code))
    most = int(budget.boxes * _CHEAPER * share)
    return search.run(min(QUICK, most) if quick else most, budget)


def lowest_witness(statement: Inequality, tree: Tree) -> Point | None:
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
        near = {n: _inside(x.limit_denominator(limit), n, statement.domain) for n, x in point.items()}
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
