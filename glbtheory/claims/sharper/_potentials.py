"""What the two sharpened potential lemmas share; ℓ is the ridge of V_t."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from glbtheory import formulas as f

#: λ/c_μ is the ridge of the formulas: with c_μ = 1 it is λ.
OWN = {f.c_mu: sp.Integer(1)}
#: Ridges of the exact sequences.
RIDGES = (Fraction(1, 10), Fraction(1), Fraction(20))
EXACT = "d <= 2, T <= 3, %s, ridge in {1/10, 1, 20}, exact actions"
FACTOR = r"\frac{%s}{\ell\log(1+1/\ell)}"
