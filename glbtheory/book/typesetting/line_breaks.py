r"""Long formulas over several lines, none wider than a card.

A line may end where a reader would end it: after a comma with a wide gap, before a relation, before
a plus or a minus, before a factor; outside of brackets rather than inside.  Of all ways to break,
the one with the least sum of penalties is taken, as Knuth and Plass do for words.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import accumulate, pairwise

from glbtheory.book.typesetting.tree import (
    PRODUCTS,
    RELATIONS,
    SIGNS,
    SIZES,
    SPACES,
    Piece,
    joined,
    parse,
    width,
    widths,
)

#: Letters that fit into a line of a card in a window of 1280 pixels.
LIMIT = 50.0
#: The second line of a formula and all below it stand further right.
INDENT = 2.0
#: What a break costs: at a gap, a relation, a sign, a factor; and per bracket around it.
_GAP, _RELATION, _SIGN, _FACTOR, _BRACKET = 1.0, 4.0, 7.0, 16.0, 5.0
#: What a letter beyond the limit costs.
_BEYOND = 60.0
_WORDS = re.compile(r"\\text\{([^{}$]*)\}$")
_WIDE = {r"\quad", r"\qquad"}
_HEAVY = {r"\frac", r"\dfrac", r"\tfrac", r"\sqrt", r"\sum", r"\prod", r"\int", r"\log", r"\max"}


def lines(latex: str, limit: float = LIMIT) -> list[list[Piece]]:
    """The formula as lines of pieces."""
    if not limit > 0:
        raise ValueError(f"limit must be a number above 0, not {limit!r}")
    nodes = parse(latex)
    if width(nodes) > limit:
        nodes = _opened(nodes, limit)
    return broken(nodes, limit)


def broken(nodes: list[Piece], limit: float = LIMIT) -> list[list[Piece]]:
    """Pieces of one formula, distributed over lines."""
    if not nodes:
        return []
    places, costs = _places(nodes)
    wide = [0.0, *accumulate(widths(nodes))]
    best: list[tuple[float, int]] = [(0.0, 0)] * len(places)
    for j in range(1, len(places)):
        found = []
        for i in range(j):
            room = limit - (INDENT if places[i] else 0)
            beyond = max(0.0, wide[places[j]] - wide[places[i]] - room)
            cost = best[i][0] + costs[j] + _BEYOND * beyond
            found.append((cost, i))
        best[j] = min(found)
    cuts, j = [places[-1]], len(places) - 1
    while j:
        j = best[j][1]
        cuts.insert(0, places[j])
    pieces = [_trimmed(nodes[a:b]) for a, b in pairwise(cuts)]
    return [piece for piece in pieces if piece]


def _places(nodes: list[Piece]) -> tuple[list[int], list[float]]:
    """Where a line may begin, and what it costs; the first and the last place are free."""
    places, costs = [0], [0.0]
    for k in range(1, len(nodes)):
        node, before = nodes[k], nodes[k - 1]
        cost = _cost(node, before)
        if cost is not None:
            places.append(k)
            costs.append(cost + _BRACKET * min(node.depth, before.depth))
    return [*places, len(nodes)], [*costs, 0.0]


def _cost(node: Piece, before: Piece) -> float | None:
    if before.head == r"\\":
        return -1000.0
    if before.head in SIZES or node.script or node.head in SPACES or node.head == r"\\":
        return None
    if before.head in _WIDE:
        return _GAP
    if before.head in RELATIONS or before.head in ("(", "[", r"\{", r"\lVert", r"\lfloor", "-"):
        return None
    if node.head in RELATIONS and node.head != ":":
        return _RELATION
    if node.head in SIGNS:
        return None if before.head in ("(", ",", *PRODUCTS) or before.head in SIGNS else _SIGN
    if before.head in (",", ";", ":"):
        return _SIGN
    if node.head in PRODUCTS and node.head != "/":
        return _FACTOR
    if before.head in SIGNS or before.head in PRODUCTS:
        return None
    if before.head.startswith(r"\text{") and node.head.startswith(r"\text{"):
        return _SIGN
    if node.head in _HEAVY or node.head in SIZES or node.head.startswith(r"\left"):
        return _FACTOR + 4
    return None


def _trimmed(nodes: list[Piece]) -> list[Piece]:
    """A line without gaps and line ends at its ends."""
    start, end = 0, len(nodes)
    blank = SPACES | {r"\\"}
    while start < end and nodes[start].head in blank:
        start += 1
    while end > start and nodes[end - 1].head in blank:
        end -= 1
    return nodes[start:end]


def _opened(nodes: list[Piece], limit: float) -> list[Piece]:
    r"""The same pieces, where wide brackets that grow are brackets of a fixed size instead: between
    ``\left`` and ``\right`` no line may end."""
    found: list[Piece] = []
    for node in nodes:
        if (words := _WORDS.match(node.head)) and width([node]) > limit / 2:
            found += [Piece(rf"\text{{{word}}}") for word in re.findall(r"\s*\S+\s*", words[1])]
            continue
        grown = node.head.startswith(r"\left") and width([node]) > limit / 2
        if not grown or node.head.endswith("."):
            found.append(node)
            continue
        opening, closing = node.head[5:].strip(), node.tail[6:].strip()
        inner = _opened(node.children, limit)
        found += [*parse(rf"\Bigl{opening}"), *inner]
        if closing != ".":
            found += parse(rf"\Bigr{closing}")
    return parse(joined(found))


@lru_cache(maxsize=4096)
def lines_of(latex: str, limit: float = LIMIT) -> tuple[str, ...]:
    """The formula as lines of LaTeX; what continues is indented."""
    return tuple(indented(k, joined(line)) for k, line in enumerate(lines(latex, limit)))


def indented(place: int, latex: str) -> str:
    """A line of a formula: all but the first stand further right."""
    return latex if place == 0 else rf"\quad {{}}{latex}"
