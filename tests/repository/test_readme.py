"""What the documents show is what happens: sessions print it, blocks of code run."""

from __future__ import annotations

import doctest
import re
import shlex
import tomllib

import pytest

from _book import ROOT
from glbtheory.bandits.experiments.configuration import configuration_from
from glbtheory.cli import main

DOCUMENTS = {
    name: (ROOT / name).read_text(encoding="utf-8")
    for name in ("README.md", "book/using.md", "CONTRIBUTING.md")
}


def blocks(language: str) -> list[tuple[str, str]]:
    """(document, block) for every block of a language."""
    pattern = rf"^```{language}\n(.*?)^```"
    return [
        (name, block)
        for name, text in DOCUMENTS.items()
        for block in re.findall(pattern, text, re.S | re.M)
    ]


def sessions() -> list[tuple[str, list[tuple[str, str]]]]:
    """(document, steps) for every block with ``$ glbtheory …`` lines; a step has its output."""
    found = []
    for name, block in blocks("console"):
        steps = re.findall(r"^\$ glbtheory (.*)\n((?:[^$\n].*\n)*)", block, re.M)
        if steps:
            found.append((name, steps))
    return found


def test_there_is_something_to_run() -> None:
    for name in ("README.md", "book/using.md"):
        assert sum(len(steps) for document, steps in sessions() if document == name) >= 3
        assert sum(document == name for document, _ in blocks("pycon")) >= 3


@pytest.mark.parametrize(("name", "steps"), sessions())
def test_console_session(name, steps, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    for command, expected in steps:
        main(shlex.split(command))
        assert capsys.readouterr().out == expected, f"{name}: {command}"


@pytest.mark.parametrize(("name", "block"), blocks("toml"))
def test_experiment_is_a_configuration(name: str, block: str) -> None:
    assert configuration_from(tomllib.loads(block)).runs > 0, name


@pytest.mark.parametrize(("name", "block"), blocks("python"))
def test_python_block_runs(name: str, block: str) -> None:
    exec(compile(block, name, "exec"), {"__name__": "document"})


@pytest.mark.parametrize("name", sorted({name for name, _ in blocks("pycon")}))
def test_python_session_prints_what_is_shown(name: str) -> None:
    """The blocks of a document are one session, from top to bottom."""
    text = "\n".join(block for document, block in blocks("pycon") if document == name)
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    assert test.examples
    faults: list[str] = []
    doctest.DocTestRunner().run(test, out=faults.append)
    assert not faults, "".join(faults)
