"""Branch and bound: every rule on a statement that needs it, and no rule on a false one."""

from fractions import Fraction

import pytest

from glbtheory.engines.boxes.interval import Search
from glbtheory.engines.checker.certificate import BadCertificate, check
from glbtheory.engines.language.certificate_format import seal
from glbtheory.engines.language.parse import parse_inequality


def search(text, where, touching=(), **options):
    statement = parse_inequality(text, where)
    cover = Search(statement, **options).run(touching)
    return statement, cover


def rules(cover):
    found = set()
    for leaf in cover.leaves:
        rule = leaf.rule
        while rule is not None:
            found.add(rule["rule"])
            rule = rule.get("then")
    return found


ORIGIN = [{"x": Fraction(0)}]
CORNER = [{"x": Fraction(0), "y": Fraction(0)}]
THIRD = [{"x": Fraction(1, 3)}]


@pytest.mark.parametrize(
    ("text", "where", "touching", "rule"),
    [
        ("exp(x) >= 1/4", "-1<=x<=1", (), "value"),
        ("x*(1-x) <= 0.26", "0<=x<=1", (), "slope"),
        ("x+exp(x) >= 1", "0<=x<=1", (), "monotone"),
        ("exp(x) >= 1+x", "-1<=x<=1", ORIGIN, "taylor"),
        ("exp(x) >= 1+x+x**2/2+x**3/6", "-1<=x<=1", ORIGIN, "taylor"),
        ("(x-1/3)**4*(2+exp(x)) >= 0", "0<=x<=1", THIRD, "taylor"),
        ("exp(x)+exp(y) >= 2+x+y+x*y/2", "-1/2<=x<=1/2,-1/2<=y<=1/2", CORNER, "hessian"),
        ("exp(abs(x)) >= 1+abs(x)+x**2/2", "-1<=x<=1", ORIGIN, "taylor"),
        ("log(1+x) >= x*log(2)", "0<=x<=1", ({"x": Fraction(1)}, *ORIGIN), "zero"),
        ("y*(exp(x)-1-x) >= 0", "0<=x<=1,1<=y<=2", (), "taylor"),
    ],
)
def test_rules_and_their_check(text, where, touching, rule):
    statement, cover = search(text, where, touching)
    assert cover.stuck is None
    assert rule in rules(cover)
    check(seal(statement, {"leaves": [leaf.to_json() for leaf in cover.leaves]}), statement)


def test_ladder_on_a_half_line():
    _, cover = search("x**2 < exp(x)", "x>=0", defined=True)
    assert cover.stuck is None and "ladder" in rules(cover)
    # A ladder does not see poles, so it needs to know that there are none.
    _, cover = search("x**2 < exp(x)", "x>=0", max_boxes=200)
    assert "ladder" not in rules(cover)


def test_open_and_infinite_ends():
    for text, where in [
        ("atan(x) <= 1.6", ""),
        ("x*log(x) <= 0", "0<x<=1"),
        ("atan(1/x) <= 1.6", "x>0"),
        ("1/(1+x**2) <= 1", ""),
        ("exp(-x) < 1.01", "x>0"),
    ]:
        _, cover = search(text, where, defined=True)
        assert cover.stuck is None, text


@pytest.mark.parametrize(
    ("text", "where", "touching"),
    [
        ("exp(x) >= 1+x+1e-9", "-1<=x<=1", ORIGIN),
        ("x**2 > 0", "-1<=x<=1", ORIGIN),
        ("x >= 0", "-1e-12<=x<=1", ORIGIN),
        # Kinks: the branch that the rule looks at must be the one on the box.
        ("1e-12*(x-abs(x))/2+x**2 >= 0", "-1<=x<=0", ORIGIN),
        ("x**2-1e-12*abs(x)+0*y >= 0", "0<=x<=1,0<=y<=1", CORNER),
        ("x**2+y**2+(x-abs(x))/1e9 >= 0", "-1<=x<=0,-1<=y<=1", CORNER),
        ("x**2 >= 1e-12*max(x,-2*x)", "-1<=x<=1", ORIGIN),
        # A square root has infinite slope at 0.
        ("x >= 1e-6*sqrt(x)", "0<=x<=1", ORIGIN),
        # Undefined at an inner point, although it cancels.
        ("x/x >= 1", "-1<=x<=1", ORIGIN),
        ("1/(1/x) >= x", "-1<=x<=1", ORIGIN),
    ],
)
def test_false_statements_get_stuck(text, where, touching):
    _, cover = search(text, where, touching, max_boxes=300)
    assert cover.stuck is not None


def test_work_is_bounded():
    product = "*".join(f"(x-{k}/40)**2" for k in range(1, 25))
    _, cover = search(f"{product} >= 1e-99", "0<=x<=1", max_boxes=10**9)
    assert cover.stuck is not None


def test_a_leaf_rule_does_not_reach_beyond_its_box():
    statement = parse_inequality("x >= 0", "-1<=x<=1")
    leaf = {
        "box": {"x": ["-1", "1"]},
        "rule": {"rule": "monotone", "ends": {"x": "hi"}, "then": {"rule": "value"}},
    }
    with pytest.raises(BadCertificate):
        check(seal(statement, {"leaves": [leaf]}), statement)
