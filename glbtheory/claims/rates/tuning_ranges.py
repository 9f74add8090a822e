"""Where the tunings make sense: for which problems γ lies in (1/2, 1) and τ in the horizon.

Whole numbers of rounds and changes are tried, in exact arithmetic, few and many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Claim, Statement
from glbtheory.engines.enumeration import enumerate_cases
from glbtheory.engines.evidence import Evidence

#: The last one is binomial rewards with twenty trials and S = log 2: 20·(2/3)·(1/3).
_C = (Fraction(1, 4), Fraction(1, 10), Fraction(1, 1000), Fraction(40, 9))


def _tuned(name: str, **values: Any) -> Any:
    """A tuning as an exact number; ``None`` where it divides by zero."""
    at = {f.SYMBOLS[n]: sp.Rational(v) for n, v in values.items()}
    found = f.FORMULAS[name].expression.subs(at)
    return found if found.is_finite else None


def _ranges(latex_text: str, check: Callable[[dict[str, Any]], Any], why: str = "") -> Statement:
    """Over small horizons, numbers of changes, dimensions and slopes, exactly."""

    def cases() -> Iterator[dict[str, Any]]:
        for horizon, dimension, slope in product((1000, 100, 10, 3, 2, 1), (2, 1, 5), _C):
            few = {5, 6, 22, 23} if horizon == 100 else set()
            for changes in sorted({0, 1, horizon // 2, 3 * horizon // 4, horizon - 1} | few):
                yield {"T": horizon, "Gamma": changes, "d": dimension, "c_mu": slope}

    def run() -> Evidence:
        scope = (
            "T in {1, 2, 3, 10, 100, 1000}, d in {1, 2, 5}, c_μ in {1/4, 1/10, 1/1000, 40/9}, "
            "several Γ_T"
        )
        return enumerate_cases(cases(), check, scope)

    return Statement(latex_text, run, why)


def _inside(name: str, low: Any, high: Any, **case: Any) -> bool:
    found = _tuned(name, **case)
    return found is not None and bool(found > low) and bool(found < high)


def _gamma_ranges(name: str, text: str, factor: Fraction, power: int, why: str = "") -> Statement:
    """γ in (1/2, 1) if and only if 0 < factor · c_μ Γ^power < d² T^power."""

    def check(case: dict[str, Any]) -> bool:
        size = factor * case["c_mu"] * case["Gamma"] ** power
        return _inside(name, sp.Rational(1, 2), 1, **case) == (
            0 < size < case["d"] ** 2 * case["T"] ** power
        )

    return _ranges(text, check, why)


def _window_range(exponent: int, text: str, why: str = "") -> Statement:
    """τ is defined and at most T if and only if c_μ Γ_T^exponent T >= d² (and Γ_T >= 1)."""
    name = {2: "tau_worst_case", 1: "tau_gap"}[exponent]

    def check(case: dict[str, Any]) -> bool:
        found = _tuned(name, **case)
        short = found is not None and bool(found <= case["T"])
        size = case["c_mu"] * case["Gamma"] ** exponent * case["T"]
        return short == (case["Gamma"] >= 1 and size >= case["d"] ** 2)

    return _ranges(text, check, why)


def _few_changes(least: int, text: str, why: str = "") -> Statement:
    """Binomial(20) rewards, S = log 2, d = 1, T = 100: the gap tuning for every Γ_T <= 30."""

    def check(case: dict[str, Any]) -> bool:
        found, changes = _tuned("gamma_gap", **case), case["Gamma"]
        return bool(found > sp.Rational(1, 2)) == (changes < 6) and bool(found < 0) == (
            changes >= least
        )

    cases = [{"T": 100, "Gamma": g, "d": 1, "c_mu": Fraction(40, 9)} for g in range(1, 31)]
    scope = "binomial rewards with 20 trials, S = log 2, d = 1, T = 100"
    return Statement(text, lambda: enumerate_cases(cases, check, scope), why)


_FEW = r"c_\mu = \tfrac{40}{9},\ d = 1,\ T = 100\ \text{(gap)}:\quad"
_FEW += r" \gamma \leq \tfrac12 \iff \Gamma_T \geq 6,\ \gamma < 0 \iff \Gamma_T \geq %d"
_WORST_RANGE = r"\gamma \in (\tfrac12, 1) \iff 0 < 8 c_\mu\Gamma_T^2 < d^2T^2"
Z83 = Claim(
    id="Z83",
    lines="687-688, 713-714, 770-771, 791-793, 2495, 2973-2975, 3003",
    kind="remark",
    title="When the tunings of γ lie in (1/2, 1), for which the theorems are stated",
    printed=[
        _gamma_ranges("gamma_worst_case", _WORST_RANGE + r"\ \text{(worst case)}", Fraction(8), 2),
        _gamma_ranges(
            "gamma_gap",
            r"\gamma \in (\tfrac12, 1) \iff 0 < 4 c_\mu\Gamma_T < d^2T\ \text{(gap)}",
            Fraction(4),
            1,
        ),
        _ranges(
            r"\lambda > 0 \iff T > 1",
            lambda case: _inside("lam_theorem", 0, sp.oo, **case) == (case["T"] > 1),
        ),
        _window_range(2, r"\tau \leq T \iff T \geq d^2/(c_\mu\Gamma_T^2)\ \text{(worst case)}"),
        _window_range(1, r"\tau \leq T \iff T \geq d^2/(c_\mu\Gamma_T)\ \text{(gap)}"),
        _few_changes(23, _FEW % 23),
    ],
    mutants=[
        _gamma_ranges(
            "gamma_worst_case",
            r"\gamma \in (\tfrac12, 1) \iff 0 < 7 c_\mu\Gamma_T^2 < d^2T^2",
            Fraction(7),
            2,
            "8 lowered to 7",
        ),
        _gamma_ranges(
            "gamma_gap",
            r"\gamma \in (\tfrac12, 1) \iff 0 < 3 c_\mu\Gamma_T < d^2T",
            Fraction(3),
            1,
            "4 lowered to 3, with gaps",
        ),
        _few_changes(22, _FEW % 22, "23 changes lowered to 22"),
        _ranges(
            r"\lambda > 0 \iff T > 2",
            lambda case: _inside("lam_theorem", 0, sp.oo, **case) == (case["T"] > 2),
            "T > 1 raised to T > 2",
        ),
    ],
    ours=True,
    note="The theorems are stated for γ in (1/2, 1) and then in particular for these γ, whatever "
    "Γ_T. For c_μ <= 1/4 the gap tuning stays inside, and with d = 1 the worst-case one leaves "
    "only when more than seven rounds in ten bring a change (Γ_T > T/√2). For larger c_μ few "
    "changes are enough: binomial rewards with 20 trials and S = log 2 have c_μ = 40/9, and in 100 "
    "rounds the gap tuning drops to 0.48 at six changes and below 0, where it is no discount "
    "factor, at 23 (the worst-case one at 17 and 48). A remark, no erratum: the sentences are "
    "about large T, where γ tends to 1, and the rates survive, being then of order T at least "
    "(Z84). Γ_T = 0 (γ = 1, τ = ∞) and T = 1 (λ = 0) are taken to be excluded. Where τ > T see "
    "Z84; τ is no integer and has to be rounded.",
)

CLAIMS = [Z83]
