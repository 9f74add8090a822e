"""How the regret proof uses determinants and potentials (lines 2337-2404)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas
from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.vocabulary.exact_designs import rational
from glbtheory.claims.vocabulary.hand_steps import INDUCTION, TERMWISE
from glbtheory.claims.vocabulary.old_forms import identities
from glbtheory.engines.enumeration import enumerate_cases

# --- I24: Cauchy-Schwarz over rounds ------------------------------------------------------------


def _over_rounds(n: int, factor: str, why: str = "") -> Bound:
    names = [f"x{i}" for i in range(1, n + 1)]
    return Bound(
        f"({' + '.join(names)})**2",
        "<=",
        f"{factor}*({' + '.join(f'{x}**2' for x in names)})",
        latex=r"\sum_{t\in\mathcal{T}(\gamma)}\lVert a_t\rVert_{V_t^{-1}} \leq"
        r" \sqrt{T}\sqrt{\sum_{t\in\mathcal{T}(\gamma)}\lVert a_t\rVert_{V_t^{-1}}^2}",
        scope=f"n = {n}, all real terms",
        why=why,
    )


def _spread(sign: int, why: str = "") -> Statement:
    """n Σ x² - (Σ x)² = Σ_{i<j} (x_i - x_j)², for n <= 6."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        for n in range(1, 7):
            x = sp.symbols(f"x1:{n + 1}", real=True)
            spread = sum((x[i] - x[j]) ** 2 for i in range(n) for j in range(i))
            left = n * sum(v**2 for v in x) - sum(x) ** 2
            yield f"n={n}", sp.expand(left), sp.expand(sign * spread)

    minus = "" if sign == 1 else "-"
    latex = rf"n\sum_t x_t^2 - \Big(\sum_t x_t\Big)^2 = {minus}\sum_{{s<t}}(x_t-x_s)^2"
    return identities(pairs, latex, "n <= 6 rounds", why)


I24 = Claim(
    id="I24",
    title="Cauchy-Schwarz over rounds, then all rounds instead of those far from a change",
    printed=[_over_rounds(n, str(n)) for n in (1, 2, 3, 4)],
    support=[
        _spread(1),
        Bound(
            "x1**2 + x2**2",
            "<=",
            "x1**2 + x2**2 + x3**2",
            latex=r"\sum_{t\in\mathcal{T}(\gamma)} x_t^2 \leq \sum_{t=1}^T x_t^2",
            scope="one round left out",
        ),
    ],
    mutants=[
        _over_rounds(3, "2.99", "number of rounds 3 lowered to 2.99"),
        _spread(-1, "sign turned"),
    ],
    depends_on=[TERMWISE],
    note="The set of rounds has at most T elements, so T may stand for their number.",
)


def _regret_sum(parts: Any, latex: str, why: str = "") -> Statement:
    """The regret of three rounds against what the display writes, for every set of rounds."""

    def cases() -> Iterator[dict[str, Any]]:
        values = (Fraction(0), Fraction(1, 2), Fraction(1))
        for regrets in product(values, repeat=3):
            for kept in product((0, 1), repeat=3):
                yield {"r": regrets, "far": kept}

    def check(case: dict[str, Any]) -> Any:
        return sum(case["r"], Fraction(0)), "==", parts(case["r"], case["far"])

    scope = "T = 3, every set of rounds far from a change, regrets 0, 1/2, 1"
    return Statement(latex, lambda: enumerate_cases(cases(), check, scope), why)


def _split(regrets: Any, far: Any) -> Fraction:
    inside = sum((r for r, f in zip(regrets, far, strict=True) if f), Fraction(0))
    return inside + sum((r for r, f in zip(regrets, far, strict=True) if not f), Fraction(0))


