"""The lists of what the paper's source holds: read strictly, and the same as the claims say."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from glbtheory.claims import all_claims, inventory


def test_the_list_has_239_items_of_known_kinds_in_the_paper() -> None:
    items = inventory.items()
    assert len(items) == len({i.id for i in items}) == 239
    assert all(i.spans for i in items)


def test_every_item_is_the_claim_with_its_id() -> None:
    """Kind, label and lines of an item are those of the list, to the letter."""
    claims = all_claims()
    for item in inventory.items():
        claim = claims[item.id]
        assert (claim.kind, claim.label, claim.lines) == (item.kind, item.label, item.lines)


def test_claims_do_not_repeat_what_the_list_says() -> None:
    """No claim of an item gives its kind, label or lines, and none gives its chapter."""
    known = {item.id for item in inventory.items()}
    for path in sorted(Path(inventory.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Claim"):
                continue
            given = {k.arg: k.value for k in node.keywords}
            assert "chapter" not in given, (path.name, node.lineno)
            name = given["id"].value if isinstance(given.get("id"), ast.Constant) else None
            if name in known:
                assert not {"kind", "label", "lines"} & set(given), (path.name, name)


def test_labels_of_items_and_claims_are_labels_of_the_source() -> None:
    known = inventory.labels()
    named = {i.label for i in inventory.items()} | {c.label for c in all_claims().values()}
    for label in named - {""}:
        assert inventory.bare(label) in known or label.startswith("rem*"), label


def test_lines_of_claims_are_lines_of_the_source() -> None:
    for claim in all_claims().values():
        found = inventory.spans(claim.lines)
        assert found or claim.lines == "-", claim.id
        if claim.error_lines:
            assert inventory.spans(claim.error_lines), claim.id


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("51-52, 166", [(51, 52), (166, 166)]),
        ("7", [(7, 7)]),
        ("-", []),
        ("3 - 9", [(3, 9)]),
    ],
)
def test_spans(text: str, found: list[inventory.Span]) -> None:
    assert inventory.spans(text) == found


@pytest.mark.parametrize("text", ["", " ", "x", "9-3", "0", "3651-3652", "1,,2", "1-2-3", "-5"])
def test_spans_refuse_what_is_no_list_of_lines(text: str) -> None:
    with pytest.raises(ValueError, match="lines must"):
        inventory.spans(text)


def test_overlap() -> None:
    assert inventory.overlap([(1, 3)], [(3, 9)])
    assert inventory.overlap([(1, 3), (20, 20)], [(15, 25)])
    assert not inventory.overlap([(1, 3)], [(4, 9)])
    assert not inventory.overlap([], [(4, 9)])


ITEMS = "id,kind,label,lines\n"
DISPLAYS = "environment,label,first,last\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("id,kind\n", "must begin with the columns"),
        (ITEMS + "A1,assumption\n", "line 2: 4 fields are wanted"),
        (ITEMS + "A1,guess,,1\n", "line 2: kind must be one of"),
        (ITEMS + "A1,step,,9-1\n", "line 2: lines must rise"),
        (ITEMS + "A1,step,,1\nA1,step,,2\n", "line 3: an id must be there and be new"),
        (ITEMS + ",step,,1\n", "an id must be there"),
    ],
)
def test_damaged_lists_of_items_are_refused(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "items.csv"
    path.write_text(text)
    with pytest.raises(ValueError, match=reason):
        inventory.read_items(path)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (DISPLAYS + "verse,,1,2\n", "environment must be one of"),
        (DISPLAYS + "align,a,1,2\nalign,a,3,4\n", "the label 'a' is there twice"),
        (DISPLAYS + "align,,one,2\n", "first and last must be lines"),
        (DISPLAYS + "align,,5,2\n", "first and last must rise"),
        (DISPLAYS + "align,,5,9999\n", "first and last must rise"),
        (DISPLAYS + "align,,5,6\nalign,,1,2\n", "order of the paper"),
    ],
)
def test_damaged_lists_of_displays_are_refused(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "displays.csv"
    path.write_text(text)
    with pytest.raises(ValueError, match=reason):
        inventory.read_displays(path)


def test_a_missing_list_says_so(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"cannot read gone\.csv"):
        inventory.read_items(tmp_path / "gone.csv")
    (tmp_path / "bytes.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match="it is not text"):
        inventory.read_items(tmp_path / "bytes.csv")
