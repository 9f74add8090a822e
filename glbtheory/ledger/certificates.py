"""A folder of certificates: one file per claim, written by the ledger, checked without its engines.

A file holds, for every inequality that the engines decided, either a *proof* (boxes and rules, or
symbolic steps) or a *counterexample* (a rational point).  The inequality itself is not taken from
the file but from the claim, so that a file can only be right or wrong about it::

    written = write(folder, records)
    for fault in check(folder).faults:
        print(fault.claim, fault.reason)

The checker computes with fractions and mpmath's intervals, verifies symbolic steps with sympy, and
asks z3 again where a proof is one of polynomial arithmetic, since such a step leaves no witness.
How many proofs contain one is counted.

What must be there follows from the claim: a proof of every inequality of a correction and of a
supporting step, a counterexample to every mutant, one or the other for what is printed.
Statements that are enumerated, attacked or sampled have no certificate: for those, run the ledger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from glbtheory._support import sealed_json
from glbtheory._support.files import path_of
from glbtheory.claims import all_claims, natural_order
from glbtheory.claims.model import MAY_FAIL, AnyStatement, Bound, Claim
from glbtheory.engines.checker.certificate import BadCertificate
from glbtheory.engines.checker.certificate import check as check_proof
from glbtheory.engines.checker.counterexample import check_counterexample
from glbtheory.engines.evidence import HOLDS, REFUTED, Evidence

FORMAT = 1
INDEX = "index.json"
PROOF, COUNTEREXAMPLE = "proof", "counterexample"
ROLES = ("printed", "corrected", "support", "mutants")


@dataclass(frozen=True)
class Written:
    """How many certificates a folder got, and how many statements have none."""

    claims: int
    proofs: int
    counterexamples: int
    without: int


@dataclass(frozen=True)
class Fault:
    """Why a claim's certificates are not taken."""

    claim: str
    reason: str


@dataclass(frozen=True)
class Checked:
    """What a folder shows: certificates checked, faults, claims of the ledger it leaves out."""

    claims: int
    proofs: int
    by_z3: int
    counterexamples: int
    absent: int
    faults: list[Fault]


# --- writing --------------------------------------------------------------------------------------


def write(folder: str | Path, records: Iterable[Any]) -> Written:
    """Write the certificates of some records, a file per claim, and an index of the files.

    ``folder`` is made if need be; older certificates in it are replaced, and one that holds
    anything else is refused.
    """
    folder, records = path_of("folder", folder), list(records)
    bodies = {r.claim.id: list(_decided(r)) for r in records}
    if not any(bodies.values()):
        raise ValueError("none of these claims has an inequality to certify")
    _empty(folder)
    for name, entries in bodies.items():
        if entries:
            _write(folder / f"{name}.json", {"claim": name, "entries": entries})
    listed = [name for name, entries in bodies.items() if entries]
    _write(folder / INDEX, {"claims": sorted(listed, key=natural_order)})
    kinds = [entry["kind"] for entries in bodies.values() for entry in entries]
    total = sum(len(getattr(r.claim, role)) for r in records for role in ROLES)
    return Written(len(listed), kinds.count(PROOF), kinds.count(COUNTEREXAMPLE), total - len(kinds))


