"""Elementary functions of one variable as rational functions of generators, with derivatives.

On an interval where the signs of their parts are known, exp, log, roots, atan, sin, cos, asin and
erf are written with generators over the rationals: e^(m/k) for monomials m, log of an irreducible
polynomial, its k-th root, and so on.  Sums and products are then polynomial arithmetic (FLINT),
common factors cancel, and the derivative is a derivation of the field.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly_ctx

from glbtheory.engines.language.expression import (
    PI,
    Expr,
    Program,
    UndefinedHere,
    call,
    num,
    var,
    variables,
)

_FUNCTIONS = ("exp", "log", "sqrt", "atan", "sin", "cos", "asin", "erf")
_MAX_GENERATORS = 12
_MAX_TERMS = 1500
#: Longer polynomials are written out, not nested: the parser reads so many levels only.
_MAX_NESTED = 20
_MAX_RESTARTS = 12

RING = fmpq_mpoly_ctx.get([f"g{i}" for i in range(_MAX_GENERATORS)], Ordering.lex)
_GENERATORS = RING.gens()
UNIT, _NIL = RING.constant(1), RING.constant(0)


@dataclass(frozen=True)
class Element:
    """top / bottom, without a common factor."""

    top: Any
    bottom: Any


@dataclass
class TowerGenerator:
    """A generator: its text, its derivative, and the power k that equals a polynomial (roots)."""

    expr: Expr
    slope: Element
    kind: str
    k: int = 0
    power: Any = None
    height: int = 0

    @property
    def constant(self) -> bool:
        """Whether it does not depend on the variable."""
        return self.kind != "variable" and self.slope.top.is_zero()


class _Restart(Exception):
    """A root of higher order is needed than the one in use."""


class Tower:
    """An arithmetic of elements; ``sign`` tells the sign of an expression on the interval."""

    def __init__(self, name: str, sign: Callable[[Expr], int | None]):
        self.name, self._sign = name, sign
        self._orders: dict[tuple[str, str], int] = {}
        self._start()

    def _start(self) -> None:
        self.generators: list[TowerGenerator] = []
        self._index: dict[tuple[str, str], int] = {}
        one = Element(UNIT, UNIT)
        self.x = self._generator("variable", "", var(self.name), one)

    def read(self, expr: Expr) -> Element:
        """An expression as an element; the generators grow with it."""
        program = Program(expr)
        for _ in range(_MAX_RESTARTS):
            try:
                return program.run(self, {self.name: self.x})
            except _Restart:
                self._start()
        raise UndefinedHere("no common order of the roots")

    # -- arithmetic -----------------------------------------------------------------------------

    def element(self, top: Any, bottom: Any = UNIT) -> Element:
        """The quotient, reduced by the relations of the roots and by common factors."""
        top, bottom = self._reduced(top), self._reduced(bottom)
        if bottom.is_zero():
            raise UndefinedHere("division by zero")
        if len(top) > _MAX_TERMS or len(bottom) > _MAX_TERMS:
            raise UndefinedHere("too long")
        common = top.gcd(bottom)
        if not common.is_one():
            top, bottom = divmod(top, common)[0], divmod(bottom, common)[0]
        scale = bottom.leading_coefficient()
        return Element(top / scale, bottom / scale)

    def _reduced(self, polynomial: Any) -> Any:
        for i, generator in reversed(list(enumerate(self.generators))):
            if generator.k and polynomial.degrees()[i] >= generator.k:
                relation = _GENERATORS[i] ** generator.k - generator.power
                polynomial = self._remainder(polynomial, relation, i, generator)
        return polynomial

    def _remainder(self, polynomial: Any, relation: Any, i: int, generator: TowerGenerator) -> Any:
        total = _NIL
        powers = {0: UNIT}
        parts: dict[int, dict[Any, Any]] = {}
        for exponents, c in polynomial.to_dict().items():
            d, e = divmod(exponents[i], generator.k)
            key = (*exponents[:i], e, *exponents[i + 1 :])
            parts.setdefault(d, {})[key] = c
        for d, terms in sorted(parts.items()):
            if d not in powers:
                powers[d] = generator.power**d
            total = total + RING.from_dict(terms) * powers[d]
        return total

    def const(self, value: Fraction) -> Element:
        return Element(RING.constant(fmpq(value.numerator, value.denominator)), UNIT)

    def pi(self) -> Element:
        return self._generator("pi", "", PI, Element(_NIL, UNIT))

    def add(self, a: Element, b: Element) -> Element:
        if a.bottom == b.bottom:
            return self.element(a.top + b.top, a.bottom)
        return self.element(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom)

    def neg(self, a: Element) -> Element:
        return Element(-a.top, a.bottom)

    def sub(self, a: Element, b: Element) -> Element:
        return self.add(a, self.neg(b))

    def mul(self, a: Element, b: Element) -> Element:
        if len(a.top) * len(b.top) > 40 * _MAX_TERMS:
            raise UndefinedHere("too long")
        return self.element(a.top * b.top, a.bottom * b.bottom)

    def div(self, a: Element, b: Element) -> Element:
        if b.top.is_zero():
            raise UndefinedHere("division by zero")
        return self.element(a.top * b.bottom, a.bottom * b.top)

    def pow(self, a: Element, k: int) -> Element:
        if k < 0:
            return self.div(self.const(Fraction(1)), self.pow(a, -k))
        if k > 1 and len(a.top) + len(a.bottom) > 2 and k * max(len(a.top), len(a.bottom)) > 400:
            raise UndefinedHere("too long")
        return self.element(a.top**k, a.bottom**k)

    # -- derivatives ----------------------------------------------------------------------------

    def derivative(self, a: Element) -> Element:
        """a' by the chain rule through the generators."""
        top, bottom = self._polynomial_derivative(a.top), self._polynomial_derivative(a.bottom)
        # (T/B)' = T'/B - T B'/B^2
        left = self.div(top, Element(a.bottom, UNIT))
        if bottom.top.is_zero():
            return left
        right = self.div(self.mul(Element(a.top, UNIT), bottom), Element(a.bottom**2, UNIT))
        return self.sub(left, right)

    def _polynomial_derivative(self, polynomial: Any) -> Element:
        total = self.const(Fraction(0))
        degrees = polynomial.degrees()
        for i, generator in enumerate(self.generators):
            if degrees[i] and not generator.slope.top.is_zero():
                part = Element(polynomial.derivative(i), UNIT)
                total = self.add(total, self.mul(part, generator.slope))
        return total

    # -- functions ------------------------------------------------------------------------------

    def _generator(
        self, kind: str, key: str, expr: Expr, slope: Element, k: int = 0, power: Any = None
    ) -> Element:
        name = (kind, key)
        if name not in self._index:
            if len(self.generators) == _MAX_GENERATORS:
                raise UndefinedHere("too many generators")
            self._index[name] = len(self.generators)
            height = sum(1 for e in expr.walk() if e.op in _FUNCTIONS and variables(e))
            self.generators.append(TowerGenerator(expr, slope, kind, k, power, height))
        return Element(_GENERATORS[self._index[name]], UNIT)

    def call(self, name: str, args: list[Element]) -> Element:
        if name in ("abs", "min", "max", "gamma"):
            raise UndefinedHere(f"{name} has no derivative in the language")
        (a,) = args
        return getattr(self, f"_{name}")(a)

    def _order(self, kind: str, key: str, denominator: int) -> int:
        """The order of a root; a larger one than before starts all over."""
        order = self._orders.setdefault((kind, key), 1)
        if order % denominator:
            self._orders[kind, key] = lcm(order, denominator)
            raise _Restart
        return order

    def _exp(self, a: Element) -> Element:
        result = self.const(Fraction(1))
        for c, part in self._exponents(a):
            result = self.mul(result, self._exp_of(c, part))
        return result

    def _exponents(self, a: Element) -> list[tuple[Fraction, Element]]:
        """a as a sum of rational multiples of parts."""
        if a.bottom.is_constant():
            return [
                (_fraction(c), Element(RING.from_dict({m: fmpq(1)}), UNIT))
                for m, c in a.top.to_dict().items()
            ]
        if a.top.is_zero():
            return []
        content = _content(a.top) * (1 if a.top.leading_coefficient() > 0 else -1)
        return [(content, Element(a.top / _fmpq(content), a.bottom))]

    def _exp_of(self, c: Fraction, part: Element) -> Element:
        for i, generator in enumerate(self.generators):
            if generator.kind == "log" and part.top == _GENERATORS[i] and part.bottom.is_one():
                return self._power(self._argument_of_log(i), c)
        key = str((part.top, part.bottom))
        k = self._order("exp", key, c.denominator)
        inner = self.div(part, self.const(Fraction(k)))
        slope = self.derivative(inner)
        i = self._index.get(("exp", key), len(self.generators))
        if i >= _MAX_GENERATORS:
            raise UndefinedHere("too many generators")
        slope = self.mul(slope, Element(_GENERATORS[i], UNIT))
        base = self._generator("exp", key, call("exp", self.text(inner)), slope)
        return self.pow(base, int(c * k))

    def _argument_of_log(self, i: int) -> Element:
        return Element(self.generators[i].power, UNIT)

    def _power(self, a: Element, c: Fraction) -> Element:
        """a^c for a > 0."""
        if c.denominator == 1:
            return self.pow(a, int(c))
        result = self.const(Fraction(1))
        for p, k in self._positive_factors(a):
            result = self.mul(result, self._root(p, c * k))
        return result

    def _root(self, p: Any, c: Fraction) -> Element:
        """p^c for a polynomial, or a prime number, that is > 0."""
        for i, generator in enumerate(self.generators):
            if generator.kind == "exp" and p == _GENERATORS[i]:
                # A root of e^m is e^(m/k) with a larger k.
                key = next(n for n, j in self._index.items() if j == i)[1]
                k = self._orders["exp", key] * (c.denominator // gcd(c.denominator, 1))
                self._orders["exp", key] = k
                raise _Restart
        key = str(p)
        k = self._order("root", key, c.denominator)
        if k == 1:
            return self.pow(Element(p, UNIT), int(c))
        if ("root", key) not in self._index:
            text = self.text(Element(p, UNIT))
            expr = (
                call("sqrt", text)
                if k == 2
                else call("exp", num(Fraction(1, k)) * call("log", text))
            )
            # R' = R p' / (k p)
            slope = self.div(self.derivative(Element(p, UNIT)), self.element(p * k))
            slope = self.mul(slope, Element(_GENERATORS[len(self.generators)], UNIT))
            self._generator("root", key, expr, slope, k, p)
        base = Element(_GENERATORS[self._index["root", key]], UNIT)
        return self.pow(base, int(c * k))

    def _positive_factors(self, a: Element) -> list[tuple[Any, int]]:
        """a > 0 as a product of powers of things that are > 0."""
        factors: list[tuple[Any, int]] = []
        number = Fraction(1)
        for polynomial, side in ((a.top, 1), (a.bottom, -1)):
            content, found = polynomial.factor()
            number *= _fraction(content) ** side
            for p, k in found:
                sign = self.sign_of(p)
                number *= sign**k
                factors.append((p * sign, k * side))
        if number <= 0:
            raise UndefinedHere("not positive here")
        for n, side in ((number.numerator, 1), (number.denominator, -1)):
            for p, k in _prime_factors(n):
                factors.append((RING.constant(p), k * side))
        return factors

    def sign_of(self, polynomial: Any) -> int:
        """The sign on the interval; raises where there is none."""
        sign = self._sign(self.text(Element(polynomial, UNIT)))
        if not sign:
            raise UndefinedHere("no sign is known")
        return sign

    def _sqrt(self, a: Element) -> Element:
        return a if a.top.is_zero() else self._power(a, Fraction(1, 2))

    def _log(self, a: Element) -> Element:
        total = self.const(Fraction(0))
        for p, k in self._positive_factors(a):
            total = self.add(total, self.mul(self._log_of(p), self.const(Fraction(k))))
        return total

    def _log_of(self, p: Any) -> Element:
        for i, generator in enumerate(self.generators):
            if p == _GENERATORS[i] and generator.kind == "exp":
                return self.read_here(generator.expr.args[0])
            if p == _GENERATORS[i] and generator.kind == "root":
                root = self._log(Element(generator.power, UNIT))
                return self.div(root, self.const(Fraction(generator.k)))
        slope = self.div(self.derivative(Element(p, UNIT)), Element(p, UNIT))
        text = call("log", self.text(Element(p, UNIT)))
        return self._generator("log", str(p), text, slope, 0, p)

    def read_here(self, expr: Expr) -> Element:
        """An expression over the generators there are."""
        return Program(expr).run(self, {self.name: self.x})

    def _cosh(self, a: Element) -> Element:
        up = self._exp(a)
        both = self.add(up, self.div(self.const(Fraction(1)), up))
        return self.mul(both, self.const(Fraction(1, 2)))

    def _sinh(self, a: Element) -> Element:
        up = self._exp(a)
        both = self.sub(up, self.div(self.const(Fraction(1)), up))
        return self.mul(both, self.const(Fraction(1, 2)))

    def _tanh(self, a: Element) -> Element:
        square, one = self.pow(self._exp(a), 2), self.const(Fraction(1))
        return self.div(self.sub(square, one), self.add(square, one))

    def _odd(self, name: str, a: Element, slope: Callable[[Element], Element]) -> Element:
        """An odd function of a: a generator for the argument with a positive first coefficient."""
        if a.top.is_zero():
            return a
        sign = 1 if a.top.leading_coefficient() > 0 else -1
        a = self.mul(a, self.const(Fraction(sign)))
        inner = self.mul(slope(a), self.derivative(a))
        element = self._generator(name, str((a.top, a.bottom)), call(name, self.text(a)), inner)
        return self.mul(element, self.const(Fraction(sign)))

    def _atan(self, a: Element) -> Element:
        one = self.const(Fraction(1))
        if a.top == a.bottom or a.top == -a.bottom:
            return self.mul(self.mul(self.pi(), self.const(Fraction(1, 4))), a)
        return self._odd("atan", a, lambda u: self.div(one, self.add(one, self.mul(u, u))))

    def _asin(self, a: Element) -> Element:
        one = self.const(Fraction(1))

        def slope(u: Element) -> Element:
            return self.div(one, self._sqrt(self.sub(one, self.mul(u, u))))

        return self._odd("asin", a, slope)

    def _acos(self, a: Element) -> Element:
        return self.sub(self.mul(self.pi(), self.const(Fraction(1, 2))), self._asin(a))

    def _erf(self, a: Element) -> Element:
        def slope(u: Element) -> Element:
            bell = self._exp(self.neg(self.mul(u, u)))
            factor = self.div(self.const(Fraction(2)), self._sqrt(self.pi()))
            return self.mul(factor, bell)

        return self._odd("erf", a, slope)

    def _sin(self, a: Element) -> Element:
        return self._wave(a)[0]

    def _cos(self, a: Element) -> Element:
        return self._wave(a)[1]

    def _tan(self, a: Element) -> Element:
        return self.div(*self._wave(a))

    def _wave(self, a: Element) -> tuple[Element, Element]:
        """sin and cos of a; sin^2 = 1 - cos^2, and multiples by the addition formulas."""
        if a.top.is_zero():
            return a, self.const(Fraction(1))
        if a.bottom.is_constant() and len(a.top) > 1:
            first, *others = (
                Element(RING.from_dict({m: c}), a.bottom) for m, c in a.top.to_dict().items()
            )
            s, c = self._wave(first)
            for part in others:
                s2, c2 = self._wave(part)
                s, c = (
                    self.add(self.mul(s, c2), self.mul(c, s2)),
                    self.sub(self.mul(c, c2), self.mul(s, s2)),
                )
            return s, c
        content = _content(a.top) * (1 if a.top.leading_coefficient() > 0 else -1)
        part = Element(a.top / _fmpq(content), a.bottom)
        if ("pi", "") in self._index and part == self.pi():
            exact = self._sine(content), self._sine(content + Fraction(1, 2))
            if exact[0] is not None and exact[1] is not None:
                return exact[0], exact[1]
        key = str((part.top, part.bottom))
        k = self._order("wave", key, content.denominator)
        inner = self.div(part, self.const(Fraction(k)))
        text, slope = self.text(inner), self.derivative(inner)
        if ("cos", key) not in self._index:
            n = len(self.generators)
            if n + 2 > _MAX_GENERATORS:
                raise UndefinedHere("too many generators")
            cosine, sine = (Element(_GENERATORS[i], UNIT) for i in (n, n + 1))
            self._generator("cos", key, call("cos", text), self.neg(self.mul(slope, sine)))
            square = UNIT - cosine.top**2
            self._generator("sin", key, call("sin", text), self.mul(slope, cosine), 2, square)
        cosine, sine = (Element(_GENERATORS[self._index[f, key]], UNIT) for f in ("cos", "sin"))
        times = int(content * k)
        if abs(times) > 12:
            raise UndefinedHere("too high a multiple")
        s, c = self.const(Fraction(0)), self.const(Fraction(1))
        for _ in range(abs(times)):
            s, c = (
                self.add(self.mul(s, cosine), self.mul(c, sine)),
                self.sub(self.mul(c, cosine), self.mul(s, sine)),
            )
        return (self.neg(s) if times < 0 else s), c

    def _sine(self, turn: Fraction) -> Element | None:
        """sin(turn pi), where its square is a multiple of 1/4."""
        if 12 % turn.denominator:
            return None
        square = {0: 0, 2: 1, 3: 2, 4: 3, 6: 4, 8: 3, 9: 2, 10: 1}.get(int(turn % 1 * 12))
        if square is None:
            return None
        root = self._sqrt(self.const(Fraction(square, 4)))
        return root if turn % 2 < 1 else self.neg(root)

    # -- texts ----------------------------------------------------------------------------------

    def text(self, a: Element) -> Expr:
        """The element as an expression."""
        top = self._polynomial_text(a.top)
        return top if a.bottom.is_one() else top / self._polynomial_text(a.bottom)

    def _polynomial_text(self, polynomial: Any) -> Expr:
        """Sorted by monomials in the functions, the coefficients in Horner's form."""
        groups: dict[tuple[int, ...], dict[int, Fraction]] = {}
        for exponents, c in polynomial.to_dict().items():
            groups.setdefault(tuple(exponents[1:]), {})[exponents[0]] = _fraction(c)
        total: Expr | None = None
        for monomial, coefficients in sorted(groups.items()):
            term = _horner(coefficients, self.generators[0].expr)
            for i, k in enumerate(monomial, start=1):
                if k:
                    base = self.generators[i].expr
                    factor = base if k == 1 else Expr("pow", (base,), int(k))
                    term = factor if term == num(1) else term * factor
            total = term if total is None else total + term
        return num(0) if total is None else total


def _horner(coefficients: dict[int, Fraction], x: Expr) -> Expr:
    """A polynomial in x, from its coefficients: x^k (c + x^j (d + ...))."""
    degrees = sorted(coefficients)
    if len(degrees) > _MAX_NESTED:
        return _written_out(coefficients, x)
    low = degrees[0]
    inside: Expr = num(coefficients[degrees[-1]])
    for lower, higher in zip(reversed(degrees[:-1]), reversed(degrees[1:]), strict=True):
        step = higher - lower
        factor = x if step == 1 else Expr("pow", (x,), step)
        raised = factor if inside == num(1) else inside * factor
        inside = num(coefficients[lower]) + raised
    if not low:
        return inside
    factor = x if low == 1 else Expr("pow", (x,), low)
    return factor if inside == num(1) else inside * factor


def _written_out(coefficients: dict[int, Fraction], x: Expr) -> Expr:
    terms = [num(c) * Expr("pow", (x,), k) if k else num(c) for k, c in coefficients.items()]
    total = terms[0]
    for term in terms[1:]:
        total = total + term
    return total


def _fraction(c: Any) -> Fraction:
    q = fmpq(c)
    return Fraction(int(q.p), int(q.q))


def _fmpq(q: Fraction) -> fmpq:
    return fmpq(q.numerator, q.denominator)


def _content(polynomial: Any) -> Fraction:
    """The largest rational that divides all coefficients."""
    values = [_fraction(c) for c in polynomial.coeffs()]
    return Fraction(gcd(*(v.numerator for v in values)), lcm(*(v.denominator for v in values)))


def _prime_factors(n: int) -> list[tuple[int, int]]:
    found, p = [], 2
    while p * p <= n and p < 2000:
        k = 0
        while n % p == 0:
            n, k = n // p, k + 1
        if k:
            found.append((p, k))
        p += 1
    return found + ([(n, 1)] if n > 1 else [])
