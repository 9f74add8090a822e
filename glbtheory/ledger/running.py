"""Running claims: what is stored is taken, what is not is decided, in several processes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from joblib import Parallel, delayed

from glbtheory._support.code_identity import SNAPSHOT
from glbtheory._support.progress import ProgressReport
from glbtheory._support.timings import Part, Seconds, Stopwatch, record
from glbtheory.claims import all_claims
from glbtheory.claims.model import Claim
from glbtheory.ledger import dependencies, evidence_store
from glbtheory.ledger.one_claim import run_claim
from glbtheory.ledger.records import Record, record_of


def verify(
    claims: Iterable[Claim],
    *,
    jobs: int = 2,
    use_cache: bool = True,
    progress: ProgressReport | None = None,
    extra: Iterable[Claim] = (),
) -> list[Record]:
    """The records of some claims, in order; what they rest on is run too.

    ``extra`` are claims from elsewhere that the chains may mention.
    """
    if jobs < 1:
        raise ValueError(f"jobs must be at least 1, not {jobs}")
    asked = list(claims)
    known = {**all_claims(), **{c.id: c for c in (*extra, *asked)}}
    needed = closure(asked, known)
    evidence = _evidence(needed, jobs, use_cache, progress)
    records = dependencies.with_chains(record_of(c, evidence[c.id]) for c in needed)
    found = {r.claim.id: r for r in records}
    return [found[c.id] for c in asked]


def closure(asked: list[Claim], known: dict[str, Claim]) -> list[Claim]:
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
    claims: list[Claim], jobs: int, use_cache: bool, progress: ProgressReport | None
) -> dict[str, dict[str, Any]]:
    known = {c.id: c for c in claims}
    keys = {name: evidence_store.key(claim) for name, claim in known.items()}
    done: dict[str, dict[str, Any]] = {}
    if use_cache:
        found = {name: evidence_store.load(key) for name, key in keys.items()}
        done = {name: evidence for name, evidence in found.items() if evidence is not None}
    todo = [c for c in claims if c.id not in done]
    # Simulations take longest: begun last, they would keep one process waiting for the other.
    todo.sort(key=lambda c: c.kind != "experiment-claim")
    report = progress or (lambda done, total, name: None)
    report(len(done), len(claims), "")
    if todo:
        took = []
        for name, evidence, code, seconds in _decided(todo, min(jobs, len(todo))):
            done[name] = evidence
            took.append(Part("claims", name, seconds))
            # Neither the code nor the proofs were edited since the key was made.
            if code == SNAPSHOT and evidence_store.key(known[name]) == keys[name]:
                evidence_store.store(keys[name], evidence)
            report(len(done), len(claims), name)
        record(took)
    return done


#: What a process found, with which code, and how long it took.
_Found = tuple[str, dict[str, Any], str, Seconds]


def _decided(todo: list[Claim], jobs: int) -> Iterable[_Found]:
    if jobs == 1:
        return (_worker(c) for c in todo)
    # Claims of this package travel by name; others are pickled with their code by joblib.
    ours = evidence_store.is_of_the_paper
    work = (delayed(_worker)(c.id if ours(c) else c) for c in todo)
    results: Iterable[_Found] = Parallel(
        n_jobs=jobs, return_as="generator_unordered", batch_size=1
    )(work)
    return results


def _worker(claim: str | Claim) -> _Found:
    found = all_claims()[claim] if isinstance(claim, str) else claim
    watch = Stopwatch()
    evidence = run_claim(found)
    return found.id, evidence, SNAPSHOT, watch.read()
