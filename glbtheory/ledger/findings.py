"""What the records say in all: how many have which verdict, the errata, the exit code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from glbtheory.claims.model import MAY_FAIL
from glbtheory.engines.evidence import STRENGTHS
from glbtheory.ledger.records import Record
from glbtheory.ledger.verdicts import HOLDS, NOT_REPRODUCED, REFUTED, UNDECIDED, VERDICTS


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


def errata(records: Iterable[Record]) -> list[dict[str, Any]]:
    """Every claim whose printed statement the engines refute."""
    return [
        {
            "id": r.claim.id,
            "lines": r.claim.error_lines or r.claim.lines,
            "title": r.claim.title,
            "printed": r.latex("printed"),
            "corrected": r.latex("corrected") or None,
            "witness": r.printed.witness,
            "detail": r.printed.detail,
            "effect": r.claim.effect or "statement",
            "note": r.claim.note,
        }
        for r in records
        if r.printed is not None and r.printed.outcome == REFUTED and r.verdict != NOT_REPRODUCED
    ]


def summary(records: Iterable[Record]) -> dict[str, dict[str, int]]:
    """How many claims have which verdict, and which strength."""
    records = list(records)
    return {
        "verdict": {v: sum(r.verdict == v for r in records) for v in VERDICTS},
        "strength": {s: sum(r.strength == s for r in records) for s in STRENGTHS},
    }
