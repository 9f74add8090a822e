"""Every claim verified, and verified again by a route that does not share the engines' code.

Statements are evaluated with mpmath at eighty digits, from sympy trees or from their text.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import mpmath as mp
import pytest
import sympy as sp

from _book import toc_entries
from _ledger import all_records
from glbtheory import ledger
from glbtheory.claims import all_claims, chapters, inventory, natural_order, vocabulary
from glbtheory.claims.model import AnyStatement, Bound, Claim, latex_of
from glbtheory.engines.checker.certificate import check
from glbtheory.engines.evidence import Evidence
from glbtheory.engines.kernel.evidence import kernel_evidence, lemma_evidence
from glbtheory.engines.language.domain import Interval

REQUIRED = {item.id for item in inventory.items()}
CHAPTERS = {
    *("how_to_read", "setting", "self_concordance", "estimate"),
    *("moments", "mixing", "tail", "potentials"),
    *("deviation", "bonus", "regret", "window", "arms", "rates"),
    *("sentences", "price", "sharper"),
}
#: Other papers' theorems and opinions; nothing that a proof of this paper uses.
READ_KINDS = {"prose-claim", "table-row", "remark", "equation"}

each = pytest.mark.parametrize("name", all_claims())


# --- the catalogue ------------------------------------------------------------------------------


def test_every_required_claim_is_there_in_natural_order() -> None:
    names = list(all_claims())
    assert not REQUIRED - set(names)
    assert names == sorted(names, key=natural_order)
    assert names.index("A2") < names.index("D1") < names.index("D4") < names.index("D10")


def test_chapters_rest_on_each_other_without_a_circle() -> None:
    """A chapter's folder may take statements from other chapters, but not in a circle."""
    folder = Path(inventory.__file__).parent
    arrows: dict[str, set[str]] = {}
    for path in folder.glob("*/*.py"):
        found = re.findall(r"from glbtheory\.claims\.(\w+)\.", path.read_text(encoding="utf-8"))
        arrows.setdefault(path.parent.name, set()).update(found)
    order = TopologicalSorter({name: below - {name} for name, below in arrows.items()})
    assert set(order.static_order()) == {*chapters(), "vocabulary"}


@each
def test_claim_is_complete(name: str) -> None:
    claim = all_claims()[name]
    assert claim.id == name and claim.title and claim.lines
    assert claim.chapter in CHAPTERS and f"book/{claim.chapter}" in toc_entries()
    if claim.reason:
        assert claim.kind in READ_KINDS and not claim.printed
        return
    assert claim.printed_latex and claim.mutants
    assert all(m.why for m in claim.mutants), "a mutant says what was moved"
    assert len(claim.mutants) == len({(m.why, latex_of(m)) for m in claim.mutants})
    for latex in (claim.printed_latex, claim.corrected_latex):
        assert latex.count("{") == latex.count("}")


@each
def test_no_mutant_is_shown_as_the_true_formula(name: str) -> None:
    claim = all_claims()[name]
    shown = {latex_of(s) for s in held(claim)}
    # A bound may differ in its domain alone, which ``why`` says.
    assert not [m.why for m in claim.mutants if not isinstance(m, Bound) and m.latex in shown]


@each
def test_every_mutant_goes_through_the_check_of_a_statement_of_its_claim(name: str) -> None:
    """A mutant is made from a statement that decides the claim or supports it, tokens moved.

    What is printed decides only where it is not corrected: nothing is learnt from a mutant of a
    statement that is refuted itself.
    """
    claim = all_claims()[name]
    for mutant in claim.mutants:
        of = [s for s in held(claim) if mutant.same_check(s)]
        assert of, mutant.why
        assert all(moved(mutant) != moved(s) for s in of), mutant.why


