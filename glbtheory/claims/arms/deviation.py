"""K arms: the chance that the mean of a window is off by its bonus (3423, 3579-3586)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from glbtheory.claims.model import Claim
from glbtheory.claims.vocabulary import KernelTheorem, bound, enumerated, refuted_for_every
from glbtheory.regret.k_arms import deviation_probability, levels, xi_of

F = Fraction
_ONE = F(1)
ETAS = (F(1, 2), F(1), F(2))

_CHANCE = r"\frac{1}{n}\Big\lceil\frac{\log n}{\log(1+\eta)}\Big\rceil"
_I58 = (
    rf"\mathbb{{P}}(E_1) \leq {_CHANCE},\quad \mathbb{{P}}(E_2) \leq {_CHANCE},"
    r"\quad n = \min(t,\tau)%s"
)
_SOME_XI = r",\quad\text{for any }\eta>0\text{ and a specific value of }\xi"
_XI_LATEX = r"\frac{1}{2(1-\eta^2/16)}"
_WITH_XI = _I58 % r" \geq 2" + r",\quad \xi = %s\ (\eta < 4)\ \text{or}\ \tfrac43\ (\eta \geq 4)"
#: What the checks ask: the first event, and values of η below 4.
_FIRST_EVENT = rf"\mathbb{{P}}(E_1) \leq {_CHANCE}"
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


@enumerated(
    cases=_streams,
    latex=_I58 % "" + _SOME_XI,
    scope=_said,
)
def _deviates(n: int, eta: Fraction, xi: Any, p: Fraction, *, scale: Fraction = _ONE) -> Any:
    """The exact chance, for the worst way to choose when to play, against the bound."""
    return deviation_probability(p, n, xi, scale), "<=", F(levels(n, eta), n)


#: The exponent of the inequality at the value of ξ, with e = η.
_EXPONENT = bound(
    "2*({weight}/(2*(1 - e**2/16)))*(1 - e**2/16) == 1",
    "0 < e < 4",
    latex=r"2\xi(1-\eta^2/16) = 1 \text{ at } \xi = " + _XI_LATEX,
    scope="every η < 4",
    weight="1",
)

#: ξ = 4/3 makes the exponent 2 at η = 2: log n/log 3 rounded up, over n², is at most 1/n.
_LARGE_ETA = bound(
    "log(n) + 1 <= {factor}*n",
    "n >= 1",
    latex=r"\Big\lceil\frac{\log n}{\log 3}\Big\rceil \leq \log n + 1 \leq n",
    scope="every n >= 1",
    factor="1",
)

_REWARDS = r",\quad X_s(i)\in[0,%s] \text{ with mean } \mu_t(i) \text{ in the } n \text{ rounds}"
_FROM_TWO = _WITH_XI % _XI_LATEX + _REWARDS % "B"
_deviates_from_two = _deviates.variant(_FROM_TWO, least=2)

I58 = Claim(
    id="I58",
    error_lines="3582-3585",
    title="The chance that a mean is off by its bonus; for n = 1 the bound is 0",
    kernel=KernelTheorem(
        "I58_any_law",
        "every K, t, τ, η > 0, law of rewards in [0, B] and policy; ξ as shown or larger; "
        "the probability is taken round by round, by upper integrals",
        covers="corrected",
        mutants=["I58_any_law_mutant"],
        beside=["I58"],
    ),
    printed=[_deviates],
    corrected=[_deviates_from_two.as_cases(_FIRST_EVENT)],
    support=[_EXPONENT, _LARGE_ETA],
    mutants=[
        _deviates_from_two.mutant(
            "ξ lowered to 0.52 of its value",
            _WITH_XI % (r"0.52\cdot" + _XI_LATEX) + _REWARDS % "B",
            weight=F(52, 100),
        ),
        _EXPONENT.mutant("ξ lowered by 1 %", weight="0.99"),
        _LARGE_ETA.mutant("right-hand side lowered by 1 %", factor="0.99"),
    ],
    depends_on=["Z71"],
    effect="notation",
    fidelity="paraphrase",
    note="The value of ξ is not printed: ξ = 1/(2(1-η²/16)) makes the exponent 1. It exists for "
    "η < 4 only. The n rounds are those of one phase, so that the means do not change, and the "
    "rewards are bounded: both are said here, since the line does not. "
    "At min(t, τ) = 1 the bonus is 0 for every ξ and so is the bound, while the mean is above its "
    "expectation with positive probability. log n/log(1+η) + 1 in place of the rounded number, as "
    "in line 3618, covers n = 1.",
)

_bounded_rewards = _deviates_from_two.variant(sizes=(4, 10))

#: One play in the window, its mean 0: it pays s with probability 9/10 and -9s otherwise.
_UNBOUNDED = refuted_for_every(
    bound(
        "s + 1 > s",
        "s >= 0",
        latex=r"s > B\sqrt{\xi\log n} \text{ at } s = B\sqrt{\xi\log n}+1",
    ),
    witness={
        **{"K": "n", "t": "n", "tau": "n", "n": "any with ⌈log n/log(1+η)⌉/n < 9/10"},
        **{"X(i)": "B√(ξ log n) + 1 or -9 times that, probabilities 9/10 and 1/10", "mu(i)": "0"},
        "P(E_1)": "9/10",
    },
    latex=_I58 % r" \geq 2" + _SOME_XI + r",\quad \mu_t(i)\in[0,B]",
    scope="every ξ and η: each of n arms is played once in the first n rounds, N_n = 1",
)

Z71 = Claim(
    id="Z71",
    lines="3423, 3579-3586",
    error_lines="3423",
    kind="assumption",
    title="Rewards, not only their means, must lie in [0, B]",
    kernel=KernelTheorem(
        "Z71",
        "every K, t, τ, η > 0, law of rewards in [0, B] and policy; ξ as shown or larger; "
        "the probability is taken round by round, by upper integrals",
        covers="corrected",
        mutants=["Z71_mutant"],
    ),
    printed=[_UNBOUNDED],
    corrected=[_bounded_rewards.as_cases(_FIRST_EVENT)],
    support=[_EXPONENT, _LARGE_ETA],
    mutants=[
        _bounded_rewards.mutant(
            "range of the rewards doubled",
            _WITH_XI % _XI_LATEX + _REWARDS % "2B",
            scale=F(2),
            sizes=(2, 3, 8),
        )
    ],
    witness_rests_on=["Z70"],
    effect="notation",
    fidelity="paraphrase",
    note="Line 3423 asks this of the means only, and no value of ξ is enough for rewards of any "
    "size. Line 3413 takes the setting from Garivier and Moulines, who have bounded rewards: "
    "with it the assumption is there, and only the word 'means' of line 3423 misleads.",
)

CLAIMS = [I58, Z71]
