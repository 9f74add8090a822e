"""Loading by name: the one way in which this package imports what no import statement names.

What a verdict or a simulated run depends on is read off the source (see
:mod:`glbtheory._support.code_identity`).  An import statement can be read; ``import_module`` with a
computed name cannot.  These two functions can, because the place where they look is written out:
a table of names, or the name of a package.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any


def lazy_name(package: str, name: str, places: Mapping[str, str]) -> Any:
    """``package.name``, loaded at its first use: what a package's ``__getattr__`` returns.

    ``places`` says in which module of the package each name stands, and has ``""`` for a name that
    is itself a module.  It must be a dictionary of plain strings at the top of the calling file.
    """
    if name not in places:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    if not places[name]:
        return import_module(f"{package}.{name}")
    return getattr(import_module(f"{package}.{places[name]}"), name)


def module_of(package: str, name: str) -> ModuleType:
    """The module ``package.name``.

    ``package`` must be ``__name__``, ``__package__`` or a plain string: whoever calls this is
    taken to depend on every module of that package.
    """
    return import_module(f"{package}.{name}")
