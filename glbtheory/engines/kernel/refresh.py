"""Everything that ``make proofs`` does: refuse, compile, check again, ask Coq, write the record."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from glbtheory._support.progress import ProgressReport
from glbtheory._support.validation import one_of
from glbtheory.engines.kernel import checked, installed, sources
from glbtheory.engines.kernel.audit import audit
from glbtheory.engines.kernel.build import Compiled, build_folder, compile_all
from glbtheory.engines.kernel.checked import CheckedProofs
from glbtheory.engines.kernel.processes import Finished, Processes
from glbtheory.engines.kernel.recheck import EXTENTS, recheck


@dataclass(frozen=True)
class Refreshed:
    """What Coq says of the sources, and what it took; ``second`` is that of coqchk."""

    proofs: CheckedProofs
    files: dict[str, Compiled]
    second: Finished | None


def examine(
    folder: Path | None = None,
    *,
    build: Path | None = None,
    jobs: int = 2,
    from_nothing: bool = False,
    coqchk: str = "all",
    progress: ProgressReport | None = None,
) -> Refreshed:
    """Compile and audit the sources in a folder; nothing is written there.

    ``coqchk`` is ``all`` (with the libraries), ``own`` (our files) or ``no``.
    """
    one_of("coqchk", coqchk, EXTENTS)
    folder = sources.FOLDER if folder is None else folder
    project = read_or_refuse(folder)
    installed.require()
    build = build_folder(project) if build is None else build
    files = compile_all(project, build, jobs=jobs, from_nothing=from_nothing, progress=progress)
    if progress is not None:
        progress(len(files), len(files), "statements and axioms" + ", coqchk" * (coqchk != "no"))
    with Processes() as processes, ThreadPoolExecutor(1) as pool:
        second: Future[Finished] | None = None
        try:
            if coqchk != "no":
                second = pool.submit(recheck, project, build, processes, coqchk)
            # One process is taken by coqchk, which takes longer than the audit.
            alone = jobs == 1 or coqchk == "all"
            proofs = audit(project, build, jobs=1 if alone else jobs)
            again = second.result() if second is not None else None
        except BaseException:
            processes.__exit__()
            raise
    return Refreshed(proofs, files, again)


def refresh(folder: Path | None = None, **how: object) -> Refreshed:
    """:func:`examine`, and write what was found into the record of the folder."""
    folder = sources.FOLDER if folder is None else folder
    found = examine(folder, **how)  # type: ignore[arg-type]
    if sources.read(folder).digest != found.proofs.sources:
        raise ValueError("a source was edited while the proofs were checked; run it again")
    checked.write(folder, found.proofs)
    return found


def read_or_refuse(folder: Path) -> sources.Project:
    """The project of a folder, checked; a ``ValueError`` says what is wrong with it."""
    try:
        project = sources.read(folder)
    except OSError as error:
        raise ValueError(f"{error.filename}: {error.strerror}") from None
    sources.check(project, folder)
    return project


def differences(found: CheckedProofs, recorded: CheckedProofs) -> list[str]:
    """What Coq says now and the record does not, one line each; empty if they are the same."""
    lines = []
    if found.versions != recorded.versions:
        lines.append(f"made with {recorded.versions}, here are {found.versions}")
    if found.sources != recorded.sources:
        lines.append("the record was made from other sources")
    for kind, new, old in (
        ("theorem", found.theorems, recorded.theorems),
        ("file", found.chapters, recorded.chapters),
    ):
        lines += [f"{kind} {n} is not in the record" for n in new if n not in old]
        lines += [f"{kind} {n} is in the record alone" for n in old if n not in new]
        lines += [f"{kind} {n} differs" for n in new if n in old and new[n] != old[n]]
    return lines
