"""Which code made a run: a hash of everything that playing one can reach.

A run of other code is not a run of this code, however small the change: the hash is part of the
address of every stored run.  Code that only stores, summarises or prints runs is not reached from
where they are played, and does not count.
"""

from __future__ import annotations

from functools import cache

from glbtheory._support.code_identity import LOADED

#: Where a run is played.
ENTRY = "glbtheory.bandits.run"


@cache
def simulator() -> str:
    """The hash, of the code as it was when this process started."""
    return LOADED.identity(ENTRY)
