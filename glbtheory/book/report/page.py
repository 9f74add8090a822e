"""The report as one page: is the paper right, and where is it not?

::

    write_html("report.html", records)

The page holds its style, its script, its formulas (as MathML) and the graph; it loads nothing.
Without scripts it is a long document with plain tables.  Every number comes from
:func:`glbtheory.ledger.report.report`, and the text depends on the records alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from glbtheory._support.files import path_of, write_atomically
from glbtheory.book._page_files import filled, page_file
from glbtheory.book.graph.interactive import anchor, graph_page
from glbtheory.book.report.html import (
    bullets,
    claim_link,
    claim_links,
    erratum_anchor,
    facts,
    folded,
    formulas,
    lines,
    table,
    text,
    verdict,
    witness,
)
from glbtheory.book.report.ledger_table import ledger_section
from glbtheory.claims import inventory
from glbtheory.claims.slips import ERRATA
from glbtheory.engines.evidence import STRENGTH_LABELS
from glbtheory.ledger import Record, report
from glbtheory.ledger.coverage import CHECKABLE
from glbtheory.ledger.judging import STRONG
from glbtheory.ledger.verdicts import ESTABLISHED, HOLDS_AS_CORRECTED, VERIFIED

TITLE = "Self-concordant bandits with forgetting: the report"

#: What a repair of each kind changes.
EFFECTS = {
    "rate": "Repairs that change a rate",
    "statement": "Statements that are false as printed",
    "constant": "Constants",
    "step": "Steps of proofs whose conclusion stands",
    "notation": "Notation: indices, signs, symbols, references",
}
_STRENGTHS = {
    "kernel": "kernel-checked: a proof in Coq of the whole statement, from the axioms of Coq's "
    "real numbers and classical logic",
    "proved": "exact algebra",
    "certified": "branch and bound over the whole domain, with a certificate that is checked anew",
    "enumerated": "all cases of something finite, in exact rationals",
    "searched": "an optimiser looked for the worst case and did not get past the bound",
    "sampled": "runs with exact confidence limits",
    "by hand": "the last step is an argument in words",
}
SECTIONS = (
    ("theorems", "Theorems"),
    ("errata", "Errata"),
    ("graph", "Dependency graph"),
    ("ledger", "Ledger"),
    ("coverage", "Coverage"),
    ("links", "Weakest links"),
    ("steps", "Hand steps"),
)


def write_html(path: str | Path, records: Iterable[Record], *, chapters: str | None = None) -> None:
    """The report as an HTML file, written whole or not at all; ``chapters`` as in :func:`html`."""
    write_atomically(path_of("path", path), html(records, chapters=chapters).encode())


def html(records: Iterable[Record], *, chapters: str | None = None) -> str:
    """The page; ``chapters`` is the folder of the book's pages (``"book/"``) if there is one."""
    records = list(records)
    data = report.report(records)
    bodies = {
        "theorems": _theorems(data),
        "errata": _errata(data),
        "graph": graph_page(records, "report")._repr_html_(),
        "ledger": ledger_section(data, chapters),
        "coverage": _coverage(data),
        "links": _links(data),
        "steps": _steps(data),
    }
    contents = bullets(f'<a href="#{name}">{title}</a>' for name, title in SECTIONS)
    sections = "\n".join(
        f'<section id="{name}"><h2>{title}</h2>\n{bodies[name]}</section>'
        for name, title in SECTIONS
    )
    page = filled(
        __package__,
        "report.html",
        title=TITLE,
        style=page_file(__package__, "report.css"),
        answer=_answer(data),
        contents=contents,
        tiles=_tiles(data),
        words=_words(),
        sections=sections,
        script=page_file(__package__, "report.js"),
    )
    return page + "\n"


# --- the answer -----------------------------------------------------------------------------------


def _answer(data: dict[str, Any]) -> str:
    """The verdict on the paper in a few sentences, every number counted."""
    head = data["headline"]
    items = [i["verdict"] for i in data["coverage"]["items"]]
    theorems = head["theorems"]
    rate = head["repairs"]["rate"]
    other = [v for v in items if v not in ESTABLISHED]
    said = [
        "The paper is <cite>Self-Concordant Analysis of Generalized Linear Bandits with Forgetting"
        "</cite> (Russac, Faury, Cappé and Garivier, AISTATS 2021); lines are those of its source.",
        f"Of its {head['items']['listed']} checkable items {items.count('holds')} hold as printed, "
        f"{items.count(HOLDS_AS_CORRECTED)} hold after a repair, and {len(other)} are something "
        "else: known only where they were checked, reproduced in part or not, undecided, only "
        "read.",
        _repairs_of_rates(rate),
        f"Of {theorems['all']} theorems {theorems['as_printed']} stand as printed, "
        f"{theorems['as_corrected']} as corrected, and "
        f"{theorems['with_errata_on_their_lines']} as their claims read them, while an erratum of "
        "another claim is on their lines.",
        f"Each check also met nearby false statements: {head['mutants']['refuted']} of "
        f"{head['mutants']['stated']} were refuted.",
        f"What no machine checked: {head['hand_steps']} named hand steps, on which "
        f"{_conditional(data)} claims rest.",
    ]
    return f"<p>{' '.join(said)}</p>\n"


