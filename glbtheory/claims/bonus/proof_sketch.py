"""The form of β in the main text's sketch of the proof."""

from __future__ import annotations

from glbtheory.claims.model import Claim
from glbtheory.claims.vocabulary import bound

# --- Z129: the form of β --------------------------------------------------------------------------

#: b with C = c, and the same with S̄ = c + e.
_B, _B_BAR = "(sqrt(1 + c)*x + x**2)", "(sqrt(1 + c + e)*x + x**2)"
_BRACKET = r"\big(1+\bar S+\bar b\big)"
_SCOPE = "every residual 0 <= C <= S̄ and every ρ, λ (squares compared)"
#: Squares of the two sides, divided by k_μ² λ ‖a‖²/c_μ; x = ρ/√λ.
_product = bound(
    f"{_B}**2*(1 + c + {_B}) <= {{share}}*(1 + c + e + {_B_BAR})**3",
    "c >= 0, e >= 0, x >= 0",
    latex=rf"0\leq C\leq\bar S:\quad b\,(1+C+b)^{{1/2}} \leq {_BRACKET}^{{3/2}},\quad "
    r"b = \sqrt{\tfrac{1+C}{\lambda}}\rho+\tfrac{\rho^2}{\lambda},\ "
    r"\bar b = \sqrt{\tfrac{1+\bar S}{\lambda}}\rho+\tfrac{\rho^2}{\lambda}",
    scope=_SCOPE,
    share="1",
)
#: The same with s = S̄ and x for b̄.
_repaired = bound(
    "(s + x)**2*(1 + {size} + x) <= (1 + s + x)**3",
    "s >= 0, x >= 0",
    latex=rf"(\bar S+\bar b)\,{_BRACKET}^{{1/2}} \leq {_BRACKET}^{{3/2}}",
    scope=_SCOPE,
    size="s",
)

Z129 = Claim(
    id="Z129",
    lines="1057-1074",
    kind="step",
    title="The product of the sketch's two bounds is at most β, also with the sketch repaired",
    printed=[_product],
    support=[_repaired],
    mutants=[
        _product.mutant("right side lowered (its square by one per cent)", share="0.99"),
        _repaired.mutant("the deviation repaired, but C = S̄ kept in line 1063", size="2*s"),
    ],
    depends_on=["P1", "Q7", "Z44", "Q4"],
    fidelity="implied",
    note="Bounds 1 and 2 of the sketch multiply to k_μ√λ b(1+C+b)^{1/2}‖a‖/√c_μ, which is below "
    "the bonus: the 1 + S̄ of the first factor is slack. But bound 1 is false as printed (P1). "
    "With √λ S̄ added to it, and C = 0 in line 1063 (Q7, Z44), the product is "
    "k_μ√λ(S̄+b)(1+S̄+b)^{1/2}, still at most β: the form of β survives. With C = S̄ kept it "
    "would not, once S̄ is above 3.1.",
)

CLAIMS = [Z129]
