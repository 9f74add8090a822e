"""Proofs for Coq: accepted by coqc, or a reason why there is none."""

from __future__ import annotations

import shutil

import pytest

from glbtheory.engines.answers.coq_export import checked_proof, proofs
from glbtheory.engines.answers.coq_text import NotForCoq, coq
from glbtheory.engines.decision import decide
from glbtheory.engines.explanation.rules import as_ladders
from glbtheory.engines.language.parse import parse_expression, parse_inequality


def certificate(text: str, where: str) -> dict[str, object]:
    found = decide(parse_inequality(text, where)).certificate
    assert found is not None
    return found


@pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed")
@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("exp(x) >= 1 + x", ""),
        ("log(1+x) <= x", "x >= 0"),
        ("1/(1+x) <= (1-exp(-x))/x", "x > 0"),
        ("x**2 + y**2 >= 2*x*y", ""),
        ("x*(1-x) <= 1/4", ""),
    ],
)
def test_coq_accepts(text: str, where: str) -> None:
    said, accepted = checked_proof(parse_inequality(text, where), certificate(text, where))
    assert accepted and "Theorem proved" in said
    assert "Admitted" not in said and "Axiom" not in said


@pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed")
def test_coq_does_not_accept_what_is_false() -> None:
    right = parse_inequality("exp(x) >= 1 + x + x**2/2 + x**3/6", "x >= 0")
    steps = as_ladders(right, certificate(right.text, "x >= 0"), "one variable")
    wrong = parse_inequality("exp(x) >= 1 + x + x**2/2 + x**3/5", "x >= 0")
    with pytest.raises(NotForCoq, match="coqc does not accept"):
        checked_proof(wrong, steps)


@pytest.mark.parametrize(
    ("text", "where", "said"),
    [
        ("exp(x)+exp(y) >= 2+x+y+x*y/2", "-1/2<=x<=1/2,-1/2<=y<=1/2", "cover"),
        ("log(1+x) >= x/2", "0 <= x <= 1", "no Coq text is known for one variable"),
        ("x <= y", "x <= y", "side conditions"),
        ("u**2 >= 0", "", "another meaning"),
    ],
)
def test_why_there_is_none(text: str, where: str, said: str) -> None:
    with pytest.raises(NotForCoq, match=said):
        proofs(parse_inequality(text, where), certificate(text, where))


def test_expressions() -> None:
    assert coq(parse_expression("x**2/3 - exp(2*x)")) == "(((x * x) / 3) - (exp (2 * x)))"
    split = coq(parse_expression("exp(2*x - y)"), split=True)
    assert split == "(((exp x) * (exp x)) / ((exp y)))"
    with pytest.raises(NotForCoq, match="atan"):
        coq(parse_expression("atan(x)"))
