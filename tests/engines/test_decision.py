"""One door: the inequalities that must be settled, and the traps that must not work."""

import json
from fractions import Fraction

import mpmath
import pytest

from glbtheory.engines.checker.certificate import BadCertificate, check
from glbtheory.engines.decision import UndefinedOnDomain, decide
from glbtheory.engines.language.certificate_format import digest
from glbtheory.engines.language.domain import Interval
from glbtheory.engines.language.parse import ParseError, parse_inequality
from glbtheory.engines.refutation import candidates


def holds(text, where=""):
    """Decide, and let the independent checker agree."""
    statement = parse_inequality(text, where)
    evidence = decide(statement)
    assert evidence.outcome == "holds", evidence
    check(json.loads(json.dumps(evidence.certificate)), statement)
    return evidence


def value(expr, point):
    """An expression at a rational point to 50 digits."""
    if expr.op == "num":
        return mpmath.mpf(expr.value.numerator) / expr.value.denominator
    if expr.op == "var":
        return mpmath.mpf(point[expr.value].numerator) / point[expr.value].denominator
    args = [value(a, point) for a in expr.args]
    if expr.op == "pow":
        return args[0] ** expr.value
    table = {
        "add": lambda a, b: a + b,
        "sub": lambda a, b: a - b,
        "mul": lambda a, b: a * b,
        "div": lambda a, b: a / b,
        "neg": lambda a: -a,
        "abs": abs,
        "min": min,
        "max": max,
    }
    return (table.get(expr.op) or getattr(mpmath, expr.op))(*args)


def refuted(text, where=""):
    """Decide, and confirm the witness: rational, in the domain, and really violating."""
    statement = parse_inequality(text, where)
    evidence = decide(statement)
    assert evidence.outcome == "refuted", evidence
    point = {n: Fraction(v) for n, v in evidence.witness.items()}
    assert set(point) == set(statement.domain)
    assert all(statement.domain[n].contains(x) for n, x in point.items())
    with mpmath.workdps(50):
        gap = value(statement.gap, point)
        tiny = mpmath.mpf(10) ** -45
        if statement.relation == "==":
            assert abs(gap) > tiny
        else:
            assert gap < -tiny or (statement.strict and abs(gap) <= tiny)
    return evidence


def not_claimed(text, where=""):
    """A false statement may stay undecided, but must not be said to hold."""
    assert decide(parse_inequality(text, where)).outcome != "holds"


# --- the list that must be settled ------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("1/(1+x) <= (1-exp(-x))/x", "x>0"),
        ("log(1+x) >= x/2", "0<=x<=1"),
        ("exp(x) <= 1+x+x**2", "-1<=x<=1"),
        ("log(1/g) >= (1-g)/(2*g)", "1/2<=g<=1"),
        ("x/(1+x) <= log(1+x)", "x>=0"),
    ],
)
def test_the_list_holds(text, where):
    holds(text, where)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("1.01/(1+x) <= (1-exp(-x))/x", "x>0"),
        ("exp(x) <= 1+0.99*x+x**2", "-1<=x<=1"),
        ("exp(x) <= 1+1.01*x+x**2", "-1<=x<=1"),
        ("log(1/g) >= 2.01*(1-g)/(2*g)", "1/2<=g<=1"),
        ("1.01*x/(1+x) <= log(1+x)", "x>=0"),
        ("log(1+x) >= 1.01*log(2)*x", "0<=x<=1"),
    ],
)
def test_the_list_with_the_constant_moved(text, where):
    refuted(text, where)


# --- touching points, ends --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("x*(2-x) >= 0", "0<=x<=1"),
        ("log(x) <= x-1", "x>0"),
        ("exp(x) >= 1+x", ""),
        ("x**4 >= 0", "-1<=x<=1"),
        ("(x-1/3)**4 >= 0", "0<=x<=1"),
        ("cosh(x) >= 1+x**2/2", "-1<=x<=1"),
        ("x*log(2) <= log(1+x)", "0<=x<=1"),
        ("exp(x) >= exp(1)*x", ""),
        ("exp(abs(x)) >= 1+abs(x)+x**2/2", "-1<=x<=1"),
        ("sqrt(x*y) <= (x+y)/2", "x>=0,y>=0"),
        ("exp(x)+exp(y) >= 2+x+y", "-1<=x<=1,-1<=y<=1"),
        ("sqrt(x) <= (1+x)/2", "x>=0"),
        ("tanh(x) < 1", ""),
        ("atan(x) <= 1.6", ""),
        ("atan(1/x) <= 1.6", "x>0"),
        ("x*log(x) <= 0", "0<x<=1"),
        ("exp(-x) < 1", "x>0"),
        ("1/x <= 1/(x-1)", "x>1"),
        ("log(1+x*y) <= x*y", "x>0,y>0"),
        ("gamma*lambda <= (gamma**2+lambda**2)/2", ""),
        ("pi*E <= 6", "0<=pi<=2,0<=E<=3"),
        ("1 <= 2", ""),
        ("x <= 2", "x==1"),
        ("x >= 0", "x>=1e350"),
    ],
)
def test_touching_points_and_ends(text, where):
    holds(text, where)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("exp(x)*exp(-x) == 1", ""),
        ("(x+y)**2 == x**2+2*x*y+y**2", ""),
        ("max(x,y)-min(x,y) == abs(x-y)", ""),
        ("x/x == 1", "x>0"),
        ("sqrt(2)**2 == 2", ""),
    ],
)
def test_equalities(text, where):
    holds(text, where)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("x == x+1e-30", ""),
        ("sqrt(x**2) == x", ""),
        ("x**2 == x", "0<=x<=1"),
        # Strict, attained at a closed end, an inner point, or only at one rational point.
        ("x > 0", "x>=0"),
        ("exp(-x) < 1", "x>=0"),
        ("(x-1/3)**2 > 0", "0<=x<=1"),
        ("log(x/7919)**2 > 0", "x>=1"),
        ("abs(x-1) > 0", ""),
        # Small or far away.
        ("1e-12*(x-abs(x))/2+x**2 >= 0", "-1<=x<=0"),
        ("x >= -1e-12", ""),
        ("x**2 >= 1e-12*x", "0<=x<=1"),
        ("x <= 1e6", ""),
        ("1e390*x >= 1e-9", "x>=1e-400"),
        ("pi <= 3.15", ""),
        ("E >= 2", "E>=0"),
        ("x*y <= 0", "x>=0,y>=0"),
        ("sqrt(x) <= x", "x>=0"),
    ],
)
def test_false_statements_have_witnesses(text, where):
    refuted(text, where)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("x**2-1e-12*abs(x)+0*y >= 0", "0<=x<=1,0<=y<=1"),
        ("x*log(y/7919)**2 > 0", "x>0,y>0"),
        ("x >= 1e-9*sqrt(x)", "0<=x<=1"),
        ("(x-sqrt(2))**2 > 0", "1<=x<=2"),
        ("(x**2-2)**2 >= 1e-30", "1<=x<=2"),
        ("exp(x) >= exp(2*x)+1e-399", "x<=-1000"),
        ("log(x) <= 30", "x>=1"),
        ("log(log(x)) <= 5", "x>=3"),
        ("exp(-x) >= 1e-300", "x>=0"),
        ("tanh(x) <= 0.9999999999999999999999", ""),
    ],
)
def test_false_statements_are_never_claimed(text, where):
    not_claimed(text, where)


