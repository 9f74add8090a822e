"""What the source of the paper holds: its checkable items, and its displays and environments.

Two lists, kept as data beside this file and made once from the LaTeX source:

- ``paper_items.csv``, the checkable items: id, kind, label, lines;
- ``paper_displays.csv``, every display formula and every theorem-like environment, algorithm,
  table and figure, nested ones too, and every other place with a label: environment, label, first
  and last line.

They hold no word of the paper.  A label of an item is the LaTeX label; ``(main)`` or ``(a)`` after
it tells items with one label apart, and ``rem*`` is a remark that has none.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

#: What an item can be.
KINDS = (
    "assumption",
    "theorem",
    "proposition",
    "lemma",
    "corollary",
    "equation",
    "remark",
    "step",
    "scaling",
    "table-row",
    "algorithm",
    "definition",
    "prose-claim",
    "experiment-claim",
)

#: Lines of the source, the last one being the end of the document.
LINES = 3651

#: First lines of the parts of the paper.
PARTS = (
    (1, "introduction"),
    (184, "background"),
    (523, "algorithm, results"),
    (840, "key arguments"),
    (1080, "discussion"),
    (1214, "experiments"),
    (1330, "tail inequality"),
    (1832, "discount factors"),
    (2600, "sliding window"),
    (3058, "useful results"),
    (3402, "K arms"),
)

#: Environments that are one formula; ``$$`` stands for both plain forms.
FORMULAS = ("$$", "equation", "equation*", "align", "align*")
#: Environments that state something in words and formulas.
STATEMENTS = (
    *("assumption", "theorem", "proposition", "lemma", "corollary", "remark"),
    *("algorithm", "table"),
)
#: Places that have a label and state nothing: a heading, a picture.
PLACES = ("section", "figure", "subfigure")

_FOLDER = Path(__file__).parent
_SPAN = re.compile(r"(\d+)(?:\s*-\s*(\d+))?")

Span = tuple[int, int]


def spans(lines: str) -> list[Span]:
    """``"51-52, 166"`` as pairs of first and last line; ``"-"`` is no line of the paper."""
    if not isinstance(lines, str) or not lines.strip():
        raise ValueError(f"lines must be a text such as '51-52, 166', not {lines!r}")
    if lines.strip() == "-":
        return []
    found = []
    for part in lines.split(","):
        match = _SPAN.fullmatch(part.strip())
        if match is None:
            raise ValueError(f"lines must be a text such as '51-52, 166', not {lines!r}")
        first = int(match[1])
        last = int(match[2] or first)
        if not 1 <= first <= last <= LINES:
            raise ValueError(f"lines must rise within 1 to {LINES}, not {part.strip()!r}")
        found.append((first, last))
    return found


def named(lines: str) -> str:
    """The lines in words: ``line 12``, ``lines 12-14``."""
    return f"line{'s' if set(lines) & set('-,') else ''} {lines}"


def overlap(left: Iterable[Span], right: Iterable[Span]) -> bool:
    """Whether two sets of lines have a line in common."""
    right = list(right)
    return any(a <= d and c <= b for a, b in left for c, d in right)


@dataclass(frozen=True)
class Item:
    """A checkable item of the paper."""

    id: str
    kind: str
    label: str
    lines: str

    @property
    def spans(self) -> list[Span]:
        """Its lines as pairs."""
        return spans(self.lines)


@dataclass(frozen=True)
class Display:
    """An environment of the source, from its first to its last line."""

    environment: str
    label: str
    first: int
    last: int

    @property
    def spans(self) -> list[Span]:
        """Its lines as one pair."""
        return [(self.first, self.last)]

    @property
    def states(self) -> bool:
        """Whether it says something that can be checked."""
        return self.environment not in PLACES


@lru_cache(maxsize=1)
def items() -> tuple[Item, ...]:
    """The checkable items, in the order of the list."""
    return read_items(_FOLDER / "paper_items.csv")


@lru_cache(maxsize=1)
def _by_id() -> dict[str, Item]:
    return {item.id: item for item in items()}


def item(name: str) -> Item | None:
    """The item with this id, if the paper has one."""
    return _by_id().get(name)


@lru_cache(maxsize=1)
def displays() -> tuple[Display, ...]:
    """The environments and labelled places, in the order of the paper."""
    return read_displays(_FOLDER / "paper_displays.csv")


@lru_cache(maxsize=1)
def labels() -> frozenset[str]:
    """Every label of the source."""
    return frozenset(d.label for d in displays() if d.label)


def bare(label: str) -> str:
    """A label without the part in brackets that tells items with one label apart."""
    return re.sub(r" \([a-z]+\)$", "", label)


def read_items(path: Path) -> tuple[Item, ...]:
    """A list of items; a row that is not one is a ValueError with its place."""
    found: dict[str, Item] = {}
    for place, (name, kind, label, lines) in _rows(path, ("id", "kind", "label", "lines")):
        if not name or name in found:
            raise ValueError(f"{place}: an id must be there and be new, not {name!r}")
        if kind not in KINDS:
            raise ValueError(f"{place}: kind must be one of {', '.join(KINDS)}, not {kind!r}")
        try:
            spans(lines)
        except ValueError as error:
            raise ValueError(f"{place}: {error}") from None
        found[name] = Item(name, kind, label, lines)
    return tuple(found.values())


def read_displays(path: Path) -> tuple[Display, ...]:
    """A list of displays; a row that is not one is a ValueError with its place."""
    found: list[Display] = []
    known: set[str] = set()
    allowed = (*FORMULAS, *STATEMENTS, *PLACES)
    for place, row in _rows(path, ("environment", "label", "first", "last")):
        environment, label, first, last = row
        if environment not in allowed:
            raise ValueError(
                f"{place}: environment must be one of {', '.join(allowed)}, not {environment!r}"
            )
        if label and label in known:
            raise ValueError(f"{place}: the label {label!r} is there twice")
        known.add(label)
        if not (first.isdecimal() and last.isdecimal()):
            raise ValueError(f"{place}: first and last must be lines, not {first!r} and {last!r}")
        if not 1 <= int(first) <= int(last) <= LINES:
            raise ValueError(f"{place}: first and last must rise within 1 to {LINES}")
        if found and int(first) < found[-1].first:
            raise ValueError(f"{place}: the list must be in the order of the paper")
        found.append(Display(environment, label, int(first), int(last)))
    return tuple(found)


def _rows(path: Path, columns: tuple[str, ...]) -> Iterator[tuple[str, list[str]]]:
    """The rows of a table with these columns, each with its place for a message."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ValueError(f"cannot read {path.name}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"cannot read {path.name}: it is not text") from None
    rows = csv.reader(text.splitlines())
    if tuple(next(rows, [])) != columns:
        raise ValueError(f"{path.name} must begin with the columns {','.join(columns)}")
    for row in rows:
        place = f"{path.name}, line {rows.line_num}"
        if len(row) != len(columns):
            raise ValueError(f"{place}: {len(columns)} fields are wanted, not {len(row)}")
        yield place, row
