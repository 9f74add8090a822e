"""Sphinx extension: how long the pages took, without the chapters that were executed before.

Recorded as the stage "pages" of :mod:`glbtheory._support.timings`: the sources are read, then the
pages are written, then what is made from the finished pages (previews, report).
"""

from __future__ import annotations

from typing import Any

from glbtheory._support.timings import Part, Stopwatch, record


class _Clock:
    """Says for each step what has passed since the step before."""

    def __init__(self) -> None:
        self._watch = Stopwatch()
        self.parts: list[Part] = []

    def step(self, name: str | None) -> None:
        """End the step that is under way; without a name it belongs to another stage."""
        if name is not None:
            self.parts.append(Part("pages", name, self._watch.read()))
        self._watch = Stopwatch()


def setup(app: Any) -> dict[str, Any]:
    """Called by Sphinx."""
    clock = _Clock()
    ends = [
        # The other extensions execute the chapters between the two.
        ("env-before-read-docs", 1, "set up"),
        ("env-before-read-docs", 999, None),
        ("env-updated", 999, "read"),
        ("build-finished", 1, "write"),
    ]
    for event, priority, name in ends:
        app.connect(event, lambda *_, name=name: clock.step(name), priority=priority)

    def finish(*_: Any) -> None:
        clock.step("report and previews")
        record(clock.parts)

    app.connect("build-finished", finish, priority=999)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
