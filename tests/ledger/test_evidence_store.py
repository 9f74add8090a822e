"""What is stored is found only for the same code, and never when damaged."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from _ledger import all_records
from glbtheory import ledger
from glbtheory.cli import main
from glbtheory.ledger import evidence_store
from glbtheory.ledger.evidence_store import LedgerAnswer

ANSWER = LedgerAnswer([{"id": "T1", "verdict": "holds", "mutants": []}], 3)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GLBTHEORY_CACHE", str(tmp_path))
    return tmp_path / "ledger"


def test_what_was_stored_is_found(cache: Path) -> None:
    assert evidence_store.load_answer() is None
    evidence_store.store_answer(ANSWER)
    assert evidence_store.load_answer() == ANSWER


def test_other_code_or_libraries_do_not_find_it(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evidence_store.store_answer(ANSWER)
    with monkeypatch.context() as patch:
        patch.setattr(evidence_store, "SNAPSHOT", "other")
        assert evidence_store.load_answer() is None
    with monkeypatch.context() as patch:
        patch.setattr(evidence_store, "environment", lambda: "numpy==0")
        assert evidence_store.load_answer() is None
    assert evidence_store.load_answer() == ANSWER


@pytest.mark.parametrize("junk", [b"", b"{", b"[]", b'{"digest": 1}', b'"text"', b"\xff"])
def test_a_damaged_file_is_not_believed(cache: Path, junk: bytes) -> None:
    evidence_store.store_answer(ANSWER)
    (path,) = cache.iterdir()
    stored = json.loads(path.read_bytes())
    path.write_bytes(junk)
    assert evidence_store.load_answer() is None
    stored["code"] = 0
    path.write_text(json.dumps(stored))
    assert evidence_store.load_answer() is None


def test_a_file_of_other_code_under_this_name_is_not_believed(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(evidence_store, "SNAPSHOT", "other")
        evidence_store.store_answer(ANSWER)
        (path,) = cache.iterdir()
    path.rename(cache / f"all-{evidence_store._whole()}.json")
    assert evidence_store.load_answer() is None


def test_nowhere_to_write_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GLBTHEORY_CACHE", str(tmp_path / "file"))
    evidence_store.store_answer(ANSWER)
    assert evidence_store.load_answer() is None


def test_the_command_says_the_same_with_and_without(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    records = list(all_records().values())
    evidence_store.store_answer(
        LedgerAnswer([r.to_json() for r in records], ledger.exit_code(records))
    )
    codes, texts = [], []
    for load in (evidence_store.load_answer, lambda: None):
        monkeypatch.setattr(evidence_store, "load_answer", load)
        for options in ([], ["--json"]):
            codes.append(main(["verify", *options]))
            texts.append(capsys.readouterr().out)
    assert codes[0] == codes[1] == codes[2] == codes[3] == ledger.exit_code(records)
    assert texts[:2] == texts[2:]


def test_an_answer_that_is_remembered_loads_no_claim() -> None:
    """What makes it fast: neither the claims nor the algebra they are written in."""
    records = list(all_records().values())
    evidence_store.store_answer(
        LedgerAnswer([r.to_json() for r in records], ledger.exit_code(records))
    )
    call = (
        "import sys\nfrom glbtheory.cli import main\ncode = main(['verify'])\n"
        "loaded = {'sympy', 'glbtheory.claims', 'glbtheory.ledger.running'} & set(sys.modules)\n"
        "print(sorted(loaded), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", call], capture_output=True, text=True)
    assert done.stderr.strip() == "[]"


def test_jobs_are_checked_before_anything_is_remembered(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["verify", "--jobs", "0"]) == 2
    assert "--jobs must be" in capsys.readouterr().err
