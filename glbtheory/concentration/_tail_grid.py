r"""Discounted sums and the tail radius: two-sided bounds on a grid.

With action 1 in every round the scaled sum and matrix of the discounted inequality are

.. math:: X_{n+1} = \gamma X_n + \varepsilon, \qquad
          H_{n+1} = \gamma^2 H_n + \sigma^2 + (1-\gamma^2)\lambda, \qquad X_1 = 0,\ H_1 = \lambda .

:math:`H_n` is deterministic, so the radius is reached at round n exactly if :math:`|X_n| \ge b_n`
with a known number :math:`b_n`, which grows with n.  The line is cut into half-open cells
:math:`[kh, (k+1)h)`.  For each round a pair of arrays holds, for every cell, an upper and a lower
bound of the probability of the event given that :math:`X_n` lies *anywhere* in that cell.

Why the bounds are rigorous.  (i) From a cell the noise :math:`\varepsilon` leads into
:math:`[\gamma kh + \varepsilon, \gamma(k+1)h + \varepsilon)`, which meets one cell or two, found
in exact integers; the upper bound takes the larger of their values, the lower one the smaller.
(ii) A cell counts as reached for the upper bound if it meets :math:`|x| \ge b_n`, for the lower
bound if it lies inside; :math:`b_n` is enclosed by an Arb ball.  (It never
equals a rational, so it makes no difference to which cell an end belongs.)  (iii) Beyond the grid
stands what is known there: 1, and for the lower bound 0, or 1 if every such point has crossed.
(iv) Sums of k products of non-negative floats have a relative error below
:math:`(k+1)2^{-53}`, or are below the least normal number; each is moved outwards by more.

A step moves the event by at most one cell, and later steps shrink that by :math:`\gamma`: the
smear is about :math:`h/(1-\gamma)`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from flint import ctx

from glbtheory._support.validation import as_rational, listed, whole_number
from glbtheory.concentration._tail_level import Level, common, enclosure, radius_ball
from glbtheory.concentration.noise_laws import checked_law
from glbtheory.engines.boxes.balls import ball

Bounds = tuple[float, float]
_BITS = 128
#: Half a unit in the last place of 1, and a number below which products may lose digits.
_ROUNDING, _TINY = 2.0**-53, 1e-300


class _Sum:
    """The discounted sum of one law: its boundary and how far it can get."""

    def __init__(self, gamma: Any, law: Any, level: Level):
        self.gamma = as_rational("gamma", gamma)
        if not 0 < self.gamma < 1:
            raise ValueError(f"gamma must lie in (0, 1), not {gamma}")
        self.level, self.law = level, checked_law(law, level.m)
        self.spread = self.law.variance

    def boundary(self, n: int | None, scale: Fraction | None = None) -> tuple[Fraction, Fraction]:
        """Enclosure of b_n, the least |X_n| that reaches the radius; its limit if n is None."""
        level, square = self.level, self.gamma**2
        with ctx.workprec(_BITS):
            grown = 1 if n is None else 1 - ball(square) ** (n - 1)
            h = ball(level.lam) + ball(self.spread / (1 - square)) * grown
            r = radius_ball(
                h / ball(level.lam),
                lam=level.lam,
                m=level.m,
                w=Fraction(1),
                d=1,
                delta=level.delta,
            )
            return enclosure(ball(level.scale if scale is None else scale) * r * h.sqrt())

    @property
    def reach(self) -> Fraction:
        """No |X_n| is larger."""
        return self.law.size / (1 - self.gamma)


class _Grid:
    """Cells of width h from -half to half, and one more at either end for what lies beyond."""

    def __init__(self, walk: _Sum, width: Fraction, half: int):
        self.walk, self.h, self.half = walk, width, half
        cells, size = range(-half, half), 2 * half + 2
        self.moves = []
        for p, v in walk.law:
            # In cells the image of [k, k+1) is [ak + b, ak + a + b), of length a = γ < 1.
            unit = common([walk.gamma, v / width])
            a, b = int(walk.gamma * unit), int(v / width * unit)
            first = np.array([self._index((a * k + b) // unit) for k in cells])
            last = np.array([self._index((a * k + a + b - 1) // unit) for k in cells])
            # Values of single cells come first, then those of pairs of neighbours.
            self.moves.append((_outward(p), np.where(first == last, first, first + size)))
        self.slack = 4 * (len(self.moves) + 1) * _ROUNDING

    def _index(self, cell: int) -> int:
        return min(max(cell, -self.half - 1), self.half) + self.half + 1

    def flat(self, beyond: Bounds) -> np.ndarray:
        """Lower and upper values by cell: 0, and something else beyond the grid."""
        values = np.zeros((2, 2 * self.half + 2))
        values[:, [0, -1]] = np.array(beyond)[:, None]
        return values

    def edges(self, low: Fraction, high: Fraction) -> tuple[int, int]:
        """Cells from here on have crossed a boundary in [low, high]: for certain, possibly."""
        return math.ceil(high / self.h), math.floor(low / self.h)

    def mark(self, values: np.ndarray, edges: tuple[int, int]) -> None:
        """Value 1 wherever the boundary is crossed, on either side."""
        centre = self.half + 1
        for row, edge in zip(values, edges, strict=True):
            row[centre + edge :] = 1
            row[: max(centre - edge, 0)] = 1

    def back(self, values: np.ndarray) -> None:
        """One round back, in place; what lies beyond the grid keeps its values."""
        for row, of_pair, sign in ((0, np.minimum, -1), (1, np.maximum, 1)):
            value = values[row]
            table = np.concatenate([value, of_pair(value[:-1], value[1:])])
            mean = np.sum([p[row] * table.take(index) for p, index in self.moves], axis=0)
            mean = mean * (1 + sign * self.slack) + sign * _TINY
            value[1:-1] = np.clip(mean, 0, 1)

    def at_zero(self, values: np.ndarray) -> Bounds:
        """The bounds for X = 0, which is in the cell [0, h)."""
        lower, upper = values[:, self.half + 1]
        return float(lower), float(upper)


def _outward(p: Fraction) -> Bounds:
    return math.nextafter(float(p), 0), math.nextafter(float(p), 2)


def _grid(walk: _Sum, extent: Fraction, cells: Any) -> _Grid:
    """At most ``cells`` + 2 cells that cover [-extent, extent]."""
    half = whole_number("cells", cells, 4) // 2
    # A width of few digits keeps the exact index arithmetic short.
    width = Fraction(math.ceil(extent / half * 2**30), 2**30)
    return _Grid(walk, width, math.ceil(extent / width))


def discounted(
    T: int,
    gamma: Any,
    law: Any,
    *,
    lam: Any,
    m: Any,
    delta: Any,
    scale: Any = 1,
    cells: int = 2**15,
    anytime: bool = False,
) -> Bounds:
    r"""Lower and upper bounds of :math:`P(|X_T| \ge b_T)`, or of :math:`P(\exists n \le T: \dots)`.

    Here :math:`b_n` is ``scale`` times the radius at level δ times :math:`\sqrt{H_n}`.  The module
    says why the bounds are rigorous; they close as ``cells`` grows.
    """
    T, level = whole_number("T", T, 1), {"lam": lam, "m": m, "delta": delta, "scale": scale}
    if anytime:
        return anytime_curve([T], gamma, law, cells=cells, **level)[0]
    walk = _Sum(gamma, law, Level.of(**level))
    # The sum hardly ever goes beyond the radius by half; it counts as reached there (upper bound).
    far = max(walk.boundary(None, Fraction(1))[1] * Fraction(3, 2), walk.boundary(None)[1])
    grid = _grid(walk, min(far, walk.reach), cells)
    values = grid.flat(beyond=(0.0, 1.0))
    grid.mark(values, grid.edges(*walk.boundary(T)))
    values[:, [0, -1]] = [[0.0], [1.0]]
    for _ in range(T - 1):
        grid.back(values)
    return grid.at_zero(values)


def anytime_curve(
    times: Sequence[int],
    gamma: Any,
    law: Any,
    *,
    lam: Any,
    m: Any,
    delta: Any,
    scale: Any = 1,
    cells: int = 2**12,
) -> list[Bounds]:
    r"""Bounds of :math:`P(\exists n \le t: |X_n| \ge b_n)` for every t in ``times``.

    After a while :math:`b_n` has come to within a cell of its limit.  From then on the value
    function depends on the number of rounds left alone, and one run backward serves every t; the
    rounds before, with their own boundary, are added for each t.
    """
    times = _times(times)
    walk = _Sum(gamma, law, Level.of(lam, m, delta, scale))
    limit = walk.boundary(None)
    grid = _grid(walk, limit[1], cells)
    early = _early_edges(walk, grid, max(times))
    found: dict[int, Bounds] = {}
    # A boundary between that of the last early round and the limit.
    late = (grid.edges(*limit)[0], early[-1][1])
    steady, now = grid.flat(beyond=(1.0, 1.0)), len(early)
    grid.mark(steady, late)
    for t in sorted(set(times)):
        if t <= len(early):
            values = grid.flat(beyond=(1.0, 1.0))
            grid.mark(values, early[t - 1])
        else:
            for _ in range(t - now):
                grid.back(steady)
                grid.mark(steady, late)
            values, now = steady.copy(), t
        for edges in reversed(early[: t - 1][: len(early) - 1]):
            grid.back(values)
            grid.mark(values, edges)
        found[t] = grid.at_zero(values)
    return [found[t] for t in times]


def _times(times: Sequence[int]) -> list[int]:
    return [whole_number("each of times", t, 1) for t in listed("times", times)]


def _early_edges(walk: _Sum, grid: _Grid, T: int) -> list[tuple[int, int]]:
    """The edges of the rounds 1, 2, ... until they stay within a cell of the limit."""
    last, edges = grid.edges(*walk.boundary(None)), []
    for n in range(1, T + 1):
        edges.append(grid.edges(*walk.boundary(n)))
        if edges[-1] == last:
            break
    return edges


def long_run(
    times: Sequence[int],
    gamma: Any,
    law: Any,
    *,
    lam: Any,
    m: Any,
    delta: Any,
    scale: Any = 1,
    cells: int = 2**13,
    block: int = 1000,
) -> list[Bounds]:
    r"""Bounds of :math:`P(\exists n \le t: |X_n| \ge b_n)` for times far beyond a ``block``.

    Lower: let q be the least probability, over all X at its start, that a block crosses the limit
    of the boundary.  Then :math:`\lfloor t/\text{block} \rfloor` blocks all fail to cross with
    probability at most :math:`(1-q)^{\lfloor t/\text{block} \rfloor}`.  Upper: the first block as
    in :func:`anytime_curve`, plus for each further one the largest probability that it crosses
    over all X a block earlier.
    """
    times, block = _times(times), whole_number("block", block, 1)
    level = {"lam": lam, "m": m, "delta": delta, "scale": scale}
    walk = _Sum(gamma, law, Level.of(**level))
    grid, limit = _grid(walk, walk.reach, cells), walk.boundary(None)
    # The grid holds every possible X, so what stands beyond it is never used.
    values = grid.flat(beyond=(0.0, 0.0))
    edges = (grid.edges(*limit)[0], grid.edges(*walk.boundary(block))[1])
    grid.mark(values, edges)
    for _ in range(block - 1):
        grid.back(values)
        grid.mark(values, edges)
    least = values[0, 1:-1].min()
    for _ in range(block):
        grid.back(values)
    most = values[1, 1:-1].max()
    start = anytime_curve([block], gamma, law, cells=cells, **level)[0][1]
    found = []
    for t in times:
        upper = Fraction(start) + Fraction(most) * max(-(-t // block) - 1, 0)
        above = min(math.nextafter(float(upper), 2), 1.0)
        found.append((_some_block(Fraction(least), t // block), above))
    return found


def block_bound(
    T: int, gamma: Any, law: Any, *, lam: Any, m: Any, delta: Any, scale: Any = 1
) -> tuple[int, float]:
    r"""A block length n, and the lower bound :math:`1-(1-p^n)^{\lfloor (T-1)/n \rfloor}`.

    It bounds the probability that the boundary is crossed by round T.  Let v be the largest value
    of the law and p its probability.  From any start below the limit b of the boundary, n noises v
    in a row lead to at least :math:`-\gamma^n b + v(1-\gamma^n)/(1-\gamma)`, which is beyond b if n
    is large enough.  Every block of n rounds is such a run with probability p^n, whatever went
    before: the probability that none of them is tends to 0 as T grows, however small p^n.
    """
    walk = _Sum(gamma, law, Level.of(lam, m, delta, scale))
    b = walk.boundary(None)[1]
    p, v = max(walk.law, key=lambda outcome: outcome[1])
    if v / (1 - walk.gamma) <= b:
        raise ValueError(f"gamma must be so large that a run of the noise {v} crosses, not {gamma}")
    n, power = 0, Fraction(1)
    while v * (1 - power) / (1 - walk.gamma) < b * (1 + power):
        n, power = n + 1, power * walk.gamma
    return n, _some_block(p**n, (whole_number("T", T, 1) - 1) // n)


def _some_block(p: Fraction, blocks: int) -> float:
    """A lower bound of 1-(1-p)^blocks."""
    # Enough bits to tell 1 - p from 1.
    with ctx.workprec(_BITS + p.denominator.bit_length()):
        low, _ = enclosure(1 - ball(1 - p) ** blocks)
    return max(math.nextafter(float(low), -1), 0.0)
