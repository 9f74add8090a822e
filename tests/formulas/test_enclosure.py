"""Enclosures hold the value, are narrow, and know what the language of the engines lacks."""

from __future__ import annotations

from fractions import Fraction

import mpmath as mp
import pytest
import sympy as sp
from flint import arb, ctx

from _closed_forms import on_all_sets
from glbtheory.engines.language.expression import UndefinedHere
from glbtheory.formulas import FORMULAS, SYMBOLS
from glbtheory.formulas.enclosure import enclose
from glbtheory.formulas.formula import T, digits, lam, tau

x = sp.Symbol("x", positive=True)


@on_all_sets
@pytest.mark.parametrize("name", FORMULAS)
def test_every_closed_form_has_a_narrow_enclosure(name: str, values: dict[str, str]) -> None:
    formula = FORMULAS[name]
    known = {n: Fraction(values[n]) for n in formula.arguments}
    found = enclose(formula, known, bits=300)
    exact = formula.exactly(**known)
    with mp.workdps(60):
        wanted = mp.mpf(str(digits(exact, 40)))
        middle = mp.mpf(found.mid().str(45, radius=False))
        assert abs(middle - wanted) <= mp.mpf(10) ** -30 * abs(wanted) + mp.mpf(10) ** -30
    with ctx.workprec(300):
        assert found.rad() <= arb("1e-40") * (1 + abs(found))


def test_a_ball_stands_for_each_of_its_numbers() -> None:
    wide = enclose(x**2 + lam, {"x": arb(2, 1), "lam": Fraction(1, 3)})
    for point in (1, 2, 3):
        with ctx.workprec(200):
            assert wide.overlaps(enclose(x**2 + lam, {"x": point, "lam": Fraction(1, 3)}))


def test_constants_follow_the_precision() -> None:
    """A third at 64 bits must not be remembered when it is asked for at 400."""
    enclose(sp.Rational(1, 3) * x, {"x": 1}, bits=64)
    assert enclose(sp.Rational(1, 3) * x, {"x": 1}, bits=400).rel_accuracy_bits() > 390


def test_roundings_are_whole_numbers_where_they_are_settled() -> None:
    blocks = sp.ceiling(T / tau)
    assert enclose(blocks, {"T": 100, "tau": 7}) == 15
    assert enclose(blocks, {"T": 98, "tau": 7}) == 14
    assert enclose(2 * sp.ceiling(x / 2 + blocks), {"T": 98, "tau": 7, "x": 3}) == 32
    unsettled = enclose(blocks, {"T": arb(98, 0.01), "tau": 7})
    assert unsettled.contains(14) and unsettled.contains(15)


def test_a_part_may_be_given() -> None:
    form = sp.log(T) * sp.ceiling(T / tau) + tau
    given = enclose(form, {"T": 1, "tau": 3, sp.ceiling(T / tau): 5})
    assert given == 3
    assert enclose(T + tau, {T: 2, tau: 3, sp.ceiling(T / tau): 9}) == 5


def test_the_incomplete_gamma_function_is_an_integral() -> None:
    found = enclose(sp.lowergamma(x / 2, lam), {"x": 3, "lam": Fraction(1, 7)}, bits=200)
    with mp.workdps(40):
        wanted = mp.quad(lambda s: mp.sqrt(s) * mp.exp(-s), [0, mp.mpf(1) / 7])
        assert abs(mp.mpf(found.mid().str(40, radius=False)) - wanted) < mp.mpf(10) ** -20


def test_powers_with_a_large_exponent_are_evaluated() -> None:
    form = SYMBOLS["gamma"] ** SYMBOLS["D"]
    found = enclose(form, {"gamma": 1 - Fraction(1, 10**9), "D": 10**9}, bits=200)
    with mp.workdps(30):
        assert abs(mp.mpf(found.mid().str(30, radius=False)) - 1 / mp.e) < mp.mpf("1e-9")


def test_what_is_not_defined_is_not_enclosed() -> None:
    with pytest.raises(UndefinedHere):
        enclose(sp.log(x), {"x": arb(0, 1)})
    with pytest.raises(KeyError):
        enclose(sp.log(x), {"y": 1})
