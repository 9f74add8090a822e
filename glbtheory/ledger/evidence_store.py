"""Evidence on disk: found again for the same claim and the same code, and never otherwise.

The evidence on a claim is a function of the claim and of the code that decides it.  It is stored
under a hash of both: of the claim's text, of every module that deciding it can reach, and of the
libraries that those import.  For a claim that names a theorem or lemma of ``formal/``, the sources
there and the record of their proofs count as well.  Change any of them and the old entry is not
found; a damaged entry is computed again.

To put a ledger together from its entries still means loading all claims and the algebra they are
written in.  So the finished answer of a run of the whole ledger is kept as well, under a hash of
the whole package, of ``formal/`` and of everything installed.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from glbtheory._support import sealed_json
from glbtheory._support.code_identity import LOADED, SNAPSHOT, Code, unchanged
from glbtheory._support.files import cache_folder
from glbtheory._support.library_versions import environment
from glbtheory.engines.kernel import evidence as kernel

if TYPE_CHECKING:
    # To read the answer of a whole run must not load the claims.
    from glbtheory.claims.model import Claim

#: What asks the engines; its code is part of every key.
ASKING = "glbtheory.ledger.one_claim"
#: The registry finds the claims and imports them all.  No claim may take anything from it, so that
#: the evidence on one claim does not depend on the others.
REGISTRY = "glbtheory.claims"


def key(claim: Claim, code: Code = LOADED) -> str | None:
    """The address of a claim's evidence; None for a claim whose code cannot be hashed.

    A claim from elsewhere, or one of the paper with something put in for a part of it, is not
    what the file of its module says.
    """
    if not is_of_the_paper(claim):
        return None
    text = json.dumps(claim.to_json(), sort_keys=True)
    formal = kernel.identity() if names_proofs(claim) else ""
    lines = f"{_deciding(code, claim.module)}\n{text}\n{formal}"
    return hashlib.sha256(lines.encode()).hexdigest()


def names_proofs(claim: Claim) -> bool:
    """Whether the evidence on a claim depends on ``formal/``."""
    return claim.kernel is not None or any(step.lemmas for step in claim.hand_steps)


def is_of_the_paper(claim: Claim) -> bool:
    """Whether this is a claim of the registry, unchanged."""
    from glbtheory.claims import all_claims

    return all_claims().get(claim.id) == claim


@lru_cache(maxsize=256)
def _deciding(code: Code, module: str) -> str:
    return code.identity(module, ASKING, apart=[REGISTRY])


def load(address: str | None) -> dict[str, Any] | None:
    """The evidence at an address, if there is any and it is undamaged."""
    return None if address is None else _read(f"{address}.json", address)


def store(address: str | None, evidence: dict[str, Any]) -> None:
    """Keep the evidence at an address."""
    if address is not None:
        _write(f"{address}.json", address, evidence)


# --- the answer of a whole run --------------------------------------------------------------------


class LedgerAnswer(NamedTuple):
    """The entries that ``verify --json`` prints, and the exit code."""

    entries: list[dict[str, Any]]
    code: int


def load_answer() -> LedgerAnswer | None:
    """The answer of this code, if it was given before and is undamaged."""
    found = _read(f"all-{_whole()}.json", _whole())
    return None if found is None else LedgerAnswer(**found)


def store_answer(answer: LedgerAnswer) -> None:
    """Keep the answer of this code, unless files were edited meanwhile.

    Processes that were started after an edit have decided some claims with other code.
    """
    if unchanged() and kernel.identity() == _FORMAL:
        _write(f"all-{_whole()}.json", _whole(), answer._asdict())


#: The proofs as they were when this process began.
_FORMAL = kernel.identity()


def _whole() -> str:
    lines = f"{SNAPSHOT}\n{kernel.identity()}\n{environment()}"
    return hashlib.sha256(lines.encode()).hexdigest()


# --- files ----------------------------------------------------------------------------------------


def _folder() -> Path:
    return cache_folder("ledger")


def _read(name: str, address: str) -> dict[str, Any] | None:
    try:
        return sealed_json.read(_folder() / name, address)
    except (OSError, sealed_json.Damaged):
        return None


def _write(name: str, address: str, body: dict[str, Any]) -> None:
    # Without a place to write the ledger still works, only slower next time.
    with contextlib.suppress(OSError):
        _folder().mkdir(parents=True, exist_ok=True)
        sealed_json.write(_folder() / name, body, address)
