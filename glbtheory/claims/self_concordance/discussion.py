"""What the Discussion says of self-concordance (lines 1145-1203)."""

from __future__ import annotations

from typing import Any

import sympy as sp

from glbtheory.claims.model import Bound, Claim, KernelTheorem
from glbtheory.claims.self_concordance._pairs import (
    LINKS,
    PAIRS,
    SIDES,
    WITHIN,
    from_edge,
    on_all_pairs,
    on_pairs,
    r,
)
from glbtheory.claims.vocabulary import bound, computed_bound
from glbtheory.claims.vocabulary.hand_steps import CAUCHY_SCHWARZ
from glbtheory.setting.links import Link, linear, logistic, poisson, probit, z
from glbtheory.setting.self_concordance import h, rise

_99 = sp.Rational(99, 100)

# --- N21, N22: expansions around θ* ---------------------------------------------------------------


def _expansion(estimate: str, bottom: str, lower: bool) -> str:
    """The expansion around θ*: as an upper bound, or as a lower bound on the change."""
    slope = r"\dot\mu(x^\top\theta^\star)"
    term = rf"\frac{{|x^\top(\theta^\star-{estimate})|}}{{{bottom}}}{slope}"
    if lower:
        return rf"|\mu(x^\top{estimate}) - \mu(x^\top\theta^\star)| \geq {term}"
    return rf"\mu(x^\top{estimate}) \leq \mu(x^\top\theta^\star) + {term}"


_TAYLOR, _TAYLOR_FIXED = (_expansion(r"\theta_t", "1+2S", lower) for lower in (False, True))
_HAT = r"\hat\theta_t"
_NEW, _NEW_FIXED = (
    _expansion(_HAT, rf"1+|x^\top(\theta^\star-{_HAT})|", lower) for lower in (False, True)
)


@computed_bound(where=PAIRS)
def _mean_below(
    *, link: Link = logistic, side: int = 1, bottom: Any = 1 + h, edge: bool = False
) -> Any:
    """As printed: μ(z2) <= μ(z1) + h μ'(z1)/bottom, from the edge of Θ where Θ matters."""
    at = from_edge(side) if edge else z
    start = link.mean.subs(z, at)
    return link.mean.subs(z, at + side * h), "<=", start + h * link.slope.subs(z, at) / bottom


@computed_bound(where=PAIRS)
def _change_above(
    *, link: Link = logistic, side: int = 1, bottom: Any = 1 + h, edge: bool = False
) -> Any:
    """As it should read: |μ(z2) - μ(z1)| >= h μ'(z1)/bottom."""
    at = from_edge(side) if edge else z
    return rise(link, side).subs(z, at), ">=", h * link.slope.subs(z, at) / bottom


def _at_edge(side: int) -> dict[str, Any]:
    """Pairs from the edge of Θ: a witness says what was put in for z1."""
    return {"edge": True, "instance": {"z1": "-S" if side == 1 else "S", "S": "(h + r)/2"}}


def _from_edge(link: Link, side: int) -> Bound:
    scope = f"{link.name}, pairs from the edge of Θ"
    radius = {"bottom": 1 + h + r, "where": WITHIN, "scope": scope}
    return _mean_below.variant(_TAYLOR, link=link, side=side, **radius, **_at_edge(side))


_change_above_taylor = _change_above.variant(bottom=1 + h + r, where=WITHIN)


@computed_bound(
    where=WITHIN,
    latex=r"\frac{h}{1+h} \geq \frac{h}{1+2S}\quad (0 < h\leq 2S)",
    scope="every distance h <= 2S",
)
def _implied(*, relation: str = ">=", factor: Any = 1) -> Any:
    """h/(1 + h) >= h/(1 + 2S) with 2S = h + r."""
    return h / (1 + h), relation, factor * h / (1 + h + r)


_SLOPE = (
    "The change is h times the mean slope α, h = |x·(θ*-θ_t)| (D10 with one round in one "
    "dimension), and L4 says α >= μ'(x·θ*)/(1 + h)"
)

