"""The elliptical potential with a sliding window, without the roundings of its lemma.

Lines 2959-2967 and 3261-3308.  ℓ is the ridge of V_t, λ/c_μ in the regret proofs.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp
from flint import arb

from glbtheory import formulas as f
from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.sharper._potentials import EXACT, FACTOR, OWN, RIDGES
from glbtheory.claims.vocabulary import attacked_potential, bound, enclosed, enumerated, grid
from glbtheory.claims.vocabulary.exact_designs import Vector, at, potential, sequences
from glbtheory.claims.vocabulary.hand_steps import DETERMINANT_LEMMA, INDUCTION, LOEWNER
from glbtheory.engines.boxes.balls import ball
from glbtheory.formulas.enclosure import enclose
from glbtheory.regret.potential_attacks import AttackProblem, window_problem
from glbtheory.setting.forgetting import Window

F = Fraction
WINDOW = f.FORMULAS["potential_window_sharpened"].expression.subs(OWN)

# --- Z163: blocks of τ + 1 rounds -----------------------------------------------------------------

_CUT = sp.ceiling(f.T / (f.tau + 1))
_BLOCKS = (
    r"\sum_{t=1}^T\lVert a_t\rVert_{V_t^{-1}}^2 \leq "
    + FACTOR
    + r"\,dN\log\Big(1+\frac{T}{Nd\ell}\Big),\quad N = \Big\lceil\frac{T}{\tau+%s}\Big\rceil"
)


@enumerated(
    cases=lambda: sequences(listed=3, tau=(1, 2), lam=RIDGES),
    latex=_BLOCKS % ("1", "1"),
    scope=EXACT % "τ in {1, 2}",
)
def cut_potential(
    d: int, T: int, actions: tuple[Vector, ...], tau: int, lam: Fraction, *, right: Any = WINDOW
) -> Any:
    """The potential of every short sequence of listed vectors against a closed form."""
    known = {f.d: d, f.T: T, f.lam: lam, f.tau: tau}
    return potential(actions, Window(tau).exact_weights, lam), "<=", at(right, known)


@attacked_potential(
    sizes={
        f"d = {d}, T = {T}, τ = {tau}": {"d": d, "T": T, "tau": tau}
        for d, T, tau in ((1, 12, 5), (2, 12, 1), (3, 12, 4))
    },
    latex=_BLOCKS % ("1", "1"),
    seed=1630,
    ranges="all actions, ridge in [0.01, 100]",
)
def no_actions_exceed(d: int, T: int, tau: int, *, right: Any = WINDOW) -> AttackProblem:
    """The same for actions chosen by an optimiser."""
    return window_problem(d, T, tau, bound=right)


#: log(1+zL) - log(1+zq) <= (1+zL)/(1+zq) - 1, whose sum over blocks of mean length q is 0.
equal_blocks = bound(
    "(1 + z*l)/(1 + z*q) - 1 <= {share}*z*(l - q)/(1 + z*q)",
    "z > 0, l >= 0, q >= 0",
    latex=r"\log\frac{1+zL_i}{1+zq} \leq \frac{1+zL_i}{1+zq}-1 = \frac{z(L_i-q)}{1+zq},\quad"
    r" q = \frac TN",
    scope="every block length and ridge; the first step is log w <= w - 1 (Z160)",
    share="1",
)


def _rounds_of_blocks(*, longer: int = 1) -> Iterator[dict[str, int]]:
    for tau, block in product(range(1, 7), range(3)):
        for place in range(1, tau + longer + 1):
            yield {"tau": tau, "first": block * (tau + longer) + 1, "place": place}


@enumerated(
    cases=_rounds_of_blocks,
    latex=r"V_t \geq W_t\quad\text{in blocks of }\tau+1\text{ rounds}",
    scope="τ <= 6, three blocks, every round",
)
def window_holds_block(tau: int, first: int, place: int) -> bool:
    """Inside a block of τ + ``longer`` rounds the window holds every round of the block so far."""
    t = first + place - 1
    return set(range(first, t)) <= set(range(max(1, t - tau), t))


Z163 = Claim(
    id="Z163",
    ours=True,
    lines="2959-2967, 3261-3308",
    kind="lemma",
    title="With a window the rounds may be cut into equal blocks of at most τ + 1",
    kernel=KernelTheorem(
        "Z163",
        "every d, T, τ, ridge > 0",
        latex=r"\sum_{t=1}^T\lVert a_t\rVert_{V_t^{-1}}^2 \leq "
        r"\frac{1}{\ell\log(1+1/\ell)}\,dN\log\Big(1+\frac{T}{Nd\ell}\Big),\quad N = "
        r"\Big\lceil\frac{T}{\tau+1}\Big\rceil",
        mutants=["Z163_mutant"],
    ),
    printed=[cut_potential, no_actions_exceed, equal_blocks, window_holds_block],
    mutants=[
        cut_potential.mutant(
            "factor lowered by 0.1 %: one round attains it",
            _BLOCKS % ("0.999", "1"),
            right=sp.Rational(999, 1000) * WINDOW,
        ),
        no_actions_exceed.mutant(
            "factor lowered by 0.1 %, for actions that an optimiser chooses",
            r"\text{any actions}:\ " + _BLOCKS % ("0.999", "1"),
            right=sp.Rational(999, 1000) * WINDOW,
        ),
        cut_potential.mutant(
            "blocks longer by one round",
            _BLOCKS % ("1", "2"),
            right=WINDOW.subs(_CUT, sp.ceiling(f.T / (f.tau + 2))),
        ),
        equal_blocks.mutant("slope lowered by one per cent", share="0.99"),
        window_holds_block.mutant(
            "blocks longer by one round", r"\text{blocks of }\tau+2\text{ rounds}", longer=2
        ),
    ],
    hypotheses=["A1"],
    depends_on=["Z24", "Z160", "I50", "I42", "C11", DETERMINANT_LEMMA, LOEWNER, INDUCTION],
    note="At round t of a block at most τ of its rounds are past, and the window holds them "
    "all. N blocks whose lengths differ by at most one, none above τ + 1, cover T; since the "
    "logarithm is concave their sum is at most N times that of the mean length T/N. For τ >= T "
    "there is one block of T rounds, where the paper has the logarithm of τ.",
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


_RUN = (
    r"d=1,\ \ell=1,\ T=20000,\ \tau\in\{100,500\},\ a_t = 1\ \text{if}\ (t-1)\bmod2\tau\leq\tau,"
    r"\text{ else }0:\quad "
)
_BURST = _RUN + r"%s\,\frac{T}{\ell+\tau/d} \leq \sum_t\lVert a_t\rVert_{V_t^{-1}}^2"
_BURST_LEMMA = _RUN + r"%s\,P_\tau^\sharp \leq \sum_t\lVert a_t\rVert_{V_t^{-1}}^2"
_EVEN, _MORE = f.T / (f.lam + f.tau / f.d), F(23, 10)


@enclosed(
    cases=lambda: grid(T=(20_000,), tau=(100, 500), ridge=(F(1),)),
    latex=_BURST % "2.3",
    scope="d = 1, ridge 1, T = 20000, τ = 100 and 500, bursts of τ + 1 actions",
)
def bursts_cost(
    T: int, tau: int, ridge: Fraction, *, share: Fraction = _MORE, right: Any = _EVEN
) -> Any:
    """The potential of bursts is at least a share of a closed form."""
    known = {f.d: 1, f.T: T, f.tau: tau, f.lam: ridge}
    whole = right.subs(_CUT, -(-T // (tau + 1))).subs(known)
    return _bursts(T, tau, ridge), ">=", ball(share) * enclose(whole, {})


_near_the_lemma = bursts_cost.variant(_BURST_LEMMA % "0.35", share=F(7, 20), right=WINDOW)

Z164 = Claim(
    id="Z164",
    ours=True,
    lines="3261-3274",
    kind="lemma",
    title="Bursts of actions cost a window more than twice what even play does",
    printed=[bursts_cost.as_whole(), _near_the_lemma.as_whole()],
    mutants=[
        bursts_cost.mutant("share 2.3 raised to 2.4", _BURST % "2.4", share=F(12, 5)),
        _near_the_lemma.mutant("share 0.35 raised to 0.36", _BURST_LEMMA % "0.36", share=F(9, 25)),
    ],
    depends_on=["Z163"],
    note="Even play costs T/(ℓ + τ/d) in the long run, and with discounts nothing costs more "
    "(Z161, as γ tends to 1). A window empties: after a pause the first actions of a burst are as "
    "surprising as the first of all, and its logarithm is real. On these runs the block lemma is "
    "right up to a factor below 3.",
)

CLAIMS = [Z163, Z164]
