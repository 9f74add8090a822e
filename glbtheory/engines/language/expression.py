"""Real expressions as plain trees, shared by all engines.

The tree is what was written, not what a computer algebra system makes of it: ``x/x`` stays a
quotient, so a division by zero on the domain can still be seen.  An expression is evaluated by
running it as a straight-line program over some arithmetic (balls, intervals, exact numbers,
floats, power series in any of these); see :class:`Arithmetic`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

#: Functions of one argument that the language knows.
UNARY: tuple[str, ...] = ("exp", "log", "sqrt", "tanh", "sinh", "cosh", "atan", "abs")
UNARY += ("sin", "cos", "tan", "asin", "acos", "erf", "gamma")
#: Functions of two or more arguments.
NARY = ("min", "max")

#: Largest exponent that is written out as repeated multiplication.
MAX_POWER = 1000
#: Rational numbers longer than this are not computed exactly.
MAX_BITS = 20_000


@dataclass(frozen=True)
class Expr:
    """A node: ``op`` with ``args``, or a leaf (``num``, ``var``, ``pi``) with a ``value``."""

    op: str
    args: tuple[Expr, ...] = ()
    value: Fraction | str | int | None = None
    #: Levels and nodes of the tree: reading and rewriting are refused where these grow too large.
    height: int = field(init=False, compare=False, repr=False)
    size: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "height", 1 + max((a.height for a in self.args), default=0))
        object.__setattr__(self, "size", 1 + sum(a.size for a in self.args))

    def __add__(self, other: Expr) -> Expr:
        return Expr("add", (self, other))

    def __sub__(self, other: Expr) -> Expr:
        return Expr("sub", (self, other))

    def __mul__(self, other: Expr) -> Expr:
        return Expr("mul", (self, other))

    def __truediv__(self, other: Expr) -> Expr:
        return Expr("div", (self, other))

    def __neg__(self) -> Expr:
        return Expr("neg", (self,))

    def __str__(self) -> str:
        return _text(self, 0)

    def walk(self) -> Iterator[Expr]:
        """Every node of the tree, the root first."""
        yield self
        for arg in self.args:
            yield from arg.walk()


def num(value: Fraction | int | str) -> Expr:
    """A rational constant."""
    return Expr("num", value=Fraction(value))


def var(name: str) -> Expr:
    """A variable."""
    return Expr("var", value=name)


PI = Expr("pi")
#: Euler's number e = exp(1).
E = Expr("exp", (num(1),))


def call(name: str, *args: Expr) -> Expr:
    """A function of the language applied to arguments."""
    return Expr(name, args)


def power(base: Expr, exponent: Expr) -> Expr:
    """``base ** exponent``: integer powers stay powers, roots and real powers become functions."""
    q = constant(exponent)
    if q is None:
        return call("exp", exponent * call("log", base))
    if q.denominator == 1:
        if abs(q.numerator) > MAX_POWER:
            raise ValueError(f"exponent {q} is too large: at most {MAX_POWER} in absolute value")
        return Expr("pow", (base,), q.numerator)
    if q.denominator == 2:
        return power(call("sqrt", base), num(q.numerator))
    return call("exp", num(q) * call("log", base))


def constant(expr: Expr) -> Fraction | None:
    """The exact value of a rational constant expression, or None if it is not one."""
    if expr.op == "num":
        assert isinstance(expr.value, Fraction)
        return expr.value
    values = [constant(a) for a in expr.args]
    if not values or any(v is None for v in values):
        return None
    a, b = values[0], values[-1]
    assert a is not None and b is not None
    match expr.op:
        case "add":
            return a + b
        case "sub":
            return a - b
        case "mul":
            return a * b
        case "neg":
            return -a
        case "div" if b != 0:
            return a / b
        case "pow" if a != 0 or int(expr.value or 0) >= 0:
            k = int(expr.value or 0)
            return a**k if bits(a) * abs(k) <= MAX_BITS else None
    return None


def bits(q: Fraction) -> int:
    """The length of a rational number."""
    return max(q.numerator.bit_length(), q.denominator.bit_length())


def variables(expr: Expr) -> list[str]:
    """The names of the variables, sorted."""
    return sorted({str(e.value) for e in expr.walk() if e.op == "var"})


def substitute(expr: Expr, values: Mapping[str, Expr]) -> Expr:
    """Replace variables by expressions."""
    if expr.op == "var":
        return values.get(str(expr.value), expr)
    if not expr.args:
        return expr
    return Expr(expr.op, tuple(substitute(a, values) for a in expr.args), expr.value)


# --- running an expression ------------------------------------------------------------------


class Arithmetic(Protocol):
    """Numbers to run an expression over.  Methods raise ``UndefinedHere`` where undefined."""

    def const(self, value: Fraction) -> Any: ...
    def pi(self) -> Any: ...
    def add(self, a: Any, b: Any) -> Any: ...
    def sub(self, a: Any, b: Any) -> Any: ...
    def mul(self, a: Any, b: Any) -> Any: ...
    def div(self, a: Any, b: Any) -> Any: ...
    def neg(self, a: Any) -> Any: ...
    def pow(self, a: Any, k: int) -> Any: ...
    def call(self, name: str, args: list[Any]) -> Any: ...


class Operators:
    """The part of an arithmetic that Python's operators do already."""

    def add(self, a: Any, b: Any) -> Any:
        return a + b

    def sub(self, a: Any, b: Any) -> Any:
        return a - b

    def mul(self, a: Any, b: Any) -> Any:
        return a * b

    def neg(self, a: Any) -> Any:
        return -a


