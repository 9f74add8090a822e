"""Sums of squares: what the search finds, what it must not find, and what the checker refuses."""

import copy
import json
from fractions import Fraction
from typing import Any

import pytest

from glbtheory.engines.budget import Budget
from glbtheory.engines.checker.certificate import BadCertificate, check
from glbtheory.engines.checker.squares import check_squares
from glbtheory.engines.decision import decide
from glbtheory.engines.language.domain import Inequality
from glbtheory.engines.language.parse import parse_domain, parse_inequality
from glbtheory.engines.language.roots import NotAlgebraic, algebraic
from glbtheory.engines.squares import prove_by_squares

POSITIVE = "x > 0, y > 0, z > 0"
NONNEGATIVE = "x >= 0, y >= 0, z >= 0"

TRUE = {
    "square": ("x**2 + y**2 >= 2*x*y", ""),
    "means": ("x**3 + y**3 + z**3 >= 3*x*y*z", NONNEGATIVE),
    "Motzkin, with a multiplier": ("x**4*y**2 + x**2*y**4 + 1 >= 3*x**2*y**2", ""),
    "Nesbitt": ("x/(y+z) + y/(z+x) + z/(x+y) >= 3/2", POSITIVE),
    "Schur": ("x*(x-y)*(x-z) + y*(y-x)*(y-z) + z*(z-x)*(z-y) >= 0", NONNEGATIVE),
    "box, touched at corners": ("x + y + z - x*y*z <= 2", "0<=x<=1, 0<=y<=1, 0<=z<=1"),
    "strict on a closed box": ("x**2*y + y**2 + 1 > x*y", "0<=x<=1, 0<=y<=1"),
    "strict on an open orthant": ("x**2 - x*y + y**2 > 0", "x>0, y>0"),
    "upper ends": ("x*y < x*z", "x > 0, y < 0, z > 0"),
    "factors of the bottom": ("x**3/(x**2-x*y+y**2) <= 2*x + y", "x > 0, y > 0"),
    "root of a variable": ("sqrt(x*y) <= (x+y)/2", "x>=0, y>=0"),
    "root of a sum": ("sqrt(x+y) <= sqrt(x) + sqrt(y)", "x>=0, y>=0"),
    "root in a strict statement": ("sqrt(1+x) < 1 + x/2", "x > 0"),
    "third root": ("(x*y*z)**(1/3) <= (x+y+z)/3", POSITIVE),
    "roots in denominators": (
        "x/sqrt(x**2+8*y*z) + y/sqrt(y**2+8*z*x) + z/sqrt(z**2+8*x*y) >= 1",
        POSITIVE,
    ),
    "maximum": ("max(x, y) >= (x+y)/2", ""),
}

#: The same statements, moved by a little: each fails somewhere on its domain.
FALSE = {
    "square": ("x**2 + y**2 >= 2.0001*x*y", ""),
    "square, strict": ("x**2 + y**2 > 2*x*y", ""),
    "means": ("x**3 + y**3 + z**3 >= 3.0001*x*y*z", NONNEGATIVE),
    "Motzkin": ("x**4*y**2 + x**2*y**4 + 1 >= 3.0001*x**2*y**2", ""),
    "Motzkin, strict": ("x**4*y**2 + x**2*y**4 + 1 > 3*x**2*y**2", ""),
    "Nesbitt": ("x/(y+z) + y/(z+x) + z/(x+y) >= 1.50001", POSITIVE),
    "Nesbitt, strict": ("x/(y+z) + y/(z+x) + z/(x+y) > 3/2", POSITIVE),
    "Schur, of either sign": ("x*(x-y)*(x-z) + y*(y-x)*(y-z) + z*(z-x)*(z-y) >= 0", ""),
    "box": ("x + y + z - x*y*z <= 1.99999", "0<=x<=1, 0<=y<=1, 0<=z<=1"),
    "box, strict": ("x + y + z - x*y*z < 2", "0<=x<=1, 0<=y<=1, 0<=z<=1"),
    "closed orthant, strict": ("x**2 - x*y + y**2 > 0", "x>=0, y>=0"),
    "root": ("sqrt(x+y) <= 0.9999*(sqrt(x) + sqrt(y))", "x>=0, y>=0"),
    "root, strict at the end": ("sqrt(1+x) < 1 + x/2", "x >= 0"),
    "maximum": ("max(x, y) > (x+y)/2", ""),
    "a single point": ("x**2 >= 1/4 + x*y", "0<=x<=1, 0<=y<=0"),
}


