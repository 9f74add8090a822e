"""A small reader of LaTeX: enough for formulas of elementary functions, and silent on the rest.

``sides(r"\\log(1+x) \\leq x")`` gives both sides as sympy expressions and the relation; None where
a formula has words, indices, sums or anything else that is not an expression.
"""

from __future__ import annotations

import re

import sympy as sp

RELATIONS = {r"\leq": "<=", r"\geq": ">=", "<": "<", ">": ">", "=": "=="}
GREEK = ("gamma", "tau", "delta", "eta", "xi", "Delta", "rho", "phi", "lambda")
FUNCTIONS = {"log": sp.log, "exp": sp.exp, "max": sp.Max, "min": sp.Min, "tanh": sp.tanh}
TOKEN = re.compile(r"\\[A-Za-z]+|\d+(?:\.\d+)?|[A-Za-z]|[-+*/^_{}()\[\]|,]")


class _NotAnExpression(Exception):
    pass


def sides(latex: str) -> tuple[sp.Expr, str, sp.Expr] | None:
    """Left side, relation and right side of one inequality or equation."""
    text = re.split(r"\\quad", latex)[0]
    text = re.sub(r"\\(big|Big|bigg|left|right)[lr]?(?![a-z])|\\[,;!:]", " ", text)
    parts = re.split(r"(\\leq|\\geq|<|>|=)", text)
    if len(parts) != 3:
        return None
    try:
        left, right = _Reader(parts[0]).all(), _Reader(parts[2]).all()
    except (_NotAnExpression, IndexError):
        return None
    return left, RELATIONS[parts[1]], right


class _Reader:
    def __init__(self, text: str) -> None:
        if re.sub(TOKEN, "", text).strip():
            raise _NotAnExpression
        self.tokens = [*TOKEN.findall(text), ""]
        self.at = 0

    def all(self) -> sp.Expr:
        found = self.sum()
        if self.peek:
            raise _NotAnExpression
        return found

    @property
    def peek(self) -> str:
        return self.tokens[self.at]

    def take(self, wanted: str = "") -> str:
        token = self.peek
        if not token or (wanted and token != wanted):
            raise _NotAnExpression
        self.at += 1
        return token

    def sum(self) -> sp.Expr:
        sign = -1 if self.peek == "-" else 1
        if self.peek in ("-", "+"):
            self.take()
        found = sign * self.product()
        while self.peek in ("+", "-"):
            found = found + self.product() if self.take() == "+" else found - self.product()
        return found

    def product(self) -> sp.Expr:
        found = self.power()
        while self.peek and self.peek not in ("+", "-", "}", ")", "]", ",", "|"):
            if self.peek in ("/", "*", r"\cdot"):
                found = found / self.power() if self.take() == "/" else found * self.power()
            else:
                found *= self.power()
        return found

    def power(self) -> sp.Expr:
        base = self.atom()
        if self.peek == "^":
            self.take()
            base = base ** self.argument()
        if self.peek == "_":
            raise _NotAnExpression
        return base

    def argument(self) -> sp.Expr:
        """A group in braces, or one token."""
        if self.peek == "{":
            return self.group("{", "}")
        return self.single(self.take())

    def single(self, token: str) -> sp.Expr:
        if token[0].isdigit():
            # \tfrac12 has two digits in one token.
            return sp.Rational(token)
        if token == "e":
            return sp.E
        if token.isalpha():
            return sp.Symbol(token, real=True)
        if token[1:] in GREEK:
            return sp.Symbol(token[1:], real=True)
        raise _NotAnExpression

    def group(self, first: str, last: str) -> sp.Expr:
        self.take(first)
        found = self.sum()
        self.take(last)
        return found

    def atom(self) -> sp.Expr:
        token = self.peek
        if token in ("(", "[", "{"):
            return self.group(token, {"(": ")", "[": "]", "{": "}"}[token])
        if token == "|":
            self.take()
            found = self.sum()
            self.take("|")
            return sp.Abs(found)
        self.take()
        if token in (r"\frac", r"\tfrac"):
            return self.fraction()
        if token == r"\sqrt":
            return sp.sqrt(self.argument())
        if token[1:] in FUNCTIONS and token.startswith("\\"):
            return self.function(token[1:])
        return self.single(token)

    def fraction(self) -> sp.Expr:
        if self.peek != "{" and self.peek.isdigit() and len(self.peek) == 2:
            above, below = self.take()
            return sp.Rational(int(above), int(below))
        above = self.argument()
        return above / self.argument()

    def function(self, name: str) -> sp.Expr:
        if self.peek != "(":
            return FUNCTIONS[name](self.power())
        self.take("(")
        arguments = [self.sum()]
        while self.peek == ",":
            self.take()
            arguments.append(self.sum())
        self.take(")")
        return FUNCTIONS[name](*arguments)
