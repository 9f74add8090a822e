"""Exact finite enumeration: schedules, reward trees and dynamic programmes in rationals.

A statement about finitely many instances is decided by looking at every one of them in
exact arithmetic.  Nothing here is rounded: numbers are ``int``, ``Fraction`` or exact
sympy numbers, and a float anywhere is refused, since one rounding would turn a proof
about the listed cases into a measurement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import Any

import numpy as np
import sympy

from glbtheory.engines.evidence import HOLDS, REFUTED, UNDECIDED, Evidence

#: ``int``, ``Fraction`` or an exact sympy number.
ExactValue = Any
Triple = tuple[ExactValue, str, ExactValue]
Check = Callable[[Any], "bool | Triple"]

#: A relation holds when the sign of lhs - rhs is one of these.
_SIGNS = {"<=": (-1, 0), "<": (-1,), ">=": (0, 1), ">": (1,), "==": (0,), "!=": (-1, 1)}


def as_text(value: Any, *, exact: bool = True) -> Any:
    """An instance as JSON with every number as text, e.g. ``{"gamma": "9/10"}``.

    Floats and numpy numbers raise ``TypeError`` unless ``exact`` is false; then floats stay
    JSON numbers.
    """
    if isinstance(value, dict):
        return {str(k): as_text(v, exact=exact) for k, v in value.items()}
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [as_text(v, exact=exact) for v in value]
    if value is None or isinstance(value, (bool, str)):
        return value
    if not exact and isinstance(value, (float, np.generic)):
        return float(value) if isinstance(value, float) else as_text(value.item(), exact=False)
    return str(_exact(value))


def _exact(x: Any) -> ExactValue:
    """``x`` itself when it is an exact real number; ``TypeError`` otherwise."""
    if isinstance(x, (int, Fraction)):
        return x
    # numpy integers are refused too: they wrap around silently.
    if isinstance(x, sympy.Expr) and x.is_number and not x.has(sympy.Float, sympy.nan):
        if x.is_real is False:
            raise TypeError(f"{x} is not a finite real number")
        return x
    raise TypeError(f"{x!r} ({type(x).__name__}) is not exact: use int, Fraction or exact sympy")


def sign(x: ExactValue) -> int | None:
    """The sign of an exact number: -1, 0, 1, or ``None`` when sympy cannot tell."""
    if isinstance(x, (int, Fraction)):
        return (x > 0) - (x < 0)
    if x.is_positive or x.is_negative:
        return 1 if x.is_positive else -1
    # ``equals`` settles zeros of algebraic numbers by their minimal polynomial.
    return 0 if x.is_zero or x.equals(0) else None


def _decide(result: bool | Triple) -> bool | None:
    """The truth of what a check returned; ``None`` when an exact sign is out of reach."""
    if isinstance(result, bool):
        return result
    if isinstance(result, tuple) and len(result) == 3:
        lhs, relation, rhs = result
        if relation not in _SIGNS:
            raise ValueError(f"relation must be one of {', '.join(_SIGNS)}, not {relation!r}")
        found = sign(_exact(lhs) - _exact(rhs))
        return None if found is None else found in _SIGNS[relation]
    raise TypeError(f"check must return a bool or (lhs, relation, rhs), not {result!r}")


def _ratio(result: bool | Triple) -> Fraction | float | None:
    """Smaller side over larger side as the relation claims it, where the larger is > 0."""
    if isinstance(result, bool) or result[1] == "!=":
        return None
    lhs, relation, rhs = result
    small, large = (rhs, lhs) if relation in (">=", ">") else (lhs, rhs)
    if sign(large) != 1:
        return None
    if isinstance(small, (int, Fraction)) and isinstance(large, (int, Fraction)):
        return Fraction(small) / Fraction(large)
    return float(small / large)


def _as_float(x: Fraction | float | None) -> float | None:
    """``x`` rounded to a float; nothing when it does not fit into one."""
    try:
        return None if x is None else float(x)
    except OverflowError:
        return None


def enumerate_cases(cases: Iterable[Any], check: Check, scope: str) -> Evidence:
    """Decide ``check`` on every case, exactly.

    ``check(case)`` is a bool or a triple ``(lhs, relation, rhs)`` of exact numbers.  The
    first case that fails is the witness and ends the run.  For triples ``worst_ratio`` is
    the largest lhs/rhs seen with rhs > 0 (rhs/lhs for ``>=``), so that 1 means tight.
    No case at all is undecided: nothing was checked.
    """
    count, stuck = 0, None
    worst: Fraction | float | None = None
    for case in cases:
        count += 1
        text = as_text(case)
        result = check(case)
        truth = _decide(result)
        ratio = _ratio(result)
        if ratio is not None and (worst is None or ratio > worst):
            worst = ratio
        if truth is False:
            return _answer(REFUTED, scope, count, worst, text, _sides(result))
        if truth is None and stuck is None:
            stuck = f"no exact sign at {text}"
    if count == 0:
        return _answer(UNDECIDED, scope, 0, None, None, "nothing was checked")
    outcome = UNDECIDED if stuck else HOLDS
    return _answer(outcome, scope, count, worst, None, stuck or "every case holds")


def _sides(result: bool | Triple) -> str:
    return "the check is false" if isinstance(result, bool) else "not " + " ".join(map(str, result))


def _answer(
    outcome: str, scope: str, count: int, worst: Any, witness: Any, detail: str
) -> Evidence:
    if witness is not None and not isinstance(witness, dict):
        witness = {"case": witness}
    return Evidence(
        outcome,
        engine="enumeration",
        strength="enumerated",
        scope=f"{scope} ({count} cases)",
        witness=witness,
        worst_ratio=_as_float(worst),
        detail=detail,
    )


def _count(name: str, value: Any, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ValueError(f"{name} must be an integer >= {least}, not {value!r}")
    return value


def schedules(T: int, values: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    """All sequences of length ``T`` over ``values``: parameters, actions or rewards by round."""
    return product(tuple(values), repeat=_count("T", T, 0))


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to cut ``total`` rounds into ``parts`` consecutive non-empty segments."""
    _count("total", total, 1)
    _count("parts", parts, 1)
    for cuts in combinations(range(1, total), parts - 1):
        ends = (0, *cuts, total)
        yield tuple(b - a for a, b in pairwise(ends))


