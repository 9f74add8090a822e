"""The discount factor of the experiment (lines 1245-1249, 1258-1261)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Claim
from glbtheory.claims.rates.table_1 import WORST_DISPLAY
from glbtheory.claims.sentences.setup import PANELS, equal, panels
from glbtheory.claims.vocabulary import computed_bound, enumerated, grid, scales
from glbtheory.claims.vocabulary.orders import ANY, RATE, WORST, Tuning, c

#: γ = 1 - (Γ_T/(dT))^{2/3}: the theorem's formula without its c_μ, with the experiment's numbers.
GAMMA = sp.nsimplify(
    f.FORMULAS["gamma_worst_case"].expression.subs({f.c_mu: 1, f.d: 2, f.T: 8000, f.Gamma: 2})
)

# --- Z26: the number of changes -------------------------------------------------------------------


@enumerated(
    cases=lambda: grid(panel=PANELS, Gamma=[2]),
    latex=r"\#\{t \leq T : \theta^\star_t \neq \theta^\star_{t-1}\} \leq 2",
    scope="both panels of the ready-made experiment",
)
def _changes(panel: str, Gamma: int, *, relation: str = "<=") -> Any:
    from glbtheory.bandits.environments.schedules import schedule_from

    plan = panels()[panel]
    changes = schedule_from(plan["environment"]["schedule"]).changes(plan["horizon"])
    return changes, relation, Gamma


Z26 = Claim(
    id="Z26",
    lines="212-214, 1218, 1249",
    kind="experiment-claim",
    title="The tuning takes Γ_T = 2 where the parameter changes once: a bound, not the number",
    printed=[_changes],
    mutants=[
        _changes.mutant("'up to Γ_T times' read as exactly", r"\#\{\ldots\} = 2", relation="==")
    ],
    depends_on=["X4"],
    note="The setting allows up to Γ_T changes, so that 2 is admissible for one change (it is the "
    "number of phases). Lines 509 and 802 call Γ_T the number of changes, which is 1 here; with "
    "Γ_T = 1 the same formula gives 1/(1-γ) = 635 instead of 400.",
)

# --- X5, X6: the discount factor ------------------------------------------------------------------

#: The stated γ: the theorem's without c_μ.  With c_μ held constant, and with any c_μ.
_STATED = WORST.order * c ** "-1/3"
_FIXED = Tuning("the stated γ, c_μ fixed", _STATED, (*WORST.region, c))
_FREE = Tuning("the stated γ, any c_μ", _STATED, (*ANY, *WORST.region[-1:]))


_GAMMA_IS = equal(GAMMA, sp.Rational(9975, 10000), r"\gamma = 0.9975", "d = 2, Γ_T = 2, T = 8000")
_OPTIMAL = replace(
    scales(r"c_\mu\text{ constant}:\quad R_T", WORST_DISPLAY, RATE, _FIXED),
    scope="the rate in T, d and Γ_T",
)

X5 = Claim(
    id="X5",
    title="γ = 1-(Γ_T/(dT))^(2/3) is 0.9975, and optimal in T, d and Γ_T; the theorem's has c_μ",
    printed=[_GAMMA_IS, _OPTIMAL],
    support=[
        replace(
            scales(r"R_T", WORST_DISPLAY, RATE * c ** "-1/6", _FREE),
            scope="with any c_μ the rate has c_μ^(-1/2)",
        ),
    ],
    mutants=[
        _GAMMA_IS.mutant("last digit raised", value=sp.Rational(9976, 10000)),
        _OPTIMAL.mutant(
            "'optimal' read as: in c_μ as well",
            what=r"\text{any }c_\mu:\quad R_T",
            tuning=_FREE,
        ),
    ],
    depends_on=["Z85"],
    note="The theorem (lines 791-792) tunes γ = 1-(√c_μ Γ_T/(dT))^(2/3). The experiment leaves c_μ "
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
    printed=[
        _MEMORY,
        _share,
        _share.variant(rf"{_PART} \leq 0.64", relation="<=", bound="64/100"),
    ],
    support=[
        equal(
            (1 + GAMMA) / (1 - GAMMA),
            799,
            r"\frac{(\sum_k\gamma^k)^2}{\sum_k\gamma^{2k}} = 799",
            "the experiment's γ",
        )
    ],
    mutants=[
        _MEMORY.mutant("one round more", value=401),
        _share.mutant("63 % raised to 64 %", bound="16/25"),
        _share.mutant("'based on' read as: nothing else counts", bound="99/100"),
    ],
    depends_on=["X5"],
    note="All weights together count for 400 observations: this is how roughly may be read. "
    "The older ones keep 37 % of the weight; 95 % is reached at 1197 observations. In the sense of "
    "Kish the weights are worth (Σw)²/Σw² = 799 equal ones.",
)

CLAIMS = [X5, X6, Z26]