def statement_of(text: str, where: str) -> Inequality:
    return parse_inequality(text, parse_domain(where))


def step_of(text: str, where: str) -> tuple[Inequality, dict[str, Any]]:
    statement = statement_of(text, where)
    steps = prove_by_squares(statement, Budget())
    assert steps is not None and len(steps) == 1
    # What is checked is what a file holds.
    return statement, json.loads(json.dumps(steps[0]))


@pytest.mark.parametrize("name", TRUE)
def test_true_statements_get_an_identity_that_the_checker_accepts(name: str) -> None:
    statement, step = step_of(*TRUE[name])
    check_squares(step, statement)


@pytest.mark.parametrize("name", FALSE)
def test_false_statements_get_none(name: str) -> None:
    assert prove_by_squares(statement_of(*FALSE[name]), Budget()) is None


@pytest.mark.parametrize("name", ["Nesbitt", "Motzkin, with a multiplier", "root of a sum"])
def test_an_identity_proves_no_statement_with_another_constant(name: str) -> None:
    text, where = TRUE[name]
    _, step = step_of(text, where)
    moved = statement_of(text + " + 1/1000000", where)
    with pytest.raises(BadCertificate):
        check_squares(step, moved)


def test_a_proof_for_positive_numbers_is_none_for_all() -> None:
    text, where = TRUE["means"]
    _, step = step_of(text, where)
    for elsewhere in ("", "x >= 0, y >= 0", "x >= -1, y >= 0, z >= 0"):
        with pytest.raises((BadCertificate, IndexError)):
            check_squares(step, statement_of(text, elsewhere))


def test_a_proof_of_at_least_is_none_of_more_than() -> None:
    text, where = TRUE["Nesbitt"]
    _, step = step_of(text, where)
    with pytest.raises(BadCertificate, match="may be equal"):
        check_squares(step, statement_of(text.replace(">=", ">"), where))


def changes(step: dict[str, Any]) -> list[dict[str, Any]]:
    """The step with one thing made wrong."""
    result = []

    def changed() -> tuple[dict[str, Any], dict[str, Any]]:
        new = copy.deepcopy(step)
        result.append(new)
        return new, new["top"]["factors"][-1]["proof"]

    _, proof = changed()
    proof["terms"][0][0] = str(Fraction(proof["terms"][0][0]) + 1)
    _, proof = changed()
    proof["terms"][0][0] = str(-Fraction(proof["terms"][0][0]))
    _, proof = changed()
    proof["terms"].pop()
    _, proof = changed()
    proof["terms"][0][1][0][0] += "1"
    _, proof = changed()
    proof["terms"][0][2] = [[99, 1]]
    _, proof = changed()
    proof["multiplier"] = []
    _, proof = changed()
    proof["multiplier"], proof["terms"], proof["relations"] = [], [], []
    new, _ = changed()
    new["top"]["factors"][-1]["proof"] = None
    new, _ = changed()
    new["top"]["constant"] = "-" + new["top"]["constant"]
    new, _ = changed()
    new["top"]["factors"][-1]["power"] = 2
    new, _ = changed()
    new["names"] = new["names"][::-1]
    new, _ = changed()
    new["bottom"]["constant"] = "0"
    new, _ = changed()
    new["bottom"]["constant"] = str(2 * Fraction(new["bottom"]["constant"]))
    return result


@pytest.mark.parametrize("name", ["means", "Nesbitt", "root of a sum"])
def test_tampered_identities_are_refused(name: str) -> None:
    statement, step = step_of(*TRUE[name])
    for wrong in changes(step):
        with pytest.raises(BadCertificate):
            check_squares(wrong, statement)


