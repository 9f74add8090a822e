"""Finds what the record says of one theorem or lemma, of whatever file, by its name.

The record keeps the comments of theorems of claims only; those of the other files are read from the
sources, which are the ones that the record was made from.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from glbtheory.engines.kernel import sources
from glbtheory.engines.kernel.checked import CheckedProofs
from glbtheory.engines.kernel.sentences import proved


@dataclass(frozen=True)
class FoundProof:
    """A theorem or lemma: its file, the comment above it, its statement as Coq prints it, and the
    axioms besides which it needs none (asked of a whole file, or of all lemmas)."""

    name: str
    file: str
    comment: str
    statement: str
    axioms: list[str]


def files_of(proofs: CheckedProofs, name: str) -> list[tuple[str, str]]:
    """The files of lemmas that prove it, each with the lemma's own name there.

    The name is ``lemma``, or ``file.lemma``.
    """
    return [
        (module, lemma)
        for module, chapter in proofs.chapters.items()
        for lemma in chapter.lemmas
        if name in (lemma, f"{module}.{lemma}")
    ]


def find_proof(proofs: CheckedProofs, name: str, folder: Path | None = None) -> FoundProof:
    """The theorem of a claim of this name, otherwise the lemma; ``ValueError`` if there is
    none, or more than one."""
    folder = sources.FOLDER if folder is None else folder
    theorem = proofs.theorems.get(name)
    if theorem is not None:
        statement = "\n".join(theorem.statement)
        return FoundProof(name, f"{theorem.module}.v", theorem.comment, statement, theorem.axioms)
    there = files_of(proofs, name)
    if not there:
        raise ValueError(f"{folder.name}/ has no theorem {name}")
    if len(there) > 1:
        ways = ", ".join(f"{module}.{lemma}" for module, lemma in there)
        raise ValueError(f"several files have {name}; say which: {ways}")
    ((module, lemma),) = there
    chapter = proofs.chapters[module]
    text = dict(sources.read(folder).texts)[f"{module}.v"]
    comments = {p.name: p.comment for p in proved(text, f"{module}.v")}
    statement = "\n".join(chapter.lemmas[lemma])
    return FoundProof(lemma, f"{module}.v", comments.get(lemma, ""), statement, chapter.axioms)
