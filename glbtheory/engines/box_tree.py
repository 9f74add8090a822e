"""Branch and bound in several variables, thousands of boxes per second.

Boxes with float ends are bounded in batches (:mod:`glbtheory.engines.box_bounds`).  What is left
goes to a face, in the variables in which the gap is monotone on the box, or is cut in two across
the side along which the gap varies most.  The newest boxes come first, so the memory stays small.

The certificate is the tree: level by level, one number for every box says how it was settled or
divided, so the checker can divide the domain in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from glbtheory.engines.box_bounds import Bounds
from glbtheory.engines.budget import Budget
from glbtheory.engines.float_boxes import enclosed
from glbtheory.engines.language.domain import Inequality
from glbtheory.engines.language.expression import Expr
from glbtheory.engines.tape import Tape, Unsupported

#: How a box was settled, in the numbers of a certificate.
VALUE, MEAN, PARTLY, BEND = 1, 2, 3, 4
#: CUT + i: two halves across side i.  FACE + sum_i 3^i e_i: side i goes to its lower end (e_i = 1)
#: or to its upper end (e_i = 2).
CUT, FACE = 10, 1000

#: Boxes with more sides than this are left to other methods.
MAX_VARIABLES = 30
_BATCH = 1024
#: A box with all sides shorter than this part of the domain is not cut further.
_SHORTEST = 2.0**-30


@dataclass
class Tree:
    """The result: ``levels`` if every box was settled, else what is known about the rest."""

    levels: list[list[int]] | None
    boxes: int
    #: A point at which the gap is negative, in floats rounded outward.
    witness: dict[str, Fraction] | None = None
    #: The points with the lowest gaps that were seen, the lowest first.
    lowest: list[dict[str, Fraction]] = field(default_factory=list)
    #: Where the search stopped, and a lower bound of the gap on everything that is left.
    stuck: dict[str, tuple[Fraction, Fraction]] | None = None
    bound: float | None = None


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

    def run(self, max_boxes: int, budget: Budget) -> Tree:
        """Search until all boxes are settled, one shows a violation, or the boxes are used up."""
        try:
            # Underflow would make a result 0 that is not 0.
            with np.errstate(under="raise", over="ignore", invalid="ignore", divide="ignore"):
                return self._run(max_boxes, budget)
        except FloatingPointError:
            return Tree(None, 0)

    def _run(self, max_boxes: int, budget: Budget) -> Tree:
        nodes = _Nodes()
        stack = _Stack(self.low, self.high)
        lowest: list[tuple[float, Any]] = []
        while stack.size:
            budget.check()
            low, high, name = stack.pop(_BATCH)
            settled, point, at_point = self._settle(low, high)
            left = settled == 0
            nodes.code[name[~left]] = settled[~left]
            low, high, name = low[left], high[left], name[left]
            if not len(low):
                continue
            bounds, point, at_point = point, at_point[0], at_point[1]
            if len(at_point):
                k = int(np.argmin(at_point))
                lowest = sorted([*lowest, (float(at_point[k]), point[k])], key=lambda p: p[0])[:8]
                if at_point[k] < 0 or (self.strict and at_point[k] <= 0):
                    tree = Tree(None, nodes.size, witness=self._point(point[k]))
                    tree.lowest = [self._point(p) for _, p in lowest]
                    return tree
            tiny = np.all((high - low) <= _SHORTEST * self.length, axis=1)
            if tiny.any() or nodes.size + 2 * len(low) > max_boxes:
                k = int(np.argmax(tiny))
                return self._stuck(nodes, stack, lowest, low, high, bounds, k)
            self._divide(nodes, stack, low, high, name, bounds[1])
        return Tree(nodes.levels(), nodes.size)

    def _good(self, bound: Any) -> Any:
        return bound > 0 if self.strict else bound >= 0

    def _settle(self, low: Any, high: Any) -> tuple[Any, Any, Any]:
        """How each box is settled (0 if it is not); bounds and slopes, points, of what is left."""
        settled = np.zeros(len(low), dtype=np.int64)
        first = Bounds(self.tape, low, high)
        best = first.value()
        settled[self._good(best)] = VALUE
        rest = np.flatnonzero(settled == 0)
        if not len(rest):
            return settled, None, None
        bounds = first if len(rest) == len(low) else Bounds(self.tape, low[rest], high[rest])
        best = best[rest]
        point = bounds.centre()
        mean = bounds.mean()
        best = np.maximum(best, mean)
        settled[rest[self._good(mean)]] = MEAN
        if self._repeated.any() and not self._repeated.all():
            partly = bounds.mean(self._repeated)
            best = np.maximum(best, partly)
            settled[rest[self._good(partly) & ~self._good(mean)]] = PARTLY
        slopes = np.array([[a, b] for a, b in bounds.slopes()])
        at_point = bounds.at_point
        open_ = np.flatnonzero(settled[rest] == 0)
        if len(open_) and self._worth_bending(low[rest[open_]], high[rest[open_]]):
            part = Bounds(self.tape, low[rest[open_]], high[rest[open_]])
            bend = part.bend()
            good = self._good(bend)
            best[open_] = np.maximum(best[open_], bend)
            self._bend_tried += len(open_)
            self._bend_good += int(good.sum())
            settled[rest[open_[good]]] = BEND
            open_ = open_[~good]
        return settled, (best[open_], slopes[:, :, open_]), (point[open_], at_point[open_])

    def _worth_bending(self, low: Any, high: Any) -> bool:
        """Second derivatives cost as much as some cuts: only while they settle enough boxes."""
        self._bend_tried *= 0.9
        self._bend_good = max(0.9 * self._bend_good, 0.02 * self._bend_tried)
        return True if self._bend_good >= 0.04 * self._bend_tried else bool(self._bend_tried < 50)

    def _divide(
        self, nodes: _Nodes, stack: _Stack, low: Any, high: Any, name: Any, slopes: Any
    ) -> None:
        wide = high > low
        falls_to_low = (slopes[:, 0].T >= 0) & wide
        falls_to_high = (slopes[:, 1].T <= 0) & wide & ~falls_to_low
        face = (falls_to_low | falls_to_high).any(axis=1)
        weights = 3 ** np.arange(len(self.names))
        code = FACE + falls_to_low @ weights + 2 * (falls_to_high @ weights)
        size = np.maximum(np.abs(slopes[:, 0].T), np.abs(slopes[:, 1].T)) * (high - low)
        by_length = (high - low) / self.length
        unknown = ~np.isfinite(size).all(axis=1)
        size = np.where(unknown[:, None], by_length, size)
        # A side that is very long compared with the others is cut in any case.
        longest = by_length.max(axis=1)
        size = np.where(by_length < longest[:, None] / 64, 0.0, size)
        side = np.argmax(np.where(wide, size, -1.0), axis=1)
        code = np.where(face, code, CUT + side)
        nodes.code[name] = code
        faces = np.flatnonzero(face)
        if len(faces):
            new_low = np.where(falls_to_high[faces], high[faces], low[faces])
            new_high = np.where(falls_to_low[faces], low[faces], high[faces])
            stack.push(new_low, new_high, nodes.children(name[faces], 1))
        cuts = np.flatnonzero(~face)
        if len(cuts):
            row, s = np.arange(len(cuts)), side[cuts]
            middle = 0.5 * (low[cuts, s] + high[cuts, s])
            first_high, second_low = high[cuts].copy(), low[cuts].copy()
            first_high[row, s] = middle
            second_low[row, s] = middle
            children = nodes.children(name[cuts], 2)
            stack.push(low[cuts], first_high, children)
            stack.push(second_low, high[cuts], children + 1)

    def _stuck(
        self, nodes: _Nodes, stack: _Stack, lowest: Any, low: Any, high: Any, bounds: Any, k: int
    ) -> Tree:
        """What is known when the search ends: the bound holds on all boxes that are left."""
        least = float(bounds[0].min())
        while stack.size:
            more_low, more_high, _ = stack.pop(_BATCH)
            part = Bounds(self.tape, more_low, more_high)
            least = min(least, float(np.maximum(part.value(), part.mean()).min()))
        box = {
            n: (Fraction(float(a)), Fraction(float(b)))
            for n, a, b in zip(self.names, low[k], high[k], strict=True)
        }
        return Tree(
            None,
            nodes.size,
            lowest=[self._point(p) for _, p in lowest],
            stuck=box,
            bound=least if np.isfinite(least) else None,
        )

    def _point(self, x: Any) -> dict[str, Fraction]:
        return {n: Fraction(float(v)) for n, v in zip(self.names, x, strict=True)}


class _Stack:
    """Boxes that wait, in arrays that grow."""

    def __init__(self, low: Any, high: Any):
        self.size = 1
        self.low, self.high = np.repeat(low, 4096, axis=0), np.repeat(high, 4096, axis=0)
        self.name = np.zeros(4096, dtype=np.int64)

    def pop(self, count: int) -> tuple[Any, Any, Any]:
        start = max(0, self.size - count)
        part = slice(start, self.size)
        self.size = start
        return self.low[part].copy(), self.high[part].copy(), self.name[part].copy()

    def push(self, low: Any, high: Any, name: Any) -> None:
        end = self.size + len(low)
        if end > len(self.name):
            self.low = np.concatenate([self.low, np.zeros_like(self.low)])
            self.high = np.concatenate([self.high, np.zeros_like(self.high)])
            self.name = np.concatenate([self.name, np.zeros_like(self.name)])
        self.low[self.size : end], self.high[self.size : end] = low, high
        self.name[self.size : end] = name
        self.size = end


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
            divided = level[code >= CUT]
            two = self.code[divided] < FACE
            first = self.first[divided]
            level = np.sort(np.concatenate([first * 1, first[two] + 1]), kind="stable")
            # Parts of one box are neighbours, but boxes are numbered in the order of the search.
            order = np.repeat(first, 1 + two)
            second = np.concatenate([[False], order[1:] == order[:-1]]) if len(order) else order
            level = order + second.astype(np.int64)
        return found