def test_a_multiplier_that_vanishes_on_the_domain_proves_nothing() -> None:
    # x * (x - 1/2) = 0 on the single point x = 0, where x - 1/2 < 0.
    statement = statement_of("x >= 1/2", "0 <= x <= 0")
    factor = {
        "polynomial": [["1", [1]], ["-1/2", [0]]],
        "power": 1,
        # facts: 0 is x >= 0, 1 is -x >= 0; x^2 = x * x, and -x/2 = (1/2)(-x).
        "proof": {
            "multiplier": [["1", [["1", [0]]], [[0, 1]]]],
            "terms": [["1", [["1", [1]]], []], ["1/2", [["1", [0]]], [[1, 1]]]],
            "relations": [],
        },
    }
    step = {
        "names": ["x"],
        "top": {"constant": "1", "factors": [factor]},
        "bottom": {"constant": "1", "factors": []},
    }
    with pytest.raises(BadCertificate, match="may vanish"):
        check_squares(step, statement)


def test_an_equality_is_no_factor_of_a_square() -> None:
    statement, step = step_of(*TRUE["root of a sum"])
    relations = [k for k, f in enumerate(algebraic(statement).facts) if f.relation == "=="]
    proof = step["top"]["factors"][-1]["proof"]
    proof["terms"][0][2].append([relations[0], 1])
    with pytest.raises(BadCertificate, match="an equality as the factor"):
        check_squares(step, statement)


def test_the_whole_certificate_is_checked() -> None:
    # Iran 1996; z3 does not see it at once.
    text = "(x*y+y*z+z*x)*(1/(x+y)**2 + 1/(y+z)**2 + 1/(z+x)**2) >= 9/4"
    statement = statement_of(text, POSITIVE)
    evidence = decide(statement)
    assert evidence.outcome == "holds" and evidence.certificate is not None
    check(evidence.certificate, statement)
    rules = {step["rule"] for step in evidence.certificate["steps"]}
    assert "squares" in rules


CONDITIONAL = [
    # Triangles; the sides are not independent.
    ("x*(y+z-x) + y*(z+x-y) >= 0", "x>0, y>0, z>0, x<=y+z, y<=z+x"),
    ("x*y + y*z + z*x <= 1/3", "x>=0, y>=0, z>=0, x+y+z == 1"),
    ("x + y <= 3/2", "x**2 + y**2 <= 1"),
    ("x**2 + y**2 + z**2 >= 3", "x>0, y>0, z>0, x*y*z == 1"),
]


@pytest.mark.parametrize(("text", "where"), CONDITIONAL)
def test_side_conditions_are_facts_for_the_squares(text: str, where: str) -> None:
    statement = parse_inequality(text, where)
    assert statement.given
    steps = prove_by_squares(statement, Budget())
    assert steps is not None
    step = json.loads(json.dumps(steps[0]))
    check_squares(step, statement)
    with pytest.raises(BadCertificate):
        check_squares(step, statement.on_the_box)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("x*y + y*z + z*x <= 0.3333", "x>=0, y>=0, z>=0, x+y+z == 1"),
        ("x*y + y*z + z*x < 1/3", "x>=0, y>=0, z>=0, x+y+z == 1"),
        ("x + y <= 1.414", "x**2 + y**2 <= 1"),
        ("x**2 + y**2 + z**2 > 3", "x>0, y>0, z>0, x*y*z == 1"),
    ],
)
def test_false_statements_with_side_conditions_get_none(text: str, where: str) -> None:
    assert prove_by_squares(parse_inequality(text, where), Budget()) is None


def test_functions_that_are_no_roots_are_left_alone() -> None:
    with pytest.raises(NotAlgebraic):
        algebraic(statement_of("exp(x) >= 1 + x", ""))
    assert prove_by_squares(statement_of("exp(x) >= 1 + x", ""), Budget()) is None
    assert prove_by_squares(statement_of("x == x", ""), Budget()) is None


def test_a_root_of_a_product_is_split_only_where_the_factors_are_not_negative() -> None:
    assert algebraic(statement_of("sqrt(x*y) <= 1", "x>=0, y>=0")).names == (
        "(x)^(1/2)",
        "(y)^(1/2)",
    )
    names = algebraic(statement_of("sqrt(x*y) <= 1", "x<=0, y<=0")).names
    assert names == ("x", "y", "(x*y)^(1/2)")
    # sqrt(x^2) is |x|, not x.
    assert prove_by_squares(statement_of("sqrt(x**2) <= x", ""), Budget()) is None
