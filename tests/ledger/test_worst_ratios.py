"""The worst ratios that the ledger hands on are those of its evidence."""

from __future__ import annotations

from glbtheory.claims import select
from glbtheory.ledger import verify
from glbtheory.ledger.worst_ratios import worst_ratios


def test_ratios_are_those_of_the_deciding_evidence() -> None:
    (record,) = verify(select(["Q30"]), jobs=1)
    assert record.deciding is not None
    assert worst_ratios(["Q30", "Q45"]) == {"Q30": record.deciding.worst_ratio, "Q45": None}
