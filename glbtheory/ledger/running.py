"""The ledger: run claims, compute verdicts, remember them by content.

A verdict is a function of the claim and of the code that decides it.  It is therefore stored
under a hash of both: of the claim's text, of its module and every module of this package that
one imports, and of the versions of the libraries.  Change any of them and the old entry is not
found; a damaged entry is recomputed.
"""

from __future__ import annotations

import ast
import hashlib
import json
import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from joblib import Parallel, delayed

from glbtheory._support.code_identity import PACKAGE, SNAPSHOT, library_versions, source
from glbtheory._support.files import cache_folder, write_atomically
from glbtheory.claims import all_claims
from glbtheory.claims.model import MAY_FAIL, AnyStatement, Claim, joined_latex, literal_latex
from glbtheory.engines.evidence import (
    HOLDS,
    REFUTED,
    STRENGTHS,
    UNDECIDED,
    Evidence,
    conjunction,
    weakest,
)

#: A sentence about an experiment that runs of one's own show at some of the settings looked at ...
REPRODUCED_AT_SOME = "reproduced-at-some"
#: ... or whose opposite they show at all of them.
NOT_REPRODUCED = "not-reproduced"
VERDICTS = (
    *("holds", "holds-as-corrected", REPRODUCED_AT_SOME),
    *("refuted", NOT_REPRODUCED, "undecided", "read"),
)


@dataclass(frozen=True)
class Record:
    """What the ledger knows of one claim: the evidence, and what follows from it."""

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
        """One of :data:`VERDICTS`: computed, never stored."""
        if self.printed is None:
            return "read"
        if self.survivors:
            # A check that also passes a false statement shows nothing.
            return UNDECIDED
        if self.printed.outcome == HOLDS:
            return REPRODUCED_AT_SOME if self.printed.partial else HOLDS
        if self.printed.outcome == REFUTED:
            if self.corrected is None or self.corrected.outcome == REFUTED:
                return NOT_REPRODUCED if self._of_an_experiment else REFUTED
            return "holds-as-corrected" if self.corrected.outcome == HOLDS else UNDECIDED
        return UNDECIDED

    @property
    def _of_an_experiment(self) -> bool:
        """Runs of one's own speak against what somebody else saw; they do not show it wrong."""
        sampled = self.printed is not None and self.printed.strength == "sampled"
        return self.claim.kind == "experiment-claim" and sampled

    @property
    def may_stay_open(self) -> bool:
        """A difference that runs do not show may still be there; mutants must be refuted."""
        return self._of_an_experiment and not self.survivors

    @property
    def deciding(self) -> Evidence | None:
        """The evidence that the verdict rests on."""
        return self.corrected if self.verdict == "holds-as-corrected" else self.printed

    @property
    def strength(self) -> str:
        """How strongly the deciding statement is known."""
        if self.verdict in (UNDECIDED, "read") or self.deciding is None:
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


# --- running one claim ------------------------------------------------------------------------


def run_claim(claim: Claim) -> dict[str, Any]:
    """Ask the engines about every statement of one claim."""
    support = [_decide(s) for s in claim.support]
    return {
        "printed": _all(claim.printed, support),
        "corrected": _all(claim.corrected, support),
        "mutants": [_decide(s).to_json() for s in claim.mutants],
    }


def _all(statements: Iterable[AnyStatement], support: list[Evidence]) -> dict[str, Any] | None:
    parts = [_decide(s) for s in statements]
    return conjunction(parts + support).to_json() if parts else None


def _decide(statement: AnyStatement) -> Evidence:
    """An engine that fails says so; it does not take the ledger down with it."""
    try:
        return statement.decide()
    except Exception as error:
        detail = f"the check failed: {type(error).__name__}: {error}"
        return Evidence(UNDECIDED, "none", "read", detail=detail)


# --- the cache --------------------------------------------------------------------------------


#: One import statement, which may run over several lines inside its brackets.
_IMPORT = re.compile(
    rb"^[ \t]*(from[ \t]+\S+[ \t]+import[ \t]*(?:\([^)]*\)|[^\n(]+)|import[ \t]+[^\n]+)", re.M
)


def _import_nodes(source: bytes) -> Iterator[ast.Import | ast.ImportFrom]:
    """The import statements of a file; parsing whole files would take most of a cached run."""
    try:
        statements = [ast.parse(match) for match in _IMPORT.findall(source)]
    except SyntaxError:  # a line of text that reads like an import
        statements = [ast.parse(source)]
    for statement in statements:
        for node in ast.walk(statement):
            if isinstance(node, ast.Import | ast.ImportFrom):
                yield node


