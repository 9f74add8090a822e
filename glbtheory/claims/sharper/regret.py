"""Smaller regret bounds: the sums of the regret proofs with the sharpened constants.

Lines 2313-2371 and 2449-2493 (discounts), 2938-2967 and 3033-3039 (sliding window).  W stands for
the root of the sum of the squared regrets of the rounds far from a change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from math import isqrt
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.vocabulary.exact_designs import at
from glbtheory.claims.vocabulary.hand_steps import CAUCHY_SCHWARZ, TERMWISE
from glbtheory.claims.vocabulary.old_forms import enclosed, identities
from glbtheory.claims.vocabulary.stationary_rounds import changes, members
from glbtheory.claims.window.regret_steps import chain
from glbtheory.engines.enumeration import enumerate_cases

F = Fraction
_ZERO, _ONE = F(0), F(1)

# --- Z167: the norm of the regrets ----------------------------------------------------------------


def _expanded(n: int, share: Any, why: str = "") -> Statement:
    """Σ(x_t + y)² = A + 2y Σx_t + n y², with A = Σ x_t²."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        for k in range(1, n + 1):
            x = sp.symbols(f"x1:{k + 1}", positive=True)
            y = sp.Symbol("y", positive=True)
            right = sum(v**2 for v in x) + share * 2 * y * sum(x) + k * y**2
            yield f"n={k}", sp.expand(sum((v + y) ** 2 for v in x)), sp.expand(right)

    two = "2" if share == 1 else f"{float(2 * share):g}"
    latex = rf"\sum_t(x_t+y)^2 = \sum_tx_t^2+{two}y\sum_tx_t+ny^2"
    return identities(pairs, latex, f"n <= {n} rounds", why)


def _minkowski(share: str = "1", why: str = "") -> Bound:
    """s = Σx_t and A = s²/n + v, where v >= 0 is the spread of I24."""
    return Bound(
        "s**2",
        "<=",
        f"{share}*n*(s**2/n + v)",
        "s >= 0, n >= 1, v >= 0",
        latex=r"\sum_tx_t \leq \sqrt n\sqrt{A}\ \Rightarrow\ "
        r"\sum_t(x_t+y)^2 \leq \big(\sqrt{A}+y\sqrt n\big)^2",
        scope="every sum and spread; I24 gives the spread",
        why=why,
    )


def _halved(two: str = "2", why: str = "") -> Bound:
    return Bound(
        "(p + q)**2",
        "<=",
        f"{two}*(p**2 + q**2)",
        "p >= 0, q >= 0",
        latex=r"\big(\sqrt A+\sqrt B\big)^2 \leq 2(A+B)",
        scope="every sum A of squared bonuses and B of squared biases",
        why=why,
    )


