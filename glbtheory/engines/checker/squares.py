"""The rule of squares: an identity of polynomials that shows a sign.

The gap is h N / (h D) with polynomials in the names of
:mod:`~glbtheory.engines.language.roots`.  N is a product c f1^k1 f2^k2 ..., and so is D.  For each
factor that needs a sign the certificate offers

    multiplier * f  =  sum of c q^2 g1^a1 g2^a2 ...  +  sum of p h

with rational c >= 0, polynomials q and p, facts g >= 0 and h == 0, and a multiplier of the same
form as the first sum.  Both sides are multiplied out in rational arithmetic and compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from glbtheory.engines.checker.refusal import BadCertificate
from glbtheory.engines.checker.sparse_polynomials import (
    Polynomial,
    Quotients,
    add,
    multiply,
    one,
    power,
    quotient_of,
    read_polynomial,
    read_rational,
)
from glbtheory.engines.language.domain import Inequality
from glbtheory.engines.language.expression import UndefinedHere
from glbtheory.engines.language.roots import Algebraic, NotAlgebraic, algebraic

_MAX_POWER = 400


def check_squares(step: dict[str, Any], statement: Inequality) -> None:
    """Refuse unless the identities show the statement.  Both sides must be known to be defined."""
    if statement.relation == "==":
        raise BadCertificate("squares show an inequality, not an equality")
    try:
        form = algebraic(statement)
        if step["names"] != list(form.names):
            raise BadCertificate("the names are not those of the statement")
        top, bottom = Quotients(form.names).read(form.gap)
        proofs = _Proofs(form, statement)
        offered_top, top_positive = proofs.product(step["top"])
        offered_bottom, _ = proofs.product(step["bottom"])
        common = quotient_of(bottom, offered_bottom)
        if multiply(offered_top, common) != top:
            raise BadCertificate("the factors do not multiply to the gap")
    except (NotAlgebraic, UndefinedHere) as error:
        raise BadCertificate(f"no quotient of polynomials: {error}") from None
    # The bottom divides what the statement divides by, so it is not 0: with >= 0 it is > 0.
    if statement.strict and not top_positive:
        raise BadCertificate("the two sides may be equal")


@dataclass(frozen=True)
class _Known:
    polynomial: Polynomial
    relation: str


class _Proofs:
    """Proofs of signs from the facts about the names."""

    def __init__(self, form: Algebraic, statement: Inequality):
        self.n = len(form.names)
        self.facts = []
        for fact in form.facts:
            top, bottom = Quotients(form.names).read(fact.expr)
            # N/D has the sign of N D, and vanishes where N does.
            polynomial = top if fact.relation == "==" else multiply(top, bottom)
            self.facts.append(_Known(polynomial, fact.relation))
        #: How many names fill a box without a side of length 0.
        solid = all(i.lo < i.hi for i in statement.domain.values())
        self.independent = form.independent if solid else 0

    def product(self, offered: dict[str, Any]) -> tuple[Polynomial, bool]:
        """c f1^k1 f2^k2 ..., which is >= 0, and whether it is shown to be > 0."""
        constant = read_rational(offered["constant"])
        if constant < 0:
            raise BadCertificate("a negative constant")
        result: Polynomial = {(0,) * self.n: constant} if constant else {}
        positive = constant > 0
        for factor in offered["factors"]:
            polynomial = read_polynomial(factor["polynomial"], self.n)
            k = _exponent(factor["power"])
            shown = self._sign(polynomial, factor["proof"]) if factor["proof"] else None
            if shown is None and k % 2:
                raise BadCertificate("a factor without a proof of its sign")
            positive = positive and shown is True
            result = multiply(result, power(polynomial, k, self.n))
        return result, positive

    def _sign(self, polynomial: Polynomial, proof: dict[str, Any]) -> bool:
        """Refuse unless the proof shows polynomial >= 0; whether it shows > 0."""
        multiplier, multiplier_positive, dense = self._sum(proof["multiplier"])
        total, positive, _ = self._sum(proof["terms"])
        for index, cofactor in proof["relations"]:
            fact = self._fact(index)
            if fact.relation != "==":
                raise BadCertificate("a factor of either sign needs a fact that is an equality")
            total = add(total, multiply(read_polynomial(cofactor, self.n), fact.polynomial))
        if multiply(multiplier, polynomial) != total:
            raise BadCertificate("the two sides of the identity differ")
        # If m f > 0 with m >= 0, then f > 0.  If m f >= 0, then f >= 0 where m > 0; if that is
        # so at points as near as one likes to every point, then f >= 0 everywhere, because f is
        # continuous.
        if not (positive or multiplier_positive or dense):
            raise BadCertificate("the multiplier may vanish")
        return positive

    def _sum(self, offered: list[Any]) -> tuple[Polynomial, bool, bool]:
        """The sum of the terms c q^2 g1^a1 ..., which is >= 0.

        Also whether one of them is > 0 everywhere, and whether one is > 0 nearly everywhere: a
        polynomial, not 0, in names that fill a box.
        """
        total: Polynomial = {}
        positive = dense = False
        for coefficient, root, product in offered:
            c = read_rational(coefficient)
            if c < 0:
                raise BadCertificate("a square with a negative coefficient")
            q = read_polynomial(root, self.n)
            term, strict = multiply(q, q), True
            for index, exponent in product:
                fact, k = self._fact(index), _exponent(exponent)
                if fact.relation == "==":
                    raise BadCertificate("an equality as the factor of a square")
                strict = strict and fact.relation == ">"
                term = multiply(term, power(fact.polynomial, k, self.n))
            total = add(total, term, c)
            constant = q.keys() == one(self.n).keys()
            positive = positive or (strict and constant and c > 0)
            n = self.independent
            dense = dense or (n > 0 and c > 0 and bool(term) and not any(any(e[n:]) for e in term))
        return total, positive, dense

    def _fact(self, index: Any) -> _Known:
        if type(index) is not int or not 0 <= index < len(self.facts):
            raise BadCertificate(f"there is no fact {index!r}")
        return self.facts[index]


def _exponent(k: Any) -> int:
    if type(k) is not int or not 1 <= k <= _MAX_POWER:
        raise BadCertificate(f"not a positive exponent: {k!r}")
    return k
