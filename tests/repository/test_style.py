"""The code is linted, formatted and typed; the repository's own facts agree with each other."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

import pytest
import yaml

from _book import ROOT


@pytest.mark.parametrize(
    "tool",
    [["ruff", "check", "."], ["ruff", "format", "--check", "."], ["mypy", "glbtheory"]],
    ids=["ruff-check", "ruff-format", "mypy"],
)
def test_tool_has_nothing_to_say(tool: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", *tool], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_folder_of_the_package_is_installed() -> None:
    """A folder of modules without ``__init__.py`` would be missing from the wheel."""
    folders = {module.parent for module in (ROOT / "glbtheory").rglob("*.py")}
    assert folders, "the package is missing"
    assert not [f for f in sorted(folders) if not (f / "__init__.py").exists()]


def test_the_package_says_that_it_is_typed() -> None:
    assert (ROOT / "glbtheory" / "py.typed").exists()


def test_every_requirement_is_pinned() -> None:
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    wanted = [line for line in lines if line.strip() and not line.startswith("#")]
    assert not [line for line in wanted if not re.fullmatch(r"[\w.-]+==[\w.!+]+", line)]


def test_the_pins_satisfy_the_package() -> None:
    """What ``pip install .`` asks for is among the pinned packages."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pinned = (ROOT / "requirements.txt").read_text(encoding="utf-8").lower()
    names = [re.match(r"[\w.-]+", needed).group().lower() for needed in project["dependencies"]]
    assert not [name for name in names if f"\n{name}==" not in pinned]


def test_the_citation_names_this_version_and_the_paper() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == project["version"]
    assert citation["license"] == project["license"]
    authors = [a["family-names"] for a in citation["preferred-citation"]["authors"]]
    assert authors == ["Russac", "Faury", "Cappé", "Garivier"]
