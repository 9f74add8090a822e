"""From the mixture to its largest exponent: shift, half ball, Jensen (lines 1540-1589)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp
from flint import acb, arb

from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.vocabulary.enclosed import AGREED, Sides
from glbtheory.claims.vocabulary.hand_steps import CHANGE_OF_VARIABLES, EXPECTATION, TERMWISE
from glbtheory.claims.vocabulary.old_forms import enclosed, identities
from glbtheory.concentration.mixture import (
    HALF,
    ONE,
    divided,
    gaussian_integral,
    mixture,
    normaliser_g,
    normaliser_h,
)
from glbtheory.engines.balls import ball
from glbtheory.engines.enumeration import enumerate_cases

F = Fraction
Vector = tuple[Fraction, ...]

scale = sp.Symbol("k", positive=True)
_HALF = sp.Rational(1, 2)


# --- I3: f is a quadratic -----------------------------------------------------------------------


def _taylor_pairs(half: Any, curvature: int) -> Iterable[tuple[str, Any, Any]]:
    for d in (1, 2, 3):
        xi, star, S = (sp.Matrix(sp.symbols(f"{n}1:{d + 1}", real=True)) for n in ("x", "s", "S"))
        H = sp.Matrix(d, d, lambda i, j: sp.Symbol(f"h{min(i, j) + 1}{max(i, j) + 1}", real=True))
        f = (xi.T * S)[0] / scale - (xi.T * H * xi)[0] / scale**2
        gradient = sp.Matrix([sp.diff(f, v) for v in xi])
        hessian = sp.hessian(f, list(xi))
        at_star = dict(zip(xi, star, strict=True))
        step = xi - star
        taylor = f.subs(at_star) + (gradient.subs(at_star).T * step)[0]
        taylor += half * (step.T * hessian * step)[0]
        yield f"d={d}, expansion", sp.expand(f), sp.expand(taylor)
        for i, j in product(range(d), repeat=2):
            wanted = -curvature * H[i, j] / scale**2
            yield f"d={d}, Hessian entry ({i + 1},{j + 1})", hessian[i, j], wanted


def _taylor(latex: str, half: Any = _HALF, curvature: int = 2, why: str = "") -> Any:
    return identities(
        lambda: _taylor_pairs(half, curvature), latex, "d <= 3, every S, symmetric H and ξ*", why
    )


I3 = Claim(
    id="I3",
    title="f_t equals its second-order expansion at ξ*, with Hessian -2H̃_t/(mw)²",
    printed=[
        _taylor(
            r"f_t(\xi) = f_t(\xi^\star) + \nabla f_t(\xi^\star)^\top(\xi-\xi^\star)"
            r" + \tfrac12(\xi-\xi^\star)^\top\nabla^2f_t(\xi^\star)(\xi-\xi^\star),\quad"
            r" \nabla^2f_t(\xi) = -\tfrac{2}{m^2w_{t-1}^2}\widetilde H_t"
        )
    ],
    mutants=[
        _taylor(
            r"\cdots + (\xi-\xi^\star)^\top\nabla^2f_t(\xi^\star)(\xi-\xi^\star)",
            half=sp.Integer(1),
            why="factor 1/2 dropped",
        ),
        _taylor(
            r"\nabla^2f_t(\xi) = -\tfrac{1}{m^2w_{t-1}^2}\widetilde H_t",
            curvature=1,
            why="factor 2 dropped from the Hessian",
        ),
    ],
    depends_on=["Q11"],
    note="The expansion holds at every point; that ξ* maximises f_t over the half ball is used only"
    " when f_t(ξ*) is compared with f_t(ξ_0) (lines 1598-1604).",
)


# --- I4: two half balls in the unit ball --------------------------------------------------------


def _coordinate(factor: str, why: str = "") -> Bound:
    return Bound(
        "(x + y)**2",
        "<=",
        f"{factor}*x**2 + 2*y**2",
        latex=r"(\xi_i+\xi^\star_i)^2 \leq 2\xi_i^2 + 2(\xi^\star_i)^2",
        scope="every coordinate of every ξ and ξ*",
        why=why,
    )


def _two_halves(where: str, why: str = "") -> Bound:
    return Bound(
        "2*p**2 + 2*q**2",
        "<=",
        "1",
        where,
        latex=r"\lVert\xi\rVert_2\leq\tfrac12,\ \lVert\xi^\star\rVert_2\leq\tfrac12"
        r" \Rightarrow \lVert\xi+\xi^\star\rVert_2\leq 1",
        scope="every pair of lengths up to 1/2",
        why=why,
    )


I4 = Claim(
    id="I4",
    title="The half ball, shifted by a point of the half ball, stays in the unit ball",
    printed=[_coordinate("2"), _two_halves("0 <= p <= 1/2, 0 <= q <= 1/2")],
    mutants=[
        _coordinate("1.99", "factor 2 lowered to 1.99 in one place"),
        _two_halves("0 <= p <= 0.51, 0 <= q <= 1/2", "one radius 0.51 for 1/2"),
    ],
    depends_on=[TERMWISE],
    note="So the indicator of ‖ξ+ξ*‖ <= 1 is at least that of ‖ξ‖ <= 1/2, and the integral over a "
    "ball off the origin becomes one over a ball around it.",
)


# --- instances with a known maximiser -----------------------------------------------------------

_MATRICES: dict[int, list[Any]] = {
    1: [((F(1, 2),),), ((F(3),),), ((F(80),),)],
    2: [((F(2), F(1, 2)), (F(1, 2), F(3))), ((F(1), F(0)), (F(0), F(9)))],
}
_STARS: dict[int, list[Vector]] = {
    1: [(F(1, 2),), (F(-1, 4),)],
    2: [(F(3, 10), F(2, 5)), (F(0), F(1, 3))],
}


_SCALES = (F(1), F(2), F(1, 2))


def maximised(reach: Fraction = ONE) -> Iterator[dict[str, Any]]:
    """ξ* first, then the S for which it maximises f over the half ball (λ = 1/2).

    With k = m w_{t-1}, by Lagrange ∇f(ξ*) = S/k - 2Hξ*/k² = μξ* with μ >= 0, and μ > 0 only on the
    sphere; so S = 2Hξ*/k + kμξ*.  ``reach`` stretches the stars, for mutants.
    """
    for d in (1, 2):
        for k, H, star in product(_SCALES, _MATRICES[d], _STARS[d]):
            if H[0][0] > 100 * k**2:
                continue  # the balls then cut off less than an enclosure of 50 bits can tell
            on_sphere = sum(v * v for v in star) == F(1, 4)
            moved = tuple(reach * v for v in star)
            for mu in (F(0), F(3)) if on_sphere else (F(0),):
                S = tuple(
                    sum(2 * H[i][j] * moved[j] for j in range(d)) / k + k * mu * moved[i]
                    for i in range(d)
                )
                case = {"d": d, "H": H, "star": moved, "mu": mu, "S": S}
                yield {**case, "lambda": F(1, 2), "scale": k}


_SCALED = "m w in {1/2, 1, 2}"
_LISTED = (
    "d <= 2, listed H <= 100 (mw)² and ξ*, inside and on the sphere of radius 1/2, λ = 1/2, "
    f"{_SCALED}"
)


def exponent(case: dict[str, Any], xi: Vector) -> Fraction:
    """f(ξ) = ξ·S/k - ξ^T H ξ/k²."""
    d, H, S, k = case["d"], case["H"], case["S"], case["scale"]
    form = sum(xi[i] * H[i][j] * xi[j] for i in range(d) for j in range(d))
    return Fraction(sum(a * b for a, b in zip(xi, S, strict=True)) / k - form / k**2)


def _gradient(case: dict[str, Any]) -> Vector:
    """∇f(ξ*), from its definition."""
    d, H, S, k = case["d"], case["H"], case["S"], case["scale"]
    pull = [sum(H[i][j] * case["star"][j] for j in range(d)) for i in range(d)]
    return tuple(S[i] / k - 2 * pull[i] / k**2 for i in range(d))


def _curved(case: dict[str, Any], power: int = 2) -> Any:
    """H/k²; ``power`` is 2 in the paper."""
    return divided(case["H"], case["scale"] ** power)


def _maximal(latex: str, radius: Fraction = HALF, why: str = "") -> Statement:
    """f(ξ) <= f(ξ*) at rational points ξ of the ball of the given radius."""
    grid = [F(k, 6) for k in range(-6, 7)]

    def cases() -> Iterator[dict[str, Any]]:
        for case in maximised():
            for raw in product(grid, repeat=case["d"]):
                xi = tuple(2 * radius * v for v in raw)
                if sum(v * v for v in xi) <= radius**2:
                    yield {**case, "xi": xi}

    def check(case: dict[str, Any]) -> Any:
        return exponent(case, case["xi"]), "<=", exponent(case, case["star"])

    scope = f"{_LISTED}, a grid of ξ"
    return Statement(latex, lambda: enumerate_cases(cases(), check, scope), why)


# --- Z18: the display ---------------------------------------------------------------------------


def _shifted(case: dict[str, Any], radius: Fraction, center: Vector | None, power: int = 2) -> arb:
    """e^{f(ξ*)} ∫ exp(∇f(ξ*)·ξ - ξ^T H ξ/k²) over a ball."""
    factor = ball(exponent(case, case["star"])).exp()
    return factor * gaussian_integral(_gradient(case), _curved(case, power), radius, center)


def _translation(latex: str, sign: int = -1, power: int = 2, why: str = "") -> Statement:
    """∫ e^f over the unit ball against the integral over the ball around -ξ*."""

    def check(case: dict[str, Any]) -> Sides:
        center = tuple(sign * v for v in case["star"])
        whole = gaussian_integral(divided(case["S"], case["scale"]), _curved(case))
        return whole, "==", _shifted(case, F(1), center, power)

    scope = f"{_LISTED}: {AGREED}"
    return enclosed(maximised, check, latex, scope, why)


def _smaller_ball(latex: str, radius: Fraction = HALF, why: str = "") -> Statement:
    def check(case: dict[str, Any]) -> Sides:
        center = tuple(-v for v in case["star"])
        return _shifted(case, F(1), center), ">=", _shifted(case, radius, None)

    return enclosed(maximised, check, latex, _LISTED, why)


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


def _as_mean(latex: str, factor: Fraction = ONE, power: int = 2, why: str = "") -> Statement:
    """The half-ball integral against N(g) E_g e^{∇f·ξ}; the mean has its own two integrals."""

    def check(case: dict[str, Any]) -> Sides:
        gradient = tuple(factor * v for v in _gradient(case))
        none = (F(0),) * case["d"]
        mean = along_rays(gradient, _curved(case)) / along_rays(none, _curved(case))
        norm = gaussian_integral(none, _curved(case, power), HALF)
        star = ball(exponent(case, case["star"])).exp()
        return _shifted(case, HALF, None), "==", star * norm * mean

    scope = f"{_LISTED}: {AGREED}"
    return enclosed(maximised, check, latex, scope, why)


Z18 = Claim(
    id="Z18",
    lines="1552-1572",
    kind="step",
    title="Expand at ξ*, shift, keep the half ball, read a mean: the four lines under M̄_t",
    printed=[
        _translation(
            r"\bar M_t = \frac{e^{f_t(\xi^\star)}}{N(h_t)}\int_{\lVert\xi+\xi^\star\rVert_2\leq 1}"
            r" e^{\nabla f_t(\xi^\star)^\top\xi-\lVert\xi\rVert_{\widetilde H_t}^2"
            r"/(mw_{t-1})^2}d\xi"
        ),
        _smaller_ball(
            r"\int_{\lVert\xi+\xi^\star\rVert_2\leq 1}e^{\cdots}d\xi"
            r" \geq \int_{\lVert\xi\rVert_2\leq 1/2}e^{\cdots}d\xi"
        ),
        _as_mean(
            r"\int_{\lVert\xi\rVert_2\leq 1/2}e^{\cdots}d\xi \geq"
            r" N(g_t)\,\mathbb{E}_{\xi\sim g_t}[e^{\nabla f_t(\xi^\star)^\top\xi}]"
        ),
    ],
    support=[
        _maximal(r"f_t(\xi) \leq f_t(\xi^\star) \quad (\lVert\xi\rVert_2\leq\tfrac12)"),
    ],
    mutants=[
        _translation(
            r"\bar M_t = \frac{e^{f_t(\xi^\star)}}{N(h_t)}\int_{\lVert\xi-\xi^\star\rVert_2\leq 1}"
            r" e^{\cdots}d\xi",
            1,
            why="shift in the wrong direction",
        ),
        _translation(
            r"\bar M_t = \frac{e^{f_t(\xi^\star)}}{N(h_t)}\int_{\lVert\xi+\xi^\star\rVert_2\leq 1}"
            r" e^{\nabla f_t(\xi^\star)^\top\xi-\lVert\xi\rVert_{\widetilde H_t}^2/(mw_{t-1})}d\xi",
            power=1,
            why="(mw)² made mw in the quadratic term",
        ),
        _smaller_ball(
            r"\cdots \geq \int_{\lVert\xi\rVert_2\leq 0.51}e^{\cdots}d\xi",
            F(51, 100),
            "radius 0.51 for 1/2",
        ),
        _as_mean(
            r"\int_{\lVert\xi\rVert_2\leq 1/2}e^{\cdots}d\xi ="
            r" N(g_t)\,\mathbb{E}_{\xi\sim g_t}[e^{1.01\nabla f_t(\xi^\star)^\top\xi}]",
            F(101, 100),
            why="gradient one per cent longer",
        ),
        _as_mean(
            r"N(g_t) = \int_{\lVert\xi\rVert_2\leq 1/2}"
            r"e^{-\xi^\top\widetilde H_t\xi/(mw_{t-1})}d\xi:"
            r"\ \int_{\lVert\xi\rVert_2\leq 1/2}e^{\cdots}d\xi ="
            r" N(g_t)\,\mathbb{E}_{\xi\sim g_t}[e^{\nabla f_t(\xi^\star)^\top\xi}]",
            power=1,
            why="(mw)² made mw in N(g), not in the mean",
        ),
        _maximal(
            r"f_t(\xi) \leq f_t(\xi^\star) \quad (\lVert\xi\rVert_2\leq 0.51)",
            F(51, 100),
            "maximum over a ball of radius 0.51",
        ),
    ],
    depends_on=["I3", "I4", "Q11", CHANGE_OF_VARIABLES],
    note="The last relation is printed as an inequality and is an equality: g_t is by definition "
    "the normalised integrand. The check computes the mean from integrals along rays, and "
    "N(g) and the left side by closed forms or chords, so that a wrong N(g) is seen.",
)


# --- I5: Jensen and symmetry --------------------------------------------------------------------


def _centred(latex: str, high: Any = _HALF, why: str = "") -> Statement:
    """∫ ξ e^{-cξ²} over [-1/2, high] is 0, and the exponent of g is even."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        c, x = sp.symbols("c x", positive=True)
        moment = sp.integrate(x * sp.exp(-c * x**2), (x, -sp.Rational(1, 2), high))
        yield "d=1, first moment", moment, sp.Integer(0)
        for d in (2, 3):
            xi = sp.Matrix(sp.symbols(f"x1:{d + 1}", real=True))
            H = sp.Matrix(d, d, lambda i, j: sp.Symbol(f"h{min(i, j)}{max(i, j)}", real=True))
            yield (
                f"d={d}, g is even",
                (xi.T * H * xi)[0],
                (xi.T * H * xi)[0].subs({v: -v for v in xi}, simultaneous=True),
            )

    return identities(pairs, latex, "first moment in d = 1; the exponent is even for d <= 3", why)


