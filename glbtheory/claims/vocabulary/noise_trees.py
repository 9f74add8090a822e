"""Small trees of bounded noise with adaptive actions: exact laws of S_u and H_u(0).

Probabilities, actions, weights and noises are rationals; only the mixture is enclosed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from flint import arb

from glbtheory.claims.vocabulary.exact_designs import Vector
from glbtheory.concentration.mixture import ONE, mixture, scalar_matrix
from glbtheory.concentration.noise_laws import FAIR, Law, skewed, three_point
from glbtheory.engines.boxes.balls import ball

F = Fraction


_THREE = three_point(1, 0, 1, F(3, 4))

#: The law of ε_{u+1}/m after a history of noises.
LAWS: dict[str, Callable[[Vector], Law]] = {
    "coin": lambda past: FAIR,
    "skewed": lambda past: skewed(F(1, 10)),
    "three points": lambda past: _THREE,
    "changing": lambda past: skewed(F(1, 5)) if past and past[-1] > 0 else FAIR,
}

#: The action after a history of noises, by dimension; the second one adapts to the last noise.
POLICIES: dict[int, dict[str, Callable[[Vector], Vector]]] = {
    1: {
        "steady": lambda past: (F(1),),
        "turning": lambda past: (F(-1, 2),) if past and past[-1] > 0 else (F(1),),
    },
    2: {
        "steady": lambda past: (F(3, 5), F(4, 5)),
        "turning": lambda past: (F(0), F(1)) if past and past[-1] > 0 else (F(1), F(0)),
    },
}

#: w_s and λ_s as functions of s: equal, growing as with a discount of 1/2, and uneven.
WEIGHTS: dict[str, Callable[[int], Fraction]] = {
    "equal": lambda s: F(1),
    "doubling": lambda s: F(2) ** s,
    "a jump": lambda s: F(1) if s == 1 else F(3),
}
RIDGES: dict[str, Callable[[int], Fraction]] = {
    "fixed": lambda s: F(1, 4),
    "growing": lambda s: F(4) ** s / 10,
    "falling": lambda s: F(2) / s**2,
}

#: S_u and H_u(0).
State = tuple[Vector, tuple[Vector, ...]]


def unchanged(x: Fraction) -> Fraction:
    """What the paper does to a variance or to the ridge of a prior."""
    return x


def foreseen(S: Vector) -> int:
    """The factor before λ when the sum of the noise is S: ridges are fixed beforehand."""
    return 1


@dataclass(frozen=True)
class Tree:
    """Noise, actions, weights and ridges up to round t, by their names in the lists above."""

    d: int
    t: int
    law: str
    policy: str
    weights: str
    ridges: str
    m: int

    @property
    def scale(self) -> Fraction:
        """m w_{t-1}."""
        return self.m * WEIGHTS[self.weights](self.t - 1)

    def ridge(self, u: int) -> Fraction:
        """λ_{u-1}; λ_0 may be any number, see Z17."""
        return RIDGES[self.ridges](u - 1) if u > 1 else F(1)

    def states(
        self,
        u: int,
        past: Vector = (),
        variance: Callable[[Fraction], Fraction] = unchanged,
        anticipating: bool = False,
    ) -> dict[State, Fraction]:
        """The law of (S_u, H_u(0)) given the first noises ``past``, which are those of ε/m.

        ``variance`` changes σ² in H; actions that anticipate have the sign of the next noise.
        """
        d, m = self.d, F(self.m)
        found: dict[State, Fraction] = {}

        def walk(history: Vector, S: Vector, H: Any, probability: Fraction) -> None:
            s = len(history) + 1
            if s == u:
                found[S, H] = found.get((S, H), F(0)) + probability
                return
            a, w = POLICIES[d][self.policy](history), WEIGHTS[self.weights](s)
            law = LAWS[self.law](history)
            sigma2 = variance(m**2 * law.variance)
            grown = tuple(
                tuple(H[i][j] + w**2 * sigma2 * a[i] * a[j] for j in range(d)) for i in range(d)
            )
            given = past[len(history)] if len(history) < len(past) else None
            for p, x in law:
                if given is None or x == given:
                    gain = w * m * (abs(x) if anticipating else x)
                    step = tuple(S[i] + gain * a[i] for i in range(d))
                    walk((*history, x), step, grown, probability * (p if given is None else 1))

        walk((), (F(0),) * d, scalar_matrix(d, F(0)), F(1))
        return found

    def mean_mixture(
        self,
        u: int,
        past: Vector = (),
        prior: Callable[[Fraction], Fraction] = unchanged,
        late: Callable[[Vector], int | Fraction] = foreseen,
        **changes: Any,
    ) -> arb:
        """E[M̄_u^t | the noises ``past``]; ``prior`` changes λ in h_u only.

        ``late(S)`` is a factor before λ that depends on the outcome; the other changes are those
        of :meth:`states`.
        """
        total = arb(0)
        for (S, H), probability in self.states(u, past, **changes).items():
            ridge = self.ridge(u) * late(S)
            full = tuple(
                tuple(x + (ridge if i == j else 0) for j, x in enumerate(row))
                for i, row in enumerate(H)
            )
            value = mixture(S, full, prior(ridge), self.scale)
            # A sure event keeps an exact value exact.
            total += value if probability == 1 else ball(probability) * value
        return total


def trees(d: int, t: int, m: tuple[int, ...] = (1, 3)) -> Iterator[Tree]:
    """All combinations of the lists above."""
    for law, policy, weights, ridges, noise in product(LAWS, POLICIES[d], WEIGHTS, RIDGES, m):
        yield Tree(d, t, law, policy, weights, ridges, noise)


# --- long walks in d = 1 ------------------------------------------------------------------------


def mean_along_walk(
    n: int,
    p: Fraction,
    lam: Fraction,
    radius: Fraction = ONE,
    factor: Fraction = ONE,
    fall: Fraction | None = None,
) -> arb:
    """E M̄ after n rounds of skewed noise of probability p along one action, m = 1, weights 1.

    S takes n + 1 values and H one.  ``radius`` of the ball and ``factor`` before H(0) are 1 in the
    paper.  If the weights ``fall``, those n rounds have this weight, and one round of weight 1
    comes after them; m w_{t-1} is 1 either way.
    """
    odds, weight = p / (1 - p), fall or ONE
    ends = [(ONE, F(0))] if fall is None else skewed(p)
    H = factor * (weight**2 * n + (fall is not None)) * odds + lam
    total = arb(0)
    for k in range(n + 1):
        probability = comb(n, k) * p**k * (1 - p) ** (n - k)
        S = weight * (k - (n - k) * odds)
        for chance, noise in ends:
            value = mixture((S + noise,), ((H,),), lam, ONE, radius)
            total += ball(probability * chance) * value
    return total
