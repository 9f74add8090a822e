"""The chapters as files: complete, executed in order, quiet, and really compared by nbval."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from bs4 import BeautifulSoup

from _book import ROOT, toc_entries

BOOK = ROOT / "book"
CHAPTERS = sorted(BOOK.glob("*.ipynb"))
CODE_WIDTH = 88
# Tags and comments that make nbval look away.
BLIND = re.compile(r"nbval-(skip|ignore-output)|NBVAL_(SKIP|IGNORE_OUTPUT)|raises-exception")

chapters = pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)


def read(path: Path) -> nbformat.NotebookNode:
    return nbformat.read(path, as_version=4)


def code_cells(path: Path) -> list[tuple[int, nbformat.NotebookNode]]:
    """The code cells that hold code, each with its place in the notebook."""
    cells = enumerate(read(path).cells)
    return [(i, c) for i, c in cells if c.cell_type == "code" and c.source.strip()]


def markdown(path: Path) -> Iterator[tuple[int, str]]:
    for i, cell in enumerate(read(path).cells):
        if cell.cell_type == "markdown":
            yield i, cell.source


def test_every_page_of_the_contents_exists() -> None:
    missing = [
        entry
        for entry in toc_entries()
        if not any((ROOT / f"{entry}{suffix}").exists() for suffix in (".ipynb", ".md"))
    ]
    assert not missing


def test_every_chapter_is_in_the_contents() -> None:
    assert not [p.name for p in CHAPTERS if f"book/{p.stem}" not in toc_entries()]


@chapters
def test_notebook_is_valid_and_asks_for_the_plain_kernel(path: Path) -> None:
    notebook = read(path)
    nbformat.validate(notebook)
    assert notebook.metadata.kernelspec.name == "python3"


@chapters
def test_cells_were_executed_once_from_top_to_bottom(path: Path) -> None:
    """nbval passes a cell without an execution count uncompared, so there must be none."""
    counts = [cell.execution_count for _, cell in code_cells(path)]
    assert counts == list(range(1, len(counts) + 1)), "run `make refresh`"


@chapters
def test_no_cell_hides_from_nbval(path: Path) -> None:
    hidden = []
    for i, cell in code_cells(path):
        tags = " ".join(cell.metadata.get("tags", []))
        if BLIND.search(tags) or BLIND.search(cell.source):
            hidden.append(i)
    assert not hidden


@chapters
def test_no_cell_failed_or_wrote_to_stderr(path: Path) -> None:
    loud = [
        i
        for i, cell in code_cells(path)
        for output in cell.outputs
        if output.output_type == "error" or output.get("name") == "stderr"
    ]
    assert not loud


@chapters
def test_no_cell_stores_the_time_of_day(path: Path) -> None:
    assert not [i for i, cell in code_cells(path) if "execution" in cell.metadata]


@chapters
def test_code_fits_on_the_page(path: Path) -> None:
    wide = [
        f"cell {i}: {line}"
        for i, cell in code_cells(path)
        for line in cell.source.splitlines()
        if len(line) > CODE_WIDTH
    ]
    assert not wide


def images_without_words(cell: nbformat.NotebookNode) -> Iterator[str]:
    """Pictures among a cell's outputs that a reader who cannot see them would miss."""
    alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "")
    for output in cell.outputs:
        data = output.get("data", {})
        if any(mime.startswith("image/") for mime in data) and not alt.strip():
            yield "a picture without mystnb.image.alt in the cell's metadata"
        for image in BeautifulSoup(data.get("text/html", ""), "html.parser").find_all("img"):
            if not image.get("alt", "").strip():
                yield "an <img> without alt"


@chapters
def test_computed_figures_have_alternative_text(path: Path) -> None:
    faults = [f"cell {i}: {f}" for i, cell in code_cells(path) for f in images_without_words(cell)]
    assert not faults


DIRECTIVE = re.compile(r"^[`:]{3,}\{(?:figure|image)\}.*?(?=^[`:]{3,}\s*$)", re.M | re.S)


@chapters
def test_figures_in_the_text_have_alternative_text(path: Path) -> None:
    faults = []
    for i, text in markdown(path):
        faults += [f"cell {i}: {m}" for m in re.findall(r"!\[\s*\]\([^)]*\)", text)]
        faults += [f"cell {i}: {m}" for m in DIRECTIVE.findall(text) if ":alt:" not in m]
        for image in BeautifulSoup(text, "html.parser").find_all("img"):
            if not image.get("alt", "").strip():
                faults.append(f"cell {i}: {image}")
    assert not faults


def nbval(path: Path) -> subprocess.CompletedProcess[str]:
    """Run one notebook under nbval as ``make test`` does, away from the settings of this run."""
    options = ["--nbval", "--nbval-current-env", "-p", "no:cacheprovider", "-p", "no:xdist"]
    sanitize = ["--nbval-sanitize-with", str(ROOT / "tests" / "nbval_sanitize.cfg")]
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *options, *sanitize, str(path)],
        cwd=path.parent,
        capture_output=True,
        text=True,
    )


def first_printed(notebook: nbformat.NotebookNode) -> tuple[int, nbformat.NotebookNode]:
    """The first cell that printed a digit, and that output."""
    for i, cell in enumerate(notebook.cells):
        for output in cell.get("outputs", []):
            if output.output_type == "stream" and re.search(r"\d", output.text):
                return i, output
            data = output.get("data", {})
            pictured = any(mime.startswith("image/") for mime in data)
            if re.search(r"\d", data.get("text/plain", "")) and not pictured:
                return i, output
    raise AssertionError("the chapter prints no number")


def bump_a_digit(text: str) -> str:
    return re.sub(r"\d", lambda digit: str((int(digit.group()) + 1) % 10), text, count=1)


@pytest.mark.notebook
def test_nbval_refuses_a_stored_output_that_was_edited(tmp_path: Path) -> None:
    """The first chapter, up to its first printed number: passes as stored, fails when edited."""
    notebook = read(ROOT / f"{toc_entries()[0]}.ipynb")
    i, output = first_printed(notebook)
    notebook.cells = notebook.cells[: i + 1]
    path = tmp_path / "chapter.ipynb"
    nbformat.write(notebook, path)
    stored = nbval(path)
    assert stored.returncode == 0, stored.stdout + stored.stderr

    if output.output_type == "stream":
        output.text = bump_a_digit(output.text)
    else:
        output.data["text/plain"] = bump_a_digit(output.data["text/plain"])
    nbformat.write(notebook, path)
    edited = nbval(path)
    assert edited.returncode == 1, edited.stdout + edited.stderr


def test_the_references_can_be_read() -> None:
    """A brace that a merge ate would end the build of all pages."""
    from pybtex.database import parse_file

    path = BOOK / "references.bib"
    entries = parse_file(str(path)).entries
    assert len(entries) == len(re.findall(r"^@", path.read_text(encoding="utf-8"), re.M)) > 40
