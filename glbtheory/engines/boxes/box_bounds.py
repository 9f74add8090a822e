"""Lower bounds of a gap on many boxes: by value, by slopes, by second derivatives.

value   the gap, computed on the box
sharp   the same, with the mean value form for what is under a root, a logarithm or a fraction bar;
        all bounds below take the derivatives with these values
mean    gap(c) + sum_i G_i (x_i - c_i), with enclosures G_i of the slopes on the box.  The point c
        has the end of the box where the gap is least in every variable in which it is monotone,
        the middle in the others.
partly  the same in the variables that are used more than once; the others stay intervals
bend    gap(c) + sum_i (g_i t_i + l_i t_i^2 / 2), t = x - c: slopes g at the middle c, and l_i such
        that the matrix of second derivatives minus the diagonal matrix of the l_i is diagonally
        dominant on the box, in coordinates in which the box is a cube
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glbtheory.engines.boxes.float_boxes import FloatPair, add, magnitude, mul, sub
from glbtheory.engines.boxes.tape import Run, Tape

#: Rounding errors of the few sums below, relative to the sizes of their terms.
_STEP = 2.0**-44


class BoxBounds:
    """Bounds on a batch of boxes, each computed when it is asked for."""

    def __init__(self, tape: Tape, low: Any, high: Any, *, sharp: bool = False):
        self.tape, self.low, self.high = tape, low, high
        self.run: Run = tape.evaluate(low, high, sharp=sharp)
        self._slopes: list[FloatPair] | None = None
        self.at_point: Any = None
        #: Slopes by second derivatives, once :meth:`bend` was asked for.
        self.bent_slopes: list[FloatPair] = []

    def value(self) -> Any:
        """Lower bounds by intervals alone."""
        return self.run.lower

    def slopes(self) -> list[FloatPair]:
        """Enclosures of the slopes on the boxes; infinite where they are not known."""
        if self._slopes is None:
            found = []
            for a, b in self.tape.gradient(self.run):
                known = np.isfinite(a) & np.isfinite(b)
                found.append((np.where(known, a, -np.inf), np.where(known, b, np.inf)))
            bad = self.run.bad
            if bad.any():
                found = [(np.where(bad, -np.inf, a), np.where(bad, np.inf, b)) for a, b in found]
            size = len(self.low)
            self._slopes = [(_full(a, size), _full(b, size)) for a, b in found]
        return self._slopes

    def centre(self) -> Any:
        """The points c of the mean value form."""
        point = 0.5 * (self.low + self.high)
        for i, (a, b) in enumerate(self.slopes()):
            point[:, i] = np.where(a >= 0, self.low[:, i], point[:, i])
            point[:, i] = np.where((b <= 0) & ~(a >= 0), self.high[:, i], point[:, i])
        return point

    def mean(self, active: Any = None) -> Any:
        """The mean value form, in the ``active`` variables only."""
        point = self.centre()
        low, high = point, point
        if active is not None:
            low, high = np.where(active, point, self.low), np.where(active, point, self.high)
        at = self.tape.evaluate(low, high)
        if active is None:
            self.at_point = at.upper
        total, size = at.lower, np.abs(at.lower)
        for i, slope in enumerate(self.slopes()):
            if active is None or active[i]:
                x = (self.low[:, i], self.high[:, i])
                term = mul(slope, sub(x, (point[:, i], point[:, i])))[0]
                # A side of length 0 costs nothing, whatever the slope.
                term = np.where(x[0] == x[1], 0.0, term)
                total, size = total + term, size + np.abs(term)
        return _known(total - size * _STEP)

    def bend(self) -> Any:
        """The bound by second derivatives; -inf at kinks and where something is not finite."""
        self.slopes()
        width = self.high - self.low
        scale = np.where(width > 0, width, 1.0)
        rows = [self.tape.hessian_row(self.run, i) for i in range(len(self.tape.names))]
        middle = 0.5 * (self.low + self.high)
        at = self.tape.evaluate(middle, middle)
        slopes = self.tape.gradient(at)
        good = ~(self.run.bad | self.run.kinked | at.bad)
        self.bent_slopes = self._bent_slopes(rows, slopes, middle, good)
        total, size = at.lower, np.abs(at.lower)
        for i, row in enumerate(rows):
            # The checker takes no part of a second derivative that is not bounded.
            bend, rest = np.where(np.isfinite(row[i][1]), row[i][0], -np.inf), 0.0
            for j in range(len(rows)):
                entry = row[j] if j < i else rows[j][i]
                if j != i:
                    share = np.where(width[:, j] > 0, scale[:, j] / scale[:, i], 0.0)
                    rest = rest + magnitude(entry) * share
            bend = bend - rest - (np.abs(bend) + rest) * _STEP
            reach = np.maximum(self.high[:, i] - middle[:, i], middle[:, i] - self.low[:, i])
            reach = reach * (1 + _STEP)
            term = least_parabola(magnitude(slopes[i]), bend, reach)
            term = np.where(width[:, i] > 0, term, 0.0)
            total, size = total + term, size + np.abs(term)
        return _known(np.where(good, total - size * _STEP, -np.inf))

    def _bent_slopes(
        self, rows: list[list[FloatPair]], at_middle: list[FloatPair], middle: Any, good: Any
    ) -> list[FloatPair]:
        """The slopes g_i(c) + sum_j H_ij (x_j - c_j), where they are known."""
        reach = sub((self.low, self.high), (middle, middle))
        found = []
        for i, total in enumerate(at_middle):
            for j in range(len(rows)):
                entry = rows[i][j] if j <= i else rows[j][i]
                total = add(total, mul(entry, (reach[0][:, j], reach[1][:, j])))
            known = good & np.isfinite(total[0]) & np.isfinite(total[1])
            found.append((np.where(known, total[0], -np.inf), np.where(known, total[1], np.inf)))
        return found


def least_parabola(slope: Any, bend: Any, reach: Any) -> Any:
    """A lower bound of g t + l t^2/2 over |g| <= slope and |t| <= reach."""
    curve = bend * reach
    at_end = slope >= curve + np.abs(curve) * _STEP
    inside = -slope * slope / (2.0 * np.where(at_end | ~(bend > 0), 1.0, bend))
    end = (0.5 * curve - slope) * reach
    term = np.where(at_end, end - (np.abs(curve) + slope) * reach * _STEP, inside)
    return term - np.abs(term) * _STEP


def _known(bound: Any) -> Any:
    return np.where(np.isfinite(bound), bound, -np.inf)


def _full(a: Any, size: int) -> Any:
    return np.broadcast_to(a, (size,))
