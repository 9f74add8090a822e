"""``import glbtheory``: cheap, complete, and helpful about a wrong name."""

from __future__ import annotations

import ast
import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import glbtheory
from glbtheory.engines import prove as prove_module
from glbtheory.engines.decision import UndefinedOnDomain
from glbtheory.engines.evidence import STRENGTHS, Evidence
from glbtheory.engines.prove import prove
from glbtheory.ledger.asking import Records, verify

PROMISED = {
    *("prove", "verify", "estimate", "potential", "Discount", "Window", "Forever"),
    *("Link", "logistic", "binomial", "poisson", "linear", "Claim", "Bound", "Evidence"),
    *("formulas", "bandits", "book"),
}
HEAVY = ("numpy", "scipy", "sympy", "mpmath", "flint", "z3", "numba", "matplotlib", "rich")


def in_a_fresh_python(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_the_import_loads_nothing_heavy() -> None:
    code = f"import sys, glbtheory; print([m for m in {HEAVY!r} if m in sys.modules])"
    assert in_a_fresh_python(code) == "[]"


def test_the_import_is_cheap() -> None:
    """It takes a small fraction of what numpy alone takes."""
    code = (
        "import time\n"
        "start = time.perf_counter(); import glbtheory; ours = time.perf_counter() - start\n"
        "start = time.perf_counter(); import numpy; theirs = time.perf_counter() - start\n"
        "print(ours < max(theirs, 0.05), ours, theirs)"
    )
    answer = in_a_fresh_python(code)
    assert answer.startswith("True"), answer


def test_what_is_promised_is_offered() -> None:
    assert set(glbtheory.__all__) >= PROMISED


@pytest.mark.parametrize("name", glbtheory.__all__)
def test_every_name_resolves(name: str) -> None:
    assert getattr(glbtheory, name) is not None
    assert name in dir(glbtheory)


def test_a_star_import_works() -> None:
    code = "from glbtheory import *; print(prove('x <= x').outcome, Discount(0.5).gamma)"
    assert in_a_fresh_python(code) == "holds 0.5"


def test_type_checkers_see_the_same_names() -> None:
    """The imports that only type checkers read are those that ``_PLACES`` names."""
    source = ast.parse(Path(glbtheory.__file__).read_text(encoding="utf-8"))
    (for_types,) = (node for node in source.body if isinstance(node, ast.If))
    places = {
        alias.name: node.module
        for node in for_types.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert places == {
        name: f"glbtheory.{place}" if place else "glbtheory"
        for name, place in glbtheory._PLACES.items()
    }


def test_every_room_that_users_see_is_offered() -> None:
    folders = {p.parent.name for p in Path(glbtheory.__file__).parent.glob("*/__init__.py")}
    rooms = {name for name, place in glbtheory._PLACES.items() if not place}
    assert folders - {"_support", "cli"} == rooms


def test_a_wrong_name_is_an_attribute_error_with_a_suggestion() -> None:
    with pytest.raises(AttributeError, match=r"no attribute 'prov'; did you mean 'prove'\?"):
        glbtheory.prov  # noqa: B018
    with pytest.raises(AttributeError, match=r"no attribute 'quxquux'$"):
        glbtheory.quxquux  # noqa: B018
    assert not hasattr(glbtheory, "__wrapped__")


# --- prove --------------------------------------------------------------------------------------


def test_the_examples_in_the_docstrings_are_true() -> None:
    assert doctest.testmod(glbtheory) == doctest.TestResults(0, 2)
    assert doctest.testmod(prove_module) == doctest.TestResults(0, 1)


@pytest.mark.parametrize(
    ("statement", "where", "shown"),
    [
        ("x**2 >= 0", "", "<Evidence: holds, proved by exact algebra, everywhere>"),
        (
            "tanh(x)*exp(-x**2/7) + 0.3*atan(x*y) <= 1.2",
            "0 <= x <= 2, 0 <= y <= 2",
            "<Evidence: holds, proved by a certified cover of the domain, "
            "for all 0 <= x <= 2, 0 <= y <= 2>",
        ),
        ("1 <= 0", "", "<Evidence: refuted: 1 <= 0 fails>"),
        ("x <= 0", "x == 1", "<Evidence: refuted at x = 1: 1 <= 0 fails>"),
    ],
)
def test_evidence_says_what_was_found(statement: str, where: str, shown: str) -> None:
    assert repr(prove(statement, where)) == shown


def test_undecided_is_said_with_the_place() -> None:
    """The two sides touch at a point, which no cover with so few boxes can close."""
    statement = "exp(x-y) + x**2*sin(y)**2 >= 1 + x - y"
    found = prove(statement, "-1 <= x <= 1, -1 <= y <= 1", max_boxes=5)
    assert found.outcome == "undecided"
    assert repr(found).startswith("<Evidence: undecided: stuck near x in [")


@pytest.mark.parametrize("strength", STRENGTHS)
def test_every_strength_has_words(strength: str) -> None:
    shown = repr(Evidence("holds", "some", strength, scope="d <= 3", worst_ratio=0.98765))
    assert shown.startswith("<Evidence: holds, ")
    assert "(worst ratio 0.9877), d <= 3>" in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("x <", ""), "^statement: "),
        (("x", ""), "^statement: "),
        (("x <= 1", "x <<"), "^where: "),
        (("x <= 1", "1 <= x <= 0"), "^where: empty domain"),
        ((1,), "^statement must be text"),
        (("x <= 1", None), "^where must be text"),
    ],
)
def test_bad_input_names_the_argument(arguments: tuple, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        prove(*arguments)


def test_a_side_that_is_undefined_is_not_answered() -> None:
    with pytest.raises(UndefinedOnDomain, match=r"^statement: undefined on the domain: x is 0"):
        prove("1/x <= 1", "-1 <= x <= 1")


@pytest.mark.parametrize("max_boxes", [0, -1, 1.5, True, "many"])
def test_the_number_of_boxes_is_checked(max_boxes: object) -> None:
    with pytest.raises(ValueError, match=r"^max_boxes must be a positive integer"):
        prove("x <= x", max_boxes=max_boxes)  # type: ignore[arg-type]


# --- verify -------------------------------------------------------------------------------------


def test_one_claim_by_its_id() -> None:
    (record,) = verify("a1", jobs=1)
    assert record.claim.id == "A1"


def test_records_show_one_claim_to_a_line() -> None:
    found = verify(["A3", "A1"], jobs=1)
    assert [r.claim.id for r in found] == ["A3", "A1"]
    lines = repr(found).splitlines()
    assert [line.split()[0] for line in lines] == ["A3", "A1"]
    assert lines[0].split()[1:3] == [found[0].verdict, found[0].strength]
    assert all(line.endswith(r.claim.title) for line, r in zip(lines, found, strict=True))
    assert repr(Records()) == "<no records>"


def test_an_unknown_id_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="unknown claim NOPE"):
        verify("NOPE")
    with pytest.raises(ValueError, match="ids must be names of claims"):
        verify([7])  # type: ignore[list-item]
