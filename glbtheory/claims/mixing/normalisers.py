"""The normalising constants N(h) and N(g) after a change of variables (lines 1647-1675)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp
from flint import arb, ctx

from glbtheory.claims.mixing.mixture import lam, radial_integral, scale
from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.vocabulary.enclosed import Sides
from glbtheory.claims.vocabulary.hand_steps import CHANGE_OF_VARIABLES, SPECTRAL, TERMWISE
from glbtheory.claims.vocabulary.old_forms import enclosed, identities
from glbtheory.concentration.mixture import ONE, Matrix, normaliser_g, normaliser_h, scalar_matrix
from glbtheory.engines.balls import ball

F = Fraction

_HALF = sp.Rational(1, 2)


# --- instances ----------------------------------------------------------------------------------

_RIDGES = (F(1, 100), F(1, 4), F(2))
LISTED = "d in {1, 2, 3, 5}, listed H > λI (in d >= 3 with one eigenvalue apart), λ <= 2, m w <= 2"


def _grown(ridge: Fraction) -> Iterator[Matrix]:
    """Matrices H = λI + something, in d = 1, 2, 3, 5."""
    for extra in (F(1, 100), F(1), F(30)):
        yield ((ridge + extra,),)
        for d in (3, 5):
            rows = scalar_matrix(d, ridge)
            yield ((ridge + extra, *rows[0][1:]), *rows[1:])
    yield ((ridge + 2, F(1, 2)), (F(1, 2), ridge + 1))
    yield ((ridge + F(1, 10), F(0)), (F(0), ridge + 9))


def instances() -> Iterator[dict[str, Any]]:
    for ridge, k in product(_RIDGES, (F(1, 2), F(2))):
        for H in _grown(ridge):
            yield {"d": len(H), "H": H, "lambda": ridge, "scale": k}


def isotropic() -> Iterator[dict[str, Any]]:
    for d, ridge, k in product((1, 2, 3), _RIDGES, (F(1, 2), F(2))):
        yield {"d": d, "H": scalar_matrix(d, ridge), "lambda": ridge, "scale": k}


def determinant(H: Matrix) -> Fraction:
    """Exactly; the matrices above are 2 x 2 or diagonal."""
    if len(H) == 2:
        return Fraction(H[0][0] * H[1][1] - H[0][1] ** 2)
    total = Fraction(1)
    for i, row in enumerate(H):
        total *= row[i]
    return total


def outer_radius(case: dict[str, Any]) -> arb:
    """√(2λ)/(m w), with bits to spare."""
    with ctx.workprec(128):
        return ball(2 * case["lambda"]).sqrt() / ball(case["scale"])


# --- I9: N(h) -----------------------------------------------------------------------------------


def _rescaled(latex: str, inside: Any = 2, reach: Any = 2, why: str = "") -> Statement:
    """∫ over ‖ξ‖ <= 1 against (k²/(inside λ))^{d/2} ∫ over ‖ξ‖ <= √(reach λ)/k of e^{-‖ξ‖²/2}."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        for d in (1, 2, 3):
            left = radial_integral(d, 2 * lam / scale**2, 1)
            right = radial_integral(d, sp.Integer(1), sp.sqrt(reach * lam) / scale)
            yield f"d={d}", left, (scale**2 / (inside * lam)) ** sp.Rational(d, 2) * right

    return identities(pairs, latex, "d <= 3, every λ and m w_{t-1}", why)


I9 = Claim(
    id="I9",
    title="N(h) as a standard Gaussian integral over a ball of radius √(2λ)/(mw)",
    printed=[
        _rescaled(
            r"N(h_t) = \Big(\frac{m^2w_{t-1}^2}{2\lambda_{t-1}}\Big)^{d/2}"
            r"\int_{\lVert\xi\rVert_2\leq\sqrt{2\lambda_{t-1}}/(mw_{t-1})}"
            r"e^{-\lVert\xi\rVert_2^2/2}d\xi"
        )
    ],
    mutants=[
        _rescaled(
            r"\Big(\frac{m^2w_{t-1}^2}{\lambda_{t-1}}\Big)^{d/2}\int\cdots", 1, why="2 dropped"
        ),
        _rescaled(
            r"\lVert\xi\rVert_2\leq\frac{\sqrt{2.02\,\lambda_{t-1}}}{mw_{t-1}}",
            reach=sp.Rational(202, 100),
            why="2λ one per cent larger in the radius",
        ),
    ],
    depends_on=["Q9", CHANGE_OF_VARIABLES],
)


# --- I10: N(g) ----------------------------------------------------------------------------------


