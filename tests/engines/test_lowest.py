"""A gap that is lowest at a known place along one variable."""

import copy

import pytest

from glbtheory.engines.checker.certificate import BadCertificate, check
from glbtheory.engines.decision import decide
from glbtheory.engines.explanation import explain
from glbtheory.engines.language.certificate_format import digest, seal
from glbtheory.engines.language.parse import parse_inequality

PINSKER = "p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= 2*(p-q)**2"
UNIT = "0<p<1,0<q<1"
TRUE = {
    "Pinsker": (PINSKER, UNIT),
    "Fenchel": ("x*y <= exp(x) + y*log(y) - y", "y>0"),
    "divergence": ("x*log(x/y) + x**2 >= x - y + 2*x*y - y**2", "x>0,y>0"),
    "tangent": ("exp(y) >= exp(x) + exp(x)*(y-x)", ""),
    "softplus": ("log(1+exp(y)) >= log(1+exp(x)) + (y-x)*exp(x)/(1+exp(x))", ""),
    "roots": ("p*log(p/q) - p + q + (p-q)**2 >= (sqrt(p)-sqrt(q))**2", "p>0,q>0"),
}


def decided(text, where):
    statement = parse_inequality(text, where)
    return statement, decide(statement)


def lowest_step(certificate):
    return next(s for s in certificate["steps"] if s["rule"] == "lowest")


def refused(certificate, statement, change):
    """Whether a certificate with a changed step, sealed again, is refused."""
    forged = copy.deepcopy(certificate)
    change(lowest_step(forged))
    forged["digest"] = digest(forged)
    with pytest.raises(BadCertificate):
        check(forged, statement)


@pytest.mark.parametrize("name", TRUE)
def test_a_proof_is_found_and_checked(name):
    statement, evidence = decided(*TRUE[name])
    assert evidence.outcome == "holds"
    assert lowest_step(evidence.certificate)
    check(evidence.certificate, statement)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (PINSKER.replace("2*(p-q)", "2.01*(p-q)"), UNIT),
        ("x*y <= exp(x) + y*log(y) - 1.01*y", "y>0"),
        ("x*log(x/y) >= 1.01*(x - y)", "x>0,y>0"),
        ("exp(y) > exp(x) + exp(x)*(y-x)", ""),
    ],
)
def test_a_near_miss_is_never_proved(text, where):
    assert decided(text, where)[1].outcome != "holds"


def test_forged_steps_are_refused():
    statement, evidence = decided(*TRUE["Pinsker"])
    certificate = evidence.certificate
    place = lowest_step(certificate)["at"]
    for at in ("1/2", "2", f"1 - {place}", lowest_step(certificate)["variable"]):
        refused(certificate, statement, lambda step, at=at: step.update(at=at))
    refused(certificate, statement, lambda step: step.update(variable="z"))
    refused(certificate, statement, lambda step: step.update(inside=[]))
    refused(certificate, statement, lambda step: step["slope"].update(rest="1"))
    refused(certificate, statement, lambda step: step["slope"].update(way="direct"))


def proof_of(text, where=""):
    evidence = decide(parse_inequality(text, where))
    assert evidence.outcome == "holds"
    return evidence.certificate


def test_a_place_outside_the_interval_is_refused():
    # The parabola is lowest at x = 3, which x never reaches.
    statement = parse_inequality("(x-3)**2 + y**2 >= 1", "0<=x<=1,-1<=y<=1")
    step = {"rule": "lowest", "variable": "x", "at": "3", "inside": [], "smooth": []}
    step["slope"] = {"way": "factor", "rest": "2", "certificate": proof_of("2 >= 0")}
    step["value"] = proof_of("(3-3)**2 + y**2 - 0 >= 0", "-1<y<1")
    with pytest.raises(BadCertificate, match="not in the interval"):
        check(seal(statement, {"steps": [step]}), statement)


def test_a_kink_along_the_variable_is_refused():
    # |x| - y is lowest at x = 0: true, but abs has no derivative there.
    statement = parse_inequality("abs(x) >= y", "-1<=x<=1,-1<=y<=0")
    step = {"rule": "lowest", "variable": "x", "at": "0", "inside": [], "smooth": []}
    step["slope"] = {"way": "factor", "rest": "2", "certificate": proof_of("2 >= 0")}
    step["value"] = proof_of("abs(0) - y >= 0", "-1<y<0")
    with pytest.raises(BadCertificate, match="no derivative"):
        check(seal(statement, {"steps": [step]}), statement)


def test_a_strict_statement_needs_more_than_zero_at_the_place():
    statement = parse_inequality("(x-y)**2 > 0", "")
    step = {"rule": "lowest", "variable": "x", "at": "y", "inside": [], "smooth": []}
    step["slope"] = {"way": "factor", "rest": "2", "certificate": proof_of("2 >= 0")}
    step["value"] = proof_of("(y-y)**2 - 0 >= 0")
    with pytest.raises(BadCertificate, match="another statement"):
        check(seal(statement, {"steps": [step]}), statement)


def test_the_proof_has_words():
    statement, evidence = decided(*TRUE["Pinsker"])
    words = explain(statement, evidence)
    assert "is lowest at" in words
    assert "no words yet" not in words