def rational_grid(lo: int | Fraction | str, hi: int | Fraction | str, n: int) -> list[Fraction]:
    """``n`` >= 2 equally spaced rationals from ``lo`` to ``hi``, both included."""
    for name, end in (("lo", lo), ("hi", hi)):
        if not isinstance(end, (int, Fraction, str)):
            raise TypeError(f"{name} must be int, Fraction or text such as '1/3', not {end!r}")
    a, b = Fraction(lo), Fraction(hi)
    if not a < b:
        raise ValueError(f"lo must be below hi, not {lo} and {hi}")
    step = (b - a) / (_count("n", n, 2) - 1)
    return [a + i * step for i in range(n)]


def _law(branches: Iterable[tuple[ExactValue, Any]], where: Any) -> list[tuple[ExactValue, Any]]:
    """The branches of one node, once their probabilities are non-negative and sum to 1."""
    law = [(_exact(p), outcome) for p, outcome in branches]
    if any(sign(p) in (-1, None) for p, _ in law):
        raise ValueError(f"probabilities at {where!r} must be non-negative")
    total = sum(p for p, _ in law)
    if sign(total - 1) != 0:
        raise ValueError(f"probabilities at {where!r} must sum to 1, not {total}")
    # An impossible branch is never taken, so a value need not be defined on it.
    return [(p, outcome) for p, outcome in law if sign(p)]


def reward_tree(
    T: int, outcomes: Sequence[tuple[ExactValue, Any]]
) -> Iterator[tuple[ExactValue, tuple[Any, ...]]]:
    """All paths of ``T`` independent draws from ``outcomes``, as (probability, path)."""
    law = _law(outcomes, "the root")
    for path in schedules(T, law):
        probability: ExactValue = Fraction(1)
        for p, _ in path:
            probability = probability * p
        yield probability, tuple(outcome for _, outcome in path)


def expect(
    horizon: int,
    branches: Callable[[tuple[Any, ...]], Iterable[tuple[ExactValue, Any]]],
    value: Callable[[tuple[Any, ...]], ExactValue],
) -> ExactValue:
    r"""The exact expectation :math:`E\,v(h_T)` over an adaptive finite tree.

    ``branches(history)`` gives the law of the next outcome after ``history`` (a tuple of
    outcomes) and ``value`` the payoff of a full history.  Backward induction:
    :math:`E[v \mid h] = \sum_o p(o \mid h)\, E[v \mid h, o]`.
    """
    return best_adaptive(horizon, lambda h: (None,), lambda h, _: branches(h), value, plain=True)[0]


def best_adaptive(
    horizon: int,
    choices: Callable[[tuple[Any, ...]], Iterable[Any]],
    branches: Callable[[tuple[Any, ...], Any], Iterable[tuple[ExactValue, Any]]],
    value: Callable[[tuple[Any, ...]], ExactValue],
    *,
    plain: bool = False,
) -> tuple[ExactValue, dict[tuple[Any, ...], Any]]:
    r"""The optimal adaptive adversary: the largest :math:`E\,v` over all policies, exactly.

    At each history the adversary picks one of ``choices(history)``, then nature draws from
    ``branches(history, choice)``.  Histories are tuples of (choice, outcome), or of outcomes
    alone when ``plain``.  Returns the value and an optimal policy, history to choice.
    """
    _count("horizon", horizon, 0)
    policy: dict[tuple[Any, ...], Any] = {}

    def solve(history: tuple[Any, ...]) -> ExactValue:
        if len(history) == horizon:
            return _exact(value(history))
        best: ExactValue = None
        for choice in choices(history):
            mean: ExactValue = Fraction(0)
            for p, outcome in _law(branches(history, choice), history):
                mean = mean + p * solve((*history, outcome if plain else (choice, outcome)))
            gap = 1 if best is None else sign(mean - best)
            if gap is None:
                raise ValueError(f"cannot compare exactly: {mean} and {best}")
            if gap > 0:
                best, policy[history] = mean, choice
        if best is None:
            raise ValueError(f"choices must not be empty, as they are at {history!r}")
        return best

    return solve(()), policy
