"""The whole paper in one value: what was checked, how strongly, what is wrong, what rests on what.

::

    report(records)                 # a dictionary, ready for JSON
    write_json("report.json", records)

The order is fixed, measured floats are rounded to four digits, and neither times nor paths
are in it: two reports of the same ledger are the same bytes.  The keys of version ``SCHEMA`` are

- ``schema``: this version; it changes when a key changes its meaning or goes;
- ``headline``: numbers: ``claims``, ``items``, ``displays``, ``sentences``, ``beyond``, ``read``,
  ``verdicts``, ``of_the_paper``, ``mathematics``, ``strengths``, ``effective_strengths``,
  ``strengths_hand_steps_granted``, ``mutants``, ``shares``, ``errata``, ``repairs``, ``theorems``,
  ``hand_steps``, ``weak_links``;
- ``theorems``: the ids of the paper's theorems, in its order;
- ``errata``: group to a list of slips, each with its lines, its witness and the claims it refutes;
- ``refuted``: one entry per claim that is refuted as printed, with witness, repair, and the claims
  whose proof in the paper passes through it;
- ``ledger``: one entry per claim;
- ``coverage``: ``items``, ``displays``, ``sentences``, ``beyond``, ``read``, ``sampled_alone``,
  ``shares`` by kind;
- ``hand_steps``: what each says, and who rests on it, directly and in all: nobody, where kernel
  theorems and lemmas have made it unnecessary;
- ``scope_conditions``: what kernel theorems leave out of a page's statement, and who depends on it;
- ``weakest_links``: hand steps and weak claims, those with most users first, and what settling each
  alone would give.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from glbtheory._support.files import path_of, write_atomically
from glbtheory.claims import inventory
from glbtheory.claims.model import EFFECTS
from glbtheory.claims.slips import GROUPS
from glbtheory.engines.evidence import STRENGTHS
from glbtheory.ledger import dependencies, findings, refutations
from glbtheory.ledger.coverage import (
    CHECKABLE,
    Coverage,
    Share,
    coverage,
    in_paper_order,
    sampled_alone,
)
from glbtheory.ledger.records import Record
from glbtheory.ledger.verdicts import CORRECTED, HOLDS

SCHEMA = 2
#: Digits of measured numbers: further ones may differ between machines.
DIGITS = 4


def report(records: Iterable[Record]) -> dict[str, Any]:
    """Everything that the report says, computed from some records."""
    records = list(records)
    if not records:
        raise ValueError("records must not be empty")
    covered = coverage(records)
    found = {
        "schema": SCHEMA,
        "headline": _headline(records, covered),
        "theorems": [r.claim.id for r in in_paper_order(_theorems(covered))],
        "errata": errata(records),
        "refuted": refuted(records),
        "ledger": _ledger(records),
        "coverage": _coverage(records, covered),
        "hand_steps": _hand_steps(records),
        "scope_conditions": _scope_conditions(records),
        "weakest_links": _weakest_links(records),
    }
    plain: dict[str, Any] = rounded(found)
    return plain


def write_json(path: str | Path, records: Iterable[Record]) -> None:
    """The report as a JSON file, written whole or not at all."""
    text = json.dumps(report(records), indent=1, ensure_ascii=False) + "\n"
    write_atomically(path_of("path", path), text.encode())


def rounded(value: Any) -> Any:
    """The same value with floats of :data:`DIGITS` digits; JSON has no infinity and no NaN."""
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}") if math.isfinite(value) else str(value)
    if isinstance(value, dict):
        return {str(k): rounded(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(v) for v in value]
    return value


def errata(records: Iterable[Record]) -> dict[str, list[dict[str, Any]]]:
    """The slips by their group, in the paper's order."""
    found = refutations.errata(records)
    return {group: [e for e in found if e["group"] == group] for group in GROUPS}


def refuted(records: Iterable[Record]) -> list[dict[str, Any]]:
    """What is refuted as printed, claim by claim, in the paper's order."""
    records = list(records)
    users = dependencies.named_dependents(records)
    known = {r.claim.id: r for r in records}
    found = {e["id"]: e for e in refutations.refuted(in_paper_order(records))}
    return [
        {
            **e,
            "verdict": known[name].verdict,
            "strength": known[name].strength,
            "heading": known[name].claim.heading,
            "kind": known[name].claim.kind,
            "chapter": known[name].claim.chapter,
            "dependents": users[name],
        }
        for name, e in found.items()
    ]


def on_theorems(records: Iterable[Record]) -> dict[str, list[str]]:
    """For each theorem the errata that stand on its own lines, its own and those of other claims.

    Notation and steps apart: what is left changes what the theorem says.
    """
    records = list(records)
    known = {r.claim.id: r for r in records}
    found = [
        (e["id"], inventory.spans(e["lines"]))
        for e in refutations.refuted(records)
        if _says_more(e)
    ]
    return {
        item.id: [name for name, spans in found if inventory.overlap(item.spans, spans)]
        for item in inventory.items()
        if item.kind == "theorem" and item.id in known
    }


def _says_more(erratum: dict[str, Any]) -> bool:
    return erratum["effect"] in ("rate", "statement", "constant")


def _theorem_counts(records: list[Record]) -> dict[str, int]:
    """Theorems that stand as printed, that stand as corrected, and those in between."""
    known = {r.claim.id: r.verdict for r in records}
    own = on_theorems(records)
    holds = [name for name in own if known[name] == HOLDS]
    return {
        "all": len(own),
        "as_printed": sum(not own[name] for name in holds),
        "as_corrected": sum(known[name] in CORRECTED for name in own),
        "with_errata_on_their_lines": sum(bool(own[name]) for name in holds),
    }


