"""Forms that are being replaced."""
# ruff: noqa

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import sympy as sp

from glbtheory.claims.model import Bound, Statement
from glbtheory.claims.vocabulary.attacks import EXTREMES
from glbtheory.claims.vocabulary.enclosed import Sides, _answer, _failure, certain
from glbtheory.claims.vocabulary.identities import _differing_point
from glbtheory.claims.vocabulary.orders import Order, Tuning, sides
from glbtheory.claims.vocabulary.orders import order_latex as latex
from glbtheory.claims.vocabulary.orders import scope_of as _scope
from glbtheory.engines.balls import ball
from glbtheory.engines.enumeration import as_text, enumerate_cases
from glbtheory.engines.evidence import HOLDS, REFUTED, UNDECIDED, Evidence, conjunction
from glbtheory.engines.orders import compare
from glbtheory.engines.symbolic import is_zero
from glbtheory.regret.potential_attacks import AttackProblem, attack_problem
from glbtheory.regret.round_attacks import LINKS, ProofRound, attack_path


def identities(
    pairs: Callable[[], Iterable[tuple[str, Any, Any]]],
    latex: str,
    scope: str,
    why: str = "",
    at: Mapping[str, int] | None = None,
) -> Statement:
    """All of several named identities lhs = rhs, decided by exact algebra.

    An identity that does not reduce to zero is refuted only by numbers: rationals put in for the
    symbols at which the two sides differ exactly.  They lie in (0, 1/2), so that γ is a discount
    factor and actions lie in the ball; ``at`` fixes the symbols that must be integers.
    """

    def run() -> Evidence:
        for name, lhs, rhs in pairs():
            difference = sp.sympify(lhs) - sp.sympify(rhs)
            if is_zero(difference):
                continue
            witness = _differing_point(difference, at or {})
            if witness is None:
                return Evidence(UNDECIDED, "symbolic", "read", detail=f"{name} was not decided")
            detail = f"{name}: the two sides differ"
            return Evidence(
                REFUTED, "symbolic", "proved", scope, {"case": name, **witness}, detail=detail
            )
        return Evidence(HOLDS, "symbolic", "proved", scope)

    return Statement(latex, run, why)


def enclosed(
    cases: Callable[[], Iterable[dict[str, Any]]],
    check: Callable[[dict[str, Any]], Sides],
    latex: str,
    scope: str,
    why: str = "",
) -> Statement:
    """``check(case)`` as (lhs, relation, rhs) for every listed case; the first failure decides."""

    def run() -> Evidence:
        count, stuck, ratios = 0, "", []
        for case in cases():
            count += 1
            lhs, relation, rhs = check(case)
            truth = certain(lhs, relation, rhs)
            left, right = ball(lhs), ball(rhs)
            small, large = (right, left) if ">" in relation else (left, right)
            if large > 0:
                ratios.append(float((small / large).mid()))
            if truth is False:
                detail = _failure(left, relation, right)
                return _answer(REFUTED, scope, count, ratios, as_text(case), detail)
            if truth is None and not stuck:
                stuck = f"{left} {relation} {right} is not decided at {as_text(case)}"
        if not count or stuck:
            return _answer(UNDECIDED, scope, count, ratios, None, stuck or "nothing was checked")
        return _answer(HOLDS, scope, count, ratios, None, "every case holds")

    return Statement(latex, run, why)


def attacked(
    problems: Mapping[str, Callable[[], AttackProblem]], ranges: str, latex: str, seed: int
) -> Statement:
    """An optimiser over all data, for every named size; ``ranges`` says what it ranges over."""

    def run() -> Evidence:
        parts = [
            attack_problem(make(), starts=2, seed=seed, scope=f"{size}; {ranges}")
            for size, make in problems.items()
        ]
        found = conjunction(parts)
        whole = f"attacked for {'; '.join(problems)}: {ranges}"
        return found.with_(scope=whole) if found.outcome == HOLDS else found

    return Statement(latex, run)


def _windows(options: dict[str, Any]) -> str:
    return "" if options.get("window", True) is False else " and windows"


def attacked_paths(
    ratio: Callable[[ProofRound], Any],
    latex: str,
    seed: int,
    why: str = "",
    known: Sequence[ProofRound] = EXTREMES,
    **options: Any,
) -> Statement:
    """ratio <= 1 on every path that the options allow, attacked."""
    over = options.get("over")
    names = [s.link.name for s in over] if over else [x.name for x in options.get("links", LINKS)]
    words = [
        ", ".join(dict.fromkeys(names)),
        f"d <= 3, t <= 6, discounts{_windows(options)}" if not over else "",
        "parameters up to 3 S" if options.get("outside") else "",
        "any round" if options.get("far", True) is None else "",
    ]
    size = {"samples": 120, "climbs": 2, "steps": 160, **options}

    def run() -> Evidence:
        scope = "; ".join(w for w in words if w)
        return attack_path(ratio, seed=seed, scope=scope, known=known, **size)

    return Statement(latex, run, why)


def broken_paths(
    ratio: Callable[[ProofRound], Any], latex: str, why: str, known: Sequence[ProofRound] = EXTREMES
) -> Statement:
    """A statement that must fail on a known path; without one, a short search goes on."""
    return attacked_paths(ratio, latex, 0, why, known, samples=40, climbs=1, steps=40)


def scales(what: str, term: Any, rate: Order, tuning: Tuning, why: str = "") -> Statement:
    """The term (an expression, or a function giving its order) is at most the rate."""

    def run() -> Evidence:
        return compare(sides(term, tuning), (rate, rate), tuning.region, _scope(tuning))

    return Statement(f"{what} = {latex(rate)}", run, why)


def attains(what: str, term: Any, rate: Order, tuning: Tuning, why: str = "") -> Statement:
    """The term is at least the rate."""

    def run() -> Evidence:
        return compare((rate, rate), sides(term, tuning), tuning.region, _scope(tuning))

    return Statement(what + " = " + latex(rate, r"\widetilde\Omega"), run, why)


def refuted_for_every(bound: Bound, witness: dict[str, str], latex: str, scope: str) -> Statement:
    """'There is a constant with …' is refuted by a violation for every constant, proved."""

    def run() -> Evidence:
        evidence = bound.decide()
        if evidence.outcome != HOLDS:
            return Evidence(UNDECIDED, "none", "read", detail="no violation was proved")
        return evidence.with_(outcome=REFUTED, witness=witness, scope=scope, detail=bound.text)

    return Statement(latex, run)


def listed(
    latex: str,
    cases: Callable[[], Iterable[Any]],
    check: Callable[[Any], Any],
    scope: str,
    why: str = "",
) -> Statement:
    """A check of every listed case, in exact arithmetic."""
    return Statement(latex, lambda: enumerate_cases(cases(), check, scope), why)
