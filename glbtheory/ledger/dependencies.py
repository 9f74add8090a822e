"""What rests on what: the ledger as a directed graph.

A claim points to the claims and hand steps it names as hypotheses or in ``depends_on``.  *Rests on*
is the transitive closure of these arrows, so that

    effective strength of c  =  the weakest strength among c and all that c rests on,

where a hand step counts as *read*, and c is *unconditional* when it rests on no hand step and every
claim below it holds, as printed or as corrected.  The closure is a set of names: arrows that run in
a circle end, and the answer does not depend on the order in which claims are visited.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from glbtheory.claims import natural_order
from glbtheory.engines.evidence import STRENGTHS, weakest
from glbtheory.ledger import Record

CLAIM, HAND_STEP = "claim", "hand step"
#: Strengths that settle all cases of the scope; a link is weak below them.
STRONG = STRENGTHS[: STRENGTHS.index("enumerated") + 1]
_VERIFIED = ("holds", "holds-as-corrected")


@dataclass(frozen=True)
class WeakLink:
    """A hand step, or a claim weaker than enumerated, and the claims that rest on it."""

    name: str
    strength: str
    kind: str
    users: list[str]


@dataclass(frozen=True)
class Gain:
    """What would follow if one weak link alone were settled.

    ``stronger`` are the claims whose effective strength would rise, ``unconditional`` those that
    would then be conditional on nothing.  Both may name the link itself.
    """

    name: str
    stronger: list[str]
    unconditional: list[str]


def arrows(records: Iterable[Record]) -> dict[str, list[str]]:
    """Every claim and hand step, and what it names directly; a hand step names nothing."""
    found: dict[str, list[str]] = {}
    for record in records:
        found[record.claim.id] = list(dict.fromkeys(record.claim.dependency_ids))
    for below in [name for names in found.values() for name in names]:
        found.setdefault(below, [])
    return dict(sorted(found.items(), key=lambda item: natural_order(item[0])))


def hand_steps(records: Iterable[Record]) -> dict[str, str]:
    """The named hand steps, and what each says."""
    found = {step.id: step.says for r in records for step in r.claim.hand_steps}
    return dict(sorted(found.items(), key=lambda item: natural_order(item[0])))


def reach(direct: Mapping[str, Collection[str]]) -> dict[str, list[str]]:
    """The transitive closure of some arrows, in natural order; nothing reaches itself."""
    return {s: sorted(_walk(direct, s) - {s}, key=natural_order) for s in direct}


def _walk(
    direct: Mapping[str, Collection[str]], start: str, ends: Collection[str] = ()
) -> set[str]:
    """All that is met on the way down from a name; paths end at ``ends``."""
    seen: set[str] = set()
    todo = list(direct[start])
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += [] if name in ends else direct[name]
    return seen


def reduced(direct: Mapping[str, Collection[str]]) -> dict[str, list[str]]:
    """The arrows that no path over other arrows replaces; who rests on what stays the same."""
    below = {name: set(names) for name, names in reach(direct).items()}
    return {
        name: [n for n in names if not any(n in below[m] for m in names if m != n)]
        for name, names in direct.items()
    }


def skeleton(direct: Mapping[str, Collection[str]], kept: Collection[str]) -> dict[str, list[str]]:
    """Arrows among some names: to those that are reached without passing another of them.

    What paths outside of the names imply is drawn, what paths inside of them imply is not.
    """
    wanted = [name for name in direct if name in set(kept)]
    met = {start: _walk(direct, start, wanted) for start in wanted}
    return reduced({start: [n for n in wanted if n in seen] for start, seen in met.items()})


def foundations(records: Iterable[Record]) -> dict[str, list[str]]:
    """For each claim all claims and hand steps that it rests on."""
    return reach(arrows(records))


def dependents(records: Iterable[Record]) -> dict[str, list[str]]:
    """For each claim and each hand step all claims that rest on it, in natural order."""
    down = arrows(records)
    up: dict[str, list[str]] = {name: [] for name in down}
    for name, below in down.items():
        for other in below:
            up[other].append(name)
    return reach(up)


def cycles(records: Iterable[Record]) -> list[list[str]]:
    """Claims that rest on each other: each group once, in natural order."""
    down = arrows(records)
    below = {name: set(names) for name, names in reach(down).items()}
    groups: list[list[str]] = []
    for name in down:
        group = [name, *(other for other in sorted(below[name]) if name in below[other])]
        circular = len(group) > 1 or name in down[name]
        if circular and not any(name in known for known in groups):
            groups.append(sorted(group, key=natural_order))
    return groups


def weakest_links(records: Iterable[Record]) -> list[WeakLink]:
    """The hand steps, and the claims weaker than enumerated: most users first."""
    records = list(records)
    users = dependents(records)
    links = [WeakLink(name, "read", HAND_STEP, users[name]) for name in hand_steps(records)]
    links += [
        WeakLink(r.claim.id, r.strength, CLAIM, users[r.claim.id])
        for r in records
        if r.strength not in STRONG
    ]
    return sorted(links, key=lambda link: (-len(link.users), *natural_order(link.name)))


def effective_strengths(records: Iterable[Record], settled: Collection[str] = ()) -> dict[str, str]:
    """The effective strength of every claim, the links in ``settled`` taken as proved."""
    records = list(records)
    return _strengths(records, foundations(records), _known(records, settled))


def conditions(records: Iterable[Record], settled: Collection[str] = ()) -> dict[str, list[str]]:
    """For each claim the hand steps and unverified claims below it, except those in ``settled``."""
    records = list(records)
    return _conditions(records, foundations(records), _known(records, settled))


def gains(records: Iterable[Record]) -> list[Gain]:
    """For each weak link what would follow if it alone were settled, most first."""
    records = list(records)
    below = foundations(records)
    strength, condition = _strengths(records, below, set()), _conditions(records, below, set())
    found = []
    for link in weakest_links(records):
        concerned = [r for r in records if r.claim.id in {link.name, *link.users}]
        new_strength = _strengths(concerned, below, {link.name}, records)
        new_condition = _conditions(concerned, below, {link.name}, records)
        stronger = [c for c, new in new_strength.items() if new != strength[c]]
        free = [c for c, new in new_condition.items() if condition[c] and not new]
        found.append(Gain(link.name, stronger, free))
    return sorted(
        found,
        key=lambda g: (-len(g.unconditional), -len(g.stronger), *natural_order(g.name)),
    )


def _strengths(
    asked: list[Record],
    below: dict[str, list[str]],
    settled: set[str],
    records: list[Record] | None = None,
) -> dict[str, str]:
    own = {r.claim.id: r.strength for r in records or asked} | dict.fromkeys(settled, "proved")
    # Whatever else is named is a hand step, or a claim of which these records say nothing.
    return {
        r.claim.id: weakest([own.get(n, "read") for n in (r.claim.id, *below[r.claim.id])])
        for r in asked
    }


def _conditions(
    asked: list[Record],
    below: dict[str, list[str]],
    settled: set[str],
    records: list[Record] | None = None,
) -> dict[str, list[str]]:
    sure = {r.claim.id for r in records or asked if r.verdict in _VERIFIED} | settled
    return {r.claim.id: [n for n in below[r.claim.id] if n not in sure] for r in asked}


def _known(records: list[Record], names: Collection[str]) -> set[str]:
    if isinstance(names, str):
        raise ValueError(f"settled must be a list of names, not the text {names!r}")
    everything = arrows(records)
    for name in names:
        if name not in everything:
            raise ValueError(f"settled must name claims or hand steps, not {name!r}")
    return set(names)
