"""The weighted estimate as it is defined (lines 264-273)."""

from __future__ import annotations

from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.vocabulary.data_identities import hessian, late
from glbtheory.claims.vocabulary.hand_steps import STRICT_CONVEXITY, TERMWISE

_convex = hessian.variant(
    r"\hat\theta_t = \arg\min_\theta -\sum_{s=1}^{t-1}\gamma^{t-1-s}"
    r"\log\mathbb{P}_\theta(r_{s+1}|a_s) + \tfrac{\lambda}{2}\lVert\theta\rVert_2^2"
)

Q1 = Claim(
    id="Q1",
    title="The weighted estimate solves a strictly convex programme: its Hessian is H_t >= λ I",
    kernel=KernelTheorem(
        "Q1",
        "every d, t, γ > 0, λ > 0, all data",
        mutants=["Q1_mutant"],
    ),
    printed=[_convex],
    mutants=[
        _convex.mutant(
            "sign of the penalty turned", r"-\tfrac{\lambda}{2}\lVert\theta\rVert_2^2", penalty=-1
        ),
        _convex.mutant("exponent moved by one: γ^{t-s}", r"\gamma^{t-s}", fitted=late),
    ],
    depends_on=["D1", TERMWISE, STRICT_CONVEXITY],
    fidelity="verbatim",
    note="μ' is a variance (D1), so every term of H_t - λ I is positive semidefinite.",
)

CLAIMS = [Q1]
