"""The steps of the gap-dependent proof with discount factors (lines 2413-2493)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.regret.worst_case_steps import OWN, PRINTED, WIDER, growth, potential, volume
from glbtheory.claims.vocabulary.exact_designs import ages, design, determinant
from glbtheory.claims.vocabulary.hand_steps import INDUCTION, TERMWISE
from glbtheory.claims.vocabulary.old_forms import identities
from glbtheory.engines.enumeration import enumerate_cases

#: ‖a_t‖ in the terms of one round.
NORM = sp.Symbol("x", positive=True)
_beta = f.BETA_APPENDIX.symbol
_old = f.gamma**f.D / (1 - f.gamma)


# --- Q30: a regret is at most its square over the gap ---------------------------------------------


def _squared(gap: Callable[[list[Fraction]], Fraction], latex: str, why: str = "") -> Statement:
    """Every list of three means, every action played; ``gap`` reads Δ off the positive gaps."""

    def cases() -> Iterator[dict[str, Any]]:
        levels = [Fraction(i, 4) for i in range(5)]
        for means in product(levels, repeat=3):
            for played in range(3):
                yield {"means": means, "played": played}

    def check(case: dict[str, Any]) -> Any:
        best = max(case["means"])
        gaps = [best - x for x in case["means"] if x < best]
        r = best - case["means"][case["played"]]
        # No action is suboptimal: Δ is the minimum of nothing, and the regret is 0.
        return r, "<=", r**2 / gap(gaps) if gaps else Fraction(0)

    scope = "three actions, means 0, 1/4, ..., 1, every action played, the best among them"
    return Statement(latex, lambda: enumerate_cases(cases(), check, scope), why)


_Q30 = (
    r"r_t = \mu(a_{\star,t}^\top\theta^\star_t)-\mu(a_t^\top\theta^\star_t) \leq"
    r" \frac{(\mu(a_{\star,t}^\top\theta^\star_t)-\mu(a_t^\top\theta^\star_t))^2}{\Delta}"
    r" = \frac{r_t^2}{\Delta}"
)

Q30 = Claim(
    id="Q30",
    title="With a minimal gap a regret is at most its square divided by the gap",
    printed=[
        _squared(min, _Q30),
        Bound(
            "(g + e)*g",
            "<=",
            "(g + e)**2",
            "g > 0, e >= 0",
            latex=_Q30,
            scope="every gap and every regret at least as large",
        ),
    ],
    mutants=[
        _squared(
            lambda g: Fraction(101, 100) * min(g),
            r"r_t \leq \frac{r_t^2}{1.01\,\Delta}",
            "gap overstated by one per cent",
        ),
        _squared(max, r"r_t \leq \frac{r_t^2}{\max_a\text{gap}}", "the largest gap for the least"),
    ],
    hypotheses=["A5"],
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


def _square(mixed: int, latex: str, why: str = "") -> Statement:
    def pairs() -> Iterable[tuple[str, Any, Any]]:
        bound = 2 / sp.sqrt(f.c_mu) * _beta * NORM + 2 * f.k_mu / f.lam * _old * f.SHIFT
        total = PARTS[0] + PARTS[1] + sp.Rational(mixed, 8) * PARTS[2]
        yield "square", sp.expand(bound**2), sp.expand(total)

    return identities(pairs, latex, "every constant", why)


def _monotone(least: str, why: str = "") -> Bound:
    """r = s B with s in [least, 1]: the square of r against that of its bound B."""
    return Bound(
        "(s*B)**2",
        "<=",
        "B**2",
        f"B >= 0, {least} <= s <= 1",
        latex=rf"{least}\,B\leq r_t\leq B \Rightarrow r_t^2\leq B^2",
        scope="every bound",
        why=why,
    )


_Q31 = (
    r"r_t^2 \leq \frac{4}{c_\mu}(\beta_T^\delta)^2\lVert a_t\rVert_{V_t^{-1}}^2"
    r" + \frac{4k_\mu^2}{\lambda^2}\frac{\gamma^{2D}}{(1-\gamma)^2}(2Sk_\mu+m)^2"
    r" + \frac{%dk_\mu}{\lambda}\frac{\beta_T^\delta}{\sqrt{c_\mu}}\frac{\gamma^D}{1-\gamma}"
    r"(2Sk_\mu+m)\lVert a_t\rVert_{V_t^{-1}}"
)

Q31 = Claim(
    id="Q31",
    title="The square of twice bonus plus bias, in three terms",
    printed=[_square(8, _Q31 % 8), _monotone("0")],
    mutants=[
        _square(7, _Q31 % 7, "factor 8 of the mixed term lowered to 7"),
        _monotone("-1.01", "regrets down to -1.01 times the bound allowed"),
    ],
    depends_on=["Z54"],
    note="A regret is never negative, so the bound may be squared.",
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
_TERM = r"\frac{4}{c_\mu}(\beta_T^\delta)^2\cdot2\max\Big(1,\frac{1}{\lambda}\Big)\,d\,"


def _is_sum(index: int, value: Any, latex: str, why: str = "") -> Statement:
    """A term of Q31 with ``value`` for its sum over the rounds is the formula of that sum."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        formula = f.GAP_SUMS[index].expression
        yield f.GAP_SUMS[index].name, value, formula

    return identities(pairs, latex, "every constant", why, at={"d": 2, "T": 9})


