"""The day on which a page was last changed: from the history of the files, or not at all."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from sphinx.application import Sphinx

from glbtheory.book.extensions.dates import History, history

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(folder: Path, *arguments: str, day: str = "2021-01-01") -> None:
    who = {f"GIT_{r}_{k}": "x@y" for r in ("AUTHOR", "COMMITTER") for k in ("NAME", "EMAIL")}
    when = {f"GIT_{role}_DATE": f"{day}T12:00:00+0000" for role in ("AUTHOR", "COMMITTER")}
    plain = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(
        ["git", *arguments],
        cwd=folder,
        check=True,
        capture_output=True,
        env={**os.environ, **who, **when, **plain},
    )


def commit(folder: Path, day: str, **texts: str) -> None:
    for name, text in texts.items():
        (folder / f"{name}.rst").write_text(text, encoding="utf-8")
    git(folder, "add", ".")
    git(folder, "commit", "-m", "x", day=day)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A book of three pages, the third of which includes a file; it lies below the repository."""
    folder = tmp_path / "repository" / "source"
    folder.mkdir(parents=True)
    git(folder.parent, "init")
    first = "First\n=====\n\n.. toctree::\n\n   zwölf\n   third\n"
    third = "Third\n=====\n\n.. include:: part.inc\n"
    (folder / "part.inc").write_text("old")
    commit(folder, "2021-02-03", index=first, zwölf="Two\n===\n", third=third)
    commit(folder, "2022-03-04", zwölf="Two\n===\n\nMore.\n")
    (folder / "part.inc").write_text("new")
    commit(folder, "2023-04-05")
    return folder


def shown(source: Path, out: Path) -> dict[str, str | None]:
    """What the pages are told, by page."""
    told: dict[str, str | None] = {}
    app = Sphinx(
        str(source), None, str(out), str(out / "trees"), "html",
        {"extensions": ["glbtheory.book.extensions.dates"], "html_theme": "basic"}, status=None, freshenv=True,
    )  # fmt: skip
    app.connect(
        "html-page-context", lambda app, page, _, c, d: told.update({page: c["last_updated"]})
    )
    app.build(force_all=True)
    assert app.statuscode == 0
    return told


@needs_git
def test_a_page_tells_the_day_of_its_last_commit_and_of_its_parts(source: Path) -> None:
    told = shown(source, source.parent.parent / "out")
    assert {page: told[page] for page in ("index", "zwölf", "third")} == {
        "index": "2021-02-03",
        "zwölf": "2022-03-04",
        "third": "2023-04-05",
    }
    assert told["genindex"] is None


@needs_git
def test_what_was_changed_since_has_no_day(source: Path) -> None:
    (source / "part.inc").write_text("newer")
    (source / "new.rst").write_text(":orphan:\n\nNew\n===\n")
    told = shown(source, source.parent.parent / "out")
    assert told["third"] is None and told["new"] is None and told["index"] == "2021-02-03"


@needs_git
def test_the_files_may_belong_to_somebody_else(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = history(source)
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")  # git's own switch for tests
    assert subprocess.run(["git", "status"], cwd=source, capture_output=True).returncode != 0
    assert history(source) == known != History()


@needs_git
def test_a_copy_without_its_history_knows_nothing(source: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "--depth", "1", (source.parent).as_uri(), "copy")
    assert history(tmp_path / "copy" / "source") == History()
    git(tmp_path, "clone", (source.parent).as_uri(), "whole")
    assert history(tmp_path / "whole" / "source").days["index.rst"] == "2021-02-03"


def test_without_git_or_outside_a_repository_nothing_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "index.rst").write_text("First\n=====\n")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert history(tmp_path) == History()
    monkeypatch.setenv("PATH", "")
    assert history(tmp_path) == History()
    assert shown(tmp_path, tmp_path / "out")["index"] is None
