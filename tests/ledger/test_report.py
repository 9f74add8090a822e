"""The report as data: counts that can be made by hand, a fixed order, and nothing that varies."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest

from _small_ledger import JENSEN, PRINTED, record, records, small, wrong
from glbtheory.claims import inventory
from glbtheory.engines.evidence import Evidence
from glbtheory.ledger import dependencies, report

DATA = report.report(records())


def test_the_headline_counts_the_records() -> None:
    head = DATA["headline"]
    assert head["claims"] == len(records())
    assert head["items"] == {"listed": len(inventory.items()), "covered": 7}
    assert head["mutants"] == {"stated": 9, "refuted": 9}
    assert head["verdicts"]["holds"] == 7 and head["verdicts"]["holds-as-corrected"] == 1
    assert list(head["errata"].values()) == [1, 0, 0]
    assert head["repairs"] == {"rate": 0, "statement": 0, "constant": 1, "step": 0, "notation": 0}
    assert head["hand_steps"] == 2 and head["weak_links"] == 4
    assert sum(head["strengths_hand_steps_granted"].values()) == head["claims"]
    # Jensen and Markov granted, T1 still has the attacked L10 below it.
    assert head["strengths_hand_steps_granted"]["searched"] == 2


def test_what_no_record_covers_is_not_counted_as_covered() -> None:
    missing = [i for i in DATA["coverage"]["items"] if i["claim"] is None]
    assert len(missing) == len(inventory.items()) - 7
    assert all(i["verdict"] is None for i in missing)


def test_an_erratum_says_what_where_and_who_rests_on_it() -> None:
    (entry,) = DATA["refuted"]
    assert (entry["id"], entry["lines"]) == ("L4", "3070")
    assert entry["dependents"] == ["T3"]
    assert entry["witness"] == {"x": "3/2", "measured": 0.1235}
    assert entry["printed"] == PRINTED.latex and entry["corrected"] == "holds"


def test_errata_are_in_the_order_of_the_paper() -> None:
    three = [wrong("L9", lines="3524-3530"), wrong("L4"), wrong("L7", lines="3186-3202")]
    assert [e["id"] for e in report.refuted(three)] == ["L4", "L7", "L9"]


def test_a_mutant_that_survives_is_seen() -> None:
    survives = replace(record("A2"), mutants=[Evidence("holds", "fake", "proved")])
    head = report.report([*records(), survives])["headline"]
    assert head["mutants"] == {"stated": 10, "refuted": 9}
    assert head["verdicts"]["undecided"] == 1


def test_links_and_steps_are_those_of_the_graph() -> None:
    links = dependencies.weakest_links(records())
    assert [k["name"] for k in DATA["weakest_links"]] == [k.name for k in links]
    jensen = next(k for k in DATA["weakest_links"] if k["name"] == "Jensen")
    assert jensen["says"] == JENSEN.says
    assert jensen["unconditional_if_settled"] == ["T1", "L2"]
    (step,) = (s for s in DATA["hand_steps"] if s["name"] == "Jensen")
    assert (step["direct"], step["dependents"]) == (["L2"], ["L2", "T1", "T2"])


def test_an_entry_of_the_ledger_knows_both_sides() -> None:
    (entry,) = (e for e in DATA["ledger"] if e["id"] == "L2")
    assert entry["rests_on"] == ["A1", "Jensen"]
    assert entry["dependents"] == ["T1", "T2"]
    assert entry["strength_hand_steps_granted"] == "enumerated"


def test_the_theorems_are_those_of_the_list() -> None:
    assert DATA["theorems"] == ["T1", "T2", "T3"]
    assert DATA["schema"] == report.SCHEMA


def test_numbers_are_rounded_and_finite() -> None:
    value = report.rounded({"a": [0.123456, math.inf], "b": (1, True, None, "x"), 3: math.nan})
    assert value == {"a": [0.1235, "inf"], "b": [1, True, None, "x"], "3": "nan"}


def test_the_file_is_json_and_the_same_every_time(tmp_path: Path) -> None:
    first, second = tmp_path / "a.json", tmp_path / "b.json"
    report.write_json(first, records())
    report.write_json(str(second), iter(records()))
    assert first.read_bytes() == second.read_bytes()
    assert json.loads(first.read_text(encoding="utf-8")) == DATA
    assert [p.name for p in sorted(tmp_path.iterdir())] == ["a.json", "b.json"]


def test_bad_input_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="records must not be empty"):
        report.report([])
    with pytest.raises(ValueError, match="path must be a file name"):
        report.write_json(3, records())  # type: ignore[arg-type]


def test_an_erratum_on_the_lines_of_a_theorem_is_its_business() -> None:
    """T3 of the list stands on lines 854 to 889; whoever refutes one of them is named."""
    fine = [*small(), record("T3")]
    assert report.on_theorems(fine)["T3"] == []
    beside = wrong("Z9", "statement")
    beside = replace(beside, claim=replace(beside.claim, error_lines="870"))
    assert report.on_theorems([*fine, beside])["T3"] == ["Z9"]
    elsewhere = replace(beside, claim=replace(beside.claim, error_lines="900"))
    notation = replace(beside, claim=replace(beside.claim, effect="notation"))
    for other in (elsewhere, notation):
        assert report.on_theorems([*fine, other])["T3"] == []
    counts = report.report([*fine, beside])["headline"]["theorems"]
    assert counts["with_errata_on_their_lines"] == 1
    assert counts["all"] == 3 and counts["as_corrected"] == 0 and counts["as_printed"] == 2
