"""Coordinates for a graph of what rests on what: foundations at the bottom, theorems at the top.

Layers.  The layer of a node is the length of the longest path down from it, so that every arrow
goes down; a node then rises to just below the lowest of those that rest on it, which shortens the
arrows and leaves the longest path as it is.  Nodes without any arrow come last, below a gap.

Order.  Within the layers nodes are sorted by the barycentre (the mean place) of their neighbours,
in alternating sweeps up and down; the order with the shortest arrows is kept.

Places.  With an order given, and gaps gᵢ that neighbours must keep, the places nearest to the
barycentres bᵢ minimise ∑(xᵢ − bᵢ)² subject to xᵢ₊₁ − xᵢ ≥ gᵢ: an isotonic regression, solved
exactly by pooling neighbours that violate it.  A layer that is wider than the page is folded into
several rows, node by node in turn, so that each stays near its place.

Everything depends only on the arrows and the order in which they are given.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from glbtheory._support.validation import positive

Arrows = Mapping[str, Collection[str]]

#: Sweeps for the order, and for the places once the order is known.
SWEEPS, SHIFTS = 24, 12


@dataclass(frozen=True)
class Place:
    """Where a node is: its centre, measured from the upper left corner, and its layer."""

    x: float
    y: float
    layer: int


@dataclass(frozen=True)
class Layout:
    """A drawing: width, height, and the place of every node; ``loose`` nodes have no arrow."""

    width: float
    height: float
    places: dict[str, Place]
    loose: list[str]


def layers(arrows: Arrows) -> dict[str, int]:
    """The layer of every node; arrows that run in a circle are refused."""
    down = _checked(arrows)
    up = upwards(down)
    height: dict[str, int] = {}
    for name in _from_below(down):
        height[name] = max((height[n] + 1 for n in down[name]), default=0)
    # From above: what has risen leaves room for what lies below it.
    for name in sorted(down, key=lambda n: -height[n]):
        if up[name]:
            height[name] = min(height[n] for n in up[name]) - 1
    return height


def upwards(arrows: Arrows) -> dict[str, list[str]]:
    """The same arrows the other way round."""
    found: dict[str, list[str]] = {name: [] for name in arrows}
    for name, below in arrows.items():
        for other in below:
            found[other].append(name)
    return found


def layout(
    arrows: Arrows,
    room: Mapping[str, float],
    *,
    width: float = 1100.0,
    row: float = 40.0,
    margin: float = 24.0,
) -> Layout:
    """Places for the nodes of a graph; ``room`` is the breadth that a node needs."""
    down = _checked(arrows)
    width, row = positive("width", width), positive("row", row)
    for name in down:
        positive(f"room[{name!r}]", room.get(name))
    loose = [n for n, below in down.items() if not below and not any(n in b for b in down.values())]
    tied = {n: list(below) for n, below in down.items() if n not in loose}
    height = layers(tied)
    rows = _ordered(tied, height)
    inner = width - 2 * margin
    folded = [_fold(names, room, inner) for names in rows]
    across = _places(tied, folded, room, inner)
    places: dict[str, Place] = {}
    y = margin
    for level in range(len(rows) - 1, -1, -1):
        for names in folded[level]:
            places |= {n: Place(margin + across[n], y, level) for n in names}
            y += row
    for names in _fold(loose, room, inner, filled=True):
        y += row / 2 if names[0] == loose[0] else 0
        at = margin
        for n in names:
            places[n] = Place(at + room[n] / 2, y, -1)
            at += room[n]
        y += row
    return Layout(width, y - row + margin if places else 2 * margin, places, loose)


def _checked(arrows: Arrows) -> dict[str, list[str]]:
    """The arrows as lists, once every end of one is a node."""
    down = {name: list(dict.fromkeys(below)) for name, below in arrows.items()}
    for name, below in down.items():
        for other in below:
            if other not in down:
                raise ValueError(f"arrows must lead to nodes: {name} leads to {other!r}")
    return down


def _from_below(down: dict[str, list[str]]) -> list[str]:
    """The nodes, each after all that it rests on."""
    up = upwards(down)
    waiting = {name: len(below) for name, below in down.items()}
    ready = [name for name, n in waiting.items() if n == 0]
    for name in ready:  # grows while it is read
        for other in up[name]:
            waiting[other] -= 1
            if waiting[other] == 0:
                ready.append(other)
    if len(ready) != len(down):
        stuck = ", ".join(n for n in down if n not in set(ready))
        raise ValueError(f"arrows must not run in a circle: {stuck}")
    return ready


# --- the order within the layers ------------------------------------------------------------------


def _ordered(down: dict[str, list[str]], height: dict[str, int]) -> list[list[str]]:
    """The layers from below, each in its order; the best of all sweeps."""
    if not down:
        return []
    up = upwards(down)
    rows: list[list[str]] = [[] for _ in range(max(height.values()) + 1)]
    for name in _by_depth_first(down, height):
        rows[height[name]].append(name)
    best, least = [list(r) for r in rows], _length(rows, down)
    for sweep in range(SWEEPS):
        near = down if sweep % 2 == 0 else up
        levels = range(len(rows)) if sweep % 2 == 0 else range(len(rows) - 1, -1, -1)
        for level in levels:
            at = _shares(rows)
            rows[level].sort(key=lambda n, near=near, at=at: _mean([at[m] for m in near[n]], at[n]))  # type: ignore[misc]
        now = _length(rows, down)
        if now < least:
            best, least = [list(r) for r in rows], now
    return best


def _by_depth_first(down: dict[str, list[str]], height: dict[str, int]) -> list[str]:
    """A first order: the highest node, then what it rests on, then what that rests on."""
    seen: dict[str, None] = {}
    for top in sorted(down, key=lambda n: -height[n]):
        todo = [top]
        while todo:
            name = todo.pop()
            if name not in seen:
                seen[name] = None
                todo += reversed(down[name])
    return list(seen)


def _shares(rows: Sequence[Sequence[str]]) -> dict[str, float]:
    """The place of a node in its layer as a number from 0 to 1."""
    return {n: (k + 0.5) / len(names) for names in rows for k, n in enumerate(names)}


def _length(rows: Sequence[Sequence[str]], down: dict[str, list[str]]) -> float:
    at = _shares(rows)
    return round(sum(abs(at[n] - at[m]) for n, below in down.items() for m in below), 9)


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


# --- the places within the rows -------------------------------------------------------------------


def _fold(
    names: Sequence[str], room: Mapping[str, float], width: float, filled: bool = False
) -> list[list[str]]:
    """One layer as rows that fit: dealt out in turn, or ``filled`` one after the other."""
    if not names:
        return []
    for count in range(1, len(names) + 1):
        size = -(-len(names) // count)
        rows = [
            list(names[k * size : (k + 1) * size] if filled else names[k::count])
            for k in range(count)
        ]
        if all(sum(room[n] for n in r) <= width for r in rows):
            return [r for r in rows if r]
    raise ValueError(f"width must hold the widest node, and is {width:g} within the margins")


def _places(
    down: dict[str, list[str]],
    folded: Sequence[Sequence[Sequence[str]]],
    room: Mapping[str, float],
    width: float,
) -> dict[str, float]:
    up = upwards(down)
    at = {n: width * share for level in folded for n, share in _shares(level).items()}
    rows = [names for level in folded for names in level]
    for shift in range(SHIFTS):
        for names in rows if shift % 2 == 0 else reversed(rows):
            wanted = [_mean([at[m] for m in (*down[n], *up[n])], at[n]) for n in names]
            at |= dict(zip(names, spread(wanted, [room[n] for n in names], width), strict=True))
    return at


def spread(wanted: Sequence[float], room: Sequence[float], width: float) -> list[float]:
    """The places in [0, width] nearest to those ``wanted``, in this order and without overlap."""
    if sum(room) > width * (1 + 1e-9):
        raise ValueError(f"room must add up to at most the width {width:g}, not {sum(room):g}")
    # Neighbours touch at distance (rᵢ + rᵢ₊₁)/2: without it the places need only not to fall.
    before = [sum(room[:k]) + room[k] / 2 for k in range(len(room))]
    level = _rising([w - b for w, b in zip(wanted, before, strict=True)])
    most = width - sum(room)
    return [min(max(v, 0.0), most) + b for v, b in zip(level, before, strict=True)]


def _rising(values: Iterable[float]) -> list[float]:
    """The sequence that never falls and is nearest in squares: pool adjacent violators."""
    pools: list[tuple[float, int]] = []
    for value in values:
        total, count = value, 1
        while pools and pools[-1][0] / pools[-1][1] >= total / count:
            more, size = pools.pop()
            total, count = total + more, count + size
        pools.append((total, count))
    return [total / count for total, count in pools for _ in range(count)]
