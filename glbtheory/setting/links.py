"""Mean functions μ (inverse links), their derivatives, and the constants of the assumptions.

A reward r with natural parameter z = a·θ has density exp(r z − b(z) + c(r)) and mean μ = b'.  The
analysis asks three numbers of μ: a Lipschitz constant k_μ on the real line, the least slope c_μ
over |z| <= S, and a constant C with |μ''| <= C μ' (self-concordance; the paper asks C = 1).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

import numpy as np
import sympy as sp
from flint import arb, ctx, fmpq

from glbtheory._support.lazy_scipy import expit, ndtr
from glbtheory.engines.boxes.balls import Balls
from glbtheory.engines.counterexamples.refutation import candidates, float_values, refute
from glbtheory.engines.decision import decide
from glbtheory.engines.evidence import HOLDS, Evidence, conjunction
from glbtheory.engines.language.domain import Inequality, Interval
from glbtheory.engines.language.expression import Expr, Program, UndefinedHere, num
from glbtheory.engines.language.parse import parse_expression
from glbtheory.engines.symbolic import from_sympy, limit, to_sympy

#: The natural parameter.
z = sp.Symbol("z", real=True)


@dataclass(frozen=True)
class Constant:
    """A supremum or infimum with what shows it.

    ``evidence`` carries the certificate that no point of the domain exceeds (or falls below)
    ``value``; ``exact`` says that the bound is the supremum itself: attained, or approached at
    the end of the domain.  ``at`` is where (a number, or ±inf).  The certificate of a function of
    exp(q z) is one in the variable q z.  An infinite value has no certificate: the function leaves
    every bound.
    """

    value: float
    text: str
    exact: bool
    at: float
    evidence: Evidence | None

    def __float__(self) -> float:
        return self.value

    def __repr__(self) -> str:
        # Without the certificate, which may be pages long.
        strength = self.evidence.strength if self.evidence else "unbounded"
        return f"Constant({self.text}, exact={self.exact}, at={self.at:g}, {strength})"


@dataclass(frozen=True)
class Numeric:
    """A mean function in floating point, vectorised.

    ``residual(z, r)`` gives μ(z) − r, the size of the terms it was made of, and μ'(z): at some
    argument within z (1 ± 2⁻⁵²) the first errs by at most 4 units in the last place of the second,
    the third by 4 of its own, and both by what underflow takes.  ``mean_slope(z1, z2)`` is the
    mean of μ' between two points.  Both are there only for links for which such a formula, without
    cancellation, is known.
    """

    mu: Callable[[Any], Any]
    dmu: Callable[[Any], Any]
    residual: Callable[[Any, Any], tuple[Any, Any, Any]] | None = None
    mean_slope: Callable[[Any, Any], Any] | None = None


@dataclass(frozen=True)
class Link:
    """A mean function given by a formula in z.

    ``reward_range`` is the support of the rewards, None when unbounded; ``canonical`` says that
    the variance of a reward is μ'(z), as in a canonical exponential family; ``concordance`` is
    a pair (c, k) such that C = c + k S is the least constant with |μ''| <= C μ' on |z| <= S, or
    with k = 0 on the whole line, where one is known beforehand (what :meth:`self_concordance`
    finds and certifies).
    """

    name: str
    mean: Any
    slope: Any
    reward_range: tuple[float, float] | None = None
    canonical: bool = True
    numeric: Numeric | None = field(default=None, compare=False)
    concordance: tuple[float, float] | None = None

    @staticmethod
    def from_formula(formula: str, name: str = "custom", **more: Any) -> Link:
        """A link of one's own: ``Link.from_formula("tanh(z/2)/2 + 1/2")``.

        The formula uses the functions of :mod:`glbtheory.engines.language.parse` and the variable
        ``z``.
        """
        tree = parse_expression(formula)
        others = {str(e.value) for e in tree.walk() if e.op == "var"} - {"z"}
        if others:
            raise ValueError(
                f"formula must use the variable z only, not {', '.join(sorted(others))}"
            )
        if {e.op for e in tree.walk()} & {"abs", "min", "max"}:
            raise ValueError("formula must be smooth: abs, min and max are not allowed in a link")
        mean = to_sympy(tree, {"z": z})
        # In exponentials, 1 - tanh(z)^2 has no cancellation and is a polynomial for z3.
        slope = sp.simplify(sp.diff(mean, z).rewrite(sp.exp))
        if slope == 0:
            raise ValueError("formula must depend on z")
        falling = refute(
            Inequality(from_sympy(slope), ">=", num(0), {"z": Interval()} if slope.has(z) else {})
        )
        if falling is not None:
            at = f" at z = {falling['z']}" if falling else ""
            raise ValueError(
                f"formula must be an increasing mean function; its slope is negative{at}"
            )
        return Link(name, mean, slope, **more)

    def __reduce__(self) -> Any:
        """Copies and pickles have the fields, and not what was computed from them."""
        return Link, tuple(getattr(self, part.name) for part in fields(self))

    @cached_property
    def curvature(self) -> Any:
        """μ''."""
        return sp.together(sp.diff(self.slope, z))

    def mu(self, x: Any) -> Any:
        """μ at numbers."""
        return self._numeric.mu(np.asarray(x, dtype=float))

    def dmu(self, x: Any) -> Any:
        """μ' at numbers."""
        return self._numeric.dmu(np.asarray(x, dtype=float))

    @cached_property
    def _numeric(self) -> Numeric:
        return self.numeric or Numeric(_compiled(self.mean), _compiled(self.slope))

    # -- the constants of the assumptions ------------------------------------------------------

    def k_mu(self, S: Fraction | int | str | None = None) -> Constant:
        """sup μ' over |z| <= S, or over the whole line (what the third assumption asks)."""
        return supremum(from_sympy(self.slope), _symmetric(S))

    def c_mu(self, S: Fraction | int | str) -> Constant:
        """inf μ' over |z| <= S, which is inf over Θ and the unit ball."""
        negative = supremum(from_sympy(-self.slope), _symmetric(S))
        return Constant(
            0.0 - negative.value,
            _negated(negative.text),
            negative.exact,
            negative.at,
            negative.evidence,
        )

    def self_concordance(self, S: Fraction | int | str | None = None) -> Constant:
        """The least C with |μ''| <= C μ' on |z| <= S, or on the whole line."""
        return ratio_supremum(self.curvature, self.slope, _symmetric(S))


