r"""What is printed against what is corrected: the signs that change are marked.

Two formulas are compared sign by sign, with Ratcliff and Obershelp's way of finding what they
share.  Signs that are in one of them only are underlined and carry the class ``changed``, which a
page colours; where nearly everything differs nothing is marked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from glbtheory.book.typesetting.line_breaks import LIMIT, indented, lines
from glbtheory.book.typesetting.tree import (
    RELATIONS,
    SIGNS,
    SIZES,
    SPACES,
    Piece,
    joined,
    spaced,
    width,
)

#: Formulas that share less than this part of their signs are two formulas, not one and its change.
ALIKE = 0.6
#: At most so many changes are put into words, each at most so many letters wide.
FEW, SHORT = 3, 24.0
#: Signs that look alike and mean the same.
_SAME = {r"\le": r"\leq", r"\ge": r"\geq", r"\tfrac": r"\frac", r"\dfrac": r"\frac"}
_SAME |= {r"\lVert": r"\|", r"\rVert": r"\|", r"\Vert": r"\|", r"\vert": "|", r"\to": r"\to"}
_SAME |= {r"\lvert": "|", r"\rvert": "|"}
#: Between two formulas of one statement.
_BREAK = "\n"


@dataclass(frozen=True)
class ComparedFormulas:
    """Two statements as lines of LaTeX with the changes marked, and the changes as pairs.

    A pair is what is printed and what replaces it; either may be empty.  There are no pairs where
    the two statements are too different, or the changes too many, to be told in words.
    """

    before: tuple[tuple[str, ...], ...]
    after: tuple[tuple[str, ...], ...]
    changes: tuple[tuple[str, str], ...]
    marked: bool


def difference(
    before: Sequence[str], after: Sequence[str], limit: float = LIMIT
) -> ComparedFormulas:
    """Compare two statements, each of one or more formulas."""
    left = [lines(formula, limit) for formula in before]
    right = [lines(formula, limit) for formula in after]
    old, new = _signs(left), _signs(right)
    matcher = SequenceMatcher(None, _keys(old), _keys(new), autojunk=False)
    marked = matcher.ratio() >= ALIKE
    regions = _regions(matcher.get_opcodes()) if marked else []
    for k, (i1, i2, j1, j2) in enumerate(regions):
        for node in (*old[i1:i2], *new[j1:j2]):
            if node is not None:
                node.changed = k
    pairs = _pairs(left, right, len(regions))
    return ComparedFormulas(_rendered(left), _rendered(right), pairs, bool(regions))


def _signs(formulas: Iterable[Iterable[list[Piece]]]) -> list[Piece | None]:
    """The signs in the order in which they are read; None ends a formula."""
    found: list[Piece | None] = []
    for formula in formulas:
        for line in formula:
            found += [n for top in line for n in top.walk() if _counts(n)]
        found.append(None)
    return found


def _counts(node: Piece) -> bool:
    if node.head == r"\mathbb" and node.children[0].latex == "{P}":
        return False  # a probability, however its letter is cut
    return node.head not in ("{", "[") and node.head not in SPACES and node.head not in SIZES


def _keys(signs: Iterable[Piece | None]) -> list[str]:
    return [_BREAK if n is None else _SAME.get(n.head, n.head) for n in signs]


def _regions(opcodes: Iterable[tuple[str, int, int, int, int]]) -> list[tuple[int, int, int, int]]:
    """Where the two differ; what they share by accident between two changes belongs to these."""
    found: list[tuple[int, int, int, int]] = []
    for tag, i1, i2, j1, j2 in opcodes:
        if tag == "equal":
            continue
        if found:
            a1, a2, b1, b2 = found[-1]
            if i1 - a2 <= 1 and max(a2 - a1, b2 - b1) + max(i2 - i1, j2 - j1) > 3:
                found[-1] = (a1, i2, b1, j2)
                continue
        found.append((i1, i2, j1, j2))
    return found


def _region(node: Piece) -> int | None:
    """The change that the whole piece belongs to, if it is one.

    A command that changes changes with its argument.  A group belongs to a change if all that is
    in it does.
    """
    if node.head in ("{", "["):
        inside = {_region(child) for child in node.children if child.head not in SPACES}
        return inside.pop() if len(inside) == 1 else None
    if node.changed is None and node.script and node.children:
        return None
    return node.changed


def _runs(nodes: list[Piece]) -> list[tuple[int | None, list[Piece]]]:
    """Neighbours that belong to the same change, together."""
    found: list[tuple[int | None, list[Piece]]] = []
    for node in nodes:
        region = _region(node)
        blank = node.head in SPACES or node.head in SIZES
        if found and (region == found[-1][0] or (blank and found[-1][0] is not None)):
            found[-1][1].append(node)
            continue
        sizes: list[Piece] = []
        while found and found[-1][1] and found[-1][1][-1].head in SIZES:
            sizes.insert(0, found[-1][1].pop())  # a size stays with its bracket
        found.append((region, [*sizes, node]))
    return [(region, run) for region, run in found if run]


def _marked(nodes: list[Piece]) -> str:
    text = ""
    for region, run in _runs(nodes):
        plain = region is None
        if not plain and run[0].script:
            # An exponent that is new belongs to what stands before it.
            text += "".join(_script(node) for node in run)
        elif plain:
            for node in run:
                text = spaced(text, _inside(node))
        else:
            text = spaced(text, _mark(run))
    return text


def _script(node: Piece) -> str:
    return node.head if not node.children else f"{node.head}{{{_mark(node.children)}}}"


def _mark(run: list[Piece]) -> str:
    tail: list[Piece] = []
    while run and (run[-1].head in SPACES or run[-1].head in SIZES):
        tail.insert(0, run[-1])
        run = run[:-1]
    inner = joined(run)
    signs = RELATIONS | SIGNS
    first = "{}" if run[0].head in signs else ""
    last = "{}" if run[-1].head in signs else ""
    return rf"\class{{changed}}{{\underline{{{first}{inner}{last}}}}}" + joined(tail)


def _inside(node: Piece) -> str:
    """A piece that is not changed as a whole: its parts may be."""
    if all(n.changed is None for n in node.walk()):
        return node.latex
    if node.script:
        (child,) = node.children
        inner = child.children if child.head == "{" else [child]
        return f"{node.head}{{{_marked(inner)}}}"
    if node.head in ("{", "[") or node.head.startswith(r"\left"):
        return spaced(node.head, _marked(node.children)) + node.tail
    arguments = []
    for child in node.children:
        if child.head == "[":
            arguments.append(f"[{_marked(child.children)}]")
        else:
            inner = child.children if child.head == "{" else [child]
            arguments.append(f"{{{_marked(inner)}}}")
    return node.head + "".join(arguments)


def _rendered(formulas: list[list[list[Piece]]]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(indented(k, _marked(line)) for k, line in enumerate(formula)) for formula in formulas
    )


def _found(formulas: list[list[list[Piece]]]) -> dict[int, list[Piece]]:
    """The outermost pieces of every change."""
    found: dict[int, list[Piece]] = {}

    def gather(nodes: list[Piece]) -> None:
        for region, run in _runs(nodes):
            if region is not None:
                found.setdefault(region, []).extend(run)
            else:
                for node in run:
                    gather(node.children)

    for formula in formulas:
        for line in formula:
            gather(line)
    return found


def _pairs(
    left: list[list[list[Piece]]], right: list[list[list[Piece]]], count: int
) -> tuple[tuple[str, str], ...]:
    """The changes in words, if they are few and short."""
    if not 0 < count <= FEW:
        return ()
    old, new = _found(left), _found(right)
    pairs = []
    for k in range(count):
        sides = [_piece(side.get(k, [])) for side in (old, new)]
        if any(width(s.get(k, [])) > SHORT for s in (old, new)) or not any(sides):
            return ()
        pairs.append((sides[0], sides[1]))
    return tuple(pairs)


def _piece(nodes: list[Piece]) -> str:
    """A change by itself: an exponent without what carries it still needs something to stand on."""
    if not nodes:
        return ""
    if len(nodes) == 1 and nodes[0].head == "{":
        return _piece(nodes[0].children)
    text = joined([n for n in nodes if n.head not in SIZES])
    return "{}" + text if nodes[0].script else text


def unmarked(formulas: Sequence[str], limit: float = LIMIT) -> tuple[tuple[str, ...], ...]:
    """One statement as lines of LaTeX, nothing marked."""
    return _rendered([lines(formula, limit) for formula in formulas])
