"""A stand-in for python-flint where it is not installed.

The checker of certificates needs no python-flint, but the modules of the claims import it, and
the statements to check against are there.  With the stand-in these modules can be imported;
whatever computes with balls fails with an error, since a stand-in has no arithmetic.
"""

from __future__ import annotations

import importlib.util
import sys
from types import ModuleType

_NAMES = ("acb", "arb", "arb_mat", "ctx", "fmpq", "fmpq_mat", "fmpz_mat")


def installed() -> bool:
    """Whether python-flint can be imported."""
    try:
        return importlib.util.find_spec("flint") is not None
    except ValueError:  # it stands in the list of modules as one that must not be imported
        return False


def stand_in() -> None:
    """Let modules import the names of python-flint, if it is missing."""
    if installed():
        return
    module = ModuleType("flint", "a stand-in without arithmetic: python-flint is not installed")
    for name in _NAMES:
        setattr(module, name, type(name, (), {"__init__": lambda self, *values: None}))
    sys.modules["flint"] = module
