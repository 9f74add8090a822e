"""Sphinx extension: statements of the Coq development, as the files of ``formal/`` have them.

``{formal} T2`` folds the statement of a theorem of the ``claims_*.v`` away below its box.
``{formal-statements}`` lists all of them in the order of ``_CoqProject``, each with a target to
which the folded ones link and with the remark that stands above it in the file;
``{formal-statements} refutations`` lists the theorems of the ``refutations_*.v`` that say of a
printed statement that it is false, and ``{formal-statements} differences`` is a table of all
theorems of claims: the claim, its lines, and how the theorem differs from the page.  The text is
taken from the files when the pages are built: what is shown is what the kernel checks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from glbtheory.book.cards import formal_target
from glbtheory.book.extensions.reference_pages import ListedNames
from glbtheory.claims import all_claims, natural_order
from glbtheory.engines.kernel.sentences import sentences
from glbtheory.engines.kernel.sources import (
    PROJECT,
    REFUTATIONS_OF,
    REFUTED_AS_PRINTED,
    read,
    states_claims,
)

#: Where the statements stand, from the root of the project.
FOLDER = "formal"
_TITLE = re.compile(r"\(\*\*\s*\*\s*(.+?)\s*\*\)")
#: The signs of LaTeX that remarks use, and accents, which follow their letter in Unicode.
_SIGNS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "Gamma": "Γ", "delta": "δ", "Delta": "Δ",
    "epsilon": "ε", "eta": "η", "theta": "θ", "Theta": "Θ", "kappa": "κ", "lambda": "λ",
    "mu": "μ", "xi": "ξ", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "ell": "ℓ",
    "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "lceil": "⌈", "rceil": "⌉", "star": "⋆",
    "top": "⊤", "log": "log", "min": "min", "max": "max", "in": "∈", "sum": "Σ",
}  # fmt: skip
_ACCENTS = {"dot": "\u0307", "hat": "\u0302", "tilde": "\u0303", "bar": "\u0304"}


class Formal(NamedTuple):
    """One theorem: its name, the remark above it, its statement, and where it stands."""

    name: str
    remark: str
    statement: str
    file: str
    line: int


def theorems(text: str, file: str = "") -> list[Formal]:
    """The theorems of a Coq file in their order; a statement keeps the comments inside it."""
    lines, found = text.splitlines(), []
    for sentence, proof in pairwise(sentences(text)):
        if sentence.command[:1] == ["Theorem"]:
            remark = "\n".join(line.strip() for line in sentence.comment.strip().splitlines())
            statement = "\n".join(lines[sentence.line - 1 : proof.line - 1]).rstrip()
            found.append(Formal(sentence.command[1], remark, statement, file, sentence.line))
    return found


def shown(theorem: Formal, language: str = "coq") -> str:
    """A statement as a block of code; without colours if the language is text."""
    return f"```{{code-block}} {language}\n{theorem.statement}\n```"


def remarked(theorem: Formal) -> str:
    """The remark above a statement, as it stands in the file."""
    return f"```{{code-block}} text\n{theorem.remark}\n```" if theorem.remark else ""


def differences(found: Iterable[Formal]) -> str:
    """A table: theorem, claim, lines, and what the remark says of differences from the page."""
    decided = {c.kernel.name: c for c in all_claims().values() if c.kernel}
    rows = ["| theorem | decides | lines | differences from the page |", "|:--|:--|:--|:--|"]
    for theorem in found:
        claim = decided.get(theorem.name)
        lines = re.search(r"(?:lines?|l\.) (\d[\d, and-]*\d)", theorem.remark)
        said = re.search(r"\bDifferences?\b[^:]*:\s*(.*)", theorem.remark, re.S)
        rows.append(
            f"| {{ref}}`{theorem.name} <{formal_target(theorem.name)}>` "
            f"| {f'{claim.id}, as {claim.kernel.covers}' if claim and claim.kernel else ''} "
            f"| {lines[1] if lines else ''} | {_plain(said[1]) if said else ''} |"
        )
    return "\n".join(rows)


def _plain(text: str) -> str:
    """A remark as text of Markdown in which no sign has a meaning, its LaTeX as signs.

    >>> _plain(r"\\lambda \\geq 0 is enough for \\hat\\theta")
    'λ ≥ 0 is enough for θ̂'
    """
    text = re.sub(r"\\([A-Za-z]+)", lambda m: _SIGNS.get(m[1], m[0]), text)
    text = re.sub(r"\\([a-z]+)\s*(\w)", lambda m: m[2] + _ACCENTS[m[1]], text)
    return re.sub(r"([\\`*_{}\[\]<>|$~^#])", r"\\\1", " ".join(text.split()))


class Formally(ListedNames):
    """The formal statement of one or more theorems, folded."""

    required_arguments = 1
    final_argument_whitespace = True

    def parts(self) -> Iterator[str]:
        known = {t.name: t for file, text in _claims(self) for t in theorems(text, file)}
        for name in self.arguments[0].split():
            if name not in known:
                raise self.error(f"formal: {name!r} is not a theorem of a claim")
            theorem = known[name]
            place, target = f"{theorem.file}, line {theorem.line}", formal_target(name)
            yield (
                f"::::{{dropdown}} {name} in Coq\n\n{shown(theorem)}\n\n"
                f"Checked by the kernel: {{ref}}`{place} <{target}>`. "
                "{doc}`What that means </book/kernel>`.\n::::"
            )


class FormalStatements(ListedNames):
    """All statements, under the titles of the files; or those that refute what is printed."""

    optional_arguments = 1

    def parts(self) -> Iterator[str]:
        if self.arguments == ["refutations"]:
            yield from self.refuted()
            return
        if self.arguments == ["differences"]:
            yield differences([t for file, text in _claims(self) for t in theorems(text, file)])
            return
        if self.arguments:
            raise self.error(f"formal-statements: {self.arguments[0]!r} is not a list")
        for file, text in _claims(self):
            marks = [(text.count("\n", 0, m.start()) + 1, m[1]) for m in _TITLE.finditer(text)]
            for theorem in theorems(text, file):
                while marks and marks[0][0] < theorem.line:
                    yield f"**{marks.pop(0)[1]}**"
                yield from self.entry(theorem)

    def refuted(self) -> Iterator[str]:
        """The refutations, by the ids of the claims."""
        found = {}
        for file, text in _texts(self):
            for theorem in theorems(text, file) if f"/{REFUTATIONS_OF}" in file else ():
                if theorem.name.endswith(REFUTED_AS_PRINTED):
                    found[theorem.name] = theorem
        for name in sorted(found, key=lambda n: natural_order(n.removesuffix(REFUTED_AS_PRINTED))):
            yield from self.entry(found[name])

    def entry(self, theorem: Formal) -> Iterator[str]:
        """One theorem: a target, the remark above it, the statement."""
        yield f"({formal_target(theorem.name)})=\n"
        yield remarked(theorem)
        # Hundreds of statements with a mark-up for each word would make the page too heavy.
        yield shown(theorem, "text")


def _claims(directive: ListedNames) -> list[tuple[str, str]]:
    """The files of claims."""
    return [(f, t) for f, t in _texts(directive) if states_claims(Path(f).stem)]


def _texts(directive: ListedNames) -> list[tuple[str, str]]:
    """All files of the project, by their paths from its root; the page depends on them."""
    folder = Path(directive.env.srcdir) / FOLDER
    texts = read(folder).texts
    for file in (PROJECT, *(name for name, _ in texts)):
        directive.env.note_dependency(str(folder / file))
    return [(f"{FOLDER}/{name}", text) for name, text in texts]


def setup(app: Any) -> dict[str, Any]:
    """Called by Sphinx."""
    app.add_directive("formal", Formally)
    app.add_directive("formal-statements", FormalStatements)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
