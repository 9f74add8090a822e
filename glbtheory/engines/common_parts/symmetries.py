"""Shifts and scalings that leave a function as it is, up to a factor.

f(x + t v) = f(x) for all t says that sum v_i f_i = 0 (f_i the partial derivatives); such an f is a
function of linear forms.  f(t^w_1 x_1, ..., t^w_n x_n) = t^d f(x) says that sum w_i x_i f_i = d f;
such an f is a function of monomials, up to the factor.  So both are read off from the kernel of a
matrix: one row of values for each of some points.  The matrix is in floats; what is found here is
a proposal only.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from glbtheory.engines.boxes.balls import Balls
from glbtheory.engines.boxes.jets import Series
from glbtheory.engines.counterexamples.refutation import Point
from glbtheory.engines.language.domain import Domain, Interval
from glbtheory.engines.language.expression import Expr, Program, UndefinedHere

if TYPE_CHECKING:
    import numpy as np
else:
    from glbtheory._support.lazy_libraries import numpy as np

#: Odd steps through the unit interval, one for each variable in turn.
_STEPS = (31, 57, 83, 45, 71, 97, 23, 64)
_MODULUS = 127
_TOLERANCE = 1e-9
_LARGEST = 60


@dataclass(frozen=True)
class Invariance:
    """``weights`` of the variables; ``degree`` is None for a shift, d for a scaling."""

    weights: dict[str, Fraction]
    degree: Fraction | None = None


def generic_points(domain: Domain, count: int) -> list[Point]:
    """Points inside the domain, in no special position."""
    return [
        {
            name: _inside(interval, Fraction((k + 1) * _STEPS[i % len(_STEPS)] % _MODULUS + i, 150))
            for i, (name, interval) in enumerate(domain.items())
        }
        for k in range(count)
    ]


def _inside(interval: Interval, t: Fraction) -> Fraction:
    t += Fraction(1, 1009)
    lo, hi = interval.lo, interval.hi
    if isinstance(lo, Fraction) and isinstance(hi, Fraction):
        return lo + t % 1 * (hi - lo)
    if isinstance(lo, Fraction):
        return lo + 3 * t
    if isinstance(hi, Fraction):
        return hi - 3 * t
    return 4 * t - 2


def symmetries(gap: Expr, domain: Domain) -> list[Invariance]:
    """Shifts, then scalings; those of few variables first."""
    names = list(domain)
    values = _values(gap, names, generic_points(domain, 2 * len(names) + 6))
    if len(values) < len(names) + 3:
        return []
    shifts = [row[1:] for _, row in values]
    scalings = [
        [*(f * _as_float(p[n]) for n, f in zip(names, row[1:], strict=True)), -row[0]]
        for p, row in values
    ]
    found = [Invariance(_weights(names, v)) for v in _kernel(shifts)]
    found += [Invariance(_weights(names, v), v[-1]) for v in _kernel(scalings)]
    found = [s for s in found if s.weights]
    return sorted(found, key=lambda s: len(s.weights))


def _as_float(q: Fraction) -> float:
    return q.numerator / q.denominator


def _weights(names: list[str], vector: list[Fraction]) -> dict[str, Fraction]:
    return {n: w for n, w in zip(names, vector, strict=False) if w}


def _values(gap: Expr, names: list[str], points: list[Point]) -> list[tuple[Point, list[float]]]:
    """The function and its partial derivatives at the points where they are defined."""
    balls, program = Balls(), Program(gap)
    series = Series(balls, 1)
    found = []
    for point in points:
        try:
            rows = [
                program.run(
                    series,
                    {n: series.variable(balls.const(x), n == active) for n, x in point.items()},
                )
                for active in names
            ]
            size = max(abs(float(x.mid())) for r in rows for x in r)
            row = [rows[0][0], *(r[1] for r in rows)]
            if size > 0:
                found.append((point, [float((x / size).mid()) for x in row]))
        except (UndefinedHere, ZeroDivisionError, OverflowError, ValueError):
            continue
    return found


def _kernel(rows: list[list[float]]) -> list[list[Fraction]]:
    """Rational vectors that all rows send to 0, in reduced echelon form."""
    matrix: Any = np.array(rows, dtype=float)
    if not np.isfinite(matrix).all():
        return []
    lengths = np.linalg.norm(matrix, axis=1)
    matrix = matrix[lengths > 0] / lengths[lengths > 0][:, None]
    columns = matrix.shape[1]
    _, singular, right = np.linalg.svd(matrix)
    rank = int((singular > _TOLERANCE * max(1.0, singular.max(initial=0.0))).sum())
    basis = _reduced(right[rank:]) if rank < columns else []
    found = []
    for vector in basis:
        rational = [Fraction(float(x)).limit_denominator(_LARGEST) for x in vector]
        residual = matrix @ np.array([_as_float(q) for q in rational])
        if np.abs(residual).max(initial=0.0) < 100 * _TOLERANCE:
            found.append(rational)
    return found


def _reduced(basis: Any) -> list[Any]:
    """The reduced row echelon form of a matrix of full rank."""
    matrix, row = np.array(basis), 0
    for column in range(matrix.shape[1]):
        if row == len(matrix):
            break
        pivot = row + int(np.abs(matrix[row:, column]).argmax())
        if abs(matrix[pivot, column]) < 1e-6:
            continue
        matrix[[row, pivot]] = matrix[[pivot, row]]
        matrix[row] /= matrix[row, column]
        for other in range(len(matrix)):
            if other != row:
                matrix[other] -= matrix[other, column] * matrix[row]
        row += 1
    return list(matrix)
