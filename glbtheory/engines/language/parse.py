"""Text to expressions: a small grammar of our own, nothing is evaluated as Python.

``prove("1/(1+x) <= (1-exp(-x))/x", "x > 0")`` needs a reader that takes decimals as exact
rationals, lets ``lambda`` and ``gamma`` be variables, and answers anything else with a message.
``pi`` and ``e`` are the numbers, unless they are bounded as variables; ``gamma(x)`` is the
function.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from glbtheory.engines.language.domain import Domain, Inequality, Interval, Side
from glbtheory.engines.language.expression import (
    NARY,
    PI,
    UNARY,
    E,
    Expr,
    call,
    constant,
    num,
    power,
    var,
    variables,
)
from glbtheory.engines.language.tightening import tightened

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<op>\*\*|<=|>=|==|[-+*/(),<>]))",
    re.ASCII,
)
_RELATIONS = ("<=", ">=", "==", "<", ">")
#: Functions that stand for a formula.
_SHORT = {
    "log1p": lambda x: call("log", num(1) + x),
    "expm1": lambda x: call("exp", x) - num(1),
}
#: Names that stand for a number, where they are no variables.
_CONSTANTS = {"pi": PI, "e": E}
_NOT_NUMBERS = ("nan", "inf", "infinity")
_MAX_DEPTH = 60
_MAX_TOKENS = 4000
_MAX_HEIGHT = 150
_MAX_DIGITS = 1000


class ParseError(ValueError):
    """The text is not an inequality or a domain of this language."""


class _Reader:
    """A recursive-descent reader over the tokens of one text."""

    def __init__(self, text: str, names: Collection[str] = ()):
        self.text, self.names = text, names
        self.tokens = _tokens(text)
        self.at = 0
        self.depth = 0

    def peek(self) -> str:
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def take(self) -> tuple[str, str]:
        if self.at >= len(self.tokens):
            raise ParseError(f"the text ends too early: {self.text!r}")
        self.at += 1
        return self.tokens[self.at - 1]

    def expect(self, symbol: str) -> None:
        found = self.peek()
        if found != symbol:
            raise ParseError(
                f"expected {symbol!r} but found {found or 'the end'!r} in {self.text!r}"
            )
        self.at += 1

    def sum(self) -> Expr:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise ParseError(f"nested deeper than {_MAX_DEPTH} levels")
        left = self.product()
        while self.peek() in ("+", "-"):
            sign = self.take()[1]
            right = self.product()
            left = _shallow(left + right if sign == "+" else left - right)
        self.depth -= 1
        return left

    def product(self) -> Expr:
        left = self.signed()
        while self.peek() in ("*", "/"):
            sign = self.take()[1]
            right = self.signed()
            left = _shallow(left * right if sign == "*" else left / right)
        return left

    def signed(self) -> Expr:
        # A loop, not recursion: "- - - x" may be long.
        negative = False
        while self.peek() in ("+", "-"):
            negative ^= self.take()[1] == "-"
        value = self.powered()
        return -value if negative else value

    def powered(self) -> Expr:
        base = self.atom()
        if self.peek() == "**":
            self.take()
            self.depth += 1
            if self.depth > _MAX_DEPTH:
                raise ParseError(f"nested deeper than {_MAX_DEPTH} levels")
            exponent = self.signed()
            self.depth -= 1
            try:
                return _shallow(power(base, exponent))
            except ValueError as error:
                raise ParseError(str(error)) from None
        return base

    def atom(self) -> Expr:
        kind, text = self.take()
        if kind == "number":
            return num(_number(text))
        if kind == "name":
            return self.named(text)
        if text == "(":
            inside = self.sum()
            self.expect(")")
            return inside
        raise ParseError(f"unexpected {text!r} in {self.text!r}")

    def named(self, name: str) -> Expr:
        if name.lower() in _NOT_NUMBERS:
            raise ParseError(f"{name} is not a number; leave a bound out to make it infinite")
        if name not in (*UNARY, *NARY, *_SHORT) or (name == "gamma" and self.peek() != "("):
            if self.peek() == "(":
                known = ", ".join((*UNARY, *NARY, *_SHORT))
                raise ParseError(f"unknown function {name!r}; known: {known}")
            return var(name) if name in self.names else _CONSTANTS.get(name, var(name))
        self.expect("(")
        args = [self.sum()]
        while self.peek() == ",":
            self.take()
            args.append(self.sum())
        self.expect(")")
        if name in (*UNARY, *_SHORT):
            if len(args) != 1:
                raise ParseError(f"{name} takes one argument, not {len(args)}")
            return _SHORT[name](args[0]) if name in _SHORT else call(name, args[0])
        if len(args) < 2:
            raise ParseError(f"{name} takes two or more arguments")
        left = args[0]
        for right in args[1:]:
            left = _shallow(call(name, left, right))
        return left

    def chain(self) -> tuple[list[Expr], list[str]]:
        terms, relations = [self.sum()], []
        while self.peek() in _RELATIONS:
            relations.append(self.take()[1])
            terms.append(self.sum())
        return terms, relations


def _shallow(expr: Expr) -> Expr:
    """The expression, unless its tree is too high to walk through."""
    if expr.height > _MAX_HEIGHT:
        raise ParseError(f"too many operations in a row or nested: more than {_MAX_HEIGHT}")
    return expr


def _number(text: str) -> Fraction:
    mantissa, _, exponent = text.lower().partition("e")
    if len(mantissa) > _MAX_DIGITS:
        raise ParseError(f"a number with more than {_MAX_DIGITS} digits")
    if exponent and abs(int(exponent)) > 400:
        raise ParseError(f"the number {text} is out of range (exponents up to 400)")
    return Fraction(mantissa) * Fraction(10) ** int(exponent or 0)


def _tokens(text: str) -> list[tuple[str, str]]:
    if not isinstance(text, str) or not text.strip():
        raise ParseError("an empty text is not an inequality")
    tokens: list[tuple[str, str]] = []
    at = 0
    stripped = text.rstrip()
    while at < len(stripped):
        match = _TOKEN.match(stripped, at)
        if match is None:
            bad = stripped[at:].lstrip()[0]
            hint = " (powers are written **)" if bad == "^" else ""
            hint = " (use <= or == for a relation)" if bad in "=!" else hint
            raise ParseError(f"unexpected character {bad!r} in {text!r}{hint}")
        kind = str(match.lastgroup)
        tokens.append((kind, match.group(kind)))
        at = match.end()
    if len(tokens) > _MAX_TOKENS:
        raise ParseError(f"the text is too long: more than {_MAX_TOKENS} symbols")
    return tokens


def parse_expression(text: str, names: Collection[str] = ()) -> Expr:
    """A real expression; raises :class:`ParseError` with a message for anything else.

    ``names`` are variables even if they are called ``e`` or ``pi``.
    """
    reader = _Reader(text, names)
    expr = reader.sum()
    if reader.peek():
        raise ParseError(f"unexpected {reader.peek()!r} in {text!r}")
    return expr


def parse_domain(text: str) -> dict[str, Interval]:
    """Bounds such as ``0 <= x <= 1, y > 0``; an empty text bounds nothing."""
    domain: dict[str, Interval] = {}
    if not text.strip():
        return domain
    # A bounded name is a variable, also if it is called e or pi.
    reader = _Reader(text, _CONSTANTS)
    while True:
        terms, relations = reader.chain()
        if not relations:
            raise ParseError(f"a domain is a list of bounds such as '0 <= x <= 1', not {text!r}")
        for left, relation, right in zip(terms, relations, terms[1:], strict=False):
            name, interval = _bound(left, relation, right)
            domain[name] = domain.get(name, Interval()).intersect(interval)
        if not reader.peek():
            break
        reader.expect(",")
    for name, interval in domain.items():
        if interval.empty:
            raise ParseError(f"empty domain: no {name} satisfies its bounds")
    return domain


def _bound(left: Expr, relation: str, right: Expr) -> tuple[str, Interval]:
    if left.op == "var":
        name, value = str(left.value), constant(right)
        flipped = relation
    elif right.op == "var":
        name, value = str(right.value), constant(left)
        flipped = relation.translate(str.maketrans("<>", "><"))
    else:
        raise ParseError(
            f"a bound compares a variable with a number, not {left} {relation} {right}"
        )
    if value is None:
        raise ParseError(
            f"a bound compares a variable with a rational number, not {left} {relation} {right}"
        )
    is_open = flipped in ("<", ">")
    if flipped == "==":
        return name, Interval(value, value)
    if flipped.startswith("<"):
        return name, Interval(hi=value, hi_open=is_open)
    return name, Interval(lo=value, lo_open=is_open)


@dataclass(frozen=True)
class Where:
    """What a text says of the variables: a box, side conditions, and which are integers."""

    domain: dict[str, Interval]
    given: tuple[Side, ...] = ()
    integers: frozenset[str] = frozenset()


def parse_where(text: str) -> Where:
    """Bounds and relations such as ``0 < x < y, x + y <= 1, n >= 1 integer``.

    The box is made as small as the linear relations show at once, so that ``0 < y < x`` bounds x
    too.  This changes no set of points.
    """
    domain: dict[str, Interval] = {}
    given: list[Side] = []
    integers: set[str] = set()
    reader = _Reader(text, _bounded_constants(text)) if text.strip() else None
    while reader is not None:
        _condition(reader, domain, given, integers)
        if not reader.peek():
            break
        reader.expect(",")
    tightened(domain, given, integers)
    for name, interval in domain.items():
        if interval.empty:
            raise ParseError(f"empty domain: no {name} satisfies its bounds")
    return Where(domain, tuple(given), frozenset(integers))


def _bounded_constants(text: str) -> set[str]:
    """``e`` and ``pi`` where they are variables: compared with a number, as in ``e > 0``."""
    reader, found = _Reader(text, _CONSTANTS), set()
    while reader.peek():
        terms, _ = reader.chain()
        for left, right in pairwise(terms):
            for a, b in ((left, right), (right, left)):
                if a.op == "var" and a.value in _CONSTANTS and constant(b) is not None:
                    found.add(str(a.value))
        while reader.peek() in ("integer", ","):
            reader.take()
    return found


def _condition(
    reader: _Reader, domain: dict[str, Interval], given: list[Side], integers: set[str]
) -> None:
    """One chain between two commas, sorted into bounds of variables and other relations."""
    leading = reader.peek() == "integer" and reader.at + 1 < len(reader.tokens)
    if leading:
        reader.take()
    terms, relations = reader.chain()
    if leading or reader.peek() == "integer":
        if not leading:
            reader.take()
        names = [str(t.value) for t in terms if t.op == "var"]
        if not names:
            raise ParseError(f"no variable stands beside 'integer' in {reader.text!r}")
        integers.update(names)
        for name in names:
            domain.setdefault(name, Interval())
    elif not relations:
        raise ParseError(f"a domain is a list of bounds such as '0 <= x <= 1', not {reader.text!r}")
    for left, relation, right in zip(terms, relations, terms[1:], strict=False):
        if _is_bound(left, right):
            name, interval = _bound(left, relation, right)
            domain[name] = domain.get(name, Interval()).intersect(interval)
        else:
            side = _side(left, relation, right)
            if side not in given:
                given.append(side)


def _is_bound(left: Expr, right: Expr) -> bool:
    return any(a.op == "var" and constant(b) is not None for a, b in ((left, right), (right, left)))


def _side(left: Expr, relation: str, right: Expr) -> Side:
    expr = right - left if relation.startswith("<") else left - right
    zero = num(0)
    if right == zero and not relation.startswith("<"):
        expr = left
    elif left == zero and relation.startswith("<"):
        expr = right
    if not variables(expr):
        raise ParseError(f"a bound says nothing of a variable: {left} {relation} {right}")
    for node in expr.walk():
        if node.op == "div" and constant(node.args[1]) == 0:
            raise ParseError(f"a bound divides by zero: {left} {relation} {right}")
    return Side(expr, relation.replace("<", ">"))


def parse_inequality(text: str, where: str | Domain | Where = "") -> Inequality:
    """``LHS relation RHS`` on a domain given as text or as intervals."""
    where = parse_where(where) if isinstance(where, str) else where
    found = where if isinstance(where, Where) else Where(dict(where))
    reader = _Reader(text, found.domain)
    terms, relations = reader.chain()
    if reader.peek():
        raise ParseError(f"unexpected {reader.peek()!r} in {text!r}")
    if len(relations) != 1:
        raise ParseError(
            f"an inequality has exactly one of {' '.join(_RELATIONS)}; "
            f"found {len(relations)} in {text!r}"
        )
    try:
        return Inequality(
            terms[0], relations[0], terms[1], found.domain, found.given, found.integers
        )
    except ValueError as error:
        raise ParseError(str(error)) from None
