"""The house has rooms, and nothing stands in the corridor."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from _book import ROOT

PACKAGE = ROOT / "glbtheory"
#: From the room that imports nothing of ours to the one that may import all others.
ROOMS = (
    *("_support", "engines", "setting", "formulas", "concentration", "regret"),
    *("bandits", "claims", "ledger", "book", "cli"),
)
MOST_FILES = 25
README_LINES = 200


def folders(root: Path) -> list[Path]:
    inside = [p for p in root.rglob("*") if p.is_dir() and p.name != "__pycache__"]
    return sorted([root, *inside])


def files(folder: Path) -> list[Path]:
    return [p for p in folder.iterdir() if p.is_file() and p.suffix != ".pyc"]


def test_nothing_stands_at_the_root_of_the_package_but_rooms() -> None:
    assert {p.name for p in files(PACKAGE)} == {"__init__.py", "__main__.py", "py.typed"}
    assert {p.name for p in PACKAGE.iterdir() if p.is_dir()} - {"__pycache__"} == set(ROOMS)


def test_the_order_of_the_rooms_is_the_one_that_is_enforced() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    (contract,) = (
        c for c in settings["importlinter"]["contracts"] if c.get("containers") == ["glbtheory"]
    )
    assert tuple(reversed(contract["layers"])) == ROOMS
    assert contract["exhaustive"]


def test_tests_stand_in_the_same_rooms() -> None:
    names = {p.name for p in (ROOT / "tests").iterdir() if p.is_dir()} - {"__pycache__"}
    assert names <= {*ROOMS, "pages", "repository"}


@pytest.mark.parametrize("root", ["glbtheory", "tests"])
def test_no_folder_is_crowded(root: str) -> None:
    crowded = {
        str(folder.relative_to(ROOT)): len(files(folder))
        for folder in folders(ROOT / root)
        if len(files(folder)) > MOST_FILES
    }
    assert not crowded


def test_every_slow_test_is_there() -> None:
    """A test that was renamed would otherwise come back into ``make check``."""
    listed = (ROOT / "tests" / "slow_tests.txt").read_text(encoding="utf-8").splitlines()
    names = [line for line in listed if line and not line.startswith("#")]
    assert len(names) == len(set(names))
    files_of_tests = sorted((ROOT / "tests").rglob("test_*.py"))
    text = "\n".join(path.read_text(encoding="utf-8") for path in files_of_tests)
    known = {path.name for path in files_of_tests} | set(
        re.findall(r"^def (test_\w+)\(", text, re.M)
    )
    assert not [name for name in names if name not in known]


def test_every_folder_says_what_it_holds() -> None:
    silent = []
    for folder in folders(PACKAGE):
        module = folder / "__init__.py"
        if not ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))):
            silent.append(str(folder.relative_to(ROOT)))
    assert not silent


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) < README_LINES


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_links_of_a_document_lead_to_files(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", text)
    targets = [t for t in targets if not t.startswith("http")]
    assert targets
    assert not [t for t in targets if not (ROOT / t).exists()]


def test_contributing_names_every_room_in_order() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert " < ".join(ROOMS) in text


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_help_mentions_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (targets,) = re.findall(r"^\.PHONY: (help .*)$", makefile, re.M)
    done = subprocess.run(["make", "-s", "help"], cwd=ROOT, capture_output=True, text=True)
    mentioned = re.findall(r"^  make (\w+) ", done.stdout, re.M)
    assert sorted(mentioned) == sorted(set(targets.split()) - {"help"})
    assert [line for line in done.stdout.splitlines() if line[:1].isupper()][:4] == [
        *("Read", "Check", "Prove", "Develop"),
    ]
