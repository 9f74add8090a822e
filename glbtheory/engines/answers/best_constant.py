"""The best constant in an inequality, with proofs on both sides.

A statement with a free constant c, say exp(x) <= 1 + x + c x**2 on [-1, 1], holds from some value
c* on (or up to it).  The answer is an enclosure of c*: at one end the statement is proved, at the
other there is a counterexample.  Where the two sides touch at a point that can be named, c* is
given exactly: the statement is proved at c = c*, and at the touching point nothing better holds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from glbtheory.engines.answers.named_numbers import NUMBERS, simple_forms, tidy, vanishes
from glbtheory.engines.answers.time_limit import remaining, time_limit
from glbtheory.engines.budget import Budget, OutOfTime
from glbtheory.engines.counterexamples.refutation import (
    Point,
    admits,
    candidates,
    sign_at,
    values_at,
)
from glbtheory.engines.counterexamples.simple_rationals import simplest_between
from glbtheory.engines.decision import UndefinedOnDomain, decide
from glbtheory.engines.evidence import HOLDS, REFUTED, Evidence
from glbtheory.engines.language.domain import Inequality
from glbtheory.engines.language.elimination import linear_in
from glbtheory.engines.language.expression import PI, Expr, constant, num, substitute, variables
from glbtheory.engines.prove import checked

#: Half the width, relative to the size, at which both sides are tried, the widest first.
_WIDTHS = [Fraction(1, 10**k) for k in range(1, 10)]
_POINTS = 4000
_BOXES = 2000


@dataclass(frozen=True)
class BestConstant:
    """``smallest`` (or largest) value of ``name``; the statement is proved at ``proved``.

    ``refuted`` is a value at which ``witness`` refutes it.  ``exact`` says that ``proved`` is the
    best constant itself, since both sides are equal at ``touching``.
    """

    name: str
    smallest: bool
    proved: Expr | None
    refuted: Fraction | None
    witness: dict[str, str] | None = None
    touching: dict[str, str] | None = None
    exact: bool = False
    monotone: bool = False
    certificate: dict[str, Any] | None = field(default=None, repr=False)

    @property
    def enclosure(self) -> tuple[float, float]:
        """Floats around the best constant; infinite where nothing was shown."""
        there = math.inf if self.smallest else -math.inf
        here = -there
        if self.proved is not None:
            there = values_at(self.proved, [{}])[0]
        if self.exact:
            here = there
        elif self.refuted is not None:
            here = float(self.refuted)
        lo, hi = (here, there) if self.smallest else (there, here)
        return math.nextafter(lo, -math.inf), math.nextafter(hi, math.inf)

    def in_words(self) -> list[str]:
        """What is known, line by line."""
        which = "smallest" if self.smallest else "largest"
        lo, hi = self.enclosure
        if self.exact:
            at = ", ".join(f"{n} = {x}" for n, x in (self.touching or {}).items())
            number = f"{lo:.10g}"
            equals = "" if str(self.proved) == number else f" = {number}"
            return [
                f"the {which} {self.name} is {self.proved}{equals}",
                f"proved at {self.name} = {self.proved}; both sides are equal at {at or 'once'}",
            ]
        known = "lies in" if self.monotone else "seems to lie in"
        lines = [f"the {which} {self.name} {known} [{lo:.10g}, {hi:.10g}]"]
        if self.proved is not None:
            lines.append(f"proved at {self.name} = {self.proved}")
        if self.refuted is not None:
            at = ", ".join(f"{n} = {x}" for n, x in (self.witness or {}).items())
            lines.append(f"refuted at {self.name} = {self.refuted}, by {at}")
        if not self.monotone:
            lines.append(f"not shown: that the statement gets weaker as {self.name} moves on")
        return lines

    def to_json(self) -> dict[str, Any]:
        """A plain dictionary."""
        lo, hi = (x if math.isfinite(x) else None for x in self.enclosure)
        return {
            "constant": self.name,
            "which": "smallest" if self.smallest else "largest",
            "enclosure": [lo, hi],
            "proved_at": None if self.proved is None else str(self.proved),
            "refuted_at": None if self.refuted is None else str(self.refuted),
            "witness": self.witness,
            "exact": self.exact,
            "touching": self.touching,
            "monotone": self.monotone,
        }


class NotMonotone(ValueError):
    """The statement does not get weaker in one direction of the constant."""


def best_constant(
    statement: Inequality, name: str, *, digits: int = 6, seconds: float | None = 30.0
) -> BestConstant:
    """The smallest or largest value of a variable for which a statement holds.

    ``digits`` decimals of the constant are looked for, in at most ``seconds`` seconds.
    """
    if name not in variables(statement.gap):
        raise ValueError(f"the inequality does not contain {name}")
    if statement.relation == "==" or (statement.conditional and name in statement.integers):
        raise ValueError(f"no best {name} in {statement.text}")
    search = _ConstantSearch(statement, name, digits)
    try:
        with time_limit(seconds):
            search.run()
    except OutOfTime:
        pass
    return search.result()


class _ConstantSearch:
    def __init__(self, statement: Inequality, name: str, digits: int):
        self.statement, self.name, self.digits = statement, name, digits
        domain = {n: i for n, i in statement.domain.items() if n != name}
        self.domain = domain
        self.points = self._cloud()
        self.smallest = self._direction()
        self.monotone = False
        self.proved: Expr | None = None
        self.refuted: Fraction | None = None
        self.witness: dict[str, str] | None = None
        self.touching: dict[str, str] | None = None
        self.certificate: dict[str, Any] | None = None

    def _cloud(self) -> list[Point]:
        """Points of the domain: those that satisfy the side conditions."""
        points = candidates(self.domain)
        if self.statement.conditional:
            if any(self.name in variables(s.expr) for s in self.statement.given):
                raise ValueError(f"a side condition must not contain {self.name}")
            points = [p for p in points if admits(self.statement, p)]
        if not points:
            raise ValueError("no point was found that satisfies the side conditions")
        return points[:: max(1, len(points) // _POINTS)]

    def result(self) -> BestConstant:
        """What was found until now."""
        return BestConstant(
            self.name,
            self.smallest,
            self.proved,
            self.refuted,
            self.witness,
            self.touching,
            self.touching is not None,
            self.monotone,
            self.certificate,
        )

    def run(self) -> None:
        """Estimate, try a closed form, and close in from both sides."""
        self.monotone = self._monotone()
        guess, point = self._estimate()
        if point is not None:
            # A named number close by, such as e, comes first: the point is only one of a grid.
            places = [*self._named_near(point), _as_expressions(point)]
            if any(self._exact_at(place) for place in places):
                return
        for width in _WIDTHS[: self.digits + 1]:
            size = width * max(abs(guess), Fraction(1, 100))
            inner, outer = (
                (guess + size, guess - size) if self.smallest else (guess - size, guess + size)
            )
            good = self._try_proof(num(_between(guess, inner)))
            bad = self._try_refutation(_between(outer, outer + (guess - outer) / 2))
            if not good and not bad:
                break
        if self.witness is not None:
            worst = {n: Fraction(x) for n, x in self.witness.items()}
            if self._exact_at(_as_expressions(worst)):
                return
        self._simple_end()
        self._closed_form()

    # -- the direction ---------------------------------------------------------------------------

    def at(self, value: Expr) -> Inequality:
        """The statement with a value for the constant."""
        there = {self.name: value}
        sides = [substitute(e, there) for e in (self.statement.lhs, self.statement.rhs)]
        names = set(variables(sides[0] - sides[1]))
        given = tuple(replace(s, expr=substitute(s.expr, there)) for s in self.statement.given)
        names |= {n for s in given for n in variables(s.expr)}
        domain = {n: i for n, i in self.domain.items() if n in names}
        return Inequality(
            sides[0],
            self.statement.relation,
            sides[1],
            domain,
            given,
            self.statement.integers & names,
        )

    def _gap_values(self, c: float) -> list[float]:
        value = Fraction(c)
        return values_at(self.statement.gap, [{**p, self.name: value} for p in self.points])

    def _direction(self) -> bool:
        """Whether a larger constant makes the statement weaker."""
        own = self.statement.domain[self.name]
        base = own.lo if isinstance(own.lo, Fraction) else Fraction(0)
        low, high = (self._gap_values(float(base + k)) for k in (1, 2))
        moves = [b - a for a, b in zip(low, high, strict=True) if math.isfinite(b - a)]
        up, down = any(m > 1e-12 for m in moves), any(m < -1e-12 for m in moves)
        if up == down:
            raise NotMonotone(
                f"{self.statement.text} does not get weaker in one direction of {self.name}"
            )
        return up

    def _monotone(self) -> bool:
        """Whether it is proved that the statement gets weaker in this direction."""
        form = linear_in(self.statement.gap, self.name)
        if form is None:
            return False
        slope = form[0]
        domain = {n: i for n, i in self.domain.items() if n in variables(slope)}
        relation = ">=" if self.smallest else "<="
        try:
            found = decide(Inequality(slope, relation, num(0), domain), budget=Budget(_BOXES))
        except UndefinedOnDomain:
            return False
        return found.outcome == HOLDS

    # -- the estimate ----------------------------------------------------------------------------

    def _estimate(self) -> tuple[Fraction, Point | None]:
        """The constant that the points of a cloud ask for, and the point that asks for it."""
        own = self.statement.domain[self.name]
        sign = 1 if self.smallest else -1
        lo, hi = -1.0, 1.0  # in the direction in which the statement gets weaker
        while not self._good(sign * hi) and hi < 1e9:
            hi *= 2
        while self._good(sign * lo) and lo > -1e9:
            lo *= 2
        for _ in range(60):
            middle = (lo + hi) / 2
            lo, hi = (lo, middle) if self._good(sign * middle) else (middle, hi)
        values = self._gap_values(sign * lo)
        worst = min(
            range(len(values)),
            key=lambda k: values[k] if math.isfinite(values[k]) else math.inf,
            default=None,
        )
        guess = Fraction(sign * hi).limit_denominator(10**12)
        if isinstance(own.lo, Fraction):
            guess = max(guess, own.lo)
        if isinstance(own.hi, Fraction):
            guess = min(guess, own.hi)
        return guess, None if worst is None else self.points[worst]

    def _good(self, c: float) -> bool:
        # Rounding near a zero of the gap must not count as a violation.
        return all(v >= -1e-13 for v in self._gap_values(c) if v == v)

    # -- both sides ------------------------------------------------------------------------------

    def _decided(self, value: Expr) -> Evidence | None:
        left = remaining()
        try:
            budget = Budget.of(_BOXES, None if left is None else max(1.0, left / 3))
            statement = self.at(value)
            found = decide(statement, budget=budget)
            return checked(statement, found) if found.outcome == HOLDS else found
        except (ArithmeticError, RecursionError, MemoryError, UndefinedOnDomain):
            return None
        except OutOfTime:
            if left is not None and (remaining() or 0) < 0.2:
                raise
            return None

    def _try_proof(self, value: Expr) -> bool:
        found = self._decided(value)
        if found is None or found.outcome != HOLDS:
            return False
        self.proved, self.certificate = value, found.certificate
        return True

    def _try_refutation(self, value: Fraction) -> bool:
        found = self._decided(num(value))
        if found is None or found.outcome != REFUTED:
            return False
        self.refuted, self.witness = value, found.witness
        return True

    def _named_near(self, point: Point) -> list[dict[str, Expr]]:
        """Well-known numbers of the domain within a tenth of a point of the line."""
        if len(point) != 1 or self.statement.integers:
            return []
        ((name, x),) = point.items()
        near = [
            number
            for number in [*NUMBERS, *(PI / num(k) for k in (2, 3, 4, 6))]
            if abs(values_at(number, [{}])[0] - float(x)) <= 0.1 * abs(float(x))
        ]
        return [{name: number} for number in near if self._inside(name, number)]

    def _inside(self, name: str, number: Expr) -> bool:
        """Whether a number certainly lies in the domain of the only variable."""
        own = self.domain[name]
        for end, sign in ((own.lo, 1), (own.hi, -1)):
            if isinstance(end, Fraction) and sign_at(number - num(end), {}) != sign:
                return False
        values = [(s.relation, substitute(s.expr, {name: number})) for s in self.statement.given]
        return all(
            sign_at(value, {}) == 1 or (relation == ">=" and vanishes(value))
            for relation, value in values
        )

    def _exact_at(self, there: dict[str, Expr]) -> bool:
        """Whether the constant that one point asks for is the best: proved there, tight here."""
        form = linear_in(self.statement.gap, self.name)
        if form is None or not self.monotone:
            return False
        p, q = (substitute(e, there) for e in form)
        if sign_at(p, {}) not in (1, -1):
            return False
        value = tidy(-q / p)
        # Tight means: the gap is exactly 0 here, so beyond this constant it has the wrong sign.
        if not vanishes(substitute(self.at(value).gap, there)):
            return False
        if self.statement.strict or not self._try_proof(value):
            return False
        self.touching = {n: str(x) for n, x in there.items()}
        return True

    def _simple_end(self) -> None:
        """The simplest rational between the two sides, if the statement is proved there."""
        if self.proved is None or self.refuted is None:
            return
        end = constant(self.proved)
        if end is None:
            return
        inside = self.refuted + (end - self.refuted) / 1000
        value = simplest_between(min(inside, end), max(inside, end))
        if value.denominator < end.denominator:
            self._try_proof(num(value))

    def _closed_form(self) -> None:
        """A simple expression between the two sides, if the statement is proved there."""
        if self.proved is None or self.refuted is None:
            return
        lo, hi = self.enclosure()
        if hi - lo > 1e-3 * max(1.0, abs(hi)):
            return
        for form in simple_forms(lo, hi)[:3]:
            if self._try_proof(form):
                return

    def enclosure(self) -> tuple[float, float]:
        """Where the best constant is, as floats."""
        return self.result().enclosure


def _between(a: Fraction, b: Fraction) -> Fraction:
    return simplest_between(min(a, b), max(a, b))


def _as_expressions(point: Point) -> dict[str, Expr]:
    return {n: num(x) for n, x in point.items()}
