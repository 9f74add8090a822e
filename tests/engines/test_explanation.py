"""Proofs in words: every rule has its sentence, and formulas are LaTeX."""

from __future__ import annotations

import pytest

import glbtheory
from glbtheory.engines.decision import decide
from glbtheory.engines.evidence import Evidence
from glbtheory.engines.explanation import explain
from glbtheory.engines.explanation.rules import as_ladders
from glbtheory.engines.language.latex import latex, name_latex, statement_latex
from glbtheory.engines.language.parse import parse_expression, parse_inequality


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x**2/2 - y", r"\frac{x^{2}}{2} - y"),
        ("-1 + (-2)*x", "-1 - 2\\, x"),
        ("x - (y - z)", r"x - \left(y - z\right)"),
        ("exp(-x)*sqrt(1+x)", r"e^{-x}\, \sqrt{1 + x}"),
        ("(x+1)**2*log(x)", r"\left(x + 1\right)^{2}\, \log\left(x\right)"),
        ("abs(x)*2", r"\left|x\right| \cdot 2"),
        ("exp(1)", "e"),
    ],
)
def test_formulas(text: str, expected: str) -> None:
    assert latex(parse_expression(text)) == expected


def test_names() -> None:
    found = [name_latex(n) for n in ("x", "lambda", "t1", "u_x", "kappa_2", "rate")]
    assert found == ["x", r"\lambda", "t_{1}", "u_{x}", r"\kappa_{2}", r"\mathit{rate}"]
    assert statement_latex(parse_inequality("x <= 1")) == r"x \le 1"


@pytest.mark.parametrize(
    ("text", "where", "parts"),
    [
        ("exp(x) >= 1 + x", "", ["all real $x$", r"On $-\infty < x < 0$", "it decreases"]),
        ("log(1+x) <= x", "x >= 0", ["since $1 + x > 0$", r"the derivative $\frac{x}{1 + x}$"]),
        ("exp(x)+exp(y) >= 2+x+y+x*y/2", "-1/2<=x<=1/2,-1/2<=y<=1/2", ["covered by"]),
        ("1/(y-x) >= 1/y", "0 < x < y", ["put $y = t_{1} + x$ with $t_{1} > 0$"]),
        ("2**n >= n**2", "n >= 4 integer", ["side conditions are not needed"]),
        ("n**2 >= n", "n integer", ["one by one", "for all real numbers"]),
        ("x + 1 == 1 + x", "", ["Both sides are equal"]),
        ("x <= 1", "x <= 2", ["It is false at $x = 2$"]),
    ],
)
def test_proofs_in_words(text: str, where: str, parts: list[str]) -> None:
    said = glbtheory.prove(text, where).explain()
    for part in parts:
        assert part in said


@pytest.mark.parametrize(
    ("text", "where", "parts"),
    [
        ("exp(x) >= 1 + x", "", ["all real $x$", "Part 2. Put $x = -u_{x}$", r"f_{0} = 0 \ge 0"]),
        ("log(1+x) <= x", "x >= 0", ["since $1 + x > 0$", r"\frac{d f_{0}}{d x} = x$"]),
    ],
)
def test_ladders_in_words(text: str, where: str, parts: list[str]) -> None:
    statement = parse_inequality(text, where)
    found = decide(statement)
    ladders = as_ladders(statement, found.certificate, "polynomial", "one variable")
    said = explain(statement, found.with_(certificate=ladders))
    for part in parts:
        assert part in said


def test_an_unknown_rule_gets_a_plain_sentence() -> None:
    statement = parse_inequality("x <= x + 1")
    certificate = {"steps": [{"rule": "by magic"}]}
    evidence = Evidence("holds", "symbolic", "proved", certificate=certificate)
    assert "“by magic” settles it" in explain(statement, evidence)
    broken = evidence.with_(certificate={"leaves": [{"box": 3}]})
    assert "no words yet" in explain(statement, broken)


def test_new_rules_have_words() -> None:
    """Sign tables and sums of squares, in the form in which certificates hold them."""
    statement = parse_inequality("x - 1 >= log(x)", "x > 0")
    known = [{"part": "x", "sign": 1, "proof": {"by": "value"}}]
    rise = {"by": "rise", "factor": "1", "slope": "1 - 1/x", "end": "lo", "known": known}
    pieces = [{"lo": "1", "hi": "inf", "proof": rise}]
    table = {"steps": [{"rule": "one variable", "pieces": pieces}]}
    evidence = Evidence("holds", "symbolic", "proved", certificate=table)
    said = explain(statement, evidence)
    assert r"On $1 < x < \infty$" in said and r"derivative $1 - \frac{1}{x}$" in said
    square = {"multiplier": [["1", [["1", [0]]], []]], "relations": []}
    square["terms"] = [["2", [["1", [1]], ["-1", [0]]], []]]
    factor = {"polynomial": [["2", [2]], ["-4", [1]], ["2", [0]]], "power": 1, "proof": square}
    top = {"constant": "1", "factors": [factor]}
    step = {"rule": "squares", "names": ["x"], "top": top}
    step["bottom"] = {"constant": "1", "factors": []}
    said = explain(statement, evidence.with_(certificate={"steps": [step]}))
    assert r"2 x^{2} - 4 x + 2 = 2 \, \left(x - 1\right)^2" in said
