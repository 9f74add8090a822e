"""The names of the room: each is there, loaded on first use, and never hidden by a module."""

from __future__ import annotations

import subprocess
import sys

import pytest

from glbtheory import bandits
from glbtheory.bandits import suggestions


@pytest.mark.parametrize("name", bandits.__all__)
def test_every_public_name_is_found(name: str) -> None:
    found = getattr(bandits, name)
    assert getattr(found, "__name__", name) == name
    assert name in dir(bandits)


def test_no_name_is_that_of_a_module() -> None:
    """A module that is imported would take the place of the function of the same name."""
    assert bandits.suggest is suggestions.suggest
    for name in bandits.__all__:
        with pytest.raises(ModuleNotFoundError):
            __import__(f"{bandits.__name__}.{name}")


def test_unknown_names_are_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nobody'"):
        _ = bandits.nobody


def test_the_facade_loads_nothing_by_itself() -> None:
    text = "import sys, glbtheory.bandits; print(*({'numba', 'sympy', 'numpy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.split() == [], done.stderr
