"""The checker: it takes true certificates and rejects altered ones because they prove nothing."""

import copy
import json
import subprocess
import sys

import pytest

from glbtheory.engines import one_variable
from glbtheory.engines.checker.certificate import BadCertificate, check
from glbtheory.engines.decision import decide
from glbtheory.engines.language.certificate_format import digest, seal
from glbtheory.engines.language.definedness import definedness
from glbtheory.engines.language.parse import parse_inequality


@pytest.fixture(autouse=True)
def _no_sign_tables(monkeypatch):
    """Covers and ladders are tested here; sign tables have tests of their own."""
    monkeypatch.setattr(one_variable, "prove_one_variable", lambda *_: None)


def certified(text, where=""):
    statement = parse_inequality(text, where)
    evidence = decide(statement)
    assert evidence.outcome == "holds"
    return statement, json.loads(json.dumps(evidence.certificate))


def rejected(certificate, statement):
    """The checker must refuse although the fingerprint is right."""
    certificate["digest"] = digest(certificate)
    with pytest.raises(BadCertificate):
        check(certificate, statement)


def leaf(lo, hi, rule):
    return {"box": {"x": [lo, hi]}, "rule": rule}


VALUE = {"rule": "value"}
COVERED = ("exp(x) <= 1+x+x**2", "-1<=x<=1")
CLEARED = ("log(1/g) >= (1-g)/(2*g)", "1/2<=g<=1")
LADDER = ("x/(1+x) <= log(1+x)", "x>=0")


@pytest.mark.parametrize(
    ("text", "where"),
    [
        COVERED,
        CLEARED,
        LADDER,
        ("1/(1+x) <= (1-exp(-x))/x", "x>0"),
        ("sqrt(x*y) <= (x+y)/2", "x>=0,y>=0"),
        ("log(x) <= x-1", "x>0"),
        ("exp(x) >= exp(1)*x", ""),
        ("1/(1+1/(1+1/(1+1/(1+x)))) <= 1", "x>=0"),
        ("1 <= 2", ""),
    ],
)
def test_true_certificates_pass(text, where):
    statement, certificate = certified(text, where)
    check(certificate, statement)


def test_the_fingerprint_sees_any_change():
    statement, certificate = certified(*COVERED)
    certificate["note"] = "changed"
    with pytest.raises(BadCertificate, match="changed"):
        check(certificate, statement)


def test_another_statement_or_domain():
    _, certificate = certified(*COVERED)
    for text, where in [
        ("exp(x) <= 1+x+x**2", "-1<=x<=2"),
        ("exp(x) <= 1+x+x**2", "-1<=x<1"),
        ("exp(x) <= 1+x+0.7*x**2", "-1<=x<=1"),
        ("exp(x) < 1+x+x**2", "-1<=x<=1"),
        ("exp(x) == 1+x+x**2", "-1<=x<=1"),
        ("exp(x) >= 1+x+x**2", "-1<=x<=1"),
    ]:
        other = parse_inequality(text, where)
        with pytest.raises(BadCertificate, match="another"):
            check(certificate, other)
        relabelled = seal(other, {k: certificate[k] for k in ("form", "defined", "leaves")})
        if text != "exp(x) <= 1+x+x**2" or where == "-1<=x<=2":
            rejected(relabelled, other)


def test_every_leaf_is_needed():
    statement, certificate = certified(*COVERED)
    for k in range(len(certificate["leaves"])):
        altered = copy.deepcopy(certificate)
        del altered["leaves"][k]
        rejected(altered, statement)


def test_shifted_shrunk_and_widened_boxes():
    statement, certificate = certified(*COVERED)
    for k, part in enumerate(certificate["leaves"]):
        lo, hi = part["box"]["x"]
        for box in ([f"{hi}", f"{hi}"], [f"{lo}", f"{lo}"], [hi, lo] if lo != hi else ["1", "0"]):
            altered = copy.deepcopy(certificate)
            altered["leaves"][k]["box"]["x"] = box
            rejected(altered, statement)
        altered = copy.deepcopy(certificate)
        altered["leaves"][k]["box"]["x"] = ["-40", "40"]
        rejected(altered, statement)


def test_changed_rules_and_orders():
    statement, certificate = certified(*COVERED)
    touching = [k for k, p in enumerate(certificate["leaves"]) if p["rule"]["rule"] == "taylor"]
    assert touching
    for k in touching:
        for rule in (
            VALUE,
            {"rule": "slope"},
            {"rule": "zero"},
            {"rule": "trust me"},
            {},
            "value",
            None,
        ):
            altered = copy.deepcopy(certificate)
            altered["leaves"][k]["rule"] = rule
            rejected(altered, statement)
        for change in (
            {"order": 3},
            {"order": 0},
            {"order": "2"},
            {"order": 1000},
            {"variable": "y"},
        ):
            altered = copy.deepcopy(certificate)
            altered["leaves"][k]["rule"].update(change)
            rejected(altered, statement)
        altered = copy.deepcopy(certificate)
        rule = altered["leaves"][k]["rule"]
        rule["end"] = "hi" if rule["end"] == "lo" else "lo"
        rejected(altered, statement)


