"""Rates by exact exponent arithmetic: every scaling of the two regret appendices.

Orders ignore constants and logarithms.  S, k_μ, m and δ are constants; the tunings make
λ = d log T of order d.  The printed rates are meant for large T.  How large is part of the
statement: a term that vanishes as T grows may carry a power of 1/c_μ, and it is below the rate
only once T is beyond that power.

"Scales as" is read as two statements: the term is at most the printed rate (as :math:`O` says), and
at least the rate named beside it, so that the printed exponents are the true ones.  Where they are
not (S2), the second statement has the smaller rate and the note says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Claim, Statement
from glbtheory.engines.evidence import Evidence
from glbtheory.engines.orders import ONE, Order, compare, order_of

CHAPTER = "rates"

T, d, c, G, Delta, K = (Order.of(**{n: 1}) for n in ("T", "d", "c_mu", "Gamma", "Delta", "K"))
#: log T, where logarithms are counted.
LOG = Order.of(L=1)

#: The orders of what a problem gives.  δ is a constant, so that log(T/δ) is at least log T.
PROBLEM: dict[Any, Order] = {
    **dict.fromkeys((f.S, f.k_mu, f.m, f.delta, f.B, f.xi, f.eta), ONE),
    f.T: T,
    f.d: d,
    f.c_mu: c,
    f.Gamma: G,
    f.Delta: Delta,
    f.K: K,
    sp.log(f.T): ONE,
    sp.log(f.T / f.delta): ONE,
}


@dataclass(frozen=True)
class Tuning:
    """A choice of γ or τ: the order of 1 - γ or of τ, and the region on which rates are read.

    Where nothing is chosen the name is empty and the order is 1.
    """

    name: str
    order: Order
    region: tuple[Order, ...]
    window: bool = False
    lam: Order = d

    @staticmethod
    def by(name: str, formula: str, *region: Order) -> Tuning:
        """The tuning that a formula gives: 1 - γ for a discount factor, τ for a window."""
        expression = f.FORMULAS[formula].expression
        window = formula.startswith("tau")
        order = order_of(expression if window else 1 - expression, PROBLEM)
        return Tuning(name, order, region, window, order_of(_LAM, PROBLEM))

    @staticmethod
    def none(*region: Order) -> Tuning:
        """Nothing to choose: the region alone."""
        return Tuning("", ONE, region)

    def known(self, below: bool = False, logs: Order = ONE) -> dict[Any, Order]:
        """Orders of the symbols of the formulas, and of 1 - γ and log(1/γ).

        With ``logs`` other than 1 log T counts as that, in λ and from above.
        """
        found = {**PROBLEM, f.lam: self.lam * logs}
        if self.window:
            # ⌈T/τ⌉ is at most 1 + T/τ, and min(t, τ) enters through a logarithm.
            found |= {f.tau: self.order, sp.ceiling(f.T / f.tau): ONE + T / self.order}
        else:
            # (1-γ) <= log(1/γ) <= 2(1-γ) for γ in (1/2, 1): I28 and I30.
            found |= {1 - f.gamma: self.order, sp.log(1 / f.gamma): self.order}
        parts = ["rho_window_end", "beta_window_end"] if self.window else ["rho", "s_bar", "beta"]
        for formula in (f.FORMULAS[name] for name in parts):
            found[formula.symbol] = _count(formula.expression, found, below, logs)
        return found

    def of(
        self,
        expression: Any,
        known: Mapping[Any, Order] | None = None,
        below: bool = False,
        logs: Order = ONE,
    ) -> Order:
        """An order that the expression is at most, or at least if ``below``."""
        return _count(expression, self.known(below, logs) if known is None else known, below, logs)


def _count(expression: Any, known: Mapping[Any, Order], below: bool, logs: Order) -> Order:
    """``order_of``; from above, every logarithm of the horizon counts as ``logs``."""
    counted = {}
    if logs != ONE and not below:
        horizon = {f.T, f.tau, f.gamma}
        atoms = sp.sympify(expression).atoms(sp.log) - {sp.log(1 / f.gamma)}
        counted = {atom: logs for atom in atoms if atom.free_symbols & horizon}
    return order_of(expression, {**known, **counted}, below)


_LAM = f.FORMULAS["lam_theorem"].expression
#: Any problem: T >= Γ_T >= 1, d >= 1, c_μ <= 1 (up to constants).
ANY = (T, d, c**-1, G, T / G)
#: T >= d²/(c_μ Γ_T²) says that T(1-γ) >= 1: there is something to forget.
WORST = Tuning.by("worst-case tuning", "gamma_worst_case", *ANY, T * c * G**2 / d**2)
GAP = Tuning.by("gap tuning", "gamma_gap", *ANY, Delta**-1, T * c * G / d**2)
WINDOW = Tuning.by("window tuning", "tau_worst_case", *WORST.region)
WINDOW_GAP = Tuning.by("window tuning with gaps", "tau_gap", *GAP.region)

_LETTERS = {
    "Delta": r"\Delta",
    "c_mu": r"c_\mu",
    "K": "K",
    "d": "d",
    "Gamma": r"\Gamma_T",
    "T": "T",
    "H": "H",
    "lam": r"\lambda",
    "x": r"(1-\gamma)",
    "L": r"(\log T)",
}


def monomials(order: Order) -> str:
    """LaTeX of an order: its monomials in the paper's order of letters, the largest understood."""
    shown = []
    for term in sorted(order.terms):
        powers = dict(term)
        factors = [
            letter if powers[n] == 1 else f"{letter}^{{{powers[n]}}}"
            for n, letter in _LETTERS.items()
            if n in powers
        ]
        shown.append(r"\,".join(factors) or "1")
    return " + ".join(shown)


