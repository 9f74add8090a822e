"""Counterexamples in several variables: walk down from the worst points, then round.

The cloud of :func:`~glbtheory.engines.counterexamples.refutation.candidates` is thin in many
dimensions.  From its worst points a local minimiser with gradients goes down to where the statement
fails most; simple rationals nearby are then tried exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from glbtheory.engines.budget import Budget
from glbtheory.engines.counterexamples.refutation import (
    Point,
    candidates,
    float_values,
    simplest,
    violates,
)
from glbtheory.engines.language.domain import Inequality, Interval, to_float
from glbtheory.engines.language.expression import Program

_STARTS = 6
_PLAIN_STARTS = 2
#: Larger values count as this, so that their differences are numbers.
_FAR = 1e100
_ROUNDS = 60
#: Denominators to which a minimum is rounded, the simplest first.
_DENOMINATORS = (1, 2, 3, 4, 5, 8, 10, 16, 100, 1000, 10**6, 10**9)


def refute_by_descent(statement: Inequality, budget: Budget) -> Point | None:
    """A rational point of the domain at which the statement fails, or None."""
    names = list(statement.domain)
    if statement.relation == "==" or len(names) < 2:
        return None
    intervals = [statement.domain[n] for n in names]
    # The relative gap is flat where one side is far larger, the gap itself near 0.
    relative, plain = (_Function(statement, names, relative=r) for r in (True, False))
    for k, start in enumerate(_starts(statement, relative)):
        for function in (relative, plain) if k < _PLAIN_STARTS else (relative,):
            budget.check()
            low, at = _minimum(function, start, intervals)
            if low < 0 or statement.strict:
                for point in _rounded(at, statement, names):
                    if violates(statement, point):
                        return simplest(statement, point)
    return None


class _Function:
    """The gap, or the gap over the size of the sides.

    The latter is the same at every scale of a homogeneous statement.
    """

    def __init__(self, statement: Inequality, names: list[str], *, relative: bool):
        self.names, self.relative = names, relative
        self.gap = Program(statement.gap)
        self.sides = [Program(statement.lhs), Program(statement.rhs)]

    def __call__(self, points: Any) -> Any:
        columns = {n: points[:, i] for i, n in enumerate(self.names)}
        gap = float_values(self.gap, columns)
        if not self.relative:
            return np.where(np.isfinite(gap), np.clip(gap, -_FAR, _FAR), _FAR)
        size = sum(np.abs(float_values(side, columns)) for side in self.sides)
        with np.errstate(all="ignore"):
            value = gap / (1e-12 + size)
        return np.where(np.isfinite(value), value, 1e3)

    def with_gradient(self, x: Any) -> tuple[float, Any]:
        """The value, and central differences."""
        n = len(x)
        steps = 1e-6 * np.maximum(np.abs(x), 1e-3)
        shifts = np.diag(steps)
        values = self(np.vstack([x[None, :], x + shifts, x - shifts]))
        return float(values[0]), (values[1 : n + 1] - values[n + 1 :]) / (2 * steps)


def _starts(statement: Inequality, function: _Function) -> list[Any]:
    """The worst points of the cloud that are not near one another."""
    points = candidates(statement.domain)
    table = np.array([[to_float(p[n]) for n in function.names] for p in points])
    values = function(table)
    chosen: list[Any] = []
    for k in np.argsort(values, kind="stable")[:400]:
        x = table[k]
        if all(np.max(np.abs(x - y) / (1 + np.abs(x) + np.abs(y))) > 0.05 for y in chosen):
            chosen.append(x)
        if len(chosen) == _STARTS:
            break
    return chosen


def _minimum(function: _Function, start: Any, intervals: list[Interval]) -> tuple[float, Any]:
    from scipy.optimize import minimize  # slow to import, and most questions never need it

    bounds = [(to_float(i.lo), to_float(i.hi)) for i in intervals]
    best = minimize(
        function.with_gradient,
        start,
        jac=True,
        method="L-BFGS-B",
        bounds=bounds,
        options={"maxiter": _ROUNDS},
    )
    return float(best.fun), best.x


def _rounded(at: Any, statement: Inequality, names: list[str]) -> Iterator[Point]:
    if not np.all(np.isfinite(at)):
        return
    seen: list[Point] = []
    for limit in _DENOMINATORS:
        point = {
            n: Fraction(float(x)).limit_denominator(limit) for n, x in zip(names, at, strict=True)
        }
        inside = all(statement.domain[n].contains(x) for n, x in point.items())
        if inside and point not in seen:
            seen.append(point)
            yield point
