"""What is wrong on the page: claims that are refuted as printed, and the slips behind them.

One slip may refute several claims, so that errata are counted by slips
(:mod:`glbtheory.claims.slips`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from glbtheory.claims import hypotheses, inventory
from glbtheory.claims.slips import ERRATA, FALSE, GROUPS, SLIPS, Slip
from glbtheory.ledger.records import Record
from glbtheory.ledger.verdicts import NOT_REPRODUCED, REFUTED


def refuted(records: Iterable[Record]) -> list[dict[str, Any]]:
    """Every claim whose printed statement the engines refute."""
    return [
        {
            "id": r.claim.id,
            "lines": r.claim.error_lines or r.claim.lines,
            "title": r.claim.title,
            "fidelity": r.claim.fidelity or None,
            "printed": r.latex("printed"),
            "corrected": r.latex("corrected") or None,
            "witness": r.printed.witness,
            "detail": r.printed.detail,
            "refuted_in_coq": r.refuted_in_coq,
            "effect": r.claim.effect or "statement",
            "note": r.claim.note,
        }
        for r in records
        if r.printed is not None and r.printed.outcome == REFUTED and r.verdict != NOT_REPRODUCED
    ]


def errata(records: Iterable[Record]) -> list[dict[str, Any]]:
    """Every slip behind a refuted claim, in the order of the paper within its group.

    ``witness`` and ``detail`` are those of the first of its claims, and ``witnesses`` those of all
    of them.  ``hypotheses`` are those that the paper states on the names of the witness, evaluated
    there; where the witness has no such name, such as a word of a sentence, there are none.
    ``not_read`` are the names for which nothing was evaluated, claim by claim.
    """
    found = {e["id"]: e for e in refuted(records)}
    listed = {name for slip in SLIPS for name in slip.claims}
    # A claim from elsewhere is a slip of its own.
    own = [Slip(n, f"{e['title']}.", FALSE, (n,)) for n, e in found.items() if n not in listed]
    entries = [
        _entry(slip, [found[name] for name in slip.claims if name in found])
        for slip in (*SLIPS, *own)
        if any(name in found for name in slip.claims)
    ]
    return sorted(entries, key=lambda e: (GROUPS.index(e["group"]), inventory.spans(e["lines"])[0]))


def counted(records: Iterable[Record]) -> set[str]:
    """The claims that a slip refutes which counts as an erratum."""
    return {name for e in errata(records) if e["group"] in ERRATA for name in e["claims"]}


def _entry(slip: Slip, claims: list[dict[str, Any]]) -> dict[str, Any]:
    first = claims[0]
    read = {c["id"]: hypotheses.read(c["witness"] or {}, slip.missing) for c in claims}
    return {
        "id": slip.id,
        "slip": slip.slip,
        "group": slip.group,
        "lines": _lines(claims),
        "fidelity": first["fidelity"],
        "claims": [c["id"] for c in claims],
        "printed": first["printed"],
        "corrected": first["corrected"],
        "effect": first["effect"],
        "note": first["note"],
        "witness": first["witness"],
        "detail": first["detail"],
        "witnesses": {
            c["id"]: {k: c[k] for k in ("witness", "detail", "refuted_in_coq")} for c in claims
        },
        "hypotheses": [asdict(h) for h in read[first["id"]]],
        "not_read": {
            c["id"]: hypotheses.not_read(c["witness"] or {}, slip.missing) for c in claims
        },
        "broken_hypotheses": [
            {"claim": name, **asdict(h)}
            for name, all_read in read.items()
            for h in all_read
            if not h.satisfied
        ],
    }


def _lines(claims: list[dict[str, Any]]) -> str:
    """All lines that the claims say are wrong, in order, each once."""
    spans = sorted({span for c in claims for span in inventory.spans(c["lines"])})
    merged: list[tuple[int, int]] = []
    for first, last in spans:
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in merged)
