r"""Orders of magnitude by exact exponent arithmetic.

An :class:`Order` is the largest of finitely many monomials :math:`\prod_i x_i^{e_i}` with rational
exponents; constants and logarithms do not count, as in :math:`\widetilde O`.  Sums take unions of
monomials, products add exponents, and a positive power of a sum has the order of the powers of its
terms.  Whether one order is at most another on a region given by monomials :math:`\geq 1` (such as
:math:`T/\Gamma \geq 1`) is a question about rational vectors: with :math:`y_i = \log x_i` it asks
for a half-space to contain a cone, which z3 decides exactly.  A refutation is a direction
:math:`x_i = N^{y_i}` along which the first order outgrows the second as :math:`N \to \infty`.

A variable on which the region says nothing is free.  So the same question proves that a tuning is
best: if a rate is at most :math:`\max(A/x, B\sqrt x)` with :math:`x` free, no choice of :math:`x`
whatever makes the right side smaller than the rate.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp
import z3

from glbtheory._support.validation import is_real
from glbtheory.engines.evidence import HOLDS, REFUTED, UNDECIDED, Evidence

#: Variables with their exponents, sorted, zeros left out.
Monomial = tuple[tuple[str, Fraction], ...]


def _monomial(exponents: Mapping[str, Any]) -> Monomial:
    return tuple(sorted((n, Fraction(e)) for n, e in exponents.items() if e))


def _times(a: Monomial, b: Monomial, power: Fraction = Fraction(1)) -> Monomial:
    total = dict(a)
    for name, e in b:
        total[name] = total.get(name, Fraction(0)) + power * e
    return _monomial(total)


@dataclass(frozen=True)
class Order:
    """The largest of some monomials, up to constants and logarithms; of none, it is 0.

    A positive number counts as 1 in sums, products and quotients.
    """

    terms: frozenset[Monomial]

    @staticmethod
    def of(**exponents: Any) -> Order:
        """One monomial: ``Order.of(d="2/3", T="2/3")``."""
        return Order(frozenset({_monomial({n: Fraction(e) for n, e in exponents.items()})}))

    def __add__(self, other: Any) -> Order:
        return Order(self.terms | _order("a term", other).terms)

    def __mul__(self, other: Any) -> Order:
        factor = _order("a factor", other)
        return Order(frozenset(_times(a, b) for a in self.terms for b in factor.terms))

    __radd__, __rmul__ = __add__, __mul__

    def __truediv__(self, other: Any) -> Order:
        return self * _order("a divisor", other) ** -1

    def __rtruediv__(self, other: Any) -> Order:
        return _order("a dividend", other) * self**-1

    def __pow__(self, power: Any) -> Order:
        p = Fraction(power)
        if p < 0 and len(self.terms) > 1:
            raise ValueError(f"the order of 1/({self}) is a minimum, not a maximum")
        if p <= 0 and not self.terms:
            raise ValueError("nothing is known from below of what is divided by")
        return Order(frozenset(_times((), term, p) for term in self.terms))

    def along(self, **direction: Any) -> Fraction:
        """The power of N that the order has at x = N^y; variables not named stay at 1.

        A variable that the order does not have changes nothing: orders of one problem are compared
        along the same direction.
        """
        y = {name: Fraction(value) for name, value in direction.items()}
        if not self.terms:
            raise ValueError("0 has no order")
        return max(
            sum((e * y.get(name, Fraction(0)) for name, e in term), Fraction(0))
            for term in self.terms
        )

    def __str__(self) -> str:
        return " + ".join(sorted(_text(term) for term in self.terms)) or "0"


ONE = Order.of()
ZERO = Order(frozenset())


def _order(name: str, value: Any) -> Order:
    """An order, or 1 for a positive number."""
    if isinstance(value, Order):
        return value
    if is_real(value) and 0 < value < math.inf:
        return ONE
    raise ValueError(f"{name} must be an Order or a positive number, not {value!r}")


def _text(term: Monomial) -> str:
    parts = [n if e == 1 else f"{n}^({e})" for n, e in term]
    return " ".join(parts) or "1"


def _shown(order: Order) -> str:
    """The order as text, or how many monomials it has."""
    many = len(order.terms)
    return str(order) if many <= 3 else f"the largest of {many} monomials"


def order_of(expression: Any, known: Mapping[Any, Order], below: bool = False) -> Order:
    """An order that a sympy expression of positive terms is at most, or at least if ``below``.

    ``known`` gives the exact orders of symbols and of subexpressions such as 1 - γ, which
    arithmetic cannot find.  Every other logarithm counts as 1 from above (its argument is taken to
    be at most a power of the variables) and as 0 from below (its argument may be close to 1).
    What is divided by is read from the other side.  A difference is refused.
    """
    expression = sp.sympify(expression)
    if expression in known:
        return known[expression]
    if expression.is_number:
        if not expression.is_positive:
            raise ValueError(f"{expression} is not positive: orders are of positive terms")
        return ONE
    if isinstance(expression, sp.log):
        constant = all(known.get(s) == ONE for s in expression.free_symbols)
        return ZERO if below and not constant else ONE
    parts = expression.args
    if expression.is_Add or isinstance(expression, sp.Max):
        total = ZERO
        for part in parts:
            total = total + order_of(part, known, below)
        return total
    if expression.is_Mul:
        product = ONE
        for part in parts:
            product = product * order_of(part, known, below)
        return product
    if expression.is_Pow and expression.exp.is_Rational:
        power = Fraction(int(expression.exp.p), int(expression.exp.q))
        return order_of(expression.base, known, below if power > 0 else not below) ** power
    raise ValueError(f"the order of {expression} is not known")


def at_most(order: Order, bound: Order, region: Iterable[Order], scope: str = "") -> Evidence:
    """Whether ``order`` is at most a constant and logarithms times ``bound`` on the region.

    ``region`` lists single monomials that are at least 1.
    """
    order, bound = _order("order", order), _order("bound", bound)
    if isinstance(region, Order):
        raise ValueError("region must be a list of orders, not one order")
    constraints = [_single(r) for r in region]
    for term in sorted(order.terms):
        found = _direction(term, bound, constraints)
        if found is None:
            return Evidence(UNDECIDED, "orders", "by hand", detail="z3 did not decide")
        if found:
            witness = {name: f"N^({e})" for name, e in found.items() if e}
            detail = f"{_text(term)} outgrows {_shown(bound)} as N grows"
            return Evidence(REFUTED, "orders", "proved", scope, witness, detail=detail)
    return Evidence(
        HOLDS, "orders", "proved", scope, detail=f"{_shown(order)} is at most {_shown(bound)}"
    )


def compare(
    sides: tuple[Order, Order], bound: tuple[Order, Order], region: Iterable[Order], scope: str = ""
) -> Evidence:
    """Whether one quantity is at most another, each known by an order from below and from above.

    It is if the upper order is at most the other's lower order, and it is not if even the lower
    order outgrows the other's upper order; between the two, nothing is decided.
    """
    constraints = list(region)
    holds = at_most(sides[1], bound[0], constraints, scope)
    if holds.outcome == HOLDS or (sides[0], bound[1]) == (sides[1], bound[0]):
        return holds
    fails = at_most(sides[0], bound[1], constraints, scope)
    if fails.outcome == REFUTED:
        return fails
    return Evidence(UNDECIDED, "orders", "by hand", scope, detail="the two orders leave a gap")


def leading(order: Order, region: Iterable[Order]) -> Order:
    """The order without the monomials that are nowhere above one of the others on the region."""
    constraints = list(region)
    kept = sorted(order.terms)
    for term in sorted(order.terms):
        alone = Order(frozenset({term}))
        for other in [o for o in kept if o != term]:
            if at_most(alone, Order(frozenset({other})), constraints).outcome == HOLDS:
                kept.remove(term)
                # What is above one monomial is often above the next one too: ask it first.
                kept.remove(other)
                kept.insert(0, other)
                break
    return Order(frozenset(kept))


def _single(order: Order) -> Monomial:
    if not isinstance(order, Order):
        raise ValueError(f"region must list orders, not {order!r}")
    if len(order.terms) != 1:
        raise ValueError(f"a region is given by single monomials, not {order}")
    return next(iter(order.terms))


def _direction(
    term: Monomial, bound: Order, constraints: list[Monomial]
) -> dict[str, Fraction] | None:
    """Exponents y with x = N^y in the region and term beyond every monomial of the bound.

    Empty if there are none, ``None`` if z3 cannot tell.
    """
    names = sorted({n for m in (term, *bound.terms, *constraints) for n, _ in m})
    # A context of its own: else the model found would depend on what was asked before.
    context = z3.Context()
    y = {n: z3.Real(n, context) for n in names}

    def along(monomial: Monomial) -> Any:
        zero = [z3.RealVal(0, context)]
        return z3.Sum([z3.RealVal(str(e), context) * y[n] for n, e in monomial] or zero)

    solver = z3.Solver(ctx=context)
    solver.add([along(c) >= 0 for c in constraints])
    # Sorted: the order of a set changes from run to run, and the model that z3 finds with it.
    solver.add([along(term) >= along(m) + 1 for m in sorted(bound.terms)])
    answer = solver.check()
    if answer == z3.unsat:
        return {}
    if answer != z3.sat:
        return None
    model = solver.model()
    values = {n: model.eval(y[n], model_completion=True) for n in names}
    return {n: Fraction(v.numerator_as_long(), v.denominator_as_long()) for n, v in values.items()}