def test_sign_of_the_denominator():
    statement, certificate = certified("1/(x-2) >= (x-2)/(x-2)**2-abs(x)*(1-x)", "0<=x<=1")
    if certificate.get("form") == "cleared":
        certificate["denominator"]["sign"] *= -1
        rejected(certificate, statement)
    statement = parse_inequality("x/(x-2) >= 0", "0<=x<=1")
    negative = certified("x-2 < 0", "0<=x<=1")[1]
    defined = [{"rule": "defined", "statement": "x - 2 < 0", "certificate": negative}]
    for sign in (1, -1, 0, 2, "1"):
        form = {"sign": sign, "certificate": negative}
        body = {"form": "cleared", "denominator": form, "defined": defined}
        rejected(seal(statement, {**body, "leaves": [leaf("0", "1", VALUE)]}), statement)


def test_definedness_cannot_be_left_out():
    statement, certificate = certified("1/(1+x) <= (1-exp(-x))/x", "x>0")
    certificate["steps"] = [s for s in certificate["steps"] if s["rule"] != "defined"]
    rejected(certificate, statement)


def test_a_logarithm_needs_a_positive_argument():
    statement = parse_inequality("log(x) >= log(x)", "x<=-1")
    (condition,) = definedness(statement)
    assert not condition.either
    negative = certified("x < 0", "x<=-1")[1]
    defined = {"rule": "defined", "statement": "x < 0", "certificate": negative}
    rejected(seal(statement, {"steps": [defined, {"rule": "identity"}]}), statement)


def ladder(*rungs, variable="u_x"):
    return {
        "rule": "ladder",
        "variable": variable,
        "rungs": [{"expression": e, "multiplier": m} for e, m in rungs],
    }


BOGUS = {
    "leaves do not show equality": ("x == 0", "0<=x<=1", {"leaves": [leaf("0", "1", VALUE)]}),
    "a ladder does not show equality": ("x == 0", "x>=0", {"steps": [ladder(("u_x", "1"))]}),
    "strict at a closed end": ("x > 0", "x>=0", {"steps": [ladder(("u_x", "1"))]}),
    "strict with an isolated zero": (
        "(x-5)**2 > 0",
        "x>=0",
        {"steps": [ladder(("(u_x-5)**2", "1"))]},
    ),
    "strict taylor at a closed end": (
        "x > 0",
        "0<=x<=1",
        {"leaves": [leaf("0", "1", {"rule": "taylor", "variable": "x", "end": "lo", "order": 1})]},
    ),
    "kink at an exact point": (
        "(x-abs(x))/2+x**2 >= 0",
        "-1<=x<=0",
        {"leaves": [leaf("-1", "0", {"rule": "taylor", "variable": "x", "end": "hi", "order": 2})]},
    ),
    "kink on a face": (
        "x**2-0.001*abs(x)+0*y >= 0",
        "0<=x<=1,0<=y<=1",
        {
            "leaves": [
                {
                    "box": {"x": ["0", "1"], "y": ["0", "1"]},
                    "rule": {"rule": "taylor", "variable": "x", "end": "lo", "order": 2},
                }
            ]
        },
    ),
    "kink under a hessian": (
        "x**2+y**2+(x-abs(x)) >= 0",
        "-1<=x<=0,-1<=y<=1",
        {
            "leaves": [
                {
                    "box": {"x": ["-1", "0"], "y": ["-1", "1"]},
                    "rule": {"rule": "hessian", "at": {"x": "0", "y": "0"}},
                }
            ]
        },
    ),
    "hessian away from its point": (
        "x**2+y**2 >= 1",
        "-1<=x<=1,-1<=y<=1",
        {
            "leaves": [
                {
                    "box": {"x": ["-1", "1"], "y": ["-1", "1"]},
                    "rule": {"rule": "hessian", "at": {"x": "1", "y": "0"}},
                }
            ]
        },
    ),
    "kink on a ladder": (
        "1-abs(x-1) >= 0",
        "x>=0",
        {"steps": [ladder(("1-abs(u_x-1)", "1"), ("-(u_x-1)/abs(u_x-1)", "1"), ("0", "1"))]},
    ),
    "ladder over a pole": (
        "(x-5)/(x-5) >= 0",
        "x>=0",
        {"leaves": [leaf("0", "inf", ladder(("1", "1")))]},
    ),
    "ladder with one part missing": ("x**3 >= 0", "", {"steps": [ladder(("u_x**3", "1"))]}),
    "cleared denominators hide a pole": (
        "1/(1/x) >= x",
        "0<=x<=1",
        {
            "form": "cleared",
            "denominator": {
                "sign": 1,
                "certificate": seal(
                    parse_inequality("1 > 0"), {"leaves": [{"box": {}, "rule": VALUE}]}
                ),
            },
            "leaves": [
                leaf("0", "1", {"rule": "taylor", "variable": "x", "end": "lo", "order": 1})
            ],
        },
    ),
    "exponentials that underflow": ("exp(x) >= 1", "x<=-1000", {"steps": [{"rule": "polynomial"}]}),
    "identity of unequals": ("x <= x**2", "0<=x<=1", {"steps": [{"rule": "identity"}]}),
    "unknown step": ("x >= 0", "x>=0", {"steps": [{"rule": "obvious"}]}),
    "mixed steps": ("x >= -1", "x>=0", {"steps": [{"rule": "identity"}, ladder(("u_x+1", "1"))]}),
    "no steps": ("x >= 0", "x>=0", {"steps": []}),
    "no leaves": ("x >= 0", "x>=0", {"leaves": []}),
    "nothing at all": ("x >= 0", "x>=0", {}),
    "a hole between leaves": (
        "x >= -1",
        "0<=x<=1",
        {"leaves": [leaf("0", "1/2", VALUE), leaf("2/3", "1", VALUE)]},
    ),
    "the far end is missing": ("x >= -1", "x>=0", {"leaves": [leaf("0", "1000000", VALUE)]}),
    "another variable": (
        "x >= -1",
        "0<=x<=1",
        {"leaves": [{"box": {"y": ["0", "1"]}, "rule": VALUE}]},
    ),
    "not a number": ("x >= -1", "0<=x<=1", {"leaves": [leaf("nan", "1", VALUE)]}),
    "a number with a pole": ("x >= -1", "0<=x<=1", {"leaves": [leaf("1/0", "1", VALUE)]}),
    "a number that fills the memory": (
        "x >= -1",
        "0<=x<=1",
        {"leaves": [leaf("0", "1e999999999", VALUE)]},
    ),
    "a rung that does not parse": ("x >= 0", "x>=0", {"steps": [ladder(("(((", "1"))]}),
    "a rung with code": ("x >= 0", "x>=0", {"steps": [ladder(("__import__('os')", "1"))]}),
    "steps that are not steps": ("x >= 0", "x>=0", {"steps": ["ladder"]}),
    "leaves that are not leaves": ("x >= 0", "x>=0", {"leaves": 7}),
}


