"""Pairs of points: z1 = z and z2 = z + h or z - h, anywhere or both in [-S, S].

Statements on pairs have the tokens ``link`` and ``side``: 1 for z2 > z1, -1 for z2 < z1.  The two
sides cover every pair z1 != z2.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from glbtheory.claims.model import Bound
from glbtheory.setting.links import Link, logistic, poisson
from glbtheory.setting.self_concordance import h

LINKS = (logistic, poisson)
SIDES = (1, -1)
PAIRS = "h > 0"

#: r = 2S - h >= 0: how far the pair is from spanning [-S, S].
r = sp.Symbol("r", real=True)
WITHIN = "h > 0, r >= 0"


def from_edge(side: int) -> Any:
    """z1 = -S or S, from where every z2 = z1 + side h with h <= 2S = h + r stays in [-S, S]."""
    return -side * (h + r) / 2


def on_pairs(statement: Bound, link: Link, side: int, latex: str = "") -> Bound:
    """The statement for one link and all pairs on one side."""
    # Two links out of all: cases.
    scope = f"{link.name}, all z1 and all z2 {'>' if side == 1 else '<'} z1"
    return statement.variant(latex, link=link, side=side, scope=scope).as_cases()


def on_all_pairs(statement: Bound, latex: str = "") -> list[Bound]:
    """The statement for every link and side."""
    return [on_pairs(statement, link, side, latex) for link in LINKS for side in SIDES]
