"""Deviation without projection: the implicit factor, for slopes and for matrices (lines 1957-2111,
2160-2177)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.deviation._bounds import curvature, design, dropped_terms, slope
from glbtheory.claims.model import AnyStatement, Claim, KernelTheorem
from glbtheory.claims.vocabulary import bound, identity
from glbtheory.claims.vocabulary.hand_steps import TERMWISE
from glbtheory.claims.vocabulary.symbolic_data import (
    Data,
    c_mu,
    discounted,
    lam,
    mu,
    on_data,
    times,
)

_F = sp.Symbol("F", positive=True)
_MORE = sp.Rational(101, 100)

# --- P4, C3, C4: the implicit factor ------------------------------------------------------------

_COLLECTED = (
    r"\frac{%sSk_\mu}{\lambda}\frac{\gamma^D}{1-\gamma}+S+\frac m\lambda"
    r"\frac{\gamma^D}{1-\gamma} = \bar S"
)


@identity(latex=_COLLECTED % "2", scope="every S, k_μ, m, λ, γ, D", at={"D": 3})
def _collected(*, drift: Any = 2) -> Iterator[tuple[str, Any, Any]]:
    """S + the two tails are S̄ of the formula."""
    tail = f.gamma**f.D / (1 - f.gamma)
    b1, b2 = drift * f.S * f.k_mu / f.lam * tail, f.S + f.m / f.lam * tail
    yield "S̄", b1 + b2, f.FORMULAS["s_bar_appendix"].expression


#: From the distance h to the bound h + e on it.
_weaker = bound(
    "a/({one} + h) >= a/(1 + h + e)",
    "a >= 0, h >= 0, e >= 0",
    latex=r"h\leq\bar S+\tfrac{X}{\sqrt\lambda}\ \Rightarrow\ "
    r"\frac{\dot\mu(a^\top\theta^\star_t)}{1+h}"
    r" \geq \frac{\dot\mu(a^\top\theta^\star_t)}{1+\bar S+X/\sqrt\lambda},\quad"
    r" h = |a^\top(\hat\theta_t-\theta^\star_t)|",
    scope="every slope, h and larger S̄ + X/√λ",
    one="1",
)

P4 = Claim(
    id="P4",
    title="The mean slope between θ* and θ̂ is at least μ' at θ* over an implicit factor",
    kernel=KernelTheorem(
        "P4",
        "every d, t, D, 0 < γ < 1, λ > 0, link, path and noise bounded by m",
        latex=r"t\in\mathcal{T}(\gamma):\ \alpha(a,\theta^\star_t,\hat\theta_t) \geq \Big(1+\bar "
        r"S+\tfrac{X}{\sqrt\lambda}\Big)^{-1}\dot\mu(a^\top\theta^\star_t),\quad X = "
        r"\lVert\gamma^{t-1}S_{t-D:t}\rVert_{\widetilde G_{t-D:t}^{-1}}",
        mutants=["P4_mutant"],
    ),
    printed=[slope],
    support=[_weaker, _collected],
    mutants=[
        slope.mutant("1 lowered to 0.98", one=0.98),
        *dropped_terms(slope),
        _weaker.mutant("1 raised by one per cent", one="1.01"),
        _collected.mutant(
            "drift 2Sk_μ lowered by one per cent",
            _COLLECTED % r"1.98\,",
            drift=sp.Rational(198, 100),
        ),
    ],
    hypotheses=["A1", "A2", "A3", "A4"],
    depends_on=["I13", "I14", "Z42", "I15", "I16", "I18", "Q27"],
    fidelity="paraphrase",
    note="For actions of norm at most 1 and λ > 0. The proposition itself is attacked over "
    "whole paths; the last links of its proof are exact, the others are what it depends on. The "
    "bound is implicit: X is measured in a matrix made of the same slopes. It does not ask that "
    "θ̂ lie in Θ. Z46 shows how tight it is.",
)


def _form_latex(*, ridge: Any = 1, design: bool = False) -> str:
    matrices = r"FG_t-c_\mu V_t" if design else r"F\widetilde G_{t-D:t}-\widetilde H_{t-D:t}"
    first, age = ("1", "t-1-s") if design else ("t-D", "2(t-1-s)")
    least = r"c_\mu" if design else r"\dot\mu(a_s^\top\theta^\star_t)"
    return (
        rf"x^\top({matrices})x = \sum_{{s={first}}}^{{t-1}}\gamma^{{{age}}}"
        rf"(F\alpha_s-{least})(a_s^\top x)^2+(F-{float(ridge):g})\lambda\lVert x\rVert_2^2,"
        r"\quad F>0"
    )


@on_data(latex=_form_latex, sizes=[(1, 3), (2, 3), (3, 2)], scope="d <= 3, t <= 3, any slopes α")
def _curvature_form(data: Data, *, ridge: Any = 1, design: bool = False) -> tuple[Any, Any]:
    """x^T(F G - H)x = Σ w(Fα - μ')(a·x)² + (F-1)λ|x|²; with ``design`` c_μ V_t in H's place."""
    w = discounted(data.t, 1 if design else 2)
    slopes = [c_mu] * len(w) if design else [mu(x, 2) for x in data.along(data.theta)]
    G = data.gram(times(w, data.alphas), lam)
    other = c_mu * data.gram(w, lam / c_mu) if design else data.gram(times(w, slopes), lam)
    gains = [_F * a - m for a, m in zip(data.alphas, slopes, strict=True)]
    rest = (_F - ridge) * lam * (data.x.T * data.x)[0]
    return data.form(_F * G - other), data.squares(times(w, gains)) + sp.Matrix([rest])


design_form = _curvature_form.variant(design=True)

_P4 = r"\alpha_s\geq F^{-1}\dot\mu(a_s^\top\theta^\star_t)\ \Rightarrow\ "
#: One observation: α = μ'/F + e, μ' = c + u.
_one_term = bound(
    "F*((c + u)/F + e) >= {least}",
    "F >= 1, c > 0, u >= 0, e >= {slack}",
    latex=rf"{_P4}F\alpha_s \geq \dot\mu(a_s^\top\theta^\star_t)",
    scope="one observation",
    least="c + u",
    slack="0",
)
#: One observation, and the least slope on Θ.
one_slope = _one_term.variant(rf"{_P4}F\alpha_s \geq c_\mu", least="c")
ridge_kept = bound(
    "(F - 1)*l >= 0",
    "F >= {least}, l > 0",
    latex=r"(F-1)\lambda \geq 0",
    scope="every F >= 1",
    least="1",
)
#: For the claims about c_μ V_t.
DESIGN_MUTANTS: list[AnyStatement] = [
    design_form.mutant("ridge of c_μ V_t raised by one per cent", ridge=_MORE),
    one_slope.mutant("c_μ raised by one per cent", least="1.01*c"),
]

C3 = Claim(
    id="C3",
    title="G̃ is at least H̃ over the implicit factor, among the last D rounds",
    kernel=KernelTheorem(
        "C3",
        "every d, t, D, 0 < γ < 1, λ > 0, link, path and noise bounded by m",
        latex=r"t\in\mathcal{T}(\gamma):\ \widetilde G_{t-D:t} \geq \Big(1+\bar "
        r"S+\tfrac{X}{\sqrt\lambda}\Big)^{-1}\widetilde H_{t-D:t},\quad X = "
        r"\lVert\gamma^{t-1}S_{t-D:t}\rVert_{\widetilde G_{t-D:t}^{-1}}",
        mutants=["C3_mutant"],
    ),
    printed=[curvature],
    support=[_curvature_form, _one_term, ridge_kept],
    mutants=[
        curvature.mutant("1 lowered to 0.98", one=0.98),
        *dropped_terms(curvature),
        _curvature_form.mutant("ridge of H̃ raised by one per cent", ridge=_MORE),
        _one_term.mutant("slope allowed 0.01 below its bound", slack="-0.01"),
        ridge_kept.mutant("F down to 0.99", least="0.99"),
    ],
    depends_on=["P4", "D6", TERMWISE],
    fidelity="paraphrase",
    note="With F = 1 + S̄ + X/√λ the form on the right is a sum of squares with weights that P4 "
    "makes non-negative. H̃ takes each slope at the parameter of its own round; for t in T(γ) "
    "these are all θ*_t. The ridge comes along because the factor is at least 1. The proof quotes "
    "P4 with G̃_t, see I20.",
)

C4 = Claim(
    id="C4",
    title="G_t is at least c_μ V_t over the implicit factor",
    kernel=KernelTheorem(
        "C4",
        "every d, t, D, 0 < γ < 1, λ > 0, link, path and noise bounded by m",
        latex=r"t\in\mathcal{T}(\gamma):\ G_t \geq \Big(1+\bar S+\tfrac{X}{\sqrt\lambda}"
        r"\Big)^{-1}c_\mu "
        r"V_t,\quad X = \lVert\gamma^{t-1}S_{t-D:t}\rVert_{\widetilde G_{t-D:t}^{-1}}",
        mutants=["C4_mutant"],
    ),
    printed=[design],
    support=[design_form, one_slope, ridge_kept],
    mutants=[
        design.mutant("1 lowered to 0.98", one=0.98),
        *dropped_terms(design),
        *DESIGN_MUTANTS,
    ],
    hypotheses=["A1", "A3"],
    depends_on=["P4", "Q19", TERMWISE],
    fidelity="paraphrase",
    note="All rounds are in, also those before a change: P4 is about the slope at θ*_t, which "
    "lies in Θ, whatever the action. θ*_t in Θ is used again here, for μ'(a·θ*_t) >= c_μ.",
)

CLAIMS = [P4, C3, C4]
