"""The hypotheses that the paper states, read by code: does a witness satisfy them?

A witness names values: γ, λ, actions, rewards.  :func:`read` looks up what the paper asks of each
name, evaluates it exactly and says what it found.  Values that are no numbers, such as a horizon
that may be any, are not read; those of a symbolic family satisfy what its claim says of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

#: What the names of a witness are called here.
_ALIASES = {"lam": "lambda", "Gamma": "Gamma_T", "a_1": "a", "a_t": "a"}


@dataclass(frozen=True)
class StatedHypothesis:
    """What the paper asks of one name, with the line that says so."""

    name: str
    says: str
    lines: str
    holds: Callable[[list[Fraction], Mapping[str, list[Fraction]]], bool]


@dataclass(frozen=True)
class ReadHypothesis:
    """A hypothesis that was evaluated at a witness."""

    name: str
    says: str
    lines: str
    satisfied: bool


def _every(test: Callable[[Fraction], bool]) -> Callable[[list[Fraction], Any], bool]:
    return lambda values, _: all(test(v) for v in values)


def _whole(least: int) -> Callable[[list[Fraction], Any], bool]:
    return _every(lambda v: v.denominator == 1 and v >= least)


def _rewards(values: list[Fraction], known: Mapping[str, list[Fraction]]) -> bool:
    most = known.get("m")
    return all(v >= 0 and (most is None or v <= most[0]) for v in values)


def _steepest(values: list[Fraction], known: Mapping[str, list[Fraction]]) -> bool:
    slope = known.get("k_mu")
    return all(v > 0 and (slope is None or v <= slope[0]) for v in values)


#: What the page asks, by name.
STATED = {
    h.name: h
    for h in (
        StatedHypothesis("gamma", "0 < γ <= 1", "266", _every(lambda v: 0 < v <= 1)),
        StatedHypothesis("lambda", "λ > 0", "266", _every(lambda v: v > 0)),
        StatedHypothesis("delta", "0 < δ <= 1", "873, 1022", _every(lambda v: 0 < v <= 1)),
        StatedHypothesis("S", "‖θ‖ <= S, so S >= 0", "231-233", _every(lambda v: v >= 0)),
        StatedHypothesis("m", "rewards in [0, m], so m >= 0", "238-240", _every(lambda v: v >= 0)),
        StatedHypothesis("c_mu", "0 < c_μ <= k_μ", "244-250", _steepest),
        StatedHypothesis("k_mu", "k_μ > 0", "244-250", _every(lambda v: v > 0)),
        StatedHypothesis("d", "d is a dimension", "193", _whole(1)),
        StatedHypothesis("T", "T is a horizon", "213", _whole(1)),
        StatedHypothesis("t", "t is a round", "213", _whole(1)),
        StatedHypothesis("tau", "τ is a number of rounds", "3526", _whole(1)),
        StatedHypothesis("K", "K is a number of arms", "3411", _whole(1)),
        StatedHypothesis("Gamma_T", "Γ_T is a number of changes", "213", _whole(0)),
        StatedHypothesis("Delta", "Δ > 0", "640-647", _every(lambda v: v > 0)),
        StatedHypothesis("eta", "η > 0", "3583", _every(lambda v: v > 0)),
        StatedHypothesis("B", "B > 0", "3423", _every(lambda v: v > 0)),
        StatedHypothesis("a", "‖a‖ <= 1", "231-233", _every(lambda v: v <= 1)),
        StatedHypothesis("actions", "‖a‖ <= 1", "231-233", _every(lambda v: v <= 1)),
        StatedHypothesis("rewards", "rewards in [0, m]", "238-240", _rewards),
    )
}


def read(witness: Mapping[str, Any], missing: tuple[str, ...] = ()) -> list[ReadHypothesis]:
    """The hypotheses on the names of a witness, evaluated; those in ``missing`` are not stated."""
    known = {
        _ALIASES.get(name, name): values
        for name, value in witness.items()
        if (values := _values(_ALIASES.get(name, name), value))
    }
    return [
        ReadHypothesis(h.name, h.says, h.lines, h.holds(known[name], known))
        for name, h in STATED.items()
        if name in known and name not in missing
    ]


def not_read(witness: Mapping[str, Any], missing: tuple[str, ...] = ()) -> list[str]:
    """The names of a witness that no hypothesis was evaluated for.

    The page asks nothing of them by name, or their values are words, or a family.
    """
    evaluated = {h.name for h in read(witness, missing)}
    return [name for name in witness if _ALIASES.get(name, name) not in evaluated]


def _values(name: str, value: Any) -> list[Fraction]:
    """The numbers that a hypothesis is about: for actions the squares of their norms."""
    if name not in ("a", "actions"):
        return list(_numbers(value))
    vectors = value if name == "actions" and isinstance(value, list | tuple) else [value]
    norms = [list(_numbers(v)) for v in vectors]
    return [sum((x * x for x in vector), Fraction(0)) for vector in norms if vector]


def _numbers(value: Any) -> Iterator[Fraction]:
    """The numbers in a value of a witness: one, or those of a list; nothing if it is a text."""
    if isinstance(value, list | tuple):
        for each in value:
            yield from _numbers(each)
    elif isinstance(value, bool) or value is None:
        return
    elif isinstance(value, int | float | Fraction):
        yield Fraction(value)
    elif isinstance(value, str):
        try:
            yield Fraction(value)
        except ValueError:
            return
