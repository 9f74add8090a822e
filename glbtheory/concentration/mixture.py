r"""The truncated Gaussian mixture behind the tail inequality, in ball arithmetic.

With k = m w_{t-1} (``scale``), the vector S and the matrix H = H(0) + λI the paper needs

.. math::
   \bar M = \frac{1}{N(h)}\int_{\|\xi\|\le 1} e^{\xi^\top S/k-\xi^\top H\xi/k^2}\,d\xi, \quad
   N(h)=\int_{\|\xi\|\le 1} e^{-\lambda\|\xi\|^2/k^2}d\xi, \quad
   N(g)=\int_{\|\xi\|\le 1/2} e^{-\xi^\top H\xi/k^2}d\xi .

Every function returns an Arb ball that holds the exact value: closed forms by erf in d = 1, else a
one-dimensional integral by Arb's rigorous quadrature.  The substitution ξ_1 = r sin φ makes the
integrands entire: the half chord of the ball is r cos φ, and no square root is left.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from numbers import Integral
from typing import Any

from flint import acb, arb, ctx

from glbtheory._support.validation import fraction_of_one, is_real, listed, whole_number
from glbtheory.engines.boxes.balls import ball
from glbtheory.formulas import FORMULAS

#: int, Fraction, float (taken as the exact binary number it is) or an Arb ball.
Real = Any
RealVector = Sequence[Real]
Matrix = Sequence[Sequence[Real]]

ONE, HALF = Fraction(1), Fraction(1, 2)
#: Relative accuracy asked of every enclosure, in bits, and the working precisions to try for it.
ACCURACY = 50
_PRECISIONS = (96, 192, 384, 1536, 6144)


def scalar_matrix(d: int, value: Real) -> Matrix:
    """value · I in dimension d."""
    return tuple(tuple(value if i == j else 0 for j in range(d)) for i in range(d))


def divided(values: Any, by: Real) -> Any:
    """A vector or matrix divided by a number, exactly."""
    if hasattr(values, "__len__"):
        return tuple(divided(v, by) for v in values)
    # A float is a fraction too: nothing is rounded here.
    return values / by if isinstance(values, arb) else Fraction(values) / Fraction(by)


def _accurate(compute: Callable[[], arb], *given: Any) -> arb:
    """Raise the precision until the ball has the accuracy asked for.

    A number among those ``given`` that is itself a wide ball sets a limit: where more bits no
    longer help, the ball is returned as it is.  For exact numbers that is never the end of it.
    """
    exact, best, reached = _is_exact(given), arb.nan(), -math.inf
    for bits in _PRECISIONS:
        with ctx.workprec(bits):
            value = compute()
        accuracy = value.rel_accuracy_bits() if value.is_finite() else -math.inf
        if not exact and math.isfinite(reached) and accuracy <= reached + 1:
            return best
        best, reached = value, accuracy
        if accuracy >= ACCURACY:
            return best
    if exact:
        raise ArithmeticError(f"less than {ACCURACY} bits are right at {_PRECISIONS[-1]} bits")
    return best


def _is_exact(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_exact, value))
    return bool(value.is_exact()) if isinstance(value, arb) else True


# --- arguments ----------------------------------------------------------------------------------


def _is_finite(x: Real) -> bool:
    return bool(x.is_finite()) if isinstance(x, arb) else is_real(x) and math.isfinite(x)


def _number(x: Real) -> Real:
    """A ball as it is, any other number as the fraction it is."""
    if isinstance(x, arb | Fraction):
        return x
    return Fraction(int(x) if isinstance(x, Integral) else float(x))


def _positive(**numbers: Real) -> tuple[Real, ...]:
    for name, x in numbers.items():
        if not (_is_finite(x) and x > 0):
            raise ValueError(f"{name} must be positive and finite, not {x!r}")
    return tuple(map(_number, numbers.values()))


def _vector(name: str, values: RealVector) -> tuple[Real, ...]:
    found = listed(name, values)
    if not all(map(_is_finite, found)):
        raise ValueError(f"{name} must hold finite numbers, not {values!r}")
    return tuple(map(_number, found))


def _square(name: str, matrix: Matrix, d: int | None = None) -> tuple[tuple[Real, ...], ...]:
    """A d x d matrix; any d if None."""
    rows = tuple(_vector(f"each row of {name}", row) for row in listed(name, matrix))
    size = len(rows) if d is None else d
    if len(rows) != size or any(len(row) != size for row in rows):
        raise ValueError(f"{name} must be {size} x {size}")
    return rows


# --- Gaussian integrals over balls --------------------------------------------------------------


def gaussian_integral(
    linear: RealVector, matrix: Matrix, radius: Real = 1, center: RealVector | None = None
) -> arb:
    r"""∫ over ‖ξ - center‖ <= radius of exp(linear·ξ - ξ^T matrix ξ), enclosed.

    Any symmetric positive definite matrix in d <= 2.  For d >= 3 the matrix must be
    diag(c_1, c, …, c) with ``linear`` along the first axis, or c·I with any ``linear``, and the
    centre 0.
    """
    linear = _vector("linear", linear)
    d = len(linear)
    matrix = _square("matrix", matrix, d)
    center = (Fraction(0),) * d if center is None else _vector("center", center)
    if any(matrix[i][j] != matrix[j][i] for i in range(d) for j in range(i)):
        raise ValueError("matrix must be symmetric")
    if len(center) != d:
        raise ValueError(f"center must have {d} entries, not {len(center)}")
    (radius,) = _positive(radius=radius)
    for i in range(d):
        _positive(**{f"matrix[{i}][{i}]": matrix[i][i]})
    if d == 2 and not ball(matrix[0][0] * matrix[1][1] - matrix[0][1] ** 2) > 0:
        raise ValueError("matrix must be positive definite")
    given, centred = (linear, matrix, radius, center), not any(center)
    if d == 1:
        b, c, at = linear[0], matrix[0][0], center[0]
        return _accurate(lambda: _segment(ball(b), ball(c), ball(at), ball(radius)).real, given)
    if centred and matrix == scalar_matrix(d, matrix[0][0]):
        return _accurate(lambda: _radial(linear, ball(matrix[0][0]), ball(radius)), given)
    if d == 2:
        return _accurate(lambda: _disc(linear, matrix, ball(radius), center), given)
    if not centred:
        raise ValueError("center must be 0 for d >= 3")
    _require_axial(linear, matrix)
    b, (axis, c) = linear[0], (matrix[0][0], matrix[1][1])
    return _accurate(lambda: _axial(d, ball(b), ball(axis), ball(c), ball(radius)), given)


def _segment(b: Any, c: Any, center: Any, half: Any) -> acb:
    """∫ of e^{bx - cx²} over [center - half, center + half]; entire in ``half``."""
    b, c, center, half = acb(b), acb(c), acb(center), acb(half)
    root, top = c.sqrt(), b / (2 * c)
    high, low = root * (center + half - top), root * (center - half - top)
    # Three ways to write erf(high) - erf(low); one of the last two keeps digits in either tail.
    if (high + low).real.mid() < 0:
        high, low = -low, -high
    width = low.erfc() - high.erfc()
    return (acb.pi() / c).sqrt() / 2 * (b * top / 2).exp() * width


def _disc(linear: RealVector, matrix: Matrix, radius: arb, center: RealVector) -> arb:
    """d = 2: rotate to the axes of the matrix; chords by erf, and their integral by quadrature."""
    (p, q), (_, s) = [[ball(x) for x in row] for row in matrix]
    b, at = [ball(x) for x in linear], [ball(x) for x in center]
    if matrix[0][1] == 0:
        c = (p, s)
    else:
        gap = ((p - s) ** 2 + 4 * q**2).sqrt()
        c = ((p + s + gap) / 2, (p + s - gap) / 2)
        u, v = q, (s - p + gap) / 2  # an eigenvector of the larger eigenvalue
        length = (u**2 + v**2).sqrt()
        b, at = ([(u * x[0] + v * x[1]) / length, (u * x[1] - v * x[0]) / length] for x in (b, at))

    def chord(phi: acb, _: bool) -> acb:
        x, half = at[0] + radius * phi.sin(), radius * phi.cos()
        return (b[0] * x - c[0] * x * x).exp() * _segment(b[1], c[1], at[1], half) * half

    return _over_half_turn(chord)


def _over_half_turn(integrand: Callable[[acb, bool], acb]) -> arb:
    end = acb.pi() / 2
    tolerance = arb(2) ** -(ACCURACY + 12)
    return acb.integral(integrand, -end, end, rel_tol=tolerance, abs_tol=0).real


def _radial(linear: RealVector, c: arb, radius: arb) -> arb:
    r"""A scalar matrix c·I: Σ_j (|b|²/4)^j/(j! Γ(a+j)) π^a γ(a+j, c r²)/c^{a+j}, a = d/2.

    Term j is u_j F_{a+j}(y) with u_j = x^j/(j! Γ(a+j+1)) π^a r^{2a}, x = |b|² r²/4, y = c r² and
    F_a(y) = 1F1(a; a+1; -y) in [e^{-y}, 1].  Past x < (j+1)(a+j+1)/2 the u_j halve at every step,
    so the tail is at most twice its first one.  All of this is positive, and so it is in
    F_a = e^{-y} + y F_{a+1}/(a+1), which leads back from the last F: no digits cancel.
    """
    a, y = arb(len(linear)) / 2, c * radius**2
    x = sum((ball(b) ** 2 for b in linear), arb(0)) * radius**2 / 4
    least, n = (-y).exp(), 0
    u = arb.pi() ** a * radius ** len(linear) * (a + 1).rgamma()
    used, bulk, small = [], arb(0), least * arb(2) ** -(ACCURACY + 12)
    # Upper ends: wide balls have to come to an end too.
    while not (2 * x < (n + 1) * (a + n + 1) and 2 * u < (small * bulk).abs_upper()):
        used.append(u)
        bulk += u
        n += 1
        u *= x / (n * (a + n))
    F, total = least * y.hypgeom_1f1(1, a + n + 1), arb(0).union(2 * u)
    for u in reversed(used):
        F = least + y * F / (a + n)
        total += u * F
        n -= 1
    return total


def _require_axial(linear: RealVector, matrix: Matrix) -> None:
    """diag(c_1, c, …, c), and ``linear`` along its axis."""
    d = len(linear)
    diagonal = all(matrix[i][j] == 0 for i in range(d) for j in range(i))
    if not diagonal or any(matrix[i][i] != matrix[1][1] for i in range(2, d)):
        raise ValueError("matrix must be diag(c_1, c, ..., c) for d >= 3")
    if any(linear[1:]):
        raise ValueError("linear must lie along the first axis of diag(c_1, c, ..., c)")


def _axial(d: int, b: arb, axis: arb, c: arb, radius: arb) -> arb:
    """Slices of the ball across the first axis are balls of dimension d - 1."""

    def chord(phi: acb, _: bool) -> acb:
        x, half = radius * phi.sin(), radius * phi.cos()
        return (b * x - axis * x * x).exp() * _isotropic(d - 1, c, half) * half

    return _over_half_turn(chord)


def _isotropic(d: int, c: Any, radius: Any) -> Any:
    """∫ of e^{-c|x|²} over the ball of dimension d: π^{d/2} r^d/Γ(d/2+1) · 1F1(a; a+1; -c r²)."""
    a = arb(d) / 2
    volume = arb.pi() ** a * (a + 1).rgamma() * radius**d
    return volume * (-c * radius * radius).hypgeom_1f1(a, a + 1)


# --- the paper's constants ----------------------------------------------------------------------


def normaliser_h(d: int, lam: Real, scale: Real, radius: Real = 1) -> arb:
    """N(h): the integral of exp(-λ‖ξ‖²/k²) over the ball of the given radius (1 in the paper)."""
    d = whole_number("d", d, 1)
    given = _positive(lam=lam, scale=scale, radius=radius)

    def compute() -> arb:
        ridge, k, r = map(ball, given)
        return _isotropic(d, ridge / k**2, r)

    return _accurate(compute, given)


def normaliser_g(H: Matrix, scale: Real, radius: Real = HALF) -> arb:
    """N(g): the integral of exp(-ξ^T H ξ/k²) over the ball of the given radius (1/2 there)."""
    (scale,) = _positive(scale=scale)
    H = _square("H", H)
    return gaussian_integral((0,) * len(H), divided(H, scale**2), radius)


def mixture(S: RealVector, H: Matrix, lam: Real, scale: Real, radius: Real = 1) -> arb:
    """M̄ for the sum S, the matrix H with its ridge and the prior of ridge ``lam``.

    It is exactly 1 where S = 0 and H = λI: the two integrals are then the same one.
    """
    lam, scale = _positive(lam=lam, scale=scale)
    S = _vector("S", S)
    d = len(S)
    H = _square("H", H, d)
    if not any(S) and scalar_matrix(d, lam) == H:
        return arb(1)
    above = gaussian_integral(divided(S, scale), divided(H, scale**2), radius)
    return above / normaliser_h(d, lam, scale, radius)


def confluent(a: arb, x: arb) -> arb:
    """F(x) = 1F1(a; a+1; -x) = a ∫ s^{a-1} e^{-xs} ds over [0, 1], that is a γ(a, x)/x^a."""
    return (-x).hypgeom_1f1(a, a + 1)


def ball_ratio(d: int, r: Real) -> arb:
    """R = γ(d/2, r²/2)/γ(d/2, r²/8): Gaussian mass of a ball over that of half its radius.

    Written 2^d F(x)/F(x/4) with x = r²/2, which loses no digits for small r.
    """
    d = whole_number("d", d, 1)
    (r,) = _positive(r=r)

    def compute() -> arb:
        a, x = arb(d) / 2, ball(r) ** 2 / 2
        return arb(2) ** d * confluent(a, x) / confluent(a, x / 4)

    return _accurate(compute, r)


# --- where the radius loses ---------------------------------------------------------------------


def log_mixture(s: float, d: int, h: float, lam: float, scale: float) -> float:
    """log M̄ as a float for H = hI and a sum S of norm ‖S‖_{H^{-1}} = s."""
    b, c = s * math.sqrt(h) / scale, h / scale**2
    above = gaussian_integral((b, *(0,) * (d - 1)), scalar_matrix(d, c), 1)
    return float((above / normaliser_h(d, lam, scale)).log().mid())


def best_exponent(s: float, h: float, scale: float) -> float:
    """f(ξ*): the largest ξ·S/k - h‖ξ‖²/k² over ‖ξ‖ <= 1/2, for H = hI and ‖S‖_{H^{-1}} = s."""
    x = min(s * scale / (2 * math.sqrt(h)), 0.5)
    return x * s * math.sqrt(h) / scale - h * x**2 / scale**2


def waterfall(
    d: int, h: float, lam: float, m: float, w: float, delta: float
) -> list[tuple[str, float]]:
    """The radius for ‖S‖_{H^{-1}}, H = hI, that each step of the proof would leave, in order.

    Every entry is a valid radius: the first solves M̄ = 1/δ, which is all that Markov's
    inequality needs, and each later one gives something away for a simpler formula; the last one
    is the radius of the theorem.
    """
    d, delta = whole_number("d", d, 1), fraction_of_one("delta", delta, closed=True)
    _positive(h=h, lam=lam, m=m, w=w)
    if h < lam:
        raise ValueError(f"h must be at least lam = {lam}, not {h!r}")
    h, lam, scale = float(h), float(lam), float(m * w)
    level, gain = math.log(1 / delta), d / 2 * math.log(h / lam)
    x = math.sqrt(lam) / scale  # r = √2 x is the radius of the larger ball
    known = normaliser_h(d, lam, scale) / normaliser_g(scalar_matrix(d, h), scale)
    exact = float(known.log().mid())
    ratio = float(ball_ratio(d, math.sqrt(2) * x).log().mid())
    last = FORMULAS["tail_radius"](d=d, lam=lam, m=m, w=w, delta=delta, gain=gain)

    def solved(exponent: Callable[[float], float], value: float, most: float) -> float:
        """The s up to ``most`` at which an increasing exponent reaches the value."""
        if exponent(0.0) >= value:
            return 0.0
        from scipy.optimize import brentq  # slow to import, and most runs never need it

        return float(brentq(lambda s: exponent(s) - value, 0.0, most * 1.001, xtol=1e-12))

    def straight(log_ratio: float) -> float:
        """The theorem's radius with ``log_ratio`` in the place of gain + d log 2."""
        rest = log_ratio - d * math.log(2)
        given = {"d": d, "lam": lam, "m": m, "w": w, "delta": delta, "gain": rest}
        return float(FORMULAS["tail_radius"].compiled(**given))

    # The mixture takes long for a large s, and the later radius is never the smaller one.
    half = solved(lambda s: best_exponent(s, h, scale), level + exact, last)
    return [
        ("exact mixture", solved(lambda s: log_mixture(s, d, h, lam, scale), level, half)),
        ("half ball and Jensen", half),
        ("one direction ξ_0", straight(exact)),
        ("ball inside the ellipsoid", straight(gain + ratio)),
        ("2^d for R", last),
    ]
