"""Which parts of Coq are installed, in which versions, and what Debian calls the others."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import lru_cache
from pathlib import Path

TOOLS = ("coqc", "coqdep", "coqchk")
#: Debian's packages, and a folder of Coq's libraries that each of them brings.
PACKAGES = {
    "coq": "",
    "libcoq-mathcomp": "mathcomp/all",
    "libcoq-mathcomp-analysis": "mathcomp/analysis",
    "libcoq-coquelicot": "Coquelicot",
    "libcoq-mathcomp-algebra-tactics": "mathcomp/algebra_tactics",
    "libcoq-mathcomp-zify": "mathcomp/zify",
}


class NoCoq(ValueError):
    """Coq, or a library of it, is not installed; the message says what to install."""


def missing() -> list[str]:
    """The packages of Debian that are not there; empty where everything is."""
    if not all(map(shutil.which, TOOLS)):
        return list(PACKAGES)
    libraries = Path(_output("coqc", "-where").strip()) / "user-contrib"
    return [name for name, folder in PACKAGES.items() if not (libraries / folder).is_dir()]


def require() -> None:
    """Raise :class:`NoCoq` with what to install, unless everything is there."""
    absent = missing()
    if absent:
        raise NoCoq(
            "The proofs need Coq 8.16 and libraries that are not on this machine.\n"
            f"On Debian:  sudo apt-get install {' '.join(absent)}"
        )


def coq_version() -> str:
    """As in 8.16.1."""
    found = re.search(r"version (\S+)", _output("coqc", "--version"))
    return found.group(1) if found else "unknown"


@lru_cache(maxsize=1)
def versions() -> dict[str, str]:
    """The version of Coq, and of the libraries as far as Debian knows them."""
    found = {"coq": coq_version()}
    for name in PACKAGES:
        if name not in found:
            found[name] = _debian_version(name)
    return found


def _debian_version(package: str) -> str:
    if shutil.which("dpkg-query") is None:
        return "unknown"
    text = _output("dpkg-query", "-W", "-f=${Version}", package)
    # A rebuild of the same sources has another suffix.
    found = re.match(r"(?:\d+:)?([\d.]+)", text)
    return found.group(1) if found else "unknown"


def _output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True).stdout
