"""Signs that can be seen: which signs an expression may take where all its variables are > 0.

Two ways are tried.  The first reads the text: a sum of positive terms is positive, an even power
is not negative, and so on.  The second writes the expression as a rational function of generators
(:mod:`~glbtheory.engines.checker.normal_form`) and looks at the coefficients.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import sympy as sp

from glbtheory.engines.checker.exact_numbers import ExactNumbers
from glbtheory.engines.checker.intervals import Intervals, precision
from glbtheory.engines.checker.normal_form import NormalForms, Quotient
from glbtheory.engines.language.expression import Expr, Program, UndefinedHere, num, variables

#: The signs that are possible.  None: the text may be undefined, or it is not known to be real.
Signs = frozenset[int] | None

_PLUS, _MINUS, _NIL = frozenset({1}), frozenset({-1}), frozenset({0})
_ANY = frozenset({-1, 0, 1})
_PRECISIONS = (80, 320)


def nonnegative(expr: Expr, *, defined: bool = False) -> bool:
    """Whether an expression is visibly >= 0 where all variables are > 0."""
    signs = possible_signs(expr, defined=defined)
    return signs is not None and -1 not in signs


def positive(expr: Expr, *, defined: bool = False) -> bool:
    """Whether an expression is visibly > 0 where all variables are > 0."""
    return possible_signs(expr, defined=defined) == _PLUS


def possible_signs(expr: Expr, *, defined: bool = False) -> Signs:
    """The signs that an expression may take where all variables are > 0.

    ``defined`` says that its roots are known to be real where it matters, even if this cannot be
    seen from the text.
    """
    read = _SignReader().read(expr)
    if read is not None and len(read) == 1:
        return read
    computed = _by_coefficients(expr, defined)
    if read is None or computed is None:
        return read or computed
    return read & computed or None


# --- from the text --------------------------------------------------------------------------------


class _SignReader:
    """Reads signs off a text, node by node."""

    def __init__(self) -> None:
        self.known: dict[int, Signs] = {}

    def read(self, e: Expr) -> Signs:
        if id(e) not in self.known:
            self.known[id(e)] = self._of(e)
        return self.known[id(e)]

    def _of(self, e: Expr) -> Signs:
        if e.op != "num" and not variables(e):
            return _sign_of_constant(e)
        if e.op == "num":
            assert isinstance(e.value, Fraction)
            return frozenset({(e.value > 0) - (e.value < 0)})
        if e.op in ("var", "pi"):
            return _PLUS
        below = [self.read(a) for a in e.args]
        if any(s is None for s in below):
            return None
        return self._combine(e, [s for s in below if s is not None])

    def _combine(self, e: Expr, below: list[frozenset[int]]) -> Signs:
        a, b = below[0], below[-1]
        match e.op:
            case "neg":
                return frozenset(-s for s in a)
            case "add":
                return _sum(a, b)
            case "sub":
                return _sum(a, frozenset(-s for s in b))
            case "mul":
                return frozenset(s * t for s in a for t in b)
            case "div":
                return None if 0 in b else frozenset(s * t for s in a for t in b)
            case "pow":
                k = int(e.value or 0)
                if k == 0:
                    return _PLUS
                return None if k < 0 and 0 in a else frozenset(s if k % 2 else s * s for s in a)
            case "abs":
                return frozenset(abs(s) for s in a)
            case "min" | "max":
                choose: Callable[..., int] = min if e.op == "min" else max
                return frozenset(choose(s, t) for s in a for t in b)
            case "exp" | "cosh":
                return _PLUS
            case "sinh" | "tanh" | "atan":
                return a
            case "sqrt":
                return None if -1 in a else a
            case "log":
                return possible_signs(e.args[0] - num(1)) or _ANY if a == _PLUS else None
        return None


def _sum(a: frozenset[int], b: frozenset[int]) -> frozenset[int]:
    found: set[int] = set()
    for s in a:
        for t in b:
            found |= _ANY if s * t < 0 else {s or t}
    return frozenset(found)


def _sign_of_constant(e: Expr) -> Signs:
    """The sign of an expression without variables: exactly, or by intervals."""
    program, exact = Program(e), ExactNumbers()
    try:
        return frozenset({exact.sign(program.run(exact, {}))})
    except (UndefinedHere, ZeroDivisionError, OverflowError):
        pass  # not among the exact numbers, or too near 0; more bits may tell
    try:
        for bits in _PRECISIONS:
            with precision(bits):
                value = program.run(Intervals(), {})
            if value.a > 0 or value.b < 0:
                return _PLUS if value.a > 0 else _MINUS
    except (UndefinedHere, ZeroDivisionError, OverflowError):
        return None
    return None


# --- from the coefficients ------------------------------------------------------------------------


def _by_coefficients(expr: Expr, defined: bool) -> Signs:
    forms = NormalForms({n: 1 for n in variables(expr)})
    try:
        (form,) = forms.of(expr)
        return _Coefficients(forms, defined).signs(form)
    except UndefinedHere:
        return None


class _Coefficients:
    """Signs of a rational function, from the signs of its generators."""

    def __init__(self, forms: NormalForms, defined: bool):
        self.forms, self.defined = forms, defined

    def signs(self, form: Quotient) -> Signs:
        top, bottom = self._polynomial(form.top), self._polynomial(form.bottom)
        if top is None or bottom not in (_PLUS, _MINUS):
            return None
        return frozenset(s * t for s in top for t in bottom)

    def _polynomial(self, polynomial: Any) -> Signs:
        symbols = sorted(polynomial.free_symbols, key=str)
        moving = [s for s in symbols if not self._is_constant(s)]
        total = _NIL
        for powers, coefficient in _terms(polynomial, moving):
            signs = self._number(coefficient)
            for symbol, k in zip(moving, powers, strict=True):
                factor = self._generator(symbol) if k else _PLUS
                if signs is None or factor is None:
                    return None
                signs = frozenset(s * t ** (k % 2 or 2) for s in signs for t in factor)
            if signs is None:
                return None
            total = _sum(total, signs)
        return total

    def _is_constant(self, symbol: Any) -> bool:
        generator = self.forms.meaning[symbol]
        if generator.kind in ("variable", "pi"):
            return generator.kind == "pi"
        return all(map(self._is_constant, generator.argument.free_symbols))

    def _generator(self, symbol: Any) -> Signs:
        """The signs of a generator that depends on variables; None if it may not be real."""
        generator = self.forms.meaning[symbol]
        if generator.kind == "variable":
            return _PLUS
        if not self._is_real(symbol):
            return None
        if generator.kind in ("exp", "root"):
            inside = _PLUS if generator.kind == "exp" else self._polynomial(generator.argument)
            return _PLUS if inside == _PLUS else _NIL | _PLUS
        if generator.kind in ("abs", "sqrt"):
            return _NIL | _PLUS
        if generator.kind == "log":
            # log|p| >= 0 where p >= 1; that p <= 1 would not be enough for the other sign.
            above = self._polynomial(sp.expand(generator.argument - 1))
            return above if above is not None and -1 not in above else _ANY
        if generator.kind not in ("atan", "erf"):
            return _ANY
        top, bottom = sp.fraction(sp.cancel(generator.argument))
        return self.signs(Quotient(sp.expand(top), sp.expand(bottom))) or _ANY

    def _is_real(self, symbol: Any) -> bool:
        generator = self.forms.meaning[symbol]
        if generator.kind in ("variable", "pi"):
            return True
        if generator.kind in ("sqrt", "asin", "gamma") and not self.defined:
            return False
        return all(map(self._is_real, generator.argument.free_symbols))

    def _number(self, polynomial: Any) -> Signs:
        """The sign of a polynomial in constants, by intervals."""
        if polynomial.is_Rational:
            return frozenset({int(sp.sign(polynomial))})
        for bits in _PRECISIONS:
            with precision(bits):
                value = self._enclosed(polynomial)
            if value.a > 0 or value.b < 0:
                return _PLUS if value.a > 0 else _MINUS
        return None

    def _enclosed(self, value: Any) -> Any:
        """An interval around a rational function of constants."""
        numbers = Intervals()
        top, bottom = sp.fraction(sp.cancel(value))
        ends = []
        for part in (top, bottom):
            symbols = sorted(part.free_symbols, key=str)
            values = {s: self._constant(s) for s in symbols}
            total = numbers.const(Fraction(0))
            for powers, coefficient in _terms(part, symbols):
                term = numbers.const(Fraction(int(coefficient.p), int(coefficient.q)))
                for symbol, k in zip(symbols, powers, strict=True):
                    term = term * numbers.pow(values[symbol], k)
                total = total + term
            ends.append(total)
        return numbers.div(*ends)

    def _constant(self, symbol: Any) -> Any:
        generator, numbers = self.forms.meaning[symbol], Intervals()
        if generator.kind == "pi":
            return numbers.pi()
        inside = self._enclosed(generator.argument)
        if generator.kind == "exp":
            return numbers.call("exp", [inside / generator.k])
        if generator.kind in ("sin", "cos"):
            return numbers.call(generator.kind, [inside / generator.k])
        if generator.kind in ("atan", "abs", "sqrt", "asin", "erf", "gamma"):
            return numbers.call(generator.kind, [inside])
        log = numbers.call("log", [numbers.call("abs", [inside])])
        return log if generator.kind == "log" else numbers.call("exp", [log / generator.k])


def _terms(polynomial: Any, symbols: list[Any]) -> list[tuple[tuple[int, ...], Any]]:
    """The monomials of a polynomial, each with its coefficient."""
    if not symbols:
        return [((), sp.expand(polynomial))]
    return [(powers, sp.expand(c)) for powers, c in sp.Poly(polynomial, *symbols).terms()]
