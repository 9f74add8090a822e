"""Counterexamples to rational inequalities in one variable: one point between any two roots.

The sign of a rational function changes at roots of its numerator and of its denominator only.  A
point in each gap between neighbouring roots, and the roots that are rational, see all of its signs
but those at irrational roots, where the gap is 0.
"""

from __future__ import annotations

from fractions import Fraction

from glbtheory.engines.counterexamples.refutation import Point, violates
from glbtheory.engines.language.domain import Inequality
from glbtheory.engines.one_variable.rational_functions import points_between_roots


def refute_between_roots(statement: Inequality) -> Point | None:
    """A rational point at which a rational function of one variable has the wrong sign."""
    if len(statement.domain) != 1:
        return None
    ((name, interval),) = statement.domain.items()
    points = points_between_roots(statement.gap, name)
    # Ends that are in the domain, and points next to those that are not, bound the outer pieces.
    ends = [e for e in (interval.lo, interval.hi) if isinstance(e, Fraction)]
    for x in [*points, *((a + b) / 2 for a in ends for b in points), *ends]:
        if interval.contains(x) and violates(statement, {name: x}):
            return {name: x}
    return None
