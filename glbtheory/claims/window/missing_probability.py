"""The rate with gaps and a window is printed without a probability (lines 3001-3010)."""

from __future__ import annotations

from fractions import Fraction

from glbtheory.claims.model import Claim, latex_of
from glbtheory.claims.vocabulary import enumerated, stated
from glbtheory.claims.vocabulary.orders import G, T
from glbtheory.claims.window.theorems import T6
from glbtheory.engines.evidence import HOLDS, UNDECIDED, Evidence
from glbtheory.engines.orders import compare

F = Fraction
Pair = tuple[Fraction, Fraction]


def _played(past: int, tau: int, actions: Pair) -> Fraction | None:
    """The action after ``past`` rounds of the first action, all with reward 1; None if not known.

    The likelihood is strictly concave, so the estimate has the sign of its slope at 0, the sum of
    (r - 1/2)a over the window.  Of two actions one is played for certain if neither its prediction
    nor its norm is the smaller one, and one of them is the larger.
    """
    slope = min(past, tau) * F(1, 2) * actions[0]
    sign = (slope > 0) - (slope < 0)
    for one, other in (actions, actions[::-1]):
        gains = (sign * (one - other), abs(one) - abs(other))
        if min(gains) >= 0 and max(gains) > 0:
            return one
    return None


_PLAYED = r"a_t = %s \ \text{for all } t, \text{ if all its rewards are } 1, \text{ beside } %s"
#: A bad action, and a shorter good one.
_BESIDE = (F(-1), F(9, 10))


@enumerated(
    cases=lambda *, beside=_BESIDE: (
        {"t": t, "tau": tau, "actions": beside, "rewards": "all 1"}
        for tau in range(1, 7)
        for t in range(1, 7)
    ),
    latex=_PLAYED % ("-1", r"\tfrac9{10}"),
    scope="d = 1, θ* = 1, t <= 6, τ <= 6",
)
def _for_ever(t: int, tau: int, actions: Pair, **_: object) -> bool:
    """The first action is played in every round when its rewards are all 1."""
    return _played(t - 1, tau, actions) == actions[0]


@stated(latex=r"R_T = \widetilde O\big(\Delta^{-1}c_\mu^{-1/2}d\sqrt{\Gamma_T T}\big)")
def _surely() -> Evidence:
    """A path of positive probability whose regret is a constant times T, against the rate."""
    if _for_ever.decide().outcome != HOLDS:
        return Evidence(UNDECIDED, "orders", "by hand", detail="the path is not known")
    rate = (G * T) ** "1/2"
    found = compare((T, T), (rate, rate), (T, G, T / G), "d, Δ and c_μ fixed")
    path = {"d": "1", "theta": "1", "actions": "-1, 9/10", "rewards of -1": "all 1"}
    chance = {"probability of the path": "sigma(-1)^T", "R_T": "(sigma(9/10) - sigma(-1)) T"}
    return found.with_(witness={**path, **chance, **(found.witness or {})})


_WITH = r"\text{with probability at least } 1-\delta:\ "

Z141 = Claim(
    id="Z141",
    lines="3001-3010",
    error_lines="3004-3008",
    kind="theorem",
    title="The gap-dependent theorem bounds a random regret and names no probability",
    printed=[_surely],
    corrected=[s.variant(_WITH + latex_of(s)) for s in T6.printed],
    support=[_for_ever],
    mutants=[
        T6.mutants[0].variant(_WITH + latex_of(T6.mutants[0])),
        _for_ever.mutant(
            "the good action made the longer one: it is played in the first round",
            _PLAYED % (r"-\tfrac9{10}", "1"),
            beside=(F(-9, 10), F(1)),
        ),
    ],
    depends_on=["T5", "T6", "S13", "Z67"],
    effect="statement",
    note="The theorem with discounts (lines 670, 695) and T5 have the words. Here neither they nor "
    "δ occur, and on the path of the witness, which has a positive probability, the regret is "
    "linear. log(1/δ) must be at most of the order of log T, as S13 takes it. No rate changes.",
)

CLAIMS = [Z141]