def _compiled(formula: Any) -> Callable[[Any], Any]:
    expression = from_sympy(formula)
    return lambda x: float_values(expression, {"z": np.ravel(x)}).reshape(np.shape(x))


def _symmetric(S: Fraction | int | str | None) -> Interval:
    if S is None:
        return Interval()
    radius = Fraction(S)
    if radius <= 0:
        raise ValueError(f"S must be positive, not {S}")
    return Interval(-radius, radius)


def _negated(text: str) -> str:
    return str(-sp.sympify(text)) if text not in ("inf", "-inf") else "-inf"


# --- suprema with certificates --------------------------------------------------------------------


def supremum(function: Expr, interval: Interval, slack: Fraction = Fraction(1, 10**9)) -> Constant:
    """sup of a function of z: an exact value where one is recognised, else a certified bound."""
    return _least_bound(function, num(1), interval, slack, signs=(1,))


def ratio_supremum(
    top: Any, bottom: Any, interval: Interval, slack: Fraction = Fraction(1, 10**9)
) -> Constant:
    """The least C with |top| <= C bottom on the interval; ``bottom`` must be positive there."""
    return _least_bound(from_sympy(top), from_sympy(bottom), interval, slack, signs=(1, -1))


def _least_bound(
    top: Expr, bottom: Expr, interval: Interval, slack: Fraction, signs: tuple[int, ...]
) -> Constant:
    rate = _rate(top, bottom)
    if rate != 1:
        # In x = rate z the exponentials are powers of exp(x) as low as can be: with exp(30 z) in
        # it, the polynomial that decides would have too high a degree.
        wide = replace(interval, lo=interval.lo * rate, hi=interval.hi * rate)
        found = _least_bound(_stretched(top, rate), _stretched(bottom, rate), wide, slack, signs)
        return replace(found, at=found.at / float(rate))
    best, at = _largest(top, bottom, interval, signs)
    for value, where in _guesses(top, bottom, interval, best, at, signs):
        if value == sp.oo:
            return Constant(math.inf, "inf", True, where, None)
        evidence = _bounded(top, bottom, from_sympy(value), interval, signs)
        if evidence is not None:
            return Constant(float(value), str(value), True, where, evidence)
    # No closed form recognised: round the numerical supremum up until it can be certified.
    for widening in (slack, Fraction(1, 10**6), Fraction(1, 10**3)):
        bound = Fraction(best) + widening * (abs(Fraction(best)) or Fraction(1))
        evidence = _bounded(top, bottom, num(bound), interval, signs)
        if evidence is not None:
            return Constant(float(bound), f"{float(bound):.12g}", False, at, evidence)
    raise ValueError("no bound could be certified on this domain; is the function bounded there?")


