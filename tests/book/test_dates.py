"""The day on which a page was last changed: from the history of the files, or not at all.

Sphinx finds it with the extension of ``_config.yml``, under the settings that the book has there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest
import yaml
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

from _book import ROOT

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(folder: Path, *arguments: str, day: str = "2021-01-01", hour: int = 12) -> None:
    who = {f"GIT_{r}_{k}": "x@y" for r in ("AUTHOR", "COMMITTER") for k in ("NAME", "EMAIL")}
    when = {f"GIT_{role}_DATE": f"{day}T{hour}:00:00+0000" for role in ("AUTHOR", "COMMITTER")}
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


def settings() -> dict[str, object]:
    """What the book says about dates and about warnings."""
    sphinx = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))["sphinx"]
    (extension,) = (e for e in sphinx["extra_extensions"] if "last_updated" in e)
    config = sphinx["config"]
    names = ("git_", "html_last_updated_fmt", "suppress_warnings")
    return {"extensions": [extension], **{k: v for k, v in config.items() if k.startswith(names)}}


def shown(source: Path, out: Path) -> dict[str, str | None]:
    """What the pages are told, by page; a warning is an error."""
    told: dict[str, str | None] = {}
    with docutils_namespace():
        app = Sphinx(
            str(source), None, str(out), str(out / "trees"), "html",
            {**settings(), "html_theme": "basic"}, status=None, freshenv=True, warningiserror=True,
        )  # fmt: skip
        app.connect(
            "html-page-context", lambda app, page, _, c, d: told.update({page: c["last_updated"]})
        )
        app.build(force_all=True)
    assert app.statuscode == 0
    return told


DAYS = {"index": "2021-02-03", "zwölf": "2022-03-04", "third": "2023-04-05"}


@needs_git
def test_a_page_tells_the_day_of_its_last_commit_and_of_its_parts(source: Path) -> None:
    told = shown(source, source.parent.parent / "out")
    assert {page: told[page] for page in DAYS} == DAYS
    assert told["genindex"] is None


@needs_git
def test_the_day_is_the_same_in_every_time_zone(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (source / "index.rst").write_text("First\n=====\n\n.. toctree::\n\n   third\n   zwölf\n")
    git(source, "commit", "-am", "x", day="2024-05-06", hour=23)
    for zone in ("Asia/Tokyo", "America/Los_Angeles"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        told = shown(source, source.parent.parent / "out")
        assert told["index"] == "2024-05-06"
    monkeypatch.undo()
    time.tzset()


@needs_git
def test_a_page_without_a_commit_has_no_day(source: Path) -> None:
    (source / "new.rst").write_text(":orphan:\n\nNew\n===\n")
    told = shown(source, source.parent.parent / "out")
    assert told["new"] is None and told["index"] == "2021-02-03"


@needs_git
def test_files_of_somebody_else_are_no_reason_to_fail(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")  # git's own switch for tests
    assert subprocess.run(["git", "status"], cwd=source, capture_output=True).returncode != 0
    told = shown(source, source.parent.parent / "out")
    assert {told[page] for page in DAYS} == {None}


@needs_git
def test_a_copy_without_its_history_knows_nothing(source: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "--depth", "1", (source.parent).as_uri(), "copy")
    told = shown(tmp_path / "copy" / "source", tmp_path / "out")
    assert {told[page] for page in DAYS} == {None}
    git(tmp_path, "clone", (source.parent).as_uri(), "whole")
    told = shown(tmp_path / "whole" / "source", tmp_path / "out")
    assert {page: told[page] for page in DAYS} == DAYS


def test_without_git_or_outside_a_repository_nothing_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "index.rst").write_text("First\n=====\n")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert shown(tmp_path, tmp_path / "out")["index"] is None
    assert "_sources/index.rst" in (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    monkeypatch.setenv("PATH", "")
    assert shown(tmp_path, tmp_path / "out")["index"] is None