def _cosh(level: str, why: str = "") -> Bound:
    return Bound(
        "cosh(x)",
        ">=",
        level,
        latex=r"\tfrac12\big(e^{\nabla f^\top\xi}+e^{-\nabla f^\top\xi}\big) \geq 1",
        scope="every ξ and ∇f",
        why=why,
    )


def _jensen(latex: str, level: Fraction = ONE, power: int = 2, why: str = "") -> Statement:
    """∫ e^{∇f·ξ - ξ^T H ξ/k²} over the half ball against N(g)."""

    def check(case: dict[str, Any]) -> Sides:
        above = gaussian_integral(_gradient(case), _curved(case, power), HALF)
        return above, ">=", ball(level) * normaliser_g(case["H"], case["scale"])

    def cases() -> Iterator[dict[str, Any]]:
        return (case for case in maximised() if case["mu"])  # else both sides are N(g)

    scope = f"d <= 2, the listed pairs with ξ* on the sphere and ∇f(ξ*) != 0, {_SCALED}"
    return enclosed(cases, check, latex, scope, why)


_JENSEN = (
    r"\mathbb{E}_{\xi\sim g_t}\big[e^{\nabla f_t(\xi^\star)^\top\xi}\big] \geq"
    r" \exp\big(\mathbb{E}_{\xi\sim g_t}[\nabla f_t(\xi^\star)^\top\xi]\big) = 1"
)