def _mathematics(records: list[Record]) -> dict[str, int]:
    """How the paper's own mathematical claims are known."""
    own = findings.mathematics(records)
    return {
        "claims": len(own),
        "kernel": sum(r.by_kernel for r in own),
        "above_by_hand": sum(r.effective_strength != "by hand" for r in own),
    }


def _headline(records: list[Record], covered: Coverage) -> dict[str, Any]:
    hands = dependencies.hand_steps(records)
    granted = dependencies.effective_strengths(records, list(hands)).values()
    mutants = [m for r in records for m in r.mutants]
    survivors = sum(len(r.survivors) for r in records)
    displays = [d for d in covered.displays if d.claims]
    summary = findings.summary(records)
    return {
        "claims": len(records),
        "items": {
            "listed": len(covered.items),
            "covered": len(covered.items) - len(covered.missing_items),
        },
        "displays": {"listed": len(covered.displays), "covered": len(displays)},
        "sentences": len(covered.sentences),
        "beyond": len(covered.beyond),
        "read": len(covered.read),
        "verdicts": summary["verdict"],
        "of_the_paper": {
            "claims": sum(not r.claim.ours for r in records),
            "as_printed": sum(r.verdict == HOLDS and not r.claim.ours for r in records),
        },
        "mathematics": _mathematics(records),
        "strengths": summary["strength"],
        "effective_strengths": {
            s: sum(r.effective_strength == s for r in records) for s in STRENGTHS
        },
        "strengths_hand_steps_granted": {s: sum(g == s for g in granted) for s in STRENGTHS},
        "mutants": {"stated": len(mutants), "refuted": len(mutants) - survivors},
        "shares": {
            "checkable": _share(covered.share(CHECKABLE)),
            "all": _share(covered.share()),
        },
        "errata": {group: len(found) for group, found in errata(records).items()},
        "repairs": {e: sum(r["effect"] == e for r in refuted(records)) for e in EFFECTS},
        "theorems": _theorem_counts(records),
        "hand_steps": len(hands),
        "weak_links": len(dependencies.weakest_links(records)),
    }


def _theorems(covered: Coverage) -> list[Record]:
    return [i.record for i in covered.items if i.record and i.item.kind == "theorem"]


def _share(share: Share) -> dict[str, Any]:
    return {
        "items": share.total,
        "strong": share.strong,
        "effective": share.effective,
        "unconditional": share.unconditional,
        "percent": share.percent,
    }


def _ledger(records: list[Record]) -> list[dict[str, Any]]:
    users, direct = dependencies.dependents(records), dependencies.arrows(records)
    granted = dependencies.effective_strengths(records, list(dependencies.hand_steps(records)))
    says = {c["name"]: c["says"] for c in _scope_conditions(records)}
    return [
        {
            **r.to_json(),
            "label": r.claim.label,
            "ours": r.claim.ours,
            "effect": r.claim.effect or None,
            "error_lines": r.claim.error_lines or None,
            "note": r.claim.note,
            "reason": r.claim.reason,
            "strength_hand_steps_granted": granted[r.claim.id],
            "rests_on": direct[r.claim.id],
            "scopes": {name: says[name] for name in r.conditional_on if name in says},
            "dependents": users[r.claim.id],
        }
        for r in records
    ]


def _coverage(records: list[Record], covered: Coverage) -> dict[str, Any]:
    return {
        "items": [
            {
                "id": i.item.id,
                "kind": i.item.kind,
                "label": i.item.label,
                "lines": i.item.lines,
                "claim": i.record.claim.id if i.record else None,
                "verdict": i.record.verdict if i.record else None,
                "strength": i.record.strength if i.record else None,
            }
            for i in covered.items
        ],
        "displays": [
            {
                "environment": d.display.environment,
                "label": d.display.label,
                "first": d.display.first,
                "last": d.display.last,
                "claims": d.claims,
                "reason": d.reason,
            }
            for d in covered.displays
        ],
        "sentences": [r.claim.id for r in covered.sentences],
        "beyond": [r.claim.id for r in covered.beyond],
        "read": covered.read,
        "sampled_alone": sampled_alone(records),
        "shares": {kind: _share(share) for kind, share in covered.shares().items()},
    }


def _hand_steps(records: list[Record]) -> list[dict[str, Any]]:
    users = dependencies.dependents(records)
    direct = dependencies.arrows(records)
    return [
        {
            "name": name,
            "says": says,
            "direct": [c for c, below in direct.items() if name in below],
            "dependents": users.get(name, []),
        }
        for name, says in dependencies.named_hand_steps(records).items()
    ]


def _scope_conditions(records: list[Record]) -> list[dict[str, Any]]:
    deciding = [r.claim.kernel for r in records if r.claim.kernel and r.by_kernel]
    says = {c.name: c.says for theorem in deciding for c in theorem.conditions}
    return [
        {
            "name": name,
            "says": text,
            "dependents": [r.claim.id for r in records if name in r.conditional_on],
        }
        for name, text in sorted(says.items())
    ]


def _weakest_links(records: list[Record]) -> list[dict[str, Any]]:
    gained = {g.name: g for g in dependencies.gains(records)}
    titles = {r.claim.id: r.claim.title for r in records} | dependencies.hand_steps(records)
    return [
        {
            "name": link.name,
            "kind": link.kind,
            "strength": link.strength,
            "says": titles[link.name],
            "dependents": link.users,
            "stronger_if_settled": gained[link.name].stronger,
            "unconditional_if_settled": gained[link.name].unconditional,
        }
        for link in dependencies.weakest_links(records)
    ]
