"""The independent checker of certificates and counterexamples: no search, no python-flint.

This room imports nothing of the search, and the search imports nothing of this room.  The checker
has its own interval arithmetic (fractions and mpmath), its own exact numbers, its own power series,
its own algebra (rational functions of generators, with a zero test, visible signs, derivatives and
a check of ladders), its own way of putting a question to z3, and its own way of clearing
denominators and taking logarithms.

Search and checker share only this:

* the language of statements, :mod:`glbtheory.engines.language`: expressions (with the loop that
  runs one over any arithmetic), domains, the parser, the conditions under which an expression is
  defined, and the format of a certificate.  It must be the same on both sides, so that both speak
  of the same statement; it contains no arithmetic beyond Python's fractions;
* the libraries sympy and z3.  The search and the checker put different questions to them (the
  search lets sympy simplify and gives z3 the expression as it stands, the checker asks sympy for
  polynomial arithmetic and for limits and gives z3 a quotient of polynomials), but an error in the
  libraries themselves could mislead both.  Of the libraries for rigorous arithmetic, the search
  calls python-flint alone and the checker mpmath alone.
"""
