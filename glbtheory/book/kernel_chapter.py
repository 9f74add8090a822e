"""The tables of the chapter on kernel proofs, made from the ledger and from the record of Coq."""

from __future__ import annotations

from glbtheory.book.cards import Card, cell, records
from glbtheory.claims import inventory
from glbtheory.ledger.coverage import in_paper_order


def kernel_table() -> Card:
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
