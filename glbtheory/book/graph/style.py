"""How the graph of claims looks, the same on the page and in the picture.

A strength has a colour of Okabe and Ito's palette and a shape of its own, so that neither alone
carries it.  Theorems, propositions, lemmas, corollaries and assumptions of the paper are large and
named; steps and the rest are small.  A ring marks what the engines refute as printed.  Arrows are
those of the paper's proofs; a claim that a kernel theorem decides needs none of what is below it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from glbtheory._support.validation import one_of
from glbtheory.book.drawing.palette import PALETTE
from glbtheory.book.graph.layered_layout import Layout, layout
from glbtheory.claims import inventory
from glbtheory.engines.evidence import STRENGTHS
from glbtheory.ledger import Record, dependencies, refuted
from glbtheory.ledger.verdicts import SIGNS

LARGE = ("theorem", "proposition", "lemma", "corollary", "assumption")
#: A step of mathematics that no engine checks; drawn as a cross whatever the colours show.
HAND = "hand step"
RING = PALETTE["orange"]
#: What the colours may show: the claim alone, its chain with hand steps granted, its whole chain.
COLOURINGS = ("whole chain", "hand steps granted", "claim alone")
#: Breadth that a large and a small node take, and the page: all in the units of the drawing.
ROOM = {True: 40.0, False: 25.0}
WIDTH, ROW = 1180.0, 42.0


@dataclass(frozen=True)
class Look:
    """Colour, the outline as an SVG path in a square of side 2, the marker of matplotlib."""

    colour: str
    outline: str
    marker: str
    hollow: bool = False


_CIRCLE = "M-1 0A1 1 0 1 1 1 0A1 1 0 1 1-1 0Z"
_STAR = "M0-1.4L.33-.45 1.33-.43.53.17.82 1.13 0 .56-.82 1.13-.53.17-1.33-.43-.33-.45Z"
LOOKS = {
    "kernel": Look(PALETTE["black"], _STAR, "*"),
    "proved": Look(PALETTE["blue"], _CIRCLE, "o"),
    "certified": Look(PALETTE["green"], "M-.9-.9H.9V.9H-.9Z", "s"),
    "enumerated": Look(PALETTE["sky"], "M0-1.25L1.25 0 0 1.25-1.25 0Z", "D"),
    "searched": Look(PALETTE["yellow"], "M0-1.15L1.15.85H-1.15Z", "^"),
    "sampled": Look(PALETTE["pink"], "M0 1.15L1.15-.85H-1.15Z", "v"),
    "by hand": Look("#707070", _CIRCLE, "o", hollow=True),
    HAND: Look("#444444", "M-1-.6L-.6-1 0-.4.6-1 1-.6.4 0 1 .6.6 1 0 .4-.6 1-1 .6-.4 0Z", "X"),
}


@dataclass(frozen=True)
class Node:
    """One claim or hand step of the drawing; ``strengths`` has one entry per colouring."""

    id: str
    title: str
    kind: str
    lines: str
    chapter: str
    verdict: str
    weakest_link: str
    strengths: tuple[str, str, str]
    large: bool
    listed: bool
    ring: bool

    @property
    def words(self) -> str:
        """The text shown when a reader points at it."""
        if self.kind == HAND:
            return f"{self.id} (hand step): {self.title}"
        chain, granted, own = self.strengths
        at = f", lines {self.lines}" if self.lines != "-" else ""
        weak = "" if self.weakest_link in ("", self.id) else f", weakest link {self.weakest_link}"
        return (
            f"{self.id} ({self.kind}{at}): {self.title}. {SIGNS[self.verdict]}; alone {own}, "
            f"hand steps granted {granted}, whole chain {chain}{weak}"
        )


def nodes(records: Iterable[Record]) -> dict[str, Node]:
    """Every claim and hand step, in the order of
    :func:`glbtheory.ledger.dependencies.named_arrows`."""
    records = list(records)
    known = {r.claim.id: r for r in records}
    hands = dependencies.named_hand_steps(records)
    left = list(dependencies.hand_steps(records))
    chain = dependencies.effective_strengths(records)
    granted = dependencies.effective_strengths(records, left)
    found = {}
    for name in dependencies.named_arrows(records):
        if name in known:
            strengths = (chain[name], granted[name], known[name].strength)
            found[name] = _claim(known[name], strengths)
        else:
            # A claim that a chain names and that is not among the records says nothing here.
            says = hands.get(name, "not among these claims")
            found[name] = _hand(name, says)
    return found


def _claim(record: Record, strengths: tuple[str, str, str]) -> Node:
    claim = record.claim
    listed = claim.id in _listed()
    return Node(
        claim.id,
        claim.title,
        claim.kind,
        claim.lines,
        claim.chapter,
        record.verdict,
        record.weakest_link,
        strengths,
        large=listed and claim.kind in LARGE,
        listed=listed,
        ring=bool(refuted([record])),
    )


def _hand(name: str, says: str) -> Node:
    read = ("by hand", "by hand", "by hand")
    return Node(
        name, says, HAND, "-", "", "by hand", "", read, large=False, listed=True, ring=False
    )


@lru_cache(maxsize=1)
def _listed() -> frozenset[str]:
    return frozenset(item.id for item in inventory.items())


def look(node: Node, colouring: str = COLOURINGS[0]) -> Look:
    """The look of a node when the colours show ``colouring``."""
    which = COLOURINGS.index(one_of("colouring", colouring, COLOURINGS))
    return LOOKS[HAND if node.kind == HAND else node.strengths[which]]


def drawing(records: Iterable[Record]) -> Layout:
    """The places of all nodes, computed once for the page and the picture."""
    records = list(records)
    arrows, shown = dependencies.named_arrows(records), nodes(records)
    return layout(arrows, {n: ROOM[shown[n].large] for n in arrows}, width=WIDTH, row=ROW)


def counts(shown: Mapping[str, Node], colouring: str = COLOURINGS[0]) -> dict[str, int]:
    """How many nodes have which look, strongest first, the hand steps last."""
    which = COLOURINGS.index(one_of("colouring", colouring, COLOURINGS))
    claims = [n for n in shown.values() if n.kind != HAND]
    found = {s: sum(n.strengths[which] == s for n in claims) for s in STRENGTHS}
    return {**found, HAND: len(shown) - len(claims)}
