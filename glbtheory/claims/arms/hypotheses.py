"""K arms: what the theorem of the sliding window does not say (3472-3484)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.arms.theorem import DISPLAY, UNIVERSAL
from glbtheory.claims.model import Claim
from glbtheory.claims.vocabulary import KernelTheorem, bound, enumerated, grid, identity
from glbtheory.claims.vocabulary.exact_designs import rational
from glbtheory.regret.k_arms import ArmSchedule, SlidingUCB, xi_of

F = Fraction


_NO_CHANGE = r",\quad \Gamma_T = 0,\ \tau\leq %s,\quad C_1, C_2, C_3 \text{ as in T7}"
_LEGAL = r",\quad \tau\leq T \text{ or } \Gamma_T\geq1"
_LONG_WINDOWS = (1, 2, 3, 6, 1000, 4000, 10**6)


def _without_change(*, longest: int = 1) -> Iterator[dict[str, Any]]:
    for T, tau in product(range(1, 7), _LONG_WINDOWS):
        if tau <= longest * T:
            yield {"T": T, "tau": tau, "Gamma": 0, "rewards": (0, 1)}


@enumerated(
    cases=_without_change,
    latex=DISPLAY + _NO_CHANGE % "T",
    scope="K = 2, fixed rewards 0 and 1, T <= 6, η = 1",
)
def _no_change(T: int, tau: int, Gamma: int, **_: Any) -> Any:
    """Rewards 1 and 0 without change: the regret of SW-UCB against the display."""
    xi = xi_of(F(1))
    schedule = ArmSchedule(T, (), ((0, 1),))
    path = SlidingUCB(2, tau, xi).run(T, lambda t, arm: arm)
    display = f.FORMULAS["regret_arms_display"]
    bound = display.exactly(T=T, tau=tau, K=2, B=1, xi=xi, eta=1, Gamma=Gamma)
    return rational(schedule.regret([arm for arm, _ in path])), "<=", bound


Z72 = Claim(
    id="Z72",
    lines="3472-3478",
    kind="theorem",
    ours=True,
    title="Without a change the bound is for windows not longer than the horizon",
    printed=[_no_change],
    mutants=[
        _no_change.mutant(
            "windows up to 1000 times the horizon",
            DISPLAY + _NO_CHANGE % "1000T",
            longest=1000,
        )
    ],
    depends_on=["T7"],
    follows="It is T7, as corrected, at Γ_T = 0.",
    note="The page does not say τ <= T, and nobody would choose a longer window: no error. The "
    "hypothesis is used where T/τ + 1 becomes 2T/τ. It matters for Γ_T = 0 alone: there the "
    "display with the constants of T7 goes to 0 as τ grows, while each arm is played once and "
    "costs its gap. With a change, τ > T makes τΓ_T exceed T.",
)


@identity(
    latex=DISPLAY + r",\quad C_j = B\,c_j(\log\tau,\xi,\eta)" + _LEGAL,
    scope="every argument",
    at={"tau": 3, "T": 5, "K": 2},
)
def _scaled(*, power: int = 1) -> Iterator[tuple[str, Any, Any]]:
    """The display with the constants of T7 for rewards s times as large."""
    s, whole = sp.Symbol("s", positive=True), f.FORMULAS["regret_arms_display"].expression
    yield "rewards scaled", sp.expand(whole.subs(f.B, s * f.B)), sp.expand(s**power * whole)


Z73 = Claim(
    id="Z73",
    lines="3474-3478",
    kind="theorem",
    title="The constants depend on B, ξ and η, not on the logarithm of τ alone",
    kernel=KernelTheorem(
        "Z73",
        "the functions c_j come before all bandits, K, T, τ, Γ_T, ξ, η and B; laws and ξ as in T7",
        covers="corrected",
        mutants=["Z73_mutant"],
    ),
    printed=[UNIVERSAL],
    corrected=[
        _scaled.as_part(
            r"\text{the right-hand side with the constants of T7 grows } s \text{ times with }"
            r" B \to sB"
        )
    ],
    mutants=[
        _scaled.mutant(
            "power of B raised to 2",
            DISPLAY + r",\quad C_j = B^2c_j(\log\tau,\xi,\eta)" + _LEGAL,
            power=2,
        )
    ],
    depends_on=["T7"],
    effect="constant",
    fidelity="verbatim",
    note="The clause of T7 by itself. The display at T = τ = 2 is a number c that does not know "
    "B, while the regret grows with B. The constants are those of T7; ξ is tied to η (I58), and "
    "any fixed η < 4 will do.",
)


def _problems() -> Iterator[dict[str, Any]]:
    for case in grid(T=range(2, 20), K=(1, 2, 3), Gamma=(1, 2, 3)):
        if case["Gamma"] < case["T"]:
            yield case


def _rounded_up(T: int, K: int, Gamma: int) -> int:
    """The tuned window, rounded up; exact by cubes."""
    return next(n for n in range(1, T**2 + 1) if n**3 >= F(T**2, K * Gamma**2))


_WINDOWS = "T < 20, K <= 3, 1 <= Γ_T <= 3, Γ_T < T"


@enumerated(
    cases=_problems,
    latex=r"\tau = \frac{T^{2/3}}{K^{1/3}\Gamma_T^{2/3}} \in \mathbb{N}",
    scope=_WINDOWS,
)
def _whole(T: int, K: int, Gamma: int) -> Any:
    """The tuning is a whole number."""
    return F(_rounded_up(T, K, Gamma) ** 3), "==", F(T**2, K * Gamma**2)


@enumerated(
    cases=_problems,
    latex=r"1 \leq \lceil\tau\rceil \leq T \quad (\Gamma_T\geq 1)",
    scope=_WINDOWS,
)
def _within(T: int, K: int, Gamma: int, *, longest: int = 1) -> Any:
    """The rounded tuning is between 1 and T/longest."""
    return _rounded_up(T, K, Gamma) * longest, "<=", T


_ROUNDING = bound(
    "w + e <= {factor}*w",
    "w >= 1, 0 <= e < 1",
    latex=r"\lceil\tau\rceil \leq 2\tau \quad (\tau\geq 1)",
    scope="every τ >= 1",
    factor="2",
)

_BELOW_HORIZON = bound(
    "(T**2/(K*G**2))**(1/3) <= {factor}*T",
    "T >= 1, K >= 1, G >= 1",
    latex=r"\frac{T^{2/3}}{K^{1/3}\Gamma_T^{2/3}} \leq T",
    scope="every T, K and Γ_T >= 1",
    factor="1",
)

Z75 = Claim(
    id="Z75",
    lines="3480, 3634",
    kind="scaling",
    title="The tuned window is a whole number only by chance, and needs a change",
    printed=[_whole],
    corrected=[_within, _ROUNDING],
    support=[_BELOW_HORIZON],
    mutants=[
        _within.mutant(
            "half the horizon in place of the horizon",
            r"2\lceil\tau\rceil \leq T",
            longest=2,
        ),
        _ROUNDING.mutant("factor 2 lowered to 1.99", factor="1.99"),
        _BELOW_HORIZON.mutant("right-hand side lowered by 1 %", factor="0.99"),
    ],
    effect="notation",
    fidelity="implied",
    follows="The window is above 0 and, by the support, at most T, and T is a whole number: "
    "rounded up it is from 1 to T.",
    note="A convention: the page does not say that its τ is whole, and nobody reads it otherwise. "
    "Rounding up changes the terms by a factor of at most 2. For Γ_T = 0 the formula divides "
    "by zero; τ = T is then the choice. Where it is below 1, T² < KΓ_T², the rate exceeds T.",
)

CLAIMS = [Z72, Z73, Z75]
