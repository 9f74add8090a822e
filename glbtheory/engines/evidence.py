"""What an engine answers: one outcome, how strongly it is known, and what shows it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import Any

HOLDS, REFUTED, UNDECIDED = "holds", "refuted", "undecided"

#: Strongest first.  ``read`` is never a verification.
STRENGTHS = ("kernel", "proved", "certified", "enumerated", "searched", "sampled", "by hand")


#: The same as readers see them.
STRENGTH_LABELS = {
    **{name: name for name in STRENGTHS},
    "kernel": "kernel-checked",
    "searched": "searched, not broken",
}

#: What evidence covers of the formula that it is about: all of it; a step of its proof; cases of
#: it; or nothing of it, since two expressions of ours were compared.
WHOLE, PART, CASES, CONSISTENCY = EXTENTS = ("whole", "part", "cases", "consistency")

#: How a proof of each strength was found, in words.
MEANS = {
    "kernel": "Coq (kernel-checked)",
    "proved": "exact algebra",
    "certified": "a certified cover of the domain",
}
#: The same for what falls short of a proof.
_SHORT_OF_PROOF = {
    "enumerated": "enumerated in every case",
    "searched": "searched and not broken",
    "sampled": "sampled",
    "by hand": "the last step is an argument in words",
}


def weakest(strengths: list[str]) -> str:
    """The weakest of some strengths; a chain is as strong as its weakest link."""
    return max(strengths, key=STRENGTHS.index)


@dataclass(frozen=True)
class Evidence:
    """What an engine found about one statement.

    ``witness`` is JSON: variables to exact rationals as text, or the instance that
    refutes.  ``worst_ratio`` is lhs/rhs at the worst instance found (1 means tight).
    ``certificate`` is what an independent checker can re-verify, where there is one.
    ``partial`` says of a statement "there is a case" that it holds, but not in every case seen.
    ``extent`` is what the evidence covers of the formula that it is shown for.
    """

    outcome: str
    engine: str
    strength: str
    scope: str = ""
    witness: dict[str, Any] | None = None
    worst_ratio: float | None = None
    certificate: dict[str, Any] | None = None
    detail: str = ""
    partial: bool = False
    parts: list[Evidence] = field(default_factory=list)
    extent: str = WHOLE

    def __post_init__(self) -> None:
        if self.outcome not in (HOLDS, REFUTED, UNDECIDED):
            raise ValueError(f"outcome must be holds, refuted or undecided, not {self.outcome!r}")
        if self.strength not in STRENGTHS:
            raise ValueError(
                f"strength must be one of {', '.join(STRENGTHS)}, not {self.strength!r}"
            )
        if self.extent not in EXTENTS:
            raise ValueError(f"extent must be one of {', '.join(EXTENTS)}, not {self.extent!r}")

    def __repr__(self) -> str:
        """The answer in one line; ``to_json`` has everything."""
        return f"<Evidence: {self._in_words()}>"

    def _in_words(self) -> str:
        if self.outcome == REFUTED:
            at = ", ".join(f"{name} = {value}" for name, value in (self.witness or {}).items())
            return ": ".join(filter(None, [f"refuted at {at}" if at else "refuted", self.detail]))
        if self.outcome == UNDECIDED:
            return ": ".join(filter(None, ["undecided", self.detail]))
        how = MEANS.get(self.strength)
        said = f"proved by {how}" if how else _SHORT_OF_PROOF[self.strength]
        if self.worst_ratio is not None:
            said += f" (worst ratio {self.worst_ratio:.4g})"
        scope = f"for {self.scope}" if self.scope.startswith("all ") else self.scope
        return ", ".join(filter(None, ["holds", said, scope]))

    def with_(self, **changes: Any) -> Evidence:
        """A copy with some fields changed."""
        return replace(self, **changes)

    def to_json(self) -> dict[str, Any]:
        """A plain dictionary, ready for ``json.dumps``."""
        return asdict(self)

    @staticmethod
    def from_json(data: dict[str, Any]) -> Evidence:
        """The inverse of :meth:`to_json`."""
        parts = [Evidence.from_json(p) for p in data.get("parts", [])]
        return Evidence(**{**data, "parts": parts})


def conjunction(parts: list[Evidence]) -> Evidence:
    """All of several statements: refuted by one, holding only if each holds."""
    if len(parts) == 1:
        return parts[0]
    for outcome in (REFUTED, UNDECIDED):
        for part in parts:
            if part.outcome == outcome:
                return part.with_(parts=list(parts))
    ratios = [p.worst_ratio for p in parts if p.worst_ratio is not None]
    scopes = list(dict.fromkeys(p.scope for p in parts if p.scope))
    worst = max(parts, key=lambda p: STRENGTHS.index(p.strength))
    return Evidence(
        HOLDS,
        worst.engine,
        worst.strength,
        scope="; ".join(scopes),
        worst_ratio=max(ratios) if ratios else None,
        partial=any(p.partial for p in parts),
        parts=list(parts),
    )
