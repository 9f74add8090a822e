"""Exact algebra (sympy): identities, limits, and derivative ladders on half-lines.

A *derivative ladder* proves f >= 0 for u >= 0: f(0) >= 0 and f' >= 0, where f' >= 0 is shown in
the same way, until a rung is a sum of visibly non-negative terms.  Every rung may first be
multiplied by something visibly positive.  The rungs are the certificate.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from glbtheory.engines.language.domain import Inequality, Interval, is_finite
from glbtheory.engines.language.expression import (
    MAX_POWER,
    PI,
    Expr,
    call,
    constant,
    num,
    power,
    var,
    variables,
)
from glbtheory.engines.language.parse import parse_expression

if TYPE_CHECKING:
    import sympy as sp
else:
    from glbtheory._support.lazy_libraries import sympy as sp

#: The functions of the language, by the names that sympy has for them.
_TO = {
    **{name: name for name in ("exp", "log", "sqrt", "tanh", "sinh", "cosh", "atan", "sin", "cos")},
    **{name: name for name in ("tan", "asin", "acos", "erf", "gamma")},
    **{name: name.capitalize() for name in ("abs", "min", "max")},
}
_FROM = {theirs: ours for ours, theirs in _TO.items() if ours not in ("sqrt", "min", "max")}
_KINKS = ("Abs", "sign", "Min", "Max", "Heaviside", "DiracDelta", "Piecewise")
_MAX_RUNGS = 8
_MAX_TERMS = 80


def to_sympy(expr: Expr, symbols: dict[str, Any] | None = None) -> Any:
    """The same expression for sympy; ``symbols`` may replace variables by expressions."""
    symbols = symbols or {}
    args = [to_sympy(a, symbols) for a in expr.args]
    match expr.op:
        case "num":
            assert isinstance(expr.value, Fraction)
            return sp.Rational(expr.value.numerator, expr.value.denominator)
        case "var":
            return symbols.get(str(expr.value), sp.Symbol(str(expr.value), real=True))
        case "pi":
            return sp.pi
        case "add":
            return args[0] + args[1]
        case "sub":
            return args[0] - args[1]
        case "mul":
            return args[0] * args[1]
        case "div":
            return args[0] / args[1]
        case "neg":
            return -args[0]
        case "pow":
            return args[0] ** expr.value
    return getattr(sp, _TO[expr.op])(*args)


def from_sympy(expr: Any) -> Expr:
    """A sympy expression as a tree; floats and unknown functions are refused."""
    expr = sp.sympify(expr)
    if expr.is_Rational:
        return num(Fraction(int(expr.p), int(expr.q)))
    if expr.is_Symbol:
        return var(expr.name)
    if expr is sp.pi:
        return PI
    if expr is sp.E:
        return call("exp", num(1))
    if expr.is_Add:
        return _fold([from_sympy(a) for a in expr.args], lambda a, b: a + b)
    if expr.is_Mul:
        top, bottom = expr.as_numer_denom()
        if bottom != 1:
            return from_sympy(top) / from_sympy(bottom)
        return _fold([from_sympy(a) for a in expr.args], lambda a, b: a * b)
    if expr.is_Pow:
        return power(from_sympy(expr.base), from_sympy(expr.exp))
    if isinstance(expr, sp.Min | sp.Max):
        name = "min" if isinstance(expr, sp.Min) else "max"
        return _fold([from_sympy(a) for a in expr.args], lambda a, b: call(name, a, b))
    if expr.func.__name__ in _FROM:
        return call(_FROM[expr.func.__name__], *map(from_sympy, expr.args))
    raise ValueError(f"cannot translate {expr}: {expr.func} is not in the language")


def _fold(terms: list[Expr], combine: Any) -> Expr:
    total = terms[0]
    for term in terms[1:]:
        total = combine(total, term)
    return total


def manageable(expr: Expr, *, shifted: bool = False) -> bool:
    """Whether writing the expression out as a sum is a matter of moments.

    ``shifted`` says that variables will be replaced by a constant plus a variable.
    """
    return _terms(expr, 2 if shifted else 1) <= _MAX_TERMS and _degree(expr) <= MAX_POWER


def _degree(expr: Expr) -> int:
    """A bound on the exponents after expansion."""
    below = [_degree(a) for a in expr.args]
    if expr.op == "pow":
        return below[0] * abs(int(expr.value or 0))
    if expr.op in ("mul", "div"):
        return sum(below)
    return max(below, default=1 if expr.op == "var" else 0)


def _terms(expr: Expr, of_variable: int) -> int:
    """A bound on the number of terms after expansion (counting stops at ``_MAX_TERMS``)."""
    if expr.op == "var":
        return of_variable
    below = [_terms(a, of_variable) for a in expr.args]
    if max(below, default=0) > _MAX_TERMS:
        return _MAX_TERMS + 1
    if expr.op in ("add", "sub"):
        return sum(below)
    if expr.op in ("mul", "div"):
        return below[0] * below[1]
    if expr.op == "pow":
        if constant(expr.args[0]) is not None and constant(expr) is None:
            return _MAX_TERMS + 1  # a number that may be too long to write down
        return _terms_of_power(below[0], abs(int(expr.value or 0)))
    if expr.op == "exp":
        # sympy turns e^(k log a) into a^k.
        inner = [_terms(e, of_variable) for e in expr.walk() if e.op == "log"]
        sizes = [abs(e.value) for e in expr.walk() if isinstance(e.value, Fraction)]
        if inner and max(sizes, default=0) > MAX_POWER:
            return _MAX_TERMS + 1
        return _terms_of_power(max(inner) + 1, int(max(sizes, default=1))) if inner else 1
    return {"tanh": 4, "sinh": 2, "cosh": 2}.get(expr.op, 1)


def _terms_of_power(n: int, k: int) -> int:
    return math.comb(n + k - 1, k) if n > 1 else 1


# --- zeros and limits ---------------------------------------------------------------------------


def is_zero(expr: Any) -> bool:
    """Whether sympy reduces an expression to the literal 0 (False means: not shown)."""
    expr = sp.sympify(expr)
    if _clearly_nonzero(expr):
        return False
    for simplify in (
        sp.expand,
        _as_fraction,
        lambda e: _as_fraction(e.rewrite(sp.exp)),
        sp.simplify,
    ):
        if expr == 0:
            return True
        reduced = simplify(expr)
        if reduced == 0:
            return True
    return False


def _clearly_nonzero(expr: Any) -> bool:
    """Whether one evaluation shows already that there is nothing to simplify to 0."""
    symbols = sorted(expr.free_symbols, key=str)
    try:
        value = expr.subs({s: sp.Float(f"0.{37 + 16 * k}71", 50) for k, s in enumerate(symbols)})
        # Numbers of 50 digits: what is left of a zero is far smaller.
        return bool(abs(sp.N(value, 30)) > 1e-25)
    except (TypeError, ValueError, ArithmeticError):
        return False


def _as_fraction(expr: Any) -> Any:
    top, _ = sp.fraction(sp.together(expr))
    return sp.powsimp(sp.expand(top))


def limit(expr: Any, symbol: Any, point: Any, side: str = "+") -> Any:
    """The exact one-sided limit; None where sympy finds none."""
    try:
        value = sp.limit(expr, symbol, point, side)
    except (NotImplementedError, ValueError, TypeError):
        return None
    return None if value.has(sp.nan, sp.AccumBounds, sp.Limit) else value


# --- visible signs ------------------------------------------------------------------------------


def nonnegative(expr: Any) -> bool:
    """Whether an expression in symbols >= 0 is visibly >= 0 for all their values."""
    expr = sp.sympify(expr)
    if expr.is_number:
        return bool(expr.is_nonnegative)
    if expr.is_Symbol or isinstance(expr, sp.exp | sp.cosh | sp.Abs):
        return True
    if expr.is_Add or expr.is_Mul:
        return all(nonnegative(a) for a in expr.args)
    if expr.is_Pow:
        even = expr.exp.is_Integer and expr.exp % 2 == 0
        return bool((even and expr.exp > 0) or _power_sign(expr))
    if isinstance(expr, sp.log):
        return nonnegative(sp.expand(expr.args[0] - 1))
    if isinstance(expr, sp.sinh | sp.tanh | sp.atan):
        return nonnegative(expr.args[0])
    return False


def _power_sign(expr: Any) -> bool:
    return nonnegative(expr.base) if expr.exp.is_positive else positive(expr.base)


def positive(expr: Any) -> bool:
    """Whether an expression in symbols >= 0 is visibly > 0, also where they vanish."""
    expr = sp.sympify(expr)
    if expr.is_number:
        return bool(expr.is_positive)
    if isinstance(expr, sp.exp | sp.cosh):
        return True
    if expr.is_Add:
        return all(nonnegative(a) for a in expr.args) and any(positive(a) for a in expr.args)
    if expr.is_Mul:
        return all(positive(a) for a in expr.args)
    if expr.is_Pow:
        return positive(expr.base)
    if isinstance(expr, sp.log):
        return positive(sp.expand(expr.args[0] - 1))
    return False


# --- ladders ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rung:
    """``expression = multiplier * (gap, or the derivative of the rung below)``."""

    expression: Any
    multiplier: Any


@dataclass(frozen=True)
class Ladder:
    """A proof that the gap is >= 0 for all values >= 0 of its symbols."""

    variable: Any
    rungs: tuple[Rung, ...]

    def to_json(self) -> dict[str, Any]:
        """Text that the checker reads back."""
        return {
            "rule": "ladder",
            "variable": str(self.variable),
            "rungs": [
                {
                    "expression": str(from_sympy(r.expression)),
                    "multiplier": str(from_sympy(r.multiplier)),
                }
                for r in self.rungs
            ],
        }


def climb(gap: Any, symbol: Any) -> Ladder | None:
    """Build a ladder in one symbol, the others being parameters >= 0."""
    rungs: list[Rung] = []
    f = gap
    for _ in range(_MAX_RUNGS):
        rung = _normalise(f)
        if not _regular(rung.multiplier):
            return None
        rungs.append(rung)
        if nonnegative(rung.expression):
            return Ladder(symbol, tuple(rungs))
        if not smooth(rung.expression):
            return None
        value = start_value(rung.expression, symbol)
        if value is None or not nonnegative(sp.expand(value)):
            return None
        f = sp.diff(rung.expression, symbol)
        if sp.count_ops(f) > 400:
            return None
    return None


def start_value(expr: Any, symbol: Any) -> Any:
    """The value (or limit from the right) at symbol = 0; None if there is none."""
    try:
        value = expr.subs(symbol, 0)
    except (ZeroDivisionError, ValueError):
        value = sp.nan
    if value.has(sp.nan, sp.zoo, sp.oo):
        # Limits of long expressions can take minutes; there the other engines do better.
        value = limit(expr, symbol, 0) if sp.count_ops(expr) <= 25 else None
    return value


def _normalise(f: Any) -> Rung:
    """Multiply by positive denominators and exponentials until the form is polynomial."""
    top, bottom = sp.fraction(sp.together(sp.expand(f.rewrite(sp.exp))))
    top, bottom = sp.powsimp(sp.expand(top)), sp.expand(bottom)
    if positive(-bottom):
        top, bottom = sp.expand(-top), -bottom
    if not _positive_inside(bottom):
        return Rung(sp.powsimp(sp.expand(f)), sp.Integer(1))
    multiplier = bottom
    shrink = _common_exponential(top)
    top = sp.powsimp(sp.expand(top * shrink))
    return Rung(top, multiplier * shrink)


def _positive_inside(expr: Any) -> bool:
    """Whether expr > 0 when all symbols are > 0 (powers of the symbols count as positive)."""
    expr = sp.factor_terms(sp.expand(expr))
    if positive(expr) or expr.is_Symbol:
        return True
    if expr.is_Mul:
        return all(_positive_inside(a) for a in expr.args)
    if expr.is_Pow:
        return _positive_inside(expr.base)
    if expr.is_Add:
        signs = [_positive_inside(a) for a in expr.args]
        return any(signs) and all(
            s or nonnegative(a) for s, a in zip(signs, expr.args, strict=True)
        )
    if isinstance(expr, sp.log):
        return _positive_inside(expr.args[0] - 1)
    if isinstance(expr, sp.sinh | sp.tanh | sp.atan):
        return _positive_inside(expr.args[0])
    return False


def smooth(expr: Any) -> bool:
    """Whether an expression has no kink and no jump when all symbols are > 0.

    Logarithms and denominators are the business of definedness; a root is the one function of
    the language, besides abs, min and max, that is defined where it has a kink.
    """
    if not smooth_everywhere(expr) or expr.has(sp.tan, sp.asin, sp.acos, sp.gamma):
        return False
    roots = [p for p in expr.atoms(sp.Pow) if not p.exp.is_Integer]
    return all(_positive_inside(p.base) for p in roots)


def smooth_everywhere(expr: Any) -> bool:
    """Whether an expression has derivatives of all orders wherever it is defined, roots apart."""
    return not expr.has(*(getattr(sp, name) for name in _KINKS))


def _regular(expr: Any) -> bool:
    """Whether an expression is also defined when all symbols are > 0, and visibly so."""
    logs = [f.args[0] for f in expr.atoms(sp.log)]
    poles = [p.base for p in expr.atoms(sp.Pow) if p.exp.is_nonnegative is not True]
    return smooth(expr) and all(_positive_inside(e) for e in logs + poles)


def _common_exponential(expr: Any) -> Any:
    """exp(k) that clears negative exponents, so that derivatives of polynomials die out."""
    exponents = [
        sp.expand(f.exp)
        for term in sp.Add.make_args(expr)
        for f in sp.Mul.make_args(term)
        if isinstance(f, sp.exp)
    ]
    lowest = [e for e in exponents if nonnegative(sp.expand(-e))]
    if not lowest:
        return sp.Integer(1)
    return sp.exp(-min(lowest, key=lambda e: e.subs({s: 1 for s in e.free_symbols})))


def orthants(statement: Inequality) -> Iterable[tuple[dict[str, Any], dict[str, Any]]]:
    """Coordinates u >= 0 on each part of the domain: (variable -> expression, names -> u)."""
    choices = []
    for name, interval in statement.domain.items():
        u = sp.Symbol(f"u_{name}", positive=True)
        choices.append([(name, u, shift) for shift in _shifts(interval, u)])
    for combination in itertools.product(*choices):
        yield {n: s for n, _, s in combination}, {n: u for n, u, _ in combination}


def _shifts(interval: Interval, u: Any) -> list[Any]:
    if is_finite(interval.lo):
        return [sp.Rational(str(interval.lo)) + u]
    if is_finite(interval.hi):
        return [sp.Rational(str(interval.hi)) - u]
    return [u, -u]


def ladders(statement: Inequality) -> list[Ladder] | None:
    """One ladder per orthant, or None.  A finite second end is ignored: more is proved."""
    if len(statement.domain) > 3:
        return None
    found = []
    for shifts, symbols in orthants(statement):
        gap = to_sympy(statement.gap, shifts)
        if gap.has(sp.Min, sp.Max, sp.nan, sp.zoo):
            return None
        ladder = next(filter(None, (climb(gap, u) for u in symbols.values())), None)
        if ladder is None or not verified(ladder, gap, symbols, statement.strict):
            return None
        if statement.strict and not border_positive(statement, gap, symbols):
            return None
        found.append(ladder)
    return found


def verified(ladder: Ladder, gap: Any, symbols: dict[str, Any], strict: bool) -> bool:
    """Whether a ladder stands as text: an identity may no longer be seen after a round trip."""
    try:
        return check_ladder(ladder.to_json(), gap, symbols, strict) is None
    except ValueError:  # something that the language cannot say
        return False


def border_positive(statement: Inequality, gap: Any, symbols: dict[str, Any]) -> bool:
    """A strict inequality also needs the border u = 0, unless the border is excluded."""
    closed = any(
        not (i.lo_open if is_finite(i.lo) else i.hi_open) for i in statement.domain.values()
    )
    if not closed:
        return True
    return bool(len(symbols) == 1 and positive(gap.subs({u: 0 for u in symbols.values()})))


def check_ladder(
    data: dict[str, Any], gap: Any, symbols: dict[str, Any], strict: bool = False
) -> str | None:
    """Verify a ladder as it stands in a certificate; None if it is right, else what is wrong.

    So the search offers nothing that it would not take itself; the checker has its own version.
    A right ladder shows gap >= 0 (gap > 0 if ``strict``) wherever all symbols are > 0 and the gap
    is defined.
    """
    names = {str(u): u for u in symbols.values()}
    if data.get("rule") != "ladder" or data.get("variable") not in names:
        return "not a ladder in a variable of the statement"
    symbol = names[data["variable"]]
    rungs = data.get("rungs") or []
    below = gap
    for level, rung in enumerate(rungs):
        expression = read_back(rung["expression"], names)
        multiplier = read_back(rung["multiplier"], names)
        if not (_positive_inside(multiplier) and _regular(multiplier)):
            return f"rung {level}: the multiplier is not visibly positive"
        if not is_zero(expression - multiplier * below):
            return f"rung {level} is not the multiplier times what is below"
        if nonnegative(expression):
            if level != len(rungs) - 1:
                return f"rungs above rung {level} are idle"
            vanishing = strict and not _positive_inside(expression)
            return f"rung {level} may vanish" if vanishing else None
        if not smooth(expression):
            return f"rung {level} may have a kink"
        value = start_value(expression, symbol)
        if value is None or not nonnegative(sp.expand(value)):
            return f"rung {level}: the value at the start is not visibly non-negative"
        below = sp.diff(expression, symbol)
    return "the ladder does not reach a non-negative rung"


def read_back(text: str, names: dict[str, Any]) -> Any:
    """The text of a rung through our own parser (never ``eval``)."""
    expr = parse_expression(text, names)
    unknown = set(variables(expr)) - set(names)
    if unknown:
        raise ValueError(f"a rung with the unknown variables {sorted(unknown)}")
    return to_sympy(expr, names)
