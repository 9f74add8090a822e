"""Any text: the parser answers with a statement or with a ParseError, and prints what it read."""

from __future__ import annotations

from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from glbtheory.engines.language.latex import statement_latex
from glbtheory.engines.language.parse import (
    ParseError,
    parse_expression,
    parse_inequality,
    parse_where,
)

PIECES = [
    *("x", "y", "n", "integer", "pi", "e", "exp", "log", "min", "abs", "sqrt", "inf"),
    *("0", "1", "2.5", "1e3", ".5", "1e999", "007"),
    *("+", "-", "*", "/", "**", "(", ")", ",", "<", "<=", ">", ">=", "==", " ", "=", "^", ";"),
]
texts = st.one_of(
    st.text(max_size=40),
    st.lists(st.sampled_from(PIECES), max_size=14).map("".join),
    st.lists(st.sampled_from(PIECES), max_size=14).map(" ".join),
)


@settings(max_examples=400, deadline=None)
@given(texts, texts)
def test_no_text_crashes_the_parser(text: str, where: str) -> None:
    for read in (parse_expression, parse_where, parse_inequality):
        with suppress(ParseError):
            read(text)
    try:
        statement = parse_inequality(text, where)
    except ParseError:
        return
    assert statement_latex(statement)
    again = parse_inequality(statement.text, statement.where_text)
    assert again.text == statement.text and again.where_text == statement.where_text


expressions = st.recursive(
    st.sampled_from(["x", "y", "1", "3/7", "0.25"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*/"), inner).map(lambda t: f"({t[0]}){t[1]}({t[2]})"),
        inner.map(lambda e: f"exp({e})"),
        inner.map(lambda e: f"-({e})**2"),
        inner.map(lambda e: f"max({e}, x)"),
    ),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None)
@given(expressions)
def test_what_is_printed_is_read_back_as_it_was(text: str) -> None:
    shown = str(parse_expression(text))
    assert str(parse_expression(shown)) == shown
