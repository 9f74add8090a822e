"""Sentences and lines beside the tail inequality that are checked by themselves (1353-1740)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.mixing.half_ball import exponent, maximised
from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.tail.theorems import T4
from glbtheory.claims.vocabulary.exact_designs import rational
from glbtheory.claims.vocabulary.hand_steps import EXPECTATION, TERMWISE
from glbtheory.claims.vocabulary.old_forms import identities
from glbtheory.claims.vocabulary.symbolic_data import Data, entrywise, lam
from glbtheory.engines.enumeration import enumerate_cases

_RADIUS = f.FORMULAS["tail_radius"].expression
_ONE = Fraction(1)


# --- Z150: the maximum falls to one point ---------------------------------------------------------


def _one_point(latex: str, why: str = "", ridge: Fraction = _ONE) -> Statement:
    """f(ξ_0) against f(ξ*), for ξ_0 with ``ridge`` times λ_{t-1} under its root.

    With n the norm of S in the inverse of H and k = m w_{t-1}, ξ_0 = √λ/2 H^{-1}S/n has
    f(ξ_0) = √λ n/(2k) - λ/(4k²).
    """

    def check(case: dict[str, Any]) -> Any:
        d, k, size = case["d"], rational(case["scale"]), rational(ridge * case["lambda"])
        S = sp.Matrix([rational(x) for x in case["S"]])
        H = sp.Matrix(d, d, lambda i, j: rational(case["H"][i][j]))
        square = (S.T * H.inv() * S)[0]
        value = sp.sqrt(size * square) / (2 * k) - size / (4 * k**2)
        return value, "<=", rational(exponent(case, case["star"]))

    scope = "d <= 2, listed H >= λI and S with their maximiser ξ*, λ = 1/2, m w in {1/2, 1, 2}"
    return Statement(latex, lambda: enumerate_cases(maximised(), check, scope), why)


_CHAIN = (
    r"f_t(\xi^\star) = \max_{\lVert\xi\rVert_2\leq1/2}f_t(\xi) \geq f_t(\xi_0),\quad"
    r" P\big(f_t(\xi^\star)\geq c\big) \geq P\big(f_t(\xi_0)\geq c\big)"
)

Z150 = Claim(
    id="Z150",
    lines="1598-1604",
    kind="step",
    title="The largest exponent over the half ball is at least the one at ξ_0",
    printed=[_one_point(_CHAIN)],
    mutants=[
        _one_point(
            _CHAIN + r",\quad \xi_0\ \text{with}\ \lambda_t = \lambda_{t-1}/\gamma^2",
            "λ_t for λ_{t-1} in ξ_0, as line 1606 has it, with γ = 9/10",
            Fraction(100, 81),
        )
    ],
    depends_on=["Z18", "I7", "I8", EXPECTATION],
    note="The third and fourth line of the display; the first two are I6. The inequality between "
    "the exponents makes one event part of the other. It needs ξ_0 in the half ball, hence the "
    "λ_{t-1} of I7.",
)


# --- Z151: a fixed ridge vanishes -----------------------------------------------------------------


def _unbounded(factor: str, why: str = "") -> Bound:
    """No data, d = m = 1: the radius of T3 with λ fixed, times √λ/w_{t-1}.

    p stands for log(1/δ).
    """
    return Bound(
        "l/(2*w**2) + 2*(log(2) + p)",
        ">=",
        f"{factor}*log(2)",
        "l > 0, w >= 1, p >= 0",
        latex=r"\lambda_u = \lambda:\quad r \geq \frac{2\log2}{\sqrt\lambda}\,w_{t-1}",
        scope="without data, d = m = 1: every λ, δ and weight",
        why=why,
    )


def _keeps_pace(latex: str, why: str = "", power: int = 2) -> Statement:
    """λ_{t-1} = λ w^power: its share of the rescaled matrix, and the radius without data."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        ridge = f.lam * f.w**power
        yield "ridge over w²", ridge / f.w**2, f.lam
        there = _RADIUS.subs({f.gain: 0}).subs(f.lam, ridge)
        yield "radius", sp.simplify(there), _RADIUS.subs({f.gain: 0, f.w: 1})

    return identities(pairs, latex, "every d, λ, m, δ and weight; no data", why, at={"d": 2})


_PACE = (
    r"\lambda_u = \lambda\gamma^{-%su}:\quad \frac{\lambda_{t-1}}{w_{t-1}^2} = \lambda,\quad"
    r" r\ \text{without data does not depend on } t"
)

Z151 = Claim(
    id="Z151",
    lines="1469-1473",
    kind="remark",
    title="With a fixed ridge and growing weights the regularisation vanishes, the radius explodes",
    printed=[_unbounded("2"), _keeps_pace(_PACE % "2")],
    mutants=[
        _unbounded("2.01", "factor 2 raised to 2.01"),
        _keeps_pace(_PACE % "", "exponent halved: λ grows as the weights", power=1),
    ],
    depends_on=["T3", "I12"],
    note="Divided by w_{t-1}², as C1 does, a fixed ridge is λγ^{2(t-1)} and goes to 0; the radius "
    "is then of the order of the weight before any data are seen. Ridges that grow as the squares "
    "of the weights cost the supermartingale (R3).",
)


# --- Z152: equal weights --------------------------------------------------------------------------


