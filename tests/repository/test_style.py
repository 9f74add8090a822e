"""The code is linted, formatted and typed; the repository's own facts agree with each other."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions

import pytest
import yaml

import glbtheory
from _book import ROOT
from glbtheory._support.code_identity import LOADED

TOOLS = {
    "ruff check": ["ruff", "check", "."],
    "ruff format": ["ruff", "format", "--check", "."],
    "mypy": ["mypy", "glbtheory"],
    "import-linter": ["importlinter.cli", "lint-imports", "--no-logo"],
}


@pytest.mark.parametrize("tool", TOOLS)
def test_tool_has_nothing_to_say(tool: str) -> None:
    call = [sys.executable, "-m", *TOOLS[tool]]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True)
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


def test_the_book_needs_nothing_that_is_only_for_others() -> None:
    """``make book`` leaves out the sections that say so: the package must not import from them."""
    text = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    sections = re.split(r"^# ", text, flags=re.M)
    aside = {
        line.partition("==")[0].lower()
        for section in sections
        if section.startswith("Only for")
        for line in section.splitlines()[1:]
        if line
    }
    assert {"jupyterlab", "pytest", "mypy"} <= aside
    imported = LOADED.libraries(LOADED.modules)
    wanted = {name for module in imported for name in packages_distributions().get(module, ())}
    assert {"numpy", "sphinx", "nbclient", "beautifulsoup4"} <= {name.lower() for name in wanted}
    assert not {name.lower() for name in wanted} & aside


def test_the_citation_names_this_version_and_the_paper() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == project["version"] == glbtheory.__version__
    assert citation["license"] == project["license"]
    authors = [a["family-names"] for a in citation["preferred-citation"]["authors"]]
    assert authors == ["Russac", "Faury", "Cappé", "Garivier"]


def test_the_changelog_speaks_of_this_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    release = glbtheory.__version__.partition(".dev")[0]
    assert f"\n## [{release}] - unreleased\n" in changes or f"\n## [{release}] - 20" in changes
    # A version that is still being made has not been released.
    assert (".dev" in glbtheory.__version__) == (f"[{release}] - unreleased" in changes)


def test_hooks_before_a_commit_need_no_network() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert [repo["repo"] for repo in hooks["repos"]] == ["local"]
    assert {hook["language"] for repo in hooks["repos"] for hook in repo["hooks"]} == {"system"}