def _empty(folder: Path) -> None:
    """Remove older certificates; whatever else is there is not ours to remove."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        there = sorted(folder.iterdir())
        strangers = [p.name for p in there if not _is_ours(p)]
        if strangers:
            raise ValueError(
                f"{folder} must be empty or hold certificates only, not {strangers[0]}"
            )
        for path in there:
            path.unlink()
    except OSError as error:
        raise ValueError(f"cannot use {folder}: {error.strerror}") from None


def _is_ours(path: Path) -> bool:
    """Whether a file was written here and is as it was written."""
    try:
        body = _read(path)
    except BadCertificate:
        return False
    return path.name == (f"{body['claim']}.json" if "claim" in body else INDEX)


def _decided(record: Any) -> Iterator[dict[str, Any]]:
    """The entries of one claim: every inequality that was proved or refuted."""
    for role, index, statement, evidence in _evidence(record):
        if not isinstance(statement, Bound):
            continue
        place = {"role": role, "index": index}
        if evidence.outcome == HOLDS and evidence.certificate is not None:
            yield {**place, "kind": PROOF, "certificate": evidence.certificate}
        elif evidence.outcome == REFUTED and evidence.witness is not None:
            point = {n: evidence.witness[n] for n in statement.inequality().domain}
            yield {**place, "kind": COUNTEREXAMPLE, "point": point}


def _evidence(record: Any) -> Iterator[tuple[str, int, AnyStatement, Evidence]]:
    """Every statement of a record with its own evidence; what supports it is listed once."""
    claim = record.claim
    for role, whole in (("printed", record.printed), ("corrected", record.corrected)):
        statements = getattr(claim, role)
        if whole is None:
            continue
        parts = _parts(whole, len(statements) + len(claim.support))
        own, below = parts[: len(statements)], parts[len(statements) :]
        yield from ((role, k, s, e) for k, (s, e) in enumerate(zip(statements, own, strict=True)))
        if role == "printed":
            pairs = zip(claim.support, below, strict=True)
            yield from (("support", k, s, e) for k, (s, e) in enumerate(pairs))
    for k, (s, e) in enumerate(zip(claim.mutants, record.mutants, strict=True)):
        yield "mutants", k, s, e


def _parts(whole: Evidence, count: int) -> Sequence[Evidence]:
    return [whole] if count == 1 else whole.parts


def _write(path: Path, body: dict[str, Any]) -> None:
    try:
        sealed_json.write(path, {"format": FORMAT, **body}, indent=1, sort_keys=True)
    except OSError as error:
        raise ValueError(f"cannot write {path}: {error.strerror}") from None


# --- checking -------------------------------------------------------------------------------------


def check(
    folder: str | Path,
    *,
    jobs: int = 1,
    progress: Callable[[int, int, str], None] | None = None,
) -> Checked:
    """Re-verify every file of a folder against the claims; engines take no part in it."""
    folder = path_of("folder", folder)
    if not folder.is_dir():
        raise ValueError(f"{folder} is not a folder of certificates")
    names, faults = _listed(folder)
    report = progress or (lambda done, total, name: None)
    counts: list[Counts] = []
    for done, (name, found, fault) in enumerate(_results(folder, names, jobs), 1):
        counts.append(found)
        faults += [Fault(name, fault)] if fault else []
        report(done, len(names), name)
    return Checked(
        len(names),
        sum(c.proofs for c in counts),
        sum(c.by_z3 for c in counts),
        sum(c.counterexamples for c in counts),
        sum(_has_bounds(c) for n, c in all_claims().items() if n not in names),
        sorted(faults, key=lambda f: natural_order(f.claim)),
    )


class Counts(NamedTuple):
    """What one file shows."""

    proofs: int = 0
    by_z3: int = 0
    counterexamples: int = 0


_Result = tuple[str, Counts, str]


def _results(folder: Path, names: list[str], jobs: int) -> Iterable[_Result]:
    if jobs == 1:
        return (_check_file(folder, name) for name in names)
    from joblib import Parallel, delayed

    work = (delayed(_check_file)(folder, name) for name in names)
    found: Iterable[_Result] = Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)(
        work
    )
    return found


def _has_bounds(claim: Claim) -> bool:
    return any(isinstance(s, Bound) for role in ROLES for s in getattr(claim, role))


def _listed(folder: Path) -> tuple[list[str], list[Fault]]:
    """The claims that the index names, and what is wrong with the list."""
    try:
        body = _read(folder / INDEX)
        names = body["claims"]
        if not isinstance(names, list) or not all(isinstance(n, str) for n in names):
            raise BadCertificate("its list of claims is not one")
    except (BadCertificate, KeyError) as fault:
        return [], [Fault(INDEX, str(fault))]
    faults = [Fault(INDEX, "it names no claim")] if not names else []
    known = all_claims()
    faults += [Fault(n, "the paper has no such claim") for n in names if n not in known]
    there = {p.name for p in folder.iterdir()} - {INDEX, *(f"{n}.json" for n in names)}
    faults += [Fault(INDEX, f"it does not name the file {name}") for name in sorted(there)]
    return [n for n in names if n in known], faults


def _check_file(folder: Path, name: str) -> _Result:
    """One claim: the numbers of proofs and counterexamples, and what is wrong, if anything."""
    claim = all_claims()[name]
    try:
        body = _read(folder / f"{name}.json")
        if body.get("claim") != name:
            raise BadCertificate("it was made for another claim")
        kinds = _check_entries(claim, body.get("entries"))
        _complete(claim, kinds)
    except BadCertificate as fault:
        return name, Counts(), str(fault)
    found = list(kinds.values())
    again = sum(_asks_z3(entry.get("certificate")) for entry in body["entries"])
    return name, Counts(found.count(PROOF), again, found.count(COUNTEREXAMPLE)), ""


def _asks_z3(certificate: Any) -> bool:
    """Whether a step of a proof, or of what it rests on, is one of polynomial arithmetic."""
    if isinstance(certificate, dict):
        inside = certificate.values()
        return certificate.get("rule") == "polynomial" or any(map(_asks_z3, inside))
    return isinstance(certificate, list) and any(map(_asks_z3, certificate))


def _read(path: Path) -> dict[str, Any]:
    """What a file says; a digest that does not fit shows an accident before any arithmetic."""
    try:
        body = sealed_json.read(path)
    except OSError as error:
        raise BadCertificate(f"cannot read {path.name}: {error.strerror}") from None
    except sealed_json.Damaged as fault:
        raise BadCertificate(str(fault)) from None
    if body.get("format") != FORMAT:
        raise BadCertificate(f"{path.name} is not a file of format {FORMAT}")
    return body


def _check_entries(claim: Claim, entries: Any) -> dict[tuple[str, int], str]:
    """Check each entry against the claim's own inequality: place to kind."""
    if not isinstance(entries, list):
        raise BadCertificate("it has no list of entries")
    kinds: dict[tuple[str, int], str] = {}
    for entry in entries:
        place, statement = _statement(claim, entry)
        if place in kinds:
            raise BadCertificate(f"{place[0]} {place[1]} is there twice")
        try:
            if entry.get("kind") == PROOF:
                check_proof(entry.get("certificate"), statement)
            elif entry.get("kind") == COUNTEREXAMPLE:
                check_counterexample(entry.get("point"), statement)
            else:
                raise BadCertificate(f"its kind must be {PROOF} or {COUNTEREXAMPLE}")
        except (BadCertificate, ArithmeticError) as fault:
            raise BadCertificate(f"{place[0]} {place[1]}: {fault}") from None
        kinds[place] = entry["kind"]
    return kinds


