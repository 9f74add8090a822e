"""Matrices H >= λI on which N(h) and N(g) are compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from flint import arb, ctx

from glbtheory.claims.vocabulary import grid
from glbtheory.concentration.mixture import Matrix, scalar_matrix
from glbtheory.engines.boxes.balls import ball

F = Fraction
FamilyCases = Iterator[dict[str, Any]]


class MatrixFamily(NamedTuple):
    """Instances (d, H, λ, m w) and what they range over."""

    cases: Callable[[], FamilyCases]
    scope: str


def _pairs() -> FamilyCases:
    return grid(lam=(F(1, 100), F(1, 4), F(2)), scale=(F(1, 2), F(2)))


def _grown(ridge: Fraction) -> Iterator[Matrix]:
    """Matrices H = λI + something, in d = 1, 2, 3, 5."""
    for extra in (F(1, 100), F(1), F(30)):
        yield ((ridge + extra,),)
        for d in (3, 5):
            rows = scalar_matrix(d, ridge)
            yield ((ridge + extra, *rows[0][1:]), *rows[1:])
    yield ((ridge + 2, F(1, 2)), (F(1, 2), ridge + 1))
    yield ((ridge + F(1, 10), F(0)), (F(0), ridge + 9))


def _listed() -> FamilyCases:
    for pair in _pairs():
        for H in _grown(pair["lam"]):
            yield {"d": len(H), "H": H, **pair}


def _isotropic() -> FamilyCases:
    for d in (1, 2, 3):
        for pair in _pairs():
            yield {"d": d, "H": scalar_matrix(d, pair["lam"]), **pair}


def _twice() -> FamilyCases:
    for pair in _pairs():
        yield {"d": 1, "H": ((2 * pair["lam"],),), **pair}


def _every() -> FamilyCases:
    yield from _isotropic()
    yield from _listed()


LISTED = MatrixFamily(
    _listed,
    "d in {1, 2, 3, 5}, listed H > λI (in d >= 3 with one eigenvalue apart), λ <= 2, m w <= 2",
)
ISOTROPIC = MatrixFamily(_isotropic, "d <= 3, H = λI")
TWICE = MatrixFamily(_twice, "d = 1, H = 2λ")
EVERY = MatrixFamily(_every, f"isotropic in d <= 3, and {LISTED.scope}")


def determinant(H: Matrix) -> Fraction:
    """Exactly; the matrices above are 2 x 2 or diagonal."""
    if len(H) == 2:
        return Fraction(H[0][0] * H[1][1] - H[0][1] ** 2)
    total = Fraction(1)
    for i, row in enumerate(H):
        total *= row[i]
    return total


def outer_radius(lam: Fraction, scale: Fraction) -> arb:
    """√(2λ)/(m w), with bits to spare."""
    with ctx.workprec(128):
        return ball(2 * lam).sqrt() / ball(scale)
