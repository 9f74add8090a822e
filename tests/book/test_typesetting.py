"""Formulas of the ledger: read without loss, broken where a reader would, compared sign by sign."""

from __future__ import annotations

import re

import pytest

from _ledger import all_records
from glbtheory.book.typesetting.differences import difference, unmarked
from glbtheory.book.typesetting.line_breaks import LIMIT, lines, lines_of
from glbtheory.book.typesetting.tree import joined, parse, width


def formulas() -> list[str]:
    found = [
        r.formulas(which) for r in all_records().values() for which in ("printed", "corrected")
    ]
    return list(dict.fromkeys(formula for group in found for formula in group))


def bare(latex: str) -> str:
    return re.sub(r"[\s{}]", "", latex)


def test_every_formula_is_read_without_loss() -> None:
    for formula in formulas():
        assert bare(joined(parse(formula))) == bare(formula)


def test_no_line_of_a_formula_is_much_wider_than_a_card() -> None:
    wide = {f: width(line) for f in formulas() for line in lines(f) if width(line) > LIMIT + 1}
    assert not wide


def test_a_line_ends_before_a_relation_rather_than_inside_brackets() -> None:
    left, right = "a + b + c", r"\Big(d + e + f + g\Big)"
    assert lines_of(f"{left} \\leq {right}", limit=20) == (
        "a+b+c",
        rf"\quad {{}}\leq{right.replace(' ', '')}",
    )
    assert len(lines_of(f"{left} \\leq {right}", limit=100)) == 1


def test_wide_brackets_that_grow_are_opened() -> None:
    inner = " + ".join("abcdef")
    found = lines_of(rf"x \leq \left({inner}\right)^2", limit=14)
    assert len(found) > 1 and r"\Bigl(" in found[0] and r"\Bigr)^{2}" in found[-1]
    assert not any(r"\left" in line for line in found)


@pytest.mark.parametrize("latex", ["{", "}", r"\left( x", r"\frac{1}", r"\begin{cases} x", "^"])
def test_what_is_no_formula_is_refused(latex: str) -> None:
    with pytest.raises(ValueError, match="latex must"):
        parse(latex)
    with pytest.raises(ValueError, match="limit must"):
        lines("x", limit=0)


MARK = r"\class{changed}{\underline{%s}}"


@pytest.mark.parametrize(
    ("printed", "corrected", "before", "after", "changes"),
    [
        (r"x \leq y", r"x \geq y", "x" + MARK % r"{}\leq{}" + "y", None, ((r"\leq", r"\geq"),)),
        ("x^2", "x^3", "x^{" + MARK % "2" + "}", None, (("2", "3"),)),
        ("a_b + x", "a_b + x^2", "a_{b}+x", "a_{b}+x^{" + MARK % "2" + "}", (("", "{}^{2}"),)),
        (r"\frac{a}{b}", r"\frac{a}{c}", r"\frac{a}{" + MARK % "b" + "}", None, (("b", "c"),)),
        (r"\hat H = G", r"\tilde H = G", MARK % r"\hat{H}" + "=G", None, None),
        (r"a \le \Big(b\Big)", r"a \leq \big(b\big)", r"a\le\Big(b\Big)", None, ()),
        ("x = y", r"\sum_k \log(k + 1)", "x=y", None, ()),
    ],
)
def test_what_changes_is_marked(
    printed: str, corrected: str, before: str, after: str | None, changes: object
) -> None:
    found = difference([printed], [corrected])
    assert found.before == ((before,),)
    assert after is None or found.after == ((after,),)
    assert changes is None or found.changes == changes
    assert found.marked == ("class" in str(found))


def test_marks_change_nothing_of_the_formulas() -> None:
    """Without its marks a compared formula is the formula, and each line of it can be read."""
    compared = 0
    for record in all_records().values():
        if not record.claim.corrected:
            continue
        printed, corrected = record.formulas("printed"), record.formulas("corrected")
        found = difference(printed, corrected)
        compared += found.marked
        for shown, given in ((found.before, printed), (found.after, corrected)):
            for with_marks, plain in zip(shown, unmarked(given), strict=True):
                for marked, line in zip(with_marks, plain, strict=True):
                    parse(marked)
                    text = marked.replace(r"\class{changed}", "").replace(r"\underline", "")
                    assert bare(text) == bare(line)
        assert found.marked == ("changed" in str((found.before, found.after)))
    assert compared > 40
