"""The command proofs: the theorems that Coq's kernel has checked, listed or checked again."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from glbtheory.cli._answers import FINE, NO, print_json

if TYPE_CHECKING:
    from glbtheory.engines.kernel.checked import CheckedProofs
    from glbtheory.engines.kernel.refresh import Refreshed


def add_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    """``command(name, run, text)`` makes a parser with ``--json``."""
    sub = command("proofs", _proofs, "Theorems that Coq has checked: statements and axioms.")
    sub.add_argument("names", nargs="*", metavar="NAME", help="theorems; all if none is named")
    sub.add_argument(
        "--refresh", action="store_true", help="let Coq check everything, and record what it says"
    )
    sub.add_argument(
        "--from-nothing", action="store_true", help="with --refresh: compile what is unchanged too"
    )
    sub.add_argument(
        "--coqchk",
        choices=("all", "own", "no"),
        default="all",
        help="with --refresh: what coqchk checks a second time (default %(default)s, with the "
        "libraries; own, our files alone)",
    )
    cores = min(2, os.cpu_count() or 1)
    sub.add_argument("--jobs", type=int, default=cores, help="processes (default %(default)s)")


def _proofs(args: argparse.Namespace) -> int:
    from glbtheory.engines.kernel.evidence import recorded

    if args.from_nothing and not args.refresh:
        raise ValueError("--from-nothing needs --refresh")
    if args.refresh:
        done = _refreshed(args)
        if not args.json:
            _show_refreshed(done)
            return NO if _not_allowed(done.proofs) else FINE
    proofs = recorded()
    unknown = [name for name in args.names if name not in proofs.theorems]
    if unknown:
        raise ValueError(f"formal/Claims.v has no theorem {', '.join(unknown)}")
    names = args.names or list(proofs.theorems)
    if args.json:
        print_json({"versions": proofs.versions, "theorems": _entries(proofs, names)})
    else:
        _show(proofs, names)
    return NO if _not_allowed(proofs) else FINE


def _refreshed(args: argparse.Namespace) -> Refreshed:
    from glbtheory._support.progress import progress_bar
    from glbtheory.engines.kernel.refresh import refresh

    with progress_bar("compile") as report:
        return refresh(
            jobs=args.jobs, from_nothing=args.from_nothing, coqchk=args.coqchk, progress=report
        )


def _entries(proofs: CheckedProofs, names: list[str]) -> list[dict[str, object]]:
    return [
        {
            "name": name,
            "statement": "\n".join(theorem.statement),
            "comment": theorem.comment,
            "axioms": theorem.axioms,
        }
        for name, theorem in ((name, proofs.theorems[name]) for name in names)
    ]


def _not_allowed(proofs: CheckedProofs) -> list[str]:
    """A line for each theorem, or file of lemmas, that rests on an axiom that is not allowed."""
    from glbtheory.engines.kernel.axioms import not_allowed

    found = {n: not_allowed(t.axioms) for n, t in proofs.theorems.items()}
    found |= {f"{n}.v": not_allowed(c.axioms) for n, c in proofs.chapters.items()}
    return [f"{name} rests on {', '.join(axioms)}" for name, axioms in found.items() if axioms]


def _show(proofs: CheckedProofs, names: list[str]) -> None:
    from glbtheory.cli import console

    out = console.out()
    for entry in _entries(proofs, names):
        out.print(f"{entry['name']}  {entry['comment']}", markup=False, highlight=False)
        for line in str(entry["statement"]).splitlines():
            out.print(f"    {line}", markup=False, highlight=False)
    used = sorted({a for name in names for a in proofs.theorems[name].axioms})
    versions = ", ".join(f"{name} {version}" for name, version in proofs.versions.items())
    out.print(f"{len(names)} theorems, checked by {versions}", markup=False, highlight=False)
    out.print(f"axioms: {', '.join(used) or 'none'}", markup=False, highlight=False)
    for line in _not_allowed(proofs):
        out.print(f"not allowed: {line}", markup=False, highlight=False)


def _show_refreshed(done: Refreshed) -> None:
    from rich.table import Table

    from glbtheory.cli import console

    out = console.out()
    files = Table("file", title="compiled")
    for head in ("seconds", "megabytes", "lemmas"):
        files.add_column(head, justify="right")
    for name, compiled in done.files.items():
        chapter = done.proofs.chapters.get(name)
        count = len(chapter.lemmas) if chapter else len(done.proofs.theorems)
        numbers = (f"{compiled.seconds:.1f}", f"{compiled.megabytes:.0f}", str(count))
        files.add_row(f"{name}.v", *numbers)
    theorems = Table("theorem", "axioms", "comment", title="theorems of formal/Claims.v")
    for name, theorem in done.proofs.theorems.items():
        place = theorem.comment.partition(". ")[0]
        theorems.add_row(name, str(len(theorem.axioms)), place)
    out.print(files)
    out.print(theorems)
    total = sum(compiled.seconds for compiled in done.files.values())
    peak = max(compiled.megabytes for compiled in done.files.values())
    second = "not run"
    if done.second is not None:
        second = f"{done.second.seconds:.0f} s, {done.second.megabytes:.0f} MB"
    said = f"coqc: {total:.0f} s in all, at most {peak:.0f} MB; coqchk: {second}"
    out.print(said, markup=False, highlight=False)
    for line in _not_allowed(done.proofs):
        out.print(f"not allowed: {line}", markup=False, highlight=False)
    out.print("recorded in formal/checked.json", markup=False, highlight=False)
