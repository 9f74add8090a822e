"""The graph on a few claims drawn by hand, where answers can be read off, and on the ledger."""

from __future__ import annotations

from itertools import permutations

import pytest

from _ledger import all_records
from _small_ledger import circle, record, small
from glbtheory.claims import natural_order
from glbtheory.engines.evidence import STRENGTHS
from glbtheory.ledger import Record, dependencies

# --- who rests on what --------------------------------------------------------------------------


def test_dependents_are_transitive_and_in_natural_order() -> None:
    assert dependencies.dependents(small()) == {
        "A1": ["L2", "L10", "T1", "T2"],
        "Jensen": ["L2", "T1", "T2"],
        "L2": ["T1", "T2"],
        "L10": ["T1"],
        "Markov": ["T2"],
        "T1": [],
        "T2": [],
        "X1": [],
    }


def test_foundations_are_the_same_arrows_the_other_way() -> None:
    up, down = dependencies.dependents(small()), dependencies.foundations(small())
    assert down["T1"] == ["A1", "Jensen", "L2", "L10"]
    assert {(a, b) for a in up for b in up[a]} == {(b, a) for a in down for b in down[a]}


def test_the_order_of_the_records_does_not_matter() -> None:
    assert dependencies.dependents(reversed(small())) == dependencies.dependents(small())
    assert dependencies.weakest_links(reversed(small())) == dependencies.weakest_links(small())


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_the_order_of_the_records_does_not_matter_in_circles(order: tuple[int, ...]) -> None:
    records = [*circle(), record("D1", ["C1"], strength="sampled")]
    links = {r.claim.id: r for r in dependencies.with_chains(records)}
    for r in dependencies.with_chains([records[k] for k in order]):
        assert r == links[r.claim.id]
    assert [links[n].weakest_link for n in ("A1", "B1", "C1", "D1")] == ["A1", "B1", "C1", "C1"]
    assert all("Jensen" in r.conditional_on for r in links.values())
    # What follows from itself is not established.
    assert {r.verdict for r in links.values()} == {"holds-where-checked"}


def test_a_circle_ends_and_is_named_once() -> None:
    assert dependencies.cycles(circle()) == [["A1", "B1", "C1"]]
    assert dependencies.dependents(circle())["A1"] == ["B1", "C1"]
    assert dependencies.dependents(circle())["Jensen"] == ["A1", "B1", "C1"]
    # All three rest on Jensen, whichever is asked first.
    assert set(dependencies.effective_strengths(circle()).values()) == {"by hand"}
    assert dependencies.cycles([record("A1", ["A1"])]) == [["A1"]]
    # A circle proves nothing, even of proved claims alone.
    alone = [record("A1", ["B1"]), record("B1", ["A1"]), record("C1", ["B1"]), record("D1")]
    assert dependencies.effective_strengths(alone) == dict(
        A1="by hand", B1="by hand", C1="by hand", D1="proved"
    )
    assert dependencies.cycles(small()) == []


# --- fewer arrows -------------------------------------------------------------------------------


def test_reduced_drops_only_what_a_longer_path_says() -> None:
    direct = {"T": ["L", "A"], "L": ["A", "B"], "A": [], "B": []}
    assert dependencies.reduced(direct) == {"T": ["L"], "L": ["A", "B"], "A": [], "B": []}
    assert dependencies.reduced(dependencies.arrows(small()))["T1"] == ["L10", "L2"]


def test_reduced_says_the_same_of_the_ledger() -> None:
    direct = dependencies.arrows(all_records().values())
    thin = dependencies.reduced(direct)
    assert dependencies.reach(thin) == dependencies.reach(direct)
    # And no arrow of it can go.
    for name, below in thin.items():
        for other in below:
            rest = {**thin, name: [n for n in below if n != other]}
            assert other not in dependencies.reach({n: rest[n] for n in _below(rest, name)})[name]


def _below(direct: dict[str, list[str]], name: str) -> list[str]:
    found = [name]
    for n in found:
        found += [m for m in direct[n] if m not in found]
    return found


def test_a_skeleton_jumps_over_what_is_left_out() -> None:
    direct = {"T": ["s", "L"], "s": ["A"], "L": ["q"], "q": ["A", "B"], "A": [], "B": []}
    assert dependencies.skeleton(direct, ["T", "L", "A", "B"]) == {
        "T": ["L"],
        "L": ["A", "B"],
        "A": [],
        "B": [],
    }
    # Without L the two others hang on T itself.
    assert dependencies.skeleton(direct, ["T", "A", "B"])["T"] == ["A", "B"]


# --- weak links ---------------------------------------------------------------------------------


