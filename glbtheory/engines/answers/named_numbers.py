"""Numbers with a name, such as e - 2 or 2/pi: found in an interval, tidied, recognised as 0."""

from __future__ import annotations

from fractions import Fraction

from glbtheory.engines.counterexamples.refutation import sign_at, values_at
from glbtheory.engines.language.expression import PI, Expr, constant, num
from glbtheory.engines.language.parse import parse_expression

NUMBERS = [
    parse_expression(text)
    for text in ("exp(1)", "exp(-1)", "log(2)", "log(3)", "sqrt(2)", "sqrt(3)", "sqrt(5)")
] + [PI, num(1) / PI, parse_expression("exp(2)"), parse_expression("exp(1/2)")]


def simple_forms(lo: float, hi: float) -> list[Expr]:
    """Rational multiples of well-known numbers, plus a rational, in an interval."""
    found: list[tuple[int, int, Fraction, Fraction, Expr]] = []
    ratios = sorted({Fraction(p, q) for q in (1, 2, 3, 4) for p in range(-4, 5) if p})
    for number in NUMBERS:
        value = values_at(number, [{}])[0]
        for r in ratios:
            for s in (Fraction(k, 2) for k in range(-6, 7)):
                if lo <= float(r) * value + float(s) <= hi:
                    size = abs(r.numerator) + r.denominator + abs(s.numerator) + s.denominator
                    found.append((size, len(found), r, s, number))
    forms = []
    for _, _, r, s, number in sorted(found, key=lambda f: f[:2]):
        product = number if r == 1 else num(r) * number
        forms.append(product if s == 0 else product + num(s))
    return forms


def vanishes(expr: Expr) -> bool:
    """Whether an expression without variables is 0, exactly."""
    return sign_at(expr, {}) == 0 or tidy(expr) == num(0)


def tidy(expr: Expr) -> Expr:
    """A constant in the shortest form that sympy finds."""
    value = constant(expr)
    if value is not None:
        return num(value)
    from glbtheory.engines.symbolic import from_sympy, sp, to_sympy

    try:
        found = from_sympy(sp.simplify(to_sympy(expr)))
        # Logarithms that are drawn together may have more digits than anybody can read.
        if len(str(found)) > len(str(expr)):
            return expr
    except (ValueError, TypeError, AttributeError):
        return expr
    if found.op == "add":
        first = constant(found.args[0])
        if first is not None and first < 0:
            return found.args[1] - num(-first)
    return found
