"""What a formula says of itself, exact arguments, and arguments that are refused."""

from __future__ import annotations

import math

import pytest
import sympy as sp

from _closed_forms import SETS
from glbtheory.formulas import FORMULAS
from glbtheory.formulas.formula import LATEX, RANGES, SYMBOLS


def test_decimals_are_exact() -> None:
    """lam = 0.1 is one tenth, not the nearest binary number."""
    exact = FORMULAS["s_bar"].exactly(S="0.1", k_mu=1, m=1, T=1, lam="0.1", gamma="0.9")
    assert exact == sp.Rational(1201, 10)


@pytest.mark.parametrize("name", FORMULAS)
def test_formula_says_where_it_stands_and_shows_latex(name: str) -> None:
    formula = FORMULAS[name]
    assert formula.lines and formula.title and formula.arguments
    assert not set(FORMULAS) & set(formula.arguments)
    assert all(part.written and part.written in formula.latex for part in formula.uses)
    assert r"\lambda" in formula.latex or not formula.expression.has(SYMBOLS["lam"])


@pytest.mark.parametrize(
    ("argument", "bad", "said"),
    [
        ("gamma", "1", "in (0, 1)"),
        ("gamma", "0", "in (0, 1)"),
        ("gamma", "-0.5", "in (0, 1)"),
        ("lam", "0", "> 0"),
        ("lam", "-1", "> 0"),
        ("d", "1.5", "positive integer"),
        ("d", "0", "positive integer"),
        ("delta", "0", "in (0, 1]"),
        ("delta", "1.01", "in (0, 1]"),
        ("T", "0", "integer >= 1"),
        ("T", "7/2", "integer >= 1"),
        ("m", "-1", "> 0"),
        ("k_mu", "0", "> 0"),
        ("k_mu", "nan", "> 0"),
        ("lam", "inf", "> 0"),
        ("lam", "1/0", "> 0"),
        ("lam", "", "> 0"),
        ("lam", "one", "> 0"),
        ("T", "1e99999999999", "integer >= 1"),
    ],
)
def test_bad_argument_is_named_with_its_range(argument: str, bad: str, said: str) -> None:
    good = {n: SETS[0][n] for n in FORMULAS["rho"].arguments}
    with pytest.raises(ValueError, match=argument) as caught:
        FORMULAS["rho"](**{**good, argument: bad})
    assert said in str(caught.value)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_floats_that_are_no_numbers_are_refused(bad: float) -> None:
    with pytest.raises(ValueError, match="lam must be > 0"):
        FORMULAS["lam_theorem"](d=2, T=10, lam=bad)


def test_missing_and_unknown_arguments_are_named() -> None:
    with pytest.raises(ValueError, match="rho needs delta, gamma"):
        FORMULAS["rho"](d=2, T=10, lam=1, k_mu=1, m=1)
    with pytest.raises(ValueError, match="unknown argument Lambda"):
        FORMULAS["rho"](Lambda=1)


def test_every_symbol_has_its_name_and_a_range() -> None:
    assert all(symbol == sp.Symbol(name, positive=True) for name, symbol in SYMBOLS.items())
    assert set(SYMBOLS) == set(RANGES)
    assert set(LATEX) <= set(SYMBOLS.values())
