"""Smaller regret bounds: the sums of the regret proofs with the sharpened constants.

Lines 2313-2371 and 2449-2493 (discounts), 2938-2967 and 3033-3039 (sliding window).  W stands for
the root of the sum of the squared regrets of the rounds far from a change.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import isqrt
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.vocabulary import bound, enclosed, enumerated, identity
from glbtheory.claims.vocabulary.exact_designs import at
from glbtheory.claims.vocabulary.identities import Pairs
from glbtheory.claims.vocabulary.scope_conditions import FINITE_OUTCOMES
from glbtheory.claims.vocabulary.stationary_rounds import changes, members
from glbtheory.claims.window.regret_steps import chain

F = Fraction
_NEARLY = sp.Rational(99, 100)

# --- Z167: the norm of the regrets ----------------------------------------------------------------


@identity(
    latex=lambda *, mixed=2: rf"\sum_t(x_t+y)^2 = \sum_tx_t^2+{float(mixed):g}y\sum_tx_t+ny^2",
    scope="n <= 6 rounds",
)
def squares_expanded(*, mixed: Any = 2) -> Pairs:
    """Σ(x_t + y)² = A + 2y Σx_t + n y², with A = Σ x_t²."""
    for n in range(1, 7):
        x, y = sp.symbols(f"x1:{n + 1}", positive=True), sp.Symbol("y", positive=True)
        right = sum(v**2 for v in x) + mixed * y * sum(x) + n * y**2
        yield f"n={n}", sp.expand(sum((v + y) ** 2 for v in x)), sp.expand(right)


#: p = √A, r = √n, and rp - e is Σx_t, which is at most rp by Cauchy-Schwarz.
one_norm = bound(
    "p**2 + 2*y*(r*p - e) + r**2*y**2 <= {share}*(p + y*r)**2",
    "p >= 0, r >= 1, y >= 0, e >= 0",
    latex=r"\sum_{t=1}^n(x_t+y)^2 \leq \big(\sqrt{A}+y\sqrt n\big)^2,\quad A = \sum_{t=1}^nx_t^2",
    scope="every A, n, y and every sum up to √n√A",
    share="1",
)
at_most_twice = bound(
    "(p + q)**2 <= {factor}*(p**2 + q**2)",
    "p >= 0, q >= 0",
    latex=r"\big(\sqrt A+\sqrt B\big)^2 \leq 2(A+B)",
    scope="every sum A of squared bonuses and B of squared biases",
    factor="2",
)


def _symbol(name: str) -> Any:
    return sp.Symbol(name, positive=True)


_BETA, _POTENTIAL = _symbol("beta_sharpened"), _symbol("potential_discount_sharpened")
_BIAS = _symbol("bias_sharpened")
_W = r"W_\gamma = 2\beta^\sharp\sqrt{P_\gamma^\sharp/c_\mu}+2b^\sharp\sqrt T"


@identity(latex=_W, scope="every argument")
def norm_of_regrets(*, share: Any = 1) -> Pairs:
    """The formula of W is 2β√(P/c_μ) + 2b√T."""
    parts = 2 * (_BETA * sp.sqrt(_POTENTIAL / f.c_mu) + _BIAS * sp.sqrt(f.T))
    yield "W", f.FORMULAS["regret_norm_discount"].expression, share * parts


Z167 = Claim(
    id="Z167",
    ours=True,
    lines="2313-2371, 2459-2493",
    kind="step",
    title="The squared regrets add up to the square of one norm, without a factor 2",
    kernel=KernelTheorem("Z167", "every n, all real x_t, y >= 0", mutants=["Z167_mutant"]),
    printed=[
        one_norm.as_part(
            r"A+2y\sigma+ny^2 \leq \big(\sqrt A+y\sqrt n\big)^2,\quad \sigma = \sum_tx_t"
            r" \leq \sqrt n\sqrt A"
        )
    ],
    support=[
        squares_expanded.as_cases(),
        *(s.as_consistency(s.latex) for s in (norm_of_regrets, at_most_twice)),
    ],
    mutants=[
        squares_expanded.mutant("the mixed terms lowered by one per cent", mixed=2 * _NEARLY),
        one_norm.mutant("right side lowered by one per cent", share="0.99"),
        at_most_twice.mutant("factor 2 lowered to 1.99", factor="1.99"),
        norm_of_regrets.mutant(
            "W raised by one per cent", r"1.01\," + _W, share=sp.Rational(101, 100)
        ),
    ],
    note="Far from a change r_t <= x_t + y with x_t twice the bonus and y twice the bias. The "
    "repaired gap theorem pays 2(A + B) for the sum of (x_t + y)² (Z59); the paper has the three "
    "sums A + B + 2√(AB), which is the square of √A + √B, and bounds the third by a term that "
    "spoils its rate. Kept as a square nothing has to be dropped.",
)


# --- Z168: the regret with discounts --------------------------------------------------------------


def _in_bonus_and_bias(name: str) -> Any:
    """A bound with discounts in β, b and the arguments."""
    whole = f.FORMULAS[name].expression
    for part in ("regret_norm_discount", "potential_discount_sharpened"):
        whole = whole.subs(_symbol(part), f.FORMULAS[part].expression)
    return whole


_WORST_CASE = _in_bonus_and_bias("regret_discount_sharpened")
_WITH_GAPS = _in_bonus_and_bias("regret_discount_gap_sharpened")


_SURELY = r"\mathbb{P}\big(R_T \leq %s\big) \geq 1-\delta"


def _below_root(x: Fraction) -> Fraction:
    """A rational at most a millionth below the root."""
    return F(isqrt(int(x * 10**12)), 10**6)


def _runs(*, right: Any = _WORST_CASE) -> Iterator[dict[str, Any]]:
    """Every schedule of T <= 3 rounds, with numbers and, where the bound has one, a gap."""
    scales = ((F(4), F(20)), (F(1, 4), F(1)))
    numbers = list(product((F(1), F(4)), scales, (F(1, 2), F(9, 10))))
    for T in (1, 2, 3):
        for path, D in product(product((0, 1), repeat=T - 1), range(1, T + 1)):
            for lam, (c, m), gamma in numbers:
                case = {"path": (0, *path), "D": D, "lam": lam, "c_mu": c, "m": m}
                case |= {"gamma": gamma, "beta": m / 4, "b": m / 50}
                if not right.has(f.Delta):
                    yield case
                    continue
                # The regrets of the first round at λ = 4 and at λ = 1.
                for least in (m / 4, m / 2):
                    yield case | {"Delta": least + m / 25}


@enumerated(
    cases=_runs,
    latex=_SURELY % r"m\,\Gamma_TD+\sqrt T\,W_\gamma" + rf",\quad {_W}",
    scope="d = 1, T <= 3, every schedule and D <= T, λ in {1, 4}, (c_μ, m) in {(4, 20), (1/4, 1)}",
)
def possible_regret(
    path: tuple[int, ...],
    D: int,
    lam: Fraction,
    c_mu: Fraction,
    m: Fraction,
    gamma: Fraction,
    beta: Fraction,
    b: Fraction,
    Delta: Fraction | int = 0,
    *,
    right: Any = _WORST_CASE,
) -> Any:
    """A regret that the steps before leave possible, against a bound on R_T; d = 1, every a_t = 1.

    It is 2β‖a_t‖/√c_μ + 2b far from a change, or 0 where that is below the gap, else 0.99 m.
    """
    far, ridge = members(path, D), lam / c_mu
    V, regret = ridge, F(99, 100) * m * (len(path) - len(far))
    for t in range(1, len(path) + 1):
        r = _below_root(4 * beta**2 / c_mu / V) + 2 * b
        regret += r if t in far and r >= Delta else 0
        V = gamma * V + 1 + (1 - gamma) * ridge
    known = {f.d: 1, f.T: len(path), f.lam: lam, f.c_mu: c_mu, f.m: m, f.gamma: gamma, f.D: D}
    known |= {f.Gamma: changes(path), _BETA: beta, _BIAS: b, f.Delta: Delta}
    return regret, "<=", at(right, known)


_possible_with_gaps = possible_regret.variant(
    _SURELY % r"m\,\Gamma_TD+\tfrac{W_\gamma^2}{\Delta}" + rf",\quad {_W}", right=_WITH_GAPS
)


def _nearly(whole: Any) -> Any:
    """A bound with all but its first term lowered by one per cent."""
    near = f.m * f.Gamma * f.D
    return near + _NEARLY * sp.expand(whole - near)


#: b' = b + e, β' = β + h, P' = P + q: what is larger in every part is larger.
parts_grow = bound(
    "2*x*sqrt(p) + 2*b <= 2*(x {more})*sqrt(p + q) + 2*(b + e)",
    "x >= 0, p >= 0, b >= 0, h >= 0, q >= 0, e >= 0",
    latex=r"\beta^\sharp\leq\beta,\ P^\sharp\leq P,\ b^\sharp\leq b\ \Rightarrow\ W^\sharp\leq W",
    scope="every part, in units of √T",
    more="+ h",
)

_SMALLER = r"R^\sharp \leq %sR\quad\text{(the repaired bound)}"


def _problems() -> Iterator[dict[str, Any]]:
    for S, d, T in product((F(1, 2), F(6)), (1, 5), (100, 10_000)):
        common = {"d": d, "T": T, "S": S, "lam": F(d * 5), "delta": F(1, 20), "Gamma": 2}
        common |= {"u": F(1, 2), "r": F(1, 2), "Delta": F(1, 10), "k_mu": F(1, 4)}
        common |= {"c_mu": F(1, 5) / S**2, "m": F(1)}
        yield common | {"gamma": F(97, 100), "D": 200, "tau": 50}


@enclosed(
    cases=_problems,
    latex=_SMALLER % "",
    scope="S in {1/2, 6}, d in {1, 5}, T in {100, 10000}, u = r = 1/2",
    shown={"lam": "lam"},
)
def smaller_on_grid(
    *,
    sharp: str = "regret_discount_sharpened",
    repaired: str = "regret_discount_corrected",
    share: Fraction | int = 1,
    **problem: Any,
) -> Any:
    """The closed forms themselves, at u = r = 1/2, by forty digits."""
    small, large = (
        F(str(form.exactly(**{a: problem[a] for a in form.arguments}).evalf(40)))
        for form in (f.FORMULAS[sharp], f.FORMULAS[repaired])
    )
    return small, "<=", share * large


#: What the runs of the check are.
_POSSIBLE = (
    r"\text{regrets that }r_t\leq2\beta\lVert a_t\rVert_{V_t^{-1}}/\sqrt{c_\mu}+2b,\ r_t\leq m"
    r"\text{ allow, in runs of up to three rounds}"
)

Z168 = Claim(
    id="Z168",
    ours=True,
    lines="2337-2371, 2449-2493",
    kind="theorem",
    title="Discounts: the smaller regret bounds, in the worst case and with gaps",
    kernel=KernelTheorem(
        "Z168",
        "every d, T, D, u, r > 0, 0 < γ < 1, λ > 0, S > 0, Γ_T, Δ > 0, link with means in [0, m] "
        "and environment",
        conditions=[FINITE_OUTCOMES],
        mutants=["Z168_mutant"],
    ),
    printed=[
        possible_regret.as_cases(_POSSIBLE),
        _possible_with_gaps.as_cases(_POSSIBLE),
    ],
    support=[
        parts_grow.as_consistency(parts_grow.latex),
        smaller_on_grid,
        smaller_on_grid.variant(
            sharp="regret_discount_gap_sharpened", repaired="regret_gap_corrected"
        ),
    ],
    mutants=[
        possible_regret.mutant(
            "W lowered by one per cent: one round attains it",
            r"m\,\Gamma_TD+0.99\sqrt T\,W_\gamma",
            right=_nearly(_WORST_CASE),
        ),
        _possible_with_gaps.mutant(
            "W² lowered by one per cent",
            r"m\,\Gamma_TD+0.99\,W_\gamma^2/\Delta",
            right=_nearly(_WITH_GAPS),
        ),
        possible_regret.mutant(
            "m dropped from the lost rounds",
            r"\Gamma_TD+\sqrt T\,W_\gamma",
            right=_WORST_CASE.subs(f.m, 1),
        ),
        parts_grow.mutant("the larger bonus smaller by 0.01", more="- 0.01"),
        smaller_on_grid.mutant(
            "a third of the repaired bound", _SMALLER % r"\tfrac13", share=F(1, 3)
        ),
    ],
    hypotheses=["A1", "A2", "A3", "A4", "A6"],
    depends_on=["Z114", "P10", "Q29", "I23", "Q30", "I46", "Z161", "Z167"],
    note="For means that stay in [0, m] (Z113). Valid for every γ, λ, whole D and every u and r "
    "that do not depend on the data. With gaps A5 is assumed too. At u = r = 1/2 every part is "
    "at most that of the repaired bound (Z110, Z113, Z114, Z161), and so is the whole, as the "
    "grid shows in some problems; the best u and r can only be better.",
)


# --- Z169: the regret with a window ---------------------------------------------------------------

_NORM = _symbol("regret_norm_window")
#: W with β's symbol as ``chain`` knows it.
_ROOT = f.FORMULAS["regret_norm_window"].expression.subs(
    {
        _symbol("beta_window_sharpened_end"): f.BETA_WINDOW_END.symbol,
        _symbol("potential_window_sharpened"): f.FORMULAS["potential_window_sharpened"].expression,
    }
)
_WINDOW, _WINDOW_GAP = (f.FORMULAS[f"regret_window{x}_sharpened"].expression for x in ("", "_gap"))

_WINDOW_IS = r",\quad W_\tau = 2\beta_T^\sharp\sqrt{P_\tau^\sharp/c_\mu}"
_possible_in_window = chain.variant(
    _SURELY % r"m\,\Gamma_T\tau+\sqrt T\,W_\tau" + _WINDOW_IS, right=_WINDOW.subs(_NORM, _ROOT)
)
_possible_in_window_with_gaps = chain.variant(
    _SURELY % r"m\,\Gamma_T\tau+\tfrac{W_\tau^2}{\Delta}" + _WINDOW_IS,
    right=_WINDOW_GAP.subs(_NORM, _ROOT),
)
_smaller_in_window, _smaller_in_window_with_gaps = (
    smaller_on_grid.variant(
        sharp=f"regret_window{x}_sharpened", repaired=f"regret_window{x}_corrected"
    )
    for x in ("", "_gap")
)

_POSSIBLE_IN_WINDOW = (
    r"\text{regrets that }r_t\leq2\beta\lVert a_t\rVert_{V_t^{-1}}/\sqrt{c_\mu},\ r_t\leq m"
    r"\text{ allow, in runs of up to three rounds}"
)

Z169 = Claim(
    id="Z169",
    ours=True,
    lines="2949-2967, 3033-3039",
    kind="theorem",
    title="Sliding window: the smaller regret bounds, in the worst case and with gaps",
    kernel=KernelTheorem(
        "Z169",
        "every d, T, τ, u, r > 0, λ > 0, S > 0, Γ_T, Δ > 0, link and environment",
        conditions=[FINITE_OUTCOMES],
        mutants=["Z169_mutant"],
    ),
    printed=[
        _possible_in_window.as_cases(_POSSIBLE_IN_WINDOW),
        _possible_in_window_with_gaps.as_cases(_POSSIBLE_IN_WINDOW),
    ],
    support=[_smaller_in_window, _smaller_in_window_with_gaps],
    mutants=[
        _possible_in_window.mutant(
            "W lowered by one per cent: one round attains it",
            r"m\,\Gamma_T\tau+0.99\sqrt T\,W_\tau",
            right=_WINDOW.subs(_NORM, _NEARLY * _ROOT),
        ),
        _possible_in_window_with_gaps.mutant(
            "W lowered by one per cent",
            r"m\,\Gamma_T\tau+(0.99\,W_\tau)^2/\Delta",
            right=_WINDOW_GAP.subs(_NORM, _NEARLY * _ROOT),
        ),
        _possible_in_window.mutant(
            "m dropped from the lost rounds",
            r"\Gamma_T\tau+\sqrt T\,W_\tau",
            right=_WINDOW.subs(_NORM, _ROOT).subs(f.m, 1),
        ),
        _smaller_in_window.mutant(
            "a third of the repaired bound", _SMALLER % r"\tfrac13", share=F(1, 3)
        ),
    ],
    hypotheses=["A1", "A2", "A3", "A4", "A6"],
    depends_on=["Z163", "Z166", "P10", "Q45", "Z65", "Z165"],
    note="Valid for every τ, λ and every u and r that do not depend "
    "on the data; with gaps A5 is assumed too.",
)

CLAIMS = [Z167, Z168, Z169]
