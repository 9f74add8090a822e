"""Statements with side conditions: relations between variables, and integers.

In this order: a counterexample; the whole box, conditions or not; new variables that turn
conditions into bounds; z3 and sums of squares, which are told the conditions; a cover of the box in
which boxes outside the conditions count as done; and for integers small values one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from glbtheory.engines.budget import Budget
from glbtheory.engines.conditions.conditional_search import ConditionalSearch
from glbtheory.engines.counterexamples.refutation import (
    Point,
    admits,
    candidates,
    integer_points,
    refute,
    refute_near,
    simplest,
    violates,
)
from glbtheory.engines.decision import decide_on_box, refuted_at, require_defined
from glbtheory.engines.evidence import HOLDS, UNDECIDED, Evidence
from glbtheory.engines.language.certificate_format import seal
from glbtheory.engines.language.definedness import definedness
from glbtheory.engines.language.domain import End, Inequality, Interval, Side, end_text
from glbtheory.engines.language.elimination import Elimination, eliminated
from glbtheory.engines.language.expression import (
    Expr,
    constant,
    num,
    substitute,
    variables,
)
from glbtheory.engines.polynomial import EASY_STEPS, no_point, prove_polynomial

#: An integer variable is split here, one value after the other below: so many cases at most.
_SPLITS = (0, 1, 2, 4, 8, 16, 32)
_MAX_CASES = 100
_MAX_STEPS = 8
#: Points of a cloud that are looked at for one that satisfies the conditions.
_FEW = 2000


class EmptyDomain(ValueError):
    """No point satisfies the side conditions."""


class Reduced:
    """A statement in new variables, and the way there."""

    def __init__(self, statement: Inequality, steps: tuple[Elimination, ...] = ()):
        self.statement, self.steps = statement, steps
        self.chain: tuple[Inequality, ...] = ()
        self.values: tuple[tuple[str, Expr], ...] = ()

    def then(self, step: Elimination) -> Reduced | None:
        """One variable more is replaced; None if it cannot be."""
        found = eliminated(self.statement, step)
        if found is None:
            return None
        after = Reduced(found[0], (*self.steps, step))
        after.chain = (*self.chain, self.statement)
        after.values = (*self.values, (step.variable, found[1]))
        return after

    def point(self, point: Point) -> Point | None:
        """The old point that belongs to a new one; None where it is not rational."""
        values: dict[str, Expr] = {n: num(x) for n, x in point.items()}
        for name, value in reversed(self.values):
            q = constant(substitute(value, values))
            if q is None:
                return None
            values[name] = num(q)
        first = self.chain[0] if self.chain else self.statement
        found = {n: constant(values.get(n, num(0))) for n in first.domain}
        return {n: q for n, q in found.items() if q is not None}

    def certificate(self, inner: dict[str, Any]) -> dict[str, Any]:
        """The certificate of the first statement from one of the last."""
        for step, statement in zip(reversed(self.steps), reversed(self.chain), strict=True):
            body = {"rule": "substitute", **step.to_json(), "certificate": inner}
            inner = seal(statement, {"steps": [body]})
        return inner


def decide_conditional(statement: Inequality, budget: Budget) -> Evidence:
    """Decide a statement with side conditions; the answers are those of ``decide``."""
    budget.check()
    try:
        reductions = list(_reductions(statement))
    except ValueError:  # a new variable has no value: the conditions contradict each other
        raise _empty(statement) from None
    _require_points(statement, reductions)
    require_defined(statement)
    witness = _counterexample(statement, reductions)
    if witness is not None:
        return refuted_at(statement, witness)
    evidence = _proof(statement, reductions, budget)
    if evidence.outcome != UNDECIDED:
        return evidence
    witness = refute(statement, thorough=True)
    return evidence if witness is None else refuted_at(statement, witness)


# --- points ---------------------------------------------------------------------------------------


def _require_points(statement: Inequality, reductions: list[Reduced]) -> None:
    """Raise :class:`EmptyDomain` if there is no point and z3 shows it."""
    for reduced in [Reduced(statement), *reductions]:
        points = candidates(reduced.statement.domain)[:_FEW]
        points = integer_points(points, reduced.statement.integers)
        if any(admits(reduced.statement, p) for p in points):
            return
    if no_point(statement):
        raise _empty(statement)


def _empty(statement: Inequality) -> EmptyDomain:
    return EmptyDomain(f"empty domain: no point satisfies {statement.where_text}")


def _counterexample(statement: Inequality, reductions: list[Reduced]) -> Point | None:
    witness = refute(statement)
    if witness is not None:
        return witness
    for reduced in reductions:
        witness = _mapped_back(statement, reduced, refute(reduced.statement))
        if witness is not None:
            return witness
    return None


def _mapped_back(
    statement: Inequality, reduced: Reduced, found: Mapping[str, Any] | None
) -> Point | None:
    """The counterexample that belongs to one in the new variables, if it is one."""
    if found is None:
        return None
    point = reduced.point({n: Fraction(x) for n, x in found.items()})
    if point is None or set(point) != set(statement.domain) or not violates(statement, point):
        return None
    return simplest(statement, point)


# --- new variables --------------------------------------------------------------------------------


def _reductions(statement: Inequality) -> Iterator[Reduced]:
    """The statement in new variables, in the ways that leave the fewest conditions."""
    if not statement.given:
        return
    seen: set[str] = set()
    for ways in (("solve", "add", "scale"), ("solve", "scale", "add")):
        reduced = Reduced(statement)
        for number in range(_MAX_STEPS):
            better = _best(reduced, ways, number)
            if better is None:
                break
            reduced = better
        key = f"{reduced.statement.text} | {reduced.statement.where_text}"
        if reduced.steps and key not in seen:
            seen.add(key)
            yield reduced


def _best(reduced: Reduced, ways: tuple[str, ...], number: int) -> Reduced | None:
    """The elimination of the first way that leaves the fewest conditions, fewer than before."""
    statement = reduced.statement
    name = _new_name(statement, number)
    options: list[tuple[int, int, int, int, Reduced]] = []
    for k, side in enumerate(statement.given):
        for variable in variables(side.expr):
            for rank, way in enumerate(ways):
                after = reduced.then(Elimination(k, variable, way, "" if way == "solve" else name))
                if after is not None:
                    left = len(after.statement.given)
                    size = after.statement.gap.size
                    options.append((left, rank, size, len(options), after))
    best = min(options, key=lambda o: o[:4], default=None)
    return None if best is None or best[0] >= len(statement.given) else best[-1]


def _new_name(statement: Inequality, number: int) -> str:
    name = f"t{number + 1}"
    while name in statement.domain:
        name += "_"
    return name


# --- proofs ---------------------------------------------------------------------------------------


def _proof(statement: Inequality, reductions: list[Reduced], budget: Budget) -> Evidence:
    # First what uses all conditions and has none left.
    for reduced in sorted(reductions, key=lambda r: r.statement.conditional):
        budget.check()
        if reduced.statement.conditional:
            found = _with_conditions(reduced.statement, budget)
        else:
            found = decide_on_box(reduced.statement, budget)
        if found.outcome == HOLDS and found.certificate is not None:
            return found.with_(certificate=reduced.certificate(found.certificate))
        witness = _mapped_back(statement, reduced, found.witness)
        if witness is not None:
            return refuted_at(statement, witness)
    on_box = statement.on_the_box
    if refute(on_box) is None:
        found = decide_on_box(on_box, budget)
        if found.outcome == HOLDS:
            return _wrapped(statement, {"rule": "box", "certificate": found.certificate}, found)
    found = _with_conditions(statement, budget)
    if found.outcome == UNDECIDED and statement.integers:
        return _integers(statement, budget) or found
    return found


def _wrapped(statement: Inequality, step: dict[str, Any], found: Evidence) -> Evidence:
    return found.with_(certificate=seal(statement, {"steps": [step]}))


def _with_conditions(statement: Inequality, budget: Budget) -> Evidence:
    """Algebra with the conditions, then a cover of the box without what is outside of them."""
    defined = _defined(statement, budget)
    steps = None if defined is None else _algebra(statement, budget)
    if defined is not None and steps is not None:
        certificate = seal(statement, {"steps": [*defined, *steps]})
        return Evidence(HOLDS, "symbolic", "proved", certificate=certificate)
    if statement.relation == "==" or not statement.given:
        return Evidence(UNDECIDED, "symbolic", "by hand", detail="no proof with the conditions")
    budget.check()
    return _cover(statement, budget)


def _algebra(statement: Inequality, budget: Budget) -> list[dict[str, Any]] | None:
    """What z3 sees at once, sums of squares, a longer look by z3."""
    from glbtheory.engines.squares import prove_by_squares

    if prove_polynomial(statement, EASY_STEPS):
        return [{"rule": "polynomial"}]
    steps = prove_by_squares(statement, budget)
    if steps is None and prove_polynomial(statement):
        return [{"rule": "polynomial"}]
    return steps


def _defined(statement: Inequality, budget: Budget) -> list[dict[str, Any]] | None:
    """Certificates for the places where a side might be undefined, under the conditions."""
    steps = []
    for condition in definedness(statement):
        for version in condition.versions:
            if version.conditional:
                reductions = list(_reductions(version))
                if _counterexample(version, reductions) is not None:
                    continue
                found = _proof(version, reductions, budget)
            else:
                found = decide_on_box(version, budget)
            if found.outcome == HOLDS:
                step = {"rule": "defined", "statement": version.text}
                steps.append({**step, "certificate": found.certificate})
                break
        else:
            return None
    return steps


def _cover(statement: Inequality, budget: Budget) -> Evidence:
    defined: list[dict[str, Any]] | None = []
    if definedness(statement.on_the_box):
        defined = _defined(statement.on_the_box, budget)
    search = ConditionalSearch(statement, budget, defined is not None)
    cover = search.run()
    if cover.stuck is not None:
        witness = refute_near(statement, cover.stuck)
        if witness is not None:
            return refuted_at(statement, witness)
        ends = [f"{n} in [{end_text(a)}, {end_text(b)}]" for n, (a, b) in cover.stuck.items()]
        return Evidence(UNDECIDED, "interval", "by hand", detail=f"stuck near {', '.join(ends)}")
    if all(leaf.rule["rule"] == "outside" for leaf in cover.leaves):
        raise _empty(statement)
    body: dict[str, Any] = {} if defined is None else {"defined": defined}
    body |= {"form": "direct", "leaves": [leaf.to_json() for leaf in cover.leaves]}
    detail = f"{len(cover.leaves)} boxes"
    return Evidence(
        HOLDS, "interval", "certified", certificate=seal(statement, body), detail=detail
    )


# --- integers -------------------------------------------------------------------------------------


def _integers(statement: Inequality, budget: Budget) -> Evidence | None:
    """Some values of one integer variable one by one, the rest as real numbers."""
    for name in sorted(statement.integers):
        lo, hi = statement.domain[name].lo, statement.domain[name].hi
        for first, last in _ranges(lo, hi):
            found = _split(statement, name, first, last, budget)
            if found is not None:
                return found
    return None


def _ranges(lo: End, hi: End) -> Iterator[tuple[int, int]]:
    """The values to be taken one by one: from an end of the domain, or around 0."""
    for k in _SPLITS:
        if isinstance(lo, Fraction):
            last = int(lo) + k - 1
            yield int(lo), last if last < hi else int(hi)
        elif isinstance(hi, Fraction):
            yield int(hi) - k + 1, int(hi)
        else:
            yield -k, k
    if isinstance(lo, Fraction) and isinstance(hi, Fraction) and hi - lo < _MAX_CASES:
        yield int(lo), int(hi)


def _split(
    statement: Inequality, name: str, first: int, last: int, budget: Budget
) -> Evidence | None:
    lo, hi = statement.domain[name].lo, statement.domain[name].hi
    rest: list[dict[str, Any] | None] = []
    found: list[Evidence] = []
    for interval in (Interval(lo, Fraction(first - 1)), Interval(Fraction(last + 1), hi)):
        if interval.empty:
            rest.append(None)
            continue
        domain = {**statement.domain, name: interval}
        part = replace(statement, domain=domain, integers=statement.integers - {name})
        found.append(_settled(part, budget))
        if found[-1].outcome != HOLDS:
            return None
        rest.append(found[-1].certificate)
    cases = []
    for k in range(first, last + 1):
        found.append(_settled(_at(statement, name, k), budget))
        if found[-1].outcome != HOLDS:
            return None
        cases.append(found[-1].certificate)
    step = {"rule": "integers", "variable": name, "first": str(first), "last": str(last)}
    weakest = next((e for e in found if e.strength == "certified"), found[0])
    detail = f"{len(cases)} values of {name} one by one" if cases else ""
    body = {**step, "cases": cases, "below": rest[0], "above": rest[1]}
    return _wrapped(statement, body, weakest.with_(detail=detail))


def _settled(statement: Inequality, budget: Budget) -> Evidence:
    if refute(statement) is not None:
        return Evidence(UNDECIDED, "symbolic", "by hand")
    if statement.conditional:
        return _proof(statement, list(_reductions(statement)), budget)
    return decide_on_box(statement, budget)


def _at(statement: Inequality, name: str, value: int) -> Inequality:
    point = {name: num(value)}
    lhs, rhs = substitute(statement.lhs, point), substitute(statement.rhs, point)
    given = tuple(Side(substitute(s.expr, point), s.relation) for s in statement.given)
    names = {*variables(lhs - rhs), *(n for s in given for n in variables(s.expr))}
    domain = {n: i for n, i in statement.domain.items() if n in names}
    return Inequality(lhs, statement.relation, rhs, domain, given, statement.integers & names)
