r"""Closed forms as JavaScript, printed from their sympy expressions.

A formula becomes a function of one object that holds its arguments; a formula that uses others
calls them.  Nothing is typed a second time: the text is what sympy's printer makes of the tree.

Floats forgive less than exact numbers.  A discount factor is given as ``forget`` = 1 - γ, so that
γ may be as close to 1 as one likes, and differences that would cancel are printed without one:

============================== ================================
:math:`1-\gamma^k`             -expm1(k log1p(-forget))
:math:`\gamma^k`               exp(k log1p(-forget))
:math:`\log(1/\gamma)`         -log1p(-forget)
:math:`\log(1+x)`              log1p(x)
:math:`e^x-1`, :math:`1-e^x`   expm1(x), -expm1(x)
============================== ================================

A logarithm of a quotient of two sums with γ is log1p of their difference over the second, and the
incomplete Γ function is given by its logarithm ``logLower``, which the page has to define.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import sympy as sp
from sympy.codegen.cfunctions import expm1, log1p
from sympy.printing.jscode import JavascriptCodePrinter

from glbtheory.formulas.formula import Formula, gamma

#: 1 - γ.
forget = sp.Symbol("forget", positive=True)
_LOG_GAMMA = log1p(-forget)
#: log of the lower incomplete Γ function, which leaves the floats where its logarithm does not.
log_lower = sp.Function("logLower", real=True)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


class _Printer(JavascriptCodePrinter):
    """Sympy's printer with functions that do not cancel; an unknown one is an error."""

    def __init__(self) -> None:
        names = {"log1p": "Math.log1p", "expm1": "Math.expm1", "logLower": "logLower"}
        super().__init__({"user_functions": names, "strict": True})


def careful(expression: Any) -> Any:
    """The same function of ``forget`` and the other arguments, without avoidable cancellation."""
    return _careful(sp.sympify(expression))


def _careful(e: Any) -> Any:
    if e == gamma:
        return 1 - forget
    if e.is_Atom:
        return e
    if e.is_Pow and e.base == gamma:
        return sp.exp(_careful(e.exp) * _LOG_GAMMA)
    if isinstance(e, sp.log):
        return _logarithm(e.args[0])
    if isinstance(e, sp.lowergamma):
        return sp.exp(log_lower(*map(_careful, e.args)))
    if e.is_Add and len(e.args) == 2:
        return _difference(*e.args)
    if e.is_Add and -1 in e.args:
        return _less_one(e)
    return e.func(*map(_careful, e.args))


def _logarithm(x: Any) -> Any:
    if x in (gamma, 1 / gamma):
        return _LOG_GAMMA if x == gamma else -_LOG_GAMMA
    if x.is_Add and sp.Integer(1) in x.args:
        return log1p(_careful(x - 1))
    if x.has(sp.lowergamma):
        return sp.Add(*map(_log_power, sp.Mul.make_args(x)))
    above, below = sp.fraction(x)
    if x.has(gamma) and above.is_Add and below.is_Add:
        return log1p(_careful(sp.factor(above - below)) / _careful(below))
    return sp.log(_careful(x))


def _log_power(factor: Any) -> Any:
    base, exponent = factor.as_base_exp()
    if isinstance(base, sp.lowergamma):
        return exponent * log_lower(*map(_careful, base.args))
    return exponent * sp.log(_careful(base))


def _less_one(total: Any) -> Any:
    """e^x - 1 and the rest of a sum; without an exponential part by part."""
    grown = [term for term in total.args if isinstance(term, sp.exp)]
    rest = [term for term in total.args if term != -1 and term not in grown[:1]]
    start = expm1(_careful(grown[0].args[0])) if grown else sp.Integer(-1)
    return sp.Add(start, *map(_careful, rest))


def _difference(one: Any, other: Any) -> Any:
    """±(1 - γ^k) and ±(1 - e^x); any other sum of two terms part by part."""
    if one in (1, -1):
        power = -one * other
        if power == gamma:
            return one * forget
        if power.is_Pow and power.base == gamma:
            return -one * expm1(_careful(power.exp) * _LOG_GAMMA)
        if isinstance(power, sp.exp):
            return -one * expm1(_careful(power.args[0]))
    return _careful(one) + _careful(other)


def printed(expression: Any) -> str:
    """An expression as JavaScript; ValueError for what JavaScript has no function for."""
    try:
        return str(_Printer().doprint(careful(expression)))
    except NotImplementedError as error:
        raise ValueError(f"expression must be printable as JavaScript: {error}") from None


def function(expression: Any, calls: Iterable[str] = ()) -> str:
    """An arrow function of an object of arguments; ``calls`` are functions of ``F`` it uses."""
    body, called = careful(expression), set(calls)
    names = sorted(s.name for s in body.free_symbols)
    bad = [name for name in names if not _NAME.fullmatch(name)]
    if bad:
        raise ValueError(f"expression must have plain names, not {', '.join(bad)}")
    taken = [name for name in names if name not in called]
    lines = [f"const {{{', '.join(taken)}}} = v;"] if taken else []
    lines += [f"const {name} = F.{name}(v);" for name in names if name in called]
    return f"v => {{ {' '.join([*lines, f'return {printed(expression)};'])} }}"


def library(formulas: Iterable[Formula], more: Mapping[str, Any] | None = None) -> str:
    """``const F = {...};``: the formulas, all that they use, and further expressions by name."""
    found: dict[str, Formula] = {}
    for formula in formulas:
        _collect(formula, found)
    functions = {n: function(f.expression, [u.name for u in f.uses]) for n, f in found.items()}
    for name, expression in (more or {}).items():
        if name in functions or not _NAME.fullmatch(name):
            raise ValueError(f"more must have new and plain names, not {name!r}")
        functions[name] = function(expression, found)
    return "const F = {\n" + ",\n".join(f"{n}: {text}" for n, text in functions.items()) + "\n};\n"


def _collect(formula: Formula, found: dict[str, Formula]) -> None:
    for used in formula.uses:
        _collect(used, found)
    found[formula.name] = formula