def _repairs_of_rates(count: int) -> str:
    if count == 0:
        return "No repair changes a rate (for at least one change, logarithms apart)."
    return f"{count} {'repair changes' if count == 1 else 'repairs change'} a rate."


def _conditional(data: dict[str, Any]) -> int:
    return len({c for step in data["hand_steps"] for c in step["dependents"]})


def _tiles(data: dict[str, Any]) -> str:
    head = data["headline"]
    share = head["shares"]["checkable"]
    verdicts = "; ".join(f"{n} {name}" for name, n in head["verdicts"].items() if n)
    strengths = "; ".join(
        f"{n} {STRENGTH_LABELS[name]}" for name, n in head["strengths"].items() if n
    )
    errata = "; ".join(f"{n} {name}" for name, n in head["errata"].items())
    strong = sum(head["strengths"][s] for s in STRONG)
    verified = sum(head["verdicts"][v] for v in VERIFIED)
    tiles = [
        (f"{head['items']['covered']} of {head['items']['listed']}", "checkable items covered"),
        (f"{head['claims']}", f"claims, {head['beyond']} of them beyond the list"),
        (f"{verified} of {head['claims']}", f"verified: {verdicts}"),
        (
            f"{share['percent']:.1f} %",
            f"of {share['items']} items of the kinds {', '.join(CHECKABLE)} are "
            f"kernel-checked, proved, certified or enumerated ({share['strong']}); "
            f"{share['unconditional']} with all they rest on",
        ),
        (f"{strong} of {head['claims']}", f"claims are strong themselves: {strengths}"),
        (
            f"{head['mutants']['refuted']} of {head['mutants']['stated']}",
            "nearby false statements refuted",
        ),
        (f"{sum(head['errata'][g] for g in ERRATA)} errata", f"distinct slips: {errata}"),
        (
            f"{head['displays']['covered']} of {head['displays']['listed']}",
            "displays and environments touched by a claim",
        ),
    ]
    inner = "".join(f"<li><strong>{text(a)}</strong>{text(b)}</li>" for a, b in tiles)
    return f'<ul class="tiles" aria-label="headline numbers">{inner}</ul>\n'


def _words() -> str:
    rows = [(text(STRENGTH_LABELS[name]), text(means)) for name, means in _STRENGTHS.items()]
    said = (
        "<p>A claim <em>holds</em> when its statement was decided as a whole, or follows by named "
        "steps from claims that were, and every mutant (a nearby false statement) was refuted by "
        "the same check. It <em>holds as corrected</em> when the printed statement was refuted by "
        "a witness and the repaired one holds. It <em>holds where checked</em> when only cases of "
        "it were decided. <em>Strength</em> says how "
        "the statement itself is known, in its scope; the <em>whole chain</em> is as strong as its "
        "weakest link, and a hand step counts as done by hand. A claim that a kernel theorem "
        "decides needs nothing of what is below it in the paper.</p>"
    )
    return folded("How to read the words", said + table(("strength", "means"), rows))


# --- the sections ---------------------------------------------------------------------------------


def _theorems(data: dict[str, Any]) -> str:
    known = {e["id"]: e for e in data["ledger"]}
    hands = [s["name"] for s in data["hand_steps"]]
    rows = []
    for name in data["theorems"]:
        e = known[name]
        rows.append(
            (
                claim_link(name),
                lines(e["lines"]),
                text(e["title"]),
                verdict(e["verdict"]),
                text(e["effect"] or "none"),
                e["strength"],
                e["strength_hand_steps_granted"],
                claim_links([c for c in e["conditional_on"] if c in hands], hands, "steps"),
            )
        )
    columns = (
        "id",
        "lines",
        "theorem",
        "verdict",
        "repair",
        "alone",
        "steps granted",
        "hand steps",
    )
    caption = (
        "alone: the statement; steps granted: its chain if the hand steps it rests on are granted"
    )
    return table(columns, rows, caption)


def _errata(data: dict[str, Any]) -> str:
    parts = []
    known = {e["id"]: e for e in data["refuted"]}
    for group, found in data["errata"].items():
        parts.append(
            f'<h3 id="errata-{anchor(group)}">{text(group.capitalize())} ({len(found)})</h3>\n'
        )
        parts += [_slip(e, known) for e in found] or ["<p>None.</p>\n"]
    return "".join(parts)


