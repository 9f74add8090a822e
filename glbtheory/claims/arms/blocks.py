"""K arms: the blocks of all phases together (3593-3612)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.arms.regret_steps import phases_of, whole_level
from glbtheory.claims.model import Claim
from glbtheory.claims.vocabulary import KernelTheorem, bound, enumerated
from glbtheory.claims.vocabulary.exact_designs import rational
from glbtheory.regret.k_arms import breakpoint_sets, levels, xi_of

F = Fraction
_ETA = F(1)
_XI = rational(xi_of(_ETA))


# --- the number of blocks -------------------------------------------------------------------------


def _cut_rounds() -> Iterator[dict[str, Any]]:
    for T, tau, changes in product(range(2, 9), range(1, 6), range(4)):
        if tau > T:
            continue
        for points in breakpoint_sets(T, changes):
            yield {"T": T, "tau": tau, "breakpoints": points}


def _count(rounds: range, tau: int) -> int:
    return -(-len(rounds) // tau)


_FEWER = r"\sum_{\phi=1}^{\Gamma_T+1}\big(\lceil T^\phi/\tau\rceil-1\big)^+ \leq \frac{%s}{\tau}"


@enumerated(
    cases=_cut_rounds,
    latex=_FEWER % "T",
    scope="2 <= T <= 8, τ <= min(T, 5), up to three changes anywhere",
)
def _blocks(T: int, tau: int, breakpoints: Any, *, late: int = 0) -> Any:
    """The blocks of all phases, one fewer in each, against (T - late)/τ."""
    blocks = sum(max(_count(p, tau) - 1, 0) for p in phases_of(T, breakpoints, printed=False))
    return blocks, "<=", F(T - late, tau)


# --- the whole line -------------------------------------------------------------------------------

#: K, T, τ, first rounds of the phases but one, the gap of all arms that are not best, Δ.
_LINES = (
    (3, 8, 2, (5,), F(1, 2), F(1, 4)),
    (2, 4, 3, (2, 3, 4), F(1, 25), F(399, 10_000)),
    (2, 10, 10, tuple(range(2, 11)), F(1, 5), F(1999, 10_000)),
    (6, 10, 10, tuple(range(2, 11)), F(1), F(99, 100)),
)


def _given() -> Iterator[dict[str, Any]]:
    for line in _LINES:
        yield dict(zip(("K", "T", "tau", "breakpoints", "gap", "Delta"), line, strict=True))


def _at_the_level() -> Iterator[dict[str, Any]]:
    """Δ = 2B√(ξ log(τ)K/τ), a change in every round or every fourth, gaps above Δ."""
    for arms, tau, step in product((2, 3, 6), (12, 40, 100), (1, 4)):
        level = f.FORMULAS["arms_gap"].exactly(tau=tau, K=arms, B=1, xi=xi_of(_ETA))
        for gap in (F(1, 2), F(9, 10), F(1)):
            if rational(gap) > level:
                points = tuple(range(2, 25, step))
                case = {"K": arms, "T": 24, "tau": tau, "breakpoints": points}
                yield {**case, "gap": gap, "Delta": level}


_LINE = (
    r"\sum_{i,\phi:\Delta_i^\phi>\Delta}\frac{4B^2\xi\log\tau}{\Delta_i^\phi}"
    r"\lceil T^\phi/\tau\rceil + \sum_{i,\phi:\Delta_i^\phi>\Delta}\Delta_i^\phi"
    r"(\tau+2P_\phi) + \Delta T \leq \frac{4B^2\xi\log(\tau)K}{\Delta}\frac T\tau"
    r" + \tau K\Gamma_T B + 2KB\sum_{\phi=1}^{\Gamma_T}P_\phi + \Delta T,\quad"
    r" P_\phi = \sum_{t=b_{\phi-1}+\tau}^{b_\phi}"
    r"\frac{\lceil\log(\min(t,\tau))/\log(1+\eta)\rceil}{\min(t,\tau)}"
)
_REPAIRED = (
    r"\sum_{i,\phi:\Delta_i^\phi>\Delta}\Delta_i^\phi\Big(\tau+\big(\lceil T^\phi/\tau\rceil-1"
    r"\big)^+(A_i^\phi+1)+2P_\phi\Big) + \Delta T \leq \frac{4B^2\xi\log(\tau)K}{\Delta}"
    r"\frac T\tau + BK\frac T\tau + \tau K(\Gamma_T+1)B + 2KB\sum_{\phi=1}^{\Gamma_T+1}P_\phi"
    r" + \Delta T,\quad P_\phi = \sum_{t=b_{\phi-1}+\tau}^{b_\phi-1}"
    r"\frac1\tau\Big(\frac{\log\tau}{\log(1+\eta)}+1\Big)"
)
_LEVEL = r"\text{at } \Delta = 2B\sqrt{\xi\log(\tau)K/\tau}:\quad "


_EQUAL = "B = 1, η = 1, equal gaps: four lists of K, T, τ, phases and Δ"


@enumerated(
    cases=lambda *, lines=_given: lines(),
    latex=_LINE,
    scope=lambda *, where=_EQUAL: where,
)
def _whole_line(
    K: int, T: int, tau: int, breakpoints: Any, gap: Any, Delta: Any, *, printed: bool = True
) -> Any:
    """Both sides of the last inequality of the display, B = 1, all gaps equal in all phases."""
    gap, level, phases = rational(gap), sp.sympify(Delta), phases_of(T, breakpoints, printed)
    rare = 4 * _XI * sp.log(tau)
    chance = levels(tau, _ETA) if printed else whole_level(tau, _ETA)
    late = [max(len(p) - tau + int(printed), 0) * chance / sp.Integer(tau) for p in phases]
    fewer = 0 if printed else 1
    left = sum(
        (rare / gap + fewer * gap) * max(_count(p, tau) - fewer, 0) + gap * (tau + 2 * x)
        for p, x in zip(phases, late, strict=True)
    )
    right = rare * K / level * sp.Rational(T, tau) + K * tau * len(phases)
    right += 2 * K * sum(late) + fewer * K * sp.Rational(T, tau)
    return (K - 1) * left + level * T, "<=", right + level * T


#: What rounding up adds in a phase, in units of τB: y = Δ/B = ux and x the gap over B.
#: K - 1 arms have y²/(Kx) + x in place of what the best arm leaves over.
_EXCESS = bound(
    "(K - 1)*(u**2*x/K + x) <= {right}",
    "K >= 1, 0 < u <= 1, 0 < x <= 1",
    latex=_LEVEL + r"(K-1)\Big(\frac{4B^2\xi\log\tau}{\Delta_i^\phi}+\Delta_i^\phi\tau\Big)"
    r" \leq K\tau B \quad (\Delta\leq\Delta_i^\phi\leq B)",
    scope="every K, τ and gap between Δ and B",
    right="K",
)

I59 = Claim(
    id="I59",
    error_lines="3601-3608",
    title="The blocks of all phases: rounding up in each phase is more than T/τ",
    kernel=KernelTheorem(
        "I59",
        "every K, T, Γ_T, τ, ξ >= 0, η > 0, Δ > 0, means in [0, B] and breakpoints",
        covers="corrected",
        mutants=["I59_mutant"],
    ),
    printed=[_whole_line],
    corrected=[_whole_line.variant(_REPAIRED, printed=False)],
    support=[
        _blocks,
        bound(
            "4*B**2*xi*L/(D + e) <= 4*B**2*xi*L/D",
            "e >= 0, B > 0, xi > 0, L > 0, D > 0",
            latex=r"\Delta_i^\phi A_i^\phi = \frac{4B^2\xi\log\tau}{\Delta_i^\phi} \leq"
            r" \frac{4B^2\xi\log\tau}{\Delta}",
            scope="every gap above Δ",
        ),
        bound(
            "a - b <= 1",
            "0 <= a <= 1, 0 <= b <= 1",
            latex=r"\Delta_i^\phi = \mu^\star-\mu(i) \leq B",
            scope="means in [0, B], in units of B",
        ),
        _EXCESS,
        _whole_line.variant(
            _LEVEL + _LINE,
            lines=_at_the_level,
            where="B = 1, η = 1, K in {2, 3, 6}, τ in {12, 40, 100}, T = 24, short phases, "
            "gaps above Δ",
        ),
    ],
    mutants=[
        _blocks.mutant("T lowered by 2", _FEWER % "T-2", late=2),
        _EXCESS.mutant(
            "K lowered to K - 1 on the right: the best arm leaves nothing over", right="K - 1"
        ),
    ],
    effect="step",
    fidelity="paraphrase",
    note="Γ_T short phases have Γ_T blocks whatever T/τ is: with two arms, gaps just above Δ and Δ "
    "small the line needs Σ⌈T^φ/τ⌉ <= 2T/τ. The count starts τ rounds after the beginning of a "
    "phase, so one block fewer is enough (I55), and these do add up to at most T/τ: the next line "
    "stands, with Γ_T + 1 for Γ_T (Q47) and A + 1 for A (I56). At the level Δ of line 3628, where "
    "it is used, even the printed line holds: K arms are charged where K - 1 can be wrong, and "
    "that pays for the rounding.",
)

CLAIMS = [I59]