N21 = Claim(
    id="N21",
    error_lines="1155-1156",
    title="The earlier Taylor-like expansion, with 1 + 2S, bounds the change from below",
    printed=[_from_edge(link, side) for link in LINKS for side in SIDES],
    corrected=on_all_pairs(_change_above_taylor, _TAYLOR_FIXED),
    support=[_implied],
    mutants=[
        on_pairs(_change_above_taylor, poisson, -1).mutant(
            "2S lowered by one per cent in the corrected form",
            bottom=1 + _99 * (h + r),
            **_at_edge(-1),
        ),
        on_pairs(_change_above_taylor, linear, 1).mutant(
            "the denominator left out and lowered by one per cent: the linear mean has α = 1",
            bottom=_99,
            where=PAIRS,
            **_at_edge(1),
        ),
    ],
    hypotheses=["A1", "A4"],
    depends_on=["L4", "D10", CAUCHY_SCHWARZ],
    follows=f"{_SLOPE}. Both parameters lie in Θ and x in the unit ball, so h <= 2S by "
    "Cauchy-Schwarz, and 1 + h may be replaced by 1 + 2S.",
    effect="statement",
    fidelity="verbatim",
    note="The denominator 1 + 2S makes the right side smaller: it is a lower bound on the change. "
    "The paper calls the display informal, and no proof uses it in this direction. In the "
    "witness h = |x·(θ*-θ_t)|, 2S = h + r, and x·θ* = ∓S.",
)

N22 = Claim(
    id="N22",
    title="The new implicit inequality also bounds the change from below",
    kernel=KernelTheorem(
        "N22",
        "every d, all vectors, every self-concordant link",
        covers="corrected",
        mutants=["N22_mutant"],
    ),
    printed=on_all_pairs(_mean_below, _NEW),
    corrected=on_all_pairs(_change_above, _NEW_FIXED),
    mutants=[
        on_pairs(_change_above, poisson, -1).mutant(
            "coefficient of the distance lowered by one per cent in the corrected form",
            bottom=1 + _99 * h,
        ),
    ],
    hypotheses=["A4"],
    depends_on=["L4", "D10"],
    effect="statement",
    fidelity="verbatim",
    note="Same direction slip as in N21: as printed it fails whenever x·θ̂ > x·θ*. The proofs use "
    "the lower bound (I13). In the witness z = x·θ* and h = |x·(θ*-θ̂_t)|.",
)


# --- N23: the new bound implies the earlier one ---------------------------------------------------


_IMPLICATION = (
    r"\hat\theta_t\in\Theta:\quad c \geq \frac{h}{1+h}\dot\mu(x^\top\theta^\star)"
    r" \;\Rightarrow\; c \geq \frac{h}{1+2S}\dot\mu(x^\top\theta^\star),\quad"
    r" h = |x^\top(\theta^\star-\hat\theta_t)|"
)


@computed_bound(
    where=PAIRS,
    latex=r"\mu(z_2) > \mu(z_1) + \frac{h}{1+h}\dot\mu(z_1)\quad (z_2 > z_1)",
    scope="logistic, all z2 > z1",
)
def _always_above() -> Any:
    """The printed upper bound fails at every pair with z2 > z1."""
    return rise(logistic, 1), ">", h * logistic.slope / (1 + h)


N23 = Claim(
    id="N23",
    title="When θ̂ lies in Θ the new bound implies the earlier one",
    kernel=KernelTheorem(
        "N23",
        "every d, S, change c, every self-concordant link",
        latex=r"\hat\theta_t\in\Theta:\quad c \geq \frac{h}{1+h}\dot\mu(x^\top\theta^\star) "
        r"\;\Rightarrow\; c \geq \frac{h}{1+2S}\dot\mu(x^\top\theta^\star),\quad h = "
        r"|x^\top(\theta^\star-\hat\theta_t)|",
        mutants=["N23_mutant"],
    ),
    printed=[_implied.variant(_IMPLICATION).as_part(_implied.latex)],
    support=[_always_above],
    mutants=[
        _implied.mutant("earlier bound raised by one per cent", factor=sp.Rational(101, 100)),
        _implied.mutant("direction turned", relation="<="),
    ],
    hypotheses=["A1", "A4"],
    depends_on=["N21", "N22"],
    fidelity="implied",
    note="The page says it of its two displays; here it is said of what they should read (N21, "
    "N22). c is the change of the mean. With the printed "
    "upper bounds the right sides compare the other way round; the implication then holds only "
    "because the new bound fails at every pair where the old one fails.",
)


