"""The polynomial step of the checker: z3 is asked about the normal form of the gap.

The gap is a quotient N/D of polynomials in generators
(:mod:`~glbtheory.engines.checker.normal_form`).  z3 is told what is true of the generators (a root
is >= 0 and its power is known, e^m > 0, e^m >= 1 + m, ...) and asked for values with N/D < 0.
If there are none, the statement holds: the true values of the generators are among those that z3
may choose.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp
import z3

from glbtheory.engines.checker.intervals import Intervals, rational_ends
from glbtheory.engines.checker.normal_form import Generator, NormalForms
from glbtheory.engines.checker.symbolic_steps import known_signs
from glbtheory.engines.language.domain import Inequality, Interval
from glbtheory.engines.language.expression import UndefinedHere

#: Steps z3 may take: a count, not a time, so that every machine gets the same answer.
_STEPS = 16_000_000
_MAX_DEGREE = 120
_MAX_GENERATORS = 16
#: Bounds of e^m further out than this are left out.
_MAX_EXPONENT = 100


def polynomial_holds(statement: Inequality) -> bool:
    """Whether z3 finds no point of the domain where the statement fails.

    Both sides must be known to be defined on the domain.
    """
    forms = NormalForms(known_signs(statement.domain))
    try:
        form, *sides = _forms(forms, statement)
        question = _Question(forms, statement, form.top.free_symbols | form.bottom.free_symbols)
        top, bottom = question.term(form.top), question.term(form.bottom)
        question.add_conditions(sides)
    except UndefinedHere:
        return False
    solver = z3.SolverFor("QF_NRA")
    solver.set("rlimit", _STEPS)
    solver.add(*question.facts)
    if statement.relation == "==":
        solver.add(top != 0)
    elif form.bottom == 1:
        solver.add(top <= 0 if statement.strict else top < 0)
    else:
        # The bottom is not 0 on the domain, so N/D has the sign of N D.
        solver.add(bottom != 0)
        product = top * bottom
        solver.add(product <= 0 if statement.strict else product < 0)
    return bool(solver.check() == z3.unsat)


def _forms(forms: NormalForms, statement: Inequality) -> list[Any]:
    """The normal form of the gap, then those of the side conditions if all of them have one."""
    if statement.given:
        try:
            return forms.of(statement.gap, *(side.expr for side in statement.given))
        except UndefinedHere:
            pass
    return forms.of(statement.gap)


class _Question:
    """The generators as real unknowns, and the facts about them."""

    def __init__(self, forms: NormalForms, statement: Inequality, occurring: set[Any]):
        self.forms, self.statement, self.occurring = forms, statement, occurring
        self.facts: list[Any] = []
        self._unknowns: dict[Any, Any] = {}

    def add_conditions(self, forms: list[Any]) -> None:
        """The side conditions that are polynomial in the generators; others are left out."""
        for side, form in zip(self.statement.given, forms, strict=False):
            try:
                if form.bottom.free_symbols:
                    continue
                value = self.term(form.top) / self.term(form.bottom)
            except UndefinedHere:
                continue
            facts = {">=": value >= 0, ">": value > 0, "==": value == 0}
            self.facts.append(facts[side.relation])

    def term(self, polynomial: Any) -> Any:
        """A polynomial in generators as a term of z3."""
        symbols = sorted(polynomial.free_symbols, key=str)
        if not symbols:
            return _rational(polynomial)
        written = sp.Poly(polynomial, *symbols)
        if written.total_degree() > _MAX_DEGREE:
            raise UndefinedHere("degree too high")
        unknowns = [self._unknown(s) for s in symbols]
        total = []
        for powers, coefficient in written.terms():
            factors = [_rational(coefficient)] if coefficient != 1 or not any(powers) else []
            for x, k in zip(unknowns, powers, strict=True):
                factors += [x] * k
            total.append(z3.Product(factors) if len(factors) > 1 else factors[0])
        return z3.Sum(total) if len(total) > 1 else total[0]

    def _unknown(self, symbol: Any) -> Any:
        if symbol not in self._unknowns:
            if len(self._unknowns) == _MAX_GENERATORS:
                raise UndefinedHere("too many generators")
            self._unknowns[symbol] = x = z3.Real(symbol.name)
            self._describe(symbol, x, self.forms.meaning[symbol])
        return self._unknowns[symbol]

    def _describe(self, symbol: Any, x: Any, generator: Generator) -> None:
        if generator.kind == "variable":
            self._between(x, self.statement.domain[generator.argument])
        elif generator.kind == "exp":
            self._exponential(x, generator)
        elif generator.kind in ("root", "sqrt", "abs"):
            relation = self.forms.relation(symbol, generator)
            self.facts += [x >= 0, self.term(relation) == 0]
        else:
            raise UndefinedHere(f"{generator.kind} is not polynomial")

    def _between(self, x: Any, interval: Interval) -> None:
        lo, hi = interval.lo, interval.hi
        if isinstance(lo, Fraction):
            self.facts.append(x > _number(lo) if interval.lo_open else x >= _number(lo))
        if isinstance(hi, Fraction):
            self.facts.append(x < _number(hi) if interval.hi_open else x <= _number(hi))

    def _exponential(self, x: Any, generator: Generator) -> None:
        """x = e^(m/k): its sign, its range, and tangents where m itself occurs."""
        self.facts.append(x > 0)
        m, k = generator.argument, generator.k
        inner = self.forms.meaning.get(m)
        if inner is not None and inner.kind == "variable":
            interval = self.statement.domain[inner.argument]
            low, high = _exp_below(interval.lo, k), _exp_above(interval.hi, k)
            if low is not None:
                self.facts.append(x > low if interval.lo_open else x >= low)
            if high is not None:
                self.facts.append(x < high if interval.hi_open else x <= high)
        top, bottom = sp.fraction(m)
        if bottom == 1 and top.free_symbols <= self.occurring:
            y = self.term(top) / k
            self.facts += [x >= 1 + y, (y >= 0) == (x >= 1), x * (1 - y) <= 1]


def _exp_below(end: Any, k: int) -> Any:
    """A rational at most e^(end/k), 1 if end = 0; None where there is none to give."""
    return _exp_bound(end, k, 0)


def _exp_above(end: Any, k: int) -> Any:
    return _exp_bound(end, k, 1)


def _exp_bound(end: Any, k: int, which: int) -> Any:
    if not isinstance(end, Fraction) or abs(end / k) > _MAX_EXPONENT:
        return None
    numbers = Intervals()
    return _number(rational_ends(numbers.call("exp", [numbers.const(end / k)]))[which])


def _rational(value: Any) -> Any:
    return z3.Q(int(value.p), int(value.q))


def _number(value: Fraction) -> Any:
    return z3.Q(value.numerator, value.denominator)
