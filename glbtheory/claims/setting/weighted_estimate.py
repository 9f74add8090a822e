"""The weighted estimate as it is defined (lines 264-273)."""

from __future__ import annotations

from glbtheory.claims.model import Claim
from glbtheory.claims.vocabulary.hand_steps import STRICT_CONVEXITY, TERMWISE
from glbtheory.claims.vocabulary.old_data import hessian_identity
from glbtheory.claims.vocabulary.symbolic_data import discounted

Q1 = Claim(
    id="Q1",
    title="The weighted estimate solves a strictly convex programme: its Hessian is H_t >= λ I",
    printed=[
        hessian_identity(
            discounted,
            discounted,
            r"\hat\theta_t = \arg\min_\theta -\sum_{s=1}^{t-1}\gamma^{t-1-s}"
            r"\log\mathbb{P}_\theta(r_{s+1}|a_s) + \tfrac{\lambda}{2}\lVert\theta\rVert_2^2",
        )
    ],
    mutants=[
        hessian_identity(
            discounted,
            discounted,
            r"-\tfrac{\lambda}{2}\lVert\theta\rVert_2^2",
            why="sign of the penalty turned",
            penalty=-1,
        ),
        hessian_identity(
            lambda t: discounted(t, shift=1),
            discounted,
            r"\gamma^{t-s}",
            why="exponent moved by one: γ^{t-s}",
        ),
    ],
    depends_on=["D1", TERMWISE, STRICT_CONVEXITY],
    note="μ' is a variance (D1), so every term of H_t - λ I is positive semidefinite.",
)

CLAIMS = [Q1]