def _rate(*parts: Expr) -> Fraction:
    """The largest q for which the parts depend on z through whole powers of exp(q z); else 1."""
    formulas = [to_sympy(e, {"z": z}) for e in parts]
    powers = {f for formula in formulas for f in formula.atoms(sp.exp)}
    rates = [f.args[0].diff(z) for f in powers if f.has(z)]
    bare = [formula.subs({f: sp.Dummy() for f in powers}) for formula in formulas]
    if not rates or not all(r.is_Rational for r in rates) or any(f.has(z) for f in bare):
        return Fraction(1)
    whole = sp.gcd_list([sp.Abs(r) for r in rates])
    return Fraction(int(whole.p), int(whole.q))


def _stretched(expr: Expr, rate: Fraction) -> Expr:
    """The function of x = rate z, its variable named z again."""
    return from_sympy(to_sympy(expr, {"z": z}).subs(z, z / sp.Rational(str(rate))))


def _largest(
    top: Expr, bottom: Expr, interval: Interval, signs: tuple[int, ...]
) -> tuple[float, float]:
    """The largest ratio on a fine grid, refined by golden steps; where it is."""
    grid = np.array(sorted(float(p["z"]) for p in candidates({"z": interval})))
    for _ in range(6):
        values = _ratio(top, bottom, grid, signs)
        k = int(np.argmax(values))
        low, high = grid[max(k - 1, 0)], grid[min(k + 1, len(grid) - 1)]
        best, at = float(values[k]), float(grid[k])
        grid = np.unique(np.append(np.linspace(low, high, 41), at))
    return best, at


def _ratio(top: Expr, bottom: Expr, grid: Any, signs: tuple[int, ...]) -> Any:
    # Divided before rounding: far out both parts leave the range of floats, their ratio does not.
    ratios = np.array([_precise(top / bottom, Fraction(float(x))) for x in grid])
    sized = np.abs(ratios) if -1 in signs else ratios
    return np.where(np.isnan(sized), -math.inf, sized)


def _precise(expr: Expr, x: Fraction) -> float:
    """A value in many digits: in floats, cancellation in the tails would fake a supremum."""
    balls = Balls()
    try:
        with ctx.workprec(400):
            return float(
                Program(expr).run(balls, {"z": arb(fmpq(x.numerator, x.denominator))}).mid()
            )
    except (UndefinedHere, OverflowError):
        return math.nan


def _guesses(
    top: Expr, bottom: Expr, interval: Interval, best: float, at: float, signs: tuple[int, ...]
) -> list[tuple[Any, float]]:
    """Exact candidates: the limits at the ends, and the value at a simple point near the top."""
    ratio = to_sympy(top, {"z": z}) / to_sympy(bottom, {"z": z})
    found: list[tuple[Any, float]] = []
    for end, side in ((interval.hi, "-"), (interval.lo, "+")):
        point = (
            sp.Rational(str(end)) if isinstance(end, Fraction) else sp.oo * (1 if end > 0 else -1)
        )
        value = limit(ratio, z, point, side)
        if value is not None:
            found.append((sp.Abs(value) if -1 in signs else value, float(end)))
    nearest = Fraction(at).limit_denominator(64)
    if abs(nearest - Fraction(at)) < Fraction(1, 10**5) and interval.contains(nearest):
        value = ratio.subs(z, sp.Rational(str(nearest)))
        found.append((sp.Abs(value) if -1 in signs else value, float(nearest)))
    good = [(sp.nsimplify(v) if v.is_Float else v, w) for v, w in found if v.is_extended_real]
    return [
        (v, w) for v, w in good if v == sp.oo or abs(float(v) - best) <= 1e-6 * abs(best) + 1e-12
    ]


def _bounded(
    top: Expr, bottom: Expr, value: Expr, interval: Interval, signs: tuple[int, ...]
) -> Evidence | None:
    """Evidence that ±top <= value * bottom on the interval."""
    parts = []
    for sign in signs:
        left = top if sign == 1 else -top
        right = value if bottom == num(1) else value * bottom
        names = {str(e.value) for e in (left - right).walk() if e.op == "var"}
        statement = Inequality(left, "<=", right, {"z": interval} if "z" in names else {})
        evidence = decide(statement)
        if evidence.outcome != HOLDS:
            return None
        parts.append(evidence)
    return conjunction(parts)


# --- the links of the book ------------------------------------------------------------------------

_SIGMOID = 1 / (1 + sp.exp(-z))
_SIGMOID_SLOPE = sp.exp(-z) / (1 + sp.exp(-z)) ** 2


def _relative_expm1(x: Any) -> Any:
    """(1 − exp(−x))/x for x >= 0, which is 1 at 0."""
    x = np.asarray(x)
    return np.divide(-np.expm1(-x), x, out=np.ones(x.shape), where=x > 0)


