"""How long a discount factor remembers, as the main text says it (lines 800-807)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.vocabulary import bound, identity
from glbtheory.claims.vocabulary.hand_steps import INDUCTION

# --- Z127: the forgetting time --------------------------------------------------------------------


_WEIGHT = (
    r"\sum_{k\geq0}\gamma^k = \frac{1}{1-\gamma},\quad"
    r" \sum_{k<n}\gamma^k = \frac{1-\gamma^n}{1-\gamma}"
)


@identity(
    latex=r"\frac{1-\gamma^n}{1-\gamma}+\gamma^n = \frac{1-\gamma^{n+1}}{1-\gamma}",
    scope="every n and γ",
)
def _one_more() -> Iterator[tuple[str, Any, Any]]:
    """One more round of the sum."""
    g, n = sp.symbols("gamma n", positive=True)
    yield "n + 1", (1 - g**n) + g**n * (1 - g), 1 - g ** (n + 1)


@identity(latex=_WEIGHT, scope="n <= 8, every γ")
def _remainder(*, shift: int = 0) -> Iterator[tuple[str, Any, Any]]:
    """Σ_{k<n} γ^k + γ^{n+shift}/(1-γ) = 1/(1-γ): what is older than n rounds weighs γ^n/(1-γ)."""
    g = sp.Symbol("gamma", positive=True)
    for n in range(1, 9):
        recent = sum(g**k for k in range(n))
        yield f"n = {n}", recent + g ** (n + shift) / (1 - g), 1 / (1 - g)


_LAST = r"1-\gamma^{1/(1-\gamma)}"
#: γ^{1/(1-γ)} against e^{-factor}, by logarithms.
_share_at_least = bound(
    "log(g) <= -{factor}*(1 - g)",
    "0 < g < 1",
    latex=rf"{_LAST} \geq 1-\tfrac1e",
    scope="all 0 < γ < 1, by logarithms",
    factor="1",
)
_share_at_most = bound(
    "log(g) >= -{factor}*(1 - g)",
    "1/2 <= g < 1",
    latex=rf"{_LAST} \leq 1-e^{{-1.4}}\ (\gamma\geq\tfrac12)",
    scope="all 1/2 <= γ < 1, by logarithms",
    factor="1.4",
)
#: The same as numbers.
_about_63 = bound("1 - exp(-1) > {share}", latex=r"1-\tfrac1e > 0.63", share="0.63")
_about_76 = bound("1 - exp(-1.4) < {share}", latex=r"1-e^{-1.4} < 0.76", share="0.76")

Z127 = Claim(
    id="Z127",
    kernel=KernelTheorem(
        "Z127",
        "every 0 < γ < 1, and γ >= 1/2 for the second number",
        mutants=["Z127_mutant"],
    ),
    lines="800-807",
    kind="prose-claim",
    title="1/(1-γ) is all the weight there is; that many rounds carry 63 to 76 % of it (γ >= 1/2)",
    ours=True,
    printed=[_remainder.as_cases(), _share_at_least, _share_at_most, _about_63, _about_76],
    support=[_one_more],
    mutants=[
        _remainder.mutant(
            "exponent moved by one",
            r"\sum_{k<n}\gamma^k = \frac{1-\gamma^{n+1}}{1-\gamma}",
            shift=1,
        ),
        _share_at_least.mutant("1 raised to 1.01", factor="1.01"),
        _share_at_most.mutant("1.4 lowered to 1.38", factor="1.38"),
        _about_63.mutant("0.63 raised to 0.64", share="0.64"),
        _about_76.mutant("0.76 lowered to 0.75", share="0.75"),
    ],
    depends_on=[INDUCTION],
    note="The page calls 1/(1-γ) a rough measure of the forgetting time, without a number; the "
    "numbers are ours. This is how it may be read: 1/(1-γ) rounds after "
    "a change the old data have at most e^{-1} = 37 % of the weight. The time depends on γ alone; "
    "it multiplies the number of changes in the first term of the bound. That balancing the two "
    "terms gives the best rate is Z85.",
)

CLAIMS = [Z127]
