"""Sums of squares: polynomial inequalities proved by an identity with rational coefficients.

``reading`` turns a statement into polynomials, ``charts`` puts them on an orthant, ``monomials``
chooses what may occur in the squares, ``programs`` solves the semidefinite program in floats,
``faces`` removes directions that zeros of the polynomial forbid, ``rounding`` makes the solution
exact, and ``search`` puts all this in order.  The identity is what counts: the checker multiplies
it out and trusts nothing of this.
"""

from glbtheory.engines.squares.search import prove_by_squares

__all__ = ["prove_by_squares"]
