"""A program run over many boxes at once, with first and second derivatives.

Values run forward through the program.  The gradient runs backward (every node gets an enclosure
of the derivative of the result by that node), so it costs a few evaluations however many variables
there are.  Second derivatives are the derivative of that backward run in one direction at a time.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from glbtheory.engines.boxes import float_boxes as fb
from glbtheory.engines.boxes.float_boxes import FloatPair
from glbtheory.engines.language.expression import Expr, Program

_ARITHMETIC = ("num", "var", "pi", "add", "sub", "mul", "div", "neg", "pow")


class Unsupported(Exception):
    """A function of the language that this arithmetic does not have."""


class Tape:
    """An expression as a program over arrays of boxes; ``names`` orders the variables."""

    def __init__(self, expr: Expr, names: list[str]):
        self.names = names
        self.code = Program(expr).code
        place = {n: k for k, n in enumerate(names)}
        self.variable: list[int] = []
        self.constant: list[FloatPair | None] = []
        for op, args, value in self.code:
            if op not in _ARITHMETIC and op not in fb.FUNCTIONS:
                raise Unsupported(op)
            self.variable.append(place[value] if op == "var" else -1)
            self.constant.append(self._constant(op, args, value))
        #: The first of the variables that a node depends on.
        self.first: list[int] = []
        for k, (_, args, _) in enumerate(self.code):
            own = self.variable[k] if self.variable[k] >= 0 else len(names)
            self.first.append(min([own, *(self.first[j] for j in args)]))
        #: How often a variable is used: with one use, intervals lose nothing by it.
        self.uses = self._uses(range(len(self.code)))
        #: Nodes whose values matter most: what is under a root, a logarithm or a fraction bar.
        self.critical = sorted({k for k in map(self._delicate, self.code) if k is not None})

    def _uses(self, nodes: Iterable[int]) -> Any:
        uses = np.zeros(len(self.names), dtype=int)
        for k in nodes:
            for j in self.code[k][1]:
                if self.variable[j] >= 0:
                    uses[self.variable[j]] += 1
        return uses

    def _delicate(self, node: tuple[str, tuple[int, ...], Any]) -> int | None:
        """The argument that must keep a sign, if intervals may lose something on the way to it."""
        op, args, value = node
        sign_matters = op in ("sqrt", "log", "div") or (op == "pow" and value < 0)
        if not sign_matters or self.constant[args[-1]] is not None:
            return None
        below, waiting = set(), [args[-1]]
        while waiting:
            k = waiting.pop()
            if k not in below:
                below.add(k)
                waiting += self.code[k][1]
        return args[-1] if self._uses(below).max() > 1 else None

    def _constant(self, op: str, args: tuple[int, ...], value: Any) -> FloatPair | None:
        if op == "num":
            return fb.enclosed(value)
        if op == "pi":
            return fb.PI
        known = [self.constant[k] for k in args]
        if not known or any(k is None for k in known):
            return None
        run = Run(1)
        low, high = run.step(op, [k for k in known if k is not None], value)
        if run.bad.any() or not (np.all(np.isfinite(low)) and np.all(np.isfinite(high))):
            raise Unsupported("a constant that is not finite")
        return float(np.min(low)), float(np.max(high))

    def evaluate(self, low: Any, high: Any, *, sharp: bool = False) -> Run:
        """Values on the boxes whose ends are the rows of ``low`` and ``high``.

        ``sharp`` computes the critical nodes by the mean value form as well.
        """
        run = Run(len(low))
        run.partials = [None] * len(self.code)
        middle = 0.5 * (low + high) if sharp and self.critical else None
        centre = None if middle is None else self.evaluate(middle, middle)
        for k, (op, args, value) in enumerate(self.code):
            known = self.constant[k]
            if known is not None:
                run.values.append(known)
            elif op == "var":
                i = self.variable[k]
                run.values.append((low[:, i], high[:, i]))
            else:
                run.values.append(run.step(op, [run.values[j] for j in args], value))
            if centre is not None and k in self.critical:
                self._sharpen(run, k, centre, fb.sub((low, high), (middle, middle)))
        return run

    def _sharpen(self, run: Run, k: int, centre: Run, reach: FloatPair) -> None:
        """The value of node ``k``, cut with its mean value form."""
        slopes = self._by_variable(self._sweep(run, k))
        total, variation = centre.values[k], np.zeros_like(reach[0])
        for i, slope in enumerate(slopes):
            total = fb.add(total, fb.mul(slope, (reach[0][:, i], reach[1][:, i])))
            variation[:, i] = fb.magnitude(slope) * reach[1][:, i]
        low, high = run.values[k]
        known: Any = np.isfinite(total[0]) & np.isfinite(total[1]) & ~(run.bad | centre.bad)
        low = np.asarray(np.where(known, np.maximum(low, total[0]), low))
        high = np.asarray(np.where(known, np.minimum(high, total[1]), high))
        run.values[k] = low, high
        run.partials[k] = None  # it may depend on the value
        blamed = np.logical_not((low > 0) | (high < 0)) & known
        if run.variation is None:
            run.variation = np.full_like(variation, np.inf)
        fresh = blamed & np.isinf(run.variation[:, 0])
        run.variation[fresh] = variation[fresh]

    def _sweep(self, run: Run, top: int) -> list[FloatPair | None]:
        """The derivative of node ``top`` by every node below it."""
        slopes: list[FloatPair | None] = [None] * len(self.code)
        slopes[top] = fb.ONE
        for k in range(top, -1, -1):
            above = slopes[k]
            if above is None or self.constant[k] is not None or self.variable[k] >= 0:
                continue
            op, args, value = self.code[k]
            if run.partials[k] is None:
                run.partials[k] = run.partial(op, args, value, k, self.constant)
            for j, partial in zip(args, run.partials[k], strict=True):
                if partial is not None:
                    slopes[j] = _plus(slopes[j], fb.mul(above, partial))
        return slopes

    def gradient(self, run: Run) -> list[FloatPair]:
        """Enclosures of the partial derivatives, and of the slopes where there are kinks."""
        run.slopes = self._sweep(run, len(self.code) - 1)
        return self._by_variable(run.slopes)

    def hessian_row(self, run: Run, i: int) -> list[FloatPair]:
        """Derivatives by variables 0..i of the gradient in direction ``i``, after it."""
        tangents: list[FloatPair | None] = []
        for k, (op, args, _) in enumerate(self.code):
            if op == "var":
                tangents.append(fb.ONE if self.variable[k] == i else None)
                continue
            total: FloatPair | None = None
            if run.partials[k] is not None:
                for j, partial in zip(args, run.partials[k], strict=True):
                    along = tangents[j]
                    if along is not None and partial is not None:
                        total = _plus(total, fb.mul(along, partial))
            tangents.append(total)
        seconds: list[FloatPair | None] = [None] * len(self.code)
        for k in range(len(self.code) - 1, -1, -1):
            above, change = run.slopes[k], seconds[k]
            if above is None or run.partials[k] is None:
                continue
            op, args, value = self.code[k]
            bends = run.bend(op, args, value, k, tangents)
            for j, partial, bend in zip(args, run.partials[k], bends, strict=True):
                if partial is None or self.first[j] > i:
                    continue
                if change is not None:
                    seconds[j] = _plus(seconds[j], fb.mul(change, partial))
                if bend is not None:
                    seconds[j] = _plus(seconds[j], fb.mul(above, bend))
        return self._by_variable(seconds)

    def _by_variable(self, at_nodes: list[FloatPair | None]) -> list[FloatPair]:
        found: list[FloatPair] = [(0.0, 0.0)] * len(self.names)
        for k, pair in enumerate(at_nodes):
            if self.variable[k] >= 0 and pair is not None:
                found[self.variable[k]] = pair
        return found


class Run:
    """One evaluation: the values at all nodes, and on which boxes something was undefined.

    Infinite and undefined ends pass through sums and products as they are, and a result that is
    not finite shows nothing.  All other operations put such boxes aside as ``bad``.
    """

    def __init__(self, size: int):
        self.values: list[FloatPair] = []
        self.bad: Any = np.zeros(size, dtype=bool)
        #: Boxes on which a kink lies: no second derivatives there.
        self.kinked: Any = np.zeros(size, dtype=bool)
        self.partials: list[Any] = []
        self.slopes: list[FloatPair | None] = []
        #: How much a critical node that may vanish varies along each side (box, variable).
        self.variation: Any = None

    @property
    def lower(self) -> Any:
        """Lower bounds of the result, -inf where nothing is known."""
        low, high = self.values[-1]
        known = np.isfinite(low) & np.isfinite(high) & ~self.bad
        return np.where(known, low, -np.inf)

    @property
    def upper(self) -> Any:
        low, high = self.values[-1]
        known = np.isfinite(low) & np.isfinite(high) & ~self.bad
        return np.where(known, high, np.inf)

    def step(self, op: str, args: list[FloatPair], value: Any) -> FloatPair:
        match op:
            case "add":
                return fb.add(*args)
            case "sub":
                return fb.sub(*args)
            case "neg":
                return fb.neg(*args)
            case "mul":
                return fb.power(args[0], 2) if args[0] is args[1] else fb.mul(*args)
            case "div":
                return fb.mul(args[0], self._reciprocal(args[1]))
            case "pow":
                if value == 0:
                    return fb.ONE
                result = fb.power(self._finite(args[0]), abs(value))
                return result if value > 0 else self._reciprocal(result)
            case "min":
                (a, b), (c, d) = map(self._finite, args)
                return np.minimum(a, c), np.minimum(b, d)
            case "max":
                (a, b), (c, d) = map(self._finite, args)
                return np.maximum(a, c), np.maximum(b, d)
            case "abs":
                return fb.absolute(self._finite(args[0]))
        low, high = self._finite(args[0])
        if op in ("log", "sqrt"):
            undefined = np.logical_not(low > 0 if op == "log" else low >= 0)
            low, high = self._aside(undefined, (low, high))
        if op in ("exp", "sinh", "cosh"):
            low, high = self._aside((np.abs(low) > 600) | (np.abs(high) > 600), (low, high))
        return fb.function(op, (low, high))

    def _finite(self, a: FloatPair) -> FloatPair:
        return self._aside(~(np.isfinite(a[0]) & np.isfinite(a[1])), a)

    def _aside(self, which: Any, a: FloatPair) -> FloatPair:
        """Remember boxes as bad, and put a harmless number there."""
        if not np.any(which):
            return a
        self.bad = self.bad | which
        return np.where(which, 1.0, a[0]), np.where(which, 1.0, a[1])

    def _reciprocal(self, a: FloatPair) -> FloatPair:
        a = self._finite(a)
        return fb.reciprocal(self._aside(fb.contains_zero(a), a))

    def partial(
        self, op: str, args: tuple[int, ...], value: Any, k: int, constant: list[FloatPair | None]
    ) -> list[FloatPair | None]:
        """The derivatives of node ``k`` by its arguments; None for an argument that is constant."""
        found = [
            None if constant[j] is not None else p for j, p in self._partials(op, args, value, k)
        ]
        return found

    def _partials(
        self, op: str, args: tuple[int, ...], value: Any, k: int
    ) -> list[tuple[int, Any]]:
        v = self.values
        match op:
            case "add":
                return [(args[0], fb.ONE), (args[1], fb.ONE)]
            case "sub":
                return [(args[0], fb.ONE), (args[1], (-1.0, -1.0))]
            case "neg":
                return [(args[0], (-1.0, -1.0))]
            case "mul":
                return [(args[0], v[args[1]]), (args[1], v[args[0]])]
            case "div":
                inverse = self._reciprocal(v[args[1]])
                return [(args[0], inverse), (args[1], fb.neg(fb.mul(v[k], inverse)))]
            case "pow":
                return [(args[0], self._power_slope(v[args[0]], value))]
            case "min" | "max":
                return self._choice(op, args)
            case "abs":
                return [(args[0], self._sign(v[args[0]]))]
        return [(args[0], self._slope(op, v[args[0]], v[k]))]

    def _power_slope(self, a: FloatPair, k: int) -> FloatPair:
        """The derivative of a**k."""
        if k in (0, 1):
            return float(k), float(k)
        return fb.mul((float(k), float(k)), self.step("pow", [a], k - 1))

    def _slope(self, op: str, a: FloatPair, f: FloatPair) -> FloatPair:
        match op:
            case "exp":
                return f
            case "log":
                return self._reciprocal(a)
            case "sqrt":
                return fb.mul((0.5, 0.5), self._reciprocal(f))
            case "atan":
                return self._reciprocal(fb.add(fb.ONE, fb.power(a, 2)))
            case "sinh":
                return fb.function("cosh", a)
            case "cosh":
                return fb.function("sinh", a)
        return fb.sub(fb.ONE, fb.power(f, 2))  # tanh

    def _sign(self, a: FloatPair) -> FloatPair:
        self.kinked = self.kinked | np.logical_not((a[0] >= 0) | (a[1] <= 0))
        up = a[0] >= 0
        return np.where(up, 1.0, -1.0), np.where((a[1] <= 0) & np.logical_not(up), -1.0, 1.0)

    def _choice(self, op: str, args: tuple[int, ...]) -> list[tuple[int, Any]]:
        """The share of the first argument is 1 where it is chosen for sure, 0 where it is not."""
        (a, b), (c, d) = self.values[args[0]], self.values[args[1]]
        first, second = (b <= c, d <= a) if op == "min" else (a >= d, c >= b)
        self.kinked = self.kinked | np.logical_not(first | second)
        low, high = (
            np.where(first, 1.0, 0.0),
            np.where(np.logical_and(second, np.logical_not(first)), 0.0, 1.0),
        )
        return [(args[0], (low, high)), (args[1], (1.0 - high, 1.0 - low))]

    def bend(
        self, op: str, args: tuple[int, ...], value: Any, k: int, tangents: list[FloatPair | None]
    ) -> list[FloatPair | None]:
        """The change of the partial derivatives of node ``k`` along the tangents."""
        v, t = self.values, tangents
        if op == "mul":
            return [t[args[1]], t[args[0]]]
        if op == "div":
            return self._bend_of_quotient(args, k, t)
        moved = t[args[0]]
        if moved is None or op in ("add", "sub", "neg", "min", "max", "abs"):
            return [None] * len(args)
        a, f = v[args[0]], v[k]
        match op:
            case "pow":
                if value in (0, 1):
                    return [None]
                second = fb.mul((float(value), float(value)), self._power_slope(a, value - 1))
            case "exp" | "sinh" | "cosh":
                second = f
            case "log":
                second = fb.neg(self._reciprocal(fb.power(a, 2)))
            case "sqrt":
                second = fb.mul((-0.25, -0.25), self._reciprocal(fb.mul(a, f)))
            case "atan":
                square = fb.power(self._reciprocal(fb.add(fb.ONE, fb.power(a, 2))), 2)
                second = fb.mul((-2.0, -2.0), fb.mul(a, square))
            case _:  # tanh
                second = fb.mul((-2.0, -2.0), fb.mul(f, fb.sub(fb.ONE, fb.power(f, 2))))
        return [fb.mul(moved, second)]

    def _bend_of_quotient(
        self, args: tuple[int, ...], k: int, t: list[FloatPair | None]
    ) -> list[FloatPair | None]:
        """q = a/b: the partials are 1/b and -q/b, and their changes -b'/b^2 and (q b'/b - q')/b."""
        inverse = self._reciprocal(self.values[args[1]])
        below, whole = t[args[1]], t[k]
        first = second = None
        if below is not None:
            first = fb.neg(fb.mul(below, fb.power(inverse, 2)))
            second = fb.mul(fb.mul(self.values[k], below), fb.power(inverse, 2))
        if whole is not None:
            second = _plus(second, fb.neg(fb.mul(whole, inverse)))
        return [first, second]


def _plus(total: FloatPair | None, term: FloatPair) -> FloatPair:
    return term if total is None else fb.add(total, term)