@each
def test_a_mutant_of_a_search_keeps_its_seed_and_its_known_rounds(name: str) -> None:
    claim = all_claims()[name]
    for mutant in claim.mutants:
        of = [s for s in held(claim) if mutant.same_check(s)]
        for token in {"seed", "known", "over"} & set(mutant.tokens):
            if token == "known" and isinstance(mutant.tokens[token], str):
                continue  # a token of another check (Z49)
            assert any(mutant.tokens[token] == s.tokens[token] for s in of), (mutant.why, token)


def held(claim: Claim) -> list[AnyStatement]:
    """The statements that decide a claim, and those that support it."""
    return [*(claim.corrected or claim.printed), *claim.support]


@each
def test_every_search_that_decides_has_a_mutant_of_its_own(name: str) -> None:
    """A search that finds nothing says little unless it finds the mutant."""
    record = all_records()[name]
    claim = record.claim
    whole = record.corrected if claim.corrected else record.printed  # what the engines say
    if whole is None:
        return
    statements = held(claim)
    parts = whole.parts if len(statements) > 1 else [whole]
    for statement, evidence in zip(statements, parts, strict=True):
        if evidence.strength in ("searched", "sampled"):
            assert any(m.same_check(statement) for m in claim.mutants), latex_of(statement)


@each
def test_a_kernel_theorem_has_mutants_of_its_own(name: str) -> None:
    """The mutants are of the very theorem that decides, and not of a weaker form of it."""
    kernel = all_claims()[name].kernel
    if kernel is not None:
        assert kernel.mutants
        assert all(mutant.startswith(f"{kernel.name}_mutant") for mutant in kernel.mutants)


def moved(statement: AnyStatement) -> Any:
    """What tells two statements of one check apart, without how long a search is."""
    if isinstance(statement, Bound):
        return statement.lhs, statement.relation, statement.rhs, str(statement.where)
    return {name: x for name, x in statement.tokens.items() if name not in statement.shorter}


def test_a_mutant_of_a_bound_keeps_its_tokens() -> None:
    third = vocabulary.bound("x <= {f}*x", "x > 0", f="1").mutant("doubled", f="2").variant(f="3")
    assert (third.rhs, third.tokens) == ("3*x", {"f": "3"})


#: What the book says of the sentences that runs do not simply confirm.
_SAID_BY_RUNS = {
    **dict.fromkeys(("X14", "Z104"), "not-reproduced"),
    "Z107": "undecided",
    **dict.fromkeys(
        ("X10", "X11", "X12", "X13", "Z27", "Z101", "Z102", "Z103"), "reproduced-at-some"
    ),
}


@each
def test_claim_is_settled_and_its_mutants_are_refuted(name: str) -> None:
    record = all_records()[name]
    if record.claim.reason:
        assert record.verdict == "read"
        return
    if record.may_stay_open:  # what runs say of somebody else's experiment may be anything
        assert record.printed is not None and record.printed.scope
        assert record.printed.strength == "sampled" and not record.claim.corrected
        assert record.verdict == _SAID_BY_RUNS.get(name, "holds-where-checked")
    else:
        corrected = ("holds-as-corrected", "corrected-where-checked")
        holds = ("holds", "holds-where-checked")
        assert record.verdict in (corrected if record.claim.corrected else holds)
    assert [e.outcome for e in record.mutants] == ["refuted"] * len(record.claim.mutants)
    for evidence in record.mutants:
        assert evidence.witness is not None, "a refutation shows an instance"
    assert record.deciding is not None
    if record.strength == "by hand" and record.verdict != "undecided":
        # Nothing but named steps: the derivation is all there is.
        assert record.derived and record.claim.follows
    else:
        assert record.deciding.scope


def test_the_ledger_is_settled() -> None:
    assert ledger.exit_code(all_records().values()) == 0


def test_strength_never_exceeds_the_chain() -> None:
    order = ["kernel", "proved", "certified", "enumerated", "searched", "sampled", "by hand"]
    for record in all_records().values():
        assert order.index(record.effective_strength) >= order.index(record.strength)
        if record.hand_steps:
            assert record.effective_strength == "by hand" and record.conditional_on