def _norm(name: str, parts: Any, latex: str, why: str = "", share: Any = 1) -> Statement:
    """The formula of W is 2β√(P/c_μ) + 2b√T."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        yield "W", f.FORMULAS[name].expression, share * parts

    return identities(pairs, latex, "every argument", why)


def _symbol(name: str) -> Any:
    return sp.Symbol(name, positive=True)


_BETA, _POTENTIAL = _symbol("beta_sharpened"), _symbol("potential_discount_sharpened")
_BIAS = _symbol("bias_sharpened")
_W = 2 * (_BETA * sp.sqrt(_POTENTIAL / f.c_mu) + _BIAS * sp.sqrt(f.T))
_W_LATEX = r"W_\gamma = 2\beta^\sharp\sqrt{P_\gamma^\sharp/c_\mu}+2b^\sharp\sqrt T"

Z167 = Claim(
    id="Z167",
    ours=True,
    lines="2313-2371, 2459-2493",
    kind="step",
    title="The squared regrets add up to the square of one norm, without a factor 2",
    printed=[
        _expanded(6, 1),
        _minkowski(),
        _norm("regret_norm_discount", _W, _W_LATEX),
    ],
    support=[_halved()],
    mutants=[
        _expanded(3, sp.Rational(99, 100), "the mixed terms lowered by one per cent"),
        _minkowski("0.99", "n lowered by one per cent"),
        _halved("1.99", "factor 2 lowered to 1.99"),
        _norm(
            "regret_norm_discount",
            _W,
            r"1.01\," + _W_LATEX,
            "W raised by one per cent",
            sp.Rational(101, 100),
        ),
    ],
    depends_on=["Z54", "I24", "Z161", "Z163", TERMWISE],
    note="Far from a change r_t <= x_t + y with x_t twice the bonus and y twice the bias. The "
    "repaired gap theorem pays 2(A + B) for the sum of (x_t + y)² (Z59); the paper has the three "
    "sums A + B + 2√(AB), which is the square of √A + √B, and bounds the third by a term that "
    "spoils its rate. Kept as a square nothing has to be dropped.",
)


# --- Z168: the regret with discounts --------------------------------------------------------------

_LATEX = {
    False: r"R_T \leq m\,\Gamma_TD+\sqrt T\,W_\gamma",
    True: r"R_T \leq m\,\Gamma_TD+\frac{W_\gamma^2}{\Delta}",
}


def _name(gap: bool) -> str:
    return "regret_discount_gap_sharpened" if gap else "regret_discount_sharpened"


def _closed(gap: bool) -> Any:
    """The bound in β, b and the arguments."""
    whole = f.FORMULAS[_name(gap)].expression
    for name in ("regret_norm_discount", "potential_discount_sharpened"):
        whole = whole.subs(_symbol(name), f.FORMULAS[name].expression)
    return whole


_SCALES = ((F(4), F(20)), (F(1, 4), _ONE))


def _below_root(x: Fraction) -> Fraction:
    """A rational at most a millionth below the root."""
    return F(isqrt(int(x * 10**12)), 10**6)


def _runs(gap: bool) -> Iterator[dict[str, Any]]:
    numbers = list(product((_ONE, F(4)), _SCALES, (F(1, 2), F(9, 10))))
    for T in (1, 2, 3):
        for path, D in product(product((0, 1), repeat=T - 1), range(1, T + 1)):
            for lam, (c, m), gamma in numbers:
                case = {"path": (0, *path), "D": D, "lambda": lam, "c_mu": c, "m": m}
                case |= {"gamma": gamma, "beta": m / 4, "b": m / 50}
                # The regrets of the first round at λ = 4 and at λ = 1.
                for least in (m / 4, m / 2) if gap else ():
                    yield case | {"Delta": least + m / 25}
                if not gap:
                    yield case


def _discounted(bound: Any, gap: bool, latex: str, why: str = "") -> Statement:
    """A regret that the steps before leave possible, against a bound on R_T; d = 1, every a_t = 1.

    It is 2β‖a_t‖/√c_μ + 2b far from a change, or 0 where that is below the gap, else 0.99 m.
    """

    def check(case: dict[str, Any]) -> Any:
        path, D, lam, c, m, gamma, beta, b, *least = case.values()
        far, ridge = members(path, D), lam / c
        V, regret = ridge, F(99, 100) * m * (len(path) - len(far))
        for t in range(1, len(path) + 1):
            r = _below_root(4 * beta**2 / c / V) + 2 * b
            regret += r if t in far and (not gap or r >= least[0]) else 0
            V = gamma * V + 1 + (1 - gamma) * ridge
        known = {f.d: 1, f.T: len(path), f.lam: lam, f.c_mu: c, f.m: m, f.gamma: gamma, f.D: D}
        known |= {f.Gamma: changes(path), _BETA: beta, _BIAS: b}
        known |= {f.Delta: least[0]} if gap else {}
        return regret, "<=", at(bound, known)

    scope = "d = 1, T <= 3, every schedule and D <= T, λ in {1, 4}, (c_μ, m) in {(4, 20), (1/4, 1)}"
    return Statement(latex, lambda: enumerate_cases(_runs(gap), check, scope), why)


def _scaled(bound: Any, share: Any) -> Any:
    """A bound with all but its first term multiplied."""
    near = f.m * f.Gamma * f.D
    return near + share * sp.expand(bound - near)


def _monotone(why: str = "", more: str = "+ h") -> Bound:
    """b' = b + e, β' = β + h, P' = P + q: what is larger in every part is larger."""
    return Bound(
        "2*x*sqrt(p) + 2*b",
        "<=",
        f"2*(x {more})*sqrt(p + q) + 2*(b + e)",
        "x >= 0, p >= 0, b >= 0, h >= 0, q >= 0, e >= 0",
        latex=r"\beta^\sharp\leq\beta,\ P^\sharp\leq P,\ b^\sharp\leq b\ \Rightarrow\ "
        r"W^\sharp\leq W",
        scope="every part, in units of √T",
        why=why,
    )


def _on_grid(sharp: str, printed: str, share: str, latex: str, why: str = "") -> Statement:
    """The closed forms themselves, at u = r = 1/2, by sixty digits."""

    def cases() -> Iterator[dict[str, Any]]:
        for S, d, T in product((F(1, 2), F(6)), (1, 5), (100, 10_000)):
            common = {"d": d, "T": T, "S": S, "lam": F(d * 5), "delta": F(1, 20), "Gamma": 2}
            common |= {"u": F(1, 2), "r": F(1, 2), "Delta": F(1, 10), "k_mu": F(1, 4)}
            common |= {"c_mu": F(1, 5) / S**2, "m": F(1)}
            yield common | {"gamma": F(97, 100), "D": 200, "tau": 50}

    def check(case: dict[str, Any]) -> Any:
        small, large = (
            f.FORMULAS[n].exactly(**{a: case[a] for a in f.FORMULAS[n].arguments})
            for n in (sharp, printed)
        )
        return small.evalf(40), "<=", F(share) * F(str(large.evalf(40)))

    scope = "S in {1/2, 6}, d in {1, 5}, T in {100, 10000}, u = r = 1/2"
    return enclosed(cases, _rational(check), latex, scope, why)


def _rational(check: Any) -> Any:
    def sides(case: dict[str, Any]) -> Any:
        lhs, relation, rhs = check(case)
        return F(str(lhs)), relation, rhs

    return sides


_SMALLER = r"R^\sharp \leq %sR\quad\text{(the repaired bound)}"