# --- N24: all GLMs are self-concordant, with which constant? --------------------------------------

#: ±x³ <= x² for x = (r - μ)/m in [-1, 1]: expectations give |κ3| <= m κ2.
_THIRD_MOMENT = bound(
    "{sign}*x**3 <= {factor}*x**2",
    "-1 <= x <= 1",
    latex=r"|\ddot\mu| = |\mathbb{E}(r-\mu)^3| \leq m\,\mathbb{E}(r-\mu)^2 = m\,\dot\mu",
    scope="canonical families with rewards in [0, m], every m",
    sign="1",
    factor="1",
)
_S = sp.Symbol("S", real=True)


@computed_bound(
    where="S > 0, h >= 0",
    latex=r"-\ddot\mu(z) \leq S\,\dot\mu(z),\ z\leq S\quad\text{(probit)}",
    scope="probit, every S and every z <= S",
)
def _probit_on_ball(*, constant: Any = _S, at: Any = _S - h) -> Any:
    """-μ'' = z μ' <= C μ' for |z| <= S with C = S: z = S - h."""
    return -probit.curvature.subs(z, at), "<=", constant * probit.slope.subs(z, at)


#: |μ''| = M u <= M and μ' = c + e >= c_μ = c on |z| <= S.
_QUOTIENT = bound(
    "M*u <= ({factor}*M/c)*(c + e)",
    "M > 0, 0 <= u <= 1, c > 0, e >= 0",
    latex=r"\exists C:\ |\ddot\mu(z)| \leq C\,\dot\mu(z)\quad (|z|\leq S)",
    scope="every M >= |μ''| and c <= μ'",
    factor="1",
)

N24 = Claim(
    id="N24",
    title="Every GLM with bounded features is self-concordant, with a constant of its own",
    kernel=KernelTheorem(
        "N24",
        "every d >= 1, S, every link whose second derivative is continuous and whose slope stays "
        "above c_μ",
        latex=r"\exists C:\ |\ddot\mu(z)| \leq C\,\dot\mu(z)\quad (|z|\leq S)",
        mutants=["N24_mutant"],
    ),
    printed=[
        _QUOTIENT.as_part(
            r"|\ddot\mu|\leq M,\ \dot\mu\geq c_\mu \;\Rightarrow\;"
            r" |\ddot\mu| \leq \tfrac{M}{c_\mu}\dot\mu"
        )
    ],
    support=[
        _THIRD_MOMENT.as_part(r"x^3 \leq x^2\ (|x|\leq 1)"),
        _THIRD_MOMENT.variant(sign="-1").as_part(r"-x^3 \leq x^2\ (|x|\leq 1)"),
        _probit_on_ball,
    ],
    mutants=[
        _QUOTIENT.mutant("constant lowered by one per cent", factor="0.99"),
        _THIRD_MOMENT.mutant("constant lowered by one per cent", factor="0.99"),
        _probit_on_ball.mutant("constant lowered by one per cent", constant=_99 * _S),
        _probit_on_ball.mutant(
            "one constant for every S: probit with C = 2 on the whole half-line",
            constant=2,
            at=z,
            where="z >= 0",
        ),
    ],
    hypotheses=["A1", "A3"],
    depends_on=["Z173"],
    fidelity="paraphrase",
    note="The constant is m for canonical families on [0, m] (by means of the pointwise bounds) "
    "and S for probit, whose slope is even. A4 asks for constant 1 on the whole line: a family "
    "with constant C is brought there by rescaling z, which multiplies S by C; and a constant "
    "that holds only on |z| <= S says nothing about an estimate outside Θ.",
)

CLAIMS = [N21, N22, N23, N24]
