"""Design matrices in rationals, for statements that are settled on listed instances."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

import sympy as sp
from flint import fmpq, fmpq_mat

from glbtheory.claims.vocabulary.grid import grid

Vector = tuple[Fraction, ...]

#: Vectors of length at most one with rational entries, basis vectors among them.
VECTORS: dict[int, list[Vector]] = {
    1: [(Fraction(1),), (Fraction(-1, 2),), (Fraction(0),)],
    2: [
        (Fraction(1), Fraction(0)),
        (Fraction(0), Fraction(1)),
        (Fraction(3, 5), Fraction(4, 5)),
        (Fraction(1, 3), Fraction(-1, 2)),
    ],
    3: [
        (Fraction(1), Fraction(0), Fraction(0)),
        (Fraction(0), Fraction(1), Fraction(0)),
        (Fraction(0), Fraction(0), Fraction(1)),
    ],
}


def sequences(
    *, rounds: Iterable[int] = (1, 2, 3), listed: int = 4, **axes: Sequence[Any]
) -> Iterator[dict[str, Any]]:
    """Every sequence of T listed vectors, d = 1 and 2, with every value on the other axes.

    ``listed`` is how many of the vectors of a dimension are taken.
    """
    for d, T in product((1, 2), rounds):
        for actions in product(VECTORS[d][:listed], repeat=T):
            for others in grid(**axes):
                yield {"d": d, "T": T, "actions": actions, **others}


def design(actions: Sequence[Vector], weights: Sequence[Any], ridge: Any, d: int) -> Any:
    """Σ w a a^T + ridge I as a matrix of rationals."""
    entries = [
        sum((w * a[i] * a[j] for w, a in zip(weights, actions, strict=True)), Fraction(0))
        + (Fraction(ridge) if i == j else 0)
        for i in range(d)
        for j in range(d)
    ]
    return fmpq_mat(d, d, [fmpq(x.numerator, x.denominator) for x in entries])


def determinant(matrix: Any) -> Fraction:
    """The determinant, exactly."""
    return _fraction(matrix.det())


def inverse_form(matrix: Any, u: Sequence[Fraction], v: Sequence[Fraction]) -> Fraction:
    """u^T M^{-1} v, exactly."""
    left, right = (
        fmpq_mat(len(x), 1, [fmpq(y.numerator, y.denominator) for y in x]) for x in (u, v)
    )
    return _fraction((left.transpose() * matrix.solve(right))[0, 0])


def inverse_norm(matrix: Any, action: Vector) -> Fraction:
    """a^T M^{-1} a, exactly."""
    return inverse_form(matrix, action, action)


def potential(
    actions: Sequence[Vector], weights: Callable[[int], Sequence[Any]], ridge: Any
) -> Fraction:
    """Σ_t a_t^T V_t^{-1} a_t with V_t = Σ_{s<t} w_s a_s a_s^T + ridge I, w = weights(t)."""
    return sum(
        (
            inverse_norm(design(actions[: t - 1], weights(t), ridge, len(a)), a)
            for t, a in enumerate(actions, start=1)
        ),
        Fraction(0),
    )


def ages(gamma: Fraction, t: int) -> list[Fraction]:
    """γ^{t-1-s} for any γ > 0: mutants try factors above one, which ``Discount`` refuses."""
    return [gamma ** (t - 1 - s) for s in range(1, t)]


def rational(x: Any) -> Any:
    """A fraction as a sympy number."""
    q = Fraction(x)
    return sp.Rational(q.numerator, q.denominator)


def at(expression: Any, values: dict[Any, Any]) -> Any:
    """A sympy expression at rationals, exactly; a fraction where it is one."""
    return _at(expression, tuple(sorted(values.items(), key=lambda item: str(item[0]))))


@lru_cache(maxsize=10_000)
def _at(expression: Any, values: tuple[tuple[Any, Any], ...]) -> Any:
    # Many sequences of actions share one right-hand side, and substitution is slow.
    found = expression.subs({k: rational(v) for k, v in values})
    return Fraction(int(found.p), int(found.q)) if found.is_Rational else found


def _fraction(x: Any) -> Fraction:
    return Fraction(int(x.p), int(x.q))
