"""A tree of boxes: the checker divides the domain as the certificate says, and bounds the gap.

The certificate gives one number for every box, level by level.  Numbers below ``CUT`` say which
bound shows gap >= 0 (or > 0) on the box:

1  the gap, computed on the box
2  the mean value form gap(c) + sum_i G_i (x_i - c_i).  In a variable in which the gap is monotone,
   c is the end at which it is least; otherwise it is the middle.
3  the same in the variables that are used more than once; the others stay intervals
4  gap(c) + sum_i (g_i t_i + l_i t_i^2 / 2) with t = x - c and slopes g at the middle c.  Here the
   second derivatives minus diag(l) are diagonally dominant, after scaling the box to a cube, so
   they are a positive semidefinite matrix.
5  the gap, computed on the box, with the mean value form for what is under a root, a logarithm or
   a fraction bar.  The derivatives of 2, 3 and 4 are computed with these values.

``CUT`` + i cuts side i in the middle.  ``FACE`` + sum_i 3^i e_i goes to the lower end of side i
(e_i = 1) or to the upper end (e_i = 2), after showing that the gap increases (decreases) along it.
The negative of the sum says the same, and that second derivatives show it: the slopes are also
within g_i(c) + sum_j H_ij (x_j - c_j).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from glbtheory.engines.checker import float_intervals as fi
from glbtheory.engines.checker.float_tape import FloatTape
from glbtheory.engines.checker.refusal import BadCertificate
from glbtheory.engines.language.domain import Inequality
from glbtheory.engines.language.expression import Expr

VALUE, MEAN, PARTLY, BEND, SHARP = 1, 2, 3, 4, 5
CUT, FACE = 10, 1000
#: More boxes on one level than this are refused; more sides would not fit into the numbers.
_MOST_BOXES, _MOST_SIDES = 10_000_000, 30
_CHUNK = 2048


def check_tree(levels: Any, statement: Inequality, gap: Expr) -> None:
    """Raise :class:`BadCertificate` unless the tree shows the statement on its whole domain."""
    try:
        with fi.rounding():
            _TreeChecker(statement, gap).check(levels)
    except FloatingPointError as error:
        raise BadCertificate(f"tree: {error}") from None


class _TreeChecker:
    def __init__(self, statement: Inequality, gap: Expr):
        if statement.relation == "==":
            raise BadCertificate("a tree shows an inequality, not an equality")
        self.strict, self.names = statement.strict, list(statement.domain)
        box = statement.box()
        ends = []
        for lo, hi in box.values():
            if not (isinstance(lo, Fraction) and isinstance(hi, Fraction)):
                raise BadCertificate("a tree needs a bounded domain")
            ends.append(fi.around(lo, hi))
        if not 1 <= len(ends) <= _MOST_SIDES:
            raise BadCertificate("a tree for too many variables, or for none")
        self.low, self.high = (np.array([[e[s] for e in ends]]) for s in (0, 1))
        self.tape = FloatTape(gap, self.names)
        self.again = np.array(self.tape.used_again())

    def check(self, levels: Any) -> None:
        if not isinstance(levels, list):
            raise BadCertificate("the levels of a tree are a list")
        low, high = self.low, self.high
        for level in levels:
            codes = self._codes(level, len(low))
            parts = []
            for start in range(0, len(codes), _CHUNK):
                part = slice(start, start + _CHUNK)
                parts.append(self._check_some(codes[part], low[part], high[part]))
            low, high = (np.concatenate([p[s] for p in parts]) for s in (0, 1))
        if len(low):
            raise BadCertificate(f"the tree ends with {len(low)} boxes unsettled")

    def _codes(self, level: Any, count: int) -> Any:
        good = isinstance(level, list) and all(type(c) is int for c in level)
        if not good or len(level) != count or not 0 < count <= _MOST_BOXES:
            raise BadCertificate("a level of the tree does not fit its boxes")
        sides = len(self.names)
        for c in set(level):
            known = (
                VALUE <= c <= SHARP
                or CUT <= c < CUT + sides
                or 0 < (c - FACE if c > 0 else -c) < 3**sides
            )
            if not known:
                raise BadCertificate(f"unknown number {c} in a tree")
        return np.array(level, dtype=np.int64)

    def _check_some(self, codes: Any, low: Any, high: Any) -> tuple[Any, Any]:
        """Check what is settled here; return the parts of what is divided, in order."""
        for code, bound in (
            (VALUE, self._value),
            (MEAN, self._mean),
            (PARTLY, self._partly),
            (BEND, self._bend),
            (SHARP, self._sharp),
        ):
            rows = codes == code
            if rows.any():
                found = bound(low[rows], high[rows])
                if not np.all(found > 0 if self.strict else found >= 0):
                    raise BadCertificate(f"bound {code} fails on a box of the tree")
        divided = (codes >= CUT) | (codes < 0)
        codes, low, high = codes[divided], low[divided].copy(), high[divided].copy()
        for rows, digits, bent in (
            (codes >= FACE, codes - FACE, False),
            (codes < 0, -codes, True),
        ):
            if rows.any():
                ends = self._faces(digits[rows], low[rows], high[rows], bent)
                low[rows], high[rows] = ends
        cut = (codes >= CUT) & (codes < FACE)
        cuts, times = np.flatnonzero(cut), np.where(cut, 2, 1)
        first = np.cumsum(times) - times
        low, high = np.repeat(low, times, axis=0), np.repeat(high, times, axis=0)
        row, side = first[cuts], codes[cuts] - CUT
        middle = 0.5 * (low[row, side] + high[row, side])
        high[row, side] = middle
        low[row + 1, side] = middle
        return low, high

    def _faces(self, digits: Any, low: Any, high: Any, bent: bool) -> tuple[Any, Any]:
        low, high = low.copy(), high.copy()
        slopes = self._bent_slopes(low, high) if bent else self._slopes(low, high)
        for i, (least, most) in enumerate(slopes):
            to_low, to_high = digits % 3 == 1, digits % 3 == 2
            digits = digits // 3
            if not np.all((~to_low | (least >= 0)) & (~to_high | (most <= 0))):
                raise BadCertificate("the gap is not shown to be monotone on a box of the tree")
            high[:, i] = np.where(to_low, low[:, i], high[:, i])
            low[:, i] = np.where(to_high, high[:, i], low[:, i])
        return low, high

    def _slopes(self, low: Any, high: Any) -> list[fi.FloatEnds]:
        return self.tape.on(low, high, sharp=True).slopes()

    def _bent_slopes(self, low: Any, high: Any) -> list[fi.FloatEnds]:
        """The slopes, cut with their mean value form; nothing is known at a kink."""
        on = self.tape.on(low, high, sharp=True)
        plain = on.slopes()
        rows = [on.slopes_along(n) for n in self.names]
        middle = 0.5 * (low + high)
        reach = fi.sub((low, high), (middle, middle))
        found = []
        for i, total in enumerate(self.tape.on(middle, middle).slopes()):
            for j in range(len(self.names)):
                entry = rows[i][j] if j <= i else rows[j][i]
                total = fi.add(total, fi.mul(entry, (reach[0][:, j], reach[1][:, j])))
            sure = on.defined & on.smooth & np.isfinite(total[0]) & np.isfinite(total[1])
            least = np.where(sure, np.maximum(plain[i][0], total[0]), plain[i][0])
            found.append((least, np.where(sure, np.minimum(plain[i][1], total[1]), plain[i][1])))
        return found

    # -- bounds ------------------------------------------------------------------------------

    def _value(self, low: Any, high: Any) -> Any:
        return self.tape.on(low, high).result()[0]

    def _sharp(self, low: Any, high: Any) -> Any:
        return self.tape.on(low, high, sharp=True).result()[0]

    def _mean(self, low: Any, high: Any) -> Any:
        return self._mean_in(np.ones(len(self.names), dtype=bool), low, high)

    def _partly(self, low: Any, high: Any) -> Any:
        return self._mean_in(self.again, low, high)

    def _mean_in(self, active: Any, low: Any, high: Any) -> Any:
        slopes = self._slopes(low, high)
        point = 0.5 * (low + high)
        for i, (least, most) in enumerate(slopes):
            falls = np.where(most <= 0, high[:, i], point[:, i])
            point[:, i] = np.where(least >= 0, low[:, i], falls)
        at = self.tape.on(np.where(active, point, low), np.where(active, point, high))
        total = at.result()
        for i, slope in enumerate(slopes):
            if active[i]:
                c = point[:, i]
                low_term, high_term = fi.mul(slope, fi.sub((low[:, i], high[:, i]), (c, c)))
                # No step is made along a side of length 0, so its slope does not matter.
                fixed = low[:, i] == high[:, i]
                term = np.where(fixed, 0.0, low_term), np.where(fixed, 0.0, high_term)
                total = fi.add(total, term)
        return _sure(total[0])

    def _bend(self, low: Any, high: Any) -> Any:
        on = self.tape.on(low, high, sharp=True)
        on.slopes()
        rows = [on.slopes_along(n) for n in self.names]
        middle = 0.5 * (low + high)
        at = self.tape.on(middle, middle)
        slopes = at.slopes()
        width = fi.sub((high, high), (low, low))[1]
        total = at.result()
        for i in range(len(self.names)):
            rest: fi.FloatEnds = (0.0, 0.0)
            own = np.where(width[:, i] > 0, width[:, i], 1.0)
            for j in range(len(self.names)):
                if j != i:
                    entry = fi.size(rows[i][j] if j < i else rows[j][i])
                    # Only quotients of the same numbers w_j / w_i and w_i / w_j scale to a cube.
                    ratio = fi.mul((width[:, j], width[:, j]), fi.inverse((own, own)))
                    rest = fi.add(rest, fi.mul((entry, entry), ratio))
            bend = fi.sub(rows[i][i], rest)[0]
            c = (middle[:, i], middle[:, i])
            reach = fi.size(fi.sub((low[:, i], high[:, i]), c))
            term = _least_parabola(fi.size(slopes[i]), bend, reach)
            term = np.where(low[:, i] == high[:, i], 0.0, term)
            total = fi.add(total, (term, term))
        return np.where(on.defined & on.smooth & at.defined, _sure(total[0]), -np.inf)


def _least_parabola(slope: Any, bend: Any, reach: Any) -> Any:
    """A lower bound of g t + l t^2/2 over |g| <= slope and |t| <= reach.

    If slope >= l reach, the parabola falls all the way to the end; otherwise l > 0 and its least
    value anywhere is -slope^2/(2 l).
    """
    s, b, r = (slope, slope), (bend, bend), (reach, reach)
    curve = fi.mul(b, r)
    at_end = slope >= curve[1]
    end = fi.mul(r, fi.sub(fi.mul((0.5, 0.5), curve), s))[0]
    positive = np.where(at_end, 1.0, bend)
    inside = fi.neg(fi.mul((0.5, 0.5), fi.mul(fi.power(s, 2), fi.inverse((positive, positive)))))
    inside_low = np.where(positive > 0, inside[0], -np.inf)
    return np.where(at_end, end, inside_low)


def _sure(bound: Any) -> Any:
    return np.where(np.isfinite(bound), bound, -np.inf)