Z25 = Claim(
    id="Z25",
    lines="2337-2339, 2448-2450, 2949",
    error_lines="2337, 2448, 2949",
    kind="step",
    title="The regret is written as the sum over t of r_T",
    printed=[
        _regret_sum(lambda r, far: len(r) * r[-1], r"R_T = \sum_{t=1}^T r_T"),
    ],
    corrected=[
        _regret_sum(
            _split,
            r"R_T = \sum_{t=1}^T r_t = \sum_{t\in\mathcal{T}(\gamma)} r_t"
            r" + \sum_{t\notin\mathcal{T}(\gamma)} r_t",
        )
    ],
    mutants=[
        _regret_sum(
            lambda r, far: _split(r[:-1], far[:-1]),
            r"\sum_{t=1}^{T-1} r_t",
            "sum shorter by one round",
        )
    ],
    depends_on=["D2", "Q24"],
    effect="notation",
    note="The subscript of the summand is T in all three proofs; t is meant, as the next sums "
    "show.",
)


# --- I25, I26: the two ridges -------------------------------------------------------------------

_I25_LATEX = (
    r"\sum_{t=1}^T\lVert a_t\rVert_{V_t^{-1}}^2 \leq 2\max\big(1,\tfrac{1}{%s}\big)"
    r"\log\Big(\frac{\det(V_{T+1})}{\gamma^{dT}%s}\Big)"
)
#: c_μ of the logistic at S = 0, of a steeper link, and (rounded down) of binomial(20) at S = 1.
_SLOPES = (Fraction(1, 4), Fraction(1), Fraction(393, 100))


def _lemma_applied(
    power: int, latex: str, why: str = "", factor: Fraction = Fraction(2)
) -> Statement:
    """d = 1, every action 1, V_t with ridge λ/c_μ; on the right λ/c_μ^power in its place."""

    def cases() -> Iterator[dict[str, Any]]:
        ridges, gammas = (Fraction(1), Fraction(8, 5)), (Fraction(99, 100), Fraction(9999, 10000))
        for T, c, lam, g in product((1, 2, 5), _SLOPES, ridges, gammas):
            yield {"T": T, "c_mu": c, "lambda": lam, "gamma": g}

    def check(case: dict[str, Any]) -> Any:
        T, c, lam, g = case["T"], case["c_mu"], case["lambda"], case["gamma"]
        V, total = lam / c, Fraction(0)
        for _ in range(T):
            total += 1 / V
            V = g * V + 1 + (1 - g) * lam / c
        r = lam / c**power
        return total, "<=", rational(factor * max(1, 1 / r)) * sp.log(rational(V / (g**T * r)))

    scope = "d = 1, every action 1, T in {1, 2, 5}, λ in {1, 8/5}, γ in {0.99, 0.9999}"
    return Statement(latex, lambda: enumerate_cases(cases(), check, scope), why)


def _with_own_ridge(part: str, lhs: str, where: str) -> Bound:
    """r = λ/c_μ in both places: y = 1/r against the two cases of the maximum."""
    return Bound(
        lhs,
        "<=",
        "2*log((1 + y)/g)",
        where,
        latex=_I25_LATEX % (r"(\lambda/c_\mu)", r"(\lambda/c_\mu)^d"),
        scope=f"d = 1, T = 1, {part}; beyond by L7 with λ/c_μ for λ",
    )


_WEAKER = [
    Bound(
        "max(1, c/l)",
        "<=",
        "max(1, 1/l)",
        "0 < c <= 1, l > 0",
        latex=r"\max(1,c_\mu/\lambda) \leq \max(1,1/\lambda) \quad (c_\mu\leq 1)",
        scope="every c_μ <= 1 and λ",
    ),
    Bound(
        "v/(l/c)",
        "<=",
        "v/l",
        "0 < c <= 1, l > 0, v > 0",
        latex=r"\frac{v}{\lambda/c_\mu} \leq \frac{v}{\lambda} \quad (c_\mu\leq 1)",
        scope="every c_μ <= 1, λ and v = det(V)^{1/d}; the logarithm is increasing",
    ),
]

