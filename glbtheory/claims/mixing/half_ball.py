"""From the mixture to its largest exponent: shift, half ball, Jensen (lines 1540-1589)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp
from flint import acb, arb

from glbtheory.claims.mixing.mixture import scale as k
from glbtheory.claims.mixing.mixture import symmetric
from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.vocabulary import bound, enclosed, enumerated, identity
from glbtheory.claims.vocabulary.enclosed import AGREED, Sides
from glbtheory.claims.vocabulary.exact_designs import Vector
from glbtheory.claims.vocabulary.identities import Pairs
from glbtheory.claims.vocabulary.scope_conditions import FINITE_OUTCOMES
from glbtheory.concentration.mixture import (
    HALF,
    ONE,
    divided,
    gaussian_integral,
    mixture,
    normaliser_g,
    normaliser_h,
)
from glbtheory.engines.boxes.balls import ball

F = Fraction
ExactMatrix = tuple[Vector, ...]


# --- I3: f is a quadratic -----------------------------------------------------------------------


@identity(
    latex=r"f_t(\xi) = f_t(\xi^\star) + \nabla f_t(\xi^\star)^\top(\xi-\xi^\star)"
    r" + \tfrac12(\xi-\xi^\star)^\top\nabla^2f_t(\xi^\star)(\xi-\xi^\star),\quad"
    r" \nabla^2f_t(\xi) = -\tfrac{2}{m^2w_{t-1}^2}\widetilde H_t",
    scope="d <= 3, every S, symmetric H and ξ*",
)
def _taylor(*, half: Any = sp.S.Half, curvature: int = 2) -> Pairs:
    for d in (1, 2, 3):
        xi, star, S = (sp.Matrix(sp.symbols(f"{n}1:{d + 1}", real=True)) for n in ("x", "s", "S"))
        H = symmetric(d)
        f = (xi.T * S)[0] / k - (xi.T * H * xi)[0] / k**2
        gradient = sp.Matrix([sp.diff(f, v) for v in xi])
        hessian = sp.hessian(f, list(xi))
        at_star = dict(zip(xi, star, strict=True))
        step = xi - star
        taylor = f.subs(at_star) + (gradient.subs(at_star).T * step)[0]
        taylor += half * (step.T * hessian * step)[0]
        yield f"d={d}, expansion", sp.expand(f), sp.expand(taylor)
        for i, j in product(range(d), repeat=2):
            wanted = -curvature * H[i, j] / k**2
            yield f"d={d}, Hessian entry ({i + 1},{j + 1})", hessian[i, j], wanted


I3 = Claim(
    id="I3",
    title="f_t equals its second-order expansion at ξ*, with Hessian -2H̃_t/(mw)²",
    fidelity="verbatim",
    kernel=KernelTheorem(
        "I3",
        "every d, S, symmetric H, m w, ξ and ξ*; gradient and Hessian are derivatives along lines",
        mutants=["I3_mutant"],
    ),
    printed=[
        _taylor.as_part(
            r"\text{the same for } d\leq 3,\ \text{any } S_t,\ \widetilde H_t,\ \xi,\ \xi^\star;"
            r"\ \nabla^2f_t\ \text{entry by entry}"
        )
    ],
    mutants=[
        _taylor.mutant(
            "factor 1/2 dropped",
            r"\cdots + (\xi-\xi^\star)^\top\nabla^2f_t(\xi^\star)(\xi-\xi^\star)",
            half=1,
        ),
        _taylor.mutant(
            "factor 2 dropped from the Hessian",
            r"\nabla^2f_t(\xi) = -\tfrac{1}{m^2w_{t-1}^2}\widetilde H_t",
            curvature=1,
        ),
    ],
    note="The expansion holds at every point; that ξ* maximises f_t over the half ball is used only"
    " when f_t(ξ*) is compared with f_t(ξ_0) (lines 1598-1604).",
)


# --- I4: two half balls in the unit ball --------------------------------------------------------

_coordinate = bound(
    "(x + y)**2 <= {factor}*x**2 + 2*y**2",
    latex=r"(\xi_i+\xi^\star_i)^2 \leq 2\xi_i^2 + 2(\xi^\star_i)^2",
    scope="every coordinate of every ξ and ξ*",
    factor="2",
)
_two_halves = bound(
    "2*p**2 + 2*q**2 <= 1",
    "0 <= p <= {radius}, 0 <= q <= 1/2",
    latex=r"\lVert\xi\rVert_2\leq\tfrac12,\ \lVert\xi^\star\rVert_2\leq\tfrac12"
    r" \Rightarrow \lVert\xi+\xi^\star\rVert_2\leq 1",
    scope="every pair of lengths up to 1/2",
    radius="1/2",
)

I4 = Claim(
    id="I4",
    title="The half ball, shifted by a point of the half ball, stays in the unit ball",
    fidelity="implied",
    kernel=KernelTheorem(
        "I4",
        "every d, ξ and ξ* in the half ball",
        mutants=["I4_mutant"],
    ),
    printed=[
        _two_halves.as_part(r"2p^2 + 2q^2 \leq 1 \quad (0\leq p\leq\tfrac12,\ 0\leq q\leq\tfrac12)")
    ],
    support=[_coordinate],
    mutants=[
        _coordinate.mutant("factor 2 lowered to 1.99 in one place", factor="1.99"),
        _two_halves.mutant("one radius 0.51 for 1/2", radius="0.51"),
    ],
    note="So the indicator of ‖ξ+ξ*‖ <= 1 is at least that of ‖ξ‖ <= 1/2, and the integral over a "
    "ball off the origin becomes one over a ball around it.",
)


# --- instances with a known maximiser -----------------------------------------------------------

_MATRICES: dict[int, list[ExactMatrix]] = {
    1: [((F(1, 2),),), ((F(3),),), ((F(80),),)],
    2: [((F(2), F(1, 2)), (F(1, 2), F(3))), ((F(1), F(0)), (F(0), F(9)))],
}
_STARS: dict[int, list[Vector]] = {
    1: [(F(1, 2),), (F(-1, 4),)],
    2: [(F(3, 10), F(2, 5)), (F(0), F(1, 3))],
}


def maximised(*, reach: Fraction = ONE) -> Iterator[dict[str, Any]]:
    """ξ* first, then the S for which it maximises f over the half ball (λ = 1/2).

    With k = m w_{t-1}, by Lagrange ∇f(ξ*) = S/k - 2Hξ*/k² = μξ* with μ >= 0, and μ > 0 only on the
    sphere; so S = 2Hξ*/k + kμξ*.  ``reach`` stretches the stars, for mutants.
    """
    for d in (1, 2):
        for scale, H, star in product((F(1), F(2), F(1, 2)), _MATRICES[d], _STARS[d]):
            if H[0][0] > 100 * scale**2:
                continue  # the balls then cut off less than an enclosure of 50 bits can tell
            on_sphere = _dot(star, star) == F(1, 4)
            moved = tuple(reach * v for v in star)
            for mu in (F(0), F(3)) if on_sphere else (F(0),):
                S = tuple(
                    2 * _dot(row, moved) / scale + scale * mu * x
                    for row, x in zip(H, moved, strict=True)
                )
                case = {"d": d, "H": H, "star": moved, "mu": mu, "S": S}
                yield {**case, "lam": F(1, 2), "scale": scale}


_SCALED = "m w in {1/2, 1, 2}"
_LISTED = (
    "d <= 2, listed H <= 100 (mw)² and ξ*, inside and on the sphere of radius 1/2, λ = 1/2, "
    f"{_SCALED}"
)


def _dot(x: Vector, y: Vector) -> Fraction:
    return sum((a * b for a, b in zip(x, y, strict=True)), F(0))


def exponent(xi: Vector, H: ExactMatrix, S: Vector, scale: Fraction) -> Fraction:
    """f(ξ) = ξ·S/k - ξ^T H ξ/k²."""
    form = _dot(xi, tuple(_dot(row, xi) for row in H))
    return _dot(xi, S) / scale - form / scale**2


def _gradient(xi: Vector, H: ExactMatrix, S: Vector, scale: Fraction) -> Vector:
    """∇f(ξ), from its definition."""
    return tuple(s / scale - 2 * _dot(row, xi) / scale**2 for row, s in zip(H, S, strict=True))


# --- Z18: the display ---------------------------------------------------------------------------


def _points(*, radius: Fraction = HALF) -> Iterator[dict[str, Any]]:
    """Rational points ξ of the ball of the given radius."""
    for case in maximised():
        for raw in product([F(i, 6) for i in range(-6, 7)], repeat=case["d"]):
            xi = tuple(2 * radius * v for v in raw)
            if _dot(xi, xi) <= radius**2:
                yield {**case, "xi": xi}


@enumerated(
    cases=_points,
    latex=r"f_t(\xi) \leq f_t(\xi^\star) \quad (\lVert\xi\rVert_2\leq\tfrac12)",
    scope=f"{_LISTED}, a grid of ξ",
)
def _maximal(xi: Vector, star: Vector, H: ExactMatrix, S: Vector, scale: Fraction, **_: Any) -> Any:
    return exponent(xi, H, S, scale), "<=", exponent(star, H, S, scale)


def _shifted(
    star: Vector,
    H: ExactMatrix,
    S: Vector,
    scale: Fraction,
    radius: Fraction,
    center: Vector | None = None,
    power: int = 2,
) -> arb:
    """e^{f(ξ*)} ∫ exp(∇f(ξ*)·ξ - ξ^T H ξ/k²) over a ball; the power of k is 2 in the paper."""
    factor = ball(exponent(star, H, S, scale)).exp()
    gradient = _gradient(star, H, S, scale)
    return factor * gaussian_integral(gradient, divided(H, scale**power), radius, center)


_SHIFT = (
    r"\bar M_t = \frac{e^{f_t(\xi^\star)}}{N(h_t)}\int_{\lVert\xi%s\xi^\star\rVert_2\leq 1}"
    r" e^{%s}d\xi"
)
_EXPONENT = r"\nabla f_t(\xi^\star)^\top\xi-\lVert\xi\rVert_{\widetilde H_t}^2/(mw_{t-1})"


@enclosed(cases=maximised, latex=_SHIFT % ("+", _EXPONENT + "^2"), scope=f"{_LISTED}: {AGREED}")
def _translation(
    star: Vector,
    H: ExactMatrix,
    S: Vector,
    scale: Fraction,
    *,
    sign: int = -1,
    power: int = 2,
    **_: Any,
) -> Sides:
    """∫ e^f over the unit ball against the integral over the ball around -ξ*."""
    center = tuple(sign * v for v in star)
    whole = gaussian_integral(divided(S, scale), divided(H, scale**2))
    return whole, "==", _shifted(star, H, S, scale, ONE, center, power)


@enclosed(
    cases=maximised,
    latex=r"\int_{\lVert\xi+\xi^\star\rVert_2\leq 1}e^{\cdots}d\xi"
    r" \geq \int_{\lVert\xi\rVert_2\leq 1/2}e^{\cdots}d\xi",
    scope=_LISTED,
)
def _smaller_ball(
    star: Vector, H: ExactMatrix, S: Vector, scale: Fraction, *, radius: Fraction = HALF, **_: Any
) -> Sides:
    whole = _shifted(star, H, S, scale, ONE, tuple(-v for v in star))
    return whole, ">=", _shifted(star, H, S, scale, radius)


def along_rays(linear: Vector, matrix: Any) -> arb:
    """∫ over the half ball of exp(linear·ξ - ξ^T matrix ξ), by rays from the origin.

    Another road than :func:`gaussian_integral`: plain quadrature in d = 1.  In d = 2 the ray in
    the direction e has ∫ r e^{br - cr²} dr over [0, 1/2] with b = linear·e, c = e^T matrix e, by
    parts (1 - e^{b/2 - c/4} + b ∫ e^{br - cr²} dr)/(2c), and quadrature over the angle.
    """
    half = acb(HALF.numerator) / HALF.denominator
    b = [acb(ball(v)) for v in linear]
    M = [[acb(ball(v)) for v in row] for row in matrix]

    def line(x: acb, _: bool) -> acb:
        return (b[0] * x - M[0][0] * x**2).exp()

    def ray(angle: acb, _: bool) -> acb:
        e = (angle.cos(), angle.sin())
        push = b[0] * e[0] + b[1] * e[1]
        c = M[0][0] * e[0] ** 2 + 2 * M[0][1] * e[0] * e[1] + M[1][1] * e[1] ** 2
        root = c.sqrt()  # all is even in the root: its branch does not matter
        low = push / (2 * root)
        inner = ((root * half - low).erf() + low.erf()) * (low**2).exp()
        inner *= acb.pi().sqrt() / (2 * root)
        return (1 - (push * half - c * half**2).exp() + push * inner) / (2 * c)

    if len(linear) == 1:
        return acb.integral(line, -half, half).real
    return acb.integral(ray, acb(0), 2 * acb.pi()).real


_MEAN = (
    r"\int_{\lVert\xi\rVert_2\leq 1/2}e^{\cdots}d\xi %s"
    r" N(g_t)\,\mathbb{E}_{\xi\sim g_t}[e^{%s\nabla f_t(\xi^\star)^\top\xi}]"
)
#: N(g_t) with k in the place of its square.
_UNSQUARED = (
    r"N(g_t) = \int_{\lVert\xi\rVert_2\leq 1/2}e^{-\xi^\top\widetilde H_t\xi/(mw_{t-1})}d\xi"
)


@enclosed(cases=maximised, latex=_MEAN % (r"\geq", ""), scope=f"{_LISTED}: {AGREED}")
def _as_mean(
    star: Vector,
    H: ExactMatrix,
    S: Vector,
    scale: Fraction,
    *,
    factor: Fraction = ONE,
    power: int = 2,
    **_: Any,
) -> Sides:
    """The half-ball integral against N(g) E_g e^{∇f·ξ}; the mean has its own two integrals."""
    gradient = tuple(factor * v for v in _gradient(star, H, S, scale))
    none, curved = (F(0),) * len(S), divided(H, scale**2)
    mean = along_rays(gradient, curved) / along_rays(none, curved)
    norm = gaussian_integral(none, divided(H, scale**power), HALF)
    top = ball(exponent(star, H, S, scale)).exp()
    return _shifted(star, H, S, scale, HALF), "==", top * norm * mean


Z18 = Claim(
    id="Z18",
    lines="1552-1572",
    kind="step",
    title="Expand at ξ*, shift, keep the half ball, read a mean: the four lines under M̄_t",
    fidelity="paraphrase",
    kernel=KernelTheorem(
        "Z18",
        "every d, t, λ > 0, weights, noise, m > 0, and every ξ* of the half ball",
        conditions=[FINITE_OUTCOMES],
        mutants=["Z18_mutant"],
    ),
    printed=[_translation, _smaller_ball, _as_mean],
    support=[_maximal],
    mutants=[
        _translation.mutant("shift in the wrong direction", _SHIFT % ("-", r"\cdots"), sign=1),
        _translation.mutant(
            "(mw)² made mw in the quadratic term", _SHIFT % ("+", _EXPONENT), power=1
        ),
        _smaller_ball.mutant(
            "radius 0.51 for 1/2",
            r"\cdots \geq \int_{\lVert\xi\rVert_2\leq 0.51}e^{\cdots}d\xi",
            radius=F(51, 100),
        ),
        _as_mean.mutant("gradient one per cent longer", _MEAN % ("=", "1.01"), factor=F(101, 100)),
        _as_mean.mutant(
            "(mw)² made mw in N(g), not in the mean",
            _UNSQUARED + r":\ " + _MEAN % ("=", ""),
            power=1,
        ),
        _maximal.mutant(
            "maximum over a ball of radius 0.51",
            r"f_t(\xi) \leq f_t(\xi^\star) \quad (\lVert\xi\rVert_2\leq 0.51)",
            radius=F(51, 100),
        ),
    ],
    depends_on=["I3", "I4", "Q11"],
    note="The last relation is printed as an inequality and is an equality: g_t is by definition "
    "the normalised integrand. The check computes the mean from integrals along rays, and "
    "N(g) and the left side by closed forms or chords, so that a wrong N(g) is seen.",
)


# --- I5: Jensen and symmetry --------------------------------------------------------------------


@identity(
    latex=r"\mathbb{E}_{\xi\sim g_t}[\xi] = 0",
    scope="first moment in d = 1; the exponent is even for d <= 3",
)
def _centred(*, high: Any = sp.S.Half) -> Pairs:
    """∫ ξ e^{-cξ²} over [-1/2, high] is 0, and the exponent of g is even."""
    c, x = sp.symbols("c x", positive=True)
    moment = sp.integrate(x * sp.exp(-c * x**2), (x, -sp.S.Half, high))
    yield "d=1, first moment", moment, sp.Integer(0)
    for d in (2, 3):
        xi, H = sp.Matrix(sp.symbols(f"x1:{d + 1}", real=True)), symmetric(d)
        form = (xi.T * H * xi)[0]
        yield f"d={d}, g is even", form, form.subs({v: -v for v in xi}, simultaneous=True)


_cosh = bound(
    "cosh(x) >= {level}",
    latex=r"\tfrac12\big(e^{\nabla f^\top\xi}+e^{-\nabla f^\top\xi}\big) \geq 1",
    scope="every ξ and ∇f",
    level="1",
)


@enclosed(
    cases=lambda: (case for case in maximised() if case["mu"]),  # else both sides are N(g)
    latex=r"\mathbb{E}_{\xi\sim g_t}\big[e^{\nabla f_t(\xi^\star)^\top\xi}\big] \geq"
    r" \exp\big(\mathbb{E}_{\xi\sim g_t}[\nabla f_t(\xi^\star)^\top\xi]\big) = 1",
    scope=f"d <= 2, the listed pairs with ξ* on the sphere and ∇f(ξ*) != 0, {_SCALED}",
)
def _jensen(
    star: Vector,
    H: ExactMatrix,
    S: Vector,
    scale: Fraction,
    *,
    level: Fraction = ONE,
    power: int = 2,
    **_: Any,
) -> Sides:
    """∫ e^{∇f·ξ - ξ^T H ξ/k²} over the half ball against N(g)."""
    above = gaussian_integral(_gradient(star, H, S, scale), divided(H, scale**power), HALF)
    return above, ">=", ball(level) * normaliser_g(H, scale)


I5 = Claim(
    id="I5",
    title="Jensen, and g_t has mean 0: the linear term can only help",
    fidelity="paraphrase",
    kernel=KernelTheorem(
        "I5",
        "every d, symmetric H >= λI with λ > 0, m w > 0, and every vector in the place of ∇f_t(ξ*)",
        mutants=["I5_mutant"],
    ),
    printed=[
        _jensen,
        _centred.as_cases(
            r"\int_{-1/2}^{1/2}\xi\,e^{-c\xi^2}d\xi = 0,\quad"
            r" (-\xi)^\top H(-\xi) = \xi^\top H\xi \quad (d\leq 3)"
        ),
    ],
    support=[_cosh],
    mutants=[
        _jensen.mutant(
            "1 raised by one per cent (seen where H/(mw)² = 80 leaves the mean at 1.007)",
            r"\mathbb{E}_{\xi\sim g_t}[e^{\nabla f_t(\xi^\star)^\top\xi}] \geq 1.01",
            level=F(101, 100),
        ),
        _jensen.mutant(
            "(mw)² made mw in the integral, not in N(g): seen at m w = 2",
            r"\int_{\lVert\xi\rVert_2\leq 1/2}e^{\nabla f_t(\xi^\star)^\top\xi"
            r"-\xi^\top\widetilde H_t\xi/(mw_{t-1})}d\xi \geq N(g_t)",
            power=1,
        ),
        _centred.mutant(
            "truncated at 0.49 on one side",
            r"\int_{-1/2}^{49/100}\xi\,g_t(\xi)d\xi = 0",
            high=sp.Rational(49, 100),
        ),
        _cosh.mutant("1 raised by one per cent", level="1.01"),
    ],
    note="The paper names Jensen's inequality; it is not needed: g_t is even, so the mean of e^x "
    "equals that of cosh(x) >= 1.",
)


# --- Q12: the lower bound on the mixture --------------------------------------------------------

_Q12 = r"\bar M_t \geq \frac{e^{f_t(\xi^\star)}N(g_t)}{N(h_t)}"


@enclosed(cases=maximised, latex=_Q12, scope=_LISTED)
def _lower(
    star: Vector,
    H: ExactMatrix,
    S: Vector,
    lam: Fraction,
    scale: Fraction,
    *,
    radius: Fraction = HALF,
    power: int = 2,
    **_: Any,
) -> Sides:
    """M̄ against e^{f(ξ*)} N(g)/N(h)."""
    none = (F(0),) * len(S)
    norm = gaussian_integral(none, divided(H, scale**power), radius)
    top = ball(exponent(star, H, S, scale)).exp()
    return mixture(S, H, lam, scale), ">=", top * norm / normaliser_h(len(S), lam, scale)


Q12 = Claim(
    id="Q12",
    title="M̄_t is at least its largest integrand over the half ball, times N(g)/N(h)",
    fidelity="verbatim",
    kernel=KernelTheorem(
        "Q12",
        "every d, t, λ > 0, weights, noise, m > 0, and every ξ* of the half ball",
        conditions=[FINITE_OUTCOMES],
        mutants=["Q12_mutant"],
    ),
    printed=[_lower],
    mutants=[
        _lower.mutant(
            "N(g) over a ball of radius 0.51",
            _Q12 + r",\quad N(g_t) = \int_{\lVert\xi\rVert_2\leq 0.51}e^{-\cdots}d\xi",
            radius=F(51, 100),
        ),
        _lower.mutant(
            "maximum over a ball of radius 0.51",
            _Q12 + r",\quad \xi^\star = \mathrm{argmax}_{\lVert\xi\rVert_2\leq 0.51}f_t(\xi)",
            reach=F(51, 50),
        ),
        _lower.mutant(
            "(mw)² made mw in N(g): seen at m w = 1/2", _Q12 + r",\quad " + _UNSQUARED, power=1
        ),
    ],
    depends_on=["Z18", "I5"],
    note="Any point of the half ball may stand for ξ*; the maximiser gives the best bound.",
)

CLAIMS = [I3, I4, I5, Q12, Z18]
