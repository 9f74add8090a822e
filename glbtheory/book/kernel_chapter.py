"""The tables of the chapter on kernel proofs, made from the ledger and from the record of Coq."""

from __future__ import annotations

from glbtheory.book.cards import Card, Shown, cell, records
from glbtheory.claims import inventory
from glbtheory.engines.evidence import STRENGTH_LABELS
from glbtheory.ledger import Record
from glbtheory.ledger.coverage import in_paper_order
from glbtheory.ledger.findings import mathematics
from glbtheory.ledger.verdicts import ESTABLISHED

#: The numbered statements of the paper.
_NUMBERED = ("theorem", "lemma", "proposition", "corollary")


def kernel_table() -> Shown:
    """A row for each claim that a kernel theorem decides, in the paper's order."""
    lines = ["| claim | theorem | what it states | in which cases |", "|:--|:--|:--|:--|"]
    for record in in_paper_order(r for r in records() if r.by_kernel):
        claim = record.claim
        if claim.kernel is None:
            continue
        left = [f"only {c.name}" for c in claim.kernel.conditions]
        lines.append(
            f"| {claim.id} | `{claim.kernel.name}` | {cell(claim.title)} "
            f"({inventory.named(claim.lines)}), as {claim.kernel.covers} "
            f"| {cell('; '.join([claim.kernel.scope, *left]))} |"
        )
    line = f"<b>{len(lines) - 2} claims</b> <span>with the theorem that decides each</span>"
    return Card("\n".join(lines), line)


def outside_kernel() -> Shown:
    """What no kernel theorem decides: how many claims, and why the weakest are not formalised."""
    claims = mathematics(records())
    numbered = [r for r in claims if _is_numbered(r)]
    rest = [r for r in claims if not r.by_kernel]
    left = in_paper_order(r for r in rest if not _is_proved(r))
    lines = [
        f"Of the paper's {len(claims)} mathematical claims {len(claims) - len(rest)} are decided "
        f"by a theorem of Coq, among them {sum(r.by_kernel for r in numbered)} of its "
        f"{len(numbered)} numbered theorems, lemmas, propositions and corollaries. "
        f"{len(rest) - len(left)} more are proved by the other engines, with no hand step below "
        f"them. These {len(left)} are left:",
        "",
        "| claim | what it states | strength | not formalised, because |",
        "|:--|:--|:--|:--|",
    ]
    lines += [
        f"| {r.claim.id} | {cell(r.claim.title)} ({inventory.named(r.claim.lines)}) "
        f"| {STRENGTH_LABELS[r.effective_strength]} | {cell(_why_not(r))} |"
        for r in left
    ]
    return Shown("\n".join(lines))


def _is_numbered(record: Record) -> bool:
    claim = record.claim
    return claim.kind in _NUMBERED and claim.id[0] in "TLPC" and claim.id[1:].isdigit()


def _is_proved(record: Record) -> bool:
    return record.effective_strength in ("kernel", "proved") and record.verdict in ESTABLISHED


def _why_not(record: Record) -> str:
    """The reason, from what the ledger knows of the claim."""
    if record.claim.reason:
        return record.claim.reason.split(". ")[0].rstrip(".")
    if record.conditional_on:
        return "it rests on what is not proved here: " + ", ".join(record.conditional_on)
    if record.verdict not in ESTABLISHED:
        return "it is decided only where it was checked"
    if record.effective_strength == "by hand":
        return "its last step is in words"
    return "instances decide it, and they are computed"
