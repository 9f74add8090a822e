"""The elliptical potential with a sliding window, without the roundings of its lemma.

Lines 2959-2967 and 3261-3308.  ℓ is the ridge of V_t, λ/c_μ in the regret proofs.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import sympy as sp
from flint import arb

from glbtheory import formulas as f
from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.sharper.discounted_potential import (
    FACTOR,
    OWN,
    in_balls,
    on_sequences,
)
from glbtheory.claims.vocabulary.hand_steps import DETERMINANT_LEMMA, INDUCTION, LOEWNER
from glbtheory.claims.vocabulary.old_forms import attacked, enclosed
from glbtheory.engines.balls import ball
from glbtheory.engines.enumeration import enumerate_cases
from glbtheory.regret.potential_attacks import window_problem

F = Fraction
WINDOW = f.FORMULAS["potential_window_sharpened"].expression.subs(OWN)

# --- Z163: blocks of τ + 1 rounds -----------------------------------------------------------------

_CUT = sp.ceiling(f.T / (f.tau + 1))
_BLOCKS = (
    r"\sum_{t=1}^T\lVert a_t\rVert_{V_t^{-1}}^2 \leq "
    + FACTOR
    + r"\,dN\log\Big(1+\frac{T}{Nd\ell}\Big),\quad N = \Big\lceil\frac{T}{\tau+%s}\Big\rceil"
)


def _cut(latex: str, bound: Any = WINDOW, why: str = "") -> Statement:
    return on_sequences(bound, "tau", (1, 2), latex, why)


def _held(shift: int, latex: str, why: str = "") -> Statement:
    """Inside a block of τ + ``shift`` rounds the window holds every round of the block so far."""

    def cases() -> Iterator[dict[str, int]]:
        for tau, block in product(range(1, 7), range(3)):
            for place in range(1, tau + shift + 1):
                yield {"tau": tau, "first": block * (tau + shift) + 1, "place": place}

    def check(case: dict[str, int]) -> bool:
        t = case["first"] + case["place"] - 1
        return set(range(case["first"], t)) <= set(range(max(1, t - case["tau"]), t))

    return Statement(
        latex, lambda: enumerate_cases(cases(), check, "τ <= 6, three blocks, every round"), why
    )


def _equal(share: str = "1", why: str = "") -> Bound:
    """log(1+zL) - log(1+zq) <= (1+zL)/(1+zq) - 1, whose sum over blocks of mean length q is 0."""
    return Bound(
        "(1 + z*l)/(1 + z*q) - 1",
        "<=",
        f"{share}*z*(l - q)/(1 + z*q)",
        "z > 0, l >= 0, q >= 0",
        latex=r"\log\frac{1+zL_i}{1+zq} \leq \frac{1+zL_i}{1+zq}-1 = \frac{z(L_i-q)}{1+zq},\quad"
        r" q = \frac TN",
        scope="every block length and ridge; the first step is log w <= w - 1 (Z160)",
        why=why,
    )


def _cut_attack(latex: str) -> Statement:
    sizes = ((1, 12, 5), (2, 12, 1), (3, 12, 4))
    problems = {
        f"d = {d}, T = {T}, τ = {tau}": partial(window_problem, d, T, tau, bound=WINDOW)
        for d, T, tau in sizes
    }
    return attacked(problems, "all actions, ridge in [0.01, 100]", latex, 1630)


Z163 = Claim(
    id="Z163",
    ours=True,
    lines="2959-2967, 3261-3308",
    kind="lemma",
    title="With a window the rounds may be cut into equal blocks of at most τ + 1",
    printed=[
        _cut(_BLOCKS % ("1", "1")),
        _cut_attack(_BLOCKS % ("1", "1")),
        _equal(),
        _held(1, r"V_t \geq W_t\quad\text{in blocks of }\tau+1\text{ rounds}"),
    ],
    mutants=[
        _cut(
            _BLOCKS % ("0.999", "1"),
            sp.Rational(999, 1000) * WINDOW,
            "factor lowered by 0.1 %: one round attains it",
        ),
        _cut(
            _BLOCKS % ("1", "2"),
            WINDOW.subs(_CUT, sp.ceiling(f.T / (f.tau + 2))),
            "blocks longer by one round",
        ),
        _equal("0.99", "slope lowered by one per cent"),
        _held(2, r"\text{blocks of }\tau+2\text{ rounds}", "blocks longer by one round"),
    ],
    hypotheses=["A1"],
    depends_on=["Z24", "Z160", "I50", "I42", "C11", DETERMINANT_LEMMA, LOEWNER, INDUCTION],
    note="At round t of a block at most τ of its rounds are past, and the window holds them all. N "
    "blocks whose lengths differ by at most one, none above τ + 1, cover T; since the logarithm is "
    "concave their sum is at most N times that of the mean length T/N. For τ >= T there is one "
    "block of T rounds, where the paper has the logarithm of τ.",
)


# --- Z164: the logarithm of the window is real ----------------------------------------------------


def _bursts(T: int, tau: int, ridge: Fraction) -> arb:
    """d = 1: the action 1 for τ + 1 rounds, 0 for τ - 1 rounds, and again."""
    played = [t % (2 * tau) <= tau for t in range(T)]
    total, inside = arb(0), 0
    for t in range(T):
        total += (1 / (ball(ridge) + inside)) if played[t] else 0
        inside += played[t] - (played[t - tau] if t >= tau else 0)
    return total


_BURSTS = [{"T": 20_000, "tau": tau, "ridge": F(1)} for tau in (100, 500)]
_EVEN = f.T / (f.lam + f.tau / f.d)


def _burst(relation: str, share: str, bound: Any, latex: str, why: str = "") -> Statement:
    def check(case: dict[str, Any]) -> Any:
        T, tau, ridge = case.values()
        blocks = -(-T // (tau + 1))
        right = bound.subs(_CUT, blocks).subs({f.d: 1, f.T: T, f.tau: tau, f.lam: ridge})
        return _bursts(T, tau, ridge), relation, ball(F(share)) * in_balls(right, {})

    scope = "d = 1, ridge 1, T = 20000, τ = 100 and 500, bursts of τ + 1 actions"
    return enclosed(lambda: _BURSTS, check, latex, scope, why)


_BURST = r"%s\,\frac{T}{\ell+\tau/d} \leq \sum_t\lVert a_t\rVert_{V_t^{-1}}^2"
_BURST_LEMMA = r"%s\,P_\tau^\sharp \leq \sum_t\lVert a_t\rVert_{V_t^{-1}}^2"

Z164 = Claim(
    id="Z164",
    ours=True,
    lines="3261-3274",
    kind="lemma",
    title="A window cannot have what discounts have: bursts of actions pay its logarithm",
    printed=[
        _burst(">=", "23/10", _EVEN, _BURST % "2.3"),
        _burst(">=", "7/20", WINDOW, _BURST_LEMMA % "0.35"),
    ],
    mutants=[
        _burst(">=", "12/5", _EVEN, _BURST % "2.4", "share 2.3 raised to 2.4"),
        _burst(">=", "9/25", WINDOW, _BURST_LEMMA % "0.36", "share 0.35 raised to 0.36"),
    ],
    depends_on=["Z163"],
    note="Even play costs T/(ℓ + τ/d) in the long run, and with discounts nothing costs more "
    "(Z161, as γ tends to 1). A window empties: after a pause the first actions of a burst are as "
    "surprising as the first of all. So the block lemma is right up to a factor below 3 here.",
)

CLAIMS = [Z163, Z164]
