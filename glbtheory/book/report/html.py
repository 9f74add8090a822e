"""Pieces of the report's page, made from plain values: links to claims, formulas, tables, facts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from glbtheory.book.graph.interactive import anchor
from glbtheory.book.report.mathml import mathml, pieces
from glbtheory.engines.evidence import STRENGTHS
from glbtheory.ledger.verdicts import GOOD, QUIET, SIGNS

#: Lists of claims that are longer fold.
LONG = 14


def text(value: Any) -> str:
    """Plain words, safe in a page."""
    return escape(str(value))


def erratum_anchor(name: str) -> str:
    """The place of a claim among the errata."""
    return f"erratum-{name}"


def claim_link(name: str, hands: Iterable[str] = ()) -> str:
    """A link to the row of a claim, or to what a hand step says."""
    return f'<a href="#{anchor(name, name in hands)}">{text(name)}</a>'


def claim_links(names: Sequence[str], hands: Iterable[str] = (), noun: str = "claims") -> str:
    """Links to claims; many of them fold behind their number, as plain names: pages stay light."""
    if not names:
        return "none"
    if len(names) > LONG:
        plain = text(", ".join(names))
        return f"<details><summary>{len(names)} {noun}</summary>{plain}</details>"
    hands = set(hands)
    return ", ".join(claim_link(name, hands) for name in names)


def formulas(latex: str | None) -> str:
    """Formulas one below the other, each scrolling by itself where it is wider than the page."""
    return "".join(f'<div class="f">{_display(piece)}</div>' for piece in pieces(latex or ""))


def _display(piece: str) -> str:
    """Fractions and sums at full size, as in a display of the paper."""
    return mathml(piece).replace("<math>", '<math displaystyle="true">', 1)


def verdict(name: str) -> str:
    """A verdict with its sign; the colour only repeats what the words say."""
    kind = "holds" if name in GOOD else "quiet" if name in QUIET else "wrong"
    return f'<span class="badge {kind}">{text(SIGNS[name])}</span>'


def witness(entry: dict[str, Any]) -> str:
    """The instance that refutes, and what is seen there."""
    values = ", ".join(f"{k} = {_value(v)}" for k, v in (entry["witness"] or {}).items())
    detail = entry["detail"]
    shown = text(detail)
    if "\\" in detail:
        shown = f'<span class="f-inline">{mathml(detail)}</span>'
    return "; ".join(filter(None, [text(values), shown])) or "none needed"


def _value(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_value(v) for v in value) + "]"
    if isinstance(value, dict):
        return ", ".join(f"{k}: {_value(v)}" for k, v in value.items())
    return str(value)


def lines(value: str) -> str:
    """Lines of the paper, broken between stretches of them only."""
    return ", ".join(f'<span class="badge">{text(part)}</span>' for part in value.split(", "))


def facts(rows: Iterable[tuple[str, str]]) -> str:
    """Names and what is known of them; what is empty is left out.  Values are HTML."""
    inner = "".join(f"<dt>{text(a)}</dt><dd>{b}</dd>" for a, b in rows if b)
    return f'<dl class="facts">{inner}</dl>'


def bullets(items: Iterable[str]) -> str:
    """A list; the items are HTML."""
    inner = "".join(f"<li>{item}</li>" for item in items)
    return f"<ul>{inner}</ul>" if inner else ""


def table(
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    caption: str = "",
    numbers: Iterable[int] = (),
    ids: Sequence[str] = (),
) -> str:
    """A table that becomes cards on a narrow screen; cells are HTML, ``ids`` name the rows."""
    right = set(numbers)
    head = "".join(
        f'<th scope="col"{_class(k, right)}>{text(c)}</th>' for k, c in enumerate(columns)
    )
    lines = []
    for n, row in enumerate(rows):
        cells = "".join(
            f'<td data-label="{escape(columns[k])}"{_class(k, right)}>{cell}</td>'
            for k, cell in enumerate(row)
        )
        name = f' id="{ids[n]}"' if ids else ""
        lines.append(f"<tr{name}>{cells}</tr>")
    title = f"<caption>{text(caption)}</caption>" if caption else ""
    return (
        f'<div class="scroll"><table class="cards">{title}<thead><tr>{head}</tr></thead>'
        f"<tbody>{chr(10).join(lines)}</tbody></table></div>\n"
    )


def _class(column: int, right: set[int]) -> str:
    return ' class="num"' if column in right else ""


def folded(title: str, content: str, open_: bool = False) -> str:
    """Content behind its title."""
    state = ' open="open"' if open_ else ""
    return f"<details{state}><summary>{text(title)}</summary>\n{content}</details>\n"


def order(strength: str) -> int:
    """The place of a strength, strongest first."""
    return STRENGTHS.index(strength)
