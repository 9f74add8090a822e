"""Symbols and indices of the sliding-window proofs that need a second look (lines 2749-2825)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from glbtheory.claims.model import Claim
from glbtheory.claims.vocabulary import bound, enumerated
from glbtheory.claims.window.deviation import slope_falls

# --- Z62: the symbol L --------------------------------------------------------------------------

_Z62 = r"\alpha \geq (1+L S+L\lambda^{-1/2}\lVert S_t\rVert_{G_t^{-1}})^{-1}\dot\mu,\ L "
_SIGMA = "1/(1 + exp(-x))"
#: One round, logistic, a = 1, θ* = 0, reward 1; λ is put in for the estimate x.
#: α = (σ(x)-1/2)/x and αx + λx = 1/2, so λ = (1-σ(x))/x, G = 1/(2x) and ‖S_t‖ = √(x/2).
_length = bound(
    f"x/(4*({_SIGMA} - 1/2)) <= 1 + {{L}}*S + {{L}}*x/sqrt(2*(1 - {_SIGMA}))",
    "0 < x <= 5, S > 0",
    latex=_Z62 + r"= 1 \geq \lVert a\rVert_2",
    scope="logistic, d = 1, one round, θ* = 0 and reward 1; every λ >= 0.0014, the x in (0, 5]",
    instance={"d": "1", "a_1": "1", "theta*": "0", "r_2": "1", "theta hat": "x"},
    L="1",
)

Z62 = Claim(
    id="Z62",
    lines="2749-2755, 2773, 2815-2825",
    kind="definition",
    title="If the macro for L in the proofs for the window prints a letter, it stands for 1",
    ours=True,
    printed=[_length.as_cases()],
    support=[slope_falls],
    mutants=[
        _length.mutant("L lowered to 0.07", L="0.07"),
        _length.mutant("any L > 0", L="L", where="0 < x <= 5, S > 0, L > 0"),
    ],
    hypotheses=["A1"],
    depends_on=["P7"],
    follows="With L = 1 it is P7.",
    note="No error: the source has a macro whose definition is in no file at hand. If it prints "
    "nothing, the lines read as they should. If it prints a letter, the letter is a bound on the "
    "norms of the actions, 1 by the first assumption; the statements of P7 and of the first half "
    "of the corollary have none. Z5 is the same macro in the lemmas.",
)


# --- Z63: indices --------------------------------------------------------------------------------


First = Callable[[int, int], int]
_WINDOW_SUM = r"\sum_{s=%s}^{t-1}\alpha(a_s,\theta^\star_t,\hat\theta_t)a_s a_s^\top"


def _from_first(t: int, tau: int) -> int:
    return max(1, t - tau)


def _summed(*, first: First = _from_first) -> Iterator[dict[str, int]]:
    for t, tau in product(range(2, 7), range(1, 7)):
        yield from ({"t": t, "tau": tau, "s": s} for s in range(first(t, tau), t))


@enumerated(
    cases=_summed,
    latex=_WINDOW_SUM % r"\max(1,t-\tau)",
    scope="2 <= t <= 6, τ <= 6",
    shown={"s": "round"},
)
def _reads(s: int, **_: Any) -> Any:
    """Every round of the sum from ``first(t, τ)`` to t-1 has been played."""
    return s, ">=", 1


Z63 = Claim(
    id="Z63",
    lines="2785-2793",
    error_lines="2786, 2790, 2793",
    kind="step",
    title="The sums of the proof start at t - τ, before the first round when t <= τ",
    printed=[_reads.variant(_WINDOW_SUM % r"t-\tau", first=lambda t, tau: t - tau)],
    corrected=[_reads],
    mutants=[
        _reads.mutant(
            "one round earlier",
            _WINDOW_SUM % r"\max(0,t-\tau)",
            first=lambda t, tau: max(0, t - tau),
        )
    ],
    effect="notation",
    support=[
        bound(
            "max(1, t - w) >= 1",
            "t >= 1, w >= 1",
            latex=r"\max(1,t-\tau) \geq 1",
            scope="every t and τ",
        )
    ],
    fidelity="verbatim",
    follows="The first round of the sum is max(1, t-τ), which is at least 1.",
    note="A convention: with a_s = 0 for s < 1 nothing changes, and the sentence before the "
    "display says max(1, t-τ). Q40, Z32 and Z143 are the same slip.",
)

CLAIMS = [Z62, Z63]
