"""The steps of the gap-dependent proof with discount factors (lines 2413-2493)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.regret._potential import WIDER, growth, potential, volume
from glbtheory.claims.vocabulary import bound, enumerated, grid, identity
from glbtheory.claims.vocabulary.exact_designs import ages, design, determinant
from glbtheory.claims.vocabulary.hand_steps import CAUCHY_SCHWARZ

#: ‖a_t‖ in the terms of one round.
NORM = sp.Symbol("x", positive=True)
_beta = f.BETA_APPENDIX.symbol
_old = f.gamma**f.D / (1 - f.gamma)


# --- Q30: a regret is at most its square over the gap ---------------------------------------------


_Q30 = (
    r"r_t = \mu(a_{\star,t}^\top\theta^\star_t)-\mu(a_t^\top\theta^\star_t) \leq"
    r" \frac{(\mu(a_{\star,t}^\top\theta^\star_t)-\mu(a_t^\top\theta^\star_t))^2}{\Delta}"
    r" = \frac{r_t^2}{\Delta}"
)


@enumerated(
    cases=lambda: grid(
        means=product([Fraction(i, 4) for i in range(5)], repeat=3), played=range(3)
    ),
    latex=_Q30,
    scope="three actions, means 0, 1/4, ..., 1, every action played, the best among them",
)
def _squared(
    means: tuple[Fraction, ...],
    played: int,
    *,
    gap: Callable[[list[Fraction]], Fraction] = min,
) -> Any:
    """Every list of three means, every action played; ``gap`` reads Δ off the positive gaps."""
    best = max(means)
    gaps = [best - x for x in means if x < best]
    r = best - means[played]
    # No action is suboptimal: Δ is the minimum of nothing, and the regret is 0.
    return r, "<=", r**2 / gap(gaps) if gaps else Fraction(0)


_every_gap = bound(
    "s*(g + e)*{factor}*g <= s*(g + e)**2",
    "g > 0, e >= 0, 0 <= s <= 1",
    latex=_Q30,
    scope="every gap Δ = g; the regret is s(g + e) with s = 0 or 1, so that s² = s",
    factor="1",
)

Q30 = Claim(
    id="Q30",
    title="With a minimal gap a regret is at most its square divided by the gap",
    printed=[_squared, _every_gap],
    mutants=[
        _every_gap.mutant("gap overstated by one per cent, for every gap", factor="1.01"),
        _squared.mutant(
            "gap overstated by one per cent",
            r"r_t \leq \frac{r_t^2}{1.01\,\Delta}",
            gap=lambda gaps: Fraction(101, 100) * min(gaps),
        ),
        _squared.mutant(
            "the largest gap for the least", r"r_t \leq \frac{r_t^2}{\max_a\text{gap}}", gap=max
        ),
    ],
    hypotheses=["A5"],
    fidelity="verbatim",
    note="Also for the best action, whose regret is 0. The gap must hold at every round with two "
    "different means, so actions may not move freely: with a continuum of actions Δ = 0.",
)


# --- Q31: the square of the bound on one round ----------------------------------------------------

#: Bonus, bias and mixed term of line 2440, 2441-2442, 2443-2444.
PARTS = (
    4 / f.c_mu * _beta**2 * NORM**2,
    4 * f.k_mu**2 / f.lam**2 * f.gamma ** (2 * f.D) / (1 - f.gamma) ** 2 * f.SHIFT**2,
    8 * f.k_mu / f.lam * _beta / sp.sqrt(f.c_mu) * _old * f.SHIFT * NORM,
)

#: The bound of line 2431 on one round.
_LINE = (
    r"r_t \leq \frac{2}{\sqrt{c_\mu}}\beta_T^\delta\lVert a_t\rVert_{V_t^{-1}}"
    r"+\frac{2k_\mu}{\lambda}\frac{\gamma^D}{1-\gamma}(2Sk_\mu+m)"
)
_Q31 = (
    rf"{_LINE}\ \Rightarrow\ "
    r"r_t^2 \leq \frac{4}{c_\mu}(\beta_T^\delta)^2\lVert a_t\rVert_{V_t^{-1}}^2"
    r" + \frac{4k_\mu^2}{\lambda^2}\frac{\gamma^{2D}}{(1-\gamma)^2}(2Sk_\mu+m)^2"
    r" + \frac{%dk_\mu}{\lambda}\frac{\beta_T^\delta}{\sqrt{c_\mu}}\frac{\gamma^D}{1-\gamma}"
    r"(2Sk_\mu+m)\lVert a_t\rVert_{V_t^{-1}}"
)


@identity(latex=lambda *, mixed=8: _Q31 % mixed, scope="every constant")
def _square(*, mixed: int = 8) -> Iterator[tuple[str, Any, Any]]:
    bound = 2 / sp.sqrt(f.c_mu) * _beta * NORM + 2 * f.k_mu / f.lam * _old * f.SHIFT
    total = PARTS[0] + PARTS[1] + sp.Rational(mixed, 8) * PARTS[2]
    yield "square", sp.expand(bound**2), sp.expand(total)


#: r = s B with s in [least, 1]: the square of r against that of its bound B.
_monotone = bound(
    "(s*B)**2 <= B**2",
    "B >= 0, {least} <= s <= 1",
    latex=r"0\leq r_t\leq B \Rightarrow r_t^2\leq B^2",
    scope="every bound",
    least="0",
)

Q31 = Claim(
    id="Q31",
    title="The square of twice bonus plus bias, in three terms",
    printed=[
        _square.as_part(
            r"\big(\tfrac{2}{\sqrt{c_\mu}}\beta x+\tfrac{2k_\mu}{\lambda}\tfrac{\gamma^D}{1-\gamma}"
            r"(2Sk_\mu+m)\big)^2 = \tfrac{4}{c_\mu}\beta^2x^2+\tfrac{4k_\mu^2}{\lambda^2}"
            r"\tfrac{\gamma^{2D}}{(1-\gamma)^2}(2Sk_\mu+m)^2+\tfrac{8k_\mu}{\lambda}"
            r"\tfrac{\beta}{\sqrt{c_\mu}}\tfrac{\gamma^D}{1-\gamma}(2Sk_\mu+m)x"
        )
    ],
    support=[_monotone],
    mutants=[
        _square.mutant("factor 8 of the mixed term lowered to 7", mixed=7),
        _monotone.mutant("regrets down to -1.01 times the bound allowed", least="-1.01"),
    ],
    fidelity="paraphrase",
    follows="A regret is never negative, so the bound on it may be squared; its square is the sum "
    "of the three terms, with x for the norm of the played action.",
    note="'This implies in particular', says the line before; where the bound on one round holds "
    "is Z54 and Z140.",
)


# --- I31, I32, I33: the three sums ----------------------------------------------------------------

_SLOPE = r"c_\mu"


def _first(numerator: str, factor: str = "8d") -> str:
    """The bound on the sum of the squared bonuses."""
    return (
        rf"\frac{{{factor}}}{{c_\mu}}(\beta_T^\delta)^2\max\Big(1,\frac{{{numerator}}}{{\lambda}}"
        rf"\Big){growth(numerator)}"
    )


_SQUARES = r"\sum_{t=1}^T\frac{4}{c_\mu}(\beta_T^\delta)^2\lVert a_t\rVert_{V_t^{-1}}^2 \leq "
_TERM = r"\frac{4}{c_\mu}(\beta_T^\delta)^2\cdot2\max\Big(1,\frac{c_\mu}{\lambda}\Big)\,d\,"

#: What line 2371 grants to the sum of ‖a_t‖².
_granted = f.ELLIPTICAL.expression * f.d * f.VOLUME


def _corrected(expression: Any) -> Any:
    """The same with c_μ/λ for 1/λ in the maximum and in the logarithm (Z55)."""
    y = f.d * f.lam * (1 - f.gamma)
    wide = {sp.Max(1, 1 / f.lam): sp.Max(1, f.c_mu / f.lam)}
    return expression.subs(wide).subs(sp.log(1 + 1 / y), sp.log(1 + f.c_mu / y))


@identity(
    latex=rf"{_TERM}{growth(_SLOPE)} = {_first(_SLOPE)}",
    scope="every constant",
    at={"d": 2, "T": 9},
)
def _is_sum(
    *, index: int = 0, value: Any = PARTS[0] / NORM**2 * _granted
) -> Iterator[tuple[str, Any, Any]]:
    """A term of Q31 with ``value`` for its sum over the rounds is the formula of that sum.

    Both as corrected; the sum of the biases has nothing to correct.
    """
    formula = f.GAP_SUMS[index]
    yield formula.name, _corrected(value), _corrected(formula.expression)


_squares = potential.variant(_SQUARES + _first(_SLOPE))
_squares_as_printed = potential.variant(_SQUARES + _first("1"), wide=0, deep=0)

I31 = Claim(
    id="I31",
    kernel=KernelTheorem(
        "I31",
        "every d, T, γ, λ, β and sequence of actions",
        covers="corrected",
        mutants=["I31_mutant"],
    ),
    error_lines="2463-2472",
    title="The sum of the squared bonuses: the ridge is λ/c_μ once more",
    printed=[_squares_as_printed],
    corrected=[_squares],
    fidelity="paraphrase",
    support=[
        _is_sum,
        _squares_as_printed.variant(
            _SQUARES + _first("1") + r"\quad(c_\mu\leq1)", largest=Fraction(1)
        ),
        *WIDER,
    ],
    mutants=[
        _squares.mutant(
            "factor 8 lowered to 4.12",
            _SQUARES + _first(_SLOPE, "4.12d"),
            factor=Fraction(103, 100),
        ),
        _is_sum.mutant(
            "d left out on the right",
            rf"{_TERM}{growth(_SLOPE)} = {_first(_SLOPE, '8')}",
            value=f.d * _is_sum.tokens["value"],
        ),
    ],
    hypotheses=["A3"],
    depends_on=["Z55"],
    effect="constant",
    note="The same slip as in the worst-case proof (I25, I26, Z55): as a bound on the sum it is "
    "true for c_μ <= 1, where c_μ/λ is at most 1/λ, and can fail for c_μ > 1, as the witness "
    "shows; with c_μ/λ for 1/λ in both places it is true always. "
    "For c_μ <= 1 this is said of the first member against the last. Of the two links between "
    "them the first is then true (I25), and the second is false for small c_μ (Z121).",
)


_LINK = (
    r"\log\Big(\frac{\det(V_{T+1})}{\gamma^{dT}%s}\Big) \leq d\Big(T\log(1/\gamma)+"
    r"\log\Big(1+\frac{%s}{d\lambda(1-\gamma)}\Big)\Big)"
)
_OWN_LINK = _LINK % (r"(\lambda/c_\mu)^d", _SLOPE)


@enumerated(
    cases=lambda: grid(
        d=(1, 2),
        T=(1, 4, 12),
        c_mu=(Fraction(1, 4), Fraction(1), Fraction(40, 9)),
        lam=(1, 10),
        gamma=(Fraction(3, 5), Fraction(9, 10)),
    ),
    latex=_OWN_LINK,
    scope="d <= 2, basis actions in turn, T <= 12, c_μ in {1/4, 1, 40/9}, λ in {1, 10}, "
    "γ in {3/5, 9/10}",
)
def _link(
    d: int,
    T: int,
    c_mu: Fraction,
    lam: int,
    gamma: Fraction,
    *,
    power: int = 1,
    share: Fraction = Fraction(1),
) -> Any:
    """det(V_{T+1})/(γ^T r)^d against γ^{-dT}(1 + share/(d r (1-γ)))^d, r = λ/c_μ^power.

    V has the ridge λ/c_μ; both sides are exponentials of the printed ones, so all is rational.
    Basis actions are played in turn.
    """
    played = [tuple(Fraction(int(i == t % d)) for i in range(d)) for t in range(T)]
    V = design(played, ages(gamma, T + 1), lam / c_mu, d)
    r = lam / c_mu**power
    granted = (1 + share / (d * r * (1 - gamma))) / gamma**T
    return determinant(V) / (gamma**T * r) ** d, "<=", granted**d


_one_round = bound(
    "(l/c + 1)/(g*l/c) <= (1 + c/({divisor}*l*(1 - g)))/g",
    "c > 0, l > 0, 0 < g < 1",
    latex=_OWN_LINK,
    scope="d = T = 1, a = 1, every c_μ, λ and γ",
    divisor="1",
)

Z121 = Claim(
    id="Z121",
    kernel=KernelTheorem(
        "Z121",
        "every d, T, γ, λ and sequence of actions",
        covers="corrected",
        mutants=["Z121_mutant"],
    ),
    lines="2458-2475",
    error_lines="2465-2472",
    kind="step",
    title="The determinant bound once more with ridge λ: a false link inside a true chain",
    printed=[_link.variant(_LINK % (r"\lambda^d", "1"), power=0)],
    corrected=[_link, _one_round.as_cases()],
    fidelity="paraphrase",
    support=WIDER[:1],
    mutants=[
        _link.mutant(
            "c_μ lowered by one per cent on the right",
            _LINK % (r"(\lambda/c_\mu)^d", r"0.99\,c_\mu"),
            share=Fraction(99, 100),
        ),
        _link.mutant("power of c_μ doubled", _LINK % (r"(\lambda/c_\mu^2)^d", r"c_\mu^2"), power=2),
        _one_round.mutant("λ raised by one per cent on the right", divisor="1.01"),
    ],
    hypotheses=["A3"],
    depends_on=["I26"],
    effect="step",
    note="The twin of I26, and the same slip: V has the ridge λ/c_μ, the link divides by λ^d. It "
    "can fail for c_μ < 1, the logistic case. The first member of the display is still at most the "
    "last for c_μ <= 1 (I31), so that nothing after it changes.",
)

_SECOND = (
    r"\sum_{t=1}^T r_{2,t} \leq \frac{4k_\mu^2}{\lambda^2}\frac{\gamma^{2D}%s}{(1-\gamma)^2}"
    r"(2Sk_\mu+m)^2"
)
_biases = _is_sum.variant(_SECOND % "T", index=1, value=f.T * PARTS[1])

I32 = Claim(
    id="I32",
    title="The sum of the squared biases",
    printed=[_biases],
    mutants=[
        _biases.mutant("one round fewer", _SECOND % "(T-1)", value=(f.T - 1) * PARTS[1]),
        _biases.mutant(
            "γ^{2D+1} for γ^{2D}", _SECOND % r"\gamma T", value=f.T * PARTS[1] / f.gamma
        ),
    ],
    fidelity="verbatim",
    depends_on=["Q31"],
    note="The page has <=; it is an equality, which is what is checked, since the term is the same "
    "at every round. At γ^D = 1/T it is 4k_μ²(2Sk_μ+m)²/(λ²T(1-γ)²).",
)


def _third(numerator: str, inside: str = "2dT") -> str:
    """Roots of the potential, as line 2490 writes them."""
    return (
        rf"\sqrt{{{inside}\max\Big(1,\frac{{{numerator}}}{{\lambda}}\Big)}}"
        rf"\sqrt{{{volume(numerator)}}}"
    )


_MIXED = r"\frac{8k_\mu\beta_T^\delta}{\lambda\sqrt{c_\mu}}\frac{\gamma^D}{1-\gamma}(2Sk_\mu+m)"
_NORMS = rf"\sum_{{t=1}}^T r_{{3,t}} \leq {_MIXED}"
_BY_ROOT = (
    rf"{_MIXED}\cdot\sqrt T\sqrt{{2\max\Big(1,\frac{{{_SLOPE}}}{{\lambda}}\Big)\,d\,"
    rf"{growth(_SLOPE)}}}"
)
_norms = potential.variant(_NORMS + _third(_SLOPE), root=True)
_norms_as_printed = _norms.variant(_NORMS + _third("1"), wide=0, deep=0)
_mixed = _is_sum.variant(
    f"{_BY_ROOT} = {_MIXED}{_third(_SLOPE)}",
    index=2,
    value=PARTS[2] / NORM * sp.sqrt(f.T) * sp.sqrt(_granted),
)

I33 = Claim(
    id="I33",
    kernel=KernelTheorem(
        "I33",
        "every d, T, D, γ, λ, β and sequence of actions",
        covers="corrected",
        mutants=["I33_mutant"],
    ),
    error_lines="2490-2492",
    title="The sum of the mixed terms",
    printed=[_norms_as_printed],
    corrected=[_norms],
    support=[
        _mixed,
        _norms_as_printed.variant(_NORMS + _third("1") + r"\quad(c_\mu\leq1)", largest=Fraction(1)),
    ],
    mutants=[
        _norms.mutant(
            "factor 2 under the root lowered to 0.6",
            _NORMS + _third(_SLOPE, "0.6dT"),
            factor=Fraction(6, 10),
        ),
        _mixed.mutant(
            "T left out under the root on the right",
            f"{_BY_ROOT} = {_MIXED}{_third(_SLOPE, '2d')}",
            value=PARTS[2] / NORM * f.T * sp.sqrt(_granted),
        ),
    ],
    hypotheses=["A3"],
    depends_on=["Z55", CAUCHY_SCHWARZ],
    fidelity="paraphrase",
    effect="constant",
    note="Checked with the common factor left out, the first member against the last. The same "
    "slip once more (I25, I26, Z55, I31). The whole term is superfluous: Z59.",
)


# --- Z59: without the mixed term ------------------------------------------------------------------


_two_squares = bound(
    "8*x*y <= {factor}*x**2 + 4*y**2",
    latex=r"r_{3,t}\leq r_{1,t}+r_{2,t}",
    scope="r_{1,t} = 4x², r_{2,t} = 4y², r_{3,t} = 8xy; every bonus x and bias y",
    factor="4",
)

Z59 = Claim(
    id="Z59",
    kernel=KernelTheorem(
        "Z59",
        "every two numbers, and so every two terms of the square",
        mutants=["Z59_mutant"],
    ),
    lines="674-681, 2439-2445, 2481-2493",
    kind="step",
    title="The mixed term is at most the sum of the other two: the theorem needs no C_3",
    printed=[_two_squares],
    mutants=[_two_squares.mutant("factor 4 lowered to 3.99", factor="3.99")],
    depends_on=["Q31"],
    ours=True,
    note="So the bound of the gap-dependent theorem holds with C_3 = 0 and C_2, C_4 doubled, and "
    "then its tuning does give the rate printed beside it (T1).",
)

CLAIMS = [Q30, Q31, I31, Z121, I32, I33, Z59]
