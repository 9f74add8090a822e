"""The commands claims, verify, check-certificates, report, coverage, show, errata.

What they need is imported on call: ``glbtheory --help`` loads no claim, and checking certificates
works where python-flint is not installed.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from glbtheory.cli._answers import FINE, NO, print_json

if TYPE_CHECKING:
    from glbtheory.claims.model import Claim
    from glbtheory.ledger import Record
    from glbtheory.ledger.evidence_store import LedgerAnswer


def add_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    """``command(name, run, text)`` makes a parser with ``--json``."""
    sub = command("claims", _claims, "List the claims.")
    sub.add_argument("ids", nargs="*", metavar="ID")
    sub = command("verify", _verify, "Ask the engines; all claims if none is named.")
    sub.add_argument("ids", nargs="*", metavar="ID")
    sub.add_argument(
        "--from", dest="source", metavar="FILE", help="Python file that defines CLAIMS of your own"
    )
    sub.add_argument(
        "--certificates", metavar="DIR", help="write the certificates of all inequalities here"
    )
    _add_options(sub)
    sub = command(
        "check-certificates", _check_certificates, "Check a folder of certificates independently."
    )
    sub.add_argument("folder", metavar="DIR")
    sub.add_argument("--jobs", type=int, default=1, help="processes (default %(default)s)")
    sub = command("report", _report, "The whole ledger on one page, or as JSON.")
    sub.add_argument(
        "--out",
        default="report.html",
        metavar="FILE",
        help="*.html or *.json (default %(default)s)",
    )
    _add_options(sub)
    sub = command("coverage", _coverage, "The paper's items and displays against the ledger.")
    sub.add_argument(
        "line", nargs="?", type=int, metavar="LINE", help="the claims on one line of the source"
    )
    _add_options(sub)
    sub = command("show", _show, "One claim: statement, verdict, witness, chain, chapter.")
    sub.add_argument("id", metavar="ID")
    sub = command("errata", _errata, "The slips of the paper, with the claims that each refutes.")
    sub.add_argument("ids", nargs="*", metavar="ID", help="claims or slips (default: all)")
    _add_options(sub)


def _add_options(sub: argparse.ArgumentParser) -> None:
    cores = min(2, os.cpu_count() or 1)
    sub.add_argument("--jobs", type=int, default=cores, help="processes (default %(default)s)")
    sub.add_argument("--no-cache", action="store_true", help="recompute every verdict")


def _load_claims(path: str | None) -> list[Claim]:
    """The list ``CLAIMS`` of a Python file of the user's own."""
    if path is None:
        return []
    from glbtheory.claims import all_claims
    from glbtheory.claims.audit import faults_of_evidence
    from glbtheory.claims.model import Claim

    spec = importlib.util.spec_from_file_location("user_claims", path)
    if spec is None or spec.loader is None or not Path(path).is_file():
        raise ValueError(f"--from: {path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise ValueError(f"--from: {path} fails: {type(error).__name__}: {error}") from error
    claims = getattr(module, "CLAIMS", None)
    if not isinstance(claims, list) or not all(isinstance(c, Claim) for c in claims):
        raise ValueError(f"--from: {path} must define CLAIMS, a list of Claim")
    twice = sorted({c.id for c in claims if sum(c.id == x.id for x in claims) > 1})
    if twice:
        raise ValueError(f"--from: two claims have the id {', '.join(twice)}")
    clash = sorted({c.id for c in claims} & set(all_claims()))
    if clash:
        raise ValueError(f"--from: {', '.join(clash)} is an id of the paper; use another")
    overstated = [f"{c.id}: {fault}" for c in claims for fault in faults_of_evidence(c)]
    if overstated:
        raise ValueError(f"--from: a label says more than is checked: {'; '.join(overstated)}")
    return claims


def _records(args: argparse.Namespace, ids: list[str], extra: list[Claim]) -> list[Record]:
    from glbtheory import ledger
    from glbtheory._support.progress import progress_bar, restarts_unsaid
    from glbtheory.claims import select

    claims = select(ids or [c.id for c in extra], extra)
    with restarts_unsaid(), progress_bar("verify") as report:
        return ledger.verify(
            claims,
            jobs=args.jobs,
            use_cache=not args.no_cache,
            progress=report,
            extra=extra,
        )


def _claims(args: argparse.Namespace) -> int:
    from glbtheory.claims import select
    from glbtheory.cli import console

    claims = select(args.ids)
    if args.json:
        print_json([c.to_json() for c in claims])
    else:
        console.out().print(console.claims_table(claims))
    return FINE


def _verify(args: argparse.Namespace) -> int:
    from glbtheory.cli import console

    entries, code = _verdicts(args)
    if args.json:
        print_json(entries)
    else:
        console.show_verdicts(console.out(), entries)
    return code


def _verdicts(args: argparse.Namespace) -> LedgerAnswer:
    """The entries of ``--json`` and the exit code; remembered where nothing has changed."""
    from glbtheory.ledger import evidence_store

    if args.jobs < 1:
        raise ValueError(f"--jobs must be at least 1, not {args.jobs}")
    whole = not args.ids and args.source is None
    if whole and not args.no_cache and args.certificates is None:
        known = evidence_store.load_answer()
        if known is not None:
            return known
    from glbtheory import ledger

    extra = _load_claims(args.source)
    if args.certificates is not None and extra:
        raise ValueError("--certificates is for the claims of the paper, not for those of --from")
    records = _records(args, args.ids, extra)
    if args.certificates is not None:
        _write_certificates(args.certificates, records)
    answer = evidence_store.LedgerAnswer([r.to_json() for r in records], ledger.exit_code(records))
    if whole:
        evidence_store.store_answer(answer)
    return answer


def _write_certificates(folder: str, records: list[Record]) -> None:
    """What was written goes to standard error: standard output may be JSON."""
    from glbtheory.ledger import certificates

    done = certificates.write(Path(folder), records)
    print(
        f"{folder}: {done.proofs} proofs and {done.counterexamples} counterexamples of "
        f"{done.claims} claims; {done.without} statements have no certificate",
        file=sys.stderr,
    )


def _show(args: argparse.Namespace) -> int:
    from glbtheory.claims import all_claims, select
    from glbtheory.cli import console
    from glbtheory.ledger.running import closure, verify

    args.jobs, args.no_cache = min(2, os.cpu_count() or 1), False
    (claim,) = select([args.id])
    (record,) = _records(args, [args.id], [])
    known = all_claims()
    below = closure([claim], known)
    results = {r.claim.id: r for r in verify(below, jobs=args.jobs)}
    if args.json:
        print_json({**claim.to_json(), **record.to_json(), "note": claim.note})
    else:
        console.show_record(console.out(), record, known, results)
    return FINE


def _errata(args: argparse.Namespace) -> int:
    from glbtheory import ledger
    from glbtheory.claims import select
    from glbtheory.claims.slips import SLIPS
    from glbtheory.cli import console

    slips = {slip.id: slip.claims for slip in SLIPS}
    given = [name for name in args.ids if name not in slips]
    claims = [c.id for c in select(given)] if given else []
    below = [name for slip in args.ids for name in slips.get(slip, ())]
    records = _records(args, [*claims, *below], [])
    asked = {*args.ids, *claims}
    entries = [e for e in ledger.errata(records) if not args.ids or {e["id"], *e["claims"]} & asked]
    wrong = {name for e in entries for name in e["claims"]}
    sound = [name for name in claims if name not in wrong]
    if sound:
        raise ValueError(
            f"{', '.join(sound)} is not refuted as printed; 'glbtheory show' tells more"
        )
    if args.json:
        print_json(entries)
        return FINE
    out = console.out()
    for e in entries:
        out.print(f"{e['id']}  lines {e['lines']}  ({e['group']})  {e['slip']}", markup=False)
        out.print(f"    claims:    {', '.join(e['claims'])}", markup=False, highlight=False)
        out.print(f"    printed:   {e['printed']}", markup=False, highlight=False)
        out.print(f"    corrected: {e['corrected']}", markup=False, highlight=False)
        values = ", ".join(f"{k} = {v}" for k, v in (e["witness"] or {}).items())
        out.print(f"    witness:   {values}", markup=False, highlight=False)
        if e["detail"]:
            out.print(f"    there:     {e['detail']}", markup=False, highlight=False)
    return FINE


def _check_certificates(args: argparse.Namespace) -> int:
    """Only the checker and the statements of the claims: no search, no ball library."""
    from glbtheory._support import flint_stand_in

    flint_stand_in.stand_in()
    from glbtheory._support.progress import progress_bar
    from glbtheory.ledger import certificates

    with progress_bar("check") as report:
        found = certificates.check(Path(args.folder), jobs=args.jobs, progress=report)
    if args.json:
        print_json(
            {
                "valid": not found.faults,
                "claims": found.claims,
                "proofs": found.proofs,
                "proofs_by_z3": found.by_z3,
                "counterexamples": found.counterexamples,
                "absent": found.absent,
                "faults": [{"claim": f.claim, "reason": f.reason} for f in found.faults],
            }
        )
    else:
        for fault in found.faults:
            print(f"rejected: {fault.claim}: {fault.reason}")
        print(
            f"{'valid' if not found.faults else 'not valid'}: {found.proofs} proofs "
            f"({found.by_z3} of them by polynomial arithmetic, asked of z3 again) and "
            f"{found.counterexamples} counterexamples of {found.claims} claims; "
            f"{found.absent} claims with inequalities are not in the folder"
        )
    return NO if found.faults else FINE


def _coverage(args: argparse.Namespace) -> int:
    from glbtheory.cli import console
    from glbtheory.ledger import coverage, report

    records = _records(args, [], [])
    if args.line is None:
        found = coverage.coverage(records)
        if args.json:
            print_json(report.report(records)["coverage"])
        else:
            console.show_coverage(console.out(), found)
        return NO if found.missing_items or found.missing_displays else FINE
    here = coverage.at(args.line, records)
    if not here and not args.json:
        print(f"no claim stands on line {args.line}")
    elif args.json:
        print_json([r.to_json() for r in here])
    else:
        console.show_verdicts(console.out(), [r.to_json() for r in here])
    return FINE


def _report(args: argparse.Namespace) -> int:
    from glbtheory.book.report import page
    from glbtheory.ledger import report

    out = Path(args.out)
    writers = {".html": page.write_html, ".json": report.write_json}
    if out.suffix not in writers:
        raise ValueError(f"--out must end in .html or .json, not {args.out!r}")
    if not out.parent.is_dir():
        raise ValueError(f"--out: {out.parent} is not a folder")
    records = _records(args, [], [])
    try:
        writers[out.suffix](out, records)
    except OSError as error:
        raise ValueError(f"--out: cannot write {args.out!r}: {error.strerror}") from None
    if args.json:
        print_json(report.report(records))
    else:
        print(f"written: {out}")
    return FINE
