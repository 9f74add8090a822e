"""Small trees of bounded noise with adaptive actions: exact laws of S_u and H_u(0).

Probabilities, actions, weights and noises are rationals; only the mixture is enclosed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from flint import arb

from glbtheory.concentration.mixture import ONE, mixture, scalar_matrix
from glbtheory.concentration.noise_laws import FAIR, Law, skewed, three_point
from glbtheory.engines.balls import ball

History = tuple[Fraction, ...]
F = Fraction


_THREE = three_point(1, 0, 1, F(3, 4))

#: The law of ε_{u+1}/m after a history of noises.
LAWS: dict[str, Callable[[History], Law]] = {
    "coin": lambda past: FAIR,
    "skewed": lambda past: skewed(F(1, 10)),
    "three points": lambda past: _THREE,
    "changing": lambda past: skewed(F(1, 5)) if past and past[-1] > 0 else FAIR,
}

#: The action after a history of noises, by dimension; the second one adapts to the last noise.
POLICIES: dict[int, dict[str, Callable[[History], tuple[Fraction, ...]]]] = {
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

State = tuple[tuple[Fraction, ...], tuple[tuple[Fraction, ...], ...]]


def trees(d: int, t: int, m: tuple[int, ...] = (1, 3)) -> Iterator[dict[str, Any]]:
    """All combinations of the lists above."""
    for law, policy, weights, ridges, noise in product(LAWS, POLICIES[d], WEIGHTS, RIDGES, m):
        case = {"d": d, "t": t, "law": law, "policy": policy, "weights": weights}
        yield {**case, "ridges": ridges, "m": noise}


def states(
    case: dict[str, Any],
    u: int,
    past: History = (),
    variance: Callable[[Fraction], Fraction] = lambda v: v,
) -> dict[State, Fraction]:
    """The law of (S_u, H_u(0)) given the first noises ``past``, in units where ε is ε/m times m."""
    d, m = case["d"], F(case["m"])
    found: dict[State, Fraction] = {}

    def walk(history: History, S: tuple[Fraction, ...], H: Any, probability: Fraction) -> None:
        s = len(history) + 1
        if s == u:
            found[S, H] = found.get((S, H), F(0)) + probability
            return
        a, w = POLICIES[d][case["policy"]](history), WEIGHTS[case["weights"]](s)
        law = LAWS[case["law"]](history)
        sigma2 = variance(m**2 * law.variance)
        grown = tuple(
            tuple(H[i][j] + w**2 * sigma2 * a[i] * a[j] for j in range(d)) for i in range(d)
        )
        given = past[len(history)] if len(history) < len(past) else None
        for p, x in law:
            if given is None or x == given:
                step = tuple(S[i] + w * m * x * a[i] for i in range(d))
                walk((*history, x), step, grown, probability * (p if given is None else 1))

    walk((), (F(0),) * d, scalar_matrix(d, F(0)), F(1))
    return found


def mean_mixture(
    case: dict[str, Any],
    u: int,
    past: History = (),
    prior: Callable[[Fraction], Fraction] = lambda ridge: ridge,
    variance: Callable[[Fraction], Fraction] = lambda v: v,
) -> arb:
    """E[M̄_u^t | the noises ``past``]; ``prior`` and ``variance`` change λ in h_u, and σ² in H."""
    d, t = case["d"], case["t"]
    scale = case["m"] * WEIGHTS[case["weights"]](t - 1)
    ridge = RIDGES[case["ridges"]](u - 1) if u > 1 else F(1)  # λ_0: any number, see Z17
    total = arb(0)
    for (S, H), probability in states(case, u, past, variance).items():
        full = tuple(tuple(H[i][j] + (ridge if i == j else 0) for j in range(d)) for i in range(d))
        value = mixture(S, full, prior(ridge), scale)
        # A sure event keeps an exact value exact.
        total += value if probability == 1 else ball(probability) * value
    return total


# --- long walks in d = 1 ------------------------------------------------------------------------


def walks(*sizes: tuple[int, Fraction, Fraction]) -> Iterator[dict[str, Any]]:
    """n rounds of skewed noise of probability p along one action, ridge λ, m = 1, weights 1."""
    for n, p, lam in sizes:
        yield {"n": n, "p": p, "lambda": lam}


def mean_along_walk(
    case: dict[str, Any],
    radius: Fraction = ONE,
    factor: Fraction = ONE,
) -> arb:
    """E M̄ after the walk: S takes n + 1 values and H one.

    ``radius`` of the ball and ``factor`` before H(0) are 1 in the paper; m w_{t-1} = 1.
    """
    n, p, lam = case["n"], case["p"], case["lambda"]
    H = factor * n * p / (1 - p) + lam
    total = arb(0)
    for k in range(n + 1):
        probability = comb(n, k) * p**k * (1 - p) ** (n - k)
        S = k - (n - k) * p / (1 - p)
        total += ball(probability) * mixture((S,), ((H,),), lam, ONE, radius)
    return total
