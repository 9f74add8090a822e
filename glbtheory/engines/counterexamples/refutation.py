"""Counterexamples: look everywhere in floats, confirm one rational point exactly.

Floats only propose.  A witness is a rational point of the domain at which balls (with growing
precision) or exact numbers show that the statement fails.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import ctx

from glbtheory.engines.boxes.balls import Balls
from glbtheory.engines.counterexamples.plain_floats import KNOWN, PlainFloats
from glbtheory.engines.exact import Exact
from glbtheory.engines.language.domain import Box, Domain, Inequality, Interval, to_float
from glbtheory.engines.language.expression import (
    NARY,
    UNARY,
    Expr,
    Operators,
    Program,
    UndefinedHere,
)

if TYPE_CHECKING:
    import numpy as np
else:
    from glbtheory._support.lazy_libraries import numpy as np

Point = dict[str, Fraction]
_SEED = 20210313
_MAX_POINTS = 20_000
#: So few points are computed one by one, without numpy.
_FEW_POINTS = 1000


class Floats(Operators):
    """Vectorised floats; nan where undefined."""

    def const(self, value: Fraction) -> Any:
        try:
            return np.float64(value.numerator / value.denominator)
        except OverflowError:
            return np.float64(np.inf if value > 0 else -np.inf)

    def pi(self) -> Any:
        return np.pi

    def div(self, a: Any, b: Any) -> Any:
        return np.divide(a, b)

    def pow(self, a: Any, k: int) -> Any:
        return np.power(np.asarray(a, dtype=float), k)

    def call(self, name: str, args: list[Any]) -> Any:
        if name in ("erf", "gamma"):
            from scipy import special  # slow to import, and most questions never need it

            return getattr(special, name)(*args)
        names = {"atan": "arctan", "min": "minimum", "max": "maximum"}
        names |= {"asin": "arcsin", "acos": "arccos"}
        return getattr(np, names.get(name, name))(*args)


def float_values(expr: Expr | Program, points: dict[str, Any]) -> Any:
    """The expression at many points; overflow and invalid values become inf and nan."""
    program = expr if isinstance(expr, Program) else Program(expr)
    with np.errstate(all="ignore"):
        value = program.run(Floats(), points)
    size = len(next(iter(points.values()))) if points else 1
    return np.broadcast_to(np.asarray(value, dtype=float), (size,))


def values_at(expr: Expr, points: list[Point]) -> list[float]:
    """The expression at some points; nan or an infinity where it is undefined or too large."""
    program = Program(expr)
    functions = {op for op, _, _ in program.code if op in UNARY + NARY}
    if len(points) <= _FEW_POINTS and functions <= KNOWN:
        floats = PlainFloats()
        return [program.run(floats, {n: to_float(x) for n, x in p.items()}) for p in points]
    names = points[0] if points else {}
    columns = {n: np.array([to_float(p[n]) for p in points]) for n in names}
    return list(float_values(program, columns).tolist())


# --- candidates ---------------------------------------------------------------------------------


def candidates(domain: Domain) -> list[Point]:
    """A deterministic cloud of rational points: ends, decades around them, random mixtures."""
    axes = {n: _axis(i) for n, i in domain.items()}
    if math.prod(len(a) for a in axes.values()) <= _MAX_POINTS:
        return [dict(zip(axes, c, strict=True)) for c in itertools.product(*axes.values())]
    rng = np.random.default_rng(_SEED)
    columns = {n: rng.integers(len(a), size=_MAX_POINTS) for n, a in axes.items()}
    return [{n: axes[n][columns[n][k]] for n in axes} for k in range(_MAX_POINTS)]


def integer_points(points: list[Point], integers: frozenset[str]) -> list[Point]:
    """The points that have integers where these are asked for."""
    if not integers:
        return points
    return [p for p in points if all(p[n].denominator == 1 for n in integers)]


def inner_points(domain: Domain) -> list[Point]:
    """Two points inside the domain, for a first look."""
    axes = {n: _axis(i) for n, i in domain.items()}
    return [{n: a[k * len(a) // 3] for n, a in axes.items()} for k in (1, 2)]


def _axis(interval: Interval) -> list[Fraction]:
    decades = [Fraction(m) * Fraction(10) ** k for k in range(-9, 5) for m in (1, 2, 5)]
    quarters = [Fraction(k, 8) for k in range(1, 160)]
    lo, hi = interval.lo, interval.hi
    if isinstance(lo, Fraction) and isinstance(hi, Fraction):
        steps = [Fraction(k, 128) for k in range(129)] + [Fraction(1, 10**k) for k in range(3, 10)]
        raw = [lo + s * (hi - lo) for s in steps] + [hi - s * (hi - lo) for s in steps]
        raw += [s * x for x in decades for s in (1, -1)] + [Fraction(0)]
    elif isinstance(lo, Fraction):
        raw = [lo + x for x in [Fraction(0), *decades, *quarters]] + [Fraction(1)]
    elif isinstance(hi, Fraction):
        raw = [hi - x for x in [Fraction(0), *decades, *quarters]] + [Fraction(-1)]
    else:
        raw = [s * x for x in decades + quarters for s in (1, -1)] + [Fraction(0)]
    return sorted({x for x in raw if interval.contains(x)})


# --- exact confirmation -------------------------------------------------------------------------


def sign_at(expr: Expr, point: Point) -> int | None:
    """The sign of an expression at a rational point; None if undefined or not decided."""
    program = Program(expr)
    exact = Exact()
    try:
        value = program.run(exact, {n: exact.const(x) for n, x in point.items()})
        return exact.sign(value)
    except (UndefinedHere, ZeroDivisionError, OverflowError):
        pass
    balls = Balls()
    before = ctx.prec
    try:
        for precision in (64, 256, 1024):
            ctx.prec = precision
            # The cache holds constants as balls of the old precision.
            _forget()
            ball = program.run(balls, {n: balls.const(x) for n, x in point.items()})
            if ball > 0 or ball < 0:
                return 1 if ball > 0 else -1
    except (UndefinedHere, ZeroDivisionError, OverflowError):
        return None
    finally:
        ctx.prec = before
        _forget()
    return None


def _forget() -> None:
    from glbtheory.engines.boxes import balls

    balls._ball.cache_clear()


def admits(statement: Inequality, point: Point) -> bool:
    """Whether a point of the box certainly satisfies the side conditions."""
    if any(point[n].denominator != 1 for n in statement.integers):
        return False
    allowed: dict[str, set[int | None]] = {">": {1}, ">=": {0, 1}, "==": {0}}
    return all(sign_at(s.expr, point) in allowed[s.relation] for s in statement.given)


def violates(statement: Inequality, point: Point) -> bool:
    """Whether the statement certainly fails at the point."""
    if not all(statement.domain[n].contains(x) for n, x in point.items()):
        return False
    if not admits(statement, point):
        return False
    sign = sign_at(statement.gap, point)
    if sign is None:
        return False
    if statement.relation == "==":
        return sign != 0
    return sign < 0 or (sign == 0 and statement.strict)


# --- the search ---------------------------------------------------------------------------------


def refute(statement: Inequality, *, thorough: bool = False) -> Point | None:
    """A rational point at which the statement fails, as simple as can be found; or None."""
    points = integer_points(candidates(statement.domain), statement.integers)
    values = _gaps(statement, points)
    order = sorted(range(len(values)), key=values.__getitem__)
    if not order:
        return None
    worst = values[order[0]]
    if worst < 0:
        # Of the points that fail clearly, the simplest makes the best witness.
        clear = [k for k in order if values[k] <= max(worst / 4, -1e-3)]
        order = [*sorted(clear, key=lambda k: _complexity(points[k]))[:20], *order[:20]]
    for k in order[:40]:
        worth_it = values[k] < 0 or statement.strict or statement.relation == "=="
        worth_it = worth_it and not (statement.given and values[k] == math.inf)
        if worth_it and violates(statement, points[k]):
            return simplest(statement, points[k])
    if thorough and statement.domain:
        for k in order[:8]:
            found = _descend(statement, points[k])
            if found is not None:
                return simplest(statement, found)
    return None


def refute_near(statement: Inequality, box: Box) -> Point | None:
    """A point of the box at which the statement fails: its middle, or near its ends."""
    axes = []
    for name, ends in box.items():
        part = statement.domain[name].intersect(Interval(*ends))
        lo, hi = part.lo, part.hi
        if isinstance(lo, Fraction) and isinstance(hi, Fraction):
            axes.append([lo, hi, (lo + hi) / 2, lo + (hi - lo) / 1024, hi - (hi - lo) / 1024])
        else:
            finite = [x for x in (lo, hi) if isinstance(x, Fraction)]
            axes.append([s * x for x in (*finite, Fraction(1)) for s in (1, 2, 1000, -1000)])
    for values in itertools.islice(itertools.product(*axes), 200):
        point = dict(zip(box, values, strict=True))
        if violates(statement, point):
            return simplest(statement, point)
    return None


def _complexity(point: Point) -> int:
    return sum(abs(x.numerator) + 2 * x.denominator for x in point.values())


def _gaps(statement: Inequality, points: list[Point]) -> list[float]:
    """Relative gaps: a violation by a percent counts the same at every scale."""
    both = zip(values_at(statement.gap, points), values_at(statement.lhs, points), strict=True)
    gaps = [_relative(gap, size, statement.relation == "==") for gap, size in both]
    for side in statement.given:
        for k, value in enumerate(values_at(side.expr, points)):
            # A rounding error must not hide a point on the border.
            if not (abs(value) <= 1e-9 if side.relation == "==" else value >= -1e-9):
                gaps[k] = math.inf
    return gaps


def _relative(gap: float, size: float, equation: bool) -> float:
    if not math.isfinite(gap):
        return -math.inf if equation else math.inf
    relative = gap / (1e-300 + abs(size))
    if equation:
        return -abs(relative)
    return relative if gap < 0 else max(relative, 0.0)


def _descend(statement: Inequality, start: Point) -> Point | None:
    """Walk down the gap from a point; the first rounding of the end that refutes."""
    for point in _minima(statement.gap, statement.domain, start, (10, 1000, 10**6, 10**12)):
        if violates(statement, point):
            return point
    return None


def _minima(
    function: Expr, domain: Domain, start: Point, denominators: tuple[int, ...], fold: bool = False
) -> Iterable[Point]:
    """Rational points near a local minimum of the function (of its size, if ``fold``)."""
    from scipy.optimize import minimize  # slow to import, and most questions never need it

    names, program = list(domain), Program(function)
    start_at = np.array([to_float(start[n]) for n in names])
    if not np.all(np.isfinite(start_at)):
        return

    def objective(x: Any) -> float:
        columns = {n: np.array([v]) for n, v in zip(names, x, strict=True)}
        value = float(float_values(program, columns)[0])
        return (abs(value) if fold else value) if np.isfinite(value) else 1e300

    best = minimize(
        objective,
        start_at,
        method="Nelder-Mead",
        bounds=[_float_bounds(domain[n]) for n in names],
        options={"maxiter": 400},
    )
    if not np.all(np.isfinite(best.x)):
        return
    for limit in denominators:
        yield {
            n: _clip(Fraction(float(v)).limit_denominator(limit), domain[n])
            for n, v in zip(names, best.x, strict=True)
        }


def _float_bounds(interval: Interval) -> tuple[float | None, float | None]:
    lo, hi = to_float(interval.lo), to_float(interval.hi)
    return (lo if np.isfinite(lo) else None), (hi if np.isfinite(hi) else None)


def _clip(x: Fraction, interval: Interval) -> Fraction:
    low = max(x, interval.lo) if isinstance(interval.lo, Fraction) else x
    return min(low, interval.hi) if isinstance(interval.hi, Fraction) else low


def simplest(statement: Inequality, point: Point) -> Point:
    """The witness with smaller denominators where that still refutes."""
    best = dict(point)
    for name in point:
        if name in statement.integers:
            continue
        for limit in (1, 2, 5, 10, 100, 1000):
            trial = {**best, name: point[name].limit_denominator(limit)}
            if violates(statement, trial):
                best = trial
                break
    return best


# --- touching points ----------------------------------------------------------------------------


def touching_points(gap: Expr, domain: Domain) -> list[Point]:
    """Rational points of the domain (ends included) where the gap is exactly zero."""
    closed = {n: Interval(i.lo, i.hi) for n, i in domain.items()}
    found: list[Point] = []
    points = candidates(closed)
    columns = {n: np.array([to_float(p[n]) for p in points]) for n in domain}
    values = np.abs(float_values(gap, columns))
    values = np.where(np.isfinite(values), values, np.inf)
    for k in np.argsort(values, kind="stable")[:24]:
        for point in _nearby(gap, closed, points[k]):
            if point not in found and sign_at(gap, point) == 0:
                found.append(point)
    return found


def _nearby(gap: Expr, domain: Domain, start: Point) -> Iterable[Point]:
    yield start
    if len(domain) == 1:
        # A touching point is a minimum of |gap|: walk down to it and round.
        yield from _minima(gap, domain, start, (1, 10, 1000), fold=True)
