"""What the ledger knows of one claim, and how it is written as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from glbtheory.claims.model import AnyStatement, Claim, joined_latex, literal_latex
from glbtheory.engines.evidence import Evidence
from glbtheory.ledger.verdicts import (
    HOLDS,
    HOLDS_AS_CORRECTED,
    NOT_REPRODUCED,
    READ,
    REFUTED,
    REPRODUCED_AT_SOME,
    UNDECIDED,
)


@dataclass(frozen=True)
class Record:
    """What the ledger knows of one claim: the evidence, and what follows from it.

    ``effective_strength``, ``weakest_link`` and ``conditional_on`` speak of the claim together with
    all that it rests on; :func:`glbtheory.ledger.dependencies.with_chains` fills them in.
    """

    claim: Claim
    printed: Evidence | None
    corrected: Evidence | None
    mutants: list[Evidence]
    effective_strength: str = "read"
    weakest_link: str = ""
    conditional_on: list[str] = field(default_factory=list)

    @property
    def survivors(self) -> list[int]:
        """The mutants that the check fails to refute."""
        return [k for k, e in enumerate(self.mutants) if e.outcome != REFUTED]

    @property
    def verdict(self) -> str:
        """One of :data:`glbtheory.ledger.verdicts.VERDICTS`: computed, never stored."""
        if self.printed is None:
            return READ
        if self.survivors:
            # A check that also passes a false statement shows nothing.
            return UNDECIDED
        if self.printed.outcome == HOLDS:
            return REPRODUCED_AT_SOME if self.printed.partial else HOLDS
        if self.printed.outcome == REFUTED:
            if self.corrected is None or self.corrected.outcome == REFUTED:
                return NOT_REPRODUCED if self._of_an_experiment else REFUTED
            return HOLDS_AS_CORRECTED if self.corrected.outcome == HOLDS else UNDECIDED
        return UNDECIDED

    @property
    def _of_an_experiment(self) -> bool:
        """Our own runs speak against what somebody else saw; they do not show it wrong."""
        sampled = self.printed is not None and self.printed.strength == "sampled"
        return self.claim.kind == "experiment-claim" and sampled

    @property
    def may_stay_open(self) -> bool:
        """A difference that runs do not show may still be there; mutants must be refuted."""
        return self._of_an_experiment and not self.survivors

    @property
    def deciding(self) -> Evidence | None:
        """The evidence that the verdict rests on."""
        return self.corrected if self.verdict == HOLDS_AS_CORRECTED else self.printed

    @property
    def strength(self) -> str:
        """How strongly the deciding statement is known."""
        if self.verdict in (UNDECIDED, READ) or self.deciding is None:
            return "read"
        return self.deciding.strength

    def to_json(self) -> dict[str, Any]:
        """The entry of ``verify --json``."""
        claim, deciding = self.claim, self.deciding
        return {
            "id": claim.id,
            "title": claim.title,
            "lines": claim.lines,
            "kind": claim.kind,
            "chapter": claim.chapter,
            "verdict": self.verdict,
            "strength": self.strength,
            "scope": deciding.scope if deciding else "",
            "effective_strength": self.effective_strength,
            "weakest_link": self.weakest_link,
            "conditional_on": self.conditional_on,
            "printed": _entry(self.printed, claim.printed),
            "corrected": _entry(self.corrected, claim.corrected),
            "mutants": [
                {**(_entry(e, []) or {}), "latex": literal_latex(s), "why": s.why}
                for e, s in zip(self.mutants, claim.mutants, strict=True)
            ],
            "worst_ratio": _finite(deciding.worst_ratio) if deciding else None,
        }


def record_of(claim: Claim, found: dict[str, Any]) -> Record:
    """The record of a claim from its evidence as JSON, before chains are known."""

    def read(data: dict[str, Any] | None) -> Evidence | None:
        return None if data is None else Evidence.from_json(data)

    mutants = [Evidence.from_json(e) for e in found["mutants"]]
    return Record(claim, read(found["printed"]), read(found["corrected"]), mutants)


def _finite(ratio: float | None) -> float | None:
    """JSON has no infinity."""
    return ratio if ratio is not None and math.isfinite(ratio) else None


def _entry(evidence: Evidence | None, statements: Iterable[AnyStatement]) -> dict[str, Any] | None:
    if evidence is None:
        return None
    return {
        "outcome": evidence.outcome,
        "engine": evidence.engine,
        "strength": evidence.strength,
        "witness": evidence.witness,
        "detail": evidence.detail,
        "latex": joined_latex(statements),
        "parts": [
            {"outcome": p.outcome, "engine": p.engine, "strength": p.strength, "scope": p.scope}
            for p in evidence.parts
        ],
    }
