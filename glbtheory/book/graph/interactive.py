"""The graph of claims as a drawing that a reader can search, filter and walk through.

::

    graph_page(records, "book")      # in a chapter: a click opens the chapter of the claim
    graph_page(records, "report")    # in the report: a click goes to the row of the claim

One text of HTML with an inline SVG: no network, no library, no kernel.  Without scripts the whole
graph is seen, every node a link that says what it is.  With them, pointing at a node (or going to
it with the arrow keys) shows what it rests on and what rests on it; *focus* shows the neighbourhood
of one claim alone.  The text depends on the records alone.

The style sheet and the script have no "less than" sign and no ampersand, so that the whole is both
HTML and XML.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from glbtheory._support.validation import one_of
from glbtheory.book._page_files import filled, page_file
from glbtheory.book.drawing.svg_plane import short
from glbtheory.book.graph import style
from glbtheory.book.graph.layered_layout import Layout, Place
from glbtheory.book.graph.style import COLOURINGS, HAND, LOOKS, Node
from glbtheory.ledger import Record, dependencies

PLACES = ("book", "report")
_LONGEST = 12
_RADIUS = {True: 8.0, False: 4.6}
#: Greys that a dark page turns lighter.
_INKS = {"kernel": "var(--kernel)", "hand-step": "var(--cross)", "by-hand": "var(--hollow)"}
#: The page of the book on hand steps and weak links.
_CHAPTER = "dependencies"

_HINT = (
    "Point at a node, or reach it with Tab and the arrow keys: blue lines lead down to what it "
    "rests on, dashed orange ones up to what rests on it. A click opens it. Shift and click, the "
    "key f, or the search box show the neighbourhood of one claim alone; Escape leads back."
)


@dataclass(frozen=True)
class GraphPage:
    """The interactive graph; notebooks and pages show it, elsewhere a line of text does."""

    nodes: dict[str, Node]
    arrows: dict[str, list[str]]
    layout: Layout
    place: str = field(default="book")

    def __repr__(self) -> str:
        hands = sum(n.kind == HAND for n in self.nodes.values())
        count = sum(map(len, self.arrows.values()))
        return f"graph: {len(self.nodes) - hands} claims, {hands} hand steps, {count} arrows"

    def _repr_html_(self) -> str:
        drawn = self._drawing()
        digest = hashlib.sha256(f"{self.place}\0{drawn}".encode()).hexdigest()
        name = f"graph-{digest[:12]}"
        dark = "\n" + page_file(__package__, "graph_dark.css") if self.place == "report" else ""
        style_sheet = page_file(__package__, "graph.css", **{"/* dark */": dark, "#ID": f"#{name}"})
        return filled(
            __package__,
            "graph.html",
            id=name,
            style=style_sheet,
            colourings="".join(f"<option>{c}</option>" for c in COLOURINGS),
            legend=self._legend(),
            drawing=drawn,
            hint=escape(_HINT),
            script=page_file(__package__, "graph.js", **{"#ID": f"#{name}"}),
        )

    def _drawing(self) -> str:
        size = f"{short(self.layout.width)} {short(self.layout.height)}"
        places = self.layout.places
        thin = "".join(curve(places[a], places[b]) for a, below in self._reduced() for b in below)
        order = {name: k for k, name in enumerate(self.nodes)}
        body = "\n".join(self._node(n, order) for n in self.nodes.values())
        highlights = "".join(
            f'<path class="{kind}" data-part="{part}" d=""/>'
            for kind, part in (
                ("down", "down"),
                ("up", "up"),
                ("down direct", "direct-down"),
                ("up direct", "direct-up"),
            )
        )
        said = (
            f"{self!r}. Foundations are at the bottom, theorems at the top; a line leads from a "
            "claim down to what it rests on."
        )
        return (
            f'<svg viewBox="0 0 {size}" role="group" aria-label={quoteattr(said)} '
            f'data-part="drawing">\n<path class="arrows" data-part="arrows" d="{thin}"/>'
            f"{highlights}\n{body}\n</svg>"
        )

    def _reduced(self) -> Iterable[tuple[str, list[str]]]:
        return dependencies.reduced(self.arrows).items()

    def _node(self, node: Node, order: dict[str, int]) -> str:
        at = self.layout.places[node.id]
        radius = _RADIUS[node.large]
        x, y = short(at.x), short(at.y)
        below = " ".join(str(order[n]) for n in self.arrows[node.id])
        strengths = " ".join(_key(node, k) for k in range(len(COLOURINGS)))
        ring = f'<circle class="ring" r="{radius + 3.4:g}"/>' if node.ring else ""
        return (
            f'<a class="n{_class(node)}" href={quoteattr(self.href(node))} '
            f'transform="translate({x} {y})" data-at="{x} {y}" data-n={quoteattr(node.id)} '
            f'data-d="{below}" data-s="{strengths}" data-z="{0 if node.listed else 1}">'
            f"<title>{escape(node.words)}</title>"
            f'<rect class="hit-area" x="-12" y="-11" width="24" height="{radius + 26:g}" rx="4"/>'
            f"{ring}{mark(_key(node, 0), radius)}"
            f'<text y="{radius + 11:g}">{escape(_label(node))}</text></a>'
        )

    def href(self, node: Node) -> str:
        """Where a click leads: the row of the report, or the chapter of the book."""
        if self.place == "report":
            return f"#{anchor(node.id, node.kind == HAND)}"
        return f"{node.chapter or _CHAPTER}.html"

    def _legend(self) -> str:
        found = [style.counts(self.nodes, colouring) for colouring in COLOURINGS]
        items = "".join(
            f'<li data-look="{name.replace(" ", "-")}"><svg viewBox="-9 -9 18 18" '
            f'aria-hidden="true">{mark(name.replace(" ", "-"), 6)}</svg>{name}: '
            f"<span>{found[0][name]}</span></li>"
            for name in LOOKS
        )
        ring = (
            '<li><svg viewBox="-9 -9 18 18" aria-hidden="true"><circle class="ring" r="7"/></svg>'
            f"refuted as printed: {sum(n.ring for n in self.nodes.values())}</li>"
        )
        said = [{k.replace(" ", "-"): v for k, v in counts.items()} for counts in found]
        return (
            f'<ul class="legend">{items}{ring}</ul>\n<script type="application/json" '
            f'data-part="counts">{json.dumps(said)}</script>\n'
        )


def graph_page(records: Iterable[Record], place: str = "book") -> GraphPage:
    """The graph of some records for the ``book`` or the ``report``."""
    records = list(records)
    one_of("place", place, PLACES)
    return GraphPage(
        style.nodes(records), dependencies.named_arrows(records), style.drawing(records), place
    )


def anchor(name: str, hand_step: bool = False) -> str:
    """The name on the report's page of a claim or of a hand step."""
    plain = re.sub(r"[^\w]+", "-", name).strip("-")
    return f"step-{plain}" if hand_step else f"claim-{plain}"


