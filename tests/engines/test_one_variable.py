"""One variable on any interval: what must be proved, what must never be proved."""

import copy
import json
import random
from fractions import Fraction

import mpmath
import pytest

from glbtheory.engines.budget import Budget
from glbtheory.engines.checker.certificate import BadCertificate, check
from glbtheory.engines.decision import decide
from glbtheory.engines.language.certificate_format import digest, seal
from glbtheory.engines.language.expression import Program
from glbtheory.engines.language.parse import parse_inequality
from glbtheory.engines.one_variable import prove_one_variable


class Digits:
    """mpmath numbers as an arithmetic."""

    def const(self, value):
        return mpmath.mpf(value.numerator) / value.denominator

    def pi(self):
        return +mpmath.pi

    def add(self, a, b):
        return a + b

    def sub(self, a, b):
        return a - b

    def mul(self, a, b):
        return a * b

    def div(self, a, b):
        return a / b

    def neg(self, a):
        return -a

    def pow(self, a, k):
        return a**k

    def call(self, name, args):
        functions = {"abs": abs, "min": min, "max": max}
        return functions.get(name, getattr(mpmath, name, None))(*args)


def steps(text, where=""):
    """The steps of the one-variable search, verified by the checker."""
    statement = parse_inequality(text, where)
    found = prove_one_variable(statement, Budget.of(seconds=60))
    if found is not None:
        evidence = decide(statement)
        assert evidence.outcome == "holds", evidence
        check(json.loads(json.dumps(evidence.certificate)), statement)
    return found


@pytest.mark.parametrize(
    ("text", "where"),
    [
        # touching at points that are not rational
        ("log(x) <= x/exp(1)", "x > 0"),
        ("x*log(x) >= -exp(-1)", "x > 0"),
        ("x**(1/x) <= e**(1/e)", "x > 0"),
        ("x**x >= exp(-1/e)", "x > 0"),
        ("x + 2/x >= 2*sqrt(2)", "x > 0"),
        ("exp(x) >= e**2*x**2/4", "x > 0"),
        ("sin(x) + cos(x) <= sqrt(2)", "0 <= x <= 3"),
        # limits at open and infinite ends
        ("log(1 + 1/x) < 1/sqrt(x**2 + x)", "x > 0"),
        ("1/(x+1) < log(1 + 1/x)", "x >= 1"),
        ("-x/(1-x) < log(1-x)", "0 < x < 1"),
        ("x*exp(x/2) < exp(x) - 1", "x > 0"),
        ("x*log(1+x) < 1 + x*log(x)", "0 < x <= 13"),
        ("atan(x) > x/(1+x**2)", "x > 0"),
        ("erf(x) >= 1 - exp(-x**2)", "x >= 0"),
        # kinks
        ("abs(log(1+x) - x) <= x**2", "x >= 0"),
        ("2*abs(x)/(2+x) <= abs(log(1+x))", "x > -1"),
        ("log(max(exp(2*x), exp(3*x))) >= 3*x", ""),
        # turning points, removable singularities, constants
        ("1 + 1/(12*x + 1/4) - 1/(12*(x+1) + 1/4) < (x + 1/2)*log(1 + 1/x)", "x >= 2"),
        ("sin(x)**3/x**3 >= cos(x)", "0 < x < 1.5"),
        ("log(x)/(x-1) <= (1 + x**(1/3))/(x + x**(1/3))", "1 < x < 100"),
        ("atan(x) + atan(1/x) >= pi/2", "x > 0"),
        ("asin(x) <= pi*x/2", "0 <= x <= 1"),
        ("gamma(x) >= 0.885", "0.5 <= x <= 5"),
    ],
)
def test_proved(text, where):
    assert steps(text, where) is not None


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("log(x) < x/exp(1)", "x > 0"),
        ("log(x) <= 0.3678794*x", "x > 0"),
        ("x*log(x) >= -0.36787944", "x > 0"),
        ("x + 2/x >= 2.8284272", "x > 0"),
        ("sin(x) <= 0.999999999", "0 <= x <= 3"),
        ("atan(x) < 1.57", "x > 0"),
        ("erf(x) < 0.999999", ""),
        ("x*exp(x/2) < exp(x) - 1", "x >= 0"),
        ("log(1 + 1/x) < 1/sqrt(x**2 + x + 1/100)", "x > 0"),
        ("gamma(x) >= 0.8857", "x > 0"),
    ],
)
def test_false_statements_are_never_proved(text, where):
    statement = parse_inequality(text, where)
    assert prove_one_variable(statement, Budget.of(seconds=60)) is None
    assert decide(statement).outcome != "holds"