def _slip(entry: dict[str, Any], known: dict[str, dict[str, Any]]) -> str:
    """A slip and the claims that it refutes; a claim that two slips refute is shown once."""
    shown = [_erratum(known.pop(name)) for name in entry["claims"] if name in known]
    claims = ", ".join(entry["claims"])
    where = f"{inventory.named(entry['lines'])}: {claims}"
    return f'<h4>{text(entry["slip"])}</h4>\n<p class="quiet">{text(where)}</p>\n{"".join(shown)}'


def _erratum(entry: dict[str, Any]) -> str:
    name = entry["id"]
    repair = formulas(entry["corrected"]) or "none: the sentence is wrong"
    rows = [
        (entry["heading"], formulas(entry["printed"])),
        ("witness", witness(entry)),
        ("refuted in Coq", text(entry["refuted_in_coq"])),
        ("repair", repair),
        ("note", text(entry["note"])),
        ("known how", f"{verdict(entry['verdict'])}, {STRENGTH_LABELS[entry['strength']]}"),
        ("effect of the repair", text(EFFECTS[entry["effect"]])),
        ("what rests on it", claim_links(entry["dependents"])),
    ]
    where = inventory.named(entry["lines"])
    return (
        f'<article id="{erratum_anchor(name)}"><h5>{text(where)}, {claim_link(name)}: '
        f"{text(entry['title'])}</h5>\n{facts(rows)}</article>\n"
    )


def _coverage(data: dict[str, Any]) -> str:
    found = data["coverage"]

    def named(names: list[str]) -> str:
        """The ledger says the rest."""
        return f"<p>{', '.join(map(claim_link, names))}</p>\n"

    reasons = {**found["read"]}
    return (
        _shares(data)
        + "<h3>Only read, and why</h3>\n"
        + bullets(f"{claim_link(n)}: {text(why)}" for n, why in reasons.items())
        + "<h3>Decided by sampling alone, and not about an experiment</h3>\n"
        + bullets(f"{claim_link(n)}: {text(why)}" for n, why in found["sampled_alone"].items())
        + "<h3>The lists</h3>\n"
        + folded(f"The {len(found['items'])} items of the list", _items(found["items"]))
        + folded(f"The {len(found['displays'])} displays", _displays(found["displays"]))
        + folded(f"The {len(found['sentences'])} sentences", named(found["sentences"]))
        + folded(f"The {len(found['beyond'])} claims beyond the list", named(found["beyond"]))
    )


def _shares(data: dict[str, Any]) -> str:
    shares = {**data["coverage"]["shares"], "all": data["headline"]["shares"]["all"]}
    rows = [
        (
            kind,
            str(s["items"]),
            str(s["strong"]),
            f"{s['percent']:.0f} %",
            str(s["effective"]),
            str(s["unconditional"]),
        )
        for kind, s in shares.items()
    ]
    columns = ("kind", "items", "strong", "share", "whole chain strong", "unconditional")
    caption = (
        "Items of the list that are kernel-checked, proved, certified or enumerated, kind by kind"
    )
    return table(columns, rows, caption, range(1, 6))


def _items(items: list[dict[str, Any]]) -> str:
    rows = [
        (
            claim_link(i["id"]) if i["claim"] else text(i["id"]),
            i["kind"],
            lines(i["lines"]),
            f"<code>{text(i['label'])}</code>" if i["label"] else "",
            verdict(i["verdict"]) if i["claim"] else "not covered",
            i["strength"] or "",
        )
        for i in items
    ]
    return table(("id", "kind", "lines", "label", "verdict", "strength"), rows)


def _displays(displays: list[dict[str, Any]]) -> str:
    rows = [
        (
            f"{d['first']}-{d['last']}",
            text(d["environment"]),
            f"<code>{text(d['label'])}</code>" if d["label"] else "",
            claim_links(d["claims"]) if d["claims"] else text(d["reason"] or "no claim"),
        )
        for d in displays
    ]
    return table(("lines", "environment", "label", "claims"), rows)


def _links(data: dict[str, Any]) -> str:
    hands = [s["name"] for s in data["hand_steps"]]
    rows = [
        (
            claim_link(k["name"], hands),
            text(k["kind"]),
            k["strength"],
            text(k["says"]),
            str(len(k["dependents"])),
            claim_links(k["unconditional_if_settled"]),
            claim_links(k["stronger_if_settled"]),
        )
        for k in data["weakest_links"]
    ]
    columns = ("link", "kind", "strength", "says", "users", "would free", "would strengthen")
    caption = (
        "Hand steps, and claims weaker than enumerated, most users first; what settling that one "
        "link alone would make unconditional, and what it would make stronger"
    )
    return table(columns, rows, caption, [4])


def _steps(data: dict[str, Any]) -> str:
    steps = data["hand_steps"]
    rows = [
        (text(s["name"]), text(s["says"]), claim_links(s["direct"]), str(len(s["dependents"])))
        for s in steps
    ]
    columns = ("hand step", "says", "used directly by", "claims that rest on it")
    return table(columns, rows, numbers=[3], ids=[anchor(s["name"], True) for s in steps])
