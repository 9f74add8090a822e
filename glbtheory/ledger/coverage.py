"""Which claims cover which part of the paper, and how strongly.

An *item* of the paper's list is covered by the claim with its id.  A *display* or environment is
covered by the claims whose lines overlap its own.  What is not checked is said, with the reason.

The share is counted over the items of the list, one each, by the strength of the claim with that
id:

    share(kinds) = #{items of these kinds that are strong} / #{items of these kinds},

where *strong* is kernel-checked, proved, certified or enumerated, and not in some cases only.

``strong`` counts what a machine did for the statement itself, in its scope; ``effective`` counts
the items whose whole chain is as strong, so that a single hand step below takes an item out;
``unconditional`` those that rest on no hand step and on nothing unverified.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from glbtheory._support.validation import whole_number
from glbtheory.claims import inventory, natural_order
from glbtheory.claims.inventory import Display, Item, Span
from glbtheory.claims.model import KINDS
from glbtheory.ledger.judging import STRONG
from glbtheory.ledger.records import Record
from glbtheory.ledger.verdicts import ESTABLISHED, READ, VERIFIED

#: Inequalities, identities, steps of proofs, and what scales as what.
CHECKABLE = ("equation", "step", "scaling")
#: Kinds whose claims are sentences rather than displays.
SENTENCES = ("prose-claim", "experiment-claim", "remark", "table-row")
#: What may be read instead of checked: other papers' theorems, opinions, pure definitions.
MAY_BE_READ = ("prose-claim", "table-row", "remark", "definition", "equation")

#: Claims that are not about an experiment and that sampling alone decides, and why.
SAMPLED_ALONE: dict[str, str] = {
    "Z38": "The chance over every adaptive play of 200 rounds in up to ten dimensions has no "
    "closed form and too many paths to list; Z34 and Z35 decide one dimension exactly, and the "
    "tail bound itself is C1, whose steps are proved.",
    "Z39": "As Z38, for 150 rounds of a window; the tail bound itself is C2.",
    **dict.fromkeys(
        ("Z90", "Z91", "Z92", "Z93"),
        "The regret of a whole run: the chance over all runs has no closed form.  The runs are a "
        "test beside the theorem, whose steps are decided one by one.",
    ),
    "Z77": "The expected regret of SW-UCB over long runs, beside T7, whose steps are decided "
    "one by one.",
    **dict.fromkeys(
        ("Z96", "Z97"),
        "Prediction errors along whole runs, beside P5 and P8, whose steps are decided one by one.",
    ),
}

#: Displays that no claim touches, by first line, and why.
NOT_CHECKED: dict[int, str] = {}


@dataclass(frozen=True)
class CoveredItem:
    """An item, and the claim with its id; None where there is none."""

    item: Item
    record: Record | None


@dataclass(frozen=True)
class CoveredDisplay:
    """A display, and the ids of the claims whose lines overlap it."""

    display: Display
    claims: list[str]

    @property
    def reason(self) -> str:
        """Why it is not checked, where it is not."""
        return "" if self.claims else NOT_CHECKED.get(self.display.first, "")


@dataclass(frozen=True)
class Share:
    """How many items of some kinds are known how strongly."""

    total: int
    strong: int
    effective: int
    unconditional: int

    @property
    def percent(self) -> float:
        """The share at kernel, proved, certified or enumerated, in per cent."""
        return 100 * self.strong / self.total if self.total else 0.0


@dataclass(frozen=True)
class Coverage:
    """The paper's lists against the ledger."""

    items: list[CoveredItem]
    displays: list[CoveredDisplay]
    sentences: list[Record]
    beyond: list[Record]
    read: dict[str, str]

    @property
    def missing_items(self) -> list[str]:
        """Items that no claim has the id of."""
        return [i.item.id for i in self.items if i.record is None]

    @property
    def missing_displays(self) -> list[Display]:
        """Displays that no claim touches and that no reason excuses."""
        return [d.display for d in self.displays if not d.claims and not d.reason]

    def share(self, kinds: Iterable[str] = KINDS) -> Share:
        """The share of the items of some kinds; all kinds if none is named."""
        wanted = set(kinds)
        unknown = sorted(wanted - set(KINDS))
        if unknown:
            raise ValueError(f"kinds must be among {', '.join(KINDS)}, not {', '.join(unknown)}")
        known = [i.record for i in self.items if i.item.kind in wanted]
        found = [r for r in known if r is not None]
        return Share(
            len(known),
            sum(_strong(r, r.strength) for r in found),
            sum(_strong(r, r.effective_strength) for r in found),
            sum(_strong(r, r.strength) and not r.conditional_on for r in found),
        )

    def shares(self) -> dict[str, Share]:
        """The shares kind by kind, of the kinds that the list has."""
        there = {i.item.kind for i in self.items}
        return {kind: self.share([kind]) for kind in KINDS if kind in there}


