"""The problems of the prover's benchmark, and a reader of statements that owes nothing to it.

A peer must not depend on the parser that it is compared with.  The language of statements is part
of Python's, so Python's own parser reads them here; decimals are taken as exact rationals.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol

DATA = Path(__file__).with_name("inequalities.json")
_RELATIONS = {ast.LtE: "<=", ast.Lt: "<", ast.GtE: ">=", ast.Gt: ">"}
#: Names that are numbers.
CONSTANTS = ("pi",)


class Unsupported(Exception):
    """The arithmetic does not know a function, or the point is outside its range."""


class Numbers(Protocol):
    """What a statement is computed in; Python's operators do the rest."""

    def const(self, value: Fraction) -> Any: ...
    def power(self, base: Any, exponent: Fraction) -> Any: ...
    def call(self, name: str, args: list[Any]) -> Any: ...


@dataclass(frozen=True)
class Problem:
    """A statement on a box.  ``witness`` is a rational point at which a false one fails."""

    group: str
    source: str
    name: str
    statement: str
    where: str
    truth: bool
    witness: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Side:
    """One axis of the box: None is infinite; an open end is excluded."""

    lo: Fraction | None = None
    hi: Fraction | None = None
    lo_open: bool = False
    hi_open: bool = False

    def contains(self, x: Fraction) -> bool:
        """Membership of an exact number."""
        above = self.lo is None or (x > self.lo if self.lo_open else x >= self.lo)
        return above and (self.hi is None or (x < self.hi if self.hi_open else x <= self.hi))


def load(path: Path = DATA) -> list[Problem]:
    """The problems of the data file, in its order."""
    return [Problem(**row) for row in json.loads(path.read_text(encoding="utf-8"))["problems"]]


class Reading:
    """A statement and its box, read: ``gap`` is what the statement says is >= 0 (or > 0)."""

    def __init__(self, statement: str, where: str):
        tree = _parsed(statement)
        if not isinstance(tree, ast.Compare) or len(tree.ops) != 1:
            raise ValueError(f"not one inequality: {statement!r}")
        self.relation = _RELATIONS[type(tree.ops[0])]
        self.strict = self.relation in ("<", ">")
        sides = [tree.left, tree.comparators[0]]
        self.smaller, self.larger = sides if self.relation in ("<=", "<") else sides[::-1]
        self.box = _box(where)
        functions = {n.func for n in ast.walk(tree) if isinstance(n, ast.Call)}
        names = [n for n in ast.walk(tree) if isinstance(n, ast.Name) and n not in functions]
        for name in sorted({n.id for n in names} - set(CONSTANTS)):
            self.box.setdefault(name, Side())

    def sides(self, numbers: Numbers, point: Mapping[str, Any]) -> tuple[Any, Any]:
        """The side that should be smaller, and the other."""
        return evaluate(self.smaller, numbers, point), evaluate(self.larger, numbers, point)

    def gap(self, numbers: Numbers, point: Mapping[str, Any]) -> Any:
        """The larger side minus the smaller one."""
        smaller, larger = self.sides(numbers, point)
        return larger - smaller


def _parsed(text: str) -> ast.expr:
    # A decimal becomes a string first: a float would not be exact.
    exact = re.sub(r"(?<![\w.])(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?(?!\w)", r"'\g<0>'", text)
    return ast.parse(exact.strip(), mode="eval").body


def _box(where: str) -> dict[str, Side]:
    box: dict[str, Side] = {}
    for part in filter(None, (p.strip() for p in where.split(","))):
        tree = _parsed(part)
        if not isinstance(tree, ast.Compare):
            raise ValueError(f"not a bound: {part!r}")
        terms = [tree.left, *tree.comparators]
        for left, op, right in zip(terms, tree.ops, terms[1:], strict=False):
            relation = _RELATIONS[type(op)]
            if not isinstance(left, ast.Name):
                left, right, relation = right, left, relation.translate(str.maketrans("<>", "><"))
            if not isinstance(left, ast.Name):
                raise ValueError(f"a bound needs a variable: {part!r}")
            bound, old = rational(right), box.get(left.id, Side())
            if bound is None:
                raise ValueError(f"a bound is a rational number: {part!r}")
            box[left.id] = _narrowed(old, relation, bound)
    return box


def _narrowed(old: Side, relation: str, bound: Fraction) -> Side:
    is_open = len(relation) == 1
    if relation[0] == "<":
        if old.hi is None or bound < old.hi or (bound == old.hi and is_open):
            return Side(old.lo, bound, old.lo_open, is_open)
    elif old.lo is None or bound > old.lo or (bound == old.lo and is_open):
        return Side(bound, old.hi, is_open, old.hi_open)
    return old


def rational(node: ast.expr) -> Fraction | None:
    """The exact value of a constant expression without functions, or None."""
    match node:
        case ast.Constant(value=str(text)):
            return Fraction(text)
        case ast.UnaryOp(op=op, operand=inner):
            value = rational(inner)
            return -value if value is not None and isinstance(op, ast.USub) else value
        case ast.BinOp(left=left, op=op, right=right):
            a, b = rational(left), rational(right)
            if a is None or b is None:
                return None
            match op:
                case ast.Add():
                    return a + b
                case ast.Sub():
                    return a - b
                case ast.Mult():
                    return a * b
                case ast.Div():
                    return a / b
                case ast.Pow() if b.denominator == 1:
                    return a ** int(b)
    return None


def evaluate(node: ast.expr, numbers: Numbers, point: Mapping[str, Any]) -> Any:
    """The value of an expression."""
    value = rational(node)
    if value is not None:
        return numbers.const(value)
    match node:
        case ast.Name(id=name):
            return numbers.call(name, []) if name in CONSTANTS else point[name]
        case ast.UnaryOp(op=op, operand=inner):
            result = evaluate(inner, numbers, point)
            return -result if isinstance(op, ast.USub) else result
        case ast.Call(func=ast.Name(id=name), args=args):
            return numbers.call(name, [evaluate(a, numbers, point) for a in args])
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            base, exponent = evaluate(left, numbers, point), rational(right)
            if exponent is not None:
                return numbers.power(base, exponent)
            times = evaluate(right, numbers, point) * numbers.call("log", [base])
            return numbers.call("exp", [times])
        case ast.BinOp(left=left, op=op, right=right):
            a, b = evaluate(left, numbers, point), evaluate(right, numbers, point)
            match op:
                case ast.Add():
                    return a + b
                case ast.Sub():
                    return a - b
                case ast.Mult():
                    return a * b
                case ast.Div():
                    return a / b
    raise ValueError(f"not an expression: {ast.dump(node)}")
