"""The whole ledger, run once for all tests of a run and kept by the ledger's own cache."""

from __future__ import annotations

from functools import lru_cache

from filelock import FileLock

from glbtheory import ledger
from glbtheory._support.files import cache_folder
from glbtheory.claims import all_claims


@lru_cache(maxsize=1)
def all_records() -> dict[str, ledger.Record]:
    """Every claim's record by id; while one worker computes, the others wait."""
    folder = cache_folder("ledger")
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / "tests.lock"):
        records = ledger.verify(all_claims().values(), jobs=2)
    return {r.claim.id: r for r in records}
