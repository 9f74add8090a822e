"""Where a cache cannot be written another one is used, said in one line, and found again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from glbtheory._support import writable_folder as module
from glbtheory._support.writable_folder import writable_folder


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file where the cache should be (nobody can write there, root neither), a home, a tmp."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("GLBTHEORY_CACHE", str(tmp_path / "file" / "cache"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv(module._SAID, raising=False)
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(module.tempfile, "tempdir", str(tmp_path / "tmp"))
    # Undone at the end, whatever the module sets.
    monkeypatch.setenv(module._SAID, "")
    return tmp_path


def test_where_it_belongs_nothing_is_said(
    places: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GLBTHEORY_CACHE", str(places / "good"))
    assert writable_folder("compiled", "x") == places / "good" / "compiled" / "x"
    assert capsys.readouterr() == ("", "")


def test_then_the_cache_of_the_user(places: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wanted = places / "home" / ".cache" / "glbtheory" / "compiled"
    assert writable_folder("compiled", "x") == wanted / "x"
    assert (wanted / "x").is_dir() and not any((wanted / "x").iterdir())
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "cannot be written" in said and str(wanted) in said
    writable_folder("compiled", "x")
    assert capsys.readouterr().err == ""  # once


def test_then_a_private_folder(
    places: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOME", str(places / "file"))
    found = writable_folder("compiled", "x")
    private = places / "tmp" / f"glbtheory-{module._user()}"
    assert found == private / "compiled" / "x"
    assert private.stat().st_mode & 0o077 == 0
    assert str(private) in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no owners of files here")
@pytest.mark.parametrize("trap", ["open to others", "a link", "a file"])
def test_what_others_could_have_filled_is_refused(
    places: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], trap: str
) -> None:
    monkeypatch.setenv("HOME", str(places / "file"))
    private = places / "tmp" / f"glbtheory-{module._user()}"
    if trap == "open to others":
        private.mkdir()
        private.chmod(0o777)
    elif trap == "a link":
        (places / "elsewhere").mkdir(mode=0o700)
        private.symlink_to(places / "elsewhere")
    else:
        private.write_text("", encoding="utf-8")
    assert writable_folder("compiled", "x") is None
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "set GLBTHEORY_CACHE" in said


_PLAY = """
import numpy as np
from glbtheory.bandits.kernels import link_codes, rewards
found = rewards.mean_of(link_codes.LOGISTIC, 1.0, 0.0)
print(found, sum(rewards.mean_of.stats.cache_hits.values()))
"""


def test_machine_code_is_found_again(places: Path) -> None:
    """Two processes: the first compiles and says where, the second finds what it left."""
    environment = {**os.environ, module._SAID: ""}
    runs = [
        subprocess.run(
            [sys.executable, "-c", _PLAY], env=environment, capture_output=True, text=True
        )
        for _ in range(2)
    ]
    assert [run.stdout.split() for run in runs] == [["0.5", "0"], ["0.5", "1"]], runs[0].stderr
    for run in runs:
        assert run.stderr.count("\n") == 1 and "compiled code is kept in" in run.stderr
    assert list((places / "home").rglob("*.nbi"))


def test_without_any_folder_it_still_runs(places: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = {
        **os.environ,
        module._SAID: "",
        "HOME": str(places / "file"),
        "TMPDIR": str(places / "tmp"),
    }
    (places / "tmp" / f"glbtheory-{module._user()}").write_text("", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", _PLAY], env=environment, capture_output=True, text=True
    )
    assert done.stdout.split() == ["0.5", "0"], done.stderr
    assert done.stderr.count("\n") == 1 and "every process makes it anew" in done.stderr
