"""Symbols and indices of the sliding-window proofs that need a second look (lines 2749-2825)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.engines.enumeration import enumerate_cases

# --- Z62: the symbol L --------------------------------------------------------------------------


def _length(length: str, latex: str, why: str = "") -> Bound:
    """One round, logistic, a = 1, θ* = 0, reward 1; λ is put in for the estimate x.

    α = (σ(x)-1/2)/x and αx + λx = 1/2, so λ = (1-σ(x))/x, G = 1/(2x) and ‖S_t‖ = √(x/2).
    """
    sigma = "1/(1 + exp(-x))"
    noise = f"x/sqrt(2*(1 - {sigma}))"
    return Bound(
        f"x/(4*({sigma} - 1/2))",
        "<=",
        f"1 + {length}*S + {length}*{noise}",
        "0 < x <= 5, S > 0" + (", L > 0" if length == "L" else ""),
        latex=latex,
        scope="logistic, d = 1, one round, θ* = 0 and reward 1; every λ, as x runs over (0, 5]",
        instance={"d": "1", "a_1": "1", "theta*": "0", "r_2": "1", "theta hat": "x"},
        why=why,
    )


_Z62 = r"\alpha \geq (1+L S+L\lambda^{-1/2}\lVert S_t\rVert_{G_t^{-1}})^{-1}\dot\mu,\ L "

Z62 = Claim(
    id="Z62",
    lines="2749-2755, 2773, 2815-2825",
    kind="definition",
    title="If the macro for L in the proofs for the window prints a letter, it stands for 1",
    ours=True,
    printed=[_length("1", _Z62 + r"= 1 \geq \lVert a\rVert_2")],
    mutants=[
        _length("0.07", _Z62 + "= 0.07", "L lowered to 0.07"),
        _length("L", _Z62 + "> 0", "any L > 0"),
    ],
    hypotheses=["A1"],
    depends_on=["I36"],
    note="No error: the source has a macro whose definition is in no file at hand. If it prints "
    "nothing, the lines read as they should. If it prints a letter, the letter is a bound on the "
    "norms of the actions, 1 by the first assumption; the statements of P7 and of the first half "
    "of the corollary have none. Z5 is the same macro in the lemmas.",
)


# --- Z63: indices --------------------------------------------------------------------------------


def _reads(first: Callable[[int, int], int], latex: str, why: str = "") -> Statement:
    """Every round of the sum from ``first(t, τ)`` to t-1 has been played."""

    def cases() -> Iterator[dict[str, Any]]:
        for t, tau in product(range(2, 7), range(1, 7)):
            for s in range(first(t, tau), t):
                yield {"t": t, "tau": tau, "round": s}

    def check(case: dict[str, Any]) -> Any:
        return case["round"], ">=", 1

    return Statement(latex, lambda: enumerate_cases(cases(), check, "2 <= t <= 6, τ <= 6"), why)


_WINDOW_SUM = r"\sum_{s=%s}^{t-1}\alpha(a_s,\theta^\star_t,\hat\theta_t)a_s a_s^\top"

Z63 = Claim(
    id="Z63",
    lines="2785-2793",
    error_lines="2786, 2790, 2793",
    kind="step",
    title="The sums of the proof start at t - τ, before the first round when t <= τ",
    printed=[_reads(lambda t, tau: t - tau, _WINDOW_SUM % r"t-\tau")],
    corrected=[_reads(lambda t, tau: max(1, t - tau), _WINDOW_SUM % r"\max(1,t-\tau)")],
    mutants=[
        _reads(lambda t, tau: max(0, t - tau), _WINDOW_SUM % r"\max(0,t-\tau)", "one round earlier")
    ],
    effect="notation",
    note="The sentence before the display says max(1, t-τ); Q40, Z32 and Z143 are the same slip.",
)

CLAIMS = [Z62, Z63]
