"""The hand-made records with one claim beyond the list, for the tests that draw a graph."""

from __future__ import annotations

from _small_ledger import record, records
from glbtheory.ledger import Record

OURS = record("Z1", ["T1"])


def some() -> list[Record]:
    """T1 -> L2, L10 -> A1;  L2 -> Jensen;  T2 -> L2, Markov;  T3 -> L4 (wrong);  Z1 -> T1;  X1."""
    return [*records(), OURS]
