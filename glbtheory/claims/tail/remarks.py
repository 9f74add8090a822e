"""Sentences and lines beside the tail inequality that are checked by themselves (1353-1740)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.mixing.half_ball import maximised
from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.tail._sums import Pairs, same_sums, since, sums
from glbtheory.claims.tail.theorems import T4
from glbtheory.claims.vocabulary import bound, enumerated, identity
from glbtheory.claims.vocabulary.exact_designs import Vector, rational
from glbtheory.claims.vocabulary.hand_steps import INDUCTION, TERMWISE
from glbtheory.claims.vocabulary.scope_conditions import FINITE_OUTCOMES
from glbtheory.claims.vocabulary.symbolic_data import Data

_RADIUS = f.FORMULAS["tail_radius"].expression


# --- Z150: the maximum falls to one point ---------------------------------------------------------

_CHAIN = (
    r"f_t(\xi^\star) = \max_{\lVert\xi\rVert_2\leq1/2}f_t(\xi) \geq f_t(\xi_0),\quad"
    r" P\big(f_t(\xi^\star)\geq c\big) \geq P\big(f_t(\xi_0)\geq c\big)"
)


@enumerated(
    cases=maximised,
    latex=_CHAIN,
    scope="d <= 2, listed H >= λI and S with their maximiser ξ*, λ = 1/2, m w in {1/2, 1, 2}",
)
def one_point(
    d: int,
    H: Any,
    star: Vector,
    mu: Fraction,
    S: Vector,
    lam: Fraction,
    scale: Fraction,
    *,
    ridge: Fraction = Fraction(1),
) -> Any:
    """f(ξ_0) against f(ξ*), for ξ_0 with ``ridge`` times λ_{t-1} under its root.

    With n the norm of S in the inverse of H and k = m w_{t-1}, f(ξ) = ξ·S/k - ξ^T H ξ/k², and
    ξ_0 = √λ/2 H^{-1}S/n has f(ξ_0) = √λ n/(2k) - λ/(4k²).
    """
    k, size = rational(scale), rational(ridge * lam)
    total, xi = (sp.Matrix([rational(x) for x in v]) for v in (S, star))
    matrix = sp.Matrix(d, d, lambda i, j: rational(H[i][j]))
    square = (total.T * matrix.inv() * total)[0]
    there = sp.sqrt(size * square) / (2 * k) - size / (4 * k**2)
    return there, "<=", (xi.T * total)[0] / k - (xi.T * matrix * xi)[0] / k**2


Z150 = Claim(
    id="Z150",
    lines="1598-1604",
    kind="step",
    title="The largest exponent over the half ball is at least the one at ξ_0",
    fidelity="paraphrase",
    kernel=KernelTheorem(
        "Z150",
        "every d, t, λ > 0, policy, weights, noise and level; ξ* is any maximiser over the half "
        "ball",
        conditions=[FINITE_OUTCOMES],
        mutants=["Z150_mutant"],
    ),
    printed=[one_point],
    mutants=[
        one_point.mutant(
            "λ_t for λ_{t-1} in ξ_0, as line 1606 has it, with γ = 9/10",
            _CHAIN + r",\quad \xi_0\ \text{with}\ \lambda_t = \lambda_{t-1}/\gamma^2",
            ridge=Fraction(100, 81),
        )
    ],
    depends_on=["I7"],
    note="The third and fourth line of the display; the first two are I6. The inequality between "
    "the exponents makes one event part of the other. It needs ξ_0 in the half ball, hence the "
    "λ_{t-1} of I7.",
)


# --- Z151: a fixed ridge vanishes -----------------------------------------------------------------

_VANISHES = (
    r"\lambda_u = %s,\ w_u = \gamma^{-u}:\quad \frac{\lambda_{t-1}}{w_{t-1}^2} \to 0"
    r" \quad (t\to\infty)"
)


@identity(latex=_VANISHES % r"\lambda", scope="every λ > 0 and 0 < γ < 1", at={"t": 3})
def vanishes(*, power: int = 0) -> Pairs:
    """λ_{t-1}/w_{t-1}² for λ_u = λγ^{-power u} and γ = e^{-x}: its limit."""
    x, t = sp.symbols("x t", positive=True)
    share = f.lam * sp.exp(power * x * (t - 1)) / sp.exp(2 * x * (t - 1))
    yield "limit", sp.limit(sp.powsimp(share), t, sp.oo), sp.Integer(0)


#: No data, d = m = 1: the radius of T3 with λ fixed, times √λ/w_{t-1}; p stands for log(1/δ).
grows_with_weight = bound(
    "l/(2*w**2) + 2*(log(2) + p) >= {factor}*log(2)",
    "l > 0, w >= 1, p >= 0",
    latex=r"\lambda_u = \lambda:\quad r \geq \frac{2\log2}{\sqrt\lambda}\,w_{t-1}",
    scope="without data, d = m = 1: every λ, δ and weight",
    factor="2",
)
_PACE = (
    r"\lambda_u = \lambda\gamma^{-%su}:\quad \frac{\lambda_{t-1}}{w_{t-1}^2} = \lambda,\quad"
    r" r\ \text{without data does not depend on } t"
)


@identity(latex=_PACE % "2", scope="every d, λ, m, δ and weight; no data", at={"d": 2})
def keeps_pace(*, power: int = 2) -> Pairs:
    """λ_{t-1} = λ w^power: its share of the rescaled matrix, and the radius without data."""
    ridge = f.lam * f.w**power
    yield "ridge over w²", ridge / f.w**2, f.lam
    there = _RADIUS.subs({f.gain: 0}).subs(f.lam, ridge)
    yield "radius", sp.simplify(there), _RADIUS.subs({f.gain: 0, f.w: 1})


Z151 = Claim(
    id="Z151",
    lines="1469-1473",
    kind="remark",
    title="With a fixed ridge and exponential weights the regularisation vanishes",
    fidelity="paraphrase",
    printed=[vanishes],
    support=[grows_with_weight, keeps_pace],
    mutants=[
        vanishes.mutant(
            "a ridge that grows as the squares of the weights",
            _VANISHES % r"\lambda\gamma^{-2u}",
            power=2,
        ),
        grows_with_weight.mutant("factor 2 raised to 2.01", factor="2.01"),
        keeps_pace.mutant("exponent halved: λ grows as the weights", _PACE % "", power=1),
    ],
    depends_on=["T3", "I12"],
    note="The page says it in words; the limit is how we read them. Divided by w_{t-1}², as C1 "
    "does, a fixed ridge is λγ^{2(t-1)} and goes to 0. The two steps are ours: the radius is then "
    "of the order of the weight before any data are seen. Ridges that grow as the squares "
    "of the weights cost the supermartingale (R3).",
)


# --- Z152: equal weights --------------------------------------------------------------------------

_EQUAL = (
    r"S_t = \sum_s\epsilon_{s+1}a_s,\quad \widetilde H_t = \sum_s\sigma_s^2a_sa_s^\top+\lambda I_d,"
    r"\quad r = \frac{\sqrt\lambda}{2}+\frac{2}{\sqrt\lambda}"
    r"\log\frac{\det(\widetilde H_t)^{1/2}}{\delta\lambda^{d/2}}+\frac{2}{\sqrt\lambda}d\log2"
)


@identity(
    latex=r"w_s = 1,\ \lambda_u = \lambda,\ m = 1:\quad " + _EQUAL,
    scope="sums for d <= 2, t = 3; radius for every d, λ and δ",
    at={"d": 2},
)
def stationary(*, weight: int = 1, m: int = 1) -> Pairs:
    """Weights, λ and m of T3 constant: sums without weights, and a radius without w and m."""
    for d, t in ((1, 3), (2, 3)):
        data = Data(d, t)
        ours, plain = (sums(data, [w] * (t - 1)) for w in (weight, 1))
        yield from same_sums(ours, plain, f"d={d}, t={t}")
    level = f.gain + sp.log(1 / f.delta) + f.d * sp.log(2)
    wanted = sp.sqrt(f.lam) / 2 + 2 / sp.sqrt(f.lam) * level
    yield "radius", _RADIUS.subs({f.w: weight, f.m: m}), wanted


Z152 = Claim(
    id="Z152",
    lines="1353-1357",
    kind="prose-claim",
    title="With weights 1, a fixed ridge and m = 1 the theorem has the form of the unweighted one",
    fidelity="implied",
    kernel=KernelTheorem(
        "Z152",
        "every d, t, λ > 0, δ in (0, 1], policy and noise; with the inequality in this form",
        conditions=[FINITE_OUTCOMES],
        mutants=["Z152_mutant"],
    ),
    printed=[
        stationary.as_part(r"\text{the sums for } d\leq 2,\ t = 3;\ \text{the radius for every } d")
    ],
    mutants=[
        stationary.mutant("weight 2 in place of 1", r"w_s = 2:\quad " + _EQUAL, weight=2),
        stationary.mutant("m = 2 in place of 1", r"m = 2:\quad " + _EQUAL, m=2),
    ],
    depends_on=["T3"],
    note="The theorem of Faury et al. that is said to be extended was read, not checked. It holds "
    "for all rounds at once, this one at a fixed round (R4): in this respect the extension gives "
    "less, and Z34 finds the radius with equal weights kept at all rounds.",
)


# --- Z153: weaker or equivalent -------------------------------------------------------------------

_SAME = r"t_0 = %s:\quad S_{t-t_0:t} = S_t,\quad \widetilde H_{t-t_0:t} = \widetilde H_t"


@identity(latex=_SAME % "t-1", scope="d <= 2, t <= 4, any weights and variances")
def all_rounds(*, less: int = 0) -> Pairs:
    """The sums of T4 with t_0 = t-1-less against those of T3."""
    for d, t in ((1, 2), (1, 4), (2, 3)):
        data, w = Data(d, t), sp.symbols(f"w1:{t}", positive=True)
        yield from same_sums(sums(data, since(1 + less, w)), sums(data, w), f"d={d}, t={t}")


Z153 = Claim(
    id="Z153",
    lines="1738-1740",
    kind="prose-claim",
    ours=True,
    title="The version for the last t₀ rounds is called weaker; the two theorems are equivalent",
    printed=[
        all_rounds.as_cases(),
        T4.support[0].as_cases(),
    ],
    mutants=[all_rounds.mutant("one round fewer", _SAME % "t-2", less=1), *T4.mutants],
    depends_on=["T3", "T4", TERMWISE],
    follows="Both are equalities of sums that agree term by term (termwise sums), for every d, t "
    "and t_0.",
    note="The first line gives T3 from T4, the second T4 from T3: zero is an allowed action. No "
    "error: what follows from a theorem may be called weaker.",
)


# --- Z159: the weights and A7 ---------------------------------------------------------------------

_WEIGHTS = r"w_t = \gamma^{-t}:\quad 0 < w_1 \leq w_t \leq w_{t+1} \leq w_T \quad (1\leq t\leq %s)"


def _rounds(*, last: int = 1) -> Iterator[dict[str, Any]]:
    """The rounds t = 1 .. T - last."""
    for T, gamma in product((3, 5), (Fraction(1, 2), Fraction(9, 10))):
        for t in range(1, T - last + 1):
            yield {"T": T, "gamma": gamma, "t": t}


@enumerated(
    cases=_rounds, latex=_WEIGHTS % "T-1", scope="w_t = γ^-t, T in {3, 5}, γ in {1/2, 9/10}"
)
def ordered(T: int, gamma: Fraction, t: int) -> Any:
    """The order that A7 asks of the weights, for w_t = γ^{-t}."""
    here, later = gamma**-t, gamma ** -(t + 1)
    return 0 < 1 / gamma <= here <= later and (later, "<=", gamma**-T)


Z159 = Claim(
    id="Z159",
    lines="1795-1796",
    kind="prose-claim",
    ours=True,
    title="Exponential weights satisfy the assumption on the weights as repaired, not as printed",
    printed=[ordered],
    mutants=[ordered.mutant("t = T allowed, as A7 is printed", _WEIGHTS % "T", last=0)],
    depends_on=["I12", INDUCTION],
    follows="By I12 each weight is positive and at most the next. By induction over rounds "
    "w_1 <= w_t, and w_{t+1} <= w_T for t + 1 <= T.",
    note="A7 as printed asks for w_{t+1} <= w_T at t = T too, which no growing weights satisfy. "
    "The slip is that of A7 and counts there.",
)

CLAIMS = [Z150, Z151, Z152, Z153, Z159]