# --- undefined and malformed ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("x/x <= 1", "0<=x<=1"),
        ("(x**2-1)/(x-1) >= 0", "0<=x<=2"),
        ("1/(1/x) >= x", "-1<=x<=1"),
        ("x**(-2) >= 0", "-1<=x<=1"),
        ("1/(x**2-2) <= 1e30", "0<=x<=2"),
        ("1/(1-1) >= 0", ""),
        ("log(x) <= x", "x>=0"),
        ("log(x) >= log(x)", "x<=-1"),
        ("log(-1) <= 1", ""),
        ("log(0) <= 1", ""),
        ("sqrt(-1) <= 1", ""),
        ("sqrt(x) >= 0", "x>=-1"),
        ("sqrt(log(x)) >= 0", "-1<=x<=-1/2"),
        ("x**y >= 0", "x>=-1"),
    ],
)
def test_undefined_on_the_domain(text, where):
    with pytest.raises(UndefinedOnDomain) as caught:
        decide(parse_inequality(text, where))
    assert "undefined" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("sinh(1+tanh(abs(x))) >= -1", "x>=0"),
        ("exp(-tanh(1+1/3)) > x", "x<=-1"),
        ("cosh(abs(tanh(1+(y-1/2)))) > 0", "y<=-1"),
    ],
)
def test_what_is_claimed_can_be_checked(text, where):
    holds(text, where)


def test_removable_singularities_at_open_ends_are_fine():
    holds("x/x <= 1", "x>0")
    holds("(exp(x)-1)/x >= 1", "0<x<=1")
    holds("0*log(x) >= 0", "x>0")


def test_empty_domain():
    with pytest.raises(ParseError, match="empty"):
        decide(parse_inequality("x >= 0", "1<=x<=0"))


# --- robustness: large, deep, long -------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("exp(exp(exp(x))) >= 1", ""),
        ("x**1000 >= 0", ""),
        ("(1+x)**1000 >= 1+1000*x", "x>=0"),
        ("(1+x+y)**1000 >= 1", "x>=0,y>=0"),
        ("cosh(x)**1000 >= 1", ""),
        ("1e300*x >= x", "x>=0"),
        ("((x**1000)**1000)**1000 >= 0", ""),
        ("x <= 1e400", "0<=x<=1e400"),
        ("exp(1000000000000*log(2)) > x", "0<=x<=1"),
        ("1/(1+" * 8 + "x" + ")" * 8 + " <= 1", "x>=0"),
        ("sqrt(" * 8 + "x" + ")" * 8 + " <= 1+x", "x>=0"),
        ("+".join(["x"] * 100) + " >= 0", "x>=0"),
        ("+".join(f"1/(x+{k})" for k in range(1, 9)) + " <= 9", "x>0"),
    ],
)
def test_large_expressions_come_back(text, where):
    holds(text, where)


@pytest.mark.parametrize(
    ("text", "where"), [("2**((10**1000)**1000) >= 1", ""), ("exp(x) > x**1000", "x>=1e5")]
)
def test_hopeless_expressions_come_back_too(text, where):
    assert decide(parse_inequality(text, where), max_boxes=50).outcome in ("holds", "undecided")


def test_an_exponential_bound_is_settled_by_taking_logarithms():
    statement = parse_inequality("cosh(x) <= exp(x**2/2)")
    evidence = decide(statement)
    assert evidence.outcome == "holds"
    check(json.loads(json.dumps(evidence.certificate)), statement)
    other = parse_inequality("cosh(x) <= exp(0.49*x**2)")
    with pytest.raises(BadCertificate):
        forged = {**evidence.certificate, "statement": other.text}
        check({**forged, "digest": digest(forged)}, other)


@pytest.mark.parametrize("many", [1, 3, 10, 40])
def test_candidates_stay_few_in_many_variables(many: int) -> None:
    points = candidates({f"x{k}": Interval() for k in range(many)})
    assert len(points) <= 20_000 and len(points[0]) == many
