"""Where along a variable is a gap lowest?  Guesses, and a look at floats that most do not survive.

A guess is an expression g in the other variables: an end of the interval, a simple number, another
variable or a mean of the others, or what the equation "slope = 0" gives when it is solved.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from glbtheory.engines.counterexamples.refutation import float_values
from glbtheory.engines.language.domain import Domain, Interval, to_float
from glbtheory.engines.language.expression import Expr, call, num, var, variables
from glbtheory.engines.symbolic import from_sympy

if TYPE_CHECKING:
    import sympy as sp
else:
    from glbtheory._support.lazy_libraries import sympy as sp

_SEED = 5
_POINTS, _STEPS = 24, 48
_TINY = 1e-9
_MAX_DEPTH = 3


class Brackets:
    """For some points of the other variables: between which values the slope changes its sign."""

    def __init__(self, slope: Expr, name: str, domain: Domain):
        self.name, self.domain = name, domain
        self.interval = domain[name]
        self.points = sample({n: i for n, i in domain.items() if n != name}, _POINTS)
        steps = _axis(self.interval)
        columns = {n: np.repeat(x, len(steps)) for n, x in self.points.items()}
        columns[name] = np.tile(steps, _POINTS)
        values = float_values(slope, columns).reshape(_POINTS, len(steps))
        size = np.nanmedian(np.where(np.isfinite(values), np.abs(values), np.nan), axis=1)
        falling = values < -_TINY * size[:, None]
        rising = values > _TINY * size[:, None]
        self.lo = np.where(falling, steps, -math.inf).max(axis=1)
        self.hi = np.where(rising, steps, math.inf).min(axis=1)

    @property
    def possible(self) -> bool:
        """Whether the slope is first negative, then positive, along all lines."""
        return bool(np.all(self.lo <= self.hi))

    def admit(self, at: Expr) -> bool:
        """Whether the gap may be lowest at this place."""
        if not set(variables(at)) <= set(self.points):
            return False
        x = float_values(at, self.points) if self.points else np.zeros(0)
        slack = _TINY * (1 + np.abs(x))
        inside = (x >= to_float(self.interval.lo) - slack) & (
            x <= to_float(self.interval.hi) + slack
        )
        between = (x >= self.lo - slack) & (x <= self.hi + slack)
        return bool(np.all(inside & between))


def sample(domain: Domain, count: int) -> dict[str, Any]:
    """Some points of a domain, as columns of floats; the same ones each time."""
    rng = np.random.default_rng(_SEED)
    return {n: rng.choice(_axis(i), count) for n, i in domain.items()}


def seems_signed(expr: Expr, domain: Domain, sign: int = 1) -> bool:
    """Whether an expression has a sign at all sample points, up to rounding."""
    points = sample(domain, 400)
    values = sign * float_values(expr, points)
    finite = values[np.isfinite(values)]
    if not len(finite):
        return False
    return bool(np.all(finite >= -_TINY * (1 + np.median(np.abs(finite)))))


def _axis(interval: Interval) -> Any:
    """Numbers inside an interval: some near its ends, some far out where it is infinite."""
    lo, hi = to_float(interval.lo), to_float(interval.hi)
    near = np.array([1e-4, 1e-3, 0.01, 0.03])
    if math.isfinite(lo) and math.isfinite(hi):
        inner = (np.arange(_STEPS) + 0.5) / _STEPS
        steps = lo + (hi - lo) * np.concatenate([near / 5, inner, 1 - near / 5])
    else:
        away = np.geomspace(1e-3, 60, _STEPS)
        steps = lo + away if math.isfinite(lo) else hi - away
        if not (math.isfinite(lo) or math.isfinite(hi)):
            steps = np.concatenate([-away, away]) / 4
    return np.sort(steps)


# --- guesses --------------------------------------------------------------------------------------


def guesses(slope: Any, name: str, symbols: dict[str, Any], domain: Domain) -> Iterator[Expr]:
    """Places at which the gap may be lowest, solutions first; ``slope`` is factored."""
    seen: set[Expr] = set()
    for guess in itertools.chain(
        _ends(domain[name]), _solved(slope, symbols[name]), _simple(name, domain)
    ):
        if guess not in seen and name not in variables(guess):
            seen.add(guess)
            yield guess


def _ends(interval: Interval) -> Iterator[Expr]:
    for end in (interval.lo, interval.hi):
        if math.isfinite(end):
            yield num(str(end))


def _simple(name: str, domain: Domain) -> Iterator[Expr]:
    others = [n for n in domain if n != name]
    for n in others:
        yield var(n)
    yield from (num(x) for x in ("0", "1", "-1", "1/2", "2"))
    for n in others:
        yield -var(n)
        yield num(1) / var(n)
        yield num(1) - var(n)
    for a, b in itertools.combinations(others, 2):
        x, y = var(a), var(b)
        yield from (x + y, x - y, y - x, x * y, x / y, y / x, (x + y) / num(2))
        yield call("sqrt", x * y)


def _solved(slope: Any, v: Any) -> Iterator[Expr]:
    """Solutions of slope = 0, factor by factor."""
    for factor in sp.Mul.make_args(sp.numer(slope)):
        base = factor.base if factor.is_Pow and factor.exp.is_Integer else factor
        if not base.has(v):
            continue
        for solution in _solutions(base, v, _MAX_DEPTH):
            try:
                yield from_sympy(sp.powsimp(sp.simplify(solution)))
            except (ValueError, AttributeError):
                continue


def _solutions(equation: Any, v: Any, depth: int) -> Iterator[Any]:
    """v from equation = 0, if it occurs in one function only, and there in degree 1 or 2."""
    if depth == 0:
        return
    functions = [f for f in equation.atoms(sp.Function, sp.Pow) if f.has(v)]
    t = sp.Dummy("t", real=True)
    for part in [v, *sorted(functions, key=str)]:
        rest = sp.expand(equation.xreplace({part: t}))
        if rest.has(v):
            continue
        try:
            polynomial = sp.Poly(rest, t)
        except sp.PolynomialError:
            continue
        if any(c.has(t) for c in polynomial.all_coeffs()) or polynomial.degree() not in (1, 2):
            continue
        for root in _roots(polynomial):
            if part == v:
                yield root
                continue
            inner = _inverted(part, root)
            if inner is not None:
                yield from _solutions(inner, v, depth - 1)


def _roots(polynomial: Any) -> list[Any]:
    coefficients = polynomial.all_coeffs()
    if len(coefficients) == 2:
        a, b = coefficients
        return [-b / a]
    a, b, c = coefficients
    root = sp.sqrt(sp.factor(b * b - 4 * a * c))
    return [(-b + root) / (2 * a), (-b - root) / (2 * a)]


def _inverted(part: Any, value: Any) -> Any:
    """The equation inside: u - f^-1(value) for part = f(u)."""
    if part.is_Pow:
        base, exponent = part.base, part.exp
        if base.free_symbols and not exponent.has(*base.free_symbols):
            return base - value ** (1 / exponent)
        if not base.free_symbols:
            return exponent - sp.log(value) / sp.log(base)
        return None
    u = part.args[0]
    if isinstance(part, sp.exp):
        return u - sp.log(value)
    if isinstance(part, sp.log):
        return u - sp.exp(value)
    return None