def _statement(claim: Claim, entry: Any) -> tuple[tuple[str, int], Any]:
    role, index = (entry.get(k) for k in ("role", "index")) if isinstance(entry, dict) else (0, 0)
    statements = getattr(claim, role) if role in ROLES else ()
    if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < len(statements):
        raise BadCertificate("an entry must name a statement of the claim")
    statement = statements[index]
    if not isinstance(statement, Bound):
        raise BadCertificate(f"{role} {index} is not an inequality that a certificate can show")
    return (str(role), index), statement.inequality()


def _complete(claim: Claim, kinds: dict[tuple[str, int], str]) -> None:
    """Every inequality is there, and shown to be what the claim needs."""
    for role in ROLES:
        for k, statement in enumerate(getattr(claim, role)):
            if isinstance(statement, Bound):
                _expect(claim, role, k, kinds.get((role, k)))
    whole = all(isinstance(s, Bound) for s in claim.printed)
    refuted = [k for k in kinds if k[0] == "printed" and kinds[k] == COUNTEREXAMPLE]
    if claim.corrected and whole and not refuted:
        raise BadCertificate("a correction, but nothing refutes what is printed")


def _expect(claim: Claim, role: str, index: int, kind: str | None) -> None:
    if kind is None:
        raise BadCertificate(f"nothing decides {role} {index}")
    may_fail = role == "printed" and (claim.corrected or claim.kind in MAY_FAIL)
    wanted = COUNTEREXAMPLE if role == "mutants" else PROOF
    if kind != wanted and not may_fail:
        raise BadCertificate(f"{role} {index} must have a {wanted}, not a {kind}")
