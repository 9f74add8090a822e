"""Expressions, intervals and statements of the language in LaTeX."""

from __future__ import annotations

import re
from fractions import Fraction

from glbtheory.engines.language.domain import Domain, Inequality, Interval, Side, is_finite
from glbtheory.engines.language.expression import Expr, num

_LEVEL = {"add": 1, "sub": 1, "neg": 1, "mul": 2, "pow": 4}
_RELATION = {"<=": r"\le", ">=": r"\ge", "<": "<", ">": ">", "==": "="}
_GREEK = re.compile(
    "alpha|beta|gamma|delta|epsilon|zeta|eta|theta|kappa|lambda|mu|nu|xi|rho|sigma|tau|phi|chi|psi"
    "|omega"
)
_NAMED = {"log", "tanh", "sinh", "cosh", "sin", "cos", "tan", "min", "max"}
_OWN = {"atan": r"\arctan", "asin": r"\arcsin", "acos": r"\arccos"}


def latex(expr: Expr) -> str:
    """An expression in LaTeX, without dollar signs."""
    return _latex(expr, 0)


def _latex(expr: Expr, level: int) -> str:
    op, args = expr.op, expr.args
    if op == "num":
        assert isinstance(expr.value, Fraction)
        return _bracketed(rational(expr.value), expr.value < 0 and level > 0)
    if op == "var":
        return name_latex(str(expr.value))
    if op == "pi":
        return r"\pi"
    if op == "div":
        return rf"\frac{{{_latex(args[0], 0)}}}{{{_latex(args[1], 0)}}}"
    if op in _LEVEL:
        return _bracketed(_operation(expr), _LEVEL[op] < level)
    return _function(op, args)


def _operation(expr: Expr) -> str:
    a = expr.args
    match expr.op:
        case "add":
            minus, term = _signed(a[1])
            return f"{_latex(a[0], 1)} {'-' if minus else '+'} {_latex(term, 2 if minus else 1)}"
        case "sub":
            return f"{_latex(a[0], 1)} - {_latex(a[1], 2)}"
        case "neg":
            return f"-{_latex(a[0], 2)}"
        case "mul":
            minus, size = _signed(expr)
            if minus:
                return f"-{_latex(size, 2)}"
            left, right = _latex(a[0], 2), _latex(a[1], 3 if a[1].op == "mul" else 2)
            return rf"{left} \cdot {right}" if right[0].isdigit() else rf"{left}\, {right}"
    base = _latex(a[0], 5)
    if a[0].op not in ("var", "num", "pi") and not base.startswith(r"\left("):
        base = rf"\left({base}\right)"
    return f"{base}^{{{expr.value}}}"


def _signed(expr: Expr) -> tuple[bool, Expr]:
    """Whether a term starts with a minus sign, and the term without it."""
    if expr.op == "neg":
        return True, expr.args[0]
    if expr.op == "num" and isinstance(expr.value, Fraction) and expr.value < 0:
        return True, num(-expr.value)
    if expr.op in ("mul", "div"):
        minus, first = _signed(expr.args[0])
        if minus:
            one = expr.op == "mul" and first == num(1)
            return True, expr.args[1] if one else Expr(expr.op, (first, expr.args[1]))
    return False, expr


def _function(op: str, args: tuple[Expr, ...]) -> str:
    inside = ", ".join(_latex(a, 0) for a in args)
    if op == "exp":
        return "e" if inside == "1" else f"e^{{{inside}}}"
    if op == "sqrt":
        return rf"\sqrt{{{inside}}}"
    if op == "abs":
        return rf"\left|{inside}\right|"
    name = _OWN.get(op) or (rf"\{op}" if op in _NAMED else rf"\operatorname{{{op}}}")
    return rf"{name}\left({inside}\right)"


def _bracketed(text: str, needed: bool) -> str:
    return rf"\left({text}\right)" if needed else text


def rational(q: Fraction) -> str:
    """A rational number in LaTeX."""
    if q.denominator == 1:
        return str(q)
    return rf"{'-' if q < 0 else ''}\frac{{{abs(q.numerator)}}}{{{q.denominator}}}"


def name_latex(name: str) -> str:
    """A variable: Greek letters as such, digits and what follows an underscore as an index."""
    match = re.fullmatch(r"([A-Za-z]+?)_?(\d+|(?<=_)\w+)?_*", name)
    if match is None:
        return rf"\mathit{{{name}}}".replace("_", r"\_")
    stem, index = match.groups()
    shown = (
        rf"\{stem}" if _GREEK.fullmatch(stem) else stem if len(stem) == 1 else rf"\mathit{{{stem}}}"
    )
    return shown if not index else f"{shown}_{{{index}}}".replace("__", "_")


def interval_latex(name: str, interval: Interval) -> str:
    """``0 \\le x < 1``."""
    text, x = "", name_latex(name)
    lo, hi = interval.lo, interval.hi
    low, high = ("<" if o else r"\le" for o in (interval.lo_open, interval.hi_open))
    if isinstance(lo, Fraction) and not is_finite(hi):
        return rf"{x} {'>' if interval.lo_open else chr(92) + 'ge'} {rational(lo)}"
    if isinstance(lo, Fraction):
        text = f"{rational(lo)} {low} "
    return f"{text}{x}" + (f" {high} {rational(hi)}" if isinstance(hi, Fraction) else "")


def domain_latex(domain: Domain) -> list[str]:
    """One formula for each bounded variable."""
    return [interval_latex(n, i) for n, i in sorted(domain.items()) if i != Interval()]


def side_latex(side: Side) -> str:
    """A side condition."""
    return f"{latex(side.expr)} {_RELATION[side.relation]} 0"


def statement_latex(statement: Inequality) -> str:
    """The two sides."""
    relation = _RELATION[statement.relation]
    return f"{latex(statement.lhs)} {relation} {latex(statement.rhs)}"
