"""What the chapters on the whole ledger show: errata as cards, coverage, a map of the paper.

Numbers come from :mod:`glbtheory.ledger.report`, the same that ``glbtheory report`` writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from matplotlib.axes import Axes

from glbtheory import ledger
from glbtheory._support.validation import one_of
from glbtheory.book.cards import (
    Shown,
    cell,
    folded,
    in_coq,
    statements,
    summary,
    where,
    witness_text,
)
from glbtheory.book.drawing.palette import PALETTE
from glbtheory.book.report.html import erratum_anchor
from glbtheory.claims import inventory, natural_order, select
from glbtheory.claims.inventory import PARTS
from glbtheory.claims.model import EFFECTS
from glbtheory.claims.slips import ERRATA, GROUPS
from glbtheory.ledger import Record, dependencies
from glbtheory.ledger.coverage import CHECKABLE, coverage, in_paper_order
from glbtheory.ledger.report import on_theorems
from glbtheory.ledger.verdicts import SIGNS

#: What a repair changes, widest reach first.
REACH = {
    "rate": "the growth in T, d, c_μ or Γ_T >= 1, logarithms apart",
    "statement": "what a theorem or a sentence asserts",
    "constant": "a constant in a bound",
    "step": "one line of a proof; the statement that it serves survives",
    "notation": "a symbol, an index range or a rounded number",
}
#: Colour and marker of an effect: neither alone carries it.
EFFECT_LOOKS = {
    "rate": (PALETTE["black"], "*"),
    "statement": (PALETTE["orange"], "D"),
    "constant": (PALETTE["yellow"], "s"),
    "step": (PALETTE["blue"], "o"),
    "notation": (PALETTE["sky"], "v"),
}
_NONE = "nothing else"
_MANY = 12


# --- errata ---------------------------------------------------------------------------------------


def errata_counts(records: Iterable[Record]) -> Shown:
    """How many distinct slips there are in each group, and how many claims they refute."""
    found = ledger.errata(records)
    lines = ["| group | slips | claims | counted as errata |", "|:--|--:|--:|:--|"]
    for group in GROUPS:
        here = [e for e in found if e["group"] == group]
        claims = {name for e in here for name in e["claims"]}
        lines.append(
            f"| {group} | {len(here)} | {len(claims)} | {'yes' if group in ERRATA else 'no'} |"
        )
    return Shown("\n".join(lines))


def repairs(records: Iterable[Record]) -> Shown:
    """How far the repairs of refuted claims reach."""
    found = _errata(records)
    lines = ["| effect | what the repair changes | claims |", "|:--|:--|--:|"]
    lines += [f"| {e} | {REACH[e]} | {len(found[e])} |" for e in EFFECTS]
    total = sum(map(len, found.values()))
    return Shown("\n".join([*lines, f"| all | | {total} |"]))


def errata_cards(group: str, records: Iterable[Record]) -> Shown:
    """The slips of a group in the order of the paper, each with a card per claim it refutes.

    A claim that two slips refute has one card.
    """
    one_of("group", group, GROUPS)
    records = list(records)
    known = {r.claim.id: (r, users) for found in _errata(records).values() for r, users in found}
    shown = []
    for e in ledger.errata(records):
        cards = [_card(*known.pop(name)) for name in e["claims"] if name in known]
        if e["group"] == group:
            head = f"**{cell(e['slip'])}** {inventory.named(e['lines'])}: {', '.join(e['claims'])}."
            shown.append("\n\n".join([head, *cards]))
    return Shown("\n\n".join(shown) or f"There is no slip of the group *{group}*.")


def _errata(records: Iterable[Record]) -> dict[str, list[tuple[Record, list[str]]]]:
    records = list(records)
    users = dependencies.named_dependents(records)
    effects = {e["id"]: e["effect"] for e in ledger.refuted(records)}
    found: dict[str, list[tuple[Record, list[str]]]] = {effect: [] for effect in EFFECTS}
    for r in in_paper_order(r for r in records if r.claim.id in effects):
        found[effects[r.claim.id]].append((r, users[r.claim.id]))
    return found


def _card(record: Record, users: Sequence[str]) -> str:
    claim = record.claim
    # The report has the whole entry of the ledger under this address.
    entry = f'<a href="report.html#{erratum_anchor(claim.id)}">{claim.id} in the report</a>'
    rows = [("in the paper", f"{where(claim, claim.error_lines)} ({entry})")]
    rows += statements(record, record.heading, "repair")
    if not claim.corrected:
        rows.append(("repair", "none: the sentence goes"))
    if record.printed is not None:
        rows.append(("witness", witness_text(record.printed)))
        if record.printed.scope:
            rows.append(("in words", cell(record.printed.scope)))
    if record.refuted_in_coq:
        rows.append(("refuted in Coq", in_coq(record)))
    if record.witness_rests_on:
        rows.append(("the witness rests on", cell(", ".join(record.witness_rests_on))))
    rows.append(("effect", REACH[claim.effect or "statement"]))
    rows.append(("rests on it", brief(users)))
    if claim.note:
        rows.append(("note", cell(claim.note)))
    rows.append(("chapter", f"{{doc}}`{claim.chapter}`"))
    head = f"| **{claim.id}** | {cell(claim.title)} |\n|:--|:--|\n"
    return folded(summary(record), head + "\n".join(f"| {a} | {b} |" for a, b in rows))


def brief(names: Sequence[str]) -> str:
    """Some ids, theorems first; beyond a dozen only their number."""
    if not names:
        return _NONE
    ordered = sorted(names, key=lambda n: (n[0] not in "TPC", natural_order(n)))
    rest = f" and {len(ordered) - _MANY} more" if len(ordered) > _MANY else ""
    return ", ".join(ordered[:_MANY]) + rest


def below_theorems(records: Iterable[Record]) -> Shown:
    """For each theorem the errata that its proof in the paper passes through, its own included."""
    records = list(records)
    effects = {e["id"]: e["effect"] for e in ledger.refuted(records)}
    # How the paper argues: a kernel theorem would need none of these.
    foundations = dependencies.reach(dependencies.named_arrows(records))
    own = on_theorems(records)
    known = {r.claim.id: r for r in records}
    lines = ["| theorem | verdict | errata, notation apart | weakest link |", "|:--|:--|:--|:--|"]
    for item in inventory.items():
        if item.kind != "theorem" or item.id not in known:
            continue
        # What stands on the theorem's own lines counts too, whichever claim has found it.
        chain = list(dict.fromkeys([item.id, *own[item.id], *foundations[item.id]]))
        record = known[item.id]
        groups = {e: [n for n in chain if effects.get(n) == e] for e in EFFECTS if e != "notation"}
        errata = "<br>".join(f"*{e}*: {', '.join(names)}" for e, names in groups.items() if names)
        link = cell(record.weakest_link)
        lines.append(f"| {item.id} | {SIGNS[record.verdict]} | {errata or '–'} | {link} |")
    return Shown("\n".join(lines))


def again(identifier: str) -> Shown:
    """One claim, decided now: every statement goes to its engine, nothing is remembered."""
    (claim,) = select([identifier])
    (record,) = ledger.verify([claim], jobs=1, use_cache=False)
    lines = ["| statement | outcome | witness |", "|:--|:--|:--|"]
    rows = [(claim.heading, record.printed), ("corrected", record.corrected)]
    rows += [(f"mutant: {s.why}", e) for s, e in zip(claim.mutants, record.mutants, strict=True)]
    for name, evidence in rows:
        if evidence is not None:
            witness = witness_text(evidence) if evidence.witness else ""
            lines.append(f"| {cell(name)} | {evidence.outcome} | {witness} |")
    return Shown("\n".join(lines))


# --- coverage -------------------------------------------------------------------------------------


def coverage_table(records: Iterable[Record]) -> Shown:
    """Kind by kind: items, and how many are settled how strongly."""
    covered = coverage(records)
    rows = {**covered.shares(), "**equation, step, scaling**": covered.share(CHECKABLE)}
    rows["**all**"] = covered.share()
    lines = [
        "| kind | items | strong | share | whole chain | free |",
        "|:--|--:|--:|--:|--:|--:|",
    ]
    lines += [
        f"| {kind} | {s.total} | {s.strong} | {s.percent:.0f} % | {s.effective} "
        f"| {s.unconditional} |"
        for kind, s in rows.items()
    ]
    return Shown("\n".join(lines))


def reasons(found: dict[str, str], heading: str) -> Shown:
    """Ids and why each is not checked, or not more strongly."""
    lines = [f"| id | {heading} |", "|:--|:--|"]
    lines += [f"| {name} | {cell(text)} |" for name, text in found.items()]
    return Shown("\n".join(lines))


# --- a map of the paper -------------------------------------------------------------------------


def parts_table() -> Shown:
    """The parts of the paper and their lines."""
    starts = [first for first, _ in PARTS]
    lines = ["| part of the paper | lines |", "|:--|:--|"]
    for (first, name), after in zip(PARTS, [*starts[1:], inventory.LINES + 1], strict=True):
        lines.append(f"| {name} | {first}–{after - 1} |")
    return Shown("\n".join(lines))


def errata_map(ax: Axes, records: Iterable[Record]) -> None:
    """Every erratum at its line; the height is the number of claims that rest on it."""
    found = _errata(records)
    for effect in EFFECTS:
        colour, marker = EFFECT_LOOKS[effect]
        points = [(_first_line(r), len(users)) for r, users in found[effect]]
        if points:
            ax.plot(
                *zip(*points, strict=True),
                linestyle="none",
                marker=marker,
                color=colour,
                markersize=7,
                markeredgecolor="white",
                label=f"{effect} ({len(points)})",
            )
    ax.set_yscale("symlog", linthresh=1)
    ax.set_yticks([0, 1, 3, 10, 30, 100], ["0", "1", "3", "10", "30", "100"])
    ax.set_ylabel("claims that rest on it")
    parts(ax)
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.42), ncol=5, handletextpad=0.1)


def verdict_map(ax: Axes, records: Iterable[Record]) -> None:
    """Every claim as a stroke over its lines, one row per verdict."""
    rows = [v for v in ledger.VERDICTS if any(r.verdict == v for r in records)]
    colours = {
        "holds": PALETTE["blue"],
        "holds-where-checked": PALETTE["sky"],
        "holds-as-corrected": PALETTE["orange"],
        "corrected-where-checked": PALETTE["yellow"],
        "reproduced-at-some": PALETTE["green"],
    }
    for r in records:
        y = -rows.index(r.verdict)
        for first, last in inventory.spans(r.claim.lines):
            ax.plot(
                [first, max(last, first + 6)],
                [y, y],
                linewidth=9,
                solid_capstyle="butt",
                color=colours.get(r.verdict, "#555555"),
                alpha=0.55,
            )
    ax.set_yticks([-k for k in range(len(rows))], [SIGNS[v][2:] for v in rows])
    ax.set_ylim(-len(rows) + 0.4, 0.6)
    parts(ax)


def parts(ax: Axes) -> None:
    """The parts of the paper as the horizontal axis."""
    ax.set_xlim(1, inventory.LINES)
    ax.set_xticks([first for first, _ in PARTS], [])
    starts = [first for first, _ in PARTS]
    for first, last, (_, name) in zip(starts, [*starts[1:], inventory.LINES], PARTS, strict=True):
        ax.text(
            (first + last) / 2,
            -0.03,
            name,
            transform=ax.get_xaxis_transform(),
            rotation=40,
            ha="right",
            va="top",
            fontsize=9.5,
        )


def _first_line(record: Record) -> int:
    return inventory.spans(record.claim.error_lines or record.claim.lines)[0][0]
