"""The ledger for those who have a question: claims by id, answers that read well."""

from __future__ import annotations

from collections.abc import Iterable

from glbtheory import ledger
from glbtheory.claims import select
from glbtheory.ledger import Record


class Records(list[Record]):
    """Records in the order in which they were asked for, shown one to a line."""

    def __repr__(self) -> str:
        if not self:
            return "<no records>"
        rows = [_row(record) for record in self]
        widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
        lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
        return "\n".join(lines)


def _row(record: Record) -> tuple[str, ...]:
    refuted = len(record.mutants) - len(record.survivors)
    mutants = f"{refuted}/{len(record.mutants)} mutants refuted" if record.mutants else ""
    claim = record.claim
    return (claim.id, record.verdict, record.strength, mutants, claim.title)


def verify(ids: str | Iterable[str] = (), *, jobs: int = 2) -> Records:
    """The records of some claims by id, ``"L7"`` or ``["L7", "T2"]``; of all if none is named.

    The engines are asked in ``jobs`` processes.  What they found is kept, and is computed again
    only where the claim or the code that decides it has changed.  An unknown id is a
    ``ValueError``.
    """
    asked = [ids] if isinstance(ids, str) else list(ids)
    wrong = [i for i in asked if not isinstance(i, str)]
    if wrong:
        raise ValueError(f"ids must be names of claims such as 'L7', not {wrong[0]!r}")
    return Records(ledger.verify(select(asked), jobs=jobs))
