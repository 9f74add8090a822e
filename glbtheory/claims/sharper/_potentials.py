"""What the two sharpened potential lemmas share; ℓ is the ridge of V_t."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.engines.balls import ball
from glbtheory.engines.language.expression import Program
from glbtheory.engines.symbolic import from_sympy
from glbtheory.regret.useful_horizon import _Balls

#: λ/c_μ is the ridge of the formulas: with c_μ = 1 it is λ.
OWN = {f.c_mu: sp.Integer(1)}
#: Ridges of the exact sequences.
RIDGES = (Fraction(1, 10), Fraction(1), Fraction(20))
EXACT = "d <= 2, T <= 3, %s, ridge in {1/10, 1, 20}, exact actions"
FACTOR = r"\frac{%s}{\ell\log(1+1/\ell)}"


def in_balls(expression: Any, values: dict[Any, Any]) -> Any:
    """An expression enclosed at the values of its symbols."""
    names = {str(s): ball(values[s]) for s in expression.free_symbols}
    return Program(from_sympy(expression)).run(_Balls(), names)
