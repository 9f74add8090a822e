"""Asking the engines about one claim.

All that a claim's evidence depends on, besides the claim's own module, is what this module reaches.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from glbtheory.claims.model import AnyStatement, Claim
from glbtheory.engines.evidence import UNDECIDED, Evidence
from glbtheory.engines.kernel.evidence import kernel_evidence, lemma_evidence, mutant_evidence


def run_claim(claim: Claim) -> dict[str, Any]:
    """The evidence on every statement of one claim, as JSON."""
    return {
        **{name: _all(getattr(claim, name)) for name in ("printed", "corrected", "support")},
        "mutants": _all(claim.mutants),
        "kernel": _kernel(claim),
        "lemmas": {n: lemma_evidence(n).to_json() for s in claim.hand_steps for n in s.lemmas},
    }


def _kernel(claim: Claim) -> dict[str, Any] | None:
    """What the kernel theorem shows that states the claim as a whole.

    It counts only if the kernel has refuted its mutants too.
    """
    if claim.kernel is None:
        return None
    found = kernel_evidence(claim.kernel.name, claim.kernel.scope)
    refuted = [mutant_evidence(name) for name in claim.kernel.mutants]
    missing = [e for e in refuted if e.outcome == UNDECIDED]
    return (missing[0] if missing and found.outcome != UNDECIDED else found).to_json()


def _all(statements: Iterable[AnyStatement]) -> list[dict[str, Any]]:
    return [_decide(s).to_json() for s in statements]


def _decide(statement: AnyStatement) -> Evidence:
    """An engine that fails says so; it does not take the ledger down with it."""
    try:
        return statement.decide()
    except Exception as error:
        detail = f"the check failed: {type(error).__name__}: {error}"
        return Evidence(UNDECIDED, "none", "by hand", detail=detail)
