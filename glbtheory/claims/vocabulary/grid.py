"""Cases of a statement, listed axis by axis."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any


def grid(**axes: Iterable[Any]) -> Iterator[dict[str, Any]]:
    """Every combination of the values on some axes, the last axis running fastest."""
    for values in product(*axes.values()):
        yield dict(zip(axes, values, strict=True))
