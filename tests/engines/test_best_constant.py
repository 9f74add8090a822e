"""The best constant: exact where both sides touch, else an enclosure with proofs on both sides."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from glbtheory.engines.answers.best_constant import NotMonotone, best_constant
from glbtheory.engines.answers.weaker import weaker_statement
from glbtheory.engines.checker.certificate import check
from glbtheory.engines.checker.counterexample import check_counterexample
from glbtheory.engines.counterexamples.simple_rationals import simpler_witness, simplest_between
from glbtheory.engines.language.expression import num, substitute
from glbtheory.engines.language.parse import parse_inequality


@pytest.mark.parametrize(
    ("text", "where", "smallest", "value"),
    [
        ("exp(x) <= 1 + x + c*x**2", "-1 <= x <= 1", True, "exp(1) - 2"),
        ("log(1+x) >= c*x", "0 <= x <= 1", False, "log(2)"),
        ("x*(1-x) <= c", "0 <= x <= 1", True, "1/4"),
        ("x*y <= c", "x > 0, y > 0, x + y <= 1", True, "1/4"),
        ("log(x) <= c*x", "x > 0", True, "exp(-1)"),
        ("sin(x) >= c*x", "0 <= x <= pi/2", False, "2/pi"),
    ],
)
def test_exact_constants(text: str, where: str, smallest: bool, value: str) -> None:
    found = best_constant(parse_inequality(text, where), "c", seconds=60)
    assert found.exact and found.monotone and found.smallest is smallest
    assert str(found.proved) == value
    assert found.proved is not None
    plain = parse_inequality(text.replace("c", f"({value})", 1), where)
    check(found.certificate, plain)


def test_an_enclosure_has_proofs_on_both_sides() -> None:
    text, where = "sqrt(1+x) <= 1 + c*x", "x >= 0"
    found = best_constant(parse_inequality(text, where), "c", seconds=60)
    assert not found.exact and str(found.proved) == "1/2"
    lo, hi = found.enclosure
    assert lo < 0.5 <= hi and hi - lo < 1e-3
    statement = parse_inequality(text.replace("c*", f"({found.refuted})*"), where)
    check_counterexample(found.witness, statement)
    assert "refuted at c" in "\n".join(found.in_words())


def test_touching_points_have_names_and_lie_in_the_domain() -> None:
    found = best_constant(parse_inequality("log(x) <= c*x", "x > 0"), "c")
    assert found.touching == {"x": "exp(1)"}
    assert found.in_words()[0] == "the smallest c is exp(-1) = 0.3678794412"
    shorter = best_constant(parse_inequality("log(x) <= c*x", "0 < x <= 2.7"), "c")
    assert shorter.touching == {"x": "27/10"} and shorter.enclosure[1] < math.exp(-1)


def test_numbers_that_are_too_long_to_print_are_not_tried() -> None:
    """The value at p = 63/128, with its logarithms drawn together, has thousands of digits."""
    text = "p*log(2*p) + (1-p)*log(2*(1-p)) >= c*(p-1/2)**2"
    found = best_constant(parse_inequality(text, "0 < p < 1"), "c", digits=1)
    assert str(found.proved) == "2" and not found.smallest


def test_what_has_no_best_constant_is_refused() -> None:
    with pytest.raises(NotMonotone, match="does not get weaker"):
        best_constant(parse_inequality("c*x <= x**2"), "c")
    with pytest.raises(ValueError, match="does not contain"):
        best_constant(parse_inequality("x <= 1"), "c")


@pytest.mark.parametrize(
    ("lo", "hi", "expected"),
    [
        ("1/3", "1/2", "1/2"),
        ("5/7", "3/4", "3/4"),
        ("-1/2", "1/9", "0"),
        ("-7/3", "-9/4", "-7/3"),
        ("314/100", "315/100", "22/7"),
    ],
)
def test_the_simplest_rational(lo: str, hi: str, expected: str) -> None:
    found = simplest_between(Fraction(lo), Fraction(hi))
    assert found == Fraction(expected)
    least = found.denominator
    for q in range(1, least):  # no smaller denominator fits
        assert math.floor(Fraction(hi) * q) < math.ceil(Fraction(lo) * q)


def test_a_witness_gets_simpler() -> None:
    statement = parse_inequality("x**2 >= 1/10")
    long = {"x": Fraction(123457, 1000003)}
    assert simpler_witness(statement, long) == {"x": Fraction(0)}
    narrow = parse_inequality("(x - 22/7)**2 >= 1/10**8")
    found = simpler_witness(narrow, {"x": Fraction(314285714, 10**8)})
    assert found == {"x": Fraction(22, 7)}


def test_a_weaker_statement_is_proved() -> None:
    statement = parse_inequality("x**2 <= 1/3", "0 <= x <= 1")
    found = weaker_statement(statement, seconds=20)
    assert found is not None and found.slack == 1
    check(found.evidence.certificate, found.statement)
    assert substitute(found.statement.rhs, {}) == statement.rhs + num(1)
    assert weaker_statement(parse_inequality("x == 1")) is None
