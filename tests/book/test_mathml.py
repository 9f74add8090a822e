"""Formulas as MathML: well-formed, the same signs, and the formula itself where that fails."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from glbtheory.book.report.mathml import mathml, pieces, readable
from glbtheory.claims import all_claims
from glbtheory.claims.model import latex_of, literal_latex


def signs(latex: str) -> str:
    """The text of the element, read in order."""
    return "".join("".join(ElementTree.fromstring(mathml(latex)).itertext()).split())


def tags(latex: str) -> list[str]:
    return [part.tag for part in ElementTree.fromstring(mathml(latex)).iter()]


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\gamma^{t-1} \leq \lambda", "γt-1≤λ"),
        (r"\frac{1}{2} < x", "12<x"),
        (r"\lceil D \rceil", "⌈D⌉"),
        (r"\Vert \theta \Vert", "‖θ‖"),
        (r"\arg\max_a f", "argmaxaf"),
        (r"\text{for all } t", "forallt"),
    ],
)
def test_the_signs_are_those_of_the_formula(latex: str, expected: str) -> None:
    assert signs(latex).replace("−", "-") == expected


def test_a_power_of_a_bracket_holds_the_whole_bracket() -> None:
    """TeX sizes both brackets; the converter would raise the closing one alone."""
    root = ElementTree.fromstring(mathml(r"\Big(\lambda + \frac{1}{d}\Big)^d"))
    (power,) = root.iter("msup")
    assert "".join(power[0].itertext()) == "(λ+1d)"
    assert "".join(power[1].itertext()) == "d"


@pytest.mark.parametrize("latex", [r"\Big(a", r"a\Big)", r"\Big(a\Big]", r"\Big[a\Big)b\Big("])
def test_brackets_without_a_partner_stay_as_they_are(latex: str) -> None:
    assert "stretchy" not in mathml(latex)
    assert readable(latex)


def test_square_roots_and_fractions_keep_their_shape() -> None:
    assert {"msqrt", "mfrac"} <= set(tags(r"\sqrt{\frac{a}{b}}"))


@pytest.mark.parametrize("latex", [r"\nosuchmacro x < 1", r"a_b_c", r"\left( x"])
def test_what_cannot_be_read_is_shown_as_it_is(latex: str) -> None:
    assert not readable(latex)
    code = ElementTree.fromstring(mathml(latex))
    assert (code.tag, code.text) == ("code", latex)


def test_signs_of_html_are_escaped() -> None:
    assert signs(r"\text{a <b> & c}") == "a<b>&c"
    assert signs(r"\texttt{0 <= x <= 1}, x < 2") == "0<=x<=1,x<2"
    assert "<b>" not in mathml(r"\nosuchmacro <b>")


def test_pieces_end_at_lines_and_wide_gaps() -> None:
    assert pieces(r"a = b \\ c,\quad d, e") == ["a = b", "c,", "d, e"]
    assert pieces("") == []


def test_a_formula_is_a_text() -> None:
    with pytest.raises(ValueError, match="latex must be a text, not 3"):
        mathml(3)  # type: ignore[arg-type]


def test_every_printed_formula_of_the_claims_is_drawn() -> None:
    unread = {
        (claim.id, piece)
        for claim in all_claims().values()
        for statement in (*claim.printed, *claim.corrected)
        for piece in pieces(latex_of(statement))
        if not readable(piece)
    }
    assert not unread


def test_every_formula_of_the_claims_is_well_formed() -> None:
    for claim in all_claims().values():
        for statement in (*claim.printed, *claim.corrected):
            ElementTree.fromstring(mathml(latex_of(statement)))
        for statement in claim.mutants:
            ElementTree.fromstring(mathml(literal_latex(statement)))
