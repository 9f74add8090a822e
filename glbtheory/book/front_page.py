"""What the front page shows: a few numbers of the ledger, and the whole paper as a picture.

In the picture every line of the paper's source is a thin stroke on a sheet, coloured by what the
ledger says of it.  The numbers are those of :func:`glbtheory.ledger.report.report`.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby, pairwise
from math import ceil
from typing import NamedTuple

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from glbtheory.book.drawing.palette import PALETTE
from glbtheory.claims import inventory
from glbtheory.claims.inventory import PARTS
from glbtheory.claims.slips import ERRATA
from glbtheory.ledger import Record
from glbtheory.ledger.coverage import claim_spans
from glbtheory.ledger.refutations import counted
from glbtheory.ledger.report import report
from glbtheory.ledger.verdicts import SETTLED

#: What the ledger says of a line, the least first: the last that applies colours the line.
LOOKS = {
    "no claim": "#c3c9d2",
    "checked, no fault found": PALETTE["sky"],
    "experiments, not reproduced everywhere": PALETTE["pink"],
    "refuted as printed and repaired": PALETTE["orange"],
}
NO_CLAIM, HOLDS, EXPERIMENT, ERRATUM = LOOKS
#: At most so many lines on a sheet; in pixels the width of a sheet, the gaps between sheets and
#: between parts, the room for the names of the parts, and the margin.  A line is one pixel high.
LINES, WIDTH, GAP, PART_GAP, NAMES, MARGIN = 172, 28, 3, 9, 86, 46


# --- numbers --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tiles:
    """Numbers, each with a few words: large on the page, a list elsewhere."""

    tiles: tuple[tuple[str, str], ...]

    def _repr_html_(self) -> str:
        tiles = "".join(
            f"<li><strong>{escape(number)}</strong> {escape(words)}</li>"
            for number, words in self.tiles
        )
        return f'<ul class="glb-tiles">{tiles}</ul>'

    def _repr_markdown_(self) -> str:
        return "\n".join(f"- **{number}** {words}" for number, words in self.tiles)

    def __repr__(self) -> str:
        return "\n".join(f"{number} {words}" for number, words in self.tiles)


def numbers(records: Iterable[Record]) -> Tiles:
    """What was found, in six numbers."""
    found = report(records)["headline"]
    items, mutants, errata = found["items"], found["mutants"], found["errata"]
    printed, proofs = found["of_the_paper"], found["mathematics"]
    return Tiles(
        (
            (
                f"{proofs['kernel']} of {proofs['claims']}",
                "mathematical claims of the paper proved in Coq, as printed or as corrected",
            ),
            (f"{items['covered']} of {items['listed']}", "items of the paper checked or read"),
            (f"{printed['as_printed']} of {printed['claims']}", "of its claims hold as printed"),
            (f"{sum(errata[g] for g in ERRATA)}", "slips refuted by a witness, and repaired"),
            (f"{found['repairs']['rate']}", "repairs change a rate, given one change"),
            (f"{mutants['refuted']} of {mutants['stated']}", "planted errors caught"),
        )
    )


# --- the paper ------------------------------------------------------------------------------------


class Stroke(NamedTuple):
    """Consecutive lines of one sheet with the same claims."""

    part: int
    sheet: int
    first: int
    last: int
    says: str
    claims: tuple[str, ...]

    @property
    def length(self) -> int:
        """How many lines."""
        return self.last - self.first + 1

    @property
    def lines(self) -> str:
        """Which lines they are, in words."""
        if self.length == 1:
            return f"line {self.first}"
        return f"lines {self.first}–{self.last}"


def strokes(records: Iterable[Record]) -> list[Stroke]:
    """The whole paper, from its first line to its last."""
    records = list(records)
    wrong = counted(records)
    rank = list(LOOKS).index
    claims: list[list[str]] = [[] for _ in range(inventory.LINES + 1)]
    says = [NO_CLAIM] * (inventory.LINES + 1)
    for name, spans in claim_spans(records).items():
        for line in _lines(spans):
            claims[line].append(name)
    for record in records:
        claim, settled = record.claim, record.verdict in SETTLED
        marks = [(claim.lines, HOLDS if settled else EXPERIMENT)]
        if claim.id in wrong:
            marks.append((claim.error_lines or claim.lines, ERRATUM))
        for lines, look in marks:
            for line in _lines(inventory.spans(lines)):
                says[line] = max(says[line], look, key=rank)

    starts = [first for first, _ in PARTS]
    lengths = [b - a for a, b in pairwise([*starts, inventory.LINES + 1])]
    # The sheets of a part are equally full.
    full = [ceil(n / ceil(n / LINES)) for n in lengths]

    def place(line: int) -> tuple[int, int, str, tuple[str, ...]]:
        part = sum(first <= line for first in starts) - 1
        sheet = (line - starts[part]) // full[part]
        return part, sheet, says[line], tuple(dict.fromkeys(claims[line]))

    found = []
    for (part, sheet, look, names), group in groupby(range(1, inventory.LINES + 1), key=place):
        there = list(group)
        found.append(Stroke(part, sheet, there[0], there[-1], look, names))
    return found


def _lines(spans: Iterable[inventory.Span]) -> Iterator[int]:
    for first, last in spans:
        yield from range(first, last + 1)


@dataclass(frozen=True)
class Sheets:
    """The strokes on their sheets: a drawing on the page, a picture on paper."""

    strokes: tuple[Stroke, ...]
    alt: str

    def lines(self) -> dict[str, int]:
        """How many lines each look has."""
        return {look: sum(s.length for s in self.strokes if s.says == look) for look in LOOKS}

    def _boxes(self) -> Iterator[tuple[int, int, int, Stroke]]:
        """Left, top and height of every stroke."""
        left, top, sheet = MARGIN, 0, (0, 0)
        for stroke in self.strokes:
            if (stroke.part, stroke.sheet) != sheet:
                left += WIDTH + (PART_GAP if stroke.part != sheet[0] else GAP)
                top, sheet = 0, (stroke.part, stroke.sheet)
            height = stroke.length
            yield left, top, height, stroke
            top += height

    def _names(self) -> list[tuple[int, str]]:
        """The middle of every part and its name."""
        found = []
        for part, (_, name) in enumerate(PARTS):
            there = [x for x, _, _, s in self._boxes() if s.part == part]
            found.append(((there[0] + there[-1] + WIDTH) // 2, name))
        return found

    @property
    def _size(self) -> tuple[int, int]:
        return max(x for x, *_ in self._boxes()) + WIDTH + MARGIN // 2, LINES + NAMES

    def _repr_html_(self) -> str:
        width, height = self._size
        drawn = "".join(
            f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{h}" fill="{LOOKS[s.says]}" '
            f'data-says="{s.lines}" data-claims="{" ".join(s.claims)}"/>'
            for x, y, h, s in self._boxes()
        )
        foot = LINES + 14
        names = "".join(
            f'<text transform="translate({x} {foot}) rotate(-38)">{escape(name)}</text>'
            for x, name in self._names()
        )
        legend = "".join(
            f'<li><span style="background:{LOOKS[look]}"></span>{escape(look)} ({count})</li>'
            for look, count in self.lines().items()
        )
        return (
            '<div class="glb-sheets"><div tabindex="0">'
            f'<svg viewBox="0 0 {width} {height}" role="img" '
            f'aria-label="{escape(self.alt)}"><g shape-rendering="crispEdges">{drawn}</g>'
            f'<g class="names" text-anchor="end" fill="currentColor" font-size="13">{names}</g>'
            f"</svg></div><ul>{legend}</ul></div>"
        )

    def _repr_png_(self) -> bytes:
        width, height = self._size
        figure = Figure(figsize=(width / 96, (height + 50) / 96), dpi=192)
        axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        axes.set(xlim=(0, width), ylim=(height + 50, -2))
        axes.set_axis_off()
        for x, y, h, s in self._boxes():
            axes.add_patch(Rectangle((x, y), WIDTH, h, facecolor=LOOKS[s.says], linewidth=0))
        for x, name in self._names():
            axes.text(x, LINES + 8, name, rotation=38, ha="right", va="top", fontsize=9)
        for k, (look, count) in enumerate(self.lines().items()):
            x, y = MARGIN + width // 2 * (k % 2), height + 10 + 20 * (k // 2)
            axes.add_patch(Rectangle((x, y), 12, 12, facecolor=LOOKS[look], linewidth=0))
            axes.text(x + 18, y + 6, f"{look} ({count} lines)", va="center", fontsize=9)
        file = io.BytesIO()
        figure.savefig(file, format="png", metadata={"Software": None})
        return file.getvalue()

    def __repr__(self) -> str:
        counts = "\n".join(f"{count:5} lines: {look}" for look, count in self.lines().items())
        return f"{self.alt}\n{counts}"


def sheets(records: Iterable[Record]) -> Sheets:
    """Every line of the paper, coloured by what the ledger says of it."""
    found = tuple(strokes(records))
    reddest = max(range(len(PARTS)), key=lambda p: _count(found, p))
    alt = (
        f"The {inventory.LINES} lines of the paper's source as strokes on sheets, one group for "
        f"each of its {len(PARTS)} parts. {_count(found)} lines are orange: refuted as printed and "
        f"repaired. Most of them, {_count(found, reddest)}, are in the part "
        f"“{PARTS[reddest][1]}”."
    )
    return Sheets(found, alt)


def _count(found: Iterable[Stroke], part: int | None = None) -> int:
    """Lines with an erratum, in one part or in all."""
    return sum(s.length for s in found if s.says == ERRATUM and part in (None, s.part))
