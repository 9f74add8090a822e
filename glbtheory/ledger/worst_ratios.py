"""How close the ledger's searches come to equality, claim by claim."""

from __future__ import annotations

from collections.abc import Iterable

from glbtheory.claims import select
from glbtheory.ledger import verify


def worst_ratios(ids: Iterable[str]) -> dict[str, float | None]:
    """The worst ratio in the evidence that decides each claim; None where it has none.

    A claim may hold several lines; its ratio is that of the line that comes closest.
    """
    records = verify(select(ids), jobs=1)
    return {r.claim.id: r.deciding.worst_ratio if r.deciding else None for r in records}
