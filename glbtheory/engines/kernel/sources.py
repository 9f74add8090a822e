"""The Coq files of a project, a digest of all of them, and what none of them may say.

A project is a folder with ``_CoqProject``: the one line ``-Q . Name``, settings of warnings, and
the files in order.  What could make Coq accept a statement without a proof is refused before
anything is compiled.  The audit of axioms would find most of it as well; a refusal names the line.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from glbtheory.engines.kernel.sentences import CoqSentence, Surroundings, sentences

PROJECT = "_CoqProject"
#: The files that restate what the paper claims, one theorem per claim: this one, which explains the
#: notation, and those whose names begin so.
CLAIMS, CLAIMS_OF = "Claims", "claims_"
#: How the files are named that refute claims with a token moved.
MUTANTS_OF = "mutants_"
#: Theorems of these files with this ending say that a claim is false as printed.
REFUTATIONS_OF, REFUTED_AS_PRINTED = "refutations_", "_printed_false"
#: Next to the package; an installed package has none.
FOLDER = Path(__file__).resolve().parents[3] / "formal"


def states_claims(module: str) -> bool:
    """Whether the theorems of a file are claims."""
    return module == CLAIMS or module.startswith(CLAIMS_OF)


class RefusedSource(ValueError):
    """A source that may not be compiled; the message names file and line."""


@dataclass(frozen=True)
class Project:
    """The files of one folder as they were read: their names and texts, in order."""

    name: str
    flags: tuple[str, ...]
    settings: str
    texts: tuple[tuple[str, str], ...]

    @property
    def modules(self) -> list[str]:
        """The names of the files, without their ending."""
        return [file.removesuffix(".v") for file, _ in self.texts]

    @property
    def digest(self) -> str:
        """SHA-256 of names and texts in order, that of ``_CoqProject`` first."""
        found = hashlib.sha256()
        for file, text in ((PROJECT, self.settings), *self.texts):
            data = text.encode()
            found.update(f"{file} {len(data)}\n".encode() + data)
        return found.hexdigest()


def read(folder: Path = FOLDER) -> Project:
    """The project in a folder; OSError if a file is missing, :class:`RefusedSource` for settings
    that are not allowed."""
    settings = (folder / PROJECT).read_text(encoding="utf-8")
    name, flags, files = _settings(settings)
    texts = tuple((file, (folder / file).read_text(encoding="utf-8")) for file in files)
    return Project(name, flags, settings, texts)


def _settings(text: str) -> tuple[str, tuple[str, ...], list[str]]:
    name, flags, files = "", [], []
    for number, line in enumerate(text.splitlines(), 1):
        here, words = f"{PROJECT}, line {number}", line.split("#")[0].split()
        if words[:2] == ["-Q", "."] and len(words) == 3 and not name:
            name = words[2]
        elif words[:1] == ["-arg"]:
            given = words[1::2]
            if set(words[::2]) != {"-arg"} or given[::2] != ["-w"] * (len(given) // 2):
                raise RefusedSource(f"{here}: only warnings may be set (-arg -w -arg …): {line}")
            flags += given
        elif len(words) == 1 and re.fullmatch(r"[A-Za-z]\w*\.v", words[0]):
            if words[0] in files:
                raise RefusedSource(f"{here}: {words[0]} is named twice")
            files.append(words[0])
        elif words:
            raise RefusedSource(f"{here}: not allowed here: {line.strip()}")
    if not name:
        raise RefusedSource(f"{PROJECT} must say '-Q . Name'")
    return name, tuple(flags), files


# --- what is refused ------------------------------------------------------------------------------

#: Words that may stand nowhere, and what is wrong with them.
_NOWHERE = {
    **dict.fromkeys(("Admitted", "admit", "give_up", "Admit"), "a proof is left out"),
    **dict.fromkeys(
        ("Axiom", "Axioms", "Parameter", "Parameters", "Conjecture", "Conjectures", "Primitive"),
        "something is assumed",
    ),
    **dict.fromkeys(("bypass_check", "native_compute", "native_cast_no_check"), "a check is off"),
    **dict.fromkeys(("Load", "LoadPath", "Redirect", "Drop", "Cd"), "files are reached"),
    **dict.fromkeys(("Extraction", "Extract"), "programs are written"),
}
#: Words that may not follow each other, in one sentence.
_NOT_TOGETHER = {
    ("Guard", "Checking"): "a check is off",
    ("Positivity", "Checking"): "a check is off",
    ("Universe", "Checking"): "a check is off",
    ("Declare", "ML"): "a plugin is loaded",
    ("ML", "Path"): "files are reached",
    ("Declare", "Module"): "something is assumed",
    ("Declare", "Instance"): "something is assumed",
    ("Rewrite", "Rule"): "something is assumed",
    ("Rewrite", "Rules"): "something is assumed",
}
#: Words that begin what a section generalises, and what is an axiom outside of one.
_OF_A_SECTION = ("Variable", "Variables", "Hypothesis", "Hypotheses", "Context")


def check(project: Project, folder: Path | None = None) -> None:
    """Refuse a project that says what it may not; in a folder, also files that it does not name."""
    faults = _faults(project)
    if faults:
        raise RefusedSource("\n".join(faults))
    there = sorted(path.name for path in folder.glob("*.v")) if folder else []
    forgotten = [file for file in there if file not in dict(project.texts)]
    if forgotten:
        raise RefusedSource(f"{PROJECT} does not name {', '.join(forgotten)}")


@lru_cache(maxsize=8)
def _faults(project: Project) -> tuple[str, ...]:
    return tuple(fault for file, text in project.texts for fault in _faults_of(file, text))


def _faults_of(file: str, text: str) -> Iterator[str]:
    around = Surroundings()
    for sentence in sentences(text, file):
        around.enter(sentence)
        for what, why in _wrong(sentence, around):
            yield f"{file}, line {sentence.line}: {what}: {why}"
    if around.stack:
        kind, name = around.stack[-1]
        yield f"{file}: {kind} {name} does not end"


def _wrong(sentence: CoqSentence, around: Surroundings) -> Iterator[tuple[str, str]]:
    words = sentence.words
    yield from ((word, _NOWHERE[word]) for word in dict.fromkeys(words) if word in _NOWHERE)
    for pair in pairwise(words):
        if pair in _NOT_TOGETHER:
            yield " ".join(pair), _NOT_TOGETHER[pair]
    if sentence.command[:1] and sentence.command[0] in _OF_A_SECTION and not around.in_section:
        yield sentence.command[0], "outside of a section, this is an axiom"
