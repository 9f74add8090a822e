"""How long a discount factor remembers, as the main text says it (lines 800-807)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp

from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.vocabulary.hand_steps import INDUCTION
from glbtheory.claims.vocabulary.old_forms import identities

# --- Z127: the forgetting time --------------------------------------------------------------------


def _remainder(shift: int, latex: str, why: str = "") -> Statement:
    """Σ_{k<n} γ^k + γ^{n+shift}/(1-γ) = 1/(1-γ): what is older than n rounds weighs γ^n/(1-γ)."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        g = sp.Symbol("gamma", positive=True)
        for n in range(1, 9):
            recent = sum(g**k for k in range(n))
            yield f"n = {n}", recent + g ** (n + shift) / (1 - g), 1 / (1 - g)

    return identities(pairs, latex, "n <= 8, every γ", why)


def _share(relation: str, factor: str, where: str, latex: str, why: str = "") -> Bound:
    """γ^{1/(1-γ)} against e^{-factor}, by logarithms."""
    return Bound(
        "log(g)",
        relation,
        f"-{factor}*(1 - g)",
        where,
        latex=latex,
        scope=f"all {where.replace('g', 'γ')}",
        why=why,
    )


_LAST = r"1-\gamma^{1/(1-\gamma)}"

Z127 = Claim(
    id="Z127",
    lines="800-807",
    kind="prose-claim",
    title="1/(1-γ) is all the weight there is; that many rounds carry 63 to 76 % of it",
    printed=[
        _remainder(
            0,
            r"\sum_{k\geq0}\gamma^k = \frac{1}{1-\gamma},\quad"
            r" \sum_{k<n}\gamma^k = \frac{1-\gamma^n}{1-\gamma}",
        ),
        _share("<=", "1", "0 < g < 1", rf"{_LAST} \geq 1-\tfrac1e \approx 0.63"),
        _share(
            ">=", "1.4", "1/2 <= g < 1", rf"{_LAST} \leq 1-e^{{-1.4}} < 0.76\ (\gamma\geq\tfrac12)"
        ),
    ],
    mutants=[
        _remainder(
            1, r"\sum_{k<n}\gamma^k = \frac{1-\gamma^{n+1}}{1-\gamma}", "exponent moved by one"
        ),
        _share("<=", "1.01", "0 < g < 1", rf"{_LAST} \geq 1-e^{{-1.01}}", "1 raised to 1.01"),
        _share(">=", "1.38", "1/2 <= g < 1", rf"{_LAST} \leq 1-e^{{-1.38}}", "1.4 lowered to 1.38"),
    ],
    depends_on=[INDUCTION],
    note="This is how a rough measure of the forgetting time may be read: 1/(1-γ) rounds after "
    "a change the old data have at most e^{-1} = 37 % of the weight. The time depends on γ alone; "
    "it multiplies the number of changes in the first term of the bound. That balancing the two "
    "terms gives the best rate is Z85.",
)

CLAIMS = [Z127]
