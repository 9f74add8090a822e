"""A folder for files that can be made again, wherever one can be written.

``cache_folder`` says where such files belong.  A package that was installed by somebody else, or an
account without a home, may have no right to write there; then the next of these is taken:

1. where they belong,
2. the user's cache,
3. a folder of this user alone among the temporary files.

What is kept here may be machine code, so that a folder which somebody else could have filled is
refused.  A line on standard error says once, for a process and those that it starts, that another
folder is used.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from glbtheory._support.files import cache_folder

#: Set once the line was printed; processes inherit it.
_SAID = "GLBTHEORY_CACHE_NOTED"


def writable_folder(kind: str, name: str) -> Path | None:
    """``name`` within the first folder for that kind of files that can be written, or None."""
    wanted = cache_folder(kind)
    if _can_write(wanted / name):
        return wanted / name
    for other in _others(kind):
        if other != wanted and _can_write(other / name):
            _say(f"{wanted} cannot be written; {kind} code is kept in {other}")
            return other / name
    _say(
        f"no folder for {kind} code can be written, so every process makes it anew; "
        "set GLBTHEORY_CACHE to one that can"
    )
    return None


def _others(kind: str) -> Iterator[Path]:
    base = os.environ.get("XDG_CACHE_HOME")
    with contextlib.suppress(RuntimeError):  # no home
        yield (Path(base) if base else Path.home() / ".cache") / "glbtheory" / kind
    private = Path(tempfile.gettempdir()) / f"glbtheory-{_user()}"
    if _is_private(private):
        yield private / kind


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")


def _is_private(folder: Path) -> bool:
    """Whether the folder is there, ours, and closed to others; it is made if it is missing."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return False
    if not stat.S_ISDIR(found.st_mode):
        return False
    return not hasattr(os, "getuid") or (
        found.st_uid == os.getuid() and not found.st_mode & (stat.S_IRWXG | stat.S_IRWXO)
    )


def _can_write(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _say(line: str) -> None:
    if not os.environ.get(_SAID):
        os.environ[_SAID] = "yes"
        print(f"glbtheory: {line}", file=sys.stderr)
