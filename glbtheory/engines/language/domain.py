"""Boxes of real numbers with closed, open or infinite ends, and inequalities on them."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from glbtheory.engines.language.expression import Expr, variables

#: An end of an interval: an exact rational, or one of the two infinities as a float.
End = Fraction | float
INF = math.inf


def is_finite(end: End) -> bool:
    """Whether an end is a number."""
    return isinstance(end, Fraction)


def to_float(end: End) -> float:
    """The nearest float, an infinity where there is none."""
    try:
        return float(end)
    except OverflowError:
        return INF if end > 0 else -INF


@dataclass(frozen=True)
class Interval:
    """``{x : lo <= x <= hi}``, an open or infinite end excluded."""

    lo: End = -INF
    hi: End = INF
    lo_open: bool = False
    hi_open: bool = False

    def __post_init__(self) -> None:
        for name in ("lo", "hi"):
            end = getattr(self, name)
            if isinstance(end, int):
                object.__setattr__(self, name, Fraction(end))
            elif not isinstance(end, Fraction) and end not in (INF, -INF):
                raise ValueError(f"{name} must be an int, a Fraction or an infinity, not {end!r}")

    @staticmethod
    def of(
        lo: Fraction | int | str | None = None,
        hi: Fraction | int | str | None = None,
        *,
        open_lo: bool = False,
        open_hi: bool = False,
    ) -> Interval:
        """An interval from rational ends; None stands for infinity."""
        return Interval(
            -INF if lo is None else Fraction(lo),
            INF if hi is None else Fraction(hi),
            open_lo,
            open_hi,
        )

    @property
    def empty(self) -> bool:
        """Whether no number lies in it."""
        return self.lo > self.hi or (self.lo == self.hi and (self.lo_open or self.hi_open))

    def contains(self, x: Fraction) -> bool:
        """Membership of an exact number."""
        above = x > self.lo if self.lo_open else x >= self.lo
        return above and (x < self.hi if self.hi_open else x <= self.hi)

    def intersect(self, other: Interval) -> Interval:
        """The common part."""
        lo, hi = max(self.lo, other.lo), min(self.hi, other.hi)
        return Interval(
            lo,
            hi,
            (self.lo_open and self.lo == lo) or (other.lo_open and other.lo == lo),
            (self.hi_open and self.hi == hi) or (other.hi_open and other.hi == hi),
        )

    def text(self, name: str) -> str:
        """As one would write it: ``0 <= x < 1``."""
        left = "" if not is_finite(self.lo) else f"{self.lo} {'<' if self.lo_open else '<='} "
        right = "" if not is_finite(self.hi) else f" {'<' if self.hi_open else '<='} {self.hi}"
        if left and not right:
            return f"{name} {'>' if self.lo_open else '>='} {self.lo}"
        return f"{left}{name}{right}"


Domain = Mapping[str, Interval]
Box = dict[str, tuple[End, End]]


def inside(interval: Interval) -> Interval:
    """The interval without its ends; an infinite end is none."""
    return replace(interval, lo_open=is_finite(interval.lo), hi_open=is_finite(interval.hi))


def interior(domain: Domain) -> dict[str, Interval]:
    """The domain without its border; a variable that takes one value only keeps it."""
    return {n: i if i.lo == i.hi else inside(i) for n, i in domain.items()}


def domain_text(domain: Domain) -> str:
    """The domain as one would write it; the empty text is all of space."""
    return ", ".join(i.text(n) for n, i in sorted(domain.items()) if i != Interval())


def end_text(end: End) -> str:
    """An end as JSON text."""
    return str(end) if isinstance(end, Fraction) else "inf" if end > 0 else "-inf"


def end_of(text: str) -> End:
    """The inverse of :func:`end_text`; anything else is a ValueError."""
    if text in ("inf", "-inf"):
        return float(text)
    if not re.fullmatch(r"-?[0-9]+(/[0-9]+)?", text):
        raise ValueError(f"not a rational number: {text!r}")
    return Fraction(text)


@dataclass(frozen=True)
class Side:
    """A side condition ``expr relation 0``; relation is >=, > or ==.

    A point where the expression is undefined does not satisfy it.
    """

    expr: Expr
    relation: str

    def __post_init__(self) -> None:
        if self.relation not in (">=", ">", "=="):
            raise ValueError(f"a side condition is >=, > or == 0, not {self.relation!r} 0")

    @property
    def text(self) -> str:
        """As one would write it."""
        return f"{self.expr} {self.relation} 0"


@dataclass(frozen=True)
class Inequality:
    """``lhs relation rhs`` for all points of a box; relation is <=, <, >=, > or ==.

    ``given`` are further conditions on the points, and the variables among ``integers`` take
    integer values only.
    """

    lhs: Expr
    relation: str
    rhs: Expr
    domain: Domain = field(default_factory=dict)
    given: tuple[Side, ...] = ()
    integers: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if self.relation not in ("<=", "<", ">=", ">", "=="):
            raise ValueError(f"relation must be <=, <, >=, > or ==, not {self.relation!r}")
        names = variables(self.lhs - self.rhs)
        if self.given:
            names = sorted({*names, *(n for side in self.given for n in variables(side.expr))})
        unknown = sorted({*self.domain, *self.integers} - set(names))
        if unknown:
            raise ValueError(
                f"the domain bounds {', '.join(unknown)}, which the inequality does not contain"
            )
        for name, interval in self.domain.items():
            if interval.empty:
                raise ValueError(f"empty domain: no {name} satisfies its bounds")
        full = {n: self.domain.get(n, Interval()) for n in names}
        object.__setattr__(self, "domain", full)

    @property
    def strict(self) -> bool:
        """Whether equality is excluded."""
        return self.relation in ("<", ">")

    @property
    def gap(self) -> Expr:
        """The expression that the inequality says is >= 0 (or > 0)."""
        if self.relation in ("<=", "<"):
            return self.rhs - self.lhs
        return self.lhs - self.rhs

    @property
    def text(self) -> str:
        """As one would write it."""
        return f"{self.lhs} {self.relation} {self.rhs}"

    @property
    def where_text(self) -> str:
        """The domain with its side conditions, as one would write it."""
        parts = [domain_text(self.domain), *(side.text for side in self.given)]
        parts += [f"{name} integer" for name in sorted(self.integers)]
        return ", ".join(filter(None, parts))

    @property
    def conditional(self) -> bool:
        """Whether there is more to the domain than a box."""
        return bool(self.given or self.integers)

    @property
    def on_the_box(self) -> Inequality:
        """The same claim for all points of the box: it implies this one."""
        names = variables(self.lhs - self.rhs)
        domain = {n: i for n, i in self.domain.items() if n in names}
        return Inequality(self.lhs, self.relation, self.rhs, domain)

    def box(self) -> Box:
        """The ends of the domain, openness forgotten."""
        return {n: (i.lo, i.hi) for n, i in self.domain.items()}
