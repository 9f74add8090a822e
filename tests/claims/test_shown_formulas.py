"""The formula that is shown is the one that is decided, wherever both can be read.

The LaTeX of every bound is read as an expression.  Where that works and the names are the same,
both sides must agree with what the engine is given, up to a common positive factor or shift.
"""

from __future__ import annotations

import random
import re

import pytest
import sympy as sp

from _latex_formulas import sides
from glbtheory.claims import all_claims
from glbtheory.claims.model import Bound, latex_of
from glbtheory.engines.evidence import WHOLE

#: What engines call the letters of the page.
FUNCTIONS = {"exp", "log", "sqrt", "abs", "min", "max", "tanh", "sinh", "cosh", "atan", "pi"}
NAMES = {"gamma": ("g", "gamma"), "lambda": ("l", "lam"), "Delta": ("Delta",)}


def whole_bounds() -> list[tuple[str, Bound]]:
    found = {}
    for claim in all_claims().values():
        for s in (*(claim.corrected or claim.printed), *claim.support):
            if isinstance(s, Bound) and (s.extent == WHOLE or s.checked):
                found[claim.id, s.checked or latex_of(s)] = s
    return [(f"{name}: {latex}", s) for (name, latex), s in found.items()]


def expression(side: object) -> sp.Expr:
    if isinstance(side, str):
        # Single letters are variables here, whatever sympy calls S or E.
        names = {n: sp.Symbol(n) for n in {*re.findall(r"[A-Za-z_]\w*", side)} - FUNCTIONS}
        return sp.sympify(_for_sympy(side), locals=names, rational=True)
    return sp.sympify(side)


def _for_sympy(text: str) -> str:
    for ours, theirs in (("abs(", "Abs("), ("min(", "Min("), ("max(", "Max(")):
        text = text.replace(ours, theirs)
    return text


def compared(latex: str, bound: Bound) -> bool | None:
    """Whether the sides agree; None where the formula or its names cannot be read."""
    shown = sides(latex)
    if shown is None:
        return None
    left, relation, right = shown
    lhs, rhs = expression(bound.lhs), expression(bound.rhs)
    theirs = {s.name: s for s in (lhs - rhs).free_symbols}
    mine = {s.name: s for s in (left - right).free_symbols}
    names = {}
    for name in mine:
        known = [n for n in NAMES.get(name, (name,)) if n in theirs]
        if not known:
            return None
        names[name] = known[0]
    if set(names.values()) != set(theirs):
        return None
    if (relation == "==") != (bound.relation == "=="):
        return False
    if relation in (">=", ">"):
        left, right = right, left
    if bound.relation in (">=", ">"):
        lhs, rhs = rhs, lhs
    draw = random.Random(0)
    gaps = []
    for _ in range(4):
        at = {n: sp.Rational(draw.randint(21, 60), 61) for n in theirs}
        a = (right - left).subs({mine[n]: at[m] for n, m in names.items()})
        b = (rhs - lhs).subs({theirs[n]: at[n] for n in theirs})
        gaps.append((complex(a.evalf(30)), complex(b.evalf(30))))
    ratios = [a / b if abs(b) > 1e-20 else None for a, b in gaps]
    if all(abs(a - b) < 1e-15 * (1 + abs(a)) for a, b in gaps):
        return True
    known = [r for r in ratios if r is not None]
    # The same inequality multiplied by something positive is the same statement.
    positive = all(r.imag == 0 and r.real > 0 for r in known)
    return positive and len(known) == len(gaps)


CASES = whole_bounds()


def test_many_formulas_can_be_read() -> None:
    found = [compared(name.split(": ", 1)[1], s) for name, s in CASES]
    assert sum(r is not None for r in found) >= 40


@pytest.mark.parametrize(("name", "bound"), CASES, ids=[name[:60] for name, _ in CASES])
def test_what_is_shown_is_what_is_decided(name: str, bound: Bound) -> None:
    assert compared(name.split(": ", 1)[1], bound) is not False


def test_another_formula_is_seen() -> None:
    bound = Bound("log(1 + x)", "<=", "x", "x >= 0")
    assert compared(r"\log(1+x) \leq x", bound) is True
    assert compared(r"x \geq \log(1+x)", bound) is True
    assert compared(r"2\log(1+x) \leq 2x", bound) is True
    assert compared(r"\log(1+x) \geq x", bound) is False
    assert compared(r"\log(1+x) \leq \tfrac12x", bound) is False
    assert compared(r"\log(1+x) = x", bound) is False
    assert compared(r"R_T \leq x", bound) is None


def test_formulas_are_read() -> None:
    x, g = sp.symbols("x gamma", real=True)
    assert sides(r"\frac{x}{1-\gamma} \leq \sqrt{1+x^2}") == (x / (1 - g), "<=", sp.sqrt(1 + x**2))
    assert sides(r"e^{-x} < \tfrac12") == (sp.exp(-x), "<", sp.Rational(1, 2))
    assert sides(r"\sum_t x_t \leq 1") is None