I25 = Claim(
    id="I25",
    error_lines="2352-2353",
    title="The elliptical lemma is applied with ridge λ to a matrix whose ridge is λ/c_μ",
    printed=[_lemma_applied(0, _I25_LATEX % (r"\lambda", r"\lambda^d"))],
    corrected=[
        _lemma_applied(1, _I25_LATEX % (r"(\lambda/c_\mu)", r"(\lambda/c_\mu)^d")),
        _with_own_ridge("λ >= c_μ", "y", "0 < y <= 1, 0 < g < 1"),
        _with_own_ridge("λ <= c_μ", "1", "y >= 1, 0 < g < 1"),
    ],
    support=_WEAKER,
    mutants=[
        _lemma_applied(
            1,
            r"1.44\max(1,c_\mu/\lambda)",
            "factor 2 lowered to 1.44, just below 1/log 2",
            Fraction(144, 100),
        ),
        _lemma_applied(2, r"\lambda/c_\mu^2", "power of c_μ doubled"),
        Bound(
            "max(1, c/l)",
            "<=",
            "max(1, 1/l)",
            "0 < c <= 1.01, l > 0",
            why="c_μ allowed up to 1.01 in the comparison of the two factors",
        ),
    ],
    hypotheses=["A3"],
    depends_on=["L7", "Q19"],
    effect="constant",
    note="For c_μ <= 1 (logistic: at most 1/4) the printed line is weaker than the lemma and "
    "true. Nothing in the assumptions keeps c_μ below 1: binomial rewards with n = 20 and S = 1 "
    "have c_μ = 20/(2 + e + 1/e) = 3.93, as in the witness. Then max(1, 1/λ) must become "
    "max(1, c_μ/λ), also in the bound of the theorem. λ for λ/c_μ is one slip; it shows here, and "
    "again in I26, Z55, I31, Z121 and I33.",
)


_I26_PRINTED = (
    r"\frac{\det(V_{T+1})}{\gamma^{dT}\lambda^d} \leq"
    r" \gamma^{-dT}\Big(1+\frac{1-\gamma^T}{\lambda d(1-\gamma)}\Big)^d"
)
_I26_CORRECTED = (
    r"\frac{\det(V_{T+1})}{\gamma^{dT}(\lambda/c_\mu)^d} \leq"
    r" \gamma^{-dT}\Big(1+\frac{c_\mu(1-\gamma^T)}{\lambda d(1-\gamma)}\Big)^d"
)