def curve(upper: Place, lower: Place) -> str:
    """A line that leaves and arrives upright."""
    x, y, u, v = (short(c) for c in (upper.x, upper.y, lower.x, lower.y))
    middle = short((upper.y + lower.y) / 2)
    return f"M{x} {y}C{x} {middle} {u} {middle} {u} {v}"


def mark(key: str, radius: float) -> str:
    """The sign of a strength; hollow ones keep the card's colour inside."""
    look = LOOKS[key.replace("-", " ")]
    ink = _INKS.get(key, look.colour)
    fill, width = ("var(--card)", ".4") if look.hollow else (ink, "0")
    return (
        f'<path class="mark" transform="scale({radius:g})" d="{look.outline}" fill="{fill}" '
        f'stroke="{ink}" stroke-width="{width}"/>'
    )


def _label(node: Node) -> str:
    """The name under a node; hand steps have long ones, and say them in full when pointed at."""
    return node.id if len(node.id) <= _LONGEST else f"{node.id[: _LONGEST - 1]}…"


def _class(node: Node) -> str:
    return " large" if node.large else " hand" if node.kind == HAND else ""


def _key(node: Node, which: int) -> str:
    # Keys are separated by blanks.
    name = HAND if node.kind == HAND else node.strengths[which]
    return name.replace(" ", "-")
