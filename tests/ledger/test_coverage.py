"""Every item and every display of the paper is a claim, and most are settled, not only tried."""

from __future__ import annotations

import pytest

from _ledger import all_records
from glbtheory.claims import inventory
from glbtheory.cli import main
from glbtheory.ledger import Record, coverage
from glbtheory.ledger.coverage import CHECKABLE, STRONG
from glbtheory.ledger.verdicts import ESTABLISHED, REPRODUCED_AT_SOME, VERIFIED


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return list(all_records().values())


@pytest.fixture(scope="module")
def covered(records: list[Record]) -> coverage.Coverage:
    return coverage.coverage(records)


def test_all_items_are_claims(covered: coverage.Coverage) -> None:
    assert covered.missing_items == []
    assert len(covered.items) == 239


def test_all_displays_and_environments_are_touched_by_a_claim(covered: coverage.Coverage) -> None:
    assert covered.missing_displays == []
    touched = {d.display.first for d in covered.displays if d.claims}
    # A reason for what is checked meanwhile would be an excuse for nothing.
    assert not touched & set(coverage.NOT_CHECKED)
    assert set(coverage.NOT_CHECKED) <= {d.first for d in inventory.displays()}


def test_every_label_of_the_source_is_on_the_lines_of_a_claim(records: list[Record]) -> None:
    spans = [s for found in coverage.claim_spans(records).values() for s in found]
    for display in inventory.displays():
        if display.label and display.states:
            assert inventory.overlap(display.spans, spans), display.label


def test_only_what_may_be_read_is_read(records: list[Record], covered: coverage.Coverage) -> None:
    read = [r for r in records if r.verdict == "read"]
    assert set(covered.read) == {r.claim.id for r in read}
    for r in read:
        assert r.claim.reason and r.claim.kind in coverage.MAY_BE_READ, r.claim.id


def test_at_least_four_fifths_of_what_can_be_settled_is(covered: coverage.Coverage) -> None:
    share = covered.share(CHECKABLE)
    assert share.total == sum(i.item.kind in CHECKABLE for i in covered.items) > 100
    assert share.percent >= 80
    assert share.total >= share.strong >= share.effective >= 0
    assert share.strong >= share.unconditional


def test_every_verified_claim_has_a_refuted_mutant(records: list[Record]) -> None:
    for r in records:
        if r.verdict in VERIFIED:
            assert r.mutants and not r.survivors, r.claim.id


def test_sampling_alone_decides_only_where_it_is_said_why(records: list[Record]) -> None:
    alone = coverage.sampled_alone(records)
    assert [name for name, reason in alone.items() if not reason] == []
    assert set(coverage.SAMPLED_ALONE) <= set(alone)


def test_shares_are_counts_of_items(covered: coverage.Coverage) -> None:
    shares = covered.shares()
    assert sum(s.total for s in shares.values()) == covered.share().total == len(covered.items)
    strong = [
        i
        for i in covered.items
        if i.record and i.record.verdict in ESTABLISHED and i.record.strength in STRONG
    ]
    assert covered.share().strong == len(strong)
    with pytest.raises(ValueError, match="kinds must be among"):
        covered.share(["rumour"])


def test_without_records_everything_is_missing() -> None:
    empty = coverage.coverage([])
    assert len(empty.missing_items) == 239
    assert len(empty.missing_displays) == len(empty.displays) - len(coverage.NOT_CHECKED)
    assert empty.share(CHECKABLE).percent == 0


def test_the_claims_on_a_line_shortest_first(records: list[Record]) -> None:
    here = coverage.at(870, records)
    assert "T3" in {r.claim.id for r in here}
    for line in (0, inventory.LINES + 1, True, 1.5):
        with pytest.raises(ValueError, match="line must be"):
            coverage.at(line, records)  # type: ignore[arg-type]


def test_sentences_and_claims_beyond_the_list_are_in_the_order_of_the_paper(
    covered: coverage.Coverage,
) -> None:
    listed = {i.id for i in inventory.items()}
    assert {r.claim.id for r in covered.beyond}.isdisjoint(listed)
    for group in (covered.sentences, covered.beyond):
        first = [inventory.spans(r.claim.lines)[0][0] for r in group if r.claim.lines != "-"]
        assert first == sorted(first)


def test_reproduced_at_some_settings_counts_as_verified() -> None:
    assert REPRODUCED_AT_SOME in VERIFIED


def test_the_command_counts_the_same(
    covered: coverage.Coverage, capsys: pytest.CaptureFixture[str]
) -> None:
    all_records()
    assert main(["coverage"]) == 0
    out = capsys.readouterr().out
    assert f"239 of {len(covered.items)} items are claims" in out
    assert f"({covered.share(CHECKABLE).percent:.0f} %)" in out
    assert main(["coverage", "870"]) == 0
    assert "T3" in capsys.readouterr().out
    assert main(["coverage", "0"]) == 2
    assert "line must be" in capsys.readouterr().err