#: What line 2371 grants to the sum of ‖a_t‖².
_granted = f.ELLIPTICAL.expression * f.d * f.VOLUME

I31 = Claim(
    id="I31",
    error_lines="2463-2472",
    title="The sum of the squared bonuses: the ridge is λ/c_μ once more",
    printed=[potential(PRINTED, _SQUARES + _first("1"))],
    corrected=[potential(OWN, _SQUARES + _first(_SLOPE))],
    support=[
        _is_sum(0, PARTS[0] / NORM**2 * _granted, rf"{_TERM}{growth('1')} = {_first('1')}"),
        potential(PRINTED, _SQUARES + _first("1") + r"\quad(c_\mu\leq1)", largest=Fraction(1)),
        *WIDER,
    ],
    mutants=[
        potential(
            OWN,
            _SQUARES + _first(_SLOPE, "4.12d"),
            "factor 8 lowered to 4.12",
            Fraction(103, 100),
        ),
        _is_sum(
            0,
            f.d * PARTS[0] / NORM**2 * _granted,
            rf"{_TERM}{growth('1')} = {_first('1', '8')}",
            "d left out on the right",
        ),
    ],
    hypotheses=["A3"],
    depends_on=["Q31", "I25", "I26", "Z55", TERMWISE],
    effect="constant",
    note="The same slip as in the worst-case proof (I25, I26, Z55): as a bound on the sum it is "
    "true for c_μ <= 1 and false beyond; with c_μ/λ for 1/λ in both places it is true always. "
    "For c_μ <= 1 this is said of the first member against the last. Of the two links between "
    "them the first is then true (I25), and the second is false for small c_μ (Z121).",
)


def _link(power: int, share: Fraction, latex: str, why: str = "") -> Statement:
    """det(V_{T+1})/(γ^T r)^d against γ^{-dT}(1 + share/(d r (1-γ)))^d, r = λ/c_μ^power.

    V has the ridge λ/c_μ; both sides are exponentials of the printed ones, so all is rational.
    Basis actions are played in turn.
    """

    def cases() -> Iterator[dict[str, Any]]:
        slopes, gammas = (Fraction(1, 4), Fraction(1), Fraction(40, 9)), (Fraction(3, 5), _NINE)
        for n, T, c, lam, g in product((1, 2), (1, 4, 12), slopes, (1, 10), gammas):
            yield {"d": n, "T": T, "c_mu": c, "lambda": lam, "gamma": g}

    def check(case: dict[str, Any]) -> Any:
        n, T, g = case["d"], case["T"], case["gamma"]
        played = [tuple(Fraction(int(i == t % n)) for i in range(n)) for t in range(T)]
        V = design(played, ages(g, T + 1), case["lambda"] / case["c_mu"], n)
        r = case["lambda"] / case["c_mu"] ** power
        bound = (1 + share / (n * r * (1 - g))) / g**T
        return determinant(V) / (g**T * r) ** n, "<=", bound**n

    scope = "d <= 2, basis actions in turn, T <= 12, c_μ in {1/4, 1, 40/9}, λ in {1, 10}"
    return Statement(latex, lambda: enumerate_cases(cases(), check, scope), why)


_NINE = Fraction(9, 10)
_LINK = (
    r"\log\Big(\frac{\det(V_{T+1})}{\gamma^{dT}%s}\Big) \leq d\Big(T\log(1/\gamma)+"
    r"\log\Big(1+\frac{%s}{d\lambda(1-\gamma)}\Big)\Big)"
)
_OWN_LINK = _LINK % (r"(\lambda/c_\mu)^d", _SLOPE)


def _one_round(divisor: str, why: str = "") -> Bound:
    """d = T = 1 and a = 1, for every slope, ridge and discount factor."""
    return Bound(
        "(l/c + 1)/(g*l/c)",
        "<=",
        f"(1 + c/({divisor}*l*(1 - g)))/g",
        "c > 0, l > 0, 0 < g < 1",
        latex=_OWN_LINK,
        scope="d = T = 1, a = 1, every c_μ, λ and γ",
        why=why,
    )