def _ridge_carried(power: int, latex: str, why: str = "") -> Statement:
    """C10 at t = T+1 with λ/c_μ for λ, divided by (λ/c_μ)^d, for d <= 4."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        d, T, lam, c, g = (formulas.SYMBOLS[n] for n in ("d", "T", "lam", "c_mu", "gamma"))
        bound = formulas.FORMULAS["determinant_discount"].expression
        bound = bound.subs(formulas.t, T + 1).subs(lam, lam / c) / (lam / c) ** d
        printed = (1 + c**power * (1 - g**T) / (lam * d * (1 - g))) ** d
        for n in range(1, 5):
            yield f"d={n}", bound.subs(d, n), printed.subs(d, n)

    return identities(pairs, latex, "d <= 4, every T, γ, λ and c_μ", why, at={"T": 3})


I26 = Claim(
    id="I26",
    error_lines="2360-2362",
    title="The determinant bound is applied with ridge λ to a matrix whose ridge is λ/c_μ",
    printed=[
        Bound(
            "(1 + lam/c_mu)/lam",
            "<=",
            "1 + 1/lam",
            "0 < c_mu <= 1, lam > 0",
            latex=_I26_PRINTED,
            scope="d = 1, T = 1, a = 1 (the common factor γ^{-1} left out)",
            instance={"d": "1", "T": "1", "a_1": "1"},
        )
    ],
    corrected=[_ridge_carried(1, _I26_CORRECTED)],
    support=[
        Bound(
            "log(1 + c*y)",
            "<=",
            "log(1 + y)",
            "0 < c <= 1, y >= 0",
            latex=r"\log\Big(1+\frac{c_\mu}{d\lambda(1-\gamma)}\Big) \leq"
            r" \log\Big(1+\frac{1}{d\lambda(1-\gamma)}\Big) \quad (c_\mu\leq 1)",
            scope="every c_μ <= 1",
        )
    ],
    mutants=[
        _ridge_carried(
            0, r"1+\frac{1-\gamma^T}{\lambda d(1-\gamma)}", "factor c_μ dropped on the right"
        ),
        _ridge_carried(
            2, r"1+\frac{c_\mu^2(1-\gamma^T)}{\lambda d(1-\gamma)}", "power of c_μ doubled"
        ),
    ],
    hypotheses=["A3"],
    depends_on=["C10", "Q19", INDUCTION],
    effect="step",
    note="The logistic model has c_μ <= 1/4, so the printed line fails in the paper's main case. "
    "With λ/c_μ in both places, I25's slack pays for it: for c_μ <= 1 the display that follows "
    "(lines 2365-2371) holds as printed, since c_μ/λ <= 1/λ. The same slip as I25.",
)


# --- I28, I30: logarithms of γ ------------------------------------------------------------------


def _log_gamma(factor: str, where: str, why: str = "", latex: str = "") -> Bound:
    return Bound(
        "log(1/g)",
        ">=",
        f"{factor}*(1 - g)",
        where,
        latex=latex
        or r"\log(1/\gamma) \geq \frac{1-\gamma}{2\gamma},\quad"
        r" D = \frac{\log T}{\log(1/\gamma)} \leq \frac{2\gamma\log T}{1-\gamma}",
        scope=f"all {where.replace('g', 'γ')}",
        why=why,
    )


I28 = Claim(
    id="I28",
    title="For γ > 1/2 the logarithm of 1/γ is at least (1-γ)/(2γ), so D is at most 2γ log T/(1-γ)",
    printed=[_log_gamma("1/(2*g)", "1/2 < g < 1")],
    support=[
        _log_gamma("1", "0 < g < 1", latex=r"\log(1/\gamma) \geq 1-\gamma \quad (0<\gamma<1)"),
        Bound(
            "t/(y + e)",
            "<=",
            "t/y",
            "t >= 0, y > 0, e >= 0",
            latex=r"\log(1/\gamma)\geq y>0 \Rightarrow \frac{\log T}{\log(1/\gamma)} \leq"
            r" \frac{\log T}{y}",
            scope="every T and γ",
        ),
    ],
    mutants=[
        _log_gamma("0.7/g", "1/2 < g < 1", "factor 1/2 raised to 0.7 (the best is log 2)"),
        _log_gamma("1/(2*g)", "0 < g < 1", "hypothesis γ > 1/2 dropped"),
    ],
    depends_on=["I47"],
    note="Here D is a real number; rounded up it loses the factor γ (Z9). log(1/γ) >= 1-γ needs no"
    " lower limit on γ and is sharper: D <= log T/(1-γ).",
)


def _root(factor: str, where: str, why: str = "") -> Bound:
    return Bound(
        "sqrt((1 - g)/g)",
        "<=",
        f"sqrt({factor}*(1 - g))",
        where,
        latex=r"\sqrt{\frac{1-\gamma}{\gamma}} \leq \sqrt{2(1-\gamma)}",
        scope=f"all {where.replace('g', 'γ')}",
        why=why,
    )


I30 = Claim(
    id="I30",
    title="For γ > 1/2 dividing by γ costs at most a factor 2",
    printed=[_root("2", "1/2 < g < 1")],
    support=[
        Bound(
            "log(1 + h)",
            "<=",
            "h",
            "h >= 0",
            latex=r"\log(1/\gamma) \leq \frac{1-\gamma}{\gamma}",
            scope="every γ in (0, 1], with h = 1/γ - 1",
        )
    ],
    mutants=[
        _root("1.99", "1/2 < g < 1", "factor 2 lowered to 1.99"),
        _root("2", "0.49 < g < 1", "discount factors down to 0.49 allowed"),
    ],
)

CLAIMS = [I24, Z25, I25, I26, I28, I30]
