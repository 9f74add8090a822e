"""An expression and its derivatives on many boxes at once, in floats rounded outward.

Values run forward through the program; slopes run backward from the result to the variables;
second derivatives are the change of that backward run along one variable.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glbtheory.engines.checker import float_intervals as fi
from glbtheory.engines.checker.float_intervals import FloatEnds
from glbtheory.engines.checker.refusal import BadCertificate
from glbtheory.engines.language.expression import Expr, Program

_MINUS_ONE: FloatEnds = (-1.0, -1.0)
_ZERO: FloatEnds = (0.0, 0.0)
_ELEMENTARY = ("exp", "log", "sqrt", "tanh", "sinh", "cosh", "atan")


class FloatTape:
    """The expression as a program; ``names`` orders the columns of the boxes."""

    def __init__(self, expr: Expr, names: list[str]):
        self.code, self.names = Program(expr).code, names
        #: Of each node, whether it is a constant: it has no derivatives.
        self.fixed: list[bool] = []
        for op, args, _ in self.code:
            self.fixed.append(op != "var" and all(self.fixed[j] for j in args))
        #: Of each node, the first of the variables that it depends on.
        self.first: list[int] = []
        for op, args, value in self.code:
            own = names.index(value) if op == "var" else len(names)
            self.first.append(min([own, *(self.first[j] for j in args)]))
        #: What is under a root, a logarithm or a fraction bar and uses a variable again.
        self.delicate: set[int] = set()
        for op, args, value in self.code:
            if op in ("sqrt", "log", "div") or (op == "pow" and value < 0):
                j = args[-1]
                if not self.fixed[j] and any(self.used_again(self._below(j))):
                    self.delicate.add(j)

    def on(self, low: Any, high: Any, *, sharp: bool = False) -> OnBoxes:
        """The values on boxes, one in every row; ``sharp`` as :class:`OnBoxes` says."""
        return OnBoxes(self, low, high, sharp)

    def used_again(self, nodes: set[int] | None = None) -> list[bool]:
        """Of each variable, whether more than one operation (among the given nodes) uses it."""
        uses = dict.fromkeys(self.names, 0)
        for k in range(len(self.code)) if nodes is None else nodes:
            for j in self.code[k][1]:
                op, _, value = self.code[j]
                if op == "var":
                    uses[value] += 1
        return [uses[n] > 1 for n in self.names]

    def _below(self, top: int) -> set[int]:
        """A node and everything that it is computed from."""
        found = {top}
        for k in range(top, -1, -1):
            if k in found:
                found.update(self.code[k][1])
        return found


class OnBoxes:
    """One run of the program.

    ``defined`` tells the boxes on which every operation is defined and every argument of a
    quotient, power or function is finite.  Sums and products pass infinite ends on to the result.
    ``smooth`` tells the boxes on which no abs, min or max changes its branch.  If ``sharp``, the
    delicate nodes are cut with their mean value form v(c) + sum_i V_i (x_i - c_i), c the middle.
    """

    def __init__(self, tape: FloatTape, low: Any, high: Any, sharp: bool):
        self.tape, self.count = tape, len(low)
        self.defined: Any = np.ones(len(low), dtype=bool)
        self.smooth: Any = np.ones(len(low), dtype=bool)
        self.values: list[FloatEnds] = []
        self._partials: list[list[FloatEnds] | None] = [None] * len(tape.code)
        self._slopes: list[FloatEnds | None] = []
        middle = 0.5 * (low + high)
        centre = OnBoxes(tape, middle, middle, False) if sharp and tape.delicate else None
        column = {n: i for i, n in enumerate(tape.names)}
        for k, (op, args, value) in enumerate(tape.code):
            if op == "var":
                i = column[value]
                self.values.append((low[:, i], high[:, i]))
            else:
                self.values.append(self._value(op, args, value))
            if centre is not None and k in tape.delicate:
                reach = fi.sub((low, high), (middle, middle))
                self.values[k] = self._sharpened(k, centre, reach)
                self._partials[k] = None

    def result(self) -> FloatEnds:
        """The values of the expression; infinite ends where nothing is known."""
        return self._sure(self.values[-1])

    def _sure(self, a: FloatEnds) -> FloatEnds:
        low, high = (np.broadcast_to(end, (self.count,)) for end in a)
        sure = np.isfinite(low) & np.isfinite(high) & self.defined
        return np.where(sure, low, -np.inf), np.where(sure, high, np.inf)

    # -- values ------------------------------------------------------------------------------

    def _value(self, op: str, args: tuple[int, ...], value: Any) -> FloatEnds:
        a = [self.values[j] for j in args]
        match op:
            case "num":
                return fi.around(value, value)
            case "pi":
                return fi.PI
            case "add":
                return fi.add(a[0], a[1])
            case "sub":
                return fi.sub(a[0], a[1])
            case "neg":
                return fi.neg(a[0])
            case "mul":
                return fi.power(a[0], 2) if args[0] == args[1] else fi.mul(a[0], a[1])
            case "div":
                return fi.mul(a[0], self._inverse(a[1]))
            case "pow":
                return self._power(a[0], value)
            case "abs":
                return fi.absolute(self._finite(a[0]))
            case "min" | "max":
                (p, q), (r, s) = self._finite(a[0]), self._finite(a[1])
                choose = np.minimum if op == "min" else np.maximum
                return choose(p, r), choose(q, s)
        if op not in _ELEMENTARY:
            raise BadCertificate(f"a tree knows no bounds of {op}")
        return self._function(op, self._finite(a[0]))

    def _function(self, op: str, a: FloatEnds) -> FloatEnds:
        if op == "sqrt":
            return fi.root(self._require(a[0] >= 0, a))
        if op == "log":
            a = self._require(a[0] > 0, a)
        if op in ("exp", "sinh", "cosh"):
            a = self._require(fi.size(a) <= fi.LARGEST_ARGUMENT, a)
        return fi.increasing(op, a)

    def _power(self, a: FloatEnds, k: int) -> FloatEnds:
        if k == 0:
            return fi.ONE
        if k < 0:
            return self._inverse(self._power(a, -k))
        return fi.power(self._finite(a), k)

    def _require(self, good: Any, a: FloatEnds) -> FloatEnds:
        """Boxes on which ``good`` fails are no longer defined, and get a harmless value."""
        if np.all(good):
            return a
        self.defined = self.defined & good
        return np.where(good, a[0], 1.0), np.where(good, a[1], 1.0)

    def _finite(self, a: FloatEnds) -> FloatEnds:
        return self._require(np.isfinite(a[0]) & np.isfinite(a[1]), a)

    def _inverse(self, a: FloatEnds) -> FloatEnds:
        a = self._finite(a)
        return fi.inverse(self._require((a[0] > 0) | (a[1] < 0), a))

    # -- slopes ------------------------------------------------------------------------------

    def slopes(self) -> list[FloatEnds]:
        """By variable: enclosures of the derivative (of all slopes, where there is a kink)."""
        self._slopes = self._by_node(len(self.tape.code) - 1)
        return self._by_variable(self._slopes)

    def _sharpened(self, k: int, centre: OnBoxes, reach: FloatEnds) -> FloatEnds:
        total = centre.values[k]
        for i, slope in enumerate(self._by_variable(self._by_node(k))):
            total = fi.add(total, fi.mul(slope, (reach[0][:, i], reach[1][:, i])))
        # Where a slope is not known, the sum is infinite or undefined, and the value stays.
        sure = np.isfinite(total[0]) & np.isfinite(total[1]) & self.defined & centre.defined
        low, high = self.values[k]
        low = np.where(sure, np.maximum(low, total[0]), low)
        return low, np.where(sure, np.minimum(high, total[1]), high)

    def _by_node(self, top: int) -> list[FloatEnds | None]:
        """The derivatives of one node by the nodes below it."""
        code, fixed = self.tape.code, self.tape.fixed
        found: list[FloatEnds | None] = [None] * len(code)
        found[top] = fi.ONE
        for k in range(top, -1, -1):
            above = found[k]
            if above is None or fixed[k]:
                continue
            for j, partial in zip(code[k][1], self._partials_of(k), strict=True):
                if not fixed[j]:
                    found[j] = _sum(found[j], fi.mul(above, partial))
        return found

    def _partials_of(self, k: int) -> list[FloatEnds]:
        found = self._partials[k]
        if found is None:
            found = self._partials[k] = self._partial(k)
        return found

    def _by_variable(self, found: list[FloatEnds | None]) -> list[FloatEnds]:
        at = {v: found[k] or _ZERO for k, (op, _, v) in enumerate(self.tape.code) if op == "var"}
        return [self._sure(at.get(n, _ZERO)) for n in self.tape.names]

    def _partial(self, k: int) -> list[FloatEnds]:
        """The derivatives of one node by its arguments."""
        op, args, value = self.tape.code[k]
        a, f = [self.values[j] for j in args], self.values[k]
        match op:
            case "num" | "pi" | "var":
                return []
            case "add":
                return [fi.ONE, fi.ONE]
            case "sub":
                return [fi.ONE, _MINUS_ONE]
            case "neg":
                return [_MINUS_ONE]
            case "mul":
                return [a[1], a[0]]
            case "div":
                inverse = self._inverse(a[1])
                return [inverse, fi.neg(fi.mul(f, inverse))]
            case "pow":
                return [self._power_slope(a[0], value)]
            case "abs":
                return [self._side(a[0])]
            case "min" | "max":
                return self._shares(op, a[0], a[1])
            case "exp":
                return [f]
            case "log":
                return [self._inverse(a[0])]
            case "sqrt":
                return [fi.mul((0.5, 0.5), self._inverse(f))]
            case "atan":
                return [self._inverse(fi.add(fi.ONE, fi.power(a[0], 2)))]
            case "sinh":
                return [self._function("cosh", a[0])]
            case "cosh":
                return [self._function("sinh", a[0])]
        return [fi.sub(fi.ONE, fi.power(f, 2))]  # tanh

    def _power_slope(self, a: FloatEnds, k: int) -> FloatEnds:
        if k in (0, 1):
            return float(k), float(k)
        return fi.mul((float(k), float(k)), self._power(a, k - 1))

    def _side(self, a: FloatEnds) -> FloatEnds:
        """The slopes of abs: 1, -1, or everything between."""
        up, down = a[0] >= 0, a[1] <= 0
        self.smooth = self.smooth & np.logical_or(up, down)
        return np.where(up, 1.0, -1.0), np.where(down & np.logical_not(up), -1.0, 1.0)

    def _shares(self, op: str, a: FloatEnds, b: FloatEnds) -> list[FloatEnds]:
        """The slopes of min or max by its arguments: 1 and 0, 0 and 1, or shares of 1."""
        if op == "max":
            a, b = fi.neg(a), fi.neg(b)
        first = a[1] <= b[0]
        second = np.logical_and(b[1] <= a[0], np.logical_not(first))
        self.smooth = self.smooth & np.logical_or(first, second)
        least, most = np.where(first, 1.0, 0.0), np.where(second, 0.0, 1.0)
        return [(least, most), (1.0 - most, 1.0 - least)]

    # -- second derivatives ------------------------------------------------------------------

    def slopes_along(self, name: str) -> list[FloatEnds]:
        """The derivatives of the slopes by one variable, for all variables up to this one.

        To be asked for after :meth:`slopes`.
        """
        code, last = self.tape.code, self.tape.names.index(name)
        moves: list[FloatEnds | None] = []
        for k, (op, args, value) in enumerate(code):
            move = fi.ONE if op == "var" and value == name else None
            if self._slopes[k] is not None and not self.tape.fixed[k]:
                for j, partial in zip(args, self._partials_of(k), strict=True):
                    along = moves[j]
                    if along is not None:
                        move = _sum(move, fi.mul(along, partial))
            moves.append(move)
        found: list[FloatEnds | None] = [None] * len(code)
        for k in reversed(range(len(code))):
            above, change = self._slopes[k], found[k]
            if above is None or self.tape.fixed[k]:
                continue
            turns = self._turns(k, moves)
            for j, partial, turn in zip(code[k][1], self._partials_of(k), turns, strict=True):
                if self.tape.first[j] > last:
                    continue
                if change is not None:
                    found[j] = _sum(found[j], fi.mul(change, partial))
                if turn is not None:
                    found[j] = _sum(found[j], fi.mul(above, turn))
        return self._by_variable(found)

    def _turns(self, k: int, moves: list[FloatEnds | None]) -> list[FloatEnds | None]:
        """How the partial derivatives of one node change along the moves of its arguments."""
        op, args, value = self.tape.code[k]
        along = [moves[j] for j in args]
        if op == "mul":
            return [along[1], along[0]]
        if op == "div":
            return self._turns_of_quotient(k, along[1], moves[k])
        if not along or along[0] is None or op in ("add", "sub", "neg", "min", "max", "abs"):
            return [None] * len(args)
        a, f = self.values[args[0]], self.values[k]
        match op:
            case "pow":
                if value in (0, 1):
                    return [None]
                second = fi.mul((float(value), float(value)), self._power_slope(a, value - 1))
            case "exp" | "sinh" | "cosh":
                second = f
            case "log":
                second = fi.neg(self._inverse(fi.power(a, 2)))
            case "sqrt":
                second = fi.mul((-0.25, -0.25), self._inverse(fi.mul(a, f)))
            case "atan":
                square = fi.power(self._inverse(fi.add(fi.ONE, fi.power(a, 2))), 2)
                second = fi.mul((-2.0, -2.0), fi.mul(a, square))
            case _:  # tanh
                second = fi.mul((-2.0, -2.0), fi.mul(f, fi.sub(fi.ONE, fi.power(f, 2))))
        return [fi.mul(along[0], second)]

    def _turns_of_quotient(
        self, k: int, below: FloatEnds | None, whole: FloatEnds | None
    ) -> list[FloatEnds | None]:
        """q = a/b has the partials 1/b and -q/b; they change by -b'/b^2 and q b'/b^2 - q'/b."""
        inverse = self._inverse(self.values[self.tape.code[k][1][1]])
        first = second = None
        if below is not None:
            square = fi.power(inverse, 2)
            first = fi.neg(fi.mul(below, square))
            second = fi.mul(fi.mul(self.values[k], below), square)
        if whole is not None:
            second = _sum(second, fi.neg(fi.mul(whole, inverse)))
        return [first, second]


def _sum(total: FloatEnds | None, term: FloatEnds) -> FloatEnds:
    return term if total is None else fi.add(total, term)
