"""Sphinx extension: the day on which a page was last changed, from the history of the files.

It is the day of the last commit that touched the page or what the page is made from: modules whose
docstrings it shows, chapters that it lists.  Nothing is said where that day is not known: without
git, in a copy without its whole history, and for files that were changed since.  So two builds of
one commit say the same.
"""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class History:
    """The day of the last commit by file, and the files that were changed since."""

    days: dict[str, str] = field(default_factory=dict)
    edited: frozenset[str] = frozenset()

    def day(self, page: str, parts: list[str]) -> str | None:
        """The newest day of a page and its parts, None where one of them is not known."""
        if page not in self.days or self.edited.intersection([page, *parts]):
            return None
        return max(self.days[file] for file in [page, *parts] if file in self.days)


def _git(folder: Path, *arguments: str) -> list[str]:
    # In a container the files may belong to somebody else than who builds the pages.
    settings = ["-c", "core.quotePath=off", "-c", "safe.directory=*"]
    command = ["git", *settings, "-C", str(folder), *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    return done.stdout.splitlines()


def history(folder: Path) -> History:
    """What git knows of the files of a folder; nothing where it does not know all."""
    try:
        if _git(folder, "rev-parse", "--is-shallow-repository") != ["false"]:
            return History()
        lines = _git(folder, "log", "--relative", "--name-only", "--format=/%cs", "--", ".")
        edited = _git(folder, "diff", "--relative", "--name-only", "HEAD", "--", ".")
    except (OSError, subprocess.CalledProcessError):
        return History()
    days: dict[str, str] = {}
    day = ""
    for line in lines:
        # No path in the list begins with a slash; the newest commit comes first.
        if line.startswith("/"):
            day = line[1:]
        elif line:
            days[line] = max(day, days.get(line, ""))
    return History(days, frozenset(edited))


def _start(app: Any) -> None:
    app.glbtheory_history = history(Path(app.srcdir))


def _show(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    if page not in app.env.all_docs:
        return
    file = os.path.relpath(app.env.doc2path(page), app.srcdir)
    parts = [os.path.normpath(part) for part in app.env.dependencies.get(page, ())]
    context["last_updated"] = app.glbtheory_history.day(file, sorted(parts))


def setup(app: Any) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("builder-inited", _start)
    app.connect("html-page-context", _show)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
