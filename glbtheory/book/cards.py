"""Claims as cards and tables of Markdown, and one-line proofs.

Everything that is shown is computed when the cell runs (or read from the ledger, which is keyed
by the code) and printed in rounded, deterministic text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from html import escape

from glbtheory import ledger
from glbtheory.book.typesetting.differences import ComparedFormulas, difference, unmarked
from glbtheory.claims import all_claims, inventory, select
from glbtheory.claims.model import Bound, Claim, latex_of
from glbtheory.engines.decision import decide
from glbtheory.engines.evidence import (
    HOLDS,
    MEANS,
    REFUTED,
    STRENGTH_LABELS,
    STRENGTHS,
    Evidence,
)
from glbtheory.engines.language.parse import parse_inequality
from glbtheory.ledger.verdicts import SIGNS

#: What enumeration says of a case that fails without numbers to show.
_PLAIN_FAILURE = "the check is false"


@dataclass(frozen=True)
class Shown:
    """Markdown for notebooks and pages, the same as plain text elsewhere."""

    markdown: str

    def _repr_markdown_(self) -> str:
        return self.markdown

    def __repr__(self) -> str:
        return self.markdown


def records(ids: Iterable[str] = (), extra: Iterable[Claim] = ()) -> list[ledger.Record]:
    """The ledger's records of some claims (all if none is named)."""
    extra = list(extra)
    return ledger.verify(select(ids, extra), jobs=1, extra=extra)


def math_cell(formula: str) -> str:
    """A formula inside a table of Markdown, where a bar would end the cell."""
    return "$" + formula.replace(r"\|", r"\Vert ").replace("|", r"\vert ") + "$"


@dataclass(frozen=True, repr=False)
class Card(Shown):
    """A table of Markdown behind one line of HTML, which a click or a key opens."""

    summary: str = ""

    def _repr_markdown_(self) -> str:
        return folded(self.summary, self.markdown)


def folded(summary: str, markdown: str) -> str:
    """Markdown behind one line; pages, JupyterLab and GitHub all know this element.

    Markdown begins anew after the empty line.  On paper the line is dropped and the table stays.
    """
    return f'<details class="card"><summary>{summary}</summary>\n\n{markdown}\n\n</details>'


def summary(record: ledger.Record) -> str:
    """The one line of a claim: what it says, the verdict, the strength, the mutants."""
    claim = record.claim
    said = [SIGNS[record.verdict]]
    if not claim.reason:
        refuted = len(record.mutants) - len(record.survivors)
        said += [STRENGTH_LABELS[record.strength], f"{refuted}/{len(record.mutants)} mutants"]
    facts = " · ".join(said)
    return f"<b>{claim.id}</b> <span>{escape(claim.title)}</span> <small>{facts}</small>"


def card(identifier: str, extra: Iterable[Claim] = ()) -> Shown:
    """One claim: what is printed, what the engines say, what it rests on."""
    (record,) = records([identifier], extra)
    claim, evidence = record.claim, record.deciding
    place = [("in the paper", where(claim))] if inventory.spans(claim.lines) else []
    if claim.reason:
        read = [("verdict", f"**{SIGNS['read']}**"), ("reason", cell(claim.reason))]
        return _card(record, [*place, *read])
    rows = [*place, *statements(record, record.heading, "corrected")]
    rows.append(("verdict", f"**{SIGNS[record.verdict]}** — {STRENGTH_LABELS[record.strength]}"))
    if record.contradiction:
        rows.append(("contradiction", f"**{cell(record.contradiction)}**"))
    if record.by_kernel and record.kernel:
        rows.append(("kernel", cell(record.kernel.detail)))
    if record.shown_by_kernel:
        rows.append(("it shows", set_lines(unmarked([record.shown_by_kernel]))))
    if record.decided_whole and evidence and evidence.scope:
        rows.append(("scope", evidence.scope.replace("|", r"\|")))
    elif not record.by_kernel:
        rows += [(f"checked: {s}", text) for s, text in checks(record)]
    rows += decided(record)
    if record.derived or record.unproved_below:
        rows.append(("follows", cell(claim.follows)))
    if record.unproved_below:
        rows.append(("not proved below", ", ".join(record.unproved_below)))
    if evidence and evidence.strength == "searched" and evidence.worst_ratio is not None:
        rows.append(("worst ratio", f"{evidence.worst_ratio:.2f} was found; 1 would be equality"))
    if record.printed and record.printed.outcome == REFUTED:
        rows.append(("witness", witness_text(record.printed)))
        if record.refuted_in_coq:
            rows.append(("refuted in Coq", in_coq(record)))
        if record.witness_rests_on:
            rows.append(("the witness rests on", cell(", ".join(record.witness_rests_on))))
    refuted = len(record.mutants) - len(record.survivors)
    rows.append(("mutants", f"{refuted} of {len(record.mutants)} refuted"))
    if claim.blind_to:
        rows.append(("blind to", cell("; ".join(claim.blind_to))))
    rows += conditions(record)
    return _card(record, rows)