def test_every_theorem_and_lemma_that_a_claim_names_is_recorded() -> None:
    named = [c.kernel for c in all_claims().values() if c.kernel]
    found = [kernel_evidence(name) for theorem in named for name in (theorem.name, *theorem.beside)]
    steps = [step for c in all_claims().values() for step in c.hand_steps]
    found += [lemma_evidence(lemma) for step in steps for lemma in step.lemmas]
    assert [e.detail for e in found if e.outcome != "holds"] == []


def test_self_concordance_is_decided_on_all_of_the_plane() -> None:
    record = all_records()["L4"]
    assert record.printed is not None and record.printed.strength in ("proved", "certified")
    assert (record.strength, record.conditional_on) == ("kernel", [])
    assert all_records()["A4"].strength in ("proved", "certified")
    assert all_records()["A4"].conditional_on == []


def test_refuted_claims() -> None:
    entries = {e["id"]: e for e in ledger.refuted(all_records().values())}
    assert {"N21", "N22", "A7", "Z1"} <= set(entries)
    for entry in entries.values():
        assert entry["witness"] and entry["corrected"] and entry["effect"]
        assert entry["printed"] != entry["corrected"]
    assert entries["A7"]["lines"] == "1345"


# --- by another route ---------------------------------------------------------------------------

Function = Callable[..., Any]


@cache
def side(expression: Any, names: tuple[str, ...]) -> Function:
    """One side of a bound as a function of numbers, through sympy's printer for mpmath."""
    symbols = {n: sp.Symbol(n, real=True) for n in names}
    if isinstance(expression, str):
        tree = sp.parse_expr(
            expression,
            local_dict={**symbols, "abs": sp.Abs},
            transformations=(*sp.parsing.sympy_parser.standard_transformations, rational),
        )
    else:
        tree = sp.sympify(expression)
        tree = tree.subs({s: symbols[s.name] for s in tree.free_symbols})
    return sp.lambdify([symbols[n] for n in names], tree, modules="mpmath")


rational = sp.parsing.sympy_parser.rationalize


def gap(bound: Bound, point: dict[str, mp.mpf]) -> tuple[mp.mpf, mp.mpf]:
    """What the bound says is not negative (for ==: minus the distance), and the scale."""
    names = tuple(sorted(point))
    lhs, rhs = (mp.mpf(side(e, names)(*(point[n] for n in names))) for e in (bound.lhs, bound.rhs))
    scale = abs(lhs) + abs(rhs)
    if bound.relation == "==":
        return -abs(lhs - rhs), scale
    return (rhs - lhs if bound.relation in ("<", "<=") else lhs - rhs), scale


def bounds(outcome: str) -> Iterator[tuple[str, Bound, Evidence]]:
    """The bounds of the ledger with one outcome: claim, bound, evidence; each bound once."""
    seen = set()
    for record in all_records().values():
        claim = record.claim
        groups: list[tuple[list[AnyStatement], Evidence | None]] = [
            ([*claim.printed, *claim.support], record.printed),
            ([*claim.corrected, *claim.support], record.corrected),
        ]
        groups += [([m], e) for m, e in zip(claim.mutants, record.mutants, strict=True)]
        for statements, whole in groups:
            if whole is None:
                continue
            parts = whole.parts if len(statements) > 1 else [whole]
            for statement, evidence in zip(statements, parts, strict=True):
                if not isinstance(statement, Bound) or evidence.outcome != outcome:
                    continue
                question = statement.inequality()
                key = (question.text, str(question.domain))
                if key not in seen:
                    seen.add(key)
                    yield claim.id, statement, evidence


