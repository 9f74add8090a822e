"""The record ``checked.json``: what Coq said of every theorem, and of which sources it said so.

The file is written by ``make proofs`` and kept with the sources.  With its help a statement is
known to be proved where Coq is not installed: the record names the digest of the sources, so that
one edited character makes it old, and it is sealed, so that an edit of the record itself shows.
Where Coq is installed, ``make test`` compiles everything and compares with the record.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from glbtheory._support import sealed_json
from glbtheory.engines.kernel.sources import CLAIMS

FILE = "checked.json"
#: Changes when the record has other fields or another meaning.
FORMAT = "kernel-checked proofs, format 3"


@dataclass(frozen=True)
class CheckedTheorem:
    """A theorem: its statement as Coq prints it, a digest of the statement with nothing hidden by
    notation, its comment, the file that it stands in.

    It rests on no axioms but ``axioms``; a theorem beside it in the file may need more of them.
    """

    statement: list[str]
    term: str
    axioms: list[str]
    comment: str = ""
    module: str = CLAIMS


@dataclass(frozen=True)
class CheckedChapter:
    """The lemmas of one file by name, and their statements.

    They rest on no axioms but ``axioms``: those of all files of lemmas together if each is allowed,
    otherwise those of this file.
    """

    axioms: list[str]
    lemmas: dict[str, list[str]]


@dataclass(frozen=True)
class CheckedProofs:
    """All that is recorded."""

    sources: str
    versions: dict[str, str]
    theorems: dict[str, CheckedTheorem]
    chapters: dict[str, CheckedChapter]

    def to_json(self) -> dict[str, Any]:
        """A plain dictionary in a fixed order."""
        return asdict(self)

    @staticmethod
    def from_json(body: Mapping[str, Any]) -> CheckedProofs:
        """The inverse of :meth:`to_json`; :class:`~glbtheory._support.sealed_json.Damaged` for
        anything else."""
        try:
            theorems = {n: CheckedTheorem(**t) for n, t in body["theorems"].items()}
            chapters = {n: CheckedChapter(**c) for n, c in body["chapters"].items()}
            return CheckedProofs(body["sources"], dict(body["versions"]), theorems, chapters)
        except (KeyError, TypeError, AttributeError):
            raise sealed_json.Damaged(f"{FILE} lacks a field; make proofs writes it anew") from None


def write(folder: Path, proofs: CheckedProofs) -> None:
    """Write the record into a folder of sources, whole or not at all; the same proofs give the
    same bytes."""
    layout = {"indent": 1, "ensure_ascii": False, "sort_keys": True}
    sealed_json.write(folder / FILE, proofs.to_json(), FORMAT, **layout)


def read(folder: Path) -> CheckedProofs:
    """The record of a folder; OSError if there is none, ``Damaged`` if it was changed."""
    return CheckedProofs.from_json(sealed_json.read(folder / FILE, FORMAT))