#: True statements with one number in them that is (nearly) the best one.
NEAR = [
    ("log(x) <= {c}*x", "x > 0", "0.36787944117144233", 1),
    ("exp(x) >= {c}*x", "", "2.718281828459045", -1),
    ("x*log(x) >= -{c}", "x > 0", "0.36787944117144233", 1),
    ("atan(x) <= {c}", "x > 0", "1.5707963267948966", 1),
    ("x/(exp(x) - 1) <= {c}", "x > 0", "1", 1),
    ("sqrt(x) + 1/sqrt(x) >= {c}", "x > 0", "2", -1),
    ("tanh(x) <= {c}*x", "x >= 0", "1", 1),
    ("log(1+x) <= {c}*x/sqrt(1+x)", "x >= 0", "1", 1),
    ("x**2*exp(-x) <= {c}", "x >= 0", "0.5413411329464508", 1),
    ("sin(x) >= {c}*x", "0 <= x <= 1.5", "0.664996657736036", -1),
    ("abs(exp(x) - 1 - x) <= {c}*x**2", "-1 <= x <= 1", "0.7182818284590452", 1),
    ("erf(x) <= {c}*x", "x >= 0", "1.1283791670955126", 1),
]


@pytest.mark.parametrize("seed", range(6))
def test_mutated_constants_are_never_answered_wrongly(seed):
    rng = random.Random(seed)
    for _ in range(10):
        text, where, best, slack = rng.choice(NEAR)
        shift = Fraction(rng.choice((-1, 1)) * rng.randint(1, 9), 10 ** rng.randint(4, 10))
        constant = Fraction(best) + shift
        statement = parse_inequality(text.format(c=f"({constant})"), where)
        evidence = decide(statement, budget=Budget.of(seconds=20))
        if evidence.outcome == "holds":
            assert shift * slack > 0, statement.text
            check(json.loads(json.dumps(evidence.certificate)), statement)
        elif evidence.outcome == "refuted":
            ((name, x),) = evidence.witness.items()
            with mpmath.workdps(60):
                at = Digits().const(Fraction(x))
                assert Program(statement.gap).run(Digits(), {name: at}) < 0
            assert statement.domain[name].contains(Fraction(x))


def nodes(node):
    """All dictionaries in a part of a certificate."""
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from nodes(value)
    elif isinstance(node, list):
        for value in node:
            yield from nodes(value)


def tampered(certificate, change):
    """A certificate with a changed proof and a right digest."""
    changed = copy.deepcopy(certificate)
    change(changed)
    changed["digest"] = digest(changed)
    return changed


def test_a_changed_certificate_is_refused():
    statement = parse_inequality("log(x) <= x/exp(1)", "x > 0")
    good = seal(statement, {"steps": decide(statement).certificate["steps"]})
    check(good, statement)

    def proof(certificate):
        return next(n for n in nodes(certificate["steps"][-1]["pieces"]) if n.get("by") == "rise")

    def other_end(c):
        proof(c)["end"] = "lo" if proof(c).get("end") == "hi" else "hi"

    def other_point(c):
        for piece, end in zip(c["steps"][-1]["pieces"], ("hi", "lo"), strict=True):
            piece[end] = "3"

    def gap_between(c):
        c["steps"][-1]["pieces"][1]["lo"] = "exp(1) + 1/10"

    def missing(c):
        del c["steps"][-1]["pieces"][0]

    def by_value(c):
        c["steps"][-1]["pieces"][0]["proof"] = {"by": "value"}

    def by_zero(c):
        c["steps"][-1]["pieces"][0]["proof"] = {"by": "zero"}

    def no_parts(c):
        proof(c)["known"] = []

    for change in (other_end, other_point, gap_between, missing, by_value, by_zero, no_parts):
        with pytest.raises(BadCertificate):
            check(tampered(good, change), statement)


def test_another_slope_or_factor_is_refused():
    statement = parse_inequality("atan(x) > x/(1+x**2)", "x > 0")
    (step,) = prove_one_variable(statement, Budget())
    whole = decide(statement).certificate
    body = [s for s in whole["steps"] if s["rule"] == "defined"]

    def sealed(changed):
        return seal(statement, {"steps": [*body, changed]})

    check(sealed(step), statement)
    rises = [n for n in nodes(step) if n.get("by") == "rise"]
    assert rises
    for k in range(len(rises)):
        for key, text in (("slope", "1"), ("factor", "-1"), ("factor", "0")):
            changed = copy.deepcopy(step)
            [n for n in nodes(changed) if n.get("by") == "rise"][k][key] = text
            with pytest.raises(BadCertificate):
                check(sealed(changed), statement)
