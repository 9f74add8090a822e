"""Problems with a window whose regret is known: an action that is played whatever happens.

Dimension 1, one parameter θ* = S = 1, actions -1 and 9/10: the first is the longer one and the
worse one.  Where λ is large it is played for all rewards; where its rewards are all 1, for any λ.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.vocabulary import enumerated, stated
from glbtheory.claims.vocabulary.enumerated import labelled
from glbtheory.claims.vocabulary.exact_designs import rational
from glbtheory.claims.vocabulary.orders import G, T
from glbtheory.engines.enumeration import enumerate_cases
from glbtheory.engines.evidence import HOLDS, REFUTED, UNDECIDED, Evidence
from glbtheory.engines.orders import compare
from glbtheory.setting.links import binomial, z

# --- played for all rewards -----------------------------------------------------------------------

_SHORT = sp.Rational(9, 10)


def worst_action(n: int) -> Any:
    """The regret of the action -1 beside 9/10, θ* = 1, for binomial rewards of n trials."""
    mean = binomial(n).mean
    return mean.subs(z, _SHORT) - mean.subs(z, -1)


def _long_bad_action() -> Iterator[dict[str, Any]]:
    for trials, (rounds, tau) in product((1, 200), ((1, 1), (10, 5))):
        sizes = {"trials": trials, "T": rounds, "tau": tau}
        yield {**sizes, "lam": 10**5, "S": 1, "delta": Fraction(1, 20)}


_CORRECTED = f.FORMULAS["regret_window_corrected"].expanded()


@stated(latex=r"R_T \leq \text{the corrected bound}")
def forced(*, right: Any = _CORRECTED) -> Evidence:
    """Problems whose regret is the same for all rewards: a long bad action, a shorter good one.

    Binomial rewards; ``right`` is the bound in the numbers of the problem alone, with the paper's
    β, and Δ the gap of the bad action.  The estimate satisfies λ|θ̂_t| <= τ m, and the bonuses, at
    least k_μ λ/(λ + c_μ τ) per unit of length, make up for that in every round, so -1 is played
    throughout.
    """
    compared: list[str] = []

    def check(trials: int, T: int, tau: int, lam: int, S: int, delta: Fraction) -> Any:
        k, least = sp.Rational(trials, 4), binomial(trials).slope.subs(z, S)
        pull = k * (1 + _SHORT) * sp.Rational(tau * trials, lam)
        if not (1 - _SHORT) * k * lam / (lam + least * tau) > pull:
            raise ValueError(f"the long action is not forced with {trials} trials, τ = {tau}")
        known = {f.d: 1, f.T: T, f.tau: tau, f.lam: lam, f.S: S, f.delta: rational(delta)}
        known |= {f.Gamma: 0, f.m: trials, f.k_mu: k, f.c_mu: least}
        known |= {f.Delta: worst_action(trials)}
        regret, granted = T * worst_action(trials), right.subs(known)
        compared[:] = [f"{float(regret):.6g} <= {float(granted):.6g} fails"]
        return regret, "<=", granted

    scope = "d = 1, θ* = S = 1, actions -1 and 9/10, binomial rewards; Γ_T = 0, λ = 10⁵"
    found = enumerate_cases(*labelled(_long_bad_action, check, {}, None), scope)
    # The exact sides are pages long; their sign has been decided exactly.
    return found.with_(detail=compared[0]) if found.outcome == REFUTED else found


# --- played for one sequence of rewards -----------------------------------------------------------

Pair = tuple[Fraction, Fraction]


def _played(past: int, tau: int, actions: Pair) -> Fraction | None:
    """The action after ``past`` rounds of the first action, all with reward 1; None if not known.

    The likelihood is strictly concave, so the estimate has the sign of its slope at 0, the sum of
    (r - 1/2)a over the window.  Of two actions one is played for certain if neither its prediction
    nor its norm is the smaller one, and one of them is the larger.
    """
    slope = min(past, tau) * Fraction(1, 2) * actions[0]
    sign = (slope > 0) - (slope < 0)
    for one, other in (actions, actions[::-1]):
        gains = (sign * (one - other), abs(one) - abs(other))
        if min(gains) >= 0 and max(gains) > 0:
            return one
    return None


PLAYED = r"a_t = %s \ \text{for all } t, \text{ if all its rewards are } 1, \text{ beside } %s"
#: A bad action, and a shorter good one.
_BESIDE = (Fraction(-1), Fraction(9, 10))


@enumerated(
    cases=lambda *, beside=_BESIDE: (
        {"t": t, "tau": tau, "actions": beside, "rewards": "all 1"}
        for tau in range(1, 7)
        for t in range(1, 7)
    ),
    latex=PLAYED % ("-1", r"\tfrac9{10}"),
    scope="d = 1, θ* = 1, t <= 6, τ <= 6",
)
def for_ever(t: int, tau: int, actions: Pair, **_: object) -> bool:
    """The first action is played in every round when its rewards are all 1."""
    return _played(t - 1, tau, actions) == actions[0]


@stated(
    latex=r"\tau = \tfrac{d\sqrt T}{\sqrt{c_\mu\Gamma_T}}:\quad"
    r" R_T = \widetilde O\big(\Delta^{-1}c_\mu^{-1/2}d\sqrt{\Gamma_T T}\big)"
)
def surely() -> Evidence:
    """A path of positive probability whose regret is a constant times T, against the rate."""
    if for_ever.decide().outcome != HOLDS:
        return Evidence(UNDECIDED, "orders", "by hand", detail="the path is not known")
    rate = (G * T) ** "1/2"
    found = compare((T, T), (rate, rate), (T, G, T / G), "d, Δ and c_μ fixed")
    path = {"d": "1", "theta": "1", "actions": "-1, 9/10", "rewards of -1": "all 1"}
    chance = {"probability of the path": "sigma(-1)^T", "R_T": "(sigma(9/10) - sigma(-1)) T"}
    return found.with_(witness={**path, **chance, **(found.witness or {})})
