"""The command proofs: the theorems that Coq's kernel has checked, listed or checked again."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from glbtheory.cli._answers import FINE, NO, print_json

if TYPE_CHECKING:
    from glbtheory.engines.kernel.checked import CheckedProofs
    from glbtheory.engines.kernel.lookup import FoundProof
    from glbtheory.engines.kernel.refresh import Refreshed

#: The lines of the paper in the comment of a theorem, and what the comment then says of it.
_LINES = re.compile(r"lines (\d[\d, -]*\d(?: and [\d-]+)*)(?: \([^)]*\))?")
_SAID = re.compile(r": (.*?)(?:;|:|(?<!\.)\.)(?: |$)")


def add_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    """``command(name, run, text)`` makes a parser with ``--json``."""
    sub = command("proofs", _proofs, "Theorems that Coq has checked: statements and axioms.")
    sub.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="theorems to show in full, also mutants, refutations and lemmas of other files; if "
        "none is named, a table of those of formal/claims_*.v",
    )
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
    if args.json:
        found = _found(proofs, args.names or list(proofs.theorems))
        print_json({"versions": proofs.versions, "theorems": [_entry(f) for f in found]})
    elif args.names:
        _show(proofs, _found(proofs, args.names))
    else:
        _show_table(proofs)
    return NO if _not_allowed(proofs) else FINE


def _refreshed(args: argparse.Namespace) -> Refreshed:
    from glbtheory._support.progress import progress_bar
    from glbtheory.engines.kernel.refresh import refresh

    with progress_bar("compile") as report:
        return refresh(
            jobs=args.jobs, from_nothing=args.from_nothing, coqchk=args.coqchk, progress=report
        )


def _found(proofs: CheckedProofs, names: list[str]) -> list[FoundProof]:
    from glbtheory.engines.kernel.lookup import find_proof

    return [find_proof(proofs, name) for name in names]


def _entry(found: FoundProof) -> dict[str, object]:
    return {
        "name": found.name,
        "file": found.file,
        "statement": found.statement,
        "comment": found.comment,
        "axioms": found.axioms,
    }


def _not_allowed(proofs: CheckedProofs) -> list[str]:
    """A line for each theorem, or file of lemmas, that rests on an axiom that is not allowed."""
    from glbtheory.engines.kernel.axioms import not_allowed

    found = {n: not_allowed(t.axioms) for n, t in proofs.theorems.items()}
    found |= {f"{n}.v": not_allowed(c.axioms) for n, c in proofs.chapters.items()}
    return [f"{name} rests on {', '.join(axioms)}" for name, axioms in found.items() if axioms]


def _show(proofs: CheckedProofs, found: list[FoundProof]) -> None:
    """Some theorems in full: the comment above each, and its statement as Coq prints it."""
    from glbtheory.cli import console

    lines = []
    for proof in found:
        # Most comments begin with the name.
        comment = re.sub(rf"^{re.escape(proof.name)}[,:] ", "", proof.comment)
        head = f"{proof.name} (formal/{proof.file})"
        lines.append(f"{head}: {comment}" if comment else head)
        lines += [f"    {line}" for line in proof.statement.splitlines()]
    lines += console.coq_names("\n".join(proof.statement for proof in found))
    _print([*lines, *_closing(proofs, found)])


def _show_table(proofs: CheckedProofs) -> None:
    """The theorems of claims: one line each, with the claim that it decides."""
    from rich.markup import escape
    from rich.table import Table

    from glbtheory.claims import all_claims, natural_order
    from glbtheory.cli import console

    claims = all_claims()
    deciding = {c.kernel.name: c.id for c in claims.values() if c.kernel}
    table = Table(title="theorems of formal/claims_*.v")
    table.add_column("theorem", no_wrap=True)
    table.add_column("decides", no_wrap=True)
    table.add_column("lines", width=len("1000-2000,"))
    table.add_column("about")
    for name in sorted(proofs.theorems, key=lambda n: (natural_order(n.partition("_")[0]), n)):
        lines, said = _summary(proofs.theorems[name].comment)
        if name in claims:
            said = claims[name].title
        table.add_row(*map(escape, (name, deciding.get(name, ""), lines, said)))
    console.out().print(table)
    _print(
        [
            *_closing(proofs, _found(proofs, list(proofs.theorems))),
            "glbtheory proofs NAME shows the statement of one; also L7_mutant, T3_printed_false, …",
        ]
    )


def _summary(comment: str) -> tuple[str, str]:
    """The lines of the paper that a comment names, and what it says next, up to the first stop."""
    place = _LINES.search(comment)
    said = _SAID.match(comment, place.end()) if place else None
    return place[1] if place else "", said[1] if said else ""


def _closing(proofs: CheckedProofs, found: list[FoundProof]) -> list[str]:
    """How many there are, what checked them, and on which axioms they rest."""
    from glbtheory.engines.kernel.axioms import axioms_said

    many = f"{len(found)} theorem{'s' * (len(found) != 1)}"
    versions = ", ".join(f"{name} {version}" for name, version in proofs.versions.items())
    used = sorted({axiom for proof in found for axiom in proof.axioms})
    return [
        f"{many}, checked by {versions}",
        axioms_said(used),
        *(f"not allowed: {line}" for line in _not_allowed(proofs)),
    ]


def _print(lines: list[str]) -> None:
    from glbtheory.cli import console

    out = console.out()
    for line in lines:
        out.print(line, markup=False, highlight=False)


def _show_refreshed(done: Refreshed) -> None:
    from rich.table import Table

    from glbtheory.cli import console

    out = console.out()
    files = Table("file", title="compiled")
    for head in ("seconds", "megabytes", "lemmas"):
        files.add_column(head, justify="right")
    for name, compiled in done.files.items():
        chapter = done.proofs.chapters.get(name)
        stated = [t for t in done.proofs.theorems.values() if t.module == name]
        count = len(chapter.lemmas) if chapter else len(stated)
        numbers = (f"{compiled.seconds:.1f}", f"{compiled.megabytes:.0f}", str(count))
        files.add_row(f"{name}.v", *numbers)
    theorems = Table("theorem", "axioms", "comment", title="theorems of formal/claims_*.v")
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