@lru_cache(maxsize=256)
def _imports(path: Path) -> tuple[Path, ...]:
    """The files of this package that a file imports, directly."""
    found = []
    for node in _import_nodes(source(path)):
        if isinstance(node, ast.Import):
            names = [a.name for a in node.names]
        else:
            module = _absolute(path, node)
            names = [module, *(f"{module}.{a.name}" for a in node.names)]
        for name in names:
            if name.split(".")[0] == PACKAGE.name:
                found += _files_of(name)
    return tuple(dict.fromkeys(found))


def _absolute(path: Path, node: ast.ImportFrom) -> str:
    """The module that ``from … import`` names, dots resolved."""
    if not node.level:
        return node.module or ""
    parts = path.relative_to(PACKAGE.parent).parts[: -node.level]
    return ".".join([*parts, *([node.module] if node.module else [])])


def _files_of(name: str) -> list[Path]:
    place = PACKAGE.parent.joinpath(*name.split("."))
    return [p for p in (place.with_suffix(".py"), place / "__init__.py") if p.exists()]


def code_digest(module: str) -> str:
    """A hash of a module, of what it imports from this package, and of the library versions."""
    todo = (
        [Path(sys.modules[module].__file__ or "")] if module in sys.modules else _files_of(module)
    )
    todo.append(Path(__file__))
    seen: dict[Path, bytes] = {}
    while todo:
        path = todo.pop()
        # The registry imports every claim; following it would tie all claims together.
        if path in seen or path == PACKAGE / "claims" / "__init__.py":
            continue
        seen[path] = source(path)
        todo += _imports(path)
    body = hashlib.sha256()
    for path in sorted(seen):
        body.update(path.name.encode() + b"\0" + seen[path])
    body.update(library_versions().encode())
    return body.hexdigest()


def cache_key(claim: Claim, digests: dict[str, str]) -> str | None:
    """The address of a claim's evidence; None for a claim whose code cannot be hashed.

    A claim from elsewhere, or one of the paper with something put in for a part of it, is not
    what the file of its module says.
    """
    if not _ours(claim):
        return None
    if claim.module not in digests:
        digests[claim.module] = code_digest(claim.module)
    text = json.dumps(claim.to_json(), sort_keys=True)
    return hashlib.sha256(f"{digests[claim.module]}\n{text}".encode()).hexdigest()


def _ours(claim: Claim) -> bool:
    return all_claims().get(claim.id) == claim


def _fingerprint(key: str, evidence: Any) -> str:
    """Of the evidence and of the place it belongs to: an entry that was moved does not count."""
    return hashlib.sha256(f"{key}\n{json.dumps(evidence, sort_keys=True)}".encode()).hexdigest()


def _load(key: str | None) -> dict[str, Any] | None:
    if key is None:
        return None
    try:
        stored = json.loads((cache_folder("ledger") / f"{key}.json").read_text())
        if stored["sha256"] == _fingerprint(key, stored["evidence"]):
            evidence: dict[str, Any] = stored["evidence"]
            return evidence
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return None


def _store(key: str | None, evidence: dict[str, Any]) -> None:
    if key is None:
        return
    entry = {"sha256": _fingerprint(key, evidence), "evidence": evidence}
    folder = cache_folder("ledger")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / f"{key}.json", json.dumps(entry).encode())
    except OSError:
        # Without a place to write the ledger still works, only slower next time.
        return


# --- running many -----------------------------------------------------------------------------


def verify(
    claims: Iterable[Claim],
    *,
    jobs: int = 2,
    use_cache: bool = True,
    progress: Callable[[int, int, str], None] | None = None,
    extra: Iterable[Claim] = (),
) -> list[Record]:
    """The records of some claims, in order; what they rest on is run too.

    ``extra`` are claims from elsewhere that the chains may mention.
    """
    if jobs < 1:
        raise ValueError(f"jobs must be at least 1, not {jobs}")
    asked = list(claims)
    known = {**all_claims(), **{c.id: c for c in (*extra, *asked)}}
    needed = _closure(asked, known)
    evidence = _evidence(needed, jobs, use_cache, progress)
    records = {c.id: _record(c, evidence[c.id]) for c in needed}
    finished: dict[str, Record] = {}
    for claim in needed:
        _chain(claim.id, records, finished, known)
    return [finished[c.id] for c in asked]


