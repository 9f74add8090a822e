"""Branch and bound in several variables, thousands of boxes per second.

Boxes with float ends are bounded in batches (:mod:`glbtheory.engines.boxes.box_bounds`).  What is
left goes to a face, in the variables in which the gap is monotone on the box, or is cut in two
across the side along which the gap varies most.  The newest boxes come first, so the memory stays
small.

The certificate is the tree: level by level, one number for every box says how it was settled or
divided, so the checker can divide the domain in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from glbtheory.engines.boxes.box_bounds import BoxBounds
from glbtheory.engines.boxes.float_boxes import enclosed
from glbtheory.engines.boxes.tape import Tape, Unsupported
from glbtheory.engines.budget import Budget
from glbtheory.engines.language.domain import Inequality
from glbtheory.engines.language.expression import Expr

#: How a box was settled, in the numbers of a certificate.
VALUE, MEAN, PARTLY, BEND, SHARP = 1, 2, 3, 4, 5
#: CUT + i: two halves across side i.  FACE + sum_i 3^i e_i: side i goes to its lower end (e_i = 1)
#: or to its upper end (e_i = 2); the negative of the sum if it takes second derivatives to see it.
CUT, FACE = 10, 1000

#: Boxes with more sides than this are left to other methods.
MAX_VARIABLES = 30
_LARGEST_BATCH = 4096
#: A box with all sides shorter than this part of the domain is not cut further.
_SHORTEST = 2.0**-30


@dataclass
class BoxTree:
    """The result: ``levels`` if every box was settled, else what is known about the rest."""

    levels: list[list[int]] | None
    boxes: int
    #: The share of the volume of the domain that is settled.
    share: float = 1.0
    #: A point at which the gap is negative, in floats rounded outward.
    witness: dict[str, Fraction] | None = None
    #: The points with the lowest gaps that were seen, the lowest first.
    lowest: list[dict[str, Fraction]] = field(default_factory=list)
    #: Where the search stopped, and a lower bound of the gap on everything that is left.
    stuck: dict[str, tuple[Fraction, Fraction]] | None = None
    bound: float | None = None
    #: Whether the box where it stopped is too small to be cut.
    tiny: bool = False


class TreeSearch:
    """One search for ``gap >= 0`` (``> 0`` if strict) on a bounded domain."""

    def __init__(self, statement: Inequality, gap: Expr | None = None):
        self.names = list(statement.domain)
        box = statement.box()
        finite = all(isinstance(e, Fraction) for ends in box.values() for e in ends)
        if not finite or not 2 <= len(box) <= MAX_VARIABLES:
            raise Unsupported("not a bounded box in several variables")
        self.tape = Tape(gap or statement.gap, self.names)
        self.strict = statement.strict
        ends = [(enclosed(Fraction(lo))[0], enclosed(Fraction(hi))[1]) for lo, hi in box.values()]
        self.low = np.array([[lo for lo, _ in ends]])
        self.high = np.array([[hi for _, hi in ends]])
        self.length = np.where(self.high > self.low, self.high - self.low, 1.0)[0]
        self._repeated = self.tape.uses > 1
        self._bend_tried, self._bend_good = 1.0, 1.0
        self._nodes, self._stack, self._lowest = _Nodes(), _Stack(self.low, self.high), _Lowest()
        self._share = 0.0

    def run(self, max_boxes: int, budget: Budget) -> BoxTree:
        """Search until all boxes are settled, one shows a violation, or the budget is used up.

        Another call goes on where the last one stopped.
        """
        try:
            # Underflow would make a result 0 that is not 0.
            with np.errstate(under="raise", over="ignore", invalid="ignore", divide="ignore"):
                return self._run(max_boxes, budget)
        except FloatingPointError:
            return BoxTree(None, self._nodes.size)

    def _run(self, max_boxes: int, budget: Budget) -> BoxTree:
        nodes, stack, lowest = self._nodes, self._stack, self._lowest
        while stack.size:
            # Small batches first: a hopeless statement shows itself deep in the tree.
            batch = stack.pop(min(_LARGEST_BATCH, 32 + nodes.size // 8))
            before = batch.share.sum()
            rest = self._settle(batch, nodes)
            self._share += before - (0.0 if rest is None else rest.share.sum())
            if rest is None:
                continue
            lowest.see(rest)
            if lowest.value < 0 or (self.strict and lowest.value <= 0):
                stack.push(rest)
                return self._unsettled(witness=True)
            tiny = np.all(rest.high - rest.low <= _SHORTEST * self.length, axis=1)
            late = budget.remaining is not None and budget.remaining <= 0
            if late or tiny.any() or nodes.size + 2 * len(tiny) > max_boxes:
                stack.push(rest)
                tree = self._unsettled()
                tree.bound, tree.tiny = stack.least(), bool(tiny.any())
                k = int(np.argmax(tiny)) if tree.tiny else int(np.argmin(rest.bound))
                ends = zip(self.names, rest.low[k], rest.high[k], strict=True)
                tree.stuck = {n: (Fraction(float(a)), Fraction(float(b))) for n, a, b in ends}
                return tree
            self._divide(nodes, stack, rest)
        return BoxTree(nodes.levels(), nodes.size)

    def _unsettled(self, witness: bool = False) -> BoxTree:
        points = [
            {n: Fraction(float(v)) for n, v in zip(self.names, x, strict=True)}
            for _, x in self._lowest.points
        ]
        first = points[0] if witness else None
        return BoxTree(None, self._nodes.size, share=self._share, witness=first, lowest=points)

    def _good(self, bound: Any) -> Any:
        return bound > 0 if self.strict else bound >= 0

    def _settle(self, batch: _Batch, nodes: _Nodes) -> _Batch | None:
        """Settle what can be settled; the rest with bounds, slopes and points, or None."""
        bounds = BoxBounds(self.tape, batch.low, batch.high)
        value = bounds.value()
        batch = self._keep(batch, value, VALUE, nodes)
        if not len(batch.name):
            return None
        if len(batch.name) < len(value) or self.tape.critical:
            bounds = BoxBounds(self.tape, batch.low, batch.high, sharp=True)
        if self.tape.critical:
            value = bounds.value()
            batch = self._keep(batch, value, SHARP, nodes)
            if not len(batch.name):
                return None
            if len(batch.name) < len(value):
                bounds = BoxBounds(self.tape, batch.low, batch.high, sharp=True)
        batch.slopes = np.array(bounds.slopes())
        batch.variation = bounds.run.variation
        batch.point = bounds.centre()
        mean = bounds.mean()
        batch.at_point = bounds.at_point
        partly = None
        if self._repeated.any() and not self._repeated.all():
            partly = bounds.mean(self._repeated)
            partly = partly[~self._good(mean)]
        batch = self._keep(batch, mean, MEAN, nodes)
        if partly is not None:
            batch = self._keep(batch, partly, PARTLY, nodes)
        if len(batch.name) and self._worth_bending():
            count = len(batch.name)
            if count < len(mean):
                bounds = BoxBounds(self.tape, batch.low, batch.high, sharp=True)
            bend = bounds.bend()
            batch.bent_slopes = np.array(bounds.bent_slopes)
            batch = self._keep(batch, bend, BEND, nodes)
            self._bend_tried += count
            self._bend_good += count - len(batch.name)
        return batch if len(batch.name) else None

    def _keep(self, batch: _Batch, bound: Any, code: int, nodes: _Nodes) -> _Batch:
        """Note what this bound settles, and keep the rest."""
        good = self._good(bound)
        nodes.code[batch.name[good]] = code
        batch.bound = np.maximum(batch.bound, bound)
        return batch.rows(~good)

    def _worth_bending(self) -> bool:
        """Second derivatives cost as much as some cuts: only while they settle enough boxes."""
        self._bend_tried *= 0.9
        self._bend_good = max(0.9 * self._bend_good, 0.02 * self._bend_tried)
        return True if self._bend_good >= 0.04 * self._bend_tried else bool(self._bend_tried < 50)

    def _divide(self, nodes: _Nodes, stack: _Stack, batch: _Batch) -> None:
        """Go to a face where the gap is monotone, else cut across the side that matters most."""
        low, high, width = batch.low, batch.high, batch.high - batch.low
        rises, falls = _monotone(batch.slopes, width)
        sign = np.ones(len(width), dtype=np.int64)
        if batch.bent_slopes is not None:
            batch.slopes[:, 0] = np.maximum(batch.slopes[:, 0], batch.bent_slopes[:, 0])
            batch.slopes[:, 1] = np.minimum(batch.slopes[:, 1], batch.bent_slopes[:, 1])
            before, (rises, falls) = rises | falls, _monotone(batch.slopes, width)
            sign = np.where(((rises | falls) & ~before).any(axis=1), -1, 1)
        face = (rises | falls).any(axis=1)
        side = self._side(batch, width)
        digits = (rises + 2 * falls) @ (3 ** np.arange(len(self.names)))
        faces = np.where(sign > 0, FACE + digits, -digits)
        nodes.code[batch.name] = np.where(face, faces, CUT + side)
        if face.any():
            part = batch.rows(face)
            part.low = np.where(falls[face], high[face], low[face])
            part.high = np.where(rises[face], low[face], high[face])
            part.name = nodes.children(part.name, 1)
            stack.push(part)
        if not face.all():
            first, second, side = batch.rows(~face), batch.rows(~face), side[~face]
            row = np.arange(len(side))
            middle = 0.5 * (first.low[row, side] + first.high[row, side])
            first.share, second.share = first.share / 2, second.share / 2
            first.high[row, side] = middle
            second.low[row, side] = middle
            first.name = nodes.children(first.name, 2)
            second.name = first.name + 1
            stack.push(first)
            stack.push(second)

    def _side(self, batch: _Batch, width: Any) -> Any:
        """The side along which the gap varies most, the longest where its slopes are unknown."""
        steepest = np.maximum(-batch.slopes[:, 0].T, batch.slopes[:, 1].T)
        variation, share = steepest * width, width / self.length
        unknown = ~np.isfinite(variation).all(axis=1)
        if unknown.any() and batch.variation is not None:
            # Something may be undefined: cut where that something varies most.
            variation = np.where(unknown[:, None], batch.variation, variation)
            unknown = ~np.isfinite(variation).all(axis=1)
        variation = np.where(unknown[:, None], share, variation)
        # Sides that are much shorter than the longest wait.
        variation = np.where(share < share.max(axis=1)[:, None] / 64, 0.0, variation)
        return np.argmax(np.where(width > 0, variation, -1.0), axis=1)


def _monotone(slopes: Any, width: Any) -> tuple[Any, Any]:
    """Where the gap increases and where it decreases (box, variable), sides of length 0 aside."""
    rises = (slopes[:, 0].T >= 0) & (width > 0)
    return rises, (slopes[:, 1].T <= 0) & (width > 0) & ~rises


@dataclass
class _Batch:
    """Boxes in rows: their ends and numbers, a lower bound of the gap, and what is known more."""

    low: Any
    high: Any
    name: Any
    bound: Any
    #: Its share of the volume; a face has the share of its box.
    share: Any
    #: Slopes (variable, lower and upper, box); points of the boxes and upper bounds of the gap.
    slopes: Any = None
    point: Any = None
    at_point: Any = None
    #: How much what may be undefined varies (box, variable).
    variation: Any = None
    #: Slopes by second derivatives, as ``slopes``.
    bent_slopes: Any = None

    def rows(self, which: Any) -> _Batch:
        def some(a: Any) -> Any:
            return None if a is None else a[which]

        return _Batch(
            self.low[which],
            self.high[which],
            self.name[which],
            self.bound[which],
            self.share[which],
            None if self.slopes is None else self.slopes[:, :, which],
            some(self.point),
            some(self.at_point),
            some(self.variation),
            None if self.bent_slopes is None else self.bent_slopes[:, :, which],
        )


class _Lowest:
    """The points with the lowest gaps, the lowest first."""

    def __init__(self) -> None:
        self.points: list[tuple[float, Any]] = []
        self.value = np.inf

    def see(self, batch: _Batch) -> None:
        k = int(np.argmin(batch.at_point))
        self.points.append((float(batch.at_point[k]), batch.point[k]))
        self.points = sorted(self.points, key=lambda p: p[0])[:8]
        self.value = self.points[0][0]


class _Stack:
    """Boxes that wait, in arrays that grow."""

    def __init__(self, low: Any, high: Any):
        self.size = 1
        self._rows = [
            np.repeat(low, 4096, axis=0),
            np.repeat(high, 4096, axis=0),
            np.zeros(4096, dtype=np.int64),
            np.full(4096, -np.inf),
            np.ones(4096),
        ]

    def pop(self, count: int) -> _Batch:
        """The newest boxes."""
        part = slice(max(0, self.size - count), self.size)
        self.size = part.start
        return _Batch(*(column[part].copy() for column in self._rows))

    def push(self, batch: _Batch) -> None:
        end = self.size + len(batch.name)
        while end > len(self._rows[2]):
            self._rows = [np.concatenate([c, np.zeros_like(c)]) for c in self._rows]
        new_rows = (batch.low, batch.high, batch.name, batch.bound, batch.share)
        for column, new in zip(self._rows, new_rows, strict=True):
            column[self.size : end] = new
        self.size = end

    def least(self) -> float:
        """A lower bound of the gap on all boxes that wait."""
        return float(self._rows[3][: self.size].min(initial=np.inf))


class _Nodes:
    """The tree so far: how each box was settled or divided, and its first part."""

    def __init__(self) -> None:
        self.size = 1
        self.code = np.zeros(8192, dtype=np.int64)
        self.first = np.zeros(8192, dtype=np.int64)

    def children(self, names: Any, each: int) -> Any:
        """New nodes, ``each`` for every named one; the first of each."""
        end = self.size + each * len(names)
        while end > len(self.code):
            self.code = np.concatenate([self.code, np.zeros_like(self.code)])
            self.first = np.concatenate([self.first, np.zeros_like(self.first)])
        found = self.size + each * np.arange(len(names))
        self.first[names] = found
        self.size = end
        return found

    def levels(self) -> list[list[int]]:
        """The numbers level by level, the parts in the order of what they are parts of."""
        level, found = np.zeros(1, dtype=np.int64), []
        while len(level):
            code = self.code[level]
            found.append(code.tolist())
            divided = level[(code >= CUT) | (code < 0)]
            parts = np.where(_cuts(self.code[divided]), 2, 1)
            level = np.repeat(self.first[divided], parts)
            # The second of two parts is numbered after the first.
            level[np.cumsum(parts)[parts == 2] - 1] += 1
        return found


def _cuts(code: Any) -> Any:
    return (code >= CUT) & (code < FACE)
