"""Rational bounds in place of roots: the bounds, the proofs, and what the checker refuses."""

import copy

import numpy as np
import pytest

from glbtheory.engines.checker.certificate import BadCertificate, check
from glbtheory.engines.counterexamples.refutation import float_values
from glbtheory.engines.decision import decide
from glbtheory.engines.explanation import explain
from glbtheory.engines.language.certificate_format import digest, seal
from glbtheory.engines.language.parse import parse_expression, parse_inequality
from glbtheory.engines.language.root_bounds import NearRoot, NoBound, below, roots_of

POSITIVE = "a>0,b>0,c>0"
OLYMPIAD = "a/sqrt(a**2+8*b*c) + b/sqrt(b**2+8*c*a) + c/sqrt(c**2+8*a*b) >= 1"
TRUE = {
    "IMO 2001": (OLYMPIAD, POSITIVE),
    "quadratic means": (
        "sqrt((a**2+b**2)/2) + sqrt((b**2+c**2)/2) + sqrt((c**2+a**2)/2) >= a+b+c",
        POSITIVE,
    ),
    "closer bounds": (
        "27*(a+b)*(b+c)*(c+a)/(4*(a+b+c)*(a*b+b*c+c*a))"
        " <= sqrt(2*(b+c)/a) + sqrt(2*(c+a)/b) + sqrt(2*(a+b)/c)",
        POSITIVE,
    ),
    "cube roots": ("(a**3+7*a*b**2)**(1/3) + (b**3+7*b*a**2)**(1/3) <= 2*(a+b)", "a>0,b>0"),
    "strict": ("sqrt(1+a**2+b) + sqrt(1+b**2+a) > 1 + (a+b)/4", "a>=0,b>=0"),
}


def decided(text, where):
    statement = parse_inequality(text, where)
    return statement, decide(statement)


def bound_step(certificate):
    return next(s for s in certificate["steps"] if s["rule"] == "root bounds")


@pytest.mark.parametrize("name", ["IMO 2001", "quadratic means", "closer bounds"])
def test_a_proof_is_found_and_checked(name):
    statement, evidence = decided(*TRUE[name])
    assert evidence.outcome == "holds"
    assert bound_step(evidence.certificate)
    check(evidence.certificate, statement)


@pytest.mark.parametrize("name", TRUE)
def test_what_is_proved_by_any_means_is_accepted(name):
    statement, evidence = decided(*TRUE[name])
    assert evidence.outcome == "holds"
    check(evidence.certificate, statement)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (OLYMPIAD.replace(">= 1", "> 1"), POSITIVE),
        (OLYMPIAD.replace(">= 1", ">= 1.0001"), POSITIVE),
        (
            "sqrt((a**2+b**2)/2) + sqrt((b**2+c**2)/2) + sqrt((c**2+a**2)/2) >= 1.0001*(a+b+c)",
            POSITIVE,
        ),
        ("sqrt(a) + sqrt(b) <= 1.4142*sqrt(a+b)", "a>0,b>0"),
    ],
)
def test_a_near_miss_is_refuted(text, where):
    assert decided(text, where)[1].outcome == "refuted"


# --- the bounds themselves ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "sqrt(x+y)",
        "-sqrt(x+y)",
        "x - y*sqrt(x+2*y)",
        "1/sqrt(x+y) - 3*sqrt(x)",
        "(x - 5)*0 - x/(1 + sqrt(y))",
        "(x+y)**(-1/3) - (x*y)**(2/3)",
        "(x+y)**(5/3) - (x+1)**(-4/3)",
        "sqrt(x + sqrt(y)) - sqrt(1 + sqrt(x))",
        "(1 + sqrt(x))**3 - (2 + sqrt(y))**(-2)",
        "sqrt(x)*sqrt(y+1) - sqrt(y)*sqrt(x+1)",
    ],
)
@pytest.mark.parametrize("near", ["1", "x", "(x+y)/2 + 1/3", "2*y"])
@pytest.mark.parametrize("order", [1, 2])
def test_a_bound_is_never_above(text, near, order):
    domain = parse_inequality("x + y > 0", "0<x<=9,0<y<=9").domain
    expr, m = parse_expression(text), parse_expression(near)
    roots = roots_of(expr)
    if order == 2:
        roots = [r for r in roots if r.op == "sqrt"]
    lower = below(expr, dict.fromkeys(roots, NearRoot(m, order)), domain)
    assert not set(roots) & set(roots_of(lower))
    rng = np.random.default_rng(3)
    points = {n: np.exp(rng.uniform(-6, np.log(9), 4000)) for n in "xy"}
    values, bounds = float_values(expr, points), float_values(lower, points)
    assert np.all(bounds <= values + 1e-9 * (1 + np.abs(values)))
    assert np.all(np.isfinite(bounds))


