"""What a text says of the package is there: modules, attributes, files.

Texts are the documents at the root, the pages of the book, and every docstring, comment and string
of the code.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import nbformat
import pytest

from _book import ROOT

DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "book").glob("*.md"), *(ROOT / "benchmarks").glob("*.md")]
CHAPTERS = sorted((ROOT / "book").glob("*.ipynb"))
SETTINGS = [ROOT / "Makefile", ROOT / "_config.yml", ROOT / "pyproject.toml"]
_HERE = Path(__file__).name
CODE = [
    path
    for folder in ("glbtheory", "tests", "benchmarks")
    for path in (ROOT / folder).rglob("*")
    # The tests of the walk over imports make up a package of their own.
    if path.suffix in (".py", ".js", ".css") and path.name not in (_HERE, "test_code_identity.py")
]
ROOMS = sorted(p.parent.name for p in (ROOT / "glbtheory").glob("*/__init__.py"))

#: ``glbtheory.room.module.attribute``; what follows a dot is a name, not the next sentence.
DOTTED = re.compile(r"(?<![\w./-])glbtheory((?:\.[A-Za-z_]\w*)+)")
#: The same without the package, in documents and chapters, where backticks show what is code.
IN_A_ROOM = re.compile(rf"(?<=`)((?:{'|'.join(ROOMS)})(?:\.[A-Za-z_]\w*)+)")
#: Files of ours by their path from the root; a star stands for some name, as in a shell.
PATH = re.compile(
    r"(?<![\w./-])((?:glbtheory|tests|benchmarks)/[\w./*-]*[\w*/]|book/[\w./*-]+\.(?:ipynb|md|png|svg))"
)
#: Files by a shorter path, in the backticks of a document.
FILE = re.compile(r"`([\w./*-]+\.(?:py|js|css|csv|ipynb|cfg))`")

#: Names that an example gives to files of the reader's own, or that only a build makes.
THEIRS = {"my_claims.py"}
#: Text that only looks like a mention: addresses of built pages, and made-up names in tests.
LOOKALIKES = re.compile(r"glbtheory\.(tex|pdf|toml|json|html|ipynb)\b|glbtheory\.(prov|quxquux)\b")


def text_of(path: Path) -> str:
    if path.suffix != ".ipynb":
        return path.read_text(encoding="utf-8")
    return "\n\n".join(cell.source for cell in nbformat.read(path, as_version=4).cells)


def mentions(pattern: re.Pattern[str], paths: list[Path]) -> Iterator[tuple[str, str]]:
    """(where, what) for each different mention."""
    for path in paths:
        found = dict.fromkeys(pattern.findall(LOOKALIKES.sub("", text_of(path))))
        for what in found:
            yield str(path.relative_to(ROOT)), what


@cache
def resolves(dotted: str) -> bool:
    """Is there such a module, or such an attribute of one?"""
    parts = dotted.split(".")
    place = ROOT
    for k, part in enumerate(parts):
        if (place / part / "__init__.py").exists():
            place = place / part
        elif (place / f"{part}.py").exists():
            return _has_attribute(".".join(parts[: k + 1]), parts[k + 1 :])
        else:
            return _has_attribute(".".join(parts[:k]), parts[k:])
    return True


def _has_attribute(module: str, names: list[str]) -> bool:
    found: object = importlib.import_module(module)
    for name in names:
        fields = getattr(found, "__dataclass_fields__", {})
        annotations = getattr(found, "__annotations__", {})
        if not hasattr(found, name) and (name in fields or name in annotations):
            return True
        if not hasattr(found, name):
            return False
        found = getattr(found, name)
    return True


@cache
def exists(path: str) -> bool:
    return any(ROOT.glob(path.rstrip("/")))


@cache
def exists_somewhere(path: str) -> bool:
    """A file whose path ends so."""
    folders = ("glbtheory", "tests", "book", "benchmarks")
    return any(p for folder in folders for p in (ROOT / folder).glob(f"**/{path}")) or exists(path)


def test_the_patterns_see_what_they_should() -> None:
    text = (
        "See :mod:`glbtheory.engines.decision`. Then `bandits.run`, `base.py` or glbtheory/book/."
    )
    assert DOTTED.findall(text) == [".engines.decision"]
    assert IN_A_ROOM.findall(text) == ["bandits.run"]
    assert FILE.findall(text) == ["base.py"]
    assert PATH.findall(text) == ["glbtheory/book/"]
    assert resolves("glbtheory.engines.decision.decide")
    assert resolves("glbtheory.engines.evidence.Evidence.to_json")
    assert not resolves("glbtheory.ledgers")
    assert not resolves("glbtheory.engines.evidence.Evidence.to_yaml")
    assert exists("glbtheory/claims/*/__init__.py") and not exists("glbtheory/paper.py")


@pytest.mark.parametrize(
    "paths",
    [DOCUMENTS, CHAPTERS, SETTINGS, CODE],
    ids=["documents", "chapters", "settings", "code"],
)
def test_every_module_that_is_mentioned_exists(paths: list[Path]) -> None:
    wrong = [
        f"{where}: glbtheory{what}"
        for where, what in mentions(DOTTED, paths)
        if not resolves(f"glbtheory{what}")
    ]
    assert not wrong, "\n".join(wrong)


def test_every_module_of_a_room_that_is_mentioned_exists() -> None:
    wrong = [
        f"{where}: {what}"
        for where, what in mentions(IN_A_ROOM, [*DOCUMENTS, *CHAPTERS])
        if not resolves(f"glbtheory.{what}")
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "paths",
    [DOCUMENTS, CHAPTERS, SETTINGS, CODE],
    ids=["documents", "chapters", "settings", "code"],
)
def test_every_path_that_is_mentioned_exists(paths: list[Path]) -> None:
    wrong = [f"{where}: {what}" for where, what in mentions(PATH, paths) if not exists(what)]
    assert not wrong, "\n".join(wrong)


def test_every_file_that_a_document_names_exists() -> None:
    wrong = [
        f"{where}: {what}"
        for where, what in mentions(FILE, [*DOCUMENTS, *CHAPTERS])
        if what not in THEIRS and not exists_somewhere(what)
    ]
    assert not wrong, "\n".join(wrong)


def test_every_file_that_the_code_names_exists() -> None:
    """In a docstring or comment, between backticks."""
    wrong = [
        f"{where}: {what}"
        for where, what in mentions(FILE, CODE)
        if what not in THEIRS and not exists_somewhere(what)
    ]
    assert not wrong, "\n".join(wrong)
