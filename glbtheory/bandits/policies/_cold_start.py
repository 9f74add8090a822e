"""A line for who waits while the rounds of policies are compiled for the first time."""

from __future__ import annotations

import sys
from functools import cache


@cache
def announce_compilation() -> None:
    """Say once, and only to a terminal, that the first rounds will take some seconds."""
    if not sys.stderr.isatty():  # logs and notebooks have nobody who waits
        return
    from glbtheory.bandits.kernels.compile import is_cold

    if is_cold():
        print(
            "glbtheory: compiling the rounds of policies; this takes some seconds, and once only "
            "where a cache can be written",
            file=sys.stderr,
            flush=True,
        )
