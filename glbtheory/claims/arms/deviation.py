"""K arms: the chance that the mean of a window is off by its bonus (3423, 3579-3586)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from glbtheory.claims.model import Claim, HandStep
from glbtheory.claims.vocabulary import enumerated
from glbtheory.regret.k_arms import deviation_probability, levels, xi_of

F = Fraction
_ONE = F(1)
ETAS = (F(1, 2), F(1), F(2))

PEELING = HandStep(
    "Garivier and Moulines 2011, deviations",
    "For rewards in [0, B] and predictable choices, the mean of the rewards within a window of n "
    "rounds exceeds its expectation by B sqrt(ξ log n/N) with probability at most "
    "(log n/log(1+η), rounded up) times n^(-2ξ(1-η²/16)), for every n >= 2 and η > 0.",
)

_I58 = (
    r"\mathbb{P}(E_1) \leq \frac{1}{n}\Big\lceil\frac{\log n}{\log(1+\eta)}\Big\rceil,"
    r"\quad n = \min(t,\tau)%s,\quad \xi = %s"
)
_XI_LATEX = r"\frac{1}{2(1-\eta^2/16)}"
_CHANCES = (F(1, 20), F(1, 5), F(101, 200), F(4, 5))


_SIZES = (2, 3, 5, 8, 12, 16)


def _streams(
    *,
    least: int = 1,
    weight: Fraction = _ONE,
    scale: Fraction = _ONE,
    sizes: Sequence[int] = _SIZES,
    chances: Sequence[Fraction] = _CHANCES,
) -> Iterator[dict[str, Any]]:
    for n, eta, p in product([n for n in (1, *sizes) if n >= least], ETAS, chances):
        yield {"n": n, "eta": eta, "xi": weight * xi_of(eta), "p": p / scale}


def _said(
    *,
    scale: Fraction = _ONE,
    sizes: Sequence[int] = _SIZES,
    chances: Sequence[Fraction] = _CHANCES,
) -> str:
    rewards = "Bernoulli rewards" if scale == 1 else f"rewards 0 and {scale}"
    sure = f"{rewards}, {len(chances)} success probabilities, n <= {max(sizes)}"
    return f"{sure}, η in {{1/2, 1, 2}}, worst stopping"


@enumerated(cases=_streams, latex=_I58 % (r" \geq 1", _XI_LATEX), scope=_said)
def _deviates(n: int, eta: Fraction, xi: Any, p: Fraction, *, scale: Fraction = _ONE) -> Any:
    """The exact chance, for the worst way to choose when to play, against the bound."""
    return deviation_probability(p, n, xi, scale), "<=", F(levels(n, eta), n)


_FROM_TWO = _I58 % (r" \geq 2", _XI_LATEX)
_deviates_from_two = _deviates.variant(_FROM_TWO, least=2)

I58 = Claim(
    id="I58",
    error_lines="3582-3585",
    title="The chance that a mean is off by its bonus; for n = 1 the bound is 0",
    printed=[_deviates],
    corrected=[_deviates_from_two],
    mutants=[
        _deviates_from_two.mutant(
            "ξ lowered to 0.52 of its value",
            _I58 % (r" \geq 2", r"0.52\cdot" + _XI_LATEX),
            weight=F(52, 100),
        )
    ],
    depends_on=[PEELING, "Z71"],
    effect="notation",
    note="The value of ξ is not printed: ξ = 1/(2(1-η²/16)) makes the exponent 1. It exists for "
    "η < 4; for a larger η a larger ξ does, as the bound for a smaller η with exponent above 1 is "
    "below it. At min(t, τ) = 1 the bonus is 0 and so is the bound, while the mean is above its "
    "expectation with positive probability. log n/log(1+η) + 1 in place of the rounded number, as "
    "in line 3618, covers n = 1. By symmetry (rewards 1 - X) the same holds for the second event.",
)

_bounded_rewards = _deviates_from_two.variant(_FROM_TWO + r",\quad X_t(i)\in[0,B]", sizes=(4, 10))

Z71 = Claim(
    id="Z71",
    lines="3423, 3579-3586",
    error_lines="3423",
    kind="assumption",
    title="Rewards, not only their means, must lie in [0, B]",
    printed=[
        _deviates_from_two.variant(
            _FROM_TWO + r",\quad \mu_t(i)\in[0,B]",
            scale=F(8),
            sizes=(2, 8, 16, 24, 32, 40),
            chances=(F(1, 2), F(1)),
        )
    ],
    corrected=[_bounded_rewards],
    mutants=[
        _bounded_rewards.mutant(
            "range of the rewards doubled",
            _FROM_TWO + r",\quad X_t(i)\in[0,2B]",
            scale=F(2),
            sizes=(2, 3, 8),
        )
    ],
    effect="notation",
    note="Line 3423 asks this of the means only, and rewards 0 and 8 with mean at most 1 exceed "
    "the bound. Line 3413 takes the setting from Garivier and Moulines, who have bounded rewards: "
    "with it the assumption is there, and only the word 'means' of line 3423 misleads.",
)

CLAIMS = [I58, Z71]
