"""What rests on what: the ledger as a directed graph.

A claim points to the claims and hand steps it names as hypotheses or in ``depends_on``.  *Rests on*
is the transitive closure of these arrows, so that

    effective strength of c  =  the weakest strength among c and all that c rests on,

where a hand step counts as *read*, and so does a claim that rests on itself: a circle proves
nothing.  The *weakest link* of c is the first of that strength on a walk down from c, in the order
in which claims name what they rest on.  The *conditions* of c are the hand steps below it, and the
claims below it that neither hold as printed nor as corrected; without any, c is *unconditional*.

A claim that a kernel theorem decides rests on nothing: its proof is in ``formal/``, whatever the
paper's proof names.  What the theorem leaves out of the page's statement is a condition of the
claim and of all that rest on it.  A hand step does not count where a lemma of ``formal/`` proves
it.  What the paper's proofs name all the same is told by :func:`named_arrows`.

The closure is a set of names: arrows that run in a circle end, and the answers do not depend on the
order in which claims are visited.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from glbtheory.claims import natural_order
from glbtheory.engines.evidence import weakest
from glbtheory.ledger.judging import STRONG
from glbtheory.ledger.records import Record
from glbtheory.ledger.verdicts import ESTABLISHED

CLAIM, HAND_STEP = "claim", "hand step"


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
    """Every claim and hand step, and what it rests on directly; a hand step rests on nothing."""
    return _in_order({r.claim.id: r.rests_on for r in records})


def named_arrows(records: Iterable[Record]) -> dict[str, list[str]]:
    """Every claim and hand step, and what it names directly: how the paper argues."""
    return _in_order({r.claim.id: list(dict.fromkeys(r.claim.dependency_ids)) for r in records})


def _in_order(found: dict[str, list[str]]) -> dict[str, list[str]]:
    for below in [name for names in found.values() for name in names]:
        found.setdefault(below, [])
    return dict(sorted(found.items(), key=lambda item: natural_order(item[0])))


def hand_steps(records: Iterable[Record]) -> dict[str, str]:
    """The hand steps that some claim rests on, and what each says."""
    found = {step.id: step.says for r in records for step in r.hand_steps}
    return dict(sorted(found.items(), key=lambda item: natural_order(item[0])))


def named_hand_steps(records: Iterable[Record]) -> dict[str, str]:
    """The same with those that kernel theorems and lemmas have made unnecessary."""
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
    return _turned(arrows(records))


def named_dependents(records: Iterable[Record]) -> dict[str, list[str]]:
    """The same by :func:`named_arrows`: the claims whose proof in the paper passes through it."""
    return _turned(named_arrows(records))


def _turned(down: Mapping[str, list[str]]) -> dict[str, list[str]]:
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
    links = [WeakLink(name, "by hand", HAND_STEP, users[name]) for name in hand_steps(records)]
    links += [
        WeakLink(r.claim.id, r.strength, CLAIM, users[r.claim.id])
        for r in records
        if r.strength not in STRONG
    ]
    return sorted(links, key=lambda link: (-len(link.users), *natural_order(link.name)))


# --- chains -----------------------------------------------------------------------------------


def with_chains(records: Iterable[Record]) -> list[Record]:
    """The same records with effective strength, weakest link and conditions filled in."""
    records = _with_unproved(list(records))
    below = foundations(records)
    own = _own_strengths(records)
    strengths = _strengths(records, below, own)
    conditional = {name: set(found) for name, found in conditions(records).items()}
    named = {r.claim.id: _named_first(r) for r in records}
    scopes = _scopes(records)
    return [
        replace(
            record,
            effective_strength=strengths[name],
            weakest_link=next(
                n for n in _met(named, name) if own.get(n, "by hand") == strengths[name]
            ),
            conditional_on=_unique(
                condition
                for n in _left(named, name)
                for condition in (*scopes.get(n, ()), n)
                if condition in conditional[name]
            ),
        )
        for record in records
        for name in [record.claim.id]
    ]


def _with_unproved(records: list[Record]) -> list[Record]:
    """The same records; what follows from claims that are not established knows them by name.

    The established claims are the least set that has all that are decided as a whole, and all that
    follow by named steps from claims of the set: nothing follows from itself.
    """
    records = [replace(r, unproved_below=()) for r in records]
    known = {r.claim.id for r in records if r.decided_whole}
    waiting = {r.claim.id: _claims_below(r) for r in records if r.derived}
    while ready := [name for name, below in waiting.items() if known.issuperset(below)]:
        known.update(ready)
        for name in ready:
            del waiting[name]
    return [
        replace(r, unproved_below=tuple(n for n in waiting[r.claim.id] if n not in known))
        if r.claim.id in waiting
        else r
        for r in records
    ]


def _claims_below(record: Record) -> list[str]:
    """The claims that a claim follows from; its hypotheses are not among them."""
    return [x for x in record.claim.depends_on if isinstance(x, str)]


def _unique(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))


def _named_first(record: Record) -> list[str]:
    """What a claim rests on directly: hand steps by name, then claims in its own order."""
    hands = {step.id for step in record.hand_steps}
    return [*sorted(hands), *(name for name in record.rests_on if name not in hands)]


def _met(direct: Mapping[str, Iterable[str]], start: str) -> list[str]:
    """A walk down from a name, depth first: names in the order in which they are met."""
    found: dict[str, None] = {}
    todo = [start]
    while todo:
        name = todo.pop()
        if name not in found:
            found[name] = None
            todo += reversed(list(direct.get(name, ())))
    return list(found)


def _left(direct: Mapping[str, Iterable[str]], start: str) -> list[str]:
    """The same walk: names in the order in which they are left, those below before those above."""
    seen, found = {start}, []
    way = [(start, iter(direct.get(start, ())))]
    while way:
        name, rest = way[-1]
        below = next((n for n in rest if n not in seen), None)
        if below is None:
            found.append(name)
            way.pop()
        else:
            seen.add(below)
            way.append((below, iter(direct.get(below, ()))))
    return found


def effective_strengths(records: Iterable[Record], settled: Collection[str] = ()) -> dict[str, str]:
    """The effective strength of every claim, the links in ``settled`` taken as proved at least."""
    records = list(records)
    own = _own_strengths(records)
    known = _known(records, settled)
    own |= {n: "kernel" if own.get(n) == "kernel" else "proved" for n in known}
    return _strengths(records, foundations(records), own)


def conditions(records: Iterable[Record], settled: Collection[str] = ()) -> dict[str, list[str]]:
    """For each claim the hand steps and unverified claims below it, except those in ``settled``."""
    records = list(records)
    sure = _established(records) | _known(records, settled)
    return _conditions(records, foundations(records), sure, _scopes(records))


def gains(records: Iterable[Record]) -> list[Gain]:
    """For each weak link what would follow if it alone were settled, most first."""
    records = list(records)
    below, own, sure = foundations(records), _own_strengths(records), _established(records)
    scopes = _scopes(records)
    strength = _strengths(records, below, own)
    condition = _conditions(records, below, sure, scopes)
    found = []
    for link in weakest_links(records):
        concerned = [r for r in records if r.claim.id in {link.name, *link.users}]
        new_strength = _strengths(concerned, below, own | {link.name: "proved"})
        new_condition = _conditions(concerned, below, sure | {link.name}, scopes)
        stronger = [c for c, new in new_strength.items() if new != strength[c]]
        free = [c for c, new in new_condition.items() if condition[c] and not new]
        found.append(Gain(link.name, stronger, free))
    return sorted(
        found,
        key=lambda g: (-len(g.unconditional), -len(g.stronger), *natural_order(g.name)),
    )


def _own_strengths(records: list[Record]) -> dict[str, str]:
    """How strong each claim is as a link of a chain."""
    down = arrows(records)
    return {
        r.claim.id: "by hand" if r.claim.id in _walk(down, r.claim.id) else r.strength
        for r in records
    }


def _strengths(
    asked: list[Record], below: Mapping[str, list[str]], own: Mapping[str, str]
) -> dict[str, str]:
    # Whatever has no strength of its own is a hand step, or a claim without a record.
    return {
        r.claim.id: weakest([own.get(n, "by hand") for n in (r.claim.id, *below[r.claim.id])])
        for r in asked
    }


def _scopes(records: list[Record]) -> dict[str, list[str]]:
    """What the kernel theorems of claims leave out, by claim."""
    return {r.claim.id: r.scope_conditions for r in records if r.scope_conditions}


def _established(records: list[Record]) -> set[str]:
    return {r.claim.id for r in records if r.verdict in ESTABLISHED}


def _conditions(
    asked: list[Record],
    below: Mapping[str, list[str]],
    sure: Collection[str],
    scopes: Mapping[str, list[str]],
) -> dict[str, list[str]]:
    return {
        name: _unique(
            condition
            for n in (*below[name], name)
            for condition in (*scopes.get(n, ()), *([n] if n != name and n not in sure else []))
        )
        for name in (r.claim.id for r in asked)
    }


def _known(records: list[Record], names: Collection[str]) -> set[str]:
    if isinstance(names, str):
        raise ValueError(f"settled must be a list of names, not the text {names!r}")
    everything = arrows(records)
    for name in names:
        if name not in everything:
            raise ValueError(f"settled must name claims or hand steps, not {name!r}")
    return set(names)
