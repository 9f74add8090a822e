"""Exact ends of every kind of enclosure, and true values by a third implementation."""

from fractions import Fraction

import mpmath
from flint import arb, ctx
from mpmath.libmp import to_rational

INF = float("inf")


def true_value(expr, point, digits=40):
    """The expression in floats of many digits."""
    names = {"abs": abs, "min": min, "max": max}

    def value(e):
        if e.op == "num":
            return mpmath.mpf(e.value.numerator) / e.value.denominator
        if e.op == "var":
            return mpmath.mpf(point[e.value].numerator) / point[e.value].denominator
        args = [value(a) for a in e.args]
        if e.op == "pow":
            return args[0] ** e.value
        arithmetic = {
            "add": lambda a, b: a + b,
            "sub": lambda a, b: a - b,
            "mul": lambda a, b: a * b,
            "div": lambda a, b: a / b,
            "neg": lambda a: -a,
        }
        return (arithmetic.get(e.op) or names.get(e.op) or getattr(mpmath, e.op))(*args)

    with mpmath.workdps(digits):
        return +value(expr)


def ends(enclosure):
    """The two ends of an interval of mpmath, a ball, or a pair of Arb numbers: exact."""
    if isinstance(enclosure, mpmath.ctx_iv.ivmpf):
        return tuple(_of_mpmath(end) for end in enclosure._mpi_)
    low, high = enclosure if isinstance(enclosure, tuple) else (enclosure, enclosure)
    with ctx.workprec(100_000):
        return _of_arb(low.lower()), _of_arb(high.upper())


def _of_mpmath(end):
    value = mpmath.mp.make_mpf(end)
    return Fraction(*to_rational(end)) if mpmath.isfinite(value) else float(value)


def _of_arb(end):
    if not end.is_finite():
        return INF if end > arb(0) else -INF
    mantissa, exponent = (int(part) for part in end.man_exp())
    return Fraction(mantissa) * Fraction(2) ** exponent


def exact(value):
    """A number of mpmath as a fraction."""
    return Fraction(*to_rational(value._mpf_))


def inside(enclosure, value):
    """Whether an enclosure holds a number of 40 digits."""
    low, high = ends(enclosure)
    slack = Fraction(1, 10**36) * (1 + abs(exact(value)))
    return low - slack <= exact(value) <= high + slack
