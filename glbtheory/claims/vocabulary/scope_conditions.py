"""What kernel theorems leave out of the page's statements, by name."""

from __future__ import annotations

from glbtheory.claims.model import ScopeCondition

FINITE_OUTCOMES = ScopeCondition(
    "finitely many outcomes in a round",
    "The kernel theorem is about rounds with finitely many outcomes: sums stand for integrals.",
)

SLOPE_AT_MOST_1 = ScopeCondition("c_μ <= 1", "the least slope c_μ is at most 1")