def _closure(asked: list[Claim], known: dict[str, Claim]) -> list[Claim]:
    """The claims asked for and all that they rest on."""
    found: dict[str, Claim] = {}
    todo = list(asked)
    while todo:
        claim = todo.pop()
        if claim.id in found:
            continue
        found[claim.id] = claim
        hands = {h.id for h in claim.hand_steps}
        for name in claim.dependency_ids:
            if name in hands:
                continue
            if name not in known:
                raise ValueError(f"{claim.id} rests on {name}, which is not a claim")
            todo.append(known[name])
    return list(found.values())


def _evidence(
    claims: list[Claim],
    jobs: int,
    use_cache: bool,
    progress: Callable[[int, int, str], None] | None,
) -> dict[str, dict[str, Any]]:
    digests: dict[str, str] = {}
    keys = {c.id: cache_key(c, digests) for c in claims}
    done: dict[str, dict[str, Any]] = {}
    if use_cache:
        done = {i: found for i, key in keys.items() if (found := _load(key)) is not None}
    todo = [c for c in claims if c.id not in done]
    # Simulations take longest: begun last, they would keep one process waiting for the other.
    todo.sort(key=lambda c: c.kind != "experiment-claim")
    report = progress or (lambda done, total, name: None)
    report(len(done), len(claims), "")
    if todo:
        results = _parallel(todo, min(jobs, len(todo)))
        for identifier, evidence, code in results:
            done[identifier] = evidence
            if code == SNAPSHOT:
                _store(keys[identifier], evidence)
            report(len(done), len(claims), identifier)
    return done


#: What a process found, and with which code.
_Found = tuple[str, dict[str, Any], str]


def _parallel(todo: list[Claim], jobs: int) -> Iterable[_Found]:
    if jobs == 1:
        return (_worker(c) for c in todo)
    # Claims of this package travel by name; others are pickled with their code by joblib.
    work = (delayed(_worker)(c.id if _ours(c) else c) for c in todo)
    results: Iterable[_Found] = Parallel(
        n_jobs=jobs, return_as="generator_unordered", batch_size=1
    )(work)
    return results


def _worker(claim: str | Claim) -> _Found:
    found = all_claims()[claim] if isinstance(claim, str) else claim
    return found.id, run_claim(found), SNAPSHOT


def _record(claim: Claim, found: dict[str, Any]) -> Record:
    def read(data: dict[str, Any] | None) -> Evidence | None:
        return None if data is None else Evidence.from_json(data)

    mutants = [Evidence.from_json(e) for e in found["mutants"]]
    return Record(claim, read(found["printed"]), read(found["corrected"]), mutants)


def _chain(
    name: str, records: dict[str, Record], done: dict[str, Record], known: dict[str, Claim]
) -> Record:
    """Effective strength: the weakest link of the chain below, which is named."""
    if name in done:
        return done[name]
    record = records[name]
    done[name] = record  # a cycle ends here; its links are counted once
    hands = {h.id for h in record.claim.hand_steps}
    links = [(record.strength, name)] + [("read", h) for h in sorted(hands)]
    conditions = list(sorted(hands))
    for below in record.claim.dependency_ids:
        if below in hands:
            continue
        link = _chain(below, records, done, known)
        links.append((link.effective_strength, link.weakest_link or below))
        conditions += [c for c in link.conditional_on if c not in conditions]
        if link.verdict not in (HOLDS, "holds-as-corrected") and below not in conditions:
            conditions.append(below)
    strength = weakest([s for s, _ in links])
    weak = next(n for s, n in links if s == strength)
    finished = Record(
        record.claim,
        record.printed,
        record.corrected,
        record.mutants,
        strength,
        weak,
        conditions,
    )
    done[name] = finished
    return finished


# --- what the ledger says in all ----------------------------------------------------------------


def exit_code(records: Iterable[Record]) -> int:
    """0 settled; 1 a mutant survives or a claim fails uncorrected; 3 something is undecided."""
    records = list(records)
    failed = [
        r
        for r in records
        if any(e.outcome == HOLDS for e in r.mutants)
        or (r.verdict == REFUTED and r.claim.kind not in MAY_FAIL)
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
            "printed": r.claim.printed_latex,
            "corrected": r.claim.corrected_latex or None,
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
