"""The graph of claims as a picture: the whole of it, and the chain below one theorem.

::

    overview(records)                     # the same places as on the page
    chains(records, ["T1", "T2"])         # one panel each, only what has a name in the paper
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D

from glbtheory._support.validation import listed
from glbtheory.book.graph import style
from glbtheory.book.graph.layered_layout import Layout, Place, layout
from glbtheory.book.graph.style import COLOURINGS, HAND, LOOKS, RING, Node
from glbtheory.ledger import Record, dependencies

_SIZE = {True: 9.0, False: 4.6}
#: With fewer named results below it a chain shows all claims.
_FEW = 5
#: A panel of :func:`chains`, in the units of its layout.
_PANEL, _STEP, _ROOM = 460.0, 56.0, 50.0


def overview(records: Iterable[Record], colouring: str = COLOURINGS[0]) -> Any:
    """Every claim and hand step; the named ones carry their names."""
    records = list(records)
    shown, placed = style.nodes(records), style.drawing(records)
    width = 10.0
    fig, ax = plt.subplots(figsize=(width, width * placed.height / placed.width + 0.7))
    _draw(ax, dependencies.reduced(dependencies.named_arrows(records)), shown, placed, colouring)
    fig.legend(handles=_legend(shown, colouring), loc="lower center", ncol=4, fontsize=11)
    fig.subplots_adjust(left=0, right=1, top=1, bottom=0.075)
    return fig


def chains(records: Iterable[Record], tops: Iterable[str], colouring: str = COLOURINGS[1]) -> Any:
    """What each of some theorems rests on: assumptions, lemmas, propositions, corollaries."""
    records, tops = list(records), listed("tops", tops)
    shown = style.nodes(records)
    rows = -(-len(tops) // 2)
    fig, axes = plt.subplots(rows, min(2, len(tops)), figsize=(10, 5.0 * rows), squeeze=False)
    for ax in axes.flat[len(tops) :]:
        ax.set_visible(False)
    drawn: dict[str, Node] = {}
    for ax, top in zip(axes.flat, tops, strict=False):
        arrows = chain(records, top)
        drawn |= {name: shown[name] for name in arrows}
        placed = layout(arrows, dict.fromkeys(arrows, _ROOM), width=_PANEL, row=_STEP)
        _draw(ax, arrows, shown, placed, colouring, all_named=True)
        ax.set_title(f"below {top}", fontsize=13)
    fig.legend(handles=_legend(drawn, colouring), loc="lower center", ncol=4, fontsize=11)
    fig.tight_layout(rect=(0, 0.09 if rows == 1 else 0.06, 1, 1))
    return fig


def chain(records: Iterable[Record], top: str) -> dict[str, list[str]]:
    """The named results below a claim, and which rests on which, over steps if need be.

    Where there is hardly a named result, the steps are shown themselves.
    """
    records = list(records)
    arrows = dependencies.named_arrows(records)
    if top not in arrows:
        raise ValueError(f"top must be a claim of these records, not {top!r}")
    shown = style.nodes(records)
    below = dependencies.reach(arrows)[top]
    named = [n for n in below if shown[n].large]
    steps = [n for n in below if shown[n].kind != HAND]
    return dependencies.skeleton(arrows, [top, *(named if len(named) >= _FEW else steps)])


def _draw(
    ax: Any,
    arrows: Mapping[str, Iterable[str]],
    shown: Mapping[str, Node],
    placed: Layout,
    colouring: str,
    all_named: bool = False,
) -> None:
    places = placed.places
    lines = [_curve(places[a], places[b]) for a, below in arrows.items() for b in below]
    ax.add_collection(LineCollection(lines, colors="0.45", linewidths=0.7, alpha=0.45, zorder=1))
    for name in arrows:
        node, at = shown[name], places[name]
        look = style.look(node, colouring)
        ax.plot(
            at.x,
            at.y,
            marker=look.marker,
            markersize=_SIZE[node.large],
            markerfacecolor="white" if look.hollow else look.colour,
            markeredgecolor=look.colour,
            markeredgewidth=1.6 if look.hollow else 0.5,
            zorder=3,
        )
        if node.ring:
            ax.plot(at.x, at.y, **_ring(_SIZE[node.large] + 5), zorder=2)
        if node.large or all_named:
            ax.annotate(
                name,
                (at.x, at.y),
                xytext=(0, -8),
                textcoords="offset points",
                ha="center",
                va="top",
                fontsize=10 if node.large else 8,
                fontweight="bold" if node.large else "normal",
                bbox={"boxstyle": "square,pad=0.05", "fc": "white", "ec": "none", "alpha": 0.75},
                zorder=4,
            )
    ax.set_xlim(0, placed.width)
    ax.set_ylim(placed.height + 12, 0)
    ax.axis("off")


def _curve(upper: Place, lower: Place) -> np.ndarray:
    """The line of the page: a cubic that leaves and arrives upright."""
    s = np.linspace(0, 1, 16)
    bend = s * s * (3 - 2 * s)
    x = upper.x + (lower.x - upper.x) * bend
    y = upper.y * (1 - s) ** 3 + lower.y * s**3 + 1.5 * (upper.y + lower.y) * s * (1 - s)
    return np.column_stack([x, y])


def _ring(size: float) -> dict[str, Any]:
    return {
        "marker": "o",
        "markersize": size,
        "markerfacecolor": "none",
        "markeredgecolor": RING,
        "markeredgewidth": 1.3,
        "linestyle": "none",
    }


def _legend(shown: Mapping[str, Node], colouring: str) -> list[Line2D]:
    used = {n for n, k in style.counts(shown, colouring).items() if k}
    handles = [
        Line2D(
            [],
            [],
            linestyle="none",
            marker=look.marker,
            markersize=8,
            markerfacecolor="white" if look.hollow else look.colour,
            markeredgecolor=look.colour,
            label=name,
        )
        for name, look in LOOKS.items()
        if name in used
    ]
    if any(n.ring for n in shown.values()):
        handles.append(Line2D([], [], label="refuted as printed", **_ring(11)))
    return handles