def latex(order: Order, symbol: str = r"\widetilde O") -> str:
    """The order as the paper writes it."""
    return rf"{symbol}\big({monomials(order)}\big)"


def sides(term: Any, tuning: Tuning, logs: Order = ONE) -> tuple[Order, Order]:
    """The order of a term from below and from above; a function gives an order that is exact."""
    if callable(term):
        exact = term()
        return exact, exact
    return tuning.of(term, below=True, logs=logs), tuning.of(term, logs=logs)


def scales(what: str, term: Any, rate: Order, tuning: Tuning, why: str = "") -> Statement:
    """The term (an expression, or a function giving its order) is at most the rate."""

    def run() -> Evidence:
        return compare(sides(term, tuning), (rate, rate), tuning.region, _scope(tuning))

    return Statement(f"{what} = {latex(rate)}", run, why)


def attains(what: str, term: Any, rate: Order, tuning: Tuning, why: str = "") -> Statement:
    """The term is at least the rate."""

    def run() -> Evidence:
        return compare((rate, rate), sides(term, tuning), tuning.region, _scope(tuning))

    return Statement(what + " = " + latex(rate, r"\widetilde\Omega"), run, why)


_NAMES = {"c_mu": "c_μ", "Gamma": "Γ_T", "Delta": "Δ", "lam": "λ", "x": "(1-γ)", "w": "τ"}
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def condition(order: Order) -> str:
    """That a monomial is at least 1, in words: T c_μ Γ_T² >= d²."""
    (term,) = order.terms

    def side(sign: int) -> str:
        factors = []
        for name, e in term:
            if e * sign > 0:
                power = "" if abs(e) == 1 else str(abs(e)).translate(_RAISED)
                power = f"^({abs(e)})" if "/" in power else power
                factors.append(_NAMES.get(name, name) + power)
        return " ".join(factors) or "1"

    return f"{side(1)} >= {side(-1)}"


def _scope(tuning: Tuning) -> str:
    where = ", ".join(dict.fromkeys(condition(r) for r in tuning.region))
    return f"{tuning.name}; {where}" if tuning.name else where


def scaling(
    claim_id: str,
    line: str,
    title: str,
    what: str,
    term: Any,
    printed: Order,
    tuning: Tuning,
    corrected: Order | None = None,
    exact: Order | None = None,
    **fields: Any,
) -> Claim:
    """One bullet: the order of a term from both sides.

    Mutants move the exponent of T by 1/12.  ``exact`` is the order from below, if it is not the
    printed one.
    """
    true = corrected or printed
    least = exact or true
    return Claim(
        id=claim_id,
        lines=line,
        kind="scaling",
        chapter=CHAPTER,
        title=title,
        printed=[scales(what, term, printed, tuning)],
        corrected=[scales(what, term, corrected, tuning)] if corrected else [],
        support=[attains(what, term, least, tuning)],
        mutants=[
            scales(what, term, true / T ** "1/12", tuning, "exponent of T lowered by 1/12"),
            attains(what, term, least * T ** "1/12", tuning, "from below, T^(1/12) larger"),
        ],
        **fields,
    )