def _stationary(latex: str, why: str = "", weight: Any = 1, m: Any = 1) -> Statement:
    """Weights, λ and m of T3 constant: sums without weights, and a radius without w and m."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        for d, t in ((1, 3), (2, 3)):
            data, noise = Data(d, t), sp.symbols(f"e2:{t + 1}", real=True)
            plain = data.score(list(noise))
            outer = data.gram(list(data.alphas), lam)
            ours = data.score([weight * e for e in noise])
            yield from entrywise(ours, plain, f"d={d}, t={t}, sum")
            matrix = data.gram([weight**2 * v for v in data.alphas], lam)
            yield from entrywise(matrix, outer, f"d={d}, t={t}, matrix")
        scale = 2 / sp.sqrt(f.lam)
        wanted = sp.sqrt(f.lam) / 2 + scale * (f.gain + sp.log(1 / f.delta))
        wanted += scale * f.d * sp.log(2)
        yield "radius", _RADIUS.subs({f.w: weight, f.m: m}), wanted

    scope = "sums for d <= 2, t = 3; radius for every d, λ and δ"
    return identities(pairs, latex, scope, why, at={"d": 2})


_EQUAL = (
    r"S_t = \sum_s\epsilon_{s+1}a_s,\quad \widetilde H_t = \sum_s\sigma_s^2a_sa_s^\top+\lambda I_d,"
    r"\quad r = \frac{\sqrt\lambda}{2}+\frac{2}{\sqrt\lambda}"
    r"\log\frac{\det(\widetilde H_t)^{1/2}}{\delta\lambda^{d/2}}+\frac{2}{\sqrt\lambda}d\log2"
)

Z152 = Claim(
    id="Z152",
    lines="1353-1357",
    kind="prose-claim",
    title="With weights 1, a fixed ridge and m = 1 the theorem has the form of the unweighted one",
    printed=[_stationary(r"w_s = 1,\ \lambda_u = \lambda,\ m = 1:\quad " + _EQUAL)],
    mutants=[
        _stationary(r"w_s = 2:\quad " + _EQUAL, "weight 2 in place of 1", weight=2),
        _stationary(r"m = 2:\quad " + _EQUAL, "m = 2 in place of 1", m=2),
    ],
    depends_on=["T3", TERMWISE],
    note="The theorem of Faury et al. that is said to be extended was read, not checked. It holds "
    "for all rounds at once, this one at a fixed round (R4): in this respect the extension gives "
    "less, and Z34 finds the radius with equal weights kept at all rounds.",
)


# --- Z153: weaker or equivalent -------------------------------------------------------------------


def _all_rounds(latex: str, why: str = "", less: int = 0) -> Statement:
    """The sums of T4 with t_0 = t-1-less against those of T3."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        for d, t in ((1, 2), (1, 4), (2, 3)):
            data, noise = Data(d, t), sp.symbols(f"e2:{t + 1}", real=True)
            w = sp.symbols(f"w1:{t}", positive=True)
            kept = [x if s >= 1 + less else 0 for s, x in enumerate(w, start=1)]
            short, full = ([x * e for x, e in zip(v, noise, strict=True)] for v in (kept, w))
            yield from entrywise(data.score(short), data.score(full), f"d={d}, t={t}, sum")
            squares = ([x**2 * v for x, v in zip(v_, data.alphas, strict=True)] for v_ in (kept, w))
            left, right = (data.gram(list(v), lam) for v in squares)
            yield from entrywise(left, right, f"d={d}, t={t}, matrix")

    return identities(pairs, latex, "d <= 2, t <= 4, any weights and variances", why)


_SAME = r"t_0 = %s:\quad S_{t-t_0:t} = S_t,\quad \widetilde H_{t-t_0:t} = \widetilde H_t"

Z153 = Claim(
    id="Z153",
    lines="1738-1740",
    kind="prose-claim",
    ours=True,
    title="The version for the last t₀ rounds is called weaker; the two theorems are equivalent",
    printed=[_all_rounds(_SAME % "t-1"), *T4.support],
    mutants=[
        _all_rounds(_SAME % "t-2", "one round fewer", 1),
        *T4.mutants,
    ],
    depends_on=["T3", "T4", TERMWISE],
    note="The first line gives T3 from T4, the second T4 from T3: zero is an allowed action. No "
    "error: what follows from a theorem may be called weaker.",
)

# --- Z159: the weights and A7 ---------------------------------------------------------------------


def _ordered(last: int, latex: str, why: str = "") -> Statement:
    """The order that A7 asks of the weights, at t = 1 .. T - last, for w_t = γ^{-t}."""

    def cases() -> Iterator[dict[str, Any]]:
        for T, g in product((3, 5), (Fraction(1, 2), Fraction(9, 10))):
            for t in range(1, T - last + 1):
                yield {"T": T, "gamma": g, "t": t}

    def check(case: dict[str, Any]) -> Any:
        T, g, t = case.values()
        return bool(0 < g**-1 <= g**-t <= g ** -(t + 1)) and (g ** -(t + 1), "<=", g**-T)

    scope = "w_t = γ^-t, T in {3, 5}, γ in {1/2, 9/10}"
    return Statement(latex, lambda: enumerate_cases(cases(), check, scope), why)


_WEIGHTS = r"w_t = \gamma^{-t}:\quad 0 < w_1 \leq w_t \leq w_{t+1} \leq w_T \quad (1\leq t\leq %s)"

Z159 = Claim(
    id="Z159",
    lines="1795-1796",
    kind="prose-claim",
    ours=True,
    title="Exponential weights satisfy the assumption on the weights as repaired, not as printed",
    printed=[_ordered(1, _WEIGHTS % "T-1")],
    mutants=[_ordered(0, _WEIGHTS % "T", "t = T allowed, as A7 is printed")],
    depends_on=["A7", "I12"],
    note="A7 as printed asks for w_{t+1} <= w_T at t = T too, which no growing weights satisfy. "
    "The slip is that of A7 and counts there.",
)

CLAIMS = [Z150, Z151, Z152, Z153, Z159]
