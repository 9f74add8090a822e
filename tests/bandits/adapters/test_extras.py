"""Adapters say which extra they need, and the package is content without them."""

from __future__ import annotations

import subprocess
import sys
import tomllib

import pytest

from _book import ROOT
from glbtheory.bandits.adapters._extras import EXTRAS

MODULES = {
    "river": "river_policies",
    "gymnasium": "gymnasium_worlds",
    "sklearn": "sklearn_estimator",
}

_WITHOUT = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {hidden!r}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Hidden())
import importlib.util as util
found = util.find_spec
util.find_spec = lambda name, *more: None if name in {hidden!r} else found(name, *more)
"""


def _run(text: str) -> subprocess.CompletedProcess[str]:
    code = _WITHOUT.format(hidden=tuple(EXTRAS)) + text
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)


@pytest.mark.parametrize("top", EXTRAS)
def test_a_missing_extra_is_named(top: str) -> None:
    done = _run(f"import glbtheory.bandits.adapters.{MODULES[top]}")
    assert done.returncode == 1
    assert f"pip install 'glbtheory[{EXTRAS[top]}]'" in done.stderr.splitlines()[-1]


def test_the_rest_does_not_need_them() -> None:
    done = _run(
        "import glbtheory.bandits.adapters.off_policy, glbtheory.bandits.inputs.joint\n"
        "from glbtheory.bandits import SCDGLUCB, Environment, suggest, play_run"
    )
    assert done.returncode == 0, done.stderr


def test_extras_are_declared_and_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    pinned = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    for package in EXTRAS.values():
        assert any(line.startswith(f"{package}>=") for line in extras[package])
        assert f"\n{package}==" in pinned
