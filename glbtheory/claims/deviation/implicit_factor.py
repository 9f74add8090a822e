"""Deviation without projection: the implicit factor, for slopes and for matrices (lines 1957-2111,
2160-2177)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp

from glbtheory import formulas
from glbtheory.claims.deviation._bounds import FAR, WIDE, curvature, design, slope
from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.vocabulary.hand_steps import TERMWISE
from glbtheory.claims.vocabulary.old_data import on_data
from glbtheory.claims.vocabulary.old_forms import identities
from glbtheory.claims.vocabulary.symbolic_data import Data, c_mu, discounted, lam, mu, times

_F = sp.Symbol("F", positive=True)

# --- P4, C3, C4: the implicit factor ------------------------------------------------------------


def _collected(share: Any = 1, latex: str = "2", why: str = "") -> Statement:
    """S + the two tails are S̄ of the formula."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        f = formulas
        tail = f.gamma**f.D / (1 - f.gamma)
        b1, b2 = 2 * f.S * f.k_mu / f.lam * tail, f.S + f.m / f.lam * tail
        yield "S̄", share * b1 + b2, f.FORMULAS["s_bar_appendix"].expression

    whole = (
        rf"\frac{{{latex}Sk_\mu}}{{\lambda}}\frac{{\gamma^D}}{{1-\gamma}}+S+\frac m\lambda"
        r"\frac{\gamma^D}{1-\gamma} = \bar S"
    )
    return identities(pairs, whole, "every S, k_μ, m, λ, γ, D", why, at={"D": 3})


def _weaker(one: str = "1", why: str = "") -> Bound:
    """From the distance h to the bound h + e on it."""
    return Bound(
        f"a/({one} + h)",
        ">=",
        "a/(1 + h + e)",
        "a >= 0, h >= 0, e >= 0",
        latex=r"h\leq\bar S+\tfrac{X}{\sqrt\lambda}\ \Rightarrow\ "
        rf"\frac{{\dot\mu(a^\top\theta^\star_t)}}{{{one}+h}}"
        r" \geq \frac{\dot\mu(a^\top\theta^\star_t)}{1+\bar S+X/\sqrt\lambda},\quad"
        r" h = |a^\top(\hat\theta_t-\theta^\star_t)|",
        scope="every slope, h and larger S̄ + X/√λ",
        why=why,
    )


P4 = Claim(
    id="P4",
    title="The mean slope between θ* and θ̂ is at least μ' at θ* over an implicit factor",
    printed=[slope().when(FAR).attacked(41, **WIDE), _weaker(), _collected()],
    mutants=[
        slope(one=0.98).when(FAR).broken("1 lowered to 0.98"),
        _weaker("1.01", "1 raised by one per cent"),
        _collected(sp.Rational(99, 100), r"1.98\,", "drift 2Sk_μ lowered by one per cent"),
    ],
    hypotheses=["A1", "A2", "A3", "A4"],
    depends_on=["I13", "I14", "Z42", "I15", "I16", "I18", "Q27"],
    note="For actions of norm at most 1 and λ > 0. The proposition itself is attacked over whole "
    "paths; the last links of its proof are exact, the others are what it depends on. The bound is "
    "implicit: X is measured in a matrix made of the same slopes. It does not ask that θ̂ lie in Θ. "
    "Z46 shows how tight it is.",
)


def factor_form(ridge: Any = 1, why: str = "", design: bool = False) -> Statement:
    """x^T(F G - H)x = Σ w(Fα - μ')(a·x)² + (F-1)λ|x|²; with ``design`` c_μ V_t in H's place."""

    def sides(data: Data) -> tuple[Any, Any]:
        w = discounted(data.t, 1 if design else 2)
        slopes = [c_mu] * len(w) if design else [mu(x, 2) for x in data.along(data.theta)]
        G = data.gram(times(w, data.alphas), lam)
        other = c_mu * data.gram(w, lam / c_mu) if design else data.gram(times(w, slopes), lam)
        gains = [_F * a - m for a, m in zip(data.alphas, slopes, strict=True)]
        rest = (_F - ridge) * lam * (data.x.T * data.x)[0]
        return data.form(_F * G - other), data.squares(times(w, gains)) + sp.Matrix([rest])

    return on_data(
        sides,
        _form_latex(f"{float(ridge):g}", design),
        why,
        [(1, 3), (2, 3), (3, 2)],
        "d <= 3, t <= 3, any slopes α",
    )


