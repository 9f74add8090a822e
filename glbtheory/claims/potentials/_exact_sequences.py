"""What both elliptical lemmas share: exact sequences of actions, factors, and λ > 0."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import sympy as sp

from glbtheory import formulas
from glbtheory.claims.vocabulary import enumerated, grid
from glbtheory.claims.vocabulary.exact_designs import design, determinant

#: Ridges and discount factors of the exact sequences.
RIDGES = (Fraction(1, 10), Fraction(1), Fraction(2))
DISCOUNTS = (Fraction(1, 2), Fraction(99, 100))

#: The factor of both lemmas as printed, 2 max(1, 1/λ), and the best one, 1/(λ log(1 + 1/λ)).
FACTOR = formulas.FORMULAS["elliptical_constant"].expression
BEST_FACTOR = formulas.FORMULAS["elliptical_constant_best"].expression
BEST_LATEX = r"\frac{1}{\lambda\log(1+1/\lambda)}"
#: 1.44 max(1, 1/λ): just below max(1, 1/λ)/log 2.
LOW_FACTOR = sp.Rational(144, 200) * FACTOR


def exact_scope(letter: str, values: Iterable[Any]) -> str:
    """The sequences in words: of d, T, λ and of another number."""
    listed = ", ".join(str(v) for v in values)
    return f"d <= 2, T <= 3, {letter} in {{{listed}}}, λ in {{1/10, 1, 2}}, exact actions"


@enumerated(
    cases=lambda *, ridges=(0, 1): grid(d=(1, 2), t=(1,), lam=ridges),
    latex=r"\det(\lambda I_d) \neq 0 \quad (\lambda\geq 0)",
    scope="the first round, d <= 2",
)
def first_design_invertible(d: int, t: int, lam: Any) -> Any:
    """The first design matrix λ I must have an inverse, and λ^d must not vanish."""
    return determinant(design([], [], lam, d)), "!=", Fraction(0)


#: Ridges as the repaired lemmas allow them.
POSITIVE_RIDGES = (Fraction(1, 100), 1, 100)