class UndefinedHere(ArithmeticError):
    """The expression may be undefined (or not exactly computable) at these arguments."""


class Program:
    """An expression as a straight-line program, equal subexpressions computed once."""

    def __init__(self, expr: Expr):
        self.expr = expr
        self.code: list[tuple[str, tuple[int, ...], Any]] = []
        self._index: dict[tuple[str, tuple[int, ...], Any], int] = {}
        self._seen: dict[int, int] = {}
        self._keep: list[Expr] = []
        self._emit(expr)

    def _emit(self, expr: Expr) -> int:
        if id(expr) in self._seen:
            return self._seen[id(expr)]
        args = tuple(self._emit(a) for a in expr.args)
        key = (expr.op, args, expr.value)
        if key not in self._index:
            self._index[key] = len(self.code)
            self.code.append(key)
        self._keep.append(expr)  # ids stay valid only while the nodes live
        self._seen[id(expr)] = self._index[key]
        return self._index[key]

    def run(self, arithmetic: Arithmetic, values: Mapping[str, Any]) -> Any:
        """The value of the expression over ``arithmetic``."""
        slots: list[Any] = []
        for op, args, value in self.code:
            slots.append(_step(arithmetic, op, [slots[i] for i in args], value, values))
        return slots[-1]


def _step(ar: Arithmetic, op: str, args: list[Any], value: Any, values: Mapping[str, Any]) -> Any:
    match op:
        case "num":
            return ar.const(value)
        case "var":
            return values[value]
        case "pi":
            return ar.pi()
        case "add":
            return ar.add(*args)
        case "sub":
            return ar.sub(*args)
        case "mul":
            return ar.mul(*args)
        case "div":
            return ar.div(*args)
        case "neg":
            return ar.neg(*args)
        case "pow":
            return ar.pow(args[0], value)
    return ar.call(op, args)


# --- printing ---------------------------------------------------------------------------------

_LEVEL = {"add": 1, "sub": 1, "mul": 2, "div": 2, "neg": 3, "pow": 4}


def _text(expr: Expr, level: int) -> str:
    """Text that parses back to the same tree."""
    op, args = expr.op, expr.args
    if op == "num":
        assert isinstance(expr.value, Fraction)
        q = expr.value
        body, mine = str(q), 5 if q >= 0 and q.denominator == 1 else 2 if q >= 0 else 0
    elif op == "var":
        return str(expr.value)
    elif op == "pi":
        return "pi"
    elif op in _LEVEL:
        mine = _LEVEL[op]
        if op == "neg":
            body = "-" + _text(args[0], 4)
        elif op == "pow":
            body = f"{_text(args[0], 5)}**{_exponent(int(expr.value or 0))}"
        else:
            sign = {"add": " + ", "sub": " - ", "mul": "*", "div": "/"}[op]
            body = _text(args[0], mine) + sign + _text(args[1], mine + 1)
    else:
        return f"{op}({', '.join(_text(a, 0) for a in args)})"
    return f"({body})" if mine < level else body


def _exponent(k: int) -> str:
    return str(k) if k >= 0 else f"({k})"
