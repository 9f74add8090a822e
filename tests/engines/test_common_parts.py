"""Statements in one part of their variables: proved where true, never where false."""

from fractions import Fraction

import pytest

from glbtheory.engines.checker.certificate import check
from glbtheory.engines.common_parts.folding import folded
from glbtheory.engines.common_parts.search import reductions
from glbtheory.engines.common_parts.symmetries import symmetries
from glbtheory.engines.decision import decide
from glbtheory.engines.evidence import HOLDS, REFUTED
from glbtheory.engines.explanation import explain
from glbtheory.engines.language.parse import parse_expression, parse_inequality

SQUARE = "0<=x<=1, 0<=y<=1"


def last_step(evidence):
    return evidence.certificate["steps"][-1]


@pytest.mark.parametrize(
    ("text", "where", "part"),
    [
        ("log(1+x*y) >= x*y/2", SQUARE, "x*y"),
        ("exp(x*y) <= 1 + 2*x*y", SQUARE, "x*y"),
        ("log(1+x+y) >= (x+y)/3", SQUARE, "x + y"),
        ("exp(x+2*y) >= 1 + x + 2*y", "", "x + 2*y"),
        ("exp(x**150*y**150) <= 1 + 2*x**150*y**150", SQUARE, None),
        ("log(1+x**2*y**3) <= x**2*y**3", "0<=x<=2, 0<=y<=2", None),
        ("log(x) - log(y) <= x/y - 1", "x>0, y>0", "x/y"),
        ("x*log(x/y) >= x - y", "x>0, y>0", None),
        ("exp(-(x**2+y**2)) >= 1 - x**2 - y**2", "", None),
        ("log(1+x+y+z) >= (x+y+z)/4", f"{SQUARE}, 0<=z<=1", None),
        ("x**60*y**60 + 1 >= 2*x**30*y**30", "", None),
    ],
)
def test_true_statements(text, where, part):
    statement = parse_inequality(text, where)
    evidence = decide(statement)
    assert evidence.outcome == HOLDS
    step = last_step(evidence)
    assert step["rule"] == "common part"
    if part is not None:
        assert [p["part"] for p in step["parts"]] == [part]
    check(evidence.certificate, statement)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("exp(x*y) <= 1 + 1.7182818284*x*y", SQUARE),  # fails by 6e-11, at one corner alone
        ("log(1+x+y) >= 0.5494*(x+y)", SQUARE),
        ("x*log(x/y) >= 1.001*(x-y)", "x>0, y>0"),
        ("exp(x+2*y) > 1 + x + 2*y", ""),
    ],
)
def test_near_misses_are_refuted(text, where):
    statement = parse_inequality(text, where)
    evidence = decide(statement)
    assert evidence.outcome == REFUTED
    assert all(statement.domain[n].contains(Fraction(x)) for n, x in evidence.witness.items())


def test_a_tiny_defect_of_the_symmetry_is_seen():
    statement = parse_inequality("exp(x+y) >= 1 + x + y*(1 + 1/10**60)", "")
    assert list(reductions(statement)) == []


def test_side_conditions_and_integers_are_left_alone():
    for where in ("0<=x<=1, 0<=y<=1, x+y<=1", "0<=x<=1, y>=0 integer"):
        assert list(reductions(parse_inequality("log(1+x*y) >= x*y/2", where))) == []


def test_open_ends_stay_open():
    statement = parse_inequality("log(1+x*y) < x*y", "0<x<=1, 0<y<1")
    evidence = decide(statement)
    assert evidence.outcome == HOLDS
    assert last_step(evidence)["parts"][0]["range"] == ["0", "1", True, True]
    # With 0 in the domain it is false.
    assert decide(parse_inequality("log(1+x*y) < x*y", SQUARE)).outcome == REFUTED


def test_new_names_are_free():
    evidence = decide(parse_inequality("log(1+u*v) >= u*v/2", "0<=u<=1, 0<=v<=1"))
    assert [p["name"] for p in last_step(evidence)["parts"]] == ["w"]


def test_symmetries():
    scaling = parse_inequality("log(x/y) <= x/y - 1", "1<=x<=2, 1<=y<=2")
    (found,) = symmetries(scaling.gap, scaling.domain)
    assert found.degree == 0
    assert found.weights["x"] == found.weights["y"]
    shift = parse_inequality("exp(2*x-3*y) >= 1 + 2*x - 3*y", "")
    (found,) = symmetries(shift.gap, shift.domain)
    assert found.degree is None
    assert found.weights["x"] / found.weights["y"] == Fraction(3, 2)
    none = parse_inequality("exp(x) + y**2 >= 1 + x*y", "")
    assert symmetries(none.gap, none.domain) == []


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("log(1 + u*1) + 0", "log(1 + u)"),
        ("1*u/1 - 0", "u"),
        ("exp(0*u) + sqrt(1)", "2"),
        ("u/(1 - 1)", None),
        ("log(u*0)", None),
    ],
)
def test_folding(text, short):
    found = folded(parse_expression(text))
    assert (None if found is None else str(found)) == short


def test_in_words():
    statement = parse_inequality("x*log(x/y) >= x - y", "x>0, y>0")
    text = explain(statement, decide(statement))
    assert "Put $u = " in text
    assert "up to the factor" in text
    assert "no words" not in text


def test_a_polynomial_as_the_part():
    """Its least value is no matter of interval arithmetic, since x occurs twice."""
    statement = parse_inequality("exp(-x**2-x*y-y**2) >= 1 - x**2 - x*y - y**2", "")
    evidence = decide(statement)
    assert evidence.outcome == HOLDS
    (part,) = last_step(evidence)["parts"]
    assert part["range"][:2] == ["0", "inf"]
    assert "least" in part
    check(evidence.certificate, statement)
    square = "-1<=x<=1, -1<=y<=1"
    statement = parse_inequality("exp(x**2+x*y) >= 1 + x**2 + x*y", square)
    evidence = decide(statement)
    assert last_step(evidence)["parts"][0]["range"] == ["-1/4", "2", False, False]
    check(evidence.certificate, statement)
    assert decide(parse_inequality("exp(x**2+x*y) > 1 + x**2 + x*y", square)).outcome == REFUTED


@pytest.mark.parametrize(
    ("text", "where"),
    [("sin(x) <= 1", ""), ("2*cos(x)**2 - sin(y) <= 3", ""), ("x*sin(y) <= x", "x >= 0")],
)
def test_a_wave_without_end_is_a_number_of_its_range(text: str, where: str) -> None:
    statement = parse_inequality(text, where)
    found = decide(statement)
    assert found.outcome == "holds"
    check(found.certificate, statement)


@pytest.mark.parametrize("text", ["sin(x) < 1", "sin(x) <= 99/100", "cos(x)**2 >= 1/100"])
def test_a_wave_takes_both_ends_of_its_range(text: str) -> None:
    assert decide(parse_inequality(text, "")).outcome != "holds"
