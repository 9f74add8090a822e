"""G_t against H_t: the self-concordance lemma termwise (lines 986-990, 3083-3117)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.self_concordance._pairs import LINKS, SIDES, WITHIN, from_edge, r
from glbtheory.claims.vocabulary import bound, computed_bound, identity
from glbtheory.claims.vocabulary.hand_steps import TERMWISE
from glbtheory.setting.links import Link, logistic, poisson, z
from glbtheory.setting.self_concordance import h, rise

# --- L5, L6: both parameters in Θ -----------------------------------------------------------------


@computed_bound(
    where=WITHIN, latex=r"\alpha(a,\theta_1,\theta_2) \geq (1+2S)^{-1}\dot\mu(a^\top\theta_1)"
)
def _in_theta(
    *, link: Link = logistic, side: int = 1, c: Any = 1, factor: Any = 1, edge: bool = False
) -> Any:
    """α >= μ'(z1)/(1 + 2cS) for |z1|, |z2| <= S: every 2S is h + r with r >= 0.

    What holds is proved for every z1; a mutant must fail inside Θ, so it starts at its edge.
    """
    sides = factor * link.slope * h / (1 + c * (h + r)), rise(link, side)
    left, right = (e.subs(z, from_edge(side)) for e in sides) if edge else sides
    return left, "<=", right


def _of(link: Link, side: int) -> Any:
    scope = f"{link.name}, every S and every pair in Θ"
    return _in_theta.variant(link=link, side=side, scope=scope)


_IN_THETA = [_of(link, side) for link in LINKS for side in SIDES]


def _above(*, tilde: str = "") -> str:
    return rf"{tilde}G_t(\theta_1,\theta_2) \geq (1+2LS)^{{-1}}{tilde}H_t(\theta_i),\ i = 1, 2"


@identity(latex=_above, scope="d = 2, t = 3; then any d and t termwise")
def _quadratic_form(*, tilde: str = "", ridges: int = 1) -> Iterator[tuple[str, Any, Any]]:
    """x^T (G - c H) x as a sum of squares: the identity behind the matrix inequality.

    With the tilde the weights are γ^{2(t-1-s)}; without it they are 0 and 1, a window of one round.
    """
    g, lam, c = sp.symbols("gamma lambda c", positive=True)
    x = sp.Matrix(sp.symbols("x1:3", real=True))
    actions = [sp.Matrix(sp.symbols(f"a{s}_1:3", real=True)) for s in (1, 2)]
    alphas, slopes = sp.symbols("alpha1:3"), sp.symbols("m1:3")
    weights = (g**2 if tilde else sp.Integer(0), sp.Integer(1))
    G, H = lam * sp.eye(2), lam * sp.eye(2)
    form = lam * (1 - c) * (x.T * x)[0] * ridges
    for weight, a, alpha, slope in zip(weights, actions, alphas, slopes, strict=True):
        G += weight * alpha * a * a.T
        H += weight * slope * a * a.T
        form += weight * (alpha - c * slope) * (a.T * x)[0] ** 2
    yield "quadratic form", (x.T * (G - c * H) * x)[0], form


_SHRUNK_RIDGE = bound(
    "{factor}/(1+2*S) <= 1", "S >= 0", latex=r"\lambda \geq (1+2S)^{-1}\lambda", factor="1"
)


def _g_above_h(claim_id: str, title: str, tilde: str) -> Claim:
    form = _quadratic_form.variant(tilde=tilde)
    return Claim(
        id=claim_id,
        title=title,
        kernel=KernelTheorem(
            claim_id,
            "every d, t, weights, λ >= 0 and all actions of norm at most L",
            mutants=[f"{claim_id}_mutant"],
        ),
        printed=[
            form.as_cases(
                rf"x^\top({tilde}G_t - c\,{tilde}H_t)x = \sum_s w_s(\alpha_s - c\,\dot\mu_s)"
                r"(a_s^\top x)^2 + \lambda(1-c)\lVert x\rVert_2^2,\quad d = 2,\ t = 3"
            )
        ],
        support=[*(s.as_cases() for s in _IN_THETA), _SHRUNK_RIDGE],
        mutants=[
            _of(poisson, -1).mutant(
                "2S lowered by one per cent", c=sp.Rational(99, 100), edge=True
            ),
            form.mutant(
                "in the quadratic form: regularisation counted twice",
                rf"x^\top({tilde}G_t - c\,{tilde}H_t)x = \sum_s\cdots"
                r" + 2\lambda(1-c)\lVert x\rVert_2^2",
                ridges=2,
            ),
            _SHRUNK_RIDGE.mutant("constant raised by one per cent", factor="1.01"),
        ],
        hypotheses=["A1"],
        depends_on=["L4", "D10", TERMWISE],
        fidelity="paraphrase",
        note="L is read as the bound on the actions, 1 under the first assumption; see Z5.",
    )


L5 = _g_above_h("L5", "With both parameters in Θ, G_t >= H_t/(1+2S)", "")
L6 = _g_above_h("L6", "With both parameters in Θ, G̃_t >= H̃_t/(1+2S)", r"\widetilde ")


# --- Z5: a letter without a definition ------------------------------------------------------------

_LENGTH_ONE = _in_theta.variant(
    r"G_t \geq (1+2LS)^{-1}H_t,\ L = 1 \geq \lVert a\rVert_2",
    scope="Poisson, pairs from the edge of Θ",
    link=poisson,
    side=-1,
    edge=True,
)

Z5 = Claim(
    id="Z5",
    lines="3088-3089, 3102, 3111-3112",
    kind="lemma",
    title="If the macro for L in the G-H lemmas prints a letter, it stands for 1",
    ours=True,
    printed=[
        _LENGTH_ONE.as_cases(
            r"\alpha \geq (1+2S)^{-1}\dot\mu(a^\top\theta_1)\quad"
            r"\text{(Poisson, } |a^\top\theta_1| = S)"
        )
    ],
    mutants=[
        _LENGTH_ONE.mutant("left side raised by one per cent", factor=sp.Rational(101, 100)),
        _LENGTH_ONE.mutant("any L > 0", c=sp.Symbol("L", real=True), where=f"{WITHIN}, L > 0"),
    ],
    hypotheses=["A1"],
    depends_on=["L5", "L6"],
    follows="L5 and L6 hold for every L that bounds the actions, and by A1 the number 1 does.",
    note="No error: the source has a macro whose definition is in no file at hand. If it prints "
    "nothing, the lemmas read as they should. If it prints a letter, the letter is a bound on the "
    "norms of the actions, 1 by the first assumption; with a smaller one the inequality fails.",
)


# --- Q6: an inverse that is missing ---------------------------------------------------------------

_RELATION = (
    r"\widetilde G_{t-D:t} \geq \Big(1 + C + \tfrac{1}{\sqrt\lambda}"
    r"\lVert g_t(\hat\theta_t)-g_t(\theta^\star_t)\rVert"
    r"_{\widetilde G_{t-D:t}^{-1}}\Big)%s\widetilde H_{t-D:t}"
)
#: One observation, θ* = 0 and θ̂ = 1: g(θ̂) - g(θ*) = G̃ = μ(1) - μ(0) + λ = 1/2, H̃ = 1/4 + λ.
_LAM = "(1 - 1/(1 + exp(-1)))"
_FACTOR = bound(
    f"1/2 >= (1 + c + (1/(2*{_LAM}))**(1/2))*(1/4 + {_LAM})",
    "c >= 0",
    latex=_RELATION % "",
    scope="one observation, d = 1; c is the residual C, of any size",
    instance={
        "mean": "logistic",
        "t": "2",
        "D": "1",
        "a_1": "1",
        "r_2": "1",
        "theta*": "0",
        "S": "1",
        "lambda": "1 - μ(1), so that the estimate is 1",
    },
)
#: The ridge, and one observation: α >= μ'/(1 + h), h the distance and h + e the scaled deviation.
_INVERSE = bound(
    "{factor} <= 1",
    "c >= 0, x >= 0",
    latex=_RELATION % "^{-1}",
    scope="every residual C = c >= 0 and scaled deviation x",
    factor="1/(1 + c + x)",
)
_ONE_SLOPE = bound(
    "s/(1 + h) >= {factor}*s/(1 + c + h + e)",
    "s > 0, h >= 0, c >= 0, e >= 0",
    latex=r"h\leq x \;\Rightarrow\; \frac{\dot\mu}{1+h} \geq \frac{\dot\mu}{1+C+x}",
    scope="every slope, distance h, residual C = c >= 0 and x = h + e",
    factor="1",
)

Q6 = Claim(
    id="Q6",
    title="The relation of G̃ and H̃ in the main text lacks an inverse",
    kernel=KernelTheorem(
        "Q6",
        "every d, t in T(γ), D, C >= 0, all actions in the unit ball, every vector for the "
        "estimate",
        covers="corrected",
        latex=r"\widetilde G_{t-D:t} \geq \Big(1 + C + \tfrac{1}{\sqrt\lambda}\lVert "
        r"g_t(\hat\theta_t)-g_t(\theta^\star_t)\rVert_{\widetilde "
        r"G_{t-D:t}^{-1}}\Big)^{-1}\widetilde H_{t-D:t}",
        mutants=["Q6_mutant"],
    ),
    printed=[_FACTOR],
    corrected=[
        _INVERSE.as_part(
            r"(1+C+x)^{-1} \leq 1,\quad x = \tfrac{1}{\sqrt\lambda}"
            r"\lVert g_t(\hat\theta_t)-g_t(\theta^\star_t)\rVert_{\widetilde G_{t-D:t}^{-1}}"
        )
    ],
    support=[_ONE_SLOPE],
    mutants=[
        _INVERSE.mutant("factor raised by one per cent", factor="1.01*(1/(1 + c + x))"),
        _ONE_SLOPE.mutant("right side raised by one per cent", factor="1.01"),
    ],
    hypotheses=["A1", "A4"],
    depends_on=["I13", "D8", "D10", "Q28"],
    effect="statement",
    fidelity="verbatim",
    note="The appendix (lines 1962-1966) has the inverse. C >= 0 is not defined on the page; any "
    "will do (Z44).",
)

CLAIMS = [L5, L6, Z5, Q6]
