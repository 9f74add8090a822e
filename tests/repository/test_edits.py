"""In a copy of the package one token is edited at a time: what was fine must then fail."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from _book import ROOT
from _package_copy import copy_package, write_module

Edit = Callable[[str, str, str], None]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The package and its settings in a folder of their own; nothing is shared, no verdict kept."""
    copy_package(tmp_path)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def environment(copy: Path) -> dict[str, str]:
    settings = {"PYTHONPATH": str(copy), "GLBTHEORY_CACHE": str(copy / "cache")}
    return {**os.environ, **settings, "PYTHONDONTWRITEBYTECODE": "1"}


@pytest.fixture
def edit(copy: Path) -> Edit:
    def replace(file: str, old: str, new: str) -> None:
        path = copy / "glbtheory" / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) >= 1, f"{file} no longer contains {old!r}"
        write_module(path, text.replace(old, new, 1))

    return replace


def verify(copy: Path, *ids: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "glbtheory", "verify", *ids, "--jobs", "1"],
        cwd=copy,
        env=environment(copy),
        capture_output=True,
        text=True,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


def test_the_copy_is_fine_as_it_is(copy: Path) -> None:
    done = verify(copy, "A2", "A3", "A6")
    assert done.returncode == 0, done.stdout + done.stderr
    kept = list((copy / "cache" / "ledger").glob("*.json"))
    assert len(kept) == 3, "the copy was run, not the original"


EDITS = {
    "the logistic slope doubled": (
        "setting/links.py",
        "_SIGMOID_SLOPE = sp.exp(-z)",
        "_SIGMOID_SLOPE = 2 * sp.exp(-z)",
        "A3",
    ),
    "the logarithm of the radius turned": (
        "formulas/confidence.py",
        "sp.log(T / delta)",
        "sp.log(delta / T)",
        "A6",
    ),
    "a relation of a claim turned": (
        "claims/setting/assumptions.py",
        '"abs(m*u - m*v) <= ',
        '"abs(m*u - m*v) >= ',
        "A2",
    ),
    "a mutant weakened until it holds": (
        "claims/setting/assumptions.py",
        'lowered by one per cent", factor="99/100")',
        'lowered by one per cent", factor="101/100")',
        "A2",
    ),
}


@pytest.mark.parametrize("what", EDITS)
def test_verify_fails_after_an_edit(copy: Path, edit: Edit, what: str) -> None:
    file, old, new, name = EDITS[what]
    edit(file, old, new)
    done = verify(copy, name)
    assert done.returncode == 1, done.stdout + done.stderr


def test_an_edit_is_seen_although_the_verdict_was_stored(copy: Path, edit: Edit) -> None:
    file, old, new, name = EDITS["a relation of a claim turned"]
    assert verify(copy, name).returncode == 0
    edit(file, old, new)
    assert verify(copy, name).returncode == 1


# --- stored outputs -----------------------------------------------------------------------------

CELL = """
from glbtheory import book
from glbtheory.formulas import FORMULAS

print(round(FORMULAS["rho"](d=2, T=100, lam=1, delta="0.1", gamma="0.9", k_mu="1/4", m=1), 6))
print(book.prove("log(1+x) <= x", "x >= 0"))
""".strip()


@pytest.fixture
def notebook(copy: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page that prints a closed form and a proof, executed against the copy."""
    for name, value in environment(copy).items():
        monkeypatch.setenv(name, value)
    page = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(CELL)])
    page.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    NotebookClient(page, resources={"metadata": {"path": str(copy)}}).execute()
    path = copy / "page.ipynb"
    nbformat.write(page, path)
    return path


def nbval(page: Path) -> int:
    options = ["--nbval", "--nbval-current-env", "-p", "no:cacheprovider", "-p", "no:xdist"]
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *options, str(page)],
        cwd=page.parent,
        env=environment(page.parent),
        capture_output=True,
    ).returncode


@pytest.mark.notebook
def test_nbval_compares_what_is_stored_with_what_is_computed(notebook: Path, edit: Edit) -> None:
    stored = notebook.read_text(encoding="utf-8")
    assert stored.count("proved by exact algebra") == 1
    assert nbval(notebook) == 0

    notebook.write_text(
        stored.replace("proved by exact algebra", "proved by magic"), encoding="utf-8"
    )
    assert nbval(notebook) == 1, "an edited output"

    notebook.write_text(stored, encoding="utf-8")
    edit("formulas/confidence.py", "sp.sqrt(lam) / (2 * m)", "sp.sqrt(lam) / (3 * m)")
    assert nbval(notebook) == 1, "an edited formula"
