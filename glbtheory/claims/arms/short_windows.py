"""K arms: the display for the plays of one phase, and a window of one round (3587-3609)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.arms.counting import described
from glbtheory.claims.arms.regret_steps import whole_level
from glbtheory.claims.model import Claim
from glbtheory.claims.vocabulary import KernelTheorem, enumerated, identity
from glbtheory.claims.vocabulary.exact_designs import rational
from glbtheory.regret.k_arms import (
    ArmSchedule,
    SlidingUCB,
    falling_case,
    levels,
    regret_of_plays,
    simulate,
    xi_of,
)

F = Fraction
_ETA = F(1)
_XI = xi_of(_ETA)

#: The first arm is better, then the second one; played by Bernoulli rewards or by the means.
_ROWS = ((F(3, 4), F(1, 4)), (F(1, 4), F(3, 4)))
_SURE = ((F(1), F(0)), (F(0), F(1)))


def _expected_plays(schedule: ArmSchedule, tau: int, rewards: str) -> list[list[Fraction]]:
    """E[N_i^φ] by phase and arm: all rewards 0 and 1, or the means paid for certain."""
    policy = SlidingUCB(2, tau, _XI)
    if rewards == "fixed":
        (found,) = simulate(schedule, policy, noisy=False)
        return [
            [int(n) * F(g > 0) for n, g in zip(row, schedule.gaps(k), strict=True)]
            for k, row in enumerate(found)
        ]
    total = [[F(0), F(0)] for _ in schedule.means]
    for path in policy.paths(schedule.horizon):
        chance = F(1)
        for t, (arm, x) in enumerate(path, 1):
            p = schedule.means[schedule.phase_of(t)][arm]
            chance *= p if x else 1 - p
        for t, (arm, _) in enumerate(path, 1):
            if schedule.gap(t, arm) > 0:
                total[schedule.phase_of(t)][arm] += chance
    return total


def _problems() -> Iterator[dict[str, Any]]:
    """Long windows, where the display says something; small trees; a hundred fixed rewards."""
    for T, tau in ((1000, 260), (4000, 720)):
        yield described(falling_case(T, 1), tau=tau, rewards="fixed")
    for tau, (T, b) in product((1, 2, 3), ((5, 5), (7, 4))):
        yield described(ArmSchedule(T, (b,), _ROWS), tau=tau, rewards="Bernoulli")
    for tau in (1, 2, 3):
        yield described(ArmSchedule(100, (51,), _SURE), tau=tau, rewards="fixed")


_SCOPE = (
    "K = 2, B = 1, η = 1: all rewards for T <= 7 and τ <= 3; fixed rewards for T = 100 and τ <= 3,"
    " T = 1000 and 4000 with τ = 260 and 720"
)


def _blocks(tau: int, first: int, stop: int) -> int:
    return -(-(stop - first) // tau)


def _as_printed(tau: int, first: int, stop: int, threshold: Any) -> Any:
    """τ + ⌈T^φ/τ⌉A + 2 Σ ⌈log n/log(1+η)⌉/n over t = b_{φ-1}+τ .. b_φ, where n = τ."""
    rounds = max(stop - first - tau + 1, 0)
    chances = sp.Rational(rounds * levels(tau, _ETA), tau)
    return tau + _blocks(tau, first, stop) * threshold + 2 * chances


def _repaired(
    tau: int, first: int, stop: int, threshold: Any, more: int = 1, chance: Any = 2, lost: int = 0
) -> Any:
    """τ + (⌈T^φ/τ⌉-1)^+ (A + 1) + 2 Σ (log τ/log(1+η) + 1)/τ over t = b_{φ-1}+τ .. b_φ-1."""
    rounds = max(stop - first - tau, 0)
    rare = max(_blocks(tau, first, stop) - 1, 0) * (threshold + more)
    return tau - lost + rare + chance * rounds * whole_level(tau, _ETA) / tau


_PRINTED = (
    r"\mathbb{E}[N_i^\phi] \leq \tau + \lceil T^\phi/\tau\rceil"
    r"\frac{4B^2\xi\log\tau}{(\Delta_i^\phi)^2} + 2\sum_{t=b_{\phi-1}+\tau}^{b_\phi}"
    r"\frac{\lceil\log(\min(t,\tau))/\log(1+\eta)\rceil}{\min(t,\tau)}"
)
_REPAIRED = (
    r"\mathbb{E}[N_i^\phi] \leq \tau%s + \big(\lceil T^\phi/\tau\rceil-1\big)^+%s"
    r" + %s\sum_{t=b_{\phi-1}+\tau}^{b_\phi-1}\frac1\tau\Big(\frac{\log\tau}{\log(1+\eta)}+1\Big)"
)
_SPLIT = (
    r"\mathbb{E}[R_T] \leq \frac{4B^2\xi\log(\tau)K}{\Delta}\frac T\tau + \tau K\Gamma_T B"
    r" + 2KB\sum_{\phi=1}^{\Gamma_T}\sum_{t=b_{\phi-1}+\tau}^{b_\phi}"
    r"\frac{\lceil\log(\min(t,\tau))/\log(1+\eta)\rceil}{\min(t,\tau)} + \Delta T"
)

Right = Callable[[int, int, int, Any], Any]


@enumerated(cases=_problems, latex=_PRINTED, scope=_SCOPE)
def _plays(
    T: int,
    breakpoints: Any,
    means: Any,
    tau: int,
    rewards: str,
    *,
    right: Right = _as_printed,
    printed: bool = True,
) -> Any:
    """E[N_i^φ] against ``right(τ, b_{φ-1}, b_φ, A)``, for the phases of the page or for all."""
    schedule = ArmSchedule(T, breakpoints, means)
    phases = schedule.phases_as_printed() if printed else schedule.phases()
    found = _expected_plays(schedule, tau, rewards)
    for k, rounds in enumerate(phases):
        for arm, gap in enumerate(schedule.gaps(k)):
            if gap > 0:
                threshold = 4 * rational(_XI) * sp.log(tau) / rational(gap) ** 2
                bound = right(tau, rounds.start, rounds.stop, threshold)
                if not bool(rational(found[k][arm]) <= bound):
                    return rational(found[k][arm]), "<=", bound
    return True


_plays_repaired = _plays.variant(
    _REPAIRED % ("", r"(A_i^\phi+1)", "2"), right=_repaired, printed=False
)


def _places_changed() -> Iterator[dict[str, Any]]:
    for (T, b), tau, level in product(((16, 9), (100, 51)), (1, 2, 3), (F(1, 100), F(1, 2))):
        yield described(ArmSchedule(T, (b,), _SURE), tau=tau, Delta=level)


def _line_3607(schedule: ArmSchedule, tau: int, level: Fraction) -> Any:
    inner = sum(
        max(p.stop - p.start - tau + 1, 0) * F(levels(tau, _ETA), tau)
        for p in schedule.phases_as_printed()
    )
    T = schedule.horizon
    bound = 8 * rational(_XI) * sp.log(tau) / rational(level) * sp.Rational(T, tau)
    return bound + 2 * tau * schedule.changes + 4 * rational(inner) + level * T


def _line_repaired(schedule: ArmSchedule, tau: int, level: Fraction) -> Any:
    known = {"T": schedule.horizon, "tau": tau, "K": 2, "B": 1, "xi": _XI, "eta": _ETA}
    known |= {"Gamma": schedule.changes, "Delta": level}
    return f.FORMULAS["arms_split_corrected"].exactly(**known)


@enumerated(
    cases=_places_changed,
    latex=_SPLIT,
    scope="K = 2, B = 1, η = 1, fixed rewards 1 and 0 that change places, τ <= 3, T in {16, 100}",
)
def _split(
    T: int,
    breakpoints: Any,
    means: Any,
    tau: int,
    Delta: Fraction,
    *,
    line: Callable[[ArmSchedule, int, Fraction], Any] = _line_3607,
) -> Any:
    """E[R_T] against a bound that is split at Δ, for fixed rewards that change places once."""
    schedule = ArmSchedule(T, breakpoints, means)
    found = simulate(schedule, SlidingUCB(2, tau, _XI), noisy=False)
    return rational(regret_of_plays(schedule, found)[0]), "<=", line(schedule, tau, Delta)


_SUMMED = (
    r"BK\frac T\tau + 2KB\frac T\tau\Big(\frac{\log\tau}{\log(1+\eta)}+1\Big) ="
    r" KB\Big(\frac{2\log\tau}{\log(1+\eta)}+%d\Big)\frac T\tau"
)


@identity(
    latex=_SUMMED % 3,
    scope="every B, ξ, η, K, T, Γ_T, Δ and τ >= 2",
    at={"tau": 3, "T": 5, "K": 2, "Gamma": 1},
)
def _terms_of_blocks(*, least: int = 3) -> Iterator[tuple[str, Any, Any]]:
    """What I59 and I60 give for the plays in blocks and the chances, and the repaired bound."""
    level, rate = sp.log(f.tau) / sp.log(1 + f.eta), f.K * f.B * f.T / f.tau
    yield "added up", rate + 2 * rate * (level + 1), rate * (2 * level + least)
    rest = 4 * f.B**2 * f.xi * sp.log(f.tau) * f.K / f.Delta * f.T / f.tau + f.Delta * f.T
    rest += f.tau * f.K * (f.Gamma + 1) * f.B
    bound = f.FORMULAS["arms_split_corrected"].expression
    yield "the bound", sp.expand(bound - rest), sp.expand(rate * (2 * level + least))


Z142 = Claim(
    id="Z142",
    lines="3587-3609",
    error_lines="3589-3591, 3607-3609",
    kind="step",
    title="A window of one round breaks the display for the plays of a phase, and what follows",
    kernel=KernelTheorem(
        "Z142",
        "every K, T, Γ_T, τ, η > 0, law of rewards in [0, B] and best arms; ξ as in I58; "
        "means are taken round by round, by upper integrals",
        covers="corrected",
        mutants=["Z142_mutant"],
    ),
    printed=[_plays, _split],
    corrected=[
        _plays_repaired,
        _split.variant(
            r"\mathbb{E}[R_T] \leq \frac{4B^2\xi\log(\tau)K}{\Delta}\frac T\tau"
            r" + \tau K(\Gamma_T+1)B + KB\Big(\frac{2\log\tau}{\log(1+\eta)}+3\Big)\frac T\tau"
            r" + \Delta T",
            line=_line_repaired,
        ),
    ],
    support=[_terms_of_blocks],
    mutants=[
        _terms_of_blocks.mutant("3 lowered to 2", _SUMMED % 2, least=2),
        _plays_repaired.mutant(
            "A for A + 1 and factor 2 lowered to 2/5: 25 plays in 50 rounds, τ = 1",
            _REPAIRED % ("", r"A_i^\phi", r"\tfrac25"),
            right=partial(_repaired, more=0, chance=sp.Rational(2, 5)),
        ),
        _plays_repaired.mutant(
            "first τ lowered by one: right after a change nothing is known",
            _REPAIRED % (r"-1", r"(A_i^\phi+1)", "2"),
            right=partial(_repaired, lost=1),
        ),
    ],
    depends_on=["Q47", "I52", "I54", "I55", "I56", "I58", "I59", "I60", "Z76"],
    witness_rests_on=["Z70"],
    effect="step",
    fidelity="verbatim",
    note="Nothing excludes τ = 1 (line 3526: any positive integer). Then min(t, τ) = 1, the "
    "logarithms are 0, and the right-hand side is 1, while the arm that was not played in the last "
    "round is unseen and comes next (Z70): the arms alternate. The root is I58 at n = 1; the "
    "bracket with + 1, which line 3618 has, mends it. For τ = 2 and 3 the right-hand side exceeds "
    "the number of rounds of these phases. Line 3631 falls as well (I62).",
)

CLAIMS = [Z142]
