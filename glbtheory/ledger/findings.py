"""What the records say in all: how many have which verdict, and the exit code."""

from __future__ import annotations

from collections.abc import Iterable

from glbtheory.claims.model import MAY_FAIL
from glbtheory.engines.evidence import STRENGTHS
from glbtheory.ledger.records import Record
from glbtheory.ledger.verdicts import HOLDS, REFUTED, UNDECIDED, VERDICTS


def exit_code(records: Iterable[Record]) -> int:
    """0 settled; 1 a mutant survives, a claim fails uncorrected, or an engine contradicts a kernel
    theorem; 3 something is undecided."""
    records = list(records)
    failed = [
        r
        for r in records
        if any(e.outcome == HOLDS for e in r.mutants)
        or (r.verdict == REFUTED and r.claim.kind not in MAY_FAIL)
        or r.contradiction
        or (r.claim.corrected and r.printed is not None and r.printed.outcome == HOLDS)
    ]
    if failed:
        return 1
    return 3 if any(r.verdict == UNDECIDED and not r.may_stay_open for r in records) else 0


def summary(records: Iterable[Record]) -> dict[str, dict[str, int]]:
    """How many claims have which verdict, and which strength."""
    records = list(records)
    return {
        "verdict": {v: sum(r.verdict == v for r in records) for v in VERDICTS},
        "strength": {s: sum(r.strength == s for r in records) for s in STRENGTHS},
    }


def mathematics(records: Iterable[Record]) -> list[Record]:
    """The paper's own mathematical claims: all that is not about an experiment."""
    return [r for r in records if not r.claim.ours and r.claim.kind != "experiment-claim"]
