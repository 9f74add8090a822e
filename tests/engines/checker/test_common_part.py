"""Certificates by a common part: what is altered is refused, although the fingerprint is right."""

import copy
import json

import pytest

from glbtheory.engines.checker.certificate import BadCertificate, check
from glbtheory.engines.decision import decide
from glbtheory.engines.language.certificate_format import digest, seal
from glbtheory.engines.language.parse import parse_inequality

SQUARE = "0<=x<=1, 0<=y<=1"
TRUE = parse_inequality("log(1+x*y) >= x*y/2", SQUARE)


def certified(text, where):
    statement = parse_inequality(text, where)
    evidence = decide(statement)
    assert evidence.outcome == "holds"
    return json.loads(json.dumps(evidence.certificate))


@pytest.fixture(scope="module")
def certificate():
    return certified("log(1+x*y) >= x*y/2", SQUARE)


def altered(certificate, **changes):
    """The same certificate with other entries in its step (or in its one part)."""
    new = copy.deepcopy(certificate)
    step = new["steps"][-1]
    for key, value in changes.items():
        (step if key in step else step["parts"][0])[key] = value
    return {**new, "digest": digest(new)}


def by_part(statement, part, interval, sides, inner, where, **more):
    """A certificate by hand: u = part in an interval, and an honest proof about u."""
    proof = certified(inner, where)
    step = {
        "rule": "common part",
        "parts": [{"name": "u", "part": part, "range": interval}],
        "factor": "1",
        "sides": sides,
        "certificate": proof,
        **more,
    }
    return seal(statement, {"steps": [step]})


def refused(certificate, statement, match=None):
    with pytest.raises(BadCertificate, match=match):
        check(certificate, statement)


def test_the_certificate_itself(certificate):
    assert certificate["steps"][-1]["rule"] == "common part"
    check(certificate, TRUE)


@pytest.mark.parametrize("part", ["x", "x*y*y", "x + y", "x*y + 1/10**30", "z"])
def test_another_part(certificate, part):
    refused(altered(certificate, part=part), TRUE)


def test_a_name_that_is_taken(certificate):
    refused(altered(certificate, name="x"), TRUE, "not free")
    refused(altered(certificate, name=7), TRUE, "not free")


@pytest.mark.parametrize(
    "interval",
    [
        ["0", "1/2", False, False],
        ["0", "1", True, False],
        ["0", "1", False, True],
        ["1", "0", False, False],
        ["0", "1", 0, 0],
        ["0", "1"],
    ],
)
def test_a_range_that_is_too_small(certificate, interval):
    refused(altered(certificate, range=interval), TRUE)


def test_a_small_range_with_its_own_proof():
    """exp(u) <= 1 + 3/2 u holds for u <= 1/2, and x*y may be larger."""
    statement = parse_inequality("exp(x*y) <= 1 + 3/2*x*y", SQUARE)
    inner = "exp(u) <= 1 + 3/2*u"
    args = (["exp(u)", "1 + 3/2*u"], inner, "0<=u<=1/2")
    refused(by_part(statement, "x*y", ["0", "1/2", False, False], *args), statement, "leave")


def test_an_open_end_that_is_taken():
    statement = parse_inequality("exp(x*y) > 1 + x*y", SQUARE)
    args = (["exp(u)", "1 + u"], "exp(u) > 1 + u", "0<u<=1")
    refused(by_part(statement, "x*y", ["0", "1", True, False], *args), statement, "leave")


def test_a_statement_about_something_else():
    statement = parse_inequality("exp(x*y) <= 1 + 3/2*x*y", SQUARE)
    args = (["exp(u)", "1 + 2*u"], "exp(u) <= 1 + 2*u", "0<=u<=1")
    refused(by_part(statement, "x*y", ["0", "1", False, False], *args), statement, "old one")
    # The sides say the right thing, and the proof is about another.
    args = (["exp(u)", "1 + 3/2*u"], "exp(u) <= 1 + 2*u", "0<=u<=1")
    refused(by_part(statement, "x*y", ["0", "1", False, False], *args), statement, "another")


def test_a_variable_that_is_left_over():
    """x*y <= u + ... must not speak of x as if it were free of u."""
    statement = parse_inequality("exp(x*y) <= 1 + 3/2*x*y", SQUARE)
    args = (["exp(u)", "1 + 3/2*u + x"], "exp(u) <= 1 + 3/2*u + x", "0<=u<=1, 1<=x<=2")
    refused(by_part(statement, "x*y", ["0", "1", False, False], *args), statement)