def where(claim: Claim, lines: str = "") -> str:
    """Where the paper says it: all of the claim's lines, or some of them."""
    return inventory.named(lines or claim.lines)


def statements(record: ledger.Record, heading: str, repaired: str) -> list[tuple[str, str]]:
    """What is printed above what is corrected, and what changes from one to the other."""
    printed = record.formulas("printed")
    if not record.claim.corrected:
        return [(heading, set_lines(unmarked(printed)))]
    found = difference(printed, record.formulas("corrected"))
    rows = [(heading, set_lines(found.before)), (repaired, set_lines(found.after))]
    if found.marked:
        rows.append(("the change", change(found)))
    return rows


def change(found: ComparedFormulas) -> str:
    """The changes in words, for those who do not see the marks, and for those who do."""
    said = []
    for before, after in found.changes:
        old, new = math_cell(before), math_cell(after)
        if before and after:
            said.append(f"printed {old}, corrected {new}")
        else:
            said.append(f"{new} is added" if after else f"{old} goes")
    return "; ".join(said) or "in several places, underlined above"


def checks(record: ledger.Record) -> list[tuple[str, str]]:
    """What was compared where the claim was not decided as a whole: extent and what, each once."""
    found: dict[tuple[str, str], None] = {}
    for statement, evidence in record.checks:
        formula = set_lines(unmarked([statement.checked or latex_of(statement)]))
        how = ", ".join(filter(None, [STRENGTH_LABELS[evidence.strength], cell(evidence.scope)]))
        found[evidence.extent, f"{formula} — {how}"] = None
    return list(found)


def decided(record: ledger.Record) -> list[tuple[str, str]]:
    """The inequalities as the engines are given them, letter by letter, folded."""
    bounds = [s for s, _ in record.checks if isinstance(s, Bound)]
    if record.by_kernel or not bounds:
        return []
    said = list(dict.fromkeys(f"{b.lhs} {b.relation} {b.rhs}{_domain(b)}" for b in bounds))
    count = f"{len(said)} {'inequality' if len(said) == 1 else 'inequalities'}"
    shown = "<br>".join(f"<code>{escape(text).replace('|', '&#124;')}</code>" for text in said)
    return [("as the engine reads it", f"<details><summary>{count}</summary>{shown}</details>")]


def _domain(bound: Bound) -> str:
    return f" for {bound.where}" if isinstance(bound.where, str) and bound.where else ""


def conditions(record: ledger.Record) -> list[tuple[str, str]]:
    """What a claim is conditional on: steps a referee could dispute by name, textbook facts by
    number."""
    textbook = [n for n in record.conditional_on if is_textbook(n)]
    rest = [n for n in record.conditional_on if n not in textbook]
    rows = [("conditional on", cell(", ".join(rest)))] if rest else []
    if textbook:
        count = f"{len(textbook)} textbook {'fact' if len(textbook) == 1 else 'facts'}"
        folded = f"<details><summary>{count}</summary>{cell(', '.join(textbook))}</details>"
        rows.append(("standard", folded))
    return rows


@cache
def _textbook_facts() -> frozenset[str]:
    steps = [s for c in all_claims().values() for s in c.hand_steps]
    return frozenset(s.name for s in steps if s.textbook)


def is_textbook(name: str) -> bool:
    """Whether a name is that of a standard fact."""
    return name in _textbook_facts()