def _form_latex(ridge: str, design: bool) -> str:
    matrices = r"FG_t-c_\mu V_t" if design else r"F\widetilde G_{t-D:t}-\widetilde H_{t-D:t}"
    first, age = ("1", "t-1-s") if design else ("t-D", "2(t-1-s)")
    least = r"c_\mu" if design else r"\dot\mu(a_s^\top\theta^\star_t)"
    return (
        rf"x^\top({matrices})x = \sum_{{s={first}}}^{{t-1}}\gamma^{{{age}}}"
        rf"(F\alpha_s-{least})(a_s^\top x)^2+(F-{ridge})\lambda\lVert x\rVert_2^2,\quad F>0"
    )


def one_term(rhs: str = "c + u", where: str = "e >= 0", latex: str = "", why: str = "") -> Bound:
    """One observation: α = μ'/F + e, μ' = c + u."""
    return Bound(
        "F*((c + u)/F + e)",
        ">=",
        rhs,
        f"F >= 1, c > 0, u >= 0, {where}",
        latex=latex or rf"{_P4}F\alpha_s \geq \dot\mu(a_s^\top\theta^\star_t)",
        scope="one observation",
        why=why,
    )


_P4 = r"\alpha_s\geq F^{-1}\dot\mu(a_s^\top\theta^\star_t)\ \Rightarrow\ "


def one_slope(share: str = "", why: str = "") -> Bound:
    """One observation, and the least slope on Θ."""
    return one_term(
        f"{share}*c" if share else "c",
        latex=_P4 + rf"F\alpha_s \geq {share}c_\mu",
        why=why,
    )


RIDGE = Bound(
    "(F - 1)*l",
    ">=",
    "0",
    "F >= 1, l > 0",
    latex=r"(F-1)\lambda \geq 0",
    scope="every F >= 1",
)

C3 = Claim(
    id="C3",
    title="G̃ is at least H̃ over the implicit factor, among the last D rounds",
    printed=[
        curvature().when(FAR).attacked(42, **WIDE),
        factor_form(),
        one_term(),
        RIDGE,
    ],
    mutants=[
        curvature(one=0.98).when(FAR).broken("1 lowered to 0.98"),
        factor_form(sp.Rational(101, 100), "ridge of H̃ raised by one per cent"),
        one_term(
            where="e >= -0.01",
            latex=r"\alpha_s\geq F^{-1}\dot\mu(a_s^\top\theta^\star_t)-0.01\ \Rightarrow\ "
            r"F\alpha_s \geq \dot\mu(a_s^\top\theta^\star_t)",
            why="slope allowed 0.01 below its bound",
        ),
        RIDGE.mutant(
            "F down to 0.99",
            where="F >= 0.99, l > 0",
            latex=r"F\geq 0.99:\ (F-1)\lambda \geq 0",
        ),
    ],
    depends_on=["P4", "D6", TERMWISE],
    note="With F = 1 + S̄ + X/√λ the form on the right is a sum of squares with weights that P4 "
    "makes non-negative. H̃ takes each slope at the parameter of its own round; for t in T(γ) "
    "these are all θ*_t. The ridge comes along because the factor is at least 1. The proof quotes "
    "P4 with G̃_t, see I20.",
)

C4 = Claim(
    id="C4",
    title="G_t is at least c_μ V_t over the implicit factor",
    printed=[
        design().when(FAR).attacked(46, **WIDE),
        factor_form(design=True),
        one_slope(),
        RIDGE,
    ],
    mutants=[
        design(one=0.98).when(FAR).broken("1 lowered to 0.98"),
        factor_form(sp.Rational(101, 100), "ridge of c_μ V_t raised by one per cent", True),
        one_slope("1.01", "c_μ raised by one per cent"),
    ],
    hypotheses=["A1", "A3"],
    depends_on=["P4", "Q19", TERMWISE],
    note="All rounds are in, also those before a change: P4 is about the slope at θ*_t, which lies "
    "in Θ, whatever the action. θ*_t in Θ is used again here, for μ'(a·θ*_t) >= c_μ.",
)

CLAIMS = [P4, C3, C4]
