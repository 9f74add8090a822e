"""All verdicts of one state of the code, so that asking for them again loads no claim.

The ledger keeps the evidence of every claim by content; putting it together again still means to
load all claims and the algebra they are written in.  Here the finished answer is kept, under a
hash of the whole package and of the library versions: whatever changes, it is not found.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

from glbtheory._support.code_identity import SNAPSHOT, library_versions
from glbtheory._support.files import cache_folder, write_atomically


class LedgerAnswer(NamedTuple):
    """The entries that ``verify --json`` prints, and the exit code."""

    entries: list[dict[str, Any]]
    code: int


def load() -> LedgerAnswer | None:
    """The answer of this code, if it was given before and is undamaged."""
    try:
        stored = json.loads(_path().read_text(encoding="utf-8"))
        if stored["sha256"] == _fingerprint(stored["answer"]):
            return LedgerAnswer(*stored["answer"])
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return None


def store(answer: LedgerAnswer) -> None:
    """Remember the answer; without a place to write, the next run is only slower."""
    body = list(answer)
    entry = {"sha256": _fingerprint(body), "answer": body}
    try:
        _path().parent.mkdir(parents=True, exist_ok=True)
        write_atomically(_path(), json.dumps(entry).encode())
    except OSError:
        return


def _path() -> Path:
    return cache_folder("ledger") / f"all-{_address()}.json"


def _address() -> str:
    return hashlib.sha256(f"{SNAPSHOT}\n{library_versions()}".encode()).hexdigest()


def _fingerprint(answer: Any) -> str:
    return hashlib.sha256(f"{_address()}\n{json.dumps(answer)}".encode()).hexdigest()
