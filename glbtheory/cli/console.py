"""What the command line shows: tables, and one claim in full."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from glbtheory.engines.evidence import STRENGTH_LABELS
from glbtheory.engines.kernel.axioms import axioms_said
from glbtheory.ledger.verdicts import COLOURS

if TYPE_CHECKING:
    # The tables of results must not load all claims.
    from glbtheory.claims.model import Claim
    from glbtheory.ledger import Record
    from glbtheory.ledger.coverage import Coverage


def out() -> Console:
    """Standard output; plain and wide enough to keep rows whole when it is not a terminal."""
    console = Console()
    return console if console.is_terminal else Console(width=160, color_system=None)


def claims_table(claims: list[Claim]) -> Table:
    """The catalogue."""
    table = Table("id", "kind", "lines", "title", "rests on", title="claims")
    for c in claims:
        row = (c.id, c.kind, c.lines, c.title, ", ".join(c.dependency_ids))
        table.add_row(*map(escape, row))
    return table


def show_verdicts(console: Console, entries: list[dict[str, Any]]) -> None:
    """The entries of ``verify --json`` as a table, how many there are of each verdict, and the
    mutants that were not refuted."""
    table = Table("id", "verdict", "strength", "weakest link", "mutants", "title", title="ledger")
    for e in entries:
        colour = COLOURS[e["verdict"]]
        refuted = sum(m["outcome"] == "refuted" for m in e["mutants"])
        own = e["weakest_link"] == e["id"]
        link = "" if own else f"{e['weakest_link']} ({e['effective_strength']})"
        table.add_row(
            escape(e["id"]),
            f"[{colour}]{e['verdict']}[/{colour}]",
            STRENGTH_LABELS[e["strength"]],
            escape(link),
            f"{refuted}/{len(e['mutants'])}",
            escape(e["title"]),
        )
    console.print(table)
    counts = {v: sum(e["verdict"] == v for e in entries) for v in COLOURS}
    console.print(", ".join(f"{n} {v}" for v, n in counts.items() if n), highlight=False)
    _show_kernel(console, entries)
    for e in entries:
        for mutant in e["mutants"]:
            if mutant["outcome"] != "refuted":
                console.print(f"{e['id']}: mutant not refuted: {mutant['why']}", markup=False)


def _show_kernel(console: Console, entries: list[dict[str, Any]]) -> None:
    """Contradictions, and one line on kernel theorems that do not count."""
    for e in entries:
        if e["contradiction"]:
            said = f"{e['id']}: {e['contradiction']}"
            console.print(said, markup=False, highlight=False, style="bold red")
    idle = [e["kernel"] for e in entries if e["kernel"] and e["kernel"]["outcome"] != "holds"]
    if idle:
        more = f" (and {len(idle) - 1} more)" if len(idle) > 1 else ""
        said = f"not counted: {idle[0]['detail']}{more}"
        console.print(said, markup=False, highlight=False)


def show_coverage(console: Console, covered: Coverage) -> None:
    """Items, displays, and how many of them are known how strongly."""
    from glbtheory.ledger.coverage import CHECKABLE

    items, displays = covered.items, covered.displays
    unread = [i for i in items if i.record is not None]
    touched = [d for d in displays if d.claims]
    console.print(
        f"{len(unread)} of {len(items)} items are claims; claims touch {len(touched)} of "
        f"{len(displays)} displays and environments; {len(covered.beyond)} claims are beyond the "
        f"list; {len(covered.read)} are only read",
        highlight=False,
    )
    table = Table("kind", "items", "strong", "chain as strong", "unconditional", title="coverage")
    rows = {**covered.shares(), "equation, step, scaling": covered.share(CHECKABLE)}
    for kind, share in rows.items():
        strong = f"{share.strong} ({share.percent:.0f} %)"
        table.add_row(
            kind, str(share.total), strong, str(share.effective), str(share.unconditional)
        )
    console.print(table)
    console.print("strong: kernel, proved, certified or enumerated, in the scope of the claim")
    for name in covered.missing_items:
        console.print(f"no claim: item {name}", markup=False)
    for d in covered.missing_displays:
        console.print(f"no claim: {d.environment}, lines {d.first}-{d.last}", markup=False)


def show_record(
    console: Console, record: Record, known: dict[str, Claim], results: dict[str, Record]
) -> None:
    """Everything about one claim."""
    claim = record.claim
    console.print(f"[bold]{claim.id}[/bold]  {escape(claim.title)}", highlight=False)
    label = f", label {claim.label}" if claim.label else ""
    console.print(f"{claim.kind}, lines {claim.lines} of the paper{label}", highlight=False)
    for heading, which in ((record.heading, "printed"), ("corrected", "corrected")):
        for formula in record.formulas(which):
            console.print(f"  {heading}: {formula}", markup=False, highlight=False)
    if record.shown_by_kernel:
        said = f"  the kernel theorem shows: {record.shown_by_kernel}"
        console.print(said, markup=False, highlight=False)
    console.print(
        f"verdict: {record.verdict} ({STRENGTH_LABELS[record.strength]})", highlight=False
    )
    if record.contradiction:
        console.print(record.contradiction, markup=False, highlight=False, style="bold red")
    deciding = record.deciding
    if record.decided_whole and deciding and deciding.scope:
        console.print(f"scope: {deciding.scope}", markup=False, highlight=False)
    for line in _check_lines(record):
        console.print(line, markup=False, highlight=False)
    if record.printed and record.printed.witness:
        console.print(
            f"witness against the printed form: {record.printed.witness} {record.printed.detail}",
            markup=False,
            highlight=False,
        )
        if record.refuted_in_coq:
            said = f"refuted in Coq: {record.refuted_in_coq}"
            console.print(said, markup=False, highlight=False)
        if record.witness_rests_on:
            said = f"the witness rests on: {', '.join(record.witness_rests_on)}"
            console.print(said, markup=False, highlight=False)
    for statement, evidence in zip(claim.mutants, record.mutants, strict=True):
        console.print(
            f"  mutant: {statement.why}: {evidence.outcome} at {evidence.witness}",
            markup=False,
            highlight=False,
        )
    _show_theorem(console, record)
    if claim.note:
        console.print(claim.note, markup=False, highlight=False)
    if claim.reason:
        console.print(f"read: {claim.reason}", markup=False, highlight=False)
    console.print("chain:", highlight=False)
    for line in chain_lines(claim, known, results):
        console.print(line, markup=False, highlight=False)
    console.print(
        f"effective strength: {record.effective_strength}, weakest link {record.weakest_link}",
        markup=False,
        highlight=False,
    )
    console.print(f"in the book: book/{claim.chapter}.ipynb", highlight=False)


def _check_lines(record: Record) -> Iterator[str]:
    """What was compared, where the claim was not decided as a whole, and how it follows."""
    from glbtheory.claims.model import latex_of

    claim = record.claim
    if not record.decided_whole:
        for statement, evidence in record.checks:
            shown = statement.checked or latex_of(statement)
            how = ", ".join(filter(None, [STRENGTH_LABELS[evidence.strength], evidence.scope]))
            yield f"  checked ({evidence.extent}): {shown} [{how}]"
        if claim.follows:
            yield f"it follows: {claim.follows}"
    if record.unproved_below:
        yield f"not proved below: {', '.join(record.unproved_below)}"
    if claim.blind_to:
        # Where the kernel decides, a reader has not yet heard of a search.
        which = " that the mutants go through" if record.by_kernel else ""
        yield f"the search{which} is blind to: {'; '.join(claim.blind_to)}"


def _show_theorem(console: Console, record: Record) -> None:
    """The kernel theorem of a claim: its statement as Coq prints it, and its axioms.

    Of a record that does not count only the reason is shown.
    """
    named, found = record.claim.kernel, record.kernel
    if named is None or found is None:
        return
    shown = found.certificate
    lines = [found.detail]
    if shown:
        lines = [f"{found.detail}, covers what is {named.covers}"]
        lines += [f"    {line}" for line in shown["statement"].splitlines()]
        lines += [f"  {note}" for note in coq_names(shown["statement"])]
        lines.append(f"  {axioms_said(shown['axioms'])}")
        lines += [f"  condition: {c.name}: {c.says}" for c in named.conditions]
        if named.mutants:
            lines.append(f"  its mutants, refuted by the kernel: {', '.join(named.mutants)}")
        if named.beside:
            lines.append(f"  beside it: {', '.join(named.beside)}")
    for line in lines:
        console.print(line, markup=False, highlight=False)


def coq_names(statement: str) -> list[str]:
    """What the names mean that Coq puts into a statement and that its file does not have."""
    found = []
    if re.search(r"\bS0\b", statement):
        found.append(
            "S0 is the file's S, which Coq renames: its own S is the successor of a number"
        )
    reals = sorted(set(re.findall(r"\bR_(?:AbsRing|UniformSpace|\w+Type)\b", statement)))
    if reals:
        found.append(f"{', '.join(reals)}: the real numbers R, with what a library knows of them")
    return found


def chain_lines(
    claim: Claim,
    known: dict[str, Claim],
    results: dict[str, Record],
    depth: int = 1,
    seen: set[str] | None = None,
) -> Iterator[str]:
    """The chain of dependencies as an indented list; what was said above is not said again.

    It ends at a claim that a kernel theorem decides.
    """
    from glbtheory.claims.model import HandStep

    seen = {claim.id} if seen is None else seen
    record = results[claim.id]
    if record.by_kernel and record.kernel:
        yield f"{'  ' * depth}{record.kernel.detail}"
        return
    for step in (*claim.hypotheses, *claim.depends_on):
        pad, name = "  " * depth, step if isinstance(step, str) else step.name
        if name in seen:
            yield f"{pad}{name} (above)"
            continue
        seen.add(name)
        if isinstance(step, HandStep):
            kind = "hand step" if name in record.rests_on else f"kernel, {', '.join(step.lemmas)}"
            yield f"{pad}{step.name} ({kind}): {step.says}"
        else:
            below = results[step]
            yield f"{pad}{step} {below.verdict} ({below.strength}): {below.claim.title}"
            yield from chain_lines(known[step], known, results, depth + 1, seen)


def results_table(name: str, summary: dict[str, Any]) -> Table:
    """The regret of every policy in a few rounds."""
    level, confidence = summary["level"], summary["confidence"]
    table = Table(title=f"regret{f', {name}' if name else ''}")
    heads = ("policy", "runs", "round", "mean", "s.e.", f"{confidence:.0%} limits of mean")
    for head in (*heads, "median", f"central {level:.0%}", "outside Θ", "reward"):
        table.add_column(head, justify="left" if head == "policy" else "right")
    rounds = summary["rounds"]
    for label, found in summary["policies"].items():
        complete = found["runs"]["complete"]
        wanted = sum(found["runs"].values())
        if not complete:
            table.add_row(escape(label), f"0/{wanted}")
            continue
        regret = found["regret"]
        for i in _few(rounds):
            low, high = (x[i] for x in regret["confidence_limits"])
            bottom, top = (x[i] for x in regret["band"])
            table.add_row(
                escape(label),
                f"{complete}/{wanted}",
                str(rounds[i]),
                f"{regret['mean'][i]:.2f}",
                "" if regret["standard_error"][i] is None else f"{regret['standard_error'][i]:.2f}",
                "" if low is None else f"{low:.2f} to {high:.2f}",
                f"{regret['quantiles']['0.5'][i]:.2f}",
                f"{bottom:.2f} to {top:.2f}",
                f"{found['rounds_outside']['mean'][i]:.1f}",
                f"{found['reward']['mean'][i]:.2f}",
            )
    return table


def _few(rounds: list[int]) -> list[int]:
    """The places of the checkpoints nearest to the quarters of the horizon."""
    targets = [rounds[-1] * k / 4 for k in (1, 2, 3, 4)]
    return sorted({min(range(len(rounds)), key=lambda i: abs(rounds[i] - t)) for t in targets})
