"""Large libraries, loaded at the first use of one of their names.

``import sympy`` takes longer than most questions to the prover.  A module that needs one of these
libraries only now and then takes it from here, and names the library itself for the type checker.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class LazyLibrary:
    """Stands for a module; its names are looked up in the module when they are first used."""

    def __init__(self, load: Callable[[], Any]):
        self._load = load

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # questions of the interpreter, not of a caller
            raise AttributeError(name)
        value = getattr(self._load(), name)
        self.__dict__[name] = value
        return value


def _numpy() -> Any:
    import numpy

    return numpy


def _sympy() -> Any:
    import sympy

    return sympy


def _z3() -> Any:
    import z3

    return z3


numpy = LazyLibrary(_numpy)
sympy = LazyLibrary(_sympy)
z3 = LazyLibrary(_z3)