Z121 = Claim(
    id="Z121",
    lines="2458-2475",
    error_lines="2465-2472",
    kind="step",
    title="The determinant bound once more with ridge λ: a false link inside a true chain",
    printed=[_link(0, Fraction(1), _LINK % (r"\lambda^d", "1"))],
    corrected=[_link(1, Fraction(1), _OWN_LINK), _one_round("1")],
    mutants=[
        _link(
            1,
            Fraction(99, 100),
            _LINK % (r"(\lambda/c_\mu)^d", r"0.99\,c_\mu"),
            "c_μ lowered by one per cent on the right",
        ),
        _link(2, Fraction(1), _LINK % (r"(\lambda/c_\mu^2)^d", r"c_\mu^2"), "power of c_μ doubled"),
        _one_round("1.01", "λ raised by one per cent on the right"),
    ],
    hypotheses=["A3"],
    depends_on=["I26", "I25", "C10", INDUCTION],
    effect="step",
    note="The twin of I26, and the same slip: V has the ridge λ/c_μ, the link divides by λ^d. It "
    "fails for c_μ < 1, the logistic case. The first member of the display is still at most the "
    "last for c_μ <= 1 (I31), so that nothing after it changes.",
)

_SECOND = (
    r"\sum_{t=1}^T r_{2,t} \leq \frac{4k_\mu^2}{\lambda^2}\frac{\gamma^{2D}%s}{(1-\gamma)^2}"
    r"(2Sk_\mu+m)^2"
)

I32 = Claim(
    id="I32",
    title="The sum of the squared biases",
    printed=[_is_sum(1, f.T * PARTS[1], _SECOND % "T")],
    mutants=[
        _is_sum(1, (f.T - 1) * PARTS[1], _SECOND % "(T-1)", "one round fewer"),
        _is_sum(1, f.T * PARTS[1] / f.gamma, _SECOND % r"T/\gamma", "γ^{2D-1} for γ^{2D}"),
    ],
    depends_on=["Q31"],
    note="An equality: the term is the same at every round. At γ^D = 1/T it is "
    "4k_μ²(2Sk_μ+m)²/(λ²T(1-γ)²).",
)


def _third(numerator: str, inside: str = "2dT") -> str:
    """Roots of the potential, as line 2490 writes them."""
    return (
        rf"\sqrt{{{inside}\max\Big(1,\frac{{{numerator}}}{{\lambda}}\Big)}}"
        rf"\sqrt{{{volume(numerator)}}}"
    )


_NORMS = r"\sum_{t=1}^T\lVert a_t\rVert_{V_t^{-1}} \leq "
_MIXED = r"\frac{8k_\mu\beta_T^\delta}{\lambda\sqrt{c_\mu}}\frac{\gamma^D}{1-\gamma}(2Sk_\mu+m)"
_BY_ROOT = rf"{_MIXED}\cdot\sqrt T\sqrt{{2\max\Big(1,\frac{{1}}{{\lambda}}\Big)\,d\,{growth('1')}}}"

I33 = Claim(
    id="I33",
    error_lines="2490-2492",
    title="The sum of the mixed terms",
    printed=[potential(PRINTED, _NORMS + _third("1"), root=True)],
    corrected=[potential(OWN, _NORMS + _third(_SLOPE), root=True)],
    support=[
        _is_sum(
            2,
            PARTS[2] / NORM * sp.sqrt(f.T) * sp.sqrt(_granted),
            f"{_BY_ROOT} = {_MIXED}{_third('1')}",
        ),
        potential(
            PRINTED, _NORMS + _third("1") + r"\quad(c_\mu\leq1)", largest=Fraction(1), root=True
        ),
    ],
    mutants=[
        potential(
            OWN,
            _NORMS + _third(_SLOPE, "0.6dT"),
            "factor 2 under the root lowered to 0.6",
            Fraction(6, 10),
            root=True,
        ),
        _is_sum(
            2,
            PARTS[2] / NORM * f.T * sp.sqrt(_granted),
            f"{_BY_ROOT} = {_MIXED}{_third('1', '2d')}",
            "T left out under the root on the right",
        ),
    ],
    hypotheses=["A3"],
    depends_on=["Q31", "I24", "I25", "I26", "Z55", TERMWISE],
    effect="constant",
    note="The same slip once more (I25, I26, Z55, I31). The whole term is superfluous: Z59.",
)


# --- Z59: without the mixed term ------------------------------------------------------------------


def _two_squares(factor: str, latex: str, why: str = "") -> Bound:
    return Bound(
        "(2*x + 2*y)**2",
        "<=",
        f"{factor}*x**2 + 8*y**2",
        latex=latex,
        scope="every bonus x and bias y",
        why=why,
    )


Z59 = Claim(
    id="Z59",
    lines="674-681, 2439-2445, 2481-2493",
    kind="step",
    title="The mixed term is at most the sum of the other two: the theorem needs no C_3",
    printed=[
        _two_squares("8", r"r_t^2 \leq 2r_{1,t}+2r_{2,t},\quad r_{3,t}\leq r_{1,t}+r_{2,t}"),
    ],
    mutants=[
        _two_squares("7.99", r"r_t^2\leq1.9975\,r_{1,t}+2r_{2,t}", "factor 8 lowered to 7.99")
    ],
    depends_on=["Q31"],
    ours=True,
    note="So the bound of the gap-dependent theorem holds with C_3 = 0 and C_2, C_4 doubled, and "
    "then its tuning does give the rate printed beside it (T1).",
)

CLAIMS = [Q30, Q31, I31, Z121, I32, I33, Z59]
