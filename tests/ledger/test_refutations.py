"""Errata by slips: each refuted claim has one, and witnesses meet what the paper asks."""

from __future__ import annotations

from fractions import Fraction

import pytest

from _ledger import all_records
from glbtheory import ledger
from glbtheory.claims import hypotheses
from glbtheory.claims.slips import ERRATA, GROUPS, SLIPS, slips_of
from glbtheory.ledger.refutations import counted

REFUTED = {e["id"]: e for e in ledger.refuted(all_records().values())}
ENTRIES = {e["id"]: e for e in ledger.errata(all_records().values())}


def test_slips_have_names_groups_and_sentences() -> None:
    assert len({s.id for s in SLIPS}) == len(SLIPS)
    assert {s.group for s in SLIPS} == set(GROUPS)
    assert all(s.slip.endswith(".") and s.claims for s in SLIPS)


def test_every_refuted_claim_has_a_slip_and_no_other_has() -> None:
    assert {name for s in SLIPS for name in s.claims} == set(REFUTED)


@pytest.mark.parametrize("name", [s.id for s in SLIPS])
def test_a_slip_has_the_promised_fields(name: str) -> None:
    entry = ENTRIES[name]
    assert entry["slip"] and entry["lines"] and entry["group"] in GROUPS
    assert entry["fidelity"] in ("verbatim", "paraphrase", "implied")
    assert entry["witness"] and entry["corrected"] != entry["printed"]


@pytest.mark.parametrize("name", [s.id for s in SLIPS])
def test_witnesses_satisfy_what_the_paper_states(name: str) -> None:
    assert ENTRIES[name]["broken_hypotheses"] == []


def test_conventions_do_not_count() -> None:
    conventions = {"Z2", "Z6", "Z8", "Z19", "Z68", "Z70", "Z75"}
    assert not conventions & counted(all_records().values())
    assert {"T2", "L7", "N21"} <= counted(all_records().values())
    assert GROUPS[2] not in ERRATA


def test_a_claim_may_meet_two_slips() -> None:
    assert {s.id for s in slips_of("I40")} == {"ridge", "range"}


def test_hypotheses_are_read_from_the_values_of_a_witness() -> None:
    def broken(**witness: object) -> list[str]:
        return [h.name for h in hypotheses.read(witness) if not h.satisfied]

    assert broken(gamma="1/2", lam="1", T="3", tau="2", delta="1/20") == []
    assert broken(gamma="3/2") == ["gamma"]
    assert broken(lam="0") == ["lambda"]
    assert broken(T="5/2") == ["T"]
    assert broken(m="1", rewards=["0", "2"]) == ["rewards"]
    assert broken(c_mu="2", k_mu=1.0) == ["c_mu"]
    assert broken(actions=[["0"], [Fraction(3, 2)]]) == ["actions"]
    assert broken(actions=[["3/5", "4/5"]], a=["1", "0"]) == []
    assert broken(a=["1", "1/10"]) == ["a"]
    assert broken(T="any above exp(2C)") == []
    assert [h.name for h in hypotheses.read({"lambda": "0"}, ("lambda",))] == []


def test_names_of_a_witness_without_a_hypothesis_are_listed() -> None:
    witness = {"lam": "1", "T": "any above exp(2C)", "theta": "log 9, then -log 9", "x": "1/2"}
    assert hypotheses.not_read(witness) == ["T", "theta", "x"]
    assert hypotheses.not_read({"lambda": "0"}, ("lambda",)) == ["lambda"]
    for entry in ENTRIES.values():
        first = entry["claims"][0]
        assert set(entry["not_read"][first]) <= set(entry["witness"])
        assert set(entry["not_read"]) == set(entry["claims"])
