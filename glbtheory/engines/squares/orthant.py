"""One question, p >= 0 under t >= 0 and some facts, with one multiplier."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from glbtheory.engines.budget import Budget
from glbtheory.engines.squares.charts import ChartTerm, OrthantChart, extended, monomial_terms
from glbtheory.engines.squares.faces import restrict_to_image, restrict_to_zeros, zeros
from glbtheory.engines.squares.monomials import (
    Block,
    blocks_of,
    blocks_with_factor,
    multiples,
    newton_points,
    pairs,
    pruned,
)
from glbtheory.engines.squares.programs import MAX_ENTRIES, Effort, SemidefiniteProgram, solve
from glbtheory.engines.squares.rounding import Rounding
from glbtheory.engines.squares.tables import (
    Table,
    TableExponents,
    degree,
    degrees,
    primitive,
    product,
    to_the,
    total_of,
)

_MAX_FACES = 6
#: Longer sums than this make certificates that nobody wants.
_MAX_TERMS = 2000
_MAX_PRODUCTS = 100_000


@dataclass(frozen=True)
class SquaresQuestion:
    """Is the polynomial >= 0 (or > 0)?  ``raised`` is the exponent of the multiplier.

    ``relaxed`` says that not all of the domain's ends are used.
    """

    polynomial: Table
    chart: OrthantChart
    strict: bool
    sides: tuple[tuple[int, Table], ...]
    relations: tuple[tuple[int, Table], ...]
    raised: int
    relaxed: bool = False
    #: How many of the first unknowns fill a box; only there may a multiplier vanish.
    independent: int = 0


@dataclass(frozen=True)
class Found:
    """multiplier * p = sum of terms + sum of cofactors times relations, all in x."""

    multiplier: list[ChartTerm]
    terms: list[ChartTerm]
    relations: list[tuple[int, Table]]


def answer(question: SquaresQuestion, budget: Budget, effort: Effort) -> Found | None:
    """An identity, or None.  Raises :class:`~.faces.Negative` where p is negative."""
    chart, n = question.chart, question.chart.size
    if _size_forward(question) > _MAX_TERMS:
        return None
    start = chart.forward(question.polynomial)
    multiplier = _multiplier(start, question)
    if len(start) * len(multiplier) > _MAX_PRODUCTS:
        return None
    target = product(start, multiplier)
    # 1 + t is (hi - lo)/(hi - x): this raises the degree and costs nothing.
    d = degrees(question.polynomial, n)
    top = [k + question.raised * bool(k) if chart.boxed(i) else 0 for i, k in enumerate(d)]
    for i in range(n):
        if chart.boxed(i):
            target = extended(target, [i], n, top[i] - d[i], constant=True)
    if question.raised and not _harmless(multiplier, question):
        return None
    strict = _positive_tables(target, top, chart) if question.strict else None
    solved = _solve(target, question, strict, budget, effort)
    if solved is None:
        return None
    terms, cofactors, positive = solved
    width = chart.widths(top)
    factors = monomial_terms(multiplier, chart)
    assert factors is not None
    back = [chart.backward(t, [0] * n) for t in factors]
    shown = [chart.backward(t, top) for t in terms]
    if positive is not None:
        amount, table = positive
        # (1 + t)^top is a constant in x.
        closed = [chart.boxed(i) for i in range(n)]
        exponents = next(iter(table))
        powers = {i: k for i, k in enumerate(exponents) if k and not closed[i]}
        one: Table = {(0,) * n: Fraction(1)}
        c, q, facts = chart.backward((amount, one, powers), [0] * n)
        shown.append((c * width, q, facts))
    return Found(
        [(c * width, q, p) for c, q, p in back],
        shown,
        [(fact, chart.polynomial_backward(table)) for fact, table in cofactors],
    )


def _size_forward(question: SquaresQuestion) -> int:
    """A bound on the number of monomials in the unknowns with two ends."""
    d = degrees(question.polynomial, question.chart.size)
    sizes = [k + question.raised + 1 for i, k in enumerate(d) if k and question.chart.boxed(i)]
    return math.prod(sizes)


def _multiplier(start: Table, question: SquaresQuestion) -> Table:
    """A power of the sum of the unknowns that are >= 0; or of the squares, if there is no end."""
    chart, n = question.chart, question.chart.size
    one: Table = {(0,) * n: Fraction(1)}
    used = [i for i in range(n) if any(e[i] for e in start) and not chart.boxed(i)]
    positive = [i for i in used if chart.positive(i)]
    same = len({sum(e) for e in start}) == 1
    if positive:
        return extended(one, positive, n, question.raised, constant=not same)
    base: Table = {tuple(2 * int(i == j) for j in range(n)): Fraction(1) for i in used}
    if not same or not used:
        base[(0,) * n] = Fraction(1)
    return to_the(base, question.raised, n)


def _harmless(multiplier: Table, question: SquaresQuestion) -> bool:
    """Whether one term of the multiplier vanishes nowhere, or only at exceptional points."""
    n = question.independent
    return any(
        all(question.chart.strict(i) for i, k in enumerate(e) if k) or (n and not any(e[n:]))
        for e in multiplier
    )


def _positive_tables(target: Table, top: list[int], chart: OrthantChart) -> list[Table]:
    """Polynomials that are > 0 throughout: t^e times (1 + t)^top where t has two ends."""
    n = chart.size
    outer = [i for i in range(n) if not chart.boxed(i)]
    monomials = {tuple(e[i] if i in outer else 0 for i in range(n)) for e in target}
    monomials |= {(0,) * n}
    found = []
    for e in sorted(monomials, key=lambda e: (sum(e), e)):
        if all(chart.strict(i) for i, k in enumerate(e) if k):
            table: Table = {e: Fraction(1)}
            for i in range(n):
                table = extended(table, [i], n, top[i], constant=True)
            found.append(table)
    return found


def _solve(
    target: Table,
    question: SquaresQuestion,
    strict: list[Table] | None,
    budget: Budget,
    effort: Effort,
) -> tuple[list[ChartTerm], list[tuple[int, Table]], tuple[Fraction, Table] | None] | None:
    chart, n = question.chart, question.chart.size
    positive = [chart.positive(i) for i in range(n)]
    plain = monomial_terms(target, chart)
    if plain is not None:
        if len(plain) > _MAX_TERMS:
            return None
        if strict is None:
            return plain, [], None
        for table in strict:
            amount = min(target.get(e, Fraction(0)) / c for e, c in table.items())
            if amount > 0:
                rest = total_of([(Fraction(1), target), (-amount, table)])
                left = monomial_terms(rest, chart)
                return None if left is None else (left, [], (amount, table))
    sides = [(k, *primitive(chart.forward(g))) for k, g in question.sides]
    relations = [(k, *primitive(chart.forward(h))) for k, h in question.relations]
    budget.check()
    points = zeros(target, [g for _, _, g in sides], [h for _, _, h in relations], positive)
    blocks, room = _blocks(target, positive, sides, relations)
    if not blocks:
        return None
    program = SemidefiniteProgram(
        target, blocks, [(k, h, multiples(h, room)) for k, _, h in relations]
    )
    if not program.representable:
        return None
    restrict_to_zeros(blocks, points)
    content = {k: c for k, c, _ in (*sides, *relations)}
    for _ in range(_MAX_FACES):
        budget.check()
        if not effort.allows(program.entries):
            return None
        maps, relation = program.matrices()
        solution = solve(program, maps, relation, budget)
        if solution is None:
            return None
        size = max((abs(x).max() for x in solution.matrices if x.size), default=0.0)
        if solution.smallest < -1e-5 * max(1.0, size):
            return None
        if solution.smallest > 1e-10 * size:
            found = Rounding(program, maps, relation).terms(solution, strict)
            if found is not None:
                terms, cofactors, positive_part = found
                return *_unscaled(terms, cofactors, content), positive_part
        # Not all at once: a face of a face may be smaller still.
        top = max(float(np.linalg.eigvalsh(s)[-1]) for s in solution.singular if s.size)
        pieces = zip(blocks, solution.singular, strict=True)
        changed = [restrict_to_image(block, s, top) for block, s in pieces]
        if not any(changed):
            return None
    return None


def _unscaled(
    terms: list[ChartTerm], cofactors: list[tuple[int, Table]], content: dict[int, Fraction]
) -> tuple[list[ChartTerm], list[tuple[int, Table]]]:
    """The facts as they stand instead of with whole coefficients."""
    result = []
    for c, q, powers in terms:
        for key, k in powers.items():
            if key < 0:
                c /= content[-1 - key] ** k
        result.append((c, q, powers))
    plain = [(k, {e: x / content[k] for e, x in table.items()}) for k, table in cofactors]
    return result, plain


def _blocks(
    target: Table,
    positive: list[bool],
    sides: list[tuple[int, Fraction, Table]],
    relations: list[tuple[int, Fraction, Table]],
) -> tuple[list[Block], set[TableExponents]]:
    if not sides and not relations:
        candidates = newton_points(target, positive)
        if pairs(candidates) > 4 * MAX_ENTRIES:
            return [], set()
        points = pruned(candidates, set(target))
        if pairs(points) > 2 * MAX_ENTRIES:
            return [], set()
        return blocks_of(points, positive, [target]), set()
    supports = [target, *(g for _, _, g in sides), *(h for _, _, h in relations)]
    room = _room(target, relations, max(degree(t) for t in supports))
    if pairs(list(room)) > MAX_ENTRIES:
        return [], set()
    even = [b for b in room if all(p or k % 2 == 0 for k, p in zip(b, positive, strict=True))]
    blocks = blocks_of(sorted(even), positive, supports)
    for k, _, g in sides:
        blocks += blocks_with_factor(g, (k,), room, positive, supports)
    for i, (k, _, g) in enumerate(sides):
        for m, _, f in sides[i + 1 :]:
            both = product(g, f)
            blocks += blocks_with_factor(both, (k, m), room, positive, supports)
    return blocks, room


def _room(
    target: Table, relations: list[tuple[int, Fraction, Table]], top: int
) -> set[TableExponents]:
    """All monomials that may occur: of the right degree, if there is one."""
    n = len(next(iter(target)))
    used = [any(e[i] for t in (target, *(h for _, _, h in relations)) for e in t) for i in range(n)]
    tables = [target, *(h for _, _, h in relations)]
    same = all(len({sum(e) for e in t}) == 1 for t in tables)
    found: set[TableExponents] = set()

    def extend(prefix: list[int], left: int) -> None:
        i = len(prefix)
        if i == n:
            if not same or left == 0:
                found.add(tuple(prefix))
            return
        for k in range(left + 1 if used[i] else 1):
            extend([*prefix, k], left - k)

    extend([], degree(target) if same else top)
    return found
