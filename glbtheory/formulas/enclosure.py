r"""Closed forms in balls: an interval of certain ends that holds the value.

:func:`enclose` is the one evaluator of closed forms in Arb balls.  What the language of the engines
lacks is evaluated here:

* :math:`\lceil x\rceil` is a whole number where the ball of x settles it, and else the hull of
  x and x + 1;
* the lower incomplete Γ function :math:`\int_0^x s^{a-1}e^{-s}\,ds` is Arb's.

::

    constants = {"d": 2, "lam": 40, "m": 1, "k_mu": Fraction(1, 4), "delta": Fraction(1, 20)}
    enclose(FORMULAS["rho"], {"T": 10**9, "gamma": Fraction(999, 1000), **constants}, bits=200)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy as sp
from flint import arb, ctx

from glbtheory.engines.boxes.balls import Balls, ball
from glbtheory.engines.language.expression import Program
from glbtheory.engines.symbolic import from_sympy
from glbtheory.formulas.formula import Formula


class _PreciseBalls(Balls):
    """Balls whose constants are as precise as the rest, at every precision.

    The balls of the search remember a constant at the precision of its first use.
    """

    def const(self, value: Fraction) -> Any:
        return ball(value)


def enclose(form: Formula | Any, values: Mapping[Any, Any], *, bits: int | None = None) -> Any:
    """A ball that holds a closed form at ``values``, which are rationals or balls themselves.

    ``form`` is a formula or a sympy expression.  A key of ``values`` is a symbol or its name, or a
    part of the expression whose value is known: ``{"T": 100, sp.ceiling(T / tau): 7}``; what the
    form does not hold is ignored.  A ball stands for each of its numbers, and the answer holds the
    closed form at all of them.  ``bits`` is the precision, by default the working one.  Where the
    form is not defined on the whole ball, ``UndefinedHere`` is raised.
    """
    with ctx.workprec(ctx.prec if bits is None else bits):
        known = {_variable(key): ball(value) for key, value in values.items()}
        parts = frozenset(k for k in values if not isinstance(k, str | sp.Symbol))
        return _program(form, parts).run(known)


def _variable(key: Any) -> str:
    """The name under which a program reads a symbol, or a part of an expression."""
    return key if isinstance(key, str) else key.name if key.is_Symbol else f"<{key}>"


def _round_up(x: arb) -> Any:
    whole = x.ceil().unique_fmpz()
    return x.union(x + 1) if whole is None else arb(whole)


#: Functions that the language of the engines lacks.
_OUTSIDE: dict[Any, Callable[..., Any]] = {
    sp.ceiling: _round_up,
    sp.lowergamma: lambda a, x: x.gamma_lower(a),
}


class _ClosedFormProgram:
    """A program in which each function outside the language is a variable, computed before it."""

    def __init__(self, expression: Any):
        self.before: list[tuple[str, Callable[..., Any], list[_ClosedFormProgram]]] = []
        while outside := expression.atoms(*_OUTSIDE):
            # One that is in no other; the others in it are found in its arguments.
            part = max(outside, key=lambda e: (e.count_ops(), sp.default_sort_key(e)))
            self.before.append(
                (_variable(part), _OUTSIDE[part.func], [_ClosedFormProgram(a) for a in part.args])
            )
            expression = expression.xreplace({part: sp.Symbol(_variable(part), positive=True)})
        self._program = Program(from_sympy(expression))

    def run(self, known: dict[str, Any]) -> Any:
        """The value at balls."""
        known = dict(known)
        for name, function, arguments in self.before:
            known[name] = function(*(a.run(known) for a in arguments))
        return self._program.run(_PreciseBalls(), known)


@lru_cache(maxsize=256)
def _program(form: Formula | Any, parts: frozenset[Any]) -> _ClosedFormProgram:
    """A closed form with variables in the place of ``parts``."""
    expression = form.expanded() if isinstance(form, Formula) else sp.sympify(form)
    symbols = {part: sp.Symbol(_variable(part), positive=True) for part in parts}
    return _ClosedFormProgram(expression.xreplace(symbols))
