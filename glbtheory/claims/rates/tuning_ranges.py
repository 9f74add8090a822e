"""Where the tunings make sense: for which problems γ lies in (1/2, 1) and τ in the horizon.

Whole numbers of rounds and changes are tried, in exact arithmetic, few and many.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Claim
from glbtheory.claims.vocabulary import enumerated, grid, identity

#: The last one is binomial rewards with twenty trials and S = log 2: 20·(2/3)·(1/3).
_C = (Fraction(1, 4), Fraction(1, 10), Fraction(1, 1000), Fraction(40, 9))


_SCOPE = (
    "T in {1, 2, 3, 10, 100, 1000}, d in {1, 2, 5}, c_μ in {1/4, 1/10, 1/1000, 40/9}, several Γ_T"
)


def _problems() -> Iterator[dict[str, Any]]:
    """Small horizons, numbers of changes, dimensions and slopes, exactly."""
    for T, d, c_mu in product((1000, 100, 10, 3, 2, 1), (2, 1, 5), _C):
        few = {5, 6, 22, 23} if T == 100 else set()
        for changes in sorted({0, 1, T // 2, 3 * T // 4, T - 1} | few):
            yield {"T": T, "Gamma": changes, "d": d, "c_mu": c_mu}


def _tuned(name: str, **values: Any) -> Any:
    """A tuning as an exact number; ``None`` where it divides by zero."""
    at = {f.SYMBOLS[n]: sp.Rational(v) for n, v in values.items()}
    found = f.FORMULAS[name].expression.subs(at)
    return found if found.is_finite else None


def _inside(name: str, low: Any, high: Any, **case: Any) -> bool:
    found = _tuned(name, **case)
    return found is not None and bool(found > low) and bool(found < high)


_GAMMA_RANGE = r"\gamma \in (\tfrac12, 1) \iff 0 < %d c_\mu\Gamma_T%s < d^2T%s"


@enumerated(
    cases=_problems,
    latex=_GAMMA_RANGE % (8, "^2", "^2") + r"\ \text{(worst case)}",
    scope=_SCOPE,
)
def _worst_case_range(T: int, Gamma: int, d: int, c_mu: Any, *, factor: int = 8) -> Any:
    """γ in (1/2, 1) if and only if 0 < factor · c_μ Γ² < d² T²."""
    inside = _inside("gamma_worst_case", sp.Rational(1, 2), 1, T=T, Gamma=Gamma, d=d, c_mu=c_mu)
    return inside == (0 < factor * c_mu * Gamma**2 < d**2 * T**2)


@enumerated(cases=_problems, latex=_GAMMA_RANGE % (4, "", "") + r"\ \text{(gap)}", scope=_SCOPE)
def _gap_range(T: int, Gamma: int, d: int, c_mu: Any, *, factor: int = 4) -> Any:
    """γ in (1/2, 1) if and only if 0 < factor · c_μ Γ < d² T."""
    inside = _inside("gamma_gap", sp.Rational(1, 2), 1, T=T, Gamma=Gamma, d=d, c_mu=c_mu)
    return inside == (0 < factor * c_mu * Gamma < d**2 * T)


@enumerated(cases=_problems, latex=r"\lambda > 0 \iff T > 1", scope=_SCOPE)
def _positive_ridge(T: int, *, first: int = 1, **rest: Any) -> Any:
    return _inside("lam_theorem", 0, sp.oo, T=T, **rest) == (first < T)


@enumerated(
    cases=_problems,
    latex=r"\tau \leq T \iff T \geq d^2/(c_\mu\Gamma_T^2)\ \text{(worst case)}",
    scope=_SCOPE,
)
def _window_range(
    T: int, Gamma: int, d: int, c_mu: Any, *, name: str = "tau_worst_case", exponent: int = 2
) -> Any:
    """τ is defined and at most T if and only if c_μ Γ_T^exponent T >= d² (and Γ_T >= 1)."""
    found = _tuned(name, T=T, Gamma=Gamma, d=d, c_mu=c_mu)
    short = found is not None and bool(found <= T)
    return short == (Gamma >= 1 and c_mu * Gamma**exponent * T >= d**2)


_FEW = r"c_\mu = \tfrac{40}{9},\ d = 1,\ T = 100\ \text{(gap)}:\quad"
_FEW += r" \gamma \leq \tfrac12 \iff \Gamma_T \geq 6,\ \gamma < 0 \iff \Gamma_T \geq %d"


@enumerated(
    cases=lambda: grid(T=[100], Gamma=range(1, 31), d=[1], c_mu=[Fraction(40, 9)]),
    latex=_FEW % 23,
    scope="binomial rewards with 20 trials, S = log 2, d = 1, T = 100",
)
def _few_changes(T: int, Gamma: int, d: int, c_mu: Any, *, least: int = 23) -> Any:
    """Binomial(20) rewards, S = log 2, d = 1, T = 100: the gap tuning for every Γ_T <= 30."""
    found = _tuned("gamma_gap", T=T, Gamma=Gamma, d=d, c_mu=c_mu)
    outside = bool(found > sp.Rational(1, 2)) == (Gamma < 6)
    return outside and bool(found < 0) == (Gamma >= least)


#: Powers of the tunings in which nothing but numbers of the problem is left.
_POWERS = (
    ("gamma_worst_case", 3, f.c_mu * f.Gamma**2 / (f.d * f.T) ** 2),
    ("gamma_gap", 2, f.c_mu * f.Gamma / (f.d**2 * f.T)),
    ("tau_worst_case", 3, (f.d * f.T) ** 2 / (f.c_mu * f.Gamma**2)),
    ("tau_gap", 2, f.d**2 * f.T / (f.c_mu * f.Gamma)),
)


@identity(
    latex=r"(1-\gamma)^3 = \tfrac{c_\mu\Gamma_T^2}{d^2T^2},\ \tau^3 ="
    r" \tfrac{d^2T^2}{c_\mu\Gamma_T^2};\quad\text{gap: } (1-\gamma)^2 ="
    r" \tfrac{c_\mu\Gamma_T}{d^2T},\ \tau^2 = \tfrac{d^2T}{c_\mu\Gamma_T}",
    scope="every T, Γ_T, d and c_μ",
)
def _powers() -> Iterator[tuple[str, Any, Any]]:
    """The cube of each worst-case tuning and the square of each gap tuning."""
    for name, power, value in _POWERS:
        found = f.FORMULAS[name].expression
        yield name, (found if name.startswith("tau") else 1 - found) ** power, value


Z83 = Claim(
    id="Z83",
    lines="687-688, 713-714, 770-771, 791-793, 2495, 2973-2975, 3004",
    kind="remark",
    title="When the tunings of γ lie in (1/2, 1), for which the theorems are stated",
    printed=[
        _worst_case_range,
        _gap_range,
        _positive_ridge,
        _window_range,
        _window_range.variant(
            r"\tau \leq T \iff T \geq d^2/(c_\mu\Gamma_T)\ \text{(gap)}", name="tau_gap", exponent=1
        ),
        _few_changes,
    ],
    mutants=[
        _worst_case_range.mutant("8 lowered to 7", _GAMMA_RANGE % (7, "^2", "^2"), factor=7),
        _gap_range.mutant("4 lowered to 3, with gaps", _GAMMA_RANGE % (3, "", ""), factor=3),
        _few_changes.mutant("23 changes lowered to 22", _FEW % 22, least=22),
        _window_range.mutant(
            "Γ_T² lowered to Γ_T",
            r"\tau \leq T \iff T \geq d^2/(c_\mu\Gamma_T)\ \text{(worst case)}",
            exponent=1,
        ),
        _positive_ridge.mutant("T > 1 raised to T > 2", r"\lambda > 0 \iff T > 2", first=2),
    ],
    ours=True,
    support=[_powers],
    follows="Cubes and squares of numbers that are not negative keep their order, so that γ > "
    "1/2 and τ <= T are the inequalities between the powers in the support; log T > 0 if T > 1, "
    "and the last formula is one of thirty numbers, which fall as Γ_T grows.",
    note="The theorems are stated for γ in (1/2, 1) and then in particular for these γ, "
    "whatever Γ_T. For c_μ <= 1/4 the gap tuning stays inside, and with d = 1 the worst-case "
    "one leaves only when more than seven rounds in ten bring a change (Γ_T > T/√2). For larger "
    "c_μ few changes are enough: binomial rewards with 20 trials and S = log 2 have c_μ = 40/9, "
    "and in 100 rounds the gap tuning drops to 0.48 at six changes and below 0, where it is no "
    "discount factor, at 23 (the worst-case one at 17 and 48). A remark, no erratum: the "
    "sentences are about large T, where γ tends to 1, and the rates survive, being then of "
    "order T at least (Z84). Γ_T = 0 (γ = 1, τ = ∞) and T = 1 (λ = 0) are taken to be excluded. "
    "Where τ > T see Z84; τ is no integer and has to be rounded.",
)

CLAIMS = [Z83]
