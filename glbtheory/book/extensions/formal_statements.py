"""Sphinx extension: statements of the Coq development, as ``formal/Claims.v`` has them.

``{formal} T2`` folds the formal statement of a theorem away below its box, with the remark that
stands above it in the file.  ``{formal-statements}`` lists all of them, each with a target, and the
folded ones link there.  The text is taken from the file when the pages are built: what is shown is
what the kernel checks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from glbtheory.book.extensions.reference_pages import ListedNames

#: Where the statements stand, from the root of the project.
FILE = "formal/Claims.v"
#: The page that lists them.
PAGE = "/book/formal_statements"
_TITLE = re.compile(r"\(\*\*\s*\*\s*(.+?)\s*\*\)")
_THEOREM = re.compile(
    r"(?:\(\*(?P<remark>(?:(?!\*\)).)*)\*\)\s*\n)?"
    r"^(?P<statement>Theorem (?P<name>\w+)(?:(?!^Proof\.).)*)^Proof\.",
    re.M | re.S,
)


class Formal(NamedTuple):
    """One theorem of the file: its name, the remark above it, its statement, its line."""

    name: str
    remark: str
    statement: str
    line: int


def theorems(text: str) -> list[Formal]:
    """The theorems of a Coq file in their order."""
    found = []
    for match in _THEOREM.finditer(text):
        remark = "\n".join(line.strip() for line in (match["remark"] or "").strip().splitlines())
        line = text.count("\n", 0, match.start("statement")) + 1
        found.append(Formal(match["name"], remark, match["statement"].rstrip(), line))
    return found


def shown(theorem: Formal) -> str:
    """A statement as a block of code."""
    return f"```{{code-block}} coq\n{theorem.statement}\n```"


def remarked(theorem: Formal) -> str:
    """The remark above a statement, as it stands in the file."""
    return f"```{{code-block}} text\n{theorem.remark}\n```" if theorem.remark else ""


class Formally(ListedNames):
    """The formal statement of one or more theorems, folded."""

    required_arguments = 1
    final_argument_whitespace = True

    def parts(self) -> Iterator[str]:
        known = {theorem.name: theorem for theorem in _read(self)}
        for name in self.arguments[0].split():
            if name not in known:
                raise self.error(f"formal: {name!r} is not a theorem of {FILE}")
            theorem = known[name]
            place = f"{FILE}, line {theorem.line}"
            yield (
                f"::::{{dropdown}} {name} in Coq\n\n{shown(theorem)}\n\n"
                f"Checked by the kernel: {{ref}}`{place} <formal-{name.lower()}>`. "
                "{doc}`What that means </book/kernel>`.\n::::"
            )


class FormalStatements(ListedNames):
    """All statements, under the titles of the file."""

    def parts(self) -> Iterator[str]:
        text = (_root(self) / FILE).read_text(encoding="utf-8")
        marks = [(text.count("\n", 0, m.start()) + 1, m[1]) for m in _TITLE.finditer(text)]
        for theorem in theorems(text):
            while marks and marks[0][0] < theorem.line:
                yield f"**{marks.pop(0)[1]}**"
            yield f"(formal-{theorem.name.lower()})=\n"
            yield remarked(theorem)
            yield shown(theorem)


def _root(directive: ListedNames) -> Path:
    return Path(directive.env.srcdir)


def _read(directive: ListedNames) -> list[Formal]:
    file = _root(directive) / FILE
    directive.env.note_dependency(str(file))
    return theorems(file.read_text(encoding="utf-8"))


def setup(app: Any) -> dict[str, Any]:
    """Called by Sphinx."""
    app.add_directive("formal", Formally)
    app.add_directive("formal-statements", FormalStatements)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
