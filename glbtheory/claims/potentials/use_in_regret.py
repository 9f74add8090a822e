"""How the regret proof uses determinants and potentials (lines 2337-2404)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas
from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.vocabulary import bound, enumerated, grid, identity
from glbtheory.claims.vocabulary.exact_designs import rational
from glbtheory.claims.vocabulary.identities import Pairs

F = Fraction

# --- I24: Cauchy-Schwarz over rounds --------------------------------------------------------------


def _terms(n: int) -> dict[str, Any]:
    """Tokens of the next bound for n rounds."""
    names = [f"x{i}" for i in range(1, n + 1)]
    return {"count": n, "total": " + ".join(names), "squares": " + ".join(f"{x}**2" for x in names)}


over_rounds = bound(
    "({total})**2 <= {count}*({squares})",
    latex=r"\sum_{t\in\mathcal{T}(\gamma)}\lVert a_t\rVert_{V_t^{-1}} \leq"
    r" \sqrt{T}\sqrt{\sum_{t\in\mathcal{T}(\gamma)}\lVert a_t\rVert_{V_t^{-1}}^2}",
    **_terms(1),
)
_by_count = {
    n: over_rounds.variant(scope=f"n = {n}, all real terms", **_terms(n)) for n in (1, 2, 3, 4)
}


@identity(
    latex=lambda *, sign=1: (
        r"n\sum_t x_t^2 - \Big(\sum_t x_t\Big)^2 ="
        rf" {'' if sign == 1 else '-'}\sum_{{s<t}}(x_t-x_s)^2"
    ),
    scope="n <= 6 rounds",
)
def spread(*, sign: int = 1) -> Pairs:
    """n Σ x² - (Σ x)² = Σ_{i<j} (x_i - x_j)², for n <= 6."""
    for n in range(1, 7):
        x = sp.symbols(f"x1:{n + 1}", real=True)
        squares = sum((x[i] - x[j]) ** 2 for i in range(n) for j in range(i))
        left = n * sum(v**2 for v in x) - sum(x) ** 2
        yield f"n={n}", sp.expand(left), sp.expand(sign * squares)


fewer_rounds = bound(
    "x1**2 + x2**2 <= x1**2 + x2**2 + x3**2",
    latex=r"\sum_{t\in\mathcal{T}(\gamma)}\lVert a_t\rVert_{V_t^{-1}}^2 \leq"
    r" \sum_{t=1}^T\lVert a_t\rVert_{V_t^{-1}}^2",
    scope="one round left out",
)

I24 = Claim(
    id="I24",
    title="Cauchy-Schwarz over rounds, then all rounds instead of those far from a change",
    kernel=KernelTheorem(
        "I24",
        "every d, T, γ >= 0, λ > 0, c_μ > 0 and set of rounds",
        mutants=["I24_mutant"],
    ),
    fidelity="paraphrase",
    printed=[
        *(
            one.as_cases(rf"\Big(\sum_{{t\leq {n}}}x_t\Big)^2 \leq {n}\sum_{{t\leq {n}}}x_t^2")
            for n, one in _by_count.items()
        ),
        fewer_rounds.as_cases(r"x_1^2 + x_2^2 \leq x_1^2 + x_2^2 + x_3^2"),
    ],
    support=[spread.as_cases()],
    mutants=[
        _by_count[3].mutant("number of rounds 3 lowered to 2.99", count="2.99"),
        spread.mutant("sign turned", sign=-1),
    ],
    note="The set of rounds has at most T elements, so T may stand for their number.",
)


# --- Z25: the regret as a sum ---------------------------------------------------------------------


@enumerated(
    cases=lambda: grid(
        r=[*product((F(0), F(1, 2), F(1)), repeat=3)], far=[*product((0, 1), repeat=3)]
    ),
    latex=r"R_T = \sum_{t=1}^T r_T",
    scope="T = 3, every set of rounds far from a change, regrets 0, 1/2, 1",
)
def regret_as_sum(
    r: tuple[Fraction, ...], far: tuple[int, ...], *, subscript: str = "T", fewer: int = 0
) -> Any:
    """R_T against T r_T as printed, or against r_t over the first T - fewer rounds in two sums."""
    rounds = range(len(r) - fewer)
    inside = sum((r[t] for t in rounds if far[t]), F(0))
    outside = sum((r[t] for t in rounds if not far[t]), F(0))
    right = inside + outside if subscript == "t" else len(rounds) * r[-1]
    return sum(r, F(0)), "==", right


_with_own_regret = regret_as_sum.variant(
    r"R_T = \sum_{t=1}^T r_t = \sum_{t\in\mathcal{T}(\gamma)} r_t"
    r" + \sum_{t\notin\mathcal{T}(\gamma)} r_t",
    subscript="t",
)


Z25 = Claim(
    id="Z25",
    lines="2337-2339, 2448-2450, 2949",
    error_lines="2337, 2448, 2949",
    kind="step",
    title="The regret is written as the sum over t of r_T",
    kernel=KernelTheorem(
        "Z25",
        "every d, T, D, mean, path and policy",
        covers="corrected",
        mutants=["Z25_mutant"],
    ),
    fidelity="verbatim",
    printed=[regret_as_sum],
    corrected=[_with_own_regret],
    mutants=[_with_own_regret.mutant("sum shorter by one round", r"\sum_{t=1}^{T-1} r_t", fewer=1)],
    depends_on=["D2"],
    effect="notation",
    note="The subscript of the summand is T in all three proofs; t is meant, as the next sums "
    "show.",
)


# --- I25, I26: the two ridges ---------------------------------------------------------------------

_I25 = (
    r"\sum_{t=1}^T\lVert a_t\rVert_{V_t^{-1}}^2 \leq 2\max\big(1,\tfrac{1}{%s}\big)"
    r"\log\Big(\frac{\det(V_{T+1})}{\gamma^{dT}%s}\Big)"
)
_I25_OWN = _I25 % (r"(\lambda/c_\mu)", r"(\lambda/c_\mu)^d")


@enumerated(
    cases=lambda: grid(
        T=(1, 2, 5),
        # The logistic at S = 0, a steeper link, and (rounded down) binomial(20) at S = 1.
        c_mu=(F(1, 4), F(1), F(393, 100)),
        lam=(F(1), F(8, 5)),
        gamma=(F(99, 100), F(9999, 10000)),
    ),
    latex=_I25 % (r"\lambda", r"\lambda^d"),
    scope="d = 1, every action 1, T in {1, 2, 5}, λ in {1, 8/5}, γ in {0.99, 0.9999}",
)
def lemma_applied(
    T: int,
    c_mu: Fraction,
    lam: Fraction,
    gamma: Fraction,
    *,
    power: int = 0,
    factor: Fraction | int = 2,
) -> Any:
    """V_t has ridge λ/c_μ; on the right λ/c_μ^power stands in its place."""
    V, total = lam / c_mu, F(0)
    for _ in range(T):
        total += 1 / V
        V = gamma * V + 1 + (1 - gamma) * lam / c_mu
    ridge = lam / c_mu**power
    volume = sp.log(rational(V / (gamma**T * ridge)))
    return total, "<=", rational(factor * max(F(1), 1 / ridge)) * volume


_with_own_ridge = lemma_applied.variant(_I25_OWN, power=1)
#: y = c_μ/λ against the two cases of the maximum.
one_round = bound(
    "y <= 2*log((1 + y)/g)",
    "0 < y <= 1, 0 < g < 1",
    latex=_I25_OWN,
    scope="d = 1, T = 1, λ >= c_μ",
)
smaller_maximum = bound(
    "max(1, c/l) <= max(1, 1/l)",
    "0 < c <= {top}, l > 0",
    latex=r"\max(1,c_\mu/\lambda) \leq \max(1,1/\lambda) \quad (c_\mu\leq 1)",
    scope="every c_μ <= 1 and λ",
    top="1",
)
smaller_volume = bound(
    "v/(l/c) <= v/l",
    "0 < c <= 1, l > 0, v > 0",
    latex=r"\frac{v}{\lambda/c_\mu} \leq \frac{v}{\lambda} \quad (c_\mu\leq 1)",
    scope="every c_μ <= 1, λ and v = det(V)^{1/d}; the logarithm is increasing",
)

I25 = Claim(
    id="I25",
    error_lines="2352-2353",
    title="The elliptical lemma is applied with ridge λ to a matrix whose ridge is λ/c_μ",
    kernel=KernelTheorem(
        "I25",
        "every d, T, 0 < γ <= 1, λ > 0, c_μ > 0",
        covers="corrected",
        mutants=["I25_mutant"],
    ),
    printed=[lemma_applied],
    fidelity="paraphrase",
    corrected=[
        _with_own_ridge,
        one_round.as_cases(r"y \leq 2\log\frac{1+y}{\gamma} \quad (y = c_\mu/\lambda\leq 1)"),
        one_round.variant(
            lhs="1",
            where="y >= 1, 0 < g < 1",
            scope="d = 1, T = 1, λ <= c_μ",
        ).as_cases(r"1 \leq 2\log\frac{1+y}{\gamma} \quad (y = c_\mu/\lambda\geq 1)"),
    ],
    # Beside the proof: the printed line in the case c_μ <= 1, where it is true and weaker.
    support=[smaller_maximum.as_cases(), smaller_volume.as_cases()],
    mutants=[
        _with_own_ridge.mutant(
            "factor 2 lowered to 1.44, just below 1/log 2",
            r"1.44\max(1,c_\mu/\lambda)",
            factor=F(144, 100),
        ),
        _with_own_ridge.mutant("power of c_μ doubled", r"\lambda/c_\mu^2", power=2),
        smaller_maximum.mutant(
            "c_μ allowed up to 1.01 in the comparison of the two factors", top="1.01"
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


printed_ridge = bound(
    "(1 + lam/c_mu)/lam <= 1 + 1/lam",
    "0 < c_mu <= 1, lam > 0",
    latex=r"\frac{\det(V_{T+1})}{\gamma^{dT}\lambda^d} \leq"
    r" \gamma^{-dT}\Big(1+\frac{1-\gamma^T}{\lambda d(1-\gamma)}\Big)^d",
    scope="d = 1, T = 1, a = 1 (the common factor γ^{-1} left out)",
    instance={"d": "1", "T": "1", "a_1": "1"},
)


@identity(
    latex=r"\frac{\det(V_{T+1})}{\gamma^{dT}(\lambda/c_\mu)^d} \leq"
    r" \gamma^{-dT}\Big(1+\frac{c_\mu(1-\gamma^T)}{\lambda d(1-\gamma)}\Big)^d",
    scope="every d, T, γ, λ and c_μ",
    at={"T": 3, "d": 2},
)
def ridge_carried(*, power: int = 1) -> Pairs:
    """C10 at t = T+1 with λ/c_μ for λ, divided by (λ/c_μ)^d: the two d-th powers have one base."""
    d, T, lam, c, g = (formulas.SYMBOLS[n] for n in ("d", "T", "lam", "c_mu", "gamma"))
    carried = formulas.FORMULAS["determinant_discount"].expression
    base, exponent = carried.subs(formulas.t, T + 1).subs(lam, lam / c).as_base_exp()
    yield "exponent", exponent, d
    yield "base", base / (lam / c), 1 + c**power * (1 - g**T) / (lam * d * (1 - g))


smaller_logarithm = bound(
    "log(1 + c*y) <= log(1 + y)",
    "0 < c <= 1, y >= 0",
    latex=r"\log\Big(1+\frac{c_\mu}{d\lambda(1-\gamma)}\Big) \leq"
    r" \log\Big(1+\frac{1}{d\lambda(1-\gamma)}\Big) \quad (c_\mu\leq 1)",
    scope="every c_μ <= 1",
)

I26 = Claim(
    id="I26",
    error_lines="2360-2362",
    title="The determinant bound is applied with ridge λ to a matrix whose ridge is λ/c_μ",
    kernel=KernelTheorem(
        "I26",
        "every d >= 1, T, 0 < γ < 1, λ > 0, c_μ > 0",
        covers="corrected",
        mutants=["I26_mutant"],
    ),
    fidelity="verbatim",
    printed=[printed_ridge],
    corrected=[
        ridge_carried.as_part(
            r"\frac{\lambda/c_\mu+\frac{1-\gamma^T}{d(1-\gamma)}}{\lambda/c_\mu} ="
            r" 1+\frac{c_\mu(1-\gamma^T)}{\lambda d(1-\gamma)}"
        )
    ],
    support=[smaller_logarithm],
    mutants=[
        ridge_carried.mutant(
            "factor c_μ dropped on the right", r"1+\frac{1-\gamma^T}{\lambda d(1-\gamma)}", power=0
        ),
        ridge_carried.mutant(
            "power of c_μ doubled", r"1+\frac{c_\mu^2(1-\gamma^T)}{\lambda d(1-\gamma)}", power=2
        ),
    ],
    hypotheses=["A3"],
    depends_on=["C10", "Q19"],
    effect="step",
    note="The logistic model has c_μ <= 1/4, so the printed line fails in the paper's main case. "
    "With λ/c_μ in both places, I25's slack pays for it: for c_μ <= 1 the display that follows "
    "(lines 2365-2371) holds as printed, since c_μ/λ <= 1/λ. The same slip as I25.",
)


# --- I28, I30: logarithms of γ --------------------------------------------------------------------

log_of_gamma = bound(
    "log(1/g) >= {factor}*(1 - g)",
    "{low} < g < 1",
    latex=r"\log(1/\gamma) \geq \frac{1-\gamma}{2\gamma}",
    scope="all 1/2 < γ < 1",
    factor="1/(2*g)",
    low="1/2",
)
shorter_depth = bound(
    "t/(y + e) <= t/y",
    "t >= 0, y > 0, e >= 0",
    latex=r"D = \frac{\log T}{\log(1/\gamma)} \leq \frac{2\gamma\log T}{1-\gamma}",
    scope="every T >= 1 and every two denominators",
)

I28 = Claim(
    id="I28",
    title="For γ > 1/2 the logarithm of 1/γ is at least (1-γ)/(2γ), so D is at most 2γ log T/(1-γ)",
    fidelity="verbatim",
    printed=[
        log_of_gamma,
        shorter_depth.as_part(
            r"\log(1/\gamma)\geq y > 0 \Rightarrow"
            r" \frac{\log T}{\log(1/\gamma)} \leq \frac{\log T}{y}"
        ),
    ],
    support=[
        log_of_gamma.variant(
            r"\log(1/\gamma) \geq 1-\gamma \quad (0<\gamma<1)",
            factor="1",
            low="0",
            scope="all 0 < γ < 1",
        ),
    ],
    mutants=[
        log_of_gamma.mutant("factor 1/2 raised to 0.7 (the best is log 2)", factor="0.7/g"),
        log_of_gamma.mutant("hypothesis γ > 1/2 dropped", low="0"),
    ],
    depends_on=["I47"],
    follows="The first line is decided by itself. The second divides log T >= 0 by log(1/γ), which "
    "is at least (1-γ)/(2γ) > 0.",
    note="Here D is a real number; rounded up it loses the factor γ (Z9). log(1/γ) >= 1-γ needs no"
    " lower limit on γ and is sharper: D <= log T/(1-γ).",
)

root_over_gamma = bound(
    "sqrt((1 - g)/g) <= sqrt({factor}*(1 - g))",
    "{low} < g < 1",
    latex=r"\sqrt{\frac{1-\gamma}{\gamma}} \leq \sqrt{2(1-\gamma)}",
    scope="all 1/2 < γ < 1",
    factor="2",
    low="1/2",
)
log_from_above = bound(
    "log(1 + h) <= {slope}*h",
    "h >= 0",
    latex=r"\sqrt{\log(1/\gamma)} \leq \sqrt{\frac{1-\gamma}{\gamma}}",
    scope="every γ in (0, 1], with h = 1/γ - 1",
    slope="1",
)

I30 = Claim(
    id="I30",
    title="For γ > 1/2 dividing by γ costs at most a factor 2",
    fidelity="verbatim",
    printed=[
        log_from_above.as_part(r"\log(1+h) \leq h \quad (h = 1/\gamma-1\geq 0)"),
        root_over_gamma,
    ],
    support=[log_from_above.variant(r"\log(1/\gamma) \leq \frac{1-\gamma}{\gamma}")],
    follows="With h = 1/γ - 1 the logarithm of 1/γ is at most h = (1-γ)/γ; the square root grows. "
    "The second line is decided by itself.",
    mutants=[
        log_from_above.mutant("(1-γ)/γ lowered by one per cent", slope="0.99"),
        root_over_gamma.mutant("factor 2 lowered to 1.99", factor="1.99"),
        root_over_gamma.mutant("discount factors down to 0.49 allowed", low="0.49"),
    ],
)

CLAIMS = [I24, Z25, I25, I26, I28, I30]
