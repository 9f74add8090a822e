"""K arms: what the theorem of the sliding window does not say (3472-3484)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.arms.theorem import DISPLAY
from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.vocabulary.exact_designs import rational
from glbtheory.claims.vocabulary.old_forms import identities, listed, refuted_for_every
from glbtheory.regret.k_arms import ArmSchedule, SlidingUCB, xi_of

F = Fraction


def _no_change(longest: int, latex: str, why: str = "") -> Statement:
    """Rewards 1 and 0 without change: the regret of SW-UCB against the display."""

    def cases() -> Iterator[dict[str, Any]]:
        for horizon, tau in product(range(1, 7), (1, 2, 3, 6, 1000, 4000, 10**6)):
            if tau <= longest * horizon:
                yield {"T": horizon, "tau": tau, "Gamma": 0, "rewards": (0, 1)}

    def check(case: dict[str, Any]) -> Any:
        horizon, tau, xi = case["T"], case["tau"], xi_of(F(1))
        schedule = ArmSchedule(horizon, (), ((0, 1),))
        path = SlidingUCB(2, tau, xi).run(horizon, lambda t, arm: arm)
        display = f.FORMULAS["regret_arms_display"]
        bound = display.exactly(T=horizon, tau=tau, K=2, B=1, xi=xi, eta=1, Gamma=0)
        return rational(schedule.regret([arm for arm, _ in path])), "<=", bound

    return listed(latex, cases, check, "K = 2, fixed rewards 0 and 1, T <= 6, η = 1", why)


Z72 = Claim(
    id="Z72",
    lines="3472-3478",
    kind="theorem",
    ours=True,
    title="Without a change the bound is for windows not longer than the horizon",
    printed=[_no_change(1, DISPLAY + r",\quad \Gamma_T = 0,\ \tau\leq T")],
    mutants=[
        _no_change(
            1000,
            DISPLAY + r",\quad \Gamma_T = 0,\ \tau\leq 1000T",
            "windows up to 1000 times the horizon",
        )
    ],
    note="The page does not say τ <= T, and nobody would choose a longer window: no error. The "
    "hypothesis is used where T/τ + 1 becomes 2T/τ. It matters for Γ_T = 0 alone: there the "
    "display with the constants of T7 goes to 0 as τ grows, while each arm is played once and "
    "costs its gap. With a change, τ > T makes τΓ_T exceed T.",
)


def _scaled(power: int, latex: str, why: str = "") -> Statement:
    """The repaired bound for rewards s times as large."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        s, whole = sp.Symbol("s", positive=True), f.FORMULAS["regret_arms_shared"].expression
        yield "rewards scaled", sp.expand(whole.subs(f.B, s * f.B)), sp.expand(s**power * whole)

    return identities(pairs, latex, "every argument", why, at={"tau": 3, "T": 5, "K": 2})


Z73 = Claim(
    id="Z73",
    lines="3478",
    kind="theorem",
    title="The constants depend on B, ξ and η, not on the logarithm of τ alone",
    printed=[
        refuted_for_every(
            Bound(
                "c + 1",
                ">",
                "c",
                "c >= 0",
                latex=r"R_T \geq B > c \text{ at } B = c+1: \text{ rewards } 0 \text{ and } B",
            ),
            {"K": "2", "T": "2", "tau": "2", "Gamma": "1", "B": "c + 1", "R_T": "at least c + 1"},
            DISPLAY + r",\quad C_1, C_2, C_3 \text{ functions of }\log\tau",
            "two arms that pay 0 and B, T = τ = 2, any change at round 2: the first is played once",
        )
    ],
    corrected=[_scaled(1, DISPLAY + r",\quad C_j = B\,c_j(\log\tau,\xi,\eta)")],
    mutants=[
        _scaled(2, DISPLAY + r",\quad C_j = B^2c_j(\log\tau,\xi,\eta)", "power of B raised to 2")
    ],
    effect="constant",
    note="The display at T = τ = 2 is a number c that does not know B, while the regret grows with "
    "B. The constants are those of T7; ξ is tied to η (I58), and any fixed η < 4 will do.",
)


def _rounded(up: bool, latex: str, why: str = "", longest: int = 1) -> Statement:
    """The tuning as a window: whole, and between 1 and T/longest; exact by cubes."""

    def cases() -> Iterator[dict[str, Any]]:
        for horizon, arms, changes in product(range(2, 20), (1, 2, 3), (1, 2, 3)):
            if changes < horizon:
                yield {"T": horizon, "K": arms, "Gamma": changes}

    def check(case: dict[str, Any]) -> Any:
        horizon, arms, changes = case.values()
        cube = F(horizon**2, arms * changes**2)
        window = next(n for n in range(1, horizon**2 + 1) if n**3 >= cube)
        if not up:
            return F(window**3), "==", cube
        return window * longest, "<=", horizon

    return listed(latex, cases, check, "T < 20, K <= 3, 1 <= Γ_T <= 3, Γ_T < T", why)


Z75 = Claim(
    id="Z75",
    lines="3480, 3634",
    kind="scaling",
    title="The tuned window is a whole number only by chance, and needs a change",
    printed=[_rounded(False, r"\tau = \frac{T^{2/3}}{K^{1/3}\Gamma_T^{2/3}} \in \mathbb{N}")],
    corrected=[
        _rounded(True, r"1 \leq \lceil\tau\rceil \leq T \quad (\Gamma_T\geq 1)"),
        Bound(
            "w + e",
            "<=",
            "2*w",
            "w >= 1, 0 <= e < 1",
            latex=r"\lceil\tau\rceil \leq 2\tau \quad (\tau\geq 1)",
            scope="every τ >= 1",
        ),
    ],
    mutants=[
        _rounded(
            True, r"2\lceil\tau\rceil \leq T", "half the horizon in place of the horizon", longest=2
        ),
        Bound("w + e", "<=", "1.99*w", "w >= 1, 0 <= e < 1", why="factor 2 lowered to 1.99"),
    ],
    effect="notation",
    note="A convention: the page does not say that its τ is whole, and nobody reads it otherwise. "
    "Rounding up changes the terms by a factor of at most 2. For Γ_T = 0 the formula divides "
    "by zero; τ = T is then the choice. Where it is below 1, T² < KΓ_T², the rate exceeds T.",
)

CLAIMS = [Z72, Z73, Z75]