def test_a_bound_is_equal_where_the_comparison_is():
    domain = parse_inequality("x > 0", "x>0").domain
    expr = parse_expression("1 - sqrt(x)")
    for order in (1, 2):
        lower = below(expr, {roots_of(expr)[0]: NearRoot(parse_expression("3"), order)}, domain)
        gaps = float_values(expr - lower, {"x": np.array([8.0, 9.0, 10.0])})
        assert gaps[1] == 0
        assert gaps[0] > 0 < gaps[2]


@pytest.mark.parametrize(
    ("text", "near", "order"),
    [
        ("(x - y)*sqrt(x)", "1", 1),  # the factor has no sign
        ("1/(sqrt(x) - y)", "1", 1),
        ("exp(sqrt(x))", "1", 1),
        ("sqrt(x)", "x - 1", 1),  # M may be negative
        ("sqrt(x)", "0", 1),
        ("sqrt(x)", "1", 3),
        ("sqrt(x)", "1", 0),
        ("x**(1/3)", "1", 2),
    ],
)
def test_no_bound_without_visible_signs(text, near, order):
    domain = parse_inequality("x + y > 0", "x>0,y>0").domain
    expr = parse_expression(text)
    with pytest.raises(NoBound):
        below(expr, {roots_of(expr)[0]: NearRoot(parse_expression(near), order)}, domain)


# --- forgeries ------------------------------------------------------------------------------------


def refused(certificate, statement, change, match=None):
    """A certificate with a changed step, sealed again, is refused."""
    forged = copy.deepcopy(certificate)
    change(bound_step(forged))
    forged["digest"] = digest(forged)
    with pytest.raises(BadCertificate, match=match):
        check(forged, statement)


def test_forged_steps_are_refused():
    statement, evidence = decided(*TRUE["IMO 2001"])
    certificate = evidence.certificate
    first = ("roots", 0)

    def entry(**changes):
        return lambda step: step[first[0]][first[1]].update(changes)

    refused(certificate, statement, entry(near="a"))
    refused(certificate, statement, entry(near="a - b"), "not visibly positive")
    refused(certificate, statement, entry(near="z"), "must not occur")
    refused(certificate, statement, entry(order=2))
    refused(certificate, statement, entry(order=True))
    refused(certificate, statement, entry(number=99), "no root")
    refused(certificate, statement, entry(number=-1), "no root")
    refused(certificate, statement, lambda step: step.update(roots=step["roots"][1:]))
    refused(certificate, statement, lambda step: step.update(certificate={}))


def proof_of(text, where=""):
    evidence = decide(parse_inequality(text, where))
    assert evidence.outcome == "holds"
    return evidence.certificate


def test_the_wrong_side_of_a_root_is_refused():
    # (x + 1)/2 is above sqrt(x), so it says nothing of sqrt(x) >= x/2 + 1/4, which is false.
    statement = parse_inequality("sqrt(x) >= x/2 + 1/4", "x>0")
    above = proof_of("(1/2*x + (1/2)*(1)**2)/1**1 - (x/2 + 1/4) >= 0", "x>0")
    step = {"rule": "root bounds", "certificate": above}
    step["roots"] = [{"number": 0, "near": "1", "order": 1}]
    with pytest.raises(BadCertificate, match="another statement"):
        check(seal(statement, {"steps": [*defined(statement), step]}), statement)


def test_side_conditions_and_equations_are_refused():
    for text, where in (("sqrt(x) >= y", "x>0,0<y<x,x+y<=1"), ("sqrt(x) == sqrt(x)", "x>0")):
        statement = parse_inequality(text, where)
        step = {"rule": "root bounds", "roots": [], "certificate": {}}
        with pytest.raises(BadCertificate):
            check(seal(statement, {"steps": [*defined(statement), step]}), statement)


def defined(statement):
    certificate = proof_of("x >= 0", "x>0")
    return [{"rule": "defined", "statement": "x >= 0", "certificate": certificate}]


def test_the_proof_has_words():
    statement, evidence = decided(*TRUE["IMO 2001"])
    words = explain(statement, evidence)
    assert "is compared with $a + b + c$" in words
    assert "no words yet" not in words