I5 = Claim(
    id="I5",
    title="Jensen, and g_t has mean 0: the linear term can only help",
    printed=[_jensen(_JENSEN), _centred(r"\mathbb{E}_{\xi\sim g_t}[\xi] = 0")],
    support=[_cosh("1")],
    mutants=[
        _jensen(
            r"\mathbb{E}_{\xi\sim g_t}[e^{\nabla f_t(\xi^\star)^\top\xi}] \geq 1.01",
            F(101, 100),
            why="1 raised by one per cent (seen where H/(mw)² = 80 leaves the mean at 1.007)",
        ),
        _jensen(
            r"\int_{\lVert\xi\rVert_2\leq 1/2}e^{\nabla f_t(\xi^\star)^\top\xi"
            r"-\xi^\top\widetilde H_t\xi/(mw_{t-1})}d\xi \geq N(g_t)",
            power=1,
            why="(mw)² made mw in the integral, not in N(g): seen at m w = 2",
        ),
        _centred(
            r"\int_{-1/2}^{49/100}\xi\,g_t(\xi)d\xi = 0",
            sp.Rational(49, 100),
            "truncated at 0.49 on one side",
        ),
        _cosh("1.01", "1 raised by one per cent"),
    ],
    depends_on=["Z18", EXPECTATION, TERMWISE],
    note="The paper names Jensen's inequality; it is not needed: g_t is even, so the mean of e^x "
    "equals that of cosh(x) >= 1.",
)