def _strong(record: Record, strength: str) -> bool:
    """Whether a statement is established, and not only in the cases that were checked."""
    return record.verdict in ESTABLISHED and strength in STRONG


def coverage(records: Iterable[Record]) -> Coverage:
    """The items, displays and sentences of the paper against some records."""
    records = list(records)
    by_id = {r.claim.id: r for r in records}
    lines = claim_spans(records)
    listed = {i.id for i in inventory.items()}
    return Coverage(
        items=[CoveredItem(i, by_id.get(i.id)) for i in inventory.items()],
        displays=[
            CoveredDisplay(d, _touching(d.spans, lines)) for d in inventory.displays() if d.states
        ],
        sentences=in_paper_order(r for r in records if r.claim.kind in SENTENCES),
        beyond=in_paper_order(r for r in records if r.claim.id not in listed),
        read={r.claim.id: r.claim.reason for r in records if r.verdict == READ},
    )


def claim_spans(records: Iterable[Record]) -> dict[str, list[Span]]:
    """The lines of every claim, those of its error included."""
    found = {}
    for record in records:
        claim = record.claim
        try:
            error = inventory.spans(claim.error_lines) if claim.error_lines else []
            found[claim.id] = [*inventory.spans(claim.lines), *error]
        except ValueError as fault:
            raise ValueError(f"{claim.id}: {fault}") from None
    return found


def _touching(there: list[Span], lines: Mapping[str, list[Span]]) -> list[str]:
    names = [name for name, spans in lines.items() if inventory.overlap(there, spans)]
    return sorted(names, key=natural_order)


def in_paper_order(records: Iterable[Record]) -> list[Record]:
    """By first line, then by id."""

    def place(record: Record) -> tuple[int, str, int]:
        spans = inventory.spans(record.claim.lines)
        return (spans[0][0] if spans else inventory.LINES + 1, *natural_order(record.claim.id))

    return sorted(records, key=place)


def at(line: int, records: Iterable[Record]) -> list[Record]:
    """The claims on one line of the paper, shortest stretch of lines first."""
    line = whole_number("line", line, 1, inventory.LINES)
    records = list(records)
    lines = claim_spans(records)

    def width(record: Record) -> tuple[int, str, int]:
        spans = [(a, b) for a, b in lines[record.claim.id] if a <= line <= b]
        return (min(b - a for a, b in spans), *natural_order(record.claim.id))

    here = [r for r in records if inventory.overlap([(line, line)], lines[r.claim.id])]
    return sorted(here, key=width)


def sampled_alone(records: Iterable[Record]) -> dict[str, str]:
    """Verified by sampling and not about an experiment: id to reason, empty where none is given."""
    return {
        r.claim.id: SAMPLED_ALONE.get(r.claim.id, "")
        for r in records
        if r.verdict in VERIFIED and r.strength == "sampled" and r.claim.kind != "experiment-claim"
    }
