"""Relations between variables, and integers: proofs, counterexamples, refused certificates."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

import glbtheory
from glbtheory.engines.checker.certificate import BadCertificate, check
from glbtheory.engines.checker.counterexample import check_counterexample
from glbtheory.engines.conditions.side_conditions import EmptyDomain
from glbtheory.engines.decision import decide
from glbtheory.engines.explanation.rules import as_ladders
from glbtheory.engines.language.certificate_format import digest
from glbtheory.engines.language.elimination import Elimination, eliminated, linear_in
from glbtheory.engines.language.parse import ParseError, parse_expression, parse_inequality

TRUE = [
    ("x*y <= 1/4", "x > 0, y > 0, x + y <= 1"),
    ("x <= y", "x <= y"),
    ("x**2 + y**2 >= 1/2", "x + y == 1"),
    ("a**2*(b+c-a) + b**2*(c+a-b) + c**2*(a+b-c) <= 3*a*b*c", "a<b+c, b<a+c, c<a+b"),
    ("a + b + c >= 3", "a > 0, b > 0, c > 0, a*b*c == 1"),
    ("1/(y-x) >= 1/y", "0 < x < y"),
    ("x + y <= 2**(1/2)", "x**2 + y**2 <= 1"),
    ("x <= 2", "x <= sqrt(2)"),
    ("2**n >= n**2", "n >= 4 integer"),
    ("n**2 >= n", "n integer"),
    ("(n-1/2)**2 >= 1/4", "-3 <= n <= 5, integer n"),
]
FALSE = [
    ("x*y <= 0.2499", "x > 0, y > 0, x + y <= 1"),
    ("x < y", "x <= y"),
    ("x**2 + y**2 >= 0.5001", "x + y == 1"),
    ("a + b + c >= 3.01", "a > 0, b > 0, c > 0, a*b*c == 1"),
    ("x <= 1.4", "x <= sqrt(2)"),
    ("2**n >= n**2", "n >= 3 integer"),
    ("(n-1/2)**2 >= 1/3", "n integer"),
]


@pytest.mark.parametrize(("text", "where"), TRUE)
def test_what_is_true_is_proved_and_the_checker_agrees(text: str, where: str) -> None:
    statement = parse_inequality(text, where)
    found = decide(statement)
    assert found.outcome == "holds"
    assert found.certificate is not None
    check(json.loads(json.dumps(found.certificate)), statement)
    with pytest.raises(BadCertificate, match="another domain"):
        check(found.certificate, parse_inequality(text))


@pytest.mark.parametrize(("text", "where"), FALSE)
def test_a_near_miss_has_a_witness_that_satisfies_everything(text: str, where: str) -> None:
    statement = parse_inequality(text, where)
    found = decide(statement)
    assert found.outcome == "refuted"
    check_counterexample(found.witness, statement)


@pytest.mark.parametrize(
    ("witness", "said"),
    [
        ({"x": "2", "y": "1"}, "not shown to satisfy y - x"),
        ({"n": "1/2"}, "not an integer"),
    ],
)
def test_a_witness_outside_is_refused(witness: dict[str, str], said: str) -> None:
    text, where = ("x <= y", "x < y") if "x" in witness else ("n**2 >= n", "n integer")
    with pytest.raises(BadCertificate, match=said):
        check_counterexample(witness, parse_inequality(text, where))


@pytest.mark.parametrize("where", ["x < y, y < x", "x**2 + y**2 < 0", "0 < x < 1, x integer"])
def test_an_empty_domain_is_an_error_that_says_so(where: str) -> None:
    with pytest.raises(ValueError, match="empty domain"):
        glbtheory.prove("x <= y", where)
    assert issubclass(EmptyDomain, ValueError)


# --- tampered certificates ------------------------------------------------------------------------


def resealed(certificate: dict[str, Any]) -> dict[str, Any]:
    return {**certificate, "digest": digest(certificate)}


def test_a_box_may_not_be_called_outside() -> None:
    statement = parse_inequality("exp(x+y) <= 3", "x >= 0, y >= 0, x + y <= 1")
    leaf = {"box": {"x": ["0", "1"], "y": ["0", "1"]}, "rule": {"rule": "outside", "side": 0}}
    body = {"format": 1, "statement": statement.text, "domain": statement.where_text}
    with pytest.raises(BadCertificate, match="outside fails"):
        check(resealed({**body, "form": "direct", "leaves": [leaf]}), statement)


def test_a_face_outside_shows_nothing() -> None:
    statement = parse_inequality("x >= 1", "0 <= x <= 2, x**2 >= 1/4")
    then = {"rule": "outside", "side": 0}
    rule = {"rule": "monotone", "ends": {"x": "lo"}, "then": then}
    leaf = {"box": {"x": ["0", "2"]}, "rule": rule}
    body = {"format": 1, "statement": statement.text, "domain": statement.where_text}
    with pytest.raises(BadCertificate, match="unknown rule"):
        check(resealed({**body, "form": "direct", "leaves": [leaf]}), statement)


def test_a_ladder_does_not_count_under_side_conditions() -> None:
    plain = parse_inequality("exp(x) >= 1 + x + x**2/2 + x**3/6", "x >= 0")
    found = decide(plain).certificate
    assert found is not None
    certificate = as_ladders(plain, found, "one variable")
    assert certificate["steps"][0]["rule"] == "ladder"
    check(resealed(certificate), plain)
    statement = parse_inequality(plain.text, "x >= 0, x**2 <= 2")
    moved = {**certificate, "domain": statement.where_text}
    with pytest.raises(BadCertificate, match="know nothing of side conditions"):
        check(resealed(moved), statement)


def test_integers_may_not_be_left_out() -> None:
    statement = parse_inequality("(n-1/2)**2 >= 1/4", "-3 <= n <= 5, integer n")
    certificate = decide(statement).certificate
    assert certificate is not None
    for change in ({"above": None}, {"first": "1"}, {"last": "7"}, {"cases": []}):
        bad = copy.deepcopy(certificate)
        bad["steps"][0].update(change)
        if bad["steps"][0] != certificate["steps"][0]:
            with pytest.raises(BadCertificate):
                check(resealed(bad), statement)


# --- new variables --------------------------------------------------------------------------------


def test_a_variable_is_replaced_as_it_should_be() -> None:
    statement = parse_inequality("x*y <= 1", "0 < x < y, y <= 2")
    side = [s.text for s in statement.given].index("y - x > 0")
    added = eliminated(statement, Elimination(side, "y", "add", "t"))
    assert added is not None and str(added[1]) == "t + x"
    assert "t > 0" in added[0].where_text or "0 < t" in added[0].where_text
    scaled = eliminated(statement, Elimination(side, "x", "scale", "u"))
    assert scaled is not None and str(scaled[1]) == "u*y"
    assert "0 < u < 1" in scaled[0].where_text
    assert eliminated(statement, Elimination(side, "x", "solve", "u")) is None
    assert eliminated(statement, Elimination(side, "x", "scale", "y")) is None  # not a new name
    assert eliminated(statement, Elimination(side, "y", "scale", "u")) is None  # y grows


def test_only_linear_parts_are_taken_for_linear() -> None:
    for text in ("x**2", "x*x", "1/x", "exp(x)", "x*(x+y)"):
        assert linear_in(parse_expression(text), "x") is None
    p, q = linear_in(parse_expression("2*x*y - (x - 3)/z"), "x") or (None, None)
    assert (str(p), str(q)) == ("2*y - 1/z", "-((-3)/z)")


# --- reading --------------------------------------------------------------------------------------


def test_chains_and_bounds_that_follow() -> None:
    statement = parse_inequality("x <= y", "0 < x < y, x + y <= 1")
    assert statement.where_text == "0 < x < 1, 0 < y < 1, y - x > 0, 1 - (x + y) >= 0"
    again = parse_inequality(statement.text, statement.where_text)
    assert again == statement
    assert parse_inequality("n <= 9", "1/2 < n < 7/2, n integer").where_text == (
        "1 <= n <= 3, n integer"
    )


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("1 <= 2", "nothing of a variable"),
        ("x <= 1/0", "divides by zero"),
        ("integer", "list of bounds"),
        ("1 <= 2 integer", "no variable"),
        ("z <= 1", "does not contain"),
    ],
)
def test_what_is_no_domain_is_refused(where: str, said: str) -> None:
    with pytest.raises(ParseError, match=said):
        parse_inequality("x <= 1", where)