@dataclass(frozen=True)
class _Sigmoid:
    """μ(z) = m σ(k z), with m − μ(z) = m σ(−k z) where μ would cancel.

    The residual is (m−r) σ(kz) − r σ(−kz): for r = 0 and r = m a single product.  The mean slope
    is (m/h) (σ(k z2) − σ(k z1)) = m k σ(k z2) σ(−k z1) (1 − exp(−k h))/(k h) for h = z2 − z1 >= 0.
    """

    m: float
    k: float

    def mu(self, x: Any) -> Any:
        return self.m * expit(self.k * x)

    def dmu(self, x: Any) -> Any:
        return self.m * self.k * expit(self.k * x) * expit(-self.k * x)

    def residual(self, x: Any, r: Any) -> tuple[Any, Any, Any]:
        m, k = self.m, self.k
        # low = σ(kx) and high = σ(−kx) of one exponential, which must not overflow; in place.
        low = np.minimum(k * x, 709.0)
        low = np.exp(low, out=low)
        high = low + 1
        high = np.divide(1, high, out=high)
        low *= high
        above, below = (m - r) * low, r * high
        low *= high
        low *= m * k
        size = above + below
        above -= below
        return above, size, low

    def mean_slope(self, x: Any, y: Any) -> Any:
        m, k = self.m, self.k
        first, last = np.minimum(x, y), np.maximum(x, y)
        ratio = _relative_expm1(k * (last - first))
        return m * k * expit(k * last) * expit(-k * first) * ratio


def _sigmoid(m: float, k: float) -> Numeric:
    found = _Sigmoid(m, k)
    return Numeric(found.mu, found.dmu, found.residual, found.mean_slope)


def _unbounded_residual(mu: Any, dmu: Any, x: Any, r: Any) -> tuple[Any, Any, Any]:
    mean = mu(x)
    return mean - r, np.abs(mean) + np.abs(r), dmu(x)


def _unbounded(
    mu: Callable[[Any], Any], dmu: Callable[[Any], Any], mean_slope: Callable[[Any, Any], Any]
) -> Numeric:
    """A mean function without an upper end, to which no reward comes close in a tail."""
    return Numeric(mu, dmu, partial(_unbounded_residual, mu, dmu), mean_slope)


def _exponential_slope(x: Any, y: Any) -> Any:
    return np.exp(np.maximum(x, y)) * _relative_expm1(np.abs(x - y))


def _identity(x: Any) -> Any:
    return x


def _unit_slope(x: Any, y: Any) -> Any:
    return np.ones(np.shape(x))


def _normal_density(x: Any) -> Any:
    return np.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)


def _probit_residual(x: Any, r: Any) -> tuple[Any, Any, Any]:
    above, below = (1 - r) * ndtr(x), r * ndtr(-x)
    return above - below, above + below, _normal_density(x)


logistic = Link(
    "logistic", _SIGMOID, _SIGMOID_SLOPE, (0, 1), numeric=_sigmoid(1, 1), concordance=(1, 0)
)
poisson = Link(
    "Poisson",
    sp.exp(z),
    sp.exp(z),
    numeric=_unbounded(np.exp, np.exp, _exponential_slope),
    concordance=(1, 0),
)
linear = Link(
    "linear",
    z,
    sp.Integer(1),
    numeric=_unbounded(_identity, np.ones_like, _unit_slope),
    concordance=(0, 0),
)
probit = Link(
    "probit",
    (1 + sp.erf(z / sp.sqrt(2))) / 2,
    sp.exp(-(z**2) / 2) / sp.sqrt(2 * sp.pi),
    (0, 1),
    canonical=False,
    numeric=Numeric(ndtr, _normal_density, _probit_residual),
    concordance=(0, 1),
)


def binomial(n: int) -> Link:
    """r ~ Binomial(n, σ(z)): canonical, μ = n σ."""
    if int(n) != n or n < 1:
        raise ValueError(f"n must be a positive integer, not {n}")
    mean, slope = n * _SIGMOID, n * _SIGMOID_SLOPE
    return Link(f"binomial({n})", mean, slope, (0, n), numeric=_sigmoid(n, 1), concordance=(1, 0))


def scaled_bernoulli(m: Fraction | int) -> Link:
    """r = m with probability σ(m z), else 0: the canonical family on {0, m}, μ = m σ(m z)."""
    if m <= 0:
        raise ValueError(f"m must be positive, not {m}")
    q = sp.Rational(str(Fraction(m)))
    mean = q / (1 + sp.exp(-q * z))
    size = float(q)
    return Link(
        f"scaled Bernoulli({m})",
        mean,
        sp.diff(mean, z),
        (0, size),
        numeric=_sigmoid(size, size),
        concordance=(size, 0),
    )


BY_NAME = {"logistic": logistic, "poisson": poisson, "linear": linear, "probit": probit}
