"""Sealed files: what was written is read; what was cut, edited or moved is not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from glbtheory._support import sealed_json
from glbtheory._support.sealed_json import Damaged

BODY: dict[str, Any] = {"b": [1, 2.5, None, "ρ"], "a": {"y": 1, "x": True}}


@pytest.mark.parametrize("address", ["", "some/place"])
@pytest.mark.parametrize("layout", [{}, {"indent": 1}, {"indent": 1, "sort_keys": True}])
def test_what_was_written_is_read(tmp_path: Path, address: str, layout: dict[str, Any]) -> None:
    path = tmp_path / "file.json"
    sealed_json.write(path, BODY, address, **layout)
    assert sealed_json.read(path, address) == BODY
    assert [p.name for p in tmp_path.iterdir()] == ["file.json"]
    # Unless they are sorted, the order of the keys is kept.
    assert (list(sealed_json.read(path, address)) == ["a", "b"]) == ("sort_keys" in layout)


def test_it_is_plain_json(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    sealed_json.write(path, BODY)
    stored = json.loads(path.read_text(encoding="utf-8"))
    assert stored == {**BODY, "digest": sealed_json.digest(BODY)}
    # Whoever knows how can seal it again.
    stored["a"]["x"] = False
    stored["digest"] = sealed_json.digest(stored)
    path.write_text(json.dumps(stored), encoding="utf-8")
    assert sealed_json.read(path)["a"] == {"y": 1, "x": False}


def test_every_changed_or_missing_character_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    sealed_json.write(path, BODY, "here")
    whole = path.read_bytes()
    for k, byte in enumerate(whole[:-1]):
        for data in (whole[:k] + bytes([byte ^ 1]) + whole[k + 1 :], whole[:k]):
            path.write_bytes(data)
            try:
                # Another blank between two entries is no change of what the file says.
                assert sealed_json.read(path, "here") == BODY
                assert json.loads(data) == json.loads(whole)
            except Damaged:
                pass


@pytest.mark.parametrize(
    ("junk", "reason"),
    [
        (b"", "is not JSON"),
        (b"{", "is not JSON"),
        (b"\xff\xfe", "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
        (b"[]", "has no digest"),
        (b"null", "has no digest"),
        (b'"digest"', "has no digest"),
        (b"{}", "has no digest"),
        (b'{"digest": 1}', "was changed"),
        (b'{"digest": null, "a": 1}', "was changed"),
    ],
)
def test_junk_is_named(tmp_path: Path, junk: bytes, reason: str) -> None:
    path = tmp_path / "file.json"
    path.write_bytes(junk)
    with pytest.raises(Damaged, match=f"file.json {reason}"):
        sealed_json.read(path)


def test_a_file_belongs_to_its_address(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    sealed_json.write(path, BODY, "here")
    for other in ("there", ""):
        with pytest.raises(Damaged, match="was changed"):
            sealed_json.read(path, other)


def test_a_missing_file_is_an_oserror(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        sealed_json.read(tmp_path / "none.json")
    with pytest.raises(OSError):
        sealed_json.read(tmp_path)


def test_nothing_is_left_of_a_write_that_fails(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    sealed_json.write(path, BODY)
    with pytest.raises(TypeError):
        sealed_json.write(path, {"a": object()})
    assert sealed_json.read(path) == BODY and len(list(tmp_path.iterdir())) == 1
