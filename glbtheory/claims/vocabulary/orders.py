"""Rates by exact exponent arithmetic: tunings, orders of terms, and statements about them.

Orders ignore constants and logarithms.  S, k_μ, m and δ are constants; the tunings make
λ = d log T of order d.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Statement
from glbtheory.claims.vocabulary.forms import written
from glbtheory.engines.evidence import WHOLE, Evidence
from glbtheory.engines.orders import ONE, Order, compare, order_of

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

#: The rate of the worst case, and with gaps: Δ as a constant, and with Δ^{-1} (the theorems).
RATE = Order.of(c_mu="-1/3", d="2/3", Gamma="1/3", T="2/3")
GAP_RATE = Order.of(c_mu="-1/2", d=1, Gamma="1/2", T="1/2")
GAP_RATE_OVER_DELTA = GAP_RATE / Delta

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


def order_latex(order: Order, symbol: str = r"\widetilde O") -> str:
    """The order as the paper writes it."""
    return rf"{symbol}\big({monomials(order)}\big)"


def sides(term: Any, tuning: Tuning, logs: Order = ONE) -> tuple[Order, Order]:
    """The order of a term from below and from above; a function gives an order that is exact."""
    if callable(term):
        exact = term()
        return exact, exact
    return tuning.of(term, below=True, logs=logs), tuning.of(term, logs=logs)


def scales(
    what: str, term: Any, rate: Order, tuning: Tuning, *, logs: Order = ONE, scope: str = ""
) -> Statement:
    """The term (an expression, or a function giving its order) is at most the rate.

    Tokens: ``what``, ``term``, ``rate``, ``tuning``, ``logs``, and ``least``: the term is at least
    the rate.  With ``logs`` other than 1, log T counts as that, and the tilde goes.  The scope is
    that of the tuning where none is given.
    """

    def run(*, least: bool, **given: Any) -> Evidence:
        return _compared(**given, least=least, scope=scope)

    tokens = {"what": what, "term": term, "rate": rate, "tuning": tuning, "logs": logs}
    return written(run, {**tokens, "least": False}, _shown, extent=WHOLE)


def attains(
    what: str, term: Any, rate: Order, tuning: Tuning, *, logs: Order = ONE, scope: str = ""
) -> Statement:
    """The term is at least the rate: :func:`scales` from below."""
    return scales(what, term, rate, tuning, logs=logs, scope=scope).variant(least=True)


def _compared(
    *, what: str, term: Any, rate: Order, tuning: Tuning, logs: Order, least: bool, scope: str
) -> Evidence:
    found, pair = sides(term, tuning, logs), (rate, rate)
    one, other = (pair, found) if least else (found, pair)
    where = scope or scope_of(tuning)
    if logs == ONE:
        return compare(one, other, tuning.region, where)
    return compare(one, other, (*tuning.region, logs), f"logarithms counted; {where}")


def _shown(*, what: str, rate: Order, logs: Order, least: bool) -> str:
    tilde = r"\widetilde" if logs == ONE else ""
    letter = r"\Omega" if least else f"{' ' if tilde else ''}O"
    return f"{what} = {order_latex(rate, tilde + letter)}"


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


def scope_of(tuning: Tuning) -> str:
    where = ", ".join(dict.fromkeys(condition(r) for r in tuning.region))
    return f"{tuning.name}; {where}" if tuning.name else where


def term_with(formula: str, symbol: Any) -> Any:
    """The term of a displayed sum that holds a symbol."""
    (found,) = (t for t in sp.Add.make_args(f.FORMULAS[formula].expression) if t.has(symbol))
    return found