Z168 = Claim(
    id="Z168",
    ours=True,
    lines="2337-2371, 2449-2493",
    kind="theorem",
    title="Discounts: the smaller regret bounds, in the worst case and with gaps",
    printed=[
        *(_discounted(_closed(gap), gap, _LATEX[gap]) for gap in (False, True)),
        _monotone(),
        _on_grid(_name(False), "regret_discount_corrected", "1", _SMALLER % ""),
        _on_grid(_name(True), "regret_gap_corrected", "1", _SMALLER % ""),
    ],
    mutants=[
        _discounted(
            _scaled(_closed(False), sp.Rational(99, 100)),
            False,
            r"m\,\Gamma_TD+0.99\sqrt T\,W_\gamma",
            "W lowered by one per cent: one round attains it",
        ),
        _discounted(
            _scaled(_closed(True), sp.Rational(99, 100)),
            True,
            r"m\,\Gamma_TD+0.99\,W_\gamma^2/\Delta",
            "W² lowered by one per cent",
        ),
        _discounted(
            _closed(False).subs(f.m, 1),
            False,
            r"\Gamma_TD+\sqrt T\,W_\gamma",
            "m dropped from the lost rounds",
        ),
        _monotone("the larger bonus smaller by 0.01", "- 0.01"),
        _on_grid(
            _name(False),
            "regret_discount_corrected",
            "1/3",
            _SMALLER % r"\tfrac13",
            "a third of the repaired bound",
        ),
    ],
    hypotheses=["A1", "A2", "A3", "A4", "A6"],
    depends_on=[
        *("Z114", "Z113", "Z54", "I23", "I24", "Q30", "Z161", "Z167", "Z25", "T1", "T2"),
        *(CAUCHY_SCHWARZ, TERMWISE),
    ],
    note="Conditional as T1 and T2 are, and for means that stay in [0, m] (Z113). Valid for every "
    "γ, λ, whole D and every u and r that do not depend on the data. With gaps A5 is assumed too. "
    "At u = r = 1/2 every part is at most that of the repaired bound (Z110, Z113, Z114, Z161); the "
    "best u and r can only be better.",
)


# --- Z169: the regret with a window ---------------------------------------------------------------

_NORM = _symbol("regret_norm_window")
_ROOT = f.FORMULAS["regret_norm_window"].expression.subs(
    {
        _symbol("beta_window_sharpened_end"): f.BETA_WINDOW_END.symbol,
        _symbol("potential_window_sharpened"): f.FORMULAS["potential_window_sharpened"].expression,
    }
)


def _window(gap: bool, share: Any = 1, lost: Any = None) -> Any:
    """The window's bound, with β's symbol as ``chain`` knows it."""
    name = "regret_window_gap_sharpened" if gap else "regret_window_sharpened"
    whole = f.FORMULAS[name].expression.subs(_NORM, share * _ROOT)
    return whole if lost is None else whole.subs(f.m, lost)


_WINDOW = {
    False: r"R_T \leq m\,\Gamma_T\tau+\sqrt T\,W_\tau",
    True: r"R_T \leq m\,\Gamma_T\tau+\frac{W_\tau^2}{\Delta},\quad"
    r" W_\tau = 2\beta_T^\sharp\sqrt{P_\tau^\sharp/c_\mu}",
}

Z169 = Claim(
    id="Z169",
    ours=True,
    lines="2949-2967, 3033-3039",
    kind="theorem",
    title="Sliding window: the smaller regret bounds, in the worst case and with gaps",
    printed=[
        *(chain(_window(gap), _WINDOW[gap]) for gap in (False, True)),
        *(
            _on_grid(
                f"regret_window{x}_sharpened", f"regret_window{x}_corrected", "1", _SMALLER % ""
            )
            for x in ("", "_gap")
        ),
    ],
    mutants=[
        chain(
            _window(False, sp.Rational(99, 100)),
            r"m\,\Gamma_T\tau+0.99\sqrt T\,W_\tau",
            "W lowered by one per cent: one round attains it",
        ),
        chain(
            _window(True, sp.Rational(99, 100)),
            r"m\,\Gamma_T\tau+(0.99\,W_\tau)^2/\Delta",
            "W lowered by one per cent",
        ),
        chain(
            _window(False, lost=1),
            r"\Gamma_T\tau+\sqrt T\,W_\tau",
            "m dropped from the lost rounds",
        ),
        _on_grid(
            "regret_window_sharpened",
            "regret_window_corrected",
            "1/3",
            _SMALLER % r"\tfrac13",
            "a third of the repaired bound",
        ),
    ],
    hypotheses=["A1", "A2", "A3", "A4", "A6"],
    depends_on=[
        *("Z163", "Z166", "Z167", "Q44", "Q45", "Z64", "Z65", "Z25", "I24", "T5", "T6"),
        *(CAUCHY_SCHWARZ, TERMWISE),
    ],
    note="Conditional as T5 and T6 are. Valid for every τ, λ and every u and r that do not depend "
    "on the data; with gaps A5 is assumed too.",
)


CLAIMS = [Z167, Z168, Z169]
