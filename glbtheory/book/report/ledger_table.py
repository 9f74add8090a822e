"""The ledger of the report as one table: filters, sortable columns, all evidence behind a title."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from glbtheory.book.graph.interactive import anchor
from glbtheory.book.report.html import (
    bullets,
    claim_links,
    erratum_anchor,
    facts,
    formulas,
    lines,
    order,
    text,
    verdict,
    witness,
)
from glbtheory.claims import inventory
from glbtheory.claims.model import EFFECTS, KINDS
from glbtheory.engines.evidence import STRENGTH_LABELS, STRENGTHS
from glbtheory.engines.kernel.axioms import axioms_said
from glbtheory.ledger.verdicts import NOT_REPRODUCED, VERDICTS

FEW = 3
#: Witnesses of mutants that are longer are left out.
SHORT = 60
COLUMNS = ("id", "lines", "kind", "claim", "verdict", "strength", "whole chain", "mutants")


def ledger_section(data: dict[str, Any], chapters: str | None) -> str:
    """The filters and the table."""
    entries = data["ledger"]
    hands = [step["name"] for step in data["hand_steps"]]
    head = "".join(f'<th scope="col">{c}</th>' for c in COLUMNS)
    rows = "\n".join(_row(k, entry, hands, chapters) for k, entry in enumerate(entries))
    return (
        f"{_filters(entries)}"
        '<p id="shown" class="quiet" role="status"></p>\n'
        '<table class="ledger cards"><caption>Every claim. A title opens what is printed, what was '
        "found, and what it rests on.</caption>"
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody></table>\n"
    )


def _filters(entries: list[dict[str, Any]]) -> str:
    def select(name: str, label: str, key: str, known: Iterable[str]) -> str:
        found = [e[key] for e in entries]
        options = "".join(
            f'<option value="{escape(v)}">{text(v)} ({found.count(v)})</option>'
            for v in known
            if v in found
        )
        return (
            f'<label>{label}<select name="{name}"><option value="">all</option>{options}'
            "</select></label>"
        )

    chapters = list(dict.fromkeys(e["chapter"] for e in entries))
    return (
        '<form class="filters" aria-label="filter the ledger">'
        '<label>words or id<input type="search" name="query"/></label>'
        f'<label>line<input type="number" name="line" min="1" max="{inventory.LINES}"/></label>'
        + select("verdict", "verdict", "verdict", VERDICTS)
        + select("strength", "strength", "strength", STRENGTHS)
        + select("chain", "whole chain", "effective_strength", STRENGTHS)
        + select("kind", "kind", "kind", KINDS)
        + select("chapter", "chapter", "chapter", chapters)
        + select("effect", "effect of the repair", "effect", EFFECTS)
        + '<button type="reset">clear</button></form>\n'
    )


def _row(k: int, entry: dict[str, Any], hands: list[str], chapters: str | None) -> str:
    spans = inventory.spans(entry["lines"])
    refuted = sum(m["outcome"] == "refuted" for m in entry["mutants"])
    keys = (
        k,
        spans[0][0] if spans else inventory.LINES + 1,
        KINDS.index(entry["kind"]),
        k,
        VERDICTS.index(entry["verdict"]),
        order(entry["strength"]),
        order(entry["effective_strength"]),
        len(entry["mutants"]),
    )
    data = {
        "id": entry["id"],
        "verdict": entry["verdict"],
        "strength": entry["strength"],
        "chain": entry["effective_strength"],
        "kind": entry["kind"],
        "chapter": entry["chapter"],
        "effect": entry["effect"] or "",
        "spans": " ".join(f"{a}-{b}" for a, b in spans),
        "keys": " ".join(map(str, keys)),
    }
    attributes = "".join(
        f' data-{name}="{escape(value)}"'
        for name, value in data.items()
        if value or name == "spans"
    )
    title = f'<summary data-words="1">{text(entry["title"])}</summary>'
    cells = (
        f'<td class="id"><a href="#{anchor(entry["id"])}" data-words="1">{entry["id"]}</a></td>'
        f'<td data-label="lines">{lines(entry["lines"])}</td>'
        f'<td data-label="kind">{entry["kind"]}</td>'
        f'<td class="claim"><details>{title}{_details(entry, hands, chapters)}</details></td>'
        f'<td data-label="verdict">{verdict(entry["verdict"])}</td>'
        f'<td data-label="strength">{STRENGTH_LABELS[entry["strength"]]}</td>'
        f'<td data-label="whole chain">{entry["effective_strength"]}</td>'
        f'<td data-label="mutants refuted">{refuted}/{len(entry["mutants"])}</td>'
    )
    return f'<tr id="{anchor(entry["id"])}"{attributes}>{cells}</tr>'


def _details(entry: dict[str, Any], hands: list[str], chapters: str | None) -> str:
    printed, corrected = entry["printed"], entry["corrected"]
    refuted = printed is not None and printed["outcome"] == "refuted"
    weak, granted = entry["weakest_link"], entry["strength_hand_steps_granted"]
    ratio = entry["worst_ratio"]
    chapter = text(entry["chapter"])
    if chapters is not None:
        chapter = f'<a href="{escape(chapters)}{chapter}.html">{chapter}</a>'
    name, note = entry["id"], entry["note"]
    label, listed = entry["label"], entry["verdict"] != NOT_REPRODUCED
    if refuted and listed:
        # The section on errata has formulas, witness, repair and note: once is enough.
        above = f'<a href="#{erratum_anchor(name)}">what is printed, the witness and the repair</a>'
        shown = [("erratum", above), ("effect of the repair", text(entry["effect"] or ""))]
        note = ""
    else:
        shown = [
            ("stated" if entry["ours"] else "printed", formulas(printed and printed["latex"])),
            ("witness", witness(printed) if refuted else ""),
        ]
    return facts(
        [
            ("label", f'<code data-words="1">{text(label)}</code>' * bool(label)),
            *shown,
            ("contradiction", text(entry["contradiction"])),
            ("kernel theorem", _kernel(entry["kernel"])),
            ("it shows", formulas((entry["kernel"] or {}).get("shows"))),
            ("engine", _engine(corrected if refuted and corrected else printed)),
            ("fidelity", text(entry["fidelity"] or "")),
            ("covers", text(entry["extent"] or "")),
            ("scope", text(entry["scope"])),
            ("it follows", text(entry["follows"])),
            (
                "not proved below",
                claim_links(entry["unproved_below"]) * bool(entry["unproved_below"]),
            ),
            ("blind to", text("; ".join(entry["blind_to"]))),
            ("the witness rests on", text(", ".join(entry["witness_rests_on"]))),
            ("worst ratio", "" if ratio is None else f"{ratio:g} (1 would be equality)"),
            ("read because", text(entry["reason"])),
            ("note", f'<span data-words="1">{text(note)}</span>' * bool(note)),
            ("mutants", _mutants(entry["mutants"])),
            ("weakest link", claim_links([weak], hands) if weak not in ("", name) else ""),
            ("hand steps granted", text(granted) if granted != entry["strength"] else ""),
            ("rests on", claim_links(entry["rests_on"], hands, "links")),
            ("conditional on", _conditions(entry, hands)),
            ("what rests on it", claim_links(entry["dependents"])),
            ("chapter", chapter),
        ]
    )


def _conditions(entry: dict[str, Any], hands: list[str]) -> str:
    """Few are named; of many only their number, since each hand step lists who rests on it."""
    names = [name for name in entry["conditional_on"] if name not in entry["scopes"]]
    few = len(names) <= FEW
    links = claim_links(names, hands) if few else f'<a href="#steps">{len(names)} links</a>'
    scopes = [text(f"{name}: {says}") for name, says in entry["scopes"].items()]
    return "; ".join([*scopes, *([links] if names or not scopes else [])])


def _kernel(found: dict[str, Any] | None) -> str:
    """The name of the theorem and its axioms; statements have a page of their own in the book."""
    if found is None:
        return ""
    if not found["statement"]:
        return text(found["detail"])
    axioms = axioms_said([name.rpartition(".")[2] for name in found["axioms"]])
    return text(f"{found['detail']}; {axioms}")


def _engine(entry: dict[str, Any] | None) -> str:
    if entry is None:
        return ""
    parts = len(entry["parts"])
    return text(entry["engine"]) + (f", {parts} statements" if parts else "")


def _mutants(mutants: list[dict[str, Any]]) -> str:
    """What was moved and what refutes it; long witnesses are left to the JSON."""
    return bullets(f"{text(m['why'])}: {m['outcome']}{_short(witness(m))}" for m in mutants)


def _short(shown: str) -> str:
    return f" ({shown})" if len(shown) <= SHORT else ""
