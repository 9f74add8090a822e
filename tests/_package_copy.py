"""The package in a folder of its own, for tests that edit it and start it from there."""

from __future__ import annotations

import shutil
from importlib.util import cache_from_source
from pathlib import Path

from _book import ROOT


def copy_package(folder: Path) -> Path:
    """``folder/glbtheory``, with what Python has compiled.

    A copy keeps the times of the files, so that Python need not compile several hundred modules
    before it starts; a module that is edited is compiled anew.
    """
    return Path(shutil.copytree(ROOT / "glbtheory", folder / "glbtheory"))


def write_module(path: Path, text: str) -> None:
    """Replace the text of a module, and forget its compiled form.

    Python tells an edit by time and length, and the time counts in whole seconds.
    """
    Path(cache_from_source(str(path))).unlink(missing_ok=True)
    path.write_text(text, encoding="utf-8")
