"""The rate with gaps and a window is printed without a probability (lines 3001-3010)."""

from __future__ import annotations

from fractions import Fraction as F

from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.vocabulary.hand_steps import INDUCTION
from glbtheory.claims.window._known_problems import PLAYED, for_ever, surely
from glbtheory.claims.window.theorems import T6

Z141 = Claim(
    id="Z141",
    kernel=KernelTheorem(
        "Z141",
        "every d, T >= 2, Γ_T >= 1, link, law of bounded rewards and policy of the algorithm; "
        "the constant and the powers of log T are written out; the probability is taken round "
        "by round, by upper integrals",
        covers="corrected",
        mutants=["Z141_mutant"],
    ),
    lines="3001-3010",
    error_lines="3004-3008",
    kind="theorem",
    title="The gap-dependent theorem bounds a random regret and names no probability",
    printed=[surely],
    corrected=T6.corrected,
    support=[for_ever],
    mutants=[
        T6.mutants[0],
        for_ever.mutant(
            "the good action made the longer one: it is played in the first round",
            PLAYED % (r"-\tfrac9{10}", "1"),
            beside=(F(-9, 10), F(1)),
        ),
    ],
    depends_on=["T6"],
    witness_rests_on=[INDUCTION],
    fidelity="verbatim",
    effect="statement",
    note="The theorem with discounts (lines 670, 695) and T5 have the words. Here neither they "
    "nor δ occur, and on the path of the witness, which has a positive probability, the regret "
    "is linear. log(1/δ) must be at most of the order of log T, as S13 takes it. No rate "
    "changes. The corollary of T5 (C7, C8) names no probability either; it is a corollary of a "
    "theorem that does.",
)

CLAIMS = [Z141]
