"""A polynomial through which the variables enter: 1 - x**2 - y**2 and exp(-(x**2 + y**2)/2).

The difference of the sides is read as a polynomial in functions (exp, log, ...) of polynomials,
with polynomials as coefficients.  If all of these are polynomials in one g, which has no constant
term, then the statement is one about u = g.
"""

from __future__ import annotations

from typing import Any

from glbtheory.engines.language.expression import Expr
from glbtheory.engines.symbolic import from_sympy, manageable, sp, to_sympy

_MAX_DEGREE = 12


class _NoCore(Exception):
    """The parts are not polynomials in one polynomial."""


def core_of(gap: Expr, name: str) -> tuple[Expr, Expr] | None:
    """(g, F) with gap = F(g), F an expression in the new name; None if there is no such g."""
    if not manageable(gap) or any(e.op in ("abs", "min", "max") for e in gap.walk()):
        return None
    expr = to_sympy(gap)
    symbols = sorted(expr.free_symbols, key=str)
    new = sp.Symbol(name, real=True)
    try:
        pieces = _pieces(expr, symbols)
        varying = [p for p in pieces if p.total_degree() > 0]
        smallest = min(varying, key=lambda p: (p.total_degree(), len(p.terms())), default=None)
        if smallest is None or len(smallest.free_symbols) < len(symbols):
            return None
        g = (smallest - smallest.coeff_monomial(1)).primitive()[1]
        if g.LC() < 0:
            g = -g
        if g.total_degree() < 2 or g.total_degree() > _MAX_DEGREE or len(g.terms()) < 2:
            return None  # linear forms and monomials are found otherwise
        return from_sympy(g.as_expr()), from_sympy(_rewritten(expr, symbols, g, new))
    except (_NoCore, sp.polys.polyerrors.BasePolynomialError, ValueError, TypeError, KeyError):
        return None


def _functions(expr: Any) -> list[Any]:
    """The outermost functions, and the numbers that are not rational."""
    if expr.is_Rational or expr.is_Symbol:
        return []
    if expr.is_Add or expr.is_Mul or (expr.is_Pow and expr.exp.is_Integer and expr.exp > 0):
        return list(dict.fromkeys(f for a in expr.args for f in _functions(a)))
    return [expr]


def _as_polynomial(expr: Any) -> tuple[Any, dict[Any, Any]]:
    functions = _functions(expr)
    dummies = {f: sp.Dummy(f"f{k}") for k, f in enumerate(functions)}
    return sp.expand(expr.xreplace(dummies)), {d: f for f, d in dummies.items()}


def _coefficients(expr: Any, dummies: list[Any]) -> dict[tuple[int, ...], Any]:
    if not dummies:
        return {(): expr}
    return dict(sp.Poly(expr, *dummies).terms())


def _pieces(expr: Any, symbols: list[Any]) -> list[Any]:
    """All polynomials of which the expression is made."""
    skeleton, functions = _as_polynomial(expr)
    found = [
        sp.Poly(c, *symbols, domain="QQ") for c in _coefficients(skeleton, list(functions)).values()
    ]
    for function in functions.values():
        for argument in function.args:
            if argument.free_symbols:
                found += _pieces(argument, symbols)
    return found


def _rewritten(expr: Any, symbols: list[Any], g: Any, new: Any) -> Any:
    """The expression with every polynomial written in g."""
    skeleton, functions = _as_polynomial(expr)
    values = {
        d: f.func(*(_rewritten(a, symbols, g, new) if a.free_symbols else a for a in f.args))
        for d, f in functions.items()
    }
    total = sp.Integer(0)
    for exponents, c in _coefficients(skeleton, list(functions)).items():
        term = _in_powers(sp.Poly(c, *symbols, domain="QQ"), g, new)
        for d, k in zip(functions, exponents, strict=True):
            term *= values[d] ** k
        total += term
    return total


def _in_powers(p: Any, g: Any, new: Any) -> Any:
    """p as a polynomial in g: the leading monomial decides the power of g that is taken off."""
    total, lead = sp.Integer(0), g.LM().exponents
    while not p.is_zero:
        top = p.LM().exponents
        k = max(top[i] // e for i, e in enumerate(lead) if e)
        if tuple(k * e for e in lead) != tuple(top):
            raise _NoCore
        c = p.LC() / g.LC() ** k
        total += c * new**k
        p = p - c * g**k
    return total