def term_with(formula: str, symbol: Any) -> Any:
    """The term of a displayed sum that holds a symbol."""
    (found,) = (t for t in sp.Add.make_args(f.FORMULAS[formula].expression) if t.has(symbol))
    return found


_beta = f.BETA.symbol
_explore = term_with("regret_discount", _beta)
RATE = Order.of(c_mu="-1/3", d="2/3", Gamma="1/3", T="2/3")

S1 = scaling(
    "S1",
    "2389-2390",
    "The rounds near a change",
    r"\frac{2\log T}{1-\gamma}\Gamma_T",
    term_with("regret_discount", f.Gamma),
    RATE,
    WORST,
)
S2 = scaling(
    "S2",
    "2391-2392",
    "The bias of old data",
    r"\frac{2k_\mu(2Sk_\mu+m)}{\lambda(1-\gamma)}",
    next(
        t
        for t in sp.Add.make_args(f.FORMULAS["regret_discount"].expression)
        if not t.has(f.Gamma) and not t.has(_beta)
    ),
    Order.of(c_mu="-1/3", d="2/3", Gamma="-2/3", T="2/3"),
    WORST,
    exact=Order.of(c_mu="-1/3", d="-1/3", Gamma="-2/3", T="2/3"),
    note="The division by λ = d log T gives d^{-1/3}; the printed d^{2/3} is true and larger.",
)

_root = sp.sqrt(sp.log(1 / f.gamma))
S3 = scaling(
    "S3",
    "2393-2397",
    "The sum of the bonuses",
    r"\frac{2\beta_T^\delta}{\sqrt{c_\mu}}\sqrt{dT}\cdots",
    _explore,
    c ** "-1/2" * d * T * WORST.order ** "1/2",
    WORST,
    note="Read with log(1/γ) of order 1-γ. It needs T(1-γ) >= 1, that is T >= d²/(c_μ Γ_T²).",
)
#: The page keeps √log(1/γ) here and puts the tuning in two lines later.
_S3 = (
    r"\frac{2\beta_T^\delta}{\sqrt{c_\mu}}\sqrt{dT}\sqrt{2\max\big(1,\tfrac1\lambda\big)}"
    r"\sqrt{T\log(1/\gamma)+\log\big(1+\tfrac{1}{d\lambda(1-\gamma)}\big)}"
    r"\ \text{scales as}\ \frac{1}{\sqrt{c_\mu}}dT\sqrt{\log(1/\gamma)}"
)
S3 = replace(S3, printed=[replace(p, latex=_S3) for p in S3.printed])
S4 = scaling(
    "S4",
    "2405",
    "The root of log(1/γ)",
    r"\sqrt{\log(1/\gamma)}",
    _root,
    Order.of(c_mu="1/6", d="-1/3", Gamma="1/3", T="-1/3"),
    WORST,
    depends_on=["I28", "I30"],
)
S5 = scaling(
    "S5",
    "2406-2407",
    "The product",
    r"c_\mu^{-1/2}dT\sqrt{\log(1/\gamma)}",
    f.d * f.T * _root / sp.sqrt(f.c_mu),
    RATE,
    WORST,
)

#: With gaps: Δ as a constant (Table 1 and the bullets), and with Δ^{-1} (the theorems).
GAP_RATE = Order.of(c_mu="-1/2", d=1, Gamma="1/2", T="1/2")
GAP_RATE_OVER_DELTA = GAP_RATE / Delta
#: The three sums of the gap-dependent proof with γ^D = 1/T (lines 2464-2493).
SUMS = [
    formula.expression.subs(
        {f.BETA_APPENDIX.symbol: _beta, f.gamma**f.D: 1 / f.T, f.gamma ** (2 * f.D): f.T**-2}
    )
    for formula in f.GAP_SUMS
]
S6 = scaling(
    "S6",
    "2500",
    "The rounds near a change",
    r"\Gamma_T D",
    f.Gamma * f.FORMULAS["analysis_window"].expression,
    GAP_RATE,
    GAP,
)
S7 = scaling("S7", "2501", "The first sum", r"\sum_t r_{1,t}", SUMS[0], GAP_RATE, GAP)
S8 = scaling(
    "S8",
    "2502",
    "The second sum",
    r"\sum_t r_{2,t}",
    SUMS[1],
    Order.of(c_mu=-1, Gamma=-1),
    GAP,
)
S9 = scaling(
    "S9",
    "2503",
    "The third sum",
    r"\sum_t r_{3,t}",
    SUMS[2],
    Order.of(d="1/4", c_mu="-3/4", Gamma="-1/4", T="1/4"),
    GAP,
    Order.of(d="1/2", c_mu="-3/4", Gamma="-1/4", T="1/4"),
    effect="step",
    note="The exponent of d is 1/2. The term is of lower order in T and the rate is not touched.",
)

