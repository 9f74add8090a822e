"""A closed form as the right side of an attack: floats with slopes, and balls for the judgement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sympy as sp
from flint import arb

from glbtheory.formulas import FORMULAS, SYMBOLS
from glbtheory.formulas.enclosure import enclose

#: Stands in a bound for :math:`\sum_{s<t} w_s^2`, where the weights are free.
W = sp.Symbol("W", positive=True)


def closed_form(given: Any, name: str) -> Any:
    """The sympy expression of a formula's name, or the expression itself."""
    if isinstance(given, str):
        if given not in FORMULAS:
            raise ValueError(f"{name} must be a formula or an expression, not {given!r}")
        return FORMULAS[given].expression
    return sp.sympify(given)


class ClosedFormBound:
    """A closed form in some scalars: value with slopes for the search, balls for the judgement."""

    def __init__(self, given: Any, sizes: dict[str, int], names: Sequence[str], name: str):
        fixed = {SYMBOLS[n]: sp.Integer(v) for n, v in sizes.items()}
        self.symbols = [W if n == "W" else SYMBOLS[n] for n in names]
        self.expression = sp.nsimplify(closed_form(given, name).subs(fixed), rational=True)
        strange = self.expression.free_symbols - set(self.symbols)
        if strange:
            known = ", ".join([*names, *sizes])
            raise ValueError(f"{name} may use {known}, not {', '.join(map(str, strange))}")
        self._run = self._compile(self.expression)

    def _compile(self, expression: Any) -> Callable[..., tuple[float, list[float]]]:
        slopes = [sp.diff(expression, s) for s in self.symbols]
        run = sp.lambdify(self.symbols, [expression, *slopes], "numpy")

        def value_and_slopes(*values: float) -> tuple[float, list[float]]:
            value, *rest = run(*values)
            return float(value), [float(s) for s in rest]

        return value_and_slopes

    def __call__(self, *values: float) -> tuple[float, list[float]]:
        return self._run(*values)

    def logarithm(self) -> Callable[..., tuple[float, list[float]]]:
        """The logarithm with its slopes; a d-th power never overflows."""
        return self._compile(sp.expand_log(sp.log(self.expression), force=True))

    def ball(self, values: dict[str, Any]) -> Any:
        """The value at rational arguments, as a ball."""
        return enclose(self.expression, {s: arb(values[s.name]) for s in self.symbols})
