"""Finite noise laws in rationals, and exact comparison of their exponential moments.

A centred law on two points is ``x > 0`` with probability y/(x+y) and ``-y < 0`` with probability
x/(x+y); its variance is x y.  Every centred law is a mixture of such laws and of the law on the one
point 0, which is why they are the extremal ones.  Moments :math:`E e^{v\\varepsilon}` at rational v
are sums of rational multiples of exponentials of rationals, so that two of them can be compared
without any rounding.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from glbtheory._support.validation import as_rational
from glbtheory.engines.boxes.balls import ball

#: Bits at which the comparison of two sums of exponentials gives up.
_MAX_BITS = 2**14


@dataclass(frozen=True)
class ExpSum:
    r"""The real number :math:`\sum_k c_k e^{q_k}` with rational c_k and different rational q_k."""

    terms: Mapping[Fraction, Fraction] = field(default_factory=dict)

    @staticmethod
    def of(pairs: Iterable[tuple[Any, Any]]) -> ExpSum:
        """From (coefficient, exponent) pairs; equal exponents are collected."""
        total: dict[Fraction, Fraction] = {}
        for c, q in pairs:
            key = Fraction(q)
            total[key] = total.get(key, Fraction(0)) + Fraction(c)
        return ExpSum({q: c for q, c in total.items() if c})

    def __add__(self, other: ExpSum) -> ExpSum:
        return ExpSum.of([(c, q) for part in (self, other) for q, c in part.terms.items()])

    def __sub__(self, other: ExpSum) -> ExpSum:
        return self + other.times(-1)

    def times(self, coefficient: Any, exponent: Any = 0) -> ExpSum:
        """The number times c e^q."""
        return ExpSum.of((coefficient * c, q + exponent) for q, c in self.terms.items())

    def ball(self) -> Any:
        """An Arb ball that holds the number, at the working precision."""
        return sum((ball(c) * ball(q).exp() for q, c in self.terms.items()), arb(0))

    def sign(self) -> int:
        """-1, 0 or 1, never guessed.

        By the theorem of Lindemann and Weierstrass a sum with a term left is not 0, so that some
        precision tells its sign; without a term it is 0.
        """
        if not self.terms:
            return 0
        bits = 64
        while bits <= _MAX_BITS:
            with ctx.workprec(bits):
                value = self.ball()
                if value > 0 or value < 0:
                    return 1 if value > 0 else -1
            bits *= 2
        raise ArithmeticError(f"no sign at {_MAX_BITS} bits")

    def __float__(self) -> float:
        return float(self.ball())


@dataclass(frozen=True)
class Law:
    """A law on finitely many rationals: (probability, value) pairs of ints and fractions.

    Monte Carlo takes it too, in units of m: ``simulate(..., noise=FAIR)``.
    """

    outcomes: tuple[tuple[Fraction, Fraction], ...]

    def __post_init__(self) -> None:
        try:
            pairs = [(p, x) for p, x in self.outcomes]
        except (TypeError, ValueError):
            wrong = self.outcomes
            raise ValueError(
                f"outcomes must be (probability, value) pairs, not {wrong!r}"
            ) from None
        exact = [(as_rational("probability", p), as_rational("value", x)) for p, x in pairs]
        if any(p <= 0 for p, _ in exact) or sum(p for p, _ in exact) != 1:
            raise ValueError("outcomes must have positive probabilities that sum to 1")
        object.__setattr__(self, "outcomes", tuple(exact))

    def __iter__(self) -> Iterator[tuple[Fraction, Fraction]]:
        return iter(self.outcomes)

    def __str__(self) -> str:
        return ", ".join(f"{x} with probability {p}" for p, x in self)

    @property
    def size(self) -> Fraction:
        """The least m with |ε| <= m."""
        return max(abs(x) for _, x in self)

    @property
    def mean(self) -> Fraction:
        """E ε."""
        return sum((p * x for p, x in self.outcomes), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """E ε² - (E ε)²."""
        return sum((p * x * x for p, x in self.outcomes), Fraction(0)) - self.mean**2

    def scaled(self, factor: Any) -> Law:
        """The law of factor · ε."""
        by = as_rational("factor", factor)
        return Law(tuple((p, by * x) for p, x in self.outcomes))

    def moment(self, v: Any) -> ExpSum:
        """E e^{vε}, exactly."""
        return ExpSum.of((p, v * x) for p, x in self.outcomes)


def checked_law(law: Any, m: Any, *, bounded: bool = True, name: str = "law") -> Law:
    """The law (or its pairs), once it is centred, has mass one and stays in [-m, m].

    ``bounded=False`` drops the last condition, to see what it is good for.
    """
    try:
        found = law if isinstance(law, Law) else Law(law)
    except ValueError as error:
        raise ValueError(f"{name} must be a Law or its pairs: {error}") from None
    if found.mean != 0:
        raise ValueError(f"{name} must have mean 0, unlike {found}")
    if bounded and found.size > m:
        raise ValueError(f"{name} must have values in [-{m}, {m}], unlike {found}")
    return found


def _positive(name: str, value: Any) -> Fraction:
    if not as_rational(name, value) > 0:
        raise ValueError(f"{name} must be a positive rational, not {value!r}")
    return Fraction(value)


def two_point(x: Any, y: Any) -> Law:
    """The centred law on x > 0 and -y < 0."""
    high, low = _positive("x", x), _positive("y", y)
    total = high + low
    return Law(((low / total, high), (high / total, -low)))


def skewed(p: Any, m: Any = 1) -> Law:
    """The centred law with value m of probability p and -mp/(1-p) otherwise, 0 < p <= 1/2."""
    share = as_rational("p", p)
    if not 0 < share <= Fraction(1, 2):
        raise ValueError(f"p must lie in (0, 1/2], not {p}")
    top = _positive("m", m)
    return two_point(top, top * share / (1 - share))


#: A fair coin on -1 and 1.
FAIR = two_point(1, 1)


def three_point(x: Any, middle: Any, y: Any, share: Any) -> Law:
    """The centred law on x, ``middle`` and -y: a mixture of two two-point laws.

    ``share`` is the part of the law that has ``middle`` as one of its ends (or is 0 for
    ``middle`` = 0); the rest is :func:`two_point` of x and y.
    """
    high, low, part, centre = (
        *(_positive(n, q) for n, q in (("x", x), ("y", y), ("share", share))),
        as_rational("middle", middle),
    )
    if part >= 1:
        raise ValueError(f"share must be in (0, 1), not {share}")
    if not -low < centre < high:
        raise ValueError(f"middle must be in (-{low}, {high}), not {middle}")
    inner = Law(((Fraction(1), centre),))
    if centre:
        inner = two_point(centre, low) if centre > 0 else two_point(high, -centre)
    mixed: dict[Fraction, Fraction] = {}
    for weight, law in ((1 - part, two_point(high, low)), (part, inner)):
        for p, value in law.outcomes:
            mixed[value] = mixed.get(value, Fraction(0)) + weight * p
    return Law(tuple((mixed[v], v) for v in sorted(mixed, reverse=True)))
