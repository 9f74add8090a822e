"""The discount factor of the experiment (lines 1245-1249, 1258-1261)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Claim
from glbtheory.claims.rates.table_1 import WORST_DISPLAY
from glbtheory.claims.sentences.setup import equal
from glbtheory.claims.vocabulary import computed_bound, enumerated, grid, scales
from glbtheory.claims.vocabulary.orders import ANY, RATE, WORST, T, Tuning, c

#: γ = 1 - (Γ_T/(dT))^{2/3}: the theorem's formula without its c_μ, with the experiment's numbers.
GAMMA = sp.nsimplify(
    f.FORMULAS["gamma_worst_case"].expression.subs({f.c_mu: 1, f.d: 2, f.T: 8000, f.Gamma: 2})
)

# --- Z26: the number of changes -------------------------------------------------------------------


@enumerated(
    cases=lambda: grid(S=(6, 7), Gamma=[2]),
    latex=r"\#\{t \leq T : \theta^\star_t \neq \theta^\star_{t-1}\} \leq 2",
    scope="radius 6 and 7, angle 2π/3 before round 4000 and 4π/3 from it on, all 8000 rounds",
)
def _changes(S: int, Gamma: int, *, relation: str = "<=") -> Any:
    """The changes of the parameter that the page describes, by radius and angle over π."""
    third = sp.Rational(1, 3)
    parameters = [(S, 2 * third if t < 4000 else 4 * third) for t in range(1, 8001)]
    return sum(a != b for a, b in pairwise(parameters)), relation, Gamma


Z26 = Claim(
    id="Z26",
    lines="212-214, 1218, 1249",
    kind="experiment-claim",
    title="The tuning takes Γ_T = 2 where the parameter changes once: a bound, not the number",
    printed=[_changes.as_whole()],
    mutants=[
        _changes.mutant("'up to Γ_T times' read as exactly", r"\#\{\ldots\} = 2", relation="==")
    ],
    fidelity="paraphrase",
    note="The setting allows up to Γ_T changes, so that 2 is admissible for one change (it is the "
    "number of phases). Lines 509 and 802 call Γ_T the number of changes, which is 1 here; with "
    "Γ_T = 1 the same formula gives 1/(1-γ) = 635 instead of 400.",
)

# --- X5, X6: the discount factor ------------------------------------------------------------------

#: The stated γ: the theorem's without c_μ.  With c_μ held constant, and with any c_μ.
_STATED = WORST.order * c ** "-1/3"
_FIXED = Tuning("the stated γ, c_μ fixed", _STATED, (*WORST.region, c))
_FREE = Tuning("the stated γ, any c_μ", _STATED, (*ANY, *WORST.region[-1:]))


_CHOICE = r"\gamma = 1-\Big(\frac{\Gamma_T}{d\times T}\Big)^{2/3}"
_GAMMA_IS = equal(
    GAMMA,
    sp.Rational(9975, 10000),
    _CHOICE + r" = 0.9975,\quad d=2,\ \Gamma_T=2,\ T=8000",
    "the numbers of the page",
)
_BOUND = r"\text{bound of T2 at }" + _CHOICE
_OPTIMAL = replace(
    scales(rf"c_\mu\text{{ constant}}:\quad {_BOUND}", WORST_DISPLAY, RATE, _FIXED),
    scope="the rate in T, d and Γ_T",
)

X5 = Claim(
    id="X5",
    title="γ = 1-(Γ_T/(dT))^(2/3) is 0.9975, and optimal in T, d and Γ_T where c_μ is constant",
    printed=[_GAMMA_IS, _OPTIMAL],
    support=[
        replace(
            scales(_BOUND, WORST_DISPLAY, RATE * c ** "-1/6", _FREE),
            scope="with any c_μ the rate has c_μ^(-1/2)",
        ),
    ],
    mutants=[
        _GAMMA_IS.mutant("last digit raised", value=sp.Rational(9976, 10000)),
        _OPTIMAL.mutant(
            "exponent of T lowered by 1/12",
            rate=RATE / T ** "1/12",
        ),
    ],
    depends_on=["T2", "Z85"],
    fidelity="paraphrase",
    note="The page has the formula and the three numbers; 0.9975 is what they give. That c_μ may "
    "be left out is refuted in Z175. No γ makes the bound smaller (Z85). The theorem (lines "
    "791-792) tunes γ = 1-(√c_μ Γ_T/(dT))^(2/3). The experiment leaves c_μ "
    "out: the rate in T, d and Γ_T is the same, that in c_μ is c_μ^(-1/2) instead of c_μ^(-1/3). "
    "With it the memory 1/(1-γ) would be 2961 rounds for S = 6 and 4127 for S = 7, where a "
    "phase has 4000. The word asymptotically allows it, since c_μ does not change with T.",
)


_MEMORY = equal(1 / (1 - GAMMA), 400, r"\frac1{1-\gamma} = 400", "the experiment's γ")
_PART = r"\frac{\sum_{k<400}\gamma^k}{\sum_k\gamma^k}"


@computed_bound(latex=rf"{_PART} \geq 0.63", scope="weights γ^k, k = 0, 1, …")
def _share(*, relation: str = ">=", bound: str = "63/100") -> Any:
    """The part of the weight that the 400 latest observations have."""
    return 1 - GAMMA**400, relation, sp.Rational(bound)


X6 = Claim(
    id="X6",
    title="1/(1-γ) is 400 exactly; the 400 latest observations have 63 % of the weight",
    printed=[_MEMORY],
    support=[
        _share,
        _share.variant(rf"{_PART} \leq 0.64", relation="<=", bound="64/100"),
        equal(
            (1 + GAMMA) / (1 - GAMMA),
            799,
            r"\frac{(\sum_k\gamma^k)^2}{\sum_k\gamma^{2k}} = 799",
            "the experiment's γ",
        ),
    ],
    mutants=[
        _MEMORY.mutant("one round more", value=401),
        _share.mutant("63 % raised to 64 %", bound="16/25"),
        _share.mutant("'based on' read as: nothing else counts", bound="99/100"),
    ],
    depends_on=["X5"],
    fidelity="paraphrase",
    note="The page has ≈ 400 and says roughly; the shares of the weight are ours. All weights "
    "together count for 400 observations: this is how roughly may be read. "
    "The older ones keep 37 % of the weight; 95 % is reached at 1197 observations. In the sense of "
    "Kish the weights are worth (Σw)²/Σw² = 799 equal ones.",
)

CLAIMS = [X5, X6, Z26]
