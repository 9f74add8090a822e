"""What the ledger knows of one claim, and how it is written as JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from glbtheory.claims.model import (
    AnyStatement,
    Claim,
    HandStep,
    formulas_of,
    joined,
    latex_of,
    literal_latex,
)
from glbtheory.engines.evidence import PART, WHOLE, Evidence
from glbtheory.engines.kernel.evidence import refutation_evidence
from glbtheory.ledger.judging import judged
from glbtheory.ledger.verdicts import (
    CORRECTED,
    CORRECTED_WHERE_CHECKED,
    ESTABLISHED,
    HOLDS,
    HOLDS_AS_CORRECTED,
    HOLDS_WHERE_CHECKED,
    NOT_REPRODUCED,
    READ,
    REFUTED,
    REPRODUCED_AT_SOME,
    UNDECIDED,
)


@dataclass(frozen=True)
class Record:
    """What the ledger knows of one claim: the evidence, and what follows from it.

    ``kernel`` is what the kernel theorem of the claim shows, where it has one, and ``lemmas`` the
    same for the lemmas that discharge its hand steps.  A kernel theorem that holds decides the
    statement that it covers, whether or not an engine does.  Where an engine refutes that very
    statement the two contradict each other, and the claim is undecided.

    What an engine decides as a whole is established, and so is what follows by named steps from
    established claims.  ``unproved_below`` are the claims among them that are not.

    ``unproved_below``, ``effective_strength``, ``weakest_link`` and ``conditional_on`` speak of the
    claim together with all that it rests on;
    :func:`glbtheory.ledger.dependencies.with_chains` fills them in.
    """

    claim: Claim
    printed: Evidence | None
    corrected: Evidence | None
    mutants: list[Evidence]
    effective_strength: str = "by hand"
    weakest_link: str = ""
    conditional_on: list[str] = field(default_factory=list)
    kernel: Evidence | None = None
    lemmas: Mapping[str, Evidence] = field(default_factory=dict)
    unproved_below: tuple[str, ...] = ()

    @property
    def survivors(self) -> list[int]:
        """The mutants that the check fails to refute."""
        return [k for k, e in enumerate(self.mutants) if e.outcome != REFUTED]

    @property
    def verdict(self) -> str:
        """One of :data:`glbtheory.ledger.verdicts.VERDICTS`: computed, never stored."""
        if self.printed is None:
            return READ
        if self.survivors or self.contradiction:
            # A check that also passes a false statement shows nothing.
            return UNDECIDED
        printed, corrected = self._outcome("printed"), self._outcome("corrected")
        if printed == HOLDS:
            if self.printed.partial:
                return REPRODUCED_AT_SOME
            return HOLDS if self._settled("printed") else HOLDS_WHERE_CHECKED
        if printed == REFUTED:
            if corrected in (None, REFUTED):
                return NOT_REPRODUCED if self._of_an_experiment else REFUTED
            if corrected != HOLDS:
                return UNDECIDED
            return HOLDS_AS_CORRECTED if self._settled("corrected") else CORRECTED_WHERE_CHECKED
        return UNDECIDED

    def _settled(self, which: str) -> bool:
        """Whether what was found covers the statement as a whole, or proves it by named steps."""
        if self._kernel_covers(which):
            return True
        found: Evidence | None = getattr(self, which)
        whole = found is not None and found.extent == WHOLE
        return whole or (bool(self.claim.follows) and not self.unproved_below)

    def _outcome(self, which: str) -> str | None:
        """What is known of the printed or the corrected statement, kernel theorem included."""
        if self._kernel_covers(which):
            return HOLDS
        found: Evidence | None = getattr(self, which)
        return None if found is None else found.outcome

    def _kernel_covers(self, which: str) -> bool:
        """Whether a kernel theorem that holds states what is printed, or what is corrected."""
        named = self.claim.kernel
        holds = self.kernel is not None and self.kernel.outcome == HOLDS
        return named is not None and holds and named.covers == which

    @property
    def contradiction(self) -> str:
        """What to say where an engine refutes what a kernel theorem states; otherwise empty."""
        named = self.claim.kernel
        if named is None or not self._kernel_covers(named.covers):
            return ""
        refuted: Evidence | None = getattr(self, named.covers)
        if refuted is None or refuted.outcome != REFUTED:
            return ""
        return (
            f"CONTRADICTION: the kernel theorem {named.name} states that what is {named.covers} "
            f"holds, and the engine {refuted.engine} refutes it: "
            f"{refuted.detail or refuted.witness or 'without a witness'}. "
            "One of the two does not state what the page says."
        )

    @property
    def by_kernel(self) -> bool:
        """Whether a kernel theorem decides the claim: then nothing is needed below it."""
        return self.verdict in ESTABLISHED and self._kernel_covers(self._deciding)

    def formulas(self, which: str) -> list[str]:
        """What is printed, or what is corrected, as LaTeX: that of the kernel theorem, where it
        states more than the engines decide, else each formula once."""
        named = self.claim.kernel
        if named is not None and named.latex and named.covers == which and self.by_kernel:
            return [named.latex]
        return formulas_of(getattr(self.claim, which))

    @property
    def shown_by_kernel(self) -> str:
        """What the kernel theorem states of what is printed, where the page does not print it."""
        named = self.claim.kernel
        return named.shows if named is not None and self.by_kernel else ""

    def latex(self, which: str) -> str:
        """The same as one text."""
        return joined(self.formulas(which))

    @property
    def _deciding(self) -> str:
        return "corrected" if self.verdict in CORRECTED else "printed"

    @property
    def decided_whole(self) -> bool:
        """Whether the kernel or an engine decides the claim as a whole: it rests on nothing."""
        found = self.deciding
        whole = found is not None and found.extent == WHOLE
        return self.by_kernel or (self.verdict in ESTABLISHED and whole)

    @property
    def derived(self) -> bool:
        """Whether the claim is established by steps that it names."""
        return self.verdict in ESTABLISHED and not self.decided_whole

    @property
    def heading(self) -> str:
        """What to call the printed statement, and how close to the page it is."""
        close = f" ({self.claim.fidelity})" if self.claim.fidelity else ""
        return self.claim.heading + close

    @property
    def checks(self) -> list[tuple[AnyStatement, Evidence]]:
        """The statements that decide the claim and those that support it, with their evidence.

        However much a step of the proof says by itself, it is a part of the claim's evidence.
        """
        found: Evidence | None = getattr(self, self._deciding)
        if found is None or not found.parts:
            return []
        deciding = getattr(self.claim, self._deciding)
        parts, steps = found.parts[: len(deciding)], found.parts[len(deciding) :]
        steps = [e.with_(extent=PART) if e.extent == WHOLE else e for e in steps]
        return list(zip([*deciding, *self.claim.support], [*parts, *steps], strict=True))

    @property
    def hand_steps(self) -> list[HandStep]:
        """The hand steps it rests on directly, without those that lemmas of ``formal/`` prove."""
        steps = [] if self.decided_whole else self.claim.hand_steps
        return [s for s in steps if not _proved(s, self.lemmas)]

    @property
    def rests_on(self) -> list[str]:
        """Ids of the claims and names of the hand steps it rests on directly, each once."""
        if self.decided_whole:
            return []
        named = (*self.claim.hypotheses, *self.claim.depends_on)
        left = [x for x in named if isinstance(x, str) or not _proved(x, self.lemmas)]
        return list(dict.fromkeys(x if isinstance(x, str) else x.id for x in left))

    @property
    def witness_rests_on(self) -> list[str]:
        """What only the counterexample to the printed statement needs, by name."""
        return [x if isinstance(x, str) else x.name for x in self.claim.witness_rests_on]

    @property
    def refuted_in_coq(self) -> str:
        """The theorem of ``formal/`` that says that the printed statement is false, or nothing."""
        if self.printed is None or self.printed.outcome != REFUTED:
            return ""
        found = refutation_evidence(self.claim.id)
        shown = found.certificate if found is not None and found.outcome == HOLDS else None
        return str(shown["theorem"]) if shown else ""

    @property
    def scope_conditions(self) -> list[str]:
        """What the deciding kernel theorem leaves out of the page's statement, by name."""
        named = self.claim.kernel
        return [c.name for c in named.conditions] if named is not None and self.by_kernel else []

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
        found: Evidence | None = getattr(self, self._deciding)
        if not self.by_kernel or self.kernel is None:
            return found
        # How close to equality the statement comes is still known from an engine.
        return self.kernel.with_(worst_ratio=found.worst_ratio if found else None)

    @property
    def strength(self) -> str:
        """How strongly the deciding statement is known."""
        if self.verdict in (UNDECIDED, READ) or self.deciding is None:
            return "by hand"
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
            "extent": (WHOLE if self.by_kernel else deciding.extent) if deciding else None,
            "follows": claim.follows,
            "fidelity": claim.fidelity or None,
            "blind_to": list(claim.blind_to),
            "unproved_below": list(self.unproved_below),
            "checks": [
                {
                    "formula": latex_of(s),
                    "checked": s.checked,
                    "extent": e.extent,
                    "engine": e.engine,
                    "strength": e.strength,
                    "scope": e.scope,
                }
                for s, e in self.checks
            ],
            "effective_strength": self.effective_strength,
            "weakest_link": self.weakest_link,
            "conditional_on": self.conditional_on,
            "witness_rests_on": self.witness_rests_on,
            "refuted_in_coq": self.refuted_in_coq,
            "kernel": self._kernel_entry(),
            "contradiction": self.contradiction,
            "printed": _entry(self.printed, self.latex("printed")),
            "corrected": _entry(self.corrected, self.latex("corrected")),
            "mutants": [
                {**(_entry(e, "") or {}), "latex": literal_latex(s), "why": s.why}
                for e, s in zip(self.mutants, claim.mutants, strict=True)
            ],
            "worst_ratio": _finite(deciding.worst_ratio) if deciding else None,
        }

    def _kernel_entry(self) -> dict[str, Any] | None:
        named, found = self.claim.kernel, self.kernel
        if named is None or found is None:
            return None
        shown = found.certificate or {}
        return {
            "theorem": named.name,
            "covers": named.covers,
            "shows": named.shows,
            "scope": named.scope,
            "conditions": {c.name: c.says for c in named.conditions},
            "mutants": list(named.mutants),
            "beside": list(named.beside),
            "outcome": found.outcome,
            "detail": found.detail,
            "statement": shown.get("statement", ""),
            "axioms": shown.get("axioms", []),
            "decides": self.by_kernel,
        }