def test_every_witness_violates_its_bound() -> None:
    count = 0
    for name, bound, evidence in bounds("refuted"):
        domain = bound.inequality().domain
        assert evidence.witness is not None
        exact = {n: Fraction(evidence.witness[n]) for n in domain}
        assert all(domain[n].contains(x) for n, x in exact.items()), (name, exact)
        with mp.workdps(1000):  # a witness may be far out, where e^S hides a small constant
            point = {n: mp.mpf(x.numerator) / x.denominator for n, x in exact.items()}
            value, scale = gap(bound, point)
            if bound.relation in ("<", ">"):
                assert value <= 0, (name, bound.text)
            else:
                assert value < -scale * mp.mpf(10) ** -900, (name, bound.text, exact)
        count += 1
    assert count >= 40


def a_point(domain: dict[str, Interval], rng: random.Random) -> dict[str, mp.mpf]:
    """A random rational point of a box; long ends are tried near and far, ends included."""
    point = {}
    for name, interval in domain.items():
        lo, hi = interval.lo, interval.hi
        if isinstance(lo, Fraction) and isinstance(hi, Fraction):
            step = Fraction(rng.randint(1, 10**6 - 1), 10**6)
            x = lo + (hi - lo) * (step if rng.random() < 0.7 else step**6)
        else:
            size = Fraction(rng.randint(1, 10**6), 10**6) * Fraction(10) ** rng.randint(-6, 1)
            if isinstance(lo, Fraction):
                x = lo + size
            else:
                x = (hi if isinstance(hi, Fraction) else 0) - size
                if not isinstance(hi, Fraction) and rng.random() < 0.5:
                    x = -x
        assert interval.contains(x)
        point[name] = mp.mpf(x.numerator) / x.denominator
    return point


def test_no_random_point_violates_a_bound_that_holds() -> None:
    rng = random.Random(20260)
    count = 0
    with mp.workdps(80):
        for name, bound, _ in bounds("holds"):
            domain = dict(bound.inequality().domain)
            for _ in range(60 if domain else 1):
                point = a_point(domain, rng)
                value, scale = gap(bound, point)
                assert value >= -scale * mp.mpf(10) ** -40, (name, bound.text, point)
            count += 1
    assert count >= 40


def test_the_other_route_sees_what_the_engines_refute() -> None:
    """The sampling above is not blind: most false bounds fail at some random point too."""
    rng = random.Random(7)
    seen = total = 0
    with mp.workdps(80):
        for _, bound, _ in bounds("refuted"):
            domain = dict(bound.inequality().domain)
            values = [gap(bound, a_point(domain, rng)) for _ in range(400 if domain else 1)]
            seen += any(v < -s * mp.mpf(10) ** -40 for v, s in values)
            total += 1
    assert seen >= 0.8 * total


def test_every_certificate_is_accepted_by_the_independent_checker() -> None:
    count = 0
    for name, bound, evidence in bounds("holds"):
        assert evidence.certificate is not None, (name, bound.text)
        check(evidence.certificate, bound.inequality())
        count += 1
    assert count >= 40


@pytest.mark.parametrize("name", ["N21", "N22"])
def test_the_discussion_has_its_direction_turned(name: str) -> None:
    """Printed as upper bounds on the mean, true as lower bounds on its change."""
    claim = all_claims()[name]
    assert {b.relation for b in claim.printed if isinstance(b, Bound)} == {"<="}
    assert {b.relation for b in claim.corrected if isinstance(b, Bound)} == {">="}


def test_weights_of_the_horizon_by_hand() -> None:
    """A7 at t = T = 1, γ = 1/2: the printed chain asks w_2 = 4 <= w_1 = 2."""
    witness = all_records()["A7"].printed.witness  # type: ignore[union-attr]
    assert witness is not None
    gamma, t, horizon = Fraction(str(witness["gamma"])), int(witness["t"]), int(witness["T"])
    assert 1 <= t <= horizon
    assert gamma ** -(t + 1) > gamma**-horizon
