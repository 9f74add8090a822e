"""The README's console sessions print what the README says they print."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from glbtheory.bandits.experiments.configuration import configuration_from
from glbtheory.cli import main

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def sessions():
    """(command, expected output) of every ``$ glbtheory …`` line, block by block."""
    for block in re.findall(r"```console\n(.*?)```", README, re.S):
        steps = re.findall(r"^\$ glbtheory (.*)\n((?:[^$\n].*\n)*)", block, re.M)
        if steps:
            yield steps


def test_there_is_something_to_run():
    assert sum(len(steps) for steps in sessions()) >= 3


@pytest.mark.parametrize("steps", list(sessions()))
def test_console_session(steps, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for command, expected in steps:
        main(shlex.split(command))
        assert capsys.readouterr().out == expected, command


@pytest.mark.parametrize("block", re.findall(r"```toml\n(.*?)```", README, re.S))
def test_experiment_is_a_configuration(block):
    assert configuration_from(tomllib.loads(block)).runs > 0


@pytest.mark.parametrize("block", re.findall(r"```python\n(.*?)```", README, re.S))
def test_python_block_runs(block):
    space: dict = {}
    exec(compile(block, "README.md", "exec"), space)
    if "found" in space:
        assert space["found"].error_bound < 1e-10
