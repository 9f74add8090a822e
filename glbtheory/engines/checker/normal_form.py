"""Expressions as rational functions of a few generators: the algebra of the checker.

Every expression of the language becomes a quotient of polynomials with rational coefficients in

* the variables and pi,
* E = e^(m/k), one for each monomial m that occurs in an exponent (m = 1 gives roots of e),
* L = log|p|, one for each prime number and each irreducible polynomial p,
* R = |p|^(1/k), with R^k = |p|, for real powers of something,
* S = sqrt(p), with S^2 = p, where the sign of p is not known,
* A = |p|, with A^2 = p^2, where the sign of p is not known,
* T = atan(p), asin(p), erf(p) or Gamma(p),
* C = cos(m/k) and D = sin(m/k), with D^2 = 1 - C^2, for monomials m.

Only rules that are true for real numbers are used: log|pq| = log|p| + log|q|,
e^(a+b) = e^a e^b, |pq| = |p||q|, and the like; tanh, sinh, cosh, min and max are written with e^x
and |x|.  So an expression whose numerator reduces to the polynomial 0 is zero wherever it is
defined.  The converse is not claimed: generators may hide a relation, and then the answer
is "not shown".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import comb, gcd
from typing import Any

import sympy as sp

from glbtheory.engines.checker.exact_numbers import prime_factors
from glbtheory.engines.language.expression import Expr, Program, UndefinedHere

#: Longer sums than this are not written out.
_MAX_TERMS = 20_000
_MAX_DEGREE = 2000
_MAX_REFINEMENTS = 40
_MAX_MULTIPLE = 24
#: 4 sin(k pi/12)^2, where it is an integer.
_SQUARES = {0: 0, 2: 1, 3: 2, 4: 3, 6: 4, 8: 3, 9: 2, 10: 1}


@dataclass(frozen=True)
class Generator:
    """What a symbol of a normal form stands for: ``kind`` of ``argument``, with a k for roots."""

    kind: str
    argument: Any
    k: int = 1


@dataclass(frozen=True)
class Quotient:
    """A settled element: two polynomials without a common factor."""

    top: Any
    bottom: Any

    @property
    def whole(self) -> Any:
        return self.top / self.bottom


@dataclass(frozen=True)
class _Element:
    """An element on its way: an expression in the symbols, and a bound on its terms."""

    value: Any
    terms: int = 1


class _Finer(Exception):
    """A generator is needed with a larger k; the table knows it, and the reading starts again."""


class NormalForms:
    """An arithmetic whose numbers are rational functions of generators.

    ``signs`` says of a variable that it is >= 0 (1) or <= 0 (-1) throughout.
    """

    def __init__(self, signs: Mapping[str, int] | None = None):
        self._variable_signs = dict(signs or {})
        self._roots: dict[tuple[str, Any], int] = {}
        self._start()

    def _start(self) -> None:
        self.meaning: dict[Any, Generator] = {}
        self._symbols: dict[tuple[str, Any], Any] = {}

    def of(self, *expressions: Expr) -> list[Quotient]:
        """The normal forms of some expressions over the same generators."""
        for _ in range(_MAX_REFINEMENTS):
            self._start()
            try:
                return [self._read(e) for e in expressions]
            except _Finer:
                continue
        raise UndefinedHere("no common denominator of the exponents")

    def _read(self, expr: Expr) -> Quotient:
        program = Program(expr)
        names = sorted({str(value) for op, _, value in program.code if op == "var"})
        values = {n: _Element(self._generator("variable", n)) for n in names}
        return self._settled(program.run(self, values))

    # -- the arithmetic ---------------------------------------------------------------------------

    def const(self, value: Fraction) -> _Element:
        return _Element(sp.Rational(value.numerator, value.denominator))

    def pi(self) -> _Element:
        return _Element(self._generator("pi", None))

    def add(self, a: _Element, b: _Element) -> _Element:
        return _Element(a.value + b.value, a.terms + b.terms)

    def sub(self, a: _Element, b: _Element) -> _Element:
        return _Element(a.value - b.value, a.terms + b.terms)

    def neg(self, a: _Element) -> _Element:
        return _Element(-a.value, a.terms)

    def mul(self, a: _Element, b: _Element) -> _Element:
        return self._bounded(a.value * b.value, a.terms * b.terms)

    def div(self, a: _Element, b: _Element) -> _Element:
        b = self._nonzero(b)
        return self._bounded(a.value / b.value, a.terms * b.terms)

    def pow(self, a: _Element, k: int) -> _Element:
        if k < 0:
            a = self._nonzero(a)
        elif a.terms > 1 and k > 1:
            a = self._element(self._settled(a))
        terms = comb(a.terms + abs(k) - 1, abs(k)) if a.terms > 1 else 1
        return self._bounded(a.value**k, terms)

    def _nonzero(self, a: _Element) -> _Element:
        # Found out at once: in 0 times 1/0 the zero would hide the pole.
        settled = self._settled(a)
        if settled.top == 0:
            raise UndefinedHere("division by zero")
        return self._element(settled)

    def _bounded(self, value: Any, terms: int) -> _Element:
        if terms > _MAX_TERMS:
            raise UndefinedHere("too long to be written out")
        return _Element(value, terms)

    def call(self, name: str, args: list[_Element]) -> _Element:
        if name in ("min", "max"):
            a, b = (x.value for x in args)
            distance = self._absolute(self._settled(_Element(a - b, args[0].terms + args[1].terms)))
            both = a + b + (distance if name == "max" else -distance)
            return self._element(self._settled(_Element(both / 2, _MAX_TERMS)))
        a = self._settled(args[0])
        if name == "abs":
            value = self._absolute(a)
        elif name == "log":
            value = self._logarithm(a)
        elif name == "sqrt":
            value = self._square_root(a)
        elif name in ("atan", "asin", "acos", "erf"):
            value = self._odd(name, a)
        elif name in ("sin", "cos", "tan"):
            value = self._trigonometric(name, a)
        elif name == "gamma":
            value = self._generator("gamma", a.whole)
        else:
            up = self._exponential(a)
            value = {
                "exp": lambda: up,
                "cosh": lambda: (up + 1 / up) / 2,
                "sinh": lambda: (up - 1 / up) / 2,
                "tanh": lambda: (up**2 - 1) / (up**2 + 1),
            }[name]()
        return self._element(self._settled(_Element(value, _MAX_TERMS)))

    def _element(self, a: Quotient) -> _Element:
        terms = len(sp.Add.make_args(a.top)) * len(sp.Add.make_args(a.bottom))
        return _Element(a.whole, terms)

    # -- settling ---------------------------------------------------------------------------------

    def _settled(self, element: _Element) -> Quotient:
        """Cancelled, with the relations of the generators put in."""
        value = sp.sympify(element.value)
        if value.has(sp.zoo, sp.nan, sp.oo):
            raise UndefinedHere("division by zero")
        if any(abs(p.exp) > _MAX_DEGREE for p in value.atoms(sp.Pow)):
            raise UndefinedHere("too long to be written out")
        top, bottom = _as_quotient(value)
        reduced = self._reduced(top), self._reduced(bottom)
        if reduced != (top, bottom):
            if reduced[1] == 0:
                raise UndefinedHere("division by zero")
            top, bottom = _as_quotient(reduced[0] / reduced[1])
        if bottom == 0:
            raise UndefinedHere("division by zero")
        return Quotient(top, bottom)

    def _reduced(self, polynomial: Any) -> Any:
        # Later generators may stand on earlier ones, so they go first.
        for symbol, generator in reversed(self.meaning.items()):
            relation = self.relation(symbol, generator)
            if relation is not None and polynomial.has(symbol):
                polynomial = sp.rem(
                    sp.Poly(polynomial, symbol), sp.Poly(relation, symbol)
                ).as_expr()
                polynomial = sp.expand(polynomial)
        return polynomial

    def relation(self, symbol: Any, generator: Generator) -> Any:
        """The polynomial that vanishes at a generator; None where there is none."""
        if generator.kind == "root":
            return symbol**generator.k - generator.argument
        if generator.kind == "sqrt":
            return symbol**2 - generator.argument
        if generator.kind == "abs":
            return symbol**2 - sp.expand(generator.argument**2)
        if generator.kind == "sin":
            return symbol**2 - 1 + self._symbols["cos", generator.argument] ** 2
        return None

    # -- generators -------------------------------------------------------------------------------

    def _generator(self, kind: str, argument: Any, k: int = 1) -> Any:
        key = (kind, argument)
        if key not in self._symbols:
            # Names of variables have no colon, so nothing is named twice.
            name = argument if kind == "variable" else f"{kind}:{len(self._symbols)}"
            self._symbols[key] = sp.Symbol(name)
            self.meaning[self._symbols[key]] = Generator(kind, argument, k)
        return self._symbols[key]

    def _fraction_of(self, kind: str, argument: Any, q: Fraction) -> Any:
        """generator^q, where the generator is a k-th root with k a multiple of q's denominator."""
        key = (kind, str(argument))
        k = self._roots.get(key, 1)
        if k % q.denominator:
            self._roots[key] = k * q.denominator // gcd(k, q.denominator)
            raise _Finer
        return self._generator(kind, argument, k) ** int(q * k)

    def _power_of_size(self, p: Any, q: Fraction) -> Any:
        """|p|^q for an irreducible polynomial or a prime p."""
        size = self._size(p)
        if q.denominator == 1 and self._roots.get(("root", str(size)), 1) == 1:
            return size ** int(q)
        return self._fraction_of("root", size, q)

    def _size(self, p: Any) -> Any:
        """|p| for an irreducible polynomial p."""
        sign = self.sign(p)
        return p * sign if sign else self._generator("abs", p)

    def sign(self, polynomial: Any) -> int:
        """1 if visibly >= 0, -1 if visibly <= 0, 0 if neither is seen."""
        signs = {
            reduce(lambda s, f: s * self._factor_sign(f), sp.Mul.make_args(term), 1)
            for term in sp.Add.make_args(sp.expand(polynomial))
        }
        return next(iter(signs)) if len(signs) == 1 else 0

    def _factor_sign(self, factor: Any) -> int:
        if factor.is_Rational:
            return 1 if factor > 0 else -1
        base, exponent = factor.as_base_exp()
        if exponent % 2 == 0:
            return 1
        generator = self.meaning[base]
        if generator.kind == "variable":
            return self._variable_signs.get(generator.argument, 0)
        if generator.kind == "log":
            return 1 if generator.argument.is_Integer else 0
        return 1 if generator.kind in ("exp", "root", "sqrt", "abs", "pi") else 0

    # -- functions --------------------------------------------------------------------------------

    def _factors(self, a: Quotient) -> tuple[Fraction, list[tuple[Any, int]]]:
        """a = c times powers of irreducible polynomials, each with a first coefficient > 0."""
        c, factors = Fraction(1), []
        for part, side in ((a.top, 1), (a.bottom, -1)):
            content, found = sp.factor_list(part)
            c *= Fraction(int(content.p), int(content.q)) ** side
            for p, k in found:
                sign = _first_sign(p)
                c *= sign**k
                factors.append((sp.expand(p * sign), k * side))
        return c, factors

    def _absolute(self, a: Quotient) -> Any:
        if a.top == 0:
            return sp.Integer(0)
        c, factors = self._factors(a)
        value = sp.Rational(abs(c.numerator), c.denominator)
        for p, k in factors:
            value *= p**k if k % 2 == 0 else p ** (k - 1) * self._size(p)
        return value

    def _exponential(self, a: Quotient) -> Any:
        product = sp.Integer(1)
        for q, monomial in _linear_terms(a):
            generator = self.meaning.get(monomial)
            if generator is not None and generator.kind == "log":
                product *= self._power_of_size(generator.argument, q)
            else:
                product *= self._fraction_of("exp", monomial, q)
        return product

    def _logarithm(self, a: Quotient) -> Any:
        if a.top == 0:
            raise UndefinedHere("logarithm of zero")
        c, factors = self._factors(a)
        if c < 0 and not factors:
            raise UndefinedHere("logarithm of a negative number")
        total = self._logarithm_of_number(abs(c))
        for p, k in factors:
            total += k * self._logarithm_of_factor(p)
        return total

    def _logarithm_of_number(self, c: Fraction) -> Any:
        total = sp.Integer(0)
        for n, side in ((c.numerator, 1), (c.denominator, -1)):
            for prime, k in prime_factors(n).items():
                total += side * k * self._generator("log", sp.Integer(prime))
        return total

    def _logarithm_of_factor(self, p: Any) -> Any:
        generator = self.meaning.get(p)
        if generator is None or generator.kind not in ("exp", "root", "sqrt", "abs"):
            return self._generator("log", p)
        if generator.kind == "exp":
            return generator.argument / generator.k
        inside = self._settled(_Element(generator.argument))
        return self._logarithm(inside) / {"root": generator.k, "sqrt": 2, "abs": 1}[generator.kind]

    def _square_root(self, a: Quotient) -> Any:
        if a.top == 0:
            return sp.Integer(0)
        c, factors = self._factors(a)
        value = sp.Integer(1)
        for n, side in ((abs(c.numerator), 1), (c.denominator, -1)):
            for prime, k in prime_factors(n).items():
                value *= self._power_of_size(sp.Integer(prime), Fraction(side * k, 2))
        rest = sp.Integer(1 if c > 0 else -1)
        for p, k in factors:
            if k % 2 == 0 or self.sign(p):
                value *= self._power_of_size(p, Fraction(k, 2))
                rest *= (self.sign(p) or 1) if k % 2 else 1
            else:
                # p^k = p^(k-1) p, and sqrt(p^(k-1)) = |p|^((k-1)/2).
                value *= self._size(p) ** ((k - 1) // 2)
                rest *= p
        if rest == -1:
            raise UndefinedHere("square root of a negative number")
        return value if rest == 1 else value * self._generator("sqrt", sp.expand(rest))

    def _odd(self, name: str, a: Quotient) -> Any:
        """atan, asin and erf are odd; acos is pi/2 - asin."""
        pi = self._generator("pi", None)
        if name == "acos":
            return pi / 2 - self._odd("asin", a)
        if a.top == 0:
            return sp.Integer(0)
        sign = _first_sign(a.top) * _first_sign(a.bottom)
        argument = sign * a.whole
        if argument == 1 and name in ("atan", "asin"):
            return sign * pi / (4 if name == "atan" else 2)
        return sign * self._generator(name, argument)

    def _trigonometric(self, name: str, a: Quotient) -> Any:
        """By the addition formulas from sin and cos of the parts of a sum."""
        sine, cosine = sp.Integer(0), sp.Integer(1)
        for q, monomial in _linear_terms(a):
            s, c = self._of_multiple(q, monomial)
            sine, cosine = sine * c + cosine * s, cosine * c - sine * s
        if name == "tan":
            below = self._settled(_Element(cosine, _MAX_TERMS))
            if below.top == 0:
                raise UndefinedHere("a pole of the tangent")
            return sine / below.whole
        return sine if name == "sin" else cosine

    def _signed_root(self, quarters: int, sign: int) -> Any:
        """sign sqrt(quarters / 4)."""
        if quarters == 0:
            return sp.Integer(0)
        return sign * self._square_root(self._settled(_Element(sp.Rational(quarters, 4))))

    def _of_multiple(self, q: Fraction, monomial: Any) -> tuple[Any, Any]:
        """sin and cos of q m, from sin and cos of m/k."""
        if monomial == self._symbols.get(("pi", None)) and 12 % q.denominator == 0:
            s, c = (_SQUARES.get(int(turn % 1 * 12)) for turn in (q, q + Fraction(1, 2)))
            if s is not None and c is not None:
                return (
                    self._signed_root(s, 1 if q % 2 < 1 else -1),
                    self._signed_root(c, 1 if (q + Fraction(1, 2)) % 2 < 1 else -1),
                )
        key = ("wave", str(monomial))
        k = self._roots.get(key, 1)
        if k % q.denominator:
            self._roots[key] = k * q.denominator // gcd(k, q.denominator)
            raise _Finer
        times = int(q * k)
        if abs(times) > _MAX_MULTIPLE:
            raise UndefinedHere("too high a multiple of an angle")
        c, s = self._generator("cos", monomial, k), self._generator("sin", monomial, k)
        sine, cosine = sp.Integer(0), sp.Integer(1)
        for _ in range(abs(times)):
            sine, cosine = sp.expand(sine * c + cosine * s), sp.expand(cosine * c - sine * s)
        return (-sine if times < 0 else sine), cosine


def is_zero(expr: Expr, signs: Mapping[str, int] | None = None) -> bool:
    """Whether an expression is shown to be zero wherever it is defined."""
    try:
        return bool(NormalForms(signs).of(expr)[0].top == 0)
    except UndefinedHere:
        return False


def _as_quotient(value: Any) -> tuple[Any, Any]:
    """Top and bottom, written out, without a common factor."""
    top, bottom = sp.fraction(sp.cancel(value))
    return sp.expand(top), sp.expand(bottom)


def _first_sign(polynomial: Any) -> int:
    """The sign of the first coefficient, in an order that does not depend on anything else."""
    if polynomial.is_Rational:
        return 1 if polynomial > 0 else -1
    symbols = sorted(polynomial.free_symbols, key=str)
    return 1 if sp.Poly(polynomial, *symbols).LC() > 0 else -1


def _linear_terms(a: Quotient) -> list[tuple[Fraction, Any]]:
    """a as a sum of rational multiples of monomials, and of monomials over the bottom."""
    if a.top == 0:
        return []
    whole, rest, bottom = a.top / a.bottom, sp.Integer(0), sp.Integer(1)
    if not a.bottom.is_Rational:
        symbols = sorted((a.top.free_symbols | a.bottom.free_symbols), key=str)
        scale = sp.Poly(a.bottom, *symbols).LC()
        bottom = sp.expand(a.bottom / scale)
        whole, rest = sp.div(sp.expand(a.top / scale), bottom, *symbols)
    terms = []
    for part, below in ((whole, sp.Integer(1)), (rest, bottom)):
        for term in sp.Add.make_args(sp.expand(part)):
            q, monomial = term.as_coeff_Mul(rational=True)
            if q != 0:
                terms.append((Fraction(int(q.p), int(q.q)), monomial / below))
    return terms
