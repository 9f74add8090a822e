"""Executed chapters, kept for the next build under a hash of all that they can depend on.

What a chapter shows is a function of its cells, of every file of the package, of the proofs in
``formal/`` and their record, of Python and of everything that is installed.  A chapter reads
nothing else: the runs and the evidence that it takes from the stores are functions of the same.  If
any of these has changed, the old outputs are not found; a file that was cut off or edited is not
believed.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from pathlib import Path

import nbformat

from glbtheory._support import sealed_json
from glbtheory._support.files import cache_folder
from glbtheory._support.library_versions import environment
from glbtheory.engines.kernel import evidence as kernel

PACKAGE = Path(__file__).parents[2]


def surroundings() -> str:
    """A hash of what all chapters depend on, as it is on disk now."""
    found = hashlib.sha256(f"{kernel.identity()}\n{environment()}\n".encode())
    for path in sorted(PACKAGE.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            name = path.relative_to(PACKAGE).as_posix()
            found.update(f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return found.hexdigest()


def address(notebook: nbformat.NotebookNode, around: str) -> str:
    """The name under which the outputs of a chapter are kept; stored outputs do not matter."""
    bare = json.loads(nbformat.writes(notebook))
    for cell in bare["cells"]:
        for key in ("id", "outputs", "execution_count"):
            cell.pop(key, None)
    # A kernel writes its own version here.
    bare["metadata"].pop("language_info", None)
    text = json.dumps(bare, sort_keys=True)
    return hashlib.sha256(f"{around}\n{text}".encode()).hexdigest()


def load(name: str) -> str | None:
    """The executed chapter at an address, as the text of a notebook, if it is there and sound."""
    try:
        return str(sealed_json.read(_file(name), name)["notebook"])
    except (OSError, sealed_json.Damaged):
        return None


def store(name: str, text: str) -> None:
    """Keep an executed chapter at an address; where nothing can be written, nothing is kept."""
    with contextlib.suppress(OSError):
        _file(name).parent.mkdir(parents=True, exist_ok=True)
        sealed_json.write(_file(name), {"notebook": text}, name)


def _file(name: str) -> Path:
    return cache_folder("chapters") / f"{name}.json"
