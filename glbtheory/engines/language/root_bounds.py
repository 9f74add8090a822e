"""Rational bounds in place of roots, so that an expression gets smaller and has fewer roots.

Let u >= 0, M > 0, and k, p with 0 < p < k.  By the weighted inequality of arithmetic and geometric
means, with q = p/k,

    u M^p / ((1 - q) u + q M^k)  <=  u^q  <=  M^(p - k) (q u + (1 - q) M^k).

Both are equalities where M^k = u.  For square roots there are closer bounds, since
(sqrt(u) - M)^4 >= 0:

    4 u M (u + M^2) / D  <=  sqrt(u)  <=  D / (4 M (u + M^2)),    D = u^2 + 6 u M^2 + M^4.

Whether a root is replaced by its upper or its lower bound depends on where it stands: this is read
off the signs of the factors around it.  This fixes what a certificate means by such a replacement,
so search and checker share it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from glbtheory.engines.language.domain import Domain, Interval
from glbtheory.engines.language.elimination import visibly_positive
from glbtheory.engines.language.expression import Expr, num, var
from glbtheory.engines.language.roots import as_power

#: Means of two numbers, or the closer bounds of a square root.
ORDERS = (1, 2)
_KNOWN = ("num", "var", "add", "sub", "mul", "div", "neg", "pow")


class NoBound(ValueError):
    """It cannot be seen how the expression changes with its roots."""


@dataclass(frozen=True)
class NearRoot:
    """``near`` is the M of the formulas, compared with the root u^(1/k); it must be > 0."""

    near: Expr
    order: int = 1


def roots_of(expr: Expr) -> list[Expr]:
    """The roots in an expression, each once, in the order in which they are met."""
    powers = ((node, as_power(node)) for node in expr.walk())
    return list(dict.fromkeys(e for e, p in powers if p is not None and p[1].denominator > 1))


def below(expr: Expr, roots: Mapping[Expr, NearRoot], domain: Domain) -> Expr:
    """An expression that is nowhere larger on the domain, without the roots that are named.

    The expression must be defined on the domain; what is returned need not be.  Raises
    :class:`NoBound`.
    """
    for root, offered in roots.items():
        _require_usable(root, offered, domain)
    return _Bounding(roots, domain).bound(expr, up=False)


def _require_usable(root: Expr, offered: NearRoot, domain: Domain) -> None:
    power = as_power(root)
    if power is None or power[1].denominator == 1:
        raise NoBound(f"{root} is no root")
    if offered.order not in ORDERS or (offered.order == 2 and power[1].denominator != 2):
        raise NoBound(f"there is no bound of order {offered.order} for {root}")
    if not visibly_positive(offered.near, domain):
        raise NoBound(f"{offered.near} is not visibly positive")


class _Bounding:
    def __init__(self, roots: Mapping[Expr, NearRoot], domain: Domain):
        self.roots, self.domain = roots, domain

    def bound(self, e: Expr, *, up: bool) -> Expr:
        """An expression that is >= e (``up``), or <= e, on the domain."""
        if not self.touched(e):
            return e
        if e in self.roots:
            return self.root(e, up)
        match e.op:
            case "add":
                return self.bound(e.args[0], up=up) + self.bound(e.args[1], up=up)
            case "sub":
                return self.bound(e.args[0], up=up) - self.bound(e.args[1], up=not up)
            case "neg":
                return -self.bound(e.args[0], up=not up)
            case "mul":
                return self.product(e.args[0], e.args[1], up)
            case "div":
                return self.quotient(e.args[0], e.args[1], up)
            case "pow":
                return self.power(e.args[0], int(e.value or 0), up)
        raise NoBound(f"a root inside {e.op}")

    def touched(self, e: Expr) -> bool:
        return any(node in self.roots for node in e.walk())

    def product(self, a: Expr, b: Expr, up: bool) -> Expr:
        """First a moves, then b: each time the other factor stays as it is."""
        if self.touched(a):
            a = self.bound(a, up=up == self.at_least_zero(b))
        if self.touched(b):
            b = self.bound(b, up=up == self.at_least_zero(a))
        return a * b

    def quotient(self, a: Expr, b: Expr, up: bool) -> Expr:
        self.require_positive(b)
        if self.touched(a):
            a = self.bound(a, up=up)
        if self.touched(b):
            b = self.bound(b, up=up != self.at_least_zero(a))
            self.require_positive(b)
        return a / b

    def power(self, base: Expr, k: int, up: bool) -> Expr:
        new = self.bound(base, up=up == (k >= 0))
        for e in (base, new):
            if not self.seen(e, strict=k < 0):
                raise NoBound(f"{e} is not visibly positive")
        return Expr("pow", (new,), k)

    def root(self, e: Expr, up: bool) -> Expr:
        """The formulas at the top, for u^q = u^n u^(q - n) with 0 < q - n < 1."""
        power = as_power(e)
        assert power is not None
        u, q, _ = power
        n = floor(q)
        if self.touched(u):
            u = self.bound(u, up=up == (q > 0))
            self.require_positive(u)
        offered = self.roots[e]
        bound = _mean(u, q - n, offered.near, up) if offered.order == 1 else _closer(u, offered, up)
        return bound if n == 0 else Expr("pow", (u,), n) * bound

    # -- signs ------------------------------------------------------------------------------------

    def at_least_zero(self, e: Expr) -> bool:
        """Whether an expression is >= 0; False if it is <= 0."""
        if self.seen(e):
            return True
        if self.seen(_negative(e)):
            return False
        raise NoBound(f"the sign of {e} is not visible")

    def require_positive(self, e: Expr) -> None:
        if not self.seen(e, strict=True):
            raise NoBound(f"{e} is not visibly positive")

    def seen(self, e: Expr, strict: bool = False) -> bool:
        """Whether an expression is visibly >= 0, or > 0; roots are read as new variables."""
        domain = dict(self.domain)
        return visibly_positive(self.plain(e, domain), domain, strict)

    def plain(self, e: Expr, domain: dict[str, Interval]) -> Expr:
        power = as_power(e)
        if power is not None:
            base = self.plain(power[0], domain)
            positive = power[2] or visibly_positive(base, domain)
            name = f"({e})"  # no name of a variable has a bracket
            domain[name] = Interval(Fraction(0), lo_open=positive)
            return var(name)
        if e.op not in _KNOWN:
            raise NoBound(f"{e.op} is no root")
        return Expr(e.op, tuple(self.plain(a, domain) for a in e.args), e.value)


def _negative(e: Expr) -> Expr:
    """-e, with the sign moved inwards so that it can be seen."""
    match e.op:
        case "num":
            return num(-Fraction(str(e.value)))
        case "neg":
            return e.args[0]
        case "mul" | "div":
            return Expr(e.op, (_negative(e.args[0]), e.args[1]))
        case "add":
            return _negative(e.args[0]) + _negative(e.args[1])
        case "sub":
            return e.args[1] - e.args[0]
    return -e


def _mean(u: Expr, q: Fraction, near: Expr, up: bool) -> Expr:
    p, k = q.numerator, q.denominator
    whole, part = Expr("pow", (near,), k), Expr("pow", (near,), p)
    if up:
        return (num(q) * u + num(1 - q) * whole) / Expr("pow", (near,), k - p)
    return u * part / (num(1 - q) * u + num(q) * whole)


def _closer(u: Expr, offered: NearRoot, up: bool) -> Expr:
    near = offered.near
    square = Expr("pow", (near,), 2)
    even = Expr("pow", (u,), 2) + num(6) * u * square + Expr("pow", (near,), 4)
    odd = num(4) * near * (u + square)
    return even / odd if up else u * odd / even
