"""Tables of Markdown that stay tables."""

from __future__ import annotations

import re


def cells(row: str) -> int:
    """The cells of a row: bars that are not escaped part them."""
    assert row.startswith("| ") and row.endswith(" |")
    return len(re.findall(r"(?<!\\)\|", row)) - 1


def check_table(markdown: str) -> int:
    """Every row has as many cells as the head; the number of rows below the rule."""
    rows = [line for line in markdown.splitlines() if line]
    assert re.fullmatch(r"\|(:?-+:?\|)+", rows[1])
    wanted = rows[1].count("|") - 1
    assert {cells(r) for r in (rows[0], *rows[2:])} == {wanted}
    return len(rows) - 2
