"""What the explorers share: their controls, their card, and how a notebook shows them.

An explorer is one piece of HTML with its script inside: no network, no library, no kernel.  The
numbers of its first state are computed by Python and are part of the text, so that a reader
without scripts sees them; the same numbers are its plain text and, drawn, its PNG.  With scripts
the controls appear and every number follows them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from glbtheory._support.validation import one_of, real_number
from glbtheory.book._page_files import filled, page_file

SCALES = ("linear", "log", "memory")
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def show(x: float | None) -> str:
    """Six digits, as ``common.js`` writes them; a dash for what does not exist."""
    if x is None or x != x:
        return "–"
    if x in (float("inf"), float("-inf")):
        return "∞" if x > 0 else "−∞"
    digits, power = f"{abs(x):.5e}".split("e")
    exponent, sign = int(power), "−" if x < 0 else ""
    if x == 0:
        return "0"
    if -3 <= exponent < 7:
        text = f"{abs(x):.{max(0, 5 - exponent)}f}"
        return sign + (text.rstrip("0").rstrip(".") if "." in text else text)
    return f"{sign}{digits.rstrip('0').rstrip('.')} × 10{str(exponent).translate(_RAISED)}"


@dataclass(frozen=True)
class Control:
    """A number that the reader moves: a slider and a field for the same value.

    ``scale`` says how the slider runs: evenly, in ratios, or (``memory``) in ratios of 1/(1 - x).
    ``when`` is ``"select=value"`` for a control that is there only then; there may be several
    values with spaces between them, and several conditions with ``&`` between them.
    """

    name: str
    label: str
    least: float
    most: float
    value: float
    step: float = 1
    scale: str = "linear"
    whole: bool = False
    when: str = ""

    def __post_init__(self) -> None:
        one_of("scale", self.scale, SCALES)
        real_number(self.name, self.value, self.least, self.most)

    def html(self) -> str:
        ends = f'min="{self.least:.15g}" max="{self.most:.15g}"'
        slider = f'{ends} step="{self.step:.15g}"' if self.scale == "linear" else 'max="1000"'
        step = "1" if self.whole else "any"
        when = f" data-when={quoteattr(self.when)}" if self.when else ""
        return (
            f'<div class="control" data-control="{self.name}" data-scale="{self.scale}"'
            f' data-whole="{int(self.whole)}"{when}><label><span>{escape(self.label)}</span>'
            f'<input type="range" {slider}/></label>'
            f'<input type="number" {ends} step="{step}" value="{self.value:.15g}" '
            f"aria-label={quoteattr(self.label + ', as a number')}/></div>"
        )


@dataclass(frozen=True)
class Choice:
    """One of several words: ``options`` are the values with what the reader sees."""

    name: str
    label: str
    options: Mapping[str, str]
    value: str

    def __post_init__(self) -> None:
        one_of(self.name, self.value, self.options)

    def html(self) -> str:
        chosen = {self.value: ' selected=""'}
        options = "".join(
            f"<option value={quoteattr(value)}{chosen.get(value, '')}>{escape(words)}</option>"
            for value, words in self.options.items()
        )
        return (
            f'<div class="control" data-choice="{self.name}"><label><span>{escape(self.label)}'
            f"</span><select>{options}</select></label></div>"
        )


def facts(
    rows: Iterable[tuple[str, str, float | str | None]],
    conditions: Mapping[str, str] | None = None,
    chosen: Mapping[str, str] | None = None,
) -> str:
    """Numbers with their names: key, name, value; some appear only under a condition."""
    conditions, chosen = conditions or {}, chosen or {}
    items = "".join(
        f"<div{_condition(conditions.get(key, ''), chosen)}>"
        f'<dt>{escape(name).replace("_μ", "<sub>μ</sub>")}</dt><dd data-out="{key}">'
        f"{escape(value if isinstance(value, str) else show(value))}</dd></div>"
        for key, name, value in rows
    )
    return f'<dl class="facts">{items}</dl>\n'


def _condition(when: str, chosen: Mapping[str, str]) -> str:
    """Attributes of what appears only ``when``; hidden at first if the condition does not hold."""
    if not when:
        return ""
    parts = (part.split("=") for part in when.split("&"))
    holds = all(chosen[key] in value.split(" ") for key, value in parts)
    return f" data-when={quoteattr(when)}" + ("" if holds else ' hidden=""')


def table(heads: Iterable[str], rows: Iterable[tuple[str, Iterable[tuple[str, Any]]]]) -> str:
    """A table: names in the first column, then cells (key, value)."""
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th>'
        + "".join(f'<td data-out="{key}">{escape(show(value))}</td>' for key, value in cells)
        + "</tr>"
        for name, cells in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>\n"


def drawing(name: str, alt: str) -> str:
    """An empty drawing that a script fills."""
    return (
        f'<svg data-drawing="{name}" role="group" aria-label={quoteattr(alt)} width="0" height="0">'
        "</svg>"
    )


@dataclass(frozen=True)
class Explorer:
    """An explorer; notebooks and pages show it, elsewhere the numbers of its first state do.

    ``values`` are these numbers, ``prelude`` is the script made from formulas, ``script`` the name
    of the file that comes after it.
    """

    title: str
    lines: tuple[str, ...]
    controls: str
    body: str
    prelude: str
    script: str
    values: Mapping[str, Any]
    picture: Callable[[], bytes] = field(repr=False, compare=False)

    def __repr__(self) -> str:
        return "\n".join([self.title, *self.lines])

    def _repr_png_(self) -> bytes:
        return self.picture()

    def _repr_html_(self) -> str:
        scripts = [page_file(__package__, name) for name in ("common.js", self.script)]
        content = [self.title, self.controls, self.body, self.prelude, *scripts]
        name = "explorer-" + hashlib.sha256("\0".join(content).encode()).hexdigest()[:12]
        return filled(
            __package__,
            "explorer.html",
            id=name,
            title=quoteattr(self.title),
            style=page_file(__package__, "explorer.css", **{"#ID": f"#{name}"}),
            controls=self.controls,
            body=self.body,
            script="".join([self.prelude, *scripts]),
        )
