"""Packages that only some users want, loaded when an adapter is."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

#: The package that each extra brings, by the name it is imported by.
EXTRAS = {"river": "river", "gymnasium": "gymnasium", "sklearn": "scikit-learn"}


def need(module: str) -> None:
    """ImportError that names the extra, unless the package is there."""
    top = module.partition(".")[0]
    extra = EXTRAS[top]
    if find_spec(top) is None:
        raise ImportError(
            f"this adapter needs {extra}, which is not installed: pip install 'glbtheory[{extra}]'"
        )
    import_module(module)