def record_of(claim: Claim, found: dict[str, Any]) -> Record:
    """The record of a claim from its evidence as JSON, before chains are known."""

    def read(name: str) -> list[Evidence]:
        return [Evidence.from_json(e) for e in found[name]]

    lemmas = {name: Evidence.from_json(e) for name, e in found["lemmas"].items()}
    by_hand = any(not _proved(step, lemmas) for step in claim.hand_steps)

    def of(name: str) -> Evidence | None:
        how = {"follows": bool(claim.follows), "by_hand": by_hand}
        return judged(getattr(claim, name), read(name), read("support"), **how)

    mutants = read("mutants")
    printed, corrected = of("printed"), of("corrected")
    kernel = None if found["kernel"] is None else Evidence.from_json(found["kernel"])
    return Record(claim, printed, corrected, mutants, kernel=kernel, lemmas=lemmas)


def _proved(step: HandStep, lemmas: Mapping[str, Evidence]) -> bool:
    """Whether lemmas of ``formal/`` prove a hand step."""
    found = [lemmas.get(name) for name in step.lemmas]
    return bool(found) and all(e is not None and e.outcome == HOLDS for e in found)


def _finite(ratio: float | None) -> float | None:
    """JSON has no infinity."""
    return ratio if ratio is not None and math.isfinite(ratio) else None


def _entry(evidence: Evidence | None, latex: str) -> dict[str, Any] | None:
    if evidence is None:
        return None
    return {
        "outcome": evidence.outcome,
        "engine": evidence.engine,
        "strength": evidence.strength,
        "witness": evidence.witness,
        "detail": evidence.detail,
        "latex": latex,
        "parts": [
            {"outcome": p.outcome, "engine": p.engine, "strength": p.strength, "scope": p.scope}
            for p in evidence.parts
        ],
    }