# --- the sliding window ---------------------------------------------------------------------------

_beta_window = f.BETA_WINDOW_END.symbol
_BONUS = (d * LOG) ** "1/2"


def _bonus_rate(claim_id: str, line: str, tuning: Tuning) -> Claim:
    """β = O(√(d log T)) without the tilde: here logarithms are counted."""
    region = (*tuning.region, LOG)

    def is_of(rate: Order, why: str = "", least: bool = False) -> Statement:
        def run() -> Evidence:
            pair, bonus = (rate, rate), sides(_beta_window, tuning, LOG)
            one, other = (pair, bonus) if least else (bonus, pair)
            return compare(one, other, region, "logarithms counted; " + _scope(tuning))

        symbol = r"\Omega" if least else "O"
        return Statement(r"\beta_T^\delta = " + latex(rate, symbol), run, why)

    return Claim(
        id=claim_id,
        lines=line,
        kind="scaling",
        chapter=CHAPTER,
        title="The bonus is of order √(d log T)",
        printed=[is_of(_BONUS)],
        support=[is_of(_BONUS, least=True)],
        mutants=[
            is_of(_BONUS / d ** "1/12", "exponent of d lowered by 1/12"),
            is_of(_BONUS / LOG ** "1/12", "exponent of log T lowered by 1/12"),
        ],
        note="Logarithms are counted: λ = d log T balances √λ and (d/√λ) log T.",
    )


S10 = _bonus_rate("S10", "2991", WINDOW)
S12 = scaling(
    "S12",
    "2994-2995",
    "The sum of the bonuses, window",
    r"\frac{\beta_T^\delta}{\sqrt{c_\mu}}\sqrt T\sqrt{dT/\tau}",
    _beta_window / sp.sqrt(f.c_mu) * sp.sqrt(f.T) * sp.sqrt(f.d * f.T / f.tau),
    RATE,
    WINDOW,
)
S13 = _bonus_rate("S13", "3045", WINDOW_GAP)
S14 = scaling(
    "S14",
    "3046-3047",
    "The rounds near a change, window",
    r"\Gamma_T\tau",
    term_with("regret_window_gap", f.Gamma),
    GAP_RATE,
    WINDOW_GAP,
)
S15 = scaling(
    "S15",
    "3048-3049",
    "The sum of squared bonuses, window",
    r"\frac{(\beta_T^\delta)^2}{c_\mu}d\frac T\tau",
    _beta_window**2 / f.c_mu * f.d * f.T / f.tau,
    GAP_RATE,
    WINDOW_GAP,
)
_near = term_with("regret_window", f.Gamma)
_BULLET = Order.of(c_mu="-1/3", d="2/3", Gamma="2/3", T="2/3")
_TWELFTH = G ** "1/12"
S11 = Claim(
    id="S11",
    lines="2992-2993",
    kind="scaling",
    chapter=CHAPTER,
    title="The rounds near a change, window: the exponent of Γ_T",
    printed=[
        scales(
            rf"\Gamma_T\tau = {latex(_BULLET)} \;\Rightarrow\; R_T",
            lambda: _BULLET,
            RATE,
            WINDOW,
        )
    ],
    corrected=[
        scales(r"\Gamma_T\tau", _near, RATE, WINDOW),
        attains(r"\Gamma_T\tau", _near, RATE, WINDOW),
    ],
    mutants=[
        scales(r"\Gamma_T\tau", _near, RATE / _TWELFTH, WINDOW, "exponent of Γ_T lowered by 1/12"),
        attains(r"\Gamma_T\tau", _near, RATE * _TWELFTH, WINDOW, "from below, Γ_T^(1/12) larger"),
    ],
    effect="step",
    error_lines="2993",
    note="Γ_T times Γ_T^{-2/3} is Γ_T^{1/3}. The printed Γ_T^{2/3} is a true upper bound, but the "
    "rate of the corollary (line 2977) does not follow from it; from Γ_T^{1/3} it does.",
)

CLAIMS = [S1, S2, S3, S4, S5, S6, S7, S8, S9, S10, S11, S12, S13, S14, S15]