def test_a_factor_of_the_wrong_sign():
    """With the factor -1 a true statement would show its opposite."""
    statement = parse_inequality("1 + x*y >= exp(x*y)", SQUARE)
    args = (["exp(u)", "1 + u"], "exp(u) >= 1 + u", "0<=u<=1")
    interval = ["0", "1", False, False]
    refused(by_part(statement, "x*y", interval, *args, factor="-1"), statement, "factor")
    refused(by_part(statement, "x*y", interval, *args, factor="x - 1"), statement, "factor")


def test_a_factor_that_may_vanish():
    """y*(exp(u) - u) > 0 is false at y = 0."""
    where = "0<=x<=1, 0<=y<=1"
    statement = parse_inequality("y*(exp(x) - x) > 0", where)
    args = (["exp(u) - u", "0"], "exp(u) - u > 0", "0<=u<=1")
    made = by_part(statement, "x", ["0", "1", False, False], *args, factor="y")
    refused(made, statement, "factor")
    weak = parse_inequality("y*(exp(x) - x) >= 0", where)
    args = (["exp(u) - u", "0"], "exp(u) - u >= 0", "0<=u<=1")
    check(by_part(weak, "x", ["0", "1", False, False], *args, factor="y"), weak)


def test_a_part_that_is_undefined():
    """x/y has no range where y may be 0; nor is the statement defined there."""
    statement = parse_inequality("exp(x/y) >= 1 + x/y", "0<=x<=1, 0<=y<=1")
    args = (["exp(u)", "1 + u"], "exp(u) >= 1 + u", "")
    refused(by_part(statement, "x/y", ["-inf", "inf", False, False], *args), statement)


def test_the_definedness_of_the_statement_is_asked_for():
    """x*y/x is y, but not at x = 0."""
    statement = parse_inequality("exp(x*y/x) >= 1 + y", SQUARE)
    args = (["exp(u)", "1 + u"], "exp(u) >= 1 + u", "0<=u<=1")
    refused(by_part(statement, "y", ["0", "1", False, False], *args), statement, "nothing shows")


def test_side_conditions_are_refused():
    statement = parse_inequality("exp(x*y) >= 1 + x*y", f"{SQUARE}, x + y >= 1/2")
    args = (["exp(u)", "1 + u"], "exp(u) >= 1 + u", "0<=u<=1")
    refused(by_part(statement, "x*y", ["0", "1", False, False], *args), statement, "conditions")


def test_the_factor_of_a_quotient():
    certificate = certified("x*log(x/y) >= x - y", "x>0, y>0")
    statement = parse_inequality("x*log(x/y) >= x - y", "x>0, y>0")
    check(certificate, statement)
    assert certificate["steps"][-1]["factor"] in ("x", "y")
    refused(altered(certificate, factor="1"), statement, "old one")
    refused(altered(certificate, factor="x*y"), statement, "old one")


def test_a_bound_with_a_certificate_of_its_own():
    """x**2 + x*y >= -1/4 on the square; that it is >= -1/5 is false."""
    square = "-1<=x<=1, -1<=y<=1"
    statement = parse_inequality("exp(x**2+x*y) >= 1 + x**2 + x*y", square)
    least = certified("x**2 + x*y >= -1/4", square)
    interval = ["-1/4", "2", False, False]
    args = (["exp(u)", "1 + u"], "exp(u) >= 1 + u", "-1/4<=u<=2")

    def with_parts(**more):
        parts = [{"name": "u", "part": "x**2 + x*y", "range": interval, **more}]
        return by_part(statement, "", interval, *args, parts=parts)

    check(with_parts(least=least), statement)
    refused(with_parts(), statement, "leave")
    refused(with_parts(most=least), statement, "leave")
    refused(with_parts(least=certified("x**2 + x*y >= -1/2", square)), statement, "another")
    smaller = certified("x**2 + x*y >= -1/4", "0<=x<=1, -1<=y<=1")
    refused(with_parts(least=smaller), statement, "domain")
    # The bound is >=, so its end may be taken.
    interval[2] = True
    refused(with_parts(least=least), statement)
