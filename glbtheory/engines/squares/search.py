"""The search for sums of squares: from a statement to the step of a certificate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from numpy.linalg import LinAlgError

from glbtheory.engines.budget import Budget
from glbtheory.engines.language.domain import Inequality
from glbtheory.engines.language.expression import UndefinedHere
from glbtheory.engines.language.roots import Algebraic, NotAlgebraic, algebraic
from glbtheory.engines.squares.charts import ChartEnd, OrthantChart
from glbtheory.engines.squares.faces import Negative
from glbtheory.engines.squares.orthant import Found, SquaresQuestion, answer
from glbtheory.engines.squares.programs import Effort
from glbtheory.engines.squares.reading import Factored, Reader
from glbtheory.engines.squares.tables import Table, degree, to_json

#: Polynomials of more unknowns, or of a higher degree, are left to the other engines.
_MAX_NAMES = 10
_MAX_DEGREE = 40


def prove_by_squares(
    statement: Inequality, budget: Budget | None = None
) -> list[dict[str, Any]] | None:
    """The step of a certificate, or None.  Both sides must be known to be defined."""
    if statement.relation == "==":
        return None
    try:
        form = algebraic(statement)
        if not 0 < len(form.names) <= _MAX_NAMES:
            return None
        return _SquaresSearch(form, statement, budget or Budget()).step()
    except (NotAlgebraic, UndefinedHere, Negative):
        return None
    except (OverflowError, LinAlgError):
        return None  # the numbers are beyond floats


@dataclass(frozen=True)
class _KnownSquares:
    polynomial: Table
    relation: str


class _SquaresSearch:
    def __init__(self, form: Algebraic, statement: Inequality, budget: Budget):
        self.form, self.statement, self.budget = form, statement, budget
        self.effort = Effort()
        self.reader = Reader(form.names)
        self.facts: list[_KnownSquares] = []
        for fact in form.facts:
            top, bottom = self.reader.quotient(fact.expr)
            polynomial = top if fact.relation == "==" else top * bottom
            self.facts.append(_KnownSquares(self.reader.table(polynomial), fact.relation))

    def step(self) -> list[dict[str, Any]] | None:
        top, bottom = self.reader.quotient(self.form.gap)
        upper, lower = self.reader.factored(top), self.reader.factored(bottom)
        if any(degree(f) > _MAX_DEGREE for f, _ in (*upper.factors, *lower.factors)):
            return None
        below = self._product(lower, strict=False)
        if below is None:
            return None
        sign, below_json = below
        above = self._product(upper, strict=self.statement.strict, sign=sign)
        if above is None:
            return None
        step = {"rule": "squares", "names": list(self.form.names)}
        return [{**step, "top": above[1], "bottom": below_json}]

    def _product(
        self, product: Factored, *, strict: bool, sign: int | None = None
    ) -> tuple[int, dict[str, Any]] | None:
        """Proofs for the factors.  The sign of the whole is free if ``sign`` is None."""
        factors = []
        constant = product.constant
        # Factors that change their sign together with another one are not looked for.
        for polynomial, k in sorted(product.factors, key=lambda f: len(f[0])):
            proof = None
            if k % 2 or strict:
                side, found = self._either(polynomial, strict)
                if found is None:
                    return None
                if side < 0:
                    polynomial = {e: -c for e, c in polynomial.items()}
                    constant *= (-1) ** k
                proof = found
            factors.append({"polynomial": to_json(polynomial), "power": k, "proof": proof})
        flip = 1 if constant >= 0 else -1
        if sign is not None and constant != 0 and flip != sign:
            return None
        return flip, {"constant": str(abs(constant)), "factors": factors}

    def _either(self, polynomial: Table, strict: bool) -> tuple[int, dict[str, Any] | None]:
        """A proof that the polynomial, or its negative, is >= 0 (or > 0)."""
        negative = {e: -c for e, c in polynomial.items()}
        for side, candidate in ((1, polynomial), (-1, negative)):
            try:
                found = self._nonnegative(candidate, strict)
            except Negative:
                continue
            if found is not None:
                return side, found
        return 1, None

    def _nonnegative(self, polynomial: Table, strict: bool) -> dict[str, Any] | None:
        """A proof, or None; raises :class:`Negative` at a point of the domain."""
        for question in self._questions(polynomial, strict):
            self.budget.check()
            try:
                found = answer(question, self.budget, self.effort)
            except Negative:
                if not question.relaxed:
                    raise
                continue
            if found is not None:
                return _proof(found)
        return None

    def _questions(self, polynomial: Table, strict: bool) -> Iterator[SquaresQuestion]:
        lower, upper = self._ends()
        n = len(self.form.names)
        solid = all(i.lo < i.hi for i in self.statement.domain.values())
        box = self.form.independent if solid else 0
        used = [any(e[i] for e in polynomial) for i in range(n)]
        extras = [k for k in range(len(self.facts)) if not self._is_end(k, lower, upper)]
        none = (None,) * n
        if not extras:
            boxed = any(lower[i] and upper[i] for i in range(n) if used[i])
            if boxed:
                # Often the ends do not matter.
                yield SquaresQuestion(polynomial, OrthantChart(none, none), strict, (), (), 0, True)
                yield SquaresQuestion(polynomial, _one_sided(lower, upper), strict, (), (), 0, True)
            for k in range(5 if not boxed else 4):
                yield SquaresQuestion(
                    polynomial, OrthantChart(lower, upper), strict, (), (), k, False, box
                )
            return
        chart = _one_sided(lower, upper)
        relations = tuple((k, f.polynomial) for k, f in enumerate(self.facts) if f.relation == "==")
        ends = {e.fact for e in (*chart.lower, *chart.upper) if e is not None}
        sides = tuple(
            (k, f.polynomial)
            for k, f in enumerate(self.facts)
            if f.relation != "==" and k not in ends
        )
        for k in range(3):
            yield SquaresQuestion(polynomial, chart, strict, sides, relations, k, True, box)

    def _ends(self) -> tuple[tuple[ChartEnd | None, ...], tuple[ChartEnd | None, ...]]:
        """The facts of the form x - lo >= 0 and hi - x >= 0."""
        n = len(self.form.names)
        lower: list[ChartEnd | None] = [None] * n
        upper: list[ChartEnd | None] = [None] * n
        for k, fact in enumerate(self.facts):
            linear = [e for e in fact.polynomial if sum(e) == 1]
            if fact.relation == "==" or len(linear) != 1 or degree(fact.polynomial) != 1:
                continue
            i = linear[0].index(1)
            slope = fact.polynomial[linear[0]]
            offset = fact.polynomial.get((0,) * n, Fraction(0))
            side = lower if slope == 1 else upper if slope == -1 else None
            if side is not None and side[i] is None:
                side[i] = ChartEnd(k, -offset / slope, fact.relation == ">")
        return tuple(lower), tuple(upper)

    def _is_end(self, k: int, lower: Any, upper: Any) -> bool:
        return any(e is not None and e.fact == k for e in (*lower, *upper))


def _one_sided(lower: Any, upper: Any) -> OrthantChart:
    """The chart that forgets the second end."""
    return OrthantChart(
        lower, tuple(None if lo else hi for lo, hi in zip(lower, upper, strict=True))
    )


def _proof(found: Found) -> dict[str, Any]:
    return {
        "multiplier": [[str(c), to_json(q), _pairs(p)] for c, q, p in found.multiplier],
        "terms": [[str(c), to_json(q), _pairs(p)] for c, q, p in found.terms],
        "relations": [[fact, to_json(table)] for fact, table in found.relations],
    }


def _pairs(powers: dict[int, int]) -> list[list[int]]:
    return [[fact, k] for fact, k in sorted(powers.items())]
