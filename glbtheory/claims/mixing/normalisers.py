"""The normalising constants N(h) and N(g) after a change of variables (lines 1647-1675)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp
from flint import ctx

from glbtheory.claims.mixing._families import (
    LISTED,
    TWICE,
    determinant,
    outer_radius,
)
from glbtheory.claims.mixing.mixture import lam, radial_integral, scale
from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.vocabulary import bound, enclosed, identity
from glbtheory.claims.vocabulary.enclosed import Sides
from glbtheory.claims.vocabulary.identities import Pairs
from glbtheory.concentration.mixture import ONE, Matrix, normaliser_g, normaliser_h
from glbtheory.engines.boxes.balls import ball

F = Fraction

_HALF = sp.Rational(1, 2)


# --- I9: N(h) -----------------------------------------------------------------------------------


@identity(
    latex=r"N(h_t) = \Big(\frac{m^2w_{t-1}^2}{2\lambda_{t-1}}\Big)^{d/2}"
    r"\int_{\lVert\xi\rVert_2\leq\sqrt{2\lambda_{t-1}}/(mw_{t-1})}"
    r"e^{-\lVert\xi\rVert_2^2/2}d\xi",
    scope="d <= 3, every λ and m w_{t-1}",
)
def _rescaled(*, inside: Any = 2, reach: Any = 2) -> Pairs:
    """∫ over ‖ξ‖ <= 1 against (k²/(inside λ))^{d/2} ∫ over ‖ξ‖ <= √(reach λ)/k of e^{-‖ξ‖²/2}."""
    for d in (1, 2, 3):
        left = radial_integral(d, 2 * lam / scale**2, 1)
        right = radial_integral(d, sp.Integer(1), sp.sqrt(reach * lam) / scale)
        yield f"d={d}", left, (scale**2 / (inside * lam)) ** sp.Rational(d, 2) * right


@identity(
    latex=r"c = \frac{\sqrt{2\lambda_{t-1}}}{mw_{t-1}}:\quad"
    r" \frac12\frac{2\lambda_{t-1}}{m^2w_{t-1}^2}\lVert\xi\rVert_2^2 ="
    r" \frac12\lVert c\,\xi\rVert_2^2,\quad"
    r" c^{-d} = \Big(\frac{m^2w_{t-1}^2}{2\lambda_{t-1}}\Big)^{d/2}",
    scope="every d, λ, m w_{t-1} and ξ",
    at={"d": 3},
)
def _stretched(*, inside: Any = 2) -> Pairs:
    """ζ = cξ with c² = inside λ/k²: the exponent, and the power of the factor, for symbolic d."""
    d, square = sp.symbols("d n", positive=True)  # n is ‖ξ‖²
    factor = sp.sqrt(inside * lam) / scale
    yield "exponent", _HALF * (2 * lam / scale**2) * square, _HALF * factor**2 * square
    ratio = factor**-d / (scale**2 / (2 * lam)) ** (d / 2)
    yield "Jacobian", sp.powsimp(sp.expand_power_base(ratio, force=True), force=True), 1


I9 = Claim(
    id="I9",
    title="N(h) as a standard Gaussian integral over a ball of radius √(2λ)/(mw)",
    fidelity="paraphrase",
    kernel=KernelTheorem(
        "I9",
        "every d, λ > 0 and m w_{t-1} > 0",
        mutants=["I9_mutant"],
    ),
    printed=[_rescaled.as_cases()],
    support=[_stretched],
    mutants=[
        _rescaled.mutant(
            "2 dropped",
            r"\Big(\frac{m^2w_{t-1}^2}{\lambda_{t-1}}\Big)^{d/2}\int\cdots",
            inside=1,
        ),
        _rescaled.mutant(
            "2λ one per cent larger in the radius",
            r"\lVert\xi\rVert_2\leq\frac{\sqrt{2.02\,\lambda_{t-1}}}{mw_{t-1}}",
            reach=sp.Rational(202, 100),
        ),
        _stretched.mutant(
            "2 dropped from c²", r"c = \frac{\sqrt{\lambda_{t-1}}}{mw_{t-1}}", inside=1
        ),
    ],
    depends_on=["Q9"],
)


# --- I10: N(g) ----------------------------------------------------------------------------------

_INTEGRAL = (
    r"\int_{\lVert\xi\rVert_2\leq\frac12\frac{\sqrt{2\lambda_{t-1}}}{mw_{t-1}}}"
    r"e^{-\lVert\xi\rVert_2^2/2}d\xi"
)
_I10 = r"\frac{1}{|\det(\frac{\sqrt2}{mw_{t-1}}\widetilde H_t^{1/2})|}" + _INTEGRAL
_I10_END = r"\Big(\frac{m^2w_{t-1}^2}{2}\Big)^{d/2}\det(\widetilde H_t)^{-1/2}" + _INTEGRAL


@enclosed(
    cases=lambda *, over=TWICE: over.cases(),
    latex=r"N(g_t) = " + _I10,
    scope=lambda *, over=TWICE: over.scope,
)
def _inner_ball(
    d: int,
    H: Matrix,
    lam: Fraction,
    scale: Fraction,
    *,
    relation: str = "==",
    reach: Fraction = ONE,
) -> Sides:
    """N(g) against (k²/2)^{d/2} det(H)^{-1/2} ∫ of e^{-‖ξ‖²/2} over ‖ξ‖ <= ½√(2 reach λ)/k."""
    factor = (ball(scale**2 / 2) ** d / ball(determinant(H))).sqrt()
    with ctx.workprec(128):
        radius = outer_radius(lam, scale) * ball(reach).sqrt() / 2
    return normaliser_g(H, scale), relation, factor * normaliser_h(d, F(1, 2), 1, radius)


_inner_ball_at_most = _inner_ball.variant(r"N(g_t) \geq " + _I10, relation=">=", over=LISTED)

#: In eigencoordinates ζ = (√2/k)H^{1/2}ξ has ‖ξ‖² = Σ k²ζ_i²/(2h_i), h_i = λ + q.
ellipsoid = bound(
    "k**2*z**2/(2*(l + {gap})) <= k**2*z**2/(2*l)",
    "l > 0, q >= 0, k > 0",
    latex=r"\lVert\zeta\rVert_2\leq\tfrac12\tfrac{\sqrt{2\lambda}}{mw} \Rightarrow"
    r" \lVert\tfrac{mw}{\sqrt2}\widetilde H_t^{-1/2}\zeta\rVert_2\leq\tfrac12",
    scope="every coordinate in the eigenbasis of every H >= λI",
    gap="q",
).as_part(
    r"\frac{k^2\zeta_i^2}{2(\lambda+q_i)} \leq \frac{k^2\zeta_i^2}{2\lambda}"
    r" \quad (k = mw,\ \lambda > 0,\ q_i\geq 0)"
)


@identity(latex=_I10 + r" \geq " + _I10_END, scope="d <= 3, every H > 0 in its eigenbasis")
def _jacobian(*, power: Any = _HALF) -> Pairs:
    """|det((√2/k)H^{1/2})| = (2/k²)^{d/2} det(H)^{1/2} in the eigenbasis."""
    for d in (1, 2, 3):
        values = sp.symbols(f"h1:{d + 1}", positive=True)
        linear = sp.diag(*(sp.sqrt(2) / scale * sp.sqrt(v) for v in values)).det()
        wanted = (2 / scale**2) ** sp.Rational(d, 2) * sp.diag(*values).det() ** power
        yield f"d={d}", linear, wanted


I10 = Claim(
    id="I10",
    error_lines="1663",
    title="N(g): the image of the half ball is an ellipsoid that holds the smaller ball",
    fidelity="paraphrase",
    kernel=KernelTheorem(
        "I10",
        "every d, symmetric H >= λI with λ > 0, m w > 0, and every Q with Q Qᵀ = H in the place "
        "of H^{1/2}",
        covers="corrected",
        mutants=["I10_mutant"],
    ),
    printed=[_inner_ball, _jacobian],
    corrected=[
        _inner_ball_at_most,
        _jacobian.variant(_I10 + " = " + _I10_END).as_cases(
            r"\det\Big(\frac{\sqrt2}{mw_{t-1}}\widetilde H_t^{1/2}\Big) ="
            r" \Big(\frac{2}{m^2w_{t-1}^2}\Big)^{d/2}\det(\widetilde H_t)^{1/2}"
            r" \quad (\text{in the eigenbasis},\ d\leq 3)"
        ),
    ],
    support=[ellipsoid],
    mutants=[
        _inner_ball_at_most.mutant(
            "λ one per cent larger in the radius: wrong for H close to λI",
            r"\lVert\xi\rVert_2\leq\frac12\frac{\sqrt{2.02\,\lambda_{t-1}}}{mw_{t-1}}",
            reach=F(101, 100),
        ),
        _jacobian.mutant(
            "power 1", r"\cdots = (\tfrac{m^2w^2}{2})^{d/2}\det(\widetilde H_t)^{-1}", power=1
        ),
        ellipsoid.mutant("H >= 0.99 λI only", gap="q - 0.01*l"),
    ],
    effect="step",
    note="The change of variables gives an ellipsoid, which is a ball only for H̃_t = λI, and "
    "shrinking it to the ball is the inequality. Rewriting the determinant is an equality, so that "
    "the >= printed there (line 1669) is true and weaker. First and last line stay as they are.",
)


CLAIMS = [I9, I10]