# --- Q12: the lower bound on the mixture --------------------------------------------------------


def _lower(
    latex: str,
    why: str = "",
    radius: Fraction = HALF,
    reach: Fraction = ONE,
    power: int = 2,
) -> Statement:
    """M̄ against e^{f(ξ*)} N(g)/N(h)."""

    def check(case: dict[str, Any]) -> Sides:
        d, H, ridge, k = case["d"], case["H"], case["lambda"], case["scale"]
        norm = gaussian_integral((F(0),) * d, _curved(case, power), radius)
        below = ball(exponent(case, case["star"])).exp() * norm / normaliser_h(d, ridge, k)
        return mixture(case["S"], H, ridge, k), ">=", below

    return enclosed(lambda: maximised(reach), check, latex, _LISTED, why)


_Q12 = r"\bar M_t \geq \frac{e^{f_t(\xi^\star)}N(g_t)}{N(h_t)}"

Q12 = Claim(
    id="Q12",
    title="M̄_t is at least its largest integrand over the half ball, times N(g)/N(h)",
    printed=[_lower(_Q12)],
    mutants=[
        _lower(
            _Q12 + r",\quad N(g_t) = \int_{\lVert\xi\rVert_2\leq 0.51}e^{-\cdots}d\xi",
            "N(g) over a ball of radius 0.51",
            radius=F(51, 100),
        ),
        _lower(
            _Q12 + r",\quad \xi^\star = \mathrm{argmax}_{\lVert\xi\rVert_2\leq 0.51}f_t(\xi)",
            "maximum over a ball of radius 0.51",
            reach=F(51, 50),
        ),
        _lower(
            _Q12 + r",\quad N(g_t) = \int_{\lVert\xi\rVert_2\leq 1/2}"
            r"e^{-\xi^\top\widetilde H_t\xi/(mw_{t-1})}d\xi",
            "(mw)² made mw in N(g): seen at m w = 1/2",
            power=1,
        ),
    ],
    depends_on=["Z18", "I5"],
    note="Any point of the half ball may stand for ξ*; the maximiser gives the best bound.",
)

CLAIMS = [I3, I4, I5, Q12, Z18]