def _inner(case: dict[str, Any], reach: Fraction = ONE) -> arb:
    """(k²/2)^{d/2} det(H)^{-1/2} ∫ of e^{-‖ξ‖²/2} over ‖ξ‖ <= ½√(2 reach λ)/k."""
    d = case["d"]
    factor = (ball(case["scale"] ** 2 / 2) ** d / ball(determinant(case["H"]))).sqrt()
    with ctx.workprec(128):
        radius = outer_radius(case) * ball(reach).sqrt() / 2
    return factor * normaliser_h(d, F(1, 2), 1, radius)


def _n_g(
    relation: str,
    latex: str,
    cases: Callable[[], Iterable[dict[str, Any]]],
    scope: str,
    reach: Fraction = ONE,
    why: str = "",
) -> Statement:
    def check(case: dict[str, Any]) -> Sides:
        return normaliser_g(case["H"], case["scale"]), relation, _inner(case, reach)

    return enclosed(cases, check, latex, scope, why)


def _twice() -> Iterator[dict[str, Any]]:
    for ridge, k in product(_RIDGES, (F(1, 2), F(2))):
        yield {"d": 1, "H": ((2 * ridge,),), "lambda": ridge, "scale": k}


def ellipsoid(gap: str, why: str = "") -> Bound:
    """In eigencoordinates ζ = (√2/k)H^{1/2}ξ has ‖ξ‖² = Σ k²ζ_i²/(2h_i), h_i = λ + q."""
    return Bound(
        f"k**2*z**2/(2*(l + {gap}))",
        "<=",
        "k**2*z**2/(2*l)",
        "l > 0, q >= 0, k > 0",
        latex=r"\lVert\zeta\rVert_2\leq\tfrac12\tfrac{\sqrt{2\lambda}}{mw} \Rightarrow"
        r" \lVert\tfrac{mw}{\sqrt2}\widetilde H_t^{-1/2}\zeta\rVert_2\leq\tfrac12",
        scope="every coordinate in the eigenbasis of every H >= λI",
        why=why,
    )


def _jacobian(latex: str, power: Any = _HALF, why: str = "") -> Statement:
    """|det((√2/k)H^{1/2})| = (2/k²)^{d/2} det(H)^{1/2} in the eigenbasis."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        for d in (1, 2, 3):
            values = sp.symbols(f"h1:{d + 1}", positive=True)
            linear = sp.diag(*(sp.sqrt(2) / scale * sp.sqrt(v) for v in values)).det()
            wanted = (2 / scale**2) ** sp.Rational(d, 2) * sp.diag(*values).det() ** power
            yield f"d={d}", linear, wanted

    return identities(pairs, latex, "d <= 3, every H > 0 in its eigenbasis", why)


_I10 = (
    r"\frac{1}{|\det(\frac{\sqrt2}{mw_{t-1}}\widetilde H_t^{1/2})|}\int_{\lVert\xi\rVert_2\leq"
    r"\frac12\frac{\sqrt{2\lambda_{t-1}}}{mw_{t-1}}}e^{-\lVert\xi\rVert_2^2/2}d\xi"
)
_I10_END = (
    r"\Big(\frac{m^2w_{t-1}^2}{2}\Big)^{d/2}\det(\widetilde H_t)^{-1/2}\int_{\lVert\xi\rVert_2\leq"
    r"\frac12\frac{\sqrt{2\lambda_{t-1}}}{mw_{t-1}}}e^{-\lVert\xi\rVert_2^2/2}d\xi"
)

I10 = Claim(
    id="I10",
    error_lines="1663",
    title="N(g): the image of the half ball is an ellipsoid that holds the smaller ball",
    printed=[
        _n_g("==", r"N(g_t) = " + _I10, _twice, "d = 1, H = 2λ"),
        _jacobian(_I10 + r" \geq " + _I10_END),
    ],
    corrected=[
        _n_g(">=", r"N(g_t) \geq " + _I10, instances, LISTED),
        _jacobian(_I10 + " = " + _I10_END),
        ellipsoid("q"),
    ],
    mutants=[
        _n_g(
            ">=",
            r"\lVert\xi\rVert_2\leq\frac12\frac{\sqrt{2.02\,\lambda_{t-1}}}{mw_{t-1}}",
            isotropic,
            "d <= 3, H = λI",
            F(101, 100),
            "λ one per cent larger in the radius: wrong for H = λI",
        ),
        _jacobian(r"\cdots = (\tfrac{m^2w^2}{2})^{d/2}\det(\widetilde H_t)^{-1}", 1, "power 1"),
        ellipsoid("q - 0.01*l", "H >= 0.99 λI only"),
    ],
    depends_on=[SPECTRAL, CHANGE_OF_VARIABLES, TERMWISE],
    effect="step",
    note="The change of variables gives an ellipsoid, which is a ball only for H̃_t = λI, and "
    "shrinking it to the ball is the inequality. Rewriting the determinant is an equality, so that "
    "the >= printed there (line 1669) is true and weaker. First and last line stay as they are.",
)


CLAIMS = [I9, I10]
