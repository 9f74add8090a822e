"""The rounds that are far from a change: one definition for discounts and for windows."""

from __future__ import annotations

from itertools import pairwise


def members(path: tuple[int, ...], depth: int, shift: int = 0) -> set[int]:
    """The t with θ_s = θ_t for max(1, t-D+shift) <= s <= t-1."""
    rounds = range(1, len(path) + 1)
    return {
        t
        for t in rounds
        if all(path[s - 1] == path[t - 1] for s in range(max(1, t - depth + shift), t))
    }


def far(path: tuple[int, ...], depth: int) -> set[int]:
    """The t at least D rounds after the last change at or before t, found by walking."""
    found, last = set(), None
    for t, (before, now) in enumerate(pairwise((path[0], *path)), start=1):
        last = t if now != before else last
        if last is None or t - last >= depth:
            found.add(t)
    return found


def changes(path: tuple[int, ...]) -> int:
    """Γ_T of a schedule."""
    return sum(x != y for x, y in pairwise(path))