@pytest.mark.parametrize("name", BOGUS)
def test_bogus(name):
    text, where, body = BOGUS[name]
    statement = parse_inequality(text, where)
    rejected(seal(statement, copy.deepcopy(body)), statement)


def test_deeply_nested_rules():
    statement = parse_inequality("x >= 0", "-1<=x<=1")
    rule = VALUE
    for _ in range(300):
        rule = {"rule": "monotone", "ends": {"x": "lo"}, "then": rule}
    rejected(seal(statement, {"leaves": [leaf("-1", "1", rule)]}), statement)


@pytest.mark.parametrize("data", [None, 3, "text", [], {}, {"format": 1}, {"format": 99}])
def test_not_a_certificate(data):
    with pytest.raises(BadCertificate):
        check(data, parse_inequality("x >= 0", "x>=0"))


def test_tampered_ladders():
    statement, certificate = certified(*LADDER)
    position = next(k for k, s in enumerate(certificate["steps"]) if s["rule"] == "ladder")
    rungs = certificate["steps"][position]["rungs"]
    for k in range(len(rungs)):
        for change in (
            {"expression": "1"},
            {"multiplier": "-1"},
            {"multiplier": "0", "expression": "0"},
        ):
            altered = copy.deepcopy(certificate)
            altered["steps"][position]["rungs"][k].update(change)
            rejected(altered, statement)
    altered = copy.deepcopy(certificate)
    altered["steps"][position]["rungs"].pop()
    rejected(altered, statement)


WITHOUT_FLINT = """
import json, sys
sys.modules["flint"] = None
from glbtheory.engines.checker.certificate import BadCertificate, check
from glbtheory.engines.language.parse import parse_inequality
for text, where, certificate in json.load(sys.stdin):
    check(certificate, parse_inequality(text, where))
    try:
        check({**certificate, "statement": "x"}, parse_inequality(text, where))
    except BadCertificate:
        continue
    raise SystemExit("accepted")
assert sys.modules["flint"] is None
"""


def test_the_checker_works_without_the_ball_library():
    cases = [[*case, certified(*case)[1]] for case in (COVERED, CLEARED, LADDER)]
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT_FLINT],
        input=json.dumps(cases),
        text=True,
        capture_output=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
