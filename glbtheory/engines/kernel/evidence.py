"""What a theorem that Coq's kernel has checked says for a statement, as evidence.

Coq itself is not needed: the record next to the sources says what it found.  The evidence is
``holds`` only if the record is unchanged and was made from these very sources, if the theorem is in
it, and if the axioms it rests on are allowed.  Otherwise it is ``undecided``, with the reason.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from glbtheory._support.sealed_json import Damaged
from glbtheory.engines.evidence import HOLDS, UNDECIDED, Evidence
from glbtheory.engines.kernel import checked, sources
from glbtheory.engines.kernel.axioms import not_allowed
from glbtheory.engines.kernel.checked import CheckedProofs
from glbtheory.engines.kernel.lookup import files_of
from glbtheory.engines.kernel.sentences import UnreadableSource

ENGINE = "kernel"
_Read = TypeVar("_Read")


@dataclass(frozen=True)
class _RecordFound:
    """The record, or why there is none that counts."""

    proofs: CheckedProofs | None
    fault: str = ""


def recorded(folder: Path | None = None) -> CheckedProofs:
    """The record of a folder, if it counts; otherwise a ``ValueError`` with the reason."""
    found = _found(sources.FOLDER if folder is None else folder)
    if found.proofs is None:
        raise ValueError(found.fault)
    return found.proofs


def kernel_evidence(name: str, scope: str = "", folder: Path | None = None) -> Evidence:
    """What the theorem of a claim of this name shows; ``scope`` says in which cases."""
    found = _found(sources.FOLDER if folder is None else folder)
    if found.proofs is None:
        return _undecided(f"kernel theorem {name}: {found.fault}")
    theorem = found.proofs.theorems.get(name)
    if theorem is None or not theorem.statement:
        return _undecided(f"kernel theorem {name}: there is no such theorem in the record")
    place = f"kernel theorem {name} ({_shown(folder)}/{theorem.module}.v)"
    return _holds(place, name, "\n".join(theorem.statement), theorem.axioms, scope)


def lemma_evidence(name: str, folder: Path | None = None) -> Evidence:
    """The same for a lemma of another file: ``"lemma"``, or ``"file.lemma"`` if two files have one.

    The axioms of its group, or those of its whole file, must be allowed.
    """
    found = _found(sources.FOLDER if folder is None else folder)
    if found.proofs is None:
        return _undecided(f"kernel lemma {name}: {found.fault}")
    there = files_of(found.proofs, name)
    if len(there) != 1:
        files = ", ".join(f"{module}.v" for module, _ in there)
        why = (
            f"several files have one: {files}" if there else "there is no such lemma in the record"
        )
        return _undecided(f"kernel lemma {name}: {why}")
    ((module, lemma),) = there
    chapter = found.proofs.chapters[module]
    place = f"kernel lemma {lemma} ({_shown(folder)}/{module}.v)"
    return _holds(place, lemma, "\n".join(chapter.lemmas[lemma]), chapter.axioms, "")


def mutant_evidence(name: str, folder: Path | None = None) -> Evidence:
    """The same for the theorem of this name in one of the files ``mutants_*.v``."""
    found = _found(sources.FOLDER if folder is None else folder)
    if found.proofs is None:
        return _undecided(f"kernel mutant {name}: {found.fault}")
    there = [m for m, _ in files_of(found.proofs, name) if m.startswith(sources.MUTANTS_OF)]
    if len(there) != 1:
        why = f"{', '.join(there)} have one" if there else "there is no such mutant in the record"
        return _undecided(f"kernel mutant {name}: {why}")
    return lemma_evidence(f"{there[0]}.{name}", folder)


def refutation_evidence(claim: str, folder: Path | None = None) -> Evidence | None:
    """The theorem ``ID_printed_false`` of one of the files ``refutations_*.v``; None without one.

    It says that what the page prints is false, and its proof gives a case.
    """
    found = _found(sources.FOLDER if folder is None else folder)
    name = f"{claim}{sources.REFUTED_AS_PRINTED}"
    there = [] if found.proofs is None else files_of(found.proofs, name)
    modules = [m for m, _ in there if m.startswith(sources.REFUTATIONS_OF)]
    return lemma_evidence(f"{modules[0]}.{name}", folder) if modules else None


def identity(folder: Path | None = None) -> str:
    """A hash of the sources and of the record: what evidence of this engine is a function of."""
    return _unless_edited(_identity, sources.FOLDER if folder is None else folder)


def _identity(folder: Path) -> str:
    found = hashlib.sha256()
    try:
        found.update(sources.read(folder).digest.encode())
        found.update((folder / checked.FILE).read_bytes())
    except (OSError, ValueError) as error:
        found.update(type(error).__name__.encode())
    return found.hexdigest()


# --- a folder is read again only if it looks different --------------------------------------------


class _FolderLooks(NamedTuple):
    """What tells an edit without reading: number, length and times of every file, by name."""

    files: tuple[tuple[str, int, int, int, int], ...]
    settled: bool


#: What folders looked like when they were read, and what was found then.
_known: dict[tuple[Callable[[Path], Any], Path], tuple[_FolderLooks, Any]] = {}
#: Clocks of files tick in steps: a second edit this soon after the first may look like it.
_STEP = 2_000_000_000


def _unless_edited(read: Callable[[Path], _Read], folder: Path) -> _Read:
    """``read(folder)``, where hundreds of claims ask for the same: once for each edit."""
    seen = _looks(folder)
    known = _known.get((read, folder))
    if known is not None and known[0] == seen:
        found: _Read = known[1]
        return found
    found = read(folder)
    if seen.settled:
        _known[read, folder] = seen, found
    return found


def _looks(folder: Path) -> _FolderLooks:
    now = time.time_ns()
    try:
        with os.scandir(folder) as entries:
            stats = sorted((entry.name, entry.stat()) for entry in entries)
    except OSError:
        return _FolderLooks((), False)
    files = tuple((n, s.st_ino, s.st_size, s.st_mtime_ns, s.st_ctime_ns) for n, s in stats)
    return _FolderLooks(files, all(s.st_ctime_ns < now - _STEP for _, s in stats))


def _holds(place: str, name: str, statement: str, axioms: list[str], scope: str) -> Evidence:
    wrong = not_allowed(axioms)
    if wrong:
        return _undecided(f"{place} rests on axioms that are not allowed: {', '.join(wrong)}")
    shown = {"theorem": name, "statement": statement, "axioms": axioms}
    return Evidence(HOLDS, ENGINE, "kernel", scope=scope, certificate=shown, detail=place)


def _undecided(why: str) -> Evidence:
    return Evidence(UNDECIDED, ENGINE, "by hand", detail=why)


def _shown(folder: Path | None) -> str:
    return (sources.FOLDER if folder is None else folder).name


def _found(folder: Path) -> _RecordFound:
    return _unless_edited(_read_record, folder)


def _read_record(folder: Path) -> _RecordFound:
    here = f"{folder.name}/{checked.FILE}"
    if not (folder / sources.PROJECT).exists():
        return _RecordFound(
            None, f"{folder.name}/ is not next to the package; it is part of a checkout"
        )
    try:
        project = sources.read(folder)
        sources.check(project)
        proofs = _parsed(folder, (folder / checked.FILE).read_bytes())
    except FileNotFoundError as error:
        missing = Path(str(error.filename)).name
        return _RecordFound(None, f"{folder.name}/{missing} is missing: make proofs")
    except Damaged as error:
        return _RecordFound(None, f"{folder.name}/{error}: make proofs")
    except (sources.RefusedSource, UnreadableSource, OSError, UnicodeDecodeError) as error:
        return _RecordFound(None, f"{folder.name}/{str(error).splitlines()[0]}")
    if proofs.sources != project.digest:
        return _RecordFound(None, f"{here} is older than the sources: make proofs")
    return _RecordFound(proofs)


@lru_cache(maxsize=4)
def _parsed(folder: Path, data: bytes) -> CheckedProofs:
    """The record; read once as long as its bytes stay the same."""
    return checked.read(folder)