def test_weak_links_are_hand_steps_and_weak_claims_most_users_first() -> None:
    assert dependencies.weakest_links(small()) == [
        dependencies.WeakLink("Jensen", "by hand", "hand step", ["L2", "T1", "T2"]),
        dependencies.WeakLink("L10", "searched", "claim", ["T1"]),
        dependencies.WeakLink("Markov", "by hand", "hand step", ["T2"]),
        dependencies.WeakLink("X1", "sampled", "claim", []),
    ]


def test_a_chain_is_as_strong_as_its_weakest_link() -> None:
    assert dependencies.effective_strengths(small()) == {
        "T1": "by hand",
        "T2": "by hand",
        "L2": "by hand",
        "L10": "searched",
        "A1": "enumerated",
        "X1": "sampled",
    }


def test_settling_one_link_frees_only_the_chains_that_have_no_other() -> None:
    gains = {g.name: g for g in dependencies.gains(small())}
    # T1 keeps the attacked L10, T2 keeps Markov: with Jensen settled T1 is attacked, L2 enumerated.
    assert gains["Jensen"] == dependencies.Gain("Jensen", ["T1", "L2"], ["T1", "L2"])
    assert gains["Markov"] == dependencies.Gain("Markov", [], [])
    assert gains["L10"].stronger == ["L10"]
    strengths = dependencies.effective_strengths(small(), ["Jensen", "L10"])
    assert (strengths["T1"], strengths["T2"]) == ("enumerated", "by hand")
    assert dependencies.conditions(small(), ["Jensen"])["T2"] == ["Markov"]


def test_a_claim_that_fails_is_a_condition_of_what_rests_on_it() -> None:
    records = [record("A1", outcome="refuted"), record("B1", ["A1"]), record("C1", ["B1"])]
    assert dependencies.conditions(records) == {"A1": [], "B1": ["A1"], "C1": ["A1"]}


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ValueError, match="settled must name claims or hand steps, not 'T99'"):
        dependencies.effective_strengths(small(), ["T99"])
    with pytest.raises(ValueError, match="settled must be a list"):
        dependencies.conditions(small(), "T1")


# --- the ledger itself --------------------------------------------------------------------------


def test_nothing_in_the_ledger_rests_on_itself() -> None:
    assert dependencies.cycles(all_records().values()) == []


def test_strengths_and_conditions_are_those_of_the_ledger() -> None:
    """Two ways: the closure as sets, and here claim by claim from what each names directly."""
    records = all_records()
    strengths = dependencies.effective_strengths(records.values())
    conditions = dependencies.conditions(records.values())
    for name, r in records.items():
        chain = step_by_step(name, records)
        assert (r.effective_strength, r.weakest_link, r.conditional_on) == chain, name
        assert strengths[name] == r.effective_strength, name
        assert set(conditions[name]) == set(r.conditional_on), name


def step_by_step(name: str, records: dict[str, Record]) -> tuple[str, str, list[str]]:
    """Strength, weakest link and conditions of a chain without circles, by recursion."""
    record = records[name]
    hands = sorted({h.id for h in record.hand_steps})
    links = [(record.strength, name), *(("by hand", h) for h in hands)]
    conditions = list(hands)
    for below in record.rests_on:
        if below not in hands:
            strength, link, further = step_by_step(below, records)
            links.append((strength, link))
            conditions += [c for c in further if c not in conditions]
            if records[below].verdict not in ("holds", "holds-as-corrected"):
                conditions += [below] * (below not in conditions)
    conditions += [c for c in record.scope_conditions if c not in conditions]
    strength = max((s for s, _ in links), key=STRENGTHS.index)
    return strength, next(n for s, n in links if s == strength), conditions


def test_dependents_of_the_ledger_are_those_whose_chain_passes_through() -> None:
    """Closed independently, as the powers of the matrix of arrows."""
    records = list(all_records().values())
    users = dependencies.dependents(records)
    rows = {r.claim.id: set(r.rests_on) for r in records}
    while True:
        grown = {n: s.union(*(rows.get(x, set()) for x in s)) for n, s in rows.items()}
        if grown == rows:
            break
        rows = grown
    for name, found in users.items():
        expected = sorted((n for n, s in rows.items() if name in s), key=natural_order)
        assert found == expected, name
    assert set(users) == set(rows) | set(dependencies.hand_steps(records))


def test_every_weak_chain_is_explained_by_a_weak_link() -> None:
    records = list(all_records().values())
    links = dependencies.weakest_links(records)
    assert [len(k.users) for k in links] == sorted((len(k.users) for k in links), reverse=True)
    explained = {u for k in links for u in (k.name, *k.users)}
    weak = STRENGTHS.index("enumerated")
    for r in records:
        is_weak = STRENGTHS.index(r.effective_strength) > weak
        assert is_weak == (r.claim.id in explained), r.claim.id