def _card(record: ledger.Record, rows: list[tuple[str, str]]) -> Card:
    """The table of a claim, its note below, behind its line."""
    claim = record.claim
    if claim.note:
        rows = [*rows, ("note", cell(claim.note))]
    head = f"| **{claim.id}** | {cell(claim.title)} |\n|:--|:--|\n"
    return Card(head + "\n".join(f"| {a} | {b} |" for a, b in rows), summary(record))


def set_lines(formulas: Iterable[Iterable[str]]) -> str:
    """Formulas one below the other, each over as many lines as it needs."""
    return "<br>".join(math_cell(line) for formula in formulas for line in formula)


def cell(text: str) -> str:
    """Text inside a table of Markdown, where a bar ends the cell and some signs mean emphasis."""
    plain = text.replace("|", r"\|").replace("*", r"\*")
    # An underscore inside a word is only an underscore, one after a mark or an accent is not.
    return re.sub(r"(?<![0-9A-Za-z_])_", r"\_", plain)


def in_coq(record: ledger.Record) -> str:
    """The theorem that refutes what is printed; the page of formal statements shows it."""
    name = record.refuted_in_coq
    return f"{{ref}}`{name} <{formal_target(name)}>`"


def formal_target(theorem: str) -> str:
    """The place of a theorem on the page of formal statements."""
    return f"formal-{theorem.lower().replace('_', '-')}"


def witness_text(evidence: Evidence) -> str:
    """The instance that refutes, and what fails there, inside a table of Markdown."""
    # Measured numbers are rounded: their last digits may differ between machines.
    shown = {
        k: f"{v:.4g}" if isinstance(v, float) else v for k, v in (evidence.witness or {}).items()
    }
    values = ", ".join(f"{k} = {v}" for k, v in shown.items())
    if evidence.detail == _PLAIN_FAILURE:
        return cell(values)
    detail = math_cell(evidence.detail) if "\\" in evidence.detail else cell(evidence.detail)
    return "; ".join(filter(None, [cell(values), detail]))


def table(ids: Iterable[str] = ()) -> Shown:
    """A row per claim: verdict, strength, mutants, what it is conditional on."""
    lines = [
        "| id | claim | verdict | strength | mutants | conditional on |",
        "|:--|:--|:--|:--|:--|:--|",
    ]
    for r in records(ids):
        refuted = len(r.mutants) - len(r.survivors)
        lines.append(
            f"| {r.claim.id} | {cell(r.claim.title)} | {SIGNS[r.verdict]} "
            f"| {STRENGTH_LABELS[r.strength]} "
            f"| {refuted}/{len(r.mutants)} | {', '.join(r.conditional_on)} |"
        )
    return Shown("\n".join(lines))


def mutants(identifier: str) -> Shown:
    """The nearby false statements of a claim, and the point that refutes each."""
    (record,) = records([identifier])
    refuted = len(record.mutants) - len(record.survivors)
    line = (
        f"<b>{record.claim.id}</b> <span>The nearby false statements, and what refutes each</span> "
        f"<small>{refuted} of {len(record.mutants)} refuted</small>"
    )
    lines = ["| what was moved | outcome | witness |", "|:--|:--|:--|"]
    for statement, evidence in zip(record.claim.mutants, record.mutants, strict=True):
        lines.append(f"| {cell(statement.why)} | {evidence.outcome} | {witness_text(evidence)} |")
    return Card("\n".join(lines), line)


def glance() -> Shown:
    """The whole ledger in two rows of numbers."""
    counts = ledger.summary(records())
    lines = [f"{len(all_claims())} claims.", "", "| verdict | claims |", "|:--|--:|"]
    lines += [f"| {SIGNS[v]} | {n} |" for v, n in counts["verdict"].items()]
    lines += ["", "| strength | claims |", "|:--|--:|"]
    lines += [f"| {STRENGTH_LABELS[s]} | {counts['strength'][s]} |" for s in STRENGTHS]
    return Shown("\n".join(lines))


def prove(inequality: str, where: str = "") -> str:
    """Settle an inequality and say so in one line: the reader's own question."""
    evidence = decide(parse_inequality(inequality, where))
    if evidence.outcome == HOLDS:
        return f"proved by {MEANS[evidence.strength]}"
    if evidence.outcome == REFUTED:
        at = ", ".join(f"{n} = {x}" for n, x in (evidence.witness or {}).items())
        return f"refuted at {at or 'once'}: {evidence.detail}"
    return f"undecided: {evidence.detail}"
