"""Sphinx extension: pages of reference that are made from the book and from the package.

``{box-index}`` lists the numbered boxes of all chapters, ``{closed-forms}`` the formulas of
:mod:`glbtheory.formulas`.  Docstrings are plain text with a little reStructuredText: in them a bar
is an absolute value, not the mark of a substitution.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from docutils import nodes  # type: ignore[import-untyped]
from docutils.statemachine import StringList  # type: ignore[import-untyped]
from sphinx.util.docutils import SphinxDirective

#: Where a bar stands for itself: literals, roles with their text, formulas, blocks after ``::``.
_KEPT = re.compile(
    r"(``.+?``|:[a-z:]+:`[^`]+`"
    r"|^(?P<base> *)\.\. math::.*(?:\n(?:(?P=base) +\S.*| *$))*"
    r"|(?<=::)\n(?: *\n)*(?P<deep> +)\S.*(?:\n(?:(?P=deep).*| *$))*)",
    re.M,
)
#: The first lines of a box: its kind, its title, and its label.
_BOX = re.compile(r"^:{3,}\{prf:(?!proof)\w+\}[ \t]*(.*)\n:label:[ \t]*(\S+)", re.M)


def plain_bars(lines: list[str]) -> list[str]:
    """The lines of a docstring with its bars escaped, except where a bar stands for itself."""
    text, found, end = "\n".join(lines), "", 0
    for kept in _KEPT.finditer(text):
        found += text[end : kept.start()].replace("|", r"\|") + kept[0]
        end = kept.end()
    return (found + text[end:].replace("|", r"\|")).split("\n")


def _process(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    lines[:] = plain_bars(lines)


def _signature(
    app: Any, what: str, name: str, obj: Any, options: Any, signature: str | None, returned: Any
) -> tuple[str | None, Any]:
    """The default of a factory has no text that Python could read; it is shown as ``...``."""
    return (signature and signature.replace("<factory>", "..."), returned)


def _skip(app: Any, what: str, name: str, obj: Any, skip: bool, options: Any) -> bool | None:
    """Skip the fields of a named tuple: Python documents only their numbers."""
    return True if (getattr(obj, "__doc__", "") or "").startswith("Alias for field") else None


def boxes(notebook: Path) -> Iterator[tuple[str, str]]:
    """Label and title of every box of a chapter, in the order of the chapter."""
    for cell in nbformat.read(notebook, as_version=4).cells:
        if cell.cell_type == "markdown":
            yield from ((label, title) for title, label in _BOX.findall(cell.source))


class ListedNames(SphinxDirective, ABC):
    """A directive that writes Markdown and has it parsed in its place."""

    def run(self) -> list[Any]:
        place = nodes.container()
        lines = [line for part in self.parts() for line in (*part.splitlines(), "")]
        self.state.nested_parse(StringList(lines, self.env.docname), self.content_offset, place)
        return list(place.children)

    @abstractmethod
    def parts(self) -> Iterator[str]:
        """The Markdown, block by block."""


class BoxIndex(ListedNames):
    """The boxes by chapter, in the order of the contents; each links to its place."""

    def parts(self) -> Iterator[str]:
        for page in self.env.external_site_map:  # type: ignore[attr-defined]
            path = Path(self.env.srcdir) / f"{page}.ipynb"
            if not path.exists():
                continue
            self.env.note_dependency(str(path))
            found = list(boxes(path))
            if found:
                yield f"**{{doc}}`/{page}`**"
                yield "\n".join(f"- {{prf:ref}}`{label}` {title}" for label, title in found)


class ClosedForms(ListedNames):
    """Name, meaning and arguments of every closed form, with its place in the paper."""

    def parts(self) -> Iterator[str]:
        from glbtheory.formulas import FORMULAS

        rows = [
            f"| `{f.name}` | {f.title} | {f.lines} | `{' '.join(f.arguments)}` |"
            for f in FORMULAS.values()
        ]
        head = "| name | what it is | lines | arguments |\n|:--|:--|:--|:--|"
        yield "\n".join([head, *rows])


def setup(app: Any) -> dict[str, Any]:
    """Called by Sphinx."""
    app.setup_extension("sphinx.ext.autodoc")
    app.connect("autodoc-process-docstring", _process)
    app.connect("autodoc-process-signature", _signature)
    app.connect("autodoc-skip-member", _skip)
    app.add_directive("box-index", BoxIndex)
    app.add_directive("closed-forms", ClosedForms)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
