"""What kernel theorems leave out of the page's statements, by name."""

from __future__ import annotations

from glbtheory.claims.model import ScopeCondition

FINITE_OUTCOMES = ScopeCondition(
    "finitely many outcomes in a round",
    "The kernel theorem is about rounds with finitely many outcomes: sums stand for integrals.",
)
